"""Finds games, tables and clauses by a few letters, in any language, with or without accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple, Protocol

import msgspec

from sabot import regulations as law
from sabot.games import catalogue
from sabot.house.catalogue.lobby import Lobby
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.words import LANGS


class _Host(Protocol):
    """What the search needs of the house: its tables, and the layouts of its games."""

    tables: dict[str, Table]
    lobby_cards: Lobby


MAX_CLAUSES = 12
"""How many clauses are shown."""
SEARCHED_WORDS = ("act.", "bet.", "odds.")
"""The keys of a game's words by which it is found: its acts and bets."""
_TWICE = re.compile(r"([a-z])\1")


def fold(text: str) -> str:
    """Return text in the form in which it is compared: lower case, without accents, without doubled
    letters (bacará, baccarat); Chinese is unchanged."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return _TWICE.sub(r"\1", "".join(c for c in decomposed if not unicodedata.combining(c)))


class _SearchText(NamedTuple):
    """A text by which something is found: as it is shown, and as it is compared."""

    text: str
    plain: str


class FoundGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that matches; ``by`` is the word that matched when it is not the game's name."""

    id: str
    by: str


class FoundClause(msgspec.Struct, frozen=True, kw_only=True):
    """A clause whose text matches, in the language ``lang``, with its regulation and the game that
    is played under it."""

    id: str
    rule: str
    lang: str
    text: str
    title: str
    game: str


class SearchResult(msgspec.Struct, frozen=True, kw_only=True):
    """What matches the query: games, tables by id, and the first clauses. ``more`` is how many
    other clauses match, left out when the query is empty."""

    games: list[FoundGame]
    tables: list[str]
    more: int | msgspec.UnsetType = msgspec.UNSET
    clauses: list[FoundClause]


class SearchIndex:
    """The texts that are searched; built at the first query."""

    def __init__(self) -> None:
        self._names: dict[str, list[_SearchText]] = {}
        self._words: dict[str, list[_SearchText]] = {}
        self._clauses: list[tuple[law.Row, str]] = []

    def _learn(self, house: _Host) -> None:
        for played in catalogue().values():
            self._names[played.id] = _search_texts(
                [*_game_names(played), house.lobby_cards.cloth(played)])
            self._words[played.id] = _search_texts(_game_words(played))
        self._clauses = [(row, fold(" ".join(row.wording(lang).text for lang in LANGS)))
                         for rows in law.sections().values() for row in rows]

    def find(self, query: str, house: _Host, lang: str = "en") -> SearchResult:
        """Return what has words that begin with the words of the query, in any language; clauses
        come in ``lang``. Names rank before other words; a Chinese word is found anywhere."""
        if not self._names:
            self._learn(house)
        wanted_words = fold(query).split()
        if not wanted_words:
            return SearchResult(games=[], tables=[], clauses=[])
        games = [FoundGame(id=name, by="") for name, known in self._names.items()
                 if _best_match(known, wanted_words)]
        named = {match.id for match in games}
        games += [FoundGame(id=name, by=best) for name, known in self._words.items()
                  if name not in named and (best := _best_match(known, wanted_words))]
        tables = [table_id for table_id, table in house.tables.items()
                  if _best_match(_search_texts([table.name, table.list]), wanted_words)]
        clauses = [row for row, plain in self._clauses if _matches(plain, wanted_words)]
        return SearchResult(
            games=games, tables=tables, more=max(0, len(clauses) - MAX_CLAUSES),
            clauses=[_found_clause(row, lang) for row in clauses[:MAX_CLAUSES]])


def _game_names(played: Game) -> Iterable[str]:
    yield from played.names.values()
    yield played.id
    yield played.section.rpartition("/")[2]
    yield law.document(played.section).short


def _game_words(played: Game) -> Iterable[str]:
    more = played.pricing.words if played.pricing else {}
    for words in (*played.words.values(), *more.values()):
        for key, text in words.items():
            if key.startswith(SEARCHED_WORDS):
                yield text


def _search_texts(texts: Iterable[str]) -> list[_SearchText]:
    return [_SearchText(text, fold(text)) for text in dict.fromkeys(texts) if text]


def _best_match(known: list[_SearchText], wanted_words: list[str]) -> str:
    """Return the shortest text that contains all the words, "" for none."""
    return min(
        (candidate.text for candidate in known if _matches(candidate.plain, wanted_words)), key=len,
        default="")


def _matches(plain: str, wanted_words: list[str]) -> bool:
    return all(_has_word_starting(plain, word) for word in wanted_words)


def _has_word_starting(plain: str, word: str) -> bool:
    """Whether a word of the text begins with this word."""
    at = plain.find(word)
    while at >= 0:
        if at == 0 or not plain[at - 1].isalnum() or not word[0].isascii():
            return True
        at = plain.find(word, at + 1)
    return False


def _found_clause(row: law.Row, lang: str) -> FoundClause:
    """A clause as it is found, in a language."""
    wording = row.wording(lang)
    return FoundClause(id=row.id, rule=row.rule, lang=wording.lang, text=wording.text,
                       title=law.document(row.id).short, game=_game_of_clause(row.id))


def _game_of_clause(clause: str) -> str:
    """Return the game whose section contains a clause; "" for none of the catalogue."""
    section = clause.rpartition("/")[0]
    return next((played.id for played in catalogue().values() if played.section == section), "")
