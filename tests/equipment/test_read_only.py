"""An installation that nobody can write, run by a user whose home nobody can write either: what is
compiled is stored among the temporary files, or not at all, and everything is answered."""

from __future__ import annotations

import ctypes
import json
import os
import runpy
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import numba
import pytest

import sabot

SOURCE = Path(sabot.__file__).parent
SOMEBODY = 65_534
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
OVER_FILES = (1, 2, 3)  # dac_override, dac_read_search, fowner: what makes root above all modes
DROP = 24  # PR_CAPBSET_DROP
RUN = "from sabot.cli import main; main()"
LITTLE = ("from sabot.equipment.compiled import compiled\n@compiled\ndef twice(x):\n"
          "    return 2 * x\nprint(twice(21), sum(twice.machine.stats.cache_hits.values()))\n")
# The same for several users, each with their own temporary files, in one process.
EACH = """
import runpy, sys, tempfile, numba
for tempfile.tempdir in sys.argv[2:]:
    numba.config.CACHE_DIR = ""
    runpy.run_path(sys.argv[1])
"""

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux")


@pytest.fixture(scope="module")
def installed() -> Iterator[Path]:
    """A copy of the program that is only to be read."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        shutil.copytree(SOURCE, home / "lib" / "sabot",
                        ignore=shutil.ignore_patterns("__pycache__"))
        (home / "lib" / "little.py").write_text(LITTLE)
        (home / "home").mkdir()
        every = [home, *home.rglob("*")]
        for path in every:
            path.chmod(0o555 if path.is_dir() else 0o444)
        yield home
        for path in every:
            path.chmod(0o755)


@contextmanager
def temporary(mode: int, owned: bool) -> Iterator[Path]:
    """Where this user's temporary files lie, with a folder of this mode in the place of the
    program's, which is somebody else's where it is not ``owned``."""
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder)
        at.chmod(0o777)
        if mode:
            own = at / f"sabot-{os.getuid()}"
            own.mkdir()
            own.chmod(mode)
            if not owned:
                os.chown(own, SOMEBODY, SOMEBODY)
        yield at


def as_any_user() -> None:
    """Root without what lets it write where nobody may; it loses that with the next program."""
    for one in OVER_FILES if ROOT else ():
        if ctypes.CDLL(None, use_errno=True).prctl(DROP, one, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "the right over files cannot be laid down")


def run(installed: Path, temporary: Path, *words: str, **more: str
        ) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-B", *words], cwd=installed / "home", text=True, capture_output=True,
        preexec_fn=as_any_user, check=False, env=environment(installed, temporary, **more))


def environment(installed: Path, temporary: Path, **more: str) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items()
             if not name.startswith(("XDG_", "NUMBA_", "SABOT_", "COVERAGE", "COV_"))}
    return {**plain, "PYTHONPATH": str(installed / "lib"), "HOME": str(installed / "home"),
            "TMPDIR": str(temporary), **more}


def answered(finished: subprocess.CompletedProcess[str]) -> str:
    assert finished.returncode == 0 and "Traceback" not in finished.stderr, finished.stderr[-2_000:]
    return finished.stdout


def test_what_is_compiled_is_kept_among_the_temporary_files(installed: Path) -> None:
    script = str(installed / "lib" / "little.py")
    with temporary(0, owned=True) as at:
        assert answered(run(installed, at, script)) == "42 0\n"
        assert answered(run(installed, at, script)) == "42 1\n"
        own, = at.iterdir()
        assert own.stat().st_mode & 0o777 == 0o700


@pytest.mark.more
def test_a_cache_that_the_user_names_is_taken(installed: Path) -> None:
    script = str(installed / "lib" / "little.py")
    for name in ("XDG_CACHE_HOME", "NUMBA_CACHE_DIR"):
        with temporary(0, owned=True) as at:
            cache = at / "cache"
            cache.mkdir()
            cache.chmod(0o777)
            for hits in (0, 1):
                assert answered(run(installed, at, script, **{name: str(cache)})) == \
                    f"42 {hits}\n"
            assert list(at.iterdir()) == [cache] and list(cache.iterdir())


def test_what_somebody_else_can_write_is_never_run(installed: Path) -> None:
    """Each process compiles for itself then."""
    script = str(installed / "lib" / "little.py")
    with temporary(0o770, owned=True) as shared, ExitStack() as others:
        # Only root can lay a folder there that is somebody else's.
        foreign = [str(others.enter_context(temporary(0o700, owned=False)))] * ROOT
        result = run(installed, shared, "-c", EACH, script, str(shared), *foreign)
        assert answered(result) == "42 0\n" * (1 + ROOT)
        own, = shared.iterdir()
        assert not list(own.iterdir())


def test_a_disk_that_is_full_costs_time_and_nothing_else(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
        ) -> None:
    """The folder can be written when the program is loaded, and no more when it has compiled."""
    late = tmp_path / "late.py"
    late.write_text(LITTLE.replace(
        "print(", "import shutil, sys\nat = twice.machine._cache.cache_path\nshutil.rmtree(at)\n"
        "open(at, 'w').close()\nprint("))
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    runpy.run_path(str(late))
    assert capsys.readouterr().out == "42 0\n"


@pytest.mark.more
@pytest.mark.timeout(900)
def test_a_house_prices_and_compares_hands(installed: Path) -> None:
    """Nor can it write to the cache of odds: only to its books."""
    with temporary(0, owned=True) as at, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        env = environment(installed, at, SABOT_VAR=str(installed / "home"),
                          SABOT_SECRET="a key of at least thirty-two characters",
                          SABOT_SHOE_KEY="another of at least thirty-two characters")
        with (at / "log").open("wb") as log, subprocess.Popen(
                [sys.executable, "-B", "-c", RUN, "serve", "--port", str(port), "--database",
                 f"sqlite:///{at / 'books.sqlite3'}"], cwd=installed / "home", env=env,
                preexec_fn=as_any_user, stdout=log, stderr=log) as house:
            try:
                with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=600,
                                  verify=False) as http:
                    while house.poll() is None:
                        with suppress(httpx.TransportError):
                            if http.get("/health").status_code == 200:
                                break
                        time.sleep(0.2)
                    equity = http.get("/api/equity", params={"hand": ["AhKh", "QsQd"]})
                    assert equity.status_code == 200, equity.text
                    odds = http.get("/api/odds", params={"game": "blackjack-online"})
                    assert odds.status_code == 200, odds.text
            finally:
                house.terminate()
                house.wait(60)
        assert "Traceback" not in (at / "log").read_text()


@pytest.mark.more
@pytest.mark.timeout(600)
@pytest.mark.parametrize("words", [
    ("simulate", "blackjack-online", "--coups", "2000", "--seed", "1", "--json"),
    ("equity", "holdem", "AhKh", "QsQd", "--json"),
    ("odds", "blackjack-online", "--json"),
], ids=["simulate", "equity", "odds"])
@pytest.mark.parametrize("cached", [True, False], ids=["kept", "compiled each time"])
def test_verbs_that_compile_answer(installed: Path, words: tuple[str, ...], cached: bool) -> None:
    with temporary(0 if cached else 0o777, owned=True) as at:
        assert json.loads(answered(run(installed, at, "-c", RUN, *words)))
