"""Payment: the hands of those who went on against the bank's, and the jackpot (6, 7, 9 to 18)."""

from __future__ import annotations

from typing import NamedTuple

from sabot import law
from sabot.families.jackpot.pool import contribute, pay
from sabot.families.poker.hands import Strength
from sabot.games.no_draw_poker.clauses import BY_HAND, COMBINATION, POOL, TIE_BREAK, Cite
from sabot.games.no_draw_poker.play import turn_up
from sabot.games.no_draw_poker.round import Hand, Round, Steps, known
from sabot.games.no_draw_poker.rules import ANTE_PAYS, NOT_QUALIFIED, PAYS, Prize
from sabot.law import IR
from sabot.money import Odds
from sabot.procedure import Call, Move, Result

L = law.Section("pt-217-2007/poquer-sem-descarte")


class Due(NamedTuple):
    """A prize that the bank owes for a bet: its odds, and what is paid, in cents."""

    bet: str
    odds: Odds
    amount: int
    cite: Cite


def settle(r: Round, plays: bool) -> Steps:
    """Every hand in play, in the order of the boxes."""
    won: list[Due] = []
    fates: list[tuple[Hand, str, Cite]] = []
    r.shown = plays
    if plays:
        mine = r.worth(r.bank)
        for hand in r.in_play:
            yield from turn_up(hand.cards, hand.place, (L["18-4"], ()))
            worth = r.worth(hand.cards)
            yield Call(COMBINATION[worth.category], (L["18-4"],), call=worth.category,
                       seat=hand.place)
            how, cite = compare(worth, mine)
            fates.append((hand, how, cite))
            if how == "won":
                won += [_due(r, hand.second, PAYS[worth.category],
                             (COMBINATION[worth.category], (L["18-4"],))),
                        _due(r, hand.place, ANTE_PAYS, (L["18-5"], ()))]
    else:
        cite = L["18-3"], (IR[164],)
        for hand in r.in_play:
            fates.append((hand, "bank-out", cite))
            won.append(_due(r, hand.place, NOT_QUALIFIED, cite))
    due = yield from _capped(r, won)
    for hand, how, cite in fates:
        yield Result(*cite, hand=hand.place, result=how)
        yield from _decided(r, hand, how, cite, [one for one in due
                                                 if one.bet in (hand.place, hand.second)])


def compare(mine: Strength, bank: Strength) -> tuple[str, Cite]:
    """How a hand stands against the bank's, and the clauses that decide it."""
    same = mine.category == bank.category
    also: tuple[str, ...] = (L["6"], L["1-2"])
    if same:
        also = (L["18-7"], L["7"], *TIE_BREAK[mine.category], L["1-2"])
    if same and mine.category == "high" and mine.kickers[:5] == bank.kickers[:5]:
        also = (*also, L["6.j.desempate"], IR[137])
    if mine > bank:
        return "won", (L["18-4"], also)
    if mine < bank:
        return "lost", (L["18-6"], also)
    return "tie", (L["6.resultado"], also)


def _due(r: Round, bet: str, odds: Odds, cite: Cite) -> Due:
    return Due(bet, odds, odds.pays(r.staked(bet)), cite)


def _capped(r: Round, due: list[Due]) -> Steps:
    """No more is paid in prizes than the authority lets the bank bear in a play (15)."""
    cap, total = r.rules.prize_cap, sum(one.amount for one in due)
    if not cap or total <= cap:
        return due
    yield Call(L["15"], (IR[185],), call="prizes-capped")
    found, left = [], cap
    for one in due:
        amount = min(one.amount, left) if r.rules.cap_in_order else one.amount * cap // total
        left -= amount
        found.append(one._replace(amount=amount, cite=(one.cite[0],
                                                       (*one.cite[1], L["15"], IR[185]))))
    return found


def _decided(r: Round, hand: Hand, how: str, cite: Cite, due: list[Due]) -> Steps:
    """One hand is paid, gives its bets back, or loses them."""
    bets = (hand.second, hand.place)
    if how == "lost":
        for bet in bets:
            yield r.lose(bet, L["18-6"])
        return
    for bet in bets:
        for one in due:
            if one.bet == bet and one.amount:
                yield Move(*one.cite, kind="pay", bet=bet, player=hand.player, amount=one.amount,
                           odds=str(one.odds) if one.amount == one.odds.pays(r.staked(bet)) else "")
        kept = cite if how == "bank-out" else (L["6.resultado"], ())
        yield r.release("return", bet, r.staked(bet), kept[0], *kept[1])


# -- the jackpot -----------------------------------------------------------------------------------


def jackpot(r: Round) -> Steps:
    """Chips are decided, and winning combinations paid whether or not the bank played."""
    scale = r.rules.jackpot
    if scale is None:
        return
    pool = BY_HAND if scale.manual else POOL
    yield from contribute(r, scale, pool)
    prizes = {prize.name: prize for prize in scale.prizes}
    won: list[tuple[Prize, str]] = []
    for hand in r.in_play:
        if hand.place not in r.chips:
            continue
        hidden = not known(hand.cards)
        if hidden:  # at a real table nobody but the player has seen them
            yield from turn_up(hand.cards, hand.place, (L["11"], (L["9"],)))
        prize = prizes.get(r.worth(hand.cards).category)
        if prize is None:
            continue
        if not hidden and not r.shown:
            yield from turn_up(hand.cards, hand.place, (L["11"], (L["9"],)))
        won.append((prize, hand.place))
    r.paid = bool(won)
    yield from pay(r, scale, scale.prizes, won, r.chips, pool, divided=True,
                   weight=scale.prizes.index)  # they grow with the combination


def collected(r: Round) -> Steps:
    """The cards go to the discard corner; those that won a prize of the jackpot only now (11)."""
    if r.lies:
        yield r.discard(L["11"] if r.paid else IR[24], *r.lies)
