"""``sabot law``: what a jurist or a program asks of the register."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sabot
from sabot import games
from sabot import regulations as law_of
from sabot.certify import coverage
from sabot.cli import main
from tools.proof import witness

ROW = "pt-805-2015/blackjack-online/15.e"


def law(*words: str) -> Result:
    return CliRunner().invoke(main, ["law", *words])


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> coverage.Coverage:
    """A directory in which the last run exercised one row."""
    found = coverage.Coverage(date="2026-01-01T00:00:00+00:00", version="0.1.0", code="0",
                              tests={"tests/games/test_x.py::test_half": [ROW, "ir/9"]},
                              perturbed={ROW: 2})
    witness.write(tmp_path, found)
    monkeypatch.chdir(tmp_path)
    return found


@pytest.fixture
def no_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "find_file", lambda start=None: None)
    monkeypatch.chdir(tmp_path)


def test_a_row_with_all_that_is_known_of_it(run: coverage.Coverage) -> None:
    result = law(ROW)
    assert result.exit_code == 0
    for part in ("surrender", "Regulamento n.º 805/2015", "ir/9", "clauses.py:",
                 "Exercised by 1 test of", "2 perturbations", "test_x.py::test_half"):
        assert part in result.stdout


def test_a_run_of_other_tests_is_told_from_a_rule_that_none_shows(run: coverage.Coverage) -> None:
    text = " ".join(law("pt-805-2015/blackjack-online/15.a").stdout.split())
    assert "State: exercised." in text and "Named by" in text
    assert "No test of the last run exercised it (the run may not have included its tests)" in text


def test_a_cited_field_leads_to_the_lines_that_read_it(no_run: None) -> None:
    package = Path(sabot.__file__).parent.parent
    output = law("pt-217-2007/blackjack/19").stdout
    cited = re.findall(r"^  (sabot/\S+\.py):(\d+)  CLAUSES\.(\w+)$", output, re.M)
    read = re.findall(r"^    read in (sabot/\S+\.py):(\d+)$", output, re.M)
    assert {field for *_, field in cited} == {"bank_shows", "bank_result"}
    assert {file for file, _ in read} == {"sabot/families/blackjack/round/bank.py"}
    assert len(read) == 3
    for file, line, *field in (*cited, *read):
        text = (package / file).read_text("utf-8").splitlines()[int(line) - 1]
        assert any(name in text for name in field or ("c.bank_shows", "c.bank_result"))


def test_a_golden_coup_is_told_with_its_place(no_run: None) -> None:
    package = Path(sabot.__file__).parent.parent
    text = law("pt-217-2007/blackjack/19").stdout.partition("Shown by 2 golden rounds:\n")[2]
    coups = re.findall(r"^  (sabot/games/blackjack_2007/rounds/\S+\.txt): (.+)$", text, re.M)
    assert len(coups) == 2
    for file, title in coups:
        assert title in (package / file).read_text("utf-8").splitlines()[0]


def test_a_row_as_json(run: coverage.Coverage) -> None:
    answer = json.loads(law(ROW, "--json").stdout)
    assert answer["id"] == ROW and answer["kind"] == "decision"
    assert [entry["id"] for entry in answer["interpretations"]] == ["ir/8", "ir/9"]
    assert answer["tests"] == ["tests/games/test_x.py::test_half"]
    assert answer["perturbations"] == 2
    assert answer["outside"] is None
    assert all(c["module"].startswith("sabot.") for c in answer["cited"]) and answer["cited"]


def test_an_interpretation(run: coverage.Coverage) -> None:
    result = law("ir/9")
    assert result.exit_code == 0
    assert "only as the first decision" in " ".join(result.stdout.split())
    assert "test_half" in result.stdout
    assert json.loads(law("ir/9", "--json").stdout)["n"] == 9


def test_what_is_no_rule_any_more_leads_to_its_reading(run: coverage.Coverage) -> None:
    result = law("pt-217-2007/craps/11.1.pay-dont")
    assert result.exit_code == 0 and "no rule of the published text" in result.output
    assert "ir/135  What odds behind a don't bet are paid" in result.output
    assert json.loads(law("pt-217-2007/craps/11.1.pay-dont", "--json").stdout)["id"] == "ir/135"


def test_a_row_outside_software_says_why(run: coverage.Coverage) -> None:
    result = law("pt-805-2015/blackjack-online/2")
    assert "State: outside the program (heading)." in result.stdout
    portuguese = " ".join(
        law("pt-217-2007/roleta-francesa/7", "--lang", "pt").stdout.split())
    assert "(material)" in portuguese and "É a mão que faz girar uma roda real" in portuguese


def test_without_a_run_it_says_so(no_run: None) -> None:
    result = law(ROW)
    assert result.exit_code == 0
    assert "no coverage of a test run" in result.stdout
    assert "make test" in result.stderr


def test_the_overview_names_every_document() -> None:
    result = law()
    assert result.exit_code == 0
    assert "pt-805-2015/blackjack-online" in result.stdout
    assert f"ir/{max(law_of.interpretations())}" in result.stdout
    documents = json.loads(law("--json").stdout)
    assert sum(s["rows"] for d in documents for s in d["sections"]) > 1600


def test_a_document_or_section_lists_its_rows() -> None:
    assert len(json.loads(law("pt-805-2015", "--json").stdout)) == 89
    assert len(json.loads(law("pt-805-2015/blackjack-online", "--json").stdout)) == 89


def test_words_are_searched() -> None:
    result = law("surrender", "ace")
    assert result.exit_code == 0
    assert ROW in result.stdout


@pytest.mark.parametrize("wrong", ["pt-805-2015/blackjack-online/15.z", "pt-805-2016", "ir/999",
                                   "ir/x", "xyzzy"])
def test_an_unknown_clause_is_wrong_use(wrong: str) -> None:
    result = law(wrong)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert wrong in result.stderr
    assert "Traceback" not in result.stderr


def test_an_unknown_row_comes_with_the_nearest() -> None:
    assert "pt-805-2015/blackjack-online/15.e" in law("pt-805-2015/blackjack-online/15.z").stderr


def test_coverage_for_each_document_and_game(run: coverage.Coverage) -> None:
    table = json.loads(law("coverage", "--json").stdout)
    line = table["pt-805-2015"]["blackjack-online"]
    assert set(line) == {"rows", "exercised", "outside", "open", "oracle"}
    assert line["rows"] == 89 and line["exercised"] == 1
    macau = table["mo-57-2009"]["black-jack"]
    assert macau["open"] + macau["outside"] == macau["rows"] == 173
    result = law("coverage")
    assert result.exit_code == 0
    assert "pt-805-2015/blackjack-online: no test (" in result.stdout
    sums = next(line for line in result.stdout.splitlines() if line.startswith("all "))
    rows, exercised, outside, waiting, _ = map(int, sums.split()[1:])
    assert rows > 1600 and exercised == 1 and rows == exercised + outside + waiting
    assert "pt-217-2007   all its games" in result.stdout


def test_coverage_without_a_run(no_run: None) -> None:
    result = law("coverage", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["pt-805-2015"]["blackjack-online"]["exercised"] == 0
    assert "no coverage" in result.stderr


def test_a_broken_coverage_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / coverage.FILE).write_text("not json")
    monkeypatch.chdir(tmp_path)
    result = law("coverage")
    assert result.exit_code == 2
    assert "run the tests again" in result.stderr


def test_two_regulations_are_compared_on_one_screen(no_run: None) -> None:
    result = law("compare", "blackjack-2001", "blackjack-2007")
    assert result.exit_code == 0 and len(result.stdout.splitlines()) < 50
    for part in ("exactly 30 times", "at most 30 times", "(37)", "bets close"):
        assert part in result.stdout
    assert "insurance" not in result.stdout
    assert "insurance" in law("compare", "blackjack-2001", "blackjack-2007", "--all").stdout
    assert "insurance" in law("compare").stdout


def test_a_comparison_as_json(no_run: None) -> None:
    lines = json.loads(law("compare", "blackjack-macau", "blackjack-online", "--json").stdout)
    assert all(line["differs"] for line in lines)
    packs = next(line for line in lines if line["title"] == "packs")
    assert packs["said"]["blackjack-online"] == {
        "text": "4, 6 or 8 packs", "clauses": ["pt-805-2015/blackjack-online/4.b"],
        "choices": ["packs"]}


def test_a_game_that_cannot_be_compared(no_run: None) -> None:
    result = law("compare", "blackjack-1999")
    assert result.exit_code == 2 and "blackjack-2001" in result.stderr


def test_a_clause_is_shown_without_the_games_of_other_sections() -> None:
    code = ("import sys; from sabot.cli import main; "
            "main(['law', 'pt-217-2007/cussec/9'], standalone_mode=False); "
            "print({name.split('.')[2] for name in sys.modules if 'sabot.games.' in name})")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "{'cussec'}"


def test_the_games_of_all_sections_are_the_catalogue() -> None:
    by_section = {game.id for section in law_of.sections() for game in games.of_section(section)}
    assert by_section == {*games.catalogue()}
