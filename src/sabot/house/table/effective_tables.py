"""The tables of the files, with the limits that staff have changed since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from sabot.games import game
from sabot.house.shared_views import NextLimits
from sabot.ledger import Document
from sabot.procedure import canonical
from sabot.procedure.limits import Limits
from sabot.procedure.table import Table

if TYPE_CHECKING:
    from sabot.ledger import Ledger


class LimitsChange(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of a table that staff have changed. ``was``: the minimum and the mode of its file, in
    cents; a file with other values is newer and takes precedence."""

    table: str
    minimum: int
    mode: str
    was: tuple[int, str]
    by: str
    reason: str
    law: str
    at: float

    def document(self) -> Document:
        """Return the document to store."""
        return Document(kind="limits", id=self.table, body=canonical(self))


def limits_of(table: Table) -> Limits | None:
    """Return the rules of a game for such changes; None when its law has none."""
    return game(table.game).limits


def with_changed_limits(ledger: Ledger, tables: Mapping[str, Table]) -> dict[str, Table]:
    """Return the tables of the files with the limits that staff have changed since."""
    effective = dict(tables)
    for document in ledger.documents("limits"):
        change = msgspec.json.decode(document.body, type=LimitsChange)
        table = tables.get(change.table)
        part = limits_of(table) if table else None
        if table and part and change.was == (table.minimum, part.mode(table)):
            new = part.changed(table, change.minimum, change.mode)
            if not game(table.game).violations(new):
                effective[change.table] = new
    return effective


def same_but_limits(first: Table, second: Table) -> bool:
    """Whether two configurations of a table differ at most in hours, in the day of the law, and in
    limits that may change while it is open."""
    first, second = _without_day(first), _without_day(second)
    if first == second:
        return True
    part = limits_of(first) if first.game == second.game else None
    return part is not None and part.alike(first, second)


def _without_day(table: Table) -> Table:
    table = _without_hours(table)
    return msgspec.structs.replace(table, law_since="") if table.law_since else table


def _without_hours(table: Table) -> Table:
    return msgspec.structs.replace(table, closes="", gaming_day="", time_zone="") \
        if table.closes else table


def next_limits(now: Table, laid_out: Table) -> NextLimits | None:
    """Return the limits from the next coup on, when they differ from the present ones."""
    part = limits_of(laid_out)
    if part is None or _without_hours(now) == _without_hours(laid_out):
        return None
    return NextLimits(minimum=laid_out.minimum, mode=part.mode(laid_out), law=part.law)
