"""Who plays: guests with demo credits, their names, and what they own."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sabot.equipment import Entropy
from sabot.house.people.names import Directory
from sabot.ledger import Accounts, Books, Document, Entry, Name
from sabot.procedure import canonical

GUEST_CREDIT = 100_000  # cents of demo credit that a guest begins with
BOT = "bot_"
"""How the ids of the house's own players begin: they are always there."""
GUESTS = {"pt": "Convidado", "en": "Guest", "zh": "訪客"}
"""What guests without a name are called in the language of their page, before a number. It is their
name from then on, for readers of every language."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player. ``demo`` credits are free play and can never become anything else (38). ``shown``
    is what others see where it is not the name that the operator has given him."""

    id: str
    name: str
    created: float
    demo: bool = True
    fills: int = 0
    shown: str = ""


def new_guest(name: str, now: float, names: Directory, entropy: Entropy, lang: str = ""
              ) -> Player:
    """A guest; without a name, or with that of another, they are called by a number."""
    id = f"p_{entropy.token(8).hex()}"
    called = GUESTS.get(lang, GUESTS["pt"])
    return Player(id=id, name=names.add(id, name, called), created=now)


def named(ledger: Books) -> Directory:
    """The names of all whom the books know."""
    names, apart = Directory(), ledger.names()
    for document in ledger.documents("player", newest_first=False):
        if not document.id.startswith(BOT):
            player = with_name(_read(document), apart.get(document.id))
            if name := player.shown or player.name:
                names.add(player.id, name)
    return names


def with_name(player: Player, name: Name | None) -> Player:
    """A player with the name that lies beside the journal."""
    return player if name is None else msgspec.structs.replace(
        player, name=name.name, shown=name.shown)


def _read(document: Document) -> Player:
    return msgspec.json.decode(document.body, type=Player)


def known_entry(books: Books, player: Player) -> Entry:
    """The journal entry that makes a player known, without any money: in the second format of the
    journal with the name beside it."""
    names: tuple[Name, ...] = ()
    if books.names_are_separate:
        names = (Name(player.id, player.name, player.shown),)
        player = msgspec.structs.replace(player, name="", shown="")
    return Entry(kind="player", body=canonical({"player": msgspec.to_builtins(player)}),
                 names=names, documents=(Document(kind="player", id=player.id, owner=player.id,
                                                  body=canonical(player)),))


def player_entry(books: Books, player: Player, credit: int, law: str,
                 currencies: Iterable[Accounts]) -> Entry:
    """The journal entry that makes a player, or gives them new demo credits: so many cents in each
    of these currencies. One who is known keeps the name that lies beside the journal, or none."""
    moved = tuple(names.issue(player.id, credit, f"credit/{player.id}/{player.fills}", law)
                  for names in currencies)
    made = known_entry(books, player)
    return msgspec.structs.replace(made, transfers=moved, names=() if player.fills else made.names)


def find(ledger: Books, player: str) -> Player | None:
    """The player with this id, from the books."""
    document = ledger.document("player", player)
    return with_name(_read(document), ledger.name_of(player)) if document else None
