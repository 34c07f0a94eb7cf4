"""What is played conforms to references that were written from the published texts alone."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from judging import Judge
from playing import imports, judge, oracles

from sabot import law

ORACLES = pytest.mark.parametrize("oracle", oracles().values(), ids=list(oracles()))
COUNT, LONG = 30, 2_000
JUDGED_KINDS = {"bet", "payout", "decision", "order", "limit"}
"""The kinds of rows that an oracle has to judge."""


def report(verdict: Judge) -> str:
    """The first differences, a line for each."""
    return "\n".join(map(str, verdict.differences[:20]))


def test_an_oracle_judges_a_section_of_the_register() -> None:
    assert set(oracles()) <= set(law.sections())


@ORACLES
def test_an_oracle_knows_nothing_of_the_program(oracle: ModuleType) -> None:
    assert imports(oracle) <= {*sys.stdlib_module_names, "__future__", "judging"}


@ORACLES
def test_random_rounds_conform(oracle: ModuleType) -> None:
    verdict = judge(oracle, COUNT)
    assert not verdict.differences, report(verdict)
    assert set(verdict.held) <= set(oracle.RULES), "every rule that is compared is declared"


@pytest.mark.more
@pytest.mark.timeout(1800)
@ORACLES
def test_thousands_of_random_rounds_conform_and_meet_every_rule(oracle: ModuleType) -> None:
    verdict = judge(oracle, LONG, seed=10_000)
    assert not verdict.differences, report(verdict)
    assert set(verdict.held) == set(oracle.RULES)


@ORACLES
def test_rows_of_bets_payments_decisions_order_and_limits_are_judged(oracle: ModuleType) -> None:
    rows = {row.rule: row for row in law.sections()[oracle.SECTION]}
    assert set(oracle.RULES) <= set(rows)
    assert set(oracle.NOT_JUDGED) <= set(rows) - set(oracle.RULES), "with a reason for each"
    assert {rule for rule, row in rows.items() if row.kind in JUDGED_KINDS} \
        <= {*oracle.RULES, *oracle.NOT_JUDGED}
