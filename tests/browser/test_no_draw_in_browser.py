"""No-draw poker in real browsers: own cards alone are seen, and only when they may be; «vou» and
«passo»; a hand of five on a phone. The clock and the cards are the test's."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from support.open_house import Doors, table
from support.page_measures import by_turns, cut_texts, overlaps, sideways_scroll
from support.served_house import HEADERS, PATIENCE
from support.stacked_shoe import Stacked
from support.staged_coups import Listed, Stage, drawn, resized

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

LAW = "pt-217-2007/poquer-sem-descarte"
TEXT = """
game = "no-draw-poker"
name = "Mondego"
places = 7
minimum = 5
maximum = 125
[rules.jackpot]
chip = 1
""" + "".join(f'[[authorisations]]\noption = "{option}"\nby = "the authority"\nreference = "1"\n'
              "requested = 1970-01-01\neffective = 1970-01-01\n" for option in "89")
DOWN = "carta tapada"
ANA, RUI, BANK = "KS 9S 7S 5S 3S", "8S 8D 4H 6C TS", "AC KD 7H 5D 3C"
ROWS = [hand.split() for hand in (ANA, RUI, BANK)]
CARDS = " ".join(["2D", *(row[n] for n in range(5) for row in ROWS)])
FLUSH = ["rei de espadas", "nove de espadas", "sete de espadas", "cinco de espadas",
         "três de espadas"]


def until(page: Any, so: Callable[[], Any]) -> None:
    """Wait until this is true; what the page has not shown yet appears at once."""
    end = time.monotonic() + 40
    while not so():
        assert time.monotonic() < end, page.locator("#caption").inner_text()
        page.wait_for_timeout(120)
        page.evaluate("document.activeElement?.blur()")
        page.keyboard.press(" ")


def cards(page: Any, hand: str) -> list[str]:
    """What each card of a hand is called."""
    return [str(name).lower() for name in page.locator(
        f'.hand[data-hand="{hand}"] .cardbox, .sub[data-hand="{hand}"] .cardbox').evaluate_all(
        "all => all.map(c => c.getAttribute('aria-label'))")]


def seat(page: Any, place: int) -> Any:
    return page.locator(".seats .seat").nth(place - 1)


def bets(page: Any, place: int) -> None:
    """Five in the first space and a chip in the slot."""
    seat(page, place).locator(".spot").click()
    seat(page, place).locator(".sp.slot:not(:disabled)").click()
    seat(page, place).locator(".sp.slot.lit").wait_for()


@pytest.mark.more_of("phone")
@pytest.mark.law(f"{LAW}/17", f"{LAW}/17-2", f"{LAW}/17-7", f"{LAW}/9")
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desk", "phone"])
def test_a_play_of_two(chromium: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    wrong: list[str] = []
    with Doors(tmp_path, source=Stacked(CARDS, 1, at=26), tables={"t": table(TEXT)}) as doors, \
            ExitStack() as guests:
        pages = []
        for place, name in enumerate(("Ana", "Rui"), start=1):
            context = chromium.new_context(
                base_url=doors.at, locale="pt-PT", reduced_motion="reduce",
                viewport={"width": size[0], "height": size[1]})
            guests.callback(context.close)
            context.set_default_timeout(PATIENCE)
            context.request.post("/api/session", data={"name": name}, headers=HEADERS)
            page = context.new_page()
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.goto("/table.html?id=t")
            seat(page, place).locator(".spot").click()
            until(page, lambda page=page, place=place: seat(page, place).locator(".plus").count())
            pages.append(page)
        ana, rui = pages
        assert not ana.locator("a[href^='odds.html']").count(), "nobody is told how to play"
        assert ana.locator(".links .law[data-law$='/21']").count() == 1
        bets(ana, 1)
        bets(rui, 2)
        until(ana, lambda: seat(ana, 2).locator(".sp.slot.lit").count())
        doors.later(16)
        until(ana, lambda: cards(ana, "1") == FLUSH)
        until(rui, lambda: len(cards(rui, "2")) == 5 and DOWN not in cards(rui, "2"))
        assert cards(ana, "2") == cards(rui, "1") == [DOWN] * 5
        assert cards(ana, "bank") == [DOWN] * 4 + ["três de paus"]
        faces = rui.locator('.sub[data-hand="1"] .cardbox .full').count()
        assert not faces, "the other page has them in no form"
        until(ana, lambda: ana.locator("#controls [data-act='call']:not(:disabled)").count())
        assert not rui.locator("#controls [data-act='call']").count(), "in Rui's turn"
        bank, whole = ana.locator(".bank .name").bounding_box(), ana.viewport_size
        assert bank["x"] >= 0 and ana.evaluate("document.documentElement.scrollWidth") <= \
            whole["width"], "nothing stands beside the screen"
        ana.locator("#controls [data-act='call']").click()
        until(rui, lambda: rui.locator("#controls [data-act='pass']:not(:disabled)").count())
        rui.locator("#controls [data-act='pass']").click()
        # Five to one on ten, evens on five, fifty chips, less one; the loser's hand is never seen.
        until(ana, lambda: "104,00" in ana.locator("#caption").inner_text())
        assert not [name for name in cards(ana, "2") if name != DOWN]
    assert not wrong, wrong


SEVEN = ("AS KS 9D 7C 4H", "9H 8H 7H 6H 5H", "4C 4D 4S 3S 2H", "3C 3D 3H 8C 8D", "KC JC 9C 7S 5C",
         "6D 5S 7D 8S 9S", "QD QH QC TS 2D")


def seven(moment: str) -> Stage:
    """Seven players with a bet and a chip each: their bets, the third one's turn, or the end."""
    dealt = Listed()
    dealt.list({str(n): hand for n, hand in enumerate(SEVEN, start=1)}
               | {"bank": "AD KD JH TH 6C"})
    stage = Stage(TEXT, bettors=1, chance=dealt).sit().bet()
    if moment != "bets":
        stage.deal()
    while moment != "bets" and (listen := stage.dealer.standing):
        offer = listen.offers[listen.offers[0].seat == "5"]  # one passes, six go on
        if moment == "asked" and offer.seat == "3":
            break
        assert stage.act(offer.player, offer.act, offer.seat)
    return stage


@pytest.mark.parametrize("moment", by_turns(["asked", "bets", "end"]))
def test_nothing_overlaps_where_seven_have_five_cards_each(chromium: Any, moment: str) -> None:
    stage = seven(moment)
    snapshot = stage.snapshot(end=stage.end()) if moment == "end" else stage.snapshot()
    with drawn(chromium, snapshot, width=1440, height=900) as page:
        for width, height in ((1440, 900), (1200, 760), (1181, 800), (1181, 700), (844, 390),
                              (390, 844), (360, 740)):
            resized(page, width, height)
            if width > 1180:  # a gain of three figures is as long as a line gets
                page.evaluate("for (const e of document.querySelectorAll('.seat .gain')) if "
                              "(e.textContent) e.textContent = '+104 €'")
            assert not overlaps(page) + cut_texts(page), (moment, width)
            assert sideways_scroll(page) <= 0, (moment, width)
