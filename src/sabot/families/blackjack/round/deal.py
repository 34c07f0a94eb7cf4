"""The first two cards of each place and the bank's, and what they settle at once."""

from __future__ import annotations

from sabot.equipment import UNKNOWN
from sabot.families.blackjack.round.bets import (
    announce_decider,
    dealt_backward,
    listen_for_bets,
    make_hands,
    parse_bet,
    return_lone_sides,
)
from sabot.families.blackjack.round.faults import draw, take
from sabot.families.blackjack.round.jackpot import keep_open
from sabot.families.blackjack.round.round import BANK, Hand, Round, Steps
from sabot.families.blackjack.round.sides import settle_first_cards
from sabot.families.blackjack.rules.cites import Cite, flat
from sabot.families.blackjack.rules.hand import ACE, LIMIT, TENS, total
from sabot.families.blackjack.rules.prizes import special
from sabot.procedure import NOBODY, Call, Move, Result, Reveal, Turn


def deal_two(r: Round) -> Steps:
    """Deal one card to each place in order and one to the bank; then second cards."""
    table_law, c = r.table_law, r.c
    first = "" if table_law.down == "second" else table_law.down
    if r.unseen_kept:  # the card behind it is burned
        r.unseen_kept = False
        yield Call(*c.bank_drew_unseen, call="kept-first")
    if table_law.close == "first-card" and r.deals == 1 and (
            table_law.jackpot is None or table_law.chips_alone):
        yield from _deal_first_by_place(r, bool(first))
    else:
        for hand in make_hands(r):
            if len(hand.wagers) > 1:
                yield from announce_decider(r, hand)
        for hand in r.hands:
            yield from _deal_first(r, hand, bool(first))
    r.bank.append((yield from draw(r, c.bank_up, BANK)))
    second = "" if table_law.down == "first" else table_law.down
    for hand in r.hands:
        if second:
            yield from deal_down(r, hand, c.second_card)
        else:
            take(r, hand, (yield from draw(r, c.second_card, hand.name)))
    if table_law.second == "hidden":
        r.bank.append((yield from draw(r, c.bank_hidden, BANK, NOBODY)))
    if table_law.down:
        yield from _turn_up_for_decider(r)


def _deal_first_by_place(r: Round, down: bool) -> Steps:
    """A place may bet until its own first card comes: those behind it may still bet after that."""
    for number in range(1, len(r.seats) + 1):
        place = len(r.seats) + 1 - number if dealt_backward(r.table_law) else number
        hand = next(iter(make_hands(r, str(place))), None)
        if hand is None:
            continue
        if len(hand.wagers) > 1:
            yield from announce_decider(r, hand)
        yield from _deal_first(r, hand, down)
        if number < len(r.seats):
            yield from listen_for_bets(r, number)
    yield from _return_chips_without_bet(r)
    yield from return_lone_sides(r)


def _return_chips_without_bet(r: Round) -> Steps:
    """Return the chips of players who took back their bet after the call for the jackpot."""
    playing = {(hand.place, wager.player) for hand in r.hands for wager in hand.wagers}
    for bet in [bet for bet in r.stakes if bet.endswith("/jackpot")]:
        place = parse_bet(bet)[0]
        if (place, r.stakes[bet][0]) not in playing:
            del r.chips[place]
            yield r.release("return", bet, r.staked(bet), *flat(r.c.chip_needs_bet))


def _deal_first(r: Round, hand: Hand, down: bool) -> Steps:
    """Deal the first card of a place."""
    if down:
        yield from deal_down(r, hand, r.c.first_card)
    else:
        take(r, hand, (yield from draw(r, r.c.first_card, hand.name)))


def deal_down(r: Round, hand: Hand, law: Cite) -> Steps:
    """Deal one card that only the holder of the place sees, if they bet on it."""
    take(r, hand, (yield from draw(r, law, hand.name, holder(r, hand) or NOBODY)))
    if r.exposed_hand == hand.name:  # found face up, and valid
        r.exposed_hand = ""
        return
    hand.down = hand.down or set()
    hand.down.add(len(hand.cards) - 1)


