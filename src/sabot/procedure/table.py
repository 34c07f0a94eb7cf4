"""A table: the file that an operator writes, and what is unlawful in it.

A ``Table`` is a frozen value: game, limits, places, clocks, and the game's own ``rules``. Sums are
whole cents inside; in the file they are whole euros or a string such as "2.50", never a float.
"""

from __future__ import annotations

import contextlib
import difflib
import re
import tomllib
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Annotated, Any, get_args, get_origin

import msgspec

from sabot import deprecated
from sabot.law import cite_clause
from sabot.money import cents
from sabot.procedure import opening_hours


class Violation(msgspec.Struct, frozen=True):
    """One thing that makes a table unlawful or unreadable.

    ``clause`` is the rule that it breaks, "" when the file itself is at fault.
    """

    clause: str
    what: str
    found: str
    allowed: str

    def __post_init__(self) -> None:
        cite_clause(self.clause)

    def __str__(self) -> str:
        rule = f" ({self.clause})" if self.clause else ""
        return f"{self.what}: found {self.found}; allowed: {self.allowed}{rule}"


Rules = Any
"""The rules of a table, of a type of its game's own."""
Kind = Any
"""The type of a field: a class, or what stands for one (``tuple[A, ...]``, ``A | None``)."""
Values = Mapping[str, Any]
"""What a file of TOML holds under its keys: whatever somebody wrote there."""
Money = Annotated[int, msgspec.Meta(title="money")]
"""Cents in a game's rules: read from the file as the table's own sums are."""


