"""Five browsers at one table of chemin de fer: hands that pass, races for the bank, an auction, a
tie, and a banker whose line is cut. The clock and the first cards of the shoe are the test's."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sabot.certify.audit.verify import verify
from support.open_house import Doors, table
from support.served_house import HEADERS, PATIENCE, browser
from support.stacked_shoe import Stacked

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

TABLE = """
game = "chemin-de-fer"
name = "Guadiana"
places = 9
minimum = 5
maximum = 500
[rules]
bank = 10
bid = 10
raise_by = 10
"""
DOWN = "carta tapada"
COUPS = ("4S 5S 2S 4D",  # 6 against 9: the bank
         "3S 9D 3D KS",  # 6 against 9
         "6S 7H KD TH",  # 6 against 7
         "7S 7C KC TC",  # 7 against 7: a tie
         "5H 2C 4H 3C",  # 9 against 5: the punter
         "6C 7D QS JS",  # 6 against 7: the bank
         "8H 2H KH 3H")  # 8 against 5: the punter
CARDS = "AS " + " ".join(COUPS)
NAMES = ("Ana", "Rui", "Eva", "Gil", "Inês")
STATE = r"""() => { const says = e => (e?.textContent ?? '').replace(/\s/g, ' '); return {
  acts: [...document.querySelectorAll('#controls [data-act]:not(:disabled)')].map(
    b => b.dataset.act),
  bankers: [...document.querySelectorAll('.oseat.banker')].map(e => e.dataset.place),
  ponto: [...document.querySelectorAll('[data-hand=ponto] .cardbox')].map(
    e => e.getAttribute('aria-label')),
  bets: Object.fromEntries([...document.querySelectorAll('.oseat')].map(
    e => [e.dataset.place, says(e.querySelector('.obet .amt'))])),
  piles: Object.fromEntries([...document.querySelectorAll('.opile')].map(
    e => [says(e.querySelector('small')), says(e.querySelector('b'))])),
  away: [...document.querySelectorAll('.oseat.off')].map(e => e.dataset.place),
  bid: says(document.querySelector('.auction b')),
  caption: says(document.querySelector('#caption'))}; }"""
PRESS = """([act, when]) => setTimeout(() => document.querySelector(
  `#controls [data-act='${act}']:not(:disabled)`)?.click(), when - Date.now())"""


class Guest:
    """One person at the table, with their own browser."""

    def __init__(self, chromium: Any, doors: Doors, name: str, place: int) -> None:
        self.name, self.place, self.doors = name, str(place), doors
        self.wrong: list[str] = []
        self.context = chromium.new_context(base_url=doors.at, locale="pt-PT",
                                            viewport={"width": 1100, "height": 720},
                                            reduced_motion="reduce")
        self.context.set_default_timeout(PATIENCE)
        self.context.request.post("/api/session", data={"name": name}, headers=HEADERS)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.goto("/table.html?id=t")

    @property
    def sees(self) -> dict[str, Any]:
        """What the page shows and offers now."""
        seen: dict[str, Any] = self.page.evaluate(STATE)
        assert len(seen["bankers"]) < 2, (self.name, seen)
        return seen

    def sits(self) -> None:
        self.page.click(f".oseat[data-place='{self.place}'] .oname:not(:disabled)")
        self.page.wait_for_selector(f".oseat.me[data-place='{self.place}']", state="attached")

    def asked(self, act: str) -> Any:
        """The button of an act, once it can be pressed."""
        button = self.page.locator(f"#controls [data-act='{act}']:not(:disabled)").first
        until = time.monotonic() + 30
        while not button.count():
            assert time.monotonic() < until, (self.name, act, self.sees)
            self.hurry()
        return button

    def hurry(self) -> None:
        """Show at once what the page has not shown yet."""
        self.page.evaluate("document.activeElement?.blur()")
        self.page.keyboard.press(" ")
        self.page.wait_for_timeout(50)

    def does(self, act: str, sum_: int = 0) -> None:
        """Press it, and wait until the house has it: the clock may go on then."""
        button = self.asked(act)
        if sum_:
            self.page.fill("#controls .figure", str(sum_))
        desk = self.doors.house.rooms["t"].desk
        before, until = desk.state.version, time.monotonic() + 30
        button.click()
        while desk.state.version == before or not (desk.state.over or (
                desk.dealer and desk.dealer.standing)):
            assert time.monotonic() < until, (self.name, act, self.sees)
            self.page.wait_for_timeout(5)

    def bets(self, chip: int) -> None:
        self.hurry()
        self.page.click(f"#controls [data-chip='{chip}']:not(:disabled)")


class Evening:
    """The table with its five guests."""

    def __init__(self, chromium: Any, doors: Doors, names: tuple[str, ...]) -> None:
        self.doors, self.chromium = doors, chromium
        self.guests = {name: Guest(chromium, doors, name, n)
                       for n, name in enumerate(names, start=1)}
        self.here = list(names)
        self.banked: list[str] = []
        self.ended = ""  # the coup that follows the last one that ended

    def __getitem__(self, name: str) -> Guest:
        return self.guests[name]

    def all(self, *but: str) -> Iterator[Guest]:
        yield from (self.guests[name] for name in self.here if name not in but)

    def each(self, act: str, *but: str) -> None:
        for guest in self.all(*but):
            guest.does(act)

    def until(self, so: Callable[[dict[str, Any]], Any], *names: str) -> None:
        """Wait until all pages, or these, show it."""
        for guest in (self.guests[name] for name in names or self.here):
            until = time.monotonic() + 30
            while not so(seen := guest.sees):
                assert time.monotonic() < until, (guest.name, seen)
                guest.hurry()

    def banker(self, name: str, bank: str) -> None:
        """This one holds the bank of so much, on every page, and nobody else does."""
        place = self.guests[name].place
        self.until(lambda seen: seen["bankers"] == [place] and seen["piles"]["Banca"] == bank)
        self.banked.append(name)

    def race(self, early: str, late: str) -> None:
        """Two pages press at the same moment, one of them a little earlier. Whoever does, the
        other's button is still there if they have priority, and gone if they do not."""
        pair = [self.guests[name] for name in (early, late)]
        for guest in pair:
            guest.asked("banco")
        when = time.time() * 1000 + 400
        for n, guest in enumerate(pair):
            guest.page.evaluate(PRESS, ["banco", when + 4 * n])

    def ponto(self, name: str, says: str = "no") -> None:
        """This guest has the cards: their page shows the faces and no other page does."""
        self.guests[name].asked(says)
        faces = self.guests[name].sees["ponto"]
        assert len(faces) == 2 and DOWN not in faces, faces
        self.until(lambda seen: len(seen["ponto"]) == 2, *self.here)
        for guest in self.all(name):
            assert guest.sees["ponto"] == [DOWN] * 2, guest.name

    def ends(self) -> None:
        """The next coup begins; the cards lie until those of the next one come."""
        coup, desk = self.ended, self.doors.house.rooms["t"].desk
        until = time.monotonic() + 30
        while (now := desk.state).over or now.coup == coup:
            assert time.monotonic() < until, coup
            for name in self.here:
                self.guests[name].hurry()
        self.ended = now.coup
        self.time(4)

    def time(self, seconds: float = 25) -> None:
        """The clock runs out on who has not answered."""
        self.doors.later(seconds)

    def adds_up(self, percent: int) -> None:
        """Everybody came with as much; what is not theirs now is on the table, or the house's."""
        found = verify(self.doors.ledger)
        assert found.verified, found.fault
        balances = self.doors.ledger.balances()
        purses = [cents for account, cents in balances.items() if account.startswith("player:")]
        rest = sum(cents for account, cents in balances.items()
                   if account.startswith(("held:", "stake:")))
        assert len(purses) == 5 and not rest, balances
        assert sum(purses) + percent == 5 * 100_000, balances

    def close(self) -> None:
        for guest in self.guests.values():
            guest.context.close()
            assert not guest.wrong, (guest.name, guest.wrong)


