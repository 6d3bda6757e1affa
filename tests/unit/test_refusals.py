"""What is ruled out for good, by its wording."""

from __future__ import annotations

import pytest

from wakeline.beliefs.refusals import Refusal, refusals

RULED_OUT = [
    ("We will not use Kafka. Postgres is enough.", "We will not use Kafka", None),
    ("OK, we won't support Windows.", "We won't support Windows", None),
    ("We’re not going to rewrite it in Rust!", "We're not going to rewrite it in Rust", None),
    ("Let's not touch the billing code.", "Let's not touch the billing code", None),
    ("Please never commit secrets.", "Never commit secrets", None),
    (
        "Don't deploy on Fridays because nobody is there on Saturday.",
        "Don't deploy on Fridays",
        "nobody is there on Saturday",
    ),
    (
        "Do not email customers from the staging host.",
        "Do not email customers from the staging host",
        None,
    ),
    ("- never push to main", "Never push to main", None),
    (
        "We decided against Celery, a cron job is enough. Port is 8421.",
        "We decided against Celery, a cron job is enough",
        None,
    ),
    (
        "I've decided not to use Celery because cron will do.",
        "I've decided not to use Celery",
        "cron will do",
    ),
    ("Decidimos não usar Celery.", "Decidimos não usar Celery", None),
    ("Wir haben uns gegen Kafka entschieden.", "Wir haben uns gegen Kafka entschieden", None),
    (
        "Nous avons décidé de ne pas utiliser Kafka.",
        "Nous avons décidé de ne pas utiliser Kafka",
        None,
    ),
    ("Não vamos usar Redis.", "Não vamos usar Redis", None),
    ("No vamos a usar Redis porque es lento.", "No vamos a usar Redis", "es lento"),
    ("Wir werden keine Tulpen pflanzen.", "Wir werden keine Tulpen pflanzen", None),
    ("On n'utilise plus Jenkins.", "On n'utilise plus Jenkins", None),
]
NOT_RULED_OUT = [
    "We will not be able to come.",
    "We won't know before Monday.",
    "We won't deploy today.",
    "Don't change it yet.",
    "Don't worry about the tests.",
    "Never mind.",
    "Do not run it until I say so.",
    "Should we not use Kafka?",
    "Don't use Kafka?",
    "Why do we not use Kafka?",
    "I will not use it myself.",
    "They will not use Kafka.",
    "No problem, we use Kafka.",
    "We will use Kafka.",
    "We decided on Kafka.",
    "Jonas decided not to sell the piano.",
    "He said we will not use Kafka.",
    "We will not use " + "x" * 300,
    "",
]


@pytest.mark.parametrize(("text", "ruled_out", "reason"), RULED_OUT)
def test_what_is_ruled_out_is_found_in_its_own_words(
    text: str, ruled_out: str, reason: str | None
) -> None:
    assert refusals(text) == [Refusal(ruled_out, reason)]


@pytest.mark.parametrize("text", NOT_RULED_OUT)
def test_what_holds_for_now_or_is_no_order_is_not(text: str) -> None:
    assert refusals(text) == []
