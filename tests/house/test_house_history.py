"""A player's coups over all games: pages, days, sessions, and the receipt of one."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sabot.house import HouseError
from sabot.house.archive.history import History, Sums, describe_receipt
from sabot.house.table.session import Session
from sabot.house.table.versioned_events import session_document
from sabot.ledger import Document, Entry, Ledger
from sabot.procedure import canonical
from support.databases import create_database, drop_database, unreachable
from support.house_evening import SHARED, Evening, Guest, row, run_async, table
from support.wire import wire

MACHINE = """
game = "machines"
name = "Machine 1"
places = 1
minimum = "0.05"
maximum = "20.00"
[clocks]
between = 0
[rules]
number = "1"
model = "costa"
coins = ["0.05", "0.25"]
"""
WHEEL = """
game = "french-roulette"
name = "Tejo"
kind = "individual"
places = 1
minimum = 2
maximum = 60
"""
TABLES = {"shared": table(SHARED), "m": table(MACHINE), "wheel": table(WHEEL)}


async def evening_of(evening: Evening) -> Guest:
    """Two games at a machine, a coup of blackjack, two of roulette on the next day."""
    ana = await evening.guest("Ana")
    await ana.must("sit", "1", table="m")
    await ana.must("insert", "1", 5_000, table="m")
    for _ in range(2):
        await ana.must("spin", "20x1x5", table="m")
        await evening.later(0)
    await ana.must("cash-out", "1", table="m")
    await evening.later(0)
    await ana.must("sit", "1")
    await ana.must("bet", "1", 1_000)
    for _ in range(8):  # nobody decides: the coup ends by the clock
        await evening.later(20)
    await evening.later(86_400)
    at = "wheel"
    await ana.must("sit", "1", table=at)
    for _ in range(2):
        await ana.must("bet", "red", 400, table=at)
        await ana.must("spin", "table", table=at)
        await evening.later(60)
    return ana


@pytest.mark.law(row("31"))
@run_async
async def test_all_coups_of_all_games_stand_in_one_list(tmp_path: Path) -> None:
    """A machine's games too, with what they came to; another player has none of them."""
    async with Evening(tmp_path, tables=TABLES) as evening:
        ana, rui = await evening_of(evening), await evening.guest("Rui")
        page = History(evening.house, ana.id).page()
        assert page.law == row("31") and page.next == 0
        assert list(dict.fromkeys(c.game for c in page.coups)) == [
            "french-roulette", "blackjack-online", "machines"]
        spun = [r for c in page.coups if c.game == "machines" for r in c.results]
        assert [r["bet"] for r in spun if "bet" in r] == [100, 100]
        wheel = next(c for c in page.coups if c.game == "french-roulette")
        [red] = wheel.results
        assert red["hand"] == "1/red" and red["result"] in ("won", "lost")
        assert (red["result"] == "won") == (wheel.net > 0)
        assert page.tables == {"m": "Machine 1", "shared": "Shared", "wheel": "Tejo"}
        assert page.games["machines"].words["pt"]
        assert History(evening.house, rui.id).page().coups == []


@pytest.mark.law(row("33"))
@run_async
async def test_what_days_and_sessions_came_to_is_what_the_account_shows(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=TABLES) as evening:
        ana = await evening_of(evening)
        mine = History(evening.house, ana.id)
        page = mine.page()
        assert len(page.days) == 2
        nets = [day.sums["€"].net for day in page.days]
        assert sum(nets) == ana.balance - 100_000
        assert sum(day.sums["€"].coups for day in page.days) == len(page.coups)
        day = page.days[1].day
        alone = mine.page(day=day)
        assert [d.day for d in alone.days] == [day]
        assert alone.coups == [c for c in page.coups
                                  if datetime.fromtimestamp(c.ended, UTC).date().isoformat()
                                  == day]
        for session in mine.sessions():
            found = mine.page(session=session.id)
            assert {c.table for c in found.coups} == {session.table}
            assert found.session.net == sum(c.net for c in found.coups)
            assert found.session.law == row("33")
        with pytest.raises(HouseError, match="you have no session"):
            mine.page(session="m:somebody:1")


