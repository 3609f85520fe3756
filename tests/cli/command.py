"""Arguments and stdin -> exit code, stdout and stderr of the `chibi-hooks` command, run in this process."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import pytest

from chibi_hooks.cli import main


@dataclass(frozen=True)
class Result:
    """What a command left behind."""

    code: int
    stdout: str
    stderr: str


class Command:
    """Runs `chibi-hooks` in a directory of its own, away from this machine's homes."""

    def __init__(self, directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.directory = directory
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        monkeypatch.chdir(directory)
        monkeypatch.setenv("HOME", str(directory / "user"))
        monkeypatch.setenv("CHIBI_HOOKS_STATE", str(directory / "state"))
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.delenv("CHIBI_HOME", raising=False)

    def __call__(self, *arguments: str, stdin: str | bytes = b"", tty: bool = False) -> Result:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        stream = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
        if tty:
            self.monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
        self.monkeypatch.setattr("sys.stdin", stream)
        code = main(list(arguments))
        captured = self.capsys.readouterr()
        return Result(code, captured.out, captured.err)
