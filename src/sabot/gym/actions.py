"""A fixed table of actions for a table of any game, and which of them are lawful now.

An `Action` is an act of the game, a target and an amount. The target is a place seen from the
player's own (`names`), a spot of the cloth, or "" for any other that is offered: where an act was
only ever met at one target it has this slot alone. Index 0 lets time pass. What is lawful is read
from the offers that stand, by which the engine itself accepts: a masked action is never refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sabot.gym.names import seen_from
from sabot.gym.play import Play
from sabot.gym.table_survey import Survey, ordered
from sabot.procedure import Act, Offer

Amount = str | int
AMOUNTS: tuple[Amount, ...] = ("least", 2, 5, "most")
WAIT = 0


class Action(NamedTuple):
    """One thing that can be done. ``amount``: "least" and "most" of what is lawful and can be paid,
    a number for so many times the least, "" for an act without a sum."""

    act: str
    target: str = ""
    amount: Amount = ""

    def __str__(self) -> str:
        return " ".join(str(part) for part in self if part != "")


class Actions:
    """The actions of a table."""

    def __init__(self, found: Survey, amounts: Sequence[Amount] = AMOUNTS) -> None:
        self.amounts = _checked(amounts)
        self.acts = sorted(found.acts)
        self.table: list[Action] = [Action("wait")]
        self._slots: dict[tuple[str, str], int] = {}
        # The same as they are offered to who has a place.
        self._seen: dict[tuple[str, int], dict[tuple[str, str], int | None]] = {}
        for act in self.acts:
            targets = found.acts[act]
            sums = self.amounts if act in found.priced or not targets else ("",)
            for target in (*(ordered(targets) if len(targets) > 1 else ()), ""):
                self._slots[act, target] = len(self.table)
                self.table += [Action(act, target, one) for one in sums]
        self._priced = {act for act in self.acts if act in found.priced or not found.acts[act]}

    def __len__(self) -> int:
        return len(self.table)

    def lawful(self, play: Play, name: str) -> dict[int, Act | None]:
        """What this player may do now, by the index of the action; None is to let time pass."""
        found: dict[int, Act | None] = {WAIT: None} if play.may_wait(name) else {}
        own, places = play.place.get(name, ""), play.table.places
        slots = self._seen.setdefault((own, places), {})
        purse = play.books.purse[name]
        known: dict[int, list[tuple[int, int]]] = {}  # an offer for many spots has the same sums
        for (act, seat), offers in play.choices(name).items():
            if (act, seat) not in slots:
                target = seen_from(seat, own, places)[0]
                slots[act, seat] = self._slots.get((act, target), self._slots.get((act, "")))
            if (slot := slots[act, seat]) is None:
                continue
            sums = known.get(id(offers[0])) if len(offers) == 1 else None
            if sums is None:
                sums = self._sums(offers, purse)
            if len(offers) == 1:
                known[id(offers[0])] = sums
            if act not in self._priced:
                sums = sums[:1]
            for n, amount in sums:
                made = Act(name, act, seat, amount)
                if slot + n not in found and play.affordable(made):
                    found[slot + n] = made
        return found

    def _sums(self, offers: list[Offer], purse: int) -> list[tuple[int, int]]:
        """Which amounts of the grid these offers take, each sum once."""
        if not offers[0].priced:
            return [(0, 0)]
        ranges = []
        for offer in offers:
            top = offer.high if offer.note == "cards" else min(offer.high, purse)
            top -= top % offer.unit
            if offer.least <= top:
                ranges.append((offer.least, top, offer.unit))
        if not ranges:
            return []
        least = min(low for low, _, _ in ranges)
        most = max(high for _, high, _ in ranges)
        found: dict[int, int] = {}
        for n, said in enumerate(self.amounts):
            wanted = least if said == "least" else most if said == "most" else int(said) * least
            if any(low <= wanted <= high and wanted % unit == 0 for low, high, unit in ranges):
                found.setdefault(wanted, n)
        return [(n, amount) for amount, n in found.items()]


def _checked(amounts: Sequence[Amount]) -> tuple[Amount, ...]:
    wrong = [one for one in amounts if one not in ("least", "most")
             and not (isinstance(one, int) and not isinstance(one, bool) and one > 1)]
    if wrong or not amounts:
        raise ValueError(f"amounts: found {list(amounts)}; allowed: \"least\", \"most\", and whole "
                         "numbers from 2 on, so many times the least")
    return tuple(dict.fromkeys(amounts))
