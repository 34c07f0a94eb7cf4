"""Many coups played by the reference engine, with the same result for any number of workers.

The unit of work is one shoe. Its cards come from a counter-based stream addressed by (seed, number
of the shoe), so shoe 17 is the same whoever plays it and whenever. Coups are counted in the order
of the shoes and cut off at the number asked for.
"""

from sabot.odds.tally import Kernel, KernelOf, Tally
from sabot.simulate.run import STRATEGY, Outcome, ShoeOver, play_shoe, simulate

__all__ = ["STRATEGY", "Kernel", "KernelOf", "Outcome", "ShoeOver", "Tally", "play_shoe",
           "simulate"]
