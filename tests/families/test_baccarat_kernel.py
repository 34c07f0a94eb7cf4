"""Compiled coups of baccarat: the same as coups dealt one by one, and the exact mean."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from sabot.equipment.cards import PACK
from sabot.equipment.streams import Stream
from sabot.families.baccarat import exact, three_card
from sabot.families.baccarat.drawing import banca_draws, ponto_draws
from sabot.families.baccarat.kernel import Dealt, Tape, places, sides
from sabot.families.baccarat.ranks import rank
from sabot.families.baccarat.remaining_cards import Shoe, full
from sabot.families.baccarat.values import is_pair, points
from sabot.families.layout.chain import combine
from sabot.families.layout.cloth import (
    BACK,
    LOST,
    STAYS,
    Cloth,
    Fate,
    Fell,
    Kind,
    Spot,
    of_kinds,
    of_spots,
)
from sabot.families.layout.liability import worst
from sabot.families.layout.odds import outcomes, price, priced
from sabot.families.layout.repeated_bets import Laying
from sabot.money import Odds
from sabot.probability.tally import Tally, tally_shoes
from sabot.procedure import Deal
from sabot.simulation.figures import figures, of_bet

BANKED = {"ponto": Odds(1), "banca": Odds(19, 20), "tie": Odds(8), "pair": Odds(11)}
THREE = {"hand": Odds(19, 20), "tie": Odds(20), "odd": Odds(19, 20), "figures": Odds(16)}


def two_sides(packs: int) -> Cloth:
    def fate(state: Any, spot: str, fell: Fell) -> Fate:
        ponto, banca, one, other = fell
        if spot.startswith("pair"):
            return BANKED["pair"] if (one if spot.endswith("ponto") else other) else LOST
        if spot == "tie":
            return BANKED["tie"] if ponto == banca else LOST
        if ponto == banca:
            return BACK
        return BANKED[spot] if (ponto > banca) == (spot == "ponto") else LOST

    return Cloth(of_kinds(*(Kind(name, ("", ()), ("", ()), (prize,))
                            for name, prize in BANKED.items())),
                 of_spots(*(Spot(name, name) for name in ("banca", "ponto", "tie")),
                          Spot("pair/ponto", "pair"), Spot("pair/banca", "pair")),
                 (), fate, falls=exact.OUTCOMES, weigh=partial(exact.weigh, full(packs)))


def place_of(spot: str) -> int:
    return int(spot.partition("/")[2] or 0)


def some_places(packs: int, count: int = 4) -> Cloth:
    def fate(state: Any, spot: str, fell: Fell) -> Fate:
        bank, kind = fell[0], spot.partition("/")[0]
        if kind == "figures":
            return THREE[kind] if bank == 1 else LOST
        if kind == "odd":
            return STAYS if bank == 1 else THREE[kind] if (9 - (bank - 2) // 3) % 2 \
                else LOST
        mine = fell[place_of(spot)]
        if mine == bank:
            return STAYS if kind == "hand" else THREE[kind]
        return THREE["hand"] if kind == "hand" and mine < bank else LOST

    spots = [Spot(f"{kind}/{n}", kind) for kind in ("hand", "tie") for n in range(1, count + 1)]
    return Cloth(
        of_kinds(*(Kind(name, ("", ()), ("", ()), (prize,)) for name, prize in THREE.items())),
        of_spots(*spots, Spot("odd", "odd"), Spot("figures", "figures")),
        (),
        fate,
        falls=(),
        weigh=partial(three_card.weigh, full(packs)),
        place=place_of,
        places=count,
        ranks=31,
    )


SIDES = {"banca": 2000, "tie": 500, "pair/ponto": 500}
PLACES = {"hand/2": 2000, "tie/2": 500, "hand/4": 1000, "odd": 2000}
CARDS = {"table": Shoe(6, 8, 1, 12), "machine": Shoe(6, 8, 1, 0)}
HANDS = {"shoe": Shoe(6, 6, 1, 35), "box": Shoe(1, 1, 1, 0), "two": Shoe(2, 2, 1, 30)}


def deal_kernel(shoe: Shoe, bets: dict[str, int], fresh: bool = False) -> Dealt:
    if "banca" in bets:
        return sides(shoe, Laying(two_sides(shoe.packs), tuple(bets.items())), "so", fresh)
    return places(shoe, Laying(some_places(shoe.packs), tuple(bets.items())), (), "so", fresh)


def by_hand(shoe: Shoe, bets: dict[str, int], count: int, fresh: bool) -> list[list[int]]:
    """Coups one by one, card by card, with the same words of the stream: their nets by shoe."""
    cloth = two_sides(shoe.packs) if "banca" in bets else some_places(shoe.packs)
    hands = ("ponto", "banca") if "banca" in bets else (
        *sorted({n for spot in bets if (n := str(place_of(spot))) != "0"}), "bank")
    tape = Tape(Stream(3, 5), shoe.packs, 6 if "banca" in bets else 3 * len(hands))
    found: list[list[int]] = []
    gone, last = 0, True
    for _ in range(count):
        if last or fresh or not shoe.behind:
            tape.at = 0
            found.append([])
            gone, last = shoe.first, False
        else:
            gone += shoe.burn
        tape.begin()
        dealt: dict[str, list[str]] = {hand: [] for hand in hands}

        def card(hand: str) -> None:
            dealt[hand].append(tape.resolve(Deal("", to=hand)))  # noqa: B023

        if "banca" in bets:
            for hand in (*hands, *hands):
                card(hand)
            ponto, banca = (points(dealt[hand]) for hand in hands)
            if ponto_draws(ponto, banca):
                card("ponto")
            if banca_draws(ponto, banca, *dealt["ponto"][2:]):
                card("banca")
            fell: Fell = (*(points(dealt[hand]) for hand in hands),
                          *(int(is_pair(dealt[hand])) for hand in hands))
        else:
            for hand in 3 * hands:
                card(hand)
            ranks = {hand: rank(cards) for hand, cards in dealt.items()}
            fell = (ranks["bank"], *(ranks.get(str(n), 0) for n in range(1, 5)))
        gone += sum(map(len, dealt.values()))
        last = gone > len(PACK) * shoe.packs - shoe.behind
        net = 0
        for spot, cents in bets.items():
            fate = cloth.fate(None, spot, fell)
            net += fate.pays(cents) if isinstance(fate, Odds) else -cents * (fate is LOST)
        found[-1].append(net)
    return found


CASES = [(shoe, SIDES, fresh) for shoe in CARDS.values() for fresh in (False, True)] + [
    (shoe, PLACES, fresh) for shoe in HANDS.values() for fresh in (False, True)]
each = pytest.mark.parametrize(("shoe", "bets", "fresh"), CASES)


@each
def test_a_block_is_what_its_coups_return_one_by_one(shoe: Shoe, bets: dict[str, int], fresh: bool
                                                     ) -> None:
    player, shoes = deal_kernel(shoe, bets, fresh), by_hand(shoe, bets, 1500, fresh)
    counted, tally = tally_shoes(shoes), player.block(3, 5, 1500)
    assert player.each(3, 5, 1500) == [net for one in shoes for net in one]
    assert not tally.wrong()
    assert (tally.coups, tally.shoes, tally.nn, tally.ns, tally.ss, tally.nets) == (
        counted.coups, counted.shoes, counted.nn, counted.ns, counted.ss, counted.nets)
    assert player.each(3, 5, 700) == player.each(3, 5, 1500)[:700]


@each
def test_the_mean_of_many_coups_is_the_exact_one(shoe: Shoe, bets: dict[str, int], fresh: bool
                                                 ) -> None:
    """The cards that have gone from a shoe leave the mean of the next coup what it was: only where
    it ends depends on them, by less than what is seen here."""
    player = deal_kernel(shoe, bets, fresh)
    tally = player.block(11, 0, 1_000_000)
    cloth = (two_sides if "banca" in bets else some_places)(shoe.packs)
    found, mean = figures(tally, player.unit), Laying(cloth, tuple(bets.items())).mean
    assert mean is not None and abs(found.mean - mean) < 4.5 * found.error
    assert tally.total == sum(net * times for part in tally.parts.values()
                              for net, times in part.items())
    for spot, cents in bets.items():
        numbers = of_bet(tally.parts[f"bet/{spot}"], cents)
        of_one = combine(cloth, {spot: cents}).net.mean / cents
        assert numbers is not None and abs(numbers.mean - float(of_one)) < 4.5 * numbers.error, spot


def test_a_table_with_a_warning_card_has_shoes_of_so_many_coups() -> None:
    tally = deal_kernel(CARDS["table"], SIDES).block(1, 1, 400_000)
    assert 49 < tally.coups / tally.shoes < 51  # (312 - 8 - 12 + 3) / (4.94 + 1) coups
    assert deal_kernel(CARDS["machine"], SIDES).block(1, 1, 400_000).shoes == 400_000


def test_what_waits_is_counted_once_it_is_decided() -> None:
    tally: Tally = deal_kernel(HANDS["box"], {"hand/1": 2000}).block(2, 0, 400_000)
    ties = tally.counts["ties that hold bets"] / tally.coups
    assert ties == pytest.approx(15_373_920 / 407_170_400, abs=0.002)
    assert sum(tally.parts["bet/hand/1"].values()) == tally.coups * (1 - ties)
    assert set(tally.parts["bet/hand/1"]) == {1900, -2000} and tally.nets[0] == ties * tally.coups


def test_a_kernel_can_be_sent_and_is_told_from_another() -> None:
    players = [deal_kernel(CARDS["table"], SIDES), deal_kernel(CARDS["table"], SIDES, True),
               deal_kernel(CARDS["machine"], SIDES), deal_kernel(CARDS["table"], {"banca": 4000}),
               deal_kernel(HANDS["shoe"], PLACES), deal_kernel(HANDS["shoe"], {"hand/1": 2000}),
               deal_kernel(HANDS["shoe"], {"hand/2": 2000})]
    assert len({player.identity for player in players}) == len(players)
    for player in players:
        sent = pickle.loads(pickle.dumps(player))
        assert sent.identity == player.identity
        assert sent.block(1, 1, 200) == player.block(1, 1, 200)


def test_high_stakes_do_not_run_over() -> None:
    small, large = (deal_kernel(
        CARDS["table"], {spot: times * cents for spot, cents in SIDES.items()}
    ).block(1, 1, 2_000_000) for times in (1, 1000))
    assert (large.ss, large.ns) == (10 ** 6 * small.ss, 1000 * small.ns) and large.ss > 2 ** 63
    with pytest.raises(ValueError, match="too high to be summed"):
        deal_kernel(CARDS["table"], {"banca": 2 * 10 ** 7})


def test_what_cannot_be_played_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="a coup of 4 places takes 16 cards, and 12 may be left"):
        deal_kernel(Shoe(6, 6, 1, 12), {f"hand/{n}": 2000 for n in range(1, 5)})
    with pytest.raises(ValueError, match="this game has no places"):
        places(HANDS["box"], Laying(two_sides(1), (("banca", 2000),)), (), "so", False)
    monkeypatch.setattr("sabot.families.baccarat.kernel.WIDEST", 40)
    with pytest.raises(ValueError, match="too many different results"):
        deal_kernel(HANDS["box"], {"hand/1": 2000, "tie/1": 20})


def test_a_place_without_a_bet_may_take_cards() -> None:
    cloth, stakes = some_places(6), (("hand/3", 2000),)
    alone, beside = (places(HANDS["shoe"], Laying(cloth, stakes), also, "so", False)
                     for also in ((), ("hand/1",)))
    assert [len(player.groups) for player in (alone, beside)] == [2, 3]
    assert alone.block(1, 1, 1000).nets != beside.block(1, 1, 1000).nets
    assert list(beside.block(1, 1, 1000).parts) == ["bet/hand/3"]


# -- the same cloths, priced -----------------------------------------------------------------------


def test_every_bet_of_eight_packs_has_its_published_edge() -> None:
    found = {one.name: float(one.edge) for one in priced(two_sides(8))}
    assert found == pytest.approx({"ponto": 0.012351, "banca": 0.010579, "tie": 0.143596,
                                   "pair": 0.103614}, abs=5e-7)


def test_bets_of_two_places_hang_together_by_the_bank() -> None:
    cloth = some_places(1)
    one = combine(cloth, {"hand/1": 2000})
    two = combine(cloth, {"hand/1": 2000, "hand/3": 2000})
    assert two.net.mean == 2 * one.net.mean
    assert two.net.variance > 2 * one.net.variance
    assert one.throws == 1 / (1 - Fraction(15_373_920, 407_170_400))
    with pytest.raises(ValueError, match="the hands of 3 places"):
        combine(cloth, {f"hand/{n}": 2000 for n in range(1, 4)})


def test_a_coup_is_told_by_what_the_cloth_calls_it() -> None:
    cloth = some_places(1)
    rows = outcomes(cloth, {"figures": 100})
    assert sum(row.ways for row in rows) == 22_100
    assert sum(row.ways for row in rows if row.net > 0) == 220
    assert price(cloth).by == "coup"
    by_bet = {bet.bet: bet for bet in price(cloth).bets}
    assert by_bet["hand"].edge == "1/40" and list(by_bet["hand"].spots) == [
        f"hand/{n}" for n in range(1, 5)]
    assert by_bet["odd"].edge == "313/21880" and by_bet["odd"].edge_throw == "313/22100"


def test_the_most_that_a_hand_costs_is_the_dearest_of_every_place() -> None:
    """Every place ties with three figures of the bank, which win too."""
    cost, _, staked = worst(some_places(1), dict.fromkeys(THREE, 100))
    assert (cost, staked) == (4 * 2000 + 1600, 500)
    without = worst(some_places(1), dict.fromkeys(THREE, 100), ("tie", "figures"))
    assert without[0] == 4 * 95 + 95


def test_the_same_cloth_with_other_cards_has_other_odds() -> None:
    """What is listed for one shoe is not taken for another."""
    eight, one = some_places(8), replace(some_places(8), weigh=partial(three_card.weigh, full(1)))
    edges = [combine(cloth, {"tie/1": 100}).net.mean for cloth in (eight, one)]
    again = replace(eight, weigh=partial(three_card.weigh, full(1)))
    assert edges[0] != edges[1] == combine(again, {"tie/1": 100}).net.mean
