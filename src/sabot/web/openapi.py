"""The OpenAPI description of the HTTP API, as it is served. Its shapes come from the structs that
handlers take and return, so it always agrees with what is sent.

Litestar finds the routes and their parameters; bodies and answers come from `msgspec`, which also
writes them. Every member of an answer is required, except members that are left out when empty
(``UNSET``, ``omit_defaults``). It also says who may call a route, and with which statuses each may
refuse.
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
"""Statuses of any route: wrong host name, too many requests, or something broken or away."""
SCHEMES: Schema = {
    "player": {"type": "apiKey", "in": "cookie", "name": PLAYER_COOKIE,
               "description": "a guest or a player: the cookie of POST /api/session, or of /enter"},
    "staff": {"type": "apiKey", "in": "cookie", "name": STAFF_COOKIE,
              "description": "a member of staff: the cookie of POST /api/staff/login. The names "
                             "next to it are roles, of which one is needed"},
    "operator": {"type": "http", "scheme": "bearer",
                 "description": "the program of the operator whose wallet the house has"},
    "program": {"type": "apiKey", "in": "header", "name": "X-Sabot",
                "description": "\"1\" with every request that changes something, which another "
                               "site's page cannot send"},
}


class Route(NamedTuple):
    """One operation: its path and method, what it takes and returns, and its policy."""

    path: str
    method: str
    takes: Kind
    gives: Kind
    door: route_policies.RoutePolicy


def operations(openapi: Schema, routes: Iterable[BaseRoute]) -> Iterator[Route]:
    """Yield the operations of an application that are described."""
    for route in routes:
        described = openapi["paths"].get(route.path_format, {})
        for method, (handler, _) in (
                route.route_handler_map if isinstance(route, HTTPRoute) else {}).items():
            if method.lower() in described:
                signed = handler.parsed_fn_signature
                returned, data = signed.return_type, signed.parameters.get("data")
                declared = handler.opt.get(route_policies.GIVES)
                gives = (
                    declared.kind() if isinstance(declared, route_policies.LateType) else declared
                ) or (
                    returned.inner_types[0].annotation if returned.is_subclass_of(Response)
                    else returned.annotation)
                yield Route(route.path_format, method.lower(), data and data.annotation, gives,
                            route_policies.policy_of(handler.opt))


def _security(route: Route) -> list[Schema]:
    """Return who may call: any one of these suffices; {} means everybody."""
    program: Schema = {} if route.method == "get" else {"program": []}
    if route.door.who == route_policies.ANYBODY:
        return [program]
    if route.door.who in (route_policies.PLAYER, route_policies.OPERATOR):
        return [program | {route.door.who: []}]
    allowed = staff.ALLOWED[route.door.who]
    return [program | {"staff": [role]} for role in staff.ROLES if role in allowed]


def _refusals(route: Route, operation: Schema) -> list[int]:
    """Return the statuses with which a route may refuse."""
    statuses = {*ALWAYS, *route.door.refuses}
    if route.method != "get":
        statuses |= {403}
    if route.takes is not None:
        statuses |= {413}
    if route.takes is not None or any(
            parameter["in"] == "query" for parameter in operation.get("parameters", ())):
        statuses |= {400}
    if route.door.who not in (route_policies.ANYBODY, route_policies.OPERATOR):
        statuses |= {401}
    if route.door.who not in (route_policies.ANYBODY, route_policies.PLAYER):
        statuses |= {403}
    return sorted(statuses)


def _many(schema: Schema) -> None:
    """Express the bound on a list as a number of items."""
    if schema.get("type") == "array" and "maxLength" in schema:
        schema["maxItems"] = schema.pop("maxLength")


def describe(openapi: Schema, routes: Iterable[BaseRoute]) -> Schema:
    """Complete Litestar's description with the shapes of what is sent."""
    routes_found = list(operations(openapi, routes))
    given_types = [route.gives for route in routes_found if route.gives is not None]
    taken_types = [route.takes for route in routes_found if route.takes is not None]
    encoded, named = schemas.json_schemas(
        [Problem, *given_types, *taken_types], [Problem, *given_types], REF)
    shapes = dict(zip(map(repr, [Problem, *given_types, *taken_types]), encoded, strict=True))
    openapi["components"] = {"schemas": named, "securitySchemes": SCHEMES}
    problem = {MEDIA: {"schema": shapes[repr(Problem)]}}
    for route in routes_found:
        operation = openapi["paths"][route.path][route.method]
        done = {status: response for status, response in operation["responses"].items()
                if not status.startswith(("4", "5"))}
        for response in done.values():
            if route.gives is type(None):  # a redirect, without a body
                response.pop("content", None)
            elif JSON in response.get("content", {}):
                response["content"] = {JSON: {"schema": shapes[repr(route.gives)]}}
        if route.takes is not None:
            optional = type(None) in get_args(route.takes)
            operation["requestBody"] = {"required": not optional, "content": {
                JSON: {"schema": shapes[repr(route.takes)]}}}
        refused = {str(status): {"description": f"not done: {HTTPStatus(status).phrase}",
                                 "content": problem} for status in _refusals(route, operation)}
        if route_policies.UNCHANGED in route.door.refuses:
            refused[str(route_policies.UNCHANGED)] = {
                "description": "the copy of the client is still valid"
            }
        if route.door.away:
            refused["503"]["content"] = problem | {JSON: {"schema": shapes[repr(route.gives)]}}
        operation["responses"] = done | refused
        operation["security"] = _security(route)
        for parameter in operation.get("parameters", ()):
            _many(parameter["schema"])
    return openapi


class Shapes(OpenAPISchemaPlugin):
    """Prevents Litestar from describing the structs itself; `describe` adds their shapes."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Whether a field is a struct."""
        return not field_definition.is_union and field_definition.is_subclass_of(msgspec.Struct)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator
                          ) -> OpenAPISchema:
        """Return a placeholder."""
        return OpenAPISchema(type=OpenAPIType.OBJECT)


class DescribedJson(JsonRenderPlugin):
    """The description as JSON, made once per application."""

    _made = b""

    def render(self, request: HttpRequest, openapi_schema: Schema) -> bytes:
        """Return the JSON to serve."""
        if not self._made:
            self._made = super().render(request, describe(openapi_schema, request.app.routes))
        return self._made
