"""A table: the file that an operator writes, and what is wrong or unlawful in it.

A `Table` is a frozen value with the game, limits, places, clocks and the game's own ``rules``.
Amounts are whole cents; a file writes whole euros or a string such as "2.50", never a float.
"""

from __future__ import annotations

import contextlib
import difflib
import re
import tomllib
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from sabot import deprecated
from sabot.error_texts import error_text
from sabot.errors import Problem
from sabot.money import cents
from sabot.procedure import opening_hours
from sabot.regulations import cite_clause
from sabot.words import Phrase, either, phrase


class Violation(msgspec.Struct, frozen=True):
    """One reason why a table is unlawful or its file unreadable.

    ``clause`` is the rule that is broken, "" when the file itself is at fault. ``what`` is the key,
    ``found`` its value and ``allowed`` what it may be.
    """

    clause: str
    what: str
    found: str
    allowed: str

    def __post_init__(self) -> None:
        cite_clause(self.clause)

    @property
    def problem(self) -> Problem:
        """The same as a problem of a `SabotError`."""
        return Problem(self.what, self.found, self.allowed, self.clause)

    @property
    def sentence(self) -> Phrase:
        """The whole violation in one line, to be rendered in the reader's language."""
        return self.problem.sentence

    def __str__(self) -> str:
        return str(self.sentence)


Rules = Any
"""The rules of a table. Their type belongs to the game."""
Kind = Any
"""The type of a field: a class or a form such as ``tuple[A, ...]`` or ``A | None``."""
Values = Mapping[str, Any]
"""The content of a TOML file: any values by key."""
Money = Annotated[int, msgspec.Meta(title="money")]
"""Cents in the rules of a game: a file writes them as it writes the limits of the table."""


class Clocks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seconds of each kind of waiting.

    ``between`` is the pause after a coup. ``shuffle`` is how long new cards wait for other players
    after the first has sat down. ``call`` is the time to claim what several players may claim,
    ``bid`` that of an auction after each bid. ``suspension`` is how long a game with too few
    players waits.
    """

    betting: int = 15
    decision: int = 20
    insurance: int = 12
    between: int = 3
    late: int = 3
    cut: int = 10
    shuffle: int = 10
    call: int = 8
    bid: int = 8
    suspension: int = 900


class Authorisation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A consent of the authority that the regulation requires before an option is adopted.

    ``option`` names what it allows, in the words of the regulation ("17.1.1"); ``by`` says who gave
    it and ``reference`` is its number; ``requested`` and ``effective`` are ISO days. With
    ``demonstration`` nobody has given this consent: no table with it plays for money.
    """

    option: str
    by: str
    reference: str
    requested: str
    effective: str
    demonstration: bool = False


