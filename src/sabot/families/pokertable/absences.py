"""Who rests, is away or does not bet, and what comes of it (13, 80, 89, 90)."""

from __future__ import annotations

from collections.abc import Iterator

from sabot import law
from sabot.families.pokertable import buy_in
from sabot.families.pokertable.round import CAVE, Round, Steps
from sabot.families.pokertable.rules import AWAY, LEAST, RESTS, UNBET
from sabot.law import IR
from sabot.procedure import RISES, Call

L = law.Section("pt-217-2007/poquer-nao-bancado")


def may_rest(r: Round, player: str) -> bool:
    """Whether the others are enough to play on without him (24)."""
    others = [who for n, who in enumerate(r.seats, start=1)
              if who and who != player and who not in r.folk.resting
              and (r.cave(n) >= r.table.minimum or n in r.live)]
    return len(others) >= LEAST - 1


def counted(r: Round) -> None:
    """A hand is played: who bet in it, who was away, and who has rested one hand more."""
    f = r.folk
    for place, player in r.names.items():
        if player not in r.seats:
            continue
        if r.paid(place):
            f.unbet.pop(player, None)
        else:
            f.unbet[player] = f.unbet.get(player, 0) + 1
        if place in r.spoke:
            f.absent.pop(player, None)
            # Who bets in the hand in which he asks has not bet since he rested.
            if r.paid(place) and player in f.rested and player not in f.resting:
                f.rested.remove(player)
        elif place in r.silent:
            f.absent[player] = f.absent.get(player, 0) + 1
    for player in filter(None, r.seats):
        if player in r.idle:  # who asks for a rest in a hand has it from the next one on
            if player in f.resting:
                f.resting[player] -= 1
                if not f.resting[player]:
                    del f.resting[player]
        elif player not in r.names.values() and player not in (*f.entered, *r.waits):
            f.absent[player] = f.absent.get(player, 0) + 1


def away(r: Round) -> list[int]:
    """The places of players who did not play three hands in a row: they must leave (13-2)."""
    return [n for n, player in enumerate(r.seats, start=1)
            if player and r.folk.absent.get(player, 0) >= AWAY]


def rests(r: Round, player: str) -> None:
    """A player rests for two hands from the next one on, and keeps his seat (13)."""
    r.folk.resting[player] = RESTS
    r.folk.rested.append(player)


def ended(r: Round) -> Steps:
    """Four can play, and all of them rest but one at most: their hands of rest could not pass, so
    that they end (13, 24, IR 268)."""
    if len(buy_in.ready(r)) >= LEAST and len(buy_in.playing(r)) < 2:
        yield Call(L["13"], (L["24"], IR[268]), call="rests-over")
        r.folk.resting.clear()


# -- as a hand begins ------------------------------------------------------------------------------


def holder(r: Round, order: list[int]) -> Steps:
    """Who plays this hand, the holder of the hand first: who has just joined cannot have it, and
    plays from the next hand on (80)."""
    if r.terms.big and r.hands:
        while len(order) > 2 and r.player(order[0]) in r.folk.entered:
            yield Call(L["80"], call="enters-next", seat=str(order[0]))
            r.waits.append(r.player(order[0]))
            order = order[1:]
    return order


def missed(r: Round, before: int) -> None:
    """The small and the big bet that passed by who was not there for them (90); one of each at most
    is owed (IR 310)."""
    f, big, t = r.folk, r.dealt[1], r.terms
    r.trouble.owed = dict(f.owed)
    if t.big and before and before != r.hand:
        for start, end, amount in ((before, r.hand, t.small), (r.hand, big, t.big)):
            for place in _between(r, start, end):
                for player in _passed(r, place):
                    f.owed[player] = min(f.owed.get(player, 0) + amount, t.small + t.big)
    for player in [player for player in f.left if player in r.seats]:
        del f.left[player]


def _passed(r: Round, place: int) -> Iterator[str]:
    """Whom a bet passes by with this place: who sits there and does not play, unless he has just
    joined, and who left it in this game and is not back (IR 310)."""
    f, player = r.folk, r.player(place)
    if player and place not in r.dealt and (player not in f.entered or player in f.left):
        yield player
    yield from (who for who, seat in f.left.items() if seat == place and who not in r.seats)


def _between(r: Round, start: int, end: int) -> Iterator[int]:
    """The places after one and before another, clockwise."""
    for place in r.clockwise(start):
        if place == end:
            return
        yield place


def restored(r: Round) -> Steps:
    """Who is back restores what he missed: it lies in the pot and is no bet of this hand (90). Who
    has not bet for five hands makes a big bet, which is one (89)."""
    f = r.folk
    if not (f.owed or f.unbet):
        return
    for place in r.dealt:
        player = r.player(place)
        due = min(f.owed.get(player, 0), r.cave(place))
        if due:
            f.owed[player] -= due
            if not f.owed[player]:
                del f.owed[player]
            yield r.owed(place, due, L["90"], L["38"], IR[310])
    for place in r.dealt:
        due = min(r.terms.big - r.put.get(place, 0), r.cave(place))
        if f.unbet.get(r.player(place), 0) >= UNBET and due > 0:
            yield r.bet(place, due, L["89"], L["83"], IR[264])
            r.put[place] = r.put.get(place, 0) + due


def undone(r: Round) -> None:
    """The hand does not count: what was owed before it is owed again, and what passed by in it is
    not (IR 321)."""
    if r.trouble.owed is not None:
        r.folk.owed = dict(r.trouble.owed)


def leaves(r: Round) -> Steps:
    """Who did not play three hands must leave the table."""
    for place in away(r):
        yield from rises(r, place, L["13-2"])
        yield Call(L["13-2"], (IR[263],), call="away", seat=str(place),
                   facts={RISES: place})


def rises(r: Round, place: int, cite: str) -> Steps:
    """A player gives up his place and takes what he has there; this game remembers it (14.h)."""
    player = r.player(place)
    begun = bool(r.hands) or not buy_in.registering(r)
    if begun:
        r.folk.left[player] = place
    if r.cave(place):
        if begun:
            r.folk.gone[player] = r.cave(place)
        yield r.release("return", f"{place}{CAVE}", r.cave(place), cite)
    r.seats[place - 1] = ""
    forget(r, player)


def forget(r: Round, player: str) -> None:
    """A player gives up his seat: nothing of what he had asked for stays, but what he owes."""
    f = r.folk
    for counts in (f.resting, f.absent, f.unbet):
        counts.pop(player, None)
    for names in (f.registered, f.rested, f.entered):
        if player in names:
            names.remove(player)
    f.moves = [(who, place) for who, place in f.moves if who != player]
