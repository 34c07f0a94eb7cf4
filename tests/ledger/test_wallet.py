"""The players' money elsewhere: every debit is stored or taken back, every credit arrives once."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playing import groups

from sabot.certify.verify import verify
from sabot.ledger import (
    Entry,
    Full,
    Ledger,
    LedgerError,
    Repeated,
    Short,
    Stored,
    Uncertain,
    issue,
)
from sabot.ledger.wallet import (
    REMOTE,
    EmbeddedWallet,
    Insufficient,
    NoAnswer,
    RemoteBooks,
    Unanswered,
    Wallet,
)
from sabot.money import Transfer

LAW = "pt-805-2015/blackjack-online/2.a"


class Operator:
    """An operator's wallet: keeps its own books, and answers as badly as it is told to.

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

    def debit(self, key: str, player: str, amount: int) -> Insufficient | None:
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

    def credit(self, key: str, player: str, amount: int) -> None:
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

    def balance(self, player: str) -> int:
        return self.cents.get(player, 0)


class Died(BaseException):
    """The house is gone in the middle of something."""


def bet(number: int, amount: int, player: str = "ana") -> Entry:
    return Entry(kind="house", table="t", coup="c1", command=(player, f"k{number}"),
                 answer=b"taken", transfers=(
                     Transfer(f"c1/{number}", f"player:{player}", "stake:c1", amount, LAW),))


def prize(number: int, amount: int, player: str = "ana") -> Entry:
    return Entry(kind="house", table="t", coup="c1", transfers=(
        Transfer(f"c1/{number}", "bank:t", f"player:{player}", amount, LAW),))


@pytest.fixture
def ledger(url: str) -> Iterator[Ledger]:
    with Ledger.open(url) as made:
        yield made


# -- the port --------------------------------------------------------------------------------------


@pytest.fixture(params=["embedded", "operator"])
def wallet(request: pytest.FixtureRequest, sqlite: str) -> Iterator[Wallet]:
    if request.param == "operator":
        yield Operator(ana=1_000)
        return
    with Ledger.open(sqlite) as made:
        made.commit([Entry(kind="player", transfers=(issue("ana", 1_000, "i"),))])
        yield EmbeddedWallet(made)
        assert verify(made).verified


def test_each_request_takes_effect_once(wallet: Wallet) -> None:
    assert wallet.debit("1", "ana", 300) is None
    assert wallet.debit("1", "ana", 300) is None
    assert wallet.balance("ana") == 700
    wallet.credit("2", "ana", 50)
    wallet.credit("2", "ana", 50)
    assert wallet.balance("ana") == 750
    wallet.rollback("1")
    wallet.rollback("1")
    assert wallet.balance("ana") == 1_050


def test_a_debit_of_more_than_there_is_is_refused_with_both_sums(wallet: Wallet) -> None:
    assert wallet.debit("1", "ana", 1_001) == Insufficient(1_000, 1_001)
    assert wallet.balance("ana") == 1_000
    assert wallet.debit("1", "ana", 900) is None


def test_a_debit_that_arrives_after_its_rollback_has_no_effect(wallet: Wallet) -> None:
    wallet.rollback("1")
    assert wallet.debit("1", "ana", 300) is None
    assert wallet.balance("ana") == 1_000


def test_the_embedded_wallet_is_the_ledger_in_one_transaction(ledger: Ledger) -> None:
    """A bet is a transfer in the entry that tells it: refused together, stored together."""
    ledger.commit([Entry(kind="player", transfers=(issue("ana", 500, "i"),))])
    assert ledger.commit([bet(1, 400), bet(2, 400)]) == [Stored(2), Short("player:ana", 100, 400)]
    assert EmbeddedWallet(ledger).balance("ana") == 100
    assert len(ledger.entries(coup="c1")) == 1


# -- a wallet elsewhere ----------------------------------------------------------------------------


