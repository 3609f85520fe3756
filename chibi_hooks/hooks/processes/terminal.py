"""The user's terminal -> lent to one process at a time, so that it can ask there (`/dev/tty`) and be interrupted.

Rules
-----
* A process that has the terminal is in the session of this program, in a group of its own, and that group is the
  foreground: it reads what is typed, and Ctrl-C is for it. One that dies of Ctrl-C takes us along, as in a shell.
* Whoever is not in the foreground itself has no terminal to lend; neither has who has lent it already. Such a process
  gets a session of its own and no terminal.
* What it changed (echo, line mode) is put back afterwards.
* What it writes to stderr is shown at once by `show`, where stderr is the terminal.
"""

from __future__ import annotations

import os
import signal
import termios
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

DEVICE: Final = "/dev/tty"


class UserTerminal:
    """That of the user. Raises OSError when there is none."""

    def __init__(self, show: Callable[[bytes], object] | None, device: str = DEVICE) -> None:
        self.show = show
        self._descriptor = os.open(device, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
        self._lent = threading.Lock()

    @contextmanager
    def loan(self) -> Iterator[bool]:
        """Reserve it; false when it cannot be had. Afterwards it is as before."""
        if not self._is_ours() or not self._lent.acquire(blocking=False):
            yield False
            return
        try:
            settings = termios.tcgetattr(self._descriptor)
            try:
                yield True
            finally:
                self._take_back(settings)
        finally:
            self._lent.release()

    def give_to(self, group: int) -> None:
        """Make this group the foreground; one that has tried to read already goes on."""
        with suppress(OSError):  # it has ended by now, or the terminal has
            os.tcsetpgrp(self._descriptor, group)
            os.killpg(group, signal.SIGCONT)

    def close(self) -> None:
        """Let the device go."""
        os.close(self._descriptor)

    def _is_ours(self) -> bool:
        try:
            return os.tcgetpgrp(self._descriptor) == os.getpgrp()
        except OSError:
            return False

    def _take_back(self, settings: list[Any]) -> None:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})  # we are in the background now
        try:
            with suppress(OSError, termios.error):
                os.tcsetpgrp(self._descriptor, os.getpgrp())
                termios.tcsetattr(self._descriptor, termios.TCSADRAIN, settings)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
