"""Hands a second of a whole table of poker, told by the reference engine from shuffle to showdown.

Setting: one core, the processor's time, the best of several runs. Six sit at no-limit hold'em by
the terms of games elsewhere (`general`), each hand with the same caves, and play by dice: they bet
or raise the least one time in twelve, give up one time in ten where it costs something, and match
what is bet. Every hand is shuffled, sealed, asked, checked, recorded and paid as at a live table.

``SABOT_POKER_ENGINE`` is a command that plays the same hands by another engine, as
``peers/pokertable_peer.py`` does; without it that part is skipped.
"""

from __future__ import annotations

import os
import random
import shlex
import subprocess
import time
from typing import Any

from benchmarks.goals import Goal
from sabot.equipment import Seeded
from sabot.families.pokertable.betting_terms import Terms, general
from sabot.families.pokertable.coup import hand
from sabot.families.pokertable.hand_values import many
from sabot.families.pokertable.round import Carry, Round
from sabot.families.pokertable.rules import Rules
from sabot.families.pokertable.variant import HOLDEM
from sabot.procedure import Act, Dealer, Live, Refusal
from sabot.procedure.table import Table

GOAL = 3_000
HANDS, RUNS = 2_000, 5
NAMES = tuple("abcdef")
CAVE, SMALL, BIG = 20_000, 100, 200
TABLE = Table(game=HOLDEM.name, name="bench", rules=Rules(), minimum=BIG, maximum=10**9, unit=1,
              places=len(NAMES))


def play_hand(terms: Terms, chance: Live, dice: random.Random) -> Dealer:
    """One hand, to its end."""
    r = Round(TABLE, Carry(NAMES), HOLDEM, terms)
    r.stakes = {f"{place}/cave": (name, CAVE) for place, name in enumerate(NAMES, 1)}
    dealer = Dealer(hand(r), chance)
    while dealer.standing is not None:
        fold, match, raise_ = dealer.standing.offers[:3]
        number = dice.random()
        if number < 0.08 and raise_.act in ("bet", "raise"):
            chosen = raise_
        else:
            chosen = fold if number >= 0.9 and match.act == "call" else match
        events = dealer.answer(Act(chosen.player, chosen.act, chosen.seat, chosen.least))
        if isinstance(events, Refusal):
            raise RuntimeError(events.text)
    return dealer


def _seconds(hands: int) -> float:
    """What so many hands take, the same ones each time."""
    terms, chance, dice = general(SMALL, BIG), Live(Seeded(5)), random.Random(1)
    start = time.process_time()
    for _ in range(hands):
        play_hand(terms, chance, dice)
    return time.process_time() - start


def _compare_peer(rate: float, hands: int) -> dict[str, Any]:
    """What another engine makes of as many hands."""
    command = os.environ.get("SABOT_POKER_ENGINE", "")
    if not command:
        return {"peer": "skipped: SABOT_POKER_ENGINE names no program"}
    try:
        with subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True) as peer:
            assert peer.stdin and peer.stdout
            name = peer.stdout.readline().strip()
            times = []
            for _ in range(3):
                print(hands, file=peer.stdin, flush=True)
                times.append(float(peer.stdout.readline()))
            peer.stdin.close()
    except (OSError, ValueError):
        return {"peer": f"skipped: {command} ended before it had answered"}
    peer_rate = hands / min(times)
    return {"peer": name, "peer_hands_per_second": round(peer_rate),
            "times_peer": round(rate / peer_rate, 1)}


def measure(hands: int = HANDS, runs: int = RUNS) -> dict[str, Any]:
    """The figures; the peer plays a tenth as many hands."""
    many(HOLDEM)
    _seconds(min(hands, 200))
    rates = sorted(hands / _seconds(hands) for _ in range(runs))
    chance, dice = Live(Seeded(5)), random.Random(1)
    records = [play_hand(general(SMALL, BIG), chance, dice).record for _ in range(min(hands, 200))]
    return {
        "bench": "A table of poker, the reference engine",
        "setting": "six seats, no-limit hold'em, shuffle to showdown, one core, CPU time",
        "hands_per_second": round(rates[-1]), "worst": round(rates[0]),
        "decisions_a_hand": round(sum(event.answer is not None for record in records
                                      for event in record) / len(records), 1),
        "lines_of_record_a_hand": round(sum(map(len, records)) / len(records), 1),
        **_compare_peer(rates[-1], max(hands // 10, 1))}


def goals(report: dict[str, Any]) -> list[Goal]:
    """What is asked of them."""
    return [Goal("hands", report["hands_per_second"], "hands/s", report["peer"],
                 report.get("peer_hands_per_second"), GOAL)]
