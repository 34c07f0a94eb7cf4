"""Wrong tokens: a wait that grows, for those who guess and nobody else. No test sleeps."""

from __future__ import annotations

import pytest

from sabot.house import HandClock
from sabot.house.people.token_attempts import (
    FORGET_AFTER,
    FREE_ATTEMPTS,
    LONGEST_WAIT,
    MAX_COUNTS,
    TokenAttempts,
    counted_address,
)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


def test_the_wait_grows_to_its_longest(clock: HandClock) -> None:
    guesses, waits = TokenAttempts(clock.now), []
    for _ in range(FREE_ATTEMPTS + 12):
        waits.append(guesses.wrong(["a"]))
        clock.advance(waits[-1])
        assert guesses.wait(["a"]) == 0
    assert waits[:FREE_ATTEMPTS + 3] == [0] * (FREE_ATTEMPTS - 1) + [1, 2, 4, 8]
    assert waits == sorted(waits) and waits[-1] == LONGEST_WAIT


def test_a_count_concerns_its_own_key(clock: HandClock) -> None:
    guesses = TokenAttempts(clock.now)
    for n in range(100):  # one name from a hundred addresses
        guesses.wrong([f"address:{n}", "name:sofia"])
    assert guesses.wait(["address:7"]) == 0 and guesses.wait(["address:7", "name:rita"]) == 0
    assert guesses.wait(["address:new", "name:sofia"]) == LONGEST_WAIT
    guesses.right(["name:sofia"])
    assert guesses.wait(["name:sofia"]) == 0


def test_an_hour_without_a_wrong_one_begins_anew(clock: HandClock) -> None:
    guesses = TokenAttempts(clock.now)
    for _ in range(FREE_ATTEMPTS + 20):
        guesses.wrong(["a"])
    clock.advance(FORGET_AFTER)
    assert guesses.wait(["a"]) == 0 and guesses.wrong(["a"]) == 0


def test_counts_do_not_fill_the_memory(clock: HandClock) -> None:
    guesses = TokenAttempts(clock.now)
    for n in range(MAX_COUNTS + 500):
        guesses.wrong([f"address:{n}"])
    assert len(guesses._counts) == MAX_COUNTS


@pytest.mark.parametrize("address, counted", [
    ("203.0.113.9", "203.0.113.9"), ("::ffff:203.0.113.9", "203.0.113.9"),
    ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::"), ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::"),
    ("::1", "::"), ("", ""), ("testclient", "testclient")])
def test_what_counts_as_one_address(address: str, counted: str) -> None:
    assert counted_address(address) == counted
