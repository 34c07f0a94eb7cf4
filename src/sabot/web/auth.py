"""Authentication: signed cookies for players and staff, and the signing key."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from itsdangerous import BadSignature, TimestampSigner, URLSafeTimedSerializer
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from sabot.equipment import SYSTEM, Entropy, token_text
from sabot.house import House
from sabot.house.people.names import is_reserved
from sabot.house.people.own_names import fault_of
from sabot.house.people.players import Player
from sabot.house.staff.signins import STAFF_AGE, SignIn
from sabot.ledger.clock import MACHINE
from sabot.ledger.keys import house_key

PLAYER_COOKIE = "sabot"
NAME_COOKIE = "sabot-name"
STAFF_COOKIE = "sabot-staff"
KNOWN_COOKIE = "sabot-staff-known"
MAX_AGE = 30 * 24 * 3600
STAFF_MAX_AGE = int(STAFF_AGE)
KNOWN_AGE = 180 * 24 * 3600
LAUNCH_AGE = 60


def signing_key(folder: Path) -> str:
    """Return the key of this house: SABOT_SECRET, or a file that only its owner can read, created
    once."""
    return house_key(folder, "session.key", "SABOT_SECRET")


class PlayerCookie(NamedTuple):
    """The content of a player's cookie: the secret of a sign-in; a cookie of release 0.1.0 has the
    player's id."""

    secret: str = ""
    player: str = ""


class Signer:
    """Signs and reads cookies, and the messages of an operator's site: launches of its players and
    its own requests. ``clock`` is the time of the house, which does not jump, ``wall`` that of the
    machine, ``entropy`` the random source."""

    def __init__(self, key: str, clock: Callable[[], float] = MACHINE.now,
                 wall: Callable[[], float] = time.time, entropy: Entropy = SYSTEM) -> None:
        self._clocks = clock, wall
        self._entropy = entropy

        class Stamp(TimestampSigner):
            def get_timestamp(self) -> int:
                return int(clock())

        def serializer(salt: str) -> URLSafeTimedSerializer:
            return URLSafeTimedSerializer(key, salt=salt, signer=Stamp)

        self._player, self._staff, self._known = (
            serializer("player"), serializer("staff"), serializer("staff-known"))
        self._launch, self._operator = serializer("launch"), serializer("operator")
        self._name = serializer("chosen-name")

    def player(self, secret: str) -> str:
        """Return the cookie of a player's sign-in."""
        return self._player.dumps([secret])

    def read_player(self, cookie: str | None) -> PlayerCookie:
        """Return the content of a player's cookie; empty for none, a forged or an old one."""
        match self._read(self._player, cookie, MAX_AGE):
            case [str(secret)]:
                return PlayerCookie(secret)
            case str(player):
                return PlayerCookie(player=player)
        return PlayerCookie()

    def chosen_name(self, player: str, name: str) -> str:
        """Return the cookie of the name that a player chose."""
        return self._name.dumps([player, name])

    def read_chosen_name(self, cookie: str | None, player: str) -> str:
        """Return the name that this player chose; "" for none."""
        match self._read(self._name, cookie, MAX_AGE):
            case [str(of), str(name)] if of == player:
                return name
        return ""

    def staff(self, secret: str) -> str:
        """Return the cookie of a staff sign-in."""
        return self._staff.dumps([secret])

    def read_staff(self, cookie: str | None) -> str:
        """Return the secret in a staff cookie; "" for none, a forged or an old one."""
        match self._read(self._staff, cookie, STAFF_MAX_AGE):
            case [str(secret)]:
                return secret
        return ""

    def known(self, name: str) -> str:
        """Return the cookie of a browser in which this member of staff has signed in."""
        return self._known.dumps([name, token_text(self._entropy.token(9))])

    def read_known(self, cookie: str | None) -> str:
        """Return who has signed in with this browser before, or ""."""
        match self._read(self._known, cookie, KNOWN_AGE):
            case [str(name), str()]:
                return name
        return ""

    def launch(self, player: str, name: str) -> str:
        """Return the value for /enter?launch= with which an operator's site sends one of its
        players here."""
        return self._launch.dumps([player, name])

    def read_launch(self, token: str) -> tuple[str, str] | None:
        """Return the player and the name in a launch; None when it is forged or a minute old."""
        match self._fresh(self._launch, token):
            case [str(player), str(name)] if player and len(player) <= 64:
                return player, name
        return None

    def operator(self, act: str, player: str) -> str:
        """Return the token that an operator's program sends as ``Authorization: Bearer`` with a
        request about one of its players; valid for a minute."""
        return self._operator.dumps([act, player])

    def read_operator(self, token: str, act: str, player: str) -> bool:
        """Whether the operator asks for this act for this player, now."""
        return bool(self._fresh(self._operator, token) == [act, player])

    def _read(self, serializer: URLSafeTimedSerializer, cookie: str | None, age: int) -> Any:
        """Return what was signed at most ``age`` seconds ago. A time in the future was signed
        before the machine's clock was set back, because nobody else has the key."""
        if not cookie:
            return None
        try:
            value, at = serializer.loads(cookie, return_timestamp=True)
        except BadSignature:
            return None
        return value if self._clocks[0]() - at.timestamp() <= age else None

    def _fresh(self, serializer: URLSafeTimedSerializer, token: str) -> Any:
        """Return what another program signed within a minute, by the house's time or by the
        machine's: its clock may be a little ahead, and may have been set together with the
        machine's."""
        try:
            value, at = serializer.loads(token, return_timestamp=True)
        except BadSignature:
            return None
        near = (abs(clock() - at.timestamp()) <= LAUNCH_AGE for clock in self._clocks)
        return value if any(near) else None


Asking = ASGIConnection[Any, Any, Any, Any]


def signed_in(asking: Asking) -> SignIn | None:
    """Return the sign-in of the player whose cookie was sent, while it lasts."""
    house: House = asking.app.state.house
    signer: Signer = asking.app.state.signer
    sent = signer.read_player(asking.cookies.get(PLAYER_COOKIE))
    if sent.secret:
        return house.sign_ins.find(sent.secret)
    return house.sign_ins.first_release(sent.player) if sent.player and house.player(sent.player) \
        else None


def staff_signed_in(asking: Asking) -> SignIn | None:
    """Return the sign-in of the member of staff whose cookie was sent, while it lasts."""
    house: House = asking.app.state.house
    signer: Signer = asking.app.state.signer
    secret = signer.read_staff(asking.cookies.get(STAFF_COOKIE))
    return house.sign_ins.find(secret, staff=True) if secret else None


def chosen_name(asking: Asking, player: str) -> str:
    """Return the name that a player chose, as their browser keeps it; "" for none."""
    signer: Signer = asking.app.state.signer
    return signer.read_chosen_name(asking.cookies.get(NAME_COOKIE), player)


def restore_name(house: House, player: Player, name: str) -> None:
    """Give a player back the name that they chose, after the house was opened again, or at another
    node of it."""
    if name and player.demo and name != house.name(player.id) and not fault_of(name) \
            and not is_reserved(name):
        house.names.rename(player.id, name)


def cookie(asking: Asking, key: str, value: str, age: int, path: str = "/") -> Cookie:
    """Return a cookie that only this house's own pages send back and no script reads. It is Secure
    when the house is configured so, or TLS is seen."""
    return Cookie(key=key, value=value, max_age=age, httponly=True, samesite="strict", path=path,
                  secure=asking.app.state.secure or asking.url.scheme in ("https", "wss"))
