"""The records of how ambiguous clauses are read: each is complete and names what exists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot import games
from sabot import regulations as law
from sabot.certify import coverage
from sabot.pools import Pool
from sabot.procedure.readings import unpriced
from sabot.procedure.table import Table
from sabot.regulations import Interpretation
from tools.pages import readings

ROOT = Path(__file__).parents[2]

POOL_KEYS = {key.name for key in msgspec.structs.fields(Pool)}
"""The keys of a pool file: what a pool pays stands in no odds of one table."""
RECORDS = tuple(law.interpretations().values())


def _fields(struct: type) -> set[str]:
    """The names of a struct's fields and of those of the structs that it holds."""
    found = set()
    for info in msgspec.structs.fields(struct):
        found.add(info.encode_name)
        for kind in (info.type, *getattr(info.type, "__args__", ())):
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
                found |= _fields(kind)
    return found


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.id)
def test_a_record_says_all_that_it_must(record: Interpretation) -> None:
    texts = (record.title, record.question, *record.readings, record.ours, record.why,
             record.changes, record.odds)
    assert all(len(text) > 4 and "to be written" not in text.lower() for text in texts)
    assert all(text.endswith((".", "?")) for text in texts[1:])
    assert len(set(record.readings)) >= 2
    assert record.clauses and len(set(record.clauses)) == len(record.clauses)


@pytest.mark.parametrize("record", [r for r in RECORDS if r.option], ids=lambda r: r.id)
def test_an_option_is_a_field_of_a_game_that_the_record_concerns(record: Interpretation) -> None:
    """Or a key of every table, or of a pool."""
    sections = {law.row(clause).section for clause in record.clauses}
    fields = {key for game in games.catalogue().values() if game.section in sections
              for key in _fields(game.rules)}
    assert record.option in fields | POOL_KEYS | {key.name
                                                  for key in msgspec.structs.fields(Table)}


def test_every_record_that_moves_money_or_a_choice_names_an_option() -> None:
    assert not [record.id for record in RECORDS
                if record.moves in ("money", "choice") and not record.option]


# -- in the odds ----------------------------------------------------------------------------------


@pytest.mark.parametrize("record", [r for r in RECORDS if r.option], ids=lambda r: r.id)
def test_what_an_option_is_worth_is_a_figure_or_nothing(record: Interpretation) -> None:
    assert record.weighed or record.odds.startswith("Nothing") or unpriced_option(record) \
        or record.option in POOL_KEYS
    assert not record.weighed or any(record.option in _named(one["rules"])
                                     for one in record.weighed)


def unpriced_option(record: Interpretation) -> bool:
    """Whether odds and kernel of a game of the record refuse another value of its option."""
    sections = {law.row(clause).section for clause in record.clauses}
    return any(game.section in sections and record.option in unpriced(game.rules)
               for game in games.catalogue().values())


def _named(rules: Mapping[str, Any]) -> set[str]:
    """The keys of rules and of the sections in them."""
    return {*rules, *(key for one in rules.values() if isinstance(one, dict) for key in one)}


WEIGHED = sorted({one["game"] for record in RECORDS for one in record.weighed})


@pytest.mark.more_of("no-draw-poker")
@pytest.mark.parametrize("game_id", WEIGHED)
def test_the_figures_are_those_of_the_odds_engine(game_id: str) -> None:
    """Each is computed anew, under rules that are lawful at a table of the game."""
    for record in RECORDS:
        for one in record.weighed:
            if one["game"] == game_id:
                assert any(law.row(c).section == games.game(game_id).section
                           for c in record.clauses), record.id
                now = readings.edges_of(one)
                assert readings.agrees(one["ours"], now.ours), (record.id, one, now)
                assert readings.agrees(one["other"], now.other), (record.id, one, now)


def test_a_record_whose_odds_are_nothing_has_no_figures_that_differ() -> None:
    for record in RECORDS:
        if record.odds.startswith("Nothing"):
            assert all(one["ours"] == one["other"] for one in record.weighed), record.id


def test_figures_that_do_not_agree_are_told_apart() -> None:
    assert readings.agrees("1/37", "2/74") and not readings.agrees("1/37", "1/38")
    assert readings.agrees("0.0019962", "0.0019963") and not readings.agrees("0.0019962", "0.002")
    with pytest.raises(LookupError, match="prices no bet 'corner'"):
        readings.edges_of({"game": "craps", "bet": "corner", "rules": {}})
    with pytest.raises(LookupError, match="not lawful"):
        readings.edges_of({"game": "craps", "bet": "pass", "rules": {"bar": 7}})


def test_every_record_is_on_the_page() -> None:
    page = readings.render_page()
    for record in RECORDS:
        assert f"| {record.id} | {record.title}" in page
        assert record.odds in page


# -- at work --------------------------------------------------------------------------------------


def test_every_record_is_cited_by_code_and_by_a_test() -> None:
    """By code, or as the reason why a row is outside; by a mark, a round or a patch of the law."""
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / "src/sabot").rglob("*.py"))
    marks = [path for path in (ROOT / "tests").rglob("*")
             if path.suffix in (".py", ".txt", ".toml")]
    coups = (ROOT / "src/sabot/games").glob("*/rounds/*.txt")
    tests = "\n".join(path.read_text("utf-8") for path in (*marks, *coups))
    cited = {int(n) for n in re.findall(r"IR\[(\d+)\]", code)}
    reasons = {entry.interpretation for entry in coverage.outside().values()}
    named = {int(n) for n in re.findall(r"\b(?:ir/|IR\[)(\d+)", tests)}
    numbers = {record.n for record in RECORDS}
    assert numbers - cited - reasons == set()
    assert numbers - named - reasons == set()
