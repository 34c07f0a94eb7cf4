"""The jackpot of a machine, and the superjackpot of a group of machines (3 to 5).

Fractions of a cent of the contributions are carried forward until they are whole cents; nothing is
rounded away.
"""

from __future__ import annotations

from sabot.families.jackpot.contribution import share_of
from sabot.games.machines.clauses import GROUP, HIT, HIT_GROUP, SEED, SHARE
from sabot.games.machines.round import CREDIT, GAME, SEAT, Round, Steps
from sabot.games.machines.rules import rate_of
from sabot.procedure import Call, Claim, Move


def seed(r: Round) -> Steps:
    """The bank puts the start amount into an empty jackpot."""
    jackpot = r.rules.jackpot
    if jackpot and not jackpot.pool and jackpot.start and not r.pool:
        r.pool = jackpot.start
        r.count(seeded=jackpot.start)
        yield Move(*SEED, kind="seed", bet=GAME, player="", amount=jackpot.start)


def contribute(r: Round) -> Steps:
    """The share of this bet goes to the jackpot, in whole cents; the fraction is carried
    forward."""
    jackpot = r.rules.jackpot
    if jackpot is None or r.bet is None:
        return
    cents, r.owed = share_of(rate_of(jackpot), r.bet.cost, r.owed)
    if not cents:
        return
    r.count(contributed=cents)
    cite = GROUP if jackpot.pool else SHARE
    if not jackpot.pool:
        r.pool += cents
    player = r._lift(GAME, cents)
    yield Move(*cite, kind="contribute", bet=GAME, player=player, amount=cents, into=jackpot.pool)


def claim(r: Round) -> Steps:
    """This game wins the whole jackpot; returns its cents."""
    jackpot = r.rules.jackpot
    assert jackpot is not None
    if jackpot.pool:
        cents = yield Claim(*HIT_GROUP, pool=jackpot.pool)
    else:
        cents, r.pool = r.pool, 0
    yield Call(*(HIT_GROUP if jackpot.pool else HIT), call="jackpot", seat=SEAT,
               facts={"cents": cents})
    return cents


def prize(r: Round, cents: int) -> Move:
    """The jackpot pays its winner."""
    return _payment(r, cents, "jackpot", CREDIT)


def due(r: Round, cents: int, bet: str) -> Move:
    """The jackpot is owed to its winner until the cashier has paid it."""
    return _payment(r, cents, "jackpot-due", bet)


def _payment(r: Round, cents: int, kind: str, bet: str) -> Move:
    assert r.rules.jackpot is not None
    pool = r.rules.jackpot.pool
    return Move(*(HIT_GROUP if pool else HIT), kind=kind, bet=bet, player=r.player,
                amount=cents, into=pool)
