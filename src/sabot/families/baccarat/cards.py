"""The cards of a ponto e banca before and after a coup: shuffled, cut, burned, given back."""

from __future__ import annotations

import msgspec

from sabot.families.baccarat.code import BATCH, Law, Pile, seating
from sabot.families.layout.bets import gather
from sabot.families.layout.round import Round, Steps
from sabot.families.shoe.shoe import BURN
from sabot.procedure import NOBODY, Discard, Handle, Open, Shuffle

BACK, CORNER = "back", "corner"
DAMAGED = "damaged-card"
MOST = 6
"""Cards of a coup at most: three on each side."""


def ready(r: Round, law: Law, pile: Pile) -> Steps:
    """Cards to deal from: a new shoe where the last has ended, and what the machine holds."""
    shoe = r.shoe
    if not shoe.behind:
        if not shoe.seal or shoe.drawn:
            yield from _loaded(r, law, pile)
    elif not shoe.seal or shoe.last or shoe.drawn < pile.burned:
        yield from gather(r)
        yield from by_hand(r, law, pile)


def renewed(r: Round, law: Law, pile: Pile) -> Steps:
    """A damaged card: all packs give way to others, and play begins anew with them."""
    yield Handle(*law.renew, what="new-packs",
                 facts={"packs": pile.packs(r.table)})
    if r.shoe.behind:
        yield from by_hand(r, law, pile)
        return
    r.shoe.out = ()
    yield from _loaded(r, law, pile)
    r.shoe.coups = 0


def by_hand(r: Round, law: Law, pile: Pile) -> Steps:
    """The cards are shuffled, cut, marked and loaded, and the first of them burned."""
    shoe, packs = r.shoe, pile.packs(r.table)
    how = "machine-shuffles" if r.table.rules.shuffler == BATCH else "hand-shuffles"
    yield Handle(*law.packs, what=how, facts={"packs": packs})
    places = [(n, r.seats[n - 1]) for n in seating(r.table).order(len(r.seats)) if r.seats[n - 1]]
    yield from shoe.shuffled(places, packs, 1, 52 * packs - 1)
    r.carry = msgspec.structs.replace(r.carry, results=())
    for _ in range(pile.burned):
        yield from shoe.burn(law.start)


def _loaded(r: Round, law: Law, pile: Pile) -> Steps:
    """The shuffling shoe holds all cards but those that lie in its corner, in a new order. Where
    it holds too few for a coup, those in the corner are put back first."""
    shoe, packs = r.shoe, pile.packs(r.table)
    if not shoe.seal:
        yield Handle(*law.packs, what="load-machine", facts={"packs": packs})
    elif not shoe.watch:
        yield Open(*law.shoe.opened, seal=shoe.seal)
    if shoe.size - len(shoe.out) < pile.burns + MOST:
        yield Handle(*law.back, what="return-cards")
        shoe.out = ()
    shoe.seal = yield Shuffle(*law.machine, packs=packs, warning=0,
                              without=tuple(sorted(shoe.out)))
    shoe.drawn = shoe.at = 0


def burned(r: Round, law: Law) -> Steps:
    """One card is burned before each coup but the first; the cards that have left the machine."""
    if not r.shoe.coups:
        return []
    card = yield from r.shoe.draw(law.burn, BURN, NOBODY)
    yield Discard(*law.burn, hands=(BURN,))
    return [card]


def collected(r: Round, law: Law, hands: dict[str, list[str]]) -> Steps:
    """The cards of a coup leave the table."""
    lying = tuple(hand for hand, cards in hands.items() if cards)
    if lying:
        yield Discard(*(law.start if r.shoe.behind else law.back), hands=lying)
    for hand in lying:
        hands[hand] = []


def returned(r: Round, law: Law, used: list[str]) -> Steps:
    """A shuffling shoe is given back the cards that have left it, or they wait in its corner."""
    if r.shoe.behind or not used:
        return
    where = yield Handle(*law.back, what="return-cards", answers=(BACK, CORNER))
    if where == CORNER:
        laid_aside(r, used)
        yield Handle(*law.corner, what="cards-to-corner", facts={"cards": len(r.shoe.out)})
    else:
        r.shoe.out = ()
    used.clear()


def laid_aside(r: Round, used: list[str]) -> None:
    """Cards that have left a shuffling shoe wait outside it."""
    if not r.shoe.behind:
        r.shoe.out += tuple(used)
