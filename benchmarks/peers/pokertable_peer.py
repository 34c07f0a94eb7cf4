"""Hands of no-limit hold'em at a table of six by PokerKit: what `benchmarks.pokertable` reads.

Run it with a Python that has ``pokerkit``. It prints one line with what it is, then for each line
that holds a number plays so many hands and prints the seconds of the processor.
"""

from __future__ import annotations

import random
import sys
import time
from importlib.metadata import version

from pokerkit import Automation, Mode, NoLimitTexasHoldem

GAME = NoLimitTexasHoldem(tuple(Automation), True, 0, (100, 200), 200, mode=Mode.CASH_GAME)


def hand(dice: random.Random) -> None:
    """One hand, by the same dice as the other side's."""
    state = GAME((20_000,) * 6, 6)
    while state.status:
        drawn = dice.random()
        if drawn < 0.08 and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to()
        elif drawn < 0.9 or not state.checking_or_calling_amount:
            state.check_or_call()
        else:
            state.fold()


def main() -> None:
    print(f"PokerKit {version('pokerkit')}, Python {sys.version.split()[0]}", flush=True)
    for line in sys.stdin:
        dice = random.Random(1)
        start = time.process_time()
        for _ in range(int(line)):
            hand(dice)
        print(time.process_time() - start, flush=True)


if __name__ == "__main__":
    main()
