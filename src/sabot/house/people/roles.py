"""Roles of staff: who may do what. Every act is recorded with name, reason and clause.

A member of staff has a token that is shown once and stored as a hash. The regulation leaves the
running of tables to the operator. Staff can never change the result of a coup: they can only open,
close, void with a cause (ir/21), pay what is owed, report a fault from which the law itself goes
on, and at a real table enter what the cards did.
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
"""Prefix of the ids of members of staff."""


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """A member of staff; ``token`` is the SHA-256 of their token. ``id`` identifies them in a
    second-format journal; a first-format journal uses names."""

    name: str
    role: str
    token: str
    active: bool = True
    id: str | msgspec.UnsetType = msgspec.UNSET

    @property
    def signs(self) -> str:
        """How the journal identifies this member: the id, else the name."""
        return self.name if self.id is msgspec.UNSET else self.id

    @property
    def names(self) -> tuple[Name, ...]:
        """The name stored outside the journal; empty when the journal has it, or when it was
        erased."""
        return () if self.id is msgspec.UNSET or self.name == self.id else (
            Name(self.id, self.name),)

    def may(self, act: str) -> bool:
        """Whether this member may do an act."""
        return self.active and self.role in ALLOWED[act]

    def document(self) -> Document:
        """Return the document to store."""
        stored = self if self.id is msgspec.UNSET else msgspec.structs.replace(self, name="")
        return Document(kind="staff", id=self.signs, body=canonical(stored))


class Complaint(msgspec.Struct, frozen=True, kw_only=True):
    """A player's complaint (32), and the house's answer."""

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
        """Return the document to store."""
        return Document(kind="complaint", id=self.id, owner=self.player, body=canonical(self))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_member(name: str, role: str, format: int = 1, id: str = "",
               entropy: Entropy = SYSTEM) -> tuple[Member, str]:
    """Create a member of staff and their token, which nobody can read again; ValueError for an
    unknown role. In a second-format journal they have an ``id``, a new one unless it is given."""
    if role not in ROLES:
        raise ValueError(f"there is no role {role!r}; the roles are {', '.join(ROLES)}")
    token = token_text(entropy.token(24))
    member_id = msgspec.UNSET if format == 1 else id or f"{ID}{entropy.token(8).hex()}"
    return Member(name=name, role=role, token=_hash(token), id=member_id), token


def members(ledger: Books) -> list[Member]:
    """Return everybody who has or had a role, with their names, or with ids as names once those
    were erased."""
    names, staff = ledger.names(), []
    for document in ledger.documents("staff"):
        member = msgspec.json.decode(document.body, type=Member)
        if member.id is not msgspec.UNSET:
            known = names.get(member.id)
            member = msgspec.structs.replace(member, name=known.name if known else member.id)
        staff.append(member)
    return staff


def name_of(books: Books, signs: str) -> str:
    """Return the name for an identification in the journal: a member of staff's name while it
    exists, anything else unchanged."""
    known = books.name_of(signs) if signs.startswith(ID) else None
    return known.name if known else signs


def by_token(ledger: Ledger, token: str) -> Member | None:
    """Return the member to whom a token belongs, compared in constant time."""
    digest = _hash(token)
    owner = None
    for member in members(ledger):
        if hmac.compare_digest(member.token, digest) and member.active:
            owner = member
    return owner
