"""``make quick``: from a change to the tests that can notice it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.proof import linemap
from tools.proof.quick import Chooser, main
from tools.proof.references import References

RULES = '''\
"""Rules."""

STANDS = 17

WHO = {"bank": STANDS}


def draws(total):
    return total < WHO["bank"]


def told(total):
    return str(total)
'''
PAY = '''\
from sabot.rules import draws


def pay(total):
    return 2 if draws(total) else 1
'''
DRAWS, TELLS, PAYS = (f"tests/test_one.py::test_{name}" for name in ("draws", "tells", "pays"))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small program under git, with the map of a run of its tests."""
    for name, text in (("src/sabot/rules.py", RULES), ("src/sabot/pay.py", PAY),
                       ("tests/test_one.py", "import helping\n"), ("tests/helping.py", ""),
                       (".gitignore", f"{linemap.FILE}\n")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    for command in (["init", "-q"], ["add", "."], ["-c", "user.name=x", "-c", "user.email=x@y.z",
                                                   "commit", "-qm", "first"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    linemap.write(tmp_path, {
        "src/sabot/rules.py": {3: (), 5: (), 8: (), 9: (DRAWS, PAYS), 12: (), 13: (TELLS,)},
        "src/sabot/pay.py": {1: (), 4: (), 5: (PAYS,)},
    }, {DRAWS: 0.2, TELLS: 0.1, PAYS: 3.0})
    return tmp_path


def chosen(root: Path, seconds: float = 60) -> list[str]:
    chooser = Chooser(root, linemap.read(root))
    return chooser.within(chooser.tests_by_kind(chooser.changed("HEAD")), seconds).tests


def change(root: Path, file: str, before: str, after: str) -> None:
    text = (root / file).read_text("utf-8")
    assert text.count(before) == 1
    (root / file).write_text(text.replace(before, after), "utf-8")


def test_a_changed_line_leads_to_the_tests_that_ran_it(checkout: Path) -> None:
    change(checkout, "src/sabot/rules.py", "str(total)", "repr(total)")
    assert chosen(checkout) == [TELLS]


def test_a_change_above_moves_no_line(checkout: Path) -> None:
    """The map knows the text as it was."""
    change(checkout, "src/sabot/rules.py", '"""Rules."""', '"""Rules.\n\nOf the bank.\n"""')
    change(checkout, "src/sabot/rules.py", "str(total)", "repr(total)")
    assert chosen(checkout) == [TELLS]


def test_a_figure_leads_to_what_is_made_of_it(checkout: Path) -> None:
    """It runs at import, under no test: its name stands in a table, and the table in a function."""
    change(checkout, "src/sabot/rules.py", "STANDS = 17", "STANDS = 16")
    assert chosen(checkout) == [PAYS, DRAWS]


def test_what_is_put_in_belongs_to_the_lines_on_both_sides(checkout: Path) -> None:
    change(checkout, "src/sabot/pay.py", "def pay(total):\n", "def pay(total):\n    total += 1\n")
    assert chosen(checkout) == [PAYS]


def test_a_slow_test_makes_room_for_quick_ones(checkout: Path) -> None:
    change(checkout, "src/sabot/rules.py", "STANDS = 17", "STANDS = 16")
    assert chosen(checkout, seconds=1) == [DRAWS]


def test_a_changed_helper_leads_to_the_tests_that_import_it(checkout: Path) -> None:
    (checkout / "tests" / "helping.py").write_text("HELP = 1\n", "utf-8")
    assert chosen(checkout) == ["tests/test_one.py"]


def test_a_changed_golden_round_leads_to_its_own_test(checkout: Path) -> None:
    """Also one that is new, or of a game whose id is not the name of its folder."""
    for folder in ("craps", "blackjack_2007"):
        (checkout / "src/sabot/games" / folder / "rounds").mkdir(parents=True)
        (checkout / "src/sabot/games" / folder / "rounds" / "13.3.b-closes.txt").write_text("x")
    test = "tests/rounds/test_rounds.py::test_a_round_is_told_as_it_is_written"
    assert chosen(checkout) == [f"{test}[blackjack-2007/13.3.b-closes]",
                                f"{test}[craps/13.3.b-closes]"]


def test_a_game_is_asked_for_with_all_its_golden_rounds() -> None:
    root = Path(__file__).parents[2]
    first, *_ = Chooser(root, None).game("blackjack-2007")
    lying = sorted((root / "src/sabot/games/blackjack_2007/rounds").glob("*.txt"))
    assert [test.partition("[")[2] for test in first] == [
        f"blackjack-2007/{file.stem}]" for file in lying]


def test_a_file_that_the_map_does_not_know_leads_to_its_importers_and_says_so(
        checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
        ) -> None:
    (checkout / "src" / "sabot" / "seats.py").write_text("SEATS = 7\n", "utf-8")
    (checkout / "tests" / "test_two.py").write_text("from sabot import (\n    rules,\n    seats,\n)"
                                                    "\n", "utf-8")
    monkeypatch.chdir(checkout)
    assert main(["--list"]) == 0
    text = capsys.readouterr().out
    assert "src/sabot/seats.py is not in the map" in text
    assert text.splitlines()[-1] == "tests/test_two.py"


def test_without_a_map_it_says_so(checkout: Path, capsys: pytest.CaptureFixture[str],
                                  monkeypatch: pytest.MonkeyPatch) -> None:
    (checkout / linemap.FILE).write_bytes(b"no map")
    change(checkout, "src/sabot/pay.py", "2 if", "3 if")
    (checkout / "tests" / "test_pay.py").write_text("from sabot.pay import pay\n", "utf-8")
    monkeypatch.chdir(checkout)
    assert main(["--list"]) == 0
    text = capsys.readouterr().out
    assert "no map of lines" in text and "tests/test_pay.py" in text


def test_nothing_changed_and_an_unknown_game_are_said(
        checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
        ) -> None:
    monkeypatch.chdir(checkout)
    assert main([]) == 0 and "nothing differs" in capsys.readouterr().out
    with pytest.raises(SystemExit, match=r"no game 'crabs'.*craps"):
        main(["--game", "crabs"])


def test_names_are_followed_from_module_to_module() -> None:
    found = References({"src/sabot/rules.py": RULES, "src/sabot/pay.py": PAY})
    assert found.uses("src/sabot/rules.py", [3]) == {"src/sabot/rules.py": {5, 9},
                                                     "src/sabot/pay.py": {5}}
    assert found.uses("src/sabot/rules.py", [12]) == {}
