"""French roulette of Portaria 217/2007, judged from the published text.

The chances are those of American roulette, without series and neighbours, with chips of a face
value. Prizes are paid in another order (20), and each is announced on its own (21, 22).
"""

from __future__ import annotations

from judging import Judge, Round
from judging_layout import SIMPLE, Rules, common, euros
from judging_roulette import Coup, aim

__all__ = ["NOT_JUDGED", "READINGS", "RULES", "SECTION", "aim", "judge"]

SECTION = "pt-217-2007/roleta-francesa"
SHARED = Rules(
    section=SECTION, pockets="5", colours="6", other_ball="9-2", new_ball="10", throw="11",
    call="12", closed="12-2", direction="13", plate="13-2", void="14", again="14-2", number="15",
    mark="15-2", bets="16", every="17", prize="18", zero="19", collect="20", opened="20-2",
    order="20-3", together="21", announced="22", rebuilt="23", limits="24", relieved="25",
)
RULES = common(SHARED)
NOT_JUDGED: dict[str, str] = {}
READINGS = ("times", "zero_beside")

CHIPS = {1000: "gold", 500: "violet", 100: "black", 50: "orange", 25: "green", 10: "blue",
         5: "red", 1: "white"}
"""The colours of chips by their value in euros (ir/145)."""


class FrenchCoup(Coup):
    """A coup of which each prize is announced."""

    paid_in_order = (("column", "columns"), ("dozen", "dozens"), SIMPLE, ("line",), ("street",),
                     ("corner",), ("split",), ("straight",))

    def judge_announcements(self, thrown: int, won: dict[str, dict[str, int]]) -> None:
        """Before each payment: the bet, its value, its colour and the prize (21, 22)."""
        called = None
        for at, step in self.round.steps("call", "move"):
            if at < thrown:
                continue
            if step.get("kind") == "pay":
                place, _, spot = step["bet"].partition("/")
                stake = self.lying[step["player"]].get(spot, {}).get(spot, 0)
                # A stake below one euro has no chip of ir/145; it is called like the lowest.
                colour = next((name for chip, name in CHIPS.items() if stake >= 100 * chip),
                              "white")
                expected = (f"pays-{spot.partition('/')[0]}-{colour}", place, step["bet"], stake,
                            won.get(place, {}).get(step["bet"]))
                self.hold("21 22", called, expected, at)
                called = None
            elif step.get("call", "").startswith("pays-"):
                facts = step["facts"]
                self.hold("22", (facts["on"], facts["sum"]),
                          (euros(facts["stake"]), euros(facts["amount"])), at)
                called = (step["call"], step["seat"], facts["bet"], facts["stake"], facts["amount"])


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text."""
    FrenchCoup(SHARED, round, verdict).judge()
