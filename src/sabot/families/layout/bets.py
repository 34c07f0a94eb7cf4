"""Bets until they are closed: the menus of a cloth, and what each player may do.

The offers that are the same for all players with chips of one value are sent once, as a menu. Each
prompt then adds a player's own offers: spots where a limit leaves less, bets that cannot be taken
back, and acts that move several bets at once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from math import lcm
from typing import TypeVar

from sabot.families.layout.cloth import Cite, Kind, unit_of
from sabot.families.layout.round import Bets, Reports, Round, Steps, spot_of
from sabot.families.layout.values import TableLaw
from sabot.money import Odds
from sabot.procedure import Act, Call, Incident, Listen, Menu, Offer, TimeOut
from sabot.procedure.steps import CLOSING
from sabot.regulations import IR

Value = TypeVar("Value")
MOST_KNOWN = 4096
"""The offers of a round that are remembered."""
TABLE = "table"
"""The seat of acts that concern the whole table."""


def take_bets(r: Round, window: str, clock: str, law: Cite, reports: Reports | None = None
              ) -> Steps:
    """Take bets until the time is over, or until a player who plays alone ends it. ``reports``:
    what a supervisor may report meanwhile, where it is not all of `RuleBook.commands`."""
    reports = r.book.commands if reports is None else reports
    own: dict[str, list[Offer]] = {}
    while True:
        for player in filter(None, r.seats):
            if player not in own or r.table_law.exposure or r.table_law.shared:
                own[player] = list(_own(r, player))
        values = {player: r.value(player) for player in r.seats if player}
        for value in set(values.values()):
            if (name := menu_name(r, value)) not in r.menus:
                r.menus.add(name)
                yield menu(r, name, value)
        heard = yield _listen(r, values, own, window, clock, law, reports)
        if type(heard) is Incident:
            yield from reports[heard.kind](r)
            if heard.kind == CLOSING:
                own.clear()
            continue
        if type(heard) is TimeOut or heard.act == r.table_law.act:
            r.close_bets()
            return
        yield from _act(r, heard)
        yield from r.book.follows(r)
        own.pop(heard.player, None)


def bets_again(r: Round) -> Steps:
    """Take bets once more after a throw that did not count, where they may be changed (IR 118)."""
    r.reopened += 1
    yield Call(*r.c.call, call="place-your-bets")
    yield from take_bets(r, f"bets:{r.reopened}", "betting", r.c.again)


def menu_name(r: Round, value: int) -> str:
    """The menu of players whose chips have this value; one menu where colours have no value."""
    return f"bets/{value}" if r.table_law.chips else "bets"


def bounds(table_law: TableLaw, kind: Kind, value: int, need: int = 0) -> tuple[int, int, int]:
    """The minimum and maximum on one spot of a kind, and their step, for chips of a value.

    ``need``: the unit in which the bet is paid in whole cents, 0 for that of the kind.
    """
    limit = table_law.limits[kind.name]
    chip = value if kind.name in table_law.chips else limit.step or table_law.unit
    step = chip if kind.rounding else lcm(chip, (need or kind.unit) // kind.chips)
    unit, low, high = kind.chips * step, limit.low, limit.high
    if kind.fewest:
        low, high = max(low, kind.fewest * value), min(high, kind.many * value)
    return -(-low // unit) * unit, high // unit * unit, unit


def bounds_now(r: Round, spot: str, value: int) -> tuple[int, int, int]:
    """The minimum and maximum on a spot in the present state, and their step."""
    kind = r.cloth.kinds[r.cloth.spots[spot].kind]
    return _known_bounds(r, kind, value, r.cloth.unit(spot, r.state) if kind.by_spot else 0)


def _known_bounds(r: Round, kind: Kind, value: int, need: int = 0) -> tuple[int, int, int]:
    """`bounds`, computed once in a round."""
    known = r.known_bounds.get((kind.name, value, need))
    if known is None:
        known = r.known_bounds[kind.name, value, need] = bounds(r.table_law, kind, value, need)
    return known


def bounds_by_prize(table_law: TableLaw, kind: Kind, value: int
                    ) -> tuple[tuple[Odds, tuple[int, int, int]], ...]:
    """Each prize of a kind with the minimum, the maximum and the step of a bet that may win it."""
    return tuple((odds, bounds(table_law, kind, value, unit_of(odds) if kind.by_spot else 0))
                 for odds in kind.prizes)


def menu(r: Round, name: str, value: int) -> Menu:
    """Every open bet with its limits for chips of this value, and the offers to take bets back."""
    offers = []
    for kind in r.cloth.kinds.values():
        spots = tuple(spot for spot in r.cloth.by_kind[kind.name]
                      if r.book.common(spot) and r.book.open(r, spot))
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


def _listen(r: Round, values: Mapping[str, int], own: dict[str, list[Offer]], window: str,
            clock: str, law: Cite, reports: Reports) -> Listen:
    """Ask for bets; ``values``: of the chips of each seated player."""
    free = _free(r)
    open_to_all = not (values and r.table.individual)
    offers = [_sit(r, free)] if free and open_to_all else []
    if open_to_all:
        offers += [Offer("sit", place, r.c.leave[0], player)
                   for place, player in _absent_bettors(r).items()]
    if not free and r.c.waits[0] and not r.table.individual:
        offers.append(Offer("wait", TABLE, r.c.waits[0], also=r.c.waits[1],
                            barred=(*values, *r.waiting), barred_law=r.c.waits[0]))
    offers += [Offer("leave", TABLE, r.c.waits[0], player) for player in r.waiting]
    menus: dict[str, tuple[str, ...]] = {}
    for player, value in values.items():
        offers += own[player]
        name = menu_name(r, value)
        menus[name] = (*menus.get(name, ()), player)
    timed = bool(r.stakes) and not r.table.individual
    return Listen(*law, offers=tuple(offers), window=window, clock=clock if timed else "",
                  default="no-more-bets" if timed else "",
                  default_law=r.c.no_more[0] if timed else "", menus=tuple(menus.items()),
                  faults=tuple(kind for kind in reports
                               if kind != CLOSING or r.table.closes))


def _free(r: Round) -> tuple[str, ...]:
    absent = _absent_bettors(r)
    free = tuple(str(n) for n, player in enumerate(r.seats, start=1)
                 if not player and str(n) not in absent)
    return free or tuple(str(n) for n in (len(r.seats) + 1,) if n <= r.table_law.most_places)


def _absent_bettors(r: Round) -> dict[str, str]:
    """The free places with bets that play on, each with the player of these bets."""
    if r.table_law.leaving != "plays-on":
        return {}
    return {place: player for bet, (player, _) in r.stakes.items()
            if not r.seats[int(place := spot_of(bet)[0]) - 1]}


def _sit(r: Round, free: tuple[str, ...]) -> Offer:
    """Offer the free places to players without one; the player who waits longest comes first."""
    return Offer("sit", "", r.c.sit[0], seats=free, also=r.c.sit[1],
                 barred=(*filter(None, r.seats), *_absent_bettors(r).values()),
                 barred_law=r.c.one_place[0],
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
    place, bets, value, c = r.place(player), r.bets.get(player, {}), r.value(player), r.c
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
    stays = _stays(r, player, locks, floors)
    yield from _around_gaps(r, player, gaps, floors, rooms)
    if gaps:
        rooms = {spot: room for spot, room in rooms.items() if spot not in gaps}
    for (low, law), spots in _by(floors):
        yield Offer("clear", "", law[0], player, also=law[1], seats=spots, barred=(player,),
                    barred_law=law[0])
        yield from _increases(
            r, player, low, law, [spot for spot in spots if spot not in gaps], rooms
        )
        rooms = {spot: room for spot, room in rooms.items() if spot not in spots}
    for (high, law), spots in _by(rooms):
        yield from _known_limited(r, player, value, high, law, spots, bets)
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
    staying = None if r.table_law.leaving else next(iter(stays.values()), None)
    yield Offer("leave", place, c.leave[0], player, barred=(player,) if staying else (),
                barred_law=staying[0] if staying else "")


def _stays(r: Round, player: str, locks: dict[str, Cite], floors: dict[str, tuple[int, Cite]]
           ) -> dict[str, Cite]:
    """A player's bets that cannot be taken back, each with its clause."""
    if r.book.stays is not None:
        return r.book.stays(r, player)
    return {**locks, **{spot: law for spot, (_, law) in floors.items()}}


