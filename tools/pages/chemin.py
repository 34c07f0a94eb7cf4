"""The page of chemin de fer solved: ``python -m tools.pages.chemin FILE`` writes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from sabot.games.chemin_de_fer.chances.advice import WAYS, exploited, five, holds, met, played
from sabot.games.chemin_de_fer.chances.duel import Terms, duel
from sabot.games.chemin_de_fer.chances.equilibrium import Solved, solved
from sabot.games.chemin_de_fer.drawing import NONE

HEAD = """\
# Chemin de fer as a game of two persons

Made by `python -m tools.pages.chemin`: do not edit. Every figure is exact, or an exact fraction
shown as a decimal.

One coup of chemin de fer (Portaria n.º 217/2007) is a game between the *ponto* who has the cards
and the banker. The stakes are equal, a tie moves nothing (2), and what one wins the other loses.
All values here are the ponto's, for each unit that he stakes; the banker has the opposite. The
*cagnotte* (47), which a house may take of what the bank wins, is left out: `sabot odds
chemin-de-fer` tells the bank's stake with it.

Two games are solved. **Under rules 64 and 67** the ponto is free only with 5 points, and the
banker only with 3 against a nine and with 5 against a four; everything else is as printed. **When
banco is made** both may depart from these rules, but a banker with baccarat must draw (70).

The ponto speaks before the banker's cards are turned up (65 before 67), the banker decides when
he has seen the ponto's third card (68). So each side decides knowing only its own two cards and,
for the banker, what the ponto said and drew. `totals` are players who look at their total alone,
`cards` those who look at which two cards make it. `endless` is a deck of which each card is put
back.
"""
VALUE = """\
## The value of a coup

| | rules 64 and 67 | | banco (70) | | no tie |
|---|---:|---:|---:|---:|---:|
"""
TABLED = """\
## Drawing at 5 under rules 64 and 67

Drawing is right, whatever the banker does in his two free cells. So there is nothing to mix: the
ponto draws at 5, the banker draws with 3 against a nine and with 5 against a four, and neither
has another best play. With these three choices made the game is the one that *ponto e banca*
plays by its printed table.

What a ponto with 5 has on average, six packs, where no natural of the banker's ended the coup:

| 3 against a nine | 5 against a four | «Não» | «Carta» | drawing gains |
|---|---|---:|---:|---:|
"""
BANCO = """\
## Drawing at 5 when banco is made

Now the banker may draw with 6 after «Não», which the table forbids him. If the ponto never stood
at 5, «Não» would mean 6 or 7, and the banker with 6 should draw; against a banker who then draws,
the ponto should stand at 5. So both mix. Drawing at 5 is right as long as the banker with 6 draws
after «Não» less often than this; above it standing is right; at it both are worth the same.

| | the banker with 6 draws after «Não» below | | the ponto draws at 5 | |
|---|---:|---:|---:|---:|
"""
BOUND = """\
### Who does not mix

What the ponto has on average if one side does the same each time, and the other knows it and
answers in the best way. The banker who keeps to the table, with both free cells drawn, gives up the
least.

| | the ponto always draws at 5 | he never does | the banker plays by the table | both mix |
|---|---:|---:|---:|---:|
"""
BY_CARDS = """\
### By the cards that make the 5

Six packs, both sides by their two cards. The ponto who looks at his cards gains {gain} of his
stake against one who looks at his total. With 2-3 he stands and with 1-4 he mixes, as two of the
cards that would help a 5 are gone; with the others he draws.

| the ponto's 5 | draws | the other choice costs each time |
|---|---:|---:|
"""
SIXES = """\

| the banker's 6 after «Não» | draws | the other choice costs each time |
|---|---:|---:|
"""
CHART = """\
## The banker's best table against banco

Six packs, by totals: T draws, F stands. It is the table of rule 67 with both free cells drawn, in
all cells but one: with 6 after «Não» he mixes. Beside the letter, what the other choice costs
each time it comes, in hundredths of the stake.

"""
HANDS = """\
## What a departure costs the ponto

Six packs, by totals, banco: how often the ponto draws, how often the hand comes without a natural
of the banker's, and what the other choice costs each time.

| hand | draws | comes | the other choice costs |
|---|---:|---:|---:|
"""
READINGS = """\
## What the text leaves open

*Naturals and false draws* (ir/246). Rule 70 speaks of draws (*tiragens*), not of showing: 8 and 9
are shown by both sides also when banco is made, and a ponto who does not show has committed a
fault with a price of its own (105.a, 105.b). A shown 8 or 9 ends the coup: 67.c and 67.d draw only
where the ponto has not shown, and 104.d gives a card in spite of it as something that a fault
brings. If rule 70 let a banker with less than 8 draw against a shown 8 or 9, and freed nothing
else, the values would be {chased}, and the mixing the same. A ponto who might keep an 8 or a 9
back is not computed.

*A card asked for in vain.* Where the ponto has asked for a card and the banker shows 8 or 9, the
card is not drawn (67.a); else he could still win by it.

## Held against what is printed

