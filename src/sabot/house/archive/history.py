"""A player's coups in all games, by page, day and session; and the receipt of one coup.

The journal keeps a document for every coup of a player and for every session, under the entry that
first stored it; an index gives the coups of one player in order. A session knows its first and last
entry, so its coups are found without reading others.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any, NamedTuple, Protocol
from zoneinfo import ZoneInfo

import msgspec

from sabot.games import UnknownGame, catalogue, game
from sabot.house.archive.queries import ArchiveQueries, CoupLine, CoupSummary, CoupView, currency_of
from sabot.house.catalogue.lobby import describe_table
from sabot.house.errors import HouseError
from sabot.house.ports import NamesPlayers
from sabot.house.shared_views import EntryBody, Names, TableDescription, Words, extend
from sabot.house.table.session import Session, Summary
from sabot.house.table.switches import base_of
from sabot.ledger import Ledger
from sabot.ledger.entry import StoredDocument
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.regulations import cite_clause, document
from sabot.words import phrase

LINE_WORDS = ("result.", "bet.", "category.", "place", "bank")
"""The words of a game that one line of the history needs."""


class _Host(NamesPlayers, Protocol):
    """What the history needs of the house."""

    ledger: Ledger
    tables: dict[str, Table]

    archive: ArchiveQueries


class Sums(msgspec.Struct):
    """The sums of several coups in one currency; cents."""

    coups: int = 0
    staked: int = 0
    won: int = 0
    net: int = 0


class _When(msgspec.Struct):
    """The end time in a coup's document."""

    ended: float


class _Window(NamedTuple):
    """The range of entries that may hold the coups of a table; "" for all tables."""

    since: int
    before: int
    table: str


class PageCoup(CoupLine, frozen=True, kw_only=True):
    """A coup on a page of the history, with the number of its journal entry."""

    seq: int


class SessionLine(Summary, frozen=True, kw_only=True):
    """One of my sessions with its currency, the names of its game by language, the name of its
    table, and the clause that requires the summary (33)."""

    currency: str
    names: Names
    name: str
    law: str


class Day(msgspec.Struct, frozen=True, kw_only=True):
    """The sums of all coups of a day, by currency."""

    day: str
    sums: dict[str, Sums]


class PlayedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game on a page of the history, with the words that its lines need."""

    names: Names
    regulation: str
    currency: str
    words: Words


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the history: coups, newest first; ``next`` is the ``before`` of the next page, 0
    for none; the days, the session when one was requested, games by id, names of tables by id."""

    coups: list[PageCoup]
    next: int
    days: list[Day]
    session: SessionLine | None
    games: dict[str, PlayedGame]
    tables: dict[str, str]
    law: str


class Receipt(CoupView, frozen=True, kw_only=True):
    """The receipt of one of my coups: its result for me, how much of that was carried over from the
    coup before (``resumed``), the clauses, my name, and the table as it was configured then."""

    sums: CoupSummary
    resumed: int
    law: str
    net_law: str
    name: str
    laid: TableDescription


