"""A resident host and its clients: many at once, and whatever a client may do to it."""

from __future__ import annotations

import base64
import os
import shutil
import socket
import stat
import struct
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.hooks.homes.home import find_homes
from chibi_hooks.hooks.recording.journal import Journal
from chibi_hooks.hooks.recording.recorder import Recorder
from chibi_hooks.server import connection, door
from chibi_hooks.server.address import Taken, Unsafe
from chibi_hooks.server.client import Lost, NotDone, connect, standing
from chibi_hooks.server.operations import Told, operation
from chibi_hooks.server.protocol import ANSWER_LIMIT, REQUEST_LIMIT, Decoder, encode
from chibi_hooks.server.request import Request
from chibi_hooks.server.resident import Resident
from tests.homes import sh_plugin
from tests.server.conftest import World

Payload = Callable[[str], dict[str, object]]

entered = threading.Semaphore(0)  # released by `test-wait` when it has begun


@operation("test-wait")
def wait(resident: Resident, request: Request) -> Told:
    """Waits until it is interrupted."""
    ended = threading.Event()
    request.on_interrupt(ended.set)
    entered.release()
    assert ended.wait(200)
    return {"interrupted": True}


@operation("test-count")
def count(resident: Resident, request: Request) -> Iterator[Told]:
    """Counts for ever."""
    number = 0
    while not request.interrupted.is_set():
        number += 1
        yield {"n": number, "padding": "x" * request.number("padding", 0)}


@operation("test-keep")
def keep(resident: Resident, request: Request) -> Told:
    """How often this client has asked."""
    kept = request.keeper.kept
    kept["asked"] = kept.get("asked", 0) + 1
    return {"asked": kept["asked"]}


@operation("test-fail")
def fail(resident: Resident, request: Request) -> Told:
    """Our fault."""
    raise RuntimeError("a mistake")


class Raw:
    """A client that says what it likes."""

    def __init__(self, path: str) -> None:
        self.stream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.stream.settimeout(60)
        self.stream.connect(path)
        self.decoder = Decoder(ANSWER_LIMIT)
        self.greeting = self.next()

    def send(self, data: bytes) -> None:
        self.stream.sendall(data)

    def next(self) -> Any:
        """The next message; None when the host has hung up."""
        while (message := self.decoder.take()) is None:
            data = self.stream.recv(1 << 16)
            if not data:
                return None
            self.decoder.feed(data)
        return message

    def close(self) -> None:
        self.stream.close()


@pytest.fixture
def raw(world: World) -> Iterator[Callable[[], Raw]]:
    """Make raw clients of the world's door."""
    made: list[Raw] = []

    def start() -> Raw:
        made.append(Raw(world.doors[-1].address))
        return made[-1]

    yield start
    for each in made:
        each.close()


def works(world: World) -> bool:
    """Does the host answer a client that behaves?"""
    return bool(world.client().call("status")["generation"])


# --- what it is for ---


def test_a_fire_through_the_door_is_a_fire(world: World, shell: Payload) -> None:
    world.door()
    told = world.client().call("fire", point="pre_tool", payload=shell("rm x"), written=True)
    assert told["fire"]["outcome"] == {"block": True, "message": "no rm"}
    fire = told["fire"]
    assert (fire["missing"], fire["said"], told["notices"], told["not_recorded"]) == ([], [], [], None)
    assert world.doors[0].resident.host.recorder is not None
    with Journal(world.doors[0].resident.host.recorder.path) as journal:
        assert [fire.id for fire in journal.fires()] == [told["fire"]["fire"]]


