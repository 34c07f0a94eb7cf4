"""Banco: one player against the whole bank (45, 48 to 57); other bets follow in `wagers`.

The law ranks the declarations. The highest declaration that nobody exceeds plays against the bank,
whoever declared first. The stake is on the table from the declaration, and goes back to its player
when another declaration exceeds it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sabot import regulations as law
from sabot.games.chemin_de_fer import standing, wagers
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.money import euros
from sabot.procedure import Act, Call, Incident, Listen, Offer
from sabot.regulations import IR

L = law.Section("pt-217-2007/chemin-de-fer")

PASSED_TIE = "89-2"
"""The reason for which a player who passed the hand after a tie is barred."""
BANCO, ALONE, SUIVI, WITH_TABLE, PASS = "banco", "banco-alone", "suivi", "banco-table", "no-banco"


class Declared(NamedTuple):
    """A declaration: its rank, its player and its act."""

    rank: tuple[int, int, int]
    player: str
    act: str


def take_bets(r: Round) -> Steps:
    """The bets against the bank, and the player who gets the ponto's cards (36 to 61)."""
    yield from wagers.ask_kept_bets(r)
    if not r.punter_bets():
        yield from run_race(r)
    if r.call != BANCO:
        yield from wagers.take_bets(r)
    yield from wagers.close_bets(r)


def rank(r: Round, player: str, alone: bool) -> tuple[int, int, int]:
    """The rank of a player's declaration: the whole bank before half of it (50, 56). Among equals:
    first the player who lost banco in the last coup (51), then the one who declared banco with the
    table in it (57), then seated players, standing players (49), and last those without priority
    (92-2); then by order of priority."""
    order = -wagers.punters(r).index(player)
    if alone and player == r.suivi and r.readings.suivi == "before-all":  # IR 240
        return 1, 4, order
    if alone and player == r.tabled:
        return 1, 3, order
    if not alone and player == r.tabled:  # IR 420
        return 0, 0, order
    if player in r.skips:
        return int(alone), 0, order
    return int(alone), 2 if player in r.seats else 1, order


