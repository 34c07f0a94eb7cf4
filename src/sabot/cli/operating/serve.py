"""``sabot serve``: run a house, with its tables in the browser."""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import os
import signal
import socket
import sys
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from sabot.cli.language import Command
from sabot.cli.operating import many_nodes
from sabot.cli.operating.days import gaming_days
from sabot.cli.operating.house_log import address, prepare_logs
from sabot.cli.terminal import reason, say_line, usage_error, warn, whole_number
from sabot.games import read_table
from sabot.ledger import Ledger, LedgerError, Occupied
from sabot.ledger.vault import Vault
from sabot.ledger.wallet import Wallet
from sabot.procedure.table import Table, Violation
from sabot.results import default_results
from sabot.words import phrase, plural

if TYPE_CHECKING:
    from litestar import Litestar

    from sabot.house import House
    from sabot.house.money.pools import HousePools
    from sabot.house.staff.control import Control
    from sabot.house.table.opening_hours import Days
    from sabot.web.nodes import OpenNode
    from sabot.web.page_files import PageFiles

DEFAULT_DATABASE = "sqlite:///var/sabot.sqlite3"


def load_tables(folder: Path | None) -> tuple[dict[str, Table], dict[str, list[Violation]]]:
    """The lawful tables of a folder by file stem, and the violations of the other files by name."""
    lawful: dict[str, Table] = {}
    violations: dict[str, list[Violation]] = {}
    source = folder or Path(str(resources.files("sabot.house") / "tables"))
    for path in sorted(source.glob("*.toml")):
        try:
            table = read_table(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            table = [Violation("", "the file", reason(error), "a readable file of UTF-8 text")]
        if isinstance(table, list):
            violations[path.name] = table
        else:
            lawful[path.stem] = table
    return lawful, violations


def listen_error(host: str, port: int) -> str:
    """Why no server can listen at this address, or ""."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.strerror or str(error)
    return ""


def _make_folder(folder: Path) -> None:
    """Create the folder of the database file; ValueError if that is not possible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(phrase("cannot create the folder {folder} for the database: {why}; choose "
                                "another with --database", folder=folder,
                                why=error.strerror or str(error))) from error


def load_wallet(path: str) -> Wallet:
    """Call ``module:name`` and return the wallet that it creates; ValueError if that fails.

    The module may be in the current folder.
    """
    module, _, name = path.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        wallet: Wallet = getattr(importlib.import_module(module), name)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise ValueError(phrase("no wallet at {path!r}: {why}; give MODULE:NAME of a callable "
                                "that creates one", path=path, why=str(error))) from error
    methods = ("debit", "credit", "rollback", "balance")
    if missing := [method for method in methods if not callable(getattr(wallet, method, None))]:
        raise ValueError(phrase("{path!r} does not create a wallet: the object has no {missing}",
                                path=path, missing=', '.join(missing)))
    return wallet


def load_pools(name: str, url: str, folder: Path | None, ledger: Ledger) -> HousePools:
    """The pools in which the house ``name`` takes part.

    Args:
        name: The name of this house in the pools.
        url: The database of the pools.
        folder: Pool files to open; None takes all pools of the database.
        ledger: The ledger of this house.

    ValueError if a file is wrong or no pool names the house; LedgerError for the database.
    """
    from sabot.cli.operating.pools import read_pools
    from sabot.house.money.pools import HousePools
    from sabot.pools import Pools

    if folder is None:
        with Pools.open(url, create=False) as book:
            transferred = book.successors()
            pools = [pool for key, pool in book.pools().items() if key not in transferred]
    else:
        pools, errors = read_pools(sorted(folder.glob("*.toml")))
        if errors:
            raise ValueError("\n".join(errors))
    own_pools = [pool for pool in pools if name in pool.houses]
    if not own_pools:
        houses = sorted({house for pool in pools for house in pool.houses})
        raise ValueError(phrase("no pool names the house {house!r}; the pools {pools} are of "
                                "{houses}", house=name,
                                pools=", ".join(pool.name for pool in pools) or "(none)",
                                houses=", ".join(houses) or "nobody"))
    return HousePools(name, lambda: Pools.open(url), ledger, own_pools)


DEFAULT_HOUSE = "sabot"
"""The name of the house in the pools that come with the program."""
DEFAULT_POOLS = Path(str(resources.files("sabot.house") / "jackpots"))


def default_pools_url(database: str) -> str:
    """The database of the pools that come with the program.

    It is an SQLite file next to the house's own; for a house at PostgreSQL a file in ``SABOT_VAR``
    (or ``var``) whose name is derived from the database's URL.
    """
    if database.startswith("sqlite:///"):
        file = Path(database.removeprefix("sqlite:///"))
        return f"sqlite:///{file.with_name(f'{file.stem}-pools{file.suffix}')}"
    name = hashlib.sha256(database.encode()).hexdigest()[:12]
    return f"sqlite:///{os.environ.get('SABOT_VAR', 'var')}/pools-{name}.sqlite3"


@click.command("serve", cls=Command)
@click.option("--tables", "folder", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="folder of table files (default: the tables that come with the program)")
@click.option("--host", default="127.0.0.1", show_default=True,
              help="the address to listen at; 0.0.0.0 for every address of this machine")
@click.option("--port", default=8000, show_default=True, type=whole_number(1, 65535),
              help="the port to listen at")
@click.option("--database", envvar="SABOT_DATABASE", default=DEFAULT_DATABASE, show_default=True,
              help="the house's database: sqlite:///FILE or postgresql://USER@HOST/NAME")
@click.option("--wallet", "wallet_path", metavar="MODULE:NAME",
              help="play for the operator's money: a callable that creates the wallet; players "
              "then come in through /enter")
@click.option("--pools", "pools_url", envvar="SABOT_POOLS", metavar="URL",
              help="the database of the pools that this house shares; needs --house")
@click.option("--pool-files", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="folder of pool files, opened if new (default: all pools of the database)")
@click.option("--house", "name", metavar="NAME", help="the name of this house in the pools")
@click.option("--allow-host", "allowed", multiple=True, metavar="NAME",
              help="answer under this host name too, in addition to the address and localhost; may "
              "be repeated; *.example.pt allows all names below one, * every name (default: "
              "SABOT_HOSTS, separated by commas)")
@click.option("--secure-cookies", "secure", is_flag=True, envvar="SABOT_SECURE_COOKIES",
              help="mark cookies Secure even where a proxy ends TLS")
@click.option("--law-texts", type=click.Path(exists=True, file_okay=False, path_type=Path),
              metavar="DIR",
              help="folder of the published regulations as text files: each clause is then shown "
              "with its published text")
@click.option("--nodes", default=1, show_default=True, type=whole_number(1, 64),
              help="how many processes run the house together; more than one need PostgreSQL and "
              "--channel")
@click.option("--node", "node_name", metavar="NAME",
              help="run one node of a house, under a name of its own; on each further machine of a "
              "house of several machines")
@click.option("--channel", envvar="SABOT_CHANNEL", metavar="URL",
              help="the broker that carries messages between nodes: nats://HOST:PORT or "
              "redis://HOST:PORT")
@click.option("--accept", type=int, hidden=True)
@gaming_days
@click.option("--log", metavar="FILE",
              help="write the log to FILE, one JSON object a line; - is standard error (default: a "
              "file next to the database when standard error is a terminal, else standard error)")
@click.option("--expect-files", metavar="SHA256",
              help="refuse to open if the program's files have another digest")
def command(folder: Path | None, host: str, port: int, database: str,
            wallet_path: str | None, pools_url: str | None, pool_files: Path | None,
            name: str | None, allowed: tuple[str, ...], secure: bool, law_texts: Path | None,
            nodes: int, node_name: str | None, channel: str | None, accept: int | None,
            days: Days, log: str | None, expect_files: str | None) -> None:
    """Run a house: tables in the browser, the API and the staff pages.

    Press Ctrl+C, or send SIGTERM, to close it. Behind a proxy, FORWARDED_ALLOW_IPS lists the
    proxies whose X-Forwarded headers are trusted.

    Exit status: 0 closed as asked, 1 a table file is unlawful or the program's files are not those
    expected, 2 wrong use, 3 another house has taken over the database, 4 a node cannot reach it.
    """
    from sabot.house import House, file_digest
    from sabot.house.money.jackpot_claims import pool_of
    from sabot.house.staff import erasure, personnel
    from sabot.house.staff.control import Control, path_of
    from sabot.regulations.published_clauses import PublishedTexts
    from sabot.web import allowed_hosts
    from sabot.web.app import create_app
    from sabot.web.auth import Signer, signing_key

    try:
        names = allowed_hosts.house_hosts(
            host, allowed or os.environ.get("SABOT_HOSTS", "").split(","))
    except ValueError as error:
        raise usage_error(reason(error)) from None
    if (name is None) != (pools_url is None) or (pool_files and not name):
        raise usage_error("pools need a database and the name of this house: give --pools "
                          "and --house together")
    if nodes > 1 or node_name:
        many_nodes.check(database, channel)
    try:
        log_path = prepare_logs(log, database)
    except OSError as error:
        warn(phrase("cannot write the log {file}: {why}; choose another file with --log",
                    file=error.filename, why=error.strerror or ""))
        raise SystemExit(2) from None
    tables, unlawful = load_tables(folder)
    if unlawful:
        for file, violations in unlawful.items():
            for violation in violations:
                warn(phrase("{file}: {what}", file=file, what=violation.sentence))
        warn("the house opens lawful tables only: correct these files first")
        raise SystemExit(1)
    if not tables:
        warn(phrase("there is no table file in {folder}", folder=folder))
        raise SystemExit(2)
    digest = file_digest()
    if expect_files and expect_files != digest:
        warn(phrase("the program's files have the digest {digest}, not {expected}: this is not the "
                    "approved program", digest=digest, expected=expect_files))
        raise SystemExit(1)
    if accept is None and (why := listen_error(host, port)):
        warn(phrase("cannot listen at {host}:{port}: {why}; choose another with --port",
                    host=host, port=port, why=why))
        raise SystemExit(2)
    try:
        if database.startswith("sqlite:///"):
            _make_folder(Path(database.removeprefix("sqlite:///")).parent)
        var = Path(os.environ.get("SABOT_VAR", "var"))
        vault, key = Vault.load_or_create(var), signing_key(var)
        if nodes > 1 and not node_name:
            with suppress(Occupied):  # nodes of another machine have opened it
                Ledger.open(database, vault=vault).close()
            many_nodes.run_nodes(nodes, host, port, address(host, port))
            return
        wallet = load_wallet(wallet_path) if wallet_path else None
        joined = many_nodes.join(database, node_name, tables, vault) if node_name else None
        ledger = joined.ledger if joined else Ledger.open(database, vault=vault)
        if name is None and folder is None and any(map(pool_of, tables.values())):
            name, pools_url, pool_files = (DEFAULT_HOUSE, default_pools_url(database),
                                           DEFAULT_POOLS)
    except (LedgerError, OSError, ValueError) as error:
        warn(reason(error))
        raise SystemExit(many_nodes.status_of(error) if node_name else 2) from None
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _exit)
    if hasattr(signal, "SIGHUP"):  # a closed terminal does not end the house
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        try:
            pools = load_pools(name, pools_url, pool_files, ledger) if name and pools_url else None
            house = House(ledger, tables, wallet=wallet, pools=pools, days=days)
        except ValueError as error:
            warn(reason(error))
            raise SystemExit(2) from None
        if pools is not None:
            pools.attach(house.books.commit)
        app = create_app(house, Signer(key), results=default_results(), hosts=names, secure=secure,
                         texts=PublishedTexts(law_texts) if law_texts else None)
        control = Control(path_of(var, database, node_name or ""), {
            **personnel.control_acts(house), **erasure.control_acts(house)})
        if log_path is not None:
            warn(plural("Opening 1 table; the log is in {file}",
                         "Opening {n} tables; the log is in {file}", len(tables), file=log_path))
        node = None
        if joined and channel:
            from sabot.house.nodes.channel import channel_at
            from sabot.web.nodes import node_of

            node = node_of(house, app, joined.ledger, joined.nodes, channel_at(
                channel, joined.nodes.channel_name()))
        listener = socket.socket(fileno=accept) if accept is not None else None
        _serve(app, house, node, control, host, port,
               plural("1 table, files {digest}", "{n} tables, files {digest}", len(tables),
                      digest=digest[:12]), log_path, listener)
    except LedgerError as error:
        warn(reason(error))
        raise SystemExit(many_nodes.status_of(error) if node_name else 2) from None
    finally:
        ledger.close()


