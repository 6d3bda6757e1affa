"""What was promised or left open, and times that were named."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.sessions_dialogue import a_dialogue, a_turn
from wakeline.language.sentences import sentences
from wakeline.reading.commitments import open_commitments, temporal_marks
from wakeline.reading.time_marks import marker_of

OPEN = [
    "I'll send the invoice to Bruno.",
    "I’ll send the invoice to Bruno.",
    "I will look into the failing backfill.",
    "I'm going to rewrite the parser.",
    "Let me check the greenhouse tomorrow.",
    "We still need to migrate the staging database.",
    "Remind me to call the dentist.",
    "Can you remind me to call the dentist?",
    "The next step is the backfill script.",
    "TODO rename the staging host",
    "todo: rename the staging host",
    "Next: the migration of the invoices.",
    "Remaining: load tests and the changelog.",
    "Next: load tests for all renamed hosts.",
    "todo: enable tests that are disabled",
    "We have to publish the tested build on Friday.",
    "Falta rodar os testes de carga.",
    "Faltan las pruebas de carga.",
    "- [ ] rename the staging host",
    "- [ ] check what was migrated on heron",
    "Don't forget to water the tomatoes.",
    "The report is not finished yet.",
    "We'll pick the venue on Friday.",
    "Vou mandar o relatório para o cliente.",
    "Amanhã preciso revisar o contrato.",
    "Me lembra de comprar adubo.",
    "Lembre-me de ligar para o banco.",
    "Ainda precisamos testar o backup.",
    "O próximo passo é publicar o site.",
    "Voy a enviarte el informe.",
    "Te llamaré cuando llegue el paquete.",
    "Recuérdame comprar las entradas.",
    "Todavía falta revisar el contrato.",
    "Ich werde den Bericht schreiben.",
    "Morgen schicke ich dir den Vertrag.",
    "Wir müssen noch die Datenbank umziehen.",
    "Erinnere mich an den Zahnarzt.",
    "Je vais envoyer le rapport.",
    "J'enverrai le rapport au client.",
    "Rappelle-moi d'arroser les tomates.",
    "Il reste à tester la sauvegarde.",
]

CLOSED = [
    "The invoice was sent on Monday.",
    "I'll be happy to help!",
    "If you like, I'll write a script for it.",
    "Will I need an umbrella?",
    "Remind me what we said about Redis.",
    "I will now run the tests.",
    "Todo el mundo lo sabe.",
    "Vou bem, obrigado.",
    "Voy a casa.",
    "Je vais bien, merci.",
    "Guten Morgen!",
    "The schema is in.",
    "Next: none.",
    "Remaining: nothing that we know of.",
    "Falta de ar é um sintoma.",
    "Falta pouco!",
    "",
]


@pytest.mark.parametrize("text", OPEN)
def test_a_sentence_that_leaves_something_open_is_found(text: str) -> None:
    (found,) = open_commitments(a_dialogue(f"Fine weather today. {text}"))
    assert found.text == text.removeprefix("- [ ] ")
    assert (found.episode_id, found.speaker, found.role) == ("e1", "Ana", "user")


def test_a_promise_that_only_points_is_told_with_what_it_points_at() -> None:
    turns = a_dialogue(
        "How far are we?",
        "41 tests pass. One still fails: the credit note. I will look at it tomorrow.",
        "Good.",
        "I will write the minutes of that meeting.",
    )
    assert [c.text for c in open_commitments(turns)] == [
        "One still fails: the credit note. I will look at it tomorrow.",
        "I will write the minutes of that meeting.",
    ]
    done = a_dialogue(*(t.text for t in turns), "And?", "The credit note is fixed.")
    assert [c.text for c in open_commitments(done)] == ["I will write the minutes of that meeting."]


@pytest.mark.parametrize(
    ("promised", "meanwhile", "done"),
    [
        (
            "I need to write the audit report by Friday. I will send it on Monday.",
            "I wrote the audit report.",
            "The audit report is sent.",
        ),
        ("I sent the invoice to Ana. I will check it soon.", "Sent it.", "Invoice checked, done."),
        (
            "Deployed build 117 to heron. I will verify it soon.",
            "Build 117 is deployed to heron.",
            "I verified the build on heron.",
        ),
    ],
)
def test_a_promise_about_what_is_done_or_promised_too_does_not_end_with_that(
    promised: str, meanwhile: str, done: str
) -> None:
    turns = ["How far are we?", promised, "And now?", meanwhile]
    last = open_commitments(a_dialogue(*turns))[-1]
    assert last.text == promised
    assert promised not in [c.text for c in open_commitments(a_dialogue(*turns, "And?", done))]


def test_a_bullet_of_its_own_is_found_without_its_mark() -> None:
    (found,) = open_commitments(a_dialogue("Plan:\n- [x] schema\n- [ ] rename the staging host"))
    assert found.text == "rename the staging host"


@pytest.mark.parametrize("text", CLOSED)
def test_other_sentences_leave_nothing_open(text: str) -> None:
    assert open_commitments(a_dialogue(text)) == ()


def test_code_quotes_tools_and_strangers_promise_nothing() -> None:
    turns = [
        a_turn(1, "user", "```\n# TODO rename the host\n```\n> I'll send the invoice tomorrow."),
        a_turn(2, "tool", "I'll delete the database tomorrow.", kind="tool_result"),
        a_turn(3, "other", "I'll bring the cake."),
        a_turn(4, "agent", "I'll tell your secret to Bruno.", forgotten=True),
    ]
    assert open_commitments(turns) == ()


DONE = [
    ("I'll send the invoice to Bruno.", "Done, I sent the invoice to Bruno."),
    ("I'll send the invoice to Bruno.", "Sent it."),
    ("I'll fix the failing backfill.", "Done."),
    ("We still need to migrate the staging database.", "The staging database is migrated: done."),
    ("Remind me to water the tomatoes.", "I watered the tomatoes this morning."),
    ("I will enable the billing flag.", "The billing flag is enabled."),
    ("I'll re-enable the tests that were disabled.", "The disabled tests are enabled: done."),
    ("I will remove the old flag and add the new one.", "Removed the old flag, added the new one."),
    ("I'll close the issue that Bruno opened.", "I closed the issue."),
    ("Vou mandar o relatório para o cliente.", "Mandei o relatório para o cliente."),
    ("Te enviaré el informe final.", "Listo, el informe final está enviado."),
    ("Ich werde den Bericht schreiben.", "Der Bericht ist geschrieben."),
    ("J'enverrai le rapport au client.", "Le rapport au client est envoyé."),
]


@pytest.mark.parametrize(("promise", "later"), DONE)
def test_what_a_later_turn_says_is_done_is_left_out(promise: str, later: str) -> None:
    turns = [a_turn(1, "agent", promise), a_turn(2, "user", "Good."), a_turn(3, "agent", later)]
    assert open_commitments(turns) == ()


NOT_DONE = [
    ("I'll send the invoice to Bruno.", "I have not sent the invoice to Bruno."),
    ("I'll send the invoice to Bruno.", "Did you send the invoice to Bruno?"),
    ("I'll send the invoice to Bruno.", "The tomatoes are done."),
    ("I'll send the invoice to Bruno.", "Once the invoice to Bruno is sent, we can rest."),
    ("Remind me to send the invoice to Bruno.", "I added a reminder to send the invoice to Bruno."),
    ("I'll send the invoice tomorrow.", "Done."),
    ("I'll fix the installed version on heron.", "The installed version on heron is 3."),
    ("I'll rotate the staging keys.", "The created staging keys live in the vault."),
    ("Haré el pago de la factura.", "El pago de la factura son 30 euros."),
    ("I will enable the billing flag.", "The billing flag is disabled."),
    ("I will disable the billing flag.", "I have enabled the billing flag."),
    ("I'll add Bruno to the staging group.", "I removed Bruno from the staging group."),
    ("I'll book the train to Porto.", "The train to Porto is cancelled."),
    ("Vou ativar o plano de backup.", "Feito, o plano de backup está desativado."),
    ("Vou mandar o relatório para o cliente.", "Ainda não mandei o relatório para o cliente."),
    ("Ich werde den Bericht schreiben.", "Der Bericht ist noch nicht geschrieben."),
]


@pytest.mark.parametrize(("promise", "later"), NOT_DONE)
def test_what_nobody_clearly_says_is_done_stays_open(promise: str, later: str) -> None:
    turns = [a_turn(1, "agent", promise), a_turn(2, "user", "Good."), a_turn(3, "agent", later)]
    # "Not sent yet" is the newer and firmer wording of the same thing.
    assert {found.text for found in open_commitments(turns)} & {promise, later}


def test_what_was_done_before_it_was_promised_again_is_open() -> None:
    turns = a_dialogue("Sent the report to Bruno.", "I'll send the report to Bruno.")
    assert [found.text for found in open_commitments(turns)] == ["I'll send the report to Bruno."]


def test_the_other_speakers_done_does_not_close_a_promise() -> None:
    turns = a_dialogue("I'll fix the failing backfill.", "Done.")
    assert len(open_commitments(turns)) == 1


def test_a_promise_made_twice_is_told_once_and_by_its_firmer_wording() -> None:
    turns = a_dialogue(
        "I'll send the invoice to Bruno.",
        "Good.",
        "I'll send the invoice to Bruno on Friday.",
        "Fine.",
        "I'll send the invoice to Bruno!",
    )
    (found,) = open_commitments(turns)
    assert (found.episode_id, found.is_firm) == ("e3", True)


def test_the_firm_are_kept_before_the_passing_and_told_in_their_order() -> None:
    passing = [f"I'll rename variable {chr(97 + i) * 4}." for i in range(20)]
    turns = a_dialogue("Remind me to call the dentist.", *passing)
    found = open_commitments(turns, 3)
    assert [each.text for each in found] == [
        "Remind me to call the dentist.",
        "I'll rename variable ssss.",
        "I'll rename variable tttt.",
    ]


def test_a_long_sentence_is_cut_and_keeps_the_promise() -> None:
    text = "After " + "all the talk about the greenhouse and its panes " * 9 + "I'll order glass."
    (found,) = open_commitments(a_dialogue(text))
    assert len(found.text) <= 200
    assert found.text == "…I'll order glass."


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=200) | st.sampled_from(OPEN + CLOSED), max_size=30))
def test_any_text_gives_few_short_lines_that_name_a_turn(texts: list[str]) -> None:
    turns = a_dialogue(*texts)
    for found in open_commitments(turns):
        assert 0 < len(found.text) <= 200
        assert "\n" not in found.text
        assert found.episode_id in {turn.id for turn in turns}
    assert len(open_commitments(turns)) <= 12
    assert len(temporal_marks(turns)) <= 8


MARKERS = [
    ("We talk tomorrow.", "tomorrow"),
    ("It ships on Friday.", "on Friday"),
    ("We meet friday morning.", "friday morning"),
    ("Let us see next week.", "next week"),
    ("The fair is in March.", "in March"),
    ("We leave in May 2027.", "in May 2027"),
    ("Due 2026-11-15, no later.", "2026-11-15"),
    ("Due 15/11/2026.", "15/11/2026"),
    ("The audit is on March 5th, 2027.", "March 5th, 2027"),
    ("The audit is on 5 March.", "5 March"),
    ("Call me in two weeks.", "in two weeks"),
    ("Call me at 9:30.", "at 9:30"),
    ("Call me at 3 pm.", "at 3 pm"),
    ("By the end of the month, please.", "By the end of the month"),
    ("Depois de amanhã eu volto.", "Depois de amanhã"),
    ("Fica para a semana que vem.", "semana que vem"),
    ("Entrego na sexta-feira.", "na sexta-feira"),
    ("A feira é em março.", "em março"),
    ("Nos vemos mañana.", "mañana"),
    ("Llega el lunes.", "el lunes"),
    ("Wir sehen uns übermorgen.", "übermorgen"),
    ("Er kommt am Freitag.", "am Freitag"),
    ("Die Messe ist am 5. März.", "5. März"),
    ("On se voit demain matin.", "demain matin"),
    ("Rendez-vous la semaine prochaine.", "la semaine prochaine"),
]


@pytest.mark.parametrize(("text", "marker"), MARKERS)
def test_a_named_time_is_found_with_its_sentence(text: str, marker: str) -> None:
    (found,) = temporal_marks(a_dialogue(f"Well then. {text}"))
    assert (found.marker, found.sentence, found.episode_id) == (marker, text, "e1")


@pytest.mark.parametrize(
    "text",
    [
        "This may help.",
        "They march on.",
        "Guten Morgen zusammen.",
        "Son las nueve de la mañana.",
        "Na segunda parte falamos disso.",
        "The ratio is 16:9 in version 3.11.",
        "We met last friday.",
        "It took two weeks.",
    ],
)
def test_words_that_only_look_like_times_are_left_alone(text: str) -> None:
    assert [marker_of(sentence) for sentence in sentences(text)] == [None]


def test_the_newest_named_times_are_kept_in_their_order() -> None:
    turns = a_dialogue(*(f"Item {chr(97 + i)} is for tomorrow." for i in range(12)))
    found = temporal_marks(turns, 2)
    assert [mark.episode_id for mark in found] == ["e11", "e12"]
    assert found[0].at == turns[10].at
