"""``sabot hands``: hands of poker as histories in the open PHH format."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from sabot.cli.language_option import lang_option
from sabot.cli.playing import journal
from sabot.cli.terminal import stop
from sabot.families.pokertable import histories, phh, phh_replay

_FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...",
                        type=click.Path(path_type=Path, exists=True, dir_okay=False))
_LANG = lang_option()


def _read(path: Path) -> Iterator[tuple[str, phh.Hand | phh.BadHand]]:
    """The hands of a file, each with what it is called; what is none with why."""
    try:
        with path.open(encoding="utf-8") as file:
            for heading, hand in phh.read_all(file.read(phh.LARGEST + 1)):
                yield f"{path}: [{heading}]" if heading else str(path), hand
    except (phh.BadHand, UnicodeDecodeError) as error:
        yield str(path), phh.BadHand(str(error))


@click.group(short_help="hands of poker as histories in the PHH format")
def command() -> None:
    """Hands of poker in the open PHH format: told, played again, and made of a journal."""


@command.command()
@_FILES
@_LANG
def tell(files: tuple[Path, ...], lang: str) -> None:
    """Tell the hands of these files as text."""
    refused = 0
    for n, (name, hand) in enumerate(one for path in files for one in _read(path)):
        if n:
            click.echo()
        if isinstance(hand, phh.BadHand):
            refused += _refuses(name, hand)
            continue
        if " " in name:
            click.echo(name.partition(" ")[2])
        for line in histories.render_text(hand, lang):
            click.echo(line)
    if refused:
        raise SystemExit(2)


def _refuses(name: str, why: phh.BadHand) -> int:
    click.echo(f"sabot: {name}: {why}", err=True)
    return 1


@command.command()
@_FILES
def play(files: tuple[Path, ...]) -> None:
    """Play the hands of these files again, and compare what each player has after them.

    A file may hold many hands under headings. They are played in the terms of games elsewhere: a
    button, raises of at least the last one, side pots; hands that were exported here in the terms
    of their table. The status is 1 where stacks or winnings differ from those that a file tells, 2
    where a hand cannot be read or played.
    """
    hands = wrong = refused = 0
    for name, hand in (one for path in files for one in _read(path)):
        hands += 1
        if isinstance(hand, phh.BadHand):
            refused += _refuses(name, hand)
            continue
        try:
            played = phh_replay.replay(hand)
        except phh.BadHand as why:
            refused += _refuses(name, why)
            continue
        differs = played.differences(hand)
        wrong += bool(differs)
        stacks = ", ".join(f"{hand.name(n)} {phh.chips(cents)}"
                           for n, cents in enumerate(played.stacks, start=1))
        tells = hand.finishing is not None or hand.winnings is not None
        said = [differs or ("as the file says" if tells else "the file tells no stacks")]
        if played.taken:
            said.append(f"the house took {phh.chips(played.taken)}")
        click.echo(f"{Path(name).name}: {stacks}; {'; '.join([*said, *played.notes(hand)])}")
    if hands > 1:
        none = f", {refused} cannot be played" if refused else ""
        click.echo(f"{hands - wrong - refused} of {hands} hands come to the same chips{none}")
    if wrong or refused:
        raise SystemExit(2 if refused else 1)


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
