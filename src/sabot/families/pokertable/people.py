"""Players who sit, wait, rest and leave (6, 8, 10 to 14, 24 to 28, 75 to 80).

`offers` and `menus` are the acts about seats that are possible at any moment of a hand, and
`apply_act` applies them. `between_hands` is the pause in which stacks are topped up, seats are
filled and a game without enough players waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sabot import regulations as law
from sabot.families.pokertable import (
    absences,
    buy_in,
    conduct,
    ending,
    limit_change,
    seat_draw,
    session,
)
from sabot.families.pokertable.buy_in import TABLE
from sabot.families.pokertable.round import CAVE, Round, SideActs, Steps
from sabot.families.pokertable.rules import LEAST, top_up, usable_places
from sabot.money import euros
from sabot.procedure import Act, Call, Detail, Incident, Listen, Menu, Offer
from sabot.procedure.limits import LIMIT
from sabot.regulations import IR, cite_clause

L = law.Section("pt-217-2007/poquer-nao-bancado")

SEATED, FEW, RESTING, MOVES = "seated", "few", "resting", "moves"
"""The menus: of seated players, of those whom the others cannot spare, of those who rest, and of
those who are not in the hand. A place with cards is asked only for its decisions."""


# -- what people may do ----------------------------------------------------------------------------


def side_acts(r: Round) -> SideActs:
    """The offers and reports that accompany every question of a hand."""
    if r.side_acts is None:
        r.side_acts = SideActs(_offers(r, r.live), session.reports(r), menus(r))
    return r.side_acts


def offers(r: Round) -> tuple[Offer, ...]:
    """The acts about seats that are possible during a hand."""
    return side_acts(r).offers


def _offers(r: Round, live: list[int]) -> tuple[Offer, ...]:
    """A seat or the waiting list for newcomers, and the acts of present players."""
    seated = tuple(filter(None, r.seats))
    listed = tuple([player for player, _ in r.folk.booked])
    free = seat_draw.vacant_places(r) if "" in r.seats else ()
    banned, result = r.folk.out, list[Offer]()
    for player, clause in banned.items():
        result += buy_in.banned_offers(player, r.places, clause)
    if free and not listed and not buy_in.listed_first(r):
        result += buy_in.seat_offers(r, free, (*seated, *banned))
    else:
        result.append(_list_offer((*seated, *listed, *banned)))
    for player in listed:
        result.append(Offer("leave", TABLE, L["8.a"], player))
    playing = tuple(r.names.values())
    if r.dealing and r.readings.top_ups == "between-hands":
        playing = seated  # nobody tops up during a hand (14.e, IR 261)
    return (*result, *_seated_offers(tuple(r.seats), tuple(live), playing,
                                    top_up(r.table), r.variant.antes))


@lru_cache(maxsize=1000)
def _seated_offers(seats: tuple[str, ...], live: tuple[int, ...], names: tuple[str, ...], step: int,
                   antes: bool) -> tuple[Offer, ...]:
    """A player in the hand may leave only after folding, and may not top up (14.e)."""
    result = []
    for n, player in enumerate(seats, start=1):
        if player:
            result.append(_leave_offer(n, player, n in live))
            if player not in names:
                result.append(buy_in.top_up_offer(n, player, step, antes))
    return tuple(result)


@lru_cache(maxsize=1000)
def _list_offer(barred: tuple[str, ...]) -> Offer:
    """The offer to register on the waiting list, barred to players who sit or are on it."""
    return Offer("book", TABLE, L["8.a"], barred=barred, barred_law=L["8.a"], also=(L["12.b"],))


def _leave_offer(place: int, player: str, busy: bool) -> Offer:
    """The offer to give up a place; a player in the hand sees the reason why not: they must
    fold first."""
    return Offer("leave", str(place), L["12"], player, barred=(player,) if busy else (),
                 barred_law=L["39.a"] if busy else "")


def _menus(r: Round) -> Iterator[Menu]:
    """The menus of what seated players may ask for at any time, and what is barred (13, 14.e)."""
    places = tuple(str(n) for n in range(1, usable_places(r.table, r.places) + 1))
    seated = tuple(player for player in r.seats if player)
    top_ups, clause = [], buy_in.top_up_clause(r)
    if r.dealing:
        # A player who is not dealt in has a personal offer, which takes precedence.
        top_ups += [Offer("top-up", "", clause, seats=places, barred=seated, barred_law=L["14.e"])]
    yield Menu(L["13"], name=SEATED, offers=(Offer(
        "rest", TABLE, L["13"], barred=tuple(p for p in seated if p in r.folk.rested),
        barred_law=L["13-2"]), *top_ups))
    yield Menu(L["24"], name=FEW, offers=(Offer(
        "rest", TABLE, L["13"], barred=seated, barred_law=L["24"], also=(IR[268],)), *top_ups))
    yield Menu(L["13"], name=RESTING, offers=(Offer("back", TABLE, L["13"]),))
    yield Menu(L["12.a"], name=MOVES, offers=(Offer(
        "change-seat", "", L["12.a"], seats=places, also=(L["14.k"],)),))


def menus(r: Round) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who may choose from each menu that was published."""
    if not r.menus:
        return ()
    return tuple((name, players) for name, players in _menu_readers(r).items()
                 if players and name in r.menus)


