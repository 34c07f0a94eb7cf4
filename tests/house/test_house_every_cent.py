"""Every cent of a player that moves at a table is in one of the player's coups and sessions.

Nights of chance at every game: people come, bet, leave a coup before it ends, end their sessions in
the midst of it and come back. Whenever no coup is open, what all coups and all sessions of each
player came to, as the house keeps them, is held against what the journal moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from test_house_machines import ROW as MACHINES
from test_house_machines import machine

from sabot.certify.audit.verify import verify
from sabot.house import Room
from sabot.house.table.messages import Ack, EndCommand
from sabot.house.table.session import Session
from sabot.ledger import Ledger
from sabot.ledger.references import Begin, PlayBody, decode_body
from sabot.procedure import FLOWS, Move, by_player, offers_for
from support.house_evening import ROW, Evening, Guest, Screen, run_async
from support.random_night import Night, shipped

TABLES = {
    "blackjack-2001": "estoril-2001", "blackjack-2007": "lisboa", "blackjack-macau": "caixa",
    "blackjack-online": "high", "chemin-de-fer": "guadiana", "craps": "douro",
    "american-roulette": "tejo", "french-roulette": "sado", "banca-francesa": "mondego",
    "cussec": "lis", "fantan": "mira", "ponto-e-banca": "minho", "ponto-e-banca-macau": "vouga",
    "three-card-baccarat": "zezere", "no-draw-poker": "cavado", "holdem": "ave", "omaha": "coura",
    "sintetico": "nabao", "machines": "costa", "machines-cards": "cinco", "mixed": "lima",
}
"""The table of the house at which each game is played here."""
OWN = ("player", "ticket")  # the accounts of what is a player's own
ALWAYS = ("blackjack-2007", "chemin-de-fer", "craps", "holdem", "machines", "machines-cards")
"""Where people are out of a coup before it ends, and their money moves beside the bets."""
VOIDED = ("chemin-de-fer", "holdem", "machines-cards")


def nights(always: tuple[str, ...]) -> list[Any]:
    """One night of each game, and more of them, of which some are of every run."""
    return [pytest.param(game, seed, id=f"{game}-{seed}",
                         marks=() if game in always and seed == 1 else pytest.mark.more)
            for seed in range(1, 6) for game in TABLES]


class Restless(Night):
    """A night in which people end their sessions all the time. ``seats`` are the names that an
    onlooker at each table saw last."""

    async def begin(self) -> None:
        await super().begin()
        self.seats: dict[str, list[str]] = {}
        self.looking: list[Screen] = []
        for table_id in self.tables:
            self.looking.append(await Screen(self.house.room(table_id), "").enter())

    async def step(self) -> str:
        self.clock.advance(0.01)
        if self.random.random() < 0.05:
            guest, table_id = self.random.choice(self.guests), self.random.choice([*self.tables])
            self.keys += 1
            answer = await guest.room(table_id).reply_to(guest.id, EndCommand(f"n{self.keys}"))
            return f"{guest.player.name} ends at {table_id}: {type(answer).__name__}"
        return await super().step()

    def published_seats(self, room: Room) -> list[str]:
        """Who sits where, from the published events."""
        screen = next(one for one in self.looking if one.room is room)
        screen.read()
        for message in screen.messages:
            if message.get("seats") is not None:
                self.seats[room.desk.id] = [seat["name"] for seat in message["seats"]]
        screen.messages.clear()
        return self.seats[room.desk.id]


def gains_by_journal(ledger: Ledger) -> Counter[tuple[str, str]]:
    """What each player has gained at each table by the journal, in cents: what came to the
    player's own accounts, less what left them."""
    found: Counter[tuple[str, str]] = Counter()
    after = 0
    while page := ledger.entries(since_seq=after, limit=500):
        for record in page:
            after = record.seq
            body = decode_body(record.kind, record.body) if record.coup else None
            for event in body.events if isinstance(body, Begin | PlayBody) else ():
                if isinstance(step := event.step, Move):
                    frm, to = FLOWS[step.kind]
                    found[record.table, step.player] += step.amount * (
                        (to in OWN) - (frm in OWN))
    return found


def net_results(ledger: Ledger, kind: str, players: list[Guest]) -> Counter[tuple[str, str]]:
    """What the coups, or the sessions, of players came to at each table, in cents."""
    found: Counter[tuple[str, str]] = Counter()
    for guest in players:
        for document in ledger.documents(kind, owner=guest.id):
            if kind == "coup":
                one = msgspec.json.decode(document.body)
                found[one["table"], guest.id] += one["net"]
            else:
                session = msgspec.json.decode(document.body, type=Session)
                found[session.table, guest.id] += session.net
    return found


