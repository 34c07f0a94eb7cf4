"""Bets until they are closed: the menus of a cloth, and what each player may do.

The offers that are the same for all players with chips of one value are sent once, as a menu. Each
prompt then adds a player's own offers: spots where a limit leaves less, bets that cannot be taken
back, and acts that move several bets at once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import TypeVar

from sabot.families.layout.cloth import Cite, Kind
from sabot.families.layout.round import Bets, Round, Steps
from sabot.families.layout.values import TableLaw
from sabot.procedure import Act, Incident, Listen, Menu, Offer, TimeOut
from sabot.procedure.steps import CLOSING

Value = TypeVar("Value")
TABLE = "table"
"""The seat of acts that concern the whole table."""


def take_bets(r: Round, window: str, clock: str, law: Cite) -> Steps:
    """Take bets until the time is over, or until a player who plays alone ends it."""
    own: dict[str, list[Offer]] = {}
    while True:
        for player in filter(None, r.seats):
            if player not in own or r.table_law.exposure or r.table_law.shared:
                own[player] = list(_own(r, player))
        for value in {r.value(player) for player in r.seats if player}:
            if (name := menu_name(r, value)) not in r.menus:
                r.menus.add(name)
                yield menu(r, name, value)
        heard = yield _listen(r, own, window, clock, law)
        if type(heard) is Incident:
            yield from r.book.commands[heard.kind](r)
            if heard.kind == CLOSING:
                own.clear()
            continue
        if type(heard) is TimeOut or heard.act == r.table_law.act:
            r.close_bets()
            return
        yield from _act(r, heard)
        yield from r.book.follows(r)
        own.pop(heard.player, None)


def menu_name(r: Round, value: int) -> str:
    """The menu of players whose chips have this value; one menu where colours have no value."""
    return f"bets/{value}" if r.table_law.chips else "bets"


def bounds(table_law: TableLaw, kind: Kind, value: int) -> tuple[int, int, int]:
    """The minimum and maximum on one spot of a kind, and their step, for chips of a value."""
    limit = table_law.limits[kind.name]
    chip = value if kind.name in table_law.chips else limit.step or table_law.unit
    unit, low, high = kind.chips * _step(kind, chip), limit.low, limit.high
    if kind.fewest:
        low, high = max(low, kind.fewest * value), min(high, kind.many * value)
    return -(-low // unit) * unit, high // unit * unit, unit


def _step(kind: Kind, chip: int) -> int:
    """The smallest multiple of a chip for which every prize of a kind is whole cents."""
    need = kind.unit // kind.chips
    step = chip
    while step % need:
        step += chip
    return step


def menu(r: Round, name: str, value: int) -> Menu:
    """Every open bet with its limits for chips of this value, and the offers to take bets back."""
    offers = []
    for kind in r.cloth.kinds.values():
        spots = tuple(spot.name for spot in r.cloth.spots.values()
                      if spot.kind == kind.name and r.book.common(spot.name)
                      and r.book.open(r, spot.name))
        low, high, unit = bounds(r.table_law, kind, value)
        if spots and low <= high:
            offers.append(Offer("bet", "", kind.bet[0], low=low, high=high, unit=unit,
                                also=(*kind.bet[1], *kind.limit[1]), seats=spots,
                                limit_law=kind.limit[0], unit_law=_unit_law(r, kind)))
    back = {spot: r.book.unbet(r, spot) for spot in r.cloth.spots}
    offers += [Offer("clear", "", law[0], also=law[1], seats=spots) for law, spots in _by(back)]
    return Menu(*r.c.open_bets, name=name, offers=tuple(offers))


def _unit_law(r: Round, kind: Kind) -> str:
    return r.table_law.steps.get(kind.name, kind.limit[0])


def _listen(r: Round, own: dict[str, list[Offer]], window: str, clock: str, law: Cite) -> Listen:
    seated = [player for player in r.seats if player]
    free = _free(r)
    offers = [_sit(r, free)] if free and not (seated and r.table.individual) else []
    if not free and r.c.waits[0] and not r.table.individual:
        offers.append(Offer("wait", TABLE, r.c.waits[0], also=r.c.waits[1],
                            barred=(*seated, *r.waiting), barred_law=r.c.waits[0]))
    offers += [Offer("leave", TABLE, r.c.waits[0], player) for player in r.waiting]
    for player in seated:
        offers += own[player]
    menus: dict[str, tuple[str, ...]] = {}
    for player in seated:
        name = menu_name(r, r.value(player))
        menus[name] = (*menus.get(name, ()), player)
    timed = bool(r.stakes) and not r.table.individual
    return Listen(*law, offers=tuple(offers), window=window, clock=clock if timed else "",
                  default="no-more-bets" if timed else "",
                  default_law=r.c.no_more[0] if timed else "", menus=tuple(menus.items()),
                  faults=tuple(kind for kind in r.book.commands
                               if kind != CLOSING or r.table.closes))


def _free(r: Round) -> tuple[str, ...]:
    return tuple(str(n) for n, player in enumerate(r.seats, start=1) if not player)


def _sit(r: Round, free: tuple[str, ...]) -> Offer:
    """Offer the free places to players without one; the player who waits longest comes first."""
    return Offer("sit", "", r.c.sit[0], seats=free, also=r.c.sit[1],
                 barred=tuple(filter(None, r.seats)), barred_law=r.c.one_place[0],
                 players=tuple(r.waiting[:1]))


def gather(r: Round) -> Steps:
    """Where players cut, wait for a first player, and at a shared table a while for others, so that
    it is not always the first to come who cuts."""
    waits = r.table.clocks.shuffle > 0 and not r.table.individual
    if any(r.seats):
        return
    while not any(r.seats) or (waits and not all(r.seats)):
        runs, law = any(r.seats), r.c.gather if any(r.seats) else r.c.sit
        free = _free(r)
        heard = yield Listen(
            *law, offers=((_sit(r, free),) if free else ()) + tuple(
                Offer("leave", str(n), r.c.leave[0], player)
                for n, player in enumerate(r.seats, start=1) if player),
            window="seats", clock="shuffle" if runs else "", default="shuffle" if runs else "",
            default_law=law[0] if runs else "")
        if type(heard) is TimeOut:
            return
        yield from _act(r, heard)


# -- offers of one player -------------------------------------------------------------------------


def _own(r: Round, player: str) -> Iterator[Offer]:
    place, bets, c = r.place(player), r.bets.get(player, {}), r.c
    ask = c.lone if c.lone[0] else c.betting
    rooms, locks = all_rooms(r, player), r.book.locks(r, player)
    for law, spots in _by(r.book.barred(r, player) | locks):
        yield Offer("bet", "", law[0], player, low=0, high=0, unit=r.table_law.unit, also=law[1],
                    seats=spots, barred=(player,), barred_law=law[0])
    for law, spots in _by(locks):
        yield Offer("clear", "", law[0], player, also=law[1], seats=spots, barred=(player,),
                    barred_law=law[0])
    yield from r.book.acts(r, player)
    floors, gaps = r.book.floors(r, player), r.book.gaps(r, player)
    stays = _stays(r, player)
    yield from _around_gaps(r, player, gaps, floors, rooms)
    rooms = {spot: room for spot, room in rooms.items() if spot not in gaps}
    for (low, law), spots in _by(floors):
        yield Offer("clear", "", law[0], player, also=law[1], seats=spots, barred=(player,),
                    barred_law=law[0])
        yield from _increases(
            r, player, low, law, [spot for spot in spots if spot not in gaps], rooms
        )
        rooms = {spot: room for spot, room in rooms.items() if spot not in spots}
    for (high, law), spots in _by(rooms):
        yield from _limited(r, player, high, law, spots, bets)
    if r.table_law.dearest and not bets and not any(b.startswith(f"{place}/") for b in r.stakes):
        yield Offer("value", place, c.value[0], player, low=r.table.minimum,
                    high=r.table_law.dearest, unit=r.table_law.unit, also=c.value[1],
                    limit_law=c.value[0], unit_law=c.posted[0])
    last = r.last.get(player, {})
    if last and not bets and fits(r, player, last, rooms):
        yield Offer("repeat", TABLE, c.repeat[0], player, cost=sum(last.values()))
    if bets:
        more = {spot: 2 * cents for spot, cents in bets.items() if spot not in locks}
        if more and fits(r, player, more, rooms):
            yield Offer("double", TABLE, c.repeat[0], player, cost=sum(more.values()) // 2)
        if any(spot not in stays for spot in more):
            yield Offer("clear-all", TABLE, c.unbet[0], player)
    if r.table.individual and r.stakes:
        yield Offer(r.table_law.act, TABLE, ask[0], player)
    staying = next(iter(stays.values()), None)
    yield Offer("leave", place, c.leave[0], player, barred=(player,) if staying else (),
                barred_law=staying[0] if staying else "")


def _stays(r: Round, player: str) -> dict[str, Cite]:
    """A player's bets that cannot be taken back, each with its clause."""
    if r.book.stays is not None:
        return r.book.stays(r, player)
    floors = r.book.floors(r, player).items()
    return {**r.book.locks(r, player), **{spot: law for spot, (_, law) in floors}}


