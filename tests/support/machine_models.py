"""Small models of machines, and what they pay found the long way: result by result."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st

from sabot.families.machine.linepay import pay
from sabot.families.machine.model import (
    Free,
    Hold,
    Ladder,
    Mixed,
    Model,
    Reels,
    Respin,
    Rung,
    Symbol,
    largest_reached,
)
from sabot.families.machine.model_faults import faults
from sabot.families.machine.waypay import pay as ways_pay

NAMES = ("A", "B", "C", "W", "S")
SYMBOLS = {"W": Symbol(wild=True, times=2), "S": Symbol(scatter=True)}


def result(model: Model, reels: Reels, stops: tuple[int, ...], lines: int = 0
           ) -> tuple[tuple[int, ...], int]:
    """What the reels show of each scatter, and pay, when they stop here."""
    raw = [reels.window_at(reel, stop) for reel, stop in enumerate(stops)]
    shown = tuple(sum(seen.count(name) for seen in raw) for name in model.scatters)
    if model.ways:
        return shown, ways_pay(model, reels, stops)
    window = [covered(model, seen) for seen in raw]
    return shown, sum(pay(model, [window[reel][row - 1] for reel, row in enumerate(line)])
                      for line in model.lines[:lines or None])


def covered(model: Model, window: tuple[str, ...]) -> tuple[str, ...]:
    """What a reel shows after its first expanding symbol has covered it."""
    for symbol in window:
        if model.symbol(symbol).expands:
            return (symbol,) * len(window)
    return window


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
    symbols = {name: one for name, one in SYMBOLS.items() if name in shown}
    expanding = draw(st.sampled_from(("", "", "A", "W"))) if kind != "falls" else ""
    if expanding in shown:
        symbols[expanding] = msgspec.structs.replace(symbols.get(expanding, Symbol()), expands=True)
    rules: dict[str, Any] = draw(line_rules(sorted(shown - {"S"}), reels)) \
        if kind == "lines" else {}
    pays |= rules.pop("mixed_pays", {})
    return Model(
        name="made", version="1", reels=tuple(map(" ".join, strips)), window=window,
        lines=() if kind != "lines" else tuple(lines), ways=0 if kind == "lines" else 5,
        falls=(1, 2) if kind == "falls" else (), pays=pays, groups=groups,
        weights=tuple(map(tuple, weights)),
        symbols=symbols, **rules)


@st.composite
def line_rules(draw: st.DrawFn, names: list[str], reels: int) -> dict[str, Any]:
    """What lines may have besides so many in a row from the left, some of it."""
    if not names or draw(st.booleans()):
        return {}
    some = st.sampled_from(names)
    rules: dict[str, Any] = {
        "anywhere": tuple(draw(st.lists(some, max_size=1))),
        "fixed": tuple(draw(st.lists(some, max_size=1))),
        "wilds": draw(st.sampled_from(("product", "largest", "sum"))),
        "from_right": draw(st.booleans()), "needs_own": draw(st.booleans())}
    mixed = {}
    if draw(st.booleans()):
        mixed["given"] = Mixed(symbols=(draw(some), *(draw(some | st.just("*"))
                                                     for _ in range(reels - 1))))
    if draw(st.booleans()):
        order = draw(st.lists(some, min_size=1, max_size=reels))
        mixed["order"] = Mixed(symbols=tuple(order), order="any")
    return {**rules, "mixed": mixed, "mixed_pays": {
        name: {str(len(one.symbols)): draw(st.integers(1, 9))} for name, one in mixed.items()}}


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
        symbols={**{name: Symbol() for name in NAMES[:3]}, **SYMBOLS, **model.symbols},
        taken=tuple(draw(st.sets(st.integers(1, lines), min_size=1))) if lines else (),
        stakes=(1, draw(st.integers(2, 3))),
        free=draw(st.none() | free(len(strips))), hold=draw(st.none() | HOLDS),
        ladder=draw(st.none() | LADDERS),
        respin=draw(st.none() | RESPINS) if not model.falls else None)
    if draw(st.booleans()) and model.pays:
        model = draw(priced_by_coins(model))
    return possible(model)


@st.composite
def priced_by_coins(draw: st.DrawFn, model: Model) -> Model:
    """The same with prizes that are not in proportion to the coins of a bet."""
    model = msgspec.structs.replace(model, taken=model.taken[:1])
    name = draw(st.sampled_from(sorted(model.pays)))
    coins = draw(st.sampled_from(sorted(model.bets_by_coins)))
    table = {count: draw(st.integers(0, 30)) for count in model.pays[name]}
    return msgspec.structs.replace(model, by_coins={str(coins): {name: table}})


@st.composite
def free(draw: st.DrawFn, reels: int) -> Free:
    """Free games, some on reels of their own."""
    strips = draw(st.just(()) | st.tuples(*(
        st.lists(st.sampled_from(NAMES), min_size=3, max_size=4) for _ in range(reels))))
    return Free(scatter="S", games={"1": draw(st.integers(1, 2))}, times=draw(st.integers(1, 3)),
                again=draw(st.booleans()), most=draw(st.integers(2, 4) | st.just(0)),
                reels=tuple(map(" ".join, strips)))


HOLDS = st.builds(
    Hold, scatter=st.just("S"), least=st.just(1), lands=st.sampled_from(((1, 3), (2, 5))),
    values=st.sampled_from(({"1": 1}, {"1": 3, "4": 1})), turns=st.integers(1, 2),
    full=st.sampled_from((0, 7)))
RESPINS = st.builds(Respin, symbol=st.sampled_from(NAMES), least=st.just(1),
                    turns=st.integers(1, 2))
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
            where, name, *count = [*one.where.split("."), ""] if "." not in one.where else \
                one.where.split(".")
            if where == "pays":
                by = pays.get(name, {}) if count else pays
                by.pop(count[0] if count else name, None)
            elif where == "symbols":
                symbols.pop(name)
            elif where == "groups":
                groups.pop(name, None)
                pays.pop(name, None)
            elif where == "mixed":
                model = msgspec.structs.replace(model, mixed={
                    other: mixed for other, mixed in model.mixed.items() if other != name})
                pays.pop(name, None)
            elif where.startswith(("anywhere", "fixed")):
                model = msgspec.structs.replace(model, **{where.partition("[")[0]: ()})
            elif where == "by_coins":
                model = msgspec.structs.replace(model, by_coins={})
            elif where == "respin":
                model = msgspec.structs.replace(model, respin=None)
            elif (where, name) == ("free", "most"):
                assert model.free is not None
                model = msgspec.structs.replace(
                    model, free=msgspec.structs.replace(model.free, most=4))
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
            "full": hold and hold.full, "ladder": ladder, "respin": model.respin,
            "without a limit": own and own.again and not own.most,
            "by coins": model.by_coins, "anywhere": model.anywhere, "fixed": model.fixed,
            "from the right": model.from_right, "own symbols": model.needs_own,
            "once a line": model.wilds == "largest", "added": model.wilds == "sum",
            "given order": any(one.order == "given" for one in model.mixed.values()),
            "any order": any(one.order == "any" for one in model.mixed.values()),
            "expanding": any(one.expands for one in model.symbols.values()),
            "choice": ladder and ladder.choice, "lost": ladder and ladder.lost,
            "kept": ladder and not ladder.lost}.items():
        if has:
            yield name


def exact_return(model: Model, lines: int = 0) -> Fraction:
    """What a model returns of a coin: every result of a paid game, and of each feature every way
    in which it may go on, one after another."""
    bet = model.coins(lines)
    if model.by_coins:
        bet = lines
        model, lines = model.for_coins(bet), model.bets_by_coins[bet][0]
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

    def without_limit() -> Fraction:
        """What one free game and all that it leads to pay: a game pays on average what it pays
        itself, and as much again for each that it grants."""
        assert own is not None
        paid = sum(ways * own.times * (coins + scattered(shown))
                   for (shown, coins), ways in extra.items())
        further = sum(ways * granted(shown) for (shown, _), ways in extra.items())
        return Fraction(paid, extra.total() - further)

    @cache
    def respun(stops: tuple[int, ...], left: int) -> Fraction:
        """What respins pay after the reels stopped here."""
        assert model.respin is not None
        reels = model.base
        held = [model.respin.symbol in reels.window_at(reel, stop)
                for reel, stop in enumerate(stops)]
        if not left or all(held):
            return Fraction(0)
        total, count = Fraction(0), 0
        for numbers in itertools.product(*(
                (None,) if stays else range(side)
                for stays, side in zip(held, reels.sides, strict=True))):
            then = tuple(stop if number is None else reels.stop(reel, number)
                         for reel, (stop, number) in enumerate(zip(stops, numbers, strict=True)))
            shown, coins = result(model, reels, then, lines)
            now = sum(model.respin.symbol in reels.window_at(reel, stop)
                      for reel, stop in enumerate(then))
            total += coins + scattered(shown) + respun(
                then, model.respin.turns if now > sum(held) else left - 1)
            count += 1
        return total / count

    @cache
    def freely(left: int, so_far: int) -> Fraction:
        assert own is not None
        if not left:
            return Fraction(0)
        total = Fraction(0)
        for (shown, coins), ways in extra.items():
            more = granted(shown) if own.again else 0
            more = min(more, own.most - so_far) if own.most else more
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
            won += freely(games, games) if own.most or not own.again else \
                games * without_limit()
        if hold and many(hold.scatter, shown) >= hold.least:
            won += bet * hold_return(many(hold.scatter, shown), hold.turns)
        if ladder and many(ladder.scatter, shown) >= ladder.least:
            won += bet * climbed(0, 0)
        total += ways * won
    if model.respin:
        for numbers in itertools.product(*map(range, model.base.sides)):
            stops = tuple(model.base.stop(reel, number) for reel, number in enumerate(numbers))
            many = sum(model.respin.symbol in model.base.window_at(reel, stop)
                       for reel, stop in enumerate(stops))
            if many >= model.respin.least:
                total += respun(stops, model.respin.turns)
    return total / (results.total() * bet)
