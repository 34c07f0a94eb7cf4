"""The parts of the program that are installed on request, and what each of them needs.

``pip install sabot`` brings what plays, prices, simulates and checks. Each name of `EXTRAS` is a
part that needs further libraries: ``pip install 'sabot[house]'``.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from sabot.words import Phrase, phrase

EXTRAS: dict[str, tuple[str, ...]] = {
    "house": ("alembic", "brotli", "cryptography", "itsdangerous", "litestar", "prometheus_client",
              "psycopg", "sqlalchemy", "structlog", "uvicorn", "websockets", "zstandard"),
    "fast": ("numba",),
    "plots": ("matplotlib", "openpyxl", "reportlab"),
    "cluster": ("dask", "distributed"),
    "nodes": ("nats", "redis"),
    "gym": ("PIL", "gymnasium", "pettingzoo", "resvg_py"),
}
"""The modules that each part needs."""


class NotInstalled(ModuleNotFoundError):
    """A part of the program is not installed; the text says how to add it."""

    def __init__(self, extra: str, what: str) -> None:
        self.extra = extra
        super().__init__(what_to_add(extra, what))


def what_to_add(extra: str, what: str) -> Phrase:
    """How to add a part of the program that ``what``, such as a verb, needs."""
    match extra:
        case "house":
            return phrase("{what} needs the house: pip install 'sabot[house]'", what=what)
        case "fast":
            return phrase("{what} needs the compiler: pip install 'sabot[fast]'", what=what)
        case "plots":
            return phrase("{what} needs the plots: pip install 'sabot[plots]'", what=what)
        case "cluster":
            return phrase("{what} needs the cluster: pip install 'sabot[cluster]'", what=what)
        case "nodes":
            return phrase("{what} needs the channel between nodes: pip install 'sabot[nodes]'",
                          what=what)
        case "gym":
            return phrase("{what} needs the environments: pip install 'sabot[gym]'", what=what)
    raise LookupError(f"no part is called {extra!r}; the parts are {', '.join(EXTRAS)}")


def missing(extra: str) -> tuple[str, ...]:
    """The modules of a part that are not installed here."""
    return tuple(module for module in EXTRAS[extra] if not _is_here(module))


def require(extra: str, what: str) -> None:
    """NotInstalled, with what to add, where a part that ``what`` needs is not installed."""
    if missing(extra):
        raise NotInstalled(extra, what)


LONG = 10.0
"""Seconds of plain code from which on a person is told before how long it takes."""

slow_work: list[Callable[[float], None]] = []
"""Called with the seconds that plain code takes, about, where they are more than `LONG` and the
compiler is not installed. The command line says so."""


def announce_slow_work(seconds: float) -> None:
    """Tell those who listen (`slow_work`) that plain code takes about so many seconds."""
    if seconds > LONG:
        for listener in slow_work:
            listener(seconds)


def extra_of(module: str | None) -> str:
    """The part to which a module belongs, or ""."""
    top = (module or "").partition(".")[0]
    return next((extra for extra, modules in EXTRAS.items() if top in modules), "")


def _is_here(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # hidden, or a module without a specification
        return False
