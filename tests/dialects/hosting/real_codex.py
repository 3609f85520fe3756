"""The real Codex run with generated handlers, against a model on loopback -> what it did, as recorded data. By hand,
where that program is (tests/agents/running.py: `RealAgent.path`):

    unshare -rn sh -c 'ip link set lo up; exec python -m tests.dialects.hosting.real_codex'

It writes recorded/codex.json, which test_real_codex.py compares with what `host codex` says.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.agents.model import model
from tests.agents.running import REAL, RealAgent, _environment, _until_over
from tests.dialects.hosting.agents import claude, entry, says
from tests.dialects.hosting.real_claude import COMMAND, Case
from tests.dialects.hosting.real_runs import ENDS_BADLY
from tests.dialects.hosting.test_claude_code import PRE_TOOL_USE, inside

RECORDED = Path(__file__).parent / "recorded/codex.json"
SEED = 20261122
TEXTS = ("R1", "R2", "R3", "R4", "R-deny", "R-ask", "E1", "C1", "C2", "C3", "C-plain", "{broken")
ONCE = "[ -e went ] && exit 0; touch went; "  # a Stop that never ends would go on for ever
ENDED = re.compile(r"hook: (\w+) (Completed|Blocked|Failed|Stopped)")
MATCHERS = (
    "Bash", "Ba", "B.*", "^Bash$", ".*", "*", "", "Bash|Write", "Write|Edit", "Bash,Write", " Bash ", "bash", "(Bash)",
    "B[a-z]+h", "Bash$", "Read",
)  # fmt: skip


def cases() -> Iterator[Case]:
    """Settings, and the event that they are about."""
    for number, (stdout, code, stderr, *_) in enumerate(PRE_TOOL_USE):
        yield case(f"before-{number}", "PreToolUse", (stdout, code, stderr))
    for matcher in MATCHERS:
        yield case(f"matcher-{matcher}", "PreToolUse", ("", 2, "E1"), matcher=matcher)
    for name, bad in {"kind": {"type": "telepathy"}, "prompt": {"type": "prompt", "prompt": "x"}}.items():
        made = case(f"mistake-{name}", "PreToolUse", ("", 2, "E1"))
        made["settings"]["hooks"]["PreToolUse"][0]["hooks"].append(bad)
        yield made
    choose = random.Random(SEED)
    for event in ("PreToolUse", "UserPromptSubmit", "Stop", "PostToolUse", "SessionStart"):
        for number, part in enumerate(alone(event)):
            yield case(f"{event}-{number}", event, part)
        for number in range(12):
            parts = [choose.choice(list(alone(event))) for _ in range(choose.choice((2, 2, 3)))]
            yield case(f"random-{event}-{number}", event, *parts)


def alone(event: str) -> Iterator[tuple[Any, int, str]]:
    """What one handler says and how it ends."""
    answers: list[Any] = [
        "", "C-plain", "{}", "[1]", "{broken", {"decision": "block", "reason": "R1"}, {"decision": "block"},
        {"decision": "approve"}, {"systemMessage": "M"}, {"continue": True}, {"continue": False, "stopReason": "R2"},
        {"suppressOutput": True}, {"unknown": 1}, {"reason": "R2"}, inside(event, additionalContext="C1"),
        {"decision": "block", "reason": "R3", **inside(event, additionalContext="C2")},
        {"hookSpecificOutput": {"additionalContext": "C3"}}, inside("Other", additionalContext="C3"),
    ]  # fmt: skip
    if event == "PreToolUse":
        words = ("allow", "deny", "ask")
        answers += [inside(permissionDecision=word, permissionDecisionReason=f"R-{word}") for word in words]
        rewrite = {"command": "touch other; echo hi"}
        answers += [inside(updatedInput=rewrite), inside(permissionDecision="allow", updatedInput=rewrite)]
        answers += [inside(permissionDecision="deny"), inside(permissionDecision="allow", updatedInput={"cmd": "x"})]
    for answer in answers:
        yield answer, 0, ""
    yield from ENDS_BADLY


def case(name: str, event: str, *parts: tuple[Any, int, str], matcher: str | None = None) -> Case:
    once = ONCE if event == "Stop" else ""
    handlers = [entry(once.replace("went", f"went{n}") + says(*part) + f" # {n}") for n, part in enumerate(parts)]
    return {"name": name, "event": event, "settings": claude(event, *handlers, matcher=matcher)}


def observe(agent: RealAgent, case: Case) -> dict[str, Any]:
    """Run it once: what happened."""
    root = Path(tempfile.mkdtemp(prefix="real-codex-"))
    home, project = root / "home", root / "project"
    for each in (home / ".codex", project, root / "run"):
        each.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    with model([agent.shell(COMMAND), *["done"] * 20]) as told:
        environment = _environment(root, agent.prepare(home, project, told.port))
        (home / ".codex/hooks.json").write_text(json.dumps(case["settings"]))
        output = _until_over([str(agent.path), *agent.arguments], project, environment)
    text = told.texts()
    seen = {
        "requests": len(told.asked),
        "ran": (project / "ran").exists(),
        "ran_other": (project / "other").exists(),
        "texts": [each for each in TEXTS if each in text],
        "ended": sorted(f"{event} {word}" for event, word in ENDED.findall(output)),
    }
    shutil.rmtree(root, ignore_errors=True)
    return seen


def main(wanted: set[str]) -> None:
    agent = next(each for each in REAL if each.name == "codex")

    def one(case: Case) -> Case:
        seen = observe(agent, case)
        print(case["name"], seen, flush=True)
        return {**case, "seen": seen}

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(one, [each for each in cases() if not wanted or each["name"] in wanted]))
    if wanted:
        known = {each["name"]: each for each in (*json.loads(RECORDED.read_text())["cases"], *found)}
        found = [known[each["name"]] for each in cases() if each["name"] in known]
    told = {"version": agent.version, "cases": found}
    RECORDED.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(set(sys.argv[1:]))
