"""The people of the house: added, given another role, removed, while it is open or closed.

What is to be stored is worked out here, for the open house and for the console beside a closed one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, Protocol

import msgspec

from sabot.equipment import SYSTEM, Entropy
from sabot.house.errors import HouseError
from sabot.house.people import roles as people
from sabot.house.people.names import folded
from sabot.house.people.roles import ROLES, Member
from sabot.house.people.token_attempts import Guesses
from sabot.house.ports import Booked, Timed
from sabot.house.staff.control import Act
from sabot.house.staff.signins import SignIns
from sabot.ledger import Document, Entry, Ledger
from sabot.procedure import canonical

CONSOLE = "console"
NAME_LENGTH = 80
_TAKEN = ("console", "operator", "player", "house", "the house", "the clock", "sabot")
"""Names under which the journal tells of what nobody of the staff has done."""


class _Host(Timed, Booked, Protocol):
    """What a change of the staff needs of the house."""

    sign_ins: SignIns
    guesses: Guesses
    entropy: Entropy


class By(NamedTuple):
    """Who changes the staff: a member, or the console with its user; and why."""

    name: str = CONSOLE
    role: str = ""
    user: str = ""
    reason: str = ""


class StaffChanged(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever asked is told of a change of the staff: the name of the member, the ``token`` of
    a new one, a ``warning`` where there is one, and the role that the member had before, "" for
    none."""

    name: str
    token: str
    warning: str
    was: str


class Changed(NamedTuple):
    """A change to be stored. ``member`` is as he will be, ``before`` as he was; ``token`` is what a
    new one is told once; ``warning`` is what whoever asked must be told."""

    act: str
    member: Member
    before: Member | None
    token: str = ""
    warning: str = ""

    def answer(self) -> StaffChanged:
        """What the console says of it."""
        return StaffChanged(name=self.member.name, token=self.token, warning=self.warning,
                            was=self.before.role if self.before else "")

    def entry(self, by: By, at: float, more: tuple[Document, ...] = ()) -> Entry:
        """The entry of the journal."""
        # The console's entries have had this form since 0.1.0: its role is that which is given.
        said: dict[str, object] = {"by": by.name, "act": self.act, "name": self.member.signs,
                                "role": by.role or self.member.role, "given": self.member.role,
                                "at": at}
        said |= {key: value for key, value in (("user", by.user), ("reason", by.reason)) if value}
        names = self.member.names if self.act == "add" else ()
        return Entry(kind="staff", body=canonical({"staff": said}), names=names,
                     documents=(self.member.document(), *more))


def counted(name: str) -> str:
    """Under what wrong tokens are counted for a name (`Guesses`)."""
    return f"name:{folded(name)}"


async def carry_out(house: _Host, changed: Changed, by: By) -> None:
    """Change the staff of an open house, at once. Whoever is removed or has a new token is signed
    out everywhere; a new token ends a wait for the name."""
    ended = [] if changed.act == "role" else house.sign_ins.ended_with(
        changed.member.signs, by.name)
    await house.commit(changed.entry(by, house.clock.now(), tuple(e.document() for e in ended)))
    house.sign_ins.over(ended)
    if changed.token:
        house.guesses.right([counted(changed.member.name)])


def console(house: _Host) -> dict[str, Act]:
    """What may be asked at the control door: changes of the staff (`control`)."""

    def act(find: Callable[..., Changed], *fields: str) -> Act:
        async def done(asked: Mapping[str, str]) -> StaffChanged:
            changed = find(house.ledger, *(asked.get(field, "") for field in fields))
            await carry_out(house, changed, By(user=asked.get("user", "")))
            return changed.answer()
        return done

    return {"staff add": act(partial(add, entropy=house.entropy), "name", "role"),
            "staff change": act(change, "name", "role"), "staff remove": act(remove, "name")}


def add(ledger: Ledger, name: str, role: str, entropy: Entropy = SYSTEM) -> Changed:
    """Give somebody a role and a new token; one that he had opens nothing any more."""
    name = _checked(ledger, name)
    before = _active(ledger, name)
    member, token = people.new_member(name, _role(role), ledger.format,
                                      _known(ledger, name), entropy)
    return Changed("add", member, before, token, _locked_out(ledger, member))


def change(ledger: Ledger, name: str, role: str) -> Changed:
    """Give a member another role; he keeps his token, and may at once do what the role allows."""
    before = _must_be(ledger, name)
    member = msgspec.structs.replace(before, role=_role(role))
    return Changed("role", member, before, "", _locked_out(ledger, member))


def remove(ledger: Ledger, name: str) -> Changed:
    """Somebody works here no more."""
    before = _must_be(ledger, name)
    member = msgspec.structs.replace(before, active=False)
    return Changed("remove", member, before, "", _locked_out(ledger, member))


def _locked_out(ledger: Ledger, changed: Member) -> str:
    """What must be said where a change leaves nobody who may change the staff."""
    def leads(one: Member) -> bool:
        return one.may("staff")

    now = [one for one in people.members(ledger) if leads(one)]
    if not now or leads(changed) or any(one.signs != changed.signs for one in now):
        return ""
    return (f"{changed.name} is the last supervisor: nobody will be able to add or remove staff at "
            "the staff door; sabot staff add on the machine of the house still can")


def _checked(ledger: Ledger, name: str) -> str:
    """A name under which acts are told; HouseError for none, or for that of another."""
    name = " ".join(name.split())
    if not name or not name.isprintable() or len(name) > NAME_LENGTH:
        raise HouseError("staff-name", "a member of staff needs a name: every act is recorded "
                         f"under it; allowed: 1 to {NAME_LENGTH} visible characters")
    if folded(name) in map(folded, _TAKEN):
        raise HouseError("staff-name", f"a member of staff cannot be called {name!r}: the journal "
                         "uses this name for what no member of staff has done")
    if name.startswith(people.ID):
        raise HouseError("staff-name", f"{name!r} looks like the id of a member of staff; give a "
                         "name")
    for other in people.members(ledger):
        if other.active and other.name != name and folded(other.name) == folded(name):
            raise HouseError("staff-name", f"{other.name!r} works here, and {name!r} cannot be "
                             "distinguished from it; give another name, or remove the first",
                             status=409)
    return name


def _role(role: str) -> str:
    if role not in ROLES:
        raise HouseError("role-name", f"there is no role {role!r}; the roles are "
                         f"{', '.join(ROLES)}")
    return role


def _active(ledger: Ledger, name: str) -> Member | None:
    return next((m for m in people.members(ledger) if name in (m.name, m.signs) and m.active),
                None)


def _known(ledger: Ledger, name: str) -> str:
    """As what somebody of this name signs who works or worked here; "" for nobody."""
    return next((m.signs for m in people.members(ledger) if m.name == name), "")


def _must_be(ledger: Ledger, name: str) -> Member:
    found = _active(ledger, name)
    if found is None:
        raise HouseError("no-member", f"nobody here is called {name!r}; see sabot staff list",
                         status=404)
    return found
