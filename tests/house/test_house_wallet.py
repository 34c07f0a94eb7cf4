"""A house whose players' money is in an operator's wallet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.certify.audit.verify import verify
from sabot.house import House, HouseError
from sabot.ledger.wallet import Insufficient, NoAnswer
from sabot.procedure.table import Table
from support.house_evening import TABLES, Evening, Guest, Refused, row, run_async, wait_until


class Safe:
    """An operator's wallet: each key takes effect once. ``silent`` answers nobody."""

    def __init__(self, **cents: int) -> None:
        self.cents = dict(cents)
        self.taken: dict[str, tuple[str, int]] = {}
        self.given: set[str] = set()
        self.undone: set[str] = set()
        self.silent = False

    def _answer(self) -> None:
        if self.silent:
            raise NoAnswer

    def debit(self, key: str, player: str, amount: int, currency: str = ""
              ) -> Insufficient | None:
        self._answer()
        if key in self.taken or key in self.undone:
            return None
        have = self.cents.get(player, 0)
        if have < amount:
            return Insufficient(have, amount)
        self.cents[player] = have - amount
        self.taken[key] = (player, amount)
        return None

    def credit(self, key: str, player: str, amount: int, currency: str = "") -> None:
        self._answer()
        if key not in self.given:
            self.given.add(key)
            self.cents[player] = self.cents.get(player, 0) + amount

    def rollback(self, key: str) -> None:
        self._answer()
        self.undone.add(key)
        if key in self.taken:
            player, amount = self.taken.pop(key)
            self.cents[player] += amount

    def balance(self, player: str, currency: str = "") -> int:
        self._answer()
        return self.cents.get(player, 0)


@pytest.fixture
def safe() -> Iterator[Safe]:
    yield Safe(ana=10_000)


def for_money() -> dict[str, Table]:
    return {key: msgspec.structs.replace(table, demo=False) for key, table in TABLES.items()}


async def sent(evening: Evening, player: str = "ana", name: str = "Ana") -> Guest:
    return Guest(evening, await evening.house.admit(player, name))


async def stand_to_the_end(guest: Guest) -> None:
    room = guest.room("alone")
    while not room.desk.state.over:
        offers = {o.act: o for o in room.desk.dealer.standing.offers}
        act = next(a for a in ("no-insurance", "wait", "stand", "hit") if a in offers)
        await guest.must(act, offers[act].seat, table="alone")


@run_async
async def test_bets_leave_the_wallet_and_prizes_reach_it(tmp_path: Path, safe: Safe) -> None:
    """9 and 9 against 19: the bet of 10 euros is lost; then 20 against 18 is won."""
    cards = ("TS 9H 9S TD", "TH KD QS 8C")
    async with Evening(tmp_path, tables=for_money(), wallet=safe, cards=cards) as evening:
        ana = await sent(evening)
        assert evening.house.purse.balance("player:ana@EUR") == 10_000
        await ana.must("sit", "1", table="alone")
        await ana.must("bet", "1", 1_000, table="alone")
        assert safe.cents["ana"] == 9_000 == evening.house.purse.balance("player:ana@EUR")
        await ana.must("deal", "table", table="alone")
        await stand_to_the_end(ana)
        net = evening.house.archive.last_coups("ana")[0].net
        assert evening.house.purse.balance("player:ana@EUR") == 10_000 + net
        await wait_until(lambda: safe.cents["ana"] == 10_000 + net and evening.settled)
        assert verify(evening.ledger).verified


@pytest.mark.law(row("2.a"))
@run_async
async def test_the_wallet_decides_whether_a_bet_is_covered(tmp_path: Path, safe: Safe) -> None:
    async with Evening(tmp_path, tables=for_money(), wallet=safe) as evening:
        ana = await sent(evening)
        await ana.must("sit", "1")
        safe.cents["ana"] = 500  # spent elsewhere meanwhile
        no = await ana.refused("bet", "1", 1_000)
        assert (no.code, no.facts) == ("credit", {"have": 500, "need": 1_000})
        await ana.must("bet", "1", 400)
        assert safe.cents["ana"] == 100
        assert evening.desk().staked == {"ana": 400}


@run_async
async def test_a_silent_wallet_changes_nothing_and_may_be_asked_again(
        tmp_path: Path, safe: Safe) -> None:
    async with Evening(tmp_path, tables=for_money(), wallet=safe) as evening:
        ana = await sent(evening)
        await ana.must("sit", "1")
        safe.silent = True
        no = await ana.do("bet", "1", 1_000, key="again")
        assert isinstance(no, Refused) and no.code == "wallet"
        assert evening.desk().staked == {}
        safe.silent = False
        yes = await ana.do("bet", "1", 1_000, key="again")
        assert not isinstance(yes, Refused)
        assert evening.desk().staked == {"ana": 1_000}
        await wait_until(lambda: safe.cents["ana"] == 9_000 and evening.settled)
        assert verify(evening.ledger).verified


@pytest.mark.parametrize("answer", [True, "12.50", {"have": 1}, 12.5, Insufficient(1, "2")])
@run_async
async def test_an_answer_that_the_protocol_does_not_have_is_no_answer(
        tmp_path: Path, safe: Safe, answer: object) -> None:
    class Wrong(Safe):
        """Does what it is asked, and then answers anything."""

        wrong = False

        def debit(self, *request: Any) -> Any:
            done = super().debit(*request)
            return answer if self.wrong else done

        def balance(self, *request: Any) -> Any:
            cents = super().balance(*request)
            return answer if self.wrong else cents

    wallet = Wrong(ana=10_000, rui=5_000)
    async with Evening(tmp_path, tables=for_money(), wallet=wallet) as evening:
        ana = await sent(evening)
        await ana.must("sit", "1")
        wallet.wrong = True
        rui = await sent(evening, "rui", "Rui")
        assert evening.house.purse.balance(f"player:{rui.id}@EUR") == 0, "not known yet"
        no = await ana.refused("bet", "1", 1_000)
        assert no.code == "wallet"
        wallet.wrong = False
        await wait_until(lambda: wallet.cents["ana"] == 10_000 and evening.settled)
        await wait_until(lambda: evening.house.purse.balance(f"player:{rui.id}@EUR") == 5_000)
        await ana.must("bet", "1", 1_000)
        assert wallet.cents["ana"] == 9_000


@run_async
async def test_a_prize_owed_while_the_wallet_was_silent_is_delivered(
        tmp_path: Path, safe: Safe) -> None:
    async with Evening(tmp_path, tables=for_money(), wallet=safe) as evening:
        ana = await sent(evening)
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1_000)
        safe.silent = True
        await ana.must("clear", "1")  # returns the stake: it needs no answer to be true
        assert safe.cents["ana"] == 9_000
        assert evening.house.purse.balance("player:ana@EUR") == 10_000, "it is on its way"
        safe.silent = False
        await wait_until(lambda: safe.cents["ana"] == 10_000 and evening.settled)
        assert verify(evening.ledger).verified


@pytest.mark.law(row("38-2"))
@run_async
async def test_money_and_demo_credits_never_meet(tmp_path: Path, safe: Safe) -> None:
    """38-2: no guest at a house for money, no table for money at a house of demo credits."""
    async with Evening(tmp_path, tables=for_money(), wallet=safe) as evening:
        with pytest.raises(HouseError, match="plays for money"):
            await evening.house.guest("Rui")
        with pytest.raises(ValueError, match="cannot be opened here: shared, alone"):
            House(evening.ledger, for_money())
        with pytest.raises(ValueError, match="demo = false"):
            House(evening.ledger, TABLES, wallet=safe)
