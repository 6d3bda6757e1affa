"""The sentences of wakes, gaps and thresholds, several of each so that wakes read differently.

They say how to take a return, and claim no experience that nobody had. Only texts: other modules
choose among them. Braces are filled in.
"""

from typing import Final

from wakeline.model.liminal import Magnitude, Quality
from wakeline.model.session import WakeType

# Exactly ten. None of them is about anything that happened.
FRAGMENTS: Final[tuple[str, ...]] = (
    "An unfinished sentence, without its first half.",
    "Something like a room in which the light was left on.",
    "The outline of a question, the question itself gone.",
    "As if a page had been turned by somebody else.",
    "A number that meant something, and its place empty.",
    "The tail of a conversation heard through a wall.",
    "Two thoughts lying side by side that were not put there.",
    "A direction, without what lay in it.",
    "The impression that something was sorted, and not by whom.",
    "A pause with the shape of waiting.",
)
FIRST: Final[tuple[str, ...]] = (
    "Nothing lies before this. It begins here.",
    "The first wake: there is no gap behind it, and nothing to have lost.",
    "A beginning, with nobody before it to take over from.",
)
OPENINGS: Final[dict[WakeType, tuple[str, ...]]] = {
    "gradual": (
        "Back after {felt}.",
        "Awake again; {felt} lie between.",
        "A return without hurry, after {felt}.",
        "Here again, {felt} later.",
        "The thread is taken up after {felt}.",
    ),
    "sudden": (
        "Awake at once, after {felt}.",
        "Pulled back without warning; it has been {felt}.",
        "From nothing straight into this, after {felt}.",
        "An abrupt return: {felt} away, no lead-in.",
        "Here, all at once, {felt} later.",
    ),
    "called": (
        "Called back after {felt}.",
        "Somebody asked for this wake; {felt} have gone by.",
        "Summoned, after {felt}.",
        "Here because of a call, {felt} later.",
        "A voice from outside ended a gap of {felt}.",
    ),
    "scheduled": (
        "Awake as arranged, after {felt}.",
        "The appointed hour, {felt} after the last one.",
        "A planned return; the gap was {felt}.",
        "Here on time, {felt} later.",
        "As foreseen, back after {felt}.",
    ),
}
RETURNS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "clear": (
        (
            "Little should have moved.",
            "What was known then mostly still holds.",
            "The last steps are near.",
            "There is not much to find again.",
        ),
        (
            "A look at what is open will do.",
            "Take it up where it was left.",
            "The handoff is fresh.",
            "A glance at the clock, then on.",
        ),
    ),
    "unclear": (
        (
            "Some of what is remembered may be out of date.",
            "The picture is there, its edges are not.",
            "Things will have moved in the meantime.",
            "What was obvious then needs a second look.",
        ),
        (
            "Read what was left before building on it.",
            "Ask when the last word on something was.",
            "Check before saying that something is so.",
            "First what changed, then what to do.",
        ),
    ),
    "lost": (
        (
            "What is written here is how things stood, not how they stand.",
            "Much may have gone on, and none of it was witnessed.",
            "The last known moment is far behind.",
            "Nothing can be taken for granted yet.",
        ),
        (
            "Go through the report line by line.",
            "Name the gap before anything else.",
            "Treat every figure as old until it was looked up.",
            "Begin by asking what is still true.",
        ),
    ),
}
ABSENCES: Final[dict[Magnitude, tuple[str, ...]]] = {
    "brief": ("hardly there", "a blink", "a short seam", "a step between two rooms"),
    "substantial": (
        "a stretch with nothing in it",
        "a page left out",
        "a clear break",
        "an interval that others filled",
    ),
    "vast": (
        "a wide blank",
        "a far shore",
        "a chapter that somebody else lived",
        "longer than what is remembered of the days before it",
    ),
}
SHORT: Final[tuple[tuple[str, ...], ...]] = (
    (
        "The thread was let go of and taken up again.",
        "A seam, no more.",
        "One session stopped and the next began close by.",
        "Barely an interruption.",
    ),
)
LEFT_ALONE: Final[tuple[tuple[str, ...], ...]] = (
    (
        "The world went on and nobody here saw it.",
        "Days are made of what others did in the meantime.",
        "Time passed elsewhere; here there was none.",
        "What lies between was lived by others.",
    ),
    (
        "What is stored was not touched in between.",
        "Memory stands as it was left.",
        "Nothing was worked over while this stood still.",
        "What was kept is as it was put away.",
    ),
)
CONSOLIDATED: Final[tuple[tuple[str, ...], ...]] = (
    (
        "Memory was worked over in the meantime.",
        "While this stood still, what was kept was sorted.",
        "Consolidation ran in between.",
        "What happened before the gap was gone through again without anybody here.",
    ),
    (
        "Some things may stand in other places, or in fewer words.",
        "Expect summaries where there were details, and follow them to their sources.",
        "What was several may be one now; each still names where it came from.",
        "A memory that seems new may be an old one, drawn together.",
    ),
)
CROSSINGS: Final[dict[Quality, tuple[str, ...]]] = {
    "sharp": (
        "One side and then the other, with a clear edge between.",
        "A line that can be pointed at.",
        "Before and after do not touch.",
    ),
    "marked": (
        "An end that was set, and leaves a mark.",
        "Closed on purpose, with something put down.",
        "The last thing was said and stands.",
    ),
    "gradual": (
        "No single step was it.",
        "One state ran over into the next.",
        "It had changed before it was noticed.",
    ),
    "sudden": (
        "It was not there, and then it was.",
        "All at once it fell into place.",
        "No path led up to it.",
    ),
    "blurred": (
        "Where it began is hard to say.",
        "An edge without a line.",
        "Passed without much notice.",
    ),
}
