"""A record of an earlier day is read, rendered, and written in the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot import regulations as law
from sabot.games import catalogue
from sabot.procedure import decode, digest, encode
from sabot.procedure.game import Game
from sabot.procedure.narration import Narrator


def test_a_digest_knows_where_its_parts_end() -> None:
    assert digest(b"ab", b"c") != digest(b"a", b"bc") != digest(b"abc")


@pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
def test_yesterday_s_records_still_decode(game: Game) -> None:
    """The file is never written anew: a change that it does not survive needs a new field with a
    default, not another file."""
    stored = (Path(__file__).parent / "records" / f"{game.id}.json").read_bytes().rstrip(b"\n")
    events = decode(stored)
    assert encode(events) == stored
    lines = Narrator.of(game, "en").lines(events)
    assert len(lines) > 100 and all(law_row(clause) for line in lines for clause in line.laws)
    assert any(event.void for event in events) and any(event.answer for event in events)


def law_row(clause: str) -> str:
    """The text behind a cited clause or interpretation, or behind what stands in its place now."""
    clause = law.current(clause)
    if clause.startswith("ir/"):
        return law.interpretation(clause).ours
    return law.row(clause).text
