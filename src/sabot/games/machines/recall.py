"""The recall of a game from its record, which settles who is owed what (14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sabot import regulations as law
from sabot.games.machines.round import CREDIT, GAME, SEAT
from sabot.procedure import Act, Call, Deal, Event, Move, Owners, Result

L = law.Section("pt-217-2007/maquinas-automaticas")

WINDOWS = frozenset({"stopped", "fall"})


def recall_game(events: Sequence[Event]) -> dict[str, Any] | None:
    """A game by its events: the bet, the prize, the credit ``before`` and ``after`` it, and every
    window that was shown with the index of its event. None if no game was completed.

    ``jackpot``: the cents that it won from a jackpot; ``vouchers``: what the cashier pays.
    """
    result = next((e.step for e in events if isinstance(e.step, Result) and e.step.hand == SEAT),
                  None)
    if result is None:
        return None
    law.cite_clause(L["14"])
    spin = next(n for n, e in enumerate(events)
                if isinstance(e.step, Move) and e.step.kind == "travel" and e.step.into == GAME)
    bet = next((e.answer for e in events if isinstance(e.answer, Act) and e.answer.act == "spin"),
               None)
    after = [e for e in events if not (isinstance(e.step, Move) and e.step.kind == "hold")]
    calls = [(n, e.step) for n, e in enumerate(events) if isinstance(e.step, Call)]
    return {
        "bet": result.facts["bet"], "prize": result.facts["prize"],
        "seat": bet.seat if bet else "",
        "player": bet.player if bet else "", "law": L["14"],
        "before": _credit(events[:spin]), "after": _credit(after),
        "jackpot": sum(step.facts["cents"] for _, step in calls if step.call == "jackpot"),
        "vouchers": [dict(step.facts) for _, step in calls if step.call == "voucher"],
        "won": [{"what": e.step.hand.partition("/")[2], **e.step.facts} for e in events
                if isinstance(e.step, Result) and e.step.hand != SEAT],
        "windows": [{"event": n, "what": step.call, "shown": step.facts["shown"]}
                    for n, step in calls if step.call in WINDOWS],
        "cards": [{"event": n, "place": e.step.to.partition(".")[2], "card": e.card}
                  for n, e in enumerate(events) if isinstance(e.step, Deal)],
    }


def _credit(events: Sequence[Event]) -> int:
    """The player's credit after these events."""
    return Owners().fold(events).lying.get(CREDIT, ("", 0))[1]
