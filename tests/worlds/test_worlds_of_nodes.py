"""Simulated worlds whose house has several nodes: one seed gives one world, and tables go on at
other nodes when theirs is killed, stopped, cut off or replaced."""

from __future__ import annotations

import sys

import pytest

if sys.version_info < (3, 12):
    pytest.skip("simulated worlds need Python 3.12: make worlds", allow_module_level=True)
pytest.importorskip("simloop", reason="simulated worlds need simloop: make worlds")

from tools.worlds.plan import FaultPlan, PersonPlan, Plan
from tools.worlds.playing import house_tables, plan_of_seed
from tools.worlds.shrinking import tell_story
from tools.worlds.world import Outcome, play

pytestmark = pytest.mark.timeout(600)


def evening(kind: str, seconds: float = 4.0, nodes: int = 2) -> Outcome:
    """An evening of three people at three tables, in which one thing goes wrong."""
    plan = Plan(5, 40.0, ("vez", "tejo", "paiva"), (
        PersonPlan("Ana", "honest", "vez", 15), PersonPlan("Rui", "hasty", "tejo", 15),
        PersonPlan("Bea", "restless", "paiva", 15)),
        (FaultPlan(kind, 12.0, seconds),), nodes=nodes)  # type: ignore[arg-type]
    outcome = play(plan, house_tables())
    assert not outcome.wrong, tell_story(outcome)
    return outcome


def texts(outcome: Outcome, since: float = 0.0) -> list[str]:
    return [moment.what for moment in outcome.story if moment.at >= since]


@pytest.mark.parametrize("nodes", [2, 3])
def test_the_same_plan_gives_the_same_world(nodes: int) -> None:
    tables = house_tables()
    plan = plan_of_seed(3, tables, nodes)
    first, second = play(plan, tables), play(plan, tables)
    assert not first.wrong, tell_story(first)
    assert first.digest == second.digest
    assert tell_story(first) == tell_story(second)
    assert first.answers > 30


@pytest.mark.parametrize("kind", ["kill", "stop", "cut-off"])
def test_the_tables_of_a_node_that_is_gone_go_on_at_another(kind: str) -> None:
    story = texts(evening(kind, 6.0), since=12.0)
    assert any("takes over" in text for text in story)
    assert kind == "kill" or any("has ended: other" in text for text in story)


def test_a_node_that_is_replaced_hands_its_tables_over() -> None:
    story = texts(evening("replace"), since=12.0)
    replaced = next(text.split()[1] for text in story if text.endswith("is to be replaced"))
    assert f"node {replaced} closes" in story
    assert any(text.startswith(f"node {replaced}2 takes over") for text in story)


@pytest.mark.parametrize("kind", ["channel-away", "channel-lossy", "channel-twice"])
def test_people_go_on_when_the_channel_does(kind: str) -> None:
    assert evening(kind).answers > 15


def test_a_short_stop_ends_no_epoch() -> None:
    story = texts(evening("stop", 1.0), since=12.0)
    assert not any("has ended" in text or "takes over" in text for text in story)


def test_all_nodes_open_again_with_changed_table_files() -> None:
    story = texts(evening("files"), since=12.0)
    begun = story.index("all nodes are to close")
    changed = next(n for n, text in enumerate(story[begun:], begun)
                   if text.startswith(("the ", "nothing")) and text.endswith(
                       ("are changed", "is added", "is removed", "changed in the files")))
    assert sum(text.startswith("node ") and text.endswith(" closes")
               for text in story[begun:changed]) == 2
    assert any("takes over" in text for text in story[changed:])


@pytest.mark.parametrize("kind", ["pools-away", "pools-twice", "kill", "stop"])
def test_the_nodes_of_a_house_share_one_book_of_pools(kind: str) -> None:
    plan = Plan(10, 60.0, ("costa", "azulejo", "tejo"), (
        PersonPlan("Ana", "honest", "costa", 40), PersonPlan("Rui", "hasty", "azulejo", 40)),
        (FaultPlan(kind, 12.0, 4.0),), nodes=2)  # type: ignore[arg-type]
    outcome = play(plan, house_tables())
    assert not outcome.wrong, tell_story(outcome)
    assert outcome.done["pools//contribute"] > 5 and outcome.done["pools//claim"]
