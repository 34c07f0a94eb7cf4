"""Real tables in the browser: several people on one place, a streak, a jackpot, the croupier.

A croupier deals, so that the cards are those of the test; so is the clock.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from support.demonstration_choices import with_choices
from support.page_measures import contrasts, keep_screenshot, sideways_scroll
from support.served_house import HEADERS, PATIENCE, Served, serve_here

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

CLOCKS = """
[clocks]
betting = 4
decision = 60
insurance = 60
between = 0
"""
LISBON = """
game = "blackjack-2007"
name = "{name}"
kind = "{kind}"
places = 7
minimum = 10
maximum = 300
attended = true
""" + CLOCKS + """
[rules]
{rules}
"""
ALLOWED = """
[[authorisations]]
option = "{option}"
by = "DICJ"
reference = "1/1969"
requested = 1969-12-01
effective = 1969-12-15
"""
MACAU = """
game = "blackjack-macau"
name = "Streak"
kind = "individual"
places = 6
minimum = 10
maximum = 1000
attended = true
""" + CLOCKS + """
[rules]
device = "shuffler"
any_pair = true
winning_streak = true
one_side_bet = false
""" + "".join(ALLOWED.format(option=o) for o in ("1.4", "13", "14.5"))
POOL = 'shuffler = "continuous"\n[rules.jackpot]\nchip = "1.00"\nrate = 60\nstart = "10000.00"'
POOL += "".join(ALLOWED.format(option=o) for o in ("38", "40", "43"))
TABLES = {
    "together": LISBON.format(name="Together", kind="multi", rules='shuffler = "continuous"'),
    "brief": LISBON.format(name="Brief", kind="multi", rules='shuffler = "continuous"').replace(
        "insurance = 60", "insurance = 8"),
    "jackpot": LISBON.format(name="Jackpot", kind="multi", rules=POOL),
    "seat": LISBON.format(name="Seat", kind="individual", rules="packs = 4"),
    "streak": with_choices(MACAU, "1969"),
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with serve_here(tmp_path, TABLES) as open_house:
        yield open_house


Visit = Callable[..., Any]


@pytest.fixture
def visit(chromium: Any, house: Served) -> Iterator[Visit]:
    """A page of a new visitor; what its own script does wrong fails the test."""
    wrong: list[str] = []
    contexts: list[Any] = []

    def open_page(path: str, name: str = "", staff: str = "", **how: Any) -> Any:
        how.setdefault("viewport", {"width": 1280, "height": 860})
        how.setdefault("locale", "pt-PT")
        context = chromium.new_context(base_url=house.url, reduced_motion="reduce", **how)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if name:
            context.request.post("/api/session", data={"name": name}, headers=HEADERS)
        if staff:
            context.request.post("/api/staff/login", data={"token": house.tokens[staff]},
                                 headers=HEADERS)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda entry: wrong.append(entry.text)
                if "Content Security Policy" in entry.text else None)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong, wrong


class Croupier:
    """The croupier of a real table: enters the cards, and does whatever is to be handled."""

    def __init__(self, house: Served, table: str) -> None:
        self.http = house.client()
        self.at = f"/api/staff/tables/{table}"
        self.http.post("/api/staff/login", json={"token": house.tokens["croupier"]})

    def next(self) -> dict[str, Any]:
        status: dict[str, Any] = self.http.get(f"{self.at}/next").json()
        return status

    def deals(self, cards: str, seconds: float = 15) -> None:
        """Enter these cards, one after the other, as they are asked for."""
        left = cards.split()
        until = time.monotonic() + seconds
        while left or self.next()["waits"] == "croupier":
            status = self.next()
            if status["waits"] != "croupier":
                assert time.monotonic() < until, (status, left)
                time.sleep(0.05)
                continue
            if status["takes"] == "word":
                fact = status["answers"][0]
            elif not left:
                return
            else:
                fact = left.pop(0)
            answer = self.http.post(f"{self.at}/enter", json={"fact": fact})
            assert answer.status_code == 200, (fact, answer.text)


Seated = Callable[[str], Croupier]


@pytest.fixture
def seated(house: Served) -> Iterator[Seated]:
    """A croupier at a table of the house."""
    working: list[Croupier] = []

    def sit(table: str) -> Croupier:
        working.append(Croupier(house, table))
        return working[-1]

    yield sit
    for one in working:
        one.http.close()


def closed(house: Served) -> None:
    """The time for bets is up."""
    house.doors.later(5)


def heard(house: Served, table: str, act: str) -> None:
    """Wait until the house has somebody's answer."""
    until = time.monotonic() + 15
    dealer = house.doors.house.rooms[table].desk.dealer
    while not any(getattr(event.answer, "act", "") == act for event in dealer.record):
        assert time.monotonic() < until, act
        time.sleep(0.02)


