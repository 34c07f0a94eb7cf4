"""A throw of craps: bets, the dice in somebody's hand, the throw, what is announced and paid."""

from __future__ import annotations

import msgspec

from sabot import law
from sabot.families.layout.bets import take_bets
from sabot.families.layout.cloth import LOST, Fell, prize
from sabot.families.layout.round import Carry, Round, Steps, void
from sabot.families.layout.settle import end, settle
from sabot.games.craps import hands
from sabot.games.craps.rules import BOOK
from sabot.law import IR
from sabot.procedure import Call, Handle, Incident, Throw, Void
from sabot.procedure.table import Table

L = law.Section("pt-217-2007/craps")

SAID = (L["13.3.a"], (L["13.3"], IR[177]))
NULL = {"off-table": (L["7.a"], ()), "short": (L["7.b"], (IR[171],))}


def coup(table: Table, carry: Carry) -> Steps:
    """One throw, from the bets before it to the last payment; the next carry."""
    r = Round(BOOK, table, carry)
    fell: Fell | None = None
    closed = False
    try:
        yield from r.again(carry.held)
        yield from take_bets(r, "bets", "betting", r.c.betting)
        yield from hands.take_dice(r)
        thrown = yield from _throw(r)
        then = r.cloth.after(r.state, thrown) or 0
        yield from _announced(r, thrown, then)
        yield from _marker(r, then)
        fell = thrown
        moving = [bet for bet in r.stakes if bet.endswith("/dont-come")]
        yield from settle(r, thrown)
        yield from _marked(r, [f"{bet}/{sum(thrown)}" for bet in moving])
        yield from hands.passes(r, sum(thrown))
        closed = yield from hands.closes(r, then)
    except hands.Closed:
        yield from hands.rise(r, 0, IR[360])
        closed = True
    except Void as stopped:
        yield from void(r, stopped.cause, stopped.closes)
        fell = None
        if stopped.closes:
            r.passes, r.closing, closed = True, "", True
    left: Carry = yield from end(r, fell, str(sum(fell)) if fell else "")
    return msgspec.structs.replace(left, state=r.cloth.states[0]) if closed else left


def _throw(r: Round) -> Steps:
    """Two dice are thrown; a null throw is followed by another, with the bets as they lie."""
    while True:
        fell = yield Throw(L["6"], (L["4"],), thing="dice", sides=r.cloth.sides,
                           first=r.cloth.first, faults=r.code.faults)
        if not isinstance(fell, Incident):
            return fell
        law, read = NULL[fell.kind]
        yield Call(law, (L["7"], L["13.3.a"], L["13.3"], IR[118], *read),
                   call=f"null-{fell.kind}")
        if fell.kind == "off-table":
            pair = r.dice.split("-")
            yield from hands.replaced(r, fell.seat if fell.seat in pair else pair[0], L["7.a-2"])
            sound = yield Handle(L["7.a-2"], what="look-at-die", answers=("sound", "defective"))
            if sound == "defective":
                yield Handle(L["7.a-2"], what="new-die")


def _announced(r: Round, fell: Fell, then: int) -> Steps:
    """The total, the point, and which of the bets that lie there win and lose."""
    total = sum(fell)
    yield Call(*SAID, call="total", facts={
        "total": total, "english": hands.ENGLISH[total], "dice": "-".join(map(str, fell))})
    if r.state:
        call = "point-continues" if then else "seven-out" if total != r.state else "point-made"
    else:
        call = "point-set" if then else "no-point"
    point = then or r.state or 0
    yield Call(*SAID, call=call, facts={"point": point, "english": hands.ENGLISH[point]})
    won, lost = _ends(r, fell)
    if won or lost:
        yield Call(*SAID, call="chances", facts={"won": ", ".join(won) or "-",
                                                 "lost": ", ".join(lost) or "-"})


def _ends(r: Round, fell: Fell) -> tuple[list[str], list[str]]:
    """The spots on which bets lie that win by a throw, and those that lose."""
    lies = {r.decides(bet) for bet in r.stakes}
    fates = {spot: r.cloth.fates(spot, r.state)[r.cloth.number[fell]]
             for spot in r.cloth.spots if spot in lies}
    return ([spot for spot, fate in fates.items() if prize(fate)],
            [spot for spot, fate in fates.items() if fate == LOST])


def _marked(r: Round, moved: list[str]) -> Steps:
    """Don't come bets that have moved to their number have a marker on them there."""
    for bet in moved:
        if bet in r.stakes:
            yield Handle(L["10.4-3"], what="mark-bet", seat=bet)


def _marker(r: Round, then: int) -> Steps:
    """The marker goes to the box of the point, or to its rest."""
    if then != r.state:
        yield Handle(L["10.1-2"], (L["10.2-2"],), what="marker-on" if then else "marker-off",
                     facts={"point": then or r.state})
