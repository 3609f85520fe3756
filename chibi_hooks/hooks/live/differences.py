"""What there was before and after a look -> what registrations came and went."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from chibi_hooks.hooks.homes.home import Notice
from chibi_hooks.hooks.live.status import Change, Registration

if TYPE_CHECKING:
    from chibi_hooks.hooks.scripts.script import Script


@dataclass(slots=True, eq=False)
class Look:
    """What one look finds."""

    changes: list[Change] = field(default_factory=list)
    before: list[Registration] = field(default_factory=list)
    after: list[Registration] = field(default_factory=list)
    errors: list[Notice] = field(default_factory=list)

    def replaced(self, before: Script | None, after: Script | None) -> None:
        """A file's registrations, before and after."""
        self.before += registrations_of(before)
        self.after += registrations_of(after)


def registrations_of(script: Script | None) -> list[Registration]:
    """The hooks and tools of a hook file."""
    if script is None:
        return []
    hooks = [Registration(hook.point, hook.responder, hook.place) for hook in script.hooks]
    return [*hooks, *(Registration("tool", tool.name, tool.place) for tool in script.tools)]


def difference(
    before: Iterable[Registration], after: Iterable[Registration]
) -> tuple[tuple[Registration, ...], tuple[Registration, ...]]:
    """What was added and what was removed; one that only moved to another line is neither."""
    old: dict[tuple[str, str, str], list[Registration]] = {}
    for each in before:
        old.setdefault(_moves(each), []).append(each)
    added = []
    for each in after:
        same = old.get(_moves(each))
        if same:
            same.pop()
        else:
            added.append(each)
    return tuple(added), tuple(each for left in old.values() for each in left)


def _moves(each: Registration) -> tuple[str, str, str]:
    return each.point, each.responder, each.place.partition(":")[0]
