"""What the house says when it cannot do what was asked."""

from __future__ import annotations

from typing import Any


class HouseError(Exception):
    """The house cannot do what was asked; ``code`` and ``law`` go to the asker with the text."""

    def __init__(self, code: str, text: str, law: str = "", status: int = 400,
                 facts: dict[str, Any] | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.law = law
        self.status = status
        self.facts = facts or {}


def not_stored() -> HouseError:
    """What is said when the books could not be written."""
    return HouseError("not-stored", "the books cannot be written now; nothing has changed; "
                      "try again", status=503)