def _menu_readers(r: Round) -> dict[str, tuple[str, ...]]:
    """The players who may choose from each menu."""
    seated, live = [player for player in r.seats if player], r.live
    resting = tuple(player for player in seated if player in r.folk.resting)
    needed = absences.needed_players(r, seated)
    few = tuple([player for player in seated if player not in resting and player in needed])
    return {SEATED: tuple([player for player in seated if player not in (*resting, *few)]),
            FEW: few, RESTING: resting,
            MOVES: tuple([player for player in seated if r.place(player) not in live])}


def publish_menus(r: Round) -> Steps:
    """Publishes the menus that somebody may choose from, again when their content has changed."""
    readers = _menu_readers(r) if r.asking else {}
    for menu in _menus(r) if r.asking else ():
        if readers[menu.name] and r.menus.get(menu.name) != menu:
            r.menus[menu.name] = menu
            yield menu


def renew_menus(r: Round) -> Steps:
    """Publishes again each menu whose content has changed since nobody could choose from it. Who
    may choose changes with every hand that is given up."""
    readers = _menu_readers(r)
    for menu in _menus(r):
        if readers[menu.name] and r.menus.get(menu.name, menu) != menu:
            r.menus[menu.name] = menu
            yield menu


def apply_act(r: Round, act: Act) -> Steps:
    """Applies an act about seats."""
    r.side_acts = None
    f, player = r.folk, act.player
    if act.act == "sit":
        yield from seat_draw.seat_player(r, act)
    elif act.act == "leave" and act.seat == TABLE:
        f.booked = [entry for entry in f.booked if entry[0] != player]
    elif act.act == "leave":
        yield from absences.leave_seat(r, int(act.seat), L["12"])
    elif act.act == "top-up":
        yield r.stake(f"{act.seat}{CAVE}", player, act.amount, buy_in.top_up_clause(r),
                           L["14.e"])
    elif act.act == "tip":
        yield r.release("gratuity", f"{act.seat}{CAVE}", act.amount, L["9.d"], L["5-3"], IR[266])
    elif act.act == "book":
        f.booked.append((player, r.hands))
    elif act.act == "rest":
        absences.start_rest(r, player)
    elif act.act == "back":
        f.resting.pop(player, None)
    elif act.act == "change-seat":
        f.moves = [move for move in f.moves if move[0] != player]
        if int(act.seat) != r.place(player):
            f.moves.append((player, int(act.seat)))
    yield from publish_menus(r)


# -- between two hands -----------------------------------------------------------------------------


def enough(r: Round) -> bool:
    """Whether a hand can be dealt: four seated players can play, of whom some may rest, or by
    another reading none (24, IR 268)."""
    return len((buy_in.able_places if r.readings.four == "seated" else buy_in.playing)(r)) >= LEAST


def between_hands(r: Round) -> Steps:
    """Before a hand: stacks are topped up, people come and go, seats are filled; a game with fewer
    than four players waits."""
    yield from _announce_limits(r)
    yield from absences.remove_absent(r)
    r.asking, go = True, False
    while True:
        yield from ending.end_sessions(r)
        if buy_in.listed_first(r):
            yield from _register(r)
            continue
        yield from seat_draw.fill_seats(r)
        yield from absences.end_rests(r)
        yield from publish_menus(r)
        if not enough(r):
            yield from _wait_for_players(r)
        elif r.halted:
            # The pack is opened after an interruption (4-2).
            r.halted, r.renewed, go = False, True, False
        elif not go:
            go = yield from _pause(r)
        elif r.folk.registered:
            yield from seat_draw.draw_seats(r)
        elif session.has_minutes(r.table) and not r.folk.timed:
            yield from session.start_timer(r)
        elif session.due(r):
            yield from session.begin_session(r)
            go = False  # stacks may need another top-up
        elif r.readings.top_ups == "between-hands" and buy_in.short_places(r):
            yield from absences.remove_short(r)
        else:
            break
    r.side_acts, r.dealing = None, True
    yield from publish_menus(r)


