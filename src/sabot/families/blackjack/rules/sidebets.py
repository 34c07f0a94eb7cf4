"""A side bet as one value: its spot, what decides it, what it pays, and its clauses.

`SideBet.decided` is a closed type: all code that settles, prices or shows such a bet matches on it
and ends in `assert_never`: the round (`sides`, `streak`), exact odds (`sideodds`), compiled rounds
(`side_bets`), the bank's liability (`liability`), the rules page (`menu`), the layout (`cloth`) and
the comparison of regulations (`comparison`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import assert_never

import msgspec

from sabot.equipment import PACK
from sabot.families.blackjack.rules.cites import NONE, Cite
from sabot.families.blackjack.rules.hand import same_value
from sabot.money import Odds
from sabot.words import LANGS, phrase

Test = Callable[[Sequence[str]], bool]
"""Whether cards win: a pure function of the cards in the order in which a place received them. It
must have a name in its module, so that other processes can find it."""

RED = frozenset("HD")


def alike(cards: Sequence[str]) -> str:
    """What these cards have in common: "suit", "colour" or ""."""
    if len({card[1] for card in cards}) == 1:
        return "suit"
    return "colour" if len({card[1] in RED for card in cards}) == 1 else ""


class Alike(msgspec.Struct, frozen=True):
    """A test: the first ``cards`` cards are all of ``rank`` ("" for any one rank) and of one suit
    or of one colour, where ``like`` is "suit" or "colour", or all of other suits, where it is
    "different"."""

    cards: int = 2
    rank: str = ""
    like: str = ""

    def __call__(self, cards: Sequence[str]) -> bool:
        first = cards[:self.cards]
        if len(first) < self.cards or len({card[0] for card in first}) > 1:
            return False
        if self.rank and first[0][0] != self.rank:
            return False
        if self.like == "different":
            return len({card[1] for card in first}) == len(first)
        return not self.like or alike(first) in ("suit", self.like)


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One prize of a side bet.

    ``wins``: the test of the cards that earn it. ``pays``: its odds, under the clause ``law``.
    ``listed``: its name on the rules page (a word "pays.<listed>"); ``title``: in a comparison of
    regulations; ``called``: in the record, "" for nothing.
    """

    wins: Test
    pays: Odds
    law: Cite
    listed: str
    title: str
    called: str = ""


class FirstCards(msgspec.Struct, frozen=True, kw_only=True):
    """The first two cards of a place decide: they win the last of ``lines`` that they make or, with
    ``each``, all lines that they make, in this order. ``conditions``: in English, on what the exact
    price rests."""

    lines: tuple[Line, ...]
    each: bool = False
    conditions: str


class EveryPair(msgspec.Struct, frozen=True, kw_only=True):
    """A first pair of one rank wins ``pays``, and so does each further pair that a split makes of
    it (clause ``further``).

    The stake stays until the round is over and then goes back. The names are those of a `Line`.
    """

    pays: Odds
    law: Cite
    further: Cite
    listed: str
    title: str
    called: str = ""


class ThirdCard(msgspec.Struct, frozen=True, kw_only=True):
    """The first two cards decide and, where they win and their pair is split, the next card of the
    place with them: the last of ``lines`` that these two or three cards make.

    ``conditions`` as for `FirstCards`; ``conditions_unsplit``: for a player who does not split.
    """

    lines: tuple[Line, ...]
    conditions: str
    conditions_unsplit: str


class InARow(msgspec.Struct, frozen=True, kw_only=True):
    """This many ``wins`` of the place in a row pay ``pays``; the bet stays from round to round
    until then, or until the place loses."""

    wins: int
    pays: Odds
    law: Cite
    conditions: str


Decided = FirstCards | EveryPair | ThirdCard | InARow
"""What decides a side bet, with everything that it pays."""


