"""What the journal remembers of the things stored beside it, and the bodies of its entries."""

from __future__ import annotations

from typing import Any

import msgspec

from sabot.procedure import Event


class Kept(msgspec.Struct, frozen=True):
    """The digests of what an entry stored beside the journal."""

    documents: tuple[tuple[str, str, str], ...] = ()
    state: str = ""
    secret: str = ""


class Begin(msgspec.Struct, frozen=True, kw_only=True):
    """The body of a "begin" entry: what the coup was begun with, and its first events."""

    coup: str
    game: str
    table: dict[str, Any]
    carry: Any
    events: list[Event]
    no: int = 0
    code: str = ""
    rules: str = ""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """The body of a "play" or "void" entry: the events that followed.

    ``lost`` says that the coup could not be told again when it was voided: its stakes were then
    given back from what the journal holds, without the procedure.
    """

    events: list[Event]
    lost: bool = False


class WalletSaid(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a "wallet" entry puts on record of an operator's wallet.

    ``announced`` are the debits about to be asked of it: key, account, cents. ``acknowledged``
    names the credits that it has confirmed, ``retracted`` the announced debits that it has taken
    back, or that were never asked of it. The first such entry of a journal has ``opened``: what was
    owed and announced before anything of it was put on record, ``owed`` and ``announced``.
    """

    announced: tuple[tuple[str, str, int], ...] = ()
    acknowledged: tuple[str, ...] = ()
    retracted: tuple[str, ...] = ()
    owed: tuple[str, ...] = ()
    opened: bool = False


class WalletBody(msgspec.Struct, frozen=True):
    """The body of a "wallet" entry."""

    wallet: WalletSaid


WALLET = "wallet"
"""The kind of entry that says what was asked of an operator's wallet, and what it has confirmed."""


_BODIES: dict[str, msgspec.json.Decoder[Begin] | msgspec.json.Decoder[Told]] = {
    "begin": msgspec.json.Decoder(Begin), "play": msgspec.json.Decoder(Told),
    "void": msgspec.json.Decoder(Told),
}
TELLING = frozenset(_BODIES)
"""The kinds of entry that tell of a coup."""


def body(kind: str, data: bytes) -> Begin | Told | None:
    """The body of an entry that tells of a coup; None for another kind.

    msgspec.ValidationError or msgspec.DecodeError for bytes that are no such body.
    """
    decoder = _BODIES.get(kind)
    return None if decoder is None else decoder.decode(data)
