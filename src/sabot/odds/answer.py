"""What a game answers of its bets: all of them priced, and what follows from its rules.

The doors tell these as they are; a kind of game that has more to say adds it in a struct of its
own. Edges are parts of one unit of the stake, above 0 for the house.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from sabot.odds.entry import Bet, ExactBet
from sabot.words import LANGS


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Every bet of a table priced under a class of play (``strategy``, "" where nothing is to be
    decided), the main one first; ``by``: what decides them, a "throw" or a "coup", where that is
    said; ``not_priced``: bets that are not, each with the reason. Each kind says which bets it
    has."""

    strategy: str
    by: str | UnsetType = UNSET
    bets: tuple[Bet, ...]
    not_priced: dict[str, str]


class ExactAnswer(Answer, frozen=True, kw_only=True):
    """The bets of a game of which there is no more to say."""

    bets: tuple[ExactBet, ...]


class RuleNames(msgspec.Struct, frozen=True, kw_only=True):
    """What a rule is called: ``names`` in every language, in the order of `LANGS`; ``rule`` and
    ``regra`` are English and Portuguese for who reads but one."""

    rule: str
    regra: str
    names: dict[str, str]


class Step(RuleNames, frozen=True, kw_only=True):
    """What a rule adds to the edge where it ``alone`` is changed, and the ``change`` where it comes
    after those before it, which makes the ``edge``."""

    alone: float
    change: float
    edge: float


def step(texts: Sequence[str], *, alone: float, change: float, edge: float) -> Step:
    """A step whose rule is called so in the languages of `LANGS`."""
    names = dict(zip(LANGS, texts, strict=True))
    return Step(rule=names["en"], regra=names["pt"], names=names, alone=alone, change=change,
                edge=edge)


class PlayClass(msgspec.Struct, frozen=True, kw_only=True):
    """What a class of ``play`` is worth, its name and words (``rule``), and the ``change`` from the
    best of all."""

    rule: str
    play: str = msgspec.field(name="class")
    edge: float
    change: float


class PublishedFigure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure, or several, of somebody else's beside ours, with its source; ``because``: why they
    do not agree, "" where they do or nobody knows."""

    rules: str
    published: str
    here: str
    source: str
    agrees: bool
    because: str


# -- one hand --------------------------------------------------------------------------------------


class ActWorth(msgspec.Struct, frozen=True, kw_only=True):
    """What an act is worth, in bets: a fraction as text, and as a float."""

    exact: str
    value: float


class HandEnd(msgspec.Struct, frozen=True, kw_only=True):
    """In how many ways a hand ends so, and with which chance."""

    ways: int
    chance: float


class HandAdvice(msgspec.Struct, frozen=True, kw_only=True):
    """How one hand is played against the bank's open card: the ``best`` act, what each is worth,
    what the other one costs, and how the ``bank_hands`` that there may be end it."""

    hand: tuple[str, ...]
    up: str
    combination: str
    best: str
    acts: dict[str, ActWorth]
    cost: ActWorth
    bank_hands: int
    ends: dict[str, HandEnd]


# -- bets laid together ----------------------------------------------------------------------------


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What an outcome makes of bets that lie together: the net result of what it decides and what
    ``stays``, in cents; its chance, and its colour where it has one."""

    outcome: str
    net: int
    stays: int
    chance: str
    colour: str


class Together(msgspec.Struct, frozen=True, kw_only=True):
    """Bets laid together: what they return until all is decided, and after the next throw or coup
    (``by``). Sums are cents; ``left``: the cards by rank where they are not all."""

    by: str
    bets: dict[str, int]
    state: str | int | None
    staked: int
    edge: str
    edge_float: float
    mean: str
    variance: str
    deviation: float
    throws: str
    p_win: str
    p_push: str
    p_lose: str
    low: int
    high: int
    net: tuple[tuple[int, str], ...]
    outcomes: tuple[Outcome, ...]
    left: dict[str, int] | UnsetType = UNSET


def members(*told: msgspec.Struct) -> dict[str, object]:
    """The members of several structs side by side, as they are sent."""
    found: dict[str, object] = {}
    for one in told:
        found |= msgspec.to_builtins(one)
    return found
