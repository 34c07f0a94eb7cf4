"""The fixed list of actions for a table of any game, and which of them are lawful now.

An `Action` is an act of the game, a target and an amount. The target is a place relative to the
player's own (`names`), a spot of the layout, or "" for any other; an act with only one known target
has only the target "". Index 0 waits. Lawful actions are read from the current offers, which the
engine itself uses: an action that the mask allows is never refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sabot.gym.names import seen_from
from sabot.gym.play import Play
from sabot.gym.table_survey import Survey, sort_names
from sabot.procedure import Act, Offer

Amount = str | int
AMOUNTS: tuple[Amount, ...] = ("least", 2, 5, "most")
WAIT = 0


class Action(NamedTuple):
    """One action. ``amount`` is "least" or "most" of what is lawful and affordable, a multiple of
    the least, or "" for an act without a sum."""

    act: str
    target: str = ""
    amount: Amount = ""

    def __str__(self) -> str:
        return " ".join(str(part) for part in self if part != "")


class Actions:
    """The list of actions of a table."""

    def __init__(self, survey: Survey, amounts: Sequence[Amount] = AMOUNTS) -> None:
        self.amounts = _check_amounts(amounts)
        self.acts = sorted(survey.acts)
        self.table: list[Action] = [Action("wait")]
        self._slots: dict[tuple[str, str], int] = {}
        # The same by place of the player, as offered.
        self._seen: dict[tuple[str, int], dict[tuple[str, str], int | None]] = {}
        for act in self.acts:
            targets = survey.acts[act]
            sums = self.amounts if act in survey.priced or not targets else ("",)
            for target in (*(sort_names(targets) if len(targets) > 1 else ()), ""):
                self._slots[act, target] = len(self.table)
                self.table += [Action(act, target, amount) for amount in sums]
        self._priced = {act for act in self.acts if act in survey.priced or not survey.acts[act]}

    def __len__(self) -> int:
        return len(self.table)

    def lawful(self, play: Play, name: str) -> dict[int, Act | None]:
        """The lawful acts of a player by index of the action; None is waiting."""
        acts: dict[int, Act | None] = {WAIT: None} if play.may_wait(name) else {}
        own, places = play.place.get(name, ""), play.table.places
        slots = self._seen.setdefault((own, places), {})
        purse = play.money.purse[name]
        known_sums: dict[
            int, list[tuple[int, int]]
        ] = {}  # all spots of an offer have the same sums
        for (act, seat), offers in play.choices(name).items():
            if (act, seat) not in slots:
                target = seen_from(seat, own, places)[0]
                slots[act, seat] = self._slots.get((act, target), self._slots.get((act, "")))
            if (slot := slots[act, seat]) is None:
                continue
            sums = known_sums.get(id(offers[0])) if len(offers) == 1 else None
            if sums is None:
                sums = self._sums(offers, purse)
            if len(offers) == 1:
                known_sums[id(offers[0])] = sums
            if act not in self._priced:
                sums = sums[:1]
            for n, amount in sums:
                possible = Act(name, act, seat, amount)
                if slot + n not in acts and play.affordable(possible):
                    acts[slot + n] = possible
        return acts

    def _sums(self, offers: list[Offer], purse: int) -> list[tuple[int, int]]:
        """The amounts of the grid that these offers accept, each sum once: index and cents."""
        if not offers[0].priced:
            return [(0, 0)]
        ranges = []
        for offer in offers:
            highest = offer.high if offer.note == "cards" else min(offer.high, purse)
            highest -= highest % offer.unit
            if offer.least <= highest:
                ranges.append((offer.least, highest, offer.unit))
        if not ranges:
            return []
        low = min(low for low, _, _ in ranges)
        high = max(high for _, high, _ in ranges)
        amounts: dict[int, int] = {}
        for n, name in enumerate(self.amounts):
            amount = low if name == "least" else high if name == "most" else int(name) * low
            if any(low <= amount <= high and amount % unit == 0 for low, high, unit in ranges):
                amounts.setdefault(amount, n)
        return [(n, amount) for amount, n in amounts.items()]


def _check_amounts(amounts: Sequence[Amount]) -> tuple[Amount, ...]:
    invalid = [amount for amount in amounts if amount not in ("least", "most")
               and not (isinstance(amount, int) and not isinstance(amount, bool) and amount > 1)]
    if invalid or not amounts:
        raise ValueError(f"amounts: found {list(amounts)}; allowed: \"least\", \"most\", and whole "
                         "numbers from 2, multiples of the least")
    return tuple(dict.fromkeys(amounts))
