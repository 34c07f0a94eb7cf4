"""Names and sentences keep to the vocabulary, as far as a program can tell."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "sabot"
PARTICIPLES = {"told", "said", "kept", "laid", "held", "made", "given", "found", "shown", "ways"}
"""Words that say nothing of what a function does: none is called so."""
VAGUE = PARTICIPLES - {"held", "ways"}
"""Those that say nothing of a value either. The others are terms of their own in places: cards that
a player holds, a number of ways."""
TERMS = {"found", "shown"}
"""Words that are terms as parameters: what was found where something else is allowed, and what is
shown of an event."""
QUOTES = {"docs/interpretations.md", "docs/oracles.md", "docs/defaults.md"}
"""Pages that quote the register, whose rows keep the words of the regulations."""
OTHERS = ("tests", "tools", "benchmarks")
"""Folders beside the program: the same names are plain there."""
PRONOUNS = re.compile(r"\b(he|his|him|himself|she|hers|herself)\b", re.IGNORECASE)
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the program by its path below ``src/sabot``."""
    return {path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text("utf-8"))
            for path in sorted(SOURCE.rglob("*.py"))}


@cache
def all_modules() -> dict[str, ast.Module]:
    """The modules of the program, and by their path those of the tests, tools and benchmarks."""
    return modules() | {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8"))
                        for folder in OTHERS for path in sorted((ROOT / folder).rglob("*.py"))}


def functions(module: ast.Module) -> Iterator[tuple[int, str]]:
    """The functions and methods of a module by line, without leading underscores."""
    for node in ast.walk(module):
        if isinstance(node, Function):
            yield node.lineno, node.name.lstrip("_")


def variables(module: ast.Module) -> Iterator[tuple[int, str]]:
    """The parameters and variables of a module by line; fields of classes are not among them, since
    their names may be stored."""
    fields = {target for node in ast.walk(module) if isinstance(node, ast.ClassDef)
              for line in node.body for target in ast.walk(line)
              if isinstance(line, ast.Assign | ast.AnnAssign)}
    for node in ast.walk(module):
        match node:
            case ast.arg() if node.arg not in TERMS:
                yield node.lineno, node.arg
            case ast.Name(ctx=ast.Store()) if node not in fields:
                yield node.lineno, node.id


def public(node: ast.Module | ast.ClassDef) -> Iterator[Function]:
    """The public functions and methods of a module or class."""
    for item in node.body:
        if isinstance(item, Function | ast.ClassDef) and not item.name.startswith("_"):
            if isinstance(item, ast.ClassDef):
                yield from public(item)
            else:
                yield item


def test_functions_say_what_they_do() -> None:
    wrong = [f"{path}:{line}: {name}" for path, module in all_modules().items()
             for line, name in functions(module) if name in PARTICIPLES]
    assert not wrong


def test_variables_say_what_a_value_is() -> None:
    """In tests, what was found is what is compared with what is expected."""
    wrong = [f"{path}:{line}: {name}" for path, module in all_modules().items()
             for line, name in variables(module)
             if name in (VAGUE if path in modules() else VAGUE - TERMS)]
    assert not wrong


def test_every_public_function_has_a_docstring() -> None:
    wrong = [f"{path}:{function.lineno}: {function.name}" for path, module in modules().items()
             for function in public(module) if not ast.get_docstring(function)]
    assert not wrong


def test_nobody_is_taken_for_a_man() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *SOURCE.rglob("*.py"),
             *(path for folder in OTHERS for path in (ROOT / folder).rglob("*.py"))]
    wrong = [f"{path.relative_to(ROOT)}:{number}: {line.strip()}" for path in pages
             if path.relative_to(ROOT).as_posix() not in QUOTES and path != Path(__file__)
             for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
             if PRONOUNS.search(line)]
    assert not wrong


def test_the_vocabulary_has_the_terms_of_the_glossary() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    table = text.partition("| noun | meaning |")[2].partition("| verb |")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")]
            for line in table.splitlines()[2:] if line.startswith("|")]
    assert len(rows) > 20
    glossary = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    assert not [term for row in rows for cell in row[2:] for term in cell.split(", ")
                if term and term not in glossary]
