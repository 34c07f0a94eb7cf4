"""A clause of the register, or an interpretation, as the terminal shows it in a language."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources

import click

from sabot import regulations as law
from sabot.certify.coverage import ClauseDescription
from sabot.cli.terminal import heading, say
from sabot.regulations.published_clauses import Passage
from sabot.reports import golden_rounds, regulation_report
from sabot.words import read_words

SHOWN = 12
"""The number of places, tests and golden rounds that are listed."""


@cache
def _words() -> dict[str, dict[str, str]]:
    """What is printed, and the names of the kinds of rows, which the law page has too."""
    own = read_words(resources.files(__package__) / "words.toml")
    page = read_words(resources.files("sabot.web") / "words" / "law.toml")
    return {lang: {**page[lang], **own[lang]} for lang in own}


def kind_name(kind: str, lang: str) -> str:
    """The kind of a row in a language."""
    return _words()[lang].get(f"book.kind.{kind}", kind)


class ClauseView:
    """Prints clauses in a language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._texts = _words()[lang]

    def word(self, key: str, **facts: object) -> str:
        """A text in the language, with its facts."""
        return self._texts[f"clause.{key}"].format(**facts)

    def show(self, description: ClauseDescription, passage: Passage | None, with_texts: bool
             ) -> None:
        """Print a clause or an interpretation with everything known about it; ``with_texts``: with
        the published text, or that it is not found."""
        entry = description.entry
        if isinstance(entry, regulation_report.ReadingEntry):
            self._interpretation(entry)
        else:
            self._row(description.id, entry)
            if with_texts:
                self._published(passage)
        self._citations(description.cited)
        for game, option in description.options:
            say(self.word("option", option=option, game=game))
        self._tests(description.tests, description.perturbations)
        if description.compared:
            say(self.word("compared", n=description.compared))
        named = entry.tests
        if named and not description.tests:  # no run is known here, or only one of other tests
            say(self._counted("named", len(named)))
            for test in named[:SHOWN]:
                click.echo(f"  {test}")
        self._rounds(entry.rounds)

    def _counted(self, key: str, n: int, **facts: object) -> str:
        return self.word(f"{key}.{'one' if n == 1 else 'many'}", n=n, **facts)

    def _more(self, lines: Sequence[object]) -> None:
        if len(lines) > SHOWN:
            click.echo(f"  {self.word('more', n=len(lines) - SHOWN)}")

    def _citations(self, cited: Sequence[law.Citation]) -> None:
        """Where the code cites a clause, and where the citing definitions are read."""
        say(self.word("cited.some" if cited else "cited.none"))
        for citation in cited[:SHOWN]:
            click.echo(f"  {file_of(citation.module)}:{citation.line}  {citation.name}".rstrip())
            for module, line in law.readers(citation.module, citation.name):
                click.echo(f"    {self.word('read', place=f'{file_of(module)}:{line}')}")
        self._more(cited)

    def _row(self, row_id: str, entry: regulation_report.ClauseEntry) -> None:
        heading(f"{entry.id}  ({self._texts[f'book.kind.{entry.kind}']})")
        say(law.document(row_id).title_in(self.lang)[0])
        say()
        say(entry.text)
        if entry.note:
            say(self.word("note", note=entry.note), 2)
        for reading in entry.interpretations:
            say(f"{reading.id}  {reading.title}: {reading.says}", 2)
        say()
        beyond = entry.outside
        if beyond is None:
            say(self.word(f"state.{entry.state}"))
        else:
            say(self.word("state.outside", reason=self._texts[f"reason.{beyond.reason}"],
                          why=beyond.why))

    def _published(self, passage: Passage | None) -> None:
        """The published text of a clause, in each language of publication."""
        if passage is None:
            say(self.word("not-published"))
            return
        say(self.word("published", rule=passage.row))
        for paragraphs in passage.texts.values():
            for paragraph in paragraphs:
                say(paragraph, 2)

    def _interpretation(self, entry: regulation_report.ReadingEntry) -> None:
        heading(f"{entry.id}  {entry.title}")
        for clause in entry.clauses:
            say(clause, 2)
        say()
        say(entry.says)
        for effect in entry.weighed:
            rules = ", ".join(f"{name} = {value}" for name, value in effect["rules"].items())
            say(self.word("effect", game=effect["game"], rules=rules, bet=effect["bet"],
                          other=effect["other"], ours=effect["ours"]), 2)
        if entry.letter is not None:
            say(self.word("letter", value=json.dumps(entry.letter)))
        say()

    def _tests(self, tests: Sequence[str] | None, patches: int | None) -> None:
        if tests is None:
            say(self.word("exercised.unknown"))
            return
        say(self._counted("exercised", len(tests), patches=patches) if tests
            else self.word("exercised.none", patches=patches))
        for test in tests[:SHOWN]:
            click.echo(f"  {test}")
        self._more(tests)

    def _rounds(self, rounds: Sequence[regulation_report.RoundOf]) -> None:
        if not rounds:
            say(self.word("rounds.none"))
            return
        say(self._counted("rounds", len(rounds)))
        for round_ in rounds[:SHOWN]:
            title = f": {round_.title}" if self.lang == "en" else ""  # titles are in English only
            click.echo(f"  {golden_rounds.place(round_.name)}{title}")
        self._more(rounds)


def file_of(module: str) -> str:
    """The path of a module as readers see it: ``sabot/games/craps/rules.py``."""
    return f"{module.replace('.', '/')}.py"
