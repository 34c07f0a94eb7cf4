"""A coup of fantan: a heap is covered, bets are made on it, and it is counted off by fours."""

from __future__ import annotations

from sabot import law
from sabot.families.layout.bets import take_bets
from sabot.families.layout.round import Carry, Round, RuleBook, Steps, void
from sabot.families.layout.settle import end, settle
from sabot.games.fantan.spots import FOUR, left_of
from sabot.law import IR
from sabot.procedure import Call, Cover, Handle, Incident, Throw, Uncover, Void
from sabot.procedure.table import Table

L = law.Section("mo-fantan/fantan")

LEAST, MOST = 41, 80
"""The counters of a heap that the program covers: as many numbers leave 1 as 2, 3 or 4 (IR 335)."""

MIXED = "mixed"
"""Counters that were parted came among those that were not."""


def coup(book: RuleBook, table: Table, carry: Carry) -> Steps:
    """One coup, from the covering of the heap to the last prize; the next carry."""
    r = Round(book, table, carry)
    left = 0
    try:
        left = yield from _counted(r)
        yield Call(*r.c.call, call=f"left-{left}", facts={"left": left})
        yield from settle(r, (left,))
    except Void as stopped:
        yield from void(r, stopped.cause, stopped.closes)
        left = 0
    return (yield from end(r, (left,) if left else None, str(left)))


def _counted(r: Round) -> Steps:
    """A heap is covered, bets are made, it is counted off; from the beginning where the count went
    wrong, and then the players may change their bets."""
    while True:
        under = yield from _covered(r)
        if wrong := r.throws - r.carry.throws:
            yield from take_bets(r, f"bets:{wrong}", "betting", r.c.again)
        else:
            yield from take_bets(r, "bets", "betting", r.c.betting)
        yield Call(*r.c.no_more, call="no-more-bets")
        yield Handle(L["told.bets"], (L["58-2004.1.3"],), what="lift-cover")
        if under is not None:
            heap = under.fell[0]
            yield Uncover(L["58-2004.3.1"], (IR[335],), thing="counters", fell=under.fell,
                          seal=under.seal, nonce=under.nonce)
            left = left_of(heap)
            yield Handle(L["told.count"], (L["58-2004.1.1"],), what="count-off",
                         facts={"fours": (heap - left) // FOUR, "left": left})
            return left
        yield Handle(L["told.count"], (L["58-2004.1.1"],), what="count")
        fell = yield Throw(L["58-2004.3.1"], (IR[334], IR[335]), thing="counters",
                           sides=r.cloth.sides, first=r.cloth.first, faults=(MIXED,))
        if not isinstance(fell, Incident):
            return fell[0]
        yield Call(*r.c.null, call="null-count")
        r.throws += 1
        r.menus.clear()  # from now on another clause orders what takes a bet back


def _covered(r: Round) -> Steps:
    """A heap is drawn and covered, and so is the rest; what lies there, where the program drew it.
    """
    yield Handle(L["58-2004.2"], (L["58-2004.1.2"], L["58-2004.1.3"]), what="draw-heap")
    yield Handle(L["58-2004.2-2"], (L["58-2004.1.3"],), what="cover-rest")
    if r.table.attended:
        return None
    return (yield Cover(L["58-2004.2"], (IR[335],), thing="counters", sides=(MOST - LEAST + 1,),
                        first=LEAST))