class Clocks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds that each kind of waiting lasts; ``between`` is the rest after a coup, ``shuffle``
    what new cards wait for others once a first player has sat down, ``call`` the time to claim what
    several may claim, ``bid`` that of an auction after each bid,
    ``suspension`` how long a game that lacks players waits for them."""

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
    """A consent of the authority that the regulation asks for before an option is adopted.

    ``option`` is what it allows, in the words of the regulation ("17.1.1"); ``by`` who gave it,
    under which ``reference``; ``requested`` and ``effective`` are ISO days. One of a
    ``demonstration`` stands for a consent that nobody has given: no table with it plays for money.
    """

    option: str
    by: str
    reference: str
    requested: str
    effective: str
    demonstration: bool = False


class Table(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A table as its operator laid it down.

    ``minimum``, ``maximum`` and ``unit`` are cents. ``individual`` tables serve one player;
    ``places_per_player`` is how many places one player may hold. ``rules`` is the game's own value.
    An ``attended`` table is a real one: a croupier enters what the cards did. ``bots`` players of
    the house fill its seats where it is played for demo credits. Tables of one game with the same
    ``list`` have one list of players. ``closes`` is the hour at which it closes, ``gaming_day``
    that at which its day of play begins, "03:00", by the clock of ``time_zone``; "" where it has no
    hours.
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

    @property
    def demonstrated(self) -> tuple[str, ...]:
        """The options whose authorisation is one of a demonstration."""
        return tuple(one.option for one in self.authorisations if one.demonstration)


THE_FILE = "the file"
KEYS = {
    "game": str, "name": str, "kind": str, "places": int, "places_per_player": int,
    "minimum": "money", "maximum": "money", "unit": "money", "demo": bool, "clocks": dict,
    "rules": dict, "attended": bool, "authorisations": list,
    "bots": int, "list": str, "closes": "hour", "gaming_day": "hour", "time_zone": "zone",
}
_REQUIRED = ("game", "name", "minimum", "maximum")


_WRONG = object()
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")  # what a date of TOML is as text
_MOST = 10**6  # of any number that is no sum of money
_MOST_MONEY = 10**12  # cents
MAX_SECONDS = 900
_LONGEST = 100  # characters of a name


def suggest_key(key: str, known: Iterable[str]) -> str:
    """The known key that is likely meant, as a question, or all of them."""
    close = difflib.get_close_matches(key, known, n=1)
    return f"{close[0]}?" if close else ", ".join(known)


UNKNOWN_KEY = "an unknown key"


def sections(kind: Kind, name: str = "", mark: str = "[{}]"
             ) -> Iterator[tuple[str, str, Collection[str]]]:
    """The sections of a file of this form: by their names how they are headed, and their keys."""
    keys = _fields(kind)
    yield name, mark.format(name), keys
    for key, field in keys.items():
        for part, heading in ((field.type, "[{}]"), *((one, "[{}]") for one in
                                                      get_args(field.type))):
            inner, listed = part, heading
            if get_origin(part) is tuple:
                inner, listed = get_args(part)[0], "[[{}]]"
            elif get_origin(part) is dict:
                inner, listed = get_args(part)[1], "[{}.NAME]"
            found = inner if isinstance(inner, type) and issubclass(inner, msgspec.Struct) else None
            if found is not None:
                yield from sections(found, f"{name}.{key}".lstrip("."), listed)
                break


def suggest_sections(wrong: list[Violation], homes: Iterable[tuple[str, str, Collection[str]]]
                     ) -> list[Violation]:
    """The same, where each unknown key that another section of the file has says which."""
    homes = list(homes)

    def one(found: Violation) -> Violation:
        here, _, key = found.what.rpartition(".")
        if found.found != UNKNOWN_KEY:
            return found
        here = re.sub(r"\[\d+\]", "", here)
        others = dict.fromkeys(f"under {head}" if name else "above all sections"
                               for name, head, keys in homes if key in keys and name != here)
        return Violation(found.clause, found.what, UNKNOWN_KEY, " or ".join(others)) \
            if others else found
    return [one(found) for found in wrong]


def type_text(wanted: Any) -> str:
    """What a value of this type is, in words."""
    names = {int: f"a whole number up to {_MOST:,}", bool: "true or false", str: "text",
             dict: "a section", list: "a list of sections",
             "hour": opening_hours.HOUR_TEXT, "zone": opening_hours.ZONE_TEXT,
             "money": f'a whole sum or text such as "2.50", up to {_MOST_MONEY // 100:,}'}
    if wanted is Money:
        wanted = "money"
    if get_origin(wanted) is dict:
        return f"a section, each of it {type_text(get_args(wanted)[1])}"
    if get_origin(wanted) is tuple:
        return f"a list, each of it {type_text(get_args(wanted)[0])}"
    inner = _struct_in(wanted)
    if inner is not None:
        return f"a section of {', '.join(inner.__struct_encode_fields__)}"
    return names.get(wanted, str(wanted))


def _struct_in(wanted: Any) -> type[msgspec.Struct] | None:
    """The section that a key takes, also where it may be left out; None when it takes none."""
    if get_origin(wanted) is dict:
        return None
    return next((one for one in (wanted, *get_args(wanted)) if isinstance(one, type)
                 and issubclass(one, msgspec.Struct)), None)


def minimum_seconds(clock: str) -> int:
    """How long a clock runs at least: a rest after a coup there need not be."""
    return 0 if clock in ("between", "shuffle") else 1


def _read(key: str, found: object, wanted: Kind) -> object:
    """The value of one key in its type; ValueError when it is of another."""
    if wanted == "hour":
        return opening_hours.parse_hour(found)
    if wanted == "zone":
        return opening_hours.parse_zone(found)
    if wanted == "money":
        if isinstance(found, str):
            sum_ = cents(found)
        elif isinstance(found, int) and not isinstance(found, bool) and found >= 0:
            sum_ = found * 100
        else:
            raise ValueError(key)
        if sum_ > _MOST_MONEY:
            raise ValueError(key)
        return sum_
    if not isinstance(found, wanted) or (wanted is int and isinstance(found, bool)) \
            or (wanted is int and abs(found) > _MOST):
        raise ValueError(key)
    return found


@cache
def _fields(kind: Kind) -> dict[str, msgspec.structs.FieldInfo]:
    """The fields of a struct by the keys of the file: a table with leave for all has hundreds."""
    return {f.encode_name: f for f in msgspec.structs.fields(kind)}


def _struct(section: str, kind: Kind, values: Values, wrong: list[Violation]) -> Any:
    """A frozen struct from a section of the file; each fault is added to ``wrong``.

    _WRONG where a field that the struct needs is missing.
    """
    fields = _fields(kind)
    good: dict[str, object] = {}
    for key, found in values.items():
        name = f"{section}.{key}"
        if key not in fields:
            wrong.append(Violation("", name, UNKNOWN_KEY, suggest_key(key, fields)))
        else:
            good[key] = _value(name, fields[key].type, found, wrong)
    wrong += [Violation("", f"{section}.{key}", "nothing", type_text(f.type))
              for key, f in fields.items() if f.required and key not in values]
    good = {key: value for key, value in good.items() if value is not _WRONG}
    return kind(**good) if all(k in good for k, f in fields.items() if f.required) else _WRONG


def _value(name: str, wanted: Any, found: object, wrong: list[Violation]) -> object:
    """One value of a section in its type: a plain one, a section in it, or a list of either."""
    if wanted is Money:
        try:
            return _read(name, found, "money")
        except ValueError:
            wrong.append(Violation("", name, repr(found), type_text(wanted)))
            return _WRONG
    inner = _struct_in(wanted)
    if isinstance(found, dict) and get_origin(wanted) is dict:
        made = {key: _value(f"{name}.{key}", get_args(wanted)[1], one, wrong)
                for key, one in found.items()}
        return _WRONG if _WRONG in made.values() else made
    if isinstance(found, list) and get_origin(wanted) is tuple:
        return tuple(_value(f"{name}[{n}]", get_args(wanted)[0], one, wrong)
                     for n, one in enumerate(found, start=1))
    if isinstance(found, dict) and inner is not None and get_origin(wanted) is not tuple:
        return _struct(name, inner, found, wrong)
    try:
        if isinstance(found, int) and abs(found) > _MOST:
            raise msgspec.ValidationError
        return msgspec.convert(found, wanted, strict=True)
    except msgspec.ValidationError:
        wrong.append(Violation("", name, repr(found), type_text(wanted)))
        return _WRONG


def _authorisations(found: list[object], wrong: list[Violation]) -> tuple[Authorisation, ...]:
    """The ``[[authorisations]]`` of a file; a day is a TOML date and kept in ISO form."""
    made = []
    for n, one in enumerate(found, start=1):
        name = f"authorisations[{n}]"
        if not isinstance(one, dict):
            wrong.append(Violation("", name, repr(one), type_text(Authorisation)))
            continue
        known = _faultless(tuple((key, type(value), value) for key, value in one.items())) \
            if all(isinstance(value, Hashable) for value in one.values()) else None
        made.append(_authorisation(name, one, wrong) if known is None else known)
    return tuple(made)


@lru_cache(maxsize=512)
def _faultless(found: tuple[tuple[str, type, object], ...]) -> Authorisation | None:
    """One that is without a fault, else None: a table with leave for all has hundreds of them."""
    wrong: list[Violation] = []
    made: Authorisation = _authorisation("", {key: value for key, _, value in found}, wrong)
    return None if wrong else made


def _authorisation(name: str, found: Values, wrong: list[Violation]) -> Any:
    plain = dict(found)
    for key in ("requested", "effective"):
        if key not in found:
            continue
        day = plain[key] = str(found[key])
        if isinstance(found[key], str) or not _DAY.fullmatch(day):
            wrong.append(Violation("", f"{name}.{key}", repr(found[key]),
                                   "a day such as 2026-11-30, without quotes"))
    for key in ("option", "by", "reference"):
        if isinstance(found.get(key), str) and not found[key].strip():
            wrong.append(Violation("", f"{name}.{key}", repr(found[key]), "text"))
    return _struct(name, Authorisation, plain, wrong)


def _unreadable(name: str, found: object) -> Iterator[Violation]:
    """Every text, and every key, with characters in it that nobody can read."""
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
    """Why a text is no TOML or no JSON, in words that are not the interpreter's own."""
    if isinstance(error, RecursionError):
        return "sections within sections"
    said = str(error)
    return "a number of thousands of digits" if "int_max_str_digits" in said else said


