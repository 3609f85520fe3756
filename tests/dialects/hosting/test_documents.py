"""The example configurations of the agents' own documents run as they stand, with the effect that is documented."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests import jq
from tests.dialects.hosting.agents import CLAUDE, Machine, bash

CHECK_BASH = """#!/usr/bin/env bash
set -euo pipefail

input=$(cat)
command=$(echo "$input" | jq -r '.tool_input.command // ""')

if [[ "$command" == *"rm -rf /"* ]]; then
  jq -n '{
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "Refusing to run a dangerous delete command."
    }
  }'
  exit 0
fi

jq -n '{
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "allow"
  }
}'
"""
NO_PROD = """#!/usr/bin/env bash
set -euo pipefail

input=$(cat)
command=$(echo "$input" | jq -r '.tool_input.command // ""')

if [[ "$command" == *"kubectl"* && "$command" == *"prod"* ]]; then
  jq -n '{
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "ask",
      permissionDecisionReason: "Production command requires manual approval."
    }
  }'
else
  jq -n '{
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "allow"
    }
  }'
fi
"""
CHECK_TESTS = """#!/usr/bin/env bash
set -euo pipefail

if pnpm test >/tmp/piebald-test-output.txt 2>&1; then
  exit 0
fi

jq -n --rawfile output /tmp/piebald-test-output.txt '{
  hookSpecificOutput: {
    hookEventName: "Stop",
    decision: "block",
    reason: ("Tests are failing. Fix them before stopping.\\n\\n" + $output)
  }
}'
"""


def grouped(event: str, command: str, matcher: str, timeout: int | None = None) -> dict[str, Any]:
    handler: dict[str, Any] = {"type": "command", "command": command}
    if timeout is not None:
        handler["timeout"] = timeout
    return {"hooks": {event: [{"matcher": matcher, "hooks": [handler]}]}}


PROMPT = "#!/bin/sh\ngrep -q secret && { echo 'no secrets' >&2; exit 2; }\nexit 0\n"
PIEBALD = [  # settings, script, event, payload -> what is documented
    (grouped("PreToolUse", ".claude/hooks/check-bash.sh", "Bash", 30), "check-bash.sh", CHECK_BASH, "PreToolUse",
     bash("rm -rf / --no-preserve-root"),
     {"decision": "deny", "reason": "Refusing to run a dangerous delete command."}),
    (grouped("PreToolUse", ".claude/hooks/check-bash.sh", "Bash", 30), "check-bash.sh", CHECK_BASH, "PreToolUse",
     bash("ls"), {"decision": "allow"}),
    (grouped("PreToolUse", ".claude/hooks/no-prod.sh", "Bash"), "no-prod.sh", NO_PROD, "PreToolUse",
     bash("kubectl --context prod get pods"),
     {"decision": "ask", "reason": "Production command requires manual approval."}),
    (grouped("PreToolUse", ".claude/hooks/no-prod.sh", "Bash"), "no-prod.sh", NO_PROD, "PreToolUse", bash("ls"),
     {"decision": "allow"}),
    (grouped("UserPromptSubmit", ".claude/hooks/check-prompt.sh", "submit", 10), "check-prompt.sh", PROMPT,
     "UserPromptSubmit", {"prompt": "the secret is x"}, {"decision": "deny", "reason": "no secrets"}),
    (grouped("UserPromptSubmit", ".claude/hooks/check-prompt.sh", "submit", 10), "check-prompt.sh", PROMPT,
     "UserPromptSubmit", {"prompt": "hello"}, {"decision": "none"}),
]  # fmt: skip


@pytest.fixture
def with_jq(machine: Machine) -> Machine:
    """Where there is no jq, the part of it that our own tests have."""
    if shutil.which("jq") is None:
        machine.write({"bin/jq": f'#!/bin/sh\nexec {sys.executable} {Path(jq.__file__)} "$@"\n'})
    machine.write({"bin/pnpm": "#!/bin/sh\necho '2 failed'\nexit 1\n"})
    machine.path = str(machine.root / "bin")
    return machine


@pytest.mark.parametrize(("settings", "name", "script", "event", "payload", "expected"), PIEBALD)
def test_piebald_s_examples(
    with_jq: Machine, settings: Any, name: str, script: str, event: str, payload: Any, expected: Mapping[str, Any]
) -> None:
    files = {CLAUDE: settings, f"project/.claude/hooks/{name}": script}
    for agent in ("piebald", "claude-code"):
        decided = with_jq.decide(agent, event, payload, files)
        assert {key: decided[key] for key in expected} == expected


@pytest.mark.skipif(shutil.which("jq") is None, reason="our own part of jq reads no files")
def test_piebald_asks_the_model_to_go_on_until_tests_pass(with_jq: Machine) -> None:
    files = {
        CLAUDE: grouped("Stop", ".claude/hooks/check-tests.sh", "*", 120),
        "project/.claude/hooks/check-tests.sh": CHECK_TESTS,
    }
    decided = with_jq.decide("piebald", "Stop", {}, files)
    assert decided["keep_going"] == "Tests are failing. Fix them before stopping.\n\n2 failed\n"


CALIBAN = """
disable_all_hooks = false
allow_managed_hooks_only = false

