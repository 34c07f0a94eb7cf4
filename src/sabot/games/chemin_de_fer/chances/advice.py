"""Advice from the solved coup: values, best play, the cost of mistakes, and drawing at 5.

All values are the ponto's, for each unit staked; the banker has the opposite.
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
    banker_bounds,
    duel,
)
from sabot.games.chemin_de_fer.chances.equilibrium import (
    Equilibrium,
    case_values,
    hand_values,
    solve,
)
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
from sabot.probability.entry import ExactBet, bet
from sabot.probability.sheets import Cell, Curve, CurveLine, Sheet, part, word
from sabot.words import phrase, sentences

FIVE, SIX = 5, 6


class StrategyClass(NamedTuple):
    """The cards of a class, what each side decides by, and its description."""

    cards: Cards
    ponto: str = TOTAL
    banker: str = TOTAL
    words: str = ""


CLASSES = {
    "totals": StrategyClass(SIX_PACKS, words="each side by its total"),
    "banker-cards": StrategyClass(
        SIX_PACKS, TOTAL, CARDS, "the ponto by total, the banker by two cards"
    ),
    "cards": StrategyClass(SIX_PACKS, CARDS, CARDS, "each side by its two cards"),
    "endless": StrategyClass(ENDLESS, words="cards put back, each side by its total"),
    "endless-cards": StrategyClass(
        ENDLESS, CARDS, CARDS, "cards put back, each side by its two cards"
    ),
}
"""The classes in which a coup is priced; the first is the default."""
CardsLeft = tuple[int, ...]
"""The remaining cards, by points; empty for a full shoe."""


@lru_cache(maxsize=32)
def solve_class(name: str, banco: bool, cards_left: CardsLeft = ()) -> Equilibrium:
    """The solution of a class."""
    chosen = CLASSES[name]
    cards = Cards(cards_left, chosen.cards.endless) if cards_left else chosen.cards
    return solve(duel(cards, Terms(banco, chosen.ponto, chosen.banker)))


def entries(name: str, cagnotte: Fraction, cards_left: CardsLeft = ()) -> tuple[ExactBet, ...]:
    """The bets of the ponto and of the bank, by rules 64 and 67 and with banco's free draws;
    ``cagnotte``: the part of the bank's win that the house takes (47)."""
    bets = []
    for banco, suffix in ((False, ""), (True, "/banco")):
        solution = solve_class(name, banco, cards_left)
        win, lose = (solution.decided + solution.value) / 2, (solution.decided - solution.value) / 2
        law = "banco: each side may depart from the rules (70)" if banco else \
            "by rules 64 and 67, free only where they leave it"
        shoe = "the cards that are left" if cards_left else "six packs"
        terms = sentences((law, phrase("best play of both from {cards}, {play}", cards=shoe,
                                       play=CLASSES[name].words)))
        bets.append(bet(f"ponto{suffix}", [(win, Fraction(1))], lose,
                        conditions=sentences((terms, "the banker wins what the ponto loses"))))
        house_takes = [phrase("the house takes {part} of what the bank wins (47)",
                              part=cagnotte)] if cagnotte else []
        bets.append(bet(f"banker{suffix}", [(lose, 1 - cagnotte)], win,
                        conditions=sentences((terms, *house_takes))))
    return tuple(bets)


def describe_solution(solution: Equilibrium) -> Solution:
    """A solution for the answer, with every free choice."""
    game = solution.duel
    hands = tuple(
        HandChoice(hand=hand, total=total, **_choice(chance, solution.gain[hand], often))
        for hand, total, chance, often, bounds in zip(
            game.ponto_side.names, game.ponto_side.totals, solution.ponto.values(),
            hand_frequencies(solution), zip(*game.ponto, strict=True), strict=True)
        if tuple(bounds) == FREE
    )
    cases = tuple(
        ThirdChoice(
            hand=hand, total=game.banker_side.totals[game.banker_side.names.index(hand)],
            third=None if column == NONE else column,
            **_choice(chance, -solution.banker_gain[hand, column], often))
        for ((hand, column), chance), often, low, high in zip(
            solution.banker.items(), case_frequencies(solution), game.banker[0].ravel(),
            game.banker[1].ravel(), strict=True)
        if low < high
    )
    return Solution(
        value=str(solution.value), value_float=float(solution.value), sole=solution.sole,
        ponto=hands, banker=cases)


def _choice(chance: Fraction, gain: Fraction, often: Fraction) -> Choice:
    """A free choice: the chance to draw, its gain over all coups, and how often it comes."""
    return {"draws": str(chance), "draws_float": float(chance), "gain": str(gain),
            "gain_float": float(gain), "often": float(often),
            "each": float(gain / often) if often else 0.0}


