"""What a layout game declares for pricing and simulation: odds, liability, strategies, kernel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec
from msgspec import UNSET, UnsetType

from sabot.families.layout.cloth import Cloth, Fell
from sabot.families.layout.odds_answer import ClothAnswer
from sabot.families.layout.odds_words import ODDS
from sabot.families.layout.round import RuleBook
from sabot.families.layout.shared_limits import Shared, nothing_shared
from sabot.money import format_money
from sabot.probability.answer import Answer, PublishedFigure, Together
from sabot.probability.liability import OwedOnCloth
from sabot.probability.tally import Kernel, Strategy
from sabot.procedure.capabilities import (
    AMOUNTS,
    Amount,
    CardsLeft,
    EdgeOf,
    Pricing,
    Simulation,
    StepsOf,
    Words,
)
from sabot.procedure.game import Game
from sabot.procedure.hints import Hint, HintsOf, Seen
from sabot.procedure.table import Table

if TYPE_CHECKING:
    from sabot.families.layout.batch import LayoutTables, Source
    from sabot.families.layout.reference_player import LayPlayer, TapeOf
    from sabot.families.layout.repeated_bets import Laying
    from sabot.families.layout.round import Carry
    from sabot.procedure.dealer import Coup

Tint = Callable[[Cloth, Fell], str]
"""The colour of an outcome on a cloth."""


def untinted(cloth: Cloth, fell: Fell) -> str:
    """The colour of an outcome on a cloth without colours: none."""
    return ""



Bets = Mapping[str, int]
"""Cents by spot: the "chart" of a game without decisions."""
Left = tuple[int, ...]
"""The number of cards left of each kind, where cards decide."""


def alone(spot: str) -> str:
    """The spot that needs a bet before this one: none."""
    return ""


class Dealing(Kernel, Protocol):
    """A kernel that repeats the same bets, in cents by spot."""

    @property
    def bets(self) -> tuple[tuple[str, int], ...]:
        """The bets, in cents by spot."""


class Cards(NamedTuple):
    """What pricing and simulation need where cards decide.

    ``left`` parses the cards left, from a text that names them or (``seen``) the cards gone; None
    for full packs. ``by_rank``: the number of cards of each rank. ``weighed``: the cloth of a table
    with the chances of such cards. ``kernel`` plays repeated bets in compiled coups; ``tape`` gives
    the reference engine the same cards. ``deals`` deals at many tables, ``fresh`` each coup from
    full packs.
    """

    left: Callable[[Table, str | None, bool], Left]
    by_rank: Callable[[Left], dict[str, int]]
    weighed: Callable[[Table, Cloth, Left], Cloth]
    kernel: Callable[[Table, Laying, str, bool], Dealing]
    tape: TapeOf
    deals: Callable[[Table, int, bool], Source]


class Chances(NamedTuple):
    """What a layout game declares for pricing, simulation and practice."""

    pricing: Pricing
    simulation: Simulation
    hints: HintsOf


def chances(book: RuleBook, *, first: str, state: str = "",
            beside: Callable[[str], str] = alone,
            tint: Tint = untinted,
            joined: tuple[str, ...] = (), cards: Cards | None = None, shared: bool = False,
            limits: Callable[[Table], Shared] = nothing_shared,
            words: Words = ODDS, waterfall: Callable[[EdgeOf], StepsOf] | None = None,
            published: Callable[[], tuple[PublishedFigure, ...]] | None = None) -> Chances:
    """Pricing and simulation of a game whose bets are on a cloth.

    ``first``: the kind of bet that is listed first and is the default bet. ``state``: the word for
    the state of the table, where it has several ("point"). ``beside``: the spot that needs a bet
    before one on this spot. ``tint``: the colour of an outcome: "red", "black" or "". ``joined``:
    kinds that share the maximum of another kind and win with it, so that the bank's liability is
    the same without them. ``cards``: where cards decide. ``shared``: the limits are those of all
    players together. ``limits``: those that the bets of one player share. ``words``: names of the
    bets on a page of odds. ``waterfall`` makes the contribution of each rule from the edge;
    ``published``: see `Pricing`.
    """
    cloth = _Cloths(book, cards)
    edge = partial(_edge, cloth, first)
    pricing = Pricing(
        odds=partial(_odds, cloth, first, beside), answer=ClothAnswer, words=words, edge=edge,
        cloth=cloth,
        waterfall=waterfall(edge) if waterfall else None, published=published,
        liability=partial(_most, book, cloth, joined, shared),
        together=partial(_together, book, cloth, state, tint),
        cards_left=None if cards is None else partial(
            _from_left, book, cloth, cards, first, beside, state, tint))
    simulation = Simulation(
        kernel=partial(_kernel, book, cloth, beside), engine=partial(_engine, book, cloth, beside),
        any_chart=partial(_any, book, beside), repeats_bets=True, from_shoe=cards is not None,
        strategies={"minimum": partial(_least, book, cloth, first, beside)},
        batch=partial(_batch, book, cloth, beside, limits),
        read_chart=partial(_read, book, cloth, state, beside))
    return Chances(pricing, simulation, partial(_hint, book, cloth, state, beside))


@dataclass(frozen=True, eq=False)
class _Cloths:
    """The cloths of tables, with the chances of the cards where cards decide."""

    book: RuleBook
    cards: Cards | None

    def __call__(self, table: Table, left: Left | None = None) -> Cloth:
        if self.cards is None:
            return self.book.table_law(table).cloth
        return _weighed(self, table, left)

    def laying(self, beside: Callable[[str], str], table: Table, bets: Bets) -> Laying:
        """Bets that are made again before every coup, on that cloth."""
        from sabot.families.layout.reference_player import laying
        return replace(laying(self.book, beside, table, bets), cloth=self(table))

    def left(self, left: Left | None) -> dict[str, int] | UnsetType:
        """The cards left by rank, where some are gone."""
        return self.cards.by_rank(left) if self.cards is not None and left else UNSET


@lru_cache(maxsize=64)
def _weighed(cloths: _Cloths, table: Table, left: Left | None) -> Cloth:
    if cloths.cards is None:
        raise ValueError("cards do not decide this game")
    cards, cloth = cloths.cards, cloths.book.table_law(table).cloth
    return cards.weighed(table, cloth, left or cards.left(table, None, False))


def cloth_of(game: Game, table: Table) -> Cloth:
    """The cloth of a table with the chances of its outcomes; LookupError for a game without one."""
    cloths = game.priced.cloth
    if not isinstance(cloths, _Cloths):
        raise LookupError(f"the bets of {game.id} do not lie on a cloth")
    return cloths(table)


def _odds(cloths: _Cloths, first: str, beside: Callable[[str], str], table: Table,
          strategy: str = "", left: Left | None = None) -> ClothAnswer:
    """All bets priced; ``beside`` marks bets that need another bet."""
    from sabot.families.layout.odds import price
    return msgspec.structs.replace(price(cloths(table, left), first, beside),
                                   left=cloths.left(left))


def _edge(cloths: _Cloths, first: str, table: Table, strategy: str = "") -> float:
    """The edge of the first bet, per bet made."""
    return _odds(cloths, first, alone, table).bets[0].edge_float


def _together(
    book: RuleBook,
    cloths: _Cloths,
    state: str,
    tint: Tint,
    table: Table,
    text: str,
    left: Left | None = None,
) -> Together:
    """Several bets together, parsed from a text: see `bet_notation.read`."""
    from sabot.families.layout.bet_notation import read
    from sabot.families.layout.odds import together
    table_law, cloth = book.table_law(table), cloths(table, left)
    money = partial(format_money, currency=table_law.currency)
    bets, at = read(cloth, text, money, state)
    stakes = {spot: table_law.counts(table_law.cloth.spots[spot].kind, cents)
              for spot, cents in bets.items()}
    if idle := [spot for spot, cents in stakes.items() if not cents]:
        raise ValueError(f"none of the {money(bets[idle[0]])} on {idle[0]} is at stake")
    return msgspec.structs.replace(together(cloth, stakes, at, partial(tint, cloth)), bets=bets,
                                   left=cloths.left(left))


def _from_left(book: RuleBook, cloths: _Cloths, cards: Cards, first: str,
               beside: Callable[[str], str], state: str, tint: Tint, table: Table,
               text: str, seen: bool) -> CardsLeft:
    """The odds from the cards that are left."""
    left = cards.left(table, text, seen)
    return CardsLeft(
        odds=partial(_odds, cloths, first, beside, table, left=left),
        together=partial(_together, book, cloths, state, tint, table, left=left))


def _most(book: RuleBook, cloths: _Cloths, joined: tuple[str, ...], shared: bool, table: Table
          ) -> OwedOnCloth:
    from sabot.families.layout.liability import most
    return most(book, table, cloths(table), joined, shared)


def _hint(book: RuleBook, cloths: _Cloths, state: str, beside: Callable[[str], str], table: Table,
          seen: Seen, answer: Answer | None) -> Hint:
    """The price of the bets that can be made now, from what a player sees."""
    from sabot.families.layout.hints import hint
    return hint(book.table_law(table), cloths(table), seen.public.get(state), beside, seen)


# -- simulation ------------------------------------------------------------------------------------


def _words(bets: Bets, currency: str) -> str:
    stakes = ", ".join(f"{format_money(cents, currency)} on {spot}" for spot, cents in bets.items())
    return f"{stakes}; each bet is made again as soon as it can be"


def _strategy(cloths: _Cloths, beside: Callable[[str], str], table: Table, bets: Bets
              ) -> Strategy:
    words = _words(bets, cloths.book.table_law(table).currency)
    return Strategy(dict(bets), words, cloths.laying(beside, table, bets).mean)


def _least(book: RuleBook, cloths: _Cloths, first: str, beside: Callable[[str], str], table: Table
           ) -> Strategy:
    """The first spot of the first kind, at its minimum."""
    from sabot.families.layout.reference_player import least
    table_law = book.table_law(table)
    spot = next(spot.name for spot in table_law.cloth.spots.values() if spot.kind == first)
    return _strategy(cloths, beside, table, {spot: least(table_law, table, first)})


def _read(book: RuleBook, cloths: _Cloths, state: str, beside: Callable[[str], str], table: Table,
          text: str) -> Strategy:
    """Bets from a text or a file; everything after a # is a comment."""
    from sabot.families.layout.bet_notation import read
    table_law = book.table_law(table)
    plain = " ".join(line.partition("#")[0] for line in text.splitlines())
    money = partial(format_money, currency=table_law.currency)
    bets, at = read(cloths(table), plain, money, state, now=False)
    if at != table_law.cloth.states[0]:
        raise ValueError(f"a simulation begins with {state}={table_law.cloth.states[0]}")
    return _strategy(cloths, beside, table, bets)


