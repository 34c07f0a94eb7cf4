"""What must hold in every world, after each group and at the end."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from sabot.certify.audit.verify import verify
from sabot.house import House
from sabot.house.open_rooms import BACK
from sabot.house.table.desk import Desk
from sabot.house.table.switches import base_of
from sabot.ledger import Ledger
from sabot.ledger.vault import is_sealed
from sabot.procedure.table import Table
from tools.worlds.people import Person
from tools.worlds.views import compare_with_journal

NEVER_BELOW_ZERO = ("player:", "stake:", "held:", "jackpot:", "ticket:")
PATIENCE = 30.0
"""Virtual seconds in which a command must be answered, and a table must do what is due."""
PACE = 1 / 50
"""How fast the clock of a house may run differently from the time that passes."""


class Standing(Protocol):
    """A house whose tables can be looked at: that of one process, or all nodes together."""

    @property
    def rooms(self) -> Mapping[str, Any]: ...
    @property
    def tables(self) -> Mapping[str, Table]: ...
    @property
    def books(self) -> Any: ...


def moved_since(file: sqlite3.Connection, since: int) -> list[tuple[str, int]]:
    """The accounts that entries after this one have moved, with their cents."""
    return file.execute("SELECT account, amount FROM balances WHERE seq > ?", (since,)).fetchall()


def amounts_of(file: sqlite3.Connection, accounts: Iterable[str]) -> list[tuple[str, int]]:
    """These accounts, with their cents."""
    return [row for account in accounts for row in file.execute(
        "SELECT account, amount FROM balances WHERE account = ?", (account,))]


def after_a_group(file: sqlite3.Connection, ledger: Ledger, moved: Iterable[tuple[str, int]]
                  ) -> str:
    """What is wrong with the accounts as they lie in the file of a house, or "". All of them are
    added up, by the database; those that the group has ``moved`` are also compared with what the
    house takes them for."""
    total, least = file.execute("SELECT sum(amount), min(amount) FROM balances").fetchone()
    if total:
        return f"the accounts do not add up: {total}"
    if (least or 0) < 0 and (wrong := _below_nothing(dict(file.execute(
            "SELECT account, amount FROM balances WHERE amount < 0")))):
        return wrong
    return _compare_memory(ledger, moved)


def _below_nothing(balances: Mapping[str, int]) -> str:
    for account, amount in balances.items():
        if amount < 0 and account.startswith(NEVER_BELOW_ZERO):
            return f"{account} is below nothing: {amount}"
    return ""


def accounts_at_rest(ledger: Ledger) -> str:
    """What is wrong with the accounts as a ledger gives them, in memory and stored, or ""."""
    balances = ledger.balances()
    if total := sum(balances.values()):
        return f"the accounts do not add up: {total}"
    return _compare_memory(ledger, balances.items()) or _below_nothing(balances)


def _compare_memory(ledger: Ledger, stored: Iterable[tuple[str, int]]) -> str:
    for account, amount in stored:
        if (known := ledger.balance(account)) != amount:
            return f"{account} holds {amount}, and the house takes it for {known}"
    return ""


def time_between(before: tuple[float, float], now: tuple[float, float]) -> str:
    """What is wrong with the clock of a house, or "". Both moments are of one life of the house:
    virtual seconds, and what its clock showed."""
    passed, shown = now[0] - before[0], now[1] - before[1]
    if shown < 0 or abs(shown - passed) > PACE * passed + 0.01:
        return f"the clock of the house went on by {shown:.3f} s in {passed:.3f} s"
    return ""


def too_much_time(desk: Desk, now: float) -> str:
    """A question that waits for longer than its clock says, or ""."""
    clock, left = desk.state.window.rpartition("/")[2], desk.state.deadline - now
    most = max(getattr(desk.playing.clocks, clock), BACK) if clock else 0.0
    return f"{desk.state.window} at {desk.id} has {left:.0f} s left" if left > most + 1 else ""


def at_the_end(ledger: Ledger, people: Sequence[Person]) -> str:
    """What is wrong with the journal of a world that has come to rest, or ""."""
    stored: Counter[tuple[str, str]] = Counter()
    answers: dict[tuple[str, str], bytes] = {}
    versions: dict[str, int] = {}
    for record in ledger.entries():
        if record.command:
            stored[record.command] += 1
            answers[record.command] = record.answer
        if record.count:
            expected = versions.get(record.table, record.version)
            if record.version != expected:
                return (f"{record.table} goes on with version {record.version}, where {expected} "
                        "is due")
            versions[record.table] = record.version + record.count
    if twice := [command for command, times in stored.items() if times > 1]:
        return f"a command is in the journal twice: {twice[0]}"
    for person in people:
        if wrong := _compare_answers(person, answers):
            return wrong
    return accounts_at_rest(ledger)


def _compare_answers(person: Person, stored: Mapping[tuple[str, str], bytes]) -> str:
    """What a person was answered and the journal does not say, or ""."""
    for key, version in person.acknowledged.items():
        answer = stored.get((person.id, key))
        if answer is None:
            return f"{person.name}'s {key} was acknowledged and is not in the journal"
        if answer and msgspec.json.decode(answer).get("v") != version:
            return (f"{person.name}'s {key} was acknowledged with version {version}; the journal "
                    f"has {answer.decode()}")
    for key, reply in person.answers.items():
        if reply.get("code") == "not-stored" and (person.id, key) in stored and (
                key not in person.acknowledged):
            return f"{person.name} was told that {key} is not stored; it is"
    return ""


def at_rest(house: Standing, ledger: Ledger, people: Sequence[Person], ended: float,
            file: sqlite3.Connection) -> str:
    """What is wrong with an open house that was left in peace for a while, or "": commands that
    nobody answered, tables that stand still, sessions and shoes that are not stored as they should
    be. ``ended`` is when people stopped listening, in virtual seconds; ``file`` is the journal."""
    if trouble := house.books.trouble:
        return f"the house does not store again: {trouble}"
    for person in people:
        for key, (line, sent) in person.unanswered.items():
            if not (line.cut or line.half_open or line.silent) and ended - sent > PATIENCE:
                return f"{person.name}'s {key} was not answered in {ended - sent:.0f} s"
    for room in house.rooms.values():
        desk, late = room.desk, room.host.clock.now() - room.due()
        if room.due() > 1 and late > PATIENCE:
            return f"{desk.id} does not do what is due since {late:.0f} s"
        if wrong := too_much_time(desk, room.host.clock.now()):
            return wrong
        for session in desk.state.sessions.values():
            if ledger.document("session", session.id) is None:
                return f"the session {session.id} is not stored"
    return _orders(house, file) or stakes_at_rest(house, ledger)


def _orders(house: Standing, file: sqlite3.Connection) -> str:
    """An order of a shoe that is stored in clear while its shoe is in use, or is still sealed
    though its shoe is over, or ""."""
    desks = {room.desk.id: room.desk for room in house.rooms.values()}
    for table, seal, nonce in file.execute(
            "SELECT table_id, seal, nonce FROM secrets JOIN journal USING (seq)"):
        desk = desks.get(table)
        if desk is None:
            continue
        if seal == desk.state.shoe and not is_sealed(nonce):
            return f"the order of the shoe in use at {table} is stored in clear"
        if seal != desk.state.shoe and is_sealed(nonce) and not desk.game.unopened_clause:
            return f"the order of a shoe that is over at {table} is still sealed"
    return ""


def stakes_at_rest(house: Standing, ledger: Ledger) -> str:
    """What is staked, or held on a table, that no open round or table holds, or ""."""
    open_: Counter[str] = Counter()
    for room in house.rooms.values():
        desk = room.desk
        if desk.state.coup:
            open_[desk.accounts.stake(desk.state.coup)] += sum(desk.at_stake.values())
        open_[desk.accounts.held_stakes(desk.id)] += sum(
            amount for _, amount in desk.state.held.values())
    copies = tuple(f"held:{room.desk.id}~" for room in house.rooms.values())
    here = {base_of(name) for name in house.tables}  # held at a removed table: kept for its return
    for account, amount in (ledger.balances("stake:") | ledger.balances("held:")).items():
        kind, _, name = account.partition(":")
        if kind == "held" and base_of(name.rpartition("@")[0] or name) not in here:
            continue
        if amount != open_[account] and not (copies and account.startswith(copies)):
            return f"{account} holds {amount}, the round {open_[account]}"
    return ""


# -- closing and opening ---------------------------------------------------------------------------


class Remembered(msgspec.Struct, frozen=True):
    """A table as it was when its house closed."""

    version: int
    coup: str
    seats: tuple[str, ...]
    stakes: dict[str, int]
    sessions: tuple[str, ...]
    held: dict[str, tuple[str, int]]


def remember(house: Standing) -> dict[str, Remembered]:
    """The tables of a house that has come to rest."""
    return {name: Remembered(room.desk.state.version, room.desk.state.coup,
                             _places(room.desk), room.desk.at_stake,
                             tuple(room.desk.state.sessions), dict(room.desk.state.held))
            for name, room in house.rooms.items()}


def _places(desk: Desk) -> tuple[str, ...]:
    """Who sits where. Whoever has ended their session may leave their place at any time."""
    return tuple(player if player in desk.state.sessions else "" for player in desk.seats)


def after_opening(house: House, before: Mapping[str, Remembered]) -> str:
    """What is wrong with a house that has just opened, or "": rounds that it cannot continue, and
    tables that are not as it left them (``before``, where it was closed in order)."""
    for table, result in house.recovered.items():
        if result in ("lost", "other-version"):
            return f"the open round of {table} cannot be continued: {result}"
    after = remember(house)
    for table, old in before.items():
        new = after.get(table)
        if new is not None and new.version == old.version and new != old:
            return f"{table} was {old} and is {new} after it was opened again"
    return ""


def after_closing(ledger: Ledger) -> str:
    """What is wrong with the journal of a house that has closed in order, or "": it must verify,
    and a checkpoint must bind all of it. ``ledger`` is open for reading."""
    finding = verify(ledger)
    if not finding.verified:
        return f"the journal does not verify: {finding.fault}"
    for chain in finding.chains:
        if chain.bound < chain.entries:
            return (f"of the chain {chain.chain!r} checkpoints bind {chain.bound} of "
                    f"{chain.entries} entries")
    return ""


def after_reopening(house: House, people: Sequence[Person]) -> str:
    """What people were told that the tables and the journal of a house, opened again, do not say,
    or ""."""
    for person in people:
        if not person.id or person.table not in house.tables:  # the file of the table is gone
            continue
        desk = house.room_for(person.plan.table, person.id).desk
        if (person.version or 0) > desk.state.version:
            return (f"{person.name} was told version {person.version} of a table that is back at "
                    f"version {desk.state.version}")
    return compare_with_journal(house, house.ledger, people)
