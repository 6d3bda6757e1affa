"""The keys that sign tokens, in one file that only its owner can read.

A folder home keeps `keys.json`; a home in PostgreSQL names a file by the setting `keys`, so
that no key is ever in the database. The first key signs, the one before it is still
believed until the next change. The same file lists the tokens that were taken back: it
travels with the keys to every machine that serves the home. It knows nothing of HTTP.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from wakeline import engine
from wakeline.base.clock import new_secret, read_moment, stored_moment
from wakeline.base.errors import HomeUnusable, Invalid
from wakeline.store.files import write_whole
from wakeline.store.locks import FileLock

FILE = "keys.json"
LOCAL_FILE = "serve.token"
LEAST_BYTES = 32  # of a key for HS256, by RFC 7518
KEPT = 2  # the one that signs, and the one before it
OTHERS = stat.S_IRWXG | stat.S_IRWXO


class Key(NamedTuple):
    """One secret, and the name by which tokens say which one signed them."""

    id: str
    secret: str
    made_at: datetime


class KeyRing(NamedTuple):
    """The keys in order, newest first, and until when a token that was taken back would hold."""

    keys: tuple[Key, ...] = ()
    revoked: Mapping[str, datetime] = {}

    @property
    def current(self) -> Key | None:
        return self.keys[0] if self.keys else None

    def named(self, id: object) -> Key | None:
        return next((key for key in self.keys if key.id == id), None)


class KeyFile:
    """The file with the keys of one home. Read again when it has changed."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._seen: tuple[int, int, int] | None = None
        self._ring = KeyRing()

    def ring(self) -> KeyRing:
        """What the file says now; an empty ring if there is none."""
        try:
            found = os.stat(self.path)
        except FileNotFoundError:
            self._seen = None
            return KeyRing()
        except OSError as error:
            raise _unreadable(self.path, error) from error
        seen = (found.st_ino, found.st_size, found.st_mtime_ns)
        if seen != self._seen:
            self._ring = _read(self.path, found.st_mode)
            self._seen = seen
        return self._ring

    def rotate(self, *, id: str, now: datetime) -> Key:
        """Put a new key first; the one before it stays, older ones go."""
        made = Key(id, new_secret(LEAST_BYTES), now)
        self._change(lambda ring: ring._replace(keys=(made, *ring.keys)[:KEPT]))
        return made

    def revoke(self, token_id: str, *, until: datetime, now: datetime) -> None:
        """Take a token back. Those that would be over anyway are forgotten."""
        self._change(
            lambda ring: ring._replace(
                revoked={
                    **{name: end for name, end in ring.revoked.items() if end > now},
                    token_id: until,
                }
            )
        )

    def _change(self, change: Callable[[KeyRing], KeyRing]) -> None:
        folder = os.path.dirname(os.path.abspath(self.path))
        lock = FileLock(self.path + ".lock")
        try:
            os.makedirs(folder, mode=0o700, exist_ok=True)
            with lock:
                write_whole(self.path, _written(change(self.ring())))
        except OSError as error:
            raise HomeUnusable(
                f"{self.path} cannot be written ({error.strerror}).",
                todo="Check that the folder exists and that you may write to it.",
            ) from error
        finally:
            lock.close()


def key_file(home: engine.Home) -> KeyFile | None:
    """Where the keys of a home are; None if a database home names no file."""
    named = home.settings.text("keys")
    if named:
        return KeyFile(os.path.abspath(os.path.expanduser(named)))
    if engine.is_database_url(home.location):
        return None
    return KeyFile(os.path.join(home.location, FILE))


def needed_key_file(home: engine.Home) -> KeyFile:
    """The same where nothing goes without."""
    found = key_file(home)
    if found is None:
        raise Invalid(
            "a home in PostgreSQL keeps no keys.",
            todo="Name a file for them with WAKELINE_KEYS; it is made if it is not there.",
        )
    return found


def local_token(folder: str) -> str:
    """The token of a folder home without keys, made at the first use. Its file is its owner's."""
    path = os.path.join(folder, LOCAL_FILE)
    for _ in range(2):
        try:
            with open(path, encoding="ascii") as source:
                _refuse_others(path, os.fstat(source.fileno()).st_mode)
                found = source.read().strip()
        except FileNotFoundError:
            _make_token(path)
            continue
        except OSError as error:
            raise _unreadable(path, error) from error
        if len(found) >= LEAST_BYTES:
            return found
        break
    raise HomeUnusable(f"{path} holds no token.", todo="Delete it; the next `serve` makes one.")


def _make_token(path: str) -> None:
    """Written beside and linked into place: two servers that start together get one token."""
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    beside = f"{path}.{os.getpid()}"
    write_whole(beside, new_secret(LEAST_BYTES).encode())
    try:
        os.link(beside, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(beside)


def _read(path: str, mode: int) -> KeyRing:
    _refuse_others(path, mode)
    try:
        with open(path, encoding="utf-8") as source:
            found = json.load(source)
        keys = tuple(_key(path, item) for item in found["keys"])
        revoked = {str(name): read_moment(end) for name, end in found["revoked"].items()}
    except OSError as error:
        raise _unreadable(path, error) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise HomeUnusable(
            f"{path} is not a file of keys ({type(error).__name__}).",
            todo="Put it back from a copy, or move it away and make new keys and tokens.",
        ) from error
    return KeyRing(keys[:KEPT], revoked)


def _key(path: str, item: Mapping[str, Any]) -> Key:
    secret = str(item["secret"])
    if len(secret.encode()) < LEAST_BYTES:
        raise HomeUnusable(
            f"the key {item['id']} in {path} is shorter than {LEAST_BYTES} bytes.",
            todo="Move the file away and make new keys and tokens.",
        )
    return Key(str(item["id"]), secret, read_moment(item["made_at"]))


def _unreadable(path: str, error: OSError) -> HomeUnusable:
    return HomeUnusable(f"{path} cannot be read ({error.strerror}).", todo="Check who may read it.")


def _refuse_others(path: str, mode: int) -> None:
    if os.name != "nt" and mode & OTHERS:
        raise HomeUnusable(f"{path} can be read by others.", todo=f"chmod 600 {path}")


def _written(ring: KeyRing) -> bytes:
    found = {
        "keys": [
            {"id": key.id, "secret": key.secret, "made_at": stored_moment(key.made_at)}
            for key in ring.keys
        ],
        "revoked": {name: stored_moment(end) for name, end in ring.revoked.items()},
    }
    return (json.dumps(found, indent=2) + "\n").encode()
