"""Writes the page of the oracles: ``python -m tools.pages.oracles FILE``.

What each oracle judges is read from its module in `tests/oracles`; how many planted faults it found
from `planted.tsv` beside it, which `tools.proof.oracles` writes.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from sabot import regulations as law
from tools.proof.oracles import FOLDER, planted

JUDGED_KINDS = ("bet", "payout", "decision", "order", "limit")
"""The kinds of rows that an oracle has to judge."""
HEAD = """\
# Oracles

The tests of Sabot were written by people who knew the code. An *oracle* was not: it is a reference
for one section of a regulation, written from the published text and a description of the record
alone. It plays no part in the program. It reads the record of a round and works out by itself which
bets were lawful, who had to be asked, which cards were due, who won, what was paid and in which
order. Then it compares. An error in the program and the same error in the oracle would need two
people to misread the text in the same way.

`make test` plays some dozens of random rounds of each section for its oracle, `make more`
thousands: random lawful tables with random options, random players, ordinary and extraordinary
cards, and croupiers who report faults or enter real cards. An oracle may ask for what chance hardly
ever brings, as equal hands, a full table, or a throw with which one player wins several bets. Every
rule that an oracle declares must be met. `sabot law coverage` has a column with the rows that were
compared in the last run.

An oracle must find faults that are put into the program on purpose. The last column has how many of
the planted faults of its section it found alone, in random rounds, without any other test. The
others change what a record does not show, as a drawing or a word, make the program stop because it
checks itself, or need a situation that random rounds seldom reach. The second number counts the
faults that were tried when the result was kept: of póquer não bancado these were fewer than have
been written since.

`python -m tools.pages.oracles` makes this page from `tests/oracles`: do not edit it.
"""


def modules() -> dict[str, ModuleType]:
    """The oracles by section, in the order of the register."""
    sys.path.insert(0, str(FOLDER))
    found = [importlib.import_module(path.stem) for path in sorted(FOLDER.glob("oracle_*.py"))]
    by_section = {module.SECTION: module for module in found}
    return {section: by_section[section] for section in law.sections() if section in by_section}


def render_page() -> str:
    """The page: a table of all sections, and the rows that no oracle judges, with the reason."""
    lines = [HEAD, "| section | bets, payments, decisions, order, limits | judged | other rows "
             "judged | planted faults found |", "|---|---|---|---|---|"]
    found, reasons = planted(), list[str]()
    for section, oracle in modules().items():
        kinds = {row.rule: row.kind for row in law.sections()[section]}
        judged = [rule for rule in oracle.RULES if kinds[rule] in JUDGED_KINDS]
        least = [rule for rule, kind in kinds.items() if kind in JUDGED_KINDS]
        faults = "{} of {}".format(*found[section]) if section in found else ""
        lines.append(f"| {section} | {len(least)} | {len(judged)} | "
                     f"{len(oracle.RULES) - len(judged)} | {faults} |")
        reasons += _not_judged(section, oracle.NOT_JUDGED)
    if reasons:
        lines += ["", "## Rows of these kinds that no oracle judges", "",
                  "| row | reason |", "|---|---|", *reasons]
    return "\n".join([*lines, ""])


def _not_judged(section: str, reasons: Mapping[str, str]) -> list[str]:
    return [f"| {section}/{rule} | {reason.replace('|', chr(92) + '|')} |"
            for rule, reason in reasons.items()]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render_page(), "utf-8")
