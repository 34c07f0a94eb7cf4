"""The readings of ambiguous clauses that the tables of three regulations may choose.

A game takes `OnlineReadings` or `LandReadings` as the section ``readings`` of its rules; a round
reads them in `round_readings.RoundReadings`.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from sabot.families.blackjack.rules.round_readings import HalfCents
from sabot.procedure import readings

Silent = Literal["fewest-cards", "stands"]
VoidUndoes = Literal["undecided", "every-bet"]


class SharedReadings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that the online game and those of casino floors share.

    ``silent``: a player who does not answer takes cards up to 11, or stands on what they have (IR
    1, IR 88). ``void_undoes``: a void round returns the bets that are not decided, or also those
    that the bank has collected; prizes that were paid stay paid (IR 14, IR 24). ``maximum_limits``:
    initial bets, or all bets of a round: those of a player online, those on a place of a casino
    floor (IR 13, IR 51).
    """

    UNPRICED: ClassVar[frozenset[str]] = frozenset(("maximum_limits",))

    silent: Silent = "fewest-cards"
    void_undoes: VoidUndoes = "undecided"
    maximum_limits: Literal["initial-bets", "all-bets"] = "initial-bets"


class OnlineReadings(SharedReadings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings of Regulamento 805/2015.

    ``blackjack_of``: an ace with a ten or a figure is a blackjack, or only with a figure (IR 18).
    ``special_multiplies``: the special prize multiplies the initial bet of the hand, or all that
    lies on it (IR 3). ``doubles_fix``: which doubles keep an ace at 1: those that need it, or every
    one of two cards with an ace (IR 4). ``insured_left``: what the bank does where only insurances
    are left: it shows its second card, plays its hand to the end, or returns them (IR 7).
    ``surrender_at``: the first decision of a place, or any decision of a hand (IR 9).
    ``insured_plays``: an insured hand may be played; else it stays as it was dealt (IR 10).
    ``special_paid``: with the other bets, or as soon as the third card comes (IR 16).
    ``decision_order``: places decide one after another, or all are asked at once and the first to
    answer comes first (IR 12). ``lost_line``: what becomes of the session of a player whose line is
    lost (IR 19). ``void_by``: a supervisor may void a round too, or only the program (IR 21).
    ``idle_warning``: at an individual table the warning comes some seconds after the invitation, or
    with it (IR 22). ``low_hands``: every hand of 11 or less takes a card, or only one of the two
    cards first dealt (IR 391). ``maximum_counts``: the maximum is one for each place, or one for
    the first bets of a player on all places (IR 392). ``half_cents``: stakes for which half a cent
    would be owed are refused, or the half cent is the player's or the house's (IR 8).
    ``fresh_credits``: a demonstration gives new credits to a player who has none, or only rounds
    do (IR 23).
    """

    UNPRICED: ClassVar[frozenset[str]] = frozenset((
        "maximum_limits", "blackjack_of", "special_multiplies", "doubles_fix", "insured_left",
        "surrender_at", "insured_plays", "half_cents"))

    blackjack_of: Literal["tens-and-figures", "figures"] = "tens-and-figures"
    special_multiplies: Literal["initial-bet", "all-bets"] = "initial-bet"
    doubles_fix: Literal["needed", "every"] = "needed"
    insured_left: Literal["second-card", "bank-plays", "returned"] = "second-card"
    surrender_at: Literal["first-decision", "any-decision"] = "first-decision"
    insured_plays: bool = True
    special_paid: Literal["with-bets", "at-once"] = "with-bets"
    decision_order: Literal["places", "arrival"] = "places"
    lost_line: Literal["session-stays", "session-ends"] = "session-stays"
    void_by: Literal["supervisor-too", "program"] = "supervisor-too"
    idle_warning: Literal["after-invitation", "with-invitation"] = "after-invitation"
    low_hands: Literal["draw", "first-cards-draw"] = "draw"
    maximum_counts: Literal["each-place", "all-places"] = "each-place"
    half_cents: HalfCents = "not-owed"
    fresh_credits: bool = True


class LandReadings(SharedReadings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings of Portarias 1364/2001 and 217/2007.

    ``cut_passes``: a player who does not cut is followed by the next one, or by the supervisor (IR
    27). ``insure_beside``: other bettors on a place may insure always, or only after its holder has
    insured (IR 31). ``equal_bets``: among equal highest bets of people without a place the earliest
    decides, or nobody (IR 32). ``vacant_others``: other bettors on a vacant place insure, split and
    double as they choose, or never (IR 33). ``unasked_card``: an unseen card that nobody asks for
    is the bank's if it is due one, or in any case (IR 34). ``bank_over``: a bank over 21 loses, or
    the distance to 21 decides (IR 36). ``split_by``: cards of one value split, or of one rank (IR
    37). ``follow``: other bettors may follow every split, or only the first of a place (IR 39).
    ``double_split_cards``: a hand of a split may be doubled on its first two cards and then takes
    one, or on any number of cards and goes on (IR 40). ``doubled_aces``: a double that needs its
    ace at 1 keeps that ace at 1, or every ace of the hand (IR 41). ``surrender_binds``: surrender
    and even money bind all bets of the hand, or each bettor decides for their own (IR 44).
    ``surrender_asked``: once of all together, or of each place in its turn (IR 43).
    ``jackpot_pays``: fixed prizes come out of the pool and the bank adds what it lacks, or the bank
    pays them, or the pool pays what it holds (IR 47). ``chips``: one chip for the jackpot for each
    player, or for each place that they hold (IR 48). ``absent_holder``: others may bet on a place
    whose holder has not, or may not (IR 95). ``paid_insurance``: an insurance of a bet that then
    took even money goes back, or stays (IR 96). ``complaint_until``: a round of a shoe shuffled by
    hand may be complained about without a term, or until its cards are shuffled again (IR 52).
    ``misdrawn``: after a card was drawn against a player's wish they may still surrender, or not
    (IR 97). ``burns``: a card is burned after each shuffle, or before the deal of each round (IR
    390). ``burned_card``: it lies face down, or face up (IR 28). ``low_hands``: every hand of 11 or
    less takes a card, or only one of the two cards first dealt, or none has to (IR 391).
    """

    UNPRICED: ClassVar[frozenset[str]] = frozenset((
        "maximum_limits", "bank_over", "double_split_cards", "doubled_aces", "jackpot_pays"))

    cut_passes: Literal["next-player", "supervisor"] = "next-player"
    insure_beside: Literal["always", "after-holder"] = "always"
    equal_bets: Literal["earliest", "nobody"] = "earliest"
    vacant_others: Literal["choose", "bound"] = "choose"
    unasked_card: Literal["if-due", "to-bank"] = "if-due"
    bank_over: Literal["loses", "distance"] = "loses"
    split_by: Literal["value", "rank"] = "value"
    follow: Literal["every-split", "first-split"] = "every-split"
    double_split_cards: Literal["first-two", "any"] = "first-two"
    doubled_aces: Literal["one", "every"] = "one"
    surrender_binds: Literal["all-bets", "own-bet"] = "all-bets"
    surrender_asked: Literal["together", "in-turn"] = "together"
    jackpot_pays: Literal["pool-and-bank", "bank", "pool"] = "pool-and-bank"
    chips: Literal["each-player", "each-place"] = "each-player"
    absent_holder: Literal["others-bet", "no-bets"] = "others-bet"
    complaint_until: Literal["no-end", "next-shuffle"] = "no-end"
    paid_insurance: Literal["returned", "stays"] = "returned"
    misdrawn: Literal["may-surrender", "plays-on"] = "may-surrender"
    burns: Literal["each-shuffle", "each-round"] = "each-shuffle"
    burned_card: Literal["face-down", "face-up"] = "face-down"
    low_hands: Literal["draw", "first-cards-draw", "may-stand"] = "draw"
