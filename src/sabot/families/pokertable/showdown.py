"""Cards are turned, hands compared, the pot paid (51, 62 to 68, 7, 49, 50, 104)."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

from sabot import law
from sabot.families.pokertable.cards import opened
from sabot.families.pokertable.combinations import clauses
from sabot.families.pokertable.hand_values import five, strengths
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
"""Under which clauses each part of a pot is won."""
SHARED = {BETS: (L["66"], L["67"], L["67-2"], IR[235], IR[236]),
          EQUAL: (L["104"], L["67"], L["67-2"], IR[235], IR[236])}
SHARED[LOST] = SHARED[BETS]
"""Those under which equal hands share it."""


def showdown(r: Round) -> Generator[AnyStep, Any, Division]:
    """Who is left shows, the opener of the last round first, and the dealer names who wins; how the
    pot is divided."""
    live, unseen = r.live, r.terms.unseen
    if len(live) == 1 or unseen.issuperset(live):
        yield Call(L["51"], call="wins-unseen", seat=str(live[0]))
        return divided(r, [live], ["high"] if len(live) > 1 else [""])
    cite, also = r.variant.cites["best"]
    order = [place for place in r.clockwise((r.opener - 2) % r.places + 1)
             if place in live and place not in unseen]
    idle = () if all(map(r.cave, live)) else (IR[320],)
    for place in order:
        if place not in r.trouble.open:
            yield from opened(r, place, L["62"], L["62-2"], *idle)
    value = strengths(r.variant, {place: r.cards[place] for place in order}, r.board)
    groups: list[list[int]] = []
    for place in sorted(order, key=value.__getitem__, reverse=True):
        if groups and value[groups[-1][0]] == value[place]:
            groups[-1].append(place)
        else:
            groups.append([place])
    r.shown = value[groups[0][0]].category
    categories = [value[group[0]].category for group in groups]
    if hidden := [place for place in live if place in unseen]:  # they lose to whoever shows
        groups.append(hidden)
        categories.append("high")
    found = divided(r, groups, categories)
    shown = [value[place].category for place in order]
    for place in order:
        worth, result = value[place], _fate(found, place)
        facts: dict[str, Any] = {"category": worth.category}
        if result != "lost":
            facts["cards"] = list(five(r.variant, r.cards[place], r.board, worth))
        made = clauses(r.variant.ranking, worth, shown)
        yield Result(L["64"], (*made, L["63"], cite, *also), hand=str(place), result=result,
                     facts=facts)
    return found


def divided(r: Round, groups: list[list[int]], categories: list[str]) -> Division:
    """The pot as the rules divide it among these hands, the best first, equal ones together."""
    t = r.terms
    bets = r.bets
    # 104 does not name hands that have nothing but a high card: 66 divides them (IR 235).
    by_bets = LOST if t.tied == "lost" else BETS
    ties = [EQUAL if t.equal and category != "high" else by_bets for category in categories]
    return divide(bets, r.folded & set(bets), groups, r.hand, r.places, t.odd,
                  dead=r.dead, reading=t.shares, ties=ties, for_all=t.dead_for_all,
                  as_one=t.as_one)


def _fate(found: Division, place: int) -> str:
    """What the dealer announces of a hand: it wins a part of the pot, alone or with others."""
    parts = [part.winners for part in found.parts if place in part.winners]
    return "lost" if not parts else "won" if any(len(won) == 1 for won in parts) else "tie"


def settle(r: Round, found: Division) -> Steps:
    """What nobody matched goes back; the percentage is put in its slot, and the pot goes to who won
    it (7, 9.c, 9.f, 38, 48 to 50, 65 to 67, 104)."""
    t = r.terms
    for place, amount in found.back.items():
        yield r.travel(POTS[place], CAVES[place], L["48"], IR[233], amount=amount)
    won = found.won
    cut = of_hand(won, t.rate, t.cap) if t.rate else dict.fromkeys(won, 0)
    yield from _cut(r, cut, won)
    for part in found.parts:
        cite, also = CITES[part.word]
        if part.short and part.ties != EQUAL and part.word != "proportion":
            also += (L["49-2"], L["50"])
        for place, amount in part.winners.items():
            yield Call(cite, also + SHARED.get(part.ties, ()), call=part.word,
                       seat=str(place), facts={"amount": euros(amount)})
    yield from _paid(r, {place: amount - cut[place] for place, amount in won.items()})
    r.results.insert(0, f"{r.shown or 'unseen'} {found.pot}")
    del r.results[20:]


def _cut(r: Round, cut: dict[int, int], won: dict[int, int]) -> Steps:
    """The percentage of the house, out of what the others have bet first."""
    t, due = r.terms, sum(cut.values())
    if not due:
        return
    also = [L["7"], L["9.c"], L["99-2"] if r.variant.antes else L["5-2"],
            L["65-2"] if len(won) > 1 else L["65"], IR[237]]
    if t.cap is not None and due == t.cap:
        also.append(L["7.a-2"])
    for bet in _lying(r, sorted(r.dealt, key=lambda place: place in won)):
        amount = min(due, r.staked(bet))
        if amount:
            yield r.release("commission", bet, amount, L["7.a"], *also)
            due -= amount


def _paid(r: Round, due: dict[int, int]) -> Steps:
    """Every winner has his own bets back, then those of the others."""
    left = dict(due)
    for place in due:
        own = min(left[place], r.paid(place))
        if own:
            yield r.travel(POTS[place], CAVES[place], L["65"], L["9.f"], amount=own)
            left[place] -= own
    for bet in _lying(r, r.dealt):
        for winner in left:
            amount = min(left[winner], r.staked(bet))
            if amount:
                yield r.take(bet, CAVES[winner], L["65"], L["9.f"], amount=amount)
                left[winner] -= amount


def _lying(r: Round, places: Iterable[int]) -> list[str]:
    """What lies in the pot, by the places that put it there."""
    return [bet for place in places for bet in (DEADS[place], POTS[place]) if bet in r.stakes]
