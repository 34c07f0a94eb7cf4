"""Every game of the tree has the same shape: its folder and the files in it."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path

import pytest

from sabot.games import UnknownGame, catalogue, game
from sabot.procedure.game import Game

FILES = ("__init__.py", "rules.py", "clauses.py", "words.py", "felt.py")


def folder(of: Game) -> Path:
    return Path(inspect.getfile(importlib.import_module(of.violations.__module__))).parent


@pytest.mark.parametrize("of", catalogue().values(), ids=catalogue())
def test_a_game_is_a_folder_of_one_shape(of: Game) -> None:
    """Its id is the name of the folder, and the folder holds the parts under their names."""
    here = folder(of)
    assert here.name.replace("_", "-") == of.id
    assert not [name for name in FILES if not (here / name).is_file()]
    assert importlib.import_module(f"sabot.games.{here.name}").GAME is of


def test_an_unknown_game_names_its_nearest() -> None:
    with pytest.raises(UnknownGame, match="blackjack-online"):
        game("blackjack-onlin")
