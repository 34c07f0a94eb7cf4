"""Hints of every game: from what one player sees, and with the figures of that game's own odds."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sabot import house
from sabot.conformance.chance_sources import Tape, rich_tape, shuffled_pack
from sabot.conformance.random_players import PLAYERS, Walk
from sabot.equipment import PACK
from sabot.families.machine.draw import Draw
from sabot.games import game
from sabot.games.chemin_de_fer.chances.odds_answer import DuelAnswer
from sabot.games.machines.cards import hand, held_places, hold_names
from sabot.games.machines.round import GAME
from sabot.games.machines.rules import bets_of, model_of
from sabot.procedure import (
    Deal,
    Event,
    Listen,
    Owners,
    TableState,
    canonical,
    offers_for,
    redact,
)
from sabot.procedure.game import Game
from sabot.procedure.hints import NOTHING, SOLVED, Hint, Seen
from sabot.procedure.table import Table
from sabot.procedure.view import describe_offer
from sabot.procedure.visible_events import ShownOffer
from sabot.reports import odds_report
from support.chemin_table import GAME as CHEMIN
from support.chemin_table import banking
from support.chemin_table import table as chemin_table
from support.open_house import table as read


def shipped(name: str) -> Table:
    """A table that comes with the program."""
    return read((Path(house.__file__).parent / "tables" / f"{name}.toml").read_text("utf-8"))


# -- what is hidden reaches no hint ----------------------------------------------------------------


def seen_in(game_: Game, record: list[Event], player: str) -> Seen:
    """What a player sees of a coup whose last event is a question to them."""
    state = TableState(game_.label)
    for event in record:
        state.fold(redact(event, player))
    listen = record[-1].step
    assert isinstance(listen, Listen)
    return Seen(state, tuple(map(describe_offer, offers_for(listen, player))),
                Owners().fold(record).of(player), {})


def questions(walk: Walk, player: str, until: int) -> list[int]:
    """Where in a record this player is asked."""
    return [n for n, event in enumerate(walk.record[:until])
            if isinstance(event.step, Listen) and offers_for(event.step, player)]


def with_other_hidden_cards(tape: Tape, player: str, seed: int, but: str) -> Tape:
    """The tape of a coup with other cards where this player saw none (but for those of one hand),
    and where none was dealt; a throw under its cover is another one too."""
    hidden = [at for at, step in tape.hidden
              if isinstance(step, Deal) and step.seen_by != player and step.to != but]
    places = hidden + list(range(tape.dealt, len(tape.cards)))
    cards = list(tape.cards)
    shuffled = [cards[at] for at in places]
    Random(seed).shuffle(shuffled)
    for at, card in zip(places, shuffled, strict=True):
        cards[at] = card
    return Tape(cards, throws=seed, covered=seed + 1)


def compare_hints(game_: Game, table: Table, tape: Tape, seed: int, carry: Any = None,
                  answer: DuelAnswer | None = None, but: str = "") -> int:
    """Play a coup twice, the second time with other hidden cards, and compare the hints of each
    player until they see something else. Return how many were compared after a card of
    another player, or of the croupier, had come to lie there."""
    compared = 0
    assert game_.hints is not None
    first = Walk(game_, table, seed, carry, tape)
    for player in PLAYERS:
        second = Walk(game_, table, seed, carry,
                      with_other_hidden_cards(tape, player, seed, but))
        until = next((n for n, (one, other) in enumerate(zip(first.record, second.record,
                                                             strict=False))
                      if redact(one, player) != redact(other, player)), len(first.record))
        differs = next((n for n, (one, other) in enumerate(zip(
            first.record, second.record, strict=False)) if one != other), until)
        asked = questions(first, player, until)
        after = [at for at in asked if at > differs]
        for at in [*asked[:1], *after[:1], *after[-1:]]:
            hints = [canonical(game_.hints(table, seen_in(game_, walk.record[:at + 1], player),
                                           answer)) for walk in (first, second)]
            assert hints[0] == hints[1], (player, at)
            compared += at > differs
    return compared


@pytest.mark.parametrize("name", ["olo", pytest.param("corgo", marks=pytest.mark.more), "sorraia"])
def test_the_cards_of_others_at_poker_reach_no_hint(name: str) -> None:
    table = shipped(name)
    for seed in range(2):
        tape = Tape(shuffled_pack(seed), throws=seed)
        assert compare_hints(game(table.game), table, tape, seed) >= 10


@pytest.mark.parametrize("name", ["almonda", "patane", "vez", "sor", "lena", "coloane"])
def test_what_lies_face_down_or_covered_reaches_no_hint(name: str) -> None:
    """The burned cards, the shoe, the dice under the dome, the counters under the bowl."""
    table = shipped(name)
    assert sum(compare_hints(game(table.game), table, rich_tape(seed), seed)
               for seed in range(3)) >= 6


def test_the_cards_of_the_bank_at_chemin_de_fer_reach_no_hint_of_the_ponto() -> None:
    """All cards lie face down, and the ponto looks at two of them."""
    compared = sum(compare_hints(CHEMIN, chemin_table(), Tape(shuffled_pack(seed), throws=seed),
                                 seed, banking("Ana", 4000), solved(), "ponto")
                   for seed in range(12))
    assert compared >= 4


# -- chemin de fer ---------------------------------------------------------------------------------


@cache
def solved() -> DuelAnswer:
    """The solved coup, from six packs."""
    answer = odds_report.odds(CHEMIN, chemin_table(), CHEMIN.priced.classes[0])
    assert isinstance(answer, DuelAnswer)
    return answer


def costs(hint: Hint) -> dict[str, float]:
    """The cost of each act of the one decision."""
    (decision,) = hint.decisions
    return {one.act: one.cost for one in decision.acts}


def test_a_ponto_with_five_is_told_what_no_costs() -> None:
    """Under rule 64 five is the only free choice: by the solution a card is right, and «Não» costs
    what the card gains each time the hand comes."""
    (five,) = solved().duel.tabled.ponto
    assert five.total == 5 and Fraction(five.draws) == 1
    gain = five.gain_float / five.often
    state = TableState(CHEMIN.label)
    state.hands = {"ponto": ["2S", "3D"], "banca": [None, None]}
    state.bets = {"bank": 4_000, "3": 2_000}
    offers = tuple(ShownOffer(act, "3", CHEMIN.section + "/64") for act in ("no", "card"))
    assert CHEMIN.hints is not None
    hint = CHEMIN.hints(chemin_table(), Seen(state, offers, {"3": 2_000}, {}), solved())
    assert hint is not None and hint.basis == SOLVED
    assert costs(hint) == {"no": pytest.approx(2_000 * gain), "card": 0.0}
    for total, cards in ((4, ["2S", "2D"]), (7, ["3S", "4D"])):
        state.hands["ponto"] = list(cards)  # the table says what to do
        assert CHEMIN.hints(chemin_table(), Seen(state, offers, {"3": 2_000}, {}), solved()) \
            == NOTHING, total


@pytest.mark.parametrize("total", range(8))
def test_free_draws_have_the_figures_of_the_solution(total: int) -> None:
    """With the free draws of rule 70 every total is a choice: the better act costs nothing, the
    other one what the solution says; where it mixes both, neither costs anything."""
    (choice,) = [one for one in solved().duel.banco.ponto if one.total == total]
    state = TableState(CHEMIN.label)
    state.hands = {"ponto": [f"{total or 'K'}S".replace("1S", "AS"), "KD"],
                   "banca": [None, None]}
    state.bets = {"bank": 2_000, "3": 2_000}
    offers = tuple(ShownOffer(act, "3", f"{CHEMIN.section}/70") for act in ("no", "card"))
    assert CHEMIN.hints is not None
    hint = CHEMIN.hints(chemin_table(), Seen(state, offers, {"3": 2_000}, {}), solved())
    assert hint is not None
    each = abs(choice.gain_float) / choice.often * 2_000
    right = "card" if choice.gain_float > 0 else "no"
    wrong = "no" if right == "card" else "card"
    assert costs(hint)[right] == 0
    assert costs(hint)[wrong] == pytest.approx(each, abs=1e-6)


# -- video poker -----------------------------------------------------------------------------------


HANDS = ("KS KH 7D 4C 2S", "TS JS QS KS 2D", "3H 3D 3C 9S 9D", "AS KD 8C 5H 2C", "4H 5D 6C 7S KD")


@pytest.mark.parametrize("cards", HANDS)
def test_holding_cards_costs_what_counting_every_draw_gives(cards: str) -> None:
    """The ways to hold three cards or more, and the best of all, compared with a plain count."""
    table = shipped("cinco")
    model = model_of(table.rules)
    assert isinstance(model, Draw)
    five = cards.split()
    bet = min(bets_of(table).values(), key=lambda one: one.cost)
    machine = game("machines")
    state = TableState(machine.label)
    state.hands = {hand(place): [card] for place, card in enumerate(five, 1)}
    offers = tuple(ShownOffer("draw", name, "") for name in hold_names())
    assert machine.hints is not None
    hint = machine.hints(table, Seen(state, offers, {GAME: bet.cost}, {}), None)
    assert hint is not None
    (decision,) = hint.decisions
    cost = {one.seat: one.cost for one in decision.acts}
    assert set(cost) == set(hold_names()) and min(cost.values()) == 0

    def mean(hold: str) -> Fraction:
        held = [five[place - 1] for place in held_places(hold)]
        rest = [card for card in PACK if card not in five]
        drawn = list(combinations(rest, 5 - len(held)))
        return Fraction(sum(model.pay([*held, *more], bet.stake) for more in drawn), len(drawn))

    few = [hold for hold in hold_names() if len(held_places(hold)) >= 3]
    means = {hold: mean(hold) for hold in few}
    at = few[0]
    for hold in few:
        assert cost[at] - cost[hold] == pytest.approx(
            float(means[hold] - means[at]) * bet.cost / bet.stake * bet.stake)
