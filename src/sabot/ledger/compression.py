"""How bodies of the journal are stored in its second format: compressed, by game.

A stored body is one byte that says how, and what follows it:

====== ======================================================================================
byte   what follows
====== ======================================================================================
``00`` the body, uncompressed
``01`` one zstandard frame (RFC 8878)
``02`` the number of a dictionary in four bytes, big-endian, and one zstandard frame made
       with it
====== ======================================================================================

A dictionary is a zstandard dictionary, trained on coups of a game, and is stored like a body.
Digests are of bodies, never of what is stored.

The digests of what an entry stores next to the journal are packed with its body, which names the
same players and tables: that JSON, a zero byte, the body. The digests in it cannot be compressed.
Each is replaced by the byte ``ff``, and their 32 bytes are stored separately, one after another.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping

import zstandard

from sabot.ledger.errors import Corrupt
from sabot.words import phrase

PLAIN, ALONE, WITH = b"\x00", b"\x01", b"\x02"
SETTINGS = zstandard.ZstdCompressionParameters(
    strategy=zstandard.STRATEGY_GREEDY, window_log=17, chain_log=15, hash_log=15, search_log=5,
    min_match=5, write_content_size=True, write_checksum=False, write_dict_id=False)
"""The frames are a twentieth larger than at level 9, in half the time. They hold no checksum and no
number of their dictionary: the digest of the entry covers the content, and the number precedes the
frame."""
MAX_BYTES = 1 << 26
"""The size of the largest body: a frame that claims more was not made by this program."""
END, DIGEST, SIZE = b"\x00", b"\xff", 32  # neither byte occurs in canonical JSON
_DIGESTS = re.compile(rb"[0-9a-f]{64}")


def join_kept(body: bytes, digest_json: bytes) -> tuple[bytes, bytes]:
    """A body and the digests of its entry as they are packed together, and the digest bytes."""
    digests = b"".join(bytes.fromhex(match.decode()) for match in _DIGESTS.findall(digest_json))
    return _DIGESTS.sub(DIGEST, digest_json) + END + body, digests


def split_kept(packed: bytes, digests: bytes) -> tuple[bytes, bytes]:
    """The inverse of `join_kept`. A wrong number of digest bytes is appended, so that the result
    matches no digest."""
    head, _, body = packed.partition(END)
    if not head and not digests:
        return body, b""
    count = head.count(DIGEST)
    if len(digests) != SIZE * count:
        return body, head + digests
    digits = digests.hex().encode()
    if count == 1:
        return body, head.replace(DIGEST, digits)
    parts = head.split(DIGEST)
    for n in range(1, len(parts)):
        parts[n] = digits[2 * SIZE * (n - 1):2 * SIZE * n] + parts[n]
    return body, b"".join(parts)


def dictionary_number(stored: bytes) -> int:
    """The number of the dictionary that a stored body needs; 0 for none."""
    return int.from_bytes(stored[1:5], "big") if stored[:1] == WITH and len(stored) >= 5 else 0


class Packer:
    """Packs and unpacks bodies with the dictionaries of a journal, by their numbers.

    Any thread may use it.
    """

    def __init__(self, dictionaries: Mapping[int, bytes] | None = None) -> None:
        self._dictionaries: dict[int, zstandard.ZstdCompressionDict] = {}
        self._own = threading.local()  # the library's contexts serve one thread each
        for number, packed in (dictionaries or {}).items():
            self.add(number, packed)

    def add(self, number: int, packed: bytes) -> None:
        """Add a dictionary of the journal, as it is stored. Corrupt where it cannot be read."""
        try:
            dictionary = zstandard.ZstdCompressionDict(self.unpack(packed))
            dictionary.precompute_compress(compression_params=SETTINGS)
        except (zstandard.ZstdError, ValueError) as error:
            raise Corrupt(phrase("dictionary {number} cannot be read: {error}", number=number,
                                 error=error)) from error
        self._dictionaries[number] = dictionary

    def __contains__(self, number: int) -> bool:
        return number in self._dictionaries

    def pack(self, body: bytes, number: int = 0) -> bytes:
        """A body as it is stored, with the dictionary of this number; 0 for none."""
        frame = self._compressor(number).compress(body)
        packed = (WITH + number.to_bytes(4, "big") if number else ALONE) + frame
        return packed if len(packed) <= len(body) else PLAIN + body

    def unpack(self, stored: bytes) -> bytes:
        """The body of stored bytes. Corrupt for bytes that no packer made, or for an unknown
        dictionary."""
        how, rest = stored[:1], stored[1:]
        if how == PLAIN:
            return rest
        number = 0
        if how == WITH and len(rest) >= 4:
            number, rest = int.from_bytes(rest[:4], "big"), rest[4:]
            if number not in self._dictionaries:
                raise Corrupt(phrase(
                    "a body is packed with dictionary {number}, but the journal has {others}",
                    number=number, others=", ".join(map(str, self._dictionaries)) or "none"))
        elif how != ALONE:
            raise Corrupt(phrase("a body begins with {bytes}, which is not a known form",
                                 bytes=stored[:5].hex() or "nothing"))
        try:
            size = zstandard.frame_content_size(rest)
            if size > MAX_BYTES:
                raise Corrupt(phrase("a body claims {size} bytes; the maximum is {max_bytes}",
                                     size=size, max_bytes=MAX_BYTES))
            return self._decompressor(number).decompress(rest, max_output_size=MAX_BYTES,
                                                         allow_extra_data=False)
        except zstandard.ZstdError as error:
            raise Corrupt(phrase("a body cannot be unpacked: {error}", error=error)) from error

    def _compressor(self, number: int) -> zstandard.ZstdCompressor:
        compressors: dict[int, zstandard.ZstdCompressor] = self._own.__dict__.setdefault(
            "packing", {}
        )
        if number not in compressors:
            compressors[number] = zstandard.ZstdCompressor(
                compression_params=SETTINGS,
                dict_data=self._dictionaries[number] if number else None)
        return compressors[number]

    def _decompressor(self, number: int) -> zstandard.ZstdDecompressor:
        decompressors: dict[int, zstandard.ZstdDecompressor] = self._own.__dict__.setdefault(
            "unpacking", {}
        )
        if number not in decompressors:
            decompressors[number] = zstandard.ZstdDecompressor(
                dict_data=self._dictionaries[number] if number else None)
        return decompressors[number]
