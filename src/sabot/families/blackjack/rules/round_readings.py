"""The readings of ambiguous clauses as a round reads them, of every regulation in one place.

A game names its readings in its own section ``readings``, with the values that its regulation
leaves open. `of_table` makes of them the readings of the round (`TableLaw.readings`). A reading
that a game does not offer is the usual one.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sabot.procedure import readings

Cancelled = Literal["bets-return", "dealt-again"]
"""What becomes of the bets of a hand whose cards are cancelled."""

SpecialEffect = Literal["on-top", "ends-hand", "on-whole-bet"]
"""What a special prize does to the hand, and what it multiplies."""

Undecided = Literal["wait", "return", "return-if-void"]
"""What becomes of bets on a streak in a hand that nothing decides."""

Misdrawn = Literal["next-player", "second-cancels", "no-surrender"]
"""What a card drawn in error does while players decide."""

BankOver = Literal["loses", "wins", "distance"]
"""What a bank over 21 does: it loses, or has more points and wins, or the distance to 21 decides.
"""

LowHands = Literal["draw", "first-cards-draw", "may-stand"]
"""Which hands of 11 or less must take a card: all, or of the two cards first dealt, or none."""

SplitRefused = Literal["in-words", "silence-too", "that-hand"]
"""What ends the right to split again at a place: a refusal in words, or silence too, or nothing
but for the hand that was asked."""

HalfCents = Literal["not-owed", "to-player", "to-house"]
"""What becomes of half a cent that a prize or a loss would be."""

Insured = Literal["second-card", "bank-plays", "returned"]
"""What the bank does where only insurances are left."""


class RoundReadings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that decide how a round goes; the defaults are the usual ones.

    The structs of the games say what each means and name its interpretation. Two regulations that
    leave the same open share a field: ``void_undoes``, ``bank_over`` and ``misdrawn``.
    """

    # Bets and places.
    maximum_limits: Literal["initial-bets", "all-bets"] = "initial-bets"
    maximum_counts: Literal["each-place", "all-places"] = "each-place"
    absent_holder: Literal["others-bet", "no-bets"] = "others-bet"
    empty_places: Literal["take-bets", "no-bets"] = "take-bets"
    equal_bets: Literal["earliest", "nobody"] = "earliest"
    chips: Literal["each-player", "each-place"] = "each-player"

    # The shoe and the deal.
    cut_passes: Literal["next-player", "supervisor"] = "next-player"
    dealt_from: Literal["left-of-bank", "left-of-players"] = "left-of-bank"
    bank_handles: Literal["each-place", "whole-table"] = "each-place"
    blackjack_of: Literal["tens-and-figures", "figures"] = "tens-and-figures"
    burned_card: Literal["face-down", "face-up"] = "face-down"

    # Faults.
    first_card: Literal["of-shuffle", "of-hand"] = "of-shuffle"
    cancelled: Cancelled = "bets-return"
    misdrawn: Misdrawn = "next-player"
    unasked_card: Literal["if-due", "to-bank"] = "if-due"
    void_undoes: Literal["undecided", "every-bet"] = "undecided"

    # Before the decisions.
    insure_beside: Literal["always", "after-holder"] = "always"
    paid_insurance: Literal["returned", "stays"] = "returned"
    vacant_others: Literal["choose", "bound"] = "choose"
    surrender_binds: Literal["all-bets", "own-bet"] = "all-bets"

    # Decisions.
    decision_order: Literal["places", "arrival"] = "places"
    silent: Literal["fewest-cards", "stands"] = "fewest-cards"
    low_hands: LowHands = "draw"
    insured_plays: bool = True
    surrender_at: Literal["first-decision", "any-decision"] = "first-decision"
    blackjack_asked: Literal["alike", "openly"] = "alike"
    doubles_fix: Literal["needed", "every"] = "needed"
    doubled_aces: Literal["one", "every"] = "one"
    double_split_cards: Literal["first-two", "any"] = "first-two"
    follow: Literal["every-split", "first-split"] = "every-split"
    split_refused: SplitRefused = "in-words"

    # The bank and the payment.
    insured_left: Insured = "second-card"
    bank_over: BankOver = "loses"
    split_21: Literal["loses", "ties"] = "loses"
    tie: Literal["returns", "lost"] = "returns"
    lost_before: Literal["counts", "lost-besides"] = "counts"
    five_cards: Literal["prize", "half-lost"] = "prize"

    # Prizes and side bets.
    half_cents: HalfCents = "not-owed"
    special_multiplies: Literal["initial-bet", "all-bets"] = "initial-bet"
    special_paid: Literal["with-bets", "at-once"] = "with-bets"
    special_prize: SpecialEffect = "on-top"
    jackpot_pays: Literal["pool-and-bank", "bank", "pool"] = "pool-and-bank"
    side_stakes: Literal["returned", "collected"] = "returned"
    third_seven: Literal["of-split", "any"] = "of-split"
    streak_claims: Literal["win", "no-result"] = "win"
    split_majority: Literal["of-decided", "of-all"] = "of-decided"
    undecided_streak: Undecided = "wait"


USUAL = RoundReadings()
"""The usual reading of every clause."""

ALSO_CALLED = {
    ("misdrawn", "may-surrender"): "next-player",
    ("misdrawn", "plays-on"): "no-surrender",
}
"""Values for which a game has a name of its own, by field."""


def of_table(values: readings.Readings) -> RoundReadings:
    """The readings of a table as a round reads them; a game decides the rest when it makes the law
    of a table."""
    known = {field.name for field in msgspec.structs.fields(RoundReadings)}
    return RoundReadings(**{
        name: ALSO_CALLED.get((name, value), value)
        for name, value in readings.chosen(values).items() if name in known})
