"""Compares a journal with a head that was recorded elsewhere.

Anybody who can write to the database can rewrite the whole chain consistently. A head that is
stored where they cannot write shows that.
"""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from sabot.certify.audit.shoe_orders import Discrepancy
from sabot.error_texts import error_text
from sabot.ledger import Books, chain
from sabot.words import Phrase, phrase

_HEAD = re.compile(r"\b(\d{1,18}):([0-9a-f]{64})\b")
_SQLITE = b"SQLite format 3\0"


def read_head(text: str) -> tuple[int, str]:
    """Read a head from SEQ:HASH, from a file that contains one, or from a backup.

    ValueError if there is none.
    """
    if match := _HEAD.fullmatch(text.strip()):
        return int(match[1]), match[2]
    path = Path(text)
    if not path.is_file():
        raise ValueError(phrase(
            "{text!r} is not a head: give SEQ:HASH (a number, a colon, 64 hexadecimal digits), or "
            "a file that contains one", text=text))
    try:
        with path.open("rb") as file:
            data = file.read(1 << 16)
        if data.startswith(_SQLITE):
            return _of_backup(path)
    except OSError as error:
        raise ValueError(phrase("{file} cannot be read: {why}", file=text,
                                why=error_text(error))) from error
    heads = {(int(seq), digest) for seq, digest in _HEAD.findall(data.decode("utf-8", "replace"))}
    if len(heads) != 1:
        raise ValueError(
            phrase("{file} contains {n} heads; expected one, as SEQ:HASH", file=text, n=len(heads))
            if heads else
            phrase("{file} contains no heads; expected one, as SEQ:HASH", file=text))
    return heads.pop()


def _of_backup(path: Path) -> tuple[int, str]:
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            second = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'checkpoints'")
            row = connection.execute(
                "SELECT no, hex(hash) FROM checkpoints ORDER BY no DESC LIMIT 1"
                if second.fetchone() else "SELECT seq, hash FROM head").fetchone()
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise ValueError(phrase("{file} is not a backup of a house: {why}", file=str(path),
                                why=error_text(error))) from error
    return (int(row[0]), str(row[1]).lower()) if row else (0, chain.GENESIS)


def _no_checkpoint(books: Books, no: int, digest: str) -> Discrepancy | None:
    """The same for the second format, in which the head is a checkpoint."""
    checkpoints = {checkpoint.no: checkpoint for checkpoint in books.checkpoints()}
    last = max(checkpoints, default=0)
    if no and no not in checkpoints:
        return Discrepancy(
            books.head()[0] + 1, phrase("the recorded checkpoint"),
            phrase("a journal whose last checkpoint is {last}", last=last),
            phrase("checkpoint {no} ({digest}): this is an older copy, or its end was cut off",
                   no=no, digest=digest[:12]))
    stored = checkpoints[no].digest if no else chain.GENESIS
    if stored != digest:
        return Discrepancy(checkpoints[no].seq if no else 0,
                           phrase("the digest of checkpoint {no}", no=no), stored,
                           _rewritten(digest))
    return None


def missing(books: Books, head: tuple[int, str]) -> Discrepancy | None:
    """The discrepancy if a journal does not contain this head, else None."""
    seq, digest = head
    if books.format > 1:
        return _no_checkpoint(books, seq, digest)
    if seq == 0:
        return None if digest == chain.GENESIS else Discrepancy(
            0, phrase("the recorded head"), digest,
            phrase("{digest}, that of no entry", digest=chain.GENESIS))
    entries = books.entries(since_seq=seq - 1, limit=1)
    if not entries or entries[0].seq != seq:
        last = books.head()[0]
        return Discrepancy(
            min(seq, last + 1), phrase("the recorded head"),
            phrase("a journal that ends at entry {last}", last=last),
            phrase("entry {entry} ({digest}): this is an older copy, or its end was cut off",
                   entry=seq, digest=digest[:12]))
    if entries[0].hash != digest:
        return Discrepancy(seq, phrase("the digest of entry {entry}", entry=seq), entries[0].hash,
                           _rewritten(digest))
    return None


def _rewritten(digest: str) -> Phrase:
    return phrase("{digest}, as recorded: the journal was rewritten since", digest=digest)
