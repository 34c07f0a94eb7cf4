"""The figures of the law in a game's file of rules, and each of them wrong.

A figure is a number or a yes and no, named at the top of ``games/*/rules.py`` or given by name to a
call there, on a line that ends in its clause::

    BANK_STANDS = 17               # 17.a
    CODE = Code(
        packs=(4, 6),              # 3
        soft_stands=True,          # 6.a.banca, IR 60: a word more
    )

Each value on such a line is made wrong by itself: a number is one more, a yes is a no, odds pay one
unit more.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from typing import NamedTuple

from sabot import law

_SECTION = re.compile(r'Section\("([^"]+)"\)')


class Figure(NamedTuple):
    """A line of rules that ends in its clauses: its name, number and text, the rows, and the line
    made wrong.

    ``wrong`` is empty where the value is worked out from others: nobody can say what is next to it.
    """

    name: str
    at: int
    line: str
    rows: tuple[str, ...]
    wrong: tuple[str, ...]


def figures(source: str) -> list[Figure]:
    """Every figure of a file of rules, in the order of its lines."""
    section = _SECTION.search(source)
    if section is None:
        return []
    lines = source.splitlines()
    cites = {number: rows for number, text in _comments(source).items()
             if (rows := _rows(text, section.group(1)))}
    found: dict[int, Figure] = {}
    for name, value in _named(ast.parse(source)):
        if value.lineno not in cites or value.lineno != value.end_lineno:
            continue
        line = lines[value.lineno - 1]
        before = found.get(value.lineno)
        wrong = tuple(_put(line, *change) for change in _changes(value))
        found[value.lineno] = Figure(
            f"{before.name}, {name}" if before else name, value.lineno, line,
            cites[value.lineno],
            (before.wrong if before else ()) + wrong)
    return [found[number] for number in sorted(found)]


def _comments(source: str) -> dict[int, str]:
    """The comment at the end of each line that has one."""
    return {token.start[0]: token.string.lstrip("# ")
            for token in tokenize.generate_tokens(io.StringIO(source).readline)
            if token.type == tokenize.COMMENT}


def _rows(comment: str, section: str) -> tuple[str, ...]:
    """The rows that a comment names before any other word: "25.c, IR 8: said so"."""
    found: list[str] = []
    for part in comment.partition(":")[0].split(","):
        word = part.strip()
        number = word.removeprefix("IR ")
        if number != word and number.isdecimal():
            found.append(law.interpretation(f"ir/{number}").id)
        elif f"{section}/{word}" in law.rows():
            found.append(f"{section}/{word}")
        else:
            break
    return tuple(dict.fromkeys(found))


def _named(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The values that get a name: in assignments at the top, and in calls within these."""
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            yield ast.unparse(statement.targets[0]), statement.value
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            yield ast.unparse(statement.target), statement.value
        else:
            continue
        for node in ast.walk(statement):
            if isinstance(node, ast.keyword) and node.arg:
                yield node.arg, node.value


def _changes(value: ast.expr) -> Iterator[tuple[ast.expr, str]]:
    """Each part of a value that can be wrong by itself, and the wrong text for it."""
    match value:
        case ast.Constant(value=bool() as truth):
            yield value, str(not truth)
        case ast.Constant(value=int() as number):
            yield value, str(number + 1)
        case ast.Tuple(elts=parts):
            for part in parts:
                yield from _changes(part)
        case ast.Call(func=ast.Name(id="Odds"), args=[ast.Constant() as first, *_]):
            yield from _changes(first)
        case ast.Name(id="EVENS"):
            yield value, "Odds(2)"


def _put(line: str, part: ast.expr, text: str) -> str:
    """The line with one part of it replaced; columns of a syntax tree count bytes."""
    raw = line.encode()
    return (raw[:part.col_offset] + text.encode() + raw[part.end_col_offset:]).decode()
