"""Estardilho and restardilho: bets on unseen cards before the first common one (106).

Who announces an estardilho lays down an amount; another who has not looked either may double it, a
restardilho. Whoever wants to stay in then bets double the amount that was advanced, and who
advanced it doubles it last, gives up, or raises. Where nobody announces anything, all look at
their cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from sabot import law
from sabot.equipment import UNKNOWN
from sabot.families.pokertable import faults, people
from sabot.families.pokertable.betting import in_turn
from sabot.families.pokertable.round import Round, Steps
from sabot.families.pokertable.wagers import calls, folds, raises
from sabot.law import IR
from sabot.procedure import Act, Call, Incident, Listen, Offer, Reveal

L = law.Section("pt-217-2007/poquer-nao-bancado")

CHIPS = object()
"""What is heard of who is asked where a fault was in his chips: he is asked for the rest."""


def blind(r: Round) -> Steps:
    """What may be bet on cards that nobody has seen, then everybody looks."""
    if not r.terms.blind:
        return
    maker, amount = yield from _announced(r)
    if not maker:
        yield from _look(r, r.live)
        return
    r.put, r.level = {}, 0
    yield Call(L["106.a"], call="estardilho", seat=str(maker))
    yield from _advance(r, maker, amount, L["106.a"])
    again = yield from _doubled(r, maker, amount)
    if again:
        maker, amount = again, 2 * amount
        yield Call(L["106.b"], call="restardilho", seat=str(maker))
        yield from _advance(r, maker, amount, L["106.b"])
    yield from _look(r, _others(r, maker))
    r.level, r.leader = 2 * amount, maker
    first = 0
    for place in _others(r, maker):
        yield from _answers(r, place)
        first = first or (place if r.put.get(place, 0) == r.level else 0)
    raised = yield from _doubles(r, maker, first)
    yield from _look(r, [maker] if maker in r.live else [])
    for place in _others(r, maker) if raised else ():
        yield from _answers(r, place)


def _others(r: Round, maker: int) -> list[int]:
    """The other places in play, from the left of the one that advanced the amount."""
    return [place for place in r.after(maker) if place != maker]


def _announced(r: Round) -> Steps:
    """Who announces an estardilho, and how much; 0 where nobody does. Of several the first one
    after the hand has it, whoever was the quickest (IR 286)."""
    least, unit = r.terms.least, r.terms.unit
    able = {place: r.cave(place) // 2 // unit * unit for place in r.live
            if r.cave(place) >= 2 * least}
    heard = yield from _gathered(r, "estardilho", L["106.a"], {
        place: Offer("estardilho", str(place), L["106.a"], r.player(place), low=least, high=most,
                     unit=unit, limit_law=IR[287], unit_law=L["20-2"])
        for place, most in able.items()})
    for place in r.after(r.hand):
        if place in heard:
            return place, heard[place]
    return 0, 0


def _doubled(r: Round, maker: int, amount: int) -> Steps:
    """Who doubles what was advanced, before he has seen his cards; 0 where nobody does (106.b)."""
    heard = yield from _gathered(r, "restardilho", L["106.b"], {
        place: Offer("restardilho", str(place), L["106.b"], r.player(place), cost=2 * amount,
                     also=(IR[288],))
        for place in r.live if place != maker and r.cave(place) >= 2 * amount})
    return next((place for place in r.after(maker) if place in heard), 0)


def _gathered(r: Round, act: str, cite: str, offers: dict[int, Offer]) -> Steps:
    """Everybody who may says whether he does; by place what he named."""
    heard: dict[int, int] = {}
    asked = dict(offers)
    while asked and len(r.live) > 1:
        kinds, details = faults.unseen(r)
        answer = yield Listen(cite, (IR[286],), offers=(
            *(offer for place in asked for offer in (
                offers[place],
                Offer(f"no-{act}", str(place), L["106"], r.player(place)))),
            *people.offers(r)), window=act, clock="call", default=f"no-{act}",
            default_law=L["106"], faults=kinds, details=details)
        if isinstance(answer, Incident):
            yield from faults.heard(r, answer, faults.Turn(0, 0, set()))
            # Whose cards lie open has seen them, and whose hand is over announces nothing.
            out = {place for place in asked if place not in r.live or place in r.trouble.open}
            asked = {place: one for place, one in asked.items() if place not in out}
            continue
        if not isinstance(answer, Act):
            break
        place = r.place(answer.player)
        if answer.act not in (act, f"no-{act}"):
            yield from people.heard(r, answer)
            continue
        if answer.act == act:
            heard[place] = answer.amount
        asked.pop(place)
    return {place: amount for place, amount in heard.items() if place in r.live}


def _advance(r: Round, place: int, amount: int, cite: str) -> Steps:
    """A player lays down what he advances."""
    r.put[place] = r.put.get(place, 0) + amount
    yield r.bet(place, amount, cite, L["38"])


def _look(r: Round, places: list[int]) -> Steps:
    """Players look at their own cards, and nobody else does."""
    for place in places:
        for index, card in enumerate(r.cards[place]):
            if card != UNKNOWN and place not in r.trouble.open:
                yield Reveal(L["106"], (L["34"],), hand=str(place), index=index, card=card,
                             seen_by=r.player(place))


def _answers(r: Round, place: int) -> Steps:
    """A player bets as much as the level asks, or gives up (106.a, 106.c)."""
    answer: object = CHIPS
    while answer is CHIPS:
        due, seat, player = r.level - r.put.get(place, 0), str(place), r.player(place)
        if due <= 0 or not r.cave(place) or place not in r.live:
            return
        cost = min(due, r.cave(place))
        cite = L["106.a"] if cost == due else L["106.c"]
        answer = yield from _asked(r, "in-double", faults.Turn(place, due, set()), (
            Offer("call", seat, cite, player, cost=cost,
                  note="" if cost == due else "all-in", also=(L["49"],) if cost < due else ()),
            Offer("fold", seat, L["39.a"], player)))
    if isinstance(answer, Act) and answer.act == "call":
        yield calls(r, place, due)
    elif answer is not None:
        yield from folds(r, place)


def _doubles(r: Round, maker: int, first: int) -> Steps:
    """Who advanced the amount doubles it, gives up, or raises up to his cave; whether he raised
    (106.a-2, 106.a-3). ``first``: who was the first to bet double, 0 for nobody."""
    if maker not in r.live:
        r.leader = first
        return False
    if len(r.live) < 2:
        return False
    # All bet the same: where nobody could bet double, it is what they did bet (106.c).
    most = max(r.put.get(other, 0) for other in r.live if other != maker)
    advanced, answer = r.put[maker], CHIPS
    while answer is CHIPS:
        due, cave = most - r.put[maker], r.cave(maker)
        if due <= 0 or not cave:
            return r.put[maker] > max(most, advanced)  # by chips changed for what he announced
        seat, player = str(maker), r.player(maker)
        cite = L["106.a"] if most == r.level else L["106.c"]
        call = Offer("call", seat, cite, player, cost=due) if cave >= due else Offer(
            "call", seat, L["106.c"], player, cost=cave, note="all-in", also=(L["49"],))
        more = () if maker in r.trouble.bound else tuple(_more(r, maker, cave - due))
        answer = yield from _asked(r, "doubles", faults.Turn(maker, due, set()), (
            call, Offer("fold", seat, L["106.a-2"], player, also=(IR[289],)), *more),
            cave - due if more else 0)
    if not isinstance(answer, Act) or answer.act == "fold":
        if answer is not None:
            yield from folds(r, maker)
        r.leader = first
        return False
    if answer.act == "call":
        yield calls(r, maker, due)
        return False
    yield from raises(r, maker, due, cave - due if answer.act == "all-in" else answer.amount)
    return True


def _more(r: Round, maker: int, rest: int) -> Iterator[Offer]:
    """Once he has doubled he may raise, up to all that he has left (106.a-3)."""
    seat, player, t = str(maker), r.player(maker), r.terms
    if rest <= 0 or not any(r.cave(other) for other in r.live if other != maker):
        return
    if rest >= t.least:
        yield Offer("raise", seat, L["106.a-3"], player, low=t.least,
                    high=rest // t.unit * t.unit, unit=t.unit, limit_law=L["20-2"],
                    high_law=L["106.a-3"], unit_law=L["20-2"])
    yield Offer("all-in", seat, L["106.a-3"], player, cost=r.cave(maker), note="all-in")


def _asked(r: Round, window: str, turn: faults.Turn, offers: tuple[Offer, ...], high: int = 0
           ) -> Steps:
    """One player decides, who may raise by up to ``high``; who says nothing gives up. None where he
    is out of the hand before, or alone in it; CHIPS where some of his lie there now."""
    place = turn.place
    while place in r.live and len(r.live) > 1:
        kinds, details = faults.unseen(r, turn, high)
        answer = yield Listen(L["106.a"], offers=(*offers, *people.offers(r)),
                              window=f"{window}:{place}", clock="decision", default="fold",
                              default_law=L["39.a"], faults=kinds, details=details,
                              turn=in_turn(place))
        if isinstance(answer, Incident):
            yield from faults.heard(r, answer, turn)
            if answer.kind in ("short", "unannounced", "announced"):
                return CHIPS
            continue
        if not isinstance(answer, Act):
            r.silent.add(place)
            return answer
        if (answer.player == r.player(place)
                and answer.act in ("call", "fold", "raise", "all-in")):
            r.spoke.add(place)
            return answer
        yield from people.heard(r, answer)
