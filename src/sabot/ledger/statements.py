"""The statements that a ledger is read with most often, each made once for a format: making one
takes longer than the database takes to answer it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from sabot.ledger.records import FIELDS, FIRST_FIELDS, SECOND_FIELDS
from sabot.ledger.schema import Layout

_bound = sa.bindparam
if TYPE_CHECKING:  # SQLAlchemy 2.0 has another form of these types
    _Documents = sa.Select[str, str, str, object]
    _Rows = sa.Select[*tuple[Any, ...]]


@cache
def head(layout: Layout) -> sa.Select[int, object]:
    """The number and digest of the last entry."""
    return sa.select(layout.head.c.seq, layout.head.c.hash)


@cache
def _entries(layout: Layout, filters: frozenset[str], newest_first: bool) -> _Rows:
    j = layout.journal.c
    own = FIRST_FIELDS if layout.format == 1 else SECOND_FIELDS
    query = sa.select(*(j[name] for name in (*FIELDS, *own)))
    conditions = {
        "table": j.table_id == _bound("table"), "coup": j.coup == _bound("coup"),
        "kind": j.kind == _bound("kind"), "before_seq": j.seq < _bound("before_seq"),
        "since_seq": j.seq > _bound("since_seq"),
        "from_version": sa.and_(j.version + j.count > _bound("from_version"), j.count > 0)}
    query = query.where(*(conditions[name] for name in conditions if name in filters))
    query = query.order_by(j.seq.desc() if newest_first else j.seq)
    return query.limit(_bound("limit")) if "limit" in filters else query


def entries(layout: Layout, filters: Mapping[str, object], newest_first: bool) -> _Rows:
    """Entries of the journal, by the conditions of `Books.entries` that ``filters`` names;
    ``from_version``: only entries with an event of that version or after it."""
    return _entries(layout, frozenset(filters), newest_first)


@cache
def balance(layout: Layout) -> sa.Select[int]:
    """The cents in an ``account``."""
    b = layout.balances.c
    return sa.select(b.amount).where(b.account == _bound("account"))


@cache
def answer(layout: Layout) -> sa.Select[object]:
    """The answer to the command of a player (``by``) with a key (``under``)."""
    c, j = layout.commands.c, layout.journal.c
    return (sa.select(j.answer).join_from(layout.commands, layout.journal, c.seq == j.seq)
            .where(c.player == _bound("by"), c.key == _bound("under")))


@cache
def document(layout: Layout) -> _Documents:
    """One document by its ``kind`` and ``id``."""
    d = layout.documents.c
    return sa.select(d.kind, d.id, d.owner, d.body).where(
        d.kind == _bound("kind"), d.id == _bound("id"))


@cache
def _documents(layout: Layout, filters: frozenset[str], newest_first: bool) -> _Documents:
    d = layout.documents.c
    query = sa.select(d.kind, d.id, d.owner, d.body).where(d.kind == _bound("kind"))
    if "owner" in filters:
        query = query.where(d.owner == _bound("owner"))
    query = query.order_by(*((d.born.desc(), d.id.desc()) if newest_first else (d.born, d.id)))
    return query.limit(_bound("limit")) if "limit" in filters else query


def documents(layout: Layout, filters: Mapping[str, object], newest_first: bool) -> _Documents:
    """The documents of a ``kind``, and of an ``owner`` and up to a ``limit``, where ``filters``
    names these."""
    return _documents(layout, frozenset(filters), newest_first)


@cache
def name(table: sa.Table) -> _Rows:
    """The name of the person with this ``id``."""
    return sa.select(table).where(table.c.id == _bound("id"))


@cache
def names(table: sa.Table) -> _Rows:
    """The names of all people."""
    return sa.select(table)


@cache
def stored_keys(layout: Layout) -> sa.Select[str]:
    """Those of the ``keys`` whose transfers are stored."""
    p = layout.postings.c
    return sa.select(p.key).where(p.key.in_(_bound("keys", expanding=True)))


# -- what a commit reads first ---------------------------------------------------------------------


@cache
def used_keys(layout: Layout) -> sa.Select[str, str, bytes]:
    """The answers to commands of these ``players`` with these ``keys``."""
    c, j = layout.commands.c, layout.journal.c
    return (sa.select(c.player, c.key, j.answer)
            .join_from(layout.commands, layout.journal, c.seq == j.seq)
            .where(c.player.in_(_bound("players", expanding=True)),
                   c.key.in_(_bound("keys", expanding=True))))


@cache
def chain_ends(table: sa.Table) -> sa.Select[str, int, bytes]:
    """The ends of the chains with these ``names``."""
    n = table.c
    return sa.select(n.name, n.no, n.hash).where(n.name.in_(_bound("names", expanding=True)))


@cache
def transfers(layout: Layout) -> sa.Select[str, str, str, int, str]:
    """The stored transfers with these ``keys``."""
    p = layout.postings.c
    return sa.select(p.key, p.frm, p.dst, p.amount, p.law).where(
        p.key.in_(_bound("keys", expanding=True)))


@cache
def known_balances(layout: Layout) -> sa.Select[str, int, int, bytes]:
    """The cents of these ``accounts``, each with the end of its chain in the second format."""
    b = layout.balances.c
    no, digest = (sa.literal(0), sa.null()) if layout.format == 1 else (b.no, b.hash)
    return sa.select(b.account, b.amount, no, digest).where(
        b.account.in_(_bound("accounts", expanding=True)))
