"""Several machines and one player: what happens when others ask for one (12)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from test_house_machines import ROW, machine

from sabot.certify.audit.verify import verify
from sabot.house import HouseError
from sabot.house.seating.machine_queue import COME, GIVE
from support.house_evening import Evening, Guest, Screen, run_async

RULE = (f"{ROW}/12", "ir/318")
CLAUSE = f"{ROW}/12"


def floor(alike: int = 2) -> dict[str, Any]:
    """Machines of one type, and one of another."""
    return {**{f"m{n}": machine(f"{n}") for n in range(1, alike + 1)},
            "other": machine("9", "azulejo")}


async def people(evening: Evening) -> tuple[Guest, Guest, Guest]:
    return (await evening.guest("Ana"), await evening.guest("Bo"), await evening.guest("Cy"))


async def ask(evening: Evening, who: Guest, table: str = "m1") -> dict[str, Any]:
    return await evening.house.machine_queue.ask(who.player, table)


def seen(evening: Evening, who: Guest) -> dict[str, Any]:
    """What a player sees of the type of the first machine."""
    found: dict[str, Any] = msgspec.to_builtins(next(
        t for t in evening.house.machine_queue.describe(who.id) if t.machines[0].id == "m1"))
    return found


async def taken(evening: Evening, who: Guest, *tables: str) -> None:
    for table in tables:
        await who.must("sit", "1", table=table)
        await who.must("insert", "1", 1_000, table=table)


def seats(evening: Evening) -> dict[str, str]:
    return {key: evening.house.name(room.desk.seats[0]) if room.desk.seats[0] else ""
            for key, room in evening.house.rooms.items()}


@pytest.mark.law(*RULE)
@run_async
async def test_while_nobody_asks_a_player_uses_as_many_as_they_like(tmp_path: Path) -> None:
    """Who finds a free one is asked to sit down there, and does not wait."""
    async with Evening(tmp_path, tables=floor()) as evening:
        ana, bo, _ = await people(evening)
        await taken(evening, ana, "m1")
        with pytest.raises(HouseError) as no:
            await ask(evening, bo)
        assert no.value.code == "free" and no.value.facts["tables"] == ["m2"]
        await taken(evening, ana, "m2", "other")
        await evening.later(GIVE + 1)
        assert seats(evening) == {"m1": "Ana", "m2": "Ana", "other": "Ana"}
        with pytest.raises(HouseError) as no:
            await ask(evening, ana)
        assert no.value.code == "several" and no.value.law == CLAUSE


@pytest.mark.law(*RULE)
@run_async
async def test_who_is_asked_gives_one_up_and_it_is_kept_for_who_waits(tmp_path: Path) -> None:
    """They choose which; the free one is for who has waited longest, and for nobody else."""
    async with Evening(tmp_path, tables=floor()) as evening:
        ana, bo, cy = await people(evening)
        await taken(evening, ana, "m1", "m2")
        line = await ana.look("m2")
        reply = await ask(evening, bo)
        assert reply.you.waits and reply.you.before == 0 and reply.law == CLAUSE
        (notice,) = line.notices("give-up")
        assert notice["law"] == CLAUSE and notice["facts"]["seconds"] == GIVE
        assert seen(evening, ana)["you"]["asked"]
        assert not seen(evening, ana)["you"].get("waits")
        await ask(evening, cy, "m2")
        assert seen(evening, cy)["you"]["before"] == 1 and seen(evening, cy)["waiting"] == 2
        watch = await bo.look("m1")
        await evening.later(30)
        await ana.must("leave", "1", table="m1")
        await evening.later(0)
        assert ana.balance == 100_000 - 1_000
        assert seen(evening, bo)["you"]["kept"] and watch.notices("machine-kept")
        assert "asked" not in seen(evening, ana)["you"], "Ana uses one now"
        no = await ana.refused("sit", "1", table="m1")
        assert no.code == "several" and no.law == CLAUSE and "second" in no.text
        assert no.facts["free"] == [{"id": "other", "name": "Machine 9"}]
        no = await cy.refused("sit", "1", table="m1")
        assert no.code == "several" and no.law == CLAUSE and "before you" in no.text
        shown = (await cy.look("m1")).last["listen"]["offers"]
        assert shown[0]["disabled"]["code"] == "several", "the door and the screen say the same"
        await bo.must("sit", "1", table="m1")
        await evening.later(0)
        assert "waits" not in seen(evening, bo)["you"] and seen(evening, cy)["you"]["before"] == 0
        assert "asked" not in seen(evening, ana)["you"], "one each: there is nothing to give up"
        assert verify(evening.ledger).verified


@pytest.mark.law(*RULE)
@run_async
async def test_who_does_not_choose_loses_the_one_used_least_lately(tmp_path: Path) -> None:
    """After two minutes, with their credit; not a second before."""
    async with Evening(tmp_path, tables=floor(3)) as evening:
        ana, bo, _ = await people(evening)
        await taken(evening, ana, "m1", "m2", "m3")
        evening.clock.advance(5)
        for table in ("m3", "m1"):
            await ana.must("spin", "1x1x5", table=table)
            evening.clock.advance(1)
        await ask(evening, bo)
        await ask(evening, (await evening.guest("Dora")))
        await evening.later(GIVE - 1)
        assert [seats(evening)[m] for m in ("m1", "m2", "m3")] == ["Ana"] * 3
        await evening.later(1)
        assert [seats(evening)[m] for m in ("m1", "m2", "m3")] == ["Ana", "", "Ana"]
        assert evening.desk("m2").carry.meters.credit == 0 and seen(evening, bo)["you"]["kept"]
        assert ana.balance == 100_000 - 2_000
        await bo.must("sit", "1", table="m2")
        assert seen(evening, ana)["you"]["asked"], "another waits, and Ana uses two"
        await evening.later(GIVE - 1)
        assert seats(evening)["m3"] == "Ana"
        await evening.later(1)
        assert [seats(evening)[m] for m in ("m1", "m3")].count("Ana") == 1
        assert seats(evening)["m1"] == "Ana", "m3 was played before m1"
        assert verify(evening.ledger).verified


@pytest.mark.law(*RULE)
@run_async
async def test_a_game_under_way_is_played_before_its_player_goes(tmp_path: Path) -> None:
    """They begin no other one meanwhile; a decision of that game is still theirs."""
    house_tables = {"m1": machine("1", "azulejo", clocks="decision = 600"),
                    "m2": machine("2", "azulejo", clocks="decision = 600")}
    for seed in range(40):
        where = tmp_path / str(seed)
        where.mkdir()
        async with Evening(where, tables=house_tables, seed=seed) as evening:
            ana, bo, _ = await people(evening)
            await taken(evening, ana, "m1", "m2")
            for _ in range(40):
                await ana.must("spin", "1x1x5", table="m1")
                await evening.later(0)
                if evening.desk("m1").state.window.startswith("ladder"):
                    break
            if not evening.desk("m1").state.window.startswith("ladder"):
                continue
            evening.clock.advance(1)
            await ana.must("insert", "1", 500, table="m2")
            await ask(evening, bo)
            await evening.later(GIVE)
            assert seats(evening) == {"m1": "Ana", "m2": "Ana"}
            assert seen(evening, ana)["machines"][0]["ends"]
            await evening.reopen()
            assert seen(evening, ana)["machines"][0]["ends"], "the house remembers"
            held = evening.desk("m1").staked[ana.id]
            await ana.must("stop", "1", table="m1")
            for act, seat, cents in (("spin", "1x1x5", 0), ("insert", "1", 500)):
                no = await ana.refused(act, seat, cents, table="m1")
                assert no.code in ("give-up", "not-yours", "not-offered", "not-now",
                                   "moved-on"), no  # at this moment Cy still sat there
                assert no.law == CLAUSE or not evening.desk("m1").seats[0], no
            await evening.later(0)
            await evening.later(0)
            assert seats(evening) == {"m1": "", "m2": "Ana"} and held
            assert seen(evening, bo)["you"]["kept"] and verify(evening.ledger).verified
            return
    raise AssertionError("no ladder in so many games")


@pytest.mark.law(*RULE)
@run_async
async def test_who_does_not_come_loses_their_place_on_the_list(tmp_path: Path) -> None:
    """After a minute the machine is for the next; nobody waits, and it is for anybody."""
    async with Evening(tmp_path, tables=floor(1)) as evening:
        ana, bo, cy = await people(evening)
        await taken(evening, ana, "m1")
        await ask(evening, bo)
        await ask(evening, cy)
        await evening.later(60)
        assert seats(evening)["m1"] == "Ana", "who uses one is not asked to give it up"
        await ana.must("leave", "1", table="m1")
        await evening.later(0)
        assert (await ana.refused("sit", "1", table="m1")).law == CLAUSE
        await evening.later(COME - 1)
        assert (await cy.refused("sit", "1", table="m1")).law == CLAUSE
        await evening.later(1)
        assert "waits" not in seen(evening, bo)["you"] and seen(evening, cy)["you"]["kept"]
        assert (await bo.refused("sit", "1", table="m1")).law == CLAUSE
        queue = await evening.house.machine_queue.leave(cy.player, "m1")
        assert queue.waiting == 0
        await ana.must("sit", "1", table="m1")


@pytest.mark.law(*RULE)
@run_async
async def test_the_list_outlives_the_house(tmp_path: Path) -> None:
    """Who waits waits, who was asked was asked then, and the deadline is the same."""
    async with Evening(tmp_path, tables=floor()) as evening:
        ana, bo, cy = await people(evening)
        await taken(evening, ana, "m2", "m1")
        await ask(evening, bo)
        await ask(evening, cy)
        await evening.later(GIVE - 10)
        await evening.reopen()
        assert seen(evening, bo)["you"]["before"] == 0 and seen(evening, ana)["you"]["asked"]
        assert seen(evening, ana)["you"]["seconds"] == 10
        await evening.later(10)
        assert seats(evening)["m2"] == "", "the books know which was used last"
        assert seats(evening)["m1"] == "Ana" and verify(evening.ledger).verified
        kinds = [r.body for r in evening.ledger.entries(kind="asking")]
        assert any(b'"ends"' in body and CLAUSE.encode() in body for body in kinds)


@pytest.mark.law(*RULE)
@run_async
async def test_machines_are_alike_with_the_same_model_coins_and_limits(tmp_path: Path) -> None:
    """Another limit is another type: who waits for one is not served by the other."""
    tables = {"m1": machine("1"), "m2": machine("2"), "x": machine("3", more='by_hand = "10.00"'),
              "y": machine("4", "vindima")}
    async with Evening(tmp_path, tables=tables) as evening:
        kinds = sorted(sorted(m.id for m in t.machines)
                       for t in evening.house.machine_queue.describe(""))
        assert kinds == [["m1", "m2", "x"], ["y"]], "how a prize is paid is no matter of the bet"
    tables["m2"] = msgspec.structs.replace(tables["m2"], maximum=1_000)
    async with Evening(tmp_path, tables=tables) as evening:
        kinds = sorted(sorted(m.id for m in t.machines)
                       for t in evening.house.machine_queue.describe(""))
        assert kinds == [["m1", "x"], ["m2"], ["y"]]


@pytest.mark.law(*RULE)
@run_async
async def test_a_machine_out_of_order_is_not_free(tmp_path: Path) -> None:
    """Nor one that is closed: who asks waits, though nobody sits there."""
    from sabot.house.staff import croupier
    from sabot.procedure import Incident
    async with Evening(tmp_path, tables=floor()) as evening:
        ana, bo, cy = await people(evening)
        boss = await evening.staff("Sofia", "supervisor")
        await croupier.report_fault(
            evening.house, boss, "m2", Incident("door-opened", note="a coin"))
        await taken(evening, ana, "m1")
        await ask(evening, bo)
        assert seen(evening, bo)["you"]["before"] == 0 and not seen(evening, bo)["you"]["kept"]
        await croupier.report_fault(
            evening.house, boss, "m2", Incident("door-closed", note="it is out"))
        await evening.later(0)
        assert seen(evening, bo)["you"]["kept"]
        assert (await cy.refused("sit", "1", table="m2")).law == CLAUSE
        await evening.house.switch(boss, "table:m2", False, "cleaning")
        await evening.later(0)
        assert not seen(evening, bo)["you"]["kept"]
        await taken(evening, bo, "other")
        assert seen(evening, bo)["you"]["before"] == 0, "a machine of another type is another"
        screen: Screen = await cy.look("m1")
        assert not screen.notices("give-up")


@pytest.mark.law(f"{ROW}/13")
@run_async
async def test_a_closed_machine_begins_no_game(tmp_path: Path) -> None:
    """Who sits there gets their credit back whenever they want it."""
    async with Evening(tmp_path, tables=floor()) as evening:
        ana, _, _ = await people(evening)
        boss = await evening.staff("Sofia", "supervisor")
        await taken(evening, ana, "m1")
        await evening.house.switch(boss, "table:m1", False, "cleaning")
        for act, seat, cents in (("spin", "1x1x5", 0), ("insert", "1", 500)):
            assert (await ana.refused(act, seat, cents, table="m1")).code == "closed"
        await ana.must("cash-out", "1", table="m1")
        assert ana.balance == 100_000
