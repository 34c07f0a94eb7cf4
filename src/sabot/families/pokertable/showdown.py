"""The showdown: cards are turned up, hands compared, the pot paid (51, 62 to 68, 7, 49, 50,
104)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import Any

from sabot import regulations as law
from sabot.families.poker.lows import eight_or_better
from sabot.families.pokertable.absences import count_hand
from sabot.families.pokertable.betting_terms import Terms
from sabot.families.pokertable.cards import collect, turn_up
from sabot.families.pokertable.combinations import clauses
from sabot.families.pokertable.hand_values import best_five, strengths
from sabot.families.pokertable.percentage import of_hand, of_payments
from sabot.families.pokertable.pots import BETS, EQUAL, LOST, Division, Part, divide, uncalled
from sabot.families.pokertable.readings import Readings
from sabot.families.pokertable.round import CAVES, DEADS, POTS, Round, Steps
from sabot.families.pokertable.split_pots import BoardOrder, divide_by_boards
from sabot.families.pokertable.variant import Variant
from sabot.money import euros
from sabot.procedure import AnyStep, Call, Result
from sabot.regulations import IR, cite_clause

L = law.Section("pt-217-2007/poquer-nao-bancado")

NAMED = frozenset(("full", "straight", "three", "figures-with-pairs", "simple-figures", "two-pair",
                   "pair"))
"""The combinations whose ties 104 names (103.e to 103.l)."""
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
    cite_clause(IR[452])
    cite, also = r.variant.cites["best"]
    order = [place for place in r.clockwise((r.opener - 2) % r.places + 1)
             if place in live and place not in unseen]
    idle = () if all(map(r.cave, live)) else (IR[320],)
    for place in order:
        if place not in r.trouble.open:
            yield from turn_up(r, place, L["62"], L["62-2"], *idle)
    value = strengths(r.variant, {place: r.cards[place] for place in order}, r.board)
    groups = _equal_groups(order, value)
    r.winning_category = value[groups[0][0]].category
    categories = [value[group[0]].category for group in groups]
    if hidden := [place for place in live if place in unseen]:  # they lose to hands that are shown
        groups.append(hidden)
        categories.append("high")
    division = _divide_by_boards(r, order, hidden) if r.terms.low or r.terms.boards else \
        divide_pot(r, groups, categories)
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


def _equal_groups(order: list[int], value: Mapping[int, Any]) -> list[list[int]]:
    """Places by the value of their hands, the best first, equal ones together."""
    groups: list[list[int]] = []
    for place in sorted(order, key=value.__getitem__, reverse=True):
        if groups and value[groups[-1][0]] == value[place]:
            groups[-1].append(place)
        else:
            groups.append([place])
    return groups


def _divide_by_boards(r: Round, order: list[int], hidden: list[int]) -> Division:
    """The division of the pot where several boards or low hands share it; no clause has either."""
    hands = {place: r.cards[place] for place in order}
    orders = []
    for board in (r.board, *r.boards):
        high = _equal_groups(order, strengths(r.variant, hands, board))
        lows = {place: low for place, own in hands.items()
                if r.terms.low and (low := eight_or_better(own, board, r.variant.use)) is not None}
        low_groups = _equal_groups(list(lows), lows)[::-1]
        orders.append(BoardOrder([*high, hidden] if hidden else high, low_groups))
    bets, t = r.bets, r.terms
    return divide_by_boards(bets, r.folded & set(bets), orders, r.hand, r.places, t.odd,
                            dead=r.dead, for_all=t.dead_for_all, as_one=t.as_one)


def divide_pot(r: Round, groups: list[list[int]], categories: list[str]) -> Division:
    """The division of the pot among these hands, the best first, equal ones together."""
    t = r.terms
    bets = r.bets
    ties = sharing(r.variant, t, r.readings, categories)
    return divide(bets, r.folded & set(bets), groups, r.hand, r.places, t.odd,
                  dead=r.dead, forfeits=r.forfeits & set(bets), reading=t.shares, ties=ties,
                  for_all=t.dead_for_all, as_one=t.as_one, unmatched=r.readings.unmatched,
                  next_all_in=r.readings.next_all_in,
                  first_odd=r.readings.left_over == "first-winner")


def sharing(variant: Variant, terms: Terms, readings: Readings, categories: Iterable[str]
            ) -> list[str]:
    """How equal hands with each of these combinations share: in equal parts (104) or by their bets
    (66)."""
    by_bets = LOST if terms.tied == "lost" else BETS
    return [EQUAL if terms.equal and _in_equal_parts(variant, readings, category) else by_bets
            for category in categories]


def _in_equal_parts(variant: Variant, readings: Readings, category: str) -> bool:
    """Whether equal hands with this combination share in equal parts (104). 104 names neither hands
    with only a high card nor flushes, which tie by one reading: 66 divides them, or by another
    reading equal parts too (103.m, IR 455)."""
    if category in NAMED or not variant.antes:
        return category != "high"
    cite_clause(IR[455])
    return readings.other_ties == "equal"


def share(r: Round, places: list[int]) -> Steps:
    """Two players whose hands are both null share the pot, by one reading (71.g, 66, IR 273)."""
    r.folded -= set(places)
    r.live = places
    yield Call(L["71.g"], (L["66"], IR[273]), call="both-share")
    division = divide_pot(r, [places], ["high"])
    count_hand(r)
    yield from settle(r, division)
    r.cards, r.live = {}, []
    yield from collect(r)
    r.hands += 1


def _result(division: Division, place: int) -> str:
    """What the dealer announces of a hand: it wins a part of the pot, ties, or loses."""
    parts = [part.winners for part in division.parts if place in part.winners]
    return "lost" if not parts else "won" if any(len(won) == 1 for won in parts) else "tie"


def settle(r: Round, division: Division) -> Steps:
    """The uncalled bet goes back; the percentage is taken, and the pot goes to the winners (7, 9.c,
    9.f, 38, 48 to 50, 65 to 67, 104)."""
    t = r.terms
    for place, amount in division.back.items():
        if place not in r.folded:
            yield r.travel(POTS[place], CAVES[place], L["48"], IR[233], amount=amount)
        elif r.player(place) == r.names[place]:
            yield r.travel(POTS[place], CAVES[place], L["48"], IR[454], amount=amount)
        else:  # the player of a null hand has left
            yield r.release("refund", POTS[place], amount, L["48"], IR[454])
    in_pot = (IR[233],) if (r.readings.unmatched == "in-pot"
                            and uncalled(r.bets, r.folded)) else ()
    won = division.won
    charge = of_hand if r.readings.charged == "by-hand" else of_payments
    cut = charge(won, t.rate, t.cap) if t.rate else dict.fromkeys(won, 0)
    yield from _take_percentage(r, cut, won)
    for part in division.parts:
        cite, also = CITES[part.word]
        also += in_pot + _next_all_in(r, division, part)
        if part.short and part.ties != EQUAL and part.word != "proportion":
            also += (L["49-2"], L["50"])
        for place, amount in part.winners.items():
            yield Call(cite, also + SHARED.get(part.ties, ()), call=part.word,
                       seat=str(place), facts={"amount": euros(amount)})
    yield from _pay(r, {place: amount - cut[place] for place, amount in won.items()})
    r.results.insert(0, f"{r.winning_category or 'unseen'} {division.pot}")
    del r.results[20:]


def _next_all_in(r: Round, division: Division, part: Part) -> tuple[str, ...]:
    """The reading by which a second all-in hand gets more of the remainder than usual."""
    return (IR[234],) if (r.readings.next_all_in == "whole-proportion"
                          and part.word == "proportion" and part is not division.parts[0]) else ()


def _take_percentage(r: Round, cut: dict[int, int], won: dict[int, int]) -> Steps:
    """The percentage of the house, taken first from the bets of the losers."""
    t, due = r.terms, sum(cut.values())
    if not due:
        return
    also = [L["7"], L["9.c"], L["99-2"] if r.variant.antes else L["5-2"],
            L["65-2"] if len(won) > 1 else L["65"], IR[237]]
    if t.cap is not None and t.cap in (due, *cut.values()):
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
