"""No-draw poker: Portaria n.º 217/2007, póquer sem descarte."""

from __future__ import annotations

from typing import Any

from sabot import regulations as law
from sabot.families.shoe.shoe import shoe_at
from sabot.games.no_draw_poker.bets import menu
from sabot.games.no_draw_poker.bot import bot
from sabot.games.no_draw_poker.cards import label
from sabot.games.no_draw_poker.coup import coup
from sabot.games.no_draw_poker.felt import felt
from sabot.games.no_draw_poker.parts import PRICING, SIMULATION
from sabot.games.no_draw_poker.round import Carry, hold_stakes, opening, reopen
from sabot.games.no_draw_poker.rules import CHOICES, CONDUCT, TIMES, Rules, violations
from sabot.games.no_draw_poker.words import WORDS
from sabot.procedure.capabilities import PoolTerms
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.regulations import IR

SECTION = "pt-217-2007/poquer-sem-descarte"


def _idle_state(carry: Carry) -> dict[str, Any]:
    """What is public between two rounds: the bank's last hands, the pack, the pool."""
    law.cite_clause(IR[24])
    state: dict[str, Any] = {"results": list(carry.results), "law": IR[24],
                             "seal": carry.shoe.seal, "drawn": carry.shoe.drawn}
    if carry.pool:
        state["pool"] = carry.pool
    return state


def _start(table: Table) -> int:
    """The start of a table's jackpot, in cents."""
    jackpot = table.rules.jackpot
    return jackpot.start if jackpot else 0


GAME = Game(
    id="no-draw-poker",
    section=SECTION,
    names={"pt": "Póquer sem descarte", "en": "No-draw poker", "zh": "無換牌撲克"},
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
    label=label,
    conduct=CONDUCT,
    shoe=shoe_at,
    steps_bound=2_000,
    words=WORDS,
    choices=CHOICES,
    limit_ratios=TIMES,
    pricing=PRICING,
    simulation=SIMULATION,
    bot=bot,
    pool=PoolTerms(start=_start),
)
