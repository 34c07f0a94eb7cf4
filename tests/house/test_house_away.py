"""The books were away: what the house says meanwhile, and that it plays on as if nothing had been.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from test_house_books import locked
from test_house_lists import LOOSE, registered
from test_house_meters import games, machine
from test_house_several import ask, floor, people, seen, taken
from test_house_superjackpot import Sharing, falls
from test_house_tickets import printed, two

from sabot.certify.audit.verify import verify
from sabot.house import House, HouseError
from sabot.house.books.committer import Committer
from sabot.house.live.bots import Bots
from sabot.house.money import jackpot_claims
from sabot.house.money.meter_check import MeterMismatch
from sabot.house.seating.waiting_lists import PlacedEntry, WaitingEntry
from sabot.house.staff import croupier
from sabot.house.staff.cashier import redeem_ticket
from sabot.house.table.messages import Ack, Refused
from sabot.ledger import Entry, Ledger, LedgerError, Outcome, Unreachable
from sabot.procedure import Incident
from support.broken_databases import Line, own_server, small_disk
from support.house_evening import COUPS, SHARED, Evening, Guest, run_async, table

TWENTY_AGAINST_NINETEEN = "TS 9H QD TC"


async def until(so: Callable[[], bool]) -> None:
    """Wait for what happens by itself; the limit of the test is that of the wait."""
    while not so():
        await asyncio.sleep(0.02)


def why(house: House) -> str:
    """Why nobody can play now, by its code; "" where one can."""
    found = house.unready()
    return found.code if found else ""


@contextmanager
def unwritten(evening: Evening, wanted: Callable[[Entry], bool], times: int = 1) -> Iterator[None]:
    """The books cannot be written when such an entry is to be stored, so many times."""
    books, plain = evening.house.books, Committer.commit
    left = [times]

    async def commit(entry: Entry) -> Outcome:
        if left[0] and wanted(entry):
            left[0] -= 1
            raise LedgerError("the books cannot be written now")
        return await plain(books, entry)
    books.commit = commit  # type: ignore[method-assign]
    try:
        yield
    finally:
        del books.commit
        assert not left[0], "it was to be stored"


@contextmanager
def unread(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The books cannot be read."""
    @contextmanager
    def nothing(ledger: Ledger) -> Iterator[Any]:
        raise Unreachable("the line to the database is lost")
        yield
    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "_reading", nothing)
        yield


# -- what is seen of it ----------------------------------------------------------------------------


@run_async
async def test_a_full_disk_is_said_and_forgotten_once_there_is_room() -> None:
    """Nobody plays meanwhile: the house finds out by itself."""
    many = msgspec.structs.replace(table(SHARED), name="Shared " + "x" * 20_000)
    with small_disk() as disk:
        async with Evening(disk.folder, tables={"shared": many},
                           cards=[TWENTY_AGAINST_NINETEEN]) as evening:
            ana = await evening.guest()
            await ana.must("sit", "1")
            disk.fill()
            answers = []
            while not answers or isinstance(answers[-1], Ack):  # what the log has room for
                answers.append(await ana.do("bet", "1", 1_000 + 200 * (len(answers) % 2)))
            assert answers[-1].code == "not-stored" and why(evening.house) == "books-full"
            balance = ana.balance
            disk.empty()
            await until(lambda: not why(evening.house))
            assert ana.balance == balance
            await ana.must("bet", "1", 2_000)
            await evening.later(15)
            await ana.must("stand", "1")
            assert ana.balance == 102_000 and verify(evening.ledger).verified


