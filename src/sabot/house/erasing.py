"""The name of a person is taken away: the books go on to know them by their id.

Names lie beside a journal of the second format, in no digest. In one of the first they are in the
hashed bytes of entries and documents, where nothing can be taken away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sabot.house import players
from sabot.house import staff as people
from sabot.house.control import Act
from sabot.house.errors import HouseError
from sabot.house.personnel import CONSOLE, By
from sabot.ledger import Books, Entry, Name
from sabot.procedure import canonical

if TYPE_CHECKING:
    from sabot.house.house import House


def erasure(books: Books, id: str, by: By, at: float) -> Entry:
    """The entry with which the name of a player or of a former member of staff is taken away.
    HouseError where there is none, where they work here, or where the books hold names themselves.
    """
    if books.format == 1:
        raise HouseError("names-in-books", "the books of this house are in the first format of the "
                         "journal, in which names are part of what is hashed; sabot migrate writes "
                         "them in the second, where names lie beside it", status=409)
    member = next((one for one in people.members(books) if one.signs == id), None)
    if member is None and players.find(books, id) is None:
        raise HouseError("no-person", f"the books know nobody with the id {id!r}; allowed: the id "
                         "of a player (p_...) or of a member of staff (s_...)", status=404)
    if member is not None and member.active:
        raise HouseError("works-here", f"{member.name} works here; remove them first, with sabot "
                         "staff remove or at the staff door", status=409)
    if books.name_of(id) is None:
        raise HouseError("no-name", f"{id} has no name in these books", status=409)
    said = {"id": id, "by": by.name, "at": at, **({"user": by.user} if by.user else {})}
    return Entry(kind="player" if member is None else "staff", body=canonical({"erased": said}),
                 names=(Name(id, ""),))


async def erase(house: House, id: str, by: By) -> None:
    """Take a name away in an open house; whoever looks is shown the id from now on."""
    await house.commit(erasure(house.ledger, id, by, house.clock.now()))
    house.names.remove(id)


def console(house: House) -> dict[str, Act]:
    """What may be asked at the control door (`control`)."""
    async def done(asked: dict[str, Any]) -> dict[str, Any]:
        await erase(house, str(asked.get("id", "")), By(CONSOLE, user=str(asked.get("user", ""))))
        return {"erased": str(asked.get("id", ""))}

    return {"erase": done}
