"""What the service of pools refuses. What can be wrong with its database is a LedgerError."""

from __future__ import annotations

from sabot.law import cite_clause


class PoolRefused(Exception):
    """The service does not do this, and nothing was changed.

    ``code`` is stable and for programs: unknown, house, machine, key, amount, part, transferred,
    changed, overflow, transfer, debt. ``law`` is the clause, "" where a request is at fault.
    """

    def __init__(self, code: str, text: str, law: str = "") -> None:
        self.code = code
        self.law = law
        cite_clause(law)
        super().__init__(f"{text} ({law})" if law else text)