def does(page: Any, act: str) -> None:
    page.click(f"#controls [data-act='{act}']:not(:disabled)")


def balance(page: Any, currency: str = "€") -> int:
    session = page.evaluate("fetch('/api/session').then(r => r.json())")
    return next(int(one["cents"]) for one in session["credits"] if one["currency"] == currency)


def text(page: Any, where: str) -> str:
    return str(page.locator(where).first.text_content()).replace("\xa0", " ")


def readable(page: Any) -> None:
    """Every text in sight stands out from what is under it, and none needs a scroll sideways."""
    dim = [(c.text, round(c.ratio, 2)) for c in contrasts(page) if c.ratio < 4.5]
    assert not dim, dim
    assert sideways_scroll(page) <= 0


@pytest.mark.more
def test_two_browsers_on_one_place_and_the_one_who_stands_follows_a_split(
        house: Served, visit: Visit, seated: Seated) -> None:
    hand = seated("together")
    hand.deals("??")
    ana = visit("/table.html?id=together", "Ana")
    rui = visit("/table.html?id=together", "Rui", locale="en-GB",
                viewport={"width": 390, "height": 844})
    ana.click(".seat:nth-child(3) .sitb")
    ana.wait_for_selector(".seat:nth-child(3).me")
    ana.click(".seat:nth-child(3) .spot")
    rui.click(".seat:nth-child(3) .spot")
    ana.wait_for_selector(".seat:nth-child(3) .others:not([hidden])")
    rui.wait_for_selector(".seat:nth-child(3) .others .ours")
    rui.click(".seat:nth-child(3) .who")
    rui.wait_for_selector(".lie li.ours")
    rows = rui.locator(".lie li span").all_inner_texts()
    assert [" ".join(row.split()) for row in rows] == ["Ana Bet", "You Bet"]
    rui.click("[data-back]")
    closed(house)
    hand.deals("8H 6C 8D ??")
    ana.wait_for_selector("#controls [data-act=split]")
    rui.wait_for_selector("#caption p:has-text('Ana')")
    assert not rui.locator("#controls [data-act]").count(), "the holder decides"
    assert ana.locator(".not[data-id='not:surrender'], .not[data-id='not:double']").count()
    keep_screenshot(ana, "place-shared")
    does(ana, "split")
    rui.wait_for_selector("#controls [data-act='no-follow']")
    readable(rui)
    keep_screenshot(rui, "place-follow")
    does(rui, "follow")
    rui.wait_for_selector("[data-hand='3.2'] .others .ours")
    hand.deals("TS")
    does(ana, "stand")
    hand.deals("9C")
    does(ana, "stand")
    hand.deals("TC KD")
    ana.wait_for_selector(".bank .pill.is-bust")
    ana.wait_for_selector(".chipb")
    assert (balance(ana), balance(rui)) == (102_000, 102_000)


def take_place(page: Any, place: int) -> None:
    """Sit down at a place: on a phone by its page."""
    button = page.locator(f".seat:nth-child({place}) .sitb")
    button.wait_for(state="attached")
    if button.is_visible():
        button.click()
        return
    page.locator(f".seat:nth-child({place}) .who").click()
    page.locator("#side [data-sit]").click()
    page.locator("#tabs [data-tab=table]").click()


