"""Steps: what the procedure of a game yields, and the answers to it.

A coup is one play of a game, written as a generator. It yields steps and receives an answer to
each: the card for a Deal, the seal for a Shuffle, the numbers for a Throw, an Act or a TimeOut for
a Listen, and None for all others. At an attended table an Incident may answer a Deal, a Throw, a
Cover, a Handle or a Listen instead. Steps are frozen and hold plain values, so a stored step never
changes its meaning. The clause that orders a step is in ``law``; ``also`` holds further clauses and
interpretations that shaped it.

Names. A *place* is a numbered position at the table ("3"). A *hand* is a row of cards: the bank's
is "bank", that of a place is "3", and after splits "3.1", "3.2" and so on; "aside" and "burn" are
hands too. A *bet* is a stake that is decided separately. The main bet of a hand has the name of the
hand. Bets of other players on the same place are numbered in their order of arrival ("3+1", "3+2",
after a split "3.1+1"). All other bets add a word ("3/insurance", "3+1/pair"). On a layout each bet
has a *spot* ("pleno/17"), and its name begins with the place of the player ("3/pleno/17").

Secrets. A Call, a Result, a window, a seat and a clock are shown to everybody and must hold nothing
hidden. A card is hidden by ``seen_by`` and an offer by its ``player``; the default of a Listen is
shown only to the players who have an offer of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import msgspec

from sabot import deprecated

Carry = Any
"""The state that a game takes from one coup to the next. Its type belongs to the game; no other
code reads its contents."""
Reply = Any
"""The answer to a step. A coup knows at each ``yield`` which type it receives, but the type of a
generator cannot express this."""
ALL = "*"
"""``seen_by`` of a card that everybody sees."""
NOBODY = ""
"""``seen_by`` of a card that nobody sees."""
COUNTED = frozenset({"cut"})
"""The acts whose amount is a number of cards, not cents. Their offers have the note ``cards``."""


class Offer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One act that a player may do now, in answer to a Listen.

    ``seat`` is the place, hand or spot of the act. An offer that is the same for many spots lists
    them in ``seats`` and leaves ``seat`` empty. ``player`` is the only player who may take the
    offer; "" means any player who is not in ``barred``, or one of ``players`` where these are
    given. A player in ``barred`` is refused under ``barred_law``.

    An act with money takes an ``amount`` from ``low`` to ``high`` cents in multiples of ``unit``.
    An act without an amount takes ``cost`` cents from the player. ``limit_law`` and ``unit_law``
    are the clauses of these figures; ``high_law`` is the clause of the maximum where it differs
    from that of the minimum.

    ``note`` is the key of something that the player must know before they confirm. With the note
    ``cards`` the amount is a number of cards. An offer with the note ``full`` is always refused,
    and the refusal says why: ``low`` of at most ``high`` is already taken, or, without figures,
    ``barred_law`` forbids the act to everybody.
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
    high_law: str = ""
    unit_law: str = ""
    seats: tuple[str, ...] = ()
    players: tuple[str, ...] = ()

    @property
    def spots(self) -> tuple[str, ...]:
        """Every seat that an act may name to take this offer."""
        return self.seats or (self.seat,)

    @property
    def least(self) -> int:
        """The smallest amount in cents that an act may name; 0 where it names no amount."""
        return -(-self.low // self.unit) * self.unit if self.unit else 0

    @property
    def priced(self) -> bool:
        """Whether an act must name an amount."""
        return self.unit > 0


class Detail(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a report of an incident of this ``kind`` must say: one of ``seats``, where there are
    any, and an amount from ``low`` to ``high`` cents in multiples of ``unit``, where there is a
    unit."""

    kind: str
    seats: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    unit: int = 0


class Step(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="step"):
    """The base of all steps. It holds plain values only, so that it needs no garbage collection."""

    law: str
    also: tuple[str, ...] = msgspec.field(default=(), name="also")


class Menu(Step, frozen=True, omit_defaults=True, kw_only=True, tag="menu"):
    """A list of offers that the coup publishes once, under a name.

    A Listen of the same coup names the menu and the players who may choose from it. The offers of a
    menu belong to no particular player. This way a layout with hundreds of spots is published once
    and not again after every bet.
    """

    name: str
    offers: tuple[Offer, ...]


RISES = "rises"
"""The key of the fact with which a Call moves players between places. ``RISES: 3`` frees place 3;
where the Call has another ``seat``, the player of place 3 sits there now. ``RISES: 0`` frees every
place. Numbers by place, such as ``RISES: {"1": 4, "4": 1}``, move all these players at once."""

LOT = "lot"
"""The ``thing`` of a Throw that draws lots: it decides no bet."""


