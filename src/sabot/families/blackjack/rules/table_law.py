"""The law of a blackjack table: every point on which the four regulations differ, and its clauses.

A ``TableLaw`` is the law of one table as plain values: the numbers and choices of its regulation,
with the house's options filled in. `Clauses` gives the clause of each moment. A ``RuleBook`` holds
both for one game; the phases of a round read nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

import msgspec

from sabot import deprecated
from sabot.equipment import PACK
from sabot.families.blackjack.rules.clauses import Clauses
from sabot.families.blackjack.rules.hand import ACE, FACES
from sabot.families.blackjack.rules.prizes import SpecialPrize
from sabot.families.blackjack.rules.round_readings import USUAL, RoundReadings
from sabot.families.blackjack.rules.sidebets import SideBet
from sabot.money import EVENS, Odds
from sabot.procedure.table import Table

Source = Literal["sealed", "hand", "batch", "continuous", "box"]
"""Who shuffles, and what the cards come from: `TableLaw.source`."""

SHUFFLERS: tuple[Source, ...] = ("batch", "continuous")
"""The sources that are machines."""

Cutter = Literal["", "order", "any"]
"""Who may cut new cards: `TableLaw.cut`."""

Close = Literal["call", "first-card"]
"""When bets are closed: `TableLaw.close`."""

Decider = Literal["holder", "seated", "nearest", "highest"]
"""The person whose decisions count for all bets on a place: `TableLaw.decider`."""

SecondCard = Literal["hidden", "late"]
"""When the bank has its second card: `TableLaw.second`."""

FaceDown = Literal["", "first", "second", "both"]
"""Which of the first two cards of a place lie face down: `TableLaw.down`."""

Surrender = Literal["", "decision", "pass"]
"""When a hand may surrender: `TableLaw.surrender`."""

EvenMoney = Literal["none", "A", "AT"]
"""Under which card of the bank a blackjack may be paid even money: `TableLaw.even_money`."""


class Prize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of a jackpot's scale.

    The first ``cards`` cards (2 to 4) of a place are all of ``rank`` ("" for any one rank) and of
    one ``alike``: "suit", "colour" or "" for any cards. It pays ``times`` the jackpot bet, or
    ``share`` hundredths of what is left in the pool.
    """

    name: str
    cards: int
    rank: str = "A"
    alike: str = ""
    times: int = 0
    share: int = 0


class Jackpot(msgspec.Struct, frozen=True, kw_only=True):
    """A progressive prize: ``chip`` and ``start`` in cents, ``rate`` in hundredths of the chip.

    ``refill``: every prize that leaves less than ``start`` in the pool makes the bank refill it.
    ``pool``: the name of a pool that several tables share. ``drawn_cards``: cards that a hand draws
    count too, not only the first two cards and those dealt to the hands of a split.
    """

    chip: int
    rate: int
    start: int
    manual: bool
    refill: bool = False
    pool: str = ""
    drawn_cards: bool = False
    prizes: tuple[Prize, ...]


class Insurance(msgspec.Struct, frozen=True, kw_only=True):
    """A bet that the bank has a blackjack, offered while it shows an ace.

    ``low`` and ``high``: its minimum and maximum in hundredths of the initial bet. ``natural``: a
    blackjack may be insured too. ``pays``: its odds.
    """

    low: int = 0
    high: int
    natural: bool = True
    pays: Odds = Odds(2)


