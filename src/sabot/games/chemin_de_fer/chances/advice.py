"""What the solved coup says to its two players: values, best play, what every departure from it
costs, and when drawing at 5 is right.

All is told for the ponto and for each unit of his stake; the banker has the opposite.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from msgspec import UNSET

from sabot.games.chemin_de_fer.chances.deal import ENDLESS, SIX_PACKS, Cards
from sabot.games.chemin_de_fer.chances.duel import (
    CARDS,
    FREE,
    TOTAL,
    Duel,
    Terms,
    banker_may,
    duel,
)
from sabot.games.chemin_de_fer.chances.equilibrium import Solved, answers, replies, solved
from sabot.games.chemin_de_fer.chances.odds_answer import (
    BancoFive,
    Choice,
    DuelAnswer,
    Five,
    HandChoice,
    Solution,
    SolvedDuel,
    TabledFive,
    ThirdChoice,
)
from sabot.games.chemin_de_fer.drawing import NONE
from sabot.odds.entry import ExactBet, bet
from sabot.odds.sheets import Cell, Curve, CurveLine, Sheet, part, word

FIVE, SIX = 5, 6


class Way(NamedTuple):
    """From which cards, and what of his own two each side decides by."""

    cards: Cards
    ponto: str = TOTAL
    banker: str = TOTAL
    words: str = ""


WAYS = {
    "totals": Way(SIX_PACKS, words="each side by its total"),
    "banker-cards": Way(SIX_PACKS, TOTAL, CARDS,
                        "the ponto by his total, the banker by his two cards"),
    "cards": Way(SIX_PACKS, CARDS, CARDS, "each side by its two cards"),
    "endless": Way(ENDLESS, words="cards put back, each side by its total"),
    "endless-cards": Way(ENDLESS, CARDS, CARDS, "cards put back, each side by its two cards"),
}
"""The classes in which a coup is priced, the first where nothing is said."""
Left = tuple[int, ...]
"""Cards that are left, by their points; nothing for all of them."""


@lru_cache(maxsize=32)
def played(way: str, banco: bool, left: Left = ()) -> Solved:
    """The solution of one of `WAYS`."""
    found = WAYS[way]
    cards = Cards(left, found.cards.endless) if left else found.cards
    return solved(duel(cards, Terms(banco, found.ponto, found.banker)))


def entries(way: str, cagnotte: Fraction, left: Left = ()) -> tuple[ExactBet, ...]:
    """The stake of the ponto and that of the bank, by rules 64 and 67 and with banco's free draws;
    ``cagnotte`` is the part that the house takes of what the bank wins (47)."""
    found = []
    for banco, name in ((False, ""), (True, "/banco")):
        one = played(way, banco, left)
        win, lose = (one.apart + one.value) / 2, (one.apart - one.value) / 2
        law = "banco: each side may depart from the rules (70)" if banco else \
            "by rules 64 and 67, free only where they leave it"
        shoe = "the cards that are left" if left else "six packs"
        given = f"{law}; best play of both from {shoe}, {WAYS[way].words}"
        found.append(bet(f"ponto{name}", [(win, Fraction(1))], lose,
                         given=f"{given}; what he loses the banker wins"))
        kept = f"; the house takes {cagnotte} of what the bank wins (47)" if cagnotte else ""
        found.append(bet(f"banker{name}", [(lose, 1 - cagnotte)], win, given=given + kept))
    return tuple(found)


def told(one: Solved) -> Solution:
    """A solution with every choice that was open."""
    game = one.duel
    hands = tuple(
        HandChoice(hand=name, total=total, **_choice(chance, one.gain[name], often))
        for name, total, chance, often, bounds in zip(
            game.left.names, game.left.totals, one.ponto.values(), holds(one),
            zip(*game.ponto, strict=True), strict=True) if tuple(bounds) == FREE)
    cases = tuple(
        ThirdChoice(hand=name, total=game.right.totals[game.right.names.index(name)],
                    third=None if column == NONE else column,
                    **_choice(chance, -one.given[name, column], often))
        for ((name, column), chance), often, low, high in zip(
            one.banker.items(), met(one), game.banker[0].ravel(), game.banker[1].ravel(),
            strict=True) if low < high)
    return Solution(value=str(one.value), value_float=float(one.value), sole=one.sole,
                    ponto=hands, banker=cases)


def _choice(chance: Fraction, gain: Fraction, often: Fraction) -> Choice:
    return {"draws": str(chance), "draws_float": float(chance), "gain": str(gain),
            "gain_float": float(gain), "often": float(often),
            "each": float(gain / often) if often else 0.0}


def holds(one: Solved) -> list[Fraction]:
    """How often each hand of the ponto comes without a natural of the banker's."""
    ways = one.duel.all.stand[:, :, NONE].sum(1)
    return [Fraction(int(number), one.duel.ways) for number in ways]


