"""The readings that a table of either regulation of ponto e banca may choose."""

from __future__ import annotations

from typing import Literal

from sabot.families.layout.cloth import Cite, Cloth
from sabot.families.layout.round import Bets, Round, Steps
from sabot.procedure import readings
from sabot.procedure.table import Table
from sabot.regulations import IR, figure

ENDS = figure(1, IR[198])
CHEMIN_ENDS = figure(6, IR[198])
"""The fewest cards on either side of a cut: one, or as many as at chemin de fer."""
PAIR = "pair/"


class Readings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a table of either regulation may choose.

    ``natural``: an eight or nine ends the coup, or the other side still draws by its line of the
    table (IR 199). ``level``: bets on ponto and banca of a tie go back, stay until their owner
    changes them, or are lost (IR 203). ``cut``: anywhere, and new cards wait for a player; the
    croupier cuts at once where nobody is; or at least as many cards as at chemin de fer (IR 198).
    ``slip``: the order of the shoe puts a slip right; cards at the wrong side are burned; or a
    coup that is void still pays the pairs that were shown (IR 202). ``pair_beside``: a bet on a
    pair needs another bet of the player beside it (IR 206). ``gap``: who stands in a gap stands at
    the seat before it, or at both beside it (IR 195). ``stake_of_prize``: a winning bet on a tie or
    a pair is returned beside its prize, or is in it (IR 433). ``handler``: of those who have a seat
    the highest bet handles the cards, then the next equal or lower one; or the next lower one; or
    nobody where a standing player has bet more (IR 435).
    """

    natural: Literal["ends-coup", "other-draws"] = "ends-coup"
    level: Literal["back", "stay", "lost"] = "back"
    cut: Literal["anywhere", "at-once", "chemin-de-fer"] = "anywhere"
    slip: Literal["order", "burned", "pairs-paid"] = "order"
    pair_beside: bool = False
    gap: Literal["before", "both"] = "before"
    stake_of_prize: Literal["returned", "in-prize"] = "returned"
    handler: Literal["next-equal", "next-lower", "highest-stake"] = "next-equal"


def naturals_end(table: Table) -> bool:
    """Whether an eight or nine with two cards ends the coup (IR 199)."""
    return bool(table.rules.readings.natural == "ends-coup")


def rounds(table: Table) -> bool:
    """Whether the deduction is rounded down to whole cents (IR 204)."""
    return bool(table.rules.readings.sums == "rounded-down")


def least_cut(table: Table) -> int:
    """The fewest cards on either side of a cut (IR 198)."""
    return CHEMIN_ENDS if table.rules.readings.cut == "chemin-de-fer" else ENDS


# -- bets on pairs ---------------------------------------------------------------------------------


def pairs_barred(r: Round, player: str) -> dict[str, Cite]:
    """The pairs on which a player may not bet, where a bet on a pair needs another bet (IR 206)."""
    if not r.table.rules.readings.pair_beside or _other_bet(r.bets.get(player, {})):
        return {}
    return {spot: r.cloth.kinds["pair"].bet for spot in r.cloth.spots if spot.startswith(PAIR)}


def _other_bet(bets: Bets) -> bool:
    return any(not spot.startswith(PAIR) for spot in bets)


def needs_of_pairs(table: Table, cloth: Cloth) -> dict[str, str]:
    """The bet on its side that each pair needs, where it needs another bet (IR 206)."""
    if not table.rules.readings.pair_beside:
        return {}
    return {spot: spot.removeprefix(PAIR) for spot in cloth.spots if spot.startswith(PAIR)}


def return_pairs(r: Round) -> Steps:
    """Return bets on pairs of players who have taken back every other bet (IR 206)."""
    if not r.table.rules.readings.pair_beside:
        return
    for player, bets in list(r.bets.items()):
        if _other_bet(bets):
            continue
        for spot in list(bets):
            yield from r.lay(player, spot, 0, r.cloth.kinds["pair"].bet)