@pytest.fixture
def evening(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    chance = Stacked(CARDS, 6, at=156)
    with Doors(tmp_path, source=chance, tables={"t": table(TABLE)}) as doors, \
            browser() as chromium:
        night = Evening(chromium, doors, getattr(request, "param", NAMES))
        yield night
        night.close()


@pytest.mark.parametrize("evening", [NAMES[:4]], indirect=True)
def test_what_is_pressed_stays_under_the_finger_and_what_is_typed_in_its_field(
        evening: Evening) -> None:
    """What others do meanwhile changes what may be done here. It is drawn when the press is over:
    a button that is drawn anew under the finger has not been pressed."""
    e, page = evening, evening["Rui"].page
    heard: list[str] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda x: heard.append(str(x))))
    page.reload()

    def hears(words: str) -> None:
        until = time.monotonic() + 30
        while not any(words in frame for frame in heard):
            assert time.monotonic() < until, heard[-3:]
            page.wait_for_timeout(20)

    for name in e.here:
        e[name].sits()
    for name in reversed(e.here):
        e[name].does("no-cut")
    e["Ana"].does("bank", 40)
    e["Ana"].does("alone")
    e.banker("Ana", "40 €")
    for guest in e.all("Ana"):
        guest.asked("banco")
    figure = e["Eva"].page.locator("#controls .figure")
    figure.fill("3")
    e["Rui"].context.clock.install()  # no finger is too slow
    page.hover("#controls [data-act='no-banco']")
    page.mouse.down()
    e["Gil"].does("banco-table", 20)  # from now on, who takes the whole bank does so alone
    hears('"answer":"banco-table","seat":"4"')
    page.mouse.up()
    hears('"answer":"no-banco","seat":"2"')

    e["Eva"].page.wait_for_selector("#controls [data-act='banco-alone']")
    assert figure.evaluate("e => e === document.activeElement") and figure.input_value() == "3"
    e["Eva"].page.keyboard.type("x")  # at its end: 3x is no sum, and stays to be mended
    assert figure.input_value() == "3x" and figure.get_attribute("aria-invalid") == "true"


