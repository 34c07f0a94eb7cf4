"""The end of a game: collect the bet, pay the prize by the machine or by hand (9, 13)."""

from __future__ import annotations

from sabot.games.machines import jackpots
from sabot.games.machines.clauses import BY_HAND, COLLECT, LEAVE, PRIZE, VOID, WON, flat
from sabot.games.machines.people import pay_out
from sabot.games.machines.round import CREDIT, GAME, LAST, SEAT, Round, Steps
from sabot.procedure import Call, Discard, Listen, Move, Result, Void
from sabot.procedure.printed_codes import normalise_code

PAID = "hand-paid"
"""The incident that is reported when the cashier has paid a prize."""
VOUCHER = f"{SEAT}/voucher"
"""The bet on which a prize lies that the cashier owes: in play, so that nothing takes it back."""

JACKPOT = "J"
"""The last letter of the number of a voucher for a jackpot."""


def settle(r: Round) -> Steps:
    """The bet goes to the bank, the prize to the player."""
    assert r.bet is not None
    cost, won = r.bet.cost, r.won
    yield Result(*WON, hand=SEAT, result="won" if won else "lost",
                 facts={"bet": cost, "prize": won})
    r.count(games=1, bets=cost)
    r.last = ((cost, won), *r.last)[:LAST]
    yield from jackpots.contribute(r)
    yield r.lose(GAME, *flat(COLLECT))
    if won and _by_hand(r, won):
        r.count(prizes=won, by_hand=won)
        yield from _voucher(r, won, "", Move(*BY_HAND, kind="prize", bet=VOUCHER, player=r.player,
                                             amount=won))
    elif won:
        yield r.pay_credit(won, *flat(PRIZE))
    if r.hit and (jackpot := (yield from jackpots.claim(r))):
        r.count(jackpots=jackpot)
        if _by_hand(r, jackpot):
            yield from _voucher(r, jackpot, JACKPOT, jackpots.due(r, jackpot, VOUCHER))
        else:
            yield jackpots.prize(r, jackpot)
        yield from jackpots.seed(r)


def _by_hand(r: Round, won: int) -> bool:
    """Whether the cashier pays a prize of this sum."""
    return 0 < r.rules.by_hand <= won


def _voucher(r: Round, won: int, mark: str, due: Move) -> Steps:
    """A hand pay: the cashier pays against a voucher, and the machine waits until this is done.

    The game is over and its prize is known. It is owed from the first moment (``due``); neither a
    supervisor who voids the game nor closing the table can undo it."""
    number = f"{normalise_code(r.rules.number)}-{r.meters.games:08d}{mark}"
    yield Call(*BY_HAND, call="voucher", seat=SEAT, facts={"number": number, "cents": won})
    r.stakes[VOUCHER] = (r.player, won)
    yield due
    try:
        if r.ended is None:
            yield Listen(*BY_HAND, offers=(), window="hand-pay:jackpot" if mark else "hand-pay",
                         clock="call" if r.table.demo else "",
                         default=PAID if r.table.demo else "", default_law=BY_HAND[1][0],
                         faults=(PAID,))
    except Void as stopped:
        r.ended = stopped
    player = r._lift(VOUCHER, won)
    yield Move(*BY_HAND, kind="hand-pay", bet=VOUCHER, player=player, amount=won, into=number)


def give_back(r: Round) -> Steps:
    """Return the money in a machine that was set up again to its owners."""
    for bet, (_, staked) in list(r.stakes.items()):
        r.count(out=staked)
        yield r.release("return", bet, staked, *flat(LEAVE))


def void(r: Round, stopped: Void) -> Steps:
    """Void a game that cannot be determined: its bet goes back. If the machine is closed, so does
    the credit."""
    under_way = bool(r.staked(GAME))
    yield Call(*VOID, call="void" if under_way else "interrupted", facts={"cause": stopped.cause})
    if r.open_hands:
        yield Discard(VOID[0], hands=tuple(r.open_hands))
    if under_way:
        yield r.travel(GAME, CREDIT, *flat(VOID))
    if stopped.closes:
        yield from close(r)


def close(r: Round) -> Steps:
    """Close the machine: its player gets the credit back."""
    yield from pay_out(r, VOID, "refund")
    r.player = ""
