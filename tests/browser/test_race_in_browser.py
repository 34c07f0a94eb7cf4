"""Who watches four players go all in sees what each hand had to win, once the cards are turned."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.open_house import Doors, table
from support.served_house import browser

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

TABLE = 'game = "holdem"\nname = "Ria"\nplaces = 10\nminimum = 2\nmaximum = 1000\n' \
    '[rules]\nminimum_share = false\nlimit = "cave"\n'
ROWS = """() => [...document.querySelectorAll('.rrace tbody tr')].map(
  row => [...row.querySelectorAll('td')].map(cell => parseFloat(cell.title.replace(',', '.'))))"""


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[tuple[Doors, dict[str, Any], list[Any]]]:
    """A table with four players, seen by two who do not sit there, on a screen and a telephone."""
    with Doors(tmp_path, tables={"ria": table(TABLE)}) as doors, browser() as chromium:
        players = [doors.guest(name) for name in ("Ana", "Rui", "Eva", "Gil")]
        lines: dict[str, Any] = {player.id: player.table("ria") for player in players}
        for n, line in enumerate(lines.values(), start=1):
            line.until("snapshot")
            assert line.do("sit", str(n), 4_000)["t"] == "ack"
        pages = []
        for width, height in ((1440, 900), (390, 844)):
            page = chromium.new_context(base_url=doors.at, locale="pt-PT", reduced_motion="reduce",
                                        viewport={"width": width, "height": height}).new_page()
            page.goto("/table.html?id=ria")
            page.wait_for_selector(".rseat", state="attached")
            pages.append(page)
        doors.later(60)
        yield doors, lines, pages
        for line in lines.values():
            line.__exit__()


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/62", "ir/332")
def test_onlookers_see_what_the_hands_had_once_they_are_turned(
        watched: tuple[Doors, dict[str, Any], list[Any]]) -> None:
    doors, lines, pages = watched
    desk = doors.house.rooms["ria"].desk
    for act in ("all-in", "call", "call", "call"):
        for page in pages:
            assert page.evaluate(ROWS) == []
        assert desk.dealer and desk.dealer.standing
        one = next(o for o in desk.dealer.standing.offers if o.act == act)
        assert lines[one.player].do(act, one.seat)["t"] == "ack"
    for page in pages:
        page.wait_for_selector(".rrace tbody tr", state="attached", timeout=30_000)
        rows = page.evaluate(ROWS)
        assert len(rows) == 4 and {len(row) for row in rows} == {3}
        assert all(abs(sum(street) - 100) < 0.03 for street in zip(*rows, strict=True))
        box = page.locator(".rrace").bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= page.viewport_size["width"]
        assert page.evaluate("""() => { const e = document.querySelector('.rrace table');
          return e.scrollWidth <= e.parentElement.clientWidth + 1; }""")
