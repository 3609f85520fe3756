"""What the real Codex did with generated handlers (recorded by real_codex.py), and what ours say it would do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.dialects.hosting.agents import Machine
from tests.dialects.hosting.real_claude import COMMAND
from tests.dialects.hosting.real_codex import RECORDED, TEXTS
from tests.halves import dealt

FOUND: dict[str, Any] = json.loads(RECORDED.read_text())
CASES = FOUND["cases"]
CALL = {"tool_name": "Bash", "tool_input": {"command": COMMAND}}
PAYLOADS: dict[str, dict[str, Any]] = {
    "PreToolUse": CALL,
    "PostToolUse": {**CALL, "tool_response": "hi\n"},
    "UserPromptSubmit": {"prompt": "do it"},
    "SessionStart": {"source": "startup"},
    "Stop": {"last_assistant_message": "done"},
}
DIFFERENCES: dict[str, str] = {}
"""Cases in which it did something else, and why ours do not."""


def expected(event: str, decided: dict[str, Any]) -> dict[str, Any]:
    """What is to be seen of a decision."""
    seen: dict[str, Any] = {}
    texts = [*decided["context"]]
    passes = decided["decision"] != "deny"
    match event:
        case "PreToolUse":
            rewritten = decided["updated_input"] is not None
            seen |= {"ran": passes and not rewritten, "ran_other": passes and rewritten}
            texts += [] if passes else [decided["reason"]]
        case "UserPromptSubmit" | "SessionStart":
            seen["asked"] = passes and decided["continue"]
        case "Stop":
            seen["went_on"] = decided["keep_going"] is not None
            texts += (decided["keep_going"] or "").split("\n\n")
        case "PostToolUse":
            texts.append(decided["updated_output"])
    if seen.get("asked", True):
        told = "\n".join(str(text) for text in texts if text)
        seen["texts"] = [each for each in TEXTS if each in told]
    return seen


def observed(event: str, seen: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """The same of what was seen."""
    made = {**seen, "asked": seen["requests"] > 0, "went_on": seen["requests"] > 2}
    return {key: made[key] for key in wanted}


@pytest.mark.parametrize("case", dealt([pytest.param(each, id=each["name"]) for each in CASES], 5))
def test_the_same_is_decided(machine: Machine, case: dict[str, Any]) -> None:
    event = case["event"]
    files = {"user/.codex/hooks.json": case["settings"]}
    decided = machine.decide("codex", event, PAYLOADS[event], files)
    wanted = expected(event, decided)
    same = observed(event, case["seen"], wanted) == wanted
    assert same is (case["name"] not in DIFFERENCES), (wanted, case["seen"], case["settings"])


def test_the_recording_is_of_the_version_that_the_rows_are_about() -> None:
    from chibi_hooks.dialects.codex.hosting import HOSTED

    assert FOUND["version"] == HOSTED.version
    assert set(DIFFERENCES) <= {each["name"] for each in CASES}
