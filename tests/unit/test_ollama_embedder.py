"""Embedders behind a server, told through Ollama's documented answers on a loopback server."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from wakeline.base.errors import (
    Busy,
    Conflict,
    Invalid,
    NotFound,
    NotPermitted,
    Unreachable,
    WakelineError,
)
from wakeline.minds.embedders.ollama import OllamaServer
from wakeline.minds.embedders.remote import BATCH, MOST_CHARACTERS, PROBE, RemoteEmbedder

MODEL = "all-minilm"
DIMENSION = 24

Answer = tuple[int, Any]
Respond = Callable[[dict[str, Any]], Answer]


class Ollama(ThreadingHTTPServer):
    """A server that answers as it is told to, and remembers what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.respond: Respond = embedded
        self.released = threading.Event()
        self.url = f"http://127.0.0.1:{self.server_port}"

    @property
    def sent(self) -> list[str]:
        return [text for body in self.asked for text in body["input"]]


class _Handler(BaseHTTPRequestHandler):
    server: Ollama

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body)
        self.server.headers.append(dict(self.headers))
        status, answer = self.server.respond(body)
        raw = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        with suppress(BrokenPipeError):  # who asked has stopped waiting
            self.wfile.write(raw)

    def log_message(self, *_: object) -> None:
        pass


