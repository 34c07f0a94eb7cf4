"""``python tests/support/journal_dictionaries.py``: play nights at every table and train the
dictionaries by which journals are packed on them (`tools.dictionaries`)."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.random_night import SHIPPED, Night, shipped
from tools import dictionaries

STEPS, SEEDS = 400, (101, 102, 103)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for path in sorted(SHIPPED.glob("*.toml")):
            if shipped(path.stem).list:
                continue
            for seed in SEEDS:
                where = Path(folder) / f"{path.stem}-{seed}"
                where.mkdir()
                asyncio.run(play(Night(where, {path.stem: shipped(path.stem)}, seed, format=2)))
                files += [str(file) for file in where.glob("*.sqlite3")]
        dictionaries.main(files)


async def play(night: Night) -> None:
    async with night:
        await night.begin()
        for _ in range(STEPS):
            await night.step()


if __name__ == "__main__":
    main()
