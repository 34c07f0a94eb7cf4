"""The showdown: cards are turned up, hands compared, the pot paid (51, 62 to 68, 7, 49, 50,
104)."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

from sabot import law
from sabot.families.pokertable.cards import turn_up
from sabot.families.pokertable.combinations import clauses
from sabot.families.pokertable.hand_values import best_five, strengths
from sabot.families.pokertable.percentage import of_hand
from sabot.families.pokertable.pots import BETS, EQUAL, LOST, Division, divide
from sabot.families.pokertable.round import CAVES, DEADS, POTS, Round, Steps
from sabot.law import IR
from sabot.money import euros
from sabot.procedure import AnyStep, Call, Result

L = law.Section("pt-217-2007/poquer-nao-bancado")

CITES = {"main": (L["65"], (L["9.f"],)), "side": (L["38-2"], (L["65"], IR[232])),
         "proportion": (L["49-2"], (L["50"], L["65-2"], IR[232])),
         "remainder": (L["49-2"], (L["65-2"], IR[234]))}
"""The clauses under which each part of a pot is won."""
SHARED = {BETS: (L["66"], L["67"], L["67-2"], IR[235], IR[236]),
          EQUAL: (L["104"], L["67"], L["67-2"], IR[235], IR[236])}
SHARED[LOST] = SHARED[BETS]
"""The clauses under which equal hands share a part."""


def showdown(r: Round) -> Generator[AnyStep, Any, Division]:
    """The remaining players show, the opener of the last round first, and the dealer names the
    winner; returns the division of the pot."""
    live, unseen = r.live, r.terms.unseen
    if len(live) == 1 or unseen.issuperset(live):
        yield Call(L["51"], call="wins-unseen", seat=str(live[0]))
        return divide_pot(r, [live], ["high"] if len(live) > 1 else [""])
    cite, also = r.variant.cites["best"]
    order = [place for place in r.clockwise((r.opener - 2) % r.places + 1)
             if place in live and place not in unseen]
    idle = () if all(map(r.cave, live)) else (IR[320],)
    for place in order:
        if place not in r.trouble.open:
            yield from turn_up(r, place, L["62"], L["62-2"], *idle)
    value = strengths(r.variant, {place: r.cards[place] for place in order}, r.board)
    groups: list[list[int]] = []
    for place in sorted(order, key=value.__getitem__, reverse=True):
        if groups and value[groups[-1][0]] == value[place]:
            groups[-1].append(place)
        else:
            groups.append([place])
    r.winning_category = value[groups[0][0]].category
    categories = [value[group[0]].category for group in groups]
    if hidden := [place for place in live if place in unseen]:  # they lose to hands that are shown
        groups.append(hidden)
        categories.append("high")
    division = divide_pot(r, groups, categories)
    shown_categories = [value[place].category for place in order]
    for place in order:
        strength, result = value[place], _result(division, place)
        facts: dict[str, Any] = {"category": strength.category}
        if result != "lost":
            facts["cards"] = list(best_five(r.variant, r.cards[place], r.board, strength))
        cited = clauses(r.variant.ranking, strength, shown_categories)
        yield Result(L["64"], (*cited, L["63"], cite, *also), hand=str(place), result=result,
                     facts=facts)
    return division


def divide_pot(r: Round, groups: list[list[int]], categories: list[str]) -> Division:
    """The division of the pot among these hands, the best first, equal ones together."""
    t = r.terms
    bets = r.bets
    # 104 does not name hands with only a high card: 66 divides them (IR 235).
    by_bets = LOST if t.tied == "lost" else BETS
    ties = [EQUAL if t.equal and category != "high" else by_bets for category in categories]
    return divide(bets, r.folded & set(bets), groups, r.hand, r.places, t.odd,
                  dead=r.dead, reading=t.shares, ties=ties, for_all=t.dead_for_all,
                  as_one=t.as_one)


def _result(division: Division, place: int) -> str:
    """What the dealer announces of a hand: it wins a part of the pot, ties, or loses."""
    parts = [part.winners for part in division.parts if place in part.winners]
    return "lost" if not parts else "won" if any(len(won) == 1 for won in parts) else "tie"


def settle(r: Round, division: Division) -> Steps:
    """The uncalled bet goes back; the percentage is taken, and the pot goes to the winners (7, 9.c,
    9.f, 38, 48 to 50, 65 to 67, 104)."""
    t = r.terms
    for place, amount in division.back.items():
        yield r.travel(POTS[place], CAVES[place], L["48"], IR[233], amount=amount)
    won = division.won
    cut = of_hand(won, t.rate, t.cap) if t.rate else dict.fromkeys(won, 0)
    yield from _take_percentage(r, cut, won)
    for part in division.parts:
        cite, also = CITES[part.word]
        if part.short and part.ties != EQUAL and part.word != "proportion":
            also += (L["49-2"], L["50"])
        for place, amount in part.winners.items():
            yield Call(cite, also + SHARED.get(part.ties, ()), call=part.word,
                       seat=str(place), facts={"amount": euros(amount)})
    yield from _pay(r, {place: amount - cut[place] for place, amount in won.items()})
    r.results.insert(0, f"{r.winning_category or 'unseen'} {division.pot}")
    del r.results[20:]


def _take_percentage(r: Round, cut: dict[int, int], won: dict[int, int]) -> Steps:
    """The percentage of the house, taken first from the bets of the losers."""
    t, due = r.terms, sum(cut.values())
    if not due:
        return
    also = [L["7"], L["9.c"], L["99-2"] if r.variant.antes else L["5-2"],
            L["65-2"] if len(won) > 1 else L["65"], IR[237]]
    if t.cap is not None and due == t.cap:
        also.append(L["7.a-2"])
    for bet in _pot_bets(r, sorted(r.dealt, key=lambda place: place in won)):
        amount = min(due, r.staked(bet))
        if amount:
            yield r.release("commission", bet, amount, L["7.a"], *also)
            due -= amount


def _pay(r: Round, due: dict[int, int]) -> Steps:
    """Every winner gets their own bets back, then those of the others."""
    unpaid = dict(due)
    for place in due:
        own = min(unpaid[place], r.in_pot(place))
        if own:
            yield r.travel(POTS[place], CAVES[place], L["65"], L["9.f"], amount=own)
            unpaid[place] -= own
    for bet in _pot_bets(r, r.dealt):
        for winner in unpaid:
            amount = min(unpaid[winner], r.staked(bet))
            if amount:
                yield r.take(bet, CAVES[winner], L["65"], L["9.f"], amount=amount)
                unpaid[winner] -= amount


def _pot_bets(r: Round, places: Iterable[int]) -> list[str]:
    """The bets in the pot, by the places that put them there."""
    return [bet for place in places for bet in (DEADS[place], POTS[place]) if bet in r.stakes]
