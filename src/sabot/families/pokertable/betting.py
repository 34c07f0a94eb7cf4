"""A round of betting (36 to 44, 47 to 53, 84 to 88, 107-2, 108-2).

Each player in turn folds (*não vou*), passes (*passo*), calls or raises (*jogo mais*). A raise
names what is added to the bets of the others (39.d), never the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle, islice

from sabot import law
from sabot.families.pokertable import faults, people, session
from sabot.families.pokertable.pots import side_pots, uncalled
from sabot.families.pokertable.round import CAVES, SEATS, Round, Steps
from sabot.families.pokertable.wagers import (
    Cites,
    bounds,
    calls,
    capped,
    cites,
    folds,
    raises,
)
from sabot.law import IR
from sabot.money import euros
from sabot.procedure import Act, Call, Incident, InTurn, Listen, Offer

L = law.Section("pt-217-2007/poquer-nao-bancado")

DECISIONS = ("fold", "check", "call", "bet", "raise", "all-in")


@lru_cache
def in_turn(place: int) -> InTurn:
    """Whose turn it is: the dealer says so, and lets nobody bet out of time (37, 9.e)."""
    return InTurn(str(place), DECISIONS, L["9.e"])


def begin(r: Round) -> None:
    """A new round: nobody has bet in it yet."""
    r.street += 1
    r.level = r.raised = r.raises = 0
    r.put = {}
    r.trouble.begin()


def betting(r: Round, first: int, also: tuple[str, ...]) -> Steps:
    """One round, from the place that speaks first under these clauses; it ends when all who are in
    have bet alike, or one is left (48, 51). Who can bet nothing does not open it, and where nobody
    can the round before was the last (62-2, IR 320)."""
    r.opener = r.opener or first
    spoken: set[int] = set()
    turns = _turns(r, first)
    while place := _next(r, turns, spoken):
        alone = not _other(r, place)
        if alone and (r.put.get(place, 0) >= r.level or len(r.live) < 2):
            break  # nobody else has anything to bet, or nobody else is left
        if not spoken:
            r.opener = place
        opens = yield from _asked(r, place, also, spoken, alone)
        if opens is None:  # something went wrong: whose turn it is now is found anew
            turns = _turns(r, place)
            continue
        if opens:
            spoken = set()
        also = ()
        spoken.add(place)
    yield from _lie(r)


def _lie(r: Round) -> Steps:
    """Where somebody has nothing left, the pots that now lie on the table: what each holds, and who
    may win it (38-2). What a hand is paid of them is another matter (IR 232)."""
    stakes = r.stakes
    if len(r.live) < 2 or all(CAVES[place] in stakes for place in r.live):
        return
    bets = r.bets
    folded = r.folded & set(bets)
    back = uncalled(bets, folded)  # was never in a pot (IR 233)
    found = side_pots({place: bet - back.get(place, 0) for place, bet in bets.items()}, folded,
                      r.dead)
    if len(found) < 2 or found == r.pots:
        return
    r.pots = found
    for n, pot in enumerate(found):
        yield Call(L["38-2"], (L["38"], IR[232]), call="side-lies" if n else "main-lies",
                   facts={"amount": euros(pot.amount), "seats": ", ".join(map(str, pot.eligible))})


def _turns(r: Round, first: int) -> Iterator[int]:
    """The places dealt in, round and round from this one."""
    turn = r.dealt.index(first)
    return cycle(r.dealt[turn:] + r.dealt[:turn])


def _next(r: Round, turns: Iterator[int], spoken: set[int]) -> int:
    """Whose turn it is, 0 when the round is over."""
    folded, put, level, stakes = r.folded, r.put, r.level, r.stakes
    for place in islice(turns, len(r.dealt)):
        if (place not in folded and (place not in spoken or put.get(place, 0) < level)
                and CAVES[place] in stakes):
            return place
    return 0


def _other(r: Round, place: int) -> int:
    """Another place in play that has something left to bet, 0 where there is none."""
    stakes = r.stakes
    for other in r.live:
        if other != place and CAVES[other] in stakes:
            return other
    return 0


# -- one turn --------------------------------------------------------------------------------------


def _asked(r: Round, place: int, also: tuple[str, ...], spoken: set[int], alone: bool) -> Steps:
    """One player decides; whether the others may raise again after it, None where something went
    wrong.

    Who has ``spoken`` in this round is asked again only where all-ins of less than a raise came
    since, and may not raise unless, where raises climb, they come to one together; nor may who is
    ``alone`` with something left to bet.
    """
    player, due = r.seats[place - 1], r.level - r.put.get(place, 0)
    closed = place in spoken and (not r.terms.climbing or due < r.raised)
    offers = _choices(r, place, player, due, alone or closed)
    kinds, details = faults.asked(r, faults.Turn(place, due, spoken)) if r.table.attended \
        else faults.NONE
    default, cite = ("check", L["39.b"]) if not due else ("fold", L["39.a"])
    window, turn = _window(r.street, place), in_turn(place)
    while True:
        others, reports, menus = r.beside or people.beside(r)
        answer = yield Listen(
            L["37"], also, offers=offers + others, window=window, clock="decision",
            default=default, default_law=cite, faults=kinds + reports, details=details,
            menus=menus, turn=turn)
        if type(answer) is Act:
            if answer.player == player and answer.act in DECISIONS:
                act, by = answer.act, answer.amount
                r.spoke.add(place)
                break
            yield from people.heard(r, answer)
        elif not isinstance(answer, Incident):
            act, by = default, 0
            r.silent.add(place)
            break
        elif answer.kind in session.REPORTS:
            yield from session.heard(r, answer)
            r.beside = None
        else:
            yield from faults.heard(r, answer, faults.Turn(place, due, spoken))
            return None
    r.trouble.acted.add(place)
    if act == "check":
        return False
    if act == "fold":
        yield from folds(r, place)
        return False
    r.trouble.bet.add(place)
    if act == "call":
        yield calls(r, place, due)
        return False
    return (yield from raises(r, place, due, by if act != "all-in" else r.cave(place) - due))


@lru_cache
def _window(street: int, place: int) -> str:
    return f"turn:{street}:{place}"


def _choices(r: Round, place: int, player: str, due: int, closed: bool) -> tuple[Offer, ...]:
    """What a player may do in his turn."""
    seat, cave, t = SEATS[place], r.stakes[CAVES[place]][1], r.terms
    if closed or cave <= due:
        return _matching(seat, player, due, cave)
    clause = r.trouble.barred(place, not r.level) if r.trouble.bound else ""
    if not clause and t.raises and capped(r):
        clause = L["87"]
    least, top = bounds(r, due)
    # Where the total of the bets is more than a player has, the cave is what ends a raise.
    limit = "cave" if t.limit == "total" and cave - due <= top else t.limit
    by = cites(limit, r.variant.antes, r.level > 0, t.two_free and len(r.live) == 2,
               cave - due < t.least)
    return _going_on(seat, player, due, cave, least, top, t.unit, by, clause)


@lru_cache(maxsize=10_000)  # what is offered in the same state is the same
def _matching(seat: str, player: str, due: int, cave: int) -> tuple[Offer, ...]:
    """To give up, and to pass or to bet as much as the others."""
    fold = Offer("fold", seat, L["39.a"], player, also=(L["39.a-2"],))
    if due <= 0:
        return fold, Offer("check", seat, L["39.b"], player, also=(L["39.b-2"], IR[295]))
    if cave <= due:
        return fold, Offer("call", seat, L["49"], player, cost=cave, note="all-in",
                           also=(L["39.c"],))
    return fold, Offer("call", seat, L["39.c"], player, cost=due)


@lru_cache(maxsize=10_000)
def _going_on(seat: str, player: str, due: int, cave: int, least: int, top: int, unit: int,
              by: Cites, clause: str) -> tuple[Offer, ...]:
    """The same, and to bet or to raise, or to bet the whole cave; these are barred under a clause
    where there is one."""
    found, barred = [*_matching(seat, player, due, cave)], (player,) if clause else ()
    rest = cave - due
    high = min(top, rest) // unit * unit
    if high >= least:
        found.append(Offer(by.act, seat, by.law, player, low=least, high=high, unit=unit,
                           also=(by.more, *by.read), limit_law=by.least, high_law=by.most,
                           unit_law=L["20-2"], barred=barred, barred_law=clause))
    if rest <= top:
        found.append(Offer("all-in", seat, L["49"], player, cost=cave, note="all-in", also=by.read,
                           barred=barred, barred_law=clause))
    return tuple(found)
