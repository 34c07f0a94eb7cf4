"""Which tables and games are open, and who closed the others and why; read before every bet."""

from __future__ import annotations

import msgspec

from sabot.house.shared_views import ClosedReason
from sabot.ledger import Document, Ledger
from sabot.procedure import canonical


def base_of(table_id: str) -> str:
    """Return the table of a player's own copy, or the table itself."""
    return table_id.partition("~")[0]


class Switch(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a table or a game takes bets. ``reason`` is shown to players when it does not."""

    key: str
    open: bool
    reason: str = ""
    by: str = ""
    law: str = ""
    at: float = 0.0

    def document(self) -> Document:
        """Return the document to store."""
        return Document(kind="switch", id=self.key, body=canonical(self))


class HouseClosure(Switch, frozen=True, kw_only=True):
    """A closure by the house itself. Its reason also has a code and facts, so that a page can
    translate it."""

    code: str
    facts: dict[str, str]


def closed_reason(closed: Switch | None) -> ClosedReason:
    """Return why a table takes no bets, for clients."""
    if closed is None:
        return ClosedReason()
    if isinstance(closed, HouseClosure):
        return ClosedReason(
            reason=closed.reason, law=closed.law, code=closed.code, facts=closed.facts)
    return ClosedReason(reason=closed.reason, law=closed.law)


class Switches:
    """The stored switches of the house; a table or game without a switch is open."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.load()

    def load(self) -> None:
        """Read the switches from the journal."""
        self._on = {d.id: msgspec.json.decode(d.body, type=Switch)
                    for d in self._ledger.documents("switch")}

    def set(self, switch: Switch) -> None:
        """Set a switch."""
        self._on[switch.key] = switch

    def closed(self, table: str, game: str) -> Switch | None:
        """Return the switch that keeps this table from taking bets, or None."""
        for key in (f"game:{game}", f"table:{table}"):
            switch = self._on.get(key)
            if switch is not None and not switch.open:
                return switch
        return None

    def all(self) -> list[Switch]:
        """Return all switches."""
        return list(self._on.values())
