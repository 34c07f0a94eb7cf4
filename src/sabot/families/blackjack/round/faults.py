"""Cards leave the shoe, and what the law orders when something goes wrong at a real table.

A croupier or a supervisor reports it: as the answer to a Deal, a Turn or a Handle, or while the
table waits for a player.
"""

from __future__ import annotations

from sabot import deprecated
from sabot.equipment import UNKNOWN
from sabot.families.blackjack.round.round import ASIDE, BANK, BURN, SPOILT, Hand, Round, Steps
from sabot.families.blackjack.rules.cites import Cite, either
from sabot.families.blackjack.rules.hand import DEALT
from sabot.procedure import ALL, NOBODY, Call, Deal, Discard, Handle, Incident, Reveal, Shift, Turn

JAM_ANSWERS = ("solved", "technician")
COUNTS = ("damaged", "misplaced", "jam", "warning-card")
"""The faults after which a card that came with them, and was due face up, counts."""


class Cancelled(Exception):
    """The cards of the round cannot be put right: they are void and every bet goes back."""


def draw(r: Round, law: Cite, to: str, seen_by: str = ALL) -> Steps:
    """Deal the next card of the shoe to a hand; return the card that counts."""
    if r.drawn == r.warning_mark:
        yield from announce_last_coup(r)
    while True:
        card = yield Deal(law[0], law[1], to=to, seen_by=seen_by,
                          faults=r.faults and possible_faults(r, to, seen_by))
        if type(card) is str:
            r.drawn += 1
            return card
        incident = card
        r.incoming = (to, incident.card)
        card = yield from handle_deal_incident(r, incident, law, to, seen_by)
        r.incoming = ("", "")
        if incident.card and incident.kind.startswith("misdrawn"):
            note_misdrawn(r)
        if card:
            return card
        if r.aside and drawn_on_request(r, to):  # it was put aside just now: this hand takes it
            return (yield from give_aside_card(r, r.c.misdrawn_unseen, to))


def drawn_on_request(r: Round, to: str) -> bool:
    """Whether a player asked for this card: not one of the first two, not the bank's, not burned.
    """
    return (to not in (BURN, BANK) and bool(r.bank)
            and not any(len(h.cards) < 2 and not h.split for h in r.hands))


def possible_faults(r: Round, to: str, seen_by: str) -> tuple[str, ...]:
    """The faults that may be reported instead of this card. A card that is due face up cannot be
    exposed, and no card is misdrawn before somebody was asked."""
    kinds = r.faults
    if not drawn_on_request(r, to):
        kinds = tuple(kind for kind in kinds if not kind.startswith("misdrawn"))
    if kinds and (seen_by != ALL or r.table_law.exposed_any):
        return (*kinds, "exposed")
    return kinds


def announce_last_coup(r: Round) -> Steps:
    """The warning card has come: the current round, or the next one, is the last of the shoe."""
    c, begun = r.c, any(hand.cards for hand in r.hands)
    r.last, r.warning_mark = True, -1
    yield Call(*(c.last_coup if begun else either(c.last_coup_whole, c.last_coup)),
               call="last-coup")


def handle_deal_incident(r: Round, incident: Incident, law: Cite, to: str, seen_by: str) -> Steps:
    """Handle an incident reported instead of a card; return the card that counts, or "" to deal
    again."""
    c, kind, card = r.c, incident.kind, incident.card
    r.drawn += 1 if card else 0
    if kind == "warning-card":
        yield from announce_last_coup(r)
    elif kind == "jam":
        yield Call(*c.jam, call="jam")
        solved = yield Handle(*c.jam_solved, what="open-lid", answers=JAM_ANSWERS)
        if solved == "technician":
            yield Call(*c.jam_solved, call="technician")
    elif kind == "misplaced":
        yield Call(*c.misplaced, call="corrected", seat=to)
    elif kind == "beyond-repair":
        if card:
            yield from _void_card(r, c.cancelled, to, card)
        raise Cancelled
    elif kind == "damaged":
        yield from _handle_damaged(r)
    elif not card and kind.startswith("misdrawn"):  # the step that follows asks which card it was
        yield from take_misdrawn(r, kind)
    if not card:
        return ""
    if to == BURN:  # it leaves play, seen or not
        yield Reveal(*law, hand=to, index=0, card=card)
        return card
    if kind in COUNTS and seen_by == ALL:
        return card
    of_hand = r.table_law.first_exposed and r.readings.first_card == "of-hand"
    if (kind == "exposed" and (of_hand or (r.table_law.first_exposed and r.fresh))
            and not any(hand.cards for hand in r.hands)):
        if seen_by != ALL:
            r.exposed_hand = to
            yield Reveal(*c.exposed_first, hand=to, index=0, card=card)
        yield Call(*c.exposed_first, call="exposed-good", seat=to)
        return card
    yield from _void_card(
        r, c.misdrawn_seen if kind.startswith("misdrawn") else c.exposed, to, card
    )
    return ""