def _by(values: dict[str, Value]) -> list[tuple[Value, tuple[str, ...]]]:
    """Group spots by their values."""
    groups: dict[Value, list[str]] = {}
    for spot, value in values.items():
        groups.setdefault(value, []).append(spot)
    return [(value, tuple(spots)) for value, spots in groups.items()]


def _limited(r: Round, player: str, high: int, law: Cite, spots: tuple[str, ...], bets: Bets
             ) -> Iterator[Offer]:
    """Offers where a limit leaves a player less than the menu says, or nothing."""
    by_kind: dict[str, list[str]] = {}
    for spot in spots:
        by_kind.setdefault(r.cloth.spots[spot].kind, []).append(spot)
    for name, some in by_kind.items():
        kind = r.cloth.kinds[name]
        low, _, unit = bounds(r.table_law, kind, r.value(player))
        if high >= low:
            yield Offer("bet", "", kind.bet[0], player, low=low, high=high // unit * unit,
                        unit=unit, also=kind.bet[1], seats=tuple(some), limit_law=law[0],
                        unit_law=_unit_law(r, kind))
            continue
        for spot in some:
            lies = bets.get(spot, 0)
            yield Offer("bet", spot, kind.bet[0], player, low=lies, high=max(high, lies),
                        unit=unit, note="full", also=law[1], barred_law=law[0])


