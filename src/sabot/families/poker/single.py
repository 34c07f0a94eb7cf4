"""The strength of single hands for plain Python, by a compiled built-in function.

It is `lookup.Evaluator.rank` to its callers: the same tables, the same strengths, and for anything
that it does not know the answer of the plain function.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from sabot.equipment.arrays import Octets, Words, signed
from sabot.equipment.builtins import (
    Block,
    block_address,
    byte_at,
    call_with,
    clear_error,
    define,
    half_at,
    is_instance,
    new_number,
    number_of,
    release,
    tuple_item,
    tuple_of_list,
    tuple_size,
    utf8_address,
    word_at,
)
from sabot.equipment.cards import PACK, RANKS, SUITS
from sabot.equipment.compiled import lean, within
from sabot.families.poker import tables
from sabot.families.poker.tables import SIZES, Sized, Tables

SUM, HALF, BIAS = tables.SUM, tables.HALF, tables.BIAS
COUNTS, FIVE = tables.COUNTS, tables.FIVE
THREE = 0x2222 << COUNTS
WRONG = 1 << 56
"""The key of what is no card of the pack; it shows in every sum."""

(TUPLE, LIST, TEXT, NUMBER, PLAIN, KEYS, MASKS, RANK_KEYS, RANK_BITS, SUIT_KEYS, SUIT_SHIFTS,
 FLUSHES, SUITED) = range(13)
SIZED = 13
"""The places of a block; from `SIZED` on three tables for five, six and seven cards each."""


@within
def _part(block: int, place: int) -> int:
    return word_at(block + 8 * place)


@within
def _strength(block: int, size: int, total: int) -> int:
    """The strength of cards that add up to ``total``, if no five are of a suit."""
    first = SIZED + 3 * (size - 5)
    row = half_at(_part(block, first) + 2 * (total & SUM))
    place = half_at(_part(block, first + 1) + 2 * (total >> HALF & SUM))
    return half_at(_part(block, first + 2) + 2 * (row + place))


@within
def _strength_of(block: int, cards: int, size: int) -> int:
    """The strength of a tuple of so many cards, -1 where the plain function must answer."""
    total, every, suits = BIAS, 0, 0
    of_codes = is_instance(tuple_item(cards, 0), _part(block, TEXT)) == 1
    for n in range(size):
        card = tuple_item(cards, n)
        if of_codes:
            code = utf8_address(card, 0)
            if code == 0:
                clear_error()
                return signed(-1)
            first, second = byte_at(code), signed(0)
            if first:
                second = byte_at(code + 1)
                if second and byte_at(code + 2):
                    second = signed(0)  # no code of two letters
            total += (word_at(_part(block, RANK_KEYS) + 8 * first)
                      + word_at(_part(block, SUIT_KEYS) + 8 * second))
            every |= (word_at(_part(block, RANK_BITS) + 8 * first)
                      << byte_at(_part(block, SUIT_SHIFTS) + second))
        else:
            if is_instance(card, _part(block, NUMBER)) != 1:
                clear_error()
                return signed(-1)
            number = number_of(card)
            if number < 0 or number > 255:
                clear_error()
                return signed(-1)
            total += word_at(_part(block, KEYS) + 8 * number)
            every |= word_at(_part(block, MASKS) + 8 * number)
    if total >= WRONG:
        return signed(-1)
    strength = _strength(block, size, total)
    five = total & FIVE
    if five:
        while not five >> COUNTS + 3 + 4 * suits & 1:
            suits += 1
        return max(strength, half_at(_part(block, FLUSHES) + 2 * (every >> 16 * suits & 0xFFFF)))
    if size == 5 and strength <= word_at(_part(block, SUITED)) and total + THREE & FIVE:
        strength += 1
    return strength


@lean
def rank(block_object: int, cards: int) -> int:
    """`lookup.Evaluator.rank` of a tuple or a list of five to seven cards, all codes or all
    numbers; anything else goes to the plain function."""
    block, strength, copy = block_address(block_object), signed(-1), signed(0)
    of_tuple = is_instance(cards, _part(block, TUPLE)) == 1
    if not of_tuple and is_instance(cards, _part(block, LIST)) == 1:
        copy = tuple_of_list(cards)  # no code that runs meanwhile can change it
    if of_tuple or copy:
        items = cards if of_tuple else copy
        size = tuple_size(items)
        if 5 <= size <= 7 and _part(block, SIZED + 3 * (size - 5)):
            strength = _strength_of(block, items, size)
    if copy:
        release(copy)
    clear_error()
    return new_number(strength) if strength > 0 else call_with(_part(block, PLAIN), cards)


@cache
def _maker() -> Callable[[Block], Callable[[object], int]]:
    return define("rank", rank)


def compiled_rank(tables_of: Tables, plain: Callable[..., int]) -> Callable[..., int]:
    """The function for these tables; ``plain`` answers what it does not know. ImportError where
    there are no such functions."""
    ranking = tables_of.ranking
    sizes = [size for size in SIZES if size == 5 or not ranking.suited_high]
    of_sizes = {size: tables_of.of_size(size) for size in sizes}
    five = of_sizes[5]
    keys = np.where(five.masks > 0, five.keys, np.uint64(WRONG))
    parts: list[object] = [tuple, list, str, int, plain, keys, five.masks, *_letters(five),
                           five.flushes, five.suited.astype(np.int64)]
    for size in SIZES:
        sized = of_sizes.get(size)
        parts += [sized.low, sized.high, sized.values] if sized else [None] * 3
    block = Block.of(*parts)
    for n, part in enumerate(parts):
        if part is None:
            block.addresses[n] = 0
    return _maker()(block)


def _letters(sized: Sized) -> tuple[Words, Words, Words, Octets]:
    """The keys and bits of ranks and the keys and shifts of suits, by letter, both cases."""
    rank_keys, suit_keys = np.full(256, WRONG, np.uint64), np.full(256, WRONG, np.uint64)
    rank_bits, shifts = np.zeros(256, np.uint64), np.zeros(256, np.uint8)
    low = np.uint64((1 << COUNTS) - 1)
    for rank_letter in RANKS:
        n = PACK.index(rank_letter + SUITS[0])
        if sized.masks[n]:
            for letter in {rank_letter, rank_letter.lower()}:
                rank_keys[ord(letter)] = sized.keys[n] & low
                rank_bits[ord(letter)] = sized.masks[n]
    for at, suit in enumerate(SUITS):
        for letter in (suit, suit.lower()):
            suit_keys[ord(letter)] = 1 << COUNTS + 4 * at
            shifts[ord(letter)] = 16 * at
    return rank_keys, rank_bits, suit_keys, shifts
