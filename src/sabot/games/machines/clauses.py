"""The clause of each moment at a machine: Portaria n.º 217/2007, Title III."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.shoe.shoe import ShoeLaw
from sabot.procedure.capabilities import Papers
from sabot.regulations import IR

L = law.Section("pt-217-2007/maquinas-automaticas")

Cite = tuple[str, tuple[str, ...]]

SIT: Cite = (IR[322], ())
LEAVE: Cite = (IR[322], (L["13"],))
INSERT: Cite = (L["1.a"], (IR[322],))
OUT: Cite = (L["13"], (L["1.a"],))
TICKET: Cite = (L["1.a"], (L["13"], IR[324], IR[317]))
SPIN: Cite = (L["10"], (L["1.a"],))
DEAR: Cite = (L["10"], (IR[322],))
REELS: Cite = (L["1"], (L["1.a"],))
STOPPED: Cite = (L["1.b"], (L["1.a"],))
WON: Cite = (L["10"], (L["2"],))
FEATURE: Cite = (L["1.b"], (L["10"],))
CHOICE: Cite = (L["10"], (IR[322],))
COLLECT: Cite = (L["9"], (L["2"],))
SHARE: Cite = (L["3"], (L["2"],))
GROUP: Cite = (L["4"], (L["2"],))
SEED: Cite = (IR[316], (L["3"],))
HIT: Cite = (L["3"], (L["5"],))
HIT_GROUP: Cite = (L["4"], (L["5"],))
PRIZE: Cite = (L["13"], (L["1.a"], L["9"]))
BY_HAND: Cite = (L["13"], (IR[323],))
CARRIED: Cite = (IR[322], ())
BROKEN: Cite = (L["9-2"], (IR[326],))
VOID: Cite = (IR[24], ())
SEVERAL: Cite = (L["12"], (IR[318],))
_NONE: Cite = ("", ())
PACK = ShoeLaw(shuffle=REELS, cut_offer=_NONE, cut=_NONE, house_cuts=_NONE, warning=_NONE,
               load=_NONE, burn=_NONE, last_coup=_NONE, opened=STOPPED)
"""The pack of a video poker machine, which is shuffled for each game."""
PAPERS = Papers(ticket=TICKET, voucher=BY_HAND, number=L["10"])
"""The clauses of tickets and vouchers."""


def flat(cite: Cite) -> tuple[str, ...]:
    """A clause and its additional clauses in one tuple, as arguments of a movement of money."""
    return cite[0], *cite[1]
