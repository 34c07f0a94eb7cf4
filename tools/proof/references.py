"""Finds where names that are bound at import are used.

A table of figures, a class or a constant runs once, at import, in no test. The tests that can
notice a change in it are those that run the lines which use its name, in its own module and in
importing modules, and so on if such a line runs at import too. """

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple

STEPS = 4
"""How many times a name is followed to names that are defined with it."""


class _Module(NamedTuple):
    """A module: the names that each top-level line binds, and the lines that use each name."""

    bound: dict[int, set[str]]
    used: dict[str, set[int]]
    imports: set[str]


class References:
    """The names and uses of every module, by its path from the root."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._modules: dict[str, _Module] = {}
        self._importers: dict[str, set[str]] | None = None

    def uses(self, file: str, lines: Iterable[int]) -> dict[str, set[int]]:
        """The lines that use names bound by these lines at import, directly or through other names,
        by file."""
        result: dict[str, set[int]] = defaultdict(set)
        names = self._bound(file, set(lines))
        known = {(file, name) for name in names}
        current = list(known)
        for _ in range(STEPS):
            next_names: list[tuple[str, str]] = []
            for file_, name in current:
                for other in {file_, *self._imported_by(file_)}:
                    used = self._module(other).used.get(name, set())
                    result[other] |= used
                    next_names += [(other, new_name) for new_name in self._bound(other, used)]
            current = [name_ for name_ in dict.fromkeys(next_names) if name_ not in known]
            known |= set(current)
        return {name: lines for name, lines in result.items() if lines}

    def _bound(self, file: str, lines: Set[int]) -> set[str]:
        return {name for line, names in self._module(file).bound.items() if line in lines
                for name in names}

    def _imported_by(self, file: str) -> set[str]:
        if self._importers is None:
            self._importers = defaultdict(set)
            for other in self._texts:
                for module in self._module(other).imports:
                    self._importers[module].add(other)
        return self._importers.get(_dotted(file), set())

    def _module(self, file: str) -> _Module:
        if file not in self._modules:
            self._modules[file] = _read(self._texts[file])
        return self._modules[file]


def _dotted(file: str) -> str:
    """``src/sabot/games/craps/rules.py`` as a module: ``sabot.games.craps.rules``."""
    return file.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _read(text: str) -> _Module:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return _Module({}, {}, set())
    bound: dict[int, set[str]] = defaultdict(set)
    for statement in tree.body:
        names = _names(statement)
        for line in range(_first(statement), (statement.end_lineno or statement.lineno) + 1):
            bound[line] |= names
    used: dict[str, set[int]] = defaultdict(set)
    imports: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            used[node.id].add(node.lineno)
        elif isinstance(node, ast.Attribute):
            used[node.attr].add(node.lineno)
        elif isinstance(node, ast.ImportFrom) and node.module:
            imports.add(node.module)
            imports |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            imports |= {alias.name for alias in node.names}
    return _Module(bound, used, imports)


def _first(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _names(statement: ast.stmt) -> set[str]:
    """The names that a top-level statement binds."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {statement.name}
    return {node.id for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
