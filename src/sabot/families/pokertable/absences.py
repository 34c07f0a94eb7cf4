"""Players who rest, are away or do not bet, and the consequences (13, 80, 89, 90)."""

from __future__ import annotations

from collections.abc import Iterator

from sabot import regulations as law
from sabot.families.pokertable import buy_in
from sabot.families.pokertable.round import CAVE, Round, Steps
from sabot.families.pokertable.rules import AWAY, LEAST, RESTS, UNBET
from sabot.procedure import RISES, Call
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-nao-bancado")


def needed_players(r: Round, seated: list[str]) -> set[str]:
    """Those of the seated players who may not rest, since the others are too few to play on without
    them (24)."""
    needed = LEAST if r.readings.four == "dealt-in" else LEAST - 1
    playing = {player for n, player in enumerate(r.seats, start=1)
               if player and player not in r.folk.resting
               and (n in r.live or r.cave(n) >= r.table.minimum)}
    return {player for player in seated if len(playing) - (player in playing) < needed}


def count_hand(r: Round) -> None:
    """Updates the counters after a hand: who bet in it, who was away, and who has rested one hand
    more."""
    f = r.folk
    for place, player in r.names.items():
        if player not in r.seats:
            continue
        own = r.readings.unbet == "own-bets"
        if (place in r.bettors) if own else r.in_pot(place):
            f.unbet.pop(player, None)
        else:
            f.unbet[player] = f.unbet.get(player, 0) + 1
        if place in r.decided:
            f.absent.pop(player, None)
            # A bet in the hand in which a player asks to rest does not count as one after the rest.
            if r.in_pot(place) and player in f.rested and player not in f.resting:
                f.rested.remove(player)
        elif place in r.timed_out:
            f.absent[player] = f.absent.get(player, 0) + 1
    for player in filter(None, r.seats):
        if player in r.idle:  # a rest begins with the hand after the request
            if player in f.resting:
                f.resting[player] -= 1
                if not f.resting[player]:
                    del f.resting[player]
        elif player not in r.names.values() and player not in (*f.entered, *r.joining):
            f.absent[player] = f.absent.get(player, 0) + 1


def absent_places(r: Round) -> list[int]:
    """The places of players who did not play three hands in a row, or by another reading did not
    bet in them: they must leave (13-2, IR 263)."""
    unbet = r.folk.unbet if r.readings.not_playing == "no-bet" else {}
    return [n for n, player in enumerate(r.seats, start=1)
            if player and max(r.folk.absent.get(player, 0), unbet.get(player, 0)) >= AWAY]


def start_rest(r: Round, player: str) -> None:
    """A player rests for two hands from the next one on, and keeps their seat (13)."""
    r.folk.resting[player] = RESTS
    r.folk.rested.append(player)


def end_rests(r: Round) -> Steps:
    """Ends all rests when four players can play but at most one is not resting: their hands of rest
    could never pass (13, 24, IR 268)."""
    if len(buy_in.able_places(r)) >= LEAST and len(buy_in.playing(r)) < 2 \
            and r.readings.four == "seated":
        yield Call(L["13"], (L["24"], IR[268]), call="rests-over")
        r.folk.resting.clear()


# -- as a hand begins ------------------------------------------------------------------------------


def players_in_order(r: Round, order: list[int]) -> Steps:
    """The places that play this hand, the holder of the hand first. A player who has just joined
    cannot hold the hand, and plays from the next one on (80)."""
    if r.terms.big and r.hands:
        while len(order) > 2 and r.player(order[0]) in r.folk.entered:
            yield Call(L["80"], call="enters-next", seat=str(order[0]))
            r.joining.append(r.player(order[0]))
            order = order[1:]
    return order


def record_missed_bets(r: Round, before: int) -> None:
    """Records the small and the big bet that passed by absent players (90); each owes at most one
    of each, or by another reading all of them (IR 310)."""
    f, big, t = r.folk, r.dealt[1], r.terms
    r.trouble.owed = dict(f.owed)
    if t.big and before and before != r.hand:
        for start, end, amount in ((before, r.hand, t.small), (r.hand, big, t.big)):
            for place in _between(r, start, end):
                for player in _missing_players(r, place):
                    owed = f.owed.get(player, 0)
                    f.owed[player] = owed + amount if r.readings.missed == "each-time" \
                        else _with_missed(owed, amount, t.small, t.big)
    for player in [player for player in f.left if player in r.seats]:
        del f.left[player]