def _around_gaps(r: Round, player: str, gaps: dict[str, tuple[int, int, Cite]],
                 floors: dict[str, tuple[int, Cite]], rooms: dict[str, tuple[int, Cite]]
                 ) -> Iterator[Offer]:
    """Offers of bets that must be below or above a forbidden range."""
    for spot, (below, above, law) in gaps.items():
        kind = r.cloth.kinds[r.cloth.spots[spot].kind]
        low, high, unit = bounds(r.table_law, kind, r.value(player))
        low, _ = floors.get(spot, (low, kind.limit))
        high, most = rooms.get(spot, (high, kind.limit))
        ranges = [(low, min(below, high) // unit * unit, law if below < high else most),
                  (max(low, -(-above // unit) * unit), high // unit * unit, most)]
        for first, last, limit in ranges:
            if first <= last:
                yield Offer("bet", spot, kind.bet[0], player, low=first, high=last, unit=unit,
                            also=(*kind.bet[1], law[0], *law[1]), limit_law=limit[0],
                            unit_law=_unit_law(r, kind))
        if not any(first <= last for first, last, _ in ranges):
            lies, stops = r.bets.get(player, {}).get(spot, 0), most if high < low else law
            yield Offer("bet", spot, kind.bet[0], player, low=lies, high=max(high, lies),
                        unit=unit, note="full", also=(law[0],), barred_law=stops[0])


def _increases(r: Round, player: str, least: int, law: Cite, spots: Iterable[str],
               rooms: dict[str, tuple[int, Cite]]) -> Iterator[Offer]:
    """Offers of bets that may be increased but not reduced."""
    for spot in spots:
        kind = r.cloth.kinds[r.cloth.spots[spot].kind]
        _, high, unit = bounds(r.table_law, kind, r.value(player))
        high, limit = rooms.get(spot, (high, law))
        yield Offer("bet", spot, law[0], player, low=least, high=max(high, least), unit=unit,
                    also=law[1], limit_law=limit[0], unit_law=_unit_law(r, kind))


def all_rooms(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    """The spots where a player may bet less than the limit of the kind, with the maximum and the
    clause: by the rules of the game, and where the bank would owe more than the house allows."""
    rooms = r.book.rooms(r, player)
    if not r.table_law.exposure:
        return rooms
    bets, left = r.bets.get(player, {}), r.table_law.exposure - r.exposure
    value = r.value(player)
    of = {name: (*bounds(r.table_law, kind, value)[1:], max(odds.ratio for odds in kind.prizes))
          for name, kind in r.cloth.kinds.items()}
    for spot in r.cloth.spots.values():
        if not r.book.open(r, spot.name):
            continue
        high, unit, dearest = of[spot.kind]
        most = rooms[spot.name][0] if spot.name in rooms else high
        if dearest.numerator * most <= left * dearest.denominator:
            continue
        stake = r.table_law.counts(spot.kind, bets.get(spot.name, 0)) + room(r, spot.name)
        fits_in = unit * (bisect_right(
            range(high // unit + 1), stake,
            key=lambda n: r.table_law.counts(spot.kind, n * unit)) - 1)
        if fits_in < most:
            rooms[spot.name] = fits_in, r.c.exposure
    return rooms


def room(r: Round, spot: str) -> int:
    """The cents that may be added on a spot before an outcome costs the bank too much."""
    gains: dict[int, tuple[int, int]] = {}
    chips = r.cloth.chips(spot)
    for part, n in r.cloth.parts(spot):
        for at, odds in r.cloth.wins(part, r.state):
            win, per = gains.get(at, (0, 1))
            gains[at] = win * odds.per + n * odds.win * per, per * odds.per
    free = [(r.table_law.exposure - r.risk[at]) * per * chips // win
            for at, (win, per) in gains.items()]
    return max(0, min(free, default=0))


def fits(r: Round, player: str, bets: Bets, rooms: dict[str, tuple[int, Cite]]) -> bool:
    """Whether a player may have all of these bets at the same time."""
    for spot, cents in bets.items():
        if spot not in r.cloth.spots or not r.book.open(r, spot):
            return False
        kind = r.cloth.kinds[r.cloth.spots[spot].kind]
        low, high, unit = bounds(r.table_law, kind, r.value(player))
        if spot in rooms:
            high = rooms[spot][0]
        if cents < low or cents % unit or (cents > high and not r.table_law.shared):
            return False  # shared limits are checked with all of these bets in place
    return _together(r, player, bets)


def _together(r: Round, player: str, bets: Bets) -> bool:
    """Check the limits that several bets share, with all of them in place."""
    trial = Round(r.book, r.table, r.carry)
    trial.seats, trial.values, trial.state = r.seats, r.values, r.state
    trial.bets = {**r.bets, player: r.bets.get(player, {}) | bets}
    trial.risk = list(r.risk)
    before = r.bets.get(player, {})
    for spot, cents in bets.items():
        chips = r.cloth.chips(spot)
        for part, n in r.cloth.parts(spot):
            kind = r.cloth.spots[spot].kind
            trial._risk(part, (r.table_law.counts(kind, cents)
                               - r.table_law.counts(kind, before.get(spot, 0))) * n // chips)
    if r.table_law.exposure and trial.exposure > r.table_law.exposure:
        return False
    if not r.book.barred(trial, player).keys().isdisjoint(bets):
        return False
    rooms, gaps = r.book.rooms(trial, player), r.book.gaps(trial, player)
    for spot, cents in bets.items():
        high = bounds(r.table_law, r.cloth.kinds[r.cloth.spots[spot].kind], r.value(player))[1]
        below, above, _ = gaps.get(spot, (cents, cents, ()))
        if cents > (rooms[spot][0] if spot in rooms else high) or below < cents < above:
            return False
    return True


# -- acts of players ------------------------------------------------------------------------------


def _act(r: Round, act: Act) -> Steps:
    player = act.player
    if act.act in r.book.heard:
        yield from r.book.heard[act.act](r, act)
    elif act.act == "sit":
        r.seats[int(act.seat) - 1] = player
        r.values.pop(act.seat, None)
        r.idle.pop(act.seat, None)
        if player in r.waiting:
            r.waiting.remove(player)
    elif act.act == "wait":
        r.waiting.append(player)
    elif act.act == "value":
        r.values[act.seat] = act.amount
    elif act.act == "leave" and act.seat == TABLE:
        r.waiting.remove(player)
    elif act.act == "leave":
        yield from _clear(r, player)
        r.seats[int(act.seat) - 1] = ""
        r.last.pop(player, None)
        r.passes = r.passes or act.seat == r.shooter
    elif act.act == "clear-all":
        yield from _clear(r, player)
    elif act.act in ("repeat", "double"):
        bets = r.last[player] if act.act == "repeat" else {
            spot: 2 * cents for spot, cents in r.bets[player].items()
            if spot not in r.book.locks(r, player)}
        for spot, cents in bets.items():
            yield from r.lay(player, spot, cents, r.cloth.bet(spot))
    else:
        amount = act.amount if act.act == "bet" else 0
        if amount or act.seat in r.bets.get(player, {}):
            yield from r.lay(player, act.seat, amount, r.cloth.bet(act.seat))


def _clear(r: Round, player: str) -> Steps:
    """A player takes back every bet that can be taken back."""
    stays = _stays(r, player)
    for spot in list(r.bets.get(player, {})):
        if spot not in stays:
            yield from r.lay(player, spot, 0, r.c.unbet)
