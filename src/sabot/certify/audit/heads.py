"""The head of a journal as it was once written down elsewhere: what anchors the chain.

Whoever may write the database can write its chain anew, and that chain holds. A head that is kept
where they cannot write tells it from the one that was played.
"""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from sabot.certify.audit.shoe_orders import Wrong
from sabot.ledger import Books, chain

_HEAD = re.compile(r"\b(\d{1,18}):([0-9a-f]{64})\b")
_SQLITE = b"SQLite format 3\0"


def read_head(given: str) -> tuple[int, str]:
    """A head as SEQ:HASH, as a file in which one stands, or as a backup, whose own it is.
    ValueError says why there is none."""
    if found := _HEAD.fullmatch(given.strip()):
        return int(found[1]), found[2]
    path = Path(given)
    if not path.is_file():
        raise ValueError(f"{given!r} is no head: give SEQ:HASH (a number, a colon, 64 digits of 0 "
                         "to 9 and a to f), or a file that holds one")
    try:
        with path.open("rb") as file:
            data = file.read(1 << 16)
        if data.startswith(_SQLITE):
            return _of_backup(path)
    except OSError as error:
        raise ValueError(f"{given} cannot be read: {error.strerror}") from error
    heads = {(int(seq), made) for seq, made in _HEAD.findall(data.decode("utf-8", "replace"))}
    if len(heads) != 1:
        raise ValueError(f"{given} holds {len(heads) or 'no'} heads; one is needed, as SEQ:HASH")
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
        raise ValueError(f"{path} is no backup of a house: {error}") from error
    return (int(row[0]), str(row[1]).lower()) if row else (0, chain.GENESIS)


def _no_checkpoint(books: Books, no: int, digest: str) -> Wrong | None:
    """The same of the second format, where what is written down is a checkpoint."""
    bound = {one.no: one for one in books.checkpoints()}
    last = max(bound, default=0)
    if no and no not in bound:
        return Wrong(books.head()[0] + 1, "the checkpoint that was written down",
                     f"a journal whose last checkpoint is {last}",
                     f"checkpoint {no} ({digest[:12]}): this is an older copy, or its end was cut "
                     "off")
    found = bound[no].digest if no else chain.GENESIS
    if found != digest:
        return Wrong(bound[no].seq if no else 0, f"the digest of checkpoint {no}", found,
                     f"{digest}, which was written down: the journal was written anew since")
    return None


def missing(books: Books, head: tuple[int, str]) -> Wrong | None:
    """What is wrong with a journal that should hold this entry; None when it holds it."""
    seq, made = head
    if books.format > 1:
        return _no_checkpoint(books, seq, made)
    if seq == 0:
        return None if made == chain.GENESIS else Wrong(
            0, "the head that was written down", made, f"{chain.GENESIS}, that of no entry")
    found = books.entries(since_seq=seq - 1, limit=1)
    if not found or found[0].seq != seq:
        last = books.head()[0]
        return Wrong(min(seq, last + 1), "the head that was written down",
                     f"a journal that ends at entry {last}",
                     f"entry {seq} ({made[:12]}): this is an older copy, or its end was cut off")
    if found[0].hash != made:
        return Wrong(seq, f"the digest of entry {seq}", found[0].hash,
                     f"{made}, which was written down: the journal was written anew since")
    return None
