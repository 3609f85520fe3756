"""The thin client as agents run it: processes of their own, and the host that they start."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chibi_hooks.server.command import CLIENT, hook_command
from tests.homes import SHORT, make_home, state_in

GUARD = '(register-hook \'pre_shell_exec (lambda (p) (if (equal? (payload-ref p "command") "rm") (deny "no") \'())))'
DENIED = {
    "hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": "no",
    }
}
QUICK = """
import sys
sys.path.insert(0, sys.argv.pop(1))
import hook
hook.__dict__.update(eval(sys.argv.pop(1)))
hook.main(sys.argv[1:])
"""


def event(command: str, **more: Any) -> bytes:
    """Claude Code is about to run a command."""
    call = {"tool_name": "Bash", "tool_input": {"command": command}}
    return json.dumps({"hook_event_name": "PreToolUse", "session_id": "s1", **call, **more}).encode()


@dataclass(frozen=True)
class Answered:
    """What a client left behind."""

    code: int
    stdout: bytes
    stderr: str

    @property
    def said(self) -> Any:
        """The answer as JSON."""
        return json.loads(self.stdout)


class Calling:
    """A home, and clients that are called for it. `client` is the file that they run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.home = make_home(root / "home", {"hooks/guard.scm": GUARD, "chibi-hooks.toml": ""})
        self.state = state_in(Path(tempfile.mkdtemp(prefix="ch-", dir=SHORT)))  # short: a socket's path is limited
        self.user = root / "user"
        self.user.mkdir()
        self.client = CLIENT
        self.running: list[subprocess.Popen[bytes]] = []
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.user),
            "CHIBI_HOOKS_STATE": str(self.state),
            "NO_COLOR": "1",
        }

    def start(self, *words: str, constants: str = "", directory: Path | None = None, **more: Any) -> Any:
        """Start a client with pipes; `constants` of hook.py are replaced; `home=None` names no home."""
        home = more.pop("home", self.home)
        named = () if home is None else ("--home", str(home))
        python, isolated, siteless, _, _ = hook_command("x")
        command = [python, isolated, siteless, str(self.client)]
        if constants:
            command = [python, isolated, siteless, "-c", QUICK, str(self.client.parent), constants]
        environment = {**self.environment, **more.pop("environment", {})}
        process = subprocess.Popen(
            [*command, *words, *named],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=directory or self.root,
            env={name: each for name, each in environment.items() if each is not None},
            **more,
        )
        self.running.append(process)
        return process

    def __call__(self, *words: str, stdin: bytes, **more: Any) -> Answered:
        """Run a client to its end, and to that of its output."""
        process = self.start(*words, **more)
        stdout, stderr = process.communicate(stdin, timeout=200)
        return Answered(process.returncode, stdout, stderr.decode())

    @property
    def logs(self) -> str:
        """What hosts have said."""
        return "".join(path.read_text() for path in self.state.glob("run/hook-*.log"))

    @property
    def host(self) -> int:
        """The process of the host; 0: there is none."""
        for path in self.state.glob("run/hook-*.lock"):
            text = path.read_text().strip()
            if text.isdigit():
                return int(text)
        return 0

    def wait_until_gone(self, pid: int) -> None:
        """Wait until a process has ended; pytest's own limit ends this."""
        while _is_there(pid):
            time.sleep(0.02)

    def close(self) -> None:
        """End everything."""
        for process in self.running:
            process.kill()
            process.communicate()
        if pid := self.host:
            with suppress(OSError):
                os.kill(pid, signal.SIGCONT)
                os.kill(pid, signal.SIGTERM)
            self.wait_until_gone(pid)
        shutil.rmtree(self.state, ignore_errors=True)  # whoever answered alone may still write its journal


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    with suppress(OSError):  # a zombie whose parent does not look
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False
