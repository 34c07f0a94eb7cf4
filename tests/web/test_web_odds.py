"""The odds at the door: a game, a table, what is refused, and that no table waits for them."""

from __future__ import annotations

import asyncio
import re
import threading
from importlib import resources
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from doors import Doors
from sabot.families.blackjack.oddswords import ODDS
from sabot.games import catalogue, game, read_table
from sabot.procedure.table import Table
from sabot.web import odds as page

STATIC = Path(str(resources.files("sabot.web") / "static"))
HOUSE = Path(str(resources.files("sabot.house") / "tables"))
EXAMPLES = Path(__file__).parents[2] / "examples" / "tables"


def ask(doors: Doors, **params: str) -> Any:
    return doors.visitor().http.get("/api/odds", params=params, timeout=300)


def test_the_odds_of_a_table_are_those_of_its_rules(doors: Doors) -> None:
    told = ask(doors, table="shared").json()
    assert told["table"] == {"id": "shared", "name": "Shared", "minimum": 200, "maximum": 20_000}
    assert told["rules"]["packs"] == 4 and told["names"]["pt"]
    assert [bet["bet"] for bet in told["bets"]][:2] == ["main", "insurance"]
    assert told["bets"][1]["edge"] == "5/69"  # four packs
    assert told["classes"][told["strategy"]] == min(told["classes"].values())
    assert told["classes"][told["strategy"]] == told["bets"][0]["edge_float"]
    assert told["waterfall"][-1]["edge"] == pytest.approx(told["bets"][0]["edge_float"])
    assert all(step["rule"] and step["regra"] for step in told["waterfall"])
    assert [s["coups"] for s in told["sessions"]] == list(page.SESSIONS)
    for session in told["sessions"]:
        assert session["mean"] == pytest.approx(
            -100 * session["coups"] * told["bets"][0]["edge_float"])
        assert 0.4 < session["ahead"] < 0.5
    acts = {cell["act"] for row in told["chart"] for cell in row["cells"]}
    assert all(f"act.{act}" in told["words"]["pt"] and f"key.{act}" in told["words"]["pt"]
               for act in acts)
    # Four packs: 64 tens split into as many hands, sixteen of them doubled with an ace.
    assert told["most"]["place"] == 80 * told["most"]["stake"]
    assert sum(told["bets"][0]["first_decision"].values()) == pytest.approx(1)
    assert ask(doors, table="shared~p_someone").json()["table"]["id"] == "shared"


def test_a_game_is_priced_by_its_default_rules_in_any_class_of_play(doors: Doors) -> None:
    told = ask(doors, game="blackjack-macau", strategy="zero-memory").json()
    assert told["table"] is None and told["strategy"] == "zero-memory"
    assert told["rules"]["packs"] == 6
    assert told["bets"][0]["edge_float"] == told["classes"]["zero-memory"] > told["classes"][
        "composition"]


@pytest.mark.parametrize(("params", "status", "code"), [
    ({}, 400, "form"), ({"table": "shared", "game": "blackjack-online"}, 400, "form"),
    ({"table": "none"}, 404, "no-table"), ({"game": "whist"}, 404, "no-game"),
    ({"game": "blackjack-online", "strategy": "luck"}, 404, "no-strategy"),
    ({"game": "x" * 81}, 400, "form"),
])
def test_what_cannot_be_priced_is_refused_in_words(
        doors: Doors, params: dict[str, str], status: int, code: str) -> None:
    answer = ask(doors, **params)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["text"]


def test_the_lobby_says_whose_odds_are_there(doors: Doors) -> None:
    anybody = doors.visitor()
    priced = {g["id"] for g in anybody.get("/api/games").json() if g["odds"] is True}
    assert priced == {name for name, of in catalogue().items()  # who plays his fellows has no edge
                      if of.parts.get("keeps") != "the table"}
    assert all(t["odds"] is True for t in anybody.get("/api/tables").json())
    assert anybody.get("/api/tables/shared").json()["odds"] is True


class Rules(msgspec.Struct, frozen=True):
    packs: int = 1


def priced(calls: list[int], gate: threading.Event, wrong: bool = False) -> Any:
    """A game whose price takes until the gate opens."""
    def price(table: Any, *_: str) -> dict[str, Any]:
        calls.append(table.rules.packs)
        gate.wait(10)
        if wrong and len(calls) == 1:
            raise RuntimeError("once")
        return {"bets": [{"edge_float": 0.0, "net": [["-1", "1/2"], ["1", "1/2"]]}]}
    return SimpleNamespace(id="made", parts={"odds": price})


def laid(packs: int) -> Any:
    return SimpleNamespace(rules=Rules(packs))


