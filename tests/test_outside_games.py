"""A game of another package: installed beside the program, it is played, priced, simulated and
shown like every other, its law is read with it, and one that is wrong says so and harms nobody."""

from __future__ import annotations

import json
import os
import re
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
                          capture_output=True, timeout=120, env={**os.environ, "PYTHONPATH": path,
                                                   "COLUMNS": "100"})


def test_it_is_in_the_catalogue_with_its_law(installed: Path) -> None:
    [mine] = [one for one in json.loads(sabot(installed, "games", "--json").stdout)
              if one["game"] == GAME]
    assert mine["names"]["pt"] == "Duas moedas" and mine["rows"] == 10
    text = sabot(installed, "law", "xx-two-coins/two-coins/3.heads").stdout
    assert "Two heads pay 5 to 2" in text and "two_coins/spots.py" in text
    assert "taken back until the bets are closed" in sabot(installed, "law", "ir/10000").stdout


def test_it_is_priced_and_simulated_to_its_price(installed: Path) -> None:
    bets = json.loads(sabot(installed, "odds", GAME, "--json").stdout)["bets"]
    assert {bet["bet"]: bet["edge"] for bet in bets} == {
        "heads": "1/8", "tails": "1/8", "mixed": "1/20"}
    answer = json.loads(sabot(installed, "simulate", GAME, "--bets", "mixed=10",
                              "--coups", "200000", "--json").stdout)
    assert abs(answer["mean"] + 1 / 20) < 5 * answer["standard_error"]


def test_it_is_played_at_the_terminal(installed: Path) -> None:
    result = sabot(installed, "play", GAME, "--seed", "3",
                   typed="bet heads 10\nc\nq\n").stdout
    assert "«One of each»" in result and "the bank collects 10.00 € on two heads" in result


def test_a_house_opens_a_table_of_it(installed: Path, tmp_path: Path) -> None:
    """The table's file is lawful, and the house that reads it plays a coup and verifies."""
    table = tmp_path / "coins.toml"
    table.write_text(f'game = "{GAME}"\nname = "Coins"\nminimum = 5\nmaximum = 500\nplaces = 3\n')
    assert json.loads(sabot(installed, "check", str(table), "--json").stdout)["lawful"]
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(table.read_text().replace("places = 3", "places = 300"))
    result = sabot(installed, "check", str(wrong))
    assert result.returncode == 1 and "xx-two-coins/two-coins/5" in result.stdout + result.stderr
    path = os.pathsep.join((str(installed), str(ROOT / "src"), str(ROOT / "tests")))
    night = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "support" / "coins_night.py"), str(tmp_path)],
        text=True, capture_output=True, timeout=120, env={**os.environ, "PYTHONPATH": path})
    assert night.stdout.splitlines()[-1:] == ["verified"], night.stderr


def test_what_it_says_of_a_table_is_translated_by_its_own_phrasebook(
        installed: Path, tmp_path: Path) -> None:
    """And what every game says by that of the program."""
    table = tmp_path / "coins.toml"
    table.write_text(f'game = "{GAME}"\nname = "Coins"\nminimum = 5\nmaximum = 4\nplaces = 3\n'
                     'unit = "0.25"\n')
    english, portuguese, chinese = (
        sabot(installed, "check", str(table), "--lang", lang).stdout for lang in ("en", "pt", "zh"))
    assert "steps of 0.10 €, in which 5 to 2 and 9 to 10 are whole cents" in english
    assert "passos de 0.10 €, em que 5 para 2 e 9 para 10 são cêntimos inteiros" in portuguese
    assert "maximum: encontrado: 4.00 €; permitido: pelo menos o mínimo de 5.00 €" in portuguese
    assert "以0.10 €為單位，使5比2及9比10均為整分" in chinese


@pytest.mark.parametrize(("package", "expected"), [
    ("raise RuntimeError('not today')", "RuntimeError: not today"),
    ("GAME = 5", "must have the game 'wrong' as GAME; found none")])
