"""What an agent waits for at each tool call: the command that is installed, as a whole process, against the same
interpreter that does nothing; and a round trip over HTTP, against a server that does nothing: DESIGN §13.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chibi_hooks.server.command import hook_command
from tests.bench.measure import Row, compare, table

PAIRS = 60
REQUESTS = 100
GUARD = """(register-hook 'pre_shell_exec
  (lambda (p) (if (string-contains (payload-ref p "command") "rm") (deny "no") '())))"""
CALL = {"command": "git push origin main", "description": "x" * 600}
EVENT = json.dumps(
    {"hook_event_name": "PreToolUse", "session_id": "s", "cwd": "/", "tool_name": "Bash", "tool_input": CALL}
).encode()  # about 1 KB
BARE = [*hook_command("claude-code")[:3], "-c", "pass"]


def rows(pairs: int = PAIRS) -> list[Row]:
    """A process each in turn, then a hundred requests each."""
    with tempfile.TemporaryDirectory(dir="/tmp") as root:
        (Path(root) / "home" / "hooks").mkdir(parents=True)
        (Path(root) / "home" / "hooks" / "guard.scm").write_text(GUARD)
        outside = {name: each for name, each in os.environ.items() if name not in ("XDG_RUNTIME_DIR", "CHIBI_HOME")}
        environment = {**outside, "CHIBI_HOOKS_STATE": f"{root}/state"}
        return [_process(root, environment, pairs), _http(root, environment, pairs)]


def _process(root: str, environment: dict[str, str], pairs: int) -> Row:
    command = hook_command("claude-code", f"{root}/home")

    def run(words: list[str]) -> bytes:
        ran = subprocess.run(words, input=EVENT, capture_output=True, env=environment, check=True)
        assert not ran.stderr
        return ran.stdout

    try:
        assert run(command) == b"{}"
        return compare("hook, resident host", lambda: run(command), lambda: run(BARE), pairs, 1.5)
    finally:
        _end_host(Path(root) / "state" / "run")


def _http(root: str, environment: dict[str, str], pairs: int) -> Row:
    serve = [sys.executable, "-m", "chibi_hooks", "serve", "--http", "0", "--home", f"{root}/home"]
    with _served(serve, environment) as ours, _served([sys.executable, "-c", BARE_SERVER], environment) as bare:
        token = next(Path(root).rglob("*.token")).read_text().strip()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

        def ask(port: int) -> None:
            connection = http.client.HTTPConnection("127.0.0.1", port)
            for _ in range(REQUESTS):
                connection.request("POST", "/hook/claude-code", EVENT, headers)
                answer = connection.getresponse()
                assert (answer.status, answer.read()) == (200, b"{}")
            connection.close()

        return compare(f"http, {REQUESTS} round trips", lambda: ask(ours), lambda: ask(bare), max(5, pairs // 4), 3)


@contextmanager
def _served(command: list[str], environment: dict[str, str]) -> Iterator[int]:
    """A server; gives its port, which is in what it says first."""
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        said = re.search(r"http://127\.0\.0\.1:(\d+)", process.stderr.readline())
        assert said is not None
        try:
            yield int(said[1])
        finally:
            process.terminate()


BARE_SERVER = """
import socket, sys
import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

async def answer(request):
    await request.body()
    return Response(b"{}", media_type="application/json")

listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
listener.bind(("127.0.0.1", 0))
print(f"http://127.0.0.1:{listener.getsockname()[1]}", file=sys.stderr, flush=True)
app = Starlette(routes=[Route("/hook/{agent}", answer, methods=["POST"])])
config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", ws="none", http="h11")
uvicorn.Server(config).run(sockets=[listener])
"""


def _end_host(run: Path) -> None:
    for path in run.glob("hook-*.lock"):
        os.kill(int(path.read_text()), signal.SIGTERM)
        while path.exists():
            time.sleep(0.01)


def report(quick: bool = False) -> str:
    """The table."""
    lines = rows(10 if quick else PAIRS)
    return table("one tool call of an agent", ("ours", "bare"), lines)


if __name__ == "__main__":
    print(report())
