"""Every game of the catalogue holds what every game must hold: the checks of `sabot.conformance`,
which `sabot conformance` runs on the games of other people too."""

from __future__ import annotations

from random import SystemRandom

import pytest

from sabot.conformance import CHECKS, Plan, run_checks
from sabot.conformance.records import (
    OtherProcess,
    check_same_digest,
    in_this_process,
    other_process_digests,
)
from sabot.games import catalogue
from sabot.procedure.game import Game
from support.random_play import LONG

GAMES = pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
COUPS = 600 if LONG else 10
# Of compiled coups there are thousands for each of a plan.
FEW = {"odds": COUPS // 10, "kernel": COUPS // 5}
# One other process plays all games; golden rounds are tested in tests/rounds.
RUN = {check.name: check.run for check in CHECKS if check.name != "golden"} | {
    "records": in_this_process
}


@pytest.mark.timeout(3600 if LONG else 120)
@pytest.mark.more_of("odds-no-draw-poker")
@GAMES
@pytest.mark.parametrize("check", RUN)
def test_it_holds(game: Game, check: str) -> None:
    """The same tables and players each time; in a soak others."""
    plan = Plan(SystemRandom().randrange(2**32) if LONG else 0, FEW.get(check, COUPS))
    found = list(RUN[check](game, plan))
    assert not found, "\n".join(f"{one.law}: {one.what} (seed {one.seed}, step {one.step}, "
                                f"{one.where or 'no fault'}) at {one.table}" for one in found)
    assert plan.done or check in ("odds", "kernel"), "it looked at nothing"


@pytest.fixture(scope="module")
def others() -> OtherProcess:
    """The digests of all games, from another process with another hash seed."""
    return other_process_digests(tuple(catalogue()), 25 if LONG else 8)


@GAMES
def test_two_processes_tell_the_same_bytes(game: Game, others: OtherProcess) -> None:
    """Another hash seed than here, the same digest of the same seeded coups."""
    check_same_digest(game, others, 25 if LONG else 8)


def test_all_checks_can_be_asked_for_by_name() -> None:
    game = catalogue()["fantan"]
    assert [one.check for one in run_checks(game, coups=1, only=("money", "voids"))] == [
        "money", "voids"]
    assert len({check.name for check in CHECKS}) == len(CHECKS)


def test_a_game_that_cannot_says_so() -> None:
    holdem, machines = catalogue()["holdem"], catalogue()["machines"]
    with pytest.raises(LookupError, match="no odds of machines are computed"):
        _ = machines.priced
    with pytest.raises(LookupError, match="holdem has no compiled loops"):
        _ = holdem.simulated
