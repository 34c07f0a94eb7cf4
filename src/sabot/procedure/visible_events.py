"""What may be shown of an event, as values: one struct for each kind.

A step without secrets is shown as it is (a Call, a Result). All others have a struct here that
holds only what may be shown. `ShownEvent` is their closed union. As JSON each is a step of the
table socket; members with their default are left out.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from sabot.procedure.steps import Call, Cut, Discard, Facts, Part, Result, Shift, Uncover

# -- offers ----------------------------------------------------------------------------------------


class ShownOffer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One act that the viewer may do now: an `Offer` without names.

    ``barred`` is the clause that forbids it, where it is closed to the viewer or only there to be
    refused. All else is as in `Offer`.
    """

    act: str
    seat: str
    law: str
    low: int = 0
    high: int = 0
    unit: int = 0
    cost: int = 0
    note: str = ""
    also: tuple[str, ...] = ()
    limit_law: str = ""
    high_law: str = ""
    unit_law: str = ""
    seats: tuple[str, ...] = ()
    barred: str = ""

    @property
    def spots(self) -> tuple[str, ...]:
        """Every seat that an act may name to take this offer."""
        return self.seats or (self.seat,)


class Barred(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An act that a player could do at a seat, or at several, but for the clause ``law``."""

    act: str
    seat: str
    law: str
    seats: tuple[str, ...] = ()


# -- steps -----------------------------------------------------------------------------------------


class ShownStep(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="step"):
    """The base of the steps that are not shown as they are."""

    law: str


class ShownDeal(ShownStep, frozen=True, tag="deal"):
    """A card was dealt ``to`` a hand: the ``card`` where the viewer may see it, ``only`` where
    nobody else does.

    Where an ``incident`` came instead, ``lies`` says whether a card lies there nevertheless.
    """

    to: str
    card: str = ""
    only: bool = False
    incident: str = ""
    lies: bool | UnsetType = UNSET


class ShownThrow(ShownStep, frozen=True, tag="throw"):
    """The numbers of a ``thing`` that was thrown, or the incident that came instead."""

    thing: str
    fell: tuple[int, ...]
    incident: str = ""


class ShownCover(ShownStep, frozen=True, tag="cover"):
    """A throw that nobody sees yet, with its seal."""

    thing: str
    seal: str


class ShownTurn(ShownStep, frozen=True, tag="turn"):
    """A card that nobody knew is turned up."""

    hand: str
    index: int
    card: str


class ShownClaim(ShownStep, frozen=True, tag="claim"):
    """A pool pays so many cents; null until its keeper has said how many."""

    pool: str
    cents: int | None


class ShownHandle(ShownStep, frozen=True, tag="handle"):
    """Something was done with the objects on the table; ``word`` is the answer to it, ``incident``
    what was found wrong."""

    what: str
    seat: str
    facts: Facts
    word: str = ""
    incident: str = ""


class ShownShuffle(ShownStep, frozen=True, tag="shuffle"):
    """A shoe of so many packs was shuffled, with its seal. ``without`` is the number of cards that
    lie outside: some of them nobody has seen."""

    packs: int
    warning: int
    seal: str
    without: int = 0


class ShownOpen(ShownStep, frozen=True, tag="open"):
    """The shoe has ended: what opens its seal."""

    opening: dict[str, str] | None


class ShownReveal(ShownStep, frozen=True, kw_only=True, tag="reveal"):
    """A face-down card is turned up, for everybody or for one player ``only``."""

    also: tuple[str, ...] = ()
    hand: str
    index: int
    card: str
    only: bool = False


class ShownMove(ShownStep, frozen=True, tag="move"):
    """Money moves; it is the viewer's where ``yours``. It holds no player's name; ``by`` is how
    others see the player, where a house adds it. All else is as in `Move`."""

    kind: str
    bet: str
    amount: int
    yours: bool
    odds: str = ""
    into: str = ""
    also: tuple[str, ...] = ()
    by: str = ""


class ShownMenu(ShownStep, frozen=True, tag="menu"):
    """A list of offers, published once under a name."""

    name: str
    offers: tuple[ShownOffer, ...]


class ShownListen(ShownStep, frozen=True, tag="listen"):
    """People are asked: the viewer's ``offers`` and ``menus``, and what is ``barred`` to them.
    ``awaiting`` are the seats that the table waits for. ``default``, what happens when the time
    runs out, is shown only to the players concerned."""

    window: str
    clock: str
    default: str
    default_law: str
    offers: tuple[ShownOffer, ...]
    awaiting: tuple[str, ...]
    menus: tuple[str, ...] = ()
    barred: tuple[Barred, ...] = ()


# -- what is no step -------------------------------------------------------------------------------


class ShownVoid(msgspec.Struct, frozen=True, gc=False):
    """The coup cannot be decided and ends; ``void`` is the cause."""

    void: str


class ShownAnswer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A player did something, with ``amount`` cents or cards; ``yours`` where it was the viewer.

    A house adds the clause of the offer that was taken (``law``) and how others see the player
    (``by``).
    """

    answer: str
    seat: str
    yours: bool
    amount: int = 0
    law: str = ""
    by: str = ""


class ShownTimeOut(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag="timeout",
                   tag_field="answer"):
    """The time ran out; a house adds the clause of the default."""

    law: str = ""


class ShownFault(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A supervisor reported a fault, at a seat where it concerns one; a house adds the clause of
    its remedy."""

    fault: str
    seat: str
    law: str = ""


ShownEvent = (ShownDeal | ShownMove | ShownListen | ShownReveal | Result | Call | Discard
              | ShownHandle | ShownAnswer | ShownThrow | ShownMenu | ShownTurn | ShownCover
              | Uncover | ShownClaim | ShownShuffle | ShownOpen | Shift | Part | Cut
              | ShownTimeOut | ShownFault | ShownVoid)
"""Everything that can be shown of an event."""


# -- hands and the table ---------------------------------------------------------------------------


class HandLabel(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The value of the visible cards of a hand, as far as its game names it: the ``total``, in
    points or as a short combination; whether an ace counts 11 (``soft``); its ``rank`` among hands;
    the number of ``figures``; the name of its ``combination``."""

    total: int | str | UnsetType = UNSET
    soft: bool | UnsetType = UNSET
    rank: int | UnsetType = UNSET
    figures: int | UnsetType = UNSET
    combination: str | UnsetType = UNSET


NO_LABEL = HandLabel()
"""The label of a hand without a value."""


class ShownHand(HandLabel, frozen=True, gc=False):
    """The ``cards`` of a hand in order, null for one that lies face down, and their value."""

    cards: list[str | None]


class ShownTable(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a table as one person may see it: hands, stakes in cents and results by name,
    the last call, the seal of the shoe, why the coup is void ("" for one that is not), what fell
    (null while covered), and the offers of each menu."""

    hands: dict[str, ShownHand]
    bets: dict[str, int]
    results: dict[str, Result]
    call: Call | None
    seal: str
    void: str
    fell: dict[str, list[int] | None]
    menus: dict[str, list[ShownOffer]] | UnsetType = UNSET