def held_against_the_books(evening: Evening, players: list[Guest]) -> list[str]:
    """Where coups and sessions do not hold what moved, at tables where no coup is open."""
    due, wrong = gains_by_journal(evening.ledger), []
    sums = {kind: net_results(evening.ledger, kind, players) for kind in ("coup", "session")}
    for room in evening.house.rooms.values():
        desk = room.desk
        stays = by_player(desk.state.held)
        for guest in players if desk.state.over else ():
            at = (desk.id, guest.id)
            for kind, found in sums.items():
                if found[at] != due[at] + stays.get(guest.id, 0):
                    wrong.append(f"{kind}s of {guest.player.name} after {desk.state.coup}: "
                                 f"{found[at]} cents; moved {due[at]}, and "
                                 f"{stays.get(guest.id, 0)} stay on the table")
    return wrong


@pytest.mark.parametrize(("game", "seed"), nights(ALWAYS))
@run_async
async def test_a_night_of_chance(tmp_path: Path, game: str, seed: int) -> None:
    """Sums after every coup, seats as published, and the journal at the end of the night."""
    name = TABLES[game]
    async with Restless(tmp_path, {name: shipped(name)}, seed) as night:
        await night.begin()
        done: list[str] = []
        before = ""
        for _ in range(120):
            done.append(await night.step())
            for room in night.house.rooms.values():
                desk = room.desk
                if desk.state.over and desk.dealer is not None and desk.state.coup != before:
                    before = desk.state.coup
                    sits = [night.house.name(p) if p else "" for p in desk.game.seats(desk.carry)]
                    where = f"seed {seed}, {before}, after {done[-3:]}"
                    assert [*desk._seats] == [*desk.game.seats(desk.carry)], where
                    if "~" not in desk.id and not desk.state.reserved:
                        assert night.published_seats(room) == sits, where
                    assert not (wrong := held_against_the_books(night, night.guests)), (
                        where, wrong)
        for room in night.house.rooms.values():
            await room.ask(lambda room=room: room.void("malfunction"))
        assert not (wrong := held_against_the_books(night, night.guests)), (seed, wrong)
        assert verify(night.ledger).fault is None, seed


@pytest.mark.parametrize(("game", "seed"), nights(VOIDED))
@run_async
async def test_a_night_of_voids(tmp_path: Path, game: str, seed: int) -> None:
    """Each question that a coup asks is voided twice, with a fault reported or without; the house
    is killed after each void, and stands where it stood."""
    name, seen = TABLES[game], Counter[str]()
    async with Night(tmp_path, {name: shipped(name)}, seed) as night:
        await night.begin()
        for _ in range(60):
            await night.step()
            desk = night.desk(name)
            standing = desk.dealer.standing if desk.dealer and not desk.state.over else None
            kind = standing.window.rstrip("0123456789.").partition(":")[0] if standing else ""
            seen[kind] += standing is not None
            if standing is None or seen[kind] > 2:
                continue
            await night.house.void(night.staff_of["supervisor"], name, "a test of voids")
            carry = desk.carry
            await night.reopen()
            assert night.house.recovered[name] == "between", (seed, kind)
            assert night.desk(name).carry == carry, (seed, kind)
            assert [*night.desk(name)._seats] == [*desk.game.seats(carry)], (seed, kind)
        assert (found := verify(night.ledger)).fault is None, (seed, dict(seen), found.fault)
        for room in night.house.rooms.values():
            await room.ask(lambda room=room: room.void("malfunction"))
        assert not (wrong := held_against_the_books(night, night.guests)), (seed, wrong)


FIXED = ("chemin-de-fer", "holdem", "omaha", "sintetico", "mixed")  # the law says how many places


@pytest.mark.parametrize(("game", "seed"), nights(("chemin-de-fer", "craps")))
@run_async
async def test_a_night_at_a_table_laid_out_anew(tmp_path: Path, game: str, seed: int) -> None:
    """With other limits, with another name and a place less, taken away and put back: whatever coup
    was open, shoe stood or bet waited there."""
    name = TABLES[game]
    tables = shipped(name)
    less = tables.places - (game not in FIXED and tables.places > max(2, tables.places_per_player))
    async with Night(tmp_path, {name: tables}, seed) as night:
        await night.begin()
        for again in range(4):
            for _ in range(35):
                await night.step()
            if again == 0 and "blackjack" not in game:
                night.tables[name] = msgspec.structs.replace(tables, maximum=2 * tables.maximum)
            elif again == 1:
                night.tables[name] = msgspec.structs.replace(
                    night.tables[name], name="Another", places=less)
            elif again == 2:
                away = night.tables.pop(name)
                await night.reopen()
                assert (found := verify(night.ledger)).fault is None, (seed, found.fault)
                night.tables[name] = away
            await night.reopen()
            assert (found := verify(night.ledger)).fault is None, (seed, again, found.fault)
            assert not (wrong := held_against_the_books(night, night.guests)), (seed, again, wrong)


