"""Whether a state says the opposite of what it said, by its words: both ways, and not too often."""

from __future__ import annotations

import pytest

from wakeline.liminal.reversal import MOST_CHARACTERS, reverses

OPPOSITE = [
    ("I eat meat.", "I don't eat meat."),
    ("The door is locked.", "The door is unlocked."),
    ("Kai supports the plan.", "Kai is against the plan."),
    ("The heating works.", "The heating is broken."),
    ("He smokes.", "He quit smoking."),
    ("Ada is optimistic about the launch.", "Ada is pessimistic about the launch."),
    ("The server is online.", "The server is offline."),
    ("I have a licence.", "I have no licence."),
    ("We ship on Fridays.", "We no longer ship on Fridays."),
    ("The review is mandatory.", "The review is optional."),
    ("She loves the night shift.", "She can't bear the night shift."),
    ("The data is encrypted.", "The data is unencrypted."),
    ("Ben is loyal to the team.", "Ben is disloyal to the team."),
    ("Ich esse Fleisch.", "Ich esse kein Fleisch."),
    ("Elle aime la mer.", "Elle n'aime pas la mer."),
    ("Ela gosta do mar.", "Ela não gosta do mar."),
    ("他相信我。", "他不相信我。"),
    ("彼は来ます。", "彼は来ません。"),
    ("Она доверяет мне.", "Она не доверяет мне."),
    ("Nobody uses the tool.", "Everybody uses the tool."),
    ("I never travel.", "I travel."),
    ("The test is flaky. Kai owns it.", "The test is flaky. Kai does not own it."),
    ("I used to trust Ben.", "I trust Ben."),
    ("The contract is valid.", "The contract is invalid."),
    ("He remembers my birthday.", "He forgets my birthday."),
    ("The bridge is open to traffic.", "The bridge is closed to traffic."),
    ("Mara includes me in the planning.", "Mara excludes me from the planning."),
    ("The team lacks a designer.", "The team has a designer."),
    ("I am able to sing.", "I am unable to sing."),
    ("Zoe is friendly to strangers.", "Zoe is hostile to strangers."),
    ("The service is running.", "The service isn't running."),
    ("The service is running.", "The service has stopped."),
    ("I feel safe here.", "I feel unsafe here."),
    ("The migration is reversible.", "The migration is irreversible."),
    ("Kai answers the phone at night.", "Kai won't answer the phone at night."),
    ("My handwriting is legible.", "My handwriting is illegible."),
    ("I consider Rosa a friend.", "I consider Rosa an enemy."),
    (
        "All customers have agreed to the new terms.",
        "None of the customers has agreed to the new terms.",
    ),
    (
        "The door of the lab is always open to students.",
        "The door of the lab is closed to students.",
    ),
    (
        "The archive has a catalogue. Visitors may take photographs. Bags stay outside.",
        "The archive has a catalogue. Visitors may not take photographs. Bags stay outside.",
    ),
    ("I feel at home in the team.", "I do not feel at home in the team any more."),
    ("Lena denies the rumour.", "Lena admits the rumour."),
    ("We have money for a second year.", "There is no money for a second year."),
    ("Rosa is calm under pressure.", "Rosa is nervous under pressure."),
    ("The tests are stable.", "The tests are unstable."),
    ("I take sugar in my coffee.", "I take my coffee without sugar."),
    ("The board is in favour of the merger.", "The board is opposed to the merger."),
    ("The API is backward compatible.", "The API is not backward compatible."),
    ("Her answer was honest.", "Her answer was dishonest."),
    ("We accept cash.", "We don't accept cash."),
    ("The water is safe to drink.", "The water is unsafe to drink."),
    ("Kai finished the course.", "Kai never finished the course."),
    ("Ich mag Überraschungen.", "Ich mag keine Überraschungen."),
    ("La oficina está abierta.", "La oficina no está abierta."),
    ("Le projet est vivant.", "Le projet n'est plus vivant."),
    ("私は肉を食べます。", "私は肉を食べない。"),
    ("Il progetto è attivo.", "Il progetto non è attivo."),
    ("The garden has water.", "The garden has no water."),
    ("I am proud of that release.", "I am ashamed of that release."),
    ("I welcome questions at any time.", "I do not welcome questions."),
    ("The pump is on.", "The pump is off."),
    ("Mara is married.", "Mara is divorced."),
    ("The agent is allowed to spend money.", "The agent is not allowed to spend money."),
    ("I have faith in the process.", "I have lost faith in the process."),
    ("The link is visible to guests.", "The link is hidden from guests."),
]
THE_SAME = [
    ("I am happy here.", "I am not unhappy here."),
    ("She never forgets a birthday.", "She always remembers birthdays."),
    ("I don't mind late meetings.", "Late meetings are fine with me."),
    ("The server is up.", "The server isn't down."),
    ("I am used to working at night.", "I work at night."),
    ("Not only fast but also careful.", "Fast and careful."),
    ("There is no doubt that Kai is honest.", "Kai is honest."),
    ("I don't doubt that Kai is honest.", "I believe that Kai is honest."),
    ("We do not ship without tests.", "We ship only with tests."),
    ("If the build is not green, do not deploy.", "Deploy only if the build is green."),
    ("The gate is shut.", "The gate is not open."),
    ("I can't disagree with Lena.", "I agree with Lena."),
    ("The script is used to migrate data.", "The script migrates data."),
    ("He is a patient teacher who never shouts.", "He teaches patiently and doesn't shout."),
    ("I like tea. I do not like coffee.", "I do not like coffee. I like tea."),
    ("Kai reads books.", "Kai reads books without glasses."),
    ("The team has no designer.", "The team lacks a designer."),
    ("The team is without a designer.", "There's no designer in the team."),
    ("The issue is closed.", "The issue is resolved."),
    ("I avoid long meetings.", "I do not go to long meetings."),
    ("Nothing is impossible for Ada.", "Everything is possible for Ada."),
    ("The build takes nine minutes.", "The build is broken."),
    ("I rarely argue.", "I seldom argue."),
    ("The old server is dead.", "The old server is no longer alive."),
    ("Ich arbeite nicht nur nachts.", "Ich arbeite auch nachts."),
    ("彼は肉を食べなければならない。", "彼は肉を食べる必要がある。"),
    ("", "x"),
    ("!!!", "..."),
    ("Coffee is hot.", "The weather is cold."),
    ("I trust Mara and distrust Ben.", "I distrust Ben and trust Mara."),
    ("Mara is fond of cats but not of dogs.", "Mara likes cats, though not dogs."),
    ("The migration has not failed.", "The migration succeeded."),
    ("The door isn't locked.", "The door is unlocked."),
    ("He stopped smoking.", "He no longer smokes."),
    ("She is not without humour.", "She has humour."),
    ("We hardly ever meet.", "We almost never meet."),
    ("The report is not incomplete.", "The report is complete."),
    ("I can do this without help.", "I need no help to do this."),
    ("They failed to deliver.", "They did not deliver."),
    ("Kai isn't against the plan.", "Kai supports the plan."),
    ("The museum is never closed.", "The museum is always open."),
    ("Do not write on Sundays.", "Never write on Sundays."),
    ("He has yet to answer.", "He has not answered."),
    ("It is not the case that Ada lies.", "Ada does not lie."),
    (
        "The customer is not yet convinced, but the tests are green.",
        "Tests pass; the customer still has to be convinced.",
    ),
    ("The feature is not enabled by default.", "By default the feature is disabled."),
    ("The feature is disabled by default.", "Out of the box the feature is off."),
    ("Our users do not lack patience.", "Our users are patient."),
    ("The invoice wasn't paid late.", "The invoice was paid on time."),
    ("I write short notes, not long essays.", "I prefer short notes to long essays."),
    ("She works from home on Tuesdays.", "On Tuesdays she does not come to the office."),
    ("Kai is neither rude nor lazy.", "Kai is polite and hard-working."),
    ("We have stopped ignoring the warnings.", "We pay attention to the warnings."),
    ("Never trust user input.", "User input must not be trusted."),
    ("The cache isn't used any more.", "The cache is unused."),
    ("Rosa is a careful driver.", "Rosa doesn't drive carelessly."),
    ("There are no known issues.", "No issues are known."),
    ("Nobody but Kai has access.", "Only Kai has access."),
    ("I would not say no to a raise.", "I would accept a raise."),
    ("The parser fails on empty files.", "Empty files make the parser fail."),
    ("I dislike loud music and I love silence.", "Silence I love; loud music I dislike."),
    ("The release isn't blocked.", "Nothing blocks the release."),
    ("I keep secrets.", "I don't reveal secrets."),
    ("It is impossible to undo a send.", "A send cannot be undone."),
    ("The old staging host is kestrel.", "The staging host is heron."),
    ("I was wrong about Kafka.", "About Kafka I was not right."),
    ("We meet on Mondays.", "We meet on Tuesdays."),
    ("Leave the lights on.", "Do not turn the lights off."),
    ("Mara isn't afraid of heights.", "Heights do not scare Mara."),
    (
        "The contract ends in June and will not be renewed.",
        "The contract runs out in June without renewal.",
    ),
    ("No one has reported a problem.", "There are no reported problems."),
    ("Jonas ist nicht unzufrieden mit dem Plan.", "Jonas ist mit dem Plan zufrieden."),
    ("No tengo dudas sobre el plan.", "Estoy seguro del plan."),
    ("I do not drink. I do not smoke.", "I neither drink nor smoke."),
    ("Ask me before you delete anything.", "Do not delete anything without asking me."),
]
# What words alone do not tell.
TAKEN_FOR_OPPOSITE = [
    ("I don't have any open questions.", "All my questions are answered."),
    ("Nina is hard to reach before noon.", "Before noon Nina can hardly be reached."),
    ("I lost my keys but found them again.", "I have my keys."),
    (
        "The plan is to stop using Redis by May; until then it stays.",
        "Redis stays until May, then we stop using it.",
    ),
]
NOT_SEEN = [
    ("The vendor keeps its promises.", "The vendor breaks its promises."),
]