def test_an_answer_to_an_agent_waits_a_moment_for_a_journal_that_hangs(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    def hangs(_: Recorder, timeout: float = 60.0) -> bool:
        waited.append(timeout)
        return False

    monkeypatch.setattr(Recorder, "flush", hangs)
    world.door()
    event = b'{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "rm x"}}'
    told = world.client().call(
        "hook", agent="claude-code", event="", bytes=base64.b64encode(event).decode(), written=True
    )
    assert b'"permissionDecision": "deny"' in base64.b64decode(told["text"])
    assert (len(waited), max(waited) <= 1.0) == (1, True)
    assert "not recorded: " in told["notes"][-1]


def test_without_a_host_there_is_no_client(world: World) -> None:
    assert connect(world.home, world.around) is None
    world.door().stop()
    assert connect(world.home, world.around) is None


def test_a_home_that_is_not_there_is_the_callers_mistake(world: World) -> None:
    with pytest.raises(ConfigError, match="init"):
        connect(world.root / "nowhere", world.around)


def test_what_is_wrong_is_raised_as_if_it_had_been_done_here(world: World, shell: Payload) -> None:
    world.door()
    client = world.client()
    for fields, message in (
        ({"point": "pre_tol", "payload": {}}, 'there is no hook point "pre_tol": did you mean "pre_tool"?'),
        ({"point": "pre_tool", "payload": [1]}, "pre_tool: wanted a JSON object as the payload, got an array"),
        ({"point": "pre_tool"}, "wanted a JSON object as the payload, got null"),
        ({"payload": {}}, "fire: point: wanted a string, got nothing"),
        ({"point": 3, "payload": {}}, "fire: point: wanted a string, got 3"),
        ({"point": "pre_tool", "payload": {}, "look": 1}, "fire: look: wanted true or false, got 1"),
        ({"point": "pre_tool", "payload": {}, "notices": [1]}, "wanted pairs of place and reason"),
    ):
        with pytest.raises(BadRequest) as raised:
            client.call("fire", **fields)
        assert message in str(raised.value)
    with pytest.raises(BadRequest, match='there is no operation "fir": did you mean "fire"'):
        client.call("fir")
    with pytest.raises(BadRequest, match="there is no earlier generation"):
        client.call("rollback")
    assert works(world)


def test_what_was_saved_a_moment_ago_counts_for_a_client_that_looks(world: World, shell: Payload) -> None:
    world.door()
    client = world.client()
    for number in range(3):
        world.files({"hooks/guard.scm": f'(register-hook \'pre_tool (lambda (p) (block "{number}")))'})
        told = client.call("fire", point="pre_tool", payload=shell("ls"), look=True)
        assert told["fire"]["outcome"]["message"] == str(number)


def test_a_client_in_another_project_has_its_plugins_there(world: World) -> None:
    body = 'printf \'{"block": true, "message": "%s %s"}\' "$PWD" "$CHIBI_PROJECT_ROOT"'
    world.files({"plugins/where": sh_plugin("where", ["pre_tool"], body)})
    world.door()
    client = world.client()
    for name in ("one", "two", "one"):
        project = world.root / name
        project.mkdir(exist_ok=True)
        told = client.call("fire", point="pre_tool", payload={}, project=str(project), notices=[["p", "why"]])
        assert told["fire"]["outcome"]["message"] == f"{project} {project}"
        assert told["fire"]["skipped"] == [{"responder": "p", "reason": "why"}]
    assert client.call("fire", point="pre_tool", payload={})["fire"]["outcome"]["message"].startswith(str(world.root))


def test_a_client_that_means_other_homes_is_not_answered(world: World) -> None:
    world.door()
    client = world.client()
    own = standing(find_homes(world.around, world.home))
    assert client.call("fire", point="pre_tool", payload={}, **own)
    with pytest.raises(NotDone, match="the resident host holds other homes by now"):
        client.call("fire", point="pre_tool", payload={}, **{**own, "homes": ["/other"]})


def test_views_of_projects_do_not_outlive_their_generation(world: World) -> None:
    resident = world.door().resident
    made = {id(resident.view(f"/p{number}", ())) for number in range(40)}
    assert len(made) >= 16
    assert len(resident._views) <= 16
    world.files({"hooks/guard.scm": "(define nothing 1)"})
    while resident.host.generation.number == 1:
        resident.host.reload()
    assert not resident._views


def test_a_client_keeps_what_is_its_own(world: World) -> None:
    world.door()
    one, two = world.client(), world.client()
    assert [one.call("test-keep")["asked"], one.call("test-keep")["asked"], two.call("test-keep")["asked"]] == [1, 2, 1]


def test_a_fault_of_ours_is_told_to_both_sides(world: World) -> None:
    world.door()
    with pytest.raises(Exception, match="test-fail: an error in the resident host: RuntimeError: a mistake"):
        world.client().call("test-fail")
    assert "Traceback" in world.said[0]
    assert works(world)


# --- following and interrupting ---


def test_whoever_follows_hears_of_every_reload(world: World) -> None:
    world.door()
    with closing(world.client().follow("follow")) as events:
        first = next(events)
        assert (first["event"], first["generation"]) == ("status", 1)
        world.files({"hooks/new.scm": ""})
        reloaded = next(events)
        assert (reloaded["event"], reloaded["changes"][0]["place"]) == ("reloaded", "hooks/new.scm")


def test_following_ends_with_the_host(world: World) -> None:
    made = world.door()
    events = world.client().follow("follow")
    next(events)
    made.stop()
    assert list(events) == []


def test_a_request_is_interrupted_from_another_thread(world: World) -> None:
    world.door()
    client = world.client()

    def interrupt() -> None:
        assert entered.acquire(timeout=200)
        client.interrupt()

    helper = threading.Thread(target=interrupt)
    helper.start()
    assert client.call("test-wait") == {"interrupted": True}
    helper.join()
    client.interrupt()  # nothing is under way: nothing happens
    assert client.call("test-keep")


def test_a_stream_that_is_left_does_not_disturb_the_next_call(world: World) -> None:
    world.door()
    client = world.client()
    events = client.follow("test-count")
    assert [next(events)["n"], next(events)["n"]] == [1, 2]
    client.interrupt()
    assert client.call("test-keep") == {"asked": 1}


def test_the_end_of_a_client_interrupts_what_it_asked_for(world: World, raw: Callable[[], Raw]) -> None:
    made = world.door()
    client = raw()
    client.send(encode({"id": 1, "op": "test-wait"}))
    assert entered.acquire(timeout=200)
    client.close()
    until_empty(made)


def until_empty(made: door.Door) -> None:
    """Wait until all clients are gone."""
    until = time.monotonic() + 200
    while made._connections and time.monotonic() < until:
        time.sleep(0.005)
    assert not made._connections


# --- many ---


def test_fifty_clients_at_once(world: World, shell: Payload) -> None:
    world.door()
    start = threading.Barrier(50)

    def ask(number: int) -> str:
        start.wait(200)
        client = connect(world.home, world.around)
        assert client is not None
        with client:
            for _ in range(5):
                told = client.call("fire", point="pre_tool", payload=shell(f"rm {number}"))
                assert told["fire"]["outcome"]["block"] is True
            return str(told["fire"]["fire"])

    with ThreadPoolExecutor(50) as pool:
        names = list(pool.map(ask, range(50)))
    assert len(set(names)) == 50
    host = world.doors[0].resident.host
    assert host.recorder is not None and host.recorder.flush(60)
    with Journal(host.recorder.path) as journal:
        assert len(journal.fires()) == 250


def test_one_client_may_ask_several_things_at_once(world: World, raw: Callable[[], Raw]) -> None:
    world.door()
    client = raw()
    for id in range(connection.AT_ONCE):
        client.send(encode({"id": id, "op": "test-wait"}))
        assert entered.acquire(timeout=200)
    client.send(encode({"id": 100, "op": "status"}))
    refused = client.next()
    assert (refused["id"], refused["error"]["kind"]) == (100, "busy")
    assert "more than 16 requests at once; nothing was done" in refused["error"]["message"]
    client.send(b"".join(encode({"interrupt": id}) for id in range(connection.AT_ONCE)))
    assert {client.next()["id"] for _ in range(connection.AT_ONCE)} == set(range(connection.AT_ONCE))


def test_a_client_too_many_is_told_so(world: World, monkeypatch: pytest.MonkeyPatch, raw: Callable[[], Raw]) -> None:
    monkeypatch.setattr(door, "CLIENTS", 2)
    made = world.door()
    first, second = raw(), raw()
    with pytest.raises(NotDone, match="there are 2 clients already; nothing was done"):
        world.client()
    first.close()
    second.close()
    until_empty(made)
    assert works(world)


# --- clients that behave badly ---


def test_a_client_that_never_asks_is_let_go(
    world: World, raw: Callable[[], Raw], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "FIRST", 0.05)
    world.door()
    silent = raw()
    assert silent.next()["error"] == {"kind": "protocol", "message": "no whole request has come for too long"}
    assert silent.next() is None


def test_a_client_that_has_asked_may_think(
    world: World, raw: Callable[[], Raw], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "FIRST", 100)
    monkeypatch.setattr(connection, "IDLE", 0.001)
    world.door()
    client = raw()
    for id in (1, 2):
        client.send(encode({"id": id, "op": "test-keep"}))
        assert client.next()["done"] == {"asked": id}
        time.sleep(0.02)


@pytest.mark.parametrize("before", [b"", encode({"id": 1, "op": "test-keep"})], ids=["at first", "later"])
def test_half_a_frame_is_not_waited_for(
    world: World, raw: Callable[[], Raw], monkeypatch: pytest.MonkeyPatch, before: bytes
) -> None:
    monkeypatch.setattr(connection, "FIRST", 0.05)
    monkeypatch.setattr(connection, "FRAME", 0.05)
    world.door()
    client = raw()
    client.send(before + encode({"id": 2, "op": "status"})[:-1])
    if before:
        assert client.next()["id"] == 1
    assert "no whole request" in client.next()["error"]["message"]
    assert client.next() is None


def test_half_a_frame_and_the_end_is_told(world: World, raw: Callable[[], Raw]) -> None:
    world.door()
    client = raw()
    client.send(encode({"id": 1, "op": "status"})[:-1])
    client.stream.shutdown(socket.SHUT_WR)
    assert "ended in the middle of a frame" in client.next()["error"]["message"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"chi\x01" + struct.pack(">I", 1 << 30), "at most 16777216 bytes, got the beginning of one of 1073741824"),
        (b"chi\x01\xff\xff\xff\xff" + b"x" * 100_000, "got the beginning of one of 4294967295"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "wanted a frame of chibi-hooks, got b'GET '"),
        (bytes(range(256)) * 300, "wanted a frame of chibi-hooks, got b'\\x00\\x01\\x02\\x03'"),
        (b"chi\x02", "this side speaks version 1 of the protocol, the other one version 2"),
        (encode({"op": "status"}), 'wanted a request with an integer "id" and a string "op"'),
        (encode({"id": 1}), 'wanted a request with an integer "id" and a string "op"'),
        (encode({"id": "1", "op": "status"}), 'wanted a request with an integer "id" and a string "op"'),
        (encode({"id": 1, "op": ["status"]}), 'wanted a request with an integer "id" and a string "op"'),
        (b"chi\x01\0\0\0\x02[]", "wanted a JSON object, got b'[]'"),
        (encode({"id": 7, "op": "test-count"}) + encode({"id": 7, "op": "status"}), "there is a request 7 already"),
    ],
)
def test_garbage_is_told_and_ends_the_connection_only(
    world: World, raw: Callable[[], Raw], data: bytes, message: str
) -> None:
    world.door()
    client = raw()
    client.send(data)
    while "error" not in (answer := client.next()):
        assert "event" in answer
    assert answer["error"]["kind"] == "protocol" and message in answer["error"]["message"]
    assert works(world)


