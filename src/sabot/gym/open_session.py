"""A session in which chance is entered, with what each player has seen as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b
from itertools import chain
from typing import Self, assert_never

import msgspec
from msgspec import UNSET

from sabot.equipment import PACK
from sabot.games.make_table import TableSource
from sabot.gym.actions import AMOUNTS, WAIT, Amount
from sabot.gym.copying import copy_attributes
from sabot.gym.open_chance import SEAL, OpenChance
from sabot.gym.play import Play
from sabot.gym.session import Session
from sabot.procedure import (
    Act,
    Cover,
    Covered,
    Deal,
    Event,
    Fact,
    Listen,
    Menu,
    Refusal,
    Throw,
    redact,
)

STEPS = 10_000
LONG = 60
"""From so many letters on, a list of open actions is written as a digest."""
_NOT_IN_TEXT = {"law", "also", "offers", "menus", "barred", "default_law", "step", "by", "seal",
                "nonce"}
_NOTHING = ("", (), UNSET)


class OpenSession(Session):
    """A `Session` whose cards and throws are entered, and whose players are all asked.

    ``steps``, ``waits``, ``suits``, ``cards`` and ``fixed`` are those of `sabot.gym.new_state`.
    """

    def __init__(self, game: str, table: TableSource | None, players: int, *, coups: int,
                 purse: int, buy_in: int, amounts: tuple[Amount, ...] = AMOUNTS,
                 steps: int = STEPS, waits: bool = True, suits: bool = True,
                 cards: Sequence[str] = (), fixed: Mapping[str, Sequence[str]] | None = None,
                 **options: object) -> None:
        self.cards, self.steps, self.waits, self.suits = tuple(cards), steps, waits, suits
        self.fixed = {hand: tuple(dealt) for hand, dealt in (fixed or {}).items()}
        super().__init__(game, table, players, 0, coups=coups, purse=purse, buy_in=buy_in,
                         amounts=amounts, **options)
        if self.bots:
            raise ValueError(f"players: found {players}; allowed: {self.game.players_needed} or "
                             f"more, since {game} needs as many and a state has no bots")

    def begin(self, seed: int) -> None:
        """Begin a new episode; nothing in it depends on the seed."""
        super().begin(seed)
        self._chance = OpenChance(self.cards, suits=self.suits)
        self.play = Play(self.game, self.table, self.names, self.bots, seed=0, purse=self.purse,
                         buy_in=self.buy_in, chance=self._chance)
        self.decisions = 0
        self.asked = ""
        self._past_coups: list[tuple[list[Event], dict[str, list[tuple[int, str]]]]] = []
        self._begin_texts()

    def _begin_texts(self) -> None:
        self._decided_at: dict[str, list[tuple[int, str]]] = {name: [] for name in self.names}
        self._texts = {name: _Lines() for name in self.names}

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        copy = super().__deepcopy__(memo)
        chance = copy.play.chance
        assert isinstance(chance, OpenChance)
        copy._chance = chance
        copy._texts = {name: lines.copy() for name, lines in self._texts.items()}
        copy._decided_at = {name: list(acts) for name, acts in self._decided_at.items()}
        return copy

    # -- chance -----------------------------------------------------------------------------------

    @property
    def waits_for_chance(self) -> bool:
        """Whether a card or a number must be entered."""
        return not self.over and self.play.dealer.awaited is not None

    def outcomes(self) -> list[tuple[int, Fraction]]:
        """The possible outcomes of chance, each with its probability."""
        step = self._awaited()
        if not isinstance(step, Deal) or not self.fixed:
            return self._chance.outcomes(step)
        dealt = Counter(event.step.to for event in self.play.dealer.record
                        if isinstance(event.step, Deal))
        later = {hand: [*map(self._chance.card, cards[dealt[hand]:])]
                 for hand, cards in self.fixed.items()}
        if later.get(step.to):
            return [(PACK.index(later[step.to][0]), Fraction(1))]
        return self._chance.outcomes(step, Counter(chain.from_iterable(later.values())))

    def possible(self, outcome: int) -> bool:
        """Whether this is a possible outcome of chance."""
        step = self._awaited()
        if isinstance(step, Throw | Cover):
            return 0 <= outcome - step.first < step.sides[len(self._chance.thrown)]
        return any(outcome == n for n, _ in self.outcomes())

    def outcome_text(self, outcome: int) -> str:
        """An outcome as text: a card, or a number."""
        return PACK[outcome] if isinstance(self._awaited(), Deal) else str(outcome)

    def enter(self, outcome: int) -> None:
        """Enter an outcome, which must be possible."""
        step, chance = self._awaited(), self._chance
        fact: Fact
        match step:
            case Deal():
                fact = PACK[outcome]
                chance.take(step, fact)
            case Throw() | Cover():
                chance.thrown += (outcome,)
                if len(chance.thrown) < len(step.sides):
                    return
                fact, chance.thrown = chance.thrown, ()
                if isinstance(step, Cover):
                    fact = Covered(fact, SEAL, "")
            case _ as never:
                assert_never(never)
        self.play.enter(fact)

    def _awaited(self) -> Deal | Throw | Cover:
        step = self.play.dealer.awaited
        if not isinstance(step, Deal | Throw | Cover):
            raise RuntimeError("chance is not asked now")
        return step

    def proceed(self) -> None:
        """Continue to the next decision or card; ``asked`` is the player who decides, "" for
        none."""
        self.asked = "" if self.over or self._chance.thrown else self.advance()

    # -- decisions --------------------------------------------------------------------------------

    def acts(self, name: str) -> dict[int, Act | None]:
        """The act of each open action, by index. Without ``waits`` a player who alone is asked
        cannot wait."""
        acts = super().acts(name)
        if self.waits or WAIT not in acts or len(acts) == 1 or any(
                self.play.choices(other) for other in self.names if other != name):
            return acts
        return {action: act for action, act in acts.items() if action != WAIT}

    def act_of(self, name: str, action: int) -> Act | None:
        """The act of an open action, None for waiting; LookupError where it is not open."""
        return self.acts(name)[action]

    def act_on(self, name: str, action: int) -> Refusal | None:
        """Do a player's action, given by index; return None or the refusal."""
        at, asked = len(self.play.dealer.record), self._open_text(name)
        refusal = super().act_on(name, action)
        if refusal is None:
            self._decided_at[name].append((at, f"{action} of {asked}"))
            self.decisions += 1
            self.over = self.over or self.decisions >= self.steps
        return refusal

    # -- what was seen ----------------------------------------------------------------------------

    def _end_coup(self) -> None:
        record, decided_at = self.play.dealer.record, self._decided_at
        super()._end_coup()
        if not self.over:
            self._past_coups.append((record, decided_at))
            self._begin_texts()

    def seen_text(self, name: str) -> str:
        """All that a player has seen and decided in this episode, in its order; and what they may
        decide now, if they are asked."""
        parts = []
        for record, decided_at in self._past_coups:
            lines = _Lines()
            lines.add(record, name, decided_at[name])
            parts.append(lines.text)
        lines = self._texts[name]
        lines.add(self.play.dealer.record, name, self._decided_at[name])
        parts.append(lines.text)
        if not (self.over or self.waits_for_chance):
            parts.append(f"open {self._open_text(name)}")
        return "\n".join(parts)

    def _open_text(self, name: str) -> str:
        """The open actions of a player; a digest of them where they are many."""
        text = " ".join(map(str, sorted(self.acts(name))))
        return text if len(text) < LONG else blake2b(text.encode(), digest_size=8).hexdigest()


