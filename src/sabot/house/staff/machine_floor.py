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
from sabot.house.ports import Closes, Laid, Named, Pooled
from sabot.house.shared_views import Result, Symbols, more
from sabot.house.staff import croupier
from sabot.house.table import game_recall
from sabot.house.table.desk import Desk
from sabot.house.table.switches import why_closed
from sabot.law import cite_clause
from sabot.ledger import Ledger
from sabot.procedure import Call
from sabot.procedure.felt import CabinetFelt
from sabot.procedure.meters import Metered, Plan
from sabot.procedure.steps import number

log = structlog.get_logger("sabot.floor")


class MeterWrong(msgspec.Struct, frozen=True, kw_only=True):
    """A meter that does not agree: what was ``found`` and what is ``expected``, in cents, or how
    many where it ``counts``. ``books``: the books do not agree with themselves."""

    meter: str
    found: int
    expected: int
    counts: bool
    books: bool


class Returned(msgspec.Struct, frozen=True, kw_only=True):
    """What a machine has returned of a bet beside what its plan returns (``exact``, null while it
    is counted), how large an ``error`` is, and how many of these lie between (``apart``)."""

    games: int
    observed: float | None
    exact: float | None = None
    error: float | None = None
    apart: float | None = None
    law: str | msgspec.UnsetType = msgspec.UNSET


class HandPay(msgspec.Struct, frozen=True, kw_only=True):
    """The voucher with which the cashier is awaited: its number and its cents."""

    number: str
    cents: int


class MachineLaws(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses of meters, of the records that decide, and of what is given back."""

    meters: str
    records: str
    gives: str


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """A machine as its staff see it: cents, but for meters that count. ``lamp`` is "free", "play",
    "hand-pay", "out", "meters" or "closed"; ``last`` the bet and the prize of the last game;
    ``faults`` those that may be reported now."""

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
    wrong: list[MeterWrong]
    last: list[tuple[int, int]]
    jackpot: int | None
    plan: Returned
    v: int
    coup: str
    faults: list[str]
    voucher: HandPay | None
    laws: MachineLaws


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """A window of a game: with which event, by which call, and the symbols ``shown``."""

    event: int
    what: str
    shown: Symbols


class CardShown(msgspec.Struct, frozen=True, kw_only=True):
    """A card of a game: with which event, at which place."""

    event: int
    place: str
    card: str


class MachineGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a machine from the journal (14): by the machine's own meter, in which coup, when it
    began (milliseconds since 1970), bet, prize, credit before and after it, what won, and all that
    was shown. Cents."""

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
    cards: list[CardShown]


class MachineGames(Machine, frozen=True, kw_only=True):
    """A machine with its last games, the newest first."""

    games: list[MachineGame]


class _Host(Named, Laid, Closes, Pooled, Protocol):
    """What is shown of the machines of a house."""

    ledger: Ledger
    meters: Meters


class Plans:
    """What the plans of machines return exactly. It takes seconds to count one, so it is done
    beside the tables, each plan once; until then nothing is known."""

    def __init__(self) -> None:
        self._known: dict[Any, Plan] = {}
        self._tasks: dict[Any, asyncio.Task[None]] = {}

    def of(self, desk: Desk) -> Plan | None:
        """The plan of a machine, or None while it is counted."""
        part, key = _part(desk), (desk.game.id, desk.table.rules)
        if key not in self._known and key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._count(part, desk, key))
        return self._known.get(key)

    async def _count(self, part: Metered, desk: Desk, key: Any) -> None:
        try:
            self._known[key] = await asyncio.to_thread(part.plan, desk.table)
        except Exception:
            log.exception("a plan cannot be counted", table=desk.id)

    async def stop(self) -> None:
        """Count no more."""
        for task in self._tasks.values():
            task.cancel()


def _part(desk: Desk) -> Metered:
    part = meter_check.metered(desk)
    if part is None:
        raise HouseError("no-machine", f"{desk.id} is not a machine", status=404)
    return part


def _glass(desk: Desk) -> CabinetFelt:
    """What a machine shows."""
    glass = desk.game.felt(desk.laid)
    if not isinstance(glass, CabinetFelt):
        raise HouseError("no-machine", f"{desk.id} is not a machine", status=404)
    return glass


def machines(house: _Host, plans: Plans) -> list[Machine]:
    """Every machine, in the order of the house's tables."""
    return [_machine(house, room.desk, plans) for room in house.rooms.values()
            if meter_check.metered(room.desk)]


