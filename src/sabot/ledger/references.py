"""The bodies of journal entries, and the digests of what is stored next to them."""

from __future__ import annotations

from typing import Any

import msgspec

from sabot.procedure import Event


class StoredDigests(msgspec.Struct, frozen=True):
    """The digests of what an entry stored next to the journal."""

    documents: tuple[tuple[str, str, str], ...] = ()
    state: str = ""
    secret: str = ""


class Begin(msgspec.Struct, frozen=True, kw_only=True):
    """The body of a "begin" entry: what the coup began with, and its first events. ``law`` is the
    state of the law by which it was played, "" before version 0.2."""

    coup: str
    game: str
    table: dict[str, Any]
    carry: Any
    events: list[Event]
    no: int = 0
    code: str = ""
    rules: str = ""
    law: str = ""


class PlayBody(msgspec.Struct, frozen=True, kw_only=True):
    """The body of a "play" or "void" entry: the events that followed.

    ``lost`` says that the coup could not be replayed when it was voided: its stakes were then
    refunded from the journal alone, without the procedure. ``ready`` are the players, everybody at
    the table, who needed no more time when a window ended before its clock.
    """

    events: list[Event]
    lost: bool = False
    ready: tuple[str, ...] = ()


class WalletRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The content of a "wallet" entry, about an operator's wallet.

    ``announced`` are debits about to be requested: key, account, cents. ``acknowledged`` names the
    credits that the wallet has confirmed, ``retracted`` the announced debits that it has taken
    back, or that were never requested. The first such entry of a journal is marked ``opened``: it
    has what was owed and announced before (``owed``, ``announced``).
    """

    announced: tuple[tuple[str, str, int], ...] = ()
    acknowledged: tuple[str, ...] = ()
    retracted: tuple[str, ...] = ()
    owed: tuple[str, ...] = ()
    opened: bool = False


class WalletBody(msgspec.Struct, frozen=True):
    """The body of a "wallet" entry."""

    wallet: WalletRecord


WALLET = "wallet"
"""The kind of entry that records requests to an operator's wallet and its confirmations."""


_BODIES: dict[str, msgspec.json.Decoder[Begin] | msgspec.json.Decoder[PlayBody]] = {
    "begin": msgspec.json.Decoder(Begin), "play": msgspec.json.Decoder(PlayBody),
    "void": msgspec.json.Decoder(PlayBody),
}
COUP_KINDS = frozenset(_BODIES)
"""The kinds of entry with events of a coup."""


def decode_body(kind: str, data: bytes) -> Begin | PlayBody | None:
    """The body of an entry with events of a coup; None for another kind.

    msgspec.ValidationError or msgspec.DecodeError for bytes that are not such a body.
    """
    decoder = _BODIES.get(kind)
    return None if decoder is None else decoder.decode(data)
