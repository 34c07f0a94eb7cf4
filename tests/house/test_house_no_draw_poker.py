"""No-draw poker in a house: own cards alone are seen, a killed house deals on, idle players go only
where no box is free."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sabot.certify.audit.verify import verify
from sabot.equipment import PACK
from support.house_evening import Evening, Guest, run_async, table

ROW = "pt-217-2007/poquer-sem-descarte"
FILE = """
game = "no-draw-poker"
name = "Póquer"
minimum = 5
maximum = 125
places = 2
[clocks]
betting = 15
decision = 20
between = 3
"""
JACKPOT = FILE + """
[rules.jackpot]
chip = 1
[[authorisations]]
option = "8"
by = "the authority"
reference = "1"
requested = 1970-01-01
effective = 1970-01-01
[[authorisations]]
option = "9"
by = "the authority"
reference = "1"
requested = 1970-01-01
effective = 1970-01-01
"""
ANA, RUI, BANK = "KS 9S 7S 5S 3S", "8S 8D 4H 6C TS", "AC KD 7H 5D 3C"


def pack(hands: list[str]) -> str:
    """A pack whose first cards, once it was cut, are a burnt one and these hands."""
    rows = [hand.split() for hand in hands]
    cards = ["2D", *(row[n] for n in range(5) for row in rows)]
    return " ".join([*[card for card in PACK if card not in cards][:26], *cards])


@run_async
@pytest.mark.law(f"{ROW}/17", f"{ROW}/18", f"{ROW}/9", f"{ROW}/3-3", f"{ROW}/18-5")
async def test_each_sees_their_own_cards_and_a_killed_house_plays_on(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables={"poker": table(JACKPOT)},
                       cards=[pack([ANA, RUI, BANK])]) as house:
        ana, rui = await house.guest("Ana"), await house.guest("Rui")
        begun = ana.balance, rui.balance
        await ana.must("sit", "1", table="poker")
        await rui.must("sit", "2", table="poker")
        await ana.must("bet", "1", 500, table="poker")
        await ana.must("bet", "1/jackpot", 100, table="poker")
        await rui.must("bet", "2", 500, table="poker")
        screens = [await guest.look("poker") for guest in (ana, rui)]
        lobby = await (await house.guest("Zoe")).look("poker")
        await house.later(15)
        for screen, mine in zip(screens, (ANA, RUI), strict=True):
            screen.read()
            place = "1" if mine == ANA else "2"
            assert screen.state.hands[place] == mine.split()
            other = screen.state.hands["2" if place == "1" else "1"]
            assert other == [None] * 5
        lobby.read()
        assert lobby.state.hands["1"] == [None] * 5
        assert lobby.state.hands["bank"] == [None] * 4 + ["3C"]
        hidden = {*ANA.split(), *RUI.split(), *BANK.split()[:4]}
        assert not [m for m in lobby.messages for card in hidden if f'"{card}"' in str(
            msgspec.json.encode(m))]
        await ana.must("call", "1", table="poker")
        await house.reopen()
        await house.later(20)  # Rui says nothing for the ten seconds, and passes
        desk = house.desk("poker")
        assert desk.state.over and desk.carry.results == ("A K",)
        # Ana: 5 to 1 on the second bet, evens on the first, fifty chips less her chip.
        assert ana.balance == begun[0] + 5_000 + 500 + 5_000 - 100
        assert rui.balance == begun[1] - 500
        assert house.ledger.balance("jackpot:poker@EUR") == 1_000_000 + 60 - 5_000
        found = verify(house.ledger)
        assert found.verified, found.fault


async def coup(house: Evening, ana: Guest) -> None:
    """A play in which Ana alone bets, and passes."""
    await ana.must("bet", "1", 500, table="poker")
    await house.later(15)
    await ana.must("pass", "1", table="poker")
    await house.later(3)


@run_async
async def test_two_options_allowed_from_the_same_day_on_keep_the_table_closed_until_then(
        tmp_path: Path) -> None:
    tested_table = table(JACKPOT.replace("effective = 1970-01-01", "effective = 1970-01-13"))
    async with Evening(tmp_path, tables={"poker": tested_table}) as house:
        ana = await house.guest("Ana")
        refusal = await ana.refused("sit", "1", table="poker")
        assert refusal.law == f"{ROW}/8" and "1970-01-13" in refusal.text


@run_async
@pytest.mark.law(f"{ROW}/22")
@pytest.mark.parametrize("places", [2, 3])
async def test_who_does_not_bet_in_three_plays_is_invited_to_leave_where_no_box_is_free(
        tmp_path: Path, places: int) -> None:
    tested_table = msgspec.structs.replace(table(FILE), places=places)
    async with Evening(tmp_path, tables={"poker": tested_table}) as house:
        ana, rui = await house.guest("Ana"), await house.guest("Rui")
        await ana.must("sit", "1", table="poker")
        await rui.must("sit", "2", table="poker")
        screen = await rui.look("poker")
        for _ in range(2):
            await coup(house, ana)
        assert not screen.notices("idle-invitation"), "two plays are not three"
        await coup(house, ana)
        notices = screen.notices("idle-invitation")
        if places == 3:
            assert not notices, "a box is free"
            return
        assert notices[0]["facts"]["cause"] == f"{ROW}/22"
        await coup(house, ana)
        assert house.desk("poker").seats == (ana.id, "")
