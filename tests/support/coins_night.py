"""An evening at a table of the game in `examples/two-coins`, in a process that finds it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from sabot.certify.audit.verify import verify
from support.house_evening import Evening, table

TEXT = ('game = "two-coins"\nname = "Coins"\nminimum = 5\nmaximum = 500\nplaces = 3\n'
        'kind = "individual"\n')


async def night(folder: Path) -> None:
    """One coup, and the books."""
    async with Evening(folder, tables={"coins": table(TEXT)}) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="coins")
        await ana.must("bet", "heads", 1000, table="coins")
        await ana.must("throw", "table", table="coins")
        assert verify(evening.ledger).verified
    print("verified")


asyncio.run(night(Path(sys.argv[1])))
