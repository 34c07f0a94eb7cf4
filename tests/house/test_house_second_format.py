"""A house whose journal has the second format: nights of chance at every game, rebuilt and verified
like those of the first, and a play that takes a fifth of the bytes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from sabot.certify.audit.verify import verify
from sabot.ledger import Ledger
from support.house_evening import empty_books
from support.random_night import Night, one_of_each, shipped

TABLES = one_of_each()
FEW = ("blackjack-2007", "chemin-de-fer", "omaha", "machines", "craps")


def night(folder: Path, game: str, format: int) -> Night:
    """A night at one table, into books of a format."""
    folder.mkdir()
    new_night = Night(folder, {"one": shipped(TABLES[game])}, 4)
    Path(str(sa.make_url(new_night.url).database)).write_bytes(empty_books(format))
    return new_night


async def played(night: Night, steps: int = 40) -> list[str]:
    async with night:
        await night.begin()
        outcomes = [await night.step() for _ in range(steps)]
        assert sum(night.ledger.balances().values()) == 0
        await night.reopen()
        outcomes += [await night.step() for _ in range(10)]
        finding = verify(night.ledger)
        assert finding.verified and not finding.otherwise, finding.faults
        return outcomes


def size(night: Night, *columns: str) -> int:
    """Bytes of the bodies, digests and other data of all entries of coups."""
    with Ledger.open(night.url, readonly=True) as ledger, ledger._reading() as line:
        return int(line.execute(sa.text("SELECT " + " + ".join(
            f"sum(length({name}))" for name in columns) +
            " FROM journal WHERE kind IN ('begin', 'play', 'void')")).scalar() or 0)


@pytest.mark.more_of(*(name for name in TABLES if name not in FEW))
@pytest.mark.parametrize("game", sorted(TABLES))
def test_a_night_is_told_alike_and_stored_five_times_smaller(game: str, tmp_path: Path) -> None:
    nights: dict[int, Any] = {}
    for format in (1, 2):
        nights[format] = night(tmp_path / str(format), game, format)
        nights[format].outcomes = asyncio.run(played(nights[format]))
    assert nights[1].outcomes == nights[2].outcomes
    with Ledger.open(nights[2].url, readonly=True) as ledger:
        assert ledger.format == 2
        finding = verify(ledger)
        assert finding.verified and all(one.bound == one.entries for one in finding.chains)
        # Who plays alone has a table of their own, and so a chain.
        assert {one.chain.partition("~")[0] for one in finding.chains} == {"", "one"}
    assert 5 * size(nights[2], "body") < size(nights[1], "body")
    assert 3 * size(nights[2], "body", "hash", "kept", "answer") < size(
        nights[1], "body", "hash", "prev", "kept", "answer")
