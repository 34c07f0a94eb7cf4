"""A record says everything, and says it in the same bytes everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from sabot import games
from sabot.conformance.cases import Case, tried
from sabot.conformance.chance_sources import seeded
from sabot.conformance.findings import Broken, Finding, Plan, name_of, need, noted
from sabot.conformance.random_players import Walk
from sabot.procedure import Refusal, ReplayMismatch, decode, digest, encode, replay
from sabot.procedure.game import Game
from sabot.procedure.table import Table

COUPS = 8
"""So many seeded coups are told again by another process."""
LONGEST = 120  # seconds that the other process may take


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """A coup is rebuilt from its record to the same bytes, goes on from any question of it, and is
    not rebuilt from one that was touched; another process tells the same coups."""
    yield from here(game, plan)
    yield from elsewhere_too(game, plan)


def here(game: Game, plan: Plan) -> Iterator[Finding]:
    """What of it this process tries by itself."""
    yield from tried(game, plan, replayed)
    yield from tried(game, plan, written_and_read)
    yield from tried(game, plan, gone_on_with)
    yield from tried(game, plan, touched)
    yield from tried(game, plan, told_again)


def replayed(case: Case) -> None:
    """From the answers alone, as often as one likes; the outcome is the same carry."""
    walk = case.walk()
    stored = encode(walk.record)
    for _ in range(2):
        again = _again(case, walk, decode(stored))
        need(encode(again.record) == stored, "the record replays to other bytes")
        need(again.outcome == walk.dealer.outcome, "the replayed coup leaves another carry")
        need(again.over, "the replayed coup does not end")


def _again(case: Case, walk: Walk, record: list[Any], chance: Any = None) -> Any:
    """A walk again from its record; Broken where the coup tells something else."""
    try:
        return replay(case.game.coup(case.table, walk.carry), record, chance)
    except ReplayMismatch as error:
        raise Broken(f"the coup is told otherwise when it is replayed: {error}") from None


def told_again(case: Case) -> None:
    """The same players and the same chance: the same coup, byte for byte."""
    first, second = case.walk(hostile=True), case.walk(hostile=True)
    for n, (one, other) in enumerate(zip(first.record, second.record, strict=False)):
        if one != other:
            raise Broken(f"the same answers and cards make another coup: {one} and {other}", n)
    need(encode(first.record) == encode(second.record), "the same answers and cards make another "
         "coup", min(len(first.record), len(second.record)))


def written_and_read(case: Case) -> None:
    """Events, answers and steps, and the carry, read back as they were written."""
    walk = case.walk(hostile=True)
    need(decode(encode(walk.record)) == walk.record, "the record reads back as another one")
    need(carry_again(case.game, walk.dealer.outcome) == walk.dealer.outcome,
         "the carry reads back as another one")
    for at, refusal in walk.refusals:
        need(msgspec.json.decode(msgspec.json.encode(refusal), type=type(refusal)) == refusal,
             "a refusal reads back as another one", at)


def carry_again(game: Game, carry: Any) -> Any:
    """A carry after a journey through JSON."""
    return msgspec.convert(msgspec.json.decode(msgspec.json.encode(carry)), game.carry)


def gone_on_with(case: Case) -> None:
    """A coup cut off at any Listen and replayed stands where it stood, and offers the same."""
    walk = case.walk(stop=case.random.randint(0, 15))
    again = _again(case, walk, decode(encode(walk.record)), walk.chance.again())
    need(again.standing == walk.dealer.standing, "the replayed coup offers something else",
         len(walk.record))
    need(again.over == walk.dealer.over, "the replayed coup stands elsewhere", len(walk.record))
    if walk.dealer.standing is not None:
        answer = walk.choose()
        told, as_before = again.answer(answer), walk.dealer.answer(answer)
        if isinstance(told, Refusal) or isinstance(as_before, Refusal):
            raise Broken("what is offered is refused", len(walk.record))
        need(encode(told) == encode(as_before), "the replayed coup goes on otherwise",
             len(walk.record))


def touched(case: Case) -> None:
    """One event left out, doubled or changed in the middle: `ReplayMismatch`, and nothing else."""
    walk, random = case.walk(), case.random
    record = list(walk.record)
    at = random.randrange(len(record))
    how = random.choice(("drop", "double", "swap"))
    if how == "drop":
        del record[at]
    elif how == "double":
        record.insert(at, record[at])
    else:
        other = random.randrange(len(record))
        record[at], record[other] = record[other], record[at]
    if record == walk.record:
        return
    try:
        again = replay(case.game.coup(case.table, walk.carry), record)
    except ReplayMismatch:
        return
    need(again.record == record, "a record is accepted that the coup does not tell", at)


# -- another process -------------------------------------------------------------------------------


def told(game: Game, coups: int = COUPS) -> str:
    """The digest of the records of some seeded coups of a game."""
    table = Table(game=game.id, name="told", rules=game.rules())
    chance, carry, parts = seeded(7), None, []
    for n in range(coups):
        walk = Walk(game, table, n, carry=carry, chance=chance, hostile=True)
        carry = walk.dealer.outcome
        parts.append(encode(walk.record))
    return digest(*parts)


class Elsewhere(msgspec.Struct, frozen=True):
    """What another process told: digests by the id of the game, and what it said besides."""

    digests: dict[str, str]
    errors: str


def elsewhere(ids: Sequence[str], coups: int = COUPS) -> Elsewhere:
    """The digests of games of the catalogue, told by another process with another hash seed."""
    other = "4242" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    path = [str(Path(games.__file__).parents[2]), *filter(None, sys.path)]
    done = subprocess.run(
        [sys.executable, "-m", f"{__package__}.record_digests", str(coups), *ids],
        text=True,
        check=False,
        capture_output=True,
        timeout=LONGEST * max(1, len(ids)),
        env={
            **os.environ,
            "PYTHONHASHSEED": other,
            "PYTHONPATH": os.pathsep.join(dict.fromkeys(path)),
        },
    )
    lines = [line.split() for line in done.stdout.splitlines()]
    return Elsewhere({one[0]: one[1] for one in lines if len(one) == 2}, done.stderr)


def elsewhere_too(game: Game, plan: Plan) -> Iterator[Finding]:
    """Another process, with another hash seed, tells the same coups. Only games of the catalogue
    are known there."""
    if games.catalogue().get(game.id) is not game:
        return
    found: list[Finding] = []
    with noted(found, game, name_of(elsewhere_too)):
        same_as(game, elsewhere((game.id,)))
    plan.done["coups"] += COUPS
    yield from found


def same_as(game: Game, other: Elsewhere, coups: int = COUPS) -> None:
    """Broken unless another process told the same coups of this game as this one tells."""
    if game.id not in other.digests:
        last = other.errors.strip().splitlines()[-1:]
        raise Broken(f"another process cannot tell the coups of this one: {''.join(last)}")
    need(told(game, coups) == other.digests[game.id], "another process, with another hash seed, "
         "tells other coups from the same seed: something depends on the order of a set")
