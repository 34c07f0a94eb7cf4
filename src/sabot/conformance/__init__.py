"""Checks that every game must pass, for games of the catalogue and of other packages.

A check is a function of a game and a `Plan` (the seed and the amount) that yields findings
(`Finding`), each with the seed, the table and the step that reproduce it. `CHECKS` has all of them
with their words; `tried` runs them on a game. Random tables and random players are in
`random_tables` and `random_players`. No game is known here by its name. """

from sabot.conformance.findings import Broken, Finding, Plan, need
from sabot.conformance.random_players import Walk
from sabot.conformance.running import CHECKS, Check, Outcome, run_checks

__all__ = ["CHECKS", "Broken", "Check", "Finding", "Outcome", "Plan", "Walk", "need", "run_checks"]
