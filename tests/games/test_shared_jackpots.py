"""Jackpots of tables that share one pool: who keeps it says what each prize is."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from test_no_draw_poker_jackpot import FLUSH, ROYAL, ROYAL_H, START

from sabot.procedure import Claim, Dealer, Move, replay
from support.dice_coups import nets, steps
from support.no_draw_plays import GAME, JACKPOT, LOW, at, play_out

SHARED = f'{JACKPOT}\npool = "Sul"'
ROW = GAME.section


def keeper(dealer: Dealer, holds: int) -> int:
    """Answer each claim out of a pool that holds so much; what is left in it."""
    while isinstance(step := dealer.awaited, Claim):
        cents = min(step.amount, holds) if step.amount else int(holds * Fraction(step.part))
        cents -= cents % step.among
        holds -= cents
        dealer.enter(cents)
    return holds


def moves(dealer: Dealer, kind: str) -> list[tuple[str, int, str]]:
    return [(m.player, m.amount, m.into) for m in steps(dealer, Move) if m.kind == kind]


@pytest.mark.law(f"{ROW}/3-3", f"{ROW}/4")
def test_chips_feed_the_pool_and_the_bank_puts_in_no_start() -> None:
    dealer = play_out([LOW, LOW], LOW, "pass pass", table=at(SHARED), chips=("Ana", "Rui"))
    assert dealer.over and moves(dealer, "seed") == []
    assert moves(dealer, "contribute") == [("Ana", 60, "Sul"), ("Rui", 60, "Sul")]
    assert dealer.outcome.pool == 0


@pytest.mark.law(f"{ROW}/12.c", f"{ROW}/12.b")
def test_two_who_share_the_pool_get_equal_parts_and_the_odd_cent_stays() -> None:
    dealer = play_out([ROYAL, ROYAL_H], LOW, "call call", table=at(SHARED), chips=("Ana", "Rui"))
    assert isinstance(dealer.awaited, Claim) and dealer.awaited.among == 2
    left = keeper(dealer, 2 * START + 1)
    assert left == 1
    assert moves(dealer, "jackpot") == [("Ana", START, "Sul"), ("Rui", START, "Sul")]
    again = replay(GAME.coup(at(SHARED), dealer_carry()), dealer.record)
    assert again.record == dealer.record


@pytest.mark.law(f"{ROW}/9", "ir/187")
@pytest.mark.parametrize(("holds", "own"), [(START, 0), (3_000, 2_000), (0, 5_000)])
def test_what_a_fixed_prize_lacks_is_the_bank_s(holds: int, own: int) -> None:
    dealer = play_out([FLUSH, LOW], LOW, "call pass", table=at(SHARED), chips=("Ana",))
    left = keeper(dealer, holds)
    paid = moves(dealer, "jackpot")
    assert sum(amount for _, amount, _ in paid) == 5_000
    assert sum(amount for _, amount, into in paid if not into) == own
    assert moves(dealer, "seed") == ([("", own, "")] if own else [])
    assert left == holds - (5_000 - own) and dealer.outcome.pool == 0


def dealer_carry() -> object:
    from support.no_draw_plays import carry_with
    return carry_with(("Ana", "Rui"))


Make = Callable[[], Dealer]


@pytest.mark.law(f"{ROW}/9")
def test_an_own_pool_and_a_shared_one_pay_the_same() -> None:
    """The same cards with the same sum in the pool: nobody has a cent more or less."""
    own = play_out([ROYAL, FLUSH], LOW, "call call", table=at(JACKPOT), chips=("Ana", "Rui"))
    shared = play_out([ROYAL, FLUSH], LOW, "call call", table=at(SHARED), chips=("Ana", "Rui"))
    keeper(shared, START + 120)
    mine, theirs = nets(own), nets(shared)
    assert {who: mine[who] for who in ("Ana", "Rui")} == {
        who: theirs[who] for who in ("Ana", "Rui")}