def test_one_that_is_wrong_is_left_out_and_says_why(
        installed: Path, tmp_path: Path, package: str, expected: str) -> None:
    """The others are played on."""
    (tmp_path / "wrong.py").write_text(package)
    info = tmp_path / "wrong-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wrong\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[sabot.games]\nwrong = wrong\n")
    result = sabot(tmp_path, "games")
    assert result.returncode == 0 and "craps" in result.stdout
    assert "wrong cannot be loaded: the package wrong" in result.stderr
    assert expected in result.stderr
    asked = sabot(tmp_path, "play", "wrong")
    assert asked.returncode == 2 and expected in asked.stderr and "Traceback" not in asked.stderr


@pytest.mark.parametrize(("cites", "expected"), [
    ('L["99"]', "has no rule '99'"), ("IR[9999]", "there is no interpretation 'ir/9999'")])
def test_one_that_cites_nothing_is_left_out_before_any_play(
        installed: Path, tmp_path: Path, cites: str, expected: str) -> None:
    """Inside a function too: file and line are named."""
    copy = tmp_path / "copy"
    subprocess.run(["cp", "-r", str(installed), str(copy)], check=True)
    file = copy / "two_coins" / "coup.py"
    file.write_text(file.read_text() + f"\n\ndef later() -> str:\n    return {cites}\n")
    line = len(file.read_text().splitlines())
    asked = sabot(copy, "play", GAME)
    assert asked.returncode == 2 and expected in asked.stderr
    assert f"two_coins/coup.py:{line}: " in asked.stderr


def test_its_documents_keep_their_form(installed: Path, tmp_path: Path) -> None:
    """A regulation whose file is wrong is named with its file."""
    copy = tmp_path / "copy"
    subprocess.run(["cp", "-r", str(installed), str(copy)], check=True)
    file = copy / "two_coins" / "law" / "documents.toml"
    file.write_text(file.read_text().replace('key = "xx-two-coins"', 'key = "pt-217-2007"'))
    result = sabot(copy, "law", "xx-two-coins/two-coins/1")
    assert result.returncode != 0 and "the key 'pt-217-2007' is taken" in result.stderr


def changed(installed: Path, to: Path, file: str, was: str, now: str) -> Path:
    """A copy of what is installed, with a passage of a file of it changed."""
    copy = to / "copy"
    subprocess.run(["cp", "-r", str(installed), str(copy)], check=True)
    path = copy / "two_coins" / file
    text = path.read_text("utf-8")
    assert text.count(was) == 1, was
    path.write_text(text.replace(was, now), "utf-8")
    return copy


def line_of(installed: Path, file: str, passage: str) -> str:
    """The number of the line in which a passage of a file begins."""
    text = (installed / "two_coins" / file).read_text("utf-8")
    return str(text.partition(passage)[0].count("\n") + 1)


@pytest.mark.parametrize("name", ["two_coins", GAME])
def test_it_is_looked_at_by_the_name_of_its_package_and_by_its_id(installed: Path, name: str
                                                                  ) -> None:
    result = sabot(installed, "conformance", name, "--check", "golden")
    assert result.returncode == 0 and "golden       passed 3 golden coups" in result.stdout


def test_it_holds_what_every_game_must_hold(installed: Path) -> None:
    """Asked for by the name under which it is installed."""
    result = sabot(installed, "conformance", "sabot-two-coins", "--json", "--coups", "10")
    assert result.returncode == 0, result.stdout + result.stderr
    found = json.loads(result.stdout)
    [game] = found["games"]
    assert found["passed"] and game["game"] == GAME
    assert all(check["passed"] and sum(check["over"].values()) for check in game["checks"])
    assert {check["check"]: check["over"] for check in game["checks"]}["golden"] == {
        "golden coups": 3}


def test_its_golden_coups_are_shown_with_its_law(installed: Path) -> None:
    """By the verb, and by what the page of the law asks for."""
    answer = json.loads(sabot(installed, "law", "xx-two-coins/two-coins/7", "--json").stdout)
    assert answer["rounds"] == [{"name": "two-coins/7-a-coin-leaves-the-table",
                                 "title": "7  A coin leaves the table", "lang": "en"}]
    shown = sabot(installed, "law", "ir/10000").stdout
    assert "two_coins/rounds/3.mixed-one-of-each-pays-9-to-10.txt" in shown
    path = os.pathsep.join((str(installed), str(ROOT / "src"), str(ROOT / "tests")))
    page = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "support" / "coins_law.py")],
        text=True, capture_output=True, timeout=120, env={**os.environ, "PYTHONPATH": path})
    lines = page.stdout.splitlines()
    assert {"exercised", "7  A coin leaves the table"} <= set(lines), page.stderr
    assert any("a coin left the table" in line for line in lines)


