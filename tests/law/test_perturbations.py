"""The perturbations of the law: each applies, each figure has one, and the instrument works."""

from __future__ import annotations

import ast
import builtins
import itertools
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from sabot import games
from sabot import regulations as law
from sabot.procedure.dealer import Coup, Dealer, is_announcement
from sabot.procedure.resolvers import Scripted
from sabot.procedure.steps import Call, Result
from tools.proof import forks, perturb, witness
from tools.proof.figures import figures
from tools.proof.perturb import LastRun, Perturbation

ROOT = Path(__file__).parents[2]
ONLINE = "pt-805-2015/blackjack-online"
RULES = "games/blackjack_online/rules.py"
STANDS = ("BANK_STANDS = figure(17", "BANK_STANDS = figure(18")
TESTS = " ".join(f"tests/games/test_blackjack_online_{part}.py" for part in ("prizes", "decisions"))
FIGURES = f'''
from sabot.regulations import IR, figure, figures
from sabot.other import figures as others

L = law.Section("{ONLINE}")
PLACES = figure((1, 7), L["4.a"])
PAYS = figure(Odds(3, 2), L["25.a"], IR[8])  # half of an odd stake
EVEN = figure(EVENS, L["20.b"])
LOW, HIGH = figure((9, 11), L["15.b"])
WORKED_OUT = figure(max(PLACES), IR[12])
LEFT_OUT = 3                     # 4.a
NO_FIGURES = others(3, L["4.a"])
STREAK = figures((3, 8, 18), L["15.a"], L["15.b"], L["15.c"])

class Rules(Struct):
    soft: bool = True
    hands: int = 4

def code(rules, box):
    return Code(
        hit=figure(rules.soft, L["17.a"]),
        hands=figure(rules.hands, L["16.c"]),
        warning=figure(9 if box else LOW, IR[17]),
        look=figure(rules.hands > 3, L["20"]),
    )

CODE = Code(
    packs=law.figure(6, L["4.b"]),
    peek=figure(False, L["20.c"]), seen=figure(True, L["20.c"]),
    name=figure("x", L["18"]),
    inner=Inner(
        n=figure(4, L["11"])),
)
'''


@pytest.fixture(scope="module")
def worker() -> Iterator[perturb.Worker]:
    """One for all, as in a run: to begin with it compiles a copy of the program."""
    with perturb.Worker(ROOT) as running:
        yield running


@cache
def patches() -> list[Perturbation]:
    """Every patch of the checkout: worked out when a test asks, not by whoever collects."""
    return perturb.load(ROOT, ())


@cache
def statements(file: str) -> tuple[str, list[int]]:
    """A file, and where each of its top statements ends, with the lines before it."""
    source = (ROOT / perturb.SOURCE / file).read_text("utf-8")
    ends = list(itertools.accumulate(map(len, source.splitlines(keepends=True)), initial=0))
    return source, [ends[part.end_lineno or 0] for part in ast.parse(source).body]


