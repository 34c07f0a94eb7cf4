"""The clauses under which a round ends as void."""

from __future__ import annotations

from sabot.house.table.desk import Desk


def laws_of_void(desk: Desk) -> tuple[str, ...]:
    """Return the clauses of ending the open round as void: of a round that cannot be determined
    (ir/21), or of one in which nobody has bet (ir/458)."""
    laws = desk.game.conduct.laws
    if desk.betting and not desk.at_stake:
        return (laws["no-stake"],)
    return laws["void"], laws["refund"], laws["void-by"]
