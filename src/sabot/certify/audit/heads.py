"""Compares a journal with a head that was recorded elsewhere.

Anybody who can write to the database can rewrite the whole chain consistently. A head that is
stored where they cannot write shows that.
"""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from sabot.certify.audit.shoe_orders import Discrepancy
from sabot.ledger import Books, chain

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
        raise ValueError(f"{text!r} is not a head: give SEQ:HASH (a number, a colon, 64 "
                         "hexadecimal digits), or a file that contains one")
    try:
        with path.open("rb") as file:
            data = file.read(1 << 16)
        if data.startswith(_SQLITE):
            return _of_backup(path)
    except OSError as error:
        raise ValueError(f"{text} cannot be read: {error.strerror}") from error
    heads = {(int(seq), digest) for seq, digest in _HEAD.findall(data.decode("utf-8", "replace"))}
    if len(heads) != 1:
        raise ValueError(f"{text} contains {len(heads) or 'no'} heads; expected one, as SEQ:HASH")
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
        raise ValueError(f"{path} is not a backup of a house: {error}") from error
    return (int(row[0]), str(row[1]).lower()) if row else (0, chain.GENESIS)


def _no_checkpoint(books: Books, no: int, digest: str) -> Discrepancy | None:
    """The same for the second format, in which the head is a checkpoint."""
    checkpoints = {checkpoint.no: checkpoint for checkpoint in books.checkpoints()}
    last = max(checkpoints, default=0)
    if no and no not in checkpoints:
        return Discrepancy(books.head()[0] + 1, "the recorded checkpoint",
                     f"a journal whose last checkpoint is {last}",
                     f"checkpoint {no} ({digest[:12]}): this is an older copy, or its end was cut "
                     "off")
    stored = checkpoints[no].digest if no else chain.GENESIS
    if stored != digest:
        return Discrepancy(checkpoints[no].seq if no else 0, "the digest of checkpoint "
                                                             f"{no}", stored,
                           f"{digest}, as recorded: the journal was rewritten since")
    return None


def missing(books: Books, head: tuple[int, str]) -> Discrepancy | None:
    """The discrepancy if a journal does not contain this head, else None."""
    seq, digest = head
    if books.format > 1:
        return _no_checkpoint(books, seq, digest)
    if seq == 0:
        return None if digest == chain.GENESIS else Discrepancy(
            0, "the recorded head", digest, f"{chain.GENESIS}, that of no entry")
    entries = books.entries(since_seq=seq - 1, limit=1)
    if not entries or entries[0].seq != seq:
        last = books.head()[0]
        return Discrepancy(min(seq, last + 1), "the recorded head",
                     f"a journal that ends at entry {last}",
                     f"entry {seq} ({digest[:12]}): this is an older copy, or its end was cut off")
    if entries[0].hash != digest:
        return Discrepancy(seq, f"the digest of entry {seq}", entries[0].hash,
                           f"{digest}, as recorded: the journal was rewritten since")
    return None
