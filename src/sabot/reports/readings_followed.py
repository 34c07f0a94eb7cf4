"""The readings that a table follows: those of its regulation, and the options that choose them."""

from __future__ import annotations

from typing import Any

import msgspec

from sabot.games import game
from sabot.procedure.readings import readings_of
from sabot.procedure.table import Table


class Followed(msgspec.Struct, frozen=True, kw_only=True):
    """A reading that a table follows.

    ``moves`` says what another reading would change. ``option`` is the option of the table file
    that chooses it, with its value at this table and its default; "" and null where there is none.
    """

    id: str
    moves: str
    option: str = ""
    value: Any = None
    default: Any = None

    @property
    def chosen(self) -> bool:
        """Whether the table has another value than the default of an option that is one value."""
        return self.default is not None and self.value != self.default \
            and not isinstance(self.value, dict)


def followed(table: Table) -> list[Followed]:
    """The interpretations of the regulation of a table's game, in order of their numbers."""
    default = game(table.game).rules()
    readings = []
    for entry in readings_of(game(table.game).section):
        value, usual = _option(table.rules, entry.option), _option(default, entry.option)
        if usual is msgspec.UNSET and value is msgspec.UNSET:
            readings.append(Followed(id=entry.id, moves=entry.moves))
        else:
            readings.append(Followed(
                id=entry.id, moves=entry.moves, option=entry.option,
                value=None if value is msgspec.UNSET else msgspec.to_builtins(value),
                default=None if usual is msgspec.UNSET else msgspec.to_builtins(usual)))
    return readings


def _option(rules: Any, name: str) -> Any:
    """The value of an option in the rules of a table, or in a part of them such as the jackpot;
    UNSET where they have none of this name."""
    if not name or not isinstance(rules, msgspec.Struct):
        return msgspec.UNSET
    for field in rules.__struct_fields__:
        value = getattr(rules, field)
        if field == name:
            return value
        if (inner := _option(value, name)) is not msgspec.UNSET:
            return inner
    return msgspec.UNSET
