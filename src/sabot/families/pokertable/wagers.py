"""The size of bets, and the effect of decisions (39, 42, 47 to 50, 86 to 88)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sabot import regulations as law
from sabot.families.pokertable.betting_terms import Limit
from sabot.families.pokertable.round import CAVES, Round, Steps
from sabot.families.pokertable.rules import MOST
from sabot.procedure import Discard, Move
from sabot.regulations import IR, cite_clause

L = law.Section("pt-217-2007/poquer-nao-bancado")

MODES: dict[Limit, str] = {
    "total": L["21.c"], "half-pot": L["21.a"], "pot": L["21.b"], "cave": L["21.c"],
    "fixed": L["21"]}
"""The clause of each limit of a table; for the total of 86, the clause of an opening bet. No clause
allows a fixed limit."""


def raises_capped(r: Round, place: int) -> bool:
    """Whether raising is over for a place in this round (87); between two it never is
    (``two_free``, 88, IR 294)."""
    t, reading = r.terms, r.readings.three_raises
    raises = r.raises_of.get(place, 0) if reading == "of-each" else r.raise_count
    between_two = len(r.live) == 2 and (reading != "free-from-start" or r.began == 2)
    return bool(t.max_raises) and raises >= t.max_raises and not (t.two_free and between_two)


@dataclass(frozen=True, eq=False, slots=True)
class RaiseCites:
    """The act of betting more than must be matched, and its clauses: of the act (``law``), of the
    amount named (``more``), of its minimum and maximum, and of the readings. Instances are unique,
    so that caches may compare them by identity."""

    act: str
    law: str
    more: str
    least: str
    most: str
    read: tuple[str, ...]


def general_rules_only(r: Round) -> bool:
    """Whether raises follow the general rules alone, as in synthetic poker (112, IR 297)."""
    return r.variant.antes and r.readings.synthetic_raises == "general"


@lru_cache(maxsize=100)
def raise_cites(limit: Limit, antes: bool, raised: bool, two: bool, short: bool) -> RaiseCites:
    """The clauses of a bet, or of a raise where somebody has bet. ``two``: no limit between two
    players; ``short``: the player has less than the minimum above the call."""
    most, read = MODES[limit], [L["39.d-2"] if raised else L["20-2"], L["19"], L["21"]]
    read.append(most)
    if limit != "cave" and raised and not antes:
        most = L["86"]
        read.append(IR[293])
    elif limit not in ("cave", "total"):
        read.append(IR[292])
    if antes:
        read += [L["112"], IR[297]]
    elif raised:
        read += [L["86"], *((L["88"], L["47-2"]) if two else (L["87"], L["47"])), IR[294]]
    if short:
        read.append(IR[296])
    act_clauses = ("raise", L["39.d"], L["40"]) if raised else ("bet", L["39"], L["42"])
    return RaiseCites(*act_clauses, least=L["86"] if raised and not antes else L["20-2"], most=most,
                      read=tuple(read))


def raise_bounds(r: Round, due: int) -> tuple[int, int]:
    """The minimum and the maximum of a bet, or of a raise above the bets of the others. The stack
    is not considered: one below the minimum may go in as a whole. By one reading the maximum may be
    below the minimum (IR 292): then there is no bet."""
    t = r.terms
    if t.limit == "fixed":
        return _fixed_bounds(r)
    least = max(t.least, r.last_raise) if t.climbing else t.least
    top = exact_maximum(r, due) // t.unit * t.unit
    return least, top if r.readings.small_pot == "no-bet" else max(top, least)


def _fixed_bounds(r: Round) -> tuple[int, int]:
    """With a fixed limit a bet has one size, and a raise too. An all-in of less may be raised by
    that size, or only be made up to it: the rules of other houses differ."""
    size = _fixed_size(r)
    return size - r.level % size, size


def _fixed_size(r: Round) -> int:
    return r.terms.sizes[r.street > 2]


def exact_maximum(r: Round, due: int) -> int:
    """The maximum of a bet or a raise in cents: a whole stack may reach it, other raises only in
    whole chips. By one reading it is at most the maximum of the table (IR 365)."""
    if r.readings.maximum_binds == "bets-too":
        cite_clause(IR[365])
        return min(_maximum_of_mode(r, due), r.table.maximum)
    return _maximum_of_mode(r, due)


def _maximum_of_mode(r: Round, due: int) -> int:
    """The maximum of a bet or a raise by the mode of the table (21), or by 86."""
    t = r.terms
    if t.limit == "fixed":
        return _fixed_size(r)
    if t.limit == "cave" or (t.limit == "total" and not r.level):
        return MOST
    # 86: the bets so far, in which the last one counts once, twice or three times.
    top = r.pot + ((t.counts - 1) * r.level if t.counts else due)
    return top // 2 if t.limit == "half-pot" else top


def fold(r: Round, place: int) -> Steps:
    """A player folds: the cards go to the dealer unseen, and the bets stay in the pot (39.a)."""
    r.give_up(place)
    r.side_acts = None  # the player may leave now
    if r.cards.get(place):
        yield Discard(L["39.a"], (L["39.a-2"], L["54"]), hands=(str(place),))


def call(r: Round, place: int, due: int) -> Move:
    """A player matches the bets of the others, or goes all-in (39.c, 49)."""
    cave = r.stakes[CAVES[place]][1]
    amount = due if due < cave else cave
    r.wagered[place] = r.wagered.get(place, 0) + amount
    return r.bet(place, amount, L["39.c"] if amount == due else L["49"], L["38"], L["53"])


def raise_bet(r: Round, place: int, due: int, by: int) -> Steps:
    """A player bets, or raises the bets of the others; returns whether they may raise again."""
    least, _ = raise_bounds(r, due)
    opens = not r.level
    r.wagered[place] = r.wagered.get(place, 0) + due + by
    r.level = r.wagered[place]
    r.lead(place)
    yield r.bet(place, due + by, L["42"] if opens else L["39.d"], L["38"], L["53"],
                L["53-2"])
    r.raise_count += not opens
    r.raises_of[place] = r.raises_of.get(place, 0) + (not opens)
    if r.terms.climbing:  # an all-in below the minimum still sets the next minimum raise
        full, r.last_raise = by >= r.last_raise, max(by, r.last_raise)
        return full or r.terms.reopens
    if by >= least:
        r.last_raise = by
    return by >= least or r.terms.reopens


def withdraw(r: Round, place: int, law: str, *also: str) -> Steps:
    """A place is out without having acted: its cards go to the dealer unseen, and its bets stay in
    the pot."""
    r.give_up(place)
    if r.cards.get(place):
        yield Discard(law, (*also, L["54"]), hands=(str(place),))
