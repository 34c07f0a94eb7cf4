"""Seals the orders of shoes in use, so that the database alone does not reveal the next cards.

A row of `secrets` holds nonce and order, in clear or encrypted under the key of the house and bound
to its seal. A row in clear needs no other proof, because its hash is the seal.
"""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from sabot.ledger.errors import Sealed
from sabot.ledger.keys import existing_key, house_key

MARK = "sealed1"
"""The beginning of the nonce of a sealed row: ``sealed1:KEY:SALT``, where KEY names the key, in
hex."""
KEY_FILE, KEY_VARIABLE = "shoe.key", "SABOT_SHOE_KEY"
_PURPOSE = b"sabot: orders of shoes"


class Vault:
    """Seals and opens the orders of shoes under one key."""

    def __init__(self, key: str) -> None:
        derived = HKDF(SHA256(), 40, salt=None, info=_PURPOSE).derive(key.encode())
        self._cipher = ChaCha20Poly1305(derived[:32])
        self.name = derived[32:].hex()

    @classmethod
    def load_or_create(cls, folder: Path) -> Vault:
        """With the key of the house: SABOT_SHOE_KEY, or a file that is created once."""
        return cls(house_key(folder, KEY_FILE, KEY_VARIABLE))

    @classmethod
    def load(cls, folder: Path) -> Vault | None:
        """With the key of the house, or None where there is no key. ValueError says why a key
        cannot be used."""
        key = existing_key(folder, KEY_FILE, KEY_VARIABLE)
        return None if key is None else cls(key)

    def seal(self, opening: dict[str, str]) -> tuple[str, str]:
        """Nonce and order of an opening, sealed, as they are stored."""
        salt = os.urandom(12)
        plain = bytes.fromhex(opening["nonce"]) + bytes.fromhex(opening["order"])
        sealed = self._cipher.encrypt(salt, plain, opening["seal"].encode())
        return f"{MARK}:{self.name}:{salt.hex()}", sealed.hex()

    def open(self, seal: str, nonce: str, order: str) -> dict[str, str]:
        """The opening of a sealed row; Sealed when this key does not open it."""
        _, name, salt, *_ = [*nonce.split(":"), "", ""]
        if name != self.name:
            raise Sealed(seal, "was sealed with another key")
        try:
            plain = self._cipher.decrypt(bytes.fromhex(salt), bytes.fromhex(order), seal.encode())
        except (InvalidTag, ValueError) as error:
            raise Sealed(seal, "was changed after it was sealed", altered=True) from error
        return {"seal": seal, "nonce": plain[:32].hex(), "order": plain[32:].hex()}


def is_sealed(nonce: str) -> bool:
    """Whether a row with this nonce is sealed."""
    return nonce.startswith(f"{MARK}:")


def opening(vault: Vault | None, seal: str, nonce: str, order: str) -> dict[str, str]:
    """The opening of a row: {"seal", "nonce", "order"}; Sealed when it cannot be opened."""
    if not is_sealed(nonce):
        return {"seal": seal, "nonce": nonce, "order": order}
    if vault is None:
        raise Sealed(seal, "is sealed, and its key is missing")
    return vault.open(seal, nonce, order)
