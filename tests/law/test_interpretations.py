"""The records of how ambiguous clauses are read: each is complete and names what exists."""

from __future__ import annotations

import msgspec
import pytest

from sabot import games, law
from sabot.law import Interpretation

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
             record.changes)
    assert all(len(text) > 4 and "to be written" not in text.lower() for text in texts)
    assert all(text.endswith((".", "?")) for text in texts[1:])
    assert len(set(record.readings)) >= 2
    assert record.clauses and len(set(record.clauses)) == len(record.clauses)


@pytest.mark.parametrize("record", [r for r in RECORDS if r.option], ids=lambda r: r.id)
def test_an_option_is_a_field_of_the_games_that_the_record_concerns(
        record: Interpretation) -> None:
    sections = {law.row(clause).section for clause in record.clauses}
    for game in games.catalogue().values():
        if game.section in sections:
            assert record.option in _fields(game.rules), game.id
