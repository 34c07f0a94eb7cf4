"""Options that choose another reading of an ambiguous clause than the usual one.

Each interpretation that moves money or a choice names an option of the table. Options that only
exist for this stand in the section ``readings`` of the rules of a game, each with a few named
values; the default is the usual reading. A table with ``reading = "letter"`` has in all of them
the value that the bare text supports best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, wraps
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Concatenate,
    ParamSpec,
    TypeVar,
    get_args,
    get_type_hints,
)

import msgspec

from sabot import regulations as law
from sabot.procedure.table import Table, Violation
from sabot.words import phrase

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

LETTER = "letter"
"""The value of ``reading`` in a table file by which the table follows the bare text."""

Params = ParamSpec("Params")
Result = TypeVar("Result")
Capability = TypeVar("Capability", bound="DataclassInstance")


class Readings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True,
               omit_defaults=True):
    """The readings that the tables of a game may choose, a field for each interpretation.

    A game declares its own fields; ``interpretations.toml`` names them. ``UNPRICED`` are the fields
    of which another value than the default changes odds that the odds and the kernel of the game
    do not compute: both refuse such a table. Every other field is computed by both, or changes no
    odds.
    """

    UNPRICED: ClassVar[frozenset[str]] = frozenset()

    def __post_init__(self) -> None:
        """Hold the default itself where a value is equal to it: a text that was read from a file or
        from another process is another object, and would be written although it is the default."""
        for name, default in _defaults(type(self)):
            value = getattr(self, name)
            if value is not default and value == default:
                msgspec.structs.force_setattr(self, name, default)


@cache
def _defaults(kind: type[Readings]) -> tuple[tuple[str, Any], ...]:
    """The usual reading of each field. Cached: every stored round has the readings of its table."""
    return tuple((field.name, field.default) for field in msgspec.structs.fields(kind))


class NotPriced(ValueError):
    """The odds and the kernel of a game do not compute a reading that the table chose."""


def chosen(readings: Readings) -> dict[str, Any]:
    """The readings that are not the usual ones, by field."""
    return {name: value for name, default in _defaults(type(readings))
            if (value := getattr(readings, name)) != default}


def reading(rules: Any, name: str) -> Any:
    """The value that the rules of a table choose for a reading; None where their game does not
    offer it."""
    return getattr(getattr(rules, "readings", None), name, None)


def other_readings(readings: Readings) -> dict[str, tuple[Any, ...]]:
    """The other values that each reading may have, by field."""
    hints = get_type_hints(type(readings))
    values = {field.name: (False, True) if hints[field.name] is bool else get_args(
        hints[field.name]) for field in msgspec.structs.fields(type(readings))}
    return {name: tuple(value for value in values_ if value != getattr(readings, name))
            for name, values_ in values.items()}


def require_priced(rules: Any) -> None:
    """NotPriced where the rules of a table choose a reading that is not priced."""
    readings = getattr(rules, "readings", None)
    if not isinstance(readings, Readings):
        return
    for name, value in chosen(readings).items():
        if name in readings.UNPRICED:
            default = getattr(type(readings)(), name)
            raise NotPriced(phrase("rules.readings.{name} = {value} changes odds that are not "
                                   "computed here; they are with the usual reading, {default}",
                                   name=name, value=repr(value), default=repr(default)))


def priced_only(compute: Callable[Concatenate[Table, Params], Result]
                ) -> Callable[Concatenate[Table, Params], Result]:
    """The same computation for a table; NotPriced for a table with a reading that is not priced."""
    @wraps(compute)
    def checked(table: Table, /, *args: Params.args, **kwargs: Params.kwargs) -> Result:
        require_priced(table.rules)
        return compute(table, *args, **kwargs)

    return checked


def unpriced(rules: type[Any]) -> frozenset[str]:
    """The readings of a type of rules of which other values are not priced."""
    readings = get_type_hints(rules).get("readings")
    return readings.UNPRICED if isinstance(readings, type) and issubclass(readings, Readings) \
        else frozenset()


def guarded(capability: Capability, names: Iterable[str]) -> Capability:
    """What a game can do, with these functions of it refusing tables that are not priced."""
    functions = {name: compute for name in names
                 if (compute := getattr(capability, name)) is not None}
    return replace(capability, **{name: priced_only(compute)
                                  for name, compute in functions.items()})


def option_path(rules: type[Any], name: str) -> tuple[str, ...]:
    """The keys under which an option of this name stands in the rules of a game, () if it does
    not."""
    for key, kind in get_type_hints(rules).items():
        if key == name:
            return (key,)
        for part in (kind, *get_args(kind)):
            if isinstance(part, type) and issubclass(part, msgspec.Struct) \
                    and (path := option_path(part, name)):
                return (key, *path)
    return ()


def readings_of(section: str) -> Iterator[law.Interpretation]:
    """The interpretations of a section of the register."""
    for entry in law.interpretations().values():
        if any(clause.startswith(f"{section}/") for clause in entry.clauses):
            yield entry


def letter_values(section: str, rules: type[Any]) -> dict[tuple[str, ...], tuple[Any, str]]:
    """The options in which the bare text differs from the usual reading: their path in the rules,
    the value of the text, and the interpretation."""
    values: dict[tuple[str, ...], tuple[Any, str]] = {}
    for entry in readings_of(section):
        if entry.letter is not None and (path := option_path(rules, entry.option)):
            values[path] = entry.letter, entry.id
    return values


def follow_letter(section: str, rules: type[Any], values: Mapping[str, Any]
                  ) -> tuple[dict[str, Any], list[Violation]]:
    """The values of a table file with those of the bare text where the file says nothing.

    A violation for each option that the file sets against the text.
    """
    wrong: list[Violation] = []
    completed: dict[str, Any] = dict(values)
    own = values.get("rules", {})
    if not isinstance(own, Mapping):
        return completed, wrong
    completed["rules"] = merged = dict(own)
    for path, (letter, clause) in letter_values(section, rules).items():
        part = merged
        for key in path[:-1]:
            inner = part.get(key, {})
            if not isinstance(inner, Mapping):
                break  # no section: who reads the file says so
            part[key] = dict(inner)
            part = part[key]
        else:
            value = part.setdefault(path[-1], letter)
            if value != letter:
                wrong.append(Violation(
                    clause, ".".join(("rules", *path)), repr(value),
                    phrase('{letter}, which is the letter, or no reading = "letter"',
                           letter=repr(letter))))
    return completed, wrong