class TableLaw(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """The law of one table as values: what its regulation fixes and what its house chose."""

    # The shoe.
    packs: int
    """Packs of 52 cards."""
    source: Source = "hand"
    """Who shuffles, and what the cards come from: "sealed" a program, in an order fixed before
    play; "hand" the croupier, into a shoe; "box" the croupier, one pack in a box for one round;
    "batch" and "continuous" a shuffler, which works in batches or all the time."""
    warning: int = 0
    """Cards behind the warning card; 0 where there is none."""
    alone_half: bool = False
    """The warning card stands in the middle of the cards while one player is at the table."""
    cut: Cutter = ""
    """Who may cut new cards: "" nobody, "order" the players in turn, from the place behind the one
    that cut last, "any" any player, asked from the first place on."""
    shows_packs: bool = True
    """The packs are shown before they are shuffled for the first time; those of a shuffler always
    are."""
    burn: int = 0
    """Burn cards that are taken from new cards before they are dealt."""
    burn_coup: int = 0
    """Burn cards that are taken before each round that is not the first of its cards."""
    burn_bank: bool = False
    """A burn card is taken before the bank's second card, where that one is dealt late."""
    burn_shuffled: bool = False
    """A burn card is taken after each shuffle of a shuffler but the first, for which ``burn``
    counts."""
    each_coup: bool = False
    """The bank shuffles all cards before every round."""
    lid_every: int = 1
    """Coups after which the played cards go back into a shuffler."""
    spoilt_only: bool = False
    """A damaged card is replaced alone; else all packs of the shoe are."""
    cancels_all: bool = False
    """A deal that cannot be put right returns also what the bank has already collected."""

    # Bets.
    close: Close = "call"
    """When bets are closed: "call" for all places at once, by a call; "first-card" for each place
    at its own first card. With a jackpot they are closed by a call in any case."""
    chips_alone: bool = False
    """The call before the first card closes the bets on the jackpot alone."""
    unit: int = 1
    """Each main bet is a multiple of this, in cents."""
    others: bool = True
    """People may bet on places of others, and on those that nobody holds."""
    standing: bool = True
    """People who hold no place may bet on those of others; only with ``others``."""
    counts_bets: bool = False
    """The limit of places for each player counts those on which they bet, not only those that they
    hold."""
    decider: Decider = "holder"
    """Whose decisions count for all bets on a place. "holder", "seated" and "nearest": its holder,
    who bets there; else with "nearest" the bettor nearest to the bank, who came first, with the
    others the highest bet, of equal ones that of the lowest place ("holder") or the first
    ("seated"). "highest": the highest bet, of equal ones the holder's, else the first."""
    bettors: int = 0
    """How many people may have a main bet on one place; 0 for no limit."""
    place_together: bool = True
    """The table's maximum limits all bets on a place together; else each bettor's."""
    sides: tuple[SideBet, ...] = ()
    """The side bets that the table offers."""
    one_side: bool = False
    """Each bettor may have side bets of one kind (`SideBet.group`) on a place."""
    side_low: int = 0
    """The minimum of a side bet, in cents."""
    side_high: int = 0
    """The maximum of a side bet, in cents."""
    table_high: int = 0
    """The maximum of all main bets of the table together, in cents; 0 for no limit."""
    jackpot: Jackpot | None = None
    """The progressive prize for which a chip may be bet; None for none."""

    # The deal.
    second: SecondCard = "hidden"
    """When the bank has its second card: "hidden" at once, face down; "late" after the decisions,
    face up."""
    peek: bool = False
    """The croupier looks at the hidden card under an ace or ten, before the decisions."""
    down: FaceDown = ""
    """Which of the first two cards of a place lie face down: "" none, "first", "second" or
    "both"."""
    exposed_any: bool = False
    """A card found face up in the shoe is always void; else only where it was due face down."""
    first_exposed: bool = False
    """The first card of new cards counts even if it was found face up."""
    announce: bool = False
    """The croupier announces the totals of hands, after the deal and before the bank plays."""

    # Decisions.
    must_hit: int = 0
    """A hand may not stand on this total or less; 0 where it always may."""
    double: tuple[int, ...] = ()
    """The lowest and the highest total, an ace as 1, on which the first two cards of a place may
    double: (0, 21) for any, () for none."""
    double_split: tuple[int, ...] = ()
    """The lowest and the highest total, an ace as 1, on which the first two cards of a hand of a
    split may double, but for aces: (0, 21) for any, () for none."""
    double_named: tuple[int, ...] = ()
    """Where any total may double, the lowest and the highest that the regulation names: doubles on
    these cite `Clauses.double`, others `Clauses.double_any`. () where it names none."""
    fixes_ace: bool = False
    """A double that is lawful only with an ace as 1 keeps it at 1; else such a hand may not double.
    No meaning where any total may double."""
    split_rank: bool = False
    """Only cards of one rank split; else those of one value do."""
    max_splits: int = 0
    """How often one place may split in a round; 0 for no limit."""
    resplit: bool = True
    """A pair that came of a split may be split again, but for aces."""
    resplit_aces: bool = True
    """Aces that came of a split may be split again."""
    refusal_final: bool = False
    """After a place declines a split, its split hands are not offered another one, except of
    aces."""
    surrender: Surrender = ""
    """When a hand may surrender, never under an ace: "" never; "decision" as its first decision;
    "pass" when all are asked before anybody hits; a hand that is the only one is asked with its
    first decision."""
    insurance: Insurance | None = None
    """The insurance against a blackjack of the bank; None where it is not offered."""
    even_money: EvenMoney = "A"
    """Under which card of the bank a blackjack may be paid even money: "A" an ace, "AT" an ace or
    ten; "none" never (in no regulation, only in compiled rounds)."""
    five: bool = False
    """Five cards that are not over 21 may be cashed, unless the bank shows an ace."""

    # The bank.
    stands: int = 17
    """The bank stands on this total and any higher one."""
    hit_soft: bool = False
    """The bank draws on ace and six, in two cards."""
    plays_always: bool = False
    """The bank plays even where no hand is left in play."""
    unseen_out: bool = False
    """An unseen card that the bank drew in error may be reported and leaves the table."""

    # Payment.
    at_once: bool = False
    """A blackjack is paid after the deal where the bank shows no ace or ten."""
    special: SpecialPrize | None = SpecialPrize()
    """The prize for certain hands of three cards, paid in addition to the hand; None for none."""
    keeps_split: bool = False
    """A blackjack of the bank does not take what a split added to a bet."""
    keeps_double: bool = False
    """A blackjack of the bank does not take what a double added to a bet, but for one under
    `Clauses.eleven`."""
    keeps_eleven: bool = False
    """A blackjack of the bank does not take what a double under `Clauses.eleven` added to a bet."""
    results: int = 12
    """How many of the bank's last results are shown."""

    blackjack_pays: Odds = Odds(3, 2)
    """What a blackjack is paid."""
    win_pays: Odds = EVENS
    """What any other hand that wins is paid."""
    even_money_pays: Odds = EVENS
    """What a blackjack is paid that takes even money (``even_money``)."""
    surrender_part: int = 2
    """What a surrender costs: the bet divided by this."""
    five_pays: Odds = Odds(1, 2)
    """What five cards are paid when they are cashed (``five``)."""

    readings: RoundReadings = USUAL
    """The readings of ambiguous clauses that decide nothing above."""

    @property
    def guards(self) -> bool:
        """Whether a bank's blackjack leaves the player some of the bets added to the initial one.
        """
        return self.keeps_split or self.keeps_double or self.keeps_eleven


class RuleBook:
    """The clauses of one game and the law of its tables.

    ``laws``: a function where a table's options decide which clauses apply. ``sides``: every side
    bet that the game may offer, in its default form.
    """

    def __init__(self, clauses: Clauses, table_law: Callable[[Table], TableLaw],
                 laws: Callable[[Table], Clauses] | None = None,
                 sides: tuple[SideBet, ...] = ()) -> None:
        self.clauses = clauses
        self.sides = sides
        self.table_law = lru_cache(maxsize=256)(table_law)
        self.spots = lru_cache(maxsize=256)(self._spots)
        self._laws = lru_cache(maxsize=256)(laws) if laws is not None else None
        # Kinds of cards are bits, so that a table of eight rows gives the clauses of any hand.
        self.kinds = {card: 1 if card[0] == ACE else 2 if card[0] in FACES else 4 for card in PACK}
        values = ((1, clauses.ace_value), (2, clauses.face_value), (4, clauses.pip_value))
        self.values = [tuple(sorted({law for bit, law in values if bit & kinds}))
                       for kinds in range(8)]

    def _spots(self, table_law: TableLaw) -> dict[str, SideBet]:
        """Every side bet by its spot: those of the table, and others that may still lie on it
        because it offered them earlier."""
        return {bet.spot: bet for bet in (*self.sides, *table_law.sides)}

    def laws(self, table: Table) -> Clauses:
        """The clauses of this table."""
        return self._laws(table) if self._laws is not None else self.clauses


deprecated.install(__name__)
