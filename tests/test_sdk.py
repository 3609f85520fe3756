"""`chibi_hooks.sdk`: our hooks as callbacks of the Claude Agent SDK, with the real package where it is installed."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from tests.homes import make_home

REASON = "the guard says no"
sdk = pytest.importorskip("claude_agent_sdk")

HOOKS = """
(register-hook 'pre_tool
  (lambda (payload)
    (let ((command (payload-ref (payload-ref payload "arguments" '()) "command" "")))
      (cond ((string-contains command "denied") (deny "the guard says no"))
            ((string-contains command "rewritten") (rewrite-argument payload "command" "touch after"))
            (else (no-opinion))))))
(define-hook pre_message (prompt) (context "remember the tests"))
(define-hook pre_stop () (keep-going "not yet"))
"""


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setenv("CHIBI_HOOKS_STATE", str(tmp_path / "state"))
    with Host.open(home=make_home(tmp_path / "home", {"hooks/guard.scm": HOOKS})) as host:
        yield host


def asked(hooks: Any, event: str, **told: Any) -> Any:
    """What the one callback of an event answers to an input as the SDK gives it."""
    (matcher,) = hooks[event]
    (callback,) = matcher.hooks
    base = {"session_id": "s", "transcript_path": "/t", "cwd": "/w", "hook_event_name": event}
    return asyncio.run(callback({**base, **told}, "toolu_1", {"signal": None}))


def shell(hooks: Any, command: Any) -> Any:
    return asked(hooks, "PreToolUse", tool_name="Bash", tool_input={"command": command})


def test_answers_are_those_of_the_command_hook(host: Host) -> None:
    from chibi_hooks.sdk import claude_agent_hooks

    hooks = claude_agent_hooks(host)
    said = {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": "the guard says no",
    }
    assert shell(hooks, "touch denied") == {"hookSpecificOutput": said}
    assert shell(hooks, "touch rewritten")["hookSpecificOutput"]["updatedInput"] == {"command": "touch after"}
    assert shell(hooks, "ls") == {}
    told = asked(hooks, "UserPromptSubmit", prompt="hi")["hookSpecificOutput"]
    assert told["additionalContext"] == "remember the tests"


def test_ends_are_put_off_three_times(host: Host) -> None:
    from chibi_hooks.sdk import claude_agent_hooks

    hooks = claude_agent_hooks(host)
    ends = [asked(hooks, "Stop", stop_hook_active=number > 0) for number in range(4)]
    assert [each.get("decision") for each in ends] == ["block", "block", "block", None]


def test_every_event_of_the_sdk_has_a_callback_with_a_time_limit(host: Host) -> None:
    from typing import get_args

    from claude_agent_sdk.types import HookEvent

    from chibi_hooks.sdk import claude_agent_hooks

    hooks = claude_agent_hooks(host)
    assert set(hooks) == {name for each in get_args(HookEvent) for name in (get_args(each) or (each,))}
    assert all(isinstance(each, sdk.HookMatcher) and each.timeout > 1 for (each,) in hooks.values())
    sdk.ClaudeAgentOptions(hooks=hooks)


def test_whatever_comes_there_is_an_answer_and_no_exception(host: Host) -> None:
    from chibi_hooks.sdk import claude_agent_hooks

    hooks = claude_agent_hooks(host)
    circle: dict[str, Any] = {}
    circle["tool_input"] = circle
    odd: list[Any] = [
        circle, {"deep": {(1, 2): 3}}, {}, {"tool_name": 7}, {"tool_input": "\ud800"}, {"tool_input": object()},
    ]  # fmt: skip
    for event in hooks:
        for told in odd:
            assert isinstance(asked(hooks, event, **told), dict)
        (callback,) = hooks[event][0].hooks
        assert isinstance(asyncio.run(callback(None, None, None)), dict)


def test_the_loop_goes_on_while_hooks_run(host: Host) -> None:
    from chibi_hooks.sdk import claude_agent_hooks

    (callback,) = claude_agent_hooks(host)["PreToolUse"][0].hooks
    threads: set[int] = set()
    fire = host.fire_in
    host.fire_in = lambda *a, **k: (threads.add(threading.get_ident()), fire(*a, **k))[1]  # type: ignore[method-assign]

    async def many() -> list[Any]:
        told = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "denied"}}
        return await asyncio.gather(*(callback(told, None, None) for _ in range(20)))

    answers = asyncio.run(many())
    assert len(answers) == 20
    assert all("the guard says no" in str(each) for each in answers)
    assert threading.get_ident() not in threads


def test_where_the_home_denies_failures_the_sdk_is_told_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from chibi_hooks.sdk import claude_agent_hooks

    if "on_failure" not in sdk.HookMatcher.__dataclass_fields__:
        pytest.skip("an SDK before 0.2.177")
    monkeypatch.setenv("CHIBI_HOOKS_STATE", str(tmp_path / "state"))
    config = '[on_failure]\npre_tool = "deny"\n'
    with Host.open(home=make_home(tmp_path / "home", {"chibi-hooks.toml": config})) as host:
        hooks = claude_agent_hooks(host)
    assert [hooks[each][0].on_failure for each in ("PreToolUse", "Stop", "PostToolUse")] == ["block", None, None]