class History:
    """The coups of one player, for that player to browse."""

    def __init__(self, house: _Host, player: str, zone: str = "UTC") -> None:
        self.house = house
        self.books = house.ledger
        self.player = player
        self.zone = _zone(zone)

    def page(self, *, before: int = 0, limit: int = 50, game_id: str = "", session: str = "",
             day: str = "") -> Page:
        """Return a page of coups, newest first, before the entry ``before``: those of a game, a
        session or a day (ISO date). It includes the sums of each day on the page, and the session
        when one was requested. ``next`` is the ``before`` of the next page, 0 for none."""
        cite_clause(self.house.archive.duty_clause("last-coup"))
        windows = self._windows(game_id, session)
        if day:
            first, last = self._entries_of(_day(day))
            windows = _intersect(windows, first, last)
        documents = self._newest(_intersect(windows, 0, before or self._end), limit + 1)
        has_more, documents = len(documents) > limit, documents[:limit]
        coups = [self._coup(stored) for stored in documents]
        days = dict.fromkeys(self._date(c.ended) for c in coups)
        return Page(
            coups=coups, next=documents[-1].born if has_more else 0,
            days=[Day(day=str(d), sums=self._sums(_intersect(windows, *self._entries_of(d))))
                  for d in days],
            session=self._session(session) if session else None,
            games=self._games({c.game or "" for c in coups}),
            tables={base_of(c.table): self._name(c.table) for c in coups},
            law=self.house.archive.duty_clause("last-coup"))

    def sessions(self) -> list[SessionLine]:
        """Return every session with its sums, their currency and its table, newest first (33)."""
        return [self._summary(session) for session in self.house.archive.sessions(self.player)]

    # -- ranges of entries ------------------------------------------------------------------------

    @property
    def _end(self) -> int:
        return self.books.head()[0] + 1

    def _windows(self, game_id: str, session: str) -> list[_Window]:
        """Return the ranges of entries that hold the coups of a game or a session, newest first."""
        if not game_id and not session:
            return [_Window(0, self._end, "")]
        windows, after = [], dict[str, int]()
        for stored in self.books.owned_documents("session", self.player):
            record = msgspec.json.decode(stored.document.body, type=Session)
            # Entries about a session after its end must not fall into the next session.
            before = min(stored.seq + 1, after.get(record.table, stored.seq + 1))
            after[record.table] = stored.born
            if game_id in ("", record.game) and session in ("", record.id):
                windows.append(_Window(stored.born, before, record.table))
        if session and not windows:
            raise HouseError("no-session", phrase("you have no session {session}",
                                                  session=repr(session)),
                             self.house.archive.duty_clause("summary"), 404)
        return sorted(windows, key=lambda window: -window.before)

    def _newest(self, windows: Iterable[_Window], limit: int) -> list[StoredDocument]:
        """Return the newest coups in some ranges, which must be sorted by their end, newest first.
        """
        newest: list[StoredDocument] = []
        for window in windows:
            if len(newest) == limit and window.before <= newest[-1].born:
                break
            newest = sorted(
                [*newest, *self._within(window, limit)], key=lambda document: -document.born)
            del newest[limit:]
        return newest

    def _within(self, window: _Window, limit: int | None = None) -> list[StoredDocument]:
        return self.books.owned_documents("coup", self.player, limit=limit, **self._where(window))

    @staticmethod
    def _where(window: _Window) -> dict[str, Any]:
        return {"since": window.since, "before": window.before,
                "named": f"{window.table}-" if window.table else ""}

    def _entries_of(self, day: date) -> tuple[int, int]:
        """Return the first entry of a day, and the first entry of the next day."""
        return self._first(day), self._first(day + timedelta(days=1))

    def _first(self, day: date) -> int:
        """Return the first entry at which this player's coups ended on this day or later. Entries
        are in the order of time, so a binary search finds it."""
        begins = datetime.combine(day, time(), self.zone).timestamp()
        low, high = 0, self._end
        while low < high:
            middle = (low + high) // 2
            at = self.books.owned_documents(
                "coup", self.player, since=middle, limit=1, newest_first=False
            )
            if not at or _end_time(at[0]) >= begins:
                high = middle
            else:
                low = at[0].born + 1
        return low

    # -- descriptions -----------------------------------------------------------------------------

    def _coup(self, document: StoredDocument) -> PageCoup:
        summary = msgspec.json.decode(document.document.body, type=CoupSummary)
        return extend(
            PageCoup, summary, currency=currency_of(summary.game or ""), seq=document.born)

    def _date(self, ended: float) -> date:
        return datetime.fromtimestamp(ended, self.zone).date()

    def _sums(self, windows: Iterable[_Window]) -> dict[str, Sums]:
        """Return the sums of the coups in some ranges, by currency."""
        totals: dict[str, Sums] = {}
        for window in windows:
            rows = self.books.sums("coup", self.player, ("staked", "won", "net"), "game",
                                   **self._where(window))
            for played, (coups, staked, won, net) in rows.items():
                sums = totals.setdefault(currency_of(played), Sums())
                sums.coups += coups
                sums.staked += staked
                sums.won += won
                sums.net += net
        return totals

    def _session(self, session: str) -> SessionLine:
        document = self.books.document("session", session)
        assert document is not None
        cite_clause(self.house.archive.duty_clause("summary"))
        return self._summary(msgspec.json.decode(document.body, type=Session))

    def _summary(self, session: Session) -> SessionLine:
        played = catalogue().get(session.game)
        return extend(SessionLine, session.summary(), currency=currency_of(session.game),
                      names=played.names if played else {}, name=self._name(session.table),
                      law=self.house.archive.duty_clause("summary"))

    def _name(self, table_id: str) -> str:
        """Return the name of a table; its id when the house no longer has it."""
        table = self.house.tables.get(base_of(table_id))
        return table.name if table else base_of(table_id)

    def _games(self, game_ids: Iterable[str]) -> dict[str, PlayedGame]:
        played = catalogue()
        return {name: PlayedGame(
            names=played[name].names, regulation=document(played[name].section).short,
            currency=played[name].currency,
            words={lang: {key: text for key, text in words.items() if key.startswith(LINE_WORDS)}
                   for lang, words in played[name].words.items()},
        ) for name in game_ids if name in played}


