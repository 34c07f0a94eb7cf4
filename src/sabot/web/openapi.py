"""The description of the HTTP door (OpenAPI) as it is served: shapes are those of the structs that
handlers take and give, so it cannot say another thing than what is sent.

Litestar finds the routes and their parameters; bodies and answers are taken from `msgspec`, which
also writes them. Every member of an answer is required, but for those that are left out where there
is nothing to say (``UNSET``, ``omit_defaults``). Beside the shapes it says who may call a route and
with which statuses each may refuse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple, get_args

import msgspec
from litestar import Response
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPIType
from litestar.openapi.spec import Schema as OpenAPISchema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.routes import BaseRoute, HTTPRoute
from litestar.typing import FieldDefinition

from sabot.house import schemas
from sabot.house.people import roles as staff
from sabot.house.schemas import Kind, Schema
from sabot.web import route_policies
from sabot.web.auth import PLAYER_COOKIE, STAFF_COOKIE
from sabot.web.problem_details import MEDIA, Problem
from sabot.web.route_policies import HttpRequest

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator

JSON = "application/json"
REF = "#/components/schemas/{name}"

ALWAYS = (421, 429, 500, 503)
"""Any route may be asked under a name that is not the house's, too often, or when something is
broken or away."""
SCHEMES: Schema = {
    "player": {"type": "apiKey", "in": "cookie", "name": PLAYER_COOKIE,
               "description": "a guest or a player: the cookie of POST /api/session, or of /enter"},
    "staff": {"type": "apiKey", "in": "cookie", "name": STAFF_COOKIE,
              "description": "a member of staff: the cookie of POST /api/staff/login. The names "
                             "beside it are the roles of which one is needed"},
    "operator": {"type": "http", "scheme": "bearer",
                 "description": "the program of the operator whose wallet the house has"},
    "program": {"type": "apiKey", "in": "header", "name": "X-Sabot",
                "description": "\"1\" with every request that changes something, which another "
                               "site's page cannot send"},
}


class Route(NamedTuple):
    """One operation: its path and method, what it takes and gives, and what it says of itself."""

    path: str
    method: str
    takes: Kind
    gives: Kind
    door: route_policies.RoutePolicy


def operations(openapi: Schema, routes: Iterable[BaseRoute]) -> Iterator[Route]:
    """The operations of an application that are described."""
    for route in routes:
        described = openapi["paths"].get(route.path_format, {})
        for method, (handler, _) in (
                route.route_handler_map if isinstance(route, HTTPRoute) else {}).items():
            if method.lower() in described:
                signed = handler.parsed_fn_signature
                given, data = signed.return_type, signed.parameters.get("data")
                said = handler.opt.get(route_policies.GIVES)
                gives = (said.kind() if isinstance(said, route_policies.LateType) else said) or (
                    given.inner_types[0].annotation if given.is_subclass_of(Response)
                    else given.annotation)
                yield Route(route.path_format, method.lower(), data and data.annotation, gives,
                            route_policies.policy_of(handler.opt))


def _security(route: Route) -> list[Schema]:
    """Who may call: each of these by itself is enough; nobody need be anything where one is {}."""
    program: Schema = {} if route.method == "get" else {"program": []}
    if route.door.who == route_policies.ANYBODY:
        return [program]
    if route.door.who in (route_policies.PLAYER, route_policies.OPERATOR):
        return [program | {route.door.who: []}]
    allowed = staff.ALLOWED[route.door.who]
    return [program | {"staff": [role]} for role in staff.ROLES if role in allowed]


def _refusals(route: Route, operation: Schema) -> list[int]:
    """The statuses with which a route may refuse."""
    found = {*ALWAYS, *route.door.refuses}
    if route.method != "get":
        found |= {403}
    if route.takes is not None:
        found |= {413}
    if route.takes is not None or any(
            one["in"] == "query" for one in operation.get("parameters", ())):
        found |= {400}
    if route.door.who not in (route_policies.ANYBODY, route_policies.OPERATOR):
        found |= {401}
    if route.door.who not in (route_policies.ANYBODY, route_policies.PLAYER):
        found |= {403}
    return sorted(found)


def _many(schema: Schema) -> None:
    """What bounds the length of a list is the number of its items."""
    if schema.get("type") == "array" and "maxLength" in schema:
        schema["maxItems"] = schema.pop("maxLength")


def describe(openapi: Schema, routes: Iterable[BaseRoute]) -> Schema:
    """The description that Litestar has made, with the shapes of what is sent."""
    found = list(operations(openapi, routes))
    gives = [one.gives for one in found if one.gives is not None]
    takes = [one.takes for one in found if one.takes is not None]
    made, named = schemas.json_schemas([Problem, *gives, *takes], [Problem, *gives], REF)
    shapes = dict(zip(map(repr, [Problem, *gives, *takes]), made, strict=True))
    openapi["components"] = {"schemas": named, "securitySchemes": SCHEMES}
    problem = {MEDIA: {"schema": shapes[repr(Problem)]}}
    for one in found:
        operation = openapi["paths"][one.path][one.method]
        done = {status: said for status, said in operation["responses"].items()
                if not status.startswith(("4", "5"))}
        for said in done.values():
            if one.gives is type(None):  # a way on, with no body
                said.pop("content", None)
            elif JSON in said.get("content", {}):
                said["content"] = {JSON: {"schema": shapes[repr(one.gives)]}}
        if one.takes is not None:
            optional = type(None) in get_args(one.takes)
            operation["requestBody"] = {"required": not optional, "content": {
                JSON: {"schema": shapes[repr(one.takes)]}}}
        refused = {str(status): {"description": f"not done: {HTTPStatus(status).phrase}",
                                 "content": problem} for status in _refusals(one, operation)}
        if route_policies.UNCHANGED in one.door.refuses:
            refused[str(route_policies.UNCHANGED)] = {
                "description": "what the asker has still stands"
            }
        if one.door.away:
            refused["503"]["content"] = problem | {JSON: {"schema": shapes[repr(one.gives)]}}
        operation["responses"] = done | refused
        operation["security"] = _security(one)
        for parameter in operation.get("parameters", ()):
            _many(parameter["schema"])
    return openapi


class Shapes(OpenAPISchemaPlugin):
    """Litestar writes nothing of the structs themselves, whose shapes `describe` puts in."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Whether a field is a struct."""
        return not field_definition.is_union and field_definition.is_subclass_of(msgspec.Struct)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator
                          ) -> OpenAPISchema:
        """What stands in its place."""
        return OpenAPISchema(type=OpenAPIType.OBJECT)


class DescribedJson(JsonRenderPlugin):
    """The description as JSON, made once for an application."""

    _made = b""

    def render(self, request: HttpRequest, openapi_schema: Schema) -> bytes:
        """What is served."""
        if not self._made:
            self._made = super().render(request, describe(openapi_schema, request.app.routes))
        return self._made
