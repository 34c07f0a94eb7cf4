"""Names of one's own choice, greetings, and what was done for a player who was away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sabot import house as house_package
from sabot.house.live.greetings import GAP, MOST, SPAN
from sabot.house.people.own_names import fault_of
from support.open_house import ALONE, SHARED, Doors, Line, Visitor, table


def shipped(name: str) -> str:
    return (Path(house_package.__file__).parent / "tables" / f"{name}.toml").read_text("utf-8")


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    with Doors(tmp_path_factory.mktemp("company"), tables={
            "shared": table(SHARED), "alone": table(ALONE),
            "lima": table(shipped("lima"))}) as opened:
        yield opened


def rename(visitor: Visitor, name: str) -> Any:
    return visitor.post("/api/session/name", {"name": name})


@pytest.mark.parametrize("name", [
    "Zé", "Ana-Luísa", "O’Neill", "陳大文", "Ирина", "دينا", "Guest 9"])
def test_names_of_any_script(name: str) -> None:
    assert not fault_of(name)


@pytest.mark.parametrize("name", [
    "A", "A" * 17, "www.example", "httpsite", "a/b", "Bob\u200d", "Bob\n", "  Bob", "12345", "🙂🙂",
    "B\u0301\u0301\u0301ob", "<b>x</b>", "a@b"])
def test_names_that_deceive_are_none(name: str) -> None:
    assert fault_of(name)


def test_a_guest_chooses_a_name(doors: Doors) -> None:
    """Others see it at once, and no journal has it."""
    one, other = doors.guest(), doors.guest()
    with one.table() as line, other.table() as looking:
        line.until("snapshot")
        line.do("sit", "1")
        looking.until("snapshot")
        answer = rename(one, "Inês Vaz")
        assert answer.status_code == 200 and answer.json()["name"] == "Inês Vaz"
        while True:
            seats = looking.take().get("seats") or []
            if any(seat["name"] == "Inês Vaz" for seat in seats):
                break
    assert one.get("/api/session").json()["name"] == "Inês Vaz"
    assert "Inês Vaz" not in str(doors.ledger.names())
    assert not any(b"Vaz" in bytes(record.body) for record in doors.ledger.entries())


def test_nobody_has_the_name_of_another(doors: Doors) -> None:
    """A name in use is refused, also one that looks like it; it is free when its player drops it.
    """
    one, other = doors.guest(), doors.guest()
    first = one.get("/api/session").json()["name"]
    assert rename(one, "Paco").status_code == 200
    assert rename(other, "PАСO").json()["code"] == "name-taken"  # with Cyrillic letters
    assert rename(other, first).json()["code"] == "name-taken"  # their first name stays theirs
    assert rename(one, "").json()["name"] == first
    assert rename(other, "Paco").status_code == 200


@pytest.mark.parametrize("name", ["Croupier", "Cr0upier", "Sabot", "荷官", "The Dealer"])
def test_nobody_looks_like_the_staff(doors: Doors, name: str) -> None:
    assert rename(doors.guest(), name).json()["code"] == "reserved-name"


def test_a_name_stays_while_a_bet_is_open(doors: Doors) -> None:
    visitor = doors.guest()
    with visitor.table("alone") as line:
        line.until("snapshot")
        line.do("sit", "1")
        doors.later(30)
        assert line.do("bet", "1", 1_000)["t"] == "ack"
        assert rename(visitor, "Tomás").json()["code"] == "bet-open"


def test_the_browser_brings_the_name_back(doors: Doors) -> None:
    """After the house was opened again its memory has only the first name; the cookie has the
    chosen one."""
    visitor = doors.guest()
    rename(visitor, "Beatriz")

    async def forget() -> None:
        doors.house.names.rename(visitor.id, "")
    doors.run(forget)
    assert visitor.get("/api/session").json()["name"] == "Beatriz"


# -- greetings -------------------------------------------------------------------------------------


def greet(line: Line, greeting: str, key: str) -> dict[str, Any]:
    line.say({"t": "greet", "id": key, "greeting": greeting})
    while True:
        message = line.take()
        if message.get("id") == key:
            return message


def seat(line: Line, place: str) -> None:
    line.until("snapshot")
    assert line.do("sit", place)["t"] == "ack"


def test_everybody_gets_the_key_of_a_greeting(doors: Doors) -> None:
    """What is sent is a key of the list: each page says it in its reader's language."""
    one, other = doors.guest(), doors.guest()
    with one.table() as line, other.table() as looking:
        seat(line, "2")
        looking.until("snapshot")
        assert greet(line, "evening", "g1")["t"] == "ack"
        heard = looking.until("greeting")
        name = one.get("/api/session").json()["name"]
        assert heard == {"t": "greeting", "place": "2", "by": name, "yours": False,
                         "greeting": "evening"}
        version = doors.house.rooms["shared"].desk.state.version
        assert greet(line, "hello there", "g2")["code"] == "bad-message"  # no free text
        assert greet(looking, "evening", "g3")["code"] == "not-seated"
        assert doors.house.rooms["shared"].desk.state.version == version  # nothing was stored


def test_nobody_greets_without_end(doors: Doors) -> None:
    visitor = doors.guest()
    with visitor.table() as line:
        seat(line, "3")
        assert greet(line, "luck", "g1")["t"] == "ack"
        assert greet(line, "luck", "g2")["code"] == "too-fast"
        for n in range(MOST - 1):
            doors.later(GAP)
            assert greet(line, "thanks", f"h{n}")["t"] == "ack"
        doors.later(GAP)
        assert greet(line, "thanks", "i1")["code"] == "too-fast"
        doors.later(SPAN)
        assert greet(line, "goodbye", "i2")["t"] == "ack"


def test_there_is_nobody_to_greet_at_a_table_of_ones_own(doors: Doors) -> None:
    with doors.guest().table("alone") as line:
        seat(line, "1")
        assert greet(line, "evening", "g1")["code"] == "no-company"


# -- away ------------------------------------------------------------------------------------------


def test_who_was_away_is_told_what_was_done(doors: Doors) -> None:
    """The clock decided for them, and their bet was settled: told once, with the round."""
    visitor = doors.guest()
    with visitor.table("alone") as line:
        seat(line, "1")
        doors.later(30)
        line.do("bet", "1", 1_000)
        desk = doors.house.rooms[f"alone~{visitor.id.removeprefix('p_')}"].desk
        line.do("deal", "table")
        coup = desk.state.coup
        assert not desk.state.over  # with the cards of this seed there is something to decide
    for _ in range(40):
        doors.later(40)
        if desk.state.coup != coup or desk.state.over:
            break
    with visitor.table("alone") as line:
        line.until("snapshot")
        notice = line.until("notice")
        assert notice["kind"] == "while-away"
        assert notice["facts"]["rounds"] == [coup] and notice["facts"]["n"] == 1
        assert notice["facts"]["acts"] >= 1 and isinstance(notice["facts"]["net"], int)
    with visitor.table("alone") as line:
        line.until("snapshot")
        line.say({"t": "ping"})
        while (message := line.take())["t"] != "pong":
            assert message.get("kind") != "while-away"
