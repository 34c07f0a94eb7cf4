"""The web application: routes, headers, errors without tracebacks, metrics and health."""

from __future__ import annotations

import asyncio
import errno
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import structlog
from litestar import Litestar, MediaType, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException, SerializationException, ValidationException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from sabot import __version__
from sabot.house import House, HouseError
from sabot.house.catalogue.search import SearchIndex
from sabot.house.errors import unwritten_error
from sabot.house.staff.machine_floor import PlanReturns
from sabot.ledger import LedgerError
from sabot.regulations.published_clauses import PublishedTexts
from sabot.results import Results
from sabot.web import (
    api,
    equity,
    hints,
    history,
    keys,
    law,
    lobby,
    machine_types,
    machines,
    names,
    odds,
    openapi,
    page_routes,
    past_results,
    personnel,
    problem_details,
    replay,
    staff,
    tickets,
    translations,
    waiting_lists,
)
from sabot.web.allowed_hosts import ANY_HOST, Hosts, refuse_unknown_hosts
from sabot.web.auth import Signer
from sabot.web.daemon_executor import DaemonExecutor
from sabot.web.head_requests import WithHeads
from sabot.web.page_files import PageFiles
from sabot.web.problem_details import Problem, refuse
from sabot.web.route_policies import HttpRequest, policy
from sabot.web.security import (
    MAX_BODY,
    BoundedRequest,
    RequestLimit,
    add_headers,
    same_origin,
)
from sabot.web.socket import table_socket
from sabot.words import Verbatim, phrase, sentences

log = structlog.get_logger("sabot.web")

STATIC = Path(str(resources.files("sabot.web") / "static"))


def check_origin(request: HttpRequest) -> Response[Problem] | None:
    """Refuse a change that does not come from our own page or a program with the header X-Sabot."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    if not same_origin(request) or request.headers.get("x-sabot") != "1":
        return refuse(request, 403, "origin",
                      "send the header X-Sabot: 1, from a page of this house")
    return None


def house_error(request: HttpRequest, error: HouseError) -> Response[Problem]:
    """Turn a HouseError into a problem."""
    return refuse(request, error.status, error.code, error.text, error.law, error.facts)


def books_error(request: HttpRequest, error: LedgerError) -> Response[Problem]:
    """Turn a LedgerError into a problem; log it."""
    log.error("the books failed", path=request.url.path, error=str(error))
    return refuse(request, 503, "books", "the journal cannot be read or written now; try again")


def form_error(request: HttpRequest,
               error: ValidationException) -> Response[Problem]:
    """Turn a validation error into a problem that lists what is wrong."""
    wrong = [_plain_error(error_part) for error_part in error.extra or ()]
    text = sentences(
        phrase("{key}: {message}", key=Verbatim(part["key"]), message=str(part["message"]))
        if part.get("key") not in (None, "data") else str(part.get("message", ""))
        for part in wrong)
    return refuse(request, 400, "form", text or error.detail, facts={"wrong": wrong})


EMPTY = "the body is empty; a JSON object is expected, as /api/schema/openapi.json describes"


def _plain_error(wrong: Any) -> dict[str, Any]:
    """Return one validation error in words that help its sender."""
    plain = dict(wrong) if isinstance(wrong, dict) else {"message": str(wrong)}
    if plain.get("message") == repr(plain.get("key")):  # a KeyError has no other text
        plain["message"] = EMPTY
    return plain


def text_error(request: HttpRequest,
               error: UnicodeDecodeError) -> Response[Problem]:
    """Turn a body that is not UTF-8 into a problem."""
    return refuse(request, 400, "form", phrase("the body is not UTF-8: {reason}",
                                               reason=error.reason))


def http_error(request: HttpRequest, error: HTTPException) -> Response[Any]:
    """Turn an HTTP error into a problem; a browser that asks for a missing page gets a page."""
    if isinstance(error.__cause__, SerializationException):
        return refuse(request, 400, "form", phrase("the body is not JSON: {detail}",
                                                   detail=error.detail))
    if error.status_code == 404 and not request.url.path.startswith("/api/") \
            and request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        pages: PageFiles = request.app.state.pages
        return Response(pages.page("lost.html"), status_code=404,
                        media_type=MediaType.HTML)
    return refuse(request, error.status_code, "http", error.detail)


def system_error(request: HttpRequest, error: OSError) -> Response[Problem]:
    """Turn a shortage of the system, such as of open files, into a problem: it is not a fault of
    the house."""
    if error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
        return internal_error(request, error)
    log.error("the system is short of a resource", path=request.url.path, error=str(error))
    return refuse(request, 503, "busy", "too many requests now; try again in a moment")


def internal_error(request: HttpRequest, error: Exception) -> Response[Problem]:
    """Turn any other exception into a problem; log it."""
    log.error("a request failed", path=request.url.path, error=repr(error), exc_info=error)
    return refuse(request, 500, "house", "internal error; it has been logged")


@get("/metrics", include_in_schema=False)
async def metrics() -> Response[bytes]:
    """The counters of the house, for Prometheus."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


