"""The reference engine at a full table of each layout: many players, many bets, one throw.

Setting: a table of eight places with default rules, every act checked and kept as in play, a seeded
source; eight players lay a hundred bets on spots taken by chance, the least that is allowed on
each, then the bets are closed and the throw is settled; one process, one thread, CPU time, the
middle of several coups. ``settling`` is the time from the last answer before the throw to the last
payment with a thousand bets of ten players, the best of three. Beside it, in the same run, the
limit ``told alone``: the same answers sent to the generators of the same coups, without dealer,
chance, checks and record.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

from benchmarks.goals import Goal
from sabot.equipment import Seeded
from sabot.games import catalogue
from sabot.procedure import Act, Dealer, Event, Live, Offer, Refusal, TimeOut, offers_for
from sabot.procedure.dealer import CHANCE, _reply
from sabot.procedure.game import Game
from sabot.procedure.table import Table

CLOSING_ACTS = ("spin", "throw", "open")
GOAL = 20.0  # ms for a thousand bets


def layouts() -> dict[str, Game]:
    """The games of the catalogue whose bets lie on a cloth and are decided by a throw."""
    return {game_id: game for game_id, game in catalogue().items()
            if game.exposure and game.book.code(_table(game, 8)).cloth.sides}


def _table(game: Game, places: int, **rules: Any) -> Table:
    return Table(game=game.id, name="bench", rules=game.rules(**rules), places=places,
                 minimum=500, maximum=500_000, unit=100)


def _answer(dealer: Dealer, answer: Act | TimeOut) -> None:
    events = dealer.answer(answer)
    if isinstance(events, Refusal):
        raise RuntimeError(f"{answer}: {events.text}")


def place_bets(dealer: Dealer, players: int, bets: int, random: Random) -> int:
    """Seat the players and lay so many bets, or as many as the cloth takes; how many lie."""
    names = [f"p{n}" for n in range(1, players + 1)]
    for n, name in enumerate(names, start=1):
        if any(offer.act == "sit" and str(n) in offer.spots
               for offer in offers_for(dealer.standing, name)):
            _answer(dealer, Act(name, "sit", str(n)))
    placed = 0
    for n, name in enumerate(names):
        offers: dict[str, Offer] = {}
        for offer in offers_for(dealer.standing, name):
            if offer.act == "bet":
                for spot in offer.spots:
                    offers.setdefault(spot, offer)
        free = [spot for spot, offer in offers.items() if offer.note != "full" and offer.low]
        for spot in random.sample(free, min(len(free), bets // players + (n < bets % players))):
            events = dealer.answer(Act(name, "bet", spot, offers[spot].low))
            placed += not isinstance(events, Refusal)  # bets may leave less room for one another
    return placed


def close(dealer: Dealer) -> float:
    """The bets are closed and the coup runs to its end; the seconds that its last answer took."""
    start = time.process_time()
    while (listen := dealer.standing) is not None:
        ends = next((Act(o.player, o.act, o.spots[0]) for o in listen.offers
                     if o.act in CLOSING_ACTS and o.player), None)
        start = time.process_time()
        _answer(dealer, TimeOut(listen.window) if listen.clock or ends is None else ends)
    return time.process_time() - start


def generator_time(game: Game, table: Table, carry: Any, record: list[Event]) -> float:
    """Seconds that the generator of a coup takes for itself."""
    replies = [event.answer if event.answer is not None else
               _reply(event.step, event) if isinstance(event.step, CHANCE) else None
               for event in record if event.answer is not None
               or type(event.step).__name__ != "Listen"]
    start = time.process_time()
    coup = game.coup(table, carry)
    next(coup)
    try:
        for reply in replies:
            coup.send(reply)
    except StopIteration:
        pass
    return time.process_time() - start


def _game(game: Game, coups: int) -> dict[str, float]:
    table, random = _table(game, 8), Random(1)
    chance, carry = Live(Seeded("bench")), game.opening(table)
    coup_times, generator_times, bets = [], [], 0
    for _ in range(coups):
        start = time.process_time()
        dealer = Dealer(game.coup(table, carry), chance)
        bets = max(bets, place_bets(dealer, 8, 100, random))
        close(dealer)
        coup_times.append(time.process_time() - start)
        generator_times.append(generator_time(game, table, carry, dealer.record))
        carry = dealer.outcome
    middle, fastest = sorted(coup_times)[coups // 2], sorted(generator_times)[coups // 2]
    return {"coups_per_second": round(1 / middle, 1), "bets": bets,
            "told_alone": round(1 / fastest, 1), "settled_ms": round(settling(game), 1)}


def settling(game: Game, players: int = 10, bets: int = 1_000) -> float:
    """Milliseconds that a throw takes with so many bets lying, to the end of its coup."""
    table, times = _table(game, players), []
    for n in range(3):
        dealer = Dealer(game.coup(table, game.opening(table)), Live(Seeded(n)))
        place_bets(dealer, players, bets, Random(2))
        times.append(close(dealer))
    return min(times) * 1000


def measure(coups: int = 9) -> dict[str, Any]:
    """Each layout of the catalogue at a full table."""
    report: dict[str, Any] = {
        "bench": "Full tables of layouts",
        "setting": "8 places, 100 bets a coup, the reference engine, CPU time, middle of "
                   f"{coups} coups",
    }
    for game_id, game in layouts().items():
        report[game_id] = _game(game, coups)
    return report


def goals(report: dict[str, Any]) -> list[Goal]:
    """What is asked of them."""
    return [goal for name in layouts() for goal in (
        Goal(f"{name}: 1,000 bets settled", report[name]["settled_ms"], "ms", asked=GOAL),
        Goal(f"{name}: coups of {report[name]['bets']} bets", report[name]["coups_per_second"],
             "coups/s", "the same coups told alone", report[name]["told_alone"]))]
