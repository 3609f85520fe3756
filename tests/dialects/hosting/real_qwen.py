"""The real Qwen Code run with generated handlers, against a model on loopback -> what it did, as recorded data. By
hand, where that program is (tests/agents/running.py: `RealAgent.path`):

    unshare -rn sh -c 'ip link set lo up; exec python -m tests.dialects.hosting.real_qwen'

It writes recorded/qwen.json, which test_real_qwen.py compares with what `host qwen` says.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from tests.agents.running import REAL
from tests.dialects.hosting.agents import claude, entry, says
from tests.dialects.hosting.hook_server import HookServer
from tests.dialects.hosting.real_codex import ONCE
from tests.dialects.hosting.real_runs import ENDS_BADLY, Case, Recorded, Said, written
from tests.dialects.hosting.test_claude_code import inside

RECORDED = Path(__file__).parent / "recorded/qwen.json"
AGENT = next(each for each in REAL if each.name == "qwen")
SEED = 20261129
IN_ONE_RUN = ("PreToolUse", "PostToolUse", "PostToolBatch")
ALONE = ("UserPromptSubmit", "SessionStart", "Stop")  # that come once in a run
MATCHERS = (
    "run_shell_command", "run_shell", "Bash", "Shell", "Ba.*", "B.sh", "^Shell$", "Sh.*Tool", ".*", "*", "", " * ",
    "bash", "Edit | Bash", "Edit|run_.*", "Edit | run_.* ", "(Bash|Edit)", "^Edit|run_shell", "|", "||Bash",
    "Bash,Edit", " Bash ", "Edit|.*", "Edit | [", "[", "(run_(x|shell)_.*|Edit)|Write",
    "run_shell_command|", "Write|Edit", "Ru[mn|x]_|Edit",
    "Run_shell_command", "Edit|Ba.*", "run\\_shell", "(?i)RUN_SHELL", "Edit|*", "ShellTool", "Edit|run_[a-z|]*$",
    "run_shell_command\\ ", "run_shell_command \\", "Edit |  ", " run_shell", "Edit|\\|", "x|(run_", "Shell|(run_",
)  # fmt: skip
LISTS: dict[str, Any] = {
    "none": [], "all": ["*"], "exact": ["SERVER/a"], "other": ["http://127.0.0.1:1/a"], "ports": ["http://127.0.0.1:*/*"],
    "no-port": ["http://127.0.0.1/*"], "half": ["SERVER"], "case": ["HTTP://127.0.0.1:*/*"],
    "escaped": [r"http://127\.0\.0\.1:*/*"], "class": [r"HTTP://127\.[0]\.0\.1:[0-9]*/a"],
    "group": [r".*\.1:*/(a|b)"], "other-group": [r".*\.1:*/(b|c)"], "maybe": [r".*\.1:*/ab?"],
    "unescaped-maybe": ["*.1:*/ab?"],
}  # fmt: skip
DENY = inside(permissionDecision="deny", permissionDecisionReason="R-deny")
ALLOW = inside(permissionDecision="allow")
END = {"continue": False, "stopReason": "R2"}
ASK_END = {**END, **inside(permissionDecision="ask", permissionDecisionReason="R-ask")}
UNDONE: dict[str, list[Any]] = {  # what is denied, and allowed after it
    "inside": [DENY, ALLOW], "block": [{"decision": "block", "reason": "R1"}, ALLOW],
    "end": [END, ALLOW], "both": [{**DENY, **END}, ALLOW],
    "before": [ALLOW, DENY], "flat": [DENY, {"decision": "allow"}],
}  # fmt: skip
ENDS: dict[str, list[Any]] = {  # an end beside other words
    "ask": [ASK_END], "ask-allow": [ASK_END, ALLOW], "ask-flat": [{**END, "decision": "ask", "reason": "R4"}, ALLOW],
    "why": [{"continue": False, "stopReason": "", "reason": "R1"}],
    "why-allow": [{**ALLOW, "continue": False, "reason": "R1"}],
    "ask-silent": [{**END, **inside(permissionDecision="ask")}],
}
REPLIES: dict[str, dict[str, Any]] = {
    "deny": {"body": json.dumps(DENY)}, "text": {"body": "no", "headers": {"Content-Type": "text/plain"}},
    "text-deny": {"body": json.dumps(DENY), "headers": {"Content-Type": "text/plain"}}, "array": {"body": "[]"},
    "status": {"status": 500, "body": json.dumps(DENY)}, "created": {"status": 201, "body": json.dumps(DENY)},
}  # fmt: skip


def cases() -> Iterator[Case]:
    """What handlers say, and the event that they are asked at."""
    for matcher in MATCHERS:
        yield {"name": f"matcher-{matcher}", "event": "PreToolUse", "matcher": matcher, "said": [("", 2, "E1")]}
    for name, listed in LISTS.items():
        reply = {"body": json.dumps(DENY)}
        yield {"name": f"http-list-{name}", "event": "PreToolUse", "reply": reply, "urls": listed}
    for name, reply in REPLIES.items():
        yield {"name": f"http-{name}", "event": "PreToolUse", "reply": reply}
    for name, said in UNDONE.items():
        yield {"name": f"undone-{name}", "event": "PreToolUse", "said": [(each, 0, "") for each in said]}
    for name, said in ENDS.items():
        yield {"name": f"end-{name}", "event": "PreToolUse", "said": [(each, 0, "") for each in said]}
    choose = random.Random(SEED)
    for event in (*IN_ONE_RUN, *ALONE):
        told = list(alone(event))
        for number, part in enumerate(told):
            yield {"name": f"{event}-{number}", "event": event, "said": [part]}
        for number in range(40 if event == "PreToolUse" else 12 if event in IN_ONE_RUN else 4):
            parts = [choose.choice(told) for _ in range(choose.choice((2, 2, 3)))]
            yield {"name": f"random-{event}-{number}", "event": event, "said": parts}


def alone(event: str) -> Iterator[Said]:
    """What one handler says and how it ends."""
    answers: list[Any] = [
        "C-plain", "[1]", "{broken", {"decision": "block", "reason": "R1"}, {"decision": "deny"},
        {"decision": "approve"}, {"continue": False, "stopReason": "R2"}, {"continue": False},
        inside(event, additionalContext="C1"), {"hookSpecificOutput": {"additionalContext": "C3"}},
        {"decision": "block", "reason": "R3", **inside(event, additionalContext="C2")},
    ]  # fmt: skip
    if event == "PreToolUse":
        words = ("allow", "deny", "ask")
        answers += [inside(permissionDecision=word, permissionDecisionReason=f"R-{word}") for word in words]
        answers += [inside(permissionDecision="deny"), {"decision": "ask", "reason": "R4"}]
        answers += [{"continue": False, "stopReason": "R2", **inside(permissionDecision="allow")}]
        answers += [{"decision": "block", "reason": "R3", **inside(permissionDecision="allow")}]
        answers += [{"continue": False, "stopReason": "R2", "reason": "R3", **inside(permissionDecision="deny")}]
        answers += [{"decision": "allow"}, {"reason": "R2"}, {"systemMessage": "M"}]
    for answer in answers:
        yield answer, 0, ""
    yield from ENDS_BADLY


def settings_of(case: Case) -> dict[str, Any]:
    """A settings file with its handlers; SERVER is the address of the server that answers."""
    if "reply" in case:
        made = claude(case["event"], {"type": "http", "url": "SERVER/a"})
        return {**made, "security": {"allowedHttpHookUrls": case["urls"]}} if "urls" in case else made
    once = ONCE if case["event"] == "Stop" else ""
    handlers = [
        entry(once.replace("went", f"went{n}") + says(*each) + f" # {n}") for n, each in enumerate(case["said"])
    ]
    return claude(case["event"], *handlers, matcher=case.get("matcher"))


def replies_of(case: Case) -> dict[str, Any]:
    """What the server answers."""
    json_type = {"Content-Type": "application/json"}
    return {"/a": {"headers": json_type, **case["reply"]}} if "reply" in case else {}


def handlers(event: str, asked: Sequence[tuple[str, str | None]]) -> dict[str, Any]:
    """A settings file with commands, each in a group of its own where it has a matcher."""
    if all(matcher is None for _, matcher in asked):
        return claude(event, *(entry(command) for command, _ in asked))
    return {"hooks": {event: [{"matcher": matcher, "hooks": [entry(command)]} for command, matcher in asked]}}


THERE: Final = Recorded(
    AGENT, ".qwen/settings.json", handlers, lambda asked: list(asked["messages"]),
    lambda said: said["role"] == "assistant",
)  # fmt: skip


def by_itself(case: Case) -> Case:
    """One run for one case."""
    server = HookServer(replies_of(case))
    settings = json.loads(json.dumps(settings_of(case)).replace("SERVER", server.url))
    found = THERE.by_itself(case, settings)
    if "reply" in case:
        found["seen"]["called"] = bool(server.asked)
    server.end()
    return found


def main() -> None:
    found: list[Case] = []

    def kind(case: Case) -> str:
        return "matcher" if "matcher" in case else "http" if "reply" in case else case["event"]

    for name, group in groupby(cases(), kind):
        made = list(group)
        together = THERE.matchers if name == "matcher" else THERE.in_one_run if name in IN_ONE_RUN else None
        for each in together(made) if together else map(by_itself, made):
            print(each["name"], each["seen"], flush=True)
            found.append(each)
    written(RECORDED, AGENT, found, found)


if __name__ == "__main__":
    main()
