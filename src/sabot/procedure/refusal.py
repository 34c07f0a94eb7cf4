"""A refusal: what was found, what is allowed, and the clause that says so."""

from __future__ import annotations

from typing import Any

import msgspec

from sabot.regulations import cite_clause


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True, tag="refused"):
    """Why an act or an entry was not accepted. Nothing has changed.

    ``code`` is stable and meant for programs. ``text`` is English for people; clients translate by
    ``code`` and ``facts``. ``accepts`` lists what would be accepted instead, such as the nearest
    stakes.
    """

    code: str
    law: str
    text: str
    facts: dict[str, Any] = {}
    accepts: tuple[int | str, ...] = ()

    def __post_init__(self) -> None:
        cite_clause(self.law)
