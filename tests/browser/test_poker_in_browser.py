"""Six browsers at a table of poker, one of them on a telephone: a hand of chosen cards that goes
all in, on the test's own clock. Pictures of all three games are measured."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sabot.certify.audit.verify import verify
from support.open_house import Doors, table
from support.page_measures import contrasts, cut_texts, keep_screenshot, sideways_scroll
from support.served_house import HEADERS, PATIENCE, UNPAINTED, browser
from support.stacked_shoe import Stacked
from support.staged_coups import drawn, resized
from support.staged_poker import asked, midhand, piled, restored, showdown

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

POKER = ("holdem", "omaha", "sintetico")
MOMENTS = ("first", "last", "piled", "showdown")
LIES_OVER = (Path(__file__).parent / "ringlies.js").read_text("utf-8")
TABLE = """
game = "holdem"
name = "Ria Formosa"
places = 10
minimum = 2
maximum = 1000
[clocks]
decision = 60
[rules]
minimum_share = false
limit = "cave"
second = "omaha"
cave = 100
"""
# Two cards each from the hand on, one at a time; then the streets, each after a burnt card.
CARDS = "AS KS 7C QS 9C JS  AH KH 2D QH 4D TS  4C KD 7H 3S  5C 9S  6C 2C"
NAMES = ("Ana", "Rui", "Eva", "Gil", "Inês", "João")
SIZES = ((1440, 900), (1200, 760), (1024, 768), (768, 1024), (844, 390), (390, 844), (360, 740))
BACK = "carta tapada"
STATE = r"""() => { const says = e => (e?.textContent ?? '').replace(/\s/g, ' ').trim();
  const seats = [...document.querySelectorAll('.rseat')];
  const named = e => [...e.querySelectorAll('.cardbox')].map(c => c.getAttribute('aria-label'));
  return {
    acts: [...document.querySelectorAll('#controls [data-act]:not(:disabled)')].map(
      b => b.dataset.act),
    on: seats.filter(e => e.matches('.on')).map(e => e.dataset.place),
    out: seats.filter(e => e.matches('.out')).map(e => e.dataset.place),
    whole: seats.filter(e => e.matches('.whole')).map(e => e.dataset.place),
    hands: Object.fromEntries(seats.map(e => [e.dataset.place, named(e)])
      .filter(([, cards]) => cards.length)),
    bets: Object.fromEntries(seats.map(e => [e.dataset.place, says(e.querySelector('.lies b'))])
      .filter(([, sum]) => sum)),
    combos: Object.fromEntries(seats.map(e => [e.dataset.place, says(e.querySelector('.combo em'))])
      .filter(([, combo]) => combo)),
    lit: [...document.querySelectorAll('.ring .cardbox.lit')].map(
      c => c.getAttribute('aria-label')),
    board: named(document.querySelector('.rboard .row')),
    pot: says(document.querySelector('.rpot b')),
    caves: Object.fromEntries(seats.map(e => [e.dataset.place, says(e.querySelector('.cv'))])),
    mine: named(document.querySelector('.rseat.me .rhand') ?? document.createElement('i')),
    caption: says(document.querySelector('#caption')) }; }"""

BOTTOM = """() => { const middle = e => { const r = e.getBoundingClientRect();
    return [r.left + r.width / 2, r.top + r.height / 2]; };
  const [x, y] = middle(document.querySelector('.rseat.me .oname'));
  const [cloth] = middle(document.querySelector('.ring .cloth'));
  const shown = [...document.querySelectorAll('.rseat:not(.me) .oname')].filter(
    e => e.getClientRects().length);
  return Math.abs(x - cloth) < 2 && shown.every(e => middle(e)[1] < y); }"""


class Guest:
    """One person at the table, with their own browser."""

    def __init__(self, chromium: Any, doors: Doors, name: str, place: int) -> None:
        self.name, self.place = name, str(place)
        self.wrong: list[str] = []
        phone = name == NAMES[-1]
        size = {"width": 390, "height": 844} if phone else {"width": 1200, "height": 800}
        self.context = chromium.new_context(base_url=doors.at, locale="pt-PT", viewport=size,
                                            reduced_motion="reduce", has_touch=phone,
                                            is_mobile=phone)
        self.context.set_default_timeout(PATIENCE)
        if name not in (NAMES[0], NAMES[-1]):
            self.context.add_init_script(UNPAINTED)
        self.context.request.post("/api/session", data={"name": name}, headers=HEADERS)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.goto("/table.html?id=t")

    @property
    def sees(self) -> dict[str, Any]:
        """What the page shows and offers now."""
        seen: dict[str, Any] = self.page.evaluate(STATE)
        return seen

    def moved(self) -> int:
        """The seat of this guest once seats are drawn by lot (11)."""
        self.place = str(self.page.locator(".rseat.me").get_attribute("data-place"))
        return int(self.place)

    def sits_at_the_bottom(self) -> bool:
        """Whether this guest's own place is the lowest, in the middle of the table."""
        found: bool = self.page.evaluate(BOTTOM)
        return found

    def sits(self) -> None:
        if self.name == NAMES[0]:  # the first seat that is free, by its key alone
            self.page.wait_for_selector("#controls [data-open='sit:1']")
            self.page.keyboard.press("s")
            self.page.wait_for_selector("#controls [data-act=sit]:not(:disabled)")
            self.page.keyboard.press("s")
        else:
            self.page.click(f".rseat[data-place='{self.place}'] .oname:not(:disabled)")
            self.page.click("#controls [data-act=sit]:not(:disabled)")
        self.page.wait_for_selector(f".rseat.me[data-place='{self.place}']", state="attached")

    def hurry(self) -> None:
        """Show at once what the page has not shown yet."""
        self.page.evaluate("document.activeElement?.blur()")
        self.page.keyboard.press(" ")

    def asked(self, *acts: str) -> str:
        """The first of these acts that is offered, once the house asks this guest."""
        until = time.monotonic() + 30
        while True:
            seen = self.sees
            if found := next((act for act in acts if act in seen["acts"]), ""):
                return found
            assert time.monotonic() < until, (self.name, acts, seen)
            self.hurry()
            self.page.wait_for_timeout(30)

    def watches(self, so: Any) -> dict[str, Any]:
        """What the page shows once this is true; nothing is hurried."""
        until = time.monotonic() + 30
        while not so(seen := self.sees):
            assert time.monotonic() < until, (self.name, seen)
            self.page.wait_for_timeout(30)
        return seen

    def chooses_ahead(self, what: str) -> None:
        """Tick a box while somebody else is to act."""
        box = f"#controls [data-ahead={what}]"
        until = time.monotonic() + 30
        while not self.page.locator(box).count():
            assert time.monotonic() < until, (self.name, what, self.sees)
            self.hurry()
            self.page.wait_for_timeout(30)
        self.page.click(box)
        assert self.page.locator(box).get_attribute("aria-pressed") == "true"

    def does(self, act: str) -> None:
        self.page.click(f"#controls [data-act='{self.asked(act)}']:not(:disabled)")

    def types(self, act: str, key: str) -> None:
        """The letter of an act, once it is asked."""
        self.asked(act)
        self.hurry()
        self.page.keyboard.press(key)