class Table(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A table as its operator configured it.

    ``minimum``, ``maximum`` and ``unit`` are cents. An ``individual`` table serves one player.
    ``places_per_player`` is how many places one player may hold. ``rules`` is a value of the game's
    own type. At an ``attended`` table a croupier enters what the real cards did. ``bots`` is the
    number of house players that fill its seats where it is played for demo credits. Tables of one
    game with the same ``list`` share a waiting list. ``closes`` is the closing hour and
    ``gaming_day`` the hour at which its gaming day begins ("03:00"), both in ``time_zone``; all
    three are "" where the table has no hours. At a ``private`` table each player has a copy of
    their own, and only house players have the other places. With the ``reading`` "letter" every
    option that chooses how an ambiguous clause is read has the value that the bare text supports
    best. ``law_since`` is no key of the file: it is the day of the last amendment of the regulation
    by which a coup is played, "" for the regulation as it was first published.
    """

    game: str
    name: str
    rules: Rules
    individual: bool = False
    places: int = 7
    places_per_player: int = 1
    minimum: int = 500
    maximum: int = 15_000
    unit: int = 100
    demo: bool = True
    clocks: Clocks = Clocks()
    authorisations: tuple[Authorisation, ...] = ()
    attended: bool = False
    bots: int = 0
    list: str = ""
    closes: str = ""
    gaming_day: str = ""
    time_zone: str = ""
    reading: str = ""
    law_since: str = ""
    private: Literal[True] | msgspec.UnsetType = msgspec.UNSET

    @property
    def kind(self) -> str:
        """Its ``kind`` in the file: one of `KINDS`."""
        return "individual" if self.individual else "multi" if self.private is msgspec.UNSET \
            else "private"

    @property
    def has_copies(self) -> bool:
        """Whether each player plays at a copy of their own. A real table has none: it serves its
        players one after the other."""
        return self.kind != "multi" and not self.attended

    @property
    def demonstrated(self) -> tuple[str, ...]:
        """The options whose authorisation is only a demonstration."""
        return tuple(
            authorisation.option
            for authorisation in self.authorisations
            if authorisation.demonstration
        )


THE_FILE = "the file"
"""The ``what`` of a violation that concerns the whole file."""
KEYS = {
    "game": str, "name": str, "kind": str, "places": int, "places_per_player": int,
    "minimum": "money", "maximum": "money", "unit": "money", "demo": bool, "clocks": dict,
    "rules": dict, "attended": bool, "authorisations": list,
    "bots": int, "list": str, "closes": "hour", "gaming_day": "hour", "time_zone": "zone",
    "reading": str,
}
"""The top-level keys of a table file, each with the type of its value."""
KINDS = ("multi", "individual", "private")
"""The values of ``kind``: a table that people share, one that serves one player by the rules of its
game, and one of which each player has a copy, with house players."""
_REQUIRED = ("game", "name", "minimum", "maximum")
READINGS = ("", "letter")
"""The values of ``reading``."""


_INVALID = object()
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")  # a TOML date as text
_MAX = 10**6  # of any number that is not an amount
_MAX_MONEY = 10**12  # cents
MAX_SECONDS = 900
"""The longest time of a clock."""
_MAX_LENGTH = 100  # characters of a name


def suggest_key(key: str, known: Iterable[str]) -> str:
    """The known key that is probably meant, with a question mark, or all known keys."""
    known = tuple(known)
    close = difflib.get_close_matches(key, known, n=1) \
        or difflib.get_close_matches(key.casefold(), known, n=1)
    return f"{close[0]}?" if close else ", ".join(known)


UNKNOWN_KEY = "an unknown key"
"""The ``found`` of a violation for a key that its section does not have."""


def sections(kind: Kind, name: str = "", mark: str = "[{}]"
             ) -> Iterator[tuple[str, str, Collection[str]]]:
    """The sections of a file of this type: the name of each, its TOML heading, and its keys."""
    keys = _fields(kind)
    yield name, mark.format(name), keys
    for key, field in keys.items():
        for part, heading in ((field.type, "[{}]"), *((argument, "[{}]") for argument in
                                                      get_args(field.type))):
            inner, listed = part, heading
            if get_origin(part) is tuple:
                inner, listed = get_args(part)[0], "[[{}]]"
            elif get_origin(part) is dict:
                inner, listed = get_args(part)[1], "[{}.NAME]"
            struct = (
                inner if isinstance(inner, type) and issubclass(inner, msgspec.Struct) else None
            )
            if struct is not None:
                yield from sections(struct, f"{name}.{key}".lstrip("."), listed)
                break


def suggest_sections(violations: list[Violation], known: Iterable[tuple[str, str, Collection[str]]]
                     ) -> list[Violation]:
    """The same violations; one for an unknown key names the sections that have this key."""
    known = list(known)

    def suggest(violation: Violation) -> Violation:
        here, _, key = violation.what.rpartition(".")
        if violation.found != UNKNOWN_KEY:
            return violation
        here = re.sub(r"\[\d+\]", "", here)
        others = dict.fromkeys(
            phrase("under {section}", section=head) if name else "above all sections"
            for name, head, keys in known if key in keys and name != here)
        return Violation(violation.clause, violation.what, UNKNOWN_KEY, either(others)) \
            if others else violation
    return [suggest(violation) for violation in violations]


def type_text(kind: Any, most: int = _MAX) -> str:
    """What values a type allows, in words; ``most``: the maximum of a whole number."""
    names = {int: phrase("a whole number up to {most}", most=f"{most:,}"),
             bool: "true or false", str: "text", dict: "a section", list: "a list of sections",
             "hour": opening_hours.HOUR_TEXT, "zone": opening_hours.ZONE_TEXT,
             "money": phrase('a whole sum or text such as "2.50", up to {most}',
                             most=f"{_MAX_MONEY // 100:,}")}
    if kind is Money:
        kind = "money"
    if get_origin(kind) is Literal:
        return either(f'"{value}"' if isinstance(value, str) else str(value).lower()
                      for value in get_args(kind))
    if get_origin(kind) is dict:
        return phrase("a section, each of it {kind}", kind=type_text(get_args(kind)[1], most))
    if get_origin(kind) is tuple and Ellipsis not in get_args(kind):
        return phrase("a list of {n}, each of it {kind}", n=len(get_args(kind)),
                      kind=type_text(get_args(kind)[0], most))
    if get_origin(kind) is tuple:
        return phrase("a list, each of it {kind}", kind=type_text(get_args(kind)[0], most))
    struct = _struct_in(kind)
    if struct is not None:
        return phrase("a section of {keys}", keys=", ".join(struct.__struct_encode_fields__))
    return names.get(kind, str(kind))


def _struct_in(kind: Any) -> type[msgspec.Struct] | None:
    """The struct of a key that takes a section, also an optional one; None for other keys."""
    if get_origin(kind) is dict:
        return None
    return next((part for part in (kind, *get_args(kind)) if isinstance(part, type)
                 and issubclass(part, msgspec.Struct)), None)


def minimum_seconds(clock: str) -> int:
    """The shortest time of a clock: 0 for the pauses, which may be left out."""
    return 0 if clock in ("between", "shuffle") else 1


def _read(key: str, value: object, kind: Kind) -> object:
    """The value of one key in its type; ValueError when it has another type."""
    if kind == "hour":
        return opening_hours.parse_hour(value)
    if kind == "zone":
        return opening_hours.parse_zone(value)
    if kind == "money":
        if isinstance(value, str):
            amount = cents(value)
        elif isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            amount = value * 100
        else:
            raise ValueError(key)
        if amount > _MAX_MONEY:
            raise ValueError(key)
        return amount
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)) \
            or (kind is int and abs(value) > _MAX):
        raise ValueError(key)
    return value


@cache
def _fields(kind: Kind) -> dict[str, msgspec.structs.FieldInfo]:
    """The fields of a struct by their keys in the file. Cached: a table can have hundreds of
    authorisations."""
    return {f.encode_name: f for f in msgspec.structs.fields(kind)}


def _struct(section: str, kind: Kind, values: Values, wrong: list[Violation], most: int = _MAX
            ) -> Any:
    """A frozen struct from a section of the file; each fault is added to ``wrong``.

    ``most``: the maximum of its whole numbers, unless the struct itself says ``largest``.
    _INVALID where a required field is missing or invalid.
    """
    fields = _fields(kind)
    most = getattr(kind, "largest", most)
    good: dict[str, object] = {}
    for key, value in values.items():
        name = f"{section}.{key}"
        if key not in fields:
            wrong.append(Violation("", name, UNKNOWN_KEY, suggest_key(key, fields)))
        else:
            good[key] = _value(name, fields[key].type, value, wrong, most)
    wrong += [Violation("", f"{section}.{key}", "nothing", type_text(f.type, most))
              for key, f in fields.items() if f.required and key not in values]
    good = {key: value for key, value in good.items() if value is not _INVALID}
    return kind(**good) if all(k in good for k, f in fields.items() if f.required) else _INVALID


def _value(name: str, kind: Any, value: object, wrong: list[Violation], most: int = _MAX
           ) -> object:
    """One value in its type: a plain value, a section, or a list of either; _INVALID where it is
    wrong."""
    if kind is Money:
        try:
            return _read(name, value, "money")
        except ValueError:
            wrong.append(Violation("", name, _shorten(value), type_text(kind)))
            return _INVALID
    struct = _struct_in(kind)
    if isinstance(value, dict) and get_origin(kind) is dict:
        values = {key: _value(f"{name}.{key}", get_args(kind)[1], item, wrong, most)
                  for key, item in value.items()}
        return _INVALID if _INVALID in values.values() else values
    if isinstance(value, list) and get_origin(kind) is tuple:
        many = get_args(kind)
        if Ellipsis not in many and len(value) != len(many):
            wrong.append(Violation("", name, _shorten(value), type_text(kind, most)))
            return _INVALID
        return tuple(_value(f"{name}[{n}]", get_args(kind)[0], item, wrong, most)
                     for n, item in enumerate(value, start=1))
    if isinstance(value, dict) and struct is not None and get_origin(kind) is not tuple:
        return _struct(name, struct, value, wrong, most)
    try:
        if isinstance(value, int) and abs(value) > most:
            raise msgspec.ValidationError
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError:
        wrong.append(Violation("", name, _shorten(value), type_text(kind, most)))
        return _INVALID


def _shorten(value: object) -> str:
    """A value as it was found, shortened where it is long."""
    text = repr(value)
    return text if len(text) <= _MAX_LENGTH else f"{text[:_MAX_LENGTH]}…"


def struct_from_values(kind: Kind, values: Values) -> tuple[Any, list[Violation]]:
    """A frozen struct from the values of a file, and every fault in their form. Where a required
    field is missing or a value is wrong, there is no struct, but None."""
    wrong: list[Violation] = []
    struct = _struct("", kind, values, wrong)
    named = [msgspec.structs.replace(fault, what=fault.what.lstrip(".")) for fault in wrong]
    return None if wrong or struct is _INVALID else struct, suggest_sections(named, sections(kind))


def _authorisations(entries: list[object], wrong: list[Violation]) -> tuple[Authorisation, ...]:
    """The ``[[authorisations]]`` of a file. A TOML date becomes an ISO day."""
    authorisations = []
    for n, entry in enumerate(entries, start=1):
        name = f"authorisations[{n}]"
        if not isinstance(entry, dict):
            wrong.append(Violation("", name, repr(entry), type_text(Authorisation)))
            continue
        authorisation = (
            _plain_authorisation(tuple((key, type(value), value) for key, value in entry.items()))
            if all(isinstance(value, Hashable) for value in entry.values())
            else None
        )
        authorisations.append(
            _authorisation(name, entry, wrong) if authorisation is None else authorisation
        )
    return tuple(authorisations)


@lru_cache(maxsize=512)
def _plain_authorisation(items: tuple[tuple[str, type, object], ...]) -> Authorisation | None:
    """An authorisation without a fault, else None. Cached: a table can have hundreds of them."""
    wrong: list[Violation] = []
    authorisation: Authorisation = _authorisation(
        "", {key: value for key, _, value in items}, wrong
    )
    return None if wrong else authorisation


def _authorisation(name: str, values: Values, wrong: list[Violation]) -> Any:
    """One authorisation; its faults are added to ``wrong``."""
    texts = dict(values)
    for key in ("requested", "effective"):
        if key not in values:
            continue
        day = texts[key] = str(values[key])
        if isinstance(values[key], str) or not _DAY.fullmatch(day):
            wrong.append(Violation("", f"{name}.{key}", repr(values[key]),
                                   "a day such as 2026-11-30, without quotes"))
    for key in ("option", "by", "reference"):
        if isinstance(values.get(key), str) and not values[key].strip():
            wrong.append(Violation("", f"{name}.{key}", repr(values[key]), "text"))
    return _struct(name, Authorisation, texts, wrong)


def _unreadable(name: str, found: object) -> Iterator[Violation]:
    """A violation for every text and key with characters that cannot be printed."""
    if isinstance(found, dict):
        for key, value in found.items():
            if not key.isprintable():
                yield Violation("", f"{name}{key!r}", "an unknown key", "a key of printable text")
            yield from _unreadable(f"{name}{key}.", value)
    elif isinstance(found, list):
        for n, one in enumerate(found, start=1):
            yield from _unreadable(f"{name.removesuffix('.')}[{n}].", one)
    elif isinstance(found, str) and not found.isprintable():
        yield Violation("", name.removesuffix("."), repr(found), "text without control characters")


def parse_error_text(error: ValueError | RecursionError) -> str:
    """Why a text is not TOML or JSON, without the interpreter's own terms."""
    if isinstance(error, RecursionError):
        return "sections within sections"
    text = error_text(error)
    return "a number of thousands of digits" if "int_max_str_digits" in text else text


def parse_values(text: str) -> dict[str, Any]:
    """The values of a TOML text; ValueError says why it is not TOML."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        position = re.search(r"at line (\d+)", str(error))
        lines = text.splitlines()
        line = (
            lines[int(position[1]) - 1].strip()
            if position and int(position[1]) <= len(lines)
            else ""
        )
        why = parse_error_text(error)
        raise ValueError(phrase("{why}: {line}", why=why, line=repr(line[:_MAX_LENGTH]))
                         if line else why) from None


def table_from_values(values: Values, rules_of: Callable[[str], type[Rules]]) \
        -> tuple[Table | None, list[Violation]]:
    """A table from the values of its file, and every fault in their form.

    A value that cannot be read has its default in the table. Without a known game there is no
    table. ``rules_of`` returns the Rules type of a game id and raises LookupError for an unknown
    game.
    """
    table, wrong = _read_table(values, rules_of)
    known = [("", "", KEYS), *sections(Clocks, "clocks"),
             *sections(Authorisation, "authorisations", "[[{}]]")]
    if table is not None or isinstance(values.get("game"), str):
        with contextlib.suppress(LookupError):
            known += sections(rules_of(values["game"]), "rules")
    return table, suggest_sections(wrong, known)


def _read_table(values: Values, rules_of: Callable[[str], type[Rules]]) \
        -> tuple[Table | None, list[Violation]]:
    wrong = list(_unreadable("", values))
    if wrong:
        return None, wrong
    good: dict[str, Any] = {}
    for key, value in values.items():
        if key not in KEYS:
            is_table_key = isinstance(value, dict) and KEYS.keys() & value.keys()
            wrong.append(Violation("", key, "an unknown section", "no section: write these keys "
                                   "above all sections") if is_table_key else
                         Violation("", key, UNKNOWN_KEY, suggest_key(key, KEYS)))
            continue
        try:
            good[key] = _read(key, value, KEYS[key])
        except ValueError:
            allowed = (
                opening_hours.suggest_zone(value)
                if KEYS[key] == "zone" and isinstance(value, str)
                else type_text(KEYS[key])
            )
            text = repr(value) if isinstance(value, str | int | float | list | dict) \
                else str(value)
            wrong.append(Violation("", key, text, allowed))
    wrong += [Violation("", *fault) for fault in opening_hours.find_faults(values, good)]
    wrong += [Violation("", key, "nothing", type_text(KEYS[key])) for key in _REQUIRED
              if key not in values]
    if "name" in good and not 0 < len(good["name"].strip()) <= _MAX_LENGTH:
        wrong.append(Violation("", "name", repr(good["name"][:_MAX_LENGTH]),
                               phrase("a name that players can read, up to {most} characters",
                                      most=_MAX_LENGTH)))
    if len(good.get("list", "")) > _MAX_LENGTH:
        wrong.append(Violation("", "list", repr(good["list"][:_MAX_LENGTH]),
                               phrase("the name of a list, up to {most} characters",
                                      most=_MAX_LENGTH)))
    if good.get("reading", "") not in READINGS:
        wrong.append(Violation("", "reading", repr(good["reading"]), '"letter", or no such key'))
    kind = good.pop("kind", "multi")
    if kind not in KINDS:
        wrong.append(Violation("", "kind", repr(kind), '"multi", "individual" or "private"'))
    if kind == "private" and (good.get("attended") or good.get("list")
                              or not good.get("demo", True)):
        wrong.append(Violation("", "kind", repr(kind), "another kind at a table with a croupier, "
                               "with a list or played for money"))
    clocks = _struct("clocks", Clocks, good.pop("clocks", {}), wrong)
    if good.get("bots") and (kind == "individual" or good.get("attended")
                             or not good.get("demo", True) or good["bots"] < 0):
        wrong.append(Violation("", "bots", str(good["bots"]),
                               "0, or so many at a table of several played for demo credits"))
    authorisations = _authorisations(good.pop("authorisations", []), wrong)
    good["authorisations"] = tuple(item for item in authorisations if item is not _INVALID)
    for field in msgspec.structs.fields(Clocks):
        minimum, value = minimum_seconds(field.name), getattr(clocks, field.name)
        if not minimum <= value <= MAX_SECONDS:
            wrong.append(Violation("", f"clocks.{field.name}", str(value),
                                   phrase("{low} to {high} seconds", low=minimum,
                                          high=MAX_SECONDS)))
    if "game" not in good:
        return None, wrong
    try:
        rules_type = rules_of(good["game"])
    except LookupError as unknown:
        wrong.append(Violation("", "game", repr(good["game"]), str(unknown.args[0])))
        return None, wrong
    rules = _struct("rules", rules_type, good.pop("rules", {}), wrong)
    if rules is _INVALID:
        return None, wrong
    good.setdefault("places", 1 if kind == "individual" else 7)
    good.setdefault("name", "")
    return Table(rules=rules, individual=kind == "individual",
                 private=True if kind == "private" else msgspec.UNSET,
                 clocks=clocks, **good), wrong


def parse(text: str, rules_of: Callable[[str], type[Rules]]) -> Table | list[Violation]:
    """A table from the text of its file, or every fault in its form.

    Whether the table is *lawful* is decided by the regulation of its game.
    """
    try:
        table, wrong = table_from_values(parse_values(text), rules_of)
    except ValueError as error:
        return [toml_violation(error)]
    return wrong if wrong or table is None else table


def toml_violation(error: ValueError) -> Violation:
    """The violation of a file that is not TOML."""
    return Violation("", THE_FILE, phrase("no readable TOML ({error})",
                                                error=error_text(error)), "TOML")


deprecated.install(__name__)
