"""Random games of machines as plain data, for their oracle: machines of every kind that may be
offered, jackpots of one machine and of a group, tickets, doors, meters that fail, vouchers, and
reels that now and then stop where something happens."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from random import Random
from typing import Any

import msgspec
from judging import Round

from sabot.conformance.findings import Broken
from sabot.conformance.random_players import Walk
from sabot.equipment import Seeded
from sabot.families.machine.draw import Draw
from sabot.families.machine.file import AnyModel, shipped_models
from sabot.families.machine.model import Model, Symbol
from sabot.games.machines.rules import Jackpot, Rules, model_of
from sabot.procedure import Act, Claim, Detail, Incident, Live, Move, Throw, TimeOut
from sabot.procedure.game import Game
from sabot.procedure.table import Authorisation, Table

GAMES_AT_A_MACHINE = 12
DRAWS = 5_000
LUCK = 0.4
"""The share of games whose first spin stops where a symbol lines up."""
COMMON = {"azulejo": ("tile", 3), "costa": ("net", 3), "vindima": ("snail", 3),
          "cinco": ("high-pair", 0), "": ("red", 3)}
"""A combination of each model that comes often; "" is a small model of the table file."""
POOL = "grande"


# -- machines --------------------------------------------------------------------------------------


def small_model(random: Random) -> Model:
    """Three reels of five stops and one line, with a return near eighty per cent of the bets."""
    strips = []
    for _ in range(3):
        strip = ["red", "green", *random.choices(("red", "green", "blank"), k=3)]
        random.shuffle(strip)
        strips.append(strip)
    ways = prod(strip.count("red") for strip in strips)
    red = random.randint(60, 120) // ways or 1  # of 125 rows
    return Model(name="Pequena", version="1", reels=tuple(map(" ".join, strips)),
                 window=(1, 1, 1), lines=((1, 1, 1),), symbols={"blank": Symbol()}, stakes=(1, 2),
                 pays={"red": {"3": red}, "green": {"3": random.randint(1, 5)}})


def authorisations(random: Random, identity: str) -> tuple[Authorisation, ...]:
    """No approval, that of this model, one that was in force before it was asked for, or that of
    another model."""
    days = random.choice((("2020-01-01", "2020-01-08"), ("2020-01-08", "2020-01-01")))
    option = random.choice((identity, identity, "0" * 64))
    one = Authorisation(option=option, by="the authority", reference="1", requested=days[0],
                        effective=days[1])
    return random.choice(((), (one,), (one,)))


def draw_machine(game: Game, random: Random) -> Table:
    """A random lawful machine; Broken if none is found."""
    for _ in range(DRAWS):
        name = random.choice((*COMMON, ""))
        own = None if name else small_model(random)
        model: AnyModel = own or shipped_models()[name]
        coin = random.choice((2, 5, 10, 100))
        least = coin * (1 if isinstance(model, Draw) else model.ways or min(model.taken or (1,))) \
            * min(model.stakes)
        symbol, count = COMMON[name]
        pool = random.choice(("", POOL))
        jackpot = random.choice((None, Jackpot(
            share=random.choice(("1/75", "1/100", "0.75 %", "1/7")), symbol=symbol, count=count,
            least=random.choice((0, least + 1, 2 * least)), pool=pool,
            start=0 if pool else random.choice((0, 12_345)))))
        maximum = least * random.choice(game.limit_ratios)
        table = Table(
            game=game.id, name="walk", minimum=least, maximum=maximum, unit=coin,
            places=(places := random.choice((1, 1, 1, 2))), places_per_player=places,
            individual=random.random() < 0.25, demo=random.random() < 0.5,
            authorisations=authorisations(random, model.identity),
            rules=Rules(model=name or "azulejo", reels=own, number=random.choice(("0001", "B7")),
                        notes=random.choice(((500,), (500, 1_000, 2_000))),
                        most_credit=max(maximum, 200_000),
                        by_hand=random.choice((0, 500_000, 2_000, least, 3 * coin)),
                        jackpot=jackpot))
        if not game.violations(table):
            return table
    raise Broken(f"of {DRAWS} random machines none is lawful")


# -- chance and players ----------------------------------------------------------------------------


class Lucky(Live):
    """Reels that stop where one symbol stands on every reel, when ``luck`` says so for the next
    spin; places where more symbols land than usual."""

    def __init__(self, table: Table, random: Random) -> None:
        super().__init__(Seeded(random.randrange(2**32)))
        self.random, self.model, self.luck = random, model_of(table.rules), False
        self.jackpot = (table.rules.jackpot.symbol,) if table.rules.jackpot else ()

    def resolve(self, step: Any) -> Any:
        """Chance, sometimes with luck."""
        if isinstance(step, Throw) and step.thing == "reels" and self.luck:
            self.luck = False
            return self.stops(step)
        if isinstance(step, Throw) and step.thing == "places" and self.random.random() < 0.4:
            return tuple(self.random.choice((0, sides - 1, sides - 1)) for sides in step.sides)
        return super().resolve(step)

    def stops(self, step: Throw) -> tuple[int, ...]:
        """A number for each reel at which it stops with the same symbol, where it has it."""
        assert isinstance(self.model, Model)
        reels = self.model.base
        symbol = self.random.choice((*self.model.pays, *self.model.scatters * 3,
                                     *self.jackpot * 4))
        numbers = []
        for reel, sides in enumerate(step.sides):
            fitting = [number for number in range(sides)
                       if reels.strips[reel][reels.stop(reel, number)] == symbol]
            numbers.append(self.random.choice(fitting or range(sides)))
        return tuple(numbers)


class MachineWalk(Walk):
    """A player who mostly plays, and a house that keeps the pool and reads the meters."""

    def __init__(self, *args: Any, pools: dict[str, int], **options: Any) -> None:
        self.pools = pools
        super().__init__(*args, **options)

    def choose(self) -> Act | TimeOut:
        """A game if the credit covers one, mostly, or money for some."""
        listen = self.dealer.standing
        assert listen is not None
        offers = {offer.act: offer for offer in listen.offers
                  if offer.act in ("spin", "insert") and not offer.barred}
        for act in ("spin", "insert"):
            if act in offers and self.random.random() < 0.75:
                offer = offers[act]
                return Act(offer.player, act, self.random.choice(offer.spots), self.amount(offer))
        return super().choose()

    def enter(self, faults: float, unseen: float) -> None:
        """The keeper of the pool pays all that it holds."""
        step = self.dealer.awaited
        if not isinstance(step, Claim):
            super().enter(faults, unseen)
            return
        paid = self.content(step.pool)
        self.pools[step.pool] -= paid
        self.dealer.enter(paid)

    def content(self, pool: str) -> int:
        """What lies in a pool: what lay there before, and what was added in this game."""
        return self.pools[pool] + sum(
            event.step.amount for event in self.record
            if isinstance(event.step, Move) and event.step.kind == "contribute"
            and event.step.into == pool)

    def incident(self, kinds: tuple[str, ...], details: tuple[Detail, ...] = ()) -> Incident:
        """A fault; of meters with what they showed and what the house has in its books."""
        reported = super().incident(kinds, details)
        if not reported.kind.startswith("meters"):
            return reported
        meters = self.carry.meters
        shows = {name: (getattr(meters, name) + self.random.choice((0, 7)), getattr(meters, name))
                 for name in ("bets", "prizes", "games")}
        return msgspec.structs.replace(reported, figures=shows)


# -- rounds ----------------------------------------------------------------------------------------


def rounds(game: Game, count: int, seed: int) -> Iterator[Round]:
    """Random games, several in a row at each machine. To the table file a round adds the
    ``identity`` of its model and whether it is ``shipped``, to what the machine carries the
    ``pools`` of its group."""
    played, number = 0, seed
    while played < count:
        random = Random(f"{game.id} {number}")
        table = draw_machine(game, random)
        of_model = {"identity": model_of(table.rules).identity,
                    "shipped": table.rules.reels is None}
        chance = Lucky(table, random)
        pools = {POOL: random.choice((0, random.randrange(1_000_000)))}
        carry: Any = game.opening(table)
        for _ in range(GAMES_AT_A_MACHINE):
            chance.luck = isinstance(chance.model, Model) and random.random() < LUCK
            before = msgspec.to_builtins(carry) | {"pools": dict(pools)}
            walk = MachineWalk(game, table, random.randrange(2**32), carry, chance, pools=pools,
                               faults=random.choice((0.0, 0.0, 0.1)),
                               eager=random.random() < 0.2)
            pools[POOL] = walk.content(POOL)
            yield Round(game.id, msgspec.to_builtins(table) | of_model, before,
                        [msgspec.to_builtins(event) for event in walk.record],
                        msgspec.to_builtins(walk.dealer.outcome) if walk.dealer.over else None)
            played += 1
            if not walk.dealer.over or played == count:
                break
            carry = walk.dealer.outcome
        number += 1
