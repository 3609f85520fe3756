"""`fire`: where the payload comes from, what is printed where, and every kind of bad input."""

from __future__ import annotations

import json
import shutil

import pytest

from chibi_hooks.dialects.rows.dialect import row_dialects
from tests.cli.command import Command
from tests.homes import answering, make_home, sh_plugin

ECHO = sh_plugin("echo", ["pre_tool"], 'printf \'{"arguments": %s}\' "$(cat)"')
PAYLOAD = '{"tool_name": "shell_exec", "arguments": {"command": "ls", "flags": ["a", "b"]}}'


@pytest.fixture
def fire(command: Command) -> Command:
    """The command, with a home in `home` whose plugin gives the payload back."""
    make_home(command.directory / "home", {"plugins/echo": ECHO})
    (command.directory / "payload.json").write_text(PAYLOAD)
    return command


HOME = ("--home", "home")


def seen(stdout: str) -> object:
    """The payload as the plugin saw it."""
    return json.loads(stdout)["arguments"]


def test_a_journal_that_was_set_aside_is_said(fire: Command) -> None:
    fire("fire", "pre_tool", "--sample", *HOME)
    (path,) = (fire.directory / "state").rglob("journal.db")
    path.write_text("certainly no database, although it is long enough to be looked at as one" * 20)
    result = fire("fire", "pre_tool", "--sample", *HOME)
    assert "was no journal; it is now journal.db.broken-" in result.stderr
    assert fire("fire", "pre_tool", "--sample", *HOME).stderr == ""


# --- where the payload comes from ---


def test_from_a_file(fire: Command) -> None:
    result = fire("fire", "pre_tool", "payload.json", *HOME)
    assert (result.code, result.stderr) == (0, "")
    assert seen(result.stdout) == json.loads(PAYLOAD)


@pytest.mark.parametrize("argument", [["-"], []])
def test_from_stdin(fire: Command, argument: list[str]) -> None:
    assert seen(fire("fire", "pre_tool", *argument, *HOME, stdin=PAYLOAD).stdout) == json.loads(PAYLOAD)


def test_from_the_point_itself(fire: Command) -> None:
    result = fire("fire", "pre_tool", "--sample", *HOME)
    assert result.code == 0
    assert seen(result.stdout)["tool_name"] == "shell_exec"  # type: ignore[index]


def test_without_a_file_on_a_terminal_there_is_help(fire: Command) -> None:
    result = fire("fire", "pre_tool", *HOME, tty=True)
    assert (result.code, result.stdout) == (64, "")
    assert "Usage: chibi-hooks fire" in result.stderr


def test_set_changes_objects_and_arrays_and_makes_what_is_missing(fire: Command) -> None:
    changes = ["arguments.command=[1]", "arguments.flags.1=null", "new.deep=true"]
    options = [part for change in changes for part in ("--set", change)]
    assert seen(fire("fire", "pre_tool", "payload.json", *options, *HOME).stdout) == {
        "tool_name": "shell_exec",
        "arguments": {"command": [1], "flags": ["a", None]},
        "new": {"deep": True},
    }


def test_set_alone_starts_from_the_sample_and_takes_bare_text(fire: Command) -> None:
    told = seen(fire("fire", "pre_tool", "--set", "arguments.command=rm -rf /", *HOME, tty=True).stdout)
    assert told == {"tool_name": "shell_exec", "arguments": {"command": "rm -rf /", "timeout": 30}}


def test_a_field_that_is_misspelt_is_told(fire: Command) -> None:
    result = fire("fire", "pre_tool", "payload.json", "--set", "argument.command=ls", "--set", "session_id=s", *HOME)
    assert result.stderr == (
        'pre_tool: the payload has "argument", which no hook will look for: did you mean "arguments"?\n'
    )


def test_a_tool_in_an_agents_words_is_told(fire: Command) -> None:
    result = fire("fire", "pre_tool", "payload.json", "--set", "tool_name=Bash", *HOME)
    assert result.stderr == 'tool_name "Bash": so an agent calls it, and hooks see "shell_exec" then\n'
    assert fire("fire", "pre_tool", "payload.json", "--set", "tool_name=MyTool", *HOME).stderr == ""


