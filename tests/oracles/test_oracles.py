"""What is played conforms to references that were written from the published texts alone."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from judging import Judge
from playing import FOLDER, Arranged, imports, judge, oracles

from sabot import regulations as law
from sabot.procedure import Deal, Shuffle

ORACLES = pytest.mark.parametrize("oracle", oracles().values(), ids=list(oracles()))
COUNT, LONG = 30, 2_000
JUDGED_KINDS = {"bet", "payout", "decision", "order", "limit"}
"""The kinds of rows that an oracle has to judge."""


def report(verdict: Judge) -> str:
    """The first differences, a line for each."""
    return "\n".join(map(str, verdict.differences[:20]))


def top_names(module: ModuleType) -> set[str]:
    """The packages and modules from which a module imports."""
    return {name.partition(".")[0] for name in imports(module)}


def compared(oracle: ModuleType, verdict: Judge) -> dict[str, int]:
    """How often the oracle compared each row, for `sabot law coverage`."""
    return {f"{oracle.SECTION}/{rule}": count for rule, count in verdict.held.items()}


def test_every_section_of_the_five_regulations_has_an_oracle() -> None:
    """Of fantan no whole text was read from which one could be written."""
    assert set(oracles()) == set(law.sections()) - {"mo-fantan/fantan"}


@ORACLES
def test_an_oracle_knows_nothing_of_the_program(oracle: ModuleType) -> None:
    shared = {path.stem for path in FOLDER.glob("judging*.py")}
    assert top_names(oracle) <= {*sys.stdlib_module_names, "__future__", *shared}


@pytest.mark.parametrize("module", sorted(FOLDER.glob("judging*.py")), ids=lambda path: path.stem)
def test_what_oracles_share_knows_nothing_of_the_program(module: Path) -> None:
    shared = {path.stem for path in FOLDER.glob("judging*.py")}
    assert top_names(importlib.import_module(module.stem)) <= {
        *sys.stdlib_module_names, "__future__", *shared}


def test_the_hands_that_an_oracle_names_meet_and_all_cards_are_of_one_pack() -> None:
    bank, player = ["AS", "KS", "9H", "4D", "2C"], ["AD", "KD", "9C", "4H", "2S"]
    chance = Arranged(lambda random: [[*bank], [*player]], Random(7))
    chance.resolve(Shuffle("a", packs=1, warning=0))
    order = ["burn", *["1", "2", "bank"] * 5]
    dealt = [(to, chance.resolve(Deal("a", to=to))) for to in order]
    assert {card for to, card in dealt if to == "bank"} == {*bank}
    assert {card for to, card in dealt if to == "1"} == {*player}
    assert len({card for _, card in dealt}) == len(order)


@ORACLES
def test_random_rounds_conform(
    oracle: ModuleType, record_property: Callable[[str, object], None]
) -> None:
    verdict = judge(oracle, COUNT)
    record_property("compared", compared(oracle, verdict))
    assert not verdict.differences, report(verdict)
    assert set(verdict.held) <= set(oracle.RULES), "every rule that is compared is declared"


@pytest.mark.more
@pytest.mark.timeout(1800)
@ORACLES
def test_thousands_of_random_rounds_conform_and_meet_every_rule(
    oracle: ModuleType, record_property: Callable[[str, object], None]
) -> None:
    verdict = judge(oracle, LONG, seed=10_000)
    record_property("compared", compared(oracle, verdict))
    assert not verdict.differences, report(verdict)
    assert set(verdict.held) == set(oracle.RULES)


@ORACLES
def test_rows_of_bets_payments_decisions_order_and_limits_are_judged(oracle: ModuleType) -> None:
    rows = {row.rule: row for row in law.sections()[oracle.SECTION]}
    assert set(oracle.RULES) <= set(rows)
    assert set(oracle.NOT_JUDGED) <= set(rows) - set(oracle.RULES), "with a reason for each"
    assert {rule for rule, row in rows.items() if row.kind in JUDGED_KINDS} \
        <= {*oracle.RULES, *oracle.NOT_JUDGED}
