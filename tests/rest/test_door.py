"""Who comes in: bad tokens are refused alike, nothing is written but one line of the audit."""

from __future__ import annotations

import ast
import json
import logging
from datetime import timedelta
from pathlib import Path
from typing import Any

import jwt
import pytest

from tests.rest.serving import Caller, Served
from tests.rest.serving import served as serving
from tests.rest.walking import Ids, visits
from wakeline.base.clock import SystemClock
from wakeline.interfaces.rest import routes

ASH = "/api/agents/ash"
NOW = SystemClock().now()
NOBODY = Ids("ash", *(20 * ["01" + "Z" * 24]))
# What protects an agent changes only through these, and only the operator's router knows them.
OPERATORS = {
    "accept_document",
    "reject_document",
    "update_identity",
    "new_identity",
    "rename_agent",
    "remove_agent",
    "copy_agent",
    "restore",
    "backup",
    "forget",
    "release_guard",
    "allow_restart",
}


def bad_headers(served: Served) -> dict[str, list[tuple[str, str]]]:
    """Every way in which a token can be bad, as headers of a request."""
    key = served.keys.ring().current
    assert key is not None
    good = served.token(role="operator")
    claims = jwt.decode(good, options={"verify_signature": False})

    def signed(changes: dict[str, Any], algorithm: str = "HS256", kid: str = key.id) -> str:
        whole = {name: value for name, value in {**claims, **changes}.items() if value is not None}
        return jwt.encode(whole, key.secret, algorithm=algorithm, headers={"kid": kid})

    none = jwt.encode(claims, "", algorithm="none", headers={"kid": key.id})
    tokens = {
        "algorithm none": none,
        "another algorithm": signed({}, algorithm="HS512"),
        "audience": signed({"aud": "elsewhere"}),
        "issuer": signed({"iss": "somebody"}),
        "expired": signed({"exp": int((NOW - timedelta(hours=1)).timestamp())}),
        "no exp": signed({"exp": None}),
        "no sub": signed({"sub": None}),
        "unknown kid": signed({}, kid="k9"),
        "no tenant": signed({"tenant": None}),
        "a tenant that is a path": signed({"tenant": "../default"}),
        "garbage": "a.b.c",
        "blank": "",
        "too long": "a" * 9000,
        "cut off": good[:-3],
        "a role that is none": signed({"role": "root"}),
    }
    return {
        "none": [],
        "no bearer": [("Authorization", f"Basic {good}")],
        "only the word": [("Authorization", "Bearer")],
        "two of them": [("Authorization", f"Bearer {good}")] * 2,
        "bytes that are no text": [("Authorization", "Bearer \xff\xfe")],
        **{name: [("Authorization", f"Bearer {token}")] for name, token in tokens.items()},
    }


