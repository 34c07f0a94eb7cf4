"""Checks the meters of machines against the journal. A machine that does not agree opens no game.

Every meter is a sum of money movements. The sums up to the last opening at which a machine agreed
are stored as a document, so that each opening reads only what has moved since.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple, Protocol

import msgspec
import structlog

from sabot.equipment import SYSTEM
from sabot.house.books import tickets
from sabot.house.books.purse import OwnPurse
from sabot.house.errors import HouseError
from sabot.house.faults import ProcedureError
from sabot.house.ports import AnyTable, HasClock, HasTables, TableService
from sabot.house.table import game_recall
from sabot.house.table.bets import held_after
from sabot.house.table.desk import Desk
from sabot.house.table.stored_rounds import stored_round
from sabot.house.table.switches import HouseClosure, Switch, base_of
from sabot.house.table.versioned_events import Proposal
from sabot.house.world import CommitsEntries
from sabot.ledger import Books, Document, Entry, Ledger, LedgerError
from sabot.ledger.books import Flows
from sabot.procedure import Incident, Move, by_player, canonical
from sabot.procedure.meters import Flow, Meter, Metered
from sabot.procedure.readings import reading as chosen_reading
from sabot.regulations import cite_clause
from sabot.words import phrase

DOCUMENT = "meters"
BY = "the house"

log = structlog.get_logger("sabot.meters")


class MeterMismatch(NamedTuple):
    """A meter that does not agree: the value ``found`` and the value ``expected``, in cents, or a
    number when the meter ``counts``. ``books``: the journal contradicts itself."""

    meter: str
    found: int
    expected: int
    counts: bool = False
    books: bool = False


class AgreedMeters(msgspec.Struct, frozen=True):
    """The movements at a machine when it last agreed: up to entry ``seq`` of the journal, the cents
    and the number of transfers by kinds of account, "player>stake"."""

    seq: int = 0
    flows: dict[str, tuple[int, int]] = {}


class MeterMovements(NamedTuple):
    """All movements: between kinds of account; what the cashier has ``paid`` against vouchers, in
    ``pools`` for pool prizes; ``owed`` are pool prizes that wait for the cashier."""

    flows: Flows = {}
    paid: int = 0
    pools: int = 0
    owed: int = 0


class MeterReading(NamedTuple):
    """A machine at one moment: its meters, all movements in the journal, and the mismatches."""

    meters: tuple[Meter, ...]
    moved: MeterMovements
    wrong: tuple[MeterMismatch, ...]

    @property
    def figures(self) -> dict[str, tuple[int, int]]:
        """The value shown and the value in the journal, by meter."""
        return {m.name: (m.shows, expected_value(self.moved, m)) for m in self.meters}


def meters_of(desk: Desk) -> Metered | None:
    """Return the meters that the game of a table has, or None."""
    return desk.game.cabinet.meters if desk.game.cabinet else None


def opens_with_wrong_meters(desk: Desk) -> bool:
    """Whether a machine is open to play while its wrong meters are looked into (ir/327)."""
    return bool(chosen_reading(desk.table.rules, "wrong_meters") == "open")


def expected_value(moved: MeterMovements, meter: Meter) -> int:
    """Return what a meter must show after these movements."""
    by_hand = {0: 0, 1: moved.paid, -1: -moved.paid - moved.pools}[meter.vouchers]
    return by_hand + sum(moved.flows.get(flow, (0, 0))[meter.counts] for flow in meter.flows)


def format_mismatches(desk: Desk, wrong: Iterable[MeterMismatch]) -> str:
    """Format mismatches as text."""
    def value(mismatch: MeterMismatch, number: int) -> str:
        return str(number) if mismatch.counts else desk.game.money(number)

    return "; ".join(
        f"{mismatch.meter}: found {value(mismatch, mismatch.found)}, expected "
        f"{value(mismatch, mismatch.expected)}" for mismatch in wrong
    )


class _Host(HasClock, HasTables, Protocol):
    """What meters need of the house."""

    ledger: Ledger

    @property
    def books(self) -> CommitsEntries: ...


class Meters(TableService):
    """The machines of a house whose meters are ``wrong``; checks and repairs them."""

    def __init__(self, house: _Host) -> None:
        self.house = house
        self.wrong: dict[str, tuple[MeterMismatch, ...]] = {}
        self.unread: set[str] = set()  # machines whose check failed and is still due

    # -- the check --------------------------------------------------------------------------------

    async def open(self, tables: Collection[str]) -> None:
        """Check every machine of these tables before it takes a bet, and record the result."""
        desks = {table_id: room.desk for table_id, room in self.house.rooms.items()
                 if base_of(table_id) in tables and meters_of(room.desk) and not room.desk.lost}
        if not desks:
            return
        seq, readings = await asyncio.to_thread(self._readings, desks)
        for table_id, reading in readings.items():
            self._note(desks[table_id], reading)
        law = next(part.law for desk in desks.values() if (part := meters_of(desk)))
        record = {"at": self.house.clock.now(), "upto": seq, "machines": len(desks),
                  "wrong": {key: wrong for key, wrong in self.wrong.items() if key in readings},
                  "law": law}
        agreed = tuple(
            _agreed_document(table_id, AgreedMeters(seq, _pack_flows(reading.moved.flows)))
            for table_id, reading in readings.items() if not reading.wrong)
        await self.house.books.commit(Entry(kind="house", body=canonical({"meters": record}),
                                            documents=agreed))

    async def check(self, desk: Desk) -> MeterReading | None:
        """Check one machine now; None when the table is not a machine."""
        if not meters_of(desk):
            return None
        _, readings = await asyncio.to_thread(self._readings, {desk.id: desk})
        self._note(desk, readings[desk.id])
        self.unread.discard(desk.id)
        return readings[desk.id]

    async def check_again(self, desk: Desk) -> MeterReading | None:
        """Check one machine after a stored entry. When the journal cannot be read now, the clock of
        its table does it later (`settle`)."""
        try:
            return await self.check(desk)
        except LedgerError as error:
            log.error("a machine is checked later", table=desk.id, error=str(error))
            self.unread.add(desk.id)
            return None

    def _readings(self, desks: dict[str, Desk]) -> tuple[int, dict[str, MeterReading]]:
        with self.house.ledger.snapshot() as books:
            return books.head()[0], read_meters(books, desks)

    def _note(self, desk: Desk, reading: MeterReading) -> None:
        part = meters_of(desk)
        assert part is not None
        cite_clause(part.law, *part.also)
        self.wrong.pop(desk.id, None)
        if not reading.wrong:
            return
        self.wrong[desk.id] = reading.wrong
        for mismatch in reading.wrong:
            log.error(
                "a meter does not agree with the journal", table=desk.id, meter=mismatch.meter,
                found=mismatch.found, expected=mismatch.expected, law=part.law)
        if desk.state.over:
            desk.restore_end()

    # -- consequences -----------------------------------------------------------------------------

    def closure(self, desk: Desk) -> Switch | None:
        """Return why a machine takes no bets: its meters do not agree with the journal."""
        wrong = self.wrong.get(desk.id)
        if not wrong or opens_with_wrong_meters(desk):
            return None
        part = meters_of(desk)
        assert part is not None
        reason = ("os contadores não conferem com os registos (the meters do not agree with the "
                  f"records): {format_mismatches(desk, wrong)}")
        return HouseClosure(key=f"table:{desk.id}", open=False, law=part.law, reason=reason, by=BY,
                            code="meters", facts={"meters": format_mismatches(desk, wrong)})

    def may_begin(self, room: AnyTable) -> bool:
        """Whether a coup may begin: the table is open; or a closed machine still holds its player's
        money, or must be put out of order on record."""
        return room.closed_by() is None or (meters_of(room.desk) is not None and bool(
            room.desk.state.held or room.desk.id in self.wrong))

    def begins(self, table: AnyTable) -> Iterable[str]:
        """The acts by which a game begins at a machine."""
        part = meters_of(table.desk)
        return part.begins if part else ()

    def waits(self, table: AnyTable) -> bool:
        """Whether a machine still has to be checked."""
        return table.desk.id in self.unread

    async def on_void(self, table: AnyTable, *, refunded: bool) -> None:
        """Check the machine again: the refund may have repaired its meters, or shown that they are
        wrong."""
        if refunded and await self.check_again(table.desk) and table.closed_by():
            await table.apply_switch()

    async def on_tick(self, table: AnyTable) -> None:
        """Put a machine with wrong meters out of order."""
        await self.settle(table)

    async def settle(self, room: AnyTable) -> None:
        """Put a machine with wrong meters out of order as soon as no game is under way."""
        if room.desk.id in self.unread and await self.check_again(room.desk):
            await room.apply_switch()
        desk, wrong = room.desk, self.wrong.get(room.desk.id)
        part, standing = meters_of(desk), desk.dealer.standing if desk.dealer else None
        if not wrong or part is None or standing is None or part.fails not in standing.faults \
                or opens_with_wrong_meters(desk):
            return
        incident = Incident(part.fails, note=format_mismatches(desk, wrong), figures={
            mismatch.meter: (mismatch.found, mismatch.expected) for mismatch in wrong})
        try:
            proposal = desk.propose_report(incident, self.house.clock.now(), BY)
        except ProcedureError:
            log.exception("a machine cannot be put out of order", table=desk.id)
            return
        if isinstance(proposal, Proposal):
            await room.store(proposal)

    async def with_figures(self, desk: Desk, incident: Incident) -> Incident:
        """Return a report with its figures: a repair of meters states what each showed and what the
        journal holds. HouseError when the journal contradicts itself."""
        part = meters_of(desk)
        if part is None or incident.kind != part.mends:
            return incident
        _, readings = await asyncio.to_thread(self._readings, {desk.id: desk})
        reading = readings[desk.id]
        if broken := [mismatch for mismatch in reading.wrong if mismatch.books]:
            raise HouseError(
                "books",
                phrase("the journal contradicts itself, and no report can correct that: "
                       "{format_mismatches}; run sabot verify and restore a backup",
                       format_mismatches=format_mismatches(desk, broken)),
                part.law,
                409,
                {"wrong": [mismatch._asdict() for mismatch in broken]},
            )
        failed = _failed_figures(desk, part)
        return msgspec.structs.replace(incident, figures={
            name: (failed.get(name, shows), due)
            for name, (shows, due) in reading.figures.items()})

    async def after_report(self, room: AnyTable, incident: Incident) -> None:
        """Check a machine again after a report; one that agrees is opened."""
        part = meters_of(room.desk)
        if part is not None and incident.kind == part.mends:
            await self.check_again(room.desk)
            await room.apply_switch()


# -- reading ---------------------------------------------------------------------------------------


def read_meters(books: Books, desks: dict[str, Desk]) -> dict[str, MeterReading]:
    """Read machines and the journal at one moment."""
    agreed = {table_id: _agreed_meters(books, table_id) for table_id in desks}
    since: dict[int, list[str]] = {}
    for table_id, meters in agreed.items():
        since.setdefault(meters.seq, []).append(table_id)
    moved: dict[str, Flows] = {}
    for after, machines in since.items():
        moved |= books.flows(machines, after=after)
    paid = _voucher_movements(desks, tickets.vouchers(books))
    return {table_id: _reading(desk, books, paid[table_id]._replace(
        flows=_add_flows(_unpack_flows(agreed[table_id].flows), moved[table_id])))
        for table_id, desk in desks.items()}


def meter_figures(ledger: Ledger, table_id: str) -> dict[str, dict[str, Any]]:
    """Return every meter of a machine with the value in the journal, for a journal that no house
    has open here: ``shows``, ``journal``, the clause."""
    state, played, table = game_recall.machines(ledger)[table_id]
    desk = Desk(table_id, table, played, SYSTEM, ledger, OwnPurse(ledger), SYSTEM)
    desk.recover(state)
    part, reading = meters_of(desk), read_meters(ledger, {table_id: desk})[table_id]
    assert part is not None
    cite_clause(part.law, *part.also)
    figures = {name: {"shows": shows, "journal": due, "law": part.law}
               for name, (shows, due) in reading.figures.items()}
    return figures | {
        mismatch.meter: {"shows": mismatch.found, "journal": mismatch.expected, "law": part.law}
        for mismatch in reading.wrong if mismatch.meter not in figures}


def current_meters(desk: Desk) -> tuple[Meter, ...]:
    """Return the present meters of a machine, with the movements of its open coup since the last
    repair in it."""
    part = meters_of(desk)
    assert part is not None
    record = desk.dealer.record if desk.dealer is not None and not desk.state.over else []
    mended = next((n for n in range(len(record) - 1, -1, -1)
                   if (report := record[n].incident) is not None and report.kind == part.mends
                   and report.figures), None)
    if mended is None:
        set_to = {m.name: m.shows for m in part.meters(desk.carry)}
    else:
        figures = record[mended].incident.figures  # type: ignore[union-attr]
        set_to = {name: journal_value for name, (_, journal_value) in figures.items()}
    moved = _open_movements(desk, mended or 0)
    return tuple(m._replace(shows=set_to[m.name] + expected_value(moved, m))
                 for m in part.meters(desk.carry))


def expected_credit(desk: Desk, meters: tuple[Meter, ...]) -> int:
    """Return the player's credit in a machine according to these meters, in cents."""
    part = meters_of(desk)
    assert part is not None
    return part.credit({m.name: m.shows for m in meters})


