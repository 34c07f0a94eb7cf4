"""The second format of the journal: a chain for each table and one for the house, accounts that are
chains, checkpoints over all, bodies that are packed."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from sabot.certify.audit.verify import Finding, verify
from sabot.ledger import Entry, Ledger, Stored, schema, second_format
from sabot.ledger.compression import END, PLAIN
from sabot.ledger.database_copy import check_chain
from sabot.ledger.second_format import decode_checkpoint
from sabot.money import Transfer
from support.databases import FilledDatabases
from support.ledger_house import play

SECOND = 2


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An address at which a database of the second format can be made."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'second.sqlite3'}"
    database_url: str = request.getfixturevalue("postgres")
    return database_url


def filled(url: str) -> None:
    with Ledger.open(url, format=SECOND) as ledger:
        play(ledger, 4, tables=2, seed=5, void_every=4)


@pytest.fixture
def played(filled_databases: FilledDatabases, empty: str) -> str:
    """A house of two tables has played coups into it."""
    return filled_databases.copy("second", empty, filled)


@pytest.fixture
def file(filled_databases: FilledDatabases, tmp_path: Path) -> Path:
    """The same as an SQLite file."""
    filled_databases.copy("second", f"sqlite:///{tmp_path / 'file.sqlite3'}", filled)
    return tmp_path / "file.sqlite3"


def verify_books(url: str, head: tuple[int, str] | None = None) -> Finding:
    with Ledger.open(url, readonly=True) as ledger:
        return verify(ledger, head)


def credit(key: str, amount: int) -> Transfer:
    return Transfer(key, "issue:demo@EUR", "player:ana@EUR", amount, "")


def bet(key: str, amount: int, coup: str = "one-1") -> Transfer:
    return Transfer(key, "player:ana@EUR", f"stake:{coup}@EUR", amount, "")


def session_entry(table: str, version: int, *moved: Transfer) -> Entry:
    return Entry(kind="session", table=table, version=version, count=1, body=b'{"told":1}',
                 transfers=moved)


# -- how it is chained -----------------------------------------------------------------------------


def test_each_table_has_a_chain_and_the_house_has_one(empty: str) -> None:
    with Ledger.open(empty, format=SECOND) as ledger:
        ledger.commit([
            Entry(kind="player", transfers=(credit("c", 100),)),
            session_entry("one", 1), session_entry("two", 1), session_entry("one", 2),
            Entry(kind="staff", table="one")])  # an act about a table, of its house
        assert [(r.chain, r.no) for r in ledger.entries()] == [
            ("", 1), ("one", 1), ("two", 1), ("one", 2), ("", 2)]
        assert {name: no for name, (no, _) in ledger.ends().items()} == {"": 2, "one": 2, "two": 1}
        assert verify(ledger).verified


def test_an_account_that_several_chains_move_is_a_chain_of_its_postings(empty: str) -> None:
    with Ledger.open(empty, format=SECOND) as ledger:
        ledger.commit([
            Entry(kind="player", transfers=(credit("c", 100),)),
            session_entry("one", 1, bet("b1", 10)), session_entry("two", 1, bet("b2", 20, "two-1")),
            session_entry("one", 2, Transfer("w", "stake:one-1@EUR", "bank:one@EUR", 10, ""))])
        numbers = {p.transfer.key: (p.frm_no, p.to_no) for p in ledger.postings()}
        assert numbers == {"c": (None, 1), "b1": (2, None), "b2": (3, None), "w": (None, None)}
        assert [(name, no) for name, (no, _) in ledger.shared().items()] == [("player:ana@EUR", 3)]


def test_it_goes_on_where_it_was_left(empty: str) -> None:
    for n in (1, 2, 3):
        with Ledger.open(empty, format=SECOND) as ledger:
            assert ledger.format == SECOND
            ledger.commit([session_entry("one", n, credit(f"c{n}", 1))])
    finding = verify_books(empty)
    assert finding.verified and finding.format == SECOND
    assert [(one.chain, one.entries, one.bound) for one in finding.chains] == [("one", 3, 3)]


def test_a_fresh_database_is_of_the_second_format_unless_it_is_said(tmp_path: Path) -> None:
    with Ledger.open(f"sqlite:///{tmp_path / 'a'}") as ledger:
        assert ledger.format == schema.USUAL == SECOND
    with Ledger.open(f"sqlite:///{tmp_path / 'b'}", format=1) as ledger:
        assert ledger.format == 1 and ledger.checkpoint()[0] == 0
    with Ledger.open(f"sqlite:///{tmp_path / 'b'}", format=SECOND) as ledger:
        assert ledger.format == 1, "what is there stays what it is"


def test_a_group_that_is_refused_moves_no_chain(empty: str) -> None:
    with Ledger.open(empty, format=SECOND) as ledger:
        ledger.commit([session_entry("one", 1)])
        before = ledger.ends()
        short = ledger.commit([session_entry("one", 2, bet("b", 5))])
        assert not isinstance(short[0], Stored) and ledger.ends() == before
        ledger.commit([session_entry("one", 2)])
        assert ledger.ends()["one"][0] == 2 and verify(ledger).verified


# -- checkpoints -----------------------------------------------------------------------------------


def test_a_checkpoint_names_what_has_changed_since_the_last(empty: str) -> None:
    clock = iter(range(1_000_000, 10_000_000, 3_000))  # a group every few seconds
    with Ledger.open(empty, format=SECOND) as ledger:
        ledger._clock = lambda: next(clock)
        for n in range(8):
            ledger.commit([session_entry("one" if n % 2 else "two", 1 + n // 2)])
        checkpoints = [decode_checkpoint(entry.body) for entry in ledger.checkpoints()]
        assert len(checkpoints) > 2
        assert {name for one in checkpoints[1:] for name in one.chains} == {"one", "two"}
        assert [entry.no for entry in ledger.checkpoints()] == list(range(1, len(checkpoints) + 1))
        finding = verify(ledger)
        assert finding.verified and finding.checkpoint == ledger.mark()
    with Ledger.open(empty) as ledger:  # closed, it is bound to its end
        assert all(one.bound == one.entries for one in verify(ledger).chains)


def test_verify_says_how_far_checkpoints_cover_a_chain(empty: str) -> None:
    with Ledger.open(empty, format=SECOND) as ledger:
        ledger.commit([session_entry("one", 1)])  # the first group has one
        ledger.commit([session_entry("one", 2), session_entry("two", 1)])
        assert [tuple(one) for one in verify(ledger).chains] == [("one", 2, 1, 1), ("two", 1, 0, 0)]
        assert ledger.bind()[0] == 2 and ledger.bind()[0] == 2  # nothing new is no new one
        assert [tuple(one) for one in verify(ledger).chains] == [("one", 2, 2, 2), ("two", 1, 1, 2)]


def test_a_mark_that_was_written_down_finds_an_older_copy(file: Path, tmp_path: Path) -> None:
    url, older = f"sqlite:///{file}", tmp_path / "older.sqlite3"
    older.write_bytes(file.read_bytes())
    with Ledger.open(url) as ledger:
        ledger.commit([session_entry("new", 1)])
        mark = ledger.bind()
    assert verify_books(url, mark).verified
    fault = verify_books(f"sqlite:///{older}", mark).fault
    assert fault is not None and "older copy" in fault.expected
    fault = verify_books(url, (mark[0], "0" * 64)).fault
    assert fault is not None and "rewritten" in fault.expected


# -- what somebody changes -------------------------------------------------------------------------


def change(url: str, *statements: str) -> None:
    engine = sa.create_engine(sa.make_url(url).set(
        drivername="sqlite" if url.startswith("sqlite") else "postgresql+psycopg"))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(sa.text(statement))
    engine.dispose()


COLUMNS = [(table.name, column.name)
           for table in schema.SECOND.metadata.sorted_tables for column in table.columns
           if table.name not in ("outbox", "intents", "secrets", "names")  # which can be erased
           and (table.name, column.name) not in {
               ("dictionaries", "no"), ("dictionaries", "name"), ("dictionaries", "body"),
               ("journal", "seq"), ("postings", "place"), ("postings", "seq"),
               ("commands", "seq"), ("states", "seq"),
               ("head", "id"), ("chains", "seq"), ("balances", "seq"), ("checkpoints", "seq"),
               ("documents", "born"), ("documents", "seq")}]
"""What holds a digest, a sum or a name. Rows that point at others are of other tests; of ``place``
the order alone says something, and that is in the digest."""


@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_a_value_that_is_changed_is_found(file: Path, table: str, column: str) -> None:
    with sqlite3.connect(file) as line:
        row = line.execute(f"SELECT rowid, {column} FROM {table} WHERE {column} IS NOT NULL "
                           "LIMIT 1 OFFSET 3").fetchone() if table not in (
            "postings", "balances", "commands", "chains") else None
        keys = [c.name for c in schema.SECOND.metadata.tables[table].primary_key]
        if row is None:
            some = line.execute(f"SELECT {', '.join(keys)}, {column} FROM {table} "
                                f"WHERE {column} IS NOT NULL LIMIT 1").fetchone()
            if some is None:
                pytest.skip("the house has put nothing there")
            where = " AND ".join(f"{key} = ?" for key in keys)
            name, value = tuple(some[:-1]), some[-1]
        else:
            where, name, value = "rowid = ?", (row[0],), row[1]
        line.execute("PRAGMA foreign_keys=OFF")
        line.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (other_than(value), *name))
    line.close()
    assert not verify_books(f"sqlite:///{file}").verified


@pytest.mark.postgres
def test_a_value_that_is_changed_in_a_server_is_found(
        filled_databases: FilledDatabases, postgres: str) -> None:
    """Each is put back before the next is changed."""
    filled_databases.copy("second", postgres, filled)
    engine, unfound = sa.create_engine(postgres), []
    for table, column in COLUMNS:
        t = schema.SECOND.metadata.tables[table]
        keys = list(t.primary_key)
        with engine.connect() as line:
            some = line.execute(sa.select(t.c[column], *keys).where(t.c[column].is_not(None))
                                .order_by(*keys).limit(1)).first()
        if some is None:
            continue
        value = some[0]
        here = sa.and_(*(key == one for key, one in zip(keys, some[1:], strict=True)))
        there = here if column not in t.primary_key else sa.and_(*(
            (key == other_than(one)) if key.name == column else (key == one)
            for key, one in zip(keys, some[1:], strict=True)))
        with engine.begin() as line:
            line.execute(_LOOSE)
            line.execute(sa.update(t).where(here).values({column: other_than(value)}))
        if verify_books(postgres).verified:
            unfound.append((table, column))
        with engine.begin() as line:
            line.execute(_LOOSE)
            assert line.execute(sa.update(t).where(there).values({column: value})).rowcount == 1
    engine.dispose()
    assert unfound == [] and verify_books(postgres).verified


_LOOSE = sa.text("SET LOCAL session_replication_role = replica")
"""Rows may point at what is not there, as for whoever owns the database."""


def other_than(value: object) -> object:
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:] if value else b"x"
    return value + 1_000 if isinstance(value, int) else f"{value}x"


@pytest.mark.parametrize("table", ["journal", "postings", "balances", "chains", "checkpoints",
                                   "commands", "states", "documents", "head"])
def test_a_row_that_is_gone_is_found(played: str, table: str) -> None:
    keys = [c.name for c in schema.SECOND.metadata.tables[table].primary_key]
    change(played, *(
        f"DELETE FROM {other} WHERE seq = (SELECT max(seq) FROM journal)" for other in (
            ("postings", "commands", "states", "documents", "balances", "chains", "checkpoints")
            if table == "journal" else ())),
        f"DELETE FROM {table} WHERE ({', '.join(keys)}) IN (SELECT {', '.join(keys)} FROM {table} "
        f"ORDER BY {', '.join(f'{key} DESC' for key in keys)} LIMIT 1)")
    assert not verify_books(played).verified


def test_a_chain_that_is_lost_with_all_that_tells_of_it_is_found_by_its_checkpoint(
        empty: str) -> None:
    """Nothing of the table is left but that checkpoints name it."""
    with Ledger.open(empty, format=SECOND) as ledger:
        ledger.commit([session_entry("two", 1), session_entry("one", 1)])
        ledger.commit([session_entry("one", 2)])
    change(empty, "DELETE FROM chains WHERE name = 'two'", "DELETE FROM journal WHERE seq = 1")
    fault = next(one for one in verify_books(empty).faults if "chain 'two'" in one.what)
    assert fault.found == "none" and "checkpoint 1 names" in fault.expected


def test_a_chain_that_was_written_anew_does_not_fit_its_checkpoint(empty: str) -> None:
    """Whoever can compute every digest cannot change what a checkpoint has bound."""
    with Ledger.open(empty, format=SECOND) as ledger:
        ledger.commit([session_entry("one", 1)])
        ledger.commit([session_entry("one", 2)])
        first = ledger.entries()[0]
    forged = msgspec.structs.replace(first, body=b'{"told":2}')
    one = second_format.digest_of(forged, "0" * 64, (), ())
    with Ledger.open(empty, readonly=True) as ledger:
        two = second_format.digest_of(ledger.entries()[1], one, (), ())
    change(empty,
           f"UPDATE journal SET body = {hexed(empty, PLAIN + END + forged.body)}, "
           f"hash = {hexed(empty, bytes.fromhex(one))} WHERE seq = 1",
           f"UPDATE journal SET hash = {hexed(empty, bytes.fromhex(two))} WHERE seq = 2",
           f"UPDATE chains SET hash = {hexed(empty, bytes.fromhex(two))}",
           f"UPDATE head SET hash = {hexed(empty, bytes.fromhex(two))}")
    faults = verify_books(empty).faults
    assert faults and all("which checkpoint" in fault.expected for fault in faults)


def hexed(url: str, value: bytes) -> str:
    return f"x'{value.hex()}'" if url.startswith("sqlite") else f"decode('{value.hex()}', 'hex')"


# -- how it is stored ------------------------------------------------------------------------------


def test_the_whole_chain_is_checked_before_a_copy_gets_its_name(played: str) -> None:
    with Ledger.open(played, readonly=True) as ledger:
        assert check_chain(ledger) == ledger.mark() != (0, "0" * 64)


def test_a_reader_beside_the_house_finds_a_dictionary_that_came_later(empty: str) -> None:
    body = json.dumps({"events": [{"step": {"step": "listen", "law": "x"}}] * 9}).encode()
    with Ledger.open(empty, format=SECOND) as ledger, \
            Ledger.open(empty, readonly=True) as beside:
        assert beside.entries() == []
        ledger.commit([Entry(kind="play", table="one", coup="one-1", version=1, count=9, body=body,
                             game="craps")])
        assert [record.body for record in beside.entries()] == [body]


def test_an_entry_has_the_gaming_day_that_it_says_else_that_of_its_time(empty: str) -> None:
    with Ledger.open(empty, format=SECOND) as ledger:
        ledger._clock = lambda: 1_763_000_000_000  # 2025-11-13, by UTC
        ledger.commit([Entry(kind="house"), Entry(kind="house", day=20251112)])
        assert [record.day for record in ledger.entries()] == [20251113, 20251112]
