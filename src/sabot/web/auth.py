"""Who is asking: signed cookies for players and staff, and where the signing key lives."""

from __future__ import annotations

from pathlib import Path

from itsdangerous import BadSignature, URLSafeTimedSerializer

from sabot.ledger.keys import house_key

PLAYER_COOKIE = "sabot"
STAFF_COOKIE = "sabot-staff"
MAX_AGE = 30 * 24 * 3600
STAFF_MAX_AGE = 8 * 3600
LAUNCH_AGE = 60


def signing_key(folder: Path) -> str:
    """The key of this house: SABOT_SECRET, or a file that only its owner can read, made once."""
    return house_key(folder, "session.key", "SABOT_SECRET")


class Signer:
    """Signs and reads the two kinds of cookie, and the launches of an operator's players."""

    def __init__(self, key: str) -> None:
        self._player = URLSafeTimedSerializer(key, salt="player")
        self._staff = URLSafeTimedSerializer(key, salt="staff")
        self._launch = URLSafeTimedSerializer(key, salt="launch")

    def player(self, player: str) -> str:
        return self._player.dumps(player)

    def read_player(self, cookie: str | None) -> str:
        """The player id in a cookie, or "" for none, a forged or an old one."""
        return self._read(self._player, cookie, MAX_AGE)

    def staff(self, token: str) -> str:
        """A cookie that lasts as long as the (hashed) token that it stands for."""
        return self._staff.dumps(token)

    def read_staff(self, cookie: str | None) -> str:
        return self._read(self._staff, cookie, STAFF_MAX_AGE)

    def launch(self, player: str, name: str) -> str:
        """What an operator's site puts behind /enter?launch= to send one of its players here."""
        return self._launch.dumps([player, name])

    def read_launch(self, token: str) -> tuple[str, str] | None:
        """The player and the name in a launch; None when it is forged or a minute old."""
        try:
            value = self._launch.loads(token, max_age=LAUNCH_AGE)
        except BadSignature:
            return None
        match value:
            case [str(player), str(name)] if player and len(player) <= 64:
                return player, name
        return None

    @staticmethod
    def _read(serializer: URLSafeTimedSerializer, cookie: str | None, age: int) -> str:
        if not cookie:
            return ""
        try:
            value = serializer.loads(cookie, max_age=age)
        except BadSignature:
            return ""
        return value if isinstance(value, str) else ""
