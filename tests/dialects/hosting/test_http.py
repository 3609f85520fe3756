"""Handlers that are servers: what may be called, what is sent, what is taken for an answer; hostile servers."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from chibi_hooks.dialects.hosting.addresses import NotAllowed, checked, fault_of, is_listed, target_of
from tests.dialects.hosting.agents import CLAUDE, Machine, bash, claude

DENY = {
    "hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "R"}
}
Answering = Callable[[BaseHTTPRequestHandler], None]


class Server:
    """A server on loopback that answers as it is told and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, str], Any]] = []
        self.answer: Answering = answering(DENY)
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.asked.append((self.path, dict(self.headers), json.loads(body)))
                outer.answer(self)

            def log_message(self, *args: Any) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"


def answering(told: Any, status: int = 200, **headers: str) -> Answering:
    """This body, with this status."""
    text = told if isinstance(told, bytes) else json.dumps(told).encode() if told is not None else b""

    def answer(to: BaseHTTPRequestHandler) -> None:
        to.send_response(status)
        for name, value in {"Content-Length": str(len(text)), **headers}.items():
            to.send_header(name.replace("_", "-"), value)
        to.end_headers()
        to.wfile.write(text)

    return answer


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.server.shutdown()
    made.server.server_close()


def decide(machine: Machine, url: str, settings: dict[str, Any] | None = None, **handler: Any) -> dict[str, Any]:
    files = {CLAUDE: claude("PreToolUse", {"type": "http", "url": url, **handler}, **(settings or {}))}
    return machine.decide("claude-code", "PreToolUse", bash(), files)


def test_a_server_s_answer_is_read_like_a_command_s(machine: Machine, server: Server) -> None:
    decided = decide(machine, server.url)
    (handler,) = decided["handlers"]
    assert (decided["decision"], decided["reason"]) == ("deny", "R")
    assert (handler["kind"], handler["url"], handler["command"], handler["exit"]) == ("http", server.url, None, None)
    ((path, headers, body),) = server.asked
    assert (path, headers["Content-Type"], body["tool_name"]) == ("/hook", "application/json", "Bash")
    assert body == handler["stdin"]


REFUSED = [
    answering(DENY, 500), answering(DENY, 403), answering(DENY, 301, Location="/other"), answering(b"text"),
    answering(b"\xff\xfe"), answering([DENY]), answering(b'{"half": '), answering(DENY, Content_Encoding="gzip"),
    answering(b"{" + b" " * (2 << 20) + b"}"), answering(b'{"a":' * 5000),
]  # fmt: skip


@pytest.mark.parametrize("answer", REFUSED, ids=range(len(REFUSED)))
def test_what_is_no_answer_lets_the_tool_run_and_is_told(machine: Machine, server: Server, answer: Answering) -> None:
    server.answer = answer
    decided = decide(machine, server.url)
    assert decided["decision"] == "none"
    assert decided["warnings"]
    assert len(server.asked) == 1


def test_nothing_is_no_opinion(machine: Machine, server: Server) -> None:
    server.answer = answering(None, 201)
    decided = decide(machine, server.url)
    assert (decided["decision"], decided["warnings"]) == ("none", [])


def test_a_redirection_is_not_followed(machine: Machine, server: Server) -> None:
    server.answer = answering(None, 307, Location=server.url + "/other")
    assert "not followed" in decide(machine, server.url)["warnings"][0]
    assert [path for path, *_ in server.asked] == ["/hook"]


@pytest.mark.parametrize("where", ["head", "body"])
def test_a_server_that_drips_is_cut_off(machine: Machine, where: str) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    stopping = threading.Event()

    def drip() -> None:
        connection, _ = listener.accept()
        with connection:
            if where == "body":
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            while not stopping.wait(0.02):
                try:
                    connection.sendall(b"x")
                except OSError:
                    return

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    decided = decide(machine, f"http://127.0.0.1:{listener.getsockname()[1]}/", timeout=0.5)
    stopping.set()
    thread.join()
    listener.close()
    assert (decided["handlers"][0]["timed_out"], decided["decision"]) == (True, "none")


def test_a_length_that_is_a_lie_is_no_answer(machine: Machine, server: Server) -> None:
    server.answer = answering(DENY, Content_Length="100000", Connection="close")
    assert decide(machine, server.url, timeout=2)["decision"] == "none"


