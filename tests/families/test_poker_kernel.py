"""Compiled poker hands are those of the engine: decision by decision, and to the cent."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from sabot.equipment.arrays import Bytes, Ints
from sabot.families.pokertable.betting_terms import lawful
from sabot.families.pokertable.coup import play_hand
from sabot.families.pokertable.kernel.hands import PokerTables
from sabot.families.pokertable.round import CAVE, Carry, Round
from sabot.families.pokertable.variant import VARIANTS, as_read
from sabot.procedure import Act, Dealer, Offer, Scripted, TimeOut
from sabot.procedure.table import Table
from support.poker_table import table

GAMES = ("holdem", "omaha", "sintetico")
each = pytest.mark.parametrize("game_id", GAMES)

MONEY: dict[str, tuple[str, ...]] = {
    "unmatched": ("returned", "in-pot"),
    "next_all_in": ("own-pot", "whole-proportion", "not-all-in"),
    "left_over": ("one-by-one", "first-winner"), "charged": ("by-hand", "by-payment"),
    "compared": ("card-by-card", "highest-card"), "other_ties": ("by-bets", "equal"),
    "maximum_binds": ("buy-in", "bets-too"), "small_pot": ("minimum", "no-bet"),
    "three_raises": ("of-all", "of-each", "free-from-start"), "big_bet": ("asked", "not-asked"),
    "short_all_in": ("raise", "others-call", "call-only"),
    "synthetic_raises": ("general", "as-omaha"), "small_bet": ("cut", "made-up"),
    "begins": ("highest-of-hand", "highest-of-round", "highest-bet")}
"""The readings on which the offers of a hand or its payments depend."""


class EngineHand:
    """The hand at one of the compiled tables, played by the engine with the same cards."""

    def __init__(self, tables: PokerTables, i: int, stacks: list[int], first: int) -> None:
        of, variant = tables.table, VARIANTS[tables.table.game]
        own, burnt, board = tables.cards(i)
        players = len(stacks)
        names = [f"player {n}" for n in range(1, players + 1)]
        cards = [own[(first + n) % players][k] for k in range(variant.hole)
                 for n in range(players)]
        for street, count in enumerate(variant.board):
            cards += burnt[street:street + 1]
            cards += board[:count]
            board = board[count:]
        seats = (*names, *("",) * (variant.places - players))
        self.round = Round(of, Carry(seats, hand=first or variant.places),
                           as_read(variant.name, of.rules.readings), lawful(of, variant))
        self.round.stakes = {f"{place}{CAVE}": (names[place - 1], stack)
                             for place, stack in enumerate(stacks, 1)}
        self.stacks = stacks
        self.dealer = Dealer(play_hand(self.round), Scripted(cards))
        while (standing := self.dealer.standing) is not None and standing.window == "cut":
            self.dealer.answer(TimeOut("cut"))

    def offers(self) -> dict[str, Offer]:
        """What is open to the player whose turn it is, by act."""
        standing = self.dealer.standing
        assert standing is not None
        place = int(standing.window.rpartition(":")[2])
        player = self.round.player(place)
        return {"bet" if offer.act == "raise" else offer.act: offer for offer in standing.offers
                if offer.player == player and offer.seat == str(place)
                and player not in offer.barred
                and offer.act in ("fold", "check", "call", "bet", "raise", "all-in")}

    def act(self, act: str, amount: int) -> None:
        offer = self.offers()[act]
        reply = self.dealer.answer(Act(offer.player, offer.act, offer.seat,
                                       amount if act == "bet" else 0))
        assert isinstance(reply, list), reply

    @property
    def results(self) -> list[int]:
        """What each place has won or lost, in cents."""
        return [self.round.cave(place) - stack for place, stack in enumerate(self.stacks, 1)]


def alike(tables: PokerTables, view: Mapping[str, int], mask: dict[str, int], hand: EngineHand
          ) -> dict[str, Offer]:
    """Asserts that both ask the same player for the same decisions; returns them."""
    offers, r = hand.offers(), hand.round
    standing = hand.dealer.standing
    assert standing is not None and standing.window == f"turn:{view['street']}:{view['player'] + 1}"
    assert {act for act in ("fold", "check", "call", "all-in") if mask[act]} == \
        offers.keys() - {"bet"}
    assert any(mask[f"bet {amount}"] for amount in ("least", 2, 5, "most")) == ("bet" in offers)
    bet = offers.get("bet")
    assert (view["low"], view["high"]) == ((bet.least, bet.high) if bet else (0, 0))
    assert view["due"] == (offers["call"].cost if "call" in offers else 0)
    assert view["pot"] == r.pot and view["live"] == len(r.live)
    for k in range(tables.players):
        place = (view["player"] + k) % tables.players + 1
        assert view[f"stack_{k}"] == r.cave(place) and view[f"put_{k}"] == r.in_pot(place)
        assert view[f"wagered_{k}"] == r.wagered.get(place, 0)
        assert view[f"in_hand_{k}"] == (place in r.live)
    return offers


def choose(offers: dict[str, Offer], dice: Random, all_in: float = 0) -> tuple[str, int]:
    """A random decision and its sum, in which no kind of play is rare; all-in with this chance
    where it is open."""
    if "all-in" in offers and dice.random() < all_in:
        return "all-in", 0
    act = dice.choice([act for act in offers if act != "fold" or dice.random() < 0.4] or ["fold"])
    bet = offers.get("bet")
    if act != "bet" or bet is None:
        return act, 0
    chips = dice.choice([0, 0, 1, (bet.high - bet.least) // bet.unit,
                         dice.randint(0, (bet.high - bet.least) // bet.unit)])
    return act, min(bet.least + chips * bet.unit, bet.high // bet.unit * bet.unit)


def compare(of: Table, players: int, hands: int, dice: Random, tables: int = 8,
            all_in: float = 0) -> int:
    """Plays so many hands at each of some compiled tables and by the engine, with random stacks;
    returns how many decisions were compared."""
    many, first, decisions = PokerTables(of, tables, players), [0] * tables, 0
    column = {name: n for n, name in enumerate(many.columns)}
    number = {name: n for n, name in enumerate(many.decisions)}

    def new_stacks() -> list[list[int]]:
        deep = dice.choice((0, 2, 6, 40, 400))  # a whole stack may be the first bet of two or more
        return [[of.minimum + dice.randint(of.unit if place < 2 else 0,
                                           deep * of.minimum or of.unit)
                 for place in range(players)] for _ in range(tables)]

    stacks = new_stacks()
    many.set_stacks(stacks)
    views, mask = many.start(dice.getrandbits(60))
    engine = [EngineHand(many, i, stacks[i], 0) for i in range(tables)]
    later = new_stacks()
    many.set_stacks(later)

    def see(i: int, views: Ints, mask: Bytes) -> tuple[dict[str, int], dict[str, int]]:
        return ({name: int(views[i, n]) for name, n in column.items()},
                {name: int(mask[i, n]) for name, n in number.items()})

    played = 0
    while played < hands:
        acts = []
        for i in range(tables):
            acts.append(choose(alike(many, *see(i, views, mask), engine[i]), dice,
                               all_in))
            engine[i].act(*acts[-1])
            decisions += 1
        before = many.stacks
        step = many.step([number["bet least" if act == "bet" else act] for act, _ in acts],
                         [amount for _, amount in acts])
        assert not step.refused.any()
        views, mask = step.views, step.mask
        for i in range(tables):
            assert step.over[i] == engine[i].dealer.over
            if not step.over[i]:
                continue
            played += 1
            assert step.cents[i].tolist() == engine[i].results
            first[i] = (first[i] + 1) % players
            engine[i] = EngineHand(many, i, before[i].tolist(), first[i])
        if step.over.any():
            many.set_stacks(new_stacks())
    return decisions


def any_table(game_id: str, dice: Random) -> Table:
    """A table with random rules and readings of the money."""
    antes = VARIANTS[game_id].antes
    read: dict[str, Any] = {name: dice.choice(values) for name, values in MONEY.items()
                            if dice.random() < 0.5}
    minimum = dice.choice((1000, 300, 500))
    return table(
        game_id, minimum=minimum, unit=minimum // dice.choice((1, 2, 4) if antes else (2, 4)),
        maximum=3 * minimum, readings=read, rate=dice.choice((0, 3, 5)),
        cap=dice.choice((0, 0, 77)), shares=dice.choice(("proportion", "side-pots")),
        tied=dice.choice(("part", "lost")), counts=dice.choice((1, 2, 3)),
        limit=dice.choice(("half-pot", "pot", "cave") + (() if antes else ("total",))))


@each
def test_a_table_as_it_comes_plays_as_the_engine_does(game_id: str) -> None:
    assert compare(table(game_id, rate=5), 6, 60, Random(1)) > 300


@each
@pytest.mark.parametrize("seed", range(3))
def test_so_does_any_table_with_any_readings(game_id: str, seed: int) -> None:
    dice = Random(f"{game_id} {seed}")
    for _ in range(4):
        compare(any_table(game_id, dice), dice.randint(4, VARIANTS[game_id].places), 16, dice)


@pytest.mark.more
@each
@pytest.mark.parametrize("seed", range(4))
def test_so_do_thousands_of_hands(game_id: str, seed: int) -> None:
    dice = Random(f"more {game_id} {seed}")
    for _ in range(25):
        compare(any_table(game_id, dice), dice.randint(4, VARIANTS[game_id].places), 40, dice)


@each
def test_equal_hands_with_different_bets_are_paid_by_the_exact_division(
        game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small stacks that often go all-in, until such hands have occurred."""
    exact = PokerTables._exact_results
    strengths_of: list[list[int]] = []

    def noted(tables: PokerTables, i: int, strengths: list[int]) -> Any:
        strengths_of.append(strengths)
        return exact(tables, i, strengths)

    monkeypatch.setattr(PokerTables, "_exact_results", noted)
    dice = Random(game_id)
    while len(strengths_of) < 3:
        of = table(game_id, rate=5, tied=dice.choice(("part", "lost")))
        compare(of, VARIANTS[game_id].places, 40, dice, all_in=0.6)
    for strengths in strengths_of:
        judged = list(filter(None, strengths))
        assert len(set(judged)) < len(judged), "equal hands"


def test_a_seed_gives_the_same_cards_to_every_table_of_any_batch() -> None:
    of = table()
    few, many = PokerTables(of, 2, 6), PokerTables(of, 5, 6)
    for tables in (few, many):
        tables.start(11)
    assert [few.cards(i) for i in range(2)] == [many.cards(i) for i in range(2)]
    assert len({str(many.cards(i)) for i in range(5)}) == 5
    own, burnt, board = many.cards(0)
    cards = [card for hand in own for card in hand] + burnt + board
    assert len(cards) == len(set(cards)) == 12 + 3 + 5
    few.start(12)
    assert few.cards(0) != many.cards(0)


def test_sums_that_are_not_offered_are_refused() -> None:
    of = table(minimum=1000, unit=500)
    tables = PokerTables(of, 4, 4, buy_in=20_000)
    views, _ = tables.start(1)
    bet = tables.decisions.index("bet least")
    step = tables.step([bet] * 4, [999, 1250, 20_500, 1500])
    assert step.refused.tolist() == [True, True, True, False]
    assert (step.views[:3] == views[:3]).all() and not step.over.any()
