"""Play a game from a program or a notebook: `play` and its table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from sabot.errors import Problem, SabotError
from sabot.gym.play import Play as TablePlay
from sabot.library import arguments
from sabot.library.tables import Option, Table, find_game, table_of
from sabot.pictures import Picture, Sheet
from sabot.pictures import record as picture_record
from sabot.pictures import table as picture_table
from sabot.procedure import Act, Event, Refusal, Result, redact
from sabot.procedure.narration import Narrator, short_clause
from sabot.procedure.refusal_text import render_refusal, text_for_clause, with_refusal_words
from sabot.words import LANGS, either, phrase, render

YOU = "you"
"""The name of the player in a play of one person."""
SHOWN_NAMES = 20
"""The acts or places that an error lists."""


class Choice(NamedTuple):
    """An act that is open: what it does, at which ``place`` or spot, the sums from ``least`` to
    ``most`` in steps of ``unit`` (cents, 0 for an act without a sum), what it ``cost``s besides,
    and the ``clause`` that offers it."""

    act: str
    place: str
    least: int
    most: int
    unit: int
    cost: int
    clause: str


class Line(NamedTuple):
    """What happened in one step, and the clauses that order it."""

    text: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class CoupResult:
    """A finished coup: its number from 1, the net result of the player in cents, the results of
    hands in words, and everything that happened."""

    number: int
    net: int
    results: tuple[str, ...]
    lines: tuple[Line, ...] = field(repr=False)


def _list(names: Iterable[str]) -> str:
    """Names for an error, each once; not all of many."""
    listed = list(dict.fromkeys(names))
    more = ["..."] if len(listed) > SHOWN_NAMES else []
    return ", ".join([*listed[:SHOWN_NAMES], *more]) or "none"


class Play:
    """A game in play: one person at one table, every step under its clause.

    Cards, dice and house players come from the ``seed``. `choices` lists what is open, `act` does
    it, `wait` lets the clock run. A refused act raises `SabotError`, which names the clause, and
    changes nothing. A new coup begins by itself; `results` has those that are over.

    >>> import sabot
    >>> game = sabot.play("blackjack-2007", seed=7)
    >>> game.act("no-cut")
    >>> game.act("bet", "1", 1000)
    >>> game.act("deal")
    >>> sorted({choice.act for choice in game.choices})
    ['hit', 'split', 'stand', 'surrender']
    >>> game.act("stand")
    >>> game.results[-1].net
    1000
    """

    def __init__(self, table: Table, *, seed: int = 0, purse: int = 0, lang: str = "en") -> None:
        seed, lang = arguments.seed(seed), arguments.language(lang)
        if purse != 0:
            purse = arguments.cents("purse", purse, table.minimum)
        self.table, self.lang = table, lang
        game = find_game(table.game)
        bots = tuple(f"house-{n}" for n in range(1, game.players_needed))
        self._play = TablePlay(game, table.house_table, (YOU,), bots, seed=seed,
                               purse=purse or 1000 * table.minimum)
        self._began_with = self._play.money.worth(YOU)
        self.results: list[CoupResult] = []
        self._lines: list[Line] = []
        self._advance()

    # -- what is open -----------------------------------------------------------------------------

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The acts that are open to the player now."""
        open_now = []
        for (act, place), offers in self._play.choices(YOU).items():
            for offer in offers:
                low, high = (offer.least, offer.high) if offer.priced else (0, 0)
                open_now.append(Choice(act, place, low, high, offer.unit if offer.priced else 0,
                                       offer.cost, offer.law))
        return tuple(open_now)

    @property
    def purse(self) -> int:
        """The player's money that is not on the table, in cents."""
        return self._play.money.purse[YOU]

    @property
    def lines(self) -> tuple[Line, ...]:
        """What has happened in the coup so far, as the player sees it."""
        return tuple(self._lines)

    # -- what is done -----------------------------------------------------------------------------

    def act(self, act: str, place: str = "", cents: int = 0) -> None:
        """Do an act: at the only place where it is open if no place is given. `SabotError` says
        why it is refused, and under which clause."""
        arguments.text("act", act)
        arguments.text("place", place)
        cents = arguments.cents("cents", cents, 0)
        places = [at for name, at in self._play.choices(YOU) if name == act]
        if not place and len(places) == 1:
            (place,) = places
        elif not place and "" not in places:
            raise SabotError.of([self._problem(act, place, cents)])
        refusal = self._play.act(Act(YOU, act, place, cents))
        if refusal is not None:
            problem = self._problem(act, place, cents, refusal.law)
            texts = {lang: f"{self._explain(refusal, lang)}\n{render(problem.sentence, lang)}"
                     for lang in LANGS}
            raise SabotError(texts[self.lang], [problem], texts)
        self._advance()

    def _problem(self, act: str, place: str, cents: int, clause: str = "") -> Problem:
        """What of an act is wrong, and what is open instead."""
        same_act = [choice for choice in self.choices if choice.act == act]
        if not same_act:
            return Problem("act", repr(act), _list(choice.act for choice in self.choices), clause)
        here = [choice for choice in same_act if choice.place == place]
        if not here:
            return Problem("place", repr(place), _list(choice.place for choice in same_act), clause)
        return Problem("cents", str(cents), either(
            phrase("{low} to {high} in steps of {unit}", low=choice.least, high=choice.most,
                   unit=choice.unit) if choice.unit else "0" for choice in here), clause)

    def _explain(self, refusal: Refusal, lang: str) -> str:
        """A refusal in a language."""
        game = self._play.game
        words = game.words.get(lang, {})
        if lang == "en" and not text_for_clause(refusal, words):
            return game.in_currency(refusal.text)
        return render_refusal(refusal, with_refusal_words({lang: dict(words)})[lang],
                              game.money) or refusal.text

    def wait(self) -> None:
        """Do nothing until the clock has run out: the coup goes on as the law orders then."""
        if not self._play.may_wait(YOU):
            raise SabotError("no clock runs: the game waits for an act")
        self._play.wait(YOU)
        self._advance()

    def _advance(self) -> None:
        """Go on until the player is asked; begin the next coup after the end of one."""
        while not self._play.advance():
            if not self._play.over:
                break
            net = self._play.money.worth(YOU) - self._began_with
            self._began_with += net
            happened = self._narrated()
            self.results.append(CoupResult(len(self.results) + 1, net, tuple(
                line.text for line, event in happened if isinstance(event.step, Result)),
                tuple(line for line, _ in happened)))
            self._play.next_coup()
        self._read()

    def _narrated(self) -> list[tuple[Line, Event]]:
        game = self._play.game
        narrator, narrated = Narrator.of(game, self.lang), []
        for event in self._play.dealer.record:
            line = narrator.line(redact(event, YOU))
            if line is not None:
                narrated.append((Line(line.text.strip(), tuple(
                    short_clause(law, game.section) for law in line.laws)), event))
        return narrated

    def _read(self) -> None:
        self._lines = [line for line, _ in self._narrated()]

    # -- how it is shown --------------------------------------------------------------------------

    def picture(self) -> Picture:
        """The table as the player sees it now."""
        return picture_table(self.table.house_table, self._play.view(YOU).show())

    def record(self) -> Sheet:
        """The coup so far, line by line with its clauses."""
        return picture_record(self.table.house_table, self._play.dealer.record, YOU, self.lang)

    def _repr_svg_(self) -> str:
        return self.picture().svg

    def __repr__(self) -> str:
        acts = ", ".join(dict.fromkeys(choice.act for choice in self.choices))
        return f"Play({self.table.game!r}, coup {len(self.results) + 1}, open: {acts or 'nothing'})"


def play(game: str | Table, *, seed: int = 0, purse: int = 0, lang: str = "en",
         **rules: Option) -> Play:
    """Begin a game at a table: see `Play`. ``purse`` is the player's money in cents, by default a
    thousand minimums; ``lang`` is the language of the lines; ``rules`` are those of `Table`.

    >>> import sabot
    >>> sabot.play("holdem", seed=1)
    Play('holdem', coup 1, open: fold, call, raise)
    """
    return Play(table_of(game, rules), seed=seed, purse=purse, lang=lang)