def parse_values(text: str) -> dict[str, Any]:
    """The values of a file of TOML; ValueError says why it is none."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        at = re.search(r"at line (\d+)", str(error))
        lines = text.splitlines()
        line = lines[int(at[1]) - 1].strip() if at and int(at[1]) <= len(lines) else ""
        raise ValueError(f"{parse_error_text(error)}{f': {line!r}' if line else ''}") from None


def table_from_values(values: Values, rules_of: Callable[[str], type[Rules]]) \
        -> tuple[Table | None, list[Violation]]:
    """A table from the values of its file, and everything that is wrong with their form.

    What could not be read has its default in the table; there is none without a known game.
    ``rules_of`` gives the Rules type of a game id and raises LookupError for an unknown game.
    """
    table, wrong = _form(values, rules_of)
    homes = [("", "", KEYS), *sections(Clocks, "clocks"),
             *sections(Authorisation, "authorisations", "[[{}]]")]
    if table is not None or isinstance(values.get("game"), str):
        with contextlib.suppress(LookupError):
            homes += sections(rules_of(values["game"]), "rules")
    return table, suggest_sections(wrong, homes)


def _form(values: Values, rules_of: Callable[[str], type[Rules]]) \
        -> tuple[Table | None, list[Violation]]:
    wrong = list(_unreadable("", values))
    if wrong:
        return None, wrong
    good: dict[str, Any] = {}
    for key, found in values.items():
        if key not in KEYS:
            inside = isinstance(found, dict) and KEYS.keys() & found.keys()
            wrong.append(Violation("", key, "an unknown section", "no section: its keys stand by "
                                   "themselves, above all sections") if inside else
                         Violation("", key, UNKNOWN_KEY, suggest_key(key, KEYS)))
            continue
        try:
            good[key] = _read(key, found, KEYS[key])
        except ValueError:
            allowed = (
                opening_hours.suggest_zone(found)
                if KEYS[key] == "zone" and isinstance(found, str)
                else type_text(KEYS[key])
            )
            shown = repr(found) if isinstance(found, str | int | float | list | dict) \
                else str(found)
            wrong.append(Violation("", key, shown, allowed))
    wrong += [Violation("", *one) for one in opening_hours.find_faults(values, good)]
    wrong += [Violation("", key, "nothing", type_text(KEYS[key])) for key in _REQUIRED
              if key not in values]
    if "name" in good and not 0 < len(good["name"].strip()) <= _LONGEST:
        wrong.append(Violation("", "name", repr(good["name"][:_LONGEST]),
                               f"a name that players can read, up to {_LONGEST} characters"))
    if len(good.get("list", "")) > _LONGEST:
        wrong.append(Violation("", "list", repr(good["list"][:_LONGEST]),
                               f"the name of a list, up to {_LONGEST} characters"))
    kind = good.pop("kind", "multi")
    if kind not in ("individual", "multi"):
        wrong.append(Violation("", "kind", repr(kind), '"individual" or "multi"'))
    clocks = _struct("clocks", Clocks, good.pop("clocks", {}), wrong)
    if good.get("bots") and (kind == "individual" or good.get("attended")
                             or not good.get("demo", True) or good["bots"] < 0):
        wrong.append(Violation("", "bots", str(good["bots"]),
                               "0, or so many at a table of several played for demo credits"))
    leaves = _authorisations(good.pop("authorisations", []), wrong)
    good["authorisations"] = tuple(leave for leave in leaves if leave is not _WRONG)
    for field in msgspec.structs.fields(Clocks):
        least, found = minimum_seconds(field.name), getattr(clocks, field.name)
        if not least <= found <= MAX_SECONDS:
            wrong.append(Violation("", f"clocks.{field.name}", str(found),
                                   f"{least} to {MAX_SECONDS} seconds"))
    if "game" not in good:
        return None, wrong
    try:
        rules_type = rules_of(good["game"])
    except LookupError as unknown:
        wrong.append(Violation("", "game", repr(good["game"]), str(unknown.args[0])))
        return None, wrong
    rules = _struct("rules", rules_type, good.pop("rules", {}), wrong)
    if rules is _WRONG:
        return None, wrong
    good.setdefault("places", 1 if kind == "individual" else 7)
    good.setdefault("name", "")
    return Table(rules=rules, individual=kind == "individual", clocks=clocks, **good), wrong


def parse(text: str, rules_of: Callable[[str], type[Rules]]) -> Table | list[Violation]:
    """A table from the text of its file, or everything that is wrong with its form.

    Whether the table is *lawful* is for the game's regulation to say.
    """
    try:
        table, wrong = table_from_values(parse_values(text), rules_of)
    except ValueError as error:
        return [toml_violation(error)]
    return wrong if wrong or table is None else table


def toml_violation(error: ValueError) -> Violation:
    """What is said of a file whose values cannot be read at all."""
    return Violation("", THE_FILE, f"no readable TOML ({error})", "TOML")


deprecated.install(__name__)
