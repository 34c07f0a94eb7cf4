"""The description of the HTTP door: shapes are those of structs, what is open says why, and who may
call a route is whom the house lets in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.games import catalogue
from sabot.house import House, schemas
from sabot.house.people.roles import ALLOWED, ROLES
from sabot.house.table import messages
from sabot.ledger import Ledger
from sabot.web import route_policies
from sabot.web.app import create_app
from sabot.web.auth import Signer
from sabot.web.openapi import Route, describe, operations


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], list[Route]]:
    """The description, and the routes that it is made from."""
    folder: Path = tmp_path_factory.mktemp("described")
    with Ledger.open(f"sqlite:///{folder / 'books.sqlite3'}") as books:
        app = create_app(House(books, {}), Signer("k" * 40))
        openapi = app.openapi_schema.to_schema()
        routes = list(operations(openapi, app.routes))
        return describe(openapi, app.routes), routes


def within(at: str, schema: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema in a schema, and where it stands."""
    if not isinstance(schema, dict):
        return
    yield at, schema
    for name, one in schema.get("properties", {}).items():
        yield from within(f"{at}.{name}", one)
    for key in ("items", "additionalProperties"):
        yield from within(f"{at}[]", schema.get(key))
    for key in ("allOf", "anyOf", "oneOf", "prefixItems"):
        for one in schema.get(key, ()):
            yield from within(at, one)


def is_open(schema: dict[str, Any]) -> bool:
    """Whether it says nothing of what stands in it."""
    kind = schema.get("type")
    return not (schema.keys() - {"description", "title", "default", "type"}) and kind in (
        None, "object", "array") and schema.get("title") is None


def test_every_answer_has_the_shape_of_a_struct(
        described: tuple[dict[str, Any], list[Route]]) -> None:
    for path, ways in described[0]["paths"].items():
        for method, way in ways.items():
            for status, response in way["responses"].items():
                for media, content in response.get("content", {}).items():
                    schema = content["schema"]
                    assert media == "text/plain" or not is_open(schema), (method, path, status)


def test_what_comes_without_a_body_or_with_another_status_is_described(
        described: tuple[dict[str, Any], list[Route]]) -> None:
    paths = described[0]["paths"]
    health = paths["/health"]["get"]["responses"]
    assert health["503"]["content"]["application/json"] == health["200"]["content"][
        "application/json"] == {"schema": {"$ref": "#/components/schemas/Health"}}
    assert "content" not in paths["/enter"]["get"]["responses"]["303"]
    assert "content" not in paths["/words/{name}"]["get"]["responses"]["304"]
    (hand,) = (one for one in paths["/api/equity"]["get"]["parameters"] if one["name"] == "hand")
    assert hand["schema"] == {"type": "array", "items": {"type": "string"}, "maxItems": 200}


def test_what_is_open_says_why(described: tuple[dict[str, Any], list[Route]]) -> None:
    every = described[0]["components"]["schemas"] | messages.catalogue().schemas
    silent = [at for name, schema in every.items() for at, one in within(name, schema)
              if is_open(one) and not one.get("description")]
    assert not silent


def test_a_cloth_is_described_to_its_last_part(
        described: tuple[dict[str, Any], list[Route]]) -> None:
    """Each shape has a schema of its own, and the bets of a table have one: nothing is open."""
    every = described[0]["components"]["schemas"]
    table = every["TableDescription"]["properties"]
    shapes = {one["$ref"].rpartition("/")[2] for one in table["felt"]["anyOf"]}
    assert shapes == {"ArcFelt", "CabinetFelt", "LayoutFelt", "OvalFelt"}
    for name in shapes:
        assert every[name]["properties"]["shape"]["enum"] and "shape" in every[name]["required"]
    left, seen = [*shapes, table["bets"]["items"]["$ref"]], set[str]()
    while left:
        name = left.pop().rpartition("/")[2]
        if name not in seen:
            seen.add(name)
            parts = [one for _, one in within(name, every[name])]
            assert not any(map(is_open, parts)), name
            left += [one["$ref"] for one in parts if "$ref" in one]
    assert {"Zone", "SideSpot", "OvalPlace", "MachineBet", "MenuPays"} <= seen


def test_every_struct_says_what_it_is(described: tuple[dict[str, Any], list[Route]]) -> None:
    every = described[0]["components"]["schemas"] | messages.catalogue().schemas
    assert [name for name, schema in every.items() if not schema.get("description")] == []


