"""The French bank at its table: the file, throws that count and that do not, bets on the lines,
every refusal, and random layouts."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.families.layout.cloth import STAYS
from sabot.games import game
from sabot.games.banca_francesa.coup import NULL
from sabot.games.banca_francesa.rules import table_law
from sabot.games.banca_francesa.spots import cloth
from sabot.procedure import (
    Call,
    Dealer,
    Handle,
    Incident,
    Listen,
    Menu,
    Move,
    Refusal,
    Scripted,
    Throw,
)
from sabot.procedure.table import Table
from support.dice_coups import (
    begin,
    breaks,
    by_bet,
    check,
    do,
    expected,
    lawful,
    nets,
    random_bets,
    read,
    refusal_of,
    stakes,
    steps,
)

GAME = game("banca-francesa")
ALONE = {"kind": "individual"}


def law(*rules: str) -> Any:
    """The law mark of rules of the French bank; ``ir/4`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def at(rules: str = "", **keys: Any) -> Table:
    return lawful("banca-francesa", rules, **keys)


def thrown(*throws: tuple[int, ...] | Incident, bets: tuple[str, ...]) -> Dealer:
    """A coup of a real table with these bets of Ana and these throws."""
    return do(begin(at(attended=True), Scripted(throws=throws)), "Ana: sit 1",
              *(f"Ana: bet {bet}" for bet in bets), "time")


def handlings(dealer: Dealer) -> list[str]:
    return [step.what for step in steps(dealer, Handle)]


# -- the table and its file ------------------------------------------------------------------------


@law("2.d", "9", "10.a", "10.b", "ir/155")
def test_the_cloth_shows_the_chances_two_lines_and_the_track() -> None:
    drawn = GAME.felt(at(places=5))
    boxes = {zone.spot: zone for zone in drawn.zones}
    assert set(boxes) == {"aces", "small", "big", "line/small", "line/big"}
    outer, inner = boxes["line/small"], boxes["line/big"]
    assert outer.x < inner.x and outer.y < inner.y
    assert outer.w > inner.w and outer.h > inner.h
    assert drawn.dice.count == 3 and drawn.dice.law == f"{GAME.section}/2.d"
    assert len(drawn.places) == 5


@law("3.b")
def test_dice_have_an_edge_of_twelve_to_fifteen_millimetres() -> None:
    for edge in (12, 13, 15):
        assert at(f"edge = {edge}").rules.edge == edge
    for edge in (11, 16):
        assert breaks("banca-francesa", f"edge = {edge}") == {"rules.edge": "3.b"}


@law("17", "17.a", "17.b", "ir/159")
def test_the_proportions_of_each_chance() -> None:
    def limits(table: Table) -> dict[str, tuple[int, int]]:
        return {bet.bet: (bet.minimum, bet.maximum) for bet in GAME.bets(table)}

    assert limits(at(maximum=1_000)) == {
        "aces": (500, 3_000), "small": (500, 100_000), "big": (500, 100_000),
        "line-small": (1_000, 200_000), "line-big": (1_000, 200_000)}
    own = limits(at("aces = { minimum = 10, maximum = 60 }\nsimple = { minimum = 20 }"))
    assert own["aces"] == (1_000, 6_000) and own["big"] == (2_000, 50_000)
    assert own["line-big"] == (4_000, 100_000)
    assert limits(at(maximum=20))["aces"] == (500, 2_000), "never above the table's maximum"
    assert breaks("banca-francesa", maximum=1_001) == {"maximum": "17.b"}
    assert breaks("banca-francesa", "aces = { maximum = 31 }") == {"rules.aces": "17.a"}
    assert breaks("banca-francesa", "aces = { minimum = 10, maximum = 61 }") == {
        "rules.aces": "17.a"}
    assert breaks("banca-francesa", "simple = { minimum = 2, maximum = 401 }") == {
        "rules.simple": "17.b"}
    assert breaks("banca-francesa", "aces = { minimum = 10, maximum = 9 }") == {
        "rules.aces": "ir/159"}
    assert breaks("banca-francesa", minimum=0) == {"minimum": "17"}
    assert breaks("banca-francesa", maximum=4) == {"maximum": "17"}


@law("ir/151")
def test_one_to_ten_places_and_each_player_has_one() -> None:
    assert at(places=10).places == 10
    assert breaks("banca-francesa", places=11) == {"places": "ir/151"}
    assert breaks("banca-francesa", places_per_player=2) == {"places_per_player": "ir/151"}


@law("ir/123")
def test_the_most_that_the_bank_may_pay_leaves_room_for_the_least_bet_everywhere() -> None:
    assert at("exposure = 305").rules.exposure == 30_500  # 61 times 5
    assert breaks("banca-francesa", "exposure = 304") == {"rules.exposure": "ir/123"}


def test_every_word_of_a_file_that_is_none_is_said() -> None:
    found = read("banca-francesa", "ases = 3\naces = 5")
    assert isinstance(found, list)
    assert {one.what for one in found} == {"rules.ases", "rules.aces"}


# -- throws ----------------------------------------------------------------------------------------


@law("1", "2.b", "2.c", "2.d", "7.a", "7.c")
def test_three_dice_are_thrown_through_the_horn_and_lifted_after_the_call() -> None:
    dealer = do(begin(at(), Scripted(throws=[(1, 1, 4)])), "Ana: sit 1", "Ana: bet small 500",
                "time")
    throw = steps(dealer, Throw)[0]
    assert throw.sides == (6, 6, 6) and throw.first == 1
    throwing = next(step for step in steps(dealer, Handle) if step.what == "throw-dice")
    assert throwing.facts == {"dice": 3}
    assert {f"{GAME.section}/2.b", f"{GAME.section}/2.c"} <= set(throwing.also)
    assert f"{GAME.section}/2.d" in throw.also
    names = [getattr(step, "what", "") or getattr(step, "call", "") or type(step).__name__
             for step in (event.step for event in dealer.record)]
    at_throw = names.index("throw-dice")
    assert names[at_throw - 1:at_throw + 4] == [
        "no-more-bets", "throw-dice", "Throw", "chance-small", "lift-dice"]


@law("2.a", "4")
def test_a_case_with_three_sets_stands_on_the_table_from_its_opening() -> None:
    first = begin(at(), Scripted(throws=[(1, 1, 4)]))
    case = steps(first, Handle)[0]
    assert (case.what, case.facts, case.law) == ("show-case", {"sets": 3}, f"{GAME.section}/4")
    assert case.also == (f"{GAME.section}/2.a",)
    do(first, "Ana: sit 1", "Ana: bet small 500", "time")
    assert "show-case" not in handlings(begin(at(), carry=first.outcome))


@law("7.b", "8", "8.a", "8.b", "8.c", "8.d", "7.c", "ir/156", "ir/161")
@pytest.mark.parametrize("kind", NULL)
def test_a_throw_that_does_not_count_is_thrown_again_with_the_bets_as_they_lie(kind: str) -> None:
    """It would have made small win; the next makes big win."""
    dealer = thrown(Incident(kind), (5, 5, 5), bets=("small 500", "big 1000", "line/big 2000"))
    assert nets(dealer) == {"Ana": -500 + 1_000 + 1_000}
    calls = [step for step in steps(dealer, Call) if step.call == "null-throw"]
    assert [(call.law, *call.also) for call in calls] == [(NULL[kind][0], *NULL[kind][1])]
    assert ("replace-set" in handlings(dealer)) is (kind in ("off-table", "defective"))
    assert len(steps(dealer, Listen)) == 5, "no bets are made between the two throws"
    assert GAME.public_state(dealer.outcome)["results"] == ["5-5-5"]


@law("9", "ir/133")
def test_only_sixty_three_throws_decide() -> None:
    """Any other sum stands for another throw, with the bets in play."""
    decided = [fell for fell in cloth().outcomes
               if cloth().fates("small")[cloth().number[fell]] is not STAYS]
    assert len(decided) == 63
    others = [fell for fell in cloth().outcomes if fell not in decided]
    assert {sum(fell) for fell in others} == {4, *range(8, 14), 17, 18}
    dealer = thrown(*others, (1, 1, 1), bets=("aces 500", "small 500", "line/small 1000"))
    assert nets(dealer) == {"Ana": 61 * 500 - 500 - 500}
    assert [c.call for c in steps(dealer, Call)].count("undecided") == 153


@law("7.d", "ir/156")
@pytest.mark.parametrize(("fell", "won"), [
    ((1, 1, 1), "aces"), ((2, 2, 2), "small"), ((5, 5, 4), "big")])
def test_when_dice_are_lifted_before_the_call_winners_win_and_nobody_loses(
        fell: tuple[int, ...], won: str) -> None:
    bets = ("aces 500", "small 500", "big 500", "line/small 3000", "line/big 3000")
    dealer = thrown(Incident("lifted", fell=fell), bets=bets)
    prizes = {"aces": 61 * 500, "small": 500 + 1_500, "big": 500 + 1_500}
    assert nets(dealer) == {"Ana": prizes[won]}
    kinds = {move.kind for move in steps(dealer, Move)}
    assert "collect" not in kinds and "lift-dice" not in handlings(dealer)
    spared = [move for move in steps(dealer, Move) if move.law == f"{GAME.section}/7.d"]
    assert len(spared) == (4 if won == "aces" else 3)
    assert {move.kind for move in spared} == {"return"}


@law("7.d", "ir/156")
def test_lifted_dice_that_show_no_chance_spare_nobody_from_the_next_throw() -> None:
    dealer = thrown(Incident("lifted", fell=(4, 4, 4)), (6, 6, 4), bets=("small 500", "big 1000"))
    assert nets(dealer) == {"Ana": 500}
    dealer = thrown(Incident("lifted", fell=(0, 9)), (6, 6, 4), bets=("small 500",))
    assert nets(dealer) == {"Ana": -500}, "these are no points"


# -- between throws --------------------------------------------------------------------------------


@law("4-2", "18", "5", "5-2", "6", "ir/122", "ir/160", "ir/162")
def test_the_hour_and_suspicions_are_seen_to_while_bets_are_made() -> None:
    dealer = do(begin(at()), "Ana: sit 1", "Ana: bet small 500")
    assert dealer.standing is not None
    assert dealer.standing.faults == ("hour", "suspicion", "complaint")
    before = len(handlings(dealer))
    for kind, what in (("hour", ["next-set", "relieve-thrower"]),
                       ("suspicion", ["seize-set", "seal-set", "next-set"]),
                       ("complaint", ["seize-set", "seal-set", "next-set"])):
        assert not isinstance(dealer.report(Incident(kind, seat="1")), Refusal)
        assert handlings(dealer)[before:] == what
        before += len(what)
        calls = [call.call for call in steps(dealer, Call)]
        assert calls.count("cost") == (kind == "complaint")
    sealed = next(step for step in steps(dealer, Handle) if step.what == "seal-set")
    assert sealed.facts == {"witnesses": 2}
    assert nets(do(dealer, "time")) == {"Ana": 500}, "the bets were still there"


# -- the lines -------------------------------------------------------------------------------------


@law("11", "11-2", "11-3", "ir/157")
@pytest.mark.parametrize(("minimum", "maximum", "stake", "plays"), [
    (5, 500, 10, 5), (5, 500, 19, 5), (5, 500, 20, 10), (5, 500, 999, 495), (5, 500, 1_000, 500),
    (7, 96, 14, 7), (7, 96, 19, 7), (7, 96, 20, 10), (7, 96, 191, 95), (7, 96, 192, 96),
    (4, 4, 8, 4)])
def test_what_is_at_stake_on_a_line(minimum: int, maximum: int, stake: int, plays: int) -> None:
    table = at(minimum=minimum, maximum=maximum)
    assert table_law(table).counts("line-big", 100 * stake) == 100 * plays
    assert table_law(table).counts("big", 100 * stake) == 100 * stake
    for fell, net in (((5, 5, 5), plays), ((1, 1, 1), -plays)):
        dealer = do(begin(table, Scripted(throws=[fell])), "Ana: sit 1",
                    f"Ana: bet line/big {100 * stake}", "time")
        assert nets(dealer) == {"Ana": 100 * net}
        rest = [move for move in steps(dealer, Move) if move.law == f"{GAME.section}/11"]
        assert sum(move.amount for move in rest) == 100 * (stake - plays)


@law("11-2", "17.b")
def test_a_line_takes_twice_the_limits_of_its_chance() -> None:
    dealer = do(begin(at(maximum=100)), "Ana: sit 1")
    assert refusal_of(dealer, "Ana: bet line/small 900") == ("below-minimum", "11-2")
    assert refusal_of(dealer, "Ana: bet line/big 20100") == ("above-maximum", "11-2")
    assert refusal_of(dealer, "Ana: bet line/big 1050") == ("off-unit", "11-2")
    do(dealer, "Ana: bet line/small 1000", "Ana: bet line/big 20000", "Ana: bet big 10000")


@law("ir/123")
def test_a_limit_of_the_bank_counts_half_of_a_line() -> None:
    dealer = do(begin(at("exposure = 400", maximum=500)), "Ana: sit 1", "Rui: sit 2")
    assert refusal_of(dealer, "Ana: bet small 40100") == ("above-maximum", "ir/123")
    do(dealer, "Ana: bet line/small 60000")
    assert refusal_of(dealer, "Rui: bet small 10100") == ("above-maximum", "ir/123")
    do(dealer, "Rui: bet small 10000")
    assert refusal_of(dealer, "Ana: bet line/small 61000") == ("above-maximum", "ir/123")
    do(dealer, "Ana: bet line/small 60900", "Ana: bet line/small 40000", "Rui: bet small 20000")
    book = GAME.exposure
    lying = {"1/line/small": ("Ana", 40_000), "2/small": ("Rui", 20_000), "2/aces": ("Rui", 500)}
    assert book(at(), GAME.opening(at()), lying) == 40_000


# -- refusals --------------------------------------------------------------------------------------


@law("9", "10", "17.a", "17.b")
def test_what_is_not_a_bet_is_refused() -> None:
    dealer = do(begin(at(maximum=100)), "Ana: sit 1")
    for spot in ("line/aces", "line", "ases", "total/6", "straight/3", "small/2", "1"):
        assert refusal_of(dealer, f"Ana: bet {spot} 500")[0] == "not-offered", spot
    assert refusal_of(dealer, "Ana: bet aces 3100") == ("above-maximum", "17.a")
    assert refusal_of(dealer, "Ana: bet small 10100") == ("above-maximum", "17.b")
    assert refusal_of(dealer, "Ana: bet big 400") == ("below-minimum", "17.b")
    assert refusal_of(dealer, "Ana: bet big 550") == ("off-unit", "17.b")
    assert refusal_of(dealer, "Rui: bet small 500")[0] in ("not-yours", "not-your-turn")
    menu = steps(dealer, Menu)[0]
    assert (menu.law, menu.also) == (f"{GAME.section}/9", (f"{GAME.section}/10",))


@law("ir/152")
def test_nothing_is_bet_between_the_call_and_the_end_of_the_coup() -> None:
    dealer = do(begin(at(), Scripted(throws=[(6, 6, 6), (1, 2, 3)])), "Ana: sit 1",
                "Ana: bet small 1000", "Ana: bet small 500", "Ana: bet line/big 1000",
                "Ana: clear line/big", "time")
    assert refusal_of(dealer, "Ana: bet small 500")[0] == "not-now"
    assert nets(dealer) == {"Ana": 500}


# -- the order of payment, and what every throw is worth -------------------------------------------


@law("12", "15", "ir/158")
def test_losses_are_collected_counter_clockwise_from_the_aces_before_any_prize() -> None:
    dealer = do(begin(at(), Scripted(throws=[(6, 5, 5)])), "Ana: sit 1", "Rui: sit 2",
                "Eva: sit 3", "Ana: bet small 500", "Rui: bet line/small 1000",
                "Eva: bet small 500", "Ana: bet aces 500", "Eva: bet aces 500", "Rui: bet big 500",
                "time")
    moves = [(move.kind, move.bet) for move in steps(dealer, Move)
             if move.kind in ("collect", "pay")]
    assert moves == [("collect", "3/aces"), ("collect", "1/aces"), ("collect", "3/small"),
                     ("collect", "1/small"), ("collect", "2/line/small"), ("pay", "2/big")]


@law("10", "13", "13.a", "13.b", "13.c", "14", "16", "9.a", "9.b", "9.c", "10.a", "10.b")
@pytest.mark.parametrize(("fell", "wins"), [
    ((1, 1, 1), "aces"), ((1, 2, 2), "small"), ((3, 2, 1), "small"), ((5, 1, 1), "small"),
    ((6, 4, 4), "big"), ((5, 5, 5), "big"), ((6, 5, 5), "big")])
def test_every_bet_of_the_cloth_at_once(fell: tuple[int, ...], wins: str) -> None:
    dealer = do(begin(at(**ALONE), Scripted(throws=[fell])), "Ana: sit 1", "Ana: bet aces 500",
                "Ana: bet small 500", "Ana: bet big 500", "Ana: bet line/small 4000",
                "Ana: bet line/big 4000", "Ana: throw table")
    pays = {"1/aces": 61 * 500, "1/small": 500, "1/big": 500, "1/line/small": 2_000,
            "1/line/big": 2_000}
    assert by_bet(dealer) == {
        bet: prize if bet.endswith(wins) else -(prize if prize < 3_000 else 500)
        for bet, prize in pays.items()}
    how = "pay-ribbon" if wins == "aces" else "pay-prizes"
    assert [what for what in handlings(dealer) if what.startswith("pay-")] == [how]


def test_every_sum_is_that_of_the_act() -> None:
    for fell in product(range(1, 7), repeat=3):
        total = sum(fell)
        won = "aces" if total == 3 else "small" if total in (5, 6, 7) else \
            "big" if total in (14, 15, 16) else ""
        for spot in cloth().spots:
            if won:
                good = 61 if won == "aces" else 1
                assert expected(cloth(), spot, fell, 1) == (good if spot.endswith(won) else -1)
            else:
                assert cloth().fates(spot)[cloth().number[fell]] is STAYS


@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), lifted=st.booleans(), exposure=st.sampled_from((0, 0, 1_000)),
       throws=st.lists(st.tuples(*[st.integers(1, 6)] * 3), max_size=4),
       last=st.sampled_from([(1, 1, 1), (1, 2, 2), (1, 2, 3), (1, 3, 3), (6, 6, 2), (5, 5, 5)]))
def test_random_layouts(seed: int, lifted: bool, exposure: int,
                        throws: list[tuple[int, ...]], last: tuple[int, ...]) -> None:
    """Money is conserved, the record tells itself again, and each bet has the fate of the cloth,
    but for those that nobody loses by dice that were lifted."""
    table = at(f"exposure = {exposure}", places=8, maximum=500)
    void = [fell for fell in throws if cloth().fates("big")[cloth().number[fell]] is STAYS]
    chance: list[Any] = [*void, Incident("lifted", fell=last) if lifted else last]
    dealer = random_bets(table, seed, chance)
    check(dealer, table)
    lying, counts = stakes(dealer), table_law(table).counts
    found = {}
    for bet, cents in lying.items():
        spot = bet.partition("/")[2]
        net = expected(cloth(), spot, last, counts(cloth().spots[spot].kind, cents))
        found[bet] = max(net, 0) if lifted else net
    assert {bet: net for bet, net in by_bet(dealer).items() if bet in lying} == found
    paid = sum(move.amount for move in steps(dealer, Move) if move.kind == "pay")
    assert not exposure or paid <= exposure * 100
