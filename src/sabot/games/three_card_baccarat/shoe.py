"""The cards before the deal: shuffle, cut, mark and load them, in a box or a shoe."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.layout.bets import gather
from sabot.families.layout.cloth import Cite
from sabot.families.layout.round import Round, Steps
from sabot.families.layout.values import NOT
from sabot.families.shoe.shoe import PACK, InUse, Shoe
from sabot.games.three_card_baccarat.clauses import SHOE
from sabot.procedure import Handle

L = law.Section("mo-22-96-M/3-card-baccarat")

ENDS = 10  # the minimum of cards on either side of a cut
FIT, REPLACED = "fit", "replaced"


def shoe_of(r: Round) -> Shoe:
    """The box or shoe in use; a box has no second white card."""
    rules = r.table.rules
    return Shoe(r.carry.shoe or InUse(), SHOE, r.table, rules.packs,
                0 if rules.boxed else rules.warning)


def prepare(r: Round) -> Steps:
    """Shuffle new or used cards when the last hand has ended those in use."""
    if not r.shoe.seal:
        yield from gather(r)
        yield from _shuffle(r)
    elif (cite := _shuffle_clause(r))[0]:
        yield from gather(r)
        yield from shuffle_again(r, cite)


def _shuffle_clause(r: Round) -> Cite:
    """The clause under which the cards are shuffled now; NOT when they are not."""
    rules, shoe = r.table.rules, r.shoe
    if shoe.last:
        return L["3.1"], ()
    if rules.boxed:
        return (L["3.2"], ()) if shoe.drawn else NOT
    return (L["3.1-3"], ()) if rules.shuffle_each_hand and shoe.drawn else NOT


def reshuffle(r: Round) -> Steps:
    """Shuffle because the house decided to, at the end of a hand."""
    yield from shuffle_again(r, (L["3.1-3"], ()))


def shuffle_again(r: Round, cite: Cite) -> Steps:
    """Collect, check and shuffle the cards in use."""
    shoe = r.shoe
    shoe.last = True  # nothing more is dealt from these cards
    yield Handle(*cite, what="collect-shoe")
    if r.table.attended:
        state = yield Handle(L["3.1-2"], what="look-at-cards", answers=(FIT, REPLACED))
        if state == REPLACED:
            yield Handle(L["3.1-2"], what="replace-packs")
    shoe.law = SHOE._replace(opened=cite)
    yield from _shuffle(r)


def _shuffle(r: Round) -> Steps:
    shoe, rules = r.shoe, r.table.rules
    if rules.boxed:
        shoe.law = shoe.law._replace(loads="load-box")
    players = [(n, player) for n, player in enumerate(r.seats, start=1) if player]
    size = PACK * rules.packs
    yield from shoe.shuffle(players, rules.packs, ENDS, size - ENDS, at_once=True)
