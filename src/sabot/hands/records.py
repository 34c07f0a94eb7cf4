"""Hands of tables of this program, and files of many hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from sabot.families.pokertable import histories
from sabot.hands.errors import as_hand_errors
from sabot.hands.hand import Hand
from sabot.procedure import Event
from sabot.procedure.table import Table

ALL_EYES = histories.ALL_EYES
"""A viewer who sees every card."""


def export(events: Iterable[Event], table: Table, eyes: str = "",
           fields: Mapping[str, object] | None = None) -> Hand:
    """The hand of a record, as its viewer may see it: ``eyes`` is a player, "" a spectator, and
    `*` sees every card. ``fields`` are written with it, such as `hand`, `year`, `month` and `day`.

    It names the terms of its table, what the house took and its units, so that it plays back to its
    own chips. HandError where no hand was dealt, where it is not over, and for a game for which the
    format has no code.

    >>> import sabot.hands
    >>> from sabot.games import game
    >>> from sabot.procedure.table import Table
    >>> table = Table(game="holdem", name="Ria", rules=game("holdem").rules(), minimum=200)
    >>> sabot.hands.export([], table)
    Traceback (most recent call last):
    sabot.hands.HandError: no hand was dealt
    """
    with as_hand_errors():
        record = histories.history(events, table, eyes)
    return Hand(replace(record, more={**(fields or {}), **record.more}), "Sabot")


def write_all(hands: Iterable[Hand]) -> str:
    """The text of a file with these hands under headings, as PHH files of many hands have them."""
    return "\n".join(f"[{n}]\n{hand.to_phh()}" for n, hand in enumerate(hands, start=1))
