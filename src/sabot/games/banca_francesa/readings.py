"""The readings of ambiguous clauses that a table of banca francesa may choose."""

from __future__ import annotations

from typing import Literal

from sabot.families.layout import readings


class Readings(readings.OpenReadings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a table may choose; see `layout.readings.OpenReadings` for more.

    ``after_null``: after a null throw bets stay as they lie, or may be changed (IR 118).
    ``other_sums``: a sum that is none of the three chances decides nothing, or all bets lose (IR
    133). ``bets_that_lie``: until the closing call bets may be changed and taken back, or what lies
    stays; or bets are open until the dice come to rest (IR 152). ``spared_bets``: where dice were
    lifted too soon, the bets that do not lose go back, or stay for the next coup; or also, where no
    chance fell, all bets go back (IR 156). ``line_counts``: of the chips on a line count multiples
    of ten euros and the two limits, or only multiples of ten euros (IR 157). ``one_minimum``: one
    minimum for all chances; else each has its own (IR 159). ``complaint``: a player's word is
    enough for the dice to be seized, or the suspicion must be well-founded (IR 160).
    ``void_throw``: dice are thrown again after a throw that is void, or the bets go back (IR 161).
    """

    after_null: readings.AfterNull = "bets-stay"
    other_sums: Literal["decide-nothing", "lose"] = "decide-nothing"
    bets_that_lie: Literal["may-change", "stay", "until-rest"] = "may-change"
    spared_bets: Literal["back", "stay", "all-back"] = "back"
    line_counts: Literal["limits-too", "only-tens"] = "limits-too"
    one_minimum: bool = False
    complaint: Literal["word", "well-founded"] = "word"
    void_throw: Literal["again", "bets-back"] = "again"
