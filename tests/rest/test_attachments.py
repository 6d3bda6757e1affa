"""Receipts over HTTP: handed over by their content or hash, never by a path of the server."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import QUICK
from tests.rest.serving import Caller, Served
from tests.rest.test_writing import every_page
from wakeline.base.digest import sha256_hex

ASH = "/api/agents/ash"
FILES = f"{ASH}/attachments"
PLAN = b"Four beds, one of them empty.\n"


def handed(content: bytes, **more: Any) -> dict[str, Any]:
    return {"filename": "plan.txt", "content": b64encode(content).decode(), **more}


@pytest.mark.feature("B17", "B18")
def test_a_file_that_is_handed_over_becomes_a_receipt_and_is_not_kept(
    served: Served, ash: Caller
) -> None:
    made = ash.ok("POST", FILES, handed(PLAN, observation="A plan.", thread="garden"))
    assert made["id"] == f"att_{sha256_hex(PLAN)[:32]}"
    assert (made["kind"], made["mime"], made["size"]) == ("text", "text/plain", len(PLAN))
    assert (made["status"], made["sourcePath"]) == ("elsewhere", "plan.txt")
    assert (made["excerpt"], made["observation"]) == (PLAN.decode().strip(), "A plan.")
    assert (made["origin"], made["trust"]) == ("agent_inferred", 0.7)
    seen = ash.ok("POST", f"{FILES}/{made['id']}/observe", {"observation": "The fourth is empty."})
    assert seen["observation"] == "The fourth is empty."
    found = ash.ok("GET", f"{FILES}/{made['id']}")
    assert found["receipt"] == seen
    assert [place["threadId"] for place in found["places"]] == ["garden"]
    assert [row["id"] for row in ash.ok("GET", FILES)["items"]] == [made["id"]]


def test_a_file_too_long_for_a_body_is_told_by_its_hash(served: Served, ash: Caller) -> None:
    told = {"filename": "film.mp4", "sha256": "ab" * 32, "size": 14_000_000, "text": "A heron."}
    made = ash.ok("POST", FILES, told)
    assert (made["id"], made["kind"], made["size"]) == (f"att_{'ab' * 16}", "video", 14_000_000)
    assert ash.ok("GET", f"{FILES}/{made['id']}")["receipt"]["text"] == "A heron."
    assert ash.ok("GET", FILES)["items"][0]["text"] is None


@pytest.mark.parametrize(
    "body",
    [
        {"filename": "plan.txt"},
        {"filename": "plan.txt", "sha256": "ab" * 32},
        {"filename": "plan.txt", "sha256": "AB" * 32, "size": 1},
        {"filename": "plan.txt", "sha256": "ab" * 32, "size": 16_000_000},
        {"filename": "plan.txt", "content": "not base64!"},
        {"filename": "plan.txt", "content": "Zm91cg==", "size": 5},
        {"filename": "plan.txt", "content": "Zm91cg==", "sha256": "ab" * 32},
        {"filename": "/etc/passwd", "content": "Zm91cg=="},
        {"filename": "..\\plan.txt", "content": "Zm91cg=="},
        {"filename": "", "content": "Zm91cg=="},
        {"path": "/etc/passwd"},
        {"filename": "plan.txt", "content": "Zm91cg==", "route": "native-image-parts"},
    ],
)
def test_what_is_no_file_is_refused(served: Served, ash: Caller, body: dict[str, Any]) -> None:
    assert ash("POST", FILES, body).status_code == 422
    assert ash.ok("GET", FILES)["items"] == []


def test_a_token_of_an_agent_does_not_hand_over_for_the_person(
    served: Served, ash: Caller, operator: Caller
) -> None:
    assert ash("POST", FILES, handed(PLAN, origin="user_direct")).status_code == 403
    assert operator.ok("POST", FILES, handed(PLAN))["origin"] == "user_direct"


@pytest.mark.feature("B20")
def test_no_file_of_the_server_is_opened_by_a_name_that_was_handed_over(
    served: Served, ash: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even when a file of that name lies where the server works."""
    (tmp_path / "plan.txt").write_bytes(b"the server's own secret")
    monkeypatch.chdir(tmp_path)
    made = ash.ok("POST", FILES, handed(PLAN, thread="garden"))
    (looked,) = ash.ok("POST", f"{FILES}/verify", {"ids": [made["id"]]})
    assert (looked["gap"], looked["receipt"]) == ("it is on another machine", made)
    assert ash.ok("POST", f"{FILES}/verify", {}) == [looked]
    woken = ash.ok("POST", f"{ASH}/wake", {"thread": "garden"})
    assert "NOT VERIFIED, it is on another machine" in woken["text"]
    assert "plan.txt: it is on another machine" in [each["reason"] for each in woken["missing"]]


def test_a_receipt_of_a_file_of_this_machine_goes_on_naming_it(
    served: Served, ash: Caller, tmp_path: Path
) -> None:
    path = tmp_path / "beds.txt"
    path.write_bytes(PLAN)
    with wakeline.open(served.location, settings=QUICK) as home:
        mine = home.agent("ash", create=False).attachments.add(path)
    again = ash.ok("POST", FILES, handed(PLAN, observation="Seen from afar."))
    assert (again["id"], again["observation"]) == (mine.id, "Seen from afar.")
    assert (again["sourcePath"], again["status"]) == (str(path.resolve()), "present")
    claimed = {"filename": "x.png", "sha256": sha256_hex(PLAN), "size": 3}
    told = ash.ok("POST", FILES, claimed)
    assert (told["filename"], told["kind"], told["size"]) == ("beds.txt", "text", len(PLAN))
    (looked,) = ash.ok("POST", f"{FILES}/verify", {"ids": [mine.id]})
    assert looked["gap"] is None
    path.write_bytes(b"something else")
    (looked,) = ash.ok("POST", f"{FILES}/verify", {"ids": [mine.id]})
    assert "its content changed" in looked["gap"]


def test_receipts_come_in_pages(served: Served, ash: Caller) -> None:
    made = {ash.ok("POST", FILES, handed(bytes([65 + n]) * 3))["id"] for n in range(5)}
    assert [row["id"] for row in every_page(ash, "attachments")] == sorted(made)
