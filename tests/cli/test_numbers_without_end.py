"""A number of thousands of digits, or lists without end, in a file or typed: refused in words that
are the program's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.cli import main

HUGE = "9" * 5000
DEEP = "[" * 50_000
FILES = {
    "model.toml": "stakes = [{}]", "table.toml": 'game = "craps"\nminimum = {}\n',
    "model.json": '{{"name": "j", "pays": {{"A": {{"1": {}}}}}}}',
    "play.json": '{{"game": "chemin-de-fer", "ponto": {{"5": {}}}}}',
    "chart.json": '{{"hands": {}}}', "hand.phh": "variant = {}",
}


@pytest.mark.parametrize("much", [HUGE, DEEP], ids=["digits", "lists"])
@pytest.mark.parametrize("words", [
    "par model.toml", "par model.json", "par table.toml", "check table.toml", "hands play hand.phh",
    "simulate chemin-de-fer --coups 10 --strategy play.json",
    "simulate blackjack-online --coups 10 --strategy chart.json",
    "simulate no-draw-poker --coups 10 --strategy chart.json",
    "odds craps --set minimum={}", "odds blackjack-online --set packs={}", "par costa --lines {}"])
def test_it_is_refused_in_words(words: str, much: str, tmp_path: Path,
                                monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text.format(much))
    monkeypatch.chdir(tmp_path)
    output = CliRunner().invoke(main, words.format(much).split())
    assert isinstance(output.exception, SystemExit) and output.exit_code, output.exception
    assert "set_int_max_str_digits" not in output.output and "Traceback" not in output.output
    assert output.output.strip()