# -- one by one ------------------------------------------------------------------------------------


def summed(guest: Guest, table_id: str = "shared") -> tuple[list[int], list[int]]:
    """What the coups and the sessions of a guest came to at a table, the oldest first, as they are
    told."""
    books = guest.evening.house
    coups = [msgspec.json.decode(d.body) for d in books.ledger.documents("coup", owner=guest.id)]
    sessions = [one for one in books.archive.sessions(guest.player.id) if one.table == table_id]
    return ([one["net"] for one in sorted(coups, key=lambda one: one["no"])],
            [one.won + one.held - one.staked - one.given
             for one in sorted(sessions, key=lambda one: one.started)])


async def until(evening: Evening, what: Callable[[], bool], seconds: float = 5) -> None:
    """Let time pass until something has come."""
    for _ in range(200):
        if what():
            return
        await evening.later(seconds)
    raise AssertionError("it never came")


@pytest.mark.law(f"{ROW}/33", f"{ROW}/34")
@run_async
async def test_who_is_out_of_a_coup_and_ends_the_session_has_that_coup_in_it(
        tmp_path: Path) -> None:
    """Its sums are reported at once, the others play on, and nothing is counted twice."""
    async with Evening(tmp_path, cards=["TS 5H 9D 6C 5D KH 7H"]) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        screen = await ana.look()
        for place, guest in (("1", ana), ("2", rui)):
            await guest.must("sit", place)
            await guest.must("bet", place, 200)
        await evening.later(15)
        await ana.must("hit", "1")
        assert evening.desk().dealer.standing.window == "2:1", "Ana is bust"
        assert isinstance(await ana.end(), Ack)
        (notice,) = screen.notices("session-ended")
        assert (notice["facts"]["coups"], notice["facts"]["net"]) == (1, -200)
        await evening.reopen()
        await rui.must("surrender", "2")
        assert summed(ana) == ([-200], [-200])
        assert [one.coups for one in evening.house.archive.sessions(ana.id)] == [1]
        assert not held_against_the_books(evening, [ana, rui])
        assert evening.desk().state.parted == {}


async def folded(evening: Evening, people: int = 5) -> tuple[list[Guest], Guest]:
    """A hand of hold'em in which somebody has given up who had bet nothing, and has left."""
    guests = [await evening.guest(f"G{n}") for n in range(people)]
    for place, guest in enumerate(guests, start=1):
        await guest.must("sit", str(place), 10_000, table="ave")
    desk = evening.desk("ave")

    def asked() -> Any:
        offers = desk.dealer.standing.offers if desk.dealer and desk.dealer.standing else ()
        return next((o for o in offers if o.act == "fold"), None)

    await until(evening, lambda: asked() is not None)
    gone = next(guest for guest in guests if guest.id == asked().player)
    place = desk.places_of(gone.id)[0]
    await gone.must("fold", place, table="ave")
    await gone.must("leave", place, table="ave")
    return guests, gone


@run_async
async def test_who_gives_up_a_hand_and_leaves_it_ends_a_session_that_has_all_back(
        tmp_path: Path) -> None:
    """Nothing stays on the table by its sums, also where the player comes back into the hand."""
    async with Evening(tmp_path, tables={"ave": shipped("ave")}) as evening:
        guests, gone = await folded(evening)
        assert isinstance(await gone.end("ave"), Ack)
        (session,) = evening.house.archive.sessions(gone.id)
        assert (session.won - session.staked, session.held) == (0, 0)
        evening.clock.advance(1)
        desk = evening.desk("ave")
        seat = next(o for o in offers_for(desk.dealer.standing, gone.id) if o.act == "sit")
        await gone.must("sit", seat.spots[0], seat.low, table="ave")
        coup = desk.state.coup
        await until(evening, lambda: desk.state.coup != coup)
        await evening.house.rooms["ave"].ask(
            lambda: evening.house.rooms["ave"].void("malfunction"))
        assert not held_against_the_books(evening, guests)
        assert len(evening.house.archive.sessions(gone.id)) == 2
        mine = gone.session("ave")
        assert (mine.brought, mine.held, mine.staked) == (seat.low, 0, 0)


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/9.d")
@run_async
async def test_a_tip_of_who_gets_up_before_the_cards_is_in_the_session(tmp_path: Path) -> None:
    """And in the hand, though it is void and nothing else of it counts."""
    async with Evening(tmp_path, tables={"ave": shipped("ave")}) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", 10_000, table="ave")
        await ana.must("tip", "1", 900, table="ave")
        await ana.must("leave", "1", table="ave")
        assert isinstance(await ana.end("ave"), Ack)
        assert summed(ana, "ave") == ([], [-900]) and ana.balance == 100_000 - 900
        await evening.house.rooms["ave"].ask(
            lambda: evening.house.rooms["ave"].void("malfunction"))
        assert summed(ana, "ave") == ([-900], [-900])
        assert not held_against_the_books(evening, [ana])


