"""Prizes that the cashier pays: the machine waits, and nothing that happens takes one back (13)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from test_house_machines import ROW, machine

from sabot.certify.audit.verify import verify
from sabot.equipment import Seeded
from sabot.games import game
from sabot.games.machines import pay
from sabot.games.machines.rules import model_of
from sabot.house import HouseError
from sabot.house.books import tickets
from sabot.house.staff import cashier
from sabot.ledger.wallet import Insufficient
from sabot.procedure import Act, Call, Dealer, Incident, Live
from support.house_evening import Evening, Guest, run_async, table

HAND = (f"{ROW}/13", "ir/323")


class Counter:
    """An operator's wallet that does what it is asked."""

    def __init__(self) -> None:
        self.cents: dict[str, int] = {}
        self.seen: set[str] = set()

    def debit(self, key: str, player: str, amount: int, currency: str) -> Insufficient | None:
        if self.balance(player) < amount:
            return Insufficient(self.balance(player), amount)
        return self._move(key, player, -amount)

    def credit(self, key: str, player: str, amount: int, currency: str) -> None:
        self._move(key, player, amount)

    def rollback(self, key: str) -> None:
        raise AssertionError("nothing is taken back here")

    def balance(self, player: str, currency: str = "") -> int:
        return self.cents.get(player, 100_000)

    def _move(self, key: str, player: str, amount: int) -> None:
        if key not in self.seen:
            self.seen.add(key)
            self.cents[player] = self.balance(player) + amount


def lawful(note: str = "5.00") -> Any:
    """A machine for money, on which every prize is the cashier's; its model was approved (8)."""
    identity = model_of(machine("1", "azulejo").rules).identity
    return table(f"""
game = "machines"
name = "Machine 1"
places = 1
minimum = "0.50"
maximum = "5.00"
demo = false
[clocks]
between = 0
[rules]
number = "0001"
model = "azulejo"
coins = ["0.50"]
notes = ["{note}"]
by_hand = "0.50"
[[authorisations]]
option = "{identity}"
requested = 1970-01-02
effective = 1970-01-03
reference = "1/1970"
by = "SRIJ"
""")


async def player(evening: Evening, name: str) -> Guest:
    return Guest(evening, await evening.house.admit(f"op_{name}", name))


async def won(evening: Evening, ana: Guest) -> dict[str, Any]:
    """Ana plays until a prize has to be paid by hand; the voucher as staff see it."""
    note = min(evening.desk("m").table.rules.notes)
    if evening.desk("m").seats == ("",):
        await ana.must("sit", "1", table="m")
    for _ in range(200):
        if evening.desk("m").staked.get(ana.id, 0) < 50:
            await ana.must("insert", "1", note, table="m")
        await _game(evening, ana)
        if found := _open(evening):
            return found[0]
    raise AssertionError("no prize in so many games")


async def _game(evening: Evening, ana: Guest) -> None:
    desk = evening.desk("m")
    await ana.must("spin", "1x1x50", table="m")
    while desk.dealer and desk.dealer.standing and desk.dealer.standing.window.startswith("ladder"):
        await ana.must("stop", "1", table="m")
    await evening.later(0)


def _open(evening: Evening) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(v) for v in cashier.all_vouchers(evening.house)
            if v.state == "open"]


