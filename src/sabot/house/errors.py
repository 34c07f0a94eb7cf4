"""Errors that the house reports to its users."""

from __future__ import annotations

from typing import Any

from sabot.ledger import Corrupt, Full, LedgerError, Locked, Overtaken, ReadOnly
from sabot.words import phrase

TEXT_LENGTH = 2_000


class HouseError(Exception):
    """The house cannot do what was asked. ``code`` and ``law`` are sent with the text; ``status``
    is the HTTP status."""

    def __init__(self, code: str, text: str, law: str = "", status: int = 400,
                 facts: dict[str, Any] | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.law = law
        self.status = status
        self.facts = facts or {}


def unwritten_error(why: LedgerError) -> HouseError:
    """Describe why the journal cannot be written, without naming a file or a server."""
    match why:
        case Overtaken():
            return HouseError("books-overtaken", "another house has written to this journal: "
                              "this one stops and closes", status=503)
        case Full():
            return HouseError("books-full", "the disk of the journal is full; play continues as "
                              "soon as there is space", status=503)
        case ReadOnly():
            return HouseError("books-read-only", "the journal is read-only now; play continues "
                              "as soon as it can be written", status=503)
        case Locked():
            return HouseError("books-locked", "another program has locked the journal; play "
                              "continues as soon as it is released", status=503)
        case Corrupt():
            return HouseError("books-damaged", "the journal is damaged: a backup must be restored",
                              status=503)
    return HouseError("books-away", "the database of the journal cannot be reached or written; "
                      "play continues as soon as it can", status=503)


def not_stored() -> HouseError:
    """Return the error for a write that failed."""
    return HouseError("not-stored", "the journal cannot be written now; nothing has changed; "
                      "try again", status=503)


def reason_of(text: str) -> str:
    """Return a reason fit for the record; HouseError when it is too short or too long."""
    text = text.strip()
    if not 3 <= len(text) <= TEXT_LENGTH:
        raise HouseError("reason", phrase("the reason must have 3 to {text_length} characters; "
                                          "this one has {n}", text_length=TEXT_LENGTH,
                                          n=len(text)))
    return text
