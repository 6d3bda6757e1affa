"""`wakeline serve`: ports, workers that die, signals, clients that go away."""

from __future__ import annotations

import http.server
import json
import os
import shutil
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interfaces.program import Program
from tests.rest.server import Server
from wakeline.base.process import is_running


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("served")
    Program(folder / "home", folder).ok("init", "--agent", "Ash", "--person", "Mel", "--yes")
    return folder / "home"


@pytest.fixture
def home(begun: Path, tmp_path: Path) -> str:
    shutil.copytree(begun, tmp_path / "home")
    return str(tmp_path / "home")


@pytest.fixture
def server(home: str, tmp_path: Path) -> Iterator[Server]:
    with Server(home, tmp_path, "--port", "0", "--workers", "2") as found:
        yield found


def local(home: str) -> dict[str, str]:
    return {"Authorization": "Bearer " + (Path(home) / "serve.token").read_text()}


def test_a_home_is_served_until_it_is_told_to_stop(server: Server, home: str) -> None:
    kept = server.client.post("/api/agents/ash/record", json={"user": "hello"}, headers=local(home))
    assert kept.status_code == 200
    assert server.url.startswith("http://127.0.0.1:")
    workers = server.workers()
    assert server.stop() == 0
    assert not any(is_running(process, "") for process in workers)
    ran = Program(home, Path(home).parent).ok("status", "ash", "--json")
    assert ran.json["turns"] == 1


@pytest.mark.feature("B72")
def test_a_worker_that_dies_is_started_again(server: Server, home: str) -> None:
    server.until_line("started", times=2)
    for times in (3, 4):
        dead = server.workers()[-1]
        os.kill(dead, signal.SIGKILL)
        server.until_line(f"[{dead}] died")
        server.until_line("started", times=times)
    assert server.client.get("/api/agents", headers=local(home)).status_code == 200


@pytest.mark.feature("B72")
def test_a_terminal_or_a_client_that_goes_away_stops_nothing(server: Server, home: str) -> None:
    server.signal(signal.SIGHUP)
    for worker in server.workers():
        os.kill(worker, signal.SIGHUP)
    host, port = server.url.removeprefix("http://").split(":")
    for _ in range(20):
        with socket.create_connection((host, int(port))) as broken:
            broken.sendall(b"POST /api/agents/ash/record HTTP/1.1\r\nContent-Length: 999\r\n\r\n{")
    assert server.client.get("/api/agents", headers=local(home)).status_code == 200
    assert server.stop() == 0


@pytest.mark.feature("B72")
def test_a_port_that_another_program_has_is_left_alone(home: str, tmp_path: Path) -> None:
    class Other(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"service": "something else"}')

        def log_message(self, *_: object) -> None: ...

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        port = other.server_address[1]
        with Server(home, tmp_path, "--port", str(port)) as refused:
            assert refused.code == 4
            message = refused.told["error"]["message"]
            assert f"port {port} belongs to" in message
            assert f"process {os.getpid()}" in message
        with socket.create_connection(("127.0.0.1", port)) as still:
            still.sendall(b"GET / HTTP/1.0\r\n\r\n")
            assert b"200" in still.recv(100)
        other.shutdown()


