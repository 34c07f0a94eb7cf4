"""The state of one round, and what outlives it."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

import msgspec

from sabot import deprecated
from sabot.families.blackjack.rules.cites import Cite, either, flat
from sabot.families.blackjack.rules.hand import hard, is_blackjack, total
from sabot.families.blackjack.rules.table_law import SHUFFLERS, RuleBook
from sabot.money import Odds
from sabot.procedure import AnyStep, Discard, Move, Stakes
from sabot.procedure.table import Table

Steps = Generator[AnyStep, Any, Any]

BANK = "bank"
BURN = "burn"
ASIDE = "aside"
SPOILT = "spoilt"
PACK = 52


class Carry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What outlives a round.

    ``seats``: the holder of each place. ``seal``, ``drawn`` and ``at``: the shoe in use, the cards
    that have left it, and where it was cut. ``results``: the bank's last results. ``cutter``: the
    place whose turn it was to cut the last shoe, 0 at the start of play. ``warning``: cards behind
    the warning card of this shoe. ``last``: the shoe ends. ``shown``: the packs were shown and
    loaded. ``out``: cards in the discard corner that wait for the shuffler, since ``waits`` rounds.
    ``held``: bets that stay on the table: name, player, cents. ``streaks``: wins in a row by place.
    ``pool``: cents in the jackpot. ``spoilt``: a damaged card has come and its pack is not replaced
    yet. ``loaded``: cards are in the machine. ``kept``: an unseen card that the bank drew in error
    is the first of the next round.
    """

    seats: tuple[str, ...]
    seal: str = ""
    drawn: int = 0
    results: tuple[str, ...] = ()
    at: int = 0
    cutter: int = 0
    warning: int = 0
    last: bool = False
    shown: bool = False
    out: tuple[str, ...] = ()
    waits: int = 0
    held: tuple[tuple[str, str, int], ...] = ()
    streaks: dict[str, int] = {}
    pool: int = 0
    spoilt: bool = False
    loaded: bool = False
    kept: bool = False


def opening(table: Table) -> Carry:
    """The carry of a table's first round: free places, no shoe yet."""
    return Carry(("",) * table.places)


def reopen(table: Table, carry: Carry) -> Carry:
    """The carry of a table that opens with new options: streak bets and the pool stay.

    So do a damaged pack, which must be replaced before it is used again, and the cards in a machine
    that must still be emptied.
    """
    streaks = {place: n for place, n in carry.streaks.items() if int(place) <= table.places}
    return Carry(("",) * table.places, results=carry.results, held=carry.held, streaks=streaks,
                 pool=carry.pool, spoilt=carry.spoilt, loaded=carry.loaded)


def hold_stakes(carry: Carry, stakes: Mapping[str, tuple[str, int]], pool: int) -> Carry:
    """The carry with the stakes and the pool in the table's accounts; a streak ends where no stake
    is left on it."""
    lying = tuple((bet, player, cents) for bet, (player, cents) in stakes.items())
    running = {bet.partition("/")[0].partition("+")[0] for bet in stakes}
    streaks = {place: n for place, n in carry.streaks.items() if place in running}
    return msgspec.structs.replace(carry, held=lying, pool=pool, streaks=streaks)


# What may go wrong with a card that a croupier draws.
FAULTS = ("damaged", "misplaced", "beyond-repair", "misdrawn-unseen", "misdrawn-seen")


class Wager:
    """The bet of one person on one hand: ``tag`` is "" or their number at the place ("+1").

    ``initial``: the amount that a double adds and a special prize multiplies.
    """

    __slots__ = ("initial", "player", "tag")

    def __init__(self, player: str, tag: str, initial: int) -> None:
        self.player = player
        self.tag = tag
        self.initial = initial


class Hand:
    """Cards and the wagers on them; the first wager's player decides.

    ``first``: these are still the two cards first dealt to the place. ``aces``: the hand comes from
    split aces. ``fixed``: an ace is kept at 1. ``down``: the cards that others do not see.
    ``keeps``: the clause that protects a double. ``all_fixed``: every ace is kept at 1.
    ``nobody``: no bettor decides for it.
    """

    __slots__ = ("aces", "all_fixed", "cards", "done", "doubled", "down", "first", "fixed", "keeps",
                 "name", "nobody", "place", "split", "wagers")

    def __init__(self, name: str, place: str, wagers: list[Wager]) -> None:
        self.name = name
        self.place = place
        self.wagers = wagers
        self.cards: list[str] = []
        self.down: set[int] | None = None
        self.first = True
        self.split = self.aces = self.fixed = self.done = False
        self.all_fixed = self.doubled = self.nobody = False
        self.keeps: Cite | None = None

    @property
    def player(self) -> str:
        """The player who decides for it."""
        return self.wagers[0].player

    @property
    def points(self) -> int:
        """The best points of its cards."""
        return hard(self.cards) if self.all_fixed else total(self.cards, self.fixed).points


