"""Which rule of Portaria 217/2007 (Blackjack/21) orders each moment of the round."""

from __future__ import annotations

import msgspec

from sabot.families.blackjack import Clauses, cite
from sabot.regulations import IR, Section

L = Section("pt-217-2007/blackjack")

CLAUSES = Clauses(
    # the shoe
    gather=cite(L["8-2"], IR[116]),
    show_packs=cite(L["7"], L["3"], L["5"]), shuffle=cite(L["8"], L["3"]),
    shoe_ends=cite(L["11-2"], IR[29]),
    replace_packs=cite(L["5-2"], L["5"], IR[50]), replace_card=cite(L["5-3"], IR[50]),
    cut_first=cite(L["8-2"], IR[27]), cut_next=cite(L["8-2"], IR[27]), cut=cite(L["8"], L["4"]),
    house_cuts=cite(L["8-3"], L["4"]), warning=cite(L["9"], L["4"]),
    warning_alone=cite(L["9-2"], L["4"]), load=cite(L["9-3"], L["4"]),
    burn=cite(L["10"], IR[28]), burn_coup=cite(L["10"], IR[390]),
    last_coup=cite(L["11"]), last_coup_whole=cite(L["11-3"], L["11"]),
    spread=cite(L["12"]),
    # the shuffler
    show_packs_shuffler=cite(L["53"], L["7"], L["3"], L["5"]), mix=cite(L["53-2"]),
    load_shuffler=cite(L["54"], L["54-2"]),
    shuffle_machine=cite(L["52"], L["56"], L["57"]), machine_order=cite(L["59"]),
    unload=cite(L["55"], L["57"]), sort_packs=cite(L["55-2"]), return_cards=cite(L["59"]),
    try_lid=cite(L["60"], L["59"]), lid_closed=cite(L["60"]), collected_machine=cite(L["58"]),
    cleared_machine=cite(L["59"], L["58"]),
    # faults
    damaged=cite(L["51"], IR[50]), damaged_told=cite(L["51-2"]), jam=cite(L["51-3"]),
    jam_solved=cite(L["51-3"]), misdrawn_unseen=cite(L["18-4"], IR[98]),
    misdrawn_seen=cite(L["18-6"], IR[97]),
    misdrawn_bank=cite(L["18-5"], IR[34]), bank_drew=cite(L["19-2"]),
    exposed=cite(L["17-2"]), misplaced=cite(IR[24]), cancelled=cite(IR[24]), void=cite(IR[24]),
    refund=cite(IR[24]),
    # bets
    open_bets=cite(L["13"], L["1"]), betting=cite(L["13"], L["2"], L["15"], L["16"]),
    betting_alone=cite(L["13"], IR[25]), deal_alone=cite(IR[25]),
    sit=cite(L["2"]), sit_alone=cite(L["2"], IR[25]), leave=cite(IR[24]),
    more_places=cite(L["15"]), bet=cite(L["13"], L["14"]),
    other_bet=cite(L["15"], IR[30]), vacant_bet=cite(L["16"], IR[30]),
    limit=cite(L["14"]), place_limit=cite(L["15"]),
    vacant_limit=cite(L["16"]), unit=cite(L["14"]),
    stake=cite(L["14"], IR[51]), unbet=cite(L["13"]),
    no_more_bets=cite(L["13"]), jackpot_call=cite(L["48-2"], L["48"], L["13"]),
    holder_decides=cite(L["15-2"]), highest_decides=cite(L["16-2"], IR[33]),
    tie_decides=cite(L["16-3"], IR[32]), holder_absent=(IR[95],),
    # the jackpot
    chip=cite(L["45"], L["39"], L["39-2"], L["46"], IR[48]), one_chip=cite(L["47"], L["40"]),
    chip_needs_bet=cite(L["45-2"]), collect_chips=cite(L["41.a"], L["41"], L["48-3"]),
    collect_manual=cite(L["41.b"], L["41"], L["48-3"]), marker=cite(L["41.b-2"]),
    rate=cite(L["40"], IR[47]), start=cite(L["44"], IR[94]), top_up=cite(IR[47], L["44"]),
    jackpot_prize=cite(L["43"], L["42"], IR[45]),
    pay_order=cite(L["50.a"], L["50"]), remainder=cite(L["50.a"]),
    share_equally=cite(L["50.b"], L["50"], IR[47]), kept_open=cite(L["49"]),
    # the deal
    first_card=cite(L["17"]), second_card=cite(L["17"]), bank_up=cite(L["17"]),
    bank_hidden=cite(L["17"]), paid_at_once=cite(L["21-3"], L["1.a"], L["21"]),
    paid_at_once_out=cite(L["21-3"]),
    # insurance and surrender
    call_insurance=cite(L["33"]), call_even_money=cite(L["34"]), call_even_only=cite(L["34"]),
    ask_insurance=cite(L["33"], L["34"]), insure=cite(L["33"]),
    insure_other=cite(L["15-3"], L["33"], IR[31]), insure_limit=cite(L["33"]),
    cents=cite(L["33"]), even_money=cite(L["34"], IR[44]),
    insurance_back=cite(L["34"], IR[96], L["15-3"]), call_surrender=cite(L["36-2"]),
    ask_surrender=cite(L["36-2"], IR[43]), surrender=cite(L["36"], L["36-2"], L["36-3"], IR[43]),
    surrender_final=cite(L["36-3"]), surrendered=cite(L["36"], L["36-2"], IR[44]),
    # decisions
    decide=cite(L["18"], L["18-3"]), default=cite(IR[88]),
    must_hit=cite(L["18"]), must_hit_card=cite(L["18"]), hit=cite(L["18-2"]),
    hit_card=cite(L["18-2"]), stand=cite(L["18"]), low_stands=(IR[391],),
    ace_stands=cite(L["26-3"]),
    double=cite(L["29"]), double_split=cite(L["31"], L["29"], IR[40]),
    ace_fixed=cite(L["32"], IR[41]), one_card=cite(L["29-2"]),
    follow_double=cite(L["30"], L["15-4"], IR[33]), stay_double=cite(L["30"], L["15-2"]),
    split=cite(L["26"], IR[37]), split_done=cite(L["26"]),
    split_again=cite(L["27"], L["26"]), split_again_done=cite(L["27"]), split_bet=cite(L["26"]),
    split_aces_again=cite(L["27"], IR[38]), follow_split=cite(L["28"], L["15-4"], IR[33], IR[39]),
    stay_split=cite(L["28-2"], IR[39]), card_on_split=cite(L["26-2"]),
    card_on_ace=cite(L["26-3"]), bust=cite(L["22"]), bust_out=cite(L["22"]),
    # the bank
    coup_ends=cite(L["22-2"], IR[35]), coup_ends_out=cite(L["22-2"]),
    coup_ends_insured=cite(L["22-2"], IR[35], L["33-2"]),
    bank_shows=cite(L["19"]), bank_draws=cite(L["19-3"]), bank_draws_soft=cite(L["19-3"]),
    bank_result=cite(L["19"]), bank_insured=cite(L["33-2"], IR[35]),
    bank_insured_lost=cite(L["33-2"], IR[35]), bank_ace=(L["6.a.banca"],), insured_alive=(IR[35],),
    # payment
    insurance_won=cite(L["33-2"]), insurance_lost=cite(L["33-2"]),
    special=cite(L["35"], IR[42]), special_split=cite(L["35"], IR[42]),
    special_paid=cite(L["35"]), both_blackjack=cite(L["21-2"], L["1.a"]),
    blackjack=cite(L["21"], L["1.a"]), bank_blackjack=cite(L["23"]),
    bank_over=cite(L["23"], L["1.b"], IR[36]),
    won=cite(L["23"], L["1.b"]), won_with_21=cite(L["23"], L["1.b"]),
    lost=cite(L["23"], L["1.b"]), tie=cite(L["24"]),
    tie_also=(L["24-2"],), stake_kept=cite(L["25"]), collected=cite(IR[24]),
    indicator=cite(IR[24]), blackjack_beats=(L["20"],), split_21=(L["20-2"],),
    ace_value=L["6.a"], face_value=L["6.b"], pip_value=L["6.c"],
)

# With a shuffler, cards that leave play go to the discard corner (58) and then back (59). A batch
# shuffler shuffles all cards before every round (IR 49).
CONTINUOUS = msgspec.structs.replace(
    CLAUSES, bust_out=cite(L["22"], L["58"]), paid_at_once_out=cite(L["21-3"], L["58"]))
BATCH = msgspec.structs.replace(
    CONTINUOUS, shuffle_machine=cite(L["52"], IR[49]), machine_order=cite(L["59"], IR[49]))
OF_MACHINE = {"continuous": CONTINUOUS, "batch": BATCH}
