"""Portaria 217/2007, non-banked poker: which combination wins, as the dealer announces it."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.procedure import Result
from support.poker_table import hand, law, nets, play_out, results, steps

CAVES = (10_000,) * 4


def play_showdown(of: str, board: str, best: str, worse: str) -> Any:
    """Ana and Rui show these cards; Eva and Gil have given up."""
    acts = "k f f k" if of == "sintetico" else "f f c k"
    return play_out(hand(CAVES, [best, worse], board, of=of, minimum=1_000), acts)


def case(of: str, rules: str, board: str, best: str, worse: str, categories: str) -> Any:
    return pytest.param(of, board, best, worse, categories, marks=law(*rules.split()),
                        id=f"{of} {rules}: {best} and {worse} on {board}")


H, S = "holdem", "sintetico"


@pytest.mark.parametrize(("of", "board", "best", "worse", "categories"), [
    # Each combination, and the next below it (17).
    case(H, "17 17.a 17.b", "QS JS TS 2D 3C", "AS KS", "9S 8S", "royal straight-flush"),
    case(H, "17.b 17.c", "9S 8S 7S 2D 2C", "6S 5S", "2H 2S", "straight-flush four"),
    case(H, "17.c 17.d", "2D 2C KH 7S 8D", "2H 2S", "KS KD", "four full"),
    case(H, "17.d 17.e", "KH 2D 2C 9H 8H", "KS KD", "AH 4H", "full flush"),
    case(H, "17.e 17.f", "9H 8H 2H TD JC", "AH 4H", "QS 7S", "flush straight"),
    case(H, "17.f 17.g", "9H 8D 2C TD JC", "QS 3S", "JS JD", "straight three"),
    case(H, "17.g 17.h", "9H 8D 2C KD JC", "2S 2H", "KS JD", "three two-pair"),
    case(H, "17.h 17.i", "9H 8D 2C KD JC", "9S 2S", "AS KS", "two-pair pair"),
    case(H, "17.i 17.j", "9H 8D 3C KD JC", "3S 2H", "AS QS", "pair high"),
    # The same combination twice (18).
    case(H, "17.j", "9H 8D 3C KD JC", "AS 4H", "QS 6H", "high high"),
    case(H, "17.j ir/238", "9H 8D 3C KD AC", "QS 4H", "JS 6H", "high high"),
    case(H, "18 18.a", "9H 9D 9C 9S 3C", "AS 2H", "KS KH", "four four"),
    case(H, "18.b", "9H 9D KC 5S 2D", "KS KH", "9C 5H", "full full"),
    case(H, "18.b", "9H 9D 9C 5S 2D", "KS KH", "QS QH", "full full"),
    case(H, "18.c", "9H 8D 7C 2S 3D", "JS TH", "6S TD", "straight straight"),
    case(H, "18.c", "9H 8H 7H 2S 3D", "JH TH", "6H 5H", "straight-flush straight-flush"),
    case(H, "18.c 72-2", "2H 3D 4C KS QD", "6S 5H", "AS 5D", "straight straight"),
    case(H, "72-2", "KH QD JC 2S 2D", "AS TH", "TS 9H", "straight straight"),
    case(H, "18.d", "9H 8H 2H KS 3D", "AH 4H", "QH JH", "flush flush"),
    case(H, "18.d ir/238", "AH 9H 8H 2D 3C", "KH 4H", "QH JH", "flush flush"),
    case(H, "18.e", "9H 8D 2C KS 3D", "9S 9D", "8S 8H", "three three"),
    case(H, "18.e", "9H 9D 2C KS 3D", "9S AH", "9C QH", "three three"),
    case(H, "18.f", "9H 8D 2C KS 3D", "KD 2S", "9S 8H", "two-pair two-pair"),
    case(H, "18.f", "9H 9D 8C 5S 2D", "8S 3H", "5H AD", "two-pair two-pair"),
    case(H, "18.f", "9H 9D 8C 8S 2D", "AS 3H", "KD QH", "two-pair two-pair"),
    case(H, "18.g", "9H 8D 2C KS 3D", "KD 4S", "9S AH", "pair pair"),
    case(H, "18.g", "9H 8D 2C KS 3D", "KD AS", "KH QD", "pair pair"),
    case(H, "18.g", "9H 9D 2C KS 3D", "AS QH", "AD JH", "pair pair"),
    # Omaha: two of one's own, no more and no fewer (73).
    case("omaha", "73 17.f", "9H 8H 7H 6H 2C", "TS 9C KC KD", "AH QC QD JS", "straight pair"),
    # Synthetic poker (103, 105).
    case(S, "103 103.a 103.b", "QS JS TS 8D 9C", "AS KS", "9S 8S", "royal straight-flush"),
    case(S, "103.b 103.c", "QS JS TS KD KC", "9S 8S", "KH KS", "straight-flush four"),
    case(S, "103.c 103.d", "QS JS TS KD KC", "KH KS", "AS 8S", "four flush"),
    case(S, "103.d 103.e", "QS JS TS JD KC", "AS 8S", "JH KD", "flush full"),
    case(S, "103.e 103.f", "QS JS TS JD KC", "JH KD", "9H 8D", "full straight"),
    case(S, "103.f 103.g", "QS JS TS KD 8C", "9H 8D", "KH KC", "straight three"),
    case(S, "103.g 103.h", "QS JD TS KD 8C", "8H 8D", "QH JH", "three figures-with-pairs"),
    case(S, "103.h 103.i 105.a 105.b", "QS JD AS 9D 8C", "QH JH", "AH KH",
         "figures-with-pairs simple-figures"),
    case(S, "103.i 103.j 105.b", "QS JD AS 9D 8C", "AH KH", "AD 9H", "simple-figures two-pair"),
    case(S, "103.j 103.l", "QS JD AS 9D 8C", "AD 9H", "KH 9S", "two-pair pair"),
    case(S, "103.l 103.m", "AS QD JC TH 9S", "8H 8D", "KH 8C", "pair high"),
    case(S, "105 105.a", "QS JD AS KD 8C", "AH QH", "AD JH",
         "figures-with-pairs figures-with-pairs"),
    case(S, "105.b ir/238", "QS JD AS 9D 8C", "AH KH", "KC QH", "simple-figures simple-figures"),
    case(S, "95-2", "AS KD JC 8H 8C", "QH TS", "9D TD", "straight straight"),
])
def test_the_better_hand_wins(of: str, board: str, best: str, worse: str, categories: str) -> None:
    first, second = categories.split()
    dealer = play_showdown(of, board, best, worse)
    assert results(dealer) == {"1": f"won {first}", "2": f"lost {second}"}
    assert nets(dealer, CAVES)[0] > 0


@law("18", "18.d", "73")
@pytest.mark.parametrize(("of", "board", "pockets"), [
    ("holdem", "AH KH QH JH TH", ["2C 3D", "4S 9H"]),  # the board is the best hand of both (94)
    ("holdem", "AH 9H 8H 7H 6H", ["4H 3C", "2H AD"]),  # five higher hearts lie there
    ("holdem", "9H 8D 7C KS 2D", ["AS QH", "AC QD"]),  # suits decide nothing
    ("omaha", "9H 8D 7C KS 2D", ["AS AH QH 3C", "AC AD QD 4C"]),
])
def test_suits_and_a_sixth_card_decide_nothing(of: str, board: str, pockets: list[str]) -> None:
    dealer = play_showdown(of, board, *pockets)
    assert [step.result for step in steps(dealer, Result)] == ["tie", "tie"]
