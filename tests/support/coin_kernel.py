"""A small kernel for the tests: a coin that is thrown for a euro, and faults that befall it."""

from __future__ import annotations

import os
import random
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from sabot.probability.tally import Tally, tally_shoes


@dataclass(frozen=True)
class Coin:
    """Shoes of ten throws. ``heads`` is their share in thousandths."""

    heads: int = 493
    strategy: str = "heads"
    unit: int = 100
    size: int = 1000

    @property
    def identity(self) -> str:
        return f"coin {self.heads}"

    def block(self, seed: int, number: int, size: int) -> Tally:
        dice = random.Random(f"{seed}/{number}")
        nets = [100 if dice.randrange(1000) < self.heads else -100 for _ in range(size)]
        return tally_shoes((nets[at:at + 10] for at in range(0, size, 10)),
                           {"heads": nets.count(100)})


@dataclass(frozen=True)
class Fatal(Coin):
    """Block 3 kills its worker, the first time or (``always``) each time."""

    marker: str = ""
    always: bool = False

    def block(self, seed: int, number: int, size: int) -> Tally:
        if number == 3 and (self.always or not Path(self.marker).exists()):
            Path(self.marker).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().block(seed, number, size)


@dataclass(frozen=True)
class Slow(Coin):
    """Each block takes some hundredths of a second, the even ones more."""

    def block(self, seed: int, number: int, size: int) -> Tally:
        time.sleep(0.01 if number % 2 else 0.03)
        return super().block(seed, number, size)
