"""Findings of checks, with everything needed to reproduce them."""

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

from sabot import error_texts
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.words import phrase

MAX_FINDINGS = 3
"""The maximum number of findings for one law; further ones are mostly the same fault."""
NOWHERE = -1


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """A law that does not hold in a game.

    Attributes:
        law: The name of the law, such as `money.conserved`.
        what: What was found, as text.
        seed: The seed of the case: a check with this seed finds the same within ``coups`` coups.
        table: The table of the case; None if the law is about the game alone.
        step: The index of the event in the record of the coup; `NOWHERE` for none.
        where: The file and line of a fault in the game's own code, ``two_coins/coup.py:34``, or "".
    """

    law: str
    what: str
    seed: int = 0
    coups: int = 1
    table: Table | None = None
    step: int = NOWHERE
    where: str = ""


class Broken(Exception):
    """A law does not hold: ``what`` was found at which ``step`` of the coup."""

    def __init__(self, what: str, step: int = NOWHERE) -> None:
        super().__init__(what)
        self.what, self.step = what, step


def need(holds: object, what: str, step: int = NOWHERE) -> None:
    """Raise Broken unless this holds."""
    if not holds:
        raise Broken(what, step)


@dataclass
class Plan:
    """The amount of checking: ``coups`` for each law, with seeds from ``seed`` on. ``done`` counts
    what was checked so far, by nouns such as "coups" and "steps"."""

    seed: int = 0
    coups: int = 10
    done: Counter[str] = field(default_factory=Counter)

    def seeds(self, of_ten: int = 10) -> range:
        """The seeds of a law's cases: ``of_ten`` for each ten coups of the plan, at least one."""
        return range(self.seed, self.seed + max(1, self.coups * of_ten // 10))


Law = Callable[[Game, Plan], Iterator[Finding]]
"""A function that tries one law on a game."""


@contextmanager
def collecting(findings: list[Finding], game: Game, law: str, seed: int = 0,
               tables: Sequence[Table] = (), coups: int = 1) -> Iterator[None]:
    """Collect Broken and every other exception as a finding; ``tables`` has the table of the case
    as soon as there is one."""
    try:
        yield
    except Broken as broken:
        findings.append(
            Finding(
                law=law, what=broken.what, seed=seed, coups=coups, table=next(iter(tables), None),
                step=broken.step)
        )
    except Exception as error:
        findings.append(
            Finding(
                law=law, what=error_text(error), seed=seed, coups=coups,
                table=next(iter(tables), None), where=error_place(error, code_folder(game)))
        )


def once(game: Game, plan: Plan, *laws: Callable[[Game], None]) -> Iterator[Finding]:
    """Try laws about the game itself, each once."""
    for law in laws:
        findings: list[Finding] = []
        with collecting(findings, game, name_of(law)):
            law(game)
        plan.done["declarations"] += 1
        yield from findings


def name_of(law: Callable[..., Any]) -> str:
    """The name of a law from its module and function: ``money.conserved``."""
    return f"{law.__module__.rpartition('.')[2]}.{law.__name__}"


# -- where a fault lies ----------------------------------------------------------------------------


def error_text(error: BaseException) -> str:
    """An exception as text."""
    text = error_texts.error_text(error)
    kind = type(error).__name__
    return phrase("{kind}: {text}", kind=kind, text=text) if text else kind


def error_place(error: BaseException, top: Path | None) -> str:
    """The last line of a traceback below a folder, else the last line of all, relative to the
    parent folder: ``two_coins/coup.py:34``."""
    lines = list(_lines(error.__traceback__))
    if isinstance(error, SyntaxError) and error.filename:  # a syntax error has no frame
        lines.append((Path(error.filename), error.lineno or 0))
    if not lines:
        return ""
    own_lines = [
        (path, line) for path, line in lines if top is not None and path.is_relative_to(top)
    ]
    path, line = (own_lines or lines)[-1]
    base = top.parent if own_lines and top is not None else Path(__file__).parents[2]
    name = path.relative_to(base) if path.is_relative_to(base) else path
    return f"{name.as_posix()}:{line}"


def _lines(trace: TracebackType | None) -> Iterator[tuple[Path, int]]:
    for frame, line in walk_tb(trace):
        yield Path(frame.f_code.co_filename), line


def code_folder(game: Game) -> Path | None:
    """The folder of a game's code (or the file of a package that is one module); None if the code
    is not on disk."""
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
    if len(name) == 1 and file.name != "__init__.py":  # a package that is one module
        return file
    return file.parents[len(name) - (2 if file.name != "__init__.py" else 1)]
