"""The coverage instrument: what counts as exercised, and what does not."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from sabot import games
from sabot import regulations as law
from sabot.certify import coverage
from sabot.reports import outside_rows
from support.failure_history import History
from tools.proof import perturb

ROOT = Path(__file__).parents[2]
ONLINE = "pt-805-2015/blackjack-online"

SUITE = '''
import pytest
from sabot.regulations import cite_clause

@pytest.mark.law("{section}/15.a")
def test_shown():
    cite_clause("{section}/15.a")

@pytest.mark.law("{section}/15.b", "ir/4")
def test_named_in_vain():
    cite_clause("{section}/15.b")

@pytest.mark.law("{section}/15.c")
def test_fails():
    cite_clause("{section}/15.c")
    assert False

def test_names_nothing():
    cite_clause("{section}/15.d")

@pytest.mark.soak
def test_long():
    pass
'''

VAIN = '''
import pytest
from sabot.regulations import cite_clause

@pytest.mark.law("{section}/15.a", "{section}/15.b")
@pytest.mark.parametrize("total", [11, 12])
def test_boundary(total):
    if total < 12:
        cite_clause("{section}/15.a")
'''

WITHHELD = '''
import pytest
from sabot.regulations import cite_clause

@pytest.mark.withheld("{section}/15.a")
def test_silent():
    pass

@pytest.mark.withheld("{section}/15.a")
def test_told():
    cite_clause("{section}/15.a")
'''


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", f"{Path(law.__file__).parents[2]}{os.pathsep}{ROOT}")
    pytester.makeconftest((ROOT / "tests/conftest.py").read_text("utf-8"))
    support = pytester.mkpydir("support")
    for name in ("databases", "time_spent", "failure_history", "chromium_browser"):
        shutil.copy(ROOT / "tests" / "support" / f"{name}.py", support)
    (pytester.path / "budget.toml").write_text("[seconds]\n", "utf-8")
    pytester.makeini("[pytest]\nmarkers =\n law(*rows): x\n soak: x\n more: x\n more_of(*ids): x\n"
                     " postgres: x\n browser: x\n")
    return pytester


def run(suite: pytest.Pytester, *arguments: str | Path) -> pytest.RunResult:
    """A run of the suite in this process, its instruments loaded anew. It does not look for what is
    left in memory: that would be all that the tests before it left there."""
    return suite.runpytest_inprocess(
        *arguments, "-p", "no:unraisableexception", "-p", "no:threadexception")


def stored(suite: pytest.Pytester) -> dict[str, object]:
    found: dict[str, object] = json.loads((suite.path / coverage.FILE).read_text("utf-8"))
    return found


@pytest.mark.parametrize("workers", [[], ["-p", "xdist", "-n1"]], ids=["alone", "with workers"])
def test_only_a_clause_named_given_and_passed_is_exercised(
        suite: pytest.Pytester, workers: list[str]) -> None:
    suite.makepyfile(SUITE.format(section=ONLINE))
    result = suite.runpytest_subprocess(*workers)
    result.assert_outcomes(passed=3, failed=1, skipped=1)
    result.stdout.fnmatch_lines(["*2 clauses given to 2 tests*",
                                 "never given: ir/4 (*test_named_in_vain)"])
    found = stored(suite)
    assert sorted(found["rows"]) == [  # type: ignore[call-overload]
        f"{ONLINE}/15.a", f"{ONLINE}/15.b"]
    assert found["code"] and found["version"] and found["date"]


def test_what_has_failed_lately_comes_first(suite: pytest.Pytester) -> None:
    suite.makepyfile(test_a="def test_one():\n    pass\n", test_b="def test_two():\n    assert 0\n")
    run(suite).assert_outcomes(passed=1, failed=1)
    run(suite, "-v").stdout.fnmatch_lines(
        ["test_b.py::test_two FAILED*", "test_a.py::test_one PASSED*"])


def test_a_failure_counts_less_with_each_run_that_passes(tmp_path: Path) -> None:
    test = "tests/test_b.py::test_two"
    History(tmp_path).add((), [test])
    History(tmp_path).add((), [test])
    counts = []
    while found := History(tmp_path).of_files():
        counts.append(found["tests/test_b.py"])
        History(tmp_path).add([test, "tests/test_a.py::test_one"], ())
    assert counts == [2, 1, 0.5, 0.25, 0.125]


SELDOM = """
    import pytest
    @pytest.mark.more_of("{named}")
    @pytest.mark.parametrize("n", [1, 2, 3])
    def test_one(n):
        pass
