"""What an editor may write to the language server: messages go on, the rest is answered, or ends it with a reason."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.lsp.framing import MESSAGE, Messages
from tests.cli.running import ROOT

HELLO = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": None, "capabilities": {}}}
END = {"jsonrpc": "2.0", "id": 9, "method": "shutdown"}
EXIT = {"jsonrpc": "2.0", "method": "exit"}


def framed(body: object) -> bytes:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(data), data)


def read(data: bytes) -> tuple[list[Any], list[tuple[int, Any]], str]:
    """The messages that came through, what was answered with which `id`, and why it ended."""
    refused: list[tuple[int, Any]] = []
    messages = Messages(io.BytesIO(data), lambda code, text, name: refused.append((code, name)))
    found = []
    while head := messages.readline():
        assert messages.readline() == b"\r\n"
        found.append(json.loads(messages.read(int(head.partition(b":")[2]))))
    return found, refused, messages.fault


def test_messages_go_on_in_their_order_however_the_head_is_written() -> None:
    body = json.dumps(END).encode()
    others = b"content-length : %d\nContent-Type: application/vscode-jsonrpc; charset=utf-8\n\n%s" % (len(body), body)
    assert read(framed(HELLO) + others + framed(END)) == ([HELLO, END, END], [], "")


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (
            b"Content-Length: 99999999999999999999\r\n\r\n{}",
            f"wanted at most {MESSAGE} bytes, got 99999999999999999999",
        ),
        (b"Content-Length: %d\r\n\r\n{}" % (MESSAGE + 1), f"wanted at most {MESSAGE} bytes"),
        (b"Content-Length: -5\r\n\r\n{}", "got -5"),
        (b"Content-Length: 5e1\r\n\r\n{}", "got 5e1"),
        (b"Content-Length: \r\n\r\n{}", "got nothing"),
        (b"Content-Length: 5", "wanted a line like Content-Length: 42, got Content-Length: 5"),
        (b"Content-Length: 50\r\n\r\n{}", "wanted a message of 50 bytes, and the stream ended after 2"),
        (b"Content-Type: x\r\n\r\n{}", "wanted a line like Content-Length: 42 at the head of a message, got none"),
        (b"\r\n\r\n{}", "got none"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "got GET / HTTP/1.1"),
        (b"A" * 100_000, "got AAAA"),
        (b"A: 1\r\n" * 100_000, "wanted at most 16 lines"),
        (b"\xff\xfe\x00: 1\r\n\r\n", "wanted a line"),
    ],
)
def test_what_has_no_head_ends_the_conversation_with_a_reason(data: bytes, fault: str) -> None:
    found, refused, why = read(framed(HELLO) + data)
    assert (found, refused) == ([HELLO], [])
    assert fault in why and len(why) < 300


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        (b"", (-32700, None)),
        (b"{nonsense", (-32700, None)),
        (b'{"jsonrpc":"2.0","id":1,"method":"\xff"}', (-32700, None)),
        (b"[" * 200_000, (-32700, None)),
        ([], (-32600, None)),
        (5, (-32600, None)),
        ({}, (-32600, None)),
        ({"id": 4, "method": "shutdown"}, (-32600, 4)),
        ({"jsonrpc": "1.0", "id": "a", "method": "shutdown"}, (-32600, "a")),
        ({"jsonrpc": "2.0", "id": [4], "method": "shutdown"}, (-32600, None)),
        ({"jsonrpc": "2.0", "id": True, "method": "shutdown"}, (-32600, None)),
        ({"jsonrpc": "2.0", "id": None, "method": "shutdown"}, (-32600, None)),
        ({"jsonrpc": "2.0", "id": 4, "method": 5}, (-32600, 4)),
        ({"jsonrpc": "2.0"}, (-32600, None)),
    ],
)
def test_a_body_that_is_no_message_is_answered_and_the_next_one_is_read(body: object, answer: tuple[int, Any]) -> None:
    assert read(framed(body) + framed(END)) == ([END], [answer], "")


def talk(tmp_path: Path, data: bytes) -> tuple[int, list[dict[str, Any]], str]:
    """Write to a server, all at once; its exit code, what it answered, and what people read."""
    environment = {**os.environ, "HOME": str(tmp_path), "CHIBI_HOOKS_STATE": str(tmp_path / "state")}
    command = [sys.executable, "-m", "chibi_hooks", "lsp"]
    done = subprocess.run(command, input=data, capture_output=True, cwd=ROOT, env=environment, timeout=200)
    bodies = [part.partition(b"\r\n\r\n")[2] for part in done.stdout.split(b"Content-Length:")[1:]]
    return done.returncode, [json.loads(each) for each in bodies], done.stderr.decode()


@pytest.mark.long
def test_an_absurd_length_ends_the_server_with_one_line(tmp_path: Path) -> None:
    code, answers, said = talk(tmp_path, framed(HELLO) + b"Content-Length: 99999999999999999999\r\n\r\n{}")
    assert (code, [each["id"] for each in answers]) == (64, [1])
    assert said.startswith("chibi-hooks: lsp: Content-Length: wanted at most") and said.count("\n") == 1


@pytest.mark.long
def test_whoever_waits_for_an_answer_gets_one_and_nobody_reads_our_code(tmp_path: Path) -> None:
    where = {"textDocument": {"uri": "file:///a.scm"}, "position": {"line": 0, "character": 0}}
    odd: list[dict[str, Any]] = [
        {"jsonrpc": "2.0", "id": 2, "method": "textDocument/hover", "params": where},  # before initialize
        HELLO,
        {"jsonrpc": "2.0", "id": 3, "method": "textDocument/hover", "params": 5},
        {"jsonrpc": "2.0", "id": 4, "method": "textDocument/hover"},
        {"jsonrpc": "2.0", "id": 5, "method": "textDocument/hover", "params": {**where, "position": {"line": "x"}}},
        {"jsonrpc": "2.0", "id": 6, "method": "textDocument/hover", "params": where},  # of a file that is not open
        {"jsonrpc": "2.0", "id": 7, "method": "no/such"},
        {"jsonrpc": "2.0", "method": "$/no-such"},
        {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": []},
        {**HELLO, "id": 10},  # once is enough
        {"jsonrpc": "2.0", "id": 11, "method": "textDocument/rename", "params": {**where, "newName": None}},
        {"jsonrpc": "2.0", "id": 12, "method": "shutdown"},
        {"jsonrpc": "2.0", "id": 13, "method": "textDocument/hover", "params": where},
        {"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument": {"uri": "file:///a.scm"}}},
        {"jsonrpc": "2.0", "id": 14, "method": "shutdown"},
        END,
    ]
    code, answers, said = talk(tmp_path, b"".join(map(framed, odd)))
    assert code == 0
    told = {each["id"]: each.get("error", {}).get("code") for each in answers if "id" in each}
    assert told == {
        2: -32002, 1: None, 3: -32602, 4: -32602, 5: -32602, 6: -32602, 7: -32601,
        10: -32600, 11: -32602, 12: None, 13: -32600, 14: -32600, 9: -32600,
    }  # fmt: skip
    assert "Traceback" not in said and ".py" not in said and "__init__" not in said


@pytest.mark.long
def test_an_answer_is_not_answered(tmp_path: Path) -> None:
    answers: list[dict[str, Any]] = [{"result": None}, {"result": {"a": 1}}, {"error": {"code": 1, "message": "x"}}]
    bodies = [HELLO, *({"jsonrpc": "2.0", "id": 7, **each} for each in answers), END, EXIT]
    code, told, said = talk(tmp_path, b"".join(map(framed, bodies)))
    assert [each.get("id") for each in told if "id" in each] == [1, 9]
    assert code == 0 and "__init__" not in said


@pytest.mark.long
@pytest.mark.parametrize(("bodies", "code"), [([HELLO, END, EXIT], 0), ([HELLO, EXIT], 1), ([EXIT], 1), ([HELLO], 0)])
def test_whoever_ends_it_without_a_shutdown_is_told_by_the_exit_code(
    tmp_path: Path, bodies: list[dict[str, Any]], code: int
) -> None:
    assert talk(tmp_path, b"".join(map(framed, bodies)))[0] == code


@pytest.mark.long
def test_a_part_of_a_text_does_not_take_the_place_of_the_whole(tmp_path: Path) -> None:
    name = {"uri": (tmp_path / "a.scm").as_uri(), "version": 1}
    part = {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "; x\n"}
    bodies: list[dict[str, Any]] = [HELLO]
    text = {**name, "languageId": "scheme", "text": "(define (f) 1)\n"}
    bodies.append({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": text}})
    for changes in ([part], []):
        told = {"textDocument": name, "contentChanges": changes}
        bodies.append({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": told})
    params = {"textDocument": name}
    bodies += [{"jsonrpc": "2.0", "id": 2, "method": "textDocument/documentSymbol", "params": params}, END, EXIT]
    code, answers, said = talk(tmp_path, b"".join(map(framed, bodies)))
    assert [each["name"] for answer in answers if answer.get("id") == 2 for each in answer["result"]] == ["f"]
    assert code == 0 and "Unsupported" in said and "an error of ours" not in said
