"""The file that defines a pool, and the part of each bet that goes into it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.pools import Pool, read, share_of
from support.pools_for_tests import faults, row

FILE = {
    "name": '"grande"', "share": '"0.5 %"', "start": "100", "seeded_by": '"lisboa"',
    "houses": '["lisboa", "porto"]', "model": '"azulejo"', "bets": '["0.20", 1]',
}


def text(**changed: str) -> str:
    return "\n".join(f"{key} = {value}" for key, value in (FILE | changed).items() if value)


def test_a_file_is_a_pool() -> None:
    assert read(text()) == Pool(
        name="grande", share="1/200", start=10_000, seeded_by="lisboa",
        houses=("lisboa", "porto"), model="azulejo", bets=(20, 100))
    full = read(text(ceiling='"5000"', overflow='"maior"', share='"1/100"'))
    assert isinstance(full, Pool)
    assert (full.ceiling, full.overflow, full.rate) == (500_000, "maior", Fraction(1, 100))
    secret = read(text(must_hit_by='"500.00"', houses='["lisboa"]', machine='"0007"'))
    assert isinstance(secret, Pool)
    assert (secret.must_hit_by, secret.law) == (50_000, row("3"))


@pytest.mark.parametrize(("key", "value", "expected"), [
    ("share", "0.005", 'a text such as "1/100"'), ("share", '"0/7"', "of more than nothing"),
    ("share", '"1/0"', "of more than nothing"), ("share", '"0.5"', "a text such as"),
    ("share", "true", "a text such as"), ("share", '"½"', "a text such as"),
    ("start", "1.5", "whole euros"), ("start", "-1", "whole euros"), ("start", "true", "whole"),
    ("start", '"1e3"', "whole euros"), ("start", "99999999999", "up to 10,000,000,000"),
    ("name", '"Grande!"', "letters a to z"), ("name", '""', "letters a to z"),
    ("name", f'"{"a" * 61}"', "1 to 60"), ("seeded_by", "1", "letters"),
    ("houses", "[]", "a list of the houses"), ("houses", '"lisboa"', "a list of the houses"),
    ("houses", '["lisboa", "lisboa"]', "each house once"), ("model", '" "', "a text"),
    ("bets", "[]", "each more than nothing"), ("bets", "[0]", "each more than nothing"),
    ("bets", "[1, 1]", "each once"), ("bets", "1", "a list of the bets"),
    ("ceiling", "50", "more than the start of 100.00 €"), ("overflow", '"x"', "without a ceiling"),
    ("must_hit_by", "100", "more than the start"), ("overflow", '"grande"', "another pool"),
    ("gift", "1", "name, share, start"), ("model", "", "a value"),
])
def test_every_error_is_said(key: str, value: str, expected: str) -> None:
    found = faults(read(text(**{key: value})))
    assert key in found, found
    assert any(expected in str(one) for one in read(text(**{key: value})) if one.what == key)


def test_all_errors_are_said_at_once() -> None:
    found = faults(read(text(share='"x"', start="-1", bets="[0]", colour="1", model="")))
    assert found.keys() == {"share", "start", "bets", "colour", "model"}
    assert "the file" in faults(read("name = "))
    one = faults(read(text(houses='["lisboa", "Porto"]', bets='[1, "x"]')))
    assert one.keys() == {"houses[2]", "bets[2]"}


@pytest.mark.law("ir/313")
def test_four_fifths_are_for_other_prizes() -> None:
    assert isinstance(read(text(share='"20 %"')), Pool)
    for share in ('"20.000000001 %"', '"1/4"', '"21/100"'):
        wrong = faults(read(text(share=share)))["share"]
        assert wrong.clause == "ir/313" and "at most 1/5" in wrong.allowed


@pytest.mark.law(row("3"))
def test_a_jackpot_is_of_one_machine_of_one_house() -> None:
    assert isinstance(read(text(machine='"0007"', houses='["lisboa"]')), Pool)
    assert faults(read(text(machine='"0007"')))["houses"].clause == row("3")


@pytest.mark.law(row("5"))
def test_who_begins_a_pool_holds_money_of_it() -> None:
    assert faults(read(text(seeded_by='"faro"')))["seeded_by"].clause == row("5")


@pytest.mark.law("ir/305")
def test_what_is_above_a_ceiling_goes_somewhere() -> None:
    wrong = faults(read(text(ceiling="200")))["overflow"]
    assert wrong.clause == "ir/305"
    both = faults(read(text(ceiling="200", overflow='"maior"', must_hit_by="300")))
    assert "must_hit_by says when" in both["ceiling"].allowed


@given(bets=st.lists(st.integers(0, 10**6), max_size=60),
       share=st.fractions(0, Fraction(1, 5), max_denominator=10**6))
def test_no_cent_is_lost_or_made(bets: list[int], share: Fraction) -> None:
    carried, given_, exact = Fraction(0), 0, Fraction(0)
    for bet in bets:
        cents, carried = share_of(share, bet, carried)
        given_ += cents
        exact += share * bet
        assert 0 <= exact - given_ < 1
        assert given_ + carried == exact


def test_a_share_is_of_a_bet() -> None:
    terms = read(text(share='"1/3 "'.replace("1/3", "1/7")))
    assert isinstance(terms, Pool)
    assert terms.share_of(100) == (14, Fraction(2, 7))
    assert terms.share_of(100, Fraction(6, 7)) == (15, Fraction(1, 7))
    for bet, carried in ((-1, Fraction(0)), (1, Fraction(1)), (1, Fraction(-1, 2))):
        with pytest.raises(ValueError, match="less than 1 cent carried"):
            terms.share_of(bet, carried)


def test_a_pool_in_a_section_is_told_that_there_is_none() -> None:
    wrong = read(f"[pool]\n{text()}")
    assert isinstance(wrong, list)
    assert str(wrong[0]) == ("pool: found an unknown section; allowed: no section: a pool file has "
                             "only keys")
