"""The fixed list of actions for a table of any game, and which of them are lawful now.

An `Action` is an act of the game, a target and an amount. The target is a place relative to the
player's own (`names`), a spot of the layout, or "" for any other; an act with only one known target
has only the target "". Index 0 waits. Lawful actions are read from the current offers, which the
engine itself uses: an action that the mask allows is never refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.gym.names import seen_from
from sabot.gym.open_offers import Key, MenuActs, MenuGroup
from sabot.gym.play import Play
from sabot.gym.table_survey import Survey, sort_names
from sabot.procedure import Act, Offer
from sabot.procedure.capabilities import AMOUNTS, Amount

__all__ = ["AMOUNTS", "WAIT", "Action", "Actions", "Amount", "check_amounts"]

WAIT = 0
MOST_KNOWN = 4096
"""The limits of offers for which the sums are remembered."""


class Action(NamedTuple):
    """One action. ``amount`` is "least" or "most" of what is lawful and affordable, a multiple of
    the least, or "" for an act without a sum."""

    act: str
    target: str = ""
    amount: Amount = ""

    def __str__(self) -> str:
        return " ".join(str(part) for part in self if part != "")


class MenuSlots(NamedTuple):
    """The actions of a menu: the first index of each offer, by group and by act and seat, and the
    act and seat of each (``keys``). ``alone``: no action stands for several offers. ``mask``: for
    somebody who can afford the most of everything."""

    menu: MenuActs
    groups: tuple[tuple[MenuGroup, NDArray[np.intp]], ...]
    slots: dict[Key, int]
    keys: dict[int, Key]
    alone: bool
    mask: NDArray[np.int8]


class Actions:
    """The list of actions of a table."""

    def __init__(self, survey: Survey, amounts: Sequence[Amount] = AMOUNTS) -> None:
        self.amounts = check_amounts(amounts)
        self.acts = sorted(survey.acts)
        self.table: list[Action] = [Action("wait")]
        self._slots: dict[tuple[str, str], int] = {}
        # The same by place of the player, as offered.
        self._seen: dict[tuple[str, int], dict[Key, int | None]] = {}
        self._widths: dict[str, int] = {}
        for act in self.acts:
            targets = survey.acts[act]
            sums = self.amounts if act in survey.priced or not targets else ("",)
            self._widths[act] = len(sums)
            for target in (*(sort_names(targets) if len(targets) > 1 else ()), ""):
                self._slots[act, target] = len(self.table)
                self.table += [Action(act, target, amount) for amount in sums]
        self._known_sums: dict[tuple[int, int, int, bool, int], list[tuple[int, int]]] = {}
        self._menus: dict[tuple[str, str], MenuSlots] = {}
        self._priced = {act for act in self.acts if act in survey.priced or not survey.acts[act]}

    def __len__(self) -> int:
        return len(self.table)

    def lawful(self, play: Play, name: str) -> dict[int, Act | None]:
        """The lawful acts of a player by index of the action; None is waiting."""
        acts: dict[int, Act | None] = {WAIT: None} if play.may_wait(name) else {}
        purse, slots = play.money.purse[name], self._slots_seen(play, name)
        for key, offers in play.choices(name).items():
            if (slot := self._slot(slots, key, play, name)) is None:
                continue
            for n, amount in self._grid(key[0], offers, purse):
                possible = Act(name, key[0], key[1], amount)
                if slot + n not in acts and play.affordable(possible):
                    acts[slot + n] = possible
        return acts

    def open_mask(self, play: Play, name: str) -> NDArray[np.int8]:
        """1 for each lawful action of a player: the indices of `lawful`."""
        offers, purse = play.open_offers(name), play.money.purse[name]
        menu = self._menu(offers.menu, play, name)
        if not menu.alone or play.refused:
            mask = np.zeros(len(self.table), np.int8)
            mask[list(self.lawful(play, name))] = 1
            return mask
        mask, slots = self._menu_mask(menu, purse), self._slots_seen(play, name)
        shut, lawful = list[int](), list[int]()
        for key, accepting in offers.own.items():
            if (slot := menu.slots.get(key)) is not None:
                shut += range(slot, slot + self._widths[key[0]])
            if accepting and (first := self._slot(slots, key, play, name)) is not None:
                lawful += [first + n for n, _ in self._grid(key[0], accepting, purse)]
        mask[shut], mask[lawful] = 0, 1
        mask[WAIT] = play.may_wait(name)
        return mask

    def act_of(self, action: int, play: Play, name: str) -> Act | None:
        """The act of a lawful action, None for waiting; LookupError where it is not lawful."""
        if action == WAIT:
            if play.may_wait(name):
                return None
            raise LookupError(action)
        offers, slots = play.open_offers(name), self._slots_seen(play, name)
        act, target, _ = self.table[action]
        slot, purse = self._slots[act, target], play.money.purse[name]
        menu = self._menu(offers.menu, play, name)
        keys = [*offers.own, *([menu.keys[slot]] if slot in menu.keys else [])
                ] if menu.alone else list(offers.all)
        for key in keys:
            if key[0] != act or self._slot(slots, key, play, name) != slot:
                continue
            accepting = offers.own[key] if key in offers.own else [
                offers.menu.groups[offers.menu.of[key]].offer]
            for n, amount in self._grid(act, accepting, purse):
                possible = Act(name, act, key[1], amount)
                if slot + n == action and play.affordable(possible):
                    return possible
        raise LookupError(action)

    def _slots_seen(self, play: Play, name: str) -> dict[Key, int | None]:
        """The first index of the actions of each act and seat, as a player at their place sees it.
        """
        return self._seen.setdefault((play.place.get(name, ""), play.table.places), {})

    def _slot(self, slots: dict[Key, int | None], key: Key, play: Play, name: str) -> int | None:
        if key not in slots:
            target = seen_from(key[1], play.place.get(name, ""), play.table.places)[0]
            slots[key] = self._slots.get((key[0], target), self._slots.get((key[0], "")))
        return slots[key]

    def _menu(self, menu: MenuActs, play: Play, name: str) -> MenuSlots:
        """The actions of a menu."""
        key = play.place.get(name, ""), name
        known = self._menus.get(key)
        if known is None or known.menu is not menu:
            known = self._menus[key] = self._slots_of(menu, play, name)
        return known

    def _slots_of(self, menu: MenuActs, play: Play, name: str) -> MenuSlots:
        seen, slots, groups = self._slots_seen(play, name), dict[Key, int](), []
        for group in menu.groups:
            of_group = {key: slot for key in group.keys
                        if (slot := self._slot(seen, key, play, name)) is not None}
            slots |= of_group
            groups.append((group, np.fromiter(of_group.values(), np.intp, len(of_group))))
        keys = {slot: key for key, slot in slots.items()}
        common = {self._slots.get((act, "")) for act, target in self._slots if target}
        return MenuSlots(menu, tuple(groups), slots, keys, len(keys) == len(slots)
                         and common.isdisjoint(keys), self._whole_mask(groups, menu.highest))

    def _menu_mask(self, menu: MenuSlots, purse: int) -> NDArray[np.int8]:
        """The mask of a menu for somebody who has this much money."""
        if purse >= menu.menu.highest:
            return menu.mask.copy()
        return self._whole_mask(menu.groups, purse)

    def _whole_mask(self, groups: Iterable[tuple[MenuGroup, NDArray[np.intp]]], purse: int
                    ) -> NDArray[np.int8]:
        mask = np.zeros(len(self.table), np.int8)
        for group, slots in groups:
            if group.least <= purse:
                for n, _ in self._grid(group.act, [group.offer], purse):
                    mask[slots + n] = 1
        return mask

    def _grid(self, act: str, offers: list[Offer], purse: int) -> list[tuple[int, int]]:
        """The amounts of the grid that these offers accept, each sum once: index and cents."""
        if len(offers) == 1:
            offer = offers[0]
            limits = (offer.low, offer.high, offer.unit, offer.note == "cards",
                      purse if purse < offer.high else -1)
            sums = self._known_sums.get(limits)
            if sums is None:
                if len(self._known_sums) >= MOST_KNOWN:
                    self._known_sums.clear()
                sums = self._known_sums[limits] = self._sums(offers, purse)
        else:
            sums = self._sums(offers, purse) if offers else []
        return sums if act in self._priced else sums[:1]

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


def check_amounts(amounts: Sequence[Amount]) -> tuple[Amount, ...]:
    """A grid of stakes without repetitions; ValueError says what is not one."""
    listed = isinstance(amounts, Sequence) and not isinstance(amounts, str)
    if not (listed and amounts and all(map(_is_amount, amounts))):
        raise ValueError(f"amounts: found {amounts!r}; allowed: a list of \"least\", \"most\", and "
                         "whole numbers from 2, multiples of the least")
    return tuple(dict.fromkeys(amounts))


def _is_amount(amount: object) -> bool:
    if isinstance(amount, bool) or not isinstance(amount, int):
        return amount in ("least", "most")
    return amount > 1
