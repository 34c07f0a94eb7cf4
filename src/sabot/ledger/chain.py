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
    """The digest of a document in the journal, which reveals later changes to the stored document.
    """
    return digest(document.kind.encode(), document.id.encode(), document.owner.encode(),
                  document.body)


def stored_bytes(entry: Entry) -> bytes:
    """The digests of what an entry stores next to the journal, as canonical JSON; b"" for none."""
    digests: dict[str, object] = {}
    if entry.documents:
        digests["documents"] = [[d.kind, d.id, document_digest(d)] for d in entry.documents]
    if entry.state is not None:
        digests["state"] = sha(entry.state)
    if entry.secret is not None:
        digests["secret"] = entry.secret["seal"]
    return canonical(digests) if digests else b""


def digest_of(record: Record, moved: Sequence[Transfer]) -> str:
    """The digest that a stored entry must have, after the previous one that it names."""
    return link(record.prev, (record.seq, record.at, record.kind, record.table, record.coup,
                              record.version, record.count),
                record.body, moved, record.command, record.answer, record.kept)


def link(prev: str, head: Sequence[object], body: bytes, moved: Sequence[Transfer],
         command: tuple[str, str] | None, answer: bytes, digests: bytes) -> str:
    """The digest of an entry. ``head`` is seq, at, kind, table, coup, version, count."""
    return digest(prev.encode(), canonical(head), body, canonical(moved), canonical(command),
                  answer, digests)
