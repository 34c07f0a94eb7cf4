"""The staff door: who may do what, and every act on record with name, reason and clause.

A member of staff has a token that is shown once and kept as a hash. The regulation leaves the
running of tables to the operator; what staff may never do is change the result of a coup: they can
only open, close, void with a cause (ir/21), pay what is owed, report a fault from which the law
itself goes on, and at a real table say what the cards did.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

import msgspec

from sabot.ledger import Document, Ledger
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
}


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """A person of the house; ``token`` is the SHA-256 of what he was given."""

    name: str
    role: str
    token: str
    active: bool = True

    def may(self, act: str) -> bool:
        return self.active and self.role in ALLOWED[act]

    def document(self) -> Document:
        return Document(kind="staff", id=self.name, body=canonical(self))


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


def new_member(name: str, role: str) -> tuple[Member, str]:
    """A member of staff and his token, which nobody can read again; ValueError for no such role."""
    if role not in ROLES:
        raise ValueError(f"there is no role {role!r}; the roles are {', '.join(ROLES)}")
    token = secrets.token_urlsafe(24)
    return Member(name=name, role=role, token=_hash(token)), token


def members(ledger: Ledger) -> list[Member]:
    """Everybody who has or had a role."""
    return [msgspec.json.decode(d.body, type=Member) for d in ledger.documents("staff")]


def by_token(ledger: Ledger, token: str) -> Member | None:
    """The member to whom a token belongs, compared in constant time."""
    wanted = _hash(token)
    found = None
    for member in members(ledger):
        if hmac.compare_digest(member.token, wanted) and member.active:
            found = member
    return found
