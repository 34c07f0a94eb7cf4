"""The figures of the law in a module of a game or a family, and each of them wrong.

A figure is a number or a yes and no, named at the top of a module that cites one section, given by
name to a call anywhere in it, by a key or in brackets, on a line that ends in its clauses::

    BANK_STANDS = 17                    # 17.a
    STREAK_PAYS = (3, 8, 18, 38)        # 14.5.1 to 14.5.4
        return Code(
            refusal_final=True,         # 16.5, IR 77: a word more
            hit_soft=rules.hit_soft_17, # 6.1

Each value on such a line is made wrong by itself: a number is one more, a yes is a no, odds pay one
unit more, what the house chose (a yes or a number of its ``Rules``) is the opposite or one more, a
choice between two values is the other one. Clauses named as a range belong to the parts of the
value one by one; all others must each notice each wrong value.
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
    """A line of rules that ends in its clauses: its name, number and text, the rows, and each way
    to make the line wrong with the rows that must notice it.

    ``wrong`` is empty where the value is worked out from others: nobody can say what is next to it.
    """

    name: str
    at: int
    line: str
    rows: tuple[str, ...]
    wrong: tuple[tuple[str, tuple[str, ...]], ...]


def figures(source: str) -> list[Figure]:
    """Every figure of a module, in the order of its lines."""
    sections = {*_SECTION.findall(source)}
    if len(sections) != 1:
        return []
    (section,) = sections
    lines = source.splitlines()
    cites = {number: cited for number, text in _comments(source).items()
             if (cited := _rows(text, section))[0]}
    found: dict[int, Figure] = {}
    tree = ast.parse(source)
    kinds = _kinds(tree)
    for name, value in _named(tree):
        if value.lineno not in cites or value.lineno != value.end_lineno:
            continue
        line, (rows, one_by_one) = lines[value.lineno - 1], cites[value.lineno]
        before = found.get(value.lineno)
        changes = list(_changes(value, kinds))
        each = [(row,) for row in rows] if one_by_one and len(rows) == len(changes) else \
            [rows] * len(changes)
        wrong = tuple((_put(line, *change), mine)
                      for change, mine in zip(changes, each, strict=True))
        found[value.lineno] = Figure(
            f"{before.name}, {name}" if before else name, value.lineno, line, rows,
            (before.wrong if before else ()) + wrong)
    return [found[number] for number in sorted(found)]


def _comments(source: str) -> dict[int, str]:
    """The comment at the end of each line that has one."""
    return {token.start[0]: token.string.lstrip("# ")
            for token in tokenize.generate_tokens(io.StringIO(source).readline)
            if token.type == tokenize.COMMENT}


def _rows(comment: str, section: str) -> tuple[tuple[str, ...], bool]:
    """The rows that a comment names before any other word: "25.c, IR 8: said so"; and whether it
    names them as a range: "14.5.1 to 14.5.4"."""
    found: list[str] = []
    text = comment.partition(":")[0]
    first, _, last = text.strip().partition(" to ")
    every = [row.id for row in law.sections()[section]]
    if f"{section}/{first}" in every and f"{section}/{last}" in every:
        return tuple(every[every.index(f"{section}/{first}"):
                           every.index(f"{section}/{last}") + 1]), True
    for part in text.split(","):
        word = part.strip()
        number = word.removeprefix("IR ")
        if number != word and number.isdecimal():
            found.append(law.interpretation(f"ir/{number}").id)
        elif f"{section}/{word}" in law.rows():
            found.append(f"{section}/{word}")
        else:
            break
    return tuple(dict.fromkeys(found)), False


def _named(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The values that get a name: in assignments at the top, by a key, and in calls anywhere; there
    tuples have a number."""
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            yield ast.unparse(statement.targets[0]), statement.value
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg:
            yield node.arg, node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from ((f"{node.func.id} {at}", arg) for at, arg in enumerate(node.args)
                        if isinstance(arg, ast.Tuple))
        elif isinstance(node, ast.Dict):
            yield from ((ast.unparse(key), value)
                        for key, value in zip(node.keys, node.values, strict=True)
                        if key and any(_changes(value, {})))


def _kinds(tree: ast.Module) -> dict[str, str]:
    """The fields of the house's choices, "bool" or "int"."""
    return {field.target.id: field.annotation.id
            for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Rules"
            for field in node.body if isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name) and isinstance(field.annotation, ast.Name)}


def _changes(value: ast.expr, kinds: dict[str, str]) -> Iterator[tuple[ast.expr, str]]:
    """Each part of a value that can be wrong by itself, and the wrong text for it."""
    match value:
        case ast.Attribute(value=ast.Name(id="rules"), attr=name) if kinds.get(name) == "bool":
            yield value, f"(not rules.{name})"
        case ast.Attribute(value=ast.Name(id="rules"), attr=name) if kinds.get(name) == "int":
            yield value, f"rules.{name} + 1"
        case ast.IfExp(test=test):
            yield test, f"not ({ast.unparse(test)})"
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            yield value, f"not ({ast.unparse(value)})"
        case ast.Constant(value=bool() as truth):
            yield value, str(not truth)
        case ast.Constant(value=int() as number):
            yield value, str(number + 1)
        case (ast.Tuple(elts=parts) | ast.Set(elts=parts)
              | ast.Call(func=ast.Name(id="range" | "frozenset"), args=parts)):
            for part in parts:
                yield from _changes(part, kinds)
        case ast.Call(func=ast.Name(id="Odds" | "Fraction"), args=[ast.Constant() as first, *_]):
            yield from _changes(first, kinds)
        case ast.Name(id="EVENS"):
            yield value, "Odds(2)"


def _put(line: str, part: ast.expr, text: str) -> str:
    """The line with one part of it replaced; columns of a syntax tree count bytes."""
    raw = line.encode()
    return (raw[:part.col_offset] + text.encode() + raw[part.end_col_offset:]).decode()
