"""The options of a table with the clauses that concern each of them.

The clauses are those under which the program refuses another value of the option, those that the
description of the rules of the game names beside it, and the interpretations that it chooses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from sabot import games
from sabot import regulations as law
from sabot.families.layout.legality import Range
from sabot.procedure.game import Game
from sabot.procedure.menu import clauses as menu_clauses
from sabot.procedure.readings import option_path, readings_of
from sabot.procedure.table import Clocks, Money, Table
from sabot.reports import odds_report
from sabot.reports.dossier.content import OptionLine

DUTIES = {"places": ("place",), "places_per_player": ("places",), "minimum": ("limits",),
          "maximum": ("limits",), "kind": ("individual",)}
"""The duties of `Conduct` that are options of a table file."""
OUT_OF_RANGE = (-1, 10**6)


def table_options(game: Game, table: Table) -> tuple[OptionLine, ...]:
    """The options of the table itself: places, limits, clocks, reading."""
    usual = Table(game=game.id, name="", rules=table.rules)
    lines = []
    for name in ("places", "places_per_player", "minimum", "maximum", "unit", "demo", "attended",
                 "bots", "list", "closes", "gaming_day", "time_zone", "reading"):
        value = getattr(table, name)
        default = {"places": game.places or (1 if table.individual else usual.places),
                   "places_per_player": table.places if game.all_places else 1,
                   "minimum": value, "maximum": value}.get(name, getattr(usual, name))
        lines.append(_line(name, "", value, default, _table_clauses(game, table, name),
                           kind="money" if name in ("minimum", "maximum", "unit") else ""))
    for field in msgspec.structs.fields(Clocks):
        lines.append(_line(f"clocks.{field.name}", "", getattr(table.clocks, field.name),
                           field.default, ()))
    return tuple(lines)


def rules_options(game: Game, table: Table, lang: str) -> tuple[OptionLine, ...]:
    """The options of the rules of the game, those inside a section each by itself."""
    labels = odds_report.words(game)[lang] | game.words[lang]
    refused = _refused(game, table)
    lines = []
    for path, kind, value, default in _leaves(table.rules, game.rules()):
        label = " · ".join(labels[key] for key in (f"rule.{part}" for part in path)
                           if key in labels)
        clauses = dict.fromkeys((
            *refused.get(path[0], ()), *_described(game, path), *_offers(game, table, path[0]),
            *_readings(game, path)))
        lines.append(_line(".".join(path), label, value, default, tuple(clauses), kind=kind))
    return tuple(lines)


def _line(name: str, label: str, value: Any, default: Any, clauses: tuple[str, ...], *,
          kind: str = "") -> OptionLine:
    return OptionLine(name=name, label=label, kind=kind, value=msgspec.to_builtins(value),
                      default=msgspec.to_builtins(default), same=value == default, clauses=clauses)


def _leaves(rules: Any, usual: Any, path: tuple[str, ...] = ()
            ) -> Iterator[tuple[tuple[str, ...], str, Any, Any]]:
    """Each option with its path, its kind, its value and its default."""
    for field in msgspec.structs.fields(type(rules)):
        value = getattr(rules, field.name)
        default = getattr(usual, field.name) if isinstance(usual, type(rules)) else None
        here = (*path, field.name)
        if isinstance(value, Range):
            yield here, "range", value, default
        elif isinstance(value, msgspec.Struct):
            inner = default if default is not None else _default(type(value))
            yield from _leaves(value, inner, here)
        else:
            yield here, "money" if field.type == Money else "", value, default


def _default(kind: type[msgspec.Struct]) -> msgspec.Struct | None:
    """The struct with its defaults; None where it has a field without one."""
    return None if any(field.required for field in msgspec.structs.fields(kind)) else kind()


# -- clauses ---------------------------------------------------------------------------------------


def _table_clauses(game: Game, table: Table, name: str) -> tuple[str, ...]:
    """The clauses under which another value of a key of the table is refused, and its duties."""
    value = getattr(table, name)
    others: tuple[Any, ...] = ()
    if isinstance(value, bool):
        others = (not value,)
    elif isinstance(value, int):
        others = (0, 1, *OUT_OF_RANGE) if name != "maximum" else (1, 10**9)
    clauses = [clause for other in others for clause in _violated(
        game, msgspec.structs.replace(table, **{name: other}), name)]
    clauses += [game.conduct.laws.get(duty, "") for duty in DUTIES.get(name, ())]
    return tuple(dict.fromkeys(clause for clause in clauses if clause))


def _violated(game: Game, table: Table, what: str) -> list[str]:
    """The clauses that a table violates with one of its keys; none where the table is so wrong that
    the check itself cannot be made."""
    try:
        violations = game.violations(table)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return []
    return [violation.clause for violation in violations
            if violation.clause and re.split(r"[.\[]", violation.what)[0] == what]


def _refused(game: Game, table: Table) -> dict[str, tuple[str, ...]]:
    """The clauses under which another value of each rule is refused."""
    refused: dict[str, tuple[str, ...]] = {}
    for field in msgspec.structs.fields(game.rules):
        value, others = getattr(table.rules, field.name), tuple[Any, ...]()
        if isinstance(value, bool):
            others = (not value,)
        elif isinstance(value, int):
            others = OUT_OF_RANGE
        elif isinstance(value, str):
            others = ("?", *(choice for choice in game.choices.get(field.name, ())
                             if isinstance(choice, str)))
        elif isinstance(value, Range):
            others = (Range(minimum=10**9, maximum=1), Range(minimum=1, maximum=10**11))
        clauses = []
        for other in others:
            changed = msgspec.structs.replace(table.rules, **{field.name: other})
            try:
                violations = game.violations(msgspec.structs.replace(table, rules=changed))
            except (ArithmeticError, LookupError, TypeError, ValueError):
                continue
            clauses += [violation.clause for violation in violations if violation.clause
                        and re.match(rf"rules\.{field.name}\b", violation.what)]
        refused[field.name] = tuple(dict.fromkeys(clauses))
    return refused


def _offers(game: Game, table: Table, name: str) -> tuple[str, ...]:
    """The clauses of the bets that an option opens or closes, and of the bet whose limits it is."""
    value = getattr(table.rules, name)
    try:
        if isinstance(value, Range):
            return tuple(clause for bet in game.bets(table) if bet.bet == name.replace("_", "-")
                         for clause in (bet.law, bet.limit_law or "") if clause)
        if isinstance(value, bool):
            other = msgspec.structs.replace(table.rules, **{name: not value})
            both = [set(menu_clauses(game.bets(one)))
                    for one in (table, msgspec.structs.replace(table, rules=other))]
            return tuple(sorted(both[0] ^ both[1]))
    except (ArithmeticError, LookupError, TypeError, ValueError):
        pass
    return ()


def _described(game: Game, path: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses that the descriptions of the rules name beside an option."""
    kind: Any = game.rules
    clauses: list[str] = []
    for name in path:
        clauses = [clause for base in kind.__mro__ if issubclass(base, msgspec.Struct)
                   for clause in (*_of_description(game.section, base).get(name, ()),
                                  *(_of_description(game.section, base).get("", ())
                                    if kind is not game.rules else ()))]
        hint = next((field.type for field in msgspec.structs.fields(kind)
                     if field.name == name), None)
        kind = next((part for part in (hint, *getattr(hint, "__args__", ()))
                     if isinstance(part, type) and issubclass(part, msgspec.Struct)), None)
        if kind is None:
            break
    return tuple(dict.fromkeys(clauses))


