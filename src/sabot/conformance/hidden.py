"""Checks that hidden cards and throws are in no message to those who may not know them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from sabot.conformance.cases import Case, try_law
from sabot.conformance.chance_sources import Tape, rich_tape, shuffled_pack
from sabot.conformance.findings import Broken, Finding, Plan, need
from sabot.conformance.random_players import PLAYERS, Walk
from sabot.equipment import RANKS
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
from sabot.procedure.narration import Narrator, card_name
from sabot.procedure.table import Table
from sabot.procedure.visible_events import ShownListen

STRANGERS = ("Zoe", "")
SMALL_COUPS, MAX_SMALL = 20, 60
"""Short coups of one player for each ten coups of a plan, and their maximum. If nothing is hidden
in them, the game has no hidden cards."""


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """A coup with other hidden cards and throws looks the same to those who may not know them; no
    message names a hidden card; nobody sees the names or offers of others."""
    yield from try_law(game, plan, changes_nothing, 6)
    yield from at_a_small_table(game, plan)
    yield from try_law(game, plan, in_no_message, 6)
    yield from try_law(game, plan, names_of_others, 6)


def eyes_of(walk: Walk, step: Deal | Cover) -> list[str]:
    """Everybody at the table and two others, without those who may see this card or throw."""
    seated = {e.answer.player for e in walk.record if isinstance(e.answer, Act)}
    return [viewer for viewer in sorted(seated) + list(STRANGERS)
            if not (seen_by(step) == "*" or (viewer and seen_by(step) == viewer))]


def seen_by(step: Deal | Cover) -> str:
    """Who may see the card of this step; "" for a covered throw, which nobody sees."""
    return step.seen_by if isinstance(step, Deal) else ""


def first_reveal(walk: Walk) -> int:
    """The index of the first reveal of a card or a throw; the length of the record if there is
    none."""
    return next((i for i, e in enumerate(walk.record)
                 if isinstance(e.step, Reveal | Shift | Turn | Uncover)), len(walk.record))


def croupier_looked(walk: Walk) -> bool:
    """Whether the croupier looked at a hidden card and announced the consequence."""
    return any(isinstance(e.step, Handle) and e.step.answers for e in walk.record)


class Messages:
    """The messages to each viewer of a game, cached."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._texts: dict[bytes, bytes] = {}

    def of_walk(self, walk: Walk) -> Callable[[str, int], bytes]:
        """A cached function from a viewer and a position to the messages of a walk."""
        return cache(partial(self.all_messages, walk))

    def all_messages(self, walk: Walk, viewer: str, until: int) -> bytes:
        """Everything that a viewer receives up to a position: events, text, offers, snapshots of
        the table at each Listen, and refusals."""
        record = walk.record[:until]
        visible = [redact(event, viewer) for event in record]
        offers_ = [offers_for(event.step, viewer) for event in record
                   if isinstance(event.step, Listen)]
        refusals = [refusal for position, refusal in walk.refusals if position <= until]
        stored = canonical(visible)
        return stored + self.text_of(visible, stored) + canonical([offers_, refusals])

    def text_of(self, events: list[Any], encoded: bytes) -> bytes:
        """The text of visible events, and the table at each Listen and at the end."""
        if encoded not in self._texts:
            state = TableState(self.game.label)
            narrator = Narrator(self.game.words["en"], self.game.label)
            texts: list[Any] = []
            for event in events:
                state.fold(event)
                line = narrator.line(event)
                texts.append(line.text if line else "")
                if isinstance(event, ShownListen):
                    texts.append(state.show())
            self._texts[encoded] = canonical([texts, state.show()])
        return self._texts[encoded]


def changes_nothing(case: Case) -> None:
    """With other hidden cards under the same seal, every view, refusal and table is byte-identical
    until the card is revealed."""
    compare(case, ("A", case.random.choice(RANKS)))


