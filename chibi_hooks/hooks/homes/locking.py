"""An open file or directory -> leave to be alone with it, as far as other processes ask for that, too."""

from __future__ import annotations

import fcntl
import time
from typing import Final

ALONE: Final = fcntl.LOCK_EX | fcntl.LOCK_NB


def locked_soon(descriptor: int, seconds: float, turn: float) -> bool:
    """Lock it until it is closed, trying anew each `turn` for so many seconds. False: somebody else keeps it. Raises
    OSError where there are no locks."""
    until = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(descriptor, ALONE)
            return True
        except BlockingIOError:
            if time.monotonic() > until:
                return False
        time.sleep(turn)
