"""Allocation of seats: the draw at the start, requests to change, the waiting list (8.a, 11, 12, 25
to 27)."""

from __future__ import annotations

from collections.abc import Sequence

from sabot import regulations as law
from sabot.families.pokertable import absences, buy_in, session
from sabot.families.pokertable.buy_in import TABLE
from sabot.families.pokertable.round import CAVE, Round, Steps
from sabot.families.pokertable.rules import usable_places
from sabot.procedure import LOT, RISES, Act, Call, Listen, Offer, Throw
from sabot.regulations import IR, cite_clause

L = law.Section("pt-217-2007/poquer-nao-bancado")


def free_places(r: Round) -> tuple[str, ...]:
    """The free places."""
    usable = usable_places(r.table, r.places)
    return tuple([str(n) for n, player in enumerate(r.seats, start=1)
                  if not player and n <= usable])


def vacant_places(r: Round) -> tuple[str, ...]:
    """The free places that no seated player has asked for: those have the first right (12.a)."""
    wanted = {place for _, place in r.folk.moves}
    return tuple([place for place in newcomers_places(r) if int(place) not in wanted])


def newcomers_places(r: Round) -> tuple[str, ...]:
    """The free places that a newcomer may take. By one reading that is not the place to which the
    hand would go: those between the player who had it last and the next one who plays (80, IR
    453)."""
    free = free_places(r)
    if r.readings.hand_seat == "waits" or not (r.terms.big and r.hands):
        return free
    cite_clause(IR[453])
    able, of_the_hand = set(buy_in.playing(r)), set[int]()
    for place in r.clockwise(r.hand):
        if place in able:
            break
        of_the_hand.add(place)
    return tuple([place for place in free if int(place) not in of_the_hand])


def order_by_lots(applicants: Sequence[str], fell: Sequence[int]) -> list[str]:
    """The applicants in the order of the lots, each of which is a number among those left, from
    1."""
    left = list(applicants)
    return [left.pop(n - 1) for n in fell]


def lot_sides(size: int, count: int) -> tuple[int, ...]:
    """The sides of a draw of ``count`` out of ``size``."""
    return tuple(range(size, size - count, -1))


# -- one table -------------------------------------------------------------------------------------


def draw_seats(r: Round) -> Steps:
    """The game begins: seats are drawn by lot among the registered players (11). If these are more
    than the places, it is first drawn who plays (27)."""
    f, usable = r.folk, usable_places(r.table, r.places)
    if len(f.registered) + len(f.booked) > usable:
        yield from _draw_admission(r)
        yield from fill_seats(r)
    fell = yield Throw(L["11"], thing=LOT, sides=lot_sides(usable, len(f.registered)), first=1)
    places = order_by_lots([str(n) for n in range(1, usable + 1)], fell)
    moves = {r.place(player): int(place)
             for player, place in zip(f.registered, places, strict=True)}
    yield Call(L["11"], (IR[258],), call="drawn",
               facts={RISES: {str(old): new for old, new in moves.items()}})
    changed = {old: new for old, new in moves.items() if old != new and r.cave(old)}
    for old in changed:  # every stack moves aside first, since two players may swap places
        yield r.travel(f"{old}{CAVE}", f"{old}/{LOT}", L["11"])
    for old, new in changed.items():
        yield r.travel(f"{old}/{LOT}", f"{new}{CAVE}", L["11"])
    was = list(r.seats)
    r.seats = [""] * r.places
    for old, new in moves.items():
        r.seats[new - 1] = was[old - 1]
    f.registered, f.entered = [], []


def draw_listed(r: Round) -> Steps:
    """Seats are drawn by lot among the players of the list, who then bring their caves, by one
    reading (11, 27, 75, IR 258). A player who does not come loses the place."""
    f, usable = r.folk, usable_places(r.table, r.places)
    if len(f.booked) > usable:
        yield from _draw_admission(r)
    drawn = [player for player, _ in sorted(f.booked, key=lambda entry: entry[1])][:usable]
    fell = yield Throw(L["11"], (IR[258],), thing=LOT, sides=lot_sides(usable, len(drawn)),
                       first=1)
    places = order_by_lots([str(n) for n in range(1, usable + 1)], fell)
    yield Call(L["11"], (IR[258],), call="drawn")
    f.drawn = True
    for player, place in zip(drawn, places, strict=True):
        f.booked = [entry for entry in f.booked if entry[0] != player]
        answer = yield Listen(
            L["11"], (IR[258],), offers=(
                buy_in.seat_offer(r, (place,), player),
                Offer("leave", TABLE, L["8.a"], player)),
            window=f"called:{place}", clock="call", default="leave", default_law=L["11"])
        if isinstance(answer, Act) and answer.act == "sit":
            yield from seat_player(r, answer)
    f.registered, f.entered = [], []


