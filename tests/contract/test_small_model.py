"""A real small language model, asked through both libraries. Slow: each start loads its weights."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.contract import small_model
from tests.unit.test_models import ONE_WORD, by_anthropic, by_openai
from wakeline.base.errors import Garbled
from wakeline.ports.minds import Usage

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(small_model.lacks() is not None, reason=str(small_model.lacks())),
]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with small_model.running() as found:
        yield found


@pytest.mark.feature("B11")
def test_a_real_model_answers_with_text_and_with_an_object_of_a_schema(url: str) -> None:
    model = by_openai(f"{url}/v1")
    assert model.name == "openai:smollm2"
    assert model.complete("Say hello.", most_tokens=4).strip()
    spent: list[Usage] = []
    said = model.complete_as("Say one word.", ONE_WORD, most_tokens=40, spent=spent.append)
    assert set(said) == {"word"}
    (usage,) = spent
    assert (usage.prompt_tokens or 0) > 3
    assert 0 < (usage.answer_tokens or 0) <= 40
    assert json.loads(usage.text) == said


def test_the_same_model_answers_as_anthropics_do(url: str) -> None:
    model = by_anthropic(url)
    assert model.name == "anthropic:smollm2"
    assert model.complete("Say \0 hello \ud800.", most_tokens=4).strip()


def test_an_answer_that_is_cut_off_is_garbled(url: str) -> None:
    spent: list[Usage] = []
    with pytest.raises(Garbled, match="no JSON object"):
        by_openai(f"{url}/v1").complete_as("One.", ONE_WORD, most_tokens=2, spent=spent.append)
    assert spent[0].answer_tokens == 2
