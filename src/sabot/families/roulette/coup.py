"""A coup of roulette: bets, spin, call and payment, as both regulations order them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sabot.families.layout.bets import bets_again, take_bets
from sabot.families.layout.cloth import Cite, Fell
from sabot.families.layout.round import Carry, Round, RuleBook, Steps, void
from sabot.families.layout.settle import end, settle
from sabot.families.roulette.spots import colour
from sabot.procedure import Call, Handle, Incident, Throw, Void
from sabot.procedure.table import Table
from sabot.regulations import IR

NULL = ("chip", "ball", "object")
"""Faults that make a spin null: a chip, another ball or an object falls into the wheel."""

HOUR, BALL = "hour", "ball-lost"
"""What a supervisor reports: a full hour, while the ball does not run, or an unusable ball."""


class Wheel(NamedTuple):
    """The clause of each moment of a spin.

    ``spin``: the ball is spun in alternate directions. ``running``: bets while it runs. ``number``
    and ``mark``: the number is called, and marked on the layout with ``marks`` ("marker" or
    "rake"). ``change`` and ``replace``: of the ball. ``relief``: of the croupier who spins it.
    """

    spin: Cite
    running: Cite
    number: Cite
    mark: Cite
    change: Cite
    replace: Cite
    relief: Cite
    marks: str = "marker"


def commands(wheel: Wheel) -> dict[str, Callable[[Round], Steps]]:
    """What a supervisor may report while bets are open, and what follows."""
    def change(r: Round) -> Steps:
        yield Handle(*wheel.change, what="change-ball")
        yield Handle(*wheel.relief, what="relieve")

    def replace(r: Round) -> Steps:
        yield Handle(*wheel.replace, what="replace-ball")

    return {HOUR: change, BALL: replace}


def _lost_ball(wheel: Wheel) -> Callable[[Round], Steps]:
    """The steps when the ball is lost while it runs: another takes its place and is thrown."""
    def thrown_again(r: Round) -> Steps:
        yield Handle(*wheel.replace, what="replace-ball")
        r.throws += 1
        yield from _spins(r, wheel)

    return thrown_again


def coup(book: RuleBook, wheel: Wheel, table: Table, carry: Carry) -> Steps:
    """One coup, from the call for bets to the last payment; returns the next carry."""
    r = Round(book, table, carry)
    fell: Fell | None = None
    runs = False
    try:
        yield from r.again(carry.held)
        yield Call(*r.c.call, call="place-your-bets")
        yield from take_bets(r, "bets", "betting", r.c.betting)
        runs = True
        yield from _throws(r, wheel)
        fell = yield from _rests(r, wheel)
        number = fell[0]
        shade = colour(r.cloth, number)
        yield Call(*wheel.number, call=f"number-{shade}" if shade else "number-zero",
                   facts={"number": number, "colour": shade})
        yield Handle(*wheel.mark, what=f"mark-{wheel.marks}", seat=f"straight/{number}")
        yield from settle(r, fell)
    except Void as stopped:
        yield from void(r, stopped.cause, stopped.closes)
        r.throws += runs
        fell = None
    return (yield from end(r, fell, str(fell[0]) if fell else ""))


def _throws(r: Round, wheel: Wheel) -> Steps:
    """Spin the ball, take bets while it runs, and close them."""
    yield from _spins(r, wheel)
    if not r.table.individual:
        window = f"late:ball:{r.reopened}" if r.reopened else "late:ball"
        yield from take_bets(r, window, "late", wheel.running, {BALL: _lost_ball(wheel)})
    yield Call(*r.c.no_more, call="no-more-bets")


def _spins(r: Round, wheel: Wheel) -> Steps:
    """Spin the ball in the other direction than last time, and the plate against it."""
    ball, plate = ("left", "right") if r.throws % 2 else ("right", "left")
    yield Handle(*wheel.spin, what=f"spin-{ball}", facts={"direction": ball, "plate": plate})


def _rests(r: Round, wheel: Wheel) -> Steps:
    """Find where the ball comes to rest; a null spin is repeated with the same bets, or after bets
    have been changed (IR 118)."""
    while True:
        fell = yield Throw(wheel.number[0], thing="ball", sides=r.cloth.sides, first=r.cloth.first,
                           faults=r.table_law.faults)
        if not isinstance(fell, Incident):
            return fell
        yield Handle(*r.c.null, what="stop-plate")
        yield Call(*r.c.null, call="null-spin", facts={"cause": fell.kind})
        back = r.carry.results[0] if r.carry.results else "0"
        law, also = r.c.again
        yield Handle(law, also if r.carry.results else (*also, IR[378]), what="ball-back",
                     facts={"number": back})
        r.throws += 1
        if r.table.rules.readings.after_null == "may-change":
            yield from bets_again(r)
            yield from _throws(r, wheel)
        else:
            yield from _spins(r, wheel)
