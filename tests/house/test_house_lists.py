"""Several tables with one list: who registers, who is drawn to which, who may change."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.certify.audit.verify import verify
from sabot.games import catalogue, game, read_table
from sabot.house import HouseError
from sabot.house.seating.waiting_lists import COME, GATHER, PlacedEntry
from sabot.house.table.messages import Ack, Refused
from sabot.ledger import Document, Entry
from sabot.procedure import canonical
from sabot.procedure.waiting_list import (
    Change,
    WaitingList,
    apply_change,
    assigned_tables,
    tables_filled,
)
from support.house_evening import Evening, Guest, run_async, table

ROW = "pt-217-2007/poquer-nao-bancado"
ONE = """
game = "holdem"
name = "{name}"
list = "evening"
minimum = 2
maximum = 1000
places = 10
[rules]
minimum_share = false
limit = "cave"
{rules}
[clocks]
decision = 30
late = 10
"""


def hall(*names: str, rules: str = "") -> dict[str, Any]:
    """Tables with one list."""
    return {name: table(ONE.format(name=name.title(), rules=rules)) for name in names}


LOOSE, PAID = hall("ave", "lis", "sado"), hall("ave", "lis", rules='percentage="session"\nrate=10')


async def registered(evening: Evening, many: int) -> list[Guest]:
    """So many guests, all of them on the list."""
    found = []
    for n in range(many):
        found.append(await evening.guest(f"G{n}"))
        await evening.house.waiting_lists.register(found[-1].player, "evening")
    return found


def mine(evening: Evening, guest: Guest) -> dict[str, Any]:
    """What a guest has to do with the list."""
    return msgspec.to_builtins(evening.house.waiting_lists.describe(guest.id)[0].you) or {}


async def come(evening: Evening, guests: list[Guest]) -> None:
    """All take a seat at their tables, and are known to sit there."""
    for guest in guests:
        await seat(evening, guest)
    await evening.house.waiting_lists.tick()


async def seat(evening: Evening, guest: Guest, amount: int = 4_000) -> str:
    """A guest sits down at their own table."""
    at = mine(evening, guest)["table"]
    free = next(str(n) for n, held in enumerate(evening.desk(at).seats, 1) if not held)
    await guest.must("sit", free, amount, table=at)
    return str(at)


def changes(evening: Evening) -> list[Change]:
    """Everything that the journal says of the list."""
    return [change for record in evening.ledger.entries(kind="list")
            for change in msgspec.convert(msgspec.json.decode(record.body)["changes"],
                                          list[Change])]


# -- the draw --------------------------------------------------------------------------------------


@pytest.mark.law(f"{ROW}/25", f"{ROW}/8.a", "ir/300")
@run_async
async def test_who_registered_draws_a_suit_and_must_sit_at_its_table(tmp_path: Path) -> None:
    """Nine for three tables fill two with four. The house alone holds the draw half a minute after
    the first registered; at the table of another suit nobody may sit or wait."""
    async with Evening(tmp_path, tables=LOOSE) as evening:
        stranger = await evening.guest("Zoe")
        no = await stranger.refused("sit", "1", 4_000, table="ave")
        assert (no.code, no.law) == ("not-listed", f"{ROW}/8.a")
        guests = await registered(evening, 9)
        assert mine(evening, guests[3]) == {"state": "waiting", "before": 3, "law": f"{ROW}/8.a"}
        await evening.later(GATHER - 1)
        assert mine(evening, guests[0])["state"] == "waiting"
        await evening.later(1)
        at = [mine(evening, guest) for guest in guests]
        assert sorted(Counter(one["table"] for one in at).items()) == [("ave", 5), ("lis", 4)]
        assert {one["table"]: one["suit"] for one in at} == {"ave": "S", "lis": "H"}
        draw = next(change for change in changes(evening) if change.act == "draw")
        rules = game("holdem").waiting_list
        assert assigned_tables(rules, draw) == {
            g.id: one["table"] for g, one in zip(guests, at, strict=True)
        }
        for guest, one in zip(guests, at, strict=True):
            other = "lis" if one["table"] == "ave" else "ave"
            no = await guest.refused("sit", "9", 4_000, table=other)
            assert (no.code, no.law) == ("other-table", f"{ROW}/25")
            assert one["name"] in no.text and no.facts["table"] == one["table"]
        await come(evening, guests)
        assert all(mine(evening, guest)["sat"] for guest in guests)
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/25", "ir/300")
@run_async
async def test_a_restart_between_draw_and_seat_changes_nothing(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=LOOSE) as evening:
        guests = await registered(evening, 8)
        await evening.reopen()
        assert [mine(evening, guest)["before"] for guest in guests] == list(range(8))
        await evening.later(GATHER)
        at = [mine(evening, guest)["table"] for guest in guests]
        await evening.reopen()
        assert [mine(evening, guest)["table"] for guest in guests] == at
        await seat(evening, guests[0])
        await evening.reopen()  # the guest sits: the list finds it out again
        assert mine(evening, guests[0])["sat"]
        other = next(one for one in ("ave", "lis") if one != at[1])
        assert (await guests[1].refused("sit", "9", 4_000, table=other)).law == f"{ROW}/25"
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/25", "ir/300")
@run_async
async def test_players_who_do_not_suffice_for_two_tables_go_to_one(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=LOOSE) as evening:
        guests = await registered(evening, 7)
        await evening.later(GATHER)
        assert {mine(evening, guest)["table"] for guest in guests} == {"ave"}
        assert not any(change.act == "draw" for change in changes(evening))
        await come(evening, guests)
        await evening.later(11)
        assert any(evening.desk("ave").dealer.record)
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/25", "ir/300")
@run_async
async def test_where_staff_work_a_supervisor_holds_the_draw(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=LOOSE) as evening:
        boss = await evening.staff("Marta", "supervisor")
        guests = await registered(evening, 12)
        await evening.later(10 * GATHER)
        assert {mine(evening, guest)["state"] for guest in guests} == {"waiting"}
        await evening.house.waiting_lists.draw(boss, "evening", "the evening begins")
        assert Counter(mine(evening, guest)["table"] for guest in guests) == {
            "ave": 4, "lis": 4, "sado": 4}
        acts = [e.body["staff"] for e in evening.house.archive.journal(50)
                if e.kind == "staff"]
        assert acts[-1]["act"] == "draw" and acts[-1]["list"] == "evening"
        with pytest.raises(HouseError, match="nobody is waiting") as no:
            await evening.house.waiting_lists.draw(boss, "evening", "once more")
        assert no.value.law == f"{ROW}/25"


@pytest.mark.law(f"{ROW}/8.a", "ir/302")
@run_async
async def test_who_registers_later_goes_to_the_table_with_the_fewest(tmp_path: Path) -> None:
    """Nine are at two tables as five and four: the tenth makes them even, the eleventh goes to the
    first. A table that is closed takes nobody."""
    async with Evening(tmp_path, tables=LOOSE) as evening:
        guests = await registered(evening, 9)
        await evening.later(GATHER)
        await come(evening, guests)
        late = await registered(evening, 2)
        assert [mine(evening, guest)["table"] for guest in late] == ["lis", "ave"]
        assert mine(evening, late[0])["law"] == "ir/302"
        boss = await evening.staff("Marta", "supervisor")
        await evening.house.switch(boss, "table:lis", False, "a broken lamp")
        latest = await registered(evening, 2)
        assert [mine(evening, guest)["table"] for guest in latest] == ["ave", "ave"]
        assert verify(evening.ledger).verified


@pytest.mark.law("ir/301", f"{ROW}/8.a")
@run_async
async def test_who_does_not_come_loses_their_place_and_who_waits_there_keeps_it(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=LOOSE) as evening:
        guests = await registered(evening, 8)
        await evening.later(GATHER)
        await seat(evening, guests[0])
        await evening.later(COME - 1)
        assert mine(evening, guests[1])["state"] == "placed"
        await evening.later(1)
        assert mine(evening, guests[0])["sat"] and not mine(evening, guests[1])
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/27", f"{ROW}/8.a")
@run_async
async def test_two_who_want_the_last_seat_of_their_table(tmp_path: Path) -> None:
    """One gets it; the other goes on the list of that table, and is not sent elsewhere."""
    tables = hall("ave")
    async with Evening(tmp_path, tables=tables) as evening:
        guests = await registered(evening, 11)
        await evening.later(GATHER)
        for guest in guests[:9]:
            await seat(evening, guest)
        free = next(str(n) for n, held in enumerate(evening.desk("ave").seats, 1) if not held)
        answers = await asyncio.gather(*(guest.do("sit", free, 4_000, table="ave")
                                         for guest in guests[9:]))
        lost = [guest for guest, answer in zip(guests[9:], answers, strict=True)
                if isinstance(answer, Refused)]
        assert len(lost) == 1
        await lost[0].must("book", "table", table="ave")
        await evening.later(2 * COME)
        assert mine(evening, lost[0])["table"] == "ave"
        assert verify(evening.ledger).verified


@pytest.mark.law("ir/300", f"{ROW}/25")
@pytest.mark.parametrize(("many", "reading", "tables"), [
    (9, "with-four", 2), (9, "when-full", 1), (14, "when-full", 2)])
@run_async
async def test_a_second_table_is_opened_with_four_or_when_the_first_is_full(
        tmp_path: Path, many: int, reading: str, tables: int) -> None:
    rules = f'readings = {{ second_table = "{reading}" }}'
    async with Evening(tmp_path, tables=hall("ave", "lis", rules=rules)) as evening:
        guests = await registered(evening, many)
        await evening.later(GATHER)
        assert len({mine(evening, guest)["table"] for guest in guests}) == tables
        assert verify(evening.ledger).verified


@pytest.mark.law("ir/302", f"{ROW}/8.a")
@run_async
async def test_who_registers_later_chooses_a_table_by_another_reading(tmp_path: Path) -> None:
    """Five and four play; who comes later waits, and sits at the fuller table."""
    rules = 'readings = { late_players = "choose" }'
    async with Evening(tmp_path, tables=hall("ave", "lis", "sado", rules=rules)) as evening:
        guests = await registered(evening, 9)
        await evening.later(GATHER)
        await come(evening, guests)
        [late] = await registered(evening, 1)
        await evening.later(2 * GATHER)
        assert mine(evening, late)["state"] == "waiting"
        no = await late.refused("sit", "9", 4_000, table="sado")
        assert no.code == "not-listed"
        await late.must("sit", free_place(evening, "ave"), 4_000, table="ave")
        await evening.house.waiting_lists.tick()
        assert (mine(evening, late)["table"], mine(evening, late)["sat"]) == ("ave", True)
        assert verify(evening.ledger).verified


def free_place(evening: Evening, at: str) -> str:
    """The first free place of a table."""
    return next(str(n) for n, held in enumerate(evening.desk(at).seats, 1) if not held)


# -- changing tables -------------------------------------------------------------------------------


@pytest.mark.law(f"{ROW}/26", f"{ROW}/26-2", "ir/262", "ir/301")
@run_async
async def test_in_session_play_only_who_lost_their_cave_changes_tables(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=PAID) as evening:
        guests = await registered(evening, 10)
        await evening.later(GATHER)
        await come(evening, guests)
        here = [g for g in guests if mine(evening, g)["table"] == "ave"]
        with pytest.raises(HouseError, match=r"40\.00 €") as no:
            await evening.house.waiting_lists.move(here[0].player, "evening", "lis")
        assert (no.value.code, no.value.law) == ("may-not-change", f"{ROW}/26")
        # Standing up is no way round it, and neither is leaving the list.
        await here[0].must("leave", evening.desk("ave").places_of(here[0].id)[0], table="ave")
        await evening.house.waiting_lists.tick()
        assert (await here[0].refused("sit", "9", 4_000, table="lis")).law == f"{ROW}/26"
        with pytest.raises(HouseError) as no:
            await evening.house.waiting_lists.leave(here[0].player, "evening")
        assert no.value.code == "at-table"
        assert verify(evening.ledger).verified


@pytest.mark.law("ir/301", f"{ROW}/26")
@run_async
async def test_by_another_reading_who_stands_up_is_free(tmp_path: Path) -> None:
    rules = 'percentage="session"\nrate=10\nreadings = { standing = "free" }'
    async with Evening(tmp_path, tables=hall("ave", "lis", rules=rules)) as evening:
        guests = await registered(evening, 10)
        await evening.later(GATHER)
        await come(evening, guests)
        one = next(g for g in guests if mine(evening, g)["table"] == "ave")
        assert (await one.refused("sit", "9", 4_000, table="lis")).law == f"{ROW}/26"
        await one.must("leave", evening.desk("ave").places_of(one.id)[0], table="ave")
        await one.must("sit", free_place(evening, "lis"), 4_000, table="lis")
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/26", f"{ROW}/26-2", "ir/262")
@run_async
async def test_who_lost_their_cave_goes_where_both_tables_stay_even(tmp_path: Path) -> None:
    """Six and four: the fifth and sixth go to five each, and then nobody more."""
    async with Evening(tmp_path, tables=PAID) as evening:
        guests = await registered(evening, 10)
        await evening.later(GATHER)
        await come(evening, guests)
        ave = [g for g in guests if mine(evening, g)["table"] == "ave"]
        lis = [g for g in guests if mine(evening, g)["table"] == "lis"]
        assert [one.session for one in evening.house.waiting_lists.describe("")[0].tables] == [
            "", ""]
        await evening.later(11)  # the game begins at both
        assert [(one.session, one.sessions)
                for one in evening.house.waiting_lists.describe("")[0].tables] == [("begun", 1)] * 2
        poor = await broke(evening, ave)
        with pytest.raises(HouseError, match="uneven") as no:
            await evening.house.waiting_lists.move(poor.player, "evening", "lis")
        assert no.value.law == f"{ROW}/26-2"
        gone = lis[0]
        await stands(evening, gone, "lis")
        done = await evening.house.waiting_lists.move(poor.player, "evening", "lis")
        assert isinstance(done.you, PlacedEntry) and done.you.table == "lis"
        assert poor.id not in evening.desk("ave").seats
        assert (await poor.refused("sit", "9", 4_000, table="ave")).law == f"{ROW}/25"
        await evening.reopen()
        await seat(evening, poor)
        await evening.house.waiting_lists.tick()
        assert mine(evening, poor)["sat"]
        assert verify(evening.ledger).verified


async def broke(evening: Evening, guests: list[Guest]) -> Guest:
    """Two of a table bet all; who loses it."""
    for _ in range(40):
        desk = evening.desk("ave")
        standing = desk.dealer.standing if desk.dealer else None
        turn = next((o for o in standing.offers if o.act == "fold"), None) if standing else None
        if turn is None:
            await evening.later(11)
            poor = [g for g in guests if g.id in evening.desk("ave").seats
                    and not evening.desk("ave").staked.get(g.id)]
            if poor and evening.desk("ave").seating:
                return poor[0]
            continue
        guest = next(g for g in guests if g.id == turn.player)
        acts = {o.act for o in standing.offers if o.seat == turn.seat}
        answer = await guest.do("all-in" if "all-in" in acts else "call", turn.seat, table="ave")
        # Where the clock was faster, it is looked at anew.
        assert isinstance(answer, Ack) or answer.code == "moved-on", answer
    raise AssertionError("nobody lost their cave")


async def stands(evening: Evening, guest: Guest, at: str) -> None:
    """A guest leaves their seat once the hand is over."""
    await guest.end(at)
    for _ in range(40):
        if guest.id not in evening.desk(at).seats:
            return
        await evening.later(11)
    raise AssertionError("the guest still sits there")


@pytest.mark.law("ir/301")
@run_async
async def test_where_play_goes_on_and_on_who_has_sat_may_sit_elsewhere(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=LOOSE) as evening:
        guests = await registered(evening, 10)
        await evening.later(GATHER)
        await come(evening, guests)
        one = next(g for g in guests if mine(evening, g)["table"] == "ave")
        await stands(evening, one, "ave")
        await one.must("sit", next(str(n) for n, held in enumerate(
            evening.desk("lis").seats, 1) if not held), 4_000, table="lis")
        assert verify(evening.ledger).verified


@pytest.mark.law("ir/301")
@run_async
async def test_a_table_that_all_have_left_holds_nobody(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=PAID) as evening:
        guests = await registered(evening, 4)
        await evening.later(GATHER)
        await come(evening, guests)
        for guest in guests:
            await guest.must("leave", evening.desk("ave").places_of(guest.id)[0], table="ave")
        await evening.house.waiting_lists.tick()
        assert not any(mine(evening, guest) for guest in guests)
        await registered(evening, 1)


# -- what the journal proves -----------------------------------------------------------------------


@pytest.mark.law(f"{ROW}/25")
@pytest.mark.parametrize("what", ["to", "fell", "players", "tables", "kept"])
@run_async
async def test_a_draw_that_its_lots_do_not_give_is_refused(tmp_path: Path, what: str) -> None:
    """Who writes a journal with another outcome than the lots gave is found out, though every
    digest fits."""
    async with Evening(tmp_path, tables=LOOSE) as evening:
        guests = await registered(evening, 8)
        rules = game("holdem").waiting_list
        roll = evening.house.waiting_lists.waiting_lists["evening"]
        players = tuple(guest.id for guest in guests)
        draw = Change("draw", f"{ROW}/25", players, 1.0, tables=("ave", "lis"), suits="SH",
                      fell=(1,) * 8)
        draw = msgspec.structs.replace(draw, to=assigned_tables(rules, draw))
        changed = apply_change(roll, draw, rules)
        first, second = players[:2]
        forged = {
            "to": {"to": {**draw.to, first: draw.to[second], second: draw.to[first]}},
            "fell": {"fell": (2, *draw.fell[1:])},
            "players": {"players": players[1:]}, "tables": {"tables": ("ave", "sado")},
            "kept": {}}[what]
        if what == "kept":
            changed = msgspec.structs.replace(changed, placed={})
        change = msgspec.structs.replace(draw, **forged)
        await evening.house.commit(Entry(kind="list", body=canonical(
            {"list": "evening", "game": "holdem", "changes": [msgspec.to_builtins(change)]}),
            documents=(Document(kind="list", id="evening", body=canonical(changed)),)))
        fault = verify(evening.ledger).fault
        assert fault is not None and "list 'evening'" in fault.what


PLAYERS = st.integers(2, 44).map(lambda n: tuple(f"p{i}" for i in range(n)))


@pytest.mark.law(f"{ROW}/25")
@settings(max_examples=60, deadline=None)
@given(players=PLAYERS, tables=st.integers(1, 4), data=st.data())
def test_a_draw_gives_every_player_one_table_and_fills_all_evenly(
        players: tuple[str, ...], tables: int, data: st.DataObject) -> None:
    """Whatever the lots: none has two more than another, each has four."""
    rules = game("holdem").waiting_list
    use = tables_filled(rules, len(players), tables)
    if use < 2:
        return
    fell = tuple(data.draw(st.integers(1, side)) for side in rules.lots(len(players), len(players)))
    ids = tuple(f"t{n}" for n in range(use))
    draw = Change("draw", f"{ROW}/25", players, 1.0, tables=ids, suits="SHDC"[:use], fell=fell)
    draw = msgspec.structs.replace(draw, to=assigned_tables(rules, draw))
    roll = apply_change(WaitingList("x", players, 1.0), draw, rules)
    assert set(roll.placed) == set(players) and not roll.waiting
    sizes = Counter(one.table for one in roll.placed.values())
    assert set(sizes) == set(ids)
    assert min(sizes.values()) >= 4 and max(sizes.values()) - min(sizes.values()) <= 1
    assert {one.table: one.suit for one in roll.placed.values()} == dict(
        zip(ids, "SHDC", strict=False))


# -- files -----------------------------------------------------------------------------------------


@pytest.mark.law(f"{ROW}/25")
@pytest.mark.parametrize(("tables", "wrong"), [
    (hall("a", "b", "c", "d", "e"), "allowed: up to 4"),
    (hall("a") | {"b": table(ONE.format(name="B", rules="").replace("holdem", "omaha"))},
     "allowed: one game")], ids=["five", "mixed"])
@run_async
async def test_a_list_is_of_one_game_and_of_no_more_tables_than_suits(
        tmp_path: Path, tables: dict[str, Any], wrong: str) -> None:
    evening = Evening(tmp_path, tables=tables)
    with pytest.raises(ValueError, match=wrong):
        await evening.open()
    evening.ledger.close()


def test_only_games_whose_law_has_lists_may_name_one() -> None:
    lists = {one.id for one in catalogue().values() if one.waiting_list}
    assert lists == {"holdem", "omaha", "sintetico"}
    wrong = read_table('game = "blackjack-2007"\nname = "X"\nminimum = 5\nmaximum = 100\n'
                       'list = "evening"\n')
    assert isinstance(wrong, list) and [str(one) for one in wrong] == [
        "list: found 'evening'; allowed: nothing: each table of this game has its own players"]
