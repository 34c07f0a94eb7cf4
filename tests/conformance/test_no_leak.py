"""Law 10: what a seat may not know is in nothing that it is told, in any encoding."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import PLAYERS, SEEDS, Tape, Walk, pack, rich, tables

from sabot.games import catalogue
from sabot.procedure import (
    Deal,
    Event,
    Listen,
    Reveal,
    TableState,
    canonical,
    offers_for,
    redact,
)
from sabot.procedure.game import Game
from sabot.procedure.tell import Teller

every_game = pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
MANY = settings(max_examples=60, deadline=None, derandomize=True)
EYES = (*PLAYERS, "Zoe", "")


def may_see(step: Deal, eyes: str) -> bool:
    return step.seen_by == "*" or (bool(eyes) and step.seen_by == eyes)


def messages(game: Game, record: list[Event], eyes: str) -> list[bytes]:
    """All that a seat is told of a coup, in bytes: events, the table after each, words, offers."""
    state = TableState(game.label)
    teller = Teller(game.words["en"], game.label)
    told: list[bytes] = []
    for event in record:
        seen = redact(event, eyes)
        state.fold(seen)
        line = teller.line(seen)
        told.append(canonical([seen, state.show(), line.text if line else ""]))
        if isinstance(event.step, Listen):
            told.append(canonical(offers_for(event.step, eyes)))
    return told


def upto_reveal(game: Game, walk: Walk, eyes: str) -> list[bytes]:
    """Those messages up to the first step that turns a card up, or to the end."""
    return messages(game, walk.record[:turned(walk)], eyes)


def turned(walk: Walk) -> int:
    """Where the first card is turned up in a record; its length when none is."""
    return next((i for i, e in enumerate(walk.record) if isinstance(e.step, Reveal)),
                len(walk.record))


@every_game
@MANY
@given(data=st.data(), seed=SEEDS, swap=SEEDS)
def test_a_hidden_card_changes_nothing_that_others_are_told(
        game: Game, data: st.DataObject, seed: int, swap: int) -> None:
    """The same coup with another hidden card under the same seal: every view is byte-identical,
    and so are the refusals, until the card is turned up."""
    table = data.draw(tables(game))
    cards = rich(seed).cards
    first = Walk(game, table, seed, chance=(tape := Tape(list(cards))), hostile=True)
    if not tape.hidden:
        return
    other = list(cards)
    for at, _ in tape.hidden:
        other[at] = pack(swap)[at % 52]
    second = Walk(game, table, seed, chance=Tape(other), hostile=True)
    cut = turned(first)
    assert cut == turned(second)
    assert ([canonical(r) for at, r in first.refusals if at <= cut]
            == [canonical(r) for at, r in second.refusals if at <= cut])
    if cut == len(first.record):
        assert canonical(game.shown(first.dealer.outcome)) == canonical(
            game.shown(second.dealer.outcome))
    for eyes in EYES:
        if any(may_see(step, eyes) for _, step in tape.hidden):
            continue
        assert upto_reveal(game, first, eyes) == upto_reveal(game, second, eyes)


@every_game
@MANY
@given(data=st.data(), seed=SEEDS)
def test_a_hidden_card_is_in_no_message(game: Game, data: st.DataObject, seed: int) -> None:
    """Each card occurs once on the tape: its name is searched in all that anybody is told."""
    table = data.draw(tables(game))
    tape = Tape(pack(seed))
    walk = Walk(game, table, seed, chance=tape, hostile=True)
    for at, step in tape.hidden:
        card = tape.cards[at]
        needle = f'"{card}"'.encode()
        for told_at, refusal in walk.refusals:
            assert told_at > turned(walk) or needle not in canonical(refusal)
        for eyes in EYES:
            if not may_see(step, eyes):
                for message in upto_reveal(game, walk, eyes):
                    assert needle not in message


@every_game
@MANY
@given(data=st.data(), seed=SEEDS)
def test_names_and_offers_of_others_are_not_told(
        game: Game, data: st.DataObject, seed: int) -> None:
    """A seat hears its own name only, and sees its own offers only."""
    walk = Walk(game, data.draw(tables(game)), seed)
    for eyes in EYES:
        for event in walk.record:
            told = canonical(redact(event, eyes))
            assert not [p for p in PLAYERS if p != eyes and f'"{p}"'.encode() in told]
            if isinstance(event.step, Listen):
                seen: Any = redact(event, eyes)
                mine = offers_for(event.step, eyes) if eyes else []
                assert [o["act"] for o in seen["offers"]] == [o.act for o in mine]


@every_game
def test_a_redacted_event_is_told_by_default_as_nothing(game: Game) -> None:
    """Deny by default: an event that the view does not know is not told."""
    assert redact(Event(), "Ana") is None
    assert redact(Event(card="KH", seal="s"), game.id) is None
