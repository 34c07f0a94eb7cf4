"""Who is signed in: each sign-in of a player or of a member of staff is kept until it ends.

A cookie stands for a sign-in and is worth nothing without it. Its secret is shown to its browser
alone; the books know the digest. A sign-in ends when its person signs out, when somebody who may do
so ends it, when a member of staff is removed or has a new token, and by age. """

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from sabot.equipment import Entropy, written
from sabot.house.errors import HouseError, not_stored
from sabot.house.people.players import Player
from sabot.house.people.roles import Member
from sabot.house.ports import Booked, Laid, Named, Signed, Timed
from sabot.house.world import Committing
from sabot.ledger import Document, Entry, LedgerError, Repeated
from sabot.procedure import canonical

STAFF_AGE = 8 * 3600.0
"""Seconds for which a member of staff is signed in."""
STAFF_NEWEST = 100
"""Of a member of staff so many sign-ins are looked at: those before them are over by age, or by the
token that they were made with."""
SIGNED_OUT = 4401
"""Closes the line of a player whose sign-in has ended."""
PLAYERS, STAFF = "sign-in", "staff-sign-in"  # kinds of documents
BEFORE = "0.1.0:"
"""How the id of the one sign-in begins that stands for all cookies which release 0.1.0 gave a
player: those carry his id, and no secret."""
_REMEMBERED = 50_000


class SignIn(msgspec.Struct, frozen=True, kw_only=True):
    """One sign-in; times are Unix seconds. ``id`` is the digest of its secret, ``token`` that of
    the token which a member of staff had then. ``ended`` is 0 while it lasts."""

    id: str
    who: str
    staff: bool = False
    token: str = ""
    began: float = 0.0
    ended: float = 0.0
    by: str = ""

    def document(self) -> Document:
        """As the books keep it: the owner is the player, or the member of staff as they sign."""
        return Document(kind=STAFF if self.staff else PLAYERS, id=self.id, owner=self.who,
                        body=canonical(self))


class _Host(Timed, Booked, Named, Laid, Signed, Protocol):
    """What sign-ins need of the house."""

    entropy: Entropy

    @property
    def books(self) -> Committing: ...


