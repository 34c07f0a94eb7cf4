"""The meters of machines, held against the books: one that does not agree opens no game.

Every meter is the sum of movements of money. Those up to the last opening at which a machine agreed
are kept as a document, so that each opening reads what has moved since, and no more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

import msgspec
import structlog

from sabot.equipment import SYSTEM
from sabot.house.books import tickets
from sabot.house.books.purse import OwnPurse
from sabot.house.errors import HouseError
from sabot.house.faults import Fault
from sabot.house.ports import AnyTable, Attendant, Laid, Timed
from sabot.house.table import game_recall
from sabot.house.table.bets import held_after
from sabot.house.table.desk import Desk
from sabot.house.table.stored_rounds import coup_of
from sabot.house.table.switches import Closing, Switch
from sabot.house.table.versioned_events import Proposal
from sabot.house.world import Committing
from sabot.law import cite_clause
from sabot.ledger import Books, Document, Entry, Ledger, LedgerError
from sabot.ledger.books import Flows
from sabot.procedure import Incident, Move, by_player, canonical
from sabot.procedure.meters import Flow, Meter, Metered

DOCUMENT = "meters"
BY = "the house"

log = structlog.get_logger("sabot.meters")


class Misread(NamedTuple):
    """A meter that does not agree: what was ``found`` and what is ``expected``, in cents, or how
    many where it ``counts``. ``books``: the books do not agree with themselves."""

    meter: str
    found: int
    expected: int
    counts: bool = False
    books: bool = False


class Agreed(msgspec.Struct, frozen=True):
    """What had moved at a machine when it last agreed: up to entry ``seq`` of the journal, by the
    kinds of account, "player>stake", the cents and the number of transfers."""

    seq: int = 0
    flows: dict[str, tuple[int, int]] = {}


class Moved(NamedTuple):
    """What has moved: between kinds of account, and what the cashier has ``paid`` against vouchers,
    in ``pools`` those for prizes out of a pool; ``owed`` is what such prizes wait for him."""

    flows: Flows = {}
    paid: int = 0
    pools: int = 0
    owed: int = 0


class Reading(NamedTuple):
    """A machine at one moment: its meters, all that the books say has moved, and what is wrong."""

    meters: tuple[Meter, ...]
    moved: Moved
    wrong: tuple[Misread, ...]

    @property
    def figures(self) -> dict[str, tuple[int, int]]:
        """Of every meter what it shows and what the books hold."""
        return {m.name: (m.shows, counted(self.moved, m)) for m in self.meters}


def metered(desk: Desk) -> Metered | None:
    """The meters that the game of a table has."""
    found = desk.game.cabinet.meters if desk.game.cabinet else None
    return found


def counted(moved: Moved, meter: Meter) -> int:
    """What a meter ought to show after all this has moved."""
    by_hand = {0: 0, 1: moved.paid, -1: -moved.paid - moved.pools}[meter.vouchers]
    return by_hand + sum(moved.flows.get(flow, (0, 0))[meter.counts] for flow in meter.flows)


def told(desk: Desk, wrong: Iterable[Misread]) -> str:
    """What does not agree, in words."""
    return "; ".join(
        f"{one.meter}: found {one.found if one.counts else desk.game.money(one.found)}, expected "
        f"{one.expected if one.counts else desk.game.money(one.expected)}" for one in wrong)


class _Host(Timed, Laid, Protocol):
    """What meters need of the house."""

    ledger: Ledger

    @property
    def books(self) -> Committing: ...


class Meters(Attendant):
    """The machines of a house whose meters are ``wrong``, and how they are found and mended."""

    def __init__(self, house: _Host) -> None:
        self.house = house
        self.wrong: dict[str, tuple[Misread, ...]] = {}
        self.unread: set[str] = set()  # machines that could not be checked when they were to be

    # -- the check --------------------------------------------------------------------------------

    async def open(self) -> None:
        """Check every machine before it takes a bet, put what was found on record."""
        desks = {table_id: room.desk for table_id, room in self.house.rooms.items()
                 if metered(room.desk) and not room.desk.lost}
        if not desks:
            return
        seq, found = await asyncio.to_thread(self._readings, desks)
        for table_id, reading in found.items():
            self._note(desks[table_id], reading)
        law = next(part.law for desk in desks.values() if (part := metered(desk)))
        said = {"at": self.house.clock.now(), "upto": seq, "machines": len(desks),
                "wrong": self.wrong, "law": law}
        agreed = tuple(_document(table_id, Agreed(seq, _plain(reading.moved.flows)))
                       for table_id, reading in found.items() if not reading.wrong)
        await self.house.books.commit(Entry(kind="house", body=canonical({"meters": said}),
                                            documents=agreed))

    async def look(self, desk: Desk) -> Reading | None:
        """Check one machine now; None where the table is none."""
        if not metered(desk):
            return None
        _, found = await asyncio.to_thread(self._readings, {desk.id: desk})
        self._note(desk, found[desk.id])
        self.unread.discard(desk.id)
        return found[desk.id]

    async def look_again(self, desk: Desk) -> Reading | None:
        """Check one machine after something that is stored. Where the books cannot be read now, the
        clock of its table does it (`settle`)."""
        try:
            return await self.look(desk)
        except LedgerError as error:
            log.error("a machine is checked later", table=desk.id, error=str(error))
            self.unread.add(desk.id)
            return None

    def _readings(self, desks: dict[str, Desk]) -> tuple[int, dict[str, Reading]]:
        with self.house.ledger.snapshot() as books:
            return books.head()[0], readings(books, desks)

    def _note(self, desk: Desk, reading: Reading) -> None:
        part = metered(desk)
        assert part is not None
        cite_clause(part.law, *part.also)
        self.wrong.pop(desk.id, None)
        if not reading.wrong:
            return
        self.wrong[desk.id] = reading.wrong
        for one in reading.wrong:
            log.error("a meter does not agree with the journal", table=desk.id, meter=one.meter,
                      found=one.found, expected=one.expected, law=part.law)
        if desk.state.over:
            desk.tell_end_again()

    # -- what follows from it ---------------------------------------------------------------------

    def closes(self, desk: Desk) -> Switch | None:
        """Why a machine takes no bets: its meters do not agree with the journal."""
        wrong = self.wrong.get(desk.id)
        if not wrong:
            return None
        part = metered(desk)
        assert part is not None
        reason = ("os contadores não conferem com os registos (the meters do not agree with the "
                  f"records): {told(desk, wrong)}")
        return Closing(key=f"table:{desk.id}", open=False, law=part.law, reason=reason, by=BY,
                       code="meters", facts={"meters": told(desk, wrong)})

    def may_begin(self, room: AnyTable) -> bool:
        """Whether a coup may begin: bets are taken; or something lies in a closed machine that its
        player may take out, or that it is out of order has to be put on record."""
        return room.closed_by() is None or (metered(room.desk) is not None and bool(
            room.desk.state.held or room.desk.id in self.wrong))

    def begins(self, table: AnyTable) -> Iterable[str]:
        """The acts by which a game begins at a machine."""
        part = metered(table.desk)
        return part.begins if part else ()

    def waits(self, table: AnyTable) -> bool:
        """Whether a machine could not be checked when it was to be."""
        return table.desk.id in self.unread

    async def on_void(self, table: AnyTable, *, refunded: bool) -> None:
        """What a machine was given back may have mended its meters, or shown that they are wrong.
        """
        if refunded and await self.look_again(table.desk) and table.closed_by():
            await table.switched()

    async def on_tick(self, table: AnyTable) -> None:
        """A machine whose meters are wrong is put out of order."""
        await self.settle(table)

    async def settle(self, room: AnyTable) -> None:
        """Put a machine whose meters are wrong out of order, as soon as no game is under way."""
        if room.desk.id in self.unread and await self.look_again(room.desk):
            await room.switched()
        desk, wrong = room.desk, self.wrong.get(room.desk.id)
        part, standing = metered(desk), desk.dealer.standing if desk.dealer else None
        if not wrong or part is None or standing is None or part.fails not in standing.faults:
            return
        incident = Incident(part.fails, note=told(desk, wrong), figures={
            one.meter: (one.found, one.expected) for one in wrong})
        try:
            proposal = desk.propose_report(incident, self.house.clock.now(), BY)
        except Fault:
            log.exception("a machine cannot be put out of order", table=desk.id)
            return
        if isinstance(proposal, Proposal):
            await room.store(proposal)

    async def figured(self, desk: Desk, incident: Incident) -> Incident:
        """A report with the figures that belong to it: who mends meters states what each showed
        and what the journal holds. HouseError where the books do not agree with themselves."""
        part = metered(desk)
        if part is None or incident.kind != part.mends:
            return incident
        _, found = await asyncio.to_thread(self._readings, {desk.id: desk})
        reading = found[desk.id]
        if broken := [one for one in reading.wrong if one.books]:
            raise HouseError("books", "the journal contradicts itself, which no report can "
                             f"correct: {told(desk, broken)}; run sabot verify and restore a "
                             "backup",
                             part.law, 409, {"wrong": [one._asdict() for one in broken]})
        failed = _failed(desk, part)
        return msgspec.structs.replace(incident, figures={
            name: (failed.get(name, shows), due)
            for name, (shows, due) in reading.figures.items()})

    async def reported(self, room: AnyTable, incident: Incident) -> None:
        """After a report: a machine that agrees again is open."""
        part = metered(room.desk)
        if part is not None and incident.kind == part.mends:
            await self.look_again(room.desk)
            await room.switched()


# -- reading ---------------------------------------------------------------------------------------


def readings(books: Books, desks: dict[str, Desk]) -> dict[str, Reading]:
    """Machines as they are by the books at one moment."""
    agreed = {table_id: _agreed(books, table_id) for table_id in desks}
    since: dict[int, list[str]] = {}
    for table_id, kept in agreed.items():
        since.setdefault(kept.seq, []).append(table_id)
    moved: dict[str, Flows] = {}
    for after, some in since.items():
        moved |= books.flows(some, after=after)
    paid = _papers(desks, tickets.vouchers(books))
    return {table_id: _reading(desk, books, paid[table_id]._replace(
        flows=_together(_flows(agreed[table_id].flows), moved[table_id])))
        for table_id, desk in desks.items()}


def figures(ledger: Ledger, table_id: str) -> dict[str, dict[str, Any]]:
    """Every meter of a machine beside what the journal holds, from books that no house has open
    here: ``shows``, ``journal``, the clause."""
    state, played, table = game_recall.machines(ledger)[table_id]
    desk = Desk(table_id, table, played, SYSTEM, ledger, OwnPurse(ledger), SYSTEM)
    desk.recover(state)
    part, reading = metered(desk), readings(ledger, {table_id: desk})[table_id]
    assert part is not None
    cite_clause(part.law, *part.also)
    found = {name: {"shows": shows, "journal": due, "law": part.law}
             for name, (shows, due) in reading.figures.items()}
    return found | {one.meter: {"shows": one.found, "journal": one.expected, "law": part.law}
                    for one in reading.wrong if one.meter not in found}


def now(desk: Desk) -> tuple[Meter, ...]:
    """The meters of a machine as they stand: with what has moved in its open coup, from where they
    were mended in it on."""
    part = metered(desk)
    assert part is not None
    record = desk.dealer.record if desk.dealer is not None and not desk.state.over else []
    mended = next((n for n in range(len(record) - 1, -1, -1)
                   if (told := record[n].incident) is not None and told.kind == part.mends
                   and told.figures), None)
    if mended is None:
        set_to = {m.name: m.shows for m in part.meters(desk.carry)}
    else:
        figures = record[mended].incident.figures  # type: ignore[union-attr]
        set_to = {name: held for name, (_, held) in figures.items()}
    moved = _moved(desk, mended or 0)
    return tuple(m._replace(shows=set_to[m.name] + counted(moved, m))
                 for m in part.meters(desk.carry))


def credit(desk: Desk, meters: tuple[Meter, ...]) -> int:
    """What must lie in a machine for its player, by these meters: in cents."""
    part = metered(desk)
    assert part is not None
    return part.credit({m.name: m.shows for m in meters})


def _reading(desk: Desk, books: Books, moved: Moved) -> Reading:
    part, meters = metered(desk), now(desk)
    assert part is not None
    names = desk.accounts
    accounts = (names.held(desk.id), names.stake(desk.state.coup), names.bank(desk.id),
                names.jackpot(desk.id))
    wrong = [Misread(m.name, m.shows, due, m.counts)
             for m in meters if m.shows != (due := counted(moved, m))]
    due, by_books = _net(moved.flows, ("stake", "held")) - moved.owed, part.credit(
        {m.name: counted(moved, m) for m in meters})
    wrong += [Misread("credit", have, due, books=by_books != due)
              for have in {credit(desk, meters), by_books} if have != due]
    pool = part.pool(desk.carry) + _net(_moved(desk).flows, ("jackpot",))
    if pool != (due := _net(moved.flows, ("jackpot",))):
        wrong.append(Misread("jackpot", pool, due))
    wrong += _kept(desk)
    wrong += [Misread(account, have, due, books=True) for account in accounts
              if (have := books.balance(account)) != (
                  due := _net(moved.flows, (account.partition(":")[0],)))]
    return Reading(meters, moved, tuple(wrong))


def _kept(desk: Desk) -> list[Misread]:
    """What the stored state says is held for each player, where the journal tells otherwise."""
    state = desk.state
    if not state.coup:
        return []
    events = desk.dealer.record if desk.dealer else coup_of(desk.ledger, state.coup)[1]
    before = {e.step.bet: (e.step.player, e.step.amount) for e in events
              if isinstance(e.step, Move) and e.step.kind == "resume"}
    due, have = by_player(held_after(before, events)), by_player(state.held)
    if state.over and metered(desk) and have == due:
        have = by_player(getattr(desk.carry, "held", state.held))
    return [Misread("held", have.get(player, 0), due.get(player, 0))
            for player in sorted({*due, *have}) if have.get(player, 0) != due.get(player, 0)]


def _moved(desk: Desk, since: int = 0) -> Moved:
    """What has moved in the coup that is open, from an event of its record on."""
    part, found = metered(desk), dict[Flow, tuple[int, int]]()
    assert part is not None
    if desk.dealer is None or desk.state.over:
        return Moved()
    record = desk.dealer.record[since:]
    for t in desk.accounts.transfers(desk.id, desk.state.coup, since, record):
        flow = t.frm.partition(":")[0], t.to.partition(":")[0]
        cents, many = found.get(flow, (0, 0))
        found[flow] = cents + t.amount, many + 1
    paid = {True: 0, False: 0}
    for event in record:
        if isinstance(event.step, Move) and event.step.kind == "hand-pay":
            paid[part.pooled(event.step.into)] += event.step.amount
    return Moved(found, paid[False], paid[True])


def _papers(desks: dict[str, Desk], vouchers: Iterable[tickets.Voucher]) -> dict[str, Moved]:
    """What the cashier has paid and owes for each machine."""
    found = dict.fromkeys(desks, Moved())
    for one in vouchers:
        if one.table in desks and (part := metered(desks[one.table])) is not None:
            name = ("pools" if one.paid else "owed") if part.pooled(one.number) else "paid"
            if one.paid or name == "owed":
                before = found[one.table]
                found[one.table] = before._replace(**{name: getattr(before, name) + one.cents})
    return found


def _net(moved: Flows, kinds: tuple[str, ...]) -> int:
    """What these kinds of account have gained by all this."""
    return sum(cents * ((to in kinds) - (frm in kinds)) for (frm, to), (cents, _) in moved.items())


def _failed(desk: Desk, part: Metered) -> dict[str, int]:
    """What the meters showed when they were found to be wrong, those that were."""
    found = [told.figures for event in (desk.dealer.record if desk.dealer else ())
             if (told := event.incident) is not None and told.kind == part.fails]
    return {name: showed for name, (showed, _) in found[-1].items()} if found else {}


def _together(one: Flows, other: Flows) -> Flows:
    return {flow: tuple(map(sum, zip(one.get(flow, (0, 0)), other.get(flow, (0, 0)),  # type: ignore
                                     strict=True)))
            for flow in {**one, **other}}


def _agreed(books: Books, table_id: str) -> Agreed:
    kept = books.document(DOCUMENT, table_id)
    return Agreed() if kept is None else msgspec.json.decode(kept.body, type=Agreed)


def _document(table_id: str, agreed: Agreed) -> Document:
    return Document(kind=DOCUMENT, id=table_id, body=canonical(agreed))


def _plain(moved: Flows) -> dict[str, tuple[int, int]]:
    return {f"{frm}>{to}": both for (frm, to), both in moved.items()}


def _flows(plain: dict[str, Any]) -> Flows:
    return {tuple(flow.split(">")): both for flow, both in plain.items()}  # type: ignore[misc]
