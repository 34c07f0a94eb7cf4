"""Nothing on the cloth lies over something else: full tables, drawn at many widths and measured.

Every place has all the bets that may lie there, some with several bettors, some hands are split as
often as the law lets them be. `make more` draws the tightest of these pictures (every run two of
them), the long run (``soak``) each table at each moment, at every width, in every language.
"""

from __future__ import annotations

import itertools
from functools import cache
from importlib import resources
from typing import Any

import pytest

from sabot.games import catalogue
from sabot.procedure import TimeOut, redact
from support.page_measures import by_turns, cut_texts, keep_screenshot, overlaps, sideways_scroll
from support.staged_coups import (
    ME,
    ONLINE,
    Listed,
    Stage,
    card,
    drawn,
    house_table,
    macau,
    resized,
    settled,
)
from support.wire import wire

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

# Phones upright and turned, tablets, and windows from the narrowest with the whole cloth on.
SIZES = ((1440, 900), (1200, 800), (1181, 800), (1024, 768), (844, 390), (768, 1024), (390, 844),
         (360, 740))
TABLE_FILES = sorted(file.name.removesuffix(".toml") for file in
                     (resources.files("sabot.house") / "tables").iterdir())
LANGUAGES = ("pt-PT", "en-GB", "zh-MO")
MOMENTS = ("bets", "insurance", "split", "end")
TABLES = {"macau-nine": macau(9), "online": ONLINE,
          **{name: house_table(name) for name in (
              "lisboa", "acumulado", "taipa", "caixa", "estoril-2001", "three-places", "high",
              "quick")}}
# What lies closest: all the bets, the most places, the most hands, the longest names.
WHOLE, UPRIGHT, TURNED = (1181, 800), (360, 740), (844, 390)
TIGHT = (("macau-nine", "split", "pt-PT", (WHOLE, (390, 844))),
         ("macau-nine", "end", "pt-PT", (WHOLE, TURNED)),
         ("acumulado", "split", "en-GB", (WHOLE, UPRIGHT)),
         ("lisboa", "end", "en-GB", (WHOLE, TURNED)),
         ("taipa", "end", "zh-MO", ((1440, 900), (390, 844))),
         ("macau-nine", "split", "zh-MO", (WHOLE, UPRIGHT)),
         ("three-places", "bets", "pt-PT", (TURNED, UPRIGHT)))


def three_hands(stage: Stage, listen: Any) -> bool:
    """My place has three hands, and one of them is asked."""
    place = str(stage.mine[0])
    return listen.window.split(".")[0] == place and sum(
        hand.split(".")[0] == place for hand in stage.state(ME).hands) >= 3


@cache
def pictures(table: str) -> dict[str, dict[str, Any]]:
    """A coup at a full table: the bets, the first question, three hands on my place, the end."""
    alone = {"three-places": (1, 2, 3), "quick": (1,)}
    stage = Stage(TABLES[table], mine=alone.get(table, (3,))).sit().bet()
    snapshots = [stage.snapshot()]
    stage.deal()
    snapshots.append(stage.snapshot())
    stage.play(three_hands)
    snapshots.append(stage.snapshot())
    stage.play()
    snapshots.append(stage.snapshot(end=stage.end()))
    return dict(zip(MOMENTS, snapshots, strict=True))


