"""The six packs: shown, shuffled, cut, and the first cards burnt (4, 7 to 14, 27)."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.baccarat.values import PIPS
from sabot.families.shoe.shoe import BURN
from sabot.games.chemin_de_fer import people
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.games.chemin_de_fer.rules import ENDS, PACKS, SEATS
from sabot.procedure import ALL, Call, Discard, Handle
from sabot.regulations import IR, cite_clause

L = law.Section("pt-217-2007/chemin-de-fer")


def prepare(r: Round) -> Steps:
    """Prepare a new shoe when the last one has ended."""
    shoe = r.shoe
    if not r.shoe_ended:
        return
    yield from people.check_time(r)
    if r.closing:
        yield from people.close_table(r)
        yield from people.wait_for_players(r)
    if shoe.seal and not shoe.last:
        yield Call(L["106.d"], call="last-coup-invalid", facts={"left": shoe.cards_left})
    if r.spoilt:
        r.spoilt = False
        yield Handle(L["5"], (L["7"], IR[347]), what="replace-pack")
    handling = "spread-used-packs" if shoe.shown else "show-new-packs"
    yield Handle(L["8"] if shoe.shown else L["7"], (L["4"],), what=handling, facts={"packs": PACKS})
    shoe.shown = True
    shuffler_seats = [
        n for n, player in enumerate(r.seats, start=1) if player and player in r.shufflers
    ]
    if shuffler_seats:
        yield Handle(L["12"], what="player-shuffles", seat=str(shuffler_seats[0]))
    r.shufflers = []
    cutter = shoe.cutter
    yield from shoe.shuffle(_cutters(r, cutter), PACKS, ENDS, shoe.size - ENDS)
    if not shoe.cutter and r.readings.cut_after_house == "last-player":
        shoe.cutter = cutter
    elif not shoe.cutter:
        cite_clause(IR[427])
    r.results = []
    yield from _burn_first_cards(r)
    yield Call(L["96.c-10"], (L["96.c"], L["96"]), call="first-coup-of-shoe")


def _cutters(r: Round, before: int) -> list[tuple[int, str]]:
    """The players who may cut, in order: in the first shoe from the dealer's left, later from the
    left of the player who cut last; then always the next to the left."""
    first = SEATS if not before else (before - 2) % SEATS + 1
    order = [(first - 1 - n) % SEATS + 1 for n in range(SEATS)]
    return [(n, r.seats[n - 1]) for n in order if r.seats[n - 1]]


def burn_value(card: str) -> int:
    """The number of cards that a first card burns: ten for a ten, none for a figure (9)."""
    return 0 if card[0] in "JQK" else PIPS[card[0]]


def _burn_first_cards(r: Round) -> Steps:
    """Burn the first card and as many as it counts (13-4)."""
    also = (L["9"], L["9.a"], L["9.b"], L["9.c"], IR[222])
    first = yield from r.shoe.draw((L["13-4"], also), BURN, ALL)
    more = burn_value(first) - (1 if r.table.rules.burn_first else 0)
    yield Discard(L["13-4"], hands=(BURN,))
    for _ in range(more):
        yield from r.shoe.burn((L["13-4"], (IR[222],)))
