"""The maximum that the bank may have to pay on one throw, for limits set by a regulator."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

from sabot.families.layout.chain import lawful
from sabot.families.layout.cloth import Cloth, Fell, Spot, prize
from sabot.families.layout.round import RuleBook
from sabot.probability.liability import OwedOnCloth
from sabot.procedure.table import Table

HOW = ("a bound: every bet that can win on one outcome, each at its maximum, and none that loses; "
       "limits that several bets share are not counted")


def worst(cloth: Cloth, most: Mapping[str, int], joined: Collection[str] = ()
          ) -> tuple[Fraction, str, int]:
    """The greatest sum of prizes of one outcome for one player: cents, the outcome in words, and
    the cents staked for it. ``joined``: kinds left out."""
    if cloth.place is not None:
        return _of_hands(cloth, most, joined)
    worst_case = (Fraction(0), "", 0)
    for state in cloth.states:
        spots = [spot for spot in cloth.spots.values()
                 if spot.kind not in joined and lawful(cloth, state, spot.name)]
        for at, fell in enumerate(cloth.outcomes):
            prizes, staked = Fraction(0), 0
            for spot in spots:
                parts, chips = cloth.parts(spot.name), cloth.chips(spot.name)
                stake = most[spot.kind]
                won = sum((odds.ratio * many for part, many in parts
                           if (odds := prize(cloth.fates(part, state)[at]))), Fraction(0))
                prizes += won * stake / chips
                staked += stake if won else 0
            if prizes > worst_case[0]:
                label = cloth.label(fell, cloth.spots) if cloth.label else "-".join(map(str, fell))
                worst_case = prizes, f"{label}, with {state}" if state else label, staked
    return worst_case


def _of_hands(cloth: Cloth, most: Mapping[str, int], joined: Collection[str]
              ) -> tuple[Fraction, str, int]:
    """The same where the hand of each place plays against the bank's: for each hand of the bank,
    the most expensive hand of every place."""
    worst_case = (Fraction(0), "", 0)
    spots = [spot for spot in cloth.spots.values()
             if spot.kind not in joined and lawful(cloth, cloth.states[0], spot.name)]
    for rank in range(1, cloth.ranks + 1):
        prizes, staked, ranks = Fraction(0), 0, list[int]()
        for place in range(cloth.places + 1):
            mine = [spot for spot in spots if cloth.place and cloth.place(spot.name) == place]
            cost, stake, own = max((
                _cost(cloth, mine, most, (rank, *(own if n == place else 0
                                                  for n in range(1, cloth.places + 1))), own)
                for own in (range(1, cloth.ranks + 1) if place and mine else (0,))),
                key=lambda case: case[0])
            prizes, staked, ranks = prizes + cost, staked + stake, [*ranks, own]
        if prizes > worst_case[0]:
            fell = (rank, *ranks[1:])
            label = cloth.label(fell, cloth.spots) if cloth.label else str(fell)
            worst_case = prizes, label, staked
    return worst_case


def _cost(cloth: Cloth, spots: list[Spot], most: Mapping[str, int], fell: Fell, own: int
          ) -> tuple[Fraction, int, int]:
    """The prizes of these spots at their maximum, the stakes that won, and the hand ``own``."""
    won = {spot.name: odds.ratio * most[spot.kind] for spot in spots
           if (odds := prize(cloth.fate_of(spot.name, cloth.states[0], fell)))}
    return sum(won.values(), Fraction(0)), sum(most[cloth.spots[name].kind] for name in won), own


def most(book: RuleBook, table: Table, cloth: Cloth, joined: Collection[str] = (),
         shared: bool = False) -> OwedOnCloth:
    """The maximum that the bank of a table pays on one throw, for one place and for the table; the
    same where all players share the limits."""
    table_law = book.table_law(table)
    highest = {kind: table_law.counts(kind, limit.high) for kind, limit in table_law.limits.items()}
    prizes, outcome, staked = worst(cloth, highest, joined)
    place = int(prizes)
    together = place * (1 if shared else max(table_law.most_places, table.places))
    limited = bool(table_law.exposure) and table_law.exposure < together
    return OwedOnCloth(place=min(place, table_law.exposure or place), outcome=outcome, stake=staked,
                       table=table_law.exposure if limited else together,
                       left_out="" if limited else HOW)
