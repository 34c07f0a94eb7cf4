"""Estardilho and restardilho: bets on unseen cards before the first common one (106).

A player who announces an estardilho bets an amount; another who has not looked either may double
it, a restardilho. Every other player who wants to stay in then bets double the advanced amount. The
player who advanced it comes last and doubles it, folds, or raises. If nobody announces anything,
all look at their cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from sabot import regulations as law
from sabot.equipment import UNKNOWN
from sabot.families.pokertable import faults, people
from sabot.families.pokertable.betting import in_turn
from sabot.families.pokertable.round import Round, Steps
from sabot.families.pokertable.wagers import call, fold, raise_bet
from sabot.procedure import Act, Call, Incident, Listen, Offer, Reveal
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-nao-bancado")

CHIPS = object()
"""The answer of `_ask_place` after a fault in the player's chips: ask for the rest."""


def blind_bets(r: Round) -> Steps:
    """The bets on unseen cards; then everybody looks at their cards."""
    if not r.terms.blind:
        return
    maker, amount = yield from _ask_estardilho(r)
    if not maker:
        yield from _look(r, r.live)
        return
    r.wagered = {place: _counted(r, place) for place in r.live}
    r.level = 0
    yield Call(L["106.a"], call="estardilho", seat=str(maker))
    yield from _advance(r, maker, amount, L["106.a"])
    announcers = [maker]
    while len(announcers) == 1 or r.readings.restardilhos == "any":
        doubler = yield from _ask_restardilho(r, announcers, amount)
        if not doubler:
            break
        announcers.append(doubler)
        maker, amount = doubler, 2 * amount
        yield Call(L["106.b"], call="restardilho", seat=str(maker))
        yield from _advance(r, maker, amount, L["106.b"])
    yield from _look(r, _others(r, maker))
    r.level = 2 * amount
    r.lead(maker)
    first = 0
    for place in _others(r, maker):
        yield from _match_or_fold(r, place)
        first = first or (place if r.wagered.get(place, 0) == r.level else 0)
    if r.readings.made_highest == "first-double":
        r.lead(first)  # IR 289
    raised = yield from _double_or_fold(r, maker, first)
    yield from _look(r, [maker] if maker in r.live else [])
    for place in _others(r, maker) if raised else ():
        yield from _match_or_fold(r, place)


def _counted(r: Round, place: int) -> int:
    """What of the first bet of a place counts in the amounts of an estardilho (IR 287)."""
    return r.in_pot(place) if r.readings.first_bet == "in-amount" else 0


def _others(r: Round, maker: int) -> list[int]:
    """The other places in the hand, from the left of the one that advanced the amount."""
    return [place for place in r.after(maker) if place != maker]


def _ask_estardilho(r: Round) -> Steps:
    """Asks who announces an estardilho; returns the place and the amount, or 0, 0. Of several the
    first one after the hand has it, or the quickest (IR 286). Where the first bet is part of the
    amount, at least the minimum is added to it (IR 287)."""
    unit = r.terms.unit
    able = {}
    for place in r.live:
        least = r.terms.least + _counted(r, place)
        if r.cave(place) >= 2 * least - _counted(r, place):
            able[place] = least, (r.cave(place) + _counted(r, place)) // 2 // unit * unit
    amounts = yield from _ask_all(r, "estardilho", L["106.a"], {
        place: Offer("estardilho", str(place), L["106.a"], r.player(place), low=least, high=most,
                     unit=unit, limit_law=IR[287], unit_law=L["20-2"])
        for place, (least, most) in able.items()})
    place = _first(r, r.hand, amounts)
    return place, amounts.get(place, 0)


def _first(r: Round, maker: int, amounts: dict[int, int]) -> int:
    """The player whose announcement counts: the first by place after this one, or the quickest (IR
    286); 0 for none."""
    if r.readings.announces == "quickest":
        return next(iter(amounts), 0)
    return next((place for place in r.after(maker) if place in amounts), 0)


def _ask_restardilho(r: Round, announcers: list[int], amount: int) -> Steps:
    """Asks who doubles the advanced amount before seeing their cards; returns the place, 0 for
    nobody (106.b). ``announcers``: those who have announced something."""
    costs = {place: 2 * amount - r.wagered[place] for place in r.live if place not in announcers}
    amounts = yield from _ask_all(r, "restardilho", L["106.b"], {
        place: Offer("restardilho", str(place), L["106.b"], r.player(place), cost=cost,
                     also=(IR[288],))
        for place, cost in costs.items() if r.cave(place) >= cost}, len(announcers))
    return _first(r, announcers[-1], amounts)


def _ask_all(r: Round, act: str, cite: str, offers: dict[int, Offer], again: int = 1) -> Steps:
    """Asks every player with an offer; returns the amounts of those who accept, by place, in the
    order of their answers. Where the quickest counts, nobody is asked after them (IR 286)."""
    amounts: dict[int, int] = {}
    open_offers = dict(offers)
    while open_offers and len(r.live) > 1:
        kinds, details = faults.reportable_unseen(r)
        answer = yield Listen(cite, (IR[286],), offers=(
            *(offer for place in open_offers for offer in (
                offers[place],
                Offer(f"no-{act}", str(place), L["106"], r.player(place)))),
            *people.offers(r)), window=act if again == 1 else f"{act}:{again}",
            clock="call", default=f"no-{act}", default_law=L["106"], faults=kinds, details=details)
        if isinstance(answer, Incident):
            yield from faults.apply_fault(r, answer, faults.Turn(0, 0, set()))
            # A player whose cards are face up has seen them; a folded hand announces nothing.
            out = {place for place in open_offers if place not in r.live or place in r.trouble.open}
            open_offers = {place: offer for place, offer in open_offers.items() if place not in out}
            continue
        if not isinstance(answer, Act):
            break
        place = r.place(answer.player)
        if answer.act not in (act, f"no-{act}"):
            yield from people.apply_act(r, answer)
            continue
        if answer.act == act:
            amounts[place] = answer.amount
        open_offers.pop(place)
        if amounts and r.readings.announces == "quickest":
            break
    return {place: amount for place, amount in amounts.items() if place in r.live}


