"""The words in which a game is told: the steps of a coup and the answers to them.

A coup is a generator. It yields steps and receives what the world answers: a card for a Deal, a
seal for a Shuffle, numbers for a Throw, an Act or TimeOut for a Listen, and None for the rest.
Where a real table is played, an Incident may answer a Deal, a Throw, a Handle or a Listen instead.
A step holds frozen names and values only, so that a step read later says what it said then. Each
carries the clause that orders it in ``law``; ``also`` holds further clauses or interpretations that
shaped it.

Names. A *place* is a number at the table ("3"). A *hand* is a row of cards: the bank's is "bank", a
place's is "3", and after splits "3.1", "3.2" and so on; "aside" and "burn" are hands like others. A
*bet* is a stake with a fate of its own: the main bet of a hand has the hand's name, those of others
on the same place are numbered in order of arrival ("3+1", "3+2", after a split "3.1+1"), and all
others add a word ("3/insurance", "3+1/pair"). Where bets lie on a cloth, each has its *spot* there
("pleno/17"), and the bet is the place's ("3/pleno/17").

What others may not know never stands in a Call, a Result, a window, a seat or a clock: those are
told to everybody. A card is hidden by ``seen_by``, an offer by its ``player``, and the default of a
Listen is told only to those whom it concerns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import msgspec

from sabot import deprecated

Carry = Any
"""What outlives a coup, of a type of its game's own: nobody else looks into it."""
Reply = Any
"""What a step is answered with: the card of a Deal, the numbers of a Throw, an Act of a Listen. A
coup knows at each ``yield`` what it gets, which the type of a generator cannot say."""
ALL = "*"
NOBODY = ""
COUNTED = frozenset({"cut"})
"""The acts whose amount counts cards, not cents; their offers have the note ``cards``."""


