"""The decisions open to a hand, each under its clause."""

from __future__ import annotations

from sabot.families.blackjack.round.round import Hand, Round
from sabot.families.blackjack.rules.hand import ACE, hard, has_ace, same_rank, same_value
from sabot.procedure import Offer


def may_split(r: Round, hand: Hand) -> bool:
    """Whether two cards of one value (or rank) may split, within the limits of the law and the
    house."""
    table_law, cards = r.table_law, hand.cards
    if len(cards) != 2 or (hand.split and not hand.aces
                           and (not table_law.resplit or hand.place in r.refused)):
        return False
    if table_law.max_splits and r.splits.get(hand.place, 0) >= table_law.max_splits:
        return False
    if hand.aces and not table_law.resplit_aces:
        return False
    return (same_rank if table_law.split_rank else same_value)(cards[0], cards[1])


def may_double(r: Round, hand: Hand) -> tuple[bool, bool]:
    """Whether the hand may double, and whether that fixes its ace at 1.

    Two cards that make 9 or 10 with an ace as 1 make 19 or 20 with it as 11. Where only some totals
    may double, only the value 1 makes that double lawful.
    """
    cards = hand.cards
    totals = r.table_law.double_split if hand.split else r.table_law.double
    if len(cards) != 2 and not (hand.split and r.readings.double_split_cards == "any"):
        return False, False
    if hand.doubled or hand.aces or not totals:
        return False, False
    low, high = totals
    if (low, high) == (0, 21):
        return True, r.readings.doubles_fix == "every" and has_ace(cards)
    if low <= hard(cards) <= high:
        ace = ACE in (cards[0][0], cards[1][0])
        if has_ace(cards[2:]):
            return False, False
        return (True, True) if ace and r.table_law.fixes_ace else (not ace, False)
    return False, False


def must_take_card(r: Round, hand: Hand, points: int) -> bool:
    """Whether a hand may not stand on its points (IR 391)."""
    first = len(hand.cards) == 2 and not hand.split
    return points <= r.table_law.must_hit and (first or r.readings.low_hands == "draw")


def decisions(r: Round, hand: Hand, points: int, alone: bool) -> tuple[Offer, ...]:
    """Every decision open to a hand; ``alone``: it is the only one left to ask."""
    table_law, c = r.table_law, r.c
    name, player = hand.name, hand.player
    offers: list[Offer] = []
    five = table_law.five and len(hand.cards) == 5 and r.bank[0][0] != ACE
    on = c.hit_split if hand.split else ()
    if table_law.five and len(hand.cards) == 5:
        on += c.five_goes_on[:1]
    if points < 21:
        if hand.aces:
            offers.append(Offer("stand", name, c.ace_stands[0], player, also=c.ace_stands[1]))
        elif must_take_card(r, hand, points):
            offers.append(Offer("hit", name, c.must_hit[0], player, also=c.must_hit[1]))
        else:
            offers.append(Offer("hit", name, c.hit[0], player, also=c.hit[1] + on))
            if r.readings.low_hands != "draw":
                on += c.low_stands
            offers.append(Offer("stand", name, c.stand[0], player, also=c.stand[1] + on))
    elif five:
        offers.append(Offer("stand", name, c.five_goes_on[0], player, also=c.five_goes_on[1]))
    elif len(hand.cards) == 2:  # it takes no card; the others cannot see why
        offers.append(Offer("stand", name, c.stand[0], player, also=c.stand[1] + c.no_card_on_21))
    if five:
        offers.append(Offer("claim-five", name, c.five[0], player, also=c.five[1]))
    if points >= 21:
        return tuple(offers)
    first = hand.wagers[0].initial
    fits = first <= r.room(hand.place, player)
    double, fixes = may_double(r, hand)
    if double and fits:
        law, also = double_law(r, hand, fixes)
        offers.append(Offer("double", name, law, player, cost=first,
                            note="ace-fixed" if fixes else "", also=also))
    if fits and may_split(r, hand):
        law, also = split_law(r, hand)
        offers.append(Offer("split", name, law, player, cost=first,
                            also=also + (c.split_aces_again[1] if hand.aces else ())))
    return (*offers, *surrender_offer(r, hand, alone))


def surrender_offer(r: Round, hand: Hand, alone: bool) -> tuple[Offer, ...]:
    """The offer of surrender, with a first decision or where any decision may be one (IR 9)."""
    law, asked, chosen = r.c.surrender, r.table_law.surrender, r.readings
    if r.misdrawn and chosen.misdrawn == "no-surrender":
        return ()
    first = hand.first or chosen.surrender_at == "any-decision"
    if first and r.bank[0][0] != ACE and (asked == "decision" or (asked == "pass" and alone)):
        own = chosen.surrender_binds == "own-bet"
        return tuple(Offer("surrender", hand.name, law[0], wager.player, also=law[1])
                     for wager in (hand.wagers if own else hand.wagers[:1]))
    return ()


def double_law(r: Round, hand: Hand, fixes: bool) -> tuple[str, tuple[str, ...]]:
    """The clauses of a double: on the named totals, after a split, or where the house adds it."""
    c, named = r.c, r.table_law.double_named
    totals = r.table_law.double_split if hand.split else r.table_law.double
    points = hard(hand.cards) if fixes else hand.points
    if totals == (0, 21) and not (named and named[0] <= points <= named[1]):
        law, also = c.double_any_split if hand.split else c.double_any
    else:
        law, also = c.double_split if hand.split else c.double
    return law, (*also, c.ace_fixed[0], *c.ace_fixed[1]) if fixes else also


def split_law(r: Round, hand: Hand) -> tuple[str, tuple[str, ...]]:
    """The clauses of a split, and of the house's options for it."""
    c, table_law = r.c, r.table_law
    law, also = c.split_again if hand.split else c.split
    if hand.aces and c.aces_again[0]:
        law, also = c.aces_again
    if table_law.split_rank:
        also += c.split_rank[1]
    if table_law.max_splits:
        also += c.split_limit[1]
    return law, also
