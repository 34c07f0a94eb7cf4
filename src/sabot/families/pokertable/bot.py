"""The bot of a demo table: plays poker lawfully, in the style of its place.

A bot knows only what its player may see. Two styles weigh the chance that their cards win against
the price; the third plays at random.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from sabot.families.pokertable.dealer_choice import ACT as NAMES
from sabot.families.pokertable.hand_strength import win_chance
from sabot.families.pokertable.round import BOARD, CAVE
from sabot.families.pokertable.variant import Variant, as_read
from sabot.procedure import Act, Offer, TableState
from sabot.procedure.table import Table

Dice = Callable[[int], int]


@dataclass(frozen=True)
class Style:
    """A style of play.

    ``calls``: the required share of the pot per share of it paid; ``raises``: how far between a
    fair share and the whole pot its own must lie to bet more. ``blind``: it ignores its cards.
    """

    name: str
    calls: Fraction = Fraction(1)
    raises: Fraction = Fraction(1)
    blind: bool = False


TIGHT = Style("tight", Fraction(2), Fraction(9, 20))
EQUITY = Style("equity", Fraction(1), Fraction(3, 10))
RANDOM = Style("random", blind=True)
STYLES = (TIGHT, EQUITY, RANDOM)


def bot(table: Table, player: str, state: TableState, offers: tuple[Offer, ...], dice: Dice
        ) -> Act | None:
    """What a bot does next in the style of its place; None where it waits for others."""
    return decide(None, table, player, state, offers, dice)


def decide(style: Style | None, table: Table, player: str, state: TableState,
           offers: tuple[Offer, ...], dice: Dice) -> Act | None:
    """What a bot does next in a style, by default that of its place.

    It decides on a hand, cuts, names a variant, seldom bets on unseen cards (106), comes back from
    a rest, and tops up a stack that is too small for the next hand. It asks for no place, no rest
    and no other seat.
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
            choice = mine[act] if act in mine and not dice(8) else mine[f"no-{act}"]
            return Act(player, choice.act, choice.seat, choice.least)
    if "back" in mine:
        return Act(player, "back", mine["back"].spots[0])
    if "fold" not in mine:
        return _top_up(table, player, state, mine, offers)
    seat = mine["fold"].seat
    played = style or STYLES[int(seat) % len(STYLES)]
    act = (_random_act(mine, dice) if played.blind
           else _weighed_act(played, table, state, seat, mine, dice))
    if act not in mine:
        act = "check" if "check" in mine else "fold"
    return Act(player, act, seat, _amount(mine[act], state, dice, blind=played.blind))


def _top_up(table: Table, player: str, state: TableState, mine: Mapping[str, Offer],
            offers: tuple[Offer, ...]) -> Act | None:
    """Tops up a stack below the minimum (79)."""
    offer = mine.get("top-up")
    place = next((other.seat for other in offers
                  if other.player == player and other.seat.isdigit()), "")
    if offer is None or place not in offer.spots \
            or state.bets.get(f"{place}{CAVE}", 0) >= table.minimum:
        return None
    return Act(player, "top-up", place, offer.least)


def _random_act(mine: Mapping[str, Offer], dice: Dice) -> str:
    """A random act, seldom all-in; it never folds when it may check."""
    if "all-in" in mine and not dice(60):
        return "all-in"
    raising = next((act for act in ("raise", "bet") if act in mine), "")
    if raising and dice(100) < 18:
        return raising
    if "check" in mine:
        return "check"
    return "call" if "call" in mine and dice(100) < 70 else "fold"


def _weighed_act(style: Style, table: Table, state: TableState, seat: str,
                 mine: Mapping[str, Offer], dice: Dice) -> str:
    """The act by comparing the chance of the cards with the price."""
    others = sum(hand.isdigit() for hand in state.hands) - 1
    share = _share_of_pot(table, state, seat, others, dice)
    fair = Fraction(1, others + 1)
    raising = next((act for act in ("raise", "bet", "all-in") if act in mine), "")
    if raising and share >= fair + (1 - fair) * style.raises and dice(3):
        return raising
    cost = mine["call"].cost if "call" in mine else mine["bet"].low if "bet" in mine else 0
    if "check" in mine or not cost:
        return "check"
    # Assumes that every player in the hand pays as much.
    price = Fraction(cost, _pot(state) + cost * max(others, 1))
    return ("call" if "call" in mine else "bet") if share >= style.calls * price else "fold"


def _share_of_pot(table: Table, state: TableState, seat: str, others: int, dice: Dice) -> Fraction:
    """The share of the pot that its cards win on average against so many random hands."""
    cards = state.hands.get(seat, [])
    board = [card for card in state.hands.get(BOARD, []) if card]
    own = [card for card in cards if card]
    chance = win_chance(dealt_variant(table, len(cards), state), own, board, dice)
    return chance ** max(others, 1)


def dealt_variant(table: Table, cards: int, state: TableState) -> Variant:
    """The variant that is dealt; at a mixed table the number of cards decides, and the pack."""
    variants = [as_read(name, table.rules.readings)
                for name in (table.game, table.rules.second) if name]
    known = {card for hand in state.hands.values() for card in hand if card}
    return next((variant for variant in variants
                 if variant.hole == cards and known <= {*variant.ranking.pack}), variants[0])


def _pot(state: TableState) -> int:
    """The sum in the pot, in cents."""
    return sum(cents for bet, cents in state.bets.items() if not bet.endswith(CAVE))


def _amount(offer: Offer, state: TableState, dice: Dice, *, blind: bool) -> int:
    """The amount: about half the pot, or a few times the minimum; 0 for an act without an
    amount."""
    if not offer.unit:
        return 0
    wanted = offer.low * (1 + dice(3)) if blind else max(offer.low, _pot(state) // 2)
    return max(offer.least, min(offer.high, wanted) // offer.unit * offer.unit)
