"""The reference engine at a full table of each layout game: many players, many bets, one throw.

Setting: a table of eight places with default rules, every act checked and recorded as in play, a
seeded source; eight players make a hundred bets on random spots, the minimum on each, then the
bets are closed and the throw is settled; one process, one thread, CPU time, the median of several
coups. ``settling`` is the time from the last answer before the throw to the last payment with a
thousand bets of ten players, the best of three. In the same run the limit ``told alone`` is
measured: the same answers sent to the generators of the same coups, without dealer, chance,
checks and record.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any, cast

from benchmarks.goals import Goal
from sabot.equipment import Seeded
from sabot.games import catalogue
from sabot.procedure import Act, Dealer, Event, Live, Offer, Refusal, TimeOut, offers_for
from sabot.procedure.dealer import CHANCE, _reply
from sabot.procedure.game import Game
from sabot.procedure.table import Table

CLOSES = ("spin", "throw", "open")
GOAL = 20.0  # ms for a thousand bets
COUP_GOAL = 15.0  # ms for a coup of a hundred


def layouts() -> dict[str, Game]:
    """Return the games of the catalogue whose bets lie on a layout and are decided by a throw."""
    return {game_id: game for game_id, game in catalogue().items()
            if game.exposure and cast(Any, game.book).table_law(_table(game, 8)).cloth.sides}


def _table(game: Game, places: int, **rules: Any) -> Table:
    return Table(game=game.id, name="bench", rules=game.rules(**rules), places=places,
                 minimum=500, maximum=500_000, unit=100)


def _must(dealer: Dealer, answer: Act | TimeOut) -> None:
    reply = dealer.answer(answer)
    if isinstance(reply, Refusal):
        raise RuntimeError(f"{answer}: {reply.text}")


def lay(dealer: Dealer, players: int, bets: int, random: Random) -> int:
    """Seat the players and make a number of bets, or as many as the layout takes; return how
    many."""
    names = [f"p{n}" for n in range(1, players + 1)]
    for n, name in enumerate(names, start=1):
        if any(offer.act == "sit" and str(n) in offer.spots
               for offer in offers_for(dealer.standing, name)):
            _must(dealer, Act(name, "sit", str(n)))
    accepted = 0
    for n, name in enumerate(names):
        offers: dict[str, Offer] = {}
        for offer in offers_for(dealer.standing, name):
            if offer.act == "bet":
                for spot in offer.spots:
                    offers.setdefault(spot, offer)
        free = [spot for spot, offer in offers.items() if offer.note != "full" and offer.low]
        for spot in random.sample(free, min(len(free), bets // players + (n < bets % players))):
            reply = dealer.answer(Act(name, "bet", spot, offers[spot].low))
            accepted += not isinstance(reply, Refusal)  # bets may leave less room for one another
    return accepted


def close(dealer: Dealer) -> float:
    """Close the bets and run the coup to its end; return the seconds that its last answer took."""
    began = time.process_time()
    while (listen := dealer.standing) is not None:
        ends = next((Act(o.player, o.act, o.spots[0]) for o in listen.offers
                     if o.act in CLOSES and o.player), None)
        began = time.process_time()
        _must(dealer, TimeOut(listen.window) if listen.clock or ends is None else ends)
    return time.process_time() - began


def alone(game: Game, table: Table, carry: Any, record: list[Event]) -> float:
    """Return the seconds that the generator of a coup takes by itself."""
    replies = [event.answer if event.answer is not None else
               _reply(event.step, event) if isinstance(event.step, CHANCE) else None
               for event in record if event.answer is not None
               or type(event.step).__name__ != "Listen"]
    began = time.process_time()
    coup = game.coup(table, carry)
    next(coup)
    try:
        for reply in replies:
            coup.send(reply)
    except StopIteration:
        pass
    return time.process_time() - began


def _game(game: Game, coups: int) -> dict[str, float]:
    table, random = _table(game, 8), Random(1)
    chance, carry = Live(Seeded("bench")), game.opening(table)
    whole, bare, bets = [], [], 0
    for _ in range(coups):
        began = time.process_time()
        dealer = Dealer(game.coup(table, carry), chance)
        bets = max(bets, lay(dealer, 8, 100, random))
        close(dealer)
        whole.append(time.process_time() - began)
        bare.append(alone(game, table, carry, dealer.record))
        carry = dealer.outcome
    middle, least = sorted(whole)[coups // 2], sorted(bare)[coups // 2]
    return {"coups_per_second": round(1 / middle, 1), "bets": bets,
            "told_alone": round(1 / least, 1), "settled_ms": round(settling(game), 1)}


def settling(game: Game, players: int = 10, bets: int = 1_000) -> float:
    """Return the milliseconds of a throw with a number of bets, to the end of its coup."""
    table, found = _table(game, players), []
    for n in range(3):
        dealer = Dealer(game.coup(table, game.opening(table)), Live(Seeded(n)))
        lay(dealer, players, bets, Random(2))
        found.append(close(dealer))
    return min(found) * 1000


def measure(coups: int = 9) -> dict[str, Any]:
    """Measure each layout game of the catalogue at a full table."""
    figures: dict[str, Any] = {
        "bench": "Full tables of layout games",
        "setting": "8 places, 100 bets a coup, the reference engine, CPU time, median of "
                   f"{coups} coups",
    }
    for game_id, game in layouts().items():
        figures[game_id] = _game(game, coups)
    return figures


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    return [goal for name in layouts() for goal in (
        Goal(f"{name}: 1,000 bets settled", figures[name]["settled_ms"], "ms", asked=GOAL),
        Goal(f"{name}: a coup of {figures[name]['bets']} bets",
             1000 / figures[name]["coups_per_second"], "ms",
             "the same coup without dealer and record", 1000 / figures[name]["told_alone"],
             asked=COUP_GOAL))]
