"""A real agent, with a home and a project of its own and a model of ours -> what it did: files, requests, events."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import chibi_hooks
from chibi_hooks.dialects.installing.change import make
from chibi_hooks.dialects.installing.install import installing
from chibi_hooks.dialects.rows.dialect import dialect_of
from chibi_hooks.hooks.homes.home import Surroundings
from tests.agents.model import Calls, Model, Step, model
from tests.homes import make_home

PACKAGES = Path(os.environ.get("CHIBI_HOOKS_AGENTS", Path.home() / ".cache" / "chibi-hooks-agents"))
CLIENT = Path(chibi_hooks.__file__).parent / "server" / "hook.py"
LIMIT = 240  # seconds; the slowest takes a minute on a busy machine

TEE = """\
import json, subprocess, sys
event = sys.stdin.buffer.read()
ran = subprocess.run([sys.executable, "-I", "-S", {client!r}, *sys.argv[1:]], input=event, stdout=subprocess.PIPE)
with open({log!r}, "a", encoding="utf-8") as stream:
    told = {{"arguments": sys.argv[1:], "event": event.decode(), "answer": ran.stdout.decode(), "exit": ran.returncode}}
    stream.write(json.dumps(told) + "\\n")
sys.stdout.buffer.write(ran.stdout)
sys.exit(ran.returncode)
"""


@dataclass(frozen=True)
class RealAgent:
    """How an agent is got, prepared and started, and how its model calls a shell."""

    name: str
    package: str
    version: str
    program: str
    shell: Callable[[str], Calls]
    prepare: Callable[[Path, Path, int], dict[str, str]]  # home, project, port -> its environment
    arguments: tuple[str, ...]

    @property
    def path(self) -> Path:
        """Its command; it is fetched when it is not there."""
        folder = PACKAGES / f"{self.name}-{self.version}"
        found = folder / "node_modules" / ".bin" / self.program
        if not found.exists():
            folder.mkdir(parents=True, exist_ok=True)
            package = f"{self.package}@{self.version}"
            subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), package], check=True)
        return found


@dataclass
class Did:
    """What came of a run."""

    project: Path
    model: Model
    output: str
    heard: list[Any] = field(default_factory=list)  # by our client: {"arguments", "event", "answer", "exit"}

    def made(self, name: str) -> bool:
        """Is there such a file in the project?"""
        return (self.project / name).exists()


def _claude(home: Path, project: Path, port: int) -> dict[str, str]:
    return {
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}", "ANTHROPIC_API_KEY": "sk-ant-dummy", "DISABLE_TELEMETRY": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1",
    }  # fmt: skip


def _codex(home: Path, project: Path, port: int) -> dict[str, str]:
    config = f"""
