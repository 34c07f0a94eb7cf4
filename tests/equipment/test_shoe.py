"""Cards, packs, the shoe and its seal."""

from __future__ import annotations

import hashlib

import pytest

from sabot.equipment import (
    PACK,
    RANKS,
    SUITS,
    UNKNOWN,
    EmptyShoe,
    Seeded,
    Shoe,
    is_card,
    packs,
    seal,
)
from sabot.equipment.cards import from_bytes, to_bytes


def test_a_pack_has_52_cards() -> None:
    assert len(PACK) == len(set(PACK)) == 52 == len(RANKS) * len(SUITS)
    assert all(map(is_card, PACK))


@pytest.mark.parametrize("code", [UNKNOWN, "", "A", "10S", "1S", "AX", "as", "SA", None, 5,
                                  ("A", "S")])
def test_anything_else_is_no_card(code: object) -> None:
    assert not is_card(code)


@pytest.mark.parametrize("count", [1, 4, 6, 8])
def test_packs_hold_each_card_as_often_as_there_are_packs(count: int) -> None:
    cards = packs(count)
    assert len(cards) == 52 * count
    assert {cards.count(card) for card in PACK} == {count}


def test_a_shoe_holds_at_least_one_pack() -> None:
    with pytest.raises(ValueError, match="at least one pack, not 0"):
        packs(0)


def test_an_order_is_one_byte_a_card() -> None:
    assert from_bytes(to_bytes(list(PACK))) == list(PACK)
    assert to_bytes(list(PACK)) == bytes(range(52))
    with pytest.raises(ValueError, match="stands for no card"):
        from_bytes(bytes([52]))


def test_the_seal_is_the_sha256_of_nonce_and_order() -> None:
    """Written out, so that anybody can check it with any tool."""
    shoe = Shoe.shuffled(4, Seeded(1))
    assert shoe.seal == hashlib.sha256(shoe.nonce + to_bytes(shoe.order)).hexdigest()
    assert seal(bytes(32), ["AS", "2S"]) == hashlib.sha256(bytes(32) + b"\x00\x01").hexdigest()


def test_an_opening_fits_its_seal() -> None:
    shoe = Shoe.shuffled(6, Seeded(2))
    opened = Shoe.opened(shoe.opening(), drawn=10)
    assert (opened.order, opened.seal, opened.drawn, opened.left) == (
        shoe.order, shoe.seal, 10, 302)


@pytest.mark.parametrize("part", ["seal", "nonce", "order"])
def test_an_opening_with_one_digit_changed_does_not_fit(part: str) -> None:
    opening = Shoe.shuffled(4, Seeded(3)).opening()
    digit = "1" if opening[part][5] == "0" else "0"
    changed = {**opening, part: f"{opening[part][:5]}{digit}{opening[part][6:]}"}
    with pytest.raises(ValueError, match=r"does not fit its seal|stands for no card"):
        Shoe.opened(changed)


def test_two_cards_exchanged_do_not_fit() -> None:
    shoe = Shoe.shuffled(4, Seeded(4))
    order = list(shoe.order)
    i = next(i for i in range(1, 208) if order[i] != order[0])
    order[0], order[i] = order[i], order[0]
    with pytest.raises(ValueError, match="does not fit its seal"):
        Shoe.opened({**shoe.opening(), "order": to_bytes(order).hex()})


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_a_seal_needs_a_nonce_of_32_bytes(length: int) -> None:
    """A shorter nonce would let the last unseen cards be found by trial."""
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        seal(bytes(length), ["AS"])


def test_the_same_order_under_two_nonces_has_two_seals() -> None:
    assert seal(bytes(32), ["AS"]) != seal(bytes(31) + b"\x01", ["AS"])


def test_cards_leave_the_shoe_in_its_order_and_then_no_more() -> None:
    shoe = Shoe(bytes(32), ["AS", "KH", "2D"], drawn=1)
    assert (shoe.draw(), shoe.left, shoe.draw(), shoe.left) == ("KH", 1, "2D", 0)
    with pytest.raises(EmptyShoe, match="all 3 cards"):
        shoe.draw()
    assert shoe.drawn == 3
