"""A section of the register as the name under which a module cites it."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import NamedTuple

from sabot.law import register


class Citation(NamedTuple):
    """One place in the code that cites a clause."""

    clause: str
    module: str
    line: int


_citations: dict[tuple[str, int, str], Citation] = {}


class Section(dict[str, str]):
    """The rules of one game in one regulation; ``L["15.a"]`` is the full id of rule 15.a.

    Making a section reads the source of the module that makes it and looks up every literal
    citation in it, so that a wrong one fails at import (UnknownClause) and not in mid-game.
    """

    def __init__(self, key: str) -> None:
        if key not in register.sections():
            raise register.UnknownClause(
                f"the register has no section {key!r}; it has {', '.join(register.sections())}"
            )
        self.key = key
        super().__init__((entry.rule, entry.id) for entry in register.sections()[key])
        frame = sys._getframe(1)
        self._check(frame.f_globals.get("__name__", "?"), frame.f_globals.get("__file__"))

    def __missing__(self, rule: str) -> str:
        raise register.UnknownClause(f"{self.key} has no rule {rule!r}")

    def _check(self, module: str, file: str | None) -> None:
        if file is None or not file.endswith(".py"):
            return
        tree = ast.parse(Path(file).read_text("utf-8"))
        names = {
            target.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and _makes_section(node.value, self.key)
            for target in node.targets if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)
                    and node.value.id in names and isinstance(node.slice, ast.Constant)):
                continue
            try:
                clause = self[str(node.slice.value)]
            except register.UnknownClause as wrong:
                raise register.UnknownClause(f"{file}:{node.lineno}: {wrong}") from None
            _citations[(module, node.lineno, clause)] = Citation(clause, module, node.lineno)


def _makes_section(value: ast.expr, key: str) -> bool:
    return (isinstance(value, ast.Call) and len(value.args) == 1
            and isinstance(value.args[0], ast.Constant) and value.args[0].value == key)


def citations(clause: str) -> list[Citation]:
    """Where the modules imported so far cite a clause, by module and line."""
    return sorted(c for c in _citations.values() if c.clause == clause)
