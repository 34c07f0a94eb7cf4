"""What a player is told that he may do is what the house takes from him, in every game; what would
be his to do but for a clause is told with this clause."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.games import catalogue
from sabot.procedure import Listen, Menu, Menus, Offer, redact
from sabot.procedure.game import Game
from sabot.procedure.shown import Barred, ShownListen, ShownMenu, ShownOffer
from support.random_play import PLAYERS, SEEDS, Walk, examples, tables, taken

Key = tuple[str, str]


O = TypeVar("O", ShownOffer, Barred)


def each(offers: Iterable[O]) -> dict[Key, O]:
    """What was told of each act at each seat, the first word on it."""
    found: dict[Key, O] = {}
    for offer in offers:
        for seat in offer.seats or (offer.seat,):
            found.setdefault((offer.act, seat), offer)
    return found


def understood(listen: ShownListen, menus: dict[str, ShownMenu]) -> tuple[set[Key], dict[Key, str]]:
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


@pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
@examples(6)
@given(data=st.data(), seed=SEEDS)
def test_what_is_told_to_be_open_is_open_and_what_is_barred_says_why(
        game: Game, data: st.DataObject, seed: int) -> None:
    table = data.draw(tables(game))
    walk = Walk(game, table, seed)
    walk = Walk(game, table, seed + 1, walk.dealer.outcome)
    asked, menus = Menus(), {eyes: {} for eyes in (*PLAYERS, "Zoe")}
    listens = [n for n, event in enumerate(walk.record) if isinstance(event.step, Listen)]
    for n, event in enumerate(walk.record):
        if isinstance(event.step, Menu):
            asked.hear(event.step)
            for eyes, told in menus.items():
                told[event.step.name] = redact(event, eyes)
        if n not in listens[::max(1, len(listens) // 12)]:
            continue
        whole = asked.whole(event.step)
        alike = dict[Key, list[Offer]]()  # the offers of each act at each seat
        for each_offer in whole.offers:
            for seat in each_offer.spots:
                alike.setdefault((each_offer.act, seat), []).append(each_offer)
        spots = {key: msgspec.structs.replace(whole, offers=tuple(offers))
                 for key, offers in alike.items()}
        for eyes, told in menus.items():
            may, closed = understood(redact(event, eyes), told)
            for (act, seat), there in spots.items():
                offer = taken(there, eyes, act, seat)
                barred = offer is not None and eyes in offer.barred
                assert ((act, seat) in may) == (offer is not None and not barred), (eyes, act, seat)
                own = barred and bool(offer.player or offer.players)
                assert closed.get((act, seat), "") == (offer.barred_law if own else ""), act
