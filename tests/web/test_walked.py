"""Every operation that the description of the HTTP door names, asked as a guest, a player and each
role of the staff: answers are as described, and a caller without the right is refused."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import requests
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from sabot.house.people.roles import ALLOWED
from support.open_house import ALONE, MACHINE, SHARED, Doors, Visitor, table
from support.served_shapes import ROLES, played

pytestmark = pytest.mark.more

WHO = ("guest", "player", *ROLES)
EXAMPLES = 8
"""Requests for each operation and each who asks: about 3,500 in all."""
PARTS = 4
"""Tests among which the operations are divided."""
ENDS = re.compile(r"/(end|logout|sign-out|remove|role|erase|login|void)$|^/api/staff/people$")
"""What ends a sign-in, or changes who may do what, is asked last."""
TABLES = resources.files("sabot.house") / "tables"
ATTENDED = """
game = "blackjack-2007"
name = "Real"
attended = true
places = 7
minimum = 5
maximum = 150
"""


class House:
    """A house in which something has been played, with one of each who may ask."""

    def __init__(self, folder: Path) -> None:
        self.doors = Doors(folder, tables={
            "shared": table(SHARED), "alone": table(ALONE), "m": table(MACHINE),
            "real": table(ATTENDED), **{name: table((TABLES / f"{name}.toml").read_text("utf-8"))
                                        for name in ("lima", "sabor")}})

    def __enter__(self) -> House:
        self.doors.__enter__()
        ana = self.doors.guest("Ana")
        self.known = known(self.doors, ana)
        self.description = ana.get("/api/schema/openapi.json").json()
        self.tokens = {role: self.doors.staff(role.capitalize(), role) for role in ROLES}
        self.signed = {who: self.cookies(who) for who in WHO} | {"player": dict(ana.http.cookies)}
        return self

    def __exit__(self, *of: object) -> None:
        self.doors.__exit__(*of)

    def cookies(self, who: str) -> dict[str, str]:
        """Those of somebody like this who has just signed in; a guest here is who has not."""
        asks = self.doors.visitor()
        if who == "player":
            assert asks.post("/api/session", {"name": "Bea"}).status_code == 201
        elif who in ROLES:
            assert asks.post("/api/staff/login", {"token": self.tokens[who]}).status_code == 200
        return dict(asks.http.cookies)


def known(doors: Doors, ana: Visitor) -> dict[str, list[Any]]:
    """By the name of a parameter, or of a member of a body, what is really there."""
    values, rui = played(doors, ana), doors.guest("Rui").id  # who may lose their sign-in and name
    doors.staff("Zita", "cashier")
    ticket = ana.get("/api/tickets").json()[0]
    with ana.table("m") as line:
        line.do("sit", "1")
        line.do("insert", "1", 1_500)
        line.do("spin", "5x1")
    return {
        "table_id": ["alone", "shared", "m", "real"], "table": ["alone", "m"],
        "to": ["lima", "sabor"],
        "list_id": ["Noite"], "coup": [values["coup"]], "clause": [values["clause"], "ir/30"],
        "document": ["pt-805-2015"], "section": ["blackjack-online"], "name": ["Zita", "pt.json"],
        "game_id": ["blackjack-online", "craps"], "game": ["american-roulette"],
        "code": [ticket["code"], "no-table"], "number": [ticket["number"], "1"],
        "player_id": [rui], "player": ["", rui], "id": [rui, "Zita"],
        "complaint_id": [ana.get("/api/complaints").json()[0]["id"]],
        "q": ["blackjack"], "words": ["insurance"], "hand": [["AsAh", "KdKc"]],
        "form": ["holdem"], "role": ["cashier", "inspector"], "reason": ["because of the test"],
        "kind": ["door-opened", "misdeal"], "strategy": [""], "day": ["1970-01-12"],
        "zone": ["UTC", "Europe/Lisbon"], "session": [""], "token": ["no token"], "board": [""],
        "dead": [""], "launch": [""]}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("walked")) as opened:
        yield opened


# What walks is loaded by who runs it: it takes a second.


def described(openapi: dict[str, Any]) -> Any:
    """A description, to be walked."""
    import schemathesis
    return schemathesis.openapi.from_dict(openapi)


def checks() -> list[Any]:
    """What an answer must be: no fault of the house, and of a status, a type and a shape that its
    operation describes."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks as of
    return [not_a_server_error, of.status_code_conformance, of.content_type_conformance,
            of.response_headers_conformance, of.response_schema_conformance]


