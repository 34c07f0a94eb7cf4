"""A card leaves the shoe; and what the law orders when something goes wrong at a real table.

A croupier or a supervisor tells it: as the answer to a Deal, a Turn or a Handle, or while the table
waits for a player.
"""

from __future__ import annotations

from sabot.equipment import UNKNOWN
from sabot.families.blackjack.round.round import ASIDE, BANK, BURN, SPOILT, Hand, Round, Steps
from sabot.families.blackjack.rules.cites import Cite, either
from sabot.families.blackjack.rules.hand import DEALT
from sabot.procedure import ALL, NOBODY, Call, Deal, Discard, Handle, Incident, Reveal, Shift, Turn

JAM = ("solved", "technician")


class Cancelled(Exception):
    """The cards of the coup cannot be put right: they are void and every bet goes back."""


def draw(r: Round, law: Cite, to: str, seen: str = ALL) -> Steps:
    """The next card of the shoe goes to a hand; the card as the coup counts it."""
    if r.drawn == r.mark:
        yield from warned(r)
    while True:
        card = yield Deal(law[0], law[1], to=to, seen_by=seen,
                          faults=r.faults and faults(r, to, seen))
        if type(card) is str:
            r.drawn += 1
            return card
        card = yield from at_deal(r, card, law, to, seen)
        if card:
            return card
        if r.aside and asked_for(r, to):  # it was drawn just now: this card is asked for
            due = r.c.misdrawn_bank if to == BANK else r.c.misdrawn_unseen
            return (yield from aside_to(r, due, to))


def asked_for(r: Round, to: str) -> bool:
    """Whether this card is none of the first two of a hand, and none that is burned."""
    if to == BURN or not r.bank or any(len(h.cards) < 2 and not h.split for h in r.hands):
        return False
    return to != BANK or len(r.bank) > 1 or r.code.second != "hidden"


def faults(r: Round, to: str, seen: str) -> tuple[str, ...]:
    """What may be told instead of this card: one that is due face up is not exposed, and none is
    drawn against a wish before somebody was asked."""
    found = r.faults
    if not asked_for(r, to):
        found = tuple(kind for kind in found if not kind.startswith("misdrawn"))
    if found and (seen != ALL or r.code.exposed_any):
        return (*found, "exposed")
    return found


def warned(r: Round) -> Steps:
    """The warning card has come: the coup in course, or about to begin, is the last of the shoe."""
    c, begun = r.c, any(hand.cards for hand in r.hands)
    r.last, r.mark = True, -1
    yield Call(*(c.last_coup if begun else either(c.last_coup_whole, c.last_coup)),
               call="last-coup")


def at_deal(r: Round, incident: Incident, law: Cite, to: str, seen: str) -> Steps:
    """What was told instead of a card: the card that counts all the same, or "" to deal again."""
    c, kind, card = r.c, incident.kind, incident.card
    r.drawn += 1 if card else 0
    if kind == "warning-card":
        yield from warned(r)
    elif kind == "jam":
        yield Call(*c.jam, call="jam")
        solved = yield Handle(*c.jam_solved, what="open-lid", answers=JAM)
        if solved == "technician":
            yield Call(*c.jam_solved, call="technician")
    elif kind == "misplaced":
        yield Call(*c.misplaced, call="corrected", seat=to)
    elif kind == "beyond-repair":
        if card:
            yield from _void(r, c.cancelled, to, card)
        raise Cancelled
    elif not card:  # which card it was is asked again
        if kind.startswith("misdrawn"):
            yield from misdrawn(r, kind)
    elif kind == "damaged":
        yield from _damaged(r)
    if not card:
        return ""
    if to == BURN:  # it leaves play, seen or unseen
        yield Reveal(*law, hand=to, index=0, card=card)
        return card
    if kind in ("damaged", "misplaced") and seen == ALL:
        return card
    if (kind == "exposed" and r.code.first_exposed and r.fresh
            and not any(hand.cards for hand in r.hands)):
        if seen != ALL:
            r.faced = to
            yield Reveal(*c.exposed_first, hand=to, index=0, card=card)
        yield Call(*c.exposed_first, call="exposed-good", seat=to)
        return card
    yield from _void(r, c.misdrawn_seen if kind.startswith("misdrawn") else c.exposed, to, card)
    return ""


def _void(r: Round, law: Cite, frm: str, card: str) -> Steps:
    """A card that came to a hand does not count: it goes to the discard corner."""
    index = len(r.bank) if frm == BANK else sum(len(h.cards) for h in r.hands if h.name == frm)
    yield Shift(*law, frm=frm, index=index, to=SPOILT, card=card)
    r.used.append(card)
    yield Discard(*law, hands=(SPOILT,))


def _damaged(r: Round) -> Steps:
    """A damaged card: a shuffler's is replaced at once, a shoe's packs are before the next coup."""
    c = r.c
    if r.machine:
        yield Handle(*c.damaged, what="replace-card")
        if c.damaged_told[0]:
            yield Call(*c.damaged_told, call="damaged-told")
        return
    r.spoilt = r.last = True
    yield Call(*r.renewed, call="damaged")


def misdrawn(r: Round, kind: str) -> Steps:
    """A card was drawn against a player's wish: seen it is void, unseen the next one has it; of
    several unseen ones the first."""
    c = r.c
    if kind == "misdrawn-seen":
        card = yield Deal(*c.misdrawn_seen, to=SPOILT)
        r.used.append(card)
        yield Discard(*c.misdrawn_seen, hands=(SPOILT,))
    else:
        r.aside.append((yield Deal(*c.misdrawn_unseen, to=ASIDE, seen_by=NOBODY)))
    r.drawn += 1


def aside_to(r: Round, law: Cite, to: str) -> Steps:
    """The unseen card that has lain aside longest goes to a hand that takes a card."""
    card = r.aside[0]
    if card == UNKNOWN:
        card = yield Turn(*law, hand=ASIDE, index=0)
    del r.aside[0]
    yield Shift(*law, frm=ASIDE, index=0, to=to, card=card)
    return card


def hit(r: Round, hand: Hand, law: Cite) -> Steps:
    """A card for a hand that takes one: the one that lies aside, or the next of the shoe."""
    if r.aside:
        card = yield from aside_to(r, r.c.misdrawn_unseen, hand.name)
    else:
        card = yield from draw(r, law, hand.name)
    take(r, hand, card)
    return card


def take(r: Round, hand: Hand, card: str) -> None:
    """The card is the hand's; if it is one of those first dealt to it, or a drawn one counts too,
    the next of its place for the jackpot."""
    hand.cards.append(card)
    jackpot = r.code.jackpot
    if jackpot is not None and (len(hand.cards) <= DEALT or jackpot.drawn_cards):
        r.order.setdefault(hand.place, []).append(card)


def aside_lost(r: Round) -> Steps:
    """Nobody asked for an unseen card and the bank is due none: it goes to the discard corner."""
    r.used += r.aside
    r.aside = []
    yield Discard(*r.c.misdrawn_bank, hands=(ASIDE,))
