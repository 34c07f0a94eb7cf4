"""The teller: requests debits from an operator's wallet and delivers credits to it.

Only the player whose money is in the wallet waits for it. Calls run in their own threads (`Slots`),
never in the committing thread or the loop. A debit must be granted within a time, or no stake is
taken and the debit is rolled back. Credits are delivered to each player's account in order, in
parallel for different players, and repeated until they arrive.
"""

from __future__ import annotations

import asyncio
import inspect
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any

import structlog

from sabot.equipment import SYSTEM, Entropy
from sabot.house.books.purse import GrantedDebits, Unanswered, WalletSilent
from sabot.house.slow_calls import NoSlot, Slots, TooLate
from sabot.house.world import CallRunner, CommitService, Outcome
from sabot.ledger import (
    Entry,
    InsufficientFunds,
    Ledger,
    LedgerError,
    Posting,
    Stored,
    Uncertain,
    wallet_record,
)
from sabot.ledger.wallet import DEFAULT_CALLS, DEFAULT_PATIENCE, Insufficient, NoAnswer, Wallet
from sabot.ledger.wallet_record import Debit, Due, RemoteBooks, Uncovered
from sabot.money import EURO, Transfer

AGAIN = 0.5  # seconds until a wallet that does not answer is asked again; doubled each time
RARELY = 5.0  # the longest such wait
FRESH = 15.0  # seconds for which a reported balance counts as fresh
SOON = 1.0  # seconds until a balance is asked again; movements of money go first
GATHER = 0.1  # seconds in which confirmations are gathered into one entry
FAREWELL = 2.0  # seconds in which a closing house still delivers credits
MOST_CALLS, MOST_PATIENCE = 1_024, 1.9

log = structlog.get_logger("sabot.teller")


class _Account:
    """The work to do at the wallet for one player's account, in order."""

    def __init__(self) -> None:
        self.jobs: deque[Posting | Debit] = deque()
        self.owed = 0  # cents on their way to the wallet
        self.look = False  # whether to ask for the balance
        self.moves = 0  # counts movements, to detect a balance that is older than the last one
        self.task: asyncio.Task[None] | None = None
        self.turn = asyncio.Lock()  # one debit at a time


class _GuardedWallet:
    """A wallet whose every failure becomes NoAnswer: an exception of the wallet never undoes what
    is stored. An answer that the protocol does not have is no answer either: nobody knows what the
    wallet did."""

    def __init__(self, wallet: Wallet) -> None:
        self._wallet = wallet

    def debit(self, *request: Any) -> Insufficient | None:
        """Take cents from a player."""
        answer = self._ask("debit", request)
        if answer is None or (isinstance(answer, Insufficient)
                              and _is_cents(answer.have) and _is_cents(answer.need)):
            return answer
        raise _no_answer("debit", answer)

    def credit(self, *request: Any) -> None:
        """Give cents to a player."""
        self._ask("credit", request)

    def rollback(self, *request: Any) -> None:
        """Cancel a debit."""
        self._ask("rollback", request)

    def balance(self, *request: Any) -> int:
        """The cents of a player."""
        answer = self._ask("balance", request)
        if not _is_cents(answer):
            raise _no_answer("balance", answer)
        return int(answer)

    def _ask(self, act: str, request: tuple[Any, ...]) -> Any:
        try:
            return getattr(self._wallet, act)(*request)
        except NoAnswer:
            raise
        except Exception as error:
            log.exception("the wallet failed", act=act)
            raise NoAnswer(str(error)) from error


def _is_cents(answer: object) -> bool:
    """Whether a wallet may mean cents by this."""
    return isinstance(answer, int) and not isinstance(answer, bool)


def _no_answer(act: str, answer: object) -> NoAnswer:
    log.error("the wallet gave an answer that the protocol does not have", act=act,
              answer=repr(answer)[:200])
    return NoAnswer(f"{act}: {answer!r} is no answer")


def _check_currency(wallet: Wallet) -> None:
    """Raise ValueError when a method of a wallet takes no currency."""
    for act, takes in (("debit", ("key", "player", "amount")),
                       ("credit", ("key", "player", "amount")), ("balance", ("player",))):
        try:
            inspect.signature(getattr(wallet, act)).bind(*takes, "EUR")
        except TypeError:
            raise ValueError(f"{act} of the wallet takes no currency, but players have an account "
                             f"in each; allowed: {act}({', '.join(takes)}, currency)") from None


