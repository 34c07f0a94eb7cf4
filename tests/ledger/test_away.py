"""A database that was full, locked, cut or gone: the ledger stores again by itself once it can."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from test_wallet import bet

from sabot.certify.audit.verify import verify
from sabot.ledger import (
    Entry,
    Full,
    Ledger,
    LedgerError,
    Locked,
    Occupied,
    Outcome,
    Overtaken,
    ReadOnly,
    Repeated,
    Stored,
    Uncertain,
    Unreachable,
    wallet_record,
)
from sabot.ledger.wallet_record import RemoteBooks
from support.broken_databases import Line, Server, own_server, small_disk
from support.ledger_house import EUR


def entry(size: int = 10, key: str = "") -> Entry:
    return Entry(kind="house", body=random.randbytes(size), command=("ana", key) if key else None,
                 answer=b"done" if key else b"")


def stores(ledger: Ledger, upto: int) -> None:
    """The ledger stores, and nothing but its own entries is in the journal."""
    ledger.check()
    assert ledger.trouble is None and not ledger.away
    assert ledger.commit([entry()]) == [Stored(upto)]
    assert ledger.head() == ledger.last
    assert [record.seq for record in ledger.walk()] == list(range(1, upto + 1))


# -- a file ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "many"), [(20_000, 5), (1_000_000, 6)],
                         ids=["at the commit", "while it is written"])
def test_a_disk_that_was_full(size: int, many: int) -> None:
    with small_disk(4) as disk, Ledger.open(f"sqlite:///{disk.folder}/l.sqlite3") as ledger:
        assert ledger.commit([entry()]) == [Stored(1)]
        disk.fill()
        for _ in range(3):
            with pytest.raises(Full, match="no room left"):
                ledger.commit([entry(size) for _ in range(many)])
            assert isinstance(ledger.trouble, Full)
        assert ledger.head()[0] == 1
        disk.empty()
        stores(ledger, 2)
        assert ledger.damage() == ""


def test_a_full_disk_does_not_keep_the_house_from_seeing_that_there_is_room() -> None:
    """The check is a write: it fails as long as nothing can be stored."""
    with small_disk(4) as disk, Ledger.open(f"sqlite:///{disk.folder}/l.sqlite3") as ledger:
        disk.fill()
        with pytest.raises(LedgerError):
            for _ in range(1_000):  # what the log of SQLite still has room for
                ledger.check()
        assert ledger.trouble is not None
        disk.empty()
        stores(ledger, 1)


@pytest.mark.parametrize("many", [1, 40])
def test_a_file_that_may_not_grow(sqlite: str, many: int) -> None:
    with Ledger.open(sqlite) as ledger:
        ask = ledger._store.writer.exec_driver_sql
        ask(f"PRAGMA max_page_count={ask('PRAGMA page_count').scalar()}")
        ledger._store.writer.rollback()
        for _ in range(3):
            with pytest.raises(Full):
                ledger.commit([entry(100_000) for _ in range(many)])
        ask("PRAGMA max_page_count=1000000")
        ledger._store.writer.rollback()
        stores(ledger, 1)


def test_another_program_that_holds_the_file(sqlite: str) -> None:
    with Ledger.open(sqlite, busy_ms=20) as ledger:
        other = sqlite3.connect(sa.make_url(sqlite).database or "", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            with pytest.raises(Locked):
                ledger.commit([entry()])
            with pytest.raises(Locked):
                ledger.check()
        assert ledger.head()[0] == 0
        other.execute("ROLLBACK")
        other.close()
        stores(ledger, 1)


@contextmanager
def read_only(ledger: Ledger) -> Iterator[None]:
    """Every line that writes is one that may only read."""
    engine = ledger._store._writing
    assert engine is not None

    def forbid(raw: Any, _: object) -> None:
        raw.execute("PRAGMA query_only=ON")
    sa.event.listen(engine, "connect", forbid)
    raw = ledger._store.writer.connection.dbapi_connection
    assert raw is not None
    raw.execute("PRAGMA query_only=ON")  # type: ignore[attr-defined]
    try:
        yield
    finally:
        sa.event.remove(engine, "connect", forbid)


def test_a_file_that_turned_read_only(sqlite: str) -> None:
    with Ledger.open(sqlite) as ledger:
        with read_only(ledger):
            for _ in range(3):
                with pytest.raises(ReadOnly, match="cannot be written"):
                    ledger.commit([entry()])
            assert ledger.head()[0] == 0, "what is there is read all the while"
        stores(ledger, 1)


def test_a_file_that_is_gone_is_not_made_anew(sqlite: str) -> None:
    with Ledger.open(sqlite) as ledger:
        ledger.commit([entry()])
        file = Path(sa.make_url(sqlite).database or "")
        elsewhere = file.parent / "elsewhere"
        elsewhere.mkdir()
        for part in file.parent.glob(f"{file.name}*"):
            part.rename(elsewhere / part.name)
        ledger._store.clear(reopen=True)
        with pytest.raises(Unreachable):
            ledger.commit([entry()])
        assert not file.exists()
        for part in elsewhere.iterdir():
            part.rename(file.parent / part.name)
        stores(ledger, 2)


def test_another_file_in_its_place_is_not_written(sqlite: str, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    with Ledger.open(str(other)) as ledger:
        ledger.commit([entry() for _ in range(3)])
    with Ledger.open(sqlite) as ledger:
        ledger.commit([entry()])
        file = Path(sa.make_url(sqlite).database or "")
        file.unlink()
        for end in ("-wal", "-shm"):
            file.with_name(file.name + end).unlink(missing_ok=True)
        shutil.copy(other, file)
        ledger._store.clear(reopen=True)
        with pytest.raises(Overtaken, match="ends at entry 3, but this house left it"):
            ledger.commit([entry()])
        with pytest.raises(Overtaken):
            ledger.check()
    with Ledger.open(str(file)) as found:
        assert found.head()[0] == 3


SHUT = """
import os, sys
from pathlib import Path
from sabot.ledger import *
folder = Path(sys.argv[1])
file = folder / "l.sqlite3"
ledger = Ledger.open(f"sqlite:///{file}")
if os.geteuid() == 0:
    for path in [folder, *folder.iterdir()]:
        os.chown(path, 65534, 65534)
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
print(ledger.commit([Entry(kind="house")]))
for path in folder.iterdir():
    path.chmod(0)
