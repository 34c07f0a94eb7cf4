"""Where the code cites the law, read from the source of its modules without running them.

A citation is written out, ``L["15.a"]`` of a section that its module makes, or ``IR[4]``. One at
the top of a module is looked up when the module is imported, one inside a function only when it
runs; `wrong_citations` looks all of them up.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from sabot.regulations import packages, register
from sabot.regulations.interpretations import IR
from sabot.regulations.section import Section

OWN = Path(__file__).parents[1]


class Citation(NamedTuple):
    """One place in the code that cites a clause: ``name`` is that of the function, class or value,
    with a field of a value after a dot; "" for the module itself."""

    clause: str
    module: str
    line: int
    name: str = ""


def citations(clause: str) -> list[Citation]:
    """Where the program, and installed packages of games, cite a clause, by module and line.
    UnknownClause names file and line of an invalid citation in a module that may cite this clause.
    """
    section, _, rule = clause.rpartition("/")
    part = f"IR[{rule}]" if section == "ir" else rule
    return sorted(citation for module, (file, text) in _sources().items()
                  if part in text and (section == "ir" or section in text)
                  for citation in _read(module, file, text) if citation.clause == clause)


def wrong_citations(package: str = "sabot") -> list[str]:
    """The citations of a package that are not in the register, each as "file:line: what is wrong".
    The package is the program or one of games, and is not imported."""
    return [
        f"{file}:{line}: {clause}"
        for _, file, text in _modules(package)
        for clause, line, _ in find_citations(ast.parse(text, str(file)))
        if isinstance(clause, Exception)
    ]


def find_citations(tree: ast.AST) -> Iterator[tuple[str | register.UnknownClause, int, str]]:
    """Every citation of a module, in no order: the clause, or why there is none, the line, and the
    name of its context."""
    sections = sections_of(tree)
    for node, within in _nodes_with_names(tree):
        try:
            if (clause := clause_of(node, sections)) is not None:
                yield clause, getattr(node, "lineno", 0), within
        except register.UnknownClause as error:
            yield error, getattr(node, "lineno", 0), within


def sections_of(tree: ast.AST) -> dict[str, Section]:
    """The sections that a module makes, by their names there."""
    return {
        name.id: Section(key)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for key in _section_keys(node.value)
        for name in node.targets
        if isinstance(name, ast.Name)
    }


def clause_of(node: ast.AST, sections: dict[str, Section]) -> str | None:
    """The clause that an expression cites, None for any other expression; UnknownClause where the
    clause does not exist."""
    match node:
        case ast.Subscript(value=ast.Name(id="IR") | ast.Attribute(attr="IR"),
                           slice=ast.Constant(value=int() as number)):
            return IR[number]
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str() as rule)):
            return sections[name][rule] if name in sections else None
    return None


def _section_keys(value: ast.expr) -> Iterator[str]:
    """The key of the section that an expression makes; nothing for any other."""
    match value:
        case ast.Call(func=ast.Name(id="Section") | ast.Attribute(attr="Section"),
                      args=[ast.Constant(value=str() as key)]):
            yield key


def _nodes_with_names(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Every node with the name of its context."""
    stack: list[tuple[ast.AST, str, bool]] = [(tree, "", True)]
    while stack:
        node, within, outer = stack.pop()
        yield node, within
        part, inner = "", outer  # `outer`: within no function, where values have names
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            part, inner = node.name, isinstance(node, ast.ClassDef) and outer
        elif isinstance(node, ast.keyword) and outer and within:
            part = node.arg or ""
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and outer:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            part = target.id if isinstance(target, ast.Name) else ""
        name = f"{within}.{part}" if within and part else part or within
        stack += [(child, name, inner) for child in ast.iter_child_nodes(node)]


@cache
def _sources() -> dict[str, tuple[Path, str]]:
    """The file and text of modules that may cite, by module name. They are parsed on demand:
    parsing all of them takes half a second."""
    tops = dict.fromkeys(value.partition(".")[0] for value in packages.outside().values())
    return {module: (file, text) for package in ("sabot", *tops)
            for module, file, text in _modules(package)}


def _modules(package: str) -> Iterator[tuple[str, Path, str]]:
    """The modules of a package that may cite, with file and text; none for a missing package."""
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
    """The citations of a module; a clause that is cited twice on a line is listed once."""
    citations_by_place = {}
    for clause, line, within in find_citations(ast.parse(text, str(file))):
        if isinstance(clause, register.UnknownClause):
            raise register.UnknownClause(f"{file}:{line}: {clause}")
        citations_by_place[line, clause] = Citation(clause, module, line, within)
    return tuple(citations_by_place.values())


def readers(module: str, name: str) -> list[tuple[str, int]]:
    """Where a family, or the game's own folder, reads a field of cited clauses: module and line.

    A citation such as ``CLAUSES.bank_shows`` says which clause orders a moment; the family reads it
    as ``c.bank_shows``. Empty for a name that is not a field.
    """
    value, _, field = name.partition(".")
    if module not in _sources() or value != "CLAUSES" or not field:
        return []
    file, text = _sources()[module]
    families = re.findall(r"^from sabot\.(families\.\w+)", text, re.M)
    reads = re.compile(rf"\b(?:c|clauses|laws)\.{re.escape(field)}\b")
    places = []
    for folder in (*(OWN.joinpath(*name.split(".")) for name in dict.fromkeys(families)),
                   file.parent):
        for path in sorted(folder.rglob("*.py")):
            module_name = _module_name(path, file.parent, module)
            places += [
                (module_name, line_number)
                for line_number, line in enumerate(path.read_text("utf-8").split("\n"), 1)
                if reads.search(line)
            ]
    return places


def _module_name(path: Path, own: Path, module: str) -> str:
    """The module name of a file of the program, or of the folder ``own`` of ``module``."""
    if path.is_relative_to(OWN):
        return ".".join(("sabot", *path.relative_to(OWN).with_suffix("").parts))
    return ".".join((module.rpartition(".")[0], *path.relative_to(own).with_suffix("").parts))
