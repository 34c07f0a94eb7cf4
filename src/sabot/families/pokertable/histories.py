"""Hands that were played here as hand histories: a PHH file, or a text that a player reads.

Both are made of the record as one pair of eyes may see it: of others' cards, those that were shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sabot.families.pokertable.betting import DECISIONS
from sabot.families.pokertable.phh import CODES, UNKNOWN, BadHand, Hand, chips, spelt
from sabot.families.pokertable.round import BOARD, CAVE, DEAD, POT
from sabot.families.pokertable.variant import VARIANTS
from sabot.procedure import Act, Call, Deal, Event, Listen, Move, Reveal, Turn, redact
from sabot.procedure.steps import FLOWS
from sabot.procedure.table import Table

ALL_EYES = "*"
"""Eyes that see every card: those of who certifies the game."""


def history(events: Iterable[Event], table: Table, eyes: str = "") -> Hand:
    """A whole hand of a table as a PHH hand, as these eyes may see it.

    BadHand where no hand was played, and for a variant that the format has no code for. A hand
    played under rules of the law may not be one that `phh.play` takes: its raises, and the shares
    of who is all-in, are others.
    """
    record = list(events)
    made = _Telling(table, record, eyes)
    for event in record:
        made.tell(event)
    return made.done()


class _Telling:
    """A record as it becomes the actions of a hand."""

    def __init__(self, table: Table, record: list[Event], eyes: str) -> None:
        self.table, self.eyes = table, eyes
        self.stakes: dict[str, int] = {}
        self.owners: dict[int, str] = {}
        self.order: list[int] = []
        self.stacks: tuple[int, ...] = ()
        self.before: dict[int, int] = {}
        self.ante: dict[int, int] = {}
        self.blind: dict[int, int] = {}
        self.street: dict[int, int] = {}
        self.hole: dict[int, list[str]] = {}
        self.actions: list[str] = []
        self.board: list[str] = []
        self.listen: Listen | None = None
        self.variant = table.game
        self.begun = False
        self.ended = False
        dealt = (event.step for event in record if isinstance(event.step, Deal))
        for step in dealt:
            if step.to.isdigit() and int(step.to) not in self.order:
                self.order.append(int(step.to))

    def tell(self, event: Event) -> None:
        step = event.step
        if isinstance(step, Listen):
            self._turned()
            self.listen = step
        elif step is None:
            self._answer(event)
        elif isinstance(step, Move):
            self._move(step)
        elif isinstance(step, Call) and step.call == "hand":
            self.begun = True
            self.before = {place: self.stakes.get(f"{place}{CAVE}", 0) for place in self.order}
        elif isinstance(step, Deal):
            self._dealt(event, step)
        elif isinstance(step, Reveal | Turn) and self.begun and step.hand.isdigit():
            card = event.card if isinstance(step, Turn) else step.card
            if self._sees(event):
                self.hole[int(step.hand)][step.index] = card
            if isinstance(step, Turn) or step.seen_by == "*":
                self._shows(int(step.hand))
        elif getattr(step, "what", "").startswith("marker-"):
            self.variant = step.what.removeprefix("marker-")  # type: ignore[union-attr]
        elif isinstance(step, Call) and step.call == "void":
            raise BadHand("the hand is void: it has no history")

    def _sees(self, event: Event) -> bool:
        return self.eyes == ALL_EYES or bool((redact(event, self.eyes) or {}).get("card"))

    def _move(self, step: Move) -> None:
        source, target = FLOWS[step.kind]
        if step.kind == "hold":  # the hand is over, and caves stay where they are
            return
        if source == "stake":
            self.stakes[step.bet] = self.stakes.get(step.bet, 0) - step.amount
        if target == "stake":
            into = step.into or step.bet
            self.stakes[into] = self.stakes.get(into, 0) + step.amount
            place = into.partition("/")[0]
            if into.endswith(CAVE) and step.kind in ("resume", "stake"):
                self.owners[int(place)] = step.player
            if self.begun and not self.hole:  # before the deal
                kept = self.ante if into.endswith(DEAD) or self._antes() else self.blind
                kept[int(place)] = kept.get(int(place), 0) + step.amount
                if kept is self.blind:
                    self.street[int(place)] = self.street.get(int(place), 0) + step.amount

    def _antes(self) -> bool:
        return VARIANTS[self.variant].antes

    def _dealt(self, event: Event, step: Deal) -> None:
        if step.to.isdigit():
            card = event.card if self._sees(event) else UNKNOWN
            self.hole.setdefault(int(step.to), []).append(card or UNKNOWN)
        elif step.to == BOARD:
            self.board.append(event.card)

    def _turned(self) -> None:
        """Common cards that have come since somebody was asked, and the first deal."""
        if self.hole and not any(one.startswith("d dh") for one in self.actions):
            self.actions += [f"d dh p{n} {spelt(self.hole[place])}"
                             for n, place in enumerate(self.order, start=1)]
        if self.board:
            self.actions.append(f"d db {spelt(self.board)}")
            self.board, self.street = [], {}

    def _shows(self, place: int) -> None:
        self._turned()
        if UNKNOWN not in self.hole[place]:
            shown = f"p{self.order.index(place) + 1} sm {spelt(self.hole[place])}"
            if shown not in self.actions:
                self.actions.append(shown)

    def _answer(self, event: Event) -> None:
        asked, answer = self.listen, event.answer
        if asked is None or not asked.window.startswith("turn:") or event.incident:
            return
        place = int(asked.window.rpartition(":")[2])
        if isinstance(answer, Act):
            act = answer.act
            if act not in DECISIONS or answer.player != self.owners.get(place):
                return
        else:
            act = asked.default
        who = f"p{self.order.index(place) + 1}"
        before, level = self.street.get(place, 0), max(self.street.values(), default=0)
        if act == "fold":
            self.actions.append(f"{who} f")
            return
        cave = self.stakes[f"{place}{CAVE}"]
        if act in ("check", "call"):
            self.street[place] = before + min(level - before, cave)
            self.actions.append(f"{who} cc")
            return
        by = answer.amount if isinstance(answer, Act) else 0
        self.street[place] = before + cave if act == "all-in" else level + by
        self.actions.append(f"{who} cbr {chips(self.street[place])}")

    def done(self) -> Hand:
        if not self.begun or not self.hole:
            raise BadHand("no hand was dealt")
        if self.variant not in {of.name for of, _ in CODES.values()}:
            raise BadHand(f"the format has no code for {self.variant}")
        self._turned()
        limit = self.table.rules.limit
        code = "PO" if self.variant == "omaha" else "NT"
        more: dict[str, Any] = {"table": self.table.name}
        if (code, limit) not in (("NT", "cave"), ("PO", "pot")):
            more["_limit"] = limit  # the format has no code for it
        after = tuple(self.stakes.get(f"{place}{CAVE}", 0) for place in self.order)
        left = sum(self.stakes.get(f"{place}{end}", 0) for place in self.order
                   for end in (POT, DEAD))
        if left:
            raise BadHand("the hand is not over")
        return Hand(code, tuple(self.ante.get(p, 0) for p in self.order),
                    tuple(self.blind.get(p, 0) for p in self.order), self.table.minimum,
                    tuple(self.before[p] for p in self.order), tuple(self.actions),
                    tuple(self.owners.get(p, f"p{p}") for p in self.order), after, more)


# -- a text ----------------------------------------------------------------------------------------

_SAID = {
    "en": {"cc": "checks or calls", "f": "folds", "cbr": "bets or raises to {}", "sm": "shows {}",
           "antes": "ante {}", "blind": "puts in {}", "dh": "has {}", "db": "common cards: {}",
           "after": "{} after the hand ({})"},
    "pt": {"cc": "passa ou acompanha", "f": "não vai", "cbr": "aposta até {}", "sm": "mostra {}",
           "antes": "aposta inicial {}", "blind": "põe {}", "dh": "tem {}",
           "db": "cartas comuns: {}", "after": "{} depois da mão ({})"},
}


def text(hand: Hand, lang: str = "en") -> Iterator[str]:
    """A hand as lines that a person reads, in English or Portuguese."""
    said = _SAID[lang]
    for n, stack in enumerate(hand.stacks, start=1):
        parts = [f"{hand.name(n)}: {chips(stack)}"]
        parts += [said[key].format(chips(sums[n - 1])) for key, sums in
                  (("antes", hand.antes), ("blind", hand.blinds)) if sums[n - 1]]
        yield ", ".join(parts)
    for action in hand.actions:
        who, what, *rest = action.split()
        if what == "dh":
            if UNKNOWN not in rest[1]:
                yield f"{hand.name(int(rest[0][1:]))} {said[what].format(rest[1])}"
        elif who == "d":
            yield said[what].format(rest[0])
        else:
            yield f"{hand.name(int(who[1:]))} {said[what].format(*rest[:1] or ('-',))}"
    for n, stack in enumerate(hand.finishing or (), start=1):
        net = stack - hand.stacks[n - 1]
        yield f"{hand.name(n)}: " + said["after"].format(
            chips(stack), ("-" if net < 0 else "+" if net else "") + chips(abs(net)))
