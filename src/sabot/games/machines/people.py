"""The player of a machine: they sit down, insert money, bet, and cash out (12, 13)."""

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
from sabot.procedure import Act, Call, Detail, Incident, Listen, Move, Offer, Void
from sabot.procedure.printed_codes import normalise_code

DOOR, CLOSED, POWER = "door-opened", "door-closed", "power-failed"
METERS, MENDED = "meters-failed", "meters-mended"
STOPS = {DOOR: ("door", CLOSED), METERS: ("meters", MENDED)}
"""The incidents that put a machine out of order: the cause, and the incident that ends it."""
REDEEM = "ticket"
"""The incident by which the house reports a valid ticket that was inserted: number and cents."""
OUT_OF_ORDER = "the machine is out of order"
"""The cause of a game that is void because its machine may not be played."""
IDLE = "suspension"  # the clock of a machine that nobody uses


def await_bet(r: Round) -> Steps:
    """Wait until the player bets or leaves; returns whether a game begins."""
    while True:
        if r.stopped:
            yield from _out_of_order(r)
        answer = yield _question(r)
        if isinstance(answer, Incident):
            yield from _record_incident(r, answer)
        elif not isinstance(answer, Act):  # the clock of an idle machine has run out
            yield from _leave(r)
            return False
        elif answer.act == "spin":
            r.bet = r.bets[answer.seat]
            yield r.travel(CREDIT, GAME, *flat(SPIN), amount=r.bet.cost)
            return True
        elif (yield from _perform(r, answer)):
            return False


def _perform(r: Round, act: Act) -> Steps:
    """Perform an act other than a bet; returns whether it ends the record of this player."""
    r.window += 1
    if act.act == "sit":
        r.player = act.player
        yield from _take_over(r)
        return False
    if act.act == "insert":
        yield r.insert(act.amount, *flat(INSERT))
        return False
    if act.act == "leave":
        yield from _leave(r)
    elif act.act == "ticket":
        yield from print_ticket(r)
    else:
        yield from pay_out(r, OUT)
    return True


def pay_out(r: Round, cite: Cite, kind: str = "return") -> Steps:
    """Pay the whole credit to the player."""
    if credit := r.credit:
        r.count(out=credit)
        yield r.release(kind, CREDIT, credit, *flat(cite))


def print_ticket(r: Round) -> Steps:
    """Print a ticket for the whole credit; it can be redeemed once."""
    credit = r.credit
    r.count(out=credit, tickets=1)
    number = f"{normalise_code(r.rules.number)}-{r.meters.tickets:07d}"
    player = r._lift(CREDIT, credit)
    yield Move(*TICKET, kind="ticket", bet=CREDIT, player=player, amount=credit,
               into=number)
    yield Call(*TICKET, call="ticket", seat=SEAT, facts={"number": number, "cents": credit})


def _leave(r: Round) -> Steps:
    """The player leaves with the credit, or leaves it to whoever sits down next (ir/322)."""
    if r.rules.readings.credit_of == "player":
        yield from pay_out(r, LEAVE)
    r.player = ""


def _take_over(r: Round) -> Steps:
    """Credit that another player left is that of the player who sits down."""
    credit = r.credit
    if credit and r.stakes[CREDIT][0] != r.player:
        r.count(out=credit)
        yield r.award(CREDIT, r.player, credit, *flat(SIT))
        yield r.insert(credit, *flat(INSERT))


def _question(r: Round) -> Listen:
    """The question of a machine that waits for a bet."""
    seated = bool(r.player)
    details = (Detail(REDEEM, low=1, high=room, unit=1),) if (
        seated and r.rules.readings.tickets and (room := r.rules.most_credit - r.credit) > 0
    ) else ()
    return Listen(*(SPIN if seated else SIT), offers=tuple(_offers(r)),
                  window=f"play:{r.window}", clock=IDLE if seated else "",
                  default="leave" if seated else "", default_law=LEAVE[0] if seated else "",
                  faults=(DOOR, POWER, METERS,
                          *(detail.kind for detail in details)), details=details)


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
    affordable = tuple(seat for seat, bet in r.bets.items() if bet.cost <= credit)
    unaffordable = tuple(seat for seat, bet in r.bets.items() if bet.cost > credit)
    if affordable:
        yield Offer("spin", "", SPIN[0], player, also=SPIN[1], seats=affordable)
    if unaffordable:
        yield Offer("spin", "", SPIN[0], player, seats=unaffordable, barred=(player,),
                    barred_law=DEAR[0])
    if credit:
        yield Offer("cash-out", SEAT, OUT[0], player, also=OUT[1])
        if r.rules.readings.tickets:
            yield Offer("ticket", SEAT, TICKET[0], player, also=TICKET[1])
    yield Offer("leave", SEAT, LEAVE[0], player, also=LEAVE[1])


# -- out of order ----------------------------------------------------------------------------------


def _record_incident(r: Round, incident: Incident) -> Steps:
    """A supervisor reports what happened to the machine, or the house that a ticket was
    inserted."""
    r.window += 1
    if incident.kind == REDEEM:
        yield r.redeem(incident.seat, incident.amount, *flat(TICKET))
        return
    if incident.kind == POWER:
        r.count(power=1)
        yield Call(*BROKEN, call="power-failed", seat=SEAT)
        return
    if incident.kind == DOOR:
        r.count(door=1)
    r.stopped, r.figures = STOPS[incident.kind][0], incident.figures


def voiding(r: Round) -> tuple[str, ...]:
    """The incidents that void a game under way: none where it is played to its end (ir/326)."""
    return (DOOR, METERS) if r.rules.readings.broken_game == "void" else ()


def void_game(r: Round, incident: Incident) -> Steps:
    """The machine may not be played: the game under way is void. Raises Void."""
    yield from _record_incident(r, incident)
    yield Call(*BROKEN, call="out-of-order", seat=SEAT,
               facts={"cause": r.stopped, **_meter_facts(r.figures)})
    raise Void(OUT_OF_ORDER)


def _out_of_order(r: Round) -> Steps:
    """The machine waits until a supervisor reports it in order; its player can leave with the
    credit. Meters that had failed are then set to the amounts of the journal (ir/327)."""
    end = dict(STOPS.values())[r.stopped]
    yield Call(*BROKEN, call="out-of-order", seat=SEAT,
               facts={"cause": r.stopped, **_meter_facts(r.figures)})
    while True:
        offers = (Offer("leave", SEAT, LEAVE[0], r.player, also=LEAVE[1]),) if r.player else ()
        answer = yield Listen(*BROKEN, offers=offers, window=f"stopped:{r.window}", faults=(end,))
        r.window += 1
        if isinstance(answer, Incident):
            r.stopped = ""
            r.set_meters(answer.figures)
            yield Call(*BROKEN, call="in-order", seat=SEAT,
                       facts=_meter_facts(answer.figures))
            return
        yield from _leave(r)


def _meter_facts(figures: dict[str, tuple[int, int]]) -> dict[str, dict[str, list[int]]]:
    """For each meter of a report, what it showed and the amount of the journal."""
    return {"meters": {name: list(both) for name, both in figures.items()}} if figures else {}