def _void_card(r: Round, law: Cite, frm: str, card: str) -> Steps:
    """A card dealt to a hand does not count: it goes to the discard corner."""
    index = len(r.bank) if frm == BANK else sum(len(h.cards) for h in r.hands if h.name == frm)
    yield Shift(*law, frm=frm, index=index, to=SPOILT, card=card)
    r.used.append(card)
    yield Discard(*law, hands=(SPOILT,))


def _handle_damaged(r: Round) -> Steps:
    """A damaged card: replaced at once in a shuffler; in a shoe its packs are, before the next
    round."""
    c = r.c
    if r.machine:
        yield Handle(*c.damaged, what="replace-card")
        if c.damaged_told[0]:
            yield Call(*c.damaged_told, call="damaged-told")
        return
    r.spoilt = r.last = True
    yield Call(*r.replacement_law, call="damaged")


def take_misdrawn(r: Round, kind: str) -> Steps:
    """A card was drawn against a player's wish: seen it is void, unseen it is put aside for the
    next hit."""
    c = r.c
    if kind == "misdrawn-seen":
        card = yield Deal(*c.misdrawn_seen, to=SPOILT)
        r.used.append(card)
        yield Discard(*c.misdrawn_seen, hands=(SPOILT,))
    else:
        r.aside.append((yield Deal(*c.misdrawn_unseen, to=ASIDE, seen_by=NOBODY)))
    r.drawn += 1
    note_misdrawn(r)


def note_misdrawn(r: Round) -> None:
    """Note a card drawn in error. Cancelled where a second one cannot be put right."""
    if r.misdrawn and r.readings.misdrawn == "second-cancels":
        raise Cancelled
    r.misdrawn = True


def give_aside_card(r: Round, law: Cite, to: str) -> Steps:
    """Give the first unseen card put aside to a hand that takes a card."""
    card = r.aside[0]
    if card == UNKNOWN:
        card = yield Turn(*law, hand=ASIDE, index=0)
    del r.aside[0]
    yield Shift(*law, frm=ASIDE, index=0, to=to, card=card)
    return card


def hit(r: Round, hand: Hand, law: Cite) -> Steps:
    """Deal a card to a hand that takes one: the one put aside, or the next of the shoe."""
    if r.aside:
        card = yield from give_aside_card(r, r.c.misdrawn_unseen, hand.name)
    else:
        card = yield from draw(r, law, hand.name)
    take(r, hand, card)
    return card


def take(r: Round, hand: Hand, card: str) -> None:
    """Add a card to a hand. A card first dealt to it (or any, where drawn cards count) is also the
    next card of its place for the jackpot."""
    hand.cards.append(card)
    jackpot = r.table_law.jackpot
    if jackpot is not None and (len(hand.cards) <= DEALT or jackpot.drawn_cards):
        r.jackpot_cards.setdefault(hand.place, []).append(card)


def discard_aside(r: Round) -> Steps:
    """Nobody took the unseen card and the bank needs none: it goes to the discard corner."""
    r.used += r.aside
    r.aside = []
    yield Discard(*r.c.misdrawn_bank, hands=(ASIDE,))


deprecated.install(__name__)
