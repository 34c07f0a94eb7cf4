"""Sign-ins end on the server: whoever has kept a cookie has nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from sabot.certify.audit.verify import verify
from sabot.house.people.roles import members
from sabot.house.staff.signins import STAFF_AGE
from sabot.ledger import Ledger
from sabot.ledger.wallet import EmbeddedWallet
from sabot.web.auth import Signer
from support.open_house import KEY, Doors, Visitor, table

WHY = {"reason": "she left the floor"}
MONEY = """
game = "blackjack-online"
name = "Money"
minimum = 2
maximum = 200
places = 3
demo = false
"""


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Doors]:
    """A house in which nobody works yet."""
    with Doors(tmp_path) as opened:
        yield opened


def boss(doors: Doors, name: str = "Sofia", role: str = "supervisor") -> Visitor:
    token, visitor = doors.staff(name, role), doors.visitor()
    assert visitor.post("/api/staff/login", {"token": token}).status_code == 200
    return visitor


def copied(doors: Doors, visitor: Visitor) -> Visitor:
    """Another browser with the same cookies."""
    other = doors.visitor()
    other.http.cookies.update(visitor.http.cookies)
    return other


def test_a_copied_cookie_of_staff_opens_nothing_after_the_sign_out(doors: Doors) -> None:
    sofia = boss(doors)
    kept = copied(doors, sofia)
    assert kept.get("/api/staff/journal").status_code == 200
    assert sofia.post("/api/staff/logout").json() == {"left": True}
    told = kept.get("/api/staff/journal")
    assert (told.status_code, told.json()["code"]) == (401, "no-staff")
    assert kept.get("/api/staff/me").json() is None
    acts = [r.body for r in doors.ledger.entries(kind="staff")]
    assert b'"act":"sign-in"' in acts[-2] and b'"act":"sign-out"' in acts[-1]


def test_signing_in_again_elsewhere_leaves_the_other_sign_in(doors: Doors) -> None:
    token = doors.staff("Sofia", "supervisor")
    one, two = doors.visitor(), doors.visitor()
    for visitor in (one, two):
        visitor.post("/api/staff/login", {"token": token})
    one.post("/api/staff/logout")
    assert one.get("/api/staff/me").json() is None
    assert two.get("/api/staff/me").json()["name"] == "Sofia"


def test_a_sign_in_of_staff_ends_by_age_and_survives_a_restart(tmp_path: Path) -> None:
    with Doors(tmp_path) as doors:
        sofia = boss(doors)
        cookies = sofia.http.cookies
        left = boss(doors, "Rita")
        gone = dict(left.http.cookies)
        left.post("/api/staff/logout")
    with Doors(tmp_path) as doors:
        again, other = doors.visitor(), doors.visitor()
        again.http.cookies.update(cookies)
        other.http.cookies.update(gone)
        assert again.get("/api/staff/me").json()["name"] == "Sofia"
        assert other.get("/api/staff/me").json() is None
        doors.later(STAFF_AGE + 1)
        assert again.get("/api/staff/me").json() is None
        assert verify(doors.ledger).verified


def test_staff_are_added_changed_and_removed_at_once(own: Doors) -> None:
    sofia = boss(own)
    made = sofia.post("/api/staff/people", {"name": "Rui", "role": "croupier", **WHY}).json()
    assert (made["name"], made["role"], made["active"]) == ("Rui", "croupier", True)
    rui = own.visitor()
    assert rui.post("/api/staff/login", {"token": made["token"]}).json()["role"] == "croupier"
    assert rui.get("/api/staff/journal").status_code == 403
    assert rui.post("/api/staff/people/Sofia/remove", WHY).status_code == 403
    sofia.post("/api/staff/people/Rui/role", {"role": "inspector", **WHY})
    assert rui.get("/api/staff/journal").status_code == 200, "the role counts at once"
    assert rui.get("/api/staff/people").json() == [
        {"name": "Rui", "role": "inspector", "signed_in": 1},
        {"name": "Sofia", "role": "supervisor", "signed_in": 1}]
    assert sofia.post("/api/staff/people/Rui/remove", WHY).json()["active"] is False
    assert rui.get("/api/staff/journal").status_code == 401
    assert rui.post("/api/staff/login", {"token": made["token"]}).status_code == 401
    told = [e["body"]["staff"] for e in sofia.get("/api/staff/journal").json()
            if e["body"].get("staff", {}).get("name") == "Rui"]
    assert [(s["by"], s["act"], s["given"], s["reason"]) for s in told] == [
        ("Sofia", "add", "croupier", WHY["reason"]), ("Sofia", "role", "inspector", WHY["reason"]),
        ("Sofia", "remove", "inspector", WHY["reason"])]
    assert verify(own.ledger).verified


def test_a_new_token_ends_what_the_old_one_opened(doors: Doors) -> None:
    sofia, rui = boss(doors), boss(doors, "Rui", "croupier")
    made = sofia.post("/api/staff/people", {"name": "Rui", "role": "croupier", **WHY}).json()
    assert rui.get("/api/staff/tables").status_code == 401
    assert rui.post("/api/staff/login", {"token": made["token"]}).status_code == 200


def test_the_last_supervisor_is_told_before_nobody_can_change_the_staff(own: Doors) -> None:
    sofia = boss(own)
    for path, body in (("remove", WHY), ("role", {"role": "cashier", **WHY})):
        told = sofia.post(f"/api/staff/people/Sofia/{path}", body)
        assert (told.status_code, told.json()["code"]) == (409, "last-supervisor")
        assert "sabot staff add" in told.json()["text"]
    told = sofia.post("/api/staff/people", {"name": "Sofia", "role": "cashier", **WHY})
    assert told.json()["code"] == "last-supervisor"
    assert sofia.get("/api/staff/me").json()["role"] == "supervisor", "nothing has changed"
    boss(own, "Rita")
    assert sofia.post("/api/staff/people/Rita/remove", WHY).status_code == 200
    done = sofia.post("/api/staff/people/Sofia/remove", {**WHY, "last": True})
    assert done.status_code == 200 and "last supervisor" in done.json()["warning"]
    assert sofia.get("/api/staff/me").json() is None


def test_staff_have_names_under_which_the_journal_can_tell_of_them(doors: Doors) -> None:
    sofia = boss(doors)
    for name in ("", "a\u202eb", "console", "Ｃｏｎｓｏｌｅ", "The House", "sofia", "Sófia",
                 "x" * 81):
        told = sofia.post("/api/staff/people", {"name": name, "role": "croupier", **WHY})
        assert told.json()["code"] == "staff-name", name


def test_what_cannot_be_done_is_said(doors: Doors) -> None:
    sofia, rui = boss(doors), {"name": "Rui", "role": "croupier"}
    for path, body, code in (
            ("/api/staff/people", {**rui, "role": "owner", **WHY}, "role-name"),
            ("/api/staff/people", {**rui, "reason": "x"}, "reason"),
            ("/api/staff/people/Nobody/remove", WHY, "no-member"),
            ("/api/staff/people/Nobody/role", {"role": "croupier", **WHY}, "no-member"),
            ("/api/staff/players/p_nobody/sign-out", WHY, "no-player")):
        assert sofia.post(path, body).json()["code"] == code, path


# -- players -------------------------------------------------------------------------------------


def test_a_player_signs_out_in_one_browser_and_in_all(doors: Doors) -> None:
    ana = doors.guest("Ana")
    kept, other = copied(doors, ana), copied(doors, ana)
    assert ana.post("/api/session", {"name": "X"}).json()["player"] == ana.id
    with kept.table() as line:
        line.take()
        assert ana.post("/api/session/end", {}).json() == {"left": True, "ended": 1}
        assert line.closed()[0] == 4401, "an open page ends too"
    for visitor in (ana, kept, other):
        assert visitor.get("/api/session").json() is None
    told = kept.get("/api/me/coups")
    assert (told.status_code, told.json()["code"]) == (401, "signed-out")
    with kept.table() as line:
        assert line.closed() == (4401, "this sign-in has ended or is not valid; enter again")


def test_everywhere_is_everywhere(doors: Doors) -> None:
    ana = doors.guest("Ana")
    elsewhere = [doors.visitor() for _ in range(3)]
    for visitor in elsewhere:  # three more sign-ins of the same player
        secret = doors.run(lambda: doors.house.sign_ins.sign_in_player(doors.house.player(ana.id)))
        visitor.http.cookies.set("sabot", doors.signer.player(secret))
        assert visitor.get("/api/session").json()["player"] == ana.id
    assert elsewhere[0].post("/api/session/end", {"everywhere": True}).json()["ended"] == 4
    for visitor in (ana, *elsewhere):
        assert visitor.get("/api/session").json() is None


def test_staff_end_the_sign_ins_of_a_player_and_his_bets_stand(doors: Doors) -> None:
    sofia, ana = boss(doors), doors.guest("Beatriz")
    with ana.table() as line:
        line.take()
        line.do("sit", "1")
        line.do("bet", "1", 1000)
        assert {"id": ana.id, "name": "Beatriz", "online": True, "tables": ["shared"]} in \
            sofia.get("/api/staff/players").json()
        done = sofia.post(f"/api/staff/players/{ana.id}/sign-out", WHY).json()
        assert done == {"player": ana.id, "name": "Beatriz", "ended": 1}
        assert line.closed()[0] == 4401
    assert ana.get("/api/session").json() is None
    assert ana.id in doors.house.rooms["shared"].desk.at_stake
    said = sofia.get("/api/staff/journal?limit=50").json()
    act = next(e["body"]["staff"] for e in said
               if e["body"].get("staff", {}).get("act") == "sign-out-player")
    assert (act["by"], act["name"], act["reason"]) == ("Sofia", "Beatriz", WHY["reason"])
    inspector = boss(doors, "Ivo", "inspector")
    assert inspector.post(f"/api/staff/players/{ana.id}/sign-out", WHY).status_code == 403


def test_a_player_of_0_1_0_stays_until_his_sign_ins_are_ended(doors: Doors) -> None:
    """The cookies of that release say who somebody is: they are worth their thirty days."""
    ana = doors.guest("Old Ana")
    old = doors.visitor()
    old.http.cookies.set("sabot", doors.signer._player.dumps(ana.id))
    assert old.get("/api/session").json()["player"] == ana.id
    with old.table() as line:
        assert line.take()["you"]["name"] == "Old Ana"
        assert ana.post("/api/session/end", {"everywhere": True}).status_code == 200
        assert line.closed()[0] == 4401
    assert old.get("/api/session").json() is None
    fresh = doors.visitor()
    fresh.http.cookies.set("sabot", doors.signer._player.dumps(ana.id))
    assert fresh.get("/api/session").json() is None


def test_a_staff_cookie_of_0_1_0_opens_nothing(doors: Doors) -> None:
    doors.staff("Sofia", "supervisor")
    old = doors.visitor()
    token = members(doors.ledger)[0].token
    old.http.cookies.set("sabot-staff", doors.signer._staff.dumps(token))
    assert old.get("/api/staff/me").json() is None


# -- an operator's players -----------------------------------------------------------------------


@pytest.fixture
def wallet(tmp_path: Path) -> Iterator[EmbeddedWallet]:
    with Ledger.open(str(tmp_path / "operator.sqlite3")) as books:
        yield EmbeddedWallet(books)


@pytest.fixture
def money(tmp_path: Path, wallet: EmbeddedWallet) -> Iterator[Doors]:
    with Doors(tmp_path, wallet=wallet, tables={"money": table(MONEY)}) as opened:
        yield opened


def come(doors: Doors, launch: str) -> httpx.Response:
    return doors.visitor().get(f"/enter?launch={launch}")


def test_a_launch_lets_in_once_also_across_a_restart(
        tmp_path: Path, wallet: EmbeddedWallet) -> None:
    made = {"money": table(MONEY)}
    launch = Signer(KEY).launch("p-17", "Marta")
    with Doors(tmp_path, wallet=wallet, tables=made) as doors:
        assert come(doors, launch).status_code == 303
        told = come(doors, launch)
        assert (told.status_code, told.json()["code"]) == (403, "launch-used")
        assert come(doors, Signer(KEY).launch("p-17", "Marta again")).status_code == 303
    with Doors(tmp_path, wallet=wallet, tables=made) as doors:
        assert come(doors, launch).json()["code"] == "launch-used"
        assert verify(doors.ledger).verified


def test_of_many_who_come_with_one_launch_at_once_one_is_let_in(money: Doors) -> None:
    launch, status = Signer(KEY).launch("p-17", "Marta"), list[int]()
    ready = threading.Barrier(8)

    def enter() -> None:
        with httpx.Client(base_url=money.at, verify=False, timeout=60) as visitor:
            ready.wait()
            status.append(visitor.get("/enter", params={"launch": launch}).status_code)

    threads = [threading.Thread(target=enter) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(status) == [303] + 7 * [403]


def test_the_operator_ends_the_sign_ins_of_a_player(money: Doors) -> None:
    signer = Signer(KEY)
    marta = money.visitor()
    marta.get(f"/enter?launch={signer.launch('p-17', 'Marta')}")
    assert marta.get("/api/session").json()["player"] == "p-17"

    def ask(token: str, player: str = "p-17") -> httpx.Response:
        return money.visitor().post(f"/api/operator/players/{player}/sign-out", {},
                                    Authorization=f"Bearer {token}")

    for wrong in ("-", "nonsense", Signer("x" * 40).operator("sign-out", "p-17"),
                  signer.operator("sign-out", "p-18"), signer.operator("credit", "p-17"),
                  signer.launch("sign-out", "p-17"), signer.player("p-17")):
        assert (ask(wrong).status_code, ask(wrong).json()["code"]) == (403, "operator")
    assert ask(signer.operator("sign-out", "p-18"), "p-18").json()["code"] == "no-player"
    assert marta.get("/api/session").json()["player"] == "p-17"
    with marta.table("money") as line:
        line.take()
        assert ask(signer.operator("sign-out", "p-17")).json() == {"player": "p-17", "ended": 1}
        assert line.closed()[0] == 4401
    assert marta.get("/api/session").json() is None
    assert marta.get("/api/me/coups").json()["code"] == "signed-out"


def test_an_operators_names_are_told_apart_where_they_are_shown(money: Doors) -> None:
    signer, seen = Signer(KEY), []
    for player, name in (("p-17", "Bob"), ("p-18", "bob"), ("p-19", "Croupier"), ("p-20", "")):
        visitor = money.visitor()
        visitor.get(f"/enter?launch={signer.launch(player, name)}")
        seen.append(visitor.get("/api/session").json()["name"])
    assert seen == ["Bob", "bob 2", "Jogador 3", "p-20"]


class Times:
    """The house's time and the machine's, both moved by the test."""

    def __init__(self) -> None:
        self.house = self.wall = 1_000_000.0


@pytest.mark.parametrize("house, wall, fresh", [
    (30, 30, True), (61, 61, False), (30, 3_630, True), (3_630, 30, True), (-59, -59, True),
    (3_600, 3_600, False), (-3_600, -3_600, False)])
def test_a_launch_is_fresh_by_the_houses_time_or_by_the_machines(
        house: float, wall: float, fresh: bool) -> None:
    """The operator's site may stand on a machine whose clock was set, with this one or without."""
    times = Times()
    launch = Signer(KEY, lambda: 1_000_000.0).launch("p", "P")
    times.house += house
    times.wall += wall
    read = Signer(KEY, lambda: times.house, lambda: times.wall).read_launch(launch)
    assert (read == ("p", "P")) is fresh


def test_what_is_stored_of_sign_ins_lets_nobody_in(tmp_path: Path) -> None:
    with Doors(tmp_path) as doors:
        boss(doors)
        ana = doors.guest("Ana")
        secret = doors.signer.read_player(ana.http.cookies["sabot"]).secret
    with Ledger.open(f"sqlite:///{tmp_path}/house.sqlite3", readonly=True) as ledger:
        assert secret and all(secret.encode() not in held.document.body
                              for held in ledger.every_document())
        assert all(secret.encode() not in r.body for r in ledger.entries())
