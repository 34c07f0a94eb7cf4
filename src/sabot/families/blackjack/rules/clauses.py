"""The clause of each moment of a blackjack round."""

from __future__ import annotations

import msgspec

from sabot.families.blackjack.rules.cites import NONE, Cite


class Clauses(msgspec.Struct, frozen=True, kw_only=True):
    """The clause of each moment, with the clauses that shaped it; NONE where the law says nothing.

    Each field is named after what is done or offered at that moment. No law has all of them: a game
    leaves out the fields that do not apply to it.
    """

    # The shoe.
    show_packs: Cite = NONE
    """The packs are shown before they are shuffled for the first time, by hand."""
    show_packs_shuffler: Cite = NONE
    """The packs are shown before they go into a shuffler."""
    shuffle: Cite = NONE
    """The packs are shuffled, by the croupier or by a program."""
    shuffle_machine: Cite = NONE
    """A shuffler shuffles the cards that are in it."""
    shoe_ends: Cite = NONE
    """A shoe has ended: the order of its cards is published, except at a real table."""
    machine_order: Cite = NONE
    """The order of a shuffler's last cards is published; without it `shoe_ends`."""
    replace_packs: Cite = NONE
    """A damaged card has come: all packs of the shoe are replaced."""
    replace_card: Cite = NONE
    """A damaged card has come: it alone is replaced (`TableLaw.spoilt_only`)."""
    gather: Cite = NONE
    """New cards wait for more players, so that the first to arrive does not play alone."""
    cut_first: Cite = NONE
    """A player is asked to cut, where the turn to cut goes round and nobody has cut yet."""
    cut_next: Cite = NONE
    """A player is asked to cut, in all other cases than `cut_first`."""
    cut: Cite = NONE
    """A player cuts the cards."""
    house_cuts: Cite = NONE
    """No player cuts: the house does."""
    warning: Cite = NONE
    """The warning card is put among the cards."""
    warning_alone: Cite = NONE
    """The warning card is put in the middle for a single player (`TableLaw.alone_half`)."""
    load: Cite = NONE
    """The cards are put into the shoe, or one pack into its box."""
    mix: Cite = NONE
    """The packs are mixed before they go into a shuffler."""
    load_shuffler: Cite = NONE
    """The cards are put into the shuffler."""
    spread: Cite = NONE
    """Nobody bets: the cards are spread on the table and play starts again; NONE for never."""
    reshuffle: Cite = NONE
    """The bank shuffles before the shoe has ended; NONE where it may not."""
    burn: Cite = NONE
    """The burn cards of newly shuffled cards are taken."""
    burn_coup: Cite = NONE
    """A burn card is taken before a round that is not the first of its cards."""
    burn_bank: Cite = NONE
    """A burn card is taken before the bank's second card, where that one is dealt late."""
    last_coup: Cite = NONE
    """The warning card comes during a round, which is the last of the shoe."""
    last_coup_whole: Cite = NONE
    """The warning card comes before a round's first card; without it `last_coup`."""
    try_lid: Cite = NONE
    """At a real table the croupier tries the lid of the shuffler; without it `return_cards`."""
    unload: Cite = NONE
    """A table opens again: the cards still in its shuffler are taken out."""
    sort_packs: Cite = NONE
    """The cards taken out of a shuffler are sorted into packs."""
    return_cards: Cite = NONE
    """The cards of earlier rounds go from the discard corner back into the shuffler."""
    lid_closed: Cite = NONE
    """The lid of the shuffler stays shut: the cards wait; NONE where it always opens."""

    # Faults.
    damaged: Cite = NONE
    """A damaged card comes out of a shuffler and is replaced."""
    damaged_told: Cite = NONE
    """A damaged card out of a shuffler is announced to the players."""
    jam: Cite = NONE
    """The shuffler is jammed."""
    jam_solved: Cite = NONE
    """The lid of a jammed shuffler is opened; if that does not help a technician is called."""
    exposed: Cite = NONE
    """A card found face up, or seen by a fault where it was due face down, is void."""
    exposed_first: Cite = NONE
    """The first card of new cards is found face up and counts (`TableLaw.first_exposed`)."""
    misplaced: Cite = NONE
    """A card that went to a wrong place is put right."""
    misdrawn_unseen: Cite = NONE
    """An unseen card drawn against a player's wish is put aside for the next hit."""
    misdrawn_seen: Cite = NONE
    """A card drawn against a player's wish, and seen, is void."""
    misdrawn_bank: Cite = NONE
    """The bank takes the unseen card put aside; if it needs no card, that card is void."""
    bank_drew: Cite = NONE
    """A card that the bank drew in error, after it stood, is void."""
    bank_drew_unseen: Cite = NONE
    """An unseen card that the bank drew in error opens the next round; NONE if void."""
    cancelled: Cite = NONE
    """The deal cannot be put right: its cards are void and the bets go back."""
    void: Cite = NONE
    """A round is declared void."""
    refund: Cite = NONE
    """The bets of a void round go back."""

    # Bets.
    open_bets: Cite = NONE
    """The croupier calls for bets."""
    betting: Cite = NONE
    """Bets are made and places taken at a shared table, until the time is over."""
    betting_alone: Cite = NONE
    """Bets are made and places taken at an individual table."""
    late: Cite = NONE
    """Places after the one that has just received its first card may still bet."""
    deal_alone: Cite = NONE
    """The player of an individual table asks for the deal."""
    sit: Cite = NONE
    """A player takes a place."""
    sit_alone: Cite = NONE
    """The player of an individual table takes a place, the first one only before a cut."""
    leave: Cite = NONE
    """A player gives up a place."""
    more_places: Cite = NONE
    """A player may have several places, and no more than the table's limit."""
    bet: Cite = NONE
    """The holder of a place bets on it."""
    other_bet: Cite = NONE
    """Somebody else bets on a place that has a holder."""
    vacant_bet: Cite = NONE
    """Somebody bets on a place that nobody holds."""
    limit: Cite = NONE
    """The limits of a main bet of the holder or of an earlier bettor, alone on its place."""
    place_limit: Cite = NONE
    """The limits of any other main bet on a place; a bet above them is refused."""
    vacant_limit: Cite = NONE
    """The limits of a main bet on a place that nobody holds; without it `place_limit`."""
    table_limit: Cite = NONE
    """A main bet is limited by what is left of the table's maximum; more is refused."""
    bettors: Cite = NONE
    """A place has its maximum of bettors: nobody else may bet there (`TableLaw.bettors`)."""
    unit: Cite = NONE
    """A main bet is a multiple of `TableLaw.unit`."""
    stake: Cite = NONE
    """A main bet is put on the table, or raised."""
    unbet: Cite = NONE
    """A bet is taken back, or part of it."""
    no_more_bets: Cite = NONE
    """The bets are closed by a call."""
    jackpot_call: Cite = NONE
    """The bets are closed by a call, where there is a jackpot."""
    holder_decides: Cite = NONE
    """The croupier announces that the holder of a place decides for all bets on it."""
    highest_decides: Cite = NONE
    """The croupier announces who decides for a place by their bet, not as its holder."""
    tie_decides: Cite = NONE
    """The croupier announces who decides where several have the highest bet."""
    holds_cards: Cite = NONE
    """The holder of a place holds its cards, even where another bettor decides."""
    side_limit: Cite = NONE
    """Minimum, maximum and unit of a side bet."""
    side_needs_bet: Cite = NONE
    """A side bet needs a main bet at the place; without one it goes back."""
    one_side: Cite = NONE
    """A second kind of side bet at a place is refused (`TableLaw.one_side`)."""
    side_stake: Cite = NONE
    """The bank takes the stake of a side bet that has won (`RoundReadings.side_stakes`)."""
    chip: Cite = NONE
    """A chip is put down for the jackpot."""
    one_chip: Cite = NONE
    """A chip for the jackpot has its one value, and a second one is refused."""
    chip_needs_bet: Cite = NONE
    """A chip for the jackpot needs a main bet at the place; without one it goes back."""
    collect_chips: Cite = NONE
    """The chips for the jackpot are collected by its machine."""
    collect_manual: Cite = NONE
    """The chips for the jackpot are collected by hand (`Jackpot.manual`)."""
    marker: Cite = NONE
    """A marker is put where a chip for the jackpot was collected by hand."""
    rate: Cite = NONE
    """The increment of a chip goes to the jackpot's pool, and what remains of it to the bank."""
    start: Cite = NONE
    """The bank puts the start of the jackpot into the pool, or fills the pool up to it."""
    top_up: Cite = NONE
    """The bank adds to the jackpot's pool what a fixed prize lacks."""

    # The deal.
    first_card: Cite = NONE
    """The first card of each place is dealt."""
    second_card: Cite = NONE
    """The second card of each place is dealt."""
    bank_up: Cite = NONE
    """The bank's first card is dealt, face up."""
    bank_hidden: Cite = NONE
    """The bank's second card is dealt, face down."""
    bank_late: Cite = NONE
    """The bank's second card is dealt after the decisions."""
    announce: Cite = NONE
    """The total of a hand's first two cards is announced (`TableLaw.announce`)."""
    announce_last: Cite = NONE
    """The total of a hand is announced before the bank plays, or before the hand is settled."""
    bank_handles: Cite = NONE
    """No bettor holds the place: its face-down cards are turned up."""
    holder_handles: Cite = NONE
    """Another bettor decides than the holder: the face-down cards are turned up."""
    paid_at_once: Cite = NONE
    """A blackjack that the bank cannot equal is paid after the deal (`TableLaw.at_once`)."""
    paid_at_once_out: Cite = NONE
    """The cards of a blackjack that was paid after the deal are collected."""

    # Before the decisions.
    call_insurance: Cite = NONE
    """Insurance is offered aloud."""
    call_even_money: Cite = NONE
    """Even money is offered aloud, under a ten or where no hand of the table can be insured."""
    call_even_only: Cite = NONE
    """Even money is offered aloud, under an ace, where insurance is not offered at all."""
    ask_insurance: Cite = NONE
    """Bettors are asked whether they insure, and holders of a blackjack about even money."""
    ask_even_money: Cite = NONE
    """Only even money is asked about; without it `ask_insurance`."""
    insure: Cite = NONE
    """The decider of a hand may insure it; every insurance is placed under this clause."""
    insure_other: Cite = NONE
    """Another bettor on the hand may insure their own bet."""
    insure_limit: Cite = NONE
    """The minimum and the maximum of an insurance."""
    cents: Cite = NONE
    """An insurance is any sum of whole cents."""
    even_money: Cite = NONE
    """A blackjack may take even money or wait; one that takes it is paid."""
    call_surrender: Cite = NONE
    """Surrender is offered aloud to the whole table (`TableLaw.surrender` is "pass")."""
    ask_surrender: Cite = NONE
    """The players are asked one by one whether they surrender."""
    surrender: Cite = NONE
    """A hand may surrender: part of its bets is lost and the rest goes back."""
    surrender_final: Cite = NONE
    """A hand plays on, and is not asked again about surrender."""
    surrendered: Cite = NONE
    """A hand has surrendered."""
    peek: Cite = NONE
    """The croupier looks at the bank's hidden card (`TableLaw.peek`)."""
    peek_blackjack: Cite = NONE
    """The hidden card that the croupier looked at makes a blackjack and is turned up."""

    # Decisions.
    decide: Cite = NONE
    """A hand is asked for its decision."""
    default: Cite = NONE
    """The default when a player's time is over."""
    must_hit: Cite = NONE
    """A hand of `TableLaw.must_hit` or less may hit and not stand; when time is over it hits."""
    must_hit_card: Cite = NONE
    """A card is dealt to a hand of `TableLaw.must_hit` or less that hits."""
    hit: Cite = NONE
    """A hand may hit."""
    hit_card: Cite = NONE
    """A card is dealt to a hand of more than `TableLaw.must_hit` that hits."""
    stand: Cite = NONE
    """A hand may stand."""
    low_stands: tuple[str, ...] = ()
    """Further clauses of a stand where a hand of `TableLaw.must_hit` or less may stand."""
    ace_stands: Cite = NONE
    """A split ace with its one further card stands."""
    double: Cite = NONE
    """A hand of no split may double on the totals that the law names."""
    double_any: Cite = NONE
    """A hand of no split may double on a total that the law does not name."""
    double_any_split: Cite = NONE
    """A hand of a split may double on a total that the law does not name."""
    double_split: Cite = NONE
    """A hand of a split may double on the totals that the law names."""
    eleven: Cite = NONE
    """A double under this clause is one on eleven (`TableLaw.keeps_eleven`)."""
    ace_fixed: Cite = NONE
    """The ace of a doubled hand is fixed at 1 (`TableLaw.fixes_ace`)."""
    one_card: Cite = NONE
    """The one card of a double is dealt."""
    follow_double: Cite = NONE
    """Another bettor on the hand is asked to follow its double, and follows it."""
    stay_double: Cite = NONE
    """Another bettor on the hand does not follow its double."""
    split: Cite = NONE
    """A pair may be split; its face-down cards are turned up."""
    split_done: Cite = NONE
    """A pair becomes two hands."""
    split_again: Cite = NONE
    """A pair that came of a split may be split again."""
    split_again_done: Cite = NONE
    """A pair that came of a split becomes two hands."""
    split_bet: Cite = NONE
    """The new hand of a split has a bet equal to the first."""
    split_limit: Cite = NONE
    """How often a place may split; its further clauses are cited with each split."""
    split_rank: Cite = NONE
    """Only equal ranks split; its further clauses are cited with each split."""
    split_aces_again: Cite = NONE
    """Split aces may be split again; its further clauses are cited with that split."""
    aces_again: Cite = NONE
    """Split aces are split again; without it `split_again` and `split_again_done`."""
    follow_split: Cite = NONE
    """Another bettor on the hand is asked to follow its split, and follows it."""
    stay_split: Cite = NONE
    """Another bettor does not follow the split: the bet stays on the first hand."""
    card_on_split: Cite = NONE
    """The second card of a hand of a split is dealt."""
    card_on_ace: Cite = NONE
    """The second card of a split ace is dealt."""
    five: Cite = NONE
    """A hand of five cards may be cashed, and is paid (`TableLaw.five`)."""
    five_goes_on: Cite = NONE
    """A hand of five cards that may be cashed may go on instead."""
    bust: Cite = NONE
    """A hand busts and loses."""
    bust_shows: Cite = NONE
    """The face-down cards of a bust hand are turned up."""
    bust_out: Cite = NONE
    """The cards of a bust hand are collected."""

    # The bank.
    coup_ends: Cite = NONE
    """No hand is left in play: the bank does not play."""
    coup_ends_out: Cite = NONE
    """The remaining cards are collected when no hand is in play; without it as at any other end."""
    coup_ends_insured: Cite = NONE
    """No hand is left in play, only insurances: the bank's second card decides them."""
    bank_shows: Cite = NONE
    """The bank's hidden card is turned up."""
    bank_draws: Cite = NONE
    """The bank draws a card."""
    bank_draws_soft: Cite = NONE
    """The bank draws on ace and six (`TableLaw.hit_soft`)."""
    bank_result: Cite = NONE
    """The bank stands, busts or has a blackjack."""
    bank_insured: Cite = NONE
    """With no hand left in play, only insurances, the bank has a blackjack."""
    bank_insured_lost: Cite = NONE
    """With no hand left in play, only insurances, the bank has no blackjack."""

    # Payment.
    insurance_won: Cite = NONE
    """An insurance wins and is paid."""
    insurance_lost: Cite = NONE
    """An insurance is lost."""
    insurance_back: Cite = NONE
    """The insurance of a hand that took even money goes back."""
    special: Cite = NONE
    """A hand of no split makes a special prize (`TableLaw.special`)."""
    special_split: Cite = NONE
    """A hand of a split makes a special prize (`SpecialPrize.on_split`)."""
    special_paid: Cite = NONE
    """A special prize is paid."""
    both_blackjack: Cite = NONE
    """A blackjack against a blackjack of the bank is a push."""
    blackjack: Cite = NONE
    """A blackjack wins and is paid."""
    bank_blackjack: Cite = NONE
    """A hand loses to a blackjack of the bank."""
    blackjack_beats_21: Cite = NONE
    """A blackjack wins against another 21 of the bank; without it `blackjack`."""
    bank_blackjack_21: Cite = NONE
    """Another 21 loses to a blackjack of the bank; without it `bank_blackjack`."""
    bank_over: Cite = NONE
    """The bank has busted: a hand wins."""
    won: Cite = NONE
    """A hand nearer to 21 than the bank wins."""
    won_with_21: Cite = NONE
    """A hand of 21 in three cards or more wins against fewer points of the bank."""
    lost: Cite = NONE
    """A hand farther from 21 than the bank loses."""
    tie: Cite = NONE
    """A hand of the bank's total is a push, and its bets go back."""
    stake_kept: Cite = NONE
    """The stake of a bet that wins goes back to the player."""
    keeps_split: Cite = NONE
    """A blackjack of the bank does not take what a split added (`TableLaw.keeps_split`)."""
    keeps_double: Cite = NONE
    """A blackjack of the bank does not take what a double added (`TableLaw.keeps_double`)."""
    keeps_eleven: Cite = NONE
    """A blackjack of the bank does not take what a double on eleven added."""
    hands_shown: Cite = NONE
    """Face-down cards are turned up before the bank plays, or as the hand is settled."""
    collected: Cite = NONE
    """The cards of a hand that ends early, and all others at the end, are collected."""
    collected_machine: Cite = NONE
    """With a shuffler this applies instead of `collected`."""
    cleared_machine: Cite = NONE
    """With a shuffler the cards left at the end are collected; without it `collected_machine`."""
    indicator: Cite = NONE
    """The bank's last results are shown at the table."""

    # Streaks.
    streak_stays: Cite = NONE
    """A bet on a streak stays on the table from round to round and may not be changed."""
    streak_duty: Cite = NONE
    """A bet on a streak without a main bet at its place is lost."""
    streak_lost: Cite = NONE
    """A lost hand takes the bets on the streak of its place."""
    streak_tie: Cite = NONE
    """A push leaves the button of a streak where it is."""
    streak_waits: Cite = NONE
    """A void or cancelled round leaves the button where it is."""
    streak_won: Cite = NONE
    """A bet on so many wins in a row is won."""
    streak_button: Cite = NONE
    """A win moves the button of the place."""
    streak_surrender: Cite = NONE
    """A surrendered hand takes the bets on the streak of its place."""
    streak_split_won: Cite = NONE
    """More hands of a split won than lost: the place has won."""
    streak_split_tie: Cite = NONE
    """As many hands of a split won as lost: the button stays where it is."""
    streak_split_lost: Cite = NONE
    """More hands of a split lost than won: the bets on the streak are lost."""

    # The jackpot.
    jackpot_prize: Cite = NONE
    """A place makes a line of the scale that has no clause in `jackpot_lines`, and is paid."""
    pay_order: Cite = NONE
    """A fixed prize is paid together with others: the smallest comes first."""
    remainder: Cite = NONE
    """The prize of the pool is paid after other prizes, out of the remainder."""
    share_equally: Cite = NONE
    """Places that make the prize of the pool divide it."""
    kept_open: Cite = NONE
    """The cards of a place with a prize stay open until it is paid, and are collected."""

    # Cited in addition to the clause of a result.
    ace_value: str = ""
    """The value of an ace, cited with a result; "" where the law says nothing."""
    face_value: str = ""
    """The value of a king, queen or jack, cited with a result; "" where the law says nothing."""
    pip_value: str = ""
    """The value of a card from 2 to 10, cited with a result; "" where the law says nothing."""
    bank_ace: tuple[str, ...] = ()
    """Cited with the result of a bank that stands with an ace."""
    insured_alive: tuple[str, ...] = ()
    """Cited with the hidden card that is turned up for insurances alone."""
    holder_absent: tuple[str, ...] = ()
    """Cited with the decider of a place whose holder does not bet on it."""
    tie_also: tuple[str, ...] = ()
    """Cited with each bet that goes back in a push."""
    blackjack_beats: tuple[str, ...] = ()
    """Cited with a hand of 21 against a bank of 21, one of them a blackjack."""
    split_21: tuple[str, ...] = ()
    """Cited with an ace and ten of a split, which is 21 and no blackjack."""
    hit_split: tuple[str, ...] = ()
    """Cited with the offers to hit and to stand of a hand of a split."""
    streak_several: tuple[str, ...] = ()
    """Cited with a button that moves for bets on streaks of several lengths."""
    no_card_on_21: tuple[str, ...] = ()
    """Cited with the announcement of a 21, which takes no card, or its offer to stand."""
    no_special: tuple[str, ...] = ()
    """Cited with a hand that makes a special prize where none is paid."""
    no_special_split: tuple[str, ...] = ()
    """Cited with a hand of a split that makes a special prize where splits earn none."""
    jackpot_lines: dict[str, Cite] = {}
    """The clauses of the lines of the jackpot's scale, by their name."""
