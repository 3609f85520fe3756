"""What a world may reach outside of itself: files, arguments, environment. The host hands it in; primitives find it
here.

A primitive knows no world; it asks the run that is current for what its world was given, and gets a refusal when
there is none.
"""

from __future__ import annotations

from collections.abc import Mapping

from chibi_hooks.scheme.primitives.system import system
from chibi_hooks.scheme.running import runs
from chibi_hooks.scheme.values import files
from chibi_hooks.scheme.values.files import DirectFiles, Files, NoFiles


class Access:
    """Files and process of one world. `environment` None: the process's questions are refused altogether."""

    __slots__ = ("files", "command_line", "environment")

    def __init__(
        self,
        files: Files | None = None,
        command_line: list[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.files: Files = NoFiles() if files is None else files
        self.command_line: list[str] = [] if command_line is None else command_line
        self.environment = environment


SANDBOXED = Access()


def unsandboxed(command_line: list[str], environment: Mapping[str, str]) -> Access:
    """The process's own files, and the arguments and environment given."""
    return Access(DirectFiles(), command_line, environment)


def current_access() -> Access:
    """What the running world was given."""
    run = runs.current_or_none()
    access = getattr(run.context, "access", None) if run is not None else None
    return access if isinstance(access, Access) else SANDBOXED


def _process() -> system.Process:
    access = current_access()
    return system.NoProcess() if access.environment is None else access  # type: ignore[return-value]


files.provider = lambda: current_access().files
system.process_provider = _process
