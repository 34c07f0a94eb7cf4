"""The croupier's page at a real table of poker: faults that concern a place and have a sum."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_staff_page import Guest

from support.served_house import Served, open_page, serve_here

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
POKER = """
game = "holdem"
name = "Poker"
attended = true
minimum = 10
maximum = 1000
places = 10
[clocks]
late = 1
decision = 600
[rules]
minimum_share = false
limit = "cave"
cave = 100
"""


@pytest.fixture  # of one test: who tries again finds the places free
def house(tmp_path: Path) -> Iterator[Served]:
    with serve_here(tmp_path, {"poker": POKER}) as open_house:
        yield open_house


@contextlib.contextmanager
def seated(house: Served) -> Iterator[list[Guest]]:
    """Four players with caves of a hundred euros."""
    with contextlib.ExitStack() as stack:
        guests = [stack.enter_context(Guest(house, "poker", name))
                  for name in ("Ana", "Rui", "Eva", "Gil")]
        for place, guest in enumerate(guests, 1):
            assert guest.act("sit", str(place), 10_000)["t"] == "ack"
        house.doors.later(2)  # who comes late has come
        yield guests


def at_the_seat(page: Any, house: Served, *, lang: str = "pt") -> None:
    """The page of whoever enters the cards, from the door of the staff."""
    page.fill("#token", house.tokens["supervisor"])
    page.keyboard.press("Enter")
    page.wait_for_selector("#floor [data-key^='table:']")
    page.goto(f"{house.url}/croupier.html?id=poker")


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/71.f")
def test_a_bet_out_of_turn_is_told_with_its_place_and_its_sum(
        house: Served, chromium: Any, tmp_path: Any) -> None:
    with seated(house) as guests, open_page(chromium, f"{house.url}/staff.html") as page:
        at_the_seat(page, house)
        page.fill("#enter input[name=fell]", "1 1 1 1")  # the seats, drawn by lot
        page.keyboard.press("Enter")
        page.wait_for_selector("#enter [data-word='done']")
        page.keyboard.press("Enter")
        for _ in range(8):
            page.wait_for_selector("#enter [data-unseen]")
            before = page.locator("#next h1").inner_text()
            page.keyboard.press("x")
            page.wait_for_function("was => document.querySelector('#next h1').innerText !== was",
                                   arg=before)
        button = page.locator("[data-fault='out-of-turn']")
        button.wait_for()
        assert button.inner_text() == "apostou fora da vez"
        button.click()
        form = page.locator("form.fault")
        seats = form.locator("select[name=seat] option").evaluate_all(
            "all => all.map(one => one.value)")
        assert len(seats) == 3, "whose turn it is bets in it"
        total = form.locator("input[name=sum]")
        assert [total.get_attribute(name) for name in ("min", "max", "step")] == [
            "1.00", "100.00", "1.00"]
        form.locator("select[name=seat]").select_option(seats[-1])
        total.fill("35")
        form.locator("textarea").fill("Apostou antes da Eva.")
        page.screenshot(path=str(tmp_path / "form.png"))
        form.locator("button.go").click()
        page.wait_for_function("() => !document.querySelector('form.fault')")
        page.wait_for_selector("#steps >> text=fora da vez")
        page.screenshot(path=str(tmp_path / "told.png"))
        assert {guest.balance() for guest in guests} == {90_000}, "it came from a cave"
        now = page.request.get(f"{house.url}/api/staff/tables/poker").json()
        short = next(d for d in now["details"] if d["kind"] == "short")
        assert short["high"] >= 3400, "what was put in must be matched"
