"""The players' money elsewhere: every debit is stored or taken back, every credit arrives once."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.certify.audit.verify import verify
from sabot.ledger import (
    Entry,
    Full,
    InsufficientFunds,
    Ledger,
    LedgerError,
    Posting,
    Repeated,
    Stored,
    Uncertain,
    wallet_record,
)
from sabot.ledger.wallet import EmbeddedWallet, Insufficient, NoAnswer, Wallet
from sabot.ledger.wallet_record import Debit, Due, RemoteBooks, Uncovered
from sabot.money import EURO, Transfer
from support.house_evening import empty_file
from support.ledger_house import EUR, groups, with_currency_names

REMOTE = EUR.wallet("")
LAW = "pt-805-2015/blackjack-online/2.a"


class Operator:
    """An operator's wallet: keeps its own books, and answers as badly as a test wants.

    ``faults`` says what happens to the requests to come: "lost" never arrives, "late" arrives and
    is not answered, "crash" arrives and the house dies, "ok" is answered.
    """

    def __init__(self, **credit: int) -> None:
        self.cents = dict(credit)
        self.taken: dict[str, tuple[str, int]] = {}
        self.given: set[str] = set()
        self.undone: set[str] = set()
        self.faults: Iterator[str] = iter(())
        self.requests: list[str] = []

    def _arrive(self, request: str, effect: Callable[[], Insufficient | None]
                ) -> Insufficient | None:
        self.requests.append(request)
        fault = next(self.faults, "ok")
        if fault == "lost":
            raise NoAnswer(request)
        answer = effect()
        if fault == "late":
            raise NoAnswer(request)
        if fault == "crash":
            raise Died
        return answer

    def debit(self, key: str, player: str, amount: int, currency: str = "") -> Insufficient | None:
        def effect() -> Insufficient | None:
            if key in self.taken or key in self.undone:
                return None
            have = self.cents.get(player, 0)
            if have < amount:
                return Insufficient(have, amount)
            self.cents[player] = have - amount
            self.taken[key] = (player, amount)
            return None

        return self._arrive(f"debit {player} {amount}", effect)

    def credit(self, key: str, player: str, amount: int, currency: str = "") -> None:
        def effect() -> None:
            if key not in self.given:
                self.given.add(key)
                self.cents[player] = self.cents.get(player, 0) + amount

        self._arrive(f"credit {player} {amount}", effect)

    def rollback(self, key: str) -> None:
        def effect() -> None:
            if key not in self.undone:
                self.undone.add(key)
                player, amount = self.taken.get(key, ("", 0))
                if player:
                    self.cents[player] += amount

        self._arrive("rollback", effect)

    def balance(self, player: str, currency: str = "") -> int:
        return self.cents.get(player, 0)


class Died(BaseException):
    """The house is gone in the middle of something."""


def bet(number: int, amount: int, player: str = "ana") -> Entry:
    return Entry(kind="house", table="t", coup="c1", command=(player, f"k{number}"),
                 answer=b"taken", transfers=(Transfer(
                     f"c1/{number}", f"player:{player}@EUR", "stake:c1@EUR", amount, LAW),))


def prize(number: int, amount: int, player: str = "ana") -> Entry:
    return Entry(kind="house", table="t", coup="c1", transfers=(
        Transfer(f"c1/{number}", "bank:t@EUR", f"player:{player}@EUR", amount, LAW),))


@pytest.fixture
def ledger(url: str) -> Iterator[Ledger]:
    with Ledger.open(url) as opened:
        yield opened


# -- the port --------------------------------------------------------------------------------------


@pytest.fixture(params=["embedded", "operator"])
def wallet(request: pytest.FixtureRequest, sqlite: str) -> Iterator[Wallet]:
    if request.param == "operator":
        yield Operator(ana=1_000)
        return
    with Ledger.open(sqlite) as opened:
        opened.commit([Entry(kind="player", transfers=(EUR.issue("ana", 1_000, "i"),))])
        yield EmbeddedWallet(opened)
        assert verify(opened).verified


def test_each_request_takes_effect_once(wallet: Wallet) -> None:
    assert wallet.debit("1", "ana", 300, "EUR") is None
    assert wallet.debit("1", "ana", 300, "EUR") is None
    assert wallet.balance("ana", "EUR") == 700
    wallet.credit("2", "ana", 50, "EUR")
    wallet.credit("2", "ana", 50, "EUR")
    assert wallet.balance("ana", "EUR") == 750
    wallet.rollback("1")
    wallet.rollback("1")
    assert wallet.balance("ana", "EUR") == 1_050


def test_a_debit_of_more_than_there_is_is_refused_with_both_sums(wallet: Wallet) -> None:
    assert wallet.debit("1", "ana", 1_001, "EUR") == Insufficient(1_000, 1_001)
    assert wallet.balance("ana", "EUR") == 1_000
    assert wallet.debit("1", "ana", 900, "EUR") is None


def test_a_debit_that_arrives_after_its_rollback_has_no_effect(wallet: Wallet) -> None:
    wallet.rollback("1")
    assert wallet.debit("1", "ana", 300, "EUR") is None
    assert wallet.balance("ana", "EUR") == 1_000


def test_the_embedded_wallet_is_the_ledger_in_one_transaction(ledger: Ledger) -> None:
    """A bet is a transfer in the entry that tells it: refused together, stored together."""
    ledger.commit([Entry(kind="player", transfers=(EUR.issue("ana", 500, "i"),))])
    assert ledger.commit([bet(1, 400), bet(2, 400)]) == [
        Stored(2), InsufficientFunds("player:ana@EUR", 100, 400)]
    assert EmbeddedWallet(ledger).balance("ana", "EUR") == 100
    assert len(ledger.entries(coup="c1")) == 1


# -- a wallet elsewhere ----------------------------------------------------------------------------


class Till:
    """A house that does one thing at a time: announce, ask, store; bring what is owed."""

    def __init__(self, ledger: Ledger, operator: Operator) -> None:
        self.ledger, self.operator = ledger, operator
        self.names = ledger.accounts(EURO)
        self.owed: list[Posting] = []
        self.wasted: list[Debit] = []
        self.books = RemoteBooks(ledger, self.owed.extend, self._again)
        due = self.books.load()
        if not due.opened:
            self.books.commit([wallet_record.opening_entry(due)])
        self._again(due)

    def _again(self, due: Due) -> None:
        self.owed[:] = due.credits
        self.wasted[:] = due.debits

    def commit(self, entry: Entry) -> Any:
        """The outcome of an entry, or the account for which the wallet gave no answer."""
        debits = wallet_record.debits(wallet_record.amounts_needed(entry.transfers), "c1")
        if debits:
            self.books.commit([wallet_record.wallet_entry(announced=debits)])
        for debit in debits:
            try:
                refused = self.operator.debit(debit.key, self.names.owner(debit.account),
                                              debit.cents)
            except NoAnswer:
                self.take_back(debits)
                return debit.account
            if refused is not None:
                self.take_back(debits)
                return InsufficientFunds(debit.account, refused.have, refused.need)
        try:
            outcome = self.books.commit([wallet_record.with_debits(entry, debits, self.names)])[0]
        except Uncertain:
            raise
        except LedgerError:
            self.take_back(debits)
            raise
        if not isinstance(outcome, Stored):
            self.take_back(debits)
        return outcome

    def take_back(self, debits: Sequence[Debit]) -> None:
        self.wasted += debits
        for debit in list(self.wasted):
            try:
                self.operator.rollback(debit.key)
            except NoAnswer:
                continue
            self.books.commit([wallet_record.wallet_entry(retracted=[debit.key])])
            self.wasted[:] = [one for one in self.wasted if one != debit]

    def deliver(self) -> None:
        while self.owed:
            t = self.owed[0].transfer
            try:
                self.operator.credit(t.key, self.names.owner(t.frm), t.amount)
            except NoAnswer:
                return
            self.books.commit([wallet_record.wallet_entry(acknowledged=[t.key])])
            del self.owed[0]

    def settle(self) -> int:
        """What is left to be done after one try."""
        self.take_back(())
        self.deliver()
        return len(self.owed) + len(self.wasted)


def test_a_bet_is_debited_there_and_a_prize_credited(ledger: Ledger) -> None:
    operator = Operator(ana=1_000)
    till = Till(ledger, operator)
    assert till.commit(bet(1, 400)) == Stored(3)
    assert operator.balance("ana") == 600
    assert till.commit(prize(2, 250)) == Stored(4)
    assert till.settle() == 0
    assert operator.balance("ana") == 850
    assert ledger.balances() == {
        "bank:t@EUR": -250, "player:ana@EUR": 0, "stake:c1@EUR": 400, REMOTE: -150}
    assert ledger.outgoing_credits() == ledger.announced_debits() == []
    assert verify(ledger).verified


def test_a_player_has_one_debit_and_one_credit_an_entry(ledger: Ledger) -> None:
    """Three bets at once are one request, and so are the prizes of one coup."""
    operator = Operator(ana=1_000)
    till = Till(ledger, operator)
    three = Entry(kind="house", table="t", coup="c1", transfers=tuple(
        t for n in (1, 2, 3) for t in bet(n, 100).transfers))
    assert till.commit(three) == Stored(3)
    won = Entry(kind="house", table="t", coup="c1", transfers=tuple(
        t for n in (4, 5) for t in prize(n, 50).transfers))
    assert till.commit(won) == Stored(4)
    assert till.settle() == 0
    assert operator.requests == ["debit ana 300", "credit ana 100"]
    assert verify(ledger).verified


def test_a_short_player_is_refused_with_what_they_have_there(ledger: Ledger) -> None:
    operator = Operator(ana=1_000, rui=50)
    till = Till(ledger, operator)
    assert isinstance(till.commit(bet(1, 400)), Stored)
    assert till.commit(bet(2, 80, "rui")) == InsufficientFunds("player:rui@EUR", 50, 80)
    assert till.commit(bet(3, 700)) == InsufficientFunds("player:ana@EUR", 600, 700)
    assert operator.cents == {"ana": 600, "rui": 50}
    assert ledger.announced_debits() == []


def test_of_an_entry_with_two_debits_both_are_taken_or_none(ledger: Ledger) -> None:
    operator = Operator(ana=1_000, rui=50)
    both = Entry(kind="house", table="t", coup="c1",
                 transfers=(*bet(1, 400).transfers, *bet(2, 80, "rui").transfers))
    assert Till(ledger, operator).commit(both) == InsufficientFunds("player:rui@EUR", 50, 80)
    assert operator.cents == {"ana": 1_000, "rui": 50}
    assert ledger.balances() == {}


def test_a_debit_for_a_command_that_was_stored_before_is_taken_back(ledger: Ledger) -> None:
    operator = Operator(ana=1_000)
    till = Till(ledger, operator)
    assert isinstance(till.commit(bet(1, 400)), Stored)
    assert till.commit(bet(1, 400)) == Repeated(b"taken")
    assert operator.balance("ana") == 600
    assert verify(ledger).verified


def test_no_entry_is_stored_whose_money_was_not_granted(ledger: Ledger) -> None:
    """Not asked for, asked for another sum or player, granted before, taken back: all the same."""
    operator = Operator(ana=1_000, rui=1_000)
    till = Till(ledger, operator)
    books, refused = till.books, [Uncovered("player:ana@EUR")]
    assert books.commit([bet(1, 400)]) == refused
    debit = Debit("one", "player:ana@EUR", 400)
    assert books.commit([wallet_record.with_debits(bet(1, 400), [debit], EUR)]) == refused
    books.commit([wallet_record.wallet_entry(announced=[debit])])
    assert books.commit([wallet_record.with_debits(bet(1, 500), [debit], EUR)]) == refused
    for other in (debit._replace(cents=500), debit._replace(key="two")):
        assert (
            books.commit([wallet_record.with_debits(bet(1, other.cents), [other], EUR)]) == refused
        )
    twice = [wallet_record.with_debits(bet(n, 400), [debit], EUR) for n in (1, 2)]
    assert [type(o) for o in books.commit(twice)] == [Stored, Uncovered]
    assert books.commit(twice[1:]) == refused
    other = Debit("three", "player:ana@EUR", 400)
    books.commit([wallet_record.wallet_entry(announced=[other])])
    books.commit([wallet_record.wallet_entry(retracted=["three"])])
    assert books.commit([wallet_record.with_debits(bet(4, 400), [other], EUR)]) == refused
    assert verify(ledger).verified


@pytest.mark.parametrize("fault", ["lost", "late"])
def test_a_debit_without_an_answer_is_taken_back_and_may_be_asked_again(
        ledger: Ledger, fault: str) -> None:
    operator = Operator(ana=1_000)
    operator.faults = iter([fault])
    till = Till(ledger, operator)
    assert till.commit(bet(1, 400)) == "player:ana@EUR"
    assert operator.balance("ana") == 1_000
    assert ledger.entries(coup="c1") == []
    assert isinstance(till.commit(bet(1, 400)), Stored)
    assert operator.balance("ana") == 600


def test_a_rollback_without_an_answer_is_tried_until_it_has_one(ledger: Ledger) -> None:
    operator = Operator(ana=1_000)
    operator.faults = iter(["late", "lost", "lost", "late"])
    till = Till(ledger, operator)
    assert till.commit(bet(1, 400)) == "player:ana@EUR"
    assert operator.balance("ana") == 600
    assert till.settle() == 1
    assert till.settle() == 1
    assert till.settle() == 0
    assert operator.balance("ana") == 1_000
    assert ledger.announced_debits() == []


def test_a_debit_is_taken_back_when_the_entry_cannot_be_stored(
        ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    operator = Operator(ana=1_000)
    till = Till(ledger, operator)
    commit = ledger.commit

    def full(entries: list[Entry]) -> object:
        if entries[0].coup:
            raise Full("no room left")
        return commit(entries)

    monkeypatch.setattr(ledger, "commit", full)
    with pytest.raises(Full):
        till.commit(bet(1, 400))
    assert operator.balance("ana") == 1_000
    assert ledger.announced_debits() == []
    assert verify(ledger).verified


@pytest.mark.parametrize("really", [True, False])
def test_a_commit_of_unknown_fate_keeps_the_debit_until_it_is_seen(
        sqlite: str, monkeypatch: pytest.MonkeyPatch, really: bool) -> None:
    """Seen when the ledger is opened again, or when it stores again without that."""
    operator = Operator(ana=1_000)
    with Ledger.open(sqlite) as ledger:
        till = Till(ledger, operator)
        plain, broken = ledger.commit, [True]

        def commit(entries: list[Entry]) -> object:
            if broken[0] and entries[0].coup:
                if really:
                    plain(entries)
                raise Uncertain("the disk broke")
            return plain(entries)

        monkeypatch.setattr(ledger, "commit", commit)
        with pytest.raises(Uncertain):
            till.commit(bet(1, 400))
        assert operator.balance("ana") == 600
        broken[0] = False
        till.books.commit([Entry(kind="house")])
        assert [d.cents for d in till.wasted] == ([] if really else [400])
    with Ledger.open(sqlite) as again:
        assert Till(again, operator).settle() == 0
        assert len(again.entries(coup="c1")) == really
        assert operator.balance("ana") == (600 if really else 1_000)
        assert verify(again).verified


def test_a_credit_is_delivered_until_it_is_acknowledged_and_arrives_once(sqlite: str) -> None:
    operator = Operator(ana=0)
    with Ledger.open(sqlite) as ledger:
        operator.faults = iter(["lost", "late"])
        till = Till(ledger, operator)
        assert isinstance(till.commit(prize(1, 250)), Stored)
        assert till.settle() == 1
        assert operator.balance("ana") == 0
    with Ledger.open(sqlite) as again:
        till = Till(again, operator)
        assert till.settle() == 1
        assert operator.balance("ana") == 250
        assert till.settle() == 0
        assert operator.balance("ana") == 250
        assert verify(again).verified


MOMENTS = ("announced", "debit", "granted", "stored", "credit", "acknowledged")


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_house_that_dies_between_two_moves(
        sqlite: str, monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    """After each move, and in the midst of those that reach the wallet."""
    operator = Operator(ana=1_000)
    entry = Entry(kind="house", table="t", coup="c1",
                  transfers=(*bet(1, 400).transfers, *prize(2, 30).transfers))
    died = []
    with Ledger.open(sqlite) as ledger:
        till = Till(ledger, operator)
        if moment in ("debit", "credit"):
            operator.faults = iter(["crash"] if moment == "debit" else ["ok", "crash"])
        commit = till.books.commit

        def dying(entries: list[Entry]) -> object:
            if moment == "granted" and entries[0].coup:
                raise Died
            done = commit(entries)
            if ((moment == "announced" and entries[0].announced) or (moment == "stored"
                    and entries[0].coup) or (moment == "acknowledged" and entries[0].acknowledged)):
                raise Died
            return done

        monkeypatch.setattr(till.books, "commit", dying)
        try:
            till.commit(entry)
            till.deliver()
        except Died:
            died.append(moment)
    assert died == [moment]
    stored = MOMENTS.index(moment) > MOMENTS.index("granted")
    with Ledger.open(sqlite) as again:
        assert Till(again, operator).settle() == 0
        assert len(again.entries(coup="c1")) == stored
        assert operator.balance("ana") == (630 if stored else 1_000)
        assert again.outgoing_credits() == again.announced_debits() == []
        assert verify(again).verified


# -- rows that somebody else has written -----------------------------------------------------------


def row(ledger: Ledger, sql: str, *values: object) -> None:
    """Change a row beside the journal, as somebody with the database can."""
    with ledger._store.writer.begin():
        ledger._store.writer.exec_driver_sql(sql, values)


def played(sqlite: str, operator: Operator) -> None:
    """A journal with one bet stored, one taken back, a prize delivered and one on its way."""
    with Ledger.open(sqlite) as ledger:
        till = Till(ledger, operator)
        till.commit(bet(1, 400))
        operator.faults = iter(["late"])
        till.commit(bet(2, 100))
        till.commit(prize(3, 30))
        till.settle()
        till.commit(prize(4, 70))


FORGED = {
    "a credit that nobody won": (
        "insert into outbox values ('gift/1', 1, 'player:ana', 5000000, '')", "the row gift/1"),
    "a credit delivered before": (
        "insert into outbox select key, seq, frm, amount, law from postings "
        "where key = 'wallet/out/c1/3'", "the row wallet/out/c1/3"),
    "a larger credit": ("update outbox set amount = 7000", "the row wallet/out/c1/4"),
    "another's credit": ("update outbox set account = 'player:eva'", "the row wallet/out/c1/4"),
    "a credit of another entry": ("update outbox set seq = 1", "the row wallet/out/c1/4"),
    "a credit struck out": ("delete from outbox", "the row wallet/out/c1/4"),
    "a debit that was made good": (
        "insert into intents select substr(key, 11), dst, amount from postings "
        "where key like 'wallet/in/%'", "of intents"),
    "a debit that was taken back": (
        "insert into intents values ('{retracted}', 'player:ana', 100)", "of intents"),
    "a debit that nobody announced": (
        "insert into intents values ('forged', 'player:ana', 900)", "the row forged of intents"),
}


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_a_row_beside_the_journal_moves_no_money_and_is_named(
        sqlite: str, forged: tuple[str, str]) -> None:
    sql, named = forged
    operator = Operator(ana=1_000)
    played(sqlite, operator)
    with Ledger.open(sqlite) as ledger:
        back = [
            key for r in ledger.entries(kind="wallet") for key in wallet_record.read(r).retracted
        ]
        row(ledger, sql.format(retracted=back[0]))
        fault = verify(ledger).fault
        assert fault is not None and named in fault.what, fault
    operator.requests.clear()
    with Ledger.open(sqlite) as ledger:
        Till(ledger, operator).settle()
        assert operator.cents["ana"] in (630, 700)
        assert set(operator.requests) <= {"credit ana 70"}, operator.requests
        assert "gift" not in str(operator.given) and "eva" not in operator.cents


def test_what_release_0_1_0_left_is_put_on_record_once(tmp_path: Path) -> None:
    """Its debits and credits are on no record: the first opening says what is there, as far as the
    journal bears it out, and from there on everything is held."""
    first = empty_file(tmp_path / "first.sqlite3", 1)
    operator = Operator(ana=1_000, rui=200)
    before = Entry(kind="house", table="t", coup="c1", transfers=(
        Transfer("wallet/in/c1/1~ab", "wallet:remote", "player:ana", 400, LAW),
        Transfer("c1/1", "player:ana", "stake:c1", 400, LAW),
        Transfer("c1/2", "bank:t", "player:ana", 30, LAW),
        Transfer("wallet/out/c1/2", "player:ana", "wallet:remote", 30, LAW),
        Transfer("c1/3", "bank:t", "player:ana", 50, LAW),
        Transfer("wallet/out/c1/3", "player:ana", "wallet:remote", 50, LAW)))
    owed = tuple(t for t in before.transfers if t.key == "wallet/out/c1/3")
    with Ledger.open(first) as ledger:
        ledger.commit([msgspec.structs.replace(before, outbox=owed)])
        row(ledger, "insert into intents values ('c1/7~cd', 'player:rui', 60)")
        operator.debit("c1/7~cd", "rui", 60)
        assert verify(ledger).verified
        row(ledger, "insert into outbox values ('gift/1', 1, 'player:ana', 5000000, '')")
        row(ledger, "insert into intents values ('c1/1~ab', 'player:ana', 400)")
        fault = verify(ledger).fault
        assert fault is not None and "of outbox" in fault.what
    with Ledger.open(first) as ledger:
        assert Till(ledger, operator).settle() == 0
        assert operator.cents == {"ana": 1_050, "rui": 200}
        opened = wallet_record.read(ledger.entries(kind="wallet")[0])
        assert opened.opened and opened.owed == ("c1/3",)
        assert opened.announced == (("c1/7~cd", "player:rui", 60),)
        assert verify(ledger).fault is not None
        row(ledger, "delete from outbox where key = 'gift/1'")
        assert "the row c1/1~ab of intents" in verify(ledger).fault.what  # type: ignore[union-attr]
        row(ledger, "delete from intents where key = 'c1/1~ab'")
        assert verify(ledger).verified
    with Ledger.open(first) as ledger:
        Till(ledger, operator)
        assert sum(wallet_record.read(r).opened for r in ledger.entries(kind="wallet")) == 1


WRONG = {
    "acknowledged twice": (
        wallet_record.wallet_entry(acknowledged=["wallet/out/c1/3"]),
        "acknowledged credit",
    ),
    "never owed": (
        wallet_record.wallet_entry(acknowledged=["wallet/out/x"]),
        "acknowledged credit",
    ),
    "taken back twice": (wallet_record.wallet_entry(retracted=["{retracted}"]), "retracted"),
    "announced twice": (
        wallet_record.wallet_entry(announced=[Debit("{retracted}", "player:ana@EUR", 1)]),
        "announced debit",
    ),
    "opened twice": (wallet_record.opening_entry(Due([], [], False)), "entry"),
    "unreadable": (Entry(kind="wallet", body=b'{"wallet":{"announced":7}}'), "the body"),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_record_of_the_wallet_that_cannot_be_is_named(
        sqlite: str, wrong: tuple[Entry, str]) -> None:
    entry, named = wrong
    played(sqlite, Operator(ana=1_000))
    with Ledger.open(sqlite) as ledger:
        back = [
            key for r in ledger.entries(kind="wallet") for key in wallet_record.read(r).retracted
        ]
        body = entry.body.replace(b"{retracted}", back[0].encode())
        ledger.commit([Entry(kind="wallet", body=body)])
        fault = verify(ledger).fault
        assert fault is not None and fault.seq == ledger.head()[0] and named in fault.what, fault


@pytest.mark.parametrize(("moved", "named"), [
    ((Transfer("wallet/in/x", REMOTE, "player:ana@EUR", 9, LAW),
      Transfer("c1/9", "player:ana@EUR", "stake:c1@EUR", 9, LAW)), "the debit x"),
    ((Transfer("c1/9", REMOTE, "player:ana@EUR", 9, LAW),), "the transfer c1/9"),
    ((Transfer("c1/8", "bank:t@EUR", "player:ana@EUR", 1, LAW),
      Transfer("c1/9", "bank:t@EUR", "player:ana@EUR", 9, LAW),
      Transfer("wallet/out/c1/9", "player:ana@EUR", REMOTE, 9, LAW)), "what moves to the wallet"),
], ids=["not announced", "from nowhere", "less than was won"])
def test_money_of_the_wallet_that_the_journal_does_not_bear_out_is_named(
        sqlite: str, moved: tuple[Transfer, ...], named: str) -> None:
    played(sqlite, Operator(ana=1_000))
    with Ledger.open(sqlite) as ledger:
        ledger.commit([Entry(kind="house", transfers=moved)])
        fault = verify(ledger).fault
        assert fault is not None and named in fault.what, fault


# -- real coups, and a wallet that fails at random -------------------------------------------------


def without_issue(coups: int, seed: int) -> Iterator[list[Entry]]:
    """The groups of real coups of players whose credit is elsewhere."""
    played = groups(coups, seed=seed, void_every=4)
    next(played)
    yield from ([with_currency_names(EUR, entry) for entry in group] for group in played)


@pytest.mark.more_of("2", "3", "4", "5")
@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_lost_or_doubled_whatever_fails(tmp_path: Path, seed: int) -> None:
    """Requests get lost, answers come late and the house dies; the two books agree at the end."""
    chance = random.Random(seed)
    players = {f"t0-p{i}": 100_000 for i in range(3)}
    operator = Operator(**players)
    url = str(tmp_path / "l.sqlite3")
    ledger = Ledger.open(url)
    till = Till(ledger, operator)
    faults = deaths = 0

    def badly() -> Iterator[str]:
        while True:
            yield chance.choices(("ok", "lost", "late", "crash"), (85, 6, 6, 3))[0]

    operator.faults = badly()
    for group in without_issue(8, seed):
        while True:
            try:
                last = ledger.entries(table=group[0].table, newest_first=True, limit=1)
                if last and last[0].body == group[0].body:
                    break  # stored before the house died
                if isinstance(till.commit(group[0]), Stored):
                    till.settle()
                    break
                faults += 1
            except Died:
                deaths += 1
                ledger.close()
                ledger = Ledger.open(url)
                till = Till(ledger, operator)
                operator.faults = iter(())
                till.settle()
                operator.faults = badly()
    operator.faults = iter(())
    assert till.settle() == 0
    assert faults + deaths > 0
    assert ledger.announced_debits() == ledger.outgoing_credits() == []
    finding = verify(ledger)
    assert finding.verified, finding.fault
    expected = dict(players)
    for posting in ledger.postings():
        t = posting.transfer
        if t.key.startswith("t0-"):
            for account, amount in ((t.frm, -t.amount), (t.to, t.amount)):
                if account.startswith("player:"):
                    expected[EUR.owner(account)] += amount
    assert operator.cents == expected
    assert ledger.balance(EUR.wallet("t0")) == sum(expected.values()) - sum(players.values())
    ledger.close()