def at_a_small_table(game: Game, plan: Plan) -> Iterator[Finding]:
    """Many short coups of one player, so that everything that depends on the hidden card occurs."""
    coups, any_hidden = min(MAX_SMALL, max(1, SMALL_COUPS * plan.coups // 10)), [False]

    def play_small(case: Case) -> None:
        if not any_hidden[0] and case.seed - plan.seed > SMALL_COUPS:
            return
        any_hidden[0] = compare(case, ("A", "K", "6")) or any_hidden[0]

    play_small.__name__ = "at_a_small_table"
    inner = Plan(plan.seed, coups, plan.done)
    yield from try_law(game, inner, play_small, table_of=lambda game_: Table(
        game=game_.id, name="small", rules=game_.rules(), individual=True, places=1))


def compare(case: Case, ranks: tuple[str, ...]) -> bool:
    """Repeat a walk with these ranks as hidden cards and other covered throws, and compare what
    others receive. Return whether anything was hidden."""
    game, seed, messages = case.game, case.seed, Messages(case.game)
    first = case.walk(chance=(tape := rich_tape(seed)), hostile=True)
    # A card that its player sees may change what they do; one that nobody sees changes nothing.
    hidden = [(position, step) for position, step in tape.hidden if not seen_by(step)]
    if not hidden:
        return False
    viewers = sorted({viewer for _, step in hidden for viewer in eyes_of(first, step)})
    first_messages = messages.of_walk(first)
    for n, rank in enumerate(ranks, start=1):
        other = list(tape.cards)
        for position, step in hidden:
            if isinstance(step, Deal):
                other[position] = f"{rank}S"
        other_tape = Tape(other, throws=seed, covered=n)
        second = case.walk(chance=other_tape, hostile=True)
        until = min(first_reveal(first), first_reveal(second))
        need(first_reveal(first) == first_reveal(second) or croupier_looked(first),
             "a hidden card changes when a card is turned up", until)
        for viewer in viewers:
            if first_messages(viewer, until) != messages.all_messages(second, viewer, until):
                raise Broken(f"{viewer or 'an onlooker'} receives something else if another card "
                             "is hidden", _first_difference(first, second, viewer, until))
        if first_reveal(first) == len(first.record) == len(second.record):
            need(canonical(game.public_state(first.dealer.outcome)) == canonical(
                game.public_state(second.dealer.outcome)),
                "the table after the coup shows something that depends on a card that was not "
                "turned up")
    return True


def _first_difference(first: Walk, second: Walk, viewer: str, until: int) -> int:
    """The index of the first event that a viewer sees differently."""
    return next((n for n, (event, other) in enumerate(
        zip(first.record[:until], second.record[:until], strict=False))
        if redact(event, viewer) != redact(other, viewer)), until)


def in_no_message(case: Case) -> None:
    """Search all messages for the name of a hidden card (each card is on the tape once)."""
    tape = Tape(shuffled_pack(case.seed))
    walk = case.walk(chance=tape, hostile=True)
    messages_of, until = Messages(case.game).of_walk(walk), first_reveal(walk)
    for position, step in tape.hidden:
        for viewer in eyes_of(walk, step):
            message = messages_of(viewer, until)
            if isinstance(step, Deal):
                card = tape.cards[position]
                if f'"{card}"'.encode() in message or card_name(card).encode() in message:
                    raise Broken(f"{viewer or 'an onlooker'} receives the name of {card}, which is "
                                 f"hidden in {step.to!r}", _first_naming(walk, card, viewer, until))
            elif re.search(rb'"fell":({[^}]*)?\[\d', message):
                raise Broken(f"{viewer or 'an onlooker'} receives the result under a cover", until)


def _first_naming(walk: Walk, card: str, viewer: str, until: int) -> int:
    """The index of the first event that names a card to a viewer."""
    return next((n for n, event in enumerate(walk.record[:until])
                 if f'"{card}"'.encode() in canonical(redact(event, viewer))), until)


def names_of_others(case: Case) -> None:
    """A viewer sees only their own name and offers; an empty event is shown to nobody."""
    walk = case.walk()
    for viewer in (*PLAYERS, *STRANGERS):
        for n, event in enumerate(walk.record):
            visible: Any = redact(event, viewer)
            encoded = canonical(visible)
            named_players = [p for p in PLAYERS if p != viewer and f'"{p}"'.encode() in encoded]
            if named_players:
                raise Broken(f"{viewer or 'an onlooker'} receives the "
                             f"name of {named_players[0]}", n)
            if isinstance(event.step, Listen):
                own_offers = offers_for(event.step, viewer) if viewer else []
                need(isinstance(visible, ShownListen)
                     and [o.act for o in visible.offers] == [o.act for o in own_offers],
                     f"{viewer or 'an onlooker'} receives offers of others", n)
    need(redact(Event(), "Ana") is None, "an event without content is shown")
