"""Every fault of the model of a machine with reels: where it is, what was found, what is allowed.

A prize that the reels cannot show is a fault too: every listed prize of an accepted model can be
won.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from sabot.families.machine.combinations import with_scatter
from sabot.families.machine.model import (
    ANYTHING,
    MAX_CYCLE,
    MAX_HELD,
    MAX_LINES,
    MAX_PAY,
    MAX_REELS,
    MAX_ROWS,
    MAX_SPINS,
    MAX_STOPS,
    Mixed,
    Model,
    largest_reached,
)
from sabot.words import Phrase, key_text, phrase, plural

MAX_NAME = 100
"""The maximum number of characters of a name."""


class ModelFault(NamedTuple):
    """One fault of a model: where it is, what was found, what is allowed."""

    where: str
    found: str
    allowed: str

    @property
    def sentence(self) -> Phrase:
        """The whole fault in one line, to be rendered in the reader's language."""
        return phrase("{what}: found {found}; allowed: {allowed}", what=key_text(self.where),
                      found=self.found, allowed=self.allowed)


def faults(model: Model) -> list[ModelFault]:
    """Every fault of a model, which must have none before it is priced or played. A prize that the
    reels cannot show is a fault too: every listed prize can be won."""
    problems = [*_check_shape(model)]
    if not problems:
        problems += _check_strips(model, "", model.reels, model.weights)
        if model.free and (model.free.reels or model.free.weights):
            problems += _check_strips(model, "free.", model.free.reels, model.free.weights)
    if not problems:
        problems += [*_check_mixed(model), *_check_pays(model), *_check_line_rules(model),
                     *_check_bets(model), *_check_coins(model), *_check_free(model),
                     *_check_hold(model), *_check_ladder(model), *_check_respin(model)]
    return problems


def _check_range(where: str, value: int, low: int, high: int) -> Iterator[ModelFault]:
    if not low <= value <= high:
        yield ModelFault(where, str(value), phrase("{low} to {high}", low=low, high=high))


def check_names(name: str, version: str, sections: Mapping[str, Iterable[str]]
                ) -> Iterator[ModelFault]:
    """The names of a model, and those in its ``sections``, are printed on pages and screens."""
    listed = [(section, own) for section, names in sections.items() for own in names]
    for where, text in (("name", name), ("version", version), *listed):
        if not text.strip() or not text.isprintable() or len(text) > MAX_NAME:
            yield ModelFault(where, ascii(text[:MAX_NAME]), phrase(
                "1 to {most} printable characters", most=MAX_NAME))


def _check_shape(model: Model) -> Iterator[ModelFault]:
    """Reels, rows and lines must fit one another."""
    yield from check_names(model.name, model.version, {
        "pays": model.pays, "symbols": model.symbols, "groups": model.groups, "mixed": model.mixed})
    many = len(model.reels)
    yield from _check_range("reels", many, 1, MAX_REELS)
    if len(model.window) != many:
        yield ModelFault("window", plural("1 number", "{n} numbers", len(model.window)),
                         phrase("the rows of each of {many} reels", many=many))
        return
    for n, rows in enumerate(model.window, 1):
        yield from _check_range(f"window[{n}]", rows, 1, MAX_ROWS)
    if model.ways and (model.lines or model.taken):
        yield ModelFault("ways", str(model.ways), "lines or ways, not both")
    yield from _check_range(
        *(("ways", model.ways) if model.ways else ("lines", len(model.lines))), 1, MAX_LINES)
    if model.falls and not model.ways:
        yield ModelFault("falls", str(list(model.falls)), "only where every way pays")
    for n, times in enumerate(model.falls, 1):
        yield from _check_range(f"falls[{n}]", times, 1, 100)
    for n, line in enumerate(model.lines, 1):
        where = f"lines[{n}]"
        if len(line) != many:
            yield ModelFault(where, plural("1 row", "{n} rows", len(line)),
                             phrase("a row of each of {many} reels", many=many))
        elif any(not 1 <= row <= rows for row, rows in zip(line, model.window, strict=True)):
            yield ModelFault(where, str(list(line)), phrase("rows from 1 to {window}",
                                                            window=list(model.window)))
    if len(set(model.lines)) < len(model.lines):
        yield ModelFault("lines", "the same line twice", "each line once")


