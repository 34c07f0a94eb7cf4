"""Poker hands: `evaluate` one, and the `equity` of several against each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from sabot.errors import SabotError, as_sabot_error, wrong
from sabot.families.poker import equity as equities
from sabot.families.poker.forms import BOARD, FORMS, Form
from sabot.families.poker.hands import check
from sabot.families.poker.lookup import Evaluator
from sabot.families.poker.lookup import evaluator as lookup_evaluator
from sabot.families.poker.ranges import cards_of
from sabot.library import arguments
from sabot.library.display import frame, html_table, percent
from sabot.pictures import Bar, Picture, bars
from sabot.words import phrase

if TYPE_CHECKING:
    import pandas

MAX_SAMPLES = 1_000_000_000
"""The deals of the largest sample."""
Cards = str | Sequence[str]
"""Cards as a text, "As Kd" or "AsKd", or as codes, ["AS", "KD"]."""


def form_of(name: str) -> Form:
    """A form of poker by the beginning of its name; SabotError names all forms."""
    arguments.text("form", name)
    matches = [form for form in FORMS.values() if name and form.name.startswith(name.lower())]
    if len(matches) != 1:
        raise SabotError(phrase("unknown form of poker {name!r}; allowed: {allowed}",
                                name=name, allowed=", ".join(FORMS)))
    return matches[0]


def codes(what: str, cards: Cards) -> tuple[str, ...]:
    """Cards as codes; SabotError for what is no card."""
    if not isinstance(cards, str):
        if not isinstance(cards, Iterable):
            raise wrong(what, cards, "cards as a text, or a list of texts")
        cards = " ".join(arguments.text(what, card) for card in cards)
    with as_sabot_error():
        return tuple(cards_of(cards))


@dataclass(frozen=True, order=True)
class HandValue:
    """The value of a poker hand; of two the greater wins, and equal ones tie.

    ``strength`` is its number among all hands of the form, ``category`` the word of its
    combination, ``cards`` the five cards that count.

    >>> import sabot
    >>> sabot.evaluate("As Kd Qh Jc Ts") > sabot.evaluate("9s 9d 9h 2c 3s")
    True
    """

    strength: int
    category: str = field(compare=False)
    cards: tuple[str, ...] = field(compare=False)


def evaluate(cards: Cards, board: Cards = (), *, form: str = "holdem") -> HandValue:
    """The value of a hand of five to seven cards, or of own cards with a ``board``.

    ``form``: "holdem" (any of the cards), "omaha" (two own and three of the board), or "synthetic"
    (28 cards; two own). `SabotError` for cards that make no hand.

    >>> import sabot
    >>> sabot.evaluate("AsKs", "Qs Js Ts 2d 3c").category
    'royal'
    >>> sabot.evaluate("As Ah Kd Kc", "Ac Kh 4s 3d 4d", form="omaha").category
    'full'
    """
    rules = form_of(form)
    own, common = codes("cards", cards), codes("board", board)
    with as_sabot_error():
        check([*own, *common], rules.ranking)
    if rules.use:
        if not 5 - rules.use <= len(common) <= BOARD:
            raise wrong("board", " ".join(common),
                        phrase("three to five cards: {form} uses {n} own cards",
                               form=rules.title, n=rules.use))
        if not rules.use <= len(own) <= rules.hole:
            raise wrong("cards", " ".join(own), phrase(
                "{least} to {most} own cards", least=rules.use, most=rules.hole)
                if rules.use < rules.hole else phrase("{n} own cards", n=rules.use))
        fives = [(*mine, *theirs) for mine in combinations(own, rules.use)
                 for theirs in combinations(common, 5 - rules.use)]
    else:
        if not 5 <= len(own) + len(common) <= BOARD + rules.hole:
            raise wrong("cards", " ".join((*own, *common)),
                        "five to seven cards, or own cards with a board")
        fives = [*combinations((*own, *common), 5)]
    known = evaluator(form)
    best = max(fives, key=known.rank)
    strength = known.rank(best)
    return HandValue(strength, known.strength(strength).category, best)


def evaluator(form: str = "holdem") -> Evaluator:
    """The fast evaluator of a form: ``evaluator().rank(cards)`` is the strength of five to seven
    cards as a number, ``ranks`` that of each row of an array.

    >>> import sabot
    >>> rank = sabot.evaluator().rank
    >>> rank(["AS", "AD", "AH", "KC", "KD"]) > rank(["QS", "QD", "QH", "KC", "KD"])
    True
    """
    return lookup_evaluator(form_of(form).ranking)


@dataclass(frozen=True)
class EquityShare:
    """What one hand or range wins of the pot: its ``equity`` as a fraction of the deals counted,
    the chances to win alone and to tie, and the 95 % confidence ``interval`` of the equity (its
    own value twice where every deal was counted)."""

    hand: str
    equity: Fraction
    p_win: Fraction
    p_tie: Fraction
    interval: tuple[float, float]

    @property
    def equity_float(self) -> float:
        """The equity as a float."""
        return float(self.equity)


@dataclass(frozen=True, repr=False)
class Equity:
    """The equity of each hand over ``deals`` deals: all of them if ``exact``, else a sample."""

    form: str
    board: tuple[str, ...]
    dead: tuple[str, ...]
    shares: tuple[EquityShare, ...]
    deals: int
    exact: bool

    def __repr__(self) -> str:
        shares = ", ".join(f"{share.hand} {percent(share.equity)}" for share in self.shares)
        board = f", board={' '.join(self.board)!r}" if self.board else ""
        return f"Equity({self.form!r}{board}, {shares}; {self._how})"

    @property
    def _how(self) -> str:
        return f"all {self.deals:,} deals" if self.exact else f"a sample of {self.deals:,} deals"

    def __getitem__(self, n: int) -> EquityShare:
        return arguments.item("hand", self.shares, n)

    def __iter__(self) -> Iterator[EquityShare]:
        return iter(self.shares)

    def __len__(self) -> int:
        return len(self.shares)

    def to_frame(self) -> pandas.DataFrame:
        """The shares as a data frame; needs pandas."""
        return frame({"hand": share.hand, "equity": share.equity_float, "p_win": float(share.p_win),
                      "p_tie": float(share.p_tie)} for share in self.shares)

    def plot(self) -> Picture:
        """The equities as bars."""
        return bars([Bar(share.hand, share.equity_float, percent(share.equity, 3))
                     for share in self.shares], "the share of the pot that each hand wins")

    def _repr_html_(self) -> str:
        return html_table(("hand", "equity", "wins", "ties"), [
            (share.hand, percent(share.equity), percent(share.p_win), percent(share.p_tie))
            for share in self.shares], f"{self.form} {' '.join(self.board)}: {self._how}")


def equity(*hands: str, form: str = "holdem", board: Cards = (), dead: Cards = (),
           samples: int | None = None, seed: int = 0, exact: bool = False) -> Equity:
    """The share of the pot that each hand wins against the others if nobody folds.

    A hand is cards or a range: "AsKs", "TT", "AKs", "TT+", "20%", "random"; several with commas.
    ``form`` is "holdem", "omaha" or "synthetic". Every deal is counted where that takes seconds,
    otherwise a sample is drawn, from a ``seed``; ``samples`` demands a sample, ``exact`` the count.
    `SabotError` for hands that cannot be dealt.

    >>> import sabot
    >>> sabot.equity("AsKs", "QhQd", board="Qs Js 2d")[0].equity
    Fraction(67, 198)
    """
    for hand in hands:
        arguments.text("hand", hand)
    seed = arguments.seed(seed)
    if samples is not None:
        samples = arguments.whole("samples", samples, 1, MAX_SAMPLES)
    with as_sabot_error():
        result = equities.equity(form_of(form), hands, codes("board", board), codes("dead", dead),
                                 samples=samples, seed=seed, exact=exact)
    return Equity(
        result.form.name, result.board, result.dead,
        tuple(EquityShare(share.text, share.equity, Fraction(share.wins, result.deals),
                          Fraction(sum(times for _, times in share.ties), result.deals),
                          share.interval) for share in result.shares),
        result.deals, result.exact)


__all__ = ["Equity", "EquityShare", "HandValue", "equity", "evaluate", "evaluator", "form_of"]
