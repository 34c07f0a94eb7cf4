"""A section of the register as the name under which a module cites it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sabot.law import register
from sabot.law.interpretations import IR, interpretations


class Citation(NamedTuple):
    """One place in the code that cites a clause: ``name`` is that of the function, class or value
    there, a field of a value after a dot; "" for the module itself."""

    clause: str
    module: str
    line: int
    name: str = ""


_citations: dict[tuple[str, int, str], Citation] = {}
_unread: list[tuple[Section, str, str, str]] = []
"""What was looked through at import, to be parsed when somebody asks who cites a clause: to parse
every game took most of the time in which a house opens."""
_MADE = re.compile(r"""^[ \t]*(\w+)\s*=\s*[\w.]+\(\s*["']([^"']+)["']\s*\)""", re.M)
_LOOKED_UP = re.compile(r"""\b(\w+)\[\s*(?:("[^"\\\n]*"|'[^'\\\n]*')|(\d+))\s*\]""")


class Section(dict[str, str]):
    """The rules of one game in one regulation; ``L["15.a"]`` is the full id of rule 15.a.

    Making a section reads the source of the module that makes it and looks up every literal
    citation in it, of interpretations too (``IR[4]``), so that a wrong one fails at import
    (UnknownClause) and not in mid-game. Each module that cites makes its own section.
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
        text = Path(file).read_text("utf-8")
        _unread.append((self, module, file, text))
        names = {"IR", *(name for name, key in _MADE.findall(text) if key == self.key)}
        for name, quoted, number in _LOOKED_UP.findall(text):
            if name in names and (quoted[1:-1] not in self if quoted else
                                  name == "IR" and int(number) not in interpretations()):
                self._read(*_unread.pop()[1:])  # it stops here, unless that is only talked about
                break

    def _read(self, module: str, file: str, text: str) -> None:
        """Every citation with the name of what it stands in; UnknownClause where one is wrong."""
        names = {"IR"}
        looked_up: list[tuple[ast.Subscript, str]] = []
        for node, within in _named(ast.parse(text)):
            if isinstance(node, ast.Subscript):
                looked_up.append((node, within))
            elif isinstance(node, ast.Assign) and _makes_section(node.value, self.key):
                names.update(name.id for name in node.targets if isinstance(name, ast.Name))
        for node, within in looked_up:
            if not (isinstance(node.value, ast.Name) and node.value.id in names
                    and isinstance(node.slice, ast.Constant)):
                continue
            try:
                rule: Any = node.slice.value
                clause = IR[rule] if node.value.id == "IR" else self[rule]
            except register.UnknownClause as wrong:
                raise register.UnknownClause(f"{file}:{node.lineno}: {wrong}") from None
            _citations[(module, node.lineno, clause)] = Citation(
                clause, module, node.lineno, within)


def _named(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Every node with the name of what it stands in."""
    left: list[tuple[ast.AST, str, bool]] = [(tree, "", True)]
    while left:
        node, within, outer = left.pop()
        yield node, within
        own, inner = "", outer  # `outer`: within no function, where values have names
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            own, inner = node.name, isinstance(node, ast.ClassDef) and outer
        elif isinstance(node, ast.keyword) and outer and within:
            own = node.arg or ""
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and outer:
            to = node.targets[0] if isinstance(node, ast.Assign) else node.target
            own = to.id if isinstance(to, ast.Name) else ""
        name = f"{within}.{own}" if within and own else own or within
        left += [(child, name, inner) for child in ast.iter_child_nodes(node)]


def _makes_section(value: ast.expr, key: str) -> bool:
    return (isinstance(value, ast.Call) and len(value.args) == 1
            and isinstance(value.args[0], ast.Constant) and value.args[0].value == key)


def citations(clause: str) -> list[Citation]:
    """Where the modules imported so far cite a clause, by module and line."""
    while _unread:
        section, *where = _unread.pop()
        section._read(*where)
    return sorted(c for c in _citations.values() if c.clause == clause)


def _named_module(path: Path, package: Path, own: Path, module: str) -> str:
    """The module of a file of the program, or of the folder ``own`` in which ``module`` lies."""
    if path.is_relative_to(package):
        return ".".join(("sabot", *path.relative_to(package).with_suffix("").parts))
    return ".".join((module.rpartition(".")[0], *path.relative_to(own).with_suffix("").parts))


def readers(module: str, name: str) -> list[tuple[str, int]]:
    """Where a family, or the game's own folder, reads a field of cited clauses: module and line.

    A citation such as ``CLAUSES.bank_shows`` says who orders a moment; it is told where the family
    reads ``c.bank_shows``. Nothing for a name that is no field.
    """
    value, _, field = name.partition(".")
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None or value != "CLAUSES" or not field:
        return []
    own, package = Path(file).parent, Path(__file__).parents[1]
    families = re.findall(r"^from sabot\.(families\.\w+)", Path(file).read_text("utf-8"), re.M)
    reads = re.compile(rf"\b(?:c|clauses|laws)\.{re.escape(field)}\b")
    found = []
    for folder in (*(package.joinpath(*name.split(".")) for name in dict.fromkeys(families)), own):
        for path in sorted(folder.rglob("*.py")):
            inside = _named_module(path, package, own, module)
            found += [(inside, at) for at, line in enumerate(path.read_text("utf-8").split("\n"), 1)
                      if reads.search(line)]
    return found
