"""The machines of a house as its staff see them: lamps, meters, returns, last games."""

from __future__ import annotations

import asyncio
import itertools
import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

import structlog

from sabot.house import attending, meters, recalls
from sabot.house.claims import pool_of
from sabot.house.desk import Desk
from sabot.house.errors import HouseError
from sabot.house.meters import Meters
from sabot.house.ports import Closes, Laid, Named, Pooled
from sabot.house.switches import why_closed
from sabot.law import given
from sabot.ledger import Ledger
from sabot.procedure import Call
from sabot.procedure.meters import Metered, Plan

log = structlog.get_logger("sabot.floor")


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
    part = meters.metered(desk)
    if part is None:
        raise HouseError("no-machine", f"{desk.id} is no machine", status=404)
    return part


def machines(house: _Host, plans: Plans) -> list[dict[str, Any]]:
    """Every machine, in the order of the house's tables."""
    return [_machine(house, room.desk, plans) for room in house.rooms.values()
            if meters.metered(room.desk)]


async def machine(house: _Host, table_id: str, plans: Plans, many: int = recalls.LAST
                  ) -> dict[str, Any]:
    """One machine with its last games from the journal; HouseError where there is none."""
    desk = house.room(table_id).desk
    found = _machine(house, desk, plans)
    games = await asyncio.to_thread(_games, house, table_id, many)
    return {**found, "games": games}


def _games(house: _Host, table_id: str, many: int) -> list[dict[str, Any]]:
    with house.ledger.snapshot() as books:
        if table_id not in recalls.machines(books):
            return []
        told = list(itertools.islice(recalls.games(books, table_id), many))
    return [{"number": one.number, "coup": one.coup, "at": one.at, **one.facts,
             "player": house.name(one.facts["player"]) if one.facts["player"] else ""}
            for one in told]


def _machine(house: _Host, desk: Desk, plans: Plans) -> dict[str, Any]:
    part, table, felt = _part(desk), desk.laid, desk.game.felt(desk.laid)
    given(part.law, *part.also)
    read = meters.now(desk)
    shown = {meter.name: meter.shows for meter in read}
    closed = house.closed_by(desk)
    lamp = _lamp(house, desk, part)
    return {
        "id": desk.id, "name": table.name, "number": felt["number"], "model": felt["name"],
        "version": felt["version"], "identity": felt["identity"], "minimum": table.minimum,
        "maximum": table.maximum, "currency": desk.game.currency, "lamp": lamp,
        "open": closed is None, **why_closed(closed),
        **({} if closed else {"law": part.law if lamp in ("out", "meters") else ""}),
        "player": any(desk.seats), "credit": meters.credit(desk, read), "meters": shown,
        "wrong": [one._asdict() for one in house.meters.wrong.get(desk.id, ())],
        "last": [list(one) for one in part.last(desk.carry)[:1]],
        "jackpot": _jackpot(house, desk), "plan": _returned(plans.of(desk), shown),
        "v": desk.state.version, "coup": desk.state.coup,
        "faults": list(attending.faults_at(desk)),
        "voucher": _voucher(desk) if lamp == "hand-pay" else None,
        "laws": {"meters": part.law, "records": part.also[1], "gives": part.gives},
    }


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


def _voucher(desk: Desk) -> dict[str, Any] | None:
    """What the cashier is awaited with: the number of the voucher and its cents."""
    called = [e.step for e in desk.dealer.record if isinstance(e.step, Call)
              and e.step.call == "voucher"] if desk.dealer else []
    return dict(called[-1].facts) if called else None


def _jackpot(house: _Host, desk: Desk) -> int | None:
    """What is in the jackpot of a machine, its own or that of its group; None where it has none."""
    if name := pool_of(desk.laid):
        known: Mapping[str, int] = house.pools.values() if house.pools else {}
        return known.get(name)
    if getattr(desk.laid.rules, "jackpot", None) is None:
        return None
    return house.ledger.balance(desk.accounts.jackpot(desk.id))


def _returned(plan: Plan | None, shown: Mapping[str, int]) -> dict[str, Any]:
    """What came back of what was played beside what the plan returns, and how far apart they are in
    standard errors, for games with bets of one size."""
    games, bets, prizes = shown["games"], shown["bets"], shown["prizes"]
    observed = Fraction(prizes, bets) if bets else None
    told: dict[str, Any] = {
        "games": games, "observed": None if observed is None else float(observed),
        "exact": None, "error": None, "apart": None}
    if plan is None:
        return told
    error = math.sqrt(plan.variance / games) if games else None
    apart = float(observed - plan.returned) / error if observed is not None and error else None
    return {**told, "exact": float(plan.returned), "error": error, "apart": apart,
            "law": plan.law}


def gives(house: _Host, table_id: str) -> str:
    """The clause under which a player has what is his."""
    return _part(house.room(table_id).desk).gives