@pytest.mark.law(*HAND)
@run_async
async def test_the_machine_waits_until_the_cashier_has_paid(tmp_path: Path) -> None:
    """The voucher says whose, where, how much and for which game; a restart changes nothing."""
    wallet = Counter()
    async with Evening(tmp_path, tables={"m": lawful()}, wallet=wallet, seed=4) as evening:
        ana = await player(evening, "Ana")
        voucher = await won(evening, ana)
        desk = evening.desk("m")
        games = voucher["number"].rpartition("-")[2]
        assert voucher["number"] == f"0001-{games}" and voucher["machine"] == "0001"
        assert voucher["player_name"] == "Ana" and voucher["cents"] >= 50
        assert voucher["coup"] == desk.state.coup and voucher["law"] == f"{ROW}/13"
        assert not desk.dealer.standing.offers and desk.dealer.standing.clock == ""
        await evening.later(10_000)
        assert (await ana.refused("spin", "1x1x50", table="m")).code == "not-your-turn"
        assert desk.layout.owners.of(ana.id)["1/voucher"] == voucher["cents"], "owed from now on"
        await evening.reopen()
        assert evening.house.recovered["m"] == "resumed" and _open(evening) == [voucher]
        await evening.delivered()
        before, clerk = wallet.balance(ana.id), await evening.staff("Rui", "cashier")
        paid = await cashier.pay_voucher(evening.house, clerk, voucher["id"])
        assert paid.state == "paid" and paid.paid_by == "Rui" and paid.paid > 0
        await evening.delivered()
        assert wallet.balance(ana.id) == before + voucher["cents"]
        with pytest.raises(HouseError) as no:
            await cashier.pay_voucher(evening.house, clerk, voucher["id"])
        assert no.value.code == "voucher-paid" and no.value.law == f"{ROW}/13"
        await evening.delivered()
        assert wallet.balance(ana.id) == before + voucher["cents"], "once"
        (entry,) = evening.ledger.entries(kind="staff")[-1:]
        assert f'"by":"{clerk.signs}"'.encode() in entry.body
        assert voucher["number"].encode() in entry.body
        await evening.later(0)
        meters = evening.desk("m").carry.meters
        assert meters.by_hand == voucher["cents"] <= meters.prizes
        other = await won(evening, ana)
        assert other["number"] != voucher["number"]
        with pytest.raises(
            HouseError, match="is not waiting for payment"
        ):  # an old page still shows it
            await cashier.pay_voucher(evening.house, clerk, voucher["id"])
        assert _open(evening) == [other]
        with pytest.raises(HouseError, match="no voucher"):
            await cashier.pay_voucher(evening.house, clerk, "m-1/0001-99999999")
        found = verify(evening.ledger)
        assert found.verified, found.fault


@pytest.mark.law(*HAND)
@pytest.mark.parametrize("all_in", [False, True], ids=["credit-left", "all-in"])
@pytest.mark.parametrize("lost", [False, True], ids=["told-again", "lost"])
@run_async
async def test_a_machine_that_is_taken_away_pays_all_the_same(
        tmp_path: Path, all_in: bool, lost: bool) -> None:
    """With or without credit beside the prize, and even where its game cannot be replayed."""
    wallet, bare = Counter(), lawful("0.50" if all_in else "5.00")
    house_tables = {"m": bare, "n": msgspec.structs.replace(
        bare, rules=msgspec.structs.replace(bare.rules, number="0002"))}
    async with Evening(tmp_path, tables=house_tables, wallet=wallet, seed=9) as evening:
        ana = await player(evening, "Ana")
        voucher = await won(evening, ana)
        staked = evening.desk("m").staked[ana.id]
        assert not all_in or staked == voucher["cents"], "nothing lies beside the prize"
        await evening.delivered()
        had = wallet.balance(ana.id)
        procedure = pay.BY_HAND
        if lost:
            pay.BY_HAND = (procedure[0], ())  # a day on which the procedure tells it otherwise
        try:
            evening.tables = {"n": house_tables["n"]}
            await evening.reopen()
        finally:
            pay.BY_HAND = procedure
        await evening.delivered()
        assert evening.house.recovered["m"] == ("refunded" if lost else "finished")
        assert wallet.balance(ana.id) == had + staked
        assert _open(evening) == []
        assert sum(evening.ledger.balances("stake:").values()) == 0
        if not lost:
            found = verify(evening.ledger)
            assert found.verified, found.fault


