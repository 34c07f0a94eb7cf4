"""The name of a player or of a member of staff is erased: from then on they are told by their id.

The journal knows them by the id alone, so no digest changes. What people wrote in their own words,
complaints and reasons, stands in the journal and stays. """

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

import msgspec

from sabot.house.errors import HouseError
from sabot.house.people.names import Directory
from sabot.house.ports import Booked, Timed
from sabot.house.staff.control import Act
from sabot.house.staff.personnel import By
from sabot.ledger import Books, Entry, Name
from sabot.procedure import canonical

PLAYER, STAFF = "player", "staff"


class _Host(Timed, Booked, Protocol):
    """What erasing a name needs of the house; ``names`` are those that others see."""

    names: Directory


class NameErased(msgspec.Struct, frozen=True, kw_only=True):
    """Whose name is erased: the id, of a "player" or of the "staff", and whether there was one."""

    id: str
    kind: str
    named: bool


class Erased(NamedTuple):
    """Whose name is erased: the id, whether a "player" or of the "staff", and whether there is a
    name at all."""

    id: str
    kind: str
    named: bool

    def answer(self) -> NameErased:
        """What whoever asked is told of it."""
        return NameErased(id=self.id, kind=self.kind, named=self.named)

    def entry(self, by: By, at: float) -> Entry | None:
        """The entry of the journal; None where there is nothing to erase."""
        if not self.named:
            return None
        said: dict[str, object] = {"by": by.name, "act": "erase", "at": at}
        said |= {key: value for key, value in (
            ("role", by.role), ("user", by.user), ("reason", by.reason)) if value}
        body = {"erase": {"player": self.id, **said}} if self.kind == PLAYER else {
            "staff": {"member": self.id, **said}}
        return Entry(kind=self.kind, body=canonical(body), names=(Name(self.id),))


def find(ledger: Books, id: str) -> Erased:
    """Whose name it is. HouseError where the journal knows nobody of this id, or holds names in its
    entries."""
    if not ledger.names_apart:
        raise HouseError("names-in-journal", "this journal has the first format: names are part "
                         "of its entries, so erasing one would break their digests; "
                         "sabot migrate writes the journal of a closed house in the second "
                         "format, which stores names outside the journal", status=409)
    for kind in (PLAYER, STAFF):
        if ledger.document(kind, id) is not None:
            return Erased(id, kind, ledger.name_of(id) is not None)
    raise HouseError("no-id", f"nobody here has the id {id!r}; player ids are such as "
                     "p_0123456789abcdef, or those of their operator, and sabot staff list shows "
                     "those of the staff", status=404)


async def carry_out(house: _Host, erased: Erased, by: By) -> None:
    """Erase a name of an open house, at once: also on what is shown of its tables from now on."""
    if (entry := erased.entry(by, house.clock.now())) is not None:
        await house.commit(entry)
        if house.names.name(erased.id) is not None:
            house.names.remove(erased.id)


def console(house: _Host) -> dict[str, Act]:
    """What may be asked at the control door (`control`)."""

    async def erase(asked: Mapping[str, str]) -> NameErased:
        erased = find(house.ledger, asked.get("id", ""))
        await carry_out(house, erased, By(user=asked.get("user", "")))
        return erased.answer()

    return {"erase": erase}
