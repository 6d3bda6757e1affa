"""Routes built from operations.

A request's fields become the arguments of the operation's method. Who acts and on whose word
comes from the token, never from the request alone.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, get_args, get_origin

from fastapi import APIRouter, Path, Query, Request, Response

from wakeline.engine.operations.operation import (
    Area,
    Argument,
    Operation,
    Route,
    arguments,
    fills_in,
    pairs,
    result_of,
)
from wakeline.flows.common.pages import LISTS
from wakeline.interfaces.json_values import camel
from wakeline.interfaces.requests import Body, names_at_door, request_model, wire_type
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    WRITING,
    AgentName,
    Cursor,
    Limit,
    a_page,
    router,
)
from wakeline.interfaces.rest.service import actor_of, agent_of, caller_of, origin_of, sender_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model, page_model

Endpoint = Callable[..., Response]
BODIES: dict[str, type[Body]] = {}


def build_routes(*areas: Area) -> APIRouter:
    """The routes of the operations of some areas that have one tag."""
    routes = router(areas[0].tag, prefix="/api/agents/{agent}")
    add_routes(routes, *areas)
    return routes


def add_routes(routes: APIRouter, *areas: Area) -> None:
    """Add the routes of the operations of some areas to a router."""
    for area in areas:
        for operation in area.operations:
            if operation.route is not None:
                _add(routes, area, operation, operation.route)


def _add(routes: APIRouter, area: Area, operation: Operation, route: Route) -> None:
    method, path = route.at.split()
    endpoint = _page(operation, route) if route.page else _call(area, operation, route, method)
    endpoint.__name__, endpoint.__doc__ = operation.name, operation.help
    routes.add_api_route(
        path.removesuffix("/"),
        endpoint,
        methods=[method],
        status_code=route.status,
        response_model=_answer(operation, route),
        responses=problem_responses(*(USUAL if method == "GET" else WRITING)),
    )


def _answer(operation: Operation, route: Route) -> Any:
    if route.page:
        listed: Any = LISTS[route.page].cls
        return page_model(listed)
    found = result_of(operation)
    if get_origin(found) is list:
        item: Any = _described(get_args(found)[0])
        return list[item]
    return _described(found)


def _described(found: Any) -> Any:
    return answer_model(found) if hasattr(found, "_fields") else found


def _page(operation: Operation, route: Route) -> Endpoint:
    """A page of a list; what is wanted of it are the parameters of the method."""
    known, names = arguments(operation), pairs(route.takes)

    def endpoint(
        request: Request, agent: str, limit: int, cursor: str | None, **wanted: Any
    ) -> Response:
        given = {names[name]: value for name, value in wanted.items()}
        return a_page(request, agent, route.page, limit, cursor, **given)

    queries = [
        _query(shown, known[parameter], route.defaults) for shown, parameter in names.items()
    ]
    _sign(
        endpoint,
        _parameter("agent", AgentName),
        *(query for query in queries if query.default is inspect.Parameter.empty),
        _parameter("limit", Limit, 50),
        _parameter("cursor", Cursor, None),
        *(query for query in queries if query.default is not inspect.Parameter.empty),
    )
    return endpoint


def _call(area: Area, operation: Operation, route: Route, method: str) -> Endpoint:
    """Call the method with what the path, the query or the body gives."""
    known, names = arguments(operation), names_at_door(operation, route.takes)
    in_path = [name for name in names if f"{{{name}}}" in route.at]
    others = {shown: name for shown, name in names.items() if shown not in in_path}
    has_body = method != "GET" and bool(others or route.body)
    parts = [_parameter("agent", AgentName)]
    parts += [_parameter(name, _in_path(name, known[names[name]])) for name in in_path]
    if has_body:
        parts.append(_parameter("body", _body(operation, route, others)))
    else:
        parts += [
            _query(shown, known[parameter], route.defaults) for shown, parameter in others.items()
        ]

    def endpoint(request: Request, agent: str, body: Body | None = None, **given: Any) -> Response:
        said = {name: value for name, value in given.items() if value is not None}
        said |= {} if body is None else body.given()
        values = {names.get(name, name): value for name, value in said.items()}
        caller = caller_of(request)
        origin = origin_of(caller, values.pop("origin", None))
        if fills_in(operation, "origin"):
            values["origin"] = origin
        if fills_in(operation, "actor"):
            values["actor"] = actor_of(caller)
        if "sender" in known:
            values["sender"] = sender_of(caller, values.get("sender"))
        with agent_of(request, agent) as found:
            made = area.run(operation, found, values)
        return json_answer(made, status=route.status)

    _sign(endpoint, *parts)
    return endpoint


def _body(operation: Operation, route: Route, takes: dict[str, str]) -> type[Body]:
    """The schema of a request; routes that name the same one share it."""
    made = request_model(route.body, operation, takes, with_origin=True)
    known = BODIES.setdefault(route.body, made)
    if known is made:
        return made
    known.__doc__ = made.__doc__ = None  # the help of one operation does not describe them all
    if known.model_json_schema() != made.model_json_schema():
        raise ValueError(f"{operation.name}: another operation has a different {route.body}")
    return known


def _sign(endpoint: Endpoint, *parts: inspect.Parameter) -> None:
    """Give a function the parameters that FastAPI reads."""
    ordered = sorted(parts, key=lambda part: part.default is not inspect.Parameter.empty)
    signature = inspect.Signature([_parameter("request", Request), *ordered])
    endpoint.__signature__ = signature  # type: ignore[attr-defined]


def _parameter(name: str, hint: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default, annotation=hint)


def _query(shown: str, argument: Argument, defaults: Mapping[str, Any]) -> inspect.Parameter:
    note = Query(alias=camel(shown), description=argument.help or None)
    kind = wire_type(argument.hint)
    hint: Any = Annotated[kind, note]
    usual = inspect.Parameter.empty if argument.is_required else argument.default
    default = defaults.get(argument.name, usual)
    return _parameter(shown, hint, default)


def _in_path(shown: str, argument: Argument) -> Any:
    # What stands in a path is text without a slash.
    bounds = argument.bounds
    return Annotated[
        str,
        Path(
            alias=shown,
            description=argument.help or None,
            max_length=None if bounds.most is None else int(bounds.most),
            pattern=bounds.pattern if _needs_text(bounds.pattern) else r"^[^/\x00-\x1f]+$",
        ),
    ]


def _needs_text(pattern: str) -> bool:
    """Whether a pattern refuses the empty text, as a part of a path has to."""
    return bool(pattern) and re.match(pattern, "") is None