def test_the_list_of_urls(machine: Machine, server: Server) -> None:
    port = server.server.server_port
    fits = ["http://127.0.0.1:*/*", f"http://127.0.0.1:{port}/hook", "*", "http://*:*/*", f"http://127.0.0.1:{port}/*"]
    fits_not = [
        "http://127.0.0.1/*",
        "https://127.0.0.1:*/*",
        "http://127.0.0.1.evil.com:*/*",
        f"http://127.0.0.1:{port}/",
    ]
    for patterns, called in (*(([each], True) for each in fits), *(([each], False) for each in fits_not), ([], False)):
        decided = decide(machine, server.url, {"allowedHttpHookUrls": patterns})
        assert (decided["decision"] == "deny", decided["handlers"][0]["ran"]) == (called, called), patterns


def test_variables_in_headers(machine: Machine, server: Server) -> None:
    machine.variables = {"TOKEN": "t0", "SECRET": "hush-hush", "BAD": "a\r\nX-Evil: 1"}
    headers = {"Authorization": "Bearer $TOKEN", "X-One": "${TOKEN}-${SECRET}-$NONE"}
    decided = decide(machine, server.url, headers=headers, allowedEnvVars=["TOKEN", "NONE"])
    sent = server.asked[0][1]
    assert (sent["Authorization"], sent["X-One"]) == ("Bearer t0", "t0--")
    assert "SECRET is not allowed" in "\n".join(decided["warnings"])
    assert "hush-hush" not in json.dumps(decided)
    listed = decide(machine, server.url, {"httpHookAllowedEnvVars": []}, headers=headers, allowedEnvVars=["TOKEN"])
    assert listed["decision"] == "deny"
    assert server.asked[1][1]["Authorization"] == "Bearer"
    refused = decide(machine, server.url, headers={"X-Bad": "$BAD"}, allowedEnvVars=["BAD"])
    assert (refused["handlers"][0]["ran"], len(server.asked)) == (False, 2)


def test_it_is_not_called_where_the_agent_does_not(machine: Machine, server: Server) -> None:
    files = {CLAUDE: claude("SessionStart", {"type": "http", "url": server.url})}
    assert machine.decide("claude-code", "SessionStart", {}, files)["handlers"][0]["ran"] is False
    assert server.asked == []


CALIBAN = """
allowed_http_hook_urls = [{urls}]
http_hook_allowed_env_vars = ["TOKEN"]
{more}
"""
HANDLER = """
[[hooks.PreToolUse]]
[[hooks.PreToolUse.handlers]]
type = "http"
url = "{url}"
headers = {{ Authorization = "Bearer ${{TOKEN}}" }}
timeout = "3s"
"""


def test_caliban_calls_what_is_listed_and_local_only_where_it_is_said(machine: Machine, server: Server) -> None:
    machine.variables = {"TOKEN": "t0"}
    user, project = "user/.config/caliban/settings.toml", "project/.caliban/settings.toml"
    local = "allow_local_http_hook_targets = true"
    cases = [  # what the user says, what the project says -> documented, coded
        (CALIBAN.format(urls='"http://127.0.0.1/*"', more=local), "", True, "deny", "deny"),
        (CALIBAN.format(urls='"http://127.0.0.1/*"', more=""), "", False, "deny", "none"),
        (CALIBAN.format(urls="", more=local), "", False, "deny", "none"),
        ("", "", False, "deny", "none"),
        ("", CALIBAN.format(urls='"*"', more=local), False, "deny", "none"),
    ]
    for said, widened, called, documented, coded in cases:
        machine.write({user: said, project: widened + HANDLER.format(url=server.url)})
        before = len(server.asked)
        decided = machine.decide("caliban", "PreToolUse", {"tool": {"name": "Bash", "input": {}}})
        assert decided["decision"] == documented, (said, widened)
        assert (len(server.asked) > before) is called
        assert machine.decide("caliban", "PreToolUse", {}, profile="coded")["decision"] == coded
    assert server.asked[0][1]["Authorization"] == "Bearer t0"


NEVER = [
    "ftp://example.com/", "file:///etc/passwd", "http://user:pw@example.com/", "http://exa mple.com/", "http://a\\b/",
    "http://ex%61mple.com/", "http://exämple.com/", "http://", "http://a:99999/", "http://a/\n", "gopher://x",
]  # fmt: skip


@pytest.mark.parametrize("url", NEVER)
def test_what_is_never_called(url: str) -> None:
    with pytest.raises(NotAllowed):
        checked(url)


