"""The database as it would be after the power failed: nothing acknowledged may be missing.

A house plays real coups while every write and sync of its process is recorded. From the record the
files are rebuilt as they may be after a power failure at each sync, and opened again. The same is
done with SQLite told not to sync: then the loss must be found, or the test would prove nothing.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import sqlalchemy as sa

from sabot.certify.audit.verify import verify
from sabot.ledger import Ledger, LedgerError
from support.power_loss import Cut, cuts, read

HERE = Path(__file__).parent
HOUSE = """
import os, sys
from support.ledger_house import commit_group, groups
from sabot.ledger import Ledger
folder, synchronous, coups, format = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
acks = os.open(folder + "/acks", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
ledger = Ledger.open(folder + "/l.sqlite3", synchronous=synchronous, format=format)
ledger._store.writer.exec_driver_sql("PRAGMA wal_autocheckpoint=60")
ledger._store.writer.rollback()
for group in groups(coups, tables=2, seed=3, void_every=4):
    commit_group(ledger, group)
    os.write(acks, b"%d\\n" % ledger.head()[0])
os._exit(0)
"""


@cache
def compiler() -> str | None:
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The recorder of writes, compiled."""
    found = compiler()
    if found is None or not sys.platform.startswith("linux"):
        why = "recording what a process writes needs Linux and a C compiler"
        if os.environ.get("SABOT_REQUIRE_ALL") == "1":
            pytest.fail(why, pytrace=False)
        pytest.skip(why)
    library = tmp_path_factory.mktemp("shim") / "writelog.so"
    subprocess.run([found, "-O1", "-shared", "-fPIC", "-o", str(library), str(HERE / "writelog.c"),
                    "-ldl", "-lpthread"], check=True)
    return library


def recorded(shim: Path, folder: Path, synchronous: str, coups: int, format: int) -> list[Cut]:
    """Play under the recorder; every way in which the power could have failed meanwhile."""
    base = folder / "house"
    base.mkdir()
    record = folder / "record"
    subprocess.run(
        [sys.executable, "-c", HOUSE, str(base), synchronous, str(coups), str(format)],
        check=True,
        env={**os.environ, "LD_PRELOAD": str(shim), "SABOT_WRITES": str(base),
             "SABOT_WRITES_LOG": str(record),
             "PYTHONPATH": os.pathsep.join([str(HERE), *sys.path])})
    ops = read(record)
    assert {op.kind for op in ops} >= {"w", "c", "d"}
    return list(cuts(ops, str(base / "acks"), random.Random(2015)))


def lost(cut: Cut, folder: Path) -> str:
    """What is wrong with the files of a cut; "" when everything acknowledged is there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for path, content in cut.files.items():
        if not path.endswith("-shm"):  # SQLite makes it anew after a restart of the machine
            (folder / Path(path).name).write_bytes(content)
    try:
        with Ledger.open(str(folder / "l.sqlite3")) as ledger:
            verdict = ledger._store.writer.exec_driver_sql("PRAGMA integrity_check").scalar()
            ledger._store.writer.rollback()
            if verdict != "ok":
                return f"{cut.name}: {verdict}"
            seq = ledger.head()[0]
            if seq < cut.acknowledged:
                return f"{cut.name}: {cut.acknowledged} were acknowledged, {seq} are there"
            finding = verify(ledger)
            return "" if finding.verified else f"{cut.name}: {finding.fault}"
    except (LedgerError, sa.exc.DBAPIError) as error:
        return f"{cut.name}: {error}"


@pytest.mark.more_of("1")
@pytest.mark.parametrize("format", [1, 2])
def test_nothing_acknowledged_is_lost_with_the_power(
        shim: Path, tmp_path: Path, format: int) -> None:
    cuts = recorded(shim, tmp_path, "FULL", 4, format)
    assert len(cuts) > 150
    assert cuts[-1].acknowledged > 50
    # Every third, so that each way to fail has its turn, and the end; the soak opens them all.
    assert [why for cut in (*cuts[:-1:3], cuts[-1])
            if (why := lost(cut, tmp_path / "after"))] == []


@pytest.mark.soak
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("format", [1, 2])
def test_nothing_acknowledged_is_lost_at_any_sync(
        shim: Path, tmp_path: Path, format: int) -> None:
    cuts = recorded(shim, tmp_path, "FULL", 15, format)
    assert [why for cut in cuts if (why := lost(cut, tmp_path / "after"))] == []


@pytest.mark.parametrize(("synchronous", "format"), [("OFF", 1), ("NORMAL", 2)])
def test_the_loss_is_found_when_sqlite_does_not_sync(
        shim: Path, tmp_path: Path, synchronous: str, format: int) -> None:
    cuts = recorded(shim, tmp_path, synchronous, 4, format)
    found = (why for cut in cuts[::5] if (why := lost(cut, tmp_path / "after")))
    assert any("were acknowledged" in why for why in found)  # the first that is found is enough