model = "mock"
model_provider = "mock"
approval_policy = "never"
[model_providers.mock]
name = "mock"
base_url = "http://127.0.0.1:{port}/v1"
wire_api = "responses"
env_key = "MOCK_KEY"
request_max_retries = 0
stream_max_retries = 0
"""
    make_home(home / ".codex", {"config.toml": config})
    return {"MOCK_KEY": "x"}


def _gemini(home: Path, project: Path, port: int) -> dict[str, str]:
    settings = {"security": {"auth": {"selectedType": "gemini-api-key"}}}
    make_home(home / ".gemini", {"settings.json": json.dumps(settings, indent=2)})
    return {
        "GEMINI_API_KEY": "dummy", "GOOGLE_GEMINI_BASE_URL": f"http://127.0.0.1:{port}",
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
    }  # fmt: skip


def _opencode(home: Path, project: Path, port: int) -> dict[str, str]:
    options = {"baseURL": f"http://127.0.0.1:{port}/v1", "apiKey": "x"}
    provider = {"npm": "@ai-sdk/openai-compatible", "name": "mock", "options": options, "models": {"mock": {}}}
    config = {
        "provider": {"mock": provider}, "model": "mock/mock", "small_model": "mock/mock", "autoupdate": False,
        "share": "disabled",
    }  # fmt: skip
    (project / "opencode.json").write_text(json.dumps(config))
    names = ("MODELS_FETCH", "AUTOUPDATE", "DEFAULT_PLUGINS", "LSP_DOWNLOAD")
    return {f"OPENCODE_DISABLE_{name}": "1" for name in names}


def _copilot(home: Path, project: Path, port: int) -> dict[str, str]:
    return {
        "COPILOT_OFFLINE": "true", "COPILOT_PROVIDER_BASE_URL": f"http://127.0.0.1:{port}/v1",
        "COPILOT_PROVIDER_API_KEY": "x", "COPILOT_MODEL": "mock", "COPILOT_AUTO_UPDATE": "false",
    }  # fmt: skip


def _qwen(home: Path, project: Path, port: int) -> dict[str, str]:
    settings = {"security": {"auth": {"selectedType": "openai"}}}
    make_home(home / ".qwen", {"settings.json": json.dumps(settings, indent=2)})
    return {
        "OPENAI_API_KEY": "dummy", "OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1", "OPENAI_MODEL": "mock",
    }  # fmt: skip


REAL = (
    RealAgent(
        "claude-code", "@anthropic-ai/claude-code", "2.1.332", "claude",
        lambda command: Calls("Bash", {"command": command, "description": "a step"}), _claude,
        ("-p", "do it", "--allowedTools", "Bash,Write", "--output-format", "json"),
    ),
    RealAgent(
        "codex", "@openai/codex", "0.171.0", "codex", lambda command: Calls("exec_command", {"cmd": command}), _codex,
        ("exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "-s", "danger-full-access", "do it"),
    ),
    RealAgent(
        "gemini", "@google/gemini-cli", "0.61.0", "gemini",
        lambda command: Calls("run_shell_command", {"command": command}), _gemini,
        ("-p", "do it", "--yolo", "--output-format", "json"),
    ),
    RealAgent(
        "copilot", "@github/copilot", "1.0.102", "copilot",
        lambda command: Calls("bash", {"command": command, "description": "a step"}), _copilot,
        ("-p", "do it", "--allow-all-tools", "--trust-folder"),
    ),
    RealAgent(
        "opencode", "opencode-ai", "1.18.33", "opencode",
        lambda command: Calls("bash", {"command": command, "description": "a step"}), _opencode,
        ("run", "--format", "json", "--auto", "do it"),
    ),
    RealAgent(
        "qwen", "@qwen-code/qwen-code", "0.24.4", "qwen",
        lambda command: Calls("run_shell_command", {"command": command, "is_background": False}), _qwen,
        ("-p", "do it", "--yolo", "--output-format", "json"),
    ),
)  # fmt: skip


def run(agent: RealAgent, directory: Path, steps: Sequence[Step], hooks: str | None) -> Did:
    """Run an agent through a script; `hooks` is a hook file that answers it, None: none is installed."""
    home, project, log = directory / "home", directory / "project", directory / "heard.jsonl"
    for each in (home, project, directory / "run"):
        each.mkdir(parents=True, exist_ok=True)
    (directory / "run").chmod(0o700)
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    with model(steps) as told:
        environment = _environment(directory, agent.prepare(home, project, told.port))
        if hooks is not None:
            make_home(home / ".chibi", {"hooks/guard.scm": hooks})
            _install(agent, directory, environment)
        output = _until_over([str(agent.path), *agent.arguments], project, environment)
    heard = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    return Did(project, told, output, heard)


def _until_over(argv: list[str], project: Path, environment: dict[str, str]) -> str:
    """What a program says until it ends; one that does not is ended with all that it started."""
    child = subprocess.Popen(
        argv, cwd=project, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    try:
        output, _ = child.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        output, _ = child.communicate()
        output += b"\n(it did not end, and was ended)"
    return output.decode("utf-8", "replace")


def _install(agent: RealAgent, directory: Path, environment: dict[str, str]) -> None:
    """As `chibi-hooks install` does, with a client that keeps what it hears."""
    dialect = dialect_of(agent.name)
    assert dialect is not None
    tee = directory / "chibi_hooks" / "server" / "hook.py"
    tee.parent.mkdir(parents=True)
    tee.write_text(TEE.format(client=str(CLIENT), log=str(directory / "heard.jsonl")))
    words = [sys.executable, str(tee), agent.name]
    project = directory / "project"
    around = Surroundings(environment, project, directory / "home")
    make(installing(dialect, "user", words, around, project))


def _environment(directory: Path, more: dict[str, str]) -> dict[str, str]:
    nowhere = "http://127.0.0.1:9"  # whoever asks for the rest of the world gets nothing
    return {
        "PATH": os.environ["PATH"], "HOME": str(directory / "home"), "SHELL": shutil.which("bash") or "/bin/sh",
        "LANG": "C.UTF-8", "TERM": "dumb", "XDG_RUNTIME_DIR": str(directory / "run"),
        "CHIBI_HOOKS_STATE": str(directory / "state"),
        "CHIBI_HOOKS_RESIDENT": os.environ.get("CHIBI_HOOKS_RESIDENT", "0"),
        "HTTP_PROXY": nowhere, "HTTPS_PROXY": nowhere, "http_proxy": nowhere, "https_proxy": nowhere,
        "NO_PROXY": "127.0.0.1,localhost", "no_proxy": "127.0.0.1,localhost", **more,
    }  # fmt: skip
