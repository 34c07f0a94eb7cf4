"""Hints for practice: what acts and bets cost on average, from what one player sees.

A hint is a function of a table and of `Seen`, which holds what the player's own view shows and
nothing else: the same view gives the same hint. All costs are means in cents, as floats: they are
told and never paid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from sabot.probability.answer import Answer
from sabot.procedure.table import Table
from sabot.procedure.view import TableState
from sabot.procedure.visible_events import ShownOffer

FULL_SHOE, COUP, SOLVED, MACHINE, POT, NONE = (
    "full-shoe", "coup", "solved", "machine", "pot", "none")
"""What the figures of a hint are: values from a full shoe without the cards in view; the chances of
a throw or a coup; the solved coup, against somebody who plays the solution; the plan of prizes of a
machine; the price of a call; nothing, because no exact value exists."""


class Seen(NamedTuple):
    """What one player sees of a table: its ``state``, the ``offers`` open to them, their bets
    (``mine``, cents by name), and what is ``public`` between two coups."""

    state: TableState
    offers: tuple[ShownOffer, ...]
    mine: Mapping[str, int]
    public: Mapping[str, Any]


class ActCost(msgspec.Struct, frozen=True, kw_only=True):
    """What an act at a ``seat`` costs against the best one that is open, in cents on average: 0 for
    the best, and for others that are worth the same."""

    act: str
    seat: str
    cost: float


class ActCosts(msgspec.Struct, frozen=True, kw_only=True):
    """One decision: the cost of each act whose value is known."""

    acts: tuple[ActCost, ...]


class SpotPrice(msgspec.Struct, frozen=True, kw_only=True):
    """The edge of a bet on a spot, per unit of its stake: as text, exact where it is a fraction,
    and as a number. ``beside``: it can only be made together with another bet. ``cents``: what the
    bet costs, where that is fixed, else 0."""

    spot: str
    edge: str
    edge_float: float
    beside: bool = False
    cents: int = 0


class LaidBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet of the player that lies on a spot: its ``cents``, and what it costs on average, in
    cents."""

    bet: str
    spot: str
    cents: int
    cost: float


class PotPrice(msgspec.Struct, frozen=True, kw_only=True):
    """What a call at poker costs (``call``) against what lies in the pot, both in cents: the share
    of deals that it must win (``needed``, exact, and as a number). ``equity``: how often the
    player's cards win against one random hand, ties shared, null where they are not known;
    ``exact`` when every deal was counted."""

    pot: int
    call: int
    needed: str
    needed_float: float
    equity: float | None
    exact: bool


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known of a moment, and what its figures are (``basis``): its ``decisions``, the
    price of each bet that may be made now (``spots``) and the cheapest of them (``best``), the bets
    that lie (``laid``), and for a call the price of the pot."""

    basis: str
    decisions: tuple[ActCosts, ...] = ()
    spots: tuple[SpotPrice, ...] = ()
    best: str = ""
    laid: tuple[LaidBet, ...] = ()
    pot: PotPrice | UnsetType = UNSET


HintsOf = Callable[[Table, Seen, "Answer | None"], "Hint | None"]
"""The hint of a moment. The answer is that of `Pricing.odds` by the best play, None where the game
has none or it is not computed yet. None: the hint needs that answer."""

NOTHING = Hint(basis=NONE)
"""There is nothing to say."""

SAME = 1e-9
"""Acts whose values differ by less than this part of a bet are worth the same."""


def act_costs(values: Mapping[tuple[str, str], float | Fraction], stake: int) -> ActCosts | None:
    """A decision between acts (each with its seat) of these values, in stakes of so many cents;
    None where fewer than two acts have a value."""
    if len(values) < 2:
        return None
    top = max(values.values())
    costs = {key: float(top - value) for key, value in values.items()}
    return ActCosts(acts=tuple(
        ActCost(act=act, seat=seat, cost=0.0 if cost < SAME else cost * stake)
        for (act, seat), cost in costs.items()))


def spot_price(spot: str, edge: Fraction | str, edge_float: float | None = None,
               beside: bool = False, cents: int = 0) -> SpotPrice:
    """The price of a spot with this edge."""
    return SpotPrice(spot=spot, edge=str(edge), beside=beside, cents=cents,
                     edge_float=float(Fraction(edge)) if edge_float is None else edge_float)


def cheapest(spots: Iterable[SpotPrice]) -> str:
    """The spot with the lowest edge on which a bet may be made by itself; "" for none."""
    alone = [spot for spot in spots if not spot.beside]
    return min(alone, key=lambda spot: spot.edge_float).spot if alone else ""