class JournalAt(msgspec.Struct, frozen=True, kw_only=True):
    """The last entry of the journal, and its digest."""

    seq: int
    head: str


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the house takes bets (``ready``), with the code and text of the reason when it does
    not; how many seconds the machine's clock is ahead of the house's; how each table was recovered
    at the opening; the end of its journal, and the clock of its gaming days."""

    ready: bool
    clock_off: float
    version: str
    tables: dict[str, str]
    journal: JournalAt
    gaming_day: str
    time_zone: str
    code: str
    reason: str


@get("/health", opt=policy(away=True))
async def health(request: HttpRequest) -> Response[Health]:
    """Whether the house takes bets and if not why, the end of its journal, and the clock of its
    gaming days."""
    house: House = request.app.state.house
    why, (seq, head) = house.unready(), house.ledger.last
    try:
        seq, head = await asyncio.to_thread(house.ledger.head)
    except LedgerError as error:
        why = why or unwritten_error(error)
    accepted = request.headers.get("accept-language", "")
    off = round(house.clock.off(), 1)  # how far the machine's clock is ahead of the house's
    body = Health(
        ready=why is None, clock_off=off, version=__version__, tables=house.recovered,
        journal=JournalAt(seq=seq, head=head), gaming_day=house.days.gaming_day,
        time_zone=house.days.time_zone, code=why.code if why else "",
        reason=translations.translate_refusal(why.code, why.text, accepted) if why else "")
    return Response(body, status_code=503 if why else 200, media_type=MediaType.JSON)


def house_state(house: House, signer: Signer, *, results: Results | None = None,
                secure: bool = False, texts: PublishedTexts | None = None, shipped: bool = True,
                executor: Callable[[str], Executor] = DaemonExecutor) -> State:
    """Return what the routes of a house work with; see `create_app`."""
    return State({
        "house": house,
        "signer": signer,
        "lines": Counter(),
        "secure": secure,
        "pricer": odds.Pricer(results, shipped=shipped, executor=executor),
        "coach": hints.Coach(executor),
        "plans": PlanReturns(),
        "finder": SearchIndex(),
        "texts": texts,
        "pages": PageFiles(STATIC),
    })


def create_app(house: House, signer: Signer, *, rate_per_minute: int = 600,
               results: Results | None = None, hosts: Hosts = ANY_HOST,
               secure: bool = False, texts: PublishedTexts | None = None,
               shipped: bool = True,
               executor: Callable[[str], Executor] = DaemonExecutor) -> Litestar:
    """Return the web application of a house. It starts and stops the house. Results that take long
    to compute are stored in ``results``; with ``shipped``, odds that come with the program are
    shown until they are computed. ``hosts`` are the names under which it answers. With
    ``secure``, its cookies require TLS even when it does not see TLS itself. ``texts`` are the
    published regulations that the house shows beside its clauses. ``executor`` returns what
    computes odds and hints, by its name."""
    state = house_state(house, signer, results=results, secure=secure, texts=texts,
                        shipped=shipped, executor=executor)

    async def open_house() -> None:
        await house.start()

    return WithHeads(
        route_handlers=[
            *api.ROUTES,
            *names.ROUTES,
            *lobby.ROUTES,
            *history.ROUTES,
            *replay.ROUTES,
            *waiting_lists.ROUTES,
            *machine_types.ROUTES,
            *past_results.ROUTES,
            *tickets.ROUTES,
            *machines.ROUTES,
            *law.ROUTES,
            odds.odds,
            odds.lines,
            odds.edges,
            equity.equities,
            equity.race,
            keys.keys,
            hints.hints,
            *staff.ROUTES,
            *personnel.ROUTES,
            *problem_details.ROUTES,
            table_socket,
            metrics,
            health,
            *page_routes.ROUTES,
        ],
        state=state,
        on_startup=[open_house, state.pages.start],
        on_shutdown=[state.pages.stop, state.plans.stop, house.stop, state.pricer.close,
                     state.coach.close],
        request_class=BoundedRequest,
        before_request=check_origin,
        before_send=[add_headers],
        request_max_body_size=MAX_BODY,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1_000,
                                             exclude_opt_key=page_routes.AS_IT_IS),
        middleware=[
            partial(refuse_unknown_hosts, hosts),
            RateLimitConfig(
                rate_limit=("minute", rate_per_minute),
                middleware_class=RequestLimit,
                exclude=[
                    "^/(v-[0-9a-f]{8}/)?words/",
                    "\\.(js|css|svg|html|woff2|mp3)$",
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
            Exception: internal_error,
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
