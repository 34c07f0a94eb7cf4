"""The progressive prize: decided by the first two, three or four cards of a place alone."""

from __future__ import annotations

from sabot.families.blackjack.code import Cite, Jackpot, Prize
from sabot.families.blackjack.round import Hand, Round, Telling
from sabot.families.blackjack.sides import alike
from sabot.procedure import Discard, Move, Result

MOST = 4


def fits(prize: Prize, cards: list[str]) -> bool:
    """Whether the first cards of a place make this line of the scale."""
    first = cards[:prize.cards]
    if len(first) < prize.cards:
        return False
    ranks = {card[0] for card in first}
    if len(ranks) != 1 or (prize.rank and ranks != {prize.rank}):
        return False
    like = alike(first)
    return not prize.alike or like == "suit" or like == prize.alike


def best(r: Round, place: str) -> Prize | None:
    """The highest line that the cards of a place make; None for none."""
    jackpot = r.code.jackpot
    if jackpot is None or place not in r.chips:
        return None
    found = [p for p in jackpot.prizes if fits(p, r.order[place][:MOST])]
    return max(found, key=lambda p: (p.share, p.times), default=None)


def keep_open(r: Round, hand: Hand) -> None:
    """The cards of a winning place lie open until its prize is paid."""
    if best(r, hand.place) is not None:
        r.kept_open.add(hand.name)


def contribute(r: Round, jackpot: Jackpot) -> Telling:
    """Each chip is decided: its increment goes to the pool and the rest to the bank.

    Until now it was in play, so that a coup that cannot be decided gives it back.
    """
    law, also = r.c.rate
    for bet in [bet for bet in r.stakes if bet.endswith("/jackpot")]:
        part = r.staked(bet) * jackpot.rate // 100
        if part:
            yield r.release("contribute", bet, part, law, *also)
            r.pool += part
        if rest := r.staked(bet):
            yield r.release("collect", bet, rest, law, *also)


def pay_jackpot(r: Round) -> Telling:
    """From the smallest prize to the largest; those with the highest share what is left."""
    jackpot = r.code.jackpot
    if jackpot is None:
        return
    yield from contribute(r, jackpot)
    c = r.c
    won = [(prize, place) for place in r.chips if (prize := best(r, place)) is not None]
    won.sort(key=lambda found: (found[0].share, found[0].times))
    shares: dict[int, list[str]] = {}
    for prize, place in won:
        law = c.jackpot_lines.get(prize.name, c.jackpot_prize)
        yield Result(*law, hand=f"{place}/jackpot", result="jackpot", facts={"for": prize.name})
        if prize.share:
            shares.setdefault(prize.share, []).append(place)
            continue
        amount = prize.times * jackpot.chip
        if amount > r.pool:
            yield r.seed(amount - r.pool, c.top_up)
        yield _paid(r, place, amount, c.pay_order if len(won) > 1 else law)
    for share, places in sorted(shares.items()):
        each = r.pool * share // 100 // len(places)
        for place in places:
            law = c.jackpot_lines.get(won[-1][0].name, c.jackpot_prize)
            yield _paid(r, place, each, c.share_equally if len(places) > 1 else
                        c.remainder if len(won) > 1 else law)
    left = r.pool if 100 in shares else 0  # a cent that could not be divided
    if (shares or not r.pool or jackpot.refill) and r.pool - left < jackpot.start:
        yield r.seed(jackpot.start + left - r.pool, c.start)
    if r.kept_open:
        names = tuple(h.name for h in r.hands if h.name in r.kept_open and h not in r.in_play)
        if names:
            yield Discard(*c.kept_open, hands=names)
            r.used += [card for h in r.hands if h.name in names for card in h.cards]
        r.kept_open = set()


def _paid(r: Round, place: str, amount: int, law: Cite) -> Move:
    r.pool -= amount
    return Move(*law, kind="jackpot", bet=f"{place}/jackpot", player=r.chips[place], amount=amount)
