"""Tables for a picture: real coups with chosen cards, as a house shows them to one person, and the
client's own files to draw them. No house is opened and nothing waits."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import Iterator
from importlib import resources
from types import SimpleNamespace
from typing import Any

import msgspec

from sabot.games import game, read_table
from sabot.house.catalogue.lobby import Lobby
from sabot.house.house import House
from sabot.house.table.versioned_events import begin_item, reseat
from sabot.procedure import (
    Act,
    Deal,
    Dealer,
    Discard,
    Owners,
    Refusal,
    Scripted,
    TableState,
    TimeOut,
    describe_offer,
    offers_for,
    redact,
)
from sabot.procedure.resolvers import Resolver
from sabot.procedure.visible_events import NO_LABEL
from support.demonstration_choices import with_choices
from support.page_files import Answers, stand_in
from support.wire import wire

ME = "Ana"
PEOPLE = (ME, "Rui", "Eva", "Tomás", "Beatriz", "林小姐", "Inês", "João", "Maria Antónia")
STATIC = resources.files("sabot.web") / "static"
SIDES = ("any_pair", "sevens", "over_under", "perfect_pair", "winning_streak")
MACAU = """
game = "blackjack-macau"
name = "Taipa, todas as apostas"
places = {places}
places_per_player = 2
minimum = 100
maximum = 5000
unit = 50
[rules]
decides = "nearest"
one_side_bet = false
""" + "".join(f"{side} = true\n" for side in SIDES) + "".join(
    f'[[authorisations]]\noption = "{o}"\nby = "DICJ"\nreference = "1"\n'
    "requested = 2009-05-04\neffective = 2009-05-11\n"
    for o in ("3.2", "13", "14.4", "14.5", "20.1"))
ONLINE = """
game = "blackjack-online"
name = "Mesa alta"
kind = "multi"
places = 7
places_per_player = 2
minimum = 5
maximum = 500
[rules]
max_splits = 3
"""


def house_table(name: str) -> str:
    """The text of a table that every house opens with."""
    return (resources.files("sabot.house") / "tables" / f"{name}.toml").read_text("utf-8")


def macau(places: int) -> str:
    """A table of Macau with every additional bet."""
    return with_choices(MACAU.format(places=places))


class Chosen(Scripted):
    """Deals everybody the same pair, to split until a place has ``hands`` of them, then small
    cards; the bank an ace, so that insurance is offered, and a total that some hands beat."""

    def __init__(self, hands: int, bank: str = "AS 7D 9C 2C", streaks: bool = False) -> None:
        super().__init__()
        self.hands, self.bank, self.streaks = hands, bank.split(), streaks
        self.seen: dict[str, int] = {}
        self.pairs: dict[str, int] = {}
        self.small = itertools.cycle(["2H", "3S", "2D", "TC", "5H", "3C"])
        self.suits = itertools.cycle("SHDC")

    def resolve(self, step: Any) -> Any:
        if not isinstance(step, Deal):
            return super().resolve(step)
        to, place = step.to, step.to.split(".")[0]
        n = self.seen[to] = self.seen.get(to, 0) + 1
        if to == "bank" or not place.isdigit():
            return self.bank[(n - 1) % len(self.bank)] if to == "bank" else "7C"
        if self.streaks:
            return f"T{next(self.suits)}"
        if self.pairs.get(place, 0) <= self.hands:
            self.pairs[place] = self.pairs.get(place, 0) + 1
            return f"8{next(self.suits)}"
        return next(self.small)


class Listed(Scripted):
    """Deals each hand the cards that are listed for it, first to last; a burn card besides."""

    def __init__(self) -> None:
        super().__init__()
        self.left: dict[str, list[str]] = {}

    def list(self, hands: dict[str, str]) -> None:
        """The cards of the next coup."""
        self.left = {hand: cards.split() for hand, cards in hands.items()}

    def resolve(self, step: Any) -> Any:
        if not isinstance(step, Deal):
            return super().resolve(step)
        return "7C" if step.to == "burn" else self.left[step.to].pop(0)


WISH = ("follow", "split", "double", "insurance", "play-on", "hit", "stand", "wait", "no-insurance")


class Stage:
    """One table, played as far as a picture wants it."""

    def __init__(self, text: str, *, hands: int = 3, bettors: int = 3, mine: tuple[int, ...] = (3,),
                 streaks: bool = False, bank: str = "AS 7D 9C 2C",
                 chance: Resolver | None = None) -> None:
        table = read_table(text)
        assert not isinstance(table, list), table
        self.table, self.game = table, game(table.game)
        self.mine, self.bettors, self.streaks = mine, bettors, streaks
        self.chance = chance or Chosen(hands, bank, streaks)
        self.no = 1
        self.carry = self.game.opening(table)
        self.dealer = Dealer(self.game.coup(table, self.carry), self.chance)

    def act(self, player: str, act: str, seat: str, amount: int = 0) -> bool:
        reply = self.dealer.answer(Act(player, act, seat, amount))
        return not isinstance(reply, Refusal)

    def _offers(self, player: str, act: str) -> Iterator[tuple[str, Any]]:
        for offer in offers_for(self.dealer.standing, player):
            if offer.act == act:
                yield from ((seat, offer) for seat in offer.spots)

    def sit(self) -> Stage:
        """Everybody takes a seat: I at my places, the others at theirs."""
        for place in range(1, self.table.places + 1):
            self._cut()
            assert self.act(self.holder(place), "sit", str(place)), place
        self._cut()
        return self

    def holder(self, place: int) -> str:
        return ME if place in self.mine else PEOPLE[1 + place % (len(PEOPLE) - 1)]

    def seats(self) -> list[str]:
        """Who holds each place now."""
        held = list(self.game.seats(self.carry))
        reseat(held, self.dealer.record)
        return held

    def _cut(self) -> None:
        while (listen := self.dealer.standing) and listen.window.startswith("cut"):
            if isinstance(self.dealer.answer(TimeOut(listen.window)), Refusal):
                offer = listen.offers[0]
                self.act(offer.player or ME, offer.act, offer.seat, offer.low)

    def bet(self, main: int = 0) -> Stage:
        """A main bet on every place, bets of others on it, and every possible side bet."""
        self._cut()
        for place in map(str, range(1, self.table.places + 1)):
            holder = self.holder(int(place))
            more = [p for p in (ME, *PEOPLE[1:]) if p != holder][:self.bettors - 1]
            for who in (holder, *more):
                for seat, offer in list(self._offers(who, "bet")):
                    if seat == place:
                        self.act(who, "bet", seat, min(offer.high, main or 5 * offer.low))
        for place in map(str, range(1, self.table.places + 1)):
            for who in PEOPLE:
                for seat, offer in list(self._offers(who, "bet")):
                    if seat.startswith(f"{place}/"):
                        self.act(who, "bet", seat, min(offer.high, 2 * offer.low))
        return self

    def deal(self) -> Stage:
        """Bets are closed; until the first thing that is asked."""
        while (listen := self.dealer.standing) and listen.window.split(":")[0] in ("bets", "late"):
            reply = self.dealer.answer(TimeOut(listen.window))
            if isinstance(reply, Refusal):
                assert self.act(ME, "deal", "table"), reply
        return self

    def play(self, until: Any = None) -> Stage:
        """Answer what is asked until a condition is true, or the coup is over."""
        for _ in range(900):
            listen = self.dealer.standing
            if listen is None or (until and until(self, listen)):
                break
            offers = sorted(listen.offers, key=lambda o: WISH.index(o.act) if o.act in WISH else 99)
            hit = next((o for o in offers if o.act == "stand" and self.total(o.seat) > 11), None)
            offer = hit if hit and offers[0].act in ("hit", "double") else offers[0]
            if offer.act in ("split", "double") and self.streaks:
                offer = next(o for o in offers if o.act == "stand")
            if offer.act not in WISH:
                self.dealer.answer(TimeOut(listen.window))
            else:
                who = offer.player or offer.players[0]
                reply = self.dealer.answer(Act(who, offer.act, offer.spots[0], offer.high))
                if isinstance(reply, Refusal):
                    reply = self.dealer.answer(TimeOut(listen.window))
                    assert not isinstance(reply, Refusal), (reply, offer)
        return self

    def total(self, hand: str) -> int:
        total = self.state(ME).labels.get(hand, NO_LABEL).total
        return total if isinstance(total, int) else 0

    def next(self) -> Stage:
        """The next coup, with what the last one left."""
        assert self.dealer.over, self.dealer.standing
        self.no += 1
        if isinstance(self.chance, Chosen):
            self.chance.seen, self.chance.pairs = {}, {}
        self.carry = self.dealer.outcome
        self.dealer = Dealer(self.game.coup(self.table, self.carry), self.chance)
        self._cut()
        return self

    def state(self, eyes: str, end: int | None = None) -> TableState:
        """What lies on the table, as this person sees it."""
        state = TableState(self.game.label)
        for event in self.dealer.record[:end]:
            state.fold(redact(event, eyes))
        return state

    def end(self) -> int:
        """Where the last picture of the coup ends: before the bank's cards are put away."""
        for i, event in enumerate(self.dealer.record):
            if isinstance(event.step, Discard) and "bank" in event.step.hands:
                return i
        return len(self.dealer.record)

    def snapshot(self, eyes: str = ME, *, end: int | None = None) -> dict[str, Any]:
        """What the house sends a new visitor of the table, now or at an earlier moment."""
        record = self.dealer.record if end is None else self.dealer.record[:end]
        listen = self.dealer.standing if end is None else None
        event = None
        if listen is not None:
            event = wire(redact(self.dealer.record[-1], eyes)) | {
                "offers": [describe_offer(o) for o in offers_for(listen, eyes)]}
        desk = SimpleNamespace(table=self.table, current_table=self.table, game=self.game)
        stub = SimpleNamespace(room=lambda _: SimpleNamespace(desk=desk),
                               lobby_cards=Lobby(None))  # type: ignore[arg-type]
        steps = [begin_item(f"c{self.no}", self.no), *(redact(e, eyes) or {} for e in record)]
        shown = self.game.public_state(self.dealer.outcome if self.dealer.over else self.carry)
        shown["results"] = ["19", "22", "BJ", "20", "18", "24", "21"]
        places = [str(n) for n, who in enumerate(self.seats(), start=1) if who == eyes]
        table = House.describe(stub, "stage")  # type: ignore[arg-type]
        message = {
            "t": "snapshot", "v": len(steps), "table": table,
            "coup": {"id": f"c{self.no}", "no": self.no},
            "state": self.state(eyes, end).show(), "listen": event,
            "clock": {"window": listen.window, "of": 30, "left": 19.5}
            if listen and listen.clock else None,
            "seats": [{"place": str(n), "name": who, "yours": who == eyes,
                       "online": bool(who) and (n != 2 or who == eyes)}
                      for n, who in enumerate(self.seats(), start=1)],
            "shown": shown, "steps": steps,
            "you": {"player": eyes, "name": eyes, "balance": 112_345_600,
                    "currency": self.game.currency, "places": places,
                    "session": {"started": 0, "coups": 12, "staked": 1_250_000,
                                "won": 990_000, "net": -260_000, "law": ""}},
            "mine": Owners().fold(record).of(eyes), "awaits": None, "closed": None,
        }
        plain: dict[str, Any] = json.loads(msgspec.json.encode(message))
        return plain


