"""Small models of machines, and what they pay found the long way: result by result."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import msgspec
from hypothesis import strategies as st

from sabot.families.machine.linepay import pay
from sabot.families.machine.model import (
    Free,
    Hold,
    Ladder,
    Model,
    Reels,
    Rung,
    Symbol,
    faults,
    largest_reached,
)
from sabot.families.machine.waypay import pay as ways_pay

NAMES = ("A", "B", "C", "W", "S")
SYMBOLS = {"W": Symbol(wild=True, times=2), "S": Symbol(scatter=True)}


def result(model: Model, reels: Reels, stops: tuple[int, ...], lines: int = 0
           ) -> tuple[tuple[int, ...], int]:
    """What the reels show of each scatter, and pay, when they stop here."""
    window = [reels.window_at(reel, stop) for reel, stop in enumerate(stops)]
    shown = tuple(sum(seen.count(name) for seen in window) for name in model.scatters)
    if model.ways:
        return shown, ways_pay(model, reels, stops)
    return shown, sum(pay(model, [window[reel][row - 1] for reel, row in enumerate(line)])
                      for line in model.lines[:lines or None])


def all_results(model: Model, reels: Reels, lines: int = 0) -> Counter[tuple[tuple[int, ...], int]]:
    """All results of a game, one by one."""
    found: Counter[tuple[tuple[int, ...], int]] = Counter()
    for numbers in itertools.product(*map(range, reels.sides)):
        stops = tuple(reels.stop(reel, number) for reel, number in enumerate(numbers))
        found[result(model, reels, stops, lines)] += 1
    return found


@st.composite
def models(draw: st.DrawFn, kind: str = "", most: int = 4) -> Model:
    """Models of a few reels with short strips: lines, ways or ways whose symbols fall."""
    kind = kind or draw(st.sampled_from(("lines", "ways", "falls")))
    reels = draw(st.integers(2, most))
    strips = [draw(st.lists(st.sampled_from(NAMES), min_size=3, max_size=5)) for _ in range(reels)]
    window = tuple(draw(st.integers(1, most - 1)) for _ in range(reels))
    weights = [[draw(st.integers(0, 3)) for _ in strip] for strip in strips]
    weights = [[1, *one[1:]] if not sum(one) else one for one in weights]
    shown = {name for strip in strips for name in strip}
    pays: dict[str, dict[str, int]] = {
        name: {str(n): draw(st.integers(1, 9)) for n in range(draw(st.integers(1, reels)),
                                                             reels + 1)}
        for name in sorted(shown)}
    plain = sorted(shown - {"W", "S"})
    groups = {"any": tuple(plain)} if len(plain) > 1 else {}
    if groups:
        pays["any"] = {str(reels): 1}
    lines = draw(st.lists(st.tuples(*(st.integers(1, rows) for rows in window)), min_size=1,
                          max_size=4, unique=True))
    return Model(
        name="made", version="1", reels=tuple(map(" ".join, strips)), window=window,
        lines=() if kind != "lines" else tuple(lines), ways=0 if kind == "lines" else 5,
        falls=(1, 2) if kind == "falls" else (), pays=pays, groups=groups,
        weights=tuple(map(tuple, weights)),
        symbols={name: one for name, one in SYMBOLS.items() if name in shown})


# -- with features ---------------------------------------------------------------------------------


@st.composite
def featured(draw: st.DrawFn) -> Model:
    """Smaller models of any kind with any features, in which nothing is wrong."""
    model = draw(models(draw(st.sampled_from(("lines", "falls", "lines", "ways"))), most=3))
    strips = [strip.split() for strip in model.reels]
    strips[0][0] = "S"
    weights = ((max(1, model.weights[0][0]), *model.weights[0][1:]), *model.weights[1:])
    lines = len(model.lines)
    model = msgspec.structs.replace(
        model, reels=tuple(map(" ".join, strips)), weights=weights,
        symbols={**{name: Symbol() for name in NAMES[:3]}, **SYMBOLS},
        taken=tuple(draw(st.sets(st.integers(1, lines), min_size=1))) if lines else (),
        stakes=(1, draw(st.integers(2, 3))),
        free=draw(st.none() | free(len(strips))), hold=draw(st.none() | HOLDS),
        ladder=draw(st.none() | LADDERS))
    return possible(model)


@st.composite
def free(draw: st.DrawFn, reels: int) -> Free:
    """Free games, some on reels of their own."""
    strips = draw(st.just(()) | st.tuples(*(
        st.lists(st.sampled_from(NAMES), min_size=3, max_size=4) for _ in range(reels))))
    return Free(scatter="S", games={"1": draw(st.integers(1, 2))}, times=draw(st.integers(1, 3)),
                again=draw(st.booleans()), most=draw(st.integers(2, 4)),
                reels=tuple(map(" ".join, strips)))


HOLDS = st.builds(
    Hold, scatter=st.just("S"), least=st.just(1), lands=st.sampled_from(((1, 3), (2, 5))),
    values=st.sampled_from(({"1": 1}, {"1": 3, "4": 1})), turns=st.integers(1, 2),
    full=st.sampled_from((0, 7)))
RUNGS = st.lists(st.builds(Rung, pays=st.sampled_from(({"1": 1}, {"1": 2, "3": 1}, {"5": 1})),
                           ends=st.integers(0, 2)), min_size=1, max_size=3).map(tuple)
LADDERS = st.builds(
    lambda rungs, may: Ladder(scatter="S", least=1, rungs=rungs, choice=may[0], lost=may[1]),
    RUNGS, st.sampled_from(((True, True), (False, True), (False, False))))


def possible(model: Model) -> Model:
    """The same without what `faults` finds in its pay table, its symbols and its groups."""
    while wrong := faults(model):
        pays = {name: dict(prizes) for name, prizes in model.pays.items()}
        symbols, groups = dict(model.symbols), dict(model.groups)
        for one in wrong:
            where, name, *count = one.where.split(".")
            if where == "pays":
                by = pays.get(name, {}) if count else pays
                by.pop(count[0] if count else name, None)
            elif where == "symbols":
                symbols.pop(name)
            elif where == "groups":
                groups.pop(name, None)
                pays.pop(name, None)
            else:
                raise ValueError(one)
        model = msgspec.structs.replace(model, symbols=symbols, groups=groups, pays={
            name: prizes for name, prizes in pays.items() if prizes})
    return model


def features(model: Model) -> Iterator[str]:
    """What a model has of all that one may have."""
    own, hold, ladder = model.free, model.hold, model.ladder
    for name, has in {
            "lines": model.lines, "ways": model.ways, "falls": model.falls,
            "lines taken": min(model.taken, default=9) < len(model.lines),
            "weights": len({*sum(model.weights, ())}) > 1,
            "groups": model.groups, "scatters that pay": "S" in model.pays,
            "wild times": "W" in model.names, "free": own, "free reels": own and own.reels,
            "again": own and own.again, "once": own and not own.again, "hold": hold,
            "full": hold and hold.full, "ladder": ladder,
            "choice": ladder and ladder.choice, "lost": ladder and ladder.lost,
            "kept": ladder and not ladder.lost}.items():
        if has:
            yield name


def exact_return(model: Model, lines: int = 0) -> Fraction:
    """What a model returns of a coin: every result of a paid game, and of each feature every way
    in which it may go on, one after another."""
    bet = model.coins(lines)
    own, hold, ladder = model.free, model.hold, model.ladder

    def many(scatter: str, shown: tuple[int, ...]) -> int:
        return shown[model.scatters.index(scatter)]

    def scattered(shown: tuple[int, ...]) -> int:
        return bet * sum(largest_reached(model.prizes.get(name, {}), n)
                         for name, n in zip(model.scatters, shown, strict=True))

    def granted(shown: tuple[int, ...]) -> int:
        assert own is not None
        return largest_reached({int(n): games for n, games in own.games.items()},
                               many(own.scatter, shown))

    extra = all_results(model, model.extra, lines) if own else Counter()

    @cache
    def freely(left: int, so_far: int) -> Fraction:
        assert own is not None
        if not left:
            return Fraction(0)
        total = Fraction(0)
        for (shown, coins), ways in extra.items():
            more = min(granted(shown), own.most - so_far) if own.again else 0
            total += ways * (own.times * (coins + scattered(shown))
                             + freely(left - 1 + more, so_far + more))
        return total / extra.total()

    @cache
    def hold_return(n: int, left: int) -> Fraction:
        assert hold is not None
        places = sum(model.window)
        if not left or n == places:
            each = Fraction(sum(int(v) * w for v, w in hold.values.items()),
                            sum(hold.values.values()))
            return n * each + (hold.full if n == places else 0)
        lands, total = Fraction(*hold.lands), Fraction(0)
        for came in itertools.product((False, True), repeat=places - n):
            chance = Fraction(1)
            for one in came:
                chance *= lands if one else 1 - lands
            total += chance * hold_return(n + sum(came), hold.turns if any(came) else left - 1)
        return total

    @cache
    def climbed(rung: int, has: int) -> Fraction:
        assert ladder is not None
        if rung == len(ladder.rungs):
            return Fraction(has)
        one = ladder.rungs[rung]
        on = (Fraction(one.ends * (0 if ladder.lost else has))
              + sum(w * climbed(rung + 1, has + int(v)) for v, w in one.pays.items())
              ) / (one.ends + sum(one.pays.values()))
        return max(on, Fraction(has)) if rung and ladder.choice else on

    total, results = Fraction(0), all_results(model, model.base, lines)
    for (shown, coins), ways in results.items():
        won = Fraction(coins + scattered(shown))
        if own and (games := granted(shown)):
            won += freely(games, games)
        if hold and many(hold.scatter, shown) >= hold.least:
            won += bet * hold_return(many(hold.scatter, shown), hold.turns)
        if ladder and many(ladder.scatter, shown) >= ladder.least:
            won += bet * climbed(0, 0)
        total += ways * won
    return total / (results.total() * bet)
