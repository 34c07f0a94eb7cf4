"""Several tables with one waiting list: the draw of suits, and changes of table (8.a, 25, 26)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sabot import regulations as law
from sabot.families.pokertable.round import CAVE, Carry
from sabot.families.pokertable.rules import LEAST, in_sessions
from sabot.families.pokertable.seat_draw import lot_sides, order_by_lots
from sabot.procedure.table import Table
from sabot.procedure.waiting_list import Rules
from sabot.regulations import IR, cite_clause

L = law.Section("pt-217-2007/poquer-nao-bancado")

SUITS = "SHDC"


def by_suit(players: Sequence[str], tables: Sequence[str], fell: Sequence[int]
            ) -> dict[str, list[str]]:
    """The players of each of several tables (25): each registered player draws a suit, and each
    suit is a table. ``fell``: the lots of the players in order, with the sides given by
    `lot_sides`. Tables are filled evenly: their numbers of players differ by at most one."""
    cite_clause(L["25"])
    if not 2 <= len(tables) <= len(SUITS):
        raise ValueError(f"the draw has 2 to {len(SUITS)} suits; found {len(tables)} tables")
    cards = [tables[n % len(tables)] for n in range(len(players))]
    drew = order_by_lots(cards, fell)
    return {table: [player for player, suit in zip(players, drew, strict=True) if suit == table]
            for table in tables}


def may_change_table(table: Table, cave: int, here: int, there: int) -> str:
    """Returns "" where a player may go to another table of the session, otherwise the clause that
    forbids it.

    ``cave``: their stack, in cents: only a player who has lost it may change (26). ``here`` and
    ``there``: the players at either table now. At least four must stay, and the change may not
    leave ``there`` with more than one player above ``here``, or by another reading with any (26-2,
    IR 262).
    """
    above = 1 if table.rules.readings.uneven == "by-two" else 0
    if cave:
        cite_clause(L["26"])
        return L["26"]
    if here - 1 < LEAST or there + 1 - (here - 1) > above:
        cite_clause(L["26-2"], IR[262])
        return L["26-2"]
    return ""


def tables_opened(table: Table, players: int) -> int:
    """For how many tables so many registered players suffice: four for each, or by another reading
    one more only where the others are full (25, IR 300)."""
    cite_clause(IR[300])
    if table.rules.readings.second_table == "with-four":
        return players // LEAST
    places: int = table.places
    return 1 + (players - LEAST) // places if players >= LEAST else 0


def binds_standing(table: Table) -> bool:
    """Whether a player of a table in sessions belongs to it when they have stood up (26, IR
    301)."""
    return bool(table.rules.readings.standing == "bound")


def late_choose(table: Table) -> bool:
    """Whether players who register while tables are in play choose theirs (IR 302)."""
    return bool(table.rules.readings.late_players == "choose")


def cave_of(carry: Carry, player: str) -> int:
    """The stack of a player as this hand began, or as they left this game, in cents."""
    amounts = (cents for bet, owner, cents in carry.held if owner == player and bet.endswith(CAVE))
    return max(carry.folk.gone.get(player, 0), sum(amounts))


def waiting_players(carry: Carry) -> Collection[str]:
    """The players who wait for a seat at this table."""
    return {player for player, _ in carry.folk.booked}


RULES = Rules(
    least=LEAST, suits=SUITS, lots=lot_sides, draw=by_suit, changes=may_change_table,
    opened=tables_opened, in_sessions=in_sessions, binds_standing=binds_standing,
    late_choose=late_choose, cave=cave_of, waits=waiting_players,
    laws={"list": L["8.a"], "draw": L["25"], "change": L["26"], "when": IR[300], "bound": IR[301],
          "late": IR[302]})
