"""Who sits, waits, rests and leaves (6, 8, 10 to 14, 24 to 28, 75 to 80).

`offers` and `menus` are what people may do about their places at any moment of a hand, `heard` what
they did; `between` is the pause in which caves are made up, seats are filled and a game that lacks
players waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sabot import law
from sabot.families.pokertable import absences, buy_in, conduct, ending, seat_draw, session
from sabot.families.pokertable.buy_in import TABLE
from sabot.families.pokertable.round import CAVE, Beside, Round, Steps
from sabot.families.pokertable.rules import LEAST, top_up
from sabot.law import IR
from sabot.money import euros
from sabot.procedure import Act, Call, Detail, Incident, Listen, Menu, Offer

L = law.Section("pt-217-2007/poquer-nao-bancado")

SEATED, FEW, RESTING, MOVES = "seated", "few", "resting", "moves"
"""The menus of those who sit, of those whom the others cannot spare, of those who rest, and of who
plays no hand just now: at a place where cards lie nothing is asked but its decisions."""


# -- what people may do ----------------------------------------------------------------------------


def beside(r: Round) -> Beside:
    """What stands beside every question while a hand is played."""
    if r.beside is None:
        r.beside = Beside(_offers(r, r.live), session.reports(r), menus(r))
    return r.beside


def offers(r: Round) -> tuple[Offer, ...]:
    """What people may do about their places while a hand is played."""
    return beside(r).offers


def _offers(r: Round, live: list[int]) -> tuple[Offer, ...]:
    """A seat or the list for who comes, and what those may do who are here."""
    seated = tuple(filter(None, r.seats))
    listed = tuple([player for player, _ in r.folk.booked])
    free = seat_draw.vacant(r) if "" in r.seats else ()
    out, found = r.folk.out, list[Offer]()
    for player, clause in out.items():
        found += buy_in.shut(player, r.places, clause)
    if free and not listed:
        found += buy_in.sits(r, free, (*seated, *out))
    else:
        found.append(_books((*seated, *listed, *out)))
    for player in listed:
        found.append(Offer("leave", TABLE, L["8.a"], player))
    return (*found, *_stay(tuple(r.seats), tuple(live), tuple(r.names.values()),
                           top_up(r.table), r.variant.antes))


@lru_cache(maxsize=1000)
def _stay(seats: tuple[str, ...], live: tuple[int, ...], names: tuple[str, ...], step: int,
          antes: bool) -> tuple[Offer, ...]:
    """Who plays the hand stays until he gives it up, and adds nothing to his cave (14.e)."""
    found = []
    for n, player in enumerate(seats, start=1):
        if player:
            found.append(_leaves(n, player, n in live))
            if player not in names:
                found.append(buy_in.adds(n, player, step, antes))
    return tuple(found)


@lru_cache(maxsize=1000)
def _books(barred: tuple[str, ...]) -> Offer:
    """To have one's name on the list: who sits or is on it already is not asked."""
    return Offer("book", TABLE, L["8.a"], barred=barred, barred_law=L["8.a"], also=(L["12.b"],))


def _leaves(place: int, player: str, busy: bool) -> Offer:
    """To give up one's place; who plays the hand is told what he does first."""
    return Offer("leave", str(place), L["12"], player, barred=(player,) if busy else (),
                 barred_law=L["39.a"] if busy else "")


def _wishes(r: Round) -> Iterator[Menu]:
    """What those who sit may ask for at any time, and what they may not (13, 14.e)."""
    places = tuple(str(n) for n in range(1, r.places + 1))
    seated = tuple(player for player in r.seats if player)
    kept, made = [], buy_in.made_up(r)
    if r.dealing:
        # Who is not dealt in has an offer of his own, which goes before this one.
        kept += [Offer("top-up", "", made, seats=places, barred=seated, barred_law=L["14.e"])]
    yield Menu(L["13"], name=SEATED, offers=(Offer(
        "rest", TABLE, L["13"], barred=tuple(p for p in seated if p in r.folk.rested),
        barred_law=L["13-2"]), *kept))
    yield Menu(L["24"], name=FEW, offers=(Offer(
        "rest", TABLE, L["13"], barred=seated, barred_law=L["24"], also=(IR[268],)), *kept))
    yield Menu(L["13"], name=RESTING, offers=(Offer("back", TABLE, L["13"]),))
    yield Menu(L["12.a"], name=MOVES, offers=(Offer(
        "change-seat", "", L["12.a"], seats=places, also=(L["14.k"],)),))


