"""A class of annotated fields -> `StatedField`s: what each holds, its default, what is said about it.

    class Part(Stated):
        name: str = told("its name", "ls")
        depth: Annotated[int, last()] = 0

    Part.stated["name"].description   ->  "its name"
    Part.made({"name": "x"}).depth    ->  0

Rules
-----
* Annotations may be texts (`from __future__ import annotations`): they are read where the class stands.
* The fields of a base come first, in their order. What has no annotation, is a ClassVar or begins with `_` is none.

Why not a model of pydantic: to import it and to build the classes of our points took two thirds of a cold `fire`, for
checks that checks.py makes from the same annotations. A JSON Schema is still pydantic's (describe.py), when one is
asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import FrameType
from typing import Annotated, Any, ClassVar, Final, Self, get_args, get_origin

from chibi_hooks.hooks.answer import Json


class FromZero:
    """Of a number, as `Annotated[int, FromZero]`: it is 0 or more."""


class Absent:
    """In place of a default or an example: there is none."""


@dataclass(frozen=True, slots=True)
class StatedField:
    """A field; `annotation` without what an `Annotated` adds, which is `metadata`. `alias`: its name where that is no
    name in Python."""

    default: Json = Absent
    description: str = ""
    example: Json = Absent
    alias: str | None = None
    annotation: Any = Any
    metadata: tuple[Any, ...] = ()

    @property
    def is_required(self) -> bool:
        """Has it no default?"""
        return self.default is Absent


class Stated:
    """What has fields; an instance has the values it was made of, and the defaults of the others."""

    stated: ClassVar[Mapping[str, StatedField]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        found: dict[str, StatedField] = {}
        for base in reversed(cls.__mro__[1:]):
            found.update(base.__dict__.get("stated", {}))
        for name, annotation in cls.__dict__.get("__annotations__", {}).items():
            meant = _meant(annotation, cls) if not name.startswith("_") else ClassVar
            if meant is not ClassVar and get_origin(meant) is not ClassVar:
                found[name] = _field(cls, name, meant)
        cls.stated = found

    @classmethod
    def made(cls, values: Mapping[str, Json]) -> Self:
        """An instance with these values."""
        instance = cls.__new__(cls)
        instance.__dict__.update(values)
        return instance

    def __eq__(self, other: object) -> bool:
        return self.__class__ is other.__class__ and self.__dict__ == other.__dict__

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name, None)!r}" for name in {**self.stated, **self.__dict__})
        return f"{type(self).__name__}({', '.join(shown)})"


def _field(cls: type[Stated], name: str, annotation: Any) -> StatedField:
    """What stands at the name; in its place comes the default, for instances."""
    said = cls.__dict__.get(name, Absent)
    field = said if isinstance(said, StatedField) else StatedField(said)
    if not field.is_required:
        setattr(cls, name, field.default)
    elif said is not Absent:
        delattr(cls, name)
    if get_origin(annotation) is Annotated:
        annotation, *metadata = get_args(annotation)
        return replace(field, annotation=annotation, metadata=tuple(metadata))
    return replace(field, annotation=annotation)


def _meant(annotation: Any, cls: type[Stated]) -> Any:
    """An annotation, which may be a text that names what is around the class."""
    if not isinstance(annotation, str):
        return annotation
    if annotation.startswith("ClassVar"):
        return ClassVar
    module = sys.modules[cls.__module__].__dict__
    return eval(annotation, module, _around(module))  # the text of our own source


def _around(module: Mapping[str, Any]) -> dict[str, Any]:
    """The variables of the functions and classes of a module in which a class of it is being made, innermost first."""
    found: dict[str, Any] = {}
    frame: FrameType | None = sys._getframe(MAKING)
    while frame is not None:
        if frame.f_globals is module:
            found = {**frame.f_locals, **found}
        frame = frame.f_back
    return found


MAKING: Final = 3  # frames between `_around` and whoever states a class