def test_a_bad_token_is_refused_with_one_line_of_audit_and_nothing_written(
    served: Served, operator: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    before = served.everything()
    answers = set()
    for name, headers in bad_headers(served).items():
        caplog.clear()
        lines = len(served.audit())
        raw = [(key.encode(), value.encode("latin-1")) for key, value in headers]
        answer = served.client.request(
            "POST", f"{ASH}/record", json={"user": "let me in"}, headers=raw
        )
        assert answer.status_code == 401, name
        assert answer.headers["www-authenticate"] == "Bearer"
        answers.add(answer.text)
        told = [r for r in caplog.records if r.name == "wakeline.audit"]
        assert len(told) == 1, name
        line = json.loads(told[0].getMessage())
        assert line["event"] == "refused"
        assert line["path"] == f"{ASH}/record"
        shown = [value.split(" ")[-1] for _, value in headers]
        assert not [token for token in shown if len(token) > 20 and token in told[0].getMessage()]
        if "://" not in served.location:
            assert served.audit()[lines:] == [line]
    assert len(answers) == 1, "nobody learns why"
    assert served.everything() == before


def test_every_route_but_the_open_ones_refuses_without_a_token(served: Served) -> None:
    description = served.client.get("/openapi.json").json()
    found = visits(description, NOBODY)
    assert {visit.path for visit in found if not visit.needs_token} == {"/health"}
    for visit in found:
        answer = served.call(visit.method, visit.path, visit.body, params=visit.query)
        assert answer.status_code == (401 if visit.needs_token else 200), visit
    assert served.call("GET", "/api/nothing").status_code == 401
    assert served.call("GET", "/").status_code == 401


def test_a_token_is_asked_for_before_a_body_is_read(served: Served) -> None:
    answer = served.call("POST", f"{ASH}/record", content=b"{" * 100)
    assert answer.status_code == 401


def test_no_token_of_role_agent_reaches_a_route_of_the_operator(
    served: Served, ash: Caller, operator: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    mine = [v for v in visits(served.client.get("/openapi.json").json(), NOBODY) if v.is_operators]
    assert len(mine) >= 5
    before = served.everything()
    for visit in mine:
        for caller in (ash, served.caller()):
            caplog.clear()
            assert caller(visit.method, visit.path, visit.body).status_code == 403, visit
            told = [r for r in caplog.records if r.name == "wakeline.audit"]
            assert [json.loads(r.getMessage())["reason"] for r in told] == ["role agent"]
    assert served.everything() == before
    for visit in mine:
        assert operator(visit.method, visit.path, visit.body).status_code != 403, visit


def test_only_the_operators_module_names_what_is_the_operators() -> None:
    folder = Path(routes.__file__).parent
    for file in folder.glob("*.py"):
        words = {
            node.value
            for node in ast.walk(ast.parse(file.read_text()))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        used = words & OPERATORS
        assert file.name == "operator.py" or not used, (file.name, used)


def test_the_audit_says_nothing_that_a_caller_could_have_written_as_a_line(
    location: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(location, tmp_path) as served:
        served.call("GET", '/api/x%0A{"event":"admitted"}')
        told = [r.getMessage() for r in caplog.records if r.name == "wakeline.audit"]
        assert len(told) == 1
        assert "\n" not in told[0]
        assert json.loads(told[0])["event"] == "refused"


def test_the_audits_file_is_bounded_and_for_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wakeline.interfaces.rest import audit

    monkeypatch.setattr(audit, "MOST_BYTES", 1000)
    notes = audit.Audit(str(tmp_path), lambda: NOW)
    for _ in range(50):
        notes.refused(reason="r", method="GET", path="/" + "a" * 900, client="c", subject="s")
    files = list(tmp_path.iterdir())
    assert {file.name for file in files} <= {"audit.jsonl", "audit.1.jsonl"}
    assert sum(file.stat().st_size for file in files) < 4000
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in files)


def test_a_revoked_token_and_a_rotated_key_are_noticed_while_the_server_runs(
    served: Served, operator: Caller
) -> None:
    ash = served.caller(agent="ash")
    ash.ok("GET", ASH)
    claims = jwt.decode(ash.token, options={"verify_signature": False})
    served.keys.revoke(claims["jti"], until=NOW + timedelta(days=1), now=NOW)
    assert ash("GET", ASH).status_code == 401
    operator.ok("GET", ASH)
    served.keys.rotate(id="second", now=NOW)
    operator.ok("GET", ASH)
    served.keys.rotate(id="third", now=NOW)
    assert operator("GET", ASH).status_code == 401


def test_keys_that_others_can_read_close_the_door_and_say_nothing(
    served: Served, operator: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    file = Path(served.keys.path)
    file.chmod(0o644)
    file.write_text(file.read_text() + " ")
    answer = operator("GET", ASH)
    assert answer.status_code == 503
    assert str(file) not in answer.text
    assert str(file) in caplog.text


def test_a_folder_without_keys_takes_the_local_token_until_there_are_keys(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with serving(str(home), tmp_path, has_keys=False) as served:
        token = (home / "serve.token").read_text()
        assert served.call("GET", "/api/agents", token=token).status_code == 200
        assert served.call("GET", "/metrics", token=token).status_code == 403
        assert served.call("GET", "/api/agents", token=token[:-1]).status_code == 401
        served.keys.rotate(id="first", now=NOW)
        assert served.call("GET", "/api/agents", token=token).status_code == 401
        assert served.caller()("GET", "/api/agents").status_code == 200


def test_keys_that_are_lost_close_the_door(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with serving(str(home), tmp_path) as served:
        caller = served.caller()
        assert caller("GET", "/api/agents").status_code == 200
        Path(served.keys.path).unlink()
        home.mkdir(exist_ok=True)
        (home / "serve.token").write_text("a" * 64)
        assert caller("GET", "/api/agents").status_code == 401
        assert served.call("GET", "/api/agents", token="a" * 64).status_code == 401


def test_health_says_nothing_of_who_lives_here(served: Served, operator: Caller) -> None:
    answer = served.client.get("/health")
    assert answer.status_code == 200
    found = answer.json()
    assert found.keys() == {"service", "version", "status", "home"}
    assert served.location not in answer.text
    assert "ash" not in found.values()


def test_the_page_needs_nothing_from_elsewhere(served: Served) -> None:
    answer = served.client.get("/docs")
    assert answer.status_code == 200
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "://" not in answer.text
    assert "<script" not in answer.text
    for path in served.client.get("/openapi.json").json()["paths"]:
        assert path in answer.text


def test_metrics_count_routes_and_no_tenants(served: Served, operator: Caller) -> None:
    north = served.caller(tenant="north")
    north("GET", ASH)
    text = operator("GET", "/metrics").text
    assert 'wakeline_requests_total{method="GET",route="/api/agents/{agent}",status="404"}' in text
    assert "north" not in text
    assert "ash" not in text


def test_an_error_that_nobody_expected_is_a_problem_too(
    served: Served, operator: Caller, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    from wakeline.engine import Agent

    def fail(*_: object) -> None:
        raise ZeroDivisionError("the secret of the house")

    monkeypatch.setattr(Agent, "status", fail)
    with caplog.at_level(logging.ERROR):
        answer = operator("GET", f"{ASH}/status")
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert "secret" not in answer.text
