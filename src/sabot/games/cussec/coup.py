"""A play of cussec: the dice jump under their dome, bets are made on them, and the dome is lifted.
"""

from __future__ import annotations

from sabot import law
from sabot.families.layout.bets import take_bets
from sabot.families.layout.cloth import Fell
from sabot.families.layout.round import Carry, Round, RuleBook, Steps, void
from sabot.families.layout.settle import end, settle
from sabot.games.cussec.rules import PRESSES
from sabot.games.cussec.spots import won
from sabot.law import IR
from sabot.procedure import Call, Cover, Handle, Incident, Throw, Uncover, Void
from sabot.procedure.table import Table

L = law.Section("pt-217-2007/cussec")

STACKED = "stacked"
"""Two or three dice lie on one another when the dome is lifted."""


def coup(book: RuleBook, table: Table, carry: Carry) -> Steps:
    """One play, from the covering of the dice to the last prize; the next carry."""
    r = Round(book, table, carry)
    fell: Fell | None = None
    try:
        fell = yield from _shown(r)
        total = sum(fell)
        chance = next((name for name in ("small", "big") if won(name, fell)), "alike")
        yield Call(L["5-4"], (L["5-6"],), call=f"result-{chance}",
                   facts={"dice": "-".join(map(str, fell)), "total": total})
        yield Handle(L["5-5"], what="light-zones",
                     facts={"spots": [spot for spot in r.cloth.spots if won(spot, fell)]})
        yield from settle(r, fell)
        yield Handle(L["11"], what="play-over")
    except Void as stopped:
        yield from void(r, stopped.cause, stopped.closes)
        fell = None
    return (yield from end(r, fell, "-".join(map(str, fell)) if fell else ""))


def _shown(r: Round) -> Steps:
    """Dice are shaken, bets are made, the dome is lifted; from the beginning if dice are stacked,
    and then the players may change their bets."""
    while True:
        under = yield from _shaken(r)
        if void_plays := r.throws - r.carry.throws:
            yield from take_bets(r, f"bets:{void_plays}", "betting", r.c.again)
        else:
            yield from take_bets(r, "bets", "betting", r.c.betting)
        yield Handle(L["5"], what="bell")
        yield Call(L["5-2"], (IR[152],), call="no-more-bets")
        yield Handle(L["5-3"], what="lift-dome")
        if under is None:  # at a real table nobody has seen them yet
            fell = yield Throw(L["5-6"], (L["1"], IR[154]), thing="dice", sides=r.cloth.sides,
                               first=r.cloth.first, faults=(STACKED,))
        else:
            fell = under.fell
            yield Uncover(L["5-6"], (L["1"], IR[154]), thing="dice", fell=fell, seal=under.seal,
                          nonce=under.nonce)
        if not isinstance(fell, Incident):
            return fell
        yield Call(L["6"], call="null-throw")
        r.throws += 1
        r.menus.clear()  # from now on another clause orders what takes a bet back


def _shaken(r: Round) -> Steps:
    """The dome is put over the dice, which jump under it; what lies there then, where the program
    throws the dice."""
    yield Handle(L["4"], (L["2"], L["2-2"], L["11-2"]), what="cover-dome")
    yield Handle(L["4"], what="press-lever", facts={"times": PRESSES})
    under = None
    if not r.table.attended:
        under = yield Cover(L["4"], (L["1"], IR[154]), thing="dice", sides=r.cloth.sides,
                            first=r.cloth.first)
    yield Handle(L["4-2"], what="light")
    return under