def menus(r: Round) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who may choose from what was told so; nothing where nobody was told of wishes."""
    if not r.menus:
        return ()
    return tuple((name, players) for name, players in _eyes(r).items()
                 if players and name in r.menus)


def _eyes(r: Round) -> dict[str, tuple[str, ...]]:
    """Who may choose from each menu."""
    seated, live = [player for player in r.seats if player], r.live
    resting = tuple(player for player in seated if player in r.folk.resting)
    few = tuple(player for player in seated
                if player not in resting and not absences.may_rest(r, player))
    return {SEATED: tuple(player for player in seated if player not in (*resting, *few)),
            FEW: few, RESTING: resting,
            MOVES: tuple(player for player in seated if r.place(player) not in live)}


def told(r: Round) -> Steps:
    """The menus are told that somebody may choose from; anew where what they allow has changed."""
    eyes = _eyes(r) if r.asking else {}
    for menu in _wishes(r) if r.asking else ():
        if eyes[menu.name] and r.menus.get(menu.name) != menu:
            r.menus[menu.name] = menu
            yield menu


def heard(r: Round, act: Act) -> Steps:
    """What people did about their places."""
    r.beside = None
    f, player = r.folk, act.player
    if act.act == "sit":
        yield from seat_draw.sits(r, act)
    elif act.act == "leave" and act.seat == TABLE:
        f.booked = [one for one in f.booked if one[0] != player]
    elif act.act == "leave":
        yield from absences.rises(r, int(act.seat), L["12"])
    elif act.act == "top-up":
        yield r.stake(f"{act.seat}{CAVE}", player, act.amount, buy_in.made_up(r),
                           L["14.e"])
    elif act.act == "tip":
        yield r.release("gratuity", f"{act.seat}{CAVE}", act.amount, L["9.d"], L["5-3"], IR[266])
    elif act.act == "book":
        f.booked.append((player, r.hands))
    elif act.act == "rest":
        absences.rests(r, player)
    elif act.act == "back":
        f.resting.pop(player, None)
    elif act.act == "change-seat":
        f.moves = [move for move in f.moves if move[0] != player]
        if int(act.seat) != r.place(player):
            f.moves.append((player, int(act.seat)))
    yield from told(r)


# -- between two hands -----------------------------------------------------------------------------


def enough(r: Round) -> bool:
    """Whether a hand can be dealt: four players sit who can play, of whom some may rest (24)."""
    return len(buy_in.ready(r)) >= LEAST


def between(r: Round) -> Steps:
    """Before a hand: caves are made up, people come and go, seats are filled; a game of fewer than
    four waits."""
    yield from _limits(r)
    yield from absences.leaves(r)
    r.asking, go = True, False
    while True:
        yield from ending.sessions(r)
        yield from seat_draw.filled(r)
        yield from absences.ended(r)
        yield from told(r)
        if not enough(r):
            yield from _lacks(r)
        elif r.halted:
            # The pack is opened after an interruption (4-2).
            r.halted, r.renewed, go = False, True, False
        elif not go:
            go = yield from _pause(r)
        elif r.folk.registered:
            yield from seat_draw.seats(r)
        elif r.table.rules.duration and not r.folk.timed:
            yield from session.timed(r)
        elif session.due(r):
            yield from session.begins(r)
            go = False  # caves may have to be made up once more
        else:
            break
    r.beside, r.dealing = None, True
    yield from told(r)


def _pause(r: Round) -> Steps:
    """Four players or more: whether the pause is over, and the next hand is dealt."""
    kinds, details = _breaches(r)
    answer = yield Listen(buy_in.made_up(r), offers=tuple(_between(r)), window="between",
                          clock="late", default="deal", default_law=L["30"] if r.hands else L["29"],
                          faults=(*kinds, *session.reports(r)), details=details, menus=menus(r))
    return (yield from _answered(r, answer))


def _lacks(r: Round) -> Steps:
    """Fewer than four: the game is suspended, and closed when it stays so (24)."""
    if r.hands and not r.halted:
        r.halted = True
        yield Call(L["24"], call="suspended")
    kinds, details = _breaches(r)
    answer = yield Listen(L["24"], offers=tuple(_between(r)), window="seats",
                          clock="suspension" if r.halted else "",
                          default="close" if r.halted else "",
                          default_law=L["24-2"] if r.halted else "",
                          faults=(*kinds, *session.reports(r)), details=details, menus=menus(r))
    if (yield from _answered(r, answer)):
        yield from ending.over(r, L["24-2"], "game-closed")


def _answered(r: Round, answer: object) -> Steps:
    """What was done in the pause; whether the clock ended it."""
    if isinstance(answer, Act):
        yield from heard(r, answer)
    elif isinstance(answer, Incident):
        yield from (conduct if answer.kind in conduct.KINDS else session).heard(r, answer)
        r.beside = None
    else:
        return True
    return False


def _breaches(r: Round) -> tuple[tuple[str, ...], tuple[Detail, ...]]:
    """What a player may be warned of between two hands too, such as a loan (14.f, 58)."""
    return conduct.reported(r) if r.table.attended and any(r.seats) else ((), ())


def _between(r: Round) -> Iterator[Offer]:
    yield from _offers(r, [])
    for n, player in enumerate(r.seats, start=1):
        if player and r.cave(n) >= r.terms.unit:
            yield Offer("tip", str(n), L["9.d"], player, low=r.terms.unit, unit=r.terms.unit,
                        high=r.cave(n) // r.terms.unit * r.terms.unit, also=(L["5-3"], L["14.g"]),
                        limit_law=L["14.g"], unit_law=L["19"])


def _limits(r: Round) -> Steps:
    """The limits of the table have changed since the last hand: players are told before the next
    (22, 20-2)."""
    rules = r.table.rules
    now = [euros(r.table.minimum), rules.limit]
    if r.folk.limits and r.folk.limits != now:
        yield Call(L["22"], (L["20-2"], L["21"], IR[267]), call="limits",
                   facts={"minimum": now[0], "limit": now[1]})
    r.folk.limits = now
