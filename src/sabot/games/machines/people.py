"""Who plays a machine: he sits down, puts money in, bets, and takes out what is his (12, 13)."""

from __future__ import annotations

from collections.abc import Iterator

from sabot.games.machines.clauses import (
    BROKEN,
    DEAR,
    INSERT,
    LEAVE,
    OUT,
    SIT,
    SPIN,
    TICKET,
    Cite,
    flat,
)
from sabot.games.machines.round import CREDIT, GAME, SEAT, Round, Steps
from sabot.procedure import Act, Call, Detail, Incident, Listen, Move, Offer
from sabot.procedure.printed_codes import normalise_code

DOOR, CLOSED, POWER = "door-opened", "door-closed", "power-failed"
METERS, MENDED = "meters-failed", "meters-mended"
STOPS = {DOOR: ("door", CLOSED), METERS: ("meters", MENDED)}
"""What puts a machine out of order: why, and what a supervisor reports when it is over."""
REDEEM = "ticket"
"""What the house reports when a ticket that is worth its sum was put in: its number, its cents."""
IDLE = "suspension"  # the clock


def game_asked(r: Round) -> Steps:
    """Until a game is begun, or nobody is at the machine with anything in it; whether one is."""
    while True:
        if r.stopped:
            yield from _out_of_order(r)
        heard = yield _waiting(r)
        if isinstance(heard, Incident):
            yield from _reported(r, heard)
        elif not isinstance(heard, Act):  # nobody has done anything for long
            yield from _gone(r)
            return False
        elif heard.act == "spin":
            r.bet = r.bets[heard.seat]
            yield r.travel(CREDIT, GAME, *flat(SPIN), amount=r.bet.cost)
            return True
        elif (yield from _heard(r, heard)):
            return False


def _heard(r: Round, act: Act) -> Steps:
    """What a player does beside playing; whether that ends what the machine has to tell of him."""
    r.window += 1
    if act.act == "sit":
        r.player = act.player
        return False
    if act.act == "insert":
        yield r.put_in(act.amount, *flat(INSERT))
        return False
    if act.act == "leave":
        yield from _gone(r)
    elif act.act == "ticket":
        yield from ticket(r)
    else:
        yield from paid_out(r, OUT)
    return True


def paid_out(r: Round, cite: Cite, kind: str = "return") -> Steps:
    """All that lies in the machine goes to its player."""
    if credit := r.credit:
        r.count(out=credit)
        yield r.release(kind, CREDIT, credit, *flat(cite))


def ticket(r: Round) -> Steps:
    """All that lies in the machine is put on a ticket, which is worth it once."""
    credit = r.credit
    r.count(out=credit, tickets=1)
    number = f"{normalise_code(r.rules.number)}-{r.meters.tickets:07d}"
    player = r._lift(CREDIT, credit)
    yield Move(*TICKET, kind="ticket", bet=CREDIT, player=player, amount=credit,
               into=number)
    yield Call(*TICKET, call="ticket", seat=SEAT, facts={"number": number, "cents": credit})


def _gone(r: Round) -> Steps:
    """The player gets up, and what lies there is his."""
    yield from paid_out(r, LEAVE)
    r.player = ""


def _waiting(r: Round) -> Listen:
    """What may be done at a machine that waits for a bet."""
    seated = bool(r.player)
    takes = (Detail(REDEEM, low=1, high=room, unit=1),) if seated and (
        room := r.rules.most_credit - r.credit) > 0 else ()
    return Listen(*(SPIN if seated else SIT), offers=tuple(_offers(r)),
                  window=f"play:{r.window}", clock=IDLE if seated else "",
                  default="leave" if seated else "", default_law=LEAVE[0] if seated else "",
                  faults=(DOOR, POWER, METERS, *(one.kind for one in takes)), details=takes)


def _offers(r: Round) -> Iterator[Offer]:
    player, credit = r.player, r.credit
    if not player:
        yield Offer("sit", SEAT, SIT[0], also=SIT[1])
        return
    least = min(r.rules.notes)
    room = (r.rules.most_credit - credit) // least * least
    if room >= least:
        yield Offer("insert", SEAT, INSERT[0], player, low=least, high=room, unit=least,
                    also=INSERT[1], limit_law=INSERT[0], unit_law=INSERT[0])
    within = tuple(seat for seat, bet in r.bets.items() if bet.cost <= credit)
    beyond = tuple(seat for seat, bet in r.bets.items() if bet.cost > credit)
    if within:
        yield Offer("spin", "", SPIN[0], player, also=SPIN[1], seats=within)
    if beyond:
        yield Offer("spin", "", SPIN[0], player, seats=beyond, barred=(player,),
                    barred_law=DEAR[0])
    if credit:
        yield Offer("cash-out", SEAT, OUT[0], player, also=OUT[1])
        yield Offer("ticket", SEAT, TICKET[0], player, also=TICKET[1])
    yield Offer("leave", SEAT, LEAVE[0], player, also=LEAVE[1])


# -- out of order ----------------------------------------------------------------------------------


def _reported(r: Round, incident: Incident) -> Steps:
    """A supervisor says what happened to the machine, or the house that a ticket was put in."""
    r.window += 1
    if incident.kind == REDEEM:
        yield r.redeemed(incident.seat, incident.amount, *flat(TICKET))
        return
    if incident.kind == POWER:
        r.count(power=1)
        yield Call(*BROKEN, call="power-failed", seat=SEAT)
        return
    if incident.kind == DOOR:
        r.count(door=1)
    r.stopped, r.figures = STOPS[incident.kind][0], incident.figures


def _out_of_order(r: Round) -> Steps:
    """Nobody plays until a supervisor says that the machine is right again; who wants to go takes
    what is his. Meters that had failed show then what the books hold (ir/327)."""
    over = dict(STOPS.values())[r.stopped]
    yield Call(*BROKEN, call="out-of-order", seat=SEAT,
               facts={"cause": r.stopped, **_told(r.figures)})
    while True:
        offers = (Offer("leave", SEAT, LEAVE[0], r.player, also=LEAVE[1]),) if r.player else ()
        heard = yield Listen(*BROKEN, offers=offers, window=f"stopped:{r.window}", faults=(over,))
        r.window += 1
        if isinstance(heard, Incident):
            r.stopped = ""
            r.read(heard.figures)
            yield Call(*BROKEN, call="in-order", seat=SEAT,
                       facts=_told(heard.figures))
            return
        yield from _gone(r)


def _told(figures: dict[str, tuple[int, int]]) -> dict[str, dict[str, list[int]]]:
    """Of each meter what it showed and what the books hold, where that was told."""
    return {"meters": {name: list(both) for name, both in figures.items()}} if figures else {}
