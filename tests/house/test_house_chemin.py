"""An evening at the house's table of chemin de fer: one person among players of the house."""

from __future__ import annotations

import asyncio
from importlib import resources
from pathlib import Path

import pytest

from sabot.certify.audit.verify import verify
from sabot.games import game
from sabot.games.chemin_de_fer.round import Carry
from sabot.house import HouseError
from sabot.house.live import bots
from sabot.house.table.versioned_events import moves_seat, reseat
from sabot.procedure import Act, Dealer, Incident, Scripted, TimeOut, offers_for
from support.house_evening import Evening, Screen, run_async, table


@run_async
async def test_one_person_banks_among_players_of_the_house(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player has the first hand at the dealer's right; coups follow one another meanwhile, and
    the bank goes back to them when they leave."""
    monkeypatch.setattr(bots, "PACE", 0.0)
    text = (resources.files("sabot.house") / "tables" / "guadiana.toml").read_text("utf-8")
    async with Evening(tmp_path, tables={"shared": table(text)}) as evening:
        ana, desk = await evening.guest("Ana"), evening.desk()
        await ana.must("sit", "1")
        coups, banked = set(), 0
        for _ in range(600):
            await asyncio.sleep(0)
            await evening.settle()
            coups.add(desk.state.coup)
            offered = {o.act: o for o in offers_for(
                desk.dealer.standing if desk.dealer else None, ana.id)}
            if "bank" in offered:
                banked += 1
                await ana.must("bank", offered["bank"].seat, 1000)
            elif "alone" in offered:
                await ana.must("alone", offered["alone"].seat)
            elif "continue" in offered:
                await ana.must("continue", offered["continue"].seat)
            else:
                await evening.later(2)
            if banked and len(coups) > 4:
                break
        assert banked and len(coups) > 4
        last = evening.house.archive.last_coups(ana.id)[0].id
        with pytest.raises(HouseError) as refusal:
            await evening.house.complain(ana.player, "shared", last, "The card was mine.")
        assert (refusal.value.code, refusal.value.law) == (
            "too-late", "pt-217-2007/chemin-de-fer/104.l")
        await ana.end()
        for _ in range(200):
            await asyncio.sleep(0)
            await evening.later(5)
            if ana.id not in desk.seats:
                break
        assert ana.id not in desk.seats and verify(evening.ledger).verified


def test_the_house_knows_who_sits_where_when_seats_change_without_an_act() -> None:
    """Gil changes seat at the end of the shoe, Eva stands up, Rui loses a seat by the clock; at
    the end everybody gets up."""
    seats = ("Ana", "Rui", "Eva", "Gil", "Bea", "Leo", "", "", "")
    this_game = game("chemin-de-fer")
    carry = Carry(seats, due="next", regular=1, booked=(("Gil", 8),))
    at = table('game = "chemin-de-fer"\nname = "x"\nminimum = 5\nmaximum = 50\n'
               "[rules]\nrefusal_costs_seat = true")
    coup = Dealer(this_game.coup(at, carry), Scripted("KD " * 20))
    known = list(seats)

    def answer_coup(answer: Act | TimeOut) -> None:
        reseat(known, coup.answer(answer))  # type: ignore[arg-type]

    reseat(known, coup.record)
    assert known[3] == "" and known[7] == "Gil" and any(map(moves_seat, coup.record))
    while coup.standing is not None and coup.standing.window.startswith("cut"):
        answer_coup(TimeOut(coup.standing.window))
    answer_coup(Act("Eva", "stand-up", "3"))
    answer_coup(TimeOut("hand:2"))
    assert known == ["Ana", "", "", "", "Bea", "Leo", "", "Gil", ""]
    while not coup.over:
        assert coup.standing is not None
        answer_coup(TimeOut(coup.standing.window))
    assert tuple(known) == coup.outcome.seats
    idle = Dealer(this_game.coup(at, this_game.opening(at)), Scripted())
    known = [""] * 9
    told_ = idle.answer(Act("Ana", "sit", "4"))
    reseat(known, told_)  # type: ignore[arg-type]
    assert known[3] == "Ana"
    reseat(known, idle.report(Incident("last-shoe")))  # type: ignore[arg-type]
    assert not any(known)


@pytest.mark.law("pt-217-2007/chemin-de-fer/23", "pt-217-2007/chemin-de-fer/94", "ir/229")
@run_async
async def test_a_seat_is_for_who_takes_the_hand(tmp_path: Path) -> None:
    """Who says that they will not is refused under 23; whose line is lost when the hand comes loses
    the seat, and may sit down again."""
    text = 'game = "chemin-de-fer"\nname = "x"\nminimum = 5\nmaximum = 50\n'
    async with Evening(tmp_path, tables={"shared": table(text)}) as evening:
        guests = [await evening.guest(name) for name in ("Ana", "Rui", "Eva", "Gil", "Bea")]
        desk, pia = evening.desk(), await evening.guest("Pia")
        for n, guest in enumerate(guests[:4], start=1):
            await guest.must("sit", str(n))
        while desk.dealer is None or desk.dealer.standing is None or \
                desk.dealer.standing.window != "hand:1":
            await evening.later(5)
        await guests[4].must("sit", "5")
        no = await pia.refused("sit-no-hand", "6")
        assert (no.code, no.law) == ("barred", "pt-217-2007/chemin-de-fer/23")
        assert pia.id not in desk.seats
        await evening.later(60)  # nobody hears from Ana
        assert guests[0].id not in desk.seats and desk.dealer.standing.window == "hand:2"
        await guests[0].must("sit", "7")
        assert guests[0].id in desk.seats and verify(evening.ledger).verified


TWO = """
game = "chemin-de-fer"
name = "{name}"
minimum = 5
maximum = 50
"""


@pytest.mark.law("pt-217-2007/chemin-de-fer/17-2")
@run_async
async def test_nobody_has_seats_at_two_tables(tmp_path: Path) -> None:
    """Who sits at one table of chemin de fer is refused at another, sees it before they ask, and
    may sit there after getting up; a table of another game is no such table."""
    tables_of_two = {name: table(TWO.format(name=name.title())) for name in ("tejo", "sado")}
    other = table('game = "craps"\nname = "Dice"\nminimum = 5\nmaximum = 50\nplaces = 3\n')
    async with Evening(tmp_path, tables={**tables_of_two, "dice": other}) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        await ana.must("sit", "3", table="tejo")
        refused = await ana.refused("sit", "4", table="sado")
        assert (refused.code, refused.law) == (
            "seated-elsewhere", "pt-217-2007/chemin-de-fer/17-2")
        assert "Tejo" in refused.text
        await rui.must("sit", "4", table="sado")
        await ana.must("sit", "1", table="dice")
        await ana.must("leave", "3", table="tejo")
        await ana.must("sit", "5", table="sado")
        assert (await ana.refused("sit", "3", table="tejo")).code == "seated-elsewhere"


@pytest.mark.law("pt-217-2007/chemin-de-fer/24", "pt-217-2007/chemin-de-fer/93")
@run_async
async def test_everybody_is_told_who_stands_behind_which_seat(tmp_path: Path) -> None:
    """A snapshot and what follows it name each with the seat; who opens the table later sees the
    same, and so does the house when it is opened anew."""
    at = {"t": table(TWO.format(name="Tejo"))}

    def behind(screen: Screen) -> dict[str, tuple[str, str, bool]]:
        screen.read()
        stands = next(m["stands"] for m in reversed(screen.messages) if "stands" in m)
        return {x["place"]: (x["name"], x["behind"], x["yours"]) for x in stands}

    async with Evening(tmp_path, tables=at) as evening:
        ana, rui, eva = [await evening.guest(name) for name in ("Ana", "Rui", "Eva")]
        screen = await eva.look("t")
        await ana.must("sit", "2", table="t")
        assert not behind(screen)
        await rui.must("join", "2", table="t")
        await eva.must("join", "table", table="t")
        await evening.settle()
        assert behind(screen) == {"s2": ("Rui", "2", False), "s10": ("Eva", "2", True)}
        no = await evening.guest("Gil")
        assert (await no.refused("join", "9", table="t")).law.endswith("/25")
        assert (await no.refused("join", "3", table="t")).code == "not-offered"
        await rui.must("leave", "table", table="t")
        await evening.settle()
        assert behind(screen) == behind(await eva.look("t")) == {"s10": ("Eva", "2", True)}
        assert verify(evening.ledger).verified
        await evening.reopen()
        seen = await Screen(evening.house.room("t"), eva.id).enter()
        assert behind(seen) == {"s10": ("Eva", "2", True)}