def describe_receipt(house: _Host, player: str, coup: str) -> Receipt:
    """Return all that a player may see of their own coup, with the table as it was configured then,
    the digest of its rules, the version of the program, and the player's result (31)."""
    view = house.archive.coup_for(player, coup)
    document = house.ledger.document("coup", f"{coup}:{player}")
    begun = house.ledger.entries(coup=coup, kind="begin", limit=1)
    assert document is not None and begun
    table = describe_stored_table(msgspec.json.decode(begun[0].body), view.table)
    last, summary = table.laws["last-coup"], table.laws["summary"]
    cite_clause(last, summary)
    sums = msgspec.json.decode(document.body, type=CoupSummary)
    # A bet carried over is not staked again, and a bet that stays is still the player's.
    resumed = sums.won + (sums.held or 0) - sums.staked - sums.net - (sums.given or 0)
    return extend(Receipt, view, sums=sums, resumed=resumed, law=last, net_law=summary,
                  name=house.name(player), laid=table)


def describe_stored_table(begin: EntryBody, table_id: str) -> TableDescription:
    """Describe the table of a coup as its file configured it then. HouseError when this version of
    the program cannot read those rules."""
    try:
        played: Game = game(begin["game"])
        plain = msgspec.convert(begin["table"], Table)
        table = msgspec.structs.replace(plain, rules=msgspec.convert(plain.rules, played.rules))
        return describe_table(table_id, table, played)
    except (UnknownGame, msgspec.ValidationError) as error:
        raise HouseError("other-version", phrase(
            "this round was recorded by another version of the rules, {version}: {error}",
            version=begin.get("code", ""), error=error), status=409) from None


def _intersect(windows: Iterable[_Window], since: int, before: int) -> list[_Window]:
    """Return the parts of some ranges that lie between two entries."""
    cut = (_Window(max(w.since, since), min(w.before, before), w.table) for w in windows)
    return [window for window in cut if window.since < window.before]


_when = msgspec.json.Decoder(_When).decode


def _end_time(document: StoredDocument) -> float:
    return _when(document.document.body).ended


def _zone(name: str) -> tzinfo:
    if name == "UTC":  # works without time zone data
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise HouseError("zone", phrase("{name} is not a time zone; allowed: names such as "
                                        "Europe/Lisbon, Asia/Macau or UTC", name=repr(name)),
                         status=400) from None


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise HouseError("day", phrase("{text} is not a date; allowed: a date such as 2026-11-23",
                                       text=repr(text)),
                         status=400) from None
