"""The figures of Portaria 22/96/M for 3-card baccarat, and the options of the house."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from sabot import regulations as law
from sabot.families.baccarat.ranks import LOWEST
from sabot.families.layout.bets import bounds
from sabot.families.layout.cloth import Cite, Fell
from sabot.families.layout.legality import MOST_PLACES, Points, Range
from sabot.families.layout.round import Round, RuleBook
from sabot.families.layout.values import Limit, TableLaw
from sabot.games.three_card_baccarat.clauses import CLAUSES
from sabot.games.three_card_baccarat.shoe import reshuffle
from sabot.games.three_card_baccarat.spots import (
    CHARGED,
    KINDS,
    PRIZES,
    cloth,
    commission_of,
    place_of,
)
from sabot.money import Odds
from sabot.procedure import readings
from sabot.procedure.conduct import conduct
from sabot.procedure.table import Table, Violation
from sabot.regulations import IR, figure
from sabot.words import either, phrase

L = law.Section("mo-22-96-M/3-card-baccarat")

CURRENCY = "MOP"  # patacas
BOX_PACKS = figure(1, L["1.2"])
PACKS = figure((1, 8), L["1.1"])  # one or more; the program allows up to eight
CARDS = figure(3, L["2.2-2"])
BURN = figure(1, L["2.3"])
WARNING = figure((30, 40), L["2.1-2"])
CONDUCT = conduct({}, places=IR[217], place=IR[219], limits=IR[217])
LOCKED = "locked/"
"""A note of what was locked of a bet that lies since the cards were cancelled, in cents."""
CHOICES = {"cards_to": ("bets", "players")}


class Readings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a table may choose.

    ``bets_until``: bets are made until the call, or also after the deal, until the first card is
    turned up (IR 210). ``dealing``: one card at a time, or three together; or seated players turn
    up the cards of their places (IR 212). ``tie_beside``: a tie bet needs anybody's main bet on its
    place, or the player's own (IR 213). ``cancelled``: of a hand whose cards are cancelled, bets
    that were not locked go back; or they lie for the next deal; or all go back, locked ones too (IR
    214). ``commission``: stakes pay in whole cents, or it is rounded down (IR 217). ``bets_on``:
    every place, or one's own and vacant ones (IR 219). ``handling``: who handles cards against 4.3
    is told so; or the cards of the place count nothing; or all are cancelled (IR 348).
    """

    bets_until: Literal["call", "first-card"] = "call"
    dealing: Literal["singly", "together", "players-turn"] = "singly"
    tie_beside: Literal["anybody", "own"] = "anybody"
    cancelled: Literal["new-back", "lie", "all-back"] = "new-back"
    commission: Literal["whole-cents", "rounded-down"] = "whole-cents"
    bets_on: Literal["every-place", "own-and-vacant"] = "every-place"
    handling: Literal["told", "place-lost", "hand-cancelled"] = "told"


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options.

    ``packs``: one in a box, or more in a shoe (1.1, 1.2). ``warning``: cards behind the second
    white card of a shoe (2.1-2, IR 218). ``shuffle_each_hand``: 3.1-3. ``cards_to``: the places
    that receive cards: those with "bets", or those of "players" too (4.1, IR 211).
    ``parity_raised``: players may add to a locked bet on odd or even (8.1-3, IR 215).
    ``zero_with_figures``: three figures, which have 0 points, win the bet on 0 points (8.2.b, IR
    216). A section for each kind of bet with its own ``minimum`` and ``maximum``; what is left out
    is the table's (IR 217). ``parity``: odd and even. ``readings``: see `Readings`.
    """

    packs: int = 6
    warning: int = 35
    shuffle_each_hand: bool = False
    cards_to: str = "bets"
    parity_raised: bool = True
    zero_with_figures: bool = True
    hand: Range = Range()
    tie: Range = Range()
    parity: Range = Range()
    figures: Range = Range()
    points: Range = Range()
    readings: Readings = Readings()

    @property
    def boxed(self) -> bool:
        """Whether one pack is dealt from a box, one hand per shuffle."""
        return self.packs == BOX_PACKS


def section_of(kind: str) -> str:
    """The section of the options for a kind of bet."""
    return "parity" if kind in ("odd", "even") else kind


def limits(table: Table) -> dict[str, Limit]:
    """The minimum and maximum of every kind of bet, in cents (IR 217)."""
    limits_by_kind = {}
    for kind in KINDS:
        own: Range = getattr(table.rules, section_of(kind.name))
        low = own.minimum or table.minimum
        limits_by_kind[kind.name] = Limit(low, own.maximum or max(table.maximum, low))
    return limits_by_kind


@lru_cache
def table_law(table: Table) -> TableLaw:
    """The law of one table, with the house's options filled in."""
    layout = cloth(table.places, table.rules.zero_with_figures, rounded=rounds(table))
    return TableLaw(layout, limits(table), table.unit, "deal", shared=True, currency=CURRENCY)


def rounds(table: Table) -> bool:
    """Whether the commission is rounded down to whole cents (IR 217)."""
    return bool(table.rules.readings.commission == "rounded-down")


# -- a player's own limits -------------------------------------------------------------------------


def required_bet(spot: str) -> str:
    """The spot that needs a bet before this one; "" for none."""
    return spot.replace("tie/", "hand/") if spot.startswith("tie/") else ""


def in_play(r: Round, player: str = "") -> set[int]:
    """The places with main bets of any player, or of one."""
    every_bet = r.bets.values() if not player else [r.bets.get(player, {})]
    return {place_of(spot) for bets in every_bet for spot in bets if spot[:5] == "hand/"}


