"""The real Claude Code run with generated handlers, against a model on loopback -> what it did, as recorded data. By
hand, where that program is:

    unshare -rn sh -c 'ip link set lo up; exec python -m tests.dialects.hosting.real_claude /path/to/claude'

(loopback only: nothing leaves; names of cases, or their first words, run only these again)

It writes recorded/claude-code.json, which test_real_claude.py compares with what `host claude-code` says.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.dialects.hosting.agents import claude, entry, says
from tests.dialects.hosting.hook_server import HookServer
from tests.dialects.hosting.test_claude_code import IF, MATCHES, MATCHES_NOT, OTHER_EVENTS, PRE_TOOL_USE, inside

RECORDED = Path(__file__).parent / "recorded/claude-code.json"
COMMAND = "touch ran; echo hi"
EVENTS = ("PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "Stop", "PostToolBatch")
SEED = 20261122
SECONDS = 120  # for one run; a busy machine may need half of it
LONG = 1500  # characters; what is longer is a text of its own, and not ours to keep

TEXTS = ("R1", "R2", "R3", "R4", "R-deny", "R-ask", "E1", "C1", "C2", "C3", "plain", "{broken", "hook success: text")

Case = dict[str, Any]


def cases() -> Iterator[Case]:
    """Settings, and the event that they are about."""
    for number, (stdout, code, stderr, *_) in enumerate(PRE_TOOL_USE):
        yield case(f"before-{number}", "PreToolUse", entry(says(stdout, code, stderr)))
    for number, (event, stdout, code, stderr, _) in enumerate(OTHER_EVENTS):
        if event in EVENTS:
            yield case(f"{event}-{number}", event, entry(says(stdout, code, stderr)))
    deny = entry(says("", 2, "E"))
    for matcher in (*MATCHES, *MATCHES_NOT):
        yield case(f"matcher-{matcher}", "PreToolUse", deny, matcher=matcher)
    for condition, _ in IF:
        yield case(f"if-{condition}", "PreToolUse", {**deny, "if": condition})
    mistakes: list[Any] = [{"type": "telepathy", "command": "x"}, {"type": "command"}, entry("x", timeout=0)]
    for number, bad in enumerate(mistakes):
        yield case(f"mistake-{number}", "PreToolUse", deny, bad)
    yield from random_cases()
    yield from http_cases()


DENY = inside(permissionDecision="deny", permissionDecisionReason="R1")
ANSWERS: dict[str, Any] = {  # bodies of a server that answers 200
    "nothing": "", "empty": {}, "deny": DENY, "allow": inside(permissionDecision="allow"),
    "ask": inside(permissionDecision="ask", permissionDecisionReason="R-ask"), "approve": {"decision": "approve"},
    "block": {"decision": "block", "reason": "R2"}, "text": "plain", "broken": "{broken", "list": [1], "null": None,
    "context": inside(additionalContext="C1"), "rewrite": inside(updatedInput={"command": "touch other; echo hi"}),
    "wrong-event": inside("Stop", permissionDecision="deny"), "wrong-type": inside(permissionDecision=3),
    "unknown": {**DENY, "unknown": 1}, "end": {"continue": False, "stopReason": "R3"},
    "async": {"async": True, **DENY},
}  # fmt: skip
STATUSES = (201, 202, 204, 205, 301, 302, 303, 307, 308, 400, 401, 403, 404, 429, 500, 503)
LISTS: dict[str, list[str]] = {  # allowedHttpHookUrls
    "none": [], "all": ["*"], "exact": ["SERVER/a"], "other": ["http://127.0.0.1:1/a"], "ports": ["http://127.0.0.1:*/*"],
    "no-port": ["http://127.0.0.1/*"], "prefix": ["SERVER/*"], "half": ["SERVER"], "scheme": ["https://127.0.0.1:*/*"],
    "name": ["http://localhost:*"], "case": ["HTTP://127.0.0.1:*/*"], "deep": ["SERVER/*/*"],
}  # fmt: skip
BEARER = {"Authorization": "Bearer $TOKEN", "X-Key": "${TOKEN}-$NOBODY", "X-Other": "$HOME$"}


def http_cases() -> Iterator[Case]:
    """Handlers that are servers."""
    for name, answer in ANSWERS.items():
        yield http(f"http-{name}", "PreToolUse", [{"body": answer if isinstance(answer, str) else json.dumps(answer)}])
    deny = json.dumps(DENY)
    for status in STATUSES:
        where = {"headers": {"Location": "SERVER/b"}} if 300 < status < 400 else {}
        yield http(
            f"http-status-{status}", "PreToolUse", [{"status": status, "body": deny, **where}], after={"body": deny}
        )
    yield http("http-type", "PreToolUse", [{"body": deny, "headers": {"Content-Type": "text/html"}}])
    yield http("http-chunked", "PreToolUse", [{"body": deny, "chunked": True}])
    yield http("http-slow", "PreToolUse", [{"body": deny, "wait": 8}], timeout=1)
    yield http("http-two", "PreToolUse", [{"body": "{}"}, {"body": deny}])
    yield http("http-same-twice", "PreToolUse", [{"body": "{}"}], {"type": "http", "url": "SERVER/a"})
    yield http("http-beside-a-command", "PreToolUse", [{"body": deny}], entry(says(inside(permissionDecision="allow"))))
    yield http("http-nobody", "PreToolUse", [{"body": deny}], url="http://127.0.0.1:9/a")
    for name, url in {
        "ftp": "ftp://127.0.0.1/a",
        "no-url": "127.0.0.1/a",
        "empty": "",
        "variable": "SERVER/$NOBODY",
    }.items():
        yield http(f"http-url-{name}", "PreToolUse", [{"body": deny}], url=url)
    for name, allowed in LISTS.items():
        made = http(f"http-list-{name}", "PreToolUse", [{"body": deny}])
        made["settings"]["allowedHttpHookUrls"] = allowed
        yield made
    yield http("http-headers", "PreToolUse", [{"body": deny}], headers=BEARER, allowedEnvVars=["TOKEN", "NOBODY"])
    yield http("http-headers-unlisted", "PreToolUse", [{"body": deny}], headers=BEARER)
    narrowed = http("http-headers-narrowed", "PreToolUse", [{"body": deny}], headers=BEARER, allowedEnvVars=["TOKEN"])
    narrowed["settings"]["httpHookAllowedEnvVars"] = ["OTHER"]
    yield narrowed
    for event in ("UserPromptSubmit", "Stop", "PostToolUse", "SessionStart"):
        answers = {"context": inside(event, additionalContext="C2"), "block": {"decision": "block", "reason": "R2"}}
        for name, answer in answers.items():
            yield http(f"http-{event}-{name}", event, [{"body": json.dumps(answer)}])


def http(name: str, event: str, replies: list[Any], *others: dict[str, Any], after: Any = None, **more: Any) -> Case:
    """Handlers that ask a server: the first at /a, the second at /b; `after` is what lies at /b."""
    handlers = [{"type": "http", "url": f"SERVER/{'ab'[n]}", **more} for n in range(len(replies))]
    paths = {f"/{'ab'[n]}": reply for n, reply in enumerate([*replies, *([after] if after else [])])}
    return {**case(name, event, *handlers, *others), "replies": paths}


def random_cases() -> Iterator[Case]:
    """Answers, exit codes and errors that nobody has thought of together; one to three handlers."""
    choose = random.Random(SEED)
    for event in ("PreToolUse", "UserPromptSubmit", "Stop", "PostToolUse"):
        answers: list[Any] = [
            "", "plain", "{}", "[1]", {"decision": "block", "reason": "R1"}, {"decision": "approve"},
            {"systemMessage": "M"}, {"continue": True}, {"suppressOutput": True}, {"decision": "block"},
            inside(event, additionalContext="C1"), inside(event, additionalContext="C2"), {"reason": "R2"},
            {"decision": "block", "reason": "R3", "systemMessage": "M"}, {"continue": "no"}, {"unknown": 1},
            {"decision": "block", "reason": "R4", **inside(event, additionalContext="C3")},
        ]  # fmt: skip
        if event == "PreToolUse":
            words = ("allow", "deny", "ask")
            answers += [inside(permissionDecision=word, permissionDecisionReason=f"R-{word}") for word in words]
            answers += [inside(updatedInput={"command": "touch other; echo hi"}), inside(updatedInput={"cmd": "x"})]
        for number in range(16):
            parts = [
                (choose.choice(answers), choose.choice((0, 0, 0, 1, 2, 3)), choose.choice(("", "E1")))
                for _ in range(choose.choice((1, 1, 2, 3)))
            ]
            handlers = [entry(says(*part) + f" # {index}") for index, part in enumerate(parts)]
            yield case(f"random-{event}-{number}", event, *handlers)


def case(name: str, event: str, *handlers: dict[str, Any], matcher: str | None = None) -> Case:
    return {"name": name, "event": event, "settings": claude(event, *handlers, matcher=matcher)}


class Model(ThreadingHTTPServer):
    """A model that asks for one command, then is done; it remembers what it was sent, by the key of the run."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Asked)
        self.requests: dict[str, list[Any]] = {}
        threading.Thread(target=self.serve_forever, daemon=True).start()