folder.chmod(0)
ledger._store.clear(reopen=True)
for _ in range(2):
    try:
        print(ledger.commit([Entry(kind="house")]))
    except LedgerError as error:
        print(type(error).__name__)
folder.chmod(0o700)
for path in folder.iterdir():
    path.chmod(0o600)
ledger.check()
print(ledger.commit([Entry(kind="house")]), ledger.head()[0])
"""

CROWDED = """
import os, resource, sys
from sabot.ledger import *
ledger = Ledger.open(sys.argv[1])
print(ledger.commit([Entry(kind="house")]), ledger.head()[0])
resource.setrlimit(resource.RLIMIT_NOFILE, (60, 60))
held = []
def crowd():
    try:
        while True:
            held.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        pass
crowd()
print(ledger.commit([Entry(kind="house")]))
ledger._store.clear(reopen=True)
ledger._store.reader.dispose()
crowd()
for ask in (lambda: ledger.commit([Entry(kind="house")]), ledger.head, ledger.check):
    try:
        print(ask())
    except LedgerError as error:
        print(type(error).__name__)
for one in held:
    os.close(one)
ledger.check()
print(ledger.commit([Entry(kind="house")]), ledger.head()[0])
"""


def told(code: str, *given: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", code, *given], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_folder_that_lost_its_rights() -> None:
    """A superuser, whom no rights hold, drops his first."""
    folder = Path(tempfile.mkdtemp(prefix="sabot-shut-"))
    try:
        said = told(SHUT, str(folder))
    finally:
        folder.chmod(0o700)
        shutil.rmtree(folder)
    assert said == ["[Stored(seq=1)]", "Unreachable", "Unreachable", "[Stored(seq=2)] 2"]


def test_no_descriptor_is_left(sqlite: str) -> None:
    said = told(CROWDED, sqlite)
    assert said[:2] == ["[Stored(seq=1)] 1", "[Stored(seq=2)]"], "an open line needs none"
    assert said[2:5] == ["Unreachable"] * 3 and said[5] == "[Stored(seq=3)] 3"


# -- a commit in doubt -----------------------------------------------------------------------------


@contextmanager
def failing_commits(ledger: Ledger, durable: bool) -> Iterator[None]:
    """Every commit fails with an error of the disk: after it was done, or before."""
    engine = ledger._store._writing
    assert engine is not None
    kinds = {type(ledger._store.writer.engine.dialect), type(engine.dialect)}
    plain = {kind: kind.do_commit for kind in kinds}

    def do_commit(self: Any, raw: Any) -> None:
        if durable:
            plain[type(self)](self, raw)
        raise sqlite3.OperationalError("disk I/O error")
    for kind in kinds:
        kind.do_commit = do_commit  # type: ignore[assignment]
    try:
        yield
    finally:
        for kind in kinds:
            kind.do_commit = plain[kind]  # type: ignore[assignment]


def put(ledger: Ledger, group: list[Entry]) -> list[Outcome] | str:
    try:
        return ledger.commit(group)
    except LedgerError as error:
        return type(error).__name__


@pytest.mark.parametrize("durable", [True, False])
def test_a_commit_that_fails_is_told_once_it_is_known(sqlite: str, durable: bool) -> None:
    group = [entry(key="k"), entry(key="l")]
    with Ledger.open(sqlite) as ledger:
        ledger.commit([entry()])
        failing = failing_commits(ledger, durable)
        failing.__enter__()
        asked = []

        def patience(why: LedgerError, tries: int) -> bool:
            assert ledger.away and ledger.trouble is not None
            asked.append(tries)
            if tries == 3:
                failing.__exit__(None, None, None)
            return True
        ledger.patience = patience
        said = put(ledger, group)
        assert asked == [1, 2, 3] and not ledger.away
        assert said == ([Stored(2), Stored(3)] if durable else "Unreachable")
        assert ledger.commit(group) == (
            [Repeated(b"done")] * 2 if durable else [Stored(2), Stored(3)])
        stores(ledger, 4)
        assert verify(ledger).verified


@pytest.mark.parametrize("durable", [True, False])
def test_who_cannot_wait_any_longer_has_to_open_the_ledger_again(
        sqlite: str, durable: bool) -> None:
    with Ledger.open(sqlite) as ledger:
        ledger.patience = lambda why, tries: tries < 2
        with failing_commits(ledger, durable), pytest.raises(Uncertain, match="open the ledger"):
            ledger.commit([entry(key="k")])
        for _ in range(2):
            with pytest.raises(Uncertain):
                ledger.commit([entry(key="l")])
        with pytest.raises(Uncertain):
            ledger.check()
    with Ledger.open(sqlite) as again:
        assert again.commit([entry(key="k")]) == [Repeated(b"done") if durable else Stored(1)]
        assert again.head()[0] == 1


def test_what_a_failed_commit_left_in_the_log_comes_back_never(sqlite: str) -> None:
    """Before anything is told of a group that is not stored, the log is written beyond it."""
    with Ledger.open(sqlite) as ledger:
        ledger.commit([entry()])
        log = Path(f"{sa.make_url(sqlite).database}-wal")
        with failing_commits(ledger, False):
            before = log.read_bytes()
            ledger.patience = lambda why, tries: False
            put(ledger, [entry()])
        ledger._uncertain = ""
        ledger.check()
        assert log.read_bytes() != before and ledger.last[0] == 1
        stores(ledger, 2)


# -- a server --------------------------------------------------------------------------------------

END = ("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
       "WHERE datname = current_database() AND pid <> pg_backend_pid()")


def ask(url: str, statement: str) -> None:
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text(statement))
    engine.dispose()


@pytest.mark.postgres
def test_a_line_that_was_cut_while_nobody_played(postgres: str) -> None:
    """Nothing was under way: nobody hears of it, and the lock of the house is held again."""
    with Ledger.open(postgres) as ledger:
        ledger.commit([entry()])
        for upto in (2, 3):
            ask(postgres, END)
            assert ledger.commit([entry()]) == [Stored(upto)]
            assert ledger.head()[0] == upto
            with pytest.raises(Occupied):
                Ledger.open(postgres)
        ask(postgres, END)
        stores(ledger, 4)


@pytest.mark.postgres
@pytest.mark.parametrize("when", ["before", "while", "after"])
@pytest.mark.parametrize("more", [0, 3])
def test_a_line_that_is_cut_in_the_commit(postgres: str, when: str, more: int) -> None:
    """It is stored or it is not: whichever it is, that is told; also when the server cannot be
    reached for a while, and believes in the line that was cut."""
    group = [entry(key="k"), entry(key="l")]
    with Line(postgres) as line, Ledger.open(line.url) as ledger:
        ledger.commit([entry()])

        def patience(why: LedgerError, tries: int) -> bool:
            assert ledger.away
            with pytest.raises(Unreachable):  # and nobody who reads is kept waiting
                ledger.head()
            line.closed = tries < more
            return True
        ledger.patience = patience
        line.on_commit, line.closed = when, more > 0
        said = put(ledger, group)
        assert line.commits == 1 and not ledger.away
        stored = when == "after" or (when == "while" and said == [Stored(2), Stored(3)])
        assert said == ([Stored(2), Stored(3)] if stored else "Unreachable")
        assert ledger.commit(group) == (
            [Repeated(b"done")] * 2 if stored else [Stored(2), Stored(3)])
        stores(ledger, 4)
        assert verify(ledger).verified


@pytest.mark.postgres
def test_a_line_in_which_the_server_still_believes(postgres: str) -> None:
    """Its session holds the lock of the house: it is ours, and we end it."""
    with Line(postgres) as line, Ledger.open(line.url) as ledger:
        ledger.commit([entry()])
        line.believed = True
        line.cut()
        assert ledger.commit([entry()]) == [Stored(2)]
        stores(ledger, 3)


@pytest.mark.postgres
def test_a_server_that_cannot_be_reached(postgres: str) -> None:
    with Line(postgres) as line, Ledger.open(line.url) as ledger:
        ledger.commit([entry()])
        line.closed = True
        line.cut()
        for _ in range(3):
            with pytest.raises(Unreachable):
                ledger.commit([entry()])
            with pytest.raises(Unreachable):
                ledger.check()
            with pytest.raises(Unreachable):
                ledger.head()
            with pytest.raises(Unreachable), ledger.snapshot() as books:
                books.head()
        line.closed = False
        stores(ledger, 2)


@pytest.mark.postgres
def test_a_house_that_took_over_is_respected(postgres: str) -> None:
    with Line(postgres) as line, Ledger.open(line.url) as ledger:
        ledger.commit([entry()])
        line.closed = True
        line.cut()
        with pytest.raises(Unreachable):
            ledger.check()
        with Ledger.open(postgres) as other:
            line.closed = False
            with pytest.raises(Occupied):  # it may go again without having done anything
                ledger.check()
            other.commit([entry()])
            with pytest.raises(Overtaken, match="ends at entry 2, but this house left"):
                ledger.check()
            for _ in range(2):
                with pytest.raises(Overtaken):
                    ledger.commit([entry()])
        with pytest.raises(Overtaken):
            ledger.check()
    with Ledger.open(postgres) as found:
        assert found.head()[0] == 2


@pytest.mark.postgres
def test_a_house_that_went_again_without_a_word_changes_nothing(postgres: str) -> None:
    with Line(postgres) as line, Ledger.open(line.url) as ledger:
        ledger.commit([entry()])
        line.closed = True
        line.cut()
        with pytest.raises(Unreachable):
            ledger.check()
        with Ledger.open(postgres):
            line.closed = False
            with pytest.raises(Occupied):
                ledger.check()
        stores(ledger, 2)


@pytest.mark.postgres
def test_who_took_over_while_a_commit_was_in_doubt(postgres: str) -> None:
    """Nobody may then say what became of it but the books themselves."""
    with Line(postgres) as line, Ledger.open(line.url) as ledger:
        ledger.commit([entry()])

        def patience(why: LedgerError, tries: int) -> bool:
            if line.closed:
                with Ledger.open(postgres) as other:
                    other.commit([entry()])
            line.closed = False
            return True
        ledger.patience = patience
        line.on_commit, line.closed = "after", True
        with pytest.raises(Uncertain, match="another house"):
            ledger.commit([entry(key="k")])
        assert ledger.overtaken
    with Ledger.open(postgres) as found:
        assert found.commit([entry(key="k")]) == [Repeated(b"done")]


@pytest.mark.postgres
@pytest.mark.parametrize("moment", ["announced", "made good"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_what_is_asked_of_a_wallet_elsewhere_is_what_is_stored(
        postgres: str, when: str, moment: str) -> None:
    """The line is cut as a debit is announced, or as the entry is stored that makes it good."""
    with Line(postgres) as line, Ledger.open(line.url) as ledger:
        books = RemoteBooks(ledger, lambda owed: None, lambda due: None)
        books.commit([wallet_record.opening_entry(books.load())])
        asked = wallet_record.debits({"player:ana@EUR": 400}, "coup")
        for name, one in (("announced", wallet_record.wallet_entry(announced=asked)),
                          ("made good", wallet_record.with_debits(bet(1, 400), asked, EUR))):
            line.on_commit = when if name == moment else ""
            try:
                outcomes = books.commit([one])
            except Unreachable:
                assert when == "before"
                ledger.check()
                outcomes = books.commit([one])
            assert [type(outcome) for outcome in outcomes] == [Stored]
            assert len(ledger.announced_debits()) == (name == "announced")
        assert line.commits == 1
        assert ledger.balance(EUR.wallet("")) == -400
        assert verify(ledger).verified


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with own_server() as made:
        yield made


@pytest.mark.postgres
@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_server_that_is_restarted(server: Server, mode: str) -> None:
    ask(server.url, "DROP SCHEMA public CASCADE")
    ask(server.url, "CREATE SCHEMA public")
    with Ledger.open(server.url) as ledger:
        ledger.commit([entry()])
        server.stop(mode)
        try:
            for _ in range(2):
                with pytest.raises(Unreachable):
                    ledger.commit([entry()])
                with pytest.raises(Unreachable):
                    ledger.head()
        finally:
            server.start()
        stores(ledger, 2)
        with pytest.raises(Occupied):
            Ledger.open(server.url)
