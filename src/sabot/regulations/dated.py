"""The law on a day: rows that are in force for a time, acts that amend a regulation, and its state.

An amending act is a TOML file: the regulation that it changes, its title, the days of publication
and entry into force, and a list of changes to rows::

    document = "pt-217-2007"
    title = "Portaria n.º 1/2027"
    published = 2027-01-04
    since = 2027-02-01

    [[change]]
    row = "blackjack/37"        # the section and the rule
    does = "replace"            # or "add" or "repeal"
    text = { en = "...", pt = "..." }
    note = { en = "...", pt = "..." }

A row that is added says after which row it stands and of which kind it is. Acts that the register
holds lie in ``register/acts``, those of a package of games in ``law/acts``.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Literal, NamedTuple

import msgspec

from sabot.regulations.published_clauses import own_rule
from sabot.regulations.register import (
    KINDS,
    Document,
    Row,
    Wording,
    act_folders,
    documents,
    published_rows,
    rows,
)
from sabot.words import phrase

Does = Literal["replace", "add", "repeal"]


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an act does with one row: it gives it other words, adds it ``after`` another one, or
    repeals it. ``text`` and ``note`` are by language. ``kind`` is that of a row that is added; a
    row that is replaced keeps its own unless another one is given."""

    row: str
    does: Does
    after: str = ""
    kind: str = ""
    text: dict[str, str] = {}
    note: dict[str, str] = {}


class AmendingAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An act that changes rows of a regulation from the day ``since`` on."""

    document: str
    title: str
    since: str
    change: tuple[Change, ...]
    published: str = ""

    def id_of(self, row: str) -> str:
        """The id of a row that the act names by its section and rule."""
        return row if row.startswith(f"{self.document}/") else f"{self.document}/{row}"


class WrongAct(ValueError):
    """A file that is no amending act, with everything that is wrong with it in ``faults``."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults))


class DatedRow(NamedTuple):
    """A row with the time in which it is in force, the act that gave it these words ("" for the
    regulation itself), and its words by language."""

    row: Row
    since: str
    until: str
    act: str
    wordings: Mapping[str, Wording]

    def wording(self, lang: str) -> Wording:
        """The row in a language, in English where it is not held in that one."""
        return self.wordings.get(lang) or self.wordings["en"]


class State(NamedTuple):
    """The rows of a regulation that are in force on a day.

    ``since`` is the day from which on this has been its state, "" before it enters into force.
    ``amended`` is the same day where acts have changed the regulation by then, else "".
    """

    document: Document
    day: str
    since: str
    amended: str
    rows: Mapping[str, DatedRow]

    @property
    def id(self) -> str:
        """The name of the state: ``pt-217-2007@2007-03-01``."""
        return f"{self.document.key}@{self.since}"


def read_act(text: str) -> AmendingAct:
    """An amending act from the text of its file. WrongAct has everything that is wrong with it."""
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongAct([f"the file is not TOML: {error}"]) from None
    try:
        act = msgspec.convert(_plain(values), AmendingAct)
    except msgspec.ValidationError as error:
        raise WrongAct([str(error)]) from None
    if faults := list(_faults(act, published_rows())):
        raise WrongAct(faults)
    return act


