"""How the house's own players play poker at a demo table: lawfully, each in their own style."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from sabot.equipment import Seeded
from sabot.families.pokertable.bot import EQUITY, RANDOM, STYLES, TIGHT, Style, bot, decide
from sabot.families.pokertable.hand_strength import win_chance
from sabot.families.pokertable.hand_values import expect_many
from sabot.families.pokertable.variant import HOLDEM, OMAHA, SYNTHETIC_POKER, VARIANTS
from sabot.games import game
from sabot.procedure import Act, Dealer, Live, Move, Offer, TableState
from sabot.simulation import Together
from sabot.simulation.multiplayer import HousePlayers
from support.poker_table import SECTION, table

NAMES = ("Ana", "Rui", "Eva", "Gil", "Bea", "Leo")


@pytest.fixture(autouse=True)
def _tables() -> None:
    for variant in VARIANTS.values():
        expect_many(variant)


def evening(hands: int, styles: Sequence[Style] = (), of: str = "holdem", seed: int = 1,
            **rules: Any) -> Iterator[Dealer]:
    """Hands that six of them play, each in their own style, or in that of their place."""
    at, this_game, chance = table(of, **rules), game(of), Live(Seeded(seed))
    bots = [partial(decide, style) for style in styles]
    company = HousePlayers(this_game, at, NAMES, Seeded(seed, "dice").below, bots)
    carry = this_game.opening(at)
    for _ in range(hands):
        dealer = company.coup(carry, chance)
        carry = dealer.outcome
        yield dealer


def nets(hands: Iterator[Dealer]) -> Counter[str]:
    """What each player has won or lost in the end, in cents."""
    found: Counter[str] = Counter()
    for dealer in hands:
        last = dealer
        for move in moves(dealer):
            if move.kind == "stake":
                found[move.player] -= move.amount
            elif move.kind == "return":
                found[move.player] += move.amount
    for _, player, cents in last.outcome.held:
        found[player] += cents
    return found


def moves(dealer: Dealer) -> list[Move]:
    return [event.step for event in dealer.record if isinstance(event.step, Move)]


def acts(dealer: Dealer) -> list[Act]:
    return [event.answer for event in dealer.record if isinstance(event.answer, Act)]


@pytest.mark.more_of("omaha-rules1-expected1", "sintetico-rules3-expected3")
@pytest.mark.parametrize(("of", "rules", "expected"), [
    ("holdem", {"rate": 5}, {"raise", "fold", "check", "call", "bet"}),
    ("omaha", {"limit": "half-pot", "shares": "side-pots"}, {"raise", "fold"}),
    ("holdem", {"second": "omaha", "limit": "pot"}, {"deal-holdem", "deal-omaha"}),
    ("sintetico", {"rate": 5, "cap": 500}, {"cut", "raise", "fold", "top-up"}),
    ("sintetico", {"estardilho": True},
     {"estardilho", "no-estardilho", "restardilho", "no-restardilho", "cut"})])
def test_a_hundred_hands_are_lawful_and_no_chip_is_lost(
        of: str, rules: dict[str, Any], expected: set[str]) -> None:
    """None of what they do is refused; what they bring, what they have and what the house keeps of
    it agree after every hand."""
    brought = commission = dealt = 0
    heard: set[str] = set()
    for dealer in evening(100, of=of, **rules):
        for move in moves(dealer):
            brought += move.amount * ((move.kind == "stake") - (move.kind == "return"))
            commission += move.amount * (move.kind == "commission")
        heard |= {act.act for act in acts(dealer)}
        assert sum(cents for _, _, cents in dealer.outcome.held) == brought - commission
        assert not any(event.void for event in dealer.record)
        dealt += any(move.kind == "travel" for move in moves(dealer))
    assert dealt == 100
    assert expected <= heard, expected - heard


def test_a_tight_one_gives_up_more_hands_than_a_loose_one() -> None:
    choices: dict[str, Counter[str]] = {style.name: Counter() for style in STYLES}
    styles = (TIGHT, EQUITY, RANDOM) * 2
    name_of = {name: style.name for name, style in zip(NAMES, styles, strict=True)}
    for dealer in evening(200, styles):
        for act in acts(dealer):
            choices[name_of[act.player]][act.act] += 1
    folds = {name: Fraction(of["fold"], of["fold"] + of["call"] + of["raise"])
             for name, of in choices.items()}
    assert folds["tight"] > folds["equity"] > folds["random"] > 0


@pytest.mark.more_of("omaha")
@pytest.mark.parametrize("of", list(VARIANTS))
def test_bots_that_look_at_their_cards_beat_those_that_do_not(of: str) -> None:
    won = nets(evening(150, (EQUITY, RANDOM) * 3, of))
    assert sum(won.values()) == 0
    assert sum(won[name] for name in NAMES[::2]) > 0


def test_the_place_says_the_style() -> None:
    """The same question at three places, asked often: they do not answer alike."""
    answers = [Counter(_answer(str(place), seed) for seed in range(40)) for place in (1, 2, 3)]
    assert len({frozenset(found.items()) for found in answers}) == 3


def _answer(seat: str, seed: int) -> str:
    """What is done at a place with a middling hand before a raise."""
    state = TableState(game("holdem").label)
    state.hands = {seat: ["TS", "9S"], "8": [None, None], "9": [None, None]}
    state.bets = {f"{seat}/cave": 20_000, "8/pot": 1000, "9/pot": 1000}
    offers = (Offer("fold", seat, SECTION, "Ana"), Offer("call", seat, SECTION, "Ana", cost=1000),
              Offer("raise", seat, SECTION, "Ana", low=1000, high=19_000, unit=500))
    act = bot(table(), "Ana", state, offers, Seeded(seed).below)
    assert act is not None
    return act.act


def test_a_bot_waits_where_nothing_is_asked_of_it() -> None:
    state = TableState(game("holdem").label)
    state.bets = {"1/cave": 20_000}
    top = Offer("top-up", "1", SECTION, "Ana", low=20_000, high=20_000, unit=20_000)
    away = Offer("leave", "1", SECTION, "Ana")
    ask = partial(bot, table(), "Ana", state, dice=Seeded(1).below)
    assert ask((away, top, Offer("tip", "1", SECTION, "Ana", low=1, high=5, unit=1))) is None
    state.bets = {"1/cave": 500}
    assert ask((away, top)) == Act("Ana", "top-up", "1", 20_000)
    assert ask((Offer("back", "table", SECTION),)) == Act("Ana", "back", "table")


def test_what_cards_beat_by_chance_is_near_what_is_counted() -> None:
    """Aces and 7 2 before the board, 85.2 and 34.6 in a hundred against any; nothing can beat the
    best on a board, nor can a hand win that plays the board."""
    dice = Seeded(5).below
    for cards, counted in ((("AS", "AH"), 0.852), (("7C", "2D"), 0.346)):
        found = [win_chance(HOLDEM, cards, (), dice) for _ in range(60)]
        assert abs(float(sum(found)) / 60 - counted) < 0.05
    assert win_chance(HOLDEM, ("2C", "3D"), ("TS", "JS", "QS", "KS", "AS"), dice) == Fraction(1, 2)
    assert win_chance(OMAHA, ("AS", "KS", "2C", "3D"), ("TS", "JS", "QS", "2H", "3H"), dice) == 1
    assert win_chance(SYNTHETIC_POKER, ("AS", "KS"), ("TS", "JS", "QS", "8H", "9H"), dice) == 1


def test_cards_by_definition_by_tables_and_compiled_are_worth_the_same(
        monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot does not play otherwise once the tables are made."""
    from sabot.families.pokertable import hand_values

    def looks() -> list[Fraction]:
        return [win_chance(variant, cards, (), Seeded(3).below) for variant, cards in (
            (HOLDEM, ("AS", "TD")), (OMAHA, ("AS", "TD", "9H", "9C")),
            (SYNTHETIC_POKER, ("AS", "TD")))]

    for variant in VARIANTS.values():
        hand_values.prepare_tables(variant)
    compiled = looks()
    monkeypatch.setattr(hand_values, "_compiled", {})
    by_tables = looks()
    monkeypatch.setattr(hand_values, "_hands_shown", {})
    monkeypatch.setattr(hand_values, "_evaluators", {})
    assert looks() == by_tables == compiled


