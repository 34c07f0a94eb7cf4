'''The figures of the law in a module of a game or a family, and each of them wrong.

A figure is a value that carries its clauses, wherever it stands (`sabot.law.figure`)::

    BANK_STANDS = figure(17, L["17.a"])
    STREAK_PAYS = figures((3, 8), L["14.5.1"], L["14.5.2"])
        return Code(
            refusal_final=figure(True, L["16.5"], IR[77]),
            hit_soft=figure(rules.hit_soft_17, L["6.1"]),

Each part of such a value is made wrong by itself: a number is one more, a yes is a no, odds pay one
unit more, what the house chose (a yes or a number of its ``Rules``) is the opposite or one more, a
choice between two values is the other one. Of ``figures`` each value has the clause in its place;
of all others each clause must notice each wrong value.
'''

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from sabot.law.citation_index import clause_of, sections_of


class Figure(NamedTuple):
    """A figure: the number of its first line, its lines as they stand there, the rows, and each
    way to make these lines wrong with the rows that must notice it.

    ``wrong`` is empty where the value is worked out from others: nobody can say what is next to it.
    """

    at: int
    text: str
    rows: tuple[str, ...]
    wrong: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def lines(self) -> frozenset[int]:
        """The numbers of its lines."""
        return frozenset(range(self.at, self.at + self.text.count("\n") + 1))


def figures(source: str) -> list[Figure]:
    """Every figure of a module, in the order of its lines. ValueError where the clauses of one are
    not written out."""
    if "figure" not in source:
        return []
    tree, lines = ast.parse(source), source.splitlines()
    sections, kinds, names = sections_of(tree), _kinds(tree), _names(tree)
    found = []
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not (name := names.get(ast.unparse(call.func))):
            continue
        value, *cited = call.args
        rows = tuple(clause for node in cited if (clause := clause_of(node, sections)))
        if not rows or len(rows) < len(cited):
            raise ValueError(f"line {call.lineno}: a figure names its clauses as L['1'] or IR[1]")
        parts = [(value, rows)]
        if name == "figures" and isinstance(value, ast.Tuple):
            parts = [(part, (row,)) for part, row in zip(value.elts, rows, strict=True)]
        text = "\n".join(lines[call.lineno - 1:call.end_lineno])
        wrong = tuple((_put(text, call.lineno, *change), mine)
                      for part, mine in parts for change in _changes(part, kinds))
        found.append((call.col_offset, Figure(call.lineno, text, rows, wrong)))
    return [figure for _, figure in sorted(found, key=lambda one: (one[1].at, one[0]))]


def _names(tree: ast.Module) -> dict[str, str]:
    """Under which names a module calls `law.figure` and `law.figures`."""
    both = ("figure", "figures")
    taken = {one.asname or one.name: one.name for node in tree.body
             if isinstance(node, ast.ImportFrom) and node.module == "sabot.law"
             for one in node.names if one.name in both}
    return {f"law.{name}": name for name in both} | taken


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
        case (ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts)
              | ast.Call(func=ast.Name(id="range" | "frozenset"), args=parts)):
            for part in parts:
                yield from _changes(part, kinds)
        case ast.Call(func=ast.Name(id="Odds" | "Fraction"), args=[ast.Constant() as first, *_]):
            yield from _changes(first, kinds)
        case ast.Call(args=[], keywords=fields):
            for field in fields:
                yield from _changes(field.value, kinds)
        case ast.Name(id="EVENS"):
            yield value, "Odds(2)"


def _put(text: str, at: int, part: ast.expr, new: str) -> str:
    """The lines that begin with line ``at``, with one part of them replaced; columns of a syntax
    tree count bytes."""
    lines = [line.encode() for line in text.split("\n")]
    assert part.end_lineno is not None
    head = b"\n".join([*lines[:part.lineno - at], lines[part.lineno - at][:part.col_offset]])
    tail = b"\n".join([lines[part.end_lineno - at][part.end_col_offset:],
                       *lines[part.end_lineno - at + 1:]])
    return (head + new.encode() + tail).decode()
