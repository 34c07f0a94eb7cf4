"""The compiled blackjack plays as the engine does: the same cards, the same cents."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.conformance.walks import tables

from sabot import games
from sabot.certify.equal import PLAIN, any_chart, difference
from sabot.families.blackjack.chart import mimic
from sabot.procedure.table import Table

BLACKJACKS = ("blackjack-2001", "blackjack-2007", "blackjack-macau", "blackjack-online")
EXAMPLES = sorted(Path("examples/tables").glob("*.toml"))
each = pytest.mark.parametrize("game_id", BLACKJACKS)


def plain(game_id: str) -> Table:
    """The game's table with no choice made."""
    table = games.read_table(PLAIN.format(id=game_id))
    assert isinstance(table, Table)
    return table


def seats_of(table: Table) -> int:
    """How many places can be played."""
    return table.places_per_player if table.individual else table.places


@each
@pytest.mark.parametrize("fresh", [False, True])
def test_ten_thousand_coups_return_the_same_to_the_cent(game_id: str, fresh: bool) -> None:
    game, table = games.game(game_id), plain(game_id)
    for n in range(4):
        chart = any_chart(game, table, n)
        assert difference(game, table, chart, 1250, fresh=fresh, number=n) is None


@each
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_so_they_do_at_any_lawful_table(game_id: str, data: st.DataObject, seed: int) -> None:
    game = games.game(game_id)
    table = data.draw(tables(game))
    seats = data.draw(st.integers(1, seats_of(table)))
    chart = any_chart(game, table, seed)
    assert difference(game, table, chart, 60, seats=seats, seed=seed) is None


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_so_they_do_at_the_tables_of_the_examples(file: Path) -> None:
    table = games.read_table(file.read_text("utf-8"))
    assert isinstance(table, Table)
    if not table.attended:
        game = games.game(table.game)
        seats = seats_of(table)
        assert difference(game, table, any_chart(game, table, 1), 150, seats=seats) is None


@each
def test_a_block_is_the_coups_that_it_is_made_of(game_id: str) -> None:
    kernel = games.game(game_id).parts["kernel"](plain(game_id), seats=2)
    told = kernel.each(3, 1, 2000)
    tally = kernel.block(3, 1, 2000)
    assert not tally.wrong()
    assert tally.coups == 2000 and 30 < tally.shoes < 400
    assert tally.total == sum(map(sum, told))
    assert tally.squares == sum(sum(nets) ** 2 for nets in told)
    for n in (1, 2):
        assert sum(net * times for net, times in tally.parts[f"place/{n}"].items()) == sum(
            nets[n - 1] for nets in told)
    counts = tally.counts
    hands = 2 * 2000 + counts.get("splits", 0)
    assert hands == sum(counts[name] for name in ("wins", "pushes", "losses"))
    assert kernel.each(3, 1, 500) == told[:500] != kernel.each(3, 2, 500)


@each
def test_with_a_shoe_for_each_coup_a_shoe_is_a_coup(game_id: str) -> None:
    tally = games.game(game_id).parts["kernel"](plain(game_id), fresh=True).block(1, 0, 5000)
    assert tally.shoes == tally.nn == tally.coups == 5000
    assert (tally.ns, tally.ss) == (tally.total, tally.squares)


def test_a_kernel_is_plain_and_named_after_all_that_decides_its_blocks() -> None:
    make, table = games.game("blackjack-2007").parts["kernel"], plain("blackjack-2007")
    kernel = make(table)
    sent = pickle.loads(pickle.dumps(kernel))
    assert sent.identity == kernel.identity
    assert sent.block(1, 5, 3000) == kernel.block(1, 5, 3000)
    others = [make(table, seats=2), make(table, fresh=True), make(table, mimic(16)),
              make(msgspec.structs.replace(table, minimum=2000, maximum=60_000))]
    assert len({kernel.identity, *(other.identity for other in others)}) == 5
    assert "below 17" in kernel.strategy and kernel.unit == 1000


def test_a_chart_that_stands_on_eleven_is_refused() -> None:
    make: Any = games.game("blackjack-2007").parts["kernel"]
    with pytest.raises(ValueError, match=r"says stand with \[.*allows hit"):
        make(plain("blackjack-2007"), mimic(11))
    with pytest.raises(ValueError, match="1 to 7 can be played"):
        make(plain("blackjack-2007"), seats=8)
