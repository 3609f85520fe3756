"""Who calls whom in, those that come back to themselves out, in one walk however many they are.

Theory. Tarjan, Depth-first search and linear graph algorithms (1972): a walk numbers what it comes to; who leads
back to nothing that was come to before him closes a group, which is what was come to since.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from chibi_hooks.typenames import TypeVar

T = TypeVar("T")


def mutual(ahead: Mapping[T, Collection[T]]) -> list[list[T]]:
    """The groups of those that lead to each other, or one to itself, in the order of `ahead`; what it does not know
    leads nowhere.
    """
    order = {each: place for place, each in enumerate(ahead)}
    number: dict[T, int] = {}
    back: dict[T, int] = {}  # the number of the first that it leads back to
    since: list[T] = []  # what was come to and is in no group yet
    grouped: set[T] = set()
    groups: list[list[T]] = []
    for start in ahead:
        path = [] if start in number else [(start, iter(ahead[start]))]
        while path:
            at, others = path[-1]
            if at not in number:
                number[at] = back[at] = len(number)
                since.append(at)
            for other in others:
                if other not in number and other in order:
                    path.append((other, iter(ahead[other])))
                    break
                if other in number and other not in grouped:
                    back[at] = min(back[at], number[other])
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    back[before] = min(back[before], back[at])
                if back[at] == number[at]:
                    group = _until(since, at)
                    grouped.update(group)
                    if len(group) > 1 or at in ahead[at]:
                        groups.append(sorted(group, key=order.__getitem__))
    return sorted(groups, key=lambda group: order[group[0]])


def _until(stack: list[T], last: T) -> list[T]:
    """What was put on the stack with the last and after it, taken off."""
    taken = [stack.pop()]
    while taken[-1] is not last:
        taken.append(stack.pop())
    return taken
