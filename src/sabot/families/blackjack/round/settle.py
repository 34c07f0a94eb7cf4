"""Payment: insurances, then each hand against the bank, place by place."""

from __future__ import annotations

from sabot.equipment import UNKNOWN
from sabot.families.blackjack.round.deal import pay_special_prize, total_call, turn_up_hand
from sabot.families.blackjack.round.round import Hand, Round, Steps
from sabot.families.blackjack.round.sides import settle_remaining_sides, settle_shown_cards
from sabot.families.blackjack.rules.cites import Cite, either
from sabot.families.blackjack.rules.hand import total
from sabot.families.blackjack.rules.prizes import special
from sabot.procedure import Move, Result


def settle(r: Round) -> Steps:
    """Settle insurances, then every hand in play, and what a bank's blackjack gives back."""
    c, table_law = r.c, r.table_law
    r.moves_before = len(r.collected_moves)
    cards = [] if UNKNOWN in r.bank else r.bank  # with no hand in play it may stay hidden
    natural = r.natural(cards)
    for bet in r.insured:
        if natural and table_law.insurance is not None:
            yield Result(*c.insurance_won, hand=bet, result="won")
            yield from r.pay(bet, table_law.insurance.pays, c.insurance_won)
        else:
            yield Result(*c.insurance_lost, hand=bet, result="lost")
            yield r.lose(bet, c.insurance_lost[0])
    bank = total(cards).points if cards else 0
    for hand in r.in_play:
        if hand.down:
            yield from turn_up_hand(r, hand, c.hands_shown)
            if table_law.announce:
                yield total_call(hand, c.announce_last)
        if table_law.sides:
            yield from settle_shown_cards(r, hand)
        if len(hand.cards) == 3 and table_law.special is not None and not table_law.special.at_once:
            yield from pay_special_prize(r, hand)
        yield from settle_hand(r, hand, bank, natural)
    if natural and table_law.guards:
        yield from give_back(r)
    if table_law.sides:
        yield from settle_remaining_sides(r)


def settle_hand(r: Round, hand: Hand, bank: int, natural: bool) -> Steps:
    """Settle one hand against the bank: a blackjack beats any other 21."""
    c, readings = r.c, r.readings
    points = hand.points
    also = r.values(hand.cards)
    own_blackjack = not hand.split and r.natural(hand.cards)
    if own_blackjack or natural:
        if own_blackjack and natural:
            law, result = c.both_blackjack, "tie"
        elif natural and r.natural(hand.cards) and readings.split_21 == "ties":
            law = c.tie
            result = "tie"
        elif own_blackjack:
            law, result = c.blackjack, "blackjack"
            if bank == 21:
                law = either(c.blackjack_beats_21, law)
        else:
            law, result = c.bank_blackjack, "lost"
            if points == 21:
                law = either(c.bank_blackjack_21, law)
    elif bank > 21 and readings.bank_over == "distance":
        law, result = (c.won, "won") if 21 - points < bank - 21 else (c.lost, "lost")
        law = law[0], (*law[1], *c.bank_over[1])
    elif bank > 21:
        law, result = c.bank_over, "won" if readings.bank_over == "loses" else "lost"
    elif points > bank:
        long = points == 21 and len(hand.cards) > 2
        law, result = c.won_with_21 if long else c.won, "won"
    elif points < bank:
        law, result = c.lost, "lost"
    else:
        law, result = c.tie, "tie"
    also = law[1] + also
    if points == bank == 21 and own_blackjack != natural:
        also = (*c.blackjack_beats, *also)
    if hand.split and r.natural(hand.cards):
        also = (*c.split_21, *also)
    prize = r.table_law.special
    if (prize is None or (hand.split and not prize.on_split)) and special(hand.cards):
        also = (*(c.no_special if prize is None else c.no_special_split), *also)
    yield Result(law[0], also, hand=hand.name, result=result,
                 facts={"total": points, "bank": bank})
    r.note_outcome(hand, result if result in ("lost", "tie") else "won")
    if result == "lost":
        if natural:
            yield from lose_to_blackjack(r, hand, law)
        else:
            yield from r.lose_hand(hand, (law[0], ()))
    elif result == "tie" and readings.tie == "lost":
        yield from r.lose_hand(hand, (law[0], c.tie_also))
    elif result == "tie":
        yield from r.return_hand(hand, (law[0], c.tie_also))
    else:
        pays = r.table_law.blackjack_pays if own_blackjack else r.table_law.win_pays
        yield from r.pay_hand(hand, pays, (law[0], ()))


def lose_to_blackjack(r: Round, hand: Hand, law: Cite) -> Steps:
    """A bank's blackjack takes the whole bets, or only what the law lets it take."""
    if not r.table_law.guards:
        yield from r.lose_hand(hand, (law[0], ()))
        return
    for wager in hand.wagers:
        key, bet = (hand.place, wager.tag), hand.name + wager.tag
        staked = r.staked(bet)
        taken = sum(r.collected_from(h.name + wager.tag, lost_before(r)) for h in r.hands
                    if h.place == hand.place)
        owed = max(0, min(staked, blackjack_limit(r, key) - taken))
        if owed:
            yield r.collect(hand, wager, owed, (law[0], ()))
        if staked > owed:
            keeps = hand.keeps or r.c.keeps_split
            yield r.release("return", bet, staked - owed, keeps[0], *keeps[1])


def lost_before(r: Round) -> int:
    """How many of the bank's first moves a blackjack of the bank does not give back."""
    return r.moves_before if r.readings.lost_before == "lost-besides" else 0


def blackjack_limit(r: Round, key: tuple[str, str]) -> int:
    """The maximum that a bank's blackjack takes from one bettor at a place."""
    return r.first_bets[key] + r.extra.get(key, 0)


def give_back(r: Round) -> Steps:
    """Return what was collected above that maximum before the bank's blackjack was known."""
    room: dict[tuple[str, str], int] = {}
    for hand in r.hands:
        law = r.c.keeps_split if hand.split else hand.keeps or r.c.keeps_split
        for wager in hand.wagers:
            key, bet = (hand.place, wager.tag), hand.name + wager.tag
            taken = r.collected_from(bet, lost_before(r))
            retained = min(taken, room.setdefault(key, blackjack_limit(r, key)))
            room[key] -= retained
            if taken > retained:
                yield Move(
                    *law, kind="restore", bet=bet, player=wager.player, amount=taken - retained
                )
