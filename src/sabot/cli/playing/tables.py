"""What the ways of playing at the terminal share: keys, rules, and lines of input."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.text import Text

from sabot import law
from sabot.law import cite_clause
from sabot.procedure.game import Game
from sabot.procedure.narration import short_clause

CREDIT = 100_000  # cents of demo credit at the start


class Ends(Exception):
    """Who plays ends the session, or the input does."""


def ask(console: Console, prompt: str, echo: bool) -> str:
    """The next line that is typed; Ends where there is none. ``echo`` writes it for a pipe."""
    console.print(prompt, end="", markup=False)
    try:
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        line = ""
    except UnicodeDecodeError:
        line = "\ufffd\n"
    if not line:
        console.print()
        raise Ends
    if echo:
        console.print(line.rstrip("\n"), markup=False)
    return line


def forget_typed_ahead() -> None:
    """What was typed at a terminal before a question was shown is no answer to it: a key that was
    pressed twice. What comes out of a pipe was written to be read in its turn."""
    if not sys.stdin.isatty():
        return
    if sys.platform == "win32":
        import msvcrt
        while msvcrt.kbhit():
            msvcrt.getwch()
    else:
        import termios
        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def signed(game: Game, amount: int) -> Text:
    """A gain in green, a loss in red."""
    style = "green" if amount > 0 else "red" if amount < 0 else ""
    return Text(f"{'+' if amount > 0 else ''}{game.money(amount)}", style=style)


def keys_of(game: Game, lang: str) -> dict[str, str]:
    """What is typed for each act in a language: its letter, or its name where it has none."""
    words = game.words[lang]
    return {act: words.get(f"key.{act}", act).lower()
            for act in (key.removeprefix("act.") for key in words if key.startswith("act."))}


def rule_told(game: Game, cite: str) -> Text:
    """A rule that somebody asks for: its text, and where a law has the dealer clear up doubts about
    the rules the clause of that; law.UnknownClause for no such rule."""
    text = rule_text(game, cite)
    clause = game.conduct.laws.get("doubts", "")
    if clause:
        cite_clause(clause)
    return Text.assemble((f"{cite}  ", "bold cyan"), text,
                         (f"  {short_clause(clause)}" if clause else "", "dim"))


def rule_text(game: Game, cite: str) -> str:
    """The text of a rule of the game or of an interpretation; law.UnknownClause for no such."""
    full = cite if "/" in cite else f"{game.section}/{cite}"
    if full.startswith("ir/"):
        entry = law.interpretation(full)
        return f"{entry.title}: {entry.ours}"
    return law.row(full).text
