"""Bets written as text: ``straight/17=5 red=10`` puts 5.00 on 17 and 10.00 on red."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from math import lcm

from sabot.families.layout.chain import lawful, unit
from sabot.families.layout.cloth import Cloth, State
from sabot.money import cents, nearest_stakes

MOST = 10 ** 12  # cents on one spot
SEPARATED = re.compile(r"[\s;]+|,(?!\d)")  # a comma before a digit is one of a sum
Money = Callable[[int], str]


def _near(spot: str, cloth: Cloth) -> str:
    """A hint with the closest spots, or else the kinds of bets."""
    close = difflib.get_close_matches(spot, cloth.spots, n=3)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"bets are {', '.join(dict.fromkeys(name.partition('/')[0] for name in cloth.spots))}"


def _state(text: str, cloth: Cloth, name: str) -> State:
    for state in cloth.states:
        if str(state) == text:
            return state
    raise ValueError(f"{name}={text}: the {name} is one of "
                     f"{', '.join(str(state) for state in cloth.states)}")


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
            raise ValueError(f"{word!r} is not SPOT=SUM, for example {next(iter(cloth.spots))}=5")
        if state and spot == state:
            at = _state(typed, cloth, state)
            continue
        if spot not in cloth.spots:
            raise ValueError(f"there is no spot {spot!r}; {_near(spot, cloth)}")
        if spot in bets:
            raise ValueError(f"{spot} is named twice")
        try:
            bets[spot] = cents(typed)
        except ValueError as wrong:
            raise ValueError(f"{spot}: {wrong}") from None
        if not 0 < bets[spot] <= MOST:
            raise ValueError(f"{spot}: found {typed}; allowed: more than 0, up to {money(MOST)}")
    if not bets:
        raise ValueError(f"no bet is named; for example {next(iter(cloth.spots))}=5")
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
            raise ValueError(f"no bet can lie on {spot} at this table; {', '.join(same) or 'none'} "
                             f"of its kind can")
        others = [str(other) for other in cloth.states if lawful(cloth, other, spot)]
        raise ValueError(f"no bet can lie on {spot} with {state or 'state'}={at}; with "
                         f"{state or 'state'}={' or '.join(others)} it can")


def _check_whole(
    cloth: Cloth, states: Iterable[State], spot: str, stake: int, money: Money
) -> None:
    whole = lcm(*(unit(cloth, at, spot) for at in states if lawful(cloth, at, spot)))
    if stake % whole:
        raise ValueError(
            f"{money(stake)} on {spot} cannot be paid in whole cents: it takes multiples of "
            f"{money(whole)}, such as "
            f"{' or '.join(money(sum_) for sum_ in nearest_stakes(stake, whole, MOST, whole))}")