def _exit(*_: object) -> NoReturn:
    """End with status 0 at a signal; the server raises it again once it has closed."""
    raise SystemExit(0)


def _serve(app: Litestar, house: House, node: OpenNode | None, control: Control, host: str,
           port: int, details: str, log_path: Path | None, listener: socket.socket | None) -> None:
    """Serve until a signal comes, or until another house takes over the database (status 3)."""
    import uvicorn

    from sabot.web.server import configure

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started and listener is None:
                if log_path is None:
                    warn(phrase("the house is open at http://{host}:{port} ({details})",
                                host=host, port=port, details=details))
                say_line(phrase("Sabot is open at {address} (press Ctrl+C to stop)",
                                address=address(host, port)))

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            if node is not None:
                await node.leave()
            await super().shutdown(sockets)

        async def on_tick(self, counter: int) -> bool:
            return await super().on_tick(counter) or bool(house.broken)

    own_log: dict[str, Any] = {"log_config": None} if log_path is not None else {}
    config = configure(node.door if node else app, host, port, lifespan="off",
                       proxy_headers="FORWARDED_ALLOW_IPS" in os.environ, **own_log)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(_run_house(Server(config), node or house, control, app.state.pages, listener))
    if house.broken:
        warn(phrase("{why}; the house is closed", why=house.broken))
        raise SystemExit(3)


async def _run_house(server: Any, opening: House | OpenNode, control: Control, pages: PageFiles,
                     listener: socket.socket | None) -> None:
    """Open the tables, the control socket and the server; close them in reverse order."""
    await opening.start()
    try:
        await control.open()
        await pages.start()
        await server.serve([listener] if listener else None)
    finally:
        await pages.stop()
        await control.close()
        await opening.stop()
