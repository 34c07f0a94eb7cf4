"""Nothing on the cloth lies over something else: full tables, drawn at four widths and measured.

Every place has all the bets that may lie there, some with several bettors, some hands are split as
often as the law lets them be.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from measures import cut, keep, overlaps, sideways
from serving import browser
from staging import ME, ONLINE, Stage, card, drawn, house_table, macau

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

SIZES = ((360, 740), (390, 844), (768, 1024), (1440, 900))
TABLES = {"macau-nine": macau(9), "online": ONLINE,
          **{name: house_table(name) for name in ("lisboa", "acumulado", "taipa")}}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as running:
        yield running


def three_hands(stage: Stage, listen: Any) -> bool:
    """My place has three hands, and one of them is asked."""
    place = str(stage.mine[0])
    return listen.window.split(".")[0] == place and sum(
        hand.split(".")[0] == place for hand in stage.state(ME).hands) >= 3


def pictures(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """A coup at a full table: the bets, the first question, three hands on my place, the end."""
    stage = Stage(text).sit().bet()
    yield "bets", stage.snapshot()
    stage.deal()
    yield "insurance", stage.snapshot()
    stage.play(three_hands)
    yield "split", stage.snapshot()
    stage.play()
    yield "end", stage.snapshot(end=stage.end())


def clean(chromium: Any, snapshot: dict[str, Any], name: str, lang: str = "pt-PT",
          every: int = 1) -> None:
    for width, height in SIZES[::every]:
        with drawn(chromium, snapshot, width=width, height=height, lang=lang) as page:
            keep(page, f"{name}-{width}")
            wrong = overlaps(page) + cut(page)
            assert not wrong, (name, width, wrong)
            assert sideways(page) <= 0


@pytest.mark.parametrize("table", TABLES)
def test_nothing_overlaps_at_a_full_table(chromium: Any, table: str) -> None:
    for moment, snapshot in pictures(TABLES[table]):
        lang = "en-GB" if table == "taipa" else "pt-PT"
        clean(chromium, snapshot, f"full-{table}-{moment}", lang, 3 if moment == "insurance" else 1)


def test_nothing_overlaps_while_streaks_run(chromium: Any) -> None:
    stage = Stage(macau(7), streaks=True, bank="TS 6D TC", bettors=1).sit().bet().deal().play()
    stage.next().bet()
    clean(chromium, stage.snapshot(), "streak-bets")
    stage.deal()
    clean(chromium, stage.snapshot(), "streak-cards")


def test_nothing_overlaps_where_one_player_holds_the_table(chromium: Any) -> None:
    text = house_table("three-places")
    stage = Stage(text, mine=(1, 2, 3)).sit().bet()
    clean(chromium, stage.snapshot(), "three-bets")
    stage.deal().play(three_hands)
    clean(chromium, stage.snapshot(), "three-split")


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


def test_the_gaming_room_cuts_no_text_off(chromium: Any) -> None:
    tables = [card(name, ["BJ", "22", "22", "22", "24", "25", "26"]) for name in (
        "lisboa", "acumulado", "estoril-2001", "taipa", "caixa", "high", "low", "three-places")]
    for width, height in SIZES:
        for lang in ("pt-PT", "en-GB"):
            with drawn(chromium, {}, width=width, height=height, lang=lang, tables=tables) as page:
                assert not cut(page), (width, lang)
                assert sideways(page) <= 0