def test_who_may_call_is_whom_the_house_lets_in(
        described: tuple[dict[str, Any], list[Route]]) -> None:
    openapi, routes = described
    for one in routes:
        schemes = openapi["paths"][one.path][one.method]["security"]
        assert all(("program" in way) == (one.method == "post") for way in schemes), one.path
        named = {role for way in schemes for role in way.get("staff", ())}
        assert named == (ALLOWED[one.door.who] if one.path.startswith("/api/staff")
                         and one.door.who else set()), one.path
        assert named <= set(ROLES)
        assert any("player" in way for way in schemes) == (one.door.who == route_policies.PLAYER), (
            one.path
        )


class Twice(msgspec.Struct, omit_defaults=True):
    """A struct of the answers, and below another one of its name."""

    one: int = 0


class Sent(msgspec.Struct):
    """What is always sent, and what is not."""

    one: int
    two: str = ""
    three: int | msgspec.UnsetType = msgspec.UNSET


def test_what_is_always_sent_is_required() -> None:
    _, named = schemas.json_schemas([Sent, Twice], [Sent, Twice])
    assert named["Sent"]["required"] == ["one", "two"] and not named["Twice"]["required"]
    _, named = schemas.json_schemas([Sent, Twice], [])
    assert named["Sent"]["required"] == ["one"]


def test_two_structs_of_one_name_are_refused() -> None:
    other = msgspec.defstruct("Twice", [("two", int)])
    with pytest.raises(ValueError, match="name Twice"):
        schemas.json_schemas([Twice, other], [])


def test_members_of_several_structs_stand_side_by_side_and_one_of_several_kinds_is_given() -> None:
    kind = schemas.AnyOf((schemas.AllOf((Sent, Twice)), Sent))
    (schema, after), named = schemas.json_schemas([kind, Twice], [], "#/{name}")
    sent, twice = {"$ref": "#/Sent"}, {"$ref": "#/Twice"}
    assert schema == {"anyOf": [{"allOf": [sent, twice]}, sent]} and after == twice
    assert set(named) == {"Sent", "Twice"}


def test_odds_are_described_by_kind_down_to_their_bets(
        described: tuple[dict[str, Any], list[Route]]) -> None:
    """Each answer that a game of the catalogue declares is there, with the bets that it has."""
    openapi = described[0]
    body = openapi["paths"]["/api/odds"]["get"]["responses"]["200"]["content"]["application/json"]
    schema = str(body["schema"])
    named = openapi["components"]["schemas"]
    for game in catalogue().values():
        if game.pricing is not None:
            name = game.pricing.answer.__name__
            assert f"/{name}'" in schema and "$ref" in named[name]["properties"]["bets"]["items"]
    assert "/MachineOdds'" in schema and "/PeopleOdds'" in schema
    assert named["PeopleOdds"]["required"] == ["cost", "equity", "five", "deal"]


def test_structs_that_nothing_tells_apart_are_one_or_the_other() -> None:
    (schema,), named = schemas.json_schemas([Sent | Twice], [Sent | Twice], "#/{name}")
    assert schema == {"anyOf": [{"$ref": "#/Sent"}, {"$ref": "#/Twice"}]}
    assert set(named) == {"Sent", "Twice"}


class Here(msgspec.Struct):
    """One of two that nothing tells apart."""

    here: int


class There(msgspec.Struct):
    """The other one."""

    there: str


class Left(msgspec.Struct, tag="left"):
    """One of two that a tag tells apart."""


class Right(msgspec.Struct, tag="right"):
    """The other one."""


class Holds(msgspec.Struct, rename={"many": "lots"}):
    """Both, in a list and by themselves."""

    many: list[Here | There | None]
    one: Here | dict[str, int] = {}
    other: Left | Right | None = None


def test_a_union_that_nothing_tells_apart_names_its_members() -> None:
    (at,), named = schemas.json_schemas([Holds], [Holds])
    assert at == {"$ref": "#/$defs/Holds"}
    assert set(named) == {"Holds", "Here", "There", "Left", "Right"}
    holds = named["Holds"]
    assert holds["description"] == Holds.__doc__ and holds["required"] == ["lots", "one", "other"]
    here = {"$ref": "#/$defs/Here"}
    assert holds["properties"]["lots"]["items"] == {"anyOf": [
        here, {"$ref": "#/$defs/There"}, {"type": "null"}]}
    assert holds["properties"]["one"]["anyOf"] == [
        here, {"type": "object", "additionalProperties": {"type": "integer"}}]
    assert named["There"]["required"] == ["there"]
    assert "discriminator" in str(holds["properties"]["other"])
