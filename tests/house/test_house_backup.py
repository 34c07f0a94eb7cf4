"""Backups of an open house, what they hold, and how it goes on from them."""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sabot.certify.audit.heads import missing
from sabot.certify.audit.verify import verify
from sabot.cli import main
from sabot.cli.operating.backup import backup
from sabot.ledger import Entry, Ledger, chain
from sabot.ledger.vault import Vault, is_sealed
from sabot.money import Transfer
from sabot.pools import Pools
from sabot.pools import verify as verify_pools
from support.databases import drop_database, made_database
from support.hostile_players import BIG, Crowd
from support.house_evening import Evening, table
from support.pooled_house import Pooled, pool

TEXT = "k" * 40
KEY = Vault(TEXT)


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No key and no database but those of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SABOT_VAR", str(tmp_path / "var"))
    for name in ("SABOT_SHOE_KEY", "SABOT_SECRET", "SABOT_DATABASE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The address of an SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'open.sqlite3'}"


def sabot(*args: object) -> Result:
    found = CliRunner().invoke(main, [str(arg) for arg in args])
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found


async def crowded(evening: Evening, steps: int, seed: int = 4) -> Crowd:
    """Random players for so many steps."""
    crowd = Crowd(evening, random.Random(seed))
    await crowd.arrive(3)
    await on(crowd, steps)
    return crowd


async def on(crowd: Crowd, steps: int) -> None:
    for _ in range(steps):
        if crowd.random.random() < 0.75:
            guest = crowd.random.choice(crowd.guests)
            await guest.room("big").reply_to(guest.id, crowd.command(guest, "big"))
        else:
            await crowd.evening.later(crowd.random.choice((0.5, 2, 6, 9)))


def house(url: str, format: int = 2) -> Evening:
    return Evening(url, tables={"big": table(BIG)}, seed=7, vault=KEY, format=format)


@pytest.fixture
def format() -> int:
    """The format of the journal; tests of both name it as a parameter."""
    return 2


@pytest.fixture
def played(url: str, format: int) -> str:
    """The books of a house in which was played, with a coup open; nobody holds them."""
    async def scene() -> None:
        evening = house(url, format)
        await evening.open()
        crowd = await crowded(evening, 50)
        while crowd.evening.desk("big").state.over:
            await on(crowd, 1)
        await evening.kill()
    asyncio.run(scene())
    return url


def test_a_backup_beside_players_is_whole_and_of_one_moment(url: str, format: int, tmp_path: Path
                                                            ) -> None:
    async def scene() -> None:
        async with house(url, format) as evening:
            crowd = await crowded(evening, 20)
            for n in range(3):
                file = tmp_path / f"copy{n}.sqlite3"
                copying = asyncio.create_task(asyncio.to_thread(backup, url, file))
                while not copying.done():
                    await on(crowd, 1)
                done = await copying
                with Ledger.open(str(file), readonly=True, vault=KEY) as copy:
                    found = verify(copy)
                    assert found.verified, found.fault
                    assert copy.format == format and copy.mark() == done.head
                assert missing(evening.ledger, done.head) is None
                assert file.stat().st_mode & 0o777 == 0o600
    asyncio.run(scene())
    assert sorted(p.name for p in tmp_path.iterdir() if "copy" in p.name) == [
        "copy0.sqlite3", "copy1.sqlite3", "copy2.sqlite3"]


@pytest.mark.postgres
@pytest.mark.parametrize("format", [1, 2])
@pytest.mark.parametrize(("played", "into"), [
    ("sqlite", "postgres"), ("postgres", "sqlite"), ("postgres", "postgres")])
def test_a_house_goes_on_from_a_backup_in_either_kind_of_database(
        played: str, into: str, format: int, request: pytest.FixtureRequest, tmp_path: Path
        ) -> None:
    url = str(request.getfixturevalue(played))

    async def first() -> None:
        evening = house(url, format)
        await evening.open()
        crowd = await crowded(evening, 50)
        while evening.desk("big").state.over:
            await on(crowd, 1)
        await evening.kill()
    asyncio.run(first())
    file = tmp_path / "b.sqlite3"
    done = backup(url, file)
    with_key = {**os.environ, "SABOT_SHOE_KEY": TEXT}
    other = made_database() if into == "postgres" else f"sqlite:///{tmp_path / 'r.sqlite3'}"
    try:
        found = CliRunner().invoke(main, ["restore", str(file), "--database", other, "--head",
                                          f"{done.head[0]}:{done.head[1]}", "--json"],
                                   env=with_key)
        told = json.loads(found.stdout)
        assert found.exit_code == 0 and told["verified"]
        assert told["entries"] == done.entries and told["sealed"] == 0
        assert told["head"] == {"seq": done.head[0], "hash": done.head[1]}

        async def then() -> None:
            async with house(other) as evening:
                assert evening.ledger.format == format
                assert evening.house.recovered["big"] == "resumed"
                assert evening.ledger.format == format
                before = evening.ledger.head()
                await crowded(evening, 40)
                assert evening.ledger.head() > before
                assert verify(evening.ledger).verified
                assert missing(evening.ledger, done.head) is None
        asyncio.run(then())
    finally:
        if into == "postgres":
            drop_database(other)


def test_a_restored_house_without_its_key_voids_what_needs_it(played: str, tmp_path: Path) -> None:
    file, target = tmp_path / "b.sqlite3", tmp_path / "r.sqlite3"
    backup(played, file)
    found = sabot("restore", file, "--database", target)
    assert found.exit_code == 0, found.output
    assert "the key that opens" in found.stdout.replace("\n", " ")
    assert "verified up to entry" in found.stdout

    async def then() -> None:
        evening = house(f"sqlite:///{target}")
        evening.vault = Vault("another " * 5)
        async with evening:
            assert evening.house.recovered["big"] == "lost"
            await crowded(evening, 30)
            assert verify(evening.ledger).verified
    asyncio.run(then())


def test_neither_key_nor_order_is_in_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                              ) -> None:
    async def scene() -> dict[str, str]:
        async with house(f"sqlite:///{tmp_path / 'h.sqlite3'}") as evening:
            await crowded(evening, 30)
            opening: dict[str, str] = evening.desk("big").chance.shoe.opening()
            backup(evening.url, tmp_path / "b.sqlite3")
            return opening
    opening = asyncio.run(scene())
    content = (tmp_path / "b.sqlite3").read_bytes()
    assert opening["order"].encode() not in content and opening["nonce"].encode() not in content
    assert TEXT.encode() not in content