def _plain(value: Any) -> Any:
    """The values of a TOML file with days as text."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int | bool | float) else str(value)


def _faults(act: AmendingAct, known: Mapping[str, Row]) -> Iterable[str]:
    """What is wrong with an act, each with what was found and what is allowed."""
    if act.document not in documents():
        yield f"document: found {act.document!r}; allowed: {', '.join(documents())}"
        return
    document = documents()[act.document]
    if act.since <= document.since:
        yield f"since: found {act.since}; allowed: a day after {document.since}, on which " \
              f"{document.short} entered into force"
    if not act.change:
        yield "change: found nothing; allowed: one [[change]] or more"
    added = {act.id_of(change.row) for change in act.change if change.does == "add"}
    for n, change in enumerate(act.change, start=1):
        name, row_id = f"change[{n}]", act.id_of(change.row)
        section = row_id.rpartition("/")[0]
        if change.does == "add":
            if row_id in known:
                yield f"{name}.row: found {change.row!r}, which the regulation has; allowed: " \
                      "another rule, or does = \"replace\""
            after = act.id_of(change.after)
            if after not in known and after not in added:
                yield f"{name}.after: found {change.after!r}; allowed: a row of the regulation " \
                      "after which this one stands"
            elif after.rpartition("/")[0] != section:
                yield f"{name}.after: found {change.after!r}; allowed: a row of {section}"
            if change.kind not in KINDS:
                yield f"{name}.kind: found {change.kind!r}; allowed: {', '.join(sorted(KINDS))}"
        elif row_id not in known:
            yield f"{name}.row: found {change.row!r}; allowed: a row of {act.document}"
        if change.kind and change.does != "add" and change.kind not in KINDS:
            yield f"{name}.kind: found {change.kind!r}; allowed: {', '.join(sorted(KINDS))}"
        if change.does == "repeal":
            if change.text or change.note:
                yield f"{name}.text: found words; allowed: none, as the row is repealed"
        elif not change.text.get("en"):
            yield f"{name}.text: found no English text; allowed: text = {{ en = \"...\" }}, with " \
                  f"{' and '.join(lang for lang in document.row_languages if lang != 'en')} " \
                  "where it is held"


@cache
def acts() -> tuple[AmendingAct, ...]:
    """The amending acts that the register and the packages of games hold, by the day on which they
    enter into force; ValueError names a file that is wrong."""
    held = []
    for folder in act_folders():
        for file in folder.iterdir():
            if file.name.endswith(".toml"):
                try:
                    held.append(read_act(file.read_text("utf-8")))
                except WrongAct as error:
                    raise ValueError(f"{file}: {error}") from None
    return tuple(sorted(held, key=lambda act: (act.since, act.title)))


def state(document: str, day: str = "", drafts: Iterable[AmendingAct] = ()) -> State:
    """The state of a regulation on an ISO day, with the acts that the register holds and these
    drafts; without a day the state after all of them. KeyError for an unknown regulation."""
    held = _held_state(document, day)
    drafts = tuple(drafts)
    return _compute(document, day, (*acts(), *drafts)) if drafts and held.rows else held


@lru_cache(256)
def _held_state(document: str, day: str) -> State:
    """The state with the acts that the register holds: computed for the last day by then on which
    something begins or ends."""
    days = _days_of_change(document)
    passed = bisect_right(days, day) if day else 0
    if not passed or days[passed - 1] == day:
        return _compute(document, day, acts())
    return _held_state(document, days[passed - 1])._replace(day=day)


@cache
def _days_of_change(document: str) -> tuple[str, ...]:
    """The days on which a regulation, one of its rows or an act that amends it begins or ends."""
    entry, lives = documents()[document], published_rows().values()
    return tuple(sorted({
        entry.since, entry.until, *(act.since for act in acts() if act.document == document),
        *(day for row in lives if row.document == document for day in (row.since, row.until)),
    } - {""}))


def _compute(document: str, day: str, amending: Iterable[AmendingAct]) -> State:
    """The state of a regulation on a day, with these acts."""
    entry = documents()[document]

    def begun(since: str) -> bool:
        return not day or since <= day

    def ended(until: str) -> bool:
        return bool(until) and bool(day) and until <= day

    if not begun(entry.since) or ended(entry.until):
        return State(entry, day, "", "", {})
    since, amended = entry.since, ""
    current: dict[str, DatedRow] = {}
    for row in published_rows().values():
        if row.document != document:
            continue
        starts = row.since or entry.since
        since = max([since, *(moment for moment in (row.since, row.until)
                              if moment and day and moment <= day)])
        if begun(starts) and not ended(row.until):
            current[row.id] = DatedRow(row, starts, row.until or entry.until, "", {
                lang: row.wording(lang) for lang in entry.row_languages})
    for act in sorted(amending, key=lambda act: act.since):
        if act.document == document and begun(act.since):
            current = _amend(current, act)
            since = amended = max(since, act.since)
    return State(entry, day, since, amended, current)


def _amend(current: Mapping[str, DatedRow], act: AmendingAct) -> dict[str, DatedRow]:
    """The rows after an act."""
    amended = dict(current)
    for change in act.change:
        row_id = act.id_of(change.row)
        if change.does == "repeal":
            amended.pop(row_id, None)
            continue
        words = {lang: Wording(lang, text, change.note.get(lang, ""))
                 for lang, text in change.text.items()}
        if change.does == "replace" and row_id in amended:
            row = amended[row_id].row._replace(
                text=change.text["en"], note=change.note.get("en", ""),
                kind=change.kind or amended[row_id].row.kind, since=act.since)
            amended[row_id] = DatedRow(row, act.since, "", act.title, words)
            continue
        after = act.id_of(change.after)
        game = next((dated.row.game for dated in amended.values()
                     if dated.row.section == row_id.rpartition("/")[0]), "")
        row = Row(row_id, game, change.kind, change.text["en"], change.note.get("en", ""),
                  act.since)
        placed: dict[str, DatedRow] = {}
        for known_id, dated in amended.items():
            placed[known_id] = dated
            if known_id == after:
                placed[row_id] = DatedRow(row, act.since, "", act.title, words)
        amended = placed if row_id in placed else \
            {**placed, row_id: DatedRow(row, act.since, "", act.title, words)}
    return amended


class Succession(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A section that replaced one of another regulation: the rules that are the ``same`` in
    substance, and those that were ``moved``, the old number with the new one."""

    before: str
    after: str
    same: tuple[str, ...] = ()
    moved: dict[str, str] = {}


