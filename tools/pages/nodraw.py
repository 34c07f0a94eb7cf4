"""The page of no-draw poker counted: ``python -m tools.pages.nodraw FILE`` writes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import msgspec
from msgspec import UNSET

from sabot.families.poker.nodraw import EVEN, FOLD, LOSE, WEAK, WIN, counts
from sabot.families.poker.nodrawplay import BEST, PLAYS, Played, Solved, solved
from sabot.families.poker.nodrawshare import too
from sabot.games.no_draw_poker.chances.chip import chip
from sabot.games.no_draw_poker.chances.odds import advice
from sabot.games.no_draw_poker.chances.published import against_published
from sabot.games.no_draw_poker.chances.sheets import kings
from sabot.games.no_draw_poker.chances.terms import law_of
from sabot.games.no_draw_poker.rules import LINES, MOST_PLACES, JackpotRules, Prize, Rules
from sabot.odds.answer import PublishedFigure
from sabot.procedure.table import Table

GAME = "no-draw-poker"
NAMES = {"royal": "royal flush", "straight-flush": "straight flush", "four": "four of a kind",
         "full": "full house", "flush": "flush", "straight": "straight", "three": "three of a kind",
         "two-pair": "two pairs", "pair": "one pair", "high": "high cards"}
READINGS: tuple[tuple[str, dict[str, bool]], ...] = (
    ("6.j as it stands; 7.d and 7.g downwards (the default)", {}),
    ("suits never decide: the usual game", {"suited_high": False}),
    ("7.d by the highest card alone", {"flush_all": False}),
    ("7.g by the highest card beside the pair alone", {"pair_all": False}),
    ("both alone, suits never", {"suited_high": False, "flush_all": False, "pair_all": False}),
)
SCALES: tuple[tuple[int, int, int], ...] = ((50, 75, 100), (50, 100, 150), (50, 100, 500),
                                            (100, 250, 500))
"""Prizes in chips of a flush, a full house and four of a kind."""
CHIP = 100  # cents
HEAD = """\
# No-draw poker counted

Made by `python -m tools.pages.nodraw`: do not edit. Every figure is exact, or an exact
fraction rounded where it is shown with a decimal point.

No-draw poker (Portaria n.º 217/2007, *póquer sem descarte*) is the game that the world calls
Caribbean stud, with a rule of its own. The player sees his five cards and one of the bank's; he
passes and loses his initial bet, or goes on (*vou*) with twice as much again. A bank without
ace and king or better pays the initial bet alone, whatever he holds. There are {deals:,}
deals of his five cards, the bank's open one and its four others. All of them are counted.

The edge is what the bank keeps of each initial bet; the *risk* is the same of all that is
staked. `sabot odds no-draw-poker` tells them, `--hand "AS KD 9H 4C 2S" --up 7D` what one hand
should do, `--chart FILE` writes a play for `sabot simulate`.

## Ways to play

| | goes on with | goes on | lost in all deals | edge | risk | costs |
|---|---|---:|---:|---:|---:|---:|
"""
SHAPE = """\

The best edge is {edge} of the initial bet. The best play goes on with every pair or better and
passes all that is less than ace and king, whatever card is open: this was found, not supposed.
Only hands of ace and king without a combination depend on the open card.

## Ace and king

V goes on, P passes; a number says how many of a hundred hands go on, by the other cards. The
small number is what the other choice costs on average, in hundredths of the initial bet.

"""
HANDS = """
## Hand by hand

Under the best play. *On average* is net, in initial bets, for each time that the hand is dealt.

| | comes | goes on | bank stays out | wins | ties | loses | on average |
|---|---:|---:|---:|---:|---:|---:|---:|
"""
OPEN = """
## By the open card

| open | goes on | edge |
|---|---:|---:|
"""
READ = """
## What the text leaves open

6.j says that of equal hands of single cards the one with three of the same *cor* wins: suit, as
in 6.e. 7.d and 7.g name the highest card alone and say nothing of the next; read with 6.j they
go on downwards. The house chooses (`suited_high`, `flush_all`, `pair_all`).

| reading | best play | edge | a pair or better |
|---|---:|---:|---:|
"""
WHY = """
*Why so little changes.* High cards and pairs are paid once: with both bets a win gains three
initial bets, a loss costs three. Whatever decides between two such hands decides as often for
the player as for the bank, as long as he goes on without regard to it. So the suit rule, and
the reading of 7.g, leave the edge of every play alone that does not look at suits; the best
play loses {more} initial bets more in all deals under 6.j, {more_edge} of each. A flush is paid
five times: when equal flushes tie, what the player loses by it is more than what he saves.

