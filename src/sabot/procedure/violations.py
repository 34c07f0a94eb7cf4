"""Collects the violations of one table; every family's legality check extends it."""

from __future__ import annotations

from sabot.money import EURO, format_money
from sabot.procedure.table import Table, Violation
from sabot.words import phrase


class LegalityCheck:
    """Collects what is unlawful in one table, in ``violations``."""

    def __init__(self, table: Table, currency: str = EURO) -> None:
        self.table = table
        self.currency = currency
        self.violations: list[Violation] = []

    def require(self, lawful: bool, clause: str, what: str, value: object, allowed: str) -> None:
        """Add a violation unless ``lawful``: its clause, the key of the file, what was found and
        what is allowed."""
        if not lawful:
            text = value if isinstance(value, str) else str(value)
            self.violations.append(Violation(clause, what, text, allowed))

    def money(self, amount: int) -> str:
        """Cents in the currency of the table."""
        return format_money(amount, self.currency)

    def require_authorisation(self, what: str, options: dict[str, str]) -> None:
        """Require a decision of the authority for each option; ``options`` has the clause of each.
        """
        for option, clause in options.items():
            decisions = [
                decision for decision in self.table.authorisations if decision.option == option
            ]
            self.require(bool(decisions), clause, what, "without the authority's word",
                         phrase("an entry of [[authorisations]] for option {option}",
                                option=option))
            for decision in decisions:
                self.require(decision.requested <= decision.effective, clause,
                             f"authorisations, option {option}",
                             phrase("requested {requested}, effective {effective}",
                                    requested=decision.requested, effective=decision.effective),
                             "a decision that is not older than the proposal or notice")