@pytest.mark.law(f"{MACHINES}/1.a", "ir/324")
@run_async
async def test_a_ticket_begins_a_session_as_a_note_does(tmp_path: Path) -> None:
    """Who ended the session at the machine, and still sits there, puts the ticket in again."""
    async with Evening(tmp_path, tables={"m": machine()}) as evening:
        ana = await evening.guest("Ana")
        screen = await ana.look("m")
        await ana.must("sit", "1", table="m")
        await ana.must("insert", "1", 3_000, table="m")
        await ana.must("ticket", "1", table="m")
        (notice,) = screen.notices("ticket")
        assert isinstance(await ana.end("m"), Ack)
        assert ana.session("m") is None
        evening.clock.advance(1)
        await evening.later(0)
        await ana.must("redeem", notice["facts"]["code"], table="m")
        assert ana.session("m") is not None
        await ana.must("cash-out", "1", table="m")
        assert ana.balance == 100_000 and ana.session("m").net == 0
        assert not held_against_the_books(evening, [ana])


@run_async
async def test_a_machine_that_the_clock_has_freed_is_told_to_be_free(tmp_path: Path) -> None:
    plain = machine(clocks="suspension = 60")
    slow = msgspec.structs.replace(plain, clocks=msgspec.structs.replace(plain.clocks, between=5))
    async with Evening(tmp_path, tables={"m": slow}) as evening:
        ana = await evening.guest("Ana")
        screen = await ana.look("m")
        await ana.must("sit", "1", table="m")
        screen.read()
        await evening.later(61)
        names = [m["seats"][0]["name"] for m in screen.read() if m.get("seats")]
        assert evening.desk("m").state.over and names[-1:] == [""]
        assert evening.desk("m").seats == ("",)


@pytest.mark.law("pt-217-2007/chemin-de-fer/15", "pt-217-2007/chemin-de-fer/16")
@run_async
async def test_a_shoe_whose_cards_were_spread_for_want_of_players_has_gone(tmp_path: Path) -> None:
    """What follows begins with another one, after a restart too, and the journal verifies."""
    async with Evening(tmp_path, tables={"g": shipped("guadiana")}) as evening:
        guests = [await evening.guest(f"G{n}") for n in range(5)]
        for place, guest in enumerate(guests[:4], start=1):
            await guest.must("sit", str(place), table="g")
        desk = evening.desk("g")

        def offered() -> set[str]:
            standing = desk.dealer.standing if desk.dealer else None
            return {o.act for o in standing.offers} if standing else set()

        await until(evening, lambda: "bank" in offered())
        asked = next(o.player for o in desk.dealer.standing.offers if o.act == "bank" and o.player)
        for place, guest in enumerate(guests[:4], start=1):
            if guest.id != asked:
                await guest.must("leave", str(place), table="g")
        coup = desk.state.coup
        await until(evening, lambda: desk.state.coup != coup and "sit" in offered())
        assert desk.carry.halted and not desk.game.shoe(desk.carry).seal
        assert verify(evening.ledger).fault is None
        await evening.reopen()
        desk = evening.desk("g")
        for guest in [guest for guest in guests if guest.id not in desk.seats]:
            await guest.must("sit", str(desk.seats.index("") + 1), table="g")
        await until(evening, lambda: "bank" in offered())
        assert desk.state.coup != coup and verify(evening.ledger).fault is None


@pytest.mark.law(f"{MACHINES}/1.b", "ir/24")
@run_async
async def test_a_machine_voided_while_cards_are_chosen_goes_on_with_its_pack(
        tmp_path: Path) -> None:
    """The next game shows it before it has another one shuffled; the journal verifies."""
    async with Evening(tmp_path, tables={"m": machine(model="cinco")}) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="m")
        await ana.must("insert", "1", 1_000, table="m")
        for again in range(2):
            await ana.must("spin", "1x1x25", table="m")
            desk = evening.desk("m")
            seal = desk.chance.shoe.seal
            await evening.house.rooms["m"].ask(
                lambda: evening.house.rooms["m"].void("malfunction"))
            assert desk.game.shoe(desk.carry) == (seal, 5, 0, 0), again
            await evening.reopen()
            await evening.later(0)
        await ana.must("spin", "1x1x25", table="m")
        await ana.must("draw", "all", table="m")
        assert verify(evening.ledger).fault is None
        assert not held_against_the_books(evening, [ana])
