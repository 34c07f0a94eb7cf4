"""The PAR sheet of a model against the same figures found by following every game to its end."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings

from sabot.families.machine.combinations import combination_chances
from sabot.families.machine.features import climb, final_holds, hold_chances
from sabot.families.machine.model import Free, Hold, Ladder, Model, Rung, Symbol
from sabot.families.machine.par import Sheet
from support.machine_models import all_results, models

SEA = Model(
    name="sea", version="1", window=(1, 2), lines=((1, 1), (1, 2)), reels=("A B S", "A S B A"),
    symbols={"S": Symbol(scatter=True)}, pays={"A": {"2": 3}, "B": {"2": 2}, "S": {"2": 1}},
    free=Free(scatter="S", games={"2": 2}, times=2, again=True, most=4, reels=("A S", "S A B")))


@settings(max_examples=40)
@given(models())
def test_return_and_hits_are_those_of_all_results(model: Model) -> None:
    sheet, found = Sheet(model), all_results(model, model.base)
    cycle = sum(found.values())
    total = sum((coins + sheet.scatter_pay(shown)) * ways for (shown, coins), ways in found.items())
    assert sheet.returned == Fraction(total, cycle * sheet.bet)
    paying = sum(ways for (shown, coins), ways in found.items() if coins + sheet.scatter_pay(shown))
    assert sheet.hit == Fraction(paying, cycle)
    assert sum(sheet.wins.values()) == 1


def _endings(sheet: Sheet, left: int, granted: int) -> Iterator[tuple[Fraction, int]]:
    """Every way in which free games may end, with its chance and what it pays."""
    model, feature = sheet.model, sheet.model.free
    assert feature is not None
    if not left:
        yield Fraction(1), 0
        return
    results = all_results(model, model.extra)
    for (shown, coins), ways in results.items():
        more = min(sheet.games_granted(shown) if feature.again else 0, feature.most - granted)
        paid = (coins + sheet.scatter_pay(shown)) * feature.times
        for chance, rest in _endings(sheet, left - 1 + more, granted + more):
            yield chance * Fraction(ways, sum(results.values())), paid + rest


@pytest.mark.parametrize("again", [False, True])
def test_free_games_are_followed_to_their_end(again: bool) -> None:
    assert SEA.free is not None
    model = msgspec.structs.replace(SEA, free=msgspec.structs.replace(SEA.free, again=again))
    sheet = Sheet(model)
    found = list(_endings(sheet, 2, 2))
    assert sum(chance for chance, _ in found) == 1
    feature = sheet.free_games[2]
    assert feature.mean == sum(chance * paid for chance, paid in found)
    assert feature.square == sum(chance * paid * paid for chance, paid in found)
    assert (feature.games > 2) is again


def test_the_parts_of_a_return_add_up_and_the_spread_is_that_of_whole_games() -> None:
    sheet = Sheet(SEA)
    assert set(sheet.parts) == {"lines", "scatters", "free"}
    ends: list[tuple[Fraction, int]] = []
    cycle = sheet.base.cycle
    for (shown, coins), ways in all_results(SEA, SEA.base).items():
        paid, games = coins + sheet.scatter_pay(shown), sheet.games_granted(shown)
        for chance, more in _endings(sheet, games, games):
            ends.append((chance * Fraction(ways, cycle), paid + more))
    mean = sum(chance * paid for chance, paid in ends)
    assert sheet.returned == mean / sheet.bet
    assert sheet.variance == (sum(chance * paid * paid for chance, paid in ends)
                              - mean ** 2) / sheet.bet ** 2
    assert sheet.begins == {"free": Fraction(2 * 1, 12)}


HOLD = Hold(scatter="S", least=1, lands=(1, 3), values={"1": 3, "4": 1}, turns=2, full=10)


def _turned(many: int, left: int, places: int) -> Iterator[tuple[Fraction, int]]:
    """Hold and respin place by place and turn by turn."""
    if not left or many == places:
        yield Fraction(1), many
        return
    for came in itertools.product((0, 1), repeat=places - many):
        chance = Fraction(1)
        for one in came:
            chance *= Fraction(1, 3) if one else Fraction(2, 3)
        then = HOLD.turns if any(came) else left - 1
        for more, ends in _turned(many + sum(came), then, places):
            yield chance * more, ends


def test_what_is_held_in_the_end_is_what_turn_by_turn_gives() -> None:
    found: dict[int, Fraction] = {}
    for chance, many in _turned(1, HOLD.turns, 3):
        found[many] = found.get(many, Fraction(0)) + chance
    assert final_holds(HOLD, 3, 1) == found
    paid = hold_chances(HOLD, 3, 1)
    assert sum(paid.values()) == 1
    # three that are held, of 7/4 each, and ten more where the window is full
    mean = sum(chance * many for many, chance in found.items()) * Fraction(7, 4) + 10 * found[3]
    assert sum(chance * coins for coins, chance in paid.items()) == mean


LADDER = Ladder(scatter="S", least=1, choice=True, lost=True, rungs=(
    Rung(pays={"4": 1, "1": 1}), Rung(pays={"3": 1}, ends=1), Rung(pays={"9": 1}, ends=2)))


def test_who_climbs_best_stops_where_going_on_gains_nothing() -> None:
    best = climb(LADDER)
    # with 4: 4 against (4 + 3) / 2 at best, so stop; with 1: (1 + 3) / 2 = 2 > 1, then
    # with 4 of it: 4 against (4 + 9) / 3 = 13/3, so go on
    assert best.stops == (4, None)
    assert best.chances == {0: Fraction(1, 4) + Fraction(1, 6), 4: Fraction(1, 2),
                            13: Fraction(1, 12)}
    value = sum(chance * has for has, chance in best.chances.items())

    def by(stops: tuple[tuple[int, ...], ...]) -> Fraction:
        at, total = {0: Fraction(1)}, Fraction(0)
        for rung, (one, stop) in enumerate(zip(LADDER.rungs, ((), *stops), strict=True)):
            after: dict[int, Fraction] = {}
            for has, chance in at.items():
                if rung and has in stop:
                    total += chance * has
                    continue
                whole = one.ends + sum(one.pays.values())
                for times, share in one.pays.items():
                    then = has + int(times)
                    after[then] = after.get(then, Fraction(0)) + chance * Fraction(share, whole)
            at = after
        return total + sum(chance * has for has, chance in at.items())

    some = [(), (1,), (4,), (1, 4)]
    others = [(), (4,), (7,), (4, 7)]
    assert max(by((one, two)) for one in some for two in others) == value


def test_without_a_choice_everybody_climbs() -> None:
    forced = climb(msgspec.structs.replace(LADDER, choice=False))
    assert forced.stops == (None, None)
    assert forced.chances[0] == 1 - Fraction(1, 2) * Fraction(1, 3)


def test_a_feature_counts_in_the_sheet() -> None:
    plain = msgspec.structs.replace(SEA, free=None)
    more = msgspec.structs.replace(plain, hold=msgspec.structs.replace(HOLD, least=2),
                                   ladder=msgspec.structs.replace(LADDER, least=2))
    begun = Fraction(2 * 1, 12)  # S on the first reel, and in the window of the second
    sheet = Sheet(more)
    assert sheet.parts["hold"] == begun * sum(
        chance * paid for paid, chance in hold_chances(HOLD, 3, 2).items())
    assert sheet.parts["ladder"] == begun * sum(
        chance * paid for paid, chance in climb(LADDER).chances.items())
    assert sheet.returned == Sheet(plain).returned + sheet.parts["hold"] + sheet.parts["ladder"]


def test_no_more_lines_than_the_model_has() -> None:
    with pytest.raises(ValueError, match="allowed: 1 to 2"):
        Sheet(SEA, 3)


# -- a published machine ---------------------------------------------------------------------------

NAMED = ("WS", "LM", "BU", "BO", "LH", "TU", "CL", "SG", "SF", "LO", "LT")
ON_REELS = (
    (2, 4, 4, 6, 5, 6, 6, 5, 5, 2, 2),
    (2, 4, 4, 4, 4, 4, 6, 6, 5, 5, 2),
    (1, 3, 5, 4, 6, 5, 5, 5, 6, 6, 2),
    (4, 4, 4, 4, 6, 6, 6, 6, 8, 0, 2),
    (2, 4, 5, 4, 7, 7, 6, 6, 7, 0, 2),
)
"""How many of each symbol the reels have."""
PAID = (
    (5, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (100, 40, 25, 25, 10, 10, 5, 5, 5, 331, 5),
    (500, 200, 100, 100, 50, 50, 30, 30, 30, 0, 25),
    (10_000, 1_000, 500, 500, 500, 250, 200, 200, 150, 0, 200),
)
"""Coins for two to five of each; the bonus of three LO by its mean."""


def test_a_published_par_sheet_returns_what_it_says() -> None:
    """A game of five reels with 259,440,000 results whose design documents are discussed by
    Harrigan and Dixon, "PAR sheets, probabilities, and slot machine play" (Journal of Gambling
    Issues 23, 2009): the variant that is named 96.2 per cent. Its bonus stands here by its mean,
    331 coins, a rounded number, so that no further digits can be held against it. What it returns
    does not depend on the order of its symbols; the scatters LT lie so that no window shows two."""
    strips = []
    for counts in ON_REELS:
        left = [name for name, many in zip(NAMED[:-1], counts[:-1], strict=True)
                for _ in range(many)]
        half = len(left) // 2
        strips.append(" ".join(["LT", *left[:half], "LT", *left[half:]]))
    sheet = Sheet(Model(
        name="five reels", version="96.2", reels=tuple(strips), window=(3,) * 5, lines=((2,) * 5,),
        pays={name: {str(n): row[i] for n, row in enumerate(PAID, 2) if row[i]}
              for i, name in enumerate(NAMED)},
        symbols={"WS": Symbol(wild=True), "LO": Symbol(alone=True), "LT": Symbol(scatter=True)}))
    assert sheet.base.cycle == 47 * 46 * 48 * 50 * 50 == 259_440_000
    assert int(1000 * sheet.returned) == 962
    assert round(100 * float(sheet.returned), 2) == 96.25
    assert round(100 * float(sheet.parts["lines"]), 2) == 85.61
    assert round(100 * float(sheet.parts["scatters"]), 2) == 10.65


@settings(max_examples=25)
@given(models("lines"))
def test_the_combinations_of_a_sheet_are_all_that_lines_and_scatters_pay(model: Model) -> None:
    sheet, found = Sheet(model), combination_chances(model, model.base)
    on_lines = sum(one.coins * one.chance for one in found if one.name not in model.scatters)
    assert on_lines == sheet.parts.get("lines", 0)
    scattered = sum(one.coins * one.chance for one in found if one.name in model.scatters)
    assert scattered <= sheet.parts.get("scatters", 0)  # more of them than listed pay as the most


@settings(max_examples=15)
@given(models("ways"))
def test_in_ways_a_combination_is_shown_as_often_as_it_is_seen(model: Model) -> None:
    found = {(one.name, one.many): one.chance for one in combination_chances(model, model.base)}
    seen: dict[tuple[str, int], int] = {}
    for numbers in itertools.product(*map(range, model.base.sides)):
        window = [model.base.expanded(model.base.window_at(reel, model.base.stop(reel, number)))
                  for reel, number in enumerate(numbers)]
        for name, prizes in model.prizes.items():
            if name in model.scatters:
                continue
            reels = next((n for n, shown in enumerate(window)
                          if not model.symbols_for(name) & {*shown}), len(window))
            if reels in prizes:
                seen[name, reels] = seen.get((name, reels), 0) + 1
    for key, ways in seen.items():
        assert found[key] == Fraction(ways, model.base.cycle)
