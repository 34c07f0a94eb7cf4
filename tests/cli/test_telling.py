"""Each new word as the terminal and `sabot replay` tell it."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from rich.markup import render

from sabot.cli import replay
from sabot.cli.telling import Teller
from sabot.games import game
from sabot.procedure import (
    FLOWS,
    NOBODY,
    Act,
    Cut,
    Deal,
    Event,
    Handle,
    Incident,
    Listen,
    Move,
    Offer,
    Shift,
    Shuffle,
    Throw,
    Turn,
    redact,
)

GAME = game("blackjack-online")
LAW = f"{GAME.section}/14.a"
WORDS = {"incident.torn": "a torn card", "handle.burn": "{cards} cards are burnt"}

EVENTS = [
    (Event(Handle(LAW, what="burn", facts={"cards": 2})), "burn", "2 cards are burnt"),
    (Event(Handle(LAW, what="lid", seat="3", answers=("open", "closed")), word="closed"),
     "Lugar 3: lid: closed", "lid: closed (3)"),
    (Event(Handle(LAW, what="lid", faults=("torn",)), incident=Incident("torn", "KH")),
     "lid: torn", "lid: a torn card"),
    (Event(Turn(LAW, hand="bank", index=1), card="KH"), "Banca turns up K♥", "the bank shows K♥"),
    (Event(Shift(LAW, frm="bank", index=1, to="aside", card="TC")),
     "10♣ goes from Banca to Aside, face up", "10♣ goes from the bank to aside, face up"),
    (Event(Cut(LAW, at=57)), "The shoe is cut at 57", "the shoe is cut at 57"),
    (Event(Shuffle(LAW, packs=6, warning=9, without=("KH",)), seal="ab" * 32),
     "; cards that lie outside: 1",
     "6 packs shuffled (cards that lie outside: 1); seal abab"),
    (Event(Deal(LAW, to="1"), incident=Incident("torn", "KH")), "Lugar 1: torn",
     "hand 1: a torn card (K♥)"),
    (Event(Deal(LAW, to="1", seen_by=NOBODY), incident=Incident("torn", "KH")), "Lugar 1: torn",
     "hand 1: a torn card"),
    (Event(incident=Incident("torn", "KH", seat="3", note="pack 2")),
     "A fault is reported: torn (Lugar 3)", "a fault is reported (3): a torn card: pack 2"),
    (Event(Throw(LAW, thing="wheel", sides=(37,)), fell=(17,)), None, "wheel: 17"),
    (Event(answer=Act("ana", "cut", "table", 57)), None, "ana: cut table 57"),
]


@pytest.mark.parametrize(("event", "terminal", "replayed"), EVENTS)
def test_each_word_is_told(event: Event, terminal: str | None, replayed: str) -> None:
    out = StringIO()
    told = redact(event, "ana")
    assert told is not None
    Teller(Console(file=out, width=100), GAME).tell(told)
    assert terminal is None or terminal in out.getvalue()
    if event.step is not None and terminal is not None:
        assert out.getvalue().rstrip().endswith("14.a")
    assert replayed in render(replay._text(event, WORDS)).plain


@pytest.mark.parametrize("kind", FLOWS)
def test_each_movement_is_told(kind: str) -> None:
    event = Event(Move(LAW, kind=kind, bet="3+1", player="ana", amount=500, into="pot"))
    out = StringIO()
    told = redact(event, "ana")
    assert told is not None
    Teller(Console(file=out, width=100), GAME).tell(told)
    assert "5.00 €" in out.getvalue()
    assert kind == "seed" or "Lugar 3, apostador 1" in out.getvalue()
    assert "5.00 €" in render(replay._text(event, {})).plain


def test_replay_shows_no_card_that_lay_face_down_or_outside() -> None:
    record: Any = type("Record", (), {"seq": 1, "at": 0})
    events = [event for event, *_ in EVENTS if not isinstance(event.step, Turn | Deal | Shift)]
    lines = list(replay._lines([(record, i, e) for i, e in enumerate(events)], {}))
    assert "KH" not in str([line.event for line in lines])
    hidden = Event(Deal(LAW, to="bank", seen_by=NOBODY), incident=Incident("torn", "KH"))
    assert "KH" not in str([line.event for line in replay._lines([(record, 0, hidden)], {})])


def test_a_report_has_the_clause_of_what_was_asked() -> None:
    record: Any = type("Record", (), {"seq": 1, "at": 0})
    asked = Event(Listen(LAW, offers=(Offer("hit", "1", LAW, "ana"),), window="w",
                         faults=("torn",)))
    told = [asked, Event(incident=Incident("torn"))]
    lines = list(replay._lines([(record, i, e) for i, e in enumerate(told)], {}))
    assert lines[1].law == (LAW,)


def test_an_offer_that_counts_cards_shows_a_number() -> None:
    out = StringIO()
    cut = Offer("cut", "table", LAW, low=10, high=302, unit=1, note="cards")
    Teller(Console(file=out, width=100), GAME).offers([cut], {"cut": "c"}, 0)
    assert "10 to 302" in out.getvalue() and "€" not in out.getvalue()
