"""What houses owe one another, beside exact fractions that divide every cent."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.pools import PoolEntry
from sabot.pools.dues import Dues, apportion

HOUSES = ("faro", "lisboa", "porto")
bets = st.tuples(st.sampled_from(HOUSES), st.integers(1, 500))
wins = st.tuples(st.sampled_from(HOUSES), st.fractions(0, 1, max_denominator=12))


@settings(max_examples=200)
@given(movements=st.lists(st.one_of(bets, bets, wins), max_size=40))
def test_each_house_bears_its_part_to_the_cent(movements: list[tuple[str, int | Fraction]]) -> None:
    dues, count = Dues(), 0
    exact: Counter[str] = Counter()      # each house's own money in the pool
    account: Counter[str] = Counter()
    for seq, (house, moved) in enumerate(movements, start=1):
        amount: int
        if isinstance(moved, int):
            kind, amount = "contribution", moved
            exact[house] += moved
        else:
            value = sum(account.values())
            kind, amount = "win", -int(value * moved)
            count += 1
            if value:
                for one in HOUSES:
                    exact[one] += amount * exact[one] / Fraction(value)  # type: ignore[assignment]
        account[house] += amount
        dues.enter(PoolEntry(pool="p", seq=seq, kind=kind, house=house, key=str(seq),
                             amount=amount, at=0, law="", facts={}))
    owed = dues.owed()
    assert sum(owed.values()) == 0
    assert all(dues.own[house] >= 0 for house in HOUSES)
    for house in HOUSES:
        assert abs(owed.get(house, 0) - (account[house] - exact[house])) <= count


@given(parts=st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 99)),
       many=st.integers(0, 99))
def test_what_is_divided_is_divided_whole(parts: dict[str, int], many: int) -> None:
    whole = sum(parts.values())
    amount = min(many, whole)
    shares = apportion(amount, parts)
    assert sum(shares.values()) == (amount if whole else 0)
    for house, share in shares.items():
        assert abs(share - Fraction(amount * parts[house], whole)) < 1
        assert share <= parts[house]