@pytest.mark.feature("B72")
def test_a_listener_that_never_answers_is_left_alone_too(home: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        port = mute.getsockname()[1]
        with Server(home, tmp_path, "--port", str(port)) as refused:
            assert refused.code == 4


@pytest.mark.feature("B72")
def test_a_home_that_is_served_already_is_recognised(
    server: Server, home: str, tmp_path: Path
) -> None:
    port = server.url.rsplit(":", 1)[1]
    with Server(home, tmp_path, "--port", port) as again:
        assert again.code == 4
        assert again.told["error"]["message"] == f"this home is served already, at {server.url}."
    with Server(str(tmp_path / "another"), tmp_path, "--port", port) as other:
        assert other.code == 4
        assert "another home is served" in other.told["error"]["message"]
    assert server.client.get("/health").status_code == 200


def test_workers_go_when_their_supervisor_is_killed(server: Server) -> None:
    server.signal(signal.SIGKILL)
    server.wait()
    # Its standard error ends when the last process that holds it is gone.
    server._reader.join(60)
    assert not server._reader.is_alive()


def test_without_keys_nobody_else_is_served(home: str, tmp_path: Path) -> None:
    for host in ("0.0.0.0", "::", "192.0.2.1", "example.org"):  # noqa: S104
        with Server(home, tmp_path, "--host", host, "--port", "0") as refused:
            assert refused.code == 1, host
            assert refused.told["error"]["kind"] == "NotPermitted"
            assert "keys" in refused.told["error"]["message"]


def test_with_keys_another_address_is_served_and_the_local_token_is_not_taken(
    home: str, tmp_path: Path
) -> None:
    program = Program(home, tmp_path)
    token = program.ok("token", "create", "--role", "operator").out.strip()
    with Server(home, tmp_path, "--host", "0.0.0.0", "--port", "0") as server:  # noqa: S104
        port = server.url.rsplit(":", 1)[1]
        url = f"http://127.0.0.1:{port}/metrics"
        answer = server.client.get(url, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200
        assert "wakeline_requests_total" in answer.text
        assert not (Path(home) / "serve.token").exists()


def test_metrics_count_all_workers_together(home: str, tmp_path: Path) -> None:
    token = Program(home, tmp_path).ok("token", "create", "--role", "operator").out.strip()
    as_operator = {"Authorization": f"Bearer {token}"}
    with Server(home, tmp_path, "--port", "0", "--workers", "2") as server:
        server.until_line("started", times=2)
        for _ in range(30):
            # A connection each, so that both workers get some.
            with server.client.stream("GET", "/health", headers={"Connection": "close"}) as answer:
                answer.read()
        text = server.client.get("/metrics", headers=as_operator).text
    (line,) = [x for x in text.splitlines() if 'route="/health"' in x and "requests_total" in x]
    assert float(line.split()[-1]) >= 30


@pytest.mark.parametrize(
    "words",
    [("--port", "70000"), ("--workers", "0"), ("--host", "no such host")],
    ids=" ".join,
)
def test_nonsense_is_refused_with_what_to_do(
    home: str, tmp_path: Path, words: tuple[str, ...]
) -> None:
    Program(home, tmp_path).ok("token", "create")
    with Server(home, tmp_path, *words) as refused:
        assert refused.code == 2
        assert refused.told["error"]["todo"]


def test_a_home_in_postgresql_is_served_with_keys_only(pg_url: str, tmp_path: Path) -> None:
    with Server(pg_url, tmp_path, "--port", "0") as refused:
        assert refused.code == 1
        assert "WAKELINE_KEYS" in refused.told["error"]["todo"]
    keys = {"WAKELINE_KEYS": str(tmp_path / "keys.json")}
    made = Program(pg_url, tmp_path)(
        "token", "create", "--role", "operator", "--json", environment=keys
    )
    token = json.loads(made.out)["token"]
    with Server(pg_url, tmp_path, "--port", "0", environment=keys) as server:
        headers = {"Authorization": f"Bearer {token}"}
        made_agent = server.client.post(
            "/api/operator/agents", json={"name": "ash"}, headers=headers
        )
        assert made_agent.status_code == 201
        assert "password" not in json.dumps(server.told)


def test_the_fast_commands_load_nothing_of_the_server(home: str, tmp_path: Path) -> None:
    code = (
        "import sys\nfrom wakeline.__main__ import main\n"
        f"main(['wake', 'ash', '--json', '--home', {home!r}])\n"
        "bad = {'fastapi', 'uvicorn', 'jwt', 'prometheus_client', 'pydantic', 'starlette'}\n"
        "sys.exit(repr(bad & set(sys.modules)) if bad & set(sys.modules) else 0)"
    )
    import subprocess
    import sys

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
