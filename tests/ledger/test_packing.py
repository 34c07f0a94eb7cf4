"""Bodies of the journal are stored smaller and read back to the byte."""

from __future__ import annotations

import random
import threading
from contextlib import suppress

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from sabot.ledger import Corrupt
from sabot.ledger.compression import ALONE, MAX_BYTES, PLAIN, WITH, Packer, join_kept, split_kept
from tools.dictionaries import train

TOLD = (b'{"events":[{"answer":{"act":"sit","answer":"act","player":"p_1","seat":"4"}},{"step":'
        b'{"clock":"shuffle","law":"pt-217-2007/blackjack/8-2","step":"listen"}}],"salt":"%s"}')


def told(chance: random.Random) -> bytes:
    return TOLD % chance.randbytes(16).hex().encode()


TRAINED = train(told(random.Random(seed)) for seed in range(500))
DICTIONARY = Packer().pack(TRAINED)


@given(st.binary(max_size=2_000), st.sampled_from([0, 7]))
def test_any_body_reads_back_to_the_byte(body: bytes, number: int) -> None:
    packer = Packer({7: DICTIONARY})
    stored = packer.pack(body, number)
    assert packer.unpack(stored) == body and len(stored) <= len(body) + 1


HELD = st.lists(st.sampled_from([b"0" * 64, b"ab" * 32, b"f" * 70, b'{"state":"', b"seal", b'"}']))


@given(st.binary(max_size=200), HELD.map(b"".join))
def test_a_body_and_what_is_kept_read_back_to_the_byte(body: bytes, kept: bytes) -> None:
    packed, digests = join_kept(body, kept)
    assert split_kept(packed, digests) == (body, kept) and len(digests) % 32 == 0


def test_digests_that_are_too_few_or_too_many_do_not_read_back() -> None:
    kept = b'{"secret":"%s","state":"%s"}' % (b"1" * 64, b"2" * 64)
    packed, digests = join_kept(b"{}", kept)
    assert len(digests) == 64 and digests.hex().encode() not in packed
    for odd in (b"", digests[:32], digests[:-1], digests + b"x", digests + digests[:32]):
        assert split_kept(packed, odd)[1] != kept


def test_what_a_game_tells_again_and_again_is_stored_three_times_smaller() -> None:
    packer = Packer({7: DICTIONARY})
    bodies = [told(random.Random(seed)) for seed in range(100, 150)]
    stored = [packer.pack(body, 7) for body in bodies]
    assert all(one.startswith(WITH + (7).to_bytes(4, "big")) for one in stored)
    assert 3 * sum(map(len, stored)) < sum(map(len, bodies))


def test_a_stranger_reads_it_with_the_library_alone() -> None:
    """The page of the format says how: a byte, a number, a frame."""
    body = told(random.Random(3))
    stored = Packer({7: DICTIONARY}).pack(body, 7)
    trained = zstandard.ZstdCompressionDict(TRAINED)
    assert stored[0] == 2 and int.from_bytes(stored[1:5], "big") == 7
    assert zstandard.ZstdDecompressor(dict_data=trained).decompress(stored[5:]) == body


def test_what_hardly_shrinks_is_stored_as_it_is() -> None:
    packer = Packer()
    assert packer.pack(b"") == PLAIN and packer.pack(b"ab") == PLAIN + b"ab"
    assert packer.pack(b"a" * 500).startswith(ALONE)


@pytest.mark.parametrize(("stored", "why"), [
    (b"", "begins with nothing"), (b"\x09abc", "begins with 09616263"),
    (WITH + b"\x00", "begins with 0200"), (ALONE + b"no frame", "cannot be unpacked"),
    (WITH + (8).to_bytes(4, "big") + b"x", "dictionary 8, but the journal has 7")])
def test_what_no_packer_has_made_is_corrupt(stored: bytes, why: str) -> None:
    with pytest.raises(Corrupt, match=why):
        Packer({7: DICTIONARY}).unpack(stored)


@pytest.mark.parametrize("packed", [b"", b"\x09", PLAIN + TRAINED[:60]])
def test_a_dictionary_that_no_packer_has_made_is_corrupt(packed: bytes) -> None:
    with pytest.raises(Corrupt):
        Packer({7: packed})


def test_a_frame_that_says_it_is_endless_is_not_unpacked() -> None:
    bomb = zstandard.ZstdCompressor().compress(bytes(MAX_BYTES + 1))
    assert len(bomb) < 10_000
    with pytest.raises(Corrupt, match="the maximum is"):
        Packer().unpack(ALONE + bomb)


def test_a_byte_that_is_changed_is_corrupt_or_another_body() -> None:
    """Never a fault of ours; that it is another body the digest of the entry tells."""
    packer, body = Packer({7: DICTIONARY}), told(random.Random(5))
    stored = packer.pack(body, 7)
    for place in range(len(stored)):
        changed = bytearray(stored)
        changed[place] ^= 1
        with suppress(Corrupt):
            assert isinstance(packer.unpack(bytes(changed)), bytes)


def test_many_threads_read_at_once() -> None:
    packer = Packer({7: DICTIONARY})
    bodies = [told(random.Random(seed)) for seed in range(200)]
    stored, wrong = [packer.pack(body, 7) for body in bodies], []

    def read() -> None:
        wrong.extend(body for one, body in zip(stored, bodies, strict=True)
                     if packer.unpack(one) != body)

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
