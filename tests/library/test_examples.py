"""The examples in the docstrings of the public names are true, and every public name has one."""

from __future__ import annotations

import doctest
import subprocess
import sys
from importlib import import_module
from types import ModuleType

import pytest

import sabot

MODULES = sorted({*sabot._NAMES.values()} - {"errors"})
FINDER = doctest.DocTestFinder(exclude_empty=True)


def examples(module: ModuleType) -> list[doctest.DocTest]:
    """The docstrings of a module that have examples."""
    return [test for test in FINDER.find(module) if test.examples]


@pytest.mark.parametrize("name", ["", *MODULES])
def test_the_examples_are_true(name: str) -> None:
    module = import_module(f"sabot.{name}" if name else "sabot")
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    printed: list[str] = []
    for test in examples(module):
        runner.run(test, out=printed.append)
    assert not runner.failures and runner.tries, "".join(printed)


def test_every_public_function_and_class_has_an_example() -> None:
    shown = {test.name.rpartition(".")[2] for name in MODULES
             for test in examples(import_module(f"sabot.{name}"))}
    results = {"Clause", "Equity", "Odds", "Problem", "SabotError", "Simulation"}
    """What functions return or raise: the examples of these functions show them."""
    assert {*sabot._NAMES} - results <= shown, {*sabot._NAMES} - results - shown


def test_every_public_name_is_there_and_typed() -> None:
    stub = (sabot.__path__[0] + "/__init__.pyi")
    with open(stub, encoding="utf-8") as file:
        typed = file.read()
    for name in sabot._NAMES:
        assert getattr(sabot, name).__name__ == name
        assert f"import {name} as {name}\n" in typed
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = sabot.nothing  # type: ignore[attr-defined]


def test_importing_the_package_imports_nothing_large() -> None:
    code = ("import sys, sabot; print(sorted({name.partition('.')[0] for name in sys.modules} & "
            "{'numpy', 'numba', 'msgspec', 'matplotlib', 'click', 'litestar'}))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
