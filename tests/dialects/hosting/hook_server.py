"""A server on loopback that answers handlers as it was told, and remembers what it was asked: `HookServer`."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

HEARD = ("content-type", "authorization", "x-key", "x-other")  # headers that say something about the agent

Reply = dict[str, Any]
"""`status` (200), `body` (text), `headers`, `wait` (seconds before it answers), `chunked`."""


class HookServer(ThreadingHTTPServer):
    """Answers each path by its reply, others with 404."""

    daemon_threads = True

    def __init__(self, replies: Mapping[str, Reply]) -> None:
        super().__init__(("127.0.0.1", 0), _Asking)
        self.replies = dict(replies)
        self.asked: list[dict[str, Any]] = []
        self.let_go = threading.Event()
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def end(self) -> None:
        """Whoever waits is let go."""
        self.let_go.set()
        self.shutdown()
        self.server_close()


class _Asking(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        server: Any = self.server
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        heard = {name: self.headers[name] for name in HEARD if name in self.headers}
        told = json.loads(body) if body else {}
        server.asked.append({"path": self.path, "headers": heard, "keys": sorted(told)})
        reply = server.replies.get(self.path, {"status": 404})
        if reply.get("wait"):
            server.let_go.wait(reply["wait"])
        data = reply.get("body", "").encode()
        self.send_response(reply.get("status", 200))
        for name, value in reply.get("headers", {}).items():
            self.send_header(name, value.replace("SERVER", server.url))
        if reply.get("chunked"):
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for start in range(0, len(data), 7):
                part = data[start : start + 7]
                self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
                time.sleep(0)
            self.wfile.write(b"0\r\n\r\n")
            return
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self) -> None:  # who follows a redirect may come as this
        self.do_POST()

    def log_message(self, *args: Any) -> None:
        return
