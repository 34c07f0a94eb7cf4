"""What a newcomer reads of each game: a sentence and four steps, each with a clause of its law."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from sabot import regulations as law
from sabot.games import catalogue
from sabot.house.catalogue.intro import game_intro
from sabot.words import LANGS
from support.open_house import Doors

EMBLEM = (Path(str(resources.files("sabot.web"))) / "static/js/lobby/emblem.js").read_text("utf-8")
SHAPES = set(re.findall(r"^  (\w+): \(", EMBLEM, re.M))


@pytest.mark.parametrize("name", catalogue())
def test_every_game_has_a_sentence_and_four_steps_with_clauses_in_three_languages(name: str
                                                                                  ) -> None:
    game = catalogue()[name]
    intro = game_intro(game)
    assert set(intro.lead) == set(LANGS) and len(intro.steps) == 4
    assert all(len(text) < 140 for text in intro.lead.values())
    for step in intro.steps:
        assert set(step.names) == set(step.says) == set(LANGS)
        assert all(len(step.says[lang]) <= 68 and len(step.names[lang]) <= 26 for lang in LANGS)
        assert law.row(step.law).id == step.law and step.law.startswith(game.section)
        assert step.picture and all(shape[0] in SHAPES for shape in step.picture)
    assert len({step.law for step in intro.steps}) == 4
    assert all(shape[0] in SHAPES for shape in intro.drawing)


def test_the_introduction_of_a_game_is_sent_and_an_unknown_game_refused(doors: Doors) -> None:
    visitor = doors.visitor()
    intro = visitor.get("/api/intro?game=craps").json()
    assert intro["game"] == "craps" and intro["lead"]["en"]
    assert intro["steps"][0]["law"] == "pt-217-2007/craps/10"
    assert visitor.get("/api/intro?game=whist").status_code == 404
