"""Additional bets that the first cards of a place decide: pairs, sevens, over and under 13."""

from __future__ import annotations

from sabot.families.blackjack.bets import spot_of
from sabot.families.blackjack.code import Cite, flat
from sabot.families.blackjack.hand import hard, has_ace, same_rank
from sabot.families.blackjack.round import Hand, Round, Telling
from sabot.money import Odds
from sabot.procedure import Result

RED = frozenset("HD")
MIDDLE = 13


def alike(cards: list[str]) -> str:
    """"suit", "colour" or "" for what these cards have in common."""
    if len({card[1] for card in cards}) == 1:
        return "suit"
    return "colour" if len({card[1] in RED for card in cards}) == 1 else ""


def lying(r: Round, place: str) -> list[tuple[str, str]]:
    """The additional bets on a place: their names and spots."""
    found = []
    for bet in r.stakes:
        at, _, spot = spot_of(bet)
        if at == place and spot in ("pair", "perfect", "sevens", "over", "under"):
            found.append((bet, spot))
    return found


def initial_sides(r: Round, hand: Hand) -> Telling:
    """The first two cards of a place against every bet on them, once."""
    if hand.place in r.sided:
        return
    r.sided[hand.place] = pair = hand.cards[:2]
    for bet, spot in lying(r, hand.place):
        if spot == "pair":
            yield from _pair(r, bet, pair)
        elif spot == "perfect":
            yield from _perfect(r, bet, pair)
        elif spot == "sevens":
            if not all(card[0] == "7" for card in pair):
                yield from _lost(r, bet, r.c.sevens)
        else:
            yield from _thirteen(r, bet, spot, pair)


def show_sides(r: Round, hand: Hand) -> Telling:
    """The same for a hand that was face down until now, or leaves the table."""
    if r.code.sides:
        yield from initial_sides(r, hand)


def _lost(r: Round, bet: str, law: Cite) -> Telling:
    yield Result(*law, hand=bet, result="lost")
    yield r.lose(bet, law[0])


def _won(r: Round, bet: str, odds: Odds, law: Cite, named: str = "") -> Telling:
    """A prize and the stake."""
    yield Result(*law, hand=bet, result="won", facts={"for": named} if named else {})
    yield from r.pay(bet, odds, law, *law[1], kept=law[0])


def _pair(r: Round, bet: str, cards: list[str]) -> Telling:
    """Any pair: paid, and the stake stays for a further pair where each is paid."""
    c = r.c
    if not same_rank(*cards):
        yield from _lost(r, bet, c.any_pair)
    elif r.code.pair_once:
        yield from _won(r, bet, r.code.pair_pays, c.any_pair_pays)
    else:
        yield from _prize(r, bet, r.code.pair_pays, c.any_pair_pays, "pair")


def _prize(r: Round, bet: str, odds: Odds, law: Cite, named: str) -> Telling:
    """A prize whose stake stays on the table."""
    yield Result(*law, hand=bet, result="won", facts={"for": named})
    yield r.prize(bet, odds, *flat(law))


def _perfect(r: Round, bet: str, cards: list[str]) -> Telling:
    """Mixed, colour or perfect: the highest only, or each that applies."""
    c, code = r.c, r.code
    if not same_rank(*cards):
        yield from _lost(r, bet, c.perfect_pair)
        return
    like = alike(cards)
    steps = [("mixed", code.mixed_pays, c.mixed_pair)]
    if like:
        steps.append(("colour", code.colour_pays, c.colour_pair))
    if like == "suit":
        steps.append(("perfect", code.perfect_pays, c.perfect_pair_pays))
    if code.perfect_all:
        if like == "suit":
            steps.pop(1)  # a colour pair is not of one suit
        for name, odds, law in steps[:-1]:
            yield from _prize(r, bet, odds, law, name)
    name, odds, law = steps[-1]
    yield from _won(r, bet, odds, law, name)


def _thirteen(r: Round, bet: str, spot: str, cards: list[str]) -> Telling:
    """Over or under 13: the ace counts 1, or whatever suits the bet; 13 itself loses."""
    low = hard(cards)
    high = low + 10 if r.code.ace_any and has_ace(cards) else low
    won = high > MIDDLE if spot == "over" else low < MIDDLE
    law = r.c.thirteen_pays if won else r.c.thirteen
    if won:
        yield from _won(r, bet, r.code.thirteen_pays, law)
    else:
        yield from _lost(r, bet, law)


def second_pair(r: Round, hand: Hand) -> Telling:
    """A split hand has its second card: a further pair, and the third seven."""
    first = r.splits.get(hand.place) == 1 and hand.name.endswith(".1")
    for bet, spot in lying(r, hand.place):
        if spot == "pair" and not r.code.pair_once and same_rank(*hand.cards[:2]):
            yield from _prize(r, bet, r.code.pair_pays, r.c.second_pair, "pair")
        elif spot == "sevens" and first:
            yield from _sevens(r, bet, [*r.sided[hand.place], hand.cards[1]])


def _sevens(r: Round, bet: str, cards: list[str]) -> Telling:
    """Two sevens, or three where the next card after the split is one too; the highest only."""
    c, code = r.c, r.code
    same = alike(cards) == "suit"
    if len(cards) == 3 and cards[2][0] == "7":
        yield from _won(r, bet, *((code.three_suited_pays, c.three_suited) if same else
                                  (code.three_sevens_pays, c.three_sevens)), "777")
        return
    same = alike(cards[:2]) == "suit"
    yield from _won(r, bet, *((code.two_suited_pays, c.two_suited) if same else
                              (code.two_sevens_pays, c.two_sevens)), "77")


def finish_sides(r: Round) -> Telling:
    """Two sevens that no third can follow are paid; the stake of a pair goes back."""
    for place, cards in r.sided.items():
        for bet, spot in lying(r, place):
            if spot == "sevens":
                yield from _sevens(r, bet, cards)
            else:
                yield r.release("return", bet, r.staked(bet), r.c.any_pair_pays[0])
