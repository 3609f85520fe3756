"""`why`: how a recorded fire came to its outcome."""

from __future__ import annotations

import json
import os
import re

from tests.cli.command import Command
from tests.homes import answering, make_home

GUARD = '(define-hook pre_tool ()\n  (block "no"))\n'
BAD = ";;; bad\n(define-hook pre_tool ()\n  (car 1))\n"
HOME = ("--home", "home")
EXPECTED = """\
ID, TIME, generation 1, N ms
pre_tool: before a tool runs, and before its permission is asked

answers
  1  adds  (plugin, plugins/adds, N ms)
     {"arguments": {"n": 1}}
  2  bad  (scheme, hooks/bad.scm:2:1, N ms)
     2 | (define-hook pre_tool ()
     3 |   (car 1))
     failed: type: hooks/bad.scm:3:3: car: wanted a pair, got 1
  3  guard  (scheme, hooks/guard.scm:1:1, N ms)
     1 | (define-hook pre_tool ()
     {"block": true, "message": "no"}
fold
  1  adds: arguments = {n: 1}
  2  bad: failed: hooks/bad.scm:3:3: car: wanted a pair, got 1
  3  guard: block = true: this decides
  3  guard: message = "no"
outcome
  {"arguments": {"n": 1}, "block": true, "message": "no"}
path
  bad  hooks/bad.scm:3:3
     (car 1))
     ^^^^^^^
  guard  hooks/guard.scm:2:3
     (block "no"))
     ^^^^^^^^^^^^
"""


def fired(command: Command) -> Command:
    """A home with one recorded fire."""
    files: dict[str, str | bytes] = {
        "hooks/guard.scm": GUARD,
        "hooks/bad.scm": BAD,
        "plugins/adds": answering("adds", ["pre_tool"], {"arguments": {"n": 1}}),
    }
    make_home(command.directory / "home", files)
    command("fire", "pre_tool", *HOME, "--sample")
    return command


def masked(text: str) -> str:
    """Without what is different every time."""
    text = re.sub(r"^[0-9a-f]{16}-1, [-0-9]{10} [0-9:]{8}", "ID, TIME", text)
    return re.sub(r"[0-9.e+-]+ ms", "N ms", text)


def test_the_last_fire_is_explained_with_places_and_lines(command: Command) -> None:
    result = fired(command)("why", *HOME)
    assert (result.code, result.stderr) == (0, "")
    assert masked(result.stdout) == EXPECTED


def test_a_file_that_was_saved_since_is_marked(command: Command) -> None:
    fired(command)
    guard = command.directory / "home/hooks/guard.scm"
    guard.write_text("; new\n")
    os.utime(guard, (4e9, 4e9))
    (command.directory / "home/hooks/bad.scm").unlink()
    text = command("why", *HOME).stdout
    assert "     1 | ; new   ; the file has been saved since: this is how it is now" in text
    assert "hooks/bad.scm is no longer there" in text


def test_json(command: Command) -> None:
    found = json.loads(fired(command)("why", *HOME, "--json").stdout)
    assert [step["action"] for step in found["steps"]] == ["set", "failed", "decided", "set"]


def test_tools_that_a_hook_called_are_told_with_what_they_gave(command: Command) -> None:
    hook = """
      (define-hook pre_message ()
        (call-tool "write_file" '(("path" . "vfs:///shared/a") ("content" . "x")))
        (guard (e (#t (no-opinion))) (call-tool "none" '())))
    """
    make_home(command.directory / "home", {"hooks/a.scm": hook})
    lines = (
        '  >  hooks/a.scm called write_file {path: "vfs:///shared/a", content: "x"}: done: '
        '"Wrote 1 bytes to vfs:///shared/a"',
        "  >  hooks/a.scm called none null: refused: unknown tool: none; `chibi-hooks list --tools` lists them",
    )
    explained = command("fire", "pre_message", "--sample", "--explain", "--home", "home").stdout
    fire = json.loads(command("log", "--home", "home", "--point", "pre_message", "--json").stdout)["fire"]
    for text in (explained, command("why", fire, "--home", "home").stdout):
        assert [line for line in text.splitlines() if line.startswith("  >")] == list(lines)


def test_last_is_the_last_fire(command: Command) -> None:
    make_home(command.directory / "home", {"hooks/a.scm": "(define-hook pre_clear () (no-opinion))"})
    command("fire", "pre_clear", "--sample", "--home", "home")
    assert command("why", "last", "--home", "home").stdout == command("why", "--home", "home").stdout != ""


BRANCHES = """\
(define (danger? command) (string-contains command "rm -rf"))
(define-hook pre_tool (tool-name arguments)
  (let ((command (payload-ref arguments "command" "")))
    (cond ((equal? tool-name "web_search") (no-opinion))
          ((danger? command)
           (block "no"))
          (else (no-opinion)))))
"""


def path_of(text: str) -> list[str]:
    lines = text.splitlines()
    return lines[lines.index("path") + 1 :]


def test_the_path_tells_the_clause_and_what_its_tests_read(command: Command) -> None:
    make_home(command.directory / "home", {"hooks/guard.scm": BRANCHES})
    command("fire", "pre_tool", *HOME, "--set", "arguments.command=rm -rf build")
    told = command("why", "last", *HOME)
    assert path_of(told.stdout) == [
        "  guard  hooks/guard.scm:6:12",
        '     (block "no"))',
        "     ^^^^^^^^^^^^",
        '     line 4: (equal? tool-name "web_search") was false',
        '       tool_name = "shell_exec"',
        "     line 5: (danger? command) was true",
        '       arguments.command = "rm -rf build"',
    ]


def test_programs_get_the_same_path(command: Command) -> None:
    make_home(command.directory / "home", {"hooks/guard.scm": BRANCHES})
    told = command("fire", "pre_tool", *HOME, "--set", "arguments.command=rm -rf build", "--explain")
    assert path_of(told.stdout) == path_of(command("why", *HOME).stdout)
    (path,) = json.loads(command("why", *HOME, "--json").stdout)["paths"]
    assert (path["responder"], path["hook"]) == ("guard", "hooks/guard.scm:2:1")
    assert path["answered"] == {"place": "hooks/guard.scm:6:12", "text": '(block "no")'}
    assert path["tests"][1] == {
        "place": "hooks/guard.scm:5:12",
        "text": "(danger? command)",
        "held": True,
        "read": {"arguments.command": "rm -rf build"},
    }


def test_the_path_is_that_of_the_files_as_they_were(command: Command) -> None:
    make_home(command.directory / "home", {"hooks/guard.scm": BRANCHES})
    command("fire", "pre_tool", *HOME, "--set", "arguments.command=ls")
    make_home(command.directory / "home", {"hooks/guard.scm": ";;;\n" + BRANCHES.replace("rm -rf", "ls")})
    told = command("why", *HOME)
    assert path_of(told.stdout)[0] == "  guard  hooks/guard.scm:7:17"
    assert "the file has been saved since" in told.stdout


def test_a_hook_that_failed_has_a_path_up_to_there(command: Command) -> None:
    text = "(define-hook pre_tool (tool-name)\n  (if (string? tool-name)\n      (car tool-name)\n      (no-opinion)))"
    make_home(command.directory / "home", {"hooks/guard.scm": text})
    command("fire", "pre_tool", *HOME, "--sample")
    told = command("why", *HOME)
    assert "     line 2: (string? tool-name) was true" in path_of(told.stdout)


def test_where_no_home_counts_it_says_so_and_what_to_type(command: Command) -> None:
    told = command("why")
    assert told.code == 4 and "there is no home here" in told.stderr and "--home DIR names one" in told.stderr