@pytest.mark.more
def test_the_caption_says_what_happens_now_and_under_which_clause(
        house: Served, visit: Visit, seated: Seated) -> None:
    hand = seated("brief")
    hand.deals("??")
    ana = visit("/table.html?id=brief", "Ana", viewport={"width": 1440, "height": 900})
    rui = visit("/table.html?id=brief", "Rui", locale="en-GB",
                viewport={"width": 390, "height": 844})
    eva = visit("/table.html?id=brief", "Eva", locale="en-GB")

    def says(page: Any, words: str, law: str) -> None:
        page.wait_for_selector(f"#caption:not(.notice):has-text('{words}')"
                               f":has([data-law$='/{law}'])")

    for page, place in ((ana, 3), (rui, 5)):
        take_place(page, place)
        page.wait_for_selector(f".seat:nth-child({place}).me")
    ana.click(".seat:nth-child(3) .spot")
    rui.click(".seat:nth-child(5) .spot")
    ana.wait_for_selector(".seat:nth-child(3) .amt")
    rui.click(".seat:nth-child(3) .spot")
    says(rui, "Cards are dealt when the time is up", "13")
    closed(house)
    hand.deals("6H")
    says(rui, "Cards are being dealt. The croupier: Place 5: a card", "17")
    hand.deals("TC 9C 5D 8D ??")
    says(ana, "Desistências?", "36-2")
    says(rui, "Any surrender?", "36-2")
    does(rui, "play-on")
    heard(house, "brief", "play-on")
    house.doors.later(9)
    says(ana, "Lugar três: onze", "18")  # the time ran out, and the question is not there any more
    struck = ana.locator("[data-id='not:surrender']").get_attribute("aria-label")
    assert struck.endswith("Já foi perguntado e o tempo acabou: continua. § 36-3")
    says(rui, "Place 3: 11. Ana (Place 3) decides", "18")
    eva.click(".seat:nth-child(6) .spot:not(:disabled)")  # a place for later covers nothing
    says(eva, "Place 6 is reserved for you", "18")
    does(ana, "double")
    says(rui, "Ana doubles (Place 3). Do you follow, and double with €10 more?", "30")
    says(ana, "Pergunta-se aos outros apostadores: Rui", "30")
    keep_screenshot(rui, "caption-follow")
    does(rui, "follow")
    says(rui, "The croupier: Place 3: a card", "29-2")
    hand.deals("TS")
    says(ana, "Decide Rui (Lugar 5)", "18")
    struck = rui.locator("[data-id='not:surrender']").get_attribute("aria-label")
    assert struck.endswith("Already asked: plays on. § 36-3")
    does(rui, "stand")
    says(eva, "The croupier: Bank: a card", "19")
    hand.deals("2S 9S")
    says(ana, "Ganhou 20,00", "23")
    assert not eva.locator("#caption:has-text('kept')").count()


@pytest.mark.more
def test_a_streak_over_four_coups_with_a_split_inside(visit: Visit, seated: Seated) -> None:
    hand = seated("streak")
    hand.deals("??")
    ana = visit("/table.html?id=streak", "Ana", viewport={"width": 1440, "height": 900})
    ana.wait_for_selector(".me .spot .plus")
    ana.click(".me .spot")
    for spot in ("1/streak2", "1/streak4"):
        ana.click(f"[data-seat='{spot}']:not(:disabled)")
        ana.wait_for_selector(f"[data-seat='{spot}'].has")
    readable(ana)
    for coup, button in enumerate(("2", "3", "4"), start=1):
        if coup > 1:
            ana.click("[data-id=rebet]")
        does(ana, "deal")
        if coup == 3:
            hand.deals("8H 6C 8D")
            does(ana, "split")
            hand.deals("TS")
            does(ana, "stand")
            hand.deals("TC")
        else:
            hand.deals("TH 6C 9D")
        does(ana, "stand")
        hand.deals("TD KC")
        ana.wait_for_selector(f".me .button b:text-is('{button}')")
        if coup == 1:
            keep_screenshot(ana, "streak-button")
        ana.wait_for_selector("[data-id=rebet]:not(:disabled)")
    assert balance(ana, "MOP") == 100_000 + 1_000 + 1_000 + 3_000 + 2_000 - 1_000
    ana.click("[data-id=rebet]")
    does(ana, "deal")
    hand.deals("TH 6C 9D")
    does(ana, "stand")
    hand.deals("TD KC")
    ana.wait_for_selector("[data-id=rebet]:not(:disabled)")
    assert balance(ana, "MOP") == 100_000 + 1_000 + 4_000 + 2_000 + 1_000 + 18_000
    ana.wait_for_selector(".me .button", state="hidden")  # no streak bet is left


