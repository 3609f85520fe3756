"""nREPL by a real socket, as editors speak it; and what is no message at all."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.repl.doors.nrepl.bencoding import MESSAGE, Bdecoder, NotBencode, encode
from chibi_hooks.repl.doors.nrepl.server import SESSIONS, Server
from chibi_hooks.repl.session import Session
from tests.isolation import in_threads
from tests.repl.conftest import Bench, interrupting


class Editor:
    """One connection; messages are sent and answers are gathered by their id."""

    def __init__(self, server: Server) -> None:
        self.stream = socket.create_connection(("127.0.0.1", server.port), timeout=200)
        self.decoder = Bdecoder()
        self.arrived: list[dict[str, Any]] = []
        self.count = 0

    def send(self, **message: Any) -> str:
        self.count += 1
        self.stream.sendall(encode({"id": str(self.count), **message}))
        return str(self.count)

    def until(self, id: str, word: str = "done") -> list[dict[str, Any]]:
        """The answers to a message, up to the one with this word in its status (or this key)."""
        while True:
            mine = [each for each in self.arrived if each.get("id") == id]
            if any(word in each.get("status", ()) or word in each for each in mine):
                return mine
            data = self.stream.recv(65_536)
            assert data, "the server hung up"
            self.arrived += self.decoder.feed(data)

    def ask(self, **message: Any) -> dict[str, Any]:
        """All answers to a message as one; texts that come in pieces are joined."""
        joined: dict[str, Any] = {}
        for each in self.until(self.send(**message)):
            for key, value in each.items():
                known = joined.get(key)
                joined[key] = known + value if key in ("out", "err", "status") and known is not None else value
                if key == "value":
                    joined.setdefault("values", []).append(value)
        return joined

    def close(self) -> None:
        self.stream.close()


@pytest.fixture
def server(session: Session, bench: Bench) -> Iterator[Server]:
    made = Server(0, bench.another)
    yield made
    made.close()


@pytest.fixture
def editor(server: Server) -> Iterator[Editor]:
    made = Editor(server)
    yield made
    made.close()


@pytest.fixture
def name(editor: Editor) -> str:
    """A session."""
    return str(editor.ask(op="clone")["new-session"])


def test_it_describes_what_editors_need(editor: Editor) -> None:
    wanted = "clone close describe eval interrupt load-file completions complete lookup info eldoc ls-sessions stdin"
    errors = ("analyze-last-stacktrace", "cider/analyze-last-stacktrace")
    assert {*wanted.split(), "classpath", *errors} == set(editor.ask(op="describe")["ops"])
    for op in errors:  # CIDER would evaluate Clojure instead, and that would be the last error
        assert editor.ask(op=op)["status"] == ["done", "no-error"]


def test_forms_are_evaluated_with_output_values_and_errors(editor: Editor, name: str) -> None:
    found = editor.ask(op="eval", code='(display "hi") (+ 1 2) \'x', session=name)
    assert (found["out"], found["values"], found["ns"], found["session"]) == ("hi", ["3", "x"], "<repl>", name)
    assert found["status"] == ["done"]
    found = editor.ask(op="eval", code="(car 1)", session=name, file="a.scm", line=10, column=3)
    assert found["err"].startswith("a.scm:10:3: car: wanted a pair, got 1\n")
    assert (found["ex"], found["status"]) == ("type", ["eval-error", "done"])
    assert editor.ask(op="eval", code=",2 (+ 2 2)", session=name)["values"] == ["4"]
    assert editor.ask(op="eval", code=",points pre_tool", session=name)["out"].startswith("pre_tool: ")


def test_sessions_do_not_share_definitions(editor: Editor, name: str) -> None:
    other = editor.ask(op="clone", session=name)["new-session"]
    editor.ask(op="eval", code="(define x 1)", session=name)
    assert editor.ask(op="eval", code="x", session=name)["values"] == ["1"]
    assert "unbound" in editor.ask(op="eval", code="x", session=other)["err"]
    assert sorted(editor.ask(op="ls-sessions")["sessions"]) == sorted([name, other])
    assert editor.ask(op="close", session=other)["status"] == ["done", "session-closed"]
    assert editor.ask(op="ls-sessions")["sessions"] == [name]
    assert "unknown-session" in editor.ask(op="eval", code="x", session=other)["status"]


@in_threads("edited")
def test_a_form_or_file_of_a_hook_file_goes_live(editor: Editor, name: str, bench: Bench) -> None:
    path = str(bench.home / "hooks/guard.scm")
    found = editor.ask(op="eval", code="(define (risky? c) #t)", session=name, file=path, line=1, column=1)
    assert "risky?: live in hooks/guard.scm, not on disk" in found["out"]
    payload = {"tool_name": "x", "arguments": {"command": "ls"}}
    assert bench.host.fire("pre_tool", payload).outcome.block
    text = '(define-hook pre_tool ()\n (block "loaded"))'
    editor.ask(op="load-file", file=text, session=name, **{"file-path": path, "file-name": "guard.scm"})
    assert bench.host.fire("pre_tool", payload).outcome.message == "loaded"


def test_a_hook_file_is_known_by_its_path_from_a_home_too(editor: Editor, name: str, bench: Bench) -> None:
    assert editor.ask(op="classpath", session="")["classpath"] == [str(bench.home)]
    found = editor.ask(op="eval", code="(define (mine c) c)", session=name, file="hooks/guard.scm", line=9, column=1)
    assert "mine: live in hooks/guard.scm, not on disk" in found["out"]


def test_names_are_looked_up_as_seen_from_the_file_that_was_evaluated_last(
    editor: Editor, name: str, bench: Bench
) -> None:
    assert "no-info" in editor.ask(op="info", sym="risky?", session=name)["status"]
    path = str(bench.home / "hooks/guard.scm")
    editor.ask(op="eval", code="1", session=name, file=path)
    editor.ask(op="eval", code="(define (risky-too? c) c)", session=name, file="*cider-repl demo*")
    info = editor.ask(op="info", sym="risky?", session=name)
    assert (info["file"], info["line"], "ns" in info) == (path, 1, False)
    assert editor.ask(op="eldoc", sym="risky-too?", session=name)["eldoc"] == [["c"]]
    found = editor.ask(op="complete", prefix="risky", session=name)["completions"]
    assert sorted(each["candidate"] for each in found) == ["risky-too?", "risky?"]


def test_what_cider_does_at_its_start_in_clojure_is_left_out_and_told(editor: Editor, name: str) -> None:
    code = "(when-let [requires (resolve 'clojure.main/repl-requires)]\n  (apply require @requires))"
    start = {"op": "eval", "session": name, "inhibit-cider-middleware": "true"}
    found = editor.ask(code=code, **start)
    assert (found["out"][:28], found["ns"], found["status"]) == ("; what your editor evaluates", "<repl>", ["done"])
    assert editor.ask(code="(car 1)", **start)["status"] == ["eval-error", "done"]
    assert editor.ask(op="eval", code=code, session=name)["status"] == ["eval-error", "done"]


def test_what_editors_ask_in_clojure_is_answered_where_it_is_known(editor: Editor, name: str, bench: Bench) -> None:
    guard = str(bench.home / "hooks/guard.scm")
    found = editor.ask(op="eval", code="(clojure.repl/doc risky?)", session=name, file=guard)
    assert "(risky? command)" in found["out"] and found["status"] == ["done"]
    load = f'(#?(:cljs cljs.core/load-file :default clojure.core/load-file) "{guard}")'
    found = editor.ask(op="eval", code=load, session=name)
    assert "'pre_tool: live in hooks/guard.scm, not on disk" in found["out"] and found["status"] == ["done"]
    found = editor.ask(op="eval", code='(clojure.core/load-file "/nowhere/to/be.scm")', session=name)
    assert found["err"].startswith("/nowhere/to/be.scm: ") and found["status"] == ["eval-error", "done"]


@interrupting
def test_an_evaluation_is_interrupted(editor: Editor, name: str) -> None:
    assert "session-idle" in editor.ask(op="interrupt", session=name)["status"]
    id = editor.send(op="eval", code='(display "began") (let loop () (loop))', session=name)
    editor.until(id, "out")
    assert "interrupt-id-mismatch" in editor.ask(op="interrupt", session=name, **{"interrupt-id": "0"})["status"]
    assert editor.ask(op="completions", prefix="string-app", session=name)["completions"]
    assert editor.ask(op="interrupt", session=name, **{"interrupt-id": id})["status"] == ["done"]
    assert any("interrupted" in each.get("status", ()) for each in editor.until(id))
    assert editor.ask(op="eval", code="1", session=name)["values"] == ["1"]


@interrupting
def test_an_interrupt_that_follows_at_once_is_not_lost(editor: Editor, name: str) -> None:
    for number in range(5):
        id = f"loop {number}"
        loop = {"op": "eval", "code": "(let loop () (loop))", "session": name, "id": id}
        stop = {"op": "interrupt", "session": name, "interrupt-id": id, "id": f"stop {number}"}
        editor.stream.sendall(encode(loop) + encode(stop))
        assert editor.until(f"stop {number}")[-1]["status"] == ["done"]
        assert any("interrupted" in each.get("status", ()) for each in editor.until(id))


def test_names_are_completed_and_looked_up(editor: Editor, name: str) -> None:
    for op, key in (("completions", "prefix"), ("complete", "symbol")):
        found = editor.ask(op=op, session=name, **{key: "string-appe"})
        assert found["completions"] == [{"candidate": "string-append", "type": "var"}]
    info = editor.ask(op="lookup", sym="vector-ref", session=name)["info"]
    assert (info["name"], info["arglists-str"]) == ("vector-ref", "(vector-ref vector k)")
    assert editor.ask(op="info", symbol="vector-ref", session=name)["arglists-str"] == "(vector-ref vector k)"
    assert editor.ask(op="eldoc", sym="vector-ref", session=name)["eldoc"] == [["vector", "k"]]
    ways = [["s", "pattern", "[start1]", "[end1]", "[start2]", "[end2]"]]
    assert editor.ask(op="eldoc", sym="string-contains", session=name)["eldoc"] == ways
    for op, word in (("lookup", "lookup-error"), ("info", "no-info"), ("eldoc", "no-eldoc")):
        assert word in editor.ask(op=op, sym="no-such-name", session=name)["status"]
    editor.ask(op="eval", code="(define (mine a . rest) a)", session=name, file="x.scm", line=4)
    info = editor.ask(op="lookup", sym="mine", session=name)["info"]
    assert (info["file"], info["line"], info["arglists-str"]) == ("x.scm", 4, "(mine a . rest)")


def test_input_is_refused_in_words_and_unknown_operations_are_named(editor: Editor, name: str) -> None:
    assert "no standard input" in editor.ask(op="stdin", stdin="x", session=name)["err"]
    assert editor.ask(op="format-disk")["status"] == ["done", "error", "unknown-op"]
    assert editor.ask()["status"] == ["done", "error", "unknown-op"]


def test_fields_of_wrong_types_hurt_nobody(editor: Editor, name: str) -> None:
    for strange in ({}, [], 5, b"\xff", "x" * 10_000):
        for op in ("eval", "load-file", "completions", "lookup", "eldoc", "info", "interrupt", "clone", "describe"):
            fields = dict.fromkeys(("code", "file", "file-path", "line", "column", "prefix", "sym"), strange)
            editor.ask(op=op, **{**fields, "interrupt-id": strange}, session=name)
        editor.ask(op="eval", code="1", session=strange if strange != {} else "none")
        for each in editor.ask(op="ls-sessions")["sessions"]:
            if each != name:
                editor.ask(op="close", session=each)
    assert editor.ask(op="eval", code="(+ 1 1)", session=name)["values"] == ["2"]


def test_there_are_only_so_many_sessions(editor: Editor) -> None:
    for _ in range(SESSIONS):
        assert "new-session" in editor.ask(op="clone")
    assert "at most" in editor.ask(op="clone")["err"]


@pytest.mark.parametrize(
    "data",
    [b"GET / HTTP/1.1\r\n\r\n", b"i5e", b"le", b"5:hello", b"d-5:", b"d1:ai", b"d1:ai1_0e", b"d1:ai-0e", b"di5ei5ee",
     b"d1:ae", b"d05:", b"d99999999:", b"d1:a" + b"l" * 50, b"d1:ai" + b"9" * 40, b"\x00\xff", b"dle", b"d1:ad2:"],
)  # fmt: skip
def test_what_is_no_message_ends_its_connection_and_no_other(server: Server, editor: Editor, data: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=200) as stream:
        stream.sendall(data)
        stream.shutdown(socket.SHUT_WR)
        assert stream.recv(100) == b""
    assert "new-session" in editor.ask(op="clone")


@interrupting
def test_an_editor_that_goes_amid_an_evaluation_leaves_nothing_running(server: Server, bench: Bench) -> None:
    editor = Editor(server)
    id = editor.send(op="eval", code='(display "x") (let loop () (loop))')
    editor.until(id, "out")
    session = bench.sessions[-1]
    editor.close()
    deadline = threading.Event()
    while session.evaluation.is_under_way:
        assert not deadline.wait(0.01)
    again = Editor(server)
    assert again.ask(op="eval", code="(+ 1 1)")["values"] == ["2"]
    again.close()


def test_a_port_that_is_taken_is_told(server: Server, bench: Bench) -> None:
    with pytest.raises(BadRequest, match=f"--nrepl {server.port}: cannot listen there"):
        Server(server.port, bench.another)


@given(st.binary(max_size=200), st.integers(1, 50))
def test_bytes_of_any_kind_are_messages_or_refused(data: bytes, step: int) -> None:
    decoder = Bdecoder()
    try:
        for start in range(0, len(data), step):
            for message in decoder.feed(data[start : start + step]):
                assert isinstance(message, dict)
    except NotBencode:
        return


texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
wholes = st.integers(-(10**17), 10**17)
messages = st.dictionaries(texts, st.recursive(texts | wholes, lambda s: st.lists(s) | st.dictionaries(texts, s)))


@settings(max_examples=20)
@given(st.lists(messages, max_size=3), st.integers(1, 100))
def test_messages_come_out_as_they_went_in_however_they_are_cut(sent: list[dict[str, Any]], step: int) -> None:
    data = b"".join(encode(each) for each in sent)
    decoder = Bdecoder()
    found = [each for start in range(0, len(data), step) for each in decoder.feed(data[start : start + step])]
    assert found == sent


def test_a_message_has_a_size(server: Server) -> None:
    with pytest.raises(NotBencode, match="at most"):
        list(Bdecoder().feed(b"d1:a%d:" % (MESSAGE + 1)))
    decoder = Bdecoder()
    with pytest.raises(NotBencode, match="at most"):
        for _ in range(3):
            list(decoder.feed(b"d" * (not decoder._at) + b"1:a%d:%s" % (MESSAGE // 3, b"x" * (MESSAGE // 3)) * 2))
