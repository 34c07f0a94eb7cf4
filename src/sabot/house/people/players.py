"""Players: guests with demo credits and operators' players, and their journal entries."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sabot.equipment import Entropy
from sabot.house.people.names import Directory
from sabot.ledger import Accounts, Books, Document, Entry, Name
from sabot.procedure import canonical

GUEST_CREDIT = 100_000  # cents of demo credit that a guest begins with
BOT = "bot_"
"""Prefix of the ids of the house's own players, who are always online."""
GUESTS = {"pt": "Convidado", "en": "Guest", "zh": "訪客"}
"""The name of guests without a name, in the language of their page, before a number. They have it
from then on, in every language."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player. ``demo`` credits are free play and never become anything else (38). ``shown`` is
    what others see when it differs from the operator's name."""

    id: str
    name: str
    created: float
    demo: bool = True
    fills: int = 0
    shown: str = ""


def new_guest(name: str, now: float, names: Directory, entropy: Entropy, lang: str = ""
              ) -> Player:
    """Create a guest; without a name, or with one that is taken, they get a number."""
    id = f"p_{entropy.token(8).hex()}"
    called = GUESTS.get(lang, GUESTS["pt"])
    return Player(id=id, name=names.add(id, name, called), created=now)


def load_directory(ledger: Books) -> Directory:
    """Load the names of all players in the journal."""
    names, stored_names = Directory(), ledger.names()
    for document in ledger.documents("player", newest_first=False):
        player = with_name(_read(document), stored_names.get(document.id))
        names.learn(player.id, player.shown or player.name, bot=player.id.startswith(BOT))
    return names


def with_name(player: Player, name: Name | None) -> Player:
    """Return a player with the name stored outside the journal."""
    return player if name is None else msgspec.structs.replace(
        player, name=name.name, shown=name.shown)


def _read(document: Document) -> Player:
    return msgspec.json.decode(document.body, type=Player)


def player_known_entry(books: Books, player: Player) -> Entry:
    """Return the journal entry that registers a player, without money; in a second-format journal
    the name is stored outside the entry."""
    names: tuple[Name, ...] = ()
    if books.names_are_separate:
        names = (Name(player.id, player.name, player.shown),)
        player = msgspec.structs.replace(player, name="", shown="")
    return Entry(kind="player", body=canonical({"player": msgspec.to_builtins(player)}),
                 names=names, documents=(Document(kind="player", id=player.id, owner=player.id,
                                                  body=canonical(player)),))


def player_entry(books: Books, player: Player, credit: int, law: str,
                 currencies: Iterable[Accounts]) -> Entry:
    """Return the journal entry that creates a player, or gives them new demo credits: ``credit``
    cents in each of these currencies. A known player keeps the name stored outside the journal, or
    none."""
    moved = tuple(names.issue(player.id, credit, f"credit/{player.id}/{player.fills}", law)
                  for names in currencies)
    entry = player_known_entry(books, player)
    return msgspec.structs.replace(
        entry, transfers=moved, names=() if player.fills else entry.names)


def find_player(ledger: Books, player: str) -> Player | None:
    """Return the player with this id, or None."""
    document = ledger.document("player", player)
    return with_name(_read(document), ledger.name_of(player)) if document else None
