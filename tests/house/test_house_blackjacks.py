"""The blackjacks of real rooms at the house: others' bets, cuts, streaks, pools, faults."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sabot.certify.audit.verify import verify
from sabot.equipment import PACK
from sabot.house import HouseError
from sabot.house.staff.croupier import enter_fact, report_fault, table_status
from sabot.house.table.messages import Ack
from sabot.procedure import Incident
from sabot.procedure.table import Table
from support.demonstration_choices import with_choices
from support.house_evening import Evening, Guest, run_async, table
from support.ledger_house import EUR

PT = "pt-217-2007/blackjack"
PORTUGAL = """
game = "blackjack-2007"
name = "Mesa"
minimum = 5
maximum = 150
unit = 5
places = 6
[clocks]
shuffle = 0
[rules]
packs = 4
"""
POOL = "[rules.jackpot]\n" + "".join(f"""[[authorisations]]
option = "{rule}"
by = "IGJ"
reference = "1/70"
requested = 1970-01-02
effective = 1970-01-09
""" for rule in ("38", "40", "43"))
SHUFFLER = PORTUGAL + 'shuffler = "continuous"\n' + POOL
MACAU = """
game = "blackjack-macau"
name = "Mesa"
minimum = 5
maximum = 150
unit = 5
places = 6
[clocks]
shuffle = 0
[[authorisations]]
option = "14.5"
by = "DICJ"
reference = "1/70"
requested = 1970-01-02
effective = 1970-01-09
[rules]
winning_streak = true
"""


def at(text: str) -> dict[str, Table]:
    return {"mesa": table(with_choices(text, "1969"))}


def behind(cards: str, at: int = 104, packs: int = 4) -> str:
    """A shoe from which these cards come once it was cut there."""
    wanted = cards.split()
    left = Counter(dict.fromkeys(PACK, packs)) - Counter(wanted)
    return " ".join([*list(left.elements())[:at], *wanted])


def verified(house: Evening) -> None:
    found = verify(house.ledger)
    assert found.verified, found.fault


def window(house: Evening) -> str:
    dealer = house.desk("mesa").dealer
    return dealer.standing.window if dealer and dealer.standing else ""


async def sit(house: Evening, guest: Guest, place: str) -> None:
    """A player sits down and does not want to cut; then the house does, in the middle."""
    await guest.must("sit", place, table="mesa")
    if window(house) == f"cut:{place}":
        await guest.must("no-cut", place, table="mesa")


async def bet(guest: Guest, seat: str, amount: int) -> None:
    await guest.must("bet", seat, amount, table="mesa")


@pytest.mark.law(f"{PT}/15", f"{PT}/30", "ir/30")
@run_async
async def test_a_bettor_who_stands_follows_the_double_of_the_places_holder(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=at(PORTUGAL),
                       cards=[behind("2S 6S 9H 5D TC TD")]) as house:
        ana, rui = await house.guest("Ana"), await house.guest("Rui")
        await sit(house, ana, "1")
        await bet(ana, "1", 1000)
        await bet(rui, "1", 500)
        screen = await rui.look("mesa")
        assert screen.messages[0]["mine"] == {"1+1": 500} and screen.last["you"]["places"] == []
        await house.later(15)
        if window(house) == "surrender":
            await house.later(30)
        await house.reopen()
        again = await rui.look("mesa")
        assert again.messages[0]["mine"] == {"1+1": 500}
        await ana.must("double", "1", table="mesa")
        assert window(house).startswith("follow:")
        await rui.must("follow", "1", table="mesa")
        assert (ana.balance, rui.balance) == (102_000, 101_000)
        mine = house.house.archive.last_coups(rui.id)[0]
        assert (mine.staked, mine.won) == (1000, 2000) and mine.results
        assert rui.session("mesa").net == 1000
        verified(house)


@pytest.mark.law(f"{PT}/13", f"{PT}/15", f"{PT}/36-3", "ir/88")
@run_async
async def test_an_act_has_one_clause_for_whoever_hears_of_it_and_says_whose_it_is(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=at(PORTUGAL),
                       cards=[behind("2S 6S 9S 9H 5D TC TD")]) as house:
        ana, rui, eva = [await house.guest(n) for n in ("Ana", "Rui", "Eva")]
        await sit(house, ana, "1")
        await sit(house, eva, "2")
        screens = [await g.look("mesa") for g in (ana, rui)]
        for guest, place in ((ana, "1"), (rui, "1"), (eva, "2")):
            await bet(guest, place, 500)
        await house.later(15)
        assert window(house) == "surrender"
        await ana.must("play-on", "1", table="mesa")
        await house.later(30)
        later = await (await house.guest("Ivo")).look("mesa")  # in mid-coup
        events = [[e for m in screen.messages for e in (*m.get("steps", ()), *m.get("events", ()))
                   if "answer" in e] for screen in (*screens, later)]
        laws = {(e["answer"], e.get("by")): e["law"].rpartition("/")[2] for e in events[2]}
        assert laws["bet", "Ana"] == laws["bet", "Eva"] == "13"
        assert laws["bet", "Rui"] == "15"
        assert (laws["play-on", "Ana"], laws["timeout", None]) == ("36-3", "88")
        for answers in events:
            assert {(e["answer"], e.get("by")): e["law"].rpartition("/")[2]
                    for e in answers}.items() <= laws.items()
        moved = [e for e in later.messages[0]["steps"] if e.get("bet") == "1+1"]
        assert [e["by"] for e in moved] == ["Rui"]
        for screen, own in zip((*screens, later), (ana.id, rui.id, ""), strict=True):
            text = str([{**m, "you": None} for m in screen.messages])
            assert not [g.id for g in (ana, rui, eva) if g.id in text], own


@pytest.mark.law(f"{PT}/8-2")
@run_async
async def test_the_house_goes_away_while_a_player_is_asked_to_cut(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=at(PORTUGAL)) as house:
        ana = await house.guest("Ana")
        await sit(house, ana, "3")
        for _ in range(300):
            if window(house).startswith("cut:"):
                break
            if window(house) == "bets":
                await bet(ana, "3", 500)
            await house.later(20)
        assert window(house) == "cut:3"
        screen = await ana.look("mesa")
        offer = screen.last["listen"]["offers"][0]
        assert (offer["act"], offer["note"], offer["low"]) == ("cut", "cards", 10)
        seal = house.desk("mesa").chance.shoe.seal
        await house.reopen()
        assert window(house) == "cut:3" and house.desk("mesa").chance.shoe.seal == seal
        await ana.must("cut", "3", 77, table="mesa")
        shoe = house.desk("mesa").chance.shoe
        assert (shoe.seal, shoe.cut_at, shoe.drawn) == (seal, 77, 1), "the burned card"
        order = list(shoe.order)
        await house.reopen()
        shoe = house.desk("mesa").chance.shoe
        assert (shoe.order, shoe.cut_at, shoe.drawn) == (order, 77, 1)
        await bet(ana, "3", 500)
        for _ in range(4):
            await house.later(20)
        verified(house)


@pytest.mark.law(f"{PT}/8-2")
@run_async
async def test_players_of_a_table_laid_out_anew_sit_again_and_are_asked_to_cut(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=at(PORTUGAL)) as house:
        ana, rui = await house.guest("Ana"), await house.guest("Rui")
        await sit(house, ana, "3")
        await rui.must("sit", "5", table="mesa")
        await bet(ana, "3", 500)
        await to_the_end(house)
        await house.kill()
        house.tables = at(PORTUGAL.replace("places = 6", "places = 7"))
        await house.open()
        await house.later(3)
        desk = house.desk("mesa")
        assert window(house) == "cut:3" and desk.holder("5") == ""
        assert desk.seats[4] == rui.id, "Rui's place is kept"
        assert (await (await house.guest()).refused("sit", "5", table="mesa")).code == "taken"
        await house.reopen()
        await ana.must("cut", "3", 60, table="mesa")
        desk = house.desk("mesa")
        assert window(house) == "bets" and (desk.holder("3"), desk.holder("5")) == (ana.id, rui.id)
        assert desk.state.reserved == {}
        await house.kill()
        house.tables = at(PORTUGAL.replace("mesa", "other"))
        house.tables["other"] = house.tables.pop("mesa")
        await house.open()
        assert house.house.recovered["mesa"] == "refunded", "nothing lay on it"
        verified(house)


@pytest.mark.law("mo-57-2009/black-jack/13.5.(2).v", "mo-57-2009/black-jack/20.1")
@run_async
async def test_a_streak_goes_on_after_a_restart(tmp_path: Path) -> None:
    won = "TS 9H QD TC"
    cards = behind(f"2S {won} {won} {won}", 156, 6)
    async with Evening(tmp_path, tables=at(MACAU), cards=[cards]) as house:
        ana = await house.guest("Ana")
        await sit(house, ana, "1")
        await bet(ana, "1", 500)
        await bet(ana, "1/streak2", 500)
        balance = ana.balance
        assert balance == 99_000
        await to_the_end(house)
        held = house.desk("mesa").state.held
        assert set(held) <= {"1/streak2"}
        assert house.ledger.balance(house.names.held_stakes("mesa")) == sum(
            c for _, c in held.values()
        )
        was = dict(held)
        await house.reopen()
        assert house.desk("mesa").state.held == was
        await house.later(3)
        screen = await ana.look("mesa")
        if was:
            assert screen.messages[0]["mine"] == {"1/streak2": 500}
            assert (await ana.refused("bet", "1/streak2", 1000, table="mesa")).law
        await house.reopen()
        await bet(ana, "1", 500)
        await to_the_end(house)
        mine = ana.session("mesa")
        assert ana.balance == 100_000 + mine.won - mine.staked
        assert house.ledger.balance(house.names.held_stakes("mesa")) == mine.held
        assert sum(c.net for c in house.house.archive.last_coups(ana.id)) == mine.net
        verified(house)


async def to_the_end(house: Evening) -> None:
    """The clock plays the open coup."""
    no = house.desk("mesa").state.no
    for _ in range(12):
        await house.later(20)
        if house.desk("mesa").state.no > no or house.desk("mesa").state.over:
            return
    raise AssertionError(window(house))


@pytest.mark.law(f"{PT}/44", f"{PT}/61")
@run_async
async def test_the_pool_is_what_its_account_holds(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=at(SHUFFLER)) as house:
        ana = await house.guest("Ana")
        await sit(house, ana, "1")
        for n in range(5):
            while window(house) != "bets":
                await house.later(3)
            await bet(ana, "1", 500)
            await bet(ana, "1/jackpot", 100)
            await to_the_end(house)
            pool = house.ledger.balance(EUR.jackpot("mesa"))
            desk = house.desk("mesa")
            assert pool >= 1_000_000 and desk.carry.pool == pool
            if n == 1:
                text = SHUFFLER.replace("places = 6", "places = 7")
                await house.kill()
                house.tables = at(text)
                await house.open()
                assert house.desk("mesa").carry.pool == pool, "a new layout keeps it"
            elif n % 2:
                await house.reopen()
        coup = house.house.archive.last_coups(ana.id)[0].id
        await house.house.complain(ana.player, "mesa", coup, "You counted wrong.")
        await house.later(10)
        with pytest.raises(HouseError) as no:
            await house.house.complain(ana.player, "mesa", coup, "You counted wrong.")
        assert (no.value.code, no.value.law) == ("too-late", f"{PT}/61")
        verified(house)


@pytest.mark.law(f"{PT}/12", f"{PT}/8-2")
@run_async
async def test_a_supervisor_has_the_cards_spread_while_nobody_bets(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=at(PORTUGAL)) as house:
        ana, boss = await house.guest("Ana"), await house.staff("Boss", "supervisor")
        await sit(house, ana, "1")
        faults = table_status(house.house, "mesa").faults
        assert faults == ["spread"]
        with pytest.raises(HouseError) as no:
            await report_fault(
                house.house, boss, "mesa", Incident("quake", note="the ground shook"))
        assert no.value.facts["accepts"] == faults
        seal = house.desk("mesa").chance.shoe.seal
        await report_fault(house.house, boss, "mesa", Incident("spread", note="nobody bets"))
        assert window(house) == "cut:1", "a new shoe, and play begins anew"
        assert house.desk("mesa").chance.shoe.seal != seal
        await house.reopen()
        await ana.must("cut", "1", 50, table="mesa")
        await bet(ana, "1", 1000)
        await to_the_end(house)
        verified(house)


@pytest.mark.law(f"{PT}/7", f"{PT}/17", "ir/24")
@run_async
async def test_a_croupier_and_two_players_at_a_real_table(tmp_path: Path) -> None:
    real = SHUFFLER.replace("places = 6", "places = 6\nattended = true")
    async with Evening(tmp_path, tables=at(real)) as house:
        ana, rui = await house.guest("Ana"), await house.guest("Rui")
        hand = await house.staff("Hand", "croupier")

        async def attend(*facts: str) -> dict[str, Any]:
            status = table_status(house.house, "mesa")
            for fact in facts:
                assert status.waits == "croupier", status
                await enter_fact(house.house, hand, "mesa", fact, status.v)
                await house.reopen()
                status = table_status(house.house, "mesa")
            return status

        status = table_status(house.house, "mesa")
        steps_taken = []
        while status.waits == "croupier":
            steps_taken.append(status.data.get("what", status.step))
            assert status.words["pt"] and status.law
            status = await attend("??" if status.takes == "card" else status.answers[0])
        assert steps_taken[0] == "show-packs" and steps_taken[-1] == "deal", steps_taken
        await sit(house, ana, "1")
        await bet(ana, "1", 1000)
        await bet(rui, "1", 500)
        await bet(rui, "2", 500)
        await bet(ana, "1/jackpot", 100)
        await house.later(15)
        while table_status(house.house, "mesa").takes == "word":
            await attend("done")
        status = await attend("TS", "9S", "7H", "QD", "9D", "??")
        assert status.waits == "players"
        for _ in range(6):
            if table_status(house.house, "mesa").waits != "players":
                break
            await house.later(20)
        status = table_status(house.house, "mesa")
        assert (status.step, status.hand) == ("turn", "bank")
        status = await attend("TC")
        while status.waits == "croupier":
            assert status.takes == "word", status
            status = await attend(status.answers[0])
        assert house.desk("mesa").state.over
        assert (ana.balance, rui.balance) == (100_900, 101_000)
        await house.later(3)
        status = table_status(house.house, "mesa")
        assert status.data["what"] in ("try-lid", "return-cards")
        assert isinstance(await rui.end("mesa"), Ack)
        verified(house)


BOX = MACAU.replace("winning_streak = true", 'packs = 1\ndevice = "box"\nprocedure = 1').replace(
    'option = "14.5"', 'option = "1"') + """
