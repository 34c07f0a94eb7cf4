"""Sign-ins of players and staff, each stored until it ends.

A cookie refers to a sign-in and is worth nothing without it. Only the browser has its secret; the
journal has the digest. A sign-in ends when its person signs out, when somebody authorised ends it,
when a member of staff is removed or gets a new token, and by age.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from sabot.equipment import Entropy, token_text
from sabot.house.errors import HouseError, not_stored
from sabot.house.people.players import Player
from sabot.house.people.roles import Member
from sabot.house.ports import HasClock, HasLedger, HasTables, NamesPlayers, RecordsStaffActs
from sabot.house.world import CommitsEntries
from sabot.ledger import Document, Entry, LedgerError, Repeated
from sabot.procedure import canonical

STAFF_AGE = 8 * 3600.0
"""Seconds for which a member of staff is signed in."""
STAFF_NEWEST = 100
"""How many sign-ins of a member of staff are read; older ones have ended by age, or by a newer
token."""
SIGNED_OUT = 4401
"""The close code for the connection of a player whose sign-in has ended."""
ENDED = "this sign-in has ended; enter again"
PLAYERS, STAFF = "sign-in", "staff-sign-in"  # kinds of documents
BEFORE = "0.1.0:"
"""Prefix of the id of the one sign-in that stands for all cookies that release 0.1.0 gave a player;
those contain the player's id and no secret."""
_REMEMBERED = 50_000


class SignIn(msgspec.Struct, frozen=True, kw_only=True):
    """One sign-in; times are Unix seconds. ``id`` is the digest of its secret, ``token`` that of
    the staff member's token at that time. ``ended`` is 0 while it lasts."""

    id: str
    who: str
    staff: bool = False
    token: str = ""
    began: float = 0.0
    ended: float = 0.0
    by: str = ""

    def document(self) -> Document:
        """Return the document to store; the owner is the player, or the identification of the
        member of staff."""
        return Document(kind=STAFF if self.staff else PLAYERS, id=self.id, owner=self.who,
                        body=canonical(self))


class _Host(HasClock, HasLedger, NamesPlayers, HasTables, RecordsStaffActs, Protocol):
    """What sign-ins need of the house."""

    entropy: Entropy

    @property
    def books(self) -> CommitsEntries: ...


