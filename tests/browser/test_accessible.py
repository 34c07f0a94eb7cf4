"""No page has a serious finding of axe: names, roles, contrast, order, language.

Each game is looked at when somebody has just sat down; then the pages beside the tables. Each has a
width of its own (the long run takes both), and some of them are looked at in every run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from importlib import resources
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError as NotYet

from sabot.games import catalogue, read_table
from support.served_house import PATIENCE, Served, open_page, served
from support.staged_coups import house_table

axe = Axe()
pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

CONTROLS = "document.querySelector('#controls').innerText"
SEAT = ".sitb:not(:disabled):visible, .seat .spot:not(:disabled):visible"
SITS = "document.querySelector('.me, .layout.open')"  # at a table of one's own from the first
WIDTHS = (1280, 390)
TABLE_FILES = sorted(file.name.removesuffix(".toml") for file in
                     (resources.files("sabot.house") / "tables").iterdir())
# Those that have every game priced come last: who asks for one game waits behind them.
PAGES = ("odds.html?game=craps", "odds.html?game=machines", "law.html",
         "law.html?doc=pt-217-2007&game=craps", "equity.html", "api.html", "staff.html",
         "cashier.html", "floor.html", "croupier.html", "history.html", "receipt.html",
         "settings.html",
         "odds.html", "index.html")

# One of each kind of cloth and of page.
ALWAYS = ("blackjack-2007", "american-roulette", "chemin-de-fer", "holdem", "machines",
          "odds.html?game=craps", "law.html", "staff.html", "index.html")


def findings(page: Any) -> list[str]:
    """What axe holds to be serious: the rule, and where it is broken first."""
    return [f"{found['id']}: {found['help']} ({found['nodes'][0]['target']}: "
            f"{found['nodes'][0].get('failureSummary', '')})"
            for found in axe.run(page).response["violations"]
            if found["impact"] in ("serious", "critical")]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house with a table of each game: the first of those that every house opens with, and that
    feeds no pool."""
    texts = {}
    for name in TABLE_FILES:
        table = read_table(text := house_table(name))
        assert not isinstance(table, list), table
        if "\npool" not in text:
            texts.setdefault(table.game, (name, text))
    with served(tmp_path_factory.mktemp("accessible"), dict(texts.values())) as one:
        yield one


@pytest.fixture(scope="module")
def tables(house: Served) -> dict[str, str]:
    """One table of each game."""
    with house.client() as door:
        return {one["game"]: one["id"] for one in door.get("/api/tables").json()}


Visit = Callable[[str, int], Any]


@pytest.fixture(scope="module")
def windows(chromium: Any, house: Served) -> Iterator[Visit]:
    """A window of each width: each visit is that of somebody new."""
    pages: dict[int, Any] = {}
    with ExitStack() as stack:
        def visit(path: str, width: int) -> Any:
            if width not in pages:
                pages[width] = stack.enter_context(open_page(chromium, "about:blank", width=width))
                pages[width].emulate_media(reduced_motion="reduce")
            pages[width].context.clear_cookies()
            pages[width].goto(f"{house.url}/{path}")
            return pages[width]
        yield visit


def cases(of: Iterable[str]) -> list[Any]:
    """Each of these at one width of its own; a long run takes both."""
    return [pytest.param(name, width, marks=[pytest.mark.soak] if n % 2 != m else
                         [] if name in ALWAYS else [pytest.mark.more])
            for n, name in enumerate(of) for m, width in enumerate(WIDTHS)]


@pytest.mark.parametrize(("game", "width"), cases(catalogue()))
def test_a_table_where_somebody_has_just_sat_down(
        windows: Visit, tables: dict[str, str], game: str, width: int) -> None:
    page = windows(f"table.html?id={tables[game]}", width)
    page.locator("#caption :text-matches('.')").first.wait_for()
    before = page.evaluate(CONTROLS)
    page.keyboard.press("s")
    if page.locator(SEAT).count():  # a place that is touched, where no key sits down
        with suppress(NotYet):  # which goes away where the key did sit down
            page.locator(SEAT).first.click(timeout=2000)
    with suppress(NotYet):  # poker lets nobody sit whom its list has not called
        page.wait_for_function(f"before => {CONTROLS} !== before || {SITS}", arg=before,
                               timeout=2000)
    assert findings(page) == []


@pytest.mark.parametrize(("path", "width"), cases(PAGES))
def test_a_page_beside_the_tables(windows: Visit, path: str, width: int) -> None:
    page = windows(path, width)
    page.wait_for_load_state("networkidle", timeout=2 * PATIENCE)  # odds are counted meanwhile
    page.wait_for_function("() => document.title !== ''")
    assert findings(page) == []
