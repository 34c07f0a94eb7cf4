"""The page of all bets on the five layouts: ``python -m tools.pages.layouts FILE`` writes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from sabot.families.layout.cloth import Cloth
from sabot.families.layout.odds import Priced, priced
from sabot.families.layout.odds_words import ODDS
from sabot.games.american_roulette.spots import cloth as american
from sabot.games.banca_francesa.spots import cloth as banca
from sabot.games.craps.spots import cloth as craps
from sabot.games.cussec.spots import cloth as cussec
from sabot.games.french_roulette.spots import cloth as french

HEAD = """\
# Odds of the wheel and the dice

Made by `python -m tools.pages.layouts` from the same fates by which the tables pay: do not edit.
Every figure is exact, for the games of Portaria n.º 217/2007 as they are where the house chooses
nothing. *Pays* is net to 1 of the stake, which is kept. *Edge* is what the house keeps of each
stake that is made.
"""
LASTING = """\
Bets here may last several throws: *throws* until one is decided, on average, and the edge *a throw*
for each of them.
"""
GAMES: dict[str, tuple[str, str, Cloth]] = {
    "American roulette": (
        "roleta americana", "The same on both orders of the wheel; series and neighbours only with "
        "the French one (25). Zero takes all even chances, dozens and columns whole (28).",
        american()),
    "French roulette": (
        "roleta francesa", "Even chances lose to zero like the others: nothing is given back and "
        "nothing waits (19).", french()),
    "French bank": (
        "banca francesa", "Of 216 throws 63 decide; after any other sum the bets stand "
        "(interpretation 133). What lies on a line counts half (11).", banca()),
    "Craps": (
        "craps", "Odds are always in play and favour nobody (interpretation 135). Against the "
        "line one first throw in 36 decides nothing (10.2): *decided* is the edge of each stake "
        "that is won or lost.", craps()),
    "Cussec": ("cussec", "Small and big lose to every triple (9).", cussec()),
}


def percent(value: Fraction) -> str:
    """Hundredths, to three places."""
    return f"{100 * float(value):.3f} %"


def _clause(cloth: Cloth, one: Priced) -> str:
    """The clause of the prize; where one clause pays all evens, that of the bet; that of its
    numbers where each pair of them has one."""
    kind = cloth.kinds[one.kind]
    numbers = one.name.removeprefix(f"{one.kind}-")
    law = next((clause for clause in kind.pay[1] if clause.endswith(f"pay-{numbers}")),
               kind.bet[0] if kind.pay[0].endswith("craps/9.a") else kind.pay[0])
    return law.rpartition("/")[2]


def _row(cloth: Cloth, one: Priced, lasting: bool, decided: bool) -> Iterator[str]:
    english, portuguese = (ODDS[lang][f"odds.{one.name}"] for lang in ("en", "pt"))
    yield english if english == portuguese else f"{english} (*{portuguese}*)"
    yield str(len(one.spots))
    yield " or ".join(str(gain) for gain in sorted(one.net) if gain > 0)
    yield _clause(cloth, one)
    yield percent(sum((chance for gain, chance in one.net.items() if gain > 0), Fraction(0)))
    yield str(one.edge)
    yield percent(one.edge)
    if decided:
        yield str(one.edge_decided) if one.push else ""
    if lasting:
        yield f"{float(one.course.throws):.2f}"
        yield f"{one.edge_throw} ({percent(one.edge_throw)})"


def markdown() -> str:
    """The page."""
    lines = [HEAD]
    for name, (portuguese, note, cloth) in GAMES.items():
        bets = priced(cloth)
        lasting = any(one.course.throws != 1 for one in bets)
        decided = any(one.push for one in bets)
        head = ["bet", "spots", "pays", "clause", "wins", "edge", "", *["decided"] * decided,
                *["throws", "a throw"] * lasting]
        both = name if name.lower() == portuguese else f"{name} (*{portuguese}*)"
        lines += [f"## {both}", "", note, ""]
        if lasting:
            lines += [LASTING]
        lines += ["| " + " | ".join(head) + " |",
                  "|---|" + "---:|" * (len(head) - 1),
                  *("| " + " | ".join(_row(cloth, one, lasting, decided)) + " |" for one in bets),
                  ""]
    return "\n".join(lines)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(markdown(), "utf-8")
