"""What a blackjack is made of: every point on which the four regulations differ, and its clauses.

A ``Code`` is one table's law as plain values: the numbers and choices of its regulation with the
house's options filled in. ``Clauses`` says, for each moment that the family tells, which clause
orders it. A ``Book`` is both for one game; the phases of a coup read nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from sabot.equipment import PACK
from sabot.families.blackjack.cites import NONE, Cite
from sabot.families.blackjack.hand import ACE, FACES
from sabot.families.blackjack.prizes import SpecialPrize
from sabot.families.blackjack.sidebets import SideBet
from sabot.money import EVENS, Odds
from sabot.procedure.table import Table


class Prize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of a jackpot's scale.

    The first ``cards`` cards (2 to 4) of a place are all of ``rank`` ("" for any one rank) and
    alike in ``alike``: "suit", "colour" or "" for whatever. It pays ``times`` the jackpot bet, or
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

    ``refill``: every prize that leaves less than ``start`` in the pool has it filled up. ``pool``
    names one that several tables share. ``drawn_cards``: beside the two cards first dealt and those
    dealt to the hands of a split, cards that a hand draws count too.
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

    ``low`` and ``high``: the least and the most of it in hundredths of the initial bet;
    ``natural``: who holds a blackjack may insure it; ``pays``: its odds.
    """

    low: int = 0
    high: int
    natural: bool = True
    pays: Odds = Odds(2)


