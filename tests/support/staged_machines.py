"""Machines whose reels stop where a test wants them to, behind the doors of a real house."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sabot.equipment import Seeded
from sabot.families.machine.file import shipped_models
from sabot.families.machine.model import Model
from support.open_house import Doors, table
from support.served_house import HEADERS, PATIENCE, browser

TEXT = """
game = "machines"
name = "{name}"
places = 1
minimum = "0.05"
maximum = "20.00"
[clocks]
between = 0
decision = 60
call = 30
[rules]
number = "{number}"
model = "{name}"
coins = ["0.05", "0.25"]
notes = [5, 10, 20]
{more}
"""


class Picks(Seeded):
    """Chance that gives the numbers which a test wrote down, each where so many sides are asked."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__(seed)
        self.script: deque[tuple[int, int]] = deque()

    def below(self, limit: int) -> int:
        if self.script and self.script[0][0] == limit:
            return self.script.popleft()[1]
        return super().below(limit)

    def stops(self, name: str, *wanted: str, row: int = 1) -> None:
        """The reels of a model stop with these symbols in this row, counted from 0."""
        model = shipped_models()[name]
        assert isinstance(model, Model)
        reels = model.base
        for reel, symbol in enumerate(wanted):
            stop = next(n for n in range(len(reels.strips[reel]))
                        if reels.window_at(reel, n)[row] == symbol and reels.weights[reel][n])
            self.script.append((reels.sides[reel], sum(reels.weights[reel][:stop])))


@contextmanager
def machine(folder: Path, name: str, *, width: int = 1440, height: int = 900,
            lang: str = "pt-PT", motion: str = "reduce", more: str = "", number: str = "0042",
            text: str = "") -> Iterator[tuple[Doors, Any, Picks]]:
    """A machine of this model in a house of its own, a page before it, and its chance."""
    chance, wrong = Picks(), []
    source = text or TEXT.format(name=name, number=number, more=more)
    with Doors(folder, source=chance, tables={"m": table(source)}) as doors, browser() as chromium:
        context = chromium.new_context(
            base_url=doors.at, locale=lang, viewport={"width": width, "height": height},
            reduced_motion=motion)
        context.set_default_timeout(PATIENCE)
        context.request.post("/api/session", data={"name": "Ana"}, headers=HEADERS)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console",
                lambda entry: wrong.append(entry.text) if entry.type == "error" else None)
        page.goto("/table.html?id=m")
        page.locator("[data-do=sit]").wait_for()
        yield doors, page, chance
        assert not wrong, wrong


def sit_down(page: Any, key: str = "3") -> None:
    """Sit down and put a note in, with keys alone."""
    page.keyboard.press("s")
    page.locator("[data-do=cash-out], [data-do^=note-]").first.wait_for()
    page.keyboard.press(key)
    page.locator("[data-do=spin].first").wait_for()


RESTS = "document.querySelector('[data-do=spin]') && !document.querySelector('[inert]')"
LAST = """async () => {
  const get = path => fetch(path).then(reply => reply.json());
  for (const one of await get('/api/me/coups?limit=20')) {
    const { events } = await get('/api/coups/' + encodeURIComponent(one.id));
    if (events.some(e => e.step === 'result' && e.hand === '1')) return events;
  }
  return [];
}"""


def games(doors: Doors) -> int:
    """How many games the machine has counted."""
    return int(doors.house.rooms["m"].desk.carry.meters.games)


def played(doors: Doors, page: Any, many: int) -> list[dict[str, Any]]:
    """Wait until so many games are over and drawn; what the house recorded of the last one."""
    for _ in range(1_200):
        if games(doors) == many and page.evaluate(f"() => Boolean({RESTS})"):
            break
        page.wait_for_timeout(50)
    else:
        raise AssertionError((games(doors), many, page.locator("#caption").inner_text()))
    found: list[dict[str, Any]] = page.evaluate(LAST)
    return found


def spins(doors: Doors, page: Any) -> list[dict[str, Any]]:
    """One game from the keyboard to its end, whatever it asks; what the house recorded of it."""
    before = games(doors)
    page.keyboard.press(" ")
    page.wait_for_function(
        "() => document.querySelector('[inert], [data-do=draw], [data-do=climb]')")
    for _ in range(600):
        if page.locator("[data-do=draw]").count():
            page.keyboard.press("1")
            page.keyboard.press("4")
            page.keyboard.press("d")
        if page.locator("[data-do=stop]").count():
            page.keyboard.press("p")
        if page.locator("[data-do=skip]").count():
            page.keyboard.press("f")
        if page.evaluate(f"() => Boolean({RESTS})"):
            break
        page.wait_for_timeout(50)
    return played(doors, page, before + 1)


def window(page: Any) -> list[list[str]]:
    """What the reels show, as it is drawn."""
    found: list[list[str]] = page.evaluate("""() => [...document.querySelectorAll('.reel')].map(
      reel => [...reel.querySelectorAll('.cell[data-row]')].map(cell => cell.dataset.s))""")
    return found
