"""Breaches of conduct at the table, as a supervisor reports them (17, 20 to 24)."""

from __future__ import annotations

from sabot import regulations as law
from sabot.games.no_draw_poker.round import Hand, Round, Steps
from sabot.procedure import RISES, Call, Incident, Result
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-sem-descarte")

DAMAGED = "damaged"
"""A card is no longer perfect: its packs are replaced before the next round (24)."""
SHOWED, SPOKE, ADVISED, WAGERED = "showed", "spoke", "advised", "wagered"
"""A player shows their cards; a player communicates; somebody gives advice; people bet among
themselves."""
CONDUCT = (SHOWED, SPOKE, ADVISED, WAGERED)
CONTINUED = 2  # ir/188: the breaches after which a player is barred


def report_damage(r: Round) -> Steps:
    """A card is damaged: all packs are replaced before the next round."""
    r.spoilt = True
    yield Call(L["24"], call="damaged")


def faults(r: Round) -> tuple[str, ...]:
    """The breaches that may be reported while players decide; only at a real table."""
    return CONDUCT if r.table.attended else ()


def handle_report(r: Round, incident: Incident) -> Steps:
    """Act on a supervisor's report of a breach."""
    hand = next((hand for hand in r.hands if hand.place == incident.seat), None)
    place = hand.place if hand else ""
    if incident.kind == SHOWED:
        if hand is None:
            yield Call(L["20.b"], (L["20"],), call="cards-stay-down")
        elif hand.out:
            yield Call(L["17-5"], (IR[188],), call="passed-cards-stay-down", seat=place)
        else:
            yield from _forfeit(r, hand)
    elif incident.kind == SPOKE:
        yield Call(L["20.a"], (L["20"],), call="silence", seat=place)
    elif incident.kind == ADVISED:
        yield Call(L["21"], call="no-advice", seat=place)
    else:
        yield Call(L["23"], call="no-side-bets", seat=place)
    if hand and incident.kind in (SHOWED, SPOKE):
        r.breaches[hand.player] = r.breaches.get(hand.player, 0) + 1


def _forfeit(r: Round, hand: Hand) -> Steps:
    """A player who shows their cards loses their bets of the round, or the initial one."""
    yield Call(L["17-4"], (L["20.b"],), call="cards-stay-down", seat=hand.place)
    yield Result(L["17-6"], (IR[188],), hand=hand.place, result="lost")
    both = r.rules.readings.showing_costs == "both-bets"
    for bet in (hand.place, hand.second):
        if r.staked(bet) and (both or bet == hand.place):
            yield r.lose(bet, L["17-6"], IR[188])
        elif staked := r.staked(bet):
            yield r.release("return", bet, staked, L["17-6"], IR[188])
    hand.out = True
    yield r.discard(L["17-6"], hand.place)


def bar_players(r: Round) -> Steps:
    """Bar the players who broke the rules repeatedly from further play."""
    for n, player in enumerate(r.seats, start=1):
        if r.breaches.get(player, 0) >= CONTINUED:
            r.barred = (*r.barred, player)
            del r.breaches[player]
            r.seats[n - 1] = ""
            yield Call(L["20-2"], (IR[188],), call="may-not-play", facts={RISES: n})
