"""What the pages work out beside the house at baccarat: the marks that the next result would add to
the derived roads, which columns are drawn, and what a card that is squeezed may bring. Which cards
of a machine are lit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from test_fold import modules

from sabot.families.baccarat.roads import DISTANCE, roads

__all__ = ["modules"]
pytestmark = pytest.mark.browser

CALL = """async ([module, name, ...arguments]) => {
  const functions = await import(`/js/cloths/${module}.js`);
  return functions[name](...arguments);
}"""
DRAWS = {"ponto": [0, 1, 2, 3, 4, 5], "alone": [0, 1, 2, 3, 4, 5], "natural_ends": True,
         "against": {"3": [1, 2, 3, 4, 5, 6, 7, 9, 10], "6": [6, 7]},
         "banca_pays": [""] + ["19:20"] * 9, "tie_loses": False}
FELT = {"thirds": DRAWS, "kinds": {"ponto": {"pays": ["1:1"]}, "tie": {"pays": ["8:1"]}}}


@pytest.fixture
def call(browser: Any, modules: str) -> Iterator[Callable[..., Any]]:
    """Call a function of a module of the cloths."""
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    yield lambda module, name, *values: page.evaluate(CALL, [module, name, *values])
    page.close()


def shoe(marks: str) -> list[str]:
    """Results from letters: P, B and T, each with some points."""
    return [{"P": "P8-6", "B": "B7-3", "T": "T6-6"}[mark] for mark in marks.replace(" ", "")]


@pytest.mark.parametrize("marks", [
    "", "B", "BBB PP B PPP B", "PPPPPPPP B PPPPPPP BT P", "T B P B P BB PP", "BPPBTTPBBBPPPB"])
def test_the_next_marks_are_those_that_the_house_would_draw(call: Any, marks: str) -> None:
    before = roads(shoe(marks))
    for side in "PB":
        after = roads(shoe(marks + side))
        drawn = call("roads", "nextMarks", before["bead"], side)
        for name in DISTANCE:
            added = after[name][len(before[name]):]
            assert drawn[name] == (added[0]["value"] if added else None), (side, name)


def test_the_next_marks_worked_by_hand(call: Any) -> None:
    """Streaks of three, two, one and two, the last of ponto. A third ponto: beside it the last
    column has nothing in its row nor above, so big eye is regular; the one before ends just above,
    so the small road is not; the first has a cell there, so the cockroach is. A banca begins a
    column: two and one differ, two and two do not, two and three differ."""
    bead = roads(shoe("BBB PP B PP"))["bead"]
    assert call("roads", "nextMarks", bead, "P") == {
        "eye": "red", "small": "blue", "cockroach": "red"}
    assert call("roads", "nextMarks", bead, "B") == {
        "eye": "blue", "small": "red", "cockroach": "blue"}


def test_the_newest_stands_at_the_right_with_two_columns_free(call: Any) -> None:
    cells = roads(shoe("BP" * 20))["big"]
    assert call("roads", "firstColumn", cells, 12) == 40 + 2 - 12
    assert call("roads", "firstColumn", cells, 60) == 0


@pytest.mark.parametrize(("road", "values"), [
    ("bead", "P B T"), ("big", "P B"), ("eye", "red blue"), ("small", "red blue"),
    ("cockroach", "red blue")])
def test_no_mark_is_told_by_its_colour_alone(call: Any, road: str, values: str) -> None:
    drawn = [call("roads", "renderMark", road, value, 20) for value in values.split()]
    colours = {"#e0555f", "#6fa5ee", "#1f5cab", "#b12531", "#1f7a50"}
    for colour in colours:
        drawn = [svg.replace(colour, "") for svg in drawn]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize(("ponto", "banca", "winner"), [
    ("34", "K8", "banca"),     # ponto stands with seven; a natural eight
    ("34", "K6", "ponto"),     # banca stands with six against no third card
    ("34", "K7", "tie"),
    ("34", "K5", None),        # banca draws
    ("K5", "K3", None),        # ponto draws
    ("K54", "K3", None),       # banca draws with three against a four
    ("K58", "K3", "tie"),      # and stands against an eight: three and three
    ("K57", "K64", "ponto")])
def test_who_wins_is_known_once_no_card_can_come(call: Any, ponto: str, banca: str,
                                                 winner: str | None) -> None:
    assert call("squeeze_odds", "winnerOf", DRAWS, list(ponto), list(banca)) == winner


def test_a_covered_card_tells_what_its_edge_tells(browser: Any, modules: str) -> None:
    """The example of the mock-up: ponto seven, banca a king and a card with three pips."""
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    found = page.evaluate("""async felt => {
        const { possible } = await import('/js/cloths/squeeze_odds.js');
        const { edgeOf } = await import('/js/cloths/peel.js');
        const [edge, ranks] = edgeOf('8H');
        const s = {hands: {ponto: {cards: ['3D', '4S']},
                           banca: {cards: ['KC', '8H'], only: [1]}}};
        const stakes = {banca: 5000};
        return [edge, possible(s, felt, spot => stakes[spot] ?? 0, 'banca', 1, ranks)
          .map(x => [x.rank, x.winner, x.net])];
    }""", FELT)
    page.close()
    assert found == ["three", [["6", "ponto", -5000], ["7", "tie", 0], ["8", "banca", 4750]]]


@pytest.mark.parametrize("marks", [
    "P", "TT", "TPPB", "BBB PP B PPP B", "PPPPPPPPP B PPPPPPP BT P",
    "T B P B P BB PP TT BBBBBBBB P"])
def test_roads_of_a_bank_alone_are_drawn_as_those_of_two_sides(call: Any, marks: str) -> None:
    """At 3-card baccarat odd, even and three figures of the bank take the place of ponto, banca
    and tie."""
    combinations = [{"P": "9/2", "B": "0/1", "T": "FFF"}[mark] for mark in marks.replace(" ", "")]
    sides = [call("parity_roads", "parityOf", one) for one in combinations]
    drawn, house = call("parity_roads", "roadsOf", sides), roads(shoe(marks))
    for name, cells in house.items():
        assert drawn[name] == [
            {key: value for key, value in cell.items() if key != "pairs"} for cell in cells], name
    assert call("parity_roads", "areCombinations", combinations)
    assert not call("parity_roads", "areCombinations", ["9/2", "4-3-1"])


@pytest.mark.parametrize(("cards", "combination", "wild", "lit"), [
    ("JH JS 4D 9C 2S", "high-pair", "", [0, 1]),
    ("4H 9S 4D 9C 2S", "two-pair", "", [0, 1, 2, 3]),
    ("4H 9S 4D 4C 2S", "three", "", [0, 2, 3]),
    ("4H 4S 4D 4C 2S", "four", "", [0, 1, 2, 3]),
    ("4H 4S 4D 2C 2S", "full", "", [0, 1, 2, 3, 4]),
    ("2H 9S 9D 4C KS", "three", "2", [0, 1, 2]),
    ("2H 2S 9D 4C KS", "three", "2", [0, 1, 4]),
    ("2H 2S 2D 2C KS", "four-wild", "2", [0, 1, 2, 3]),
    ("** KS 3D 4C 9S", "high-pair", "", [0, 1]),
    ("AH AS AD 4C AC", "four-aces", "", [0, 1, 2, 4])])
def test_the_cards_that_a_machine_pays_for(
        browser: Any, modules: str, cards: str, combination: str, wild: str, lit: list[int]
        ) -> None:
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    assert page.evaluate("""async ([cards, name, wild]) =>
        (await import('/js/machine/winning_cards.js')).winningCards(cards, name, wild)""",
                         [cards.split(), combination, wild]) == lit
    page.close()
