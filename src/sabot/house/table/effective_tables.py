"""Tables as they are laid out: of their files, with the limits that staff have changed since."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sabot.games import game
from sabot.house.shared_views import NextLimits
from sabot.ledger import Document, Ledger
from sabot.procedure import canonical
from sabot.procedure.limits import Limits
from sabot.procedure.table import Table


class LimitsChange(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of a table as staff have changed them. ``was``: the minimum and the mode of its
    file, in cents; a file that says something else now is newer, and holds."""

    table: str
    minimum: int
    mode: str
    was: tuple[int, str]
    by: str
    reason: str
    law: str
    at: float

    def document(self) -> Document:
        return Document(kind="limits", id=self.table, body=canonical(self))


def limits_of(table: Table) -> Limits | None:
    """What the law of a game says of such changes; None where it knows none."""
    return game(table.game).limits


def with_changed_limits(ledger: Ledger, tables: Mapping[str, Table]) -> dict[str, Table]:
    """The tables of the files with the limits that staff have changed since."""
    found = dict(tables)
    for document in ledger.documents("limits"):
        made = msgspec.json.decode(document.body, type=LimitsChange)
        table = tables.get(made.table)
        part = limits_of(table) if table else None
        if table and part and made.was == (table.minimum, part.mode(table)):
            new = part.changed(table, made.minimum, made.mode)
            if not game(table.game).violations(new):
                found[made.table] = new
    return found


def same_but_limits(one: Table, other: Table) -> bool:
    """Whether a table is laid out as before but for its hours, and for limits that may change while
    it is open."""
    one, other = _without_hours(one), _without_hours(other)
    if one == other:
        return True
    part = limits_of(one) if one.game == other.game else None
    return part is not None and part.alike(one, other)


def _without_hours(table: Table) -> Table:
    return msgspec.structs.replace(table, closes="", gaming_day="", time_zone="") \
        if table.closes else table


def next_limits(now: Table, laid_out: Table) -> NextLimits | None:
    """The limits that hold from the next coup on, where they are others than now."""
    part = limits_of(laid_out)
    if part is None or _without_hours(now) == _without_hours(laid_out):
        return None
    return NextLimits(minimum=laid_out.minimum, mode=part.mode(laid_out), law=part.law)
