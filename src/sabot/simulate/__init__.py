"""Many coups, with the same result for any number of workers, on one machine or many.

A `Kernel` plays numbered blocks of coups: the game's own, compiled, `Engine`, the reference engine
under a simple strategy, or `Together`, the reference engine and the house's own players. Blocks
give tallies of whole numbers (`sabot.odds.tally`), a crew (`crews`) plays them, `runner` counts
them in the order of their numbers, `checkpoint` keeps them, `figures` says what they mean.
"""

from sabot.odds.tally import Kernel, Strategy, Tally
from sabot.simulate.checkpoint import BadCheckpoint, Blocks, load
from sabot.simulate.engine import LAYS, STRATEGY, Engine, ShoeOver, play_shoe
from sabot.simulate.figures import BetFigures, Figures, figures, hourly, of_bet
from sabot.simulate.multiplayer import Together
from sabot.simulate.program_version import version
from sabot.simulate.runner import Aim, Run, WorkersLost, run
from sabot.simulate.workers import LOCAL, NoCluster, crew

__all__ = [
    "LAYS",
    "LOCAL",
    "STRATEGY",
    "Aim",
    "BadCheckpoint",
    "BetFigures",
    "Blocks",
    "Engine",
    "Figures",
    "Kernel",
    "NoCluster",
    "Run",
    "ShoeOver",
    "Strategy",
    "Tally",
    "Together",
    "WorkersLost",
    "crew",
    "figures",
    "hourly",
    "load",
    "of_bet",
    "play_shoe",
    "run",
    "version",
]
