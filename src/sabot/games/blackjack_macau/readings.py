"""The readings of Despacho 57/2009 that a table may choose."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from sabot.families.blackjack.rules import round_readings as r
from sabot.procedure import readings


class Readings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a table may choose.

    ``bank_handles``: where only standing players bet the bank alone handles the cards, at each such
    place or only where the whole table is so. ``first_card``: the first card that may count though
    it was found face up, that of each shuffle or of each hand. ``cancelled``: bets of a cancelled
    hand return, or the hand is dealt again with the first bets. ``bank_over``: a bank over 21
    loses, or has more points and wins. ``split_21``: a split hand of 21 with two cards loses to a
    blackjack of the bank, or ties. ``tie``: the bet is free, or the bank takes it. ``third_seven``:
    a bet on sevens counts the third card of a split only, or any. ``streak_claims``: even money and
    five cards are wins of a streak, or leave its count as it is. ``special_prize``: it is paid on
    top, or ends the hand, or multiplies all that stands on the hand. ``lost_before``: what a place
    lost before a blackjack of the bank counts as part of the first bet that it takes, or is lost
    besides. ``split_majority``: a streak goes on where more hands of a split win than lose, or
    where more than half of all win. ``five_cards``: half of the bet is a prize, or all that is
    left of the bet. ``empty_places``: bets are taken on places that nobody holds, or not.
    ``dealt_from``: the places are dealt and asked from the left of the bank, or of the players.
    ``blackjack_asked``: hands that lie face down are all asked alike, or only as each hand needs.
    ``undecided_streak``: bets on a streak wait where nothing decides the hand, or they return, or
    they do so where the hand is void and not cancelled. ``misdrawn``: cards drawn in error go to
    the next players, or a second one cancels the hand, or after one nobody may surrender.
    ``void_undoes``: a void hand returns the bets that are not decided, or also those that the bank
    has collected. ``one_game``: what a game is, all hands of a shuffle or each hand (IR 53).
    ``look``: with a hole card the dealer looks at it after the questions, or does not look (IR 59).
    ``suits_of_sevens``: three sevens of different suits are not all of one, or all different (IR
    74). ``bets_until``: main bets close by a call, or at each place with its own first card (IR
    87). ``burned_card``: burned cards lie face down, or face up (IR 28). ``white_card``: at least
    30 cards lie behind the second white card, or it stands among the last 30 or more (IR 393).
    ``side_hands``: only any pair may be laid on a hand of others, or sevens, over and under 13 and
    a perfect pair too, or none of them (IR 394). ``over_under_bets``: over and under 13 are two
    bets, or one on either side (IR 395). ``two_aces``: where an ace counts as it suits the bet, two
    aces are 12 at most, or 22 (IR 396). ``split_refused``: the right to split again at a place ends
    with a refusal in words, or with silence too, or a refusal is for that hand alone (IR 397).
    ``side_stakes``: the stake of an additional bet that wins goes back, or the bank takes it (IR
    398).
    """

    bank_handles: Literal["each-place", "whole-table"] = "each-place"
    first_card: Literal["of-shuffle", "of-hand"] = "of-shuffle"
    cancelled: r.Cancelled = "bets-return"
    bank_over: Literal["loses", "wins"] = "loses"
    split_21: Literal["loses", "ties"] = "loses"
    tie: Literal["returns", "lost"] = "returns"
    third_seven: Literal["of-split", "any"] = "of-split"
    streak_claims: Literal["win", "no-result"] = "win"
    special_prize: r.SpecialEffect = "on-top"
    lost_before: Literal["counts", "lost-besides"] = "counts"
    split_majority: Literal["of-decided", "of-all"] = "of-decided"
    five_cards: Literal["prize", "half-lost"] = "prize"
    empty_places: Literal["take-bets", "no-bets"] = "take-bets"
    dealt_from: Literal["left-of-bank", "left-of-players"] = "left-of-bank"
    blackjack_asked: Literal["alike", "openly"] = "alike"
    undecided_streak: r.Undecided = "wait"
    misdrawn: r.Misdrawn = "next-player"
    void_undoes: Literal["undecided", "every-bet"] = "undecided"
    one_game: Literal["each-shuffle", "each-hand"] = "each-shuffle"
    look: Literal["after-questions", "no-look"] = "after-questions"
    suits_of_sevens: Literal["not-all-one", "all-different"] = "not-all-one"
    bets_until: Literal["call", "own-first-card"] = "call"
    burned_card: Literal["face-down", "face-up"] = "face-down"
    white_card: Literal["behind", "among"] = "behind"
    side_hands: Literal["any-pair", "every-kind", "own"] = "any-pair"
    over_under_bets: Literal["two", "one"] = "two"
    two_aces: Literal["12", "22"] = "12"
    split_refused: r.SplitRefused = "in-words"
    side_stakes: Literal["returned", "collected"] = "returned"

    UNPRICED: ClassVar[frozenset[str]] = frozenset((
        "bank_over", "lost_before", "side_stakes", "special_prize", "split_21", "split_majority",
        "streak_claims", "tie"))


def of_round(readings: Readings) -> r.RoundReadings:
    """The readings of the table as a round reads them."""
    chosen = r.of_table(readings)
    if readings.one_game == "each-hand":
        return msgspec.structs.replace(chosen, first_card="of-hand")
    return chosen
