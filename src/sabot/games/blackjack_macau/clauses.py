"""Which article of Despacho 57/2009 orders each moment of the round."""

from __future__ import annotations

from msgspec.structs import replace

from sabot.families.blackjack import Clauses, cite
from sabot.games.blackjack_macau.readings import Readings
from sabot.regulations import IR, Section

L = Section("mo-57-2009/black-jack")

CLAUSES = Clauses(
    # the shoe, the box, the shuffler-dealer
    gather=cite(L["2.1.1"], IR[116]),
    show_packs=cite(L["1.2"], L["1.3"]), shuffle=cite(L["2.1.1"], L["2.1"], L["1.2"]),
    shoe_ends=cite(L["2.2.1"], L["2.2"], IR[54]), replace_packs=cite(L["2.2.1-2"]),
    replace_card=cite(L["2.2.1-2"]), cut_next=cite(L["2.1.1"]), cut_first=cite(L["2.1.1"]),
    cut=cite(L["2.1.1"]), house_cuts=cite(L["2.1.1"]), warning=cite(L["2.1.1-2"], IR[54]),
    load=cite(L["2.1.1-3"], L["1.3"]), show_packs_shuffler=cite(L["1.4"], L["1.2"]),
    load_shuffler=cite(L["2.1.2"], L["1.4"]), shuffle_machine=cite(L["2.1.2"], L["1.4"]),
    return_cards=cite(L["2.2.4"]), collected_machine=cite(L["2.2.4"]),
    burn=cite(L["4.1.2"], L["4.1"], IR[28]),
    burn_coup=cite(L["4.2"], IR[56]), burn_bank=cite(L["4.2"], IR[56]),
    last_coup=cite(L["2.2.1"], IR[53], IR[54]), reshuffle=cite(L["2.2.2"], L["2.2"]),
    # faults
    exposed=cite(L["5.1.1"], IR[57]), exposed_first=cite(L["5.1.1-2"], IR[57]),
    misplaced=cite(L["5.1.2"]), cancelled=cite(L["5.1.2-2"], IR[58]),
    bank_drew=cite(L["6.1-2"], IR[61]), damaged=cite(L["2.2.1-2"]), jam=cite(IR[24]),
    jam_solved=cite(IR[24]), misdrawn_unseen=cite(L["5.1.2"], IR[111]),
    misdrawn_seen=cite(L["5.1.1"], IR[111]),
    misdrawn_bank=cite(L["5.1.2"]), void=cite(IR[24]), refund=cite(IR[24]),
    # bets
    open_bets=cite(IR[87]), betting=cite(IR[87], L["3.3"], L["20.1"]),
    betting_alone=cite(IR[25], IR[87]), deal_alone=cite(IR[25]),
    sit=cite(L["3.1"], IR[86]), sit_alone=cite(L["3.1"], IR[25]), leave=cite(IR[24]),
    more_places=cite(L["3.2"], L["3.3"]), bet=cite(L["3.3"], IR[85]),
    other_bet=cite(L["20.1"], L["3.3"]), vacant_bet=cite(L["20.1"], L["3.4"], IR[55]),
    limit=cite(IR[85]), place_limit=cite(IR[85]), table_limit=cite(L["5.2.3.(8)"], IR[85]),
    unit=cite(IR[85]),
    stake=cite(IR[85]), unbet=cite(IR[87]), no_more_bets=cite(IR[87]),
    late=cite(IR[87]),
    holder_decides=cite(L["20.1.1"], L["20"], L["20.2"]), highest_decides=cite(L["20.1.1"], IR[82]),
    tie_decides=cite(L["20.1.1"], IR[82]),
    side_limit=cite(IR[85]), side_needs_bet=cite(L["13"]),
    one_side=cite(L["13"], IR[68]),
    bettors=cite(L["20.1.2"]),
    # the deal
    first_card=cite(L["5.2.2.(1)"], L["5.1"], L["5.2.2"], IR[86]),
    second_card=cite(L["5.2.2.(1)"], L["5.1"]), bank_up=cite(L["5.2.2.(1)"], L["5.1"]),
    bank_late=cite(L["5.2.2.(2)"], L["7.1"], IR[62]),
    announce=cite(L["6.5"], IR[84]), announce_last=cite(L["7.1-2"], L["7.1"], IR[84]),
    bank_handles=cite(L["3.4"], IR[55], IR[84]),
    holder_handles=cite(L["20.1.3-2"], IR[84]), no_card_on_21=(L["6.4.(1)"],),
    # insurance and surrender
    call_insurance=cite(L["12.1"], L["12"]),
    call_even_money=cite(L["10.3"]), call_even_only=cite(L["10.3"]),
    ask_even_money=cite(L["10.3"]), ask_insurance=cite(L["12.1"], L["10.3"], IR[67]),
    insure=cite(L["12.1"], L["12.1-2"], IR[67]),
    insure_other=cite(L["12.1"], L["12.1-2"], IR[67]), insure_limit=cite(L["12.1-2"], IR[67]),
    cents=cite(L["12.1-2"]),
    even_money=cite(L["10.3"]), insurance_back=cite(L["10.3"], IR[96]),
    call_surrender=cite(L["18.2"]), ask_surrender=cite(L["18.2"]),
    surrender=cite(L["18.1"], L["18"], L["18.2"]), surrender_final=cite(L["18.2"]),
    surrendered=cite(L["18.1"], L["18.2"]), peek=cite(L["5.2.3.(3)"], IR[59]),
    peek_blackjack=cite(L["5.2.3.(4)"]),
    # decisions
    decide=cite(L["6.3"], L["6.3-2"], L["6.5"]), default=cite(IR[88]),
    hit=cite(L["6.2"], L["6.4"]), hit_card=cite(L["6.2"]), stand=cite(L["6.2"]),
    ace_stands=cite(L["6.4.(3)"]),
    double=cite(L["17.1.3"], L["17.1"], L["17"], IR[80]),
    double_any=cite(L["17.1.1"], L["17.1"], L["17"], IR[80]),
    double_any_split=cite(L["17.1.2"], L["17.1"], L["17"], IR[80]), eleven=cite(L["17.1.3"]),
    one_card=cite(L["17.2"], L["6.4.(2)"]),
    follow_double=cite(L["20.1"], L["17.1"], IR[82]), stay_double=cite(L["20.1"], IR[82]),
    split=cite(L["16.1"], L["16"], IR[76]), split_done=cite(L["16.1"]),
    split_again=cite(L["16.5"], L["16"], IR[77]),
    split_again_done=cite(L["16.5"]), split_bet=cite(L["16.2"]),
    aces_again=cite(L["16.3"], IR[77]), hit_split=(L["16.4"],),
    follow_split=cite(L["20.1"], L["16.2"], IR[82]), stay_split=cite(L["20.1"], IR[82]),
    card_on_split=cite(L["16.4"]),
    card_on_ace=cite(L["16.3"], L["6.4.(3)"]),
    five=cite(L["19.1"], L["19"], IR[81]), five_goes_on=cite(L["19.2"], L["6.4.(1)"]),
    bust=cite(L["7.2"]), bust_shows=cite(L["6.2-2"]), bust_out=cite(L["7.2"]),
    # the bank
    bank_shows=cite(L["7.1"], IR[62]), bank_draws=cite(L["6.1"]),
    bank_draws_soft=cite(L["6.1"], L["6.6"], IR[60]), bank_result=cite(L["6.1"], L["7.1"]),
    # payment
    insurance_won=cite(L["12.2"]), insurance_lost=cite(L["12.3"]),
    special=cite(L["15"], IR[75]), special_split=cite(L["15"], IR[75]),
    special_paid=cite(L["15"], IR[75]),
    both_blackjack=cite(L["11.1.1"], L["11.1"], L["11"], IR[66]),
    blackjack=cite(L["10.2"], L["10.1"]), bank_blackjack=cite(L["12.2-2"], L["10.1"]),
    blackjack_beats_21=cite(L["10.5"], L["10.2"]), bank_blackjack_21=cite(L["10.6"]),
    bank_over=cite(L["9"], IR[63]), won=cite(L["9"], IR[63]), won_with_21=cite(L["10.4"]),
    lost=cite(L["9"]), tie=cite(L["11.1.2"], L["11.1"], L["11"], IR[66]), stake_kept=cite(IR[63]),
    keeps_split=cite(L["16.6"], IR[78]), keeps_double=cite(L["17.3"], IR[65]),
    keeps_eleven=cite(L["10.7"], IR[65]), hands_shown=cite(L["7.1"]), collected=cite(IR[24]),
    indicator=cite(IR[24]),
    # streaks
    streak_stays=cite(L["13.5.(2).v"], L["13.5"]), streak_duty=cite(L["13.5.(2).vi"], IR[73]),
    streak_lost=cite(L["13.5.(2).ii"], L["13.5.(2)"]), streak_tie=cite(L["11.2"]),
    streak_waits=cite(L["13.5.(2).v"], IR[110]),
    streak_won=cite(L["13.5.(2).i"], L["13.5.(2)"]),
    streak_button=cite(L["13.5.(2).iii"], L["1.5"], IR[73]), streak_several=(L["13.5.(2).iv"],),
    streak_surrender=cite(L["18.3"]), streak_split_won=cite(L["16.7.1"], L["16.7"], IR[79]),
    streak_split_tie=cite(L["16.7.2"], L["16.7"]), streak_split_lost=cite(L["16.7.3"], L["16.7"]),
    ace_value=L["8"], face_value=L["8-2"], pip_value=L["8-3"], blackjack_beats=(),
    split_21=(L["10.6-2"], IR[64]), no_special=(L["21.2"],),
)

