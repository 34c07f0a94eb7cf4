"""Refusals of a room that have no clause as their reason."""

from __future__ import annotations

from sabot.house.table.messages import Refused
from sabot.ledger import LedgerError, Uncertain

BUSY = Refused("", "busy", "", "the table is busy; try again")
CLOSED = Refused("", "room-closed", "", "this table has closed in the meantime; open it again")
FAULT = Refused("", "fault", "", "internal error; the action was undone and the error has been "
                "logged")


def refuse_unstored(key: str, error: LedgerError) -> Refused:
    """Return the refusal of a command that could not be stored, or whose fate is uncertain."""
    if isinstance(error, Uncertain):
        return Refused(key, "uncertain", "", "the journal failed during the write: the command may "
                       "or may not be stored; send it again with this id when the house is open "
                       "again")
    return Refused(key, "not-stored", "", "the journal cannot be written now; nothing has changed; "
                   "try again")
