"""The value of every act of one hand of blackjack against the bank's card."""

from __future__ import annotations

import pytest

import sabot
from sabot.families.blackjack.charts.chart import ACTS
from sabot.families.blackjack.pricing.bestplay import UPS
from sabot.families.blackjack.pricing.odds import price_terms
from sabot.families.blackjack.pricing.one_hand import ENDS, advice_under
from sabot.families.blackjack.rules.pricing_rules import Terms, pricing_terms
from sabot.games import game
from sabot.games.blackjack_2007 import BOOK

LAWFUL = pricing_terms(BOOK.table_law(sabot.Table("blackjack-2007").house_table))
NAMES = {1: "A", 10: "T"}


@pytest.mark.parametrize("terms", [LAWFUL, Terms(packs=2, special=True)])
def test_two_cards_agree_with_the_chart(terms: Terms) -> None:
    for row in price_terms(terms).two_cards:
        cards, _, suited = row.name.partition(" ")
        hand = ",".join(f"{card}h" for card in cards.split(",")) if suited else cards
        for up, cell in zip(UPS, row.cells, strict=True):
            found = advice_under(terms, hand, NAMES.get(up, str(up)))
            assert (found.best, found.acts[found.best].value) == (cell.act, cell.worth)
            assert found.cost.value == pytest.approx(cell.cost)


def test_a_hit_is_the_mean_of_the_best_play_of_the_next_hands() -> None:
    terms, packs = Terms(packs=6), 6
    before = advice_under(terms, "T,5", "9")
    mean, left = 0.0, 52 * packs - 3
    for value in range(1, 11):
        cards = 4 * packs * (4 if value == 10 else 1) - {10: 1, 5: 1, 9: 1}.get(value, 0)
        if value > 6:
            mean -= cards / left
            continue
        after = ",".join(("T", "5", NAMES.get(value, str(value))))
        if value == 6:
            continue
        found = advice_under(terms, after, "9")
        mean += cards / left * found.acts[found.best].value
    with_21 = (before.acts["hit"].value - mean) / (4 * packs / left)
    assert 0.85 < with_21 < 1  # 21 against a 9 is nearly always won
    assert tuple(before.ends) == ENDS


def test_where_the_bank_looks_the_hand_knows_that_it_has_no_blackjack() -> None:
    blind, looked = (advice_under(Terms(packs=6, peek=peek), "T,6", "A") for peek in (False, True))
    natural = blind.ends["blackjack"].chance
    assert looked.ends["blackjack"].chance == 0 < natural
    assert looked.acts["stand"].value == pytest.approx(
        (blind.acts["stand"].value + natural) / (1 - natural))
    assert sum(end.chance for end in looked.ends.values()) == pytest.approx(1)


def test_a_late_surrender_is_worth_half_the_bet() -> None:
    late = Terms(packs=6, peek=True, surrender="late")
    assert advice_under(late, "T,6", "T").acts["surrender"].value == pytest.approx(-0.5)


def test_only_a_pair_is_split() -> None:
    assert "split" in advice_under(LAWFUL, "8 8", "6").acts
    assert "split" not in advice_under(LAWFUL, "8 7", "6").acts
    assert set(advice_under(LAWFUL, "2,3,4", "6").acts) <= set(ACTS[:2])
    by_rank = Terms(packs=6, split_rank=True)
    assert "split" in advice_under(by_rank, "K,K", "6").acts
    assert "split" not in advice_under(by_rank, "K,Q", "6").acts


@pytest.mark.parametrize(("hand", "up", "why"), [
    ("3", "5", "found 1 card; allowed: 2 or more"), ("x,3", "5", "found 'x'"),
    ("T,T,5", "5", "found a hand of 25"), ("A,T", "5", "found a hand of 21"),
    ("3,3", "5,6", "found 2 cards of the bank"), ("3,3", "", "found ''"),
    ("2,2,2,2", "2", "found 5 cards of the rank 2; the shoe has 4"),
])
def test_what_is_wrong_with_a_hand(hand: str, up: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        advice_under(Terms(packs=1), hand, up)


def test_every_blackjack_and_no_layout_advises() -> None:
    for name in ("blackjack-2001", "blackjack-2007", "blackjack-macau", "blackjack-online"):
        pricing = game(name).priced
        assert pricing.advice is not None
        assert pricing.advice(sabot.Table(name).house_table, "T,6", "T").best in ACTS
    with pytest.raises(sabot.SabotError, match="no hand to decide"):
        sabot.odds("cussec").hand("3,3", "5")
