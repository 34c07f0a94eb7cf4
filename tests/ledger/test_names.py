"""Names of people lie beside a journal of the second format: stored with an entry, in no digest,
erased with another."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from sabot.certify.audit.verify import verify
from sabot.ledger import Document, Entry, Ledger, Name
from sabot.ledger.database_copy import copy_rows, copy_to_file, draft_file, snapshot
from sabot.ledger.schema import SECOND
from sabot.ledger.store import Store


def known(id: str, *names: Name) -> Entry:
    return Entry(kind="player", body=b"{}", documents=(
        Document(kind="player", id=id, owner=id, body=b"{}"),), names=names)


ANA, RUI = Name("p_1", "Ana Xylqua", "Ana"), Name("p_2", "Rui Zwyntham")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'names.sqlite3'}"
    database_url: str = request.getfixturevalue("postgres")
    return database_url


def test_names_come_with_entries_are_replaced_and_are_erased(url: str) -> None:
    with Ledger.open(url, format=2) as ledger:
        assert ledger.names() == {}
        ledger.commit([known("p_1", ANA), known("p_2", RUI)])
        assert ledger.names() == {"p_1": ANA, "p_2": RUI}
        assert ledger.name_of("p_1") == ANA and ledger.name_of("p_3") is None
        ledger.commit([known("p_1", Name("p_1", "Ana Vorpen"))])
        assert ledger.name_of("p_1") == Name("p_1", "Ana Vorpen")
        # The last one of a group holds, as where each had been stored by itself.
        ledger.commit([known("p_1", Name("p_1")), known("p_2", Name("p_2")), known("p_2", RUI)])
        assert ledger.names() == {"p_2": RUI}
        ledger.commit([known("p_2", RUI), known("p_2", Name("p_2")), known("p_2", Name("p_2"))])
        assert ledger.names() == {}
        assert verify(ledger).verified


def test_an_entry_that_is_refused_brings_no_name(url: str) -> None:
    with Ledger.open(url, format=2) as ledger:
        entry = Entry(kind="player", body=b"{}", command=("p_1", "k"), names=(ANA,))
        ledger.commit([entry, Entry(kind="player", body=b"{}", command=("p_1", "k"),
                                    names=(Name("p_1", "another"),))])
        assert ledger.name_of("p_1") == ANA


def test_no_digest_is_another_with_another_name(tmp_path: Path) -> None:
    heads = set()
    for name in ("Ana", "Bo", ""):
        with Ledger.open(f"{tmp_path}/{name or 'nobody'}.sqlite3", format=2) as ledger:
            ledger._clock = lambda: 1_000
            ledger.commit([known("p_1", Name("p_1", name))])
            heads.add(ledger.head())
    assert len(heads) == 1


def test_an_erased_name_stands_in_no_file_of_the_database(tmp_path: Path) -> None:
    """Not where its row lay, nor in the log; while somebody reads an older moment it waits."""
    def left() -> bytes:
        return b"".join(one.read_bytes() for one in tmp_path.iterdir())

    url = f"sqlite:///{tmp_path / 'names.sqlite3'}"
    with Ledger.open(url, format=2) as ledger:
        ledger.commit([known("p_1", ANA), known("p_2", RUI)])
        assert b"Xylqua" in left()
        ledger.commit([known("p_1", Name("p_1"))])
        assert b"Xylqua" not in left() and b"Zwyntham" in left()
        with Ledger.open(url, readonly=True) as other, other.snapshot() as books:
            assert books.name_of("p_2") == RUI
            ledger.commit([known("p_2", Name("p_2"))])
            assert books.name_of("p_2") == RUI and b"Zwyntham" in left()
        ledger.commit([known("p_2")])
        assert b"Zwyntham" not in left()


def test_the_first_format_knows_no_names_beside_it(tmp_path: Path) -> None:
    with Ledger.open(f"{tmp_path}/first.sqlite3", format=1) as ledger:
        ledger.commit([known("p_1", ANA)])
        assert ledger.names() == {} and ledger.name_of("p_1") is None
        assert b"Xylqua" not in Path(f"{tmp_path}/first.sqlite3").read_bytes()


def test_a_name_of_nobody_is_found_and_a_changed_one_is_not(tmp_path: Path) -> None:
    file = tmp_path / "names.sqlite3"
    with Ledger.open(f"sqlite:///{file}", format=2) as ledger:
        ledger.commit([known("p_1", ANA)])
    with sqlite3.connect(file) as line:
        line.execute("UPDATE names SET name = 'Eva'")
    with Ledger.open(f"sqlite:///{file}", readonly=True) as ledger:
        assert verify(ledger).verified
    with sqlite3.connect(file) as line:
        line.execute("INSERT INTO names VALUES ('p_9', 'Nobody', '')")
    line.close()
    with Ledger.open(f"sqlite:///{file}", readonly=True) as ledger:
        finding = verify(ledger)
        assert [fault.what for fault in finding.faults] == ["the name of 'p_9'"]


def test_a_copy_has_the_names(url: str, tmp_path: Path) -> None:
    with Ledger.open(url, format=2) as ledger:
        ledger.commit([known("p_1", ANA), known("p_2", RUI)])
    with Ledger.open(url, readonly=True) as ledger, draft_file(tmp_path / "copy") as draft, \
            snapshot(ledger._store) as seen:
        copy_to_file(ledger._store, seen, draft)
    with Ledger.open(f"sqlite:///{tmp_path / 'copy'}", readonly=True) as copied:
        assert copied.names() == {"p_1": ANA, "p_2": RUI} and verify(copied).verified
    # And back, row by row, into an empty database.
    back = Store(f"sqlite:///{tmp_path / 'back'}", create=True, readonly=False,
                 synchronous="OFF", busy_ms=50, format=2)
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'copy'}")
    with engine.connect() as source, back.writer.begin():
        copy_rows(source, back.writer, SECOND.metadata)
    back.close()
    engine.dispose()
    with Ledger.open(f"sqlite:///{tmp_path / 'back'}", readonly=True) as restored:
        assert restored.names() == {"p_1": ANA, "p_2": RUI}