@pytest.mark.parametrize("interrupt", [1, "x", None, [1], {}])
def test_an_interrupt_of_nothing_is_nothing(world: World, raw: Callable[[], Raw], interrupt: object) -> None:
    world.door()
    client = raw()
    client.send(encode({"interrupt": interrupt}) + encode({"id": 1, "op": "test-keep"}))
    assert client.next() == {"id": 1, "done": {"asked": 1}}


def test_a_client_that_does_not_take_its_answers_is_cut_off(
    world: World, raw: Callable[[], Raw], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "WRITE", 0.1)
    made = world.door()
    slow = raw()
    slow.send(encode({"id": 1, "op": "test-count", "padding": 100_000}))
    assert works(world)
    world.clients[-1].close()
    until_empty(made)


def test_a_client_that_listens_only_still_gets_its_answer(world: World, raw: Callable[[], Raw], shell: Payload) -> None:
    world.door()
    client = raw()
    client.send(encode({"id": 1, "op": "fire", "point": "pre_tool", "payload": shell("rm x")}))
    client.stream.shutdown(socket.SHUT_WR)
    assert client.next()["done"]["fire"]["outcome"]["block"] is True
    assert client.next() is None


def test_a_client_that_dies_while_a_fire_runs_does_not_stop_it(world: World, raw: Callable[[], Raw]) -> None:
    marks = world.root / "marks"
    marks.mkdir()
    body = f"touch {marks}/began; while ! [ -e {marks}/go ]; do sleep 0.01; done; touch {marks}/ended"
    world.files({"plugins/slow": sh_plugin("slow", ["pre_tool"], body)})
    made = world.door()
    client = raw()
    client.send(encode({"id": 1, "op": "fire", "point": "pre_tool", "payload": {}}))
    until(lambda: (marks / "began").exists())
    client.close()
    (marks / "go").touch()
    until_empty(made)
    assert (marks / "ended").exists()
    recorder = made.resident.host.recorder
    assert recorder is not None and recorder.flush(60)
    with Journal(recorder.path) as journal:
        assert [fire.point for fire in journal.fires()] == ["pre_tool"]