# The first and the third procedure of dealing (5.2) order some moments differently.
FACE_DOWN = {
    "first_card": cite(L["5.2.1.(1)"], L["5.1"], L["5.2.1"], IR[86]),
    "second_card": cite(L["5.2.1.(1)"], L["5.1"]), "bank_up": cite(L["5.2.1.(1)"], L["5.1"]),
    "bank_late": cite(L["5.2.1.(1)"], L["7.1"], IR[62]),
}
FACE_DOWN_BOX = {
    "first_card": cite(L["5.2.1.(2)"], L["5.1"], L["5.2.1"], IR[86]),
    "second_card": cite(L["5.2.1.(2)"], L["5.1"]), "bank_up": cite(L["5.2.1.(2)"], L["5.1"]),
    "bank_hidden": cite(L["5.2.1.(2)"]),
}
HOLE_CARD = {
    "first_card": cite(L["5.2.3.(1)"], L["5.1"], L["5.2.3"], IR[86]),
    "bank_up": cite(L["5.2.3.(1)"], L["5.1"]), "second_card": cite(L["5.2.3.(2)"], L["5.1"]),
    "bank_hidden": cite(L["5.2.3.(2)"]),
    "split_limit": cite(L["5.2.3.(7)"], L["5.2.3.(7)"], IR[109]),
    "bank_blackjack": cite(L["5.2.3.(4)"], L["12.2-2"]),
}
DOWN_CARD = cite(L["5.2.3.(5)"], L["5.2.3.(6)"], L["5.1"], L["5.2.3"])
HOLE_CARD_DOWN = {
    "first": {"first_card": DOWN_CARD}, "second": {"second_card": DOWN_CARD},
    "both": {"first_card": DOWN_CARD, "second_card": DOWN_CARD},
}
# With face-down cards all players are asked alike.
COVERED = {"call_even_money": cite(L["10.3"], IR[107]), "ask_even_money": cite(L["10.3"], IR[107]),
           "ask_insurance": cite(L["12.1"], L["10.3"], IR[67], IR[107]),
           "call_surrender": cite(L["18.2"], IR[107])}
