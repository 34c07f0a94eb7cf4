"""Which tables belong together, how nodes share them out, and how their answers become one."""

from __future__ import annotations

from importlib import resources
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sabot import games
from sabot.house.money.jackpot_claims import pool_of
from sabot.house.nodes.groups import DESK, POOLS, Share, groups_of, share_out
from sabot.procedure.table import Table
from sabot.web.nodes import merge

SHIPPED: dict[str, Table] = {
    file.name.removesuffix(".toml"): table
    for file in (resources.files("sabot.house") / "tables").iterdir()
    if isinstance(table := games.read_table(file.read_text("utf-8")), Table)}


def test_tables_that_a_law_ties_together_are_one_group() -> None:
    groups = groups_of(SHIPPED)
    assert groups[DESK] == ()
    assert sorted(table for tables in groups.values() for table in tables) == sorted(SHIPPED)
    assert {table for table in SHIPPED if pool_of(SHIPPED[table])} <= set(groups[POOLS])
    tied = {"one seat": {name for name, table in SHIPPED.items() if table.game == "chemin-de-fer"},
            "a list": {name for name, table in SHIPPED.items() if table.list}}
    for why, tables in tied.items():
        assert tables and any(tables <= set(members) for members in groups.values()), why


sizes = st.dictionaries(st.text("abcdefgh", min_size=1, max_size=3), st.integers(0, 6), max_size=24)


@given(sizes, st.integers(1, 5), st.randoms(use_true_random=False))
def test_each_group_is_taken_by_one_node_and_the_nodes_become_even(
        sizes: dict[str, int], n: int, random: Any) -> None:
    groups = {name: tuple(f"{name}{k}" for k in range(size)) for name, size in sizes.items()}
    nodes = [f"n{k}" for k in range(n)]
    owners = {name: random.choice([*nodes, "gone"]) for name in groups if random.random() < 0.5}
    owners = {name: node for name, node in owners.items() if node != "gone"}
    for _ in range(200):
        shares = {node: share_out(groups, owners, nodes, node) for node in nodes}
        taken = [name for share in shares.values() for name in share.take]
        assert sorted(taken) == sorted(groups.keys() - owners.keys()), "each by exactly one"
        owners |= {name: node for node, share in shares.items() for name in share.take}
        spare = [share.give_up[0] for share in shares.values() if share.give_up]
        if not taken and not spare:
            break
        for name in spare:
            del owners[name]
    else:
        raise AssertionError("the nodes do not become even")
    load = dict.fromkeys(nodes, 0)
    for name, node in owners.items():
        load[node] += max(1, len(groups[name]))
    heavy = max(nodes, key=load.__getitem__)
    small = min((max(1, len(groups[name])) for name, node in owners.items() if node == heavy),
                default=0)
    assert load[heavy] - min(load.values()) < 2 * max(1, small), "no group could move any more"


def test_a_node_that_is_given_up_takes_nothing() -> None:
    assert share_out({"low": ("low",)}, {}, ["a", "b"], "c") == Share()


def test_the_answers_of_nodes_are_put_together_by_tables() -> None:
    owners = {"low": "a", "high": "b", "moved": ""}
    own = {"tables": [{"id": "high", "taken": 0}, {"id": "low", "taken": 2},
                      {"id": "moved", "taken": 0}],
           "playing": [{"table": "low~ana", "at": "low"}], "me": {"name": "Ana"}, "counting": ["x"]}
    other = {"tables": [{"id": "high", "taken": 5}, {"id": "low", "taken": 0},
                        {"id": "moved", "taken": 9}],
             "playing": [{"table": "high~ana", "at": "high"}, {"table": "low~ana", "at": "low"}],
             "me": None, "counting": []}

    def owner_of(part: Any) -> str | None:
        return owners.get(part.get("at") or part.get("id", ""))

    assert merge({"a": own, "b": other}, "a", owner_of) == {
        "tables": [{"id": "high", "taken": 5}, {"id": "low", "taken": 2},
                   {"id": "moved", "taken": 0}],
        "playing": [{"table": "low~ana", "at": "low"}, {"table": "high~ana", "at": "high"}],
        "me": {"name": "Ana"}, "counting": ["x"]}
