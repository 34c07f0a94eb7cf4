"""Who plays alone against the bank (45, 48 to 57); bets of several follow in `bets`.

The law has a ladder of declarations; who stands highest on it when nobody goes above him has the
bank, whoever spoke first. What he stakes lies on the table from his declaration on, and goes back
to him when another goes above it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sabot import law
from sabot.games.chemin_de_fer import standing, wagers
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.law import IR
from sabot.money import euros
from sabot.procedure import Act, Call, Incident, Listen, Offer

L = law.Section("pt-217-2007/chemin-de-fer")

PASSED = "89-2"
"""Why a player is barred who passed the hand after a tie."""
BANCO, ALONE, SUIVI, WITH_TABLE, PASS = "banco", "banco-alone", "suivi", "banco-table", "no-banco"


class Declared(NamedTuple):
    """A declaration: where it stands on the ladder, whose it is, and with what word."""

    rank: tuple[int, int, int]
    player: str
    act: str


def bets(r: Round) -> Steps:
    """What is staked against the bank, and who has the cards for it (36 to 61)."""
    yield from wagers.kept(r)
    if not r.punted():
        yield from race(r)
    if r.call != BANCO:
        yield from wagers.taken(r)
    yield from wagers.closed(r)


def rank(r: Round, player: str, alone: bool) -> tuple[int, int, int]:
    """Where a player's declaration stands: the whole bank before half of it (50, 56); who goes on
    against a bank that beat him before all others (51), then who had half of it (57), those who
    sit before those who stand (49), and last who has no priority (92-2); of equals the first in
    order."""
    order = -wagers.against(r).index(player)
    if alone and player == r.suivi:
        return 1, 4, order
    if alone and player == r.tabled:
        return 1, 3, order
    if player in r.skips:
        return int(alone), 0, order
    return int(alone), 2 if player in r.seats else 1, order


def half(r: Round) -> tuple[int, int]:
    """The least and the most that banco with the table may stake (55): half the bank, and what of
    the whole is a multiple of the minimum (36)."""
    unit = r.table.minimum
    return -(-r.capital // (2 * unit)) * unit, r.capital // unit * unit


def race(r: Round) -> Steps:
    """Who wants to go banco is asked, until nobody goes above what was declared."""
    yield Call(L["96.a-3"], (L["96.a"],), call="who-banco")
    top: Declared | None = None
    passed: set[str] = set()
    turn = 0
    while True:
        offers = [offer for player in wagers.against(r) if player not in passed
                  for offer in _may(r, player, top)]
        if not offers:
            break
        offers += _barred(r)
        late = (L["92-2"],) if r.skips else ()
        heard = yield Listen(L["45"], (L["48"], L["49"], IR[240], *standing.order(r), *late),
                             offers=tuple(offers), window=f"banco:{turn}", clock="call",
                             default=PASS, default_law=L["96.a-3"])
        if not isinstance(heard, Act):
            break
        if heard.act == PASS:
            passed.add(heard.player)
            r.play.declined.add(heard.player)
            continue
        r.play.declined.discard(heard.player)
        made = Declared(rank(r, heard.player, heard.act != WITH_TABLE), heard.player, heard.act)
        yield from _goes(r, made, heard.amount or r.capital, top)
        top, turn = made, turn + 1
        passed.clear()
    if top is not None:
        r.ponto, r.call = top.player, "table" if top.act == WITH_TABLE else BANCO


def _may(r: Round, player: str, top: Declared | None) -> Iterator[Offer]:
    """What of the ladder a player may still declare: only what stands above the highest."""
    if (top is not None and top.player == player) or r.barred.get(player) == PASSED:
        return
    place, found = r.place(player), False
    if top is None or rank(r, player, True) > top.rank:
        found = True
        act, cite, *also = _alone(r, player, top)
        yield Offer(act, place, cite, player, cost=r.capital,
                    also=(*also, IR[252]))
    low, high = half(r)
    if (top is None or rank(r, player, False) > top.rank) and player != r.tabled and low <= high:
        found = True
        yield Offer(WITH_TABLE, place, L["55"], player, low=low, high=high, unit=r.table.minimum,
                    limit_law=L["55"], high_law=L["45"], unit_law=L["36"], also=(L["56"],))
    if found:
        yield Offer(PASS, place, L["96.a-3"], player)


def _barred(r: Round) -> list[Offer]:
    """Who may not go banco: who passed the hand after a tie (89-2), and the banker's associate, who
    plays no part (31-2)."""
    why = {player: L["89-2"] for player, rule in r.barred.items() if rule == PASSED}
    if r.associate:
        why[r.associate] = L["31-2"]
    return [Offer(BANCO, r.place(player), cite, player, barred=(player,), barred_law=cite)
            for player, cite in why.items() if r.place(player)]


def _alone(r: Round, player: str, top: Declared | None) -> tuple[str, ...]:
    """The word with which a player takes the whole bank, and the clauses that give it to him."""
    if player == r.suivi:
        return SUIVI, L["51"], L["54"], IR[240]
    if player == r.tabled:
        return ALONE, L["57"], L["45"]
    if top is not None and top.act == WITH_TABLE:
        return ALONE, L["50"] if player in r.seats else L["56-2"], L["45"]
    if top is not None and top.act == ALONE:
        return ALONE, L["56-3"] if player in r.seats else L["48"], L["45"]
    return BANCO, L["45"], L["48"] if player in r.seats else L["49"], L["41"]


def _goes(r: Round, made: Declared, amount: int, top: Declared | None) -> Steps:
    """A declaration stands above all others: what lay for another goes back to him."""
    place, cite = r.place(made.player), L["55"] if made.act == WITH_TABLE else L["45"]
    if top is not None:
        before = r.place(top.player)
        yield r.release("return", before, r.staked(before), L["56"] if top.act == WITH_TABLE
                        else L["48"], L["50"])
    yield r.stake(place, made.player, amount, cite)
    call, *laws = _said(r, made, top)
    yield Call(laws[0], tuple(laws[1:]), call=call, seat=place, facts={"sum": euros(amount)})


def _said(r: Round, made: Declared, top: Declared | None) -> tuple[str, ...]:
    """What the dealer repeats of a declaration (96.a)."""
    seated = made.player in r.seats
    if made.act == SUIVI:
        return "banco-suivi", L["96"], L["51"]
    if made.act == WITH_TABLE:
        if top is None:
            return "banco-table", L["96"], L["55"]
        if seated and top.player not in r.seats:
            return "table-at-table", L["56"]
        return "banco-priority", L["96.a-7"], L["48"]
    if top is None or (top.act == WITH_TABLE and made.act == BANCO):
        return "banco", L["96.a-6"]
    if made.act == ALONE:
        if top.act != WITH_TABLE and seated:
            return "alone-at-table", L["56-3"]
        return "banco-alone", L["96"], L["50"] if seated else L["56-2"]
    return "banco-priority", L["96.a-7"], L["48"]


def suivi(r: Round) -> Steps:
    """After the cards are drawn only who lost to this bank in the coup before may still declare,
    until another has taken them in hand (51 to 53). Who said that he would not is not asked."""
    player = r.suivi
    if player not in wagers.against(r) or player == r.ponto or player in r.play.declined:
        return
    place, faults = r.place(player), ("cards-given", "cards-taken") if r.table.attended else ()
    while True:
        offers = (Offer(SUIVI, place, L["51"], player, cost=r.capital, also=(L["52"],)),
                  Offer(PASS, place, L["51"], player))
        heard = yield Listen(L["51"], offers=offers, window="suivi", clock="call", default=PASS,
                             default_law=L["51"], faults=faults)
        if not isinstance(heard, Incident):
            break
        faults = ()
        if (yield from wagers.seized(r, heard)):
            return
    if not isinstance(heard, Act) or heard.act == PASS:
        return
    for bet in list(r.punted()):
        yield r.release("return", bet, r.staked(bet), L["52"], L["50"])
    r.ponto, r.call = player, BANCO
    yield r.stake(place, player, r.capital, L["51"])
    yield Call(L["96"], (L["52"],), call="banco-suivi", seat=place, facts={"sum": euros(r.capital)})

