"""What may be shown of an event, as values: one struct for each thing that can be seen.

What hides nothing is shown as the step that it is (a Call, a Result); all else has a struct of its
own here, which holds no more than may be told. `ShownEvent` is the closed union of them. Written as
JSON each is a step of the table socket: members that have nothing to say are left out.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from sabot.procedure.steps import Call, Cut, Discard, Facts, Part, Result, Shift, Uncover

# -- offers ----------------------------------------------------------------------------------------


class ShownOffer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that whoever sees it may do now: an Offer without the names of anybody.

    ``barred`` is the clause that forbids it, where it is closed to who sees it, or stands there
    only to be refused. All else is as in `Offer`.
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
    """What would be a player's own to do at a seat, or at several, but for the clause ``law``."""

    act: str
    seat: str
    law: str
    seats: tuple[str, ...] = ()


# -- steps -----------------------------------------------------------------------------------------


class ShownStep(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="step"):
    """The base of the steps that are not shown as they are: each with its clause."""

    law: str


class ShownDeal(ShownStep, frozen=True, tag="deal"):
    """A card was dealt ``to`` a hand: its name where it may be seen, ``only`` by who is told.

    Where an ``incident`` came instead, ``lies`` says whether a card lies there none the less.
    """

    to: str
    card: str = ""
    only: bool = False
    incident: str = ""
    lies: bool | UnsetType = UNSET


class ShownThrow(ShownStep, frozen=True, tag="throw"):
    """What a ``thing`` that was thrown shows, or the incident that came instead."""

    thing: str
    fell: tuple[int, ...]
    incident: str = ""


class ShownCover(ShownStep, frozen=True, tag="cover"):
    """A throw that nobody sees yet, with its seal."""

    thing: str
    seal: str


class ShownTurn(ShownStep, frozen=True, tag="turn"):
    """A card of a hand that nobody knew is turned up."""

    hand: str
    index: int
    card: str


class ShownClaim(ShownStep, frozen=True, tag="claim"):
    """A pool pays so many cents; null where its keeper has not said how many."""

    pool: str
    cents: int | None


class ShownHandle(ShownStep, frozen=True, tag="handle"):
    """Something was done with the things on the table; ``word`` is what was answered to it, and
    ``incident`` what was found wrong."""

    what: str
    seat: str
    facts: Facts
    word: str = ""
    incident: str = ""


class ShownShuffle(ShownStep, frozen=True, tag="shuffle"):
    """A shoe of so many packs was shuffled: its seal. ``without`` is how many cards lie outside:
    some of them were never seen."""

    packs: int
    warning: int
    seal: str
    without: int = 0


class ShownOpen(ShownStep, frozen=True, tag="open"):
    """The shoe has ended: the opening of its seal."""

    opening: dict[str, str] | None


class ShownReveal(ShownStep, frozen=True, kw_only=True, tag="reveal"):
    """A face-down card of a hand is turned up, before everybody or before one player ``only``."""

    also: tuple[str, ...] = ()
    hand: str
    index: int
    card: str
    only: bool = False


class ShownMove(ShownStep, frozen=True, tag="move"):
    """Money moves: to or from the account of whoever sees it, where it is ``yours``. The name of no
    player stands in it; ``by`` is how others see the player, where a house says it. All else is as
    in `Move`."""

    kind: str
    bet: str
    amount: int
    yours: bool
    odds: str = ""
    into: str = ""
    also: tuple[str, ...] = ()
    by: str = ""


class ShownMenu(ShownStep, frozen=True, tag="menu"):
    """What may be done again and again while people are asked, told once under a name."""

    name: str
    offers: tuple[ShownOffer, ...]


class ShownListen(ShownStep, frozen=True, tag="listen"):
    """People are asked: the ``offers`` and ``menus`` of whoever sees it, and what is ``barred`` to
    them. ``awaiting`` are the seats that the table waits for. What happens when time runs out
    (``default``) is told only to those whom it concerns."""

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
    """The coup cannot be determined and ends: why."""

    void: str


class ShownAnswer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Somebody did something, with ``amount`` cents or cards: whether who sees it did.

    A house adds the clause of the offer that was taken (``law``), and how others see the player
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
    """Time ran out; a house adds the clause of what happens then."""

    law: str = ""


class ShownFault(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A supervisor reported a fault, at a seat where it is one of a seat; a house adds the clause
    of what is done about it."""

    fault: str
    seat: str
    law: str = ""


ShownEvent = (ShownDeal | ShownMove | ShownListen | ShownReveal | Result | Call | Discard
              | ShownHandle | ShownAnswer | ShownThrow | ShownMenu | ShownTurn | ShownCover
              | Uncover | ShownClaim | ShownShuffle | ShownOpen | Shift | Part | Cut
              | ShownTimeOut | ShownFault | ShownVoid)
"""Whatever can be shown of an event."""


# -- hands and the table ---------------------------------------------------------------------------


class HandLabel(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What the visible cards of a hand come to, as far as its game says it: the ``total``, in
    points or as a combination in short; whether an ace in it counts 11 (``soft``); its ``rank``
    among hands, and how many ``figures`` are in it; the name of its ``combination``."""

    total: int | str | UnsetType = UNSET
    soft: bool | UnsetType = UNSET
    rank: int | UnsetType = UNSET
    figures: int | UnsetType = UNSET
    combination: str | UnsetType = UNSET


NO_LABEL = HandLabel()
"""A hand of which nothing is said."""


class ShownHand(HandLabel, frozen=True, gc=False):
    """The ``cards`` of a hand in their order, null for one that lies face down, and what they come
    to."""

    cards: list[str | None]


class ShownTable(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on a table as one pair of eyes may see it: hands, stakes in cents and results by
    their names, the last call, the seal of the shoe, why the coup is void ("" for one that is not),
    what fell (null while it is covered), and the offers of each menu."""

    hands: dict[str, ShownHand]
    bets: dict[str, int]
    results: dict[str, Result]
    call: Call | None
    seal: str
    void: str
    fell: dict[str, list[int] | None]
    menus: dict[str, list[ShownOffer]] | UnsetType = UNSET