def table_limits(r: Round) -> tuple[int, int]:
    """The minimum and the maximum of a banco with the table, in cents (55): half of the bank and
    the whole of it, in multiples of the minimum (36)."""
    unit = r.table.minimum
    return -(-r.capital // (2 * unit)) * unit, r.capital // unit * unit


def run_race(r: Round) -> Steps:
    """Ask who goes banco, until nobody exceeds the highest declaration."""
    yield Call(L["96.a-3"], (L["96.a"],), call="who-banco")
    top: Declared | None = None
    passed: set[str] = set()
    turn = 0
    while True:
        offers = [offer for player in wagers.punters(r) if player not in passed
                  for offer in _ladder_offers(r, player, top)]
        if not offers:
            break
        offers += _barred_offers(r)
        late = (L["92-2"],) if r.skips else ()
        answer = yield Listen(
            L["45"], (L["48"], L["49"], IR[240], *standing.order_clauses(r), *late),
            offers=tuple(offers), window=f"banco:{turn}", clock="call", default=PASS,
            default_law=L["96.a-3"])
        if not isinstance(answer, Act):
            break
        if answer.act == PASS:
            passed.add(answer.player)
            r.play.declined.add(answer.player)
            continue
        r.play.declined.discard(answer.player)
        declared = Declared(
            rank(r, answer.player, answer.act != WITH_TABLE), answer.player, answer.act
        )
        yield from _place_declaration(r, declared, answer.amount or wagers.whole_bank(r), top)
        top, turn = declared, turn + 1
        passed.clear()
    if top is not None:
        r.ponto, r.call = top.player, "table" if _is_table(r, top) else BANCO


def _is_table(r: Round, declared: Declared) -> bool:
    """Whether a declaration is banco with the table; by the other reading of IR 422 not one for the
    whole bank."""
    whole = r.staked(r.place(declared.player)) == wagers.whole_bank(r)
    return declared.act == WITH_TABLE and not (whole and r.readings.whole_table == BANCO)


def _ladder_offers(r: Round, player: str, top: Declared | None) -> Iterator[Offer]:
    """The declarations that are open to a player: only those above the highest so far."""
    if (top is not None and top.player == player) or r.barred.get(player) == PASSED_TIE:
        return
    place, may_declare = r.place(player), False
    if top is None or rank(r, player, True) > top.rank:
        may_declare = True
        act, cite, *also = _whole_bank_act(r, player, top)
        yield Offer(act, place, cite, player, cost=wagers.whole_bank(r),
                    also=(*also, IR[252]))
    low, high = table_limits(r)
    again = player == r.tabled
    if (top is None or rank(r, player, False) > top.rank) and low <= high and not (
            again and r.readings.second_table == "forbidden"):
        may_declare = True
        yield Offer(WITH_TABLE, place, L["55"], player, low=low, high=high, unit=r.table.minimum,
                    limit_law=L["55"], high_law=L["45"], unit_law=L["36"],
                    also=(L["56"], IR[420]) if again else (L["56"],))
    if may_declare:
        yield Offer(PASS, place, L["96.a-3"], player)


def _barred_offers(r: Round) -> list[Offer]:
    """The offers that tell players why they may not go banco: they passed the hand after a tie
    (89-2), or they are the banker's associate, who takes no part (31-2)."""
    clauses = {player: L["89-2"] for player, rule in r.barred.items() if rule == PASSED_TIE}
    if r.associate:
        clauses[r.associate] = L["31-2"]
    return [Offer(BANCO, r.place(player), cite, player, barred=(player,), barred_law=cite)
            for player, cite in clauses.items() if r.place(player)]


def _whole_bank_act(r: Round, player: str, top: Declared | None) -> tuple[str, ...]:
    """The act with which a player takes the whole bank, and its clauses."""
    if player == r.suivi:
        return SUIVI, L["51"], L["54"], IR[240]
    if player == r.tabled:
        return ALONE, L["57"], L["45"]
    if top is not None and top.act == WITH_TABLE:
        return ALONE, L["50"] if player in r.seats else L["56-2"], L["45"]
    if top is not None and top.act == ALONE:
        return ALONE, L["56-3"] if player in r.seats else L["48"], L["45"]
    return BANCO, L["45"], L["48"] if player in r.seats else L["49"], L["41"]


def _place_declaration(r: Round, declared: Declared, amount: int, top: Declared | None) -> Steps:
    """Put a declaration above all others: the stake of the one before goes back."""
    place, cite = r.place(declared.player), L["55"] if declared.act == WITH_TABLE else L["45"]
    if top is not None:
        before = r.place(top.player)
        yield r.release("return", before, r.staked(before), L["56"] if top.act == WITH_TABLE
                        else L["48"], L["50"])
    yield r.stake(place, declared.player, amount, cite)
    call, *laws = _announcement(r, declared, top)
    yield Call(laws[0], tuple(laws[1:]), call=call, seat=place, facts={"sum": euros(amount)})


def _announcement(r: Round, declared: Declared, top: Declared | None) -> tuple[str, ...]:
    """The call with which the dealer repeats a declaration, and its clauses (96.a)."""
    seated = declared.player in r.seats
    if declared.act == SUIVI:
        return "banco-suivi", L["96"], L["51"]
    if declared.act == WITH_TABLE:
        if top is None:
            return "banco-table", L["96"], L["55"]
        if seated and top.player not in r.seats:
            return "table-at-table", L["56"]
        return "banco-priority", L["96.a-7"], L["48"]
    if top is None or (top.act == WITH_TABLE and declared.act == BANCO):
        return "banco", L["96.a-6"]
    if declared.act == ALONE:
        if top.act != WITH_TABLE and seated:
            return "alone-at-table", L["56-3"]
        return "banco-alone", L["96"], L["50"] if seated else L["56-2"]
    return "banco-priority", L["96.a-7"], L["48"]


def offer_suivi(r: Round) -> Steps:
    """After the cards are drawn, only the player who lost banco in the last coup may still declare,
    until another player has the cards in hand (51 to 53). A player who declined is not asked."""
    player = r.suivi
    if player not in wagers.punters(r) or player == r.ponto or player in r.play.declined:
        return
    if r.call == BANCO and r.readings.suivi == "only-later":  # IR 240
        return
    place, faults = r.place(player), ("cards-given", "cards-taken") if r.table.attended else ()
    while True:
        offers = (Offer(SUIVI, place, L["51"], player, cost=wagers.whole_bank(r),
                        also=(L["52"],)),
                  Offer(PASS, place, L["51"], player))
        answer = yield Listen(L["51"], offers=offers, window="suivi", clock="call", default=PASS,
                              default_law=L["51"], faults=faults)
        if not isinstance(answer, Incident):
            break
        faults = ()
        if (yield from wagers.keeps_cards(r, answer)):
            return
    if not isinstance(answer, Act) or answer.act == PASS:
        return
    for bet in list(r.punter_bets()):
        yield r.release("return", bet, r.staked(bet), L["52"], L["50"])
    r.ponto, r.call = player, BANCO
    amount = wagers.whole_bank(r)
    yield r.stake(place, player, amount, L["51"])
    yield Call(L["96"], (L["52"],), call="banco-suivi", seat=place, facts={"sum": euros(amount)})

