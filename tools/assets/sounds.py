"""Makes the sprite of the effects: ``python -m tools.assets.sounds``."""

from __future__ import annotations

import json
from typing import Any

from tools.assets.characters import STATIC
from tools.assets.effects import EFFECTS, RATE, render
from tools.assets.sprites import encode, join, sprite, write

FOLDER = STATIC / "sound"
INDEX = FOLDER / "sounds.json"
KILOBITS = 64


def change_index(part: str, value: dict[str, Any]) -> None:
    """Replace one part of the index, the effects or the voices."""
    index = json.loads(INDEX.read_text("utf-8")) if INDEX.exists() else {}
    text = json.dumps(index | {part: value}, ensure_ascii=False, indent=1, sort_keys=True)
    INDEX.write_text(text + "\n", "utf-8")


def main() -> None:
    """Compute, pack and describe all effects."""
    FOLDER.mkdir(exist_ok=True)
    loops = [effect.name for effect in EFFECTS if effect.loop]
    track, places = join([(effect.name, render(effect)) for effect in EFFECTS], RATE, loops)
    body = encode(track, RATE, KILOBITS)
    file = write(FOLDER, "effects", body)
    change_index("effects", sprite(file, places, loops))
    print(f"{len(body):7} {file}, {len(places)} sounds, {len(track) / RATE:.1f} s")


if __name__ == "__main__":
    main()
