"""A game of reels: they stop, what is shown wins, and features follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sabot.families.machine import linepay, waypay
from sabot.families.machine.model import Model, Reels, counts
from sabot.games.machines.clauses import CHOICE, FEATURE, REELS, STOPPED, WON
from sabot.games.machines.round import SEAT, Round, Steps
from sabot.games.machines.rules import Bet
from sabot.procedure import Act, Call, Listen, Offer, Result, Throw

CLIMB, STOP = "climb", "stop"


def play(r: Round, model: Model, bet: Bet) -> Steps:
    """The whole game: the paid one, free games, hold and respin, the ladder."""
    stops = yield from _turned(r, model.base, 0, 0)
    yield from _shown(r, model, model.base, bet, stops, 1)
    seen = _scatters(model, model.base, stops)
    if model.free and (games := counts(_numbers(model.free.games), seen[model.free.scatter])):
        yield from _freely(r, model, bet, games)
    if model.hold and seen[model.hold.scatter] >= model.hold.least:
        yield from _held(r, model, bet, stops)
    if model.ladder and seen[model.ladder.scatter] >= model.ladder.least:
        yield from _climbed(r, model, bet)


def _turned(r: Round, reels: Reels, game: int, of: int) -> Steps:
    """The reels turn and stop; where, reel by reel."""
    fell = yield Throw(*REELS, thing="reels", sides=reels.sides)
    stops = tuple(reels.stop(reel, number) for reel, number in enumerate(fell))
    shown = [list(reels.seen(reel, stop)) for reel, stop in enumerate(stops)]
    r.shown = tuple(map(tuple, shown))
    yield Call(*STOPPED, call="stopped", seat=SEAT,
               facts={"stops": list(stops), "shown": shown, "game": game, "of": of,
                      "text": rows(shown)})
    return stops


def rows(shown: Sequence[Sequence[str]]) -> str:
    """A window in words, row by row from the top."""
    deep = max(map(len, shown))
    return " / ".join(" ".join(seen[row] for seen in shown if row < len(seen))
                      for row in range(deep))


def _shown(r: Round, model: Model, reels: Reels, bet: Bet, stops: Sequence[int], times: int
           ) -> Steps:
    """All that a result pays: lines or ways, as often as symbols fall, and scatters."""
    if model.ways:
        yield from _ways(r, model, reels, bet, stops, times)
    else:
        yield from _lines(r, model, bet, times)
    for name, many in _scatters(model, reels, stops).items():
        coins = counts(model.prizes.get(name, {}), many)
        if coins:
            yield from _won(r, f"scatter/{name}", coins * bet.lines, times, bet,
                            {"symbol": name, "count": many})


class Line(NamedTuple):
    """What a line has won: so ``many`` of a symbol or group in a row, so many coins."""

    symbol: str
    many: int
    coins: int


def line_of(model: Model, shown: Sequence[Sequence[str]], rows: Sequence[int]) -> Line | None:
    """The highest combination of a line, which alone counts; None where it has none."""
    line = [seen[row - 1] for seen, row in zip(shown, rows, strict=True)]
    best = None
    for name in model.pays:
        if not model.symbol(name).scatter and (coins := linepay.won(model, name, line)) \
                and (best is None or coins > best.coins):
            many = next(n for n in range(1, len(line) + 1)
                         if linepay.won(model, name, line[:n]) == coins)
            best = Line(name, many, coins)
    return best


def _lines(r: Round, model: Model, bet: Bet, times: int) -> Steps:
    for n, rows in enumerate(model.lines[:bet.lines], 1):
        if best := line_of(model, r.shown, rows):
            yield from _won(r, f"line/{n}", best.coins, times, bet,
                            {"line": n, "symbol": best.symbol, "count": best.many})


def _ways(r: Round, model: Model, reels: Reels, bet: Bet, stops: Sequence[int], times: int
          ) -> Steps:
    before: waypay.Fall | None = None
    for fall in waypay.falls(model, reels, stops):
        if before is not None:
            yield Call(*FEATURE, call="fall", seat=SEAT, facts={
                "out": _out(model, before), "shown": [list(seen) for seen in fall.window],
                "times": fall.times, "text": rows(fall.window)})
            r.shown = fall.window
        before = fall
        for win in fall.won:
            yield from _won(r, f"way/{win.name}", win.coins, times * fall.times, bet,
                            {"symbol": win.name, "count": win.reels, "ways": win.ways})


def _out(model: Model, fall: waypay.Fall) -> list[list[int]]:
    """The rows of each reel whose symbols have won and fall out."""
    return [[row for row, symbol in enumerate(seen)
             if any(reel < win.reels and symbol in model.wanted(win.name) for win in fall.won)]
            for reel, seen in enumerate(fall.window)]


def _won(r: Round, where: str, coins: int, times: int, bet: Bet, facts: dict[str, Any]) -> Steps:
    cents = coins * times * bet.unit
    r.won += cents
    r.shows(facts["symbol"], facts["count"])
    yield Result(*WON, hand=f"{SEAT}/{where}", result="won",
                 facts={**facts, "coins": coins, "times": times, "cents": cents})


def _scatters(model: Model, reels: Reels, stops: Sequence[int]) -> dict[str, int]:
    """How many of each scatter the reels show where they stopped."""
    seen = [symbol for reel, stop in enumerate(stops) for symbol in reels.seen(reel, stop)]
    return {name: seen.count(name) for name in model.scatters}


def _numbers(by_count: dict[str, int]) -> dict[int, int]:
    return {int(count): many for count, many in by_count.items()}


# -- features --------------------------------------------------------------------------------------


def _freely(r: Round, model: Model, bet: Bet, games: int) -> Steps:
    """Free games, which may begin anew while they last."""
    free = model.free
    assert free is not None
    before, granted, played = r.won, games, 0
    yield _free_games(games, free.times, granted)
    while played < granted:
        played += 1
        stops = yield from _turned(r, model.extra, played, granted)
        yield from _shown(r, model, model.extra, bet, stops, free.times)
        if free.again:
            seen = _scatters(model, model.extra, stops)[free.scatter]
            if more := min(counts(_numbers(free.games), seen), free.most - granted):
                granted += more
                yield _free_games(more, free.times, granted - played)
    yield Call(*FEATURE, call="free-over", seat=SEAT, facts={"cents": r.won - before})


def _free_games(games: int, times: int, left: int) -> Call:
    return Call(*FEATURE, call="free-games", seat=SEAT,
                facts={"games": games, "times": times, "left": left})


def _held(r: Round, model: Model, bet: Bet, stops: Sequence[int]) -> Steps:
    """What began the feature is held, and the other places turn until nothing new has come."""
    hold = model.hold
    assert hold is not None
    window = [model.base.seen(reel, stop) for reel, stop in enumerate(stops)]
    places = [(reel, row) for reel, seen in enumerate(window) for row in range(len(seen))]
    held = [(reel, row) for reel, row in places if window[reel][row] == hold.scatter]
    left, (lands, of) = hold.turns, hold.lands
    yield Call(*FEATURE, call="hold-begins", seat=SEAT,
               facts={"held": [list(place) for place in held], "turns": left})
    while left and len(held) < len(places):
        free = [place for place in places if place not in held]
        fell = yield Throw(*REELS, thing="places", sides=(of,) * len(free))
        new = [place for place, number in zip(free, fell, strict=True) if number < lands]
        held += new
        left = hold.turns if new else left - 1
        yield Call(*FEATURE, call="held", seat=SEAT,
                   facts={"new": [list(place) for place in new], "turns": left})
    fell = yield Throw(*REELS, thing="values", sides=(sum(hold.values.values()),) * len(held))
    values = [drawn(hold.values, number) for number in fell]
    full = hold.full if len(held) == len(places) else 0
    cents = (sum(values) + full) * bet.cost
    r.won += cents
    yield Call(*FEATURE, call="hold-over", seat=SEAT,
               facts={"values": values, "full": full, "cents": cents})


def drawn(shares: dict[str, int], number: int) -> int:
    """The prize to which a number of the generator, from 0, belongs, in the order of the file."""
    for times, share in shares.items():
        if number < share:
            return int(times)
        number -= share
    raise ValueError("no prize has this number")


def _climbed(r: Round, model: Model, bet: Bet) -> Steps:
    """The ladder: its player climbs it rung by rung, and may stop where the model lets him."""
    ladder = model.ladder
    assert ladder is not None
    has = 0
    yield Call(*FEATURE, call="ladder-begins", seat=SEAT, facts={"rungs": len(ladder.rungs)})
    for n, rung in enumerate(ladder.rungs, 1):
        if n > 1 and ladder.choice and not (yield from _climbs(r, n)):
            break
        sides = rung.ends + sum(rung.pays.values())
        (number,) = yield Throw(*REELS, thing="rung", sides=(sides,))
        ends = number < rung.ends
        pays = 0 if ends else drawn(rung.pays, number - rung.ends)
        has = 0 if ends and ladder.lost else has + pays
        yield Call(*FEATURE, call="rung", seat=SEAT, facts={
            "rung": n, "pays": pays, "ends": ends, "cents": has * bet.cost})
        if ends:
            break
    r.won += has * bet.cost
    yield Call(*FEATURE, call="ladder-over", seat=SEAT, facts={"cents": has * bet.cost})


def _climbs(r: Round, rung: int) -> Steps:
    """Whether the player climbs on; who says nothing keeps what he has."""
    heard = yield Listen(
        *CHOICE, offers=(Offer(CLIMB, SEAT, CHOICE[0], r.player, also=CHOICE[1]),
                         Offer(STOP, SEAT, CHOICE[0], r.player, also=CHOICE[1])),
        window=f"ladder:{rung}", clock="decision", default=STOP, default_law=CHOICE[1][0])
    return isinstance(heard, Act) and heard.act == CLIMB
