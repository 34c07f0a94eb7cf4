"""Who is told that a clause was really given: the instrument behind the law coverage.

Nothing listens in play. The test run adds a witness, and each step, refusal, violation or notice
that the program really issues under a test is then counted for the clauses it cites.
"""

from __future__ import annotations

from collections.abc import Callable

witnesses: list[Callable[[str], None]] = []

# Told besides of each clause that orders a step which is only told, a call or a handling.
hearers: list[Callable[[str], None]] = []


def cite_clause(*clauses: str) -> None:
    """Tell the witnesses that these clauses were just cited to somebody."""
    for witness in witnesses:
        for clause in clauses:
            if clause:
                witness(clause)
