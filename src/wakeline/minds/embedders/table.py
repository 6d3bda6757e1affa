"""Which embedders there are, what each needs, and how each is had. Loads the one that is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final, NamedTuple

from wakeline.base.config import Settings
from wakeline.ports.minds import Embedding, TextEmbedder

NONE: Final = "none"
STATIC: Final = "static"


class Kind(NamedTuple):
    """One embedder that can be chosen."""

    name: str
    about: str
    module: str = ""
    extra: str | None = None  # of the package, if it needs one
    needs_server: bool = False


KINDS: Final[dict[str, Kind]] = {
    kind.name: kind
    for kind in (
        Kind(
            STATIC,
            "vectors of words, offline and fast: the default",
            "wakeline.minds.embedders.static",
        ),
        Kind(
            "minilm",
            "all-MiniLM-L6-v2 on this machine, offline",
            "wakeline.minds.embedders.minilm",
            extra="minilm",
        ),
        Kind(
            "openai",
            "a server with OpenAI's /v1/embeddings",
            "wakeline.minds.embedders.openai_compatible",
            extra="openai",
            needs_server=True,
        ),
        Kind("ollama", "an Ollama server", "wakeline.minds.embedders.ollama", needs_server=True),
        Kind(NONE, "no vectors: recall uses full text alone"),
    )
}


def missing(name: str) -> str | None:
    """What an embedder lacks on this machine, in one line; None if nothing. Asks no server."""
    if name == NONE:
        return None
    lacks: str | None = _module(STATIC).missing() or _module(name).missing()
    return lacks


def load(settings: Settings, name: str | None = None) -> Embedding | None:
    """An embedder by its name, else that of the settings; None if it is `none` or lacks something.

    Asks no server.
    """
    name = name or settings.text("embedder")
    if name == NONE or missing(name) is not None:
        return None
    static = _module(STATIC)
    words: Embedding = static.load()
    if name == STATIC:
        return words
    from wakeline.minds.embedders.beside import Beside

    return Beside(texts(settings, name), words, pieces_print=static.PINS[static.TOKENIZER][:8])


def texts(settings: Settings, name: str | None = None) -> TextEmbedder:
    """An embedder of whole texts, else that of the settings: not static, nor none."""
    name = name or settings.text("embedder")
    module = _module(name)
    found: TextEmbedder = module.load(settings) if KINDS[name].needs_server else module.load()
    return found


def _module(name: str) -> Any:
    return import_module(KINDS[name].module)
