"""The machines of a house as its staff see them: lamps, meters, returns, last games."""

from __future__ import annotations

import asyncio
import itertools
import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

import msgspec
import structlog

from sabot.house.errors import HouseError
from sabot.house.money import meter_check
from sabot.house.money.jackpot_claims import pool_of
from sabot.house.money.meter_check import Meters
from sabot.house.ports import ClosesTables, HasPools, HasTables, NamesPlayers
from sabot.house.shared_views import Result, Symbols, extend
from sabot.house.staff import croupier
from sabot.house.table import game_recall
from sabot.house.table.desk import Desk
from sabot.house.table.switches import closed_reason
from sabot.ledger import Ledger
from sabot.procedure import Call
from sabot.procedure.felt import CabinetFelt
from sabot.procedure.meters import Metered, Plan
from sabot.procedure.steps import number
from sabot.regulations import cite_clause
from sabot.words import phrase

log = structlog.get_logger("sabot.floor")


class MeterMismatchView(msgspec.Struct, frozen=True, kw_only=True):
    """A meter that does not agree: the value ``found`` and the value ``expected``, in cents, or a
    number when the meter ``counts``. ``books``: the journal contradicts itself."""

    meter: str
    found: int
    expected: int
    counts: bool
    books: bool


class PlanComparison(msgspec.Struct, frozen=True, kw_only=True):
    """The return of a machine next to that of its plan (``exact``, null while it is computed), the
    standard ``error``, and how many of these lie between the two (``apart``)."""

    games: int
    observed: float | None
    exact: float | None = None
    error: float | None = None
    apart: float | None = None
    law: str | msgspec.UnsetType = msgspec.UNSET


class HandPay(msgspec.Struct, frozen=True, kw_only=True):
    """A voucher for which the cashier is awaited: its number and its cents."""

    number: str
    cents: int