def _advance(r: Round, place: int, amount: int, cite: str) -> Steps:
    """A player bets the amount that they advance, less what of the first bet counts in it."""
    due = amount - r.wagered[place]
    r.wagered[place] = amount
    yield r.bet(place, due, cite, L["38"], *((IR[287],) if due < amount else ()))


def _look(r: Round, places: list[int]) -> Steps:
    """Players look at their own cards, which nobody else sees."""
    for place in places:
        for index, card in enumerate(r.cards[place]):
            if card != UNKNOWN and place not in r.trouble.open:
                yield Reveal(L["106"], (L["34"],), hand=str(place), index=index, card=card,
                             seen_by=r.player(place))


def _match_or_fold(r: Round, place: int) -> Steps:
    """A player bets up to the level, or folds (106.a, 106.c)."""
    answer: object = CHIPS
    while answer is CHIPS:
        due, seat, player = r.level - r.wagered.get(place, 0), str(place), r.player(place)
        if due <= 0 or not r.cave(place) or place not in r.live:
            return
        cost = min(due, r.cave(place))
        cite = L["106.a"] if cost == due else L["106.c"]
        answer = yield from _ask_place(r, "in-double", faults.Turn(place, due, set()), (
            Offer("call", seat, cite, player, cost=cost,
                  note="" if cost == due else "all-in", also=(L["49"],) if cost < due else ()),
            Offer("fold", seat, L["39.a"], player)))
    if isinstance(answer, Act) and answer.act == "call":
        yield call(r, place, due)
    elif answer is not None:
        yield from fold(r, place)


def _double_or_fold(r: Round, maker: int, first: int) -> Steps:
    """The player who advanced the amount doubles it, folds, or raises up to their stack; returns
    whether they raised (106.a-2, 106.a-3). ``first``: the first place to bet double, 0 for none."""
    if maker not in r.live:
        r.lead(first)
        return False
    if len(r.live) < 2:
        return False
    # All bet the same: if nobody could bet double, it is the highest bet they made (106.c).
    most = max(r.wagered.get(other, 0) for other in r.live if other != maker)
    advanced, answer = r.wagered[maker], CHIPS
    while answer is CHIPS:
        due, cave = most - r.wagered[maker], r.cave(maker)
        if due <= 0 or not cave:
            # Chips may have been changed to match what they announced.
            return r.wagered[maker] > max(most, advanced)
        seat, player = str(maker), r.player(maker)
        cite = L["106.a"] if most == r.level else L["106.c"]
        match = Offer("call", seat, cite, player, cost=due) if cave >= due else Offer(
            "call", seat, L["106.c"], player, cost=cave, note="all-in", also=(L["49"],))
        further = () if maker in r.trouble.bound else tuple(_raise_offers(r, maker, cave - due))
        answer = yield from _ask_place(r, "doubles", faults.Turn(maker, due, set()), (
            match, Offer("fold", seat, L["106.a-2"], player, also=(IR[289],)), *further),
            cave - due if further else 0)
    if not isinstance(answer, Act) or answer.act == "fold":
        if answer is not None:
            yield from fold(r, maker)
        r.lead(first)
        return False
    if answer.act == "call":
        yield call(r, maker, due)
        return False
    yield from raise_bet(r, maker, due, cave - due if answer.act == "all-in" else answer.amount)
    return True


def _raise_offers(r: Round, maker: int, rest: int) -> Iterator[Offer]:
    """After doubling the player may raise, up to their whole stack (106.a-3)."""
    seat, player, t = str(maker), r.player(maker), r.terms
    if rest <= 0 or not any(r.cave(other) for other in r.live if other != maker):
        return
    if rest >= t.least:
        yield Offer("raise", seat, L["106.a-3"], player, low=t.least,
                    high=rest // t.unit * t.unit, unit=t.unit, limit_law=L["20-2"],
                    high_law=L["106.a-3"], unit_law=L["20-2"])
    yield Offer("all-in", seat, L["106.a-3"], player, cost=r.cave(maker), note="all-in")


def _ask_place(r: Round, window: str, turn: faults.Turn, offers: tuple[Offer, ...], high: int = 0
               ) -> Steps:
    """Asks one player, who may raise by up to ``high``; no answer is a fold. Returns None where the
    player is out of the hand before, or alone in it; `CHIPS` where a fault put some of their chips
    in."""
    place = turn.place
    while place in r.live and len(r.live) > 1:
        kinds, details = faults.reportable_unseen(r, turn, high)
        answer = yield Listen(L["106.a"], offers=(*offers, *people.offers(r)),
                              window=f"{window}:{place}", clock="decision", default="fold",
                              default_law=L["39.a"], faults=kinds, details=details,
                              turn=in_turn(place))
        if isinstance(answer, Incident):
            yield from faults.apply_fault(r, answer, turn)
            if answer.kind in ("short", "unannounced", "announced"):
                return CHIPS
            continue
        if not isinstance(answer, Act):
            r.timed_out.add(place)
            return answer
        if (answer.player == r.player(place)
                and answer.act in ("call", "fold", "raise", "all-in")):
            r.decided.add(place)
            return answer
        yield from people.apply_act(r, answer)
