"""Tables where shoes are cut, people stand, stakes stay on the table, and a pool grows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot import games
from sabot.certify.audit.verify import verify
from sabot.house import HouseError
from sabot.house.staff.croupier import report_fault
from sabot.house.table.messages import Ack
from sabot.procedure import Incident
from sabot.procedure.table import Authorisation
from support import little_game as little_game
from support.house_evening import Evening, Guest, run_async
from support.ledger_house import EUR
from support.little_game import AUTHORISED, LITTLE, tables


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(games.catalogue(), "little", LITTLE)
    yield


def evening(where: Path, *cards: str) -> Evening:
    """An evening at the little tables; every shoe is cut at 26 unless a player cuts it."""
    return Evening(where, tables=tables(), cards=[cut_back(shoe) for shoe in cards])


def cut_back(cards: str, at: int = 26) -> str:
    """A shoe from which these cards come after a cut, its burned card first."""
    wanted = cards.split()
    fill = [f"{r}{s}" for s in "SHDC" for r in "23456789TJQKA" if f"{r}{s}" not in wanted]
    return " ".join([*fill[:at], *wanted])


def verified(evening: Evening) -> None:
    found = verify(evening.ledger)
    assert found.verified, found.fault


async def sit_and_bet(evening: Evening, guest: Guest, place: str = "1", amount: int = 1000) -> None:
    await guest.must("sit", place, table="little")
    await guest.must("bet", place, amount, table="little")


async def hold_a_streak(evening: Evening) -> Guest:
    """Ana wins a round with a bet on a streak, which stays for the next one."""
    ana = await evening.guest("Ana")
    await sit_and_bet(evening, ana)
    await ana.must("bet", "1/streak2", 100, table="little")
    await evening.later(15)
    await ana.must("stand", "1", table="little")
    return ana


@run_async
async def test_a_shoe_shuffled_in_mid_coup_is_cut_and_found_again(tmp_path: Path) -> None:
    """The order is stored where it was shuffled, uncut; each restart cuts it anew."""
    async with evening(tmp_path, "2S KH 3D KD 3C KC 3H KS 3S", "2S KH 3D") as house:
        ana = await house.guest("Ana")
        screen = await ana.look("little")
        await sit_and_bet(house, ana)
        for _ in range(4):
            await house.later(15)
            await ana.must("stand", "1", table="little")
            await house.later(3)
            if house.desk("little").betting:
                await ana.must("bet", "1", 1000, table="little")
        desk = house.desk("little")
        assert desk.dealer.standing.window == "cut:1" and not desk.betting
        seal = desk.chance.shoe.seal
        screen.read()
        [offer, _] = screen.last["listen"]["offers"]
        assert (offer["act"], offer["note"], "disabled" in offer) == ("cut", "cards", False)
        assert screen.last["clock"] == {"window": "cut:1", "of": 10, "left": 10.0}
        assert house.ledger.secret(seal) and "cut" not in house.ledger.secret(seal)
        await house.reopen()
        desk = house.desk("little")
        assert house.house.recovered["little"] == "resumed"
        assert (desk.chance.shoe.seal, desk.chance.shoe.cut_at) == (seal, 0)
        assert (await ana.refused("cut", "1", 9, table="little")).code == "below-minimum"
        await ana.must("cut", "1", 30, table="little")
        assert desk.betting and desk.chance.shoe.cut_at == 30
        order, drawn = desk.chance.shoe.order, desk.chance.shoe.drawn
        await ana.must("bet", "1", 1000, table="little")
        await house.reopen()
        shoe = house.desk("little").chance.shoe
        assert (shoe.order, shoe.drawn, shoe.cut_at) == (order, drawn, 30)
        await house.later(15)
        await ana.must("stand", "1", table="little")
        await house.reopen()
        assert house.desk("little").chance.shoe.order == order, "between coups too"
        await house.later(3)
        verified(house)


@run_async
async def test_a_place_asked_for_in_mid_coup_is_given_when_bets_are_taken(tmp_path: Path) -> None:
    async with evening(tmp_path, "2S KH 3D KD 3C KC 3H KS 3S") as house:
        ana, rui = await house.guest("Ana"), await house.guest("Rui")
        await sit_and_bet(house, ana)
        for n in range(4):
            await house.later(15)
            await ana.must("stand", "1", table="little")
            if n < 3:
                await house.later(3)
                await ana.must("bet", "1", 1000, table="little")
        await rui.must("sit", "2", table="little")
        await house.later(3)
        desk = house.desk("little")
        assert desk.dealer.standing.window == "cut:1" and desk.holder("2") == ""
        await house.later(10)
        assert desk.betting and desk.holder("2") == rui.id
        verified(house)


@run_async
async def test_several_bet_on_one_place_and_each_sees_only_their_own(tmp_path: Path) -> None:
    async with evening(tmp_path, "2S KH 3D KD AC") as house:
        ana, rui, eva = [await house.guest(n) for n in ("Ana", "Rui", "Eva")]
        await sit_and_bet(house, ana)
        screen, other = await rui.look("little"), await ana.look("little")
        assert screen.last["mine"] == {} and screen.last["you"]["session"] is None
        await rui.must("bet", "1", 300, table="little")
        await eva.must("bet", "1", 200, table="little")
        await rui.must("bet", "1", 500, table="little")
        await rui.must("bet", "1/chip", 100, table="little")
        screen.read()
        other.read()
        assert screen.last["mine"] == {"1+1": 500, "1+1/chip": 100}
        assert other.last.get("mine") == {"1": 1000}
        assert screen.state.bets == {"1": 1000, "1+1": 500, "1+2": 200, "1+1/chip": 100}
        assert screen.last["you"]["places"] == [] and screen.last["you"]["session"]["coups"] == 0
        assert rui.session("little") is not None
        assert house.desk("little").staked == {ana.id: 1000, rui.id: 600, eva.id: 200}
        await house.reopen()
        again = await rui.look("little")
        assert again.messages[0]["mine"] == {"1+1": 500, "1+1/chip": 100}
        assert rui.id not in msgspec.json.encode(again.messages).decode().replace(
            f'"player":"{rui.id}"', ""), "others are told no names"
        await house.later(15)
        await ana.must("stand", "1", table="little")
        assert (ana.balance, rui.balance, eva.balance) == (101_000, 100_400, 100_200)
        [mine] = house.house.archive.last_coups(rui.id)
        assert mine.net == 400
        assert [r["result"] for r in mine.results] == ["won"], "of the hand with the bet"
        assert rui.session("little").coups == 1
        verified(house)


@run_async
async def test_the_credit_that_an_offer_needs_counts_ones_own_bet_there(tmp_path: Path) -> None:
    async with evening(tmp_path) as house:
        ana, rui = await house.guest("Ana"), await house.guest("Rui")
        await sit_and_bet(house, ana, amount=20_000)
        for place in ("1", "2", "3"):
            await rui.must("bet", place, 20_000, table="little")
        assert rui.balance == 40_000
        await house.house.commit(spend(rui, 40_000))
        screen = await rui.look("little")
        off = {(o["act"], o["seat"]) for o in screen.last["listen"]["offers"] if "disabled" in o}
        assert off == {("bet", f"{n}/{w}") for n in "123" for w in ("streak2", "chip")}
        assert (await rui.refused("bet", "1/chip", 100, table="little")).code == "credit"


def spend(guest: Guest, amount: int) -> Any:
    from sabot.ledger import Entry
    from sabot.money import Transfer
    return Entry(kind="house", body=b"{}", transfers=(
        Transfer(f"gone/{guest.id}", f"player:{guest.id}@EUR", "issue:demo@EUR", amount, ""),))


@run_async
async def test_who_stands_has_a_session_until_they_end_it(tmp_path: Path) -> None:
    async with evening(tmp_path, "2S KH 3D KD AC") as house:
        ana, rui = await house.guest("Ana"), await house.guest("Rui")
        await sit_and_bet(house, ana)
        await rui.must("bet", "1", 300, table="little")
        await rui.must("bet", "2", 400, table="little")
        assert isinstance(await rui.end("little"), Ack)
        assert rui.balance == 100_000 and rui.session("little") is None
        await rui.must("bet", "1", 300, table="little")
        await house.later(15)
        assert isinstance(await rui.end("little"), Ack)
        assert rui.session("little").leaving, "Rui's bet is played first"
        await ana.must("stand", "1", table="little")
        assert rui.session("little") is None and rui.balance == 100_300
        ended = [s for s in house.house.archive.sessions(rui.id) if s.coups]
        assert [(s.staked, s.won, s.reason) for s in ended] == [(300, 600, "player")]
        verified(house)


@pytest.mark.law("pt-805-2015/blackjack-online/35.b", "pt-805-2015/blackjack-online/36")
@run_async
async def test_who_stands_and_bets_no_more_is_idle_like_others(tmp_path: Path) -> None:
    async with evening(tmp_path) as house:
        ana, rui = await house.guest("Ana"), await house.guest("Rui")
        screen = await rui.look("little")
        await ana.must("sit", "1", table="little")
        await rui.must("bet", "2", 300, table="little")
        for _ in range(12):
            if rui.session("little") is None:
                break
            desk = house.desk("little")
            if not desk.betting:
                await house.later(10)
            await ana.must("bet", "1", 200, table="little")
            await house.later(15)
            await house.later(20)
            await house.later(3)
        assert [len(screen.notices(k)) for k in ("idle-invitation", "idle-warning")] == [1, 1]
        assert screen.notices("session-ended")[0]["facts"]["reason"] == "idle"
        verified(house)


@run_async
async def test_a_held_streak_stays_the_players_through_a_restart_and_a_new_layout(
        tmp_path: Path) -> None:
    async with evening(tmp_path, "2S KH 3D KD 3C", "2S KH 3D") as house:
        ana = await hold_a_streak(house)
        desk = house.desk("little")
        assert desk.state.held == {"1/streak2": (ana.id, 101)} and desk.staked == {ana.id: 101}
        assert house.ledger.balance("held:little@EUR") == 101
        session = ana.session("little")
        assert (session.staked, session.won, session.held, session.net) == (1101, 2000, 101, 1000)
        assert house.house.archive.last_coups(ana.id)[0].net == 1000
        with pytest.raises(HouseError, match="smallest"):
            await house.house.refill(ana.player)
        await house.kill()
        house.tables["little"] = msgspec.structs.replace(house.tables["little"], places=5)
        await house.open()
        assert house.house.recovered["little"] == "between"
        await house.later(3)
        desk = house.desk("little")
        assert desk.carry.held == (("1/streak2", ana.id, 101),) and desk.state.held == {}
        assert desk.seats[0] == ana.id and desk.layout.owners.of(ana.id) == {"1/streak2": 101}
        assert house.ledger.balance("held:little@EUR") == 0
        await house.reopen()
        await house.later(10)
        assert house.desk("little").betting
        await ana.must("bet", "1", 1000, table="little")
        await house.later(15)
        await house.later(20)
        [last, _] = house.house.archive.last_coups(ana.id)
        assert last.net in (-1101, 1303) and house.ledger.balance("held:little@EUR") == 0
        mine = ana.session("little")
        assert mine.held == 0 and ana.balance == 100_000 + mine.won - mine.staked
        verified(house)


@run_async
async def test_a_held_stake_is_counted_once_while_the_next_round_is_not_stored_yet(
        tmp_path: Path) -> None:
    async with evening(tmp_path, "2S KH 3D KD 3C", "2S KH 3D") as house:
        ana = await hold_a_streak(house)
        desk = house.desk("little")
        desk.propose_begin(house.clock.now())
        assert desk.dealer is not None and not desk.dealer.over
        assert (desk.at_stake, desk.staked) == ({}, {ana.id: 101})
        desk.roll_back(0)
        await house.later(3)
        assert (desk.at_stake, desk.staked) == ({ana.id: 101}, {ana.id: 101})


@run_async
async def test_a_session_that_finds_a_held_stake_begins_with_it(tmp_path: Path) -> None:
    async with evening(tmp_path, "2S KH 3D KD 3C") as house:
        ana = await hold_a_streak(house)
        assert isinstance(await ana.end("little"), Ack)
        first = house.house.archive.sessions(ana.id)[0]
        assert (first.staked, first.won, first.held) == (1101, 2000, 101)
        await house.later(3)
        await sit_and_bet(house, ana)
        assert isinstance(await ana.end("little"), Ack)
        assert ana.session("little").leaving, "what runs on is played first"
        await house.later(15)
        await house.later(3)
        assert ana.balance == 100_000 + 899 and ana.session("little") is None
        assert house.ledger.balance("held:little@EUR") == 0, "in play again"
        await sit_and_bet(house, ana)
        assert (ana.session("little").staked, ana.session("little").held) == (101, 101)
        await house.later(15)
        await ana.must("stand", "1", table="little")
        second = ana.session("little")
        assert (second.coups, second.held, second.net) == (1, 0, 1000 + 303)
        assert ana.balance == 100_000 + 1000 + 1000 + 303
        verified(house)


@pytest.mark.law("pt-805-2015/blackjack-online/27", "pt-805-2015/blackjack-online/28")
@pytest.mark.parametrize("loss", ["secret", "procedure"])
@run_async
async def test_a_coup_that_is_lost_gives_back_what_it_had_found_and_keeps_the_pool(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loss: str) -> None:
    async with evening(tmp_path, "2S KH 3D KD 3C", "") as house:
        ana, rui = await house.guest("Ana"), await house.guest("Rui")
        await sit_and_bet(house, ana)
        await ana.must("bet", "1/streak2", 100, table="little")
        await rui.must("bet", "1", 200, table="little")
        await rui.must("bet", "1/chip", 100, table="little")
        await house.later(15)
        await ana.must("stand", "1", table="little")
        await house.later(3)
        pool = house.desk("little").carry.pool
        assert pool == 150 == house.ledger.balance(EUR.jackpot("little"))
        await rui.must("bet", "1", 200, table="little")
        await rui.must("bet", "1/chip", 100, table="little")
        await house.later(15)
        before = (ana.balance, rui.balance)
        await house.kill()
        if loss == "secret":
            with sqlite3.connect(house.url.removeprefix("sqlite:///")) as books:
                books.execute("DELETE FROM secrets")
        else:  # another version of the procedure tells another story
            monkeypatch.setattr(little_game, "play", lambda r: 1 / 0)
        await house.open()
        assert house.house.recovered["little"] == "lost"
        await house.settle()
        assert (ana.balance, rui.balance) == (before[0] + 101, before[1] + 200)
        desk = house.desk("little")
        assert desk.carry.held == () and desk.carry.pool == 300
        assert house.ledger.balance(EUR.jackpot("little")) == 300
        assert ana.session("little").held == 0
        if loss == "procedure":
            monkeypatch.undo()
            monkeypatch.setitem(games.catalogue(), "little", LITTLE)
            verified(house)


@run_async
async def test_the_pool_is_what_its_account_holds_and_its_prize_counts_as_won(
        tmp_path: Path) -> None:
    async with evening(tmp_path, "2S KH 3D KD 3C KC 3H KS 3S", "2S KH 3D KD 3C KC") as house:
        ana = await house.guest("Ana")
        await ana.must("sit", "1", table="little")
        for n in range(5):
            desk = house.desk("little")
            if not desk.betting:
                await house.later(10)
            await ana.must("bet", "1", 1000, table="little")
            await ana.must("bet", "1/chip", 100, table="little")
            await house.later(15)
            await ana.must("stand", "1", table="little")
            assert desk.carry.pool == house.ledger.balance(EUR.jackpot("little"))
            assert desk.carry.pool == (150 * (n + 1) if n < 3 else 150 * (n + 1) - 500)
            await house.later(3)
        assert ana.session("little").won == 5 * 2000 + 500
        verified(house)


@run_async
async def test_a_lone_player_holds_three_places(tmp_path: Path) -> None:
    async with evening(tmp_path) as house:
        ana, rui = await house.guest("Ana"), await house.guest("Rui")
        for place in "123":
            await ana.must("sit", place, table="lone")
            await ana.must("bet", place, 300, table="lone")
        screen = await ana.look("lone")
        assert [s["yours"] for s in screen.last["seats"]] == [True] * 3
        await house.reopen()
        await ana.must("deal", "table", table="lone")
        await ana.must("stand", "1", table="lone")
        [coup] = house.house.archive.last_coups(ana.id)
        assert coup.staked == 900 and len(coup.results) == 3
        await rui.must("sit", "2", table="lone")
        assert ana.room("lone") is not rui.room("lone")
        verified(house)


@pytest.mark.law("pt-805-2015/blackjack-online/27")
@run_async
async def test_a_supervisor_reports_a_fault_and_the_coup_goes_on_from_it(tmp_path: Path) -> None:
    async with evening(tmp_path, "2S KH 3D QD 3C") as house:
        ana = await house.guest("Ana")
        boss = await house.staff("Boss", "supervisor")
        screen = await ana.look("little")
        await sit_and_bet(house, ana)
        for kind, code in (("misdrawn", "no-fault"), ("", "no-fault")):
            with pytest.raises(HouseError) as no:
                await report_fault(house.house, boss, "little", Incident(kind, note="a card fell"))
            assert no.value.code == code and no.value.facts["accepts"] == ["spill"]
            assert no.value.law == "pt-805-2015/blackjack-online/9"
        with pytest.raises(HouseError, match="reason"):
            await report_fault(house.house, boss, "little", Incident("spill"))
        await report_fault(house.house, boss, "little", Incident("spill", note="wine on the cloth"))
        assert ana.balance == 100_000
        screen.read()
        assert {"fault": "spill", "seat": "", "law": "pt-805-2015/blackjack-online/27"} \
            in screen.events  # under the clause by which the coup goes on
        await ana.must("bet", "1", 500, table="little")
        await house.later(15)
        with pytest.raises(HouseError) as no:
            await report_fault(house.house, boss, "little",
                               Incident("misdrawn", card="99", note="a card fell"))
        assert no.value.code == "no-card"
        await report_fault(
            house.house, boss, "little", Incident("misdrawn", seat="1", note="a slip"))
        assert house.desk("little").state.over and ana.balance == 100_500
        acts = [e.body["staff"] for e in house.house.archive.journal(50) if e.kind == "staff"]
        assert [(a["by"], a["act"], a["kind"], a["reason"], a["seat"]) for a in acts[-2:]] == [
            ("Boss", "fault", "spill", "wine on the cloth", ""),
            ("Boss", "fault", "misdrawn", "a slip", "1")]
        screen.read()
        assert "a slip" not in msgspec.json.encode(screen.messages).decode()
        with pytest.raises(HouseError, match="no round"):
            await report_fault(house.house, boss, "little", Incident("spill", note="too late"))
        await house.reopen()
        verified(house)


@pytest.mark.law("pt-805-2015/blackjack-online/28", "pt-805-2015/blackjack-online/32")
@run_async
async def test_a_complaint_is_admitted_until_the_cards_went_back(tmp_path: Path) -> None:
    async with evening(tmp_path, "2S KH 3D KD 3C") as house:
        ana = await house.guest("Ana")
        await sit_and_bet(house, ana)
        await house.later(15)
        await ana.must("stand", "1", table="little")
        complaint = await house.house.complain(ana.player, "little", "little-1",
                                               "You counted wrong.")
        assert complaint.coup == "little-1"
        await house.later(3)
        with pytest.raises(HouseError) as no:
            await house.house.complain(ana.player, "little", "little-1", "You counted wrong.")
        assert (no.value.code, no.value.law) == ("too-late", "pt-805-2015/blackjack-online/28")
        await house.house.complain(ana.player, "little", "", "The light is bad.")
        await ana.must("bet", "1", 1000, table="little")
        await house.later(15)
        await ana.must("stand", "1", table="little")
        await house.house.complain(ana.player, "little", "little-2", "What went back before it "
                                   "were the cards of another coup.")


@run_async
async def test_a_table_opens_on_the_day_of_its_authorisation(tmp_path: Path) -> None:
    """The clock of these evenings stands on 12 January 1970."""
    tables_ = tables()
    granted = Authorisation(option="17.1.1", by="DICJ", reference="12/70", requested="1970-01-05",
                            effective="1970-01-13")
    tables_["little"] = msgspec.structs.replace(tables_["little"], authorisations=(granted,))
    async with Evening(tmp_path, tables=tables_) as house:
        ana = await house.guest("Ana")
        screen = await ana.look("little")
        reason = "option 17.1.1 is authorised from 1970-01-13 on (12/70)"
        closure = screen.last["closed"]
        assert (closure["reason"], closure["law"]) == (reason, AUTHORISED)
        assert closure["code"] == "authorisation" and closure["facts"]["day"] in reason
        no = await ana.refused("sit", "1", table="little")
        assert (no.code, no.law, reason in no.text) == ("closed", AUTHORISED, True)
        [card] = [c for c in house.house.lobby() if c.id == "little"]
        assert (card.open, card.reason) == (False, reason)
        await house.reopen()
        assert ana.room("little").due() == 12 * 86_400
        await house.later(12 * 86_400 - house.clock.now() - 1)
        assert not house.desk("little").betting
        again = await ana.look("little")
        await house.later(1)
        assert again.notices("table-open") and house.desk("little").betting
        await sit_and_bet(house, ana)
