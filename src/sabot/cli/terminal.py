"""Output of the commands: text for people, in their language, JSON for programs, errors on stderr.
"""

from __future__ import annotations

import json
import re
import shutil
import textwrap
from collections.abc import Callable
from typing import NoReturn
from unicodedata import east_asian_width

import click

from sabot.cli.language import rendered
from sabot.error_texts import error_text
from sabot.words import phrase

NO = 1
WRONG_USE = 2
_CLOSING = "，。、；：？！）」』》"
_WIDE = r"[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]"
_PIECES = re.compile(rf"\s*(?:[（「『《]*(?:{_WIDE}|(?:(?!{_WIDE})\S)+)[{_CLOSING}]*|\S+)\s*")


def width() -> int:
    """The width of the output in columns: that of the terminal, between 60 and 100."""
    return max(60, min(100, shutil.get_terminal_size((100, 24)).columns))


def say(text: str = "", indent: int = 0) -> None:
    """Print a paragraph, wrapped to the terminal."""
    pad = " " * indent
    click.echo("\n".join(wrap_columns(rendered(text), width(), pad)) if text else "")


def wrap_columns(text: str, most: int, pad: str = "") -> list[str]:
    """The lines of a paragraph, at most so many columns wide. Chinese text may break after any
    letter, each two columns wide."""
    if columns(text) == len(text):
        return textwrap.wrap(text, most, initial_indent=pad, subsequent_indent=pad,
                             break_long_words=False, break_on_hyphens=False)
    lines, line = [], ""
    for piece in _PIECES.findall(" ".join(text.split())):
        if line and columns(pad + line + piece.rstrip()) > most:
            lines.append(pad + line.rstrip())
            line = ""
        line += piece if line else piece.lstrip()
    return [*lines, pad + line.rstrip()] if line.strip() else lines


def columns(text: str) -> int:
    """The width of a text in columns of the terminal: Chinese letters are two columns wide."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def padded(text: str, width_: int, right: bool = False) -> str:
    """A text filled up with blanks to a width in columns, to the ``right`` edge if so."""
    blanks = " " * (width_ - columns(text))
    return blanks + text if right else text + blanks


def say_line(text: str = "", indent: int = 0, err: bool = False) -> None:
    """Print one line as it is, not wrapped."""
    click.echo(f"{' ' * indent}{rendered(text)}", err=err)


def labelled(text: str, width_: int, right: bool = False) -> str:
    """A text in the language of the command line, filled up to a width as by `padded`."""
    return padded(rendered(text), width_, right)


def reason(error: Exception) -> str:
    """The text of an error, with the name of the file that cannot be opened."""
    if isinstance(error, OSError) and error.strerror and error.filename:
        return phrase("[Errno {number}] {why}: {file!r}", number=error.errno, why=error.strerror,
                      file=error.filename)
    return error_text(error)


def heading(text: str) -> None:
    """Print a line in bold where the terminal can."""
    click.echo(click.style(rendered(text), bold=True))


def print_json(value: object) -> None:
    """Print a value as JSON, without escaping non-ASCII letters."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def stop(text: str, status: int = WRONG_USE) -> NoReturn:
    """Print an error and end: status 2 for wrong use, 1 for a negative answer."""
    warn(phrase("sabot: {error}", error=text))
    raise SystemExit(status)


def warn(text: str) -> None:
    """Print a line on standard error."""
    click.echo(rendered(text), err=True)


def usage_error(text: str) -> click.UsageError:
    """The error for wrong use with this text."""
    return click.UsageError(rendered(text))


def bad_parameter(text: str) -> click.BadParameter:
    """The error for a wrong value of an option, with this text."""
    return click.BadParameter(rendered(text))


def whole_number(low: int, high: int) -> Callable[[object], int]:
    """The type of an option that takes a whole number from ``low`` to ``high``."""
    def parse_number(value: object) -> int:
        try:
            number = int(str(value))
        except ValueError:
            raise bad_parameter(phrase("{value!r} is not a whole number", value=str(value)[:40])
                                ) from None
        low_text, high_text = (f"{n:,}".replace(",", " ") for n in (low, high))
        if number < low:
            raise bad_parameter(phrase("allowed: {low} to {high}; this is less",
                                       low=low_text, high=high_text))
        if number > high:
            raise bad_parameter(phrase("allowed: {low} to {high}; this is more",
                                       low=low_text, high=high_text))
        return number
    return parse_number
