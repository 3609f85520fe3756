"""The lines of a Codex transcript (a "rollout", as 0.169.0 wrote it) -> the hook events of that session.

{"timestamp": …, "type": "session_meta", "payload": {"id": …, "cwd": …}}
{"timestamp": …, "type": "event_msg", "payload": {"type": "item_completed", "item": {"type": "UserMessage", …}}}
{"timestamp": …, "type": "response_item", "payload": {"type": "function_call", "name": "exec_command", …}}
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from typing import Final

from chibi_hooks.dialects.transcripts.past import TranscriptPlace
from chibi_hooks.hooks.answer import Json

SHELLS: Final = ("exec_command", "shell", "shell_command", "container.exec")  # what its hooks call Bash


class CodexTranscript:
    """One transcript, line by line; the session, its directory and calls are remembered."""

    def __init__(self) -> None:
        self._base: dict[str, Json] = {}
        self._calls: dict[str, dict[str, Json]] = {}

    def events(self, line: dict[str, Json]) -> Iterator[dict[str, Json]]:
        """The events of a line."""
        told = line.get("payload")
        if not isinstance(told, dict):
            return
        if line.get("type") == "session_meta":
            self._base = {"session_id": told.get("id"), "cwd": told.get("cwd")}
        elif line.get("type") == "turn_context" and isinstance(told.get("cwd"), str):
            self._base = {**self._base, "cwd": told["cwd"]}
        elif line.get("type") == "event_msg":
            text = _prompt(told)
            if text:
                yield {"hook_event_name": "UserPromptSubmit", **self._base, "prompt": text}
        elif line.get("type") == "response_item":
            yield from self._of_item(told)

    def _of_item(self, item: dict[str, Json]) -> Iterator[dict[str, Json]]:
        kind, name = item.get("type"), item.get("name")
        if kind in ("function_call", "custom_tool_call"):
            call = {**self._base, **_call(str(name), item.get("arguments", item.get("input")))}
            self._calls[str(item.get("call_id"))] = call
            yield {"hook_event_name": "PreToolUse", **call}
        elif kind in ("function_call_output", "custom_tool_call_output"):
            call = self._calls.pop(str(item.get("call_id")), {})
            if call:
                yield {"hook_event_name": "PostToolUse", **call, "tool_response": item.get("output")}


def _prompt(told: dict[str, Json]) -> str:
    """What a person said, in the form of now and of earlier versions."""
    if told.get("type") == "user_message":
        return str(told.get("message") or "")
    item = told.get("item")
    if told.get("type") != "item_completed" or not isinstance(item, dict) or item.get("type") != "UserMessage":
        return ""
    content = item.get("content")
    parts = content if isinstance(content, list) else []
    return "\n".join(str(each["text"]) for each in parts if isinstance(each, dict) and "text" in each)


def _call(name: str, arguments: Json) -> dict[str, Json]:
    """The call as its hooks are told of it."""
    if name == "apply_patch":
        return {"tool_name": name, "tool_input": {"command": arguments}}
    try:
        given = json.loads(arguments) if isinstance(arguments, str) else arguments
    except (ValueError, RecursionError):
        given = {"input": arguments}
    if name not in SHELLS or not isinstance(given, dict):
        return {"tool_name": name, "tool_input": given}
    command = given.get("cmd", given.get("command"))
    if isinstance(command, list):
        words = [str(each) for each in command]
        command = words[2] if words[1:2] in (["-lc"], ["-c"]) and len(words) == 3 else shlex.join(words)
    made: dict[str, Json] = {"tool_name": "Bash", "tool_input": {"command": command}}
    return made | ({"cwd": given["workdir"]} if isinstance(given.get("workdir"), str) else {})


def _is_ours(name: str) -> bool:
    return name.endswith(".jsonl") and name.rpartition("/")[2].startswith("rollout-")


TRANSCRIPT: Final = TranscriptPlace("$CODEX_HOME|~/.codex", "sessions", _is_ours, CodexTranscript)
