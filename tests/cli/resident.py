"""The command beside a resident host: the same home with and without one."""

from __future__ import annotations

import json
import re
from typing import Any

from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.server.door import Door
from tests.cli.command import Command, Result
from tests.homes import answering, make_home, sh_plugin

HOME = ("--home", "home")
GUARD = """\
(define-hook pre_tool (arguments)
  (if (string-contains (payload-ref arguments "command" "") "rm")
      (block "no")
      (no-opinion)))
"""
FILES: dict[str, str | bytes] = {
    "hooks/guard.scm": GUARD,
    "hooks/failing.scm": "(define-hook pre_message () (car 1))\n(define-hook pre_file_write () (raise 'x))",
    "hooks/broken.scm": "(register-hook 'pre_tool\n  (lambda (p)",
    "hooks/odd.scm": '(register-hook \'pre_tool (lambda (p) (list (cons "mesage" "ä\\x0;b\U0001f600"))))',
    "plugins/echo": sh_plugin("echo", ["pre_tool"], 'echo careful >&2; printf \'{"arguments": %s}\' "$(cat)"'),
    "plugins/where": sh_plugin("where", ["post_tool"], 'printf \'{"a": "%s %s"}\' "$PWD" "$CHIBI_PROJECT_ROOT"'),
    "plugins/deny": answering("deny", ["pre_shell_exec"], {"denied": True, "reason": "never"}),
    "plugins/exit": sh_plugin("exit", ["pre_message"], "echo sorry >&2; exit 3"),
    "plugins/no-schema": "#!/bin/sh\nexit 1\n",
    "chibi-hooks.toml": '[scheme]\ntime_limit = 20\n[on_failure]\npre_file_write = "deny"\n',
}
FIRE_NAME = re.compile(r"[0-9a-f]{16}-\d+")
TIME = re.compile(r'[\d.e+-]+ ms|(?<="ms": )[\d.e+-]+')


class Both:
    """The command, with a home and perhaps its resident host."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.home = make_home(command.directory / "home", FILES)
        self.door: Door | None = None

    def serve(self) -> Door:
        self.door = Door.open(str(self.home), around=Surroundings.of_process())
        return self.door

    def stop(self) -> None:
        if self.door is not None:
            self.door.stop()
        self.door = None

    def journal(self) -> list[dict[str, Any]]:
        lines = self.command("log", *HOME, "--json").stdout.splitlines()
        return [json.loads(without_changing(line)) for line in lines]

    def alone_and_served(self, *arguments: str, **options: Any) -> tuple[Result, Result]:
        """What the command leaves behind without and with a resident host; its fires are the last of the journal."""
        alone = self.command(*arguments, **options)
        self.serve()
        served = self.command(*arguments, **options)
        self.stop()
        return alone, served


def without_changing(text: str) -> str:
    """Without what is another one each time."""
    return TIME.sub("0", FIRE_NAME.sub("…", text))
