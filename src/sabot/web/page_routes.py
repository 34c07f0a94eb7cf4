"""The routes of the pages: their files and their words."""

from __future__ import annotations

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from sabot.house import House, HouseError
from sabot.house.table.switches import base_of
from sabot.procedure.felt import OvalFelt
from sabot.web.page_files import Answer, PageFiles
from sabot.web.route_policies import ANYBODY, GIVES, UNCHANGED, HttpRequest, policy
from sabot.words import LANGS, phrase

AS_IT_IS = "as_it_is"
"""The option of a route whose answers are not compressed again."""


@get("/words/{name:str}",
     opt=policy(ANYBODY, UNCHANGED, 404) | {GIVES: dict[str, str], AS_IT_IS: True})
async def words(request: HttpRequest, name: FromPath[str]) -> Response[bytes | None]:
    """The words of the pages in a language (``pt.json``, ``en.json``, ``zh.json``). A browser
    caches them and only asks whether they are current."""
    pages: PageFiles = request.app.state.pages
    answer = pages.answer(f"words/{name}", request.headers)
    if answer is None:
        raise HouseError("no-words", phrase("the languages are {langs}: /words/{langs2}.json",
                                            langs=", ".join(LANGS), langs2=LANGS[0]), status=404)
    return _response(answer)


@get(["/", "/{path:path}", "/words/{page:str}/{name:str}"], include_in_schema=False,
     opt={AS_IT_IS: True})
async def page_file(request: HttpRequest) -> Response[bytes | None]:
    """A page, or a file of the pages."""
    pages: PageFiles = request.app.state.pages

    def felt() -> str:
        return shape_of(request.app.state.house, request.query_params.get("id", ""))

    answer = pages.answer(request.scope["path"], request.headers, felt)
    if answer is None:
        raise NotFoundException(f"there is no file {request.scope['path']}")
    return _response(answer)


def shape_of(house: House, table_id: str) -> str:
    """Return the shape of a table's felt, "ring" for one around a pot; "" if there is no such
    table."""
    room = house.rooms.get(base_of(table_id))
    if room is None:
        return ""
    felt = room.desk.game.felt(room.desk.current_table)
    if isinstance(felt, OvalFelt) and felt.ring is not msgspec.UNSET:
        return "ring"
    return felt.shape


def _response(answer: Answer) -> Response[bytes | None]:
    return Response(answer.body or None, status_code=answer.status, media_type=answer.kind,
                    headers=answer.headers)


ROUTES = [words, page_file]
