"""Portaria 217/2007, Blackjack/21: what a table file may say, and what lies on its cloth."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sabot.families.blackjack.rules.table_law import Prize
from sabot.games import game
from sabot.games.blackjack_2007.bets import catalogue
from sabot.games.blackjack_2007.felt import felt
from sabot.games.blackjack_2007.rules import JackpotRules, Rules, violations
from sabot.procedure import Act, Dealer, Handle, Incident, Refusal, Scripted, Shuffle, TimeOut
from sabot.procedure.felt.parts import Printed
from sabot.procedure.table import Authorisation, Table

GAME = game("blackjack-2007")
EXAMPLE = Authorisation(option="5-3", by="Serviço de inspeção", reference="12/07",
                        requested="2007-03-01", effective="2007-03-05")
WORD = tuple(msgspec.structs.replace(EXAMPLE, option=rule) for rule in ("38", "40", "43"))


def law(*rules: str) -> Any:
    """The law mark of the rules of this game; ``ir/51`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def table(*, places: int = 7, minimum: int = 500, maximum: int = 15_000, unit: int = 100,
          places_per_player: int = 1, authorisations: tuple[Authorisation, ...] = WORD,
          attended: bool = False, **rules: Any) -> Table:
    """A table with these limits and house rules; it need not be lawful."""
    return Table(game=GAME.id, name="test", rules=Rules(**rules), places=places, minimum=minimum,
                 maximum=maximum, unit=unit, places_per_player=places_per_player,
                 authorisations=authorisations, attended=attended)


def breaks(**options: Any) -> set[str]:
    """The clauses that a table with these options breaks."""
    return {v.clause.removeprefix(f"{GAME.section}/") for v in violations(table(**options))}


def begin_coup(at: Table, carry: Any = None, cards: str = "2C") -> Dealer:
    """The first steps of a coup at this table."""
    return Dealer(GAME.coup(at, carry or GAME.opening(at)), Scripted(cards))


def handlings(dealer: Dealer) -> list[str]:
    return [e.step.what for e in dealer.record if isinstance(e.step, Handle)]


def test_the_table_of_these_examples_is_lawful() -> None:
    """So that each test below breaks one rule only."""
    assert breaks() == breaks(jackpot=JackpotRules()) == breaks(shuffler="continuous") == set()


# -- the table -------------------------------------------------------------------------------------


@law("2")
@pytest.mark.parametrize(("places", "lawful"), [(5, False), (6, True), (7, True), (8, False)])
def test_a_table_has_six_or_seven_places(places: int, lawful: bool) -> None:
    assert ("2" not in breaks(places=places)) is lawful


@law("2")
def test_the_places_lie_on_half_a_circle_numbered_clockwise_from_the_croupier_s_left() -> None:
    """From the players' side the croupier's left is on the right."""
    cloth = felt(table(places=6))
    assert cloth.shape == "arc"
    assert [p.place for p in cloth.places] == ["1", "2", "3", "4", "5", "6"]
    across = [p.x for p in cloth.places]
    assert across == sorted(across, reverse=True) and len(set(across)) == 6


@law("3")
@pytest.mark.parametrize("packs", range(1, 9))
def test_four_or_six_packs(packs: int) -> None:
    assert ("3" not in breaks(packs=packs)) is (packs in (4, 6))


@law("3")
@pytest.mark.parametrize("packs", [4, 6])
def test_the_packs_of_the_table_are_shown_and_shuffled(packs: int) -> None:
    begun = begin_coup(table(packs=packs, shuffler="continuous"))
    assert [e.step.packs for e in begun.record if isinstance(e.step, Shuffle)] == [packs]
    shown = next(e.step for e in begun.record if isinstance(e.step, Handle))
    assert shown.what == "show-packs" and shown.facts == {"packs": packs}


@law("5")
def test_the_packs_serve_again_in_the_next_session() -> None:
    """A table that was closed shows its packs again and replaces none of them."""
    at = table(shuffler="batch")
    carry = GAME.reset_carry(at, opened_carry(at))
    assert "replace-packs" not in handlings(begin_coup(at, carry))
    assert "replace-packs" not in handlings(sat(table(), GAME.reset_carry(table(), carry)))


@law("5-2")
def test_but_not_a_pack_with_a_damaged_card() -> None:
    """The damage is remembered when the table closes, and mended before the cards are shown."""
    at = table()
    left = GAME.carry(("",) * 7, spoilt=True)
    assert handlings(sat(at, GAME.reset_carry(at, left)))[:2] == ["replace-packs", "show-packs"]


def opened_carry(at: Table) -> Any:
    """What a coup in which nobody bet left behind."""
    return GAME.carry(("",) * at.places, seal="scripted", drawn=1, shown=True)


def sat(at: Table, carry: Any) -> Dealer:
    """The cards wait for a first player: Ana sits down and does not cut."""
    begun = begin_coup(at, carry)
    for answer in (Act("Ana", "sit", "1"), TimeOut("seats"), Act("Ana", "no-cut", "1")):
        assert not isinstance(begun.answer(answer), Refusal)
    return begun


@law("5-3")
def test_one_card_alone_is_replaced_only_with_authorisation() -> None:
    assert "5-3" in breaks(replace_damaged_only=True)
    assert "5-3" not in breaks(replace_damaged_only=True, authorisations=(EXAMPLE,))


# -- limits ----------------------------------------------------------------------------------------


@law("37")
@pytest.mark.parametrize(("maximum", "lawful"), [
    (500, True), (14_500, True), (15_000, True), (15_500, False)])
def test_the_maximum_is_at_most_thirty_times_the_minimum(maximum: int, lawful: bool) -> None:
    assert ("37" not in breaks(minimum=500, maximum=maximum)) is lawful


@law("14")
@pytest.mark.parametrize(("maximum", "lawful"), [(10_000, True), (10_100, False), (400, False)])
def test_the_maximum_is_a_bet_too(maximum: int, lawful: bool) -> None:
    """Bets are multiples of the minimum up to the maximum, which must be one itself."""
    assert ("14" not in breaks(minimum=500, maximum=maximum)) is lawful


@law("ir/51")
@pytest.mark.parametrize(("unit", "lawful"), [(1, False), (2, True), (100, True)])
def test_payments_come_out_in_whole_cents(unit: int, lawful: bool) -> None:
    assert ("ir/51" not in breaks(unit=unit)) is lawful


@law("15")
@pytest.mark.parametrize(("each", "lawful"), [(0, False), (1, True), (7, True), (8, False)])
def test_how_many_places_a_player_may_hold_is_the_house_s(each: int, lawful: bool) -> None:
    assert ("15" not in breaks(places_per_player=each)) is lawful


# -- the cloth -------------------------------------------------------------------------------------


@law("38", "39")
def test_the_jackpot_has_its_slot_where_the_house_has_chosen_one() -> None:
    plain, with_it = felt(table()), felt(table(jackpot=JackpotRules()))
    assert not plain.jackpot and not plain.spots
    assert [spot.spot for spot in with_it.spots] == ["jackpot"]
    assert with_it.jackpot.start == 1_000_000


@law("38", "45", "43")
def test_the_jackpot_is_on_the_list_of_bets_only_then() -> None:
    assert "jackpot" not in {bet.bet for bet in catalogue(table())}
    felt(table(jackpot=JackpotRules()))  # where 38 is given
    listed = next(b for b in catalogue(table(jackpot=JackpotRules())) if b.bet == "jackpot")
    assert (listed.minimum, listed.maximum) == (100, 100)
    assert [line.odds for line in listed.pays] == ["25x", "100x", "250x", "2500x", "100 %"]


@law("33")
def test_the_insurance_has_its_place() -> None:
    assert felt(table()).band == Printed(text="Seguro paga 2 a 1", law=f"{GAME.section}/33")


# -- the figures of a jackpot ----------------------------------------------------------------------


@law("44")
@pytest.mark.parametrize(("start", "lawful"), [("9999.99", False), ("10000", True),
                                               ("20000", True)])
def test_the_jackpot_starts_at_ten_thousand_chips_at_least(start: str, lawful: bool) -> None:
    assert ("44" not in breaks(jackpot=JackpotRules(start=start))) is lawful


@law("40")
@pytest.mark.parametrize(("chip", "rate", "lawful"), [
    ("1.00", 60, True), ("1.00", 100, True), ("1.00", 0, False), ("1.00", 101, False),
    ("0.00", 60, False), ("0.01", 60, False), ("one", 60, False)])
def test_chip_and_increment_are_figures_that_can_be_paid(
        chip: str, rate: int, lawful: bool) -> None:
    assert ("40" not in breaks(jackpot=JackpotRules(chip=chip, rate=rate))) is lawful


@law("42")
@pytest.mark.parametrize(("cards", "lawful"), [(1, False), (2, True), (3, True), (4, True),
                                               (5, False)])
def test_a_line_counts_two_three_or_four_cards(cards: int, lawful: bool) -> None:
    scale = (Prize(name="some", cards=cards, times=10),)
    assert ("42" not in breaks(jackpot=JackpotRules(prizes=scale))) is lawful


@law("43")
@pytest.mark.parametrize(("prizes", "lawful"), [
    ((), False), ((Prize(name="a", cards=2),), False),
    ((Prize(name="a", cards=2, times=5, share=5),), False),
    ((Prize(name="a", cards=2, share=101),), False),
    ((Prize(name="a", cards=2, times=5, alike="size"),), False),
    ((Prize(name="a", cards=2, share=50), Prize(name="b", cards=3, share=50)), False),
    ((Prize(name="a", cards=2, times=5), Prize(name="b", cards=3, share=100)), True)])
def test_a_scale_that_can_be_paid(prizes: tuple[Prize, ...], lawful: bool) -> None:
    assert ("43" not in breaks(jackpot=JackpotRules(prizes=prizes))) is lawful


@law("38", "40", "43")
@pytest.mark.parametrize("missing", ["38", "40", "43"])
def test_a_jackpot_is_told_to_the_inspectorate_fixed_by_it_and_its_scale_approved(
        missing: str) -> None:
    """38 is a notice; the figures are fixed (40) and the scale is approved (43) as proposed."""
    leave = tuple(one for one in WORD if one.option != missing)
    assert breaks(jackpot=JackpotRules(), authorisations=leave) == {missing}
    assert breaks(jackpot=None, authorisations=()) == set()
    early = (*leave, msgspec.structs.replace(EXAMPLE, option=missing, requested="2007-03-06"))
    assert breaks(jackpot=JackpotRules(), authorisations=early) == {missing}
    assert GAME.conduct.leave(missing) == f"{GAME.section}/{missing}"


# -- the shuffler ----------------------------------------------------------------------------------


@law("52")
@pytest.mark.parametrize("shuffler", ["", "batch", "continuous", "broken"])
def test_a_shuffler_is_of_two_kinds(shuffler: str) -> None:
    assert ("52" in breaks(shuffler=shuffler)) is (shuffler == "broken")


@law("52", "56")
def test_with_a_shuffler_nobody_cuts_and_no_warning_card_is_placed() -> None:
    begun = begin_coup(table(shuffler="continuous"))
    assert [e.step.warning for e in begun.record if isinstance(e.step, Shuffle)] == [0]
    assert not {"warning-card", "load-shoe"} & set(handlings(begun))
    assert begun.standing is not None and begun.standing.window == "bets"


@law("54", "54-2", "57")
def test_the_shuffler_is_loaded_once_in_a_session() -> None:
    at = table(shuffler="continuous")
    assert handlings(begin_coup(at)) == ["show-packs", "mix", "load-shuffler"]
    assert handlings(begin_coup(at, opened_carry(at))) == []


@law("55", "55-2", "57")
def test_the_cards_leave_it_when_the_table_has_closed() -> None:
    at = table(shuffler="continuous")
    left = GAME.carry(("",) * 7, seal="scripted", drawn=1, shown=True, loaded=True)
    assert handlings(begin_coup(at, GAME.reset_carry(at, left)))[:3] == [
        "unload-shuffler", "sort-packs", "show-packs"]


@law("60")
@pytest.mark.parametrize(("shuffler", "lid_every", "lawful"), [
    ("continuous", 4, True), ("continuous", 5, False), ("continuous", 0, False),
    ("batch", 2, False), ("", 2, False), ("", 1, True)])
def test_cards_wait_for_a_lid_that_opens_sooner_or_later(
        shuffler: str, lid_every: int, lawful: bool) -> None:
    assert ("60" not in breaks(shuffler=shuffler, lid_every=lid_every)) is lawful


# -- what a supervisor may report ------------------------------------------------------------------


@law("12", "57")
@pytest.mark.parametrize(("shuffler", "faults"), [
    ("batch", ("spread",)), ("continuous", ())])
def test_cards_are_spread_where_they_do_not_stay_in_a_machine(
        shuffler: str, faults: tuple[str, ...]) -> None:
    begun = begin_coup(table(shuffler=shuffler), cards="2C 3C")
    assert begun.standing is not None and begun.standing.faults == faults
    reply = begun.report(Incident("spread"))
    assert isinstance(reply, Refusal) is (not faults)
    begin_coup(table(shuffler="batch"), cards="2C 3C").report(Incident("spread"))
    begin_coup(table(shuffler="continuous"))


@law("8-3", "8-2")
def test_after_the_supervisor_s_cut_the_lowest_place_is_asked_first_again() -> None:
    """Rui cut the last shoe and nobody wants to cut this one: the next begins as play does."""
    carry = GAME.carry(("Ana", "Rui", "", "", "", "", ""), "scripted", 270, shown=True, cutter=2,
                       last=True)
    begun = begin_coup(table(), carry)
    for player, place in (("Ana", "1"), ("Rui", "2")):
        assert begun.standing is not None and begun.standing.window == f"cut:{place}"
        begun.answer(Act(player, "no-cut", place))
    begun.void("the end of this example")
    assert begun.outcome.cutter == 0
