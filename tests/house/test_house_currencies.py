"""Money of two currencies in one house, whose books have the second format of the journal: a player
has an account in each, and no sum ever adds two."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from sabot.certify.audit.verify import verify
from sabot.games import catalogue
from sabot.house import HouseError
from sabot.house.books.purse import OwnPurse
from sabot.house.books.teller import OperatorPurse
from sabot.house.money.balances import Balance
from sabot.house.people.players import GUEST_CREDIT
from sabot.ledger import Entry, Ledger, Malformed
from sabot.ledger.postings import Accounts, has_currency
from sabot.ledger.wallet import Insufficient
from sabot.money import CODES, Transfer
from support.house_evening import TABLES, Evening, Guest, run_async, wait_until
from support.random_night import one_of_each, shipped

SECOND = 2
EUR, MOP = Accounts("EUR"), Accounts("MOP")
MACAU = {"macau": shipped(one_of_each()["fantan"])}
BOTH = {**TABLES, **MACAU}


def test_every_game_is_played_in_a_currency_that_has_a_code() -> None:
    assert {game.currency for game in catalogue().values()} == CODES.keys()


@run_async
async def test_a_guest_has_credits_in_each_currency_of_the_tables(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=BOTH, format=SECOND) as evening:
        ana = await evening.guest("Ana")
        assert evening.house.balances.of(ana.id) == [
            Balance(currency="€", cents=GUEST_CREDIT), Balance(currency="MOP", cents=GUEST_CREDIT)]
        assert evening.ledger.balances(f"player:{ana.id}") == {
            EUR.player(ana.id): GUEST_CREDIT, MOP.player(ana.id): GUEST_CREDIT}


@run_async
async def test_what_is_played_in_patacas_leaves_the_euros_alone(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=BOTH, format=SECOND) as evening:
        ana = await evening.guest("Ana")
        balance = evening.ledger.balance
        await ana.must("sit", "1", table="macau")
        await evening.later(5)
        bet = next(o for o in evening.desk("macau").dealer.standing.offers if o.act == "bet")
        await ana.must("bet", bet.spots[0], bet.low, table="macau")
        assert balance(MOP.player(ana.id)) == GUEST_CREDIT - bet.low
        assert balance(EUR.player(ana.id)) == GUEST_CREDIT
        you = {
            table: evening.house.player_summary(ana.id, evening.desk(table)) or {} for table in BOTH
        }
        assert (you["macau"].currency, you["macau"].balance) == (
            "MOP", GUEST_CREDIT - bet.low)
        assert (you["shared"].currency, you["shared"].balance) == ("€", GUEST_CREDIT)
        for posting in evening.ledger.postings():
            moved = posting.transfer
            assert has_currency(moved.frm) and moved.frm[-4:] == moved.to[-4:], moved
        by_currency: Counter[str] = Counter()
        for account, cents in evening.ledger.balances().items():
            by_currency[account[-3:]] += cents
        assert by_currency == {"EUR": 0, "MOP": 0}
        assert verify(evening.ledger).verified


@run_async
async def test_credits_are_given_anew_in_the_currency_that_is_spent(tmp_path: Path) -> None:
    """Who has no euros for the smallest bet gets euros, and keeps the patacas that they have."""
    async with Evening(tmp_path, tables=BOTH, format=SECOND) as evening:
        ana = await evening.guest("Ana")
        player = evening.house.player(ana.id)
        assert player is not None
        with pytest.raises(HouseError, match="smallest bet"):
            await evening.house.refill(player)
        await evening.house.commit(Entry(kind="house", transfers=(
            Transfer("spent", EUR.player(ana.id), EUR.bank("shared"), GUEST_CREDIT, ""),
            Transfer("won", MOP.bank("macau"), MOP.player(ana.id), 7, ""))))
        assert await evening.house.refill(player)
        assert [one.cents for one in evening.house.balances.of(ana.id)] == [
            GUEST_CREDIT, GUEST_CREDIT + 7]


def test_the_first_format_keeps_one_account_for_all(tmp_path: Path) -> None:
    with Ledger.open(str(tmp_path / "first.sqlite3"), format=1) as ledger:
        assert {ledger.accounts(sign) for sign in CODES} == {Accounts("")}
        assert OwnPurse(ledger).balance(ledger.accounts("MOP").player("ana")) == 0


@pytest.mark.parametrize(("frm", "to"), [
    ("player:ana@EUR", "stake:t-1@MOP"), ("player:ana", "stake:t-1"), ("player:ana@EUR", "stake:t"),
    ("player:ana@eur", "stake:t@eur"), ("player:ana@EURO", "stake:t@EURO")])
def test_nothing_moves_from_one_currency_to_another_or_without_one(
        tmp_path: Path, frm: str, to: str) -> None:
    with Ledger.open(str(tmp_path / "second.sqlite3"), format=SECOND) as ledger:
        with pytest.raises(Malformed, match="same currency"):
            ledger.commit([Entry(kind="house", transfers=(Transfer("k", frm, to, 1, ""),))])
        assert ledger.balances() == {}


class Safe:
    """An operator's wallet that keeps what each player has in each currency."""

    def __init__(self, **cents: int) -> None:
        self.cents = {tuple(name.split("_")): held for name, held in cents.items()}
        self.seen: set[str] = set()

    def debit(self, key: str, player: str, amount: int, currency: str) -> Insufficient | None:
        if key in self.seen:
            return None
        if (have := self.balance(player, currency)) < amount:
            return Insufficient(have, amount)
        self.seen.add(key)
        self.cents[player, currency] = have - amount
        return None

    def credit(self, key: str, player: str, amount: int, currency: str) -> None:
        if key not in self.seen:
            self.seen.add(key)
            self.cents[player, currency] = self.balance(player, currency) + amount

    def rollback(self, key: str) -> None:
        raise AssertionError("every debit of this night is made good")

    def balance(self, player: str, currency: str) -> int:
        return self.cents.get((player, currency), 0)


