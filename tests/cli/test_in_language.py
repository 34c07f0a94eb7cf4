"""What the verbs of odds, simulations and houses print in Portuguese and Chinese."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from sabot.cli import main
from sabot.cli.computed import TEMPLATES, bet_name, translated
from sabot.cli.language import choose
from sabot.words import phrasebook


def printed(*words: str) -> str:
    return CliRunner().invoke(main, [*words]).output


@pytest.mark.parametrize("lang", ["pt", "zh"])
def test_every_computed_text_has_its_translation(lang: str) -> None:
    assert not [template for template in TEMPLATES if template not in phrasebook(lang)]


def test_computed_texts_are_translated_part_by_part() -> None:
    choose("pt")
    try:
        assert translated("3 spots, as odds/pass; pays 6/5 to 1; 3.27 throws on average") == \
            "3 casas, como odds/pass; paga 6/5 para 1; 3.27 lançamentos em média"
        assert bet_name("craps", "dont-pass") == "Don’t pass line"
        assert bet_name("chemin-de-fer", "ponto/banco") != "ponto/banco"
    finally:
        choose("")


def test_odds_and_their_errors_are_in_the_language_of_the_command_line() -> None:
    table = printed("--lang", "pt", "odds", "ponto-e-banca")
    assert "vantagem" in table and "Empate" in table and "edge" not in table
    assert "retire --left" in printed("--lang", "pt", "odds", "craps", "--left", "A=3")
    assert "莊家優勢" in printed("--lang", "zh", "odds", "ponto-e-banca")


def test_sheets_of_machines_name_symbols() -> None:
    assert "3 × estrela" in printed("--lang", "pt", "par", "azulejo")
    assert "3 × 星" in printed("--lang", "zh", "par", "azulejo")
