'''Finds the figures of the law in a module, and makes wrong variants of each.

A figure is a value with its clauses (`sabot.regulations.figure`)::

    BANK_STANDS = figure(17, L["17.a"])
    STREAK_PAYS = figures((3, 8), L["14.5.1"], L["14.5.2"])
        return Code(
            refusal_final=figure(True, L["16.5"], IR[77]),
            hit_soft=figure(rules.hit_soft_17, L["6.1"]),

Each part of such a value is changed separately: a number becomes one more, a boolean its opposite,
odds pay one unit more, a choice of the house (a boolean or a number of its ``Rules``) becomes the
opposite or one more, a choice between two values the other one. In ``figures`` each value has its
own clause; otherwise the tests of each clause must notice each wrong value.
'''

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from sabot.regulations.citation_index import clause_of, sections_of


class Figure(NamedTuple):
    """A figure: the number of its first line, the text of its lines, its rows, and each wrong
    variant of these lines with the rows whose tests must notice it.

    ``variants`` is empty if the value is computed from others.
    """

    at: int
    text: str
    rows: tuple[str, ...]
    variants: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def lines(self) -> frozenset[int]:
        """The numbers of its lines."""
        return frozenset(range(self.at, self.at + self.text.count("\n") + 1))


def figures(source: str) -> list[Figure]:
    """All figures of a module in order; ValueError if a figure does not write out its clauses."""
    if "figure" not in source:
        return []
    tree, lines = ast.parse(source), source.splitlines()
    sections, kinds, names = sections_of(tree), _kinds(tree), _names(tree)
    result = []
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not (function := names.get(ast.unparse(call.func))):
            continue
        value, *cited = call.args
        rows = tuple(clause for node in cited if (clause := clause_of(node, sections)))
        if not rows or len(rows) < len(cited):
            raise ValueError(f"line {call.lineno}: a figure names its clauses as L['1'] or IR[1]")
        parts = [(value, rows)]
        if function == "figures" and isinstance(value, ast.Tuple):
            parts = [(part, (row,)) for part, row in zip(value.elts, rows, strict=True)]
        text = "\n".join(lines[call.lineno - 1:call.end_lineno])
        variants = tuple((_replace_part(text, call.lineno, *change), own_rows)
                         for part, own_rows in parts for change in _changes(part, kinds))
        result.append((call.col_offset, Figure(call.lineno, text, rows, variants)))
    return [figure for _, figure in sorted(result, key=lambda item: (item[1].at, item[0]))]


def _names(tree: ast.Module) -> dict[str, str]:
    """The names by which a module calls `law.figure` and `law.figures`."""
    both = ("figure", "figures")
    imported = {alias.asname or alias.name: alias.name for node in tree.body
                if isinstance(node, ast.ImportFrom) and node.module == "sabot.regulations"
                for alias in node.names if alias.name in both}
    return {f"law.{name}": name for name in both} | imported


def _kinds(tree: ast.Module) -> dict[str, str]:
    """The fields of ``Rules`` with their types "bool" or "int"."""
    return {field.target.id: field.annotation.id
            for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Rules"
            for field in node.body if isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name) and isinstance(field.annotation, ast.Name)}


def _changes(value: ast.expr, kinds: dict[str, str]) -> Iterator[tuple[ast.expr, str]]:
    """Each part of a value that can be changed separately, with the wrong text."""
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


def _replace_part(text: str, at: int, part: ast.expr, new: str) -> str:
    """The lines from line ``at`` on with one part replaced; columns of a syntax tree count
    bytes."""
    lines = [line.encode() for line in text.split("\n")]
    assert part.end_lineno is not None
    head = b"\n".join([*lines[:part.lineno - at], lines[part.lineno - at][:part.col_offset]])
    tail = b"\n".join([lines[part.end_lineno - at][part.end_col_offset:],
                       *lines[part.end_lineno - at + 1:]])
    return (head + new.encode() + tail).decode()