@run_async
async def test_a_wallet_is_told_the_currency_and_owes_it_by_table(tmp_path: Path) -> None:
    tables = {name: msgspec.structs.replace(table, demo=False) for name, table in BOTH.items()}
    safe = Safe(ana_EUR=10_000, ana_MOP=50_000)
    async with Evening(tmp_path, tables=tables, wallet=safe, format=SECOND,
                       cards=("TS 9H 9S TD",)) as evening:
        ana = Guest(evening, await evening.house.admit("ana", "Ana"))
        assert [one.cents for one in evening.house.balances.of("ana")] == [10_000, 50_000]
        await ana.must("sit", "1", table="alone")
        await ana.must("bet", "1", 1_000, table="alone")
        assert safe.cents == {("ana", "EUR"): 9_000, ("ana", "MOP"): 50_000}
        chain = ana.room("alone").desk.id
        assert evening.ledger.balances("wallet:") == {f"wallet:{chain}@EUR": -1_000}
        await ana.must("deal", "table", table="alone")
        desk = ana.room("alone").desk
        while not desk.state.over:
            offers = {o.act: o for o in desk.dealer.standing.offers}
            act = next(a for a in ("no-insurance", "wait", "stand", "hit") if a in offers)
            await ana.must(act, offers[act].seat, table="alone")
        net = evening.house.archive.last_coups("ana")[0].net
        await wait_until(lambda: safe.cents["ana", "EUR"] == 10_000 + net and evening.settled)
        assert safe.cents["ana", "MOP"] == 50_000
        assert verify(evening.ledger).verified
        await evening.reopen()
        assert [one.cents for one in evening.house.balances.of("ana")][1:] in ([0], [50_000])
        assert verify(evening.ledger).verified


class WithoutCurrency(Safe):
    """A wallet that was written for a house whose books know no currencies."""

    def debit(self, key: str, player: str, amount: int) -> None:  # type: ignore[override]
        raise AssertionError("it is never asked")


def test_a_wallet_that_takes_no_currency_is_refused(tmp_path: Path) -> None:
    with Ledger.open(str(tmp_path / "second.sqlite3"), format=SECOND) as ledger, \
            pytest.raises(ValueError, match=r"debit\(key, player, amount, currency\)"):
        OperatorPurse(ledger, WithoutCurrency())
    with Ledger.open(str(tmp_path / "first.sqlite3"), format=1) as ledger:
        OperatorPurse(ledger, WithoutCurrency())