class Round(Stakes):
    """The state of one round.

    ``hands``: all that were dealt or split off; ``in_play``: those not yet decided, in the order in
    which they are settled. ``insured``: the names of insurances. ``splits``: their number by place.
    ``jackpot_cards``: the cards of each place that count for the jackpot. ``extra``: what each
    wager added to the initial bet that a bank's blackjack takes too. ``collected_moves``: all that
    the bank has collected; ``moves_before``: how many of them came before the payment.
    ``misdrawn``: a card was drawn in error. ``deals``: how often the hand was dealt.
    ``decided_cards``: the first two cards of places whose additional bets they have decided.
    ``chips``: the player of each jackpot chip. ``outcomes``: how the hands of each place ended.
    """

    __slots__ = (
        "aside",
        "at",
        "bank",
        "book",
        "c",
        "carry",
        "chips",
        "cleared",
        "collected",
        "collected_moves",
        "cutter",
        "deals",
        "decided_cards",
        "drawn",
        "exposed_hand",
        "extra",
        "faults",
        "first_bets",
        "fresh",
        "hands",
        "in_play",
        "incoming",
        "insured",
        "jackpot_cards",
        "kept_open",
        "laid",
        "last",
        "machine",
        "misdrawn",
        "moves_before",
        "out_cards",
        "outcomes",
        "pool",
        "readings",
        "refused",
        "seal",
        "seats",
        "shown",
        "side_bets",
        "splits",
        "spoilt",
        "streaks",
        "surrender_asked",
        "table",
        "table_law",
        "unseen_kept",
        "used",
        "warning",
        "warning_mark",
        "watch",
    )

    def __init__(self, book: RuleBook, table: Table, carry: Carry) -> None:
        super().__init__()
        self.book = book
        self.c = book.laws(table)
        self.table_law = book.table_law(table)
        self.readings = self.table_law.readings
        self.side_bets = book.spots(self.table_law)
        self.table = table
        self.carry = carry
        self.seats = list(carry.seats)
        self.seal = carry.seal
        self.drawn = carry.drawn
        self.at = carry.at
        self.cutter = carry.cutter
        self.warning = carry.warning or self.table_law.warning
        self.last = carry.last
        self.out_cards = list(carry.out)
        self.spoilt = carry.spoilt
        self.shown = carry.shown
        self.unseen_kept = carry.kept
        self.pool = carry.pool
        self.streaks = dict(carry.streaks)
        self.used: list[str] = []
        self.jackpot_cards: dict[str, list[str]] = {}
        self.chips: dict[str, str] = {}
        self.kept_open: set[str] = set()
        self.deals = 0
        self.clear_hands()
        self.machine = self.table_law.source in SHUFFLERS
        self.collected = self.c.collected_machine if self.machine else self.c.collected
        self.cleared = (either(self.c.cleared_machine, self.collected) if self.machine
                        else self.collected)
        self.watch = table.attended and self.table_law.source != "sealed"
        self.faults = self._faults() if self.watch else ()
        self.warning_mark = -1  # how many cards have left the shoe when the warning card comes
        self.fresh = False  # this round is the first of its shoe

    def clear_hands(self) -> None:
        """No hand is dealt and nothing is decided."""
        self.hands: list[Hand] = []
        self.bank: list[str] = []
        self.aside: list[str] = []
        self.in_play: list[Hand] = []
        self.insured: list[str] = []
        self.splits: dict[str, int] = {}
        self.extra: dict[tuple[str, str], int] = {}
        self.outcomes: dict[str, list[str]] = {}
        self.first_bets: dict[tuple[str, str], int] = {}
        self.decided_cards: dict[str, list[str]] = {}
        self.refused: set[str] = set()
        self.surrender_asked = False  # the whole table has been asked about surrender
        self.collected_moves: list[Move] = []
        self.moves_before = 0
        self.laid: list[tuple[str, str, int]] = []  # the place, player and cents of each bet
        self.incoming = ("", "")  # a hand and the card that came to it with a fault, not in it yet
        self.misdrawn = False  # a card was drawn against a player's wish
        self.exposed_hand = ""  # the hand whose first card was found face up and is valid

    def window(self, name: str) -> str:
        """The name of a question: another one where the hand is dealt again."""
        return name if self.deals == 1 else f"{name}:{self.deals}"

    def _faults(self) -> tuple[str, ...]:
        """The faults that may be reported for an open card; only a shoe has a warning card."""
        more: tuple[str, ...] = ("jam",) if self.machine and self.c.jam[0] else ()
        return ("warning-card", *FAULTS) if self.warning and not self.machine else (*more, *FAULTS)

    def values(self, cards: list[str]) -> tuple[str, ...]:
        """The clauses that give these cards their values."""
        kinds, bits = self.book.kinds, 0
        for card in cards:
            bits |= kinds[card]
        return self.book.values[bits]

    @property
    def replacement_law(self) -> Cite:
        """The clause under which a damaged card's pack, or the card alone, is replaced."""
        return self.c.replace_card if self.table_law.spoilt_only else self.c.replace_packs

    def in_a_row(self, bet: str) -> int:
        """The number of wins in a row that a bet needs, 0 for a bet of another kind."""
        side = self.side_bets.get(bet.partition("/")[2])
        return side.in_a_row if side is not None else 0

    def natural(self, cards: list[str]) -> bool:
        """Whether two cards are a blackjack: an ace with a ten or a figure, or only with a figure
        (IR 18)."""
        return is_blackjack(cards) and not (
            self.readings.blackjack_of == "figures" and "T" in (cards[0][0], cards[1][0]))

    def room(self, place: str, player: str) -> int:
        """How much a player may still add to their bets on a place, where the maximum limits them
        all (IR 13, IR 51): those of a player, or where others may bet too, those on the place."""
        maximum = self.table.maximum
        if self.readings.maximum_limits == "initial-bets":
            return 1000 * maximum
        others = self.table_law.others
        return max(0, maximum - sum(cents for at, bettor, cents in self.laid
                                    if (at == place if others else bettor == player)))

    def add(self, bet: str, player: str, amount: int, law: str) -> Move:
        """A player adds a bet to those of the deal."""
        self.laid.append((bet.partition("/")[0].partition("+")[0].partition(".")[0], player,
                          amount))
        return self.stake(bet, player, amount, law)

    # -- money ------------------------------------------------------------------------------------

    def release(self, kind: str, bet: str, amount: int, law: str, *also: str) -> Move:
        """Move a stake out of play; what the bank collects is noted, in case the deal is cancelled.
        """
        move = Move(law, also, kind=kind, bet=bet, player=self._lift(bet, amount), amount=amount)
        if kind == "collect":
            self.collected_moves.append(move)
        return move

    def prize(self, bet: str, odds: Odds, law: str, *also: str) -> Move:
        """The bank pays a prize; half a cent of it is the player's or the house's where a table
        reads it so, and is never owed where it does not (IR 8)."""
        player, staked = self.stakes[bet]
        cents, rest = divmod(staked * odds.win, odds.per)
        if not rest or self.readings.half_cents == "not-owed":
            return super().prize(bet, odds, law, *also)
        return Move(law, (*also, *flat(self.c.cents)), kind="pay", bet=bet, player=player,
                    amount=cents + (self.readings.half_cents == "to-player"), odds=str(odds))

    def surrendered(self, staked: int) -> int:
        """What of a bet is lost by surrender, in cents; half a cent as in a prize (IR 8)."""
        cents, rest = divmod(staked, self.table_law.surrender_part)
        return cents + (bool(rest) and self.readings.half_cents == "to-house")

    def pay(self, bet: str, odds: Odds, cite: Cite, *also: str, stake_law: str = "") -> Steps:
        """Pay a prize from the bank; the winning stake goes back to the player."""
        return self.win(bet, odds, cite[0], *also, return_law=stake_law or self.c.stake_kept[0])

    def pay_hand(self, hand: Hand, odds: Odds, cite: Cite, *also: str) -> Steps:
        """The same for every wager on a hand."""
        for wager in hand.wagers:
            bet = hand.name + wager.tag
            yield self.prize(bet, odds, cite[0], *also)
            yield self.release("return", bet, self.staked(bet), self.c.stake_kept[0])

    def lose_hand(self, hand: Hand, cite: Cite) -> Steps:
        """The bank takes every wager on a hand."""
        for wager in hand.wagers:
            yield self.collect(hand, wager, self.staked(hand.name + wager.tag), cite)

    def collect(self, hand: Hand, wager: Wager, amount: int, cite: Cite) -> Move:
        """The bank takes part or all of a wager."""
        return self.release("collect", hand.name + wager.tag, amount, cite[0], *cite[1])

    def collected_from(self, bet: str, first: int = 0) -> int:
        """What the bank has collected of a bet, in cents, from its ``first`` move on."""
        return sum(move.amount for move in self.collected_moves[first:] if move.bet == bet)

    def return_hand(self, hand: Hand, cite: Cite) -> Steps:
        """Return every wager on a hand."""
        for wager in hand.wagers:
            bet = hand.name + wager.tag
            yield self.release("return", bet, self.staked(bet), *flat(cite))

    out = deprecated.OldMethod("collect_cards")
    note = deprecated.OldMethod("note_outcome")
    renewed = deprecated.OldMethod("replacement_law")
    taken = deprecated.OldMethod("collected_from")

    def collect_cards(self, hand: Hand, cite: Cite) -> Steps:
        """The hand is decided: its cards are collected, unless they stay open for a jackpot."""
        self.in_play.remove(hand)
        if hand.name in self.kept_open:
            return
        self.used += hand.cards
        yield Discard(cite[0], cite[1], hands=(hand.name,))

    def note_outcome(self, hand: Hand, outcome: str) -> None:
        """Note how a hand of a place ended: "won", "lost" or "tie"."""
        self.outcomes.setdefault(hand.place, []).append(outcome)
