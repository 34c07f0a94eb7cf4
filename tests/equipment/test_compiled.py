"""Machine code on disk is used again, and only where nothing of what it was made of has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sabot
from sabot.equipment.compiled import compiled, ones

HEAD = "from sabot.equipment.compiled import compiled\n"
INNER = HEAD + "BASE = {base}\n@compiled\ndef inner(x):\n    return x * {factor}\n"
OUTER = HEAD + ("from inner import BASE, inner\n@compiled\ndef outer(x):\n"
                "    return inner(x) + BASE\n"
                "print(outer(10), sum(outer.machine.stats.cache_hits.values()))\n")
# Two processes, forked once the compiler is loaded, which has compiled nothing yet.
BOTH = """
import os, sys
import sabot.equipment.machine_code
for _ in range(2):
    if not os.fork():
        import outer
        sys.stdout.flush()
        os._exit(0)
sys.exit(max(os.waitstatus_to_exitcode(os.wait()[1]) for _ in range(2)))
"""


def run(folder: Path, base: int, factor: int) -> str:
    (folder / "inner.py").write_text(INNER.format(base=base, factor=factor))
    (folder / "outer.py").write_text(OUTER)
    where = {**os.environ, "PYTHONPATH": str(Path(sabot.__file__).parents[1])}
    return subprocess.run([sys.executable, "-B", "outer.py"], cwd=folder, env=where, text=True,
                          check=True, capture_output=True).stdout.strip()


@pytest.mark.more
def test_a_change_in_what_a_function_names_is_noticed(tmp_path: Path) -> None:
    assert run(tmp_path, 1, 2) == "21 0"
    assert run(tmp_path, 1, 2) == "21 1"
    assert run(tmp_path, 5, 2) == "25 0"
    assert run(tmp_path, 5, 3) == "35 0"


def test_of_two_that_need_it_at_once_one_compiles(tmp_path: Path) -> None:
    (tmp_path / "inner.py").write_text(INNER.format(base=1, factor=2))
    (tmp_path / "outer.py").write_text(OUTER)
    where = {**os.environ, "PYTHONPATH": str(Path(sabot.__file__).parents[1])}
    output = subprocess.run([sys.executable, "-B", "-c", BOTH], cwd=tmp_path, env=where, text=True,
                            check=True, capture_output=True).stdout
    assert sorted(output.splitlines()) == ["21 0", "21 1"]


@compiled
def _bits(word: object) -> object:
    return ones(word)


def test_an_index_of_an_earlier_version_is_replaced(tmp_path: Path) -> None:
    kinds = "from typing import NamedTuple\nclass {0}(NamedTuple):\n    n: int\n"
    program = HEAD + ("from {0} import {1}\n@compiled\ndef double(pair):\n    return 2 * pair.n\n"
                      "print(double({1}(21)), sum(double.machine.stats.cache_hits.values()))\n")
    where = {**os.environ, "PYTHONPATH": str(Path(sabot.__file__).parents[1])}

    def run_with(module: str, name: str) -> str:
        (tmp_path / f"{module}.py").write_text(kinds.format(name))
        (tmp_path / "program.py").write_text(program.format(module, name))
        return subprocess.run([sys.executable, "-B", "program.py"], cwd=tmp_path, env=where,
                              text=True, check=True, capture_output=True).stdout.strip()

    assert run_with("old", "Before") == "42 0"
    (tmp_path / "old.py").unlink()
    assert run_with("new", "After") == "42 0"
    assert run_with("new", "After") == "42 1"


def test_the_bits_of_a_word_are_counted() -> None:
    for word in (0, 1, 0xFF, 1 << 63, 2 ** 64 - 1, 0x0123456789ABCDEF):
        assert _bits(np.uint64(word)) == word.bit_count()