[[authorisations]]
option = "5.2"
by = "DICJ"
reference = "1/70"
requested = 1970-01-02
effective = 1970-01-09
"""


@pytest.mark.law("mo-57-2009/black-jack/5.2.1.(2)")
@run_async
async def test_who_holds_cards_face_down_is_told_what_they_make(tmp_path: Path) -> None:
    """The holder of the place sees the cards and their total; the others see neither."""
    cards = behind("2S TS 9H QD TC", 26, 1)
    async with Evening(tmp_path, tables=at(BOX), cards=[cards]) as house:
        ana, rui = await house.guest("Ana"), await house.guest("Rui")
        await sit(house, ana, "1")
        await bet(ana, "1", 500)
        await house.later(15)
        own, other = await ana.look("mesa"), await rui.look("mesa")
        seen = own.messages[0]["state"]["hands"]["1"]
        assert None not in seen["cards"] and seen["total"] == 20
        hidden = other.messages[0]["state"]["hands"]["1"]
        assert hidden["cards"] == [None, None] and "total" not in hidden


@pytest.mark.law("ir/52")
@pytest.mark.parametrize(("reading", "open_"), [("no-end", True), ("next-shuffle", False)])
@run_async
async def test_how_long_a_round_of_a_shoe_may_be_complained_about(
        tmp_path: Path, reading: str, open_: bool) -> None:
    text = PORTUGAL + f'[rules.readings]\ncomplaint_until = "{reading}"\n'
    async with Evening(tmp_path, tables=at(text)) as house:
        ana, boss = await house.guest("Ana"), await house.staff("Boss", "supervisor")
        await sit(house, ana, "1")
        for _ in range(2):
            await bet(ana, "1", 1000)
            await to_the_end(house)
            while window(house) != "bets":
                await house.later(3)
        coup = house.house.archive.last_coups(ana.id)[-1].id
        await house.house.complain(ana.player, "mesa", coup, "You counted wrong.")
        await report_fault(house.house, boss, "mesa", Incident("spread", note="nobody bets"))
        await ana.must("no-cut", "1", table="mesa")
        await bet(ana, "1", 1000)
        await to_the_end(house)
        if open_:
            await house.house.complain(ana.player, "mesa", coup, "You counted wrong.")
        else:
            with pytest.raises(HouseError, match="shuffled again"):
                await house.house.complain(ana.player, "mesa", coup, "You counted wrong.")
