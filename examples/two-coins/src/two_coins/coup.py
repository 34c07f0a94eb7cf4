"""A coup: the bets, the throw, the payment."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.layout.bets import take_bets
from sabot.families.layout.cloth import Fell
from sabot.families.layout.round import Carry, Round, RuleBook, Steps, void
from sabot.families.layout.settle import end, settle
from sabot.procedure import Call, Incident, Throw, Void
from sabot.procedure.table import Table
from two_coins.spots import WINS

L = law.Section("xx-two-coins/two-coins")

AWAY = "coin-away"
"""A coin leaves the table."""


def coup(book: RuleBook, table: Table, carry: Carry) -> Steps:
    """One coup, from the opening of the bets to the last prize; the next carry."""
    r = Round(book, table, carry)
    fell: Fell | None = None
    try:
        fell = yield from _thrown(r)
        how = next(name for name, throws in WINS.items() if fell in throws)
        yield Call(L["2"], call=f"result-{how}")
        yield from settle(r, fell)
    except Void as stopped:
        yield from void(r, stopped.cause, stopped.closes)
        fell = None
    return (yield from end(r, fell, "-".join(map(str, fell)) if fell else ""))


def _thrown(r: Round) -> Steps:
    """Bets are made and the coins thrown; from the beginning where a coin leaves the table (7)."""
    while True:
        if wrong := r.throws - r.carry.throws:
            yield from take_bets(r, f"bets:{wrong}", "betting", r.c.again)
        else:
            yield from take_bets(r, "bets", "betting", r.c.betting)
        yield Call(*r.c.no_more, call="no-more-bets")
        fell = yield Throw(L["2"], (L["1"],), thing="coins", sides=r.cloth.sides,
                           first=r.cloth.first, faults=(AWAY,))
        if not isinstance(fell, Incident):
            return fell
        yield Call(*r.c.null, call="null-throw")
        r.throws += 1
        r.menus.clear()
