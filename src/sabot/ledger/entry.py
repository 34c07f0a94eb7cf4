"""What the ledger takes, what it answers, and what it returns when it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sabot.money import Transfer

if TYPE_CHECKING:
    from sabot.ledger.errors import Sealed


class Document(msgspec.Struct, frozen=True):
    """A plain value that is stored by name and may be replaced: a session, a complaint, a player.

    ``owner`` is the player whom it concerns, "" for the house.
    """

    kind: str
    id: str
    owner: str = ""
    body: bytes = b""


class Name(NamedTuple):
    """A person's name, by their id in the books; ``shown`` is what others see where that differs.
    It is stored next to the journal, in no digest, and can be deleted."""

    id: str
    name: str = ""
    shown: str = ""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the journal, stored whole or not at all.

    ``kind`` says what happened (begin, play, void, session, staff, complaint, player, house,
    wallet). ``version`` is the table-wide version of its first event and ``count`` the number of
    its events. ``body`` is canonical JSON. ``transfers`` move money in the order given. ``command``
    is the (player, key) of the command that caused it and ``answer`` its answer: the same key gets
    the same answer again. ``state`` replaces the opaque state of ``table``. ``secret`` is the
    opening of a shoe, stored sealed while the shoe is in use; ``over`` names the seals of shoes
    that are no longer in use, whose openings anybody may read from now on. ``documents`` are
    replaced by name.

    ``outbox`` are those of the transfers that must also reach an operator's wallet;
    ``acknowledged`` names those that have reached it. ``announced`` are debits that are about to be
    requested from that wallet; ``intents`` names the announced debits that this entry uses or takes
    back.

    ``game`` selects the dictionary that packs the body. ``day`` is the gaming day of the entry, as
    20261123; 0 is the day of its time in UTC. ``names`` are stored next to it: an empty name
    deletes the stored one. The first format stores none of these three.
    """

    kind: str
    table: str = ""
    coup: str = ""
    version: int = 0
    count: int = 0
    body: bytes = b""
    transfers: tuple[Transfer, ...] = ()
    command: tuple[str, str] | None = None
    answer: bytes = b""
    state: bytes | None = None
    secret: dict[str, str] | None = None
    over: tuple[str, ...] = ()
    documents: tuple[Document, ...] = ()
    outbox: tuple[Transfer, ...] = ()
    intents: tuple[str, ...] = ()
    announced: tuple[Transfer, ...] = ()
    acknowledged: tuple[str, ...] = ()
    game: str = ""
    day: int = 0
    names: tuple[Name, ...] = ()


class Stored(msgspec.Struct, frozen=True):
    """The entry is in the journal, at this place."""

    seq: int


class Repeated(msgspec.Struct, frozen=True):
    """The player has used this command key before; nothing was stored. ``answer`` is the first
    answer."""

    answer: bytes


class InsufficientFunds(msgspec.Struct, frozen=True):
    """A player's account holds ``have`` cents and a transfer needs ``need``; nothing was stored."""

    account: str
    have: int
    need: int


Outcome = Stored | Repeated | InsufficientFunds


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the journal as it is stored. ``at`` is in milliseconds since 1970 (UTC).

    ``kept`` is canonical JSON with the digests of what the entry stored next to the journal. In the
    second format ``no`` is its number in its ``chain`` ("" for that of the house), ``day`` its
    gaming day, and ``prev`` is empty because it is not stored.
    """

    seq: int
    at: int
    kind: str
    table: str
    coup: str
    version: int
    count: int
    body: bytes
    command: tuple[str, str] | None
    answer: bytes
    kept: bytes
    prev: str
    hash: str
    chain: str = ""
    no: int = 0
    day: int = 0


class Posting(msgspec.Struct, frozen=True):
    """A transfer as it is stored, with its entry. In the second format ``frm_no`` and ``to_no`` are
    its numbers in the two accounts, None in an account that a single chain moves."""

    seq: int
    transfer: Transfer
    frm_no: int | None = None
    to_no: int | None = None


class Order(NamedTuple):
    """The order of a shoe as it is stored: its seal, its entry, and its opening or why it cannot be
    read."""

    seal: str
    seq: int
    opening: dict[str, str] | None
    why: Sealed | None = None


class StoredCheckpoint(NamedTuple):
    """A checkpoint as it is stored: its number, its time, the last entry before it, what it binds
    as canonical JSON (`sabot.ledger.second_format.Checkpoint`), and its digest."""

    no: int
    at: int
    seq: int
    body: bytes
    digest: str


class StoredDocument(NamedTuple):
    """A document as it is stored, with the entries that first (``born``) and last (``seq``) stored
    it."""

    born: int
    seq: int
    document: Document