class SideBet(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A bet in addition to the main bet.

    ``spot``: its name after a place's ("3/pair") and that of its spot on the layout, where
    ``lettering`` is printed. ``law``: the clause that allows it. ``anywhere``: at any place with a
    main bet, else only at one's own. ``kind``: bets of one kind may be made together where a law
    allows each player one kind only. ``lost``: the clause under which it loses; bets on wins in a
    row have theirs in `Clauses`. ``alone``: no other bet of its kind lies beside it. ``title``:
    its name in a comparison of regulations; ``readings``: further points there, each a title, the
    text for this bet, and the clause.
    """

    spot: str
    law: Cite
    decided: Decided
    lettering: str
    title: str
    kind: str = ""
    lost: Cite = NONE
    anywhere: bool = False
    alone: bool = False
    readings: tuple[tuple[str, str, str], ...] = ()

    @property
    def group(self) -> str:
        """The kind; the bet itself where no kind is given."""
        return self.kind or self.spot

    @property
    def in_a_row(self) -> int:
        """The number of wins in a row that it needs, 0 where cards decide it."""
        return self.decided.wins if isinstance(self.decided, InARow) else 0


def winning_lines(bet: FirstCards | ThirdCard, cards: Sequence[str]) -> tuple[Line, ...]:
    """The lines that these cards win, none where they lose."""
    won = tuple(line for line in bet.lines if line.wins(cards))
    return won if isinstance(bet, FirstCards) and bet.each else won[-1:]


def net_odds(lines: Iterable[Line]) -> Fraction:
    """What these lines pay together for one unit of the stake."""
    return sum((line.pays.ratio for line in lines), Fraction(0))


@lru_cache(maxsize=256)
def two_card_lines(bet: FirstCards | ThirdCard) -> Mapping[tuple[str, str], tuple[Line, ...]]:
    """The lines that every two cards win; pairs of cards that lose are left out."""
    return {pair: lines for pair in product(PACK, PACK) if (lines := winning_lines(bet, pair))}


@lru_cache(maxsize=256)
def three_card_lines(bet: ThirdCard) -> Mapping[tuple[str, str, str], tuple[Line, ...]]:
    """The lines of every winning pair that may be split, with each third card."""
    return {(*pair, card): winning_lines(bet, (*pair, card))
            for pair in two_card_lines(bet) if same_value(*pair) for card in PACK}


def prize_lines(bet: SideBet) -> Iterator[tuple[str, str, Odds, Cite]]:
    """Every prize of a bet: its names on the rules page and in a comparison, its odds and its
    clause."""
    match bet.decided:
        case FirstCards(lines=lines) | ThirdCard(lines=lines):
            for line in lines:
                yield line.listed, line.title, line.pays, line.law
        case EveryPair(listed=listed, title=title, pays=pays, law=law):
            yield listed, title, pays, law
        case InARow(wins=wins, pays=pays, law=law):
            yield f"{wins} wins in a row", phrase("{n} wins in a row", n=wins), pays, law
        case _ as never:
            assert_never(never)


def priced_names(bet: SideBet) -> tuple[str, ...]:
    """The names under which it is priced: one for each strategy that changes how much it wins."""
    match bet.decided:
        case FirstCards() | InARow():
            return (bet.spot,)
        case EveryPair():
            return bet.spot, f"{bet.spot}-split"
        case ThirdCard():
            return bet.spot, f"{bet.spot}-unsplit"
        case _ as never:
            assert_never(never)


def missing_parts(bets: Iterable[SideBet], words: Mapping[str, Mapping[str, str]],
                  odds_words: Mapping[str, Mapping[str, str]]) -> list[str]:
    """What these bets need and a game lacks: words in every language, as "LANGUAGE KEY", and
    clauses."""
    missing = []
    for bet in bets:
        keys = [f"bet.{bet.spot}", *(f"pays.{listed}" for listed, *_ in prize_lines(bet))]
        odds_keys = [f"{part}.{name}" for name in priced_names(bet) for part in ("odds", "given")]
        for lang in LANGS:
            missing += [f"{lang} {key}" for key in keys if key not in words[lang]]
            missing += [f"{lang} {key}" for key in odds_keys if key not in odds_words[lang]]
        laws = [bet.law, *(law for *_, law in prize_lines(bet))]
        if not bet.in_a_row:
            laws.append(bet.lost)
        missing += [f"a clause of the bet {bet.spot!r}" for law in laws if not law[0]]
        missing += [f"a test of the bet {bet.spot!r} that other processes find by its name"
                    for test in _card_tests(bet) if "<" in getattr(test, "__qualname__", "")]
    return missing


def _card_tests(bet: SideBet) -> tuple[Test, ...]:
    """The tests of its cards."""
    match bet.decided:
        case FirstCards(lines=lines) | ThirdCard(lines=lines):
            return tuple(line.wins for line in lines)
        case EveryPair() | InARow():
            return ()
        case _ as never:
            assert_never(never)
