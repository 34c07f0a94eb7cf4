"""Plays the world of a seed."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping

import structlog

from sabot.procedure.table import Table
from tools.worlds.layouts import house_tables
from tools.worlds.plan import Plan, plan_of
from tools.worlds.world import Outcome, play

__all__ = ["house_tables", "play_seed"]

structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


def fix_hash_seed() -> None:
    """Start this program again with the hash seed 0, unless it has it: the order of a set is part
    of a world."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, sys.orig_argv, os.environ | {"PYTHONHASHSEED": "0"})


def plan_of_seed(seed: int, tables: Mapping[str, Table]) -> Plan:
    """The plan of a seed at these tables."""
    return plan_of(seed, tables)


def play_seed(seed: int, tables: Mapping[str, Table]) -> Outcome:
    """Play the world of a seed."""
    return play(plan_of_seed(seed, tables), tables)