class Evening:
    """The table with its six guests."""

    def __init__(self, chromium: Any, doors: Doors) -> None:
        self.doors, self.passed = doors, 0.0
        self.guests = {name: Guest(chromium, doors, name, n)
                       for n, name in enumerate(NAMES, start=1)}

    def __getitem__(self, name: str) -> Guest:
        return self.guests[name]

    def time(self, seconds: float) -> None:
        self.passed += seconds
        self.doors.later(seconds)

    def until(self, so: Any, *names: str) -> None:
        """Wait until all pages, or these, show it."""
        for guest in (self.guests[name] for name in names or NAMES):
            until = time.monotonic() + 30
            while not so(seen := guest.sees):
                assert time.monotonic() < until, (guest.name, seen)
                guest.hurry()
                guest.page.wait_for_timeout(30)

    def adds_up(self) -> None:
        """Everybody came with as much; what is not theirs now is on the table, or the house's."""
        found = verify(self.doors.ledger)
        assert found.verified, found.fault
        balances = self.doors.ledger.balances()
        theirs = sum(cents for account, cents in balances.items()
                     if account.startswith(("player:", "held:", "stake:")))
        house = sum(cents for account, cents in balances.items()
                    if not account.startswith(("player:", "held:", "stake:", "issue:")))
        assert house > 0
        assert theirs + house == len(NAMES) * 100_000, balances

    def close(self) -> None:
        for guest in self.guests.values():
            guest.context.close()
            assert not guest.wrong, (guest.name, guest.wrong)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    chance = Stacked(CARDS, 1, at=26)
    with Doors(tmp_path, source=chance, tables={"t": table(TABLE)}) as doors, \
            browser() as chromium:
        night = Evening(chromium, doors)
        yield night
        night.close()


