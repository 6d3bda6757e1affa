"""The table of language models: what each needs, and how to load it. Loads only the one used."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final, NamedTuple

from wakeline.base.config import Settings
from wakeline.base.environment import model_key
from wakeline.base.errors import Invalid
from wakeline.minds.models import anthropic_messages, openai_compatible
from wakeline.minds.models.remote import RemoteModel
from wakeline.ports.minds import LanguageModel

NONE: Final = "none"


class ModelKind(NamedTuple):
    """One kind of server that can be chosen."""

    name: str
    about: str
    url: str = ""  # the maker's own
    library: str = ""  # also the name of the package's extra


MODEL_KINDS: Final[dict[str, ModelKind]] = {
    kind.name: kind
    for kind in (
        ModelKind(NONE, "no language model: rules alone read what is said"),
        ModelKind(
            "openai",
            "a server with OpenAI's /v1/chat/completions",
            "https://api.openai.com/v1",
            "openai",
        ),
        ModelKind(
            "anthropic",
            "a server with Anthropic's /v1/messages",
            "https://api.anthropic.com",
            "anthropic",
        ),
    )
}


def missing_requirement(name: str) -> str | None:
    """What a kind lacks on this machine, in one line, or None. Contacts no server."""
    library = MODEL_KINDS[name].library
    if library and find_spec(library) is None:
        return f"{library} is not installed: `pip install 'wakeline[{library}]'`."
    return None


def load_model(settings: Settings) -> LanguageModel | None:
    """The language model of the settings, or None if none is chosen. Contacts no server."""
    kind = MODEL_KINDS[settings.text("model")]
    if kind.name == NONE:
        return None
    lacks = missing_requirement(kind.name)
    if lacks is not None:
        raise Invalid(lacks, todo="Install it, or set model to none.")
    if not settings.text("model.name"):
        raise Invalid("no model is named.", todo="Set model.name to a model of the server.")
    url = settings.text("model.url") or kind.url
    is_makers = url.rstrip("/") == kind.url
    name, key = settings.text("model.name"), model_key(kind.name if is_makers else None)
    timeout = settings.number("model.timeout_seconds")
    if kind.name == "anthropic":
        return RemoteModel(
            anthropic_messages.AnthropicServer(
                url, name, key=key, timeout=timeout, needs_key=is_makers
            )
        )
    return RemoteModel(
        openai_compatible.OpenAIChatServer(url, name, key=key, timeout=timeout, needs_key=is_makers)
    )
