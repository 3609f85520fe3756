"""What a program that embeds a host has besides single events: sessions, plugins, agents and skills, switches."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from tests.dialects.hosting.agents import CLAUDE, Machine, bash, claude, entry, says

BLOCK = entry(says({"decision": "block", "reason": "more"}))
USER = "user/.claude/settings.json"


def test_nobody_goes_on_for_ever(machine: Machine) -> None:
    machine.write({CLAUDE: claude("Stop", BLOCK)})
    with machine.open("claude-code") as host:

        def stop(session: str = "s1") -> Any:
            return host.fire_event("claude-code", "Stop", {"session_id": session}).decision

        assert [stop()["keep_going"] for _ in range(9)] == ["more"] * 8 + [None]
        assert stop("s2")["keep_going"] == "more"
        for _ in range(8):
            capped = stop()
        assert "8 is the most" not in capped["warnings"]
        assert "8 is the most" in stop()["warnings"][-1]
        assert [stop()["keep_going"] for _ in range(3)] == ["more"] * 3
        host.fire_event("claude-code", "PreToolUse", {**bash(), "session_id": "s1"})
        assert [stop()["keep_going"] for _ in range(9)] == ["more"] * 8 + [None]


@pytest.mark.parametrize(("value", "allowed"), [("2", 2), ("0", 20)])
def test_the_agent_s_variable_says_how_often(machine: Machine, value: str, allowed: int) -> None:
    machine.variables = {"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP": value}
    machine.write({CLAUDE: claude("Stop", BLOCK)})
    with machine.open("claude-code") as host:
        said = [host.fire_event("claude-code", "Stop", {"session_id": "s"}).decision["keep_going"] for _ in range(20)]
    assert said.index(None) == allowed if allowed < 20 else None not in said


def test_plugins_that_are_switched_on_run(machine: Machine) -> None:
    hooks = {"description": "x", **claude("PreToolUse", entry('"${CLAUDE_PLUGIN_ROOT}"/deny.sh'))}
    script = '#!/bin/sh\nprintf "%s %s" "$CLAUDE_PLUGIN_ROOT" "$CLAUDE_PLUGIN_DATA" >&2; exit 2\n'
    for name in ("on", "off"):
        machine.write({f"plugins/{name}/hooks/hooks.json": hooks, f"plugins/{name}/deny.sh": script})
    installed = {f"{name}@market": [{"installPath": str(machine.root / "plugins" / name)}] for name in ("on", "off")}
    machine.write({"user/.claude/plugins/installed_plugins.json": {"version": 2, "plugins": installed}})
    machine.write({USER: {"enabledPlugins": {"on@market": True, "off@market": False}}})
    decided = machine.decide("claude-code", "PreToolUse", bash())
    root = f"{machine.root}/plugins/on"
    assert (decided["reason"], len(decided["handlers"])) == (f"{root} {root}-data", 1)
    both = machine.decide("claude-code", "PreToolUse", bash(), plugins=[machine.root / "plugins/off"])
    assert [each["ran"] for each in both["handlers"]] == [True, True]  # copies of plugins are not the same


AGENT = """---
name: reviewer
hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: "echo agent >&2; exit 2"
  Stop:
    - hooks:
        - {type: command, command: "echo again >&2; exit 2"}
---
You review.
"""
SKILL = """---
name: deploy
hooks:
  PreToolUse:
    - hooks: [{type: command, command: "echo skill >&2; exit 2", once: true}]