## A limit on prizes

15 lets the authority fix the most that the bank pays in one play. For an initial bet of 10, one
player alone, both bets' prizes cut in proportion:

| at most | best play goes on | edge |
|---:|---:|---:|
"""
JACKPOT = """
## The jackpot

Prizes are paid to who goes on, whether or not the bank plays (9). *Also* is the chance that one
other player, whoever he is, has the combination of a player who has it: they divide its prize
(12.c). With n others a prize is worth at least 1 - n/2 of that chance of itself, to the player
who has it: with six, the last column.

| | chance | one in | also | worth with six others |
|---|---:|---:|---:|---:|
"""
EVEN_POOL = """
From which pool a chip of 1 is worth its price, where a straight flush takes a tenth of the pool
and a royal flush all of it, for who alone has a chip:

| flush | full house | four of a kind | without the pool | each 10,000 adds | even at |
|---:|---:|---:|---:|---:|---:|
"""
PRINT = """
## Held against what is printed

`sabot odds no-draw-poker --against published` has {rows} printed figures of the usual game with
their sources: {agree} agree to every digit. Among them are the initial bets that seven plays
lose in all {deals:,} deals, each to the last of thirteen digits. Common accounts of 5.22 %
speak of that game; 6.j adds {more_edge} of an initial bet to it.

"""
METHOD = """
## How it is counted

Hands that differ in the names of their suits alone are one: 134,459 are left of 2,598,960. For
each of them, and each open card, the bank hands without any of the player's cards are counted
by inclusion and exclusion: all with the open card, less those with one of his cards too, and so
on over 31 sets. Each set of one to four cards keeps how many hands of five contain it, while
all hands are added from the weakest to the strongest; asked before and after those of a
player's own strength, the sets say how many bank hands are weaker, and how many equal. The
strength of a hand is asked of its definition (`families/poker/hands`) once for each set of
ranks and each kind of suits.

Held to it: every bank hand of single hands, looked at by the definition and by tables; packs of
20 and 24 cards solved in full by looking at every hand against every other; the printed totals;
and a thousand million compiled plays, which are the reference engine's to the cent.
"""


def table(minimum: int = 1000, **rules: bool | int) -> Table:
    """A table that is nobody's."""
    return Table(game=GAME, name="", minimum=minimum, maximum=25 * minimum,
                 rules=msgspec.structs.replace(Rules(), **rules))


def percent(value: Fraction | float, digits: int = 4) -> str:
    """Hundredths."""
    return f"{100 * float(value):.{digits}f} %"


def _plays(found: Solved) -> Iterator[str]:
    best = found.played[BEST]
    for play, words in PLAYS.items():
        one = found.played[play]
        yield (f"| `{play}` | {words} | {percent(one.calls, 2)} | {one.lost:,} | "
               f"{percent(one.edge)} | {percent(one.risk)} | "
               f"{percent(one.edge - best.edge) if one is not best else ''} |")


def _kings(found: Solved) -> Iterator[str]:
    told = kings(found, BEST)
    ups = [column.partition(".")[2].replace("T", "10") for column in told.columns[1:]]
    yield "| | " + " | ".join(ups) + " |"
    yield "|---|" + ":---:|" * len(ups)
    for first, *cells in told.rows:
        yield f"| {first.text} | " + " | ".join(
            str(cell.text) if cell.cost is UNSET
            else f"{cell.text} <sub>{100 * cell.cost:.1f}</sub>" for cell in cells) + " |"


def _hands(one: Played) -> Iterator[str]:
    for kind in reversed(range(len(LINES))):
        ways = {end: one.often(end, kind) for end in (FOLD, WEAK, WIN, EVEN, LOSE)}
        dealt = sum(ways.values())
        on = dealt - ways[FOLD]
        mean = sum((Fraction(gain) * Fraction(chance) for gain, chance in one.net(kind).items()),
                   Fraction(0))
        yield (f"| {NAMES[LINES[kind]]} | {percent(Fraction(dealt, one.deals))} | "
               f"{percent(Fraction(on, dealt), 2)} | " + " | ".join(
                   percent(Fraction(ways[end], on), 3) for end in (WEAK, WIN, EVEN, LOSE))
               + f" | {float(mean):+.4f} |")


