"""Gaming machines: Portaria n.º 217/2007, Title III, máquinas automáticas."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sabot import regulations as law
from sabot.families.machine.file import shipped_models
from sabot.families.shoe.shoe import shoe_at
from sabot.games.machines.coup import coup
from sabot.games.machines.felt import felt, menu
from sabot.games.machines.parts import CABINET, SIMULATION, load_hint
from sabot.games.machines.round import Carry, hold_stakes, opening, reopen
from sabot.games.machines.rules import (
    CONDUCT,
    DEFAULT,
    Jackpot,
    Rules,
    rate_of,
    violations,
)
from sabot.games.machines.words import WORDS
from sabot.procedure.capabilities import PoolTerms, Purse, Trial
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.procedure.visible_events import NO_LABEL, HandLabel
from sabot.regulations import IR

SECTION = "pt-217-2007/maquinas-automaticas"

OWN = Jackpot(share="1/75", symbol="tile", count=3, start=12_345)
"""A jackpot that tests and trials use in addition to none, on the default model."""


def _idle_state(carry: Carry) -> dict[str, Any]:
    """What a machine shows between games: its window, the last games, why it is out of order."""
    law.cite_clause(IR[322])
    pool: dict[str, Any] = {"pool": carry.pool} if carry.pool else {}
    return {**pool, "results": [f"{prize}" for _, prize in carry.last],
            "shown": [list(reel) for reel in carry.shown], "stopped": carry.stopped,
            "bet": carry.bet, "law": IR[322], "seal": carry.shoe.seal, "drawn": carry.shoe.drawn}


def _share(table: Table) -> Fraction:
    """The part of each bet that goes to the jackpot."""
    return rate_of(table.rules.jackpot)


def _label(hand: str, cards: list[str | None], calls: tuple[str, ...]) -> HandLabel:
    return NO_LABEL


GAME = Game(
    id="machines",
    section=SECTION,
    names={"pt": "Máquinas automáticas", "en": "Gaming machines", "zh": "角子機"},
    rules=Rules,
    carry=Carry,
    opening=opening,
    reopen=reopen,
    hold_stakes=hold_stakes,
    coup=coup,
    violations=violations,
    felt=felt,
    bets=menu,
    public_state=_idle_state,
    label=_label,
    conduct=CONDUCT,
    shoe=shoe_at,
    steps_bound=50_000,
    words=WORDS,
    choices={"number": ("0001",), "model": tuple(shipped_models()), "reels": (None,),
             "cards": (None,), "coins": ((),), "notes": ((500,), (500, 1_000, 2_000)),
             "most_credit": (200_000, 1_000_000), "by_hand": (0, 500_000, 2_000),
             "jackpot": (None, OWN)},
    limit_ratios=(3, 5, 10, 100, 500),
    simulation=SIMULATION,
    hints=load_hint,
    cabinet=CABINET,
    purse=Purse(bets=("credit",), law=IR[322]),
    pool=PoolTerms(share=_share),
    trial=Trial(full=tuple({"model": name, "jackpot": OWN if name == DEFAULT else None}
                           for name in shipped_models())),
    places=1,
)

