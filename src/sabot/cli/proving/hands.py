"""``sabot hands``: poker hands as histories in the open PHH format."""

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
    """The hands of a file with their names; BadHand instead of a hand that cannot be read."""
    try:
        with path.open(encoding="utf-8") as file:
            for heading, hand in phh.read_all(file.read(phh.LARGEST + 1)):
                yield f"{path}: [{heading}]" if heading else str(path), hand
    except (phh.BadHand, UnicodeDecodeError) as error:
        yield str(path), phh.BadHand(str(error))


@click.group(short_help="poker hands in the PHH format: read, replay, export")
def command() -> None:
    """Poker hands in the open PHH format: read, replayed, or exported from a journal."""


@command.command()
@_FILES
@_LANG
def tell(files: tuple[Path, ...], lang: str) -> None:
    """Print the hands of these files as text.

    Exit status: 0 done, 2 a hand cannot be read.
    """
    refused = 0
    for n, (name, hand) in enumerate(item for path in files for item in _read(path)):
        if n:
            click.echo()
        if isinstance(hand, phh.BadHand):
            refused += _refuse(name, hand)
            continue
        if " " in name:
            click.echo(name.partition(" ")[2])
        for line in histories.render_text(hand, lang):
            click.echo(line)
    if refused:
        raise SystemExit(2)


def _refuse(name: str, error: phh.BadHand) -> int:
    click.echo(f"sabot: {name}: {error}", err=True)
    return 1


@command.command()
@_FILES
def play(files: tuple[Path, ...]) -> None:
    """Replay the hands of these files and compare the final stacks.

    A file may contain several hands under headings. Hands of other programs are played by the
    usual rules (a button, raises of at least the last raise, side pots); hands exported by sabot
    are played by the rules of their table.

    Exit status: 0 all agree, 1 stacks or winnings differ from those in a file, 2 a hand cannot be
    read or played.
    """
    hands = different = refused = 0
    for name, hand in (item for path in files for item in _read(path)):
        hands += 1
        if isinstance(hand, phh.BadHand):
            refused += _refuse(name, hand)
            continue
        try:
            played = phh_replay.replay(hand)
        except phh.BadHand as error:
            refused += _refuse(name, error)
            continue
        difference = played.differences(hand)
        different += bool(difference)
        stacks = ", ".join(f"{hand.name(n)} {phh.chips(cents)}"
                           for n, cents in enumerate(played.stacks, start=1))
        has_result = hand.finishing is not None or hand.winnings is not None
        remarks = [difference or ("as in the file" if has_result else "the file has no stacks")]
        if played.taken:
            remarks.append(f"the house took {phh.chips(played.taken)}")
        click.echo(f"{Path(name).name}: {stacks}; {'; '.join([*remarks, *played.notes(hand)])}")
    if hands > 1:
        unplayable = f", {refused} cannot be played" if refused else ""
        click.echo(f"{hands - different - refused} of {hands} hands end with the same "
                   f"chips{unplayable}")
    if different or refused:
        raise SystemExit(2 if refused else 1)


@command.command()
@click.argument("path", metavar="JOURNAL", type=click.Path(path_type=Path, exists=True,
                                                          dir_okay=False))
@click.option("--eyes", default="", metavar="NAME",
              help="include the cards that this player saw (default: those that a spectator saw)")
@click.option("--all", "all_cards", is_flag=True, help="include every card, also hidden ones")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False),
              help="write one file for each hand into this folder")
def export(path: Path, eyes: str, all_cards: bool, out: Path | None) -> None:
    """Export the hands in JOURNAL, a file written by sabot play --journal, as PHH.

    Exit status: 0 done, 2 wrong use or no hand of poker.
    """
    if all_cards and eyes:
        stop("give --eyes or --all, not both")
    exported, players = 0, set[str]()
    try:
        for coup in journal.read(path):
            try:
                hand = histories.history(coup.events, coup.table,
                                         histories.ALL_EYES if all_cards else eyes)
            except phh.BadHand as error:
                click.echo(f"coup {coup.no}: {error}", err=True)
                continue
            exported += 1
            players.update(hand.players)
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
    if eyes and exported and eyes not in players:
        stop(f"{eyes!r} played none of these hands, which are exported as a spectator saw them; "
             f"the players are {', '.join(sorted(players))}")
    if out is not None:
        click.echo(f"{exported} hands are in {out}")
    if not exported:
        stop("there is no hand of poker in this journal")