ADDRESSES = [  # address -> allowed with loopback only, with all
    ("93.184.216.34", True, True), ("127.0.0.1", True, True), ("::1", True, True), ("0.0.0.0", True, True),
    ("10.0.0.1", False, True), ("192.168.1.1", False, True), ("100.64.0.1", False, True), ("fd00::1", False, True),
    ("169.254.169.254", False, False), ("169.254.1.1", False, False), ("fe80::1", False, False),
    ("::ffff:169.254.169.254", False, False), ("::ffff:10.0.0.1", False, True), ("64:ff9b::a9fe:a9fe", False, False),
    ("2002:a9fe:a9fe::1", False, False), ("fd00:ec2::254", False, False), ("224.0.0.1", False, False),
    ("100.100.100.200", False, False), ("::ffff:7f00:1", True, True),
]  # fmt: skip


@pytest.mark.parametrize(("address", "near", "far"), ADDRESSES)
def test_addresses(address: str, near: bool, far: bool) -> None:
    assert (fault_of(address, loopback=True, private=False) == "") is near
    assert (fault_of(address, loopback=True, private=True) == "") is far
    if address in ("127.0.0.1", "::1", "0.0.0.0", "::ffff:7f00:1"):
        assert fault_of(address, loopback=False, private=True)


def test_every_address_of_a_name_must_be_allowed_and_the_one_looked_at_is_called() -> None:
    def two(host: str, port: int) -> list[str]:
        return ["93.184.216.34", "169.254.169.254"]

    with pytest.raises(NotAllowed):
        target_of("https://good.example/", loopback=True, private=True, resolve=two)
    target = target_of(
        "https://good.example/a/../b?q", loopback=False, private=False, resolve=lambda *_: ["93.184.216.34"]
    )
    assert (target.address, target.host, target.path) == ("93.184.216.34", "good.example", "/b?q")
    with pytest.raises(NotAllowed):
        target_of("http://metadata.google.internal/", loopback=True, private=True, resolve=lambda *_: ["93.184.216.34"])


LISTS = [
    ("https://hooks.example.com/*", "https://hooks.example.com/a/b", True),
    ("https://hooks.example.com/*", "https://hooks.example.com.evil.com/a", False),
    ("https://hooks.example.com/*", "https://evil.com/hooks.example.com/a", False),
    ("https://hooks.example.com/*", "http://hooks.example.com/a", False),
    ("https://hooks.example.com/*", "https://HOOKS.example.com/a", True),
    ("https://*.example.com/*", "https://a.example.com/x", True),
    ("https://*.example.com/*", "https://evil.com/.example.com/x", False),
    ("https://hooks.example.com/safe/*", "https://hooks.example.com/safe/../admin", False),
    ("https://hooks.example.com/safe/*", "https://hooks.example.com/safe/x", True),
    ("*", "https://anything.example/", True),
]


@pytest.mark.parametrize(("pattern", "url", "listed"), LISTS)
def test_a_list_is_read_part_by_part(pattern: str, url: str, listed: bool) -> None:
    assert is_listed(url, [pattern], "ports") is listed
    assert is_listed(url, [pattern], "no-ports") is listed


REGEXPS = [  # what has an escaped dot is a regexp of the whole there, in which a star stands for any text as well
    (r"https://.*\.example\.com/.*", "https://api.example.com/a", True),
    (r"https://.*\.example\.com/.*", "https://api-example.com/a", False),
    (r"https://[a-z]*\.example\.com/a", "https://API.example.com/a", True),
    (r"https://api\.example\.com/(a|b)", "https://api.example.com/b", True),
    (r"https://api\.example\.com/(a|b)", "https://api.example.com/c", False),
    (r"https://api\.example\.com/a?", "https://api.example.com/", True),
    (r"https://api\.example\.com/*", "https://api.example.com/a/b", True),
    (r"https://api\.example\.com/*", "https://evil.com/https://api.example.com/a", False),
    (r"https://api\.example\.com/\D", "https://api.example.com/1", False),
    ("https://api.example.com/a?", "https://api.example.com/", False),
]


@pytest.mark.parametrize(("pattern", "url", "listed"), REGEXPS)
def test_what_has_an_escaped_dot_is_a_regexp(pattern: str, url: str, listed: bool) -> None:
    assert is_listed(url, [pattern], "text") is listed


@pytest.mark.parametrize("pattern", [r"https://api\.example\.com/(", r"https://a\.b/(a|aa)+x"])
def test_what_is_no_regexp_or_takes_for_ever_fits_nothing_and_is_said(pattern: str) -> None:
    url = "https://a.b/" + "a" * 2_000
    with pytest.raises(NotAllowed, match="no regular expression|takes more than"):
        is_listed(url, [pattern], "text")
    assert is_listed(url, [pattern, "https://a.b/*"], "text")


def test_a_path_that_hides_its_dots_is_refused() -> None:
    with pytest.raises(NotAllowed):
        is_listed("https://a.example/safe/%2e%2e/admin", ["https://a.example/safe/*"], "ports")