def hand_frequencies(solution: Equilibrium) -> list[Fraction]:
    """How often each hand of the ponto comes without a natural of the banker."""
    counts = solution.duel.all.stand[:, :, NONE].sum(1)
    return [Fraction(int(number), solution.duel.orders) for number in counts]


def case_frequencies(solution: Equilibrium) -> list[Fraction]:
    """How often each case of the banker comes when the ponto plays the solution."""
    return [stand / solution.duel.orders for stand, _ in
            case_values(solution.duel, list(solution.ponto.values()), solution.duel.all)]


# -- drawing at five -------------------------------------------------------------------------------


def at_five(game: Duel, y: list[Fraction]) -> tuple[Fraction, Fraction]:
    """The mean of a ponto with five points when standing and when drawing, in coups without a
    natural of the banker, against a banker who draws by ``y``."""
    rows = [n for n, total in enumerate(game.ponto_side.totals) if total == FIVE]
    counts = int(sum(game.all.stand[n, :, NONE].sum() for n in rows))
    by_hand = hand_values(game, y)
    no = sum((by_hand[n][0] for n in rows), Fraction(0))
    card = sum((by_hand[n][1] for n in rows), Fraction(0))
    return (no / counts, card / counts) if counts else (no, card)


def _with_cells(solution: Equilibrium, cells: dict[tuple[int, int], Fraction]) -> list[Fraction]:
    """The banker's play of a solution, changed in some cells; cells are total and third card."""
    totals = dict(
        zip(solution.duel.banker_side.names, solution.duel.banker_side.totals, strict=True)
    )
    return [cells.get((totals[hand], column), chance)
            for (hand, column), chance in solution.banker.items()]


def advice_at_five(name: str, cards_left: CardsLeft = ()) -> Five:
    """When drawing at 5 is right, by what the banker does."""
    tabled, free = solve_class(name, False, cards_left), solve_class(name, True, cards_left)
    rows = []
    for three in (1, 0):
        for other in (1, 0):
            no, card = at_five(tabled.duel, _with_cells(tabled, {(3, 9): Fraction(three),
                                                           (5, 4): Fraction(other)}))
            rows.append(TabledFive(
                three_nine=bool(three), five_four=bool(other), no=float(no), card=float(card),
                gain=str(card - no), gain_float=float(card - no)))
    ends = [
        at_five(free.duel, _with_cells(free, {(SIX, NONE): Fraction(draws)})) for draws in (0, 1)
    ]
    (no, card), (other_no, other_card) = ends
    first, last = card - no, other_card - other_no
    crosses = first != last and min(first, last) <= 0 <= max(first, last)
    indifferent = first / (first - last) if crosses else None
    return Five(tabled=tuple(rows), banco=BancoFive(
        even=None if indifferent is None else str(indifferent),
        even_float=None if indifferent is None else float(indifferent),
        no=(float(no), float(other_no)), card=(float(card), float(other_card))))


def exploited_values(name: str, cards_left: CardsLeft = ()) -> dict[str, Fraction]:
    """The mean of the ponto after banco when one side has a fixed play and the other makes its best
    reply: the ponto ``always`` or ``never`` draws at 5; the banker plays by the ``table`` and draws
    in its free cells."""
    solution = solve_class(name, True, cards_left)
    game, values = solution.duel, {}
    for bound, draws in (("always", 1), ("never", 0)):
        x = [Fraction(draws) if total == FIVE else chance
             for chance, total in zip(solution.ponto.values(), game.ponto_side.totals, strict=True)]
        values[bound] = (game.net.fixed + sum(
            min(pair) if low < high else pair[int(low)] for pair, low, high in zip(
                case_values(game, x), *map(np.ravel, game.banker), strict=True))) / game.orders
    y = [Fraction(banker_bounds(total, column, False)[1]) for total in game.banker_side.totals
         for column in range(NONE + 1)]
    values["table"] = (game.net.fixed + sum(map(max, hand_values(game, y)))) / game.orders
    return values


def draw_frequencies(solution: Equilibrium) -> tuple[float, float]:
    """How often the ponto draws with five points, and the banker with six after «Não»: means over
    the pairs of cards, weighted by how often each comes."""
    ponto = [
        (chance, often)
        for chance, often, total in zip(
            solution.ponto.values(), hand_frequencies(solution), solution.duel.ponto_side.totals,
            strict=True)
        if total == FIVE
    ]
    totals = dict(
        zip(solution.duel.banker_side.names, solution.duel.banker_side.totals, strict=True)
    )
    banker = [
        (chance, often)
        for ((hand, column), chance), often in zip(
            solution.banker.items(), case_frequencies(solution), strict=True
        )
        if totals[hand] == SIX and column == NONE
    ]
    return _mean(ponto), _mean(banker)


