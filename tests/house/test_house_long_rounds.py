"""A round in which nobody bets does not grow without end."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from sabot import games
from sabot.certify.audit.verify import verify
from sabot.house.live import long_rounds
from sabot.procedure import offers_for
from sabot.procedure.table import Table
from support.house_evening import Evening, run_async


def shipped(name: str) -> Table:
    text = (resources.files("sabot.house") / "tables" / f"{name}.toml").read_text("utf-8")
    table = games.read_table(text)
    assert isinstance(table, Table), table
    return table


@pytest.mark.parametrize(("name", "stays"), [
    ("patane", False), ("alva", True), ("tua", True), ("coloane", True)])
@run_async
async def test_a_long_round_without_a_stake_begins_anew_with_the_same_people(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, stays: bool) -> None:
    monkeypatch.setattr(long_rounds, "MOST", 40)
    async with Evening(tmp_path, tables={name: shipped(name)}) as evening:
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