def _reading(desk: Desk, books: Books, moved: MeterMovements) -> MeterReading:
    part, meters = meters_of(desk), current_meters(desk)
    assert part is not None
    names = desk.accounts
    accounts = (names.held_stakes(desk.id), names.stake(desk.state.coup), names.bank(desk.id),
                names.jackpot(desk.id))
    wrong = [MeterMismatch(m.name, m.shows, due, m.counts)
             for m in meters if m.shows != (due := expected_value(moved, m))]
    due, by_books = _net(moved.flows, ("stake", "held")) - moved.owed, part.credit(
        {m.name: expected_value(moved, m) for m in meters})
    wrong += [MeterMismatch("credit", have, due, books=by_books != due)
              for have in {expected_credit(desk, meters), by_books} if have != due]
    pool = part.pool(desk.carry) + _net(_open_movements(desk).flows, ("jackpot",))
    if pool != (due := _net(moved.flows, ("jackpot",))):
        wrong.append(MeterMismatch("jackpot", pool, due))
    wrong += _held_mismatches(desk)
    wrong += [MeterMismatch(account, have, due, books=True) for account in accounts
              if (have := books.balance(account)) != (
                  due := _net(moved.flows, (account.partition(":")[0],)))]
    return MeterReading(meters, moved, tuple(wrong))


