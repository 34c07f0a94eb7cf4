"""A table as a value: a game with its limits and rules, lawful, to be priced, simulated, played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sabot import games
from sabot.errors import SabotError, as_sabot_error, wrong
from sabot.games.make_table import make_table, read_table_file
from sabot.library import arguments
from sabot.library.display import html_table
from sabot.probability.people import Census, Cost
from sabot.procedure.capabilities import HandsAmongPlayers
from sabot.procedure.game import Game
from sabot.procedure.table import Table as HouseTable
from sabot.regulations import interpretation
from sabot.reports.readings_followed import followed
from sabot.words import phrase, render, to_plain

Option = str | int | bool | Mapping[str, object] | list[object]
"""The value of a key of a table file or of one of its rules, as in the file."""


MINIMUM = 1000
"""The minimum bet of a table whose options do not say it, in cents."""


def find_game(name: str) -> Game:
    """The game with this id; SabotError names similar ids."""
    arguments.text("game", name)
    with as_sabot_error():
        return games.game(name)


class FollowedReading(NamedTuple):
    """A reading that a table follows: the interpretation (``ir/7``), its ``title``, the ``option``
    that chooses it ("" for none) and its ``value``; ``moves``: what another reading would change,
    "money", "choice" or "neither"."""

    id: str
    title: str
    option: str
    value: object
    moves: str


@dataclass(frozen=True, init=False, repr=False)
class Table:
    """A lawful table of a game.

    ``game`` is the id of a game of the catalogue. ``options`` are keys of a table file (``minimum``
    in whole euros or as text, ``places``) and rules of the game (``packs``), with values as in the
    file. What needs the consent of an authority has it, since no house opens this table; a table
    file names its own consents. `SabotError` lists every option that is not lawful, with its
    clause.

    >>> import sabot
    >>> table = sabot.Table("blackjack-2007", packs=6)
    >>> table
    Table('blackjack-2007', minimum=1000, maximum=30000)
    >>> table.rules["packs"]
    6
    >>> sabot.Table("blackjack-2007", packs=5)
    Traceback (most recent call last):
        ...
    sabot.SabotError: this table of blackjack-2007 is not lawful
    rules.packs: found 5; allowed: 4 or 6 (pt-217-2007/blackjack/3)
    """

    house_table: HouseTable
    """The table as the house uses it."""

    def __init__(self, game: str, **options: Option) -> None:
        object.__setattr__(self, "house_table", table_from_options(game, options))

    @classmethod
    def read(cls, path: Path | str) -> Table:
        """The table of a file. `SabotError` lists everything that is wrong with it."""
        return cls.of(read_table_file(arguments.path("path", path)))

    @classmethod
    def of(cls, table: HouseTable) -> Table:
        """The same for a table of the house."""
        if not isinstance(table, HouseTable):
            raise wrong("table", table, "a table of a house")
        wrapped = cls.__new__(cls)
        object.__setattr__(wrapped, "house_table", table)
        return wrapped

    def __hash__(self) -> int:
        return hash((self.game, self.minimum, self.maximum))

    def __repr__(self) -> str:
        return f"Table({self.game!r}, minimum={self.minimum}, maximum={self.maximum})"

    # -- what it is -------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The id of its game."""
        return self.house_table.game

    @property
    def names(self) -> Mapping[str, str]:
        """The names of its game by language: "pt", "en", "zh"."""
        return find_game(self.game).names

    @property
    def minimum(self) -> int:
        """The minimum bet in cents."""
        return self.house_table.minimum

    @property
    def maximum(self) -> int:
        """The maximum bet in cents."""
        return self.house_table.maximum

    @property
    def places(self) -> int:
        """The number of places."""
        return self.house_table.places

    @property
    def rules(self) -> Mapping[str, object]:
        """The rules that the house chose, by name, as plain data."""
        return dict(to_plain(self.house_table.rules))

    def readings(self, lang: str = "en") -> tuple[FollowedReading, ...]:
        """The readings of ambiguous clauses that this table follows.

        >>> import sabot
        >>> sabot.Table("cussec").readings()[0].id
        'ir/24'
        """
        arguments.language(lang)
        return tuple(FollowedReading(reading.id, interpretation(reading.id).paragraph(lang).title,
                                     reading.option, reading.value, reading.moves)
                     for reading in followed(self.house_table))

    def remarks(self, lang: str = "en") -> tuple[str, ...]:
        """Remarks on what this lawful table chooses, in a language."""
        arguments.language(lang)
        notes = find_game(self.game).notes
        return tuple(render(note.text, lang) for note in notes(self.house_table)) if notes else ()

    def house_share(self) -> Cost:
        """What the house keeps at a game among players: of each hand, or for each session.
        `SabotError` for games against a bank.

        >>> import sabot
        >>> sabot.Table("holdem").house_share().rate
        5
        """
        return self._among_players().cost(self.house_table)

    def hand_counts(self) -> Mapping[str, Census]:
        """How many hands of each combination there are, in five cards and in a whole deal.
        `SabotError` for games against a bank."""
        counts = self._among_players().hand_counts
        return {name: count(self.house_table) for name, count in counts.items()}

    def _among_players(self) -> HandsAmongPlayers:
        hands = find_game(self.game).hands
        if hands is None:
            raise SabotError(phrase("{game} is played against a bank: see sabot.odds",
                                    game=self.game))
        return hands

    def _repr_html_(self) -> str:
        rows = [("minimum", f"{self.minimum / 100:.2f}"), ("maximum", f"{self.maximum / 100:.2f}"),
                ("places", str(self.places)),
                *((name, str(value)) for name, value in self.rules.items()
                  if not isinstance(value, dict))]
        return html_table(("option", "value"), rows, self.names["en"])


def table_from_options(game: str, options: Mapping[str, Option], shared: bool = False
                       ) -> HouseTable:
    """The table of a game with these options, as for all computations; SabotError lists what is
    not lawful."""
    return make_table(find_game(game), shared=shared, options=options, minimum=MINIMUM)


def table_of(game: str | Table, options: Mapping[str, Option]) -> Table:
    """The table that a function of the library was given, or that it describes with options."""
    if isinstance(game, Table):
        if options:
            raise SabotError(phrase("a table takes no options: set {options} in the table itself",
                                    options=", ".join(options)))
        return game
    return Table(game, **options)


def rule_texts(rules: Mapping[str, Option]) -> dict[str, str]:
    """Rules as the general rules of a family read them."""
    return {rule: ("yes" if value else "no") if isinstance(value, bool) else str(value)
            for rule, value in rules.items()}
