"""Bearer tokens: what one says, how it is made, and whether it is believed.

A token names a tenant, a role and perhaps one agent. Whoever shows it can do what that
role can, and nothing of another tenant. It does not know requests or routes.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, NamedTuple, get_args

import jwt

from wakeline.base.config import DEFAULT_TENANT
from wakeline.base.errors import Invalid
from wakeline.interfaces.rest.keys import Key, KeyRing
from wakeline.store.folder import agent_key, tenant_key

Role = Literal["agent", "operator"]
ROLES: tuple[Role, ...] = get_args(Role)
ISSUER = "wakeline"
AUDIENCE = "wakeline-rest"
ALGORITHMS = ["HS256"]
REQUIRED = ["exp", "iat", "iss", "aud", "sub", "jti"]
DEFAULT_DAYS = 30
MOST_DAYS = 3650
MOST_LENGTH = 4096
MOST_SUBJECT = 200


class Caller(NamedTuple):
    """On whose behalf a request comes."""

    tenant: str
    role: Role
    subject: str
    agent: str | None
    token_id: str


class TokenRefusal(NamedTuple):
    """Why a token is not believed, in a word for the audit. Whoever showed it is not told."""

    reason: str


class Issued(NamedTuple):
    """A new token, which is stored nowhere, and what it says."""

    token: str
    id: str
    tenant: str
    role: Role
    agent: str | None
    subject: str
    key_id: str
    expires_at: datetime


def issue(
    signing_key: Callable[[], Key],
    *,
    id: str,
    tenant: str,
    role: str,
    agent: str | None,
    subject: str | None,
    days: int,
    now: datetime,
) -> Issued:
    """Sign a token. The key is asked for when everything else is in order."""
    if role not in ROLES:
        raise Invalid(f"role is {role!r}.", todo=f"Use one of {', '.join(ROLES)}.")
    if not 1 <= days <= MOST_DAYS:
        raise Invalid(f"days is {days}.", todo=f"Use a whole number from 1 to {MOST_DAYS}.")
    name = None if agent is None else agent_key(agent)
    who = (subject or name or role).strip()
    if not who or len(who) > MOST_SUBJECT or not who.isprintable():
        raise Invalid(
            "the subject is empty, too long or holds control characters.",
            todo=f"Use up to {MOST_SUBJECT} printable characters.",
        )
    expires_at = now + timedelta(days=days)
    claims: dict[str, Any] = {
        "iss": ISSUER,
        "aud": AUDIENCE,
        "sub": who,
        "jti": id,
        "iat": int(now.timestamp()),
        "exp": int(expires_at.timestamp()),
        "tenant": tenant_key(tenant),
        "role": role,
    }
    if name is not None:
        claims["agent"] = name
    key = signing_key()
    token = jwt.encode(claims, key.secret, algorithm=ALGORITHMS[0], headers={"kid": key.id})
    found: Role = "operator" if role == "operator" else "agent"
    return Issued(token, id, claims["tenant"], found, name, who, key.id, expires_at)


def read(token: str, ring: KeyRing) -> Caller | TokenRefusal:
    """Who shows this token, or why it is not believed."""
    if len(token) > MOST_LENGTH:
        return TokenRefusal("too long")
    try:
        key = ring.named(jwt.get_unverified_header(token).get("kid"))
        if key is None:
            return TokenRefusal("unknown key")
        claims = _claims(token, key)
    except jwt.PyJWTError as error:
        return TokenRefusal(type(error).__name__)
    except (ValueError, RecursionError):  # what is no token at all can fail anywhere
        return TokenRefusal("unreadable")
    if claims["jti"] in ring.revoked:
        return TokenRefusal("revoked")
    return _caller(claims)


def read_local(token: str, secret: str, *, tenant: str = DEFAULT_TENANT) -> Caller | TokenRefusal:
    """The same for the one random token of a folder without keys.

    It never stands for the operator: the agent's own shell can read its file as well as the
    person can.
    """
    if hmac.compare_digest(token.encode(errors="replace"), secret.encode()):
        return Caller(tenant, "agent", "local", None, "local")
    return TokenRefusal("not the local token")


def token_id(token: str, ring: KeyRing) -> tuple[str, datetime] | None:
    """Which token this is and until when it holds; None if we did not sign it."""
    try:
        key = ring.named(jwt.get_unverified_header(token).get("kid"))
        claims = None if key is None else _claims(token, key)
    except (jwt.PyJWTError, ValueError, RecursionError):
        return None
    if claims is None:
        return None
    return claims["jti"], datetime.fromtimestamp(claims["exp"], UTC)


def _claims(token: str, key: Key) -> dict[str, Any]:
    claims: dict[str, Any] = jwt.decode(
        token,
        key.secret,
        algorithms=ALGORITHMS,
        audience=AUDIENCE,
        issuer=ISSUER,
        options={"require": REQUIRED, "strict_aud": True, "enforce_minimum_key_length": True},
    )
    return claims


def _caller(claims: dict[str, Any]) -> Caller | TokenRefusal:
    """A signed token may still have been signed by somebody who shares our key."""
    agent = claims.get("agent")
    if claims.get("role") not in ROLES:
        return TokenRefusal("no such role")
    for name in (claims.get("tenant"), *([] if agent is None else [agent])):
        if not _is_name(name):
            return TokenRefusal("no tenant or agent of that name can be")
    return Caller(claims["tenant"], claims["role"], claims["sub"], agent, claims["jti"])


def _is_name(name: object) -> bool:
    try:
        return agent_key(name) == name
    except Invalid:
        return False
