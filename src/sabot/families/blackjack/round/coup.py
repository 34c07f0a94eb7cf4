"""A round of blackjack in the order of the law: one sequence for four regulations."""

from __future__ import annotations

from typing import Any

from sabot import deprecated
from sabot.families.blackjack.round.bank import NO_RESULT, peek, play_bank
from sabot.families.blackjack.round.bets import close_bets, parse_bet, take_bets
from sabot.families.blackjack.round.deal import deal_two, settle_after_deal
from sabot.families.blackjack.round.faults import Cancelled
from sabot.families.blackjack.round.jackpot import collect_chips, pay_jackpot
from sabot.families.blackjack.round.play import ask_insurance, ask_surrender, decide
from sabot.families.blackjack.round.round import ASIDE, BANK, Carry, Round, Steps
from sabot.families.blackjack.round.settle import settle
from sabot.families.blackjack.round.shoe import (
    cards_end,
    prepare,
    shoe_end_law,
    shuffle_by_hand,
)
from sabot.families.blackjack.round.streak import hold_streaks, resume_streaks, settle_streaks
from sabot.families.blackjack.rules.cites import Cite, flat
from sabot.families.blackjack.rules.table_law import RuleBook
from sabot.procedure import Call, Discard, Move, Void
from sabot.procedure.table import Table
from sabot.regulations import cite_clause

CANCELLED = "cancelled"


def coup(book: RuleBook, table: Table, carry: Carry) -> Steps:
    """One round, from the shoe and the call for bets to the last payment; return the next carry."""
    r = Round(book, table, carry)
    try:
        if carry.held:
            yield from resume_streaks(r)
        yield from prepare(r)
        yield from take_bets(r)
        if r.table_law.close == "call" or r.table_law.jackpot is not None:
            yield from close_bets(r)
        if r.table_law.jackpot is not None:
            yield from collect_chips(r)
        while (result := (yield from play_deal(r))) == CANCELLED:
            yield from deal_again(r)
    except Void as void:
        yield Call(*r.c.void, call="void", facts={"cause": void.cause})
        yield from refund_bets(r, r.c.refund, closes=void.closes)
        if r.readings.void_undoes == "every-bet":
            yield from restore_bets(r, r.c.refund)
        result = NO_RESULT
    except Cancelled:  # while cards were burned
        yield from cancel_deal(r)
        result = NO_RESULT
    yield from clear_table(r)
    held_bets = (yield from hold_streaks(r)) if r.stakes else ()
    out = tuple(r.out_cards + r.used) if r.machine else ()
    return Carry(
        tuple(r.seats), r.seal, r.drawn, (result, *carry.results)[:r.table_law.results], r.at,
        r.cutter, r.warning, r.last, True, out, carry.waits + 1 if r.out_cards else 0, held_bets,
        r.streaks, r.pool, r.spoilt, r.machine, r.unseen_kept)


def play_deal(r: Round) -> Steps:
    """One deal, from the first card to the last payment; return the bank's result, or `CANCELLED`
    where the hand is dealt again."""
    r.deals += 1
    bets = dict(r.stakes)
    try:
        yield from deal_two(r)
        yield from settle_after_deal(r)
        yield from ask_insurance(r)
        if r.table_law.surrender == "pass":
            yield from ask_surrender(r)
        if r.table_law.peek and (yield from peek(r)):
            result = "BJ"
        else:
            yield from decide(r)
            result = yield from play_bank(r)
        yield from settle(r)
        if r.table_law.jackpot is not None:
            yield from pay_jackpot(r)
        if r.stakes:
            yield from settle_streaks(r)
    except Cancelled:
        yield from cancel_deal(r)
        if r.readings.cancelled == "bets-return":
            return NO_RESULT
        yield from clear_table(r)
        for bet, (player, cents) in bets.items():
            if bet not in r.stakes:
                yield r.stake(bet, player, cents, *flat(r.c.cancelled))
        return CANCELLED
    return result


def deal_again(r: Round) -> Steps:
    """Begin the hand anew with the same bets, from new cards where those in use have ended."""
    r.clear_hands()
    if not r.machine and cards_end(r):
        yield from shuffle_by_hand(r, shoe_end_law(r))


def refund_bets(r: Round, law: Cite, *, closes: bool = False) -> Steps:
    """Return the bets of an undecided round. Bets on a streak for which cards were dealt stay for
    the next round with the count unchanged, unless the table ``closes`` or has another reading."""
    reading = r.readings.undecided_streak
    closes = closes or reading == "return" or (reading == "return-if-void" and law is r.c.refund)
    waits: dict[str, int] = {}
    for bet, (_, staked) in list(r.stakes.items()):
        place = parse_bet(bet)[0]
        if r.in_a_row(bet) and not closes and (r.hands or place in r.streaks):
            waits.setdefault(place, r.streaks.setdefault(place, 0))
        else:
            yield r.release("refund", bet, staked, *flat(law))
    for place, wins in waits.items():
        yield Call(*r.c.streak_waits, call="button-stays", seat=place, facts={"wins": wins})
    if closes:
        r.streaks = {}


def cancel_deal(r: Round) -> Steps:
    """The cards cannot be put right: they are void, bets go back, streaks stay as they are.

    Where the whole deal is cancelled (`TableLaw.cancels_all`), bets that the bank has already
    collected go back too; players keep what they were paid.
    """
    law = r.c.cancelled
    yield Call(*law, call="cancelled")
    yield from refund_bets(r, law)
    if r.table_law.cancels_all or r.readings.void_undoes == "every-bet":
        yield from restore_bets(r, law)


def restore_bets(r: Round, law: Cite) -> Steps:
    """Return what the bank has already collected, but of bets on a streak and on the jackpot."""
    for move in r.collected_moves:
        if not (r.in_a_row(move.bet) or move.bet.endswith("/jackpot")):
            yield Move(*law, kind="restore", bet=move.bet, player=move.player, amount=move.amount)


def clear_table(r: Round) -> Steps:
    """Move all cards left on the table to the discard tray."""
    hands = [hand for hand in r.in_play if hand.cards]
    if r.kept_open:
        hands += [hand for hand in r.hands if hand.name in r.kept_open and hand not in hands]
    for hand in hands:
        r.used += hand.cards
    r.used += r.bank
    names = tuple([hand.name for hand in hands]) + ((BANK,) if r.bank else ())
    if r.aside:
        r.used += r.aside
        names += (ASIDE,)
    to, card = r.incoming
    if card:
        r.used.append(card)
        names += () if to in names else (to,)
    if names:
        law, also = r.cleared
        yield Discard(law, also, hands=names)


def describe_carry(book: RuleBook, carry: Carry) -> dict[str, Any]:
    """The public part of the carry: results, the shoe, streak buttons, the pool."""
    c = book.clauses
    cite_clause(c.indicator[0], *c.indicator[1])
    view: dict[str, Any] = {"results": list(carry.results), "law": c.indicator[0],
                            "seal": carry.seal, "drawn": carry.drawn}
    if carry.streaks:
        view["streaks"] = dict(carry.streaks)
    if carry.pool:
        view["pool"] = carry.pool
    if carry.last:
        view["last"] = True
    return view


deprecated.install(__name__)