def clean(chromium: Any, snapshot: dict[str, Any], name: str, lang: str = "pt-PT",
          sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """Draw a picture at each size, one page turned and drawn out, and measure it."""
    with drawn(chromium, snapshot, width=sizes[0][0], height=sizes[0][1], lang=lang) as page:
        for width, height in sizes:
            resized(page, width, height)
            wrong = overlaps(page) + cut_texts(page)
            if wrong or sideways_scroll(page) > 0:
                keep_screenshot(page, f"{name}-{width}")
            assert not wrong, (name, width, wrong)
            assert sideways_scroll(page) <= 0, (name, width)


@pytest.mark.more_of("macau-nine-end-pt-PT-sizes1")
@pytest.mark.parametrize("table, moment, lang, sizes", by_turns(TIGHT, 2))
def test_nothing_overlaps_at_a_full_table(
        chromium: Any, table: str, moment: str, lang: str,
        sizes: tuple[tuple[int, int], ...]) -> None:
    clean(chromium, pictures(table)[moment], f"full-{table}-{moment}", lang, sizes)


@pytest.mark.soak
@pytest.mark.parametrize("table, lang", list(itertools.product(TABLES, LANGUAGES)))
def test_nothing_overlaps_at_any_table_of_the_house(
        chromium: Any, table: str, lang: str) -> None:
    for moment, snapshot in pictures(table).items():
        clean(chromium, snapshot, f"full-{table}-{moment}-{lang}", lang)


def test_a_phone_that_is_turned_chooses_its_front_places_again(chromium: Any) -> None:
    front = "[...document.querySelectorAll('.me .who i')].map(e => e.textContent)"
    with drawn(chromium, pictures("three-places")["end"], width=1440, height=900) as page:
        assert len(page.evaluate(front)) == 3
        resized(page, 390, 844)
        assert page.evaluate(front) == ["1"]   # twelve hands do not stand side by side
        resized(page, 1440, 900)
        assert len(page.evaluate(front)) == 3


@pytest.mark.more
def test_nothing_overlaps_while_streaks_run(chromium: Any) -> None:
    stage = Stage(macau(7), streaks=True, bank="TS 6D TC", bettors=1).sit().bet().deal().play()
    stage.next().bet()
    clean(chromium, stage.snapshot(), "streak-bets", sizes=(WHOLE, UPRIGHT))
    stage.deal()
    clean(chromium, stage.snapshot(), "streak-cards", sizes=(WHOLE, UPRIGHT))


@pytest.mark.more
def test_nothing_overlaps_where_six_bet_on_a_place_that_splits(chromium: Any) -> None:
    stage = Stage(TABLES["acumulado"], bettors=6).sit().bet().deal().play(three_hands)
    clean(chromium, stage.snapshot(), "six-bettors", sizes=(WHOLE, (390, 844)))


NAMES = ("Inês", "Tomás", ME, "Beatriz", "Rui", "", "Eva")


def evening() -> tuple[dict[str, Any], dict[str, Any]]:
    """A table of Lisbon in mid-coup, my eights split against a king; and what the house says of my
    coup before."""
    chance = Listed()
    stage = Stage(TABLES["lisboa"], chance=chance)

    def coup(cards: dict[str, str], bets: dict[str, int], until: Any = None) -> None:
        chance.list(cards)
        stage._cut()
        for place, euros in bets.items():
            assert stage.act(NAMES[int(place) - 1], "bet", place, 100 * euros)
        stage.deal().play(until)

    for place, name in enumerate(NAMES, start=1):
        assert not name or stage.act(name, "sit", str(place))
    stage.dealer.answer(TimeOut("seats"))
    coup({"1": "TH 8C", "3": "KC 9D", "bank": "9H 8S"}, {"1": 10, "3": 20})
    events = [wire(redact(event, ME) or {}) for event in stage.dealer.record]
    stage.next()
    coup({"1": "TS 9H", "2": "AH JC", "3": "8S 8D", "3.1": "TD", "3.2": "3C", "4": "QC 6S",
          "5": "7S 7D", "7": "5H 4C", "bank": "KH 6D"},
         {"1": 30, "2": 10, "3": 20, "4": 100, "5": 50, "7": 10},
         lambda stage, listen: listen.window == "3.2:1")
    snapshot = stage.snapshot()
    for seat in snapshot["seats"]:
        seat["online"] = bool(seat["name"])
    snapshot["shown"]["results"][0] = "17"  # newest first: the coup before this one
    snapshot["clock"] = {"window": "3.2:1", "of": 20, "left": 14.4}
    snapshot["you"] |= {"balance": 124_500, "session": {
        "started": 0, "coups": 31, "staked": 62_000, "won": 66_500, "net": 4_500, "law": ""}}
    return snapshot, {
        "/api/me/coups": [{"id": "c1", "no": 1, "table": "stage"}],
        "/api/coups/c1": {"id": "c1", "no": 1, "events": events}}


def test_the_picture_of_the_readme(chromium: Any) -> None:
    """docs/images/table.png is what this keeps: artefacts/table.png."""
    snapshot, answers = evening()
    with drawn(chromium, snapshot, width=1440, height=900, answers=answers) as page:
        page.wait_for_selector(".paid.net")  # my coup before
        settled(page)
        assert not overlaps(page) + cut_texts(page) and sideways_scroll(page) <= 0
        assert "mão dois: onze" in page.locator("#caption").inner_text()
        assert page.locator("#purse b").inner_text().replace("\xa0", " ") == "1 245,00 €"
        keep_screenshot(page, "table")


def test_the_measure_of_overlaps_can_fail(chromium: Any) -> None:
    stage = Stage(TABLES["lisboa"]).sit().bet()
    with drawn(chromium, stage.snapshot(), width=1440, height=900) as page:
        assert not overlaps(page)
        page.evaluate("""() => { const [, a, b] = document.querySelectorAll('.seat');
            for (const at of ['--x', '--y'])
              a.style.setProperty(at, b.style.getPropertyValue(at)); }
        """)
        assert any("place 2" in found for found in overlaps(page))
        page.evaluate("document.querySelector('.seat:nth-child(3)').style.left = '99%'")
        assert any("leaves the cloth" in found for found in overlaps(page))


@pytest.mark.more
def test_the_gaming_room_cuts_no_text_off(chromium: Any) -> None:
    tables = [card(name, ["BJ", "22", "22", "22", "24", "25", "26"]) for name in (
        "lisboa", "acumulado", "estoril-2001", "taipa", "caixa", "high", "low", "three-places")]
    for lang in LANGUAGES:
        with drawn(chromium, {}, width=1440, height=900, lang=lang, tables=tables) as page:
            for width, height in SIZES[::2]:
                resized(page, width, height)
                assert not cut_texts(page), (width, lang)
                assert sideways_scroll(page) <= 0
            for game in ("blackjack-2007", "blackjack-online"):
                page.click(f"[data-game={game}]")
                page.wait_for_selector(".one")
                for width, height in SIZES[::2]:
                    resized(page, width, height)
                    assert not cut_texts(page), (width, lang)
                    assert sideways_scroll(page) <= 0
                page.go_back()
                page.wait_for_selector(".game")


def test_the_whole_house_is_seen_in_two_windows(chromium: Any) -> None:
    """Families stand side by side: nobody scrolls a room of one card a row."""
    tables = [card(name, []) for name in TABLE_FILES]
    with drawn(chromium, {}, width=1440, height=900, tables=tables) as page:
        assert page.locator(".game").count() == len(catalogue())
        assert page.evaluate("document.scrollingElement.scrollHeight") < 2 * 900
        assert page.evaluate("""() => [...document.querySelectorAll('#tables section')].every(
            (a, i, all) => all.every((b, k) => { if (k <= i) return true;
              const [p, q] = [a, b].map(e => e.getBoundingClientRect());
              return p.right <= q.left + 1 || q.right <= p.left + 1 || p.bottom <= q.top + 1
                || q.bottom <= p.top + 1; }))""")
        keep_screenshot(page, "lobby-whole")
        page.click("[data-f=mo]")
        assert 0 < page.locator(".game").count() < 6
        assert all("MOP" in text for text in page.locator(".lims").all_inner_texts())
        resized(page, 390, 844)
        page.click("[data-f=all]")
        assert page.evaluate("document.scrollingElement.scrollHeight") < 5 * 844
        assert sideways_scroll(page) <= 0