@pytest.mark.law(row("31"))
@run_async
async def test_games_divide_the_list_and_pages_lose_nothing(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=TABLES) as evening:
        ana = await evening_of(evening)
        mine = History(evening.house, ana.id, "Asia/Macau")
        every = mine.page().coups
        for limit in (1, 2, 3):
            seen: list[dict[str, Any]] = []
            before = 0
            while not seen or before:
                page = mine.page(before=before, limit=limit)
                seen += page.coups
                before = page.next
            assert seen == every
        by_game = [c for name in {c.game for c in every}
                   for c in mine.page(game_id=name).coups]
        assert sorted(c.id for c in by_game) == sorted(c.id for c in every)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"zone": "Atlantis/Capital"}, "not a time zone; allowed"),
        ({"zone": "../etc"}, "not a time zone"),
        ({"day": "yesterday"}, "not a date; allowed: a date such as 2026-11-23"),
    ],
)
@run_async
async def test_what_is_no_day_and_no_zone_is_said(tmp_path: Path, asked: dict[str, str],
                                                  expected: str) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest("Ana")
        with pytest.raises(HouseError, match=expected):
            History(evening.house, ana.id, asked.pop("zone", "UTC")).page(**asked)


@pytest.mark.law(row("31"), row("33"))
@run_async
async def test_a_receipt_tells_the_coup_and_the_table_as_it_was(tmp_path: Path) -> None:
    """Whatever became of the table since; nobody else has it."""
    async with Evening(tmp_path, tables=TABLES) as evening:
        ana = await evening_of(evening)
        rui = await evening.guest("Rui")
        one = next(c for c in History(evening.house, ana.id).page().coups
                   if c.game == "blackjack-online")
        receipt = describe_receipt(evening.house, ana.id, one.id)
        assert receipt.laid.name == "Shared" and receipt.laid.words["pt"]
        assert receipt.sums.net == one.net and receipt.name == "Ana"
        assert len(receipt.rules) == 64 and receipt.code and receipt.seal
        assert receipt.law == row("31") and receipt.net_law == row("33")
        assert all(e["law"] for e in wire(receipt.events) if "step" in e)
        with pytest.raises(HouseError, match="you have no round") as no:
            describe_receipt(evening.house, rui.id, one.id)
        assert no.value.status == 404
        del evening.tables["shared"]
        await evening.reopen()
        again = describe_receipt(evening.house, ana.id, one.id)
        assert again.laid == receipt.laid and again.events == receipt.events


@run_async
async def test_a_coup_of_another_version_of_the_rules_says_so(tmp_path: Path) -> None:
    """A record whose table has a rule that is unknown here is no traceback."""
    async with Evening(tmp_path, tables=TABLES) as evening:
        ana = await evening_of(evening)
        begun = next(r for r in evening.ledger.entries(kind="begin") if r.coup == "shared-1")
        body = msgspec.json.decode(begun.body)
        body["table"]["rules"]["of_old"] = True
        entry = Entry(kind="begin", table="old", coup="old-1", body=canonical(
            {**body, "code": "0.1", "coup": "old-1"}), documents=(Document(
                "coup", f"old-1:{ana.id}", ana.id, canonical(
                    {"id": "old-1", "table": "old", "game": "blackjack-online", "ended": 1.0})),))
        await evening.house.commit(entry)
        with pytest.raises(HouseError, match=r"another version of the rules, 0\.1") as no:
            describe_receipt(evening.house, ana.id, "old-1")
        assert no.value.status == 409


class BooksOfCoups:
    """Books with coups and sessions that were never played, to be gone through."""

    tables: dict[str, Any] = {}

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.archive = self

    def duty_clause(self, _: str) -> str:
        return row("31")

    def sessions(self, player: str) -> list[dict[str, Any]]:
        return [msgspec.json.decode(d.body) for d in self.ledger.documents("session", player)]


PLACES = (("shared", "blackjack-online"), ("wheel~a", "american-roulette"), ("wheel-2", "craps"))