@pytest.mark.more
def test_a_jackpot_is_won_by_two_places_at_once(
        house: Served, visit: Visit, seated: Seated) -> None:
    hand = seated("jackpot")
    hand.deals("??")
    ana = visit("/table.html?id=jackpot", "Ana")
    rui = visit("/table.html?id=jackpot", "Rui", viewport={"width": 360, "height": 740})
    assert "10 000,00 €" in text(ana, "#f-meter")
    for page, place in ((ana, 3), (rui, 5)):
        take_place(page, place)
        page.wait_for_selector(f".seat:nth-child({place}).me .spot .plus")
    for page, place in ((ana, 3), (rui, 5)):
        page.click(f".seat:nth-child({place}) .spot")
        page.click(f"[data-seat='{place}/jackpot']:not(:disabled)")
        page.wait_for_selector(f"[data-seat='{place}/jackpot'].lit")
    closed(house)
    hand.deals("AS AC 7D AS AC ??")
    rui.wait_for_selector("#controls [data-act='play-on']:not(:disabled)")
    readable(rui)
    for page in (ana, rui):
        does(page, "play-on")
    for page in (ana, rui):
        does(page, "stand")
    hand.deals("TC")
    ana.wait_for_selector("#f-meter text:has-text('801,20')")
    keep_screenshot(ana, "jackpot-two")
    rui.wait_for_selector(".chipb")
    assert (balance(ana), balance(rui)) == (100_000 - 1_000 - 100 + 10_000,) * 2
    until = time.monotonic() + 15
    while not re.search(r"9.801,20", text(rui, ".pool")):  # the page may still show the coup
        assert time.monotonic() < until, text(rui, ".pool")
        rui.wait_for_timeout(60)


def entered(pit: Any, press: Callable[[], None]) -> bool:
    """Enter something at the croupier's seat and wait until the page asks for what is next;
    whether the house took it."""
    with pit.expect_response(lambda answer: answer.url.endswith("/enter")) as answer:
        press()
    pit.wait_for_selector("body:not(.busy)")
    return bool(answer.value.ok)


def keyed(pit: Any, card: str) -> None:
    """A card by mouse or by keys; with "!" it is damaged."""
    if card.startswith("!"):
        keep_screenshot(pit, "croupier-seat")
        readable(pit)
        pit.click("[data-fault='damaged']")
        pit.fill(".fault [name=card]", card[1:])
        pit.click(".fault .go")
    elif card[1] == "H":
        pit.click(f"[data-rank='{card[0]}']")
        pit.click(f"[data-suit='{card[1]}']")
    else:
        pit.keyboard.press(card[0].lower())
        pit.keyboard.press({"C": "p", "D": "o"}[card[1]])


def test_the_croupiers_seat_plays_a_coup_and_reports_what_went_wrong(visit: Visit) -> None:
    from playwright.sync_api import TimeoutError as Gone

    ana = visit("/table.html?id=seat", "Ana")
    pit = visit("/croupier.html?id=seat", staff="croupier", viewport={"width": 1440, "height": 900})
    assert not visit("/croupier.html?id=seat").locator(".key").count(), "staff only"
    cards = ["TH", "6C", "!9D", "??", "TC", "KD"]
    bet, until = False, time.monotonic() + 60
    while not ana.locator("[data-id=rebet]:not(:disabled)").count():
        assert time.monotonic() < until, (pit.locator("#seat").inner_text(), cards)
        for act in ("no-cut", "deal", "stand"):
            if ana.locator(f"#controls [data-act='{act}']:not(:disabled)").count():
                with suppress(Gone):  # what was pressed goes when the house has taken it
                    ana.click(f"#controls [data-act='{act}']:not(:disabled)", timeout=2_000)
        if not bet and ana.locator(".chipb:not(:disabled)").count():
            ana.click(".me .spot")
            bet = True
        if pit.locator("[data-word='done']").count():
            entered(pit, lambda: pit.keyboard.press("Enter"))
        elif pit.locator(".unseen").count():
            if entered(pit, lambda: pit.keyboard.press("x")) and cards[:1] == ["??"]:
                cards.pop(0)
        elif pit.locator(".key").count() and cards:
            if entered(pit, partial(keyed, pit, cards[0])):
                cards.pop(0)
        else:
            ana.wait_for_timeout(60)
    assert not cards
    assert balance(ana) == 101_000
    assert "substituído" in text(pit, "#steps"), "the packs, before the next coup"


def test_the_rules_of_a_demonstration_say_that_nobody_gave_its_leave(visit: Visit) -> None:
    """Macau, 21.1: which choices nobody has authorised; a table that needs none says nothing."""
    shown = visit("/table.html?id=streak", "Ana", locale="en-GB",
                  viewport={"width": 390, "height": 844})
    shown.click("[data-tab='rules']:visible")
    text = shown.wait_for_selector("p.past:visible").inner_text()
    assert text.startswith("Demonstration table: no authority has granted the authorisation")
    assert "5.2.2" in text and "14.5" not in text, "somebody has given that one"
    other = visit("/table.html?id=brief", "Rui", locale="en-GB",
                  viewport={"width": 390, "height": 844})
    other.click("[data-tab='rules']:visible")
    other.wait_for_selector("dl.kv:visible")
    assert not other.locator("p.past:visible").count()