def test_a_backup_says_its_head_and_what_it_lacks(played: str, tmp_path: Path) -> None:
    file = tmp_path / "b.sqlite3"
    said = sabot("backup", file, "--database", played)
    assert said.exit_code == 0, said.output
    with Ledger.open(str(file), readonly=True) as copy:
        seq, made = copy.mark()
    assert f"head {seq}:{made}" in said.stdout
    assert "SABOT_SHOE_KEY" in said.stdout
    told = json.loads(sabot("backup", tmp_path / "c.sqlite3", "--database", played,
                            "--json").stdout)
    assert told["head"] == {"seq": seq, "hash": made}
    assert told["lacks"] == ["shoe.key", "session.key", "table files"] and told["pools"] is None
    (tmp_path / "head.txt").write_text(said.stdout)
    for head in (f"{seq}:{made}", tmp_path / "head.txt", file):
        assert sabot("verify", "--database", played, "--head", head).exit_code == 0


def test_the_pools_are_copied_at_the_same_moment(tmp_path: Path) -> None:
    """Bets go on being added to a pool, and prizes claimed: on each pair of copies the house goes
    on until its ledger holds what the book says."""
    async def scene() -> None:
        ledger, book = tmp_path / "lisboa.sqlite3", tmp_path / "lisboa-pools.sqlite3"
        live = Pooled("lisboa", ledger, lambda: Pools.open(str(book)), [pool()])
        await live.pools.start()
        for n in range(3):
            file = tmp_path / f"b{n}.sqlite3"
            copying = asyncio.create_task(asyncio.to_thread(
                backup, str(ledger), file, f"sqlite:///{book}"))
            coup = 0
            while not copying.done():
                coup += 1
                await live.bet(f"m1-{n}{coup:04}", grande=7)
                if coup % 5 == 0:
                    await live.win(f"m2-{n}{coup:04}", "grande")
                await asyncio.sleep(0)
            await copying
        await live.close()
        for n in range(3):
            target = tmp_path / f"r{n}.sqlite3"
            told = sabot("restore", tmp_path / f"b{n}.sqlite3", "--database", target, "--json")
            assert json.loads(told.stdout)["pools"] >= 1
            beside = str(tmp_path / f"r{n}-pools.sqlite3")
            again = Pooled("lisboa", target, partial(Pools.open, beside), [pool()])
            await again.pools.start()
            for _ in range(400):
                if not await again.pools.unequal():
                    break
                await asyncio.sleep(0.01)
            assert await again.pools.unequal() == {}
            await again.close()
            with Pools.open(beside, readonly=True) as pools:
                assert verify_pools(pools).verified
    asyncio.run(scene())


