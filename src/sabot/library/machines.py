"""A model of a gaming machine: read it, price it, simulate it, play it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from sabot.errors import Problem, SabotError, as_sabot_error
from sabot.families.machine.file import AnyModel, read_model, shipped_models
from sabot.families.machine.par_report import par_sheet
from sabot.families.machine.players import player
from sabot.games import CONSENT
from sabot.library import arguments
from sabot.library.display import frame, html_table, percent
from sabot.library.odds import Odds, machine_bets
from sabot.library.playing import Play, play
from sabot.library.simulation import Simulation, run_plan
from sabot.library.simulation_plan import SimulationPlan
from sabot.library.tables import Table
from sabot.money import euros
from sabot.pictures import Bar, Picture, bars
from sabot.probability.par import Band, ParSheet
from sabot.simulation import Aim
from sabot.words import phrase, to_plain

if TYPE_CHECKING:
    import pandas

MAX_BET = 1000
"""The greatest bet of a PAR sheet, in lines or coins."""
GAME = "machines"
"""The id of the game in which models are played."""


@dataclass(frozen=True, repr=False)
class Par:
    """The PAR sheet of a model at one bet.

    ``returned`` is the exact part of the bet that comes back on average, ``hit`` the chance of any
    prize, ``deviation`` the standard deviation of a game in bets. ``combinations`` have each
    combination with its prize in coins and its chance; ``sheet`` has everything else.
    """

    model: str
    bet: int
    returned: Fraction
    hit: Fraction
    deviation: float
    sheet: ParSheet = field(repr=False)

    def __repr__(self) -> str:
        return (f"Par({self.model!r}, bet={self.bet}, returns {percent(self.returned)}, "
                f"pays {percent(self.hit)} of games)")

    @property
    def returned_float(self) -> float:
        """The return as a float."""
        return float(self.returned)

    @property
    def edge(self) -> Fraction:
        """What the machine keeps of each bet."""
        return 1 - self.returned

    @property
    def combinations(self) -> tuple[tuple[str, int, Fraction], ...]:
        """Each combination: its name, its prize in coins and its chance."""
        return tuple((f"{part.name} {part.many}" if isinstance(part.many, int) else part.name,
                      part.coins, Fraction(part.chance)) for part in self.sheet.combinations)

    @property
    def bands(self) -> tuple[Band, ...]:
        """The chances of prizes by their size in bets; () for a machine of cards."""
        return self.sheet.bands if isinstance(self.sheet.bands, tuple) else ()

    def to_frame(self) -> pandas.DataFrame:
        """The combinations as a data frame; needs pandas."""
        return frame({"combination": name, "coins": coins, "chance": float(chance),
                      "exact": str(chance)} for name, coins, chance in self.combinations)

    def plot(self) -> Picture:
        """What each combination adds to the return, as bars."""
        parts = sorted(((name, coins * chance) for name, coins, chance in self.combinations),
                       key=lambda part: -part[1])[:20]
        return bars([Bar(name, float(part), f"{float(part):.4f}") for name, part in parts],
                    "what each combination returns, in coins a game")

    def _repr_html_(self) -> str:
        return html_table(("combination", "coins", "chance"), [
            (name, str(coins), f"1 in {float(1 / chance):,.1f}" if chance else "0")
            for name, coins, chance in self.combinations],
            f"{self.model}: returns {percent(self.returned)}, pays {percent(self.hit)} of games")


@dataclass(frozen=True, init=False, repr=False)
class Machine:
    """A model of a gaming machine: one that comes with the program, or one of a file or a text.

    `SabotError` lists every fault of a file, each with its place, what was found and what is
    allowed.

    >>> import sabot
    >>> sabot.Machine("azulejo").par().returned_float
    0.8951...
    >>> sabot.Machine("nothing")
    Traceback (most recent call last):
        ...
    sabot.SabotError: model: found 'nothing'; allowed: azulejo, cinco, costa, vindima
    """

    model: AnyModel
    """The model as the program reads it."""
    _sheets: dict[int, Par] = field(repr=False, compare=False)

    def __init__(self, name: str) -> None:
        models = shipped_models()
        self._set(models[arguments.one_of("model", name, models)])

    def _set(self, model: AnyModel) -> None:
        object.__setattr__(self, "model", model)
        object.__setattr__(self, "_sheets", {})

    @classmethod
    def read(cls, path: Path | str) -> Machine:
        """The model of a file."""
        file = arguments.path("path", path)
        try:
            return cls.parse(file.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise SabotError(phrase("cannot read {file}: {why}", file=path,
                                    why=getattr(error, "strerror", "") or
                                    phrase("it is not text in UTF-8"))) from error

    @classmethod
    def parse(cls, text: str) -> Machine:
        """The model of a text in TOML or JSON."""
        model = read_model(arguments.text("text", text))
        if isinstance(model, list):
            raise SabotError.of(Problem(fault.where, fault.found, fault.allowed)
                                for fault in model)
        machine = cls.__new__(cls)
        machine._set(model)
        return machine

    def __repr__(self) -> str:
        return f"Machine({self.name!r}, version={self.model.version!r})"

    @property
    def name(self) -> str:
        """The name of the model."""
        return self.model.name

    def par(self, bet: int = 0) -> Par:
        """The PAR sheet at a bet: lines, or coins of a machine of cards; 0 for the maximum."""
        bet = arguments.whole("bet", bet, 0, MAX_BET)
        if bet not in self._sheets:
            with as_sabot_error():
                sheet = par_sheet(self.model, bet)
            self._sheets[bet] = Par(sheet.model, sheet.bet, Fraction(sheet.returned),
                                    Fraction(sheet.hit), sheet.deviation, sheet)
        return self._sheets[bet]

    def odds(self) -> Odds:
        """The odds of each bet of the model, as of any game."""
        return Odds(GAME, "", (), tuple(machine_bets(self.par().sheet)), {}, None, None)

    def table(self) -> Table:
        """A table of a house with this model, as if it had been approved; `SabotError` where it is
        not lawful, such as with a return of less than eighty per cent (máquinas automáticas 2)."""
        values = to_plain(self.model)
        key = "reels" if "reels" in values else "cards"
        return Table(GAME, rules={"model": "", key: values}, authorisations=[
            {**CONSENT, "option": self.model.identity}])

    def simulate(self, games: int = 100_000, *, bet: int = 0, seed: int = 1,
                 workers: int = 1) -> Simulation:
        """Simulated games at a bet, played best; see `sabot.simulate`. Also of a model with which
        no house may open a table."""
        games = arguments.whole("games", games, 2, arguments.MAX_COUPS)
        sheet = self.par(bet)
        with as_sabot_error():
            kernel = player(self.model, bet)
        plan = SimulationPlan(kernel, kernel.strategy, True, sheet.returned_float - 1,
                              to_plain(self.model), euros, span="game")
        return run_plan(GAME, plan, Aim(games, None), seed, workers)

    def play(self, *, seed: int = 0) -> Play:
        """Play it; see `sabot.play`."""
        return play(self.table(), seed=seed)

    def _repr_html_(self) -> str:
        return self.par()._repr_html_()


__all__ = ["Machine", "Par"]