def first_hand(e: Evening) -> None:
    """Three pairs of figures before the flop; the kings become three, and all is in the pot."""
    # Seats were drawn by lot (11); the hand begins with the first at the dealer's left (29).
    one, two, three, four, five, six = sorted(e.guests.values(), key=Guest.moved)
    one.does("deal-holdem")
    three.asked("fold")
    e.until(lambda seen: len(seen["hands"]) == 6 and seen["on"] == [three.place])
    for guest in e.guests.values():  # everybody sees their own cards, and nobody another's
        seen = guest.sees
        own = seen["hands"].pop(guest.place)
        assert BACK not in own and len(own) == 2
        assert {card for cards in seen["hands"].values() for card in cards} == {BACK}
        assert guest.sits_at_the_bottom()
        assert {place: int(re.sub(r"\D", "", sum_)) for place, sum_ in seen["bets"].items()
                } == {one.place: 1, two.place: 2}
    looks_at_his_own(two)
    three.types("fold", "f")
    e.until(lambda seen: seen["out"] == [three.place])
    slides(four)
    six.chooses_ahead("call-any")  # done once it is their turn, without another press
    two.chooses_ahead("call")  # taken back by the next bet
    five.types("fold", "f")
    all_in(one)
    e.until(lambda seen: seen["whole"] == [one.place])
    two.types("call", "c")
    four.types("call", "c")
    six.types("fold", "f")
    shown = one.watches(lambda seen: len(seen["combos"]) == 3 and "trio" in seen["caption"])
    assert shown["combos"] == {one.place: "par", two.place: "trio", four.place: "par"}
    assert shown["hands"][two.place] == ["rei de espadas", "rei de copas"]
    assert shown["hands"][one.place] == ["ás de espadas", "ás de copas"]
    assert set(shown["lit"]) == {"rei de espadas", "rei de copas", "rei de ouros",
                                 "sete de copas", "nove de espadas"}
    assert len(shown["board"]) == 5
    e.until(lambda seen: not seen["hands"])


def looks_at_his_own(guest: Guest) -> None:
    """Own cards lie open. Who hides them sees them while a finger, or the key, is held."""
    page = guest.page
    assert guest.sees["mine"] == ["rei de espadas", "rei de copas"]
    assert page.locator(".rwords b").inner_text() == "Par de reis"
    page.click(".dock .keep")
    assert guest.sees["mine"] == [BACK, BACK]
    assert not page.locator(".rwords b").count()
    label = "document.querySelector('.dock .peek').getAttribute('aria-label')"
    assert "rei" not in page.evaluate(label)
    box = page.locator(".dock .peek").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    assert "rei de espadas, rei de copas" in page.evaluate(label)
    page.mouse.up()
    assert "rei" not in page.evaluate(label)
    page.keyboard.down("v")
    assert "rei de espadas" in page.evaluate(label)
    page.keyboard.up("v")
    assert "rei" not in page.evaluate(label)
    page.click(".dock .keep")
    assert "rei de espadas" in page.evaluate(label)
    assert "rei de" not in page.locator("#side").inner_text()


def slides(guest: Guest) -> None:
    """A raise by the slider, by the sizes and by the figure; what is not lawful cannot be sent."""
    page = guest.page
    guest.asked("raise")
    guest.hurry()
    slider = page.locator("#controls .range")
    low, high = (int(slider.get_attribute(end)) for end in ("min", "max"))
    assert (low, high) == (200, 9800)  # at least the minimum, at most what the cave has beyond 2
    page.keyboard.press("2")
    assert page.locator("[data-id=size-half]").get_attribute("aria-pressed") == "true"
    page.fill("#controls .figure", "1")
    assert page.locator("#controls [data-act=raise]").is_disabled()
    slider.fill("600")
    assert page.locator("#controls .figure").input_value() == "6,00"
    assert "8 €" in page.locator(".inall").inner_text().replace("\xa0", " ")
    assert page.locator("#controls [data-act=raise] .c").inner_text().replace("\xa0", " ") == (
        "até 8 €")
    page.keyboard.press("r")


def all_in(guest: Guest) -> None:
    """Going all-in takes two presses: one to choose it, one to confirm."""
    guest.asked("all-in", "raise")
    guest.hurry()
    guest.page.keyboard.press("a")
    guest.page.wait_for_selector("#controls [data-act=all-in]")
    guest.page.keyboard.press("a")


@pytest.mark.law(*(f"pt-217-2007/poquer-nao-bancado/{rule}" for rule in (
    "11", "23-2", "35", "37", "39.a", "39.c", "39.d", "49", "62", "78")))
def test_six_play_a_hand_and_three_of_them_go_all_in(evening: Evening) -> None:
    e = evening
    for guest in e.guests.values():
        guest.sits()
    e.until(lambda seen: "Entre duas mãos" in seen["caption"])
    e.time(4)
    e.until(lambda seen: "variante" in seen["caption"])
    first_hand(e)
    e.time(4)
    e.adds_up()


