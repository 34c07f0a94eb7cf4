"""The fields of a blackjack's law say for themselves what they mean, and words are closed sets."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Sequence
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from sabot.families.blackjack import Clauses, TableLaw
from sabot.families.blackjack.face import comparison
from sabot.families.blackjack.rules import clauses, table_law
from sabot.families.blackjack.rules.readings import LandReadings, OnlineReadings
from sabot.families.blackjack.rules.round_readings import ALSO_CALLED, RoundReadings, of_table
from sabot.games.blackjack_macau.readings import Readings as MacauReadings
from sabot.procedure.readings import Readings

WORDS = {
    name: hint for name, hint in get_type_hints(TableLaw).items() if get_origin(hint) is Literal
}


def field_docstrings(body: Sequence[ast.stmt]) -> dict[str, str]:
    """What stands directly below each name that is given a type or a value; "" for nothing."""
    found = {}
    for at, one in enumerate(body):
        name = one.target if isinstance(one, ast.AnnAssign) else \
            one.targets[0] if isinstance(one, ast.Assign) else None
        if isinstance(name, ast.Name):
            below = body[at + 1] if at + 1 < len(body) else None
            found[name.id] = below.value.value if (
                isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
                and isinstance(below.value.value, str)) else ""
    return found


def fields(of: type[Any]) -> dict[str, str]:
    """The docstring of each field of a class, in the order of its source."""
    node = ast.parse(inspect.getsource(of)).body[0]
    assert isinstance(node, ast.ClassDef)
    return field_docstrings(node.body)


@pytest.mark.parametrize("of", [TableLaw, Clauses])
def test_each_field_has_a_docstring_of_its_own(of: type[Any]) -> None:
    found = fields(of)
    assert tuple(found) == of.__struct_fields__
    assert [name for name, text in found.items() if not text.strip()] == []
    texts = [" ".join(text.split()) for text in found.values()]
    assert [text for text in texts if texts.count(text) > 1] == []
    assert [text for text in texts if not text.endswith(".")] == []


def test_a_field_without_one_is_found() -> None:
    body = ast.parse('a: int = 1\n"""One."""\nb: int\nc: int = 2\n"""Two."""\n# three\nd: int').body
    assert field_docstrings(body) == {"a": "One.", "b": "", "c": "Two.", "d": ""}


def test_a_clause_is_told_in_one_line() -> None:
    assert [name for name, text in fields(Clauses).items() if "\n" in text] == []


def test_each_text_of_the_code_is_one_of_a_closed_set_that_its_docstring_lists() -> None:
    assert [name for name, hint in get_type_hints(TableLaw).items() if hint is str] == []
    assert WORDS
    found = fields(TableLaw)
    for name, hint in WORDS.items():
        assert [word for word in get_args(hint) if f'"{word}"' not in found[name]] == [], name


def test_each_closed_set_has_a_docstring() -> None:
    found = field_docstrings(ast.parse(inspect.getsource(table_law)).body)
    aliases = [name for name, hint in vars(table_law).items() if get_origin(hint) is Literal]
    assert len(aliases) == len(WORDS)
    assert [name for name in aliases if not found[name]] == []


def test_the_comparison_of_laws_has_words_for_each_value() -> None:
    for field, words in (
            ("source", comparison.SOURCES), ("cut", comparison.CUTTERS),
            ("decider", comparison.DECIDERS), ("second", comparison.SECONDS),
            ("down", comparison.DOWN), ("surrender", comparison.SURRENDERS),
            ("even_money", comparison.EVENS)):
        assert tuple(words) == get_args(WORDS[field]), field


def test_the_parts_of_the_clauses_are_those_of_a_comparison() -> None:
    """A part begins at the same field in the source, under its name as a comment."""
    lines = inspect.getsource(clauses).splitlines()
    begins = [lines[at + 1].strip().partition(":")[0] for at, line in enumerate(lines)
              if line.strip().startswith("# ")]
    assert begins == list(comparison.MOMENTS)


OF_A_GAME = {
    OnlineReadings: {"lost_line", "idle_warning", "void_by", "fresh_credits"},
    LandReadings: {"split_by", "complaint_until", "surrender_asked", "burns"},
    MacauReadings: {"suits_of_sevens", "bets_until", "look", "one_game", "white_card", "side_hands",
                    "over_under_bets", "two_aces"},
}
"""The readings that do not decide how a round goes, or that the law of a table holds itself."""


@pytest.mark.parametrize("of", list(OF_A_GAME))
def test_a_round_knows_every_value_of_each_reading(of: type[Readings]) -> None:
    hints, known = get_type_hints(of), get_type_hints(RoundReadings)
    names = set(of.__struct_fields__)
    assert names - set(RoundReadings.__struct_fields__) == OF_A_GAME[of]
    for name in names - OF_A_GAME[of]:
        values = [ALSO_CALLED.get((name, value), value) for value in get_args(hints[name])]
        assert set(values) <= set(get_args(known[name])), name
    assert of_table(of()) == RoundReadings()


def test_two_names_for_one_reading_are_one_for_the_round() -> None:
    assert of_table(LandReadings(misdrawn="plays-on")) == of_table(
        MacauReadings(misdrawn="no-surrender")) == RoundReadings(misdrawn="no-surrender")