def _kernel(book: RuleBook, cloths: _Cloths, beside: Callable[[str], str], table: Table,
            chart: Bets | None = None, *, seats: int = 1, fresh: bool = False,
            bets: tuple[str, ...] = ()) -> Dealing:
    """The kernel of a table with one player: independent throws, or coups from a shoe."""
    if seats != 1:
        raise ValueError("one player is simulated: the number of seats must be 1")
    if fresh and cloths.cards is None:
        raise ValueError("this game has no shoe: every throw has the same chances")
    if bets:
        raise ValueError("this game has no additional bets: the strategy names all bets")
    if chart is None:
        raise ValueError("name the bets to play")
    laying = cloths.laying(beside, table, chart)
    words = _words(chart, book.table_law(table).currency)
    if cloths.cards is not None:
        return cloths.cards.kernel(table, laying, words, fresh)
    from sabot.families.layout.kernel import kernel
    return kernel(laying, words)


def _batch(book: RuleBook, cloths: _Cloths, beside: Callable[[str], str],
           limits: Callable[[Table], Shared], table: Table, n: int, *, fresh: bool = False,
           amounts: Sequence[Amount] = AMOUNTS) -> LayoutTables:
    """Many tables with one player each: see `batch.LayoutTables`."""
    from sabot.families.layout.batch import LayoutTables, Throws
    law = book.table_law(table)
    source = Throws(law.cloth, n) if cloths.cards is None else cloths.cards.deals(table, n, fresh)
    return LayoutTables(law, table, source, n, amounts=amounts, beside=beside,
                        shared=limits(table), fresh=fresh)


def _engine(book: RuleBook, cloths: _Cloths, beside: Callable[[str], str],
            coup: Callable[[Table, Carry], Coup], table: Table, kernel: Dealing) -> LayPlayer:
    """The reference engine with the bets of a kernel: see `reference_player.LayPlayer`."""
    from sabot.families.layout.reference_player import LayPlayer
    laying = cloths.laying(beside, table, dict(kernel.bets))
    return LayPlayer(coup, book, table, laying, cloths.cards.tape if cloths.cards else None)


def _any(book: RuleBook, beside: Callable[[str], str], table: Table, seed: int) -> Bets:
    """Random bets that the table takes."""
    from sabot.families.layout.reference_player import random_bets
    return random_bets(book, beside, table, seed)