@cache
def _of_description(section: str, kind: type[msgspec.Struct]) -> dict[str, tuple[str, ...]]:
    """By option, the clauses in the text between its name and the next one's: rules of the section
    in brackets, and interpretations. Those before the first name are under ""."""
    fields = set(kind.__struct_fields__)
    by_option: dict[str, tuple[str, ...]] = {}
    names, ended = list[str](), True
    for n, part in enumerate(re.split(r"``(\w+)``", kind.__doc__ or "")):
        if n % 2:
            names = [part] if ended else [*names, part]
            continue
        clauses = [f"{section}/{rule}" for inside in re.findall(r"\(([^()]*)\)", part)
                 for rule in re.findall(r"\d[\w.-]*\w|\d", inside)
                 if f"{section}/{rule}" in law.rows()]
        clauses += [f"ir/{number}" for number in re.findall(r"\bIR (\d+)", part)
                  if int(number) in law.interpretations()]
        ended = bool(re.search(r"[.;:(]", part))
        for name in names or ("",):
            if name in fields or not name:
                by_option[name] = (*by_option.get(name, ()), *clauses)
    return by_option


def _readings(game: Game, path: tuple[str, ...]) -> Iterator[str]:
    """The interpretations that an option chooses, each with the clauses of the section that it
    reads."""
    for entry in readings_of(game.section):
        if entry.option and option_path(game.rules, entry.option) == path:
            yield from (clause for clause in entry.clauses
                        if clause.startswith(f"{game.section}/"))
            yield entry.id


def game_of(table: Table) -> Game:
    """The game of a table."""
    return games.game(table.game)
