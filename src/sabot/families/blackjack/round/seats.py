"""Players take and leave places: while bets are made, and while new cards wait for players."""

from __future__ import annotations

from sabot.families.blackjack.round.round import Round, Steps
from sabot.families.blackjack.rules.clauses import Clauses
from sabot.procedure import Listen, Offer, TimeOut
from sabot.procedure.table import Table


def sit_offer(c: Clauses, table: Table, place: str, law: str, full: tuple[str, ...],
              only: str = "") -> Offer:
    """Offer a free place, except to players who hold as many as they may; ``only``: the player of
    an individual table."""
    return Offer("sit", place, law, only, barred=full,
                 also=c.more_places[:1] if table.places_per_player > 1 else (),
                 barred_law=c.more_places[0] if full else "")


def gather_players(r: Round) -> Steps:
    """Players have the right to cut: new cards wait for the first player and, at a shared table,
    for some time for others, so that the first to arrive does not play alone."""
    c, table, seats = r.c, r.table, r.seats
    if any(seats):
        return
    first = c.sit_alone if table.individual else c.sit
    waits = table.clocks.shuffle > 0 and not table.individual
    while not any(seats) or (waits and not all(seats)):
        running = any(seats)
        full = tuple(sorted({player for player in seats if player
                             and seats.count(player) >= table.places_per_player}))
        offers = [
            Offer("leave", place, c.leave[0], player)
            if player
            else sit_offer(c, table, place, first[0], full)
            for place, player in ((str(n), player) for n, player in enumerate(seats, start=1))
        ]
        law, also = c.gather if running else first
        answer = yield Listen(law, also, offers=tuple(offers), window="seats",
                              clock="shuffle" if running else "",
                              default="shuffle" if running else "",
                              default_law=law if running else "")
        if type(answer) is TimeOut:
            return
        seats[int(answer.seat) - 1] = answer.player if answer.act == "sit" else ""
