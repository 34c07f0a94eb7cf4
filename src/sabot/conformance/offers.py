"""Checks that exactly the offered acts are accepted, and that players see exactly their offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

import msgspec

from sabot.conformance.cases import Case, try_law
from sabot.conformance.chance_sources import rich_tape
from sabot.conformance.findings import Broken, Finding, Plan, need
from sabot.conformance.random_players import PLAYERS, is_available, matching_offer
from sabot.procedure import Act, Listen, Menu, Menus, Offer, Refusal, redact, replay
from sabot.procedure.game import Game
from sabot.procedure.visible_events import Barred, ShownListen, ShownMenu, ShownOffer

Key = tuple[str, str]
"""An act at a seat."""
MAX_QUESTIONS = 12
"""The maximum number of questions of a coup that are compared for every viewer."""


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """Hostile acts are refused with a clause; every offer is accepted; each player sees exactly the
    acts open to them, and the clause that bars an act of theirs."""
    yield from try_law(game, plan, accepted_and_nothing_else)
    yield from try_law(game, plan, every_one_is_accepted, 6)
    yield from try_law(game, plan, told_open, 6)


def accepted_and_nothing_else(case: Case) -> None:
    """At each Listen an act is accepted only if it is offered; a refusal changes nothing."""
    walk = case.walk(hostile=True)
    need(walk.dealer.over, "the coup does not end", len(walk.record))
    late = walk.dealer.answer(Act("Ana", "sit", "1"))
    need(isinstance(late, Refusal) and late.code == "not-now", "an act is accepted after the coup",
         len(walk.record))


def every_one_is_accepted(case: Case) -> None:
    """Each offer of a Listen is accepted on a copy of the coup, with its lowest and highest sum."""
    walk = case.walk(stop=case.random.randint(0, 20))
    listen = walk.dealer.standing
    if listen is None:
        return
    for offer in filter(is_available, listen.offers):
        candidates = ([offer.player] if offer.player else offer.players or (*PLAYERS, "Zoe", "Yan"))
        possible = [
            (player, seat)
            for player in candidates
            if player not in offer.barred
            for seat in offer.spots[:9]
            if matching_offer(listen, player, offer.act, seat) is offer
        ]
        if not possible:  # a player's own offer comes first
            continue
        player, seat = possible[0]
        for amount in {offer.low, offer.high} if offer.unit else {0}:
            copy = replay(case.game.coup(case.table, walk.carry), walk.record,
                          rich_tape(case.seed + 1))
            answer = copy.answer(Act(player, offer.act, seat, amount))
            if isinstance(answer, Refusal):
                raise Broken(f"'{player}: {offer.act} {seat} {amount}' is offered, and refused: "
                             f"{answer.text}", len(walk.record))


# -- what a player sees -------------------------------------------------------------------------


O = TypeVar("O", ShownOffer, Barred)


def by_key(offers: Iterable[O]) -> dict[Key, O]:
    """The first offer for each act at each seat."""
    offers_by_key: dict[Key, O] = {}
    for offer in offers:
        for seat in offer.seats or (offer.seat,):
            offers_by_key.setdefault((offer.act, seat), offer)
    return offers_by_key


def client_view(listen: ShownListen, menus: Mapping[str, ShownMenu]
                ) -> tuple[set[Key], dict[Key, str]]:
    """The view of a client: the open acts, and the clauses of barred ones."""
    own_offers, barred_offers = by_key(listen.offers), by_key(listen.barred)
    closed_clauses = {
        key: offer.law for key, offer in barred_offers.items() if key not in own_offers
    }
    open_keys = set(own_offers)
    for name in listen.menus:
        for key, offer in by_key(menus[name].offers).items():
            if key in own_offers or key in barred_offers:
                continue
            if offer.barred:
                closed_clauses.setdefault(key, offer.barred)
            else:
                open_keys.add(key)
    return open_keys, closed_clauses


def told_open(case: Case) -> None:
    """A player sees exactly the acts that the house accepts from them, and the clause of each act
    of theirs that is barred."""
    walk = case.walk()
    walk = case.walk(case.seed + 1, carry=walk.dealer.outcome)
    all_menus, menus = Menus(), {viewer: dict[str, ShownMenu]() for viewer in (*PLAYERS, "Zoe")}
    listens = [n for n, event in enumerate(walk.record) if isinstance(event.step, Listen)]
    sampled = set(listens[::max(1, len(listens) // MAX_QUESTIONS)])
    for n, event in enumerate(walk.record):
        if isinstance(event.step, Menu):
            all_menus.add(event.step)
            for viewer, shown_menus in menus.items():
                menu = redact(event, viewer)
                if isinstance(menu, ShownMenu):
                    shown_menus[event.step.name] = menu
        if n not in sampled or not isinstance(event.step, Listen):
            continue
        expanded = all_menus.expand(event.step)
        offers_of_key = dict[Key, list[Offer]]()  # the offers of each act at each seat
        for offer in expanded.offers:
            for seat in offer.spots:
                offers_of_key.setdefault((offer.act, seat), []).append(offer)
        spots = {key: msgspec.structs.replace(expanded, offers=tuple(offers))
                 for key, offers in offers_of_key.items()}
        for viewer, shown_menus in menus.items():
            listen = redact(event, viewer)
            if not isinstance(listen, ShownListen):
                raise Broken(f"{viewer} receives nothing about a question", n)
            open_keys, closed_clauses = client_view(listen, shown_menus)
            for key, spot_listen in spots.items():
                _check_offer(
                    viewer, key, matching_offer(spot_listen, viewer, *key), key in open_keys,
                    closed_clauses.get(key, ""), n)


def _check_offer(viewer: str, key: Key, offer: Offer | None, is_open: bool, clause: str, step: int
                 ) -> None:
    """Raise Broken unless a viewer sees an act at a seat as its offer has it."""
    act, seat = key
    barred = offer is not None and viewer in offer.barred
    would_be_own = offer is not None and barred and bool(offer.player or offer.players)
    expected_clause = offer.barred_law if offer is not None and would_be_own else ""
    if is_open != (offer is not None and not barred):
        raise Broken(f"{act!r} at {seat!r} is {'open' if is_open else 'closed'} for {viewer}, "
                     "but its offer has it the other way", step)
    if clause != expected_clause:
        raise Broken(f"{viewer} receives {clause or 'no clause'} as the clause that bars {act!r} "
                     f"at {seat!r}; it is {expected_clause or 'none'}", step)