@pytest.mark.more_of("postgres")
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=[
    pytest.mark.postgres, pytest.mark.skipif(bool(unreachable()), reason="no server")])])
@settings(max_examples=12, deadline=None,
          suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.tuples(st.integers(0, 2), st.booleans(), st.integers(0, 40_000),
                                st.integers(-5, 5)), min_size=1, max_size=40),
       limit=st.integers(1, 7))
def test_sessions_at_several_tables_at_once_are_kept_apart(
        tmp_path_factory: pytest.TempPathFactory, kind: str,
        steps: list[tuple[int, bool, int, int]],
        limit: int) -> None:
    """Coups of three tables in any order, sessions that end and begin anew in between: every filter
    finds the very coups that a look at all of them finds."""
    url = create_database() if kind == "postgres" else \
        f"sqlite:///{tmp_path_factory.mktemp('kept') / 'books.sqlite3'}"
    now = 1_700_000_000.0
    open_: dict[str, Session] = {}
    stored: list[tuple[str, str, float, int, str]] = []
    with ExitStack() as after, Ledger.open(url, synchronous="OFF") as ledger:
        if kind == "postgres":
            after.callback(drop_database, url)
        for n, (at, ends, pause, net) in enumerate(steps):
            now += pause
            name, game = PLACES[at]
            session = open_.get(name) or Session(id=f"{name}:a:{n}", player="a", table=name,
                                                 game=game, started=now, idle_since=now)
            open_[name] = session
            coup = f"{name}-{n}"
            stored.append((coup, game, now, net, session.id))
            body = {"id": coup, "table": name, "game": game, "no": n, "ended": now, "staked": 5,
                    "won": 5 + net, "held": 0, "net": net, "results": []}
            ledger.commit([Entry(kind="note", coup=coup, documents=(
                Document("coup", f"{coup}:a", "a", canonical(body)),
                Document("coup", f"{coup}:b", "b", canonical(body)), session_document(session)))])
            if ends:
                ledger.commit([Entry(kind="note", documents=(session_document(
                    msgspec.structs.replace(open_.pop(name), ended=now)),))])
        mine = History(BooksOfCoups(ledger), "a")  # type: ignore[arg-type]

        def walked(**asked: str) -> list[str]:
            found: list[str] = []
            before, first = 0, True
            while first or before:
                page = mine.page(before=before, limit=limit, **asked)
                found += [c.id for c in page.coups]
                before, first = page.next, False
            return found

        assert walked() == [m[0] for m in reversed(stored)]
        for game in {m[1] for m in stored}:
            assert walked(game_id=game) == [m[0] for m in reversed(stored) if m[1] == game]
        for session_id in {m[4] for m in stored}:
            assert walked(session=session_id) == [m[0] for m in reversed(stored)
                                                  if m[4] == session_id]
        for day in {datetime.fromtimestamp(m[2], UTC).date().isoformat() for m in stored}:
            of_day = [m for m in stored
                      if datetime.fromtimestamp(m[2], UTC).date().isoformat() == day]
            assert walked(day=day) == [m[0] for m in reversed(of_day)]
            [that_day] = mine.page(day=day).days
            assert that_day.sums == {"€": Sums(len(of_day), 5 * len(of_day), sum(
                5 + m[3] for m in of_day), sum(m[3] for m in of_day))}


def test_a_page_is_found_by_the_index(tmp_path: Path) -> None:
    """However many coups there are: the database looks at those of the page."""
    with Ledger.open(f"sqlite:///{tmp_path / 'books.sqlite3'}") as ledger, \
            ledger._reading() as reading:
        asked: list[str] = []
        sa.event.listen(reading.engine, "before_cursor_execute",
                        lambda _c, _cur, sql, values, *_: asked.append((sql, values)))
        ledger.owned_documents("coup", "a", since=3, before=9, named="t-", limit=5)
        ledger.sums("coup", "a", ("net",), "game", since=3, before=9)
        for sql, values in list(asked):
            plan = reading.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values).all()
            assert "documents_owner (kind=? AND owner=? AND born>? AND born<?)" in plan[0][-1]
