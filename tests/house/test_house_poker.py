"""A poker table in the house: the clock reports how long a session has lasted."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.certify.audit.verify import verify
from sabot.procedure import Call
from support.house_evening import Evening, run_async, table

ROW = "pt-217-2007/poquer-nao-bancado"
TABLES = {"poker": table("""
game = "holdem"
name = "Sessions"
minimum = 2
maximum = 1000
places = 10
[rules]
minimum_share = false
percentage = "session"
rate = 10
[clocks]
decision = 30
late = 10
""")}


def incident_kinds(evening: Evening) -> list[str]:
    """The kinds of the incidents of the hand under way."""
    return [event.incident.kind for event in evening.desk("poker").dealer.record
            if event.incident is not None]


@pytest.mark.law(f"{ROW}/7.b-2", f"{ROW}/7.b-3", "ir/239")
@run_async
async def test_the_clock_of_the_house_reports_how_long_a_session_has_lasted(
        tmp_path: Path) -> None:
    """Counted from the hand with which it began, once each, and after a restart too."""
    async with Evening(tmp_path, tables=TABLES) as evening:
        for place, name in enumerate(("Ana", "Rui", "Eva", "Gil"), 1):
            await (await evening.guest(name)).must("sit", str(place), 4_000, table="poker")
        desk = evening.desk("poker")
        assert not desk.state.since
        await evening.later(11)
        began = desk.state.since
        assert began == evening.clock.now()
        assert [step.call for event in desk.dealer.record
                if isinstance(step := event.step, Call)] == ["drawn", "session-begins"]
        await evening.later(1_799)
        assert incident_kinds(evening) == []
        await evening.later(1)
        assert incident_kinds(evening) == ["after-30"]
        await evening.reopen()
        assert evening.desk("poker").state.since == began
        await evening.later(1_799)
        assert incident_kinds(evening).count("after-60") == 0
        await evening.later(1)
        assert incident_kinds(evening)[-1:] == ["after-60"]
        assert verify(evening.ledger).verified


SHORT = {"poker": table("""
game = "holdem"
name = "Short"
minimum = 2
maximum = 1000
places = 10
[rules]
minimum_share = false
duration = 90
[clocks]
decision = 900
late = 10
""")}


@pytest.mark.law(f"{ROW}/74-2", "ir/265")
@run_async
async def test_the_clock_of_the_house_ends_a_game_of_ninety_minutes(tmp_path: Path) -> None:
    """By the time of day, also where the house was away meanwhile."""
    async with Evening(tmp_path, tables=SHORT) as evening:
        for place, name in enumerate(("Ana", "Rui", "Eva", "Gil"), 1):
            await (await evening.guest(name)).must("sit", str(place), 4_000, table="poker")
        await evening.later(11)
        began = evening.clock.now()
        assert evening.desk("poker").state.ends == began + 5_400
        for _ in range(52):
            await evening.later(100)
        assert "elapsed" not in incident_kinds(evening)
        await evening.reopen()
        assert evening.desk("poker").state.ends == began + 5_400
        await evening.later(200)
        assert incident_kinds(evening) == ["elapsed"]
        assert sum(map(bool, evening.desk("poker").seats)) >= 4
        while not evening.desk("poker").state.over:
            await evening.later(900)
        await evening.later(3)
        assert not any(evening.desk("poker").seats)
        assert verify(evening.ledger).verified


LOOSE = {"poker": table("""
game = "holdem"
name = "Loose"
minimum = 2
maximum = 1000
places = 10
[clocks]
decision = 5
late = 10
[rules]
minimum_share = false
""")}


@pytest.mark.law(f"{ROW}/11", "ir/258")
@run_async
async def test_the_house_knows_who_sits_where_once_seats_were_drawn(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=LOOSE) as evening:
        for place, name in enumerate(("Ana", "Rui", "Eva", "Gil"), 1):
            await (await evening.guest(name)).must("sit", str(place), 4_000, table="poker")
        await evening.later(11)
        desk = evening.desk("poker")
        lot = next(event.fell for event in desk.dealer.record if event.fell)
        places = list(range(1, 11))
        drawn = [places.pop(n - 1) for n in lot]
        names = {evening.house.name(player): n for n, player in enumerate(desk.seats, 1) if player}
        assert names == dict(zip(("Ana", "Rui", "Eva", "Gil"), drawn, strict=True))
        await evening.reopen()
        again = evening.desk("poker")
        assert {evening.house.name(player): n for n, player in enumerate(again.seats, 1)
                if player} == names
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/12", "ir/24")
@run_async
async def test_who_ends_their_session_leaves_their_place_between_two_hands(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=LOOSE) as evening:
        guests = {}
        for place, name in enumerate(("Ana", "Rui", "Eva", "Gil", "Bea"), 1):
            guests[name] = await evening.guest(name)
            await guests[name].must("sit", str(place), 4_000, table="poker")
        await evening.later(11)
        await guests["Ana"].end("poker")
        desk = evening.desk("poker")
        assert sum(map(bool, desk.seats)) == 5  # Eva plays the hand, and the session ends with it
        for _ in range(12):
            await evening.later(6)
        seated = {evening.house.name(player) for player in evening.desk("poker").seats if player}
        assert "Ana" not in seated and len(seated) >= 4
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/12.a", f"{ROW}/10")
@run_async
async def test_no_place_is_kept_before_who_has_the_first_right_to_it(tmp_path: Path) -> None:
    """In the middle of a hand a player who is out of it has asked for a free seat. A newcomer who
    names it without a sum does not get it, nor a seat that is taken."""
    async with Evening(tmp_path, tables=LOOSE) as evening:
        guests = [await evening.guest(name) for name in ("Ana", "Rui", "Eva", "Gil")]
        for place, guest in enumerate(guests, 1):
            await guest.must("sit", str(place), 4_000, table="poker")
        await evening.later(11)
        desk = evening.desk("poker")
        fold = next(o for o in desk.dealer.standing.offers if o.act == "fold")
        first = next(guest for guest in guests if guest.player.id == fold.player)
        free = str(desk.seats.index("") + 1)
        await first.must("fold", fold.seat, table="poker")
        await first.must("change-seat", free, table="poker")
        zoe = await evening.guest("Zoe")
        assert (await zoe.refused("sit", free, table="poker")).code == "not-offered"
        assert not desk.state.reserved
        taken = await zoe.refused("sit", fold.seat, table="poker")
        assert (taken.code, taken.law) == ("not-yours", f"{ROW}/10")
        assert not desk.state.reserved