def _open(one: Played, ranks: str) -> Iterator[str]:
    for place, rank in enumerate(ranks):
        net = one.net(up=place)
        edge = -sum((Fraction(gain) * Fraction(chance) for gain, chance in net.items()),
                    Fraction(0))
        goes = 1 - Fraction(one.often(FOLD, up=place) * len(ranks), one.deals)
        yield f"| {rank.replace('T', '10')} | {percent(goes, 2)} | {percent(edge, 3)} |"


def _readings() -> Iterator[str]:
    for words, rules in READINGS:
        played = solved(law_of(table(**rules))).played
        edge = played[BEST].edge
        yield f"| {words} | {edge} | {percent(edge, 7)} | {percent(played['pair'].edge, 7)} |"


def _caps() -> Iterator[str]:
    for most in (201_000, 101_000, 50_000, 25_000, 10_000):
        one = solved(law_of(table(prize_cap=most))).played[BEST]
        yield f"| {most // 100:,} | {percent(one.calls, 2)} | {percent(one.edge)} |"


def _lines(found: Solved) -> Iterator[str]:
    one, others = found.played[BEST], MOST_PLACES - 1
    for kind in reversed(range(LINES.index("three"), len(LINES))):
        chance = 1 - Fraction(one.deals - sum(one.often(end, kind) for end in (
            WEAK, WIN, EVEN, LOSE)), one.deals)
        also = too(found.law.ranking, kind)
        if also is not None:
            yield (f"| {NAMES[LINES[kind]]} | {chance} | {float(1 / chance):,.1f} | "
                   f"{percent(also)} | {percent(1 - Fraction(others, 2) * also, 3)} |")


def _even(one: Played) -> Iterator[str]:
    for flush, full, four in SCALES:
        scale = JackpotRules(chip=CHIP, prizes=(
            Prize(name="flush", times=flush), Prize(name="full", times=full),
            Prize(name="four", times=four), Prize(name="straight-flush", share=10),
            Prize(name="royal", share=100)))
        told = chip(one, scale)
        even, fixed = Fraction(told.even or 0) / CHIP, Fraction(told.fixed)
        yield (f"| {flush} | {full} | {four} | {percent(fixed, 3)} | "
               f"{percent(10_000 * (1 - fixed) / even, 3)} | {float(even):,.2f} |")


def _printed(rows: Sequence[PublishedFigure]) -> Iterator[str]:
    yield "| | printed | here | |"
    yield "|---|---:|---:|---|"
    for row in rows:
        if not row.agrees or row.rules.startswith("lost"):
            yield (f"| {row.rules} | {row.published} | {row.here} | "
                   f"{'agrees' if row.agrees else row.because} |")


def _example() -> str:
    told = advice(table(), "AS KD 9H 4C 2S", "7D")
    ends = told.ends
    return (f"\nAn example: A♠ K♦ 9♥ 4♣ 2♠ against 7♦. Of {told.bank_hands:,} bank hands "
            f"{ends['bank-out'].ways:,} do not play, {ends['won'].ways:,} lose and "
            f"{ends['lost'].ways:,} win: to go on returns "
            f"{told.acts['call'].value:+.4f} initial bets, to pass -1. Pass.\n")


def render_page() -> str:
    """The page."""
    law = law_of(table())
    count = counts(law.ranking)  # held, since every limit on prizes is solved by it
    found = solved(law)
    usual = solved(law_of(table(suited_high=False)))
    best, rows = found.played[BEST], against_published()
    more = best.lost - usual.played[BEST].lost
    ranks = found.law.ranking.ranks
    return "\n".join((
        HEAD.format(deals=count.deals).rstrip("\n"), *_plays(found),
        SHAPE.format(edge=best.edge).rstrip("\n"), "", *_kings(found), _example().rstrip("\n"),
        HANDS.rstrip("\n"), *_hands(best), OPEN.rstrip("\n"), *_open(best, ranks),
        READ.rstrip("\n"), *_readings(),
        WHY.format(more=f"{more:,}", more_edge=f"{more / best.deals:.1e}").rstrip("\n"), *_caps(),
        JACKPOT.rstrip("\n"), *_lines(found), EVEN_POOL.rstrip("\n"), *_even(best),
        PRINT.format(rows=len(rows), agree=sum(row.agrees for row in rows), deals=best.deals,
                     more_edge=f"{more / best.deals:.1e}").rstrip("\n"), "", *_printed(rows),
        METHOD))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render_page(), "utf-8")
