"""Simulated worlds: the same seed gives the same world, a missing safeguard is noticed, and worlds
that are kept stay right. `make worlds` plays two hundred."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

if sys.version_info < (3, 12):
    pytest.skip("simulated worlds need Python 3.12: make worlds", allow_module_level=True)
pytest.importorskip("simloop", reason="simulated worlds need simloop: make worlds")

from tools.worlds import kept
from tools.worlds.loop import TimeStandsStill, WorldLoop
from tools.worlds.playing import house_tables, plan_of_seed
from tools.worlds.shrinking import tell_story
from tools.worlds.world import play

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.timeout(600)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *words], cwd=ROOT, text=True, check=False,
                          capture_output=True, env=os.environ | {
                              "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT / "src")})


def test_the_same_plan_gives_the_same_world() -> None:
    tables = house_tables()
    plan = plan_of_seed(3, tables)
    first, second = play(plan, tables), play(plan, tables)
    assert first.digest == second.digest
    assert tell_story(first) == tell_story(second)
    assert first.answers > 30


@pytest.mark.parametrize("seconds", [0, 1e-17])
def test_a_world_in_which_time_stands_still_goes_wrong(seconds: float) -> None:
    loop = WorldLoop(1)

    def again() -> None:
        loop.call_later(seconds, again)

    async def wait() -> None:
        await asyncio.sleep(1)
        again()
        await asyncio.sleep(1)

    with pytest.raises(TimeStandsStill):
        loop.run_until_complete(wait())
    loop.close()


def test_a_world_that_is_observed_is_the_same() -> None:
    tables = house_tables()
    plan = plan_of_seed(2, tables)
    observed = play(plan, tables, observed=True)
    assert observed.digest == play(plan, tables).digest
    assert len(observed.standings) == len(observed.story)


@pytest.mark.parametrize("title", kept.load_kept_worlds())
def test_a_world_that_went_wrong_once_is_right(title: str) -> None:
    outcome = play(kept.load_kept_worlds()[title], house_tables())
    assert not outcome.wrong, tell_story(outcome)


def test_a_world_without_a_safeguard_goes_wrong() -> None:
    """The first of `ablations.toml`: everything is played, checked and told as always."""
    done = run("tools.worlds.ablations", "8", "--jobs", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "everybody sees every card: " in done.stdout
    assert "is shown" in done.stdout


def test_the_story_of_a_world_is_told() -> None:
    done = run("tools.worlds", "--seed", "1", "--events")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("World 1: Ana (honest, at ")
    assert "the house opens" in done.stdout
    assert "round 1 v" in done.stdout
    assert done.stdout.rstrip().endswith("nothing wrong")
