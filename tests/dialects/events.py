"""What agents send: for each agent a tool call of every kind that it has, in its own words, and its other moments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

Event = dict[str, Any]


class Sends(NamedTuple):
    """How one agent says it: `calls` are (tool, arguments) by kind, `before` and `after` make events of them."""

    calls: dict[str, tuple[str, dict[str, Any]]]
    before: Callable[[str, Any], Event]
    denied: Callable[[str], Any]  # what a denial looks like, with the reason
    silence: str
    prompt: Event | None = None
    stop: Event | None = None
    start: Event | None = None


def claude(event: str, **more: Any) -> Event:
    return {"hook_event_name": event, "session_id": "s", "cwd": "/w", **more}


def claude_call(tool: str, arguments: Any) -> Event:
    return claude("PreToolUse", tool_name=tool, tool_input=arguments)


def specific(reason: str) -> Any:
    said = {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason}
    return {"hookSpecificOutput": said}


def held(reason: str) -> Any:
    """The same as Qwen Code keeps it, whatever another hook allows."""
    return {"continue": False, "stopReason": reason, **specific(reason)}


def firebender(event: str, **more: Any) -> Event:
    return {"hook_event_name": event, "conversation_id": "s", "generation_id": "g", "workspace_roots": ["/w"], **more}


def agy(**more: Any) -> Event:
    about = {"transcriptPath": "/t", "artifactDirectoryPath": "/a", "modelName": "m"}
    return {"conversationId": "s", "workspacePaths": ["/w"], **about, **more}


def permission(reason: str) -> Any:
    return {"permission": "deny", "user_message": reason, "agent_message": reason}


CLAUDE = {
    "shell_exec": ("Bash", {"command": "ls", "description": "look"}),
    "file_read": ("Read", {"file_path": "/w/a", "limit": 3}),
    "write_file": ("Write", {"file_path": "/w/a", "content": "x"}),
    "file_edit": ("Edit", {"file_path": "/w/a", "old_string": "a", "new_string": "b", "replace_all": False}),
    "fetch_url": ("WebFetch", {"url": "https://example.com/", "prompt": "read"}),
    "web_search": ("WebSearch", {"query": "x"}),
    "find": ("Grep", {"pattern": "x", "path": "/w"}),
    "spawn_agent": ("Agent", {"prompt": "look", "subagent_type": "default"}),
    "mcp:hub/open": ("mcp__hub__open", {"title": "t"}),
}
STOP = claude("Stop", stop_hook_active=False, last_assistant_message="done")
START = claude("SessionStart", source="startup")
PROMPT = claude("UserPromptSubmit", prompt="hi")
CURSOR = {
    "shell_exec": ("Shell", {"command": "ls", "working_directory": "/w"}),
    "file_read": ("Read", {"file_path": "/w/a"}),
    "write_file": ("Write", {"file_path": "/w/a", "content": "x"}),
    "find": ("Grep", {"pattern": "x", "path": "/w"}),
    "spawn_agent": ("Task", {"prompt": "look"}),
    "Delete": ("Delete", {"path": "/w/a"}),
    "mcp:?/open": ("MCP:open", {"title": "t"}),
}

SENDS: dict[str, Sends] = {
    "claude-code": Sends(CLAUDE, claude_call, specific, "{}", PROMPT, STOP, START),
    "piebald": Sends(
        {**CLAUDE, "mcp:hub/open": ("hub__open", {"title": "t"}), "file_read": ("ReadFile", {"path": "/w/a"})},
        claude_call, specific, "{}", PROMPT, STOP, START,
    ),
    "caliban": Sends(
        {**CLAUDE, "file_read": ("Read", {"path": "/w/a"})},
        lambda tool, arguments: {
            "hookEventName": "PreToolUse", "session_id": "s", "tool": {"name": tool, "useId": "u", "input": arguments},
        },
        specific, "{}", None, None, {"hookEventName": "SessionStart", "session_id": "s", "cwd": "/w"},
    ),
    "firebender": Sends(
        CURSOR,
        lambda tool, arguments: firebender("preToolUse", tool_name=tool, tool_input=arguments),
        lambda reason: {"decision": "deny", "reason": reason},
        "{}", None, firebender("stop", status="completed", loop_count=0), None,
    ),
    "cursor": Sends(
        CURSOR,
        lambda tool, arguments: firebender("preToolUse", tool_name=tool, tool_input=arguments),
        permission, "{}", firebender("beforeSubmitPrompt", prompt="hi"),
        firebender("stop", status="completed", loop_count=0), firebender("sessionStart", session_id="s"),
    ),
    "codex": Sends(
        {
            "shell_exec": ("Bash", {"command": "ls"}),
            "spawn_agent": ("spawn_agent", {"message": "look"}),
            "mcp:hub/open": ("mcp__hub__open", {"title": "t"}),
        },
        claude_call, specific, "", PROMPT, STOP, START,
    ),
    "copilot": Sends(
        {
            "shell_exec": ("bash", {"command": "ls"}),
            "file_read": ("view", {"path": "/w/a"}),
            "write_file": ("create", {"path": "/w/a", "file_text": "x"}),
            "file_edit": ("edit", {"path": "/w/a", "old_str": "a", "new_str": "b"}),
            "fetch_url": ("web_fetch", {"url": "https://example.com/"}),
            "find": ("rg", {"pattern": "x"}),
            "mcp:hub/open": ("hub-open", {"title": "t"}),
        },
        lambda tool, arguments: {
            "sessionId": "s", "timestamp": 1, "cwd": "/w", "toolName": tool, "toolArgs": arguments,
        },
        lambda reason: {"permissionDecision": "deny", "permissionDecisionReason": reason},
        "{}", {"sessionId": "s", "cwd": "/w", "prompt": "hi"}, {"sessionId": "s", "stopReason": "end_turn"}, None,
    ),
    "gemini": Sends(
        {
            "shell_exec": ("run_shell_command", {"command": "ls"}),
            "file_read": ("read_file", {"file_path": "/w/a"}),
            "write_file": ("write_file", {"file_path": "/w/a", "content": "x"}),
            "file_edit": ("replace", {"file_path": "/w/a", "old_string": "a", "new_string": "b"}),
            "fetch_url": ("web_fetch", {"url": "https://example.com/"}),
            "web_search": ("google_web_search", {"query": "x"}),
            "mcp:hub/open": ("mcp_hub_open", {"title": "t"}),
        },
        lambda tool, arguments: claude("BeforeTool", timestamp="t", tool_name=tool, tool_input=arguments),
        lambda reason: {"decision": "deny", "reason": reason},
        "{}", claude("BeforeAgent", prompt="hi"), claude("AfterAgent", prompt="hi", prompt_response="done"), START,
    ),
    "qwen": Sends(
        {
            "shell_exec": ("run_shell_command", {"command": "ls", "is_background": False}),
            "file_read": ("read_file", {"file_path": "/w/a"}),
            "write_file": ("write_file", {"file_path": "/w/a", "content": "x"}),
            "file_edit": ("edit", {"file_path": "/w/a", "old_string": "a", "new_string": "b"}),
            "fetch_url": ("web_fetch", {"url": "https://example.com/", "prompt": "read"}),
            "find": ("grep_search", {"pattern": "x", "path": "/w"}),
            "spawn_agent": ("agent", {"prompt": "look", "subagent_type": "general-purpose"}),
            "mcp:hub/open": ("mcp__hub__open", {"title": "t"}),
        },
        claude_call, held, "{}", PROMPT, STOP, START,
    ),
    "antigravity": Sends(
        {
            "shell_exec": ("run_command", {"CommandLine": "ls", "Cwd": "/w"}),
            "file_read": ("view_file", {"AbsolutePath": "/w/a"}),
            "write_file": ("write_to_file", {"TargetFile": "/w/a", "CodeContent": "x", "Overwrite": True}),
            "file_edit": (
                "replace_file_content", {"TargetFile": "/w/a", "TargetContent": "a", "ReplacementContent": "b"},
            ),
            "fetch_url": ("read_url_content", {"Url": "https://example.com/"}),
            "web_search": ("search_web", {"query": "x"}),
            "find": ("grep_search", {"SearchPath": "/w", "Query": "x"}),
            "spawn_agent": ("invoke_subagent", {"Subagents": [{"Prompt": "look"}]}),
            "mcp:hub/open": (
                "call_mcp_tool", {"ServerName": "hub", "ToolName": "open", "Arguments": {"title": "t"}},
            ),
        },
        lambda tool, arguments: agy(toolCall={"name": tool, "args": arguments}, stepIdx=3),
        lambda reason: {"decision": "deny", "reason": reason}, "", None,
        agy(executionNum=0, terminationReason="NO_TOOL_CALL", fullyIdle=True, error=""), None,
    ),
    "factory": Sends(
        {
            "shell_exec": ("Execute", {"command": "ls"}),
            "file_read": ("Read", {"file_path": "/w/a"}),
            "write_file": ("Create", {"file_path": "/w/a", "content": "x"}),
            "file_edit": ("Edit", {"file_path": "/w/a", "old_str": "a", "new_str": "b"}),
            "fetch_url": ("FetchUrl", {"url": "https://example.com/"}),
            "mcp:hub/open": ("mcp__hub__open", {"title": "t"}),
        },
        claude_call, specific, "{}", PROMPT, STOP, START,
    ),
    "opencode": Sends(
        {
            "shell_exec": ("bash", {"command": "ls"}),
            "file_read": ("read", {"filePath": "/w/a"}),
            "write_file": ("write", {"filePath": "/w/a", "content": "x"}),
            "file_edit": ("edit", {"filePath": "/w/a", "oldString": "a", "newString": "b"}),
            "fetch_url": ("webfetch", {"url": "https://example.com/"}),
            "mcp:hub/open": ("hub_open", {"title": "t"}),
        },
        lambda tool, arguments: {
            "event": "tool.execute.before", "input": {"tool": tool, "sessionID": "s"}, "output": {"args": arguments},
            "directory": "/w",
        },
        lambda reason: {"throw": reason}, "{}",
        {"event": "chat.message", "input": {"sessionID": "s"}, "output": {"parts": [{"type": "text", "text": "hi"}]}},
        {"event": "session.idle", "input": {"sessionID": "s"}}, None,
    ),
}  # fmt: skip
KINDS = [(agent, kind) for agent, sends in SENDS.items() for kind in sends.calls]