def card(name: str, last: list[str]) -> dict[str, Any]:
    """The card of a table in the gaming room, with these last results."""
    table = read_table(house_table(name))
    assert not isinstance(table, list), table
    played = game(table.game)
    desk = SimpleNamespace(table=table, current_table=table, game=played,
                           carry=played.opening(table), dealer=None)
    room = SimpleNamespace(desk=desk, published_seats=(ME, *[""] * (table.places - 1)))
    stub = SimpleNamespace(closed_by=lambda _: None, name=lambda player: player)
    card = Lobby(stub).card(name, room)  # type: ignore[arg-type]
    plain: dict[str, Any] = json.loads(msgspec.json.encode(card)) | {"last": last}
    return plain


def gaming_room(tables: list[dict[str, Any]]) -> dict[str, Any]:
    """What the gaming room receives of these tables, with nothing priced yet."""
    by_id = {t["id"]: SimpleNamespace(game=t["game"]) for t in tables}
    listed = Lobby(SimpleNamespace(tables=by_id)).games()  # type: ignore[arg-type]
    games: list[dict[str, Any]] = json.loads(msgspec.json.encode(listed))
    return {"games": games, "tables": tables, "edges": {}, "counting": list(by_id), "lists": [],
            "machines": [], "playing": [], "me": {"name": ME, "balance": 112_345_600, "demo": True,
                                        "credits": [{"currency": "€", "cents": 112_345_600}]}}


