"""The layout of a blackjack table as data: places on an arc, lettering, spots for every bet."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from sabot.families.blackjack.rules.table_law import SHUFFLERS, RuleBook
from sabot.procedure.felt import ArcFelt
from sabot.procedure.felt.arc import ArcPlace, JackpotSlot, Lettering, SideSpot
from sabot.procedure.felt.parts import Cited, Decision, Printed
from sabot.procedure.table import Table
from sabot.regulations import cite_clause

# The places: percent of the layout's width and height, and the lean of the cards in degrees.
# Place 1 is at the croupier's left, which is the viewer's right.
SEVEN = ((89.2, 58.6, -19), (80.6, 74.4, -10), (66.5, 85.5, -5), (50.0, 89.0, 0),
         (33.5, 85.5, 5), (19.4, 74.4, 10), (10.8, 58.6, 19))
NINE = ((91.5, 44.6, -22), (87.2, 64.4, -15), (78.0, 77.0, -9), (64.5, 85.6, -4), (50.0, 88.6, 0),
        (35.5, 85.6, 4), (22.0, 77.0, 9), (12.8, 64.4, 15), (8.5, 44.6, 22))
# Additional bets in front of the circles move the circles nearer to the bank.
ROOM = 7.0

JACKPOT = "J"  # printed on the slot of its chip

CHOSEN = {1: (3,), 2: (2, 4), 3: (1, 3, 5), 4: (0, 2, 4, 6), 5: (0, 1, 3, 5, 6),
          6: (0, 1, 2, 4, 5, 6), 7: tuple(range(7))}


def arc_places(count: int) -> list[tuple[float, float, int]]:
    """The positions of ``count`` places in a half circle."""
    if count > len(SEVEN):
        return [NINE[i] for i in range(9) if count == 9 or i != 4]
    return [SEVEN[i] for i in CHOSEN[count]]


def decisions(book: RuleBook, table: Table) -> tuple[Decision, ...]:
    """The decisions of this game, each with its clause, whether or not a hand may take them now."""
    c, table_law = book.laws(table), book.table_law(table)
    laws = {"hit": c.hit[0], "stand": c.stand[0]}
    if table_law.double:
        laws["double"] = (c.double_any if table_law.double == (0, 21) and not table_law.double_named
                          else c.double)[0] or c.double_any[0]
    laws["split"] = c.split[0]
    if table_law.surrender:
        laws["surrender"] = c.surrender[0]
    if table_law.five:
        laws["claim-five"] = c.five[0]
    return tuple(Decision(act=act, law=law) for act, law in laws.items() if law)


def cloth(book: RuleBook, table: Table, *, place_law: str, laws: tuple[str, ...],
          lettering: tuple[Lettering, ...], band: Printed | UnsetType) -> ArcFelt:
    """The zones of a table: places with their spots, band, lettering, indicator, shoe and tray.

    A place lists the ``spots`` of its additional bets, each with the clause that requires a main
    bet there (``needs``). The ``jackpot`` has its slot and meter, a table with streaks its
    ``buttons``. ``shoe``: what the cards come from. ``discard``: the corner of played cards.
    ``decisions``: the usual ones, so that a client can explain why one is missing.
    """
    c, table_law = book.laws(table), book.table_law(table)
    cite_clause(place_law, *laws)
    spots = [SideSpot(spot=side.spot, law=side.law[0], needs=c.side_needs_bet[0],
                      text=side.lettering, streak=side.in_a_row or UNSET)
             for side in table_law.sides]
    jackpot: JackpotSlot | UnsetType = UNSET
    if table_law.jackpot is not None:
        spots.append(SideSpot(spot="jackpot", law=c.chip[0], needs=c.chip_needs_bet[0],
                              text=JACKPOT))
        jackpot = JackpotSlot(text="Prémio acumulado", chip=table_law.jackpot.chip,
                              start=table_law.jackpot.start, pool=table_law.jackpot.pool,
                              law=c.start[0])
    up = ROOM * ((len(spots) > 0) + (len(spots) > 5)) / 2
    wide = 1 - max(up, 4 * (table_law.jackpot is not None)) / 100  # slots stand clear of the rail
    streaks = any(side.in_a_row for side in table_law.sides)
    return ArcFelt(
        cloth="blackjack",
        places=tuple(ArcPlace(place=str(n), x=round(50 + (x - 50) * wide, 1), y=round(y - up, 1),
                              lean=lean, law=place_law)
                     for n, (x, y, lean) in enumerate(arc_places(table.places), start=1)),
        lettering=lettering, band=band,
        indicator=Printed(text="Últimas da banca", law=c.indicator[0]),
        shoe=table_law.source, tray=True, decisions=decisions(book, table),
        discard=Printed(text="Descarte", law=(table_law.source in SHUFFLERS and c.return_cards[0])
                        or c.collected[0]),
        spots=tuple(spots), jackpot=jackpot,
        buttons=Cited(law=c.streak_button[0]) if streaks else UNSET)
