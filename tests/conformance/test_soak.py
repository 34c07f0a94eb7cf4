"""The laws of play again, over thousands of random tables: only with ``--soak``."""

from __future__ import annotations

from random import SystemRandom

import pytest

from sabot.conformance import Plan, need
from sabot.conformance.accounts import accounts_after
from sabot.conformance.cases import Case, try_law
from sabot.conformance.chance_sources import rich_tape, seeded_chance
from sabot.conformance.voids import voided_everywhere
from sabot.games import catalogue
from sabot.procedure import decode, encode, replay
from sabot.procedure.game import Game


def hostile_coup(case: Case) -> None:
    """Hostile players at any lawful table: the coup ends, balances and replays to its bytes."""
    plenty = case.random.random() < 0.5
    walk = case.walk(chance=(rich_tape if plenty else seeded_chance)(case.seed), hostile=True)
    told = accounts_after(walk.record)
    need(walk.dealer.over and len(walk.record) <= case.game.steps_bound, "it does not end")
    need(told.in_play() == {} and sum(told.held.values()) == 0, "it does not balance")
    stored = encode(walk.record)
    need(encode(replay(case.game.coup(case.table, walk.carry), decode(stored)).record) == stored,
         "it the replayed record has other bytes")


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
def test_thousands_of_coups(game: Game) -> None:
    plan = Plan(SystemRandom().randrange(2**32), 5_000)
    assert not list(try_law(game, plan, hostile_coup))


def voided_at_every_question(case: Case) -> None:
    voided_everywhere(case.game, case.table, case.seed, max_voids=200, case=case)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
def test_a_coup_is_voided_at_every_question(game: Game) -> None:
    plan = Plan(SystemRandom().randrange(2**32), 180)
    assert not list(try_law(game, plan, voided_at_every_question))
