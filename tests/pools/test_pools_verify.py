"""A row of the pool ledger that was changed, taken out or put in is found, wherever it is."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import cast

import msgspec
import pytest
import sqlalchemy as sa

from sabot.equipment import Seeded
from sabot.pools import Pools, schema, verify
from sabot.pools.book import entry_of
from sabot.pools.entry import link, seal_sum
from sabot.procedure.record import canonical
from support.pools_for_tests import feed, pool

FIRE = {"cause": "a fire", "by": "Rui"}


def fill(pools: Pools) -> None:
    """A pool with every kind of entry, one that overflows, one given up for another."""
    pools.define(pool("grande", start=40))
    pools.define(pool("mini", start=0, ceiling=10, overflow="grande", model="x"))
    pools.define(pool("twin", start=7, must_hit_by=9_000))
    pools.define(pool("secret", start=20, must_hit_by=25, model="x"))
    for n in range(4):
        feed(pools, "porto", "mini", f"m{n}", 4)
        feed(pools, "lisboa", "secret", f"s{n}", 3)
        feed(pools, "porto", "twin", f"t{n}", 3)
    pools.claim("porto", "grande", "w", Fraction(1, 2))
    pools.settle("grande", "lisboa", "porto", 2, "bank 1")
    pools.claim("porto", "grande", "v", 3)
    pools.give_back("porto", "grande", "v")
    pools.claim("porto", "mini", "all", Fraction(1))
    pools.transfer("twin", "grande", **FIRE)
    feed(pools, "porto", "twin", "late", 3)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("filled") / "pools.sqlite3"
    with Pools.open(str(path), source=Seeded(3)) as pools:
        fill(pools)
        assert any(e.kind == "win" for e in pools.entries("secret"))
        assert verify(pools).verified
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw.close()
    return path


class Spoiled:
    """Copies of a filled book, each with one thing changed beside the service."""

    def __init__(self, filled: Path, to: Path) -> None:
        self.filled, self.path = filled, to / "spoiled.sqlite3"

    def after(self, change: Callable[[sqlite3.Connection], object]) -> list[tuple[str, int]]:
        """The faults that are found then: pool and entry."""
        shutil.copy(self.filled, self.path)
        raw = sqlite3.connect(self.path)
        change(raw)
        raw.commit()
        raw.close()
        with Pools.open(str(self.path), readonly=True) as pools:
            found = verify(pools)
        assert found.verified == (not found.faults)
        assert all(str(one) for one in found.faults)
        return [(one.pool, one.seq) for one in found.faults]


@pytest.fixture
def spoiled(filled: Path, tmp_path: Path) -> Spoiled:
    return Spoiled(filled, tmp_path)


def rows(filled: Path) -> list[tuple[str, int]]:
    with sqlite3.connect(filled) as raw:
        return raw.execute("SELECT pool, seq FROM entries ORDER BY pool, seq").fetchall()


def test_nothing_is_found_where_nothing_was_changed(spoiled: Spoiled) -> None:
    assert spoiled.after(lambda raw: None) == []


def test_a_changed_entry_is_named(spoiled: Spoiled, filled: Path) -> None:
    columns = [c.name for c in schema.entries.c if c.name not in ("pool", "seq")]
    for number, (name, seq) in enumerate(rows(filled)):
        column = columns[number % len(columns)]
        grown = "+ 1" if column in ("amount", "at") else "|| 'x'"
        found = spoiled.after(lambda raw, c=column, g=grown, n=name, s=seq: raw.execute(
            f"UPDATE entries SET {c} = {c} {g} WHERE pool = ? AND seq = ?", (n, s)))
        assert (name, seq) in found, (name, seq, column, found)
    for column in columns:
        grown = "- 1" if column in ("amount", "at") else "|| 'x'"
        assert ("mini", 4) in spoiled.after(lambda raw, c=column, g=grown: raw.execute(
            f"UPDATE entries SET {c} = {c} {g} WHERE pool = 'mini' AND seq = 4"))


def test_a_deleted_entry_is_named(spoiled: Spoiled, filled: Path) -> None:
    for name, seq in rows(filled):
        assert (name, seq) in spoiled.after(lambda raw, n=name, s=seq: raw.execute(
            "DELETE FROM entries WHERE pool = ? AND seq = ?", (n, s))), (name, seq)


def test_an_entry_put_in_is_named(spoiled: Spoiled) -> None:
    put = ("INSERT INTO entries SELECT pool, ?, kind, house, ?, amount, at, law, facts, prev, hash "
           "FROM entries WHERE pool = 'secret' AND seq = 3")
    last = "(SELECT seq FROM pools WHERE name = 'secret')"

    def at_the_end(raw: sqlite3.Connection) -> None:
        seq = raw.execute(f"SELECT {last}").fetchone()[0]
        raw.execute(put, (seq + 1, "new"))

    def between(raw: sqlite3.Connection) -> None:
        for seq in range(30, 4, -1):
            raw.execute("UPDATE entries SET seq = ? WHERE pool = 'secret' AND seq = ?",
                        (seq + 1, seq))
        raw.execute(put, (5, "new"))

    assert spoiled.after(at_the_end)[0][0] == "secret"
    assert ("secret", 5) in spoiled.after(between)
    assert ("secret", 0) in [(n, 0) for n, _ in spoiled.after(
        lambda raw: raw.execute(put, (0, "new")))]
    assert ("ghost", 1) in spoiled.after(lambda raw: raw.execute(
        "UPDATE entries SET pool = 'ghost' WHERE pool = 'secret' AND seq = 3"))


@pytest.mark.parametrize("change", [
    "value = value + 1", "seq = seq - 1", "hash = prev.hash", "trigger = 21", "nonce = NULL",
    "successor = 'mini'", "definition = replace(definition, '\"start\":20', '\"start\":21')",
])
def test_what_is_kept_of_a_pool_is_compared(spoiled: Spoiled, change: str) -> None:
    sql = (f"UPDATE pools SET {change.replace('prev.hash', 'name')} WHERE name = 'secret' "
           + ("AND trigger <> 21" if change == "trigger = 21" else ""))
    assert [name for name, _ in spoiled.after(lambda raw: raw.execute(sql))] == ["secret"]


def test_a_pool_that_was_taken_out_leaves_its_trace(spoiled: Spoiled) -> None:
    def drop(raw: sqlite3.Connection) -> None:
        raw.execute("DELETE FROM entries WHERE pool = 'grande'")
        raw.execute("DELETE FROM pools WHERE name = 'grande'")
    assert {name for name, _ in spoiled.after(drop)} == {"mini", "twin"}
    with Pools.open(str(spoiled.path), readonly=True) as pools:
        assert verify(pools, "secret").verified
        assert [one.what for one in verify(pools, "grande").faults] == ["the pool"]


# -- a chain made anew: what the digests no longer say, the sums and the seals do ------------------


def forge(raw: sqlite3.Connection, name: str, change: Callable[[list[sqlite3.Row]], None]) -> None:
    """Change entries of a pool and make its chain and its end fit again."""
    raw.row_factory = sqlite3.Row
    lines = [dict(line) for line in raw.execute(
        "SELECT * FROM entries WHERE pool = ? ORDER BY seq", (name,))]
    change(lines)  # type: ignore[arg-type]
    raw.execute("DELETE FROM entries WHERE pool = ?", (name,))
    digest, value = "0" * 64, 0
    for seq, line in enumerate(lines, start=1):
        line |= {"seq": seq, "prev": digest}
        stored = entry_of(cast(sa.RowMapping, line))
        digest = line["hash"] = link(digest, stored, line["facts"])
        value += line["amount"]
        raw.execute(f"INSERT INTO entries ({', '.join(line)}) VALUES "
                    f"({', '.join(':' + key for key in line)})", line)
    raw.execute("UPDATE pools SET seq = ?, hash = ?, value = ? WHERE name = ?",
                (len(lines), digest, value, name))


Lines = list[dict[str, object]]


def said(kind: str, nth: int = 0, /, **changed: object) -> Callable[[Lines], None]:
    """Change the n-th entry of a kind: a column, or one of the facts."""
    def change(lines: Lines) -> None:
        line = [one for one in lines if one["kind"] == kind][nth]
        facts = msgspec.json.decode(line["facts"])  # type: ignore[arg-type]
        for key, value in changed.items():
            if key in line:
                line[key] = value
            elif value is None:
                del facts[key]
            else:
                facts[key] = value
        line["facts"] = canonical(facts)
    return change


def without(kind: str, nth: int = 0) -> Callable[[Lines], None]:
    def change(lines: Lines) -> None:
        lines.remove([one for one in lines if one["kind"] == kind][nth])
    return change


OTHER = {"trigger": 22, "nonce": "11" * 32}


@pytest.mark.parametrize(("name", "change"), [
    ("grande", said("start", amount=41)), ("grande", said("start", house="porto")),
    ("grande", said("win", amount=-30)), ("grande", said("win", part="1/3")),
    ("grande", said("win", 1, amount=-4)), ("grande", said("win", kind="lost")),
    ("grande", said("return", amount=4)), ("grande", said("return", of=3)),
    ("grande", said("settlement", amount=-3)), ("grande", said("settlement", 1, to="x")),
    ("grande", said("overflow", amount=3)), ("grande", said("overflow", house="lisboa")),
    ("grande", said("overflow", origin="mini/3")), ("grande", said("transfer", amount=1)),
    ("grande", said("open", definition="x")), ("grande", without("settlement", 1)),
    ("mini", said("contribution", amount=0)), ("mini", said("contribution", house="faro")),
    ("mini", said("contribution", 2, amount=3)), ("mini", said("overflow", to="twin")),
    ("mini", without("overflow", 1)), ("mini", without("open")), ("mini", without("start", 1)),
    ("twin", said("transfer", to="mini")), ("twin", without("transfer", -1)),
    ("twin", said("transfer", opens=None)), ("twin", said("start", seal=None)),
    ("secret", said("win", opens=OTHER)), ("secret", said("win", opens=None)),
    ("secret", said("start", seal=seal_sum(bytes.fromhex("11" * 32), 22))),
    ("secret", said("win", amount=-1)), ("secret", said("start", -1, seal="00")),
])
def test_a_chain_made_anew_does_not_add_up(
        spoiled: Spoiled, name: str, change: Callable[[list[sqlite3.Row]], None]) -> None:
    assert name in {found for found, _ in spoiled.after(lambda raw: forge(raw, name, change))}


@pytest.mark.parametrize("trigger", [20, 21, 26])
def test_a_secret_sum_that_a_bet_had_passed_is_no_secret_sum(
        spoiled: Spoiled, trigger: int) -> None:
    """The seal and what opens it are both forged: the sum itself must still be possible."""
    def change(lines: list[sqlite3.Row]) -> None:
        nonce = bytes(32)
        said("start", seal=seal_sum(nonce, trigger))(lines)  # type: ignore[arg-type]
        opens = {"trigger": trigger, "nonce": nonce.hex()}
        said("win", opens=opens)(lines)  # type: ignore[arg-type]
        # A bet of one cent before: 21 was reached by it.
        lines[2] = dict(lines[2]) | {"amount": 1}  # type: ignore[call-overload,operator]
        lines.insert(3, dict(lines[2]) | {"key": "y", "amount": 2})  # type: ignore[arg-type,operator]
    assert ("secret", 5) in spoiled.after(lambda raw: forge(raw, "secret", change))


@pytest.mark.postgres
def test_a_server_s_book_is_verified_too(postgres: str) -> None:
    with Pools.open(postgres, source=Seeded(3)) as pools:
        fill(pools)
        assert verify(pools).verified
        with pools._store.writing() as raw:
            raw.execute(sa.text("UPDATE entries SET amount = 5 WHERE pool = 'mini' AND seq = 3"))
        assert [(one.pool, one.seq) for one in verify(pools).faults][1] == ("mini", 3)
