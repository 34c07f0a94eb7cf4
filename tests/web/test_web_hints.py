"""Hints for practice: what an act or a bet costs on average, at a table of one's own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot import house
from sabot.games import catalogue
from sabot.procedure.hints import PotPrice, Seen
from sabot.procedure.table import Table
from sabot.procedure.view import TableState
from sabot.procedure.visible_events import ShownOffer
from sabot.web.hints import look_in_turn, seen_at
from support.house_evening import Evening, run_async
from support.open_house import ALONE, MACHINE, SHARED, Doors, Line, Visitor, table


def shipped(name: str) -> Table:
    """A table that comes with the program."""
    return table((Path(house.__file__).parent / "tables" / f"{name}.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    folder: Path = tmp_path_factory.mktemp("hints")
    with Doors(folder, tables={
            "shared": table(SHARED), "alone": table(ALONE), "wheel": shipped("alva"),
            "open": shipped("homem"), "door": table(MACHINE)}) as opened:
        yield opened


def hint(visitor: Visitor, table_id: str) -> dict[str, Any]:
    """The hint of this moment, once it is computed."""
    while True:
        answer = visitor.get(f"/api/tables/{table_id}/hints")
        assert answer.status_code == 200, answer.text
        if (found := answer.json()["hint"]) is not None:
            return found


def seen(doors: Doors, visitor: Visitor, table_id: str) -> Seen:
    """What a visitor sees at their copy of a table."""
    desk = doors.house.rooms[f"{table_id}~{visitor.id.removeprefix('p_')}"].desk

    async def look() -> Seen:
        return seen_at(desk, visitor.id)
    return doors.run(look)  # type: ignore[no-any-return]


@run_async
async def test_a_hint_is_about_what_is_stored_not_about_what_is_being_stored(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest()
        room, goes_on = evening.house.room_for("alone", ana.id), asyncio.Event()
        store = evening.house.purse.store

        async def store_later(*args: Any) -> Any:
            await goes_on.wait()
            return await store(*args)
        monkeypatch.setattr(evening.house.purse, "store", store_later)
        sits = asyncio.create_task(ana.must("sit", "1", table="alone"))
        while room.desk.dealer is None:  # the round has begun, and nothing of it is stored
            await asyncio.sleep(0)
        look = asyncio.create_task(look_in_turn(room, ana.id))
        await asyncio.sleep(0.01)
        assert not look.done()
        goes_on.set()
        ack, moment = await asyncio.gather(sits, look)
        assert moment.v >= ack.v and "bet" in acts(moment.seen)


def acts(of: Seen) -> dict[str, str]:
    return {offer.act: offer.spots[0] for offer in of.offers}


def ask_a_hand(doors: Doors, visitor: Visitor, line: Line) -> Seen:
    """Play on until a hand may take a card; what its player sees then."""
    for _ in range(200):
        now = seen(doors, visitor, "alone")
        offered = acts(now)
        if "hit" in offered:
            return now
        if "deal" in offered:
            line.do("deal", offered["deal"])
        elif "bet" in offered:
            line.do("bet", "1", 2_000)
        elif "sit" in offered:
            line.do("sit", "1")
        elif "no-insurance" in offered:
            line.do("no-insurance", offered["no-insurance"])
        else:
            doors.later(30)
    raise AssertionError("no hand was asked")


def test_an_act_costs_the_difference_of_the_exact_values(doors: Doors) -> None:
    """The cost of an act is its value less than that of the best, times the bet."""
    visitor = doors.guest()
    game, rules = catalogue()["blackjack-online"], table(ALONE)
    with visitor.table("alone") as line:
        line.until("snapshot")
        now = ask_a_hand(doors, visitor, line)
        (decision,) = hint(visitor, "alone")["decisions"]
        cards = " ".join(card for card in now.state.hands["1"] if card)
        assert game.priced.advice is not None
        exact = game.priced.advice(rules, cards, str(now.state.hands["bank"][0]))
        offered = acts(now)
        assert {one["act"] for one in decision["acts"]} == set(offered) & set(exact.acts)
        best = max(exact.acts[act].value for act in offered if act in exact.acts)
        for one in decision["acts"]:
            assert one["cost"] == pytest.approx(2_000 * (best - exact.acts[one["act"]].value))
        assert min(one["cost"] for one in decision["acts"]) == 0


def test_a_bet_costs_its_edge(doors: Doors) -> None:
    """At a layout every bet costs its exact edge times its stake, and the cheapest is named."""
    visitor = doors.guest()
    with visitor.table("wheel") as line:
        line.until("snapshot")
        line.do("sit", "1")
        while "bet" not in acts(seen(doors, visitor, "wheel")):
            doors.later(20)
        assert line.do("bet", "even", 500)["t"] == "ack"
        assert line.do("bet", "straight/7", 200)["t"] == "ack"
        found = hint(visitor, "wheel")
    prices = {price["spot"]: price for price in found["spots"]}
    assert Fraction(prices["straight/7"]["edge"]) == Fraction(1, 37)
    bets = {bet["spot"]: bet for bet in found["laid"]}
    assert bets["even"]["cost"] == pytest.approx(500 * prices["even"]["edge_float"])
    assert bets["straight/7"]["cost"] == pytest.approx(200 / 37)
    assert prices[found["best"]]["edge_float"] == min(p["edge_float"] for p in found["spots"])


def test_a_machine_has_the_exact_return_of_each_bet(doors: Doors) -> None:
    game, rules = catalogue()["machines"], table(MACHINE)
    assert game.cabinet is not None
    sheet = game.cabinet.par_at(rules, 0)
    back = {bet.bet: bet.whole_float for bet in sheet.every_bet}
    visitor = doors.guest()
    with visitor.table("door") as line:
        line.until("snapshot")
        line.do("sit", "1")
        line.do("insert", "1", 2_000)
        found = hint(visitor, "door")
    assert found["basis"] == "machine" and found["spots"]
    for price in found["spots"]:
        lines, stake, _ = map(int, price["spot"].split("x"))
        assert price["edge_float"] == pytest.approx(1 - back.get(lines, back.get(stake, 0)))
        assert price["cents"] > 0


@pytest.mark.parametrize(("board", "exact"), [((), False), (("2c", "7d", "Kh"), True)])
def test_poker_has_a_price_and_no_exact_value(board: tuple[str, ...], exact: bool) -> None:
    """In a turn at poker: what a call must win, exactly, and the cards against one random hand,
    counted over every deal once the flop lies."""
    game, rules = catalogue()["holdem"], shipped("olo")
    state = TableState(game.label)
    state.hands = {"1": ["As", "Ah"], "2": [None, None], "board": list(board)}
    state.bets = {"1/cave": 9_800, "1/pot": 200, "2/cave": 9_400, "2/pot": 600}
    offers = tuple(ShownOffer(act, "1", "", cost=cost) for act, cost in (("fold", 0),
                                                                        ("call", 400)))
    assert game.hints is not None
    found = game.hints(rules, Seen(state, offers, {"1/pot": 200}, {}), None)
    assert found is not None and found.basis == "pot" and not found.decisions
    assert isinstance(found.pot, PotPrice) and Fraction(found.pot.needed) == Fraction(400, 1_200)
    assert found.pot.equity is not None and 0.8 < found.pot.equity < 0.95
    assert found.pot.exact is exact


def test_the_same_view_has_the_same_hint(doors: Doors) -> None:
    """A hint is computed from what the player sees: the hidden card, the shoe and the record do not
    reach it, so that two moments which look the same get the same figures."""
    visitor = doors.guest()
    game, rules = catalogue()["blackjack-online"], table(ALONE)
    with visitor.table("alone") as line:
        line.until("snapshot")
        now = ask_a_hand(doors, visitor, line)
        first, second = hint(visitor, "alone"), hint(visitor, "alone")
    assert first == second and game.hints is not None
    # The function gets a table and a view, and its answer for this view is the one that was sent.
    assert json.loads(msgspec.json.encode(game.hints(rules, now, None))) == first


REFUSED = {
    "pt": "Só há dicas numa mesa sua", "en": "There are hints only at a table of your own",
    "zh-Hant": "只有在您獨自博彩的賭檯才有提示"}


@pytest.mark.parametrize("lang", REFUSED)
def test_a_shared_table_has_no_hints(doors: Doors, lang: str) -> None:
    refused = doors.guest().get("/api/tables/shared/hints", **{"Accept-Language": lang})
    assert (refused.status_code, refused.json()["code"]) == (409, "shared-table")
    assert refused.json()["text"].casefold().startswith(REFUSED[lang].casefold()[:9])


def test_where_the_law_forbids_advice_there_are_none(doors: Doors) -> None:
    """At no-draw poker nobody may say how to play (pt-217-2007/poquer-sem-descarte, 21)."""
    visitor = doors.guest()
    with visitor.table("open") as line:
        table_of = line.until("snapshot")["table"]
        refused = visitor.get("/api/tables/open/hints")
    assert (refused.status_code, refused.json()["code"]) == (409, "no-advice")
    assert refused.json()["law"] == "pt-217-2007/poquer-sem-descarte/21"
    assert table_of["own"] and table_of["laws"]["advice"] == refused.json()["law"]


def test_whoever_is_not_there_gets_none(doors: Doors) -> None:
    visitor = doors.guest()
    assert visitor.get("/api/tables/alone/hints").json()["code"] == "not-at-table"
    assert visitor.get("/api/tables/nowhere/hints").status_code == 404
    assert doors.visitor().get("/api/tables/alone/hints").status_code == 401


def test_every_game_says_something_or_may_not() -> None:
    """Each game declares hints, or its law forbids them."""
    for game in catalogue().values():
        assert (game.hints is None) == ("advice" in game.conduct.laws), game.id