@pytest.mark.parametrize("evening", [NAMES[:4]], indirect=True)
@pytest.mark.law("pt-217-2007/chemin-de-fer/23", "pt-217-2007/chemin-de-fer/94", "ir/229")
def test_who_looks_on_is_told_that_a_seat_takes_the_hand(evening: Evening) -> None:
    """Beside what may be done stands, struck, what may not; who is asked reads what it costs."""
    e = evening
    for name in e.here:
        e[name].sits()
    for name in reversed(e.here):
        e[name].does("no-cut")
    pia = Guest(e.chromium, e.doors, "Pia", 6)
    e.guests["Pia"] = pia
    page = pia.page
    page.wait_for_selector(".oseat[data-place='6'] .oname[title='toma a mão na sua vez']")
    assert "quem se senta toma a mão na sua vez" in pia.sees["caption"]
    page.click("#controls [data-open='*']")
    page.focus("#controls [data-id='not:sit-no-hand']")
    why = page.locator("#controls .whynot").inner_text()
    assert "quem não a quer joga em pé" in why and "23" in why
    refuses = e["Ana"].asked("decline-hand")
    assert "perde o lugar" in refuses.inner_text() and "85" in refuses.inner_text()
    pia.sits()  # of five who sit one may go
    e.time()
    e["Ana"].page.wait_for_selector(".oseat.free[data-place='1']", state="attached")
    e["Rui"].asked("bank")


@pytest.mark.more
@pytest.mark.law(*(f"pt-217-2007/chemin-de-fer/{rule}" for rule in (
    "34", "48", "55", "76", "78", "82", "96.c-3")))
