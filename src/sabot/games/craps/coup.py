"""One throw of craps: bets, the shooter, the throw, announcements and payment."""

from __future__ import annotations

import msgspec

from sabot import regulations as law
from sabot.families.layout.bets import bets_again, take_bets
from sabot.families.layout.cloth import LOST, Fell, prize
from sabot.families.layout.round import Carry, Round, Steps, spot_of, void
from sabot.families.layout.settle import end, settle
from sabot.games.craps import hands
from sabot.games.craps.rules import BOOK, required_bet
from sabot.procedure import Call, Handle, Incident, Throw, Void
from sabot.procedure.table import Table
from sabot.regulations import IR

L = law.Section("pt-217-2007/craps")

ANNOUNCE_LAW = (L["13.3.a"], (L["13.3"], IR[177]))
NULL = {"off-table": (L["7.a"], ()), "short": (L["7.b"], (IR[171],)),
        "both-short": (L["7.b"], (IR[171],))}


def coup(table: Table, carry: Carry) -> Steps:
    """One throw, from the bets before it to the last payment; returns the next carry."""
    r = Round(BOOK, table, carry)
    fell: Fell | None = None
    is_closed = False
    try:
        yield from r.again(carry.held)
        yield from take_bets(r, "bets", "betting", r.c.betting)
        yield from hands.give_dice(r)
        if table.rules.readings.bets_until == "dice-rest":
            yield from _late_bets(r)
        pips = yield from _throw(r)
        next_point = r.cloth.after(r.state, pips) or 0
        yield from _announce(r, pips, next_point)
        yield from _move_marker(r, next_point)
        fell = pips
        moving = [bet for bet in r.stakes if bet.endswith("/dont-come")]
        won = {bet for bet in r.stakes if r.table_law.plays_on
               and prize(r.book.fate(r, bet, pips))}
        yield from settle(r, pips)
        hands.note_won(r, won)
        yield from _mark_bets(r, [f"{bet}/{sum(pips)}" for bet in moving])
        yield from hands.pass_dice(r, sum(pips))
        is_closed = yield from hands.close(r, next_point)
    except hands.NobodyThrows:
        yield from hands.return_bets(r)
        yield from hands.close(r, 0)
        is_closed = True
    except hands.Closed:
        yield from hands.close_table(r, 0, IR[360])
        is_closed = True
    except Void as reason:
        yield from void(r, reason.cause, reason.closes)
        fell = None
        if reason.closes:
            r.passes, r.closing, is_closed = True, "", True
    next_carry: Carry = yield from end(r, fell, str(sum(fell)) if fell else "")
    return msgspec.structs.replace(next_carry, state=r.cloth.states[0]) if is_closed else next_carry


def _late_bets(r: Round) -> Steps:
    """Take bets until the dice come to rest; the dice pass on when who has them has no bet left
    (IR 167)."""
    while True:
        yield from take_bets(r, "bets", "betting", r.c.betting)
        if not r.passes and (hands.shooter_bets(r) or not hands.shooters_in_order(r)):
            return
        yield from hands.give_dice(r)


def _throw(r: Round) -> Steps:
    """Throw two dice; a null throw is repeated with the same bets, or after bets have been
    changed (IR 118)."""
    while True:
        fell = yield Throw(L["6"], (L["4"],), thing="dice", sides=r.cloth.sides,
                           first=r.cloth.first, faults=r.table_law.faults)
        if not isinstance(fell, Incident):
            return fell
        clause, read = NULL[fell.kind]
        yield Call(clause, (L["7"], L["13.3.a"], L["13.3"], IR[118], *read),
                   call=f"null-{fell.kind}")
        if fell.kind == "off-table":
            pair = r.dice.split("-")
            yield from hands.replace_die(r, fell.seat if fell.seat in pair else pair[0], L["7.a-2"])
            die_state = yield Handle(L["7.a-2"], what="look-at-die", answers=("sound", "defective"))
            if die_state == "defective":
                yield Handle(L["7.a-2"], what="new-die")
        yield from _dice_again(r)


def _dice_again(r: Round) -> Steps:
    """Give the dice out again after a null throw. All bets may be changed before (IR 118), or odds
    alone taken back (IR 370)."""
    chosen = r.table.rules.readings
    if chosen.after_null == "may-change":
        r.first = {}
        yield from bets_again(r)
    elif chosen.null_throw_odds == "may-go-back" and any(
            required_bet(spot_of(bet)[1]) for bet in r.stakes):
        r.first = {}
        r.reopened += 1
        yield from take_bets(r, f"bets:{r.reopened}", "betting", (L["11.1-4"], (IR[370],)))
    else:
        yield from hands.choose_dice(r)
        yield from hands.check_dice(r)
        return
    yield from hands.give_dice(r)
    if chosen.after_null == "may-change" and chosen.bets_until == "dice-rest":
        yield from _late_bets(r)


def _announce(r: Round, fell: Fell, next_point: int) -> Steps:
    """Announce the total, the point, and which bets win and lose."""
    total = sum(fell)
    yield Call(*ANNOUNCE_LAW, call="total", facts={
        "total": total, "english": hands.ENGLISH[total], "dice": "-".join(map(str, fell))})
    if r.state:
        call = (
            "point-continues" if next_point else "seven-out" if total != r.state else "point-made"
        )
    else:
        call = "point-set" if next_point else "no-point"
    point = next_point or r.state or 0
    yield Call(*ANNOUNCE_LAW, call=call, facts={"point": point, "english": hands.ENGLISH[point]})
    won, lost = _ends(r, fell)
    if won or lost:
        yield Call(*ANNOUNCE_LAW, call="chances", facts={"won": ", ".join(won) or "-",
                                                 "lost": ", ".join(lost) or "-"})


def _ends(r: Round, fell: Fell) -> tuple[list[str], list[str]]:
    """The spots with bets that win by a throw, and those with bets that lose."""
    by_spot = {r.decides(bet): r.book.fate(r, bet, fell) for bet in r.stakes}
    fates = {spot: by_spot[spot] for spot in r.cloth.spots if spot in by_spot}
    return ([spot for spot, fate in fates.items() if prize(fate)],
            [spot for spot, fate in fates.items() if fate == LOST])


def _mark_bets(r: Round, moved: list[str]) -> Steps:
    """Put a marker on don't come bets that have moved to their number."""
    for bet in moved:
        if bet in r.stakes:
            yield Handle(L["10.4-3"], what="mark-bet", seat=bet)


def _move_marker(r: Round, next_point: int) -> Steps:
    """Move the marker to the box of the point, or off."""
    if next_point != r.state:
        yield Handle(L["10.1-2"], (L["10.2-2"],), what="marker-on" if next_point else "marker-off",
                     facts={"point": next_point or r.state})
