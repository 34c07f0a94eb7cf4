"""The staff door: tokens, roles, reasons, and that players have no way through it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot import games
from support.little_game import LAW, LITTLE, tables
from support.open_house import Doors, Visitor, row

ACTS = [("get", "tables", None), ("get", "complaints", None), ("get", "journal", None),
        ("get", "head", None),
        ("post", "tables/shared/close", {"reason": "a light is broken"}),
        ("post", "tables/shared/open", {"reason": "it is mended"}),
        ("post", "games/blackjack-online/disable", {"reason": "a new rule"}),
        ("post", "games/blackjack-online/enable", {"reason": "it is read"}),
        ("post", "tables/shared/void", {"reason": "a card fell"}),
        ("get", "tables/shared", None), ("get", "tables/shared/next", None),
        ("post", "tables/shared/enter", {"fact": "KH"}),
        ("post", "tables/shared/faults", {"kind": "damaged", "reason": "it is torn"}),
        ("post", "complaints/c_1/answer", {"text": "We looked."}),
        ("get", "tickets", None), ("get", "vouchers", None),
        ("post", "vouchers/m-1/1-00000001/pay", {}),
        ("post", "tickets/redeem", {"code": "0001-0000001-AAAA-AAAA"})]
MAY = {"croupier": {"tables", "tables/shared", "tables/shared/next", "tables/shared/enter",
                    "tables/shared/close", "tables/shared/open"},
       "cashier": {"tables", "tables/shared", "tickets", "vouchers", "tickets/redeem",
                   "vouchers/m-1/1-00000001/pay"},
       "inspector": {"tables", "tables/shared", "complaints", "journal", "head", "tickets",
                     "vouchers"},
       "supervisor": {path for _, path, _ in ACTS}}


def ask(who: Visitor, verb: str, path: str, body: object) -> int:
    path = f"/api/staff/{path}"
    return (who.get(path) if verb == "get" else who.post(path, body)).status_code


def member(doors: Doors, role: str, name: str = "") -> Visitor:
    token = doors.staff(name or role, role)
    who = doors.visitor()
    response = who.post("/api/staff/login", {"token": token})
    assert response.status_code == 200 and response.json()["role"] == role
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Path=/api/staff" in cookie
    return who


@pytest.mark.parametrize("role", sorted(MAY))
def test_each_role_may_do_its_own_and_no_more(doors: Doors, role: str) -> None:
    who = member(doors, role)
    for verb, path, body in ACTS:
        code = ask(who, verb, path, body)
        if path in MAY[role]:
            assert code in (200, 404, 409) or path == "tickets/redeem", (path, code)
            assert code not in (401, 403), (path, code)
        else:
            assert code == 403, (path, code)
            response = who.get(f"/api/staff/{path}") if verb == "get" else who.post(
                f"/api/staff/{path}", body)
            assert response.json()["code"] == "role" and "supervisor" in response.json()["text"]


def test_players_and_strangers_stay_outside(doors: Doors) -> None:
    ana = doors.guest()
    supervisor = member(doors, "supervisor", "Outside")
    stolen = supervisor.http.cookies["sabot-staff"]
    for who in (doors.visitor(), ana):
        for verb, path, body in ACTS:
            assert ask(who, verb, path, body) == 401, path
        assert who.post("/api/staff/login", {"token": "guess"}).status_code == 401
        assert who.post("/api/staff/login", {"token": ""}).status_code == 401
        assert who.post("/api/staff/login", {"token": "x" * 201}).status_code == 400
        assert who.get("/api/staff/me").json() is None
    forged = doors.visitor().get("/api/staff/tables", Cookie=f"sabot-staff={stolen}x")
    assert forged.status_code == 401
    crossed = doors.visitor().get("/api/staff/tables",
                                  Cookie=f"sabot-staff={ana.http.cookies['sabot']}")
    assert crossed.status_code == 401, "a player's cookie opens no staff door"


def test_who_works_here_no_more_has_no_way_in(doors: Doors) -> None:
    import msgspec

    from sabot.house.people import roles as staff
    from sabot.ledger import Entry
    who = member(doors, "supervisor", "Leaver")
    assert who.get("/api/staff/tables").status_code == 200
    found = next(m for m in staff.members(doors.ledger) if m.name == "Leaver")
    gone = msgspec.structs.replace(found, active=False)

    async def leave() -> None:
        await doors.house.commit(Entry(kind="staff", documents=(gone.document(),)))
    doors.run(leave)
    assert who.get("/api/staff/tables").status_code == 401


@pytest.mark.parametrize("body", [{}, {"reason": ""}, {"reason": "  a "}, {"reason": "x" * 2001},
                                  {"reason": 5}, {"why": "because"}])
def test_every_act_needs_a_reason(doors: Doors, body: object) -> None:
    who = member(doors, "supervisor", "Reasons")
    for path in ("tables/shared/close", "tables/shared/void", "games/blackjack-online/disable"):
        response = who.post(f"/api/staff/{path}", body)
        assert response.status_code == 400 and response.json()["text"]
    assert doors.visitor().get("/api/tables").json()[0]["open"]


@pytest.mark.law(row("27"), row("28"), row("32"), row("5"))
def test_a_shift_of_a_supervisor(tmp_path: Path) -> None:
    with Doors(tmp_path) as doors:
        ana, boss = doors.guest("Ana"), member(doors, "supervisor", "Sofia")
        with ana.table() as line:
            line.take()
            line.do("sit", "1")
            line.do("bet", "1", 1000)
            rooms = {t["id"]: t for t in boss.get("/api/staff/tables").json()}
            assert rooms["shared"]["staked"] == 1000 and rooms["shared"]["viewers"] == 1
            response = boss.post("/api/staff/tables/shared/void", {"reason": "a card fell"})
            assert response.status_code == 200 and response.json()["law"] == row("27")
            while not any("void" in e for e in line.until("events")["events"]):
                pass
            assert ana.get("/api/session").json()["balance"] == 100_000
            boss.post("/api/staff/tables/shared/close", {"reason": "cleaning"})
            assert line.until("notice")["facts"] == {"reason": "cleaning"}
            doors.later(3)
            no = line.do("sit", "2")
            assert (no["code"], no["facts"]["reason"], no["law"]) == (
                "closed", "cleaning", row("5"))
            assert boss.post("/api/staff/tables/shared/void",
                             {"reason": "again"}).status_code == 409
            boss.post("/api/staff/tables/shared/open", {"reason": "clean"})
            assert line.until("notice")["kind"] == "table-open"
        filed = ana.post("/api/complaints", {"table": "shared", "text": "My bet!"}).json()
        mine = boss.get("/api/staff/complaints").json()
        assert [(c["id"], c["name"], c["text"]) for c in mine] == [(filed["id"], "Ana", "My bet!")]
        response = boss.post(f"/api/staff/complaints/{filed['id']}/answer", {"text": "It is back."})
        assert response.status_code == 200
        assert ana.get("/api/complaints").json()[0]["answer"] == "It is back."
        end = boss.get("/api/staff/head").json()
        assert (end["seq"], end["hash"]) == doors.ledger.mark()
        assert end["head"] == f"{end['seq']}:{end['hash']}"
        journal = boss.get("/api/staff/journal?limit=50").json()
        acts = [(e["body"]["staff"]["by"], e["body"]["staff"]["act"]) for e in journal
                if e["kind"] == "staff"]
        assert acts == [("console", "add"), ("Sofia", "sign-in"), ("Sofia", "void"),
                        ("Sofia", "close"), ("Sofia", "open"), ("Sofia", "answer")]
        assert all("salt" not in e["body"] and e["hash"] for e in journal)
        assert boss.get("/api/staff/journal?limit=0").status_code == 400
        assert len(boss.get("/api/staff/journal?limit=2").json()) == 2
        left = boss.post("/api/staff/logout")
        assert left.status_code == 200
        assert boss.get("/api/staff/tables").status_code == 401


def test_a_croupier_and_a_supervisor_at_a_real_table(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.catalogue(), "little", LITTLE)
    with Doors(tmp_path, tables=tables()) as doors:
        hand, boss = member(doors, "croupier", "Hand"), member(doors, "supervisor", "Boss")
        at = "/api/staff/tables/real"
        status = hand.get(f"{at}/next").json()
        assert (status["waits"], status["hand"], status["face"]) == ("croupier", "burn", "down")
        assert hand.post(f"{at}/enter", {}).json()["code"] == "form"
        assert hand.post(f"{at}/enter", {"fact": "??", "incident": {"kind": "jam"}}
                         ).status_code == 400
        no = hand.post(f"{at}/enter", {"fact": "done", "v": status["v"]})
        assert (no.status_code, no.json()["code"], no.json()["law"]) == (409, "no-card", LAW)
        no = hand.post(f"{at}/enter", {"incident": {"kind": "jam", "note": "it stuck"}})
        assert (no.json()["code"], no.json()["facts"]["accepts"]) == ("no-fault", [])
        status = hand.post(f"{at}/enter", {"fact": "??", "v": status["v"]}).json()
        assert (status["waits"], status["faults"]) == ("players", ["spill"])
        ana = doors.guest("Ana")
        with ana.table("real") as line:
            assert line.take()["table"]["attended"]
            line.do("sit", "1")
            line.do("bet", "1", 1000)
            [row] = [t for t in boss.get("/api/staff/tables").json() if t["id"] == "real"]
            assert row["now"]["faults"] == ["spill"] == boss.get(at).json()["faults"]
            fault = {"kind": "spill", "reason": "wine on the cloth", "seat": "1"}
            assert hand.post(f"{at}/faults", fault).status_code == 403
            no = boss.post(f"{at}/faults", {**fault, "kind": "quake"})
            assert (no.status_code, no.json()["code"]) == (409, "no-fault")
            assert no.json()["facts"]["accepts"] == ["spill"]
            assert boss.post(f"{at}/faults", {"kind": "spill", "reason": "x"}).status_code == 400
            assert boss.post(f"{at}/faults", {**fault, "card": "10H"}).status_code == 400
            seen = {**fault, "v": boss.get(at).json()["v"]}
            assert boss.post(f"{at}/faults", seen).json()["waits"] == "players"
            no = boss.post(f"{at}/faults", seen)  # pressed twice
            assert (no.status_code, no.json()["code"]) == (409, "moved-on")
            while not any(status.get("fault") == "spill" and status.get("seat") == "1"
                              for status in line.until("events")["events"]):
                pass
            line.do("bet", "1", 700)
            doors.later(15)
            for fact in ("KH", "3D"):
                assert hand.post(f"{at}/enter", {"fact": fact}).status_code == 200
            assert line.do("stand", "1")["t"] == "ack"
            assert ana.get("/api/session").json()["balance"] == 100_700
