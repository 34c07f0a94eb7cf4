"""What the verbs share: plain text for people, JSON for programs, errors to stderr."""

from __future__ import annotations

import json
import shutil
import textwrap
from collections.abc import Callable
from typing import NoReturn

import click

NO = 1
WRONG_USE = 2


def width() -> int:
    """The columns to write in: those of the terminal, between 60 and 100."""
    return max(60, min(100, shutil.get_terminal_size((100, 24)).columns))


def say(text: str = "", indent: int = 0) -> None:
    """A paragraph, wrapped to the terminal."""
    pad = " " * indent
    click.echo(textwrap.fill(text, width(), initial_indent=pad, subsequent_indent=pad,
                             break_long_words=False, break_on_hyphens=False) if text else "")


def heading(text: str) -> None:
    """A line that stands out where the terminal can show it."""
    click.echo(click.style(text, bold=True))


def put(value: object) -> None:
    """A value as JSON, with letters of every language as they are."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def stop(text: str, status: int = WRONG_USE) -> NoReturn:
    """End with an error that says what to do; 2 is wrong use, 1 is the answer no."""
    click.echo(f"sabot: {text}", err=True)
    raise SystemExit(status)


def whole(least: int, most: int) -> Callable[[object], int]:
    """The type of an option that takes a whole number, refused in plain words."""
    def number(value: object) -> int:
        try:
            found = int(str(value))
        except ValueError:
            raise click.BadParameter(f"{str(value)[:40]!r} is no whole number") from None
        if not least <= found <= most:
            low, high = (f"{n:,}".replace(",", " ") for n in (least, most))
            raise click.BadParameter(f"it goes from {low} to {high}, and this is "
                                     f"{'less' if found < least else 'more'}")
        return found
    return number
