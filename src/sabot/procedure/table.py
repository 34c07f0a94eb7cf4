"""A table: the file that an operator writes, and what is unlawful in it.

A ``Table`` is a frozen value: game, limits, places, clocks, and the game's own ``rules``. Sums are
whole cents inside; in the file they are whole euros or a string such as "2.50", never a float.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from sabot.law import given
from sabot.money import cents


class Violation(msgspec.Struct, frozen=True):
    """One thing that makes a table unlawful or unreadable.

    ``clause`` is the rule that it breaks, "" when the file itself is at fault.
    """

    clause: str
    what: str
    found: str
    allowed: str

    def __post_init__(self) -> None:
        given(self.clause)

    def __str__(self) -> str:
        rule = f" ({self.clause})" if self.clause else ""
        return f"{self.what}: found {self.found}; allowed: {self.allowed}{rule}"


class Clocks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds that each kind of waiting lasts; ``between`` is the rest after a coup."""

    betting: int = 15
    decision: int = 20
    insurance: int = 12
    between: int = 3


class Table(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A table as its operator laid it down.

    ``minimum``, ``maximum`` and ``unit`` are cents. ``individual`` tables serve one player;
    ``places_per_player`` is how many places one player may hold. ``rules`` is the game's own value.
    """

    game: str
    name: str
    rules: Any
    individual: bool = False
    places: int = 7
    places_per_player: int = 1
    minimum: int = 500
    maximum: int = 50_000
    unit: int = 100
    demo: bool = True
    clocks: Clocks = Clocks()


_KEYS = {
    "game": str, "name": str, "kind": str, "places": int, "places_per_player": int,
    "minimum": "money", "maximum": "money", "unit": "money", "demo": bool, "clocks": dict,
    "rules": dict,
}
_REQUIRED = ("game", "name", "minimum", "maximum")


def _near(key: str, known: Mapping[str, Any]) -> str:
    close = difflib.get_close_matches(key, known, n=1)
    return f"{close[0]}?" if close else ", ".join(known)


def _kind(wanted: Any) -> str:
    names = {int: "a whole number", bool: "true or false", str: "text", dict: "a section",
             "money": 'whole euros or text such as "2.50"'}
    return names.get(wanted, str(wanted))


def _read(key: str, found: Any, wanted: Any) -> Any:
    """The value of one key in its type; ValueError when it is of another."""
    if wanted == "money":
        if isinstance(found, str):
            return cents(found)
        if isinstance(found, int) and not isinstance(found, bool) and found >= 0:
            return found * 100
        raise ValueError(key)
    if not isinstance(found, wanted) or (wanted is int and isinstance(found, bool)):
        raise ValueError(key)
    return found


def _struct(section: str, kind: Any, values: Mapping[str, Any], wrong: list[Violation]) -> Any:
    """A frozen struct from a section of the file; each fault is added to ``wrong``."""
    fields = {f.encode_name: f for f in msgspec.structs.fields(kind)}
    good: dict[str, Any] = {}
    for key, found in values.items():
        name = f"{section}.{key}"
        if key not in fields:
            wrong.append(Violation("", name, "an unknown key", _near(key, fields)))
            continue
        try:
            good[key] = msgspec.convert(found, fields[key].type, strict=True)
        except msgspec.ValidationError:
            wrong.append(Violation("", name, repr(found), _kind(fields[key].type)))
    return kind(**good)


def parse(text: str, rules_of: Callable[[str], Any]) -> Table | list[Violation]:
    """A table from the text of its file, or everything that is wrong with its form.

    ``rules_of`` gives the Rules type of a game id and raises LookupError for an unknown game.
    Whether the table is *lawful* is for the game's regulation to say.
    """
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return [Violation("", "the file", f"no readable TOML ({error})", "TOML")]
    wrong: list[Violation] = []
    good: dict[str, Any] = {}
    for key, found in values.items():
        if key not in _KEYS:
            wrong.append(Violation("", key, "an unknown key", _near(key, _KEYS)))
            continue
        try:
            good[key] = _read(key, found, _KEYS[key])
        except ValueError:
            wrong.append(Violation("", key, repr(found), _kind(_KEYS[key])))
    wrong += [Violation("", key, "nothing", _kind(_KEYS[key])) for key in _REQUIRED
              if key not in values]
    if "name" in good and not good["name"].strip():
        wrong.append(Violation("", "name", repr(good["name"]), "a name that players can read"))
    kind = good.pop("kind", "multi")
    if kind not in ("individual", "multi"):
        wrong.append(Violation("", "kind", repr(kind), '"individual" or "multi"'))
    clocks = _struct("clocks", Clocks, good.pop("clocks", {}), wrong)
    rules = None
    if "game" in good:
        try:
            rules_type = rules_of(good["game"])
        except LookupError as unknown:
            wrong.append(Violation("", "game", repr(good["game"]), str(unknown.args[0])))
        else:
            rules = _struct("rules", rules_type, good.pop("rules", {}), wrong)
    for field in msgspec.structs.fields(Clocks):
        least = 0 if field.name == "between" else 1
        if not least <= getattr(clocks, field.name) <= 600:
            wrong.append(Violation("", f"clocks.{field.name}", str(getattr(clocks, field.name)),
                                   f"{least} to 600 seconds"))
    if wrong:
        return wrong
    good.pop("rules", None)
    good.setdefault("places", 1 if kind == "individual" else 7)
    return Table(rules=rules, individual=kind == "individual", clocks=clocks, **good)
