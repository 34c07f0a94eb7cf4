"""Hand histories of hands played here: a PHH file, or a text for players.

Both come from the record as one viewer may see it: of others' cards only those that were shown.
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
    spell,
    write,
)
from sabot.families.pokertable.phh_accounts import OWN, RAKE
from sabot.families.pokertable.phh_replay import RULED, replay, terms_of
from sabot.families.pokertable.round import BOARD, CAVE, DEAD, POT
from sabot.families.pokertable.variant import VARIANTS
from sabot.procedure import Act, Call, Deal, Event, Listen, Move, Reveal, Shuffle, Turn, redact
from sabot.procedure.steps import FLOWS
from sabot.procedure.table import Table
from sabot.procedure.visible_events import ShownDeal, ShownReveal, ShownTurn
from sabot.words import by_language, phrase

ALL_EYES = "*"
"""A viewer who sees every card, to certify the game."""


def default_name(place: int, player: str) -> str:
    """The name of a player in a history."""
    return player or f"p{place}"


def write_history(events: Iterable[Event], table: Table, eyes: str, name: str) -> str:
    """The file of a hand for a player in it, naming no other player."""
    return write(history(events, table, eyes, lambda place, player:
                         f"place {place}, {name}" if player == eyes else f"place {place}"))


def history(events: Iterable[Event], table: Table, eyes: str = "",
            names: Callable[[int, str], str] = default_name) -> Hand:
    """A whole hand of a table as a PHH hand, as this viewer may see it.

    BadHand where no hand was played, and for a variant for which the format has no code. The hand
    names its terms and the percentage of the house, so that `phh_replay.replay` reproduces its
    chips. Where a fault at a real table was corrected in a way that the format cannot express, it
    names the fault (`RULED`).
    """
    record = list(events)
    builder = _HistoryBuilder(table, record, eyes, names)
    for event in record:
        builder.add(event)
    hand = builder.result()
    if builder.faults and not _replays(record, table):
        more = {**hand.more, RULED: list(dict.fromkeys(builder.faults))}
        return replace(hand, more=more)
    return hand


def _replays(record: list[Event], table: Table) -> bool:
    """Whether replaying a hand of a real table reproduces its chips in spite of faults."""
    builder = _HistoryBuilder(table, record, ALL_EYES, default_name)
    for event in record:
        builder.add(event)
    hand = builder.result()
    try:
        return not replay(hand).differences(hand)
    except BadHand:
        return False


class _HistoryBuilder:
    """Builds the actions of a hand from a record."""

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

    def add(self, event: Event) -> None:
        """Takes the next event of the record."""
        step = event.step
        if self.begun and event.incident:
            self.faults.append(event.incident.kind)
        if self.begun and isinstance(step, Shuffle):
            self.hole = {}  # a card was seen: all cards are dealt again (33)
        if isinstance(step, Listen):
            self._flush_deals()
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
            cards = self.hole.get(int(step.hand), [])
            if step.index >= len(cards):
                return  # a card that was dealt by mistake (70)
            if self._sees(event):
                cards[step.index] = card
            if isinstance(step, Turn) or step.seen_by == "*":
                self._show(int(step.hand))
        elif getattr(step, "what", "").startswith("marker-"):
            self.variant = step.what.removeprefix("marker-")  # type: ignore[union-attr]
        elif isinstance(step, Call) and step.call in ("void", "annulled"):
            raise BadHand("the hand is void: it has no history" if step.call == "void" else
                          "the hand is null: it has no history")

    def _sees(self, event: Event) -> bool:
        if self.eyes == ALL_EYES:
            return True
        view = redact(event, self.eyes)
        return isinstance(view, ShownDeal | ShownReveal | ShownTurn) and bool(view.card)

    def _move(self, step: Move) -> None:
        source, target = FLOWS[step.kind]
        if step.kind == "commission" and self.begun:
            self.rake += step.amount
        if step.kind == "hold":  # the hand is over, and stacks stay where they are
            return
        if self.begun and step.kind in ("stake", "return") and step.bet.endswith(CAVE):
            return  # a player comes, goes or tops up during a hand
        if source == "stake":
            self.stakes[step.bet] = self.stakes.get(step.bet, 0) - step.amount
        if target == "stake":
            into = step.into or step.bet
            self.stakes[into] = self.stakes.get(into, 0) + step.amount
            place = into.partition("/")[0]
            if (into.endswith(CAVE) and step.kind in ("resume", "stake", "travel")
                    and not self.begun):
                self.owners[int(place)] = step.player  # a stack moves to the drawn seat (11)
            if self.begun and not self.hole:  # before the deal
                posted = self.ante if into.endswith(DEAD) or self._antes() else self.blind
                posted[int(place)] = posted.get(int(place), 0) + step.amount
                if posted is self.blind:
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
            if self.common in accumulate(VARIANTS[self.variant].board):  # a street is complete
                self._flush_deals()

    def _flush_deals(self) -> None:
        """Writes the first deal and the common cards that came since the last action."""
        if self.hole and not any(action.startswith("d dh") for action in self.actions):
            self.actions += [f"d dh p{n} {spell(self.hole[place])}"
                             for n, place in enumerate(self.order, start=1)]
        if self.board:
            self.actions.append(f"d db {spell(self.board)}")
            self.board, self.street = [], {}

    def _show(self, place: int) -> None:
        self._flush_deals()
        if UNKNOWN not in self.hole[place]:
            line = f"p{self.order.index(place) + 1} sm {spell(self.hole[place])}"
            if line not in self.actions:
                self.actions.append(line)

    def _answer(self, event: Event) -> None:
        question, answer = self.listen, event.answer
        if question is None or not question.window.startswith("turn:") or event.incident:
            return
        place = int(question.window.rpartition(":")[2])
        if isinstance(answer, Act):
            act = answer.act
            if act not in DECISIONS or answer.player != self.owners.get(place):
                return
        else:
            act = question.default
        actor = f"p{self.order.index(place) + 1}"
        before, level = self.street.get(place, 0), max(self.street.values(), default=0)
        if act == "fold":
            self.actions.append(f"{actor} f")
            return
        cave = self.stakes[f"{place}{CAVE}"]
        if act in ("check", "call"):
            self.street[place] = before + min(level - before, cave)
            self.actions.append(f"{actor} cc")
            return
        added = answer.amount if isinstance(answer, Act) else 0
        self.street[place] = before + cave if act == "all-in" else level + added
        self.actions.append(f"{actor} cbr {chips(self.street[place])}")

    def result(self) -> Hand:
        """The finished hand; BadHand where the record has no complete one."""
        if not self.begun or not self.hole:
            raise BadHand("no hand was dealt")
        if any(len(self.hole.get(place, ())) != VARIANTS[self.variant].hole
               for place in self.order):
            raise BadHand(phrase("the deal went wrong ({faults}): the format cannot express it",
                                 faults=", ".join(self.faults)))
        if self.variant not in {code.variant.name for code in CODES.values()}:
            raise BadHand(phrase("the format has no code for {variant}", variant=self.variant))
        self._flush_deals()
        limit = self.table.rules.limit
        code = "PO" if self.variant == "omaha" else "NT"
        more: dict[str, object] = {"table": self.table.name, RAKE[0]: number(self.rake),
                                OWN: terms_of(self.table)}
        if (code, limit) not in (("NT", "cave"), ("PO", "pot")):
            more["_limit"] = limit  # the format has no code for it
        finishing = tuple(self.stakes.get(f"{place}{CAVE}", 0) for place in self.order)
        in_pots = sum(self.stakes.get(f"{place}{end}", 0) for place in self.order
                      for end in (POT, DEAD))
        if in_pots:
            raise BadHand("the hand is not over")
        return Hand(code, tuple(self.ante.get(p, 0) for p in self.order),
                    tuple(self.blind.get(p, 0) for p in self.order), self.table.minimum,
                    tuple(self.before[p] for p in self.order), tuple(self.actions),
                    tuple(self.names(p, self.owners.get(p, "")) for p in self.order), finishing,
                    more)


# -- a text ----------------------------------------------------------------------------------------

_TEXTS = by_language({
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
    "further": ("outras cartas comuns: {}", "further board: {}", "另一組公共牌：{}"),
    "after": ("{} depois da mão ({})", "{} after the hand ({})", "此局後{}（{}）"),
})


def render_text(hand: Hand, lang: str = "en") -> Iterator[str]:
    """Renders a hand as lines of text, in one of the languages of `sabot.words`."""
    texts = _TEXTS[lang]
    for n, stack in enumerate(hand.stacks, start=1):
        parts = [texts["of"].format(hand.name(n), chips(stack))]
        parts += [texts[key].format(chips(abs(sums[n - 1]))) for key, sums in
                  (("antes", hand.antes), ("blind", hand.blinds)) if sums[n - 1]]
        yield texts["comma"].join(parts)
    dealt = {action.to: action.cards for action in hand.parse_actions() if action.what == "dh"}
    for action in hand.parse_actions():
        word, cards = texts.get(action.what, ""), action.cards
        if action.what == "dh":
            if UNKNOWN not in cards:
                yield texts["does"].format(hand.name(action.to), word.format(cards))
        elif action.what == "db":
            yield word.format(cards)
        elif action.what == "sm" and cards == AS_DEALT and dealt.get(action.player):
            yield texts["does"].format(hand.name(action.player), word.format(dealt[action.player]))
        elif action.what == "sm" and cards in ("", AS_DEALT):
            yield texts["does"].format(hand.name(action.player), texts["mucks"])
        else:
            yield texts["does"].format(hand.name(action.player), word.format(action.sum or cards))
    for board in hand.further_boards:
        yield texts["further"].format(spell(board))
    for n, stack in enumerate(hand.finishing or (), start=1):
        net = stack - hand.stacks[n - 1]
        yield texts["of"].format(hand.name(n), texts["after"].format(
            chips(stack), ("-" if net < 0 else "+" if net else "") + chips(abs(net))))