def bases_of_ties(r: Round, player: str) -> set[int]:
    """The places with a main bet beside which a player may bet on the tie (IR 213)."""
    return in_play(r, player if r.table.rules.readings.tie_beside == "own" else "")


def barred_spots(r: Round, player: str) -> dict[str, Cite]:
    """The spots where a player may not bet now: ties on places without a main bet; places of other
    players, where only one's own and vacant ones are open (IR 219)."""
    places = bases_of_ties(r, player)
    barred: dict[str, Cite] = {
        spot: (L["8.3-2"], (IR[213],)) for spot in r.cloth.spots
        if required_bet(spot) and place_of(spot) not in places and r.book.open(r, spot)}
    if r.table.rules.readings.bets_on == "own-and-vacant":
        mine = r.place(player)
        others = {n for n, who in enumerate(r.seats, start=1) if who not in ("", player)}
        barred |= {spot: (L["4.2"], (IR[219],)) for spot in r.cloth.spots
                   if place_of(spot) in others and f"{mine}/{spot}" not in r.came}
    return barred


def _held_bets(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    """A player's bets that stay from an earlier hand, with their cents then and the clause."""
    place = r.place(player)
    return {spot: (cents, (L["7.2"], ()) if place_of(spot) else (L["8.1-3"], (IR[215],)))
            for spot in r.bets.get(player, {}) if (cents := locked(r, f"{place}/{spot}"))}


def locked(r: Round, bet: str) -> int:
    """The cents of a bet that an earlier hand locked; what lies there since the cards were
    cancelled is free (IR 214)."""
    return int(r.notes.get(f"{LOCKED}{bet}", r.came[bet])) if bet in r.came else 0


def _may_grow(r: Round, spot: str) -> bool:
    return bool(place_of(spot)) or r.table.rules.parity_raised


def floors(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    """After a tie, a stake may be increased but not withdrawn: the minimum of each such bet."""
    return {spot: limit for spot, limit in _held_bets(r, player).items() if _may_grow(r, spot)}


def locks(r: Round, player: str) -> dict[str, Cite]:
    """Bets on odd and even that stay from an earlier hand, when the house forbids adding to
    them."""
    return {
        spot: cite for spot, (_, cite) in _held_bets(r, player).items() if not _may_grow(r, spot)
    }


# -- what a hand does ------------------------------------------------------------------------------


def lost_clause(r: Round, spot: str, fell: Fell) -> Cite | None:
    """The clause under which a bet loses."""
    place = place_of(spot)
    if 0 < place < len(fell) and fell[place] > LOWEST:
        return L["4.3-2"], (IR[348],)
    kind = r.cloth.spots[spot].kind
    return {"hand": (L["6"], ()), "tie": (L["8.3"], ()), "odd": (L["8.1.a"], (L["8.1"],)),
            "even": (L["8.1.b"], (L["8.1"],)), "figures": (L["8.2.a"], (L["8.2"],))}.get(
        kind, (L["8.2.b"], (L["8.2"], IR[216])))


def deducts(r: Round, bet: str, fell: Fell) -> tuple[Odds, Cite] | None:
    """The commission on prizes of main bets and of odd and even, with its clause."""
    kind = r.cloth.spots[r.decides(bet)].kind
    return (commission_of(PRIZES[kind]), (L["10"], ())) if kind in CHARGED else None


BOOK = RuleBook(
    CLAUSES, table_law, locks=locks, lost=lost_clause, barred=barred_spots, deducts=deducts,
    floors=floors, commands={"reshuffle": reshuffle})


# -- what is unlawful ------------------------------------------------------------------------------


def violations(table: Table) -> list[Violation]:
    """Everything in this table that the act forbids."""
    points, rules = Points(table, CURRENCY), table.rules
    points.places(IR[217], IR[219])
    points.require(PACKS[0] <= rules.packs <= PACKS[1], L["1.1"], "rules.packs", rules.packs,
                   phrase("{low} or more (a shoe here holds up to {high})", low=PACKS[0],
                          high=PACKS[1]))
    points.require(rules.cards_to in CHOICES["cards_to"], L["4.1"], "rules.cards_to",
                   repr(rules.cards_to), either(map(repr, CHOICES["cards_to"])))
    if not rules.boxed:
        low, high = WARNING
        points.require(low <= rules.warning <= high, L["2.1-2"], "rules.warning", rules.warning,
                       phrase("{low} to {high}", low=low, high=high))
        hand = BURN + CARDS * (min(table.places, MOST_PLACES) + 1)
        points.require(not low <= rules.warning < hand, IR[218], "rules.warning", rules.warning,
                       phrase("at least the {hand} cards of a hand with {places} places",
                              hand=hand, places=table.places))
    points.limits(IR[217], IR[217])
    if any(violation.what in ("minimum", "maximum", "unit") for violation in points.violations):
        return points.violations
    limits_by_kind = limits(table)
    table_law = TableLaw(cloth(1, rounded=rounds(table)), limits_by_kind, table.unit, "deal")
    for kind in KINDS:
        low, high, unit = bounds(table_law, kind, table.minimum)
        own: Range = getattr(rules, section_of(kind.name))
        option = f"rules.{section_of(kind.name)}" if own != Range() else "maximum"
        points.require(low <= high, IR[217], option, points.money(limits_by_kind[kind.name].high),
                       phrase("at least {low}, the minimum stake in steps of {unit}",
                              low=points.money(low), unit=points.money(unit)))
    points.violations[:] = dict.fromkeys(points.violations)
    return points.violations
