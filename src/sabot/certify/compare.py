"""Compares the blackjack games of the catalogue: what each law says on each point, and where.

Nothing here is specific to one game. A point is a dimension of the family. What a law allows is
found by building tables, with each choice of the house alone and with a second one, and checking
them with the game's ``violations``. The clauses are those of the game's ``Clauses``, and those of
the violations that limit a choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import msgspec

from sabot import games
from sabot import regulations as law
from sabot.families.blackjack import Clauses, RuleBook, TableLaw
from sabot.families.blackjack.declare import book_of
from sabot.families.blackjack.face.comparison import MOMENTS, OF_TABLE, Dimension, Value, dimensions
from sabot.procedure.game import Game
from sabot.procedure.table import Authorisation, Table, Violation
from sabot.words import Phrase, joined, phrase

MAX_NUMBER = 500     # whole numbers are tried up to this one
MAX_COMBINED = 12       # up to this one together with a second choice
MAX_REPAIRS = 3    # how many further choices may be added to make one lawful
NOTHING = "—"
MOMENTS_HEAD = "Moments"
"""How the titles of the groups of moments begin."""

# Every possible authorisation, effective for a long time.
ALLOWED = tuple(Authorisation(option=str(n), by="the authority", reference="1",
                              requested="2000-01-03", effective="2000-02-01")
                for n in range(1, 100))


class Statement(msgspec.Struct, frozen=True):
    """What one law says on one point: the text, its clauses, and the rules of a table with which
    the house chooses among several lawful values."""

    text: str
    clauses: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """One point, with the statement of each game by its id. ``fields`` are those of `TableLaw`
    that it is read from."""

    group: str
    title: str
    said: dict[str, Statement]
    fields: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether at least two of the laws differ."""
        return len({(statement.text, bool(statement.choices))
                    for statement in self.said.values()}) > 1


def blackjacks() -> list[Game]:
    """The blackjack games of the catalogue, ordered by the date of their regulation."""
    blackjack_games = [game for game in games.catalogue().values() if book_of(game)]
    return sorted(blackjack_games, key=lambda game: game.in_force.since)


def _book(game: Game) -> RuleBook:
    """The rule book of a blackjack game; KeyError for any other game."""
    book = book_of(game)
    if book is None:
        raise KeyError(phrase("{id} is not a blackjack game", id=game.id))
    return book


def compare(ids: Iterable[str] = ()) -> list[Line]:
    """Every point with the statements of these games (default: all blackjack games).

    KeyError for an unknown id.
    """
    names = list(ids)
    known = {game.id: game for game in blackjacks()}
    for name in names:
        if name not in known:
            raise KeyError(phrase("{name} is not a blackjack game; allowed: {known}",
                                  name=repr(name), known=", ".join(known)))
    laws = [_law_of_game(name) for name in names or known]
    return [*_limits(laws), *_dimensions(laws), *_moments(laws)]


# -- the tables of one law ------------------------------------------------------------------------


class LawfulTable(NamedTuple):
    """A lawful table, its `TableLaw` and clauses, and the rules that were chosen for it."""

    table: Table
    table_law: TableLaw
    laws: Clauses
    chosen: tuple[str, ...]


class Law(NamedTuple):
    """One game, its lawful tables (the plain one first), and the clauses that limit each choice."""

    game: Game
    plain: Table
    tables: tuple[LawfulTable, ...]
    limits: dict[str, tuple[str, ...]]


