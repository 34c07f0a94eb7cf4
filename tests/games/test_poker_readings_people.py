"""Portaria 217/2007, non-banked poker: people at tables that choose another reading of a clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sabot.equipment import Seeded
from sabot.families.pokertable.round import Folk
from sabot.families.pokertable.table_group import may_change_table
from sabot.games import game
from sabot.procedure import Call, Dealer, Incident, Live, Move, Refusal, Scripted, Throw
from support.poker_table import (
    SECTION,
    asked,
    begin,
    bets,
    calls,
    caves,
    do,
    evening,
    law,
    may,
    moves_under,
    offer,
    pack,
    refusal_of,
    steps,
    table,
    window,
)

CAVE = 20_000


def pause(have: int | Sequence[int] = 5, had: int = 0, *, folk: Folk | None = None,
          chance: Any = None, rules: dict[str, Any] | None = None, **readings: Any) -> Dealer:
    """The pause before a hand at a table with these readings."""
    sums = [CAVE] * have if isinstance(have, int) else have
    return begin(evening(sums, hand=had, hands=4, folk=folk or Folk()),
                 table(readings=readings, **(rules or {})),
                 chance or Live(Seeded(1, "people")))


def next_pause(dealer: Dealer, **readings: Any) -> Dealer:
    """The pause after a hand, at a table with these readings."""
    return begin(dealer.outcome, table(readings=readings), Live(Seeded(2, "people")))


def give_up(dealer: Dealer) -> Dealer:
    """The hand to its end: all give up, and the last one has the pot."""
    while not dealer.over:
        bets(dealer, "f")
    return dealer


@law("8.a", "11", "75", "ir/258")
def test_players_register_with_their_caves_or_bring_them_once_seats_are_drawn() -> None:
    """The second, third, first and last of the places that are left; Gil does not come."""
    at = table(readings={"registers": "on-the-list"})
    dealer = begin(game("holdem").opening(at), at,
                   Scripted(" ".join(pack("holdem", [""] * 10)), [(2, 3, 1, 7, 1)]))
    assert may(dealer, "Ana") == {"book"}
    assert "sit" in may(begin(game("holdem").opening(table()), table(), Scripted("")), "Ana")
    do(dealer, *(f"{name}: book table" for name in ("Ana", "Rui", "Eva", "Gil", "Bea")))
    assert window(dealer) == "between" and not any(steps(dealer, Move))
    do(dealer, "time")
    assert steps(dealer, Throw)[0].sides == (10, 9, 8, 7, 6)
    assert refusal_of(dealer, f"Rui: sit 4 {CAVE}")[0] in ("not-yours", "not-your-turn")
    assert refusal_of(dealer, "Ana: sit 2 30000") == ("above-maximum", "75")
    do(dealer, f"Ana: sit 2 {CAVE}", f"Rui: sit 4 {CAVE}", f"Eva: sit 1 {CAVE}", "time",
       f"Bea: sit 3 {CAVE}")
    assert window(dealer) == "between" and len(steps(dealer, Throw)) == 1
    assert give_up(do(dealer, "time")).outcome.seats[:4] == ("Eva", "Ana", "Bea", "Rui")


@law("12.b", "ir/259")
def test_lots_decide_within_a_hand_or_among_all_who_wait() -> None:
    for reading, sides in (("same-hand", []), ("all", [(3,)])):
        folk = Folk(booked=[("Max", 3), ("Ivo", 4), ("Zoe", 2)])
        dealer = pause(9, folk=folk, chance=Scripted("2S", [(1,)]), list_lots=reading)
        assert [step.sides for step in steps(dealer, Throw)] == sides
        assert "sit" in may(dealer, "Max" if sides else "Zoe")


@law("14.e", "79", "ir/261")
def test_a_player_without_chips_tops_up_in_a_hand_or_leaves_when_it_begins() -> None:
    usual = do(pause([CAVE, CAVE, 500, CAVE, CAVE]), "time")
    assert "top-up" in may(usual, "Eva")
    strict = do(pause([CAVE, CAVE, 500, CAVE, CAVE], top_ups="between-hands"), "time")
    assert "below-minimum 3" in calls(strict)
    assert [move.player for move in steps(strict, Move) if move.kind == "return"] == ["Eva"]
    joined = do(pause(5, top_ups="between-hands"), "time", f"Zoe: sit 9 {CAVE}")
    assert refusal_of(joined, f"Zoe: top-up 9 {CAVE}") == ("barred", "14.e")


@law("13-2", "89", "ir/263")
def test_three_hands_without_a_decision_or_without_a_bet_cost_the_seat() -> None:
    for reading, gone in (("no-decision", []), ("no-bet", ["Gil"])):
        dealer = pause(6, folk=Folk(unbet={"Gil": 3, "Bea": 2}), not_playing=reading)
        assert [move.player for move in steps(dealer, Move) if move.kind == "return"] == gone


@law("89", "83", "ir/264")
def test_small_and_big_bets_count_as_bets_or_not() -> None:
    """Rui made the big bet and gave up. After five such hands the big bet is a bet or is dead."""
    for reading, counted, moved in (("any-bet", 0, "4/pot"), ("own-bets", 1, "4/dead")):
        dealer = bets(do(pause(6, unbet=reading), "time"), "f f f 1000 f f")
        assert dealer.outcome.folk.unbet.get("Rui", 0) == counted
        assert dealer.outcome.folk.unbet.get("Leo", 0) == 0
        dealer = do(pause(6, 6, folk=Folk(unbet={"Gil": 5}), unbet=reading), "time")
        assert moves_under(dealer, "89") == [f"4/cave {moved} 1000"]
        assert ("check" in may(bets(dealer, "f"), "Gil")) is (counted == 0)


@law("90", "ir/310")
def test_who_takes_a_seat_again_owes_what_they_missed_once_each_time_or_not_at_all() -> None:
    for reading, owed in (("once", 1_500), ("each-time", 5_500), ("new-player", 0)):
        dealer = do(pause(6, 1, missed=reading), "Gil: leave 4")
        for _ in range(17):
            dealer = next_pause(give_up(do(dealer, "time")), missed=reading)
        do(dealer, f"Gil: sit 8 {CAVE}", "time")
        assert moves_under(dealer, "90") == ([f"8/cave 8/dead {owed}"] if owed else []), reading


@law("90", "69", "ir/321")
def test_a_null_hand_undoes_what_was_restored_in_it_or_not() -> None:
    for reading, owed in (("undone", {"Gil": 1_500}), ("restored", {})):
        at = table(attended=True, readings={"void_return": reading})
        carry = evening([CAVE] * 5, hand=5, folk=Folk(owed={"Gil": 1_500}))
        dealer = do(begin(carry, at, Scripted("?? " * 10)), "time", "report wrong-order")
        assert dealer.over and dealer.outcome.folk.owed == owed


@law("74-2", "ir/265")
def test_a_duration_is_minutes_or_so_many_sessions() -> None:
    for reading, called in (("minutes", "lasts"), ("sessions", "session-begins-free")):
        dealer = do(pause(5, rules={"duration": 120}, duration_in=reading), "time")
        assert called in calls(dealer)
    assert not game("holdem").violations(table(duration=90))
    [odd] = game("holdem").violations(table(duration=90, readings={"duration_in": "sessions"}))
    assert odd.clause == "ir/265"


@law("74-2", "ir/265")
def test_a_game_of_two_hours_in_sessions_ends_with_its_second_session() -> None:
    at = table(duration=120, readings={"duration_in": "sessions"})
    for sessions, over in ((1, False), (2, True)):
        carry = evening([CAVE] * 4, session="over", folk=Folk(sessions=sessions))
        assert ("game-over" in calls(begin(carry, at, Live(Seeded(1))))) is over


@law("14.g", "9.d", "ir/266")
def test_a_tip_comes_out_of_a_stack_or_not() -> None:
    do(pause(), "Ana: tip 1 500")
    assert "tip" not in may(pause(tips="not-from-stack"), "Ana")


@law("24", "13", "ir/268")
def test_four_players_sit_or_are_dealt_in() -> None:
    usual = do(pause(5), "Ana: rest table", "Rui: rest table", "time")
    assert window(usual).startswith("turn")
    strict = do(pause(5, four="dealt-in"), "Ana: rest table")
    assert refusal_of(strict, "Rui: rest table") == ("barred", "24")
    do(strict, "Rui: leave 2")
    assert window(strict) == "seats" and "suspended" in calls(strict)
    do(strict, "Ana: back table")
    assert window(strict) == "between"


@law("ir/366")
def test_new_limits_change_those_of_bets_or_also_what_players_bring() -> None:
    limits = game("holdem").limits
    assert limits is not None
    for reading, brings in (("bets-only", 20_000), ("stacks-too", 40_000)):
        at = table(percentage="session", rate=10, readings={"with_limits": reading})
        changed = limits.changed(at, 2_000, "cave")
        assert changed.minimum == 2_000
        [cave] = [bet for bet in game("holdem").bets(changed) if bet.bet == "cave"]
        assert cave.minimum == brings


@law("22", "20-2", "21", "ir/267")
def test_new_limits_begin_with_the_next_hand_or_the_next_bet() -> None:
    """The minimum becomes 20 and the limit the pot while Eva is asked, before a bet of ten."""
    usual = do(pause(), "time")
    assert usual.standing is not None and "limit-pot" not in usual.standing.faults
    dealer = do(pause(limits_begin="next-bet"), "time")
    before = offer(dealer, "Eva", "raise")
    reply = dealer.report(Incident("limit-pot", amount=2_000))
    assert not isinstance(reply, Refusal) and calls(dealer)[-1] == "limits"
    after = offer(dealer, "Eva", "raise")
    assert (before.low, after.low) == (1_000, 2_000) and after.high < before.high
    later = next_pause(give_up(dealer), limits_begin="next-bet")
    assert calls(later) == ["limits"], "the file of the table has the former ones"
    assert dealer.outcome.folk.limits == ["20.00 €", "pot"]


@law("28", "78", "ir/269")
def test_who_joins_brings_the_least_of_the_house_or_the_average() -> None:
    for entry, low in (("floor", CAVE), ("average", 2 * CAVE)):
        dealer = pause([2 * CAVE] * 5, rules={"entry": entry})
        assert offer(dealer, "Zoe", "sit").low == low


@law("7.b", "7.b-2", "ir/239")
def test_a_session_costs_a_share_of_the_stack_of_the_table_or_of_each_player() -> None:
    """10 % of 200, or of 500 and 300; after an hour the hand is played to its end, or a round."""
    caves_, fee = [50_000, 30_000, 30_000, 30_000], {"percentage": "session", "rate": 10}
    for reading, taken, hands in (("the-table", [2_000] * 4, 1),
                                  ("each-player", [5_000, 3_000, 3_000, 3_000], 4)):
        dealer = do(pause(caves_, rules=fee, session_of=reading), "time", "time")
        assert [move.amount for move in steps(dealer, Move) if move.kind == "commission"] == taken
        do(dealer, "report after-60")
        for played in range(1, 6):
            dealer = begin(give_up(dealer).outcome, table(readings={"session_of": reading}, **fee),
                           Live(Seeded(played)))
            if begins_session(do(dealer, "time")):
                break
        assert played == hands


def begins_session(dealer: Dealer) -> bool:
    """Whether a session has begun before this hand."""
    return any(call.startswith("session-begins") for call in calls(dealer))


@law("26-2", "ir/262")
def test_a_table_is_uneven_by_two_players_or_by_one() -> None:
    for reading, law_ in (("by-two", ""), ("by-one", f"{SECTION}/26-2")):
        at = table(readings={"uneven": reading})
        assert may_change_table(at, 0, here=6, there=5) == law_
        assert may_change_table(at, 0, here=6, there=4) == ""


# -- at a real table -------------------------------------------------------------------------------


def real(cards: Any = "?? " * 10, words: str = "", **readings: Any) -> Dealer:
    """A hand of five at a real table, up to the first decision; place 1 has the hand."""
    dealer = begin(evening([CAVE] * 5, hand=10), table(attended=True, readings=readings),
                   Scripted(cards, words=words.split()))
    return do(dealer, "time")


@law("58-2", "13-2", "ir/311")
@pytest.mark.parametrize(("reading", "sent", "idle"), [
    ("for-the-game", set(), {"sit"}), ("may-return", {"sit"}, {"sit"}), ("idle-too", set(), set())])
def test_for_how_long_who_had_to_leave_stays_away(reading: str, sent: set[str], idle: set[str]
                                                  ) -> None:
    dealer = do(real(words="loan", sent_away=reading), "report grave-breach 4")
    assert may(dealer, "Gil") == sent
    away = pause(5, folk=Folk(absent={"Bea": 3}), sent_away=reading)
    assert may(away, "Bea") == idle


@law("58", "58-2", "ir/280")
@pytest.mark.parametrize(("reading", "words", "leaves"), [
    ("any-breach", "loan talk", True), ("same-breach", "loan talk", False),
    ("same-breach", "loan loan", True), ("same-hand", "loan talk", True)])
def test_a_breach_is_repeated_by_any_other_or_by_the_same(reading: str, words: str, leaves: bool
                                                          ) -> None:
    dealer = do(real(words=words, repeated=reading), "report breach 4", "report breach 4")
    assert ("must-leave 4" in calls(dealer)) is leaves


@law("58", "58-2", "ir/280")
@pytest.mark.parametrize(("reading", "leaves"), [("any-breach", True), ("same-hand", False)])
def test_a_warning_counts_for_the_game_or_for_the_hand(reading: str, leaves: bool) -> None:
    dealer = give_up(do(real(words="loan", repeated=reading), "report breach 4"))
    at = table(attended=True, readings={"repeated": reading})
    later = do(begin(dealer.outcome, at, Scripted("?? " * 10, words=["loan"])), "time",
               "report breach 4")
    assert ("must-leave 4" in calls(later)) is leaves


@law("30", "69", "ir/270")
@pytest.mark.parametrize(("reading", "hand"), [("moves-on", "2"), ("stays", "1")])
def test_after_a_null_hand_the_hand_moves_on_or_stays(reading: str, hand: str) -> None:
    dealer = do(real(after_void=reading), "report wrong-order")
    later = do(next_pause(dealer, after_void=reading), "time")
    assert f"hand {hand}" in calls(later)
    follows = do(next_pause(give_up(later), after_void=reading), "time")
    assert f"hand {int(hand) + 1}" in calls(follows)


@law("79", "ir/261")
def test_who_has_less_than_the_minimum_is_told_why_they_leave() -> None:
    dealer = do(pause([CAVE, CAVE, 500, CAVE, CAVE], top_ups="between-hands"), "time")
    [call] = [step for step in steps(dealer, Call) if step.call == "below-minimum"]
    assert (call.law, call.also) == (f"{SECTION}/79", ("ir/261",))
    assert asked(dealer) and caves(give_up(dealer))


@law("28", "13", "79", "19", "ir/450", "ir/451")
@pytest.mark.parametrize(("have", "readings", "brings"), [
    ([10_000, 10_000, 10_000, 10_000, 500], {}, 8_000),  # 8,100 cut to chips of 500
    ([10_000, 10_000, 10_000, 10_000, 500], {"averaged": "who-plays"}, 10_000),
    ([10_000, 10_000, 10_000, 10_000, 500], {"average_chip": "made-up"}, 8_500),
    ([1_000] * 4 + [500] * 3, {}, 1_000),
    ([1_000] * 4 + [500] * 3, {"average_chip": "below-minimum"}, 500),
])
def test_the_average_that_a_newcomer_brings(have: list[int], readings: dict[str, str],
                                            brings: int) -> None:
    dealer = pause(have, rules={"entry": "average"}, **readings)
    found = offer(dealer, "Zoe", "sit")
    assert found.low == found.high == brings


@law("28", "ir/269", "ir/450")
def test_during_a_hand_the_average_is_that_of_who_was_dealt_in() -> None:
    """Bea has too little to be dealt in."""
    dealer = do(pause([10_000, 10_000, 10_000, 10_000, 500], rules={"entry": "average"},
                      averaged="who-plays"), "time")
    assert offer(dealer, "Zoe", "sit").low == 10_000, "bets count for their players"


@law("12.b", "ir/453")
@pytest.mark.parametrize(("reading", "seats"), [
    ("waits", ("3", "6", "7", "8", "9", "10")), ("not-offered", ("3",))])
def test_a_newcomer_may_sit_where_the_hand_belongs_or_not(reading: str, seats: tuple[str, ...]
                                                          ) -> None:
    """Place 5 had the hand, and place 1 is next."""
    have = [CAVE, CAVE, 0, CAVE, CAVE]
    assert offer(pause(have, 5, hand_seat=reading), "Zoe", "sit").seats == seats
    listed = pause(have, 5, folk=Folk(booked=[("Max", 0)]), hand_seat=reading)
    assert offer(listed, "Max", "sit").seats == seats


@law("75", "39.d-2", "ir/365")
@pytest.mark.parametrize(("reading", "raises", "joins"), [
    ("buy-in", 4_000, 5_000), ("bets-too", 2_500, 5_000), ("nobody", 4_000, 10_000)])
def test_whom_the_maximum_of_a_table_binds(reading: str, raises: int, joins: int) -> None:
    """With 5,000 before each and a bet of 1,000 to call; the maximum is 5,000, or 2,500."""
    rules = {"minimum_share": True, "maximum": 5_000}
    high = offer(pause([5_000] * 4, rules=rules, maximum_binds=reading), "Zoe", "sit").high
    assert high == joins if reading != "nobody" else high > joins
    low = do(pause([5_000] * 4, rules=rules | {"maximum": 2_500}, maximum_binds=reading), "time")
    assert offer(low, "Eva", "raise").high == raises
