"""Agents' events over HTTP: the same answers, and nothing for anybody who should not ask."""

from __future__ import annotations

import http.client
import json
import os
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.home import find_homes
from chibi_hooks.server.address import address_of
from chibi_hooks.server.agents import loopback, seats
from chibi_hooks.server.agents.held_homes import HeldHomes
from chibi_hooks.server.agents.loopback import Loopback, listening
from chibi_hooks.server.token_file import token_at
from tests.homes import make_home
from tests.isolation import in_threads
from tests.server.calling import DENIED, GUARD, event
from tests.server.conftest import World

RECORDED = Path(__file__).parent.parent / "recorded"
CASES = [path for path in sorted(RECORDED.glob("*/*.json")) if path.parent.name != "toy"]
Headers = dict[str, str]


class Asked:
    """A server, and requests to it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.said: list[str] = []
        self.home = make_home(world.root / "mine", {"hooks/guard.scm": GUARD})
        self.homes = HeldHomes({**world.around.environment, "HOME": str(world.root / "user")})
        self.address = address_of(find_homes(world.around, str(self.home)), world.around)
        self.open()

    def open(self, home: Path | None = None, port: int = 0) -> None:
        with listening(port) as listener:
            self.server = Loopback(self.homes, str(home or self.home), self.address, listener, self.said.append)

    @property
    def headers(self) -> Headers:
        token = Path(self.address.token).read_text().strip()
        return {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def post(self, path: str, body: bytes, headers: Headers | None = None, method: str = "POST") -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port)
        given = {name: each for name, each in {**self.headers, **(headers or {})}.items() if each}
        connection.request(method, path, body, given)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, text

    def raw(self, *pieces: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self.server.port)) as client:
            try:
                for piece in pieces:
                    client.sendall(piece)
                return b"".join(iter(lambda: client.recv(1 << 16), b""))
            except OSError:
                return b""


@pytest.fixture
def asked(world: World) -> Iterator[Asked]:
    made = Asked(world)
    yield made
    made.server.close()
    made.homes.close()


def test_an_event_is_answered_as_by_the_command(asked: Asked) -> None:
    assert asked.post("/hook/claude-code/PreToolUse", event("rm")) == (200, json.dumps(DENIED).encode())
    assert asked.post("/hook/claude-code", event("ls")) == (200, b"{}")
    assert asked.post("/hook/codex", event("ls")) == (204, b"")


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_event_is_answered_byte_for_byte(asked: Asked, path: Path) -> None:
    from chibi_hooks.server.agents.call import call_of

    case = json.loads(path.read_text())
    files: dict[str, str | bytes] = {"hooks/h.scm": "\n".join(case["hooks"])}
    home = make_home(asked.world.root / "case", {**files, "chibi-hooks.toml": case.get("config", "")})
    asked.server.close()
    asked.open(home)
    agent = path.parent.name
    beside = {**asked.world.around.environment, "CHIBI_HOOKS_STATE": str(asked.world.state / "beside")}
    with HeldHomes(beside, hold=False) as alone:
        for each in case["events"]:
            name, text = each.get("name", ""), json.dumps(each["event"]).encode()
            words = [agent, *([name] if name else []), "--home", str(home)]
            wanted = alone.answer(call_of(words, text, "/")).text
            status, said = asked.post(f"/hook/{agent}{f'/{name}' if name else ''}", text)
            assert (status, said) == (200 if wanted else 204, wanted)


@pytest.mark.parametrize("name", ["--home", "--home=nowhere", "--schema", "-x", "%00", "%0A", "PreToolUse%20"])
def test_the_name_of_an_event_is_no_option(asked: Asked, name: str) -> None:
    assert asked.post(f"/hook/claude-code/{name}", event("rm")) == (200, json.dumps(DENIED).encode())
    assert asked.post(f"/hook/claude-code/{name}", event("ls")) == (200, b"{}")


def test_what_is_no_event_is_that_agents_silence(asked: Asked) -> None:
    for bad in (b"", b"{oops", b"\xff", b"[]", b'{"a":' * 3000):
        assert asked.post("/hook/claude-code", bad) == (200, b"{}")
    assert "is not understood" not in str(asked.said)
    asked.server.close()
    asked.open(asked.world.root / "nowhere")
    assert asked.post("/hook/claude-code", event("rm")) == (200, b"{}")
    assert "does not exist" in asked.said[-1]


REFUSED: dict[str, tuple[Headers, int]] = {
    "no token": ({"Authorization": ""}, 401),
    "another token": ({"Authorization": "Bearer x"}, 401),
    "another scheme": ({"Authorization": "Basic x"}, 401),
    "not ASCII": ({"Authorization": "Bearer \xe9"}, 401),
    "another name": ({"Host": "evil.example"}, 421),
    "another name, our port": ({"Host": "evil.example:PORT"}, 421),
    "no port": ({"Host": "127.0.0.1"}, 421),
    "a page": ({"Origin": "https://evil.example"}, 403),
    "a file": ({"Origin": "null"}, 403),
    "a form": ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
    "a text": ({"Content-Type": "text/plain"}, 415),
    "no kind": ({"Content-Type": ""}, 415),
}


@pytest.mark.parametrize("name", REFUSED)
def test_who_should_not_ask_is_refused_and_nothing_is_fired(asked: Asked, name: str) -> None:
    headers, status = REFUSED[name]
    headers = {key: each.replace("PORT", str(asked.server.port)) for key, each in headers.items()}
    got, text = asked.post("/hook/claude-code", event("rm"), headers)
    assert got == status
    assert list(json.loads(text)) == ["error"]
    assert asked.homes.answered == 0
    assert asked.post("/hook/claude-code", event("rm"), {"Host": f"localhost:{asked.server.port}"})[0] == 200
    assert asked.post("/hook/claude-code", event("rm"), {"Origin": asked.server.url})[0] == 200


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_no_other_method_has_an_effect(asked: Asked, method: str) -> None:
    assert asked.post("/hook/claude-code", event("rm"), method=method)[0] == 405
    assert asked.homes.answered == 0


@pytest.mark.parametrize(
    "path", ["/none", "/hook", "/hook/", "/hook/nobody", "/hook/..%2f..%2fetc", "/hook/claude-code/a/b"]
)
def test_other_paths_are_not_there(asked: Asked, path: str) -> None:
    status, text = asked.post(path, event("rm"))
    assert status in (404, 307)
    assert str(asked.world.root).encode() not in text
    assert asked.homes.answered == 0


@pytest.mark.parametrize("path", ["/hook/claude-code/", "/hook/claude-code/PreToolUse/"])
def test_a_slash_at_the_end_sends_no_agent_elsewhere(asked: Asked, path: str) -> None:
    status, answer = asked.post(path, event("rm"))  # who is sent elsewhere does not go, and takes it for a yes
    assert (status, json.loads(answer)) == (200, DENIED)


def test_a_body_has_a_limit_whether_it_says_so_or_not(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loopback, "LARGEST", 1000)
    assert asked.post("/hook/claude-code", event("rm", padding="x" * 1000))[0] == 413
    head = "\r\n".join(f"{name}: {each}" for name, each in asked.headers.items())
    start = f"POST /hook/claude-code HTTP/1.1\r\nHost: 127.0.0.1:{asked.server.port}\r\n{head}\r\n"
    chunks = (
        b"Transfer-Encoding: chunked\r\n\r\n" + b"200\r\n" + b" " * 512 + b"\r\n" + b"200\r\n" + b" " * 512 + b"\r\n"
    )
    assert asked.raw(start.encode() + chunks).startswith(b"HTTP/1.1 413")
    assert asked.post("/hook/claude-code", event("ls")) == (200, b"{}")


def slow_head(port: int, head: str) -> bytes:
    return f"POST /hook/claude-code HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n".encode()


def slow_body(port: int, head: str) -> bytes:
    return slow_head(port, head) + f"{head}\r\nContent-Length: 100\r\n\r\n{{".encode()


def nothing(port: int, head: str) -> bytes:
    return b""


@pytest.mark.parametrize("begin", [nothing, slow_head, slow_body])
def test_who_takes_for_ever_is_cut_off(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, begin: Callable[[int, str], bytes]
) -> None:
    monkeypatch.setattr(seats, "HEAD", 0.2)
    monkeypatch.setattr(loopback, "BODY", 0.2)
    head = "\r\n".join(f"{name}: {each}" for name, each in asked.headers.items())
    answer = asked.raw(begin(asked.server.port, head))  # ends when the server closes it
    assert answer == b"" or answer.startswith((b"HTTP/1.1 408", b"HTTP/1.1 400"))
    assert asked.homes.answered == 0


def has_left(client: socket.socket) -> bool:
    """Was the connection closed on the other side, whether or not what we sent had been read?"""
    try:
        return client.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("begin", [nothing, slow_head])
def test_many_who_say_nothing_keep_nobody_out(asked: Asked, begin: Callable[[int, str], bytes]) -> None:
    kept = http.client.HTTPConnection("127.0.0.1", asked.server.port)  # a client that was let in before keeps its place
    socket_of_it = None
    silent = []
    for _ in range(2):
        kept.request("POST", "/hook/claude-code", event("rm"), asked.headers)
        answer = kept.getresponse()
        assert (answer.status, json.loads(answer.read())) == (200, DENIED)
        assert socket_of_it in (None, kept.sock)
        socket_of_it = kept.sock
        for _ in range(seats.AT_ONCE + 20):
            silent.append(socket.create_connection(("127.0.0.1", asked.server.port)))
            silent[-1].sendall(begin(asked.server.port, ""))
        assert asked.post("/hook/claude-code", event("ls")) == (200, b"{}")
    for each in silent[:20]:
        assert has_left(each)  # whoever said nothing for the longest time
    for client in (*silent, kept):
        client.close()


def test_of_those_with_the_token_so_many_are_read_at_once(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loopback, "REQUESTS", 3)
    head = "\r\n".join(f"{name}: {each}" for name, each in asked.headers.items())
    clients = [socket.create_connection(("127.0.0.1", asked.server.port)) for _ in range(4)]
    for client in clients:
        client.sendall(slow_body(asked.server.port, head))
    (answering,), _, _ = select.select(clients, [], [])
    assert answering.recv(1000).startswith(b"HTTP/1.1 503")
    for client in clients:
        client.close()
    while asked.post("/hook/claude-code", event("ls"))[0] == 503:  # until it has seen that they are gone
        time.sleep(0.01)


def test_the_token_is_ours_alone_and_stays(asked: Asked) -> None:
    path, port = asked.address.token, asked.server.port
    before = asked.headers
    assert os.stat(path).st_mode & 0o777 == 0o600
    asked.server.close()
    asked.open(port=port)
    assert asked.headers == before
    assert asked.post("/hook/claude-code", event("rm"))[0] == 200


def test_a_token_that_others_could_have_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t"
    token_at(str(path))
    path.chmod(0o644)
    with pytest.raises(ConfigError, match="only you can read"):
        token_at(str(path))
    path.chmod(0o600)
    path.write_text("short")
    with pytest.raises(ConfigError, match="no token"):
        token_at(str(path))
    link = tmp_path / "link"
    link.symlink_to(path)
    with pytest.raises(ConfigError):
        token_at(str(link))
    os.mkfifo(tmp_path / "pipe", 0o600)
    with pytest.raises(ConfigError, match="only you can read"):
        token_at(str(tmp_path / "pipe"))


def test_a_port_that_is_taken_is_told(asked: Asked) -> None:
    with pytest.raises(ConfigError, match="--http PORT"):
        asked.open(port=asked.server.port)


def test_it_is_told_where_it_listens_while_it_does(asked: Asked) -> None:
    assert asked.address.url() == asked.server.url
    asked.server.close()
    assert asked.address.url() is None
    Path(asked.address.http).write_text(asked.server.url)  # as after a kill
    assert asked.address.url() is None
    asked.open()


def _threads_that_answer(asked: Asked, count: int = 4) -> list[bool]:
    """Of so many requests in turn: was each answered on the server's own thread?"""
    own: list[bool] = []
    given = asked.homes.answer

    def answer(call: Any) -> Any:
        own.append(threading.current_thread().name == "chibi-hooks-http")
        return given(call)

    asked.homes.answer = answer  # type: ignore[method-assign]
    for _ in range(count):
        assert asked.post("/hook/claude-code", event("ls"))[0] in (200, 204)
    return own


@in_threads("waits")
def test_where_nobody_may_wait_quick_answers_are_made_on_the_servers_own_thread(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loopback, "QUICK", 60.0)
    assert _threads_that_answer(asked) == [False, True, True, True]
    monkeypatch.setattr(loopback, "QUICK", 0.0)
    assert _threads_that_answer(asked) == [True, True, False, False]


def test_where_somebody_may_wait_a_thread_answers(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loopback, "QUICK", 60.0)
    guard = "(register-hook 'pre_tool (lambda (p) (guard (e (#t '())) (call-tool \"x\" '()) '())))"
    (asked.home / "hooks" / "waits.scm").write_text(guard, encoding="utf-8")
    assert not any(_threads_that_answer(asked))
