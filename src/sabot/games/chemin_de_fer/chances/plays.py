"""Ways to play both sides of a coup: how often each hand draws, and their text as a file."""

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
    banker_may,
    duel,
    ponto_may,
    side,
)
from sabot.games.chemin_de_fer.chances.equilibrium import returned, solved
from sabot.games.chemin_de_fer.drawing import NONE
from sabot.procedure.table import parse_error_text

MOST = 400  # digits of a chance in a file


class Play(NamedTuple):
    """How often each side draws, by the cards of every hand that is not shown: ``ponto`` by hand,
    ``banker`` by hand and third card, 10 for none. ``banco``: both may depart from rules 64 and 67
    (70); ``words`` says what it is."""

    banco: bool
    ponto: tuple[Fraction, ...]
    banker: tuple[Fraction, ...]
    words: str

    @property
    def mean(self) -> Fraction:
        """What the ponto wins on average from a full shoe, for each unit staked."""
        return returned(_by_cards(self.banco), list(self.ponto), list(self.banker))


def _by_cards(banco: bool) -> Duel:
    return duel(SIX_PACKS, Terms(banco, CARDS, CARDS))


def best(banco: bool, ponto: str = TOTAL, banker: str = "", cards: Cards = SIX_PACKS) -> Play:
    """The equilibrium of these cards, where each side decides by its total or by its two cards, the
    banker as the ponto does where nothing else is said."""
    terms = Terms(banco, ponto, banker or ponto)
    found, hands = solved(duel(cards, terms)), side(CARDS)
    totals = tuple(map(str, hands.totals))
    mine, yours = (hands.names if known == CARDS else totals for known in terms[1:3])
    law = "banco, each side free (70)" if banco else "by rules 64 and 67"
    known = f"their {ponto}" if terms.ponto == terms.banker else f"his {ponto} and his {banker}"
    return Play(banco, tuple(found.ponto[name] for name in mine),
                tuple(found.banker[name, column] for name in yours for column in range(NONE + 1)),
                f"{law}; the best play of both sides by {known}")


def drawn(seed: int) -> Play:
    """Some lawful play, by chance."""
    stream = Stream(seed, 0)
    some = (Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 3))
    banco = bool(stream.draws(2, 1)[0])

    def of(bounds: tuple[int, int]) -> Fraction:
        return some[stream.draws(len(some), 1)[0]] if bounds == FREE else Fraction(bounds[0])

    totals = side(CARDS).totals
    return Play(banco, tuple(of(ponto_may(total, banco)) for total in totals),
                tuple(of(banker_may(total, column, banco)) for total in totals
                      for column in range(NONE + 1)), "anything lawful")


# -- files -----------------------------------------------------------------------------------------


def written(play: Play, game: str) -> str:
    """A play as a file that `read` reads: every hand with a choice, by its cards."""
    hands = side(CARDS)
    ponto = {name: str(chance) for name, total, chance in zip(
        hands.names, hands.totals, play.ponto, strict=True)
        if ponto_may(total, play.banco) == FREE}
    banker: dict[str, dict[str, str]] = {}
    for at, (name, total) in enumerate(zip(hands.names, hands.totals, strict=True)):
        cells = {_column(column): str(play.banker[at * (NONE + 1) + column])
                 for column in range(NONE + 1) if banker_may(total, column, play.banco) == FREE}
        if cells:
            banker[name] = cells
    return json.dumps({"game": game, "banco": play.banco, "ponto": ponto, "banker": banker},
                      indent=1) + "\n"


def _column(column: int) -> str:
    return "none" if column == NONE else str(column)


