"""The pages of the law: ``python -m tools.pages.lawpages FOLDER`` writes one for each regulation,
clause by clause in the order of the text."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sabot import law
from sabot.games import game
from sabot.reports import golden_rounds, odds_report, regulation_report, variants
from sabot.results import default_results
from sabot.words import LANGS

MADE = "Made by `python -m tools.pages.lawpages` from register, code, tests and golden coups: " \
       "do not edit."
TESTS = 12


def plain(text: str) -> str:
    """A text as it stands, whatever signs of the markup are in it."""
    return re.sub(r"([\\`*_{}\[\]<>|$#~])", r"\\\1", text)


def anchor(clause: str) -> str:
    """The name of a clause's place on its page."""
    return re.sub(r"[^a-z0-9]+", "-", clause.lower()).strip("-")


@cache
def worth(name: str, option: str) -> tuple[variants.BetWorth, ...]:
    """What another choice changes; each is priced once."""
    return tuple(variants.worth(game(name), option))


def _clause(line: regulation_report.Line) -> Iterator[str]:
    told = regulation_report.entry(line.id)
    assert isinstance(told, regulation_report.ClauseEntry)
    yield f"({anchor(line.id)})=\n### § {plain(line.rule)}\n"
    yield plain(line.text) + "\n"
    if line.note:
        yield f"> {plain(line.note)}\n"
    beyond = told.outside
    yield f"*{line.kind} · {line.state}*" + (
        f": {beyond.meaning} ({beyond.reason})" if beyond else "") + "\n"
    for one in told.interpretations:
        yield (f"- **{one.id}, {plain(one.title)}.** {plain(one.question)} "
               f"*Ours:* {plain(one.ours)} *Why:* {plain(one.why)}")
    for name, option in regulation_report.options(line.id):
        for bet in worth(name, option):
            leave = "" if bet.lawful else ", with leave of the authority"
            yield (f"- `{option} = {bet.value}` ({name}{leave}): "
                   f"{plain(bet.names.get('en', bet.bet))} {100 * bet.change:+.4f} "
                   "hundredths for the house")
    if told.cited:
        yield "- In the code: " + ", ".join(
            f"{{py:obj}}`{'.'.join(filter(None, (one.module, one.name)))}`"
            for one in told.cited)
    if told.tests:
        more = len(told.tests) - TESTS
        yield "- Tests: " + ", ".join(f"`{name}`" for name in told.tests[:TESTS]) + (
            f" and {more} more" if more > 0 else "")
    if told.rounds:
        yield "- Golden coups: " + "; ".join(
            f"{plain(one.title)} (`{golden_rounds.place(one.name)}`)" for one in told.rounds)
    yield ""


def page(document: str) -> str:
    """One regulation."""
    one = law.DOCUMENTS[document]
    until, dates = (f" to {one.until}" if one.until else "", plain(one.dates[LANGS.index("en")]))
    lines = [f"# {plain(one.title)}", "", MADE, "",
             f"In force from {one.since}{until}{': ' if dates else ''}{dates}.", ""]
    for key in law.sections():
        if key.split("/")[0] != document:
            continue
        told = regulation_report.section(key)
        named = ", ".join(of.names["en"] for of in told.games)
        lines += [f"## {plain(key.split('/')[1])}" + (f" ({named})" if named else ""), ""]
        for line in told.rows:
            lines += _clause(line)
    return "\n".join(lines)


def index() -> str:
    """The page of all regulations: how many clauses of each section stand how."""
    lines = ["# The law", "", MADE, "", "| regulation | section | clauses | exercised | outside | "
             "open |", "|---|---|---:|---:|---:|---:|"]
    for one in regulation_report.documents():
        lines += [f"| [{plain(one.short)}]({one.document}.md) | "
                  f"{part.section.split('/')[1]} | {part.rows} | {part.exercised} | "
                  f"{part.outside} | {part.open} |" for part in one.sections]
    return "\n".join([*lines, "", "```{toctree}", ":hidden:", "", *law.DOCUMENTS, "```", ""])


def write(folder: Path) -> None:
    """All pages."""
    folder.mkdir(parents=True, exist_ok=True)
    for document in law.DOCUMENTS:
        (folder / f"{document}.md").write_text(page(document), "utf-8")
        print(document, file=sys.stderr)
    (folder / "index.md").write_text(index(), "utf-8")


if __name__ == "__main__":
    odds_report.set_cache(default_results())
    write(Path(sys.argv[1]))
