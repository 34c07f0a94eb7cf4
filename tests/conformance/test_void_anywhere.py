"""A coup that is voided at any question leaves what was told: its shoe, its seats, its record."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.games import catalogue, read_table
from sabot.procedure import Cut, Deal, Event, Open, Shuffle, encode, replay
from sabot.procedure.game import Game, ShoeAt
from sabot.procedure.table import Table
from support.random_play import LONG, SEEDS, Walk, examples, seeded, tables

every_game = pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
AT_MOST = 200 if LONG else 12  # questions of a coup at which it is voided


def shoe_after(at: ShoeAt, record: Iterable[Event]) -> ShoeAt:
    """The shoe as it stands once these events were told."""
    for event in record:
        step = event.step
        if isinstance(step, Shuffle):
            at = ShoeAt(event.seal, 0)
        elif isinstance(step, Cut):
            at = at._replace(cut=step.at)
        elif isinstance(step, Deal) and step.bottom:
            at = at._replace(lifted=at.lifted + 1)
        elif isinstance(step, Deal):
            at = at._replace(drawn=at.drawn + 1)
        elif isinstance(step, Open) and step.seal == at.seal:
            at = ShoeAt("", 0)
    return at


def voided_everywhere(game: Game, table: Table, seed: int, coups: int = 3) -> int:
    """Void each coup of an evening at its questions; at how many it was."""
    random, chance, carry, many = Random(seed), seeded(seed), None, 0
    for n in range(coups):
        walk = Walk(game, table, seed + n, carry=carry, chance=chance,
                    faults=random.choice((0, 0.1)))
        carry = walk.dealer.outcome
        answers = [at for at, event in enumerate(walk.record) if event.step is None]
        for at in random.sample(answers, min(AT_MOST, len(answers))):
            dealer = replay(game.coup(table, walk.carry), walk.record[:at])
            if dealer.standing is None:
                continue
            window = dealer.standing.window
            dealer.void("a fault")
            many += 1
            shoe = game.shoe(dealer.outcome)
            if shoe.seal or not game.unopened:
                assert shoe == shoe_after(game.shoe(walk.carry), dealer.record), window
            again = replay(game.coup(table, walk.carry), dealer.record)
            assert encode(again.record) == encode(dealer.record) and again.over
            assert again.outcome == dealer.outcome
    return many


@every_game
@examples(3)
@given(data=st.data(), seed=SEEDS)
def test_a_void_at_any_question_leaves_the_shoe_as_its_cards_left_it(
        game: Game, data: st.DataObject, seed: int) -> None:
    """Also what the coup itself learns only from the answer: the next coup, and who verifies the
    journal, find the shoe that was told."""
    voided_everywhere(game, data.draw(tables(game)), seed)


def test_a_machine_of_cards_voided_while_cards_are_chosen_keeps_its_pack() -> None:
    text = resources.files("sabot.house").joinpath("tables", "cinco.toml").read_text("utf-8")
    table = read_table(text)
    assert isinstance(table, Table), table
    assert sum(voided_everywhere(catalogue()["machines"], table, seed, 8) for seed in range(6))