def test_the_own_pools_of_a_house_are_found_beside_it(tmp_path: Path) -> None:
    async def scene() -> None:
        live = Pooled("lisboa", tmp_path / "h.sqlite3",
                      lambda: Pools.open(str(tmp_path / "h-pools.sqlite3")), [pool()])
        await live.pools.start()
        await live.bet("m1-1", grande=100)
        await live.close()
    asyncio.run(scene())
    said = sabot("backup", tmp_path / "b.sqlite3", "--database", tmp_path / "h.sqlite3")
    assert said.exit_code == 0 and "b-pools.sqlite3: " in said.stdout, said.output
    assert sabot("pools", "verify", "--database", tmp_path / "b-pools.sqlite3").exit_code == 0
    alone = sabot("backup", tmp_path / "c.sqlite3", "--database", tmp_path / "h.sqlite3",
                  "--no-pools")
    assert alone.exit_code == 0 and not (tmp_path / "c-pools.sqlite3").exists()
    lacking = sabot("restore", tmp_path / "c.sqlite3", "--database", tmp_path / "r.sqlite3")
    assert "the pool ledger" in lacking.stdout.replace("\n", " ")
    taken = tmp_path / "d-pools.sqlite3"
    taken.write_text("mine")
    assert sabot("backup", tmp_path / "d.sqlite3", "--database",
                 tmp_path / "h.sqlite3").exit_code == 2
    assert taken.read_text() == "mine" and not (tmp_path / "d.sqlite3").exists()
    full = tmp_path / "s-pools.sqlite3"
    Pools.open(str(full)).define(pool())
    refused = sabot("restore", tmp_path / "b.sqlite3", "--database", tmp_path / "s.sqlite3")
    assert refused.exit_code == 2 and "not empty" in refused.stderr
    with Ledger.open(str(tmp_path / "s.sqlite3"), readonly=True) as ledger:
        assert ledger.head()[0] == 0


# -- a head that was kept elsewhere ----------------------------------------------------------------


