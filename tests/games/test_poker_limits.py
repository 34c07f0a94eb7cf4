"""Portaria 217/2007, non-banked poker: whose turn it is, what they may do, and how much to bet."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sabot.families.pokertable.rules import cave, top_up, violations
from sabot.families.pokertable.variant import HOLDEM, SYNTHETIC_POKER, VARIANTS
from sabot.games import game, read_table
from sabot.procedure import Cut, Deal, Dealer, Discard, Handle, Move, Refusal, Scripted
from sabot.procedure.table import Table
from sabot.regulations import IR
from support.poker_table import (
    SECTION,
    asked,
    begin,
    bets,
    calls,
    caves,
    cited,
    do,
    hand,
    law,
    may,
    moves_under,
    nets,
    offer,
    pack,
    play_out,
    refusal_of,
    steps,
    table,
    try_act,
    window,
)

FOUR = (100_000,) * 4
FIVE = (100_000,) * 5
TOTAL, POT, HALF = "total", "pot", "half-pot"


def first_bets(dealer: Dealer) -> list[tuple[str, int]]:
    """What was bet before anybody was asked."""
    return [(move.bet.split("/")[0], move.amount) for move in steps(dealer, Move)
            if move.kind == "travel"]


# -- small and big bet -----------------------------------------------------------------------------

@law("81", "82", "83")
@pytest.mark.parametrize("of", ["holdem", "omaha"])
@pytest.mark.parametrize("had", [0, 1, 4])
def test_the_hand_makes_the_small_bet_and_the_next_the_big_one(of: str, had: int) -> None:
    """Half the minimum and the minimum; the place after ``had`` has the hand itself."""
    dealer = hand(FIVE, of=of, had=had)
    small, big = str(had % 5 + 1), str((had + 1) % 5 + 1)
    assert first_bets(dealer) == [(small, 500), (big, 1_000)]


@law("82", "81", "ir/331")
@pytest.mark.parametrize(("minimum", "unit", "small"), [(500, 100, 200), (500, 250, 250),
                                                        (300, 100, 100), (200, 100, 100)])
def test_half_of_the_minimum_is_cut_to_a_whole_chip(minimum: int, unit: int, small: int) -> None:
    dealer = hand((10_000,) * 4, minimum=minimum, unit=unit)
    assert moves_under(dealer, "81") == [f"1/cave 1/pot {small}", f"2/cave 2/pot {minimum}"]
    assert ("ir/331" in cited(dealer)) is (2 * small < minimum)
    at = table(minimum=minimum, unit=unit)
    assert [bet.minimum for bet in game("holdem").bets(at)][1:3] == [small, minimum]
    assert violations(HOLDEM, at) == []


@law("82", "ir/331")
@pytest.mark.parametrize("of", ["holdem", "omaha"])
def test_a_table_whose_chip_is_more_than_half_the_minimum_has_no_small_bet(of: str) -> None:
    found = violations(VARIANTS[of], table(of, minimum=100, unit=100))
    assert [(one.clause.rpartition("/")[2], one.what, one.allowed) for one in found] == [
        ("82", "unit", "at most 0.50 €, the small bet")]
    assert violations(SYNTHETIC_POKER, table("sintetico", minimum=100, unit=100)) == []


@law("84", "85", "42", "44", "46")
@pytest.mark.parametrize("of", ["holdem", "omaha"])
def test_left_of_the_big_bet_speaks_first_and_the_hand_in_later_rounds(of: str) -> None:
    dealer = hand(FIVE, of=of)
    order = []
    for round_ in range(4):
        order.append(asked(dealer)[0])
        bets(dealer, "c c c c k" if not round_ else "k k k k k")
    assert order == ["3", "1", "1", "1"]


@law("42", "85")
def test_where_the_hand_has_given_up_the_next_in_play_begins() -> None:
    dealer = bets(hand(FIVE), "c c c f k")
    assert asked(dealer) == ("2", "Rui")


@law("39.a", "39.a-2", "37")
def test_who_gives_up_is_asked_no_more_and_the_next_speaks() -> None:
    dealer = hand(FIVE)
    assert asked(dealer) == ("3", "Eva")
    bets(dealer, "f")
    assert asked(dealer) == ("4", "Gil")
    assert steps(dealer, Discard)[-1].hands == ("3",)
    bets(dealer, "c c c k")
    assert [asked(dealer)[0]] + [asked(bets(dealer, "k"))[0] for _ in range(3)] == \
        ["1", "2", "4", "5"]


# -- passing ---------------------------------------------------------------------------------------

@law("39.b", "39.b-2", "ir/295")
def test_nobody_passes_over_a_bet() -> None:
    dealer = hand(FOUR)
    assert refusal_of(dealer, "Eva: check 3")[0] == "not-offered"
    bets(dealer, "c c c")
    assert asked(dealer) == ("2", "Rui") and may(dealer, "Rui") >= {"check", "raise"}
    bets(dealer, "k k 2000")        # the hand passes, Rui bets
    assert window(dealer).startswith("turn:2")
    bets(dealer, "c c")
    assert asked(dealer) == ("1", "Ana")
    assert refusal_of(dealer, "Ana: check 1")[0] == "not-offered"  # though Ana has the hand
    assert offer(dealer, "Ana", "call").cost == 2_000


@law("39.c")
def test_who_calls_bets_what_the_others_have_bet_and_no_more() -> None:
    dealer = bets(hand(FOUR), "3000")
    assert [offer(dealer, "Gil", "call").cost, offer(bets(dealer, "f"), "Ana", "call").cost] == \
        [4_000, 3_500]


@law("39.d", "53-2")
def test_a_raise_names_what_is_added_to_the_bet_of_the_others() -> None:
    dealer = bets(hand(FOUR), "3000")
    assert first_bets(dealer)[-1] == ("3", 4_000)  # the 10 of the big bet, and 30 more
    bets(dealer, "2000")
    assert first_bets(dealer)[-1] == ("4", 6_000)


@law("40", "39")
def test_after_a_raise_the_others_have_all_options_again() -> None:
    dealer = bets(hand(FOUR), "c c c 2000")  # the big bet raises
    assert asked(dealer) == ("3", "Eva") and may(dealer, "Eva") >= {"fold", "call", "raise"}
    bets(dealer, "c c c")
    assert window(dealer).startswith("turn:2")


@law("41", "43", "45")
def test_no_common_card_lies_before_all_have_bet() -> None:
    dealer = hand(FOUR)
    lying = []
    for words in ("c c c k", "k k k k", "k k k k", ""):
        lying.append(sum(step.to == "board" for step in steps(dealer, Deal)))
        bets(dealer, words)
    assert lying == [0, 3, 4, 5]


# -- how much --------------------------------------------------------------------------------------

# After these decisions the next player may bet or raise between these sums. Hold'em: caves of 1000,
# minimum 10; with 5 and 10 in the pot a raise is 15, 25 or 35 as the last bet counts 1, 2, 3 times.
LIMITS = [
    ("cave", 2, "", 1_000, 99_000, "21.c"),
    ("cave", 2, "5000", 1_000, 94_000, "21.c"),
    (POT, 1, "", 1_000, 1_500, "86"),
    (POT, 2, "", 1_000, 2_500, "86"),
    (POT, 3, "", 1_000, 3_500, "86"),
    (POT, 2, "2500", 1_000, 8_500, "86"),       # 15 + 35, and 35
    (POT, 3, "2500", 1_000, 12_000, "86"),
    (POT, 2, "c c c k", 1_000, 4_000, "21.b"),  # nothing was bet in this round: the pot
    (POT, 3, "c c c k", 1_000, 4_000, "21.b"),
    (POT, 2, "c c c k 4000", 1_000, 12_000, "86"),
    (HALF, 2, "", 1_000, 1_000, "86"),          # half of 25, in chips of 5, is 10
    (HALF, 2, "1000", 1_000, 2_500, "86"),      # half of 35 and 20, in chips of 5
    (HALF, 2, "c c c k", 1_000, 2_000, "21.a"),
    (HALF, 2, "c c c k 2000", 1_000, 4_000, "86"),
    (TOTAL, 1, "", 1_000, 1_500, "86"),         # 5 and 10, the last once, twice, three times
    (TOTAL, 2, "", 1_000, 2_500, "86"),
    (TOTAL, 3, "", 1_000, 3_500, "86"),
    (TOTAL, 2, "2500", 1_000, 8_500, "86"),
    (TOTAL, 2, "c c c k", 1_000, 99_000, "21.c"),  # no raise: the cave
    (TOTAL, 2, "c c c k 4000", 1_000, 12_000, "86"),
]


@law("19", "20-2", "21", "21.a", "21.b", "21.c", "86", "39.d-2", "ir/292", "ir/293")
@pytest.mark.parametrize("of", ["holdem", "omaha"])
@pytest.mark.parametrize(("limit", "counts", "words", "low", "high", "rule"), LIMITS)
def test_a_bet_lies_between_the_minimum_and_the_limit_of_the_table(
        of: str, limit: str, counts: int, words: str, low: int, high: int, rule: str) -> None:
    dealer = bets(hand(FOUR, of=of, limit=limit, counts=counts), words)
    _, player = asked(dealer)
    act = "raise" if "raise" in may(dealer, player) else "bet"
    found = offer(dealer, player, act)
    assert (found.low, found.high, found.unit) == (low, high, 500)
    seat = found.seat
    assert refusal_of(dealer, f"{player}: {act} {seat} {high + 500}") == ("above-maximum", rule)
    assert refusal_of(dealer, f"{player}: {act} {seat} {low - 500}") == (
        "below-minimum", "86" if act == "raise" else "20-2")
    if high > low:
        assert refusal_of(dealer, f"{player}: {act} {seat} {low + 1}")[1] == "20-2"  # half a chip
    do(dealer, f"{player}: {act} {seat} {high}")


@law("20-2", "21.a", "ir/292")
def test_a_half_of_the_pot_below_the_minimum_lets_the_minimum_be_bet() -> None:
    dealer = bets(hand(FOUR, limit=HALF), "f f c k")  # 20 in the pot
    assert offer(dealer, "Ana", "bet").high == 1_000
    dealer = hand(FOUR, limit=HALF, counts=1)         # half of 15
    assert offer(dealer, "Eva", "raise").high == 1_000


@law("21", "21.a", "21.b", "39.d-2", "112", "ir/297")
@pytest.mark.parametrize(("limit", "words", "high", "rule"), [
    ("cave", "", 99_000, "21.c"), (POT, "", 4_000, "21.b"), (HALF, "", 2_000, "21.a"),
    (POT, "4000", 8_000, "21.b"), (HALF, "2000", 3_000, "21.a"), (POT, "1000 c", 6_000, "21.b")])
def test_in_synthetic_poker_the_pot_as_it_lies_is_the_limit_of_a_raise_too(
        limit: str, words: str, high: int, rule: str) -> None:
    """Four first bets of 10 lie there; 86 is no rule of this variant."""
    dealer = bets(hand(FOUR, of="sintetico", limit=limit), words)
    seat, player = asked(dealer)
    act = "raise" if words else "bet"
    assert (offer(dealer, player, act).low, offer(dealer, player, act).high) == (1_000, high)
    assert refusal_of(dealer, f"{player}: {act} {seat} {high + 500}") == ("above-maximum", rule)
    assert refusal_of(dealer, f"{player}: {act} {seat} 500") == ("below-minimum", "20-2")


@law("86", "ir/297")
@pytest.mark.parametrize(("of", "counts", "clauses"), [
    ("holdem", 0, ["86"]), ("omaha", 4, ["86"]), ("holdem", 1, []), ("omaha", 3, []),
    ("sintetico", 1, ["ir/297"]), ("sintetico", 2, [])])
def test_the_last_bet_counts_once_twice_or_three_times(
        of: str, counts: int, clauses: list[str]) -> None:
    at = Table(game=of, name="test", minimum=1_000, unit=500, maximum=5_000,
               rules=game(of).rules(counts=counts), places=11 if of == "sintetico" else 10,
               individual=False, places_per_player=1)
    found = game(of).violations(at)
    assert [one.clause.removeprefix(f"{SECTION}/") for one in found] == clauses


@law("86", "21.c", "ir/293")
@pytest.mark.parametrize(("of", "limit"), [("holdem", TOTAL), ("omaha", TOTAL),
                                           ("sintetico", "cave")])
def test_a_house_that_fixes_no_limit_has_that_of_the_variant(of: str, limit: str) -> None:
    """86 stands among the rules of Omaha; synthetic poker has those of 21 alone."""
    assert game(of).rules().limit == limit
    assert limit == game(of).limits.mode(plain(of))
    assert game(of).limits.modes[0] == (TOTAL if limit == TOTAL else HALF)
    wrong = read_table(f'game = "{of}"\nname = "x"\nminimum = 10\nmaximum = 50\n'
                       '[rules]\nlimit = "total"\n')
    assert isinstance(wrong, list) == (of == "sintetico")
    dealer = hand(FOUR, of=of, limit=limit)
    found = offer(dealer, asked(dealer)[1], "bet" if of == "sintetico" else "raise")
    assert (IR[293] in found.also) is (of != "sintetico")


@law("86", "ir/293")
@pytest.mark.parametrize("of", ["holdem", "omaha"])
def test_who_raises_counts_the_last_bet_as_often_as_they_like_where_the_house_says_nothing(
        of: str) -> None:
    """Bets of 5 and 10: any raise from 10 up to 35, as the last bet is tripled."""
    dealer = hand(FOUR, of=of, limit=TOTAL)
    assert (offer(dealer, "Eva", "raise").low, offer(dealer, "Eva", "raise").high) == (1_000, 3_500)
    assert refusal_of(dealer, "Eva: raise 3 4000") == ("above-maximum", "86")
    bets(dealer, "3500")


@law("21.c", "86", "49")
def test_a_raise_ends_with_the_cave_where_the_total_is_more() -> None:
    """35 of a cave that holds 20 beside the call, or 36."""
    for cents, high, rule in ((3_000, 2_000, "21.c"), (4_600, 3_500, "86")):
        dealer = hand((100_000, 100_000, cents, 100_000), limit=TOTAL)
        assert offer(dealer, "Eva", "raise").high == high
        assert refusal_of(dealer, "Eva: raise 3 4000") == ("above-maximum", rule)
        assert ("all-in" in may(dealer, "Eva")) is (rule == "21.c")


# -- the least and the most of a table -------------------------------------------------------------

def plain(of: str, **changed: Any) -> Table:
    """A table of ten as its file says it: a minimum of 10, a maximum of 50."""
    fields = {"minimum": 1_000, "maximum": 5_000, "unit": 500, **changed}
    rules = {key: fields.pop(key) for key in tuple(fields)
             if key in ("cave", "top_up", "limit", "minimum_share", "percentage", "rate",
                        "shuffler")}
    return Table(game=of, name="test", places=VARIANTS[of].places, individual=False,
                 rules=game(of).rules(**rules), **fields)


def breaks(at: Table) -> list[tuple[str, str]]:
    return [(one.clause.removeprefix(f"{SECTION}/"), one.what)
            for one in game(at.game).violations(at)]


@law("20", "75", "ir/351", "ir/365")
@pytest.mark.parametrize("of", ["holdem", "omaha", "sintetico"])
@pytest.mark.parametrize(("changed", "what"), [
    ({}, []),                                              # a fifth
    ({"maximum": 2_500, "cave": 2_500}, []),               # two fifths
    ({"maximum": 5_500}, ["maximum"]), ({"maximum": 2_000}, ["maximum"]),
    ({"cave": 5_500}, ["rules.cave"]), ({"cave": 2_000}, ["rules.cave"]),
    ({"limit": "cave", "cave": 5_500}, ["rules.cave"]),    # 21.c
    ({"limit": "pot", "cave": 5_500}, ["rules.cave"]),     # a pot is no sum, the cave is
    ({"limit": "half-pot", "cave": 5_500}, ["rules.cave"]),
    ({"limit": "pot", "cave": 4_000}, []),
    ({"maximum": 4_000, "cave": 4_500}, ["rules.cave"]),   # more than anybody may bring
    ({"cave": 4_000, "top_up": 5_500}, ["rules.top_up"]), ({"top_up": 5_000}, []),
    ({"limit": "pot", "maximum": 5_500}, ["maximum"]),
    ({"limit": "pot", "percentage": "session", "cave": 5_500}, ["rules.cave"]),  # 7.b
    ({"maximum": 100_000, "cave": 100_000}, ["maximum", "rules.cave"]),
    ({"maximum": 100_000, "cave": 100_000, "minimum_share": False}, []),
])
def test_the_minimum_is_a_fifth_to_two_fifths_of_each_maximum_that_is_laid_down(
        of: str, changed: dict[str, Any], what: list[str]) -> None:
    assert breaks(plain(of, **changed)) == [("20", one) for one in what]


@law("20", "ir/351")
def test_a_minimum_beyond_its_share_is_refused_with_the_nearest_figures() -> None:
    """In chips of 5: from 25 to 50 for a minimum of 10, from 200 to 400 for a maximum of 1000."""
    [found] = game("holdem").violations(plain("holdem", maximum=100_000))
    assert found.found == "1000.00 €"
    assert "25.00 € to 50.00 €" in found.allowed and "200.00 € to 400.00 €" in found.allowed
    assert "minimum_share = false under [rules]" in found.allowed
    for text in (found.allowed.split()[0], "50.00"):
        assert not game("holdem").violations(plain("holdem", maximum=int(float(text)) * 100))


@pytest.mark.parametrize("of", ["holdem", "omaha", "sintetico"])
@pytest.mark.parametrize(("by", "rates", "wrong", "rule"), [
    pytest.param("hand", (0, 5), (6, 20), "7.a", marks=law("7.a")),
    pytest.param("session", (5, 20), (0, 4, 21), "7.b", marks=law("7.b"))])
def test_the_percentage_keeps_to_the_rates_of_the_law(
        of: str, by: str, rates: tuple[int, ...], wrong: tuple[int, ...], rule: str) -> None:
    """Up to 5 per cent of a hand, 5 to 20 per cent for a session; the ends are lawful."""
    for rate in (*rates, *wrong):
        found = breaks(plain(of, percentage=by, rate=rate))
        assert found == ([(rule, "rules.rate")] if rate in wrong else [])


@law("20", "ir/351")
def test_a_cave_that_is_not_named_is_lawful_too() -> None:
    assert cave(plain("holdem")) == 5_000
    assert cave(plain("holdem", limit="pot")) == 5_000
    assert cave(plain("holdem", maximum=2_500)) == 2_500
    assert cave(plain("holdem", minimum_share=False)) == 20_000
    for share, least in ((True, 5_000), (False, 20_000)):
        [brings] = [one for one in game("holdem").bets(plain("holdem", minimum_share=share))
                    if one.bet == "cave"]
        assert brings.minimum == least


@law("20", "75", "78", "ir/365")
@pytest.mark.parametrize("mode", ["total", "pot", "half-pot", "cave"])
@pytest.mark.parametrize("of", ["holdem", "omaha"])
def test_who_joins_brings_at_most_the_maximum_of_the_table(of: str, mode: str) -> None:
    """A minimum of 10 is a quarter of 40 and a fifth of 50; a house that reads 20 as leave says
    nothing of the most."""
    dealer = hand(FOUR, of=of, minimum_share=True, maximum=5_000, cave=4_000, limit=mode)
    found = offer(dealer, "Zoe", "sit")
    assert (found.low, found.high) == (4_000, 5_000) and IR[365] in found.also
    assert refusal_of(dealer, "Zoe: sit 9 3500") == ("below-minimum", "78")
    assert refusal_of(dealer, "Zoe: sit 9 5500") == ("above-maximum", "20")
    do(dealer, "Zoe: sit 9 5000")
    free = offer(hand(FOUR, of=of, maximum=5_000, cave=4_000, limit=mode), "Zoe", "sit")
    assert free.high == 10**10 and IR[365] not in free.also


@law("28", "20", "ir/365")
def test_an_average_above_the_maximum_is_brought_all_the_same() -> None:
    dealer = hand((20_000, 10_000, 5_000, 5_000), of="sintetico", minimum_share=True, maximum=5_000)
    found = offer(dealer, "Zoe", "sit")
    assert (found.low, found.high, found.limit_law) == (10_000, 10_000, f"{SECTION}/28")


@law("21", "21.c", "39.d-2", "ir/365")
def test_the_maximum_of_the_table_ends_no_bet() -> None:
    """At a table of 10 to 50 who has won a thousand may bet it, and raise by the total of 86."""
    dealer = bets(hand(FOUR, minimum_share=True, maximum=5_000, limit=TOTAL), "c c c k")
    assert offer(dealer, "Ana", "bet").high == 99_000
    bets(dealer, "40000")
    assert offer(dealer, "Rui", "raise").high == 59_000


@law("20", "75", "ir/365")
@pytest.mark.parametrize("of", ["holdem", "omaha", "sintetico"])
@pytest.mark.parametrize(("changed", "bounds"), [
    ({}, (5_000, 5_000)), ({"cave": 4_000}, (4_000, 5_000)),
    ({"minimum_share": False, "maximum": 100_000}, (20_000, 0)),
    ({"minimum_share": False, "cave": 4_000}, (4_000, 0))])
def test_a_table_tells_what_players_bring_and_no_most_of_a_bet(
        of: str, changed: dict[str, Any], bounds: tuple[int, int]) -> None:
    at = plain(of, **changed)
    assert game(of).purse.buy_in(at) == bounds
    [brings] = [one for one in game(of).bets(at) if one.bet == "cave"]
    assert (brings.minimum, brings.maximum) == (bounds[0], bounds[1] or 10**10)


@pytest.mark.parametrize("of", ["holdem", "omaha", "sintetico"])
def test_every_choice_of_a_house_has_words(of: str) -> None:
    for language, words in game(of).words.items():
        missing = {f"rule.{name}" for name in game(of).rules.__struct_fields__} - set(words)
        assert not missing, (language, missing)


@law("22", "75", "98", "7.b", "ir/366")
@pytest.mark.parametrize("of", ["holdem", "omaha", "sintetico"])
@pytest.mark.parametrize("share", [True, False])
@pytest.mark.parametrize("named", [{}, {"cave": 4_000}, {"cave": 4_000, "top_up": 3_000}])
def test_a_change_of_limits_leaves_what_players_bring_and_add(
        of: str, share: bool, named: dict[str, int]) -> None:
    """Whichever mode follows which, and twice the minimum."""
    at, part = plain(of, minimum_share=share, percentage="session", **named), \
        game(of).limits
    for mode in (*part.modes, *reversed(part.modes)):
        changed = part.changed(at, 2_000, mode)
        assert (changed.minimum, changed.rules.limit) == (2_000, mode)
        assert (cave(changed), top_up(changed)) == (cave(at), top_up(at))
        assert game(of).hands.commission(changed) == game(of).hands.commission(at)
        assert part.alike(at, changed) and part.alike(changed, at)
        at = part.changed(changed, 1_000, mode)
    other = plain(of, minimum_share=share, cave=4_500)
    assert not part.alike(at, other) and not part.alike(other, at)


@law("76", "4-2", "31", "32", "72", "ir/352")
@pytest.mark.parametrize("of", ["holdem", "omaha"])
def test_with_a_shuffler_two_packs_are_played_with_by_turns(of: str) -> None:
    dealer = play_out(hand(FOUR, of=of, shuffler=True))
    taken = []
    for _ in range(3):
        taken += [step.facts["pack"] for step in steps(dealer, Handle) if step.what == "take-pack"]
        assert [step.at for step in steps(dealer, Cut)] == [26]  # the dealer cuts as ever
        carry = dealer.outcome
        dealer = begin(carry, table(of, shuffler=True), Scripted(" ".join(pack(of, [""] * 4))))
        do(dealer, "time")
        bets(dealer, "f f f")
    assert taken == [1, 2, 1]
    again = msgspec.structs.replace(carry, renewed=True)
    dealer = do(begin(again, table(of, shuffler=True), Scripted(" ".join(pack(of, [""] * 4)))),
                "time")
    assert [step.what for step in steps(dealer, Handle)] == ["show-packs", "take-pack"]
    assert "76" in cited(dealer)


@law("ir/352")
def test_synthetic_poker_has_no_shuffler() -> None:
    assert breaks(plain("sintetico", shuffler=True)) == [("ir/352", "rules.shuffler")]
    assert breaks(plain("omaha", shuffler=True)) == []


# -- how often -------------------------------------------------------------------------------------

@law("87", "47", "ir/294")
@pytest.mark.parametrize("of", ["holdem", "omaha"])
def test_three_raises_are_made_in_a_round_whoever_makes_them(of: str) -> None:
    dealer = bets(hand(FOUR, of=of), "1000 1000 1000")
    assert asked(dealer) == ("2", "Rui")
    assert "raise" not in may(dealer, "Rui") and "all-in" not in may(dealer, "Rui")
    assert refusal_of(dealer, "Rui: raise 2 1000") == ("barred", "87")
    assert refusal_of(dealer, "Rui: all-in 2") == ("barred", "87")
    bets(dealer, "c c c")
    assert window(dealer).startswith("turn:2")
    bets(dealer, "1000 1000 1000 1000")  # the first bet of a round is no raise
    assert refusal_of(dealer, "Ana: raise 1 1000") == ("barred", "87")


@law("88", "47-2", "87", "ir/294")
def test_two_who_are_left_raise_without_end() -> None:
    """Three raises, then all but two give up: these go on, in the same round."""
    dealer = bets(hand(FOUR), "1000 1000 1000")
    bets(dealer, "f f")                    # Rui and Eva give up
    assert asked(dealer) == ("4", "Gil")
    assert len([offer(dealer, "Gil", "raise"), bets(dealer, "1000 1000 1000 1000")]) == 2
    assert "raise" in may(dealer, asked(dealer)[1])


@law("47", "112", "ir/297")
def test_in_synthetic_poker_raises_have_no_number() -> None:
    dealer = bets(hand(FOUR, of="sintetico"), "1000 1000 1000 1000 1000 1000")
    assert "raise" in may(dealer, asked(dealer)[1])


# -- all-in ----------------------------------------------------------------------------------------

@law("49", "39.c")
def test_a_cave_that_is_too_small_goes_in_as_a_whole() -> None:
    dealer = bets(hand((100_000, 100_000, 100_000, 3_000)), "5000")
    found = offer(dealer, "Gil", "call")
    assert (found.cost, found.note, found.law) == (3_000, "all-in", f"{SECTION}/49")
    assert "raise" not in may(dealer, "Gil") and "all-in" not in may(dealer, "Gil")
    play_out(bets(dealer, "c f f"))
    assert caves(dealer).get(4) != 3_000


@law("49", "86", "40", "ir/296")
def test_a_whole_cave_that_is_less_than_a_raise_is_one_and_opens_the_round_again() -> None:
    dealer = hand((100_000, 100_000, 100_000, 1_700))
    bets(dealer, "c")
    assert may(dealer, "Gil") >= {"call", "all-in"} and "raise" not in may(dealer, "Gil")
    bets(dealer, "a c c")
    assert asked(dealer) == ("3", "Eva")
    assert offer(dealer, "Eva", "call").cost == 700 and "raise" in may(dealer, "Eva")


@law("87", "ir/294", "ir/296")
def test_such_a_raise_is_one_of_the_three() -> None:
    dealer = bets(hand((100_000, 100_000, 100_000, 1_700)), "c a 1000 1000")
    assert refusal_of(dealer, "Eva: raise 3 1000") == ("barred", "87")


@law("21.b", "49")
def test_more_than_the_limit_does_not_go_in_as_a_whole() -> None:
    dealer = hand(FOUR, limit=POT)
    assert "all-in" not in may(dealer, "Eva")
    assert isinstance(try_act(dealer, "Eva: all-in 3"), Refusal)


@law("48", "51")
def test_a_round_in_which_all_but_one_give_up_ends_the_hand() -> None:
    dealer = play_out(hand(FOUR), "2000 f f f")
    assert calls(dealer)[-2:] == ["wins-unseen 3", "main 3 25.00 €"]
    assert nets(dealer, FOUR) == [-500, -1_000, 1_500, 0]
    assert "62" not in cited(dealer)


# -- what is refused -------------------------------------------------------------------------------

@law("39", "36", "37", "53")
@pytest.mark.parametrize("act", [
    "Gil: call 4",      # out of turn
    "Gil: call 3",      # for another
    "Eva: call 4",      # at another's place
    "Eva: bet 3 2000",  # a bet lies there: it is a raise
    "Zeca: call 3",     # who does not play
])
def test_nobody_acts_out_of_turn_or_for_another(act: str) -> None:
    dealer = hand(FOUR)
    assert refusal_of(dealer, act)[0] in ("not-offered", "not-yours", "not-your-turn")
    assert asked(dealer) == ("3", "Eva")


def test_who_has_bet_may_not_add_to_it_before_their_next_turn() -> None:
    dealer = bets(hand(FOUR), "2000")
    assert isinstance(try_act(dealer, "Eva: raise 3 2000"), Refusal)
    bets(dealer, "c f f")
    assert window(dealer).startswith("turn:2")


@law("52", "14.e")
def test_nobody_bets_more_than_they_have_on_the_table() -> None:
    dealer = hand((100_000, 100_000, 20_000, 100_000))
    assert offer(dealer, "Eva", "raise").high == 19_000
    assert refusal_of(dealer, "Eva: raise 3 19500") == ("above-maximum", "21.c")
