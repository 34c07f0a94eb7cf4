"""Any groups of entries at all: the ledger does what a plain table of sums would do."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sabot.certify.audit.verify import verify
from sabot.ledger import (
    Document,
    Entry,
    InsufficientFunds,
    KeyConflict,
    Ledger,
    Outcome,
    Repeated,
    Stored,
)
from sabot.money import Transfer

ACCOUNTS = ("issue:demo@EUR", "player:ana@EUR", "player:rui@EUR", "stake:c@EUR", "bank:t@EUR")
KEYS = tuple(f"k{n}" for n in range(12))


@st.composite
def transfers(draw: st.DrawFn) -> Transfer:
    frm = draw(st.sampled_from(ACCOUNTS))
    to = draw(st.sampled_from([a for a in ACCOUNTS if a != frm]))
    return Transfer(draw(st.sampled_from(KEYS)), frm, to, draw(st.integers(1, 60)), "")


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    command = draw(st.none() | st.tuples(st.sampled_from(("ana", "rui")), st.sampled_from("abcd")))
    return Entry(
        kind="house", table=draw(st.sampled_from(("t", "u"))),
        transfers=tuple(draw(st.lists(transfers(), max_size=3))), command=command,
        answer=draw(st.binary(max_size=4)) if command else b"",
        state=draw(st.none() | st.binary(max_size=4)),
        documents=tuple(draw(st.lists(st.builds(
            Document, st.just("note"), st.sampled_from("xyz"), st.just(""), st.binary(max_size=4)),
            max_size=2))))


class Model:
    """What the ledger is, in a few lines: one entry after another, on plain dictionaries."""

    def __init__(self) -> None:
        self.sums: dict[str, int] = {}
        self.moved: dict[str, Transfer] = {}
        self.answers: dict[tuple[str, str], bytes] = {}
        self.states: dict[str, bytes] = {}
        self.notes: dict[str, bytes] = {}
        self.seq = 0

    def commit(self, group: list[Entry]) -> list[Outcome]:
        return [self.enter(entry) for entry in group]

    def enter(self, entry: Entry) -> Outcome:
        if entry.command is not None and entry.command in self.answers:
            return Repeated(self.answers[entry.command])
        sums, moved = dict(self.sums), dict(self.moved)
        for t in entry.transfers:
            if t.key in moved:
                if moved[t.key] != t:
                    raise KeyConflict(t.key)
                continue
            have = sums.get(t.frm, 0)
            if t.frm.startswith("player:") and have < t.amount:
                return InsufficientFunds(t.frm, have, t.amount)
            sums[t.frm] = have - t.amount
            sums[t.to] = sums.get(t.to, 0) + t.amount
            moved[t.key] = t
        self.sums, self.moved = sums, moved
        if entry.command is not None:
            self.answers[entry.command] = entry.answer
        if entry.state is not None:
            self.states[entry.table] = entry.state
        for note in entry.documents:
            self.notes[note.id] = note.body
        self.seq += 1
        return Stored(self.seq)

    def copy(self) -> Model:
        other = Model()
        for name, value in vars(self).items():
            setattr(other, name, dict(value) if isinstance(value, dict) else value)
        return other


@pytest.fixture(scope="module", params=[1, 2])
def empty(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
          ) -> Iterator[Path]:
    """A database of each format in turn."""
    path = tmp_path_factory.mktemp("model") / "empty.sqlite3"
    Ledger.open(str(path), format=request.param).close()
    yield path


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(groups=st.lists(st.lists(entries(), max_size=5), max_size=6), reopen=st.booleans())
def test_the_ledger_is_what_a_plain_table_of_sums_is(
        empty: Path, groups: list[list[Entry]], reopen: bool) -> None:
    path = empty.with_name("used.sqlite3")
    for old in empty.parent.glob("used.sqlite3*"):
        old.unlink()
    shutil.copy(empty, path)
    model = Model()
    ledger = Ledger.open(str(path))
    for group in groups:
        wanted = model.copy()
        try:
            expected: list[Outcome] | None = wanted.commit(group)
        except KeyConflict:
            expected = None
        if expected is None:
            with pytest.raises(KeyConflict):
                ledger.commit(group)
        else:
            assert ledger.commit(group) == expected
            model = wanted
        if reopen:
            ledger.close()
            ledger = Ledger.open(str(path))
        assert {a: n for a, n in ledger.balances().items() if n} == {
            a: n for a, n in model.sums.items() if n}
        assert {a: ledger.balance(a) for a in ACCOUNTS} == {
            a: model.sums.get(a, 0) for a in ACCOUNTS}
    assert ledger.head()[0] == model.seq
    assert ledger.states() == model.states
    assert {d.id: d.body for d in ledger.documents("note")} == model.notes
    assert {key: ledger.answer_to(*key) for key in model.answers} == model.answers
    assert sum(ledger.balances().values()) == 0
    finding = verify(ledger)
    assert finding.verified, finding.fault
    ledger.close()
