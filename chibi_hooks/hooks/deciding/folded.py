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
        self,
        wire: str,
        values: Mapping[str, Json],
        steps: Sequence[Step] | None,
        stated: type[Point] | None = None,
        decided: tuple[str, ...] = (),
    ) -> None:
        self.wire = wire
        self.values = values
        self.stated = stated
        self.known_steps = steps  # None until somebody asks: the only answer has decided, or had no opinion
        self.decided = decided  # then: the field by which, and those beside it that it set; empty: no opinion

    @property
    def steps(self) -> Sequence[Step]:
        """The fold, step by step."""
        if self.known_steps is None:
            self.known_steps = [
                Step(0, name, "set" if beside else "decided", self.values.get(name))
                for beside, name in enumerate(self.decided)
            ] or [Step(0, None, "none")]
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
