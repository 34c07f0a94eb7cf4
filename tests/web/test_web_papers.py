"""Tickets, vouchers and lists of machines through the doors of a real house."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.open_house import Doors, Visitor, table

ROW = "pt-217-2007/maquinas-automaticas"


def machine(number: int, model: str = "azulejo") -> Any:
    return table(f"""
game = "machines"
name = "Machine {number}"
places = 1
minimum = "0.05"
maximum = "1.50"
[clocks]
between = 0
call = 600
[rules]
number = "{number:04d}"
model = "{model}"
coins = ["0.05"]
by_hand = "0.10"
""")


def member(doors: Doors, role: str) -> Visitor:
    who, token = doors.visitor(), doors.staff(f"the {role}", role)
    response = who.post("/api/staff/login", {"token": token})
    assert response.status_code == 200 and response.json()["role"] == role
    return who


@pytest.mark.law(f"{ROW}/1.a", f"{ROW}/13", "ir/317", "ir/324")
def test_a_ticket_from_one_player_to_another_and_to_the_cashier(tmp_path: Path) -> None:
    with Doors(tmp_path, tables={"a": machine(1), "b": machine(2)}) as doors:
        ana, bo = doors.guest("Ana"), doors.guest("Bo")
        assert doors.visitor().get("/api/tickets").status_code == 401
        assert ana.get("/api/tickets").json() == []
        with ana.table("a") as line, bo.table("a") as other:
            line.take()
            other.take()
            for n in (1, 2):
                line.do("sit", "1")
                line.do("insert", "1", 1_000 * n)
                line.do("ticket", "1")
                line.do("leave", "1")
            notices = [m for m in line.messages if m["t"] == "notice" and m["kind"] == "ticket"]
            code = notices[0]["facts"]["code"]
            assert all(m["t"] != "notice" and code not in str(m) for m in other.messages)
        mine = ana.get("/api/tickets").json()
        assert [t["cents"] for t in mine] == [2_000, 1_000] and mine[1]["code"] == code
        assert bo.get("/api/tickets").json() == []
        with bo.table("b") as line:
            line.take()
            line.do("sit", "1")
            no = line.do("redeem", "0001-0000001-AAAA-AAAA")
            assert no["t"] == "refused" and no["code"] == "ticket-code"
            assert line.do("redeem", code.lower().replace("-", ""))["t"] == "ack"
            again = line.do("redeem", code)
            assert again["code"] == "ticket-redeemed" and again["law"] == f"{ROW}/1.a"
        clerk = member(doors, "cashier")
        seen = clerk.get("/api/staff/tickets?number=0001").json()
        assert [t["state"] for t in seen] == ["open", "redeemed"]
        assert all("code" not in t for t in seen) and seen[1]["where"] == "b"
        assert clerk.get("/api/staff/tickets?number=0000002").json() == seen[:1]
        paid = clerk.post("/api/staff/tickets/redeem", {"code": mine[0]["code"], "player": bo.id})
        assert paid.status_code == 200 and paid.json()["by_name"] == "Bo"
        assert bo.get("/api/session").json()["balance"] == 102_000
        no = clerk.post("/api/staff/tickets/redeem", {"code": mine[0]["code"]})
        assert no.status_code == 409 and no.json()["code"] == "ticket-redeemed"
        no = clerk.post("/api/staff/tickets/redeem", {"code": "!" * 10})
        assert no.status_code == 400 and no.json()["code"] == "ticket-code"


@pytest.mark.law(f"{ROW}/13", "ir/323")
def test_the_cashier_pays_a_voucher_and_others_look(tmp_path: Path) -> None:
    with Doors(tmp_path, tables={"a": machine(1)}) as doors:
        ana, clerk = doors.guest("Ana"), member(doors, "cashier")
        with ana.table("a") as line:
            line.take()
            line.do("sit", "1")
            line.do("insert", "1", 5_000)
            for _ in range(100):
                line.do("spin", "1x1x5")
                while line.do("stop", "1")["t"] == "ack":
                    pass
                doors.later(0)
                if vouchers := clerk.get("/api/staff/vouchers").json():
                    break
            (voucher,) = vouchers
            path = f"/api/staff/vouchers/{voucher['id']}"
            looks = member(doors, "inspector")
            assert looks.get(path).json() == voucher
            assert looks.post(f"{path}/pay").status_code == 403
            assert member(doors, "croupier").get(path).status_code == 403
            assert ana.get(path).status_code == 401 and ana.post(f"{path}/pay").status_code == 401
            had = ana.get("/api/session").json()["balance"]
            paid = clerk.post(f"{path}/pay").json()
            assert paid["state"] == "paid" and paid["paid_by"] == "the cashier"
            assert ana.get("/api/session").json()["balance"] == had + voucher["cents"]
            no = clerk.post(f"{path}/pay")
            assert no.status_code == 409 and no.json()["code"] == "voucher-paid"
            assert clerk.get("/api/staff/vouchers/a-1/none").status_code == 404


@pytest.mark.law(f"{ROW}/12", "ir/318")
def test_who_asks_for_a_machine(tmp_path: Path) -> None:
    with Doors(tmp_path, tables={"a": machine(1), "b": machine(2)}) as doors:
        ana, bo = doors.guest("Ana"), doors.guest("Bo")
        assert bo.post("/api/machines/a/ask").json()["code"] == "free"
        assert bo.post("/api/machines/none/ask").status_code == 404
        assert doors.visitor().post("/api/machines/a/ask").status_code == 401
        with ana.table("a") as line, ana.table("b") as other:
            line.take()
            other.take()
            assert line.do("sit", "1")["t"] == other.do("sit", "1", key="s")["t"] == "ack"
            answer = bo.post("/api/machines/a/ask").json()
            assert answer["you"]["waits"] and answer["waiting"] == 1
            notice = line.until("notice")
            assert notice["kind"] == "give-up" and notice["law"] == f"{ROW}/12"
            (kind,) = ana.get("/api/machines").json()
            assert kind["you"]["asked"] and kind["you"]["uses"] == ["a", "b"]
            other.do("leave", "1", key="l")
            doors.later(0)
            assert other.do("sit", "1", key="again")["law"] == f"{ROW}/12"
        (kind,) = bo.get("/api/machines").json()
        assert kind["you"]["kept"] and kind["free"] == 1
        assert bo.post("/api/machines/a/leave").json()["waiting"] == 0
        assert doors.visitor().get("/api/machines").json()[0]["you"] == {"uses": []}
