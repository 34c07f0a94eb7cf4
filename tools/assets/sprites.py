"""Packs sounds into one file, and says where each of them lies in it.

A decoder may put some hundredths of a second before an MP3, each another number. So the file begins
with a mark, one loud pulse, and all places are counted from it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tools.assets.effects import Sound, silence

GAP = .08
"""Seconds of silence between two sounds: more than a decoder puts in front."""
MARK_AT, MARK = .03, .8
"""Where the pulse lies, in seconds, and its height."""


def join(sounds: Sequence[tuple[str, Sound]], rate: int, loops: Container[str] = ()
         ) -> tuple[Sound, dict[str, list[float]]]:
    """One track of all sounds, and of each its begin after the mark and its length in seconds. A
    loop has its end before it and its begin behind it: an encoder smears what it joins."""
    gap = silence(GAP)[:round(GAP * rate)]
    pulse = np.zeros(round(2 * MARK_AT * rate))
    begin = round(MARK_AT * rate)
    pulse[begin:begin + 24] = MARK * np.sin(np.linspace(0, 2 * np.pi, 24))
    track, at, places = [pulse, gap], len(pulse) + len(gap) - begin, {}
    for name, sound in sounds:
        wrap = len(gap) if name in loops else 0
        places[name] = [round((at + wrap) / rate, 4), round(len(sound) / rate, 4)]
        track += [sound[len(sound) - wrap:], sound, sound[:wrap], gap]
        at += 2 * wrap + len(sound) + len(gap)
    return np.concatenate(track), places


def encode(track: Sound, rate: int, kilobits: int) -> bytes:
    """A track as MP3, which every browser decodes. The same samples give the same bytes."""
    import lameenc  # only who makes the files anew needs it

    encoder = lameenc.Encoder()
    encoder.set_channels(1)
    encoder.set_in_sample_rate(rate)
    encoder.set_out_sample_rate(rate)
    encoder.set_bit_rate(kilobits)
    encoder.set_quality(2)
    encoder.silence()
    samples = np.round(np.clip(track, -1, 1) * 32_767).astype("<i2")
    return bytes(encoder.encode(samples.tobytes()) + encoder.flush())


def write(folder: Path, name: str, body: bytes) -> str:
    """Store a sprite under a name with a digest of its bytes in place of an older one."""
    for old in folder.glob(f"{name}-*.mp3"):
        old.unlink()
    file = f"{name}-{hashlib.sha256(body).hexdigest()[:8]}.mp3"
    (folder / file).write_bytes(body)
    return file


def sprite(file: str, places: Mapping[str, Sequence[float]], loops: Sequence[str]
           ) -> dict[str, Any]:
    """What ``sounds.json`` says about a file."""
    return {"file": file, "places": places, "loops": list(loops)}
