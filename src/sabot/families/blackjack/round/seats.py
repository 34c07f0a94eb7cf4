"""Places are taken and left: while bets are made, and while new cards wait for their players."""

from __future__ import annotations

from sabot.families.blackjack.round.round import Round, Steps
from sabot.families.blackjack.rules.clauses import Clauses
from sabot.procedure import Listen, Offer, TimeOut
from sabot.procedure.table import Table


def sit(c: Clauses, table: Table, place: str, law: str, full: tuple[str, ...],
        only: str = "") -> Offer:
    """A free place, but for those who hold as many as they may; ``only`` names the one player of
    an individual table."""
    return Offer("sit", place, law, only, barred=full,
                 also=c.more_places[:1] if table.places_per_player > 1 else (),
                 barred_law=c.more_places[0] if full else "")


def gather(r: Round) -> Steps:
    """The right to cut is the players': new cards wait for the first of them, and at a shared table
    a while for the others, so that it is not the first who comes that plays alone."""
    c, table, seats = r.c, r.table, r.seats
    if any(seats):
        return
    first = c.sit_alone if table.individual else c.sit
    waits = table.clocks.shuffle > 0 and not table.individual
    while not any(seats) or (waits and not all(seats)):
        runs = any(seats)
        full = tuple(sorted({player for player in seats if player
                             and seats.count(player) >= table.places_per_player}))
        offers = [Offer("leave", place, c.leave[0], player) if player else
                  sit(c, table, place, first[0], full)
                  for place, player in ((str(n), held) for n, held in enumerate(seats, start=1))]
        law, also = c.gather if runs else first
        heard = yield Listen(law, also, offers=tuple(offers), window="seats",
                             clock="shuffle" if runs else "", default="shuffle" if runs else "",
                             default_law=law if runs else "")
        if type(heard) is TimeOut:
            return
        seats[int(heard.seat) - 1] = heard.player if heard.act == "sit" else ""
