"""Time words in a dialogue: "tomorrow", "on Friday", "next week", "in March", a date.

Finds them by their form in five languages, mostly those for the future. It does not
compute which day is meant: that depends on when it was said, so that moment is kept too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from wakeline.language.calendar import all_month_names
from wakeline.language.numbers import small_numbers
from wakeline.language.sentences import Sentence, SpokenTurn, clip, spoken_turns
from wakeline.language.word_lists import LANGUAGES, any_of
from wakeline.model.log import Episode
from wakeline.reading.wordings import WordingTable

MOST_MARKS: Final = 8
MOST_CHARACTERS: Final = 160

_MONTHS: Final = any_of(name for name in all_month_names() if name != "may")
# Too short or too common to stand without a number.
_DATED: Final = _MONTHS + r"|(?:may|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?"
_UNITS: Final = (
    "minutes?|hours?|days?|weeks?|months?|years?"
    "|minutos?|horas?|dias?|semanas?|mês|meses|anos?|días?|mes|años?"
    "|minuten|stunden?|tage?n?|wochen?|monate?n?|jahre?n?"
    "|heures?|jours?|semaines?|mois|ans?"
)
_COUNTS: Final = (
    rf"\d{{1,3}}|an?|a few|a couple of|unos|unas|einigen|quelques"
    rf"|{any_of({word for language in LANGUAGES for word in small_numbers(language)})}"
)

TIMES: Final = WordingTable(
    r"""
    #:
        \d{4}-\d{2}-\d{2}
        \d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})
        \d{1,2}(?:st|nd|rd|th|\.|º|er)? (?:of |de |d')?<dated>(?:,? (?:de )?\d{4})?
        <dated> \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?
        (?:at|by|until|às|até as|a las|à|um) \d{1,2}(?:[:.h]\d{2}|h| ?[ap]\.?m| uhr)
    <month> may:
        <prep> <month>(?: (?:de )?\d{4})?
        (?:in|by|until|next|early|late) may(?: \d{4})?
    in em dentro en dans daqui:
        (?:in|em|dentro de|en|dans|daqui a) <count> <unit>
    tomorrow tonight:
        (?:the )?day after tomorrow
        tomorrow(?: <part>)?|tonight
    this later:
        (?:this|later this) (?:week|weekend|month|evening|afternoon)
        later today
    next:
        next (?:week|weekend|month|quarter|year|time|session)
    end:
        (?:by |at )?(?:the )?end of (?:the |this )?(?:day|week|month|quarter|year)
    monday tuesday wednesday thursday friday saturday sunday:
    mondays tuesdays wednesdays thursdays fridays saturdays sundays:
        (?<!last )(?:(?:on|by|until|till|next|this|before|after|every) )?<day>days?(?: <part>)?
    amanhã:
        depois de amanhã
        amanhã(?: (?:de manhã|cedo|à tarde|à noite))?
    vem próxima próximo fim hoje:
        (?:n[ao] )?(?:semana|mês|ano) que vem
        (?:n[ao] )?próxim[ao] (?:semana|mês|ano|sessão)
        (?:no |até o )?fim d[eoa] (?:semana|dia|mês)
        hoje (?:à|de) (?:noite|tarde)
    feira segunda terça quarta quinta sexta sábado domingo:
        (?:(?:na|até|próxima|nesta|toda) )?(?:segunda|terça|quarta|quinta|sexta)-feira
        (?:na|até|próxima|nesta|toda) (?:segunda|terça|quarta|quinta|sexta)(?! <ordinal>)
        (?:(?:no|até|próximo|este|el|hasta el) )?(?:sábado|domingo)
    mañana viene semana noche:
        pasado mañana
        (?<!la )(?<!esta )mañana(?: por la (?:mañana|tarde|noche))?
        (?:la |el )?(?:semana|mes) que viene|(?:la )?próxima semana
        esta (?:noche|semana)|(?:el )?fin de semana
    lunes martes miércoles jueves viernes:
        (?:(?:el|este|próximo|hasta el) )?(?:lunes|martes|miércoles|jueves|viernes)
    morgen übermorgen:
        übermorgen
        (?<!guten )(?<!am )morgen(?: (?:früh|vormittag|mittag|nachmittag|abend))?
    heute nächste nächsten nächster nächstes wochenende:
        heute (?:abend|nacht|nachmittag)
        nächste[nrs]? (?:woche|monat|jahr|mal|sitzung)
        am wochenende
    montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag:
        (?:(?:am|bis|nächsten|diesen|jeden|kommenden) )?<tag>tag
        (?:(?:am|bis|nächsten|diesen|jeden|kommenden) )?(?:mittwoch|sonnabend)
    demain après-demain soir prochain prochaine week:
        après-demain
        demain(?: (?:matin|soir|après-midi))?
        ce soir|(?:la )?semaine prochaine|(?:le )?mois prochain|ce week-end
    lundi mardi mercredi jeudi vendredi samedi dimanche:
        (?:(?:le|ce|avant) )?(?:lun|mar|mercre|jeu|vendre|same)di(?: prochain)?
        (?:(?:le|ce|avant) )?dimanche(?: prochain)?
    """,
    dated=_DATED,
    month=_MONTHS,
    count=_COUNTS,
    unit=_UNITS,
    day="mon|tues|wednes|thurs|fri|satur|sun",
    tag="mon|diens|donners|frei|sams|sonn",
    part="morning|afternoon|evening|night",
    ordinal="(?:parte|vez|fase|etapa|versão|linha|metade|semana|opção)",
    prep="in|by|until|before|after|next|early|late|em|até|en|hasta|im|bis|ab|avant|fin",
)


class TemporalMark(NamedTuple):
    """A time word, its sentence, and when that was said."""

    marker: str
    sentence: str
    episode_id: str
    speaker: str
    at: datetime


def temporal_marks(episodes: Iterable[Episode], n: int = MOST_MARKS) -> tuple[TemporalMark, ...]:
    """The newest n time words, in the order in which they were said."""
    return marks_in(spoken_turns(episodes), n)


def marks_in(dialogue: Sequence[SpokenTurn], n: int = MOST_MARKS) -> tuple[TemporalMark, ...]:
    """Like `temporal_marks`, for a dialogue that is already cut into sentences."""
    found: dict[tuple[str, str], TemporalMark] = {}
    for mark in _newest_first(dialogue):
        if len(found) == n:
            break
        # A date means the same in a whole turn; "tomorrow" may be said of two things.
        is_date = any(map(str.isdigit, mark.marker))
        about = mark.episode_id if is_date else mark.sentence.lower()
        found.setdefault((mark.marker.lower(), about), mark)
    return tuple(reversed(found.values()))


def _newest_first(dialogue: Sequence[SpokenTurn]) -> Iterator[TemporalMark]:
    for said in reversed(dialogue):
        for sentence in reversed(said.sentences):
            if (marker := marker_of(sentence)) is not None:
                yield _mark(said, sentence, marker)


def marker_of(sentence: Sentence) -> str | None:
    """The first time word of a sentence, or None."""
    match = TIMES.match(sentence)
    return match[0] if match else None


def _mark(said: SpokenTurn, sentence: Sentence, marker: str) -> TemporalMark:
    episode = said.episode
    shown = clip(sentence.text, MOST_CHARACTERS)
    return TemporalMark(marker, shown, episode.id, episode.speaker, episode.at)
