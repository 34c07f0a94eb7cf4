"""``sabot serve``: open the house."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import importlib
import os
import signal
import socket
import sys
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, cast

import click
import structlog

from sabot.cli.operating.days import gaming_days
from sabot.cli.terminal import whole
from sabot.games import read_table
from sabot.ledger import Ledger, LedgerError
from sabot.ledger.vault import Vault
from sabot.ledger.wallet import Wallet
from sabot.procedure.table import Table, Violation
from sabot.results import usual

if TYPE_CHECKING:
    from sabot.house import House
    from sabot.house.money.pools import HousePools
    from sabot.house.staff.control import Control
    from sabot.house.table.opening_hours import Days

DEFAULT_DATABASE = "sqlite:///var/sabot.sqlite3"


def load_tables(folder: Path | None) -> tuple[dict[str, Table], dict[str, list[Violation]]]:
    """The lawful tables of a folder by their file's name, and what is wrong with the others."""
    lawful: dict[str, Table] = {}
    wrong: dict[str, list[Violation]] = {}
    source = folder or Path(str(resources.files("sabot.house") / "tables"))
    for path in sorted(source.glob("*.toml")):
        try:
            read = read_table(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            read = [Violation("", "the file", str(error), "a readable file of UTF-8 text")]
        if isinstance(read, list):
            wrong[path.name] = read
        else:
            lawful[path.stem] = read
    return lawful, wrong


class Forgiving:
    """Where a house says what it does, such as a terminal that was closed, or a file on a disk that
    is full: what cannot be written there is no reason to stop."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with contextlib.suppress(OSError, ValueError):
            return self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def prepare_logs() -> None:
    """One JSON object a line on stderr, or plain lines on a terminal."""
    if not isinstance(sys.stderr, Forgiving):
        sys.stderr = cast(TextIO, Forgiving(sys.stderr))
    # Plain tracebacks: one that shows locals would print cards that nobody may see.
    console = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    renderer = (console if sys.stderr.isatty()
                else structlog.processors.JSONRenderer())
    structlog.configure(
        processors=[structlog.processors.add_log_level,
                    structlog.processors.TimeStamper(fmt="iso", utc=True),
                    structlog.processors.format_exc_info, renderer],
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, sys.stderr)))


def free_port(host: str, port: int) -> str:
    """Why nothing can listen at this address, or ""."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.strerror or str(error)
    return ""


def _make_folder(folder: Path) -> None:
    """Make the folder of the books; ValueError says why it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(f"the folder {folder}, for the house's books, cannot be made: "
                         f"{error.strerror or error}; choose another with --database") from error


def load_wallet(path: str) -> Wallet:
    """The wallet that ``module:name`` makes; ValueError says why there is none. The module may lie
    in the folder in which the house is opened."""
    module, _, name = path.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        wallet: Wallet = getattr(importlib.import_module(module), name)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"no wallet at {path!r}: {error}; give MODULE:NAME of a callable that "
                         "makes one") from error
    wanted = ("debit", "credit", "rollback", "balance")
    if missing := [act for act in wanted if not callable(getattr(wallet, act, None))]:
        raise ValueError(f"what {path!r} makes is no wallet: it lacks {', '.join(missing)}")
    return wallet


def load_pools(name: str, url: str, folder: Path | None, ledger: Ledger) -> HousePools:
    """This house's side of the pools: those of a folder of files, or all of the book that it takes
    part in. ValueError or LedgerError says why there is none."""
    from sabot.cli.operating.pools import read_pools
    from sabot.house.money.pools import HousePools
    from sabot.pools import Pools

    if folder is None:
        with Pools.open(url, create=False) as book:
            gone = book.successors()
            made = [pool for key, pool in book.pools().items() if key not in gone]
    else:
        made, wrong = read_pools(sorted(folder.glob("*.toml")))
        if wrong:
            raise ValueError("\n".join(wrong))
    mine = [pool for pool in made if name in pool.houses]
    if not mine:
        raise ValueError(f"no pool names the house {name!r}; the pools "
                         f"{', '.join(pool.name for pool in made) or '(none)'} are of "
                         f"{', '.join(sorted({h for p in made for h in p.houses})) or 'nobody'}")
    return HousePools(name, lambda: Pools.open(url), ledger, mine)


OWN = "sabot"
"""What the house's own pools call it."""
OWN_POOLS = Path(str(resources.files("sabot.house") / "jackpots"))


def pools_beside(database: str) -> str:
    """Where the house that comes with the program keeps the pools of its own machines: beside its
    database, or for one on a server in a file of that database's name."""
    if database.startswith("sqlite:///"):
        file = Path(database.removeprefix("sqlite:///"))
        return f"sqlite:///{file.with_name(f'{file.stem}-pools{file.suffix}')}"
    name = hashlib.sha256(database.encode()).hexdigest()[:12]
    return f"sqlite:///{os.environ.get('SABOT_VAR', 'var')}/pools-{name}.sqlite3"


@click.command("serve")
@click.option("--tables", "folder", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="folder of table files; the house's own when left out")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True, type=whole(1, 65535))
@click.option("--database", envvar="SABOT_DATABASE", default=DEFAULT_DATABASE, show_default=True,
              help="sqlite:///FILE or postgresql://USER@HOST/NAME")
@click.option("--wallet", "wallet_path", metavar="MODULE:NAME",
              help="the operator's wallet: a callable that makes one; then players come by /enter")
