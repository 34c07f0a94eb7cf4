"""Databases that earlier releases left open, verified, recalled and continued by this version.

Each was left as a killed process leaves it, in the midst of a coup (`recorder.py` made them). Some
hold coups that their release told otherwise than it stored them (a bet laid again in another order,
a shoe given up and not forgotten): they are taken as recorded, and one that is still open waits for
staff.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from recorder import Guest, Night, Screen, WithPools, read

from sabot.certify.audit.verify import Finding, verify
from sabot.cli import main
from sabot.games import game, read_table
from sabot.house import HouseError
from sabot.house.people.players import Player
from sabot.house.table.game_recall import games
from sabot.ledger import Ledger
from sabot.money import EURO
from sabot.pools import Pools
from sabot.pools import verify as verify_pools
from sabot.procedure.table import Table
from support.databases import create_database, drop_database
from support.demonstration_choices import with_choices

HERE = Path(__file__).parent
KEPT = sorted(path for path in HERE.glob("*/*.json"))
FILES = [path for path in KEPT if "postgresql" not in path.stem and "pooled" not in path.stem]
STEPS = 25
FEW = ("acumulado", "attended", "caixa", "mixed", "noite", "tejo", "mira")
BOTH = [pytest.param(note, format, id=f"{note.parent.name}-{note.stem}-{format}",
                     marks=[pytest.mark.more] if format == 2 and note.stem not in FEW else [])
        for note in FILES for format in (1, 2)]
CARRY = "the carry of the coup"
WAS_RIGHT = {"guadiana-halted"}
"""Databases of which the release itself said that they do not verify, where nothing was wrong but
that: it did not know that a shoe whose cards were spread has gone."""

READ_ANEW = {"guadiana", "guadiana-halted", "minho", "mixed"}
"""Databases whose coups this version tells otherwise, since rules were read anew."""


def named(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


class ReleasedDatabase:
    """One database of an earlier release, and what was true of it."""

    def __init__(self, note: Path, folder: Path) -> None:
        self.facts: dict[str, Any] = json.loads(note.read_text("utf-8"))
        packed = note.with_suffix(".sqlite3.gz")
        self.file = folder / "house.sqlite3"
        self.file.write_bytes(gzip.decompress(packed.read_bytes()))
        self.url = f"sqlite:///{self.file}"

    def night(self, url: str = "") -> Night:
        tables = {name: read(with_choices(lawful(text)))
                  for name, text in self.facts["tables"].items()}
        night = Night(url or self.url, tables, 7)
        night.clock.advance(self.facts["clock"] - night.clock.now())
        return night


SHARE = "pt-217-2007/poquer-nao-bancado/20"
LEAVE = "minimum_share = false"


def lawful(text: str) -> str:
    """The file of a table as its house has to change it: what 0.1.0 did not hold to rule 20 of
    poker says that the house reads it as leave, which the refusal names."""
    found = read_table(text)
    if not isinstance(found, list) or {one.clause for one in found} != {SHARE}:
        return text
    assert all(f"{LEAVE} under [rules]" in one.allowed for one in found)
    return text.replace("[rules]\n", f"[rules]\n{LEAVE}\n")


def account_sums(ledger: Ledger) -> dict[str, int]:
    """What each account holds, by its name in the first format, in all currencies: demo credits of
    a database of that format were of none."""
    owner, found = ledger.accounts(EURO).owner, dict[str, int]()
    for account, cents in ledger.balances().items():
        name = f"{account.partition(':')[0]}:{owner(account)}"
        found[name] = found.get(name, 0) + cents
    return {name: cents for name, cents in found.items() if cents}


def migrated(released: ReleasedDatabase) -> None:
    """The database in the second format of the journal, under the name that it had."""
    new = released.file.with_name("new.sqlite3")
    result = CliRunner().invoke(main, ["migrate", str(new), "--database", released.url])
    assert result.exit_code == 0 and "verified" in result.output, result.output
    for file in released.file.parent.glob("house.sqlite3*"):
        file.unlink()
    new.rename(released.file)


def checked(url: str) -> Finding:
    with Ledger.open(url, create=False, readonly=True) as ledger:
        return verify(ledger)


async def people(night: Night) -> None:
    """Those who played before, and staff of this evening."""
    night.guests = [Guest(night, msgspec.json.decode(d.body, type=Player))
                    for d in night.ledger.documents("player", newest_first=False)]
    for role in ("supervisor", "croupier", "cashier"):
        night.staff_of[role] = await night.staff(f"New {role}", role)


async def go_on(released: ReleasedDatabase, night: Night, found: Finding) -> None:
    """Open the house, see what each table says, recall everything, void what waits, and play."""
    house = night.house
    assert account_sums(night.ledger) == {k: v for k, v in released.facts["balances"].items() if v}
    told_otherwise = {other.coup for other in found.otherwise}
    # A coup that began with another carry than this version would have left tells the same.
    goes_on = {other.coup for other in found.otherwise if other.what == CARRY}
    waiting = [room for room in house.rooms.values() if room.desk.other_version]
    assert (told_otherwise - goes_on) & set(found.open) <= {
        room.desk.state.coup for room in waiting} <= told_otherwise & set(found.open)
    for table, staked in released.facts["at_stake"].items():
        assert house.rooms[table].desk.at_stake == staked
    await people(night)
    for guest in night.guests:
        for coup in house.archive.last_coups(guest.id, 200):
            assert house.archive.coup_for(guest.id, coup.id).events
    for room in waiting:
        await waits(night, room)
    for room in house.rooms.values():
        if game(room.desk.table.game).cabinet:
            assert all(recalled.facts for recalled in games(night.ledger, room.desk.id))
    for _ in range(STEPS):
        await night.step()


async def waits(night: Night, room: Any) -> None:
    """A coup that this version tells otherwise stands as it is until staff void it: then everybody
    has back what they had in play."""
    desk, house = room.desk, night.house
    stakes, coup = desk.at_stake, desk.state.coup
    assert house.recovered[desk.id] == "other-version"
    before = {player: account_sums(night.ledger).get(f"player:{player}", 0) for player in stakes}
    await night.later(3_600)
    assert desk.state.coup == coup and desk.at_stake == stakes, "it is not voided by itself"
    closed = house.closed_by(desk)
    assert closed is not None and closed.code == "other-version"
    assert closed.facts == {"version": "0.1.0", "coup": coup}
    guest = next(guest for guest in night.guests)
    no = await guest.refused("sit", "1", table=desk.id)
    assert no.code == "other-version" and "0.1.0" in no.text
    shown = (await Screen(room, guest.id).enter()).messages[0]
    assert shown["closed"]["code"] == "other-version"
    await house.void(night.staff_of["supervisor"], desk.id, "a test")
    assert desk.state.over and not desk.other_version
    for player, amount in stakes.items():
        assert account_sums(night.ledger)[f"player:{player}"] == before[player] + amount
    with pytest.raises(HouseError, match="no round is in progress"):
        await house.void(night.staff_of["supervisor"], desk.id, "once more")


@pytest.mark.parametrize(("note", "format"), BOTH)
def test_a_database_of_a_release_verifies_opens_and_goes_on(note: Path, format: int, tmp_path: Path
                                                            ) -> None:
    """As it was left, and in the second format of the journal, entry for entry."""
    released = ReleasedDatabase(note, tmp_path)
    if format == 2:
        migrated(released)
    found = checked(released.url)
    assert found.verified and found.format == format, found.faults
    assert found.coups >= released.facts["coups"]
    assert list(found.head) == released.facts["head"] if format == 1 else (
        found.head[0] == released.facts["head"][0] + 1)
    assert bool(found.otherwise) == bool(note.stem in READ_ANEW or (
        released.facts["fault"] and note.stem not in WAS_RIGHT))

    async def go() -> None:
        night = released.night()
        async with night:
            await go_on(released, night, found)
            await night.reopen()
            after = verify(night.ledger)
            assert after.verified, after.faults
            assert set(after.otherwise) <= set(found.otherwise), "it tells again what it records"

    asyncio.run(go())


@pytest.mark.parametrize("name", ["caixa", "taipa"])
def test_a_file_that_made_no_choices_is_told_which_lines_it_lacks(name: str) -> None:
    """Blackjack of Macau: what its text leaves open must be said, and had defaults in 0.1.0."""
    facts = json.loads((HERE / "0.1.0" / f"{name}.json").read_text("utf-8"))
    text = facts["tables"][name]
    found = read_table(text)
    assert isinstance(found, list) and found
    for one in found:
        assert one.clause.startswith("mo-57-2009/black-jack/")
        assert one.found == "nothing" or one.clause.endswith("/21.1")
        assert "[[authorisations]] for article" in one.allowed
    lines = [one.allowed.partition("a line such as ")[2].partition(")")[0] for one in found
             if one.found == "nothing"]
    leaves = [option for one in found for option in re.findall(
        r"\d+(?:\.\d+)+", one.allowed.partition("for article ")[2].partition("(ir/")[0])]
    more = "".join(f'[[authorisations]]\noption = "{option}"\nby = "DICJ"\nreference = "1"\n'
                   "requested = 2011-06-06\neffective = 2011-06-13\n" for option in leaves)
    mended = text.replace("[rules]\n", "[rules]\n" + "\n".join(lines) + "\n") + more
    table = read_table(mended)
    assert isinstance(table, Table), table
    assert table.rules.procedure == {"caixa": 1, "taipa": 2}[name]


def test_verify_names_what_it_takes_as_recorded(tmp_path: Path) -> None:
    released = ReleasedDatabase(HERE / "0.1.0" / "tejo.json", tmp_path)
    result = CliRunner().invoke(main, ["verify", "--database", released.url])
    assert result.exit_code == 0 and "verified up to entry" in result.output
    assert "taken as recorded: coup tejo-4, begun by version 0.1.0" in result.output
    as_json = CliRunner().invoke(main, ["verify", "--database", released.url, "--json"])
    assert "tejo-4" in [coup["coup"] for coup in json.loads(as_json.output)["otherwise"]]


def test_money_of_a_coup_taken_as_recorded_must_fit_all_the_same(tmp_path: Path) -> None:
    released = ReleasedDatabase(HERE / "0.1.0" / "tejo.json", tmp_path)
    engine = sa.create_engine(released.url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE postings SET amount = amount + 100 WHERE key = ("
                                   "SELECT key FROM postings WHERE key LIKE 'tejo-4/%' LIMIT 1)"))
    engine.dispose()
    found = checked(released.url)
    assert any(fault.coup == "tejo-4" and fault.what == "a transfer of the coup"
               for fault in found.faults)


def coups(url: str) -> dict[str, bytes]:
    """What every entry of a coup tells."""
    with Ledger.open(url, create=False, readonly=True) as ledger:
        return {f"{record.seq} {record.coup}": record.body for record in ledger.entries()
                if record.coup}


@pytest.mark.parametrize("name", ["mixed", "maquinas"])
def test_migrated_books_tell_every_coup_as_it_was_told(name: str, tmp_path: Path) -> None:
    released = ReleasedDatabase(HERE / "0.1.0" / f"{name}.json", tmp_path)
    before, head = coups(released.url), released.facts["head"]
    with Ledger.open(released.url, create=False, readonly=True) as ledger:
        lines = {(record.seq, record.at, record.kind, record.command, record.answer)
                 for record in ledger.entries()}
    migrated(released)
    assert coups(released.url) == before
    with Ledger.open(released.url, create=False, readonly=True) as ledger:
        *rest, last = ledger.entries()
        assert {(r.seq, r.at, r.kind, r.command, r.answer) for r in rest} == lines
        assert msgspec.json.decode(last.body) == {
            "migrated": {"format": 1, "seq": head[0], "hash": head[1]}}
        assert all(ledger.accounts(EURO).same_currency(t.transfer.frm).currency in {"EUR", "MOP"}
                   for t in ledger.postings())


@pytest.mark.postgres
def test_so_does_a_database_on_a_server(tmp_path: Path) -> None:
    note = HERE / "0.1.0" / "mixed-postgresql.json"
    facts = json.loads(note.read_text("utf-8"))
    url = create_database()
    try:
        dump = gzip.decompress(note.with_suffix(".sql.gz").read_bytes()).decode()
        plain = "\n".join(line for line in dump.splitlines() if not line.startswith("\\"))
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute(plain.encode())
        found = checked(url)
        assert found.verified and list(found.head) == facts["head"]
        released = ReleasedDatabase(HERE / "0.1.0" / "mixed.json", tmp_path)
        released.facts = facts

        async def go() -> None:
            async with (night := released.night(url)):
                await go_on(released, night, found)
                await night.reopen()
                assert verify(night.ledger).verified

        asyncio.run(go())
    finally:
        drop_database(url)


def test_so_do_machines_with_the_book_of_their_pool(tmp_path: Path) -> None:
    released = ReleasedDatabase(HERE / "0.1.0" / "pooled-house.json", tmp_path)
    pools = tmp_path / "pools.sqlite3"
    pools.write_bytes(gzip.decompress((HERE / "0.1.0" / "pooled-pools.sqlite3.gz").read_bytes()))
    assert checked(released.url).verified

    async def go() -> None:
        tables = {name: read(text, pooled=True) for name, text in released.facts["tables"].items()}
        night = WithPools(released.url, tables, 7)
        night.book = f"sqlite:///{pools}"
        night.clock.advance(released.facts["clock"] - night.clock.now())
        await night.open()
        await people(night)
        for _ in range(STEPS):
            await night.step()
        assert night.house.pools is not None
        await night.close()
        assert checked(released.url).verified
        with Pools.open(night.book, create=False) as book:
            assert verify_pools(book).verified

    asyncio.run(go())


@pytest.mark.law(SHARE)
@pytest.mark.parametrize("name", ["ave", "coura", "nabao", "noite"])
def test_a_table_of_poker_is_refused_with_the_clause_and_the_line_to_change(name: str) -> None:
    for text in json.loads((HERE / "0.1.0" / f"{name}.json").read_text("utf-8"))[
            "tables"].values():
        found = read_table(text)
        assert isinstance(found, list) and {one.clause for one in found} == {SHARE}
        assert not isinstance(read_table(lawful(text)), list)


def test_every_database_is_of_the_release_of_its_folder() -> None:
    for path in KEPT:
        assert json.loads(path.read_text("utf-8"))["version"] == path.parent.name
