"""Checks that every step, offer, refusal and violation cites a clause of the register."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sabot import regulations as law
from sabot.conformance.cases import Case, try_law
from sabot.conformance.findings import Broken, Finding, Plan, once
from sabot.procedure import Listen, Menu, Offer
from sabot.procedure.game import Game
from sabot.procedure.steps import Step
from sabot.procedure.table import Table


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """Every step, offer and refusal of a coup cites a clause of the register; so do bets, duties of
    conduct and violations."""
    yield from try_law(game, plan, of_steps)
    yield from once(game, plan, of_conduct, of_bets, of_what_is_unlawful)


@cache
def is_known(clause: str) -> bool:
    """Whether a clause is a row of the register, or an interpretation."""
    try:
        return bool(law.interpretation(clause) if clause.startswith("ir/") else law.row(clause))
    except law.UnknownClause:
        return False


def _check_clause(clause: str, what: str, step: int) -> None:
    if not clause:
        raise Broken(f"{what} cites no clause", step)
    if not is_known(clause):
        raise Broken(f"{what} cites {clause!r}, which is not in the register", step)


def of_steps(case: Case) -> None:
    """The steps of a coup with faults, and the refusals to hostile players."""
    walk = case.walk(hostile=True, faults=case.random.choice((0, 0.1)))
    for n, event in enumerate(walk.record):
        if event.step is not None:
            _check_step(event.step, n)
    for n, refusal in walk.refusals:
        _check_clause(refusal.law, f"the refusal {refusal.text!r}", n)


def _check_step(step: Step, n: int) -> None:
    name = f"a {type(step).__name__}"
    _check_clause(step.law, name, n)
    for clause in step.also:
        _check_clause(clause, name, n)
    offers: tuple[Offer, ...] = ()
    if isinstance(step, Listen | Menu):
        offers = step.offers
    if isinstance(step, Listen) and step.default:
        _check_clause(step.default_law, f"the default {step.default!r}", n)
    for offer in offers:
        _check_clause(offer.law, f"the offer {offer.act!r}", n)
        for clause in (*offer.also, offer.barred_law, offer.limit_law, offer.high_law,
                       offer.unit_law):
            if clause:
                _check_clause(clause, f"the offer {offer.act!r}", n)


def of_conduct(game: Game) -> None:
    """The duties of the house outside coups."""
    for duty, clause in game.conduct.laws.items():
        _check_clause(clause, f"the duty {duty!r} of the house", -1)


def of_bets(game: Game) -> None:
    """The bets of a plain table."""
    for bet in game.bets(Table(game=game.id, name="plain", rules=game.rules())):
        if bet.law not in law.rows():
            raise Broken(f"the bet {bet.bet!r} cites {bet.law!r}, which is not in the register")


def of_what_is_unlawful(game: Game) -> None:
    """The violations of a table with many errors cite clauses of the register."""
    table = Table(game=game.id, name="wrong", rules=game.rules(), places=99, places_per_player=98,
                  minimum=700, maximum=300, unit=1)
    for violation in game.violations(table):
        if violation.clause:  # else the file itself is at fault
            _check_clause(violation.clause, f"the violation of {violation.what!r}", -1)
