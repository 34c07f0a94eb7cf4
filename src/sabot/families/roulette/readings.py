"""The readings of ambiguous clauses that a table of either roulette may choose."""

from __future__ import annotations

from typing import ClassVar, Literal

from sabot.families.layout import readings


class Readings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a table of roulette may choose; see `layout.readings.Readings` for more.

    ``one_minimum``: one minimum for all chances, and every maximum is a multiple of it; else each
    chance may have its own (IR 117). ``after_null``: after a null spin bets stay as they lie, or
    may be changed (IR 118). ``zero_beside``: zero lies beside the first row and shares splits,
    streets and a corner with it, or with no number (IR 131). ``fractions``: on two dozens or two
    columns, which pay half of the stake, stakes that do not pay in whole cents are not taken, or
    prizes are rounded down (IR 372). ``times``: a maximum is that many times its minimum, or
    exceeds it by that many times (IR 380).
    """

    UNPRICED: ClassVar[frozenset[str]] = frozenset({"fractions"})

    one_minimum: bool = False
    after_null: readings.AfterNull = "bets-stay"
    zero_beside: Literal["first-row", "none"] = "first-row"
    fractions: Literal["no-such-bet", "rounded-down"] = "no-such-bet"
    times: Literal["the-minimum", "more-than-it"] = "the-minimum"
