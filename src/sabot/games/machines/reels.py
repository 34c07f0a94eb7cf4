"""A game on reels: spin, pay the lines, ways and scatters, and play the features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sabot.families.machine import linepay, waypay
from sabot.families.machine.model import Model, Reels, largest_reached
from sabot.games.machines.clauses import CHOICE, FEATURE, REELS, STOPPED, WON
from sabot.games.machines.people import void_game, voiding
from sabot.games.machines.round import SEAT, Round, Steps
from sabot.games.machines.rules import Bet
from sabot.procedure import Act, Call, Incident, Listen, Offer, Result, Throw

CLIMB, STOP = "climb", "stop"


def play(r: Round, model: Model, bet: Bet) -> Steps:
    """Play the whole game: the paid spin, respins, free games, hold and respin, the ladder."""
    r.coin = bet.coin if model.by_coins else bet.unit
    if model.by_coins:
        model = model.for_coins(bet.lines * bet.stake)
    stops = yield from _spin(r, model.base, 0, 0)
    yield from _pay_window(r, model, model.base, bet, stops, 1)
    if model.respin:
        yield from _respin(r, model, bet, stops)
    scatters = _scatters(model, model.base, stops)
    if model.free and (games := largest_reached(_by_number(model.free.games),
                                                scatters[model.free.scatter])):
        yield from _play_free_games(r, model, bet, games)
    if model.hold and scatters[model.hold.scatter] >= model.hold.least:
        yield from _hold_and_respin(r, model, bet, stops)
    if model.ladder and scatters[model.ladder.scatter] >= model.ladder.least:
        yield from _play_ladder(r, model, bet)


def _spin(r: Round, reels: Reels, game: int, of: int) -> Steps:
    """Spin the reels; returns the stop of each reel."""
    numbers = yield Throw(*REELS, thing="reels", sides=reels.sides)
    stops = tuple(reels.stop(reel, number) for reel, number in enumerate(numbers))
    yield from _show_window(r, reels, stops, {"game": game, "of": of})
    return stops


def _show_window(r: Round, reels: Reels, stops: Sequence[int], facts: dict[str, Any]) -> Steps:
    """Show where the reels stopped, and then the reels that an expanding symbol covers."""
    raw = [reels.window_at(reel, stop) for reel, stop in enumerate(stops)]
    window = [list(symbols) for symbols in raw]
    yield Call(*STOPPED, call="stopped", seat=SEAT,
               facts={"stops": list(stops), "shown": window, **facts,
                      "text": format_window(window)})
    r.shown = tuple(map(reels.expanded, raw))
    if r.shown != tuple(raw):
        covered = [list(symbols) for symbols in r.shown]
        yield Call(*FEATURE, call="expanded", seat=SEAT, facts={
            "reels": [n for n, symbols in enumerate(r.shown) if symbols != raw[n]],
            "shown": covered, "text": format_window(covered)})


def format_window(window: Sequence[Sequence[str]]) -> str:
    """A window as text, row by row from the top."""
    rows = max(map(len, window))
    return " / ".join(" ".join(reel[row] for reel in window if row < len(reel))
                      for row in range(rows))


def _pay_window(r: Round, model: Model, reels: Reels, bet: Bet, stops: Sequence[int], times: int
                ) -> Steps:
    """Count everything that a result pays: lines, or ways with their falls, and scatters."""
    if model.ways:
        yield from _pay_ways(r, model, reels, bet, stops, times)
    else:
        yield from _pay_lines(r, model, bet, times)
    for name, many in _scatters(model, reels, stops).items():
        coins = largest_reached(model.prizes.get(name, {}), many)
        if coins:
            yield from _add_win(r, f"scatter/{name}", coins * (bet.cost // r.coin), times,
                                {"symbol": name, "count": many})


def _pay_lines(r: Round, model: Model, bet: Bet, times: int) -> Steps:
    for n, rows in enumerate(model.lines[:bet.lines], 1):
        line = [reel[row - 1] for reel, row in zip(r.shown, rows, strict=True)]
        if best := linepay.best_win(model, line):
            places = {"reels": list(best.reels)} if best.reels != tuple(range(best.many)) else {}
            yield from _add_win(r, f"line/{n}", best.coins, times,
                                {"line": n, "symbol": best.name, "count": best.many, **places})


def _pay_ways(r: Round, model: Model, reels: Reels, bet: Bet, stops: Sequence[int], times: int
              ) -> Steps:
    before: waypay.Fall | None = None
    for fall in waypay.falls(model, reels, stops):
        if before is not None:
            yield Call(*FEATURE, call="fall", seat=SEAT, facts={
                "out": _winning_rows(model, before), "shown": [list(reel) for reel in fall.window],
                "times": fall.times, "text": format_window(fall.window)})
            r.shown = fall.window
        before = fall
        for win in fall.won:
            yield from _add_win(r, f"way/{win.name}", win.coins, times * fall.times,
                                {"symbol": win.name, "count": win.reels, "ways": win.ways})


def _winning_rows(model: Model, fall: waypay.Fall) -> list[list[int]]:
    """The rows of each reel whose symbols have won and fall out."""
    return [[row for row, symbol in enumerate(symbols)
             if any(reel < win.reels and symbol in model.symbols_for(win.name) for win in fall.won)]
            for reel, symbols in enumerate(fall.window)]


def _add_win(r: Round, where: str, coins: int, times: int, facts: dict[str, Any]) -> Steps:
    cents = coins * times * r.coin
    r.won += cents
    r.check_jackpot(facts["symbol"], facts["count"])
    yield Result(*WON, hand=f"{SEAT}/{where}", result="won",
                 facts={**facts, "coins": coins, "times": times, "cents": cents})


def _scatters(model: Model, reels: Reels, stops: Sequence[int]) -> dict[str, int]:
    """The number of each scatter that the reels show at these stops."""
    symbols = [symbol for reel, stop in enumerate(stops) for symbol in reels.window_at(reel, stop)]
    return {name: symbols.count(name) for name in model.scatters}


def _by_number(by_count: dict[str, int]) -> dict[int, int]:
    return {int(count): many for count, many in by_count.items()}


# -- features --------------------------------------------------------------------------------------


def _play_free_games(r: Round, model: Model, bet: Bet, games: int) -> Steps:
    """Play free games; they may grant more while they last."""
    free = model.free
    assert free is not None
    before, granted, played = r.won, games, 0
    yield _announce_free_games(games, free.times, granted)
    while played < granted:
        played += 1
        stops = yield from _spin(r, model.extra, played, granted)
        yield from _pay_window(r, model, model.extra, bet, stops, free.times)
        if free.again:
            scatters = _scatters(model, model.extra, stops)[free.scatter]
            more = largest_reached(_by_number(free.games), scatters)
            if more := min(more, free.most - granted) if free.most else more:
                granted += more
                yield _announce_free_games(more, free.times, granted - played)
    yield Call(*FEATURE, call="free-over", seat=SEAT, facts={"cents": r.won - before})


def _announce_free_games(games: int, times: int, left: int) -> Call:
    return Call(*FEATURE, call="free-games", seat=SEAT,
                facts={"games": games, "times": times, "left": left})


def _respin(r: Round, model: Model, bet: Bet, stops: Sequence[int]) -> Steps:
    """Hold the reels that show the symbol, and spin the others again, until no further reel is held
    for some turns."""
    respin, reels = model.respin, model.base
    assert respin is not None
    at = list(stops)
    held = _reels_with(reels, at, respin.symbol)
    left = respin.turns if len(held) >= respin.least else 0
    while left and len(held) < len(at):
        spinning = [reel for reel in range(len(at)) if reel not in held]
        numbers = yield Throw(*REELS, thing="reels",
                              sides=tuple(reels.sides[reel] for reel in spinning))
        for reel, number in zip(spinning, numbers, strict=True):
            at[reel] = reels.stop(reel, number)
        now = _reels_with(reels, at, respin.symbol)
        left = respin.turns if len(now) > len(held) else left - 1
        yield from _show_window(r, reels, at, {
            "game": 0, "of": 0, "held": held, "turns": left,
            "stay": ", ".join(str(reel + 1) for reel in held)})
        yield from _pay_window(r, model, reels, bet, at, 1)
        held = now


def _reels_with(reels: Reels, stops: Sequence[int], symbol: str) -> list[int]:
    """The reels that show a symbol at these stops."""
    return [reel for reel, stop in enumerate(stops) if symbol in reels.window_at(reel, stop)]


def _hold_and_respin(r: Round, model: Model, bet: Bet, stops: Sequence[int]) -> Steps:
    """Hold the symbols that triggered the feature, and spin the other places until nothing new has
    landed for some turns."""
    hold = model.hold
    assert hold is not None
    window = [model.base.window_at(reel, stop) for reel, stop in enumerate(stops)]
    places = [(reel, row) for reel, symbols in enumerate(window)
              for row in range(len(symbols))]
    locked = [(reel, row) for reel, row in places if window[reel][row] == hold.scatter]
    left, (lands, of) = hold.turns, hold.lands
    yield Call(*FEATURE, call="hold-begins", seat=SEAT,
               facts={"held": [list(place) for place in locked], "turns": left})
    while left and len(locked) < len(places):
        free = [place for place in places if place not in locked]
        numbers = yield Throw(*REELS, thing="places", sides=(of,) * len(free))
        new = [place for place, number in zip(free, numbers, strict=True) if number < lands]
        locked += new
        left = hold.turns if new else left - 1
        yield Call(*FEATURE, call="held", seat=SEAT,
                   facts={"new": [list(place) for place in new], "turns": left})
    numbers = yield Throw(*REELS, thing="values",
                          sides=(sum(hold.values.values()),) * len(locked))
    values = [prize_for(hold.values, number) for number in numbers]
    full = hold.full if len(locked) == len(places) else 0
    cents = (sum(values) + full) * bet.cost
    r.won += cents
    yield Call(*FEATURE, call="hold-over", seat=SEAT,
               facts={"values": values, "full": full, "cents": cents})


def prize_for(shares: dict[str, int], number: int) -> int:
    """The prize for a number of the generator, from 0, in the order of the file. ValueError for a
    number out of range."""
    for times, share in shares.items():
        if number < share:
            return int(times)
        number -= share
    raise ValueError("no prize has this number")


def _play_ladder(r: Round, model: Model, bet: Bet) -> Steps:
    """Play the ladder rung by rung; the player may stop if the model has a choice."""
    ladder = model.ladder
    assert ladder is not None
    amount = 0
    yield Call(*FEATURE, call="ladder-begins", seat=SEAT, facts={"rungs": len(ladder.rungs)})
    for n, rung in enumerate(ladder.rungs, 1):
        if n > 1 and ladder.choice and not (yield from _ask_to_climb(r, n)):
            break
        sides = rung.ends + sum(rung.pays.values())
        (number,) = yield Throw(*REELS, thing="rung", sides=(sides,))
        ends = number < rung.ends
        pays = 0 if ends else prize_for(rung.pays, number - rung.ends)
        amount = 0 if ends and ladder.lost else amount + pays
        yield Call(*FEATURE, call="rung", seat=SEAT, facts={
            "rung": n, "pays": pays, "ends": ends, "cents": amount * bet.cost})
        if ends:
            break
    r.won += amount * bet.cost
    yield Call(*FEATURE, call="ladder-over", seat=SEAT, facts={"cents": amount * bet.cost})


def _ask_to_climb(r: Round, rung: int) -> Steps:
    """Ask the player whether to climb on; without an answer they stop. Returns the choice."""
    answer = yield Listen(
        *CHOICE, offers=(Offer(CLIMB, SEAT, CHOICE[0], r.player, also=CHOICE[1]),
                         Offer(STOP, SEAT, CHOICE[0], r.player, also=CHOICE[1])),
        window=f"ladder:{rung}", clock="decision", default=STOP, default_law=CHOICE[1][0],
        faults=voiding(r))
    if isinstance(answer, Incident):
        yield from void_game(r, answer)
    return isinstance(answer, Act) and answer.act == CLIMB
