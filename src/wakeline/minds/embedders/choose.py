"""The table of embedders: what each needs, and how to load it. Loads only the one in use."""

from __future__ import annotations

from typing import Final, NamedTuple

from wakeline.base.config import Settings
from wakeline.base.errors import Invalid
from wakeline.minds.embedders import minilm, openai_compatible
from wakeline.minds.embedders.combined import CombinedEmbedding
from wakeline.ports.minds import Embedding, TextEmbedder

NONE: Final = "none"
STATIC: Final = "static"


class EmbedderKind(NamedTuple):
    """One embedder that can be chosen."""

    name: str
    about: str
    extra: str | None = None  # of the package, if it needs one
    needs_server: bool = False


EMBEDDER_KINDS: Final[dict[str, EmbedderKind]] = {
    kind.name: kind
    for kind in (
        EmbedderKind(
            STATIC,
            "vectors of words, offline and fast: the default",
        ),
        EmbedderKind(
            "minilm",
            "all-MiniLM-L6-v2 on this machine, offline",
            extra="minilm",
        ),
        EmbedderKind(
            "openai",
            "a server with OpenAI's /v1/embeddings",
            extra="openai",
            needs_server=True,
        ),
        EmbedderKind("ollama", "an Ollama server", needs_server=True),
        EmbedderKind(NONE, "no vectors: recall uses full text alone"),
    )
}


def missing_requirement(name: str) -> str | None:
    """What an embedder lacks on this machine, in one line, or None. Contacts no server."""
    if name == NONE:
        return None
    from wakeline.minds.embedders import static

    lacks = static.missing()
    if lacks is not None or name == STATIC:
        return lacks
    if name == "minilm":
        return minilm.missing()
    if name == "openai":
        return openai_compatible.missing()
    from wakeline.minds.embedders import ollama

    return ollama.missing()


def load_embedder(settings: Settings, name: str | None = None) -> Embedding | None:
    """Load an embedder by name, or that of the settings; None if it is `none` or lacks something.

    Contacts no server.
    """
    name = name or settings.text("embedder")
    if name == NONE or missing_requirement(name) is not None:
        return None
    from wakeline.minds.embedders import static

    words = static.load()
    if name == STATIC or words is None:
        return words
    whole = load_text_embedder(settings, name)
    return CombinedEmbedding(whole, words, pieces_print=static.PINS[static.TOKENIZER][:8])


def load_text_embedder(settings: Settings, name: str | None = None) -> TextEmbedder:
    """Load an embedder of whole texts by name, or that of the settings. Not for static or none."""
    name = name or settings.text("embedder")
    found = _texts(settings, name)
    if found is None:
        raise Invalid(
            missing_requirement(name) or f"{name} is not an embedder of texts.", todo="Install it."
        )
    return found


def _texts(settings: Settings, name: str) -> TextEmbedder | None:
    if name == "minilm":
        return minilm.load()
    if name == "openai":
        return openai_compatible.load(settings)
    from wakeline.minds.embedders import ollama

    return ollama.load(settings)
