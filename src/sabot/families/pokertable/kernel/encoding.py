"""The law of a poker table as numbers and flat arrays for compiled hands.

What the compiled hands do not play is refused by name (`packed`); the engine plays it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sabot import regulations as law
from sabot.equipment.arrays import Numbers, Octets
from sabot.equipment.cards import PACK
from sabot.families.poker.estimates import Values, values_of
from sabot.families.poker.lookup import Evaluator, evaluator
from sabot.families.pokertable.betting_terms import Terms, lawful
from sabot.families.pokertable.rules import LEAST, MOST, Mode, cave
from sabot.families.pokertable.variant import Variant, as_read
from sabot.money import euros
from sabot.procedure.table import Table
from sabot.words import phrase

L = law.Section("pt-217-2007/poquer-nao-bancado")

ALL_MONEY = 2**31 - 1
"""The most cents at one compiled table: every product of two sums then fits into 64 bits."""

(PLAYERS, SIZE, HOLE, USE, ANTES, AHEAD, ROUNDS, BURNS, MINIMUM, UNIT, SMALL, BIG, ANTE, MODE,
 COUNTS, MAX_RAISES, RAISES_OF, REOPENS, BIG_ASKED, CALL_ONLY, SMALL_POT, BINDS, BEGINS, SHARES,
 IN_POT_READING, NEXT_ALL_IN, FIRST_ODD, BY_PAYMENT, RATE, PER, CAP, LAW) = range(32)
"""The places of a law array. ``SIZE``: cards of the pack. ``ROUNDS``: betting rounds. ``MODE``:
how bets are limited. ``RAISES_OF``, ``BEGINS``, ``NEXT_ALL_IN``: readings by number. ``BINDS``:
the highest bet and raise (IR 365), 0 for none. ``RATE`` in ``PER``: the percentage of a hand;
``CAP``: its maximum, -1 for none."""

MODES: tuple[Mode, ...] = ("total", "half-pot", "pot", "cave")
(TOTAL, HALF_POT, POT_LIMIT, STACK_LIMIT) = range(4)
THREE_RAISES = ("of-all", "of-each", "free-from-start")
(OF_ALL, OF_EACH, FREE_FROM_START) = range(3)
BEGINNERS = ("highest-of-hand", "highest-of-round", "highest-bet")
(OF_HAND, OF_ROUND, HIGHEST_BET) = range(3)
NEXT = ("own-pot", "whole-proportion", "not-all-in")
(OWN_POT, WHOLE, NOT_ALL_IN) = range(3)

UNLIMITED = MOST
"""The limit where only the stack limits a bet, as in `wagers`."""


class Packed(NamedTuple):
    """A table for compiled hands.

    ``law``: its terms (`PLAYERS` to `CAP`). ``streets``: the number of common cards in each betting
    round. ``pack``: its cards, as places in `PACK`. ``terms`` and ``variant`` are those that the
    engine plays.
    """

    law: Numbers
    streets: Numbers
    pack: Octets
    values: Values
    terms: Terms
    variant: Variant
    evaluator: Evaluator


def unsupported(table: Table) -> str:
    """Which option of a table compiled hands do not play, with its clause; "" for none."""
    rules = table.rules
    if rules.second:
        return phrase("rules.second: {second} (23); compiled hands are of one variant",
                      second=repr(rules.second))
    if rules.estardilho:
        return phrase("rules.estardilho: true (106); compiled hands have no bets on unseen cards")
    if rules.percentage == "session":
        return phrase('rules.percentage: "session" (7.b); compiled hands pay by the hand')
    return ""


def packed(table: Table, variant: Variant, players: int) -> Packed:
    """A lawful table with this number of players; ValueError for what compiled hands do not play.
    """
    if what := unsupported(table):
        raise ValueError(what)
    places = variant.places
    if not LEAST <= players <= places:
        raise ValueError(phrase("players: {players}; allowed: {least} to {places} ({clause})",
                                players=players, least=LEAST, places=places, clause="24, 6"))
    read, terms = table.rules.readings, lawful(table, variant)
    played = as_read(variant.name, read)
    values = evaluator(played.ranking)
    cards = [n for n, card in enumerate(PACK) if card[0] in played.ranking.ranks]
    of_law = np.zeros(LAW, np.int64)
    for at, value in (
            (PLAYERS, players), (SIZE, len(cards)), (HOLE, variant.hole), (USE, variant.use),
            (ANTES, variant.antes), (AHEAD, variant.ahead), (ROUNDS, variant.rounds),
            (BURNS, variant.burns), (MINIMUM, terms.least), (UNIT, terms.unit),
            (SMALL, terms.small), (BIG, terms.big), (ANTE, terms.ante),
            (MODE, MODES.index(terms.limit)), (COUNTS, terms.counts),
            (MAX_RAISES, terms.max_raises), (RAISES_OF, THREE_RAISES.index(read.three_raises)),
            (REOPENS, terms.reopens), (BIG_ASKED, read.big_bet == "asked" or variant.antes),
            (CALL_ONLY, read.short_all_in == "call-only"),
            (SMALL_POT, read.small_pot == "minimum"),
            (BINDS, table.maximum if read.maximum_binds == "bets-too" else 0),
            (BEGINS, BEGINNERS.index(read.begins)), (SHARES, terms.shares == "side-pots"),
            (IN_POT_READING, read.unmatched == "in-pot"),
            (NEXT_ALL_IN, NEXT.index(read.next_all_in)),
            (FIRST_ODD, read.left_over == "first-winner"),
            (BY_PAYMENT, read.charged == "by-payment"), (RATE, terms.rate.numerator),
            (PER, terms.rate.denominator), (CAP, -1 if terms.cap is None else terms.cap)):
        of_law[at] = value
    streets = [0] * variant.ahead
    for count in variant.board:
        streets.append((streets[-1] if streets else 0) + count)
    return Packed(of_law, np.array(streets, np.int64), np.array(cards, np.uint8),
                  values_of(variant.use, values), terms, variant, values)


def stacks_of(table: Table, players: int, buy_in: int | Sequence[int], *, antes: bool) -> Numbers:
    """The stack of each place in cents; a ``buy_in`` of 0 is the one that the table asks for.
    ValueError for stacks that cannot play a hand."""
    stacks = np.array([buy_in or cave(table)] * players if isinstance(buy_in, int) else buy_in,
                      np.int64)
    if stacks.shape != (players,):
        raise ValueError(phrase("buy_in: {n} sums; allowed: one, or one for each of {players} "
                                "players", n=len(stacks), players=players))
    check_stacks(stacks, table.minimum, antes=antes)
    return stacks


def check_stacks(stacks: Numbers, minimum: int, *, antes: bool) -> None:
    """ValueError for stacks, in the last dimension those of a table, that cannot play a hand."""
    if stacks.min() < minimum:
        raise ValueError(phrase("buy_in: {amount}; allowed: at least the minimum of {minimum} (79)",
                                amount=euros(int(stacks.min())), minimum=euros(minimum)))
    if (stacks.sum(axis=-1) > ALL_MONEY).any():
        raise ValueError(phrase("buy_in: the stacks of a table add up to more than {most}",
                                most=euros(ALL_MONEY)))
    if antes and ((stacks > minimum).sum(axis=-1) < 2).any():
        raise ValueError(phrase("buy_in: after the first bet fewer than two players have chips; "
                                "allowed: two or more stacks above the minimum of {minimum} (102)",
                                minimum=euros(minimum)))
