"""What a throw makes of a bet is one value: by it the bet is paid, priced, played and bounded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from sabot.equipment.streams import Stream
from sabot.families.layout.chain import combine, unit
from sabot.families.layout.cloth import LOST, Cloth, Fate, Fell, Moves, Returns, Stays, net_of
from sabot.families.layout.kernel import kernel
from sabot.families.layout.liability import worst
from sabot.families.layout.repeated_bets import Laying
from sabot.games.french_roulette import rules
from sabot.games.french_roulette.spots import cloth as french
from sabot.money import Odds
from support.roulette_table import FRENCH, sat

HALF = Returns(Fraction(1, 2))
"""Zero takes half of a bet on an even chance: a rule of other houses, *la partage*."""


def sharing(plain: Cloth, with_share: bool = True) -> Cloth:
    """The cloth of French roulette with a fate that none of its chances has."""
    def fate(state: None, spot: str, fell: Fell) -> Fate:
        if fell == (0,) and plain.spots[spot].kind == "simple":
            return HALF
        return plain.fate(state, spot, fell)

    simple = replace(plain.kinds["simple"], shares=(HALF.share,) if with_share else ())
    return replace(plain, fate=fate, kinds={**plain.kinds, "simple": simple}, _fates={}, _wins={})


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cloth]:
    """Such a cloth on the tables of the game."""
    layout = sharing(french())
    monkeypatch.setattr(rules, "cloth", lambda *options: layout)
    rules.table_law.cache_clear()
    yield layout
    rules.table_law.cache_clear()


def test_a_share_of_the_stake_is_paid_priced_and_played_alike(shared: Cloth) -> None:
    course = combine(shared, {"red": 200})
    assert course.net.mean == Fraction(-200, 74), "half of what zero would take"
    laying = Laying(shared, (("red", 200), ("straight/0", 100)))
    assert laying.mean == pytest.approx(float(Fraction(-200, 74) + Fraction(-100, 37)) / 300)
    player, stream = kernel(laying, "as laid"), Stream(3, 1)
    thrown = [shared.outcomes[stream.draws(37, 1)[0]] for _ in range(500)]
    nets = [sum(laying.thrown(None, laying.first, fell)[0].values()) for fell in thrown]
    assert player.each(3, 1, 500) == nets and 3500 - 100 in nets
    for spots in ({"red": 200}, {"red": 200, "straight_17": 100}):
        coup = sat(FRENCH, 0).bet(**spots).spin()
        assert ("red", 100) in coup.moves("collect") and coup.moves("return") == [("red", 100)]
        assert coup.net() == sum(
            net_of(fate, cents)
            for spot, cents in spots.items()
            if isinstance(
                fate := shared.fate_of(spot.replace("_", "/"), None, (0,)), Odds | Returns
            )
        )


def test_stakes_are_such_that_the_share_is_whole_cents(shared: Cloth) -> None:
    assert shared.kinds["simple"].unit == 2 == unit(shared, None, "red")
    assert shared.kinds["straight"].unit == 1 == unit(shared, None, "straight/17")
    with pytest.raises(ValueError, match="1/2 of a stake of 3 cents is not whole cents"):
        HALF.of(3)


def test_what_goes_back_is_no_prize_of_the_bank() -> None:
    most = dict.fromkeys(french().kinds, 1_000)
    assert worst(sharing(french()), most) == worst(french(), most)


def test_a_fate_that_its_chance_does_not_say_is_refused() -> None:
    """Units of stakes and limits stand on what a chance says that it may have."""
    with pytest.raises(ValueError, match="the fate of red where"):
        combine(sharing(french(), with_share=False), {"red": 200})


@pytest.mark.parametrize("fate", [Odds(2), LOST, HALF, Stays(), Moves("red")])
def test_every_fate_is_one_of_four(fate: Fate) -> None:
    assert french().kinds["dozen"].has(fate) is (fate != HALF)
