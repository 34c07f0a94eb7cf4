"""How the pot of non-banked poker is shared, worked out from rules 38, 49, 50, 66, 67 and 104 of
the published text and the readings ir/232 to ir/236."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from judging_hands import Value


class Part(NamedTuple):
    """A part of the pot that is handed to a player."""

    kind: str
    seat: int
    amount: int


class Pot(NamedTuple):
    """What lies in the pot when betting is over, and by which readings it is shared.

    ``bets`` are all bets by seat, ``loose`` is what belongs to nobody's bet (90), ``hands`` are the
    hands that are shown, ``clockwise`` the seats from the one that has the hand.
    """

    bets: dict[int, int]
    loose: int
    hands: dict[int, Value]
    clockwise: list[int]
    minimum: int
    shares: str
    tied: str
    synthetic: bool


def unmatched(bets: dict[int, int]) -> tuple[int, int]:
    """Whose bet goes back how far because nobody matched it (48, ir/233)."""
    ordered = sorted(bets, key=lambda seat: bets[seat], reverse=True)
    if not ordered:
        return 0, 0
    second = bets[ordered[1]] if len(ordered) > 1 else 0
    return ordered[0], bets[ordered[0]] - second


def share(pot: Pot) -> list[Part]:
    """Who receives what, before the percentage of the house."""
    return side_pots(pot) if pot.shares == "side-pots" else proportions(pot)


def equally(pot: Pot, winner: Value) -> bool:
    """Whether lost bets are divided equally: synthetic poker, full house to one pair (104)."""
    return pot.synthetic and winner.name in {
        "full", "straight", "three", "figures-with-pairs", "simple-figures", "two-pair", "pair"}


def proportions(pot: Pot) -> list[Part]:
    """An all-in hand wins its bet and its proportion of the rest (49, 50, ir/232, ir/234)."""
    paid: list[Part] = []
    equal, base = max(pot.bets.values()), 0
    rest = sum(pot.bets.values()) + pot.loose
    while rest:
        able = {seat: hand for seat, hand in pot.hands.items() if pot.bets[seat] > base}
        if not able:
            break
        strongest = max(able.values())[:2]
        put = {seat: pot.bets[seat] - base for seat, hand in able.items() if hand[:2] == strongest}
        most, whole = max(put.values()), equal - base
        part, kind = rest, "remainder" if base else "main"
        if most < whole:
            own = sum(put.values())
            exact = own + Fraction((rest - own) * most, whole)
            part, kind = max(own, int(exact // pot.minimum) * pot.minimum), "proportion"
        winner = next(able[seat] for seat in put)
        mode = "equal" if equally(pot, winner) else pot.tied
        exact_shares = divide(put, part, rest, whole, mode)
        amounts = whole_minimums(exact_shares, put, part, pot)
        paid += [Part(kind, seat, amounts[seat]) for seat in pot.clockwise if seat in amounts]
        base, rest = base + most, rest - part
    return paid


def divide(put: dict[int, int], part: int, rest: int, whole: int,
           mode: str) -> dict[int, Fraction]:
    """What equal hands get of a part of the pot, as exact fractions (66, 104, ir/235).

    ``put`` are their bets, ``rest`` is the pot of which the part is one, ``whole`` the equal bet.
    """
    lost, most, own = part - sum(put.values()), max(put.values()), sum(put.values())
    gains = {seat: Fraction(0) for seat in put}
    below = 0
    for level in sorted(set(put.values())):
        slice_ = Fraction(lost * (level - below), most)
        reaching = [seat for seat in put if put[seat] >= level]
        weight = sum(put[seat] for seat in reaching)
        for seat in reaching:
            gains[seat] += slice_ * (Fraction(put[seat], weight) if mode == "lost"
                                     else Fraction(1, len(reaching)))
        below = level
    if mode == "part":
        for seat in put:
            if put[seat] < most:
                alone = Fraction((rest - put[seat]) * put[seat], whole)
                gains[seat] = min(gains[seat], alone * put[seat] / own)
        full = [seat for seat in put if put[seat] == most]
        left = lost - sum(gains[seat] for seat in put if seat not in full)
        for seat in full:
            gains[seat] = left / len(full)
    return {seat: put[seat] + gains[seat] for seat in put}


def whole_minimums(exact: dict[int, Fraction], put: dict[int, int], part: int,
                   pot: Pot) -> dict[int, int]:
    """Shares in whole minimums, but no share below the player's own bet; what is left over goes to
    those whose share was cut, from the one who has the hand (67, 67-2, ir/236)."""
    amounts = {seat: max(put[seat], int(due // pot.minimum) * pot.minimum)
               for seat, due in exact.items()}
    if len(exact) == 1:
        return dict.fromkeys(exact, part)
    left = part - sum(amounts.values())
    for seat in pot.clockwise:
        if left and seat in exact and amounts[seat] < exact[seat]:
            more = min(left, pot.minimum)
            amounts[seat] += more
            left -= more
    return amounts


def side_pots(pot: Pot) -> list[Part]:
    """A pot for each height of bet, won by the best hand that bet as much (38)."""
    paid: list[Part] = []
    below = 0
    for number, level in enumerate(sorted({pot.bets[seat] for seat in pot.hands} - {0})):
        part = sum(max(0, min(bet, level) - below) for bet in pot.bets.values())
        if not number:
            part += pot.loose
        able = {seat: hand for seat, hand in pot.hands.items() if pot.bets[seat] >= level}
        strongest = max(able.values())[:2]
        put = {seat: level - below for seat, hand in able.items() if hand[:2] == strongest}
        exact = {seat: Fraction(part, len(put)) for seat in put}
        amounts = whole_minimums(exact, put, part, pot)
        paid += [Part("side" if number else "main", seat, amounts[seat])
                 for seat in pot.clockwise if seat in amounts]
        below = level
    return paid


def lying(bets: dict[int, int], loose: int, alive: set[int]) -> list[tuple[str, int, list[int]]]:
    """The pots that lie on the table for everybody to see: for each height of bet of a player in
    play, how much is in it and who may win it (38-2)."""
    pots: list[tuple[str, int, list[int]]] = []
    owner, spare = unmatched(bets)
    bets = bets | {owner: bets[owner] - spare} if owner else bets
    below = 0
    for level in sorted({bets[seat] for seat in alive} - {0}):
        amount = sum(max(0, min(bet, level) - below) for bet in bets.values())
        if not pots:
            amount += loose
        pots.append(("side-lies" if pots else "main-lies", amount,
                     sorted(seat for seat in alive if bets[seat] >= level)))
        below = level
    return pots
