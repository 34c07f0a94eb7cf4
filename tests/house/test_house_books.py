"""Stored before it is published; and what the table does when the books cannot be written."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from sabot.certify.audit.verify import verify
from sabot.house.archive.startup_check import BrokenChain, check_tail
from sabot.house.table.messages import Ack, Refused
from sabot.ledger import Entry, Ledger, LedgerError, Outcome, Uncertain
from support.house_evening import SHARED, Evening, run_async, table

TWENTY_AGAINST_NINETEEN = "TS 9H QD TC"


@contextmanager
def locked(evening: Evening) -> Iterator[None]:
    """Another program holds the file."""
    other = sqlite3.connect(evening.url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def full(evening: Evening) -> Iterator[None]:
    """The disk has no room for another page."""
    connection = evening.ledger._store.writer.connection.dbapi_connection
    assert connection is not None
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    most = connection.execute("PRAGMA max_page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA max_page_count = {most}")


@run_async
async def test_nothing_is_told_before_it_is_stored(tmp_path: Path,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening(tmp_path, cards=[TWENTY_AGAINST_NINETEEN]) as evening:
        ana = await evening.guest()
        screen = await ana.look()
        commit = Ledger.commit
        sizes: list[int] = []

        def watched(ledger: Ledger, entries: Sequence[Entry]) -> list[Outcome]:
            sizes.append(screen.viewer.outbox.qsize())
            done = commit(ledger, entries)
            sizes.append(screen.viewer.outbox.qsize())
            return done
        monkeypatch.setattr(Ledger, "commit", watched)
        for act, amount in (("sit", 0), ("bet", 200), ("bet", 400)):
            screen.read()
            sizes.clear()
            answer = await ana.must(act, "1", amount)
            assert set(sizes) == {0}, "not a word until the transaction is done"
            assert screen.read()[0]["t"] == "events"
            stored = evening.ledger.states()["shared"]
            assert f'"version":{answer.v}'.encode() in stored


@pytest.mark.parametrize("trouble", [locked, full])
@run_async
async def test_what_cannot_be_stored_changes_nothing_and_play_goes_on(
        tmp_path: Path, trouble: object) -> None:
    long = "Shared " + secrets.token_hex(2000)  # fills pages
    many = msgspec.structs.replace(table(SHARED), name=long)
    async with Evening(tmp_path, tables={"shared": many},
                       cards=[TWENTY_AGAINST_NINETEEN]) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        ana_screen, rui_screen = await ana.look(), await rui.look()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1000)
        ana_screen.read(), rui_screen.read()
        shown = ana_screen.state.show()
        with trouble(evening):  # type: ignore[operator]
            answers = [await ana.do("bet", "1", 2000 + 100 * n, key=f"b{n}") for n in range(4)]
            refused = [a for a in answers if isinstance(a, Refused)]
            assert refused and {a.code for a in refused} == {"not-stored"}
            if trouble is locked:
                assert len(refused) == 4
            balance = ana.balance
        ana_screen.read()
        if trouble is locked:
            assert ana_screen.state.show() == shown and balance == 99_000
        # The same command with the same key is now taken.
        again = next(n for n, a in enumerate(answers) if isinstance(a, Refused))
        assert isinstance(await ana.do("bet", "1", 2000 + 100 * again, key=f"b{again}"), Ack)
        assert ana.balance == 100_000 - 2000 - 100 * again
        await evening.later(15)
        await ana.must("stand", "1")
        ana_screen.read(), rui_screen.read()
        assert ana_screen.version == rui_screen.version == evening.desk().state.version
        assert verify(evening.ledger).verified


@run_async
async def test_a_clock_that_cannot_be_stored_is_tried_again(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[TWENTY_AGAINST_NINETEEN]) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1000)
        with locked(evening):
            await evening.later(15)
            assert evening.desk().betting
            assert ana.room().due() <= evening.clock.now()
            assert ana.room()._not_before > evening.clock.now(), "it does not spin meanwhile"
        await evening.later(1)
        assert not evening.desk().betting
        with locked(evening):
            await evening.later(20)  # the coup would end
            assert not evening.desk().state.over
        await evening.later(1)
        assert evening.desk().state.over and ana.balance == 101_000
        with locked(evening):
            await evening.later(3)  # the next would begin
            assert evening.desk().state.no == 1
            no = await ana.refused("bet", "1", 500)
            assert no.code == "not-now"
        await evening.later(1)
        assert evening.desk().state.no == 2
        await ana.must("bet", "1", 500)


@run_async
async def test_when_nobody_knows_whether_it_is_stored_the_house_says_so(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        commit = Ledger.commit

        def lost_answer(ledger: Ledger, entries: Sequence[Entry]) -> list[Outcome]:
            commit(ledger, entries)
            raise Uncertain("the line broke")
        monkeypatch.setattr(Ledger, "commit", lost_answer)
        no = await ana.do("bet", "1", 1000, key="b")
        assert isinstance(no, Refused) and no.code == "uncertain"
        assert evening.house.broken
        monkeypatch.undo()
        await evening.reopen()
        assert isinstance(await ana.do("bet", "1", 1000, key="b"), Ack)
        assert ana.balance == 99_000, "the same key is safe: it acted once"


@run_async
async def test_one_wrong_entry_does_not_refuse_those_beside_it(tmp_path: Path) -> None:
    from sabot.money import Transfer
    async with Evening(tmp_path) as evening:
        wrong = Entry(kind="house", transfers=(Transfer("k", "a", "a", 0, ""),))
        guests = [evening.house.guest(str(n)) for n in range(5)]
        outcomes = await asyncio.gather(*guests[:2], evening.house.books.commit(wrong),
                                        *guests[2:], return_exceptions=True)
        assert isinstance(outcomes[2], LedgerError)
        assert sum(isinstance(o, BaseException) for o in outcomes) == 1


@run_async
async def test_the_house_opens_only_when_the_end_of_its_journal_holds(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1000)
        assert check_tail(evening.ledger) == evening.ledger.head()[0]
        assert check_tail(evening.ledger, 2) == 2
    file = sqlite3.connect(evening.url.removeprefix("sqlite:///"))
    for wrong in ("UPDATE journal SET body = CAST(substr(body, 1, length(body) - 1) AS BLOB) "
                  "WHERE seq = (SELECT max(seq) FROM journal WHERE kind = 'play')",
                  "UPDATE postings SET amount = amount + 1 WHERE seq = "
                  "(SELECT max(seq) FROM postings)",
                  "DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)"):
        dump = list(file.iterdump())
        file.execute(wrong)
        file.commit()
        with pytest.raises(BrokenChain, match="sabot verify"):
            await Evening(tmp_path).open()
        file.close()
        for part in tmp_path.iterdir():
            if not part.name.endswith("marker"):
                part.unlink()
        file = sqlite3.connect(evening.url.removeprefix("sqlite:///"))
        file.executescript("\n".join(dump))
    file.close()


@run_async
async def test_the_start_puts_on_record_what_the_house_runs(tmp_path: Path) -> None:
    from sabot.house import file_digest
    async with Evening(tmp_path) as evening:
        journal = evening.house.archive.journal(50)
        start = journal[0].body["start"]
        assert start["files"] == file_digest() and len(start["files"]) == 64
        assert start["checked"] == 0 and start["code"]


@run_async
async def test_tables_that_commit_together_are_each_stored(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        guests = [await evening.guest() for _ in range(12)]
        await asyncio.gather(*(g.must("sit", "1", table="alone") for g in guests))
        books = evening.house.books
        groups, entries = books.groups, books.entries
        answers = await asyncio.gather(*(
            g.do("bet", "1", 200 + 100 * n, table="alone", key="b")
            for n, g in enumerate(guests)))
        assert books.groups - groups < books.entries - entries == len(guests), "group commit"
        assert all(isinstance(a, Ack) for a in answers)
        await evening.reopen()
        for n, guest in enumerate(guests):
            assert evening.ledger.answer_to(guest.id, "b") is not None
            assert guest.balance == 100_000 - 200 - 100 * n
        assert verify(evening.ledger).verified