def _check_strips(model: Model, at: str, reels: tuple[str, ...],
                  weights: tuple[tuple[int, ...], ...]) -> Iterator[ModelFault]:
    """Strips must be long enough to fill the window, with a weight for each stop."""
    strips = tuple(tuple(strip.split()) for strip in reels)
    if len(strips) != len(model.window):
        yield ModelFault(f"{at}reels", plural("1 strip", "{n} strips", len(strips)),
                         f"{len(model.window)}")
        return
    for n, strip in enumerate(strips, 1):
        where = f"{at}reels[{n}]"
        yield from _check_range(where, len(strip), model.window[n - 1], MAX_STOPS)
        in_groups = {member for group in model.groups.values() for member in group}
        known = {*model.pays, *model.symbols} | in_groups
        for name in sorted({*strip} - known):
            yield ModelFault(where, phrase("the symbol {name}", name=repr(name)),
                             phrase("a symbol that pays, is in a group or is named in symbols: "
                                    "{known}", known=", ".join(sorted(known))))
    stops = [len(strip) for strip in strips]
    if weights and [len(row) for row in weights] != stops:
        yield ModelFault(f"{at}weights", str([len(row) for row in weights]),
                         phrase("one for each stop: {stops}", stops=stops))
        return
    for n, row in enumerate(weights, 1):
        if min(row) < 0 or not sum(row):
            yield ModelFault(f"{at}weights[{n}]", str(min(row)),
                             "0 or more, and not all of them 0")
    cycle = math.prod(map(sum, weights)) if weights else math.prod(map(len, strips))
    if cycle >= MAX_CYCLE:
        yield ModelFault(f"{at}weights", phrase("{cycle} results", cycle=cycle),
                         phrase("fewer than {most}", most=MAX_CYCLE))


def _check_pays(model: Model) -> Iterator[ModelFault]:
    """The pay table must name symbols of the strips, and numbers of them that can be by_reel."""
    names = {*model.names}
    for name, group in model.groups.items():
        if name in names:
            yield ModelFault(f"groups.{name}", "the name of a symbol", "a name that no symbol has")
        if not group:
            yield ModelFault(f"groups.{name}", "nothing", "symbols of the strips except scatters")
        for member in group:
            if member not in names or model.symbol(member).scatter:
                yield ModelFault(f"groups.{name}", repr(member),
                                 "symbols of the strips except scatters")
    for name in {*model.symbols} - names:
        yield ModelFault(f"symbols.{name}", "a symbol that no strip shows", ", ".join(model.names))
    for name in names:
        symbol, where = model.symbol(name), f"symbols.{name}"
        if symbol.wild and symbol.scatter:
            yield ModelFault(where, "wild and scatter", "one of the two")
        yield from _check_range(f"{where}.times", symbol.times, 1, 100)
        if symbol.expands and (symbol.scatter or model.falls):
            yield ModelFault(f"{where}.expands", "scatter" if symbol.scatter else "falls",
                             "a symbol that is no scatter, of a model whose symbols do not fall")
        if symbol.times > 1 and not symbol.wild:
            yield ModelFault(f"{where}.times", str(symbol.times),
                             "1: only a wild symbol multiplies")
    for name, prizes in model.pays.items():
        if name not in names and name not in model.groups and name not in model.mixed:
            yield ModelFault(f"pays.{name}", "a symbol that no strip shows",
                             ", ".join((*model.names, *model.groups)))
            continue
        for count, coins in prizes.items():
            where = f"pays.{name}.{count}"
            yield from _check_range(where, coins, 1, MAX_PAY)
            if not count.isdecimal() or int(count) < 1:
                yield ModelFault(where, repr(count), "a number of symbols, from 1")
            elif mixed := model.mixed.get(name):
                if int(count) != len(mixed.symbols):
                    yield ModelFault(where, phrase("{count} symbols", count=count), phrase(
                        "{n}: the number of its symbols", n=len(mixed.symbols)))
            elif int(count) > _max_shown(model, name):
                yield ModelFault(where, phrase("{count} symbols", count=count),
                                 phrase("at most {most}: the reels cannot show more, and every "
                                        "listed prize must be possible",
                                        most=_max_shown(model, name)))


def _max_shown(model: Model, name: str) -> int:
    """The maximum number of a symbol or group that the reels can show in a row from an end, or in
    any places of a line if it pays anywhere; of a scatter, anywhere in the window."""
    maximum = 0
    for reels in {model.base, model.extra}:
        if model.symbol(name).scatter:
            maximum = max(maximum, sum(max(window.count(name) for window in reels.windows(reel))
                                       for reel in range(len(reels.strips))))
            continue
        symbols = model.symbols_for(name)
        able = [any(symbols & {*reels.expanded(window)} for window in reels.windows(reel))
                for reel in range(len(reels.strips))]
        runs = [able, able[::-1]] if model.from_right else [able]
        maximum = max(maximum, sum(able) if name in model.anywhere else max(
            [*run, False].index(False) for run in runs))
    return maximum


