"""The application: routes, headers, errors without tracebacks, metrics and health."""

from __future__ import annotations

import asyncio
import errno
from collections import Counter
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import structlog
from litestar import Litestar, MediaType, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, State
from litestar.exceptions import HTTPException, SerializationException, ValidationException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.static_files import create_static_files_router
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from sabot import __version__
from sabot.house import House, HouseError
from sabot.house.catalogue.search import SearchIndex
from sabot.house.errors import unwritten
from sabot.house.staff.machine_floor import Plans
from sabot.ledger import LedgerError
from sabot.ledger.clock import MACHINE
from sabot.results import Results
from sabot.web import (
    api,
    equity,
    history,
    law,
    lobby,
    machine_types,
    machines,
    odds,
    openapi,
    personnel,
    problem_details,
    staff,
    tickets,
    translations,
    waiting_lists,
)
from sabot.web.allowed_hosts import ANY_HOST, Hosts, only_known_hosts
from sabot.web.auth import Signer
from sabot.web.head_requests import WithHeads
from sabot.web.problem_details import Problem, refused
from sabot.web.route_policies import Ask, door
from sabot.web.security import MAX_BODY, RequestLimit, add_headers, same_origin
from sabot.web.socket import table_socket

log = structlog.get_logger("sabot.web")

STATIC = Path(str(resources.files("sabot.web") / "static"))
# Without a word about it a browser keeps a file as long as it likes: after an upgrade a page would
# be of two versions for days. Within a minute a visitor goes from page to page and asks for none.
KEPT = CacheControlHeader(max_age=60)


def guard(request: Ask) -> Response[Problem] | None:
    """What changes something must come from our own page or from a program that says so."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    if not same_origin(request) or request.headers.get("x-sabot") != "1":
        return refused(request, 403, "origin",
                       "send the header X-Sabot: 1, from a page of this house")
    return None


def house_error(request: Ask, error: HouseError) -> Response[Problem]:
    return refused(request, error.status, error.code, error.text, error.law, error.facts)


def books_error(request: Ask, error: LedgerError) -> Response[Problem]:
    log.error("the books failed", path=request.url.path, error=str(error))
    return refused(request, 503, "books", "the journal cannot be read or written now; try again")


def form_error(request: Ask,
               error: ValidationException) -> Response[Problem]:
    wrong = [_plainly(one) for one in error.extra or ()]
    said = "; ".join(f"{one['key']}: {one['message']}" if one.get("key") not in (None, "data")
                     else str(one.get("message", "")) for one in wrong)
    return refused(request, 400, "form", said or error.detail, facts={"wrong": wrong})


def _plainly(wrong: Any) -> dict[str, Any]:
    """What is wrong with one part of a request, in words that its sender can do something with."""
    told = dict(wrong) if isinstance(wrong, dict) else {"message": str(wrong)}
    if told.get("message") == repr(told.get("key")):  # all that a KeyError says
        told["message"] = ("the body is empty; a JSON object is expected, as "
                           "/api/schema/openapi.json describes")
    return told


def text_error(request: Ask,
               error: UnicodeDecodeError) -> Response[Problem]:
    return refused(request, 400, "form", f"the body is not UTF-8: {error.reason}")


def http_error(request: Ask, error: HTTPException) -> Response[Any]:
    """As JSON; who looks for a page where none is, in a browser, is shown one that says so."""
    if isinstance(error.__cause__, SerializationException):
        return refused(request, 400, "form", f"the body is not JSON: {error.detail}")
    if error.status_code == 404 and not request.url.path.startswith("/api/") \
            and request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        return Response((STATIC / "lost.html").read_bytes(), status_code=404,
                        media_type=MediaType.HTML)
    return refused(request, error.status_code, "http", error.detail)


def system_error(request: Ask, error: OSError) -> Response[Problem]:
    """What the system cannot give now, such as one more open file, is no mistake of the house."""
    if error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
        return our_fault(request, error)
    log.error("the system is short of something", path=request.url.path, error=str(error))
    return refused(request, 503, "busy", "too many requests now; try again in a moment")


def our_fault(request: Ask, error: Exception) -> Response[Problem]:
    log.error("a request failed", path=request.url.path, error=repr(error), exc_info=error)
    return refused(request, 500, "house", "internal error; it has been logged")


@get("/metrics", include_in_schema=False)
async def metrics() -> Response[bytes]:
    """What the house counts, for Prometheus."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


