"""A class of annotated fields: what becomes of annotations, defaults and bases."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import pytest

from chibi_hooks.hooks.deciding.point import told
from chibi_hooks.hooks.deciding.statement import Stated


class Part(Stated):
    kind: ClassVar[str] = "part"
    name: str = told("its name", "ls", alias="from")
    depth: Annotated[int, "marked"] = 0
    count = 3

    def shown(self) -> str:
        return f"{self.name} {self.depth}"


class More(Part):
    depth: int = 5
    extra: Any = told("what else", optional=True)


def test_fields_are_annotated_and_those_of_the_base_come_first() -> None:
    assert list(Part.stated) == ["name", "depth"]
    assert list(More.stated) == ["name", "depth", "extra"]
    assert [each.default for each in More.stated.values()][1:] == [5, None]
    assert [each.is_required for each in More.stated.values()] == [True, False, False]


def test_a_field_has_what_is_said_about_it() -> None:
    name, depth = Part.stated.values()
    assert (name.annotation, name.description, name.example, name.alias) == (str, "its name", "ls", "from")
    assert (depth.annotation, depth.metadata) == (int, ("marked",))


def test_an_annotation_may_name_what_is_around_the_class() -> None:
    class Inner(Stated):
        text: str = ""

    def make(local: type) -> type[Stated]:
        class Outer(Stated):
            inner: list[Inner] = told("several")
            number: local = 0  # type: ignore[valid-type]

        return Outer

    assert [each.annotation for each in make(int).stated.values()] == [list[Inner], int]


def test_an_instance_has_its_values_and_the_defaults_of_the_others() -> None:
    part = More.made({"name": "a", "unheard_of": 1})
    assert (part.shown(), part.extra, part.unheard_of) == ("a 5", None, 1)  # type: ignore[attr-defined]
    assert repr(part) == "More(name='a', depth=5, extra=None, unheard_of=1)"
    assert part == More.made({"name": "a", "unheard_of": 1}) != More.made({"name": "b"})
    assert part != Part.made({"name": "a", "unheard_of": 1})
    with pytest.raises(AttributeError):
        More.made({}).name  # noqa: B018
