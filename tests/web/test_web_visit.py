"""A visit to a house whose clock a test can move, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.chromium_browser import browser
from support.open_house import Doors, row


@pytest.mark.browser
@pytest.mark.law(row("33"), row("35"), row("36"))
def test_who_comes_back_after_an_idle_end_sees_its_sums_and_plays_on(tmp_path: Path) -> None:
    with Doors(tmp_path) as doors, browser() as chromium:
        context = chromium.new_context(base_url=doors.at, locale="en-GB")
        wrong: list[str] = []
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto("/table.html?id=alone")
        page.wait_for_selector(".chipb:not(:disabled)")
        doors.later(180.001)
        page.wait_for_selector(".notice.idle")
        page.goto("about:blank")
        for _ in range(100):
            page.wait_for_timeout(50)
            if not any(room.viewers for room in doors.house.rooms.values()):
                break
        doors.later(15)
        doors.later(60)
        page.goto("/table.html?id=alone")
        page.wait_for_selector(".v-ended")
        page.wait_for_selector(".chipb:not(:disabled)")
        page.click("[data-chip='5']")
        page.wait_for_selector("[data-act=deal]:not(:disabled)")
        assert not wrong