class _Asked(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])) or b"{}")
        server: Any = self.server
        if "messages" not in self.path or "count_tokens" in self.path:
            return self.send(b'{"input_tokens": 1}', "application/json")
        asked = server.requests.setdefault(self.headers.get("x-api-key", ""), [])
        asked.append(body)
        has_tools = any(each.get("name") == "Bash" for each in body.get("tools", ()))
        first = has_tools and not any("tool_result" in json.dumps(each) for each in body["messages"])
        if first:
            block: Any = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {}}
            delta: Any = {"type": "input_json_delta", "partial_json": json.dumps({"command": COMMAND})}
        else:
            block, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": "done"}
        message = {
            "id": "msg_1", "type": "message", "role": "assistant", "model": "mock", "content": [], "stop_reason": None,
            "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1},
        }  # fmt: skip
        events = [
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": block},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": "tool_use" if first else "end_turn"},
             "usage": {"output_tokens": 1}},
            {"type": "message_stop"},
        ]  # fmt: skip
        text = "".join(f"event: {each['type']}\ndata: {json.dumps(each)}\n\n" for each in events)
        self.send(text.encode(), "text/event-stream")

    def do_GET(self) -> None:
        self.send(b"{}", "application/json")

    def send(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        return


def observe(program: str, model: Model, case: Case) -> dict[str, Any]:
    """Run it once: what happened."""
    root = Path(tempfile.mkdtemp(prefix="real-claude-"))
    key = f"sk-ant-{root.name}"
    project = root / "proj"
    (project / ".claude").mkdir(parents=True)
    (root / "home").mkdir()
    server = HookServer(case.get("replies", {}))
    settings = json.dumps(case["settings"]).replace("SERVER", server.url)
    (project / ".claude/settings.json").write_text(settings)
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(root / "home"), "ANTHROPIC_API_KEY": key,
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{model.server_port}", "DISABLE_TELEMETRY": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1",
        "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP": "2", "TOKEN": "t0ken",
    }  # fmt: skip
    words = [program, "-p", "do it", "--allowedTools", "Bash", "--output-format", "json"]
    try:
        ran = subprocess.run(
            words, cwd=project, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS,
            check=False,
        )  # fmt: skip
        result = ran.stdout.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        result = "(timeout)"
    asked = model.requests.pop(key, [])
    told = json.dumps([each["messages"] for each in asked], ensure_ascii=False)
    seen = {
        "requests": len(asked),
        "ran": (project / "ran").exists(),
        "ran_other": (project / "other").exists(),
        "texts": [text for text in TEXTS if text in told],
        "told": _after(asked),
        "reason": json.loads(result).get("terminal_reason") if result.startswith("{") else result[:200],
    }
    if "replies" in case:
        seen["asked"] = server.asked
    server.end()
    shutil.rmtree(root, ignore_errors=True)
    return seen


def _after(asked: list[Any]) -> str:
    """What the model was told last: the result of its call, and all that was added."""
    if not asked:
        return ""
    last = asked[-1]["messages"][-1]
    if isinstance(last["content"], list):
        last = {**last, "content": [each for each in last["content"] if len(json.dumps(each)) < LONG]}
    return json.dumps(last, ensure_ascii=False)[-LONG:]


def main(program: str) -> None:
    model = Model()
    made = list(cases())
    wanted = set(sys.argv[2:])
    made = [each for each in made if not wanted or each["name"] in wanted or each["name"].split("-")[0] in wanted]

    def one(case: Case) -> Case:
        seen = observe(program, model, case)
        print(case["name"], seen["requests"], seen["ran"], seen["texts"], flush=True)
        return {**case, "seen": seen}

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(one, made))
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout.split()[0]
    if wanted:  # only these again
        known = {each["name"]: each for each in (*json.loads(RECORDED.read_text())["cases"], *found)}
        found = [known[each["name"]] for each in cases() if each["name"] in known]
    RECORDED.parent.mkdir(parents=True, exist_ok=True)
    RECORDED.write_text(json.dumps({"version": version, "cases": found}, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
