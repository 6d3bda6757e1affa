"""Language models behind one port: how they are asked and chosen, and how they fail."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from tests.contract import small_model
from wakeline.base import config
from wakeline.base.environment import model_key
from wakeline.base.errors import Busy, Declined, Garbled, Invalid, NotPermitted, Unreachable
from wakeline.minds.embedders.remote import ServerFailure
from wakeline.minds.models import anthropic_messages, choose, openai_compatible
from wakeline.minds.models.remote import ModelAnswer, RemoteModel, find_json_object, without_bounds
from wakeline.ports.minds import Usage

needs_libraries = pytest.mark.skipif(
    any(choose.missing_requirement(name) for name in choose.MODEL_KINDS),
    reason="a library is not installed",
)
ONE_WORD: dict[str, Any] = {
    "type": "object",
    "properties": {"word": {"type": "string", "maxLength": 12}},
    "required": ["word"],
    "additionalProperties": False,
}


def by_openai(url: str, **how: Any) -> RemoteModel:
    how = {"key": None, "timeout": 60, **how}
    server = openai_compatible.OpenAIChatServer(url, small_model.NAME, **how)
    return RemoteModel(server, sleep=lambda _seconds: None)


def by_anthropic(url: str, **how: Any) -> RemoteModel:
    how = {"key": None, "timeout": 60, **how}
    server = anthropic_messages.AnthropicServer(url, small_model.NAME, **how)
    return RemoteModel(server, sleep=lambda _seconds: None)


def test_bounds_of_a_schema_that_the_makers_servers_refuse_are_left_out() -> None:
    schema = {"type": "array", "maxItems": 3, "items": {"enum": ["maxItems"], "maxLength": 9}}
    assert without_bounds(schema) == {"type": "array", "items": {"enum": ["maxItems"]}}


@needs_libraries
@pytest.mark.parametrize("made", [by_openai, by_anthropic])
def test_nobody_there_is_unreachable(made: Any) -> None:
    with pytest.raises(Unreachable, match=r"model\.url"):
        made("http://127.0.0.1:9/v1").complete("hello")


@needs_libraries
@pytest.mark.parametrize(
    ("made", "variable"), [(by_openai, "OPENAI_API_KEY"), (by_anthropic, "ANTHROPIC_API_KEY")]
)
def test_a_maker_is_not_asked_without_a_key(made: Any, variable: str) -> None:
    with pytest.raises(NotPermitted, match=variable):
        made("https://maker.invalid", needs_key=True).complete("hello")


class Answers:
    """A server that answers as it is told, one answer a request, then the last again."""

    kind, model, where = "test", "tiny", "nowhere"

    def __init__(self, *answers: ModelAnswer | ServerFailure) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, Mapping[str, Any] | None, int]] = []

    def ask(
        self, prompt: str, schema: Mapping[str, Any] | None, most_tokens: int
    ) -> ModelAnswer | ServerFailure:
        self.asked.append((prompt, schema, most_tokens))
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def test_a_server_that_is_busy_is_asked_again_and_one_that_refuses_is_not() -> None:
    waited: list[float] = []
    busy = ServerFailure(Busy("busy"), passes=True, wait=3.0)
    server = Answers(busy, busy, ModelAnswer("hello"))
    assert RemoteModel(server, sleep=waited.append).complete("hi") == "hello"
    assert waited == [3.0, 3.0]
    refusing = Answers(ServerFailure(NotPermitted("no")))
    with pytest.raises(NotPermitted):
        RemoteModel(refusing, sleep=waited.append).complete("hi")
    assert len(refusing.asked) == 1


@pytest.mark.parametrize("answer", ["", "  ", None])
def test_no_answer_is_garbled(answer: str | None) -> None:
    with pytest.raises(Garbled):
        RemoteModel(Answers(ModelAnswer(answer))).complete("hi")


def test_a_model_that_would_not_answer_is_told_apart_and_its_tokens_count() -> None:
    spent: list[Usage] = []
    refusing = RemoteModel(Answers(ModelAnswer(None, 7, 1, is_declined=True)))
    with pytest.raises(Declined, match="would not answer"):
        refusing.complete_as("hi", ONE_WORD, spent=spent.append)
    assert spent == [Usage(7, 1, "")]
    with pytest.raises(Declined):
        refusing.complete("hi")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', {"a": 1}),
        ('Sure! Here it is:\n```json\n{"a": {"b": 2}}\n```', {"a": {"b": 2}}),
        ("{nonsense} {\"a\": 1}", {"a": 1}),
        ('{"a": 1', None),
        ("[1, 2]", None),
        ("none", None),
        ("{" * 5000, None),
        ('{"a":' * 5000, None),
    ],
)  # fmt: skip
def test_an_object_is_found_in_what_stands_around_it(text: str, found: Any) -> None:
    assert find_json_object(text) == found


# -- choosing


def test_the_table_holds_what_the_setting_offers_and_none_is_the_default() -> None:
    assert set(choose.MODEL_KINDS) == set(config.SETTINGS_BY_NAME["model"].choices)
    assert choose.load_model(config.load_settings(None, {})) is None
    assert choose.missing_requirement("none") is None


@needs_libraries
def test_a_model_is_chosen_by_settings_and_its_server_is_not_asked_when_it_is_loaded() -> None:
    chosen = {"model": "openai", "model.url": "http://127.0.0.1:9/v1", "model.name": "tiny"}
    found = choose.load_model(config.load_settings(None, {}, chosen))
    assert found is not None
    assert found.name == "openai:tiny"
    found = choose.load_model(
        config.load_settings(None, {}, {"model": "anthropic", "model.name": "tiny"})
    )
    assert found is not None
    assert found.name == "anthropic:tiny"
    with pytest.raises(Invalid, match=r"model\.name"):
        choose.load_model(config.load_settings(None, {}, {"model": "openai"}))


def test_without_its_library_one_line_says_what_to_install(monkeypatch: Any) -> None:
    monkeypatch.setattr(choose, "find_spec", lambda _name: None)
    with pytest.raises(Invalid, match=r"pip install 'wakeline\[anthropic\]'"):
        choose.load_model(
            config.load_settings(None, {}, {"model": "anthropic", "model.name": "tiny"})
        )


def test_a_makers_key_is_for_that_maker_alone() -> None:
    environment = {"OPENAI_API_KEY": "o", "ANTHROPIC_API_KEY": "a"}
    assert model_key("openai", environment) == "o"
    assert model_key("anthropic", environment) == "a"
    assert model_key(None, environment) is None
    environment["WAKELINE_MODEL_KEY"] = "own"
    assert [model_key(m, environment) for m in ("openai", None)] == ["own", "own"]


def test_reading_the_table_loads_no_library() -> None:
    program = (
        "import sys, json; from wakeline.minds.models import choose;"
        "[choose.missing_requirement(name) for name in choose.MODEL_KINDS];"
        "print(json.dumps(sorted(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert not set(json.loads(run.stdout)) & {"openai", "anthropic", "httpx", "numpy"}


@pytest.mark.parametrize(
    "kind", [openai_compatible.OpenAIChatServer, anthropic_messages.AnthropicServer]
)
def test_what_nobody_holds_any_more_keeps_no_connection_open(kind: Any) -> None:
    server = kind("http://127.0.0.1:9", "any", key=None, timeout=1)
    client = server._opened()
    del server
    gc.collect()
    assert client.is_closed()
