"""The blackjacks side by side: what the comparison finds, and the page that is made from it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest

from sabot.certify import compare
from sabot.families.blackjack import Clauses, TableLaw
from sabot.families.blackjack.face.comparison import DIMENSIONS, MOMENTS, OF_TABLE
from tools.pages import compared

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "blackjack-compared.md"
FLOOR = ("blackjack-2001", "blackjack-2007")


@cache
def lines(game: str) -> list[compare.Line]:
    """Every point with what a game says; computed once."""
    return compare.compare([game])


def statement(title: str, game: str) -> compare.Statement:
    """What a game says on the first point of this title."""
    return next(line for line in lines(game) if line.title == title).said[game]


@pytest.mark.more
def test_the_page_of_the_documentation_is_what_the_program_finds() -> None:
    assert PAGE.read_text("utf-8") == compared.render_page(), (
        "the games have changed: python -m tools.pages.compared docs/blackjack-compared.md")


def test_every_field_of_the_code_is_told_in_words() -> None:
    compared = {field for dimension in DIMENSIONS for field in dimension.fields}
    fields = set(TableLaw.__struct_fields__)
    assert compared | OF_TABLE == fields, (
        "families/blackjack/face/comparison.py says each point of Code in words")
    clauses = {name for dimension in DIMENSIONS for name in dimension.clauses} | set(MOMENTS)
    assert clauses <= set(Clauses.__struct_fields__)


@pytest.mark.parametrize(("title", "game", "text", "clause"), [
    ("places", "blackjack-2001", "6 or 7", "2"),
    ("places", "blackjack-online", "1 to 7", "4.a"),
    ("maximum", "blackjack-2001", "exactly 30 times the minimum", "37"),
    ("maximum", "blackjack-2007", "at most 30 times the minimum", "37"),
    ("maximum", "blackjack-online", "at most 100 times the minimum", "11"),
    ("packs", "blackjack-2007", "4 or 6 packs", "3"),
    ("packs", "blackjack-online", "4, 6 or 8 packs", "4.b"),
    ("doubling", "blackjack-macau", "on any total; or never; or on 11", "17.1.1"),
    ("maximum splits at one place", "blackjack-online", "1 or more; or no limit", "16.c"),
    ("rounds until a machine takes its cards back", "blackjack-2001", "1 to 4", "61"),
    ("insurance", "blackjack-macau",
     "exactly half of the bet; or from half of the bet to the whole bet", "12.1"),
    ("it draws on ace and six", "blackjack-2001", "no", "19-3"),
    ("a blackjack of the bank collects of splits", "blackjack-macau", "the initial bet", "16.6"),
    ("five cards pay", "blackjack-2007", compare.NOTHING, ""),
])
def test_what_a_law_says_on_a_point(title: str, game: str, text: str, clause: str) -> None:
    found = statement(title, game)
    assert found.text == text
    assert clause in [compare.short(c) for c in found.clauses] or not clause


def test_choices_are_found_that_need_another_choice() -> None:
    """One pack in a metal box needs its own procedure, a limit of the table the third one."""
    assert "metal box" in statement("shuffling and dealing", "blackjack-macau").text
    limit = statement("a limit for the whole table", "blackjack-macau")
    assert limit.text.endswith("set by the house")
    assert statement("warning card", "blackjack-macau").text.startswith("30 to 208 cards")


def test_two_laws_differ_where_their_texts_do() -> None:
    lines = [line for line in compare.compare(FLOOR) if line.differs]
    titles = {line.title for line in lines if not line.group.startswith("Moments")}
    assert titles == {"maximum", "bets close", "scale"}
    assert all(set(line.said) == set(FLOOR) for line in lines)
    own = compare.compare(["blackjack-2001"])
    assert own and not any(line.differs for line in own)


def test_a_changed_figure_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison comes from the code of a table, not from a text about it."""
    law = compare._law_of_game("blackjack-2001")
    other = [t._replace(table_law=msgspec.structs.replace(t.table_law, stands=18))
             for t in law.tables]
    stands = next(d for d in DIMENSIONS if d.fields == ("stands",))
    assert compare._statement(law, stands).text == "17"
    assert compare._statement(law._replace(tables=tuple(other)), stands).text == "18"


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(KeyError, match="blackjack-2001"):
        compare.compare(["roulette"])
