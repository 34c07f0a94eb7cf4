"""What a check finds: in which game, what does not hold, and how it is seen again."""

from __future__ import annotations

import inspect
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from traceback import walk_tb
from types import TracebackType
from typing import Any

import msgspec

from sabot.procedure.game import Game
from sabot.procedure.table import Table

FIRST = 3
"""As many findings of one law are told; what follows them is mostly the same fault again."""
NOWHERE = -1


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something that does not hold in a game.

    ``law`` names the law that was tried (`money.conserved`), ``what`` says in words what was found.
    ``seed`` is that of the case: a check begun at it finds the same within so many ``coups`` of a
    plan, mostly in the first. ``table`` is the table of the case, None where the law is about the
    game alone; ``step`` the number of the step in the record of the coup, from 0, `NOWHERE` where
    it is about none. ``where`` is the file and line of a fault in the game's own code,
    ``two_coins/coup.py:34``, "" where there is none.
    """

    law: str
    what: str
    seed: int = 0
    coups: int = 1
    table: Table | None = None
    step: int = NOWHERE
    where: str = ""


class Broken(Exception):
    """A law does not hold: what was found, and at which step of the coup."""

    def __init__(self, what: str, step: int = NOWHERE) -> None:
        super().__init__(what)
        self.what, self.step = what, step


def need(holds: object, what: str, step: int = NOWHERE) -> None:
    """Broken unless this holds."""
    if not holds:
        raise Broken(what, step)


@dataclass
class Plan:
    """How much is tried: ``coups`` for each law, of the seeds from ``seed`` on. ``done`` counts
    what was tried so far, in words such as "coups" and "steps"."""

    seed: int = 0
    coups: int = 10
    done: Counter[str] = field(default_factory=Counter)

    def seeds(self, of_ten: int = 10) -> range:
        """The seeds of the cases of a law: so many for each ten coups of the plan, at least one."""
        return range(self.seed, self.seed + max(1, self.coups * of_ten // 10))


Law = Callable[[Game, Plan], Iterator[Finding]]
"""What tries one law on a game."""


@contextmanager
def noted(found: list[Finding], game: Game, law: str, seed: int = 0,
          at: Sequence[Table] = (), coups: int = 1) -> Iterator[None]:
    """What breaks within becomes a finding, a fault of the game's own code too; ``at`` is the table
    of the case as soon as there is one."""
    try:
        yield
    except Broken as broken:
        found.append(Finding(law=law, what=broken.what, seed=seed, coups=coups,
                             table=next(iter(at), None), step=broken.step))
    except Exception as error:
        found.append(Finding(law=law, what=said_of(error), seed=seed, coups=coups,
                             table=next(iter(at), None), where=place_of(error, top_of(game))))


def once(game: Game, plan: Plan, *laws: Callable[[Game], None]) -> Iterator[Finding]:
    """Try laws that are about the game itself, each once."""
    for law in laws:
        found: list[Finding] = []
        with noted(found, game, name_of(law)):
            law(game)
        plan.done["declarations"] += 1
        yield from found


def name_of(law: Callable[..., Any]) -> str:
    """The name of a law, after its module and its function: ``money.conserved``."""
    return f"{law.__module__.rpartition('.')[2]}.{law.__name__}"


# -- where a fault lies ----------------------------------------------------------------------------


def said_of(error: BaseException) -> str:
    """A fault in its own words."""
    words = str(error)
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def place_of(error: BaseException, top: Path | None) -> str:
    """The last line of a fault that lies below a folder, else the last line of it; named from the
    folder above, ``two_coins/coup.py:34``."""
    lines = list(_lines(error.__traceback__))
    if isinstance(error, SyntaxError) and error.filename:  # it lies where nothing ran
        lines.append((Path(error.filename), error.lineno or 0))
    if not lines:
        return ""
    own = [(path, line) for path, line in lines if top is not None and path.is_relative_to(top)]
    path, line = (own or lines)[-1]
    above = top.parent if own and top is not None else Path(__file__).parents[2]
    name = path.relative_to(above) if path.is_relative_to(above) else path
    return f"{name.as_posix()}:{line}"


def _lines(trace: TracebackType | None) -> Iterator[tuple[Path, int]]:
    for frame, line in walk_tb(trace):
        yield Path(frame.f_code.co_filename), line


def top_of(game: Game) -> Path | None:
    """The folder in which the code of a game lies: its package, or its folder in the tree; the file
    of a package that is one module; None where its code is not on disk."""
    declared: Any = game.violations
    while isinstance(declared, partial):
        declared = declared.func
    module = sys.modules.get(declared.__module__)
    try:
        file = Path(inspect.getfile(module)) if module else None
    except TypeError:
        file = None
    if module is None or file is None:
        return None
    name = module.__name__.split(".")
    if name[:2] == ["sabot", "games"]:
        return file.parent
    if len(name) == 1 and file.name != "__init__.py":  # a module by itself
        return file
    return file.parents[len(name) - (2 if file.name != "__init__.py" else 1)]
