"""Laws 4 and 5: a record says everything, and says it in the same bytes everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot import law
from sabot.games import catalogue
from sabot.procedure import ReplayMismatch, decode, digest, encode, replay
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.procedure.tell import Teller
from support import told_digest
from support.random_play import LONG, SEEDS, Walk, carry_again, examples, tables

every_game = pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
MANY = examples(10)


@every_game
@MANY
@given(data=st.data(), seed=SEEDS)
def test_a_record_replays_to_the_same_bytes(game: Game, data: st.DataObject, seed: int) -> None:
    """Law 4: from the answers alone, as often as one likes; the outcome is the same carry."""
    table = data.draw(tables(game))
    walk = Walk(game, table, seed)
    stored = encode(walk.record)
    for _ in range(2):
        again = replay(game.coup(table, walk.carry), decode(stored))
        assert encode(again.record) == stored
        assert again.outcome == walk.dealer.outcome
        assert again.over


@every_game
@MANY
@given(data=st.data(), seed=SEEDS)
def test_everything_survives_the_codec(game: Game, data: st.DataObject, seed: int) -> None:
    """Law 5: events, answers and steps; the carry; the table with its rules."""
    table = data.draw(tables(game))
    walk = Walk(game, table, seed, hostile=True)
    assert decode(encode(walk.record)) == walk.record
    assert carry_again(game, walk.dealer.outcome) == walk.dealer.outcome
    plain = msgspec.to_builtins(table)
    rules = msgspec.convert(plain.pop("rules"), game.rules)
    assert msgspec.convert({**plain, "rules": rules}, Table) == table
    for _, refusal in walk.refusals:
        assert msgspec.json.decode(msgspec.json.encode(refusal), type=type(refusal)) == refusal


@every_game
@MANY
@given(data=st.data(), seed=SEEDS, stop=st.integers(0, 15))
def test_an_open_coup_goes_on_from_its_record(
        game: Game, data: st.DataObject, seed: int, stop: int) -> None:
    """A coup cut off at any Listen and replayed stands where it stood, and offers the same."""
    table = data.draw(tables(game))
    walk = Walk(game, table, seed, stop=stop)
    rest = walk.chance.again()
    again = replay(game.coup(table, walk.carry), decode(encode(walk.record)), rest)
    assert again.standing == walk.dealer.standing
    assert again.over == walk.dealer.over
    if walk.dealer.standing is not None:
        answer = walk.choose()
        assert encode(again.answer(answer)) == encode(walk.dealer.answer(answer))


@every_game
@MANY
@given(data=st.data(), seed=SEEDS)
def test_a_record_that_was_touched_does_not_replay(
        game: Game, data: st.DataObject, seed: int) -> None:
    """One event left out, doubled or changed in the middle: ReplayMismatch, and nothing else."""
    table = data.draw(tables(game))
    walk = Walk(game, table, seed)
    record = list(walk.record)
    at = data.draw(st.integers(0, len(record) - 1))
    how = data.draw(st.sampled_from(("drop", "double", "swap")))
    if how == "drop":
        del record[at]
    elif how == "double":
        record.insert(at, record[at])
    else:
        other = data.draw(st.integers(0, len(record) - 1))
        record[at], record[other] = record[other], record[at]
    if record == walk.record:
        return
    try:
        again = replay(game.coup(table, walk.carry), record)
    except ReplayMismatch:
        return
    assert again.record == record, "accepted a record that it does not tell"


@pytest.fixture(scope="module")
def elsewhere() -> subprocess.CompletedProcess[str]:
    """The digests of all games, told by another process with another hash seed."""
    tests = Path(__file__).parents[1]
    path = os.pathsep.join((str(Path(law.__file__).parents[2]), str(tests)))
    script = str(tests / "support" / "told_digest.py")
    other = "4242" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    return subprocess.run(
        [sys.executable, script, *catalogue(), *["--soak"] * LONG], text=True, check=False,
        capture_output=True, env={**os.environ, "PYTHONHASHSEED": other, "PYTHONPATH": path})


@every_game
def test_two_processes_tell_the_same_bytes(
        game: Game, elsewhere: subprocess.CompletedProcess[str]) -> None:
    """Law 4 across processes: another hash seed than here, same digest of the same seeded coups."""
    digests = dict(line.split() for line in elsewhere.stdout.splitlines())
    assert game.id in digests, elsewhere.stderr
    assert told_digest.told(game.id) == digests[game.id] and len(digests[game.id]) == 64


def test_a_digest_knows_where_its_parts_end() -> None:
    assert digest(b"ab", b"c") != digest(b"a", b"bc") != digest(b"abc")


@every_game
def test_yesterday_s_records_still_decode(game: Game) -> None:
    """Law 5: a record kept from an earlier day reads, is told, and is written in the same bytes.

    The file is never written anew: a change that it does not survive needs a new field with a
    default, not another file.
    """
    stored = (Path(__file__).parent / "records" / f"{game.id}.json").read_bytes().rstrip(b"\n")
    events = decode(stored)
    assert encode(events) == stored
    lines = Teller.of(game, "en").lines(events)
    assert len(lines) > 100 and all(law_row(clause) for line in lines for clause in line.laws)
    assert any(event.void for event in events) and any(event.answer for event in events)


def law_row(clause: str) -> str:
    """The text behind a cited clause or interpretation, or behind what stands in its place now."""
    clause = law.current(clause)
    if clause.startswith("ir/"):
        return law.interpretation(clause).ours
    return law.row(clause).text