def _mean(pairs: list[tuple[Fraction, Fraction]]) -> float:
    total = sum((often for _, often in pairs), Fraction(0))
    return float(sum((chance * often for chance, often in pairs), Fraction(0)) / (total or 1))


# -- for pages and terminals -----------------------------------------------------------------------


def sheets(name: str, cards_left: CardsLeft = ()) -> tuple[Sheet, ...]:
    """The tables of the advice."""
    return (
        _class_sheet(cards_left),
        _five_sheet(name, cards_left),
        *_mistake_sheets(name, cards_left),
    )


def _class_sheet(cards_left: CardsLeft) -> Sheet:
    """The value of each class, and how often the ponto draws at 5 and the banker at 6."""
    rows = []
    for name in CLASSES:
        free = solve_class(name, True, cards_left)
        ponto, banker = draw_frequencies(free)
        rows.append(
            (
                word(f"way.{name}"),
                part(float(solve_class(name, False, cards_left).value), 4, True),
                part(float(free.value), 4, True),
                part(ponto),
                part(banker),
            )
        )
    return Sheet(name="ways", columns=("way", "tabled", "banco", "five", "six"), rows=tuple(rows))


def _five_sheet(name: str, cards_left: CardsLeft) -> Sheet:
    """What a ponto with 5 has by standing and drawing, by what the banker does."""
    labels = {True: word("draws"), False: word("stands")}
    return Sheet(name="five", columns=("three", "other", "no", "card", "gain"), rows=tuple(
        (labels[row.three_nine], labels[row.five_four], part(row.no, 2, True),
         part(row.card, 2, True), part(row.gain_float, 2, True))
        for row in advice_at_five(name, cards_left).tabled))


def _mistake_sheets(name: str, cards_left: CardsLeft) -> list[Sheet]:
    """The cost of each wrong choice of the ponto; for a banker who decides by totals, the whole
    table of how often to draw."""
    free = describe_solution(solve_class(name, True, cards_left))
    sheets = [Sheet(name="hands", columns=("hand", "draws", "cost"), rows=tuple(
        (Cell(text=row.hand), part(row.draws_float), part(abs(row.each))) for row in free.ponto))]
    if CLASSES[name].banker == TOTAL:
        cells = {(row.total, row.third): row for row in free.banker}
        thirds = [*range(NONE), None]
        sheets.append(
            Sheet(
                name="banker",
                columns=(
                    "total",
                    *(f"third.{'none' if third is None else third}" for third in thirds),
                ),
                rows=tuple(
                    (Cell(text=str(total)), *(_draw_cell(cells[total, third]) for third in thirds))
                    for total in range(1, 8)
                ),
            )
        )
    return sheets


def _draw_cell(row: ThirdChoice) -> Cell:
    """A cell of the table: T or F as in the law with the cost of the other choice, or how often."""
    letter = {"1": "T", "0": "F"}.get(row.draws)
    return Cell(text=letter, cost=abs(row.each)) if letter else part(row.draws_float, 1)


def curves(name: str, cards_left: CardsLeft = ()) -> tuple[Curve, ...]:
    """The curves of the advice: what a ponto with 5 has by standing and by drawing, by how often
    the banker draws with 6 after «Não»."""
    banco = advice_at_five(name, cards_left).banco
    outcome = "what" if banco.even is not None else \
        "always" if banco.card[0] > banco.no[0] else "never"
    return (Curve(name="five", says=outcome, mark=banco.even_float, lines=tuple(
        CurveLine(name=act, points=((0, first), (1, last)))
        for act, (first, last) in (("card", banco.card), ("no", banco.no)))),)


def advice(
    name: str, cagnotte: Fraction, cards_left: CardsLeft = (), by_rank: dict[str, int] | None = None
) -> DuelAnswer:
    """The whole answer: odds and advice. ``cards_left``: the remaining cards of a used shoe by
    points, ``by_rank``: the same by rank."""
    return DuelAnswer(
        strategy=name,
        bets=entries(name, cagnotte, cards_left),
        not_priced={},
        duel=SolvedDuel(
            tabled=describe_solution(solve_class(name, False, cards_left)),
            banco=describe_solution(solve_class(name, True, cards_left)),
            five=advice_at_five(name, cards_left),
            exploited={
                bound: str(value) for bound, value in exploited_values(name, cards_left).items()
            },
        ),
        sheets=sheets(name, cards_left),
        curves=curves(name, cards_left),
        left=by_rank or UNSET,
    )
