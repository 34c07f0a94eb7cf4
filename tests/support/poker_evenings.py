"""Evenings of poker at a table of the law, without a house: random players, stacks of all sizes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from sabot.equipment import Seeded
from sabot.families.pokertable.betting import DECISIONS
from sabot.games import game
from sabot.procedure import Act, Dealer, Live, TimeOut
from sabot.procedure.table import Table


def evening(game_id: str, hands: int = 40) -> Iterator[tuple[Table, Dealer]]:
    """So many hands of six players who do anything, each from caves of different sizes."""
    of = game(game_id)
    table = Table(game=game_id, name="Ria", rules=of.rules(rate=0, shares="side-pots"),
                  minimum=200, places=of.places)
    names = ("Ana", "Rui", "Eva", "Gil", "Bea", "Leo")
    chance, dice = Live(Seeded(4)), random.Random(4)
    for n in range(hands):
        caves = [dice.choice((200, 1_000, 5_000, 12_300)) for _ in names]
        carry = msgspec.structs.replace(
            of.opening(table), seats=(*names, *[""] * (of.places - len(names))), hand=n % 6 + 1,
            hands=n, held=tuple((f"{place}/cave", name, cents) for place, (name, cents)
                                in enumerate(zip(names, caves, strict=True), start=1)))
        dealer = Dealer(of.coup(table, carry), chance)
        while not dealer.over:
            asked = dealer.standing
            assert asked is not None
            mine = [o for o in asked.offers if o.player and not o.barred and o.act in DECISIONS]
            chosen = dice.choice(mine) if mine else None
            reply = dealer.answer(TimeOut(asked.window) if chosen is None else
                                  Act(chosen.player, chosen.act, chosen.seat, chosen.least))
            assert isinstance(reply, list), reply
        yield table, dealer
