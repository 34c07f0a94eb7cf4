"""A typed no: what was found, what is allowed, and the clause that says so."""

from __future__ import annotations

from typing import Any

import msgspec

from sabot.law import cite_clause


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True, tag="refused"):
    """Why a command was not accepted. It changes nothing.

    ``code`` is stable and for programs; ``text`` is for people (English; clients translate by code
    and ``facts``); ``accepts`` lists what would be taken instead, for example the nearest stakes.
    """

    code: str
    law: str
    text: str
    facts: dict[str, Any] = {}
    accepts: tuple[int | str, ...] = ()

    def __post_init__(self) -> None:
        cite_clause(self.law)
