"""Shared by the two ways to play in the terminal: keys, rules, and lines of input."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.text import Text

from sabot import regulations as law
from sabot.cli.language import words_under
from sabot.cli.playing.spots import plain_letters
from sabot.procedure.game import Game
from sabot.procedure.narration import short_clause
from sabot.regulations import cite_clause

CREDIT = 100_000  # cents of demo credit at the start


COMMANDS = words_under("command")
"""What may be typed at any time, by language and command."""


class SessionEnds(Exception):
    """The player ends the session, or the input ends."""


def ask(console: Console, prompt: str, echo: bool) -> str:
    """The next line of input; SessionEnds if there is none. ``echo`` prints it (for pipes)."""
    console.print(prompt, end="", markup=False)
    try:
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        line = ""
    except UnicodeDecodeError:
        line = "\ufffd\n"
    if not line:
        console.print()
        raise SessionEnds
    if echo:
        console.print(line.rstrip("\n"), markup=False)
    return line


def command_of(word: str) -> str:
    """The command that a typed word names in any of the languages; "" if it names none."""
    typed = plain_letters(word)
    return next((command for words in COMMANDS.values() for command, name in words.items()
                 if typed in (command, plain_letters(name))), "")


def command_word(command: str, lang: str) -> str:
    """A command as a reader may type it: in Chinese, also in Latin letters."""
    word = COMMANDS[lang][command]
    return word if word.isascii() or lang != "zh" else f"{word} {command}"


def forget_typed_ahead() -> None:
    """Discard what was typed at a terminal before a question was shown, such as a key pressed
    twice. Input from a pipe is not discarded."""
    if not sys.stdin.isatty():
        return
    if sys.platform == "win32":
        import msvcrt
        while msvcrt.kbhit():
            msvcrt.getwch()
    else:
        import termios
        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def format_signed(game: Game, amount: int) -> Text:
    """A gain as green text, a loss as red text."""
    style = "green" if amount > 0 else "red" if amount < 0 else ""
    return Text(f"{'+' if amount > 0 else ''}{game.money(amount)}", style=style)


def keys_of(game: Game, lang: str) -> dict[str, str]:
    """The key of each act in a language: its letter, or its name if it has none."""
    words = game.words[lang]
    return {act: words.get(f"key.{act}", act).lower()
            for act in (key.removeprefix("act.") for key in words if key.startswith("act."))}


def rule_line(game: Game, cite: str, lang: str) -> Text:
    """The text of a rule in a language, with the clause under which the dealer explains rules, if
    there is one.

    law.UnknownClause if there is no such rule.
    """
    text = rule_text(game, cite, lang)
    clause = game.conduct.laws.get("doubts", "")
    if clause:
        cite_clause(clause)
    return Text.assemble((f"{cite}  ", "bold cyan"), text,
                         (f"  {short_clause(clause)}" if clause else "", "dim"))


def rule_text(game: Game, cite: str, lang: str) -> str:
    """The text of a rule of the game or of an interpretation, in a language where it is held in it;
    law.UnknownClause if unknown."""
    full = cite if "/" in cite else f"{game.section}/{cite}"
    if full.startswith("ir/"):
        paragraph = law.interpretation(full).paragraph(lang)
        return f"{paragraph.title}: {paragraph.says}"
    return law.row(full).wording(lang).text
