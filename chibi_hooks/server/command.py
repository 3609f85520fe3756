"""An agent, a home -> the command line that the agent's configuration runs: the thin client (hook.py), by its path.

    hook_command("claude-code")   -> ["/…/python3", "-I", "-S", "/…/chibi_hooks/server/hook.py", "claude-code"]

Rules
-----
* `-I -S`: neither the user's environment nor what is installed beside us may change or slow what an agent waits for.
* The event's name may be added as a last word, for agents that do not say it.
* It imports nothing heavy: `doctor` asks it for every agent.
"""

from __future__ import annotations

import fcntl
import os
import re
import sys
from pathlib import Path
from typing import Final, NamedTuple

from chibi_hooks.server import hook

PID: Final = re.compile(r"\d{1,10}\s*")

CLIENT: Final = Path(__file__).resolve().with_name("hook.py")


def hook_command(agent: str, home: str | os.PathLike[str] | None = None) -> list[str]:
    """The words of the command; `home` is given absolute, since agents choose the directory it runs in."""
    words = [os.path.abspath(sys.executable), "-I", "-S", str(CLIENT), agent]
    return words if home is None else [*words, "--home", os.path.abspath(home)]


class AgentsHost(NamedTuple):
    """The process that answers agents, and the file of what it and its clients could not do."""

    pid: int
    log: str


def place_of_host() -> str:
    """Where the clients of this installation look for their host: the socket's path without an ending. Raises
    OSError."""
    directory, name = (os.fsdecode(each) for each in hook.place(dict(os.environb), str(CLIENT)))
    return f"{directory}/{name}"


def agents_host() -> AgentsHost | None:
    """The host for agents that runs now; None: there is none, and the next call starts one."""
    try:
        path = place_of_host()
        lock = os.open(f"{path}.lock", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return None  # nobody holds it
    except OSError:
        text = os.pread(lock, 32, 0).decode("ascii", "replace")
        return AgentsHost(int(text), f"{path}.log") if PID.fullmatch(text) else None
    finally:
        os.close(lock)
