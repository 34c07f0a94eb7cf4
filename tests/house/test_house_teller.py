"""A wallet that is slow, frozen or busy: nobody waits for it but whose money it keeps."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from test_house_wallet import Safe, for_money, sent, stand_to_the_end

from sabot.certify.audit.verify import verify
from sabot.house.books.teller import OperatorPurse, _WalletJournal
from sabot.house.table.messages import Ack, Refused
from sabot.ledger import Entry, Full, LedgerError, Uncertain, wallet_record
from sabot.ledger.wallet import Insufficient
from support.house_evening import Evening, Guest, run_async, wait_until


class Gate(Safe):
    """A wallet of which some calls do not come back before they are let through."""

    patience = 1.9

    def __init__(self, **cents: int) -> None:
        super().__init__(**cents)
        self.shut: dict[str, threading.Event] = {}  # act or "act player" -> when it may go on
        self.turn = threading.Lock()
        self.calls: list[tuple[str, str]] = []
        self.inside = self.most = 0

    def close(self, what: str) -> threading.Event:
        self.shut[what] = threading.Event()
        return self.shut[what]

    def open(self) -> None:
        for event in self.shut.values():
            event.set()
        self.shut.clear()

    def _pass(self, act: str, player: str) -> None:
        with self.turn:
            self.calls.append((act, player))
            self.inside += 1
            self.most = max(self.most, self.inside)
        for what in (act, f"{act} {player}"):
            if (event := self.shut.get(what)) is not None:
                event.wait()
        with self.turn:
            self.inside -= 1

    def debit(self, key: str, player: str, amount: int, currency: str) -> Insufficient | None:
        self._pass("debit", player)
        with self.turn:
            return super().debit(key, player, amount)

    def credit(self, key: str, player: str, amount: int, currency: str) -> None:
        self._pass("credit", player)
        with self.turn:
            super().credit(key, player, amount)

    def rollback(self, key: str) -> None:
        self._pass("rollback", "")
        with self.turn:
            super().rollback(key)

    def balance(self, player: str, currency: str = "") -> int:
        self._pass("balance", player)
        return super().balance(player)


@asynccontextmanager
async def evening_with(folder: Path, wallet: Gate) -> AsyncIterator[Evening]:
    """An evening at whose end everything is settled, on record and verified."""
    async with Evening(folder, tables=for_money(), wallet=wallet) as evening:
        try:
            yield evening
        finally:
            wallet.open()
        await evening.delivered()
        finding = verify(evening.ledger)
        assert finding.verified, finding.fault
        staked = evening.ledger.balances("stake:")
        assert sum(wallet.cents.values()) + sum(staked.values()) == 30_000


@pytest.fixture
def gate() -> Gate:
    return Gate(ana=10_000, rui=10_000, eva=10_000)


async def seat_guests(evening: Evening, *names: str) -> list[Guest]:
    found = []
    for place, name in enumerate(names, start=1):
        found.append(await sent(evening, name, name.title()))
        await found[-1].must("sit", str(place))
    return found


def later(guest: Guest, *act: Any, key: str = "", at: str = "shared") -> asyncio.Task[Any]:
    return asyncio.create_task(guest.do(*act, table=at, key=key))


@run_async
async def test_who_waits_for_the_wallet_keeps_nobody_else_waiting(
        tmp_path: Path, gate: Gate) -> None:
    """At the same table and at others; not in the mailbox, and not in the committing thread."""
    async with evening_with(tmp_path, gate) as evening:
        ana, rui, eva = await seat_guests(evening, "ana", "rui", "eva")
        gate.close("debit ana")
        bet = later(ana, "bet", "1", 1_000)
        await wait_until(lambda: ("debit", "ana") in gate.calls)
        await rui.must("bet", "2", 500)
        await eva.must("bet", "3", 600)
        await eva.must("clear", "3")
        await eva.must("sit", "1", table="alone")
        assert not bet.done() and evening.desk().staked == {"rui": 500}
        gate.open()
        assert isinstance(await bet, Ack)
        assert evening.desk().staked == {"ana": 1_000, "rui": 500}


@run_async
async def test_a_player_s_acts_are_done_in_their_order(tmp_path: Path, gate: Gate) -> None:
    """What needs no wallet waits for the bet before it, even if the line is lost meanwhile."""
    async with evening_with(tmp_path, gate) as evening:
        ana, = await seat_guests(evening, "ana")
        gate.close("debit")
        first = later(ana, "bet", "1", 1_000)
        await wait_until(lambda: ("debit", "ana") in gate.calls)
        second, third = later(ana, "clear", "1"), later(ana, "bet", "1", 300)
        first.cancel()  # nobody waits for its answer any more
        await asyncio.sleep(0.05)
        assert not second.done()
        gate.open()
        assert isinstance(await second, Ack) and isinstance(await third, Ack)
        assert evening.desk().staked == {"ana": 300}


@run_async
async def test_bets_that_close_while_the_wallet_is_asked_are_closed(
        tmp_path: Path, gate: Gate) -> None:
    async with evening_with(tmp_path, gate) as evening:
        ana, rui = await seat_guests(evening, "ana", "rui")
        await rui.must("bet", "2", 500)
        gate.close("debit ana")
        bet = later(ana, "bet", "1", 1_000)
        await wait_until(lambda: ("debit", "ana") in gate.calls)
        await evening.later(15)
        gate.open()
        no = await bet
        assert isinstance(no, Refused) and no.code not in ("wallet", "not-stored", "fault")
        await wait_until(lambda: gate.cents["ana"] == 10_000 and evening.settled)
        assert evening.desk().staked == {"rui": 500}


@run_async
async def test_a_frozen_wallet_is_answered_for_and_no_stake_is_taken(
        tmp_path: Path, gate: Gate) -> None:
    """The debit that is stuck is rolled back when the wallet can be asked; until it comes back its
    player's next ones are never sent."""
    gate.patience = 0.1
    async with evening_with(tmp_path, gate) as evening:
        ana, rui = await seat_guests(evening, "ana", "rui")
        gate.close("debit ana")
        no = await ana.refused("bet", "1", 1_000)
        assert (no.code, no.law) == ("wallet", "")
        assert (await ana.refused("bet", "1", 700)).code == "wallet"
        assert gate.calls.count(("debit", "ana")) == 1
        await rui.must("bet", "2", 500)
        assert evening.desk().staked == {"rui": 500}
        await evening.delivered()  # rolled back while its call is still inside
        gate.open()
        await wait_until(lambda: gate.inside == 0)
        assert gate.cents["ana"] == 10_000, "a debit that arrives after its rollback has no effect"
        assert gate.calls.count(("rollback", "")) == 1