def _check_mixed(model: Model) -> Iterator[ModelFault]:
    """Combinations of different symbols must have a name of their own, pay, and be possible."""
    names = {*model.names}
    for name, mixed in model.mixed.items():
        where, many = f"mixed.{name}", len(model.window)
        if name in names or name in model.groups:
            yield ModelFault(where, "the name of a symbol or group",
                             "a name that no symbol and no group has")
        if not model.pays.get(name):
            yield ModelFault(where, "nothing", phrase("a prize under pays.{name}", name=name))
        low = many if mixed.order == "given" else 1
        if not low <= len(mixed.symbols) <= many:
            yield ModelFault(
                f"{where}.symbols", plural("1 symbol", "{n} symbols", len(mixed.symbols)),
                phrase("{low} to {high}", low=low, high=many)
                if low < many else str(many))
            continue
        allowed = {ANYTHING} if mixed.order == "given" else set()
        plain = {own for own in names if not model.symbol(own).scatter}
        unknown = sorted({*mixed.symbols} - plain - {*model.groups} - allowed)
        for own in unknown:
            yield ModelFault(f"{where}.symbols", repr(own), phrase(
                "symbols of the strips except scatters, groups, and * for any symbol of a given "
                "order: {names}", names=", ".join((*sorted(plain), *model.groups))))
        if not unknown and not ({*mixed.symbols} - {ANYTHING} and _can_show(model, mixed)):
            yield ModelFault(f"{where}.symbols", str(list(mixed.symbols)),
                             "symbols that the reels can show together")


def _can_show(model: Model, mixed: Mixed) -> bool:
    """Whether the reels can show a combination of different symbols on a line."""
    for reels in {model.base, model.extra}:
        by_reel = [{symbol for window in reels.windows(reel) for symbol in reels.expanded(window)}
                 for reel in range(len(reels.strips))]
        wanted = [None if own == ANYTHING else model.symbols_for(own) for own in mixed.symbols]
        sets = {0}
        for reel, symbols in enumerate(by_reel):
            if mixed.order == "given":
                own = wanted[reel]
                sets = {0} if sets and (own is None or own & symbols) else set()
                continue
            sets |= {chosen | 1 << place for chosen in sets for place, own in enumerate(wanted)
                     if own is not None and own & symbols and not chosen >> place & 1}
        if sets if mixed.order == "given" else (1 << len(wanted)) - 1 in sets:
            return True
    return False


def _check_line_rules(model: Model) -> Iterator[ModelFault]:
    """What only lines have, and the names that it is about."""
    plain = {name for name in model.pays if not model.symbol(name).scatter}
    for key, chosen, allowed in (("anywhere", model.anywhere, plain - {*model.mixed}),
                                 ("fixed", model.fixed, plain)):
        for n, name in enumerate(chosen, 1):
            if name not in allowed:
                yield ModelFault(f"{key}[{n}]", repr(name), ", ".join(sorted(allowed)) or "nothing")
    if model.ways:
        for key, used in (("anywhere", model.anywhere), ("mixed", model.mixed),
                          ("fixed", model.fixed), ("wilds", model.wilds != "product"),
                          ("from_right", model.from_right)):
            if used:
                yield ModelFault(key, phrase("ways = {ways}", ways=model.ways),
                                 "only where lines pay")


def _check_coins(model: Model) -> Iterator[ModelFault]:
    """The tables of prizes that are not in proportion to the bet."""
    if not model.by_coins:
        return
    bets = model.bets_by_coins
    if len(bets) < len(model.stakes) * max(1, len(model.taken)):
        yield ModelFault("by_coins", "two bets of the same number of coins",
                         "every bet of another number of coins")
    for coins, table in model.by_coins.items():
        if not coins.isdecimal() or int(coins) not in bets:
            yield ModelFault(f"by_coins.{coins}", repr(coins), phrase(
                "the coins of a bet: {coins}", coins=", ".join(map(str, sorted(bets)))))
        for name, by_count in table.items():
            listed = model.pays.get(name, {})
            for count, prize in by_count.items():
                where = f"by_coins.{coins}.{name}.{count}"
                yield from _check_range(where, prize, 0, MAX_PAY)
                if count not in listed:
                    yield ModelFault(where, phrase("{count} of {name}", count=count, name=name),
                                     "a combination that is listed under pays")


def _check_bets(model: Model) -> Iterator[ModelFault]:
    if not model.stakes or any(not 1 <= coins <= 1000 for coins in model.stakes):
        yield ModelFault("stakes", str(list(model.stakes)), "coins on a line, 1 to 1000")
    for lines in model.taken:
        yield from _check_range("taken", lines, 1, len(model.lines))


