"""A stranger reads and checks a journal by the page of its format: with SQLite, JSON, SHA-256 and
zstandard, and no line of this program."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import zstandard

from sabot.ledger import Ledger
from support.ledger_house import play

GENESIS = "0" * 64
SHARED = ("player:", "ticket:", "pool:")


def sha(*parts: bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def plain(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def decode_body(line: sqlite3.Connection, row: sqlite3.Row) -> tuple[bytes, bytes]:
    """The body of an entry of the second format, and its other data."""
    text, _, body = unpacked(line, row["body"]).partition(b"\0")
    kept_data = b""
    digests = [row["kept"][n:n + 32].hex() for n in range(0, len(row["kept"]), 32)]
    first, *parts = text.split(b"\xff")
    for digest, part in zip(digests, parts, strict=True):
        kept_data += digest.encode() + part
    return body, first + kept_data


def unpacked(line: sqlite3.Connection, stored: bytes) -> bytes:
    if stored[0] == 0:
        return stored[1:]
    if stored[0] == 1:
        return zstandard.ZstdDecompressor().decompress(stored[1:])
    number = int.from_bytes(stored[1:5], "big")
    [packed] = line.execute("SELECT body FROM dictionaries WHERE no = ?", (number,)).fetchone()
    dictionary = zstandard.ZstdCompressionDict(unpacked(line, packed))
    return zstandard.ZstdDecompressor(dict_data=dictionary).decompress(stored[5:])


@pytest.fixture(params=[1, 2])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[int, sqlite3.Connection]:
    """A journal of each format, in which coups were played."""
    file = tmp_path / "books.sqlite3"
    with Ledger.open(f"sqlite:///{file}", format=request.param) as ledger:
        play(ledger, 4, tables=2, seed=3)
    line = sqlite3.connect(file)
    line.row_factory = sqlite3.Row
    request.addfinalizer(line.close)
    return request.param, line


def test_a_stranger_checks_every_entry_account_and_checkpoint(
        journal: tuple[int, sqlite3.Connection]) -> None:
    format, line = journal
    [revision] = line.execute("SELECT version_num FROM alembic_version").fetchone()
    assert revision == {1: "0001", 2: "2001"}[format]
    ends: dict[str, tuple[int, str]] = {}
    accounts: dict[str, tuple[int, str]] = {}
    links: dict[tuple[str, str, int], str] = {}
    sums: dict[str, int] = {}
    entries = line.execute("SELECT * FROM journal ORDER BY seq").fetchall()
    assert len(entries) > 20
    for row in entries:
        moved = line.execute("SELECT * FROM postings WHERE seq = ? ORDER BY place",
                             (row["seq"],)).fetchall()
        transfers = plain([[t["key"], t["frm"], t["dst"], t["amount"], t["law"]] for t in moved])
        command = plain([row["player"], row["command"]] if row["player"] is not None else None)
        facts = [row["at"], row["kind"], row["table_id"], row["coup"], row["version"], row["count"]]
        for t in moved:
            sums[t["frm"]] = sums.get(t["frm"], 0) - t["amount"]
            sums[t["dst"]] = sums.get(t["dst"], 0) + t["amount"]
        if format == 1:
            prev = ends.get("", (0, GENESIS))[1]
            assert row["prev"] == prev
            computed = sha(prev.encode(), plain([row["seq"], *facts]), row["body"], transfers,
                           command, row["answer"], row["kept"])
            assert row["hash"] == computed
            ends[""] = row["seq"], computed
            continue
        no, prev = ends.get(row["chain"], (0, GENESIS))
        assert row["no"] == no + 1
        places = []
        for t in moved:
            for account, number, amount in ((t["frm"], t["frm_no"], -t["amount"]),
                                            (t["dst"], t["dst_no"], t["amount"])):
                assert (number is None) != account.startswith(SHARED)
                if number is not None:
                    before, digest = accounts.get(account, (0, GENESIS))
                    assert number == before + 1
                    digest = sha(digest.encode(), plain([row["chain"], row["no"], t["key"],
                                                         amount]))
                    accounts[account] = number, digest
                    links["accounts", account, number] = digest
                    places.append([account, number])
        body, kept_data = decode_body(line, row)
        computed = sha(prev.encode(),
                       plain([row["chain"], row["no"], facts[0], row["day"], *facts[1:]]),
                       body, transfers, plain(places), command, row["answer"], kept_data)
        assert row["hash"].hex() == computed
        ends[row["chain"]] = row["no"], computed
        links["chains", row["chain"], row["no"]] = computed
    assert sums == dict(line.execute("SELECT account, amount FROM balances").fetchall())
    if format == 1:
        assert tuple(line.execute("SELECT seq, hash FROM head").fetchone()) == ends[""]
        return
    assert ends == {row["name"]: (row["no"], row["hash"].hex())
                    for row in line.execute("SELECT * FROM chains")}
    bound = (0, GENESIS)
    for row in line.execute("SELECT * FROM checkpoints ORDER BY no"):
        bound = bound[0] + 1, sha(bound[1].encode(), plain([row["no"], row["at"], row["seq"]]),
                                  row["body"])
        assert (row["no"], row["hash"].hex()) == bound
        for kind, named in json.loads(row["body"]).items():
            assert all(links[kind, name, no] == digest for name, (no, digest) in named.items())
    assert line.execute("SELECT bound FROM head").fetchone()[0] == bound[0] > 0