@pytest.mark.parametrize(("file", "was", "now", "check", "expected"), [
    ("coup.py", "        r.throws += 1\n", "        r.throws += None\n", "endings",
     "two_coins/coup.py:LINE: TypeError"),
    ("coup.py", 'yield Call(L["2"], call=f"result-{how}")', 'yield Call("", call=f"result-{how}")',
     "clauses", "a Call cites no clause"),
    ("words.py", '"incident.coin-away"', '"incident.coin-lost"', "words", "incident.coin-away"),
    ("coup.py", "        yield from settle(r, fell)\n", "", "kernel", "the engine returns"),
    ("rounds/7-a-coin-leaves-the-table.txt", "bank: -25.00 €", "bank: -26.00 €", "golden",
     "'bank: -25.00 €' now, 'bank: -26.00 €' in the file")])
def test_what_it_breaks_is_found(installed: Path, tmp_path: Path, file: str, was: str, now: str,
                                 check: str, expected: str) -> None:
    """With the words of the package, its file and line, and no traceback of ours."""
    copy = changed(installed, tmp_path, file, was, now)
    result = sabot(copy, "conformance", GAME, "--check", check)
    assert result.returncode == 1, result.stdout + result.stderr
    expected = expected.replace("LINE", line_of(installed, file, was))
    assert expected in " ".join(result.stdout.split()) and "FAILED" in result.stdout
    assert "again: sabot conformance two-coins --check " in result.stdout
    assert "Traceback" not in result.stdout + result.stderr


@pytest.mark.parametrize(("file", "was", "now", "expected"), [
    ("coup.py", "def coup(", "def coup)(", "two_coins/coup.py:LINE: the package two_coins of the "
     "game 'two-coins' cannot be read: SyntaxError"),
    ("spots.py", '(L["3.tails"], ())', '(L["3.tail"], ())', "has no rule '3.tail'"),
    ("law/documents.toml", 'key = "xx-two-coins"', 'key = "pt-217-2007"',
     "the key 'pt-217-2007' is taken")])
def test_one_that_cannot_be_read_says_where(installed: Path, tmp_path: Path, file: str, was: str,
                                            now: str, expected: str) -> None:
    result = sabot(changed(installed, tmp_path, file, was, now), "conformance", "two_coins")
    expected = expected.replace("LINE", line_of(installed, file, was))
    assert result.returncode == 1, result.stdout + result.stderr
    assert expected in " ".join(result.stdout.split()), result.stdout + result.stderr
    assert "Traceback" not in result.stdout + result.stderr


def test_the_page_shows_what_is_printed(installed: Path, tmp_path: Path) -> None:
    """Of the package as it is, and of one whose coup forgets to settle the bets."""
    page = (ROOT / "docs" / "write-a-game.md").read_text("utf-8")
    passed, failed = (block for block in re.findall(r"^```text\n(.*?)^```", page, re.M | re.S)
                      if block.startswith("two-coins: "))
    copy = changed(installed, tmp_path, "coup.py", "        yield from settle(r, fell)\n", "")
    for block, result in ((passed, sabot(installed, "conformance", GAME)),
                          (failed, sabot(copy, "conformance", GAME, "--check", "kernel"))):
        printed = iter(result.stdout.splitlines())
        for line in block.splitlines():
            assert line == "..." or line in printed, f"not printed: {line}\n{result.stdout}"


def test_its_golden_coups_are_written_anew(installed: Path, tmp_path: Path) -> None:
    """Those that changed; what is above the ruled line stays."""
    round_7 = "rounds/7-a-coin-leaves-the-table.txt"
    copy = changed(installed, tmp_path, round_7, "bank: -25.00 €", "bank: -26.00 €")
    result = sabot(copy, "conformance", GAME, "--reset-rounds")
    assert result.stdout == ("two-coins: 1 golden round rewritten: "
                             "two-coins/7-a-coin-leaves-the-table\n"), result.stderr
    assert (copy / "two_coins" / round_7).read_bytes() == \
        (installed / "two_coins" / round_7).read_bytes()
