"""Hands of any lawful table, exported and played again, come to their own chips."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
import numpy
import pytest

import sabot.gym
from sabot.conformance.chance_sources import seeded_chance
from sabot.conformance.random_players import Walk
from sabot.equipment import PACK
from sabot.families.pokertable import histories, phh, phh_accounts, phh_replay
from sabot.families.pokertable.phh import BadHand, Hand
from sabot.games import game
from sabot.procedure import Attended, Event, Incident, Move, Shuffle
from sabot.procedure.table import Table


class OnePack(Walk):
    """A walk at a table whose croupier deals each card of the pack once."""

    def enter(self, faults: float, unseen: float) -> None:
        start = max((n for n, event in enumerate(self.record)
                     if isinstance(event.step, Shuffle)), default=0)
        used = {event.card for event in self.record[start:]}
        self.random = Left(self.random, used)  # type: ignore[assignment]
        try:
            super().enter(faults, unseen)
        finally:
            self.random = self.random.chance  # type: ignore[attr-defined]


class Left:
    """Chance that draws from the cards that are left."""

    def __init__(self, chance: random.Random, used: set[str]) -> None:
        self.chance, self.used = chance, used

    def choice(self, found: Sequence[Any]) -> Any:
        return self.chance.choice([card for card in PACK if card not in self.used]
                                  if found is PACK else found)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.chance, name)


def table_of(game_id: str, chance: random.Random) -> Table:
    """A lawful table with any terms."""
    of = game(game_id)
    rules = of.rules(
        minimum_share=False, limit=chance.choice(("half-pot", "pot", "cave")),
        counts=chance.randint(1, 3),
        shares=chance.choice(("proportion", "side-pots")), rate=chance.randint(0, 5),
        cap=chance.choice((0, 0, 150, 1000)), cave=chance.choice((0, 1000, 2000)))
    table = Table(game=game_id, name="Ria", rules=rules, minimum=chance.choice((200, 500, 1000)),
                  unit=100, places=of.places, attended=chance.random() < 0.5)
    rules = msgspec.structs.replace(rules, tied=chance.choice(("part", "lost")),
                                    limit="total" if chance.random() < 0.3 else rules.limit)
    table = msgspec.structs.replace(table, rules=rules)
    assert not of.violations(table)
    return table


def evenings(game_id: str, tables: int) -> Any:
    """Six hands at each of so many tables, where people come, rest, go and are sent away."""
    of = game(game_id)
    for seed in range(tables):
        chance, carry = random.Random(seed), None
        table = table_of(game_id, chance)
        for n in range(6):
            walk = OnePack(of, table, 100 * seed + n, carry=carry,
                           chance=Attended() if table.attended else seeded_chance(100 * seed + n),
                           faults=0.05 if table.attended and seed % 3 else 0)
            carry = walk.dealer.outcome
            yield table, walk.record


def faults(record: list[Event]) -> set[str]:
    return {event.incident.kind for event in record if isinstance(event.incident, Incident)}


@pytest.mark.more_of("holdem-150", "omaha-100")
@pytest.mark.parametrize(("game_id", "tables"), [("holdem", 12), ("omaha", 8), ("holdem", 150),
                                                 ("omaha", 100)])
def test_exported_hands_come_to_their_own_chips(game_id: str, tables: int) -> None:
    """With what the house took, money that lies in the pot for blinds that were missed, and people
    who leave or come while the hand is played. What the format has no words for is said: the hand
    is refused for the faults after which play went on otherwise."""
    seen: Counter[str] = Counter()
    for table, record in evenings(game_id, tables):
        try:
            hand = phh.read(phh.write(histories.history(record, table, histories.ALL_EYES)))
        except BadHand as why:
            assert {"null", "void", "wrong", "dealt"} & set(str(why).replace(":", "").split())
            continue
        commission = sum(event.step.amount for event in record
                         if isinstance(event.step, Move) and event.step.kind == "commission")
        assert phh_accounts.rake(hand) == commission
        assert hand.finishing is not None and sum(hand.stacks) == sum(hand.finishing) + commission
        assert len(set(hand.players)) == len(hand.players)
        if phh_replay.RULED in hand.more:
            assert set(hand.more[phh_replay.RULED]) <= faults(record)
            with pytest.raises(BadHand, match="after a fault at the table"):
                phh_replay.replay(hand)
            seen["ruled"] += 1
            continue
        played = phh_replay.replay(hand)
        assert not played.differences(hand), phh.write(hand)
        assert played.stacks == hand.finishing and played.taken == commission
        for eyes in ("", *hand.players[:2]):  # as an onlooker and as players saw it
            mine = phh.read(histories.write_history(record, table, eyes, "Me"))
            assert not phh_replay.replay(mine).differences(mine), phh.write(mine)
        seen["same"] += 1
        seen["raked"] += bool(commission)
        seen["dead"] += any(hand.antes)
    assert seen["same"] > 4 * tables and seen["raked"] > tables and seen["ruled"] and seen["dead"]


@pytest.mark.parametrize("game_id", ["holdem", "omaha"])
def test_hands_that_players_of_any_kind_play_come_to_their_own_chips(game_id: str) -> None:
    """Of a table with the law's usual terms: five per cent, shares in proportion, three raises."""
    for seed in range(4):
        env = sabot.gym.aec(game_id, players=4, coups=1)
        env.reset(seed=seed)
        chance = numpy.random.default_rng(seed)
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            env.step(None if over or cut
                     else int(chance.choice(numpy.flatnonzero(seen["action_mask"]))))
        coup = env.unwrapped.session.play
        hand = histories.history(coup.dealer.record, coup.table, histories.ALL_EYES)
        again = phh.read(phh.write(hand))
        assert again == hand and not phh_replay.replay(again).differences(again)


def a_hand() -> Hand:
    for table, record in evenings("holdem", 12):
        try:
            hand = histories.history(record, table, histories.ALL_EYES)
        except BadHand:
            continue
        if phh_accounts.rake(hand):
            return hand
    raise AssertionError("no hand of which the house took anything")


def test_an_export_that_was_changed_is_noticed() -> None:
    """What the house took, the terms, and who has what after it."""
    hand = a_hand()
    took = phh_accounts.rake(hand)
    assert took
    other = replace(hand, more={**hand.more, "_rake": 99})
    differences = phh_replay.replay(other).differences(other)
    assert differences == f"the house takes {phh.chips(took)}, the file says 99"
    none = replace(
        hand, more={**hand.more, phh_accounts.OWN: {**hand.more[phh_replay.OWN], "rate": 0}}
    )
    assert "the house takes 0" in phh_replay.replay(none).differences(none)
    for terms, why in (({"law": "elsewhere"}, "the law 'pt-217-2007'"), (5, "the law"),
                       ({"rate": 6}, "rate"), ({"limit": "sky"}, "limit"), ({"more": 1}, "more"),
                       ({"unit": "x"}, "not a sum"), ({"counts": 9}, "counts")):
        said_ = {**hand.more[phh_accounts.OWN], **terms} if isinstance(terms, dict) else terms
        with pytest.raises(BadHand, match=why):
            phh_replay.replay(replace(hand, more={**hand.more, phh_accounts.OWN: said_}))


def test_a_hand_is_told_though_its_cards_came_wrong() -> None:
    """A fault instead of a common card, and a hand that is dealt anew, end in no traceback."""
    kinds: set[str] = set()
    for table, record in evenings("holdem", 12):
        for eyes in ("", histories.ALL_EYES):
            try:
                histories.history(record, table, eyes)
            except BadHand as why:
                kinds.add(str(why))
    assert "the hand is null: it has no history" in kinds
