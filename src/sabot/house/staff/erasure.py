"""Erases the name of a player or member of staff; from then on only their id is shown.

The journal contains only the id, so no digest changes. What people wrote in their own words, such
as complaints and reasons, is in the journal and stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

import msgspec

from sabot.house.errors import HouseError
from sabot.house.people.names import Directory
from sabot.house.ports import HasClock, HasLedger
from sabot.house.staff.control import Act
from sabot.house.staff.personnel import Author
from sabot.ledger import Books, Entry, Name
from sabot.procedure import canonical
from sabot.words import phrase

PLAYER, STAFF = "player", "staff"


class _Host(HasClock, HasLedger, Protocol):
    """What erasing a name needs of the house; ``names`` are those that others see."""

    names: Directory


class NameErased(msgspec.Struct, frozen=True, kw_only=True):
    """Whose name was erased: the id, "player" or "staff", and whether there was a name."""

    id: str
    kind: str
    named: bool


class ErasurePlan(NamedTuple):
    """Whose name to erase: the id, "player" or "staff", and whether there is a name."""

    id: str
    kind: str
    named: bool

    def answer(self) -> NameErased:
        """Return the reply to the person who asked."""
        return NameErased(id=self.id, kind=self.kind, named=self.named)

    def entry(self, by: Author, at: float) -> Entry | None:
        """Return the journal entry; None when there is nothing to erase."""
        if not self.named:
            return None
        act: dict[str, object] = {"by": by.name, "act": "erase", "at": at}
        act |= {key: value for key, value in (
            ("role", by.role), ("user", by.user), ("reason", by.reason)) if value}
        body = {"erase": {"player": self.id, **act}} if self.kind == PLAYER else {
            "staff": {"member": self.id, **act}}
        return Entry(kind=self.kind, body=canonical(body), names=(Name(self.id),))


def find_name(ledger: Books, id: str) -> ErasurePlan:
    """Find whose name it is. HouseError when the journal has nobody with this id, or has names in
    its entries."""
    if not ledger.names_are_separate:
        raise HouseError("names-in-journal", "this journal has the first format: names are part "
                         "of its entries, so erasing one would break their digests; "
                         "sabot migrate writes the journal of a closed house in the second "
                         "format, which stores names outside the journal", status=409)
    for kind in (PLAYER, STAFF):
        if ledger.document(kind, id) is not None:
            return ErasurePlan(id, kind, ledger.name_of(id) is not None)
    raise HouseError("no-id", phrase("nobody here has the id {id}; player ids are such as "
                                     "p_0123456789abcdef, or those of their operator, and sabot "
                                     "staff list shows those of the staff", id=repr(id)),
                     status=404)


async def erase_name(house: _Host, erased: ErasurePlan, by: Author) -> None:
    """Erase a name at an open house, at once, also from what its tables show from now on."""
    if (entry := erased.entry(by, house.clock.now())) is not None:
        await house.commit(entry)
        if house.names.name(erased.id) is not None:
            house.names.remove(erased.id)


def control_acts(house: _Host) -> dict[str, Act]:
    """Return the acts for the control socket (`control`)."""

    async def erase(fields: Mapping[str, str]) -> NameErased:
        erased = find_name(house.ledger, fields.get("id", ""))
        await erase_name(house, erased, Author(user=fields.get("user", "")))
        return erased.answer()

    return {"erase": erase}