def until(test: Callable[[], object]) -> None:
    """Wait until this is so."""
    limit = time.monotonic() + 200
    while not test():
        assert time.monotonic() < limit
        time.sleep(0.005)


def test_a_payload_too_large_to_send_is_not_sent(world: World) -> None:
    world.door()
    client = world.client()
    with pytest.raises(NotDone, match="fire: wanted a message of at most"):
        client.call("fire", point="pre_tool", payload={"x": "x" * REQUEST_LIMIT})
    assert client.call("test-keep")


def test_a_host_of_another_version_is_told(world: World) -> None:
    with Impostor(world, b"chi\x02\0\0\0\x02{}"), pytest.raises(NotDone, match="this side speaks version 1"):
        connect(world.home, world.around)


def test_a_host_that_does_not_greet_is_not_waited_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chibi_hooks.server.client.GREETING", 0.05)
    with Impostor(world, b""), pytest.raises(NotDone, match="nothing came for 0.05 s"):
        connect(world.home, world.around)


def test_a_host_that_ends_before_it_greets_is_no_host(world: World) -> None:
    with Impostor(world, b"", hang_up=True):
        assert connect(world.home, world.around) is None


def test_a_host_that_ends_before_it_answers_leaves_a_doubt(world: World) -> None:
    hello = encode({"pid": 1, "home": "", "connection": 1})
    with Impostor(world, hello, hang_up=True):
        client = world.client()
        with pytest.raises(Lost, match="whether it was done is not known; `chibi-hooks log` shows the fires that were"):
            client.call("fire", point="pre_tool", payload={})