Ethier and Gámez, *A Game-Theoretic Analysis of Baccara Chemin de Fer* (Games 4, 2013; arXiv
1305.5468), say which game was solved when: Kemeny and Snell (1957) that of totals with cards put
back, where the banker has 2⁸⁸ pure plays; Downton and Lockwood (1975) that of shoes dealt without
replacement in which the banker looks at his cards (2⁴⁸⁴) and the ponto at his total; they
themselves that in which both look at their cards, where the ponto has 2⁵. These are the ways
`endless`, `banker-cards` and `cards` here, with 88 and 484 cases of the banker and five hands of
five points. In these games of print the ponto has to draw below 5 and to stand on 6 and 7, and
the banker is free with baccarat too. Rule 70 frees the one and binds the other, which changes no
value: each is what he does anyway. Only abstracts were at hand, so that no figure of theirs is
quoted; what is computed here is proved here, each time, by the best replies of both sides.

## How it is solved

Every way in which six cards may come out of the shoe is counted in whole numbers, by the ponto's
two cards, the banker's, and the two third cards. What is never better than the other choice is
put aside; what is left is a linear program of some twenty unknowns in fractions (`odds/linear`,
the simplex method with Bland's rule). Then, in the whole game, the most that the ponto could have
against this banker is held against the least that this banker could let this ponto have: they are
the same number, which is the value. A shoe that was dealt from is solved in the same way
(`--left`, `--seen`), in some hundredths of a second.
"""


def percent(value: Fraction, places: int = 4) -> str:
    """Hundredths."""
    return f"{100 * float(value):.{places}f} %"


def _short(value: Fraction) -> str:
    """A fraction, where it is short enough to be read."""
    return str(value) if len(str(value)) <= 32 else ""


def _values() -> Iterator[str]:
    for way, how in WAYS.items():
        tabled, free = played(way, False), played(way, True)
        shoe = "" if how.cards.endless else "six packs, "
        yield (f"| `{way}`: {shoe}{how.words} "
               f"| {percent(tabled.value)} | {_short(tabled.value)} | "
               f"{percent(free.value)} | {_short(free.value)} | {percent(free.apart, 2)} |")


def _five() -> Iterator[str]:
    says = {True: "draws", False: "stands"}
    for row in five("totals").tabled:
        yield (f"| {says[row.three_nine]} | {says[row.five_four]} "
               f"| {100 * row.no:.2f} % | {100 * row.card:.2f} % "
               f"| {100 * row.gain_float:.2f} % |")


def _even() -> Iterator[str]:
    for way in ("totals", "endless"):
        even, one = Fraction(five(way).banco.even or 0), played(way, True).ponto["5"]
        yield f"| `{way}` | {percent(even)} | {even} | {percent(one)} | {one} |"


def _bound() -> Iterator[str]:
    for way in ("totals", "cards", "endless"):
        found = [*exploited(way).values(), played(way, True).value]
        yield f"| `{way}` | " + " | ".join(map(percent, found)) + " |"


def _each(gain: Fraction, often: Fraction) -> str:
    return percent(abs(gain) / often, 2) if gain else "nothing"


def _by_cards(one: Solved) -> Iterator[str]:
    for name, total, chance, often in zip(one.duel.left.names, one.duel.left.totals,
                                          one.ponto.values(), holds(one), strict=True):
        if total == 5:
            yield f"| {name} | {chance} | {_each(one.gain[name], often)} |"


def _sixes(one: Solved) -> Iterator[str]:
    totals = dict(zip(one.duel.right.names, one.duel.right.totals, strict=True))
    for (cell, chance), often in zip(one.banker.items(), met(one), strict=True):
        if totals[cell[0]] == 6 and cell[1] == NONE:
            yield f"| {cell[0]} | {chance} | {_each(one.given[cell], often)} |"


def _chart(one: Solved) -> Iterator[str]:
    yield "| has | " + " | ".join((*map(str, range(NONE)), "«Não»")) + " |"
    yield "|---|" + ":---:|" * (NONE + 1)
    often = dict(zip(one.banker, met(one), strict=True))
    for total in range(1, 8):
        cells = []
        for column in range(NONE + 1):
            cell = str(total), column
            chance = one.banker[cell]
            cost = 100 * float(abs(one.given[cell]) / often[cell])
            cells.append(percent(chance, 1) if 0 < chance < 1 else
                         f"{'T' if chance else 'F'} {cost:.1f}")
        yield f"| {total} | " + " | ".join(cells) + " |"


def _hands(one: Solved) -> Iterator[str]:
    for (name, chance), often in zip(one.ponto.items(), holds(one), strict=True):
        yield (f"| {name} | {percent(chance, 2)} | {percent(often, 2)} | "
               f"{_each(one.gain[name], often)} |")


def _chased() -> str:
    found = (solved(duel(WAYS[way].cards, Terms(True, chase=True))).value
             for way in ("totals", "endless"))
    six, endless = map(percent, found)
    return f"{six} (`totals`) and {endless} (`endless`)"


def render_page() -> str:
    """The page."""
    free, cards = played("totals", True), played("cards", True)
    gain = percent(cards.value - played("banker-cards", True).value)
    return "\n".join((
        HEAD, VALUE.rstrip("\n"), *_values(), "", TABLED.rstrip("\n"), *_five(), "",
        BANCO.rstrip("\n"), *_even(), "", BOUND.rstrip("\n"), *_bound(), "",
        BY_CARDS.format(gain=gain).rstrip("\n"),
        *_by_cards(cards), SIXES.rstrip("\n"), *_sixes(cards), "", CHART.rstrip("\n"), "",
        *_chart(free), "", HANDS.rstrip("\n"), *_hands(free), "",
        READINGS.format(chased=_chased())))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render_page(), "utf-8")
