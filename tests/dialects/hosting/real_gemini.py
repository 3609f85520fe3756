"""The real Gemini CLI run with generated handlers, against a model on loopback -> what it did, as recorded data. By
hand, where that program is (tests/agents/running.py: `RealAgent.path`):

    unshare -rn sh -c 'ip link set lo up; exec python -m tests.dialects.hosting.real_gemini'

It writes recorded/gemini.json, which test_real_gemini.py compares with what `host gemini` says. Nobody is asked: a
question keeps it waiting for ever.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.agents.running import REAL
from tests.dialects.hosting.agents import entry, says
from tests.dialects.hosting.real_codex import ONCE
from tests.dialects.hosting.real_runs import Case, Recorded, Said, record
from tests.dialects.hosting.test_claude_code import inside

RECORDED = Path(__file__).parent / "recorded/gemini.json"
AGENT = next(each for each in REAL if each.name == "gemini")
SEED = 20261129
IN_ONE_RUN = ("BeforeTool", "AfterTool")
ALONE = ("BeforeAgent", "SessionStart", "AfterAgent")  # that come once in a run
MATCHERS = (
    "run_shell_command", "run_shell", " run_shell_command ", "Run_shell_command", "Bash", "*", "", ".*", "^run_",
    "run_shell_command|write_file", "write_file|run_shell_command", "run_shell_command,write_file", "[", "(run",
    "run.*d$", "shell", "^shell", "(?i)RUN_SHELL", "run_(x|shell)_", "write_file", "run_shell_command$", "\\brun",
    "run?_s",
)  # fmt: skip
END = {"continue": False, "stopReason": "R2"}
SHORT: Sequence[Said] = (  # what is asked at events that come once in a run, which takes long
    ("C-plain", 0, ""), ({"decision": "block", "reason": "R1"}, 0, ""), (END, 0, ""), ("", 2, "E1"), ("", 2, ""),
    ({"decision": "block", "reason": "R4"}, 1, "E1"),
)  # fmt: skip


def handlers(event: str, asked: Sequence[tuple[str, str | None]]) -> dict[str, Any]:
    """A settings file with them."""
    groups = [
        {"hooks": [entry(f"{command} # {n}")], **({} if matcher is None else {"matcher": matcher})}
        for n, (command, matcher) in enumerate(asked)
    ]
    return {"hooks": {event: groups}}


THERE = Recorded(
    AGENT, ".gemini/settings.json", handlers, lambda asked: list(asked["contents"]),
    lambda said: said.get("role") == "model", most=25,
)  # fmt: skip


def ends(said: Sequence[Said]) -> bool:
    """May the run be over after these? Then no other case can follow."""
    return any('"continue": false' in (each if isinstance(each, str) else json.dumps(each)) for each, *_ in said)


def cases() -> Iterator[Case]:
    """What handlers say, and the event that they are asked at."""
    for matcher in MATCHERS:
        yield {"name": f"matcher-{matcher}", "event": "BeforeTool", "matcher": matcher, "said": [("", 2, "E1")]}
    choose = random.Random(SEED)
    for event in (*IN_ONE_RUN, *ALONE):
        told = list(alone(event))
        shown = told if event in IN_ONE_RUN else [part for part in told if part in SHORT]
        for number, part in enumerate(shown):
            yield {"name": f"{event}-{number}", "event": event, "said": [part]}
        for number in range({"BeforeTool": 30, "AfterTool": 10}.get(event, 0)):
            parts = [choose.choice(told) for _ in range(choose.choice((2, 2, 3)))]
            yield {"name": f"random-{event}-{number}", "event": event, "said": parts}


def alone(event: str) -> Iterator[Said]:
    """What one handler says and how it ends."""
    answers: list[Any] = [
        "C-plain", "[1]", "{broken", "{}", {"decision": "block", "reason": "R1"}, {"decision": "deny"},
        {"decision": "approve"}, {"decision": "perhaps", "reason": "R1"}, END, {"continue": False},
        {"continue": False, "reason": "R1"}, {"systemMessage": "M"}, inside(event, additionalContext="C1"),
        {"hookSpecificOutput": {"additionalContext": "C3"}}, {"additionalContext": "C3"}, {"reason": "R2"},
        {"decision": "deny", "reason": "R3", **inside(event, additionalContext="C2")},
        {"decision": "deny", "reason": 5},
        {"decision": "block", "reason": "R1", "continue": False, "stopReason": "R2"}, {"suppressOutput": True},
    ]  # fmt: skip
    if event == "BeforeTool":
        answers += [inside(event, tool_input={"command": "touch other-CASE"}), inside(event, tool_input={"x": 1})]
        answers += [{"decision": "allow", **inside(event, tool_input={"command": "touch other-CASE"})}]
        answers += [{"decision": "deny", "reason": "R1", **inside(event, tool_input={"command": "touch other-CASE"})}]
        answers += [inside(event, updatedInput={"command": "touch other-CASE"}), inside(event, tool_input="touch x")]
        answers += [inside(event, permissionDecision="deny", permissionDecisionReason="R-deny")]
    for answer in answers:
        yield answer, 0, ""
    for answer, code, stderr in (
        ("", 2, "E1"), ("", 2, ""), ("", 1, "E1"), ("C-plain", 1, ""), ("C-plain", 2, ""), ("", 3, "E1"), ("", 3, ""),
        ("C-plain", 3, "E1"), ("", 0, json.dumps({"decision": "deny", "reason": "R3"})), ("", 127, "E1"),
        ("C-plain", 0, json.dumps({"decision": "deny", "reason": "R3"})),
    ):  # fmt: skip
        yield answer, code, stderr
    for code in (1, 2, 3):
        yield {"decision": "allow"}, code, "E1"
        yield {"decision": "block", "reason": "R4"}, code, "E1"
    yield json.dumps(json.dumps({"decision": "deny", "reason": "R4"})), 0, ""
    yield 'C-plain\n{"decision": "deny", "reason": "R4"}', 0, ""
    yield '{"decision": "deny", "reason": "R4"}\nC-plain', 0, ""


def settings_of(case: Case) -> dict[str, Any]:
    """A settings file with its handlers."""
    once = ONCE if case["event"] == "AfterAgent" else ""
    commands = [once.replace("went", f"went{n}") + says(*each) for n, each in enumerate(case["said"])]
    return handlers(case["event"], [(each.replace("CASE", "ran"), case.get("matcher")) for each in commands])


def main(wanted: set[str]) -> None:
    def kind(case: Case) -> str:
        alone = case["event"] in ALONE or ends(case["said"])
        return "matcher" if "matcher" in case else "alone" if alone else str(case["event"])

    record(THERE, RECORDED, list(cases()), wanted, kind, settings_of)


if __name__ == "__main__":
    main(set(sys.argv[1:]))