def _register(r: Round) -> Steps:
    """Players register on the list for a game that has not begun; with four or more of them, the
    seats are drawn after the pause (8.a, 11, IR 258)."""
    yield from publish_menus(r)
    enough_listed = len(r.folk.booked) >= LEAST
    answer = yield Listen(
        L["11"], (IR[258],), offers=tuple(_pause_offers(r)),
        window="between" if enough_listed else "seats", clock="late" if enough_listed else "",
        default="deal" if enough_listed else "", default_law=L["11"] if enough_listed else "",
        faults=session.reports(r), menus=menus(r))
    if (yield from _apply_answer(r, answer)):
        yield from seat_draw.draw_listed(r)


def _pause(r: Round) -> Steps:
    """Four players or more: returns whether the pause is over and the next hand is dealt."""
    kinds, details = _pause_reports(r)
    answer = yield Listen(buy_in.top_up_clause(r), offers=tuple(_pause_offers(r)), window="between",
                          clock="late", default="deal", default_law=L["30"] if r.hands else L["29"],
                          faults=(*kinds, *session.reports(r)), details=details, menus=menus(r))
    return (yield from _apply_answer(r, answer))


def _wait_for_players(r: Round) -> Steps:
    """Fewer than four players: the game is suspended, and closed if this lasts (24)."""
    if r.hands and not r.halted:
        r.halted = True
        yield Call(L["24"], () if r.readings.four == "seated" else (IR[268],), call="suspended")
    kinds, details = _pause_reports(r)
    answer = yield Listen(L["24"], offers=tuple(_pause_offers(r)), window="seats",
                          clock="suspension" if r.halted else "",
                          default="close" if r.halted else "",
                          default_law=L["24-2"] if r.halted else "",
                          faults=(*kinds, *session.reports(r)), details=details, menus=menus(r))
    if (yield from _apply_answer(r, answer)):
        yield from ending.end_game(r, L["24-2"], "game-closed")


def _apply_answer(r: Round, answer: object) -> Steps:
    """Applies an answer in the pause; returns whether the clock ended it."""
    if isinstance(answer, Act):
        yield from apply_act(r, answer)
    elif isinstance(answer, Incident):
        if answer.kind.startswith(LIMIT):
            yield from limit_change.apply_change(r, answer)
        else:
            of = conduct if answer.kind in conduct.KINDS else session
            yield from of.apply_report(r, answer)
        r.side_acts = None
    else:
        return True
    return False


def _pause_reports(r: Round) -> tuple[tuple[str, ...], tuple[Detail, ...]]:
    """Breaches of players that may be reported between two hands too, such as a loan (14.f, 58);
    and new limits (22)."""
    kinds, details = conduct.reportable(r) if r.table.attended and any(r.seats) else ((), ())
    limit_kinds, new_limits = limit_change.reportable(r)
    return (*kinds, *limit_kinds), (*details, *new_limits)


def _pause_offers(r: Round) -> Iterator[Offer]:
    yield from _offers(r, [])
    if r.readings.tips == "not-from-stack":
        cite_clause(IR[266])
        return
    for n, player in enumerate(r.seats, start=1):
        if player and r.cave(n) >= r.terms.unit:
            yield Offer("tip", str(n), L["9.d"], player, low=r.terms.unit, unit=r.terms.unit,
                        high=r.cave(n) // r.terms.unit * r.terms.unit, also=(L["5-3"], L["14.g"]),
                        limit_law=L["14.g"], unit_law=L["19"])


def _announce_limits(r: Round) -> Steps:
    """The limits of the table have changed since the last hand: players are informed before the
    next (22, 20-2)."""
    rules = r.table.rules
    now = [euros(r.table.minimum), rules.limit]
    if r.folk.limits and r.folk.limits != now:
        yield Call(L["22"], (L["20-2"], L["21"], IR[267]), call="limits",
                   facts={"minimum": now[0], "limit": now[1]})
    r.folk.limits = now
