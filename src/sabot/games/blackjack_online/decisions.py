"""The decisions of rule 15 and of rules 21 to 23: what a hand may do, and nothing else (24)."""

from __future__ import annotations

from sabot.families.blackjack import ACE, hard, same_rank, same_value, total
from sabot.games.blackjack_online.rules import DOUBLE_FROM, DOUBLE_TO, MUST_HIT, Rules
from sabot.law import IR, Section
from sabot.procedure import Offer

L = Section("pt-805-2015/blackjack-online")


class Hand:
    """A row of cards with a bet on it.

    ``initial`` is the bet of rule 21 (what a double adds, what the special prize multiplies);
    ``stake`` all that stands on the hand. ``first`` while it is the two cards first dealt to the
    place; ``aces`` when it comes from splitting aces; ``fixed`` when 8.a.ii keeps its ace at 1.
    """

    __slots__ = ("aces", "cards", "done", "first", "fixed", "initial", "name", "place", "player",
                 "split", "stake")

    def __init__(self, name: str, place: str, player: str, initial: int) -> None:
        self.name = name
        self.place = place
        self.player = player
        self.initial = self.stake = initial
        self.cards: list[str] = []
        self.first = True
        self.split = self.aces = self.fixed = self.done = False

    @property
    def points(self) -> int:
        return total(self.cards, self.fixed).points


def may_split(hand: Hand, rules: Rules, splits: int) -> bool:
    """Rules 21 and 22 with the house's choices 16.b and 16.c."""
    if len(hand.cards) != 2 or (rules.max_splits and splits >= rules.max_splits):
        return False
    if hand.aces and not rules.resplit_aces:
        return False
    alike = same_rank if rules.split_pairs_only else same_value
    return alike(hand.cards[0], hand.cards[1])


def may_double(hand: Hand, rules: Rules) -> tuple[bool, bool]:
    """Whether the hand may double (15.b, 16.a, 23) and whether that fixes its ace at 1 (8.a.ii).

    An ace among two cards that make 9 or 10 with it at 1 makes 19 or 20 at 11: the value 1 is what
    makes that double lawful (IR 4), save where the house admits any total.
    """
    cards = hand.cards
    if len(cards) != 2 or hand.aces:
        return False, False
    if rules.double_any and (not hand.split or rules.double_any_after_split):
        return True, False
    if DOUBLE_FROM <= hard(cards) <= DOUBLE_TO:
        return True, ACE in (cards[0][0], cards[1][0])
    return False, False


def decisions(hand: Hand, rules: Rules, up: str, splits: int) -> tuple[Offer, ...]:
    """Every decision open to a hand that stands below 21, each under its clause."""
    name, player = hand.name, hand.player
    points = hand.points
    offers: list[Offer] = []
    if hand.aces:
        offers.append(Offer("stand", name, L["21-4"], player))
    elif points <= MUST_HIT:
        offers.append(Offer("hit", name, L["15.a"], player))
    else:
        offers.append(Offer("hit", name, L["15.d"], player))
        offers.append(Offer("stand", name, L["15.c"], player))
    double, fixes = may_double(hand, rules)
    if double:
        law, also = _double_law(hand, points, fixes)
        offers.append(Offer("double", name, law, player, cost=hand.initial,
                            note="ace-fixed" if fixes else "", also=also))
    if may_split(hand, rules, splits):
        offers.append(Offer(
            "split", name, L["22"] if hand.split else L["21"], player, cost=hand.initial,
            also=((IR[6],) if hand.aces else ())
            + _SPLIT_CHOICES[rules.split_pairs_only, rules.max_splits > 0]))
    if hand.first and len(hand.cards) == 2 and up[0] != ACE:
        offers.append(Offer("surrender", name, L["15.e"], player, also=(IR[9],)))
    return tuple(offers)


def _double_law(hand: Hand, points: int, fixes: bool) -> tuple[str, tuple[str, ...]]:
    """The clauses of a double: 15.b on 9 to 11, 23 after a split, 16.a where the house adds it."""
    if not fixes and not DOUBLE_FROM <= points <= DOUBLE_TO:
        return L["16.a"], (L["16"], IR[11])
    law, also = (L["23"], (L["15.b"],)) if hand.split else (L["15.b"], ())
    return law, (*also, L["8.a.ii"], IR[4]) if fixes else also


# What of the house's choices stands behind a split: pairs only, a limit to the splits.
_SPLIT_CHOICES: dict[tuple[bool, bool], tuple[str, ...]] = {
    (False, False): (), (True, False): (L["16.b"], IR[5]), (False, True): (L["16.c"],),
    (True, True): (L["16.b"], IR[5], L["16.c"]),
}
