"""The payment of a throw: lost bets are collected, then prizes are paid, in the regulation's
order."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import assert_never

from sabot.families.layout.cloth import BACK, Cite, Fell, Moves, Returns, Rounding, Stays
from sabot.families.layout.round import Round, Steps, spot_of
from sabot.families.layout.values import NOT
from sabot.money import Odds, format_money
from sabot.procedure import Call, Handle, Incident

DISTURBED = "disturbed"


def settle(r: Round, fell: Fell, spared: Cite = NOT, stay: bool = False) -> Steps:
    """Settle every bet: first losses, then bets that go back, wins, and bets that move, so that no
    bet moves to a spot that the same throw pays.

    ``spared``: the clause under which no bet loses on this throw; losing bets go back, or ``stay``.
    """
    c = r.c
    won: dict[str, Odds] = {}
    ended: dict[str, Returns] = {}
    moved: dict[str, str] = {}
    for bet in r.stakes:
        fate = r.book.fate(r, bet, fell)
        match fate:
            case Odds():
                won[bet] = fate
            case Returns():
                ended[bet] = _rounded_back(r, bet, fate)
            case Moves():
                moved[bet] = fate.to
            case Stays():
                pass
            case _:
                assert_never(fate)
    lost = {bet: fate for bet, fate in ended.items() if fate != BACK}
    if spared[0]:
        for bet in () if stay else lost:
            yield r.release("return", bet, r.staked(bet), spared[0], *spared[1])
        ended = {bet: fate for bet, fate in ended.items() if fate == BACK or not stay}
        lost = {}
    yield from _part(r, (*lost, *won))
    yield from _collect(r, fell, lost)
    for bet in ended:
        if rest := r.staked(bet):
            law = r.book.lost(r, r.decides(bet), fell) or c.kept
            yield r.release("return", bet, rest, law[0], *law[1])
    yield from _pay(r, fell, won)
    for bet, to in moved.items():
        yield from _move(r, fell, bet, to)


def _rounded_back(r: Round, bet: str, fate: Returns) -> Returns:
    """The share of a bet that goes back; where prizes are rounded down, that of whole cents."""
    if not _down(r, bet, "prize"):
        return fate
    staked = r.staked(bet)
    return Returns(Fraction(int(fate.share * staked), staked))


def _part(r: Round, decided: Iterable[str]) -> Steps:
    """Return the part of a decided bet that is not at stake."""
    for bet in decided:
        if rest := r.staked(bet) - r.at_stake(bet, r.staked(bet)):
            yield r.release("return", bet, rest, r.c.rest[0], *r.c.rest[1])


def _rank(order: tuple[str, ...], kind: str) -> int:
    return order.index(kind) if kind in order else len(order)


def _pay_rank(order: tuple[tuple[str, ...], ...], kind: str) -> tuple[int, int]:
    """When a kind is paid: its group of kinds that are paid together, and its place there."""
    return next(((group, kinds.index(kind)) for group, kinds in enumerate(order) if kind in kinds),
                (len(order), 0))


def _kind(r: Round, bet: str) -> str:
    return r.cloth.spots[r.whole(bet)].kind


def _rounding(r: Round, bet: str) -> Rounding | None:
    return r.cloth.kinds[_kind(r, bet)].rounding


def _down(r: Round, bet: str, what: str) -> bool:
    """Whether this is rounded down for a bet: its "prize", or the "deduction" from it."""
    rounding = _rounding(r, bet)
    return rounding is not None and rounding.down == what


def _collect(r: Round, fell: Fell, lost: dict[str, Returns]) -> Steps:
    """Collect the losing bets before anything is paid, except the share that goes back."""
    if not lost:
        return
    c = r.c
    moved = yield Handle(*c.collect, what="collect-lost", facts={"bets": len(lost)},
                         faults=(DISTURBED,) if c.disturbed[0] else ())
    if isinstance(moved, Incident):
        yield Handle(*c.disturbed, what="rebuild", answers=("certain", "told"))
    order = list(lost)
    if r.table_law.collect or r.table_law.backward:
        direction = -1 if r.table_law.backward else 0
        order.sort(key=lambda bet: (_rank(r.table_law.collect, _kind(r, bet)),
                                    direction * int(spot_of(bet)[0])))
    for bet in order:
        law = r.book.lost(r, r.decides(bet), fell) or c.lost
        staked = r.staked(bet)
        collect = r.release("collect", bet, staked - lost[bet].of(staked), law[0], *law[1])
        r.collected.append(collect)
        yield collect


def _move(r: Round, fell: Fell, bet: str, to: str) -> Steps:
    """Move a bet to the spot of the total that was thrown."""
    place, spot = spot_of(bet)
    into, law = f"{place}/{to}", r.book.lost(r, spot, fell) or r.cloth.bet(to)
    moved = r.travel(bet, into, law[0], *law[1])
    mine = r.bets[moved.player]
    mine[to] = mine.get(to, 0) + mine.pop(spot)
    r.came.pop(bet, None)
    r.came[into] = r.staked(into)
    yield moved


def _pay(r: Round, fell: Fell, won: dict[str, Odds]) -> Steps:
    """Pay prizes in the order of the regulation: player by player where it says so, or bet by
    bet."""
    table_law, c = r.table_law, r.c
    if won:
        manner, law = r.book.manner(r, fell) or ("pay-prizes", c.order)
        yield Handle(*law, what=manner, facts={"bets": len(won)})

    def rank(bet: str) -> tuple[int, int, int]:
        group, within = _pay_rank(table_law.order, _kind(r, bet))
        return group, int(spot_of(bet)[0]), within

    groups: dict[str, list[str]] = {}
    for bet in sorted(won, key=rank):
        groups.setdefault(r.stakes[bet][0] if table_law.together else bet, []).append(bet)
    for bets in groups.values():
        place = spot_of(bets[0])[0]
        prizes = []
        for bet in bets:
            law = r.book.paid(r, r.decides(bet), fell) or r.cloth.kinds[_kind(r, bet)].pay
            prizes.append(r.prize(bet, _gross(r, bet, won[bet], fell), law[0], *law[1]))
        alone = table_law.each or not table_law.together
        if not alone:
            total = sum(prize.amount for prize in prizes)
            yield Call(*c.announce, call="pays", seat=place,
                       facts={"amount": total, "sum": format_money(total, table_law.currency)})
        for bet, prize in zip(bets, prizes, strict=True):
            staked = r.staked(bet)
            if alone:
                yield Call(
                    *c.announce,
                    call=r.book.announces(r, bet),
                    seat=place,
                    facts={
                        "amount": prize.amount,
                        "sum": format_money(prize.amount, table_law.currency),
                        "bet": bet,
                        "stake": staked,
                        "on": format_money(staked, table_law.currency),
                        "spot": r.whole(bet),
                    },
                )
            if prize.amount:
                yield prize
            if deduction := r.book.deducts(r, bet, fell):
                odds, law = deduction
                rounding = _rounding(r, bet)
                if rounding is None:
                    deducted = odds.pays(staked)
                elif rounding.down == "prize":
                    deducted = prize.amount - _rounded(r, bet, won[bet]).pays(staked)
                else:
                    deducted = staked * odds.win // odds.per
                if deducted:
                    also = (rounding.law,) if rounding else ()
                    yield r.release("commission", bet, deducted, law[0], *law[1], *also)
            if not (table_law.plays_on and _plays_on(r, bet, fell)):
                yield r.release("return", bet, r.staked(bet), c.kept[0], *c.kept[1])


def _plays_on(r: Round, bet: str, fell: Fell) -> bool:
    """Whether a stake that has won may stay for the next throw: not a part of a bet of several
    chips, nor half of the chips of a bet, which would be no bet alone."""
    staked, spot = r.staked(bet), r.decides(bet)
    return (r.whole(bet) == spot and r.at_stake(bet, staked) == staked
            and r.book.plays_on(r, spot, fell))


def _gross(r: Round, bet: str, odds: Odds, fell: Fell) -> Odds:
    """The prize before the house's deduction; ``odds`` are those after it."""
    deduction = r.book.deducts(r, bet, fell)
    if deduction is None:
        return _rounded(r, bet, odds)
    whole = odds.ratio + deduction[0].ratio
    return _rounded(r, bet, Odds(whole.numerator, whole.denominator))


