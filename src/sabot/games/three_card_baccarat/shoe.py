"""The cards before they are dealt: shuffled, cut, marked and loaded, in a box or a shoe."""

from __future__ import annotations

from sabot import law
from sabot.families.layout.bets import gather
from sabot.families.layout.cloth import Cite
from sabot.families.layout.round import Round, Steps
from sabot.families.layout.values import NOT
from sabot.families.shoe.shoe import PACK, InUse, Shoe
from sabot.games.three_card_baccarat.clauses import SHOE
from sabot.procedure import Handle

L = law.Section("mo-22-96-M/3-card-baccarat")

ENDS = 10  # a cut leaves at least so many cards on either side
FIT, REPLACED = "fit", "replaced"


def shoe_of(r: Round) -> Shoe:
    """The box or the shoe in use; a box has no second white card."""
    rules = r.table.rules
    return Shoe(r.carry.shoe or InUse(), SHOE, r.table, rules.packs,
                0 if rules.boxed else rules.warning)


def prepare(r: Round) -> Steps:
    """New cards where the last hand has ended those in use."""
    if not r.shoe.seal:
        yield from gather(r)
        yield from _shuffled(r)
    elif (why := _why(r))[0]:
        yield from gather(r)
        yield from again(r, why)


def _why(r: Round) -> Cite:
    """Why the cards are shuffled after the last hand; NOT where they are not."""
    rules, shoe = r.table.rules, r.shoe
    if shoe.last:
        return L["3.1"], ()
    if rules.boxed:
        return (L["3.2"], ()) if shoe.drawn else NOT
    return (L["3.1-3"], ()) if rules.shuffle_each_hand and shoe.drawn else NOT


def reshuffle(r: Round) -> Steps:
    """The house uses its right to shuffle at the end of any hand."""
    yield from again(r, (L["3.1-3"], ()))


def again(r: Round, why: Cite) -> Steps:
    """The cards in use are collected, looked at and shuffled."""
    shoe = r.shoe
    shoe.last = True  # whatever comes between, nothing more is dealt from them
    yield Handle(*why, what="collect-shoe")
    if r.table.attended:
        state = yield Handle(L["3.1-2"], what="look-at-cards", answers=(FIT, REPLACED))
        if state == REPLACED:
            yield Handle(L["3.1-2"], what="replace-packs")
    shoe.law = SHOE._replace(opened=why)
    yield from _shuffled(r)


def _shuffled(r: Round) -> Steps:
    shoe, rules = r.shoe, r.table.rules
    if rules.boxed:
        shoe.law = shoe.law._replace(loads="load-box")
    players = [(n, player) for n, player in enumerate(r.seats, start=1) if player]
    size = PACK * rules.packs
    yield from shoe.shuffle(players, rules.packs, ENDS, size - ENDS, at_once=True)