class OperatorPurse:
    """An operator's wallet. A player's balance is what the wallet last reported, plus what is on
    its way to it.

    ValueError when the wallet asks for more parallel calls or more patience than allowed, or takes
    no currency although the journal has currencies. ``calls`` creates the threads for a number of
    parallel calls.
    """

    demo = False

    def __init__(self, ledger: Ledger, wallet: Wallet, entropy: Entropy = SYSTEM,
                 calls: Callable[[int], CallRunner] = Slots) -> None:
        self.patience = float(getattr(wallet, "patience", DEFAULT_PATIENCE))
        at_once = int(getattr(wallet, "at_once", DEFAULT_CALLS))
        if not 1 <= at_once <= MOST_CALLS:
            raise ValueError(f"the wallet takes {at_once} calls at once; allowed: 1 to "
                             f"{MOST_CALLS}")
        if not 0 < self.patience <= MOST_PATIENCE:
            raise ValueError(f"the wallet asks for {self.patience} seconds of patience; allowed: "
                             f"more than 0, up to {MOST_PATIENCE}")
        self.ledger = ledger
        self._entropy = entropy
        self.changed: Callable[[str], None] | None = None
        self._names = ledger.accounts(EURO)  # account names of the journal's format
        if self._names.currency:
            _check_currency(wallet)
        self._wallet = _GuardedWallet(wallet)
        self._remote = RemoteBooks(ledger, self._in_loop(self._queue_credits),
                                   self._in_loop(self._resume))
        self._slots = calls(at_once)
        self._last: dict[str, int] = {}
        self._looked: dict[str, float] = {}
        self._accounts: dict[str, _Account] = {}
        self._pending: set[str] = set()  # keys of debits that an entry may still use
        self._known: set[str] = set()  # keys of work to do, or about to be recorded
        self._loop: asyncio.AbstractEventLoop | None = None
        self._books: CommitService | None = None
        self._record = _WalletJournal(self._commit, self._known)
        self._closing = asyncio.Event()

    # -- opening and closing ----------------------------------------------------------------------

    async def start(self, books: CommitService) -> None:
        """Load the unfinished work, put it on record and start it; this does not wait for the
        wallet."""
        self._books, self._loop = books, asyncio.get_running_loop()
        due = await asyncio.to_thread(self._remote.load)
        if not due.opened:
            await books.commit(wallet_record.opening_entry(due))
        self._resume(due)

    async def take_up(self, valid: Collection[str]) -> None:
        """Do what nodes have left undone whose epochs have ended. A credit that one of them has
        delivered without a record of it is delivered again, under the same key."""
        self._resume(await asyncio.to_thread(self._remote.adopt, valid))

    async def stop(self) -> None:
        """Deliver what can be delivered in a moment, put that on record, then stop."""
        self._closing.set()
        busy = [a.task for a in self._accounts.values() if a.task is not None]
        if busy:
            await asyncio.wait(busy, timeout=FAREWELL)
        await self._record.finish()
        self.abandon()

    def abandon(self) -> None:
        """Stop at once; the journal says what is still to do."""
        self._closing.set()
        self._record.stop()
        for account in self._accounts.values():
            if account.task is not None:
                account.task.cancel()

    def _in_loop(self, handler: Callable[[Any], None]) -> Callable[[Any], None]:
        """Return a function for the committing thread that calls ``handler`` in the loop."""
        def tell(message: Any) -> None:
            assert self._loop is not None
            with suppress(RuntimeError):  # the loop has closed; the journal lists the work
                self._loop.call_soon_threadsafe(handler, message)

        return tell

    # -- balances ---------------------------------------------------------------------------------

    def balance(self, account: str) -> int:
        """Return what the wallet last reported, less later debits, plus credits on their way. The
        wallet is asked again from time to time."""
        self._refresh(account)
        due = self._accounts.get(account)
        return self._last.get(account, 0) + (due.owed if due else 0)

    def spendable(self, account: str) -> int | None:
        """Return None: only the wallet knows whether a bet is covered."""
        return None

    async def refresh(self, account: str) -> None:
        """Ask the wallet for a balance that is not known yet; wait no longer than its patience."""
        if account in self._last or self._loop is None:
            return
        due = self._account(account)
        moves = due.moves
        try:
            cents = await self._slots.run(self._wallet.balance, *self._wallet_account(account),
                                          until=self._loop.time() + self.patience)
        except (NoAnswer, NoSlot, TooLate):
            self._refresh(account)
            return
        if due.moves == moves:
            self._last[account], self._looked[account] = cents, self._loop.time()
        else:
            self._refresh(account)

    def _wallet_account(self, account: str) -> tuple[str, ...]:
        """Return the wallet's arguments for an account: the player and, in a second-format journal,
        the code of the currency."""
        names = self._names.same_currency(account)
        return (names.owner(account), *([names.currency] if names.currency else []))

    # -- debits -----------------------------------------------------------------------------------

    def required_debits(self, moved: Sequence[Transfer]) -> dict[str, int]:
        """Return the cents by account that the wallet must grant before this is stored."""
        return wallet_record.amounts_needed(moved)

    async def request_debits(self, needs: Mapping[str, int], stem: str, seconds: float
                             ) -> GrantedDebits | InsufficientFunds | Unanswered:
        """Request debits from the wallet, all or none, within ``seconds`` after they are announced.

        LedgerError when they could not be announced; then the wallet was not asked.
        """
        until = 0.0
        while True:
            debits = wallet_record.debits(needs, stem, self._entropy, self.ledger.owner)
            await self._announce(debits)
            until = until or asyncio.get_running_loop().time() + seconds
            refused = await self._debit_all(debits, until)
            if refused is None:
                return GrantedDebits(debits)
            if not isinstance(refused, InsufficientFunds) or not await self._credit_covers(
                refused, until):
                return refused

    async def _debit_all(
        self, debits: Sequence[Debit], until: float) -> InsufficientFunds | Unanswered | None:
        sent: list[Debit] = []
        try:
            for debit in debits:
                if refused := await self._debit_one(debit, sent, until):
                    break
            else:
                return None
        except BaseException:
            self._roll_back(sent, [d for d in debits if d not in sent])
            raise
        if isinstance(refused, InsufficientFunds):  # the last debit was not taken
            sent.pop()
        self._roll_back(sent, [d for d in debits if d not in sent])
        return refused

    async def _announce(self, debits: Sequence[Debit]) -> None:
        self._pending |= {d.key for d in debits}
        try:
            await self._record.announce(debits)
        except BaseException:
            self._pending -= {d.key for d in debits}
            raise

    async def _debit_one(self, debit: Debit, sent: list[Debit], until: float
                         ) -> InsufficientFunds | Unanswered | None:
        account = self._account(debit.account)
        try:
            async with asyncio.timeout_at(until):
                await account.turn.acquire()
        except TimeoutError:
            return Unanswered(debit.account)
        try:  # a player with a call that has not returned gets no second call
            player, *currency = self._wallet_account(debit.account)
            refused = await self._slots.run(
                self._wallet.debit, debit.key, player, debit.cents, *currency, until=until,
                on_return=account.turn.release)
        except NoSlot:
            account.turn.release()
            return Unanswered(debit.account)
        except (NoAnswer, TooLate):
            sent.append(debit)
            return Unanswered(debit.account)
        except BaseException:
            sent.append(debit)
            raise
        sent.append(debit)
        account.moves += 1
        if refused is not None:
            self._last[debit.account] = refused.have
            return InsufficientFunds(debit.account, refused.have, refused.need)
        if debit.account in self._last:
            self._last[debit.account] -= debit.cents
        return None

    async def _credit_covers(self, short: InsufficientFunds, until: float) -> bool:
        """Wait for credits on their way to a player's account if they would cover a debit; return
        whether they arrived."""
        account = self._account(short.account)
        if not account.owed or short.have + account.owed < short.need:
            return False
        while account.owed:
            if self._loop is None or self._loop.time() >= until:
                return False
            await asyncio.sleep(0.02)
        return True

    def return_debits(self, granted: GrantedDebits) -> None:
        """Roll back debits that are not used."""
        if not granted.used:
            granted.used = True
            self._roll_back(granted.debits, ())

    def _roll_back(self, sent: Sequence[Debit], unsent: Sequence[Debit]) -> None:
        """Roll back debits that were sent; debits that were never sent are only removed from the
        record."""
        self._known |= {d.key for d in (*sent, *unsent)}
        for debit in sent:
            self._queue_job(debit.account, debit)
        self._record.confirm(retracted=[d.key for d in unsent])
        self._pending -= {d.key for d in (*sent, *unsent)}

    # -- storing ----------------------------------------------------------------------------------

    async def store(self, entry: Entry, granted: GrantedDebits | None = None) -> Outcome:
        """Store an entry with the debits that the wallet has granted, or request them here.

        LedgerError when it could not be stored; WalletSilent when the wallet did not answer.
        """
        if granted is None and (needs := self.required_debits(entry.transfers)):
            result = await self.request_debits(needs, entry.coup or entry.kind, self.patience)
            if isinstance(result, InsufficientFunds):
                return result
            if isinstance(result, Unanswered):
                raise WalletSilent(f"the wallet does not answer for {result.account}")
            granted = result
        if granted is None:
            return await self._commit(entry)
        granted.used = True
        try:
            outcome = await self._commit(
                wallet_record.with_debits(entry, granted.debits, self._names)
            )
        except Uncertain:  # whether it is stored is known when the ledger is reopened
            self._pending -= {d.key for d in granted.debits}
            raise
        except LedgerError:
            self._roll_back(granted.debits, ())
            raise
        if isinstance(outcome, Stored):
            self._pending -= {d.key for d in granted.debits}
        else:
            self._roll_back(granted.debits, ())
        return outcome

    async def _commit(self, entry: Entry) -> Outcome:
        assert self._books is not None, "the house is not open"
        return await self._books.commit(entry)

    def commit(self, entries: Sequence[Entry]) -> Sequence[Outcome | Uncovered]:
        """Store entries, in the committing thread, without asking the wallet."""
        return self._remote.commit(entries)

    # -- credits ----------------------------------------------------------------------------------

    def _queue_credits(self, credits: list[Posting]) -> None:
        """Queue stored credits for delivery, each once: `_resume` may have found one first."""
        for posting in credits:
            name = posting.transfer.frm
            if posting.transfer.key in self._known:
                continue
            self._known.add(posting.transfer.key)
            self._account(name).owed += posting.transfer.amount
            self._queue_job(name, posting)

    def _resume(self, due: Due) -> None:
        """Queue the work that the journal lists and that is not queued yet."""
        for debit in due.debits:
            if debit.key not in self._pending and debit.key not in self._known:
                self._roll_back([debit], ())
        self._queue_credits(due.credits)

    def _account(self, name: str) -> _Account:
        return self._accounts.setdefault(name, _Account())

    def _queue_job(self, name: str, job: Posting | Debit) -> None:
        self._account(name).jobs.append(job)
        self._start_task(name)

    def _refresh(self, name: str) -> None:
        """Schedule a request for a balance; at once when it is not known."""
        if self._loop is None or self._closing.is_set():
            return
        if name not in self._last:
            self._request_balance(name)
        elif self._loop.time() - self._looked.get(name, -FRESH) >= FRESH:
            self._looked[name] = self._loop.time()
            self._loop.call_later(SOON, self._request_balance, name)

    def _request_balance(self, name: str) -> None:
        self._account(name).look = True
        self._start_task(name)

    def _start_task(self, name: str) -> None:
        account = self._accounts[name]
        if account.task is None and self._loop is not None and not self._closing.is_set():
            account.task = self._loop.create_task(self._serve(name, account),
                                                  name=f"wallet-{name}")
            account.task.add_done_callback(lambda task: self._served(name, account, task))

    def _served(self, name: str, account: _Account, task: asyncio.Task[None]) -> None:
        account.task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("credits are not delivered yet", account=name, error=repr(error))
        elif account.jobs or account.look:
            self._start_task(name)
        elif not account.turn.locked() and not account.owed:
            self._accounts.pop(name, None)

    async def _serve(self, name: str, account: _Account) -> None:
        """Do the work for one account, in order, then ask for its balance."""
        wait = AGAIN
        while account.jobs or account.look:
            try:
                if account.jobs:
                    await self._deliver(name, account, account.jobs[0])
                else:
                    await self._fetch_balance(name, account)
            except NoAnswer:
                if self._closing.is_set():
                    return
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._closing.wait()
                wait = min(2 * wait, RARELY)
            else:
                wait = AGAIN

    async def _deliver(self, name: str, account: _Account, job: Posting | Debit) -> None:
        if isinstance(job, Debit):
            await self._slots.run(self._wallet.rollback, job.key, behind=True)
            self._record.confirm(retracted=[job.key])
        else:
            t = job.transfer
            player, *currency = self._wallet_account(name)
            await self._slots.run(self._wallet.credit, t.key, player, t.amount, *currency,
                                  behind=True)
            self._record.confirm(acknowledged=[t.key])
            account.owed -= t.amount
            if name in self._last:
                self._last[name] += t.amount
        account.jobs.popleft()
        account.moves += 1

    async def _fetch_balance(self, name: str, account: _Account) -> None:
        moves, known = account.moves, self._last.get(name)
        cents = await self._slots.run(self._wallet.balance, *self._wallet_account(name),
                                      behind=True)
        if account.moves != moves:
            return  # money moved meanwhile: ask again
        assert self._loop is not None
        account.look, self._looked[name] = False, self._loop.time()
        self._last[name] = cents
        if cents != known and self.changed is not None:
            self.changed(name)


