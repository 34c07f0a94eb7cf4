from sabot import hands as hands
from sabot.errors import Problem as Problem
from sabot.errors import SabotError as SabotError
from sabot.library.clauses import Clause as Clause
from sabot.library.clauses import find_law as find_law
from sabot.library.clauses import law as law
from sabot.library.machines import Machine as Machine
from sabot.library.odds import Odds as Odds
from sabot.library.odds import odds as odds
from sabot.library.playing import Play as Play
from sabot.library.playing import play as play
from sabot.library.poker import Equity as Equity
from sabot.library.poker import equity as equity
from sabot.library.poker import evaluate as evaluate
from sabot.library.poker import evaluator as evaluator
from sabot.library.simulation import Simulation as Simulation
from sabot.library.simulation import simulate as simulate
from sabot.library.tables import Table as Table

__version__: str
