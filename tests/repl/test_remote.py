"""A session at a resident host: the same answers as here, and what happens when one of the two is gone."""

from __future__ import annotations

import re
import shutil
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.hooks.errors import HookError
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.repl import operations
from chibi_hooks.repl.reattaching import Reattaching
from chibi_hooks.repl.remote import RemoteSession
from chibi_hooks.repl.session import Session
from chibi_hooks.server.client import connect
from chibi_hooks.server.door import Door
from tests.homes import SHORT, make_home, sh_plugin
from tests.isolation import in_threads
from tests.repl.conftest import GUARD, interrupting


class World:
    """A resident host in this process, and sessions at it."""

    def __init__(self, root: Path) -> None:
        self.home = make_home(root / "home", {"hooks/guard.scm": GUARD})
        self.state = Path(tempfile.mkdtemp(prefix="ch-", dir=SHORT))  # short: a socket's path is limited
        self.around = Surroundings({"CHIBI_HOOKS_STATE": str(self.state)}, root, root / "user")
        self.door = Door.open(str(self.home), around=self.around, more=(operations.__name__,))
        self.sessions: list[RemoteSession] = []

    def session(self, **fields: Any) -> RemoteSession:
        """One more session."""
        self.sessions.append(RemoteSession(lambda: connect(self.home, self.around), **fields))
        return self.sessions[-1]

    def close(self) -> None:
        for each in self.sessions:
            each.close()
        self.door.stop()
        shutil.rmtree(self.state)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.close()


LINES = [
    '(begin (display "hi") (+ 1 2))', "(define (f x) (car x))", "(f 5)", ",2 'used", "(values 1 2)", "$1", ",in guard",
    "(define (risky? c) #t)", ",in", ",hooks", ",points pre_tool", ",doc fold", ",nothing", "(", '(list #\\x3bb)',
    ',fire pre_tool {"tool_name": "x", "arguments": {"command": "ls"}}', "$d", ",trace risky?", '(risky? "x")',
    ",expand (define-hook pre_tool (a) 1)", ",help", ",in <repl>", ",reload guard", ",quit",
]  # fmt: skip


def asked(evaluator: Any, line: str) -> dict[str, Any]:
    return dict(evaluator.ask({"command": line} if line.startswith(",") else {"eval": line}))


def steady(reply: dict[str, Any]) -> dict[str, Any]:
    """Without what differs from run to run."""
    text = re.sub(r"[\d.]+ ms|\b[0-9a-f]{16}-\d+", "…", repr(reply))
    return {"text": re.sub(r"generation'?:? \d+", "generation", text)}


def test_what_is_asked_over_there_is_answered_as_here(world: World) -> None:
    remote = world.session()
    theirs = [steady(asked(remote, line)) for line in LINES]
    host = world.door.resident.host
    here = Session(host, world.around)
    ours = [steady(asked(here, line)) for line in LINES]
    here.close()
    assert theirs == ours
    assert remote.ask({"complete": "(string-app"})["completions"][0]["text"] == "string-append"
    assert remote.ask({"describe": "vector-ref"})["usage"] == ["(vector-ref vector k)"]


@interrupting
def test_what_is_printed_comes_while_it_runs_and_an_interrupt_stops_it(world: World) -> None:
    remote = world.session()
    began = threading.Event()
    told: list[str] = []
    replies: list[dict[str, Any]] = []

    def tell(text: str) -> None:
        told.append(text)
        began.set()

    thread = threading.Thread(
        target=lambda: replies.append(remote.ask({"eval": '(display "began") (let loop () (loop))'}, tell))
    )
    thread.start()
    assert began.wait(200)
    assert remote.ask({"complete": "(string-app"})["completions"]
    remote.interrupt()
    thread.join(200)
    assert replies[0]["error"]["kind"] == "interrupt"
    assert "".join(told) == replies[0]["output"] == "began"
    assert asked(remote, "(+ 1 1)")["value"] == "2"


@in_threads("edited")
def test_what_is_defined_at_one_repl_is_marked_at_all(world: World) -> None:
    one, two = world.session(), world.session()
    asked(one, ",in guard")
    asked(one, "(define (risky? c) #t)")
    assert "not on disk: risky?" in asked(two, ",in")["page"]
    asked(one, "(define mine 1)")
    assert asked(two, "mine")["error"]["kind"] == "unbound"


def test_reloads_and_changed_decisions_are_told(world: World) -> None:
    remote = world.session(decisions=True)
    world.door.resident.host.fire("pre_tool", {"tool_name": "x", "arguments": {"command": "rm -rf /"}})
    make_home(world.home, {"hooks/guard.scm": "(define-hook pre_tool () (no-opinion))"})
    seen = ""
    while "recorded fires are decided in another way" not in seen:
        seen += "\n".join(remote.take_notices(60.0)) + "\n"
    assert "changed hooks/guard.scm" in seen
    assert re.search(r'blocked: message = "no" +none', seen)


def test_notices_can_be_asked_for_without_waiting(world: World) -> None:
    remote = world.session()
    make_home(world.home, {"hooks/new.scm": "(define-hook post_tool () '())"})
    world.door.resident.host.reload()
    found: list[str] = []
    while not found:
        found = remote.take_notices()
    assert "added hooks/new.scm" in found[0]


