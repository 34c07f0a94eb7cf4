"""What is published live is what is replayed: after every entry of a night each table is rebuilt
from the books alone and compared with the one in play, in state, view and money."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.certify.audit.verify import verify
from sabot.equipment import SYSTEM
from sabot.house.table.desk import Desk
from sabot.house.table.versioned_events import State
from sabot.procedure import encode
from support.random_night import SHIPPED, Night, one_of_each, shipped

STEPS, FEW = 60, 40
"""Steps of a night, and of one that is of every run."""


TABLES = one_of_each()
EVERY = [path.stem for path in sorted(SHIPPED.glob("*.toml"))
         if not shipped(path.stem).list and shipped(path.stem).kind != "private"]

REAL = [name for name in EVERY if shipped(name).game not in ("machines", "blackjack-online")]
"""Tables at which a croupier may stand: the others are played on screens alone."""


def facts(desk: Desk) -> dict[str, Any]:
    """All that a table in play is, as plain values; mappings in the order in which they stand."""
    dealer, shoe = desk.dealer, desk.chance.shoe
    if dealer is not None and dealer.over:
        dealer = None  # the coup has ended: what goes on is the carry
    return {
        "state": msgspec.json.encode(desk.state),
        "carry": msgspec.json.encode(desk.carry),
        "table": msgspec.json.encode(desk.current_table),
        "record": encode(dealer.record) if dealer else b"",
        "asked": dealer.standing if dealer else None,
        "awaited": dealer.awaited if dealer else None,
        "seats": desk.seats,
        "staked": desk.staked,
        "view": desk.layout.view.show(),
        "views": {eyes: view.show() for eyes, view in desk.layout.views.items()},
        "shoe": (shoe.seal, shoe.drawn, shoe.cut_at, shoe.lifted) if shoe else None,
        "items": [
            (item.version, item.event, item.house, item.law) for item in desk.layout.coup_items],
    }


def rebuilt(desk: Desk) -> Desk:
    """The same table as a house finds it that opens now."""
    fresh = Desk(desk.id, desk.table, desk.game, desk.chance.source, desk.ledger, desk.purse,
                 SYSTEM)
    found = fresh.recover(msgspec.json.decode(desk.ledger.states()[desk.id], type=State))
    assert found in ("resumed", "between"), found
    return fresh


def compare(desk: Desk) -> None:
    """What is in play is what the books give, and the money lies where both say."""
    live, found = facts(desk), facts(rebuilt(desk))
    if desk.state.over:  # a shoe that another coup will shuffle is looked up when it begins
        live.pop("shoe")
        found.pop("shoe")
    for name, value in live.items():
        assert found[name] == value, name
    balance, names = desk.ledger.balance, desk.accounts
    if desk.state.coup:
        assert balance(names.stake(desk.state.coup)) == sum(desk.at_stake.values())
    held = sum(amount for _, amount in desk.state.held.values())
    assert balance(names.held_stakes(desk.id)) == held


@contextmanager
def compared() -> Iterator[list[int]]:
    """Every table is rebuilt after each entry that it stores; how often."""
    confirm, count = Desk.confirm, [0]

    def confirmed(self: Desk, proposal: Any) -> Any:
        items = confirm(self, proposal)
        compare(self)
        count[0] += 1
        return items

    Desk.confirm = confirmed  # type: ignore[method-assign]
    try:
        yield count
    finally:
        Desk.confirm = confirm  # type: ignore[method-assign]


def have(night: Night, steps: int = STEPS) -> None:
    """A night in which every table is rebuilt after every entry, and the house opened again at its
    end; a failure names its seed and entry."""
    outcomes: list[str] = []

    async def go() -> None:
        async with night:
            await night.begin()
            with compared() as count:
                for _ in range(steps):
                    outcomes.append(await night.step())
            assert count[0]
            assert sum(night.ledger.balances().values()) == 0
            await night.reopen()
            wrong = {key: found for key, found in night.house.recovered.items()
                     if found not in ("resumed", "between", "fresh")}
            assert not wrong, wrong
            finding = verify(night.ledger)
            assert finding.verified and not finding.otherwise, finding.faults

    try:
        asyncio.run(go())
    except BaseException as error:
        error.add_note(f"seed {night.seed}, after entry {night.last_entry}; the last steps:\n"
                       + "\n".join(outcomes[-5:]))
        raise


@pytest.mark.parametrize("seed", (1, 2))
@pytest.mark.parametrize("game", sorted(TABLES))
def test_a_table_rebuilt_after_every_entry_is_the_table_in_play(
        game: str, seed: int, tmp_path: Path) -> None:
    name = TABLES[game]
    have(Night(tmp_path, {name: shipped(name)}, seed), FEW)


@pytest.mark.more
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", sorted(TABLES))
def test_so_it_is_on_ten_nights(
        game: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """On forty in a long run."""
    tables = [name for name in EVERY if shipped(name).game == game]
    nights = max(40 if request.config.getoption("--soak") else 10, len(tables))
    for seed in range(1, nights + 1):
        name = tables[seed % len(tables)]
        have(Night(folder(tmp_path, seed), {name: shipped(name)}, seed))


@pytest.mark.more
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", REAL)
def test_so_is_a_real_table_with_its_croupier(name: str, tmp_path: Path) -> None:
    for seed in range(5):
        have(Night(folder(tmp_path, seed), {name: shipped(name, attended="true")}, seed))


@pytest.mark.more
@pytest.mark.timeout(900)
def test_so_are_two_tables_with_one_list(tmp_path: Path) -> None:
    for seed in range(10):
        have(Night(folder(tmp_path, seed), {name: shipped(name) for name in ("lima", "sabor")},
                   seed), 4 * STEPS)


def test_so_are_machines_that_give_and_take_tickets(tmp_path: Path) -> None:
    have(Night(tmp_path, {name: shipped(name) for name in ("azulejo", "cinco", "costa")}, 1),
         3 * STEPS)


def folder(where: Path, seed: int) -> Path:
    path = where / str(seed)
    path.mkdir()
    return path
