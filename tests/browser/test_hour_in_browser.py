"""An hour of mixed poker in six browsers: a session and the beginning of the next one, on a clock
that the test moves. All that is done is done by the pages; all that they were told and drew is held
against what each might see, and every cent against the books."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest

from sabot.certify.audit.verify import verify
from sabot.equipment import Seeded
from sabot.house.people.players import GUEST_CREDIT
from sabot.house.table.stored_rounds import stored_round
from sabot.house.table.versioned_events import Item
from sabot.procedure import ALL, Act, Call, Deal, Reveal
from support.open_house import Doors, table
from support.served_house import HEADERS, PATIENCE, browser

pytestmark = [pytest.mark.browser, pytest.mark.more, pytest.mark.timeout(300)]

TABLE = """
game = "holdem"
name = "Uma hora"
places = 10
minimum = 2
maximum = 1000
[clocks]
decision = 60
late = 40
between = 1
[rules]
minimum_share = false
second = "omaha"
percentage = "session"
limit = "cave"
rate = 10
cave = 100
top_up = 100
"""
NAMES = ("Ana", "Rui", "Eva", "Gil", "Inês", "João")
DECISIONS = {"check": 6, "call": 8, "fold": 3, "bet": 2, "raise": 1, "deal-holdem": 1,
             "deal-omaha": 1}
HOUR = 3_600
SCRIPT = (Path(__file__).parent / "hour.js").read_text("utf-8")


class Guest:
    """One person with their own browser."""

    def __init__(self, chromium: Any, doors: Doors, name: str) -> None:
        self.wrong: list[str] = []
        self.context = chromium.new_context(
            base_url=doors.at, locale="en-GB", viewport={"width": 1200, "height": 800},
            reduced_motion="reduce")
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(f"self.unseen = {str(name != NAMES[0]).lower()};{SCRIPT}")
        response = self.context.request.post("/api/session", data={"name": name}, headers=HEADERS)
        self.name, self.id = name, str(response.json()["player"])
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.goto("/table.html?id=t")
        self.page.wait_for_selector("body.table:not(.bare) .rseat", state="attached")
        self.page.evaluate("hour.learn()")


class Hour:
    """The table, its six guests, and the clock. Nothing is done but through a page."""

    def __init__(self, chromium: Any, doors: Doors, seed: int) -> None:
        self.doors, self.random, self.passed = doors, Random(seed), 0.0
        self.guests = {guest.id: guest for guest in (
            Guest(chromium, doors, name) for name in NAMES)}
        self.lay: set[str] = set()  # the cards of the hand before
        self.drawn = 0

    @property
    def desk(self) -> Any:
        return self.doors.house.rooms["t"].desk

    @property
    def window(self) -> str:
        dealer = self.desk.dealer
        return dealer.standing.window if dealer and dealer.standing else ""

    def time(self, seconds: float) -> None:
        self.passed += seconds
        self.doors.later(seconds)

    def does(self, guest: Guest, act: str, *, size: str = "", peek: bool = False) -> None:
        guest.page.evaluate("order => hour.does(order)", {
            "act": act, "v": self.desk.state.version, "size": size, "peek": peek})

    def offers(self, player: str) -> dict[str, Any]:
        return {offer.act: offer for offer in self.desk.dealer.standing.offers
                if (player in offer.players if offer.players else offer.player in ("", player))
                and player not in offer.barred}

    def turn(self) -> tuple[str, list[str]]:
        """Who decides, and what they may do."""
        own = [(offer.player, offer.act) for offer in self.desk.dealer.standing.offers
               if offer.player and offer.player not in offer.barred
               and offer.act in {*DECISIONS, "all-in"}]
        return own[0][0], [act for player, act in own if player == own[0][0]]

    def asks(self, coup: str) -> bool:
        """Whether somebody is asked in this hand, or it is over. An answer is acknowledged before
        all that follows from it is on the table."""
        until = monotonic() + PATIENCE / 1000
        while self.desk.state.coup == coup and not self.desk.state.over:
            if (dealer := self.desk.dealer) and dealer.standing:
                return True
            assert monotonic() < until, "nobody is asked, and nothing ends"
            sleep(.005)
        return False

    def hand(self, *, all_in: bool = False, silent: bool = False) -> None:
        """One hand, from the pause before it to the pause after it."""
        before = self.desk.state.coup
        for place, player in enumerate(self.desk.seats, start=1):
            cave = self.desk.layout.view.bets.get(f"{place}/cave", 0)
            if player and cave < self.desk.table.minimum:
                self.does(self.guests[player], "top-up")
        while self.window == "between":
            self.time(41)
        while self.asks(before):
            player, acts = self.turn()
            if silent and "fold" in acts:
                silent = False
                self.time(61)  # no answer: the clock decides
                continue
            self.time(self.random.choice((20, 35, 50)))
            guest, size = self.guests[player], ""
            act = self.random.choices(acts, [DECISIONS.get(one, 0) for one in acts])[0]
            if all_in and "fold" in acts:
                act = next(one for one in ("all-in", "call") if one in acts)
            elif act in ("bet", "raise"):
                size = self.random.choice(("", "half", "pot"))
            self.does(guest, act, size=size, peek="fold" in acts and self.random.random() < 0.3)
        self.time(2)  # the next one begins with its pause
        assert self.window in ("between", "seats"), self.window
        self.looked(before)

    def looked(self, coup: str) -> None:
        """No page had a card before its eyes might see it; what each says of money is so."""
        owner, shown = self.cards(coup)
        desk, books = self.desk, self.doors.ledger
        caves = {bet.removesuffix("/cave"): cents for bet, cents in desk.layout.view.bets.items()}
        assert sum(caves.values()) == books.balance(f"stake:{desk.state.coup}@EUR")
        for guest in self.guests.values():
            found = guest.page.evaluate("order => hour.sums(order)", {
                "v": desk.state.version, "coup": coup, "caves": caves})
            for card, version in [*found["told"].items(), *found["drawn"].items()]:
                if card in owner and card not in self.lay:  # the cards of the hand before lie on
                    assert owner[card] == guest.id or version >= shown[card], (guest.name, card)
            self.drawn += len(found["drawn"])
            assert not found["refused"], (guest.name, found["refused"])
            assert cents(found["purse"]) == books.balance(f"player:{guest.id}@EUR"), guest.name
            assert {place: cents(sum_) for place, sum_ in found["caves"].items()
                    if cents(sum_)} == caves, guest.name
        self.lay = set(owner)

    def cards(self, coup: str) -> tuple[dict[str, str], dict[str, float]]:
        """Whose each card of a hand was, and from which version on everybody might see it."""
        owner: dict[str, str] = {}
        shown: dict[str, float] = {}
        for version, event in self.events(coup):
            step = event.step
            if isinstance(step, Deal):
                owner[event.card] = step.seen_by
                shown[event.card] = version if step.seen_by == ALL else float("inf")
            elif isinstance(step, Reveal) and step.seen_by == ALL:
                shown[step.card] = min(shown[step.card], version)
        return owner, shown

    def events(self, coup: str) -> list[tuple[int, Any]]:
        """The events of a hand, each with its version."""
        items: list[Item] = list(self.desk.layout.items)
        begins = [i for i, item in enumerate(items)
                  if item.house and item.house.get("step") == "begin"]
        first = next(i for i in begins if items[i].house.get("coup") == coup)
        last = next((i for i in begins if i > first), len(items))
        return [(item.version, item.event) for item in items[first:last] if item.event]

    def record(self) -> tuple[set[str], list[str]]:
        """What was done at the table all the time, and what was called."""
        record = [event for n in range(1, self.desk.state.no + 1)
                  for event in stored_round(self.desk.ledger, f"t-{n}")[1]]
        answers = {event.answer.act if isinstance(event.answer, Act) else "timeout"
                   for event in record if event.answer is not None}
        return answers, [event.step.call for event in record if isinstance(event.step, Call)]

    def adds_up(self) -> None:
        balances = self.doors.ledger.balances()
        assert sum(balances.values()) == 0
        lies = sum(cents for account, cents in balances.items()
                   if account.startswith(("player:", "held:", "stake:")))
        slots = [balances.get(f"{slot}:t@EUR", 0) for slot in ("commission", "gratuity")]
        assert all(slots) and lies + sum(slots) == len(NAMES) * GUEST_CREDIT, balances
        found = verify(self.doors.ledger)
        assert found.verified, found.fault
        assert found.coups >= self.desk.state.no - 1 > 8

    def close(self) -> None:
        for guest in self.guests.values():
            guest.context.close()
            assert not guest.wrong, (guest.name, guest.wrong)


def cents(text: str) -> int:
    """A sum of the page, which has no thousands of anything but credits."""
    return int(Decimal(text or "0") * 100)


@pytest.fixture
def hour(tmp_path: Path) -> Iterator[Hour]:
    with Doors(tmp_path, source=Seeded(11), tables={"t": table(TABLE)}) as doors, \
            browser() as chromium:
        new_hour = Hour(chromium, doors, 11)
        yield new_hour
        new_hour.close()


def test_six_play_for_an_hour(hour: Hour) -> None:
    one, two, three, four, five, late = hour.guests.values()
    for place, guest in enumerate((one, two, three, four, five), start=1):
        guest.page.evaluate("place => hour.sits(String(place))", place)
    hands = 0
    while hour.passed < HOUR or hands < 9:
        hands += 1
        if hands == 2:
            hour.does(one, "rest")
        elif hands == 3:
            hour.does(two, "tip")
            hour.does(one, "back")
        elif hands == 6:
            hour.does(three, "leave")
            free = str(hour.desk.seats.index("") + 1)
            late.page.evaluate("place => hour.sits(place)", free)
        hour.hand(all_in=hands == 5, silent=hands == 4)
    hour.hand()
    answers, calls = hour.record()
    assert {"rest", "back", "tip", "leave", "top-up", "all-in", "timeout"} <= answers
    assert [call for call in calls if call.startswith("session")][:4] == [
        "session-begins", "session-charged", "session-over", "session-begins"]
    assert hour.drawn > 100, "what was drawn was seen"
    hour.adds_up()
