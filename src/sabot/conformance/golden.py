"""Golden coups of a game: each is told as it is written, and shows what it says."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path

from sabot import law
from sabot.conformance.findings import Broken, Finding, Plan, noted
from sabot.games import read_table
from sabot.procedure import round_scripts
from sabot.procedure.game import Game
from sabot.procedure.resolvers import ScriptEnds
from sabot.reports import golden_rounds


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """Each golden coup of a game (`rounds/*.txt` beside its code) is told as it is written, and
    gives every clause that it says it shows."""
    for name, text in golden_rounds.texts(game.id):
        found: list[Finding] = []
        with noted(found, game, f"golden.{name.partition('/')[2]}"):
            as_written(game, text)
        plan.done["golden coups"] += 1
        yield from found


def written_anew(game: Game) -> list[str]:
    """Write the golden coups of a game as they are told now, to be read as a diff; the names of
    those that changed. OSError where they cannot be written."""
    changed = []
    for name, file in golden_rounds.files(game.id).items():
        text = file.read_text("utf-8")
        now = round_scripts.play(text, game, read_table)
        if now != text:
            Path(str(file)).write_text(now, "utf-8")
            changed.append(name)
    return changed


def played(game: Game, text: str) -> tuple[str, list[str]]:
    """The text of a golden coup as it is told now, and the clauses that it says it shows and does
    not give."""
    given: list[str] = []
    law.witnesses.append(given.append)
    try:
        now = round_scripts.play(text, game, read_table)
    finally:
        law.witnesses.remove(given.append)
    return now, sorted(
        set(golden_rounds.clauses(game.section, round_scripts.read(text))) - set(given)
    )


def as_written(game: Game, text: str) -> None:
    """Broken where a golden coup is told otherwise than it is written, or does not show what it
    says."""
    try:
        now, missing = played(game, text)
    except (round_scripts.BadRound, ScriptEnds) as error:
        raise Broken(f"it cannot be played: {' '.join(str(error).split())}") from None
    if missing:
        raise Broken(f"it does not show what it says: {', '.join(missing)}")
    if now != text:
        changed = [line for line in difflib.ndiff(text.splitlines(), now.splitlines())
                   if line[:1] in "+-"]
        written = _first(changed, "-")
        told = _first(changed, "+")
        raise Broken(f"it is told otherwise: {told!r}, and {written!r} is written")


def _first(changed: list[str], sign: str) -> str:
    """The first line with a sign, without the space between what is told and its clauses."""
    return next((" ".join(line[2:].split()) for line in changed if line[0] == sign),
                "nothing more")
