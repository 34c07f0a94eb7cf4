"""Machines at the staff door: lamps, meters, returns, last games, and who may do what (9, 14)."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sabot.families.machine.minimum_return import figures
from sabot.games.machines.rules import model_of
from support.open_house import Doors, Visitor, table

ROW = "pt-217-2007/maquinas-automaticas"
ONE = """
game = "machines"
name = "Costa"
places = 1
minimum = "1.00"
maximum = "20.00"
[clocks]
between = 0
[rules]
number = "0041"
model = "costa"
coins = ["0.05"]
[rules.jackpot]
share = "1/50"
symbol = "ship"
count = 5
start = "20.00"
"""
CARDS = """
game = "machines"
name = "Azulejo"
places = 1
minimum = "0.50"
maximum = "5.00"
[clocks]
between = 0
call = 900
[rules]
number = "0042"
model = "azulejo"
coins = ["0.50"]
notes = ["5.00"]
by_hand = "0.50"
"""


@pytest.fixture
def doors(tmp_path: Path) -> Iterator[Doors]:
    with Doors(tmp_path, tables={"m": table(ONE), "n": table(CARDS)}) as house:
        yield house


def member(doors: Doors, role: str) -> Visitor:
    who = doors.visitor()
    assert who.post("/api/staff/login", {"token": doors.staff(role, role)}).status_code == 200
    return who


def seen(who: Visitor, table_id: str = "m") -> dict[str, Any]:
    found: dict[str, Any] = next(m for m in who.get("/api/staff/machines").json()
                                 if m["id"] == table_id)
    return found


@pytest.mark.law(f"{ROW}/9", f"{ROW}/9-2", f"{ROW}/14")
def test_staff_see_lamp_meters_and_returns(doors: Doors) -> None:
    boss = member(doors, "supervisor")
    free = seen(boss)
    assert (free["lamp"], free["player"], free["credit"], free["number"]) == (
        "free", False, 0, "0041")
    assert free["plan"]["observed"] is None and free["jackpot"] == 2_000
    ana = doors.guest("Ana")
    with ana.table("m") as line:
        line.do("sit", "1")
        line.do("insert", "1", 10_000)
        for _ in range(5):
            assert line.do("spin", "20x1x5")["t"] == "ack"
            doors.later(0)
        played = seen(boss)
        meters = played["meters"]
        assert (played["lamp"], played["player"]) == ("play", True)
        assert meters["games"] == 5 and meters["bets"] == 500 and meters["collected"] == 10_000
        assert played["credit"] == 10_000 - 500 + meters["prizes"] and not played["wrong"]
        assert played["jackpot"] == 2_000 + 10 == 2_000 + meters["contributed"]
        until = time.monotonic() + 60
        while seen(boss)["plan"]["exact"] is None and time.monotonic() < until:
            time.sleep(0.2)
        plan, due = seen(boss)["plan"], figures(model_of(table(ONE).rules), 20)
        error = math.sqrt(due.variance / 5)
        assert plan["exact"] == pytest.approx(float(due.returned)) and plan["games"] == 5
        assert plan["error"] == pytest.approx(error)
        assert plan["apart"] == pytest.approx((meters["prizes"] / 500 - float(due.returned))
                                              / error)
        games = boss.get("/api/staff/machines/m?games=3").json()["games"]
        assert [g["number"] for g in games] == [5, 4, 3] and games[0]["player"] == "Ana"
        assert games[0]["after"] == played["credit"] and games[0]["law"] == f"{ROW}/14"
        assert played["last"] == [[games[0]["bet"], games[0]["prize"]]]
    assert boss.get("/api/staff/machines/none").status_code == 404


@pytest.mark.law(f"{ROW}/9-2", f"{ROW}/13", "ir/326")
def test_a_supervisor_reports_and_gives_back_and_others_look(doors: Doors) -> None:
    boss, clerk, eyes = (member(doors, role) for role in ("supervisor", "cashier", "inspector"))
    ana = doors.guest("Ana")
    with ana.table("m") as line:
        line.do("sit", "1")
        line.do("insert", "1", 1_000)
        report = {"kind": "door-opened", "reason": "a coin is stuck"}
        for who in (clerk, eyes):
            assert seen(who)["lamp"] == "play"
            assert who.post("/api/staff/tables/m/faults", report).status_code == 403
            assert who.post("/api/staff/machines/m/give-back", {"reason": "x" * 9}
                            ).status_code == 403
        early = boss.post("/api/staff/machines/m/give-back", {"reason": "they asked"})
        assert early.status_code == 409 and early.json()["code"] == "in-play"
        assert boss.post("/api/staff/tables/m/faults", report).status_code == 200
        out = seen(boss)
        assert (out["lamp"], out["faults"], out["law"]) == ("out", ["door-closed"], f"{ROW}/9-2")
        response = boss.post("/api/staff/machines/m/give-back", {"reason": "they asked"})
        assert response.json() == {"given": 1_000, "law": f"{ROW}/13"}
        assert ana.get("/api/session").json()["balance"] == 100_000
        boss.post("/api/staff/tables/m/faults", {"kind": "door-closed", "reason": "it is out"})
        assert seen(boss)["lamp"] == "free"
        boss.post("/api/staff/tables/m/faults", {"kind": "meters-failed", "reason": "a test"})
        assert seen(boss)["lamp"] == "meters"
        boss.post("/api/staff/tables/m/faults", {"kind": "meters-mended", "reason": "tested"})
        assert seen(boss)["lamp"] == "free"
        boss.post("/api/staff/tables/m/close", {"reason": "the floor is cleaned"})
        assert seen(boss)["lamp"] == "closed" and seen(boss)["reason"] == "the floor is cleaned"
    mine = [e["body"]["staff"] for e in boss.get("/api/staff/journal").json()
            if "staff" in e["body"] and e["body"]["staff"].get("kind")]
    assert [(one["by"], one["kind"], one["law"]) for one in mine] == [
        ("supervisor", kind, f"{ROW}/9-2")
        for kind in ("door-opened", "door-closed", "meters-failed", "meters-mended")]
    assert mine[-1]["figures"]["collected"] == [1_000, 1_000]


@pytest.mark.law(f"{ROW}/13", "ir/323")
def test_the_lamp_says_that_the_cashier_is_awaited(doors: Doors) -> None:
    clerk, ana = member(doors, "cashier"), doors.guest("Ana")
    with ana.table("n") as line:
        line.do("sit", "1")
        for _ in range(200):
            if seen(clerk, "n")["credit"] < 50:
                line.do("insert", "1", 500)
            line.do("spin", "1x1x50")
            line.do("stop", "1")
            doors.later(0)
            if seen(clerk, "n")["lamp"] == "hand-pay":
                break
        waits = seen(clerk, "n")
        assert waits["lamp"] == "hand-pay" and waits["voucher"]["cents"] >= 50
        paid = clerk.post(f"/api/staff/vouchers/{waits['coup']}/{waits['voucher']['number']}/pay")
        assert paid.status_code == 200, paid.text
        assert seen(clerk, "n")["lamp"] == "play"
