"""Golden rounds in the reader's language: Portuguese for all, Chinese for those of Macau."""

from __future__ import annotations

import pytest

from sabot import games
from sabot.procedure import round_scripts
from sabot.reports import golden_rounds

CHINESE = {game.id for game in games.catalogue().values() if game.section.startswith("mo-")}
LANGUAGES = [(game_id, lang) for game_id in games.catalogue() for lang in ("pt", "zh")
             if lang == "pt" or game_id in CHINESE]


@pytest.mark.parametrize(("game_id", "lang"), LANGUAGES)
def test_every_golden_round_has_words_in_the_languages_of_its_law(game_id: str, lang: str) -> None:
    words = golden_rounds.wordings(game_id, lang)
    texts = dict(golden_rounds.texts(game_id))
    assert sorted(words) == sorted(texts)
    for name, text in texts.items():
        english = round_scripts.wording(text)
        assert words[name].title, name
        assert bool(words[name].text) == bool(english.text), name
        written_in = round_scripts.read(text).lang
        assert words[name].title != english.title or written_in == lang \
            or len(english.title.split()) < 3, name


def test_a_golden_round_is_narrated_in_the_language_of_the_reader() -> None:
    text = golden_rounds.text("craps/10.3-3-come-moves", "pt")
    assert "Ana: Apostar pass, 5.00 €" in text
    assert "resultados à vista: 8 10 6 8 6" in text
    assert "lances: 3-3 4-4 2-4 5-5 2-6" in text, "the keys of its head too"
    assert "  Ana: bet pass 5.00" in text, "what is played stands as it was written"


def test_a_refusal_in_a_golden_round_is_in_the_language_of_the_reader() -> None:
    text = golden_rounds.text("craps/12.3-multiples-of-the-minimum", "pt")
    assert "  Ana: bet place/6 5.00 -- below-minimum: Aposta de 5.00 € recusada" in text
    assert "refused" not in text.partition(round_scripts.RULE)[2]


@pytest.mark.more
@pytest.mark.parametrize(("game_id", "lang"), LANGUAGES)
def test_every_golden_round_plays_in_every_language(game_id: str, lang: str) -> None:
    for name, text in golden_rounds.texts(game_id):
        clauses = [line.split()[-1] for line in text.splitlines() if line.startswith("results")]
        translated = golden_rounds.text(name, lang)
        assert translated.count(round_scripts.RULE) == text.count(round_scripts.RULE), name
        assert all(clause in translated for clause in clauses), name