def test_an_answer_that_has_no_effect_is_told(command: Command) -> None:
    make_home(command.directory / "home", {"hooks/a.scm": '(define-hook post_tool_output () (list (cons "block" #t)))'})
    result = command("fire", "post_tool_output", "--sample", *HOME)
    assert (result.stdout, result.stderr) == ("{}\n", "warning: a: ignored: post_tool_output only observes\n")
    event = {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {}, "tool_response": {"stdout": ""}}
    assert (
        "warning: a: ignored: post_tool_output only observes"
        in command("hook", "claude-code", "--home", "home", stdin=json.dumps(event)).stderr
    )


# --- what is printed ---


def test_the_outcome_is_all_there_is_on_stdout(command: Command) -> None:
    talking = sh_plugin("talking", ["pre_tool"], 'echo careful >&2; echo \'{"block": true, "mesage": "x"}\'')
    make_home(command.directory / "home", {"plugins/talking": talking, "plugins/bad": "#!/bin/sh\nexit 1\n"})
    result = command("fire", "pre_tool", "--sample", *HOME)
    assert result.code == 0
    assert json.loads(result.stdout) == {"block": True, "message": "Tool call blocked by hook"}
    assert result.stderr.splitlines() == [
        "talking: careful",
        "skipped: plugins/bad: --schema: exit code 1",
        'warning: talking: "mesage" is not a field of this point: did you mean "message"?',
    ]


def test_json_is_one_line_of_the_pinned_form(fire: Command) -> None:
    result = fire("fire", "pre_tool", "payload.json", "--json", *HOME)
    assert result.stdout.count("\n") == 1
    keys = ["fire", "point", "generation", "origin", "outcome", "answers", "skipped", "ms"]
    assert list(json.loads(result.stdout)) == keys


def test_explain_shows_answers_places_and_steps(command: Command) -> None:
    files = {
        "plugins/a": answering("a", ["pre_tool"], {"arguments": {"x": 1}}),
        "plugins/b": sh_plugin("b", ["pre_tool"], "exit 1"),
        "plugins/c": answering("c", ["pre_tool"], {"block": True, "message": "no"}),
    }
    make_home(command.directory / "home", files)
    text = command("fire", "pre_tool", "--sample", "--explain", *HOME).stdout
    expected = [
        "1  a  (plugin, plugins/a",
        '{"arguments": {"x": 1}}',
        "2  b  (plugin, plugins/b",
        "failed: exit: exit code 1",
        "3  c  (plugin, plugins/c",
        "fold",
        "3  c: block = true: this decides",
        '{"arguments": {"x": 1}, "block": true, "message": "no"}',
    ]
    position = 0
    for each in expected:
        assert each in text[position:], f"{each!r} after {text[:position]!r}"
        position = text.index(each, position)


def test_explain_beside_json_goes_to_stderr(fire: Command) -> None:
    result = fire("fire", "pre_tool", "payload.json", "--json", "--explain", *HOME)
    assert json.loads(result.stdout)["point"] == "pre_tool"
    assert "outcome" in result.stderr


def test_nobody_answering_is_an_empty_outcome(command: Command) -> None:
    make_home(command.directory / "home", {})
    result = command("fire", "post_tool", "--sample", *HOME)
    assert (result.code, json.loads(result.stdout)) == (0, {})
    assert "nobody answers post_tool: register a hook in home/hooks/, as in (define-hook post_tool" in result.stderr


def test_without_a_home_that_is_said_and_what_to_type(command: Command) -> None:
    result = command("fire", "pre_tool", "--sample")
    assert (result.code, result.stdout) == (0, "{}\n")
    assert "there is no home here, so nobody answers: `chibi-hooks init` makes one" in result.stderr
    make_home(command.directory, {"chibi-hooks.toml": "", "hooks/a.scm": "(define-hook pre_tool () (no-opinion))"})
    assert "you stand in one: --home ." in command("fire", "pre_tool", "--sample").stderr


