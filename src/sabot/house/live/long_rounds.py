"""Bounds the length of rounds whose betting no clock ends.

Where nobody bets, people may sit down, bet, take their bets back and leave as often as they like,
and at a table of one's own the player says when the betting ends. All of it belongs to the round:
whoever comes is told it, and an act that is undone plays it again. A long round in which nothing is
at stake ends, which costs nobody anything, and the next one begins (ir/458). In one with stakes,
bets can no longer be changed, only be taken back or played.
"""

from __future__ import annotations

from sabot.house.ports import AnyTable, TableService
from sabot.house.table.desk import Desk
from sabot.house.table.messages import Ack, ActCommand, Refused

MOST = 300
"""The events of a round with nothing at stake."""
MOST_WITH_STAKES = 2_000
"""The events of a round after which bets can only be taken back or played."""
CAUSE = "unplayed"
CHANGES_BETS = frozenset({"bet", "repeat", "double", "undo", "value"})


class LongRounds(TableService):
    """Ends rounds that became long without a stake, and refuses bets in those with stakes."""

    async def reply(self, table: AnyTable, player: str, command: ActCommand
                    ) -> Ack | Refused | None:
        """Refuse a change of bets where no clock ends the betting and the round is very long."""
        if (command.act not in CHANGES_BETS or table.desk.state.deadline
                or _events_while_betting(table.desk) <= MOST_WITH_STAKES):
            return None
        return Refused(command.id, "long-round", table.laws["no-stake"], "this round has become "
                       "too long to change bets in it: play it, or take your bets back")

    def waits(self, table: AnyTable) -> bool:
        """Whether the round of this table should end."""
        return _is_long(table.desk)

    async def on_tick(self, table: AnyTable) -> None:
        """End it; the next one begins as after any round, with the same people at their places."""
        if _is_long(table.desk):
            await table.void(CAUSE)


def _is_long(desk: Desk) -> bool:
    return _events_while_betting(desk) > MOST and not desk.layout.owners.lying


def _events_while_betting(desk: Desk) -> int:
    """The events of a round that waits for bets; 0 for any other."""
    return len(desk.dealer.record) if desk.dealer is not None and desk.betting else 0
