"""What is offered is what is accepted, and what is told to be open is open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

import msgspec

from sabot.conformance.cases import Case, tried
from sabot.conformance.chance_sources import rich
from sabot.conformance.findings import Broken, Finding, Plan, need
from sabot.conformance.random_players import PLAYERS, somebody, taken
from sabot.procedure import Act, Listen, Menu, Menus, Offer, Refusal, redact, replay
from sabot.procedure.game import Game
from sabot.procedure.visible_events import Barred, ShownListen, ShownMenu, ShownOffer

Key = tuple[str, str]
"""An act at a seat."""
LOOKED_AT = 12
"""As many questions of a coup are looked at with every eye."""


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """Hostile players get nothing but refusals with a clause; every offer is taken where it is
    made; each player is told just what is open to them, and why what would be theirs is not."""
    yield from tried(game, plan, accepted_and_nothing_else)
    yield from tried(game, plan, every_one_is_accepted, 6)
    yield from tried(game, plan, told_open, 6)


def accepted_and_nothing_else(case: Case) -> None:
    """At each Listen an act is accepted if it is offered; a refusal changes nothing."""
    walk = case.walk(hostile=True)
    need(walk.dealer.over, "the coup does not end", len(walk.record))
    late = walk.dealer.answer(Act("Ana", "sit", "1"))
    need(isinstance(late, Refusal) and late.code == "not-now", "an act after the coup is accepted",
         len(walk.record))


def every_one_is_accepted(case: Case) -> None:
    """Each offer of a Listen is taken on a copy of the coup, at both ends of its sums."""
    walk = case.walk(stop=case.random.randint(0, 20))
    listen = walk.dealer.standing
    if listen is None:
        return
    for offer in filter(somebody, listen.offers):
        who = ([offer.player] if offer.player else offer.players or (*PLAYERS, "Zoe", "Yan"))
        mine = [(player, seat) for player in who if player not in offer.barred
                for seat in offer.spots[:9] if taken(listen, player, offer.act, seat) is offer]
        if not mine:  # what is a player's own stands before it
            continue
        player, seat = mine[0]
        for amount in {offer.low, offer.high} if offer.unit else {0}:
            again = replay(case.game.coup(case.table, walk.carry), walk.record,
                           rich(case.seed + 1))
            told = again.answer(Act(player, offer.act, seat, amount))
            if isinstance(told, Refusal):
                raise Broken(f"'{player}: {offer.act} {seat} {amount}' is offered, and refused: "
                             f"{told.text}", len(walk.record))


# -- what a player is told -------------------------------------------------------------------------


O = TypeVar("O", ShownOffer, Barred)


def each(offers: Iterable[O]) -> dict[Key, O]:
    """What was told of each act at each seat, the first word on it."""
    found: dict[Key, O] = {}
    for offer in offers:
        for seat in offer.seats or (offer.seat,):
            found.setdefault((offer.act, seat), offer)
    return found


def understood(listen: ShownListen, menus: Mapping[str, ShownMenu]
               ) -> tuple[set[Key], dict[Key, str]]:
    """What a client makes of it: what is open to it, and the clause of what is not."""
    own, shut = each(listen.offers), each(listen.barred)
    closed = {key: offer.law for key, offer in shut.items() if key not in own}
    seen = set(own)
    for name in listen.menus:
        for key, offer in each(menus[name].offers).items():
            if key in own or key in shut:
                continue
            if offer.barred:
                closed.setdefault(key, offer.barred)
            else:
                seen.add(key)
    return seen, closed


def told_open(case: Case) -> None:
    """What a player is told that they may do is what the house takes from them; what would be
    theirs but for a clause is told with this clause."""
    walk = case.walk()
    walk = case.walk(case.seed + 1, carry=walk.dealer.outcome)
    asked, menus = Menus(), {eyes: dict[str, ShownMenu]() for eyes in (*PLAYERS, "Zoe")}
    listens = [n for n, event in enumerate(walk.record) if isinstance(event.step, Listen)]
    looked = set(listens[::max(1, len(listens) // LOOKED_AT)])
    for n, event in enumerate(walk.record):
        if isinstance(event.step, Menu):
            asked.add(event.step)
            for eyes, told in menus.items():
                menu = redact(event, eyes)
                if isinstance(menu, ShownMenu):
                    told[event.step.name] = menu
        if n not in looked or not isinstance(event.step, Listen):
            continue
        whole = asked.expand(event.step)
        alike = dict[Key, list[Offer]]()  # the offers of each act at each seat
        for offer in whole.offers:
            for seat in offer.spots:
                alike.setdefault((offer.act, seat), []).append(offer)
        spots = {key: msgspec.structs.replace(whole, offers=tuple(offers))
                 for key, offers in alike.items()}
        for eyes, told in menus.items():
            listen = redact(event, eyes)
            if not isinstance(listen, ShownListen):
                raise Broken(f"{eyes} is told nothing of a question", n)
            may, closed = understood(listen, told)
            for key, there in spots.items():
                _as_it_is(eyes, key, taken(there, eyes, *key), key in may, closed.get(key, ""), n)


def _as_it_is(eyes: str, key: Key, offer: Offer | None, open_: bool, clause: str, step: int
              ) -> None:
    """What one is told of an act at a seat is as its offer has it."""
    act, seat = key
    barred = offer is not None and eyes in offer.barred
    own = offer is not None and barred and bool(offer.player or offer.players)
    why = offer.barred_law if offer is not None and own else ""
    if open_ != (offer is not None and not barred):
        raise Broken(f"{eyes} is told that {act!r} at {seat!r} is {'open' if open_ else 'shut'}, "
                     "and it is not so", step)
    if clause != why:
        raise Broken(f"{eyes} is told {clause or 'no clause'} for which {act!r} at {seat!r} is "
                     f"shut, and it is {why or 'none'}", step)
