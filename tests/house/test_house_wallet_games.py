"""Every game for money, with an operator's wallet that loses requests and answers: to the cent."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from test_house_wallet import Safe

from sabot.certify.audit.verify import verify
from sabot.cli.operating.serve import load_tables
from sabot.games import catalogue
from sabot.house.money.jackpot_claims import pool_of
from sabot.ledger.wallet import Insufficient, NoAnswer
from sabot.procedure import offers_for
from sabot.procedure.table import Table
from support.house_evening import Evening, Guest, run_async

BEGAN = 10_000_000
NAMES = ("ana", "rui", "eva", "gil", "bea")


class Flaky(Safe):
    """Requests get lost, and so do answers; each takes some time."""

    def __init__(self, seed: int) -> None:
        super().__init__(**dict.fromkeys(NAMES, BEGAN))
        self.random, self.turn, self.well = random.Random(seed), threading.Lock(), False

    def _through(self, act: str, *args: Any) -> Any:
        with self.turn:
            dice, wait = self.random.random(), self.random.random() * 0.003
        time.sleep(wait)
        if dice < 0.06 and not self.well:
            raise NoAnswer(act)
        with self.turn:
            answer = getattr(Safe, act)(self, *args)
        if dice > 0.94 and not self.well:
            raise NoAnswer(act)
        return answer

    def debit(self, key: str, player: str, amount: int, currency: str) -> Insufficient | None:
        refused: Insufficient | None = self._through("debit", key, player, amount)
        return refused

    def credit(self, key: str, player: str, amount: int, currency: str) -> None:
        self._through("credit", key, player, amount)

    def rollback(self, key: str) -> None:
        self._through("rollback", key)

    def balance(self, player: str, currency: str = "") -> int:
        return int(self._through("balance", player))


def tables() -> dict[str, Table]:
    """A table of each game of the house's own, for money, where people play in company."""
    found: dict[str, Table] = {}
    for table in load_tables(None)[0].values():
        if not (pool_of(table) or table.attended or table.private):
            found.setdefault(table.game, msgspec.structs.replace(table, demo=False, bots=0))
    return found


FIRST = ("blackjack-online", "holdem", "machines", "cussec")
AWAY = ("leave", "stand-up", "repeat")


def an_act(guest: Guest, at: str, dice: random.Random, used: Counter[str]
           ) -> tuple[str, str, int] | None:
    """Something that the table offers this player; the less used, the likelier."""
    desk = guest.room(at).desk
    if desk.dealer is None:
        return "sit", "1", 0  # at a table of one's own the coup begins with the player
    offers = [o for o in offers_for(desk.dealer.standing, guest.id)
              if o.spots and guest.id not in o.barred and o.act not in AWAY]
    if not offers:
        return None
    offer = dice.choices(offers, [1 / (1 + used[o.act]) ** 2 for o in offers])[0]
    used[offer.act] += 1
    amount = offer.low + offer.unit * dice.randrange(3) if offer.unit else offer.low
    return offer.act, dice.choice(offer.spots), min(amount, offer.high or amount)


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=() if name in FIRST else pytest.mark.more) for name in catalogue()])
@run_async
async def test_money_adds_up_at_the_wallet_and_in_the_ledger(tmp_path: Path, name: str) -> None:
    table = tables().get(name)
    if table is None:
        pytest.skip("the house lays out none of its own without a pool")
    dice, wallet, used = random.Random(name), Flaky(7), Counter[str]()
    evening = Evening(tmp_path, tables={"t": table}, wallet=wallet)
    evening.clock.advance(1_800_000_000)  # by then all that these tables have was authorised
    async with evening:
        guests = [Guest(evening, await evening.house.admit(player, player)) for player in NAMES]
        for _ in range(60):
            acts = [(guest, act) for guest in dice.sample(guests, dice.randint(1, 3))
                    if (act := an_act(guest, "t", dice, used)) is not None]
            await asyncio.gather(*(guest.do(*act, table="t") for guest, act in acts))
            if not acts or dice.random() < 0.15:
                await evening.later(dice.choice((1.0, 5.0, 30.0)))
        wallet.well = True
        await evening.delivered()
        finding = verify(evening.ledger)
        assert finding.verified, finding.fault
        due = dict.fromkeys(NAMES, BEGAN)
        stakes = 0
        for posting in evening.ledger.postings():
            t = posting.transfer
            if not t.key.startswith("wallet/"):
                for account, amount in ((t.frm, -t.amount), (t.to, t.amount)):
                    if account.startswith("player:"):
                        due[evening.names.owner(account)] += amount
                        stakes += amount < 0
        assert wallet.cents == due and stakes
        assert not any(evening.ledger.balances("player:").values())