class Offer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that somebody may do now, in answer to a Listen.

    ``seat`` is the place, hand or spot it concerns; an offer that is the same for many spots lists
    them in ``seats`` and leaves ``seat`` empty. ``player`` is who may do it; "" is whoever is not
    in ``barred`` (refused under ``barred_law``), and where ``players`` are named one of them. Acts
    with money take an ``amount`` of cents from ``low`` to ``high`` in multiples of ``unit``;
    ``cost`` is what the act takes from the player when it takes no amount. ``note`` names something
    that the player must know before he confirms; where it is ``cards`` the amount counts cards.
    ``limit_law`` and ``unit_law`` are the clauses of these figures, ``high_law`` that of the most
    where it is another one than that of the least.
    An offer that is ``full`` stands there only to be refused: ``low`` of at most ``high`` is taken;
    without figures ``barred_law`` forbids it to everybody, and who asks hears the clause.
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
        """The least sum that an act may name, nothing where it names none."""
        return -(-self.low // self.unit) * self.unit if self.unit else 0

    @property
    def priced(self) -> bool:
        """Whether the act names a sum."""
        return self.unit > 0


class Detail(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a fault of this ``kind`` says besides: one of the ``seats`` that it concerns, where
    there are any; cents from ``low`` to ``high`` in multiples of ``unit``, where it has one."""

    kind: str
    seats: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    unit: int = 0


class Step(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="step"):
    """The base of all steps. It holds plain values only, so that no garbage needs collecting."""

    law: str
    also: tuple[str, ...] = msgspec.field(default=(), name="also")


class Menu(Step, frozen=True, omit_defaults=True, kw_only=True, tag="menu"):
    """What may be done again and again while people are asked, told once under a name.

    A Listen of the same coup names the menu and who may choose from it; its offers are those of
    nobody in particular. A cloth with hundreds of spots is told once so, and not with every chip.
    """

    name: str
    offers: tuple[Offer, ...]


RISES = "rises"
"""The fact of a Call by which the player at this place gets up, or everybody where it is 0; where
the Call has another ``seat`` he sits there now. A section of places instead says where each of
those who sat at them sits now, all at once: ``{"1": 4, "4": 1}``."""

LOT = "lot"
"""The thing of a Throw that draws lots: it decides no bet."""


Facts = Annotated[Mapping[str, Any], msgspec.Meta(description=(
    "The particulars of a step by name: open, since each game has its own, and records of earlier "
    "versions may hold others; numbers, words, lists of these, or numbers by name"))]
"""The particulars of a step. A game writes numbers and words, lists of these or of rows of them,
and numbers by name; what was stored by an earlier version stays as it is."""


def number(facts: Facts, name: str) -> int:
    """A particular that is a whole number; TypeError where it is none."""
    found = facts[name]
    if not isinstance(found, int):
        raise TypeError(f"{name} is a whole number, not {found!r}")
    return found


class Call(Step, frozen=True, omit_defaults=True, kw_only=True, tag="call"):
    """An announcement of the croupier: a key of the game's vocabulary and its particulars."""

    call: str
    seat: str = ""
    facts: Facts = {}


class Shuffle(Step, frozen=True, omit_defaults=True, kw_only=True, tag="shuffle"):
    """Shuffle so many packs into a new shoe. Answer: the seal of its order, in hex.

    ``without`` are the cards that lie outside (the discard corner) and are not shuffled in; some of
    them may never have been seen, so that players are told their number only.
    """

    packs: int
    warning: int
    without: tuple[str, ...] = ()


class Cut(Step, frozen=True, omit_defaults=True, kw_only=True, tag="cut"):
    """A person cuts the new shoe: its first ``at`` cards go behind the others."""

    at: int


class Open(Step, frozen=True, omit_defaults=True, kw_only=True, tag="open"):
    """The shoe has ended: show its order. Answer: the opening of the seal."""

    seal: str


class Deal(Step, frozen=True, omit_defaults=True, kw_only=True, tag="deal"):
    """One card from the shoe to a hand, seen by everybody (ALL), NOBODY or one player.

    Answer: the card, or an Incident; its card, where it has one, lies in the hand until the coup
    puts it elsewhere. ``faults`` are the kinds of Incident that the coup can go on from here. Where
    the table is a real one, a card that NOBODY sees may be unknown ("??"). ``bottom``: the card is
    taken from below the pack.
    """

    to: str
    seen_by: str = ALL
    faults: tuple[str, ...] = ()
    bottom: bool = False


class Throw(Step, frozen=True, omit_defaults=True, kw_only=True, tag="throw"):
    """Dice are thrown, the ball is spun, the reels turn: chance names one number for each.

    Answer: a tuple of whole numbers, the i-th one of the ``sides[i]`` equally likely numbers from
    ``first`` on; or an Incident of one of the kinds in ``faults``. A wheel of 37 is
    ``sides=(37,)``, two dice ``sides=(6, 6), first=1``.
    """

    thing: str
    sides: tuple[int, ...]
    first: int = 0
    faults: tuple[str, ...] = ()


class Cover(Step, frozen=True, omit_defaults=True, kw_only=True, tag="cover"):
    """A throw that nobody sees yet, sealed as a shoe is, so that bets can be made on it.

    ``sides``, ``first`` and ``faults`` are those of Throw. Answer: a Covered, or an Incident.
    """

    thing: str
    sides: tuple[int, ...]
    first: int = 0
    faults: tuple[str, ...] = ()


class Uncover(Step, frozen=True, omit_defaults=True, kw_only=True, tag="uncover"):
    """A covered throw is shown; only now does the step name it, with the nonce of its seal."""

    thing: str
    fell: tuple[int, ...]
    seal: str
    nonce: str


class Reveal(Step, frozen=True, omit_defaults=True, kw_only=True, tag="reveal"):
    """A face-down card of a hand is turned up; only now does the step name it.

    One that its player alone looks at (``seen_by``) is told to him and to nobody else.
    """

    hand: str
    index: int
    card: str
    seen_by: str = ALL


class Turn(Step, frozen=True, omit_defaults=True, kw_only=True, tag="turn"):
    """A face-down card that the program does not know is turned up. Answer: the card.

    Only where the hidden card was entered as unknown; a known one is shown by a Reveal.
    """

    hand: str
    index: int


class Shift(Step, frozen=True, omit_defaults=True, kw_only=True, tag="shift"):
    """A card that was dealt goes from one hand to another and lies face up there.

    It may have lain face down; only now does the step name it.
    """

    frm: str
    index: int
    to: str
    card: str


class Handle(Step, frozen=True, omit_defaults=True, kw_only=True, tag="handle"):
    """The croupier does something with the things on the table, and everybody sees it.

    ``what`` is a word of the game ("show-cards", "load", "marker"), ``seat`` where, ``facts`` its
    particulars. Answer: None once it is done; where ``answers`` are given, one of these words, and
    None for the first of them; or an Incident of one of the kinds in ``faults``, with its
    ``details``.
    """

    what: str
    seat: str = ""
    facts: Facts = {}
    answers: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    details: tuple[Detail, ...] = ()


class Part(Step, frozen=True, omit_defaults=True, kw_only=True, tag="part"):
    """A hand is split in two: its second card begins the new hand.

    Its own bet and those of others on it go to the first of the two (`renamed_bet`).
    """

    hand: str
    into: tuple[str, str]


class Discard(Step, frozen=True, omit_defaults=True, kw_only=True, tag="discard"):
    """The cards of these hands go to the discard tray."""

    hands: tuple[str, ...]


class Move(Step, frozen=True, omit_defaults=True, kw_only=True, tag="move"):
    """Money moves between two accounts; FLOWS names them for each ``kind``.

    Against the house: ``stake`` (player to stake), ``return`` and ``refund`` (stake to player),
    ``pay`` (bank to player, at ``odds``), ``collect`` (stake to bank). Among players: ``award``
    (the stake ``bet`` of somebody else pays the player: his bank, a pot) and ``take`` (the stake
    ``bet`` is lost and joins the stake ``into``). On a cloth: ``travel`` (a bet goes to another
    spot ``into`` and stays its player's). Between coups: ``hold`` (the stake stays on the
    table after the coup) and ``resume`` (the next coup finds it there). ``commission`` is the
    house's part of a stake, ``gratuity`` what a player gives to those who work there. A pool:
    ``contribute`` (stake to jackpot), ``seed`` (bank to jackpot) and ``jackpot`` (its prize, to the
    player); ``into`` names a pool that several tables feed. ``restore`` is what the bank had
    collected and gives back. A machine: ``prize`` (bank to stake: what it pays becomes credit,
    or is owed against a voucher), ``jackpot-due`` (jackpot to stake: one that is owed so),
    ``hand-pay`` (stake to player: the cashier pays the voucher ``into``), ``ticket`` (stake to the
    ticket whose number is ``into``) and ``redeem`` (from it). ``player`` is who gains or loses;
    ``amount`` is in cents.
    """

    kind: str
    bet: str
    player: str
    amount: int
    odds: str = ""
    into: str = ""


class Claim(Step, frozen=True, omit_defaults=True, kw_only=True, tag="claim"):
    """A prize out of a pool that several tables feed: how much it is only its keeper can say.

    ``pool`` is its name, ``part`` what falls due of all that is in it, as a fraction ("1", "1/10");
    where ``amount`` is given it is so many cents, or all there are if these are fewer. ``among``:
    so many divide it in equal parts, and what cannot be divided stays. Answer: the cents that the
    pool pays, which Moves of kind ``jackpot`` out of it tell then.
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
    """Whose turn it is, where players decide one after the other in everybody's sight: the place,
    the acts that are decisions of a turn, and the clause under which others are refused them."""

    seat: str
    acts: tuple[str, ...]
    law: str


class Listen(Step, frozen=True, omit_defaults=True, kw_only=True, tag="listen"):
    """Wait for people: one of ``offers``, one of the ``menus`` told before, or the clock.

    ``menus`` names each menu that is open, with the players who may choose from it. An offer of the
    Listen itself goes before one of a menu for the same act at the same spot.

    ``clock`` names the table's timing that runs ("" for none); it starts anew whenever ``window``
    changes. ``default`` says what the coup does when time runs out, ``default_law`` under what.
    ``faults`` are the kinds of Incident that a supervisor may report while it stands, with their
    ``details``; one of them is the Listen's answer then. ``turn`` is whose turn it is, where acts
    out of turn are refused as such.
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
"""The steps that chance answers, or who looks at a real table."""

# The account that each kind of Move empties and the one that it fills. "player" is the player's
# own, "stake" that of the coup, the others are those of the table.
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


def gain(move: Move) -> int:
    """What a movement adds to its player's own account, in cents; below nothing what it takes."""
    frm, to = FLOWS[move.kind]
    return move.amount * ((to == "player") - (frm == "player"))


def renamed_bet(bet: str, part: Part) -> str:
    """The name of a bet after a split: what lay on the hand, whoever's, lies on the first hand."""
    hand, first = part.hand, part.into[0]
    if bet == hand or (bet.startswith(f"{hand}+") and "/" not in bet):
        return first + bet[len(hand):]
    return bet


class Act(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag="act", tag_field="answer"):
    """What one player does: the answer of a person to a Listen."""

    player: str
    act: str
    seat: str
    amount: int = 0


class TimeOut(msgspec.Struct, frozen=True, tag="timeout", tag_field="answer"):
    """The clock's answer to a Listen: its default applies."""

    window: str


class Covered(NamedTuple):
    """Chance's answer to a Cover: what lies there, its seal, and the nonce that opens the seal."""

    fell: tuple[int, ...]
    seal: str
    nonce: str


class Incident(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened at a real table instead of a card or a throw, or while people were asked: the
    coup itself goes on from it.

    ``kind`` is a word of the game ("foreign-object", "face-up"); ``card`` and ``fell`` are what
    was dealt or thrown none the less. ``seat`` is the place or hand that it concerns, ``amount``
    the cents of a bet that is reported; ``note`` is the supervisor's own and told to no player.
    ``figures`` are what was found and what it ought to be, by the name of what shows them.
    """

    kind: str
    card: str = ""
    fell: tuple[int, ...] = ()
    seat: str = ""
    note: str = ""
    amount: int = 0
    figures: dict[str, tuple[int, int]] = {}


HOUR = "hour"
"""The kind of incident that a clock reports: a full hour has struck."""

STARTS, AFTER = "starts", "after-"
"""The fact of a Call with which a period of play begins, and what the kind of incident begins with
that a clock reports so many minutes later: "after-30". A coup names it among its faults only until
it has heard it. Where the fact is not 0, it is after how many minutes the clock reports ELAPSED,
beside such a period and whatever begins meanwhile."""
ELAPSED = "elapsed"

CLOSING = "closing-time"
"""The kind of incident that a clock reports at the closing hour of a table."""

TIME_LEFT, YES, NO = "time-left", "yes", "no"
"""What a Handle asks before something begins that must not in the last minutes before the closing
hour, and what a clock or a croupier answers."""

REMOVED, SESSION_ENDS = "table-removed", "the session ends"


class Void(Exception):
    """Thrown into a coup that cannot be determined: it refunds what is in play and ends.

    ``cause`` is recorded with the refund and told to the players; with one of those above the table
    ``closes``, and no coup follows that could decide what waits for one.
    """

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause
        self.closes = cause in (REMOVED, SESSION_ENDS)


deprecated.install(__name__)