class MachineLaws(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses of meters, of the records that decide, and of returned credit."""

    meters: str
    records: str
    gives: str


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """A machine as its staff see it: cents, except for meters that count. ``lamp`` is "free",
    "play", "hand-pay", "out", "meters" or "closed"; ``last`` the bet and the prize of the last
    game; ``faults`` those that may be reported now."""

    id: str
    name: str
    number: str
    model: str
    version: str
    identity: str
    minimum: int
    maximum: int
    currency: str
    lamp: str
    open: bool
    reason: str
    law: str
    code: str | msgspec.UnsetType = msgspec.UNSET
    facts: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    player: bool
    credit: int
    meters: dict[str, int]
    wrong: list[MeterMismatchView]
    last: list[tuple[int, int]]
    jackpot: int | None
    plan: PlanComparison
    v: int
    coup: str
    faults: list[str]
    voucher: HandPay | None
    laws: MachineLaws


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """A window of a game: the event, the call, and the symbols ``shown``."""

    event: int
    what: str
    shown: Symbols


class PlayedCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card of a game: the event and the place."""

    event: int
    place: str
    card: str


class MachineGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a machine from the journal (14): its number by the machine's own meter, its coup,
    when it began (milliseconds since 1970), bet, prize, credit before and after it, what won, and
    all that was shown. Cents."""

    number: int
    coup: str
    at: int
    bet: int
    prize: int
    seat: str
    player: str
    law: str
    before: int
    after: int
    jackpot: int
    vouchers: list[HandPay]
    won: list[Result]
    windows: list[Window]
    cards: list[PlayedCard]


class MachineGames(Machine, frozen=True, kw_only=True):
    """A machine with its last games, newest first."""

    games: list[MachineGame]


class _Host(NamesPlayers, HasTables, ClosesTables, HasPools, Protocol):
    """What describing machines needs of the house."""

    ledger: Ledger
    meters: Meters


class PlanReturns:
    """The exact returns of machines' plans. One takes seconds to compute, so each is computed once
    in the background; until then it is unknown."""

    def __init__(self) -> None:
        self._known: dict[Any, Plan] = {}
        self._tasks: dict[Any, asyncio.Task[None]] = {}

    def of(self, desk: Desk) -> Plan | None:
        """Return the plan of a machine, or None while it is computed."""
        part, key = _meters(desk), (desk.game.id, desk.table.rules)
        if key not in self._known and key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._count(part, desk, key))
        return self._known.get(key)

    async def _count(self, part: Metered, desk: Desk, key: Any) -> None:
        try:
            self._known[key] = await asyncio.to_thread(part.plan, desk.table)
        except Exception:
            log.exception("a plan could not be computed", table=desk.id)

    async def stop(self) -> None:
        """Stop computing."""
        for task in self._tasks.values():
            task.cancel()


def _meters(desk: Desk) -> Metered:
    part = meter_check.meters_of(desk)
    if part is None:
        raise HouseError("no-machine", phrase("{id} is not a machine", id=desk.id), status=404)
    return part


def _cabinet(desk: Desk) -> CabinetFelt:
    """Return what a machine shows; HouseError when the table is not a machine."""
    glass = desk.game.felt(desk.current_table)
    if not isinstance(glass, CabinetFelt):
        raise HouseError("no-machine", phrase("{id} is not a machine", id=desk.id), status=404)
    return glass


def describe_machines(house: _Host, plans: PlanReturns) -> list[Machine]:
    """Describe every machine, in the order of the house's tables."""
    return [_machine(house, room.desk, plans) for room in house.rooms.values()
            if meter_check.meters_of(room.desk)]


async def describe_machine(
    house: _Host, table_id: str, plans: PlanReturns, limit: int = game_recall.LAST) -> MachineGames:
    """Describe one machine with its last games from the journal; HouseError when there is none."""
    desk = house.room(table_id).desk
    view = _machine(house, desk, plans)
    games = await asyncio.to_thread(_games, house, table_id, limit)
    return extend(MachineGames, view, games=games)


def _games(house: _Host, table_id: str, limit: int) -> list[MachineGame]:
    with house.ledger.snapshot() as books:
        if table_id not in game_recall.machines(books):
            return []
        recalled = list(itertools.islice(game_recall.games(books, table_id), limit))
    return [MachineGame(number=round.number, coup=round.coup, at=round.at, **round.facts | {
        "player": house.name(round.facts["player"]) if round.facts["player"] else ""})
        for round in recalled]


def _machine(house: _Host, desk: Desk, plans: PlanReturns) -> Machine:
    part, table = _meters(desk), desk.current_table
    glass = _cabinet(desk)
    cite_clause(part.law, *part.also)
    read = meter_check.current_meters(desk)
    values = {meter.name: meter.shows for meter in read}
    closed = house.closed_by(desk)
    lamp, why = _lamp(house, desk, part), closed_reason(closed)
    return Machine(
        id=desk.id,
        name=table.name,
        number=glass.number,
        model=glass.name,
        version=glass.version,
        identity=glass.identity,
        minimum=table.minimum,
        maximum=table.maximum,
        currency=desk.game.currency,
        lamp=lamp,
        open=closed is None,
        reason=why.reason,
        code=why.code,
        facts=why.facts,
        law=why.law if closed else part.law if lamp in ("out", "meters") else "",
        player=any(desk.seats),
        credit=meter_check.expected_credit(desk, read),
        meters=values,
        wrong=[
            MeterMismatchView(**mismatch._asdict())
            for mismatch in house.meters.wrong.get(desk.id, ())],
        last=list(part.last(desk.carry)[:1]),
        jackpot=_jackpot(house, desk),
        plan=_compare_with_plan(plans.of(desk), values),
        v=desk.state.version,
        coup=desk.state.coup,
        faults=list(croupier.faults_at(desk)),
        voucher=_voucher(desk) if lamp == "hand-pay" else None,
        laws=MachineLaws(meters=part.law, records=part.also[1], gives=part.gives),
    )


def _lamp(house: _Host, desk: Desk, part: Metered) -> str:
    standing = desk.dealer.standing if desk.dealer and not desk.state.over else None
    lamp = part.lamp(standing) if standing else ""
    if desk.id in house.meters.wrong or lamp == "meters":
        return "meters"
    if lamp:
        return lamp
    if house.closed_by(desk) is not None:
        return "closed"
    return "play" if any(desk.seats) else "free"


def _voucher(desk: Desk) -> HandPay | None:
    """Return the voucher for which the cashier is awaited."""
    called = [e.step for e in desk.dealer.record if isinstance(e.step, Call)
              and e.step.call == "voucher"] if desk.dealer else []
    if not called:
        return None
    facts = called[-1].facts
    return HandPay(number=str(facts["number"]), cents=number(facts, "cents"))


def _jackpot(house: _Host, desk: Desk) -> int | None:
    """Return the cents in the jackpot of a machine, its own or that of its group; None when it has
    none."""
    if name := pool_of(desk.current_table):
        known: Mapping[str, int] = house.pools.values() if house.pools else {}
        return known.get(name)
    if getattr(desk.current_table.rules, "jackpot", None) is None:
        return None
    return house.ledger.balance(desk.accounts.jackpot(desk.id))


def _compare_with_plan(plan: Plan | None, values: Mapping[str, int]) -> PlanComparison:
    """Compare the return so far with that of the plan, in standard errors, for games with bets of
    one size."""
    games, bets, prizes = values["games"], values["bets"], values["prizes"]
    observed = Fraction(prizes, bets) if bets else None
    comparison = PlanComparison(games=games, observed=None if observed is None else float(observed))
    if plan is None:
        return comparison
    error = math.sqrt(plan.variance / games) if games else None
    deviations = float(observed - plan.returned) / error if observed is not None and error else None
    return msgspec.structs.replace(
        comparison, exact=float(plan.returned), error=error, apart=deviations, law=plan.law)


def give_back_clause(house: _Host, table_id: str) -> str:
    """Return the clause under which a player gets their credit back."""
    return _meters(house.room(table_id).desk).gives
