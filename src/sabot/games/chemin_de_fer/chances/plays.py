"""Plays of both sides of a coup: how often each hand draws, and the file format for them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from sabot.equipment.streams import Stream
from sabot.games.chemin_de_fer.chances.deal import COMPOSITIONS, SIX_PACKS, VALUES, Cards
from sabot.games.chemin_de_fer.chances.duel import (
    CARDS,
    FREE,
    TOTAL,
    Duel,
    Terms,
    banker_bounds,
    duel,
    ponto_bounds,
    side,
)
from sabot.games.chemin_de_fer.chances.equilibrium import mean_return, solve
from sabot.games.chemin_de_fer.drawing import NONE
from sabot.procedure.table import parse_error_text
from sabot.words import phrase

MAX_DIGITS = 400
"""The most characters of a chance in a file."""


class Play(NamedTuple):
    """How often each side draws, for every hand that is not a natural: ``ponto`` by hand,
    ``banker`` by hand and third card, 10 for none. ``banco``: both may depart from rules 64 and 67
    (70). ``words``: a description."""

    banco: bool
    ponto: tuple[Fraction, ...]
    banker: tuple[Fraction, ...]
    words: str

    @property
    def mean(self) -> Fraction:
        """The mean win of the ponto from a full shoe, for each unit staked."""
        return mean_return(_by_cards(self.banco), list(self.ponto), list(self.banker))


def _by_cards(banco: bool) -> Duel:
    return duel(SIX_PACKS, Terms(banco, CARDS, CARDS))


def best_play(banco: bool, ponto: str = TOTAL, banker: str = "", cards: Cards = SIX_PACKS) -> Play:
    """The equilibrium of these cards when each side decides by "totals" or "cards"; the default of
    ``banker`` is the same as ``ponto``."""
    terms = Terms(banco, ponto, banker or ponto)
    solution, hands = solve(duel(cards, terms)), side(CARDS)
    totals = tuple(map(str, hands.totals))
    names, banker_names = (hands.names if known == CARDS else totals for known in terms[1:3])
    law = "banco, each side free (70)" if banco else "by rules 64 and 67"
    known = (
        f"their {ponto}"
        if terms.ponto == terms.banker
        else f"the ponto's {ponto} and the banker's {banker}"
    )
    return Play(
        banco, tuple(solution.ponto[name] for name in names),
        tuple(solution.banker[name, column] for name in banker_names for column in range(NONE + 1)),
        f"{law}; the best play of both sides by {known}")


def random_play(seed: int) -> Play:
    """A random lawful play."""
    stream = Stream(seed, 0)
    chances = (Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 3))
    banco = bool(stream.draws(2, 1)[0])

    def pick(bounds: tuple[int, int]) -> Fraction:
        return chances[stream.draws(len(chances), 1)[0]] if bounds == FREE else Fraction(bounds[0])

    totals = side(CARDS).totals
    return Play(banco, tuple(pick(ponto_bounds(total, banco)) for total in totals),
                tuple(pick(banker_bounds(total, column, banco)) for total in totals
                      for column in range(NONE + 1)), "anything lawful")


# -- files -----------------------------------------------------------------------------------------


def format_play(play: Play, game: str) -> str:
    """A play as the text of a file for `parse_play`: every hand with a choice, by its cards."""
    hands = side(CARDS)
    ponto = {name: str(chance) for name, total, chance in zip(
        hands.names, hands.totals, play.ponto, strict=True)
        if ponto_bounds(total, play.banco) == FREE}
    banker: dict[str, dict[str, str]] = {}
    for index, (name, total) in enumerate(zip(hands.names, hands.totals, strict=True)):
        cells = {_column(column): str(play.banker[index * (NONE + 1) + column])
                 for column in range(NONE + 1) if banker_bounds(total, column, play.banco) == FREE}
        if cells:
            banker[name] = cells
    return json.dumps({"game": game, "banco": play.banco, "ponto": ponto, "banker": banker},
                      indent=1) + "\n"


def _column(column: int) -> str:
    return "none" if column == NONE else str(column)


def parse_play(text: str, game: str) -> Play:
    """Parse the text of a play. A hand is its total, "5", or the points of its two cards, "2-3",
    which has precedence; a chance is 0, 1 or a fraction, "9/11". Hands that are not named are
    played by the table, and draw where it leaves a choice (102). ValueError says what is wrong."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(phrase("not JSON: {why}",
                                why=parse_error_text(error))) from None
    if not isinstance(data, dict):
        raise ValueError("the file must be an object")
    if unknown := sorted(set(data) - {"game", "banco", "ponto", "banker"}):
        raise ValueError(
            phrase("{unknown} is not a key of a chart; the keys are game, banco, ponto, banker",
                   unknown=repr(unknown[0]))
        )
    if data.get("game", game) != game:
        raise ValueError(phrase("this chart is for {game}", game=repr(data["game"])))
    banco = data.get("banco", False)
    if not isinstance(banco, bool):
        raise ValueError("banco must be true or false")
    hands = side(CARDS)
    ponto, rows = _section(data, "ponto"), dict[str, dict[str, object]]()
    for name, row in _section(data, "banker").items():
        if not isinstance(row, dict):
            raise ValueError(phrase("banker {name}: must be an object by the third card, 0 to 9 or "
                                    "none", name=name))
        if wrong := sorted(set(row) - {_column(column) for column in range(NONE + 1)}):
            raise ValueError(phrase("banker {name}: {wrong} is not a third card; use 0 to 9 or "
                                    "none", name=name, wrong=repr(wrong[0])))
        rows[name] = row
    ponto_play, banker_play = [], []
    for name, total in zip(hands.names, hands.totals, strict=True):
        ponto_play.append(
            _chance(
                ponto.get(name, ponto.get(str(total))), ponto_bounds(total, banco),
                ponto_bounds(total, False), f"ponto {name}", "64")
        )
        cells = rows.get(str(total), {}) | rows.get(name, {})
        for column in range(NONE + 1):
            banker_play.append(_chance(
                cells.get(_column(column)), banker_bounds(total, column, banco),
                banker_bounds(total, column, False), f"banker {name} against {_column(column)}",
                "70" if banco else "67"))
    return Play(banco, tuple(ponto_play), tuple(banker_play), "as the chart says")


