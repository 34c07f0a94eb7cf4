"""One play of cussec: dice are shaken under a dome, bets are made, the dome is lifted."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.layout.bets import take_bets
from sabot.families.layout.cloth import Fell
from sabot.families.layout.round import Carry, Round, RuleBook, Steps, void
from sabot.families.layout.settle import end, settle
from sabot.games.cussec.rules import PRESSES
from sabot.games.cussec.spots import winning_prize
from sabot.procedure import Call, Cover, Handle, Incident, Throw, Uncover, Void
from sabot.procedure.table import Table
from sabot.regulations import IR

L = law.Section("pt-217-2007/cussec")

STACKED = "stacked"
"""Two or three dice are stacked when the dome is lifted."""


def coup(book: RuleBook, table: Table, carry: Carry) -> Steps:
    """One play, from covering the dice to the last prize; returns the next carry."""
    r = Round(book, table, carry)
    fell: Fell | None = None
    try:
        yield from r.again(carry.held)
        fell = yield from _throw(r)
        total = sum(fell)
        chance = next((name for name in ("small", "big") if winning_prize(name, fell)), "alike")
        yield Call(L["5-4"], (L["5-6"],), call=f"result-{chance}",
                   facts={"dice": "-".join(map(str, fell)), "total": total})
        yield Handle(L["5-5"], what="light-zones",
                     facts={"spots": [spot for spot in r.cloth.spots if winning_prize(spot, fell)]})
        yield from settle(r, fell)
        yield Handle(L["11"], what="play-over")
    except Void as reason:
        yield from void(r, reason.cause, reason.closes)
        fell = None
    return (yield from end(r, fell, "-".join(map(str, fell)) if fell else ""))


def _throw(r: Round) -> Steps:
    """Shake the dice, accept bets, lift the dome. If dice are stacked, begin again; then players
    may change their bets."""
    while True:
        covered = yield from _shake(r)
        if void_plays := r.throws - r.carry.throws:
            yield from take_bets(r, f"bets:{void_plays}", "betting", r.c.again)
        else:
            yield from take_bets(r, "bets", "betting", r.c.betting)
        yield Handle(L["5"], what="bell")
        yield Call(L["5-2"], (IR[152],), call="no-more-bets")
        yield Handle(L["5-3"], what="lift-dome")
        if covered is None:  # at a real table nobody has seen them yet
            fell = yield Throw(L["5-6"], (L["1"], IR[154]), thing="dice", sides=r.cloth.sides,
                               first=r.cloth.first, faults=(STACKED,))
        else:
            fell = covered.fell
            yield Uncover(L["5-6"], (L["1"], IR[154]), thing="dice", fell=fell, seal=covered.seal,
                          nonce=covered.nonce)
        if not isinstance(fell, Incident):
            return fell
        yield Call(L["6"], call="null-throw")
        r.throws += 1
        r.menus.clear()  # from now on bets are taken back under another clause


def _shake(r: Round) -> Steps:
    """Cover the dice and shake them. Returns the covered throw when the program throws the dice,
    else None."""
    yield Handle(L["4"], (L["2"], L["2-2"], L["11-2"]), what="cover-dome")
    yield Handle(L["4"], what="press-lever", facts={"times": PRESSES})
    covered = None
    if not r.table.attended:
        covered = yield Cover(L["4"], (L["1"], IR[154]), thing="dice", sides=r.cloth.sides,
                            first=r.cloth.first)
    yield Handle(L["4-2"], what="light")
    return covered
