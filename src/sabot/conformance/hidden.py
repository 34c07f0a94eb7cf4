"""What a seat may not know is in nothing that it is told, in any encoding."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from sabot.conformance.cases import Case, tried
from sabot.conformance.chance_sources import Tape, pack, rich
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
SMALL, LONG = 20, 60
"""So many short coups of one player for each ten coups of a plan, no more than so many in all. A
game that hides nothing in them hides nothing."""


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """The same coup with other hidden cards and covered throws looks the same to whoever may not
    know them; a hidden card is named nowhere; nobody is told the names or offers of others."""
    yield from tried(game, plan, changes_nothing, 6)
    yield from at_a_small_table(game, plan)
    yield from tried(game, plan, in_no_message, 6)
    yield from tried(game, plan, names_of_others, 6)


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


class Ears:
    """What the seats of a game are told, each thing put together once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._said: dict[bytes, bytes] = {}

    def of(self, walk: Walk) -> Callable[[str, int], bytes]:
        """What each seat is told of a walk until an event of it, put together once for each."""
        return cache(partial(self.messages, walk))

    def messages(self, walk: Walk, eyes: str, until: int) -> bytes:
        """All that a seat is told before a card is turned up: events, words, offers, snapshots of
        the table at each Listen, and every refusal."""
        record = walk.record[:until]
        seen = [redact(event, eyes) for event in record]
        offered = [offers_for(event.step, eyes) for event in record
                   if isinstance(event.step, Listen)]
        refused = [refusal for at, refusal in walk.refusals if at <= until]
        stored = canonical(seen)
        return stored + self.said(seen, stored) + canonical([offered, refused])

    def said(self, events: list[Any], stored: bytes) -> bytes:
        """The words of what a seat sees, and the table as it stands at each Listen and at the end.
        """
        if stored not in self._said:
            state = TableState(self.game.label)
            teller = Narrator(self.game.words["en"], self.game.label)
            told: list[Any] = []
            for event in events:
                state.fold(event)
                line = teller.line(event)
                told.append(line.text if line else "")
                if isinstance(event, ShownListen):
                    told.append(state.show())
            self._said[stored] = canonical([told, state.show()])
        return self._said[stored]


def changes_nothing(case: Case) -> None:
    """The same coup with other hidden cards under the same seal: every view is byte-identical,
    and so are the refusals and what the table shows, until the card is turned up."""
    compare(case, ("A", case.random.choice(RANKS)))


def at_a_small_table(game: Game, plan: Plan) -> Iterator[Finding]:
    """Many short coups of one player, so that whatever depends on the hidden card comes up."""
    many, hidden = min(LONG, max(1, SMALL * plan.coups // 10)), [False]

    def small(case: Case) -> None:
        if not hidden[0] and case.seed - plan.seed > SMALL:
            return
        hidden[0] = compare(case, ("A", "K", "6")) or hidden[0]

    small.__name__ = "at_a_small_table"
    inner = Plan(plan.seed, many, plan.done)
    yield from tried(game, inner, small, at=lambda of: Table(
        game=of.id, name="small", rules=of.rules(), individual=True, places=1))


def compare(case: Case, ranks: tuple[str, ...]) -> bool:
    """One walk, again with each of these ranks as its hidden cards and with other covered throws:
    what others are told of it. Whether there was anything hidden."""
    game, seed, ears = case.game, case.seed, Ears(case.game)
    first = case.walk(chance=(tape := rich(seed)), hostile=True)
    # A card that its player sees may change what he does; one that nobody sees changes nothing.
    hidden = [(at, step) for at, step in tape.hidden if not seen_by(step)]
    if not hidden:
        return False
    everybody = sorted({eyes for _, step in hidden for eyes in eyes_of(first, step)})
    told = ears.of(first)
    for n, rank in enumerate(ranks, start=1):
        other = list(tape.cards)
        for at, step in hidden:
            if isinstance(step, Deal):
                other[at] = f"{rank}S"
        again = Tape(other, throws=seed, covered=n)
        second = case.walk(chance=again, hostile=True)
        until = min(turned(first), turned(second))
        need(turned(first) == turned(second) or looked(first),
             "what is hidden decides when it is turned up", until)
        for eyes in everybody:
            if told(eyes, until) != ears.messages(second, eyes, until):
                raise Broken(f"{eyes or 'an onlooker'} is told something else where another card "
                             "is hidden", _differs(first, second, eyes, until))
        if turned(first) == len(first.record) == len(second.record):
            need(canonical(game.shown(first.dealer.outcome)) == canonical(
                game.shown(second.dealer.outcome)),
                "what the table shows after the coup hangs on a card that was not turned up")
    return True


def _differs(first: Walk, second: Walk, eyes: str, until: int) -> int:
    """The first event of which somebody is told something else."""
    return next((n for n, (one, other) in enumerate(
        zip(first.record[:until], second.record[:until], strict=False))
        if redact(one, eyes) != redact(other, eyes)), until)


def in_no_message(case: Case) -> None:
    """Each card occurs once on the tape: its name is searched in all that anybody is told."""
    tape = Tape(pack(case.seed))
    walk = case.walk(chance=tape, hostile=True)
    told, until = Ears(case.game).of(walk), turned(walk)
    for at, step in tape.hidden:
        for eyes in eyes_of(walk, step):
            heard = told(eyes, until)
            if isinstance(step, Deal):
                card = tape.cards[at]
                if f'"{card}"'.encode() in heard or card_name(card).encode() in heard:
                    raise Broken(f"{eyes or 'an onlooker'} is told of {card}, which lies hidden "
                                 f"in {step.to!r}", _named(walk, card, eyes, until))
            elif re.search(rb'"fell":({[^}]*)?\[\d', heard):
                raise Broken(f"{eyes or 'an onlooker'} is told what lies under a cover", until)


def _named(walk: Walk, card: str, eyes: str, until: int) -> int:
    """The first event that names a card to somebody."""
    return next((n for n, event in enumerate(walk.record[:until])
                 if f'"{card}"'.encode() in canonical(redact(event, eyes))), until)


def names_of_others(case: Case) -> None:
    """A seat hears its own name only, and sees its own offers only; what no view knows is told to
    nobody."""
    walk = case.walk()
    for eyes in (*PLAYERS, *STRANGERS):
        for n, event in enumerate(walk.record):
            seen: Any = redact(event, eyes)
            told = canonical(seen)
            named = [p for p in PLAYERS if p != eyes and f'"{p}"'.encode() in told]
            if named:
                raise Broken(f"{eyes or 'an onlooker'} is told the name of {named[0]}", n)
            if isinstance(event.step, Listen):
                mine = offers_for(event.step, eyes) if eyes else []
                need(isinstance(seen, ShownListen)
                     and [o.act for o in seen.offers] == [o.act for o in mine],
                     f"{eyes or 'an onlooker'} is told of offers that are not theirs", n)
    need(redact(Event(), "Ana") is None, "an event that no view knows is told")
