"""A model on loopback that says what a script tells it, in the words of four APIs, and keeps what it was asked.

A step is a tool call (`Calls`) or a text. Each request that offers tools takes the next step; after the last one, and
for requests without tools, it is a text that ends the turn.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Calls(NamedTuple):
    """The model calls a tool."""

    name: str
    arguments: dict[str, Any]


Step = Calls | str


class Model:
    """The script, how far it is, and the requests so far."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = list(steps)
        self.asked: list[Any] = []  # requests with tools
        self.port = 0
        self._lock = threading.Lock()

    def next(self, request: Any) -> tuple[Step, int]:
        """What to say to a request, and its number."""
        with self._lock:
            if not request.get("tools"):
                return "a title", 0
            self.asked.append(request)
            number = len(self.asked)
            return (self.steps[number - 1] if number <= len(self.steps) else "done"), number

    def texts(self) -> str:
        """All that it was told, as one text."""
        return json.dumps(self.asked, ensure_ascii=False)


@contextmanager
def model(steps: Sequence[Step]) -> Iterator[Model]:
    """A model that listens while this lasts."""
    told = Model(steps)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(told))
    told.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(told: Model) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *arguments: object) -> None:
            return

        def do_HEAD(self) -> None:
            self._send(b"", "text/plain")

        def do_GET(self) -> None:
            self._send(b'{"data": []}', "application/json")

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            try:
                request = json.loads(body or b"{}")
            except ValueError:
                request = {}
            path = self.path.partition("?")[0]
            for ending, speak in SPEECHES.items():
                if path.endswith(ending):
                    step, number = told.next(request)
                    made = list(speak(step, number))
                    if request.get("stream") or ending.endswith("streamGenerateContent"):
                        self._send("".join(_sse(each) for each in made).encode(), "text/event-stream")
                    else:
                        self._send(json.dumps(_whole(made, step, number)).encode(), "application/json")
                    return
            self._send(b'{"input_tokens": 1, "totalTokens": 1}', "application/json")

        def _send(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler


def _sse(event: Any) -> str:
    if isinstance(event, str):
        return f"data: {event}\n\n"
    name = f"event: {event['type']}\n" if "type" in event else ""
    return f"{name}data: {json.dumps(event)}\n\n"


def _whole(made: list[Any], step: Step, number: int) -> Any:
    """The answer to a request that wants no stream: only short questions do."""
    if made and isinstance(made[0], dict) and made[0].get("type") == "message_start":
        return {**made[0]["message"], "content": [_block(step, number)], "stop_reason": "end_turn"}
    return made[0] if made else {}


def _block(step: Step, number: int) -> Any:
    if isinstance(step, str):
        return {"type": "text", "text": step}
    return {"type": "tool_use", "id": f"toolu_{number}", "name": step.name, "input": step.arguments}


def _messages(step: Step, number: int) -> Iterator[Any]:
    usage = {"input_tokens": 1, "output_tokens": 1}
    base = {"id": f"msg_{number}", "type": "message", "role": "assistant", "model": "mock", "usage": usage}
    yield {"type": "message_start", "message": {**base, "content": [], "stop_reason": None, "stop_sequence": None}}
    block = _block(step, number)
    if isinstance(step, str):
        yield {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
        delta: Any = {"type": "text_delta", "text": step}
    else:
        yield {"type": "content_block_start", "index": 0, "content_block": {**block, "input": {}}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(step.arguments)}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    reason = "end_turn" if isinstance(step, str) else "tool_use"
    yield {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": usage}
    yield {"type": "message_stop"}


def _responses(step: Step, number: int) -> Iterator[Any]:
    response = {"id": f"resp_{number}", "object": "response", "status": "completed", "output": []}
    yield {"type": "response.created", "response": {**response, "status": "in_progress"}}
    if isinstance(step, str):
        content = [{"type": "output_text", "text": step, "annotations": []}]
        item: Any = {"type": "message", "role": "assistant", "id": f"item_{number}", "content": content}
    else:
        item = {"type": "function_call", "id": f"item_{number}", "call_id": f"call_{number}", "name": step.name,
                "arguments": json.dumps(step.arguments)}  # fmt: skip
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    yield {"type": "response.completed", "response": {**response, "output": [item], "usage": usage}}


def _completions(step: Step, number: int) -> Iterator[Any]:
    def chunk(delta: Any, reason: str | None = None) -> Any:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        base = {"id": f"c_{number}", "object": "chat.completion.chunk", "created": 1, "model": "mock"}
        return {**base, "choices": [choice]}

    if isinstance(step, str):
        yield chunk({"role": "assistant", "content": step})
        yield chunk({}, "stop")
    else:
        function = {"name": step.name, "arguments": json.dumps(step.arguments)}
        call = {"index": 0, "id": f"call_{number}", "type": "function", "function": function}
        yield chunk({"role": "assistant", "tool_calls": [call]})
        yield chunk({}, "tool_calls")
    yield "[DONE]"


def _generated(step: Step, number: int) -> Iterator[Any]:
    part = {"text": step} if isinstance(step, str) else {"functionCall": {"name": step.name, "args": step.arguments}}
    candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    yield {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "mock"}


SPEECHES = {
    "/v1/messages": _messages,
    "/responses": _responses,
    "/chat/completions": _completions,
    ":streamGenerateContent": _generated,
    ":generateContent": _generated,
}