# --- bad input: the caller's ---


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        ("not json", "<stdin>:1:1: not JSON: Expecting value\n  not json\n  ^"),
        ('{"a": 1,\n "b" 2}', "<stdin>:2:6: not JSON: Expecting ':' delimiter"),
        ("", "the payload is empty"),
        ("[1, 2]", "pre_tool: wanted a JSON object as the payload, got an array"),
        ('"text"', "got a string"),
        ('{"tool_name": 3}', "pre_tool: tool_name"),
        ('{"a": NaN}', "NaN is no JSON number"),
        (b'{"a": "\xff"}', "<stdin>: not UTF-8: byte 7 is 0xff"),
        ("[" * 300 + "]" * 300, "<stdin>[0][0][0][0][0][0]…[0][0][0][0][0][0]: wanted at most 200 levels"),
        ("[" * 100_000, "<stdin>: wanted at most 200 levels"),
        ('{"a": ' + "9" * 5000 + "}", "not JSON: a number of more than 4300"),
    ],
)
def test_a_payload_that_cannot_be_used_is_64_with_its_place(fire: Command, payload: str | bytes, message: str) -> None:
    result = fire("fire", "pre_tool", "-", *HOME, stdin=payload)
    assert (result.code, result.stdout) == (64, "")
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_project_is_where_its_deleted_directory_was(command: Command) -> None:
    guard = "(register-hook 'pre_tool (lambda (p) (block)))"
    inside = make_home(command.directory / "project", {".chibi/hooks/guard.scm": guard})
    command.monkeypatch.chdir(inside)
    command("trust")
    (inside / "src" / "deep").mkdir(parents=True)
    command.monkeypatch.chdir(inside / "src" / "deep")
    shutil.rmtree(inside / "src")
    result = command("fire", "pre_tool", "--sample")
    assert (result.code, '"block": true' in result.stdout) == (0, True)


def test_a_payload_without_an_end_is_refused(fire: Command) -> None:
    result = fire("fire", "pre_tool", "/dev/zero", *HOME)
    assert (result.code, result.stdout) == (64, "")
    assert "/dev/zero: wanted at most 67108864 bytes, got more" in result.stderr


def test_the_payload_itself_may_stand_for_a_file(fire: Command) -> None:
    told = '{"tool_name": "shell_exec", "arguments": {"command": "rm é"}}'
    given, piped = fire("fire", "pre_tool", told, *HOME), fire("fire", "pre_tool", "-", *HOME, stdin=told)
    assert (given.code, given.stdout) == (piped.code, piped.stdout) == (0, piped.stdout)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pre_tol", "payload.json"], 'there is no hook point "pre_tol": did you mean "pre_tool"?'),
        (["zzz", "payload.json"], "`chibi-hooks points` lists them"),
        (["pre_tool", "nowhere.json"], "nowhere.json: cannot be read: No such file or directory"),
        (["pre_tool", '{"tool_name": x}'], "the payload:1:15: not JSON"),
        (["pre_tool", "payload.json", "--sample"], "give one of them"),
        (["pre_tool", "payload.json", "--set", "a"], "wanted PATH=VALUE"),
        (["pre_tool", "payload.json", "--set", 'a="ls'], "--set a:1:1: not JSON"),
        (
            ["pre_tool", "payload.json", "--set", "tool_name.x=1"],
            'tool_name is "shell_exec", not an object or an array',
        ),
        (["pre_tool", "payload.json", "--set", "arguments.flags.7=1"], "7 is not an index of an array of 2"),
    ],
)
def test_a_request_that_makes_no_sense_is_64_and_says_what_to_do(
    fire: Command, arguments: list[str], message: str
) -> None:
    result = fire("fire", *arguments, *HOME)
    assert (result.code, result.stdout) == (64, "")
    assert message in result.stderr


# --- bad input: the home's ---


def test_a_missing_home_is_4_and_says_how_to_make_one(command: Command) -> None:
    result = command("fire", "pre_tool", "--sample", "--home", "nowhere")
    assert (result.code, result.stdout) == (4, "")
    assert "nowhere does not exist; `chibi-hooks init --home nowhere` makes one" in result.stderr


