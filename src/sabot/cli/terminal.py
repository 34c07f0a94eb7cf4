"""Output of the commands: text for people, JSON for programs, errors on stderr."""

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
    """The width of the output in columns: that of the terminal, between 60 and 100."""
    return max(60, min(100, shutil.get_terminal_size((100, 24)).columns))


def say(text: str = "", indent: int = 0) -> None:
    """Print a paragraph, wrapped to the terminal."""
    pad = " " * indent
    click.echo(textwrap.fill(text, width(), initial_indent=pad, subsequent_indent=pad,
                             break_long_words=False, break_on_hyphens=False) if text else "")


def heading(text: str) -> None:
    """Print a line in bold where the terminal can."""
    click.echo(click.style(text, bold=True))


def print_json(value: object) -> None:
    """Print a value as JSON, without escaping non-ASCII letters."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def stop(text: str, status: int = WRONG_USE) -> NoReturn:
    """Print an error and end: status 2 for wrong use, 1 for a negative answer."""
    click.echo(f"sabot: {text}", err=True)
    raise SystemExit(status)


def whole_number(low: int, high: int) -> Callable[[object], int]:
    """The type of an option that takes a whole number from ``low`` to ``high``."""
    def parse_number(value: object) -> int:
        try:
            number = int(str(value))
        except ValueError:
            raise click.BadParameter(f"{str(value)[:40]!r} is not a whole number") from None
        if not low <= number <= high:
            low_text, high_text = (f"{n:,}".replace(",", " ") for n in (low, high))
            raise click.BadParameter(f"allowed: {low_text} to {high_text}; this is "
                                     f"{'less' if number < low else 'more'}")
        return number
    return parse_number
