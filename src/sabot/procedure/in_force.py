"""When the regulation of a game is in force, as it is sent to clients."""

from __future__ import annotations

import msgspec

from sabot.procedure.game import Game


class InForce(msgspec.Struct, frozen=True, kw_only=True):
    """When a regulation is in force: ISO days, or a year where no more is known. ``until`` is the
    first day on which it is no longer in force, "" while it is. ``note`` is what else is known of
    these dates, by language; ``historical``: another regulation has replaced it."""

    since: str
    until: str
    act: str
    note: dict[str, str]
    historical: bool

    @classmethod
    def of(cls, game: Game) -> InForce:
        """The period of a game's regulation."""
        period = game.in_force
        return cls(since=period.since, until=period.until, act=period.act, note=dict(period.note),
                   historical=period.historical)
