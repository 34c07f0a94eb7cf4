"""The page of messages, in three languages: ``python -m tools.pages.messages FILE`` writes it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from pathlib import Path

from sabot.games import catalogue
from sabot.law import rows
from sabot.procedure.refusal_text import REFUSED
from sabot.words import LANGS, read_words

HEAD = """\
# Messages

Made by `python -m tools.pages.messages` from the words that the house itself speaks: do not edit.
A program goes by codes; a person reads one of these texts. What stands in braces is a fact of the
message, under that name; sums are whole cents there and money in a text. `near` and `takes` are
what a refusal `accepts`, sums or words.
"""
TABLE = """\
## Refused at the table

`code` of a `refused`. Its `law` is the clause that the act would have broken, or the one that asks
what was answered wrongly. Where another word follows the code, the row stands in its place: for
that act, for no bet at all (`none`), for a card that lies open (`open`).
"""
OWN = """\
## Refused under a clause of a game

Where a game says more of a refusal under one of its clauses, or of one of its acts, than the code
does.
"""
HOUSE = """\
## Refused by the house

What a table answers for the house's own reasons.
"""
NOTICES = """\
## Notices

`kind` of a `notice`, each under a clause of the table's regulation (`law`): the one that the table
has in its `laws` under the name given here, else that of the step or the rule that brought it.
"""
FAULTS = """\
## Faults

`kind` of what goes wrong at a table: a croupier enters it in place of a card, or a supervisor
reports it. The step that takes it names it in its `faults`, and what is done about it carries the
clause.
"""
CLAUSES = {"idle-invitation": "invitation", "idle-warning": "warning", "limits": "limits",
           "session-ended": "summary", "place-lost": "place"}
"""Notices whose clause is one of a game's conduct, by its name there."""

Texts = tuple[str, ...]
Catalogue = Mapping[str, Mapping[str, str]]


def _texts(words: Catalogue, key: str) -> Texts:
    return tuple(words[lang][key] for lang in LANGS)


def _whole(words: Catalogue, key: str) -> Texts:
    """A message with its second sentence, where it has one."""
    if f"{key}.why" not in words[LANGS[0]]:
        return _texts(words, key)
    return tuple(words[lang][key] + ("" if lang == "zh" else " ") + words[lang][f"{key}.why"]
                 for lang in LANGS)


def _row(key: str, about: str, texts: Texts) -> str:
    cells = (f"`{key}`", about, *texts)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _table(first: str, second: str, body: Iterable[str]) -> list[str]:
    return [f"| {first} | {second} | Português | English | 中文 |", "|---|---|---|---|---|",
            *body, ""]


def _facts(texts: Texts) -> str:
    """The facts that the texts of a message name."""
    return ", ".join(f"`{name}`" for name in sorted(
        {name for text in texts for name in re.findall(r"\{(\w+)\}", text)}))


def _coded(words: Catalogue) -> Iterator[str]:
    """Refusals: code, facts, texts."""
    for key in words[LANGS[0]]:
        code = key.removeprefix("refused.")
        if code == key or code == "why" or code.endswith(".why"):
            continue
        texts = _whole(words, key)
        if any(re.sub(r"\{\w+\}|\W", "", text) for text in texts):
            yield _row(code, _facts(texts), texts)


def _own() -> Iterator[str]:
    """What games say of a refusal under a clause of theirs, or of an act."""
    told = set()
    for game in catalogue().values():
        for key in sorted(key for key in game.words[LANGS[0]] if key.startswith("refused.")):
            _, code, of = key.split(".", 2)
            clause = f"{game.section}/{of}"
            row = _row(code, f"`{clause}`" if clause in rows() else f"{game.id}: `{of}`",
                       _texts(game.words, key))
            if row not in told:
                told.add(row)
                yield row


def _notices(words: Catalogue) -> Iterator[str]:
    for key in words[LANGS[0]]:
        kind = key.removeprefix("notice.")
        if kind != key and "." not in kind and kind != "why":
            law = CLAUSES.get(kind)
            yield _row(kind, f"`{law}`" if law else "", _whole(words, key))


def _faults() -> Iterator[str]:
    """Each fault in its own words, with the games that say it so."""
    said: dict[tuple[str, Texts], list[str]] = {}
    for game in catalogue().values():
        for key in game.words[LANGS[0]]:
            if key.startswith("incident."):
                found = key.removeprefix("incident."), _texts(game.words, key)
                said.setdefault(found, []).append(game.id)
    for (kind, texts), games in sorted(said.items()):
        yield _row(kind, ", ".join(games), texts)


def markdown() -> str:
    """The page."""
    house = read_words(resources.files("sabot") / "web" / "words" / "notices.toml")
    return "\n".join([
        HEAD, TABLE, *_table("code", "facts", _coded(REFUSED)),
        OWN, *_table("code", "clause", _own()),
        HOUSE, *_table("code", "facts", _coded(house)),
        NOTICES, *_table("kind", "clause", _notices(house)),
        FAULTS, *_table("kind", "games", _faults())])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(markdown(), "utf-8")
