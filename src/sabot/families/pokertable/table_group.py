"""Several tables with one list of players: the draw of suits, and who may change tables (8.a, 25,
26)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sabot import law
from sabot.families.pokertable.round import CAVE, Carry
from sabot.families.pokertable.rules import LEAST, in_sessions
from sabot.families.pokertable.seat_draw import drawn, lots
from sabot.law import IR, cite_clause
from sabot.procedure.waiting_list import Rules

L = law.Section("pt-217-2007/poquer-nao-bancado")

SUITS = "SHDC"


def by_suit(players: Sequence[str], tables: Sequence[str], fell: Sequence[int]
            ) -> dict[str, list[str]]:
    """Who sits at which of several tables (25): a suit is drawn by each registered player, and each
    suit is a table. ``fell``: the lots of the players in their order, as `lots` asks for them;
    tables are filled evenly, so that none has two players more than another.
    """
    cite_clause(L["25"])
    if not 2 <= len(tables) <= len(SUITS):
        raise ValueError(f"there are {len(SUITS)} suits to draw; found {len(tables)} tables")
    cards = [tables[n % len(tables)] for n in range(len(players))]
    drew = drawn(cards, fell)
    return {table: [player for player, which in zip(players, drew, strict=True) if which == table]
            for table in tables}


def may_change_table(cave: int, here: int, there: int) -> str:
    """"" where a player may go to another table of the session, else the clause that forbids it.

    ``cave``: what he has left, in cents: only who has lost it may change (26). ``here`` and
    ``there``: how many play at either table now; at least four must stay, and his going may not
    leave two more there than here (26-2, IR 262).
    """
    if cave:
        cite_clause(L["26"])
        return L["26"]
    if here - 1 < LEAST or there + 1 - (here - 1) > 1:
        cite_clause(L["26-2"], IR[262])
        return L["26-2"]
    return ""


def cave_of(carry: Carry, player: str) -> int:
    """What a player had before him as this hand began, or as he left this game, in cents."""
    lies = (cents for bet, who, cents in carry.held if who == player and bet.endswith(CAVE))
    return max(carry.folk.gone.get(player, 0), sum(lies))


def waits(carry: Carry) -> Collection[str]:
    """Who waits at this table for a seat."""
    return {player for player, _ in carry.folk.booked}


RULES = Rules(
    least=LEAST, suits=SUITS, lots=lots, draw=by_suit, changes=may_change_table,
    in_sessions=in_sessions, cave=cave_of, waits=waits,
    laws={"list": L["8.a"], "draw": L["25"], "change": L["26"], "when": IR[300], "bound": IR[301],
          "late": IR[302]})
