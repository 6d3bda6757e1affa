"""Our named tuples beside those of `typing`: what one can do, so can the other."""

from __future__ import annotations

import copy
import pickle
import sys
import typing
from typing import Any, NamedTuple

import pytest


class Ours(NamedTuple):
    """A value."""

    id: str
    type: str | None = None
    of: tuple[str, ...] = ()

    @property
    def is_typed(self) -> bool:
        return self.type is not None


class Seasoned(NamedTuple):
    """A value."""

    id: str
    type: str | None = None
    of: tuple[str, ...] = ()

    @property
    def is_typed(self) -> bool:
        return self.type is not None


class Theirs(typing.NamedTuple):
    """A value."""

    id: str
    type: str | None = None
    of: tuple[str, ...] = ()

    @property
    def is_typed(self) -> bool:
        return self.type is not None


class Empty(NamedTuple):
    """Nothing."""


def outcome(of: Any, act: Any) -> Any:
    """What an act on a class comes to, without the name of the class."""
    try:
        found = act(of)
    except (TypeError, ValueError, AttributeError) as error:
        return type(error)
    return repr(found).replace(of.__name__, "")


ACTS: dict[str, Any] = {
    "positions": lambda of: of("a", "b"),
    "names": lambda of: of(of=("x",), id="a"),
    "defaults": lambda of: (of("a").type, of("a").of, of._field_defaults),
    "too few": lambda of: of(),
    "too many": lambda of: of(1, 2, 3, 4),
    "unknown": lambda of: of("a", size=3),
    "twice": lambda of: of("a", id="b"),
    "fields": lambda of: (of._fields, of.__match_args__, list(of.__annotations__), of.__doc__),
    "make": lambda of: of._make(iter("abc")),
    "make short": lambda of: of._make("ab"),
    "replace": lambda of: of("a")._replace(type="t"),
    "replace unknown": lambda of: of("a")._replace(size=3),
    "dict": lambda of: list(of("a")._asdict().items()),
    "tuple": lambda of: (of("a") == ("a", None, ()), hash(of("a")) == hash(("a", None, ()))),
    "order": lambda of: sorted([of("b"), of("a")]),
    "property": lambda of: (of("a").is_typed, of("a", "t").is_typed),
    "frozen": lambda of: setattr(of("a"), "id", "b"),
    "no room": lambda of: setattr(of("a"), "other", "b"),
    "pickled": lambda of: pickle.loads(pickle.dumps(of("a", "t"))),  # noqa: S301 - our own
    "copied": lambda of: copy.deepcopy(of("a", "t")),
    "hints": typing.get_type_hints,
    "slice": lambda of: of("a", "t")[1:],
    "getter": lambda of: of.type.__get__(of("a", "t"), of),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
def test_ours_do_as_theirs(act: Any) -> None:
    assert outcome(Ours, act) == outcome(Theirs, act)


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
def test_they_do_so_still_when_many_were_made(act: Any) -> None:
    made = [tuple(Seasoned(str(number), of=(str(number),))) for number in range(100)]
    assert made == [(str(number), None, (str(number),)) for number in range(100)]
    assert outcome(Seasoned, act) == outcome(Theirs, act)


def test_a_value_can_be_taken_apart() -> None:
    match Ours("a", "t"):
        case Ours(id=name, type="t"):
            assert name == "a"
        case _:
            pytest.fail("it is one")


def test_a_class_without_fields_makes_one_value() -> None:
    assert Empty() == ()
    assert Empty._make(()) == Empty()


def test_the_constructor_of_one_is_that_of_what_derives_from_it() -> None:
    class Named(Ours):
        __slots__ = ()

        def told(self) -> str:
            return f"{self.id}!"

    assert Named("a").told() == "a!"
    assert isinstance(Named("a")._replace(id="b"), Named)


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="typing's own are taken there")
def test_a_definition_that_could_not_be_used_is_refused() -> None:
    define: Any = type(NamedTuple)
    with pytest.raises(TypeError, match="without a default"):
        define("Bad", (), {"__annotations__": {"a": int, "b": int}, "a": 1})
    with pytest.raises(ValueError, match="underscore"):
        define("Bad", (), {"__annotations__": {"_a": int}})
