"""Which rule of Regulamento 805/2015 orders each moment of the round."""

from __future__ import annotations

from sabot.families.blackjack import Clauses, cite
from sabot.regulations import IR, Section

L = Section("pt-805-2015/blackjack-online")

CLAUSES = Clauses(
    # the shoe: a program shuffles
    shuffle=cite(L["4.b"], IR[17]), shoe_ends=cite(IR[17]),
    void=cite(L["27"], IR[14]), refund=cite(L["28"], IR[14]),
    # bets
    open_bets=cite(L["12-2"]), betting=cite(L["12"], L["5"]), betting_alone=cite(L["13"], L["5"]),
    deal_alone=cite(L["13"]), sit=cite(L["4.a"]), sit_alone=cite(L["5"]), leave=cite(L["34"]),
    more_places=cite(L["7"]), bet=cite(L["9"], L["10"], L["2.b"], L["2.c"], IR[13]),
    limit=cite(L["9"]), unit=cite(IR[8]), stake=cite(L["2.a"], L["1"]), unbet=cite(L["12"]),
    no_more_bets=cite(L["12-2"], L["14"]),
    # the deal
    first_card=cite(L["14.a"]), second_card=cite(L["14.b"]), bank_up=cite(L["14.a"], L["2.d"]),
    bank_hidden=cite(L["14.b"]), paid_at_once=cite(L["20.a"], L["20"], L["25.a"], IR[18]),
    paid_at_once_out=cite(L["20.a"]),
    # insurance and surrender
    call_insurance=cite(L["24"], L["15.f"]), call_even_money=cite(L["24"], L["20.b"]),
    call_even_only=cite(L["24"], L["20.b"], L["16.d"]), ask_insurance=cite(L["24"], L["24-2"]),
    insure=cite(L["15.f"], IR[10]), insure_limit=cite(L["15.f"]), cents=cite(IR[8]),
    even_money=cite(L["20.b"]), surrender=cite(L["15.e"], IR[9]),
    surrendered=cite(L["15.e"], IR[9]),
    # decisions
    decide=cite(L["15"], L["24"], L["24-2"], IR[12]), default=cite(IR[1]),
    must_hit=cite(L["15.a"]), must_hit_card=cite(L["15.a"]), hit=cite(L["15.d"]),
    hit_card=cite(L["15.d"]), stand=cite(L["15.c"]), low_stands=(IR[391],),
    ace_stands=cite(L["21-4"]),
    double=cite(L["15.b"]), double_any=cite(L["16.a"], L["16"], IR[11]),
    double_any_split=cite(L["16.a"], L["16"], IR[11]), double_split=cite(L["23"], L["15.b"]),
    ace_fixed=cite(L["8.a.ii"], IR[4]), one_card=cite(L["15.b"]),
    split=cite(L["21"]), split_done=cite(L["21"], L["2.e"]), split_again=cite(L["22"]),
    split_again_done=cite(L["22"], L["2.e"]), split_bet=cite(L["21-2"]),
    split_limit=cite(L["16.c"], L["16.c"]), split_rank=cite(L["16.b"], L["16.b"], IR[5]),
    split_aces_again=cite(IR[6], IR[6]), card_on_split=cite(L["21-3"]),
    card_on_ace=cite(L["21-4"]), bust=cite(L["25.b"]), bust_out=cite(L["25.b"]),
    # the bank
    coup_ends=cite(L["20.c"], L["20"], IR[15]), coup_ends_insured=cite(L["20.c"], L["20"], IR[7]),
    bank_shows=cite(L["17"]), bank_draws=cite(L["17.b"]), bank_draws_soft=cite(L["17.b"]),
    bank_result=cite(L["17.a"], L["6"], L["25"]), bank_insured=cite(L["25.f"], IR[7]),
    bank_insured_lost=cite(L["25.g"], IR[7]), bank_ace=(L["8.a.i"],),
    insured_alive=(IR[7],),
    # payment
    insurance_won=cite(L["25.f"]), insurance_lost=cite(L["25.g"]),
    special=cite(L["25.i"], IR[16]), special_split=cite(L["25.i"], IR[16], IR[2]),
    special_paid=cite(L["25.i"], IR[3]), both_blackjack=cite(L["25.h"], L["25.a"]),
    blackjack=cite(L["25.a"], IR[18]), bank_blackjack=cite(L["25.e"]), bank_over=cite(L["25.d"]),
    won=cite(L["25.c"]), won_with_21=cite(L["25.c"]), lost=cite(L["25.e"]), tie=cite(L["25.h"]),
    stake_kept=cite(L["26"]), collected=cite(L["2.f"]), indicator=cite(L["4.c"], IR[20]),
    blackjack_beats=(L["18"],), split_21=(L["19"],), no_special=(L["16.e"],),
    ace_value=L["8.a"], face_value=L["8.b"], pip_value=L["8.c"],
)
