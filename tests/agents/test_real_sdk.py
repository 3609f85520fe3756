"""The Claude Agent SDK with our hooks as callbacks, over the real Claude Code and a model on loopback; by hand."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from chibi_hooks import Host
from tests.agents.model import model
from tests.agents.running import REAL
from tests.agents.scenario import GUARD, STOP_CAP, steps
from tests.homes import make_home

sdk = pytest.importorskip("claude_agent_sdk")
pytestmark = [pytest.mark.agents, pytest.mark.timeout(900)]


def test_callbacks_hold_as_commands_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from chibi_hooks.sdk import claude_agent_hooks

    claude = REAL[0]
    for name in ("home", "project"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("CHIBI_HOOKS_STATE", str(tmp_path / "state"))
    hooks = GUARD.replace("pre_system_prompt () (inject", "pre_message () (context")
    with model(steps(claude)) as told, Host.open(home=make_home(tmp_path / "h", {"hooks/guard.scm": hooks})) as host:
        environment = {
            **claude.prepare(tmp_path / "home", tmp_path / "project", told.port),
            "HOME": str(tmp_path / "home"),
        }
        options = sdk.ClaudeAgentOptions(
            cli_path=str(claude.path), cwd=str(tmp_path / "project"), env=environment, allowed_tools=["Bash"],
            hooks=claude_agent_hooks(host), setting_sources=[],
        )  # fmt: skip
        asyncio.run(_talk(options))
    assert sorted(each.name for each in (tmp_path / "project").iterdir()) == ["after.txt", "plain.txt"]
    assert "the guard says no 4711" in told.texts()
    assert "context-0815" in told.texts()
    assert len(told.asked) == len(steps(claude)) + STOP_CAP


async def _talk(options: object) -> None:
    async with sdk.ClaudeSDKClient(options=options) as client:
        await client.query("do it")
        async for _ in client.receive_response():
            pass
