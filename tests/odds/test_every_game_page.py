"""The pages of every game's odds, as the documentation has them: figures of the engine alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.games import catalogue, game
from sabot.reports import odds_report
from tools.pages import oddspages

# Blackjacks take longer to price than a page to write; one kind of each other page.
QUICK = ("american-roulette", "craps", "cussec", "sintetico", "machines", "chemin-de-fer")


@pytest.mark.more_of("machines", "sintetico")
@pytest.mark.parametrize("game_id", QUICK)
def test_a_page_has_its_tables_and_its_plots(game_id: str, tmp_path: Path) -> None:
    text = oddspages.page(game(game_id), tmp_path)
    assert text.startswith(f"# {game(game_id).names['en']}")
    plots = {line.rpartition("(")[2].rstrip(")") for line in text.splitlines()
             if line.startswith("![")}
    assert plots and plots == {file.name for file in tmp_path.glob("*.svg")}
    tables = [part.splitlines() for part in text.split("\n\n") if part.startswith("| ")]
    assert tables and all(len({line.count(" | ") for line in rows if not line.startswith("|-")}
                              ) == 1 for rows in tables)


def test_figures_are_those_of_the_engine(tmp_path: Path) -> None:
    text = oddspages.page(game("american-roulette"), tmp_path)
    assert "| 2.7027 % | 1/37 | 2.7027 % | 0.0000 % | 97.2973 % |" in text
    census = oddspages.page(game("sintetico"), tmp_path)
    assert "98,280 hands" in census and "24,864,840 hands" in census


def test_the_same_figures_make_the_same_bytes(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        oddspages.page(game("cussec"), tmp_path / folder)
    for file in (tmp_path / "a").iterdir():
        assert file.read_bytes() == (tmp_path / "b" / file.name).read_bytes()


def test_every_game_of_the_catalogue_has_something_to_be_told() -> None:
    assert not [one.id for one in catalogue().values() if not odds_report.kind(one)]


def test_what_costs_least_stands_first() -> None:
    lines = [odds_report.brief(game(name)) for name in ("cussec", "craps", "american-roulette")]
    text = oddspages.index(lines)
    cussec, craps, wheel = (text.index(f"({line.game}.md)") for line in lines)
    assert craps < wheel < cussec  # 3/220, 1/37, 1/36
