"""The chain of the journal: each entry's digest covers its content and the digest before it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from sabot.ledger.entry import Document, Entry, Record
from sabot.money import Transfer
from sabot.procedure.record import canonical, digest

GENESIS = "0" * 64


def sha(data: bytes) -> str:
    """Hex SHA-256 of some bytes."""
    return hashlib.sha256(data).hexdigest()


def document_digest(document: Document) -> str:
    """What the journal remembers of a document, so that a later change beside it is found."""
    return digest(document.kind.encode(), document.id.encode(), document.owner.encode(),
                  document.body)


def stored_bytes(entry: Entry) -> bytes:
    """The digests of what an entry stores beside the journal, as canonical JSON; b"" for none."""
    held: dict[str, object] = {}
    if entry.documents:
        held["documents"] = [[d.kind, d.id, document_digest(d)] for d in entry.documents]
    if entry.state is not None:
        held["state"] = sha(entry.state)
    if entry.secret is not None:
        held["secret"] = entry.secret["seal"]
    return canonical(held) if held else b""


def digest_of(record: Record, moved: Sequence[Transfer]) -> str:
    """The digest that a stored entry must have, after the one that it names before it."""
    return link(record.prev, (record.seq, record.at, record.kind, record.table, record.coup,
                              record.version, record.count),
                record.body, moved, record.command, record.answer, record.kept)


def link(prev: str, head: Sequence[object], body: bytes, moved: Sequence[Transfer],
         command: tuple[str, str] | None, answer: bytes, held: bytes) -> str:
    """The digest of an entry. ``head`` is seq, at, kind, table, coup, version, count."""
    return digest(prev.encode(), canonical(head), body, canonical(moved), canonical(command),
                  answer, held)
