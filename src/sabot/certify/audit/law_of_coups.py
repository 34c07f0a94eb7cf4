"""Checks by which law a coup was played: that of its gaming day."""

from __future__ import annotations

from typing import NamedTuple

from sabot import regulations as law
from sabot.house.table import law_of_the_day
from sabot.house.table.opening_hours import date_of
from sabot.ledger import Record
from sabot.ledger.second_format import day_of
from sabot.procedure.game import Game
from sabot.procedure.table import Table

DAY = 86_400_000
"""A day in milliseconds."""


class OtherLaw(NamedTuple):
    """The law by which a coup was played, and that of its day."""

    stored: str
    due: str


def other_law(record: Record, stored: str, game: Game, table: Table) -> OtherLaw | None:
    """Whether a coup was played by another law than that of its gaming day: by the state that its
    entry names, or by the day of the last amendment by which its table was read."""
    day = record.day or day_of(record.at)
    # The first format does not have the gaming day of a house, and a coup that began as the day
    # changed may be written a moment later.
    days = (day,) if record.day else (day, day_of(record.at - DAY), day_of(record.at + DAY))
    states = [law_of_the_day.state_on(game, date_of(table, at / 1000) or on)
              for on in days for at in (record.at, record.at - 60_000)]
    allowed = [(law_of_the_day.name_of(state), state.amended) for state in states]
    named = (stored, table.law_since)
    # By its own clock the house may have played before the regulation was in force.
    if named in (*allowed, (law.document(game.section).key, "")):
        return None
    return OtherLaw(" ".join(named).strip(), " ".join(allowed[0]).strip())
