"""The deal: five cards to each player and to the bank, face down except one of the bank's (16, 19).
"""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.jackpot.pool import contribute
from sabot.games.no_draw_poker.clauses import BY_HAND, POOL, Cite
from sabot.games.no_draw_poker.round import BANK, Hand, Round, Steps
from sabot.games.no_draw_poker.rules import AT_A_TIME, AT_A_TIME_MACHINE, CARDS
from sabot.procedure import ALL, NOBODY, Call, Handle, Incident, Reveal
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-sem-descarte")

EXPOSED, MISCOUNT = "exposed", "miscount"
"""The errors of a deal: a card is exposed that should not be; the number of cards is wrong."""


class Misdeal(Exception):
    """An error in the deal: the whole round is void (19)."""


def deal(r: Round) -> Steps:
    """Deal the cards from the croupier's left clockwise, the bank last. Raises Misdeal."""
    r.hands = [Hand(place, player) for place, player in r.antes().items()]
    batch = AT_A_TIME_MACHINE if r.rules.shuffler else AT_A_TIME
    cite = (L["16.b"], (IR[184],)) if r.rules.shuffler else (L["16-8"], ())
    for first in range(0, CARDS, batch):
        for hand in r.hands:
            for _ in range(batch):
                yield from _deal_to_player(r, hand, cite)
        for index in range(first, first + batch):
            yield from _deal_to_bank(r, index, cite)
    if r.table.attended:
        report = yield Handle(L["19"], what="count-cards", facts={"cards": CARDS},
                              faults=(MISCOUNT, EXPOSED))
        if isinstance(report, Incident):
            raise Misdeal


def _deal_to_player(r: Round, hand: Hand, cite: Cite) -> Steps:
    card = yield from r.shoe.draw(cite, hand.place, NOBODY,
                                  (EXPOSED, MISCOUNT) if r.table.attended else ())
    if not isinstance(card, Incident) or card.card:
        _put_on_table(r, hand.place)
    if isinstance(card, Incident):
        raise Misdeal
    hand.cards.append(card)


def _put_on_table(r: Round, hand: str) -> None:
    """Record that a card of this hand lies on the table."""
    if hand not in r.on_table:
        r.on_table.append(hand)


def _deal_to_bank(r: Round, index: int, cite: Cite) -> Steps:
    """Deal a card to the bank. The last one is dealt face up unless a card was exposed before."""
    last, exposed = index == CARDS - 1, bool(r.open)
    clauses, seen_by = cite, NOBODY
    if last:
        clauses = (L["19-2"], (IR[186],)) if exposed else (L["16-9"], cite[1])
        seen_by = NOBODY if exposed and r.rules.readings.deal_errors != "two-open" else ALL
    faults = (MISCOUNT,) if seen_by == ALL else (EXPOSED, MISCOUNT)
    card = yield from r.shoe.draw(clauses, BANK, seen_by, faults if r.table.attended else ())
    if not isinstance(card, Incident) or card.card:
        _put_on_table(r, BANK)
    if isinstance(card, Incident):
        if card.card:
            r.bank.append(card.card)
        if card.kind == MISCOUNT or exposed:
            raise Misdeal
        yield from _expose(r, index, card.card)
        return
    r.bank.append(card)
    if seen_by == ALL:
        r.open.add(index)


def _expose(r: Round, index: int, card: str) -> Steps:
    """A card of the bank was exposed before the last one: it becomes the open card."""
    r.open.add(index)
    if card:
        yield Reveal(L["19-2"], hand=BANK, index=index, card=card)
    else:  # the program does not know the card yet
        drawn = yield from r.shoe.draw((L["19-2"], ()), BANK, ALL)
        _put_on_table(r, BANK)
        r.bank.append(drawn)
    yield Call(L["19-2"], (IR[186],), call="open-card", seat=BANK)


def annul(r: Round) -> Steps:
    """Void the whole round; every bet goes back, but for chips that stay in the pool."""
    yield Call(L["19"], (IR[186],), call="annulled")
    if r.rules.jackpot is not None and r.rules.readings.deal_errors == "chips-stay":
        yield from contribute(r, r.rules.jackpot, BY_HAND if r.rules.jackpot.manual else POOL)
    yield from r.refund(L["19"], IR[186])
