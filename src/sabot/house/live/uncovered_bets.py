"""Refuses a bet that its player cannot pay, before the coup takes it.

The coup asks for no balance: what it moves is compared with the account afterwards, and an act that
is not covered is undone by playing the round again. Who has nothing on the table, and bets, buys in
or inserts more than they have, is refused without that.
"""

from __future__ import annotations

from sabot.house.live.player_acts import refuse_credit
from sabot.house.ports import AnyTable, TableService
from sabot.house.table.messages import Ack, ActCommand, Refused
from sabot.procedure import Act
from sabot.procedure.acceptance import check

PAID_IN_FULL = frozenset({"bet", "sit", "insert"})
"""The acts whose whole amount comes from the account, where nothing of the player is on the table.
"""


class UncoveredBets(TableService):
    """Refuses bets of players with nothing at the table that exceed what they have."""

    async def reply(self, table: AnyTable, player: str, command: ActCommand
                    ) -> Ack | Refused | None:
        """Refuse a lawful bet that is not covered. A bet that the rules refuse, and one by somebody
        who has a stake already, goes to the coup, which knows what it takes."""
        desk = table.desk
        if command.act not in PAID_IN_FULL or desk.state.over or desk.dealer is None:
            return None
        have = desk.purse.spendable(desk.accounts.player(player))
        if have is None or command.amount <= have or player in desk.staked:
            return None
        act = Act(player, command.act, command.seat, command.amount)
        if check(desk.dealer.standing, act) is not None:
            return None
        return refuse_credit(table, command.id, have, command.amount)
