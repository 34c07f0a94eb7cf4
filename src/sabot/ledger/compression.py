"""Bodies of the journal as they are stored from its second format on: compressed, by game.

A body is stored as one byte that says how, and what follows it:

====== ==========================================================================================
byte   what follows
====== ==========================================================================================
``00`` the body as it is
``01`` one zstandard frame (RFC 8878)
``02`` the number of a dictionary in four bytes, the highest first, and one zstandard frame made
       with it
====== ==========================================================================================

A dictionary is one of zstandard, trained on what coups of a game tell, and is stored as a body is.
No digest is of what is stored: each is of the body.

What an entry has kept beside the journal is packed with its body, which names the same players and
tables: what is kept, a zero byte, the body. Digests in what is kept cannot be packed. Each stands
there as the byte ``ff``, and its 32 bytes are stored by themselves, one after the other.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping

import zstandard

from sabot.ledger.errors import Corrupt

PLAIN, ALONE, WITH = b"\x00", b"\x01", b"\x02"
SETTINGS = zstandard.ZstdCompressionParameters(
    strategy=zstandard.STRATEGY_GREEDY, window_log=17, chain_log=15, hash_log=15, search_log=5,
    min_match=5, write_content_size=True, write_checksum=False, write_dict_id=False)
"""Frames a twentieth larger than at level 9, in half the time; the digest of the entry is over what
they hold, and the number of the dictionary stands before them."""
LONGEST = 1 << 26
"""Bytes of the longest body: a frame that says more is none of ours."""
END, DIGEST, SIZE = b"\x00", b"\xff", 32  # neither byte occurs in canonical JSON
_DIGESTS = re.compile(rb"[0-9a-f]{64}")


def joined(body: bytes, kept: bytes) -> tuple[bytes, bytes]:
    """A body and what its entry has kept: as they are packed together, and the digests."""
    found = b"".join(bytes.fromhex(one.decode()) for one in _DIGESTS.findall(kept))
    return _DIGESTS.sub(DIGEST, kept) + END + body, found


def parted(packed: bytes, digests: bytes) -> tuple[bytes, bytes]:
    """The body, and what its entry has kept. Where the digests are not as many as are wanted, they
    stand behind what is kept, which then fits no digest."""
    told, _, body = packed.partition(END)
    if not told and not digests:
        return body, b""
    many = told.count(DIGEST)
    if len(digests) != SIZE * many:
        return body, told + digests
    digits = digests.hex().encode()
    if many == 1:
        return body, told.replace(DIGEST, digits)
    parts = told.split(DIGEST)
    for n in range(1, len(parts)):
        parts[n] = digits[2 * SIZE * (n - 1):2 * SIZE * n] + parts[n]
    return body, b"".join(parts)


def dictionary_of(stored: bytes) -> int:
    """The number of the dictionary that a stored body needs; 0 for none."""
    return int.from_bytes(stored[1:5], "big") if stored[:1] == WITH and len(stored) >= 5 else 0


class Packer:
    """Packs and unpacks bodies with the dictionaries of a journal, which are known by number.

    Any thread may use it.
    """

    def __init__(self, dictionaries: Mapping[int, bytes] | None = None) -> None:
        self._dictionaries: dict[int, zstandard.ZstdCompressionDict] = {}
        self._own = threading.local()  # the library's contexts serve one thread each
        for number, packed in (dictionaries or {}).items():
            self.add(number, packed)

    def add(self, number: int, packed: bytes) -> None:
        """A dictionary that the journal has from now on, as it is stored. Corrupt for what no
        packer has made."""
        try:
            made = zstandard.ZstdCompressionDict(self.unpack(packed))
            made.precompute_compress(compression_params=SETTINGS)
        except (zstandard.ZstdError, ValueError) as error:
            raise Corrupt(f"dictionary {number} cannot be read: {error}") from error
        self._dictionaries[number] = made

    def __contains__(self, number: int) -> bool:
        return number in self._dictionaries

    def pack(self, body: bytes, number: int = 0) -> bytes:
        """A body as it is stored, by the dictionary of this number; 0 for none."""
        frame = self._compressor(number).compress(body)
        made = (WITH + number.to_bytes(4, "big") if number else ALONE) + frame
        return made if len(made) <= len(body) else PLAIN + body

    def unpack(self, stored: bytes) -> bytes:
        """The body that is stored so. Corrupt for what no packer has made, or with a dictionary
        that the journal does not have."""
        how, rest = stored[:1], stored[1:]
        if how == PLAIN:
            return rest
        number = 0
        if how == WITH and len(rest) >= 4:
            number, rest = int.from_bytes(rest[:4], "big"), rest[4:]
            if number not in self._dictionaries:
                raise Corrupt(f"a body is packed with dictionary {number}, and the journal has "
                              f"{', '.join(map(str, self._dictionaries)) or 'none'}")
        elif how != ALONE:
            raise Corrupt(f"a body begins with {stored[:5].hex() or 'nothing'}, which is no way in "
                          "which bodies are stored")
        try:
            size = zstandard.frame_content_size(rest)
            if size > LONGEST:
                raise Corrupt(f"a body says that it has {size} bytes; the longest has {LONGEST}")
            return self._decompressor(number).decompress(rest, max_output_size=LONGEST,
                                                         allow_extra_data=False)
        except zstandard.ZstdError as error:
            raise Corrupt(f"a body cannot be unpacked: {error}") from error

    def _compressor(self, number: int) -> zstandard.ZstdCompressor:
        made: dict[int, zstandard.ZstdCompressor] = self._own.__dict__.setdefault("packing", {})
        if number not in made:
            made[number] = zstandard.ZstdCompressor(
                compression_params=SETTINGS,
                dict_data=self._dictionaries[number] if number else None)
        return made[number]

    def _decompressor(self, number: int) -> zstandard.ZstdDecompressor:
        made: dict[int, zstandard.ZstdDecompressor] = self._own.__dict__.setdefault("unpacking", {})
        if number not in made:
            made[number] = zstandard.ZstdDecompressor(
                dict_data=self._dictionaries[number] if number else None)
        return made[number]
