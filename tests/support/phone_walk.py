"""One person with a phone at a table of a real house: the test acts for them in the house, on a
clock that it moves, and the page is looked at after each step."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from time import sleep
from typing import Any

from sabot.equipment import Seeded
from sabot.games import catalogue, game, read_table
from sabot.house.live import bots
from sabot.house.people.players import BOT
from sabot.procedure import Act, Offer, offers_for
from sabot.procedure.felt import LayoutFelt
from support.open_house import Doors
from support.served_house import HEADERS, PATIENCE
from support.staged_coups import house_table

STATES = ("empty", "seated", "betting", "deciding", "result")
TABLE_FILES = sorted(file.name.removesuffix(".toml") for file in
                     (resources.files("sabot.house") / "tables").iterdir())
QUIET = """() => new Promise(done => {
  let timer = 0;
  const watch = new MutationObserver(() => again());
  const again = () => { clearTimeout(timer); timer = setTimeout(() => {
    watch.disconnect();
    done();
  }, 250); };
  watch.observe(document.querySelector('main'), { subtree: true, childList: true });
  again();
})"""
SHIFTS = """
  window.shifts = [];
  const of = node => node && (node.id ? '#' + node.id : node.className?.baseVal ?? node.className
    ?? node.nodeName);
  new PerformanceObserver(list => {
    for (const e of list.getEntries().filter(e => !e.hadRecentInput))
      window.shifts.push([e.value, e.startTime,
      ...e.sources.map(s => `${of(s.node)} ${Math.round(s.previousRect.top)}+${
        Math.round(s.previousRect.height)} to ${Math.round(s.currentRect.top)}+${
        Math.round(s.currentRect.height)}`)]);
  }).observe({ type: 'layout-shift', buffered: true });