def _section(data: Mapping[str, object], name: str) -> dict[str, object]:
    """The hands of one side in a file."""
    section = data.get(name, {})
    if not isinstance(section, dict):
        raise ValueError(phrase("{name} must be an object by hand", name=name))
    known = {*side(CARDS).names, *map(str, side(TOTAL).totals)}
    for hand in section:
        if hand not in known:
            raise ValueError(
                phrase("{name}: {hand} is not a hand; a hand is a total below 8, such as 5, or the "
                       "points of two cards, such as 2-3", name=name, hand=repr(hand))
            )
    return section


def _chance(text: object, bounds: tuple[int, int], by_table: tuple[int, int], label: str, rule: str
            ) -> Fraction:
    """The chance of a hand in a file; without an entry the table decides, drawing if it is free."""
    if text is None:
        return Fraction(by_table[1])
    try:
        if not isinstance(text, int | str) or isinstance(text, bool) or len(str(text)) > MAX_DIGITS:
            raise ValueError
        chance = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(
            phrase("{label}: {text} is not a chance; use 0, 1 or a fraction such as 9/11",
                   label=label, text=repr(str(text)[:40]))
        ) from None
    if not 0 <= chance <= 1:
        raise ValueError(phrase("{label}: a chance is from 0 to 1, not {text}", label=label,
                                text=text))
    if bounds != FREE and chance != bounds[0]:
        raise ValueError(phrase(
            "{label}: this hand must draw ({rule})" if bounds[0] else
            "{label}: this hand must stand ({rule})", label=label, rule=f"chemin-de-fer/{rule}"))
    return chance


def decision_table(play: Play) -> tuple[list[int], list[Fraction]]:
    """For the compiled loop: the decision of every hand in its order, and its chance to draw."""
    from sabot.games.chemin_de_fer.chances.loop import CHANCE, DRAW, SHOWN, STAND
    hands = {pair: index for index, pair in enumerate(
        pair for pair in COMPOSITIONS if sum(pair) % VALUES < 8)}
    chances: list[Fraction] = []
    order = [(min(a, b), max(a, b)) for a in range(VALUES) for b in range(VALUES)]
    hidden = [hands.get(pair, -1) for pair in order]
    chances += [play.ponto[index] if index >= 0 else Fraction(-1) for index in hidden]
    for index in hidden:
        chances += [play.banker[index * (NONE + 1) + column] if index >= 0 else Fraction(-1)
                    for column in range(NONE + 1)]
    kinds = {Fraction(-1): SHOWN, Fraction(0): STAND, Fraction(1): DRAW}
    return [kinds.get(chance, CHANCE) for chance in chances], chances
