"""A server over loopback that speaks as OpenAI's does, and whose model says what it is told."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Says(NamedTuple):
    """One answer: of a model, or of a server that has none."""

    text: str | None = None
    refusal: str | None = None
    status: int = 200
    usage: tuple[int, int] | None = (100, 10)
    is_slow: bool = False  # it answers when the test is over


class Server:
    """What it will say, one a request and then the last again; and what it was asked."""

    def __init__(self) -> None:
        self.says: list[str | Says] = ["{}"]
        self.asked: list[dict[str, Any]] = []
        self.is_over = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                outer.asked.append(json.loads(self.rfile.read(length)))
                said = outer.says.pop(0) if len(outer.says) > 1 else outer.says[0]
                said = Says(said) if isinstance(said, str) else said
                if said.is_slow:
                    outer.is_over.wait(30)
                body = json.dumps(outer.completion(said)).encode()
                self.send_response(said.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None: ...

        class Http(ThreadingHTTPServer):
            def handle_error(self, *_: object) -> None: ...  # a caller that did not wait

        self.http = Http(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"

    @staticmethod
    def completion(said: Says) -> dict[str, Any]:
        if said.status != 200:
            return {"error": {"message": said.text or "no", "type": "server_error"}}
        message = {"role": "assistant", "content": said.text, "refusal": said.refusal}
        found: dict[str, Any] = {
            "id": "1", "object": "chat.completion", "created": 1, "model": "tiny",
            "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        }  # fmt: skip
        if said.usage is not None:
            shown, answered = said.usage
            found["usage"] = {
                "prompt_tokens": shown,
                "completion_tokens": answered,
                "total_tokens": shown + answered,
            }
        return found

    def prompt(self, number: int = -1) -> str:
        """What one request asked."""
        return str(self.asked[number]["messages"][0]["content"])


@contextmanager
def serving() -> Iterator[Server]:
    found = Server()
    thread = threading.Thread(target=found.http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield found
    finally:
        found.is_over.set()
        found.http.shutdown()
        thread.join()
        found.http.server_close()
