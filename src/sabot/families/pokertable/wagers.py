"""What may be bet, and what a decision moves (39, 42, 47 to 50, 86 to 88)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sabot import law
from sabot.families.pokertable.betting_terms import Limit
from sabot.families.pokertable.round import CAVES, Round, Steps
from sabot.families.pokertable.rules import MOST
from sabot.law import IR
from sabot.procedure import Discard, Move

L = law.Section("pt-217-2007/poquer-nao-bancado")

MODES: dict[Limit, str] = {
    "total": L["21.c"], "half-pot": L["21.a"], "pot": L["21.b"], "cave": L["21.c"]}
"""The clause of each limit of a table; where it is the total of 86, that of a bet which opens."""


def capped(r: Round) -> bool:
    """Whether nobody may raise any more in this round (87), though two in play always may (88)."""
    t = r.terms
    return bool(t.raises) and r.raises >= t.raises and not (t.two_free and len(r.live) == 2)


@dataclass(frozen=True, eq=False, slots=True)
class Cites:
    """What it is to put in more than what must be matched, and the clauses that order it: what is
    named (``more``), the least and the most of it, and how they are to be read. There is one of
    each, so that offers are found by which one it is."""

    act: str
    law: str
    more: str
    least: str
    most: str
    read: tuple[str, ...]


@lru_cache(maxsize=100)
def cites(limit: Limit, antes: bool, raised: bool, two: bool, short: bool) -> Cites:
    """A bet, or a raise where somebody has bet: ``two`` are without limit between them, who is
    ``short`` has less than the least beside what he must match."""
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
    what = ("raise", L["39.d"], L["40"]) if raised else ("bet", L["39"], L["42"])
    return Cites(*what, least=L["86"] if raised and not antes else L["20-2"], most=most,
                 read=tuple(read))


def bounds(r: Round, due: int) -> tuple[int, int]:
    """The least and the most that a player may bet, or add to the bets of the others.

    What a cave holds is no part of it: one that is smaller than the least may go in as a whole.
    """
    t = r.terms
    least = max(t.least, r.raised) if t.climbing else t.least
    if t.limit == "cave" or (t.limit == "total" and not r.level):
        return least, MOST
    # 86: what was bet so far, in which the last bet counts once, twice or three times.
    top = r.pot + ((t.counts - 1) * r.level if t.counts else due)
    if t.limit == "half-pot":
        top //= 2
    return least, max(top // t.unit * t.unit, least)


def folds(r: Round, place: int) -> Steps:
    """A player gives up: his cards go to the dealer unseen, what he has bet stays (39.a)."""
    r.gives_up(place)
    r.beside = None  # he may leave now
    if r.cards.get(place):
        yield Discard(L["39.a"], (L["39.a-2"], L["54"]), hands=(str(place),))


def calls(r: Round, place: int, due: int) -> Move:
    """A player bets as much as the others, or what he has (39.c, 49)."""
    cave = r.stakes[CAVES[place]][1]
    amount = due if due < cave else cave
    r.put[place] = r.put.get(place, 0) + amount
    return r.bet(place, amount, L["39.c"] if amount == due else L["49"], L["38"], L["53"])


def raises(r: Round, place: int, due: int, by: int) -> Steps:
    """A player bets, or adds to the bets of the others; whether they may raise again after it."""
    least, _ = bounds(r, due)
    opens = not r.level
    r.put[place] = r.put.get(place, 0) + due + by
    r.level = r.put[place]
    r.leader = place
    yield r.bet(place, due + by, L["42"] if opens else L["39.d"], L["38"], L["53"],
                L["53-2"])
    r.raises += not opens
    if r.terms.climbing:  # an all-in of less than the least is what the next raise is held against
        whole, r.raised = by >= r.raised, max(by, r.raised)
        return whole or r.terms.reopens
    if by >= least:
        r.raised = by
    return by >= least or r.terms.reopens


def dead(r: Round, place: int, law: str, *also: str) -> Steps:
    """A place is out by no act of its own: its cards go to the dealer unseen, what it has bet
    stays in the pot."""
    r.gives_up(place)
    if r.cards.get(place):
        yield Discard(law, (*also, L["54"]), hands=(str(place),))
