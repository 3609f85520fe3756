"""A Python frame of compiled code -> what its variables held, kept beyond the frame; only where somebody asked for it.

Rules: the values live as long as the error that carries them, so it is asked for by those who let go of errors (a
REPL). What the program calls the variables is found later (`worlds/variables.py`): it needs the compiler.
"""

from __future__ import annotations

from contextvars import ContextVar
from types import FrameType

from chibi_hooks.scheme.running.site import Site
from chibi_hooks.typenames import Any, Final

KEEPING: Final[ContextVar[bool]] = ContextVar("chibi_hooks_keeping", default=False)
"""Do the errors that are explained in this context keep what variables held?"""


class HeldLocals:
    """The locals of a frame by their generated names, and the site that it had reached."""

    __slots__ = ("site", "locals")

    def __init__(self, site: Site, frame: FrameType) -> None:
        self.site = site
        self.locals: dict[str, Any] = dict(frame.f_locals)
