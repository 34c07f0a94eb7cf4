"""The bank: the look at its hidden card, its second card, and the cards that it must draw."""

from __future__ import annotations

from sabot.equipment import UNKNOWN
from sabot.families.blackjack.round.deal import total_call, turn_up_hand
from sabot.families.blackjack.round.faults import discard_aside, draw, give_aside_card
from sabot.families.blackjack.round.round import BANK, SPOILT, Round, Steps
from sabot.families.blackjack.round.shoe import burn
from sabot.families.blackjack.rules.cites import Cite, either
from sabot.families.blackjack.rules.hand import ACE, TENS, has_ace, total
from sabot.procedure import ALL, NOBODY, Call, Deal, Discard, Handle, Incident, Result, Reveal, Turn

NO_RESULT = "-"  # the round ended before the bank played
PEEK_ANSWERS = ("no", "blackjack")


def peek(r: Round) -> Steps:
    """The croupier looks at the hidden card under an ace or ten; return whether it is a blackjack.
    """
    up = r.bank[0][0]
    if not (up == ACE or up in TENS):
        return False
    answer = yield Handle(*r.c.peek, what="peek", answers=PEEK_ANSWERS)
    natural = answer == "blackjack" if r.bank[1] == UNKNOWN else r.natural(r.bank)
    if natural:
        yield from turn_up_bank(r, r.c.peek_blackjack)
        yield Result(*r.c.peek_blackjack, hand=BANK, result="blackjack",
                     facts={"total": 21, "soft": True})
    return natural


def turn_up_bank(r: Round, law: Cite, *also: str) -> Steps:
    """Turn up the hidden card."""
    if r.bank[1] == UNKNOWN:
        r.bank[1] = yield Turn(*law, hand=BANK, index=1)
    else:
        yield Reveal(law[0], law[1] + also, hand=BANK, index=1, card=r.bank[1])


def must_draw(r: Round) -> bool:
    """Whether the bank must take a card."""
    points, soft = total(r.bank)
    if points < r.table_law.stands:
        return True
    return (r.table_law.hit_soft and soft and points == 17 and len(r.bank) == 2)


def play_bank(r: Round) -> Steps:
    """Show or deal the second card and draw; return the bank's result."""
    table_law, c = r.table_law, r.c
    in_play = bool(r.in_play)
    if not in_play and not table_law.plays_always:
        yield Call(*(c.coup_ends_insured if r.insured else c.coup_ends), call="coup-ends")
        if r.readings.insured_left == "returned":
            yield from return_insurances(r)
        if not r.insured:
            if r.aside:
                yield from discard_aside(r)
            r.cleared = either(c.coup_ends_out, r.cleared)
            return NO_RESULT
    if table_law.announce:
        yield from announce_hands(r)
    if table_law.second == "hidden":
        also = () if in_play or table_law.plays_always else c.insured_alive
        yield from turn_up_bank(r, c.bank_shows, *also)
    else:
        if table_law.burn_bank:
            yield from burn(r, c.burn_bank)
        r.bank.append((yield from give_aside_card(r, c.misdrawn_bank, BANK)) if r.aside else
                      (yield from draw(r, c.bank_late, BANK)))
    in_play = in_play or table_law.plays_always or r.readings.insured_left == "bank-plays"
    while in_play and (must_draw(r) or (r.aside and r.readings.unasked_card == "to-bank")):
        if r.aside:
            r.bank.append((yield from give_aside_card(r, c.misdrawn_bank, BANK)))
        else:
            soft = table_law.hit_soft and total(r.bank).points == 17
            r.bank.append((yield from draw(r, c.bank_draws_soft if soft else c.bank_draws, BANK)))
    if r.aside:
        yield from discard_aside(r)
    if r.watch:
        yield from _report_stand(r)
    points, soft = total(r.bank)
    natural = r.natural(r.bank)
    kind = "blackjack" if natural else "bust" if points > 21 else "stands"
    law = c.bank_result if in_play else c.bank_insured if natural else c.bank_insured_lost
    also_cited = law[1]
    if points >= table_law.stands and has_ace(r.bank):
        also_cited = (*c.bank_ace, *also_cited)
    yield Result(law[0], also_cited, hand=BANK, result=kind, facts={"total": points, "soft": soft})
    return "BJ" if natural else str(points)


def return_insurances(r: Round) -> Steps:
    """Return every insurance, because no hand is left that it insures (IR 7)."""
    law = r.c.coup_ends_insured
    for bet in r.insured:
        yield r.release("return", bet, r.staked(bet), law[0], *law[1])
    r.insured = []


def announce_hands(r: Round) -> Steps:
    """Announce the points of each hand in play, after turning up its face-down cards."""
    c = r.c
    for hand in r.in_play:
        if hand.down:
            yield from turn_up_hand(r, hand, c.hands_shown)
        yield total_call(hand, c.announce_last, *(c.no_card_on_21 if hand.points == 21 else ()))


def _report_stand(r: Round) -> Steps:
    """At a real table the bank stands; a card that it drew in error does not count."""
    c = r.c
    unseen = ("bank-drew-unseen",) if c.bank_drew_unseen[0] or r.table_law.unseen_out else ()
    answer = yield Handle(*c.bank_result, what="bank-stands", faults=("bank-drew", *unseen))
    if not isinstance(answer, Incident):
        return
    hidden = answer.kind == "bank-drew-unseen"
    if hidden and c.bank_drew_unseen[0] and not _shuffles_next(r):
        r.unseen_kept = True
        yield Call(*c.bank_drew_unseen, call="card-kept")
        return
    r.used.append((yield Deal(*c.bank_drew, to=SPOILT, seen_by=NOBODY if hidden else ALL)))
    r.drawn += 1
    yield Discard(*c.bank_drew, hands=(SPOILT,))


def _shuffles_next(r: Round) -> bool:
    """Whether all cards are shuffled before the next round, so that no card can be kept for it."""
    return r.last or r.spoilt or r.table_law.each_coup or r.table_law.source == "box"
