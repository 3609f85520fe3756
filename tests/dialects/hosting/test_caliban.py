"""caliban's handlers on our host: by its manual, and by its code (agents.md §1.2)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.dialects.hosting.agents import Machine

PROJECT = "project/.caliban/settings.toml"
SCRIPT = "project/answer.sh"
CALL = {"tool": {"name": "Bash", "useId": "1", "input": {"command": "rm -rf build"}}}


def inside(**said: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": said}


def group(command: str = "", event: str = "PreToolUse", *, head: str = "", handler: str = 'type = "command"') -> str:
    """One group with one handler."""
    stated = f"command = {json.dumps(command)}\n" if command else ""
    return f"[[hooks.{event}]]\n{head}\n[[hooks.{event}.handlers]]\n{handler}\n{stated}"


def script(answer: Any, code: int = 0, stderr: str = "") -> str:
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return f"#!/bin/sh\ncat >/dev/null\nprintf '%s' '{text}'\nprintf '%s' '{stderr}' >&2\nexit {code}\n"


def decide(machine: Machine, answer: Any, code: int = 0, stderr: str = "", **more: Any) -> dict[str, Any]:
    files = {SCRIPT: script(answer, code, stderr), PROJECT: group(str(machine.root / SCRIPT))}
    return machine.decide("caliban", more.pop("event", "PreToolUse"), more.pop("payload", CALL), files, **more)


ANSWERS = [  # stdout, exit, stderr -> decision, reason: documented, coded
    ("", 0, "", "none", None, "none"),
    ("", 2, "E", "deny", "E", "deny"),
    ("", 1, "E", "none", None, "none"),
    (inside(permissionDecision="deny", permissionDecisionReason="R"), 0, "", "deny", "R", "deny"),
    (inside(permissionDecision="deny"), 0, "", "deny", "denied by hook", "deny"),
    (inside(permissionDecision="allow"), 2, "E", "allow", None, "allow"),
    (inside(permissionDecision="ask", permissionDecisionReason="R"), 0, "", "ask", "R", "deny"),
    (inside(permissionDecision="block"), 2, "E", "none", None, "none"),
    ({"decision": "block"}, 0, "", "none", None, "none"),
    (inside(permissionDecision="allow", updatedInput="x"), 0, "", "deny", None, "deny"),
    ("plain text", 0, "", "none", None, "none"),
]


@pytest.mark.parametrize(("stdout", "code", "stderr", "decision", "reason", "coded"), ANSWERS)
def test_before_a_tool(
    machine: Machine, stdout: Any, code: int, stderr: str, decision: str, reason: str | None, coded: str
) -> None:
    decided = decide(machine, stdout, code, stderr)
    assert decided["decision"] == decision
    assert reason is None or decided["reason"] == reason
    assert decided["context"] == []
    assert decide(machine, stdout, code, stderr, profile="coded")["decision"] == coded


def test_a_signal_is_no_opinion(machine: Machine) -> None:
    files = {SCRIPT: "#!/bin/sh\nkill -9 $$\n", PROJECT: group(str(machine.root / SCRIPT))}
    decided = machine.decide("caliban", "PreToolUse", CALL, files)
    assert (decided["decision"], decided["handlers"][0]["exit"]) == ("none", -9)


def test_each_sees_the_rewrite_of_the_one_before_and_a_denial_ends_it(machine: Machine) -> None:
    rewriting = inside(updatedInput={"command": "ls"})
    files = {
        "project/one.sh": script(rewriting),
        "project/two.sh": "#!/bin/sh\ncat >&2; exit 2\n",
        "project/three.sh": script(""),
        PROJECT: "".join(group(str(machine.root / f"project/{name}.sh")) for name in ("one", "two", "three")),
    }
    decided = machine.decide("caliban", "PreToolUse", CALL, files)
    assert decided["decision"] == "deny"
    assert '"command":"ls"' in decided["reason"]
    assert [each["ran"] for each in decided["handlers"]] == [True, True, False]
    assert decided["updated_input"] is None


def test_a_rewrite_must_have_what_the_tool_needs(machine: Machine) -> None:
    assert decide(machine, inside(updatedInput={"cmd": "ls"}))["decision"] == "deny"
    assert decide(machine, inside(updatedInput={"command": "ls"}))["updated_input"] == {"command": "ls"}


CONDITIONS = [
    ('matcher = "Ba*"', True),
    ('matcher = "ba*"', False),
    ('matcher = "Bash|Read"', False),
    ('if = "Bash:rm *"', True),
    ('if = "Bash(rm *)"', True),
    ('if = "Bash:ls *"', False),
    ('if = "Bash:~build"', True),
    ('if = "Bash:command=rm*"', True),
    ('if = "Read"', False),
    ('matcher = "Bash"\nif = "*"', True),
    ('matcher = "Read"\nif = "Bash:rm *"', False),
]


@pytest.mark.parametrize(("head", "ran"), CONDITIONS)
def test_who_is_asked(machine: Machine, head: str, ran: bool) -> None:
    files = {PROJECT: group("/bin/true", head=head)}
    assert machine.decide("caliban", "PreToolUse", CALL, files)["handlers"][0]["ran"] is ran


def test_what_is_sent(machine: Machine) -> None:
    decided = decide(machine, "", payload={"tool_name": "Read", "tool_input": {"path": "x"}})
    told = decided["handlers"][0]["stdin"]
    assert told["hookEventName"] == "PreToolUse"
    assert told["tool"] | {"useId": ""} == {"name": "Read", "useId": "", "input": {"path": "x"}}
    assert told["cwd"] == str(machine.root / "project")
    assert "cwd" not in decide(machine, "", profile="coded")["handlers"][0]["stdin"]


def test_the_project_s_directory_is_filled_in_as_documented_only(machine: Machine) -> None:
    files = {"project/.caliban/x.sh": script("", 2, "no"), PROJECT: group("${CALIBAN_PROJECT_DIR}/.caliban/x.sh")}
    assert machine.decide("caliban", "PreToolUse", CALL, files)["decision"] == "deny"
    coded = machine.decide("caliban", "PreToolUse", CALL, files, profile="coded")
    assert (coded["decision"], coded["handlers"][0]["decision"]) == ("none", "failed")


def test_a_session_s_start_takes_context_whatever_the_exit_code(machine: Machine) -> None:
    files = {SCRIPT: script({"additionalContext": "C"}, 2), PROJECT: group(str(machine.root / SCRIPT), "SessionStart")}
    assert machine.decide("caliban", "SessionStart", {}, files)["context"] == ["C"]


def test_what_is_said_after_a_tool_is_not_read(machine: Machine) -> None:
    files = {
        SCRIPT: script(inside(permissionDecision="deny"), 2, "E"),
        PROJECT: group(str(machine.root / SCRIPT), "PostToolUse"),
    }
    decided = machine.decide("caliban", "PostToolUse", CALL, files)
    assert (decided["decision"], decided["context"]) == ("none", [])


def test_events_that_reach_nobody(machine: Machine) -> None:
    files = {PROJECT: group("/bin/true", "TeammateIdle") + group("/bin/true", "Stop")}
    assert "never run" in machine.decide("caliban", "Stop", {}, files)["warnings"][0]
    assert machine.decide("caliban", "Stop", {}, files)["handlers"][0]["ran"] is True
    assert machine.decide("caliban", "Stop", {}, files, profile="coded")["handlers"][0]["ran"] is False


MISTAKES = [
    'type = "telepathy"', 'command = "x"', 'type = "command"', 'type = "http"', 'type = "mcp"\nmcp = "x"',
    'type = "prompt"', 'type = "agent"\nagent = "x"', 'type = "command"\ncommand = "x"\ntimeout = 5',
    'type = "command"\ncommand = "x"\ntimeout = "soon"', 'type = "command"\ncommand = "x"\nargs = "a"',
]  # fmt: skip


@pytest.mark.parametrize("handler", MISTAKES)
def test_a_mistake_and_the_agent_does_not_start(machine: Machine, handler: str) -> None:
    machine.write({PROJECT: group(handler=handler), "user/.config/caliban/settings.toml": group("/bin/true")})
    with machine.open("caliban") as host:
        fired = host.fire_event("caliban", "PreToolUse", CALL)
    assert fired.refused
    assert ".caliban/settings.toml:hooks.PreToolUse[0]" in fired.refused[0]


@pytest.mark.parametrize(("timeout", "seconds"), [("200ms", 0.2), ("5s", 5), ("2m", 120), ("1h", 3600), ("7", 7)])
def test_times_are_texts(machine: Machine, timeout: str, seconds: float) -> None:
    machine.write({PROJECT: group("x", handler=f'type = "command"\ntimeout = "{timeout}"')})
    with machine.open("caliban") as host:
        (loaded,) = host.generation.sources
        assert loaded.held.settings.entries[0].timeout == seconds


def test_the_order_of_files_and_the_old_one(machine: Machine) -> None:
    user, old = "user/.config/caliban/settings.toml", "project/.caliban/hooks.toml"
    files = {user: group("/bin/true"), PROJECT: group("/bin/true"), old: group("/bin/true")}
    handlers = machine.decide("caliban", "PreToolUse", CALL, files)["handlers"]
    shown = [(each["source"].removeprefix(f"{machine.root}/"), each["ran"]) for each in handlers]
    assert shown == [(user, True), (PROJECT, True), (old, False)]
    (machine.root / user).unlink()
    (machine.root / PROJECT).write_text("disable_all_hooks = false\n")
    assert machine.decide("caliban", "PreToolUse", CALL, {})["handlers"][0]["ran"] is True


def test_switches(machine: Machine) -> None:
    managed = "managed/managed-settings.toml"
    machine.write({PROJECT: "allow_managed_hooks_only = true\n" + group("/bin/true"), managed: group("/bin/true")})
    assert [each["ran"] for each in machine.decide("caliban", "PreToolUse", CALL)["handlers"]] == [True, False]
    coded = machine.decide("caliban", "PreToolUse", CALL, profile="coded")
    assert [each["ran"] for each in coded["handlers"]] == [False, False]
    machine.variables = {"CALIBAN_NO_HOOKS": "1"}
    assert not any(each["ran"] for each in machine.decide("caliban", "PreToolUse", CALL)["handlers"])
