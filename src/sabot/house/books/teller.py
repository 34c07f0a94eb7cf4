"""The teller: asks an operator's wallet for debits, and brings it what it is owed.

Nobody waits for the wallet but the player whose money it keeps: calls are made in threads of their
own (`Slots`), never in the committing thread or the loop. A debit has a time within which it is
granted, or no stake is taken; then it is taken back. What is owed is brought to each player's
account in order, those of different players at the same time, and again until it has arrived.
"""

from __future__ import annotations

import asyncio
import inspect
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import structlog

from sabot.equipment import SYSTEM, Entropy
from sabot.house.books.purse import Taken, Unanswered, WalletSilent
from sabot.house.slow_calls import NoSlot, Slots, TooLate
from sabot.house.world import Calls, Commits, Outcome
from sabot.ledger import (
    Entry,
    InsufficientBalance,
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

AGAIN = 0.5  # seconds until a wallet that does not answer is asked again; then twice as many
RARELY = 5.0  # and never more than these
FRESH = 15.0  # seconds in which what a wallet has said of a player is not asked again
SOON = 1.0  # seconds until it is asked again, after those whose money moves now
GATHER = 0.1  # seconds in which what the wallet has confirmed is gathered into one entry
FAREWELL = 2.0  # seconds in which a house that closes still brings what it owes
MOST_CALLS, MOST_PATIENCE = 1_024, 1.9

log = structlog.get_logger("sabot.teller")


class _Account:
    """What is to be done at the wallet for one account of a player, in order."""

    def __init__(self) -> None:
        self.jobs: deque[Posting | Debit] = deque()
        self.owed = 0  # cents on their way
        self.look = False  # whether what the wallet holds is to be asked
        self.moves = 0  # how often it has moved, so that an answer of before is known as such
        self.task: asyncio.Task[None] | None = None
        self.turn = asyncio.Lock()  # one debit at a time is asked of it


class _Answering:
    """A wallet whose every failure is NoAnswer: what is stored stays so, whatever it throws."""

    def __init__(self, wallet: Wallet) -> None:
        self._wallet = wallet

    def __getattr__(self, act: str) -> Callable[..., Any]:
        def ask(*args: Any) -> Any:
            try:
                return getattr(self._wallet, act)(*args)
            except NoAnswer:
                raise
            except Exception as error:
                log.exception("the wallet failed", act=act)
                raise NoAnswer(str(error)) from error

        return ask


def _check_currency(wallet: Wallet) -> None:
    """ValueError where an act of a wallet takes no currency."""
    for act, takes in (("debit", ("key", "player", "amount")),
                       ("credit", ("key", "player", "amount")), ("balance", ("player",))):
        try:
            inspect.signature(getattr(wallet, act)).bind(*takes, "EUR")
        except TypeError:
            raise ValueError(f"{act} of the wallet takes no currency, and players have an account "
                             f"in each; allowed: {act}({', '.join(takes)}, currency)") from None


class OperatorPurse:
    """An operator's wallet. A player has what it last said, and what is on its way to it.

    ValueError where the wallet asks for more calls at once, or for more patience, than there is,
    or is not told of currencies that the books of the house have. ``calls`` makes so many calls at
    once.
    """

    demo = False

    def __init__(self, ledger: Ledger, wallet: Wallet, entropy: Entropy = SYSTEM,
                 calls: Callable[[int], Calls] = Slots) -> None:
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
        self._names = ledger.accounts(EURO)  # those of the journal's format
        if self._names.currency:
            _check_currency(wallet)
        self._wallet = _Answering(wallet)
        self._remote = RemoteBooks(ledger, self._from_books(self._owe),
                                   self._from_books(self._settle))
        self._slots = calls(at_once)
        self._last: dict[str, int] = {}
        self._looked: dict[str, float] = {}
        self._accounts: dict[str, _Account] = {}
        self._held: set[str] = set()  # keys of debits that an entry may still make good
        self._known: set[str] = set()  # keys of what is to be done, or is being put on record
        self._loop: asyncio.AbstractEventLoop | None = None
        self._books: Commits | None = None
        self._record = _Record(self._put, self._known)
        self._closing = asyncio.Event()

    # -- opening and closing ----------------------------------------------------------------------

    async def start(self, books: Commits) -> None:
        """Take up what was left to be done, once it is on record; the wallet is not waited for."""
        self._books, self._loop = books, asyncio.get_running_loop()
        due = await asyncio.to_thread(self._remote.load)
        if not due.opened:
            await books.commit(wallet_record.opening_entry(due))
        self._settle(due)

    async def stop(self) -> None:
        """Bring what can be brought in a moment, and put on record what was; then no more."""
        self._closing.set()
        busy = [a.task for a in self._accounts.values() if a.task is not None]
        if busy:
            await asyncio.wait(busy, timeout=FAREWELL)
        await self._record.finish()
        self.abandon()

    def abandon(self) -> None:
        """Leave everything as it is; the journal says what is still to be done."""
        self._closing.set()
        self._record.stop()
        for account in self._accounts.values():
            if account.task is not None:
                account.task.cancel()

    def _from_books(self, hear: Callable[[Any], None]) -> Callable[[Any], None]:
        """Something that the committing thread tells the loop, before it tells any outcome."""
        def tell(what: Any) -> None:
            assert self._loop is not None
            with suppress(RuntimeError):  # the loop has closed; the journal says what is owed
                self._loop.call_soon_threadsafe(hear, what)

        return tell

    # -- what players have ------------------------------------------------------------------------

    def have(self, account: str) -> int:
        """What the wallet last said, less what it has granted since, and what is on its way to it.
        It is asked again now and then while somebody looks."""
        self._refresh(account)
        due = self._accounts.get(account)
        return self._last.get(account, 0) + (due.owed if due else 0)

    def least(self, account: str) -> int | None:
        """None: whether a bet is covered is the wallet's to say."""
        return None

    async def look(self, account: str) -> None:
        """Ask the wallet what a player has, unless it is known; no longer than it has patience."""
        if account in self._last or self._loop is None:
            return
        due = self._account(account)
        moves = due.moves
        try:
            cents = await self._slots.run(self._wallet.balance, *self._whose(account),
                                          until=self._loop.time() + self.patience)
        except (NoAnswer, NoSlot, TooLate):
            self._refresh(account)
            return
        if due.moves == moves:
            self._last[account], self._looked[account] = int(cents), self._loop.time()
        else:
            self._refresh(account)

    def _whose(self, account: str) -> tuple[str, ...]:
        """How the wallet is told of an account: the player, and in the second format of the journal
        the code of the currency."""
        names = self._names.same_currency(account)
        return (names.owner(account), *([names.currency] if names.currency else []))

    # -- debits -----------------------------------------------------------------------------------

    def needs(self, moved: Sequence[Transfer]) -> dict[str, int]:
        """Account -> cents that the wallet must grant before this is stored."""
        return wallet_record.amounts_needed(moved)

    async def take(self, needs: Mapping[str, int], stem: str, seconds: float
                   ) -> Taken | InsufficientBalance | Unanswered:
        """Ask the wallet for debits, all or none; it has so many seconds from when it can be asked.

        LedgerError when they could not be announced: then the wallet was not asked.
        """
        until = 0.0
        while True:
            debits = wallet_record.debits(needs, stem, self._entropy)
            await self._announce(debits)
            until = until or asyncio.get_running_loop().time() + seconds
            refused = await self._take(debits, until)
            if refused is None:
                return Taken(debits)
            if not isinstance(refused, InsufficientBalance) or not await self._arrives(
                refused, until
            ):
                return refused

    async def _take(
        self, debits: Sequence[Debit], until: float
    ) -> InsufficientBalance | Unanswered | None:
        sent: list[Debit] = []
        try:
            for debit in debits:
                if refused := await self._ask(debit, sent, until):
                    break
            else:
                return None
        except BaseException:
            self._undo(sent, [d for d in debits if d not in sent])
            raise
        if isinstance(refused, InsufficientBalance):  # that one was not taken
            sent.pop()
        self._undo(sent, [d for d in debits if d not in sent])
        return refused

    async def _announce(self, debits: Sequence[Debit]) -> None:
        self._held |= {d.key for d in debits}
        try:
            await self._record.announce(debits)
        except BaseException:
            self._held -= {d.key for d in debits}
            raise

    async def _ask(self, debit: Debit, sent: list[Debit], until: float
                   ) -> InsufficientBalance | Unanswered | None:
        account = self._account(debit.account)
        try:
            async with asyncio.timeout_at(until):
                await account.turn.acquire()
        except TimeoutError:
            return Unanswered(debit.account)
        try:  # whoever waits for a call that does not come back is not given a second one
            player, *currency = self._whose(debit.account)
            refused: Insufficient | None = await self._slots.run(
                self._wallet.debit, debit.key, player, debit.cents, *currency, until=until,
                back=account.turn.release)
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
            return InsufficientBalance(debit.account, refused.have, refused.need)
        if debit.account in self._last:
            self._last[debit.account] -= debit.cents
        return None

    async def _arrives(self, short: InsufficientBalance, until: float) -> bool:
        """Whether what is on its way to a player's account would cover a debit, and arrives."""
        account = self._account(short.account)
        if not account.owed or short.have + account.owed < short.need:
            return False
        while account.owed:
            if self._loop is None or self._loop.time() >= until:
                return False
            await asyncio.sleep(0.02)
        return True

    def give_back(self, taken: Taken) -> None:
        """Roll back debits that come to nothing."""
        if not taken.used:
            taken.used = True
            self._undo(taken.debits, ())

    def _undo(self, sent: Sequence[Debit], unsent: Sequence[Debit]) -> None:
        """Take back what was asked for; what was never asked for is only struck out."""
        self._known |= {d.key for d in (*sent, *unsent)}
        for debit in sent:
            self._do(debit.account, debit)
        self._record.confirm(retracted=[d.key for d in unsent])
        self._held -= {d.key for d in (*sent, *unsent)}

    # -- storing ----------------------------------------------------------------------------------

    async def store(self, entry: Entry, taken: Taken | None = None) -> Outcome:
        """Store an entry for which the wallet has granted what it needs, or is asked here.

        LedgerError when it could not be stored; WalletSilent when the wallet gave no answer.
        """
        if taken is None and (needs := self.needs(entry.transfers)):
            asked = await self.take(needs, entry.coup or entry.kind, self.patience)
            if isinstance(asked, InsufficientBalance):
                return asked
            if isinstance(asked, Unanswered):
                raise WalletSilent(f"the wallet does not answer for {asked.account}")
            taken = asked
        if taken is None:
            return await self._put(entry)
        taken.used = True
        try:
            outcome = await self._put(wallet_record.with_debits(entry, taken.debits, self._names))
        except Uncertain:  # whether it is stored is seen when the books are opened again
            self._held -= {d.key for d in taken.debits}
            raise
        except LedgerError:
            self._undo(taken.debits, ())
            raise
        if isinstance(outcome, Stored):
            self._held -= {d.key for d in taken.debits}
        else:
            self._undo(taken.debits, ())
        return outcome

    async def _put(self, entry: Entry) -> Outcome:
        assert self._books is not None, "the house is not open"
        return await self._books.commit(entry)

    def commit(self, entries: Sequence[Entry]) -> Sequence[Outcome | Uncovered]:
        """Store entries, in the committing thread; nobody is asked."""
        return self._remote.commit(entries)

    # -- what is owed -----------------------------------------------------------------------------

    def _owe(self, credits: list[Posting]) -> None:
        """These are stored, and on their way."""
        for posting in credits:
            name = posting.transfer.frm
            self._known.add(posting.transfer.key)
            self._account(name).owed += posting.transfer.amount
            self._do(name, posting)

    def _settle(self, due: Due) -> None:
        """What the journal says is to be done, as far as it is not being done."""
        for debit in due.debits:
            if debit.key not in self._held and debit.key not in self._known:
                self._undo([debit], ())
        self._owe([p for p in due.credits if p.transfer.key not in self._known])

    def _account(self, name: str) -> _Account:
        return self._accounts.setdefault(name, _Account())

    def _do(self, name: str, job: Posting | Debit) -> None:
        self._account(name).jobs.append(job)
        self._stir(name)

    def _refresh(self, name: str) -> None:
        """What a player has is asked for, at once where it is not known."""
        if self._loop is None or self._closing.is_set():
            return
        if name not in self._last:
            self._look(name)
        elif self._loop.time() - self._looked.get(name, -FRESH) >= FRESH:
            self._looked[name] = self._loop.time()
            self._loop.call_later(SOON, self._look, name)

    def _look(self, name: str) -> None:
        self._account(name).look = True
        self._stir(name)

    def _stir(self, name: str) -> None:
        account = self._accounts[name]
        if account.task is None and self._loop is not None and not self._closing.is_set():
            account.task = self._loop.create_task(self._serve(name, account),
                                                  name=f"wallet-{name}")
            account.task.add_done_callback(lambda task: self._served(name, account, task))

    def _served(self, name: str, account: _Account, task: asyncio.Task[None]) -> None:
        account.task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("what is owed is still to be brought", account=name, error=repr(error))
        elif account.jobs or account.look:
            self._stir(name)
        elif not account.turn.locked() and not account.owed:
            self._accounts.pop(name, None)

    async def _serve(self, name: str, account: _Account) -> None:
        """Bring what is owed to one account, in order; then ask what it holds."""
        wait = AGAIN
        while account.jobs or account.look:
            try:
                if account.jobs:
                    await self._bring(name, account, account.jobs[0])
                else:
                    await self._balance(name, account)
            except NoAnswer:
                if self._closing.is_set():
                    return
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._closing.wait()
                wait = min(2 * wait, RARELY)
            else:
                wait = AGAIN

    async def _bring(self, name: str, account: _Account, job: Posting | Debit) -> None:
        if isinstance(job, Debit):
            await self._slots.run(self._wallet.rollback, job.key, behind=True)
            self._record.confirm(retracted=[job.key])
        else:
            t = job.transfer
            player, *currency = self._whose(name)
            await self._slots.run(self._wallet.credit, t.key, player, t.amount, *currency,
                                  behind=True)
            self._record.confirm(acknowledged=[t.key])
            account.owed -= t.amount
            if name in self._last:
                self._last[name] += t.amount
        account.jobs.popleft()
        account.moves += 1

    async def _balance(self, name: str, account: _Account) -> None:
        moves, known = account.moves, self._last.get(name)
        cents = int(await self._slots.run(self._wallet.balance, *self._whose(name),
                                          behind=True))
        if account.moves != moves:
            return  # it moved meanwhile: it is asked for again
        assert self._loop is not None
        account.look, self._looked[name] = False, self._loop.time()
        self._last[name] = cents
        if cents != known and self.changed is not None:
            self.changed(name)


class _Record:
    """What is asked of the wallet and what it confirms goes on record: all that waits, together.

    ``put`` stores an entry. ``known`` are keys that are being dealt with: those on record go.
    """

    def __init__(self, put: Callable[[Entry], Awaitable[Outcome]], known: set[str]) -> None:
        self._put = put
        self._known = known
        self._announced: list[tuple[Sequence[Debit], asyncio.Future[None]]] = []
        self._acknowledged: list[str] = []
        self._retracted: list[str] = []
        self._task: asyncio.Task[bool] | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def announce(self, debits: Sequence[Debit]) -> None:
        """Put on record that these are about to be asked; LedgerError when that cannot be."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._announced.append((debits, future))
        self._start()
        await future

    def confirm(self, *, acknowledged: Sequence[str] = (), retracted: Sequence[str] = ()) -> None:
        """Put on record, in a moment, what has arrived and what was taken back."""
        self._acknowledged += acknowledged
        self._retracted += retracted
        if acknowledged or retracted:
            self._later(GATHER)

    async def finish(self) -> None:
        """Put on record what waits, if that can be."""
        while self._acknowledged or self._retracted or self._task is not None:
            self._start()
            if self._task is not None and not await asyncio.shield(self._task):
                return

    def stop(self) -> None:
        """Nothing more is put on record."""
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
        """One entry after another until nothing waits; False when one could not be stored."""
        while self._announced or self._acknowledged or self._retracted:
            asking, self._announced = self._announced, []
            paid, self._acknowledged = self._acknowledged, []
            back, self._retracted = self._retracted, []
            try:
                await self._put(
                    wallet_record.wallet_entry(
                        announced=[d for debits, _ in asking for d in debits],
                        acknowledged=paid,
                        retracted=back,
                    )
                )
            except LedgerError as error:
                self._acknowledged[:0], self._retracted[:0] = paid, back
                for _, future in asking:
                    if not future.done():
                        future.set_exception(error)
                return False
            self._known.difference_update(paid, back)
            for _, future in asking:
                if not future.done():
                    future.set_result(None)
        return True