async def machine(house: _Host, table_id: str, plans: Plans, many: int = game_recall.LAST
                  ) -> MachineGames:
    """One machine with its last games from the journal; HouseError where there is none."""
    desk = house.room(table_id).desk
    found = _machine(house, desk, plans)
    games = await asyncio.to_thread(_games, house, table_id, many)
    return more(MachineGames, found, games=games)


def _games(house: _Host, table_id: str, many: int) -> list[MachineGame]:
    with house.ledger.snapshot() as books:
        if table_id not in game_recall.machines(books):
            return []
        told = list(itertools.islice(game_recall.games(books, table_id), many))
    return [MachineGame(number=one.number, coup=one.coup, at=one.at, **one.facts | {
        "player": house.name(one.facts["player"]) if one.facts["player"] else ""})
        for one in told]


def _machine(house: _Host, desk: Desk, plans: Plans) -> Machine:
    part, table = _part(desk), desk.laid
    glass = _glass(desk)
    cite_clause(part.law, *part.also)
    read = meter_check.now(desk)
    shown = {meter.name: meter.shows for meter in read}
    closed = house.closed_by(desk)
    lamp, why = _lamp(house, desk, part), why_closed(closed)
    return Machine(
        id=desk.id, name=table.name, number=glass.number, model=glass.name,
        version=glass.version, identity=glass.identity, minimum=table.minimum,
        maximum=table.maximum, currency=desk.game.currency, lamp=lamp, open=closed is None,
        reason=why.reason, code=why.code, facts=why.facts,
        law=why.law if closed else part.law if lamp in ("out", "meters") else "",
        player=any(desk.seats), credit=meter_check.credit(desk, read), meters=shown,
        wrong=[MeterWrong(**one._asdict()) for one in house.meters.wrong.get(desk.id, ())],
        last=list(part.last(desk.carry)[:1]), jackpot=_jackpot(house, desk),
        plan=_returned(plans.of(desk), shown), v=desk.state.version, coup=desk.state.coup,
        faults=list(croupier.faults_at(desk)),
        voucher=_voucher(desk) if lamp == "hand-pay" else None,
        laws=MachineLaws(meters=part.law, records=part.also[1], gives=part.gives))


def _lamp(house: _Host, desk: Desk, part: Metered) -> str:
    standing = desk.dealer.standing if desk.dealer and not desk.state.over else None
    said = part.lamp(standing) if standing else ""
    if desk.id in house.meters.wrong or said == "meters":
        return "meters"
    if said:
        return said
    if house.closed_by(desk) is not None:
        return "closed"
    return "play" if any(desk.seats) else "free"


def _voucher(desk: Desk) -> HandPay | None:
    """What the cashier is awaited with: the number of the voucher and its cents."""
    called = [e.step for e in desk.dealer.record if isinstance(e.step, Call)
              and e.step.call == "voucher"] if desk.dealer else []
    if not called:
        return None
    facts = called[-1].facts
    return HandPay(number=str(facts["number"]), cents=number(facts, "cents"))


def _jackpot(house: _Host, desk: Desk) -> int | None:
    """What is in the jackpot of a machine, its own or that of its group; None where it has none."""
    if name := pool_of(desk.laid):
        known: Mapping[str, int] = house.pools.values() if house.pools else {}
        return known.get(name)
    if getattr(desk.laid.rules, "jackpot", None) is None:
        return None
    return house.ledger.balance(desk.accounts.jackpot(desk.id))


def _returned(plan: Plan | None, shown: Mapping[str, int]) -> Returned:
    """What came back of what was played beside what the plan returns, and how far apart they are in
    standard errors, for games with bets of one size."""
    games, bets, prizes = shown["games"], shown["bets"], shown["prizes"]
    observed = Fraction(prizes, bets) if bets else None
    told = Returned(games=games, observed=None if observed is None else float(observed))
    if plan is None:
        return told
    error = math.sqrt(plan.variance / games) if games else None
    apart = float(observed - plan.returned) / error if observed is not None and error else None
    return msgspec.structs.replace(told, exact=float(plan.returned), error=error, apart=apart,
                                   law=plan.law)


def gives(house: _Host, table_id: str) -> str:
    """The clause under which a player has what is his."""
    return _part(house.room(table_id).desk).gives
