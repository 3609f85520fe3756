"""The lines of a Claude Code transcript, as 2.1.197 wrote it -> the hook events of that session.

{"type": "user", "message": {"role": "user", "content": "do it"}, "sessionId": …, "cwd": …, "timestamp": …, "uuid": …}
{"type": "assistant", "message": {"content": [{"type": "tool_use", "id": …, "name": "Bash", "input": {…}}]}, …}
{"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": …, …}]}, "toolUseResult": {…}, …}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chibi_hooks.dialects.transcripts.past import TranscriptPlace
from chibi_hooks.hooks.answer import Json

WRITTEN_BY_IT: Final = ("<command-", "<local-command-", "Caveat: ", "[Request interrupted")  # no prompts of a person


class ClaudeTranscript:
    """One transcript, line by line; calls are remembered until their result has come."""

    def __init__(self) -> None:
        self._calls: dict[str, dict[str, Json]] = {}

    def events(self, line: dict[str, Json]) -> Iterator[dict[str, Json]]:
        """The events of a line."""
        message = line.get("message")
        if not isinstance(message, dict) or line.get("isMeta") or line.get("isCompactSummary"):
            return
        base: dict[str, Json] = {"session_id": line.get("sessionId"), "cwd": line.get("cwd")}
        content = message.get("content")
        parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
        for part in parts:
            if isinstance(part, dict):
                yield from self._of_part(str(line.get("type")), part, base, line)

    def _of_part(
        self, kind: str, part: dict[str, Json], base: dict[str, Json], line: dict[str, Json]
    ) -> Iterator[dict[str, Json]]:
        text = part.get("text")
        if kind == "user" and part.get("type") == "text" and isinstance(text, str) and not line.get("isSidechain"):
            if text.strip() and not text.startswith(WRITTEN_BY_IT):
                yield {"hook_event_name": "UserPromptSubmit", **base, "prompt": text}
        elif part.get("type") == "tool_use":
            call = {**base, "tool_name": part.get("name"), "tool_input": part.get("input")}
            self._calls[str(part.get("id"))] = call
            yield {"hook_event_name": "PreToolUse", **call}
        elif part.get("type") == "tool_result" and (call := self._calls.pop(str(part.get("tool_use_id")), {})):
            if part.get("is_error"):
                yield {"hook_event_name": "PostToolUseFailure", **call, "error": _text(part.get("content"))}
            else:
                yield {"hook_event_name": "PostToolUse", **call, "tool_response": line.get("toolUseResult")}


def _text(content: Json) -> str:
    if isinstance(content, list):
        return "\n".join(str(each.get("text", "")) for each in content if isinstance(each, dict))
    return content if isinstance(content, str) else ""


TRANSCRIPT: Final = TranscriptPlace(
    "$CLAUDE_CONFIG_DIR|~/.claude", "projects", lambda name: name.endswith(".jsonl"), ClaudeTranscript
)
