"""The readings of ambiguous clauses that a table of chemin de fer may choose."""

from __future__ import annotations

from typing import ClassVar, Literal

from sabot.procedure import readings


class Readings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a table may choose.

    The table. ``stopped``: when too few players sit, play begins anew, or the banker keeps the hand
    and the bank waits (IR 221). ``bank_step``: a bank is laid in steps of the unit or of the
    minimum bet (IR 230). ``standing_again``: who leaves a standing place may come back during a
    shoe only behind the same seat, or anywhere (IR 345). ``behind_banker``: who stands behind the
    seat of the banker is the first or the last of those who stand (IR 346). ``leaving``: a player
    with a bet stays until the coup is over, or may leave the seat while the bet stays on the table
    (IR 220). ``spoilt_pack``: a damaged card ends the shoe with the coup, or its pack is replaced
    when the shoe runs out (IR 347). ``idle_after``: after so many coups in a row without a bet a
    player is idle (IR 231). ``cut_after_house``: after a cut by the table supervisor one counts
    from the last player who cut, or begins at the croupier's left (IR 427). ``six_cards``: the
    cards that a last coup needs are counted before it, or also those behind the warning card when
    it comes (IR 429). ``closing_hour``: the clock of a table whose file has hours reports the last
    shoe, or only a supervisor knows when the room closes (IR 360). ``clock_change``: an hour that
    the clock shows twice counts the first or the second time, or the hours from the opening are
    counted (IR 361).

    The hand. ``later_shoe``: the first hand of a later shoe is that of rule 32, or of the first
    seat as in the first shoe (IR 257). ``loss_passes_to``: after a loss of a seated banker the hand
    goes to their right, or to that of the last regular banker if they took a passed hand (IR 224).
    ``silent_banker``: gives the hand up, or goes on with the whole bank (IR 227). ``nobody_bets``:
    the hand stays or passes (IR 243). ``annulled``: after a coup annulled by a fault bets and bank
    stay, or go back (IR 249). ``level``: a passed hand is offered with the whole bank, or with the
    bank as far as the banker could have reduced it (IR 225). ``bids``: those of a round count
    together, or each as it is heard (IR 226). ``skipping_bids``: equal bids of players who must let
    the hand pass go by place, or last (IR 364). ``early_refusal``: a player who took the hand early
    and lays no bank returns it, or refuses it and loses the seat (IR 363). ``bid_step``: a bid
    exceeds the one before by any number of steps, or by one (IR 434). ``no_passer``: where nobody
    passed the hand, equal bids and the duty to take it run from the right of the last regular
    banker, or from the croupier's right (IR 430). ``silent_winner``: who wins the auction and says
    nothing takes the hand, or refuses it (IR 425). ``refused_partner``: when a joint bid is
    refused, its partner may bid again, or is barred too (IR 426). ``after_refusal``: when the
    player who must take the hand refuses, the next ones must take it, or may (IR 424).
    ``reduced_bank``: a bank is reduced to no less than the minimum bank, or to any that a punter's
    minimum bet fits in (IR 428).

    Money. ``cagnotte_of``: the percentage is one of the bets that the bank won, or of the whole
    bank (IR 223). ``odd_bank``: banco is exactly the bank, or the multiple of the minimum below it
    (IR 252). ``both_deposit``: if banker and ponto both put cards into the deposit, who did so
    first loses, or the coup is annulled (IR 431).

    Banco and cards. ``suivi``: banco suivi goes before all, or only lets its player speak later (IR
    240). ``suivi_new_bank``: who lost banco may go on against another banker, or only who had gone
    on before (IR 421). ``second_table``: banco with the table may not be repeated, or only has no
    priority (IR 420). ``whole_table``: banco with the table for the whole bank stays what it was
    declared, or is banco (IR 422). ``single_bet``: a bet that covers the bank alone is banco, or a
    bet (IR 241). ``no_able_bettor``: if no seated player who knows the game has bet, a bettor has
    the cards, or a seated player without a bet (IR 242). ``free_cells``: advice to a banker whom
    the table leaves free is to draw, or that they are free (IR 244). ``silent_five``: the cards of
    a silent ponto with 5 are played with a card or without (IR 245). ``naturals``: under banco 8
    and 9 are always shown and end the coup, or are free as all draws (IR 246). ``stuck_cards``: a
    coup with two cards that stuck together goes on with them, or they are burnt (IR 248).
    ``baccarat_bank``: between the two words of a ponto the first stands against a banker with
    baccarat, or the banker chooses (IR 250). ``third_in_deposit``: a banker who puts the ponto's
    third card away gives them 9, or loses the coup (IR 255). ``given_score``: the 7 or 8 that keeps
    a banker from drawing and a tie is the banker's, or the score that the ponto is given (IR 423).
    ``cards_in_hand``: banco suivi ends by how another came to the cards, or once another has them
    in hand (IR 256).
    """

    UNPRICED: ClassVar[frozenset[str]] = frozenset(("cagnotte_of", "naturals"))

    stopped: Literal["begins-anew", "bank-waits"] = "begins-anew"
    bank_step: Literal["unit", "minimum"] = "unit"
    standing_again: Literal["same-seat", "anywhere"] = "same-seat"
    behind_banker: Literal["first", "last"] = "first"
    leaving: Literal["after-coup", "any-time"] = "after-coup"
    spoilt_pack: Literal["ends-shoe", "runs-out"] = "ends-shoe"
    idle_after: Literal["twenty-seven", "five"] = "twenty-seven"
    cut_after_house: Literal["last-player", "croupiers-left"] = "last-player"
    six_cards: Literal["before", "at-warning"] = "before"
    closing_hour: Literal["clock", "supervisor"] = "clock"
    clock_change: Literal["first", "second", "from-opening"] = "first"
    later_shoe: Literal["rule-32", "first-seat"] = "rule-32"
    loss_passes_to: Literal["loser-right", "regular-right"] = "loser-right"
    silent_banker: Literal["gives-up", "goes-on"] = "gives-up"
    nobody_bets: Literal["hand-stays", "hand-passes"] = "hand-stays"
    annulled: Literal["stakes-stay", "stakes-go-back"] = "stakes-stay"
    level: Literal["whole-bank", "reduced"] = "whole-bank"
    bids: Literal["in-rounds", "as-heard"] = "in-rounds"
    skipping_bids: Literal["by-place", "last"] = "by-place"
    early_refusal: Literal["returns-hand", "costs-seat"] = "returns-hand"
    bid_step: Literal["any-number", "one"] = "any-number"
    no_passer: Literal["last-regular", "croupiers-right"] = "last-regular"
    silent_winner: Literal["takes", "refuses"] = "takes"
    refused_partner: Literal["free", "barred"] = "free"
    after_refusal: Literal["must", "may"] = "must"
    reduced_bank: Literal["minimum-bank", "minimum-bet"] = "minimum-bank"
    cagnotte_of: Literal["bets-won", "whole-bank"] = "bets-won"
    odd_bank: Literal["exactly", "rounded-down"] = "exactly"
    both_deposit: Literal["first-loses", "annulled"] = "first-loses"
    suivi: Literal["before-all", "only-later"] = "before-all"
    suivi_new_bank: Literal["any-lost", "after-suivi"] = "any-lost"
    second_table: Literal["forbidden", "no-priority"] = "forbidden"
    whole_table: Literal["as-declared", "banco"] = "as-declared"
    single_bet: Literal["banco", "bet"] = "banco"
    no_able_bettor: Literal["bettor", "without-bet"] = "bettor"
    free_cells: Literal["draw", "free"] = "draw"
    silent_five: Literal["draws", "stands"] = "draws"
    naturals: Literal["shown", "free"] = "shown"
    stuck_cards: Literal["in-order", "burnt"] = "in-order"
    baccarat_bank: Literal["first-word", "chooses"] = "first-word"
    third_in_deposit: Literal["nine", "coup-lost"] = "nine"
    given_score: Literal["banker", "ponto"] = "banker"
    cards_in_hand: Literal["by-how", "end-suivi"] = "by-how"