@pytest.mark.parametrize(("before", "after"), OPPOSITE)
def test_an_opposite_is_a_reversal_in_both_directions(before: str, after: str) -> None:
    assert reverses(before, after)
    assert reverses(after, before)


@pytest.mark.parametrize(("before", "after"), THE_SAME)
def test_other_words_for_the_same_are_no_reversal(before: str, after: str) -> None:
    assert not reverses(before, after)
    assert not reverses(after, before)


@pytest.mark.parametrize(("before", "after"), [*OPPOSITE, *THE_SAME])
def test_a_state_does_not_reverse_itself(before: str, after: str) -> None:
    assert not reverses(before, before)
    assert not reverses(after, after)


@pytest.mark.xfail(strict=True, reason="two denials that words alone do not connect")
@pytest.mark.parametrize(("before", "after"), TAKEN_FOR_OPPOSITE)
def test_a_rewording_that_denies_another_word_is_no_reversal(before: str, after: str) -> None:
    assert not reverses(before, after)


@pytest.mark.xfail(strict=True, reason="opposites only in this phrase")
@pytest.mark.parametrize(("before", "after"), NOT_SEEN)
def test_an_opposite_of_one_phrase_is_a_reversal(before: str, after: str) -> None:
    assert reverses(before, after)


def test_one_denied_sentence_among_many_is_a_reversal() -> None:
    many = [f"Shelf {number} holds the letters of {1900 + number}." for number in range(60)]
    before = "\n".join([*many, "Visitors may borrow the maps."])
    after = "\n".join(["Visitors may not borrow the maps.", *reversed(many)])
    assert reverses(before, after)
    assert not reverses(before, "\n".join(reversed(before.split("\n"))))


def test_what_was_denied_and_affirmed_before_and_still_is_is_no_reversal() -> None:
    before = "I lend books. I do not lend letters."
    assert not reverses(before, "I do not lend letters. I lend books. I lend chairs.")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\0",
        "!?",
        "\ud800",
        "🛶" * 9,
        "not",
        "not not not",
        "n't",
        "no no",
        "used to",
        "un",
    ],
)
def test_any_text_can_be_compared_with_any(text: str) -> None:
    others = ["", "I trust Mara.", "我不来。", "לא", "никогда", "used to", "!"]
    for other in others:
        assert reverses(text, other) in {True, False}
        assert reverses(other, text) in {True, False}


def test_of_an_endless_state_the_beginning_is_read() -> None:
    filler = "The river runs past the mill. " * (MOST_CHARACTERS // 30 + 1)
    assert not reverses(f"{filler}I trust Mara.", f"{filler}I do not trust Mara.")
    assert reverses(f"I trust Mara. {filler}", f"I do not trust Mara. {filler}")
