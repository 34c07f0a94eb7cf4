"""Law 10: what a seat may not know is in nothing that it is told, in any encoding."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.equipment import RANKS
from sabot.games import catalogue
from sabot.procedure import (
    Act,
    Cover,
    Deal,
    Event,
    Handle,
    Listen,
    Reveal,
    Shift,
    TableState,
    Turn,
    Uncover,
    canonical,
    offers_for,
    redact,
)
from sabot.procedure.game import Game
from sabot.procedure.shown import ShownEvent, ShownListen
from sabot.procedure.table import Table
from sabot.procedure.tell import Teller, card_name
from support.random_play import LONG, PLAYERS, SEEDS, Tape, Walk, examples, pack, rich, tables

every_game = pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
MANY = examples(6)
STRANGERS = ("Zoe", "")


def eyes_of(walk: Walk, step: Deal | Cover) -> list[str]:
    """Everybody at the table and two who are not, save who may see this card or this throw."""
    seated = {e.answer.player for e in walk.record if isinstance(e.answer, Act)}
    return [eyes for eyes in sorted(seated) + list(STRANGERS)
            if not (seen_by(step) == "*" or (eyes and seen_by(step) == eyes))]


def seen_by(step: Deal | Cover) -> str:
    """Who sees what lies there: nobody a throw that is covered."""
    return step.seen_by if isinstance(step, Deal) else ""


def turned(walk: Walk) -> int:
    """Where the first card is turned up or throw shown in a record; its length when none is."""
    return next((i for i, e in enumerate(walk.record)
                 if isinstance(e.step, Reveal | Shift | Turn | Uncover)), len(walk.record))


def looked(walk: Walk) -> bool:
    """Whether the croupier looked at a hidden card, and all were told whether it ends the coup."""
    return any(isinstance(e.step, Handle) and e.step.answers for e in walk.record)


def told_to(game: Game, walk: Walk) -> Callable[[str, int], bytes]:
    """What each seat is told of a walk, put together once for each."""
    return cache(partial(messages, game, walk))


def messages(game: Game, walk: Walk, eyes: str, until: int) -> bytes:
    """All that a seat is told before a card is turned up: events, words, offers, snapshots of the
    table at each Listen, and every refusal."""
    record = walk.record[:until]
    seen = Seen([redact(event, eyes) for event in record])
    offered = [offers_for(event.step, eyes) for event in record if isinstance(event.step, Listen)]
    refused = [refusal for at, refusal in walk.refusals if at <= until]
    return seen.stored + said(game.id, seen) + canonical([offered, refused])


class Seen:
    """The events of a coup as a seat sees them: the same where they are so byte for byte."""

    def __init__(self, events: list[ShownEvent | None]) -> None:
        self.events, self.stored = events, canonical(events)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and self.stored == other.stored

    def __hash__(self) -> int:
        return hash(self.stored)


@lru_cache(maxsize=64)
def said(game_id: str, seen: Seen) -> bytes:
    """The words of what a seat sees, and the table as it stands at each Listen and at the end."""
    game = catalogue()[game_id]
    state, teller = TableState(game.label), Teller(game.words["en"], game.label)
    told: list[Any] = []
    for event in seen.events:
        state.fold(event)
        line = teller.line(event)
        told.append(line.text if line else "")
        if isinstance(event, ShownListen):
            told.append(state.show())
    return canonical([told, state.show()])


@every_game
@MANY
@given(data=st.data(), seed=SEEDS)
def test_a_hidden_card_changes_nothing_that_others_are_told(
        game: Game, data: st.DataObject, seed: int) -> None:
    """The same coup with other hidden cards under the same seal: every view is byte-identical,
    and so are the refusals and what the table shows, until the card is turned up."""
    compare(game, data.draw(tables(game)), seed, ("A", data.draw(st.sampled_from(RANKS))))


@every_game
def test_nor_at_a_small_table(game: Game) -> None:
    """Many short coups of one player, so that whatever depends on the hidden card comes up (the
    long run plays three times as many). A game that hides nothing in twenty coups hides nothing."""
    table = Table(game=game.id, name="small", rules=game.rules(), individual=True, places=1)
    hidden = False
    for seed in range(60 if LONG else 20):
        hidden = compare(game, table, seed, ("A", "K", "6")) or hidden
        if seed == 20 and not hidden:
            break


def compare(game: Game, table: Table, seed: int, ranks: tuple[str, ...]) -> bool:
    """One walk, again with each of these ranks as its hidden cards and with other covered throws:
    what others are told of it. Whether there was anything hidden."""
    first = Walk(game, table, seed, chance=(tape := rich(seed)), hostile=True)
    # A card that its player sees may change what he does; one that nobody sees changes nothing.
    hidden = [(at, step) for at, step in tape.hidden if not seen_by(step)]
    if not hidden:
        return False
    everybody = sorted({eyes for _, step in hidden for eyes in eyes_of(first, step)})
    told = told_to(game, first)
    for n, rank in enumerate(ranks, start=1):
        other = list(tape.cards)
        for at, step in hidden:
            if isinstance(step, Deal):
                other[at] = f"{rank}S"
        again = Tape(other, throws=seed, covered=n)
        second = Walk(game, table, seed, chance=again, hostile=True)
        until = min(turned(first), turned(second))
        assert turned(first) == turned(second) or looked(first)
        for eyes in everybody:
            assert told(eyes, until) == messages(game, second, eyes, until)
        if turned(first) == len(first.record) == len(second.record):
            assert canonical(game.shown(first.dealer.outcome)) == canonical(
                game.shown(second.dealer.outcome))
    return True


@every_game
@MANY
@given(data=st.data(), seed=SEEDS)
def test_a_hidden_card_is_in_no_message(game: Game, data: st.DataObject, seed: int) -> None:
    """Each card occurs once on the tape: its name is searched in all that anybody is told."""
    tape = Tape(pack(seed))
    walk = Walk(game, data.draw(tables(game)), seed, chance=tape, hostile=True)
    told, until = told_to(game, walk), turned(walk)
    for at, step in tape.hidden:
        for eyes in eyes_of(walk, step):
            heard = told(eyes, until)
            if isinstance(step, Deal):
                assert f'"{tape.cards[at]}"'.encode() not in heard
                assert card_name(tape.cards[at]).encode() not in heard
            else:
                assert not re.search(rb'"fell":({[^}]*)?\[\d', heard)


@every_game
@MANY
@given(data=st.data(), seed=SEEDS)
def test_names_and_offers_of_others_are_not_told(
        game: Game, data: st.DataObject, seed: int) -> None:
    """A seat hears its own name only, and sees its own offers only."""
    walk = Walk(game, data.draw(tables(game)), seed)
    for eyes in (*PLAYERS, *STRANGERS):
        for event in walk.record:
            told = canonical(redact(event, eyes))
            assert not [p for p in PLAYERS if p != eyes and f'"{p}"'.encode() in told]
            if isinstance(event.step, Listen):
                seen = redact(event, eyes)
                assert isinstance(seen, ShownListen)
                mine = offers_for(event.step, eyes) if eyes else []
                assert [o.act for o in seen.offers] == [o.act for o in mine]


@every_game
def test_a_redacted_event_is_told_by_default_as_nothing(game: Game) -> None:
    """Deny by default: an event that the view does not know is not told."""
    assert redact(Event(), "Ana") is None
    assert redact(Event(card="KH", seal="s"), game.id) is None
