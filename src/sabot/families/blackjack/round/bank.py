"""The bank: a look at its hidden card, its second card, and the cards that it must draw."""

from __future__ import annotations

from sabot.equipment import UNKNOWN
from sabot.families.blackjack.round.deal import announce, show
from sabot.families.blackjack.round.faults import aside_lost, aside_to, draw
from sabot.families.blackjack.round.round import BANK, SPOILT, Round, Steps
from sabot.families.blackjack.round.shoe import burn
from sabot.families.blackjack.rules.cites import Cite, either
from sabot.families.blackjack.rules.hand import ACE, TENS, has_ace, is_blackjack, total
from sabot.procedure import ALL, NOBODY, Call, Deal, Discard, Handle, Incident, Result, Reveal, Turn

NO_RESULT = "-"  # of a coup that ended before the bank played
SAYS = ("no", "blackjack")


def peek(r: Round) -> Steps:
    """Where the law has the croupier look: whether the bank has a blackjack."""
    up = r.bank[0][0]
    if not (up == ACE or up in TENS):
        return False
    said = yield Handle(*r.c.peek, what="peek", answers=SAYS)
    natural = said == "blackjack" if r.bank[1] == UNKNOWN else is_blackjack(r.bank)
    if natural:
        yield from turn_up(r, r.c.peek_blackjack)
        yield Result(*r.c.peek_blackjack, hand=BANK, result="blackjack",
                     facts={"total": 21, "soft": True})
    return natural


def turn_up(r: Round, law: Cite, *also: str) -> Steps:
    """The hidden card is turned up."""
    if r.bank[1] == UNKNOWN:
        r.bank[1] = yield Turn(*law, hand=BANK, index=1)
    else:
        yield Reveal(law[0], law[1] + also, hand=BANK, index=1, card=r.bank[1])


def draws(r: Round) -> bool:
    """Whether the bank must take a card."""
    points, soft = total(r.bank)
    if points < r.code.stands:
        return True
    return (r.code.hit_soft and soft and points == 17 and len(r.bank) == 2)


def bank_plays(r: Round) -> Steps:
    """The second card is shown or dealt and the bank draws; the bank's result."""
    code, c = r.code, r.c
    alive = bool(r.in_play)
    if not alive and not code.plays_always:
        yield Call(*(c.coup_ends_insured if r.insured else c.coup_ends), call="coup-ends")
        if not r.insured:
            if r.aside:
                yield from aside_lost(r)
            r.cleared = either(c.coup_ends_out, r.cleared)
            return NO_RESULT
    if code.announce:
        yield from announce_hands(r)
    if code.second == "hidden":
        also = () if alive or code.plays_always else c.insured_alive
        yield from turn_up(r, c.bank_shows, *also)
    else:
        if code.burn_bank:
            yield from burn(r, c.burn_bank)
        r.bank.append((yield from aside_to(r, c.misdrawn_bank, BANK)) if r.aside else
                      (yield from draw(r, c.bank_late, BANK)))
    alive = alive or code.plays_always
    while alive and draws(r):
        if r.aside:
            r.bank.append((yield from aside_to(r, c.misdrawn_bank, BANK)))
        else:
            soft = code.hit_soft and total(r.bank).points == 17
            r.bank.append((yield from draw(r, c.bank_draws_soft if soft else c.bank_draws, BANK)))
    if r.aside:
        yield from aside_lost(r)
    if r.watch:
        yield from _stood(r)
    points, soft = total(r.bank)
    natural = is_blackjack(r.bank)
    kind = "blackjack" if natural else "bust" if points > 21 else "stands"
    law = c.bank_result if alive else c.bank_insured if natural else c.bank_insured_lost
    beside = law[1]
    if points >= code.stands and has_ace(r.bank):
        beside = (*c.bank_ace, *beside)
    yield Result(law[0], beside, hand=BANK, result=kind, facts={"total": points, "soft": soft})
    return "BJ" if natural else str(points)


def announce_hands(r: Round) -> Steps:
    """The points of each player aloud; cards that lay face down are turned for it."""
    c = r.c
    for hand in r.in_play:
        if hand.down:
            yield from show(r, hand, c.hands_shown)
        yield announce(hand, c.announce_last, *(c.no_card_on_21 if hand.points == 21 else ()))


def _stood(r: Round) -> Steps:
    """At a real table: the bank stands; a card drawn all the same does not count."""
    c = r.c
    unseen = ("bank-drew-unseen",) if c.bank_drew_unseen[0] or r.code.unseen_out else ()
    told = yield Handle(*c.bank_result, what="bank-stands", faults=("bank-drew", *unseen))
    if not isinstance(told, Incident):
        return
    hidden = told.kind == "bank-drew-unseen"
    if hidden and c.bank_drew_unseen[0] and not _shuffled_next(r):
        r.kept = True
        yield Call(*c.bank_drew_unseen, call="card-kept")
        return
    r.used.append((yield Deal(*c.bank_drew, to=SPOILT, seen_by=NOBODY if hidden else ALL)))
    r.drawn += 1
    yield Discard(*c.bank_drew, hands=(SPOILT,))


def _shuffled_next(r: Round) -> bool:
    """Whether all cards are shuffled before the next hand: none of them can be kept for it."""
    return r.last or r.spoilt or r.code.each_coup or r.code.source == "box"
