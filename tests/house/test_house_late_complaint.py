"""Until when a complaint is heard at the tables of 2001: before the cards are put back (62)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sabot.games import catalogue
from sabot.house import HouseError
from sabot.procedure.game import Game
from support.house_evening import Evening, Guest, run_async, table

SECTION = "pt-1364-2001/blackjack"
MESA = """
game = "blackjack-2001"
name = "Mesa"
minimum = 5
maximum = 150
unit = 5
places = 6
[clocks]
shuffle = 0
[rules]
"""


@pytest.mark.parametrize("game", [g for g in catalogue().values() if g.complaint_open],
                         ids=lambda game: game.id)
def test_every_game_with_a_term_for_complaints_says_which_clause_sets_it(game: Game) -> None:
    assert game.conduct.laws["complaint-until"].startswith(f"{game.section}/")


async def one_coup(house: Evening, ana: Guest | None = None) -> tuple[Any, str]:
    """A coup of Ana's, played by the clock: the player, and the id of the coup."""
    if ana is None:
        ana = await house.guest("Ana")
        await ana.must("sit", "6", table="mesa")
    desk = house.desk("mesa")
    if desk.dealer and desk.dealer.standing and desk.dealer.standing.window.startswith("cut"):
        await ana.must("no-cut", "6", table="mesa")
    await ana.must("bet", "6", 500, table="mesa")
    for _ in range(12):
        if desk.state.over:
            break
        await house.later(10)
    return ana.player, house.house.archive.last_coups(ana.id)[0].id


@pytest.mark.law(f"{SECTION}/62", "ir/52")
@run_async
async def test_a_complaint_is_heard_until_the_cards_go_into_the_shuffler(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables={"mesa": table(MESA + 'shuffler = "continuous"')}) as house:
        player, coup = await one_coup(house)
        await house.house.complain(player, "mesa", coup, "It was 20 and not 19.")
        await house.later(10)  # the next coup begins: the lid has opened
        with pytest.raises(HouseError) as no:
            await house.house.complain(player, "mesa", coup, "It was 20 and not 19.")
        assert (no.value.code, no.value.law) == ("too-late", f"{SECTION}/62")


@pytest.mark.law("ir/52")
@pytest.mark.withheld(f"{SECTION}/62")
@run_async
async def test_with_a_shoe_shuffled_by_hand_there_is_no_term(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables={"mesa": table(MESA)}) as house:
        player, coup = await one_coup(house)
        await house.later(10)
        complaint = await house.house.complain(player, "mesa", coup, "It was 20 and not 19.")
        assert complaint.coup == coup


@pytest.mark.law(f"{SECTION}/61")
@run_async
async def test_a_lid_that_stays_shut_leaves_more_time(tmp_path: Path) -> None:
    rules = MESA + 'shuffler = "continuous"\nlid_every = 2'
    async with Evening(tmp_path, tables={"mesa": table(rules)}) as house:
        player, coup = await one_coup(house)
        await house.later(10)
        complaint = await house.house.complain(player, "mesa", coup, "The cards still lie there.")
        assert complaint.coup == coup


@pytest.mark.law(f"{SECTION}/62", f"{SECTION}/61", "ir/52")
@run_async
async def test_cards_that_waited_outside_go_in_two_coups_later(tmp_path: Path) -> None:
    rules = MESA + 'shuffler = "continuous"\nlid_every = 2'
    async with Evening(tmp_path, tables={"mesa": table(rules)}) as house:
        player, first = await one_coup(house)
        await house.later(10)
        # The lid stayed shut: the cards of both lie outside.
        _, second = await one_coup(house, Guest(house, player))
        assert second != first
        await house.later(10)  # the third begins, and the lid has opened
        for coup in (first, second):
            with pytest.raises(HouseError) as no:
                await house.house.complain(player, "mesa", coup, "It was 20 and not 19.")
            assert (no.value.code, no.value.law) == ("too-late", f"{SECTION}/62")