class _Lines:
    """What a player has seen of a coup, line by line: of the first ``events`` of its record, and
    the first ``decisions`` of the player."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.events = self.decisions = 0

    def copy(self) -> _Lines:
        """An independent copy."""
        return copy_attributes(self)

    def add(self, record: list[Event], name: str, decided_at: list[tuple[int, str]]) -> None:
        """Add what is new in a record, and the player's decisions, each with the number of events
        before it."""
        while self.events < len(record) or self.decisions < len(decided_at):
            if self.decisions < len(decided_at) and decided_at[self.decisions][0] <= self.events:
                self.lines.append(decided_at[self.decisions][1])
                self.decisions += 1
                continue
            if text := _event_text(record[self.events], name):
                self.lines.append(text)
            self.events += 1

    @property
    def text(self) -> str:
        """The lines."""
        return "\n".join(self.lines)


def _event_text(event: Event, name: str) -> str:
    """An event as this player sees it, without the clauses; "" for what is seen otherwise."""
    if isinstance(event.step, Listen | Menu):
        return ""
    visible = redact(event, name)
    if visible is None:
        return ""
    values = [msgspec.to_builtins(value) for field in visible.__struct_fields__
              if field not in _NOT_IN_TEXT and (value := getattr(visible, field)) not in _NOTHING]
    kind = type(visible).__name__.removeprefix("Shown").lower()
    return " ".join((kind, *map(str, values)))
