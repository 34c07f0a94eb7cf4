"""The declaration of a layout game: the parts of the family, and those of the game itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Any

from sabot.families.layout.bets import bounds
from sabot.families.layout.declare import Chances
from sabot.families.layout.menu import menu
from sabot.families.layout.round import Carry, RuleBook, exposure, hold_stakes, opening, reopen
from sabot.families.shoe.shoe import shoe_at
from sabot.money import EURO, format_money
from sabot.procedure.capabilities import Exposure, Trial
from sabot.procedure.dealer import Coup
from sabot.procedure.felt import Felt
from sabot.procedure.game import NO_CALLS, Calls, Conduct, Game
from sabot.procedure.opening_hours import LastPlay
from sabot.procedure.table import Table, Violation
from sabot.procedure.view import Label
from sabot.procedure.visible_events import NO_LABEL, HandLabel
from sabot.regulations import cite_clause
from sabot.words import phrase

NO_TRIAL = Trial()
STEPS_BOUND = 20_000  # with ten bettors on hundreds of spots


def public_state(book: RuleBook, state: str, carry: Carry) -> dict[str, Any]:
    """What everybody may see between two coups: last throws, values of colours, number waiting."""
    law = book.clauses.indicator
    cite_clause(law[0], *law[1])
    shared: dict[str, Any] = {"results": list(carry.results), "law": law[0]}
    if carry.values:
        shared["colours"] = {place: {"value": cents} for place, cents in carry.values.items()}
    if carry.waiting:
        shared["waiting"] = len(carry.waiting)
    if carry.state is not None:
        shared[state] = carry.state
    if carry.shooter:
        shared["shooter"] = carry.shooter
    return shared


def no_label(hand: str, cards: list[str | None], calls: tuple[str, ...]) -> HandLabel:
    """No label: a layout has no hands."""
    return NO_LABEL


def _nothing(carry: Carry) -> dict[str, Any]:
    return {}


def _checked(book: RuleBook, own: Callable[[Table], list[Violation]]
             ) -> Callable[[Table], list[Violation]]:
    """The violations of a game; if there are none, a violation when its limits leave no bet at all
    that is paid in whole cents."""

    @wraps(own)
    def violations(table: Table) -> list[Violation]:
        if unlawful := own(table):
            return unlawful
        table_law = book.table_law(table)
        stakes = [(*bounds(table_law, kind, table.minimum), kind)
                  for kind in table_law.cloth.kinds.values()]
        if any(low <= high for low, high, _, _ in stakes):
            return []
        low, _, unit, kind = min(stakes, key=lambda stake: stake[0])
        return [
            Violation(
                kind.limit[0] or kind.bet[0],
                "maximum",
                format_money(table_law.limits[kind.name].high, table_law.currency),
                phrase("at least {low}, the minimum bet in steps of {unit}, which every prize pays "
                       "in whole cents", low=format_money(low, table_law.currency),
                       unit=format_money(unit, table_law.currency)),
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
                currency: str = EURO, calls: Calls = NO_CALLS, trial: Trial = NO_TRIAL) -> Game:
    """The declaration of one layout game: see `Game` for each part. ``state``: the word for what
    the fate of the bets depends on. ``label`` names a hand of cards. ``open_state``: what else is
    public between two coups. ``exposes``: the exposure where the bank may owe less than the family
    computes, because cards decide."""
    return Game(
        id=id, section=section, names=names, rules=rules, carry=Carry, opening=opening,
        reopen=reopen, hold_stakes=hold_stakes, coup=coup,
        violations=_checked(book, violations), felt=felt, bets=partial(menu, book), label=label,
        public_state=lambda carry: {**public_state(book, state, carry), **open_state(carry)},
        conduct=conduct,
        shoe=shoe_at, steps_bound=steps_bound, words=words, currency=currency,
        calls=calls, trial=trial,
        pricing=chances.pricing, simulation=chances.simulation, hints=chances.hints,
        book=book, choices=choices or {},
        limit_ratios=times, exposure=exposes or partial(exposure, book), last_play=last_play,
        chips_clause=chips)