Facts = Annotated[Mapping[str, Any], msgspec.Meta(description=(
    "The particulars of a step by name: open, since each game has its own, and records of earlier "
    "versions may hold others; numbers, words, lists of these, or numbers by name"))]
"""The particulars of a step by name. A game writes numbers, words, lists of these or of lists of
them, and numbers by name. Records of earlier versions may hold others."""


def number(facts: Facts, name: str) -> int:
    """A particular that is a whole number; TypeError where it is not one."""
    value = facts[name]
    if not isinstance(value, int):
        raise TypeError(f"{name} is a whole number, not {value!r}")
    return value


class Call(Step, frozen=True, omit_defaults=True, kw_only=True, tag="call"):
    """The croupier announces something: a key of the game's vocabulary (``call``), the place or
    hand it concerns (``seat``) and its particulars."""

    call: str
    seat: str = ""
    facts: Facts = {}


class Shuffle(Step, frozen=True, omit_defaults=True, kw_only=True, tag="shuffle"):
    """Shuffle ``packs`` packs into a new shoe. Answer: the seal of its order, in hex.

    ``without`` lists the cards that lie outside (in the discard corner) and are not shuffled in.
    Nobody may have seen some of them, so players are shown their number only. ``warning``
    is the number of cards behind the warning card; 0 where there is none.
    """

    packs: int
    warning: int
    without: tuple[str, ...] = ()


class Cut(Step, frozen=True, omit_defaults=True, kw_only=True, tag="cut"):
    """A person cuts the new shoe: its first ``at`` cards go behind the others. Answer: None."""

    at: int


class Open(Step, frozen=True, omit_defaults=True, kw_only=True, tag="open"):
    """The shoe has ended: publish its order. Answer: what opens the seal, by name."""

    seal: str


class Deal(Step, frozen=True, omit_defaults=True, kw_only=True, tag="deal"):
    """Deal one card from the shoe to the hand ``to``. Everybody (ALL), NOBODY or one player sees
    it.

    Answer: the card, or an Incident of a kind in ``faults``. The card of an Incident, where it has
    one, lies in the hand until the coup moves it. At an attended table a card that NOBODY sees may
    be unknown ("??"). With ``bottom`` the card is taken from below the pack.
    """

    to: str
    seen_by: str = ALL
    faults: tuple[str, ...] = ()
    bottom: bool = False


class Throw(Step, frozen=True, omit_defaults=True, kw_only=True, tag="throw"):
    """Chance names numbers: dice are thrown, a ball is spun, reels turn.

    Answer: a tuple of whole numbers, the i-th of them one of ``sides[i]`` equally likely numbers
    from ``first`` on; or an Incident of a kind in ``faults``. A wheel with 37 pockets is
    ``sides=(37,)``, two dice are ``sides=(6, 6), first=1``.
    """

    thing: str
    sides: tuple[int, ...]
    first: int = 0
    faults: tuple[str, ...] = ()


class Cover(Step, frozen=True, omit_defaults=True, kw_only=True, tag="cover"):
    """A throw that nobody sees yet, sealed as a shoe is, so that players can bet on it.

    ``sides``, ``first`` and ``faults`` are those of Throw. Answer: a Covered, or an Incident.
    """

    thing: str
    sides: tuple[int, ...]
    first: int = 0
    faults: tuple[str, ...] = ()


class Uncover(Step, frozen=True, omit_defaults=True, kw_only=True, tag="uncover"):
    """A covered throw is shown, with the nonce that opens its seal. No step names the numbers
    before."""

    thing: str
    fell: tuple[int, ...]
    seal: str
    nonce: str


class Reveal(Step, frozen=True, omit_defaults=True, kw_only=True, tag="reveal"):
    """A face-down card of a hand is turned up. No step shows its value before.

    ``index`` is its position in the hand, from 0. Where ``seen_by`` names a player, that player
    alone looks at the card and nobody else is shown this step.
    """

    hand: str
    index: int
    card: str
    seen_by: str = ALL


class Turn(Step, frozen=True, omit_defaults=True, kw_only=True, tag="turn"):
    """A face-down card that the program does not know is turned up. Answer: the card.

    Only for a card that was entered as unknown; a known card is shown by a Reveal.
    """

    hand: str
    index: int


class Shift(Step, frozen=True, omit_defaults=True, kw_only=True, tag="shift"):
    """A card that was dealt goes from the hand ``frm`` to the hand ``to`` and lies face up there.

    It may have been face down; no step names it before.
    """

    frm: str
    index: int
    to: str
    card: str


