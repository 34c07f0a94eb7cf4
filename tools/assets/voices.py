"""Makes the sprite of the English voice: ``python -m tools.assets.voices SOURCES``.

SOURCES is the folder of the unpacked packages (docs/assets.md); the voice and its model are in one
of them. It speaks what the croupier announces, in the words of the pages. Other languages have no
voice: docs/decisions/0037 says why.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from tools.assets.calls import calls
from tools.assets.effects import Sound
from tools.assets.sounds import FOLDER, change_index
from tools.assets.sprites import encode, join, sprite, write

RATE, KILOBITS, SEED = 24_000, 40, 0
LIMIT = 1_000_000
"""All files of sounds together, in bytes."""
LOUDNESS, PEAK = .1, .89
"""The root mean square of what is spoken, and the loudest sample that is allowed."""
BEFORE, AFTER = .02, .1
"""Seconds that are left before the first sound and after the last one."""

def trim(spoken: Sound) -> Sound:
    """What is spoken, without the silence around it, at the loudness of all calls."""
    frame = round(.01 * RATE)
    power = np.sqrt(np.convolve(spoken ** 2, np.ones(frame) / frame, "same"))
    loud = np.nonzero(power > .02 * power.max())[0]
    begin, end = loud[0] - round(BEFORE * RATE), loud[-1] + round(AFTER * RATE)
    part = spoken[max(0, begin):end]
    fade = round(.008 * RATE)
    part[:fade] *= np.linspace(0, 1, fade)
    part[-fade:] *= np.linspace(1, 0, fade)
    active = power[loud[0]:loud[-1]]
    level = LOUDNESS / float(np.sqrt((active[active > .1 * power.max()] ** 2).mean()))
    return part * min(level, PEAK / float(np.abs(part).max()))


def speaker(source: str) -> Callable[[str], Sound]:
    """The voice of the package, which speaks one text the same each time."""
    sys.path.insert(0, source)
    package: Any = __import__("hibari")
    voice = package.Hibari(threads=1)
    return lambda text: np.asarray(voice(text, seed=SEED), dtype=np.float64)


def main() -> None:
    """Speak, pack and describe all calls."""
    say = speaker(sys.argv[1])
    track, places = join([(key, trim(say(text))) for key, text in calls().items()], RATE)
    body = encode(track, RATE, KILOBITS)
    file = write(FOLDER, "voice-en", body)
    change_index("voices", {"en": sprite(file, places, ())})
    total = sum(file.stat().st_size for file in FOLDER.glob("*.mp3"))
    print(f"{len(body):7} {file}, {len(places)} calls, {len(track) / RATE:.1f} s, {total} in all")
    if total > LIMIT:
        raise SystemExit(f"{total} bytes are more than {LIMIT}")


if __name__ == "__main__":
    main()
