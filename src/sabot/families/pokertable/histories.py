"""Hands that were played here as hand histories: a PHH file, or a text that a player reads.

Both are made of the record as one pair of eyes may see it: of others' cards, those that were shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import accumulate

from sabot.families.pokertable.betting import DECISIONS
from sabot.families.pokertable.phh import (
    AS_DEALT,
    CODES,
    UNKNOWN,
    BadHand,
    Hand,
    chips,
    number,
    spelt,
    write,
)
from sabot.families.pokertable.phh_replay import OWN, RAKE, RULED, play, terms_of
from sabot.families.pokertable.round import BOARD, CAVE, DEAD, POT
from sabot.families.pokertable.variant import VARIANTS
from sabot.procedure import Act, Call, Deal, Event, Listen, Move, Reveal, Shuffle, Turn, redact
from sabot.procedure.steps import FLOWS
from sabot.procedure.table import Table
from sabot.procedure.visible_events import ShownDeal, ShownReveal, ShownTurn
from sabot.words import by_language

ALL_EYES = "*"
"""Eyes that see every card: those of who certifies the game."""


def named(place: int, player: str) -> str:
    """What a player is called in a history."""
    return player or f"p{place}"


def written(events: Iterable[Event], table: Table, eyes: str, name: str) -> str:
    """The file of a hand for one who played it: it names nobody else."""
    return write(history(events, table, eyes, lambda place, player:
                         f"place {place}, {name}" if player == eyes else f"place {place}"))


def history(events: Iterable[Event], table: Table, eyes: str = "",
            names: Callable[[int, str], str] = named) -> Hand:
    """A whole hand of a table as a PHH hand, as these eyes may see it.

    BadHand where no hand was played, and for a variant that the format has no code for. It says
    under which terms it was played and what the house took, so that `phhplay.play` comes to its
    chips; where a fault at a real table was put right in a way that the format has no words for, it
    says that too (`RULED`).
    """
    record = list(events)
    made = _Telling(table, record, eyes, names)
    for event in record:
        made.tell(event)
    hand = made.done()
    if made.faults and not _plays(record, table):
        more = {**hand.more, RULED: list(dict.fromkeys(made.faults))}
        return replace(hand, more=more)
    return hand


def _plays(record: list[Event], table: Table) -> bool:
    """Whether a hand of a real table, whatever went wrong there, comes to its chips again."""
    made = _Telling(table, record, ALL_EYES, named)
    for event in record:
        made.tell(event)
    hand = made.done()
    try:
        return not play(hand).differs(hand)
    except BadHand:
        return False


class _Telling:
    """A record as it becomes the actions of a hand."""

    def __init__(self, table: Table, record: list[Event], eyes: str,
                 names: Callable[[int, str], str]) -> None:
        self.table, self.eyes, self.names = table, eyes, names
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
        self.common = 0
        self.rake = 0
        self.faults: list[str] = []
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
        if self.begun and event.incident:
            self.faults.append(event.incident.kind)
        if self.begun and isinstance(step, Shuffle):
            self.hole = {}  # a card was seen: all are dealt anew (33)
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
            held = self.hole.get(int(step.hand), [])
            if step.index >= len(held):
                return  # a card that was dealt by mistake (70)
            if self._sees(event):
                held[step.index] = card
            if isinstance(step, Turn) or step.seen_by == "*":
                self._shows(int(step.hand))
        elif getattr(step, "what", "").startswith("marker-"):
            self.variant = step.what.removeprefix("marker-")  # type: ignore[union-attr]
        elif isinstance(step, Call) and step.call in ("void", "annulled"):
            raise BadHand(f"the hand is {'void' if step.call == 'void' else 'null'}: it has no "
                          "history")

    def _sees(self, event: Event) -> bool:
        if self.eyes == ALL_EYES:
            return True
        shown = redact(event, self.eyes)
        return isinstance(shown, ShownDeal | ShownReveal | ShownTurn) and bool(shown.card)

    def _move(self, step: Move) -> None:
        source, target = FLOWS[step.kind]
        if step.kind == "commission" and self.begun:
            self.rake += step.amount
        if step.kind == "hold":  # the hand is over, and caves stay where they are
            return
        if self.begun and step.kind in ("stake", "return") and step.bet.endswith(CAVE):
            return  # somebody comes, goes or adds to a cave while a hand is played
        if source == "stake":
            self.stakes[step.bet] = self.stakes.get(step.bet, 0) - step.amount
        if target == "stake":
            into = step.into or step.bet
            self.stakes[into] = self.stakes.get(into, 0) + step.amount
            place = into.partition("/")[0]
            if (into.endswith(CAVE) and step.kind in ("resume", "stake", "travel")
                    and not self.begun):
                self.owners[int(place)] = step.player  # a cave travels where a lot sends it (11)
            if self.begun and not self.hole:  # before the deal
                kept = self.ante if into.endswith(DEAD) or self._antes() else self.blind
                kept[int(place)] = kept.get(int(place), 0) + step.amount
                if kept is self.blind:
                    self.street[int(place)] = self.street.get(int(place), 0) + step.amount

    def _antes(self) -> bool:
        return VARIANTS[self.variant].antes

    def _dealt(self, event: Event, step: Deal) -> None:
        if event.incident:  # no card came
            return
        if step.to.isdigit():
            card = event.card if self._sees(event) else UNKNOWN
            self.hole.setdefault(int(step.to), []).append(card or UNKNOWN)
        elif step.to == BOARD:
            self.board.append(event.card)
            self.common += 1
            if self.common in accumulate(VARIANTS[self.variant].board):  # a street is whole
                self._turned()

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
        if any(len(self.hole.get(place, ())) != VARIANTS[self.variant].hole
               for place in self.order):
            raise BadHand(f"the deal went wrong ({', '.join(self.faults)}): the format has no "
                          "words for it")
        if self.variant not in {of.name for of, _ in CODES.values()}:
            raise BadHand(f"the format has no code for {self.variant}")
        self._turned()
        limit = self.table.rules.limit
        code = "PO" if self.variant == "omaha" else "NT"
        more: dict[str, object] = {"table": self.table.name, RAKE[0]: number(self.rake),
                                OWN: terms_of(self.table)}
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
                    tuple(self.names(p, self.owners.get(p, "")) for p in self.order), after, more)


# -- a text ----------------------------------------------------------------------------------------

_SAID = by_language({
    "of": ("{}: {}", "{}: {}", "{}：{}"),
    "does": ("{} {}", "{} {}", "{}：{}"),
    "comma": (", ", ", ", "，"),
    "cc": ("passa ou acompanha", "checks or calls", "過牌或跟注"),
    "f": ("não vai", "folds", "棄牌"),
    "cbr": ("aposta até {}", "bets or raises to {}", "下注或加注至{}"),
    "sm": ("mostra {}", "shows {}", "開牌 {}"),
    "mucks": ("não mostra", "mucks", "不開牌"),
    "antes": ("aposta inicial {}", "ante {}", "底注{}"),
    "blind": ("põe {}", "posts {}", "放入{}"),
    "dh": ("tem {}", "has {}", "持 {}"),
    "db": ("cartas comuns: {}", "board: {}", "公共牌：{}"),
    "after": ("{} depois da mão ({})", "{} after the hand ({})", "此局後{}（{}）"),
})


def text(hand: Hand, lang: str = "en") -> Iterator[str]:
    """A hand as lines that a person reads, in one of the languages of `sabot.words`."""
    own = _SAID[lang]
    for n, stack in enumerate(hand.stacks, start=1):
        parts = [own["of"].format(hand.name(n), chips(stack))]
        parts += [own[key].format(chips(abs(sums[n - 1]))) for key, sums in
                  (("antes", hand.antes), ("blind", hand.blinds)) if sums[n - 1]]
        yield own["comma"].join(parts)
    dealt = {action.to: action.cards for action in hand.told() if action.what == "dh"}
    for action in hand.told():
        word, cards = own.get(action.what, ""), action.cards
        if action.what == "dh":
            if UNKNOWN not in cards:
                yield own["does"].format(hand.name(action.to), word.format(cards))
        elif action.what == "db":
            yield word.format(cards)
        elif action.what == "sm" and cards == AS_DEALT and dealt.get(action.who):
            yield own["does"].format(hand.name(action.who), word.format(dealt[action.who]))
        elif action.what == "sm" and cards in ("", AS_DEALT):
            yield own["does"].format(hand.name(action.who), own["mucks"])
        else:
            yield own["does"].format(hand.name(action.who), word.format(action.sum or cards))
    for n, stack in enumerate(hand.finishing or (), start=1):
        net = stack - hand.stacks[n - 1]
        yield own["of"].format(hand.name(n), own["after"].format(
            chips(stack), ("-" if net < 0 else "+" if net else "") + chips(abs(net))))
