"""Two frames at once over the real socket: a double click, a script that does not wait."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.open_house import Doors, Line, table

HOLDEM = """
game = "holdem"
name = "Ria"
places = 10
minimum = 2
maximum = 1000
[rules]
minimum_share = false
"""
MACHINE = """
game = "machines"
name = "azulejo"
places = 1
minimum = "0.05"
maximum = "20.00"
[clocks]
between = 0
[rules]
number = "0042"
model = "azulejo"
coins = ["0.05", "0.25"]
notes = [5, 10, 20]
"""
with_and_without_v = pytest.mark.parametrize("says", [True, False], ids=["v", "no v"])


def seen(line: Line) -> int:
    """The last version that this client received."""
    return max((m["v"] + len(m.get("events", (0,))) - 1 for m in line.messages
                if m["t"] in ("snapshot", "events")), default=0)


def twice(line: Line, says: bool, *acts: tuple[str, str, int]) -> list[str]:
    """Acts of which none was answered when the last was pressed: what became of each."""
    line._n += 1
    v = {"v": seen(line)} if says else {}
    answers = line.at_once(*({"t": "act", "id": f"t{line._n}-{n}", "act": act, "seat": seat,
                              "amount": amount, **v}
                             for n, (act, seat, amount) in enumerate(acts)))
    return ["ack" if one["t"] == "ack" else one["code"] for one in answers]


def asked(line: Line) -> Any:
    """What is asked now, as this client sees it."""
    return next(m["listen"] for m in reversed(line.messages) if m.get("listen") is not None)


@with_and_without_v
def test_deal_and_hit_at_once_are_done_once(tmp_path: Path, says: bool) -> None:
    with Doors(tmp_path) as doors, doors.guest("Ana").table("alone") as line:
        line.take()
        line.do("sit", "1")
        assert twice(line, says, ("bet", "1", 200), ("bet", "1", 400)) == ["ack", "ack"], \
            "the double click that lays two chips"
        for _ in range(30):
            assert twice(line, says, ("deal", "table", 0), ("deal", "table", 0)) == [
                "ack", "moved-on"]
            while any(o["act"] == "no-insurance" for o in asked(line)["offers"]):
                line.do("no-insurance", "1")
            if any(o["act"] == "hit" for o in asked(line)["offers"]):
                break
            line.do("bet", "1", 400)
        before = len([m for m in line.messages if m["t"] == "events"])
        assert twice(line, says, ("hit", "1", 0), ("hit", "1", 0)) == ["ack", "moved-on"]
        line.say({"t": "ping"})
        line.until("pong")
        events = [e for m in line.messages if m["t"] == "events" for e in m["events"]]
        assert len([m for m in line.messages if m["t"] == "events"]) > before
        assert sum(e.get("answer") == "hit" for e in events) == 1


@with_and_without_v
def test_a_machine_plays_one_game_for_a_double_press(tmp_path: Path, says: bool) -> None:
    with Doors(tmp_path, tables={"m": table(MACHINE)}) as doors, \
            doors.guest("Ana").table("m") as line:
        line.take()
        line.do("sit", "1")
        # Two notes that were put in one after the other, and one whose button bounced.
        assert line.do("insert", "1", 500)["t"] == line.do("insert", "1", 500)["t"] == "ack"
        assert twice(line, says, ("insert", "1", 500), ("insert", "1", 500)) == [
            "ack", "moved-on"]
        spin = next(o for o in asked(line)["offers"] if o["act"] == "spin")
        seat = (spin.get("seats") or [spin["seat"]])[0]
        assert twice(line, says, ("spin", seat, 0), ("spin", seat, 0)) == ["ack", "moved-on"]
        line.say({"t": "ping"})
        line.until("pong")
        events = [e for m in line.messages if m["t"] == "events" for e in m["events"]]
        assert sum(e.get("answer") == "spin" for e in events) == 1


@with_and_without_v
@pytest.mark.parametrize("act", ["call", "fold"])
def test_call_and_fold_answer_the_turn_that_was_shown(tmp_path: Path, says: bool, act: str
                                                      ) -> None:
    with Doors(tmp_path, tables={"t": table(HOLDEM)}) as doors:
        people = [doors.guest(name) for name in ("Ana", "Rui", "Eva", "Gil", "Bea", "Leo")]
        lines = [one.table("t") for one in people]
        for line in lines:
            line.take()
        for n, line in enumerate(lines, start=1):
            offer = next(o for o in asked(line)["offers"] if o["act"] == "sit")
            least = -(-offer.get("low", 0) // offer["unit"]) * offer["unit"] \
                if offer.get("unit") else 0
            assert line.do("sit", str(n), least)["t"] == "ack"
        for _ in range(20):  # each line may send so many messages at once and no more
            doors.later(6)
            for line in lines:
                line.say({"t": "ping"})
                line.until("pong")
            mine = [(line, o) for line in lines for o in asked(line)["offers"]
                    if o["act"] == act and not o.get("disabled")]
            if mine:
                break
            blind = [(line, o) for line in lines for o in asked(line)["offers"]
                     if o["act"] in ("small-blind", "big-blind", "cut", "check")]
            if blind:
                line, o = blind[0]
                line.do(o["act"], o["seat"], o.get("low", 0))
        line, offer = mine[0]
        press = (act, offer["seat"], 0)
        assert twice(line, says, press, press) == ["ack", "moved-on"]
        for one in lines:
            one.__exit__()


@with_and_without_v
def test_a_session_is_ended_once_and_nobody_is_reproached(doors: Doors, says: bool) -> None:
    with doors.guest("Ana").table("alone") as line:
        line.take()
        line.do("sit", "1")
        v = {"v": seen(line)} if says else {}
        first, second = line.at_once({"t": "end", "id": "e1", **v}, {"t": "end", "id": "e2", **v})
        assert first["t"] == "ack" and second["code"] == "moved-on"


def test_what_a_client_says_that_it_knew_is_a_version(doors: Doors) -> None:
    with doors.guest("Ana").table("alone") as line:
        line.take()
        for wrong in (-1, "7", 1.5, 2 ** 60):
            line.say({"t": "act", "id": "x", "act": "sit", "seat": "1", "v": wrong})
            assert line.until("refused", id="x")["code"] == "bad-message"
        line.say({"t": "act", "id": "y", "act": "sit", "seat": "1", "v": None})
        assert line.until("ack", id="y")
