"""The odds of a table of no-draw poker: the price of a play, and what a hand should do."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from sabot.families.poker.hands import STANDARD
from sabot.families.poker.no_draw import EVEN, LOSE, WEAK, WIN
from sabot.families.poker.no_draw_advice import Advice
from sabot.families.poker.no_draw_advice import advice as looked
from sabot.families.poker.no_draw_answer import NoDrawAnswer, NoDrawBet, OpenRank
from sabot.families.poker.no_draw_plays import BEST, PLAYS, RANKS, PricedPlay, solve
from sabot.games.no_draw_poker.chances.chip import chip, prizes
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
from sabot.odds.answer import ActWorth, HandAdvice, HandEnd, PlayClass, Step, step
from sabot.odds.entry import figures, skewness
from sabot.odds.liability import Owed
from sabot.procedure.table import Table

FIRST = ("o jogo mais corrente: mãos iguais comparadas carta a carta, sem olhar a naipes",
         "the usual game: equal hands are compared card by card, suits never",
         "通行打法：相同組合逐張比較，不看花色")
USUAL = {"suited_high": False, "flush_all": True, "pair_all": True, "prize_cap": 0,
         "cap_in_order": False}
"""Caribbean stud poker as most of the world plays it with these prizes."""
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
"""What it is called that a rule differs from the usual game."""


def main(one: PricedPlay, play: str) -> NoDrawBet:
    """The initial bet, with the second where the play goes on: for each unit of the first."""
    net = one.net()
    wins = [(Fraction(chance), Fraction(gain)) for gain, chance in net.items() if gain > 0]
    lose = sum((Fraction(chance) for gain, chance in net.items() if gain < 0), Fraction(0))
    chances = figures(wins, lose)
    mean, variance = -one.edge, Fraction(one.distribution(100 * one.law.ante).variance)
    variance /= (100 * one.law.ante) ** 2
    words = f"best play, {PLAYS[play]}" if play in (BEST, RANKS) else f"goes on with {PLAYS[play]}"
    results = tuple((str(gain), str(net[gain])) for gain in net)
    return NoDrawBet(
        bet="main", edge=str(-mean), edge_float=float(-mean), p_win=chances.p_win,
        p_push=chances.p_push, p_lose=chances.p_lose, variance=str(variance),
        variance_float=float(variance), net=results, staked=float(one.staked),
        edge_per_staked=float(one.risk), edge_per_staked_exact=str(one.risk),
        deals=str(one.deals), lost=str(one.lost), often=often(one),
        first_decision={"call": float(one.calls), "pass": float(1 - one.calls)},
        by_up={_up(rank): OpenRank(chance=1 / len(one.sums[0]), edge=float(-_mean(one, rank)))
               for rank in range(len(one.sums[0]))},
        given=f"{words}; per unit of the initial bet", skewness=skewness(results))


def of_chip(one: PricedPlay, jackpot: JackpotRules, boxes: int) -> NoDrawBet:
    """The chip of a jackpot with no more in the pool than at its start."""
    found = figures(prizes(one, jackpot))
    return NoDrawBet(
        bet="jackpot", given=f"the pool holds {jackpot.start / 100:.2f}, nobody else has the same "
        "combination, and who passes gets nothing", jackpot=chip(one, jackpot, boxes),
        skewness=skewness(found.net), **msgspec.structs.asdict(found))


def _up(rank: int) -> str:
    return STANDARD.ranks[rank].replace("T", "10")


def _mean(one: PricedPlay, up: int) -> Fraction:
    return sum((Fraction(gain) * Fraction(chance) for gain, chance in one.net(up=up).items()),
               Fraction(0))


def often(one: PricedPlay) -> dict[str, float]:
    """How often what happens, of all plays."""
    found = {"bank-out": one.often(WEAK), "won": one.often(WIN), "lost": one.often(LOSE),
             **{f"won-{name}": one.often(WIN, kind) for kind, name in enumerate(LINES) if kind}}
    return {name: ways / one.deals for name, ways in found.items()}


def price(table: Table, play: str = BEST) -> NoDrawAnswer:
    """The odds of the game."""
    found = solve(law_of(table))
    one, rules = found.played[play], table.rules
    bets = [main(one, play)]
    if rules.jackpot is not None:
        bets.append(of_chip(one, rules.jackpot, min(table.places, MOST_PLACES)))
    return NoDrawAnswer(strategy=play, bets=tuple(bets), not_priced={},
                        sheets=sheets(found, play), curves=())


def edge(table: Table, play: str = BEST) -> float:
    """The edge of the initial bet alone."""
    return float(solve(law_of(table)).played[play].edge)


def simpler(table: Table) -> tuple[PlayClass, ...]:
    """What simpler ways to play cost."""
    best = edge(table)
    return tuple(PlayClass(rule=PLAYS[play], play=play, edge=edge(table, play),
                           change=edge(table, play) - best) for play in PLAYS)


def waterfall(table: Table, play: str = BEST) -> tuple[Step, ...]:
    """What each rule of a table is worth, from the usual game on."""
    def priced(values: Mapping[str, int]) -> float:
        rules = msgspec.structs.replace(table.rules, **values)
        return edge(msgspec.structs.replace(table, rules=rules), play)

    values, begin = dict(USUAL), priced(USUAL)
    rows = [step(FIRST, alone=0.0, change=0.0, edge=begin)]
    for name, texts in STEPS.items():
        mine = {name: getattr(table.rules, name)}
        if name == "prize_cap":
            mine["cap_in_order"] = table.rules.cap_in_order
        if mine[name] == USUAL[name]:
            continue
        values |= mine
        now = priced(values)
        rows.append(step(texts, alone=priced(USUAL | mine) - begin, change=now - rows[-1].edge,
                         edge=now))
    return tuple(rows)


# -- one hand --------------------------------------------------------------------------------------


def advice(table: Table, cards: str, up: str) -> HandAdvice:
    """What five cards should do against the bank's open one, from the text that names them;
    ValueError for cards that cannot be so."""
    law = law_of(table)
    hand = cards.upper().replace("10", "T").split()
    found: Advice = looked(law, hand, up.upper().replace("10", "T").strip())
    return HandAdvice(
        hand=tuple(hand), up=up.upper().replace("10", "T").strip(),
        combination=found.strength.category, best="call" if found.gain > 0 else "pass",
        acts={"call": _worth(found.call), "pass": _worth(Fraction(-1))},
        cost=_worth(abs(found.gain)), bank_hands=found.whole,
        ends={name: HandEnd(ways=found.counts[end], chance=float(found.chance(end)))
              for end, name in ENDS.items()})


ENDS = {WEAK: "bank-out", WIN: "won", EVEN: "tie", LOSE: "lost"}


def _worth(value: Fraction) -> ActWorth:
    return ActWorth(exact=str(value), value=float(value))


# -- what the bank may have to pay -----------------------------------------------------------------


SUITS = 4


def most(table: Table) -> Owed:
    """The most that the bank pays net in one play. The royal flush of each suit can come once; then
    straight flushes, while the bank plays with less, all from one pack. A limit on prizes (15) goes
    before."""
    rules: Rules = table.rules
    first = int(PAYS["royal"].ratio) * SECOND + 1
    next_ = int(PAYS["straight-flush"].ratio) * SECOND + 1
    boxes = min(table.places, MOST_PLACES)
    whole = min(boxes, SUITS) * first + max(0, boxes - SUITS) * next_
    sums = [times * table.maximum for times in (first, whole)]
    if rules.prize_cap:
        sums = [min(one, rules.prize_cap) for one in sums]
    return Owed(place=sums[0], table=sums[1], outcome="a royal flush", stake=table.maximum,
                left_out="")

