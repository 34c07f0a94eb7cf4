"""What a newcomer reads of a game: one sentence, and four steps with their clauses."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import msgspec

from sabot import games
from sabot.house.shared_views import Names, Shape
from sabot.procedure.game import Game
from sabot.words import LANGS

FILE = "intro.toml"


class IntroStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a round: its name and one sentence, the clause behind it, and a picture of shapes
    on 126 by 130."""

    names: Names
    says: Names
    law: str
    picture: list[Shape]


class GameIntro(msgspec.Struct, frozen=True, kw_only=True):
    """The introduction of a game: a sentence (``lead``), the steps of a round, and a drawing on 180
    by 180 for the head of its page; all empty for a game that declares none."""

    game: str
    lead: Names
    steps: list[IntroStep]
    drawing: list[Shape]


@cache
def _declaration(game_id: str) -> dict[str, Any]:
    """Return what the folder of a game declares."""
    text = games.text(game_id, FILE)
    return tomllib.loads(text.decode()) if text else {}


def game_intro(played: Game) -> GameIntro:
    """Return the introduction of a game, from its folder."""
    declared = _declaration(played.id)
    return GameIntro(
        game=played.id, lead=_names(declared.get("lead", ())),
        steps=[IntroStep(names=_names(step["name"]), says=_names(step["text"]),
                         law=f"{played.section}/{step['law']}", picture=step["shapes"])
               for step in declared.get("steps", ())],
        drawing=declared.get("drawing", []))


def _names(texts: list[str] | tuple[()]) -> dict[str, str]:
    return dict(zip(LANGS, texts, strict=True)) if texts else {}
