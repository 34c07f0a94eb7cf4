"""A stake that a tie has locked, in a house that is left, killed, and laid out anew."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sabot.certify.audit.verify import verify
from sabot.equipment import PACK
from sabot.games.three_card_baccarat import exposure
from support.house_evening import Evening, run_async, table

ROW = "mo-22-96-M/3-card-baccarat"
BOX = """
game = "three-card-baccarat"
name = "Box"
minimum = 5
maximum = 300
places = 2
[clocks]
betting = 15
cut = 10
shuffle = 0
between = 3
[rules]
packs = 1
"""
TIE = "5S KS KC 4H 4D 5D 5C"
WON = "5S 9S KC JH 4D QD 6C"


def cut(hand: str) -> str:
    """A pack whose first cards after the banker's cut are these."""
    cards = hand.split()
    return " ".join([*[card for card in PACK if card not in cards][:26], *cards])


async def play_coup(house: Evening) -> None:
    """The time to cut and that for bets; the hand, and the rest after it."""
    for seconds in (10, 15, 3):
        await house.later(seconds)


@run_async
@pytest.mark.law(f"{ROW}/7.2", f"{ROW}/3.2", f"{ROW}/10", "ir/219")
async def test_a_locked_stake_plays_on_while_its_player_is_away(tmp_path: Path) -> None:
    """Two ties, three packs, a killed house and another maximum between: then it is paid, less
    the commission, and the place is free."""
    async with Evening(tmp_path, tables={"box": table(BOX)},
                       cards=[cut(TIE), cut(TIE), cut(WON)]) as house:
        ana, rui = await house.guest("Ana"), await house.guest("Rui")
        begun = ana.balance
        await ana.must("sit", "1", table="box")
        await ana.must("no-cut", "1", table="box")
        await ana.must("bet", "hand/1", 1000, table="box")
        screen = await rui.look("box")
        await house.later(15)
        desk = house.desk("box")
        assert desk.carry.held == (("1/hand/1", ana.id, 1000),) and ana.balance == begun - 1000
        message = screen.read()[-1]
        assert message["labels"]["bank"]["total"] == message["labels"]["1"]["total"] == "9/1"
        await house.later(3)
        await ana.must("no-cut", "1", table="box")
        assert (await ana.refused("leave", "1", table="box")).law == f"{ROW}/7.2"
        assert (await ana.refused("clear", "hand/1", table="box")).law == f"{ROW}/7.2"
        await ana.end("box")
        await house.reopen()
        await play_coup(house)
        assert house.desk("box").carry.held == (("1/hand/1", ana.id, 1000),), "a second tie"
        house.tables["box"] = msgspec.structs.replace(house.tables["box"], maximum=10_000)
        await house.reopen()
        desk = house.desk("box")
        assert desk.seats[0] == ana.id and desk.carry.held
        assert exposure(desk.playing, desk.carry, desk.layout.owners.lying) == 950
        await play_coup(house)
        assert house.desk("box").carry.held == () and ana.balance == begun + 950
        await play_coup(house)
        assert house.desk("box").seats[0] == ""
        assert house.ledger.balance(house.names.name_of("commission", "box")) == 50
        found = verify(house.ledger)
        assert found.verified, found.fault
