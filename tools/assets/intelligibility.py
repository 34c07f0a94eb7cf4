"""How well the voice is understood: ``python -m tools.assets.intelligibility``.

A speech recogniser that knows the wording of every call listens to the file as it is shipped, and
must tell which call it hears. Nobody's ears are measured so: what it mistakes is surely unclear,
what it knows may still sound dull.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import miniaudio
import numpy as np
import pocketsphinx

from tools.assets.calls import calls
from tools.assets.effects import Sound
from tools.assets.sounds import FOLDER, INDEX
from tools.assets.voices import RATE

HEARS = 16_000
NAMES = "ponto P AA N T OW\nbanca B AA NG K AH\n"
"""What the dictionary of the recogniser lacks."""


def plain(text: str) -> str:
    """A call as the recogniser spells it."""
    bare = re.sub(r"\[(\w+)\]\([^)]*\)", r"\1", text).lower().replace("-", " ")
    return " ".join(re.sub(r"[^a-z ]", "", bare).split())


def listener(folder: Path, phrases: set[str]) -> Any:
    """A recogniser that chooses among these phrases."""
    model = Path(pocketsphinx.get_model_path("en-us"))
    words = (model / "cmudict-en-us.dict").read_text("utf-8").rstrip("\n")
    (folder / "words.dict").write_text(f"{words}\n{NAMES}", "utf-8")
    (folder / "calls.jsgf").write_text(
        f"#JSGF V1.0;\ngrammar g;\npublic <p> = {' | '.join(sorted(phrases))} ;\n", "utf-8")
    return pocketsphinx.Decoder(pocketsphinx.Config(
        hmm=str(model / "en-us"), dict=str(folder / "words.dict"), lm=None,
        jsgf=str(folder / "calls.jsgf"), logfn="/dev/null"))


def hear(decoder: Any, sound: Sound) -> str:
    """What the recogniser makes of a sound."""
    quiet = np.zeros(RATE // 4)
    sound = np.concatenate([quiet, sound, quiet])
    sound = sound + 1e-4 * np.random.default_rng(0).standard_normal(len(sound))
    count = len(sound) * HEARS // RATE
    samples = np.interp(np.arange(count) * RATE / HEARS, np.arange(len(sound)), sound)
    decoder.start_utt()
    decoder.process_raw((samples * 32_767).astype("<i2").tobytes(), full_utt=True)
    decoder.end_utt()
    return decoder.hyp().hypstr if decoder.hyp() else ""


def main() -> None:
    """Listen to every call, and list what is mistaken."""
    voice = json.loads(INDEX.read_text("utf-8"))["voices"]["en"]
    track = np.array(miniaudio.decode_file(
        str(FOLDER / voice["file"]), output_format=miniaudio.SampleFormat.FLOAT32, nchannels=1,
        sample_rate=RATE).samples)
    mark = int(np.argmax(np.abs(track) > .2))
    wording = {key: plain(text) for key, text in calls().items()}
    wrong = 0
    with TemporaryDirectory() as folder:
        decoder = listener(Path(folder), set(wording.values()))
        for key, (at, length) in voice["places"].items():
            begin = mark + round(at * RATE)
            answer = hear(decoder, track[begin:begin + round(length * RATE)])
            if answer != wording[key]:
                wrong += 1
                print(f"{key}: {wording[key]!r} was heard as {answer!r}")
    print(f"{len(wording) - wrong} of {len(wording)} calls; "
          f"{int((np.abs(track) >= 1).sum())} samples at the limit")


if __name__ == "__main__":
    main()
