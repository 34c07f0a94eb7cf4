"""Tables of one's own: every game has one, and nobody waits there for company or for a clock."""

from __future__ import annotations

import asyncio
import random
from importlib import resources
from pathlib import Path

import pytest

from sabot import games
from sabot.house import HouseError
from sabot.house.live import bots
from sabot.house.people.players import BOT
from sabot.house.table import ready
from sabot.house.table.messages import Ack, ReadyCommand
from sabot.procedure import Offer, offers_for
from sabot.procedure.table import Table
from support.house_evening import Evening, run_async

SHIPPED = Path(str(resources.files("sabot.house") / "tables"))


def read(path: Path) -> Table:
    table = games.read_table(path.read_text("utf-8"))
    assert isinstance(table, Table), table
    return table


TABLES = {path.stem: read(path) for path in sorted(SHIPPED.glob("*.toml"))}
OWN = {name: table for name, table in TABLES.items() if table.has_copies}
MACHINES = {name for name, table in TABLES.items() if games.game(table.game).cabinet}


def test_every_game_has_a_table_of_ones_own() -> None:
    machines = {TABLES[name].game for name in MACHINES}
    assert {table.game for table in OWN.values()} | machines == set(games.ids())


FIRST = ("sit", "bet", "call", "check", "stand", "pass", "no-cut")
GET_UP = ("leave", "clear", "clear-all", "wait", "value", "stand-up", "double", "repeat", "dice",
          "tip")


def choice(offers: list[Offer], chance: random.Random, *, bets: bool
           ) -> tuple[str, str, int] | None:
    """What somebody does who wants to see a result: sit down, bet the minimum once, go on."""
    useful = [offer for offer in offers if offer.act not in GET_UP
              and not (offer.act == "bet" and (bets or offer.note == "full"))]
    useful.sort(key=lambda offer: (
        FIRST.index(offer.act) if offer.act in FIRST else len(FIRST), offer.seat != "table"))
    if not useful:
        return None
    offer = useful[0]
    spots = [spot for spot in offer.spots if spot] or [offer.seat]
    return offer.act, chance.choice(spots), offer.least if offer.high else 0


@pytest.mark.law("ir/457", "ir/25")
@pytest.mark.parametrize("name", sorted(set(OWN) - {n for n in OWN if OWN[n].kind == "private"}))
@run_async
async def test_alone_a_result_comes_without_any_clock(tmp_path: Path, name: str) -> None:
    """From sitting down to the result of the first bet no time has passed."""
    async with Evening(tmp_path, tables={name: OWN[name]}) as evening:
        ana = await evening.guest("Ana")
        screen, chance = await ana.look(name), random.Random(3)
        room = screen.room
        began, staked = evening.clock.now(), False
        for step in range(60):
            await evening.later(0)
            desk = room.desk
            if desk.state.over and staked:
                break
            offers = offers_for(desk.dealer.standing, ana.id) if desk.dealer else []
            act = choice(list(offers), chance, bets=ana.id in desk.at_stake)
            if act is None:
                answer = await room.reply_to(ana.id, ReadyCommand(f"r{step}"))
            else:
                answer = await ana.do(act[0], act[1], act[2], table=name)
            assert isinstance(answer, Ack), (act, answer)
            staked = staked or ana.id in desk.at_stake
        assert room.desk.state.over and staked, room.desk.dealer.standing
        assert evening.clock.now() == began


@pytest.mark.law("ir/457")
@pytest.mark.parametrize("name", sorted(n for n in OWN if OWN[n].kind == "private"))
@run_async
async def test_at_a_private_table_only_house_players_have_the_other_places(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Each person has a copy of their own, and a hand ends there without any clock."""
    monkeypatch.setattr(bots, "PACE", 0.0)
    async with Evening(tmp_path, tables={name: OWN[name]}) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        screen, other = await ana.look(name), await rui.look(name)
        room, chance, began = screen.room, random.Random(3), evening.clock.now()
        assert room.desk.id != other.room.desk.id
        with pytest.raises(HouseError, match="serves its own player"):
            evening.house.room_for(room.desk.id, rui.id)
        for step in range(600):
            await room.ask(room.tick)
            desk = room.desk
            if desk.state.no > 1 and ana.id in desk.seats:
                break
            offers = list(offers_for(desk.dealer.standing, ana.id)) if desk.dealer else []
            act = choice(offers, chance, bets=ana.id in desk.at_stake)
            time = ready.describe(ready.overview(desk, room.online), ana.id)
            if ana.id in desk.seats and not desk.betting and time is not None and time.yours:
                await room.reply_to(ana.id, ReadyCommand(f"r{step}"))
            elif act is not None:
                await ana.do(act[0], act[1], act[2], table=name)
            elif time is not None and time.yours:
                await room.reply_to(ana.id, ReadyCommand(f"r{step}"))
            else:
                await asyncio.sleep(0.002)
        assert room.desk.state.no > 1, room.desk.dealer and room.desk.dealer.standing
        people = [player for player in room.desk.seats if player]
        assert ana.id in people and all(p.startswith(BOT) for p in people if p != ana.id)
        assert len(people) > 2 and evening.clock.now() == began


POKER = sorted(name for name in OWN if OWN[name].game in ("holdem", "omaha", "sintetico"))


@pytest.mark.law("ir/457")
@pytest.mark.parametrize("name", POKER)
@run_async
async def test_alone_at_poker_the_cards_come_without_any_clock(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """To sit down among house players is to be ready for the first hand. Who is ready in the pause
    after it is also ready for the time before the next."""
    monkeypatch.setattr(bots, "PACE", 0.0)
    async with Evening(tmp_path, tables={name: OWN[name]}) as evening:
        ana = await evening.guest("Ana")
        screen = await ana.look(name)
        room, chance, began = screen.room, random.Random(3), evening.clock.now()
        own_hands, ready_in = 0, []
        for step in range(600):
            await room.ask(room.tick)
            screen.read()
            own_hands = sum(e.get("step") == "call" and e["call"] == "hand" for e in screen.events)
            if own_hands == 2:
                break
            desk = room.desk
            offers = list(offers_for(desk.dealer.standing, ana.id)) if desk.dealer else []
            act = choice(offers, chance, bets=ana.id in desk.at_stake)
            if desk.state.over and not desk.state.ready:
                assert isinstance(await room.reply_to(ana.id, ReadyCommand(f"r{step}")), Ack)
                ready_in.append(desk.state.no)
            elif act is not None and not desk.state.over \
                    and (ana.id not in desk.seats
                         or desk.dealer.standing.window not in ("seats", "between")):
                await ana.do(act[0], act[1], act[2], table=name)
            else:
                await asyncio.sleep(0.002)
        assert own_hands == 2, room.desk.dealer and room.desk.dealer.standing
        assert ready_in == [1], "ready is said once, after the first hand"
        assert sum(bool(player) for player in room.desk.seats) > 4
        assert evening.clock.now() == began
