"""What the service of pools refuses. Errors of its database are LedgerErrors."""

from __future__ import annotations

from sabot.regulations import cite_clause


class PoolRefused(Exception):
    """The service refuses this; nothing was changed.

    ``code`` is stable and for programs: unknown, house, machine, key, amount, part, transferred,
    changed, overflow, transfer, debt. ``law`` is the clause, "" where a request is at fault.
    """

    def __init__(self, code: str, text: str, law: str = "") -> None:
        self.code = code
        self.law = law
        cite_clause(law)
        super().__init__(f"{text} ({law})" if law else text)
