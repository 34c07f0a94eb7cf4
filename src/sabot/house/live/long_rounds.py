"""Begins a round anew when it has become long and nothing is at stake in it.

Where nobody bets, no clock ends the betting, and people may sit down, bet, take their bets back and
leave as often as they like. All of it belongs to the round: whoever comes is told it, and an act
that is undone plays it again. The end of such a round costs nobody anything (ir/458).
"""

from __future__ import annotations

from sabot.house.ports import AnyTable, TableService
from sabot.house.table.desk import Desk

MOST = 300
"""The events of a round with nothing at stake."""
CAUSE = "unplayed"


class LongRounds(TableService):
    """Ends the rounds that became long without a stake."""

    def waits(self, table: AnyTable) -> bool:
        """Whether the round of this table should end."""
        return _is_long(table.desk)

    async def on_tick(self, table: AnyTable) -> None:
        """End it; the next one begins as after any round, with the same people at their places."""
        if _is_long(table.desk):
            await table.void(CAUSE)


def _is_long(desk: Desk) -> bool:
    return (desk.betting and not desk.state.over and desk.dealer is not None
            and len(desk.dealer.record) > MOST and not desk.layout.owners.lying)
