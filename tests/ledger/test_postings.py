"""Each kind of movement as a transfer between named accounts."""

from __future__ import annotations

import msgspec

from sabot.ledger.postings import FIRST
from sabot.procedure import FLOWS, Event, Move

LAW = "pt-217-2007/chemin-de-fer/46"


def move(kind: str) -> Event:
    return Event(Move(LAW, kind=kind, bet="3", player="ana", amount=700, into="bank"))


def test_every_kind_of_movement_has_its_accounts() -> None:
    """A stake that joins another never leaves the account of the coup: there is no transfer."""
    moved = FIRST.transfers("t1", "c9", 4, [move(kind) for kind in FLOWS])
    named = {"player": "player:ana", "stake": "stake:c9", "bank": "bank:t1", "held": "held:t1",
             "commission": "commission:t1", "gratuity": "gratuity:t1",
             "jackpot": "pool:bank", "ticket": "ticket:bank"}
    expected = [(f"c9/{place}", named[frm], named[to], 700, LAW)
                for place, (frm, to) in enumerate(FLOWS.values(), start=4) if frm != to]
    assert [tuple(transfer) for transfer in moved] == expected
    own = msgspec.structs.replace(move("jackpot").step, into="")  # no pool is named: the table's
    assert [t.frm for t in FIRST.transfers("t1", "c9", 0, [Event(own)])] == ["jackpot:t1"]
    assert set(FLOWS) - {"take", "travel"} == {kind for kind, (frm, to) in FLOWS.items()
                                               if frm != to}