@run_async
async def test_calls_that_do_not_come_back_are_so_many_and_no_more(
        tmp_path: Path, gate: Gate) -> None:
    gate.patience, gate.at_once = 0.1, 2  # type: ignore[attr-defined]
    async with evening_with(tmp_path, gate) as evening:
        guests = await seat_guests(evening, "ana", "rui", "eva")
        gate.close("debit")
        refusals = await asyncio.gather(*(
            guest.refused("bet", str(n), 500) for n, guest in enumerate(guests, start=1)))
        assert {no.code for no in refusals} == {"wallet"}
        # One for debits, the other for what is owed.
        assert len([act for act, _ in gate.calls if act == "debit"]) == 1
        await evening.delivered()
        gate.open()
        await wait_until(lambda: gate.inside == 0)
        await guests[0].must("bet", "1", 500)
        assert gate.most <= 2


@run_async
async def test_one_key_sent_twice_at_once_is_one_bet(tmp_path: Path, gate: Gate) -> None:
    async with evening_with(tmp_path, gate) as evening:
        ana, = await seat_guests(evening, "ana")
        await ana.must("sit", "1", table="alone")
        gate.close("debit")
        both = [later(ana, "bet", "1", 1_000, key="one"), later(ana, "bet", "1", 1_000, key="one"),
                later(ana, "bet", "1", 1_000, key="one", at="alone")]
        await wait_until(lambda: ("debit", "ana") in gate.calls)
        gate.open()
        acks = await asyncio.gather(*both)
        assert all(isinstance(yes, Ack) for yes in acks) and len(set(map(repr, acks))) == 1
        await wait_until(lambda: gate.cents["ana"] == 9_000 and evening.settled)
        assert evening.ledger.balances("stake:") and sum(
            evening.ledger.balances("stake:").values()) == 1_000