class Impostor:
    """Something else that listens where the host would."""

    def __init__(self, world: World, says: bytes, hang_up: bool = False) -> None:
        world.door().stop()
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(world.doors[-1].address)
        self.listener.listen()
        self.says = says
        self.hang_up = hang_up
        self.done = threading.Event()

    def __enter__(self) -> None:
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self) -> None:
        stream, _ = self.listener.accept()
        with stream:
            stream.sendall(self.says)
            if self.hang_up:
                if self.says:
                    stream.recv(1 << 16)
                return
            self.done.wait(200)

    def __exit__(self, *error: object) -> None:
        self.done.set()
        self.thread.join()
        self.listener.close()


# --- the door itself ---


def test_two_hosts_of_one_home_there_cannot_be(world: World) -> None:
    world.door()
    link = world.root / "link"
    link.symlink_to(world.home)
    for home in (world.home, link):
        with pytest.raises(Taken, match=f"a resident host runs already \\(pid {os.getpid()}\\)"):
            door.Door.open(str(home), around=world.around)
    assert works(world)


def test_a_client_finds_the_host_through_a_link(world: World) -> None:
    world.door()
    link = world.root / "link"
    link.symlink_to(world.home)
    client = connect(link, world.around)
    assert client is not None
    client.close()


def test_the_socket_and_its_directory_are_for_their_owner(world: World) -> None:
    path = Path(world.door().address)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_an_unsafe_directory_is_refused_by_host_and_client(world: World) -> None:
    made = world.door()
    made.stop()
    directory = Path(made.address).parent
    directory.chmod(0o770)
    with pytest.raises(Unsafe, match="chmod go-w"):
        world.door()
    with pytest.raises(NotDone, match="chmod go-w"):
        connect(world.home, world.around)


def test_a_host_leaves_nothing_behind(world: World) -> None:
    others = set(threading.enumerate())
    made = world.door()
    threads = {thread.name for thread in threading.enumerate()}
    assert "chibi-hooks-door" in threads
    works(world)
    world.clients[-1].close()
    made.stop()
    made.stop()
    assert made.wait(0)
    assert os.listdir(Path(made.address).parent) == []
    new = set(threading.enumerate()) - others
    assert [thread.name for thread in new if thread.name.startswith("chibi-hooks-")] == []


def test_a_home_that_cannot_be_opened_is_not_held(world: World) -> None:
    world.files({"chibi-hooks.toml": "nonsense = 1\n"})
    with pytest.raises(ConfigError, match="unknown key"):
        world.door()
    world.files({"chibi-hooks.toml": ""})
    assert world.door().resident.host.generation.number == 1