def pictures() -> Iterator[Any]:
    """Every game at each moment, in one language by turns; a long run takes both. Every run has one
    game's, `make more` all."""
    for i, name in enumerate(POKER):
        for j, moment in enumerate(MOMENTS):
            for k, lang in enumerate(("pt-PT", "en-GB")):
                seldom = [pytest.mark.soak] if (i + j + k) % 2 else [pytest.mark.more] if i else []
                yield pytest.param(name, moment, lang, marks=seldom)


@pytest.mark.more_of("holdem-last-en-GB", "holdem-piled-pt-PT", "holdem-showdown-en-GB")
@pytest.mark.parametrize(("name", "moment", "lang"), [*pictures()])
def test_nothing_lies_over_another_and_all_can_be_read(
        chromium: Any, name: str, moment: str, lang: str, request: pytest.FixtureRequest) -> None:
    last = 5 if name == "sintetico" else 4
    snapshot = showdown(name) if moment == "showdown" else piled(name) if moment == "piled" \
        else asked(name, last if moment == "last" else 1)
    # A picture is the dear part: each moment is read in every other window, the next in the others.
    read = SIZES if request.config.getoption("--soak") else SIZES[MOMENTS.index(moment) % 2::2]
    with drawn(chromium, snapshot, width=1440, height=900, lang=lang) as page:
        for width, height in SIZES:
            resized(page, width, height)
            where = (name, moment, lang, width)
            assert not page.evaluate(LIES_OVER), (where, page.evaluate(LIES_OVER))
            assert not cut_texts(page), (where, cut_texts(page))
            assert sideways_scroll(page) <= 0, where
            if (width, height) in read:
                assert not [c for c in contrasts(page) if c.ratio < 4.5], where


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as running:
        yield running


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/39.b")
def test_what_a_turn_does_not_offer_says_why_and_under_which_clause(chromium: Any) -> None:
    with drawn(chromium, asked("holdem", 1, "raise"), width=1440, height=900, lang="en-GB") as page:
        struck = page.locator(".not")
        assert re.sub(r"\s+", " ", struck.first.inner_text()) == "Check § 39.b"
        struck.first.hover()
        assert "There is a bet" in page.locator(".whynot").inner_text()
        sizes = page.locator(".sizes [data-size]")
        page.keyboard.press(sizes.nth(1).get_attribute("data-key"))  # nothing is sent by it
        assert sizes.nth(1).get_attribute("aria-pressed") == "true"
        assert sizes.nth(0).get_attribute("aria-pressed") == "false"


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/14.e", "pt-217-2007/poquer-nao-bancado/39.a")
def test_a_wish_that_a_clause_forbids_is_struck_through_and_says_why(chromium: Any) -> None:
    """The wishes of the published menu that are closed to me just now."""
    with drawn(chromium, asked("holdem", 1), width=1440, height=900, lang="en-GB") as page:
        page.click("[data-open='*']")
        struck = page.locator(".tools .not")
        assert re.sub(r"\s+", " ", struck.inner_text()) == "Top up § 14.e"
        assert not page.locator("[data-act='top-up']").count()
        struck.hover()
        assert "once the hand has begun" in page.locator(".whynot").inner_text()
        leave = page.locator(".links button:disabled")
        assert leave.get_attribute("title") == "You are in the hand: fold first § 39.a"


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/11")
def test_after_the_draw_of_seats_only_my_own_cave_is_mine(chromium: Any) -> None:
    """I registered at 3, where somebody else sits now: what they win there is not my gain."""
    with drawn(chromium, showdown("holdem"), width=1440, height=900) as page:
        place = page.locator(".rseat.me").get_attribute("data-place")
        assert place != "3"
        cave = page.locator(".rseat.me .cv").inner_text()
        assert cave == "0 €".replace(" ", cave[-2])
        assert "Perdeu" in page.locator("#caption").inner_text()
        assert page.locator(".kv dd").nth(3).inner_text().startswith("0,00")


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/90")
def test_what_is_restored_lies_in_the_pot_that_is_drawn(chromium: Any) -> None:
    """One and two of the forced bets, and three that count for no bet. All are shown."""
    with drawn(chromium, restored("holdem", 300), width=1440, height=900, lang="en-GB") as page:
        assert page.evaluate(STATE)["pot"] == "€6"
        lines = page.locator("li", has_text="into the pot").all_inner_texts()
        assert [re.sub(r"\s+", " ", one) for one in lines] == [
            "Place 5: into the pot €3 90", "Place 3: into the pot €2 81",
            "Place 2: into the pot €1 81"]


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/86")
def test_a_sum_that_is_not_lawful_says_why_and_the_keys_move_it(chromium: Any) -> None:
    """From the keyboard alone: plus, minus and the arrows by the minimum, a sum by its figures."""
    with drawn(chromium, midhand(), width=1440, height=900) as page:
        figure = page.locator("#controls .figure")
        moved = []
        for key in ("+", "ArrowUp", "-", "ArrowDown", "ArrowDown"):
            page.keyboard.press(key)
            moved.append(figure.input_value())
        assert moved == ["4,00", "6,00", "4,00", "2,00", "2,00"], "never under the least"
        go, bad = page.locator("#controls [data-act=raise]"), page.locator(".sum .bad")
        for typed, why, clause in (("1", "Pelo menos 2", "/86"), ("26", "No máximo 25", ""),
                                   ("2,5", "Em múltiplos de 1", ""), ("x", "Escreva", "")):
            figure.fill(typed)
            assert go.is_disabled() and why in bad.inner_text().replace("\xa0", " "), typed
            assert str(bad.locator(".law").get_attribute("data-law")).endswith(clause)
        figure.fill("3")
        assert go.is_enabled() and not bad.is_visible()
        label = page.locator("[data-place='8'] .oname").get_attribute("aria-label")
        assert "acompanha" in label and "5" in label, "what each did last is told to readers too"


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_chips_move_only_where_motion_is_wanted(chromium: Any, motion: str) -> None:
    """A bet goes from a cave before its player; the picture is the same without it."""
    snapshot = midhand()
    with drawn(chromium, snapshot, width=1440, height=900) as page:
        page.emulate_media(reduced_motion=motion)
        flew = page.evaluate("""async () => {
            const {fly} = await import('./js/core/motion.js'), at = q => document.querySelector(q);
            const seen = [];
            new MutationObserver(all => all.forEach(m => m.addedNodes.forEach(n => seen.push(
                n.className)))).observe(document.body, {childList: true});
            fly(at('[data-place="2"] .oname'), at('.rpot'), '<i></i>');
            await new Promise(done => setTimeout(done, 600));
            return [seen.filter(c => c === 'ghost-chip').length,
                    document.querySelectorAll('.ghost-chip').length];
        }""")
        assert flew == [int(motion != "reduce"), 0], "and nothing of it is left"


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/54")
def test_a_hand_that_is_over_is_told_again_as_its_player_may_see_it(chromium: Any) -> None:
    """My own cards by name, the others' by their number until they were shown; then on paper."""
    scene = showdown("holdem")
    coup = {"id": "c9", "no": 9, "table": "stage", "ended": "2026-01-02T22:00:00", "seal": "",
            "events": scene["steps"], "net": -4_000}
    answers = {"/api/me/coups": [coup], "/api/coups/c9": coup, "/api/tables/stage": scene["table"]}
    with drawn(chromium, scene, width=1440, height=900, answers=answers) as page:
        page.click("[data-go=coups]")
        page.click("[data-coup=c9]")
        rows = page.locator(".story li")
        dealt = rows.filter(has_text="cartas tapadas").first
        dealt.wait_for()
        assert dealt.locator(".cd").count() == 2 and "18 cartas tapadas" in dealt.inner_text()
        place = page.locator(".rseat.me").get_attribute("data-place")
        assert f"Lugar {place}:" in dealt.inner_text()
        shown = page.locator(".story li:has(.law[data-law$='/62']):has(.cd)")
        assert shown.count() > 2 and shown.locator(".cd").count() == 2 * shown.count()
        assert rows.filter(has_text="ganha").filter(has_text="fullen").count() == 1
        page.emulate_media(media="print")
        assert not page.locator(".felt, .say, .top").locator("visible=true").count()
        assert rows.first.is_visible()
        ink = page.evaluate("getComputedStyle(document.querySelector('.story li')).color")
        assert ink == "rgb(0, 0, 0)"


def test_the_picture_of_the_docs(chromium: Any) -> None:
    """docs/images/poker.png is what this keeps: artefacts/poker.png."""
    with drawn(chromium, midhand(), width=1440, height=900) as page:
        page.wait_for_timeout(300)
        assert not page.evaluate(LIES_OVER) and not cut_texts(page) and sideways_scroll(page) <= 0
        assert page.locator(".rseat.me .rhand .cardbox .full").count() == 2
        assert page.locator("#controls [data-act=raise]").is_enabled()
        keep_screenshot(page, "poker")
