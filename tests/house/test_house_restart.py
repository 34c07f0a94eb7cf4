"""The house after a crash: coups go on from the record, or are void with everything given back."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot import games
from sabot.certify.audit.verify import verify
from sabot.games.blackjack_online.rules import BOOK
from sabot.house.table.messages import Ack
from sabot.ledger import Entry, Ledger, Locked, Outcome
from support.house_evening import COUPS, SHARED, Evening, Guest, Screen, row, run_async, table

coups = sys.modules["sabot.families.blackjack.round.coup"]
plays = sys.modules["sabot.families.blackjack.round.play"]
TWENTY_AGAINST_NINETEEN = "TS 9H QD TC"


@contextmanager
def file(evening: Evening) -> Iterator[sqlite3.Connection]:
    """The database as somebody finds it while the house is closed."""
    connection = sqlite3.connect(evening.url.removeprefix("sqlite:///"))
    yield connection
    connection.commit()
    connection.close()


async def in_mid_coup(evening: Evening) -> tuple[Guest, Guest, Screen]:
    """Two players, two bets, the cards dealt, the first asked."""
    ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
    screen = await ana.look()
    await ana.must("sit", "1")
    await rui.must("sit", "2")
    await ana.must("bet", "1", 1000)
    await rui.must("bet", "2", 600)
    await evening.later(15)
    screen.read()
    return ana, rui, screen


@pytest.mark.law(row("29"), row("30"))
@run_async
async def test_an_open_coup_goes_on_with_its_cards_bets_seats_and_time(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=["TS 5S 9H QD 6D TC 9C"]) as evening:
        ana, rui, before = await in_mid_coup(evening)
        await before.go()  # the loss of the line takes a version of its own
        ana_screen = await ana.look()
        await evening.later(5)
        await evening.reopen()
        assert evening.house.recovered["shared"] == "resumed"
        after = await ana.look()
        found = after.messages[0]
        assert after.state.show() == ana_screen.state.show()
        assert found["v"] == ana_screen.version, "the snapshot; that Ana is back comes after it"
        assert found["listen"] == ana_screen.last["listen"]
        assert found["seats"] == ana_screen.last["seats"]
        assert found["steps"] == [*ana_screen.messages[0]["steps"], *ana_screen.events]
        assert found["clock"] == {"window": "1:1", "of": 20, "left": 15.0}
        # Who comes back with a version gets exactly what was published after it, also by the house.
        missed = Screen(ana.room(), ana.id)
        missed.state = before.state
        await missed.enter(before.version)
        assert missed.messages[0]["t"] == "events"
        assert missed.state.show() == after.state.show()
        assert next(e["line"] for e in missed.events if "line" in e) == "lost"
        await ana.must("stand", "1")
        assert (await rui.refused("stand", "2")).code == "not-offered"  # 11
        await rui.must("double", "2")
        assert (ana.balance, rui.balance) == (101_000, 101_200)
        assert verify(evening.ledger).verified
        await evening.later(3)
        screen = await rui.look()
        assert screen.last["seats"][1]["yours"]
        await rui.must("bet", "2", 200)
        assert (ana.session().coups, rui.session().net) == (1, 1200)


@pytest.mark.law("ir/1")
@run_async
async def test_who_was_asked_while_the_house_was_away_still_has_time_to_answer(
        tmp_path: Path) -> None:
    """The fault is the house's own, not the player's line: they have at least ten seconds left."""
    async with Evening(tmp_path, cards=[TWENTY_AGAINST_NINETEEN]) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1000)
        await evening.later(15)
        await evening.kill()
        evening.clock.advance(300)
        await evening.open()
        await evening.later(9.9)
        assert evening.desk().dealer.standing.window == "1:1"
        await evening.later(0.1)
        assert evening.desk().state.over, "then the clock decides"


@pytest.mark.law(row("12"))
@run_async
async def test_the_betting_period_that_ran_out_meanwhile_is_over(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[TWENTY_AGAINST_NINETEEN]) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1000)
        await evening.kill()
        evening.clock.advance(14.5)
        await evening.open()
        assert evening.desk().betting
        await evening.later(0.5)
        assert not evening.desk().betting
        await evening.kill()
        evening.clock.advance(20)
        await evening.open()
        await evening.later(10)
        assert evening.desk().state.over and ana.balance == 101_000


@run_async
async def test_every_restart_finds_the_same_table(tmp_path: Path) -> None:
    """Killed after every single command of two coups, with a watcher who never left."""
    async with Evening(tmp_path, cards=[COUPS]) as evening:
        ana = await evening.guest()
        screen = await ana.look()
        for act, amount, wait in (("sit", 0, 0), ("bet", 400, 0), ("bet", 200, 15),
                                  ("stand", 0, 3), ("bet", 1000, 15), ("stand", 0, 3)):
            await ana.must(act, "1", amount)
            await evening.later(wait)
            screen.read()
            await evening.reopen()
            found = await ana.look()
            assert found.messages[0]["v"] == screen.version
            assert found.state.show() == screen.state.show()
            again = Screen(ana.room(), ana.id)
            again.state = screen.state
            screen = await again.enter(screen.version)
            assert [e for e in screen.events if "line" not in e] == []
            assert screen.messages[0].get("shown") == found.messages[0]["shown"]
        assert ana.balance == 101_200
        assert verify(evening.ledger).verified


@pytest.mark.law(row("27"), row("28"))
@pytest.mark.parametrize("loss", ["secret", "procedure"])
@run_async
async def test_a_coup_that_cannot_be_told_again_is_void_and_refunded(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loss: str) -> None:
    async with Evening(tmp_path, cards=["TS 5S 9H QD 6D TC 9C"]) as evening:
        ana, rui, _ = await in_mid_coup(evening)
        eva = await evening.guest("Eva")
        await eva.must("sit", "3")
        assert isinstance(await rui.end(), Ack), "Rui wants to go when the coup is over"
        await evening.kill()
        if loss == "secret":
            with file(evening) as books:
                books.execute("DELETE FROM secrets")
        else:  # another version of the procedure tells another story
            changed = msgspec.structs.replace(BOOK.clauses, first_card=("changed", ()))
            monkeypatch.setattr(BOOK, "laws", lambda table: changed)
        await evening.open()
        assert evening.house.recovered["shared"] == "lost"
        await evening.settle()
        assert (ana.balance, rui.balance) == (100_000, 100_000)
        assert evening.ledger.balances("stake:shared") == {"stake:shared-1@EUR": 0}
        desk = evening.desk()
        assert desk.state.no == 2 and desk.betting, "a new coup, with a new shoe"
        assert desk.seats == (ana.id, "", eva.id), "the players have their places"
        assert evening.house.archive.sessions(rui.id)[0].reason == "player"
        assert evening.house.archive.last_coups(ana.id)[0].net == 0
        if loss == "procedure":
            monkeypatch.undo()
            assert verify(evening.ledger).verified
        await ana.must("bet", "1", 200)
        await evening.reopen()
        assert evening.house.recovered["shared"] == "resumed"


@pytest.mark.law(row("27"), row("28"))
@run_async
async def test_a_refund_that_cannot_be_stored_is_tried_until_it_is(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening(tmp_path, cards=["TS 5S 9H QD 6D TC 9C"]) as evening:
        ana, _, _ = await in_mid_coup(evening)
        await evening.kill()
        with file(evening) as books:
            books.execute("DELETE FROM secrets")
        commit = Ledger.commit

        def refuses_voids(ledger: Ledger, entries: Sequence[Entry]) -> list[Outcome]:
            if any(entry.kind == "void" for entry in entries):
                raise Locked("not now")
            return commit(ledger, entries)
        monkeypatch.setattr(Ledger, "commit", refuses_voids)
        await evening.open()
        assert evening.desk().lost and ana.balance == 99_000
        assert (await ana.refused("sit", "3")).law == row("27")
        assert ana.room().due() > evening.clock.now(), "tried again, and not in a spin"
        await evening.later(1)
        assert evening.desk().lost
        monkeypatch.undo()
        await evening.later(1)
        assert ana.balance == 100_000 and evening.desk().betting


@pytest.mark.law(row("27"), row("28"), row("33"))
@run_async
async def test_bets_never_dealt_at_a_table_laid_out_no_more_go_back(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1000)
        await evening.kill()
        del evening.tables["shared"]
        await evening.open()
        assert evening.house.recovered["shared"] == "refunded"
        assert ana.balance == 100_000 and evening.house.archive.last_coups(ana.id) == []
        assert verify(evening.ledger).verified


@pytest.mark.law(row("33"), "ir/1")
@run_async
async def test_a_dealt_coup_at_a_table_laid_out_no_more_is_played_to_its_end(
        tmp_path: Path) -> None:
    """It can be determined, so it is not void (27): the clock decides as for who is away."""
    async with Evening(tmp_path, cards=["TS 5S 9H QD 6D TC 9C"]) as evening:
        ana, rui, _ = await in_mid_coup(evening)
        await evening.kill()
        shared = evening.tables.pop("shared")
        await evening.open()
        assert evening.house.recovered["shared"] == "finished"
        for guest in (ana, rui):
            coup = evening.house.archive.last_coups(guest.id)[0]
            assert coup.staked and guest.balance == 100_000 + coup.net
        assert not any(v for a, v in evening.ledger.balances("stake:").items())
        ended = evening.house.archive.sessions(ana.id)[0]
        assert ended.reason == "table-removed" and ended.ended
        assert verify(evening.ledger).verified
        await evening.reopen()
        assert "shared" not in evening.house.recovered, "once is enough"
        evening.tables["shared"] = shared
        await evening.reopen()
        await evening.later(3)
        await ana.must("sit", "1")
        await ana.must("bet", "1", 200)
        assert evening.desk().state.no == 2


@run_async
async def test_a_table_that_is_laid_out_anew_begins_afresh_and_seats_its_players(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[COUPS, "", "", "2S 2H 3D 3C"]) as evening:
        ana = await evening.guest()
        await ana.must("sit", "3")
        await ana.must("bet", "3", 1000)
        await evening.later(15)
        await ana.must("stand", "3")
        seal = evening.desk().chance.shoe.seal
        await evening.kill()
        evening.tables["shared"] = table(SHARED.replace("packs = 4", "packs = 6")
                                         .replace("places = 3", "places = 5"))
        await evening.open()
        await evening.later(3)
        desk = evening.desk()
        assert desk.seats == ("", "", ana.id, "", "")
        assert desk.chance.shoe.seal != seal and len(desk.chance.shoe.order) == 6 * 52
        assert verify(evening.ledger).verified
        # Fewer places than before: who sat beyond them finds a free table.
        await evening.kill()
        evening.tables["shared"] = table(SHARED.replace("places = 3", "places = 2"))
        await evening.open()
        assert evening.house.recovered["shared"] == "resumed"
        assert evening.desk().seats[2] == ana.id, "the open coup is played as it began"
        await ana.must("bet", "3", 1000)
        await evening.later(15)
        while not evening.desk().state.over:
            await evening.later(20)
        await evening.later(3)
        await evening.reopen()
        assert verify(evening.ledger).verified


@pytest.mark.law(row("27"), row("28"))
@run_async
async def test_a_procedure_that_fails_is_taken_back_and_a_stuck_clock_voids_the_coup(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening(tmp_path, cards=["TS 5S 9H QD 6D TC 9C"]) as evening:
        ana, rui, screen = await in_mid_coup(evening)
        version = evening.desk().state.version

        def broken(*_: Any) -> Any:
            raise ZeroDivisionError("the hole card is TC")
        monkeypatch.setattr(plays, "surrender", broken)
        no = await ana.refused("surrender", "1")
        assert no.code == "fault" and "TC" not in msgspec.json.encode(no).decode()
        assert evening.desk().state.version == version
        monkeypatch.undo()
        assert evening.desk().listening, "the table stands as before"
        monkeypatch.setattr(coups, "play_bank", broken)
        await ana.must("stand", "1")
        await evening.later(20)  # the clock plays for Rui, and the procedure fails at its end
        assert evening.desk().state.over
        assert (ana.balance, rui.balance) == (100_000, 100_000)
        screen.read()
        assert screen.state.void == "malfunction"
        monkeypatch.undo()
        assert verify(evening.ledger).verified
        await evening.later(3)
        await ana.must("bet", "1", 200)


@run_async
async def test_a_private_table_with_a_coup_is_opened_again_and_one_without_waits(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=["", "", COUPS]) as evening:
        ana, rui = await evening.guest(), await evening.guest()
        await ana.must("sit", "1", table="alone")
        await ana.must("bet", "1", 200, table="alone")
        await ana.must("deal", "table", table="alone")
        gone = await rui.look("alone")
        await gone.go()
        await evening.reopen()
        assert ana.room("alone").desk.id in evening.house.recovered
        assert f"alone~{rui.id[2:]}" not in evening.house.rooms
        await ana.must("stand", "1", table="alone")
        assert ana.balance == 100_200
        await rui.must("sit", "1", table="alone")


@run_async
async def test_an_empty_shared_house_writes_nothing_while_it_waits(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        seq = evening.ledger.head()[0]
        await evening.later(10_000)
        assert evening.ledger.head()[0] == seq
        await evening.reopen()
        assert evening.ledger.head()[0] == seq + 1, "only that the house opened"
        assert games.catalogue()
