"""A poker table whose house is killed in the middle of a hand, again and again: caves, pots and
all-ins are found as they were, and no card is dealt twice."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from sabot.certify.audit.verify import verify
from sabot.house import HouseError
from sabot.house.people.players import GUEST_CREDIT
from sabot.house.staff.croupier import Fact, enter_fact, report_fault, table_status
from sabot.house.table.messages import Ack
from sabot.procedure import Incident
from sabot.procedure.dealer import Event
from support.house_evening import Evening, Guest, run_async, table

HEAD = """
name = "Poker"
minimum = 10
maximum = 1000
[clocks]
decision = 30
late = 5
[rules]
cave = 100
minimum_share = false
limit = "cave"
top_up = 100
"""
FOUR = ("Ana", "Rui", "Eva", "Gil")
CAVE = 10_000


def tables(of: str = "holdem", more: str = "") -> dict[str, Any]:
    places = 11 if of == "sintetico" else 10
    return {"poker": table(f'game = "{of}"\nplaces = {places}\n{more}{HEAD}')}


async def seat_guests(evening: Evening) -> dict[str, Guest]:
    """Four people with a cave each; their seats are drawn by lot."""
    found = {}
    for place, name in enumerate(FOUR, 1):
        guest = await evening.guest(name)
        await guest.must("sit", str(place), CAVE, table="poker")
        found[guest.id] = guest
    return found


async def tops_up(evening: Evening, guest: Guest, times: int) -> None:
    """Somebody adds to their cave between two hands."""
    for _ in range(times):
        offer = next(o for o in evening.desk("poker").dealer.standing.offers
                     if o.act == "top-up" and o.player == guest.id)
        await guest.must("top-up", offer.seat, offer.low, table="poker")


def asked(evening: Evening) -> tuple[str, str, list[str]]:
    """Whose turn it is, at which place, and what they may do; nothing where nobody has one."""
    dealer = evening.desk("poker").dealer
    listen = dealer.standing if dealer else None
    own = [o for o in listen.offers if o.player and o.player not in o.barred
           and o.act not in ("leave", "top-up")] if listen else []
    turn = next((o for o in own if o.act == "fold"), None)
    return ("", "", []) if turn is None else \
        (turn.player, turn.seat, [o.act for o in own if o.player == turn.player])


def record(evening: Evening) -> list[Event]:
    dealer = evening.desk("poker").dealer
    return list(dealer.record) if dealer else []


def on_the_table(evening: Evening) -> int:
    """What lies in caves and pots, in cents: the accounts of the stakes and of what is held."""
    return sum(cents for account, cents in evening.ledger.balances().items()
               if account.partition(":")[0] in ("stake", "held"))


def commission_taken(evening: Evening) -> int:
    """What the house has taken of the pots, in cents."""
    return sum(cents for account, cents in evening.ledger.balances().items()
               if account.startswith("commission:"))


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/49", "pt-217-2007/poquer-nao-bancado/52")
@run_async
async def test_all_ins_survive_a_kill_after_every_act(tmp_path: Path) -> None:
    """All four go all-in with caves of four sizes, and the house is killed after each of them. The
    hand ends as it would have: all that was brought lies in the caves, or in the percentage."""
    async with Evening(tmp_path, tables=tables()) as evening:
        guests = await seat_guests(evening)
        await evening.later(6)
        for _ in range(3):
            who, seat, _ = asked(evening)
            await guests[who].must("fold", seat, table="poker")
        await evening.later(4)
        for times, guest in enumerate(guests.values()):
            await tops_up(evening, guest, times)
        brought, first = on_the_table(evening), commission_taken(evening)
        assert brought == 10 * CAVE - first
        await evening.later(6)
        for _ in range(4):
            who, seat, may = asked(evening)
            before, shoe = record(evening), evening.desk("poker").dealer.asked
            await evening.reopen()
            assert evening.house.recovered["poker"] == "resumed"
            assert record(evening) == before and evening.desk("poker").dealer.asked == shoe
            assert on_the_table(evening) == brought
            await guests[who].must("all-in" if "all-in" in may else "call", seat, table="poker")
        await evening.reopen()
        assert not asked(evening)[0], "nobody has anything left to decide"
        coup = evening.house.archive.coup_for(next(iter(guests)), "poker-2")
        assert coup.opening is None, "the pack is not shown afterwards (54)"
        taken = commission_taken(evening)
        assert taken > 0 and on_the_table(evening) + taken == brought + first
        found = verify(evening.ledger)
        assert found.verified, found.fault


@pytest.mark.more_of("holdem-2")
@pytest.mark.parametrize(("of", "seed"), [
    ("holdem", 1), ("holdem", 2), ("omaha", 3), ("sintetico", 4)])
@run_async
async def test_a_house_that_is_killed_at_random_keeps_every_cent(
        tmp_path: Path, of: str, seed: int) -> None:
    """Hands played by chance, the clock running out now and then; after one act of four the house
    is killed. Every record is found as it was, and what left the guests lies on the table."""
    random = Random(seed)
    async with Evening(tmp_path, tables=tables(of), seed=seed) as evening:
        guests = await seat_guests(evening)
        kills = 0
        for _ in range(45):
            who, seat, may = asked(evening)
            if not who or random.random() < 0.1:
                await evening.later(random.choice((5, 10, 30)))
            else:
                act = random.choices(may, [4 if one in ("call", "check") else 1 for one in may])[0]
                offer = next(o for o in evening.desk("poker").dealer.standing.offers
                             if o.player == who and o.act == act)
                reply = await guests[who].do(act, seat, offer.low, table="poker")
                assert isinstance(reply, Ack), reply
            if random.random() < 0.25:
                before, over = record(evening), evening.desk("poker").state.over
                await evening.reopen()
                assert over or record(evening)[:len(before)] == before
                kills += 1
            purses = sum(guest.balance for guest in guests.values())
            assert purses + on_the_table(evening) + commission_taken(evening) == GUEST_CREDIT * 4
        assert kills > 3
        found = verify(evening.ledger)
        assert found.verified, found.fault


# -- a real table ----------------------------------------------------------------------------------


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/70.d", "pt-217-2007/poquer-nao-bancado/71.f")
@run_async
async def test_a_fault_is_found_again_with_its_sum_after_a_kill(tmp_path: Path) -> None:
    """A bet out of turn and a flop too early, reported by a supervisor; the house is killed after
    each step, and asks the croupier for the same thing again."""
    async with Evening(tmp_path, tables=tables(more="attended = true\n")) as evening:
        guests = await seat_guests(evening)
        hand, boss = await evening.staff("Hand", "croupier"), await evening.staff("Boss",
                                                                                 "supervisor")

        async def enters(*facts: Fact) -> None:
            for fact in facts:
                was = table_status(evening.house, "poker")
                await evening.reopen()
                assert table_status(evening.house, "poker") == was
                await enter_fact(evening.house, hand, "poker", fact)

        await evening.later(6)
        await enters((1, 1, 1, 1), "done", *["??"] * 8)  # the seats, the pack, the cards
        status, turn = table_status(evening.house, "poker"), asked(evening)[1]
        others = next(d.seats for d in status.details if d.kind == "out-of-turn")
        assert len(others) == 3 and turn not in others and "early-flop" in status.faults
        with pytest.raises(HouseError) as no:
            await report_fault(evening.house, boss, "poker",
                               Incident("out-of-turn", seat=turn, amount=4000, note="too quick"))
        assert (no.value.code, no.value.status) == ("fault-place", 409)
        await report_fault(evening.house, boss, "poker",
                     Incident("out-of-turn", seat=others[-1], amount=4000, note="too quick"))
        await report_fault(
            evening.house, boss, "poker", Incident("early-flop", note="two cards fell"))
        await enters("two", "??", "5S", "6S")
        for act in ("call", "fold", "fold"):
            who, seat, _ = asked(evening)
            await evening.reopen()
            await guests[who].must(act, seat, table="poker")
        await enters("2C", "3D", "5S")
        assert evening.desk("poker").dealer.standing.window.startswith("turn:2:")
        incidents = [event.incident for event in record(evening) if event.incident]
        assert [(one.kind, one.amount) for one in incidents] == [
            ("out-of-turn", 4000), ("early-flop", 0)]
        screen = await next(iter(guests.values())).look("poker")
        assert "too quick" not in str(screen.messages), "the supervisor's own"
        found = verify(evening.ledger)
        assert found.verified, found.fault
