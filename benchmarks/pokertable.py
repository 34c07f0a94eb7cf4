"""Hands per second of a whole poker table, played by the reference engine from shuffle to
showdown.

Setting: one core, CPU time, the best of several runs. Six players sit at no-limit hold'em with
the rules of games elsewhere (`general`), each hand with the same stacks, and play at random: they
bet or raise the minimum one time in twelve, fold one time in ten where it costs something, and
otherwise match the bet. Every hand is shuffled, sealed, asked, checked, recorded and paid as at a
live table.

``SABOT_POKER_ENGINE`` is a command that plays the same hands with another engine, as
``peers/pokertable_peer.py`` does; without it that part is skipped.
"""

from __future__ import annotations

import random
import time
from typing import Any

from benchmarks.goals import Goal
from benchmarks.other_programs import Skipped, other_program
from sabot.equipment import Seeded
from sabot.families.pokertable.betting_terms import Terms, general
from sabot.families.pokertable.coup import play_hand
from sabot.families.pokertable.hand_values import expect_many
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


def played(terms: Terms, chance: Live, dice: random.Random) -> Dealer:
    """Play one hand to its end."""
    r = Round(TABLE, Carry(NAMES), HOLDEM, terms)
    r.stakes = {f"{place}/cave": (name, CAVE) for place, name in enumerate(NAMES, 1)}
    dealer = Dealer(play_hand(r), chance)
    while dealer.standing is not None:
        fold, match, more = dealer.standing.offers[:3]
        drawn = dice.random()
        if drawn < 0.08 and more.act in ("bet", "raise"):
            chosen = more
        else:
            chosen = fold if drawn >= 0.9 and match.act == "call" else match
        reply = dealer.answer(Act(chosen.player, chosen.act, chosen.seat, chosen.least))
        if isinstance(reply, Refusal):
            raise RuntimeError(reply.text)
    return dealer


def _seconds(hands: int) -> float:
    """Return the seconds for a number of hands, the same each time."""
    terms, chance, dice = general(SMALL, BIG), Live(Seeded(5)), random.Random(1)
    start = time.process_time()
    for _ in range(hands):
        played(terms, chance, dice)
    return time.process_time() - start


def _beside(rate: float, hands: int) -> dict[str, Any]:
    """Return what another engine makes of as many hands."""
    try:
        with other_program("SABOT_POKER_ENGINE") as peer:
            theirs = hands / min(float(peer.ask(hands)) for _ in range(3))
    except Skipped as skipped:
        return {"peer": str(skipped)}
    return {"peer": peer.name, "peer_hands_per_second": round(theirs),
            "times_peer": round(rate / theirs, 1)}


def measure(hands: int = HANDS, runs: int = RUNS) -> dict[str, Any]:
    """Measure this benchmark; the peer plays a tenth as many hands."""
    expect_many(HOLDEM)
    _seconds(min(hands, 200))
    rates = sorted(hands / _seconds(hands) for _ in range(runs))
    chance, dice = Live(Seeded(5)), random.Random(1)
    records = [played(general(SMALL, BIG), chance, dice).record for _ in range(min(hands, 200))]
    return {
        "bench": "A table of poker, the reference engine",
        "setting": "six seats, no-limit hold'em, shuffle to showdown, one core, CPU time",
        "hands_per_second": round(rates[-1]), "worst": round(rates[0]),
        "decisions_a_hand": round(sum(event.answer is not None for record in records
                                      for event in record) / len(records), 1),
        "lines_of_record_a_hand": round(sum(map(len, records)) / len(records), 1),
        **_beside(rates[-1], max(hands // 10, 1))}


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    return [Goal("hands", figures["hands_per_second"], "hands/s", figures["peer"],
                 figures.get("peer_hands_per_second"), GOAL)]