def test_stopping_lets_a_fire_end_and_takes_no_other(world: World, raw: Callable[[], Raw]) -> None:
    marks = world.root / "marks"
    marks.mkdir()
    body = f"touch {marks}/began; while ! [ -e {marks}/go ]; do sleep 0.01; done; echo '{{\"block\": true}}'"
    world.files({"plugins/slow": sh_plugin("slow", ["pre_tool"], body)})
    made = world.door()
    client = raw()
    client.send(encode({"id": 1, "op": "fire", "point": "pre_tool", "payload": {}}))
    until(lambda: (marks / "began").exists())
    stopping = threading.Thread(target=made.stop)
    stopping.start()
    until(lambda: not os.path.lexists(made.address))
    until(lambda: all(each.stopping for each in made._connections))
    client.send(encode({"id": 2, "op": "status"}))
    refused = client.next()
    assert (refused["id"], refused["error"]["kind"]) == (2, "stopping")
    (marks / "go").touch()
    assert client.next()["done"]["fire"]["outcome"]["block"] is True
    stopping.join()


def test_a_plugin_that_never_ends_is_ended_with_the_host_and_its_client_is_answered(
    world: World, raw: Callable[[], Raw], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "LEAVE", 0.05)
    world.files({"plugins/slow": sh_plugin("slow", ["pre_tool"], f"touch {world.root}/began; sleep 600")})
    made = world.door()
    client = raw()
    client.send(encode({"id": 1, "op": "fire", "point": "pre_tool", "payload": {}}))
    until(lambda: (world.root / "began").exists())
    made.stop()
    assert client.next()["done"]["fire"]["answers"][0]["error"]["type"] == "ended"
    until_empty(made)


@pytest.mark.parametrize("gone", ["socket", "lock", "directory"])
def test_a_socket_that_was_removed_is_made_again(world: World, monkeypatch: pytest.MonkeyPatch, gone: str) -> None:
    monkeypatch.setattr(door, "CHECK", 0.02)
    made = world.door()
    address = Path(made.address)
    match gone:
        case "socket":
            address.unlink()
        case "lock":
            address.with_suffix(".lock").unlink()
        case _:
            shutil.rmtree(address.parent)
    until(lambda: world.said)
    assert world.said == [f"the socket was removed; listening again at {address}"]
    assert works(world)
    with pytest.raises(Taken):
        door.Door.open(str(world.home), around=world.around)


def test_where_another_host_was_faster_this_one_ends(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "CHECK", 1.0)
    made = world.door()
    shutil.rmtree(Path(made.address).parent)
    other = world.door()
    assert made.wait(200)
    assert "another host has taken its place" in made.ended_because
    assert world.client().greeting["pid"] == os.getpid()
    assert not other.wait(0)


def test_a_home_that_is_removed_and_comes_back_is_served_on(world: World, shell: Payload) -> None:
    world.door()
    client = world.client()

    def outcome() -> object:
        return client.call("fire", point="pre_tool", payload=shell("rm x"), look=True)["fire"]["outcome"]

    assert outcome() == {"block": True, "message": "no rm"}
    shutil.rmtree(world.home)
    until(lambda: outcome() == {})
    world.files({"hooks/guard.scm": '(register-hook \'pre_tool (lambda (p) (block "back")))'})
    until(lambda: outcome() == {"block": True, "message": "back"})


def test_operations_of_other_layers_are_found_when_they_are_asked_for(world: World, tmp_path: Path) -> None:
    world.door(more=("tests.server.more_operations",))
    client = world.client()
    assert client.call("test-greet", name="you") == {"text": "hello you"}
    with pytest.raises(BadRequest, match="test-greet: name: wanted a string, got nothing"):
        client.call("test-greet")


def test_where_there_is_room_for_no_thread_nothing_is_held_and_it_is_said(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.files({"hooks/guard.scm": "(register-hook 'pre_tool (lambda (p) (block \"no\")))"})
    start = threading.Thread.start

    def full(thread: threading.Thread) -> None:
        if thread.name != "scheme-watchdog":  # one for the process: it may have begun before or not
            raise RuntimeError("can't start new thread")
        start(thread)

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", full)
        with pytest.raises(ConfigError, match="can't start new thread"):
            world.door()
    assert world.door().resident.host.generation.responders
