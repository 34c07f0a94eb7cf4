"""Settlement: the hands in play against the bank's, and the jackpot (6, 7, 9 to 18)."""

from __future__ import annotations

from typing import NamedTuple

from sabot import regulations as law
from sabot.families.jackpot.pool import contribute, pay
from sabot.families.poker.hands import Strength
from sabot.games.no_draw_poker.clauses import BY_HAND, COMBINATION, POOL, TIE_BREAK, Cite
from sabot.games.no_draw_poker.play import turn_up
from sabot.games.no_draw_poker.round import Hand, Round, Steps, known
from sabot.games.no_draw_poker.rules import ANTE_PAYS, NOT_QUALIFIED, PAYS, Prize
from sabot.money import Odds
from sabot.procedure import Call, Move, Result
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-sem-descarte")


class Due(NamedTuple):
    """A prize that the bank owes for a bet: its odds, and the amount in cents."""

    bet: str
    odds: Odds
    amount: int
    cite: Cite


def settle(r: Round, plays: bool) -> Steps:
    """Settle every hand in play, in the order of the boxes."""
    won: list[Due] = []
    fates: list[tuple[Hand, str, Cite]] = []
    r.shown = plays
    if plays:
        bank = r.strength_of(r.bank)
        for hand in r.in_play:
            yield from turn_up(hand.cards, hand.place, (L["18-4"], ()))
            worth = r.strength_of(hand.cards)
            yield Call(COMBINATION[worth.category], (L["18-4"],), call=worth.category,
                       seat=hand.place)
            result, cite = compare(worth, bank)
            fates.append((hand, result, cite))
            if result == "won":
                won += [_due(r, hand.second, PAYS[worth.category],
                             (COMBINATION[worth.category], (L["18-4"],))),
                        _due(r, hand.place, ANTE_PAYS, (L["18-5"], ()))]
    else:
        cite = L["18-3"], (IR[164],)
        for hand in r.in_play:
            fates.append((hand, "bank-out", cite))
            won.append(_due(r, hand.place, NOT_QUALIFIED, cite))
            if r.rules.readings.second_bet == "paid":
                won.append(_due(r, hand.second, NOT_QUALIFIED, cite))
    prizes = yield from _apply_cap(r, won)
    for hand, result, cite in fates:
        yield Result(*cite, hand=hand.place, result=result)
        yield from _settle_hand(r, hand, result, cite, [
            prize for prize in prizes if prize.bet in (hand.place, hand.second)])


def compare(mine: Strength, bank: Strength) -> tuple[str, Cite]:
    """The result of a hand against the bank's, and the clauses that decide it."""
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


def _apply_cap(r: Round, prizes: list[Due]) -> Steps:
    """Reduce the prizes of a round to the authorised limit (15); returns them."""
    cap, total = r.rules.prize_cap, sum(prize.amount for prize in prizes)
    if not cap or total <= cap:
        return prizes
    yield Call(L["15"], (IR[185],), call="prizes-capped")
    reduced, left = [], cap
    for prize in prizes:
        amount = min(prize.amount, left) if r.rules.cap_in_order else prize.amount * cap // total
        left -= amount
        reduced.append(prize._replace(amount=amount, cite=(
            prize.cite[0], (*prize.cite[1], L["15"], IR[185]))))
    return reduced


def _settle_hand(r: Round, hand: Hand, result: str, cite: Cite, prizes: list[Due]) -> Steps:
    """Pay the prizes of one hand and return its bets, or collect them."""
    bets = (hand.second, hand.place)
    if result == "lost":
        for bet in bets:
            yield r.lose(bet, L["18-6"])
        return
    for bet in bets:
        if (result, r.rules.readings.second_bet, bet) == ("bank-out", "lost", hand.second):
            yield r.lose(bet, cite[0], *cite[1])
            continue
        for prize in prizes:
            if prize.bet == bet and prize.amount:
                whole = prize.amount == prize.odds.pays(r.staked(bet))
                yield Move(*prize.cite, kind="pay", bet=bet, player=hand.player,
                           amount=prize.amount, odds=str(prize.odds) if whole else "")
        clauses = cite if result == "bank-out" else (L["6.resultado"], ())
        yield r.release("return", bet, r.staked(bet), clauses[0], *clauses[1])


# -- the jackpot -----------------------------------------------------------------------------------


def settle_jackpot(r: Round) -> Steps:
    """Settle the chips; winning combinations are paid whether or not the bank played."""
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
        if hidden:  # at a real table only the player has seen them
            yield from turn_up(hand.cards, hand.place, (L["11"], (L["9"],)))
        prize = prizes.get(r.strength_of(hand.cards).category)
        if prize is None:
            continue
        if not hidden and not r.shown:
            yield from turn_up(hand.cards, hand.place, (L["11"], (L["9"],)))
        won.append((prize, hand.place))
    r.jackpot_paid = bool(won)
    yield from pay(r, scale, scale.prizes, won, r.chips, pool, divided=True,
                   weight=scale.prizes.index)  # prizes grow with the combination


def collect_cards(r: Round) -> Steps:
    """Collect the cards into the discard corner; cards that won a jackpot prize only now (11)."""
    if r.on_table:
        yield r.discard(L["11"] if r.jackpot_paid else IR[24], *r.on_table)
