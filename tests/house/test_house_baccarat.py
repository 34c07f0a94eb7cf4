"""Ponto e banca in the house: a shoe that many coups share, hidden cards, kills in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.certify.audit.verify import verify
from sabot.games import game
from support.house_evening import Evening, run_async, table

PLAIN = """
game = "ponto-e-banca"
name = "Minho"
minimum = 5
maximum = 350
places = 9
[clocks]
betting = 15
decision = 10
cut = 5
shuffle = 0
between = 3
"""
MACAU = PLAIN.replace('"ponto-e-banca"', '"ponto-e-banca-macau"').replace("350", "500")
TABLES = {"shared": table(PLAIN), "macau": table(MACAU)}
ROW = game("ponto-e-banca").section


@pytest.mark.law(f"{ROW}/15", f"{ROW}/15-4", f"{ROW}/4-3", f"{ROW}/13-3")
@run_async
async def test_an_evening_with_kills_at_every_question(tmp_path: Path) -> None:
    """Killed at the cut, after each bet and while cards are looked at: the coups go on as they
    stood, the shoe is the same, and every cent is where it belongs."""
    async with Evening(tmp_path, tables=TABLES, seed=5) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        await ana.must("sit", "1")
        await evening.reopen()
        await ana.must("cut", "1", 100)
        await rui.must("sit", "8")
        seals = set()
        for coup in range(4):
            await ana.must("bet", "ponto", 1000)
            await evening.reopen()
            await rui.must("bet", "ponto", 500)
            await evening.later(16)
            assert evening.desk().dealer.standing.window == "show:ponto:2"
            hidden = [event.card for event in evening.desk().dealer.record
                      if event.card and event.step.seen_by == "" and event.step.to != "burn"]
            assert len(hidden) == 2  # those of banca, which nobody has bet on
            await evening.reopen()
            await ana.must("show", "ponto")
            while evening.desk().dealer.standing is not None \
                    and evening.desk().dealer.standing.window.startswith("show"):
                await evening.later(11)
            assert len(evening.desk().carry.results) == coup + 1
            seals.add(evening.desk().carry.shoe.seal)
            await evening.later(4)
        assert len(seals) == 1
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/12-2")
@run_async
async def test_who_stands_gets_their_money_back_when_the_seat_is_left(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=TABLES, seed=6) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        await ana.must("sit", "1")
        await evening.later(6)
        await rui.must("sit", "8")
        await ana.must("bet", "banca", 1000)
        await rui.must("bet", "banca", 2000)
        assert rui.balance == 98_000
        await ana.must("leave", "1")
        assert (ana.balance, rui.balance) == (100_000, 100_000)
        assert evening.desk().staked == {}
        assert verify(evening.ledger).verified


@run_async
async def test_a_table_shows_the_roads_of_its_shoe(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=TABLES, seed=7) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1")
        await evening.later(6)
        for _ in range(3):
            await ana.must("bet", "tie", 500)
            await evening.later(16)
            await evening.later(4)
        shown = game("ponto-e-banca").public_state(evening.desk().carry)
        assert [cell["value"] for cell in shown["roads"]["bead"]] \
            == [result[0] for result in reversed(shown["results"])]
        assert len(shown["results"]) == 3