class Handle(Step, frozen=True, omit_defaults=True, kw_only=True, tag="handle"):
    """The croupier does something with the objects on the table, in everybody's sight.

    ``what`` is a word of the game ("show-cards", "load", "marker"), ``seat`` the place, ``facts``
    the particulars. Answer: None once it is done; one of ``answers`` where these are given, with
    None for the first of them; or an Incident of a kind in ``faults``, with its ``details``.
    """

    what: str
    seat: str = ""
    facts: Facts = {}
    answers: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    details: tuple[Detail, ...] = ()


class Part(Step, frozen=True, omit_defaults=True, kw_only=True, tag="part"):
    """A hand is split in two: its second card begins the new hand.

    The bet of the hand and the bets of other players on it go to the first of the two
    (`renamed_bet`).
    """

    hand: str
    into: tuple[str, str]


class Discard(Step, frozen=True, omit_defaults=True, kw_only=True, tag="discard"):
    """The cards of these hands go to the discard tray."""

    hands: tuple[str, ...]


class Move(Step, frozen=True, omit_defaults=True, kw_only=True, tag="move"):
    """Money moves between two accounts; FLOWS names the accounts of each ``kind``.

    Against the house: ``stake`` (player to stake), ``return`` and ``refund`` (stake to player),
    ``pay`` (bank to player, at ``odds``) and ``collect`` (stake to bank). ``restore`` returns what
    the bank had collected.

    Among players: ``award`` (the stake ``bet`` of another player, such as their bank or a pot, pays
    the player) and ``take`` (the stake ``bet`` is lost and joins the stake ``into``).

    On a layout: ``travel`` (a bet goes to another spot ``into`` and stays the player's). Between
    coups: ``hold`` (the stake stays on the table after the coup) and ``resume`` (it is in play
    again). ``commission`` is the house's part of a stake, ``gratuity`` what a player gives to the
    staff.

    A pool: ``contribute`` (stake to jackpot), ``seed`` (bank to jackpot) and ``jackpot`` (a prize,
    jackpot to player); ``into`` names a pool that several tables feed.

    A machine: ``prize`` (bank to stake: it becomes credit, or is owed against a voucher),
    ``jackpot-due`` (jackpot to stake: a prize that is owed so), ``hand-pay`` (stake to player: the
    cashier pays the voucher ``into``), ``ticket`` (stake to the ticket with the number ``into``)
    and ``redeem`` (from the ticket to stake).

    ``player`` is the person who gains or loses; ``amount`` is in cents.
    """

    kind: str
    bet: str
    player: str
    amount: int
    odds: str = ""
    into: str = ""


class Claim(Step, frozen=True, omit_defaults=True, kw_only=True, tag="claim"):
    """Claim a prize from a pool that several tables feed. Only the keeper of the pool knows the
    amount.

    ``pool`` is its name and ``part`` the share of its content that is due, as a fraction ("1",
    "1/10"). Where ``amount`` is given, so many cents are due, or the whole content if that is less.
    ``among`` winners divide the prize in equal parts; an indivisible rest stays in the pool.
    Answer: the cents that the pool pays. Moves of kind ``jackpot`` then pay them.
    """

    pool: str
    part: str = "1"
    amount: int = 0
    among: int = 1


class Result(Step, frozen=True, omit_defaults=True, kw_only=True, tag="result"):
    """How a bet or a hand was decided: ``won``, ``lost``, ``tie``, ``surrendered``, ..."""

    hand: str
    result: str
    facts: Facts = {}