def _draw_admission(r: Round) -> Steps:
    """More players have registered than there are places: players of the previous session go first,
    and lots decide among equals (27)."""
    f = r.folk
    applicants = [*f.registered, *(player for player, _ in f.booked)]
    first = [player for player in applicants if player in f.previous]
    rest = [player for player in applicants if player not in f.previous]
    usable = usable_places(r.table, r.places)
    group, count = (first, usable) if len(first) > usable else (rest, usable - len(first))
    fell = yield Throw(L["27"], thing=LOT, sides=lot_sides(len(group), count), first=1)
    chosen = [*(first if group is rest else ()), *order_by_lots(group, fell)]
    for player in [player for player in f.registered if player not in chosen]:
        place = r.place(player)
        if r.cave(place):
            yield r.release("return", f"{place}{CAVE}", r.cave(place), L["27"])
        yield Call(L["27"], call="not-drawn", seat=str(place), facts={RISES: place})
        absences.forget(r, player)
        r.seats[place - 1] = ""
        f.booked.append((player, r.hands))
    # Players drawn from the waiting list are called before the others on it.
    f.booked = [(player, chosen.index(player) - len(chosen) if player in chosen else since)
                for player, since in f.booked]


def fill_seats(r: Round) -> Steps:
    """Free places go to players who asked to change, then to the waiting list (12)."""
    yield from _move_players(r)
    while r.folk.booked and newcomers_places(r):
        yield from _call_next(r)
        yield from _move_players(r)


def _move_players(r: Round) -> Steps:
    """Seated players who asked for another place get it before all others (12.a); nobody swaps with
    another (14.k)."""
    f = r.folk
    while True:
        move = next(((player, place) for player, place in f.moves
                     if not r.seats[place - 1]), None)
        if move is None:
            return
        player, place = move
        old = r.place(player)
        f.moves.remove(move)
        yield Call(L["12.a"], (L["14.k"],), call="seat-changed", seat=str(place),
                   facts={RISES: old})
        if r.cave(old):
            yield r.travel(f"{old}{CAVE}", f"{place}{CAVE}", L["12.a"])
        r.seats[old - 1], r.seats[place - 1] = "", player


def _call_next(r: Round) -> Steps:
    """The next player of the waiting list is called; lots decide among those who registered in the
    same hand, or by another reading among all (12.b, IR 259)."""
    f = r.folk
    since = min(since for _, since in f.booked)
    equal = [player for player, when in f.booked
             if when == since or r.readings.list_lots == "all"]
    lot = 1
    if len(equal) > 1:
        fell = yield Throw(L["12.b"], (IR[259],), thing=LOT, sides=(len(equal),), first=1)
        lot = fell[0]
    player = equal[lot - 1]
    places = newcomers_places(r)
    yield Call(L["12.b"], (L["8.a"],), call="called")
    f.booked = [entry for entry in f.booked if entry[0] != player]
    answer = yield Listen(
        L["12.b"], offers=(buy_in.seat_offer(r, places, player),
                           Offer("leave", TABLE, L["12.b"], player)),
        window=f"called:{len(f.booked)}:{places[0]}", clock="call", default="leave",
        default_law=L["12.b"])
    if isinstance(answer, Act) and answer.act == "sit":
        yield from seat_player(r, answer)


def seat_player(r: Round, act: Act) -> Steps:
    """A player takes a seat and brings their buy-in (10, 28, 52, 75, 78); a player who sits down in
    the first half of a session pays for it (7.b-3)."""
    place, player, f = int(act.seat), act.player, r.folk
    cite = buy_in.buy_in_limits(r, player)[2]
    (f.registered if buy_in.registering(r) else f.entered).append(player)
    r.seats[place - 1] = player
    f.gone.pop(player, None)
    f.booked = [entry for entry in f.booked if entry[0] != player]
    yield r.stake(f"{place}{CAVE}", player, act.amount, cite, L["52"], L["10-2"])
    yield from session.charge_newcomer(r, place)
