"""The clocks of the law and of the tables, checked against the journal.

Nobody's time to decide is shorter than the clock of their table: counted from the entry that opened
the question, unless everybody with something at stake said that they need no more. After an opening
of the house nobody's time to decide ends in its first ten seconds. A session ends because its
player is idle only after they were invited and warned, and had the time that the law gives.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from sabot.games import game
from sabot.house.open_rooms import BACK
from sabot.house.people.players import BOT
from sabot.house.table.ready import CLOCKS
from sabot.house.table.switches import base_of
from sabot.ledger import Ledger, Record
from sabot.ledger.references import Begin, decode_body
from sabot.procedure import Event, Listen, Move, TimeOut, in_play
from sabot.procedure.table import Clocks

SLACK = 0.02
"""Seconds by which an entry may be stored after what it says was decided, with a healthy disk."""

SETTLED = 5.0
"""Seconds after an opening in which the rounds of removed tables are ended."""


Taken = Mapping[str, Sequence[tuple[int, float]]]
"""By table, when nodes have taken it over: the number of the entry before, and the time by the
clock of the node."""


class _Window(NamedTuple):
    """A question with a clock: its name, when it was opened, the seconds of its clock, and in which
    life of the house."""

    name: str
    clock: str
    opened: float
    seconds: float
    life: int


class _Moment(NamedTuple):
    """When something happened, by the clock of its life of the house: the clock may be set back
    between two, so a later life comes first in the comparison."""

    life: int = 0
    at: float = 0.0


class _Table:
    """One table while its entries are followed."""

    def __init__(self) -> None:
        self.game = ""
        self.individual = False
        self.clocks = Clocks()
        self.record: list[Event] = []
        self.window: _Window | None = None
        self.last_bet: dict[str, _Moment] = {}
        self.invited: set[str] = set()
        self.warned: dict[str, _Moment] = {}


class ClockCheck:
    """Follows a journal, entry by entry. ``taken``: when nodes have taken over each table, where
    the house has several. These are the openings of the table then."""

    def __init__(self, removed: Collection[str] = (),
                 taken: Taken | None = None) -> None:
        self._removed = removed
        self._taken = taken
        self._opened, self._life = 0.0, 0
        self._tables: dict[str, _Table] = defaultdict(_Table)

    def follow(self, record: Record) -> str:
        """What is wrong with the clocks at this entry, or ""."""
        at = record.at / 1000
        if self._taken is not None and record.table:
            times = self._taken.get(base_of(record.table), ())
            self._life = bisect_left(times, (record.seq, 0.0))
            self._opened = times[self._life - 1][1] if self._life else 0.0
        if record.kind == "house" and not record.table:
            if b'"start"' in record.body and self._taken is None:
                self._opened, self._life = at, self._life + 1
            return ""
        table = self._tables[record.table]
        content = decode_body(record.kind, record.body)
        if content is None:
            return self._follow_house(record, table, at)
        if isinstance(content, Begin):
            table.game, table.record, table.window = content.game, [], None
            table.individual = bool(content.table.get("individual"))
            table.clocks = msgspec.convert(content.table.get("clocks", {}), Clocks)
        wrong = ""
        for event in content.events:
            if isinstance(event.answer, TimeOut):
                wrong = wrong or self._check_time_out(
                    record, table, at, None if isinstance(content, Begin) else content.ready)
            table.record.append(event)
            self._note(event, table, at)
        self._reopen(content.events, table, at)
        return wrong

    def _note(self, event: Event, table: _Table, at: float) -> None:
        """Note that somebody bet, or that a bet of theirs was decided: then they are not idle. A
        bet that goes back undecided is neither, and one that only waits for the next throw."""
        if (isinstance(event.step, Move) and event.step.player
                and event.step.kind not in ("return", "refund", "resume")):
            table.last_bet[event.step.player] = _Moment(self._life, at)

    def _reopen(self, events: list[Event], table: _Table, at: float) -> None:
        """The question that is open after these events; its clock goes on where it is the same."""
        last = events[-1].step if events else None
        if not isinstance(last, Listen) or not last.clock:
            if events:
                table.window = None
            return
        before = table.window
        if before is None or (before.name, before.clock) != (last.window, last.clock):
            table.window = _Window(last.window, last.clock, at, getattr(table.clocks, last.clock),
                                   self._life)

    def _check_time_out(self, record: Record, table: _Table, at: float,
                        ready: tuple[str, ...] | None) -> str:
        window = table.window
        if window is None:
            return f"entry {record.seq}: a time-out at {record.table} without a clock that runs"
        if ready:
            return self._check_early(record, table, window, ready)
        since = at - window.opened
        if base_of(record.table) in self._removed and at - self._opened < SETTLED:
            return ""
        if window.life < self._life:  # the house was closed meanwhile
            if window.clock != "betting" and at - self._opened < min(
                    BACK, window.seconds) - SLACK:
                return (f"entry {record.seq}: {at - self._opened:.3f} seconds after the opening of "
                        f"the house the time for {window.name} was over at {record.table}")
            return ""
        if since < window.seconds - SLACK:
            return (f"entry {record.seq}: the time for {window.name} at {record.table} was over "
                    f"after {since:.3f} seconds; its clock has {window.seconds}")
        return ""

    def _check_early(self, record: Record, table: _Table, window: _Window, ready: tuple[str, ...]
                     ) -> str:
        if window.clock not in CLOCKS:
            return (f"entry {record.seq}: the time for {window.name} at {record.table} ended "
                    "early, though it is one player's own")
        for player in sorted(in_play(table.record)):
            if player not in ready and not player.startswith(BOT):
                return (f"entry {record.seq}: the time for {window.name} at {record.table} ended "
                        f"early, and {player}, who has a stake, was not ready")
        return ""

    # -- sessions ---------------------------------------------------------------------------------

    def _follow_house(self, record: Record, table: _Table, at: float) -> str:
        body = msgspec.json.decode(record.body)
        for event in body.get("house", ()) if isinstance(body, dict) else ():
            if wrong := self._check_notice(record, table, event, at):
                return wrong
        return ""

    def _check_notice(self, record: Record, table: _Table, event: dict[str, Any], at: float
                      ) -> str:
        player = str(event.get("to", ""))
        if event.get("notice") == "idle-invitation":
            table.invited.add(player)
            if table.individual:
                return self._too_early(record, "was invited to end the session", player,
                                       table.last_bet.get(player, _Moment()),
                                       game(table.game).conduct.idle_seconds, at)
        elif event.get("notice") == "idle-warning":
            if player not in table.invited:
                return f"entry {record.seq}: {player} was warned and had not been invited"
            table.warned[player] = _Moment(self._life, at)
        elif event.get("session") == "ended":
            warned = table.warned.pop(player, None)
            table.invited.discard(player)
            if event.get("reason") != "idle":
                return ""
            if warned is None or table.last_bet.get(player, _Moment()) > warned:
                return (f"entry {record.seq}: the session of {player} at {record.table} ended as "
                        "idle, without a warning since their last bet")
            if table.individual:
                return self._too_early(record, "lost their session", player, warned,
                                       game(table.game).conduct.grace_seconds, at)
        return ""

    def _too_early(self, record: Record, what: str, player: str, since: _Moment, least: float,
                   at: float) -> str:
        """What is wrong if this came ``least`` seconds after ``since`` in the same life of the
        house; how long the house was closed between two is not counted."""
        waited = at - since.at
        if since.life == self._life and waited < least - SLACK:
            return (f"entry {record.seq}: {player} {what} at {record.table} after {waited:.3f} "
                    f"seconds; the law gives {least}")
        return ""


def check(ledger: Ledger, removed: Collection[str] = (),
          taken: Taken | None = None) -> str:
    """What is wrong with the clocks in a journal, or "". Nobody is asked anything more at tables
    that were ``removed``: their rounds end at the opening as if everybody were away. ``taken``: as
    `ClockCheck`."""
    clocks, after = ClockCheck(removed, taken), 0
    while page := ledger.entries(since_seq=after, limit=500):
        for record in page:
            if wrong := clocks.follow(record):
                return wrong
            after = record.seq
    return ""
