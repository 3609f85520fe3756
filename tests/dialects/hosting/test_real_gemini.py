"""What the real Gemini CLI did with generated handlers (recorded by real_gemini.py), and what ours say it would do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.dialects.hosting.agents import Machine
from tests.dialects.hosting.real_gemini import RECORDED, settings_of
from tests.dialects.hosting.real_runs import TEXTS
from tests.halves import dealt

FOUND: dict[str, Any] = json.loads(RECORDED.read_text())
CASES = FOUND["cases"]
CALL = {"tool_name": "run_shell_command", "tool_input": {"command": "touch ran"}}
PAYLOADS: dict[str, dict[str, Any]] = {
    "BeforeTool": CALL,
    "AfterTool": {**CALL, "tool_response": {"llmContent": "hi", "returnDisplay": "hi"}},
    "BeforeAgent": {"prompt": "do it"},
    "SessionStart": {"source": "startup"},
    "AfterAgent": {"prompt": "do it", "prompt_response": "done", "stop_hook_active": False},
}
ALL_REASONS = "of several reasons it tells all; ours one"
DIFFERENCES: dict[str, str] = {
    "BeforeTool-21": "its shell refuses a key that it does not know",
    **dict.fromkeys((f"random-BeforeTool-{n}" for n in (0, 7, 8, 14, 24)), ALL_REASONS),
    **dict.fromkeys((f"random-AfterTool-{n}" for n in (0, 7)), ALL_REASONS),
}
"""Cases in which it did something else, and why ours do not."""


def expected(event: str, decided: dict[str, Any]) -> dict[str, Any]:
    """What is to be seen of a decision."""
    seen: dict[str, Any] = {}
    texts = [*decided["context"]]
    goes_on = decided["continue"]
    match event:
        case "BeforeTool":
            passes = decided["decision"] in ("none", "allow") and goes_on
            command = (decided["updated_input"] or {}).get("command", "touch ran")
            seen |= {"ran": passes and command == "touch ran", "ran_other": passes and command != "touch ran"}
            seen["on"] = goes_on
            texts = [decided["reason"]] if decided["decision"] == "deny" else []
        case "AfterTool":
            seen["on"] = goes_on
            texts.append(decided["updated_output"])
        case "BeforeAgent":
            seen["asked"] = decided["decision"] != "deny" and goes_on
        case "AfterAgent":
            seen["went_on"] = decided["keep_going"] is not None
            texts += (decided["keep_going"] or "").split("\n\n")
    if seen.get("asked", True) and seen.get("on", True):
        told = "\n".join(str(text) for text in texts if text)
        seen["texts"] = [each for each in TEXTS if each in told]
    return seen


def observed(event: str, seen: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """The same of what was seen."""
    requests = seen.get("requests", 0)
    made = {"ran_other": False, "on": requests > 1, **seen, "asked": requests > 0, "went_on": requests > 2}
    return {key: made[key] for key in wanted}


@pytest.mark.parametrize("case", dealt([pytest.param(each, id=each["name"]) for each in CASES], 6))
def test_the_same_is_decided(machine: Machine, case: dict[str, Any]) -> None:
    event = case["event"]
    files = {"user/.gemini/settings.json": settings_of(case)}
    decided = machine.decide("gemini", event, PAYLOADS[event], files)
    if "matcher" in case:
        wanted = {"asked": decided["handlers"][0]["ran"]}
        same = wanted == case["seen"]
    else:
        wanted = expected(event, decided)
        same = observed(event, case["seen"], wanted) == wanted
    assert same is (case["name"] not in DIFFERENCES), (wanted, case["seen"], case)


def test_the_recording_is_of_the_version_that_the_rows_are_about() -> None:
    from chibi_hooks.dialects.gemini.hosting import HOSTED

    assert FOUND["version"] == HOSTED.version
    assert set(DIFFERENCES) <= {each["name"] for each in CASES}
