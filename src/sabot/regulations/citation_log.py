"""The log of clauses that were really applied: the basis of the law coverage.

In play nobody listens. A test run adds a witness: each step, refusal, violation or notice that the
program issues under a test is then counted for the clauses that it cites.
"""

from __future__ import annotations

from collections.abc import Callable

witnesses: list[Callable[[str], None]] = []
"""Called with each clause that is cited."""

hearers: list[Callable[[str], None]] = []
"""Called in addition with the clause of each step that only announces something: a call or a
handling."""


def cite_clause(*clauses: str) -> None:
    """Record that these clauses were cited just now."""
    for witness in witnesses:
        for clause in clauses:
            if clause:
                witness(clause)
