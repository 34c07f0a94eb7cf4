"""A table with a wheel in the house: the hour, what the bank may pay, kills and departures."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.certify.audit.verify import verify
from support.house_evening import Evening, run_async, table

ROW = "pt-217-2007/roleta-americana"
WHEEL = """
game = "american-roulette"
name = "Wheel"
minimum = 2
maximum = 60
places = 3
[clocks]
betting = 30
late = 10
between = 3
"""
ALONE = WHEEL.replace("places = 3", 'kind = "individual"')
TABLES = {"shared": table(WHEEL), "alone": table(ALONE)}


def handlings(evening: Evening) -> list[str]:
    """What was handled in the coup that stands at the shared table."""
    return [event.step.what for event in evening.desk().dealer.record
            if hasattr(event.step, "what")]


@pytest.mark.law(f"{ROW}/7-2", f"{ROW}/16-3", "ir/142")
@pytest.mark.parametrize(("rules", "clause"), [("", "7-2"), ("[rules]\nmarked = true\n", "16-3")])
@run_async
async def test_chips_are_played_at_their_own_table_alone(
        tmp_path: Path, rules: str, clause: str) -> None:
    """Who has a colour at one wheel, or chips with a marked value, bets with them there and nowhere
    else: at another wheel they take a place, and with it chips of that one. A stranger has none."""
    tables = {name: table(WHEEL.replace("Wheel", name.title()) + rules)
              for name in ("tejo", "douro")}
    async with Evening(tmp_path, tables=tables) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        await ana.must("sit", "1", table="tejo")
        await rui.must("sit", "1", table="douro")
        no = await ana.refused("bet", "straight/17", 200, table="douro")
        assert (no.code, no.law) == ("chips-elsewhere", f"{ROW}/{clause}")
        assert no.facts == {"name": "Tejo"} and "Tejo" in no.text
        assert evening.desk("douro").staked == {}
        eva = await evening.guest("Eva")
        assert (await eva.refused("bet", "straight/17", 200, table="douro")).code == "not-yours"
        await ana.must("sit", "2", table="douro")
        await ana.must("bet", "straight/17", 200, table="douro")
        await ana.must("bet", "straight/17", 400, table="tejo")
        assert evening.desk("douro").staked == {ana.id: 200}
        assert evening.desk("tejo").staked == {ana.id: 400}


@pytest.mark.law(f"{ROW}/17-2", "ir/122", "ir/190")
@run_async
async def test_the_clock_of_the_house_reports_the_hour(tmp_path: Path) -> None:
    """Once an hour, where somebody sits; the bets lie as they lay, and their time runs on."""
    async with Evening(tmp_path, tables=TABLES) as evening:
        ana = await evening.guest("Ana")
        await evening.later(3 * 3600)
        assert handlings(evening) == []  # nobody sits there
        await ana.must("sit", "1")
        await evening.later(0)
        assert handlings(evening)[:1] == ["change-ball"]
        await evening.later(3599 - evening.clock.now() % 3600)
        await ana.must("bet", "straight/17", 200)
        before = len(handlings(evening))
        deadline = evening.desk().state.deadline
        await evening.later(2)
        steps_handled = handlings(evening)[before:]
        assert steps_handled[:1] == ["change-ball"]
        assert evening.desk().state.deadline == deadline
        assert evening.desk().staked == {ana.id: 200}
        await evening.later(2)
        assert len(handlings(evening)) == before + len(steps_handled)
        await evening.reopen()
        await evening.later(1)
        assert len(handlings(evening)) == before + len(steps_handled)
        assert verify(evening.ledger).verified


@run_async
async def test_nothing_is_written_about_the_hour_at_an_empty_table(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=TABLES) as evening:
        before = evening.desk().state.version
        for _ in range(5):
            await evening.later(3600)
        assert evening.desk().state.version == before


@run_async
async def test_staff_see_what_the_bank_may_have_to_pay(tmp_path: Path) -> None:
    """The most that one throw could cost in prizes, while bets are made; 0 once it is paid."""
    def exposed() -> int:
        rooms = {room.id: room for room in evening.house.room_cards()}
        found: int = rooms["shared"].exposure
        return found

    async with Evening(tmp_path, tables=TABLES) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        assert exposed() == 0
        await ana.must("sit", "1")
        await rui.must("sit", "2")
        await ana.must("bet", "straight/17", 200)
        assert exposed() == 35 * 200
        await rui.must("bet", "straight/17", 400)
        await rui.must("bet", "black", 1000)
        assert exposed() == 35 * 600 + 1000  # 17 is black
        await ana.must("bet", "straight/20", 200)
        assert exposed() == 35 * 600 + 1000
        await rui.must("clear", "straight/17")
        assert exposed() == 35 * 200 + 1000


@run_async
async def test_a_kill_between_bet_and_spin_keeps_the_bets_and_pays_on_return(
        tmp_path: Path) -> None:
    """Killed after every bet, in the late bets too: the bets lie there, and the throw that comes
    pays them; the sums are found by who comes back."""
    async with Evening(tmp_path, tables=TABLES, seed=5) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1")
        for spot in ("red", "black", "straight/0"):  # one of them wins whatever falls
            await ana.must("bet", spot, 200)
            await evening.reopen()
        assert evening.house.recovered["shared"] == "resumed"
        assert evening.desk().staked == {ana.id: 600}
        assert ana.balance == 100_000 - 600
        await evening.later(31)
        assert evening.desk().dealer.standing.window == "late:ball"
        await evening.reopen()
        await ana.must("bet", "straight/17", 200)
        await evening.reopen()
        await evening.later(41)
        assert evening.desk().state.over
        await evening.reopen()
        fell = int(evening.desk().carry.results[0])
        won = 7200 if fell == 0 else 400 + (7200 if fell == 17 else 0)
        assert ana.balance == 100_000 - 800 + won
        back = await ana.look()
        assert back.last["seats"][0]["yours"]
        await evening.later(4)
        assert (await ana.do("repeat", "table")).v
        assert evening.desk().staked == {ana.id: 800}
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/15")
@run_async
async def test_who_ends_their_session_takes_their_bets_along_until_the_ball_is_called(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=TABLES) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        for guest, place in ((ana, "1"), (rui, "2")):
            await guest.must("sit", place)
            await guest.must("bet", "straight/17", 200)
            await guest.must("bet", "series/grande", 1800)
        await ana.end()
        assert ana.balance == 100_000 and ana.session() is None
        assert evening.desk().seats == ("", rui.id, "")
        await evening.later(31)
        await evening.later(11)
        assert evening.desk().state.over and rui.session().staked == 2000
        await rui.end()
        assert rui.session() is None
        await evening.later(4)
        assert evening.desk().seats == ("", "", "")
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/12-2", "ir/119")
@run_async
async def test_who_waits_has_a_session_and_keeps_the_place_that_becomes_free(
        tmp_path: Path) -> None:
    tables = {"shared": table(WHEEL.replace("places = 3", "places = 1"))}
    async with Evening(tmp_path, tables=tables) as evening:
        ana, rui, eva = [await evening.guest(name) for name in ("Ana", "Rui", "Eva")]
        await ana.must("sit", "1")
        await rui.must("wait", "table")
        await eva.must("wait", "table")
        await rui.end()
        assert rui.session() is None
        await ana.must("leave", "1")
        assert (await ana.refused("sit", "1")).code == "not-yours"
        await eva.must("sit", "1")
        await eva.must("bet", "red", 200)
        for seconds in (31, 11, 4):
            await evening.later(seconds)
        assert evening.desk().seats == (eva.id,) and eva.session().staked == 200
        assert verify(evening.ledger).verified


@run_async
async def test_a_table_for_one_is_spun_when_its_player_says_so(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=TABLES) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="alone")
        await ana.must("bet", "red", 200, table="alone")
        await evening.later(3600)
        await ana.must("spin", "table", table="alone")
        await ana.must("repeat", "table", table="alone")
        assert (await ana.refused("bet", "straight/17", 13_000, table="alone")).code \
            == "above-maximum"
        assert (await ana.refused("bet", "split/17-21", 200, table="alone")).code == "not-offered"
        assert verify(evening.ledger).verified


@run_async
async def test_dice_that_lie_covered_lie_there_after_a_kill(tmp_path: Path) -> None:
    """They were thrown before the bets: no restart throws them again, and nobody sees them."""
    domed = table(WHEEL.replace("american-roulette", "cussec").replace("late = 10\n", ""))
    async with Evening(tmp_path, tables={"shared": domed}, seed=3) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1")

        def under() -> tuple[int, ...]:
            found: tuple[int, ...] = next(e.fell for e in evening.desk().dealer.record if e.nonce)
            return found

        fell = under()
        await ana.must("bet", "big", 200)
        await evening.reopen()
        assert evening.house.recovered["shared"] == "resumed" and under() == fell
        screen = await ana.look()
        steps_sent = screen.messages[0]["steps"]
        assert any(step["step"] == "cover" for step in steps_sent)
        assert not any("fell" in step or "nonce" in step for step in steps_sent)
        await ana.must("bet", "small", 200)
        await evening.later(31)
        assert evening.desk().state.over
        assert evening.desk().carry.results[0] == "-".join(map(str, fell))
        triple = len(set(fell)) == 1
        assert ana.balance == 100_000 - (400 if triple else 0)
        assert verify(evening.ledger).verified


@run_async
async def test_bets_laid_again_are_told_as_they_are_stored(tmp_path: Path) -> None:
    """Bets are laid again in an order that the books know, whatever the order of the day before:
    the journal fits, and after a kill the coup goes on with every bet."""
    async with Evening(tmp_path, tables=TABLES) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1")
        await ana.must("bet", "straight/9", 200)
        await ana.must("bet", "even", 800)
        await evening.later(30)
        while not evening.desk().betting:
            await evening.later(3)
        await ana.must("repeat", "table")
        assert verify(evening.ledger).verified
        await evening.reopen()
        assert evening.house.recovered["shared"] == "resumed"
        assert evening.desk().at_stake == {ana.id: 1_000}
        assert verify(evening.ledger).verified