@run_async
async def test_a_sum_that_is_another_in_the_second_turn_is_asked_for_anew(
        tmp_path: Path, gate: Gate) -> None:
    """What was granted for the first sum goes back."""
    async with evening_with(tmp_path, gate) as evening:
        ana, = await seat_guests(evening, "ana")
        room = ana.room()
        gate.close("debit")
        bet = later(ana, "bet", "1", 1_000)
        await wait_until(lambda: ("debit", "ana") in gate.calls)
        propose, desk = room.desk.propose_answer, room.desk

        def another(answer: Any, *rest: Any) -> Any:
            return propose(type(answer)(answer.player, answer.act, answer.seat, 600), *rest)

        desk.propose_answer = another  # type: ignore[method-assign]
        gate.open()
        assert isinstance(await bet, Ack)
        await evening.delivered()
        assert gate.cents["ana"] == 9_400 and desk.staked == {"ana": 600}


@run_async
async def test_what_is_won_may_be_bet_while_it_is_on_its_way(tmp_path: Path, gate: Gate) -> None:
    async with evening_with(tmp_path, gate) as evening:
        gate.cents |= {"ana": 1_000, "eva": 19_000}
        ana, = await seat_guests(evening, "ana")
        await ana.must("bet", "1", 1_000)
        gate.close("credit")
        await ana.must("clear", "1")
        assert evening.house.purse.balance("player:ana@EUR") == 1_000 and gate.cents["ana"] == 0
        bet = later(ana, "bet", "1", 800)
        await wait_until(lambda: gate.calls.count(("debit", "ana")) == 2)
        gate.open()
        assert isinstance(await bet, Ack)
        assert (await ana.refused("bet", "1", 1_900)).facts == {"have": 200, "need": 1_100}


@run_async
async def test_a_player_sees_what_changed_elsewhere(tmp_path: Path, gate: Gate) -> None:
    async with evening_with(tmp_path, gate) as evening:
        evening.house.purse._last.clear()  # type: ignore[attr-defined]
        ana = await sent(evening)
        screen = await ana.look()
        assert screen.last["you"]["balance"] == 10_000
        gate.cents |= {"ana": 4_000, "eva": 16_000}
        evening.house.purse._request_balance("player:ana@EUR")  # type: ignore[attr-defined]

        def seen() -> bool:
            screen.read()
            return bool(screen.last["you"]["balance"] == 4_000)

        await wait_until(seen)


@run_async
async def test_who_comes_while_the_wallet_is_frozen_comes_in(tmp_path: Path, gate: Gate) -> None:
    """And gets the balance once the wallet answers."""
    gate.patience = 0.05
    async with evening_with(tmp_path, gate) as evening:
        gate.close("balance")
        ana = await sent(evening)
        screen = await ana.look()
        assert screen.last["you"]["balance"] == 0
        gate.open()

        def seen() -> bool:
            screen.read()
            return bool(screen.last["you"]["balance"] == 10_000)

        await wait_until(seen)


@run_async
async def test_a_house_that_closes_leaves_on_record_what_it_owes(
        tmp_path: Path, gate: Gate) -> None:
    async with evening_with(tmp_path, gate) as evening:
        ana, rui = await seat_guests(evening, "ana", "rui")
        await ana.must("bet", "1", 1_000)
        await rui.must("bet", "2", 500)
        gate.silent = True
        await ana.must("clear", "1")
        assert (await rui.refused("bet", "2", 700)).code == "wallet"
        await evening.close()
        gate.silent = False
        await evening.open()
        await evening.delivered()
        assert gate.cents == {"ana": 10_000, "rui": 9_500, "eva": 10_000}


@run_async
async def test_a_bet_is_stored_though_the_house_closes(tmp_path: Path, gate: Gate) -> None:
    async with evening_with(tmp_path, gate) as evening:
        ana, = await seat_guests(evening, "ana")
        gate.close("debit")
        bet = later(ana, "bet", "1", 1_000)
        await wait_until(lambda: ("debit", "ana") in gate.calls)
        closing = asyncio.create_task(evening.close())
        await asyncio.sleep(0.05)
        gate.open()
        assert isinstance(await bet, Ack)
        await closing
        await evening.open()
        assert evening.desk().staked == {"ana": 1_000}