class InTurn(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Whose turn it is, where players decide one after another: the place, the acts that count as
    decisions of a turn, and the clause under which an act out of turn is refused."""

    seat: str
    acts: tuple[str, ...]
    law: str


class Listen(Step, frozen=True, omit_defaults=True, kw_only=True, tag="listen"):
    """Wait for people. Answer: an Act that takes an offer, a TimeOut, or an Incident.

    A player may take one of ``offers``, or an offer of one of ``menus``: each names a published
    menu and the players who may choose from it. An offer of the Listen itself takes precedence over
    an offer of a menu for the same act at the same spot.

    ``clock`` names the timing of the table that runs ("" for none); it starts again whenever
    ``window`` changes. ``default`` says what the coup does when the time runs out, ``default_law``
    under which clause. ``faults`` are the kinds of Incident that a supervisor may report meanwhile,
    with their ``details``. ``turn`` says whose turn it is, where acts out of turn are refused as
    such.
    """

    offers: tuple[Offer, ...]
    window: str
    clock: str = ""
    default: str = ""
    default_law: str = ""
    faults: tuple[str, ...] = ()
    menus: tuple[tuple[str, tuple[str, ...]], ...] = ()
    details: tuple[Detail, ...] = ()
    turn: InTurn | None = None


AnyStep = (Menu | Call
           | Shuffle | Cut | Open | Deal | Throw | Cover | Uncover | Reveal | Turn | Shift
           | Handle | Part | Discard | Move | Claim | Result | Listen)

ChanceStep = Deal | Shuffle | Open | Throw | Cover | Cut | Turn | Handle | Claim
"""The steps that chance answers, or the croupier of an attended table."""

FLOWS = {
    "stake": ("player", "stake"),
    "return": ("stake", "player"),
    "refund": ("stake", "player"),
    "pay": ("bank", "player"),
    "collect": ("stake", "bank"),
    "award": ("stake", "player"),
    "take": ("stake", "stake"),
    "travel": ("stake", "stake"),
    "hold": ("stake", "held"),
    "resume": ("held", "stake"),
    "commission": ("stake", "commission"),
    "gratuity": ("stake", "gratuity"),
    "contribute": ("stake", "jackpot"),
    "seed": ("bank", "jackpot"),
    "jackpot": ("jackpot", "player"),
    "restore": ("bank", "player"),
    "prize": ("bank", "stake"),
    "jackpot-due": ("jackpot", "stake"),
    "hand-pay": ("stake", "player"),
    "ticket": ("stake", "ticket"),
    "redeem": ("ticket", "stake"),
}
"""The account that each kind of Move debits and the one that it credits. "player" is the account of
the player, "stake" that of the coup; the others belong to the table."""


def gain(move: Move) -> int:
    """The cents that a movement adds to its player's own account; negative where it takes them."""
    frm, to = FLOWS[move.kind]
    return move.amount * ((to == "player") - (frm == "player"))


def renamed_bet(bet: str, part: Part) -> str:
    """The name of a bet after a split: bets on the split hand, of any player, lie on the first hand
    now."""
    hand, first = part.hand, part.into[0]
    if bet == hand or (bet.startswith(f"{hand}+") and "/" not in bet):
        return first + bet[len(hand):]
    return bet


class Act(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag="act", tag_field="answer"):
    """What one player does: a person's answer to a Listen."""

    player: str
    act: str
    seat: str
    amount: int = 0


class TimeOut(msgspec.Struct, frozen=True, tag="timeout", tag_field="answer"):
    """The clock's answer to a Listen: its default applies."""

    window: str


class Covered(NamedTuple):
    """The answer to a Cover: the numbers that fell, their seal, and the nonce that opens it."""

    fell: tuple[int, ...]
    seal: str
    nonce: str


class Incident(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened at an attended table instead of a card or a throw, or while people were asked.
    The coup goes on from it.

    ``kind`` is a word of the game ("foreign-object", "face-up"). ``card`` and ``fell`` are what was
    dealt or thrown nevertheless. ``seat`` is the place or hand that it concerns, ``amount`` the
    cents of the bet in question. ``note`` is for the supervisor and shown to no player. ``figures``
    are the reading and the correct value of each counter, by its name.
    """

    kind: str
    card: str = ""
    fell: tuple[int, ...] = ()
    seat: str = ""
    note: str = ""
    amount: int = 0
    figures: dict[str, tuple[int, int]] = {}


HOUR = "hour"
"""The kind of incident that a clock reports when a full hour has struck."""

STARTS, AFTER = "starts", "after-"
"""A Call with the fact STARTS begins a period of play. Later the clock reports incidents of the
kind AFTER with a number of minutes: "after-30". A coup names such a kind among its faults only
until it has received it. Where the fact is not 0, it is the number of minutes after which the clock
reports ELAPSED, whatever begins meanwhile."""
ELAPSED = "elapsed"
"""The kind of incident that a clock reports at the end of the minutes of STARTS."""

CLOSING = "closing-time"
"""The kind of incident that a clock reports at the closing hour of a table."""

TIME_LEFT, YES, NO = "time-left", "yes", "no"
"""TIME_LEFT is the question of a Handle before something that must not begin in the last minutes
before the closing hour; a clock or a croupier answers YES or NO."""

REMOVED, SESSION_ENDS = "table-removed", "the session ends"
"""The causes of a Void after which the table closes."""


class Void(Exception):
    """Thrown into a coup that cannot be decided: it refunds the stakes in play and ends.

    ``cause`` is recorded with the refund and shown to the players. ``closes`` is true for the
    causes REMOVED and SESSION_ENDS: the table closes, and no later coup can decide what waits for
    one.
    """

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause
        self.closes = cause in (REMOVED, SESSION_ENDS)


deprecated.install(__name__)