"""


def test_values_that_take_long_wait_for_those_who_ask_for_more(suite: pytest.Pytester) -> None:
    suite.makepyfile(test_seldom=SELDOM.format(named="2"))
    run(suite).assert_outcomes(passed=2, skipped=1)
    run(suite, "--more", "-m", "more").assert_outcomes(passed=1, deselected=2)
    run(suite, "test_seldom.py::test_one[3]").assert_outcomes(passed=1)


def test_values_that_no_test_has_are_not_named(suite: pytest.Pytester) -> None:
    suite.makepyfile(test_seldom=SELDOM.format(named="4"))
    run(suite).stderr.fnmatch_lines(
        ["*test_one: more_of names '4', and no test has these values"])


def test_a_clause_that_no_test_sees_given_fails_the_whole_run(suite: pytest.Pytester) -> None:
    path = suite.makepyfile(VAIN.format(section=ONLINE))
    result = run(suite)
    result.assert_outcomes(passed=2)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines([f"never given: {ONLINE}/15.b (*test_boundary*"])
    assert run(suite, path).ret == pytest.ExitCode.OK
    assert run(suite, "-k", "11").ret == pytest.ExitCode.OK


def test_a_clause_that_is_withheld_must_not_be_given(suite: pytest.Pytester) -> None:
    suite.makepyfile(WITHHELD.format(section=ONLINE))
    result = run(suite)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines([f"*given, though the test's mark says withheld: {ONLINE}/15.a*"])
    result = run(suite, f"--law-row={ONLINE}/15.a", "--law-asserts-only")
    result.assert_outcomes(passed=2)


def test_a_mark_with_an_unknown_row_stops_the_collection(suite: pytest.Pytester) -> None:
    suite.makepyfile(f'''
        import pytest
        @pytest.mark.law("{ONLINE}/15.z")
        def test_typo():
            pass
    ''')
    result = run(suite)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*test_typo*no row*15.z*nearest*"])


def test_a_later_run_of_part_of_the_suite_keeps_the_rest(suite: pytest.Pytester) -> None:
    suite.makepyfile(SUITE.format(section=ONLINE))
    run(suite, "-k", "shown")
    run(suite, "-k", "fails")
    assert f"{ONLINE}/15.a" in stored(suite)["rows"]  # type: ignore[operator]
    suite.path.joinpath("tests").mkdir()
    suite.path.joinpath("tests/test_new.py").write_text(
        f'import pytest\n@pytest.mark.law("{ONLINE}/15.d")\ndef test_new():\n'
        f'    from sabot.regulations import cite_clause\n    cite_clause("{ONLINE}/15.d")\n')
    run(suite, "tests/test_new.py", "-p", "no:cacheprovider")
    assert list(stored(suite)["rows"]) == [f"{ONLINE}/15.d"]  # type: ignore[call-overload]


def test_long_runs_are_asked_for(suite: pytest.Pytester) -> None:
    suite.makepyfile("import pytest\n@pytest.mark.soak\ndef test_long():\n    pass\n")
    run(suite).assert_outcomes(skipped=1)
    run(suite, "--soak").assert_outcomes(passed=1)


def test_what_is_not_there_is_skipped_or_demanded(
        suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    suite.makepyfile("import pytest\n@pytest.mark.postgres\ndef test_server():\n    pass\n")
    monkeypatch.setenv("SABOT_TEST_POSTGRES", "postgresql://127.0.0.1:1/none")
    monkeypatch.delenv("SABOT_REQUIRE_ALL", raising=False)
    result = run(suite, "-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["*no PostgreSQL server at postgresql://127.0.0.1:1/none*"])
    monkeypatch.setenv("SABOT_REQUIRE_ALL", "1")
    run(suite).assert_outcomes(errors=1)


def test_a_row_counts_only_when_it_is_also_perturbed() -> None:
    found = coverage.Coverage(
        date="2026-01-01T00:00:00+00:00", version="0", code="0",
        tests={"a": [f"{ONLINE}/15.a", f"{ONLINE}/15.b"]}, perturbed={f"{ONLINE}/15.a": 1})
    line = coverage.tally(found)["pt-805-2015"]["blackjack-online"]
    assert line["rows"] == 89
    assert line["exercised"] == 1
    assert line["exercised"] + line["outside"] + line["open"] == 89
    lacking = {row.rule: lack for row, lack in coverage.open_rows(found, ONLINE)}
    assert lacking["15.b"] == "perturbation" and lacking["15.c"] == "test"


def test_without_a_run_nothing_is_exercised() -> None:
    assert all(n["exercised"] == 0 for lines in coverage.tally(None).values()
               for n in lines.values())


def test_a_file_that_is_no_coverage_is_refused(tmp_path: Path) -> None:
    (tmp_path / coverage.FILE).write_text('{"date": 3}')
    with pytest.raises(coverage.UnreadableCoverage, match="run the tests again"):
        coverage.read(tmp_path / coverage.FILE)


@pytest.mark.parametrize("game_id", games.catalogue())
def test_rows_outside_software_have_a_lawful_reason(game_id: str) -> None:
    """Each entry is checked as it is read; and nothing outside may be cited by the code."""
    for row in outside_rows.outside(games.game(game_id).section):
        assert not law.citations(row), f"{row} is outside, yet cited"


@pytest.mark.parametrize(("row", "reason", "fault"), [
    ("15.z", "heading", "no row"),
    ("2", "boring", "is not a reason"),
    ("2.d", "heading", "heads no rows"),
    ("6", "definition", "only under an interpretation"),
])
def test_a_row_is_not_put_outside_for_any_reason(row: str, reason: str, fault: str) -> None:
    entry = outside_rows.Outside(f"{ONLINE}/{row}", reason, 0, "blackjack-online")
    assert fault in outside_rows._fault(entry, ONLINE)


def test_an_interpretation_that_concerns_the_row_may_put_it_outside() -> None:
    why = {"en": "It names a thing.", "pt": "Dá nome a uma coisa."}
    entry = outside_rows.Outside(f"{ONLINE}/6", "definition", 12, "blackjack-online", why)
    assert outside_rows._fault(entry, ONLINE) == ""
    assert "a sentence that says why is missing" in outside_rows._fault(
        entry._replace(why={"en": "It names a thing."}), ONLINE)
    other = outside_rows.Outside(f"{ONLINE}/6", "definition", 2, "blackjack-online")
    assert "does not concern it" in outside_rows._fault(other, ONLINE)


def test_counting_perturbations_leaves_out_those_that_do_not_apply(tmp_path: Path) -> None:
    (tmp_path / "src/sabot").mkdir(parents=True)
    (tmp_path / "src/sabot/a.py").write_text("STANDS = 17\n")
    (tmp_path / perturb.DATA).mkdir(parents=True)
    (tmp_path / perturb.DATA / "one.toml").write_text(
        f'[[perturb]]\nrows = ["{ONLINE}/17.a", "{ONLINE}/15.a"]\nfile = "a.py"\nfind = "= 17"\n'
        f'replace = "= 18"\n'
        f'[[perturb]]\nrow = "{ONLINE}/17.b"\nfile = "a.py"\nfind = "= 16"\nreplace = "= 18"\n')
    (tmp_path / perturb.DATA / "two.toml").write_text(
        f'[[perturb]]\nrow = "{ONLINE}/17.a"\ndrop = "stands"\n')
    assert perturb.counts(tmp_path) == {f"{ONLINE}/17.a": 2, f"{ONLINE}/15.a": 1}
    assert perturb.counts(tmp_path, [f"{ONLINE}/12-2"])[f"{ONLINE}/12-2"] == 1
