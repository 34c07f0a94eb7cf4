"""Plays the world of a seed."""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Mapping

import structlog

from sabot.procedure.table import Table
from tools.worlds.layouts import house_tables
from tools.worlds.plan import Plan, plan_of, plan_of_nodes
from tools.worlds.world import Outcome, play

__all__ = ["house_tables", "play_seed"]

WARM = 10
"""The seed of a world that loads what most worlds need."""

structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


def fix_hash_seed() -> None:
    """Start this program again with the hash seed 0, unless it has it: the order of a set is part
    of a world."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, sys.orig_argv, os.environ | {"PYTHONHASHSEED": "0"})


def warm_up() -> Mapping[str, Table]:
    """The tables, once a world has loaded all that worlds need; each later one ends with a
    collection, which need not look at it again."""
    tables = house_tables()
    play_seed(WARM, tables)
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    return tables


def plan_of_seed(seed: int, tables: Mapping[str, Table], nodes: int = 1) -> Plan:
    """The plan of a seed at these tables, for a house of so many nodes."""
    return plan_of(seed, tables) if nodes == 1 else plan_of_nodes(seed, tables, nodes)


def play_seed(seed: int, tables: Mapping[str, Table], nodes: int = 1) -> Outcome:
    """Play the world of a seed."""
    return play(plan_of_seed(seed, tables, nodes), tables)
