"""What is unlawful in a table, said point by point: what every family's list of points begins with.
"""

from __future__ import annotations

from sabot.money import EURO, format_money
from sabot.procedure.table import Table, Violation


class LegalityCheck:
    """Everything that is found unlawful in one table, in ``found``."""

    def __init__(self, table: Table, currency: str = EURO) -> None:
        self.table = table
        self.currency = currency
        self.violations: list[Violation] = []

    def require(self, lawful: bool, clause: str, what: str, value: object, allowed: str) -> None:
        """One point: a violation unless ``lawful``."""
        if not lawful:
            self.violations.append(Violation(clause, what, str(value), allowed))

    def money(self, amount: int) -> str:
        """Cents in the currency of the table."""
        return format_money(amount, self.currency)

    def require_authorisation(self, what: str, options: dict[str, str]) -> None:
        """What a file must name a decision of the authority for: each option under its clause."""
        for option, clause in options.items():
            given = [one for one in self.table.authorisations if one.option == option]
            self.require(bool(given), clause, what, "without the authority's word",
                         f"an entry of [[authorisations]] for option {option}")
            for one in given:
                self.require(one.requested <= one.effective, clause,
                             f"authorisations, option {option}",
                             f"requested {one.requested}, effective {one.effective}",
                             "a decision that is no older than what was proposed or told")
