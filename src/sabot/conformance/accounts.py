"""The accounts of a coup, computed from its record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sabot.procedure import FLOWS, Event, Move, Part, renamed_bet


class Accounts:
    """The balance of each account; each bet has an account ``stake:<bet>``."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()
        self.owners: dict[str, str] = {}

    def add(self, event: Event) -> Move | None:
        """Add one event; return its movement of money, if any. A split only renames bets."""
        step = event.step
        if isinstance(step, Part):
            for bet in list(self.owners):
                old_name = bet.removeprefix("stake:")
                if (new_name := renamed_bet(old_name, step)) != old_name:
                    self.held[f"stake:{new_name}"] += self.held.pop(bet, 0)
                    self.owners[f"stake:{new_name}"] = self.owners.pop(bet)
        if not isinstance(step, Move):
            return None
        frm, to = move_accounts(step)
        self.held[frm] -= step.amount
        self.held[to] += step.amount
        if step.kind == "stake":
            self.owners[to] = frm
        elif (step.kind in ("travel", "prize", "redeem", "jackpot-due")
              and self.held[to] == step.amount):  # the bet was empty before
            self.owners[to] = f"player:{step.player}"
        return step

    def in_play(self) -> dict[str, int]:
        """The stakes on the table, by bet."""
        return {name.removeprefix("stake:"): amount for name, amount in self.held.items()
                if amount and name.startswith("stake:")}


def accounts_after(record: Iterable[Event]) -> Accounts:
    """The accounts after a whole record."""
    accounts = Accounts()
    for event in record:
        accounts.add(event)
    return accounts


def move_accounts(move: Move) -> tuple[str, str]:
    """The accounts from which and to which a movement goes."""
    frm, to = FLOWS[move.kind]
    target = (frm == "stake" and move.into) or move.bet
    names = {"player": f"player:{move.player}"}
    return (f"stake:{move.bet}" if frm == "stake" else names.get(frm, frm),
            f"stake:{target}" if to == "stake" else names.get(to, to))
