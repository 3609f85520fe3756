"""`serve --agents` and `serve --once`: the host for agents as a process of its own."""

from __future__ import annotations

import os
import signal
import sys
from datetime import datetime
from functools import partial
from types import FrameType

from chibi_hooks.cli._live import OPERATIONS
from chibi_hooks.cli._say import note
from chibi_hooks.server.agents.call import answer_bytes, read_call
from chibi_hooks.server.agents.held_homes import HeldHomes, of_process
from chibi_hooks.server.agents.host import Agents, Busy
from chibi_hooks.server.hook_alone import INHERITED


def hold(path: str | None, idle: float) -> None:
    """Be the host for agents until a signal, or until it is time. `path`: of the socket, where whoever started us has
    handed us the lock. Raises ConfigError; not Busy where nobody reads it."""
    homes = HeldHomes(dict(os.environ), say=_tell, more=OPERATIONS)
    lock = None if path is None else INHERITED
    if lock is not None:
        os.set_inheritable(lock, False)  # what we start must not be us
    try:
        agents = Agents.listen(homes, path, lock, say=_tell, idle=idle)
    except Busy as error:
        note(str(error))
        return

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)  # the second time it is meant
        agents.stop()

    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, end)
    _tell(f"listening at {agents.path}.sock (pid {os.getpid()})")
    agents.run()
    _tell(f"ended{f': {agents.ended_because}' if agents.ended_because else ''}")


def answer_once() -> None:
    """The call on stdin -> its answer on stdout."""
    call = read_call(partial(os.read, 0))
    with of_process() as homes:
        answer = answer_bytes(homes.answer(call))
    sys.stdout.flush()
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()


def _tell(text: str) -> None:
    note(f"{datetime.now():%Y-%m-%d %H:%M:%S} {text}")
