"""The host for agents behind its socket: whatever a client does to it, the others are answered."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.server import hook
from chibi_hooks.server.agents import host as agents
from chibi_hooks.server.agents.held_homes import HeldHomes
from chibi_hooks.server.agents.host import Agents, Busy
from tests.homes import make_home
from tests.server.calling import DENIED, GUARD, event
from tests.server.conftest import World


class Listening:
    """A host for agents in this process."""

    def __init__(self, world: World) -> None:
        self.home = make_home(world.root / "mine", {"hooks/guard.scm": GUARD})
        self.path = str(world.state / "run" / "hook")
        self.said: list[str] = []
        self.environment = dict(world.around.environment)
        self.agents = self.listen()

    def listen(self, idle: float = 600.0) -> Agents:
        homes = HeldHomes(self.environment, say=self.said.append)
        made = Agents.listen(homes, self.path, say=self.said.append, idle=idle)
        self.thread = threading.Thread(target=made.run)
        self.thread.start()
        return made

    def request(self, text: bytes, *words: str) -> bytes:
        call = hook.ClientCall(["claude-code", "--home", str(self.home), *words])
        call.chunks = [text]
        return hook.request(call)

    def raw(self, *pieces: bytes, end: bool = True) -> bytes:
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(f"{self.path}.sock")
            try:
                for piece in pieces:
                    client.sendall(piece)
                if end:
                    client.shutdown(socket.SHUT_WR)
                return b"".join(iter(lambda: client.recv(1 << 16), b""))
            except OSError:
                return b""

    def says(self, text: bytes) -> object:
        answer = self.raw(self.request(text))
        assert answer[:1] == hook.BEGUN
        return json.loads(hook.parsed(answer[1:])[1])

    def close(self) -> None:
        self.agents.stop()
        self.thread.join()


@pytest.fixture
def listening(world: World) -> Iterator[Listening]:
    made = Listening(world)
    yield made
    made.close()


def test_a_call_may_come_in_any_pieces(listening: Listening) -> None:
    whole = listening.request(event("rm"))
    for size in (1, 7, 64, len(whole)):
        pieces = [whole[start : start + size] for start in range(0, len(whole), size)]
        answer = listening.raw(*pieces)
        assert json.loads(hook.parsed(answer[1:])[1]) == DENIED


def test_what_is_no_call_is_not_begun_and_the_next_one_is_answered(listening: Listening) -> None:
    whole = listening.request(event("rm"))
    huge = hook.WIRE + (1 << 31).to_bytes(4, "big") + (1 << 40).to_bytes(8, "big")
    fieldless = [hook.WIRE + size.to_bytes(4, "big") + bytes(8) + bytes(size) for size in (0, 1, 3)]
    others = (b"", b"GET / HTTP/1.1\r\n\r\n" * 9, whole[:10], whole[:-1], huge, bytes(5000), b"\xff" * 100)
    for number, wrong in enumerate((*fieldless, *others)):
        assert listening.raw(wrong) == b""
        assert listening.says(event("ls")) == {}
        assert number or "fields" in listening.said[-1]


def test_who_goes_away_is_not_answered_and_nothing_is_fired(listening: Listening) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(f"{listening.path}.sock")
        client.sendall(listening.request(event("rm"))[:-1])
    assert listening.says(event("ls")) == {}
    assert listening.agents.homes.answered == 1


def test_only_one_listens(listening: Listening) -> None:
    with pytest.raises(Busy, match=str(os.getpid())):
        Agents.listen(HeldHomes(listening.environment), listening.path)


def test_it_ends_when_nobody_calls(listening: Listening) -> None:
    listening.close()
    listening.agents = listening.listen(idle=0.0)
    listening.thread.join()
    assert "nobody has called" in listening.agents.ended_because
    assert os.listdir(Path(listening.path).parent) == []


@pytest.mark.parametrize("gone", ["hook.sock", "hook.lock"])
def test_it_ends_when_its_socket_is_removed(listening: Listening, gone: str) -> None:
    (Path(listening.path).parent / gone).unlink()
    listening.thread.join()
    assert listening.agents.ended_because == "its socket was removed"


def test_its_directory_must_be_ours_alone(world: World) -> None:
    directory = world.state / "run"
    directory.mkdir()
    directory.chmod(0o777)
    with pytest.raises(ConfigError, match="yours alone"):
        Agents.listen(HeldHomes({}), str(directory / "hook"))


def test_who_says_nothing_does_not_stop_the_others(listening: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents, "RECEIVE", 0.2)
    silent = [socket.socket(socket.AF_UNIX) for _ in range(agents.CALLS + 5)]
    for each in silent:
        each.connect(f"{listening.path}.sock")
    assert listening.says(event("rm")) == DENIED
    for each in silent:
        each.close()


def test_another_user_is_refused(listening: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert listening.raw(listening.request(event("rm"))) == b""


def test_where_there_is_room_for_no_thread_calls_are_answered_all_the_same(
    listening: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = threading.Thread.start

    def full(thread: threading.Thread) -> None:
        if thread.name != "scheme-watchdog":  # one for the process: it may have begun before or not
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", full)
    assert [listening.says(event(command)) for command in ("rm", "ls", "rm")] == [DENIED, {}, DENIED]
    assert any("can't start new thread" in each for each in listening.said)


def test_where_there_is_room_for_no_thread_a_fault_of_ours_is_that_calls_alone(
    listening: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    def broken(receive: object) -> NoReturn:
        raise ZeroDivisionError("ours")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", full)
        patch.setattr(agents, "read_call", broken)
        assert listening.raw(listening.request(event("rm"))) == b""
    assert listening.says(event("rm")) == DENIED
    assert any("ZeroDivisionError: ours" in each for each in listening.said)


def test_one_that_has_no_memory_for_a_call_ends_and_says_so_in_a_line(
    listening: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(receive: object) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr(agents, "read_call", full)
    assert listening.raw(listening.request(event("rm"))) == b""
    listening.thread.join()
    assert listening.agents.ended_because == "it has no memory left"
    assert listening.said == ["a call was not answered: MemoryError"]
