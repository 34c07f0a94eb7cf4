"""A shared table and an individual one: places, bets, the period, one answer to each command."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sabot.house.catalogue.summaries import Limits
from sabot.house.table.mailbox import MAILBOX
from sabot.house.table.messages import Ack, ActCommand, Ping, Pong, Refused
from support.house_evening import ALONE, SHARED, Evening, Guest, row, run_async, table

#         place 1, bank, place 1, bank (face down), then what is drawn
TWENTY_AGAINST_NINETEEN = "TS 9H QD TC"


@pytest.mark.law(row("3"), row("5"), row("12"), row("12-2"), row("4.a"))
@run_async
async def test_the_period_of_a_shared_table_runs_for_all_and_is_announced(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=["TS 9S 9H QD TD TC"]) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        screen = await ana.look()
        await ana.must("sit", "1")
        await rui.must("sit", "2")
        screen.read()
        assert screen.state.call is not None and screen.state.call.call == "place-your-bets"
        assert screen.last.get("clock") is None, "no time runs before the first bet"
        await ana.must("bet", "1", 1000)
        await evening.later(10)
        await rui.must("bet", "2", 200)
        screen.read()
        assert screen.last["clock"] == {"window": "bets", "of": 15, "left": 5.0}
        assert await rui.refused("deal", "table"), "at a shared table nobody starts the deal"
        await evening.later(4.9)
        assert evening.desk().betting
        await evening.later(0.1)
        assert [c["call"] for c in screen.steps("call")] == ["no-more-bets"]
        late = await rui.refused("bet", "2", 400)
        assert late.code in ("not-offered", "not-your-turn") and late.law
        early = await ana.do("sit", "3")
        assert isinstance(early, Refused) and early.code == "barred"
        before = (await Evening.guest(evening, "Eva"))
        assert (await before.refused("bet", "1", 200)).law.startswith(row("15"))


@pytest.mark.law(row("3"))
@run_async
async def test_between_two_coups_nothing_can_be_bet_and_the_next_begins_in_its_time(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[TWENTY_AGAINST_NINETEEN]) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 200)
        await evening.later(15)
        await ana.must("stand", "1")
        assert evening.desk().state.over
        no = await ana.refused("bet", "1", 200)
        assert (no.code, no.law) == ("not-now", row("3"))
        await evening.later(3)
        await ana.must("bet", "1", 200)
        assert evening.desk().state.no == 2


@pytest.mark.law(row("5"), row("13"))
@run_async
async def test_the_player_of_an_individual_table_deals_when_they_like(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=["", "", TWENTY_AGAINST_NINETEEN]) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1", table="alone")
        assert (await ana.refused("deal", "table", table="alone")).code == "not-offered"
        await ana.must("bet", "1", 200, table="alone")
        await evening.later(170)
        assert ana.room("alone").desk.betting, "no betting period runs at an individual table"
        await ana.must("deal", "table", table="alone")
        await ana.must("stand", "1", table="alone")
        assert ana.balance == 100_000 + 200


@pytest.mark.law(row("5"), row("32"))
@run_async
async def test_an_individual_table_is_each_players_own(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        await ana.must("sit", "1", table="alone")
        await rui.must("sit", "1", table="alone")
        assert ana.room("alone") is not rui.room("alone")
        theirs = rui.room("alone").desk.id
        with pytest.raises(Exception, match="serves its own player") as no:
            evening.house.room_for(theirs, ana.id)
        assert no.value.law == row("5") and no.value.status == 404  # type: ignore[attr-defined]
        with pytest.raises(Exception, match="serves its own player"):
            evening.house.room_for(theirs, "")
        assert evening.house.information(theirs).individual


@pytest.mark.law(row("6"), row("25"))
@run_async
async def test_each_bets_for_themselves_and_one_result_binds_all(tmp_path: Path) -> None:
    # Ana 20, Rui 17, the bank 19.
    async with Evening(tmp_path, cards=["TS 9S 9H QD 8D TC"]) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        watcher = await (await evening.guest("Eva")).look()
        for guest, place in ((ana, "1"), (rui, "2")):
            await guest.must("sit", place)
            await guest.must("bet", place, 1000)
        await evening.later(15)
        await ana.must("stand", "1")
        await rui.must("stand", "2")
        results = {r["hand"]: r["result"] for r in watcher.steps("result")}
        assert results == {"bank": "stands", "1": "won", "2": "lost"}
        assert (ana.balance, rui.balance) == (101_000, 99_000)
        assert evening.ledger.balance("bank:shared@EUR") == 0


@pytest.mark.law(row("7"))
@run_async
async def test_more_than_one_place_only_where_the_house_allows_it(tmp_path: Path) -> None:
    two = table(SHARED.replace("places = 3", "places = 3\nplaces_per_player = 2"))
    async with Evening(tmp_path, tables={"shared": table(SHARED), "two": two}) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        no = await ana.refused("sit", "2")
        assert (no.code, no.law) == ("barred", row("7"))
        await ana.must("sit", "1", table="two")
        await ana.must("sit", "3", table="two")
        assert (await ana.refused("sit", "2", table="two")).law == row("7")


@pytest.mark.law(row("9"), row("10"), "ir/8")
@run_async
async def test_bets_below_above_and_off_the_unit_are_refused_with_what_would_do(
        tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        for amount, code, accepts in ((199, "below-minimum", (200,)), (0, "below-minimum", (200,)),
                                      (-500, "below-minimum", (200,)),
                                      (20_001, "above-maximum", (20_000,)),
                                      (10 ** 15, "above-maximum", (20_000,)),
                                      (250, "off-unit", (200, 300))):
            no = await ana.refused("bet", "1", amount)
            assert (no.code, no.accepts) == (code, accepts)
            assert no.law == ("ir/8" if code == "off-unit" else row("9"))
        assert evening.house.information("shared").information.limits == Limits(
            minimum=200, maximum=20_000, law=row("10"))
        assert ana.balance == 100_000


@pytest.mark.law(row("2.a"))
@run_async
async def test_a_bet_beyond_the_credit_is_refused_and_shown_as_such(tmp_path: Path) -> None:
    rich = table(SHARED.replace("minimum = 2\n", "minimum = 900\n")
                 .replace("maximum = 200", "maximum = 5000"))
    async with Evening(tmp_path, tables={"shared": rich}) as evening:
        ana = await evening.guest()
        screen = await ana.look()
        await ana.must("sit", "1")
        no = await ana.refused("bet", "1", 100_100)
        assert (no.code, no.law, no.facts) == ("credit", row("2.a"),
                                               {"have": 100_000, "need": 100_100})
        await ana.must("bet", "1", 90_000)
        await ana.must("bet", "1", 95_000)
        assert ana.balance == 5_000
        screen.read()
        bet = next(o for o in screen.last["listen"]["offers"] if o["act"] == "bet")
        assert "disabled" not in bet, "a bet that lies there already can be kept and lowered"
        assert (await ana.refused("bet", "1", 100_100)).facts == {"have": 5_000, "need": 5_100}
        await ana.must("bet", "1", 90_000)
        assert ana.balance == 10_000


@pytest.mark.law(row("15.f"))
@run_async
async def test_an_insurance_that_cannot_be_paid_is_shown_as_such(tmp_path: Path) -> None:
    all_in = table(SHARED.replace("minimum = 2\n", "minimum = 100\n")
                   .replace("maximum = 200", "maximum = 1000"))
    async with Evening(tmp_path, tables={"shared": all_in}, cards=["TS AH 9D 9C"]) as evening:
        ana = await evening.guest()
        screen = await ana.look()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 100_000)
        await evening.later(15)
        screen.read()
        insure = next(o for o in screen.last["listen"]["offers"] if o["act"] == "insure")
        assert insure["disabled"] == {"code": "credit", "need": 1, "have": 0}
        assert (await ana.refused("insure", "1", 500)).code == "credit"
        await ana.must("no-insurance", "1")


@pytest.mark.law(row("24"), row("24-2"), row("15"))
@run_async
async def test_only_ones_own_decisions_are_offered_and_taken(tmp_path: Path) -> None:
    # Both hold 15 against a nine.
    async with Evening(tmp_path, cards=["TS 9S 9H 5D 6D TC"]) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        ana_screen, rui_screen = await ana.look(), await rui.look()
        for guest, place in ((ana, "1"), (rui, "2")):
            await guest.must("sit", place)
            await guest.must("bet", place, 1000)
        await evening.later(15)
        ana_screen.read(), rui_screen.read()
        assert [(o["act"], o["seat"]) for o in ana_screen.last["listen"]["offers"]] == [
            ("hit", "1"), ("stand", "1"), ("surrender", "1")]
        assert rui_screen.last["listen"]["offers"] == []
        assert rui_screen.last["listen"]["awaiting"] == ["1"]
        assert (await rui.refused("stand", "1")).code == "not-yours"
        assert (await rui.refused("stand", "2")).code == "not-your-turn"
        assert (await ana.refused("double", "1")).code == "not-offered"
        await ana.must("stand", "1")
        assert (await ana.refused("stand", "1")).code in ("not-your-turn", "not-offered")
        await rui.must("stand", "2")


@run_async
async def test_the_same_key_acts_once_and_is_answered_the_same_for_ever(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[TWENTY_AGAINST_NINETEEN]) as evening:
        ana = await evening.guest()
        sat = await ana.do("sit", "1", key="a")
        bet = await ana.do("bet", "1", 1000, key="b")
        assert await ana.do("bet", "1", 1000, key="b") == bet
        assert await ana.do("bet", "1", 5000, key="b") == bet
        assert ana.balance == 99_000
        await evening.later(15)
        stood = await ana.do("stand", "1", key="c")
        assert evening.desk().state.over
        for key, act, first in (("a", "sit", sat), ("b", "bet", bet), ("c", "stand", stood)):
            assert await ana.do(act, "1", 1000 if act == "bet" else 0, key=key) == first
        await evening.later(3)
        await evening.reopen()
        for key, act, first in (("a", "sit", sat), ("b", "bet", bet), ("c", "stand", stood)):
            assert await ana.do(act, "1", 1000 if act == "bet" else 0, key=key) == first
        assert ana.balance == 101_000
        ended = await ana.end(key="d")
        await ana.must("sit", "1")
        assert await ana.end(key="d") == ended
        assert evening.desk().seats[0] == ana.id, "an old key ends no new session"


@run_async
async def test_the_same_key_from_two_lines_at_once_moves_money_once(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        answers = await asyncio.gather(*(ana.do("bet", "1", 500, key="x") for _ in range(20)))
        assert len({a.v for a in answers}) == 1
        assert ana.balance == 99_500
        # The same key at two tables: the first that is stored is the one that acts.
        await ana.must("sit", "1", table="alone")
        first, second = await asyncio.gather(
            ana.do("bet", "1", 1000, key="y"), ana.do("bet", "1", 700, key="y", table="alone"))
        assert first == second and ana.balance in (99_000, 98_800)


@run_async
async def test_a_full_mailbox_answers_every_command(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest()
        screen = await ana.look()
        await ana.must("sit", "1")
        answers = await asyncio.gather(*(
            ana.do("bet", "1", 200 + 100 * (n % 9), key=f"m{n}") for n in range(2 * MAILBOX)))
        refused = [a for a in answers if isinstance(a, Refused)]
        assert len(refused) == MAILBOX and {a.code for a in refused} == {"busy"}
        assert {a.id for a in answers} == {f"m{n}" for n in range(2 * MAILBOX)}
        assert all(isinstance(a, Ack) for a in answers if a not in refused)
        assert isinstance(await ana.room().reply_to(ana.id, Ping()), Pong)
        await ana.must("bet", "1", 200)
        screen.read()
        assert ana.balance == 99_800


@pytest.mark.law(row("4.a"), row("5"), row("7"))
@run_async
async def test_a_place_asked_for_in_mid_coup_is_kept_for_the_next(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[TWENTY_AGAINST_NINETEEN]) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        screen = await rui.look()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 200)
        await evening.later(15)
        assert (await rui.refused("sit", "1")).code == "taken"
        assert (await rui.refused("sit", "9")).accepts == ("2", "3")
        await rui.must("sit", "2")
        assert screen.notices("reserved")[0]["facts"] == {"place": "2"}
        assert (await rui.refused("sit", "3")).law == row("7")
        eva = await evening.guest("Eva")
        assert (await eva.refused("sit", "2")).code == "taken"
        await eva.must("sit", "3")
        await eva.must("leave", "3")
        assert evening.desk().seats == (ana.id, rui.id, "")
        assert rui.session() is None, "a session begins with the place"
        await ana.must("stand", "1")
        await evening.later(3)
        assert rui.session() is not None
        await rui.must("bet", "2", 200)


@pytest.mark.law(row("34"), row("33"))
@run_async
async def test_who_leaves_in_mid_coup_plays_it_to_its_end(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[TWENTY_AGAINST_NINETEEN]) as evening:
        ana = await evening.guest()
        screen = await ana.look()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 200)
        await evening.later(15)
        assert isinstance(await ana.end(), Ack)
        assert ana.session().leaving and not screen.notices("session-ended")
        await evening.later(20)  # the clock stands for her at 20
        notices = screen.notices("session-ended")
        assert len(notices) == 1 and notices[0]["law"] == row("33")
        assert notices[0]["facts"]["net"] == 200 and notices[0]["facts"]["reason"] == "player"
        await evening.later(3)
        assert evening.desk().seats == ("", "", "")


async def _sit_all(evening: Evening, guests: list[Guest]) -> None:
    for place, guest in enumerate(guests, start=1):
        await guest.must("sit", str(place))


@pytest.mark.law(row("34"), row("4.a"))
@run_async
async def test_places_are_taken_left_and_shown_by_name(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        await _sit_all(evening, [ana, rui])
        screen = await rui.look()
        assert [(s["name"], s["yours"], s["online"]) for s in screen.last["seats"]] == [
            ("Ana", False, False), ("Rui", True, True), ("", False, False)]
        assert (await rui.refused("sit", "1")).code == "not-yours"
        assert (await rui.refused("leave", "1")).code == "not-yours"
        await rui.must("bet", "2", 300)
        await rui.must("leave", "2")
        assert rui.balance == 100_000, "a bet goes back to who leaves before the deal"
        assert evening.house.lobby()[0].seats == ["Ana", "", ""]
        odd = await evening.house.guest("  <b>\u202eX\x00\n y" + "z" * 90)
        assert odd.name == ("<b>X y" + "z" * 90)[:24]


@run_async
async def test_whatever_is_asked_of_a_table_it_answers(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables={"shared": table(SHARED), "alone": table(ALONE)}
                       ) as evening:
        ana = await evening.guest()
        for act, seat, amount in (("fly", "1", 0), ("sit", "", 0), ("sit", "0", 0), ("sit", "x", 5),
                                  ("bet", "1" * 500, 5), ("hit", "bank", 0), ("sit", "1", 3),
                                  ("leave", "1", 0), ("deal", "table", -1), ("\u0000", "\0", 0)):
            for where in ("shared", "alone"):
                room = ana.room(where)
                answer = await room.reply_to(ana.id, ActCommand("k", act, seat, amount))
                assert isinstance(answer, Refused) and answer.code and answer.id == "k"
        assert evening.ledger.balances("stake:") == {}
