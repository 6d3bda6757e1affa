"""Tokens and the keys that sign them, as files and as values."""

from __future__ import annotations

import base64
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wakeline.base.errors import HomeUnusable, Invalid
from wakeline.interfaces.rest.keys import Key, KeyFile, KeyRing, local_token
from wakeline.interfaces.rest.tokens import Caller, Issued, TokenRefusal, issue, read, read_local

NOW = datetime.now(UTC)
KEY = Key("k1", "a" * 64, NOW)
RING = KeyRing((KEY,))


def a_token(key: Key = KEY, **changes: Any) -> Issued:
    given: dict[str, Any] = {
        "id": "t1",
        "tenant": "default",
        "role": "agent",
        "agent": None,
        "subject": None,
        "days": 1,
        "now": NOW,
    }
    return issue(lambda: key, **{**given, **changes})


def signed(claims: dict[str, Any], **header: Any) -> str:
    """A token of any claims, signed with our key; None leaves a claim out."""
    usual = jwt.decode(a_token().token, options={"verify_signature": False})
    whole = {name: value for name, value in {**usual, **claims}.items() if value is not None}
    return jwt.encode(whole, KEY.secret, algorithm="HS256", headers={"kid": "k1", **header})


def unsigned(header: dict[str, Any]) -> str:
    claims = jwt.decode(a_token().token, options={"verify_signature": False})
    parts = [base64.urlsafe_b64encode(json.dumps(p).encode()).decode() for p in (header, claims)]
    return ".".join([*(part.rstrip("=") for part in parts), ""])


def test_a_token_says_who_calls() -> None:
    issued = a_token(tenant="North", role="agent", agent="Ash", subject="laptop")
    assert read(issued.token, RING) == Caller("north", "agent", "laptop", "ash", "t1")
    assert jwt.get_unverified_header(issued.token) == {"alg": "HS256", "typ": "JWT", "kid": "k1"}


BAD: dict[str, str] = {
    "no claims at all": "",
    "garbage": "not.a.token",
    "blanks": "   ",
    "other letters": "снег",
    "too long": "a" * 5000,
    "nested without end": base64.urlsafe_b64encode(b"[" * 2900).decode() + ".e30.",
    "algorithm none": unsigned({"alg": "none", "kid": "k1"}),
    "another algorithm": jwt.encode(
        jwt.decode(a_token().token, options={"verify_signature": False}),
        KEY.secret,
        algorithm="HS384",
        headers={"kid": "k1"},
    ),
    "audience": signed({"aud": "somebody-else"}),
    "a list of audiences": signed({"aud": ["wakeline-rest", "more"]}),
    "issuer": signed({"iss": "somebody-else"}),
    "expired": signed({"exp": int(NOW.timestamp()) - 10}),
    "no exp": signed({"exp": None}),
    "no sub": signed({"sub": None}),
    "no jti": signed({"jti": None}),
    "no iss": signed({"iss": None}),
    "no aud": signed({"aud": None}),
    "no kid": jwt.encode({"a": 1}, KEY.secret, algorithm="HS256"),
    "unknown kid": signed({}, kid="k9"),
    "a kid that is no text": signed({}, kid="k1").replace(
        base64.urlsafe_b64encode(b"k1").decode(), "x"
    )[1:],
    "another key": a_token(Key("k1", "b" * 64, NOW)).token,
    "a role that is none": signed({"role": "admin"}),
    "no tenant": signed({"tenant": None}),
    "a tenant that is a path": signed({"tenant": "../north"}),
    "an agent that is a list": signed({"agent": ["ash"]}),
}


@pytest.mark.parametrize("token", BAD.values(), ids=BAD.keys())
def test_a_bad_token_is_refused(token: str) -> None:
    assert isinstance(read(token, RING), TokenRefusal)


@given(st.text(max_size=300) | st.from_regex(r"[\w-]*\.[\w-]*\.[\w-]*", fullmatch=True))
def test_no_text_is_a_token_and_none_is_an_error(text: str) -> None:
    assert isinstance(read(text, RING), TokenRefusal)
    assert isinstance(read_local(text, "a" * 64), TokenRefusal)


def test_a_changed_token_is_refused_wherever_it_was_changed() -> None:
    token = a_token().token
    for place in range(0, len(token) - 1, 7):
        if token[place] != ".":
            other = "A" if token[place] != "A" else "B"
            assert isinstance(read(token[:place] + other + token[place + 1 :], RING), TokenRefusal)


def test_the_key_before_is_believed_and_the_one_before_that_is_not(tmp_path: Path) -> None:
    file = KeyFile(str(tmp_path / "keys.json"))
    tokens = []
    for number in range(3):
        key = file.rotate(id=f"k{number}", now=NOW)
        tokens.append(a_token(key).token)
    believed = [isinstance(read(token, file.ring()), Caller) for token in tokens]
    assert believed == [False, True, True]
    assert file.ring().current == file.ring().named("k2")


def test_a_token_that_was_taken_back_is_refused_by_whoever_has_the_file_open(
    tmp_path: Path,
) -> None:
    file, server = (KeyFile(str(tmp_path / "keys.json")) for _ in range(2))
    token = a_token(file.rotate(id="k1", now=NOW))
    assert isinstance(read(token.token, server.ring()), Caller)
    file.revoke("t1", until=token.expires_at, now=NOW)
    assert read(token.token, server.ring()) == TokenRefusal("revoked")


def test_what_is_over_is_forgotten_when_the_next_token_is_taken_back(tmp_path: Path) -> None:
    file = KeyFile(str(tmp_path / "keys.json"))
    file.revoke("old", until=NOW + timedelta(days=1), now=NOW)
    file.revoke("new", until=NOW + timedelta(days=9), now=NOW + timedelta(days=2))
    assert list(file.ring().revoked) == ["new"]


def test_keys_are_for_their_owner_alone_and_long_enough(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    file = KeyFile(str(path))
    file.rotate(id="k1", now=NOW)
    assert path.stat().st_mode & 0o777 == 0o600
    assert len(file.ring().keys[0].secret) >= 32
    path.chmod(0o640)
    with pytest.raises(HomeUnusable, match="read by others"):
        KeyFile(str(path)).ring()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"keys": 3, "revoked": {}}',
        '{"keys": [{"id": "k", "secret": "short", "made_at": "x"}], "revoked": {}}',
    ],
)
def test_a_file_that_holds_no_keys_is_not_taken_for_a_home_without(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "keys.json"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(HomeUnusable):
        KeyFile(str(path)).ring()


def test_the_local_token_is_made_once_for_its_owner_and_is_never_the_operators(
    tmp_path: Path,
) -> None:
    secret = local_token(str(tmp_path))
    assert local_token(str(tmp_path)) == secret
    assert os.listdir(tmp_path) == ["serve.token"]
    assert (tmp_path / "serve.token").stat().st_mode & 0o777 == 0o600
    caller = read_local(secret, secret)
    assert isinstance(caller, Caller)
    assert caller.role == "agent"
    assert caller.tenant == "default"


@pytest.mark.parametrize(
    "wrong",
    [{"role": "admin"}, {"days": 0}, {"days": 4000}, {"agent": "a/b"}, {"subject": "a\nb"}],
    ids=str,
)
def test_a_token_that_makes_no_sense_is_not_made(wrong: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        a_token(**wrong)
