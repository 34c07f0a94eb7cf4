"""Cards, totals and the course of a round, for the oracles of blackjack. Like these, it has nothing
of the program."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from judging import Json, Judge, Round

TEN, COURT, ACE = "T", "JQK", "A"
ANY = "*"
SHOWN = ("exposed", "misdrawn-seen")
"""Faults by which a card is seen before it is due."""


class Astray(Exception):
    """The record went another way than the text: what follows cannot be compared any more."""


def worth(card: str) -> int:
    """What a card counts, an ace as 1."""
    rank = card[0]
    return 1 if rank == ACE else 10 if rank in TEN + COURT else int(rank)


def total(cards: Sequence[str], fixed: int = 0) -> int:
    """The points: one ace counts 11 where that does not exceed 21, but the first ``fixed`` aces
    have to stay at 1."""
    low = sum(map(worth, cards))
    free = sum(card[0] == ACE for card in cards) > fixed
    return low + 10 if free and low <= 11 else low


def soft(cards: Sequence[str], fixed: int = 0) -> bool:
    """Whether an ace counts 11."""
    return total(cards, fixed) != sum(map(worth, cards))


def natural(cards: Sequence[str]) -> bool:
    """An ace and a card of value ten."""
    return len(cards) == 2 and total(cards) == 21


def special(cards: Sequence[str]) -> bool:
    """6, 7 and 8 of one suit, or three sevens."""
    ranks, suits = sorted(card[0] for card in cards), {card[1] for card in cards}
    return ranks == ["7", "7", "7"] or (ranks == ["6", "7", "8"] and len(suits) == 1)


class Course:
    """Walks along the events of a round. ``take`` says what comes next and compares it.

    ``lying`` is what is at stake, by bet and player, as the moves so far make it. ``aside`` takes
    what may come at any place, and says whether it did.
    """

    def __init__(self, round: Round, verdict: Judge, section: str, on_void: Callable[[], None],
                 aside: Callable[[Json, int], bool] = lambda event, at: False) -> None:
        self.round, self.verdict, self.section = round, verdict, section
        self.events = round.events
        self.at = 0
        self.lying: dict[tuple[str, str], int] = defaultdict(int)
        self.collected: dict[tuple[str, str], int] = defaultdict(int)
        self._on_void, self._aside = on_void, aside
        self.on_fault: Callable[[], None] = lambda: None

    def event(self) -> Json:
        """The event that comes next, {} at the end. A void round ends the comparison here."""
        while self.at < len(self.events):
            event = self.events[self.at]
            if "void" in event:
                self.at += 1
                self._on_void()
                raise Astray
            if not self._aside(event, self.at):
                return event
            self.follow(event.get("step") or {})
            self.at += 1
        return {}

    def step(self) -> Json:
        """The step that comes next, {} if something else does."""
        found: Json = self.event().get("step") or {}
        return found

    def law(self, rule: str) -> str:
        """How a record names a rule of the section."""
        return rule if rule.startswith("ir/") else f"{self.section}/{rule}"

    def hold(self, rules: str, found: Any, expected: Any) -> None:
        """Compare here, and go on."""
        self.verdict.hold(rules, found, expected, self.at)

    def take(self, rules: str, kind: str, /, law: str = "", **fields: Any) -> Json:
        """The next event has to be this step, by the first of these rules (or by ``law``; ``ANY``
        leaves open by which)."""
        event, step = self.event(), self.step()
        names = {"step": kind, **fields}
        if law != ANY:
            names["law"] = self.law(law or rules.split()[0])
        found = {name: step.get(name) for name in names}
        if not self.verdict.hold(rules, found, names, self.at):
            raise Astray
        self.follow(step)
        self.at += 1
        return event

    def follow(self, step: Json) -> None:
        """Keep count of the money that a step moves."""
        if step.get("step") != "move":
            return
        bet, player, amount = step["bet"], step.get("player", ""), step["amount"]
        match step["kind"]:
            case "stake" | "resume":
                self.lying[bet, player] += amount
            case "collect" | "return" | "refund" | "hold":
                self.lying[bet, player] -= amount
                if step["kind"] == "collect":
                    self.collected[bet, player] += amount

    def at_stake(self) -> dict[tuple[str, str], int]:
        """What lies now."""
        return {key: amount for key, amount in self.lying.items() if amount}

    def deal(self, rules: str, to: str, law: str = "", **fields: Any) -> str:
        """A card to a hand. One that was shown before it was due is laid away and another comes;
        after any other fault of the cards nothing more can be compared."""
        event = self.take(rules, "deal", law, to=to, **fields)
        while incident := event.get("incident"):
            step = (self.events[self.at].get("step") if self.at < len(self.events) else None) or {}
            if step.get("step") != "shift" or incident["kind"] not in SHOWN:
                self.on_fault()
                raise Astray
            self.take("5.1.1", "shift", ANY, frm=to, to="spoilt", card=incident["card"])
            event = self.take(rules, "deal", law, to=to, **fields)
        return str(event["card"])

    def move(self, rules: str, kind: str, bet: str, player: str, amount: int,
             law: str = "") -> None:
        """Money from or to a player."""
        self.take(rules, "move", law, kind=kind, bet=bet, player=player, amount=amount)

    def offers(self, rules: str, expected: dict[tuple[str, str], str], **fields: Any) -> Json:
        """People are asked: these acts at these seats, each by its rule, and nothing else. Gives
        the answer."""
        step = self.step()
        listened = self.verdict.hold(rules, {name: step.get(name) for name in fields}
                                     | {"step": step.get("step")},
                                     fields | {"step": "listen"}, self.at)
        offered = {(offer["act"], offer["seat"]): offer["law"] for offer in step.get("offers", ())}
        for key, rule in expected.items():
            self.hold(rule, offered.get(key), self.law(rule))
        if not self.verdict.hold(rules, sorted(offered), sorted(expected), self.at) or not listened:
            raise Astray
        self.at += 1
        answer: Json = self.event().get("answer") or {}
        if not answer:
            raise Astray
        self.at += 1
        return answer