def _held_mismatches(desk: Desk) -> list[MeterMismatch]:
    """Return the differences between what the stored state and the journal say is held for each
    player."""
    state = desk.state
    if not state.coup:
        return []
    events = desk.dealer.record if desk.dealer else stored_round(desk.ledger, state.coup)[1]
    before = {e.step.bet: (e.step.player, e.step.amount) for e in events
              if isinstance(e.step, Move) and e.step.kind == "resume"}
    due, have = by_player(held_after(before, events)), by_player(state.held)
    if state.over and meters_of(desk) and have == due:
        have = by_player(getattr(desk.carry, "held", state.held))
    return [MeterMismatch("held", have.get(player, 0), due.get(player, 0))
            for player in sorted({*due, *have}) if have.get(player, 0) != due.get(player, 0)]


def _open_movements(desk: Desk, since: int = 0) -> MeterMovements:
    """Return the movements of the open coup, from one event of its record on."""
    part, flows = meters_of(desk), dict[Flow, tuple[int, int]]()
    assert part is not None
    if desk.dealer is None or desk.state.over:
        return MeterMovements()
    record = desk.dealer.record[since:]
    for t in desk.accounts.transfers(desk.id, desk.state.coup, since, record):
        flow = t.frm.partition(":")[0], t.to.partition(":")[0]
        cents, many = flows.get(flow, (0, 0))
        flows[flow] = cents + t.amount, many + 1
    paid = {True: 0, False: 0}
    for event in record:
        if isinstance(event.step, Move) and event.step.kind == "hand-pay":
            paid[part.pooled(event.step.into)] += event.step.amount
    return MeterMovements(flows, paid[False], paid[True])