def _rounded(r: Round, bet: str, odds: Odds) -> Odds:
    """The odds of a bet; where prizes are rounded down, those that its stake gives in cents."""
    staked = r.staked(bet)
    return Odds(staked * odds.win // odds.per, staked) if _down(r, bet, "prize") else odds


def end(r: Round, fell: Fell | None, result: str) -> Steps:
    """End the coup: undecided bets stay, coups without a bet are counted; returns the carry.
    ``fell`` is None when no throw counted."""
    bettors, counts = set(r.first), r.table_law.idle_counts
    for player in filter(None, r.seats if fell is not None or counts == "all" else ()):
        place = r.place(player)
        if player in bettors:
            if fell is not None:
                _remember(r, player)
            r.idle.pop(place, None)
        elif counts != "while-waited" or r.waiting:
            r.idle[place] = r.idle.get(place, 0) + 1
    yield from _idle(r)
    carry = r.after(fell, result)
    yield from r.hold(r.c.stay[0], *r.c.stay[1])
    return carry


def _remember(r: Round, player: str) -> None:
    """Note the bets that a player may repeat: those of a throw in the initial state."""
    begin = r.cloth.states[0]
    if r.state == begin:
        r.last[player] = {spot: cents for spot, cents in r.first[player].items()
                          if r.cloth.open(begin, spot)}


def _idle(r: Round) -> Steps:
    """Give the colour of a player who has not bet for too many coups to a player who waits."""
    for place, coups in sorted(r.idle.items(), key=lambda item: -item[1]):
        if r.table_law.idle and r.waiting and coups >= r.table_law.idle and r.seats[int(place) - 1]:
            yield Call(*r.c.idle, call="colour-lost", seat=place, facts={"coups": coups})
            r.last.pop(r.seats[int(place) - 1], None)
            r.seats[int(place) - 1] = r.waiting.pop(0)
            del r.idle[place]
            r.values.pop(place, None)
            yield Call(*r.c.waits, call="colour-given", seat=place)
