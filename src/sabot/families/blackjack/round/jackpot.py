"""The jackpot: decided by the first two to four cards of a place: its first two cards and, once a
pair is split, the card dealt to each of its hands (`faults.take`)."""

from __future__ import annotations

from sabot.families.blackjack.round.round import Hand, Round, Steps
from sabot.families.blackjack.rules.sidebets import Alike
from sabot.families.blackjack.rules.table_law import Prize
from sabot.families.jackpot import pool
from sabot.families.jackpot.pool import PoolLaw
from sabot.procedure import Discard

MOST_CARDS = 4


def makes_line(prize: Prize, cards: list[str]) -> bool:
    """Whether the first cards of a place make this line of the scale."""
    return Alike(prize.cards, prize.rank, prize.alike)(cards)


def best_prize(r: Round, place: str) -> Prize | None:
    """The highest line that the cards of a place make; None for none."""
    jackpot = r.table_law.jackpot
    if jackpot is None or place not in r.chips:
        return None
    prizes = [p for p in jackpot.prizes if makes_line(p, r.jackpot_cards[place][:MOST_CARDS])]
    return max(prizes, key=lambda p: (p.share, p.times), default=None)


def keep_open(r: Round, hand: Hand) -> None:
    """The cards of a winning place stay open until its prize is paid."""
    if best_prize(r, hand.place) is not None:
        r.kept_open.add(hand.name)


def pool_law(r: Round) -> PoolLaw:
    """The clause of each moment of the jackpot at this table."""
    c, jackpot = r.c, r.table_law.jackpot
    return PoolLaw(
        collect=c.collect_manual if jackpot is not None and jackpot.manual else c.collect_chips,
        marker=c.marker, rate=c.rate, start=c.start, top_up=c.top_up,
        prize=lambda name: c.jackpot_lines.get(name, c.jackpot_prize), order=c.pay_order,
        remainder=c.remainder, divide=c.pay_order, divide_pool=c.share_equally)


def collect_chips(r: Round) -> Steps:
    """Collect the chips of the jackpot and note the players who bet them."""
    if r.table_law.jackpot is not None:
        chips = yield from pool.collect(r, r.table_law.jackpot, pool_law(r))
        # The cards of the place win, also for a chip of another bettor there ("2+1").
        r.chips = {bettor.partition("+")[0]: player for bettor, player in chips.items()}


def pay_jackpot(r: Round) -> Steps:
    """Pay the prizes from the smallest to the largest; winners of the highest share the rest."""
    jackpot = r.table_law.jackpot
    if jackpot is None:
        return
    laws = pool_law(r)
    yield from pool.contribute(r, jackpot, laws)
    won = [(prize, place) for place in r.chips if (prize := best_prize(r, place)) is not None]
    yield from pool.pay(r, jackpot, jackpot.prizes, won, r.chips, laws,
                        fixed=r.readings.jackpot_pays)
    if r.kept_open:
        names = tuple(h.name for h in r.hands if h.name in r.kept_open and h not in r.in_play)
        if names:
            yield Discard(*r.c.kept_open, hands=names)
            r.used += [card for h in r.hands if h.name in names for card in h.cards]
        r.kept_open = set()
