"""Named tuples and protocols that are quick to define; they behave as those of `typing` do.

A wake defines about a hundred named tuples and makes values of a third. Most of what the definition
costs is a constructor that is compiled for each: here it is compiled when some values were
made. Of protocols nothing is asked while a program runs: there they are plain classes. It knows no
subject.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar
    from typing import Protocol as Protocol  # noqa: PLC0414 - says that it is for others

    Value = TypeVar("Value")

    def made(cls: type[Value], fields: tuple[Any, ...], /) -> Value:
        """A value of all its fields in their order, for where many are made: none is looked at."""
else:
    Protocol = object
    made = tuple.__new__

if TYPE_CHECKING or sys.version_info >= (3, 14):  # where annotations are not in a class's body
    from typing import NamedTuple as NamedTuple  # noqa: PLC0414 - says that it is for others
else:
    from _collections import _tuplegetter as _getter

    _new = tuple.__new__

    # How many values of a class are made one by one, before its constructor is compiled: that
    # takes as long as fifty of them, and of most classes a short-lived process makes a few.
    FEW = 32
    _seen = {}

    def _early(cls, /, *args, **named):
        """Make one of the first values of a class."""
        fields, seen = cls._fields, _seen.get(cls, 0)
        if seen < FEW:
            _seen[cls] = seen + 1
            if not named and len(args) == len(fields):
                return _new(cls, args)
            given = dict(zip(fields, args, strict=False))
            values = {**cls._field_defaults, **given, **named}
            is_right = len(values) == len(fields) and len(given) == len(args)
            if is_right and given.keys().isdisjoint(named):
                return _new(cls, map(values.__getitem__, fields))
        return _compiled(cls)(cls, *args, **named)  # which also says what is wrong

    def _compiled(cls):
        """The constructor of a class, compiled."""
        of = next(base for base in cls.__mro__ if "__new__" in vars(base))
        fields = "".join(f"{name}, " for name in of._fields)
        make = eval(  # noqa: S307 - of names that stand in a class's body
            f"lambda _cls, {fields}: _new(_cls, ({fields}))", {"_new": _new, "__builtins__": {}}
        )
        make.__name__ = "__new__"
        make.__qualname__ = f"{of.__qualname__}.__new__"
        make.__defaults__ = tuple(of._field_defaults.values())
        of.__new__ = staticmethod(make)
        return make

    def _make(cls, iterable):
        """A value of the fields in their order."""
        made = _new(cls, iterable)
        if len(made) != len(cls._fields):
            raise TypeError(f"expected {len(cls._fields)} fields, got {len(made)}")
        return made

    def _replace(self, /, **fields):
        """The value with other fields."""
        made = self._make(map(fields.pop, self._fields, self))
        if fields:
            raise ValueError(f"there are no fields {list(fields)!r}")
        return made

    def _asdict(self):
        """The fields by their names."""
        return dict(zip(self._fields, self, strict=False))

    def _told(self):
        said = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self))  # noqa: B905
        return f"{type(self).__name__}({said})"

    def _plain(self):
        return tuple(self)

    _shared = {
        "__slots__": (),
        "__new__": _early,
        "__repr__": _told,
        "__getnewargs__": _plain,
        "_make": classmethod(_make),
        "_replace": _replace,
        "_asdict": _asdict,
    }

    class _Definition(type):
        def __new__(cls, name, _bases, body):
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body.pop(field) for field in fields if field in body}
            if tuple(defaults) != fields[len(fields) - len(defaults) :]:
                raise TypeError(
                    f"a field of {name} without a default stands behind one that has one"
                )
            if any(field.startswith("_") for field in fields):
                raise ValueError(f"a field of {name} begins with an underscore")
            getters = {field: _getter(place, "") for place, field in enumerate(fields)}
            named = {"_fields": fields, "_field_defaults": defaults, "__match_args__": fields}
            return type(name, (tuple,), {**_shared, **named, **getters, **body})

    NamedTuple = type.__new__(_Definition, "NamedTuple", (), {})