def test_a_broken_configuration_is_4_with_its_line(command: Command) -> None:
    make_home(command.directory / "home", {"chibi-hooks.toml": "[plugins]\ntimout = 1\n"})
    result = command("fire", "pre_tool", "--sample", *HOME)
    assert (result.code, result.stdout) == (4, "")
    assert 'chibi-hooks.toml:2: unknown key "timout" in [plugins]: did you mean "timeout"?' in result.stderr


def test_broken_plugins_are_shown_and_the_others_decide(command: Command) -> None:
    files = {
        "plugins/a-exit": sh_plugin("a-exit", ["pre_tool"], "echo sorry >&2; exit 3"),
        "plugins/b-text": sh_plugin("b-text", ["pre_tool"], "echo not json"),
        "plugins/c-flood": sh_plugin("c-flood", ["pre_tool"], "yes"),
        "plugins/d-hang": sh_plugin("d-hang", ["pre_tool"], "sleep 60"),
        "plugins/e-guard": answering("e-guard", ["pre_tool"], {"block": True}),
        "chibi-hooks.toml": "[plugins]\ntimeout = 3\n",
    }
    make_home(command.directory / "home", files)
    result = command("fire", "pre_tool", "--sample", *HOME)
    assert result.code == 0
    assert json.loads(result.stdout)["block"] is True
    for message in (
        "failed: a-exit (plugins/a-exit): exit code 3: sorry",
        "failed: c-flood (plugins/c-flood): more than 1048576 bytes on stdout",
        "failed: d-hang (plugins/d-hang): no answer within 3 s",
    ):
        assert message in result.stderr


def test_a_payload_may_be_an_s_expression_and_so_may_the_outcome(command: Command) -> None:
    hook = '(define-hook pre_tool (arguments) (block (payload-ref arguments "command" "")))'
    make_home(command.directory / "home", {"hooks/a.scm": hook})
    text = '((tool_name . "shell_exec") (arguments (command . "rm \\"x\\"")))'
    (command.directory / "p.sexp").write_text(text)
    shown = '((block . t) (message . "rm \\"x\\""))\n'
    assert command("fire", "pre_tool", "p.sexp", "--home", "home", "--format", "sexp").stdout == shown
    assert command("fire", "pre_tool", "--home", "home", "--format", "sexp", stdin=text).stdout == shown
    assert json.loads(command("fire", "pre_tool", "p.sexp", "--home", "home").stdout)["block"] is True
    result = command("fire", "pre_tool", "--home", "home", "--format", "sexp", stdin="((a . 1)")
    assert (result.code, "<stdin>:1:1: ( is not closed" in result.stderr) == (64, True)


def test_what_an_agent_would_send_and_be_told(command: Command) -> None:
    make_home(command.directory / "home", {"hooks/g.scm": '(register-hook \'pre_tool (lambda (p) (deny "no")))'})
    sent = ("pre_tool", "--sample", "--home", "home")
    told = json.loads(command("fire", *sent, "--as", "claude-code").stdout)
    assert told["sends"]["tool_name"] == "Bash"
    assert json.loads(told["stdout"])["hookSpecificOutput"]["permissionDecision"] == "deny"
    for agent in (each.agent for each in row_dialects()):
        told = json.loads(command("fire", *sent, "--as", agent).stdout)
        assert (told["agent"], told["exit"], "no" in told["stdout"]) == (agent, 0, True)
    assert command("fire", *sent, "--as", "claud-code").code == 64
    assert command("fire", "pre_cache_output", "--sample", "--home", "home", "--as", "codex").code == 64


def test_an_agents_event_is_not_taken_for_a_payload_without_a_word(command: Command) -> None:
    command("init", "home")
    event = '{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "rm -rf x"}}'
    result = command("fire", "pre_tool", event, "--home", "home")
    assert result.stdout == "{}\n"
    assert "it looks like an agent's event: `chibi-hooks hook AGENT` reads those, on stdin\n" in result.stderr
    told = command("fire", "PreToolUse", "--sample", "--home", "home").stderr
    assert told == 'chibi-hooks: there is no hook point "PreToolUse": did you mean "pre_tool"?\n'