@interrupting
def test_a_client_that_goes_ends_its_session_and_what_it_evaluates(world: World) -> None:
    remote = world.session()
    began = threading.Event()
    asking = {"eval": '(display "began") (let loop () (loop))'}
    thread = threading.Thread(target=lambda: remote.ask(asking, lambda text: began.set()), daemon=True)
    thread.start()
    assert began.wait(200)
    session = operations._sessions[remote._name]
    remote._client._stream.shutdown(2)  # as a process that is killed
    waited = threading.Event()
    while session.evaluation.is_under_way:
        assert not waited.wait(0.01)
    thread.join(200)
    assert asked(world.session(), "(+ 1 1)")["value"] == "2"


def test_when_the_host_ends_every_reply_says_so(world: World) -> None:
    remote = world.session()
    assert asked(remote, "1")["value"] == "1"
    world.door.stop()
    for line in ("2", ",log", "3"):
        assert "resident host" in asked(remote, line)["error"]["page"]
        assert remote.has_ended
    assert "error" in remote.ask({"complete": "x"})
    assert remote.take_notices() == []
    remote.interrupt()


@in_threads("edited")
def test_a_repl_goes_on_with_another_host(world: World) -> None:
    evaluator = Reattaching(world.session(), lambda: world.session())
    asked(evaluator, ",in guard")
    assert asked(evaluator, "(define x 1) x")["value"] == "1"
    world.door.stop()
    reply = asked(evaluator, "x")
    assert "resident host" in reply["error"]["page"]
    assert reply["notes"][0].startswith("there is no other host: ")
    world.door = Door.open(str(world.home), around=world.around, more=(operations.__name__,))
    reply = asked(evaluator, "x")
    assert (reply["notes"][0][:37], reply["world"]) == ("this REPL goes on with another host; ", "<repl>")
    assert asked(evaluator, "(+ 1 1)")["value"] == "2"
    assert not evaluator.has_ended
    evaluator.close()


def test_strange_requests_over_there_are_refused(world: World) -> None:
    client = connect(world.home, world.around)
    assert client is not None
    with client:
        for fields in ({}, {"session": "none", "ask": {}}, {"session": 5, "ask": {}}):
            with pytest.raises(HookError):
                client.call("repl-aside", **fields)
            with pytest.raises(HookError):
                list(client.follow("repl", **fields))
        name = client.call("repl-begin")["session"]
        with pytest.raises(HookError, match="wanted an object"):
            list(client.follow("repl", session=name, ask=[]))
        with pytest.raises(HookError, match="wanted complete, describe or step"):
            client.call("repl-aside", session=name, ask={"eval": "1"})
        (event,) = client.follow("repl", session=name, ask={"eval": 5})
        assert event["reply"]["error"]["kind"] == "request"


def test_there_are_only_so_many_sessions(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "SESSIONS", 2)
    world.session()
    world.session()
    with pytest.raises(HookError, match="there are 2 sessions"):
        world.session()


def test_fires_from_there_work_in_the_project_of_the_client(world: World, tmp_path: Path) -> None:
    body = 'cat >/dev/null; printf \'{"prompt": "%s"}\' "$CHIBI_PROJECT_ROOT"'
    make_home(world.home, {"plugins/p": sh_plugin("p", ["pre_message"], body)})
    world.door.resident.host.reload()
    (tmp_path / "elsewhere").mkdir()
    remote = world.session(project=str(tmp_path / "elsewhere"), notices=[])
    assert f'"prompt": "{tmp_path}/elsewhere"' in asked(remote, ",fire pre_message")["page"]


def test_whoever_is_here_is_at_work_and_means_these_homes(world: World) -> None:
    remote = world.session(at_work=True)
    assert world.door.resident.host.reloader.takes_saves
    remote.close()
    waited = threading.Event()
    while world.door.resident.host.reloader.takes_saves:
        assert not waited.wait(0.01)
    with pytest.raises(HookError, match="other homes"):
        world.session(homes=["/elsewhere"])


def test_an_interrupt_that_comes_late_hits_nothing_else(world: World) -> None:
    remote = world.session()
    begun, gone = threading.Event(), threading.Event()
    send = remote._client.interrupt

    def late(asked: int | None = None) -> None:
        assert begun.wait(200)
        send(asked)
        gone.set()

    remote._client.interrupt = late  # type: ignore[method-assign]
    remote.interrupt()  # of what has ended

    def tell(text: str) -> None:
        begun.set()
        assert gone.wait(200)

    reply = remote.ask({"eval": "(begin (display 1) (let loop ((i 0)) (if (< i 1000000) (loop (+ i 1)) i)))"}, tell)
    assert (reply["error"], reply["value"]) == (None, "1000000")


def test_steps_stand_still_over_there_until_a_word_comes(world: World) -> None:
    remote = world.session()
    words = ["next", "over", "go"]
    told: list[str] = []
    reply = remote.ask({"command": ",step (list (+ 1 2) (* 3 4))"}, told.append, lambda: words.pop(0))
    assert not words and reply["values"][0]["text"] == "(3 12)"
    assert "".join(told).splitlines()[-2:] == ["  =>  12", "=>  (3 12)"]
    reply = remote.ask({"command": ",step (list (+ 1 2) (* 3 4))"}, told.append, lambda: "stop")
    assert reply["error"]["message"] == "interrupted"
