"""A stack of Python of one's own: what Scheme calls go up and down on."""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.typenames import Any, Final, TypeVar

SPACE: Final = 1 << 16  # words: room for some 2,000 calls

T = TypeVar("T")


def spacious(work: Callable[..., T], *arguments: Any) -> T:
    """What `work` answers, where its calls stand close together. It costs two to fifteen microseconds: for threads, for
    commands, and for calls that will take longer than that.

    CPython keeps the frames of its calls in chunks of 16 KB, and whoever calls across the end of one asks the system
    for pages and gives them back when he returns: a fire that does so is three times as slow, and a recursion that goes
    up and down just there twenty times. This function says that it needs so much of the stack itself that its chunk
    becomes a megabyte, of which half is left to those whom it calls. A program that fires from its main thread may run
    its own `main` so. Less does not do: a function that asks for a little more than it needs takes that from those whom
    it calls, and twice as many depths are unlucky ones (measured, at 350 words for a fire).
    """
    return work(*arguments)


spacious.__code__ = spacious.__code__.replace(co_stacksize=SPACE)
