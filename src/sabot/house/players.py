"""Who plays: guests with demo credits, their names, and what they own."""

from __future__ import annotations

import secrets

import msgspec

from sabot.ledger import Books, Document, Entry, issue
from sabot.procedure import canonical

GUEST_CREDIT = 100_000  # cents of demo credit that a guest begins with
NAME_LENGTH = 24
BOT = "bot_"
"""How the ids of the house's own players begin: they are always there."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player. ``demo`` credits are free play and can never become anything else (38)."""

    id: str
    name: str
    created: float
    demo: bool = True
    fills: int = 0


def new_guest(name: str, now: float, taken: int) -> Player:
    """A guest; without a name he is called by a number."""
    return Player(id=f"p_{secrets.token_hex(8)}",
                  name=shown_name(name) or f"Convidado {taken + 1}", created=now)


def shown_name(name: str) -> str:
    """A name as others may see it: one line of visible characters, not too long."""
    seen = "".join(c for c in name if c.isprintable() or c.isspace())
    return " ".join(seen.split())[:NAME_LENGTH]


def known_entry(player: Player) -> Entry:
    """The journal entry that makes a player known, without any money."""
    return Entry(kind="player", body=canonical({"player": msgspec.to_builtins(player)}),
                 documents=(Document(kind="player", id=player.id, owner=player.id,
                                     body=canonical(player)),))


def player_entry(player: Player, credit: int, law: str) -> Entry:
    """The journal entry that makes a player, or gives him new demo credits."""
    moved = (issue(player.id, credit, f"credit/{player.id}/{player.fills}", law),)
    return msgspec.structs.replace(known_entry(player), transfers=moved)


def find(ledger: Books, player: str) -> Player | None:
    """The player with this id, from the books."""
    document = ledger.document("player", player)
    return msgspec.json.decode(document.body, type=Player) if document else None
