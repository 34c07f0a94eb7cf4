"""Players of the house's own fill the seats of a demo table, and hide nothing that others could not
see either."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sabot.certify.audit.verify import verify
from sabot.games import game, read_table
from sabot.house.live import bots
from sabot.ledger import Entry, LedgerError, Outcome
from sabot.procedure import Act, Offer, TableState
from sabot.procedure.table import Table
from support.house_evening import Evening, run_async, table

TEXT = """
game = "blackjack-online"
name = "Company"
minimum = 5
maximum = 500
places = 4
bots = 2
[clocks]
betting = 5
decision = 30
between = 1
"""


def calm(table: Table, player: str, sees: TableState, offers: tuple[Offer, ...],
         dice: Callable[[int], int]) -> Act | None:
    """Bets the least once, then stands."""
    for act in ("stand", "hit", "no-insurance"):
        if found := next((o for o in offers if o.act == act), None):
            return Act(player, act, found.seat)
    bet = next((o for o in offers if o.act == "bet" and o.player == player), None)
    return Act(player, "bet", bet.seat, bet.low) if bet and bet.seat not in sees.bets else None


@pytest.fixture
def company(monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setitem(vars(game("blackjack-online")), "bot", calm)
    monkeypatch.setattr(bots, "PACE", 0.0)
    return table(TEXT)


async def busy(evening: Evening, done: Callable[[], bool]) -> None:
    """Wait until the bots have done what they do."""
    for _ in range(400):
        if done():
            return
        await asyncio.sleep(0.005)
        await evening.settle()
    raise AssertionError("the bots did nothing more")


@run_async
async def test_bots_come_with_a_person_play_and_leave_with_them(tmp_path: Path, company: Table
                                                                ) -> None:
    async with Evening(tmp_path, tables={"shared": company}) as evening:
        ana, desk = await evening.guest("Ana"), evening.desk()
        await evening.later(1)
        await asyncio.sleep(0.02)
        assert not any(desk.seats), "nobody plays with nobody"
        await ana.must("sit", "1")
        await busy(evening, lambda: sum(map(bool, desk.seats)) == 3)
        assert desk.seats.count("") == 1, "a seat is left for people"
        names = [evening.house.name(player) for player in desk.seats if player not in ("", ana.id)]
        assert all("bot" in name for name in names)
        await ana.must("bet", "1", 500)
        await busy(evening, lambda: len(desk.at_stake) == 3)
        rui = await evening.guest("Rui")
        await rui.must("sit", next(str(n) for n, p in enumerate(desk.seats, 1) if not p))
        await busy(evening, lambda: sum(p.startswith("bot_") for p in desk.seats) == 1)
        await evening.later(6)
        for _ in range(20):
            await evening.later(31)
            await evening.settle()
            if desk.betting:
                break
        assert desk.betting
        assert verify(evening.ledger).verified
        await ana.end()
        await rui.end()
        await busy(evening, lambda: not any(desk.seats))


MIXED = """
game = "holdem"
name = "Two games"
minimum = 2
maximum = 200
places = 10
bots = 4
[rules]
minimum_share = false
second = "omaha"
cave = 100
[clocks]
decision = 30
late = 5
"""


@pytest.mark.parametrize("trouble", ("restart", "books"))
@pytest.mark.law("pt-217-2007/poquer-nao-bancado/23-2")
@run_async
async def test_a_bot_names_the_variant_after_a_restart_and_after_the_books_failed(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str) -> None:
    """Nothing at the table stirs while everybody waits for it: the house itself wakes it."""
    monkeypatch.setattr(bots, "PACE", 0.0)
    own, awake = game("holdem").bot, [False]

    def sleepy(table: Table, player: str, sees: TableState, offers: tuple[Offer, ...],
               dice: Callable[[int], int]) -> Act | None:
        naming = any(offer.act.startswith("deal-") for offer in offers)
        return own(table, player, sees, offers, dice) if awake[0] or not naming else None

    monkeypatch.setitem(vars(game("holdem")), "bot", sleepy)
    async with Evening(tmp_path, tables={"shared": table(MIXED)}) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", 10_000)
        await busy(evening, lambda: sum(map(bool, evening.desk().seats)) == 5)
        await evening.later(6)
        standing = evening.desk().dealer.standing
        assert standing.window == "choice" and standing.offers[0].player.startswith("bot_")
        await asyncio.sleep(0.05)
        assert evening.desk().dealer.standing == standing, "it sleeps"
        awake[0] = True
        if trouble == "restart":
            await evening.reopen()
        else:
            commit, failed = evening.house.books.commit, []

            async def fails(entry: Entry) -> Outcome:
                if not failed:
                    failed.append(entry.kind)
                    raise LedgerError("the disk is full")
                return await commit(entry)

            monkeypatch.setattr(evening.house.books, "commit", fails)
            room = evening.house.rooms["shared"]
            next(one for one in room.services if isinstance(one, bots.Bots)).schedule()
            await busy(evening, lambda: bool(failed))
            assert failed == ["play"]
        await busy(evening, lambda: evening.desk().dealer.standing.window != "choice")
        assert verify(evening.ledger).verified


def test_bots_are_for_demo_credits_at_shared_tables_of_games_that_can() -> None:
    for text, words in ((TEXT, "there are no bots"),
                        (TEXT + "[rules]\n", "there are no bots"),
                        (TEXT.replace("places = 4", 'kind = "individual"'), "several"),
                        (TEXT.replace("bots = 2", "bots = 2\ndemo = false"), "several")):
        found = read_table(text)
        assert isinstance(found, list)
        assert any(v.what == "bots" and words in v.allowed for v in found), found
