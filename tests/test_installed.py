"""The wheel and the sdist, installed where no repository is: the program that a stranger gets.

A clean environment is made, without the repository on its path. The packages that the program needs
are installed with it where everything must be tested (``SABOT_REQUIRE_ALL``); elsewhere they are
those of the environment that runs the suite.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tarfile
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = [pytest.mark.timeout(300), pytest.mark.more]


def run(*command: str | Path, cwd: Path, **more: str) -> str:
    """What a command prints; it must end well."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COV"))}
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=env | more, text=True,
                          capture_output=True, timeout=280, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built of the sdist."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("what is packed is known from the repository")
    here = tmp_path_factory.mktemp("built")
    source = here / "source"
    source.mkdir()
    packed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, packed.decode().split("\0")):
        if (file := ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, source / name)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", here, cwd=source)
    return here


@pytest.fixture(scope="module")
def place(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean environment with the wheel, and nothing of the repository."""
    here = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", "--without-pip", here / "env", cwd=here)
    whole = os.environ.get("SABOT_REQUIRE_ALL") == "1"
    bare = () if whole else ("--no-deps", "--no-index")
    wheel = next(built.glob("*.whl"))
    run(sys.executable, "-m", "pip", "--python", here / "env", "install", "--quiet", *bare,
        "--no-compile", "--disable-pip-version-check", "-c", ROOT / "constraints.txt",
        f"{wheel}[all]" if whole else wheel, cwd=here)
    if not whole:
        scheme = sysconfig.get_paths(vars={"base": str(here / "env"),
                                           "platbase": str(here / "env")})
        names = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
        (Path(scheme["purelib"]) / "others.pth").write_text("\n".join(names), "utf-8")
    return here


CORE = {
    ("games",): "american-roulette", ("odds", "fantan"): "edge",
    ("law", "pt-217-2007/blackjack/18-5"): "18-5",
    ("simulate", "cussec", "--coups", "2000"): "mean return",
    ("equity", "holdem", "AhKh", "QsQd", "--board", "2c3h7s"): "%",
    ("law", "dossier", "craps", "-o", "craps.html"): "craps.html",
}
"""What every installation answers, with a part of the answer."""
PARTS: dict[str, dict[tuple[str, ...], str]] = {
    "": {}, "fast": {("simulate", "craps", "--coups", "3000000"): "coups/s"},
    "house": {("verify", "--help"): "--database", ("pools", "--help"): "pools"},
    "plots": {("odds", "craps", "--out", "odds.png"): "edge"},
    "all": {("simulate", "craps", "--coups", "9000", "--cluster", "local"): "coups/s",
            ("law", "dossier", "craps", "-o", "craps.pdf"): "craps.pdf"},
}
"""What each part adds."""
MISSING = {
    "house": ("serve",), "plots": ("odds", "craps", "--out", "odds.png"),
    "cluster": ("simulate", "craps", "--coups", "9", "--cluster", "local"),
}
"""What says which part to add where that is not installed."""


@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part or "core")
def test_each_part_installs_by_itself_and_answers(part: str, built: Path, tmp_path: Path) -> None:
    if os.environ.get("SABOT_REQUIRE_ALL") != "1":
        pytest.skip("packages are installed only where everything must be tested")
    wheel = next(built.glob("*.whl"))
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "env", cwd=tmp_path)
    run(sys.executable, "-m", "pip", "--python", tmp_path / "env", "install", "--quiet",
        "--no-compile", "--disable-pip-version-check", "-c", ROOT / "constraints.txt",
        f"{wheel}[{part}]" if part else wheel, cwd=tmp_path)
    command = sabot(tmp_path)
    store = {"SABOT_RESULTS": str(tmp_path / "odds"), "SABOT_LANG": "en"}
    for words, answer in (CORE | PARTS[part]).items():
        assert answer in run(command, *words, cwd=tmp_path, **store), words
        assert "." not in words[-1] or (tmp_path / words[-1]).stat().st_size > 1000, words
    for other, words in MISSING.items():
        if part not in (other, "all"):
            done = subprocess.run([command, *words], cwd=tmp_path, text=True, check=False,
                                  capture_output=True, env=os.environ | store)
            assert done.returncode == 2
            assert done.stderr.endswith(f": pip install 'sabot[{other}]'\n"), done.stderr
            assert "Traceback" not in done.stderr


def test_the_packages_are_described_as_an_index_wants_them(built: Path) -> None:
    pytest.importorskip("twine", reason="twine is not installed")
    checked = run(sys.executable, "-m", "twine", "check", "--strict", *built.glob("sabot-*"),
                  cwd=built, NO_COLOR="1", TERM="dumb")
    assert checked.count("PASSED") == 2
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        description = next(wheel.read(name).decode() for name in wheel.namelist()
                           if name.endswith("/METADATA"))
        assert not [name for name in wheel.namelist() if "__pycache__" in name]
    assert "License-Expression: MIT" in description
    assert "License-File: LICENSE" in description


def sabot(place: Path) -> Path:
    """The command of the environment."""
    return next(place.glob("env/[bS]*/sabot*"))


def test_the_program_is_the_installed_one(place: Path) -> None:
    python = next(place.glob("env/[bS]*/python*"))
    assert str(place) in run(python, "-c", "import sabot; print(sabot.__file__)", cwd=place)


def test_nothing_that_the_program_reads_is_left_out(built: Path) -> None:
    names = set(zipfile.ZipFile(next(built.glob("*.whl"))).namelist())
    tracked = subprocess.run(["git", "ls-files", "src/sabot"], cwd=ROOT, capture_output=True,
                             text=True, check=True).stdout.split()
    missing = [name for name in tracked if (ROOT / name).exists()
               and name.removeprefix("src/") not in names]
    assert missing == []
    assert not [name for name in names if name.startswith(("tests", "benchmarks"))]


def test_the_golden_coups_come_along(built: Path) -> None:
    """In the wheel, and in the sdist of which it was built."""
    coups = {file.relative_to(ROOT / "src").as_posix(): file.read_bytes()
             for file in ROOT.glob("src/sabot/games/*/rounds/*.txt")}
    assert len(coups) >= 1_560
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        assert {name: wheel.read(name) for name in wheel.namelist()
                if name.endswith(".txt") and "/rounds/" in name} == coups
    with tarfile.open(next(built.glob("*.tar.gz"))) as source:
        names = {name.partition("/src/")[2] for name in source.getnames()}
    assert names >= coups.keys()


def test_the_law_shows_its_golden_coups_without_the_repository(place: Path) -> None:
    printed = run(sabot(place), "law", "pt-217-2007/blackjack/19", cwd=place)
    coups = re.findall(r"^  (sabot/games/blackjack_2007/rounds/\S+)\.txt: (.+)$", printed, re.M)
    assert len(coups) == 2
    library = next(place.glob("env/**/sabot/__init__.py")).parents[1]
    python = next(place.glob("env/[bS]*/python*"))
    for file, title in coups:
        text = run(python, "-c", "import sys; from sabot.regulations import evidence; "
                   "print(evidence.round_text(sys.argv[1]), end='')",
                   f"blackjack-2007/{Path(file).name}", cwd=place)
        assert text == (library / f"{file}.txt").read_text("utf-8")
        assert title in text.splitlines()[0]


def test_the_catalogue_the_law_and_the_check_work_without_the_repository(place: Path) -> None:
    listed = run(sabot(place), "games", cwd=place)
    assert len(re.findall(r"^\S", listed, re.M)) >= 18
    assert "18-5" in run(sabot(place), "law", "pt-217-2007/blackjack/18-5", cwd=place)
    assert "edge" in run(sabot(place), "odds", "cussec", cwd=place)
    assert "cussec" in run(sabot(place), "simulate", "cussec", "--coups", "2000", cwd=place)


@pytest.fixture
def house(place: Path, tmp_path: Path) -> Iterator[str]:
    """An open house of the installed program; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    with subprocess.Popen([sabot(place), "serve", "--port", str(port)], cwd=tmp_path, env=env,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGINT)
            assert process.stderr is not None
            process.stderr.read()
            assert process.wait(30) == 0


def test_the_installed_house_opens_with_its_pages_and_tables(house: str) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(f"{house}/health", timeout=5) as answer:
                assert answer.status == 200
            break
        except OSError:
            assert time.monotonic() < until, "the house did not open"
            time.sleep(0.2)
    for path, part in (("/", b"lobby"), ("/table.html", b"felt"), ("/api/tables", b"craps")):
        with urllib.request.urlopen(f"{house}{path}", timeout=10) as answer:
            assert part in answer.read(), path
