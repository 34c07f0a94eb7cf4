"""What both regulations of ponto e banca share: the house's options, the cloth, the rule book.

Figures, clauses and whatever only one of them says are in the rules of each game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

import msgspec

from sabot.families.baccarat.clauses import Law, Pile
from sabot.families.baccarat.cloth import Chance, Prizes, cloth_of, deducts, push_clause
from sabot.families.baccarat.coup import acts, change_handling, commands
from sabot.families.baccarat.readings import Readings, pairs_barred, return_pairs, rounds
from sabot.families.layout.cloth import Cite, Cloth
from sabot.families.layout.round import RuleBook
from sabot.families.layout.values import Clauses, Limit, TableLaw
from sabot.procedure.table import Table


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options.

    ``table`` is "single" or "double"; ``seats``: those of each side (2). ``shuffler``: "" by hand,
    "batch" for a machine, "continuous" for a shuffling shoe (4, 5). ``warning``: the cards behind
    the cut card (6). ``deduction`` from prizes on banca: "5%", "50%" of a win with five, or "none"
    (20). ``pairs``: bets on pairs are accepted (11). ``dealer_alone``: only the dealer handles the
    cards (16). ``readings``: see `Readings`.
    """

    table: str = "single"
    seats: int = 7
    shuffler: str = ""
    warning: int = 12
    deduction: str = "none"
    pairs: bool = False
    dealer_alone: bool = False
    readings: Readings = Readings()


@dataclass(frozen=True, eq=False)
class Regulation:
    """One regulation of the game as values.

    ``chances``: its bets, in the order of the cloth. ``deductions``: the clause of each option of
    the deduction. ``limits``: the minimum and maximum of every bet at a table, in cents. ``steps``:
    the clause under which stakes on banca are multiples of a sum. ``results``: how many coups of
    the current shoe are shown to players; the roads are drawn from them.
    """

    chances: Mapping[str, Chance]
    prizes: Prizes
    deductions: Mapping[str, Cite]
    pile: Pile
    law: Law
    limits: Callable[[Table], dict[str, Limit]]
    steps: str
    results: int

    @cached_property
    def _cloths(self) -> Callable[[str, bool, str, bool, bool], Cloth]:
        return lru_cache(partial(cloth_of, self.chances, self.prizes))

    def cloth(self, table: Table) -> Cloth:
        """The cloth of a table."""
        rules = table.rules
        return self._cloths(rules.deduction, rules.pairs, rules.readings.level, rounds(table),
                            rules.readings.stake_of_prize == "in-prize")

    @cached_property
    def table_law(self) -> Callable[[Table], TableLaw]:
        """The law of one table: what the regulation fixes and what the house chose."""
        return lru_cache(self._code)

    def _code(self, table: Table) -> TableLaw:
        return TableLaw(
            self.cloth(table), self.limits(table), table.unit, "deal", results=self.results,
            shared=True, steps={"banca": self.steps})

    def book(self, clauses: Clauses) -> RuleBook:
        """The rule book of the game, without what only its own regulation says of who may bet
        what."""
        return RuleBook(
            clauses, self.table_law, lost=partial(push_clause, self.law.tie),
            acts=partial(acts, self.law),
            heard={"leave-cards": change_handling, "take-cards": change_handling},
            deducts=partial(deducts, self.prizes, self.deductions),
            barred=pairs_barred, follows=return_pairs,
            commands=commands(self.law, self.pile))
