"""The table of Portaria 1364/2001: what a file may lay down, what is shown, how a shoe lasts."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.games import game, read_table
from sabot.procedure import (
    Act,
    Call,
    Dealer,
    Handle,
    Incident,
    Listen,
    Open,
    Result,
    Scripted,
    Shuffle,
    TimeOut,
)
from sabot.procedure.table import Table, Violation

GAME = game("blackjack-2001")
JACKPOT = "[rules.jackpot]\n"
LEAVE = '[[authorisations]]\noption = "{}"\nby = "IGJ"\nreference = "1"\n' \
    "requested = 2002-01-02\neffective = 2002-02-01\n"


def law(*rules: str) -> Any:
    """The law mark of rules of 2001; ``ir/4`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def read(rules: str = "", leave: str = "38 40", **keys: Any) -> Table | list[Violation]:
    values = {"places": 6, "minimum": 5, "maximum": 150} | keys
    lines = [f"{key} = {value}" for key, value in values.items()]
    words = [LEAVE.format(rule) for rule in leave.split()]
    return read_table("\n".join(
        ['game = "blackjack-2001"', 'name = "mesa"', *lines, *words, "[rules]", rules]))


def lawful(rules: str = "", **keys: Any) -> Table:
    new_table = read(rules, **keys)
    assert isinstance(new_table, Table), new_table
    return new_table


def breaks(rules: str = "", **keys: Any) -> set[str]:
    """The rules that a table breaks, without the name of their section."""
    found = read(rules, **keys)
    assert isinstance(found, list), "this table should be unlawful"
    return {violation.clause.removeprefix(f"{GAME.section}/") for violation in found}


# -- the file of a table ---------------------------------------------------------------------------


@law("2")
def test_six_or_seven_places_numbered_from_the_croupiers_left() -> None:
    for places in (6, 7):
        zones = GAME.felt(lawful(places=places)).places
        assert [z.place for z in zones] == [str(n) for n in range(1, places + 1)]
        xs = [z.x for z in zones]
        assert xs == sorted(xs, reverse=True) and xs[0] > 50, "place 1 at the looker's right"
        assert {z.law for z in zones} == {f"{GAME.section}/2"}
    assert breaks(places=5) == breaks(places=8) == {"2"}


@law("3")
def test_four_or_six_packs() -> None:
    for packs in (4, 6):
        dealer = begin_coup(lawful(f"packs = {packs}"))
        assert [s.packs for s in steps(dealer, Shuffle)] == [packs]
    for packs in (1, 5, 8):
        assert breaks(f"packs = {packs}") == {"3"}


@law("37", "14")
def test_the_maximum_is_thirty_times_the_minimum_no_less_and_no_more() -> None:
    assert lawful(minimum=10, maximum=300).maximum == 30_000
    assert breaks(minimum=10, maximum=290) == breaks(minimum=10, maximum=310) == {"37"}
    assert breaks(minimum=10, maximum=295) == {"14", "37"}
    assert breaks(minimum=0, maximum=0) >= {"14"}


@law("14", "ir/51")
def test_bets_are_multiples_of_a_minimum_that_pays_in_whole_cents() -> None:
    bets = [o for o in listen(begin_coup(lawful(minimum=5, maximum=150))).offers if o.act == "bet"]
    assert bets and {(o.low, o.high, o.unit) for o in bets} == {(500, 15_000, 500)}
    assert breaks(minimum='"0.05"', maximum='"1.50"', unit='"0.01"') == {"ir/51"}
    fine = lawful(minimum='"0.10"', maximum='"3.00"', unit='"0.02"')
    assert fine.minimum == 10


@law("5", "7")
def test_the_packs_serve_again_in_the_next_session() -> None:
    """A table that was closed shows its packs and replaces none; but a spoilt one it does."""
    at = lawful(kind='"individual"')
    for spoilt in (False, True):
        left = GAME.carry(("",) * 6, seal="scripted", drawn=1, shown=True, spoilt=spoilt)
        dealer = Dealer(GAME.coup(at, GAME.reset_carry(at, left)), Scripted([]))
        dealer.answer(Act("Ana", "sit", "3"))
        handled = [e.step.what for e in dealer.record if isinstance(e.step, Handle)]
        assert handled == ["replace-packs", "show-packs"][not spoilt:]


@law("5-3", "ir/50")
def test_a_damaged_card_alone_is_replaced_with_leave_of_the_inspection_only() -> None:
    assert breaks("replace_damaged_only = true") == {"5-3"}
    new_table = lawful("replace_damaged_only = true", leave="5-3")
    assert breaks("replace_damaged_only = true", leave="4") == {"5-3"}
    carry = carry_with_ana(new_table, spoilt=True, seal="scripted", shown=True, drawn=90)
    dealer = Dealer(GAME.coup(new_table, carry), Scripted("2C"))
    dealer.answer(TimeOut("cut:1"))
    assert next((h.what, h.law) for h in steps(dealer, Handle)) == (
        "replace-card", f"{GAME.section}/5-3")


@law("38", "39", "45")
def test_a_jackpot_is_the_houses_choice_and_has_its_slot_on_the_cloth() -> None:
    without, having = GAME.felt(lawful()), GAME.felt(lawful(JACKPOT))
    assert not without.jackpot and not without.spots
    assert [s.spot for s in having.spots] == ["jackpot"] and having.jackpot.chip == 100
    assert "jackpot" not in {bet.bet for bet in GAME.bets(lawful())}
    line = next(b for b in GAME.bets(lawful(JACKPOT)) if b.bet == "jackpot")
    assert (line.minimum, line.maximum, line.start) == (100, 100, 1_000_000)
    assert [p.odds for p in line.pays] == ["25x", "100x", "250x", "2500x", "100 %"]


@law("40", "44")
def test_the_figures_of_a_jackpot() -> None:
    assert breaks(JACKPOT + "rate = 0") == breaks(JACKPOT + "rate = 101") == {"40"}
    assert breaks(JACKPOT + 'chip = "0.00"') == {"40"}
    assert breaks(JACKPOT + 'start = "9999.99"') == {"44"}
    assert breaks(JACKPOT + 'chip = "2.00"\nstart = "19999.00"') == {"44"}
    assert lawful(JACKPOT + 'chip = "2.00"\nstart = "20000.00"\nrate = 100')


@law("38", "40")
def test_a_jackpot_is_told_to_the_inspectorate_which_fixes_its_figures() -> None:
    """38 is a notice, 40 a decision on what the house proposed; the scale is the law's own (43)."""
    assert breaks(JACKPOT, leave="38") == {"40"} and breaks(JACKPOT, leave="40") == {"38"}
    assert breaks(JACKPOT, leave="") == {"38", "40"}
    assert lawful(JACKPOT, leave="38 40") and lawful(leave="")
    LATE = LEAVE.format("40").replace("2002-01-02", "2002-03-02")
    assert breaks(LATE + JACKPOT) == {"40"}, "fixed before it was proposed"
    assert GAME.conduct.leave("40") == f"{GAME.section}/40"
    assert GAME.conduct.leave("5-3") == f"{GAME.section}/5-3"


@law("52", "61")
def test_the_shufflers_that_a_file_may_name() -> None:
    assert breaks('shuffler = "magic"') == {"52"}
    assert breaks('shuffler = "batch"\nlid_every = 2') == breaks("lid_every = 2") == {"61"}
    assert breaks('shuffler = "continuous"\nlid_every = 5') == {"61"}
    assert lawful('shuffler = "continuous"\nlid_every = 4')


@law("15")
def test_a_player_may_hold_more_places_where_the_house_allows_it() -> None:
    assert breaks(places_per_player=7) == breaks(places_per_player=0) == {"15"}
    assert lawful(places_per_player=6)


# -- a shoe ----------------------------------------------------------------------------------------


def carry_with_ana(at: Table, **fields: Any) -> Any:
    """Ana sits at place 1."""
    return GAME.carry(("Ana", *[""] * (at.places - 1)), **fields)


def begin_coup(at: Table, **fields: Any) -> Dealer:
    """A table of Ana's, up to the bets; nobody cuts."""
    dealer = Dealer(GAME.coup(at, carry_with_ana(at, **fields)), Scripted(["2C"] * 300))
    while listen(dealer).window.startswith("cut"):
        dealer.answer(TimeOut(listen(dealer).window))
    return dealer


def listen(dealer: Dealer) -> Listen:
    assert dealer.standing is not None
    return dealer.standing


def steps(dealer: Dealer, kind: Any) -> list[Any]:
    return [e.step for e in dealer.record if isinstance(e.step, kind)]


def calls(dealer: Dealer) -> list[str]:
    return [call.call for call in steps(dealer, Call)]


def play_coup(at: Table, carry: Any, cards: str = "TS 9D 9S 9C") -> Dealer:
    """A coup in which Ana stands at place 1; the house cuts."""
    fresh = not carry.seal or carry.last
    dealer = Dealer(GAME.coup(at, carry), Scripted(("2C " if fresh else "") + cards))
    while not dealer.over:
        now = listen(dealer)
        free = any(o.act == "bet" and o.player == "Ana" for o in now.offers)
        mine = any(o.act == "clear" for o in now.offers)
        reply = dealer.answer(Act("Ana", "bet", "1", 500) if now.window == "bets" and free
                              and not mine else TimeOut(now.window))
        assert isinstance(reply, list), reply
    return dealer


@law("9", "9-2", "11", "11-3")
@pytest.mark.parametrize(("packs", "alone", "left"), [
    (6, True, 156), (4, True, 104), (6, False, 50), (4, False, 50)])
def test_the_warning_card_comes_with_so_many_cards_behind_it(
        packs: int, alone: bool, left: int) -> None:
    at = lawful(f"packs = {packs}")
    seats = ("Ana", "", "", "Rui" if not alone else "", "", "")
    first = play_coup(at, GAME.carry(seats))
    assert first.outcome.warning == left and calls(first).count("last-coup") == 0
    placed = [h for h in steps(first, Handle) if h.what == "warning-card"]
    assert [h.facts["behind"] for h in placed] == [left]
    carry = first.outcome
    for drawn, comes in ((52 * packs - left - 5, False), (52 * packs - left - 3, True),
                         (52 * packs - left, True)):
        coup = play_coup(at, GAME.carry(seats, seal="scripted", shown=True, warning=left,
                                        drawn=drawn))
        assert ("last-coup" in calls(coup), coup.outcome.last) == (comes, comes), drawn
    assert carry.last is False


@law("11-2", "ir/29")
def test_after_the_last_coup_comes_a_shuffle_and_the_packs_are_not_shown_again() -> None:
    at = lawful()
    coup = play_coup(at, carry_with_ana(at, seal="scripted", shown=True, warning=50, drawn=263,
                                        last=True))
    kinds = [type(e.step).__name__ for e in coup.record if e.step is not None]
    assert kinds[:2] == ["Open", "Shuffle"]
    assert "show-packs" not in [h.what for h in steps(coup, Handle)]
    assert coup.outcome.drawn == 5 and coup.outcome.last is False


@law("10", "ir/28")
def test_one_card_is_burned_for_a_shoe_and_none_for_a_coup() -> None:
    at = lawful()
    first = play_coup(at, carry_with_ana(at))
    burned = [e for e in first.record if getattr(e.step, "to", "") == "burn"]
    assert len(burned) == 1 and burned[0].step.seen_by == ""
    second = play_coup(at, first.outcome)
    assert not [e for e in second.record if getattr(e.step, "to", "") == "burn"]


@law("8-4", "8-5", "8-2")
def test_after_the_supervisors_cut_the_right_is_the_lowest_places_again() -> None:
    at = lawful()
    carry = GAME.carry(("", "Ana", "", "Rui", "", "Gil"), seal="scripted", shown=True, warning=50,
                       drawn=263, last=True, cutter=2)

    def windows(carry: Any) -> tuple[list[str], Dealer]:
        dealer, asked = Dealer(GAME.coup(at, carry), Scripted(["2C"] * 9)), []
        while listen(dealer).window.startswith("cut"):
            asked.append(listen(dealer).window)
            dealer.answer(TimeOut(asked[-1]))
        return asked, dealer

    asked, dealer = windows(carry)
    assert asked == ["cut:4", "cut:6", "cut:2"] and "house-cuts" in calls(dealer)
    dealer.void("closing time")
    again = dealer.outcome
    assert again.cutter == 0
    asked, _ = windows(GAME.carry(again.seats, seal=again.seal, shown=True, warning=50,
                                  drawn=263, last=True, cutter=again.cutter))
    assert asked == ["cut:2", "cut:4", "cut:6"]


@law("52", "54-2", "56", "57", "ir/49")
@pytest.mark.parametrize("kind", ["continuous", "batch"])
def test_a_shuffler_has_neither_cut_nor_warning_card_nor_last_coup(kind: str) -> None:
    at = lawful(f'shuffler = "{kind}"')
    carry: Any = carry_with_ana(at)
    for n in range(60):
        dealer = Dealer(GAME.coup(at, carry), Scripted(
            ("2C " if not n or kind == "batch" else "") + "TS 9D 9S 9C"))
        assert listen(dealer).window == "bets"
        assert ("spread" in listen(dealer).faults) is (kind == "batch"), "rule 12 and rule 57"
        dealer.answer(Act("Ana", "bet", "1", 500))
        while not dealer.over:
            dealer.answer(TimeOut(listen(dealer).window))
        assert "last-coup" not in calls(dealer)
        assert [s.warning for s in steps(dealer, Shuffle)] == [0]
        assert ("load-shuffler" in [h.what for h in steps(dealer, Handle)]) is (n == 0)
        assert len(steps(dealer, Open)) == (n > 0)
        carry = dealer.outcome


@law("58", "61")
def test_cards_wait_outside_while_the_lid_is_shut() -> None:
    at = lawful('shuffler = "continuous"\nlid_every = 3')
    carry: Any = play_coup(at, carry_with_ana(at)).outcome
    assert len(carry.out) == 5
    without = []
    for _ in range(3):
        dealer = Dealer(GAME.coup(at, carry), Scripted("TS 9D 9S 9C"))
        without.append(len(steps(dealer, Shuffle)[0].without))
        dealer.answer(Act("Ana", "bet", "1", 500))
        while not dealer.over:
            dealer.answer(TimeOut(listen(dealer).window))
        carry = dealer.outcome
    assert without == [5, 9, 0], "out for two coups, all together back before the third"


@law("13", "ir/26")
def test_a_late_window_is_for_the_places_that_wait_for_their_first_card() -> None:
    at = lawful()
    dealer = Dealer(GAME.coup(at, carry_with_ana(at, seal="scripted", shown=True, drawn=20)),
                    Scripted("2C 3C 4C 5C 6C 7C 8C 9C TS TD TH TC"))
    dealer.answer(Act("Ana", "bet", "1", 500))
    dealer.answer(Act("Rui", "sit", "2"))
    dealer.answer(TimeOut("bets"))
    assert listen(dealer).window == "late:1" and listen(dealer).clock == "late"
    spots = {o.seat for o in listen(dealer).offers}
    assert spots == {"2", "3", "4", "5", "6"}
    dealer.answer(Act("Rui", "bet", "2", 500))
    dealer.answer(Act("Rui", "bet", "5", 1000))
    dealer.answer(TimeOut("late:1"))
    assert listen(dealer).window == "late:2"
    assert {o.seat for o in listen(dealer).offers} == {"3", "4", "5", "6"}
    dealer.answer(Act("Rui", "clear", "5"))
    dealer.answer(TimeOut("late:2"))
    assert listen(dealer).window == "surrender", "place 5 has no bet any more"


@law("5-2", "ir/50")
def test_a_damaged_card_counts_and_its_packs_are_replaced_before_the_next_coup() -> None:
    at = lawful("packs = 4", attended="true")
    carry = carry_with_ana(at, seal="attended", shown=True, warning=104, drawn=20)
    dealer = Dealer(GAME.coup(at, carry), Scripted(
        ["TS", "9D", Incident("damaged", "9S"), "??", "9C"]))
    dealer.answer(Act("Ana", "bet", "1", 500))
    while not dealer.over:
        dealer.answer(TimeOut(listen(dealer).window))
    result = next(r for r in steps(dealer, Result) if r.hand == "1")
    assert (result.result, result.facts["total"]) == ("won", 19)
    assert dealer.outcome.spoilt and dealer.outcome.last
    after = begin_coup(at, **{f: getattr(dealer.outcome, f) for f in (
        "seal", "shown", "warning", "drawn", "last", "spoilt")})
    assert [h.what for h in steps(after, Handle)][:1] == ["replace-packs"]


@law("29", "18-2")
def test_a_double_is_offered_on_nine_ten_and_eleven_and_on_nothing_else() -> None:
    at = lawful()
    for cards, total in (("2S 6S", 8), ("2S 7S", 9), ("2S 8S", 10), ("2S 9S", 11), ("2S TS", 12),
                         ("8S 9S", 17)):
        first, second = cards.split()
        dealer = Dealer(GAME.coup(at, carry_with_ana(at, seal="scripted", shown=True, drawn=20)),
                        Scripted([first, "9D", second, "9C"]))
        dealer.answer(Act("Ana", "bet", "1", 500))
        dealer.answer(TimeOut("bets"))
        dealer.answer(TimeOut("late:1"))
        acts = {o.act for o in listen(dealer).offers}
        assert ("double" in acts) is (9 <= total <= 11), total
        assert ("stand" in acts) is (total > 11), total
