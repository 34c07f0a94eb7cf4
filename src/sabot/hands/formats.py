"""Recognises the format of a file of hands from its content, and reads each of its hands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import TypeVar, assert_never

from sabot.error_texts import error_text
from sabot.families.pokertable import phh
from sabot.families.pokertable.phh import LARGEST, BadHand
from sabot.hands import open_hand_history, pokerstars
from sabot.hands.errors import HandError, as_hand_errors
from sabot.hands.hand import Hand, Source
from sabot.words import joined, phrase

FORMATS: tuple[Source, ...] = ("PHH", "PokerStars", "GGPoker", "Open Hand History")
"""The formats that are read."""
Part = TypeVar("Part")
_TOML = re.compile(r"^\s*(?:\[\s*[\w\"'.-]+\s*\]|[\w\"'.-]+\s*=)", re.MULTILINE)
_JSON = re.compile(r"\ufeff?\s*(?:\{|\[\s*\{)")


def format_of(text: str) -> Source:
    """The format of a text; HandError where it is none of those that are read."""
    if room := pokerstars.FIRST_LINE.search(text):
        return "GGPoker" if room["gg"] else "PokerStars"
    if _JSON.match(text):
        return "Open Hand History"
    if _TOML.search(text) or not text.strip():
        return "PHH"
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    raise HandError(phrase("the format is not known; the text begins with {start}; {formats} are "
                           "read", start=repr(first[:60]), formats=joined(FORMATS)))


def read_each(text: str) -> Iterator[tuple[str, Hand | HandError]]:
    """The hands of a text with their headings, "" for a single hand without a number; in place of a
    hand that cannot be read, the HandError that says why. HandError is raised where the whole text
    cannot be read.

    >>> import sabot.hands
    >>> for heading, hand in sabot.hands.read_each("[7]\\nvariant = 'FR'\\n"):
    ...     print(heading, hand.found)
    7 FR
    """
    if not isinstance(text, str):
        raise HandError(phrase("found {value}; allowed: {others}", value=repr(text), others="text"))
    if len(text) > LARGEST:
        raise HandError(phrase("a file of hands has at most {largest} characters",
                               largest=LARGEST))
    text = text.removeprefix("\ufeff")
    source = format_of(text)
    with as_hand_errors():
        yield from _hands(text, source)


def _hands(text: str, source: Source) -> Iterator[tuple[str, Hand | HandError]]:
    match source:
        case "PokerStars" | "GGPoker":
            for part in pokerstars.split_hands(text):
                yield _one(pokerstars.number_of(part), source, pokerstars.read_hand, part)
        case "Open Hand History":
            for item in open_hand_history.split_hands(text):
                yield _one(open_hand_history.number_of(item), source, open_hand_history.read_hand,
                           item)
        case "PHH" | "Sabot":
            for key, hand in phh.read_all(text):
                heading = _printable(key)
                yield heading, (HandError(hand.args[0]) if isinstance(hand, BadHand)
                                else Hand(hand, source, heading))
        case other:
            assert_never(other)


def _one(heading: str, source: Source, read_hand: Callable[[Part], phh.Hand], part: Part
         ) -> tuple[str, Hand | HandError]:
    """A hand with its heading; the HandError that says why it cannot be read."""
    heading = _printable(heading)
    try:
        return heading, Hand(read_hand(part), source, heading)
    except BadHand as error:
        return heading, HandError(error.args[0])


def _printable(heading: str) -> str:
    """A heading without what a terminal would not print, and not too long."""
    return "".join(letter for letter in heading if letter.isprintable())[:60]


def read(source: Path | str) -> tuple[Hand, ...]:
    """The hands of a file, or of a text.

    ``source`` is a path, or a text of more than one line. The format is recognised from the
    content: PHH (one hand, or many under headings), PokerStars, GGPoker, Open Hand History.
    HandError for the first hand that cannot be read (`read_each` continues after it), and for a
    file that is not of these formats or cannot be opened.

    >>> import sabot.hands
    >>> hands = sabot.hands.read('''[1]
    ... variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ["p2 f"]
    ... ''')
    >>> [hand.heading for hand in hands], [str(one) for one in hands[0].play().stacks]
    (['1'], ['101', '99'])
    """
    hands = []
    for heading, hand in read_each(_text(source)):
        if isinstance(hand, HandError):
            raise HandError(phrase("[{heading}]: {error}", heading=heading, error=hand.args[0])
                            if heading else hand.args[0], found=hand.found, allowed=hand.allowed)
        hands.append(hand)
    return tuple(hands)


def _text(source: Path | str) -> str:
    if isinstance(source, str) and "\n" in source:
        return source
    if not isinstance(source, str | PathLike):
        raise HandError(phrase("found {value}; allowed: {others}", value=repr(source),
                               others="a path, or a text of more than one line"))
    try:
        return text_of(Path(source))
    except (OSError, ValueError) as error:
        if isinstance(error, HandError):
            raise
        raise HandError(phrase("cannot read {file}: {why}", file=source,
                               why=error_text(error))) from error


def text_of(path: Path) -> str:
    """The text of a file: UTF-8, UTF-16, UTF-32, or, in a file of PokerStars, Windows-1252.
    HandError for another one; OSError for a file that cannot be opened."""
    with path.open("rb") as file:
        data = file.read(4 * LARGEST + 4)
    unicode: str = json.detect_encoding(data)  # by its mark, or by the zeros of the first letters
    for encoding in (unicode, "cp1252") if unicode.startswith("utf-8") else (unicode,):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding != "cp1252" or pokerstars.FIRST_LINE.search(text):
            return text
    raise HandError("it is not text in UTF-8")
