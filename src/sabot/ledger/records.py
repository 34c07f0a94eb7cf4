"""Rows of the journal as they are stored, and the entries that they are; accounts in groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa

from sabot.ledger.entry import Record
from sabot.ledger.postings import SUFFIX

FIELDS = ("seq", "at", "kind", "table_id", "coup", "version", "count", "body", "player", "command",
          "answer", "kept", "hash")
FIRST_FIELDS, SECOND_FIELDS = ("prev",), ("chain", "no", "day")


def read_record(row: Sequence[Any], first: bool,
                unpack: Callable[[object, object], tuple[bytes, bytes]]) -> Record:
    """The entry that a row is; ``first``: a row of the first format."""
    (seq, at, kind, table, coup, version, count, body, player, command, answer, stored_digests,
     digest, *place) = row
    own = {"prev": str(place[0])} if first else {
        "prev": "", "chain": str(place[0]), "no": place[1], "day": place[2]}
    text, stored = unpack(body, stored_digests)
    return Record(seq=seq, at=at, kind=kind, table=table, coup=coup, version=version, count=count,
                  body=text, command=None if player is None else (player, command),
                  answer=read_bytes(answer), kept=stored, hash=read_digest(digest), **own)


def read_digest(value: object) -> str:
    """A stored digest in hexadecimal digits."""
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)


def read_bytes(value: object) -> bytes:
    """A stored value as bytes. A value of a wrong type stays readable, and matches no digest."""
    return bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()


def account_group(account: sa.ColumnElement[str], first: bool) -> sa.ColumnElement[str]:
    """An account without its currency, for grouping in the database: one group for all players, one
    for all coups of a table."""
    name = account if first else sa.func.substr(account, 1, sa.func.length(account) - SUFFIX)
    return sa.case({"player": "player", "ticket": "ticket",
                    "stake:": sa.func.rtrim(name, "0123456789")},
                   value=sa.func.substr(account, 1, 6), else_=name)
