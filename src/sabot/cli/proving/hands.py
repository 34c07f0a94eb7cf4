"""``sabot hands``: poker hands of any file, rendered, played, converted and exported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from sabot.cli.language import Group, lang_option
from sabot.cli.proving.hands_export import export
from sabot.cli.terminal import print_json, say_line, stop, warn
from sabot.error_texts import error_text
from sabot.families.pokertable.phh import BOMB
from sabot.hands import Departure, Hand, HandError, Result, read_each
from sabot.hands.formats import text_of
from sabot.hands.law import LAWS
from sabot.hands.records import write_all
from sabot.words import joined, phrase, plural

_FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...",
                        type=click.Path(path_type=Path, exists=True, dir_okay=False))
_LANG = lang_option()
ELSEWHERE = "elsewhere"


def _read(path: Path) -> Iterator[tuple[str, Hand | HandError]]:
    """The hands of a file with their names; HandError instead of a hand that cannot be read."""
    try:
        for heading, hand in read_each(text_of(path)):
            yield f"{path}: [{heading}]" if heading else str(path), hand
    except HandError as error:
        yield str(path), error
    except OSError as error:
        yield str(path), HandError(error_text(error))


def _read_all(files: tuple[Path, ...]) -> Iterator[tuple[str, Hand | HandError]]:
    for path in files:
        yield from _read(path)


@click.group(short_help="poker hands of any file: read, play, convert, export", cls=Group)
@lang_option(expose=False)
def command() -> None:
    """Poker hands: read, played, converted to PHH, or exported from a journal.

    Files of PHH, PokerStars, GGPoker and Open Hand History are read; the format is recognised from
    the content.
    """


command.add_command(export)


@command.command()
@_FILES
@_LANG
def tell(files: tuple[Path, ...], lang: str) -> None:
    """Print the hands of these files as text.

    Exit status: 0 done, 2 a hand cannot be read.
    """
    refused = 0
    for n, (name, hand) in enumerate(_read_all(files)):
        if n:
            click.echo()
        if isinstance(hand, HandError):
            refused += _refuse(name, hand)
            continue
        if hand.heading:
            click.echo(f"[{hand.heading}]")
        click.echo(hand.text(lang))
    if refused:
        raise SystemExit(2)


def _refuse(name: str, error: HandError) -> int:
    warn(phrase("sabot: {file}: {error}", file=name, error=error_text(error)))
    return 1


@command.command()
@_FILES
@click.option("--rules", "law", default=ELSEWHERE, metavar="LAW",
              type=click.Choice((ELSEWHERE, *LAWS)),
              help="elsewhere: by the usual rules of poker rooms (default); pt-217-2007: also say "
                   "where this regulation would have decided otherwise")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
@lang_option(expose=False)
def play(files: tuple[Path, ...], law: str, as_json: bool) -> None:
    """Play the hands of these files and compare their chips with the files.

    Hands of other programs are played by the usual rules (a button, raises of at least the last
    raise, side pots); hands exported by sabot are played by the rules of their table.

    As JSON: a list of {"hand", "source", "game", "players": [{"name", "before", "after", "won"}],
    "pot", "rake", "agrees", "differences", "notes", "rules", "departures": [{"clause", "action",
    "text"}]}, or {"hand", "error", "found", "allowed"}; sums are texts of exact decimals.

    Exit status: 0 all agree, 1 chips differ from those in a file or the law named by --rules
    decides otherwise, 2 a hand cannot be read or played.
    """
    outcomes = list(_played(files, law)) if as_json else _played(files, law)
    hands = different = refused = departing = 0
    for outcome in outcomes:
        hands += 1
        if outcome.played is None:
            refused += 1
            if outcome.error and not as_json:
                _refuse(outcome.name, outcome.error)
            continue
        different += not outcome.played.agrees
        departing += bool(outcome.departures)
        if not as_json:
            _say(outcome)
    if as_json:
        print_json([_describe(outcome) for outcome in outcomes])
    elif hands > 1:
        _say_counts(hands, different, refused)
        if law != ELSEWHERE:
            say_line(phrase("{law} decides {n} of {hands} hands otherwise", law=law, n=departing,
                            hands=hands))
    if different or refused or departing:
        raise SystemExit(2 if refused else 1)


class Outcome(NamedTuple):
    """A hand of a file with its name, and what came of it: its result and the departures of a law,
    or why it cannot be read or played."""

    name: str
    hand: Hand | None = None
    played: Result | None = None
    departures: tuple[Departure, ...] = ()
    error: HandError | None = None


def _played(files: tuple[Path, ...], law: str) -> Iterator[Outcome]:
    for name, hand in _read_all(files):
        if isinstance(hand, HandError):
            yield Outcome(name, error=hand)
            continue
        try:
            yield Outcome(name, hand, hand.play(),
                          hand.departures(law) if law != ELSEWHERE else ())
        except HandError as error:
            yield Outcome(name, hand, error=error)


def _say(outcome: Outcome) -> None:
    """Print a played hand, and what a law decides otherwise."""
    assert outcome.hand and outcome.played
    say_line(phrase("{file}: {results}", file=Path(outcome.name).name,
                    results=_results(outcome.hand, outcome.played)))
    for departure in outcome.departures:
        say_line(phrase("{text} ({clause})", text=departure.text, clause=departure.clause), 2)


def _say_counts(hands: int, different: int, refused: int) -> None:
    same = hands - different - refused
    say_line(phrase("{same} of {hands} hands end with the same chips, {refused} cannot be played",
                    same=same, hands=hands, refused=refused) if refused else
             phrase("{same} of {hands} hands end with the same chips", same=same, hands=hands))


def _describe(outcome: Outcome) -> dict[str, object]:
    """An outcome as plain data; sums are decimal numbers of chips as text."""
    if outcome.hand is None or outcome.played is None:
        error = outcome.error
        return {"hand": outcome.name, "error": str(error),
                "found": error.found if error else "", "allowed": error.allowed if error else ""}
    hand, played = outcome.hand, outcome.played
    return {
        "hand": outcome.name, "source": hand.source, "game": hand.game,
        "players": [{"name": player.name, "before": str(player.stack), "after": str(after),
                     "won": str(won)} for player, after, won
                    in zip(hand.players, played.stacks, played.winnings, strict=True)],
        "pot": str(played.pot), "rake": None if played.rake is None else str(played.rake),
        "agrees": played.agrees, "differences": list(map(str, played.differences)),
        "notes": list(map(str, played.notes)), "rules": list(played.rules),
        "departures": [{"clause": departure.clause, "action": departure.action,
                        "text": str(departure.text)} for departure in outcome.departures]}


def _results(hand: Hand, played: Result) -> str:
    """The stacks of a played hand, and how they compare with its file."""
    stacks = ", ".join(f"{player.name} {stack}" for player, stack
                       in zip(hand.players, played.stacks, strict=True))
    remarks = [*played.differences] or [
        phrase("as in the file") if played.compared else phrase("the file has no stacks")]
    if played.rake:
        remarks.append(phrase("the house took {sum}", sum=str(played.rake)))
    return joined([stacks, *remarks, *played.notes], "; ")


@command.command()
@_FILES
@click.option("-o", "--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="the file to write (default: standard output)")
@lang_option(expose=False)
def convert(files: tuple[Path, ...], out: Path | None) -> None:
    """Write the hands of these files as one PHH file of many hands.

    What the format has no field for is in fields that begin with _ . Hands that other programs may
    refuse or play otherwise are counted.

    Exit status: 0 done, 2 a hand cannot be read; the others are written.
    """
    hands, refused = [], 0
    for name, hand in _read_all(files):
        if isinstance(hand, HandError):
            refused += _refuse(name, hand)
        else:
            hands.append(hand)
    text = write_all(hands)
    if out is None:
        click.echo(text, nl=False)
    else:
        try:
            out.write_text(text, "utf-8")
        except OSError as error:
            stop(phrase("{file}: {error}", file=str(out), error=error_text(error)))
        say_line(plural("1 hand is in {folder}", "{n} hands are in {folder}", len(hands),
                        folder=str(out)))
    for reason, count in _beyond_the_format(hands).items():
        if count:
            warn(plural("1 hand: {what}", "{n} hands: {what}", count, what=reason))
    if refused:
        raise SystemExit(2)


def _beyond_the_format(hands: list[Hand]) -> dict[str, int]:
    """How many hands have something that the format itself cannot say, by what it is."""
    records = [hand.record for hand in hands]
    return {
        phrase("the format does not define the code of the game, and other programs refuse it"):
            sum(not record.code.standard for record in records),
        phrase("several boards are in the field _boards, which other programs do not read"):
            sum(bool(record.further_boards) for record in records),
        phrase("checks before the common cards were added, which nobody was asked for"):
            sum(BOMB in record.more for record in records)}
