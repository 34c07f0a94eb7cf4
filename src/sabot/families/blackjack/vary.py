"""What each rule is worth: from the usual game elsewhere in the world to the one priced here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from sabot.families.blackjack.terms import ANY, Terms

USUAL = Terms(peek=True, insurance=0, even_money="none")
"""Six packs, the bank stands on all 17 and looks at its hidden card, any two cards double, also
after a split, four hands, one card on split aces, no surrender: the yardstick of published tables.
"""


class Step(NamedTuple):
    """One rule: what it says, which terms it changes."""

    fields: tuple[str, ...]
    says: Callable[[Terms], str]


def _totals(totals: tuple[int, ...]) -> str:
    if not totals:
        return "never"
    low, high = totals
    if (low, high) == ANY:
        return "any two cards"
    return f"{low}" if low == high else f"{low} to {high}"


_BANK = ("peek", "keeps_split", "keeps_double", "keeps_double_split")


def _bank(terms: Terms) -> str:
    if terms.peek:
        return "the bank looks at its hidden card"
    if terms.keeps_split and terms.keeps_double:
        return "no look: a bank's blackjack takes the original bet only"
    if terms.keeps_split or terms.keeps_double:
        return "no look: a bank's blackjack leaves some added bets"
    return "no look: a bank's blackjack takes splits and doubles too"


STEPS = (
    Step(("packs",), lambda t: f"{t.packs} pack" + "s" * (t.packs > 1)),
    Step(("soft17",), lambda t: {"stand": "the bank stands on soft 17",
                                 "hit": "the bank draws on soft 17",
                                 "hit-ace-six": "the bank draws on ace and six"}[t.soft17]),
    Step(("double", "double_split", "double_aces"),
         lambda t: f"doubling on {_totals(t.double)}" if t.double == t.double_split else
         f"doubling on {_totals(t.double)}, after a split {_totals(t.double_split)}"),
    Step(("fixes_ace",), lambda t: "an ace of a double on 9 or 10 stays 1"),
    Step(("must_hit",), lambda t: f"no stand on {t.must_hit} or less"),
    Step(("max_hands", "resplit"), lambda t: "no splits" if t.max_hands == 1 else
         f"up to {t.max_hands} hands" if t.max_hands else "splits without limit"),
    Step(("resplit_aces", "hit_aces"), lambda t: "split aces may be split again"
         if t.resplit_aces else "split aces are not split again"),
    Step(("split_rank",), lambda t: "pairs of one rank only" if t.split_rank else
         "pairs of one value"),
    Step(_BANK, _bank),
    Step(("surrender", "surrender_part"), lambda t: {
        "none": "no surrender", "late": "late surrender", "early": "early surrender",
        "early-not-ace": "early surrender but against an ace"}[t.surrender]),
    Step(("five", "five_pays", "charlie"), lambda t: f"five cards are cashed at {t.five_pays}"
         if t.five else f"{t.charlie} cards win" if t.charlie else "nothing for five cards"),
    Step(("special", "special_pays", "on_split"), lambda t:
         f"6-7-8 of one suit and three sevens pay {t.special_pays}" if t.special else
         "no special prizes"),
    Step(("blackjack_pays", "win_pays", "even_money", "even_money_pays", "insurance",
          "insurance_pays", "insure_blackjack"),
         lambda t: f"blackjack pays {t.blackjack_pays}; insurance and even money as offered"),
)


def waterfall(terms: Terms, usual: Terms = USUAL, strategy: str = "composition"
              ) -> list[dict[str, Any]]:
    """Row by row from the usual game to these terms: what each rule adds to the house's edge where
    it alone is changed, and where it comes after those above it."""
    from sabot.families.blackjack.worth import worth
    now = usual
    edge = worth(now, strategy).edge
    rows = [{"rule": "the usual game", "alone": 0.0, "change": 0.0, "edge": edge}]
    start = edge
    for step in STEPS:
        change = {name: getattr(terms, name) for name in step.fields
                  if getattr(terms, name) != getattr(now, name)}
        if not change:
            continue
        alone = worth(msgspec.structs.replace(usual, **change), strategy).edge - start
        now = msgspec.structs.replace(now, **change)
        after = worth(now, strategy).edge
        rows.append({"rule": step.says(terms), "alone": alone, "change": after - edge,
                     "edge": after})
        edge = after
    return rows
