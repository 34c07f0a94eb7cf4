"""Every citation in the code exists, and the code says who cites a clause."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sabot
from sabot import regulations as law
from sabot.regulations import figure, figures

SOURCE = Path(sabot.__file__).parent
CITING = sorted(path for path in SOURCE.rglob("*.py")
                if 'L["' in path.read_text("utf-8")
                and path.parent.name not in ("regulations", "certify"))


@pytest.mark.parametrize("path", CITING, ids=lambda p: p.relative_to(SOURCE).as_posix())
def test_a_module_that_cites_makes_its_own_section(path: Path) -> None:
    """The source is read module by module, so one imported from elsewhere is not known there."""
    tree = ast.parse(path.read_text("utf-8"))
    assigned = {t.id for node in tree.body
                if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
                and ast.unparse(node.value.func).endswith("Section")
                for t in node.targets if isinstance(t, ast.Name)}
    cited = {node.value.id for node in ast.walk(tree)
             if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)
             and node.value.id.isupper() and isinstance(node.slice, ast.Constant)
             and isinstance(node.slice.value, str) and len(node.value.id) <= 2}
    assert cited <= assigned, f"{path.name} cites {cited - assigned} of another module"


def test_every_citation_in_the_code_exists() -> None:
    """Inside functions too, where nobody would look it up before it is played."""
    assert law.wrong_citations() == []


HEAD = ('from sabot.regulations import IR, Section, figure\n'
        'L = Section("pt-805-2015/blackjack-online")\n')


def module(folder: Path, text: str) -> Path:
    file = folder / "wrong.py"
    file.write_text(HEAD + text)
    return file


@pytest.mark.parametrize("line", [
    'L["15.z"]', "IR[999]", 'figure(1, L["15.z"])', 'figure(1, L.key + "/15.z")'])
def test_a_citation_of_nothing_at_the_top_stops_the_import(tmp_path: Path, line: str) -> None:
    module(tmp_path, f"A = {line}\n")
    done = subprocess.run([sys.executable, "-c", "import wrong"], cwd=tmp_path, text=True,
                          capture_output=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(SOURCE.parent)})
    assert done.returncode == 1
    assert "UnknownClause" in done.stderr and "wrong.py\", line 3" in done.stderr


@pytest.mark.parametrize(("line", "wrong"), [
    ('L["15.z"]', "pt-805-2015/blackjack-online has no rule '15.z'"),
    ("IR[999]", "there is no interpretation 'ir/999'"),
    ('figure(1, L["15.a"], L["15.z"])', "has no rule '15.z'"),
    ('L["15.a"], IR[4], M["15.z"], L[name]', "")])
def test_a_citation_of_nothing_in_a_function_is_found_unread(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, wrong: str) -> None:
    file = module(tmp_path, f"def later():\n    return {line}\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = law.wrong_citations("wrong")
    assert "wrong" not in sys.modules
    assert len(found) == bool(wrong)
    assert all(one.startswith(f"{file}:4: ") and wrong in one for one in found)


def test_a_package_that_is_not_there_cites_nothing() -> None:
    assert law.wrong_citations("no_such_package_of_games") == []


def test_a_section_reads_no_source() -> None:
    """It is a dictionary; whoever makes it may be typed, and have no file."""
    names: dict[str, law.Section] = {}
    exec('L = Section("pt-805-2015/blackjack-online")', {"Section": law.Section}, names)
    assert names["L"]["15.e"] == "pt-805-2015/blackjack-online/15.e"


def test_citations_say_where_a_clause_is_cited() -> None:
    modules = {c.module for c in law.citations("pt-805-2015/blackjack-online/15.e")}
    assert modules == {"sabot.games.blackjack_online.clauses", "sabot.games.blackjack_online.rules"}
    cited = {(c.module, c.name) for c in law.citations("pt-805-2015/blackjack-online/25.a")}
    assert ("sabot.games.blackjack_online.rules", "BLACKJACK_PAYS") in cited
    assert any(module == "sabot.games.blackjack_online.felt" for module, _ in cited)
    assert law.citations("ir/4")


def test_citations_are_read_from_modules_that_are_not_imported() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import sys\nfrom sabot import regulations as law\n"
         "print([c.name for c in law.citations('pt-217-2007/blackjack/19')])\n"
         "print(law.readers('sabot.games.blackjack_2007.clauses', 'CLAUSES.bank_shows'))\n"
         "print('sabot.games' in sys.modules)"], text=True, capture_output=True, check=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE.parent)})
    names, read, imported = done.stdout.splitlines()
    assert "BANK_STANDS" in names and "sabot.families.blackjack.round.bank" in read
    assert imported == "False"


def test_a_figure_is_its_value() -> None:
    pays = figure((3, 2), "pt-805-2015/blackjack-online/25.a", "ir/8")
    assert pays == (3, 2)
    assert figures((3, 8), "ir/4", "ir/8") == (3, 8)
    with pytest.raises(ValueError, match="found 1 clauses for 2 figures"):
        figures((3, 8), "ir/4")
    for clause in ("ir/999", "pt-805-2015/blackjack-online/15.z", "15.a"):
        with pytest.raises(law.UnknownClause):
            figure(3, "ir/4", clause)


def test_the_register_holds_every_row_once_and_of_a_known_kind() -> None:
    rows = law.rows()
    assert len(law.find("pt-805-2015")) == 89
    assert all(row.kind in law.register.KINDS for row in rows.values())


def test_an_unknown_row_is_named_with_its_neighbours() -> None:
    with pytest.raises(law.UnknownClause, match=r"15\.z.*nearest.*15\."):
        law.row("pt-805-2015/blackjack-online/15.z")
