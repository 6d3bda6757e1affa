"""What is indexed and what is asked for become the same terms."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wakeline.recall.analyse import MOST_LETTERS, STOP_WORDS, query_terms, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mel's boats were repaired", ["mel", "boat", "repair"]),
        ("Ana’s boat, the dogs’ boats", ["ana", "boat", "dog", "boat"]),
        ("staging.host in load_settings", ["stage", "host", "load", "set"]),
        ("8 May 2023 at 10:30", ["8", "may", "2023", "10", "30"]),
        ("don't, can't, it's, I'll", []),
        ("who won the race?", ["won", "race"]),
        ("STRASSE Straße", ["strass", "strass"]),
        ("ﬁnished ２０２３ ①", ["finish", "2023", "1"]),
        ("naïve cafe\u0301", ["naïve", "café"]),
        ("İstanbul istanbul ışık Işık", ["istanbul", "istanbul", "işik", "işik"]),
        ("Вчера мы", ["вчера", "мы"]),
        ("बाज़ार गए।", ["बाज़ार", "गए"]),
        ("co\u00adoperate zero\u200bwidth", ["cooper", "zerowidth"]),
        ("👍🏽 🎸 ok", ["ok"]),
        ("", []),
    ],
)
def test_words_are_folded_and_stemmed(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("西湖很美", ["西湖", "湖很", "很美"]),
        ("猫", ["猫"]),
        ("コーヒーを飲む", ["コー", "ーヒ", "ヒー", "ーを", "を飲", "飲む"]),
        ("ｺｰﾋｰ", ["コー", "ーヒ", "ヒー"]),
        ("Python3を使う", ["python3", "を使", "使う"]),
        ("แม่ไป", ["แม่", "ม่ไ", "ไป"]),
        ("학교에서", ["학교", "교에", "에서", "학교에서"]),
        ("비", ["비"]),
        ("السُّوق", ["السوق", "سوق"]),
        ("والقهوة", ["والقهوة", "قهوة"]),
        ("كـــتاب", ["كتاب"]),
    ],
)
def test_scripts_without_spaces_become_pairs(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


SENTENCES = {
    "Chinese": ("我们昨天去了西湖，天气很好，晚上在湖边吃了鱼。", ["昨天去了西湖", "湖边吃了鱼"]),
    "Japanese": ("昨日は京都で友達と会って、抹茶を飲みました。", ["京都で友達", "抹茶を飲み"]),
    "Thai": ("เมื่อวานฉันไปตลาดกับแม่และซื้อมะม่วง", ["ฉันไปตลาด", "ซื้อมะม่วง"]),
    "Arabic": ("ذهبنا أمس إلى السوق واشترينا التمر والقهوة.", ["إلى السوق", "سوق", "تمر", "قهوة"]),
    "Korean": ("어제 학교에서 친구를 만났다", ["학교", "친구를 만났다"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "questions"), SENTENCES.values(), ids=SENTENCES)
def test_any_part_of_a_sentence_is_found_by_its_own_words(text: str, questions: list[str]) -> None:
    for question in questions:
        assert query_terms(question)
        assert set(query_terms(question)) <= set(terms(text))


HAN = st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=2, max_size=30)


@given(HAN, st.data())
def test_any_two_letters_or_more_of_a_chinese_text_are_in_its_terms(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text) - 2))
    end = data.draw(st.integers(start + 2, len(text)))
    assert set(terms(text[start:end])) <= set(terms(text))


WORDS = st.text(st.characters(categories=["L", "M", "N"]), min_size=1, max_size=12)


@given(st.lists(WORDS, min_size=1, max_size=12))
def test_the_words_of_a_text_are_in_its_terms_in_any_script(words: list[str]) -> None:
    assert set(terms(words[-1])) <= set(terms(" ".join(words)))


@given(st.text(), st.integers(0, 80))
def test_any_question_can_be_asked(text: str, most: int) -> None:
    asked = query_terms(text, most=most)
    assert len(asked) <= most
    assert len(set(asked)) == len(asked)
    assert set(asked) <= set(terms(text))
    assert all(0 < len(term) <= MOST_LETTERS and not term.isspace() for term in asked)


@given(st.text())
def test_a_term_has_no_white_space_inside(text: str) -> None:
    assert all(term.split() == [term] for term in terms(text))


@given(st.text())
def test_case_makes_no_difference_in_ascii(text: str) -> None:
    ascii_only = text.encode("ascii", "ignore").decode()
    assert terms(ascii_only.upper()) == terms(ascii_only.lower())


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ('"blue heron" AND (NOT river*)', ["blue", "heron", "river"]),
        ("NEAR(boat, river) ^col:x - + ;--", ["near", "boat", "river", "col", "x"]),
        ("boat\0boat BOATS", ["boat"]),
        ("what is it? and where?", []),
        ("🎸🎸", []),
        ("'", []),
    ],
)
def test_operators_and_quotes_are_only_signs(question: str, expected: list[str]) -> None:
    assert query_terms(question) == expected


def test_a_question_is_bounded() -> None:
    assert len(query_terms(" ".join(f"word{n}" for n in range(10_000)))) == 64
    assert query_terms("boat river heron", most=2) == ["boat", "river"]


def test_a_term_is_bounded() -> None:
    assert [len(term) for term in terms("a" * 1000 + " " + "é" * 1000)] == [64, 64]


def test_stop_words_are_no_terms() -> None:
    assert terms(" ".join(sorted(STOP_WORDS))) == []


def test_importing_the_analyser_does_not_load_the_stemmer() -> None:
    code = "import sys, wakeline.recall.analyse; sys.exit('Stemmer' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_threads_get_the_same_terms() -> None:
    text = " ".join(f"running{n} boats{n} repaired" for n in range(300))
    found: list[list[str]] = []
    threads = [threading.Thread(target=lambda: found.append(terms(text))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(one == found[0] for one in found)
