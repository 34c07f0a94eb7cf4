"""Changes of the limits of bets at a table of non-banked poker (rule 22 of the published text)."""

from __future__ import annotations

from judging import Json, Judge, Round
from judging_seats import cents

KIND = "limit-"
"""With what the reports of new limits begin; the mode of the maximum follows."""


class Limits:
    """Which limits hold, and whether the players know it.

    A change begins with the next round, or by another reading with the next bet (ir/267).
    """

    def __init__(self, round: Round, verdict: Judge) -> None:
        self.verdict = verdict
        last = round.before.get("folk", {}).get("limits")
        now = (round.table["minimum"], round.table["rules"]["limit"])
        self.untold = now if last and (cents(last[0]), last[1]) != now else None
        """New limits that the players are still to be told of."""
        self.reported = False
        """A random report may name a minimum that the table could not have (20)."""

    def change(self, at: int, table: Json, incident: Json, cave: int) -> Json:
        """The table once its limits have changed within a round. What players bring and add stays
        as it was (ir/366)."""
        rules = table["rules"]
        minimum, mode = incident["amount"], incident["kind"].removeprefix(KIND)
        self.verdict.hold("22", rules["lowest"] <= minimum <= (rules["highest"] or minimum), True,
                          at)
        self.verdict.hold("22", rules["readings"].get("limits_begin"), "next-bet", at)
        self.untold, self.reported = (minimum, mode), True
        # 20: a minimum below its share of the maximum binds nobody to that maximum.
        share = rules["minimum_share"] and 5 * minimum >= table["maximum"]
        return table | {"minimum": minimum, "rules": rules | {
            "limit": mode, "cave": cave, "top_up": rules["top_up"] or cave,
            "minimum_share": share}}

    def step(self, at: int, step: Json) -> None:
        """Players are told of new limits before anything else happens."""
        if step["step"] == "call" and step["call"] == "limits":
            facts = step["facts"]
            self.verdict.hold("22", (cents(facts["minimum"]), facts["limit"]), self.untold, at)
            self.untold = None
        elif step["step"] == "listen" or step.get("call") == "hand":
            self.verdict.hold("22", self.untold, None, at)
