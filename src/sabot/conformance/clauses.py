"""Every step, offer, refusal and violation cites a clause of the register."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sabot import law
from sabot.conformance.cases import Case, tried
from sabot.conformance.findings import Broken, Finding, Plan, once
from sabot.procedure import Listen, Menu, Offer
from sabot.procedure.game import Game
from sabot.procedure.steps import Step
from sabot.procedure.table import Table


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """Every step of a coup, offer and refusal is ordered by a clause, and it is in the register;
    so are those of the bets, of the conduct and of what is unlawful."""
    yield from tried(game, plan, of_steps)
    yield from once(game, plan, of_conduct, of_bets, of_what_is_unlawful)


@cache
def known(clause: str) -> bool:
    """Whether a clause is a row of the register, or an interpretation."""
    try:
        return bool(law.interpretation(clause) if clause.startswith("ir/") else law.row(clause))
    except law.UnknownClause:
        return False


def _cited(clause: str, of: str, step: int) -> None:
    if not clause:
        raise Broken(f"{of} cites no clause", step)
    if not known(clause):
        raise Broken(f"{of} cites {clause!r}, which is not in the register", step)


def of_steps(case: Case) -> None:
    """What is told in a coup, with whatever goes wrong in it, and what hostile players hear."""
    walk = case.walk(hostile=True, faults=case.random.choice((0, 0.1)))
    for n, event in enumerate(walk.record):
        if event.step is not None:
            _of_step(event.step, n)
    for at, refusal in walk.refusals:
        _cited(refusal.law, f"the refusal {refusal.text!r}", at)


def _of_step(step: Step, n: int) -> None:
    name = f"a {type(step).__name__}"
    _cited(step.law, name, n)
    for clause in step.also:
        _cited(clause, name, n)
    offers: tuple[Offer, ...] = ()
    if isinstance(step, Listen | Menu):
        offers = step.offers
    if isinstance(step, Listen) and step.default:
        _cited(step.default_law, f"the default {step.default!r}", n)
    for offer in offers:
        _cited(offer.law, f"the offer {offer.act!r}", n)
        for clause in (*offer.also, offer.barred_law, offer.limit_law, offer.high_law,
                       offer.unit_law):
            if clause:
                _cited(clause, f"the offer {offer.act!r}", n)


def of_conduct(game: Game) -> None:
    """What the house owes around the coups."""
    for duty, clause in game.conduct.laws.items():
        _cited(clause, f"the duty {duty!r} of its conduct", -1)


def of_bets(game: Game) -> None:
    """The menu of bets of a plain table."""
    for bet in game.bets(Table(game=game.id, name="plain", rules=game.rules())):
        if bet.law not in law.rows():
            raise Broken(f"the bet {bet.bet!r} cites {bet.law!r}, which is no row of the register")


def of_what_is_unlawful(game: Game) -> None:
    """A table at which much is wrong: what its violations name is in the register."""
    table = Table(game=game.id, name="wrong", rules=game.rules(), places=99, places_per_player=98,
                  minimum=700, maximum=300, unit=1)
    for violation in game.violations(table):
        if violation.clause:  # else the file itself is at fault
            _cited(violation.clause, f"the violation of {violation.what!r}", -1)
