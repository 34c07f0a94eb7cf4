"""The house's side: the wallet port of Sabot over HTTP, to an operator's accounts.

    SABOT_SECRET=... OPERATOR=http://127.0.0.1:9000 \\
        sabot serve --tables DIR --wallet bridge:make

(with this folder as the current one). Everything is said in `sabot.ledger.wallet`: a request that
was not answered may have arrived, so it is a `NoAnswer`; the house asks again under the same key,
or rolls it back. Any other fault is an error of the operator's side and is told as one.
"""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from typing import Any

from sabot.ledger.wallet import Insufficient, NoAnswer

PATIENCE = 2.0  # seconds until a request counts as not answered


class Bridge:
    """The port over HTTP: one POST a request, with its key."""

    def __init__(self, address: str, secret: str = "") -> None:
        self._address = address.rstrip("/")
        self._secret = secret

    def debit(self, key: str, player: str, amount: int, currency: str = "EUR"
              ) -> Insufficient | None:
        """Take cents from a player, or say what they have."""
        told = self._ask("debit", key=key, player=player, cents=amount, currency=currency)
        return None if told["taken"] else Insufficient(told["have"], amount)

    def credit(self, key: str, player: str, amount: int, currency: str = "EUR") -> None:
        """Give cents to a player."""
        self._ask("credit", key=key, player=player, cents=amount, currency=currency)

    def rollback(self, key: str) -> None:
        """Undo the debit of a key, whether it arrived or not."""
        self._ask("rollback", key=key)

    def balance(self, player: str, currency: str = "EUR") -> int:
        """The cents of a player in a currency, by its code in ISO 4217."""
        return int(self._ask("balance", player=player, currency=currency)["cents"])

    def _ask(self, act: str, **facts: str | int) -> dict[str, Any]:
        request = urllib.request.Request(
            f"{self._address}/{act}", json.dumps(facts).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {self._secret}"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                told: dict[str, Any] = json.load(answer)
                return told
        except urllib.error.HTTPError as error:
            if error.code < 500:
                raise RuntimeError(f"the operator refused {act}: {error.code}") from error
            raise NoAnswer(act) from error
        except (OSError, ValueError) as error:
            raise NoAnswer(act) from error


def make() -> Bridge:
    """The wallet that ``--wallet bridge:make`` names: OPERATOR is its address, OPERATOR_SECRET the
    token that it wants."""
    address = os.environ.get("OPERATOR", "")
    if not address:
        raise ValueError("OPERATOR must be the address of the operator's accounts")
    return Bridge(address, os.environ.get("OPERATOR_SECRET", ""))