@cache
def _law_of_game(game_id: str) -> Law:
    game = games.game(game_id)
    book = _book(game)
    plain = _plain(game)
    tables: list[LawfulTable] = []
    limits: dict[str, list[str]] = {}

    def add(table: Table, *chosen: str) -> None:
        tables.append(LawfulTable(table, book.table_law(table), book.laws(table), chosen))

    add(plain)
    lawful: list[tuple[str, Any]] = []
    repaired: list[tuple[str, Any]] = []
    for name, value in _changes(game):
        table = _with_rules(plain, {name: value})
        violations = game.violations(table)
        if not violations:
            add(table, name)
            lawful.append((name, value))
            continue
        for violation in violations:
            if violation.what == f"rules.{name}" and violation.clause not in limits.setdefault(
                name, []
            ):
                limits[name].append(violation.clause)
        if isinstance(value, bool) or not isinstance(value, int) or value <= MAX_COMBINED:
            repaired.append((name, value))
    extremes = _extremes(lawful)
    for first, second in combinations(extremes, 2):
        if first[0] != second[0]:
            table = _with_rules(plain, dict((first, second)))
            if not game.violations(table):
                add(table, first[0], second[0])
    numbers = [each for each in extremes if type(each[1]) is int]
    for name, value in _beyond_lawful(lawful):
        for second in numbers:
            table = _with_rules(plain, {name: value, second[0]: second[1]})
            if second[0] != name and not game.violations(table):
                add(table, name, second[0])
    for name, value in repaired:
        for second in extremes:
            table = _with_rules(plain, dict(((name, value), second)))
            if second[0] != name and not game.violations(table):
                add(table, second[0], name)
        repaired_table = _repair(game, plain, {name: value})
        if repaired_table is not None and len(repaired_table[1]) > 2:
            add(repaired_table[0], name)
            for second in extremes:
                table = _with_rules(repaired_table[0], dict((second,)))
                if second[0] not in repaired_table[1] and not game.violations(table):
                    add(table, name, second[0])
    return Law(game, plain, tuple(tables), {name: tuple(c) for name, c in limits.items()})


def _plain(game: Game) -> Table:
    """A lawful table with default rules."""
    for places in range(7, 0, -1):
        for times in (30, 10, 1):
            table = Table(game=game.id, name="plain", rules=game.rules(), places=places,
                          minimum=1000, maximum=1000 * times, authorisations=ALLOWED)
            if not game.violations(table):
                return table
    raise AssertionError(phrase("no plain table of {id} is lawful", id=game.id))


def _changes(game: Game) -> Iterator[tuple[str, Any]]:
    """Each choice of the house: a field of the rules and a value other than its default."""
    words = game.choices
    for field in msgspec.structs.fields(game.rules):
        default = field.default
        values: Iterable[Any] = ()
        if isinstance(default, bool):
            values = (not default,)
        elif isinstance(default, int):
            values = range(MAX_NUMBER + 1)
        elif field.name in words:
            values = words[field.name]
        elif default == "":
            values = ("100000",)
        yield from ((field.name, value) for value in values if value != default)


