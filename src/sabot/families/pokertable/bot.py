"""How a hand of poker is played by itself at a demo table: lawfully, each in his own style.

A bot knows what its own eyes see. Two styles look at how often their cards beat those of the others
and at what it costs to find out; the third does whatever comes to its mind. The place says which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from sabot.families.pokertable.dealer_choice import ACT as NAMES
from sabot.families.pokertable.hand_strength import beats
from sabot.families.pokertable.round import BOARD, CAVE
from sabot.families.pokertable.variant import VARIANTS, Variant
from sabot.procedure import Act, Offer, TableState
from sabot.procedure.table import Table

Dice = Callable[[int], int]


@dataclass(frozen=True)
class Style:
    """A way to play.

    ``calls``: what part of the pot it wants to win for each part that it pays; ``raises``: how far
    between a fair part and the whole pot its own must be to bet more. ``blind``: it looks at
    nothing.
    """

    name: str
    calls: Fraction = Fraction(1)
    raises: Fraction = Fraction(1)
    blind: bool = False


TIGHT = Style("tight", Fraction(2), Fraction(9, 20))
EQUITY = Style("equity", Fraction(1), Fraction(3, 10))
RANDOM = Style("random", blind=True)
STYLES = (TIGHT, EQUITY, RANDOM)


def bot(table: Table, player: str, told: TableState, offers: tuple[Offer, ...], dice: Dice
        ) -> Act | None:
    """What a bot does next in the style of its place, None where it waits for others."""
    return plays(None, table, player, told, offers, dice)


def plays(style: Style | None, table: Table, player: str, told: TableState,
          offers: tuple[Offer, ...], dice: Dice) -> Act | None:
    """The same in a style, that of its place where none is said.

    It decides on a hand, cuts, names a variant, seldom bets on unseen cards (106), comes back from
    a rest and makes up a cave that the next hand would not take. Nothing else: it asks for no
    place, no rest and no other seat.
    """
    mine = {offer.act: offer for offer in reversed(offers)
            if player not in offer.barred and offer.note != "full"
            and (offer.player == player or offer.act in ("top-up", "back"))}
    if "cut" in mine:
        cut = mine["cut"]
        return Act(player, "cut", cut.seat, cut.low + dice(cut.high - cut.low + 1))
    if named := sorted(act for act in mine if act.startswith(NAMES)):
        act = named[dice(len(named))]
        return Act(player, act, mine[act].seat)
    for act in ("estardilho", "restardilho"):
        if f"no-{act}" in mine:
            said = mine[act] if act in mine and not dice(8) else mine[f"no-{act}"]
            return Act(player, said.act, said.seat, said.least)
    if "back" in mine:
        return Act(player, "back", mine["back"].spots[0])
    if "fold" not in mine:
        return _adds(table, player, told, mine, offers)
    seat = mine["fold"].seat
    how = style or STYLES[int(seat) % len(STYLES)]
    act = _any(mine, dice) if how.blind else _weighed(how, table, told, seat, mine, dice)
    if act not in mine:
        act = "check" if "check" in mine else "fold"
    return Act(player, act, seat, _sum(mine[act], told, dice, blind=how.blind))


def _adds(table: Table, player: str, told: TableState, mine: Mapping[str, Offer],
          offers: tuple[Offer, ...]) -> Act | None:
    """A cave below the minimum is made up (79)."""
    offer = mine.get("top-up")
    place = next((one.seat for one in offers if one.player == player and one.seat.isdigit()), "")
    if offer is None or place not in offer.spots \
            or told.bets.get(f"{place}{CAVE}", 0) >= table.minimum:
        return None
    return Act(player, "top-up", place, offer.least)


def _any(mine: Mapping[str, Offer], dice: Dice) -> str:
    """Whatever comes to its mind, a whole cave seldom; it gives up nothing that costs nothing."""
    if "all-in" in mine and not dice(60):
        return "all-in"
    more = next((act for act in ("raise", "bet") if act in mine), "")
    if more and dice(100) < 18:
        return more
    if "check" in mine:
        return "check"
    return "call" if "call" in mine and dice(100) < 70 else "fold"


def _weighed(how: Style, table: Table, told: TableState, seat: str, mine: Mapping[str, Offer],
             dice: Dice) -> str:
    """What the chance of the cards is worth against its price."""
    others = sum(hand.isdigit() for hand in told.hands) - 1
    part = _part(table, told, seat, others, dice)
    fair = Fraction(1, others + 1)
    up = next((act for act in ("raise", "bet", "all-in") if act in mine), "")
    if up and part >= fair + (1 - fair) * how.raises and dice(3):
        return up
    cost = mine["call"].cost if "call" in mine else mine["bet"].low if "bet" in mine else 0
    if "check" in mine or not cost:
        return "check"
    # As if whoever is in paid as much: so many share what is won.
    price = Fraction(cost, _pot(told) + cost * max(others, 1))
    return ("call" if "call" in mine else "bet") if part >= how.calls * price else "fold"


def _part(table: Table, told: TableState, seat: str, others: int, dice: Dice) -> Fraction:
    """What part of the pot its cards win, in the long run, against so many that hold any."""
    cards = told.hands.get(seat, [])
    board = [card for card in told.hands.get(BOARD, []) if card]
    one = beats(_variant(table, len(cards)), [card for card in cards if card], board, dice)
    part = Fraction(1)
    for _ in range(max(others, 1)):
        part *= one
    return part


def _variant(table: Table, cards: int) -> Variant:
    """What is played, which at a mixed table the number of cards says."""
    two = [VARIANTS[name] for name in (table.game, table.rules.second) if name]
    return next((one for one in two if one.hole == cards), two[0])


def _pot(told: TableState) -> int:
    """What lies in the pot, in cents."""
    return sum(cents for bet, cents in told.bets.items() if not bet.endswith(CAVE))


def _sum(offer: Offer, told: TableState, dice: Dice, *, blind: bool) -> int:
    """How much: about half of what lies in the pot, or a few times the least; 0 for an act without
    a sum."""
    if not offer.unit:
        return 0
    wanted = offer.low * (1 + dice(3)) if blind else max(offer.low, _pot(told) // 2)
    return max(offer.least, min(offer.high, wanted) // offer.unit * offer.unit)
