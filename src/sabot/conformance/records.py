"""Checks that a record is complete, and has the same bytes everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from sabot import games
from sabot.conformance.cases import Case, try_law
from sabot.conformance.chance_sources import seeded_chance
from sabot.conformance.findings import Broken, Finding, Plan, collecting, name_of, need
from sabot.conformance.random_players import Walk
from sabot.procedure import Refusal, ReplayMismatch, decode, digest, encode, replay
from sabot.procedure.game import Game
from sabot.procedure.table import Table

COUPS = 8
"""Seeded coups that another process repeats."""
TIMEOUT = 120  # seconds for the other process


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """A coup is replayed from its record to the same bytes, continues from any question, and is not
    replayed from a changed record; another process produces the same coups."""
    yield from in_this_process(game, plan)
    yield from elsewhere_too(game, plan)


def in_this_process(game: Game, plan: Plan) -> Iterator[Finding]:
    """The laws that need no other process."""
    yield from try_law(game, plan, replayed)
    yield from try_law(game, plan, written_and_read)
    yield from try_law(game, plan, gone_on_with)
    yield from try_law(game, plan, touched)
    yield from try_law(game, plan, told_again)


def replayed(case: Case) -> None:
    """Replaying the record twice gives the same bytes and the same carry."""
    walk = case.walk()
    encoded = encode(walk.record)
    for _ in range(2):
        replayed_coup = _replay_walk(case, walk, decode(encoded))
        need(encode(replayed_coup.record) == encoded, "the replayed record has other bytes")
        need(replayed_coup.outcome == walk.dealer.outcome, "the carry after the replayed coup is "
                                                           "different")
        need(replayed_coup.over, "the replayed coup does not end")


def _replay_walk(case: Case, walk: Walk, record: list[Any], chance: Any = None) -> Any:
    """Replay a walk from its record; Broken if the coup differs."""
    try:
        return replay(case.game.coup(case.table, walk.carry), record, chance)
    except ReplayMismatch as error:
        raise Broken(f"the coup has another record when it is replayed: {error}") from None


def told_again(case: Case) -> None:
    """The same players and the same chance give the same coup, byte for byte."""
    first, second = case.walk(hostile=True), case.walk(hostile=True)
    for n, (event, other) in enumerate(zip(first.record, second.record, strict=False)):
        if event != other:
            raise Broken("the same answers and cards give two different coups: "
                         f"{event} and {other}", n)
    need(encode(first.record) == encode(second.record), "the same answers and cards give two "
         "different coups", min(len(first.record), len(second.record)))


def written_and_read(case: Case) -> None:
    """Events, refusals and the carry survive encoding."""
    walk = case.walk(hostile=True)
    need(decode(encode(walk.record)) == walk.record, "the record reads back differently")
    need(decode_carry(case.game, walk.dealer.outcome) == walk.dealer.outcome,
         "the carry reads back differently")
    for n, refusal in walk.refusals:
        need(msgspec.json.decode(msgspec.json.encode(refusal), type=type(refusal)) == refusal,
             "a refusal reads back differently", n)


def decode_carry(game: Game, carry: Any) -> Any:
    """A carry encoded to JSON and decoded again."""
    return msgspec.convert(msgspec.json.decode(msgspec.json.encode(carry)), game.carry)


def gone_on_with(case: Case) -> None:
    """A coup stopped at any Listen and replayed has the same state and offers, and continues the
    same."""
    walk = case.walk(stop=case.random.randint(0, 15))
    replayed_coup = _replay_walk(case, walk, decode(encode(walk.record)), walk.chance.rest())
    need(replayed_coup.standing == walk.dealer.standing, "the replayed coup has other offers",
         len(walk.record))
    need(replayed_coup.over == walk.dealer.over, "the replayed coup is "
                                                 "in another state", len(walk.record))
    if walk.dealer.standing is not None:
        answer = walk.choose()
        records_digest, expected = replayed_coup.answer(answer), walk.dealer.answer(answer)
        if isinstance(records_digest, Refusal) or isinstance(expected, Refusal):
            raise Broken("an offered act is refused", len(walk.record))
        need(encode(records_digest) == encode(expected), "the replayed coup continues differently",
             len(walk.record))


def touched(case: Case) -> None:
    """A record with an event removed, doubled or swapped raises `ReplayMismatch`."""
    walk, random = case.walk(), case.random
    record = list(walk.record)
    position = random.randrange(len(record))
    change = random.choice(("drop", "double", "swap"))
    if change == "drop":
        del record[position]
    elif change == "double":
        record.insert(position, record[position])
    else:
        other = random.randrange(len(record))
        record[position], record[other] = record[other], record[position]
    if record == walk.record:
        return
    try:
        replayed_coup = replay(case.game.coup(case.table, walk.carry), record)
    except ReplayMismatch:
        return
    need(replayed_coup.record == record, "a changed record is accepted in the replay", position)


# -- another process -------------------------------------------------------------------------------


def records_digest(game: Game, coups: int = COUPS) -> str:
    """The digest of the records of some seeded coups of a game."""
    table = Table(game=game.id, name="told", rules=game.rules())
    chance, carry, parts = seeded_chance(7), None, []
    for n in range(coups):
        walk = Walk(game, table, n, carry=carry, chance=chance, hostile=True)
        carry = walk.dealer.outcome
        parts.append(encode(walk.record))
    return digest(*parts)


class OtherProcess(msgspec.Struct, frozen=True):
    """The output of another process: digests by game id, and its error output."""

    digests: dict[str, str]
    errors: str


def other_process_digests(ids: Sequence[str], coups: int = COUPS) -> OtherProcess:
    """The digests of games of the catalogue from another process with another hash seed."""
    hash_seed = "4242" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    path = [str(Path(games.__file__).parents[2]), *filter(None, sys.path)]
    process = subprocess.run(
        [sys.executable, "-m", f"{__package__}.record_digests", str(coups), *ids],
        text=True,
        check=False,
        capture_output=True,
        timeout=TIMEOUT * max(1, len(ids)),
        env={
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join(dict.fromkeys(path)),
        },
    )
    lines = [line.split() for line in process.stdout.splitlines()]
    return OtherProcess({line[0]: line[1] for line in lines if len(line) == 2}, process.stderr)


def elsewhere_too(game: Game, plan: Plan) -> Iterator[Finding]:
    """Another process with another hash seed produces the same coups (games of the catalogue
    only)."""
    if games.catalogue().get(game.id) is not game:
        return
    findings: list[Finding] = []
    with collecting(findings, game, name_of(elsewhere_too)):
        check_same_digest(game, other_process_digests((game.id,)))
    plan.done["coups"] += COUPS
    yield from findings


def check_same_digest(game: Game, other: OtherProcess, coups: int = COUPS) -> None:
    """Raise Broken unless another process produced the same coups of this game."""
    if game.id not in other.digests:
        last = other.errors.strip().splitlines()[-1:]
        raise Broken(f"another process cannot play the coups of this one: {''.join(last)}")
    need(records_digest(game, coups) == other.digests[game.id], "another process, with another "
                                                                "hash seed, "
         "plays other coups from the same seed: something depends on the order of a set")