def operations(house: House) -> list[Any]:
    """Every operation, those last that end something."""
    schema = described(house.description)
    found = [result.ok() for result in schema.get_all_operations()]
    return sorted(found, key=lambda one: bool(ENDS.search(one.path)))


def allowed(operation: Any) -> list[str]:
    """Who may ask, as it is described: players, or roles; nothing where everybody may."""
    needed = operation.definition.raw["security"]
    return [role for one in needed for role in (
        one.get("staff", ()) if "staff" in one else ["player"] if "player" in one else
        ["operator"] if "operator" in one else ())]


def filled(house: House, case: Any, chosen: Any) -> None:
    """Put what is really there in the place of what was made up, here and there."""
    parts = [case.path_parameters, case.query, case.body]
    for part in (one for one in parts if isinstance(one, dict)):
        for name in part:
            if name in house.known and chosen(st.integers(0, 3)):
                part[name] = chosen(st.sampled_from(house.known[name]))


def check_rights(case: Any, answer: Any, who: str) -> None:
    """Whether callers without the right are refused, and those with it are let in."""
    may = allowed(case.operation)
    if not may or answer.status_code in (400, 404, 421):  # read before, or no such path
        return
    if who in may:
        assert answer.status_code not in (401, 403), (who, case.method, case.path, answer.text)
    else:
        assert answer.status_code in (401, 403), (who, case.method, case.path, answer.text)


def ask_as_everybody(house: House, operation: Any) -> None:
    """Ask one operation again and again, each time as everybody."""
    from schemathesis import GenerationMode
    cases = st.one_of(operation.as_strategy(), operation.as_strategy(),
                      operation.as_strategy(GenerationMode.NEGATIVE))
    ends = bool(ENDS.search(operation.path))

    @seed(1)
    @settings(max_examples=EXAMPLES, deadline=None, database=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))
    @given(case=cases, data=st.data())
    def ask(case: Any, data: Any) -> None:
        filled(house, case, data.draw)
        for who in WHO:
            sent = case.as_transport_kwargs(base_url=house.doors.at)
            sent["headers"] = {**sent["headers"], "X-Sabot": "1"}
            sent["cookies"] = {**(sent.get("cookies") or {}), **(
                house.cookies(who) if ends else house.signed[who])}
            answer = requests.request(**sent, timeout=60, allow_redirects=False)
            case.validate_response(answer, checks=checks())
            check_rights(case, answer, who)

    ask()


@pytest.mark.timeout(300)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_operation_does_what_is_described(house: House, part: int) -> None:
    wrong = []
    for operation in operations(house)[part::PARTS]:
        try:
            ask_as_everybody(house, operation)
        except (AssertionError, BaseExceptionGroup) as found:
            wrong.append(f"{operation.label}: {found}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("lie", ["shape", "status", "role"])
def test_a_description_that_is_not_true_is_found(house: House, lie: str) -> None:
    false = copy.deepcopy(house.description)
    tables = false["paths"]["/api/tables/{table_id}"]["get"]
    if lie == "shape":
        schemas = false["components"]["schemas"]
        schemas["TableInformation"]["properties"]["minimum"] = {"type": "string"}
    elif lie == "status":
        del tables["responses"]["404"]
    else:
        tables["security"] = [{"staff": ["supervisor"]}]
    schema = described(false)
    with pytest.raises((AssertionError, BaseExceptionGroup)):
        ask_as_everybody(house, schema["/api/tables/{table_id}"]["GET"])


def test_roles_are_those_of_the_house(house: House) -> None:
    """The roles that the description names are those whom the house lets in."""
    for operation in operations(house):
        for role in allowed(operation):
            assert role in ("player", "operator") or any(
                role in roles for roles in ALLOWED.values())
