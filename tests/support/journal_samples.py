"""``python tests/support/journal_samples.py``: play nights at every table and take new samples of
what each game tells (`sabot.certify.samples`)."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sabot.certify import samples
from support.random_night import SHIPPED, Night, shipped

STEPS, SEEDS = 80, (101, 102)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        made = []
        for path in sorted(SHIPPED.glob("*.toml")):
            if shipped(path.stem).list:
                continue
            for seed in SEEDS:
                where = Path(folder) / f"{path.stem}-{seed}"
                where.mkdir()
                asyncio.run(play(Night(where, {path.stem: shipped(path.stem)}, seed)))
                made += [str(file) for file in where.glob("*.sqlite3")]
        samples.main(made)


async def play(night: Night) -> None:
    async with night:
        await night.begin()
        for _ in range(STEPS):
            await night.step()


if __name__ == "__main__":
    main()