def holder(r: Round, hand: Hand) -> str:
    """The holder of the place if they bet on it, who alone may look at its face-down cards; else
    "", or who decides, where the bank handles the cards only if nobody seated bets at the table."""
    seated = r.seats[int(hand.place) - 1]
    if any(w.player == seated for w in hand.wagers):
        return seated
    whole = r.readings.bank_handles == "whole-table"
    return hand.player if whole and any(
        w.player in r.seats for each in r.hands for w in each.wagers) else ""


def _turn_up_for_decider(r: Round) -> Steps:
    """Turn up face-down cards where the decider does not hold them."""
    for hand in r.hands:
        if hand.down and (owner := holder(r, hand)) != hand.player:
            yield from turn_up_hand(r, hand, r.c.holder_handles if owner else r.c.bank_handles)


def turn_up_hand(r: Round, hand: Hand, law: Cite) -> Steps:
    """Turn up the face-down cards of a hand."""
    for index in sorted(hand.down or ()):
        if hand.cards[index] == UNKNOWN:
            hand.cards[index] = yield Turn(*law, hand=hand.name, index=index)
        else:
            yield Reveal(*law, hand=hand.name, index=index, card=hand.cards[index])
    hand.down = None


def total_call(hand: Hand, law: Cite, *also: str) -> Call:
    """Announce the total of a hand: both values while an ace counts 11 and a card may follow."""
    points, soft = total(hand.cards, hand.fixed)
    facts: dict[str, int | bool] = {"total": points, "soft": soft}
    both = soft and points < LIMIT
    if both:
        facts["low"] = points - 10
    return Call(law[0], law[1] + also, call="total-soft" if both else "total", seat=hand.name,
                facts=facts)


def settle_after_deal(r: Round) -> Steps:
    """Settle what the first cards decide: additional bets, totals, blackjacks that cannot tie."""
    table_law, c = r.table_law, r.c
    if table_law.sides:
        for hand in r.hands:
            if not hand.down:
                yield from settle_first_cards(r, hand)
    if table_law.announce:
        for hand in r.hands:
            if not hand.down:
                yield total_call(hand, c.announce, *(c.no_card_on_21 if hand.points == 21 else ()))
    up = r.bank[0][0]
    if not table_law.at_once or up == ACE or up in TENS:
        return
    for hand in r.hands:
        if r.natural(hand.cards):
            yield Result(*c.paid_at_once, hand=hand.name, result="blackjack",
                         facts={"at-once": True})
            yield from r.pay_hand(hand, table_law.blackjack_pays, c.blackjack, c.paid_at_once[0])
            r.note_outcome(hand, "won")
            keep_open(r, hand)
            yield from r.collect_cards(hand, c.paid_at_once_out)


def pay_special_prize(r: Round, hand: Hand) -> Steps:
    """Pay 6-7-8 of one suit or three sevens, in addition to the hand's result; return whether it
    was paid."""
    prize = r.table_law.special
    if prize is None or (hand.split and not prize.on_split):
        return False
    kind = special(hand.cards, prize.combinations)
    if not kind:
        return False
    whole = r.readings.special_prize == "on-whole-bet"
    if hand.down:
        yield from turn_up_hand(r, hand, r.c.special)
    law = r.c.special_split if hand.split else r.c.special
    for wager in hand.wagers:
        bet = f"{hand.name}{wager.tag}/special"
        times = (wager.initial if r.readings.special_multiplies == "initial-bet"
                 else r.staked(hand.name + wager.tag))
        yield Result(*law, hand=bet, result="special", facts={"cards": kind})
        yield Move(*r.c.special_paid, kind="pay", bet=bet, player=wager.player,
                   amount=prize.pays.pays(times) * (
                       r.staked(hand.name + wager.tag) // wager.initial if whole else 1),
                   odds=str(prize.pays))
    return True