class _WalletJournal:
    """Records in the journal what is asked of the wallet and what it confirms, many at a time.

    ``commit`` stores an entry. ``known`` are the keys of work in progress; a key leaves it once it
    is on record.
    """

    def __init__(self, commit: Callable[[Entry], Awaitable[Outcome]], known: set[str]) -> None:
        self._commit = commit
        self._known = known
        self._announced: list[tuple[Sequence[Debit], asyncio.Future[None]]] = []
        self._acknowledged: list[str] = []
        self._retracted: list[str] = []
        self._task: asyncio.Task[bool] | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def announce(self, debits: Sequence[Debit]) -> None:
        """Record that these debits are about to be requested; LedgerError when that fails."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._announced.append((debits, future))
        self._start()
        await future

    def confirm(self, *, acknowledged: Sequence[str] = (), retracted: Sequence[str] = ()) -> None:
        """Record, a moment later, which credits arrived and which debits were rolled back."""
        self._acknowledged += acknowledged
        self._retracted += retracted
        if acknowledged or retracted:
            self._later(GATHER)

    async def finish(self) -> None:
        """Record what waits, if the ledger can be written."""
        while self._acknowledged or self._retracted or self._task is not None:
            self._start()
            if self._task is not None and not await asyncio.shield(self._task):
                return
            await asyncio.sleep(0)  # a task that had ended waits for nothing: `_written` comes next

    def stop(self) -> None:
        """Record nothing more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    def _later(self, seconds: float) -> None:
        if self._timer is None and self._task is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._start)

    def _start(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._write(), name="wallet-record")
            self._task.add_done_callback(self._written)

    def _written(self, task: asyncio.Task[bool]) -> None:
        self._task = None
        if task.cancelled():
            return
        if self._announced:
            self._start()
        elif self._acknowledged or self._retracted:
            stored = task.exception() is None and task.result()
            self._later(GATHER if stored else AGAIN)

    async def _write(self) -> bool:
        """Write entries until nothing waits; return False when one could not be stored."""
        while self._announced or self._acknowledged or self._retracted:
            asking, self._announced = self._announced, []
            acknowledged, self._acknowledged = self._acknowledged, []
            retracted, self._retracted = self._retracted, []
            try:
                await self._commit(
                    wallet_record.wallet_entry(
                        announced=[d for debits, _ in asking for d in debits],
                        acknowledged=acknowledged, retracted=retracted)
                )
            except LedgerError as error:
                self._acknowledged[:0], self._retracted[:0] = acknowledged, retracted
                for _, future in asking:
                    if not future.done():
                        future.set_exception(error)
                return False
            self._known.difference_update(acknowledged, retracted)
            for _, future in asking:
                if not future.done():
                    future.set_result(None)
        return True
