"""Where the code cites the law: read from the source of its modules, none of which is run.

A citation is written out, ``L["15.a"]`` of a section that its module makes, or ``IR[4]``. One at
the top of a module is looked up when the module is imported; one inside a function not before it
is played, so `wrong_citations` looks all of them up.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from sabot.law import packages, register
from sabot.law.interpretations import IR
from sabot.law.section import Section

OWN = Path(__file__).parents[1]


class Citation(NamedTuple):
    """One place in the code that cites a clause: ``name`` is that of the function, class or value
    there, a field of a value after a dot; "" for the module itself."""

    clause: str
    module: str
    line: int
    name: str = ""


def citations(clause: str) -> list[Citation]:
    """Where the program, and the packages of games beside it, cite a clause, by module and line.
    UnknownClause names file and line of what is no clause in a module that may cite this one."""
    section, _, rule = clause.rpartition("/")
    part = f"IR[{rule}]" if section == "ir" else rule
    return sorted(one for module, (file, text) in _sources().items()
                  if part in text and (section == "ir" or section in text)
                  for one in _read(module, file, text) if one.clause == clause)


def wrong_citations(package: str = "sabot") -> list[str]:
    """The citations of a package that the register does not hold, each as "file:line: what is
    wrong"; the package is the program or one beside it, and is not imported."""
    return [f"{file}:{line}: {found}" for _, file, text in _modules(package)
            for found, line, _ in cited(ast.parse(text, str(file))) if isinstance(found, Exception)]


def cited(tree: ast.AST) -> Iterator[tuple[str | register.UnknownClause, int, str]]:
    """Every citation of a module in no order: the clause, or why there is none, the line, and the
    name of what it stands in."""
    sections = sections_of(tree)
    for node, within in _named(tree):
        try:
            if (clause := clause_of(node, sections)) is not None:
                yield clause, getattr(node, "lineno", 0), within
        except register.UnknownClause as error:
            yield error, getattr(node, "lineno", 0), within


def sections_of(tree: ast.AST) -> dict[str, Section]:
    """The sections that a module makes, by the names under which it cites them."""
    return {name.id: Section(key) for node in ast.walk(tree) if isinstance(node, ast.Assign)
            for key in _made(node.value) for name in node.targets if isinstance(name, ast.Name)}


def clause_of(node: ast.AST, sections: dict[str, Section]) -> str | None:
    """The clause that an expression is written to be, None for any other; UnknownClause where there
    is none of this number."""
    match node:
        case ast.Subscript(value=ast.Name(id="IR") | ast.Attribute(attr="IR"),
                           slice=ast.Constant(value=int() as number)):
            return IR[number]
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str() as rule)):
            return sections[name][rule] if name in sections else None
    return None


def _made(value: ast.expr) -> Iterator[str]:
    """The key of the section that an expression makes; nothing for any other."""
    match value:
        case ast.Call(func=ast.Name(id="Section") | ast.Attribute(attr="Section"),
                      args=[ast.Constant(value=str() as key)]):
            yield key


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


@cache
def _sources() -> dict[str, tuple[Path, str]]:
    """The modules that may cite, with file and text, by name. They are parsed when somebody asks
    for a clause of which they speak: to parse all of them takes half a second."""
    tops = dict.fromkeys(value.partition(".")[0] for value in packages.outside().values())
    return {module: (file, text) for package in ("sabot", *tops)
            for module, file, text in _modules(package)}


def _modules(package: str) -> Iterator[tuple[str, Path, str]]:
    """The modules of a package that may cite, with file and text; none of one that is not there."""
    spec = None if package == "sabot" else find_spec(package.partition(".")[0])
    places = [OWN] if package == "sabot" else \
        [Path(place) for place in spec.submodule_search_locations or ()] if spec else []
    files = [(place.parent, file) for place in places for file in sorted(place.rglob("*.py"))]
    if spec and not places and spec.origin and spec.origin.endswith(".py"):
        files = [(Path(spec.origin).parent, Path(spec.origin))]
    for above, file in files:
        text = file.read_text("utf-8")
        if "Section(" in text or "IR[" in text:
            parts = file.relative_to(above).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), file, text


@cache
def _read(module: str, file: Path, text: str) -> tuple[Citation, ...]:
    """The citations of a module, those of a clause on one line once."""
    found = {}
    for clause, line, within in cited(ast.parse(text, str(file))):
        if isinstance(clause, register.UnknownClause):
            raise register.UnknownClause(f"{file}:{line}: {clause}")
        found[line, clause] = Citation(clause, module, line, within)
    return tuple(found.values())


def readers(module: str, name: str) -> list[tuple[str, int]]:
    """Where a family, or the game's own folder, reads a field of cited clauses: module and line.

    A citation such as ``CLAUSES.bank_shows`` says who orders a moment; it is told where the family
    reads ``c.bank_shows``. Nothing for a name that is no field.
    """
    value, _, field = name.partition(".")
    if module not in _sources() or value != "CLAUSES" or not field:
        return []
    file, text = _sources()[module]
    families = re.findall(r"^from sabot\.(families\.\w+)", text, re.M)
    reads = re.compile(rf"\b(?:c|clauses|laws)\.{re.escape(field)}\b")
    found = []
    for folder in (*(OWN.joinpath(*name.split(".")) for name in dict.fromkeys(families)),
                   file.parent):
        for path in sorted(folder.rglob("*.py")):
            inside = _named_module(path, file.parent, module)
            found += [(inside, at) for at, line in enumerate(path.read_text("utf-8").split("\n"), 1)
                      if reads.search(line)]
    return found


def _named_module(path: Path, own: Path, module: str) -> str:
    """The module of a file of the program, or of the folder ``own`` in which ``module`` lies."""
    if path.is_relative_to(OWN):
        return ".".join(("sabot", *path.relative_to(OWN).with_suffix("").parts))
    return ".".join((module.rpartition(".")[0], *path.relative_to(own).with_suffix("").parts))
