"""Bets written as text: ``straight/17=5 red=10`` puts 5.00 on 17 and 10.00 on red."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from math import lcm

from sabot.families.layout.chain import lawful, unit
from sabot.families.layout.cloth import Cloth, State
from sabot.money import cents, nearest_stakes
from sabot.words import either, phrase

MOST = 10 ** 12  # cents on one spot
SEPARATED = re.compile(r"[\s;]+|,(?!\d)")  # a comma before a digit is one of a sum
Money = Callable[[int], str]


def _near(spot: str, cloth: Cloth) -> str:
    """A hint with the closest spots, or else the kinds of bets."""
    close = difflib.get_close_matches(spot, cloth.spots, n=3)
    if close:
        return phrase("did you mean {spots}?", spots=either(close))
    return phrase("bets are {kinds}", kinds=", ".join(
        dict.fromkeys(name.partition("/")[0] for name in cloth.spots)))


def _state(text: str, cloth: Cloth, name: str) -> State:
    for state in cloth.states:
        if str(state) == text:
            return state
    raise ValueError(phrase("{name}={text}: the {name} is one of {states}", name=name, text=text,
                            states=", ".join(str(state) for state in cloth.states)))


def read(cloth: Cloth, text: str, money: Money, state: str = "", now: bool = True
         ) -> tuple[dict[str, int], State]:
    """Parse bets: the cents on each spot, and the state of the table, by default its first.

    ``state``: the word with which a text may name another state: "point" for ``point=6``. With
    ``now`` false the bets need not be possible in one state. ValueError says what is wrong and what
    is allowed; ``money`` formats its sums.
    """
    bets: dict[str, int] = {}
    at = cloth.states[0]
    for word in filter(None, SEPARATED.split(text)):
        spot, equals, typed = word.partition("=")
        if not equals:
            raise ValueError(phrase("{word} is not SPOT=SUM, for example {next}=5",
                                    word=repr(word), next=next(iter(cloth.spots))))
        if state and spot == state:
            at = _state(typed, cloth, state)
            continue
        if spot not in cloth.spots:
            raise ValueError(phrase("there is no spot {spot}; {hint}", spot=repr(spot),
                                    hint=_near(spot, cloth)))
        if spot in bets:
            raise ValueError(phrase("{spot} is named twice", spot=spot))
        try:
            bets[spot] = cents(typed)
        except ValueError as wrong:
            raise ValueError(phrase("{key}: {why}", key=spot, why=wrong)) from None
        if not 0 < bets[spot] <= MOST:
            raise ValueError(phrase("{spot}: found {typed}; allowed: more than 0, up to {most}",
                                    spot=spot, typed=typed, most=money(MOST)))
    if not bets:
        raise ValueError(phrase("no bet is named; for example {next}=5",
                                next=next(iter(cloth.spots))))
    for spot, stake in bets.items():
        if now:
            _check_open(cloth, at, spot, state)
        _check_whole(cloth, (at,) if now else cloth.states, spot, stake, money)
    return bets, at


def _check_open(cloth: Cloth, at: State, spot: str, state: str) -> None:
    if not lawful(cloth, at, spot):
        if len(cloth.states) == 1:
            same = [name for name, other in cloth.spots.items()
                    if other.kind == cloth.spots[spot].kind and lawful(cloth, at, name)]
            raise ValueError(phrase(
                "no bet can lie on {spot} at this table; {others} of its kind can", spot=spot,
                others=", ".join(same) or "none"))
        others = [str(other) for other in cloth.states if lawful(cloth, other, spot)]
        raise ValueError(phrase(
            "no bet can lie on {spot} with {state}={at}; with {state}={others} it can", spot=spot,
            state=state or "state", at=at, others=either(others)))


def _check_whole(
    cloth: Cloth, states: Iterable[State], spot: str, stake: int, money: Money
) -> None:
    whole = lcm(*(unit(cloth, at, spot) for at in states if lawful(cloth, at, spot)))
    if stake % whole:
        raise ValueError(phrase(
            "{stake} on {spot} cannot be paid in whole cents: it takes multiples of {unit}, such "
            "as {sums}", stake=money(stake), spot=spot, unit=money(whole),
            sums=either(map(money, nearest_stakes(stake, whole, MOST, whole)))))