def _by(values: dict[str, Value]) -> list[tuple[Value, tuple[str, ...]]]:
    """Group spots by their values."""
    groups: dict[Value, list[str]] = {}
    for spot, value in values.items():
        groups.setdefault(value, []).append(spot)
    return [(value, tuple(spots)) for value, spots in groups.items()]


def _known_limited(r: Round, player: str, value: int, high: int, law: Cite,
                   spots: tuple[str, ...], bets: Bets) -> Iterable[Offer]:
    """`_limited`, computed once as long as nothing changes on these spots."""
    on_them = bets.get(spots[0], 0) if len(spots) == 1 else tuple([bets.get(s, 0) for s in spots])
    key = player, value, r.state, high, law, spots, on_them
    known = r.known_offers.get(key)
    if known is None:
        if len(r.known_offers) >= MOST_KNOWN:
            r.known_offers.clear()
        known = r.known_offers[key] = tuple(
            _limited(r, player, value, high, law, spots, bets))
    return known


def _limited(r: Round, player: str, value: int, high: int, law: Cite, spots: tuple[str, ...],
             bets: Bets) -> Iterator[Offer]:
    """Offers where a limit leaves a player less than the menu says, or nothing."""
    alike: dict[tuple[str, int, int], list[str]] = {}
    of_kind: dict[str, list[str]] = {}
    of_cloth = r.cloth.spots
    for spot in spots:
        name = of_cloth[spot].kind
        some = of_kind.get(name)
        if some is None:
            low, _, unit = bounds_now(r, spot, value)
            some = alike.setdefault((name, low, unit), [])
            if not r.cloth.kinds[name].by_spot:
                of_kind[name] = some
        some.append(spot)
    for (name, low, unit), some in alike.items():
        kind = r.cloth.kinds[name]
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
        low, high, unit = bounds_now(r, spot, r.value(player))
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
        _, high, unit = bounds_now(r, spot, r.value(player))
        high, limit = rooms.get(spot, (high, law))
        yield Offer("bet", spot, law[0], player, low=least, high=max(high, least), unit=unit,
                    also=law[1], limit_law=limit[0], unit_law=_unit_law(r, kind))


