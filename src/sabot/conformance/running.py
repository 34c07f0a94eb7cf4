"""The list of checks, and how they are run on a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from sabot.conformance import (
    acts,
    capabilities,
    catalogue_words,
    clauses,
    declaration,
    endings,
    exact_and_played,
    golden,
    hidden,
    kernels,
    money,
    offers,
    records,
    seals,
    sessions,
    tablefiles,
    voids,
)
from sabot.conformance.findings import Finding, Law, Plan, collecting
from sabot.procedure.game import Game


class Check(NamedTuple):
    """A check: its ``name``, its description (``says``), and its function."""

    name: str
    says: str
    run: Law


CHECKS: Sequence[Check] = (
    Check(
        "declaration",
        "its section is in the register, rules and carry are frozen, a minimal table file "
        "is lawful, what it shows is plain data",
        declaration.check,
    ),
    Check("capabilities", "its declared capabilities are consistent", capabilities.check),
    Check(
        "words",
        "every word exists in all languages, no coup shows a raw key, acts offered at the "
        "same time have different letters",
        catalogue_words.check,
    ),
    Check("tables", "table files and stored tables read as they were written", tablefiles.check),
    Check(
        "clauses", "every step, offer, refusal and duty cites a clause of the register",
        clauses.check),
    Check(
        "offers",
        "offered acts are accepted, others are refused with a clause, and each player sees "
        "exactly what is open to them",
        offers.check,
    ),
    Check(
        "endings",
        "every coup ends: within its bound, if nobody answers, after every fault that it "
        "names, at a real table",
        endings.check,
    ),
    Check("money", "every staked cent is returned, collected or paid", money.check),
    Check("sessions", "the totals of players' sessions add up", sessions.check),
    Check(
        "voids", "a coup voided at any time returns every stake and leaves no card on the table",
        voids.check),
    Check(
        "seals", "cards are dealt in the sealed order, and an opened order matches its seal",
        seals.check),
    Check("hidden", "no message contains what its receiver may not see", hidden.check),
    Check(
        "records", "a coup replays from its record to the same bytes, here and in another process",
        records.check),
    Check("acts", "every act and result that has a word occurs", acts.check),
    Check(
        "odds", "exact odds and simulation are within five standard errors", exact_and_played.check
    ),
    Check("kernel", "compiled coups equal those of the reference engine to the "
                    "cent", kernels.check),
    Check("golden", "golden rounds play as written", golden.check),
)
"""The checks; quick ones and those on which others depend come first."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a check: how much was checked (``over``, counts by noun), and the findings.

    A check that counts nothing had nothing to check, such as a game without a kernel.
    """

    check: str
    says: str
    over: dict[str, int]
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Whether there are no findings."""
        return not self.findings


def run_checks(game: Game, seed: int = 0, coups: int = Plan.coups, only: Sequence[str] = ()
               ) -> Iterator[Outcome]:
    """Run the checks on a game (all, or only those named); yield each outcome when it is done."""
    for check in CHECKS:
        if not only or check.name in only:
            yield outcome(check, game, Plan(seed, coups))


def outcome(check: Check, game: Game, plan: Plan) -> Outcome:
    """Run one check; an exception outside its cases becomes a finding too."""
    findings: list[Finding] = []
    with collecting(findings, game, check.name, plan.seed, (), plan.coups):
        findings.extend(check.run(game, plan))
    return Outcome(
        check=check.name, says=check.says, over=dict(plan.done), findings=tuple(findings)
    )
