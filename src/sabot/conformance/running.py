"""The checks by their names, and how they are run on a game."""

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
from sabot.conformance.findings import Finding, Law, Plan, noted
from sabot.procedure.game import Game


class Check(NamedTuple):
    """A check: its ``name``, what it looks at in words, how it is run."""

    name: str
    says: str
    run: Law


CHECKS: Sequence[Check] = (
    Check(
        "declaration",
        "its section is in the register, rules and carry are frozen, the plainest "
        "file is lawful, what it shows is plain data",
        declaration.check,
    ),
    Check("capabilities", "what it says it can do fits together", capabilities.check),
    Check(
        "words",
        "every word is there in all languages, no coup shows a raw key, acts that are "
        "offered together have a letter each",
        catalogue_words.check,
    ),
    Check("tables", "table files and stored tables read as they were written", tablefiles.check),
    Check(
        "clauses",
        "every step, offer, refusal and duty cites a clause of the register",
        clauses.check,
    ),
    Check(
        "offers",
        "what is offered is accepted, what is not is refused with a clause, and each "
        "player is told what is open to them",
        offers.check,
    ),
    Check(
        "endings",
        "every coup ends: within its bound, where nobody answers, after every fault "
        "it names, at a real table",
        endings.check,
    ),
    Check("money", "every cent that is staked is returned, collected or paid", money.check),
    Check("sessions", "what the sessions of players count adds up", sessions.check),
    Check(
        "voids",
        "voided anywhere, a coup returns every stake and leaves no card behind",
        voids.check,
    ),
    Check(
        "seals",
        "cards leave a sealed order one by one, and what is opened proves its seal",
        seals.check,
    ),
    Check("hidden", "what a player may not see is in nothing that they are told", hidden.check),
    Check(
        "records",
        "a coup is rebuilt from its record to the same bytes, here and in another process",
        records.check,
    ),
    Check("acts", "every act and result that has a word occurs", acts.check),
    Check(
        "odds", "exact odds and simulation are within five standard errors", exact_and_played.check
    ),
    Check("kernel", "compiled coups are those of the reference engine to the cent", kernels.check),
    Check("golden", "golden coups are told as they are written", golden.check),
)
"""The checks, quick ones and those that others build on first."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a check came to: over how much it went, by what is counted, and what was found. A check
    that counts nothing had nothing to look at: a game has no kernel, or no golden coups."""

    check: str
    says: str
    over: dict[str, int]
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def tried(game: Game, seed: int = 0, coups: int = Plan.coups, only: Sequence[str] = ()
          ) -> Iterator[Outcome]:
    """Run the checks on a game, all or those with these names, one outcome each as it is done."""
    for check in CHECKS:
        if not only or check.name in only:
            yield outcome(check, game, Plan(seed, coups))


def outcome(check: Check, game: Game, plan: Plan) -> Outcome:
    """Run one check; a fault outside of every case of it is found too."""
    found: list[Finding] = []
    with noted(found, game, check.name, plan.seed, (), plan.coups):
        found.extend(check.run(game, plan))
    return Outcome(check=check.name, says=check.says, over=dict(plan.done), findings=tuple(found))