def met(one: Solved) -> list[Fraction]:
    """How often each case of the banker comes if the ponto plays so."""
    return [stand / one.duel.ways for stand, _ in
            replies(one.duel, list(one.ponto.values()), one.duel.all)]


# -- drawing at five -------------------------------------------------------------------------------


def at_five(game: Duel, y: list[Fraction]) -> tuple[Fraction, Fraction]:
    """What a ponto with five points has on average, where no natural of the banker's ended the
    coup, if he stands and if he draws, against a banker who draws by ``y``."""
    rows = [n for n, total in enumerate(game.left.totals) if total == FIVE]
    ways = int(sum(game.all.stand[n, :, NONE].sum() for n in rows))
    found = answers(game, y)
    no = sum((found[n][0] for n in rows), Fraction(0))
    card = sum((found[n][1] for n in rows), Fraction(0))
    return (no / ways, card / ways) if ways else (no, card)


def _with(one: Solved, cells: dict[tuple[int, int], Fraction]) -> list[Fraction]:
    """The banker's play of a solution with other chances in some cells, by total and third card."""
    totals = dict(zip(one.duel.right.names, one.duel.right.totals, strict=True))
    return [cells.get((totals[name], column), chance)
            for (name, column), chance in one.banker.items()]


def five(way: str, left: Left = ()) -> Five:
    """When drawing at 5 is right, by what the banker does."""
    tabled, free = played(way, False, left), played(way, True, left)
    rows = []
    for three in (1, 0):
        for other in (1, 0):
            no, card = at_five(tabled.duel, _with(tabled, {(3, 9): Fraction(three),
                                                           (5, 4): Fraction(other)}))
            rows.append(TabledFive(
                three_nine=bool(three), five_four=bool(other), no=float(no), card=float(card),
                gain=str(card - no), gain_float=float(card - no)))
    ends = [at_five(free.duel, _with(free, {(SIX, NONE): Fraction(draws)})) for draws in (0, 1)]
    (no, card), (other_no, other_card) = ends
    first, last = card - no, other_card - other_no
    meet = first != last and min(first, last) <= 0 <= max(first, last)
    even = first / (first - last) if meet else None
    return Five(tabled=tuple(rows), banco=BancoFive(
        even=None if even is None else str(even),
        even_float=None if even is None else float(even),
        no=(float(no), float(other_no)), card=(float(card), float(other_card))))


def exploited(way: str, left: Left = ()) -> dict[str, Fraction]:
    """What the ponto has on average when banco is made and one side is bound to what the other
    knows and answers best: he ``always`` or ``never`` draws at 5; the banker plays by the
    ``table``, drawing in its free cells."""
    one = played(way, True, left)
    game, found = one.duel, {}
    for name, draws in (("always", 1), ("never", 0)):
        x = [Fraction(draws) if total == FIVE else chance
             for chance, total in zip(one.ponto.values(), game.left.totals, strict=True)]
        found[name] = (game.net.sure + sum(
            min(pair) if low < high else pair[int(low)] for pair, low, high in zip(
                replies(game, x), *map(np.ravel, game.banker), strict=True))) / game.ways
    y = [Fraction(banker_may(total, column, False)[1]) for total in game.right.totals
         for column in range(NONE + 1)]
    found["table"] = (game.net.sure + sum(map(max, answers(game, y)))) / game.ways
    return found