class _Successions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    succession: tuple[Succession, ...]


@cache
def successions() -> tuple[Succession, ...]:
    """The successions of the register; ValueError where one names a rule that does not exist."""
    text = (resources.files(__package__) / "register" / "successions.toml").read_text("utf-8")
    held = msgspec.toml.decode(text, type=_Successions).succession
    for entry in held:
        old = {own_rule(row.rule) for row in rows().values() if row.section == entry.before}
        new = {own_rule(row.rule) for row in rows().values() if row.section == entry.after}
        if wrong := [*({*entry.same, *entry.moved} - old - new), *({*entry.moved.values()} - new)]:
            raise ValueError(phrase("{before} to {after}: there is no rule {wrong}",
                                    before=entry.before, after=entry.after, wrong=wrong[0]))
    return held


class RuleChange(NamedTuple):
    """A rule that is not the same in two states: the rows in which it differs in each. ``rule`` is
    its number in the second state, or in the first if it is gone; ``was`` its other number before.
    """

    rule: str
    was: str
    before: tuple[DatedRow, ...]
    after: tuple[DatedRow, ...]

    @property
    def does(self) -> Does:
        """What happened to the rule."""
        return "add" if not self.before else "repeal" if not self.after else "replace"


class Comparison(NamedTuple):
    """The rules that differ between two states, and how many are the same."""

    changes: tuple[RuleChange, ...]
    same: int


def compare(before: Iterable[DatedRow], after: Iterable[DatedRow]) -> Comparison:
    """The rules that differ between the rows of two states of a section, which may be those of two
    regulations: the rules of the second in its order, then those that only the first has.

    Rows are compared by their English words. What a succession calls the same does not differ.
    """
    old, new = _by_rule(before), _by_rule(after)
    section = {dated.row.section for rows_ in (*old.values(), *new.values()) for dated in rows_}
    entry = next((one for one in successions() if {one.before, one.after} <= section),
                 Succession(before="", after=""))
    was_of = {new_rule: old_rule for old_rule, new_rule in entry.moved.items()}
    changes, same, seen = list[RuleChange](), 0, set[str]()
    for rule, rows_ in new.items():
        was = was_of.get(rule, "" if rule in entry.moved else rule)
        earlier = old.get(was, ())
        seen.add(was)
        texts, other_texts = _texts(rows_), _texts(earlier)
        if texts == other_texts or rule in entry.same:
            same += 1
            continue
        changes.append(RuleChange(
            rule, "" if was == rule else was,
            tuple(dated for dated in earlier if dated.row.text not in texts),
            tuple(dated for dated in rows_ if dated.row.text not in other_texts)))
    changes += [RuleChange(rule, "", rows_, ()) for rule, rows_ in old.items()
                if rule not in seen and rule not in entry.same]
    return Comparison(tuple(changes), same)


def _by_rule(states: Iterable[DatedRow]) -> dict[str, tuple[DatedRow, ...]]:
    """Rows by the rule of the law to which they belong."""
    grouped: dict[str, tuple[DatedRow, ...]] = {}
    for dated in states:
        rule = own_rule(dated.row.rule)
        grouped[rule] = (*grouped.get(rule, ()), dated)
    return grouped


def _texts(rows_: Iterable[DatedRow]) -> list[str]:
    return [dated.row.text for dated in rows_]
