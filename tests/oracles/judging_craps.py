"""The chances of craps in Portaria 217/2007, from the published text: what is bet on, what wins and
loses, and what it pays.
"""

from __future__ import annotations

from typing import NamedTuple

SEVEN, POINTS = 7, (4, 5, 6, 8, 9, 10)
GROUPS = {4: "4-10", 5: "5-9", 6: "6-8", 8: "6-8", 9: "5-9", 10: "4-10"}
RATIOS = {
    "odds": {"4-10": (2, 1), "5-9": (3, 2), "6-8": (6, 5)},
    "place": {"4-10": (9, 5), "5-9": (7, 5), "6-8": (7, 6)},
    "lay": {"4-10": (5, 11), "5-9": (5, 8), "6-8": (10, 13)},
}
"""What odds (11.1) and the two forms of bets on the boxes (12) win, and for how much."""


class Chance(NamedTuple):
    """The rule under which a chance is bet on, the option with its limits, the rule that says when
    it wins and loses, the rule of its prize, the ratio, and the totals that decide it."""

    bet: str
    option: str
    rule: str
    prize: str
    times: tuple[int, int]
    wins: tuple[int, ...]
    loses: tuple[int, ...]


def chances() -> dict[str, Chance]:
    """All chances but lines, come bets and odds."""
    def at_once(rule: str, option: str, times: int, *wins: int, prize: str = "") -> Chance:
        loses = tuple(total for total in range(2, 13) if total not in wins)
        return Chance(rule, option, rule, prize or rule, (times, 1), wins, loses)

    found = {
        "big/6": Chance("10.5", "big", "10.5", "9.a", (1, 1), (6,), (SEVEN,)),
        "big/8": Chance("10.6", "big", "10.6", "9.a", (1, 1), (8,), (SEVEN,)),
        "under": at_once("10.7", "under_over", 1, 2, 3, 4, 5, 6, prize="9.a"),
        "over": at_once("10.8", "under_over", 1, 8, 9, 10, 11, 12, prize="9.a"),
        "any-craps": at_once("11.2", "craps", 7, 2, 3, 12),
        "total/7": at_once("11.4", "totals", 4, 7),
        "total/2": at_once("11.5", "totals", 30, 2),
        "total/3": at_once("11.6", "totals", 15, 3),
        "total/11": at_once("11.7", "totals", 15, 11),
        "total/12": at_once("11.8", "totals", 30, 12),
        "field": at_once("13.1", "field", 1, 2, 3, 4, 9, 10, 11, 12)._replace(bet="13"),
    }
    for total, times in ((4, 7), (6, 9), (8, 9), (10, 7)):
        found[f"hard/{total}"] = Chance("11.3", "hardways", "11.3-2", "11.3", (times, 1),
                                        (total,), (total, SEVEN))
    for number, group in GROUPS.items():
        for kind, rule in (("place", "12.1"), ("lay", "12.2")):
            wins, loses = ((number,), (SEVEN,))[::1 if kind == "place" else -1]
            found[f"{kind}/{number}"] = Chance(
                "12", f"{kind}_{group}".replace("-", "_"), rule, f"{rule}.pay-{group}",
                RATIOS[kind][group], wins, loses)
    return found


CHANCES = chances()
LINES = {"pass": "10.1", "dont-pass": "10.2", "come": "10.3", "dont-come": "10.4"}
ODDS = ["odds/pass", "odds/dont-pass", *(f"odds/{base}/{number}" for number in POINTS
                                         for base in ("come", "dont-come"))]
SPOTS = {**{spot: chance.bet for spot, chance in CHANCES.items()}, **LINES,
         **dict.fromkeys(ODDS, "11.1")}
"""Everything that may be bet on, and the rule of the bet."""
LIMITED = {"11.1": "11.1 11.1-3", "12": "12 12.3"}  # bets with a rule about their limits