class SignIns:
    """The sign-ins of a house."""

    def __init__(self, house: _Host) -> None:
        self.house = house
        self._known: OrderedDict[str, SignIn] = OrderedDict()

    # -- beginning --------------------------------------------------------------------------------

    async def sign_in_player(self, player: Player, launch: str = "") -> str:
        """Sign a player in and return the secret. A ``launch`` works once: HouseError for a used
        one."""
        sign_in, secret = self._new_sign_in(player.id)
        launch_digest = hashlib.sha256(launch.encode()).hexdigest() if launch else ""
        entry = Entry(
            kind="player",
            body=canonical(
                {"sign-in": {"player": player.id, "sign_in": sign_in.id, "at": sign_in.began}}),
            command=(player.id, f"launch/{launch_digest}") if launch_digest else None,
            documents=(sign_in.document(),),
        )
        try:
            outcome = await self.house.books.commit(entry)
        except LedgerError as error:
            raise not_stored() from error
        if isinstance(outcome, Repeated):
            raise HouseError("launch-used", "this launch was already used; come again from the "
                             "operator's site", status=403)
        self._remember(sign_in)
        return secret

    async def sign_in_staff(self, member: Member) -> str:
        """Sign a member of staff in and return the secret."""
        sign_in, secret = self._new_sign_in(member.signs, staff=True, token=member.token)
        await self.house.commit(Entry(kind="staff", documents=(sign_in.document(),), body=canonical(
            {"staff": {"by": member.signs, "role": member.role, "act": "sign-in",
                       "sign_in": sign_in.id, "at": sign_in.began}})))
        self._remember(sign_in)
        return secret

    def _new_sign_in(self, person: str, **fields: Any) -> tuple[SignIn, str]:
        secret = token_text(self.house.entropy.token(24))
        return SignIn(
            id=_digest(secret), who=person, began=self.house.clock.now(), **fields), secret

    # -- reading ----------------------------------------------------------------------------------

    def find(self, secret: str, *, staff: bool = False) -> SignIn | None:
        """Return the sign-in with this secret, while it lasts."""
        sign_in = self._read(STAFF if staff else PLAYERS, _digest(secret))
        return sign_in if sign_in is not None and self.is_valid(sign_in) else None

    def is_valid(self, sign_in: SignIn) -> bool:
        """Whether a sign-in was not ended and is not too old. A player's sign-in has the age of the
        cookie, which the cookie's signature contains."""
        aged = (
            sign_in.staff and self.house.clock.now() - self.house.since(sign_in.began) > STAFF_AGE)
        return not sign_in.ended and not aged

    def read_again(self) -> None:
        """Read sign-ins from the journal again, because others may have ended some; the connections
        of those that have ended are closed."""
        self._known.clear()
        for room in self.house.rooms.values():
            for viewer in list(room.viewers):
                stored = self._read(PLAYERS, viewer.sign_in) if viewer.sign_in else None
                if stored is not None and stored.ended:
                    viewer.dismiss(SIGNED_OUT, ENDED)

    def by_id(self, id: str) -> SignIn | None:
        """Return a player's sign-in by its id, or None."""
        return self._read(PLAYERS, id) if id else None

    def still_open(self, sign_in: SignIn) -> bool:
        """Whether a sign-in was not ended meanwhile."""
        stored = self._read(STAFF if sign_in.staff else PLAYERS, sign_in.id)
        return stored is None or not stored.ended

    def first_release(self, player: str) -> SignIn | None:
        """Return the sign-in of a release 0.1.0 cookie, unless all of its player's were ended."""
        id = f"{BEFORE}{player}"
        sign_in = self._read(PLAYERS, id) or SignIn(id=id, who=player)
        self._remember(sign_in)
        return None if sign_in.ended else sign_in

    def of(self, person: str, *, staff: bool = False) -> list[SignIn]:
        """Return the sign-ins of a person that were not ended."""
        kind, newest = (STAFF, STAFF_NEWEST) if staff else (PLAYERS, None)
        sign_ins = [msgspec.json.decode(d.body, type=SignIn)
                    for d in self.house.ledger.documents(kind, owner=person, limit=newest)]
        return [sign_in for sign_in in sign_ins if not sign_in.ended]

    def _read(self, kind: str, id: str) -> SignIn | None:
        if id in self._known:
            self._known.move_to_end(id)
            return self._known[id]
        document = self.house.ledger.document(kind, id)
        if document is None:
            return None
        sign_in = msgspec.json.decode(document.body, type=SignIn)
        self._remember(sign_in)
        return sign_in

    def _remember(self, sign_in: SignIn) -> None:
        self._known[sign_in.id] = sign_in
        self._known.move_to_end(sign_in.id)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    # -- ending -----------------------------------------------------------------------------------

    async def end(self, sign_in: SignIn, role: str = "") -> None:
        """End one sign-in."""
        ended = self._ended([sign_in], sign_in.who)
        if sign_in.staff:
            body = {
                "staff": {
                    "by": sign_in.who, "role": role, "act": "sign-out", "sign_in": sign_in.id,
                    "at": self.house.clock.now()}
            }
        else:
            body = self._sign_out_body(sign_in.who, "player", ended)
        await self.house.commit(Entry(kind="staff" if sign_in.staff else "player",
                                      body=canonical(body), documents=_documents(ended)))
        self.note_ended(ended)

    async def end_all(self, player: str, by: str) -> int:
        """End every sign-in of a player; return how many there were. ``by`` is who asked:
        ``player`` or ``operator``."""
        ended = self._ended([*self.of(player), *self._first_release(player)], by)
        await self.house.commit(Entry(kind="player", documents=_documents(ended),
                                      body=canonical(self._sign_out_body(player, by, ended))))
        self.note_ended(ended)
        return sum(bool(sign_in.began) for sign_in in ended)

    async def end_all_for_staff(self, member: Member, player: str, reason: str) -> int:
        """End every sign-in of a player for a member of staff; return how many there were."""
        ended = self._ended([*self.of(player), *self._first_release(player)], member.signs)
        await self.house.act(member, "sign-out-player", "", reason, "", _documents(ended), {
            "player": player,
            **({} if self.house.ledger.names_are_separate else {"name": self.house.name(player)})})
        self.note_ended(ended)
        return sum(bool(sign_in.began) for sign_in in ended)

    def ended_staff_sign_ins(self, signs: str, by: str) -> list[SignIn]:
        """Return the sign-ins of a member of staff, marked as ended, to be stored."""
        return self._ended(self.of(signs, staff=True), by)

    def note_ended(self, ended: Sequence[SignIn]) -> None:
        """Note that these sign-ins are stored as ended: their cookies stop working, their
        connections close."""
        ids = {sign_in.id for sign_in in ended}
        for sign_in in ended:
            self._remember(sign_in)
        for room in self.house.rooms.values():
            for viewer in list(room.viewers):
                if viewer.sign_in in ids:
                    viewer.dismiss(SIGNED_OUT, ENDED)

    def _first_release(self, player: str) -> list[SignIn]:
        sign_in = self.first_release(player)
        return [sign_in] if sign_in else []

    def _ended(self, sign_ins: Sequence[SignIn], by: str) -> list[SignIn]:
        now = self.house.clock.now()
        return [msgspec.structs.replace(sign_in, ended=now, by=by) for sign_in in sign_ins]

    def _sign_out_body(self, player: str, by: str, ended: Sequence[SignIn]) -> dict[str, Any]:
        return {"sign-out": {"player": player, "by": by, "at": self.house.clock.now(),
                             "sign_ins": [sign_in.id for sign_in in ended]}}


def _documents(sign_ins: Sequence[SignIn]) -> tuple[Document, ...]:
    return tuple(sign_in.document() for sign_in in sign_ins)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
