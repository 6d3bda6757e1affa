"""What each rule finds in a sentence, and how that reads in the third person."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.extract_turns import a_saying, found, read, told
from wakeline.consolidation.rules import RULES

# A sentence, what is said of Mel (attribute and value), and how it reads.
FACTS = [
    ("I live in Porto.", "lives_in", "Porto", "Mel lives in Porto."),
    ("I've lived in Berlin since 2020.", "lives_in", "Berlin", "Mel lives in Berlin."),
    ("i moved to Lisbon", "lives_in", "Lisbon", "Mel moved to Lisbon."),
    ("I moved from Porto to Lisbon.", "lives_in", "Lisbon", "Mel moved to Lisbon."),
    ("I left Porto and moved to Lisbon.", "lives_in", "Lisbon", "Mel moved to Lisbon."),
    ("I settled in Lisbon.", "lives_in", "Lisbon", "Mel settled in Lisbon."),
    ("My home is in Lisbon.", "lives_in", "Lisbon", "Mel lives in Lisbon."),
    ("Lisbon is my home now.", "lives_in", "Lisbon", "Mel lives in Lisbon."),
    ("These days I live in Lisbon.", "lives_in", "Lisbon", "Mel lives in Lisbon."),
    ("I've been living in Lisbon for a year.", "lives_in", "Lisbon", "Mel lives in Lisbon."),
    ("My hometown is Recife.", "comes_from", "Recife", "Mel comes from Recife."),
    ("I started working at Globex.", "works_at", "Globex", "Mel started working at Globex."),
    ("I got hired by Globex.", "works_at", "Globex", "Mel was hired by Globex."),
    ("I left Acme and joined Globex.", "works_at", "Globex", "Mel joined Globex."),
    ("My employer is Globex.", "works_at", "Globex", "Mel's employer is Globex."),
    ("I became a teacher.", "works_as", "teacher", "Mel became a teacher."),
    ("I started working as a chef.", "works_as", "chef", "Mel started working as a chef."),
    ("I'm employed as a clerk.", "works_as", "clerk", "Mel is employed as a clerk."),
    ("I went vegan last month.", "diet", "vegan", "Mel became vegan in February 2026."),
    ("My car is a Honda.", "car", "Honda", "Mel's car is a Honda."),
    ("My time zone is CET.", "time_zone", "CET", "Mel's time zone is CET."),
    ("I drive a red Ferrari.", "drives", "red Ferrari", "Mel drives a red Ferrari."),
    ("I use Vim for notes.", "uses", "Vim", "Mel uses Vim."),
    ("I switched from Vim to Emacs.", "uses", "Emacs", "Mel switched to Emacs."),
    ("I lived in Porto for two years.", "lived_in", "Porto", "Mel lived in Porto."),
    ("I'm originally from Sweden.", "comes_from", "Sweden", "Mel comes from Sweden."),
    ("I grew up in Ohio.", "grew_up_in", "Ohio", "Mel grew up in Ohio."),
    ("I was born on 5 May 1990.", "born_on", "5 May 1990", "Mel was born on 5 May 1990."),
    ("I was born in 1989.", "born_in", "1989", "Mel was born in 1989."),
    ("I work as a nurse.", "works_as", "nurse", "Mel works as a nurse."),
    ("I'm a software engineer.", "works_as", "software engineer", "Mel is a software engineer."),
    ("I work at Siemens.", "works_at", "Siemens", "Mel works at Siemens."),
    ("I got a new job as an editor.", "works_as", "editor", "Mel got a job as an editor."),
    ("I just started a new job at Google.", "works_at", "Google", "Mel got a job at Google."),
    ("I was promoted to team lead.", "works_as", "team lead", "Mel was promoted to team lead."),
    ("I'm studying marine biology.", "studies", "marine biology", "Mel studies marine biology."),
    ("I'm part of a choir.", "member_of", "a choir", "Mel is part of a choir."),
    (
        "I volunteer at a dog shelter.",
        "volunteers_at",
        "a dog shelter",
        "Mel volunteers at a dog shelter.",
    ),
    ("I'm 34.", "age", "34", "Mel is 34 years old."),
    ("I turned 30 this week.", "age", "30", "Mel turned 30 in the week of 2 March 2026."),
    ("PS: I live in Porto.", "lives_in", "Porto", "Mel lives in Porto."),
    ("I just turned thirty-five.", "age", "thirty-five", "Mel turned thirty-five."),
    ("My birthday is on 5 May.", "birthday", "5 May", "Mel's birthday is 5 May."),
    ("I have two kids.", "number_of_children", "two", "Mel has two kids."),
    ("I own three cars.", "number_of_cars", "three", "Mel has three cars."),
    ("I have a black cat.", "has", "black cat", "Mel has a black cat."),
    ("I adopted a puppy.", "has", "puppy", "Mel adopted a puppy."),
    ("I'm married.", "relationship_status", "married", "Mel is married."),
    ("I got divorced.", "relationship_status", "divorced", "Mel got divorced."),
    ("I'm a single mom.", "relationship_status", "single mom", "Mel is a single mom."),
    ("My name is Teresa Silva.", "name", "Teresa Silva", "Mel's name is Teresa Silva."),
    ("I'm allergic to peanuts.", "allergic_to", "peanuts", "Mel is allergic to peanuts."),
    ("I'm vegan.", "diet", "vegan", "Mel is vegan."),
    (
        "I speak Spanish and French.",
        "speaks",
        "Spanish and French",
        "Mel speaks Spanish and French.",
    ),
    ("I play the violin.", "plays", "violin", "Mel plays violin."),
    ("I own a small bakery.", "owns", "a small bakery", "Mel owns a small bakery."),
    ("I run a small bakery.", "runs", "a small bakery", "Mel runs a small bakery."),
    ("I'm writing a novel.", "works_on", "a novel", "Mel is writing a novel."),
    ("I'm learning German.", "learns", "German", "Mel is learning German."),
    ("I'm using Flask 2.3.", "is_doing", "using Flask 2.3", "Mel is using Flask 2.3."),
    (
        "I've been playing chess for six years.",
        "has_been_doing",
        "playing chess for six years",
        "Mel has been playing chess for six years.",
    ),
    ("I've won three tournaments.", "has_won", "three tournaments",
     "Mel has won three tournaments."),
    (
        "I usually study in the library.",
        "habit",
        "study in the library",
        "Mel usually studies in the library.",
    ),
    ("I have an external drive.", "has", "an external drive", "Mel has an external drive."),
]  # fmt: skip
PREFERENCES = [
    ("I love hiking in the hills.", "likes", "hiking in the hills",
     "Mel loves hiking in the hills."),
    ("I'm a huge fan of Radiohead.", "likes", "Radiohead", "Mel is a fan of Radiohead."),
    ("I'm into classical music.", "likes", "classical music", "Mel is into classical music."),
    ("Dancing makes me happy.", "likes", "Dancing", "Dancing makes Mel happy."),
    ("Chess is my passion.", "likes", "Chess", "Chess is Mel's passion."),
    ("I love stories that tackle war.", "likes", "stories that tackle war",
     "Mel loves stories that tackle war."),
    ("I love tea, coffee and cake.", "likes", "tea", "Mel loves tea."),
    ("I don't like mushrooms.", "dislikes", "mushrooms", "Mel dislikes mushrooms."),
    ("I hate getting up early.", "dislikes", "getting up early", "Mel dislikes getting up early."),
    ("I'm not a fan of horror films.", "dislikes", "horror films",
     "Mel is not a fan of horror films."),
    ("I prefer tea over coffee.", "prefers", "tea over coffee", "Mel prefers tea over coffee."),
    ("My favorite color is blue.", "favourite_colour", "blue", "Mel's favourite color is blue."),
    ('My favourite book is "The Hobbit".', "favourite_book", '"The Hobbit"',
     'Mel\'s favourite book is "The Hobbit".'),
    ("Lisbon is my favourite city.", "favourite_city", "Lisbon", "Mel's favourite city is Lisbon."),
    ("My new favourite food is ramen.", "favourite_food", "ramen",
     "Mel's favourite food is ramen."),
    ("My favorite drink is now tea.", "favourite_drink", "tea", "Mel's favourite drink is tea."),
    ("I want to become a vet.", "wants", "become a vet", "Mel wants to become a vet."),
    ("My goal is to run a marathon.", "wants", "run a marathon",
     "Mel's goal is to run a marathon."),
]  # fmt: skip
DECISIONS = [
    ("I decided to quit my job.", "decided", "quit their job", "Mel decided to quit their job."),
    ("I've decided not to move to Berlin.", "decided_against", "move to Berlin",
     "Mel decided not to move to Berlin."),
    ("We decided against a second dog.", "decided_against", "a second dog",
     "Mel and others decided against a second dog."),
    ("I made the decision to study law.", "decided", "study law", "Mel decided to study law."),
    ("We'll go with PostgreSQL.", "decided", "PostgreSQL", "Mel and others decided on PostgreSQL."),
    ("We settled on a price of 300 euros.", "decided", "a price of 300 euros",
     "Mel and others settled on a price of 300 euros."),
]  # fmt: skip
PLANS = [
    ("I'm going to visit my parents.", "plans", "visit their parents",
     "Mel plans to visit their parents."),
    ("I'm planning on hiking the whole coast.", "plans", "hiking the whole coast",
     "Mel plans on hiking the whole coast."),
    ("Gonna paint the kitchen.", "plans", "paint the kitchen", "Mel plans to paint the kitchen."),
    ("I'm planning a trip to Rome.", "plans", "planning a trip to Rome",
     "Mel is planning a trip to Rome."),
    ("I'm thinking of joining a gym.", "considers", "joining a gym",
     "Mel is thinking of joining a gym."),
    ("I'm taking a break this weekend.", "plans", "taking a break",
     "Mel is taking a break on the weekend of 7 March 2026."),
    ("I'm flying to Rome tomorrow.", "plans", "flying to Rome",
     "Mel is flying to Rome on 3 March 2026."),
    ("I have a dentist appointment on Friday.", "plans", "a dentist appointment",
     "Mel has a dentist appointment on 6 March 2026."),
]  # fmt: skip
PROMISES = [
    ("I'll send you the recipe.", "promised", "send the recipe",
     "Mel promised to send the recipe."),
    ("I'll share more recipes with you soon.", "promised", "share more recipes",
     "Mel promised to share more recipes."),
    ("I will review PR #12 by Friday.", "promised", "review PR #12",
     "Mel promised to review PR #12 by 6 March 2026."),
    ("I promise to call my mother.", "promised", "call their mother",
     "Mel promised to call their mother."),
]  # fmt: skip
EVENTS = [
    ("I ran a charity race last Saturday.", "did", "ran a charity race",
     "Mel ran a charity race on 28 February 2026."),
    ("I went hiking yesterday and got lost.", "did", "went hiking",
     "Mel went hiking on 1 March 2026."),
    ("Yesterday, I went to the dentist.", "did", "went to the dentist",
     "Mel went to the dentist on 1 March 2026."),
    ("Went camping last weekend with my kids.", "did", "went camping with their kids",
     "Mel went camping with their kids on the weekend of 28 February 2026."),
    ("Just got back from Rome!", "did", "got back from Rome", "Mel got back from Rome."),
    ("We built a tree house.", "did", "built a tree house", "Mel and others built a tree house."),
    ("I've written two long letters.", "has_written", "two long letters",
     "Mel has written two long letters."),
    ('I read "The Hobbit" last month.', "did", 'read "The Hobbit"',
     'Mel read "The Hobbit" in February 2026.'),
    ("I went to a castle during my trip to the US.", "did",
     "went to a castle during their trip to the US",
     "Mel went to a castle during their trip to the US."),
]  # fmt: skip
KINDS = {"fact": FACTS, "preference": PREFERENCES, "decision": DECISIONS, "plan": PLANS,
         "promise": PROMISES, "event": EVENTS}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "sentence", "attribute", "value", "text"),
    [
        (kind if attribute != "has_written" else "fact", sentence, attribute, value, text)
        for kind, cases in KINDS.items()
        for sentence, attribute, value, text in cases
    ],
)
def test_a_wording_tells_one_thing_of_whoever_speaks(
    kind: Any, sentence: str, attribute: str, value: str, text: str
) -> None:
    assert [(e.kind, e.subject, e.attribute, e.value, e.text) for e in found(sentence)] == [
        (kind, "Mel", attribute, value, text)
    ]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("My sister Teresa moved in.", ("relation", "Mel", "sister", "Teresa")),
        ("Teresa is my sister.", ("relation", "Mel", "sister", "Teresa")),
        ("My wife's name is Anna.", ("relation", "Mel", "wife", "Anna")),
        ("It was my daughter Sara's birthday.", ("relation", "Mel", "daughter", "Sara")),
        ("My mum Ruth called.", ("relation", "Mel", "mother", "Ruth")),
        ("My dog Max is sick.", ("fact", "Mel", "dog", "Max")),
        ("We got another cat named Bailey.", ("fact", "Mel", "cat", "Bailey")),
    ],
)
def test_kin_and_pets_are_told_by_name(sentence: str, expected: tuple[str, ...]) -> None:
    assert expected in told(sentence)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("My sister Teresa lives in Porto.", ("fact", "Teresa", "lives_in", "Porto")),
        ("My husband, Tom, works as a chef.", ("fact", "Tom", "works_as", "chef")),
        ("My mom is 60.", ("fact", "Mel's mother", "age", "60")),
        ("My daughter's five.", ("fact", "Mel's daughter", "age", "five")),
        ("Paula's fourteen now.", ("fact", "Paula", "age", "fourteen")),
        ("My sister lives in Porto.", ("fact", "Mel's sister", "lives_in", "Porto")),
        ("My kids love dinosaurs.", ("preference", "Mel's kids", "likes", "dinosaurs")),
        ("Teresa works at Siemens.", ("fact", "Teresa", "works_at", "Siemens")),
        ("Tom loves sushi.", ("preference", "Tom", "likes", "sushi")),
    ],
)
def test_others_are_told_of_where_they_are_plainly_named(
    sentence: str, expected: tuple[str, ...]
) -> None:
    assert expected in told(sentence)


def test_one_value_at_a_time_is_marked_and_a_sister_may_be_another() -> None:
    single = {e.attribute for s, *_ in FACTS + PREFERENCES for e in found(s) if e.single}
    assert single >= {"lives_in", "works_as", "works_at", "age", "diet", "favourite_book"}
    assert not single & {"likes", "dislikes", "allergic_to", "speaks", "has", "wants"}
    assert not found("My sister lives in Porto.")[0].single
    assert found("My mother lives in Porto.")[0].single
    assert found("We live in Porto.")[0].single


def test_every_wording_has_its_own_name_and_a_confidence() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(0.5 <= rule.confidence < 1 for rule in RULES)


def test_company_before_and_i_is_told_with_whoever_speaks() -> None:
    (hosted,) = found("My wife and I hosted a dinner party yesterday.")
    assert (hosted.subject, hosted.text) == (
        "Mel",
        "Mel and their wife hosted a dinner party on 1 March 2026.",
    )


def test_who_speaks_is_the_person_or_the_agent_by_name() -> None:
    turns = [
        a_saying("I live in Porto.", speaker="user", seq=1),
        a_saying("I'll send the report.", speaker="agent", role="agent", seq=2),
    ]
    assert [e.subject for e in read(*turns)] == ["Mel", "Ash"]
    assert [e.subject for e in read(*turns, person=None)] == ["user", "Ash"]


def test_a_name_introduced_as_kin_is_a_person_from_then_on() -> None:
    turns = [
        a_saying("Zora painted the old barn.", seq=1),
        a_saying("My friend Zora is here.", seq=2),
        a_saying("Zora painted the old barn.", seq=3),
    ]
    assert [(e.source_id, e.subject) for e in read(*turns)] == [
        ("turn2", "Mel"),
        ("turn3", "Zora"),
    ]


@pytest.mark.parametrize(
    ("sentence", "attribute", "value"),
    [
        ("Ich wohne in Berlin.", "lives_in", "Berlin"),
        ("Vivo en Madrid con mi hermana.", "lives_in", "Madrid"),
        ("Moro em São Paulo.", "lives_in", "São Paulo"),
        ("J'habite à Lyon.", "lives_in", "Lyon"),
        ("Me llamo Ana García.", "name", "Ana García"),
        ("Ich heiße Jonas.", "name", "Jonas"),
        ("Tengo 34 años.", "age", "34"),
        ("Ich bin 41 Jahre alt.", "age", "41"),
    ],
)
def test_other_languages_tell_little_and_that_for_certain(
    sentence: str, attribute: str, value: str
) -> None:
    assert told(sentence) == [("fact", "Mel", attribute, value)]


def an_exchange(question: str, answer: str, **changes: Any) -> list[tuple[str, ...]]:
    asked = a_saying(question, speaker="Ash", role="agent", seq=1)._replace(**changes)
    return [(e.attribute, e.value, e.quote) for e in read(asked, a_saying(answer, seq=2))]


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        ("Where do you live?", "In Porto.", ("lives_in", "Porto", "In Porto")),
        ("Nice! Where are you from?", "Sweden, and you?", ("comes_from", "Sweden", "Sweden")),
        ("What's your name?", "Teresa Silva", ("name", "Teresa Silva", "Teresa Silva")),
        ("How old are you?", "34", ("age", "34", "34")),
        ("What's your favourite food?", "Oh, sushi!", ("favourite_food", "sushi", "sushi")),
    ],
)
def test_a_short_answer_is_read_with_its_question(
    question: str, answer: str, expected: tuple[str, ...]
) -> None:
    assert an_exchange(question, answer) == [expected]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where do you live?", "Why?"),
        ("Where do you live?", "Porto?"),
        ("Where do you live?", "nowhere special"),
        ("Where do you live? It rains here.", "In Porto."),
        ("Where does Tom live?", "In Porto."),
        ("How old are you?", "34 and counting the days"),
        ("What's your favourite food?", "It depends."),
        ("What's your favourite part?", "Sushi."),
        ("What's your favourite food?", "Yep! I cook a lot."),
        ("What's your favourite food?", "thanks"),
        ("What's your favourite food?", "sushi I would guess, or not"),
        ("Where do you live?", "Wow! That's personal."),
        ("What's your favourite food?", "I can't choose."),
        ('He asked "where do you live?"', "In Porto."),
    ],
)
def test_what_is_no_short_answer_is_left_alone(question: str, answer: str) -> None:
    assert an_exchange(question, answer) == []


def test_a_question_of_another_session_or_of_a_tool_is_not_answered() -> None:
    assert an_exchange("Where do you live?", "In Porto.", session_id="s0") == []
    assert an_exchange("Where do you live?", "In Porto.", kind="tool_result") == []
    assert an_exchange("Where do you live?", "In Porto.", speaker="Mel") == []


def test_a_short_answer_of_a_nameless_person_is_the_persons() -> None:
    turns = [
        a_saying("Where do you live?", speaker="Ash", role="agent", seq=1),
        a_saying("In Porto.", speaker="user", seq=2),
    ]
    assert [(e.subject, e.value) for e in read(*turns)] == [("Mel", "Porto")]


def test_a_speaker_of_two_lines_is_told_in_one() -> None:
    (lives,) = read(a_saying("I live in Porto.", speaker="Mel\nSilva {x}"))
    assert (lives.subject, lives.text) == ("Mel Silva {x}", "Mel Silva {x} lives in Porto.")