def _rooms(r: Round, player: str, spots: Collection[str] | None = None
           ) -> dict[str, tuple[int, Cite]]:
    """The limits of a player by the rules of the game, and by what others have on the spots of
    which all bets together keep to the maximum (IR 371). ``spots``: as `RuleBook.rooms`."""
    rooms = r.book.rooms(r, player, spots)
    if not r.table_law.joint:
        return rooms
    others, chips = Counter[str](), Counter[str]()
    for other, bets in r.bets.items():
        for spot, cents in bets.items() if other != player else ():
            others[spot] += cents
            chips[spot] += cents // r.value(other)
    shut = r.book.barred(r, player).keys() | r.book.locks(r, player).keys()
    for spot, cents in others.items():
        kind = r.cloth.kinds[r.cloth.spots[spot].kind]
        if kind.name not in r.table_law.joint or spot in shut or not r.book.open(r, spot):
            continue
        left = r.table_law.limits[kind.name].high - cents
        if kind.many:
            left = min(left, (kind.many - chips[spot]) * r.value(player))
        if spot not in rooms or left < rooms[spot][0]:
            rooms[spot] = max(0, left), (IR[371], ())
    return rooms


def all_rooms(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    """The spots where a player may bet less than the limit of the kind, with the maximum and the
    clause: by the rules of the game, and where the bank would owe more than the house allows."""
    rooms = _rooms(r, player)
    if not r.table_law.exposure:
        return rooms
    bets, left = r.bets.get(player, {}), r.table_law.exposure - r.exposure
    shut = {**r.book.barred(r, player), **r.book.locks(r, player)}
    value = r.value(player)
    of = {name: (*bounds(r.table_law, kind, value), max(odds.ratio for odds in kind.prizes))
          for name, kind in r.cloth.kinds.items()}
    for spot in r.cloth.spots.values():
        if spot.name in shut or not r.book.open(r, spot.name):
            continue
        low, high, unit, dearest = of[spot.kind]
        if r.cloth.kinds[spot.kind].by_spot:
            low, high, unit = bounds_now(r, spot.name, value)
        if low > high:
            continue
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
    value = r.value(player)
    for spot, cents in bets.items():
        if spot not in r.cloth.spots or not r.book.open(r, spot):
            return False
        low, high, unit = bounds_now(r, spot, value)
        if spot in rooms:
            high = rooms[spot][0]
        if cents < low or cents % unit or (cents > high and not r.table_law.shared):
            return False  # shared limits are checked with all of these bets in place
    return _together(r, player, bets)


def _together(r: Round, player: str, bets: Bets) -> bool:
    """Check the limits that several bets share, with all of them in place."""
    trial = r.trial = r.trial or Round(r.book, r.table, r.carry)
    trial.seats, trial.values, trial.state = r.seats, r.values, r.state
    trial.bets = {**r.bets, player: r.bets.get(player, {}) | bets}
    if r.table_law.exposure and _trial_exposure(r, trial, player, bets) > r.table_law.exposure:
        return False
    if not r.book.barred(trial, player).keys().isdisjoint(bets):
        return False
    rooms, gaps = _rooms(trial, player, bets), r.book.gaps(trial, player)
    value = r.value(player)
    for spot, cents in bets.items():
        high = _known_bounds(r, r.cloth.kinds[r.cloth.spots[spot].kind], value)[1]
        below, above, _ = gaps.get(spot, (cents, cents, ()))
        if cents > (rooms[spot][0] if spot in rooms else high) or below < cents < above:
            return False
    return True


def _trial_exposure(r: Round, trial: Round, player: str, bets: Bets) -> int:
    """The maximum of the prizes with these bets of a player in place."""
    trial.risk = list(r.risk)
    before = r.bets.get(player, {})
    for spot, cents in bets.items():
        chips = r.cloth.chips(spot)
        for part, n in r.cloth.parts(spot):
            kind = r.cloth.spots[spot].kind
            counted = r.table_law.counts(kind, before.get(spot, 0))
            trial._risk(part, (r.table_law.counts(kind, cents) - counted) * n // chips,
                        counted * n // chips)
    return trial.exposure


# -- acts of players ------------------------------------------------------------------------------


def _act(r: Round, act: Act) -> Steps:
    player = act.player
    if act.act in r.book.heard:
        yield from r.book.heard[act.act](r, act)
    elif act.act == "sit":
        if int(act.seat) > len(r.seats):
            r.seats.append("")
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
        if r.table_law.leaving == "forfeits":
            yield from r.forfeit(player)
        r.seats[int(act.seat) - 1] = ""
        r.last.pop(player, None)
        r.passes = r.passes or act.seat == r.shooter
        while r.table_law.most_places and len(r.seats) > r.table.places and not r.seats[-1]:
            r.seats.pop()
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
    stays = _stays(r, player, r.book.locks(r, player), r.book.floors(r, player))
    for spot in list(r.bets.get(player, {})):
        if spot not in stays:
            yield from r.lay(player, spot, 0, r.c.unbet)
