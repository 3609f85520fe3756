"""A project that came with a home of its own."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import Command

GUARD = '(define-hook pre_tool () (block "no"))'


def home_of(command: Command) -> Path:
    """The home in the directory of the command."""
    return command.directory / ".chibi"
