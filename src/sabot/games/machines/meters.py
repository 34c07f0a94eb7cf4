"""The meters of a machine, each with the movements of money that it counts (9, 9-2, 14)."""

from __future__ import annotations

from collections.abc import Mapping

from sabot import regulations as law
from sabot.families.machine import minimum_return
from sabot.games.machines.pay import JACKPOT, PAID
from sabot.games.machines.people import CLOSED, MENDED, METERS
from sabot.games.machines.round import SEAT, Carry, Meters
from sabot.games.machines.rules import model_of
from sabot.procedure import Listen
from sabot.procedure.meters import Flow, Meter, Metered, Plan
from sabot.procedure.table import Table
from sabot.regulations import IR

L = law.Section("pt-217-2007/maquinas-automaticas")

POOLS = ("jackpot", "pool")
_SHARES: tuple[Flow, ...] = tuple(("stake", pool) for pool in POOLS)
COUNTED: dict[str, tuple[Flow, ...]] = {
    "games": (("stake", "bank"),),
    "bets": (("stake", "bank"), *_SHARES),                                  # 9
    "prizes": (("bank", "stake"),),                                         # 9
    "collected": (("player", "stake"), ("ticket", "stake")),                # 9
    "out": (("stake", "player"), ("stake", "ticket")),
    "by_hand": (),
    "contributed": _SHARES,
    "seeded": (("bank", "jackpot"),),
    "jackpots": tuple((pool, to) for pool in POOLS for to in ("player", "stake")),
}
"""The movements that each meter adds up; ``games`` counts the bets collected."""
_VOUCHERS = {"by_hand": 1, "out": -1}


def meters(carry: Carry) -> tuple[Meter, ...]:
    """Every meter that counts money."""
    return tuple(Meter(name, getattr(carry.meters, name), flows, name == "games",
                       _VOUCHERS.get(name, 0)) for name, flows in COUNTED.items())


def credit(figures: Mapping[str, int]) -> int:
    """The player's credit by the figures of the meters."""
    return Meters(**figures).credit


def is_jackpot_voucher(number: str) -> bool:
    """Whether a voucher is for a jackpot."""
    return number.endswith(JACKPOT)


def pool(carry: Carry) -> int:
    """The cents in the machine's own jackpot."""
    return carry.pool


def lamp(asked: Listen) -> str:
    """The lamp on the machine while it waits for this answer; "" while it can be played."""
    if PAID in asked.faults:
        return "hand-pay"
    if MENDED in asked.faults:
        return "meters"
    return "out" if CLOSED in asked.faults else ""


def last_games(carry: Carry) -> tuple[tuple[int, int], ...]:
    """The bets and prizes of the last games, the newest first."""
    return carry.last


def plan(table: Table) -> Plan:
    """The return of the plan of prizes at the maximum number of lines or coins (2)."""
    model = model_of(table.rules)
    figures = minimum_return.figures(model, minimum_return.bets(model)[-1])
    return Plan(figures.returned, figures.variance, L["2"])


METERED = Metered(meters=meters, credit=credit, pool=pool, pooled=is_jackpot_voucher, fails=METERS,
                  mends=MENDED, begins=("sit", "insert", "redeem", "spin"), leave=("leave", SEAT),
                  law=L["9-2"], gives=L["13"], lamp=lamp, last=last_games, plan=plan,
                  also=(L["9"], L["14"], IR[327], IR[325]))
