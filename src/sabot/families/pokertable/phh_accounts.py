"""The chips of a replayed hand compared with those of its file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sabot.families.pokertable.phh import Hand, cents, chips
from sabot.words import phrase

RAKE = ("_rake", "rake")
"""The fields with the percentage that the house took; the first is written here."""
POT = "_pot"
"""The field with the sum of all pots, before the house takes its part."""
OWN = "_terms"
"""The field with the terms of a hand that was played here."""
MAX_RAKE = 10
"""The percentage of a pot up to which missing `winnings` may be the share of a house."""


class Accounts(NamedTuple):
    """The chips of a replayed hand, in cents by player.

    ``stacks``: after the hand, ``got``: what came back from the pots, ``back``: the part of it that
    was their own uncalled bet. ``pot``: the sum of the pots; ``taken``: the percentage of the
    house.
    """

    stacks: tuple[int, ...]
    got: tuple[int, ...]
    back: tuple[int, ...]
    pot: int
    taken: int


class Comparison(NamedTuple):
    """The ``differences`` of a hand from its file, and ``notes`` on how they agree."""

    differences: list[str]
    notes: list[str]


def rake(hand: Hand) -> int | None:
    """The percentage that the house took according to the file, in cents; None where it does not
    say."""
    key = next((key for key in RAKE if key in hand.more), None)
    return None if key is None else cents(key, hand.more[key])


def compare(hand: Hand, played: Accounts) -> Comparison:
    """Compares the chips with all that the file says about them."""
    winnings = _compare_winnings(hand, played)
    return Comparison([*_stack_differences(hand, played), *_rake_differences(hand, played),
                       *_pot_differences(hand, played), *winnings.differences], winnings.notes)


def _stack_differences(hand: Hand, played: Accounts) -> list[str]:
    if hand.finishing is None or hand.finishing == played.stacks:
        return []
    less = [ours - theirs for ours, theirs in zip(played.stacks, hand.finishing, strict=True)]
    taken = _house_share(less, played.got)
    if taken and taken == rake(hand):
        return []
    differences: list[str] = [
        phrase("{name} has {ours}, the file says {theirs}", name=hand.name(n), ours=chips(ours),
               theirs=chips(theirs))
        for n, (ours, theirs) in enumerate(zip(played.stacks, hand.finishing, strict=True), start=1)
        if ours != theirs]
    if taken and rake(hand) is None:
        differences.append(phrase("a house may have taken these {sum}, but the file does not say "
                                  "so", sum=chips(taken)))
    return differences


def _rake_differences(hand: Hand, played: Accounts) -> list[str]:
    noted = rake(hand)
    if OWN not in hand.more or noted == played.taken:
        return []
    return [phrase("the house takes {ours}, the file says {theirs}", ours=chips(played.taken),
                   theirs=chips(noted or 0))]


def _pot_differences(hand: Hand, played: Accounts) -> list[str]:
    noted = cents(POT, hand.more[POT]) if POT in hand.more else played.pot
    if noted == played.pot:
        return []
    return [phrase("the pot is {ours}, the file says {theirs}", ours=chips(played.pot),
                   theirs=chips(noted))]


def _compare_winnings(hand: Hand, played: Accounts) -> Comparison:
    """Files give winnings with or without an uncalled bet, and less the percentage of a house."""
    if hand.winnings is None:
        return Comparison([], [])
    without = tuple(got - back for got, back in zip(played.got, played.back, strict=True))
    for ours in (without, played.got):
        less = [won - theirs for won, theirs in zip(ours, hand.winnings, strict=True)]
        taken = _house_share(less, ours)
        if not any(less) or (taken and taken == rake(hand)):
            return Comparison([], [])
        if taken and rake(hand) is None and taken * 100 <= MAX_RAKE * sum(ours):
            return Comparison([], [phrase(
                "the winnings of the file are {sum} less than the pots, which a house may have "
                "taken", sum=chips(taken))])
    return Comparison([phrase("{name} collects {ours}, the file says {theirs}", name=hand.name(n),
                              ours=chips(won), theirs=chips(theirs))
                       for n, (won, theirs) in enumerate(
                           zip(without, hand.winnings, strict=True), start=1) if won != theirs], [])


def _house_share(less: Sequence[int], got: Sequence[int]) -> int:
    """The sum that a house has taken if players lack these sums: 0 where a player has more, or
    lacks more than they won."""
    possible = all(0 <= missing <= most for missing, most in zip(less, got, strict=True))
    return sum(less) if possible else 0
