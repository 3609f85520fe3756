"""`tool` and `list --tools`: what the model would read on stdout, the rest on stderr, and the exit codes."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import Command
from tests.homes import make_home

FILES: dict[str, str | bytes] = {
    "hooks/t.scm": """
      (define-tool greet
        (description "greets somebody")
        (parameters '((who (type . "string")) (loud (type . "boolean") (required . #f)) (how (enum "a" "b"))))
        (execute (lambda (a) (string-append "hello " (cdr (assoc "who" a)) ", says " %context-name%))))
      (define-tool run (description "runs") (category "shell") (parameters '()) (execute (lambda (a) (car 5))))
    """,
}


@pytest.fixture
def homely(command: Command) -> Command:
    make_home(command.directory / "home", FILES)
    command.monkeypatch.setenv("CHIBI_HOME", "home")
    return command


GREETING = "result: hello Ada, says bob\nstdout: (empty)\nstderr: (empty)\n"


def test_the_result_is_printed(homely: Command) -> None:
    result = homely("tool", "greet", '{"who": "Ada"}', "--context", "bob")
    assert (result.code, result.stdout, result.stderr) == (0, GREETING, "")


def test_the_arguments_may_come_from_stdin_or_be_left_out(homely: Command) -> None:
    assert homely("tool", "greet", "-", "--context", "bob", stdin='{"who": "Ada"}').stdout == GREETING
    result = homely("tool", "file_head")
    assert (result.code, result.stdout) == (1, "Error: file_head: path: wanted a string, got nothing\n")
    assert result.stderr == "failed: file_head: path: wanted a string, got nothing\n"


def test_permission_is_denied_unless_it_is_given(homely: Command) -> None:
    denied = homely("tool", "run")
    assert (denied.code, denied.stdout[:18]) == (1, "Permission denied:")
    allowed = homely("tool", "run", "--allow")
    assert (allowed.code, "wanted a pair, got 5" in allowed.stdout) == (1, True)


def test_json_is_the_whole_call(homely: Command) -> None:
    call = json.loads(homely("tool", "write_file", '{"path": "vfs:///shared/a", "content": "é"}', "--json").stdout)
    assert call.pop("ms") >= 0
    assert call == {
        "tool": "write_file",
        "arguments": {"path": "vfs:///shared/a", "content": "é"},
        "status": "done",
        "output": "Wrote 2 bytes to vfs:///shared/a",
        "error": None,
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gret"], 'unknown tool: gret: did you mean "greet"?'),
        (["greet", "[1]"], "wanted a JSON object such as"),
        (["greet", "{"], "not JSON"),
        (["greet", '{"who": NaN}'], "not JSON"),
        ([], "Usage:"),
    ],
)
def test_what_makes_no_sense_is_a_usage_error(homely: Command, arguments: list[str], message: str) -> None:
    result = homely("tool", *arguments)
    assert result.code == 64
    assert message in result.stdout + result.stderr


def test_tools_are_listed_with_their_parameters(homely: Command) -> None:
    listed = homely("list", "--tools").stdout
    assert listed.startswith("vfs_list  (builtin, built in)  List a virtual directory")
    assert "    lines?: integer  how many lines; 50 when left out\n" in listed
    assert listed.endswith(
        "greet  (scheme, hooks/t.scm:2:7)  greets somebody\n    who: string\n    loud?: boolean\n    how: a|b\n"
        "run  (scheme, hooks/t.scm:6:7)  runs\n"
    )


def test_tools_are_listed_with_their_schema(homely: Command) -> None:
    tools = {tool["name"]: tool for tool in json.loads(homely("list", "--tools", "--json").stdout)["tools"]}
    assert tools["run"]["category"] == "shell"
    assert tools["run"]["place"].startswith("hooks/t.scm:")
    assert tools["greet"]["parameters"]["required"] == ["who", "how"]
    assert all(tool["parameters"]["type"] == "object" for tool in tools.values())


def test_half_a_character_is_refused_at_the_door(homely: Command) -> None:
    result = homely("tool", "greet", r'{"who": "\ud800"}')
    assert (result.code, result.stdout) == (64, "")
    assert "surrogate" in result.stderr