# What ends the cards in use: in a box, in a shuffler, and with a shuffle before every round.
BOX = {"shoe_ends": cite(L["2.2.3"], L["2.2"])}
SHUFFLER = {"shoe_ends": cite(L["2.2.4"], L["2.2"])}
EACH_COUP = {"shoe_ends": cite(L["2.2.2"], L["2.2"])}
ONE_PACK = {"shoe_ends": cite(L["2.2.2"], L["2.2"], IR[54])}
UNSEEN_KEPT = {"bank_drew_unseen": cite(L["6.1-3"], IR[61])}
BURN_PACKS = {"burn": cite(L["4.1.1"], L["4.1"], IR[28])}
DECIDERS = {
    "seated": {},
    "nearest": {"holder_decides": cite(L["20.1.2-2"], L["20"], L["20.2"]),
                "highest_decides": cite(L["20.1.2-2"], L["20"], L["20.2"], IR[82]),
                "tie_decides": cite(L["20.1.2-2"], L["20"], L["20.2"], IR[82]),
                "other_bet": cite(L["20.1.2"], L["3.3"]),
                "vacant_bet": cite(L["20.1.2"], L["3.4"], IR[55])},
    "highest": {"holds_cards": cite(L["20.1.3-2"]),
                "holder_decides": cite(L["20.1.3-3"], L["20"], L["20.2"]),
                "highest_decides": cite(L["20.1.3"], L["20"], L["20.2"]),
                "tie_decides": cite(L["20.1.3"], L["20"], L["20.2"], IR[82])},
}


def of_readings(c: Clauses, readings: Readings) -> Clauses:
    """The clauses of a table, with the record of each reading that changes the moment."""
    more: dict[str, tuple[str, ...]] = {}
    if readings.one_game == "each-hand":
        c = replace(c, burn_coup=c.burn)
        more["burn_coup"] = (IR[53],)
    if readings.streak_claims == "no-result":
        more["streak_tie"] = (IR[73],)
    if readings.split_majority == "of-all":
        more["streak_split_tie"] = (IR[79],)
    if readings.empty_places == "no-bets":
        more["betting"] = (IR[82],)
    if readings.undecided_streak != "wait":
        more["refund"] = more["cancelled"] = (IR[110],)
    if readings.misdrawn == "second-cancels":
        more["cancelled"] = (*more.get("cancelled", ()), IR[111])
    if readings.split_refused != "in-words":
        more["split_again"] = (IR[397],)
    if readings.side_stakes == "collected":
        c = replace(c, side_stake=cite(L["14"], IR[398]))
    cites = {name: getattr(c, name) for name in more}
    return replace(c, **{name: (law, (*also, *more[name])) for name, (law, also) in cites.items()})
