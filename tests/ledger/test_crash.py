"""A house that is killed while it commits: nothing that it acknowledged is lost or doubled.

The house is a process of its own that plays real coups and says which entry it has stored, after
the commit has returned. It is killed by a signal that nothing can catch, at a random moment or at
a chosen boundary of the committer: before and after each statement, and around each commit.
"""

from __future__ import annotations

import os
import random
import signal
import struct
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
import sqlalchemy as sa

from sabot.certify.audit.verify import verify
from sabot.ledger import Entry, Ledger, Occupied
from support.house_evening import empty_books
from support.ledger_house import by_first_names, commit_group, groups

COUPS, TABLES, SEED = 3, 2, 7
ACK = struct.Struct("<q64s")


def forked() -> int:
    """os.fork, where other tests may have left threads: the child uses nothing of theirs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


class Child:
    """The house in a process of its own: it plays the same coups each time, and acknowledges."""

    def __init__(self, url: str, arm: Callable[[Ledger], None] | None = None,
                 coups: int = COUPS) -> None:
        reading, writing = os.pipe()
        self.pid = forked()
        if self.pid == 0:
            status = 1
            try:
                os.close(reading)
                _house(url, writing, arm, coups)
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(status)
        os.close(writing)
        self._acks = reading

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def end(self) -> tuple[list[tuple[int, str]], int]:
        """Wait for its end: what it acknowledged, and the signal that killed it (0: none)."""
        _, status = os.waitpid(self.pid, 0)
        data = b""
        while more := os.read(self._acks, 1 << 16):
            data += more
        os.close(self._acks)
        whole = len(data) // ACK.size * ACK.size
        acks = [(seq, digest.decode()) for seq, digest in ACK.iter_unpack(data[:whole])]
        assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the house failed"
        return acks, os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


def _house(url: str, acks: int, arm: Callable[[Ledger], None] | None, coups: int) -> None:
    ledger = open_ledger(url)
    if arm is not None:
        arm(ledger)
    for group in rest(ledger, coups):
        commit_group(ledger, group)
        seq, digest = ledger.head()
        os.write(acks, ACK.pack(seq, digest.encode()))


def open_ledger(url: str) -> Ledger:
    """Open as soon as the server has noticed that the last house is gone."""
    until = time.monotonic() + 10
    while True:
        try:
            return Ledger.open(url)
        except Occupied:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


@cache
def all_groups(coups: int) -> tuple[list[Entry], ...]:
    """What every house here plays, computed once: a forked house inherits it."""
    return tuple(groups(coups, tables=TABLES, seed=SEED, void_every=3))


def rest(ledger: Ledger, coups: int) -> Iterator[list[Entry]]:
    """The groups that are not stored yet: whole groups, for a group is one transaction."""
    stored = ledger.head()[0]
    passed = 0
    for group in all_groups(coups):
        if passed >= stored:
            yield group
        passed += len(group)
        assert passed <= stored or passed - len(group) >= stored, "half a group is stored"


def fresh(file: Path, format: int) -> str:
    """A file with the empty books of a format."""
    file.write_bytes(empty_books(format))
    return str(file)


def check(url: str, acks: list[tuple[int, str]]) -> None:
    """Everything acknowledged is there, once, and the books fit."""
    with open_ledger(url) as ledger:
        seq = ledger.head()[0]
        records = {r.seq: r.hash for r in ledger.entries()}
        for at, digest in acks:
            assert records.get(at) == digest, f"acknowledged entry {at} of {seq} is lost"
        finding = verify(ledger)
        assert finding.verified, finding.fault
        sums: dict[str, int] = {}
        for posting in ledger.postings():
            t = posting.transfer
            sums[t.frm] = sums.get(t.frm, 0) - t.amount
            sums[t.to] = sums.get(t.to, 0) + t.amount
        assert ledger.balances() == sums


def resume(url: str, whole: dict[str, int], coups: int = COUPS) -> None:
    """Play the rest: the money is then what it would have been without the crash."""
    with open_ledger(url) as ledger:
        for group in rest(ledger, coups):
            commit_group(ledger, group)
        assert by_first_names(ledger) == whole
        assert verify(ledger).verified


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """The balances after the same coups without any crash."""
    return balances_after(tmp_path_factory.mktemp("whole"), COUPS)


def balances_after(folder: Path, coups: int) -> dict[str, int]:
    with Ledger.open(str(folder / f"{coups}.sqlite3")) as ledger:
        for group in all_groups(coups):
            commit_group(ledger, group)
        return by_first_names(ledger)


# -- at random moments -----------------------------------------------------------------------------


def killed_at_random(url: str, chance: random.Random, whole: dict[str, int], coups: int,
                     longest: float) -> int:
    """Kill and restart a house until its coups are played; how many kills it took."""
    kills = 0
    acks: list[tuple[int, str]] = []
    while True:
        child = Child(url, coups=coups)
        time.sleep(chance.uniform(0, longest))
        child.kill()
        acknowledged, killer = child.end()
        acks += acknowledged
        check(url, acks)
        if not killer:
            break
        kills += 1
        if kills > 40:
            break
    resume(url, whole, coups)
    return kills


@pytest.mark.more
@pytest.mark.parametrize("format", [1, 2])
def test_killed_at_random_moments(tmp_path: Path, format: int) -> None:
    coups = 25
    whole = balances_after(tmp_path, coups)
    chance = random.Random(2015)
    kills = run = 0
    while kills < 25:
        url = fresh(tmp_path / f"run{run}.sqlite3", format)
        kills += killed_at_random(url, chance, whole, coups, 0.15)
        run += 1


@pytest.mark.more
@pytest.mark.postgres
@pytest.mark.parametrize("format", [1, 2])
def test_killed_at_random_moments_on_a_server(postgres: str, tmp_path: Path, format: int) -> None:
    Ledger.open(postgres, format=format).close()
    coups = 12
    whole = balances_after(tmp_path, coups)
    killed_at_random(postgres, random.Random(805), whole, coups, 0.25)


@pytest.mark.soak
@pytest.mark.timeout(3_600)
def test_killed_at_random_moments_thousands_of_times(tmp_path: Path) -> None:
    coups = 25
    whole = balances_after(tmp_path, coups)
    chance = random.Random()
    kills = run = 0
    while kills < 3_000:
        url = fresh(tmp_path / f"run{run}.sqlite3", 1 + run % 2)
        kills += killed_at_random(url, chance, whole, coups, 0.15)
        for file in tmp_path.glob(f"run{run}.sqlite3*"):
            file.unlink()
        run += 1


# -- at every boundary of the committer ------------------------------------------------------------


def at_boundary(number: int) -> Callable[[Ledger], None]:
    """Have the house die at its n-th boundary: around each statement and each commit."""
    passed = 0

    def boundary(*_: object) -> None:
        nonlocal passed
        passed += 1
        if passed == number:
            os.kill(os.getpid(), signal.SIGKILL)

    def arm(ledger: Ledger) -> None:
        engine = ledger._store.writer.engine
        for name in ("before_cursor_execute", "after_cursor_execute", "begin", "commit"):
            sa.event.listen(engine, name, boundary)
        plain = engine.dialect.do_commit

        def do_commit(connection: object) -> None:
            boundary()
            plain(connection)
            boundary()

        engine.dialect.do_commit = do_commit  # type: ignore[method-assign,assignment]

    return arm


def dies_at(url: str, number: int, whole: dict[str, int], coups: int) -> bool:
    """Kill a house at one boundary, check and go on; False when it had no such boundary."""
    acks, killer = Child(url, at_boundary(number), coups).end()
    check(url, acks)
    if killer:
        resume(url, whole, coups)
    return bool(killer)


def made_in(folder: Path, number: int, format: int) -> str:
    """Empty books of a format of the journal."""
    file = folder / f"at{number}.sqlite3"
    file.write_bytes(empty_books(format))
    return str(file)


@pytest.mark.parametrize("format", [1, 2])
def test_killed_at_the_boundaries_of_its_commits(
        tmp_path: Path, whole: dict[str, int], format: int) -> None:
    """Every boundary of the first groups, and a stride through the rest."""
    kills = 0
    for number in (*range(1, 25), *range(25, 100_000, 29)):
        url = fresh(tmp_path / f"at{number}.sqlite3", format)
        if not dies_at(url, number, whole, COUPS):
            break
        kills += 1
    assert kills >= 35


@pytest.mark.postgres
@pytest.mark.more_of("1")
@pytest.mark.parametrize("format", [1, 2])
def test_killed_at_the_boundaries_of_its_commits_on_a_server(
        postgres: str, whole: dict[str, int], format: int) -> None:
    """The house dies, is restarted on the same database, and dies one boundary later."""
    Ledger.open(postgres, format=format).close()
    for number in range(1, 25, 3):
        acks, killer = Child(postgres, at_boundary(number)).end()
        assert killer
        check(postgres, acks)
    resume(postgres, whole)


@pytest.mark.soak
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("format", [1, 2])
def test_killed_at_every_boundary(tmp_path: Path, whole: dict[str, int], format: int) -> None:
    number = 1
    while dies_at(fresh(tmp_path / f"at{number}.sqlite3", format), number, whole, COUPS):
        for file in tmp_path.glob(f"at{number}.sqlite3*"):
            file.unlink()
        number += 1
    assert number > 500


# -- while the schema is made ----------------------------------------------------------------------


def test_killed_while_the_schema_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The schema is there whole or not at all, so that a restart can go on."""
    number, kills = 1, 0
    while True:
        url = str(tmp_path / f"schema{number}.sqlite3")
        pid = forked()
        if pid == 0:
            passed = 0

            def boundary(*_: object, number: int = number) -> None:
                nonlocal passed
                passed += 1
                if passed == number:
                    os.kill(os.getpid(), signal.SIGKILL)

            sa.event.listen(sa.Engine, "before_cursor_execute", boundary)
            sa.event.listen(sa.Engine, "commit", boundary)
            try:
                Ledger.open(url)
            finally:
                os._exit(0)
        _, status = os.waitpid(pid, 0)
        with Ledger.open(url) as ledger:
            assert ledger.head()[0] == 0
        if not os.WIFSIGNALED(status):
            break
        kills += 1
        number += 4
    assert kills > 5
