"""Checks golden rounds: each plays as written, and shows the clauses that it lists."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path

from sabot import regulations as law
from sabot.conformance.findings import Broken, Finding, Plan, collecting
from sabot.games import read_table
from sabot.procedure import round_scripts
from sabot.procedure.game import Game
from sabot.procedure.resolvers import ScriptEnds
from sabot.reports import golden_rounds


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """Each golden round of a game (`rounds/*.txt` next to its code) plays as written, and cites
    every clause that it lists."""
    for name, text in golden_rounds.texts(game.id):
        findings: list[Finding] = []
        with collecting(findings, game, f"golden.{name.partition('/')[2]}"):
            as_written(game, text)
        plan.done["golden coups"] += 1
        yield from findings


def rewrite(game: Game) -> list[str]:
    """Rewrite the golden rounds of a game, to be reviewed as a diff; return the names of those that
    changed. OSError if they cannot be written."""
    changed = []
    for name, file in golden_rounds.files(game.id).items():
        text = file.read_text("utf-8")
        new_text = round_scripts.play(text, game, read_table)
        if new_text != text:
            Path(str(file)).write_text(new_text, "utf-8")
            changed.append(name)
    return changed


def replay_text(game: Game, text: str) -> tuple[str, list[str]]:
    """The text of a golden round as it plays now, and the listed clauses that it does not cite."""
    cited: list[str] = []
    law.witnesses.append(cited.append)
    try:
        new_text = round_scripts.play(text, game, read_table)
    finally:
        law.witnesses.remove(cited.append)
    return new_text, sorted(
        set(golden_rounds.clauses(game.section, round_scripts.read(text))) - set(cited)
    )


def as_written(game: Game, text: str) -> None:
    """Raise Broken if a golden round plays differently, or does not cite a listed clause."""
    try:
        new_text, missing = replay_text(game, text)
    except (round_scripts.BadRound, ScriptEnds) as error:
        raise Broken(f"it cannot be played: {' '.join(str(error).split())}") from None
    if missing:
        raise Broken(f"it does not cite these clauses that it lists: {', '.join(missing)}")
    if new_text != text:
        changed = [line for line in difflib.ndiff(text.splitlines(), new_text.splitlines())
                   if line[:1] in "+-"]
        old_line = _first(changed, "-")
        new_line = _first(changed, "+")
        raise Broken(f"it plays differently: {new_line!r} now, {old_line!r} in the file")


def _first(changed: list[str], sign: str) -> str:
    """The first line of a diff with a sign, without repeated spaces."""
    return next((" ".join(line[2:].split()) for line in changed if line[0] == sign),
                "nothing more")
