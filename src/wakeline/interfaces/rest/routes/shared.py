"""What routes have in common: the token, the agent's name, pages, statuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response, Security
from fastapi.security import HTTPBearer
from pydantic import BaseModel

from wakeline.base.errors import Invalid, NotPermitted
from wakeline.flows.common.pages import list_page, row_by_id
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.service import actor_of, agent_of, caller_of, origin_of
from wakeline.interfaces.rest.wire import json_answer

bearer = HTTPBearer(auto_error=False, description="`wakeline token create` makes one.")
ALWAYS = (401, 405, 413, 422, 500, 503)
# A gate may refuse a reader too, and one that looks for edited files may have to wait.
USUAL = (*ALWAYS, 403, 404, 409)
WRITING = (*USUAL, 400)

AgentName = Annotated[
    str,
    Path(alias="agent", description="The agent's name.", pattern=r"^[^/\x00-\x1f]{1,200}$"),
]
RowId = Annotated[str, Path(alias="id", max_length=100, pattern=r"^[0-9A-Za-z_.:-]+$")]
Limit = Annotated[int, Query(ge=1, le=200, description="How many at most.")]
Cursor = Annotated[
    str | None,
    Query(max_length=200, pattern=r"^[^\x00-\x1f]+$", description="`next` of the page before."),
]

InThread = Annotated[
    str | None,
    Query(
        alias="thread",
        max_length=200,
        pattern=r"^[^\x00-\x1f]+$",
        description="Only what was written in this thread.",
    ),
]


async def require_token(request: Request) -> None:
    """Nobody comes this far without a token, whatever stands in front."""
    caller_of(request)


async def operators_only(request: Request) -> None:
    """A token of role agent ends here; that is written down."""
    caller = caller_of(request)
    if caller.role != "operator":
        request.app.state.turned_away(request.scope, "role agent", caller.subject)
        raise NotPermitted("this is the operator's.", todo="Use a token of role operator.")


async def only_known_query(request: Request) -> None:
    """A parameter that a route does not have is a mistake, not silence."""
    known = {
        name for field in request.scope["route"].dependant.query_params for name in _names(field)
    }
    unknown = sorted(set(request.query_params.keys()) - known)
    if unknown:
        raise Invalid(
            f"there is no parameter {', '.join(map(repr, unknown))[:200]}.",
            todo=f"There are {', '.join(sorted(known))}." if known else "Leave it out.",
        )


def _names(field: Any) -> list[str]:
    """The parameters of a field: its own name, or those of the model that it is."""
    taken = field.field_info.annotation
    if isinstance(taken, type) and issubclass(taken, BaseModel):
        return [found.alias or name for name, found in taken.model_fields.items()]
    return [field.alias]


def router(tag: str, *, prefix: str, for_operator: bool = False) -> APIRouter:
    """A router behind the door: of the agent's routes, or of the operator's."""
    who = operators_only if for_operator else require_token
    return APIRouter(
        prefix=prefix,
        tags=[tag],
        dependencies=[Security(bearer), Depends(who), Depends(only_known_query)],
        responses=problem_responses(*ALWAYS, *([403] if for_operator else [])),
    )


def a_page(
    request: Request, agent: str, name: str, limit: int, cursor: str | None, **more: Any
) -> Response:
    """One page of a list of one agent."""
    with agent_of(request, agent) as found:
        return json_answer(list_page(found.place, name, limit=limit, after=cursor, **more))


def run_flow(
    request: Request,
    agent: str,
    flow: Callable[..., Any],
    *args: Any,
    created: bool = False,
    **given: Any,
) -> Response:
    """What a flow makes of something that the caller says or does, on the caller's word."""
    caller = caller_of(request)
    given["origin"] = origin_of(caller, given.get("origin"))
    with agent_of(request, agent) as found:
        made = flow(found.place, *args, actor=actor_of(caller), **given)
    return json_answer(made, status=201 if created else 200)


def a_row(request: Request, agent: str, name: str, id: str) -> Response:
    """One row of one agent."""
    with agent_of(request, agent) as found:
        return json_answer(row_by_id(found.place, name, id))
