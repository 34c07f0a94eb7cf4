"""Any requests at all: the service does what a few lines over plain dictionaries do."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sabot.equipment import Seeded
from sabot.pools import Authorisation, Contribution, Pool, PoolRefused, Pools, verify
from support.pools_for_tests import pool

pytestmark = pytest.mark.more

HOUSES = ("lisboa", "porto")
DEFINED = (
    pool("grande", start=50, model="a"), pool("twin", start=0, model="a", seeded_by="porto"),
    pool("middle", start=0, ceiling=120, overflow="grande", model="b"),
    pool("small", start=10, ceiling=40, overflow="middle", model="c"),
    pool("secret", start=20, must_hit_by=90, model="a"),
    pool("spring", start=5, ceiling=9, overflow="secret", model="d"),
)
NAMES = [one.name for one in DEFINED]
LEAVE = Authorisation(reference="44", day="2026-11-20")


class Refused(Exception):
    """The model says no."""


class Plain:
    """Pools as dictionaries of cents. ``source`` draws what the service's own draws."""

    def __init__(self, source: Seeded) -> None:
        self.source = source
        self.defined = {one.name: one for one in DEFINED}
        self.value: Counter[str] = Counter()
        self.held: Counter[tuple[str, str]] = Counter()
        self.done: dict[tuple[str, str, str], Any] = {}
        self.back: set[tuple[str, str, str]] = set()
        self.gone: dict[str, str] = {}
        self.secret: dict[str, int] = {}
        self.fell: list[tuple[str, str, str, int]] = []
        for one in DEFINED:
            self.begin(one)

    def begin(self, one: Pool) -> None:
        if one.must_hit_by:
            self.secret[one.name] = one.start + 1 + self.source.below(one.must_hit_by - one.start)
            self.source.nonce()
        self.add(one.name, one.seeded_by, one.start)

    def add(self, name: str, house: str, cents: int) -> None:
        self.value[name] += cents
        self.held[name, house] += cents

    def put(self, name: str, house: str, cents: int, cause: str) -> None:
        one = self.defined[name]
        while name in self.gone:
            name, cause = self.gone[name], ""
            one = self.defined[name]
        self.add(name, house, cents)
        if not cause:
            return
        over = min(cents, self.value[name] - one.ceiling) if one.ceiling else 0
        if over > 0:
            self.add(name, house, -over)
            self.put(one.overflow, house, over, cause)
        elif self.value[name] >= self.secret.get(name, 10**9):
            self.fell.append((name, house, cause, self.value[name]))
            self.add(name, house, -self.value[name])
            self.begin(one)

    def contribute(self, house: str, items: list[Contribution]) -> None:
        seen: dict[tuple[str, str], int] = {}
        for name, key, cents, *_ in items:
            before = self.done.get((name, house, key), seen.get((name, key)))
            if before not in (None, cents):
                raise Refused
            seen[name, key] = cents
        for name, key, cents, *_ in items:
            if (name, house, key) not in self.done:
                self.done[name, house, key] = cents
                self.put(name, house, cents, key)

    def claim(self, house: str, name: str, key: str, part: Fraction | int, among: int) -> int:
        at, terms = (name, house, key), repr((part, among))
        if at in self.done:
            if not isinstance(self.done[at], tuple) or self.done[at][0] != terms or (
                    at in self.back):
                raise Refused
            return self.done[at][1]
        if name in self.gone:
            raise Refused
        whole = self.value[name]
        cents = whole * part // 1 if isinstance(part, Fraction) else min(part, whole)
        cents = cents // among * among
        self.done[at] = (terms, cents)
        self.add(name, house, -cents)
        if cents and (not self.value[name] or (isinstance(part, Fraction) and part == 1)):
            self.begin(self.defined[name])
        return cents

    def give_back(self, house: str, name: str, key: str) -> int:
        at = (name, house, key)
        if not isinstance(self.done.get(at), tuple):
            raise Refused
        if at not in self.back:
            self.back.add(at)
            self.put(name, house, self.done[at][1], "")
        return self.done[at][1]

    def transfer(self, name: str, to: str, leave: Authorisation | None) -> None:
        if self.gone.get(name) == to:
            return
        one = self.defined[name]
        alike = [n for n in NAMES if n != name and self.defined[n].model == one.model
                 and n not in self.gone]
        if (name == to or name in self.gone or to in self.gone
                or (to not in alike and (alike or leave is None))):
            raise Refused
        for house in HOUSES:
            self.add(to, house, self.held[name, house])
            self.add(name, house, -self.held[name, house])
        self.gone[name] = to
        self.secret.pop(name, None)


keys = st.sampled_from([f"k{n}" for n in range(6)])
names = st.sampled_from(NAMES)
houses = st.sampled_from(HOUSES)
bets = st.builds(Contribution, names, keys, st.integers(1, 45))
parts = (st.fractions(0, 1, max_denominator=9).filter(bool) | st.just(Fraction(1))
         | st.integers(1, 60))
requests = st.one_of(
    st.tuples(st.just("contribute"), houses, st.lists(bets, max_size=6)),
    st.tuples(st.just("contribute"), houses, st.lists(bets, max_size=6)),
    st.tuples(st.just("claim"), houses, names, keys, parts,
              st.sampled_from((1, 1, 3))),
    st.tuples(st.just("give_back"), houses, names, keys),
    st.tuples(st.just("transfer"), names, names, st.sampled_from([None, LEAVE])),
)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("pools") / "empty.sqlite3"
    Pools.open(str(path)).close()
    yield path


def ask(pools: Pools, act: str, *args: Any) -> Any:
    if act == "transfer":
        name, to, leave = args
        pools.transfer(name, to, cause="a fire", by="Rui", authorisation=leave)
        return None
    answer = getattr(pools, act)(*args)
    return None if act == "contribute" else answer


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(asked=st.lists(requests, max_size=25), seed=st.integers(0, 99))
def test_pools_are_what_plain_sums_are(empty: Path, asked: list[Any], seed: int) -> None:
    path = empty.with_name("used.sqlite3")
    for old in empty.parent.glob("used.sqlite3*"):
        old.unlink()
    shutil.copy(empty, path)
    with Pools.open(str(path), source=Seeded(seed)) as pools:
        for one in DEFINED:
            pools.define(one)
        plain = Plain(Seeded(seed))
        for act, *args in asked:
            try:
                expected = getattr(plain, act)(*args)
            except Refused:
                with pytest.raises(PoolRefused):
                    ask(pools, act, *args)
            else:
                assert ask(pools, act, *args) == expected
            assert pools.values() == {name: plain.value[name] for name in NAMES}
        hits = [(h.pool, h.house, h.cause, h.cents) for house in HOUSES for h in pools.hits(house)]
        assert sorted(hits) == sorted(plain.fell)
        for name in NAMES:
            holds = {house: held for house, held in pools.holdings(name).items() if held}
            assert holds == {h: plain.held[name, h] for h in HOUSES if plain.held[name, h]}
            assert pools.rebuilt(name) == plain.value[name]
            assert sum(pools.dues(name).values()) == 0
        assert pools.successors() == plain.gone
        found = verify(pools)
        assert found.verified, found.faults
