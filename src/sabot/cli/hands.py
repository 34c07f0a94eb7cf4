"""``sabot hands``: hands of poker as histories in the open PHH format."""

from __future__ import annotations

from pathlib import Path

import click

from sabot.cli import journal
from sabot.cli.langs import lang_option
from sabot.cli.terminal import stop
from sabot.families.pokertable import histories, phh

_FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...",
                        type=click.Path(path_type=Path, exists=True, dir_okay=False))
_LANG = lang_option()


def _read(path: Path) -> phh.Hand:
    try:
        with path.open(encoding="utf-8") as file:
            return phh.read(file.read(phh.LONGEST + 1))
    except (phh.BadHand, UnicodeDecodeError) as error:
        stop(f"{path}: {error}")


@click.group(short_help="hands of poker as histories in the PHH format")
def command() -> None:
    """Hands of poker in the open PHH format: told, played again, and made of a journal."""


@command.command()
@_FILES
@_LANG
def tell(files: tuple[Path, ...], lang: str) -> None:
    """Tell the hands of these files as text."""
    for n, path in enumerate(files):
        if n:
            click.echo()
        for line in histories.text(_read(path), lang):
            click.echo(line)


@command.command()
@_FILES
def play(files: tuple[Path, ...]) -> None:
    """Play the hands of these files again, and compare what each player has after them.

    They are played in the terms of games elsewhere: a button, raises of at least the last one, side
    pots. The status is 1 where the stacks of a file differ from those that it tells.
    """
    wrong = 0
    for path in files:
        hand = _read(path)
        try:
            played = phh.play(hand)
        except phh.BadHand as error:
            stop(f"{path}: {error}")
        differs = played.differs(hand)
        wrong += bool(differs)
        stacks = ", ".join(f"{hand.name(n)} {phh.chips(cents)}"
                           for n, cents in enumerate(played.stacks, start=1))
        said = differs or ("as the file says" if hand.finishing else "the file tells no stacks")
        click.echo(f"{path.name}: {stacks}; {said}")
    if len(files) > 1:
        click.echo(f"{len(files) - wrong} of {len(files)} hands come to the same chips")
    if wrong:
        raise SystemExit(1)


@command.command()
@click.argument("path", metavar="JOURNAL", type=click.Path(path_type=Path, exists=True,
                                                          dir_okay=False))
@click.option("--eyes", default="", metavar="NAME",
              help="as this player saw it; by default as an onlooker did")
@click.option("--all", "every", is_flag=True, help="with every card, as who certifies sees it")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False),
              help="write a file for each hand into this directory")
def export(path: Path, eyes: str, every: bool, out: Path | None) -> None:
    """Make histories of the hands in JOURNAL, a file that sabot play wrote with --journal."""
    if every and eyes:
        stop("say either --eyes or --all")
    told, played = 0, set[str]()
    try:
        for coup in journal.read(path):
            try:
                hand = histories.history(coup.events, coup.table,
                                         histories.ALL_EYES if every else eyes)
            except phh.BadHand as why:
                click.echo(f"coup {coup.no}: {why}", err=True)
                continue
            told += 1
            played.update(hand.players)
            text = phh.write(hand)
            if out is None:
                click.echo(text)
            else:
                out.mkdir(parents=True, exist_ok=True)
                (out / f"{coup.table.game}-{coup.no}.phh").write_text(text, "utf-8")
    except journal.BadJournal as error:
        stop(f"{path}: {error}")
    except OSError as error:
        stop(f"{out or path}: {error.strerror}")
    if eyes and told and eyes not in played:
        stop(f"{eyes!r} played none of these hands, which are told as an onlooker saw them; there "
             f"played {', '.join(sorted(played))}")
    if out is not None:
        click.echo(f"{told} hands are in {out}")
    if not told:
        stop("no hand of poker was played there")