def rewrite(path: Path) -> None:
    """Move every entry a day back and link the chain anew, as whoever can write the file may."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA foreign_keys=OFF")
    prev = chain.GENESIS
    rows = connection.execute("SELECT seq, at, kind, table_id, coup, version, count, body, player, "
                              "command, answer, kept FROM journal ORDER BY seq").fetchall()
    for seq, at, *place, body, player, command, answer, kept in rows:
        moved = [Transfer(*row) for row in connection.execute(
            "SELECT key, frm, dst, amount, law FROM postings WHERE seq=? ORDER BY place", (seq,))]
        made = chain.link(prev, (seq, at - 86_400_000, *place), body, moved,
                          None if player is None else (player, command), answer, kept)
        connection.execute("UPDATE journal SET at=?, prev=?, hash=? WHERE seq=?",
                           (at - 86_400_000, prev, made, seq))
        prev = made
    connection.execute("UPDATE head SET hash=?", (prev,))
    connection.commit()
    connection.close()


@pytest.fixture
def file(tmp_path: Path, format: int) -> Path:
    """The books of a house in which was played, in a file; nobody holds them."""
    path = tmp_path / "house.sqlite3"

    async def scene() -> None:
        async with house(f"sqlite:///{path}", format) as evening:
            await crowded(evening, 40)
    asyncio.run(scene())
    return path


@pytest.mark.parametrize("format", [1])
def test_a_chain_that_was_written_anew_is_found_by_its_head(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "b.sqlite3"
    seq, made = backup(str(file), copy).head
    rewrite(file)
    assert sabot("verify", "--database", file).exit_code == 0  # the chain holds: nothing else says
    for head in (f"{seq}:{made}", copy):
        found = sabot("verify", "--database", file, "--head", head)
        assert found.exit_code == 1
        assert "the journal was rewritten" in found.stdout and made in found.stdout


@pytest.mark.parametrize("format", [1])
def test_an_older_copy_and_a_cut_end_are_found_by_the_head(file: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite3"
    last = backup(str(file), old).head[0]
    with Ledger.open(str(file)) as ledger:
        ledger.commit([Entry(kind="staff", body=b'{"staff":{}}')])
        seq, made = ledger.head()
    found = sabot("verify", "--database", old, "--head", f"{seq}:{made}")
    assert found.exit_code == 1
    assert f"ends at entry {last}" in found.stdout and "older copy" in found.stdout
    refused = sabot("restore", old, "--database", tmp_path / "r.sqlite3", "--head",
                    f"{seq}:{made}")
    assert refused.exit_code == 1 and "older copy" in refused.stderr
    assert sabot("verify", "--database", file, "--head", f"{seq}:{made}").exit_code == 0


def test_in_the_second_format_a_head_is_that_of_a_checkpoint(tmp_path: Path) -> None:
    url, copy = f"sqlite:///{tmp_path / 'h.sqlite3'}", tmp_path / "b.sqlite3"

    async def scene() -> None:
        async with house(url, 2) as evening:
            await crowded(evening, 30)
    asyncio.run(scene())
    said = sabot("backup", copy, "--database", url)
    with Ledger.open(str(copy), readonly=True) as books:
        no, made = books.checkpoint()
        assert no < books.head()[0] and f"head {no}:{made}" in said.stdout
        assert f": {books.head()[0]} entries" in said.stdout
    for n, head in enumerate((f"{no}:{made}", copy)):
        told = sabot("restore", copy, "--database", tmp_path / f"r{n}.sqlite3", "--head", head)
        assert told.exit_code == 0 and f"head {no}:{made}" in told.stdout
    for n, (odd, says) in enumerate(((f"{no + 1}:{made}", "older copy"),
                                     (f"{no}:{'0' * 64}", "the journal was rewritten"))):
        refused = sabot("restore", copy, "--database", tmp_path / f"s{n}.sqlite3", "--head", odd)
        assert refused.exit_code == 1 and says in refused.stderr
        assert not (tmp_path / f"s{n}.sqlite3").exists()


def test_a_database_with_tables_of_the_other_format_is_refused(tmp_path: Path) -> None:
    for there, given in ((1, 2), (2, 1)):
        target, copy = tmp_path / f"t{there}.sqlite3", tmp_path / f"c{given}.sqlite3"
        Ledger.open(str(target), format=there).close()
        Ledger.open(str(copy), format=given).close()
        refused = sabot("restore", copy, "--database", target)
        assert refused.exit_code == 2 and "without tables" in refused.stderr
        with Ledger.open(str(target), readonly=True) as books:
            assert books.format == there


@pytest.mark.parametrize("head", ["", "12", "12:abc", "x:" + "0" * 64, "no such file"])
def test_what_is_no_head_is_refused_in_plain_words(file: Path, head: str) -> None:
    found = sabot("verify", "--database", file, "--head", head or " ")
    assert found.exit_code == 2
    assert "SEQ:HASH" in found.stderr


# -- what cannot be copied, and what cannot be restored --------------------------------------------


def test_a_backup_is_never_written_over_anything(file: Path, tmp_path: Path) -> None:
    taken = tmp_path / "b.sqlite3"
    taken.write_text("mine")
    found = sabot("backup", taken, "--database", file)
    assert found.exit_code == 2 and "exists" in found.stderr
    assert taken.read_text() == "mine"


@pytest.mark.parametrize(("database", "file", "says"), [
    ("none.sqlite3", "b.sqlite3", "no database"),
    ("postgresql://nobody@127.0.0.1:1/none", "b.sqlite3", "postgresql"),
    ("text.sqlite3", "b.sqlite3", "not an SQLite database"),
    ("empty.sqlite3", "b.sqlite3", "no schema"),
    ("house.sqlite3", "no/such/folder/b.sqlite3", "cannot be written"),
])
def test_what_cannot_be_copied_is_said(tmp_path: Path, request: pytest.FixtureRequest,
                                       database: str, file: str, says: str) -> None:
    (tmp_path / "text.sqlite3").write_text("no database " * 500)
    (tmp_path / "empty.sqlite3").touch()
    if database.startswith("house"):
        request.getfixturevalue("file")
    found = sabot("backup", file, "--database", database)
    assert found.exit_code in (1, 2), found.output
    assert "nothing was copied" in found.stderr and says in found.stderr
    assert not [p for p in tmp_path.rglob("*") if p.name.startswith("b.")]


def test_damaged_books_are_not_taken_for_a_backup(file: Path, tmp_path: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("UPDATE journal SET answer=? WHERE seq=5", (b"lies",))
    connection.commit()
    connection.close()
    found = sabot("backup", tmp_path / "b.sqlite3", "--database", file)
    assert found.exit_code == 1 and "entry 5" in found.stderr
    assert not list(tmp_path.glob("b.*"))


def test_a_backup_without_room_leaves_nothing(file: Path, tmp_path: Path) -> None:
    """The files of the process may only grow so far, as on a disk that is full."""
    hear, tell = os.pipe()
    if (pid := os.fork()) == 0:
        try:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
            os.chdir(tmp_path)
            told = sabot("backup", "b.sqlite3", "--database", file)
            os.write(tell, json.dumps([told.exit_code, told.stderr]).encode())
        finally:
            os._exit(0)
    os.close(tell)
    with os.fdopen(hear) as heard:
        status, said = json.load(heard)
    os.waitpid(pid, 0)
    assert status == 2, said
    assert "nothing was copied" in said and "Traceback" not in said
    assert not list(tmp_path.glob("b.*"))


@pytest.mark.more
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_backup_that_is_killed_has_no_name(file: Path, tmp_path: Path, number: int) -> None:
    for n in range(2):
        target = tmp_path / f"b{n}.sqlite3"
        child = subprocess.Popen([sys.executable, "-m", "sabot", "backup", str(target),
                                  "--database", str(file)], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        while child.poll() is None and not list(tmp_path.glob(f"b{n}.*")):
            time.sleep(0.001)
        child.send_signal(number)
        child.wait()
        if target.exists():  # it was quicker
            with Ledger.open(str(target), readonly=True, vault=KEY) as copy:
                assert verify(copy).verified
        if number == signal.SIGTERM:
            assert not list(tmp_path.glob(f"b{n}.*.part*"))
    backup(str(file), tmp_path / "after.sqlite3")


def damaged(path: Path) -> Iterator[tuple[str, Path, int, str]]:
    """Files that are no whole backup: what is wrong, the status, and what is said."""
    whole = path.read_bytes()
    for name, content, status, says in (
            ("half", whole[:len(whole) // 2], 1, "damaged"),
            ("text", b"no database " * 500, 1, "not an SQLite database"),
            ("nothing", b"", 2, "no schema")):
        made = path.with_name(f"{name}.sqlite3")
        made.write_bytes(content)
        yield name, made, status, says
    yield "missing", path.with_name("none.sqlite3"), 2, "no database"


def test_what_is_no_backup_is_not_restored(file: Path, tmp_path: Path) -> None:
    backup(str(file), tmp_path / "b.sqlite3")
    for name, made, status, says in damaged(tmp_path / "b.sqlite3"):
        target = tmp_path / f"from-{name}.sqlite3"
        found = sabot("restore", made, "--database", target)
        assert found.exit_code == status, (name, found.output, found.stderr)
        assert "nothing was restored" in found.stderr and says in found.stderr, name
        assert not target.exists(), name


def test_only_an_empty_database_is_restored_into(played: str, format: int, tmp_path: Path
                                                 ) -> None:
    copy = tmp_path / "b.sqlite3"
    backup(played, copy)
    with Ledger.open(played, readonly=True) as ledger:
        before = ledger.head()
    found = sabot("restore", copy, "--database", played)
    assert found.exit_code == 2 and "not empty" in found.stderr
    with Ledger.open(played, readonly=True) as ledger:
        assert ledger.head() == before
    for made in (1, 2):
        empty = tmp_path / f"made{made}.sqlite3"
        Ledger.open(str(empty), format=made).close()
        found = sabot("restore", copy, "--database", empty)
        assert found.exit_code == (0 if made == format else 2), found.output
        assert made == format or "without tables" in found.stderr
    with Ledger.open(str(tmp_path / "held.sqlite3")):
        held = sabot("restore", copy, "--database", tmp_path / "held.sqlite3")
    assert held.exit_code == 2 and "another house" in held.stderr
    gone = sabot("restore", copy, "--database", "postgresql://nobody@127.0.0.1:1/none")
    assert gone.exit_code == 2 and "nothing was restored" in gone.stderr


@pytest.mark.parametrize("format", [1, 2])
def test_every_table_comes_back_as_it_was(played: str, tmp_path: Path) -> None:
    copy, target = tmp_path / "b.sqlite3", tmp_path / "r.sqlite3"
    backup(played, copy)
    assert sabot("restore", copy, "--database", target).exit_code == 0
    found: list[dict[str, list[Any]]] = []
    for path in (copy, target):
        connection = sqlite3.connect(path)
        names = [n for (n,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type='table' ORDER BY name")]
        found.append({n: sorted(connection.execute(f'SELECT * FROM "{n}"')) for n in names})
        connection.close()
    assert found[0] == found[1]
    assert any(is_sealed(row[2]) for row in found[0]["secrets"])