class Code(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """The law of one table, as values.

    The shoe. ``packs``; ``source``: "sealed" (a program shuffles), "hand", "batch" and
    "continuous" (shufflers), "box" (one pack for one coup). ``warning``: cards behind the warning
    card, 0 for none; ``alone_half``: with one player it stands in the middle. ``cut``: "" nobody,
    "order" the places in turn, "any" whoever wants to. ``shows_packs`` before play. ``burn``:
    cards taken before a shoe is dealt; ``burn_coup``, ``burn_bank``: one more at each later coup,
    and before the bank's second card; ``burn_shuffled``: after each shuffle of a machine.
    ``each_coup``: the bank shuffles after every coup. ``lid_every``: the shuffler takes cards back
    after so many coups. ``spoilt_only``: a damaged card is replaced without its pack.
    ``cancels_all``: a deal beyond repair gives back what the bank has already collected too.

    The bets. ``close``: "call" or "first-card" (a place until its own first card). ``unit`` of
    main bets in cents. ``others``: people may bet on places of others; ``standing``: without a
    place too; ``counts_bets``: the limit of places for each player counts those on which he bets.
    ``decider``: "holder" (else the highest bet), "seated", "nearest" or "highest".
    ``bettors``: how many to a place, 0 for no limit; ``place_together``: the maximum bounds what
    all of them have there, else what each has. ``sides`` offered, ``one_side`` kind of them for
    each bettor and place; ``side_low``, ``side_high`` their limits; ``table_high`` the most on all
    places together, 0 for none. ``jackpot``.

    The deal. ``second``: the bank's second card is "hidden" or "late"; ``peek``: looked at under an
    ace or ten. ``down``: which of a player's cards lie face down: "", "first", "second", "both".
    ``exposed_any``: a card found turned over is void wherever it was due. ``first_exposed``:
    a first card found face up is good. ``announce``: totals are told.

    Decisions. ``must_hit`` up to this total. ``double``: from and to which totals, (0, 21) for any,
    () for none; ``double_split`` the same on split hands. ``fixes_ace``: a double that needs the
    ace at 1 keeps it there. ``split_rank``: pairs by rank only. ``max_splits`` for each place, 0
    for no limit; ``resplit``, ``resplit_aces``; ``refusal_final``. ``surrender``: "",
    "decision" or "pass" (before the first additional card). ``insurance``, None where it is not
    offered. ``even_money`` against "A" or "AT".
    ``five``: five cards may be cashed for half.

    The bank. ``stands`` on this total; ``hit_soft``: it draws on ace-six. ``plays_always``.
    ``unseen_out``: a card that it drew in error may be taken away unseen.

    Payment. ``at_once``: a blackjack that the bank cannot equal. ``special`` prizes,
    None for none. ``keeps_split``, ``keeps_double``,
    ``keeps_eleven``: what a bank's blackjack does not take. ``results``: how many of the bank's are
    shown.
    """

    packs: int
    source: str = "hand"
    warning: int = 0
    alone_half: bool = False
    cut: str = ""
    shows_packs: bool = True
    burn: int = 0
    burn_coup: bool = False
    burn_bank: bool = False
    burn_shuffled: bool = False
    each_coup: bool = False
    lid_every: int = 1
    spoilt_only: bool = False
    cancels_all: bool = False

    close: str = "call"
    unit: int = 1
    others: bool = True
    standing: bool = True
    counts_bets: bool = False
    decider: str = "holder"
    bettors: int = 0
    place_together: bool = True
    sides: tuple[SideBet, ...] = ()
    one_side: bool = False
    side_low: int = 0
    side_high: int = 0
    table_high: int = 0
    jackpot: Jackpot | None = None

    second: str = "hidden"
    peek: bool = False
    down: str = ""
    exposed_any: bool = False
    first_exposed: bool = False
    announce: bool = False

    must_hit: int = 0
    double: tuple[int, ...] = ()
    double_split: tuple[int, ...] = ()
    double_named: tuple[int, ...] = ()
    fixes_ace: bool = False
    split_rank: bool = False
    max_splits: int = 0
    resplit: bool = True
    resplit_aces: bool = True
    refusal_final: bool = False
    surrender: str = ""
    insurance: Insurance | None = None
    even_money: str = "A"
    five: bool = False

    stands: int = 17
    hit_soft: bool = False
    plays_always: bool = False
    unseen_out: bool = False

    at_once: bool = False
    special: SpecialPrize | None = SpecialPrize()
    keeps_split: bool = False
    keeps_double: bool = False
    keeps_eleven: bool = False
    results: int = 12

    blackjack_pays: Odds = Odds(3, 2)
    win_pays: Odds = EVENS
    even_money_pays: Odds = EVENS
    surrender_part: int = 2
    five_pays: Odds = Odds(1, 2)

    @property
    def guards(self) -> bool:
        """Whether a bank's blackjack leaves the player anything of what he added to his bet."""
        return self.keeps_split or self.keeps_double or self.keeps_eleven


class Clauses(msgspec.Struct, frozen=True, kw_only=True):
    """The clause that orders each moment, with those that shaped it; NONE where a law is silent.

    A field is named after what is told or offered: ``first_card`` orders the first card of each
    place, ``stay_split`` what becomes of a bet that does not follow a split.
    """

    # The shoe.
    show_packs: Cite = NONE
    show_packs_shuffler: Cite = NONE
    shuffle: Cite = NONE
    shuffle_machine: Cite = NONE
    shoe_ends: Cite = NONE
    machine_order: Cite = NONE
    replace_packs: Cite = NONE
    replace_card: Cite = NONE
    gather: Cite = NONE
    cut_first: Cite = NONE
    cut_next: Cite = NONE
    cut: Cite = NONE
    house_cuts: Cite = NONE
    warning: Cite = NONE
    warning_alone: Cite = NONE
    load: Cite = NONE
    mix: Cite = NONE
    load_shuffler: Cite = NONE
    spread: Cite = NONE
    reshuffle: Cite = NONE
    burn: Cite = NONE
    burn_coup: Cite = NONE
    burn_bank: Cite = NONE
    last_coup: Cite = NONE
    last_coup_whole: Cite = NONE
    try_lid: Cite = NONE
    unload: Cite = NONE
    sort_packs: Cite = NONE
    return_cards: Cite = NONE
    lid_closed: Cite = NONE

    # Faults.
    damaged: Cite = NONE
    damaged_told: Cite = NONE
    jam: Cite = NONE
    jam_solved: Cite = NONE
    exposed: Cite = NONE
    exposed_first: Cite = NONE
    misplaced: Cite = NONE
    misdrawn_unseen: Cite = NONE
    misdrawn_seen: Cite = NONE
    misdrawn_bank: Cite = NONE
    bank_drew: Cite = NONE
    bank_drew_unseen: Cite = NONE
    cancelled: Cite = NONE
    void: Cite = NONE
    refund: Cite = NONE

    # Bets.
    open_bets: Cite = NONE
    betting: Cite = NONE
    betting_alone: Cite = NONE
    late: Cite = NONE
    deal_alone: Cite = NONE
    sit: Cite = NONE
    sit_alone: Cite = NONE
    leave: Cite = NONE
    more_places: Cite = NONE
    bet: Cite = NONE
    other_bet: Cite = NONE
    vacant_bet: Cite = NONE
    limit: Cite = NONE
    place_limit: Cite = NONE
    vacant_limit: Cite = NONE
    table_limit: Cite = NONE
    bettors: Cite = NONE
    unit: Cite = NONE
    stake: Cite = NONE
    unbet: Cite = NONE
    no_more_bets: Cite = NONE
    jackpot_call: Cite = NONE
    holder_decides: Cite = NONE
    highest_decides: Cite = NONE
    tie_decides: Cite = NONE
    holds_cards: Cite = NONE
    side_limit: Cite = NONE
    side_needs_bet: Cite = NONE
    one_side: Cite = NONE
    chip: Cite = NONE
    one_chip: Cite = NONE
    chip_needs_bet: Cite = NONE
    collect_chips: Cite = NONE
    collect_manual: Cite = NONE
    marker: Cite = NONE
    rate: Cite = NONE
    start: Cite = NONE
    top_up: Cite = NONE

    # The deal.
    first_card: Cite = NONE
    second_card: Cite = NONE
    bank_up: Cite = NONE
    bank_hidden: Cite = NONE
    bank_late: Cite = NONE
    announce: Cite = NONE
    announce_last: Cite = NONE
    bank_handles: Cite = NONE
    holder_handles: Cite = NONE
    paid_at_once: Cite = NONE
    paid_at_once_out: Cite = NONE

    # Before the decisions.
    call_insurance: Cite = NONE
    call_even_money: Cite = NONE
    call_even_only: Cite = NONE
    ask_insurance: Cite = NONE
    ask_even_money: Cite = NONE
    insure: Cite = NONE
    insure_other: Cite = NONE
    insure_limit: Cite = NONE
    cents: Cite = NONE
    even_money: Cite = NONE
    call_surrender: Cite = NONE
    ask_surrender: Cite = NONE
    surrender: Cite = NONE
    surrender_final: Cite = NONE
    surrendered: Cite = NONE
    peek: Cite = NONE
    peek_blackjack: Cite = NONE

    # Decisions.
    decide: Cite = NONE
    default: Cite = NONE
    must_hit: Cite = NONE
    must_hit_card: Cite = NONE
    hit: Cite = NONE
    hit_card: Cite = NONE
    stand: Cite = NONE
    ace_stands: Cite = NONE
    double: Cite = NONE
    double_any: Cite = NONE
    double_any_split: Cite = NONE
    double_split: Cite = NONE
    eleven: Cite = NONE
    ace_fixed: Cite = NONE
    one_card: Cite = NONE
    follow_double: Cite = NONE
    stay_double: Cite = NONE
    split: Cite = NONE
    split_done: Cite = NONE
    split_again: Cite = NONE
    split_again_done: Cite = NONE
    split_bet: Cite = NONE
    split_limit: Cite = NONE
    split_rank: Cite = NONE
    split_aces_again: Cite = NONE
    aces_again: Cite = NONE
    follow_split: Cite = NONE
    stay_split: Cite = NONE
    card_on_split: Cite = NONE
    card_on_ace: Cite = NONE
    five: Cite = NONE
    five_goes_on: Cite = NONE
    bust: Cite = NONE
    bust_shows: Cite = NONE
    bust_out: Cite = NONE

    # The bank.
    coup_ends: Cite = NONE
    coup_ends_out: Cite = NONE
    coup_ends_insured: Cite = NONE
    bank_shows: Cite = NONE
    bank_draws: Cite = NONE
    bank_draws_soft: Cite = NONE
    bank_result: Cite = NONE
    bank_insured: Cite = NONE
    bank_insured_lost: Cite = NONE

    # Payment.
    insurance_won: Cite = NONE
    insurance_lost: Cite = NONE
    insurance_back: Cite = NONE
    special: Cite = NONE
    special_split: Cite = NONE
    special_paid: Cite = NONE
    both_blackjack: Cite = NONE
    blackjack: Cite = NONE
    bank_blackjack: Cite = NONE
    blackjack_beats_21: Cite = NONE
    bank_blackjack_21: Cite = NONE
    bank_over: Cite = NONE
    won: Cite = NONE
    won_with_21: Cite = NONE
    lost: Cite = NONE
    tie: Cite = NONE
    stake_kept: Cite = NONE
    keeps_split: Cite = NONE
    keeps_double: Cite = NONE
    keeps_eleven: Cite = NONE
    hands_shown: Cite = NONE
    collected: Cite = NONE
    collected_machine: Cite = NONE
    cleared_machine: Cite = NONE
    indicator: Cite = NONE

    # Streaks.
    streak_stays: Cite = NONE
    streak_duty: Cite = NONE
    streak_lost: Cite = NONE
    streak_tie: Cite = NONE
    streak_waits: Cite = NONE
    streak_won: Cite = NONE
    streak_button: Cite = NONE
    streak_surrender: Cite = NONE
    streak_split_won: Cite = NONE
    streak_split_tie: Cite = NONE
    streak_split_lost: Cite = NONE

    # The jackpot.
    jackpot_prize: Cite = NONE
    pay_order: Cite = NONE
    remainder: Cite = NONE
    share_equally: Cite = NONE
    kept_open: Cite = NONE

    # What is cited beside the clause of a result.
    ace_value: str = ""
    face_value: str = ""
    pip_value: str = ""
    bank_ace: tuple[str, ...] = ()
    insured_alive: tuple[str, ...] = ()
    holder_absent: tuple[str, ...] = ()
    tie_also: tuple[str, ...] = ()
    blackjack_beats: tuple[str, ...] = ()
    split_21: tuple[str, ...] = ()
    hit_split: tuple[str, ...] = ()
    streak_several: tuple[str, ...] = ()
    no_card_on_21: tuple[str, ...] = ()
    no_special: tuple[str, ...] = ()
    no_special_split: tuple[str, ...] = ()
    jackpot_lines: dict[str, Cite] = {}


class Book:
    """The clauses of one game and the code of its tables; ``laws`` where a table's choices decide
    which clauses order a moment. ``sides``: every side bet that the game may offer, as it is where
    a table says nothing else."""

    def __init__(self, clauses: Clauses, code: Callable[[Table], Code],
                 laws: Callable[[Table], Clauses] | None = None,
                 sides: tuple[SideBet, ...] = ()) -> None:
        self.clauses = clauses
        self.sides = sides
        self.code = lru_cache(maxsize=256)(code)
        self._laws = lru_cache(maxsize=256)(laws) if laws is not None else None
        self._spots: dict[tuple[SideBet, ...], dict[str, SideBet]] = {}
        # The kinds of cards are bits, so that the clauses of any hand stand in a short table.
        self.kinds = {card: 1 if card[0] == ACE else 2 if card[0] in FACES else 4 for card in PACK}
        each = ((1, clauses.ace_value), (2, clauses.face_value), (4, clauses.pip_value))
        self.values = [tuple(sorted({law for bit, law in each if bit & found}))
                       for found in range(8)]

    def spots(self, code: Code) -> dict[str, SideBet]:
        """Every side bet by its spot: those of a table, and others that may still lie on it from
        the time when it offered them."""
        found = self._spots.get(code.sides)
        if found is None:
            found = {bet.spot: bet for bet in (*self.sides, *code.sides)}
            self._spots[code.sides] = found
        return found

    def laws(self, table: Table) -> Clauses:
        """The clauses for this table."""
        return self._laws(table) if self._laws is not None else self.clauses
