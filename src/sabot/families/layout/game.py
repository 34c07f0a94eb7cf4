"""A game of the layout: what each has of the family, and what it brings itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Any

from sabot.families.layout.bets import bounds
from sabot.families.layout.declare import Chances
from sabot.families.layout.menu import menu
from sabot.families.layout.round import Carry, RuleBook, banked, exposure, opening, reopen
from sabot.families.shoe.shoe import in_use
from sabot.law import cite_clause
from sabot.money import EURO, format_money
from sabot.procedure.capabilities import Exposure
from sabot.procedure.dealer import Coup
from sabot.procedure.felt import Felt
from sabot.procedure.game import NO_CALLS, Calls, Conduct, Game
from sabot.procedure.opening_hours import LastPlay
from sabot.procedure.table import Table, Violation
from sabot.procedure.view import Label
from sabot.procedure.visible_events import NO_LABEL, HandLabel

STEPS_BOUND = 20_000  # with ten bettors on hundreds of spots


def shown(book: RuleBook, state: str, carry: Carry) -> dict[str, Any]:
    """What lies open between two coups: the last throws, the value of the colours, who waits."""
    law = book.clauses.indicator
    cite_clause(law[0], *law[1])
    told: dict[str, Any] = {"results": list(carry.results), "law": law[0]}
    if carry.values:
        told["colours"] = {place: {"value": cents} for place, cents in carry.values.items()}
    if carry.waiting:
        told["waiting"] = len(carry.waiting)
    if carry.state is not None:
        told[state] = carry.state
    if carry.shooter:
        told["shooter"] = carry.shooter
    return told


def no_label(hand: str, cards: list[str | None], calls: tuple[str, ...]) -> HandLabel:
    """There are no hands on a layout."""
    return NO_LABEL


def _nothing(carry: Carry) -> dict[str, Any]:
    return {}


def _checked(book: RuleBook, own: Callable[[Table], list[Violation]]
             ) -> Callable[[Table], list[Violation]]:
    """What a game finds unlawful in a table; else that its limits leave no bet at all, because none
    within them is paid in whole cents."""

    @wraps(own)
    def violations(table: Table) -> list[Violation]:
        if found := own(table):
            return found
        code = book.code(table)
        stakes = [(*bounds(code, kind, table.minimum), kind) for kind in code.cloth.kinds.values()]
        if any(low <= high for low, high, _, _ in stakes):
            return []
        low, _, unit, kind = min(stakes, key=lambda stake: stake[0])
        return [
            Violation(
                kind.limit[0] or kind.bet[0],
                "maximum",
                format_money(code.limits[kind.name].high, code.currency),
                f"at least {format_money(low, code.currency)}, the least bet in steps of "
                f"{format_money(unit, code.currency)}, which every prize pays in whole cents",
            )
        ]

    return violations


def layout_game(book: RuleBook, *, id: str, section: str, names: dict[str, str], rules: type[Any],
                coup: Callable[[Table, Carry], Coup],
                violations: Callable[[Table], list[Violation]],
                felt: Callable[[Table], Felt], conduct: Conduct,
                words: dict[str, dict[str, str]], chances: Chances,
                choices: Mapping[str, Sequence[Any]] | None = None, times: tuple[int, ...] = (),
                exposes: Exposure | None = None, last_play: LastPlay | None = None,
                chips: Callable[[Table], tuple[str, tuple[str, ...]]] | None = None,
                steps_bound: int = STEPS_BOUND, state: str = "state",
                label: Label = no_label,
                open_state: Callable[[Carry], dict[str, Any]] = _nothing,
                currency: str = EURO, calls: Calls = NO_CALLS) -> Game:
    """The declaration of one game of the layout: see `Game` for each part. ``state`` is the word
    for what the fate of the bets depends on; ``label`` names a hand of cards; ``open_state`` is
    what else lies open between two coups. ``exposes`` where the bank may owe less than the family
    reckons, because cards decide."""
    return Game(
        id=id, section=section, names=names, rules=rules, carry=Carry, opening=opening,
        reopen=reopen, banked=banked, coup=coup,
        violations=_checked(book, violations), felt=felt, bets=partial(menu, book), label=label,
        shown=lambda carry: {**shown(book, state, carry), **open_state(carry)},
        conduct=conduct,
        shoe=in_use, steps_bound=steps_bound, words=words, currency=currency,
        calls=calls,
        pricing=chances.pricing, simulation=chances.simulation, book=book, choices=choices or {},
        times=times, exposure=exposes or partial(exposure, book), last_play=last_play, chips=chips)