def test_rules_are_priced_once_beside_what_else_goes_on() -> None:
    async def go() -> None:
        calls: list[int] = []
        gate = threading.Event()
        pricer, game = page.Pricer(), priced(calls, gate)
        first = asyncio.ensure_future(pricer.price(game, laid(1), ""))
        second = asyncio.ensure_future(pricer.price(game, laid(1), ""))
        await asyncio.sleep(0.05)  # the loop goes on while the price is computed
        assert not first.done()
        second.cancel()  # who goes away takes nothing from the others
        gate.set()
        assert (await first)["sessions"][0]["ahead"] > 0.4
        await pricer.price(game, laid(1), "")
        await pricer.price(game, laid(2), "")
        assert calls == [1, 2]
        await pricer.close()
    asyncio.run(go())


def test_a_price_that_failed_is_tried_again_and_few_are_kept(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "KEPT", 2)

    async def go() -> None:
        calls: list[int] = []
        gate = threading.Event()
        gate.set()
        pricer, game = page.Pricer(), priced(calls, gate, wrong=True)
        with pytest.raises(RuntimeError):
            await pricer.price(game, laid(1), "")
        for packs in (1, 2, 3, 1):
            await pricer.price(game, laid(packs), "")
        assert calls == [1, 1, 2, 3, 1]
        await pricer.close()
    asyncio.run(go())


def test_the_words_of_the_page_are_there_in_both_languages() -> None:
    text = (STATIC / "oddswords.js").read_text("utf-8")
    portuguese, english = (re.findall(r"'([\w.-]+)': ['\"]", part.split("\n};")[0])
                           for part in text.split("const ")[1:3])
    assert len(portuguese) == len(set(portuguese)) and sorted(portuguese) == sorted(english)
    assert set(ODDS["pt"]) == set(ODDS["en"])
    for name in ("odds.js", "oddschart.js", "odds.html"):
        asked = re.findall(r"(?:\bo\('|data-o=\")([\w.-]+)", (STATIC / name).read_text("utf-8"))
        assert set(asked) - set(portuguese) == set(), name


def test_the_page_says_in_both_languages_what_the_bank_may_have_to_pay() -> None:
    script = (STATIC / "odds.js").read_text("utf-8")
    tables = [read_table(path.read_text("utf-8")) for path in (
        *HOUSE.glob("*.toml"), *EXAMPLES.glob("*.toml"))]
    said = set()
    for table in tables:
        assert isinstance(table, Table)
        played = game(table.game)
        if "most" not in played.parts:  # the bank is a player's
            continue
        if (most := played.parts["most"](table)).get("why"):
            said.add(most["why"])
            assert f"'{most['why']}':" in script, table.name
            continue
        name = re.sub(r"^an? ", "", most["outcome"])
        assert (re.fullmatch(r"(aces|tens|\ds) split into \d+ hands|[\d-]+(, with \d+)?", name)
                or f"often.{name}" in played.parts["odds_words"]["pt"]), (table.name, name)
        assert not most["left_out"] or f"'{most['left_out']}':" in script, table.name
        said.add(name)
    assert len(said) > 3  # there is something to say of more than one kind


def test_the_liability_is_that_of_the_table_and_its_price_that_of_the_rules(doors: Doors) -> None:
    one, other = (ask(doors, table=name).json() for name in ("shared", "alone"))
    assert one["most"]["table"] > other["most"]["table"] == other["most"]["place"]


def test_the_page_knows_no_game() -> None:
    for name in ("odds.js", "oddschart.js", "oddswords.js", "odds.html"):
        assert "blackjack" not in (STATIC / name).read_text("utf-8").lower(), name


def test_a_game_without_decisions_is_priced_with_all_its_bets(doors: Doors) -> None:
    told = ask(doors, game="american-roulette").json()
    assert told["classes"] == {} and told["waterfall"] == [] and told["strategy"] == ""
    assert {bet["edge"] for bet in told["bets"]} == {"1/37"} and len(told["bets"]) == 16
    for lang in ("pt", "en"):
        assert all(told["words"][lang][f"odds.{bet['bet']}"] for bet in told["bets"])
    assert told["most"]["left_out"] and told["sessions"][0]["coups"] == page.SESSIONS[0]


def test_a_game_that_people_play_against_one_another_tells_its_advice(doors: Doors) -> None:
    told = ask(doors, game="chemin-de-fer").json()
    assert told["most"] is None and told["classes"] == {}
    assert told["curves"][0]["mark"] == pytest.approx(0.378770, abs=1e-6)
    for lang in ("pt", "en"):
        assert all(told["words"][lang][f"sheet.{sheet['name']}"] for sheet in told["sheets"])
        assert told["words"][lang]["page.keeps"]
