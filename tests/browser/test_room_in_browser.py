"""The gaming room, the history of one's coups and their receipts, as a person goes through them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from sabot.games import catalogue
from support.page_measures import by_turns, cut_texts, sideways_scroll
from support.served_house import Served, open_page, serve_here
from support.staged_coups import card, drawn, gaming_room, resized

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
ROW = "pt-805-2015/blackjack-online"
ALONE = """
game = "blackjack-online"
name = "Calma"
kind = "individual"
places = 1
minimum = 2
maximum = 200
"""
LOW, HIGH = (ALONE.replace('kind = "individual"\n', "").replace("places = 1", "places = 5")
             .replace("Calma", name) for name in ("Baixa", "Alta"))
CRAPS = """
game = "craps"
name = "Douro"
places = 4
minimum = 5
maximum = 300
"""
TAIPA = """
game = "three-card-baccarat"
name = "Zêzere"
places = 7
minimum = 50
maximum = 5000
"""
MACHINE = """
game = "machines"
name = "Costa"
places = 1
minimum = "0.05"
maximum = "20.00"
[clocks]
between = 0
[rules]
number = "7"
model = "costa"
coins = ["0.05", "0.25"]
"""
TABLES = {"calma": ALONE, "baixa": LOW, "alta": HIGH, "douro": CRAPS, "zezere": TAIPA,
          "costa": MACHINE}
SIZES = ((360, 740), (390, 844), (768, 1024), (1440, 900))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with serve_here(tmp_path, TABLES) as open_house:
        yield open_house


def names(page: Any) -> list[str]:
    """The games that are shown, by their ids."""
    found: list[str] = page.locator(".game").evaluate_all("all => all.map(g => g.dataset.game)")
    return found


# -- the room --------------------------------------------------------------------------------------


def test_no_page_of_the_room_names_a_game() -> None:
    """A new game appears by itself: its drawing and its texts are in its declaration."""
    static = resources.files("sabot.web") / "static" / "js"
    for name in ("lobby/lobby.js", "lobby/game_card.js", "lobby/emblem.js", "record/history.js",
                 "record/receipt.js"):
        text = (static / name).read_text("utf-8")
        assert not [game for game in catalogue() if re.search(rf"['\"`]{game}['\"`]", text)], name


def test_a_game_that_declares_no_drawing_and_no_family_is_there_too(chromium: Any) -> None:
    """Drawn with the star of the house, under a family of its own."""
    room = gaming_room([card("douro", [])])
    craps = next(g for g in room["games"] if g["id"] == "craps")
    room["games"].append({**craps, "id": "whist", "names": {"pt": "Uíste", "en": "Whist"},
                          "cloth": "whist", "emblem": [], "tables": []})
    with drawn(chromium, {}, width=1440, height=900, tables=[],
               answers={"/api/lobby": room}) as page:
        game_card = page.locator("[data-game=whist]")
        assert "Uíste" in game_card.inner_text() and "sem mesa nesta casa" in game_card.inner_text()
        assert game_card.locator(".mini svg rect").count() == 2
        assert "Outros jogos" in page.locator("#tables h2").all_inner_texts()


@pytest.mark.law(f"{ROW}/32", f"{ROW}/37")
def test_a_newcomer_finds_a_game_and_its_tables_and_comes_back(
        house: Served, chromium: Any) -> None:
    """Every game of the catalogue by its family; a card opens to tables; the way back works."""
    with open_page(chromium, house.url, width=1440) as page:
        page.wait_for_selector(".game")
        assert sorted(names(page)) == sorted(catalogue())
        page.click("[data-game='blackjack-online']")
        page.wait_for_selector(".one")
        assert page.url.endswith("/?game=blackjack-online")
        assert page.locator(".one h3").all_inner_texts() == ["Calma", "Baixa", "Alta"]
        assert "5 lugares livres" in page.locator(".one").nth(1).inner_text()
        page.go_back()
        page.wait_for_selector("[data-game=craps]")
        page.click("#tables h2 a >> text=Dados")
        assert page.url.endswith("/?family=dice")
        assert set(names(page)) == {g.id for g in catalogue().values()
                                    if house.doors.house.lobby_cards.cloth(g) == "dice"}
        page.go_back()
        page.go_forward()
        assert page.url.endswith("/?family=dice") and "craps" in names(page)
        page.goto(f"{house.url}/?game=craps")
        page.click(".one a.go")
        page.wait_for_url("**/table.html?id=douro&sit=1")


def test_filters_stand_in_the_address(house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/?filter=mo", width=1440) as page:
        page.wait_for_selector(".game")
        assert set(names(page)) == {g.id for g in catalogue().values()
                                    if g.section.startswith("mo-")}
        page.click("[data-f=free]")
        assert set(names(page)) == {"blackjack-online", "craps", "three-card-baccarat", "machines"}
        page.click("[data-f=alone]")
        assert "blackjack-online" in names(page) and "craps" not in names(page)
        page.click("[data-f=edge]")
        page.wait_for_function("() => document.querySelectorAll('.game .edge .wait').length === 0",
                               timeout=120_000)
        assert page.url.endswith("?filter=edge")
        order = [name for name in names(page) if name in {"blackjack-online", "craps",
                                                          "three-card-baccarat", "machines"}]
        assert order == ["blackjack-online", "three-card-baccarat", "craps", "machines"]
        page.go_back()
        assert "alone" in page.url


def test_the_edge_of_the_best_bet_comes_and_moves_nothing(house: Served, chromium: Any) -> None:
    """Don't pass is better than pass, and odds, which cost nothing, are no bet of their own; what
    is still being computed says so in its place."""
    with open_page(chromium, house.url, width=1440) as page:
        page.add_init_script("""window.shift = 0; new PerformanceObserver(list => {
            for (const e of list.getEntries()) window.shift += e.value;
        }).observe({ type: 'layout-shift', buffered: true });""")
        page.reload()
        page.wait_for_selector(".game")
        where = """() => [...document.querySelectorAll('.game')].map(g => {
            const r = g.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })"""
        before = page.evaluate(where)
        page.wait_for_selector("[data-game=craps] .edge:has-text('1,36')", timeout=120_000)
        assert page.evaluate(where) == before
        assert page.evaluate("window.shift") < 0.05
        page.click("[data-game=craps]")
        text = page.locator(".of").inner_text().replace("\xa0", " ")
        assert re.search(r"3/220\s*1,3636 %", text)
        assert "melhor aposta: don’t pass" in text.lower().replace("'", "’")


@pytest.mark.parametrize(("typed", "found"), [
    ("bac", "three-card-baccarat"), ("三公", "three-card-baccarat"), ("bacará", "chemin-de-fer"),
    ("cra", "craps"), ("花旗", "craps"), ("rol", "american-roulette"), ("zez", "")])
def test_three_letters_find_a_game_or_a_table(house: Served, chromium: Any, typed: str,
                                              found: str) -> None:
    with open_page(chromium, house.url) as page:
        page.wait_for_selector(".game")
        page.keyboard.press("/")
        page.keyboard.type(typed)
        page.wait_for_function("() => document.querySelector('#told').textContent")
        if found:
            assert found in names(page)
        else:
            assert page.locator(".one h3").inner_text() == "Zêzere"
        assert f"q={typed}" in page.evaluate("decodeURIComponent(location.search)")
        page.keyboard.press("Escape")
        page.wait_for_function("() => document.querySelectorAll('.game').length > 10")


@pytest.mark.law(f"{ROW}/32")
def test_a_word_of_a_clause_finds_the_clause(house: Served, chromium: Any) -> None:
    """In the words of the register; the game that it rules is one step away."""
    with open_page(chromium, f"{house.url}/?q=insur", lang="en-GB") as page:
        page.wait_for_selector(".clauses li")
        assert page.input_value("#q") == "insur"
        assert all("insur" in text.lower() for text in page.locator(
            ".clauses summary span").all_inner_texts())
        page.click(".clauses summary >> nth=0")
        page.click(".clauses [open] a[data-go]")
        page.wait_for_selector(".of h1")
        page.fill("#q", "zzzz")
        page.wait_for_selector(".empty:has-text('zzzz')")


@pytest.mark.parametrize("lang", by_turns(["zh-TW", "pt-PT", "en-GB"]))
def test_the_room_fits_every_window_in_every_language(chromium: Any, lang: str) -> None:
    tables = [card(name, []) for name in ("lisboa", "taipa", "high", "guadiana", "costa", "lima")]
    room = gaming_room(tables)
    room["playing"] = [{"at": name, "name": "Uma mesa de nome comprido", "names": room["games"][4][
        "names"], "currency": "MOP", "places": ["3"], "turn": name == "taipa", "left": 14,
        "since": 2530, "net": net, "coups": 31, "staked": 4_950_000, "won": 1, "held": 0}
        for name, net in (("taipa", -1_234_500), ("lisboa", 3_500))]
    with drawn(chromium, {}, width=1440, height=900, lang=lang, tables=tables,
               answers={"/api/lobby": room}) as page:
        assert page.locator("a.go.first").count() == 1, "one brass button"
        for width, height in SIZES:
            resized(page, width, height)
            assert sideways_scroll(page) <= 0 and not cut_texts(page), (width, lang)
        page.click("[data-game='blackjack-macau']")
        for width, height in SIZES:
            resized(page, width, height)
            assert sideways_scroll(page) <= 0 and not cut_texts(page), (width, lang)


def test_a_room_that_does_not_answer_says_so_and_is_asked_again(chromium: Any) -> None:
    with drawn(chromium, {}, width=390, height=844, tables=[card("douro", [])]) as page:
        page.route("**/api/lobby", lambda route: route.abort())
        page.evaluate("location.reload()")
        page.wait_for_selector("[data-f=again]")
        assert "não responde" in page.locator(".empty").inner_text()
        page.unroute("**/api/lobby")
        page.click("[data-f=again]")
        page.wait_for_selector(".game")


# -- the history and its receipts ------------------------------------------------------------------


def a_coup(house: Served, page: Any) -> str:
    """A coup at the table for one, played to its end by the clock; a game at the machine."""
    page.goto(f"{house.url}/?game=blackjack-online")
    page.click(".one a.go >> nth=0")
    page.wait_for_selector(".chipb:not(:disabled)")
    page.click("[data-chip='5']")
    page.click("[data-act=deal]:not(:disabled)")
    page.wait_for_selector(".me .cardbox")
    for _ in range(12):
        house.doors.later(60)
    page.goto(f"{house.url}/table.html?id=costa")
    page.click("[data-do='sit']")
    page.click("[data-do='note-500']")
    page.click("[data-do='spin']:not(:disabled)")
    house.doors.later(60)
    found: str = page.evaluate("""async () => {
        const all = await (await fetch('/api/me/coups')).json();
        return all.find(c => c.game === 'blackjack-online').id; }""")
    return found


@pytest.mark.law(f"{ROW}/31", f"{ROW}/33")
def test_a_player_goes_through_their_coups_and_prints_one(
        house: Served, chromium: Any, tmp_path: Path) -> None:
    with open_page(chromium, house.url) as page:
        coup = a_coup(house, page)
        page.goto(f"{house.url}/history.html")
        page.wait_for_selector(".day li")
        shown = page.locator(".day li").all_inner_texts()
        assert any("Calma" in text for text in shown) and any("Costa" in text for text in shown)
        assert "Total do dia" in page.locator(".total").inner_text()
        page.select_option("[name=game]", "blackjack-online")
        page.wait_for_function("() => document.querySelectorAll('.day li').length === 1")
        assert page.url.endswith("?game=blackjack-online")
        page.go_back()
        page.wait_for_function("() => document.querySelectorAll('.day li').length > 1")
        page.select_option("[name=session]", index=1)
        page.wait_for_selector("section.of dl")
        page.goto(f"{house.url}/history.html?day=2001-01-01")
        page.wait_for_selector(".empty")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{house.url}/history.html")
            page.wait_for_selector(".day li")
            assert sideways_scroll(page) <= 0 and not cut_texts(page)
        page.click(".law-line a.law")  # no page of its own for a clause: it opens the regulation
        page.wait_for_selector("details.clause[id='31'][open]")
        page.goto(f"{house.url}/history.html")
        page.locator(".day li a", has_text="Calma").click()
        page.wait_for_selector("#paper .steps")
        assert coup.split("~")[0] in page.url
        paper = page.locator("#paper").inner_text()
        for words in ("Calma", "Blackjack/21 Online", coup, "Pagamentos", "Passo a passo", "Selo",
                      "sabot replay"):
            assert words in paper, words
        tags = page.locator("#paper .steps .law").evaluate_all("a => a.map(x => x.dataset.law)")
        assert len(tags) == page.locator("#paper .steps li").count() > 5 and all(tags)
        page.click("#paper .steps .law >> nth=0")
        page.wait_for_selector("#paper .text")
        to_book = page.locator("#paper .text a").get_attribute("href")
        assert to_book == f"law.html?doc=pt-805-2015&game=blackjack-online#{tags[0].split('/')[-1]}"
        assert _width(page.pdf(prefer_css_page_size=True)) == pytest.approx(595, abs=1), "A4"
        page.click("[data-paper=roll]")
        assert _width(page.pdf(prefer_css_page_size=True)) == pytest.approx(80 / 25.4 * 72, abs=1)
        page.emulate_media(media="print")
        assert not page.locator(".top, .tools").locator("visible=true").count()
        ink = page.evaluate("""[...document.querySelectorAll('#paper *')].filter(
            e => e.checkVisibility() && e.textContent.trim() && !e.closest('svg'))
            .map(e => getComputedStyle(e).color)""")
        assert set(ink) <= {"rgb(0, 0, 0)", "rgb(22, 19, 12)"}, set(ink)


def _width(pdf: bytes) -> float:
    """How wide the first page of a PDF is, in points."""
    found = re.search(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)", pdf)
    assert found, pdf[:200]
    return float(found.group(1))


@pytest.mark.law(f"{ROW}/31")
def test_the_receipt_of_somebody_else_is_refused_plainly(house: Served, chromium: Any) -> None:
    with open_page(chromium, house.url) as page:
        coup = a_coup(house, page)
        with open_page(chromium, f"{house.url}/receipt.html?coup={coup}") as stranger:
            stranger.wait_for_selector("#paper h1")
            assert "não é seu" in stranger.locator("#paper").inner_text()
            assert coup not in stranger.locator("#paper").inner_text()
            assert not stranger.locator("[data-print]").count()
        with open_page(chromium, f"{house.url}/history.html") as guest:
            guest.wait_for_selector(".empty")
            assert guest.locator(".go.first").inner_text() == "Sala de jogos"
