"""The answers of a game about its bets: all of them priced, and what follows from its rules.

They are sent as they are; a family with more to say extends these structs. Edges are fractions of
one unit of the stake, positive for the house.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from sabot.probability.entry import Bet, ExactBet
from sabot.words import LANGS, to_plain


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Every bet of a table priced under a class of play (``strategy``, "" where nothing is to be
    decided), the main bet first. ``by``: what decides the bets, a "throw" or a "coup".
    ``not_priced``: bets without a price, each with the reason."""

    strategy: str
    by: str | UnsetType = UNSET
    bets: tuple[Bet, ...]
    not_priced: dict[str, str]


class ExactAnswer(Answer, frozen=True, kw_only=True):
    """The bets of a game that adds nothing to them."""

    bets: tuple[ExactBet, ...]


class RuleNames(msgspec.Struct, frozen=True, kw_only=True):
    """The name of a rule in every language, in the order of `LANGS`; ``rule`` is the English and
    ``regra`` the Portuguese name."""

    rule: str
    regra: str
    names: dict[str, str]


class Step(RuleNames, frozen=True, kw_only=True):
    """What a rule adds to the edge: where it ``alone`` is changed, and (``change``) after those
    before it, which gives the ``edge``."""

    alone: float
    change: float
    edge: float


def step(texts: Sequence[str], *, alone: float, change: float, edge: float) -> Step:
    """A step with the name of its rule in the languages of `LANGS`."""
    names = dict(zip(LANGS, texts, strict=True))
    return Step(rule=names["en"], regra=names["pt"], names=names, alone=alone, change=change,
                edge=edge)


class PlayClass(msgspec.Struct, frozen=True, kw_only=True):
    """The value of a class of ``play``: its name in words (``rule``), its edge, and the ``change``
    from the best class."""

    rule: str
    play: str = msgspec.field(name="class")
    edge: float
    change: float


class PublishedFigure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure published by others next to ours, with its source. ``because``: why they differ, ""
    where they agree or nobody knows."""

    rules: str
    published: str
    here: str
    source: str
    agrees: bool
    because: str


# -- one hand --------------------------------------------------------------------------------------


class ActWorth(msgspec.Struct, frozen=True, kw_only=True):
    """The value of an act, in bets: a fraction as text where it is exact, and as a float."""

    exact: str | UnsetType = UNSET
    value: float


class HandEnd(msgspec.Struct, frozen=True, kw_only=True):
    """In how many ways a hand ends so, where they are counted, and with which chance."""

    ways: int | UnsetType = UNSET
    chance: float


class HandAdvice(msgspec.Struct, frozen=True, kw_only=True):
    """How to play one hand against the bank's open card: the ``best`` act, the value of each act,
    the ``cost`` of the second best one, and how it may end: by the possible ``bank_hands``, or by
    the results of the bank."""

    hand: tuple[str, ...]
    up: str
    combination: str
    best: str
    acts: dict[str, ActWorth]
    cost: ActWorth
    bank_hands: int | UnsetType = UNSET
    ends: dict[str, HandEnd]


# -- several bets at once --------------------------------------------------------------------------


class LostCell(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of a chart that is not the best.

    ``part``: a "hand" of no split, the "insurance", even money for a "blackjack", or all that is
    decided after a "split". ``hand``: its cards, or the pair that was split. ``against``: the card
    of the bank. ``act`` of the chart and the ``best`` one; both are "" after a split. ``chance``:
    how often a round comes there under the chart. ``cost``: what the act is worth less than the
    best, in initial bets.
    """

    part: str
    hand: str
    against: str
    act: str
    best: str
    chance: float
    cost: float

    @property
    def loss(self) -> float:
        """What the decision costs per round, in initial bets."""
        return self.chance * self.cost


class ChartLoss(msgspec.Struct, frozen=True, kw_only=True):
    """A chart compared with the best play: the mean ``value`` of a round for a unit of the initial
    bet, that of the ``best`` reply to the table, and the cells that cost something, the most
    expensive first. Their losses add up to that of the chart."""

    value: float
    best: float
    cells: tuple[LostCell, ...]

    @property
    def loss(self) -> float:
        """What the chart loses per round, in initial bets."""
        return self.best - self.value


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of an outcome on several bets: the net result of those it decides and the stakes
    that stay, in cents; its chance, and its colour where it has one."""

    outcome: str
    net: int
    stays: int
    chance: str
    colour: str


class Together(msgspec.Struct, frozen=True, kw_only=True):
    """Several bets at once: what they return until all are decided, and after the next throw or
    coup (``by``). Amounts are cents; ``left``: the cards by rank where some are gone."""

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


def members(*structs: msgspec.Struct) -> dict[str, object]:
    """The members of several structs as one mapping, as they are sent."""
    values: dict[str, object] = {}
    for struct in structs:
        values |= to_plain(struct)
    return values