def test_a_bot_never_sees_what_is_hidden_from_it() -> None:
    """It is given views: what others hold has no name there."""
    seen: list[bool] = []

    def watched(at: Any, player: str, state: TableState, offers: tuple[Offer, ...], dice: Any
                ) -> Act | None:
        place = next((offer.seat for offer in offers if offer.act == "fold"), "")
        if place:
            seen.append(all(state.hands[place]))
            assert not any(card for hand, cards in state.hands.items()
                           if hand.isdigit() and hand != place for card in cards)
        return bot(at, player, state, offers, dice)

    at, this_game = table(), game("holdem")
    company = HousePlayers(this_game, at, NAMES, Seeded(2).below, [watched] * 6)
    company.coup(this_game.opening(at), Live(Seeded(2)))
    assert seen and all(seen)


def test_a_block_of_a_company_is_decided_by_its_seed_and_its_number_alone() -> None:
    """A shorter block is the beginning of a longer one; an evening ends and another begins."""
    together = Together("holdem", table(rate=5), 4)
    whole, again = together.block(7, 2, 60), together.block(7, 2, 60)
    assert whole == again != together.block(7, 3, 60)
    assert whole.coups == 60 and whole.shoes == 2 and not whole.wrong()
    assert together.block(7, 2, 50) + Together.block(together, 7, 2, 0) == together.block(7, 2, 50)
    assert -whole.total * 20 <= whole.counts["staked"] and whole.total < 0
    assert 0 < whole.counts["shown"] <= 60


def test_bots_of_another_reading_or_a_second_variant_are_compiled_with_the_next_hand(
        monkeypatch: pytest.MonkeyPatch) -> None:
    from sabot.families.pokertable import hand_values
    from sabot.families.pokertable.readings import Readings
    from sabot.families.pokertable.variant import as_read

    monkeypatch.setattr(hand_values, "_compiled", {})
    monkeypatch.setattr(hand_values, "_wanted", {})
    preparation = game("holdem").preparation
    assert preparation is not None
    preparation.prepare()
    assert not preparation.needed_soon()
    others = (as_read("holdem", Readings(compared="highest-card")), OMAHA)
    for other in others:
        before = win_chance(other, other.ranking.pack[:other.hole], (), Seeded(2).below)
        assert preparation.needed_soon()
        preparation.prepare()
        assert not preparation.needed_soon() and hand_values.compiled_values(other) is not None
        assert win_chance(other, other.ranking.pack[:other.hole], (), Seeded(2).below) == before
