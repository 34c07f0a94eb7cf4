"""One coup of the French bank: bets, throws through the horn until one decides, payment."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.layout.bets import bets_again, take_bets
from sabot.families.layout.cloth import Cite, Fell
from sabot.families.layout.round import Carry, Round, RuleBook, Steps, void
from sabot.families.layout.settle import end, settle
from sabot.families.layout.values import NOT
from sabot.games.banca_francesa.spots import UNDECIDED, WINS
from sabot.procedure import Call, Handle, Incident, Throw, Void
from sabot.procedure.table import Table
from sabot.regulations import IR, figure

L = law.Section("pt-217-2007/banca-francesa")

SETS = figure(3, L["2.a"], L["4"])
LIFTED, REPLACED = "lifted", ("off-table", "defective")
NULL: dict[str, Cite] = {
    "cocked": (L["7.b"], (IR[161],)),
    "touched": (L["8.a"], (L["8"], IR[161])),
    "off-table": (L["8.b"], (L["8"], IR[161])),
    "defective": (L["8.b"], (L["8"], IR[161])),
    "not-in-cup": (L["8.c"], (L["8"], IR[161])),
    "in-cup": (L["8.d"], (L["8"], IR[161])),
    LIFTED: (IR[156], (L["7.c"],)),
}
"""Null throws, with their clauses; lifted dice are null only when nobody saw their points."""

FAULTS = tuple(NULL)
HOUR, SUSPICION, COMPLAINT = "hour", "suspicion", "complaint"
"""Reports of a supervisor between two throws: an hour has passed; the inspection, or a player,
claims that a die is loaded or defective."""


def _on_the_hour(r: Round) -> Steps:
    """Change the set of dice and relieve the thrower."""
    yield Handle(L["4-2"], (IR[122], IR[162]), what="next-set")
    yield Handle(L["18"], (IR[162],), what="relieve-thrower")


def _seize(r: Round) -> Steps:
    """Seize and seal the set of dice, and take another."""
    yield Handle(L["5"], (IR[160],), what="seize-set")
    yield Handle(L["5-2"], (IR[160],), what="seal-set", facts={"witnesses": 2})
    yield Handle(IR[160], what="next-set")


def _complaint(r: Round) -> Steps:
    """Seize the dice, and announce the cost of a wrong complaint; by the other reading of IR 160
    only where the suspicion is well-founded."""
    if r.table.rules.readings.complaint == "well-founded":
        word = yield Handle(L["5"], (IR[160],), what="weigh-complaint",
                            answers=("founded", "unfounded"))
        if word == "unfounded":
            return
    yield from _seize(r)
    yield Call(L["6"], (IR[160],), call="cost")


COMMANDS = {HOUR: _on_the_hour, SUSPICION: _seize, COMPLAINT: _complaint}


def coup(book: RuleBook, table: Table, carry: Carry) -> Steps:
    """One coup, from the call for bets to the last payment; returns the next carry."""
    r = Round(book, table, carry)
    fell: Fell | None = None
    try:
        if not carry.throws:
            yield Handle(L["4"], (L["2.a"],), what="show-case", facts={"sets": SETS})
        yield from r.again(carry.held)
        yield Call(*r.c.call, call="place-your-bets")
        yield from take_bets(r, "bets", "betting", r.c.betting)
        if r.table.rules.readings.bets_that_lie != "until-rest":
            yield Call(*r.c.no_more, call="no-more-bets")
        fell, no_loss_law = yield from _throw_until_decided(r)
        if fell is None:
            yield from _return_all(r, no_loss_law)
        else:
            yield from settle(r, fell, no_loss_law,
                              stay=r.table.rules.readings.spared_bets == "stay")
    except Void as reason:
        yield from void(r, reason.cause, reason.closes)
        fell = None
    return (yield from end(r, fell, "-".join(map(str, fell)) if fell else ""))


def _throw_until_decided(r: Round) -> Steps:
    """Throw the dice until a throw decides. Returns the throw, and the clause under which no bet
    loses by it, NOT for none; or None where the coup is over without one (IR 156, IR 161), and the
    clause under which all bets go back."""
    chosen = r.table.rules.readings
    until_rest = open_late = chosen.bets_that_lie == "until-rest"
    while True:
        yield Handle(L["7.a"], (L["2.b"], L["2.c"]), what="throw-dice",
                     facts={"dice": len(r.cloth.sides)})
        if open_late:
            yield from _until_rest(r)
            open_late = False
        thrown = yield Throw(L["7.a"], (L["1"], L["2.d"]), thing="dice", sides=r.cloth.sides,
                             first=r.cloth.first, faults=r.table_law.faults)
        no_loss_law = NOT
        if isinstance(thrown, Incident):
            if thrown.kind != LIFTED or thrown.fell not in r.cloth.number:
                yield from _announce_null(thrown.kind)
                if thrown.kind == LIFTED and chosen.spared_bets == "all-back":
                    return None, (IR[156], (L["7.d"],))
                if thrown.kind != LIFTED and chosen.void_throw == "bets-back":
                    return None, NULL[thrown.kind]
                if chosen.after_null == "may-change":
                    yield from bets_again(r)
                    open_late = until_rest
                    if not until_rest:
                        yield Call(*r.c.no_more, call="no-more-bets")
                continue
            no_loss_law, thrown = (L["7.d"], (IR[156],)), thrown.fell
        chance = next((name for name, wins in WINS.items() if sum(thrown) in wins), "")
        lost = not chance and chosen.other_sums == "lose" and not no_loss_law[0]
        if lost:
            yield Call(*UNDECIDED, call="no-chance", facts=_points(thrown))
        elif not chance:
            also = (no_loss_law[0], *no_loss_law[1]) if no_loss_law[0] else ()
            yield Call(UNDECIDED[0], (*UNDECIDED[1], *also), call="undecided",
                       facts=_points(thrown))
        elif no_loss_law[0]:
            yield Call(*no_loss_law, call="lifted", facts=_points(thrown))
        else:
            yield Call(r.cloth.kinds[chance].bet[0], (L["7.d"],), call=f"chance-{chance}",
                       facts=_points(thrown))
        if not no_loss_law[0]:
            yield Handle(L["7.c"], what="lift-dice")
        if chance or lost:
            return thrown, no_loss_law
        if no_loss_law[0] and chosen.spared_bets == "all-back":
            return None, no_loss_law


def _return_all(r: Round, law: Cite) -> Steps:
    for bet in list(r.stakes):
        yield r.release("return", bet, r.staked(bet), law[0], *law[1])


def _until_rest(r: Round) -> Steps:
    """Take bets while the dice roll, and close them (IR 152)."""
    if not r.table.individual:
        window = f"late:dice:{r.reopened}" if r.reopened else "late:dice"
        yield from take_bets(r, window, "late", (IR[152], ()), {})
    yield Call(*r.c.no_more, call="no-more-bets")


def _points(fell: Fell) -> dict[str, int | str]:
    return {"dice": "-".join(map(str, fell)), "total": sum(fell)}


def _announce_null(kind: str) -> Steps:
    """Announce a null throw; replace the set when a die may be damaged."""
    yield Call(*NULL[kind], call="null-throw", facts={"cause": kind})
    if kind in REPLACED:
        yield Handle(L["8.b"], what="replace-set")
