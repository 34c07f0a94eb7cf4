"""A player's coups over all games: by pages, by day and by session; and the receipt of one coup.

The books keep a document of every coup of a player, and one of every session, under the entry in
which each was first stored; its index gives the coups of one player in their order. A session knows
its first and its last entry, so its coups are found without looking at others.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any, NamedTuple, Protocol
from zoneinfo import ZoneInfo

import msgspec

from sabot.games import UnknownGame, catalogue, game
from sabot.house.archive.queries import CoupDone, CoupLine, CoupTold, Records, currency_of
from sabot.house.catalogue.lobby import described
from sabot.house.errors import HouseError
from sabot.house.ports import Named
from sabot.house.shared_views import Described, EntryBody, Names, Words, more
from sabot.house.table.session import Session, Summary
from sabot.house.table.switches import base_of
from sabot.law import cite_clause, document
from sabot.ledger import Ledger
from sabot.ledger.entry import Held
from sabot.procedure.game import Game
from sabot.procedure.table import Table

SAID = ("result.", "bet.", "category.", "place", "bank")
"""The words of a game that a line of the history needs."""


class _Host(Named, Protocol):
    """What a history is read from: the books, and what they say to a player."""

    ledger: Ledger
    tables: dict[str, Table]

    records: Records


class Sums(msgspec.Struct):
    """What several coups in one currency came to; cents."""

    coups: int = 0
    staked: int = 0
    won: int = 0
    net: int = 0


class _When(msgspec.Struct):
    """When a coup ended, of all that its document says."""

    ended: float


class _Window(NamedTuple):
    """Entries among which the coups of a table are looked for; "" for all tables."""

    since: int
    before: int
    table: str


class PageCoup(CoupLine, frozen=True, kw_only=True):
    """A coup of a page of the history, with the entry of the journal under which it stands."""

    seq: int


class SessionLine(Summary, frozen=True, kw_only=True):
    """A session of mine with its currency, its game by language, the name of its table and the
    clause under which it is told (33)."""

    currency: str
    names: Names
    name: str
    law: str


class Day(msgspec.Struct, frozen=True, kw_only=True):
    """What all coups of a day came to, by currency."""

    day: str
    sums: dict[str, Sums]


class PlayedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a page of the history, with the words that its lines need."""

    names: Names
    regulation: str
    currency: str
    words: Words


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the history: coups, the newest first; the ``before`` of the next page, 0 for none;
    the days, the session where one was asked for, games by id, names of tables by id."""

    coups: list[PageCoup]
    next: int
    days: list[Day]
    session: SessionLine | None
    games: dict[str, PlayedGame]
    tables: dict[str, str]
    law: str


class Receipt(CoupTold, frozen=True, kw_only=True):
    """A coup of mine as a receipt: what it came to for me, of that what lay there from the coup
    before (``resumed``), the clauses, my name, and the table as it was laid out for it."""

    sums: CoupDone
    resumed: int
    law: str
    net_law: str
    name: str
    laid: Described


class History:
    """The coups of a player as he may go through them."""

    def __init__(self, house: _Host, player: str, zone: str = "UTC") -> None:
        self.house = house
        self.books = house.ledger
        self.player = player
        self.zone = _zone(zone)

    def page(self, *, before: int = 0, limit: int = 50, game_id: str = "", session: str = "",
             day: str = "") -> Page:
        """Coups, the newest first, from before the entry ``before``, those of a game, a session or
        a day (ISO); with what each of the days that they are of came to, and the sessions where
        they were asked for. ``next`` is the ``before`` of the next page, 0 for none.
        """
        cite_clause(self.house.records.duty("last-coup"))
        windows = self._windows(game_id, session)
        if day:
            first, last = self._entries_of(_day(day))
            windows = _cut(windows, first, last)
        found = self._newest(_cut(windows, 0, before or self._end), limit + 1)
        goes_on, found = len(found) > limit, found[:limit]
        coups = [self._coup(held) for held in found]
        days = dict.fromkeys(self._date(c.ended) for c in coups)
        return Page(
            coups=coups, next=found[-1].born if goes_on else 0,
            days=[Day(day=str(d), sums=self._sums(_cut(windows, *self._entries_of(d))))
                  for d in days],
            session=self._session(session) if session else None,
            games=self._games({c.game or "" for c in coups}),
            tables={base_of(c.table): self._name(c.table) for c in coups},
            law=self.house.records.duty("last-coup"))

    def sessions(self) -> list[SessionLine]:
        """Every session with its sums, in their currency, and where it was, the newest first (33).
        """
        return [self._summary(one) for one in self.house.records.sessions(self.player)]

    # -- where coups lie --------------------------------------------------------------------------

    @property
    def _end(self) -> int:
        return self.books.head()[0] + 1

    def _windows(self, game_id: str, session: str) -> list[_Window]:
        """Where the coups of a game or a session lie, the newest first."""
        if not game_id and not session:
            return [_Window(0, self._end, "")]
        found, after = [], dict[str, int]()
        for held in self.books.owned("session", self.player):
            one = msgspec.json.decode(held.document.body, type=Session)
            # What is told of a session after its end must not reach into the next one.
            before = min(held.seq + 1, after.get(one.table, held.seq + 1))
            after[one.table] = held.born
            if game_id in ("", one.game) and session in ("", one.id):
                found.append(_Window(held.born, before, one.table))
        if session and not found:
            raise HouseError("no-session", f"you have no session {session!r}",
                             self.house.records.duty("summary"), 404)
        return sorted(found, key=lambda window: -window.before)

    def _newest(self, windows: Iterable[_Window], limit: int) -> list[Held]:
        """The newest coups within some windows, which come with the newest end first."""
        found: list[Held] = []
        for window in windows:
            if len(found) == limit and window.before <= found[-1].born:
                break
            found = sorted([*found, *self._within(window, limit)], key=lambda held: -held.born)
            del found[limit:]
        return found

    def _within(self, window: _Window, limit: int | None = None) -> list[Held]:
        return self.books.owned("coup", self.player, limit=limit, **self._where(window))

    @staticmethod
    def _where(window: _Window) -> dict[str, Any]:
        return {"since": window.since, "before": window.before,
                "named": f"{window.table}-" if window.table else ""}

    def _entries_of(self, day: date) -> tuple[int, int]:
        """The entries of a day: from the first, and before the first of the next."""
        return self._first(day), self._first(day + timedelta(days=1))

    def _first(self, day: date) -> int:
        """From which entry on this player's coups ended on a day or later: their entries are in
        the order of time, so that it is found by halving."""
        begins = datetime.combine(day, time(), self.zone).timestamp()
        low, high = 0, self._end
        while low < high:
            middle = (low + high) // 2
            at = self.books.owned("coup", self.player, since=middle, limit=1, newest_first=False)
            if not at or _ended(at[0]) >= begins:
                high = middle
            else:
                low = at[0].born + 1
        return low

    # -- what is told of them ---------------------------------------------------------------------

    def _coup(self, held: Held) -> PageCoup:
        told = msgspec.json.decode(held.document.body, type=CoupDone)
        return more(PageCoup, told, currency=currency_of(told.game or ""), seq=held.born)

    def _date(self, ended: float) -> date:
        return datetime.fromtimestamp(ended, self.zone).date()

    def _sums(self, windows: Iterable[_Window]) -> dict[str, Sums]:
        """By currency what the coups within some windows came to."""
        found: dict[str, Sums] = {}
        for window in windows:
            added = self.books.added("coup", self.player, ("staked", "won", "net"), "game",
                                     **self._where(window))
            for played, (coups, staked, won, net) in added.items():
                sums = found.setdefault(currency_of(played), Sums())
                sums.coups += coups
                sums.staked += staked
                sums.won += won
                sums.net += net
        return found

    def _session(self, session: str) -> SessionLine:
        kept = self.books.document("session", session)
        assert kept is not None
        cite_clause(self.house.records.duty("summary"))
        return self._summary(msgspec.json.decode(kept.body, type=Session))

    def _summary(self, session: Session) -> SessionLine:
        played = catalogue().get(session.game)
        return more(SessionLine, session.summary(), currency=currency_of(session.game),
                    names=played.names if played else {}, name=self._name(session.table),
                    law=self.house.records.duty("summary"))

    def _name(self, table_id: str) -> str:
        """The name of a table; its id where it is laid out no more."""
        table = self.house.tables.get(base_of(table_id))
        return table.name if table else base_of(table_id)

    def _games(self, wanted: Iterable[str]) -> dict[str, PlayedGame]:
        played = catalogue()
        return {name: PlayedGame(
            names=played[name].names, regulation=document(played[name].section).short,
            currency=played[name].currency,
            words={lang: {key: text for key, text in words.items() if key.startswith(SAID)}
                   for lang, words in played[name].words.items()},
        ) for name in wanted if name in played}


def receipt(house: _Host, player: str, coup: str) -> Receipt:
    """All that a player may see of a coup of his, with the table as it was laid out for it, the
    digest of its rules, the version that told it, and what the coup came to for him (31)."""
    told = house.records.coup_for(player, coup)
    kept = house.ledger.document("coup", f"{coup}:{player}")
    begun = house.ledger.entries(coup=coup, kind="begin", limit=1)
    assert kept is not None and begun
    laid = laid_out(msgspec.json.decode(begun[0].body), told.table)
    last, summary = laid.laws["last-coup"], laid.laws["summary"]
    cite_clause(last, summary)
    sums = msgspec.json.decode(kept.body, type=CoupDone)
    # What lay there from the coup before is no stake of this one, and what stays is still his.
    resumed = sums.won + (sums.held or 0) - sums.staked - sums.net - (sums.given or 0)
    return more(Receipt, told, sums=sums, resumed=resumed, law=last, net_law=summary,
                name=house.name(player), laid=laid)


def laid_out(begin: EntryBody, table_id: str) -> Described:
    """The table of a coup as its file laid it out then. HouseError where this version of the rules
    cannot be that one's."""
    try:
        played: Game = game(begin["game"])
        plain = msgspec.convert(begin["table"], Table)
        table = msgspec.structs.replace(plain, rules=msgspec.convert(plain.rules, played.rules))
        return described(table_id, table, played)
    except (UnknownGame, msgspec.ValidationError) as error:
        raise HouseError("other-version", "this round was recorded by another version of the "
                         f"rules, {begin.get('code', '')}: {error}", status=409) from None


def _cut(windows: Iterable[_Window], since: int, before: int) -> list[_Window]:
    """What of some windows lies between two entries."""
    cut = (_Window(max(w.since, since), min(w.before, before), w.table) for w in windows)
    return [window for window in cut if window.since < window.before]


_when = msgspec.json.Decoder(_When).decode


def _ended(held: Held) -> float:
    return _when(held.document.body).ended


def _zone(name: str) -> tzinfo:
    if name == "UTC":  # which needs no data of zones
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise HouseError("zone", f"{name!r} is not a time zone; allowed: names such as "
                         "Europe/Lisbon, Asia/Macau or UTC", status=400) from None


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise HouseError("day", f"{text!r} is not a date; allowed: a date such as 2026-11-23",
                         status=400) from None
