"""``sabot simulate-house`` says what it needs, and hands over to the tools of the checkout."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from sabot.cli import main
from sabot.cli.simulating import simulate_house


def sabot(*words: str) -> Result:
    result = CliRunner().invoke(main, ["simulate-house", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_an_installed_program_says_that_it_needs_a_checkout(monkeypatch: pytest.MonkeyPatch,
                                                            tmp_path: Path) -> None:
    monkeypatch.setattr(simulate_house, "CHECKOUT", tmp_path)
    result = sabot()
    assert result.exit_code == 2
    assert "needs a checkout of the repository" in result.stderr


def test_an_old_python_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 11, 7, "final", 0))
    result = sabot("--lang", "pt")
    assert result.exit_code == 2
    assert "precisa de Python 3.12 ou posterior; este é Python 3.11" in result.stderr


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 12, 1, "final", 0))
    monkeypatch.setattr(simulate_house, "find_spec", lambda name: None)
    result = sabot()
    assert result.exit_code == 2
    assert "simulate-house needs simloop: pip install 'sabot[dev]'" in result.stderr


def test_the_options_are_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the checkout, with one hash seed, and its status comes back."""
    calls: list[tuple[list[str], dict[str, object]]] = []

    def run(command: list[str], **settings: object) -> SimpleNamespace:
        calls.append((command, settings))
        return SimpleNamespace(returncode=1)

    monkeypatch.setattr(simulate_house, "what_is_missing", lambda: "")
    monkeypatch.setattr(simulate_house.subprocess, "run", run)
    assert sabot("--seed", "7", "--worlds", "2", "--nodes", "3", "--shrink").exit_code == 1
    (command, settings), = calls
    assert command == [sys.executable, "-m", "tools.worlds", "--seed", "7", "--worlds", "2",
                       "--nodes", "3", "--shrink"]
    assert settings["cwd"] == simulate_house.CHECKOUT
    environment = settings["env"]
    assert isinstance(environment, dict)
    assert environment["PYTHONHASHSEED"] == "0"


def test_wrong_use_is_refused() -> None:
    assert sabot("--seed", "many").exit_code == 2
    assert sabot("--worlds", "0").exit_code == 2