@click.option("--pools", "pools_url", envvar="SABOT_POOLS", metavar="URL",
              help="the book of the pools that this house shares; with --house")
@click.option("--pool-files", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="folder of pool files, opened if they are not; else all pools of the book")
@click.option("--house", "name", metavar="NAME", help="what the pools call this house")
@click.option("--allow-host", "allowed", multiple=True, metavar="NAME",
              help="a name under which the house answers, beside the address and localhost; again "
              "for more, *.example.pt for all below one, * for every name; else SABOT_HOSTS, "
              "with commas")
@click.option("--secure-cookies", "secure", is_flag=True, envvar="SABOT_SECURE_COOKIES",
              help="cookies travel over TLS alone, also where a proxy ends it")
@gaming_days
@click.option("--expect-files", metavar="SHA256",
              help="refuse to open when the program's files have another digest")
def command(folder: Path | None, host: str, port: int, database: str,
            wallet_path: str | None, pools_url: str | None, pool_files: Path | None,
            name: str | None, allowed: tuple[str, ...], secure: bool, days: Days,
            expect_files: str | None) -> None:
    """Open the house: tables in the browser, the API and the staff door.

    Behind a proxy, FORWARDED_ALLOW_IPS names the addresses whose word on who asks is taken.
    """
    from sabot.house import House, file_digest
    from sabot.house.money.jackpot_claims import pool_of
    from sabot.house.staff import erasure, personnel
    from sabot.house.staff.control import Control, path_of
    from sabot.web import allowed_hosts
    from sabot.web.app import create_app
    from sabot.web.auth import Signer, signing_key

    try:
        names = allowed_hosts.house_hosts(
            host, allowed or os.environ.get("SABOT_HOSTS", "").split(","))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if (name is None) != (pools_url is None) or (pool_files and not name):
        raise click.UsageError("pools have a book and know this house by a name: give --pools "
                               "and --house together")
    prepare_logs()
    tables, wrong = load_tables(folder)
    if wrong:
        for file, violations in wrong.items():
            for violation in violations:
                click.echo(f"{file}: {violation}", err=True)
        click.echo("the house opens lawful tables only; mend these files first", err=True)
        raise SystemExit(1)
    if not tables:
        click.echo(f"there is no table file in {folder}", err=True)
        raise SystemExit(2)
    digest = file_digest()
    if expect_files and expect_files != digest:
        click.echo(f"the program's files have the digest {digest}, not {expect_files}: "
                   "this is not the program that was approved", err=True)
        raise SystemExit(1)
    if busy := free_port(host, port):
        click.echo(f"cannot listen at {host}:{port}: {busy}; choose another with --port", err=True)
        raise SystemExit(2)
    try:
        if database.startswith("sqlite:///"):
            _make_folder(Path(database.removeprefix("sqlite:///")).parent)
        var = Path(os.environ.get("SABOT_VAR", "var"))
        vault, key = Vault.load_or_create(var), signing_key(var)
        ledger = Ledger.open(database, vault=vault)
        wallet = load_wallet(wallet_path) if wallet_path else None
        if name is None and folder is None and any(map(pool_of, tables.values())):
            name, pools_url, pool_files = OWN, pools_beside(database), OWN_POOLS
    except (LedgerError, OSError, ValueError) as error:
        click.echo(str(error), err=True)
        raise SystemExit(2) from None
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _leave)
    if hasattr(signal, "SIGHUP"):  # who logs out, or turns the logs, ends no house
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        try:
            pools = load_pools(name, pools_url, pool_files, ledger) if name and pools_url else None
            house = House(ledger, tables, wallet=wallet, pools=pools, days=days)
        except ValueError as error:
            click.echo(str(error), err=True)
            raise SystemExit(2) from None
        if pools is not None:
            pools.attach(house.books.commit)
        app = create_app(house, Signer(key), results=usual(), hosts=names, secure=secure)
        control = Control(path_of(var, database), {
            **personnel.control_acts(house), **erasure.control_acts(house)})
        _open_doors(app, house, control, host, port,
                    f"{len(tables)} tables, files {digest[:12]}")
    except LedgerError as error:
        click.echo(str(error), err=True)
        raise SystemExit(2) from None
    finally:
        ledger.close()


def _leave(*_: object) -> NoReturn:
    """End as one who was asked to: the server hands the signal back when its work is done."""
    raise SystemExit(0)


def _open_doors(app: Any, house: House, control: Control, host: str, port: int, what: str
                ) -> None:
    """Serve until a signal comes, or until another house has taken over the books (status 3)."""
    import uvicorn

    from sabot.web.server import configure

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                click.echo(f"the house is open at http://{host}:{port} ({what})", err=True)

        async def on_tick(self, counter: int) -> bool:
            return await super().on_tick(counter) or bool(house.broken)

    config = configure(app, host, port, lifespan="off",
                       proxy_headers="FORWARDED_ALLOW_IPS" in os.environ)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(_serve(Server(config), house, control))
    if house.broken:
        click.echo(f"{house.broken}; the house is closed", err=True)
        raise SystemExit(3)


async def _serve(server: Any, house: House, control: Control) -> None:
    """Open the tables, then the doors; close them in the other order."""
    await house.start()
    try:
        await control.open()
        await server.serve()
    finally:
        await control.close()
        await house.stop()