def _voucher_movements(
    desks: dict[str, Desk], vouchers: Iterable[tickets.Voucher]) -> dict[str, MeterMovements]:
    """Return what the cashier has paid and owes for each machine."""
    movements = dict.fromkeys(desks, MeterMovements())
    for voucher in vouchers:
        if voucher.table in desks and (part := meters_of(desks[voucher.table])) is not None:
            name = ("pools" if voucher.paid else "owed") if part.pooled(voucher.number) else "paid"
            if voucher.paid or name == "owed":
                before = movements[voucher.table]
                movements[voucher.table] = before._replace(
                    **{name: getattr(before, name) + voucher.cents})
    return movements


def _net(moved: Flows, kinds: tuple[str, ...]) -> int:
    """Return what these kinds of account have gained."""
    return sum(cents * ((to in kinds) - (frm in kinds)) for (frm, to), (cents, _) in moved.items())


def _failed_figures(desk: Desk, part: Metered) -> dict[str, int]:
    """Return what the wrong meters showed when they were found."""
    reported = [report.figures for event in (desk.dealer.record if desk.dealer else ())
                if (report := event.incident) is not None and report.kind == part.fails]
    return {name: showed for name, (showed, _) in reported[-1].items()} if reported else {}


def _add_flows(first: Flows, second: Flows) -> Flows:
    return {flow: tuple(map(sum, zip(first.get(flow, (0, 0)), second.get(flow, (0, 0)),  # type: ignore
                                     strict=True)))
            for flow in {**first, **second}}


def _agreed_meters(books: Books, table_id: str) -> AgreedMeters:
    document = books.document(DOCUMENT, table_id)
    return (
        AgreedMeters() if document is None
        else msgspec.json.decode(document.body, type=AgreedMeters))


def _agreed_document(table_id: str, agreed: AgreedMeters) -> Document:
    return Document(kind=DOCUMENT, id=table_id, body=canonical(agreed))


def _pack_flows(moved: Flows) -> dict[str, tuple[int, int]]:
    return {f"{frm}>{to}": sums for (frm, to), sums in moved.items()}


def _unpack_flows(plain: dict[str, Any]) -> Flows:
    return {tuple(flow.split(">")): sums for flow, sums in plain.items()}  # type: ignore[misc]
