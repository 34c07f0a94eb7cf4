"""Games, tables and clauses by a few letters, whatever the language and its accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple, Protocol

import msgspec

from sabot import law
from sabot.games import catalogue
from sabot.house.catalogue.lobby import Lobby
from sabot.procedure.game import Game
from sabot.procedure.table import Table


class _Host(Protocol):
    """What is found in a house: its tables, and the cloths of its games."""

    tables: dict[str, Table]
    cards: Lobby


CLAUSES = 12
"""So many clauses are shown; whoever wants more writes more letters."""
SAID = ("act.", "bet.", "odds.")
"""The words of a game by which it is found: what is done and bet there."""
_TWICE = re.compile(r"([a-z])\1")


def folded(text: str) -> str:
    """Letters as they are compared: small, without accents, none twice on end (bacará, baccarat);
    Chinese stays as it is."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return _TWICE.sub(r"\1", "".join(c for c in apart if not unicodedata.combining(c)))


class _Known(NamedTuple):
    """A text by which something is found: as it is shown, and as it is compared."""

    text: str
    plain: str


class FoundGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game, ``by`` the word that was found where it is not its name."""

    id: str
    by: str


class FoundClause(msgspec.Struct, frozen=True, kw_only=True):
    """A clause whose text was found, with its regulation and the game that is told under it."""

    id: str
    rule: str
    text: str
    title: str
    game: str


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """What has the words that were asked for: games, tables by their ids, and the first clauses;
    ``more`` is how many others there are, left out where nothing was asked."""

    games: list[FoundGame]
    tables: list[str]
    more: int | msgspec.UnsetType = msgspec.UNSET
    clauses: list[FoundClause]


class SearchIndex:
    """What is searched; worked out at the first question."""

    def __init__(self) -> None:
        self._names: dict[str, list[_Known]] = {}
        self._words: dict[str, list[_Known]] = {}
        self._clauses: list[tuple[law.Row, str]] = []

    def _learn(self, house: _Host) -> None:
        for played in catalogue().values():
            self._names[played.id] = _known([*_names(played), house.cards.cloth(played)])
            self._words[played.id] = _known(_said(played))
        self._clauses = [(row, folded(row.text)) for rows in law.sections().values()
                         for row in rows if row.text]

    def find(self, asked: str, house: _Host) -> Found:
        """What has words that begin with those asked for. Names stand before other words; a word of
        Chinese is found wherever it stands."""
        if not self._names:
            self._learn(house)
        wanted = folded(asked).split()
        if not wanted:
            return Found(games=[], tables=[], clauses=[])
        games = [FoundGame(id=name, by="") for name, known in self._names.items()
                 if _best(known, wanted)]
        named = {found.id for found in games}
        games += [FoundGame(id=name, by=best) for name, known in self._words.items()
                  if name not in named and (best := _best(known, wanted))]
        tables = [table_id for table_id, table in house.tables.items()
                  if _best(_known([table.name, table.list]), wanted)]
        clauses = [row for row, plain in self._clauses if _has(plain, wanted)]
        return Found(
            games=games, tables=tables, more=max(0, len(clauses) - CLAUSES),
            clauses=[FoundClause(id=row.id, rule=row.rule, text=row.text,
                                 title=law.document(row.id).short, game=_plays(row.id))
                     for row in clauses[:CLAUSES]])


def _names(played: Game) -> Iterable[str]:
    yield from played.names.values()
    yield played.id
    yield played.section.rpartition("/")[2]
    yield law.document(played.section).short


def _said(played: Game) -> Iterable[str]:
    more = played.pricing.words if played.pricing else {}
    for words in (*played.words.values(), *more.values()):
        for key, text in words.items():
            if key.startswith(SAID):
                yield text


def _known(texts: Iterable[str]) -> list[_Known]:
    return [_Known(text, folded(text)) for text in dict.fromkeys(texts) if text]


def _best(known: list[_Known], wanted: list[str]) -> str:
    """The shortest text that has all the words, "" for none."""
    return min((one.text for one in known if _has(one.plain, wanted)), key=len, default="")


def _has(plain: str, wanted: list[str]) -> bool:
    return all(_begins(plain, word) for word in wanted)


def _begins(plain: str, word: str) -> bool:
    """Whether a word of the text begins with this one."""
    at = plain.find(word)
    while at >= 0:
        if at == 0 or not plain[at - 1].isalnum() or not word[0].isascii():
            return True
        at = plain.find(word, at + 1)
    return False


def _plays(clause: str) -> str:
    """The game whose section has a clause; "" for none of the catalogue."""
    section = clause.rpartition("/")[0]
    return next((played.id for played in catalogue().values() if played.section == section), "")
