"""``sabot law diff``, ``impact`` and ``--on``, and ``sabot check --on``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sabot.cli import main

DRAFT = """\
document = "pt-217-2007"
title = "Draft"
since = 2027-02-01

[[change]]
row = "cussec/8.f"
does = "replace"
text = { en = "A triple pays 180 times the bet.", pt = "O trio paga 180 vezes a aposta." }
"""


def sabot(*words: str) -> Result:
    """A verb of the command line."""
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def draft(tmp_path: Path) -> str:
    """The file of a draft."""
    file = tmp_path / "draft.toml"
    file.write_text(DRAFT, "utf-8")
    return str(file)


def test_diff_shows_what_changed_and_what_it_decides() -> None:
    text = sabot("law", "diff", "pt-1364-2001/blackjack", "pt-217-2007/blackjack").stdout
    assert "12 rules changed, 64 the same" in text
    assert "* pt-217-2007/blackjack/37" in text
    assert "maximum: exactly 30 times the minimum; then at most 30 times the minimum." in text
    assert "By this alone no bet costs more or less." in text


def test_diff_as_json_has_the_bets_before_and_after() -> None:
    found = json.loads(sabot("law", "diff", "pt-217-2007/blackjack", "mo-57-2009/black-jack",
                             "--json").stdout)
    [games] = found["games"]
    main_bet = next(bet for bet in games["bets"] if bet["bet"] == "main")
    assert main_bet["before"] > main_bet["after"]
    assert any(point["bets"] for rule in found["rules"] for point in rule["points"])


def test_diff_with_a_draft_in_portuguese(draft: str) -> None:
    text = sabot("law", "diff", "pt-217-2007", draft, "--lang", "pt").stdout
    assert "+ O trio paga 180 vezes a aposta. (Draft)" in text
    assert "Não se calculam probabilidades por um projeto" in text


def test_impact_names_what_a_draft_touches(draft: str) -> None:
    text = sabot("law", "impact", draft, "--tables", "examples/tables").stdout
    for part in ("sabot/games/cussec/spots.py:", "cussec/08.f-triple", "Their odds: cussec",
                 "Table: cussec.toml"):
        assert part in text
    found = json.loads(sabot("law", "impact", draft, "--json").stdout)
    assert found["rows"][0]["id"] == "pt-217-2007/cussec/8.f" and found["tables"] == []


def test_a_clause_is_shown_as_it_is_in_force_on_a_day() -> None:
    assert "in force from 2007-03-01" in sabot(
        "law", "pt-217-2007/blackjack/37", "--on", "2008-01-01").stdout
    result = sabot("law", "mo-fantan/fantan/178-89.6", "--on", "2020-01-01")
    assert result.exit_code == 2 and "is not in force on 2020-01-01" in result.stderr


@pytest.mark.parametrize(("words", "fault"), [
    (("diff", "pt-217-2007"), "name two states"),
    (("diff", "pt-217-2007", "pt-9"), "there is no regulation 'pt-9'"),
    (("diff", "pt-217-2007", "missing.toml"), "missing.toml cannot be read"),
    (("impact",), "name the file of one draft"),
    (("impact", "missing.toml"), "missing.toml cannot be read"),
])
def test_wrong_words_are_answered_with_what_is_allowed(words: tuple[str, ...], fault: str) -> None:
    result = sabot("law", *words)
    assert result.exit_code == 2 and fault in result.stderr and "Traceback" not in result.stderr


def test_a_file_that_is_no_act_is_answered_with_every_fault(tmp_path: Path) -> None:
    file = tmp_path / "draft.toml"
    file.write_text(DRAFT.replace("cussec/8.f", "cussec/88").replace("2027", "2001"), "utf-8")
    result = sabot("law", "impact", str(file))
    assert result.exit_code == 2
    assert "since: found 2001-02-01" in result.stderr
    assert "change[1].row: found 'cussec/88'" in result.stderr
