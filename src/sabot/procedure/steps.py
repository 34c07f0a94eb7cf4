"""The words in which a game is told: the steps of a coup and the answers to them.

A coup is a generator. It yields steps and receives what the world answers: a card for a Deal, a
seal for a Shuffle, an Act or TimeOut for a Listen, and None for the rest. A step holds frozen names
and values only, so that a step read later says what it said then. Each carries the clause that
orders it in ``law``; ``also`` holds further clauses or interpretations that shaped it.

Names. A *place* is a number at the table ("3"). A *hand* is a row of cards: the bank's is "bank", a
place's is "3", and after splits "3.1", "3.2" and so on. A *bet* is a stake with a fate of its own:
the main bet of a hand has the hand's name, others add a word ("3/insurance").
"""

from __future__ import annotations

from typing import Any

import msgspec

ALL = "*"
NOBODY = ""


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that somebody may do now, in answer to a Listen.

    ``seat`` is the place or hand it concerns. ``player`` is who may do it; "" is whoever is not in
    ``barred`` (refused under ``barred_law``). Acts with money take an ``amount`` of cents from
    ``low`` to ``high`` in multiples of ``unit``; ``cost`` is what the act takes from the player
    when it takes no amount. ``note`` names something that the player must know before he confirms.
    """

    act: str
    seat: str
    law: str
    player: str = ""
    low: int = 0
    high: int = 0
    unit: int = 0
    cost: int = 0
    note: str = ""
    also: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    barred_law: str = ""
    limit_law: str = ""
    unit_law: str = ""

    @property
    def priced(self) -> bool:
        """Whether the act names a sum."""
        return self.unit > 0


class Step(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="step"):
    """The base of all steps."""

    law: str
    also: tuple[str, ...] = msgspec.field(default=(), name="also")


class Call(Step, frozen=True, omit_defaults=True, kw_only=True, tag="call"):
    """An announcement of the croupier: a key of the game's vocabulary and its particulars."""

    call: str
    seat: str = ""
    facts: dict[str, Any] = {}


class Shuffle(Step, frozen=True, omit_defaults=True, kw_only=True, tag="shuffle"):
    """Shuffle so many packs into a new shoe. Answer: the seal of its order, in hex."""

    packs: int
    warning: int


class Open(Step, frozen=True, omit_defaults=True, kw_only=True, tag="open"):
    """The shoe has ended: show its order. Answer: the opening of the seal."""

    seal: str


class Deal(Step, frozen=True, omit_defaults=True, kw_only=True, tag="deal"):
    """One card from the shoe to a hand, seen by everybody (ALL) or NOBODY. Answer: the card."""

    to: str
    seen_by: str = ALL


class Reveal(Step, frozen=True, omit_defaults=True, kw_only=True, tag="reveal"):
    """A face-down card of a hand is turned up; only now does the step name it."""

    hand: str
    index: int
    card: str


class Part(Step, frozen=True, omit_defaults=True, kw_only=True, tag="part"):
    """A hand is split in two: its second card begins the new hand."""

    hand: str
    into: tuple[str, str]


class Discard(Step, frozen=True, omit_defaults=True, kw_only=True, tag="discard"):
    """The cards of these hands go to the discard tray."""

    hands: tuple[str, ...]


class Move(Step, frozen=True, omit_defaults=True, kw_only=True, tag="move"):
    """Money moves between a player, the stake in play and the bank.

    ``kind`` is ``stake`` (player to stake), ``return`` and ``refund`` (stake to player), ``pay``
    (bank to player, at ``odds``) or ``collect`` (stake to bank). ``amount`` is in cents.
    """

    kind: str
    bet: str
    player: str
    amount: int
    odds: str = ""


class Result(Step, frozen=True, omit_defaults=True, kw_only=True, tag="result"):
    """How a bet or a hand was decided: ``won``, ``lost``, ``tie``, ``surrendered``, ..."""

    hand: str
    result: str
    facts: dict[str, Any] = {}


class Listen(Step, frozen=True, omit_defaults=True, kw_only=True, tag="listen"):
    """Wait for people: one of ``offers``, or the clock.

    ``clock`` names the table's timing that runs ("" for none); it starts anew whenever ``window``
    changes. ``default`` says what the coup does when time runs out, ``default_law`` under what.
    """

    offers: tuple[Offer, ...]
    window: str
    clock: str = ""
    default: str = ""
    default_law: str = ""


AnyStep = Call | Shuffle | Open | Deal | Reveal | Part | Discard | Move | Result | Listen

FLOWS = {
    "stake": ("player", "stake"),
    "return": ("stake", "player"),
    "refund": ("stake", "player"),
    "pay": ("bank", "player"),
    "collect": ("stake", "bank"),
}


class Act(msgspec.Struct, frozen=True, omit_defaults=True, tag="act", tag_field="answer"):
    """What one player does: the answer of a person to a Listen."""

    player: str
    act: str
    seat: str
    amount: int = 0


class TimeOut(msgspec.Struct, frozen=True, tag="timeout", tag_field="answer"):
    """The clock's answer to a Listen: its default applies."""

    window: str


class Void(Exception):
    """Thrown into a coup that cannot be determined: it refunds what is in play and ends.

    ``cause`` is recorded with the refund and told to the players.
    """

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause
