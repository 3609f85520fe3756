"""Finding A19: what a responder, a payload or a file's name says does nothing to the terminal of whoever reads it."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

import pytest

from chibi_hooks.dialects import Rendered
from chibi_hooks.server.agents.call import answer_bytes
from chibi_hooks.visible import exact_json, styled, visible
from tests.cli.command import Command
from tests.homes import make_home, sh_plugin

HOSTILE = "\x1b[2K\r\x1b]0;x\x07\x9b2J\u202egnirts\u200b\u2066\ufeff\x7f\x85\u2028\U000e0041\x00end"
NAME = "sp\x1b[1Aoil\u202e.scm"
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]")
SCHEME = "".join(f"\\x{ord(c):x};" for c in HOSTILE)
HOOK = f'(define-hook pre_tool () (block "{SCHEME}"))\n'
RAISES = f'(define-hook pre_tool () (error "{SCHEME}" "{SCHEME}\\nforged line"))\n'
LOADS_NOT = f'(car "{SCHEME}\x9b\u202e")\n'
TOOL = f'''(define-tool shout (description "{SCHEME}") (parameters '())
  (execute (lambda (arguments) (display "{SCHEME}" (current-error-port)) "{SCHEME}")))
'''
TEST = f'(import (chibi test)) (test "{SCHEME}" "{SCHEME}" 1)'
PLUGIN = sh_plugin("noisy", ["pre_tool"], "cat >/dev/null; printf '\\033[2K\\rgone\\n' >&2; printf '{\"x\\033\":1'")
PAYLOAD = json.dumps({"tool_name": "shell_exec", "arguments": {HOSTILE: HOSTILE}})
COMMANDS = [
    "fire pre_tool",
    "fire pre_tool --explain",
    "fire pre_tool --json",
    "fire pre_tool --format sexp",
    "why",
    "why --json",
    "show",
    "show --json",
    "show --payload",
    "log",
    "log --json",
    "list",
    "list --tools",
    "list --json",
    "list --tools --json",
    "status",
    "status --json",
    "doctor",
    "doctor --json",
    "check home/hooks",
    "test",
    "test --json",
    "replay",
    "replay --json",
    "tool nobody",
]


@pytest.fixture
def hostile(command: Command) -> Command:
    """A home of which everything is hostile, and one recorded fire."""
    hooks = {NAME: RAISES, "b.scm": HOOK, "c.scm": LOADS_NOT, "d.scm": TOOL, "e-test.scm": TEST}
    make_home(Path("home"), {"plugins/noisy": PLUGIN, **{f"hooks/{name}": text for name, text in hooks.items()}})
    command("fire", "pre_tool", "--home", "home", stdin=PAYLOAD)
    return command


@pytest.mark.parametrize("line", COMMANDS)
def test_a19_no_command_shows_what_a_terminal_would_obey(hostile: Command, line: str) -> None:
    arguments = line.split()
    home = ("--home", "home") if arguments[0] not in ("check", "test") else ()
    result = hostile(*arguments, *home, stdin=json.dumps({"tool_name": "x"}) if "sexp" in arguments else PAYLOAD)
    out, err = result.stdout, result.stderr
    assert out or err
    assert not HIDDEN.search(out + err), repr((out + err)[max(0, HIDDEN.search(out + err).start() - 60) :][:120])
    assert "\nforged line" not in out + err
    if "--json" in arguments or "--payload" in arguments:
        for line in [out] if out.startswith(("{\n", "[\n")) else out.splitlines():
            json.loads(line)


def test_a19_data_is_exact(hostile: Command) -> None:
    home = ("--home", "home")
    assert json.loads(hostile("fire", "pre_tool", *home, stdin=PAYLOAD).stdout)["message"] == HOSTILE
    assert json.loads(hostile("show", "--payload", *home).stdout)["arguments"] == {HOSTILE: HOSTILE}
    assert HOSTILE in json.loads(hostile("tool", "shout", "{}", *home, "--json").stdout)["output"]


def test_a19_everything_that_is_not_seen_is_shown() -> None:
    hidden = [chr(c) for c in range(0x110000) if unicodedata.category(chr(c)) in ("Cc", "Zl", "Zp", "Cs")]
    hidden += [chr(c) for c in [*range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xE0000, 0xE0080)]]
    for c in set(hidden) - {"\t", "\n"}:
        assert visible(f"a{c}b").isprintable(), hex(ord(c))
        assert json.loads(exact_json(f"a{c}b")) == f"a{c}b" and exact_json(f"a{c}b").isprintable()


@pytest.mark.parametrize("text", ["plain", "grüße, 你好 👍🏽 ❤️", "a\tb\nc", "\\x1b is no escape"])
def test_a19_what_can_be_seen_stays(text: str) -> None:
    assert visible(text) == text


def test_a19_nobody_else_has_colour() -> None:
    ours = styled("31", "red \x1b[32m")
    assert visible(ours) == "\x1b[31mred \\e[32m\x1b[0m"
    assert "\x1b" not in visible("\ufdd0" + "0" * 16 + "31\ufdd1\x1b[31m")


def test_a19_what_an_event_is_called_is_one_message_of_ours() -> None:
    notes = ("x\x1b[2J\nchibi-hooks hook: all is well", "y" * 100_000)
    said = answer_bytes(Rendered(b"", 0, notes))
    assert b"\x1b" not in said and b"\nchibi-hooks hook: all" not in said and len(said) < 5_000
