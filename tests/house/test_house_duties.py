"""What the house owes its players beside the coups, and what its staff may do."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from sabot.certify.audit.verify import verify
from sabot.house import HouseError
from sabot.house.people.players import GUEST_CREDIT
from sabot.house.table.messages import Ack
from sabot.procedure.visible_events import ShownDeal, ShownMove
from support.house_evening import COUPS, SHARED, Evening, Guest, row, run_async, staff_entry, table
from support.wire import wire

TWENTY_AGAINST_NINETEEN = "TS 9H QD TC"


# -- information (31 to 34) -----------------------------------------------------------------------


@pytest.mark.law(row("31"))
@run_async
async def test_a_player_sees_the_essentials_of_their_last_coup(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=["TS 5S 9H QD 6D TC 9C"]) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        await ana.must("sit", "1")
        await rui.must("sit", "2")
        await ana.must("bet", "1", 1000)
        await rui.must("bet", "2", 600)
        await evening.later(15)
        with pytest.raises(HouseError, match="no round") as no:
            evening.house.archive.coup_for(ana.id, "shared-1")
        assert no.value.law == row("31") and evening.house.archive.last_coups(ana.id) == []
        await ana.must("stand", "1")
        await rui.must("double", "2")
        last = evening.house.archive.last_coups(rui.id)
        assert [(c.id, c.staked, c.won, c.net) for c in last] == [
            ("shared-1", 1200, 2400, 1200)]
        assert last[0].results[0]["result"] == "won"
        receipt = evening.house.archive.coup_for(rui.id, "shared-1")
        cards = [e.card for e in receipt.events if isinstance(e, ShownDeal) and e.card]
        assert cards == ["TS", "5S", "9H", "QD", "6D", "9C"]
        assert all(e["law"] for e in wire(receipt.events) if "step" in e)
        mine = {e.bet for e in receipt.events if isinstance(e, ShownMove) and e.yours}
        assert mine == {"2"} and "Ana" not in str(receipt) and ana.id not in str(receipt)
        with pytest.raises(HouseError, match="no round"):
            evening.house.archive.coup_for((await evening.guest()).id, "shared-1")
        await evening.reopen()
        assert evening.house.archive.last_coups(rui.id) == last


@pytest.mark.law(row("32"), row("10"), row("3-2"), row("2.g"))
@run_async
async def test_rules_limits_wins_and_complaints_before_during_and_after_a_session(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[TWENTY_AGAINST_NINETEEN]) as evening:
        house = evening.house

        def complete() -> None:
            information = house.information("shared").information
            rules = {r.rule for r in information.rules}
            assert {"15.a", "25.a", "33"} <= rules and len(rules) == 89
            assert (information.limits.minimum, information.limits.maximum) == (200, 20_000)
            assert information.complaints.how and information.law == row("32")
            readings = {r.id: r for r in information.readings}
            assert "takes a card while the total is 11 or less" in readings["ir/1"].ours
            assert "30" in readings["ir/1"].clauses
        complete()  # before: nobody is logged in
        felt = house.describe("shared")
        assert felt.law == row("3-2") and felt.felt.cloth
        ana = await evening.guest()
        screen = await ana.look()
        assert screen.last["you"]["session"] is None
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1000)
        complete()  # during
        await evening.later(15)
        await ana.must("stand", "1")
        screen.read()
        assert screen.last["you"]["session"] | {"started": 0} == {
            "started": 0, "coups": 1, "staked": 1000, "won": 2000, "net": 1000, "law": row("32")}
        assert screen.last["you"]["balance"] == 101_000
        await ana.end()
        complete()  # after
        complaint = await house.complain(ana.player, "shared", "shared-1", "  My ace was a two. ")
        assert complaint.law == row("32") and complaint.text == "My ace was a two."


@pytest.mark.law(row("33"), row("34"), row("2.g"))
@run_async
async def test_the_player_begins_and_ends_their_session_and_is_told_its_sums(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[COUPS]) as evening:
        ana = await evening.guest()
        screen = await ana.look()
        no = await ana.end()
        assert (no.code, no.law) == ("no-session", row("34"))
        began = evening.clock.now()
        await ana.must("sit", "1")
        for amount in (1000, 400):
            await ana.must("bet", "1", 9000)
            await ana.must("bet", "1", amount)
            await evening.later(15)
            await ana.must("stand", "1")
            await evening.later(3)
        await ana.must("bet", "1", 700)
        assert isinstance(await ana.end(), Ack), "a bet before the deal goes back to its player"
        facts = screen.notices("session-ended")[0]["facts"]
        assert facts == {
            "id": facts["id"], "table": "shared", "game": "blackjack-online", "started": began,
            "ended": evening.clock.now(), "coups": 2, "staked": 1400, "won": 2800, "held": 0,
            "net": 1400, "reason": "player"}
        assert ana.balance == 101_400
        assert evening.desk().seats == ("", "", "")
        await ana.must("sit", "1")
        await ana.must("sit", "1", table="alone")
        sessions = evening.house.archive.sessions(ana.id)
        assert [(s.table.partition("~")[0], s.ended > 0) for s in sessions] == [
            ("alone", False), ("shared", False), ("shared", True)]
        done = await evening.house.end_session(ana.player, "alone")
        assert done.law == row("33") and done.coups == 0 and done.ended
        with pytest.raises(HouseError, match="no session"):
            await evening.house.end_session(ana.player, "alone")


@pytest.mark.law(row("34"))
@run_async
async def test_only_the_session_that_is_open_when_its_end_is_asked_for_ends(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest()
        seat = asyncio.create_task(ana.must("sit", "1"))
        await asyncio.sleep(0)
        with pytest.raises(HouseError, match="no session") as refusal:
            await evening.house.end_session(ana.player, "shared")
        assert refusal.value.status == 409
        await seat
        first = evening.desk().state.sessions[ana.id].id
        evening.clock.advance(1)
        over = asyncio.create_task(ana.end())
        again = asyncio.create_task(ana.must("sit", "2"))
        await asyncio.sleep(0)
        ended = await evening.house.end_session(ana.player, "shared")
        await asyncio.gather(over, again)
        second = evening.desk().state.sessions[ana.id].id
        assert ended.id == first != second, "the session that began meanwhile goes on"


@pytest.mark.law(row("37"), row("38"), row("38-2"), "ir/23")
@run_async
async def test_demo_credits_are_free_play_and_nothing_else(tmp_path: Path) -> None:
    dear = table(SHARED.replace("minimum = 2\n", "minimum = 1000\n")
                 .replace("maximum = 200", "maximum = 1000").replace("4\n", "4\n", 1))
    async with Evening(tmp_path, tables={"shared": dear}, cards=["TS 9H 7D TC"]) as evening:
        ana = await evening.guest()
        assert ana.balance == GUEST_CREDIT and ana.player.demo
        with pytest.raises(HouseError) as no:
            await evening.house.refill(ana.player)
        assert no.value.code == "still-credit" and no.value.law == row("38")
        await ana.must("sit", "1")
        await ana.must("bet", "1", 100_000)
        with pytest.raises(HouseError):
            await evening.house.refill(ana.player)  # it is only in play
        await evening.later(15)
        await ana.must("stand", "1")
        assert ana.balance == 0
        fresh = await evening.house.refill(ana.player)
        assert ana.balance == GUEST_CREDIT and fresh.fills == 1
        accounts = {a.partition(":")[0] for a in evening.ledger.balances()}
        assert accounts == {"player", "stake", "bank", "issue"}, "no account leads out of here"
        issued = {p.transfer.frm for p in evening.ledger.postings(account=f"player:{ana.id}@EUR")
                  if p.transfer.frm.startswith("issue:")}
        assert issued == {"issue:demo@EUR"}
        assert sum(evening.ledger.balances().values()) == 0
        assert evening.house.lobby()[0].demo is True


@pytest.mark.law(row("38"), "ir/23")
@run_async
async def test_a_table_may_say_that_only_rounds_prolong_free_play(tmp_path: Path) -> None:
    dear = table(SHARED.replace("minimum = 2\n", "minimum = 1000\n")
                 .replace("maximum = 200", "maximum = 1000")
                 + "\n[rules.readings]\nfresh_credits = false\n")
    async with Evening(tmp_path, tables={"shared": dear}, cards=["TS 9H 7D TC"]) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 100_000)
        await evening.later(15)
        await ana.must("stand", "1")
        assert ana.balance == 0
        with pytest.raises(HouseError) as no:
            await evening.house.refill(ana.player)
        assert (no.value.code, no.value.law) == ("no-fresh-credits", "ir/23")
        assert ana.balance == 0


@pytest.mark.law(row("37"))
@run_async
async def test_demo_play_has_the_features_of_the_game_itself(tmp_path: Path) -> None:
    """A demo table and a table for money deal the same coup, step for step."""
    real = table(SHARED.replace("places = 3", "places = 3\ndemo = false"))
    told_to_players: list[list[str]] = []
    for table_open, wallet in ((table(SHARED), None), (real, Purseful())):
        where = tmp_path / str(len(told_to_players))
        where.mkdir()
        async with Evening(where, tables={"shared": table_open}, wallet=wallet,
                           cards=[TWENTY_AGAINST_NINETEEN]) as evening:
            ana = (await evening.guest() if wallet is None
                   else Guest(evening, await evening.house.admit("ana", "Ana")))
            assert evening.house.describe("shared").demo is (wallet is None)
            assert evening.house.lobby()[0].demo is (wallet is None)
            await ana.must("sit", "1")
            await ana.must("bet", "1", 1000)
            await evening.later(15)
            await ana.must("stand", "1")
            told_to_players.append([str(i.seen_by("")) for i in evening.desk().layout.coup_items])
    assert told_to_players[0] == told_to_players[1] and len(told_to_players[0]) > 10


class Purseful:
    """A wallet that always has enough."""

    def debit(self, key: str, player: str, amount: int, currency: str) -> None:
        return None

    def credit(self, key: str, player: str, amount: int, currency: str) -> None:
        return None

    def rollback(self, key: str) -> None:
        return None

    def balance(self, player: str, currency: str = "") -> int:
        return 1_000_000


# -- complaints -----------------------------------------------------------------------------------


@pytest.mark.law(row("32"))
@run_async
async def test_a_complaint_is_kept_read_and_answered(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[TWENTY_AGAINST_NINETEEN]) as evening:
        house = evening.house
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        boss = await evening.staff("Sofia", "supervisor")
        for table_id, coup, text, code in (("shared", "", " ", "text"),
                                           ("shared", "", "x" * 2001, "text"),
                                           ("nowhere", "", "hello", "no-table"),
                                           ("shared", "shared-1", "not mine", "no-coup")):
            with pytest.raises(HouseError) as no:
                await house.complain(ana.player, table_id, coup, text)
            assert no.value.code == code
        complaint = await house.complain(ana.player, "shared", "", "The timer is too fast.")
        assert [c.text for c in house.archive.complaints()] == ["The timer is too fast."]
        assert house.archive.complaints(rui.id) == []
        await evening.reopen()
        house = evening.house
        await house.answer_complaint(boss, complaint.id, "It has 15 seconds.")
        mine = house.archive.complaints(ana.id)[0]
        assert (mine.answer, mine.answered_by) == ("It has 15 seconds.", "Sofia")
        with pytest.raises(HouseError, match="no complaint"):
            await house.answer_complaint(boss, "c_0", "Nothing.")
        kinds = [e.kind for e in house.archive.journal(100)]
        assert "complaint" in kinds and "staff" in kinds
        assert verify(evening.ledger).verified


# -- staff ----------------------------------------------------------------------------------------


@pytest.mark.law(row("5"))
@pytest.mark.parametrize("key", ["table:shared", "game:blackjack-online"])
@run_async
async def test_a_closed_table_takes_no_bet_and_plays_its_coup_to_the_end(
        tmp_path: Path, key: str) -> None:
    async with Evening(tmp_path, cards=[COUPS]) as evening:
        house = evening.house
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        boss = await evening.staff("Sofia", "supervisor")
        screen = await rui.look()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1000)
        await evening.later(15)
        await house.switch(boss, key, False, "a light is broken")
        await evening.settle()
        assert screen.notices("table-closed")[0]["facts"] == {"reason": "a light is broken"}
        card = next(t for t in house.lobby() if t.id == "shared")
        assert (card.open, card.reason, card.law) == (
            False, "a light is broken", row("5"))
        no = await rui.refused("sit", "2")
        assert (no.code, no.law) == ("closed", row("5")), "no place is kept either"
        await ana.must("stand", "1")
        assert ana.balance == 101_000
        await evening.later(100)
        assert evening.desk().state.no == 1, "no new coup"
        no = await ana.refused("bet", "1", 1000)
        assert (no.code, no.law, no.facts["reason"]) == ("closed", row("5"), "a light is broken")
        assert isinstance(await ana.end(), Ack), "a player can always go"
        await evening.reopen()
        no = await rui.refused("sit", "2")
        assert no.code == "closed", "a switch survives a restart"
        assert (await rui.look()).last["closed"]["reason"] == "a light is broken"
        await evening.house.switch(boss, key, True, "mended")
        await evening.settle()
        await rui.must("sit", "2")
        await rui.must("bet", "2", 200)
        acts = [e.body["staff"] for e in evening.house.archive.journal(50)
                if e.kind == "staff" and e.body["staff"]["by"] == "Sofia"]
        verbs = {"table:shared": ["close", "open"], "game:blackjack-online": ["disable", "enable"]}
        assert [(a["by"], a["role"], a["act"], a["reason"], a["law"]) for a in acts] == [
            ("Sofia", "supervisor", verbs[key][0], "a light is broken", row("5")),
            ("Sofia", "supervisor", verbs[key][1], "mended", row("5"))]


@run_async
async def test_a_table_closed_in_the_betting_period_keeps_the_bets_that_lie_there(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[COUPS]) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        boss = await evening.staff("Sofia", "supervisor")
        await ana.must("sit", "1")
        await rui.must("sit", "2")
        await ana.must("bet", "1", 1000)
        await rui.must("bet", "2", 1000)
        await evening.house.switch(boss, "table:shared", False, "closing time")
        assert (await ana.refused("bet", "1", 2000)).code == "closed"
        await rui.must("clear", "2")
        await evening.later(15)
        assert not evening.desk().betting and ana.balance == 99_000 and rui.balance == 100_000


@pytest.mark.law(row("27"), row("28"), "ir/14", "ir/21")
@run_async
async def test_a_supervisor_voids_a_coup_with_a_cause_and_all_bets_go_back(
        tmp_path: Path) -> None:
    # Ana doubles, Rui splits: all of it goes back.
    async with Evening(tmp_path, cards=["5S 8S 9H 6D 8D TC 7C 9C 9D"]) as evening:
        house = evening.house
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        boss = await evening.staff("Sofia", "supervisor")
        screen = await ana.look()
        for guest, place in ((ana, "1"), (rui, "2")):
            await guest.must("sit", place)
            await guest.must("bet", place, 1000)
        await evening.later(15)
        await ana.must("double", "1")
        await rui.must("split", "2")
        assert (ana.balance, rui.balance) == (98_000, 98_000)
        with pytest.raises(HouseError, match="reason"):
            await house.void(boss, "shared", " ")
        with pytest.raises(HouseError) as no:
            await house.void(boss, "nowhere", "a card fell")
        assert no.value.status == 404
        await house.void(boss, "shared", "a card fell from the shoe")
        assert (ana.balance, rui.balance) == (100_000, 100_000)
        screen.read()
        assert screen.state.void == "a card fell from the shoe"
        assert {m["law"] for m in screen.steps("move") if m["kind"] == "refund"} == {row("28")}
        acts = [e.body["staff"] for e in house.archive.journal(50)
                if e.kind == "staff" and e.body["staff"]["by"] == "Sofia"]
        assert [(a["act"], a["coup"], a["law"]) for a in acts] == [("void", "shared-1", row("27"))]
        with pytest.raises(HouseError, match="no round is in progress") as no:
            await house.void(boss, "shared", "once more")
        assert no.value.status == 409
        acts = [e for e in house.archive.journal(50) if e.kind == "staff"]
        assert len(acts) == 2, "no act, no record"
        assert house.archive.last_coups(ana.id)[0].net == 0
        assert verify(evening.ledger).verified


@run_async
async def test_each_role_may_do_its_own_and_the_door_knows_its_people(tmp_path: Path) -> None:
    from sabot.house.people import roles as staff
    async with Evening(tmp_path) as evening:
        may = {role: {act for act in staff.ALLOWED
                      if (await evening.staff(role, role)).may(act)} for role in staff.ROLES}
        assert may == {
            "croupier": {"tables", "open", "close", "enter"},
            "supervisor": set(staff.ALLOWED),
            "cashier": {"tables", "papers", "pay", "redeem"},
            "inspector": {"tables", "complaints", "journal", "papers", "people", "players"}}
        with pytest.raises(ValueError, match="no role"):
            staff.new_member("Zé", "owner")
        member, token = staff.new_member("Zé", "croupier", evening.ledger.format)
        await evening.house.commit(staff_entry(member))
        assert staff.by_token(evening.ledger, token) == member
        assert token not in str(evening.ledger.documents("staff")), "only its hash is kept"
        assert staff.by_token(evening.ledger, token + "x") is None
        gone = msgspec.structs.replace(member, active=False)
        await evening.house.commit(staff_entry(gone))
        assert staff.by_token(evening.ledger, token) is None and not gone.may("open")
        with pytest.raises(HouseError, match="has no table"):
            await evening.house.switch(member, "table:nowhere", False, "why not")
        with pytest.raises(HouseError, match="no game"):
            await evening.house.switch(member, "game:whist", False, "why not")

