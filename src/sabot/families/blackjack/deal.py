"""The first two cards of each place and those of the bank, and what is owed at once."""

from __future__ import annotations

from sabot.families.blackjack.bets import listen, make_hands, tell_decider
from sabot.families.blackjack.code import Cite
from sabot.families.blackjack.faults import draw, take
from sabot.families.blackjack.hand import ACE, TENS, is_blackjack, special, total
from sabot.families.blackjack.jackpot import keep_open
from sabot.families.blackjack.round import BANK, Hand, Round, Telling
from sabot.families.blackjack.sides import initial_sides
from sabot.procedure import NOBODY, Call, Move, Result, Reveal


def deal_two(r: Round) -> Telling:
    """A card to each place in the order of the places and one to the bank; then a second."""
    code, c = r.code, r.c
    first = "" if code.down == "second" else code.down
    if code.close == "first-card" and code.jackpot is None:
        yield from _first_as_they_bet(r)
    else:
        for hand in make_hands(r):
            if len(hand.wagers) > 1:
                yield from tell_decider(r, hand)
        for hand in r.hands:
            yield from deal_to(r, hand, c.first_card, first)
    r.bank.append((yield from draw(r, c.bank_up, BANK)))
    second = "" if code.down == "first" else code.down
    for hand in r.hands:
        yield from deal_to(r, hand, c.second_card, second)
    if code.second == "hidden":
        r.bank.append((yield from draw(r, c.bank_hidden, BANK, NOBODY)))


def _first_as_they_bet(r: Round) -> Telling:
    """Each place may bet until its own first card comes: those behind it still may after it."""
    for number in range(1, len(r.seats) + 1):
        hand = next(iter(make_hands(r, str(number))), None)
        if hand is None:
            continue
        if len(hand.wagers) > 1:
            yield from tell_decider(r, hand)
        yield from deal_to(r, hand, r.c.first_card, "")
        if number < len(r.seats):
            yield from listen(r, number)


def deal_to(r: Round, hand: Hand, law: Cite, down: str) -> Telling:
    """One card to a hand, face up or seen by its player only."""
    if not down:
        take(r, hand, (yield from draw(r, law, hand.name)))
        return
    hand.down = hand.down or set()
    hand.down.add(len(hand.cards))
    take(r, hand, (yield from draw(r, law, hand.name, hand.player)))


def show(r: Round, hand: Hand, law: Cite) -> Telling:
    """The cards of a hand that lie face down are turned up."""
    for index in sorted(hand.down or ()):
        yield Reveal(*law, hand=hand.name, index=index, card=hand.cards[index])
    hand.down = None


def after_deal(r: Round) -> Telling:
    """What the first cards settle: additional bets, totals told, blackjacks that cannot tie."""
    code, c = r.code, r.c
    if code.sides:
        for hand in r.hands:
            if not hand.down:
                yield from initial_sides(r, hand)
    if code.announce:
        for hand in r.hands:
            if not hand.down:
                points, soft = total(hand.cards)
                yield Call(*c.announce, call="total", seat=hand.name,
                           facts={"total": points, "soft": soft})
    up = r.bank[0][0]
    if not code.at_once or up == ACE or up in TENS:
        return
    for hand in r.hands:
        if is_blackjack(hand.cards):
            yield Result(*c.paid_at_once, hand=hand.name, result="blackjack",
                         facts={"at-once": True})
            yield from r.pay_hand(hand, code.blackjack_pays, c.blackjack, c.paid_at_once[0])
            r.note(hand, "won")
            yield from keep_open(r, hand)
            yield from r.out(hand, c.paid_at_once_out)


def special_prize(r: Round, hand: Hand) -> Telling:
    """6-7-8 of one suit, or three sevens: a prize beside whatever becomes of the hand."""
    kind = special(hand.cards)
    if not kind or not r.code.special or (hand.split and not r.code.on_split):
        return
    if hand.down:
        yield from show(r, hand, r.c.special)
    law = r.c.special_split if hand.split else r.c.special
    for wager in hand.wagers:
        bet = f"{hand.name}{wager.tag}/special"
        yield Result(*law, hand=bet, result="special", facts={"cards": kind})
        yield Move(*r.c.special_paid, kind="pay", bet=bet, player=wager.player,
                   amount=r.code.special_pays.pays(wager.initial), odds=str(r.code.special_pays))