def test_five_play_an_hour_and_one_of_them_is_cut_off(evening: Evening) -> None:
    e = evening
    for name in NAMES[:4]:
        e[name].sits()
    for name in ("Gil", "Eva", "Rui", "Ana"):
        e[name].does("no-cut")
    e["Inês"].sits()

    # Two race for the bank. The nearest at the banker's right has it, though they pressed last.
    e["Ana"].does("bank", 40)
    e["Ana"].does("alone")
    e.banker("Ana", "40 €")
    e.race("Gil", "Rui")
    e.until(lambda seen: seen["bets"]["2"] == "40 €" and not seen["bets"]["4"])
    e.time()
    e.ponto("Rui")
    e["Rui"].does("no")
    e.ends()

    # Who lost to this bank goes before them all, and does not want to; the other two race again.
    e["Ana"].does("continue")
    e.banker("Ana", "78 €")
    e["Rui"].does("no-banco")
    e.race("Eva", "Gil")
    e.until(lambda seen: seen["bets"]["3"] == "78 €" and not seen["bets"]["4"])
    e.time()
    e.ponto("Eva")
    e["Eva"].does("no")
    e.ends()

    # Half of the bank with the table, and others complete it.
    e["Ana"].does("continue")
    e.banker("Ana", "152,10 €")
    e["Eva"].does("no-banco")
    e["Inês"].does("banco-table", 80)
    e.until(lambda seen: seen["bets"]["5"] == "80 €")
    e.time()
    e["Rui"].bets(25)
    e.until(lambda seen: seen["bets"]["2"] == "25 €")
    e.time()
    e.ponto("Inês")
    e["Inês"].does("no")
    e.time()  # the banker has a free cell of the table: the clock plays by the table
    e.ends()

    # Three won: half of the bank may leave play. Then bets of two, and a tie.
    e["Ana"].does("halve")
    e.until(lambda seen: seen["piles"].get("Garage") == "125,92 €")
    e["Ana"].does("continue")
    e.banker("Ana", "125,93 €")
    e.each("no-banco", "Ana")
    e["Eva"].bets(25)
    e["Gil"].bets(10)
    e.until(lambda seen: (seen["bets"]["3"], seen["bets"]["4"]) == ("25 €", "10 €"))
    e.time()
    e.time()
    e.ponto("Eva")  # who bet most has the cards
    e["Eva"].does("no")
    e.ends()

    # After a tie the hand may be passed. Nobody wants it at its level: it is auctioned.
    e["Ana"].does("pass-hand")
    e.each("no-level")
    e["Eva"].does("bid", 60)
    e.until(lambda seen: seen["bid"], "Gil")
    e.each("no-bid", "Ana", "Eva")
    e["Eva"].does("take-hand")
    e["Eva"].does("alone")
    e.banker("Eva", "60 €")
    e["Gil"].does("done")  # the bet stays from the coup that was null
    e.time()
    e.time()
    e.ponto("Gil", says="show")
    e["Gil"].does("show")
    e.ends()

    # The bank has lost: the hand is the next one's at the right. The line is cut meanwhile.
    e["Gil"].does("bank", 20)
    e["Gil"].does("alone")
    e.banker("Gil", "20 €")
    e.each("no-banco", "Gil")
    e["Ana"].bets(10)
    e.until(lambda seen: seen["bets"]["1"] == "10 €")
    e.time()
    e.time()
    e.ponto("Ana")
    e["Ana"].does("no")
    e.ends()
    e["Gil"].asked("continue")
    e["Gil"].context.close()
    e.here.remove("Gil")
    e.until(lambda seen: "4" in seen["away"])
    e.time()  # no answer: the hand passes, and the next one takes it as it was
    e["Inês"].does("take-level")
    e["Inês"].does("alone")
    e.banker("Inês", "29,50 €")
    e.each("no-banco", "Inês")
    e.time()
    e["Ana"].bets(10)
    e.until(lambda seen: seen["bets"]["1"] == "10 €")
    e.time()
    e.time()
    e.ponto("Ana", says="show")
    e["Ana"].does("show")
    e.ends()
    e["Ana"].asked("bank")

    assert e.banked == ["Ana"] * 4 + ["Eva", "Gil", "Inês"]
    e.adds_up(percent=200 + 390 + 525 + 50)


@pytest.mark.parametrize("evening", [NAMES], indirect=True)
def test_who_stands_chooses_a_seat_and_is_drawn_behind_it(evening: Evening) -> None:
    """Room is offered behind those who sit and nowhere else; who has come is drawn there by name on
    every page, bets there, and comes back to no other seat."""
    e, last = evening, evening["Inês"]
    e.here.remove("Inês")
    page, room = last.page, ".ostands[data-behind='{}'] .ostand.room"
    for name in e.here:
        e[name].sits()
    for name in reversed(e.here):
        e[name].does("no-cut")
    page.wait_for_selector(room.format(2))
    offered = page.locator(".ostand.room:visible").count()
    assert offered == 4 and not page.locator(room.format(5)).count()
    assert not page.locator(".ostands[data-behind='9']").count()
    page.click(room.format(2))
    page.wait_for_selector(".ostands[data-behind='2'] .ostand.self[data-place='s2']")
    assert not page.locator(".ostand.room:visible").count()
    for guest in e.all():
        guest.page.wait_for_selector(".ostands[data-behind='2'] .ostand >> text=Inês")
    page.click("#controls [data-open='*']")
    page.click("#controls [data-act='leave']")
    page.wait_for_selector(room.format(2))
    assert page.locator(".ostand.room:visible").count() == 1
    page.click(room.format(2))
    page.wait_for_selector(".ostand.self")
    rui = e["Rui"].page  # a seated player does not read that nobody stands beside the dealer
    rui.click("#controls [data-open='*']")
    rui.wait_for_selector("#controls [data-act='book'], #controls [data-act='stand-up']")
    assert not rui.locator("#controls [data-id*='join']").count()
    rui.click("#controls [data-id='shut']")
    e["Ana"].does("bank", 40)
    e["Ana"].does("alone")
    for guest in (*e.all("Ana"), last):
        guest.does("no-banco")
    last.asked("done")
    last.bets(5)
    page.click(".ostand.self:not(:disabled)")  # another five, where they stand
    for guest in (*e.all(), last):
        guest.page.wait_for_selector(".ostands[data-behind='2'] .ostand b >> text=10")