def test_a_bet_is_debited_there_and_a_prize_credited(ledger: Ledger) -> None:
    operator = Operator(ana=1_000)
    books = RemoteBooks(ledger, operator)
    assert books.commit([bet(1, 400)]) == [Stored(1)]
    assert operator.balance("ana") == 600
    assert books.commit([prize(2, 250)]) == [Stored(2)]
    assert operator.balance("ana") == 850
    assert ledger.balances() == {"bank:t": -250, "player:ana": 0, "stake:c1": 400, REMOTE: -150}
    assert ledger.outgoing() == ledger.announced() == []
    assert verify(ledger).verified


def test_a_short_player_is_refused_with_what_he_has_there(ledger: Ledger) -> None:
    operator = Operator(ana=1_000, rui=50)
    books = RemoteBooks(ledger, operator)
    assert books.commit([bet(1, 400), bet(2, 80, "rui"), bet(3, 700)]) == [
        Stored(1), Short("player:rui", 50, 80), Short("player:ana", 600, 700)]
    assert operator.cents == {"ana": 600, "rui": 50}
    assert ledger.announced() == []


def test_of_an_entry_with_two_debits_both_are_taken_or_none(ledger: Ledger) -> None:
    operator = Operator(ana=1_000, rui=50)
    both = Entry(kind="house", table="t", coup="c1",
                 transfers=(*bet(1, 400).transfers, *bet(2, 80, "rui").transfers))
    assert RemoteBooks(ledger, operator).commit([both]) == [Short("player:rui", 50, 80)]
    assert operator.cents == {"ana": 1_000, "rui": 50}
    assert ledger.balances() == {}


def test_a_repeated_command_is_not_debited_again(ledger: Ledger) -> None:
    operator = Operator(ana=1_000)
    books = RemoteBooks(ledger, operator)
    assert books.commit([bet(1, 400), bet(1, 400)]) == [Stored(1), Repeated(b"taken")]
    assert books.commit([bet(1, 400)]) == [Repeated(b"taken")]
    assert operator.balance("ana") == 600
    assert len(operator.requests) == 1


@pytest.mark.parametrize("fault", ["lost", "late"])
def test_a_debit_without_an_answer_is_taken_back_and_may_be_asked_again(
        ledger: Ledger, fault: str) -> None:
    operator = Operator(ana=1_000)
    operator.faults = iter([fault])
    books = RemoteBooks(ledger, operator)
    assert books.commit([bet(1, 400)]) == [Unanswered("player:ana")]
    assert operator.balance("ana") == 1_000
    assert ledger.head()[0] == 0
    assert books.commit([bet(1, 400)]) == [Stored(1)]
    assert operator.balance("ana") == 600


def test_a_rollback_without_an_answer_is_tried_until_it_has_one(ledger: Ledger) -> None:
    operator = Operator(ana=1_000)
    operator.faults = iter(["late", "lost", "lost", "late"])
    books = RemoteBooks(ledger, operator)
    assert books.commit([bet(1, 400)]) == [Unanswered("player:ana")]
    assert operator.balance("ana") == 600
    assert books.settle() == 1
    assert books.settle() == 1
    assert books.settle() == 0
    assert operator.balance("ana") == 1_000
    assert ledger.announced() == []


