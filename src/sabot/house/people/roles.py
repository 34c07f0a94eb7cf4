"""The staff door: who may do what, and every act on record with name, reason and clause.

A member of staff has a token that is shown once and kept as a hash. The regulation leaves the
running of tables to the operator; what staff may never do is change the result of a coup: they can
only open, close, void with a cause (ir/21), pay what is owed, report a fault from which the law
itself goes on, and at a real table say what the cards did.
"""

from __future__ import annotations

import hashlib
import hmac

import msgspec

from sabot.equipment import SYSTEM, Entropy, token_text
from sabot.ledger import Books, Document, Ledger, Name
from sabot.procedure import canonical

ROLES = ("croupier", "cashier", "supervisor", "inspector")

ALLOWED = {
    "tables": {"croupier", "cashier", "supervisor", "inspector"},
    "open": {"croupier", "supervisor"},
    "close": {"croupier", "supervisor"},
    "void": {"supervisor"},
    "draw": {"supervisor"},
    "limits": {"supervisor"},
    "fault": {"supervisor"},
    "enter": {"croupier", "supervisor"},
    "disable": {"supervisor"},
    "enable": {"supervisor"},
    "complaints": {"supervisor", "inspector"},
    "answer": {"supervisor"},
    "papers": {"cashier", "supervisor", "inspector"},
    "pay": {"cashier", "supervisor"},
    "redeem": {"cashier", "supervisor"},
    "journal": {"supervisor", "inspector"},
    "people": {"supervisor", "inspector"},
    "staff": {"supervisor"},
    "players": {"supervisor", "inspector"},
    "sign-out": {"supervisor"},
    "erase": {"supervisor"},
}


ID = "s_"
"""How the ids of members of staff begin."""


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """A person of the house; ``token`` is the SHA-256 of what they were given. ``id`` is that under
    which books of the second format know them; those of the first know them by name."""

    name: str
    role: str
    token: str
    active: bool = True
    id: str | msgspec.UnsetType = msgspec.UNSET

    @property
    def signs(self) -> str:
        """What the books name as whoever has done something: the id, else the name."""
        return self.name if self.id is msgspec.UNSET else self.id

    @property
    def names(self) -> tuple[Name, ...]:
        """The name as it lies beside the books; none where it is in them, or was taken away."""
        return () if self.id is msgspec.UNSET or self.name == self.id else (
            Name(self.id, self.name),)

    def may(self, act: str) -> bool:
        return self.active and self.role in ALLOWED[act]

    def document(self) -> Document:
        kept = self if self.id is msgspec.UNSET else msgspec.structs.replace(self, name="")
        return Document(kind="staff", id=self.signs, body=canonical(kept))


class Complaint(msgspec.Struct, frozen=True, kw_only=True):
    """What a player complains of (32), and the house's answer."""

    id: str
    player: str
    name: str
    table: str
    coup: str
    text: str
    at: float
    law: str
    answer: str = ""
    answered_by: str = ""
    answered_at: float = 0.0

    def document(self) -> Document:
        return Document(kind="complaint", id=self.id, owner=self.player, body=canonical(self))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_member(name: str, role: str, format: int = 1, id: str = "",
               entropy: Entropy = SYSTEM) -> tuple[Member, str]:
    """A member of staff and their token, which nobody can read again; ValueError for no such role.
    In books of the second ``format`` they have an ``id``, a new one unless it is given."""
    if role not in ROLES:
        raise ValueError(f"there is no role {role!r}; the roles are {', '.join(ROLES)}")
    token = token_text(entropy.token(24))
    who = msgspec.UNSET if format == 1 else id or f"{ID}{entropy.token(8).hex()}"
    return Member(name=name, role=role, token=_hash(token), id=who), token


def members(ledger: Books) -> list[Member]:
    """Everybody who has or had a role, by their names, or by their ids where these were erased."""
    names, found = ledger.names(), []
    for document in ledger.documents("staff"):
        one = msgspec.json.decode(document.body, type=Member)
        if one.id is not msgspec.UNSET:
            known = names.get(one.id)
            one = msgspec.structs.replace(one, name=known.name if known else one.id)
        found.append(one)
    return found


def called(books: Books, signs: str) -> str:
    """What somebody is called whom the books name so: a member of staff by their name while it is
    there, anybody else as they stand there."""
    known = books.name_of(signs) if signs.startswith(ID) else None
    return known.name if known else signs


def by_token(ledger: Ledger, token: str) -> Member | None:
    """The member to whom a token belongs, compared in constant time."""
    wanted = _hash(token)
    found = None
    for member in members(ledger):
        if hmac.compare_digest(member.token, wanted) and member.active:
            found = member
    return found
