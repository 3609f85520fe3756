"""What a fold has come to, as a value: `Folded`. Whoever only shows a fire does without the fold and its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.steps import Step

if TYPE_CHECKING:
    from chibi_hooks.hooks.deciding.point import Decision, Point


class Folded:
    """What the answers come to: `values` holds the fields that were set, and no others; `wire` is the name of the
    point, `stated` the point (None: it comes from elsewhere by its name, and may be no more)."""

    # no dataclass: every fire makes one
    __slots__ = ("decided", "known_steps", "stated", "values", "wire")

    def __init__(
        self, wire: str, values: Mapping[str, Json], steps: Sequence[Step], stated: type[Point] | None = None
    ) -> None:
        self.wire = wire
        self.values = values
        self.stated = stated
        self.known_steps: Sequence[Step] | None = steps  # None until somebody asks: the only answer has decided
        self.decided: tuple[str, ...] = ()  # then: the field by which, and those beside it that it set

    @property
    def steps(self) -> Sequence[Step]:
        """The fold, step by step."""
        if self.known_steps is None:
            name, *beside = self.decided
            steps = [Step(0, name, "decided", self.values.get(name))]
            self.known_steps = steps + [Step(0, each, "set", self.values.get(each)) for each in beside]
        return self.known_steps

    @property
    def point(self) -> type[Point]:
        """The statement of the point. Raises UnknownPoint when there is none of that name any more."""
        if self.stated is not None:
            return self.stated
        from chibi_hooks.hooks.deciding.point import find  # who only shows a fire does without

        return find(self.wire)

    @property
    def outcome(self) -> Decision:
        """The values as an object of the point's `Outcome`: a field that nobody set has its default. Raises
        UnknownPoint, as `point`."""
        return self.point.Outcome.made(self.values)
