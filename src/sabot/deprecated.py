"""Old public names that still work for one release, with a warning.

Only names of the public reference (``docs/reference.md``) are listed here. Each old name warns once
in a process and says the new name. To rename a public name, add a line to `NAMES` or `MODULES`, and
call `install` at the end of the module in which the old name was; for a method use `OldMethod`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType
from typing import Any
from warnings import warn

REMOVED_IN = "0.3.0"
"""The release in which the old names are removed."""

_B = "sabot.families.blackjack"

MODULES = {
    f"{_B}.code": f"{_B}.rules.table_law",
    f"{_B}.coup": f"{_B}.round.coup",
    f"{_B}.faults": f"{_B}.round.faults",
    f"{_B}.floor": f"{_B}.rules.land_based",
    f"{_B}.rules.code": f"{_B}.rules.table_law",
    f"{_B}.rules.floor": f"{_B}.rules.land_based",
    "sabot.house.attending": "sabot.house.staff.croupier",
    "sabot.house.messages": "sabot.house.table.messages",
    "sabot.house.staff.attending": "sabot.house.staff.croupier",
}
"""Old modules of the reference, each with the module that replaces it."""

PACKAGES = {"sabot.law": "sabot.regulations", "sabot.odds": "sabot.probability",
            "sabot.simulate": "sabot.simulation"}
"""Old packages, whose names are functions of `sabot` now: what they hold is found in the new ones,
and they can be called as these functions."""

NAMES = {
    f"{_B}.round.Carry": f"{_B}.round.round.Carry",
    f"{_B}.round.Round": f"{_B}.round.round.Round",
    f"{_B}.rules.table_law.Book": f"{_B}.rules.table_law.RuleBook",
    f"{_B}.rules.table_law.Code": f"{_B}.rules.table_law.TableLaw",
    f"{_B}.round.coup.undo": f"{_B}.round.coup.refund_bets",
    f"{_B}.round.coup.cancel": f"{_B}.round.coup.cancel_deal",
    f"{_B}.round.coup.clear": f"{_B}.round.coup.clear_table",
    f"{_B}.round.coup.shown": f"{_B}.round.coup.describe_carry",
    f"{_B}.round.faults.JAM": f"{_B}.round.faults.JAM_ANSWERS",
    f"{_B}.round.faults.asked_for": f"{_B}.round.faults.drawn_on_request",
    f"{_B}.round.faults.faults": f"{_B}.round.faults.possible_faults",
    f"{_B}.round.faults.warned": f"{_B}.round.faults.announce_last_coup",
    f"{_B}.round.faults.at_deal": f"{_B}.round.faults.handle_deal_incident",
    f"{_B}.round.faults.misdrawn": f"{_B}.round.faults.take_misdrawn",
    f"{_B}.round.faults.aside_to": f"{_B}.round.faults.give_aside_card",
    f"{_B}.round.faults.aside_lost": f"{_B}.round.faults.discard_aside",
    f"{_B}.rules.land_based.Fixed": f"{_B}.rules.land_based.FixedRules",
    "sabot.games.blackjack_2001.rules.code": "sabot.games.blackjack_2001.rules.table_law",
    "sabot.games.blackjack_2007.rules.code": "sabot.games.blackjack_2007.rules.table_law",
    "sabot.games.blackjack_macau.rules.code": "sabot.games.blackjack_macau.rules.table_law",
    "sabot.games.blackjack_online.rules.code": "sabot.games.blackjack_online.rules.table_law",
    "sabot.games.blackjack_macau.authority.judge":
        "sabot.games.blackjack_macau.authority.check_authorisations",
    "sabot.house.staff.croupier.enter": "sabot.house.staff.croupier.enter_fact",
    "sabot.house.staff.croupier.now_at": "sabot.house.staff.croupier.table_status",
    "sabot.house.staff.croupier.report": "sabot.house.staff.croupier.report_fault",
    "sabot.house.table.messages.MOST": "sabot.house.table.messages.MAX_NUMBER",
    "sabot.procedure.steps.renamed": "sabot.procedure.steps.renamed_bet",
    "sabot.procedure.table.MOST_SECONDS": "sabot.procedure.table.MAX_SECONDS",
    "sabot.procedure.table.form": "sabot.procedure.table.table_from_values",
    "sabot.procedure.table.kind_told": "sabot.procedure.table.type_text",
    "sabot.procedure.table.least_seconds": "sabot.procedure.table.minimum_seconds",
    "sabot.procedure.table.near": "sabot.procedure.table.suggest_key",
    "sabot.procedure.table.no_toml": "sabot.procedure.table.toml_violation",
    "sabot.procedure.table.placed": "sabot.procedure.table.suggest_sections",
    "sabot.procedure.table.unreadable": "sabot.procedure.table.parse_error_text",
    "sabot.procedure.table.values_of": "sabot.procedure.table.parse_values",
}
"""Old names of the reference, each with the name that replaces it."""

_warned: set[str] = set()


def warn_once(old: str, new: str) -> None:
    """Warn whoever called the caller that a name has changed, once in a process."""
    if old not in _warned:
        _warned.add(old)
        warn(f"{old} is now {new}; the old name is removed in Sabot {REMOVED_IN}",
             DeprecationWarning, stacklevel=3)


def _resolve(name: str) -> Any:
    module, _, leaf = name.rpartition(".")
    return getattr(import_module(module), leaf)


def install(module: str) -> None:
    """Let the old names of a module resolve to the new ones, with a warning.

    It is a call and no module ``__getattr__``, so that type checkers still find wrong names.
    """
    def __getattr__(name: str) -> Any:
        old = f"{module}.{name}"
        if (new := NAMES.get(old)) is None:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn_once(old, new)
        return _resolve(new)

    vars(sys.modules[module])["__getattr__"] = __getattr__


class OldMethod:
    """The old name of a method, in its class: ``old = OldMethod("new")``."""

    def __init__(self, new: str) -> None:
        self.new = new
        self.old = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.old = f"{owner.__module__}.{owner.__qualname__}.{name}"

    def __get__(self, instance: object, owner: type) -> Any:
        warn_once(self.old, f"{self.old.rpartition('.')[0]}.{self.new}")
        return getattr(owner if instance is None else instance, self.new)


class _OldModule(Loader):
    """Loads an old module: it has every name of the new one. A part of an old package does not
    warn, since the package has."""

    def __init__(self, new: str, warns: bool = True) -> None:
        self.new, self.warns = new, warns

    def exec_module(self, module: ModuleType) -> None:
        """Warn, and forward every attribute to the new module."""
        if self.warns:
            warn_once(module.__name__, self.new)
        new = import_module(self.new)
        vars(module)["__getattr__"] = lambda name: getattr(new, name)


class _OldPackage(ModuleType):
    """An old package whose name is a function of `sabot` now. Whoever imports it replaces that
    function by it, so that it must do what the function does."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Call the function of this name."""
        return _resolve(_FUNCTIONS[self.__name__])(*args, **options)


_FUNCTIONS = {"sabot.law": "sabot.library.clauses.law", "sabot.odds": "sabot.library.odds.odds",
              "sabot.simulate": "sabot.library.simulation.simulate"}


class _OldPackageLoader(_OldModule):
    """Loads an old package."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """A package that can be called."""
        return _OldPackage(spec.name)


class _OldModules(MetaPathFinder):
    """Finds the old modules of `MODULES`, and what the old packages of `PACKAGES` held."""

    def find_spec(self, fullname: str, path: Sequence[str] | None,
                  target: ModuleType | None = None) -> ModuleSpec | None:
        """The spec of an old module; None for every other."""
        if new := MODULES.get(fullname):
            return spec_from_loader(fullname, _OldModule(new))
        if new := PACKAGES.get(fullname):
            return spec_from_loader(fullname, _OldPackageLoader(new), is_package=True)
        for old, package in PACKAGES.items():
            if fullname.startswith(f"{old}."):
                return spec_from_loader(fullname, _OldModule(package + fullname[len(old):], False))
        return None


def find_old_modules() -> None:
    """Let the old modules be imported; once in a process."""
    if not any(isinstance(finder, _OldModules) for finder in sys.meta_path):
        sys.meta_path.append(_OldModules())
