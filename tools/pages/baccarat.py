"""The page of the odds of baccarat: ``python -m tools.pages.baccarat FILE`` writes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from sabot import games
from sabot.equipment.cards import RANKS
from sabot.families.baccarat.oddswords import ODDS
from sabot.families.baccarat.published import against_published, figures
from sabot.families.layout.chain import combined
from sabot.families.layout.declare import cloth_of
from sabot.families.layout.priced import ClothAnswer, ClothBet
from sabot.procedure.table import Table

HEAD = """\
# Odds of baccarat

Made by `python -m tools.pages.baccarat` from the same fates by which the tables pay, and counts
of every deal: do not edit. Every figure is exact for the first coup of a full shoe. *Pays* is net
to 1 of the stake, after what the house keeps of the prize. *Edge* is what the house keeps of each
stake that is made; below nothing the bettor has it.
"""
SIDES = "ponto-e-banca"
PLACES = "three-card-baccarat"
DEDUCTIONS = (("5%", "5 % of each prize (20.a)"), ("50%", "half of a win with 5 (20.b)"),
              ("none", "nothing"))
INDIVIDUAL = 'kind = "individual"\n'
TABLES = (("single", 6), ("double", 8))


def table(game: str, places: int = 1, **rules: Any) -> Table:
    """A table of a game with these rules; ValueError where it is not lawful."""
    values = "\n".join(f"{name} = {_value(value)}" for name, value in rules.items())
    found = games.read_table(
        f'game = "{game}"\nname = "A"\nminimum = 10\nmaximum = 700\nplaces = {places}\n'
        f'{INDIVIDUAL if places == 1 else ""}[rules]\n{values}\n')
    if not isinstance(found, Table):
        raise ValueError(f"{rules}: {found}")
    return found


def _value(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def percent(value: Fraction, digits: int = 4) -> str:
    """Hundredths."""
    return f"{100 * float(value):.{digits}f} %"


def _bets(of: Table, gone: str = "") -> dict[str, ClothBet]:
    """The priced bets of a table from whose shoe these cards have gone, by the spot where each
    lies."""
    pricing = games.game(of.game).priced
    assert pricing.cards_left is not None
    answer = pricing.cards_left(of, gone, True).odds() if gone else pricing.odds(of)
    assert isinstance(answer, ClothAnswer)
    return {spot: bet for bet in answer.bets for spot in bet.spots}


def _pays(bet: ClothBet) -> str:
    return " or ".join(gain for gain, _ in bet.net if Fraction(gain) > 0)


def _lines(head: Sequence[str], rows: Iterator[Sequence[str]]) -> list[str]:
    return ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1),
            *("| " + " | ".join(row) + " |" for row in rows), ""]


def _named(spot: str) -> str:
    kind = spot.partition("/")[0]
    english, portuguese = (ODDS[lang][f"odds.{kind}"] for lang in ("en", "pt"))
    return english if english == portuguese else f"{english} (*{portuguese}*)"


# -- ponto e banca ---------------------------------------------------------------------------------


def _main() -> Iterator[Sequence[str]]:
    for deduction, words in DEDUCTIONS:
        tables = [_bets(_of_sides(name, deduction))["banca"] for name, _ in TABLES]
        yield f"Banca, the house keeps {words}", *_row(tables)
    for spot in ("ponto", "tie", "pair/ponto"):
        yield _named(spot), *_row([_bets(_of_sides(name, "5%"))[spot] for name, _ in TABLES])


def _row(bets: Sequence[ClothBet]) -> Iterator[str]:
    yield _pays(bets[0])
    for bet in bets:
        yield percent(Fraction(bet.p_win), 3)
        yield bet.edge
        yield percent(Fraction(bet.edge))


def _of_sides(name: str, deduction: str) -> Table:
    return table(SIDES, table=name, seats=7, pairs=True, deduction=deduction)


def _counts() -> Iterator[Sequence[str]]:
    for _, packs in TABLES:
        found = figures(packs)
        yield f"{packs} packs", *(f"{int(found[f'{name} ways']):,}"
                                  for name in ("banca", "ponto", "tie", "pair"))


def _removed() -> Iterator[Sequence[str]]:
    """What one card less of a rank changes, in hundredths of one per cent."""
    tables = [_of_sides("double", deduction) for deduction, _ in DEDUCTIONS[:2]]
    start = [_bets(one) for one in tables]
    for rank in (*RANKS[:9], "T"):
        after = [_bets(one, rank) for one in tables]
        cells = [(start[0]["banca"], after[0]["banca"]), (start[1]["banca"], after[1]["banca"]),
                 *((start[0][spot], after[0][spot]) for spot in ("ponto", "tie"))]
        yield ("10, J, Q or K" if rank == "T" else rank), *(
            f"{10000 * float(Fraction(then.edge) - Fraction(now.edge)):+.3f}"
            for now, then in cells)


# -- hands of three cards --------------------------------------------------------------------------


SPOTS = ("hand/1", "tie/1", "odd", "even", "figures", "points/1", "points/2", "points/0")
NAMES = {"points/1": "1, 3, 5, 7 or 9 points", "points/2": "2, 4, 6 or 8 points",
         "points/0": "0 points, three figures apart"}


def _hands() -> Iterator[Sequence[str]]:
    tables = [_bets(table(PLACES, packs=packs, zero_with_figures=False)) for packs in range(1, 9)]
    for spot in SPOTS:
        found = [one[spot] for one in tables]
        yield (NAMES.get(spot) or _named(spot), _pays(found[0]),
               *(percent(Fraction(bet.edge), 3) for bet in found))
    with_figures = [_bets(table(PLACES, packs=packs))["points/0"]
                    for packs in range(1, 9)]
    yield ("0 points, three figures too", _pays(with_figures[0]),
           *(percent(Fraction(bet.edge), 3) for bet in with_figures))


def _lasting() -> Iterator[Sequence[str]]:
    found = _bets(table(PLACES, packs=1))
    for spot in ("hand/1", "odd", "even"):
        bet = found[spot]
        assert bet.throws and bet.edge_throw
        yield (_named(spot), f"{float(Fraction(bet.throws)):.4f}", bet.edge,
               percent(Fraction(bet.edge)), bet.edge_throw, percent(Fraction(bet.edge_throw)))


def _together() -> Iterator[str]:
    """How much the main bets of two places hang together."""
    cloth = cloth_of(games.game(PLACES), table(PLACES, 2, packs=1))
    one, two = (combined(cloth, dict.fromkeys(spots, 2000)).net
                for spots in (("hand/1",), ("hand/1", "hand/2")))
    alone, both = Fraction(one.variance) / 2000 ** 2, Fraction(two.variance) / 2000 ** 2
    shared = both / 2 - alone
    yield from (
        "Places meet one bank: their results hang together. With one pack a main bet of 1 has a "
        f"variance of {float(alone):.6f}, and two of them on two places a covariance of "
        f"{float(shared):.6f}, {shared / alone} of it. The variance of k such bets is k times the "
        "first and k(k-1) times the second. The whole distribution is worked out for bets on up "
        "to two places and the bank's hand; for more places there is the simulation.", "")


def render_page() -> str:
    """The page."""
    one = figures(1)
    lines = [
        HEAD, "## Ponto e banca", "",
        "The same for the game of the Macau kind, which has other limits only. A tie gives the "
        "stakes on ponto and on banca back.", "",
        *_lines(["bet", "pays", "wins, 6 packs", "edge", "", "wins, 8 packs", "edge", ""],
                _main()),
        "Where the house keeps nothing, the bank's side is the better one by the drawing table, "
        "and who bets on it has an edge over the house. Either deduction turns it.", "",
        "Deals of six cards in their order, by how the coup ends; *pair* is that of one side:", "",
        *_lines(["", "banca", "ponto", "tie", "pair"], _counts()),
        "### When cards have gone", "",
        "`sabot odds ponto-e-banca --seen \"AS 7=3\"` prices the shoe without these cards, "
        "`--left \"A=20 2=24\"` the one of which that many of the named ranks are left. What one "
        "card less of eight packs changes of each edge, in hundredths of one per cent (above "
        "nothing the house gains):", "",
        *_lines(["gone", "banca, 5 %", "banca, half of 5", "ponto", "tie"], _removed()),
        "## 3-card baccarat", "",
        "Main bets, odd and even pay a commission of 5 % of the prize (10). They stay after a tie "
        "or three figures, so that their edge is one for each stake that is made *and* decided. "
        "Each later hand is taken from as full a shoe as the first: so it is with one pack, which "
        "is shuffled for every hand.", "",
        *_lines(["bet", "pays", *(f"{n} pack{'s' * (n > 1)}" for n in range(1, 9))], _hands()),
        f"One pack and one place: the place wins {int(one['place wins ways']):,} of "
        f"{2 * int(one['place wins ways']) + int(one['place ties ways']):,} deals, loses as many, "
        f"and ties in {int(one['place ties ways']):,}. The bets that may wait, with one pack:", "",
        *_lines(["bet", "hands", "edge", "", "a hand", ""], _lasting()),
        "### Several places", "",
        *_together(),
        "## Published figures", "",
        "Each has the source that was really read for it. Ours are counts of every deal, worked "
        "out beside the cloth; edges and chances in hundredths.", ""]
    rows = against_published()
    for source in dict.fromkeys(row.source for row in rows):
        lines += [f"**{source}**", "", *_lines(["figure", "published", "here", ""], (
            (row.rules, row.published, row.here,
             "agrees" if row.agrees else f"open: {row.because}")
            for row in rows if row.source == source))]
    return "\n".join(lines)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render_page(), "utf-8")
