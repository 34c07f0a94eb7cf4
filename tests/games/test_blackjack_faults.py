"""Blackjack at a real table of the two Portuguese floors: faults reported with a card.

The cards come in this order: Ana's first, the bank's, Ana's second, the bank's face down.
"""

from __future__ import annotations

from typing import Any

import pytest

from sabot.games import game, read_table
from sabot.procedure import (
    LATER,
    Call,
    Deal,
    Dealer,
    Discard,
    Handle,
    Incident,
    Scripted,
    Shift,
    TimeOut,
)
from sabot.procedure.table import Table

GAMES = ("blackjack-2001", "blackjack-2007")
games = pytest.mark.parametrize("name", GAMES)


def real_table(name: str, rules: str = "") -> Table:
    """A lawful table with real cards."""
    table = read_table(f"""
game = "{name}"
name = "mesa"
minimum = 5
maximum = 150
places = 6
attended = true
[rules]
{rules}
""")
    assert isinstance(table, Table), table
    return table


def deal(name: str, cards: list[Any], rules: str = "") -> Dealer:
    """A round in which Ana has bet on place 1 and time runs out on every question."""
    table = real_table(name, rules)
    carry = game(name).carry(("Ana", *[""] * 5), "attended", 20, shown=True, cutter=1,
                             warning=0 if rules else 50, held=(("1", "Ana", 500),))
    dealer = Dealer(game(name).coup(table, carry), Scripted(cards))
    while dealer.standing is not None and not dealer.over:
        dealer.answer(TimeOut(dealer.standing.window))
    return dealer


def steps(dealer: Dealer, kind: type) -> list[Any]:
    return [event.step for event in dealer.record if isinstance(event.step, kind)]


def calls(dealer: Dealer) -> set[str]:
    return {step.call for step in steps(dealer, Call)}


def void_cards(dealer: Dealer) -> list[str]:
    """The cards that were put into the discard tray from the hand to which they were due."""
    return [step.card for step in steps(dealer, Shift) if step.to == "spoilt"]


class NotYetReplaced(Scripted):
    """Cards of which a damaged one is not replaced before the round is voided."""

    def resolve(self, step: Any) -> Any:
        waits = isinstance(step, Handle) and step.what == "replace-card"
        return LATER if waits else super().resolve(step)


@pytest.mark.law("ir/24")
@games
def test_a_void_collects_the_card_that_came_with_a_fault(name: str) -> None:
    table = real_table(name, 'shuffler = "continuous"')
    carry = game(name).carry(("Ana", *[""] * 5), "attended", 20, shown=True, cutter=1,
                             held=(("1", "Ana", 500),))
    dealer = Dealer(game(name).coup(table, carry),
                    NotYetReplaced(["TS", Incident("damaged", "7D")]))
    while dealer.standing is not None:
        dealer.answer(TimeOut(dealer.standing.window))
    dealer.void("a fault")
    assert steps(dealer, Discard)[-1].hands == ("1", "bank")


@pytest.mark.law("pt-1364-2001/blackjack/51-3", "pt-217-2007/blackjack/51-3")
@games
def test_the_card_that_comes_with_a_jam_counts_where_it_is_due_face_up(name: str) -> None:
    open_card = deal(name, [Incident("jam", "TS"), "7D", "9S", "??", "TC"],
                     'shuffler = "continuous"')
    assert void_cards(open_card) == [] and "jam" in calls(open_card)
    assert open_card.outcome.results[0] == "17"
    hidden = deal(name, ["TS", "7D", "9S", Incident("jam", "2C"), "??", "TC"],
                  'shuffler = "continuous"')
    assert void_cards(hidden) == ["2C"]


@pytest.mark.law("pt-1364-2001/blackjack/11", "pt-217-2007/blackjack/11")
@games
def test_the_card_that_comes_with_the_warning_card_counts(name: str) -> None:
    dealer = deal(name, ["TS", "7D", Incident("warning-card", "9S"), "??", "TC"])
    assert void_cards(dealer) == [] and "last-coup" in calls(dealer)
    assert dealer.outcome.results[0] == "17" and dealer.outcome.last
    assert [step.to for step in steps(dealer, Deal)] == ["1", "bank", "1", "bank"]


@pytest.mark.law("pt-1364-2001/blackjack/19-3", "pt-217-2007/blackjack/19-3")
@games
def test_no_card_that_the_bank_is_due_is_drawn_against_a_wish(name: str) -> None:
    dealer = deal(name, ["TS", "7D", "9S", "??", "5C", "6H"])
    drawn = steps(dealer, Deal)
    assert [step.to for step in drawn] == ["1", "bank", "1", "bank", "bank"]
    assert not [kind for step in drawn for kind in step.faults if kind.startswith("misdrawn")]


@pytest.mark.law("pt-1364-2001/blackjack/5-2", "pt-217-2007/blackjack/5-2", "ir/50")
@games
def test_a_damaged_card_that_is_not_named_is_replaced_too(name: str) -> None:
    by_hand = deal(name, ["TS", "7D", Incident("damaged"), "9S", "??", "TC"])
    assert "damaged" in calls(by_hand) and by_hand.outcome.spoilt
    machine = deal(name, ["TS", "7D", Incident("damaged"), "9S", "??", "TC"],
                   'shuffler = "continuous"')
    assert "replace-card" in {step.what for step in steps(machine, Handle)}
    assert "damaged-told" in calls(machine) and not machine.outcome.spoilt
