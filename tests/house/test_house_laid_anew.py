"""A table whose file changes while a coup is open: that coup ends at the table at which it began,
the next begins at the new one, emptied as between two coups."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sabot.certify.audit.verify import verify
from sabot.procedure import Shuffle
from support.house_evening import COUPS, SHARED, Evening, run_async, table
from support.random_night import Night, shipped

SIX = table(SHARED.replace("packs = 4", "packs = 6").replace("places = 3", "places = 2"))


@run_async
async def test_the_next_coup_begins_at_the_new_table_with_a_new_shoe(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[COUPS, COUPS]) as evening:
        ana, rui, eva = [await evening.guest(name) for name in ("Ana", "Rui", "Eva")]
        for place, guest in enumerate((ana, rui, eva), 1):
            await guest.must("sit", str(place))
        await ana.must("bet", "1", 1000)
        await evening.later(15)
        assert evening.desk().state.coup == "shared-1"
        await evening.kill()
        evening.tables = {"shared": SIX}
        await evening.open()
        assert evening.house.recovered["shared"] == "resumed"
        assert evening.desk().current_table.rules.packs == 4, "the open coup is played as it began"
        await ana.must("stand", "1")
        await evening.later(3)
        desk = evening.desk()
        assert (desk.state.coup, desk.current_table.rules.packs) == ("shared-2", 6)
        shuffled = [e.step for e in desk.dealer.record if isinstance(e.step, Shuffle)]
        assert [step.packs for step in shuffled] == [6], "six packs are dealt from a shoe of six"
        assert desk.seats == (ana.id, rui.id), "there is no third place any more"
        assert verify(evening.ledger).verified


@pytest.mark.parametrize("name", ["lisboa", "tejo", "guadiana", "cavado", "ave", "douro"])
@run_async
async def test_so_it_is_at_any_table(name: str, tmp_path: Path) -> None:
    """Whatever was left on the table goes on there, or goes back to its player."""
    night = Night(tmp_path, {name: shipped(name)}, 3)
    async with night:
        await night.begin()
        while not (night.desk(name).at_stake and night.desk(name).state.no > 1):
            await night.step()
        coup = night.desk(name).state.coup
        await night.kill()
        was = night.desk(name).current_table
        other = msgspec.structs.replace(was, clocks=msgspec.structs.replace(was.clocks, between=5))
        night.tables = {name: other}
        await night.open()
        assert night.desk(name).current_table == was or night.desk(name).state.over
        while night.desk(name).state.coup == coup:
            await night.step()
        assert night.desk(name).current_table == other
        for _ in range(20):
            await night.step()
        finding = verify(night.ledger)
        assert finding.verified, finding.faults


@run_async
async def test_verify_knows_a_coup_that_began_with_what_another_table_left(tmp_path: Path) -> None:
    """What release 0.1.0 did: a table shown with six packs that goes on with a shoe of four."""
    async with Evening(tmp_path, cards=[COUPS, COUPS]) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1000)
        await evening.later(15)
        await ana.must("stand", "1")
        desk = evening.desk()
        desk.playing = desk.table = SIX  # nobody empties it
        await evening.later(3)
        assert desk.state.coup == "shared-2"
        fault = verify(evening.ledger).fault
        assert fault is not None and fault.what == "the carry of the coup"
        assert fault.coup == "shared-2"
