"""Takes each safeguard of `ablations.toml` out of the house, and plays worlds until one notices.

``python -m tools.worlds.ablations`` runs all of them; with numbers, those only. ``--write`` keeps
what was found in `found.tsv`, from which `tools.pages.worlds` makes the table of the documentation.
"""

from __future__ import annotations

import importlib
import multiprocessing
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import click
import msgspec

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "sabot"
FOUND = Path(__file__).parent / "found.tsv"
MOST = 60
"""So many worlds are played without a safeguard before it counts as not noticed."""


class Change(msgspec.Struct, frozen=True):
    """A text of a file of the program, and what replaces it."""

    file: str
    find: str
    replace: str


class Ablation(Change, frozen=True, kw_only=True):
    """A safeguard that is taken out; what stands behind it goes too (``more``).

    ``needs`` is the kind of world that it needs where worlds do not have it yet ("" for none);
    ``release`` names the release that really had this fault, where one had. Its worlds have a house
    of so many ``nodes``.
    """

    name: str
    more: tuple[Change, ...] = ()
    needs: str = ""
    release: str = ""
    nodes: int = 1

    @property
    def changes(self) -> tuple[Change, ...]:
        """Everything that is changed."""
        return self, *self.more


class Noticed(msgspec.Struct, frozen=True):
    """How many worlds were played without a safeguard until one was wrong (0: none was), and what
    was wrong in it."""

    name: str
    worlds: int
    wrong: str


def load() -> tuple[Ablation, ...]:
    """Every ablation."""
    text = (Path(__file__).parent / "ablations.toml").read_text("utf-8")
    return tuple(msgspec.convert(tomllib.loads(text)["ablation"], list[Ablation]))


def apply(ablation: Ablation) -> None:
    """Take a safeguard out of the program that is loaded."""
    for change in ablation.changes:
        _apply(change)


def _apply(ablation: Change) -> None:
    """Change the program: each function that differs in the changed source gets its code, wherever
    it is used."""
    file = SOURCES / ablation.file
    text = file.read_text("utf-8")
    if text.count(ablation.find) != 1:
        raise ValueError(f"{ablation.file} must have this once: {ablation.find}")
    module = importlib.import_module("sabot." + ablation.file.removesuffix(".py").replace("/", "."))
    changed = compile(text.replace(ablation.find, ablation.replace), str(file), "exec")
    before = _codes(compile(text, str(file), "exec"))
    codes = {name: code for name, code in _codes(changed).items() if code != before.get(name)}
    changing = [function for function in _functions(module) if function.__qualname__ in codes]
    if not changing:
        raise ValueError(f"no function of {ablation.file} has changed: {ablation.find}")
    for function in changing:
        function.__code__ = codes[function.__qualname__]


def _codes(code: CodeType) -> dict[str, CodeType]:
    """The codes of the functions of a module and its classes, by qualified name."""
    found: dict[str, CodeType] = {}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found[constant.co_qualname] = constant
            if not constant.co_flags & 0x1:  # the body of a class
                found |= _codes(constant)
    return found


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    """The functions of a module and of its classes."""
    for value in vars(module).values():
        own = getattr(value, "__module__", None) == module.__name__
        members = vars(value).values() if isinstance(value, type) and own else (value,)
        for member in members:
            inner: Any = member
            for step in ("fget", "__func__", "__wrapped__", "fn"):
                inner = getattr(inner, step, None) or inner
            if isinstance(inner, FunctionType) and inner.__module__ == module.__name__:
                yield inner


def search(number: int, most: int) -> tuple[int, Noticed]:
    """Play worlds without a safeguard until one is wrong; for a process of its own. Returns its
    number too."""
    from tools.worlds.playing import house_tables, play_seed

    ablation = load()[number]
    apply(ablation)
    for seed in range(most):
        if wrong := play_seed(seed, house_tables(), ablation.nodes).wrong:
            return number, Noticed(ablation.name, seed + 1, wrong)
    return number, Noticed(ablation.name, 0, "")


def search_all(numbers: Sequence[int], jobs: int, most: int, tell: Callable[[int, Noticed], None]
               ) -> dict[str, Noticed]:
    """What worlds notice without each of these safeguards, by its name. Each is searched in a
    process of its own, which begins with the program loaded and a world played."""
    from tools.worlds.playing import warm_up

    warm_up()
    noticed: dict[str, Noticed] = {}
    with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        search_one = partial(search, most=most)
        for number, found in pool.imap_unordered(search_one, numbers):
            noticed[found.name] = found
            tell(number, found)
    return noticed


def load_found() -> Mapping[str, Noticed]:
    """What was found in the last run that was kept, by the name of the safeguard."""
    rows = [line.split("\t") for line in FOUND.read_text("utf-8").splitlines()]
    return {name: Noticed(name, int(worlds), wrong) for name, worlds, wrong in rows}


def keep_found(noticed: Mapping[str, Noticed]) -> None:
    """Keep what was found, in the order of the ablations; what was not run stays as it was."""
    known = dict(load_found()) if FOUND.exists() else {}
    known |= noticed
    FOUND.write_text("".join(
        f"{found.name}\t{found.worlds}\t{' '.join(found.wrong.split())[:300]}\n"
        for one in load() if (found := known.get(one.name)) is not None), "utf-8")


@click.command()
@click.argument("numbers", nargs=-1, type=int)
@click.option("--most", type=click.IntRange(1), default=MOST, help="how many worlds at most")
@click.option("--jobs", type=click.IntRange(1), default=2, help="how many processes")
@click.option("--write", is_flag=True, help="keep what was found, for the documentation")
def main(numbers: tuple[int, ...], most: int, jobs: int, write: bool) -> None:
    """Print how many worlds it took to notice that each safeguard is missing. The status is 1 where
    one was not noticed."""
    every = load()
    chosen = numbers or [n for n, one in enumerate(every) if not one.needs]

    def tell(number: int, found: Noticed) -> None:
        worlds = f"{found.worlds} worlds" if found.worlds else "NOT NOTICED"
        click.echo(f"{number:3} {found.name}: {worlds}: {found.wrong[:160]}")
        sys.stdout.flush()
        if write and (found.worlds or most >= MOST):
            keep_found({found.name: found})

    noticed = search_all(chosen, jobs, most, tell)
    raise SystemExit(not all(found.worlds for found in noticed.values()))


if __name__ == "__main__":
    from tools.worlds.playing import fix_hash_seed

    fix_hash_seed()
    main()
