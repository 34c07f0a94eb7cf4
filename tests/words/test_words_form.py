"""The form of a catalogue of words: languages side by side, none forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot import words


def test_a_key_has_its_text_in_every_language() -> None:
    assert words.by_language({"act.sit": ("Sentar", "Sit", "入座")}) == {
        "pt": {"act.sit": "Sentar"}, "en": {"act.sit": "Sit"}, "zh": {"act.sit": "入座"}}


def test_what_is_alike_everywhere_is_written_once() -> None:
    assert words.by_language(words.same_text({"key.sit": "S"})) == {
        lang: {"key.sit": "S"} for lang in words.LANGS}


@pytest.mark.parametrize("texts", [("Sentar", "Sit"), "Sentar", ("a", "b", "c", "d")])
def test_a_forgotten_language_is_named_with_its_key(texts: object) -> None:
    with pytest.raises(ValueError, match=r"'act.sit'.*pt, en, zh"):
        words.by_language({"act.sit": texts})  # type: ignore[dict-item]


def test_a_file_groups_keys_under_their_heads(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('hello = ["Olá", "Hello", "你好"]\n[act]\nsit = ["Sentar", "Sit", "入座"]\n'
                    '"sit.more" = ["", "", ""]\n', "utf-8")
    assert words.read_words(file)["zh"] == {"hello": "你好", "act.sit": "入座", "act.sit.more": ""}


def test_a_faulty_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[act]\nsit = ["Sentar", "Sit"]\n', "utf-8")
    with pytest.raises(ValueError, match=r"table\.toml: .*'act.sit'"):
        words.read_words(file)
