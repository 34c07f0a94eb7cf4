"""A game of another package: installed beside the program, it is played, priced, simulated and
shown like every other, its law is read with it, and one that is wrong says so and harms nobody."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.more
GAME = "two-coins"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package of `examples/two-coins` is installed."""
    source, to = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    subprocess.run(["cp", "-r", str(ROOT / "examples" / GAME), str(source)], check=True)
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation",
         "--no-index", "--disable-pip-version-check", "--target", str(to), str(source / GAME)],
        check=True, capture_output=True, text=True, timeout=300)
    return to


def sabot(beside: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """A verb, in a process that finds what is installed there."""
    path = os.pathsep.join((str(beside), str(ROOT / "src")))
    return subprocess.run([sys.executable, "-m", "sabot", *words], input=typed, text=True,
                          capture_output=True, timeout=120, env={**os.environ, "PYTHONPATH": path})


def test_it_is_in_the_catalogue_with_its_law(installed: Path) -> None:
    [mine] = [one for one in json.loads(sabot(installed, "games", "--json").stdout)
              if one["game"] == GAME]
    assert mine["names"]["pt"] == "Duas moedas" and mine["rows"] == 10
    told = sabot(installed, "law", "xx-two-coins/two-coins/3.heads").stdout
    assert "Two heads pay 5 to 2" in told and "two_coins/spots.py" in told
    assert "taken back until the bets are closed" in sabot(installed, "law", "ir/10000").stdout


def test_it_is_priced_and_simulated_to_its_price(installed: Path) -> None:
    bets = json.loads(sabot(installed, "odds", GAME, "--json").stdout)["bets"]
    assert {bet["bet"]: bet["edge"] for bet in bets} == {
        "heads": "1/8", "tails": "1/8", "mixed": "1/20"}
    told = json.loads(sabot(installed, "simulate", GAME, "--bets", "mixed=10", "--coups", "200000",
                            "--json").stdout)
    assert abs(told["mean"] + 1 / 20) < 5 * told["standard_error"]


def test_it_is_played_at_the_terminal(installed: Path) -> None:
    told = sabot(installed, "play", GAME, "--seed", "3",
                 typed="bet heads 10\ng\nq\n").stdout
    assert "«One of each»" in told and "the bank collects 10.00 € on two heads" in told


def test_a_house_opens_a_table_of_it(installed: Path, tmp_path: Path) -> None:
    """The table's file is lawful, and the house that reads it plays a coup and verifies."""
    table = tmp_path / "coins.toml"
    table.write_text(f'game = "{GAME}"\nname = "Coins"\nminimum = 5\nmaximum = 500\nplaces = 3\n')
    assert json.loads(sabot(installed, "check", str(table), "--json").stdout)["lawful"]
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(table.read_text().replace("places = 3", "places = 300"))
    told = sabot(installed, "check", str(wrong))
    assert told.returncode == 1 and "xx-two-coins/two-coins/5" in told.stdout + told.stderr
    path = os.pathsep.join((str(installed), str(ROOT / "src"), str(ROOT / "tests")))
    night = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "support" / "coins_night.py"), str(tmp_path)],
        text=True, capture_output=True, timeout=120, env={**os.environ, "PYTHONPATH": path})
    assert night.stdout.splitlines()[-1:] == ["verified"], night.stderr


@pytest.mark.parametrize(("package", "said"), [
    ("raise RuntimeError('not today')", "RuntimeError: not today"),
    ("GAME = 5", "must have the game 'wrong' as GAME; found none")])
def test_one_that_is_wrong_is_left_out_and_says_why(
        installed: Path, tmp_path: Path, package: str, said: str) -> None:
    """The others are played on."""
    (tmp_path / "wrong.py").write_text(package)
    info = tmp_path / "wrong-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wrong\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[sabot.games]\nwrong = wrong\n")
    told = sabot(tmp_path, "games")
    assert told.returncode == 0 and "craps" in told.stdout
    assert "wrong is left out: the package wrong" in told.stderr and said in told.stderr
    asked = sabot(tmp_path, "play", "wrong")
    assert asked.returncode == 2 and said in asked.stderr and "Traceback" not in asked.stderr


@pytest.mark.parametrize(("cites", "said"), [
    ('L["99"]', "has no rule '99'"), ("IR[9999]", "there is no interpretation 'ir/9999'")])
def test_one_that_cites_nothing_is_left_out_before_any_play(
        installed: Path, tmp_path: Path, cites: str, said: str) -> None:
    """Inside a function too: file and line are named."""
    copy = tmp_path / "copy"
    subprocess.run(["cp", "-r", str(installed), str(copy)], check=True)
    file = copy / "two_coins" / "coup.py"
    file.write_text(file.read_text() + f"\n\ndef later() -> str:\n    return {cites}\n")
    line = len(file.read_text().splitlines())
    asked = sabot(copy, "play", GAME)
    assert asked.returncode == 2 and said in asked.stderr
    assert f"two_coins/coup.py:{line}: " in asked.stderr


def test_its_documents_keep_their_form(installed: Path, tmp_path: Path) -> None:
    """A regulation whose file is wrong is named with its file."""
    copy = tmp_path / "copy"
    subprocess.run(["cp", "-r", str(installed), str(copy)], check=True)
    file = copy / "two_coins" / "law" / "documents.toml"
    file.write_text(file.read_text().replace('key = "xx-two-coins"', 'key = "pt-217-2007"'))
    told = sabot(copy, "law", "xx-two-coins/two-coins/1")
    assert told.returncode != 0 and "the key 'pt-217-2007' is taken" in told.stderr