@run_async
async def test_another_program_holds_the_file_for_a_while(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        with locked(evening):
            assert (await ana.refused("bet", "1", 500)).code == "not-stored"
            assert why(evening.house) == "books-locked"
        await until(lambda: not why(evening.house))
        await ana.must("bet", "1", 500)


# -- timers ----------------------------------------------------------------------------------------


@pytest.mark.postgres
@run_async
async def test_clocks_go_on_after_a_cut_and_no_coup_is_told_twice(postgres: str) -> None:
    with Line(postgres) as line:
        async with Evening(line.url, cards=[COUPS]) as evening:
            ana = await evening.guest()
            screen = await ana.look()
            await ana.must("sit", "1")
            for coup in range(1, 4):
                if coup > 1:
                    await evening.later(3)
                await ana.must("bet", "1", 1_000)
                line.closed = True
                line.cut()
                for _ in range(3):
                    await evening.later(15)
                    assert evening.desk().betting, "nothing was stored, and nothing happened"
                assert (await ana.refused("bet", "1", 500)).code == "not-stored"
                assert why(evening.house) == "books-away"
                line.closed = False
                await until(lambda: not why(evening.house))
                await evening.later(1)
                assert not evening.desk().betting
                line.cut()  # and again, between two acts: nobody hears of it
                await ana.must("stand", "1")
                assert evening.desk().state.no == coup and evening.desk().state.over
            screen.read()
            assert screen.version == evening.desk().state.version
            assert len(evening.ledger.coups()) >= 3 and ana.balance == 103_000
            assert verify(evening.ledger).verified


@pytest.mark.more
@pytest.mark.postgres
@run_async
async def test_a_server_that_is_restarted_in_an_evening() -> None:
    with own_server() as server:
        async with Evening(server.url, cards=[TWENTY_AGAINST_NINETEEN]) as evening:
            ana = await evening.guest()
            await ana.must("sit", "1")
            await ana.must("bet", "1", 1_000)
            server.stop("immediate")
            try:
                await evening.later(15)
                await until(lambda: why(evening.house) == "books-away")
                with pytest.raises(HouseError):
                    await evening.house.guest("Rui")
            finally:
                server.start()
            await until(lambda: not why(evening.house))
            await evening.later(1)
            await ana.must("stand", "1")
            assert ana.balance == 101_000 and verify(evening.ledger).verified
            await evening.close()
            await evening.open()


# -- a commit in doubt -----------------------------------------------------------------------------


@pytest.mark.postgres
@pytest.mark.parametrize("when", ["before", "after"])
@run_async
async def test_nothing_is_told_of_a_bet_before_it_is_known(postgres: str, when: str) -> None:
    """A player at another table learns at once that nothing can be stored."""
    with Line(postgres) as line:
        async with Evening(line.url) as evening:
            ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
            screen = await ana.look()
            await ana.must("sit", "1")
            await rui.must("sit", "1", table="alone")
            await evening.settle()
            version = screen.version
            line.on_commit, line.closed = when, True
            bet = asyncio.create_task(ana.do("bet", "1", 1_000, key="b"))
            await until(lambda: line.commits == 1 and why(evening.house) == "books-away")
            screen.read()
            for _ in range(3):
                no = await rui.refused("bet", "1", 500, table="alone")
                assert no.code == "not-stored"
                with pytest.raises(HouseError):
                    await evening.house.guest("Eva")
            assert not bet.done() and screen.version == evening.desk().state.version
            line.closed = False
            reply = await bet
            assert isinstance(reply, Ack) == (when == "after")
            if when == "before":
                assert isinstance(reply, Refused) and reply.code == "not-stored"
                reply = await ana.do("bet", "1", 1_000, key="b")
            assert reply == await ana.do("bet", "1", 1_000, key="b")
            screen.read()
            assert version is not None and screen.version == reply.v > version
            await rui.must("bet", "1", 500, table="alone")
            assert ana.balance == 99_000 and not why(evening.house)
            assert verify(evening.ledger).verified
            await evening.reopen()
            assert await ana.do("bet", "1", 1_000, key="b") == reply


@pytest.mark.postgres
@pytest.mark.parametrize("when", ["before", "after"])
@run_async
async def test_a_house_that_is_closed_in_doubt_says_so(postgres: str, when: str) -> None:
    with Line(postgres) as line:
        async with Evening(line.url) as evening:
            ana = await evening.guest("Ana")
            await ana.must("sit", "1")
            line.on_commit, line.closed = when, True
            bet = asyncio.create_task(ana.do("bet", "1", 1_000, key="b"))
            await until(lambda: line.commits == 1 and why(evening.house) == "books-away")
            await evening.close()
            reply = await bet
            assert isinstance(reply, Refused) and reply.code == "uncertain"
            line.closed = False
            await evening.open()
            assert isinstance(await ana.do("bet", "1", 1_000, key="b"), Ack)
            assert ana.balance == 99_000 and verify(evening.ledger).verified


@pytest.mark.postgres
@run_async
async def test_a_house_that_took_over_is_left_alone(postgres: str) -> None:
    with Line(postgres) as line:
        async with Evening(line.url) as evening:
            ana = await evening.guest("Ana")
            await ana.must("sit", "1")
            line.closed = True
            line.cut()
            assert (await ana.refused("bet", "1", 500)).code == "not-stored"
            async with Evening(postgres) as other:
                line.closed = False
                await until(lambda: bool(evening.house.broken))
                assert "another house has committed" in evening.house.broken
                assert why(evening.house) == "books-overtaken"
                assert (await ana.refused("bet", "1", 500)).code == "not-stored"
                assert isinstance(await ana.do("sit", "2"), Refused)
                assert verify(other.ledger).verified


@pytest.mark.more_of("1", "2")
@pytest.mark.postgres
@pytest.mark.parametrize("seed", [0, 1, 2])
@run_async
async def test_in_a_storm_every_answer_is_true(postgres: str, seed: int) -> None:
    """Players at their own tables and at one that they share, while the line is cut again and
    again: what was acknowledged is stored, what was refused is not, and nobody gives up."""
    chance = random.Random(seed)
    acked: dict[tuple[str, str], Ack] = {}
    unstored: set[tuple[str, str]] = set()
    with Line(postgres) as line:
        async with Evening(line.url, seed=seed) as evening:
            guests = [await evening.guest(f"G{n}") for n in range(4)]
            over = False

            async def play(who: Guest, at: str, place: str) -> None:
                acts = [("sit", place, 0), ("bet", place, 200), ("bet", place, 1_000),
                        ("deal", place, 0), ("hit", place, 0), ("stand", place, 0),
                        ("leave", place, 0)]
                for n in range(30):
                    act, seat, amount = chance.choice(acts)
                    key = f"{at}-{n}"
                    try:
                        reply = await who.do(act, seat, amount, table=at, key=key)
                    except LedgerError:  # the player's own table could not be laid out
                        await asyncio.sleep(0.1)
                        continue
                    if isinstance(reply, Ack):
                        acked[who.id, key] = reply
                    elif reply.code == "not-stored":
                        unstored.add((who.id, key))
                        await asyncio.sleep(0.1)

            async def storm() -> None:
                while not over:
                    await until(lambda: over or not why(evening.house))
                    await asyncio.sleep(chance.uniform(0.05, 0.4))
                    line.on_commit = chance.choice(["before", "while", "after"])
                    line.closed = chance.random() < 0.3
                    if chance.random() < 0.4:
                        line.cut()
                    await asyncio.sleep(chance.uniform(0, 0.1))
                    line.closed = False
                    await evening.later(chance.choice([1, 5, 20]))
                line.on_commit, line.closed = "", False

            weather = asyncio.create_task(storm())
            try:
                await asyncio.gather(*(
                    play(who, at, place) for n, who in enumerate(guests, start=1)
                    for at, place in (("alone", "1"), ("shared", f"{n % 3 + 1}"))))
            finally:
                over = True
                await weather
            await until(lambda: not why(evening.house))
            assert not evening.house.broken and acked and line.commits
            for (player, key), ack in acked.items():
                stored = evening.ledger.answer_to(player, key)
                assert stored is not None and msgspec.json.decode(stored, type=Ack) == ack
            assert not [one for one in unstored if evening.ledger.answer_to(*one) is not None]
            stood = {key: room.desk.state.version for key, room in evening.house.rooms.items()}
            assert verify(evening.ledger).verified
            await evening.reopen()
            assert all(evening.house.rooms[key].desk.state.version >= version
                       for key, version in stood.items() if key in evening.house.rooms)
            assert set(evening.house.recovered.values()) <= {"resumed", "between", "fresh"}


# -- rooms stand where the books stand -------------------------------------------------------------


@run_async
async def test_a_shoe_that_was_not_stored_is_forgotten_without_the_books(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every coup begins at the second attempt, those too for which a new shoe is shuffled: the one
    before it lies on the table still, whatever can be read of the books."""
    async with Evening(tmp_path) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        monkeypatch.setattr(Ledger, "secret", lambda *_: 1 / 0)
        shoes = set()
        while len(shoes) < 2:
            await ana.must("bet", "1", 200)
            await evening.later(15)
            while not evening.desk().state.over:
                shoes.add(evening.desk().chance.shoe.seal)
                await evening.later(20)
            with unwritten(evening, lambda entry: entry.kind == "begin"):
                await evening.later(3)
            assert evening.desk().state.over
            await evening.later(1)
        monkeypatch.undo()
        assert verify(evening.ledger).verified


@run_async
async def test_a_command_for_which_the_books_cannot_be_read_changes_nothing(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a player has is read after the coup was stepped: it is taken back with the rest."""
    async with Evening(tmp_path, cards=[TWENTY_AGAINST_NINETEEN]) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        evening.ledger._cents.clear()
        with unread(monkeypatch):
            for _ in range(2):
                no = await ana.refused("bet", "1", 1_000)
                assert no.code == "not-stored" and no.id
        await ana.must("bet", "1", 1_000)
        await evening.later(15)
        await ana.must("stand", "1")
        assert ana.balance == 101_000 and verify(evening.ledger).verified


@run_async
async def test_what_is_stored_is_said_to_be_though_the_rest_has_to_wait(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a coup is stored; who wanted to go cannot be let go at once."""
    async with Evening(tmp_path, cards=[TWENTY_AGAINST_NINETEEN]) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1_000)
        await evening.later(15)
        assert isinstance(await ana.end(), Ack)
        with monkeypatch.context() as patch:
            def unreadable(*_: Any, **__: Any) -> Any:
                raise Unreachable("the line to the database is lost")
            patch.setattr("sabot.house.table.desk.Desk.propose_house", unreadable)
            assert isinstance(await ana.do("stand", "1"), Ack)
        assert evening.desk().state.over and ana.session() is not None
        await evening.later(3)
        assert ana.session() is None and ana.balance == 101_000
        assert verify(evening.ledger).verified


@run_async
async def test_a_place_that_was_kept_is_kept_until_it_can_be_given(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[COUPS]) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        screen = await rui.look()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1_000)
        await evening.later(15)
        await rui.must("sit", "2")
        await ana.must("stand", "1")
        with unwritten(evening, lambda entry: entry.kind == "play" and b'"sit"' in entry.body, 2):
            await evening.later(3)
            await evening.later(1)
        assert not screen.notices("place-lost")
        await evening.later(1)
        assert evening.desk().holder("2") == rui.id and not evening.desk().state.reserved
        assert verify(evening.ledger).verified


@run_async
async def test_who_looks_on_while_the_books_cannot_be_read_is_not_half_let_in(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest()
        evening.ledger._cents.clear()
        with unread(monkeypatch), pytest.raises(AssertionError):
            await ana.look()
        assert not ana.room().viewers
        await ana.look()


# -- what the house keeps beside its tables --------------------------------------------------------


@run_async
async def test_lists_and_requests_are_looked_at_again(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening(tmp_path, tables=LOOSE) as evening:
        await registered(evening, 3)
        lists = evening.house.waiting_lists
        with unread(monkeypatch):
            await lists._tick_safely()
            assert lists._timer is not None, "it looks again"
        with unwritten(evening, lambda entry: entry.kind == "list"):
            evening.clock.advance(60)
            await lists._tick_safely()
            assert lists._timer is not None and lists.describe("")[0].waiting == 3
        await lists._tick_safely()
        assert lists.describe("")[0].waiting == 0
        # Who registers now goes to a table at once: they are registered though that has to wait.
        eva = await evening.guest("Eva")
        with unwritten(evening, lambda entry: b'"place"' in entry.body):
            lists_view = await lists.register(eva.player, "evening")
        assert isinstance(lists_view.you, WaitingEntry)
        await lists._tick_safely()
        assert isinstance(lists.describe(eva.id)[0].you, PlacedEntry)


@run_async
async def test_who_asked_for_a_machine_has_asked_whatever_comes_of_the_rest(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=floor()) as evening:
        ana, bo, _ = await people(evening)
        await taken(evening, ana, "m1", "m2")
        with unwritten(evening, lambda entry: b'"give-up"' in entry.body):
            reply = await ask(evening, bo)
        assert reply.you.waits and not seen(evening, ana)["you"].get("asked")
        assert evening.house.machine_queue._timer is not None
        await evening.house.machine_queue._tick_safely()
        assert seen(evening, ana)["you"]["asked"]


@run_async
async def test_a_machine_is_checked_as_soon_as_the_books_can_be_read(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stored report is acknowledged, though what it mended cannot be seen at once."""
    async with Evening(tmp_path, tables={"m": machine()}) as evening:
        await games(evening)
        marta = await evening.staff("Marta", "supervisor")
        room = evening.house.rooms["m"]
        evening.house.meters.wrong["m"] = (MeterMismatch("bets", 1, 2),)  # as if it had not agreed
        await evening.later(5)
        assert "meters" in croupier.faults_at(room.desk) or room.desk.faults
        part = room.desk.game.cabinet.meters
        plain = evening.house.meters._readings
        calls = [0]

        def readings(desks: Any) -> Any:
            calls[0] += 1
            if calls[0] == 2:  # the first look is for the report itself
                raise Unreachable("the line to the database is lost")
            return plain(desks)
        monkeypatch.setattr(evening.house.meters, "_readings", readings)
        version = await croupier.report_fault(evening.house, marta, "m",
                                         Incident(part.mends, note="read anew"))
        assert version and evening.house.closed_by(room.desk) is not None
        assert room.due() > 0
        await evening.later(1)
        assert evening.house.closed_by(room.desk) is None and calls[0] >= 3
        assert verify(evening.ledger).verified


@run_async
async def test_a_bot_plays_on(tmp_path: Path) -> None:
    """Its credits could not be stored: it tries again, without anybody who wakes it."""
    poker = table(SHARED.replace("blackjack-online", "holdem").partition("[rules]")[0].partition(
        "[clocks]")[0].replace("places = 3", "places = 10\nbots = 2")
                  + "[rules]\nminimum_share = false\n")
    async with Evening(tmp_path, tables={"shared": poker}) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1", evening.desk().dealer.standing.offers[0].least)
        bots = next(one for one in ana.room().services if isinstance(one, Bots))
        with unwritten(evening, lambda entry: entry.kind == "player"):
            await bots.play()
        assert bots._timer is not None
        await until(lambda: any(bots.is_bot_here(player) for player in evening.desk().seats))


@pytest.mark.more
@run_async
async def test_what_a_pool_pays_is_asked_again_in_its_time(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool has answered and that cannot be stored: it is not asked without end meanwhile."""
    async with Sharing("lisboa", tmp_path, 3) as evening:
        monkeypatch.setattr(jackpot_claims, "AGAIN", 3_600.0)
        asked, plain = [0], evening.keeper.claim

        async def claim(*args: Any) -> int:
            asked[0] += 1
            return await plain(*args)
        monkeypatch.setattr(evening.keeper, "claim", claim)
        ana = await evening.guest()
        await ana.must("sit", "1", table="m")
        await ana.must("insert", "1", 10_000, table="m")
        room = evening.house.rooms["m"]
        with unwritten(evening, lambda entry: b'"by":"grande"' in entry.body):
            while not asked[0]:
                await ana.must("spin", "5x1x5", table="m")
                for _ in range(20):
                    await evening.later(0)
                    await asyncio.sleep(0.01)
            assert asked[0] == 1 and evening.desk("m").awaited is not None
        next(one for one in room.services if isinstance(one, jackpot_claims.JackpotClaims)).check()
        await evening.spun()
        assert asked[0] == 2 and falls(evening) and verify(evening.ledger).verified


@run_async
async def test_what_a_void_coup_had_claimed_goes_back_once_the_books_can_be_read(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Sharing("lisboa", tmp_path, 3) as evening:
        monkeypatch.setattr(jackpot_claims, "AGAIN", 0.01)
        tried, plain = [0], evening.keeper.set_right

        async def set_right() -> int:
            tried[0] += 1
            if tried[0] < 3:
                raise Unreachable("the line to the database is lost")
            return await plain()
        monkeypatch.setattr(evening.keeper, "set_right", set_right)
        ana = await evening.guest()
        await ana.must("sit", "1", table="m")
        await evening.house.rooms["m"].ask(lambda: evening.house.rooms["m"].void("a trial"))
        await until(lambda: tried[0] == 3)


@run_async
async def test_a_ticket_that_the_cashier_has_redeemed_is_said_to_be(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening(tmp_path, tables=two()) as evening:
        _, ticket = await printed(evening)
        carla = await evening.staff("Carla", "cashier")
        books, plain = evening.house.books, Committer.commit
        with monkeypatch.context() as patch:
            async def commit(entry: Entry) -> Outcome:
                done = await plain(books, entry)
                patch.setattr(Ledger, "_reading", unreadable)
                return done

            @contextmanager
            def unreadable(ledger: Ledger) -> Iterator[Any]:
                raise Unreachable("the line to the database is lost")
                yield
            patch.setattr(books, "commit", commit)
            ticket_view = await redeem_ticket(evening.house, carla, ticket["code"])
        assert ticket_view.state == "redeemed" and ticket_view.where == "cashier"
        assert evening.ledger.balance(f"ticket:{ticket['number']}@EUR") == 0
