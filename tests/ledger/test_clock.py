"""Time that does not jump: the machine's clock is set, and nothing that waits or ages is moved."""

from __future__ import annotations

import pytest

from sabot.ledger.clock import PACE, Steady

HOUR, YEAR = 3600.0, 365 * 86_400.0


class Machine:
    """A machine whose clock can be set; ``passed`` is the time that truly passes."""

    def __init__(self) -> None:
        self.passed = 0.0
        self.set_to = 1_000_000.0

    def wall(self) -> float:
        return self.set_to + self.passed

    def elapsed(self) -> float:
        return self.passed


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 400 * YEAR, -30 * YEAR])
def test_a_jump_moves_nothing_but_by_one_second_in_a_minute(machine: Machine, jump: float) -> None:
    clock = Steady(machine.wall, machine.elapsed)
    machine.passed += 60
    assert clock.now() == 1_000_060
    machine.set_to += jump
    assert clock.now() == 1_000_060, "a jump by itself is no time"
    machine.passed += 20
    assert abs(clock.now() - 1_000_080) <= 20 * PACE + 1e-6
    assert clock.off() == pytest.approx(jump, abs=1)
    machine.set_to -= jump
    machine.passed += 60
    assert clock.now() == pytest.approx(1_000_140), "forward and back again leaves nothing behind"


def test_what_differs_is_made_up_for_and_time_never_goes_back(machine: Machine) -> None:
    clock = Steady(machine.wall, machine.elapsed)
    for jump in (30.0, -45.0):
        machine.set_to += jump
        times = []
        for _ in range(90):
            machine.passed += 60
            times.append(clock.now())
        assert times == sorted(times)
        assert times[-1] == pytest.approx(machine.wall()) and abs(clock.off()) < 1e-6


def test_a_counter_that_errs_does_not_turn_time_back(machine: Machine) -> None:
    clock = Steady(machine.wall, machine.elapsed)
    machine.passed += 10
    before = clock.now()
    machine.passed -= 5
    assert clock.now() == before
    machine.passed += 5
    assert clock.now() == before, "what was counted once is not counted again"
