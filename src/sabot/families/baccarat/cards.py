"""The cards of ponto e banca before and after a coup: shuffle, cut, burn cards, return."""

from __future__ import annotations

import msgspec

from sabot.families.baccarat.clauses import BATCH, Law, Pile, seating
from sabot.families.baccarat.readings import least_cut
from sabot.families.layout.bets import gather
from sabot.families.layout.round import Round, Steps
from sabot.families.shoe.shoe import BURN
from sabot.procedure import NOBODY, Discard, Handle, Open, Shuffle

BACK, CORNER = "back", "corner"
DAMAGED = "damaged-card"
MOST = 6
"""The most cards of a coup: three on each side."""


def ready(r: Round, law: Law, pile: Pile) -> Steps:
    """Prepare the cards: a new shoe when the last one has ended, or a shuffling shoe."""
    shoe = r.shoe
    if not shoe.behind:
        if not shoe.seal or shoe.drawn:
            yield from _loaded(r, law, pile)
    elif not shoe.seal or shoe.last or shoe.drawn < pile.burned:
        if r.table.rules.readings.cut != "at-once":
            yield from gather(r)
        yield from by_hand(r, law, pile)


def renew_shoe(r: Round, law: Law, pile: Pile) -> Steps:
    """A card is damaged: all packs are replaced, and a new shoe begins with the new ones."""
    yield Handle(*law.renew, what="new-packs",
                 facts={"packs": pile.packs(r.table)})
    if r.shoe.behind:
        yield from by_hand(r, law, pile)
        return
    r.shoe.out = ()
    yield from _loaded(r, law, pile)
    r.shoe.coups = 0


def by_hand(r: Round, law: Law, pile: Pile) -> Steps:
    """Shuffle, cut, place the cut card and load the shoe; then burn its first cards."""
    shoe, packs, least = r.shoe, pile.packs(r.table), least_cut(r.table)
    shuffle = "machine-shuffles" if r.table.rules.shuffler == BATCH else "hand-shuffles"
    yield Handle(*law.packs, what=shuffle, facts={"packs": packs})
    order = seating(r.table).order(len(r.seats), r.table.rules.readings.gap == "both")
    places = [(n, r.seats[n - 1]) for n in order if r.seats[n - 1]]
    yield from shoe.shuffle(places, packs, least, 52 * packs - least)
    r.carry = msgspec.structs.replace(r.carry, results=())
    for _ in range(pile.burned):
        yield from shoe.burn(law.start)


def _loaded(r: Round, law: Law, pile: Pile) -> Steps:
    """Load the shuffling shoe with all cards in a new order, except those in its corner. When too
    few remain for a coup, the cards in the corner are put back first."""
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


def burn_cards(r: Round, law: Law) -> Steps:
    """Burn one card before each coup except the first; returns the cards that left the machine."""
    if not r.shoe.coups:
        return []
    card = yield from r.shoe.draw(law.burn, BURN, NOBODY)
    yield Discard(*law.burn, hands=(BURN,))
    return [card]


def collect_cards(r: Round, law: Law, hands: dict[str, list[str]]) -> Steps:
    """Collect the cards of the coup."""
    dealt = tuple(hand for hand, cards in hands.items() if cards)
    if dealt:
        yield Discard(*(law.start if r.shoe.behind else law.back), hands=dealt)
    for hand in dealt:
        hands[hand] = []


def return_cards(r: Round, law: Law, used: list[str]) -> Steps:
    """Return the cards to the shuffling shoe, or leave them in its corner."""
    if r.shoe.behind or not used:
        return
    where = yield Handle(*law.back, what="return-cards", answers=(BACK, CORNER))
    if where == CORNER:
        set_aside(r, used)
        yield Handle(*law.corner, what="cards-to-corner", facts={"cards": len(r.shoe.out)})
    else:
        r.shoe.out = ()
    used.clear()


def set_aside(r: Round, used: list[str]) -> None:
    """Leave cards that came out of a shuffling shoe outside it."""
    if not r.shoe.behind:
        r.shoe.out += tuple(used)
