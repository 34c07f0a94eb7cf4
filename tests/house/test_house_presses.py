"""A press answers what was asked when it was pressed: twice at once is once, and late is not."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from sabot.cli.options import table_for
from sabot.games import catalogue
from sabot.house import Room
from sabot.house.table.messages import Ack, ActCommand, EndCommand, Refused
from sabot.procedure import offers_for
from sabot.procedure.game import Game
from support.house_evening import Evening, Guest, run_async

WITHOUT_V = ("blackjack-online", "craps", "holdem", "machines")
"""Games of which every run presses without saying what was seen, which no game looks at itself."""
with_and_without_v = pytest.mark.parametrize("says", [True, False], ids=["v", "no v"])
SMALL = "4S 5H 6D 7C 3S 2H 4D 5C 6S 2D 3C 4H 5S 6H 2C"


def acted(room: Room) -> list[tuple[str, str]]:
    """The acts of players that the open coup, or the last one, has on record."""
    return [(item.event.answer.act, item.event.answer.seat) for item in room.desk.layout.coup_items
            if item.event is not None and hasattr(item.event.answer, "act")]


async def at_once(guest: Guest, where: str, says: bool, *acts: tuple[str, str, int]) -> list[Any]:
    """Several presses of one player of which none was answered when the last was pressed."""
    room = guest.room(where)
    v = room.desk.state.version if says else None
    return await asyncio.gather(*(
        room.reply_to(guest.id, ActCommand(f"{next(guest._keys)}", act, seat, amount, v))
        for act, seat, amount in acts))


def taken(answers: list[Any]) -> list[str]:
    """Which were taken, and the codes of those that were not."""
    return ["ack" if isinstance(one, Ack) else one.code for one in answers]


@with_and_without_v
@run_async
async def test_a_double_click_on_hit_takes_one_card(tmp_path: Path, says: bool) -> None:
    async with Evening(tmp_path, cards=[SMALL] * 3) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="alone")
        await ana.must("bet", "1", 1000, table="alone")
        deal = ("deal", "table", 0)
        assert taken(await at_once(ana, "alone", says, deal, deal)) == ["ack", "moved-on"]
        room, hit = ana.room("alone"), ("hit", "1", 0)
        assert room.desk.dealer.standing.window == "1:1"
        before = ana.balance
        answers = await at_once(ana, "alone", says, hit, hit)
        assert taken(answers) == ["ack", "moved-on"]
        assert answers[1].facts == {"v": answers[0].v} and not answers[1].law
        assert acted(room).count(("hit", "1")) == 1 and ana.balance == before
        # The first one counts, whatever the second was.
        assert taken(await at_once(ana, "alone", says, hit, ("stand", "1", 0))) == [
            "ack", "moved-on"]
        assert ("stand", "1") not in acted(room)


@run_async
async def test_what_is_pressed_once_the_answer_is_known_is_another_press(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[SMALL] * 3) as evening:
        ana = await evening.guest("Ana")
        for act in (("sit", "1"), ("bet", "1", 1000), ("deal", "table")):
            await ana.must(*act, table="alone")
        room = ana.room("alone")
        for n in range(2):
            seen = room.desk.state.version
            answer = await room.reply_to(ana.id, ActCommand(f"h{n}", "hit", "1", 0, seen))
            assert isinstance(answer, Ack)
        assert acted(room).count(("hit", "1")) == 2
        again = await room.reply_to(ana.id, ActCommand("h0", "hit", "1", 0, 0))
        assert isinstance(again, Ack), "an accepted key has its answer for ever"
        assert acted(room).count(("hit", "1")) == 2
        late = await room.reply_to(ana.id, ActCommand("h9", "hit", "1", 0, seen))
        assert isinstance(late, Refused) and late.code == "moved-on"
        later = await room.reply_to(ana.id, ActCommand("h10", "stand", "1", 0, seen + 10 ** 6))
        assert isinstance(later, Ack), "a version that is to come is none to hold against anybody"


@with_and_without_v
@run_async
async def test_chips_are_laid_as_fast_as_a_hand_can(tmp_path: Path, says: bool) -> None:
    async with Evening(tmp_path) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        for guest, seat in ((ana, "1"), (rui, "2")):
            await guest.must("sit", seat)
        chips = [("bet", "1", 200 * n) for n in (1, 2, 3)]
        assert taken(await at_once(ana, "shared", says, *chips)) == ["ack"] * 3
        assert ana.room().desk.layout.owners.of(ana.id) == {"1": 600}
        # One more and back again: the last sum counts, though it was pressed before.
        assert taken(await at_once(ana, "shared", says, ("bet", "1", 800), ("bet", "1", 600),
                                   ("bet", "1", 600))) == ["ack", "ack", "moved-on"]
        assert ana.room().desk.layout.owners.of(ana.id) == {"1": 600}
        # What others do meanwhile takes nothing from anybody.
        seen = ana.room().desk.state.version
        await rui.must("bet", "2", 400)
        answer = await ana.room().reply_to(ana.id, ActCommand("k", "bet", "1", 400, seen))
        assert isinstance(answer, Ack)


@run_async
async def test_a_bet_for_a_coup_that_is_dealt_is_not_laid_for_the_next(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1")
        seen = ana.room().desk.state.version
        await ana.must("bet", "1", 200)
        room = ana.room()
        for _ in range(20):
            await evening.later(21)
            if room.desk.betting and room.desk.state.no > 1:
                break
        answer = await room.reply_to(ana.id, ActCommand("k", "bet", "1", 400, seen))
        assert isinstance(answer, Refused) and answer.code == "moved-on"
        assert room.desk.layout.owners.of(ana.id) == {}


@run_async
async def test_acts_that_answer_no_question_are_done_at_any_time(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        await ana.must("sit", "1")
        await ana.must("bet", "1", 200)
        await evening.later(15)
        room = rui.room()
        place = ActCommand("p1", "sit", "2", 0, 1)
        assert isinstance(await room.reply_to(rui.id, place), Ack), "a place is kept meanwhile"
        assert room.desk.state.reserved == {"2": rui.id}
        twice = await room.reply_to(rui.id, ActCommand("p2", "sit", "2", 0, 1))
        assert isinstance(twice, Refused) and twice.code == "moved-on", "and not refused as taken"


@run_async
async def test_a_session_is_ended_once(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="alone")
        room = ana.room("alone")
        seen = room.desk.state.version
        both = await asyncio.gather(*(room.reply_to(ana.id, EndCommand(f"e{n}", seen))
                                      for n in (1, 2)))
        assert taken(list(both)) == ["ack", "moved-on"]


@run_async
async def test_an_end_of_the_session_between_makes_no_second_press_of_a_double_click(
        tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1")
        room, bet = ana.room(), ("bet", "1", 200, ana.room().desk.state.version)
        answers = await asyncio.gather(*(room.reply_to(ana.id, command) for command in (
            ActCommand("b", *bet), EndCommand("e"), ActCommand("c", *bet))))
        assert taken(list(answers)) == ["ack", "ack", "moved-on"]


@pytest.mark.parametrize(("says", "game"), [
    pytest.param(says, game, id=f"{'v' if says else 'no v'}-{game.id}",
                 marks=() if says or game.id in WITHOUT_V else pytest.mark.more)
    for game in catalogue().values() for says in (True, False)])
@run_async
async def test_every_act_of_every_game_pressed_twice_is_done_once(
        tmp_path: Path, says: bool, game: Game) -> None:
    """And who waits for each answer never reads that the table has moved on."""
    stream = random.Random(f"{game.id} {says}")
    tables = table_for(game, None, ())
    done: set[str] = set()
    async with Evening(tmp_path, tables={"t": tables}, seed=7) as evening:
        people = [await evening.guest(f"G{n}") for n in range(1 if tables.individual else 3)]
        rooms = {guest.id: guest.room("t") for guest in people}
        for guest in people:
            await guest.look("t")
        for _ in range(90):
            guest = stream.choice(people)
            room = rooms[guest.id]
            if room.desk.state.over:
                await room.ask(room.begin)
            standing = room.desk.dealer.standing if room.desk.dealer else None
            mine = [o for o in offers_for(standing, guest.id) if o.note != "full"
                    and (o.act != "leave" or stream.random() < 0.05)]
            if not mine or stream.random() < 0.1:
                await evening.later(stream.choice((1, 20)))
                continue
            offer = stream.choice(mine)
            press = (offer.act, stream.choice(offer.spots), offer.least)
            first, second = await at_once(guest, "t", says, press, press)
            if isinstance(first, Ack):
                assert taken([second]) == ["moved-on"], (press, second)
                done.add(offer.act)
            else:  # it is refused for what it is, not for its time
                assert first.code != "moved-on", press
    assert len(done) > 2, done
