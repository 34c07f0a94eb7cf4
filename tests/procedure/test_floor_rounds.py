"""What a croupier says in the script of a round."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from sabot.games import game, read_table
from sabot.procedure import (
    NOBODY,
    Act,
    AnyStep,
    Call,
    Deal,
    Handle,
    Incident,
    Listen,
    Move,
    Offer,
    Turn,
    round_scripts,
)
from sabot.procedure.game import Game

BASE = game("blackjack-online")
LAW = f"{BASE.section}/14.a"


def coup(table: Any, carry: Any) -> Generator[AnyStep, Any, Any]:
    """A coup of a few lines: a word, a cut, a fault, an incident, a card that nobody knew."""
    word = yield Handle(LAW, what="lid", answers=("lid-open", "lid-closed"))
    cut = yield Listen(LAW, offers=(Offer("cut", "table", LAW, "Ana", low=10, high=302, unit=1,
                                          note="cards"),), window="cut:1", clock="cut",
                       faults=("torn",))
    while isinstance(cut, Incident):
        yield Call(LAW, call="void", seat=cut.seat, facts={"cause": f"{cut.kind} {cut.card}"})
        cut = yield Listen(LAW, offers=(Offer("cut", "table", LAW, "Ana", low=10, high=302, unit=1,
                                              note="cards"),), window="cut:2", faults=("torn",))
    assert isinstance(cut, Act) and cut.amount == 57
    assert word == "lid-closed"
    assert (yield Deal(LAW, to="1", faults=("face-up",))) == Incident("face-up", "7H", seat="2")
    assert (yield Handle(LAW, what="show-cards", faults=("torn",))) == Incident("torn")
    assert (yield Deal(LAW, to="bank", seen_by=NOBODY)) == "??"
    assert (yield Turn(LAW, hand="bank", index=0)) == "9C"
    yield Move(LAW, kind="seed", bet="jackpot", player="", amount=500)
    return carry


GAME = Game(**{**{name: getattr(BASE, name) for name in BASE.__dataclass_fields__}, "coup": coup})
ROUND = """What the croupier says

cards:  !face-up:7H@2 !torn ?? 9C
acts:
  croupier: answer lid-closed
  croupier: report misdeal
  croupier: report torn 3 KH
  croupier: report torn 9D
  Ana: cut table 57
"""


def test_a_croupier_reports_answers_and_deals_what_went_wrong() -> None:
    told = round_scripts.play(ROUND, GAME, read_table)
    said = [line.split("  14.a")[0].rstrip() for line in told.splitlines()]
    assert "lid: the lid has not opened" in said
    assert any("croupier: report misdeal -- no-fault" in line for line in said)
    assert "  place 3: a fault is reported: torn" in said
    assert "  a fault is reported: torn" in said
    assert "  Ana: Cut, 57 cards" in said or "  Ana: cut, 57 cards" in said
    assert "place 1: face-up, 7♥" in said and "show-cards: torn" in said
    assert "bank turns up 9♣: 9" in said
    assert "jackpot: +5.00 €" in said and "bank: -5.00 €" in said


@pytest.mark.parametrize(("old", "new", "what"), [
    ("!torn ??", "! ??", "is not an incident"),
    ("!face-up:7H@2", "!face-up:1H", "is not an incident"),
    ("report torn 3 KH", "report torn 3 KH 4", "is not a report"),
    ("cut table 57", "cut table 0.57", "not a number of cards"),
])
def test_a_script_that_cannot_be_read_says_why(old: str, new: str, what: str) -> None:
    with pytest.raises(round_scripts.BadRound, match=what):
        round_scripts.play(ROUND.replace(old, new), GAME, read_table)


def test_rules_may_hold_lists_and_sections() -> None:
    assert round_scripts._options(
        'packs 4, bets ["pair", "seven"], jackpot {on = true, odds = "2:1"}, double_any yes'
    ) == [
        ("packs", "4"),
        ("bets", '["pair", "seven"]'),
        ("jackpot", '{on = true, odds = "2:1"}'),
        ("double_any", "true"),
    ]


def test_the_table_of_a_round_may_have_leave_for_options() -> None:
    """A key of the head, since each option has an authorisation of its own."""
    macau = game("blackjack-macau")
    text = ("Soft 17\n\ntable: places 6\nrules: hit_soft_17 no, eleven_protected yes\n"
            "authorised: 6.1 10.7\ncards: 2C\nacts:\n  Ana: sit 1\n")
    head = round_scripts.read(text)
    table = round_scripts._table(head, macau, read_table)
    begins = [one["option"] for one in macau.open_choices.demonstration["authorisations"]]
    assert [one.option for one in table.authorisations] == [*begins, "6.1", "10.7"]
    assert table.rules.procedure == 2 and not table.demonstrated
    with pytest.raises(round_scripts.BadRound, match=r"for article 10\.7"):
        round_scripts._table(round_scripts.read(text.replace(" 10.7", "")), macau, read_table)