def _extremes(choices: Sequence[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """These choices, but only the smallest and largest number of each numeric field."""
    numbers: dict[str, list[int]] = {}
    for name, value in choices:
        if isinstance(value, int) and not isinstance(value, bool):
            numbers.setdefault(name, []).append(value)
    return [(name, value) for name, value in choices
            if name not in numbers or value in (min(numbers[name]), max(numbers[name]))]


def _beyond_lawful(lawful: Sequence[tuple[str, Any]]) -> Iterator[tuple[str, int]]:
    """Numbers that are not lawful alone, for fields with many lawful numbers."""
    for name in dict.fromkeys(name for name, _ in lawful):
        lawful_values = [value for each, value in lawful if each == name]
        if len(lawful_values) > MAX_COMBINED:
            yield from ((name, value) for value in range(MAX_NUMBER + 1)
                        if not min(lawful_values) <= value <= max(lawful_values))


def _with_rules(table: Table, changes: dict[str, Any]) -> Table:
    return msgspec.structs.replace(
        table, rules=msgspec.structs.replace(table.rules, **changes))


def _repair(game: Game, plain: Table, changes: dict[str, Any]
            ) -> tuple[Table, dict[str, Any]] | None:
    """A lawful table with these choices and as few others as possible, guided by the violations;
    None if there is none."""
    table = _with_rules(plain, changes)
    violations = game.violations(table)
    if not violations:
        return table, changes
    if len(changes) > MAX_REPAIRS:
        return None
    values_of = dict[str, list[Any]]()
    for name, value in _changes(game):
        values_of.setdefault(name, []).append(value)
    for violation in violations:
        name = violation.what.removeprefix("rules.")
        if name in changes:
            continue
        for value in values_of.get(name, ())[:MAX_COMBINED]:
            repaired = _repair(game, plain, {**changes, name: value})
            if repaired is not None:
                return repaired
    return None


# -- limits of the table --------------------------------------------------------------------------


def _limits(laws: Sequence[Law]) -> list[Line]:
    """Places, maximum and unit, as allowed by each game's violations."""
    def line(title: str, statement: Any) -> Line:
        return Line(phrase("The table"), title, {law_.game.id: statement(law_) for law_ in laws})
    return [line(phrase("places"), _places),
            line(phrase("places of one player"), _places_per_player),
            line(phrase("maximum"), _maximum), line(phrase("unit of bets"), _unit)]


def _lawful(law_: Law, field_name: str, values: Iterable[int], field: str = ""
            ) -> tuple[list[int], tuple[str, ...]]:
    """The lawful values of a field of the table, and the clauses against the others."""
    lawful_values, clauses = [], []
    for value in values:
        violations = law_.game.violations(
            msgspec.structs.replace(law_.plain, **{field_name: value})
        )
        if not violations:
            lawful_values.append(value)
        clauses += [v.clause for v in violations if _is_about(v, field or field_name)]
    return lawful_values, tuple(dict.fromkeys(clauses))


def _is_about(violation: Violation, field: str) -> bool:
    return violation.what == field


def _places(law_: Law) -> Statement:
    lawful_values, clauses = _lawful(law_, "places", range(13))
    return Statement(_numbers(lawful_values, ""), clauses)


def _places_per_player(law_: Law) -> Statement:
    lawful_values, clauses = _lawful(law_, "places_per_player", range(law_.plain.places + 1))
    text = (
        phrase("any number")
        if lawful_values == list(range(1, law_.plain.places + 1))
        else _numbers(lawful_values, "")
    )
    return Statement(text, clauses)


def _maximum(law_: Law) -> Statement:
    low = law_.plain.minimum
    lawful_values, clauses = _lawful(law_, "maximum", (low * n for n in range(1, 201)))
    times = [n // low for n in lawful_values]
    if len(times) == 200:
        return Statement(phrase("set by the house"), clauses)
    return Statement(phrase("exactly {n} times the minimum", n=times[0]) if len(times) == 1 else
                     phrase("at most {n} times the minimum", n=times[-1]), clauses)


def _unit(law_: Law) -> Statement:
    """The smallest lawful unit of bets."""
    base = msgspec.structs.replace(law_.plain, minimum=1200, maximum=36_000)
    for unit in range(1, 1201):
        table = msgspec.structs.replace(base, unit=unit)
        if not law_.game.violations(table):
            table_law = _book(law_.game).table_law(table)
            doubled = _book(law_.game).table_law(msgspec.structs.replace(table, minimum=2400))
            _, clauses = _lawful(law_, "unit", range(unit))
            if table_law.unit != doubled.unit:
                return Statement(phrase("multiples of the minimum"), clauses)
            return Statement(phrase("multiples of {sum}", sum=law_.game.money(unit)), clauses)
    return Statement(NOTHING)


# -- dimensions -----------------------------------------------------------------------------------


def _dimensions(laws: Sequence[Law]) -> list[Line]:
    known_dimensions = dimensions(
        side for law_ in laws for table in law_.tables for side in table.table_law.sides
    )
    known = {field for dimension in known_dimensions for field in dimension.fields} | OF_TABLE
    others = [Dimension(phrase("Further points"), field.replace("_", " "), (field,),
                        _value_of_field(field))
              for field in TableLaw.__struct_fields__ if field not in known]
    return [Line(each.group, each.title, {law_.game.id: _statement(law_, each) for law_ in laws},
                 each.fields)
            for each in (*known_dimensions, *others)]


def _value_of_field(field: str) -> Any:
    def value(table_law: TableLaw) -> Value:
        field_value = getattr(table_law, field)
        if not isinstance(field_value, bool):
            return str(field_value)
        return phrase("yes") if field_value else phrase("no")

    return value


def _statement(law_: Law, dimension: Dimension) -> Statement:
    """What one law says: the values of all its tables, and the choices between them."""
    first_tables: dict[Value, LawfulTable] = {}
    choices: list[str] = []
    first_value: Value | None = None
    for table in law_.tables:
        value = dimension.value(table.table_law)
        if value in first_tables:
            continue
        if first_value is None:
            first_value = value
        elif len(table.chosen) == 1 or not set(table.chosen) & set(choices):
            choices += [name for name in table.chosen if name not in choices]
        first_tables[value] = table
    occurring = {value: table for value, table in first_tables.items() if value not in ("", ())}
    if not occurring:
        return Statement(NOTHING)
    clauses: list[str] = []
    for table in occurring.values():
        clauses += [cite for name in dimension.clauses if (cite := getattr(table.laws, name)[0])]
        clauses += dimension.laws(table.table_law)
    if len(occurring) > 1:
        clauses += [clause for name in choices for clause in law_.limits.get(name, ())]
    else:
        choices = []
    return Statement(
        _text(dimension, list(occurring)), tuple(dict.fromkeys(clauses)), tuple(choices)
    )


def _text(dimension: Dimension, values: Sequence[Value]) -> str:
    """Several values of one point as text."""
    if dimension.varies and len(values) > 1:
        return dimension.varies
    parts = tuple(dict.fromkeys(part for value in values if isinstance(value, tuple)
                                for part in value))
    if parts:
        return joined(parts)
    numbers = sorted(value for value in values if isinstance(value, int))
    texts = [value for value in values if isinstance(value, str)]
    if numbers:
        texts.insert(0, _numbers(numbers, dimension.unit))
    return texts[0] if len(texts) == 1 else joined(texts, "; or ")


def _numbers(numbers: Sequence[int], unit: str) -> str:
    """Numbers as text: "2 to 4" for consecutive ones, "4, 6 or 8", "2 or more" without a limit."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and last - first + 1 == len(numbers):
        text = phrase("{n} or more", n=first) if last >= MAX_NUMBER - 1 else \
            phrase("{low} to {high}", low=first, high=last)
    else:
        texts = [str(n) for n in numbers]
        text = joined(filter(None, (", ".join(texts[:-1]), texts[-1])), " or ")
    return Phrase(unit, {"numbers": text}) if unit else text


# -- moments --------------------------------------------------------------------------------------


def _moments(laws: Sequence[Law]) -> list[Line]:
    """Each moment of a coup with the clauses that order it; none in a law without it."""
    lines, group = [], ""
    for name in Clauses.__struct_fields__:
        group = MOMENTS.get(name, group)
        statements = {}
        for law_ in laws:
            clauses = tuple(
                dict.fromkeys(
                    clause
                    for table in law_.tables
                    for clause in _clauses_of(getattr(table.laws, name))
                )
            )
            statements[law_.game.id] = Statement("told" if clauses else NOTHING, clauses)
        if any(each.clauses for each in statements.values()):
            lines.append(Line(phrase("Moments: {group}", group=group), name.replace("_", " "),
                              statements))
    return lines


def _clauses_of(cite: Any) -> list[str]:
    """The clauses in a field of `Clauses`, whatever its form."""
    if isinstance(cite, str):
        return [cite] if cite else []
    if isinstance(cite, dict):
        return [clause for each in cite.values() for clause in _clauses_of(each)]
    if len(cite) == 2 and isinstance(cite[1], tuple) and isinstance(cite[0], str):
        return [cite[0]] if cite[0] else []
    return [clause for each in cite for clause in _clauses_of(each)]


# -- as text ---------------------------------------------------------------------------------


def short(clause: str) -> str:
    """The short name of a clause within its law: "18-2", "IR 51"."""
    return f"IR {clause[3:]}" if clause.startswith("ir/") else law.row(clause).rule


def cell(statement: Statement, moment: bool = False) -> str:
    """A statement as one cell: the text and its clauses."""
    cited = ", ".join(map(short, statement.clauses))
    if moment:
        return cited or NOTHING
    text = phrase("the house chooses: {what}", what=statement.text) if statement.choices \
        else statement.text
    return joined((text, f"({cited})"), " ") if cited else text
