"""Questions in any script, and questions that look like code. On both engines."""

from __future__ import annotations

import pytest

from tests.builders import Homes

# What was said, what else was said in the same language, and a question for the first.
SPOKEN = {
    "Chinese": ("我们下周去北京看长城", ["今天天气很好", "他喜欢喝咖啡", "昨天下雨了"], "长城"),
    "Japanese": (
        "東京は日本の首都です",
        ["今日は雨が降る", "猫が好きです", "駅で会いましょう"],
        "首都",
    ),
    "Thai": ("แมวของฉันชื่อมะลิ", ["วันนี้อากาศดีมาก", "เขาชอบดื่มกาแฟ", "ฝนตกเมื่อวาน"], "มะลิ"),
    "Arabic": ("اشترت ليلى قاربا أحمر", ["الطقس جميل اليوم", "هو يحب القهوة"], "قاربا"),
    "Korean": (
        "우리는 다음 주에 부산에 간다",
        ["오늘 날씨가 좋다", "그는 커피를 좋아한다"],
        "부산에",
    ),
    "Hindi": ("मेरी नाव लाल है", ["आज मौसम अच्छा है", "वह कॉफी पीता है"], "नाव"),
    "Hebrew": ("הסירה האדומה בנמל", ["מזג האוויר יפה", "הוא אוהב קפה"], "הסירה"),
    "Russian": ("Ольга живёт в Самаре", ["Сегодня хорошая погода", "Он любит кофе"], "Самаре"),
    "Greek": ("Το καΐκι είναι κόκκινο", ["Ο καιρός είναι καλός", "Πίνει καφέ"], "καΐκι"),
    "Portuguese": ("O caiaque está no barracão", ["Hoje faz sol", "Ele bebe café"], "caiaques"),
    "German": ("Das Ruderboot liegt im Schuppen", ["Heute scheint die Sonne"], "Ruderboote"),
}
STRANGE = [
    '"unclosed',
    "AND OR NOT NEAR( )",
    "a* ^b : c {d} -e",
    "'; DROP TABLE episodes; --",
    "%s %(x)s :name @p $1",
    "\\x00 \\u0000",
    "nul\x00inside",
    "🛶🛶🛶",
    "\ud83d",
    "   ",
    "",
    "the of and",
    "word " * 10_000,
    "\u202e\u200b",
]


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("strategy", ["default", "rrf", "fulltext"])
def test_what_was_said_in_a_language_is_found_in_it(
    open_home: Homes, language: str, strategy: str
) -> None:
    wanted, others, question = SPOKEN[language]
    ash = open_home.agent()
    for number, text in enumerate([wanted, *others]):
        ash.observe(text, session=f"s{number}")
    for _ in range(2):
        assert ash.recall(question, strategy=strategy)[0].text == wanted
        ash.settle()


@pytest.mark.parametrize("strategy", ["default", "rrf", "rrf-faithful", "fulltext"])
def test_a_question_is_data_whatever_it_looks_like(open_home: Homes, strategy: str) -> None:
    ash = open_home.agent()
    kept = ash.observe("The kayak is in the shed.")
    ash.settle()
    for question in STRANGE:
        ash.recall(question, strategy=strategy)
        found = ash.recall(f"{question[:200]} kayak", strategy=strategy)
        assert kept.id in [hit.id for hit in found], question[:40]
