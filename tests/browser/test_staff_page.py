"""The staff page in a real browser, against a real house: what each role can do there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from support.page_files import choose_language
from support.served_house import Served, open_page, serve_here
from support.staged_coups import house_table

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
SECTION = "pt-805-2015/blackjack-online"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    tables = {name: house_table(name) for name in ("low", "high", "quick", "three-places")}
    with serve_here(tmp_path, tables) as open_house:
        yield open_house


class Guest:
    """A player at a table: sends acts over the socket and receives the answer to each."""

    def __init__(self, house: Served, table: str, name: str) -> None:
        self.http = house.client()
        self.http.post("/api/session", json={"name": name}).raise_for_status()
        cookie = "; ".join(f"{c.name}={c.value}" for c in self.http.cookies.jar)
        self.line = connect(f"{house.url.replace('http', 'ws')}/ws/tables/{table}",
                            additional_headers={"Cookie": cookie})
        self.sent = 0

    def __enter__(self) -> Guest:
        self.socket = self.line.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self.line.__exit__(*error)
        self.http.close()

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while True:
            heard: dict[str, Any] = json.loads(self.socket.recv(timeout=15))
            if heard["t"] in kinds:
                return heard

    def act(self, act: str, seat: str, amount: int = 0) -> dict[str, Any]:
        self.sent += 1
        self.socket.send(json.dumps({"t": "act", "id": f"k{self.sent}", "act": act, "seat": seat,
                                     "amount": amount}))
        return self.hear("ack", "refused")

    def balance(self) -> int:
        return int(self.http.get("/api/session").json()["balance"])


def enter(page: Any, token: str) -> None:
    page.fill("#token", token)
    page.keyboard.press("Enter")
    page.wait_for_selector("#floor [data-key^='table:']")


def do(page: Any, key: str, act: str, text: str) -> Any:
    """Open the act's form in its row, say why, and confirm with the keyboard."""
    row = page.locator(f"[data-key='{key}']")
    row.locator(f"[data-act='{act}']").click()
    field = row.locator("textarea")
    assert field.evaluate("el => el === document.activeElement")
    field.fill(text)
    page.keyboard.press("Control+Enter")
    return row