@pytest.mark.law(*HAND)
@run_async
async def test_a_supervisor_who_voids_takes_no_prize_away(tmp_path: Path) -> None:
    """The game is over and on record: there is nothing that could not be determined."""
    wallet = Counter()
    async with Evening(tmp_path, tables={"m": lawful()}, wallet=wallet, seed=2) as evening:
        ana = await player(evening, "Ana")
        voucher = await won(evening, ana)
        await evening.delivered()
        had, boss = wallet.balance(ana.id), await evening.staff("Sofia", "supervisor")
        await evening.house.void(boss, "m", "the light went out")
        await evening.later(0)
        await evening.delivered()
        assert wallet.balance(ana.id) == had + voucher["cents"] and _open(evening) == []
        assert evening.desk("m").carry.meters.by_hand == voucher["cents"]
        assert evening.desk("m").staked.get(ana.id, 0) == evening.desk("m").carry.meters.credit
        found = verify(evening.ledger)
        assert found.verified, found.fault


@pytest.mark.law(*HAND)
@run_async
async def test_at_a_demonstration_the_clock_pays(tmp_path: Path) -> None:
    new_table = machine("0001", "azulejo", 'by_hand = "0.10"\n', "call = 5")
    async with Evening(tmp_path, tables={"m": new_table}, seed=3) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="m")
        await ana.must("insert", "1", 5_000, table="m")
        for _ in range(100):
            await ana.must("spin", "1x1x5", table="m")
            while not evening.desk("m").state.over and "ladder" in evening.desk("m").state.window:
                await ana.must("stop", "1", table="m")
            if vouchers := _open(evening):
                break
            await evening.later(0)
        before = ana.balance
        await evening.later(5)
        assert ana.balance == before + vouchers[0]["cents"]
        (paid,) = cashier.all_vouchers(evening.house)
        assert paid.state == "paid" and paid.paid_by == ""
        assert verify(evening.ledger).verified


@pytest.mark.law(*HAND)
def test_prizes_from_the_sum_on_that_the_house_fixes_are_paid_by_hand() -> None:
    """One cent less is paid by the machine."""
    found: dict[bool, set[int]] = {True: set(), False: set()}
    new_table = machine("0001", "azulejo", 'by_hand = "0.75"\n')
    played = game("machines")
    chance, carry = Live(Seeded(5)), played.opening(new_table)
    for _ in range(400):
        dealer = Dealer(played.coup(new_table, carry), chance)
        if not carry.seats[0]:
            dealer.answer(Act("Ana", "sit", "1"))
        if dealer.standing and not any(o.act == "spin" and not o.barred
                                       for o in dealer.standing.offers):
            dealer.answer(Act("Ana", "insert", "1", 5_000))
        dealer.answer(Act("Ana", "spin", "1x1x5"))
        while dealer.standing and dealer.standing.window.startswith("ladder"):
            dealer.answer(Act("Ana", "stop", "1"))
        prize = next((e.step.facts["prize"] for e in dealer.record
                      if getattr(e.step, "hand", "") == "1" and hasattr(e.step, "result")), 0)
        by_hand = any(isinstance(e.step, Call) and e.step.call == "voucher"
                      for e in dealer.record)
        if prize:
            found[by_hand].add(prize)
        if dealer.standing is not None:
            dealer.report(Incident("hand-paid"))
        carry = dealer.outcome
    assert max(found[False]) < 75 <= min(found[True])


def test_a_voucher_is_found_by_its_coup_and_number() -> None:
    one = tickets.Voucher(id="m-4/0001-00000003", number="0001-00000003", machine="0001", table="m",
                         name="M", game=4, coup="m-4", player="p", cents=5, at=1.0, law="x")
    assert one.document().id == "m-4/0001-00000003" and one.document().owner == "p"


@pytest.mark.law(f"{ROW}/8")
@run_async
async def test_a_machine_is_closed_until_its_approval_takes_effect(tmp_path: Path) -> None:
    """The clock stands in the days before: nobody sits down, and the clause says why."""
    early = lawful()
    leave, = early.authorisations
    late = msgspec.structs.replace(early, authorisations=(
        msgspec.structs.replace(leave, effective="1970-02-01"),))
    async with Evening(tmp_path, tables={"m": late}, wallet=Counter()) as evening:
        ana = await player(evening, "Ana")
        no = await ana.refused("sit", "1", table="m")
        assert no.code == "closed" and no.law == f"{ROW}/8" and "1970-02-01" in no.text
        await evening.later(30 * 86_400)
        await ana.must("sit", "1", table="m")