@run_async
async def test_a_row_put_beside_an_open_house_moves_no_money(tmp_path: Path, gate: Gate) -> None:
    """Not while it is open, and not when it is opened again; `verify` names it until it is gone."""
    async with evening_with(tmp_path, gate) as evening:
        ana, = await seat_guests(evening, "ana")
        await ana.must("bet", "1", 1_000)
        with sqlite3.connect(tmp_path / "house.sqlite3") as other:
            other.execute("insert into outbox values ('gift/1', 1, 'player:ana', 5000000, '')")
            other.execute("insert into intents select substr(key, 11), dst, amount from postings "
                          "where key like 'wallet/in/%'")
        await ana.must("bet", "1", 1_200)
        await evening.reopen()
        await ana.must("clear", "1")
        await wait_until(lambda: gate.cents["ana"] == 10_000)
        fault = verify(evening.ledger).fault
        assert fault is not None and "outbox" in fault.what
        with sqlite3.connect(tmp_path / "house.sqlite3") as other:
            other.execute("delete from outbox where key = 'gift/1'")
            fault = verify(evening.ledger).fault
            other.execute("delete from intents")
        other.close()
        assert ("rollback", "") not in gate.calls


def failing(evening: Evening, error: LedgerError, fails: Callable[[Entry], bool], *,
            really: bool = False) -> list[bool]:
    """The ledger raises an error for some entries, as long as the list holds True; ``really``: it
    has stored them all the same."""
    plain, on = evening.ledger.commit, [True]

    def commit(entries: list[Entry]) -> Any:
        if on[0] and any(map(fails, entries)):
            if really:
                plain(entries)
            raise error
        return plain(entries)

    evening.ledger.commit = commit  # type: ignore[method-assign,assignment]
    return on


def announces(entry: Entry) -> bool:
    return bool(entry.announced)


def stakes(entry: Entry) -> bool:
    return entry.kind == "play" and bool(entry.intents)


@pytest.mark.parametrize("fails", [announces, stakes])
@run_async
async def test_a_bet_that_the_books_do_not_take_is_taken_back_at_the_wallet(
        tmp_path: Path, gate: Gate, fails: Callable[[Entry], bool]) -> None:
    async with evening_with(tmp_path, gate) as evening:
        ana, = await seat_guests(evening, "ana")
        on = failing(evening, Full("no room left"), fails)
        assert (await ana.refused("bet", "1", 1_000)).code == "not-stored"
        assert evening.desk().staked == {}
        on[0] = False
        await evening.delivered()
        assert gate.cents["ana"] == 10_000
        asked = gate.calls.count(("debit", "ana"))
        assert asked == (0 if fails is announces else 1), "what is not on record is not asked for"
        await ana.must("bet", "1", 1_000)


@pytest.mark.parametrize("really", [True, False], ids=["stored", "not stored"])
@run_async
async def test_a_bet_of_unknown_fate_is_decided_when_the_books_are_opened_again(
        tmp_path: Path, gate: Gate, really: bool) -> None:
    async with evening_with(tmp_path, gate) as evening:
        ana, = await seat_guests(evening, "ana")
        failing(evening, Uncertain("the line broke"), stakes, really=really)
        no = await ana.do("bet", "1", 1_000, key="b")
        assert isinstance(no, Refused) and no.code == "uncertain" and evening.house.broken
        await asyncio.sleep(0.05)
        assert ("rollback", "") not in gate.calls, "it may be stored"
        await evening.reopen()
        await evening.delivered()
        assert gate.cents["ana"] == (9_000 if really else 10_000)
        assert isinstance(await ana.do("bet", "1", 1_000, key="b"), Ack)
        await evening.delivered()
        assert gate.cents["ana"] == 9_000 and evening.desk().staked == {"ana": 1_000}


