"""The odds of a table of no-draw poker: the price of a strategy, and advice for a hand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from sabot.families.poker.hands import STANDARD
from sabot.families.poker.no_draw import EVEN, LOSE, WEAK, WIN
from sabot.families.poker.no_draw_advice import Advice
from sabot.families.poker.no_draw_advice import advice as hand_advice
from sabot.families.poker.no_draw_answer import NoDrawAnswer, NoDrawBet, OpenRank
from sabot.families.poker.no_draw_plays import BEST, PLAYS, RANKS, PricedPlay, solve
from sabot.games.no_draw_poker.chances.chip import chip_odds, prizes
from sabot.games.no_draw_poker.chances.sheets import sheets
from sabot.games.no_draw_poker.chances.terms import law_of
from sabot.games.no_draw_poker.rules import (
    LINES,
    MOST_PLACES,
    PAYS,
    SECOND,
    JackpotRules,
    Rules,
)
from sabot.probability.answer import ActWorth, HandAdvice, HandEnd, PlayClass, Step, step
from sabot.probability.entry import figures, skewness
from sabot.probability.liability import Owed
from sabot.procedure.table import Table
from sabot.words import phrase, sentences

FIRST = ("o jogo mais corrente: mãos iguais comparadas carta a carta, sem olhar a naipes",
         "the usual game: equal hands are compared card by card, suits never",
         "通行打法：相同組合逐張比較，不看花色")
USUAL = {"suited_high": False, "flush_all": True, "pair_all": True, "prize_cap": 0,
         "cap_in_order": False}
"""The most common rules of Caribbean stud poker with these prizes."""
STEPS = {
    "suited_high": ("entre cartas maiores iguais ganham três do mesmo naipe (6.j)",
                    "equal high cards: three of one suit win (6.j)",
                    "高牌相同時三張同花者勝（6.j）"),
    "flush_all": ("cores iguais só pela carta mais alta (7.d)",
                  "equal flushes: only the highest card counts (7.d)",
                  "同花相同時只比較最大的牌（7.d）"),
    "pair_all": ("pares iguais só pela carta mais alta ao lado (7.g)",
                 "equal pairs: only the highest side card counts (7.g)",
                 "對子相同時只比較其餘最大的牌（7.g）"),
    "prize_cap": ("um máximo de prémios por jogada (15), com a aposta mínima",
                  "a limit on the prizes of a round (15), at the minimum bet",
                  "每局彩金上限（15），按最低投注額"),
}
"""The words for each rule that differs from the usual game."""


def main_bet(priced: PricedPlay, play: str) -> NoDrawBet:
    """The odds of the initial bet together with the second bet, per unit of the initial bet."""
    net = priced.net()
    wins = [(Fraction(chance), Fraction(gain)) for gain, chance in net.items() if gain > 0]
    lose = sum((Fraction(chance) for gain, chance in net.items() if gain < 0), Fraction(0))
    chances = figures(wins, lose)
    mean, variance = -priced.edge, Fraction(priced.distribution(100 * priced.law.ante).variance)
    variance /= (100 * priced.law.ante) ** 2
    words = phrase("best play, {play}" if play in (BEST, RANKS) else "goes on with {play}",
                   play=PLAYS[play])
    results = tuple((str(gain), str(net[gain])) for gain in net)
    return NoDrawBet(
        bet="main", edge=str(-mean), edge_float=float(-mean), p_win=chances.p_win,
        p_push=chances.p_push, p_lose=chances.p_lose, variance=str(variance),
        variance_float=float(variance), net=results, staked=float(priced.staked),
        edge_per_staked=float(priced.risk), edge_per_staked_exact=str(priced.risk),
        deals=str(priced.deals), lost=str(priced.lost), often=frequencies(priced),
        first_decision={"call": float(priced.calls), "pass": float(1 - priced.calls)},
        by_up={_up(rank): OpenRank(chance=1 / len(priced.sums[0]),
                                   edge=float(-_mean(priced, rank)))
               for rank in range(len(priced.sums[0]))},
        conditions=sentences((words, "per unit of the initial bet")), skewness=skewness(results))


def chip_bet(priced: PricedPlay, jackpot: JackpotRules, boxes: int) -> NoDrawBet:
    """The odds of the chip of a jackpot, with the start amount in the pool."""
    result = figures(prizes(priced, jackpot))
    return NoDrawBet(
        bet="jackpot",
        conditions=phrase(
            "the pool holds {sum}, nobody else has the same combination, and a player who passes "
            "gets nothing", sum=f"{jackpot.start / 100:.2f}"),
        jackpot=chip_odds(priced, jackpot, boxes),
        skewness=skewness(result.net), **msgspec.structs.asdict(result))


def _up(rank: int) -> str:
    return STANDARD.ranks[rank].replace("T", "10")


def _mean(priced: PricedPlay, up: int) -> Fraction:
    return sum((Fraction(gain) * Fraction(chance) for gain, chance in priced.net(up=up).items()),
               Fraction(0))


def frequencies(priced: PricedPlay) -> dict[str, float]:
    """The frequency of each event, per round."""
    deals = {"bank-out": priced.often(WEAK), "won": priced.often(WIN), "lost": priced.often(LOSE),
             **{f"won-{name}": priced.often(WIN, kind)
                for kind, name in enumerate(LINES) if kind}}
    return {name: count / priced.deals for name, count in deals.items()}


def price(table: Table, play: str = BEST) -> NoDrawAnswer:
    """The odds of the game with a strategy."""
    solution = solve(law_of(table))
    priced, rules = solution.played[play], table.rules
    bets = [main_bet(priced, play)]
    if rules.jackpot is not None:
        bets.append(chip_bet(priced, rules.jackpot, min(table.places, MOST_PLACES)))
    return NoDrawAnswer(strategy=play, bets=tuple(bets), not_priced={},
                        sheets=sheets(solution, play), curves=())


def edge(table: Table, play: str = BEST) -> float:
    """The house edge of the initial bet with a strategy."""
    return float(solve(law_of(table)).played[play].edge)


def compare_plays(table: Table) -> tuple[PlayClass, ...]:
    """The cost of simpler strategies against the best play."""
    best = edge(table)
    return tuple(PlayClass(rule=PLAYS[play], play=play, edge=edge(table, play),
                           change=edge(table, play) - best) for play in PLAYS)


def waterfall(table: Table, play: str = BEST) -> tuple[Step, ...]:
    """The effect of each rule of a table on the edge, starting from the usual game."""
    def edge_with(values: Mapping[str, int]) -> float:
        rules = msgspec.structs.replace(table.rules, **values)
        return edge(msgspec.structs.replace(table, rules=rules), play)

    values, begin = dict(USUAL), edge_with(USUAL)
    rows = [step(FIRST, alone=0.0, change=0.0, edge=begin)]
    for name, texts in STEPS.items():
        mine = {name: getattr(table.rules, name)}
        if name == "prize_cap":
            mine["cap_in_order"] = table.rules.cap_in_order
        if mine[name] == USUAL[name]:
            continue
        values |= mine
        now = edge_with(values)
        rows.append(step(texts, alone=edge_with(USUAL | mine) - begin, change=now - rows[-1].edge,
                         edge=now))
    return tuple(rows)


# -- one hand --------------------------------------------------------------------------------------


def advice(table: Table, cards: str, up: str) -> HandAdvice:
    """The best decision of five cards against the bank's open card, with both given as text.
    ValueError for impossible cards."""
    law = law_of(table)
    hand = cards.upper().replace("10", "T").split()
    result: Advice = hand_advice(law, hand, up.upper().replace("10", "T").strip())
    return HandAdvice(
        hand=tuple(hand), up=up.upper().replace("10", "T").strip(),
        combination=result.strength.category, best="call" if result.gain > 0 else "pass",
        acts={"call": _worth(result.call), "pass": _worth(Fraction(-1))},
        cost=_worth(abs(result.gain)), bank_hands=result.whole,
        ends={name: HandEnd(ways=result.counts[end], chance=float(result.chance(end)))
              for end, name in ENDS.items()})


ENDS = {WEAK: "bank-out", WIN: "won", EVEN: "tie", LOSE: "lost"}


def _worth(value: Fraction) -> ActWorth:
    return ActWorth(exact=str(value), value=float(value))


# -- liability of the bank ------------------------------------------------------------------------


SUITS = 4


def max_liability(table: Table) -> Owed:
    """The maximum that the bank pays net in one round. Each suit has one royal flush, then come
    straight flushes, while the bank plays a weaker hand from the same pack. A limit on prizes (15)
    takes precedence."""
    rules: Rules = table.rules
    first = int(PAYS["royal"].ratio) * SECOND + 1
    next_ = int(PAYS["straight-flush"].ratio) * SECOND + 1
    boxes = min(table.places, MOST_PLACES)
    whole = min(boxes, SUITS) * first + max(0, boxes - SUITS) * next_
    sums = [times * table.maximum for times in (first, whole)]
    if rules.prize_cap:
        sums = [min(amount, rules.prize_cap) for amount in sums]
    return Owed(place=sums[0], table=sums[1], outcome="a royal flush", stake=table.maximum,
                left_out="")

