"""What the real Qwen Code did with generated handlers (recorded by real_qwen.py), and what ours say it would do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.dialects.hosting.agents import Machine, claude, entry, says
from tests.dialects.hosting.hook_server import HookServer
from tests.dialects.hosting.real_qwen import ALLOW, ASK_END, DENY, RECORDED, replies_of, settings_of
from tests.dialects.hosting.real_runs import TEXTS
from tests.halves import dealt

FOUND: dict[str, Any] = json.loads(RECORDED.read_text())
CASES = FOUND["cases"]
CALL = {"tool_name": "run_shell_command", "tool_input": {"command": "touch ran"}}
PAYLOADS: dict[str, dict[str, Any]] = {
    "PreToolUse": CALL,
    "PostToolUse": {**CALL, "tool_response": {"llmContent": "hi", "returnDisplay": "hi"}},
    "PostToolBatch": {"tool_calls": [{**CALL, "tool_use_id": "1"}]},
    "UserPromptSubmit": {"prompt": "do it"},
    "SessionStart": {"source": "startup"},
    "Stop": {"last_assistant_message": "done"},
}
ALL_REASONS = "of several reasons it tells all, and with a denial the last that was in hookSpecificOutput; ours one"
STRICTER = "where several hooks answer it forgets a question that was no permissionDecision; ours asks"
WARNED = "it tells the model what hooks say on stderr, where another one ended the batch"
DIFFERENCES: dict[str, str] = {
    **dict.fromkeys((f"random-PreToolUse-{n}" for n in (5, 6, 9, 12, 19, 35, 38, 39)), ALL_REASONS),
    **dict.fromkeys((f"random-PreToolUse-{n}" for n in (15, 32)), STRICTER),
    **dict.fromkeys((f"random-PostToolBatch-{n}" for n in (1, 3, 10)), WARNED),
    **dict.fromkeys(("undone-inside", "undone-block"), "a later hook that allows undoes a denial there, and not here"),
    "undone-both": ALL_REASONS,
    "http-text-deny": "what the server does not call JSON is text for it; ours reads it, and denies",
    "random-Stop-2": "a denial has no reason of its own: it tells the warning of another hook in its place",
    "random-PostToolUse-4": "what should end it takes the place of another hook's context, too",
}
"""Cases in which it did something else, and why ours do not."""


def expected(event: str, decided: dict[str, Any]) -> dict[str, Any]:
    """What is to be seen of a decision."""
    seen: dict[str, Any] = {}
    texts = [*decided["context"]]
    match event:
        case "PreToolUse":
            passes = decided["decision"] in ("none", "allow")
            seen["ran"] = passes
            texts += [] if passes else [decided["reason"]]
        case "UserPromptSubmit":
            seen["asked"] = decided["decision"] != "deny" and decided["continue"]
        case "Stop":
            seen["went_on"] = decided["keep_going"] is not None
            texts += (decided["keep_going"] or "").split("\n\n")
        case "PostToolUse" | "PostToolBatch":
            texts.append(decided["updated_output"])
    if seen.get("asked", True):
        told = "\n".join(str(text) for text in texts if text)
        seen["texts"] = [each for each in TEXTS if each in told]
    return seen


def observed(seen: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """The same of what was seen."""
    requests = seen.get("requests", 0)
    made = {**seen, "asked": requests > 0, "went_on": requests > 2}
    return {key: made[key] for key in wanted}


@pytest.mark.parametrize("case", dealt([pytest.param(each, id=each["name"]) for each in CASES], 6))
def test_the_same_is_decided(machine: Machine, case: dict[str, Any]) -> None:
    server = HookServer(replies_of(case)) if "reply" in case else None
    text = json.dumps(settings_of(case)).replace("SERVER", server.url if server else "")
    try:
        decided = machine.decide("qwen", case["event"], PAYLOADS[case["event"]], {"user/.qwen/settings.json": text})
    finally:
        if server is not None:
            server.end()
    if "matcher" in case:
        wanted = {"asked": decided["handlers"][0]["ran"]}
        same = wanted == case["seen"]
    else:
        wanted = expected(case["event"], decided)
        same = observed(case["seen"], wanted) == wanted
        if server is not None:
            same = same and bool(server.asked) is case["seen"]["called"]
    assert same is (case["name"] not in DIFFERENCES), (wanted, case["seen"], case)


@pytest.mark.parametrize(
    ("event", "answer", "reason"),
    [
        ("UserPromptSubmit", {"decision": "block", "reason": "R1", "continue": False, "stopReason": ""}, "R1"),
        ("UserPromptSubmit", {"decision": "block", "reason": "R1", "continue": False, "stopReason": "R2"}, "R2"),
        ("UserPromptSubmit", {"reason": "R1", "continue": False}, "R1"),
        ("UserPromptSubmit", {"continue": False}, "No reason provided"),
        ("SubagentStop", {"decision": "block", "reason": "R1", "continue": False}, "R1"),
        ("PostToolUse", {"reason": "R1", "continue": False}, "R1"),
        ("PostToolUse", {"reason": "R1", "continue": False, "stopReason": "R2"}, "R2"),
    ],
)
def test_an_end_tells_the_reason_that_there_is(
    machine: Machine, event: str, answer: dict[str, Any], reason: str
) -> None:
    text = json.dumps(claude(event, entry(says(answer))))
    decided = machine.decide("qwen", event, {"prompt": "do it"}, {"user/.qwen/settings.json": text})
    assert reason in (decided["reason"], decided["keep_going"], decided["updated_output"])


@pytest.mark.parametrize(
    ("answers", "decision"),
    [
        ([ALLOW, ASK_END], "ask"),
        ([ASK_END, {"systemMessage": "W"}], "ask"),
        ([ASK_END, ALLOW], "deny"),
        ([{"systemMessage": "W"}, {"decision": "ask", "continue": False}], "deny"),
        ([ASK_END, DENY], "deny"),
        ([ASK_END], "ask"),
    ],
)
def test_an_end_beside_a_question_is_a_refusal_where_the_question_is_undone(
    machine: Machine, answers: list[Any], decision: str
) -> None:
    text = json.dumps(claude("PreToolUse", *(entry(says(each)) for each in answers)))
    decided = machine.decide("qwen", "PreToolUse", CALL, {"user/.qwen/settings.json": text})
    assert decided["decision"] == decision


def test_a_stop_of_our_own_stays_one_beside_a_question_with_an_end(machine: Machine) -> None:
    machine.write({"home/hooks/h.scm": '(register-hook \'pre_tool (lambda (p) (stop "enough")))'})
    text = json.dumps(claude("PreToolUse", entry(says(ASK_END))))
    decided = machine.decide("qwen", "PreToolUse", CALL, {"user/.qwen/settings.json": text})
    assert (decided["decision"], decided["continue"], decided["stop_reason"]) == ("deny", False, "enough")


def test_the_recording_is_of_the_version_that_the_rows_are_about() -> None:
    from chibi_hooks.dialects.qwen.hosting import HOSTED

    assert FOUND["version"] == HOSTED.version
    assert set(DIFFERENCES) <= {each["name"] for each in CASES}