def _with_missed(owed: int, missed: int, small: int, big: int) -> int:
    """What a player owes who missed the small or the big bet: each of the two once at most."""
    of_small = owed if owed <= small else max(owed - big, 0)
    of_big = owed - of_small
    return small + of_big if missed == small else of_small + big


def _missing_players(r: Round, place: int) -> Iterator[str]:
    """The players of this place whom a bet passes by: the player who sits there and does not play,
    unless they have just joined; and players who left the place in this game and are not back (IR
    310)."""
    f, player = r.folk, r.player(place)
    if player and place not in r.dealt and (player not in f.entered or player in f.left):
        yield player
    yield from (former for former, seat in f.left.items()
                if seat == place and former not in r.seats)


def _between(r: Round, start: int, end: int) -> Iterator[int]:
    """The places after ``start`` and before ``end``, clockwise."""
    for place in r.clockwise(start):
        if place == end:
            return
        yield place


def restore_missed_bets(r: Round) -> Steps:
    """Players who are back pay the bets they missed: the sum lies in the pot and is no bet of this
    hand (90). A player who has not bet for five hands makes a big bet, which is a bet of the hand
    (89); by another reading it is dead money like the bets that were missed (IR 264)."""
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
            yield r.pay_dead(place, due, L["90"], L["38"], IR[310])
    for place in r.dealt:
        due = min(r.terms.big - r.wagered.get(place, 0), r.cave(place))
        if f.unbet.get(r.player(place), 0) >= UNBET and due > 0:
            if r.readings.unbet == "own-bets":
                yield r.pay_dead(place, due, L["89"], L["83"], L["90"], IR[264])
                continue
            yield r.bet(place, due, L["89"], L["83"], IR[264])
            r.wagered[place] = r.wagered.get(place, 0) + due


def undo_missed_bets(r: Round) -> None:
    """The hand does not count: restores what was owed before it, and drops what passed by in it. By
    another reading what was restored in it stays so (IR 321)."""
    before = r.trouble.owed
    if before is None:
        return
    if r.readings.void_return == "restored":
        left = {player: min(cents, r.folk.owed.get(player, 0)) for player, cents in before.items()}
        before = {player: cents for player, cents in left.items() if cents}
    r.folk.owed = dict(before)


def remove_absent(r: Round) -> Steps:
    """Players who did not play three hands must leave the table."""
    for place in absent_places(r):
        if r.readings.sent_away == "idle-too":
            r.folk.out[r.player(place)] = L["13-2"]
        yield from leave_seat(r, place, L["13-2"])
        yield Call(L["13-2"], (IR[263],), call="away", seat=str(place),
                   facts={RISES: place})


def remove_short(r: Round) -> Steps:
    """Players with less than the minimum leave when a hand begins, by one reading (79, IR 261)."""
    for place in buy_in.short_places(r):
        yield Call(L["79"], (IR[261],), call="below-minimum", seat=str(place),
                   facts={RISES: place})
        yield from leave_seat(r, place, L["79"])


def leave_seat(r: Round, place: int, cite: str) -> Steps:
    """A player gives up their place and takes their stack; this game remembers it (14.h)."""
    player = r.player(place)
    begun = bool(r.hands) or not buy_in.registering(r)
    if r.readings.missed == "new-player":
        r.folk.owed.pop(player, None)
    elif begun:
        r.folk.left[player] = place
    if r.cave(place):
        if begun:
            r.folk.gone[player] = r.cave(place)
        yield r.release("return", f"{place}{CAVE}", r.cave(place), cite)
    r.seats[place - 1] = ""
    forget(r, player)


def forget(r: Round, player: str) -> None:
    """A player gives up their seat: their requests and counters are dropped, but not what they
    owe."""
    f = r.folk
    for counts in (f.resting, f.absent, f.unbet):
        counts.pop(player, None)
    for names in (f.registered, f.rested, f.entered):
        if player in names:
            names.remove(player)
    f.moves = [(mover, place) for mover, place in f.moves if mover != player]
