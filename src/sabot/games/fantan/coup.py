"""One coup of fantan: a heap is covered, bets are made, and it is counted off in fours."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.layout.bets import take_bets
from sabot.families.layout.round import Carry, Round, RuleBook, Steps, void
from sabot.families.layout.settle import end, settle
from sabot.games.fantan.spots import FOUR, rest_of
from sabot.procedure import Call, Cover, Handle, Incident, Throw, Uncover, Void
from sabot.procedure.table import Table
from sabot.regulations import IR

L = law.Section("mo-fantan/fantan")

MIN_HEAP, MAX_HEAP = 41, 80
"""The size of a heap that the program covers; the rests 1 to 4 are equally likely (IR 335)."""

MIXED = "mixed"
"""Counted counters were mixed with uncounted ones."""


def coup(book: RuleBook, table: Table, carry: Carry) -> Steps:
    """One coup, from covering the heap to the last prize; returns the next carry."""
    r = Round(book, table, carry)
    rest = 0
    try:
        rest = yield from _count(r)
        if rest:
            yield Call(*r.c.call, call=f"left-{rest}", facts={"left": rest})
            yield from settle(r, (rest,))
        else:
            yield from _return_bets(r)
    except Void as reason:
        yield from void(r, reason.cause, reason.closes)
        rest = 0
    return (yield from end(r, (rest,) if rest else None, str(rest)))


def _count(r: Round) -> Steps:
    """Cover a heap, accept bets, count it off: what is left. If the count goes wrong, begin again;
    then players may change their bets. By other readings the counters are counted anew, or nothing
    decides: 0."""
    reading = r.table.rules.readings.wrong_count
    while True:
        covered = yield from _cover(r)
        if void_counts := r.throws - r.carry.throws:
            yield from take_bets(r, f"bets:{void_counts}", "betting", r.c.again)
        else:
            yield from take_bets(r, "bets", "betting", r.c.betting)
        yield Call(*r.c.no_more, call="no-more-bets")
        yield Handle(L["told.bets"], (L["58-2004.1.3"],), what="lift-cover")
        if covered is not None:
            heap = covered.fell[0]
            yield Uncover(L["58-2004.3.1"], (IR[335],), thing="counters", fell=covered.fell,
                          seal=covered.seal, nonce=covered.nonce)
            rest = rest_of(heap)
            yield Handle(L["told.count"], (L["58-2004.1.1"],), what="count-off",
                         facts={"fours": (heap - rest) // FOUR, "left": rest})
            return rest
        fell = yield from _count_real(r)
        while isinstance(fell, Incident) and reading == "counted-anew":
            yield Call(*r.c.null, call="null-recount")
            fell = yield from _count_real(r)
        if not isinstance(fell, Incident):
            return fell[0]
        if reading == "bets-return":
            yield Call(*r.c.null, call="null-coup")
            return 0
        yield Call(*r.c.null, call="null-count")
        r.throws += 1
        r.menus.clear()  # from now on bets are taken back under another clause


def _count_real(r: Round) -> Steps:
    """Count off real counters: what is left, or that the count went wrong."""
    yield Handle(L["told.count"], (L["58-2004.1.1"],), what="count")
    return (
        yield Throw(L["58-2004.3.1"], (IR[334], IR[335]), thing="counters",
                    sides=r.cloth.sides, first=r.cloth.first, faults=(MIXED,))
    )


def _return_bets(r: Round) -> Steps:
    """A count that went wrong decides nothing, and every bet returns (IR 341)."""
    law, also = r.c.null
    for bet in list(r.stakes):
        yield r.release("return", bet, r.staked(bet), law, *also)


def _cover(r: Round) -> Steps:
    """Draw and cover a heap, and cover the other counters. Returns the covered heap when the
    program draws it, else None."""
    yield Handle(L["58-2004.2"], (L["58-2004.1.2"], L["58-2004.1.3"]), what="draw-heap")
    yield Handle(L["58-2004.2-2"], (L["58-2004.1.3"],), what="cover-rest")
    if r.table.attended:
        return None
    return (
        yield Cover(
            L["58-2004.2"], (IR[335],), thing="counters", sides=(MAX_HEAP - MIN_HEAP + 1,),
            first=MIN_HEAP)
    )
