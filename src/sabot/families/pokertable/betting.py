"""A round of betting (36 to 44, 47 to 53, 84 to 88, 107-2, 108-2).

Each player in turn folds (*não vou*), passes (*passo*), calls or raises (*jogo mais*). A raise
names what is added to the bets of the others (39.d), never the whole.
"""

from __future__ import annotations

from functools import lru_cache

from sabot import law
from sabot.families.pokertable import faults, people, session
from sabot.families.pokertable.round import Round, Telling
from sabot.families.pokertable.wagers import (
    bounds,
    calls,
    capped,
    folds,
    most,
    raises,
    rules,
)
from sabot.law import IR
from sabot.procedure import Act, Incident, Listen, Offer

L = law.Section("pt-217-2007/poquer-nao-bancado")

DECISIONS = ("fold", "check", "call", "bet", "raise", "all-in")

def begin(r: Round) -> None:
    """A new round: nobody has bet in it yet."""
    r.street += 1
    r.level = r.raised = r.raises = 0
    r.put = {}
    r.trouble.begin()


def betting(r: Round, first: int, also: tuple[str, ...]) -> Telling:
    """One round, from the place that speaks first under these clauses; it ends when all who are in
    have bet alike, or one is left (48, 51)."""
    r.opener = first
    spoken: set[int] = set()
    turn = first
    while (found := _next(r, turn, spoken)) is not None:
        place, alone = found
        opens = yield from _asked(r, place, also, spoken, alone)
        if opens is None:  # something went wrong: whose turn it is now is found anew
            turn = place
            continue
        if opens:
            spoken = set()
        also = ()
        spoken.add(place)
        turn = place % r.places + 1


def _next(r: Round, turn: int, spoken: set[int]) -> tuple[int, bool] | None:
    """Whose turn it is from a place on, and whether nobody else has anything left to bet; None when
    the round is over."""
    able, put, level, places = r.able, r.put, r.level, r.places
    alone = len(able) == 1
    if alone and (put.get(able[0], 0) >= level or len(r.live) < 2):
        return None  # nobody else has anything to bet, or nobody else is left
    found, near = 0, places
    for place in able:
        away = (place - turn) % places
        if away < near and (place not in spoken or put.get(place, 0) < level):
            found, near = place, away
    return (found, alone) if found else None


# -- one turn --------------------------------------------------------------------------------------


def _asked(r: Round, place: int, also: tuple[str, ...], spoken: set[int], alone: bool) -> Telling:
    """One player decides; whether the others may raise again after it, None where something went
    wrong.

    Who has ``spoken`` in this round is asked again only where an all-in of less than a raise came
    since, and may not raise; nor may who is ``alone`` with something left to bet.
    """
    player, due = r.player(place), r.level - r.put.get(place, 0)
    offers = _choices(r, place, player, due, alone or place in spoken)
    turn = faults.Turn(place, due, spoken)
    kinds, details = faults.asked(r, turn)
    default, cite = ("check", L["39.b"]) if not due else ("fold", L["39.a"])
    while True:
        answer = yield Listen(
            L["37"], also, offers=(*offers, *people.offers(r)), window=f"turn:{r.street}:{place}",
            clock="decision", default=default, default_law=cite,
            faults=(*kinds, *session.reports(r)), details=details,
            menus=people.menus(r))
        if isinstance(answer, Incident):
            if answer.kind in session.REPORTS:
                yield from session.heard(r, answer)
                r.offers = ()
                continue
            yield from faults.heard(r, answer, turn)
            return None
        if isinstance(answer, Act) and (answer.player != player
                                        or answer.act not in DECISIONS):
            yield from people.heard(r, answer)
            continue
        act = answer.act if isinstance(answer, Act) else default
        (r.spoke if isinstance(answer, Act) else r.silent).add(place)
        break
    r.trouble.acted.add(place)
    if act not in ("fold", "check"):
        r.trouble.bet.add(place)
    if act == "fold":
        yield from folds(r, place)
        return False
    if act == "check":
        return False
    if act == "call":
        yield from calls(r, place, due)
        return False
    by = answer.amount if isinstance(answer, Act) else 0
    return (yield from raises(r, place, due, by if act != "all-in" else r.cave(place) - due))


def _choices(r: Round, place: int, player: str, due: int, closed: bool) -> list[Offer]:
    """What a player may do in his turn."""
    seat, cave = str(place), r.cave(place)
    found = [_gives_up(seat, player)]
    if due <= 0:
        found.append(_passes(seat, player))
    elif cave <= due:
        found.append(Offer("call", seat, L["49"], player, cost=cave, note="all-in",
                           also=(L["39.c"],)))
    else:
        found.append(Offer("call", seat, L["39.c"], player, cost=due))
    rest = cave - due
    if rest <= 0 or closed:
        return found
    least, top = bounds(r, due)
    act, cite, more = ("raise", L["39.d"], L["40"]) if r.level else ("bet", L["39"], L["42"])
    clause = r.trouble.barred(place, not r.level) or (L["87"] if capped(r) else "")
    barred = (player,) if clause else ()
    read, unit = rules(r, rest), r.terms.unit
    high = min(top, rest) // unit * unit
    if high >= least:
        found.append(Offer(act, seat, cite, player, low=least, high=high, unit=unit,
                           also=(more, *read),
                           limit_law=L["86"] if r.level and not r.variant.antes else L["20-2"],
                           high_law=most(r), unit_law=L["20-2"], barred=barred, barred_law=clause))
    if rest <= top:
        found.append(Offer("all-in", seat, L["49"], player, cost=cave, note="all-in", also=read,
                           barred=barred, barred_law=clause))
    return found


@lru_cache(maxsize=1000)
def _gives_up(seat: str, player: str) -> Offer:
    return Offer("fold", seat, L["39.a"], player, also=(L["39.a-2"],))


@lru_cache(maxsize=1000)
def _passes(seat: str, player: str) -> Offer:
    return Offer("check", seat, L["39.b"], player, also=(L["39.b-2"], IR[295]))
