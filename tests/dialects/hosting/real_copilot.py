"""The real Copilot CLI run with generated handlers, against a model on loopback -> what it did, as recorded data. By
hand, where that program is (tests/agents/running.py: `RealAgent.path`):

    unshare -rn sh -c 'ip link set lo up; exec python -m tests.dialects.hosting.real_copilot'

It writes recorded/copilot.json, which test_real_copilot.py compares with what `host copilot` says; each event under
both spellings of its key.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.agents.running import REAL
from tests.dialects.hosting.agents import says
from tests.dialects.hosting.real_codex import ONCE
from tests.dialects.hosting.real_runs import ENDS_BADLY, Case, Recorded, Said, record
from tests.dialects.hosting.test_claude_code import inside

RECORDED = Path(__file__).parent / "recorded/copilot.json"
AGENT = next(each for each in REAL if each.name == "copilot")
SEED = 20261129
IN_ONE_RUN = ("preToolUse", "PreToolUse", "postToolUse", "PostToolUse", "permissionRequest")
ALONE = ("userPromptSubmitted", "UserPromptSubmit", "sessionStart", "SessionStart", "agentStop", "Stop")
MATCHERS = (
    "bash", "ba", "ba.*", "bash|create", "Bash", "*", "", ".*", "[", "^bash$", "(bash)", "create|bash", "bash,create",
    " bash ", "BASH", "(?i)BASH", "b.sh", "Bash|Write", "view", "Ba.*", "(bash", "Write",
    "^Bash$", "(Bash)", "Ba.*|Write", "bash|Wri.*", "Bash|[", " Bash | Write ", "Wri.*|bash", "B.sh", "shell", "Bash|",
)  # fmt: skip
END = {"continue": False, "stopReason": "R2"}
FLAT = {"permissionDecision": "deny", "permissionDecisionReason": "R-deny"}


def handlers(event: str, asked: Sequence[tuple[str, str | None]]) -> dict[str, Any]:
    """A settings file with them."""
    made = [
        {"type": "command", "bash": f"{command} # {n}", **({} if matcher is None else {"matcher": matcher})}
        for n, (command, matcher) in enumerate(asked)
    ]
    return {"version": 1, "hooks": {event: made}}


THERE = Recorded(
    AGENT, ".copilot/hooks/a.json", handlers, lambda asked: list(asked["messages"]),
    lambda said: said.get("role") == "assistant",
)  # fmt: skip


def cases() -> Iterator[Case]:
    """What handlers say, and the event that they are asked at."""
    for event in ("preToolUse", "PreToolUse"):
        for matcher in MATCHERS:
            name = f"matcher-{event}-{matcher}"
            yield {"name": name, "event": event, "matcher": matcher, "said": [("", 2, "E1")]}
    for event in IN_ONE_RUN:
        for name, said in together(event).items():
            yield {"name": f"together-{event}-{name}", "event": event, "said": [(each, 0, "") for each in said]}
    choose = random.Random(SEED)
    for event in (*IN_ONE_RUN, *ALONE):
        told = list(alone(event))
        for number, part in enumerate(told):
            yield {"name": f"{event}-{number}", "event": event, "said": [part]}
        for number in range(25 if event.lower() == "pretooluse" else 10 if event in IN_ONE_RUN else 3):
            parts = [choose.choice(told) for _ in range(choose.choice((2, 2, 3)))]
            yield {"name": f"random-{event}-{number}", "event": event, "said": parts}


def together(event: str) -> dict[str, list[Any]]:
    """Answers one after the other."""
    other, added = {"command": "touch other-CASE", "description": "x"}, {"additionalContext": "C1"}
    match event.lower():
        case "pretooluse":
            words = ("deny", "ask", "allow")
            deny, ask, allow = ({"permissionDecision": word, "permissionDecisionReason": f"R-{word}"} for word in words)
            rewrite, back = {"modifiedArgs": other}, {"modifiedArgs": {**other, "command": "touch CASE"}}
            return {
                "allow-deny": [allow, deny], "allow-ask": [allow, ask], "ask-allow": [ask, allow],
                "ask-deny": [ask, deny], "context-deny": [added, deny], "deny-context": [deny, added],
                "context-twice": [added, {"additionalContext": "C2"}], "rewrite-deny": [rewrite, deny],
                "rewrite-ask": [rewrite, ask], "rewrite-back": [rewrite, back],
                "rewrite-other-key": [rewrite, {"modifiedArgs": {"description": "y"}}],
            }  # fmt: skip
        case "posttooluse":
            block = {"decision": "block", "reason": "R1"}
            result, again = result_of("success"), result_of("success", "R3")
            return {
                "context-block": [added, block], "block-context": [block, added], "result-block": [result, block],
                "result-context": [result, added], "context-result": [added, result],
                "result-with-context": [{**result, **added}], "results": [result, again],
                "no-type": [{"modifiedResult": {"textResultForLlm": "R2"}}], "failure": [result_of("failure")],
                "odd-type": [result_of("strange")],
            }  # fmt: skip
        case _:
            allow, deny = {"behavior": "allow"}, {"behavior": "deny", "message": "R1"}
            return {"allow-deny": [allow, deny], "deny-allow": [deny, allow], "plain-deny": ["C-plain", deny]}


def result_of(kind: str, text: str = "R2") -> dict[str, Any]:
    """An answer that replaces a result."""
    return {"modifiedResult": {"resultType": kind, "textResultForLlm": text}}


def alone(event: str) -> Iterator[Said]:
    """What one handler says and how it ends."""
    answers: list[Any] = [
        "C-plain", "[1]", "{broken", "{}", {"decision": "block", "reason": "R1"}, {"decision": "block"}, END,
        {"decision": "deny", "reason": "R1"}, {"systemMessage": "M"}, {"additionalContext": "C1"}, {"reason": "R2"},
        inside(event, additionalContext="C2"), {"hookSpecificOutput": {"additionalContext": "C3"}},
        {"decision": "block", "reason": "R3", "additionalContext": "C1"},
        {"decision": "block", "reason": "R3", **inside(event, additionalContext="C2")},
    ]  # fmt: skip
    match event.lower():
        case "pretooluse":
            other = {"command": "touch other-CASE", "description": "x"}
            for word in ("allow", "deny", "ask", "perhaps"):
                answers.append({"permissionDecision": word, "permissionDecisionReason": f"R-{word}"})
                answers.append(inside(event, permissionDecision=word, permissionDecisionReason=f"R-{word}"))
            answers += [{"permissionDecision": "deny"}, inside(event, permissionDecision="deny")]
            answers += [{"permissionDecision": "deny", "permissionDecisionReason": 5}, {**FLAT, "unknown": 1}]
            answers += [{"modifiedArgs": other}, {"updatedInput": other}, inside(event, updatedInput=other)]
            answers += [{**FLAT, "modifiedArgs": other}, {"modifiedArgs": {"command": "touch other-CASE"}}]
            answers += [{"permissionDecision": "allow", "modifiedArgs": other}, {"modifiedArgs": "x"}]
            answers += [{"hookSpecificOutput": FLAT}, inside("Other", **FLAT)]
            answers += [{**FLAT, **inside(event, permissionDecision="allow")}]
            answers += [inside(event, permissionDecision="allow", updatedInput=other)]
        case "posttooluse":
            result = result_of("success")
            answers += [result, {"modifiedResult": "R2"}, {"modifiedResult": {"x": "R2"}}]
            answers += [inside(event, updatedToolOutput="R2"), {"decision": "block", "reason": "R1", **result}]
        case "permissionrequest":
            answers += [{"behavior": word, "message": "R1"} for word in ("allow", "deny", "ask")]
            answers += [{"behavior": "deny"}, {"message": "R1"}]
            answers += [inside("PermissionRequest", decision={"behavior": "deny", "message": "R1"})]
        case "userpromptsubmitted" | "userpromptsubmit":
            answers += [{"modifiedPrompt": "R4"}, {"modifiedPrompt": "R4", "additionalContext": "C1"}]
            answers += [{"modifiedPrompt": 5}, {"decision": "block", "modifiedPrompt": "R4"}]
    for answer in answers:
        yield answer, 0, ""
    yield from ENDS_BADLY
    yield {"additionalContext": "C1"}, 1, ""
    yield {**FLAT}, 1, "E1"
    yield {**FLAT}, 2, "E1"
    yield {"additionalContext": "C1", "permissionDecision": "ask", "permissionDecisionReason": "R-ask"}, 2, "E1"
    yield {"decision": "block", "reason": " "}, 0, ""
    yield {"decision": "block", "reason": 5}, 0, ""
    both = '{"decision": "block", "reason": "R1", "permissionDecision": "deny"}'
    yield f'{{"type": "progress", "message": "x"}}\n{both}', 0, ""
    yield f"C-plain\n{both}", 0, ""


def settings_of(case: Case) -> dict[str, Any]:
    """A settings file with its handlers."""
    once = ONCE if case["event"] in ("agentStop", "Stop") else ""
    commands = [once.replace("went", f"went{n}") + says(*each) for n, each in enumerate(case["said"])]
    return handlers(case["event"], [(each.replace("CASE", "ran"), case.get("matcher")) for each in commands])


def main(wanted: set[str]) -> None:
    def kind(case: Case) -> str:
        if "matcher" in case:
            return f"matcher-{case['event']}"
        return "alone" if case["event"] in ALONE else str(case["event"])

    record(THERE, RECORDED, list(cases()), wanted, kind, settings_of)


if __name__ == "__main__":
    main(set(sys.argv[1:]))
