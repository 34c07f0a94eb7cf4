"""Pictures of every game, on a desk and on a telephone, for people to look at.

    python -m tools.pages.pictures FOLDER [GAME ...]

A house is opened, and a newcomer goes from the lobby to a table of each game and plays a round with
the smallest bet. Two pictures are taken in each window: ``GAME-bet-WIDTHxHEIGHT.png`` when the bet
lies and nothing moves any more (at poker: at the first question), and ``GAME-cards-...`` when the
first question comes after that, or the result. Cards and throws are those of that evening.
"""

from __future__ import annotations

import argparse
import contextlib
import time
from pathlib import Path
from typing import Any

from benchmarks.newcomer import LOOK, PATIENCE, Newcomer, Visit
from benchmarks.pages import browser_path, house
from sabot.games import catalogue

DESK, PHONE = (1440, 900), (390, 844)
LANGUAGE = "en-GB"
SETTLES = 1_200
"""Milliseconds for which a page is left alone before its picture."""
BEGIN = {"ready", "deal", "spin", "throw", "play"}
"""Presses that are no answer to a question."""


def picture(browser: Any, lobby: str, game: str, size: tuple[int, int], folder: Path) -> None:
    """Take both pictures of a game in a window of this size."""
    phone = size == PHONE
    window = {"width": size[0], "height": size[1]}
    with contextlib.closing(browser.new_context(
            viewport=window, locale=LANGUAGE, has_touch=phone, is_mobile=phone)) as context:
        newcomer = Newcomer(context.new_page(), lobby, skips=True)
        visit = newcomer.enter(game)
        _until(newcomer, visit, betting=True)
        _take(newcomer.page, folder / f"{game}-bet-{size[0]}x{size[1]}.png")
        _until(newcomer, visit, betting=False)
        _take(newcomer.page, folder / f"{game}-cards-{size[0]}x{size[1]}.png")
        newcomer.leave(visit)


def _until(newcomer: Newcomer, visit: Visit, *, betting: bool) -> None:
    """Play until the bet lies, or until something is asked or decided after it."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if betting and newcomer.page.evaluate("clock.bet"):
            return
        name = newcomer.step(visit)
        if name == "done" or (not betting and name not in ("wait", *BEGIN)):
            return
        newcomer.page.wait_for_timeout(LOOK)


def _take(page: Any, file: Path) -> None:
    page.mouse.move(2, 2)  # nothing is pointed at
    page.wait_for_timeout(SETTLES)
    page.screenshot(path=file)


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.pages.pictures", description="pictures of tables")
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", choices=[*catalogue(), []], default=[], metavar="GAME")
    asked = parser.parse_args()
    path = browser_path()
    if path is None:
        parser.error("no Chromium was found here")
    from playwright.sync_api import sync_playwright

    asked.folder.mkdir(parents=True, exist_ok=True)
    with house(compressed=False) as at, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for game in asked.games or catalogue():
            for size in (DESK, PHONE):
                picture(browser, f"{at}/", game, size, asked.folder)
                print(f"{game} {size[0]}x{size[1]}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
