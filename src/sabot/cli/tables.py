"""What the ways of playing at the terminal share: tables, keys, rules, and lines of input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.text import Text

from sabot import games, law
from sabot.cli.check import read, tell
from sabot.cli.terminal import NO, stop
from sabot.money import euros
from sabot.procedure.game import Game
from sabot.procedure.table import Table, Violation

CREDIT = 100_000  # cents of demo credit at the start
DEFAULT = 'game = "{id}"\nname = "{name}"\nkind = "{kind}"\nattended = {attended}\n'


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


def signed(amount: int) -> Text:
    """A gain in green, a loss in red."""
    style = "green" if amount > 0 else "red" if amount < 0 else ""
    return Text(f"{'+' if amount > 0 else ''}{euros(amount)}", style=style)


def keys_of(game: Game) -> dict[str, str]:
    """The key of each act: the game's own, or the first letter of its name that is free."""
    own = game.words.get("keys", {})
    taken = set(own.values()) | {"q", "r"}
    keys: dict[str, str] = {}
    for name in game.words.get("en", {}):
        kind, _, act = name.partition(".")
        if kind != "act":
            continue
        letters = [letter for letter in act if letter.isalpha() and letter not in taken]
        keys[act] = own.get(act) or (letters[0] if letters else act)
        taken.add(keys[act])
    return keys


def rule_text(game: Game, cite: str) -> str:
    """The text of a rule of the game or of an interpretation; law.UnknownClause for no such."""
    full = cite if "/" in cite else f"{game.section}/{cite}"
    if full.startswith("ir/"):
        entry = law.interpretation(full)
        return f"{entry.title}: {entry.ours}"
    return law.row(full).text


def plain(head: str, minimum: int, rules: str = "") -> Table | list[Violation]:
    """The widest table with this minimum that is lawful for its game, or what is wrong with the one
    that has the least wrong.

    ``head`` and ``rules`` are the beginning and the end of its file; a hundred minimums are tried
    for a maximum, then thirty, with as many places as usual, then with seven.
    """
    tried = []
    for times in (100, 30):
        for places in ("", "places = 7\n"):
            sums = f"minimum = {minimum}\nmaximum = {times * minimum}\n"
            found = games.read_table(head + sums + places + rules)
            if isinstance(found, Table):
                return found
            tried.append(found)
    return min(reversed(tried), key=len)  # of equals the one with more places


def open_table(game: Game, path: Path | None, *, attended: bool = False,
               shared: bool = False) -> Table:
    """The table of a file, or a plain one; ends the program when it is unlawful.

    ``attended`` plays at it with real cards, whatever its file says; ``shared`` makes the plain one
    a table for several players.
    """
    found: Any
    if path is None:
        text = DEFAULT.format(id=game.id, name=game.names["en"], attended=str(attended).lower(),
                              kind="multi" if shared else "individual")
        found = plain(text, 5)
    else:
        found = read(path)
    if isinstance(found, Table) and found.game != game.id:
        stop(f"{path} is a table of {found.game}, not of {game.id}")
    if isinstance(found, Table) and attended and not found.attended:
        found = msgspec.structs.replace(found, attended=True)
        found = game.violations(found) or found
    if not isinstance(found, Table):
        click.echo(f"sabot: {path or 'the default table'} is not lawful:", err=True)
        tell(found, err=True)
        raise SystemExit(NO)
    if found.attended and not attended:
        stop(f"{path} is a table with a croupier: play at it with --attended")
    return found
