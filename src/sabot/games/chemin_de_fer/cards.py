"""The six packs of chemin de fer: shown, shuffled, cut, marked and burnt (4, 7 to 14, 27)."""

from __future__ import annotations

from sabot import law
from sabot.families.baccarat.values import PIPS
from sabot.families.shoe.shoe import BURN
from sabot.games.chemin_de_fer import people
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.games.chemin_de_fer.rules import ENDS, PACKS, SEATS
from sabot.law import IR
from sabot.procedure import ALL, Call, Discard, Handle

L = law.Section("pt-217-2007/chemin-de-fer")


def prepare(r: Round) -> Steps:
    """Where the shoe has ended, a new one is made ready."""
    shoe = r.shoe
    if not r.shoe_ended:
        return
    yield from people.in_time(r)
    if r.closing:
        yield from people.closes(r)
        yield from people.enough(r)
    if shoe.seal and not shoe.last:
        yield Call(L["106.d"], call="last-coup-invalid", facts={"left": shoe.cards_left})
    if r.spoilt:
        r.spoilt = False
        yield Handle(L["5"], (L["7"], IR[347]), what="replace-pack")
    what = "spread-used-packs" if shoe.shown else "show-new-packs"
    yield Handle(L["8"] if shoe.shown else L["7"], (L["4"],), what=what, facts={"packs": PACKS})
    shoe.shown = True
    asked = [n for n, player in enumerate(r.seats, start=1) if player and player in r.shufflers]
    if asked:
        yield Handle(L["12"], what="player-shuffles", seat=str(asked[0]))
    r.shufflers = []
    cutter = shoe.cutter
    yield from shoe.shuffle(_cutters(r, cutter), PACKS, ENDS, shoe.size - ENDS)
    shoe.cutter = shoe.cutter or cutter
    r.results = []
    yield from _burnt(r)
    yield Call(L["96.c-10"], (L["96.c"], L["96"]), call="first-coup-of-shoe")


def _cutters(r: Round, before: int) -> list[tuple[int, str]]:
    """Who may cut: first who sits at the dealer's left, in later shoes who sits at the left of the
    one who cut last; then always the player before."""
    first = SEATS if not before else (before - 2) % SEATS + 1
    order = [(first - 1 - n) % SEATS + 1 for n in range(SEATS)]
    return [(n, r.seats[n - 1]) for n in order if r.seats[n - 1]]


def value(card: str) -> int:
    """What a card counts: a ten ten, a figure nothing (9)."""
    return 0 if card[0] in "JQK" else PIPS[card[0]]


def _burnt(r: Round) -> Steps:
    """The first card tells how many are burnt with it (13-4)."""
    also = (L["9"], L["9.a"], L["9.b"], L["9.c"], IR[222])
    first = yield from r.shoe.draw((L["13-4"], also), BURN, ALL)
    more = value(first) - (1 if r.table.rules.burn_first else 0)
    yield Discard(L["13-4"], hands=(BURN,))
    for _ in range(more):
        yield from r.shoe.burn((L["13-4"], (IR[222],)))
