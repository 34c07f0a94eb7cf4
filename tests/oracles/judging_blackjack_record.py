"""Reading a record of the two Portuguese blackjacks of real tables event by event."""

from __future__ import annotations

from typing import Any

from judging import Json, Round
from judging_blackjack import COUNTS, Book, Hand, Stop, hand_of, open_card

Move = tuple[str, str, int, str]
"""What a bettor on a hand pays or receives: ``(kind, player, amount, rule)``."""


def plain(value: Any) -> Any:
    """A list as such, however the record has it."""
    return list(value) if isinstance(value, list | tuple) else value


class Record:
    """Follows a record from the first card on. Whatever the next event has to be is worked out from
    the text; the first one that is not ends the judging of the round."""

    def __init__(self, book: Book, round: Round, start: int) -> None:
        self.book, self.round = book, round
        self.events, self.at = round.events, start
        self.bank: list[str] = []
        self.aside: list[str] = []
        """Cards that were drawn against a wish and lie unseen (18)."""

    def event(self) -> Json:
        """The event that comes next; an empty one at the end of a round."""
        while self.at < len(self.events):
            event = self.events[self.at]
            if "void" in event:
                raise Stop
            step = event.get("step") or {}
            # Before the bank's first card bets may still be made (13 of 2001).
            between = not self.bank and (not step or step["step"] in ("listen", "move")
                                         or step.get("call") == "decides")
            if not between and step.get("call") != "last-coup":
                return event
            self.at += 1
        if self.round.after is None:
            raise Stop
        return {}

    def step(self) -> Json:
        """The step that comes next."""
        return self.event().get("step") or {}

    def take(self, rules: str, step: str, **fields: Any) -> Json:
        """The next event is this step; it is judged by these rules."""
        event = self.event()
        expected = {"step": step, **fields}
        found = {name: plain((event.get("step") or {}).get(name)) for name in expected}
        if not self.book.hold(rules, found, expected, self.at):
            raise Stop
        self.at += 1
        return event

    def is_next(self, step: str, **fields: Any) -> bool:
        """Whether the next event is this step."""
        found = self.step()
        return found.get("step") == step and all(
            plain(found.get(name)) == value for name, value in fields.items())

    def move(self) -> tuple[str, str, Move]:
        """The next event, a move: its hand, its spot ("insurance") and the move itself."""
        step = self.step()
        return hand_of(step["bet"]), step["bet"].partition("/")[2], (
            step["kind"], step["player"], step["amount"], step["law"].rpartition("/")[2])

    def moves(self, rules: str, hand: Hand, expected: list[Move], spot: str = "") -> None:
        """The next moves are these, in any order of the bettors."""
        found: list[Move] = []
        first = self.at
        while len(found) < len(expected) and self.is_next("move"):
            name, on, move = self.move()
            if (name, on) != (hand.name, spot):
                break
            found.append(move)
            self.at += 1
        if not self.book.hold(rules, sorted(found), sorted(expected), first):
            raise Stop

    def rule(self, rules: str) -> str:
        """The number of the first of these rules."""
        return self.book.names(rules)[0]

    def card(self, rules: str, to: str, cards: list[str], hidden: bool = False) -> None:
        """A card is due: the first of those set aside (18), or the next of the shoe."""
        before = len(cards)
        while len(cards) == before:
            if self.aside and not hidden:
                self.use_aside(to, cards)
                return
            event = self.take(rules, "deal", to=to, seen_by="" if hidden else None)
            if "incident" in event:
                self.fault(event["incident"], to, hidden)
            if card := open_card(event):
                cards.append(card)

    def use_aside(self, to: str, cards: list[str]) -> None:
        """The unseen card goes to whoever is due one next (18)."""
        rule = "18-5 | 18-7" if to == "bank" else "18-4 | 18-6"
        if self.is_next("turn", hand="aside"):
            self.aside[0] = self.take(rule, "turn", hand="aside", index=0)["card"]
        known = {} if self.aside[0] == "??" else {"card": self.aside[0]}
        self.take(rule, "shift", frm="aside", index=0, to=to, **known)
        cards.append(self.aside.pop(0))

    def fault(self, incident: Json, to: str, hidden: bool) -> None:
        """Something else happened than the card that was due. Named is the card that came."""
        kind, named = incident["kind"], incident.get("card", "")
        match kind:
            case "damaged":
                self.damaged()
            case "misplaced":
                self.take("17", "call", call="corrected")
            case "jam":
                self.jam()
            case "misdrawn-seen" | "misdrawn-unseen":
                # 18: only a card drawn against a player's wish, never one that the bank is due.
                self.book.hold("18-6 | 18-8", to == "bank", False, self.at)
                if not named:
                    self.misdrawn(kind)
            case "beyond-repair":
                raise Stop
        if not named or (kind in COUNTS and not hidden):
            return
        # A card that was due face down and was seen is void, and another is drawn (17-2; ir/24).
        rules = "18-6 | 18-8" if kind.startswith("misdrawn") else "17-2 | 17-4"
        self.take(rules, "shift", frm=to, to="spoilt", card=named)
        self.take(rules, "discard", hands=["spoilt"])

    def damaged(self) -> None:
        """With a shuffler the card is replaced at once (51), else its pack before the next round
        (5-2, 5-3, ir/50)."""
        if self.round.table["rules"]["shuffler"]:
            self.take("51", "handle", what="replace-card")
            self.take("51-2", "call", call="damaged-told")
        else:
            self.take("5-2", "call", call="damaged")

    def misdrawn(self, kind: str) -> None:
        """A card drawn against a player's wish waits if it is unseen; if it was seen, it is void
        (18)."""
        if kind == "misdrawn-unseen":
            event = self.take("18-4 | 18-6", "deal", to="aside", seen_by="")
            self.aside.append(event.get("card", "??"))
        else:
            event = self.take("18-6 | 18-8", "deal", to="spoilt")
            self.take("18-6 | 18-8", "discard", hands=["spoilt"])
        if "incident" in event:
            raise Stop

    def jam(self) -> None:
        """A head supervisor solves it, or calls a technician (51)."""
        self.take("51-3", "call", call="jam")
        word = self.take("51-3 | 51-4", "handle", what="open-lid").get("word")
        if word == "technician":
            self.take("51-3 | 51-4", "call", call="technician")
