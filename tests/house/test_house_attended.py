"""Real tables: a croupier enters what the cards did, players play there in their browsers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot import games
from sabot.certify.audit.verify import verify
from sabot.house import HouseError
from sabot.house.people.roles import Member
from sabot.house.staff.croupier import enter_fact, report_fault, table_status
from sabot.ledger import Ledger, Locked
from sabot.procedure import Incident
from support.house_evening import Evening, Guest, run_async
from support.little_game import CUT, LAW, LITTLE, tables


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(games.catalogue(), "little", LITTLE)
    yield


def evening(where: Path) -> Evening:
    return Evening(where, tables=tables())


async def two(house: Evening) -> tuple[Guest, Guest, Member]:
    """Two players with bets at the real table, the bets closed, and its croupier."""
    ana, rui = await house.guest("Ana"), await house.guest("Rui")
    hand = await house.staff("Hand", "croupier")
    assert table_status(house.house, "real").waits == "croupier", "the burned card"
    await enter_fact(house.house, hand, "real", "??")
    await ana.must("sit", "1", table="real")
    await ana.must("bet", "1", 1000, table="real")
    await rui.must("bet", "2", 600, table="real")
    await house.later(15)
    return ana, rui, hand


def asked(house: Evening) -> dict[str, Any]:
    status: dict[str, Any] = msgspec.to_builtins(table_status(house.house, "real"))
    return status


@run_async
async def test_a_coup_of_real_cards(tmp_path: Path) -> None:
    async with evening(tmp_path) as house:
        ana, rui, hand = await two(house)
        screen = await ana.look("real")
        status = asked(house)
        assert status == {
            "table": "real", "coup": "real-1", "v": status["v"], "attended": True, "faults": [],
            "waits": "croupier", "step": "deal", "law": LAW, "also": [], "hand": "1", "face": "up",
            "data": {"step": "deal", "law": LAW, "to": "1"}, "takes": "card", "answers": [],
            "words": {"en": "place 1: one card, face up",
                      "pt": "lugar 1: uma carta, com a face para cima",
                      "zh": "1號門：一張牌，牌面向上"}}
        first = screen.messages[0]
        assert first["awaits"] == {"step": "deal", "hand": "1", "law": LAW, "what": ""}
        assert first["listen"] is None and first["clock"] is None
        assert first["shown"]["pool"] == 0 and screen.state.seal == "attended"
        for fact, code in (("99", "no-card"), ("??", "no-card"), ((3,), "no-card"),
                           (Incident("misdrawn"), "no-fault")):
            with pytest.raises(HouseError) as no:
                await enter_fact(house.house, hand, "real", fact)
            assert (no.value.code, no.value.law, no.value.status) == (code, LAW, 409)
        await enter_fact(house.house, hand, "real", "KH", status["v"])
        with pytest.raises(HouseError) as no:
            await enter_fact(house.house, hand, "real", "KH", status["v"])
        assert no.value.code == "moved-on" and no.value.facts == {"v": status["v"] + 1}
        await house.later(1_000)
        assert asked(house)["hand"] == "2", "no clock runs while the table waits for a card"
        await enter_fact(house.house, hand, "real", "2C")
        assert (asked(house)["face"], asked(house)["answers"]) == ("down", ["??"])
        await enter_fact(house.house, hand, "real", "??")
        status = asked(house)
        assert (status["waits"], status["faults"]) == ("players", ["misdrawn"])
        assert "step" not in status
        screen.read()
        assert screen.state.hands == {"1": ["KH"], "2": ["2C"], "bank": [None]}
        assert screen.last["clock"]["of"] == 20 and "awaits" not in screen.last
        with pytest.raises(HouseError) as no:
            await enter_fact(house.house, hand, "real", "KH")
        assert no.value.code == "not-now"
        await ana.must("stand", "1", table="real")
        assert (asked(house)["step"], asked(house)["words"]["en"]) == (
            "turn", "bank: turn up card 1")
        await enter_fact(house.house, hand, "real", "3D")
        assert (ana.balance, rui.balance) == (101_000, 99_400)
        assert house.desk("real").state.over
        assert house.ledger.secret("attended") is None
        coup = house.house.archive.coup_for(ana.id, "real-1")
        assert coup.seal == "attended" and coup.opening is None
        await house.later(3)
        found = verify(house.ledger)
        assert found.verified, found.fault


@run_async
async def test_every_restart_finds_what_the_croupier_was_asked(tmp_path: Path) -> None:
    async with evening(tmp_path) as house:
        ana, _, hand = await two(house)
        for fact in ("KH", "2C", "TD"):
            was = asked(house)
            await house.reopen()
            assert house.house.recovered["real"] == "resumed"
            assert asked(house) == was
            again = await ana.look("real")
            assert again.messages[0]["awaits"]["hand"] == was["hand"]
            await enter_fact(house.house, hand, "real", fact)
        await house.reopen()
        await ana.must("stand", "1", table="real")
        assert ana.balance == 101_000, "a card that was entered needs no turning"
        await house.later(3)
        status = asked(house)
        assert (status["takes"], status["answers"], status["faults"]) == ("word", ["done"], ["jam"])
        assert status["data"]["what"] == "return-cards"
        await house.reopen()
        assert asked(house) == status
        for word in ("lid-open", "KH"):
            with pytest.raises(HouseError) as no:
                await enter_fact(house.house, hand, "real", word)
            assert no.value.code == "no-answer"
        await enter_fact(house.house, hand, "real", Incident("jam", note="cards are stuck"))
        acts = [e.body["staff"] for e in house.house.archive.journal(50) if e.kind == "staff"]
        assert (acts[-1]["by"], acts[-1]["kind"], acts[-1]["reason"]) == (
            "Hand", "jam", "cards are stuck")
        assert asked(house)["waits"] == "players"
        found = verify(house.ledger)
        assert found.verified, found.fault


@run_async
async def test_what_cannot_be_stored_was_not_entered(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path) as house:
        ana, _, hand = await two(house)
        was = asked(house)

        def refuses(*_: object) -> Any:
            raise Locked("not now")
        monkeypatch.setattr(Ledger, "commit", refuses)
        with pytest.raises(HouseError) as no:
            await enter_fact(house.house, hand, "real", "KH")
        assert no.value.code == "not-stored" and asked(house) == was
        monkeypatch.undo()
        monkeypatch.setitem(games.catalogue(), "little", LITTLE)
        await enter_fact(house.house, hand, "real", "KH")
        screen = await ana.look("real")
        assert screen.state.hands == {"1": ["KH"]}
        boss = await house.staff("Boss", "supervisor")
        for card in ("2C", "3D"):
            await enter_fact(house.house, hand, "real", card)
        was = asked(house)
        monkeypatch.setattr(Ledger, "commit", refuses)
        with pytest.raises(HouseError, match="journal"):
            await report_fault(house.house, boss, "real", Incident("misdrawn", note="a slip"))
        monkeypatch.undo()
        monkeypatch.setitem(games.catalogue(), "little", LITTLE)
        assert asked(house) == was and was["faults"] == ["misdrawn"]
        await ana.must("stand", "1", table="real")


@pytest.mark.law("pt-805-2015/blackjack-online/27", "pt-805-2015/blackjack-online/28")
@run_async
async def test_a_coup_that_waits_for_a_card_can_be_voided(tmp_path: Path) -> None:
    async with evening(tmp_path) as house:
        ana, rui, hand = await two(house)
        await enter_fact(house.house, hand, "real", "KH")
        boss = await house.staff("Boss", "supervisor")
        await house.house.void(boss, "real", "the table fell over")
        assert (ana.balance, rui.balance) == (100_000, 100_000)
        await house.later(3)
        await enter_fact(house.house, hand, "real", "done")
        await ana.must("bet", "1", 1000, table="real")
        await house.later(15)
        await house.kill()
        del house.tables["real"]  # nobody will say what its cards did
        await house.open()
        assert house.house.recovered["real"] == "finished" and ana.balance == 100_000
        found = verify(house.ledger)
        assert found.verified, found.fault


@run_async
async def test_a_table_that_is_attended_no_more_plays_its_open_coup_by_hand(
        tmp_path: Path) -> None:
    async with evening(tmp_path) as house:
        ana, _, hand = await two(house)
        await house.kill()
        house.tables["real"] = house.tables["little"]
        await house.open()
        for fact in ("KH", "2C", "3D"):
            await enter_fact(house.house, hand, "real", fact)
        await ana.must("stand", "1", table="real")
        await house.reopen()
        await house.later(3)
        desk = house.desk("real")
        assert desk.chance.shoe is not None and desk.dealer.standing is not None
        assert CUT and desk.seats[0] == ana.id
        found = verify(house.ledger)
        assert found.verified, found.fault


@pytest.mark.law("pt-805-2015/blackjack-online/5")
@run_async
async def test_a_real_table_for_one_player_is_one_table(tmp_path: Path) -> None:
    changed_tables = {"real": msgspec.structs.replace(tables()["real"], individual=True)}
    async with Evening(tmp_path, tables=changed_tables) as house:
        ana, rui = await house.guest("Ana"), await house.guest("Rui")
        hand = await house.staff("Hand", "croupier")
        assert ana.room("real") is rui.room("real") is house.house.rooms["real"]
        await enter_fact(house.house, hand, "real", "??")
        await ana.must("sit", "1", table="real")
        await ana.must("bet", "1", 1000, table="real")
        await ana.must("deal", "table", table="real")
        no = await rui.refused("sit", "2", table="real")
        assert (no.code, no.law) == ("not-yours", "pt-805-2015/blackjack-online/5")
        assert asked(house)["hand"] == "1"