def often_at(one: Solved) -> tuple[float, float]:
    """How often the ponto draws with five points, and the banker with six after «Não»: over all
    compositions of these two cards, by how often each comes."""
    left = [(chance, often) for chance, often, total in zip(
        one.ponto.values(), holds(one), one.duel.left.totals, strict=True) if total == FIVE]
    totals = dict(zip(one.duel.right.names, one.duel.right.totals, strict=True))
    right = [(chance, often) for ((name, column), chance), often in zip(
        one.banker.items(), met(one), strict=True) if totals[name] == SIX and column == NONE]
    return _mean(left), _mean(right)


def _mean(of: list[tuple[Fraction, Fraction]]) -> float:
    whole = sum((often for _, often in of), Fraction(0))
    return float(sum((chance * often for chance, often in of), Fraction(0)) / (whole or 1))


# -- for pages and terminals -----------------------------------------------------------------------


def sheets(way: str, left: Left = ()) -> tuple[Sheet, ...]:
    """Tables of the advice."""
    return (_ways(left), _five(way, left), *_mistakes(way, left))


def _ways(left: Left) -> Sheet:
    rows = []
    for way in WAYS:
        free = played(way, True, left)
        ponto, banker = often_at(free)
        rows.append((word(f"way.{way}"), part(float(played(way, False, left).value), 4, True),
                     part(float(free.value), 4, True), part(ponto), part(banker)))
    return Sheet(name="ways", columns=("way", "tabled", "banco", "five", "six"), rows=tuple(rows))


def _five(way: str, left: Left) -> Sheet:
    does = {True: word("draws"), False: word("stands")}
    return Sheet(name="five", columns=("three", "other", "no", "card", "gain"), rows=tuple(
        (does[row.three_nine], does[row.five_four], part(row.no, 2, True),
         part(row.card, 2, True), part(row.gain_float, 2, True))
        for row in five(way, left).tabled))


def _mistakes(way: str, left: Left) -> list[Sheet]:
    """What each choice of the ponto costs that is not his best, and the banker's whole table where
    he decides by totals: how often he draws in each case."""
    free = told(played(way, True, left))
    found = [Sheet(name="hands", columns=("hand", "draws", "cost"), rows=tuple(
        (Cell(text=row.hand), part(row.draws_float), part(abs(row.each))) for row in free.ponto))]
    if WAYS[way].banker == TOTAL:
        cells = {(row.total, row.third): row for row in free.banker}
        thirds = [*range(NONE), None]
        found.append(Sheet(name="banker", columns=(
            "total", *(f"third.{'none' if third is None else third}" for third in thirds)),
            rows=tuple((Cell(text=str(total)), *(_drawn(cells[total, third]) for third in thirds))
                       for total in range(1, 8))))
    return found


def _drawn(row: ThirdChoice) -> Cell:
    """A cell of the table: T or F as the law prints it, or how often; what the other costs."""
    letter = {"1": "T", "0": "F"}.get(row.draws)
    return Cell(text=letter, cost=abs(row.each)) if letter else part(row.draws_float, 1)


def curves(way: str, left: Left = ()) -> tuple[Curve, ...]:
    """Lines of the advice: what a ponto with 5 has, standing and drawing, by how often the banker
    draws with 6 after «Não»."""
    banco = five(way, left).banco
    says = "what" if banco.even is not None else \
        "always" if banco.card[0] > banco.no[0] else "never"
    return (Curve(name="five", says=says, mark=banco.even_float, lines=tuple(
        CurveLine(name=name, points=((0, first), (1, last)))
        for name, (first, last) in (("card", banco.card), ("no", banco.no)))),)


def advice(way: str, cagnotte: Fraction, left: Left = (), named: dict[str, int] | None = None
           ) -> DuelAnswer:
    """All of it: the odds of the game; of a shoe that was dealt from where its cards are given, by
    their points and as they are ``named`` by rank."""
    return DuelAnswer(
        strategy=way, bets=entries(way, cagnotte, left), not_priced={}, duel=SolvedDuel(
            tabled=told(played(way, False, left)), banco=told(played(way, True, left)),
            five=five(way, left),
            exploited={name: str(value) for name, value in exploited(way, left).items()}),
        sheets=sheets(way, left), curves=curves(way, left), left=named or UNSET)
