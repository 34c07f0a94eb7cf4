"""Old names of the public reference work for one release, and warn."""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from sabot import __version__, deprecated

REFERENCE = Path(__file__).with_name("frozen") / "reference.txt"
"""The names of the reference, methods among them, before names were changed for 0.2.0."""


@pytest.fixture(autouse=True)
def unwarned(monkeypatch: pytest.MonkeyPatch) -> None:
    """No old name has warned in this process."""
    monkeypatch.setattr(deprecated, "_warned", set())


def resolve(name: str) -> Any:
    """The object of a dotted name: the longest part of it that is a module, then attributes."""
    parts = name.split(".")
    for n in range(len(parts) - 1, 0, -1):
        try:
            found: Any = import_module(".".join(parts[:n]))
        except ModuleNotFoundError:
            continue
        for part in parts[n:]:
            found = getattr(found, part)
        return found
    raise AssertionError(name)


@pytest.mark.parametrize("old", deprecated.NAMES)
def test_an_old_name_is_the_new_one_and_warns_once(old: str) -> None:
    new = deprecated.NAMES[old]
    with pytest.warns(DeprecationWarning) as caught:
        assert resolve(old) is resolve(new) and resolve(old) is resolve(new)
    assert [str(warning.message) for warning in caught] == [
        f"{old} is now {new}; the old name is removed in Sabot {deprecated.REMOVED_IN}"]


@pytest.mark.parametrize("old", deprecated.MODULES)
def test_an_old_module_has_the_names_of_the_new_one(old: str) -> None:
    sys.modules.pop(old, None)
    new = import_module(deprecated.MODULES[old])
    with pytest.warns(DeprecationWarning, match=deprecated.MODULES[old]):
        module = import_module(old)
    public = [name for name in vars(new) if not name.startswith("_")]
    assert public and all(getattr(module, name) is getattr(new, name) for name in public)


def test_an_old_method_calls_the_new_one() -> None:
    class Lamp:
        def switch(self) -> str:
            return "on"

        toggle = deprecated.OldMethod("switch")

    with pytest.warns(DeprecationWarning, match=r"Lamp\.toggle is now .*Lamp\.switch"):
        assert Lamp().toggle() == "on"
    assert Lamp.toggle(Lamp()) == "on"  # without a second warning


def test_a_name_that_never_was_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'never'"):
        resolve("sabot.procedure.steps.never")


def test_every_name_of_the_reference_still_resolves() -> None:
    gone = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for name in REFERENCE.read_text("utf-8").splitlines():
            try:
                resolve(name)
            except (AttributeError, ImportError, AssertionError) as error:
                gone.append(f"{name}: {error}")
    assert not gone, "add them to sabot.deprecated:\n" + "\n".join(gone)


def test_old_names_go_in_a_later_release() -> None:
    def numbers(version: str) -> list[int]:
        return [int(part) for part in version.split(".")[:2]]
    assert numbers(deprecated.REMOVED_IN) > numbers(__version__), "remove the old names"


def test_an_old_package_is_found_and_can_be_called(unwarned: None) -> None:
    """A package of others that still imports `sabot.law` does not take the function away."""
    import sabot
    with pytest.warns(DeprecationWarning, match=r"sabot\.law is now sabot\.regulations"):
        old = import_module("sabot.law")
    assert old.Section is import_module("sabot.regulations").Section
    assert sabot.law("ir/7").id == "ir/7" and sabot.law("ir/7") == old("ir/7")
    with pytest.warns(DeprecationWarning, match=r"sabot\.odds is now sabot\.probability"):
        assert import_module("sabot.odds.tally").Tally is import_module(
            "sabot.probability.tally").Tally
    for name in [name for name in sys.modules if name.startswith(("sabot.law", "sabot.odds"))]:
        del sys.modules[name]
    for name in ("law", "odds"):
        vars(sabot).pop(name, None)
