"""The bets of craps and their prizes: Portaria n.º 217/2007, craps, 9 to 13.

The state of a table is the point: 0 before the first throw of a series, else 4, 5, 6, 8, 9 or 10.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial

from sabot import regulations as law
from sabot.families.layout.cloth import (
    BACK,
    LOST,
    STAYS,
    Cloth,
    Fate,
    Fell,
    Kind,
    Moves,
    Rounding,
    Spot,
    State,
    of_kinds,
    of_spots,
)
from sabot.money import EVENS, Odds
from sabot.regulations import IR, figure

L = law.Section("pt-217-2007/craps")

DICE = figure((6, 6), L["4"])
SEVEN = figure(7, L["10.1-2"])
NATURAL = figure((7, 11), L["10.1"])
CRAPS = figure((2, 3, 12), L["10.1"])
POINTS = figure((4, 5, 6, 8, 9, 10), L["10.1-2"])
BARS = figure((2, 12), L["10.2"])
UNDER = figure(range(2, 7), L["10.7"])
OVER = figure(range(8, 13), L["10.8"])
FIELD = figure({2: 1, 12: 1, 3: 0, 4: 0, 9: 0, 10: 0, 11: 0}, L["13.1"])
"""The index of the prize that a total wins on the field; other totals lose."""

BEHIND = {
    **figure({4: Odds(2), 10: Odds(2)}, L["11.1.pay-4-10"]),
    **figure({5: Odds(3, 2), 9: Odds(3, 2)}, L["11.1.pay-5-9"]),
    **figure({6: Odds(6, 5), 8: Odds(6, 5)}, L["11.1.pay-6-8"]),
}
"""The odds of a bet behind pass or come, by number."""

AGAINST = figure(
    {4: Odds(1, 2), 10: Odds(1, 2),
     5: Odds(2, 3), 9: Odds(2, 3),
     6: Odds(5, 6), 8: Odds(5, 6)},
    IR[135])
"""The odds of a bet behind don't pass or don't come, by number, when 7 falls before it. No rule
says this: it is the mirror of the printed table."""

PLACE = {
    **figure({4: Odds(9, 5), 10: Odds(9, 5)}, L["12.1.pay-4-10"]),
    **figure({5: Odds(7, 5), 9: Odds(7, 5)}, L["12.1.pay-5-9"]),
    **figure({6: Odds(7, 6), 8: Odds(7, 6)}, L["12.1.pay-6-8"]),
}
LAY = {
    **figure({4: Odds(5, 11), 10: Odds(5, 11)}, L["12.2.pay-4-10"]),
    **figure({5: Odds(5, 8), 9: Odds(5, 8)}, L["12.2.pay-5-9"]),
    **figure({6: Odds(10, 13), 8: Odds(10, 13)}, L["12.2.pay-6-8"]),
}
ONE_THROW = {
    "total/7": figure((Odds(4), (7,)), L["11.4"]),
    "total/2": figure((Odds(30), (2,)), L["11.5"]),
    "total/3": figure((Odds(15), (3,)), L["11.6"]),
    "total/11": figure((Odds(15), (11,)), L["11.7"]),
    "total/12": figure((Odds(30), (12,)), L["11.8"]),
    "any-craps": figure((Odds(7), CRAPS), L["11.2"]),
}
HARD = figure({4: Odds(7), 10: Odds(7), 6: Odds(9), 8: Odds(9)}, L["11.3"])


def number_kind(name: str, number: int) -> str:
    """The kind of a bet on a number, which covers two numbers: "place-4-10"."""
    return f"{name}-{min(number, 14 - number)}-{max(number, 14 - number)}"


def required_bet(spot: str) -> str:
    """The bet that odds accompany (11.1); "" for other bets."""
    return spot.removeprefix("odds/") if spot.startswith("odds/") else ""


def _kinds(literal_odds: bool) -> tuple[Kind, ...]:
    simple = figure((EVENS,), L["9.a"])
    behind = (L["11.1.pay-4-10"], L["11.1.pay-5-9"], L["11.1.pay-6-8"])
    with_line = tuple(dict.fromkeys(BEHIND.values()))
    against = with_line if literal_odds else tuple(dict.fromkeys(AGAINST.values()))
    multiple = (L["9.b"],)
    placed = ((4, L["12.1.pay-4-10"], L["12.2.pay-4-10"]),
              (5, L["12.1.pay-5-9"], L["12.2.pay-5-9"]),
              (6, L["12.1.pay-6-8"], L["12.2.pay-6-8"]))
    return (
        Kind("pass", (L["10.1"], (L["10"], IR[139])), (L["9.a"], (L["10.1"], L["10.1-2"])), simple),
        Kind("dont-pass", (L["10.2"], (L["10"], IR[139])),
             (L["9.a"], (L["10.2"], L["10.2-2"])), simple),
        Kind("come", (L["10.3"], (L["10"],)), (L["9.a"], (L["10.3-2"], L["10.3-3"])), simple),
        Kind("dont-come", (L["10.4"], (L["10"], IR[136])), (L["9.a"], (L["10.4-2"], L["10.4-4"])),
             simple),
        Kind("odds", (L["11.1"], (L["11.1-2"], L["11"])), (L["11.1-5"], (*behind, *multiple)),
             with_line, (L["11.1-3"], ()), by_spot=True),
        Kind("dont-odds", (L["11.1"], (L["11.1-2"], L["11"])), (L["11.1-5"], (IR[135], *behind))
             if literal_odds else (IR[135], (L["11.1"], L["11.1-5"])), against,
             (L["11.1-3"], ()), by_spot=True),
        Kind("big-6", (L["10.5"], (L["10"],)), (L["9.a"], (L["10.5"],)), simple),
        Kind("big-8", (L["10.6"], (L["10"],)), (L["9.a"], (L["10.6"],)), simple),
        Kind("under", (L["10.7"], (L["10"],)), (L["9.a"], (L["10.7"],)), simple),
        Kind("over", (L["10.8"], (L["10"],)), (L["9.a"], (L["10.8"],)), simple),
        Kind("any-craps", (L["11.2"], (L["11"],)), (L["11.2"], multiple),
             (ONE_THROW["any-craps"][0],)),
        Kind("hard-4-10", (L["11.3"], (L["11"],)), (L["11.3"], (L["11.3-2"], *multiple)),
             (HARD[4],)),
        Kind("hard-6-8", (L["11.3"], (L["11"],)), (L["11.3"], (L["11.3-2"], *multiple)),
             (HARD[6],)),
        *(Kind(f"total-{n}", (clause, (L["11"],)), (clause, multiple),
               (ONE_THROW[f"total/{n}"][0],))
          for n, clause in ((7, L["11.4"]), (2, L["11.5"]), (3, L["11.6"]),
                            (11, L["11.7"]), (12, L["11.8"]))),
        *(Kind(number_kind("place", n), (L["12"], (L["12.1"],)), (pay, multiple), (PLACE[n],),
               (L["12.3"], ())) for n, pay, _ in placed),
        *(Kind(number_kind("lay", n), (L["12"], (L["12.2"],)), (pay, multiple), (LAY[n],),
               (L["12.3"], ())) for n, _, pay in placed),
        Kind("field", (L["13"], ()), (L["13.1"], (L["9.c"],)),
             figure((EVENS, Odds(2)), L["13.1"])),
    )


def _spots() -> dict[str, Spot]:
    return of_spots(
        *(Spot(name, name) for name in ("pass", "dont-pass", "come", "dont-come")),
        *(Spot(f"{name}/{n}", name) for name in ("come", "dont-come") for n in POINTS),
        Spot("odds/pass", "odds"), Spot("odds/dont-pass", "dont-odds"),
        *(Spot(f"odds/come/{n}", "odds") for n in POINTS),
        *(Spot(f"odds/dont-come/{n}", "dont-odds") for n in POINTS),
        Spot("big/6", "big-6"), Spot("big/8", "big-8"), Spot("under", "under"),
        Spot("over", "over"), Spot("any-craps", "any-craps"),
        *(Spot(f"hard/{n}", number_kind("hard", n)) for n in HARD),
        *(Spot(name, name.replace("/", "-")) for name in ONE_THROW if "/" in name),
        *(Spot(f"{name}/{n}", number_kind(name, n)) for name in ("place", "lay") for n in POINTS),
        Spot("field", "field"))


Rule = Callable[[int, int, bool], Fate]
"""The fate of a bet by point, total and whether the dice are equal."""


def _race(wins: int, loses: int, pays: Odds, point: int, total: int, pair: bool) -> Fate:
    """A bet on one total before another: the first of the two to fall decides."""
    return pays if total == wins else LOST if total == loses else STAYS


def _one_throw(wins: tuple[int, ...], pays: Odds, point: int, total: int, pair: bool) -> Fate:
    return pays if total in wins else LOST


def _hard(number: int, pays: Odds, point: int, total: int, pair: bool) -> Fate:
    if total == number:
        return pays if pair else LOST  # 11.3-2
    return LOST if total == SEVEN else STAYS


def _field(point: int, total: int, pair: bool) -> Fate:
    return (EVENS, Odds(2))[FIELD[total]] if total in FIELD else LOST  # 13.1


def _first(total: int) -> Fate | None:
    """The fate by the first throw of a bet; None when it goes on."""
    return EVENS if total in NATURAL else LOST if total in CRAPS else None


def _against(bar: int, stays: bool, total: int) -> Fate | None:
    if total == bar:
        if stays:
            return STAYS  # IR 136
        return BACK  # 10.2-3
    return EVENS if total in CRAPS else LOST if total in NATURAL else None


def _pass(point: int, total: int, pair: bool) -> Fate:
    if point:
        return _race(point, SEVEN, EVENS, point, total, pair)
    return _first(total) or STAYS


def _dont_pass(bar: int, stays: bool, point: int, total: int, pair: bool) -> Fate:
    if point:
        return _race(SEVEN, point, EVENS, point, total, pair)
    return _against(bar, stays, total) or STAYS


def _come(point: int, total: int, pair: bool) -> Fate:
    return _first(total) or Moves(f"come/{total}")


def _dont_come(bar: int, stays: bool, point: int, total: int, pair: bool) -> Fate:
    return _against(bar, stays, total) or Moves(f"dont-come/{total}")


def _behind(pays: dict[int, Odds], wins_on_seven: bool, point: int, total: int, pair: bool
            ) -> Fate:
    """Odds on a line bet: decided by the point."""
    if not point:
        return STAYS  # there are none before the first throw
    wins, loses = (SEVEN, point) if wins_on_seven else (point, SEVEN)
    return _race(wins, loses, pays[point], point, total, pair)


def _rules_by_spot(bar: int, stays: bool, against: dict[int, Odds]) -> dict[str, Rule]:
    return {
        "pass": _pass,
        "dont-pass": partial(_dont_pass, bar, stays),
        "come": _come,
        "dont-come": partial(_dont_come, bar, stays),
        "odds/pass": partial(_behind, BEHIND, False),
        "odds/dont-pass": partial(_behind, against, True),
        "big/6": partial(_race, 6, SEVEN, EVENS),
        "big/8": partial(_race, 8, SEVEN, EVENS),
        "under": partial(_one_throw, tuple(UNDER), EVENS),
        "over": partial(_one_throw, tuple(OVER), EVENS),
        "field": _field,
        **{name: partial(_one_throw, wins, pays) for name, (pays, wins) in ONE_THROW.items()},
        **{f"hard/{n}": partial(_hard, n, pays) for n, pays in HARD.items()},
        **{
            f"{name}/{n}": partial(_race, n, SEVEN, pays[n])
            for name, pays in (
                ("come", dict.fromkeys(POINTS, EVENS)),
                ("odds/come", BEHIND),
                ("place", PLACE),
            )
            for n in POINTS
        },
        **{
            f"{name}/{n}": partial(_race, SEVEN, n, pays[n])
            for name, pays in (
                ("dont-come", dict.fromkeys(POINTS, EVENS)),
                ("odds/dont-come", against),
                ("lay", LAY),
            )
            for n in POINTS
        },
    }


def _after(point: State, fell: Fell) -> State:
    total = sum(fell)
    if not point:
        return total if total in POINTS else 0
    return 0 if total in (point, SEVEN) else point


def _open(late_lines: bool, odds_wait: bool, point: State, spot: str) -> bool:
    if spot in ("pass", "dont-pass"):
        return late_lines or not point  # IR 139
    if spot in ("come", "dont-come", "odds/pass", "odds/dont-pass"):
        return bool(point)  # 10.3, 10.4, 11.1
    if odds_wait and spot.startswith("odds/"):
        return bool(point)  # IR 180
    return not spot.startswith(("come/", "dont-come/"))


@lru_cache
def cloth(bar: int = 12, literal_odds: bool = False, *, bar_stays: bool = False,
          late_lines: bool = False, odds_wait: bool = False, rounded: bool = False) -> Cloth:
    """The cloth of a table whose bar is the pair of sixes (12) or of aces (2).

    ``literal_odds``: odds behind a don't bet are paid by the printed table (IR 135).
    ``bar_stays``: the bar leaves a bet where it is (IR 136). ``late_lines``: the lines are open
    also while a point stands (IR 139). ``odds_wait``: odds on come are open only then (IR 180).
    ``rounded``: prizes are rounded down (IR 173).
    A bet on "odds/..." needs the bet that it accompanies; the cloth does not check this. ValueError
    for another bar.
    """
    if bar not in BARS:
        raise ValueError(f"the bar is 2 or 12, not {bar}")
    rules = _rules_by_spot(bar, bar_stays, BEHIND if literal_odds else AGAINST)

    def fate(point: State, spot: str, fell: Fell) -> Fate:
        return rules[spot](point or 0, sum(fell), fell[0] == fell[1])

    rounding = Rounding("prize", IR[173]) if rounded else None
    kinds = of_kinds(*(replace(kind, rounding=rounding) for kind in _kinds(literal_odds)))
    return Cloth(kinds, _spots(), DICE, fate, states=(0, *POINTS),
                 after=_after, open=partial(_open, late_lines, odds_wait))