@run_async
async def test_what_is_asked_and_confirmed_at_once_is_few_entries(
        tmp_path: Path, gate: Gate) -> None:
    async with evening_with(tmp_path, gate) as evening:
        guests = await seat_guests(evening, "ana", "rui", "eva")
        await asyncio.gather(*(guest.must("bet", str(n), 500)
                               for n, guest in enumerate(guests, start=1)))
        records = [wallet_record.read(r) for r in evening.ledger.entries(kind="wallet")]
        assert sum(len(one.announced) for one in records) == 3 and len(records) <= 3
        await asyncio.gather(*(guest.must("clear", str(n))
                               for n, guest in enumerate(guests, start=1)))
        await evening.delivered()
        records = [wallet_record.read(r) for r in evening.ledger.entries(kind="wallet")]
        assert sum(len(one.acknowledged) for one in records) == 3 and len(records) <= 6


@run_async
async def test_a_credit_that_is_reported_and_read_from_the_journal_is_delivered_once(
        tmp_path: Path, gate: Gate) -> None:
    """After a write of unknown fate both may tell of it, in either order."""
    async with evening_with(tmp_path, gate) as evening:
        purse, reported = evening.house.purse, list[Any]()
        assert isinstance(purse, OperatorPurse)
        ana, = await seat_guests(evening, "ana")
        await ana.must("bet", "1", 500)
        purse._remote._owes = reported.append
        await ana.must("clear", "1")
        purse._resume(purse._remote.load())
        for credits in reported:
            purse._queue_credits(credits)
        await evening.delivered()
        assert reported and gate.calls.count(("credit", "ana")) == 1
        assert verify(evening.ledger).verified


@pytest.mark.parametrize(("name", "value", "why"), [
    ("at_once", 0, "0 calls at once"), ("at_once", 5_000, "1 to 1024"),
    ("patience", 0, "patience"), ("patience", 2.5, "up to 1.9")])
def test_a_wallet_that_wants_too_much_is_refused(
        tmp_path: Path, gate: Gate, name: str, value: float, why: str) -> None:
    setattr(gate, name, value)
    evening = Evening(tmp_path, tables=for_money(), wallet=gate)
    with pytest.raises(ValueError, match=why):
        asyncio.run(evening.open())
    evening.ledger.close()


@run_async
async def test_a_coup_is_played_to_its_end_while_nobody_answers(
        tmp_path: Path, gate: Gate) -> None:
    async with evening_with(tmp_path, gate) as evening:
        ana = await sent(evening)
        await ana.must("sit", "1", table="alone")
        await ana.must("bet", "1", 1_000, table="alone")
        for what in ("credit", "balance", "debit"):
            gate.close(what)
        await ana.must("deal", "table", table="alone")
        await stand_to_the_end(ana)
        net = evening.house.archive.last_coups("ana")[0].net
        assert evening.house.purse.balance("player:ana@EUR") == 10_000 + net
        gate.open()
        await wait_until(lambda: gate.cents["ana"] == 10_000 + net and evening.settled)
        gate.cents["eva"] -= net  # what the bank has won or lost


def test_no_stake_moves_but_by_its_own_player_s_act() -> None:
    """So no table ever waits for a wallet: only the player whose act it is does."""
    import json

    records = Path(__file__).parents[1] / "conformance" / "records"
    stakes = 0
    for file in sorted(records.glob("*.json")):
        who = ""
        for event in json.loads(file.read_text("utf-8")):
            if event.get("answer") or event.get("incident"):
                who = (event.get("answer") or {}).get("player", "")
            step = event.get("step") or {}
            if step.get("kind") == "stake":
                stakes += 1
                assert step["player"] == who, (file.name, event)
    assert stakes > 50


@pytest.mark.timeout(20)
@run_async
async def test_what_was_stored_in_this_moment_does_not_keep_the_house_from_closing() -> None:
    """The task that had stored it had ended, and was waited for without letting it be noticed."""
    disk: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    entries: list[Entry] = []

    async def commit(entry: Entry) -> None:
        await disk
        entries.append(entry)

    record = _WalletJournal(commit, {"a credit"})  # type: ignore[arg-type]
    record.confirm(acknowledged=["a credit"])
    record._start()
    await asyncio.sleep(0)
    disk.set_result(None)
    await asyncio.sleep(0)
    assert len(entries) == 1
    await record.finish()
