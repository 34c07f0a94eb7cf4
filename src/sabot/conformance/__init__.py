"""What every game must hold, tried on any game: those of the catalogue, and those of packages of
other people.

A check is a function of a game and a `Plan` (from which seed, and how much) that yields what it
finds as frozen values (`Finding`), each with the seed, the table and the step with which it is seen
again. `CHECKS` has all of them with their words; `tried` runs them on a game. Random tables and
random players are in `drawing` and `walking`. No game is known here by its name.
"""

from sabot.conformance.findings import Broken, Finding, Plan, need
from sabot.conformance.random_players import Walk
from sabot.conformance.running import CHECKS, Check, Outcome, tried

__all__ = ["CHECKS", "Broken", "Check", "Finding", "Outcome", "Plan", "Walk", "need", "tried"]
