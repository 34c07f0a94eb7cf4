"""The readings of ambiguous clauses that a table of non-banked poker may choose."""

from __future__ import annotations

from typing import Literal

from sabot.procedure import readings


class Readings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a table may choose; those of rules that a variant does not have change
    nothing there.

    The pot:

    - ``unmatched``: what nobody matched of the highest bet goes back, or belongs to the pot
      (IR 233). ``next_all_in``: what a second all-in hand gets of the remainder (IR 234).
    - ``left_over``: minimums that do not divide go one by one to those whose share was cut, or all
      to the first winner (IR 236).
    - ``charged``: the percentage is reckoned and limited by the hand or by the payment (IR 237).
    - ``compared``: how flushes and hands without a combination are compared; by the highest card
      alone, simple figures do not exist (IR 238). ``null_bets``: the bets of a hand that is null
      are lost, or what nobody matched of them goes back (IR 454). ``other_ties``: ties of synthetic
      poker that 104 does not name are divided by bets, or in equal parts too (IR 455).

    Betting:

    - ``small_pot``: where half the pot is less than the minimum, that may be bet, or nothing
      (IR 292). ``three_raises``: they are those of all players or of each, or without limit only
      between two who began the round (IR 294). ``big_bet``: whether its player is asked when the
      others have called it (IR 295).
    - ``short_all_in``: a stack that is less than a raise is one, or those who have spoken may only
      call it, or it may only call (IR 296). ``synthetic_raises``: those of synthetic poker follow
      the general rules, or 86 and 87 (IR 297).
    - ``small_bet``: half an odd minimum is cut or made up to a whole chip, or the minimum is an
      even number of chips (IR 331).
    - ``begins``: a later round of synthetic poker is begun by the player who first had the most in
      the pot, or in the last round, or who made the highest bet of one round (IR 285).
      ``maximum_binds``: the maximum of a table limits what players bring, or also each bet and
      raise, or nothing (IR 365).
    - ``announces``: of several players who announce an estardilho the first by place or the
      quickest makes it (IR 286). ``first_bet``: it is apart from the amount, or in it (IR 287).
      ``restardilhos``: their number in a hand (IR 288). ``made_highest``: after an estardilho the
      player who announced it, or the first who bet double, made the highest bet (IR 289).
    - ``late_call``: a player who bet out of turn may match what others bet since, or add nothing
      (IR 272). ``lost_turn``: a player whose turn went by has passed where there was no bet, or is
      out (IR 279).
    - ``synthetic_mixed``: a table of synthetic poker may be mixed with another variant; its
      eleventh place stays empty then (IR 290). ``names_none``: without a choice of the variant the
      marker decides, or the table waits (IR 291).

    People:

    - ``registers``: until the first hand players take free places with their caves, among which the
      seats are drawn; or they go on the list, and bring their caves once they are (IR 258).
    - ``list_lots``: lots decide among those who registered in the same hand, or among all who wait
      (IR 259). ``sent_away``: for how long a player who had to leave stays away (IR 311).
    - ``top_ups``: a player who is not dealt in may top up during a hand; or nobody may, and a
      player with less than the minimum leaves when the next hand begins (IR 261).
    - ``averaged``: what all who sit have counts in the average that a player brings, or what those
      have who play (IR 450). ``average_chip``: an average that is no whole chip is cut, and never
      below the minimum; or made up; or cut below the minimum too (IR 451). ``hand_seat``: a player
      who takes the seat of the hand waits for the next round, or is not offered it (IR 453).
    - ``not_playing``: three hands without a decision, or without a bet, and the player leaves
      (IR 263). ``unbet``: small and big bets count among the bets that a player did not make in
      five hands, or only their own do, and the big bet is dead money (IR 264).
    - ``missed``: players who come back owe what passed by, once or each time, or are new (IR 310).
      ``void_return``: a void hand undoes what was restored in it, or not (IR 321).
    - ``duration_in``: minutes or whole sessions (IR 265). ``tips``: they may come out of a stack,
      or not (IR 266). ``four``: players who rest count among the four, or not (IR 268).
    - ``session_of``: a session costs a share of the stack that the table asks for, and ends with
      the hand under way; or of the stack of each player, and everybody has the hand once more
      (IR 239).
    - ``uneven``: by how many players a table is above another (IR 262). ``second_table``: when it
      is opened (IR 300). ``standing``: whether players of a table in sessions belong to it once
      they stand up (IR 301). ``late_players``: whether the house or they choose their table
      (IR 302). These are readings of all tables of one list; those of its first table count.
    - ``limits_begin``: a change of limits begins with the next hand or the next bet (IR 267).
      ``with_limits``: a change of limits changes those of bets, or also what is reckoned from the
      minimum (IR 366).

    Faults:

    - ``after_void``: whether the hand moves on after a null hand (IR 270). ``has_bet``: who counts
      as having bet when a card is shown too early (IR 271). ``early_burn``: whether a card was
      burned before it (IR 276).
    - ``both_null``: what becomes of the pot where no hand is left (IR 273). ``reduced_pot``: what
      it is where a first bet is missing (IR 274). ``extra_cards``: which of them cost a betting
      round (IR 275).
    - ``wrong_count``: until when it may be corrected (IR 277). ``deal_errors``: until when they are
      pleaded and make a hand null (IR 278). ``repeated``: which breaches are (IR 280).
      ``grave_by``: who says that a breach is grave (IR 456).
    """

    unmatched: Literal["returned", "in-pot"] = "returned"
    next_all_in: Literal["own-pot", "whole-proportion", "not-all-in"] = "own-pot"
    left_over: Literal["one-by-one", "first-winner"] = "one-by-one"
    charged: Literal["by-hand", "by-payment"] = "by-hand"
    compared: Literal["card-by-card", "highest-card"] = "card-by-card"
    null_bets: Literal["lost", "unmatched-back"] = "lost"
    other_ties: Literal["by-bets", "equal"] = "by-bets"
    maximum_binds: Literal["buy-in", "bets-too", "nobody"] = "buy-in"
    small_pot: Literal["minimum", "no-bet"] = "minimum"
    three_raises: Literal["of-all", "of-each", "free-from-start"] = "of-all"
    big_bet: Literal["asked", "not-asked"] = "asked"
    short_all_in: Literal["raise", "others-call", "call-only"] = "raise"
    synthetic_raises: Literal["general", "as-omaha"] = "general"
    small_bet: Literal["cut", "made-up", "even-minimum"] = "cut"
    begins: Literal["highest-of-hand", "highest-of-round", "highest-bet"] = "highest-of-hand"
    announces: Literal["by-place", "quickest"] = "by-place"
    first_bet: Literal["apart", "in-amount"] = "apart"
    restardilhos: Literal["one", "any"] = "one"
    made_highest: Literal["announcer", "first-double"] = "announcer"
    names_none: Literal["marker", "waits"] = "marker"
    late_call: Literal["may-match", "adds-nothing"] = "may-match"
    lost_turn: Literal["passed", "out"] = "passed"
    list_lots: Literal["same-hand", "all"] = "same-hand"
    sent_away: Literal["for-the-game", "may-return", "idle-too"] = "for-the-game"
    top_ups: Literal["not-in-hand", "between-hands"] = "not-in-hand"
    not_playing: Literal["no-decision", "no-bet"] = "no-decision"
    unbet: Literal["any-bet", "own-bets"] = "any-bet"
    missed: Literal["once", "each-time", "new-player"] = "once"
    void_return: Literal["undone", "restored"] = "undone"
    duration_in: Literal["minutes", "sessions"] = "minutes"
    tips: Literal["from-stack", "not-from-stack"] = "from-stack"
    four: Literal["seated", "dealt-in"] = "seated"
    with_limits: Literal["bets-only", "stacks-too"] = "bets-only"
    after_void: Literal["moves-on", "stays"] = "moves-on"
    has_bet: Literal["own-bet", "also-forced", "also-check"] = "own-bet"
    early_burn: Literal["burned", "not-burned"] = "burned"
    both_null: Literal["void", "shared"] = "void"
    reduced_pot: Literal["as-it-is", "equal-parts"] = "as-it-is"
    extra_cards: Literal["not-the-due-one", "all"] = "not-the-due-one"
    wrong_count: Literal["any-time", "in-the-deal"] = "any-time"
    deal_errors: Literal["first-decision", "last-card", "not-null-later"] = "first-decision"
    repeated: Literal["any-breach", "same-breach", "same-hand"] = "any-breach"
    grave_by: Literal["croupier", "supervisor"] = "croupier"
    averaged: Literal["all-seated", "who-plays"] = "all-seated"
    average_chip: Literal["cut", "made-up", "below-minimum"] = "cut"
    hand_seat: Literal["waits", "not-offered"] = "waits"
    session_of: Literal["the-table", "each-player"] = "the-table"
    uneven: Literal["by-two", "by-one"] = "by-two"
    second_table: Literal["with-four", "when-full"] = "with-four"
    standing: Literal["bound", "free"] = "bound"
    late_players: Literal["are-sent", "choose"] = "are-sent"
    registers: Literal["with-cave", "on-the-list"] = "with-cave"
    synthetic_mixed: bool = False
    limits_begin: Literal["next-hand", "next-bet"] = "next-hand"
