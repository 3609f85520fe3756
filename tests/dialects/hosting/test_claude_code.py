"""Claude Code's handlers on our host decide as they do in Claude Code (spec/real-agents.md §0, §1)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host, Source
from tests.dialects.hosting.agents import CLAUDE, Machine, bash, claude, entry, says


def inside(event: str = "PreToolUse", **said: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event, **said}}


DENY = inside(permissionDecision="deny", permissionDecisionReason="R")
ALLOW = inside(permissionDecision="allow")

PRE_TOOL_USE = [  # stdout, exit code, stderr -> decision, reason
    ("", 0, "", "none", None),
    ({}, 0, "", "none", None),
    (DENY, 0, "", "deny", "R"),
    (inside(permissionDecision="deny"), 0, "", "deny", None),
    ({"decision": "block", "reason": "R"}, 0, "", "deny", "R"),
    ({"decision": "deny", "reason": "R"}, 0, "", "none", None),
    ({"decision": "approve"}, 0, "", "allow", None),
    ({"hookSpecificOutput": {"permissionDecision": "deny"}}, 0, "", "none", None),
    (inside("PostToolUse", permissionDecision="deny"), 0, "", "none", None),
    ("", 2, "E", "deny", "E"),
    ("", 2, "", "deny", "No stderr output"),
    (ALLOW, 2, "E", "deny", "E"),
    (DENY, 2, "E", "deny", "R"),
    ("", 1, "E", "none", None),
    (DENY, 1, "", "deny", "R"),
    (DENY, 3, "", "deny", "R"),
    ("", 3, "E", "none", None),
    ("{oops", 0, "", "none", None),
    ("text", 0, "", "none", None),
    ("[]", 0, "", "none", None),
    ('"a"', 0, "", "none", None),
    ("note\n" + '{"decision": "block"}', 0, "", "none", None),
    ('{"decision": "block", "reason": "R"} and more', 0, "", "none", None),
    (inside(permissionDecision="deny", permissionDecisionReason=5), 0, "", "none", None),
    (inside(permissionDecision="deny", permissionDecisionReason="R", more=1), 0, "", "deny", "R"),
    (inside(permissionDecision="perhaps"), 0, "", "none", None),
    (inside(permissionDecision="ask", permissionDecisionReason="R"), 0, "", "ask", "R"),
    (inside(permissionDecision="defer"), 0, "", "defer", None),
    (ALLOW, 0, "", "allow", None),
]


@pytest.mark.parametrize(("stdout", "code", "stderr", "decision", "reason"), PRE_TOOL_USE)
def test_before_a_tool(
    machine: Machine, stdout: Any, code: int, stderr: str, decision: str, reason: str | None
) -> None:
    files = {CLAUDE: claude("PreToolUse", entry(says(stdout, code, stderr)))}
    decided = machine.decide("claude-code", "PreToolUse", bash(), files)
    assert (decided["decision"], decided["reason"]) == (decision, reason)
    assert decided["handlers"][0]["exit"] == code


BLOCK = {"decision": "block", "reason": "B"}
REWRITE = {"command": "touch other"}
NULLS: dict[str, Any] = {  # what is null is of a wrong type, and spoils the answer
    "decision": {"decision": None, **DENY},
    "reason": {"decision": "block", "reason": None},
    "continue": {**BLOCK, "continue": None},
    "stopReason": {**DENY, "stopReason": None},
    "systemMessage": {**DENY, "systemMessage": None},
    "suppressOutput": {**DENY, "suppressOutput": None},
    "suppressOutput, a text": {**DENY, "suppressOutput": "x"},
    "terminalSequence": {**DENY, "terminalSequence": 5},
    "hookSpecificOutput": {**BLOCK, "hookSpecificOutput": None},
    "permissionDecision": {**BLOCK, **inside(permissionDecision=None)},
    "permissionDecisionReason": inside(permissionDecision="deny", permissionDecisionReason=None),
    "updatedInput": inside(permissionDecision="deny", updatedInput=None),
    "additionalContext": inside(permissionDecision="deny", additionalContext=None),
}
BESIDE: dict[str, tuple[Any, str, str | None]] = {  # answers that say two things -> decision, reason
    "unknown fields that are null": ({**BLOCK, "foo": None, **inside(foo=None)}, "deny", "B"),
    "a block, and nothing": ({**BLOCK, **inside()}, "deny", "B"),
    "a block and an allowance": ({**BLOCK, **ALLOW}, "deny", "B"),
    "a block and a question": ({**BLOCK, **inside(permissionDecision="ask")}, "deny", "B"),
    "a block and a denial": ({**BLOCK, **DENY}, "deny", "R"),
    "a block and a denial without a reason": ({**BLOCK, **inside(permissionDecision="deny")}, "deny", "B"),
    "a reason and a denial without one": ({"reason": "B", **inside(permissionDecision="deny")}, "deny", "B"),
    "an approval and a denial": ({"decision": "approve", **DENY}, "deny", "R"),
    "a denial and a rewrite": (
        inside(permissionDecision="deny", permissionDecisionReason="R", updatedInput={}), "deny", "R",
    ),
    "a block and a rewrite": ({**BLOCK, **inside(updatedInput=REWRITE)}, "deny", "B"),
    "a command that is no text": (
        inside(permissionDecision="allow", updatedInput={"command": 5}), "deny",
        "the rewritten input of Bash has no text as command",
    ),
}  # fmt: skip


@pytest.mark.parametrize("answer", NULLS.values(), ids=NULLS)
def test_null_is_no_missing_field(machine: Machine, answer: Any) -> None:
    decided = machine.decide("claude-code", "PreToolUse", bash(), {CLAUDE: claude("PreToolUse", entry(says(answer)))})
    assert (decided["decision"], decided["handlers"][0]["decision"]) == ("none", "failed")


@pytest.mark.parametrize(("answer", "decision", "reason"), BESIDE.values(), ids=BESIDE)
def test_two_things_at_once(machine: Machine, answer: Any, decision: str, reason: str | None) -> None:
    decided = machine.decide("claude-code", "PreToolUse", bash(), {CLAUDE: claude("PreToolUse", entry(says(answer)))})
    assert (decided["decision"], decided["reason"]) == (decision, reason)


OTHER_EVENTS = [  # event, stdout, exit code, stderr -> what of the decision is said
    ("UserPromptSubmit", {"decision": "block", "reason": "R"}, 0, "", {"decision": "deny", "reason": "R"}),
    ("UserPromptSubmit", "text", 0, "", {"context": ["text"]}),
    ("UserPromptSubmit", "{broken", 0, "", {"context": ["{broken"]}),
    ("UserPromptSubmit", "text", 1, "", {"context": []}),
    ("UserPromptSubmit", "", 2, "E", {"decision": "deny", "reason": "E"}),
    ("UserPromptSubmit", inside("UserPromptSubmit", decision="block"), 0, "", {"decision": "none"}),
    ("UserPromptSubmit", inside("UserPromptSubmit", additionalContext="C"), 0, "", {"context": ["C"]}),
    ("UserPromptSubmit", {"additionalContext": "C"}, 0, "", {"context": []}),
    ("SessionStart", "text", 0, "", {"context": ["text"]}),
    ("SessionStart", "text", 2, "E", {"context": [], "system_messages": ["E"], "decision": "none"}),
    ("SessionStart", inside("SessionStart", additionalContext="C"), 2, "", {"context": ["C"]}),
    ("SessionStart", {"decision": "block", "reason": "R"}, 0, "", {"context": ["R"], "decision": "none"}),
    ("PostToolUse", {"decision": "block", "reason": "R"}, 0, "", {"context": ["R"], "decision": "none"}),
    ("PostToolUse", "", 2, "E", {"context": ["E"], "decision": "none"}),
    ("PostToolUse", "text", 0, "", {"context": []}),
    ("PostToolBatch", {"decision": "block", "reason": "R"}, 0, "", {"continue": False, "stop_reason": "R"}),
    ("Stop", {"decision": "block", "reason": "R"}, 0, "", {"keep_going": "R", "decision": "none"}),
    ("Stop", {"decision": "block"}, 0, "", {"keep_going": "Blocked by hook"}),
    ("Stop", "", 2, "E", {"keep_going": "E", "decision": "none"}),
    ("Stop", inside("Stop", additionalContext="C"), 0, "", {"keep_going": "C", "context": ["C"]}),
    ("Stop", inside("Stop", decision="block", reason="R"), 0, "", {"keep_going": None}),
    (
        "Stop",
        {"decision": "block", "reason": "R", "continue": False, "stopReason": "S"},
        0,
        "",
        {"keep_going": None, "continue": False, "stop_reason": "S"},
    ),
    ("SubagentStop", {"decision": "block", "reason": "R"}, 0, "", {"keep_going": "R"}),
    ("PreSkillShellCommand", inside("PreSkillShellCommand", permissionDecision="deny", permissionDecisionReason="R"), 0,
     "", {"decision": "deny", "reason": "R"}),
    ("PreSkillShellCommand", inside("PreSkillShellCommand", permissionDecision="ask", permissionDecisionReason="R"), 0,
     "", {"decision": "deny", "reason": "R"}),
    ("PreSkillShellCommand", inside("PreSkillShellCommand", additionalContext="C"), 0, "", {"context": []}),
    ("PreSkillShellCommand", {"decision": "block", "reason": "R"}, 0, "", {"decision": "deny", "reason": "R"}),
    ("PreSkillShellCommand", "", 2, "E", {"decision": "deny", "reason": "E"}),
    ("PreSkillShellCommand", "", 1, "E", {"decision": "none"}),
    ("PreModelSwitch", inside("PreModelSwitch", permissionDecision="deny"), 0, "", {"decision": "deny"}),
    ("PreCompact", {"decision": "block", "reason": "R"}, 0, "", {"decision": "deny", "reason": "R"}),
    ("TaskCreated", "", 2, "E", {"decision": "deny", "reason": "E"}),
    ("ConfigChange", {"decision": "block", "reason": "R"}, 0, "", {"decision": "deny"}),
    ("Notification", {"systemMessage": "M"}, 0, "", {"system_messages": ["M"], "decision": "none"}),
    (
        "PermissionRequest",
        inside("PermissionRequest", decision={"behavior": "deny", "message": "R"}),
        0,
        "",
        {"decision": "deny", "reason": "R"},
    ),
    ("PermissionRequest", "", 2, "E", {"decision": "none"}),
    ("WorktreeCreate", "making it\n/tmp/tree\n", 0, "", {"updated_output": "/tmp/tree"}),
    ("WorktreeCreate", "", 1, "E", {"decision": "deny", "reason": "E"}),
    ("MessageDisplay", inside("MessageDisplay", displayContent="D"), 0, "", {"updated_output": "D"}),
    ("SessionEnd", "", 2, "E", {"system_messages": ["E"], "decision": "none"}),
    ("Elicitation", inside("Elicitation", action="decline"), 0, "", {"decision": "deny"}),
]


@pytest.mark.parametrize(("event", "stdout", "code", "stderr", "expected"), OTHER_EVENTS)
def test_other_events(
    machine: Machine, event: str, stdout: Any, code: int, stderr: str, expected: dict[str, Any]
) -> None:
    decided = machine.decide("claude-code", event, {}, {CLAUDE: claude(event, entry(says(stdout, code, stderr)))})
    assert {key: decided[key] for key in expected} == expected


MATCHES = ["Bash", "Bash|Write", "Bash,Write", "Bash, Write", " Bash ", "Write|Bash ", "Bash||Write", "*", "", "B.*",
           "^Bash$", ".*", "Ba.h", "B*", "Write.*|Bash"]  # fmt: skip
MATCHES_NOT = ["bash", "Ba", "Bash.", "[", "Bash(touch*)", "Bash(*)", "!Bash", "/bash/i", "|", ","]


@pytest.mark.parametrize(("matcher", "ran"), [*((m, True) for m in MATCHES), *((m, False) for m in MATCHES_NOT)])
def test_a_matcher(machine: Machine, matcher: str, ran: bool) -> None:
    files = {CLAUDE: claude("PreToolUse", entry("true"), matcher=matcher)}
    handler = machine.decide("claude-code", "PreToolUse", bash(), files)["handlers"][0]
    assert (handler["ran"], handler["matcher"]) == (ran, matcher)


IF = [("Bash", True), ("Bash(touch *)", True), ("Bash(touch:*)", True), ("Bash(echo *)", True), ("Bash(*)", True),
      ("", True), ("Bash(rm *)", False), ("Write", False), ("*", False), ("gar bage(", False)]  # fmt: skip


@pytest.mark.parametrize(("condition", "ran"), IF)
def test_a_condition(machine: Machine, condition: str, ran: bool) -> None:
    files = {CLAUDE: claude("PreToolUse", entry("true", **{"if": condition}))}
    assert machine.decide("claude-code", "PreToolUse", bash("touch F; echo hi"), files)["handlers"][0]["ran"] is ran


def test_a_condition_elsewhere_than_at_a_tool_never_holds(machine: Machine) -> None:
    files = {CLAUDE: claude("Stop", entry("true", **{"if": "Bash"}))}
    assert machine.decide("claude-code", "Stop", {}, files)["handlers"][0]["ran"] is False


@pytest.mark.parametrize(
    ("mistake", "costs"),
    [
        ({"type": "telepathy", "command": "x"}, True),
        ({"type": "command"}, True),
        (entry("true", timeout=0), True),
        (entry("true", timeout=-1), True),
        (entry("true", timeout="5"), True),
        (entry("true", timeout=0.5, unknown=1), False),
    ],
)
def test_one_bad_entry_costs_the_file_and_no_other(machine: Machine, mistake: dict[str, Any], costs: bool) -> None:
    good = entry(says("", 2, "no"))
    files = {
        CLAUDE: {"hooks": {"PreToolUse": [{"hooks": [good]}], "Stop": [{"hooks": [mistake]}]}},
        "user/.claude/settings.json": claude("PreToolUse", entry("echo user")),
    }
    decided = machine.decide("claude-code", "PreToolUse", bash(), files)
    assert decided["decision"] == ("none" if costs else "deny")
    assert [each["ran"] for each in decided["handlers"]] == [True, not costs]
    assert any(CLAUDE in each for each in decided["warnings"]) is costs


@pytest.mark.parametrize("group", [{"matcher": None}, {"matcher": ["Bash"]}, {"matcher": 5}])
def test_a_matcher_that_is_no_text_costs_the_file(machine: Machine, group: dict[str, Any]) -> None:
    files = {CLAUDE: {"hooks": {"PreToolUse": [{**group, "hooks": [entry(says("", 2, "no"))]}]}}}
    decided = machine.decide("claude-code", "PreToolUse", bash(), files)
    assert decided["decision"] == "none"
    assert "matcher: wanted a string" in decided["warnings"][0]


def test_the_strictest_word_wins_and_every_context_is_kept(machine: Machine) -> None:
    answers = [
        inside(permissionDecision="allow", additionalContext="one"),
        inside(permissionDecision="ask", permissionDecisionReason="A", additionalContext="two"),
        DENY,
    ]
    files = {CLAUDE: claude("PreToolUse", *(entry(says(each)) for each in answers))}
    decided = machine.decide("claude-code", "PreToolUse", bash(), files)
    assert (decided["decision"], decided["reason"], decided["context"]) == ("deny", "R", ["one", "two"])
    assert [each["decision"] for each in decided["handlers"]] == ["allow", "ask", "deny"]


def test_a_rewrite_replaces_the_whole_input_and_the_last_one_counts(machine: Machine) -> None:
    answers = [inside(updatedInput={"command": "one"}), inside(updatedInput={"command": "two", "more": 1})]
    files = {CLAUDE: claude("PreToolUse", *(entry(says(each)) for each in answers))}
    decided = machine.decide("claude-code", "PreToolUse", bash(), files)
    assert (decided["decision"], decided["updated_input"]) == ("none", {"command": "two", "more": 1})
    assert "rewrites the same input" in decided["warnings"][0]


def test_a_rewrite_that_lacks_a_key_is_a_denial(machine: Machine) -> None:
    files = {CLAUDE: claude("PreToolUse", entry(says(inside(updatedInput={"cmd": "one"}))))}
    decided = machine.decide("claude-code", "PreToolUse", bash(), files)
    assert (decided["decision"], decided["updated_input"]) == ("deny", None)


@pytest.mark.parametrize(
    "group",
    [
        {"matcher": ["Bash"], "hooks": [entry("exit 2"), entry("exit 2")]},
        {"hooks": "exit 2", "command": "exit 2"},
        {"hooks": [entry("exit 2"), {"command": "exit 2"}]},
    ],
    ids=["a matcher that is none", "no list", "no type"],
)
def test_handlers_that_a_mistake_costs_are_listed_all_the_same(machine: Machine, group: dict[str, Any]) -> None:
    files = {CLAUDE: json.dumps({"hooks": {"PreToolUse": [group, {"hooks": [entry("exit 2")]}]}})}
    decided = machine.decide("claude-code", "PreToolUse", bash(), files)
    wanted = (len(group["hooks"]) if isinstance(group["hooks"], list) else 1) + 1
    assert [each["ran"] for each in decided["handlers"]] == [False] * wanted
    assert all(each["why_not"] for each in decided["handlers"]) and decided["warnings"]


def test_equal_commands_run_once_and_are_listed_twice(machine: Machine) -> None:
    files = {
        "user/.claude/settings.json": claude("PreToolUse", entry('echo x >> "$CLAUDE_PROJECT_DIR/ran"')),
        CLAUDE: claude("PreToolUse", entry('echo x >> "$CLAUDE_PROJECT_DIR/ran"', timeout=5), matcher="Bash"),
    }
    decided = machine.decide("claude-code", "PreToolUse", bash(), files)
    assert [each["ran"] for each in decided["handlers"]] == [True, False]
    assert "duplicate" in decided["handlers"][1]["why_not"]
    assert (machine.root / "project/ran").read_text() == "x\n"


def test_the_words_of_a_command_are_not_read_by_a_shell(machine: Machine) -> None:
    args = ["-c", 'printf "%s|" "$0" "$1" >&2; exit 2', "${CLAUDE_PROJECT_DIR}", "$HOME; x"]
    files = {CLAUDE: claude("PreToolUse", entry("sh", args=args))}
    decided = machine.decide("claude-code", "PreToolUse", bash(), files)
    assert decided["reason"] == f"{machine.root / 'project'}|$HOME; x|"


def test_what_a_handler_finds_around_it(machine: Machine) -> None:
    command = 'printf "%s " "$CLAUDE_PROJECT_DIR" "$CLAUDECODE" "$CLAUDE_CODE_SESSION_ID" "$PWD" >&2; exit 2'
    files = {CLAUDE: claude("PreToolUse", entry(command)), "project/sub/x": ""}
    where = str(machine.root / "project/sub")
    decided = machine.decide("claude-code", "PreToolUse", {**bash(), "session_id": "s1", "cwd": where}, files)
    assert decided["reason"] == f"{machine.root / 'project'} 1 s1 {where}"


def test_a_handler_that_takes_too_long_is_ended_with_all_that_it_started(machine: Machine) -> None:
    files = {CLAUDE: claude("PreToolUse", entry("sleep 60 & sleep 60; exit 2", timeout=0.3))}
    handler = machine.decide("claude-code", "PreToolUse", bash(), files)["handlers"][0]
    assert (handler["timed_out"], handler["decision"], handler["exit"]) == (True, "failed", None)
    assert handler["ms"] < 20_000


def test_nobody_waits_for_an_async_handler(machine: Machine) -> None:
    files = {
        CLAUDE: claude("PreToolUse", entry('cat > "$CLAUDE_PROJECT_DIR/told"; echo no >&2; exit 2', **{"async": True}))
    }
    decided = machine.decide("claude-code", "PreToolUse", bash(), files)
    assert (decided["decision"], decided["handlers"][0]["ran"]) == ("none", True)
    assert '"Bash"' in (machine.root / "project/told").read_text()


def test_switches(machine: Machine) -> None:
    no = claude("PreToolUse", entry(says("", 2, "no")))
    user, managed = "user/.claude/settings.json", "managed/managed-settings.json"
    local = "project/.claude/settings.local.json"
    cases: list[tuple[dict[str, Any], list[bool]]] = [
        ({CLAUDE: {**no, "disableAllHooks": True}, user: no}, [False, False]),
        ({CLAUDE: {**no, "disableAllHooks": True}, local: {"disableAllHooks": False}}, [True]),
        ({CLAUDE: {**no, "disableAllHooks": True}, managed: no}, [True, False]),
        ({CLAUDE: no, managed: {**no, "disableAllHooks": True}}, [False, False]),
        ({CLAUDE: no, managed: {**no, "allowManagedHooksOnly": True}}, [True, False]),
        ({CLAUDE: {**no, "allowManagedHooksOnly": True}}, [True]),
    ]
    for number, (files, ran) in enumerate(cases):
        root = machine.root / str(number)
        root.mkdir()
        one = Machine(root)
        distinct = {name: _numbered(told, name) for name, told in files.items()}
        decided = one.decide("claude-code", "PreToolUse", bash(), distinct)
        assert [each["ran"] for each in decided["handlers"]] == ran, files


def _numbered(told: dict[str, Any], name: str) -> dict[str, Any]:
    """The same with another command, since equal ones run once."""
    if "hooks" not in told:
        return told
    return {**told, **claude("PreToolUse", entry(says("", 2, name)))}


def test_a_long_context_goes_to_a_file(machine: Machine) -> None:
    text = "x" * 10_001
    files = {CLAUDE: claude("UserPromptSubmit", entry(f"head -c {len(text)} /dev/zero | tr '\\0' x"))}
    (context,) = machine.decide("claude-code", "UserPromptSubmit", {}, files)["context"]
    assert len(context) < 3_000
    path = context.rpartition(" ")[2].rstrip(")")
    with open(path) as file:
        assert file.read() == text


def test_a_replaced_output_has_the_shape_of_the_tool_s(machine: Machine) -> None:
    shaped = {"stdout": "new", "stderr": "", "interrupted": False, "isImage": False}
    for output, expected in ((shaped, shaped), ("new", None), ({"stdout": "new"}, None)):
        root = machine.root / f"case-{len(str(output))}"
        root.mkdir()
        answer = inside("PostToolUse", updatedToolOutput=output)
        files = {CLAUDE: claude("PostToolUse", entry(says(answer)))}
        assert Machine(root).decide("claude-code", "PostToolUse", bash(), files)["updated_output"] == expected


def test_the_repository_s_handlers_need_trust(machine: Machine) -> None:
    files = {CLAUDE: claude("PreToolUse", entry(says("", 2, "no")))}
    decided = machine.decide("claude-code", "PreToolUse", bash(), files, trusted=False)
    assert (decided["decision"], decided["handlers"][0]["ran"]) == ("none", False)
    assert "chibi-hooks trust" in decided["handlers"][0]["why_not"]


def test_plugins_scheme_hooks_and_handlers_answer_one_fire(machine: Machine) -> None:
    schema = '{"name": "p", "description": "a plugin", "hooks": ["pre_tool"]}'
    files = {
        CLAUDE: claude("PreToolUse", entry(says(inside(additionalContext="theirs")))),
        "home/plugins/p": f"#!/bin/sh\nif [ \"$1\" = --schema ]; then echo '{schema}'; exit; fi\ncat >/dev/null\n"
        """echo '{"context": "plugin"}'\n""",
        "home/hooks/h.scm": '(register-hook \'pre_tool (lambda (p) (context (payload-ref p "arguments.command"))))\n'
        '(register-hook \'pre_shell_exec (lambda (p) (deny "guarded")))',
    }
    machine.write(files)
    with machine.open("claude-code") as host:
        fired = host.fire_event("claude-code", "PreToolUse", bash("rm x"))
    assert [answer.kind for answer in fired.answers] == ["plugin", "scheme", "scheme", "command"]
    assert fired.decision["context"] == ["plugin", "rm x", "theirs"]
    assert (fired.decision["decision"], fired.decision["reason"]) == ("deny", "guarded")


def test_a_save_is_a_new_generation_and_a_broken_one_changes_nothing(machine: Machine) -> None:
    machine.write({CLAUDE: claude("PreToolUse", entry(says("", 2, "one")))})
    with machine.open("claude-code") as host:
        assert host.fire_event("claude-code", "PreToolUse", bash()).decision["reason"] == "one"
        machine.write({CLAUDE: claude("PreToolUse", entry(says("", 2, "two")))})
        assert host.reload() is not None
        assert host.fire_event("claude-code", "PreToolUse", bash()).decision["reason"] == "two"
        machine.write({CLAUDE: '{"hooks": '})
        host.reload()
        assert host.fire_event("claude-code", "PreToolUse", bash()).decision["reason"] == "two"
        assert CLAUDE in str(host.status.errors[0])


NOT_DELETED: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_text(""),
    "blank": lambda path: path.write_text("\n\f\u00a0"),
    "a link to an empty file": lambda path: (path.with_name("e").touch(), path.unlink(), path.symlink_to("e")),
    "a link to nowhere": lambda path: (path.unlink(), path.symlink_to("gone")),
    "its folder is a file": lambda path: (path.parent.rename(path.parents[1] / "old"), path.parent.touch()),
    "its folder is nowhere": lambda path: (path.parent.rename(path.parents[1] / "old"), path.parent.symlink_to("x")),
}


@pytest.mark.parametrize("act", NOT_DELETED.values(), ids=NOT_DELETED)
def test_settings_that_are_empty_or_out_of_reach_change_nothing_and_deleted_ones_do(
    act: Callable[[Path], object], machine: Machine
) -> None:
    machine.write({CLAUDE: claude("PreToolUse", entry(says("", 2, "one")))})
    path = machine.root / CLAUDE
    with machine.open("claude-code") as host:
        assert host.fire_event("claude-code", "PreToolUse", bash()).decision["reason"] == "one"
        act(path)
        for clock in (0.0, 1e9, 2e9):
            host.reloader.clock = lambda clock=clock: clock
            host.reload()
            assert host.fire_event("claude-code", "PreToolUse", bash()).decision["reason"] == "one"
        assert CLAUDE in str(host.status.errors[0])
        (path if path.parent.is_dir() else path.parent).unlink()
        for clock in (3e9, 4e9):
            host.reloader.clock = lambda clock=clock: clock
            host.reload()
        assert host.fire_event("claude-code", "PreToolUse", bash()).decision["decision"] == "none"
        assert not host.status.errors


async def _later(machine: Machine) -> str:
    with machine.open("claude-code") as host:
        return str((await host.afire_event("claude-code", "PreToolUse", bash())).decision["reason"])


def test_programs_with_a_loop_wait_for_it(machine: Machine) -> None:
    import asyncio

    machine.write({CLAUDE: claude("PreToolUse", entry(says("", 2, "later")))})
    assert asyncio.run(_later(machine)) == "later"


WAKES = {"asyncRewake": True}


def test_what_a_handler_says_that_nobody_waited_for_comes_with_the_next_event(machine: Machine) -> None:
    late = {
        "hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "late"},
        "systemMessage": "ready",
    }
    handlers = (
        entry("echo wake up >&2; exit 2", **WAKES, rewakeMessage="Attend:", rewakeSummary="a finding"),
        entry('echo \'{"systemMessage": "fine"}\'', **WAKES),
        entry(says(json.dumps(late)), **{"async": True}),
        entry("exit 3", **WAKES),
        entry("echo no >&2; exit 2", **{"async": True}),
    )
    machine.write({CLAUDE: claude("PreToolUse", *handlers)})
    with machine.open("claude-code") as host:
        first = host.fire_event("claude-code", "PreToolUse", bash() | {"session_id": "s"})
        assert (first.decision["decision"], first.decision["context"]) == ("none", [])
        first.hosting.background.wait()
        other = host.fire_event("claude-code", "UserPromptSubmit", {"prompt": "p", "session_id": "another"})
        then = host.fire_event("claude-code", "UserPromptSubmit", {"prompt": "p", "session_id": "s"}).decision
        again = host.fire_event("claude-code", "UserPromptSubmit", {"prompt": "p", "session_id": "s"}).decision
    assert sorted(then["context"]) == ["Attend:\nwake up", "late"]
    assert sorted(then["system_messages"]) == ["a finding", "fine", "ready"]
    assert any("exit code 3" in each for each in then["warnings"])
    assert other.decision["context"] == again["context"] == []


def test_a_program_that_can_wake_its_agent_is_told_at_once(machine: Machine) -> None:
    machine.write({CLAUDE: claude("PreToolUse", entry("echo wake up >&2; exit 2", **WAKES))})
    woken: list[tuple[str, str]] = []
    source = Source(
        "claude-code", project=machine.root / "project", trusted=True, wake=lambda *told: woken.append(told)
    )
    with Host.open(home=machine.root / "home", around=machine.around, sources=[source]) as host:
        assert host.fire_event("claude-code", "PreToolUse", bash() | {"session_id": "s"}).wait() == []
    assert woken == [("s", "wake up")]


def test_a_program_that_fails_to_wake_its_agent_loses_nothing(machine: Machine) -> None:
    machine.write({CLAUDE: claude("PreToolUse", entry("echo wake up >&2; exit 2", **WAKES))})
    source = Source("claude-code", project=machine.root / "project", trusted=True, wake=lambda *told: 1 / 0)
    with Host.open(home=machine.root / "home", around=machine.around, sources=[source]) as host:
        (word,) = host.fire_event("claude-code", "PreToolUse", bash() | {"session_id": "s"}).wait()
    assert "wake up" in str(word) and "ZeroDivisionError" in str(word)
