"""The state of the law by which a coup is played: that of the gaming day on which it begins."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sabot import regulations as law
from sabot.house.table.opening_hours import date_of
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.regulations import dated


def state_on(game: Game, day: int) -> dated.State:
    """The state of a game's regulation on a gaming day, such as 20261123."""
    number = str(day)
    return dated.state(law.document(game.section).key,
                       f"{number[:4]}-{number[4:6]}-{number[6:]}")


def state_at(game: Game, table: Table, now: float, days: Callable[[int], int]) -> dated.State:
    """The state of a game's regulation at a moment, by the gaming day of the table, or of the house
    (``days``) where the table has no hours."""
    return state_on(game, date_of(table, now) or days(int(now * 1000)))


def at_law(game: Game, table: Table, now: float, days: Callable[[int], int]) -> tuple[Table, str]:
    """The table with the day of the last amendment in force, by which its coup is played; and the
    name of the state for the journal: ``pt-217-2007@2007-03-01``, or the regulation alone where it
    is not in force that day."""
    state = state_at(game, table, now, days)
    if table.law_since != state.amended:
        table = msgspec.structs.replace(table, law_since=state.amended)
    return table, name_of(state)


def name_of(state: dated.State) -> str:
    """The name of a state of the law in the journal."""
    return state.id if state.since else state.document.key
