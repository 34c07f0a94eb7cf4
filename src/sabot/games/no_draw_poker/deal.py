"""Five cards to each player and to the bank, all face down but one of the bank's (16, 19)."""

from __future__ import annotations

from sabot import law
from sabot.games.no_draw_poker.clauses import Cite
from sabot.games.no_draw_poker.round import BANK, Hand, Round, Steps
from sabot.games.no_draw_poker.rules import AT_A_TIME, AT_A_TIME_MACHINE, CARDS
from sabot.law import IR
from sabot.procedure import ALL, NOBODY, Call, Handle, Incident, Reveal

L = law.Section("pt-217-2007/poquer-sem-descarte")

EXPOSED, MISCOUNT = "exposed", "miscount"
"""A card lies uncovered that should not; the number of cards is wrong."""


class Annulled(Exception):
    """An error in the deal: the whole play is void (19)."""


def deal(r: Round) -> Steps:
    """The cards, from the croupier's left clockwise, the bank last."""
    r.hands = [Hand(place, player) for place, player in r.antes().items()]
    some = AT_A_TIME_MACHINE if r.rules.shuffler else AT_A_TIME
    cite = (L["16.b"], (IR[184],)) if r.rules.shuffler else (L["16-8"], ())
    for first in range(0, CARDS, some):
        for hand in r.hands:
            for _ in range(some):
                yield from _to_player(r, hand, cite)
        for index in range(first, first + some):
            yield from _to_bank(r, index, cite)
    if r.table.attended:
        found = yield Handle(L["19"], what="count-cards", facts={"cards": CARDS},
                             faults=(MISCOUNT, EXPOSED))
        if isinstance(found, Incident):
            raise Annulled


def _to_player(r: Round, hand: Hand, cite: Cite) -> Steps:
    card = yield from r.shoe.draw(cite, hand.place, NOBODY,
                                  (EXPOSED, MISCOUNT) if r.table.attended else ())
    if not isinstance(card, Incident) or card.card:
        _lies(r, hand.place)
    if isinstance(card, Incident):
        raise Annulled
    hand.cards.append(card)


def _lies(r: Round, hand: str) -> None:
    """A card of this hand lies on the table."""
    if hand not in r.lies:
        r.lies.append(hand)


def _to_bank(r: Round, index: int, cite: Cite) -> Steps:
    """A card of the bank. Its last one lies open, unless one was uncovered before it."""
    last, taken = index == CARDS - 1, r.open >= 0
    law_, seen = (cite, NOBODY)
    if last:
        law_ = (L["19-2"], (IR[186],)) if taken else (L["16-9"], cite[1])
        seen = NOBODY if taken else ALL
    faults = (MISCOUNT,) if seen == ALL else (EXPOSED, MISCOUNT)
    card = yield from r.shoe.draw(law_, BANK, seen, faults if r.table.attended else ())
    if not isinstance(card, Incident) or card.card:
        _lies(r, BANK)
    if isinstance(card, Incident):
        if card.card:
            r.bank.append(card.card)
        if card.kind == MISCOUNT or taken:
            raise Annulled
        yield from _uncovered(r, index, card.card)
        return
    r.bank.append(card)
    if seen == ALL:
        r.open = index


def _uncovered(r: Round, index: int, card: str) -> Steps:
    """A card of the bank was uncovered before the last: it is the open one."""
    r.open = index
    if card:
        yield Reveal(L["19-2"], hand=BANK, index=index, card=card)
    else:  # which one it is
        found = yield from r.shoe.draw((L["19-2"], ()), BANK, ALL)
        _lies(r, BANK)
        r.bank.append(found)
    yield Call(L["19-2"], (IR[186],), call="open-card", seat=BANK)


def annulled(r: Round) -> Steps:
    """The whole play is void and every bet goes back."""
    yield Call(L["19"], (IR[186],), call="annulled")
    yield from r.refund(L["19"], IR[186])