class JournalAt(msgspec.Struct, frozen=True, kw_only=True):
    """Where the journal stands: its last entry, and the digest of that."""

    seq: int
    head: str


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the house takes bets (``ready``), with the code and the text of why not; how many
    seconds the machine's clock is ahead of the house's; how each table was found when the house was
    opened; where its journal stands, and by which clock its gaming days are counted."""

    ready: bool
    clock_off: float
    version: str
    tables: dict[str, str]
    journal: JournalAt
    gaming_day: str
    time_zone: str
    code: str
    reason: str


@get("/health", opt=door(away=True))
async def health(request: Ask) -> Response[Health]:
    """Whether the house takes bets, where its journal stands, by which clock its gaming days are
    counted, and why it takes no bets."""
    house: House = request.app.state.house
    why, (seq, head) = house.unready(), house.ledger.last
    try:
        seq, head = await asyncio.to_thread(house.ledger.head)
    except LedgerError as error:
        why = why or unwritten(error)
    said = request.headers.get("accept-language", "")
    off = round(MACHINE.off(), 1)  # how far the machine's clock is ahead of the house's time
    body = Health(
        ready=why is None, clock_off=off, version=__version__, tables=house.recovered,
        journal=JournalAt(seq=seq, head=head), gaming_day=house.days.gaming_day,
        time_zone=house.days.time_zone, code=why.code if why else "",
        reason=translations.refusal(why.code, why.text, said) if why else "")
    return Response(body, status_code=503 if why else 200, media_type=MediaType.JSON)


def create_app(house: House, signer: Signer, *, rate_per_minute: int = 600,
               results: Results | None = None, hosts: Hosts = ANY_HOST,
               secure: bool = False) -> Litestar:
    """The doors of a house. The house is started and stopped with the application; what takes long
    to compute is kept in ``results``. ``hosts`` are the names under which it answers, and
    with ``secure`` its cookies travel over TLS alone, also where it does not see TLS itself."""
    pricer, plans = odds.Pricer(results), Plans()
    return WithHeads(
        route_handlers=[
            *api.ROUTES,
            *lobby.ROUTES,
            *history.ROUTES,
            *waiting_lists.ROUTES,
            *machine_types.ROUTES,
            *tickets.ROUTES,
            *machines.ROUTES,
            *law.ROUTES,
            odds.odds,
            odds.lines,
            odds.edges,
            equity.equities,
            equity.race,
            translations.words,
            *staff.ROUTES,
            *personnel.ROUTES,
            *problem_details.ROUTES,
            table_socket,
            metrics,
            health,
            create_static_files_router(
                path="/", directories=[STATIC], html_mode=True, cache_control=KEPT
            ),
        ],
        state=State(
            {
                "house": house,
                "signer": signer,
                "lines": Counter(),
                "secure": secure,
                "pricer": pricer,
                "plans": plans,
                "finder": SearchIndex(),
            }
        ),
        on_startup=[house.start],
        on_shutdown=[plans.stop, house.stop, pricer.close],
        before_request=guard,
        before_send=[add_headers],
        request_max_body_size=MAX_BODY,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1_000),
        middleware=[
            partial(only_known_hosts, hosts),
            RateLimitConfig(
                rate_limit=("minute", rate_per_minute),
                middleware_class=RequestLimit,
                exclude=[
                    "^/(static|words)/",
                    "\\.(js|css|svg|html)$",
                    "^/ws/",
                    "^/api/staff/login$",
                ],
            ).middleware,
        ],  # the last has a limit of its own
        exception_handlers={
            HouseError: house_error,
            LedgerError: books_error,
            ValidationException: form_error,
            UnicodeDecodeError: text_error,
            OSError: system_error,
            HTTPException: http_error,
            Exception: our_fault,
        },
        plugins=[openapi.Shapes()],
        openapi_config=OpenAPIConfig(
            title="Sabot",
            version=__version__,
            path="/api/schema",
            render_plugins=[openapi.DescribedJson(path="/openapi.json")],
            description="The HTTP door of the house. The table socket is described at "
            "/api/messages.",
            use_handler_docstrings=True,
        ),
        debug=False,
    )
