"""A machine of cards that is voided at any question; other games are in `test_every_game`."""

from __future__ import annotations

from importlib import resources

from sabot.conformance.voids import voided_everywhere
from sabot.games import catalogue, read_table
from sabot.procedure import Void
from sabot.procedure.table import Table


def test_a_machine_of_cards_voided_while_cards_are_chosen_keeps_its_pack() -> None:
    text = resources.files("sabot.house").joinpath("tables", "cinco.toml").read_text("utf-8")
    table = read_table(text)
    assert isinstance(table, Table), table
    assert sum(voided_everywhere(catalogue()["machines"], table, seed, 8) for seed in range(6))


def test_a_void_says_its_cause() -> None:
    assert Void("power").cause == str(Void("power")) == "power"
