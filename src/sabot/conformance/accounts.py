"""The accounts of a coup while its record is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sabot.procedure import FLOWS, Event, Move, Part, renamed_bet


class Purse:
    """Each account while a record is told; a stake is an account for each bet, ``stake:<bet>``."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()
        self.owners: dict[str, str] = {}

    def tell(self, event: Event) -> Move | None:
        """Take one event; the movement in it, if it is one. A split bet changes its name only."""
        step = event.step
        if isinstance(step, Part):
            for bet in list(self.owners):
                was = bet.removeprefix("stake:")
                if (name := renamed_bet(was, step)) != was:
                    self.held[f"stake:{name}"] += self.held.pop(bet, 0)
                    self.owners[f"stake:{name}"] = self.owners.pop(bet)
        if not isinstance(step, Move):
            return None
        frm, to = accounts(step)
        self.held[frm] -= step.amount
        self.held[to] += step.amount
        if step.kind == "stake":
            self.owners[to] = frm
        elif (step.kind in ("travel", "prize", "redeem", "jackpot-due")
              and self.held[to] == step.amount):  # nothing lay there
            self.owners[to] = f"player:{step.player}"
        return step

    def in_play(self) -> dict[str, int]:
        """The stakes on the table, by bet."""
        return {name.removeprefix("stake:"): left for name, left in self.held.items()
                if left and name.startswith("stake:")}


def purse(record: Iterable[Event]) -> Purse:
    """The accounts after a whole record."""
    told = Purse()
    for event in record:
        told.tell(event)
    return told


def accounts(move: Move) -> tuple[str, str]:
    """From where to where a movement goes."""
    frm, to = FLOWS[move.kind]
    into = (frm == "stake" and move.into) or move.bet
    named = {"player": f"player:{move.player}"}
    return (f"stake:{move.bet}" if frm == "stake" else named.get(frm, frm),
            f"stake:{into}" if to == "stake" else named.get(to, to))
