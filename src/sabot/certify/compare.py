"""The blackjacks of the catalogue side by side: what each law says on each point, and where.

Nothing here is written by hand for a game. A point is a dimension of the family; what a law admits
there is found by laying out tables: each choice of the house by itself and with one more, and what
the game's own ``violations`` let pass. The clauses are those of the game's ``Clauses``, and that of
the refusal where a choice goes too far.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import msgspec

from sabot import games, law
from sabot.families.blackjack import Clauses, RuleBook, TableLaw
from sabot.families.blackjack.declare import book_of
from sabot.families.blackjack.face.comparison import MOMENTS, OF_TABLE, Dimension, Value, dimensions
from sabot.procedure.game import Game
from sabot.procedure.table import Authorisation, Table, Violation

MOST = 500     # how far a whole number is tried
FEW = 12       # and with another choice
REPAIRS = 3    # how many other choices one may need
NOTHING = "—"

# Whatever an authority may be asked for was asked for and given long ago.
ALLOWED = tuple(Authorisation(option=str(n), by="the authority", reference="1",
                              requested="2000-01-03", effective="2000-02-01")
                for n in range(1, 100))


class Said(msgspec.Struct, frozen=True):
    """What one law says on one point: the text, its clauses, and the fields of a table's rules with
    which the house chooses among several lawful answers."""

    text: str
    clauses: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """One point and what each game says about it, by id of the game."""

    group: str
    title: str
    said: dict[str, Said]

    @property
    def differs(self) -> bool:
        """Whether two of these laws disagree."""
        return len({(said.text, bool(said.choices)) for said in self.said.values()}) > 1


def blackjacks() -> list[Game]:
    """The games of the catalogue that tell a coup of the family, in order of their regulations."""
    found = [game for game in games.catalogue().values() if book_of(game)]
    return sorted(found, key=lambda game: game.in_force.since)


def _book(game: Game) -> RuleBook:
    """The law of a blackjack."""
    found = book_of(game)
    if found is None:
        raise KeyError(f"{game.id} is no blackjack")
    return found


def compare(ids: Iterable[str] = ()) -> list[Line]:
    """Every point, with what each of these games says; without ids those of all blackjacks."""
    wanted = list(ids)
    every = {game.id: game for game in blackjacks()}
    for name in wanted:
        if name not in every:
            raise KeyError(f"{name!r} is no blackjack; there are {', '.join(every)}")
    of = [_law(name) for name in wanted or every]
    return [*_limits(of), *_dimensions(of), *_moments(of)]


# -- the tables of one law ------------------------------------------------------------------------


class Tried(NamedTuple):
    """A lawful table, the code and the clauses that it has, and the choices that made it."""

    table: Table
    code: TableLaw
    laws: Clauses
    chosen: tuple[str, ...]


class Law(NamedTuple):
    """One game, its lawful tables from the plain one on, and the clause that limits each choice."""

    game: Game
    plain: Table
    tried: tuple[Tried, ...]
    limits: dict[str, tuple[str, ...]]


@cache
def _law(game_id: str) -> Law:
    game = games.game(game_id)
    book = _book(game)
    plain = _plain(game)
    tried: list[Tried] = []
    limits: dict[str, list[str]] = {}

    def keep(table: Table, *chosen: str) -> None:
        tried.append(Tried(table, book.code(table), book.laws(table), chosen))

    keep(plain)
    lawful: list[tuple[str, Any]] = []
    repaired: list[tuple[str, Any]] = []
    for name, value in _changes(game):
        table = _with(plain, {name: value})
        wrong = game.violations(table)
        if not wrong:
            keep(table, name)
            lawful.append((name, value))
            continue
        for one in wrong:
            if one.what == f"rules.{name}" and one.clause not in limits.setdefault(name, []):
                limits[name].append(one.clause)
        if isinstance(value, bool) or not isinstance(value, int) or value <= FEW:
            repaired.append((name, value))
    ends = _ends(lawful)
    for first, second in combinations(ends, 2):
        if first[0] != second[0]:
            table = _with(plain, dict((first, second)))
            if not game.violations(table):
                keep(table, first[0], second[0])
    numbers = [each for each in ends if type(each[1]) is int]
    for name, value in _wider(lawful):
        for also in numbers:
            table = _with(plain, {name: value, also[0]: also[1]})
            if also[0] != name and not game.violations(table):
                keep(table, name, also[0])
    for name, value in repaired:
        for also in ends:
            table = _with(plain, dict(((name, value), also)))
            if also[0] != name and not game.violations(table):
                keep(table, also[0], name)
        fixed = _repair(game, plain, {name: value})
        if fixed is not None and len(fixed[1]) > 2:
            keep(fixed[0], name)
            for also in ends:
                table = _with(fixed[0], dict((also,)))
                if also[0] not in fixed[1] and not game.violations(table):
                    keep(table, name, also[0])
    return Law(game, plain, tuple(tried), {name: tuple(c) for name, c in limits.items()})


def _plain(game: Game) -> Table:
    """A lawful table with the rules as they are written."""
    for places in range(7, 0, -1):
        for times in (30, 10, 1):
            table = Table(game=game.id, name="plain", rules=game.rules(), places=places,
                          minimum=1000, maximum=1000 * times, authorisations=ALLOWED)
            if not game.violations(table):
                return table
    raise AssertionError(f"no plain table of {game.id} is lawful")


def _changes(game: Game) -> Iterator[tuple[str, Any]]:
    """Each choice of the house, one by one: a field of the rules and another value."""
    words = game.choices
    for field in msgspec.structs.fields(game.rules):
        default = field.default
        values: Iterable[Any] = ()
        if isinstance(default, bool):
            values = (not default,)
        elif isinstance(default, int):
            values = range(MOST + 1)
        elif field.name in words:
            values = words[field.name]
        elif default == "":
            values = ("100000",)
        yield from ((field.name, value) for value in values if value != default)


def _ends(lawful: Sequence[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """These choices, but of many numbers for one field the least and the most."""
    numbers: dict[str, list[int]] = {}
    for name, value in lawful:
        if isinstance(value, int) and not isinstance(value, bool):
            numbers.setdefault(name, []).append(value)
    return [(name, value) for name, value in lawful
            if name not in numbers or value in (min(numbers[name]), max(numbers[name]))]


def _wider(lawful: Sequence[tuple[str, Any]]) -> Iterator[tuple[str, int]]:
    """Numbers beyond those that are lawful by themselves, for fields with many lawful ones."""
    for name in dict.fromkeys(name for name, _ in lawful):
        good = [value for each, value in lawful if each == name]
        if len(good) > FEW:
            yield from ((name, value) for value in range(MOST + 1)
                        if not min(good) <= value <= max(good))


def _with(table: Table, changes: dict[str, Any]) -> Table:
    return msgspec.structs.replace(
        table, rules=msgspec.structs.replace(table.rules, **changes))


def _repair(game: Game, plain: Table, changes: dict[str, Any]
            ) -> tuple[Table, dict[str, Any]] | None:
    """These choices with the fewest others that make them lawful, led by what is said against
    them."""
    table = _with(plain, changes)
    wrong = game.violations(table)
    if not wrong:
        return table, changes
    if len(changes) > REPAIRS:
        return None
    words = dict[str, list[Any]]()
    for name, value in _changes(game):
        words.setdefault(name, []).append(value)
    for one in wrong:
        name = one.what.removeprefix("rules.")
        if name in changes:
            continue
        for value in words.get(name, ())[:FEW]:
            found = _repair(game, plain, {**changes, name: value})
            if found is not None:
                return found
    return None


# -- limits of the table --------------------------------------------------------------------------


def _limits(of: Sequence[Law]) -> list[Line]:
    """Places, maximum and unit, as each game's violations let them pass."""
    def line(title: str, say: Any) -> Line:
        return Line("The table", title, {one.game.id: say(one) for one in of})
    return [line("places", _places), line("places of one player", _held),
            line("maximum", _maximum), line("unit of bets", _unit)]