@cache
def known(file: str) -> frozenset[str]:
    """Every name that a file binds anywhere, and those that Python gives."""
    tree = ast.parse(statements(file)[0])
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    bound |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    bound |= {node.name for node in ast.walk(tree)
              if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return frozenset(bound | set(dir(builtins)) | {"__file__", "__name__", "__path__"})


def misspelt(patch: Perturbation) -> str:
    """Why a patched file is not valid Python, or uses a name that it does not have: such a patch
    would be noticed by accident. Empty if it is right. Only the patched statements are parsed."""
    source, ends = statements(patch.file)
    begin = source.index(patch.find)
    first = max((end for end in ends if end <= begin), default=0)
    last = min((end for end in ends if end >= begin + len(patch.find)), default=len(source))
    try:
        tree = ast.parse(source[first:last].replace(patch.find, patch.replace))
        compile(tree, patch.file, "exec")  # finds what parsing does not, such as one name twice
    except SyntaxError as error:
        return str(error)
    bound = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)} | {
        node.id for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    used = {node.id for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    unknown = used - bound - known(patch.file)
    return f"it uses {', '.join(sorted(unknown))}, which {patch.file} has not" if unknown else ""


def test_every_perturbation_applies() -> None:
    wrong = {patch.name: fault for patch in patches()
             if (fault := perturb.fault(patch, ROOT) or witness.check_citations(patch.rows)
                 or (patch.file and misspelt(patch)))}
    assert wrong == {} and len(patches()) > 1000


def test_a_patch_that_leaves_no_python_is_found() -> None:
    patch = Perturbation((f"{ONLINE}/17.a",), RULES, *STANDS)
    assert misspelt(patch) == ""
    assert misspelt(patch._replace(replace="BANK_STANDS = figure()"))
    assert "repeated" in misspelt(patch._replace(replace="STANDS = dict(a=1, a=2), figure(17"))
    assert "seventeen" in misspelt(patch._replace(replace="BANK_STANDS = figure(seventeen"))


def test_no_perturbation_stands_twice() -> None:
    assert len(set(patches())) == len(patches())


@pytest.mark.parametrize("game_id", games.catalogue())
def test_every_figure_of_the_law_is_perturbed(game_id: str) -> None:
    """A figure of a game's rules that cites clauses has a patch of each of them."""
    file = f"games/{game_id.replace('-', '_')}/rules.py"
    found = figures((ROOT / perturb.SOURCE / file).read_text("utf-8"))
    for figure in found:
        for row in figure.rows:
            aimed = [p for p in patches() if p.file == file and row in p.rows
                     and (p.find.strip() in figure.text or figure.text in p.find)]
            assert aimed, f"{file}:{figure.at} cites {row}: write a patch, nothing is next to it"


# -- figures --------------------------------------------------------------------------------------


def test_figures_are_found_and_made_wrong_one_by_one() -> None:
    found = {figure.text.strip(): figure for figure in figures(FIGURES)}
    assert {figure.text.split("=")[0].strip(): figure.rows for figure in found.values()} == {
        "PLACES": (f"{ONLINE}/4.a",), "PAYS": (f"{ONLINE}/25.a", "ir/8"),
        "EVEN": (f"{ONLINE}/20.b",), "LOW, HIGH": (f"{ONLINE}/15.b",), "WORKED_OUT": ("ir/12",),
        "packs": (f"{ONLINE}/4.b",), "peek": (f"{ONLINE}/20.c",),
        "name": (f"{ONLINE}/18",), "n": (f"{ONLINE}/11",),
        "STREAK": (f"{ONLINE}/15.a", f"{ONLINE}/15.b", f"{ONLINE}/15.c"),
        "hit": (f"{ONLINE}/17.a",), "hands": (f"{ONLINE}/16.c",), "warning": ("ir/17",),
        "look": (f"{ONLINE}/20",)}
    assert [text.strip() for figure in figures(FIGURES) for text, _ in figure.variants] == [
        'PLACES = figure((2, 7), L["4.a"])', 'PLACES = figure((1, 8), L["4.a"])',
        'PAYS = figure(Odds(4, 2), L["25.a"], IR[8])  # half of an odd stake',
        'EVEN = figure(Odds(2), L["20.b"])',
        'LOW, HIGH = figure((10, 11), L["15.b"])', 'LOW, HIGH = figure((9, 12), L["15.b"])',
        'STREAK = figures((4, 8, 18), L["15.a"], L["15.b"], L["15.c"])',
        'STREAK = figures((3, 9, 18), L["15.a"], L["15.b"], L["15.c"])',
        'STREAK = figures((3, 8, 19), L["15.a"], L["15.b"], L["15.c"])',
        'hit=figure((not rules.soft), L["17.a"]),',
        'hands=figure(rules.hands + 1, L["16.c"]),',
        'warning=figure(9 if not (box) else LOW, IR[17]),',
        'look=figure(not (rules.hands > 3), L["20"]),',
        'packs=law.figure(7, L["4.b"]),',
        'peek=figure(True, L["20.c"]), seen=figure(True, L["20.c"]),',
        'peek=figure(False, L["20.c"]), seen=figure(False, L["20.c"]),',
        'n=figure(5, L["11"])),']


def test_of_several_figures_each_has_its_clause_and_of_one_all_have() -> None:
    by_text = {figure.text.split(" ")[0]: figure for figure in figures(FIGURES)}
    assert [rows for _, rows in by_text["STREAK"].variants] == [
        (f"{ONLINE}/15.a",), (f"{ONLINE}/15.b",), (f"{ONLINE}/15.c",)]
    assert [rows for _, rows in by_text["PAYS"].variants] == [(f"{ONLINE}/25.a", "ir/8")]


def test_figures_stand_by_a_key_in_sets_and_over_several_lines_too() -> None:
    text = (f'from sabot.regulations import figure\nL = law.Section("{ONLINE}")\nPAYS = {{\n'
            '    **figure({4: Odds(2), 5: Odds(3, 2)}, L["17.a"]),\n'
            '    "red": figure(frozenset({1, 3}), L["18"]),\n'
            '    "é": figure(\n        (Prize(name="é", cards=2),\n         range(4, 11)),\n'
            '        L["20"]),\n}\n')
    found = {figure.rows[0].rpartition("/")[2]: figure for figure in figures(text)}
    assert {row: [" ".join(wrong.split()).partition(", L[")[0] for wrong, _ in figure.variants]
            for row, figure in found.items()} == {
        "17.a": ["**figure({4: Odds(3), 5: Odds(3, 2)}", "**figure({4: Odds(2), 5: Odds(4, 2)}"],
        "18": ['"red": figure(frozenset({2, 3})', '"red": figure(frozenset({1, 4})'],
        "20": [f'"é": figure( (Prize(name="é", cards={n}), range({low}, {high}))'
               for n, low, high in ((3, 4, 11), (2, 5, 11), (2, 4, 12))]}
    assert found["20"].lines == {6, 7, 8, 9}


@pytest.mark.parametrize("cited", ["CLAUSE", 'L["4.a"], CLAUSES.pays', 'M["4.a"]'])
def test_the_clauses_of_a_figure_are_written_out(cited: str) -> None:
    """A figure whose clauses nobody can read would be perturbed by nobody."""
    with pytest.raises(ValueError, match="line 3: a figure names its clauses"):
        figures(f'from sabot.regulations import figure\nL = law.Section("{ONLINE}")\n'
                f"A = figure(1, {cited})\n")


def rules_in(root: Path, text: str) -> None:
    path = root / perturb.SOURCE / "games/some/rules.py"
    path.parent.mkdir(parents=True)
    path.write_text(text)


def test_a_patch_is_derived_for_what_no_written_one_changes(tmp_path: Path) -> None:
    rules_in(tmp_path, FIGURES)
    every = perturb.derived_patches(tmp_path)
    assert len(every) == 17 and all(perturb.fault(p, tmp_path) == "" for p in every)
    mine = Perturbation((f"{ONLINE}/4.a",), "games/some/rules.py", "(1, 7)", "(1, 9)")
    half = Perturbation(("ir/8",), "games/some/rules.py", "Odds(3, 2)", "Odds(1)")
    left = perturb.derived_patches(tmp_path, [mine, half])
    assert [p.rows for p in left if "PLACES" in p.find] == []
    assert [p.rows for p in left if "PAYS" in p.find] == [(f"{ONLINE}/25.a",)]


def test_a_figure_whose_line_stands_twice_is_found_with_the_lines_before(tmp_path: Path) -> None:
    head = f'from sabot.regulations import figure\nL = law.Section("{ONLINE}")\n'
    both = "".join(f'{name} = Code(\n    n=figure(4, L["11"]),\n)\n' for name in "AB")
    rules_in(tmp_path, head + both)
    first, second = perturb.derived_patches(tmp_path)
    assert not perturb.fault(first, tmp_path) and not perturb.fault(second, tmp_path)
    assert first.replace == 'A = Code(\n    n=figure(5, L["11"]),'
    assert second.replace.startswith("B = Code(")


# -- steps that are only announced ----------------------------------------------------------------


def coup() -> Coup:
    for n in range(2):
        yield Call(f"{ONLINE}/12-2", call="no-more-bets")
        yield Call(f"{ONLINE}/20.c", call="end", facts={"n": n})
        yield Result(f"{ONLINE}/12-2", hand="1", result="won")
    return "carry"


def test_a_step_that_is_not_told_is_missing_and_the_coup_goes_on() -> None:
    for word in ("no-more-bets", f"{ONLINE}/12-2"):
        with perturb.dropping(word):
            dealer = Dealer(coup(), Scripted([]))
        order = [event.step for event in dealer.record]
        assert [getattr(step, "call", "result") for step in order] == ["end", "result"] * 2
        assert dealer.outcome == "carry"
    assert len(Dealer(coup(), Scripted([])).record) == 6
    assert is_announcement(Call("", call="x")) and not is_announcement(
        Result("", hand="1", result="won")
    )


def test_rows_of_procedure_that_nothing_else_breaks_are_not_told() -> None:
    rows = [f"{ONLINE}/12-2", f"{ONLINE}/20.c", f"{ONLINE}/24", "ir/12"]
    kinds = {law.row(row).kind for row in rows[:3]}
    assert kinds & perturb.STEP_KINDS and kinds - perturb.STEP_KINDS
    expected = [row for row in rows[:3] if law.row(row).kind in perturb.STEP_KINDS]
    assert [p.drop for p in perturb.omitted_steps(rows, ())] == expected
    other = Perturbation((expected[0],), "a.py", "x", "y")
    assert [p.drop for p in perturb.omitted_steps(rows, [other])] == expected[1:]


def test_a_written_patch_may_name_a_word_that_is_not_told(worker: perturb.Worker) -> None:
    patch = Perturbation((f"{ONLINE}/12-2",), drop="no-more-bets",
                         tests="tests/games/test_blackjack_online_table.py")
    assert perturb.fault(patch, ROOT) == "" and "not told" in patch.name
    assert perturb.fault(patch._replace(file="a.py"), ROOT)
    assert worker.attempt(patch, LastRun()).end == "killed"
    outcome = worker.attempt(patch._replace(drop="a word that nobody says"), LastRun())
    assert outcome.end == "survived", outcome.text


# -- trying them ----------------------------------------------------------------------------------


def test_a_patch_must_find_its_text_once() -> None:
    there = Perturbation((f"{ONLINE}/17.a",), RULES, *STANDS)
    assert perturb.fault(there, ROOT) == ""
    assert "0 times" in perturb.fault(there._replace(find="BANK_SITS"), ROOT)
    assert "not once" in perturb.fault(there._replace(find="EVENS"), ROOT)
    assert "does not exist" in perturb.fault(there._replace(file="no.py"), ROOT)
    assert "changes nothing" in perturb.fault(there._replace(replace=there.find), ROOT)
    cite = there._replace(find='L["11"], "maximum"', replace='L["10"], "maximum"')
    assert "changes a citation" in perturb.fault(cite, ROOT)


def test_a_worker_tries_one_patch_after_the_other(worker: perturb.Worker) -> None:
    """Figures that are broken in turn in one file are each noticed, and none stays broken."""
    def wrong(row: str, find: str, replace: str) -> Perturbation:
        return Perturbation((f"{ONLINE}/{row}",), RULES, find, replace, TESTS)
    for patch in (wrong("17.a", *STANDS),
                  wrong("15.a", "MUST_HIT = figure(11", "MUST_HIT = figure(10"),
                  wrong("25.i", "SPECIAL_PAYS = figure(Odds(3)", "SPECIAL_PAYS = figure(Odds(4)")):
        outcome = worker.attempt(patch, LastRun())
        assert outcome.end == "killed", outcome.text
    harmless = wrong("17.a", "BANK_STANDS = figure(17", "BANK_STANDS = figure(17 + 0")
    assert worker.attempt(harmless, LastRun()).end == "survived"
    several = wrong("17.a", *STANDS)._replace(
        rows=(f"{ONLINE}/17.a", f"{ONLINE}/15.c"))
    outcome = worker.attempt(several, LastRun())
    assert outcome.end == "survived" and "unnoticed: " + several.rows[1] in outcome.text
    unmarked = several._replace(rows=("pt-217-2007/chemin-de-fer/1",))
    assert worker.attempt(unmarked, LastRun()).end == "broken"
    syntax = wrong("17.a", "BANK_STANDS = figure(17", "BANK_STANDS = figure()")
    assert worker.attempt(syntax, LastRun()).end == "broken"


def test_what_noticed_a_patch_must_pass_where_nothing_is_changed(
        worker: perturb.Worker) -> None:
    """A test that fails in any case has noticed nothing."""
    patch = Perturbation((f"{ONLINE}/17.a",), RULES, *STANDS, TESTS)
    outcome = worker.attempt(patch, LastRun())
    assert outcome.by and perturb.control([worker], outcome.by) == (set(), "")
    with worker.changed(patch):
        failed, output = perturb.control([worker], outcome.by)
    assert failed == outcome.by and "BANK_STANDS" not in output and "failed" in output


def test_what_imports_a_changed_file_is_not_loaded_before() -> None:
    above = forks._importers_of(str(ROOT / "src"), "sabot.games.craps.rules")
    assert {"sabot.games.craps.rules", "sabot.games.craps", "sabot.games.craps.coup"} <= above
    assert not above & {"sabot.games.cussec", "sabot.regulations", "sabot.families.layout.settle"}
    family = forks._importers_of(str(ROOT / "src"), "sabot.families.layout.settle")
    assert {"sabot.games.craps", "sabot.games.cussec"} <= family
    assert forks._name("games/craps/__init__.py") == "sabot.games.craps"
    assert forks._load(str(ROOT / "src"), "regulations/interpretations.toml") == ""
    assert "does not name it" in forks._load(str(ROOT / "src"), "regulations/__init__.py")


def test_a_patch_without_a_test_proves_nothing(worker: perturb.Worker) -> None:
    lone = Perturbation(("pt-217-2007/craps/1",), RULES, *STANDS, "tests/law/test_citations.py")
    assert law.find("pt-217-2007/craps")
    outcome = worker.attempt(lone, LastRun())
    assert outcome.end == "broken" and "no test is marked" in outcome.text


def test_the_quickest_file_of_each_row_comes_first() -> None:
    known = LastRun(rows={"a": ["slow.py::x", "quick.py::y", "quick.py::z"], "b": ["other.py::x"]},
                    seconds={"slow.py::x": 9.0, "quick.py::y": 0.1, "quick.py::z": 0.2})
    assert perturb.stages(Perturbation(("a",)), known) == [["quick.py"], ["slow.py"]]
    assert perturb.stages(Perturbation(("a", "b")), known) == [["other.py", "quick.py"],
                                                              ["slow.py"]]
    assert perturb.stages(Perturbation(("c",)), known) == [[]]
    assert perturb.stages(Perturbation(("a",), tests="here.py"), known) == [["here.py"]]


@pytest.mark.parametrize(("file", "counts"), [
    ("src/sabot/games/craps/rounds/01-call.txt", True), ("tests/rounds/test_rounds.py", True),
    ("src/sabot/games/craps/__pycache__/rules.pyc", False), ("docs/index.md", False),
    ("tools/client/node_modules/acorn/acorn.js", False), ("src/sabot.egg-info/PKG-INFO", False)])
def test_the_state_of_the_code_is_another_with_its_files_and_golden_coups(
        tmp_path: Path, file: str, counts: bool) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    digests = []
    for text in ("one", "two"):
        (tmp_path / file).write_text(text)
        digests.append(perturb.code_digest(tmp_path))
    assert (digests[0] != digests[1]) == counts


def test_a_sample_is_a_twelfth_and_another_for_other_code() -> None:
    many = [Perturbation((f"{ONLINE}/17.a",), find=str(n)) for n in range(2000)]
    drawn = [set(perturb.sample(many, f"{random.Random(n).random()}")) for n in range(12)]
    assert all(120 < len(part) < 230 for part in drawn)
    assert len(set.union(*drawn)) > 1100
    assert perturb.sample(many, "a") == perturb.sample(many, "a")
