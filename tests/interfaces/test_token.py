"""`wakeline token`: made, taken back, and the keys behind them."""

from __future__ import annotations

import json
from pathlib import Path

from tests.interfaces.program import Program


def test_a_token_goes_to_standard_output_alone_so_that_a_script_can_take_it(ash: Program) -> None:
    ran = ash.ok("token", "create", "--agent", "ash", "--days", "2")
    assert ran.out.count(".") == 2
    assert len(ran.out.split()) == 1
    assert "agent ash of tenant default" in " ".join(ran.err.split())


def test_a_token_for_nobody_is_not_made_and_makes_no_key(ash: Program) -> None:
    assert ash("token", "create", "--agent", "nobody").code == 3
    assert ash("token", "create", "--role", "king").code == 2
    assert ash.ok("token", "keys", "list", "--json").json == []


def test_keys_are_listed_without_their_secrets_and_rotated(ash: Program) -> None:
    assert "no keys yet" in ash.ok("token", "keys").out
    first = ash.ok("token", "keys", "rotate", "--json").json
    second = ash.ok("token", "keys", "rotate", "--json").json
    found = ash.ok("token", "keys", "list", "--json")
    assert [(key["id"], key["is_current"]) for key in found.json] == [
        (second["id"], True),
        (first["id"], False),
    ]
    secrets = json.loads((Path(ash.home) / "keys.json").read_text())["keys"]
    assert not any(key["secret"] in found.out for key in secrets)


def test_a_token_is_taken_back_once_and_only_if_it_is_ours(ash: Program) -> None:
    token = ash.ok("token", "create").out.strip()
    assert ash.ok("token", "revoke", "-", stdin=token).out.startswith("token ")
    assert ash("token", "revoke", "a.b.c").code == 2


def test_a_home_in_postgresql_needs_a_file_for_its_keys(
    program: Program, pg_url: str, tmp_path: Path
) -> None:
    elsewhere = Program(pg_url, tmp_path)
    ran = elsewhere("token", "create")
    assert ran.code == 2
    assert "WAKELINE_KEYS" in ran.err
    keys = tmp_path / "secrets" / "keys.json"
    ran = elsewhere("token", "create", environment={"WAKELINE_KEYS": str(keys)})
    assert ran.code == 0, ran
    assert keys.stat().st_mode & 0o777 == 0o600