---
"""


def test_hooks_in_the_heads_of_agents_and_skills_run_while_those_do(machine: Machine) -> None:
    machine.write({"project/.claude/agents/a.md": AGENT, "user/.claude/skills/deploy/SKILL.md": SKILL})
    with machine.open("claude-code") as host:

        def decide(event: str = "PreToolUse", **more: Any) -> Any:
            return host.fire_event("claude-code", event, {"session_id": "s", **bash(), **more}).decision

        assert decide()["decision"] == "none"
        assert decide(agent_type="reviewer")["reason"] == "agent"
        assert decide("Stop")["handlers"] == []
        assert decide("SubagentStop", agent_type="reviewer")["keep_going"] == "again"
        assert decide("SubagentStop", agent_type="other")["keep_going"] is None
        first = decide(active_skills=["deploy"])
        assert first["reason"] == "skill"
        assert "active_skills" not in json.dumps(first["handlers"])
        assert decide(active_skills=["deploy"])["decision"] == "none"
        assert decide(active_skills=["deploy"], session_id="s2")["reason"] == "skill"


def test_a_head_that_is_broken_is_said_and_costs_nobody_else(machine: Machine) -> None:
    machine.write({"project/.claude/agents/bad.md": "---\nhooks: [\n---\n", "project/.claude/agents/plain.md": "# x\n"})
    decided = machine.decide("claude-code", "PreToolUse", bash(), {CLAUDE: claude("PreToolUse", entry("exit 2"))})
    assert decided["decision"] == "deny"
    assert "bad.md: line" in decided["warnings"][0]


def test_no_hooks_at_all(machine: Machine) -> None:
    files = {CLAUDE: claude("PreToolUse", entry("exit 2"))}
    (handler,) = machine.decide("claude-code", "PreToolUse", bash(), files, trusted=False, silent=True)["handlers"]
    assert "--no-hooks" in handler["why_not"]


def test_many_events_at_once(machine: Machine) -> None:
    machine.write({CLAUDE: claude("PreToolUse", entry("cat >&2; exit 2"), entry("true"))})
    said: list[bool] = []
    with machine.open("claude-code") as host:

        def fire(number: int) -> None:
            decided = host.fire_event("claude-code", "PreToolUse", bash(f"echo {number}")).decision
            said.append(f'"echo {number}"' in decided["reason"])

        threads = [threading.Thread(target=fire, args=(number,)) for number in range(24)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    assert said == [True] * 24


def test_a_watched_file_is_a_new_generation(machine: Machine) -> None:
    machine.write({CLAUDE: claude("PreToolUse", entry("true"))})
    with machine.open("claude-code", watch=True) as host:
        heard = threading.Event()
        host.reloader.listeners.append(lambda reloaded: heard.set())
        machine.write({CLAUDE: claude("PreToolUse", entry("echo saved >&2; exit 2"))})
        assert heard.wait(60)
        assert host.fire_event("claude-code", "PreToolUse", bash()).decision["reason"] == "saved"


CLOSED = '[on_failure]\npre_tool = "deny"\n'


@pytest.mark.parametrize("file", ["(register-hook 'pre_tool (lambda (p) (car '())))", "(register-hook 'pre_tool ("])
def test_a_failure_of_ours_denies_where_the_home_says_so(machine: Machine, file: str) -> None:
    machine.write({"home/hooks/h.scm": file, CLAUDE: claude("PreToolUse", entry("true"))})
    assert machine.decide("claude-code", "PreToolUse", bash())["decision"] == "none"
    machine.write({"home/chibi-hooks.toml": CLOSED})
    decided = machine.decide("claude-code", "PreToolUse", bash())
    assert (decided["decision"], "on_failure" in decided["reason"]) == ("deny", True)


def test_our_words_become_the_agent_s(machine: Machine) -> None:
    hooks = {
        "pre_message": '(block "no prompts")',
        "on_start": '(context "welcome")',
        "pre_stop": '(keep-going "not yet")',
        "post_tool": '(context "seen")',
    }
    text = "".join(f"(register-hook '{point} (lambda (p) {answer}))\n" for point, answer in hooks.items())
    machine.write({"home/hooks/h.scm": text})
    with machine.open("claude-code") as host:

        def decide(event: str, **told: Any) -> Any:
            return host.fire_event("claude-code", event, told).decision

        prompt = decide("UserPromptSubmit", prompt="x")
        assert (prompt["decision"], prompt["reason"]) == ("deny", "no prompts")
        assert decide("SessionStart")["context"] == ["welcome"]
        assert decide("Stop")["keep_going"] == "not yet"
        assert decide("PostToolUse", **bash(), tool_response={"stdout": "x", "stderr": ""})["context"] == ["seen"]


def test_a_rewrite_of_ours_is_in_the_agent_s_keys_and_is_what_the_permission_point_sees(machine: Machine) -> None:
    text = (
        '(register-hook \'pre_tool (lambda (p) (rewrite-argument p "command" "ls")))\n'
        '(register-hook \'pre_shell_exec (lambda (p) (if (equal? (payload-ref p "command") "ls") \'() (deny "no"))))'
    )
    machine.write({"home/hooks/h.scm": text})
    decided = machine.decide("claude-code", "PreToolUse", bash("rm x"))
    assert (decided["decision"], decided["updated_input"]) == ("none", {"command": "ls"})


def test_handlers_that_need_a_model_are_told_of_or_asked_of_the_program(machine: Machine) -> None:
    handlers: list[dict[str, Any]] = [
        {"type": "prompt", "prompt": "Is it safe? $ARGUMENTS"},
        {"type": "agent", "prompt": "Look at it."},
        {"type": "mcp_tool", "server": "s", "tool": "t", "input": {"c": "run ${tool_input.command}"}},
    ]
    machine.write({CLAUDE: claude("PreToolUse", *handlers)})
    alone = machine.decide("claude-code", "PreToolUse", bash("rm"))["handlers"]
    assert [(each["kind"], each["ran"]) for each in alone] == [("prompt", False), ("agent", False), ("mcp", False)]
    assert "Source(ask=" in alone[0]["why_not"]
    asked: list[dict[str, Any]] = []

    def ask(question: dict[str, Any]) -> Any:
        asked.append(question)
        match question["kind"]:
            case "prompt":
                return {"ok": False, "reason": "not safe"}
            case "mcp":
                return {"systemMessage": "from a tool"}
        return "no object"

    decided = machine.decide("claude-code", "PreToolUse", bash("rm"), ask=ask)
    assert (decided["decision"], decided["reason"]) == ("deny", "not safe")
    assert decided["system_messages"] == ["from a tool"]
    assert [each["decision"] for each in decided["handlers"]] == ["deny", "failed", "none"]
    by_kind = {each["kind"]: each for each in asked}
    assert '"command": "rm"' in by_kind["prompt"]["prompt"]
    assert by_kind["mcp"]["input"] == {"c": "run rm"}


def test_a_handler_may_say_that_nobody_shall_wait_for_it(machine: Machine) -> None:
    files = {CLAUDE: claude("PreToolUse", entry("echo '{\"async\": true}'; exit 2"))}
    assert machine.decide("claude-code", "PreToolUse", bash(), files)["decision"] == "none"


@pytest.mark.parametrize(("agent", "event"), [("copilot", "preToolUse"), ("cursor", "preToolUse")])
def test_agents_that_read_claude_code_s_files_as_well(machine: Machine, agent: str, event: str) -> None:
    said = {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "R"}
    files = {CLAUDE: claude("PreToolUse", entry(says({"hookSpecificOutput": said})), matcher="Bash")}
    payload = {"toolName": "bash"} if agent == "copilot" else {"tool_name": "Shell", "tool_input": {"command": "x"}}
    decided = machine.decide(agent, event, payload, files)
    assert (decided["decision"], decided["reason"]) == ("deny", "R")
