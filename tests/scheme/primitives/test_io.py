"""Ports, reading and writing, files and the process: through the primitives, with objects that a host would hand in."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.scheme.primitives.system import system
from chibi_hooks.scheme.values import files, limits, ports
from chibi_hooks.scheme.values.data import EOF, FALSE, TRUE, Bytevector, char, from_list, intern, string_of, to_list
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.files import DirectFiles
from chibi_hooks.scheme.values.ports import BinaryInput, BinaryOutput, PortDefaults, TextInput, TextOutput
from chibi_hooks.scheme.values.printer import write_text
from tests.scheme.calling import call


def pieces(*parts: Any) -> Callable[[], Any]:
    """A refill that gives these parts, then the end."""
    rest = iter(parts)
    return lambda: next(rest, parts[0][:0] if parts else "")


def text_ports(text: str) -> list[TextInput]:
    """The same text as one string, character by character, and in pieces of two."""
    halves = [text[at : at + 2] for at in range(0, len(text), 2)]
    return [TextInput(text), TextInput(refill=pieces(*text)), TextInput(refill=pieces(*halves))]


def drained(read: Callable[[], Any]) -> list[str]:
    """What a reading procedure gives until the end, written."""
    found = []
    while (x := read()) is not EOF:
        found.append(write_text(x))
    assert read() is EOF
    return found


LINES = [
    ("", []),
    ("one", ['"one"']),
    ("one\n", ['"one"']),
    ("one\ntwo", ['"one"', '"two"']),
    ("\n\n", ['""', '""']),
    ("a\r\nb\rc\n\rd", ['"a"', '"b"', '"c"', '""', '"d"']),
    ("a\r", ['"a"']),
    ("\r\n", ['""']),
    ("a\n\r\nb", ['"a"', '""', '"b"']),
]


@pytest.mark.parametrize(("text", "wanted"), LINES)
def test_read_line_ends_at_every_kind_of_line_end(text: str, wanted: list[str]) -> None:
    for port in text_ports(text):
        assert drained(lambda port=port: call("read-line", port)) == wanted


@pytest.mark.parametrize("text", ["", "a", "aλ😀b"])
def test_read_char_and_peek_char_give_each_character_once(text: str) -> None:
    for port in text_ports(text):
        for c in text:
            assert call("char-ready?", port) is TRUE
            assert call("peek-char", port).c == c
            assert call("read-char", port).c == c
        assert call("peek-char", port) is EOF
        assert call("read-char", port) is EOF


def test_read_string_gives_fewer_only_at_the_end() -> None:
    for port in text_ports("abcde"):
        assert [write_text(call("read-string", k, port)) for k in (0, 2, 2, 2)] == ['""', '"ab"', '"cd"', '"e"']
        assert call("read-string", 2, port) is EOF


DATA = [
    ("", []),
    ("  ; nothing\n", []),
    ("(a b) c", ["(a b)", "c"]),
    ("12", ["12"]),
    ("abc", ["abc"]),
    ('(a\n(b . #(1 2)) "x y") \'q', ['(a (b . #(1 2)) "x y")', "(quote q)"]),
    ("#0=(a . #0#) b", ["#0=(a . #0#)", "b"]),
    ("a #| comment |# #;(skipped) b", ["a", "b"]),
    ("(1)(2)", ["(1)", "(2)"]),
]


@pytest.mark.parametrize(("text", "wanted"), DATA)
def test_read_gives_one_datum_after_the_other(text: str, wanted: list[str]) -> None:
    for port in text_ports(text):
        assert drained(lambda port=port: call("read", port)) == wanted


def test_read_leaves_what_follows_the_datum() -> None:
    port = TextInput("(a) rest")
    call("read", port)
    assert call("read-line", port).s == " rest"


@pytest.mark.parametrize("text", ["(a b", '"open', ")", "#(1 . 2)"])
def test_read_of_broken_text_is_a_read_error_and_the_port_goes_on(text: str) -> None:
    for port in text_ports(text):
        with pytest.raises(SchemeError) as caught:
            call("read", port)
        assert call("read-error?", caught.value.payload) is TRUE
        while port.peek():
            call("read-char", port)
        assert call("read", port) is EOF


def test_fold_case_directive_holds_for_the_rest_of_the_port() -> None:
    port = TextInput("#!fold-case ABC DEF")
    assert drained(lambda: call("read", port)) == ["abc", "def"]


def test_read_of_a_long_datum_in_small_pieces_stays_linear() -> None:
    text = f"({' x' * 50_000})"
    port = TextInput(refill=pieces(*[text[at : at + 1000] for at in range(0, len(text), 1000)]))
    assert len(from_list(call("read", port))) == 50_000


def test_bytes_are_read_as_they_come() -> None:
    for port in (BinaryInput(b"\x01\x02\xff"), BinaryInput(refill=pieces(b"\x01", b"\x02\xff"))):
        assert call("u8-ready?", port) is TRUE
        assert call("peek-u8", port) == 1
        assert call("read-u8", port) == 1
        assert write_text(call("read-bytevector", 9, port)) == "#u8(2 255)"
        assert call("read-bytevector", 9, port) is EOF
        assert call("read-u8", port) is EOF
        assert call("peek-u8", port) is EOF


def test_read_bytevector_into_fills_the_range() -> None:
    target = Bytevector(bytearray(5))
    port = call("open-input-bytevector", Bytevector(bytearray(b"\x01\x02\x03")))
    assert call("read-bytevector!", target, port, 1, 3) == 2
    assert call("read-bytevector!", target, port, 3) == 1
    assert call("read-bytevector!", target, port, 3) is EOF
    assert call("read-bytevector!", target, port, 3, 3) == 0
    assert target.b == b"\x00\x01\x02\x03\x00"


def test_everything_written_to_a_string_port_is_collected() -> None:
    port = call("open-output-string")
    call("write-char", char("λ"), port)
    call("write-string", string_of("hello"), port, 1, 3)
    call("newline", port)
    for name in ("write", "display", "write-shared", "write-simple"):
        call(name, to_list([string_of("a"), char("b"), intern("c d")]), port)
        call("newline", port)
    call("flush-output-port", port)
    assert call("get-output-string", port).s.splitlines() == [
        "λel",
        '("a" #\\b |c d|)',
        "(a b c d)",
        '("a" #\\b |c d|)',
        '("a" #\\b |c d|)',
    ]


def test_everything_written_to_a_bytevector_port_is_collected() -> None:
    port = call("open-output-bytevector")
    call("write-u8", 7, port)
    call("write-bytevector", Bytevector(bytearray(b"abc")), port, 1)
    assert bytes(call("get-output-bytevector", port).b) == b"\x07bc"


PREDICATES = ["port?", "input-port?", "output-port?", "textual-port?", "binary-port?"]
PORTS = [
    (TextInput, "port? input-port? textual-port?"),
    (TextOutput, "port? output-port? textual-port?"),
    (BinaryInput, "port? input-port? binary-port?"),
    (BinaryOutput, "port? output-port? binary-port?"),
    (lambda: 5, ""),
]


@pytest.mark.parametrize(("make", "wanted"), PORTS)
def test_each_port_knows_its_kinds(make: Callable[[], Any], wanted: str) -> None:
    assert [name for name in PREDICATES if call(name, make()) is TRUE] == wanted.split()


USES = [
    ("read-char", TextInput, ()),
    ("peek-char", TextInput, ()),
    ("read-line", TextInput, ()),
    ("read", TextInput, ()),
    ("char-ready?", TextInput, ()),
    ("read-string", TextInput, (1,)),
    ("read-u8", BinaryInput, ()),
    ("peek-u8", BinaryInput, ()),
    ("u8-ready?", BinaryInput, ()),
    ("read-bytevector", BinaryInput, (1,)),
    ("read-bytevector!", BinaryInput, (Bytevector(bytearray(1)),)),
    ("newline", TextOutput, ()),
    ("write", TextOutput, (1,)),
    ("display", TextOutput, (1,)),
    ("write-char", TextOutput, (char("a"),)),
    ("write-string", TextOutput, (string_of("a"),)),
    ("write-u8", BinaryOutput, (1,)),
    ("write-bytevector", BinaryOutput, (Bytevector(bytearray(1)),)),
]


@pytest.mark.parametrize(("name", "kind", "arguments"), USES)
def test_closed_ports_and_ports_of_another_kind_are_refused(name: str, kind: type, arguments: tuple[Any, ...]) -> None:
    others = [make() for make in (TextInput, TextOutput, BinaryInput, BinaryOutput) if make is not kind]
    closed = kind()
    call("close-port", closed)
    call("close-port", closed)
    for port in [*others, closed, intern("x"), FALSE]:
        with pytest.raises(
            SchemeError, match=rf"^{re.escape(name)}: .*wanted an open (textual|binary) (in|out)put port, got"
        ) as caught:
            call(name, *arguments, port)
        assert caught.value.kind == "type"


def test_closing_one_side_takes_only_ports_of_that_side() -> None:
    source, target = TextInput("x"), TextOutput()
    with pytest.raises(SchemeError, match="close-output-port: wanted an output port, got #<input-port string>"):
        call("close-output-port", source)
    with pytest.raises(SchemeError, match="close-input-port: wanted an input port"):
        call("close-input-port", target)
    call("close-input-port", source)
    assert call("input-port-open?", source) is FALSE
    assert call("output-port-open?", target) is TRUE
    assert write_text(source) == "#<closed input-port string>"


def test_what_was_collected_can_be_asked_for_after_closing() -> None:
    port = TextOutput()
    call("write-char", char("a"), port)
    call("close-port", port)
    assert call("get-output-string", port).s == "a"


def test_only_collecting_ports_give_what_they_collected() -> None:
    with pytest.raises(SchemeError, match="wanted a port made by open-output-string"):
        call("get-output-string", TextOutput(lambda text: None))
    with pytest.raises(SchemeError, match="wanted a port made by open-output-bytevector"):
        call("get-output-bytevector", TextOutput())


def test_output_over_the_cap_is_refused() -> None:
    port = call("open-output-string")
    chunk = string_of("x" * 1_000_000)
    for _ in range(limits.ELEMENTS // 1_000_000):
        call("write-string", chunk, port)
    with pytest.raises(SchemeError) as caught:
        call("write-string", chunk, port)
    assert caught.value.kind == "limit"
    with pytest.raises(SchemeError, match="limit is 3"):
        call("write-bytevector", Bytevector(bytearray(4)), BinaryOutput(cap=3))


def test_characters_over_the_cap_are_refused_one_by_one() -> None:
    port = TextOutput(cap=2)
    for _ in range(2):
        call("write-char", char("a"), port)
    with pytest.raises(SchemeError, match="limit is 2"):
        call("write-char", char("a"), port)
    assert port.take() == "aa" and not port.written
    call("write-char", char("b"), port)
    assert port.collected() == "b"


def test_input_that_never_ends_a_line_is_refused_at_the_limit() -> None:
    port = TextInput(refill=lambda: "x" * 1_000_000)
    with pytest.raises(SchemeError) as caught:
        call("read-line", port)
    assert caught.value.kind == "limit"


def test_sink_that_fails_is_a_file_error() -> None:
    def sink(text: str) -> None:
        raise BrokenPipeError(32, "Broken pipe")

    with pytest.raises(SchemeError, match="standard-output: broken pipe") as caught:
        call("newline", TextOutput(sink, label="standard-output"))
    assert call("file-error?", caught.value.payload) is TRUE


def test_without_a_port_the_current_ones_are_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    defaults = PortDefaults(TextInput("(a) bc"), TextOutput())
    monkeypatch.setattr(ports, "provider", defaults.current)
    call("display", call("read"))
    call("newline")
    call("write", call("read-string", 2))
    call("write-char", call("read-char"))
    call("flush-output-port")
    assert call("get-output-string", defaults.output).s == '(a)\n" b"c'


@pytest.fixture
def direct_files(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(files, "provider", DirectFiles)
    yield


@pytest.mark.usefixtures("direct_files")
def test_text_goes_through_a_file_and_back(tmp_path: Path) -> None:
    path = string_of(str(tmp_path / "notes.txt"))
    assert call("file-exists?", path) is FALSE
    port = call("open-output-file", path)
    call("write-string", string_of("λ one\n" * 30_000), port)
    call("write-string", string_of("last"), port)
    call("close-output-port", port)
    assert call("file-exists?", path) is TRUE
    source = call("open-input-file", path)
    found = drained(lambda: call("read-line", source))
    call("close-input-port", source)
    assert (len(found), found[0], found[-1]) == (30_001, '"λ one"', '"last"')
    call("delete-file", path)
    assert call("file-exists?", path) is FALSE


@pytest.mark.usefixtures("direct_files")
def test_bytes_go_through_a_file_and_back(tmp_path: Path) -> None:
    path = string_of(str(tmp_path / "data"))
    port = call("open-binary-output-file", path)
    call("write-bytevector", Bytevector(bytearray(range(256))), port)
    call("flush-output-port", port)
    call("close-port", port)
    source = call("open-binary-input-file", path)
    assert bytes(call("read-bytevector", 999, source).b) == bytes(range(256))
    call("close-port", source)


@pytest.mark.usefixtures("direct_files")
@pytest.mark.parametrize("name", ["open-input-file", "open-binary-input-file", "open-output-file", "delete-file"])
@pytest.mark.parametrize("path", ["missing/there/is/none", "a\0b"])
def test_file_that_cannot_be_opened_is_a_file_error(name: str, path: str) -> None:
    with pytest.raises(SchemeError) as caught:
        call(name, string_of(path))
    assert call("file-error?", caught.value.payload) is TRUE
    assert from_list(call("error-object-irritants", caught.value.payload))[0].s == path


@pytest.mark.usefixtures("direct_files")
def test_file_that_is_not_utf8_is_a_file_error(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"caf\xe9\n")
    port = call("open-input-file", string_of(str(tmp_path / "latin")))
    with pytest.raises(SchemeError, match="wanted UTF-8 text, got other bytes"):
        call("read-line", port)
    call("close-port", port)


FILES = "open-input-file open-output-file open-binary-input-file open-binary-output-file file-exists? delete-file"


@pytest.mark.parametrize("name", FILES.split())
def test_without_files_every_use_is_refused_with_the_way_out(name: str) -> None:
    with pytest.raises(SchemeError, match="files need the tier unsandboxed") as caught:
        call(name, string_of("x"))
    assert call("file-error?", caught.value.payload) is TRUE
    assert "--unsandboxed" in caught.value.payload.hint


class Program:
    """A process as a host might show it."""

    command_line = ["prog", "-v"]
    environment = {"HOME": "/home/me", "LANG": "C"}


def test_arguments_and_environment_are_what_the_host_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "process_provider", Program)
    assert write_text(call("command-line")) == '("prog" "-v")'
    assert write_text(call("get-environment-variable", string_of("HOME"))) == '"/home/me"'
    assert call("get-environment-variable", string_of("PATH")) is FALSE
    assert write_text(call("get-environment-variables")) == '(("HOME" . "/home/me") ("LANG" . "C"))'


@pytest.mark.parametrize("name", ["command-line", "get-environment-variables"])
def test_without_a_process_every_question_is_refused(name: str) -> None:
    with pytest.raises(SchemeError, match="tier unsandboxed"):
        call(name)


CODES = [((), 0), ((TRUE,), 0), ((FALSE,), 1), ((0,), 0), ((3,), 3), ((256,), 0), ((string_of("x"),), 1)]


@pytest.mark.parametrize(("arguments", "code"), CODES)
def test_exit_asks_for_the_end_with_a_code(arguments: tuple[Any, ...], code: int) -> None:
    for name, emergency in (("exit", False), ("emergency-exit", True)):
        with pytest.raises(system.Exit) as caught:
            call(name, *arguments)
        assert (caught.value.code, caught.value.emergency) == (code, emergency)
    assert not issubclass(system.Exit, Exception)


def test_clocks_run_forward_and_agree_on_the_unit() -> None:
    first, second = call("current-jiffy"), call("current-jiffy")
    assert 0 <= first <= second
    assert call("jiffies-per-second") == 1_000_000
    assert call("current-second") > 1.7e9


def test_features_name_the_language() -> None:
    assert any(x is intern("r7rs") for x in from_list(call("features")))


def test_binary_files_of_a_host_may_be_any_python_file(monkeypatch: pytest.MonkeyPatch) -> None:
    class OneFile(DirectFiles):
        def open_read(self, path: str) -> Any:
            return io.BytesIO("λx".encode())

    monkeypatch.setattr(files, "provider", OneFile)
    assert call("read-line", call("open-input-file", string_of("any"))).s == "λx"
