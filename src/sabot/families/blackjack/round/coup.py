"""A coup of blackjack, told in the order of the law: four regulations, one sequence."""

from __future__ import annotations

from typing import Any

from sabot.families.blackjack.round.bank import NO_RESULT, bank_plays, peek
from sabot.families.blackjack.round.bets import close, spot_of, take_bets
from sabot.families.blackjack.round.deal import after_deal, deal_two
from sabot.families.blackjack.round.faults import Cancelled
from sabot.families.blackjack.round.jackpot import collect_chips, pay_jackpot
from sabot.families.blackjack.round.play import ask_insurance, ask_surrender, decide
from sabot.families.blackjack.round.round import ASIDE, BANK, Carry, Round, Steps
from sabot.families.blackjack.round.settle import settle
from sabot.families.blackjack.round.shoe import prepare
from sabot.families.blackjack.round.streak import hold, resume, settle_streaks
from sabot.families.blackjack.rules.cites import Cite, flat
from sabot.families.blackjack.rules.code import RuleBook
from sabot.law import cite_clause
from sabot.procedure import Call, Discard, Move, Void
from sabot.procedure.table import Table


def coup(book: RuleBook, table: Table, carry: Carry) -> Steps:
    """One coup, from the shoe and the call for bets to the last payment; the next carry."""
    r = Round(book, table, carry)
    try:
        if carry.held:
            yield from resume(r)
        yield from prepare(r)
        yield from take_bets(r)
        if r.code.close == "call" or r.code.jackpot is not None:
            yield from close(r)
        if r.code.jackpot is not None:
            yield from collect_chips(r)
        yield from deal_two(r)
        yield from after_deal(r)
        yield from ask_insurance(r)
        if r.code.surrender == "pass":
            yield from ask_surrender(r)
        if r.code.peek and (yield from peek(r)):
            result = "BJ"
        else:
            yield from decide(r)
            result = yield from bank_plays(r)
        yield from settle(r)
        if r.code.jackpot is not None:
            yield from pay_jackpot(r)
        if r.stakes:
            yield from settle_streaks(r)
    except Void as void:
        yield Call(*r.c.void, call="void", facts={"cause": void.cause})
        yield from undo(r, r.c.refund, closes=void.closes)
        result = NO_RESULT
    except Cancelled:
        yield from cancel(r)
        result = NO_RESULT
    yield from clear(r)
    held = (yield from hold(r)) if r.stakes else ()
    out = tuple(r.out_cards + r.used) if r.machine else ()
    return Carry(
        tuple(r.seats), r.seal, r.drawn, (result, *carry.results)[:r.code.results], r.at, r.cutter,
        r.warning, r.last, True, out, carry.waits + 1 if r.out_cards else 0, held, r.streaks,
        r.pool, r.spoilt, r.machine, r.kept)


def undo(r: Round, law: Cite, *, closes: bool = False) -> Steps:
    """The bets of a coup that nothing decides go back. Those on a streak, once cards were dealt for
    it, wait for the next coup with the count as it was, unless the table ``closes``."""
    waits: dict[str, int] = {}
    for bet, (_, staked) in list(r.stakes.items()):
        place = spot_of(bet)[0]
        if r.in_a_row(bet) and not closes and (r.hands or place in r.streaks):
            waits.setdefault(place, r.streaks.setdefault(place, 0))
        else:
            yield r.release("refund", bet, staked, *flat(law))
    for place, wins in waits.items():
        yield Call(*r.c.streak_waits, call="button-stays", seat=place, facts={"wins": wins})
    if closes:
        r.streaks = {}


def cancel(r: Round) -> Steps:
    """The cards cannot be put right: they are void, bets go back, streaks stay as they are.

    Where the whole deal is cancelled the bets that the bank has collected already go back too; of
    what it has paid nothing is asked back.
    """
    law = r.c.cancelled
    yield Call(*law, call="cancelled")
    yield from undo(r, law)
    for move in r.lost if r.code.cancels_all else ():
        if not (r.in_a_row(move.bet) or move.bet.endswith("/jackpot")):
            yield Move(*law, kind="restore", bet=move.bet, player=move.player, amount=move.amount)


def clear(r: Round) -> Steps:
    """What still lies on the table goes to the discard tray."""
    left = [hand for hand in r.in_play if hand.cards]
    if r.kept_open:
        left += [hand for hand in r.hands if hand.name in r.kept_open and hand not in left]
    for hand in left:
        r.used += hand.cards
    r.used += r.bank
    names = tuple([hand.name for hand in left]) + ((BANK,) if r.bank else ())
    if r.aside:
        r.used += r.aside
        names += (ASIDE,)
    if names:
        law, also = r.cleared
        yield Discard(law, also, hands=names)


def shown(book: RuleBook, carry: Carry) -> dict[str, Any]:
    """What of the carry lies open on the table: results, the shoe, streak buttons, the pool."""
    c = book.clauses
    cite_clause(c.indicator[0], *c.indicator[1])
    told: dict[str, Any] = {"results": list(carry.results), "law": c.indicator[0],
                            "seal": carry.seal, "drawn": carry.drawn}
    if carry.streaks:
        told["streaks"] = dict(carry.streaks)
    if carry.pool:
        told["pool"] = carry.pool
    if carry.last:
        told["last"] = True
    return told
