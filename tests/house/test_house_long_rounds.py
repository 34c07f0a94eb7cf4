"""A round in which nobody bets does not grow without end, nor what it costs to refuse a bet."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.certify.audit.verify import verify
from sabot.house.books.purse import OwnPurse
from sabot.house.live import long_rounds
from sabot.house.live.room import Room
from sabot.house.live.uncovered_bets import UncoveredBets
from sabot.house.table.messages import ActCommand, Refused
from sabot.procedure import offers_for
from support.house_evening import ALONE, Evening, run_async, table
from support.random_night import Night, file_of, shipped


@pytest.mark.law("ir/458")
@pytest.mark.parametrize(("name", "stays"), [
    ("patane", False), ("alva", True), ("tua", True), ("coloane", True)])
@run_async
async def test_a_long_round_without_a_stake_begins_anew_with_the_same_people(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, stays: bool) -> None:
    monkeypatch.setattr(long_rounds, "MOST", 40)
    async with Evening(tmp_path, tables={name: table(file_of(name))}) as evening:
        ana = await evening.guest("Ana")
        desk, before = (await ana.look(name)).room.desk, ana.balance

        async def act() -> None:
            """Sit down, answer what is asked and bet; take the bet back, or get up with it."""
            offers = {o.act: o for o in offers_for(desk.dealer.standing, ana.id)}
            first = (("clear-all", "leave") if desk.layout.owners.lying
                     else ("sit", "no-cut", "bet"))
            if ana.id in desk.seats:
                first = tuple(one for one in first if one != "sit")
            chosen = next(one for one in first if one in offers)
            await ana.must(chosen, offers[chosen].spots[0], offers[chosen].least, table=name)
            await evening.later(0)

        for _ in range(60):
            await act()
            if desk.state.over or desk.state.no > 1:
                break
        await evening.later(30)
        [ended] = evening.ledger.entries(table=desk.id, kind="void")
        assert f'"void":"{long_rounds.CAUSE}"'.encode() in ended.body
        assert (desk.state.no, desk.staked, ana.balance) == (2, {}, before)
        assert len(desk.layout.coup_items) < 40
        assert (ana.id in desk.seats) == stays
        while not desk.at_stake:
            await act()
        assert verify(evening.ledger).verified


@pytest.mark.law("ir/458")
@run_async
async def test_in_a_very_long_round_bets_are_only_taken_back_or_played(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_rounds, "MOST", 30)
    monkeypatch.setattr(long_rounds, "MOST_WITH_STAKES", 30)
    async with Evening(tmp_path, tables={"alone": table(ALONE)}) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="alone")
        for n in range(9):
            await ana.must("bet", "1", 300 + 100 * (n % 2), table="alone")
        no = await ana.refused("bet", "1", 500, table="alone")
        assert (no.code, no.law) == ("long-round", "ir/458")
        await ana.must("clear", "1", table="alone")
        await evening.later(0)
        assert ana.room("alone").desk.state.over
        await evening.later(4)
        await ana.must("bet", "1", 500, table="alone")
        await ana.must("deal", "table", table="alone")


def poor(purse: OwnPurse, account: str) -> int:
    """What an account can spend, at most 12.00."""
    return min(purse.balance(account), 1_200)


@pytest.mark.law("pt-805-2015/blackjack-online/2.a")
@run_async
async def test_a_bet_that_exceeds_the_credits_is_refused_before_the_round_takes_it(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OwnPurse, "spendable", poor)
    async with Evening(tmp_path) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1")
        desk = ana.room("shared").desk
        dealer, events = desk.dealer, len(desk.dealer.record)
        no = await ana.refused("bet", "1", 2_000)
        assert (no.code, no.facts) == ("credit", {"have": 1_200, "need": 2_000})
        assert desk.dealer is dealer, "the round is not played again"
        assert len(dealer.record) == events
        rules_first = await ana.refused("bet", "1", 10**6)
        assert rules_first.code == "above-maximum"


PLAYED_BY_THE_POOR = ("high", "douro", "tejo", "ave", "costa", "zezere")


@pytest.mark.parametrize("name", PLAYED_BY_THE_POOR)
@run_async
async def test_the_early_refusal_is_what_the_round_would_have_said(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    early: dict[str, Refused] = {}
    compared: list[str] = []
    reply, try_act = UncoveredBets.reply, Room._try_act
    monkeypatch.setattr(OwnPurse, "spendable", poor)

    async def note(self: UncoveredBets, table: Room, player: str, command: ActCommand) -> None:
        answer = await reply(self, table, player, command)
        if isinstance(answer, Refused):
            early[command.id] = answer

    async def compare(self: Room, player: str, command: ActCommand, granted: None) -> object:
        answer = await try_act(self, player, command, granted)
        if command.id in early:
            compared.append(command.act)
            assert answer == early.pop(command.id), command
        return answer

    monkeypatch.setattr(UncoveredBets, "reply", note)
    monkeypatch.setattr(Room, "_try_act", compare)
    async with Night(tmp_path, {name: shipped(name)}, seed=5) as night:
        await night.begin()
        for _ in range(120):
            await night.step()
    assert len(compared) > 3