def _check_free(model: Model) -> Iterator[ModelFault]:
    free = model.free
    if free is None:
        return
    if free.scatter not in model.scatters:
        yield ModelFault("free.scatter", repr(free.scatter),
                         phrase("a scatter: {names}",
                                names=", ".join(model.scatters) or "there is none"))
        return
    for count, games in free.games.items():
        where = f"free.games.{count}"
        yield from _check_range(where, games, 1, MAX_SPINS)
        if not count.isdecimal() or not 1 <= int(count) <= _max_shown(model, free.scatter):
            yield ModelFault(where, repr(count), phrase("1 to {most} scatters",
                                                        most=_max_shown(model, free.scatter)))
    if not free.games:
        yield ModelFault("free.games", "nothing", "the number of games by the number of scatters")
    yield from _check_range("free.times", free.times, 1, 1000)
    if free.most:
        yield from _check_range("free.most", free.most, max(free.games.values(), default=1),
                                MAX_SPINS)
    elif free.again and all(count.isdecimal() for count in free.games):
        further = _further_games(model)
        if further >= 1:
            yield ModelFault("free.most", phrase(
                "0, with {games} further games for each", games=f"{float(further):.4f}"),
                "a limit, or fewer than 1 further game for each: without a limit they would never "
                "end")


def _further_games(model: Model) -> Fraction:
    """The mean number of further games that a free game grants."""
    free = model.free
    assert free is not None
    games = {int(count): granted for count, granted in free.games.items()}
    results = with_scatter(model.extra, free.scatter)
    return Fraction(sum(largest_reached(games, many) * ways for many, ways in results.items()),
                    results.total())


def _check_trigger(model: Model, where: str, scatter: str, least: int) -> Iterator[ModelFault]:
    """A feature must be triggered by a possible number of a scatter."""
    if scatter not in model.scatters:
        yield ModelFault(f"{where}.scatter", repr(scatter),
                         phrase("a scatter: {names}",
                                names=", ".join(model.scatters) or "there is none"))
    else:
        yield from _check_range(f"{where}.least", least, 1, _max_shown(model, scatter))


def _check_weights(where: str, shares: Mapping[str, int]) -> Iterator[ModelFault]:
    """The weights of prizes."""
    if not shares:
        yield ModelFault(where, "nothing", "multiples of the bet with their weights")
    for times, share in shares.items():
        if not times.isdecimal() or not 1 <= int(times) <= MAX_PAY:
            yield ModelFault(f"{where}.{times}", repr(times),
                             phrase("a multiple of the bet, 1 to {most}", most=MAX_PAY))
        yield from _check_range(f"{where}.{times}", share, 1, 10**6)


def _check_hold(model: Model) -> Iterator[ModelFault]:
    hold = model.hold
    if hold is None:
        return
    yield from _check_trigger(model, "hold", hold.scatter, hold.least)
    if not 1 <= hold.lands[0] < hold.lands[1] <= 10**6:
        yield ModelFault("hold.lands", str(list(hold.lands)),
                         "cases in which a symbol lands, and all cases, up to 10**6")
    yield from _check_range("hold.turns", hold.turns, 1, 10)
    yield from _check_range("hold.full", hold.full, 0, MAX_PAY)
    yield from _check_weights("hold.values", hold.values)


def _check_ladder(model: Model) -> Iterator[ModelFault]:
    ladder = model.ladder
    if ladder is None:
        return
    yield from _check_trigger(model, "ladder", ladder.scatter, ladder.least)
    yield from _check_range("ladder.rungs", len(ladder.rungs), 1, 30)
    for n, rung in enumerate(ladder.rungs, 1):
        yield from _check_weights(f"ladder.rungs[{n}].pays", rung.pays)
        yield from _check_range(f"ladder.rungs[{n}].ends", rung.ends, 0, 10**6)
    if ladder.choice and not ladder.lost:
        yield ModelFault("ladder.choice", "true",
                         "false if nothing can be lost, because no player would stop")


def _check_respin(model: Model) -> Iterator[ModelFault]:
    respin = model.respin
    if respin is None:
        return
    if model.falls:
        yield ModelFault("respin", "falls", "a model whose symbols do not fall")
    if respin.symbol not in model.names:
        yield ModelFault("respin.symbol", repr(respin.symbol), ", ".join(model.names))
        return
    reels = model.base
    able = [sum(respin.symbol in window for window in reels.windows(reel))
            for reel in range(len(reels.strips))]
    yield from _check_range("respin.least", respin.least, 1, max(1, sum(map(bool, able))))
    yield from _check_range("respin.turns", respin.turns, 1, 10)
    held = math.prod(1 + many for many in able)
    if held > MAX_HELD:
        yield ModelFault("respin.symbol", phrase("{n} choices of windows that are held", n=held),
                         phrase("at most {most}", most=MAX_HELD))
