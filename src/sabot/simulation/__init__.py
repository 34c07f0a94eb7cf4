"""Simulation of many coups, with the same result for any number of workers and machines.

A `Kernel` plays numbered blocks of coups: the game's own compiled kernel, `Engine` (the reference
engine with a simple strategy), or `Together` (the reference engine with the house's players).
Blocks give tallies of whole numbers (`sabot.probability.tally`); a crew (`workers`) plays them,
`runner` adds them in order, `checkpoint` stores them, `figures` computes the statistics.
"""

from sabot.probability.tally import Kernel, Strategy, Tally
from sabot.simulation.checkpoint import BadCheckpoint, Blocks, load
from sabot.simulation.engine import LAYS, STRATEGY, Engine, ShoeOver, play_shoe
from sabot.simulation.figures import BetFigures, Figures, figures, hourly, of_bet
from sabot.simulation.multiplayer import Together
from sabot.simulation.program_version import version
from sabot.simulation.runner import Aim, Run, WorkersLost, run
from sabot.simulation.workers import LOCAL, NoCluster, crew

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