def settled(page: Any) -> None:
    """Wait until the page is laid out and drawn as it will stay."""
    page.evaluate("""() => document.fonts.ready.then(() => new Promise(
        done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60)))))""")


def resized(page: Any, width: int, height: int) -> None:
    """The same page in a window of another size, as when a phone is turned."""
    page.set_viewport_size({"width": width, "height": height})
    settled(page)


@contextlib.contextmanager
def drawn(chromium: Any, snapshot: dict[str, Any], *, width: int, height: int,
          lang: str = "pt-PT", tables: list[dict[str, Any]] | None = None,
          answers: dict[str, Any] | None = None) -> Iterator[Any]:
    """A page that received this snapshot and nothing else, or, with ``tables``, the lobby.
    ``answers`` are what the house says to further paths."""
    touch = width < 760 or height < 600
    context = chromium.new_context(locale=lang, viewport={"width": width, "height": height},
                                   reduced_motion="reduce", has_touch=touch, is_mobile=touch)

    def answer_of(path: str) -> Any:
        if path == "/api/lobby" and path not in (answers or {}):  # dear to tell, seldom asked
            return gaming_room(tables or [])
        return {"/api/session": {"name": ME, "balance": 112_345_600}, **(answers or {})}.get(
            path, [])

    with page_with_snapshot(context, snapshot, answer_of) as page:
        page.goto(f"{stand_in().at}/"
                  + ("index.html" if tables is not None else "table.html?id=stage"))
        page.wait_for_selector(".game" if tables is not None
                               else "body.table:not(.bare) :is(.seat,.oname)")
        settled(page)
        yield page


@contextlib.contextmanager
def page_with_snapshot(context: Any, snapshot: dict[str, Any], answers: Answers) -> Iterator[Any]:
    """An empty page to which a table will send this snapshot and nothing else. The context ends
    with it, and an error of the page's script is one of the test."""
    wrong: list[str] = []

    def line(ws: Any) -> None:
        ws.on_message(lambda _: None)
        ws.send(json.dumps(snapshot))

    context.add_cookies([stand_in().cookie(answers)])
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.route_web_socket("**/ws/**", line)
    try:
        yield page
        assert not wrong, wrong
    finally:
        context.close()
