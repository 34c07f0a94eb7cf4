"""When the regulation of a game is in force, as it is sent."""

from __future__ import annotations

import msgspec

from sabot.procedure.game import Game


class InForce(msgspec.Struct, frozen=True, kw_only=True):
    """When a regulation is in force: ISO days, or a year where no more is known; ``until`` is the
    first day on which it is so no more, "" while it lasts. ``note`` is what is known of these dates
    beside them, by language; ``historical``: something else stands in its place today."""

    since: str
    until: str
    act: str
    note: dict[str, str]
    historical: bool

    @classmethod
    def of(cls, game: Game) -> InForce:
        """That of the regulation of a game."""
        when = game.in_force
        return cls(since=when.since, until=when.until, act=when.act, note=dict(when.note),
                   historical=when.historical)
