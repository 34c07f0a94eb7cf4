"""Every citation in the code exists, and is looked up when its module is imported."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sabot
from sabot import law

SOURCE = Path(sabot.__file__).parent
CITING = sorted(path for path in SOURCE.rglob("*.py")
                if 'L["' in path.read_text("utf-8") and path.parent.name not in ("law", "certify"))


@pytest.mark.parametrize("path", CITING, ids=lambda p: p.relative_to(SOURCE).as_posix())
def test_a_module_that_cites_makes_its_own_section(path: Path) -> None:
    """A section checks the module that makes it, so one imported from elsewhere checks nothing."""
    tree = ast.parse(path.read_text("utf-8"))
    made = {t.id for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
            and ast.unparse(node.value.func).endswith("Section")
            for t in node.targets if isinstance(t, ast.Name)}
    cited = {node.value.id for node in ast.walk(tree)
             if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)
             and node.value.id.isupper() and isinstance(node.slice, ast.Constant)
             and isinstance(node.slice.value, str) and len(node.value.id) <= 2}
    assert cited <= made, f"{path.name} cites {cited - made} of another module"


@pytest.mark.parametrize("line", ['L["15.z"]', 'IR[99]'])
def test_a_citation_of_nothing_stops_the_import(tmp_path: Path, line: str) -> None:
    module = tmp_path / "wrong.py"
    module.write_text("from sabot.law import IR, Section\n"
                      'L = Section("pt-805-2015/blackjack-online")\n'
                      f"def later():\n    return {line}\n")
    done = subprocess.run([sys.executable, "-c", "import wrong"], cwd=tmp_path, text=True,
                          capture_output=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(SOURCE.parent)})
    assert done.returncode == 1
    assert "UnknownClause" in done.stderr
    assert "wrong.py:4" in done.stderr or "ir/99" in done.stderr


def test_citations_say_where_a_clause_is_cited() -> None:
    importlib.import_module("sabot.games.blackjack_online")
    modules = {c.module for c in law.citations("pt-805-2015/blackjack-online/15.e")}
    assert modules == {"sabot.games.blackjack_online.clauses"}
    modules = {c.module for c in law.citations("pt-805-2015/blackjack-online/25.a")}
    assert "sabot.games.blackjack_online.felt" in modules
    assert law.citations("ir/4")


def test_the_register_holds_every_row_once_and_of_a_known_kind() -> None:
    rows = law.rows()
    assert len(law.find("pt-805-2015")) == 89
    assert all(row.kind in law.register.KINDS for row in rows.values())


def test_an_unknown_row_is_named_with_its_neighbours() -> None:
    with pytest.raises(law.UnknownClause, match=r"15\.z.*nearest.*15\."):
        law.row("pt-805-2015/blackjack-online/15.z")
