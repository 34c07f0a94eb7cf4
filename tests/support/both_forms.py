"""Runs every function of numbers in both of its forms and compares what they compute."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from sabot import games
from sabot.certify.kernel_equality import plain_table
from sabot.equipment import compiled
from sabot.equipment.compiled import Compiled
from sabot.procedure.table import Table

ROOM = {"boards": {"at"}, "joint": {"at"}, "any_five": {"values"}, "two_and_three": {"values"},
        "duel": {"room", "sorts", "cards"}, "alike": {"masks"}, "find_best_holds": {"sums"},
        "count": {"counters"}, "census": {"counts"},
        "count_lines": {"at", "states", "alive", "many", "paid", "ways", "marked"},
        "count_falls": {"at", "alive", "won", "counted", "marked", "window", "tops", "removed"}}
"""The arrays in which a function works, by its name: their contents afterwards mean nothing."""
LISTED = {"boards": ("out_total", "out_mask", "out_weight"), "joint": ("out",),
          "alike": ("chosen", "times")}
"""The arrays that are filled only as far as the result says."""


@contextmanager
def plain_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Within it there is no compiler."""
    with monkeypatch.context() as patch:
        patch.setattr(compiled, "has_compiler", lambda: False)
        yield


@contextmanager
def compared(monkeypatch: pytest.MonkeyPatch, most: int) -> Iterator[Counter[str]]:
    """Within it the first ``most`` calls of each function are made in both forms, and must give
    the same to the last bit; yields how often each function was compared."""
    times: Counter[str] = Counter()

    def call(function: Compiled[..., Any], *args: Any) -> Any:
        name = function.__name__
        if times[name] >= most:
            return function.machine(*args)
        times[name] += 1
        copies = [arg.copy() if isinstance(arg, np.ndarray) else arg for arg in args]
        result, plain = function.machine(*args), function.plain(*copies)
        _check_same(name, result, plain)
        for parameter, machine, other in zip(inspect.signature(function.function).parameters, args,
                                             copies, strict=True):
            if not isinstance(machine, np.ndarray) or parameter in ROOM.get(name, ()):
                continue
            if parameter in LISTED.get(name, ()):
                machine, other = machine[:result], other[:result]
            _check_same(f"{name}: {parameter}", machine, other)
        return result

    with monkeypatch.context() as patch:
        patch.setattr(Compiled, "__call__", call)
        patch.setattr(Compiled, "of_work", lambda self, seconds, *args: call(self, *args))
        yield times


def odds_in_both_forms(game_id: str, most: int) -> Counter[str]:
    """Price the plain table of a game as `compared` does, in a process of its own: this one may
    have its odds already, and then nothing is computed."""
    with ProcessPoolExecutor(1, get_context("spawn")) as processes:
        return processes.submit(_price_in_both_forms, game_id, most).result()


def _price_in_both_forms(game_id: str, most: int) -> Counter[str]:
    game = games.game(game_id)
    table = plain_table(game)
    assert isinstance(table, Table)
    price = game.cabinet.par if game.cabinet else game.priced.odds
    with pytest.MonkeyPatch.context() as patch, compared(patch, most) as times:
        price(table)
    return times


def _check_same(what: str, machine: Any, plain: Any) -> None:
    if isinstance(machine, tuple):
        for first, second in zip(machine, plain, strict=True):
            _check_same(what, first, second)
    elif isinstance(machine, np.ndarray):
        assert machine.shape == plain.shape and machine.tobytes() == plain.tobytes(), what
    else:
        assert machine == plain, what
