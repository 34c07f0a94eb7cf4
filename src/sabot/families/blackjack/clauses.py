"""Which clause orders each moment of a blackjack that the family tells."""

from __future__ import annotations

import msgspec

from sabot.families.blackjack.cites import NONE, Cite


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