def read(text: str, game: str) -> Play:
    """A play from the text of its file. A hand is named by its total, "5", or by the points of its
    two cards, "2-3", which goes before; a chance is 0, 1 or a fraction, "9/11". What is not named
    is played by the table, and drawn where that leaves it free (102). ValueError names what is
    wrong."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {parse_error_text(error)}") from None
    if not isinstance(told, dict):
        raise ValueError("the file must be an object")
    if more := sorted(set(told) - {"game", "banco", "ponto", "banker"}):
        raise ValueError(f"{more[0]!r} is no part of a chart; they are game, banco, ponto, banker")
    if told.get("game", game) != game:
        raise ValueError(f"this chart is for {told['game']!r}")
    banco = told.get("banco", False)
    if not isinstance(banco, bool):
        raise ValueError("banco is true or false")
    hands = side(CARDS)
    ponto, rows = _section(told, "ponto"), dict[str, dict[str, object]]()
    for name, row in _section(told, "banker").items():
        if not isinstance(row, dict):
            raise ValueError(f"banker {name}: an object by the third card, 0 to 9 or none")
        if wrong := sorted(set(row) - {_column(column) for column in range(NONE + 1)}):
            raise ValueError(f"banker {name}: {wrong[0]!r} is no third card; they are 0 to 9, none")
        rows[name] = row
    mine, yours = [], []
    for name, total in zip(hands.names, hands.totals, strict=True):
        mine.append(_chance(ponto.get(name, ponto.get(str(total))), ponto_may(total, banco),
                            ponto_may(total, False), f"ponto {name}", "64"))
        cells = rows.get(str(total), {}) | rows.get(name, {})
        for column in range(NONE + 1):
            yours.append(_chance(
                cells.get(_column(column)), banker_may(total, column, banco),
                banker_may(total, column, False), f"banker {name} against {_column(column)}",
                "70" if banco else "67"))
    return Play(banco, tuple(mine), tuple(yours), "as the chart says")


def _section(told: Mapping[str, object], name: str) -> dict[str, object]:
    found = told.get(name, {})
    if not isinstance(found, dict):
        raise ValueError(f"{name} is an object by hand")
    known = {*side(CARDS).names, *map(str, side(TOTAL).totals)}
    for hand in found:
        if hand not in known:
            raise ValueError(f"{name}: {hand!r} is no hand; a hand is a total below 8, such as 5, "
                             "or the points of two cards, such as 2-3")
    return found


def _chance(said: object, bounds: tuple[int, int], table: tuple[int, int], where: str, rule: str
            ) -> Fraction:
    """What a file says of a hand; by the table, and drawn where that leaves it free, if nothing."""
    if said is None:
        return Fraction(table[1])
    try:
        if not isinstance(said, int | str) or isinstance(said, bool) or len(str(said)) > MOST:
            raise ValueError
        chance = Fraction(said)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{where}: {str(said)[:40]!r} is no chance; it is 0, 1 or a fraction such "
                         "as 9/11") from None
    if not 0 <= chance <= 1:
        raise ValueError(f"{where}: a chance is from 0 to 1, not {said}")
    if bounds != FREE and chance != bounds[0]:
        raise ValueError(f"{where}: this hand must {'draw' if bounds[0] else 'stand'} "
                         f"(chemin-de-fer/{rule})")
    return chance


def tables(play: Play) -> tuple[list[int], list[Fraction]]:
    """For the compiled loop: what every hand decides, in its order, and how often it draws."""
    from sabot.games.chemin_de_fer.chances.loop import CHANCE, DRAW, SHOWN, STAND
    hands = {pair: at for at, pair in enumerate(
        pair for pair in COMPOSITIONS if sum(pair) % VALUES < 8)}
    chances: list[Fraction] = []
    order = [(min(a, b), max(a, b)) for a in range(VALUES) for b in range(VALUES)]
    hidden = [hands.get(pair, -1) for pair in order]
    chances += [play.ponto[at] if at >= 0 else Fraction(-1) for at in hidden]
    for at in hidden:
        chances += [play.banker[at * (NONE + 1) + column] if at >= 0 else Fraction(-1)
                    for column in range(NONE + 1)]
    kinds = {Fraction(-1): SHOWN, Fraction(0): STAND, Fraction(1): DRAW}
    return [kinds.get(chance, CHANCE) for chance in chances], chances
