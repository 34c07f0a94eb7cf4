"""The suite's instruments: law coverage, long runs, and what needs a server or a browser.

Logic of the coverage: `sabot.certify.coverage`. Options: ``--soak`` for long runs, ``--more`` for
those that `make test` leaves to `make more`; ``--law-row ROW`` runs only the tests that name the
row; ``--map`` notes which lines of the program each test runs.
``SABOT_REQUIRE_ALL=1`` turns a missing server or browser from a skip into a failure.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
from collections.abc import Generator, Iterable, Iterator
from contextlib import nullcontext
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sabot import results
from sabot.reports import odds_report
from support import chromium_browser, failure_history, time_spent
from support.databases import create_database, drop_database, unreachable
from tools.proof import perturb, witness

os.environ["SABOT_LANG"] = "en"  # whatever the language of the machine is
POSTGRES = os.environ.get("SABOT_TEST_POSTGRES", "postgresql://127.0.0.1:5432/test")
RUN = witness.Run()
SPENT = time_spent.Spending()
# Rows that had a test, rows that had a failed one, and the tests that failed.
FATE: dict[str, set[str]] = {"ran": set(), "dead": set(), "by": set()}
PASSED: set[str] = set()
WANTED: dict[str, set[str]] = {}                           # the wanted rows of each test


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("sabot")
    group.addoption("--soak", action="store_true", help="run the long tests too")
    group.addoption("--more", action="store_true",
                    help="run what takes long and the pages of every game, width and language too")
    group.addoption("--reset-rounds", action="store_true",
                    help="write the golden rounds anew, to be read as a diff")
    group.addoption("--map", action="store_true",
                    help="note which lines of the program each test runs, for make quick")
    group.addoption("--law-row", action="append", default=[], metavar="ROW",
                    help="only tests marked with this row; may be given more than once")
    group.addoption("--law-tests", metavar="FILE", help="only the tests that a JSON list names")
    group.addoption("--law-asserts-only", action="store_true",
                    help="write no coverage")
    group.addoption("--law-fate", metavar="FILE",
                    help="end when each row has a test that failed; write which rows have")
    group.addoption("--law-drop", metavar="WORD", help="calls and handlings with this word, or "
                    "ordered by this row, are not told")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "withheld(*rows): rows that must not be given while this test runs")
    config.pluginmanager.import_plugin("pytester")  # the tests of this very file use it
    # One store of odds for all processes of this run, and for the next ones of this checkout.
    os.environ.setdefault("SABOT_RESULTS", str(config.rootpath / ".results"))
    odds_report.set_cache(results.default_results())
    read_elsewhere(config)
    if config.getoption("--map") and not controls(config):
        from support import line_tracing  # its library is needed by nobody else
        worker_input = getattr(config, "workerinput", {})
        config.stash[MAPPER] = line_tracing.Mapper(config.rootpath,
                                                   worker_input.get("workerid", ""))
    if config.pluginmanager.hasplugin("hypothesispytest"):
        from hypothesis import settings
        # How long one example takes says how busy the machine is, not whether the law holds.
        settings.register_profile("any machine", deadline=None)
        settings.load_profile("any machine")


def controls(config: pytest.Config) -> bool:
    """Whether this process runs no tests itself: it tells other processes to."""
    return bool(getattr(config.option, "numprocesses", None)) and not hasattr(config, "workerinput")


def read_elsewhere(config: pytest.Config) -> None:
    """Each worker begins with other files: what one has compiled the others find, where all would
    compile the same at once."""
    worker_input, tests = getattr(config, "workerinput", None), Path(__file__).parent
    if worker_input and [Path(arg).resolve() for arg in config.args] == [tests]:
        files = sorted(map(str, tests.rglob("test_*.py")))
        first = int(worker_input["workerid"][2:]) * len(files) // worker_input["workercount"]
        config.args[:] = files[first:] + files[:first]


def named(item: pytest.Item, mark: str = "law") -> list[str]:
    """The rows that a test names, in the order of its marks."""
    return list(dict.fromkeys(row for found in item.iter_markers(mark) for row in found.args))


def mark_more(items: Iterable[pytest.Item]) -> list[str]:
    """Mark with ``more`` the sets of values that ``more_of`` names; what it names in vain."""
    named: dict[str, set[str]] = {}
    found: dict[str, set[str]] = {}
    for item in items:
        function = item.nodeid.partition("[")[0]
        for mark in item.iter_markers("more_of"):
            named.setdefault(function, set()).update(mark.args)
            case = getattr(item, "callspec", None)
            if case is not None and case.id in mark.args:
                item.add_marker("more")
                found.setdefault(function, set()).add(case.id)
    return [f"{function}: more_of names {one!r}, and no test has these values"
            for function, ids in named.items() for one in sorted(ids - found.get(function, set()))]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wrong = [f"{item.nodeid}: {fault}" for item in items
             for fault in witness.check_citations([*named(item), *named(item, "withheld")])]
    in_vain = mark_more(items)
    if not any("[" in arg for arg in config.args):  # single tests have not all values of each
        wrong += in_vain
    if wrong:
        raise pytest.UsageError("\n".join(wrong))
    for item in items:  # who asks for the browser needs it, marked or not
        if {"chromium", "browser"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("browser")
    failures = failure_history.History(config.rootpath).of_files()
    # What has failed lately comes first. What watches a page mostly waits: it begins at once, and
    # the others have the cores meanwhile.
    items.sort(key=lambda item: (-failures.get(item.nodeid.partition("::")[0], 0.0),
                                 item.get_closest_marker("browser") is None, str(item.path)))
    if wanted := set(config.getoption("--law-row")):
        selected = [item for item in items
                    if wanted.intersection([*named(item), *named(item, "withheld")])]
        config.hook.pytest_deselected(items=[item for item in items if item not in selected])
        items[:] = selected
        seconds = perturb.last_run(config.rootpath).seconds  # the quick ones first
        items.sort(key=lambda item: seconds.get(item.nodeid, 0.1))
        WANTED.update((item.nodeid, wanted.intersection([*named(item), *named(item, "withheld")]))
                      for item in selected)
    if only := config.getoption("--law-tests"):
        ids = set(json.loads(Path(only).read_text("utf-8")))
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in ids])
        items[:] = [item for item in items if item.nodeid in ids]


@cache
def missing(need: str) -> str:
    """Why what a marker needs is not there, or "" when it is."""
    if need == "postgres":
        import psycopg
        try:
            psycopg.connect(POSTGRES, connect_timeout=3).close()
        except psycopg.Error as error:
            return f"no PostgreSQL server at {POSTGRES}: {error}"
    if need == "browser":
        if importlib.util.find_spec("playwright") is None:
            return "playwright is not installed"
        if not any(shutil.which(name) for name in chromium_browser.NAMES):
            return f"no browser: none of {', '.join(chromium_browser.NAMES)} is installed"
    return ""


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("soak") and not item.config.getoption("--soak"):
        pytest.skip("a long run: only with --soak")
    if item.get_closest_marker("more") and not item.config.getoption("--more"):
        pytest.skip("long, or like others that are looked at: only with --more")
    for need in ("postgres", "browser"):
        if item.get_closest_marker(need) and (why := missing(need)):
            if os.environ.get("SABOT_REQUIRE_ALL") == "1":
                pytest.fail(why, pytrace=False)
            pytest.skip(why)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None
                            ) -> Generator[None, Any, Any]:
    try:
        return (yield)
    finally:  # beside a playwright no other loop runs: it ends with the tests that need it
        if not (nextitem and nextitem.get_closest_marker("browser")):
            before = time_spent.now()
            chromium_browser.close()
            item.stash[BROWSER] = time_spent.now() - before


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]
                              ) -> Generator[None, Any, Any]:
    """What each phase of a test has spent goes with its report, also to another process."""
    report = yield
    before, after = item.stash[CLOCK], time_spent.now()
    browser = item.stash.get(BROWSER, time_spent.Spent(0, 0)) if call.when == "teardown" else \
        time_spent.Spent(0, 0)
    report.spent = list(after - before - browser)
    report.browsers = browser.processor
    item.stash[CLOCK] = after
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    item.stash[CLOCK] = time_spent.now()
    if MAPPER in item.config.stash:
        item.config.stash[MAPPER].begin(item.nodeid)
    word = item.config.getoption("--law-drop")
    drop = perturb.dropping(word) if word else nullcontext()
    with witness.watch() as item.stash[SEEN], drop:
        result = yield
    wanted = item.config.getoption("--law-row")
    if wanted and item.config.getoption("--law-fate") and FATE["dead"].issuperset(wanted):
        item.session.shouldfail = "each row has a test that failed"
    return result


SEEN = pytest.StashKey[tuple[set[str], set[str]]]()
CLOCK = pytest.StashKey[time_spent.Spent]()
MAPPER: pytest.StashKey[Any] = pytest.StashKey()
BROWSER = pytest.StashKey[time_spent.Spent]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    result = yield
    rows, (seen, heard) = named(item), item.stash[SEEN]
    item.user_properties.append(("law", [row for row in rows if row in seen]))
    item.user_properties.append(("law-unseen", [row for row in rows if row not in seen]))
    item.user_properties.append(("law-spoken", [row for row in rows if row in heard]))
    cited = sorted(seen.intersection(named(item, "withheld")))
    if cited and not item.config.getoption("--law-asserts-only"):
        pytest.fail(f"given, though the test's mark says withheld: {', '.join(cited)}",
                    pytrace=False)
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if spent := getattr(report, "spent", None):
        SPENT.add(report.nodeid, time_spent.Spent(*spent))
        SPENT.browsers += getattr(report, "browsers", 0.0)
    properties = dict(report.user_properties)
    if report.failed or (report.when == "call" and report.passed):
        FATE["ran"] |= WANTED.get(report.nodeid, set())
    if report.failed:
        FATE["dead"] |= WANTED.get(report.nodeid, set())
        FATE["by"].add(report.nodeid)
        RUN.failed(report.nodeid)
    elif report.when == "call" and report.passed:
        PASSED.add(report.nodeid)
        RUN.passed(report.nodeid, properties.get("law", ()), properties.get("law-unseen", ()),
                   report.duration, properties.get("law-spoken", ()),
                   properties.get("compared", {}))


def whole(config: pytest.Config) -> bool:
    """Whether this is a run of the whole suite and not of a choice of it."""
    asked = {Path(config.invocation_params.dir, arg).resolve() for arg in config.args}
    every = {config.rootpath, *(config.rootpath / name for name in config.getini("testpaths"))}
    return asked <= every and not (config.option.keyword or config.option.markexpr
                                   or config.option.maxfail or config.option.law_row)


@pytest.hookimpl(trylast=True)  # the other processes have ended then
def pytest_sessionfinish(session: pytest.Session) -> None:
    config = session.config
    if MAPPER in config.stash:
        config.stash[MAPPER].end()
    if not hasattr(config, "workerinput") and not config.getoption("--law-fate"):
        failure_history.History(config.rootpath).add(PASSED, FATE["by"])
    if config.getoption("--map") and not hasattr(config, "workerinput"):
        from support import line_tracing
        line_tracing.combine(config.rootpath, {
            test: spent.clock for test, spent in SPENT.tests.items()})
    if fate := session.config.getoption("--law-fate"):
        Path(fate).write_text(json.dumps({key: sorted(rows) for key, rows in FATE.items()}))
    if whole(session.config) and RUN.unseen and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if whole(config) or config.getoption("--more"):
        tell_spending(terminalreporter, whole(config))
    if config.getoption("--law-asserts-only") or not (RUN.tests or RUN.unseen):
        return
    found = RUN.coverage(datetime.now(UTC).isoformat(timespec="seconds"), config.rootpath)
    path = witness.write(config.rootpath, found)
    terminalreporter.section("law")
    terminalreporter.write_line(f"{len(found.rows)} clauses given to {len(found.tests)} tests that "
                                f"name them ({path.name})")
    for test, rows in sorted(found.unseen.items()):
        terminalreporter.write_line(f"never given: {', '.join(rows)} ({test})",
                                    red=whole(config), yellow=not whole(config))


def tell_spending(terminalreporter: Any, whole_run: bool) -> None:
    """The slowest tests and the processor time of each folder."""
    folders, budgets = SPENT.folders(), time_spent.budget()
    terminalreporter.section("time")
    for test, spent in SPENT.slowest():
        terminalreporter.write_line(f"{spent.clock:7.1f} s  {test}")
    terminalreporter.write_line(f"{sum(folders.values()):7.0f} s of the processor: " + ", ".join(
        f"{name} {seconds:.0f}" for name, seconds in folders.items()))
    for name in time_spent.over(folders, budgets) if whole_run else ():
        terminalreporter.write_line(
            f"{name} takes {folders[name]:.0f} s of the processor, and tests/budget.toml gives it "
            f"{budgets.get(name, 0):.0f} s", red=True)


@pytest.fixture
def postgres() -> Iterator[str]:
    """An empty PostgreSQL database of its own."""
    if why := unreachable():
        if os.environ.get("SABOT_REQUIRE_ALL") == "1":
            pytest.fail(why, pytrace=False)
        pytest.skip(why)
    database_url = create_database()
    try:
        yield database_url
    finally:
        drop_database(database_url)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database, of each kind in turn."""
    database_url: str = request.getfixturevalue(request.param)
    return database_url