def test_a_wrong_token_opens_nothing_and_says_so(house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/staff.html") as page:
        page.fill("#token", "not-a-token")
        page.keyboard.press("Enter")
        page.wait_for_selector("#login-answer b")
        assert page.locator("#login-answer code").inner_text() == "token"
        assert page.locator("#office").is_hidden()


def test_a_closed_table_refuses_bets_with_the_reason_until_it_is_opened_again(
        house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/staff.html") as page, Guest(house, "low", "Ana") as ana:
        enter(page, house.tokens["supervisor"])
        assert ana.act("sit", "1")["t"] == "ack"
        row = do(page, "table:low", "close", "Troca de baralhos às dez.")
        row.locator(".yes").wait_for()
        row.locator(".state.is-shut").wait_for()
        assert row.locator(".state").inner_text() == "fechada"
        law = row.locator(".yes [data-law]").first
        assert law.get_attribute("data-law").startswith(f"{SECTION}/")

        before = ana.balance()
        refused = ana.act("bet", "1", 100)
        assert (refused["t"], refused["code"]) == ("refused", "closed")
        assert "Troca de baralhos às dez." in refused["text"]
        assert ana.balance() == before

        entry = page.locator("#book > li", has_text="Troca de baralhos às dez.").first
        entry.wait_for()
        assert "Marta Reis (supervisor) fechou" in entry.inner_text()
        entry.locator("summary").click()
        stored = page.request.get(f"{house.url}/api/staff/journal").json()
        shown = entry.locator("details p code").inner_text()
        assert shown in {line["hash"] for line in stored}
        seq, _, digest = page.locator("#head code").first.inner_text().partition(":")
        assert int(seq) > 0 and len(digest) == 64
        assert "Anote-o todos os dias" in page.locator("#head").inner_text()

        law.click()  # the clause opens in its row
        row.locator("blockquote").wait_for()

        do(page, "table:low", "open", "Baralhos novos.")
        row.locator(".state.is-open").wait_for()
        assert ana.act("bet", "1", 100)["t"] == "ack"
        ana.act("clear", "1")


def test_the_page_of_a_closed_table_says_so_and_invites_no_bets(
        house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/staff.html") as page, \
            open_page(chromium, f"{house.url}/table.html?id=quick") as player:
        enter(page, house.tokens["supervisor"])
        player.wait_for_selector(".chipb:not(:disabled)")
        player.keyboard.press("2")  # a chip on the place: a bet that lies there
        player.wait_for_selector("[data-act=deal]:not(:disabled)")
        row = do(page, "table:quick", "close", "Troca de baralhos.")
        row.locator(".state.is-shut").wait_for()
        player.wait_for_selector("#controls:not(:has(.chipb))")
        assert player.locator("[data-act=deal], [data-id=clear]").count() == 2
        player.keyboard.press("x")  # the command takes the notice away; the caption still knows
        player.wait_for_selector("#caption:not(.notice):has-text('fechada')")
        caption = player.locator("#caption").inner_text()
        assert "fechada" in caption
        assert "Troca de baralhos." in caption
        assert player.locator("#caption .law").get_attribute("data-law").startswith(f"{SECTION}/")
        assert not player.locator(".spot:not(:disabled)").count()
        do(page, "table:quick", "open", "Baralhos novos.")
        player.wait_for_selector(".chipb:not(:disabled)")
        assert "fechada" not in player.locator("#caption").inner_text()


def test_an_act_without_a_reason_is_refused_and_changes_nothing(
        house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/staff.html") as page:
        enter(page, house.tokens["supervisor"])
        row = do(page, "table:high", "close", " ")
        row.locator(".answer b").wait_for()
        assert row.locator(".answer code").inner_text() == "reason"
        assert row.locator("textarea").evaluate("el => el === document.activeElement")
        page.keyboard.press("Escape")
        assert row.locator("form").count() == 0
        assert "aberta" in row.locator(".state").inner_text()
        tables = page.request.get(f"{house.url}/api/tables").json()
        assert next(t for t in tables if t["id"] == "high")["open"] is True


def test_the_form_and_its_words_survive_what_the_house_tells_meanwhile(
        house: Served, chromium: Any) -> None:
    with (open_page(chromium, f"{house.url}/staff.html") as page,
          Guest(house, "high", "Rui") as rui):
        enter(page, house.tokens["supervisor"])
        row = page.locator("[data-key='table:high']")
        row.locator("[data-act='close']").click()
        row.locator("textarea").fill("Ainda a escr")
        assert rui.act("sit", "2")["t"] == "ack"
        row.locator("dd", has_text="1/5").wait_for()
        assert row.locator("textarea").input_value() == "Ainda a escr"
        assert row.locator("textarea").evaluate("el => el === document.activeElement")
        choose_language(page, "en")
        assert row.locator("textarea").input_value() == "Ainda a escr"
        assert row.locator(".go").inner_text() == "Close the table"


def test_a_supervisor_voids_the_coup_of_a_players_own_table_and_their_stake_comes_back(
        house: Served, chromium: Any) -> None:
    with (open_page(chromium, f"{house.url}/staff.html") as page,
          Guest(house, "three-places", "Eva") as eva):
        enter(page, house.tokens["supervisor"])
        assert eva.act("sit", "1")["t"] == "ack"
        before = eva.balance()
        assert eva.act("bet", "1", 1000)["t"] == "ack"
        assert eva.balance() == before - 1000
        row = page.locator("[data-key^='table:three-places~']")
        row.locator("h4", has_text="Eva").wait_for()
        row.locator("[data-act='void']").click()
        laws = row.locator(".ask [data-law]").evaluate_all("all => all.map(x => x.dataset.law)")
        assert laws == [f"{SECTION}/27", f"{SECTION}/28"]
        row.locator("textarea").fill("Uma carta virada por engano.")
        row.locator(".go").click()
        row.locator(".yes").wait_for()
        assert eva.balance() == before
        page.locator("#book > li", has_text="Uma carta virada por engano.").first.wait_for()


def test_a_suspended_game_takes_no_bets_at_any_of_its_tables(
        house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/staff.html") as page, Guest(house, "high", "Ivo") as ivo:
        enter(page, house.tokens["supervisor"])
        assert ivo.act("sit", "1")["t"] == "ack"
        row = do(page, "game:blackjack-online", "disable", "Inspecção do sistema.")
        row.locator(".yes").wait_for()
        page.locator("[data-key='table:high'] .why").wait_for()
        refused = ivo.act("bet", "1", 5000)
        assert (refused["code"], "Inspecção do sistema." in refused["text"]) == ("closed", True)
        do(page, "game:blackjack-online", "enable", "Inspecção feita.")
        page.locator("[data-key='game:blackjack-online'] .state.is-open").wait_for()
        assert ivo.act("bet", "1", 5000)["t"] == "ack"
        ivo.act("clear", "1")


def test_a_complaint_is_read_and_answered_and_its_player_sees_the_answer(
        house: Served, chromium: Any) -> None:
    with house.client() as ana, open_page(chromium, f"{house.url}/staff.html") as page:
        ana.post("/api/session", json={"name": "Ana <b>Luz</b>"})
        words = "Não vi a segunda carta.\n<img src=x onerror=alert(1)>"
        complaint = ana.post("/api/complaints", json={"table": "low", "text": words}).json()
        enter(page, house.tokens["supervisor"])
        row = page.locator(f"[data-key='complaint:{complaint['id']}']")
        assert row.locator(".words").inner_text() == words  # shown as written, never as markup
        do(page, f"complaint:{complaint['id']}", "answer", "A jogada foi revista: 18 contra 20.")
        row.locator(".reply").wait_for()
        mine = ana.get("/api/complaints").json()[0]
        assert (mine["answer"], mine["answered_by"]) == (
            "A jogada foi revista: 18 contra 20.", "Marta Reis")


def test_a_croupier_sees_no_act_beyond_their_role_and_the_house_refuses_it_too(
        house: Served, chromium: Any) -> None:
    with (open_page(chromium, f"{house.url}/staff.html", width=390) as page,
          Guest(house, "low", "Gil") as gil):
        assert gil.act("sit", "3")["t"] == "ack"
        assert gil.act("bet", "3", 100)["t"] == "ack"
        enter(page, house.tokens["croupier"])
        row = page.locator("[data-key='table:low']")
        row.locator("dd", has_text="em curso").wait_for()
        assert row.locator("[data-act]").evaluate_all("all => all.map(x => x.dataset.act)") == [
            "close"]
        assert page.locator("[data-act='disable'], [data-act='void']").count() == 0
        assert page.locator("#complaints").is_hidden()
        assert page.locator("#journal").is_hidden()
        answer = page.request.post(f"{house.url}/api/staff/tables/low/void",
                                   headers={"X-Sabot": "1"}, data={"reason": "porque sim"})
        assert (answer.status, answer.json()["code"]) == (403, "role")
        assert page.request.get(f"{house.url}/api/staff/journal").status == 403
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        gil.act("clear", "3")


def test_who_came_in_is_still_in_after_a_reload_and_out_after_leaving(
        house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/staff.html") as page:
        enter(page, house.tokens["supervisor"])
        page.reload()
        page.wait_for_selector("#floor [data-key^='table:']")
        assert page.locator("#who").inner_text() == "Marta Reis, supervisor"
        page.click("#leave")
        page.wait_for_selector("#door:not([hidden])")
        page.reload()
        page.wait_for_selector("#door:not([hidden])")
        assert page.request.get(f"{house.url}/api/staff/tables").status == 401


def test_a_supervisor_changes_the_staff_and_ends_a_players_sign_in(
        house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/staff.html") as page, Guest(house, "low", "Ana") as ana:
        ana.hear("snapshot")
        enter(page, house.tokens["supervisor"])
        row = page.locator("[data-key='member:']")
        row.locator("[data-act=hire]").click()
        row.locator("textarea").fill("a new season")
        row.locator("[name=who]").fill("Olga Pires")
        row.locator("select").select_option("croupier")
        page.keyboard.press("Control+Enter")
        token = row.locator(".yes code").text_content()
        assert token and len(token) == 32
        with house.client() as other:
            assert other.post("/api/staff/login", json={"token": token}).status_code == 200
        row = page.locator("[data-key='member:Olga Pires']")
        row.locator("[data-act=role]").click()
        row.locator("select").select_option("inspector")
        row.locator("textarea").fill("they know the cards")
        page.keyboard.press("Control+Enter")
        row.locator("small", has_text="inspetor").wait_for()
        row = do(page, "member:Marta Reis", "remove", "the end of the season")
        row.locator(".no").wait_for()
        assert "last-supervisor" in (row.locator(".no").text_content() or "")
        assert row.locator("[name=last]").is_visible(), "it can be meant"
        key = page.locator("#guests [data-key]").first.get_attribute("data-key")
        do(page, key, "sign-out", "they asked for it by telephone")
        page.locator(f"[data-key='{key}']").wait_for(state="detached")
        assert ana.http.get("/api/session").json() is None


def test_a_player_signs_out_from_the_page_of_their_coups(house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/history.html") as page:
        asked = {"url": f"{house.url}/api/session", "headers": {"X-Sabot": "1"}, "data": {}}
        page.request.post(**asked)
        assert page.request.get(f"{house.url}/api/session").json()["player"]
        page.reload()
        page.locator("#out summary").click()
        page.locator("[data-out=all]").click()
        page.wait_for_url(f"{house.url}/")
        assert page.request.get(f"{house.url}/api/session").json() is None