def test_a_debit_is_taken_back_when_the_entry_cannot_be_stored(
        ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    operator = Operator(ana=1_000)
    books = RemoteBooks(ledger, operator)
    monkeypatch.setattr(ledger, "commit", refusing(Full("no room left")))
    with pytest.raises(Full):
        books.commit([bet(1, 400)])
    assert operator.balance("ana") == 1_000
    assert ledger.announced() == []


def refusing(error: LedgerError) -> Callable[[object], None]:
    def commit(_: object) -> None:
        raise error

    return commit


def test_a_commit_of_unknown_fate_keeps_the_debit_until_the_ledger_is_opened_again(
        sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    operator = Operator(ana=1_000)
    for number, really in ((1, True), (2, False)):
        with Ledger.open(sqlite) as ledger:
            plain = ledger.commit

            def commit(entries: list[Entry], plain: Callable[..., object] = plain,
                       really: bool = really) -> None:
                if really:
                    plain(entries)
                raise Uncertain("the disk broke")

            monkeypatch.setattr(ledger, "commit", commit)
            with pytest.raises(Uncertain):
                RemoteBooks(ledger, operator).commit([bet(number, 400)])
        with Ledger.open(sqlite) as again:
            assert RemoteBooks(again, operator).settle() == 0
            assert again.head()[0] == 1
            assert operator.balance("ana") == 600


def test_a_credit_is_delivered_until_it_is_acknowledged_and_arrives_once(sqlite: str) -> None:
    operator = Operator(ana=0)
    with Ledger.open(sqlite) as ledger:
        operator.faults = iter(["lost", "late"])
        assert RemoteBooks(ledger, operator).commit([prize(1, 250)]) == [Stored(1)]
        assert operator.balance("ana") == 0
    with Ledger.open(sqlite) as again:
        books = RemoteBooks(again, operator)
        assert books.settle() == 1
        assert operator.balance("ana") == 250
        assert books.settle() == 0
        assert operator.balance("ana") == 250
        assert books.settle() == 0


@pytest.mark.parametrize(("moment", "stored"), [("debit", 0), ("commit", 1), ("credit", 1)])
def test_a_house_that_dies_between_wallet_and_ledger(
        sqlite: str, monkeypatch: pytest.MonkeyPatch, moment: str, stored: int) -> None:
    operator = Operator(ana=1_000)
    entry = Entry(kind="house", table="t", coup="c1",
                  transfers=(*bet(1, 400).transfers, *prize(2, 30).transfers))
    with Ledger.open(sqlite) as ledger:
        books = RemoteBooks(ledger, operator)
        if moment == "commit":
            monkeypatch.setattr(books, "deliver", dying)
        else:
            operator.faults = iter(["crash"] if moment == "debit" else ["ok", "crash"])
        with pytest.raises(Died):
            books.commit([entry])
    with Ledger.open(sqlite) as again:
        assert RemoteBooks(again, operator).settle() == 0
        assert again.head()[0] == stored
        assert operator.balance("ana") == (1_000 if not stored else 630)
        assert again.outgoing() == again.announced() == []


def dying() -> int:
    raise Died


# -- real coups, and a wallet that fails at random -------------------------------------------------


def without_issue(coups: int, seed: int) -> Iterator[list[Entry]]:
    """The groups of real coups of players whose credit is elsewhere."""
    played = groups(coups, seed=seed, void_every=4)
    next(played)
    yield from played


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_lost_or_doubled_whatever_fails(tmp_path: Path, seed: int) -> None:
    """Requests get lost, answers come late and the house dies; the two books agree at the end."""
    chance = random.Random(seed)
    players = {f"t0-p{i}": 100_000 for i in range(3)}
    operator = Operator(**players)
    url = str(tmp_path / "l.sqlite3")
    ledger = Ledger.open(url)
    books = RemoteBooks(ledger, operator)
    faults = deaths = 0

    def badly() -> Iterator[str]:
        while True:
            yield chance.choices(("ok", "lost", "late", "crash"), (85, 6, 6, 3))[0]

    operator.faults = badly()
    for group in without_issue(8, seed):
        while True:
            try:
                if ledger.head()[0] and ledger.entries(since_seq=ledger.head()[0] - 1)[0].body == (
                        group[0].body):
                    break  # stored before the house died
                outcome = books.commit(group)[0]
                if isinstance(outcome, Stored):
                    break
                assert isinstance(outcome, Unanswered)
                faults += 1
            except Died:
                deaths += 1
                ledger.close()
                ledger = Ledger.open(url)
                books = RemoteBooks(ledger, operator)
                operator.faults = iter(())
                books.settle()
                operator.faults = badly()
    operator.faults = iter(())
    assert books.settle() == 0
    assert faults + deaths > 0
    assert ledger.announced() == ledger.outgoing() == []
    finding = verify(ledger)
    assert finding.verified, finding.fault
    expected = dict(players)
    for posting in ledger.postings():
        t = posting.transfer
        if t.key.startswith("t0-"):
            for account, amount in ((t.frm, -t.amount), (t.to, t.amount)):
                if account.startswith("player:"):
                    expected[account.removeprefix("player:")] += amount
    assert operator.cents == expected
    assert ledger.balance(REMOTE) == sum(expected.values()) - sum(players.values())
    ledger.close()