allowed_http_hook_urls = [
  "https://hooks.example.com/*",
]
http_hook_allowed_env_vars = ["AUDIT_TOKEN"]

[[hooks.SessionStart]]
matcher = "*"
[[hooks.SessionStart.handlers]]
type    = "command"
command = "/usr/local/bin/caliban-audit"
args    = ["session-start"]
timeout = "5s"

[[hooks.PreToolUse]]
matcher = "Bash"
if      = "Bash:rm *"
[[hooks.PreToolUse.handlers]]
type    = "command"
command = "${CALIBAN_PROJECT_DIR}/.caliban/hooks/guard-rm.sh"
async   = false

[[hooks.PreToolUse]]
matcher = "WebFetch"
[[hooks.PreToolUse.handlers]]
type    = "http"
url     = "https://hooks.example.com/preflight"
headers = { Authorization = "Bearer ${AUDIT_TOKEN}" }
timeout = "3s"

[[hooks.PostToolUse]]
matcher = "*"
[[hooks.PostToolUse.handlers]]
type  = "mcp"
mcp   = "audit-server"
tool  = "log_tool_call"
async = true
"""
GUARD_RM = "#!/bin/sh\ncat >/dev/null\necho 'no deleting here' >&2\nexit 2\n"


@pytest.mark.parametrize("name", [".caliban/settings.toml", ".caliban/hooks.toml"])
def test_caliban_s_example(machine: Machine, name: str) -> None:
    files = {f"project/{name}": CALIBAN, "project/.caliban/hooks/guard-rm.sh": GUARD_RM}

    def call(tool: str, **given: str) -> dict[str, Any]:
        return machine.decide("caliban", "PreToolUse", {"tool": {"name": tool, "input": given}}, files)

    removing = call("Bash", command="rm -rf x")
    assert (removing["decision"], removing["reason"]) == ("deny", "no deleting here")
    assert [each["ran"] for each in removing["handlers"]] == [True, False]
    assert call("Bash", command="ls")["decision"] == "none"
    fetching = call("WebFetch", url="https://example.com")
    assert fetching["decision"] == "deny"  # a project's own list of URLs does not count: it is not listed
    (after,) = machine.decide("caliban", "PostToolUse", {"tool": {"name": "Bash"}}, files)["handlers"]
    assert (after["kind"], after["ran"]) == ("mcp", False)
    (start,) = machine.decide("caliban", "SessionStart", {}, files)["handlers"]
    assert (start["ran"], start["decision"]) == (True, "failed")  # there is no such program here


ALL_OF_FIREBENDER = {
    "version": 1,
    "hooks": {
        "preToolUse": [{"command": "./hooks/validate-tool.sh", "matcher": "Shell|Read|Write"}],
        "postToolUse": [{"command": "./hooks/audit-tool.sh"}],
        "beforeShellExecution": [{"command": "./scripts/approve-network.sh"}],
        "afterShellExecution": [{"command": "./hooks/audit.sh"}],
        "beforeMCPExecution": [{"command": "./hooks/audit.sh"}],
        "afterMCPExecution": [{"command": "./hooks/audit.sh"}],
        "beforeReadFile": [{"command": "./hooks/redact-secrets.sh"}],
        "afterFileEdit": [{"command": "./format.sh"}],
        "preCompact": [{"command": "./hooks/audit.sh"}],
        "stop": [{"command": "./hooks/audit.sh"}],
    },
}
FORMAT = "#!/bin/bash\n# Read input, do something, exit 0\ncat > /dev/null\nexit 0\n"
NETWORK = {
    "hooks": {
        "beforeShellExecution": [{"command": "./scripts/approve-network.sh", "timeout": 30, "matcher": "curl|wget|nc"}]
    }
}
APPROVE = '#!/bin/sh\ncat >/dev/null\necho \'{"permission": "ask", "user_message": "network"}\'\n'


def test_firebender_s_examples(machine: Machine) -> None:
    user = "user/.firebender"
    scripts = ("validate-tool", "audit-tool", "audit", "redact-secrets")
    machine.write({f"{user}/hooks/{name}.sh": FORMAT for name in scripts})
    machine.write({f"{user}/format.sh": FORMAT, f"{user}/scripts/approve-network.sh": FORMAT})
    machine.write({f"{user}/hooks.json": ALL_OF_FIREBENDER})
    for event in ALL_OF_FIREBENDER["hooks"]:  # type: ignore[attr-defined]
        decided = machine.decide("firebender", event)
        assert [(each["ran"], each["exit"]) for each in decided["handlers"]] == [(True, 0)], event
        assert (decided["decision"], decided["warnings"]) == ("none", [])


def test_firebender_s_example_of_a_matcher(machine: Machine) -> None:
    files = {"project/.firebender/hooks.json": NETWORK, "project/scripts/approve-network.sh": APPROVE}
    asked = machine.decide("firebender", "beforeShellExecution", {"command": "curl x | sh"}, files)
    assert (asked["decision"], asked["system_messages"]) == ("ask", ["network"])
    assert machine.decide("firebender", "beforeShellExecution", {"command": "ls"}, files)["handlers"][0]["ran"] is False
