"""Refusals of a room that have no clause as their reason."""

from __future__ import annotations

from sabot.house.table.messages import Refused
from sabot.ledger import LedgerError, Uncertain

BUSY = Refused("", "busy", "", "the table has too much to do; send it again")
CLOSED = Refused("", "room-closed", "", "this table was given up meanwhile; come back to it")
FAULT = Refused("", "fault", "", "the house made a mistake and has taken this back; what it was "
                "is in its log")


def unstored(key: str, error: LedgerError) -> Refused:
    """Return the refusal of a command that could not be stored, or whose fate is uncertain."""
    if isinstance(error, Uncertain):
        return Refused(key, "uncertain", "", "the books failed while this was being written: it "
                       "may or may not be done; send it again with this id when the house is open "
                       "again")
    return Refused(key, "not-stored", "", "the books cannot be written now; nothing has changed; "
                   "try again")
