"""The rows of the register that software does not perform: those in the ``outside.toml`` of each
game, with a reason from `REASONS`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from sabot import games
from sabot import regulations as law
from sabot.games import catalogue

REASONS = {
    "heading": "only introduces the rows below it, which are counted themselves",
    "definition": "only defines a word; the program performs the rows that use the word",
    "physical": "things and acts of a real room, which a program cannot perform",
    "staff": "a duty of people of the house that no program can perform for them",
    "supervision": "an act between the operator and the authority",
    "repealed": "no longer in force",
}

# Rows of these kinds are outside only under an interpretation that says why.
GUARDED = frozenset(
    ("bet", "payout", "decision", "order", "limit", "fault", "platform", "information", "jackpot")
)


class Outside(NamedTuple):
    """A row that software does not perform, the reason, and the interpretation behind it. ``why``
    says in one sentence, by language, why this row cannot be performed; a row that only introduces
    others needs none."""

    row: str
    reason: str
    interpretation: int
    game: str
    why: Mapping[str, str] = MappingProxyType({})

    def sentence(self, lang: str) -> str:
        """Why the row is outside, in a language, in English where it is not held in that one."""
        return self.why.get(lang) or self.why.get("en") or f"The row {REASONS[self.reason]}."


def outside(section: str = "") -> dict[str, Outside]:
    """All rows outside software, or those of one section, from the files of the games.

    ValueError for the first wrong entry: an unknown row, a reason that is not in `REASONS`, a row
    of a guarded kind without an interpretation.
    """
    rows: dict[str, Outside] = {}
    for game in games.of_section(section) if section else catalogue().values():
        for entry in _entries(game.id):
            fault = _fault(entry, game.section)
            if fault:
                raise ValueError(f"outside.toml of {game.id}: {fault}")
            rows[entry.row] = entry
    return rows


def _entries(game_id: str) -> list[Outside]:
    data = games.text(game_id, "outside.toml") or b""
    return [Outside(str(item.get("row", "")), str(item.get("reason", "")),
                    int(item.get("interpretation", 0)), game_id, item.get("why", {}))
            for item in tomllib.loads(data.decode()).get("outside", [])]


def _fault(entry: Outside, section: str) -> str:
    """The fault of an entry, or ""."""
    try:
        row = law.row(entry.row)
        cite = law.interpretation(f"ir/{entry.interpretation}") if entry.interpretation else None
    except law.UnknownClause as unknown:
        return str(unknown.args[0])
    if row.section != section:
        return f"{row.id} is not a row of {section}"
    if entry.reason not in REASONS:
        return f"{row.id}: {entry.reason!r} is not a reason; allowed: {', '.join(REASONS)}"
    if cite is not None and row.id not in cite.clauses:
        return f"{row.id}: {cite.id} does not concern it"
    if cite is None and row.kind in GUARDED:
        return f"{row.id}: a row of kind {row.kind} is outside only under an interpretation"
    if entry.reason != "heading" and not {"en", "pt"} <= entry.why.keys():
        return f"{row.id}: a sentence that says why is missing in English or Portuguese"
    below = [r for r in law.sections()[section] if r.rule.startswith(f"{row.rule}.")]
    if entry.reason == "heading" and not below:
        return f"{row.id}: it heads no rows"
    return ""
