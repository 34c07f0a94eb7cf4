"""A side bet is declared once: whatever wins it, the coup pays it, the odds price it and the
compiled coups count it alike, and liability, rules page and cloth read the same value."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import product

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sabot import games
from sabot.certify.kernel_equality import any_chart, difference
from sabot.cli.options import plain_table
from sabot.equipment import PACK
from sabot.families.blackjack import RuleBook, SpecialPrize, TableLaw, cite
from sabot.families.blackjack.declare import blackjack
from sabot.families.blackjack.face.menu import menu
from sabot.families.blackjack.kernel.player import kernel
from sabot.families.blackjack.pricing.liability import maximum_liability
from sabot.families.blackjack.pricing.odds import price, price_side_bets
from sabot.families.blackjack.pricing.sideodds import card_removals
from sabot.families.blackjack.rules.prizes import OneRank
from sabot.families.blackjack.rules.sidebets import (
    FirstCards,
    Line,
    SideBet,
    ThirdCard,
    missing_parts,
)
from sabot.games.blackjack_2007.rules import BOOK
from sabot.games.blackjack_macau.sides import EVERY, PERFECT_PAIR, SEVENS
from sabot.money import Odds
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from support.plain_tables import table_with
from support.random_play import examples

GAME = games.game("blackjack-2007")
LAW = cite("pt-217-2007/blackjack/35")  # some clause: the bets here are nobody's law
SURE = 4.5  # standard errors: one false alarm in 150,000 figures


class Among(msgspec.Struct, frozen=True):
    """The test whether the first cards are among these."""

    cards: frozenset[tuple[str, ...]]

    def __call__(self, cards: Sequence[str]) -> bool:
        return any(tuple(cards[:n]) in self.cards for n in (2, 3))


def line(odds: int, *cards: tuple[str, ...]) -> Line:
    return Line(wins=Among(frozenset(cards)), pays=Odds(odds), law=LAW, listed="twenty",
                title="twenty", called=str(odds))


def bet(decided: FirstCards | ThirdCard, spot: str = "own") -> SideBet:
    return SideBet(spot=spot, law=LAW, lost=LAW, lettering="20", title="own", decided=decided)


def with_bets(*bets: SideBet) -> tuple[Game, RuleBook, Table]:
    """The blackjack of 2007 and a table of it, with these bets beside the main one."""
    def table_law(table: Table) -> TableLaw:
        return msgspec.structs.replace(BOOK.table_law(table), sides=bets, side_low=100,
                                       side_high=1000)

    book = RuleBook(BOOK.clauses, table_law, BOOK.laws)
    own = blackjack(
        book, id=GAME.id, section=GAME.section, names=GAME.names, rules=GAME.rules,
        violations=GAME.violations, felt=GAME.felt, bets=GAME.bets, conduct=GAME.conduct,
        words=GAME.words)
    return own, book, plain_table(GAME, 1000, (), shared=True, leave=True)


SEVENS_OF = tuple(card for card in PACK if card[0] == "7")


def decided(of: random.Random) -> FirstCards | ThirdCard:
    """Any bet on the first cards: some pairs of cards, or sevens with some third cards."""
    many = of.randint(1, 3)
    if of.random() < 0.5:
        pairs = list(product(PACK, PACK))
        lines = tuple(line(n + 1, *of.sample(pairs, of.randint(40, 900))) for n in range(many))
        return FirstCards(lines=lines, each=of.random() < 0.5, conditions="these cards")
    two = list(product(SEVENS_OF, SEVENS_OF))
    three = list(product(SEVENS_OF, SEVENS_OF, PACK))
    return ThirdCard(conditions="split", conditions_unsplit="not split", lines=(
        line(7, *of.sample(two, of.randint(4, 16))),
        *(line(n + 20, *of.sample(three, of.randint(60, 400))) for n in range(many))))


@settings(examples(6), suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), seats=st.integers(1, 3))
def test_the_compiled_coups_pay_any_bet_as_the_coup_does(seed: int, seats: int) -> None:
    of = random.Random(seed)
    own, _, table = with_bets(bet(decided(of)), bet(decided(of), "other"))
    assert difference(own, table, any_chart(own, table, seed), 60, seats=seats, seed=seed,
                      bets=("all",)) is None


def test_they_win_as_often_as_they_are_priced() -> None:
    """A bet that no regulation knows, on two cards that count twenty."""
    twenty = tuple((one, other) for one in PACK for other in PACK
                   if one[0] in "TJQK" and other[0] in "TJQK")
    suited = tuple(pair for pair in twenty if pair[0][1] == pair[1][1])
    own, book, table = with_bets(bet(FirstCards(
        conditions="two tens", lines=(line(4, *twenty), line(9, *suited)))))
    packs = table.rules.packs
    [entry] = price_side_bets(book.table_law(table))
    chance = Fraction(16 * packs * (16 * packs - 1), 52 * packs * (52 * packs - 1))
    of_suit = Fraction(16 * packs * (4 * packs - 1), 52 * packs * (52 * packs - 1))
    assert entry.net == (("-1", str(1 - chance)), ("4", str(chance - of_suit)),
                         ("9", str(of_suit)))
    times = 200_000
    player = own.simulated.kernel(table, fresh=True, bets=("own",))
    nets = player.block(5, 0, times).parts["bet/own"]
    for pays, exact in ((400, chance - of_suit), (900, of_suit)):
        error = math.sqrt(exact * (1 - exact) * times)
        assert abs(nets[pays] - exact * times) < SURE * error
    assert price(book, table).bets[-1].bet == "own"
    [shown] = [found for found in menu(book, table) if found.bet == "own"]
    assert [(pays.what, pays.odds) for pays in shown.pays] == [
        ("twenty", "4:1"), ("twenty", "9:1")]
    assert maximum_liability(book, table).left_out or maximum_liability(book, table).table > 0


def test_a_card_that_is_gone_changes_a_price_and_an_unknown_one_does_not() -> None:
    """Effects of removal: a card burned unseen leaves every chance as it was."""
    table_law = games.game("blackjack-macau").book.table_law(
        table_with(games.game("blackjack-macau"), ("sevens=true", "perfect_pair=true")))
    for side, names in ((PERFECT_PAIR, ("perfect",)), (SEVENS, ("sevens", "sevens-unsplit"))):
        for name in names:
            found = card_removals(side, name, table_law)
            assert sum(found.values()) == 0 and len(found) == len(PACK)
    assert found["7S"] < 0 < found["8S"] and found["8S"] == found["KD"]


def test_a_special_prize_that_the_odds_do_not_know_is_refused() -> None:
    """Nothing is priced or simulated one way and paid another."""
    def table_law(table: Table) -> TableLaw:
        prize = SpecialPrize(combinations=(OneRank("888"),))
        return msgspec.structs.replace(BOOK.table_law(table), special=prize)

    book, table = RuleBook(BOOK.clauses, table_law, BOOK.laws), table_with(GAME, ())
    for priced in (partial(price, book, table), partial(kernel, book, table)):
        with pytest.raises(ValueError, match="three sevens and for 6-7-8 of one suit"):
            priced()


@pytest.mark.parametrize(("missing", "expected"), [
    ("pt bet.sevens", "pt bet.sevens"), ("zh given.pair-split", "zh given.pair-split"),
    ("en pays.2 wins in a row", "en pays.2 wins in a row")])
def test_a_side_bet_without_a_word_is_not_declared(missing: str, expected: str) -> None:
    macau = games.game("blackjack-macau")
    lang, _, key = missing.partition(" ")
    words = {of: {k: w for k, w in found.items() if (of, k) != (lang, key)}
             for of, found in macau.words.items()}
    odds = {of: {k: w for k, w in found.items() if (of, k) != (lang, key)}
            for of, found in macau.priced.words.items()}
    with pytest.raises(ValueError, match=f"side bets lack {expected}"):
        blackjack(macau.book, id="m", section=macau.section, names=macau.names,
                  rules=macau.rules, violations=macau.violations, felt=macau.felt,
                  bets=macau.bets, conduct=macau.conduct, words=words, odds_words=odds)


def test_a_side_bet_of_which_other_processes_know_nothing_is_not_declared() -> None:
    macau = games.game("blackjack-macau")
    nameless = msgspec.structs.replace(PERFECT_PAIR, decided=FirstCards(conditions="", lines=(
        Line(wins=lambda cards: True, pays=Odds(1), law=LAW, listed="mixed pair", title=""),)))
    assert missing_parts((nameless,), macau.words, macau.priced.words) == [
        "a test of the bet 'perfect' that other processes find by its name"]


def test_a_side_bet_without_a_clause_is_not_declared() -> None:
    macau = games.game("blackjack-macau")
    book: RuleBook = macau.book
    for side in EVERY:
        wrong = msgspec.structs.replace(side, law=("", ()))
        with pytest.raises(ValueError, match=f"a clause of the bet '{side.spot}'"):
            blackjack(RuleBook(book.clauses, book.table_law, book.laws, (wrong,)), id="m",
                      section=macau.section, names=macau.names, rules=macau.rules,
                      violations=macau.violations, felt=macau.felt, bets=macau.bets,
                      conduct=macau.conduct, words=macau.words,
                      odds_words=macau.priced.words)