def vector(text: str, dimension: int = DIMENSION, salt: str = "") -> list[float]:
    """Numbers that depend on a text alone."""
    raw = sha256(f"{salt}{text}".encode()).digest() * (dimension // 32 + 1)
    return [(byte - 127.5) / 16 for byte in raw[:dimension]]


def embedded(body: dict[str, Any], **how: Any) -> Answer:
    return 200, {
        "model": body["model"],
        "embeddings": [vector(text, **how) for text in body["input"]],
        "total_duration": 14143917,
        "load_duration": 1019500,
        "prompt_eval_count": 8,
    }


def in_turn(*answers: Respond) -> Respond:
    """Each answer once, the last one from then on."""
    left = list(answers)

    def respond(body: dict[str, Any]) -> Answer:
        answer = left.pop(0) if len(left) > 1 else left[0]
        return answer(body)

    return respond


def status(code: int, said: str) -> Respond:
    return lambda _body: (code, {"error": said})


@pytest.fixture
def ollama() -> Iterator[Ollama]:
    server = Ollama()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.released.set()
    server.shutdown()
    thread.join()
    server.server_close()


class Client:
    """An embedder of a server, and how long it has waited."""

    def __init__(self, url: str, *, key: str | None = None, timeout: float = 10) -> None:
        self.waited: list[float] = []
        server = OllamaServer(url, MODEL, key=key, timeout=timeout)
        self.embedder = RemoteEmbedder(server, sleep=self.waited.append)


@pytest.mark.feature("X30")
def test_the_dimension_is_that_of_the_first_answer_and_vectors_have_length_one(
    ollama: Ollama,
) -> None:
    embedder = Client(ollama.url).embedder
    made = embedder.embed(["a kayak", "a lake"])
    assert embedder.dimension == DIMENSION
    assert made.shape == (2, DIMENSION)
    assert np.linalg.norm(made, axis=1) == pytest.approx([1, 1], abs=1e-6)
    wanted = np.array(vector("a lake"))
    assert made[1] == pytest.approx(wanted / np.linalg.norm(wanted), abs=1e-6)


def test_nothing_is_asked_before_it_is_needed(ollama: Ollama) -> None:
    embedder = Client(ollama.url).embedder
    assert embedder.name == "ollama"
    assert ollama.asked == []


def test_texts_go_in_batches_and_come_back_in_order(ollama: Ollama) -> None:
    texts = [f"turn {i}" for i in range(2 * BATCH + 1)]
    made = Client(ollama.url).embedder.embed(texts)
    assert [len(body["input"]) for body in ollama.asked] == [1, BATCH, BATCH, 1]
    assert ollama.sent == [PROBE, *texts]
    for text, row in zip(texts, made, strict=True):
        assert row @ np.array(vector(text)) > 0.99 * np.linalg.norm(vector(text))


def test_what_says_nothing_is_not_sent_and_is_zeros(ollama: Ollama) -> None:
    made = Client(ollama.url).embedder.embed(["", "a lake", " \n", "\0"])
    assert ollama.sent == [PROBE, "a lake"]
    assert not made[[0, 2, 3]].any()
    assert made[1].any()


def test_a_long_text_is_cut_and_odd_signs_are_taken(ollama: Ollama) -> None:
    Client(ollama.url).embedder.embed(["word " * 20_000, "a\0b", "🛶 山", "\ud83d"])
    _, long, *odd = ollama.sent
    assert len(long) <= MOST_CHARACTERS
    assert odd == ["a b", "🛶 山", "?"]


def test_a_server_that_takes_less_gets_less(ollama: Ollama) -> None:
    def small(body: dict[str, Any]) -> Answer:
        if sum(map(len, body["input"])) > 300:
            return 400, {"error": "the input length exceeds the context length"}
        return embedded(body)

    ollama.respond = small
    texts = ["short", "x" * 250, "y" * 1000]
    together = Client(ollama.url).embedder.embed(texts)
    alone = np.concatenate([Client(ollama.url).embedder.embed([text]) for text in texts])
    assert together == pytest.approx(alone)
    assert "y" * 250 in ollama.sent


def test_a_server_that_fails_for_a_moment_is_asked_again(ollama: Ollama) -> None:
    client = Client(ollama.url)
    ollama.respond = in_turn(
        status(500, "llama runner process has terminated"), status(503, "loading"), embedded
    )
    assert client.embedder.embed(["a lake"]).any()
    assert client.waited == [0.5, 1.0]


@pytest.mark.parametrize(
    ("code", "said", "error", "todo", "requests"),
    [
        (404, 'model "all-minilm" not found, try pulling it first', NotFound, "ollama pull", 1),
        (400, "this model does not support embeddings", Invalid, "embedder.model", 1),
        (401, "unauthorized sk-secret", NotPermitted, "WAKELINE_EMBEDDER_KEY", 1),
        (429, "slow down", Busy, "later", 4),
        (500, "no space left on device", Unreachable, "log", 4),
    ],
)
def test_what_does_not_pass_is_an_error_that_says_what_to_do(
    ollama: Ollama, code: int, said: str, error: type[WakelineError], todo: str, requests: int
) -> None:
    ollama.respond = status(code, said)
    client = Client(ollama.url)
    with pytest.raises(error) as raised:
        client.embedder.embed(["a lake"])
    assert type(raised.value) is error
    assert ollama.url in raised.value.message
    assert todo in raised.value.todo
    assert "sk-secret" not in str(raised.value)
    assert len(ollama.asked) == requests
    assert sum(client.waited) <= 3.5


def test_nobody_there_is_unreachable(ollama: Ollama) -> None:
    client = Client("http://127.0.0.1:9")
    with pytest.raises(Unreachable, match="does not answer"):
        _ = client.embedder.dimension
    assert len(client.waited) == 3


def test_a_slow_server_is_given_up_after_the_time_it_has(ollama: Ollama) -> None:
    def slow(body: dict[str, Any]) -> Answer:
        ollama.released.wait(10)
        return embedded(body)

    ollama.respond = slow
    with pytest.raises(Unreachable, match=r"within 0\.2 s") as raised:
        _ = Client(ollama.url, timeout=0.2).embedder.fingerprint
    assert "embedder.timeout_seconds" in raised.value.todo


def test_another_dimension_later_on_is_a_conflict(ollama: Ollama) -> None:
    ollama.respond = in_turn(embedded, lambda body: embedded(body, dimension=16))
    with pytest.raises(Conflict, match="16 dimensions, not 24"):
        Client(ollama.url).embedder.embed(["a lake"])


@pytest.mark.parametrize(
    "answer",
    [
        b"<html>welcome</html>",
        [],
        {},
        {"embeddings": None},
        {"embeddings": []},
        {"embeddings": [[]]},
        {"embeddings": [[0.1, 0.2], [0.3, 0.4]]},
        {"embeddings": [["a", "b"]]},
        {"embeddings": [[0.0] * DIMENSION]},
        b'{"embeddings": [[NaN, 0.5]]}',
        b'{"embeddings": [[1e999, 0.5]]}',
        {"embeddings": [[None, 0.5]]},
    ],
    ids=lambda answer: repr(answer)[:40],
)
def test_an_answer_without_good_vectors_is_refused(ollama: Ollama, answer: Any) -> None:
    ollama.respond = lambda _body: (200, answer)
    with pytest.raises(Invalid, match="answered with"):
        Client(ollama.url).embedder.embed(["a lake"])


def test_one_vector_of_another_length_in_a_batch_is_refused(ollama: Ollama) -> None:
    uneven = {"embeddings": [[0.1] * DIMENSION, [0.1]]}
    ollama.respond = in_turn(embedded, lambda _body: (200, uneven))
    with pytest.raises(Invalid, match="one dimension"):
        Client(ollama.url).embedder.embed(["a", "b"])


def test_the_fingerprint_names_the_model_and_notices_another_behind_its_name(
    ollama: Ollama,
) -> None:
    first = Client(ollama.url).embedder.fingerprint
    assert first.startswith(f"ollama-{DIMENSION}:{MODEL}:")
    ollama.respond = lambda body: (
        200,
        {"embeddings": [[x * 1.5 + 1e-5 for x in vector(text)] for text in body["input"]]},
    )
    assert Client(ollama.url).embedder.fingerprint == first, "noise and scale are no other model"
    ollama.respond = lambda body: embedded(body, salt="other")
    assert Client(ollama.url).embedder.fingerprint != first


def test_a_key_is_sent_only_if_there_is_one(ollama: Ollama) -> None:
    _ = Client(ollama.url).embedder.dimension
    _ = Client(ollama.url, key="made-up").embedder.dimension
    assert [h.get("Authorization") for h in ollama.headers] == [None, "Bearer made-up"]


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(Invalid, match=r"embedder\.url"):
        Client("file:///etc/passwd")