def _lawful(one: Law, what: str, values: Iterable[int], field: str = ""
            ) -> tuple[list[int], tuple[str, ...]]:
    """Which values of a field of the table pass, and the clauses against the others."""
    good, clauses = [], []
    for value in values:
        wrong = one.game.violations(msgspec.structs.replace(one.plain, **{what: value}))
        if not wrong:
            good.append(value)
        clauses += [v.clause for v in wrong if _about(v, field or what)]
    return good, tuple(dict.fromkeys(clauses))


def _about(wrong: Violation, what: str) -> bool:
    return wrong.what == what


def _places(one: Law) -> Said:
    good, clauses = _lawful(one, "places", range(13))
    return Said(_numbers(good, ""), clauses)


def _held(one: Law) -> Said:
    good, clauses = _lawful(one, "places_per_player", range(one.plain.places + 1))
    text = "any number" if good == list(range(1, one.plain.places + 1)) else _numbers(good, "")
    return Said(text, clauses)


def _maximum(one: Law) -> Said:
    low = one.plain.minimum
    good, clauses = _lawful(one, "maximum", (low * n for n in range(1, 201)))
    times = [n // low for n in good]
    if len(times) == 200:
        return Said("set by the house", clauses)
    text = f"exactly {times[0]}" if len(times) == 1 else f"at most {times[-1]}"
    return Said(f"{text} times the minimum", clauses)


def _unit(one: Law) -> Said:
    """The least unit with which whole cents are paid."""
    base = msgspec.structs.replace(one.plain, minimum=1200, maximum=36_000)
    for unit in range(1, 1201):
        table = msgspec.structs.replace(base, unit=unit)
        if not one.game.violations(table):
            code = _book(one.game).code(table)
            whole = _book(one.game).code(msgspec.structs.replace(table, minimum=2400))
            _, clauses = _lawful(one, "unit", range(unit))
            if code.unit != whole.unit:
                return Said("multiples of the minimum", clauses)
            return Said(f"multiples of {one.game.money(unit)}", clauses)
    return Said(NOTHING)


# -- dimensions -----------------------------------------------------------------------------------


def _dimensions(of: Sequence[Law]) -> list[Line]:
    every = dimensions(side for one in of for tried in one.tried for side in tried.code.sides)
    known = {field for dimension in every for field in dimension.fields} | OF_TABLE
    more = [Dimension("Further points", field.replace("_", " "), (field,), _any(field))
            for field in TableLaw.__struct_fields__ if field not in known]
    return [Line(each.group, each.title, {one.game.id: _say(one, each) for one in of})
            for each in (*every, *more)]


def _any(field: str) -> Any:
    def value(code: TableLaw) -> Value:
        found = getattr(code, field)
        return ("yes" if found else "no") if isinstance(found, bool) else str(found)
    return value


def _say(one: Law, dimension: Dimension) -> Said:
    """What one law says: every value that one of its tables has, and the choices between them."""
    shown: dict[Value, Tried] = {}
    choices: list[str] = []
    before: Value | None = None
    for tried in one.tried:
        value = dimension.value(tried.code)
        if value in shown:
            continue
        if before is None:
            before = value
        elif len(tried.chosen) == 1 or not set(tried.chosen) & set(choices):
            choices += [name for name in tried.chosen if name not in choices]
        shown[value] = tried
    arise = {value: tried for value, tried in shown.items() if value not in ("", ())}
    if not arise:
        return Said(NOTHING)
    clauses: list[str] = []
    for tried in arise.values():
        clauses += [cite for name in dimension.clauses if (cite := getattr(tried.laws, name)[0])]
        clauses += dimension.laws(tried.code)
    if len(arise) > 1:
        clauses += [clause for name in choices for clause in one.limits.get(name, ())]
    else:
        choices = []
    return Said(_text(dimension, list(arise)), tuple(dict.fromkeys(clauses)), tuple(choices))


def _text(dimension: Dimension, values: Sequence[Value]) -> str:
    """Several values of one point in words."""
    if dimension.varies and len(values) > 1:
        return dimension.varies
    parts = tuple(dict.fromkeys(part for value in values if isinstance(value, tuple)
                                for part in value))
    if parts:
        return ", ".join(parts)
    numbers = sorted(value for value in values if isinstance(value, int))
    texts = [str(value) for value in values if not isinstance(value, int)]
    if numbers:
        texts.insert(0, _numbers(numbers, dimension.unit))
    return "; or ".join(texts)


def _numbers(numbers: Sequence[int], unit: str) -> str:
    """2, 3, 4 are "2 to 4"; 4, 6 and 8 "4, 6 or 8"; what goes on as far as was tried "or more"."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and last - first + 1 == len(numbers):
        text = f"{first} or more" if last >= MOST - 1 else f"{first} to {last}"
    else:
        few = [str(n) for n in numbers]
        text = " or ".join(filter(None, (", ".join(few[:-1]), few[-1])))
    return (unit or "{}").format(text)


# -- moments --------------------------------------------------------------------------------------


def _moments(of: Sequence[Law]) -> list[Line]:
    """Each moment that the family tells and the clauses that order it; nothing in a law that does
    not know it."""
    found, group = [], ""
    for name in Clauses.__struct_fields__:
        group = MOMENTS.get(name, group)
        said = {}
        for one in of:
            clauses = tuple(dict.fromkeys(
                clause for tried in one.tried for clause in _cited(getattr(tried.laws, name))))
            said[one.game.id] = Said("told" if clauses else NOTHING, clauses)
        if any(each.clauses for each in said.values()):
            found.append(Line(f"Moments: {group[0].lower()}{group[1:]}", name.replace("_", " "),
                              said))
    return found


def _cited(cite: Any) -> list[str]:
    """The clauses of a field of `Clauses`, whatever its form."""
    if isinstance(cite, str):
        return [cite] if cite else []
    if isinstance(cite, dict):
        return [clause for each in cite.values() for clause in _cited(each)]
    if len(cite) == 2 and isinstance(cite[1], tuple) and isinstance(cite[0], str):
        return [cite[0]] if cite[0] else []
    return [clause for each in cite for clause in _cited(each)]


# -- written down ---------------------------------------------------------------------------------


def short(clause: str) -> str:
    """A clause as it is known within its law: "18-2", "IR 51"."""
    return f"IR {clause[3:]}" if clause.startswith("ir/") else law.row(clause).rule


def cell(said: Said, moment: bool = False) -> str:
    """What a law says in one cell: the text and its clauses."""
    cited = ", ".join(map(short, said.clauses))
    if moment:
        return cited or NOTHING
    chosen = "the house chooses: " if said.choices else ""
    return f"{chosen}{said.text}{f' ({cited})' if cited else ''}"
