"""Changes of staff: add, change role, remove, at an open or a closed house.

The entries to store are computed here, for the open house and for the console next to a closed one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, Protocol

import msgspec

from sabot.equipment import SYSTEM, Entropy
from sabot.house.errors import HouseError
from sabot.house.people import roles as people
from sabot.house.people.names import fold
from sabot.house.people.roles import ROLES, Member
from sabot.house.people.token_attempts import TokenAttempts
from sabot.house.ports import HasClock, HasLedger
from sabot.house.staff.control import Act
from sabot.house.staff.signins import SignIns
from sabot.ledger import Document, Entry, Ledger
from sabot.procedure import canonical
from sabot.words import phrase

CONSOLE = "console"
NAME_LENGTH = 80
_RESERVED_NAMES = ("console", "operator", "player", "house", "the house", "the clock", "sabot")
"""Names under which the journal records acts that no member of staff has done."""


class _Host(HasClock, HasLedger, Protocol):
    """What a change of staff needs of the house."""

    sign_ins: SignIns
    token_attempts: TokenAttempts
    entropy: Entropy


class Author(NamedTuple):
    """Who changes the staff: a member, or the console with its user; and why."""

    name: str = CONSOLE
    role: str = ""
    user: str = ""
    reason: str = ""


class StaffChangeReport(msgspec.Struct, frozen=True, kw_only=True):
    """The reply to a change of staff: the name of the member, the ``token`` of a new one, a
    ``warning`` if any, and the role that the member had before, "" for none."""

    name: str
    token: str
    warning: str
    was: str


class StaffChange(NamedTuple):
    """A change to store. ``member`` is the new state, ``before`` the old one; ``token`` is shown
    once to a new member; ``warning`` is for the person who asked."""

    act: str
    member: Member
    before: Member | None
    token: str = ""
    warning: str = ""

    def answer(self) -> StaffChangeReport:
        """Return the reply for the console."""
        return StaffChangeReport(name=self.member.name, token=self.token, warning=self.warning,
                                 was=self.before.role if self.before else "")

    def entry(self, by: Author, at: float, more: tuple[Document, ...] = ()) -> Entry:
        """Return the journal entry."""
        # For the console, ``role`` is the role given: entries have had this form since 0.1.0.
        act: dict[str, object] = {"by": by.name, "act": self.act, "name": self.member.signs,
                                "role": by.role or self.member.role, "given": self.member.role,
                                "at": at}
        act |= {key: value for key, value in (("user", by.user), ("reason", by.reason)) if value}
        names = self.member.names if self.act == "add" else ()
        return Entry(kind="staff", body=canonical({"staff": act}), names=names,
                     documents=(self.member.document(), *more))


def attempts_key(name: str) -> str:
    """Return the key under which wrong tokens for a name are counted (`TokenAttempts`)."""
    return f"name:{fold(name)}"


async def apply_change(house: _Host, changed: StaffChange, by: Author) -> None:
    """Change the staff of an open house, at once. A member who is removed or has a new token is
    signed out everywhere; a new token ends a wait for the name."""
    ended = [] if changed.act == "role" else house.sign_ins.ended_staff_sign_ins(
        changed.member.signs, by.name)
    await house.commit(changed.entry(by, house.clock.now(), tuple(e.document() for e in ended)))
    house.sign_ins.note_ended(ended)
    if changed.token:
        house.token_attempts.right([attempts_key(changed.member.name)])


def control_acts(house: _Host) -> dict[str, Act]:
    """Return the changes of staff for the control socket (`control`)."""

    def act(find: Callable[..., StaffChange], *fields: str) -> Act:
        async def run(request: Mapping[str, str]) -> StaffChangeReport:
            changed = find(house.ledger, *(request.get(field, "") for field in fields))
            await apply_change(house, changed, Author(user=request.get("user", "")))
            return changed.answer()
        return run

    return {"staff add": act(partial(add, entropy=house.entropy), "name", "role"),
            "staff change": act(change, "name", "role"), "staff remove": act(remove, "name")}


def add(ledger: Ledger, name: str, role: str, entropy: Entropy = SYSTEM) -> StaffChange:
    """Return the change that gives somebody a role and a new token; an old token stops working."""
    name = _check_name(ledger, name)
    before = _find_active(ledger, name)
    member, token = people.new_member(name, _check_role(role), ledger.format,
                                      _known_signature(ledger, name), entropy)
    return StaffChange("add", member, before, token, _lock_out_warning(ledger, member))


def change(ledger: Ledger, name: str, role: str) -> StaffChange:
    """Return the change that gives a member another role; the token stays and has the new role at
    once."""
    before = _require_active(ledger, name)
    member = msgspec.structs.replace(before, role=_check_role(role))
    return StaffChange("role", member, before, "", _lock_out_warning(ledger, member))


def remove(ledger: Ledger, name: str) -> StaffChange:
    """Return the change that removes a member."""
    before = _require_active(ledger, name)
    member = msgspec.structs.replace(before, active=False)
    return StaffChange("remove", member, before, "", _lock_out_warning(ledger, member))


def _lock_out_warning(ledger: Ledger, changed: Member) -> str:
    """Return the warning for a change that leaves nobody who may change the staff."""
    def may_change_staff(member: Member) -> bool:
        return member.may("staff")

    leaders = [member for member in people.members(ledger) if may_change_staff(member)]
    if not leaders or may_change_staff(changed) or any(
            member.signs != changed.signs for member in leaders):
        return ""
    return (f"{changed.name} is the last supervisor: nobody will be able to add or remove staff at "
            "the staff door; sabot staff add on the machine of the house still can")


def _check_name(ledger: Ledger, name: str) -> str:
    """Return a valid name; HouseError for none, or for one that is taken."""
    name = " ".join(name.split())
    if not name or not name.isprintable() or len(name) > NAME_LENGTH:
        raise HouseError("staff-name", phrase("a member of staff needs a name: every act is "
                                              "recorded under it; allowed: 1 to {name_length} "
                                              "visible characters", name_length=NAME_LENGTH))
    if fold(name) in map(fold, _RESERVED_NAMES):
        raise HouseError("staff-name", phrase("a member of staff cannot be called {name}: the "
                                              "journal uses this name for acts of the program and "
                                              "the console", name=repr(name)))
    if name.startswith(people.ID):
        raise HouseError("staff-name", phrase("{name} looks like the id of a member of staff; give "
                                              "a name", name=repr(name)))
    for other in people.members(ledger):
        if other.active and other.name != name and fold(other.name) == fold(name):
            raise HouseError("staff-name", phrase("{name} works here, and the name {name2} looks "
                                                  "the same; give another name, or remove the "
                                                  "first person", name=repr(other.name),
                                                  name2=repr(name)),
                             status=409)
    return name


def _check_role(role: str) -> str:
    if role not in ROLES:
        raise HouseError("role-name", phrase("there is no role {role}; the roles are {roles}",
                                             role=repr(role), roles=", ".join(ROLES)))
    return role


def _find_active(ledger: Ledger, name: str) -> Member | None:
    return next((m for m in people.members(ledger) if name in (m.name, m.signs) and m.active),
                None)


def _known_signature(ledger: Ledger, name: str) -> str:
    """Return how somebody of this name, who works or has worked here, is identified; "" for nobody.
    """
    return next((m.signs for m in people.members(ledger) if m.name == name), "")


def _require_active(ledger: Ledger, name: str) -> Member:
    member = _find_active(ledger, name)
    if member is None:
        raise HouseError("no-member", phrase("nobody here is called {name}; see sabot staff list",
                                             name=repr(name)),
                         status=404)
    return member
