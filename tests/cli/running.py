"""A home -> `chibi-hooks` on it as processes of their own, as a user has them in several terminals."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.homes import SHORT, make_home, state_in

PATIENT = "[scheme]\ntime_limit = 30\n"  # for hook files on a machine that does other things, too
SURE = {"NO_COLOR": "1", "PYTHONFAULTHANDLER": "1"}
ROOT = Path(__file__).parents[2]


class Running:
    """One process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.pid = process.pid
        assert process.stdout is not None and process.stderr is not None
        self._stdout, self._stderr = process.stdout, process.stderr

    def line(self) -> str:
        """The next line of stdout."""
        return self._stdout.readline()

    def event(self, kind: str) -> dict[str, Any]:
        """The next event of this kind among the lines of stdout."""
        while True:
            event: dict[str, Any] = json.loads(self.line())
            if event["event"] == kind:
                return event

    def note(self) -> str:
        """The next line of stderr."""
        return self._stderr.readline()

    def notes_until(self, word: str) -> str:
        """The lines of stderr up to one with this word."""
        lines = []
        while not lines or word not in lines[-1]:
            lines.append(self.note())
            assert lines[-1], f"it ended before it said {word}: {''.join(lines)}"
        return "".join(lines)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal; gives the exit code."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        """Wait for the end; gives the exit code. One that does not end says where it stands."""
        try:
            return self.process.wait(200)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)
            raise AssertionError(f"it does not end:\n{self.process.communicate()[1]}") from None

    def rest(self) -> tuple[int, str, str]:
        """Wait for the end: exit code, and what was not read yet."""
        stdout, stderr = self.process.communicate(timeout=200)
        return self.process.returncode, stdout, stderr


class Terminals:
    """A home, and the processes that work on it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.home = make_home(root / "home", {"chibi-hooks.toml": PATIENT})
        self.state = state_in(Path(tempfile.mkdtemp(prefix="ch-", dir=SHORT)))  # short: a socket's path is limited
        self.running: list[Running] = []

    def save(self, files: dict[str, str | bytes]) -> None:
        """Save files of the home, each in one step, so that nobody sees half of one."""
        made = make_home(self.root / "made", files)
        for name in files:
            (self.home / name).parent.mkdir(parents=True, exist_ok=True)
            os.replace(made / name, self.home / name)

    def start(self, *arguments: str, stdin: str = "", home: bool = True, **environment: str) -> Running:
        """Start a command on the home, or, without `home`, on those that are found."""
        named = ("--home", str(self.home)) if home and "--home" not in arguments else ()
        return self._start(["-m", "chibi_hooks", *arguments, *named], stdin, environment)

    def python(self, program: str) -> str:
        """Run a program with the home as its argument; gives its stdout."""
        code, stdout, stderr = self._start(["-c", program, str(self.home)], "", {}).rest()
        assert code == 0, stderr
        return stdout

    def _start(self, arguments: list[str], stdin: str, environment: dict[str, str]) -> Running:
        given = {"PYTHONPATH": str(ROOT), "CHIBI_HOOKS_STATE": str(self.state), **SURE, **environment}
        outside = {name: value for name, value in os.environ.items() if name not in ("XDG_RUNTIME_DIR", "CHIBI_HOME")}
        command = [sys.executable, "-u", *arguments]
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.root,
            env={**outside, **given},
        )
        assert process.stdin is not None
        process.stdin.write(stdin)
        process.stdin.close()
        process.stdin = None
        self.running.append(Running(process))
        return self.running[-1]

    def run(self, *arguments: str, stdin: str = "", home: bool = True, **environment: str) -> tuple[int, str, str]:
        """Run a command to its end: exit code, stdout, stderr."""
        return self.start(*arguments, stdin=stdin, home=home, **environment).rest()

    def serve(self) -> Running:
        """Start `serve`, and wait until it listens."""
        serving = self.start("serve")
        serving.notes_until("listening at")
        return serving

    def fire(self, command: str) -> dict[str, Any]:
        """Fire pre_tool for a shell command."""
        payload = json.dumps({"tool_name": "shell_exec", "arguments": {"command": command}})
        code, stdout, stderr = self.run("fire", "pre_tool", "--json", stdin=payload)
        assert code == 0, stderr
        fired: dict[str, Any] = json.loads(stdout)
        return fired

    def log(self) -> list[dict[str, Any]]:
        """The journal."""
        code, stdout, _ = self.run("log", "--json", "-n", "1000")
        return [json.loads(line) for line in stdout.splitlines()] if code == 0 else []

    def close(self) -> None:
        """End everything."""
        for each in self.running:
            each.process.send_signal(signal.SIGCONT)
            each.process.kill()
            each.process.communicate()
        shutil.rmtree(self.state)
