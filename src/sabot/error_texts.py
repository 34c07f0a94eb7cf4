"""The texts of exceptions as people read them: those of files, of TOML and of JSON as phrases."""

from __future__ import annotations

import json
import re
import tomllib

import msgspec

from sabot.words import Phrase, phrase

_TOML = re.compile(r"(?s)(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|"
                   r"(?P<end>end of document))\)")
_DATA = re.compile(r"(?s)(?P<what>.*?)(?: - at `(?P<place>.*)`)?")

_TEMPLATES = (
    # of tomllib
    "Cannot overwrite a value",
    "Escaped character is not a Unicode scalar value",
    "Expected '=' after a key in a key/value pair",
    "Expected ']' at the end of a table declaration",
    "Expected ']]' at the end of an array declaration",
    "Expected newline or end of document after a statement",
    "Invalid date or datetime",
    "Invalid hex value",
    "Invalid initial character for a key part",
    "Invalid statement",
    "Invalid value",
    "Unclosed array",
    "Unclosed inline table",
    "Unescaped '\\' in a string",
    "Unterminated string",
    "Cannot declare {key} twice",
    "Cannot mutate immutable namespace {key}",
    "Cannot redefine namespace {key}",
    "Duplicate inline table key {key}",
    "Found invalid character {letter}",
    "Illegal character {letter}",
    # of json
    "Expecting value",
    "Expecting ',' delimiter",
    "Expecting ':' delimiter",
    "Expecting property name enclosed in double quotes",
    "Extra data",
    "Invalid control character at",
    "Unterminated string starting at",
    # of msgspec
    "Object missing required field `{field}`",
    "Object contains unknown field `{field}`",
    "Expected `{kind}`, got `{other}`",
    "Expected `{kind}`",
    "Invalid enum value {value}",
    "Input data was truncated",
    "JSON is malformed: {why}",
    # of json
    "Expecting value",
    "Expecting property name enclosed in double quotes",
    "Expecting ',' delimiter",
    "Expecting ':' delimiter",
    "Extra data",
    "Illegal trailing comma before end of object",
    "Illegal trailing comma before end of array",
    "Invalid control character at",
    "Invalid \\escape",
    "Unterminated string starting at",
)
"""The texts of libraries; entries of `sabot.phrasebook` translate them."""
_PATTERNS = tuple((re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*?)", re.escape(template))),
                   template) for template in _TEMPLATES)


def error_text(error: BaseException) -> str:
    """The text of an exception: a phrase if it was raised with one, the reason alone of a file that
    cannot be opened, and a phrase for what TOML and JSON most often lack."""
    text = error.args[0] if len(error.args) == 1 else None
    if isinstance(text, Phrase):
        return text
    if isinstance(error, UnicodeDecodeError):
        return phrase("it is not text in UTF-8")
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, tomllib.TOMLDecodeError) and (match := _TOML.fullmatch(str(error))):
        what = _known(match["what"])
        return phrase("{what} (at end of document)", what=what) if match["end"] else \
            phrase("{what} (at line {line}, column {column})", what=what, line=match["line"],
                   column=match["column"])
    if isinstance(error, json.JSONDecodeError):
        return phrase("{what} (at line {line}, column {column})", what=_known(error.msg),
                      line=error.lineno, column=error.colno)
    if isinstance(error, msgspec.MsgspecError) and (match := _DATA.fullmatch(str(error))):
        what = _known(match["what"])
        return phrase("{what} - at `{place}`", what=what, place=match["place"]) \
            if match["place"] else what
    return str(error)


def _known(text: str) -> str:
    """A text of a library as a phrase, where its pattern is known."""
    for pattern, template in _PATTERNS:
        if match := pattern.fullmatch(text):
            return Phrase(template, match.groupdict())
    return text
