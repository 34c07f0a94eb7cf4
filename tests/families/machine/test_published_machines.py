"""Machines whose reels or pay tables were published with their returns: every printed digit."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from sabot.families.machine.players import player
from tools.pages import machines_published as page

DESIGNS = {design.file: design for design in page.published().designs}
GAMES = 200_000


@pytest.mark.parametrize("file", DESIGNS)
def test_every_printed_figure_is_ours(file: str) -> None:
    for figure in DESIGNS[file].figures:
        assert page.rounded(page.exact_value(file, figure), figure.printed) == figure.printed


def test_a_figure_that_differs_is_seen() -> None:
    (bells, *_) = page.published().differences
    assert page.rounded(page.sheet_of(bells.file, bells.bet).returned, bells.printed) \
        != bells.printed
    value = page.sheet_of("feira.toml", 1).returned
    assert page.rounded(value, "90.11") == "90.11" and page.rounded(value, "90.113") == "90.113"


@pytest.mark.parametrize("file", DESIGNS)
@pytest.mark.more_of("cais-850.toml", "fruteira.toml", "pomar.toml", "cartas-valetes.toml",
                     "cartas-bonus.toml", "cartas-quinta.toml", "gemas-duplas.toml")
def test_simulated_games_return_it(file: str) -> None:
    """Within five standard errors, whatever the seed is."""
    bet = DESIGNS[file].figures[-1].bet
    sheet = page.sheet_of(file, bet)
    tally = player(page.model_of(file), bet).block(11, 0, GAMES)
    assert tally.wrong() == ""
    mean = 1 + tally.total / GAMES / sheet.bet
    deviation = math.sqrt(sheet.variance)
    assert abs(mean - float(sheet.returned)) < 5 * deviation / math.sqrt(GAMES)


def test_the_page_is_the_one_that_is_written() -> None:
    text = (Path(page.__file__).parents[2] / "docs" / "machines-published.md").read_text("utf-8")
    assert text == page.render_page()