class SignIns:
    """The sign-ins of a house."""

    def __init__(self, house: _Host) -> None:
        self.house = house
        self._known: OrderedDict[str, SignIn] = OrderedDict()

    # -- beginning --------------------------------------------------------------------------------

    async def player(self, player: Player, launch: str = "") -> str:
        """A player signs in; the secret of it. A ``launch`` lets in once: HouseError for a used
        one. """
        made, secret = self._made(player.id)
        used = hashlib.sha256(launch.encode()).hexdigest() if launch else ""
        entry = Entry(kind="player", body=canonical({"sign-in": {
            "player": player.id, "sign_in": made.id, "at": made.began}}),
            command=(player.id, f"launch/{used}") if used else None, documents=(made.document(),))
        try:
            outcome = await self.house.books.commit(entry)
        except LedgerError as error:
            raise not_stored() from error
        if isinstance(outcome, Repeated):
            raise HouseError("launch-used", "this launch was already used; come again from the "
                             "operator's site", status=403)
        self._remember(made)
        return secret

    async def staff(self, member: Member) -> str:
        """A member of staff signs in; the secret of it."""
        made, secret = self._made(member.signs, staff=True, token=member.token)
        await self.house.commit(Entry(kind="staff", documents=(made.document(),), body=canonical(
            {"staff": {"by": member.signs, "role": member.role, "act": "sign-in",
                       "sign_in": made.id, "at": made.began}})))
        self._remember(made)
        return secret

    def _made(self, who: str, **more: Any) -> tuple[SignIn, str]:
        secret = written(self.house.entropy.token(24))
        return SignIn(id=_digest(secret), who=who, began=self.house.clock.now(), **more), secret

    # -- asking -----------------------------------------------------------------------------------

    def find(self, secret: str, *, staff: bool = False) -> SignIn | None:
        """The sign-in with this secret, while it lasts."""
        found = self._read(STAFF if staff else PLAYERS, _digest(secret))
        return found if found is not None and self.lasting(found) else None

    def lasting(self, one: SignIn) -> bool:
        """Whether a sign-in has neither been ended nor come of age. That of a player has the age of
        his cookie, which its signature says."""
        aged = one.staff and self.house.clock.now() - self.house.since(one.began) > STAFF_AGE
        return not one.ended and not aged

    def lasts(self, one: SignIn) -> bool:
        """Whether a sign-in has not been ended meanwhile."""
        found = self._read(STAFF if one.staff else PLAYERS, one.id)
        return found is None or not found.ended

    def before(self, player: str) -> SignIn | None:
        """The sign-in of a cookie of release 0.1.0, unless all of its player's have been ended."""
        id = f"{BEFORE}{player}"
        found = self._read(PLAYERS, id) or SignIn(id=id, who=player)
        self._remember(found)
        return None if found.ended else found

    def of(self, who: str, *, staff: bool = False) -> list[SignIn]:
        """The sign-ins of a person that were not ended."""
        kind, newest = (STAFF, STAFF_NEWEST) if staff else (PLAYERS, None)
        found = [msgspec.json.decode(d.body, type=SignIn)
                 for d in self.house.ledger.documents(kind, owner=who, limit=newest)]
        return [one for one in found if not one.ended]

    def _read(self, kind: str, id: str) -> SignIn | None:
        if id in self._known:
            self._known.move_to_end(id)
            return self._known[id]
        kept = self.house.ledger.document(kind, id)
        if kept is None:
            return None
        found = msgspec.json.decode(kept.body, type=SignIn)
        self._remember(found)
        return found

    def _remember(self, one: SignIn) -> None:
        self._known[one.id] = one
        self._known.move_to_end(one.id)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    # -- ending -----------------------------------------------------------------------------------

    async def leave(self, one: SignIn, role: str = "") -> None:
        """Somebody signs out in one browser."""
        ended = self._ended([one], one.who)
        if one.staff:
            said = {"staff": {"by": one.who, "role": role, "act": "sign-out", "sign_in": one.id,
                              "at": self.house.clock.now()}}
        else:
            said = self._said(one.who, "player", ended)
        await self.house.commit(Entry(kind="staff" if one.staff else "player",
                                      body=canonical(said), documents=_documents(ended)))
        self.over(ended)

    async def leave_everywhere(self, player: str, by: str) -> int:
        """End every sign-in of a player; how many there were. ``by`` is who asked: ``player`` or
        ``operator``."""
        ended = self._ended([*self.of(player), *self._all_before(player)], by)
        await self.house.commit(Entry(kind="player", documents=_documents(ended),
                                      body=canonical(self._said(player, by, ended))))
        self.over(ended)
        return sum(bool(one.began) for one in ended)

    async def put_out(self, member: Member, player: str, reason: str) -> int:
        """A member of staff ends every sign-in of a player; how many there were."""
        ended = self._ended([*self.of(player), *self._all_before(player)], member.signs)
        await self.house.act(member, "sign-out-player", "", reason, "", _documents(ended), {
            "player": player,
            **({} if self.house.ledger.names_apart else {"name": self.house.name(player)})})
        self.over(ended)
        return sum(bool(one.began) for one in ended)

    def ended_with(self, signs: str, by: str) -> list[SignIn]:
        """The sign-ins of a member of staff as they are once he may do nothing more with them."""
        return self._ended(self.of(signs, staff=True), by)

    def over(self, ended: Sequence[SignIn]) -> None:
        """It is stored that these have ended: their cookies open nothing, their lines close."""
        ids = {one.id for one in ended}
        for one in ended:
            self._remember(one)
        for room in self.house.rooms.values():
            for viewer in list(room.viewers):
                if viewer.sign_in in ids:
                    viewer.dismiss(SIGNED_OUT, "this sign-in has ended; enter again")

    def _all_before(self, player: str) -> list[SignIn]:
        found = self.before(player)
        return [found] if found else []

    def _ended(self, some: Sequence[SignIn], by: str) -> list[SignIn]:
        now = self.house.clock.now()
        return [msgspec.structs.replace(one, ended=now, by=by) for one in some]

    def _said(self, player: str, by: str, ended: Sequence[SignIn]) -> dict[str, Any]:
        return {"sign-out": {"player": player, "by": by, "at": self.house.clock.now(),
                             "sign_ins": [one.id for one in ended]}}


def _documents(some: Sequence[SignIn]) -> tuple[Document, ...]:
    return tuple(one.document() for one in some)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