"""
STAYS = ("leave", "rest", "tip", "top-up", "end", "change-seat", "back")


def table_of_each_game() -> dict[str, str]:
    """The text of one table of each game: of those that every house opens with, the first that
    several people may play at and that feeds no pool."""
    found: dict[str, str] = {}
    for name in TABLE_FILES:
        table = read_table(text := house_table(name))
        assert not isinstance(table, list), table
        text = text.split("\n[rules.jackpot]")[0]  # authorised later than this house's clock
        if not re.search("^pool|^list|^kind = .private", text, re.M) and not table.individual:
            found.setdefault(table.game, text)
    assert set(found) == set(catalogue())
    return found


def has_layout(text: str) -> bool:
    """Whether the table of this text is drawn as a layout."""
    table = read_table(text)
    assert not isinstance(table, list), table
    return isinstance(game(table.game).felt(table), LayoutFelt)


class PhoneWalk:
    """The page, its house and its person, from the empty table to the end of a coup."""

    def __init__(self, doors: Doors, page: Any, player: str) -> None:
        self.doors, self.page, self.player = doors, page, player

    @property
    def desk(self) -> Any:
        return self.doors.house.rooms["t"].desk

    def offers(self) -> list[Offer]:
        """What the house offers this person now."""
        dealer = self.desk.dealer
        if dealer is None or dealer.standing is None:
            return []
        return list(offers_for(dealer.standing, self.player))

    def act(self, act: str, seat: str, amount: int = 0) -> bool:
        room = self.doors.house.rooms["t"]

        async def do() -> Any:
            return await room.ask(lambda: room.act_for(Act(self.player, act, seat, amount)))
        return bool(self.doors.run(do))

    def until(self, reached: Callable[[], bool], *, answer: bool = False) -> None:
        """Let time pass, a second at a time, until this is so."""
        for _ in range(400):
            if reached():
                return
            if answer and self.asked():
                self.answer()
            elif self.bot_thinks():
                sleep(0.02)
            else:
                self.doors.later(1)
        raise AssertionError(f"never came: {self.desk.dealer and self.desk.dealer.standing}")

    def bot_thinks(self) -> bool:
        """Whether one of the players of the house is asked, who answer in their own time."""
        dealer = self.desk.dealer
        return bool(dealer and dealer.standing) and any(
            o.player.startswith(BOT) and o.act not in (*STAYS, "bet", "clear")
            for o in dealer.standing.offers)

    @property
    def betting(self) -> bool:
        return any(offer.act == "bet" for offer in self.offers())

    def asked(self) -> list[Offer]:
        """What only this person may answer now."""
        if self.betting or self.desk.state.over:
            return []
        return [o for o in self.offers() if (o.player == self.player or self.player in o.players)
                and o.act not in STAYS and o.act != "sit"]

    def answer(self) -> None:
        """Answer as whoever wants to see the end: stay in, ask for nothing more."""
        wish = ("stand", "check", "call", "throw", "keep", "spin", "pass", "no-insurance")
        offers = sorted(self.asked(), key=lambda o: wish.index(o.act) if o.act in wish else 99)
        if not any(self.act(o.act, o.spots[0], o.least) for o in offers):
            self.doors.later(1)

    # -- the states ------------------------------------------------------------------------------

    def sit(self) -> None:
        def sits() -> bool:
            return self.player in self.desk.seats or any(
                self.act("sit", o.spots[len(o.spots) // 2], o.least)
                for o in self.offers() if o.act == "sit")
        self.until(sits)

    def bet(self) -> None:
        """A stake where this person may lay one; a note where the table is a machine."""
        place = str(self.desk.seats.index(self.player) + 1)

        def lays() -> bool:
            bets = [o for o in self.offers() if o.act in ("bet", "insert", "note", "cover")]
            if not bets:
                if self.desk.dealer and self.desk.dealer.standing.window.startswith("cut"):
                    self.answer()
                    return False
                return bool(self.asked())
            bets.sort(key=lambda o: place not in o.spots)
            return any(self.act(o.act, place if place in o.spots else o.spots[0],
                                max(o.least, o.low)) for o in bets)
        self.until(lays)

    def reach(self, state: str) -> bool:
        """Whether the table came to this state; a game that asks nothing is never deciding."""
        if state in ("seated", "betting"):
            self.touch()
        if state == "seated":
            self.sit()
        elif state == "betting":
            self.bet()
        elif state == "deciding":
            self.until(lambda: bool(self.asked()) or bool(self.desk.state.over))
            if not self.asked():
                return False
        elif state == "result":
            coup = self.desk.state.coup
            self.until(lambda: bool(self.desk.state.over or self.desk.state.coup != coup),
                       answer=True)
        self.quiet()
        return True

    def shift(self) -> float:
        """How far the page moved by itself: the largest sum of shifts within five seconds that
        follow each other within one, as browsers report it."""
        most = window = 0.0
        first = last = float("-inf")
        for value, at, *_ in self.page.evaluate("shifts"):
            if at - last > 1000 or at - first > 5000:
                window, first = 0.0, at
            window, last = window + value, at
            most = max(most, window)
        return most

    def touch(self) -> None:
        """A finger on the page: what moves now, moves because of it."""
        box = self.page.locator("#caption").bounding_box()
        self.page.touchscreen.tap(box["x"] + 9, box["y"] + 5)

    def quiet(self) -> None:
        """Wait until the page has told what it was told, and nothing more changes in it."""
        self.page.evaluate(QUIET)


@contextlib.contextmanager
def phone_walk(chromium: Any, folder: Path, text: str, width: int, height: int, *,
               lang: str = "en-GB") -> Iterator[PhoneWalk]:
    """A house with this table, and somebody's phone at it."""
    table = read_table(text)
    assert not isinstance(table, list), table
    pace, bots.PACE = bots.PACE, 0.02
    try:
        with Doors(folder, source=Seeded(7), tables={"t": table}) as doors:
            context = chromium.new_context(
                base_url=doors.at, locale=lang, viewport={"width": width, "height": height},
                reduced_motion="reduce", has_touch=True, is_mobile=True)
            context.set_default_timeout(PATIENCE)
            answer = context.request.post("/api/session", data={"name": "Ana"}, headers=HEADERS)
            page = context.new_page()
            wrong: list[str] = []
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.add_init_script(SHIFTS)
            page.goto("/table.html?id=t")
            page.wait_for_selector("body.table:not(.bare)")
            try:
                walk = PhoneWalk(doors, page, str(answer.json()["player"]))
                walk.quiet()
                yield walk
                assert not wrong, wrong
            finally:
                context.close()
    finally:
        bots.PACE = pace
